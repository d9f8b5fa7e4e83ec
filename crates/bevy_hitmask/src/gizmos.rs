//! Draws what collides: the outlines of masks, boxes, and contacts.

use std::collections::HashMap;
use std::f32::consts::TAU;
use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use hitmask::{ColliderShape, Connectivity, Handle, Mask, Point, Rect};

use crate::plugin::HitmaskSystems;
use crate::world::HitmaskWorld;

/// Draws with Bevy's gizmos what collides, once a frame after the step. Add it beside [`HitmaskPlugin`](crate::HitmaskPlugin) and Bevy's `GizmoPlugin`, which
/// `DefaultPlugins` has. What it draws is set with [`HitmaskGizmos`]:
///
/// ```
/// use bevy_gizmos::prelude::*;
/// use bevy_hitmask::HitmaskGizmos;
/// fn only_contacts(mut store: bevy_ecs::prelude::ResMut<GizmoConfigStore>) {
///     let (config, what) = store.config_mut::<HitmaskGizmos>();
///     config.enabled = true;
///     *what = HitmaskGizmos { masks: None, boxes: None, ..HitmaskGizmos::default() };
/// }
/// ```
///
/// # Complexity
/// An outline is computed once for each mask; then it costs its corners for each entity and frame. This is for debugging, not for thousands of entities.
pub struct HitmaskGizmosPlugin;

impl Plugin for HitmaskGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<HitmaskGizmos>().add_systems(PostUpdate, draw.after(HitmaskSystems::Notify));
    }
}

/// What [`HitmaskGizmosPlugin`] draws, and in which colours. None leaves it out.
#[derive(Clone, Copy, PartialEq, Debug, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
pub struct HitmaskGizmos {
    /// The outlines of what is solid. Terrains show their box.
    pub masks: Option<Color>,
    /// The boxes around the pixels that are covered.
    pub boxes: Option<Color>,
    /// A cross on the first pixel that two entities share.
    pub contacts: Option<Color>,
}

impl Default for HitmaskGizmos {
    fn default() -> HitmaskGizmos {
        HitmaskGizmos {
            masks: Some(Color::srgb(0.2, 1.0, 0.4)),
            boxes: Some(Color::srgba(1.0, 1.0, 1.0, 0.25)),
            contacts: Some(Color::srgb(1.0, 0.2, 0.7)),
        }
    }
}

/// The outlines of masks, by their address. The masks are held, so no other one has the address.
#[derive(Default)]
struct Outlines(HashMap<usize, (Arc<Mask>, Vec<Vec<Point>>)>);

fn draw(mut gizmos: Gizmos<HitmaskGizmos>, hitmasks: Res<HitmaskWorld>, mut outlines: Local<Outlines>) {
    draw_all(&mut gizmos, &hitmasks, &mut outlines);
}

fn draw_all(gizmos: &mut Gizmos<HitmaskGizmos>, hitmasks: &HitmaskWorld, outlines: &mut Outlines) {
    let what = *gizmos.config_ext;
    for member in hitmasks.pixels.members() {
        if let Some(colour) = what.boxes {
            gizmos.lineloop_2d(box_of(hitmasks, member.handle), colour);
        }
        if let Some(colour) = what.masks {
            for ring in rings(hitmasks, member.handle, member.collider.shape, outlines) {
                gizmos.lineloop_2d(ring, colour);
            }
        }
    }
    if let Some(colour) = what.contacts {
        for contact in contacts(hitmasks) {
            gizmos.cross_2d(contact, (3.0 / hitmasks.grid.per_unit) as f32, colour);
        }
    }
    // Masks that nobody else holds are forgotten.
    outlines.0.retain(|_, (mask, _)| Arc::strong_count(mask) > 1);
}

/// The corners of a rectangle of pixels.
fn corners(hitmasks: &HitmaskWorld, rect: Rect) -> Vec<Vec2> {
    let (right, low) = (rect.x + rect.w as i32, rect.y + rect.h as i32);
    let corners = [(rect.x, rect.y), (right, rect.y), (right, low), (rect.x, low)];
    corners.map(|corner| hitmasks.grid.to_units(Point::from(corner).into())).to_vec()
}

/// The box around what a collider covers. Empty if it covers nothing.
fn box_of(hitmasks: &HitmaskWorld, handle: Handle) -> Vec<Vec2> {
    hitmasks.pixels.bounds(handle).map(|bounds| corners(hitmasks, bounds)).unwrap_or_default()
}

/// The outline of what is solid, as it lies in the world.
fn rings(
    hitmasks: &HitmaskWorld,
    handle: Handle,
    shape: &ColliderShape,
    outlines: &mut Outlines,
) -> Vec<Vec<Vec2>> {
    let Some(pose) = hitmasks.pixels.pose(handle) else { return Vec::new() };
    let place = |[u, v]: [f64; 2]| {
        let [x, y] = pose.point_at([u, v]);
        Vec2::new((x / hitmasks.grid.per_unit) as f32, (-y / hitmasks.grid.per_unit) as f32)
    };
    let outlined = |mask: &Mask| -> Vec<Vec<Vec2>> {
        let outline = mask.outline(Connectivity::Eight);
        let placed = |points: &[Point]| points.iter().map(|at| place([at.x.into(), at.y.into()])).collect();
        outline.rings().map(|ring| placed(ring.points)).collect()
    };
    match shape {
        ColliderShape::Mask(mask) => {
            let (_, rings) = outlines.0.entry(Arc::as_ptr(mask) as usize).or_insert_with(|| {
                let outline = mask.outline(Connectivity::Eight);
                (Arc::clone(mask), outline.rings().map(|ring| ring.points.to_vec()).collect())
            });
            let placed = |ring: &Vec<Point>| {
                ring.iter().map(|corner| place([corner.x.into(), corner.y.into()])).collect()
            };
            rings.iter().map(placed).collect()
        }
        ColliderShape::Alpha(alpha, _) => outlined(&alpha.to_mask(1)),
        ColliderShape::Labels(labels) => outlined(labels.mask()),
        ColliderShape::Rect(rect) => {
            let [x, y] = [f64::from(rect.x), f64::from(rect.y)];
            let (right, low) = (x + f64::from(rect.w), y + f64::from(rect.h));
            vec![[[x, y], [right, y], [right, low], [x, low]].map(place).to_vec()]
        }
        ColliderShape::Circle(circle) => {
            let [x, y] = circle.centre().to_f64();
            let radius = circle.radius() as f64 / 65536.0;
            let rim = |i: u8| f64::from(TAU) * f64::from(i) / 32.0;
            vec![(0..32).map(|i| place([x + radius * rim(i).cos(), y + radius * rim(i).sin()])).collect()]
        }
        ColliderShape::Polygon(polygon) => {
            vec![polygon.corners().iter().map(|corner| place(corner.to_f64())).collect()]
        }
        _ => vec![box_of(hitmasks, handle)],
    }
}

/// The first pixel of each pair that touched in the last step, where the two lie now.
fn contacts(hitmasks: &HitmaskWorld) -> Vec<Vec2> {
    let mut points = Vec::new();
    let mut last = None;
    for (one, _) in hitmasks.pixels.contacts() {
        // They are sorted by the first one.
        if last.replace(one) != Some(one) {
            let found = hitmasks.pixels.collide_one(one).unwrap_or_default();
            let later = found.iter().filter(|contact| contact.handle > one);
            points.extend(later.map(|contact| hitmasks.grid.middle(contact.touch.first)));
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::component::{Hitmask, HitmaskShape};
    use crate::plugin::HitmaskPlugin;
    use bevy_transform::components::Transform;

    #[test]
    fn lines_lie_where_the_entities_lie() {
        let mut app = App::new();
        app.add_plugins(HitmaskPlugin::default().pixels_per_unit(2.0));
        let square = || HitmaskShape::from(Mask::from_fn(4, 4, |x, y| (x, y) != (1, 1)));
        let [a, b] = [0.0, 3.0].map(|x| {
            app.world_mut().spawn((square(), Hitmask::default(), Transform::from_xyz(x, 10.0, 0.0))).id()
        });
        app.update();
        let hitmasks = app.world().resource::<HitmaskWorld>();
        let handle = hitmasks.collider_of(a).unwrap();
        let expected = [(-2.0, 12.0), (2.0, 12.0), (2.0, 8.0), (-2.0, 8.0)].map(Vec2::from);
        assert_eq!(box_of(hitmasks, handle), expected);
        let mut outlines = Outlines::default();
        let rings = rings(hitmasks, handle, hitmasks.pixels.get(handle).unwrap().shape, &mut outlines);
        // The square, and the hole in it.
        assert_eq!((rings.len(), outlines.0.len()), (2, 1));
        assert!(expected.iter().all(|corner| rings[0].contains(corner)));
        assert!(rings[1].iter().all(|corner| corner.abs_diff_eq(Vec2::new(-0.5, 10.5), 0.51)));
        // The entities share the pixels from 1 to 2; two pixels a unit.
        assert_eq!(contacts(hitmasks), [Vec2::new(1.25, 11.75)]);
        assert_ne!(a, b);
    }

    #[test]
    fn gizmos_are_drawn() {
        #[derive(Resource, Default)]
        struct Lines(usize);
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), bevy_asset::AssetPlugin::default()))
            .add_plugins((bevy_gizmos::GizmoPlugin, HitmaskPlugin::default(), HitmaskGizmosPlugin))
            .init_resource::<Lines>();
        let circle = HitmaskShape::Circle { centre: Vec2::ZERO, radius: 9.0 };
        for _ in 0..2 {
            app.world_mut().spawn((circle.clone(), Hitmask::default()));
        }
        let count =
            |mut gizmos: Gizmos<HitmaskGizmos>, hitmasks: Res<HitmaskWorld>, mut lines: ResMut<Lines>| {
                draw_all(&mut gizmos, &hitmasks, &mut Outlines::default());
                lines.0 = gizmos.buffer().strip_positions.len();
            };
        app.add_systems(Last, count);
        app.update();
        assert!(app.world().resource::<Lines>().0 > 64);
    }
}
