//! A backend for `bevy_picking`: which sprites are under the pointer, by their pixels.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_camera::visibility::{RenderLayers, ViewVisibility};
use bevy_camera::{Camera, Projection, RenderTarget};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{FloatExt, Vec2, Vec3};
use bevy_picking::backend::prelude::*;
use bevy_sprite::{Anchor, Sprite, SpritePickingSettings};
use bevy_transform::components::GlobalTransform;
use bevy_window::PrimaryWindow;
use hitmask::Point;
use hitmask::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, BroadPhaseKind};

use crate::component::{Hitmask, HitmaskShape};
use crate::geometry::{PixelGrid, order_of};
use crate::masks::{Made, MaskKey};
use crate::sync::Pictures;
use crate::world::HitmaskWorld;

/// Lets the mouse, fingers and other pointers of `bevy_picking` hit the solid pixels of sprites: of turned, flipped, stretched ones and those of atlases, at
/// any zoom and in any viewport. Entities need [`Hitmask`], `Pickable` and a `Sprite`. The level is that of the [`Hitmask`]; an entity that is only
/// picked and never touches anything is a [`Hitmask::only_picked`]. With a [`HitmaskShape`], that shape is hit instead.
///
/// Add it beside [`HitmaskPlugin`](crate::HitmaskPlugin), after `DefaultPlugins`. Those bring a backend for sprites, which would hit everything
/// a second time, by its own level. So this plugin switches that off for all cameras without a
/// [`SpritePickingCamera`](bevy_sprite::SpritePickingCamera): it sets [`require_markers`](bevy_sprite::SpritePickingSettings::require_markers) when the app
/// starts. Sprites without a [`Hitmask`] are then not hit.
///
/// What lies on top is decided by z, then by the entity: the higher one is on top. Entities that are hidden or out of view are not hit, and neither are
/// those on other render layers than the camera. As with Bevy's own backend, cameras need an orthographic projection.
///
/// # Complexity
/// A frame in which no sprite has changed costs a search in a grid for each pointer. Otherwise the boxes of all sprites are computed anew.
pub struct HitmaskPickingPlugin;

impl Plugin for HitmaskPickingPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PickBoxes>()
            .add_systems(PreUpdate, (update_boxes, pick).chain().in_set(PickingSystems::Backend));
    }

    fn finish(&self, app: &mut App) {
        // `SpritePlugin` adds Bevy's backend itself, so a game cannot leave it out.
        if let Some(mut settings) = app.world_mut().get_resource_mut::<SpritePickingSettings>() {
            settings.require_markers = true;
        }
    }
}

/// A box around each entity that can be picked, in hitmask's pixels.
#[derive(Resource)]
struct PickBoxes {
    entities: Vec<Entity>,
    boxes: Vec<Aabb>,
    broad_phase: AnyBroadPhase,
}

impl Default for PickBoxes {
    fn default() -> PickBoxes {
        let broad_phase = AnyBroadPhase::new(BroadPhaseKind::Auto, usize::MAX);
        PickBoxes { entities: Vec::new(), boxes: Vec::new(), broad_phase }
    }
}

#[derive(QueryData)]
struct Target {
    entity: Entity,
    hitmask: &'static Hitmask,
    transform: &'static GlobalTransform,
    pickable: &'static Pickable,
    visibility: Option<&'static ViewVisibility>,
    layers: Option<&'static RenderLayers>,
    sprite: Option<(&'static Sprite, Option<&'static Anchor>)>,
    shape: Option<&'static HitmaskShape>,
}

type TargetChanged = (
    With<Pickable>,
    Or<(
        Changed<GlobalTransform>,
        Changed<Hitmask>,
        Changed<HitmaskShape>,
        Changed<Pickable>,
        Changed<Sprite>,
        Changed<Anchor>,
    )>,
);

/// What says whether boxes are out of date.
#[derive(SystemParam)]
struct Changes<'w, 's> {
    changed: Query<'w, 's, (), TargetChanged>,
    no_hitmask: RemovedComponents<'w, 's, Hitmask>,
    no_pickable: RemovedComponents<'w, 's, Pickable>,
    no_sprite: RemovedComponents<'w, 's, Sprite>,
    no_shape: RemovedComponents<'w, 's, HitmaskShape>,
    images: Option<Res<'w, Assets<Image>>>,
    layouts: Option<Res<'w, Assets<TextureAtlasLayout>>>,
}

impl Changes<'_, '_> {
    fn are_there(&mut self) -> bool {
        // All of them are read, so that none is left for the next frame.
        let removed = self.no_hitmask.read().count()
            + self.no_pickable.read().count()
            + self.no_sprite.read().count()
            + self.no_shape.read().count();
        removed > 0
            || !self.changed.is_empty()
            || self.images.as_ref().is_some_and(|images| images.is_changed())
            || self.layouts.as_ref().is_some_and(|layouts| layouts.is_changed())
    }
}

fn update_boxes(
    mut boxes: ResMut<PickBoxes>,
    mut changes: Changes,
    targets: Query<Target>,
    pictures: Pictures,
    hitmasks: Res<HitmaskWorld>,
) {
    if !changes.are_there() {
        return;
    }
    let PickBoxes { entities, boxes, broad_phase } = &mut *boxes;
    entities.clear();
    boxes.clear();
    for target in &targets {
        if let Some(around) = box_of(&target, &pictures, &hitmasks) {
            entities.push(target.entity);
            boxes.push(around);
        }
    }
    broad_phase.update(boxes);
}

/// The box around an entity. None if it cannot be picked.
fn box_of(target: &TargetItem<'_, '_>, pictures: &Pictures, hitmasks: &HitmaskWorld) -> Option<Aabb> {
    if let Some(shape) = own(target.shape) {
        let (low, high) = bounds_of(shape)?;
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        return around_all(hitmasks.grid, target, corners);
    }
    let (sprite, anchor) = target.sprite?;
    let texels = pictures.texels_of(target.shape, sprite, anchor).ok()??;
    let size = texels.part.size().as_dvec2();
    let corners = [(0.0, 0.0), (size.x, 0.0), (0.0, size.y), (size.x, size.y)].map(|(u, v)| {
        let [a, _, _, d] = texels.plane.matrix;
        let [x, y] = [(u - texels.plane.pivot[0]) * a, (v - texels.plane.pivot[1]) * d];
        Vec2::new(x as f32, y as f32)
    });
    around_all(hitmasks.grid, target, corners)
}

/// The pixels around some points of an entity, in its own coordinates.
fn around_all(grid: PixelGrid, target: &TargetItem<'_, '_>, points: [Vec2; 4]) -> Option<Aabb> {
    let placed = points.map(|point| target.transform.affine().transform_point3(point.extend(0.0)).truncate());
    around(grid, placed.into_iter().reduce(Vec2::min)?, placed.into_iter().reduce(Vec2::max)?)
}

/// The pixels between two points, and one more on each side for what floats round. None if a number is not finite.
fn around(grid: PixelGrid, low: Vec2, high: Vec2) -> Option<Aabb> {
    if !(low.is_finite() && high.is_finite()) {
        return None;
    }
    let pixel = |x: f32| (f64::from(x) * grid.per_unit).floor();
    // Casts of floats saturate.
    Some(Aabb {
        x0: (pixel(low.x) - 1.0) as i32,
        y0: (pixel(-high.y) - 1.0) as i32,
        x1: (pixel(high.x) + 1.0) as i32,
        y1: (pixel(-low.y) + 1.0) as i32,
    })
}

/// The shape, if it does not come from an image.
fn own(shape: Option<&HitmaskShape>) -> Option<&HitmaskShape> {
    // Labels are picked by the pixels of their sprite.
    shape.filter(|shape| !matches!(shape, HitmaskShape::Image(_) | HitmaskShape::Labels(_)))
}

/// The corners of the rectangle around an own shape, in the entity's coordinates. None if it covers nothing.
fn bounds_of(shape: &HitmaskShape) -> Option<(Vec2, Vec2)> {
    match shape {
        HitmaskShape::Image(_) | HitmaskShape::Labels(_) => None,
        HitmaskShape::Rect { centre, size } => Some((centre - size / 2.0, centre + size / 2.0)),
        HitmaskShape::Circle { centre, radius } => Some((centre - *radius, centre + *radius)),
        HitmaskShape::Polygon(corners) => {
            Some((corners.iter().copied().reduce(Vec2::min)?, corners.iter().copied().reduce(Vec2::max)?))
        }
        HitmaskShape::Mask(mask) => {
            let half = Vec2::new(mask.0.width() as f32, mask.0.height() as f32) / 2.0;
            Some((-half, half))
        }
    }
}

/// Whether an own shape covers a point, in the entity's coordinates.
fn covers(shape: &HitmaskShape, point: Vec2) -> bool {
    match shape {
        HitmaskShape::Image(_) | HitmaskShape::Labels(_) => false,
        HitmaskShape::Rect { centre, size } => (2.0 * (point - centre)).abs().cmple(*size).all(),
        HitmaskShape::Circle { centre, radius } => point.distance(*centre) <= *radius,
        HitmaskShape::Polygon(corners) => {
            // It is convex, so the point lies on the same side of all edges.
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            let sides = ends.map(|(from, to)| (to - from).perp_dot(point - from));
            let (low, high) =
                sides.fold((0.0_f32, 0.0_f32), |(low, high), side| (low.min(side), high.max(side)));
            low < high && (low >= 0.0 || high <= 0.0)
        }
        HitmaskShape::Mask(mask) => {
            let texel = |x: f32, side: u32| (x + side as f32 / 2.0).floor() as i32;
            mask.0.get(Point::new(texel(point.x, mask.0.width()), texel(-point.y, mask.0.height())))
        }
    }
}

type CameraParts = (
    &'static Camera,
    &'static RenderTarget,
    &'static GlobalTransform,
    &'static Projection,
    Option<&'static RenderLayers>,
);

#[expect(clippy::too_many_arguments, reason = "a system; each is read")]
fn pick(
    pointers: Query<(&PointerId, &PointerLocation)>,
    cameras: Query<CameraParts>,
    primary_window: Query<Entity, With<PrimaryWindow>>,
    targets: Query<Target>,
    boxes: Res<PickBoxes>,
    mut pictures: Pictures,
    hitmasks: Res<HitmaskWorld>,
    rays: Res<RayMap>,
    mut hits: MessageWriter<PointerHits>,
) {
    let primary_window = primary_window.single().ok();
    for (&id, ray) in rays.iter() {
        let Ok((camera, render_target, camera_transform, Projection::Orthographic(projection), layers)) =
            cameras.get(id.camera)
        else {
            continue;
        };
        let location =
            pointers.iter().find(|(pointer, _)| **pointer == id.pointer).and_then(|(_, at)| at.location());
        let Some(location) = location else { continue };
        let is_on_target =
            render_target.normalize(primary_window).is_some_and(|target| target == location.target);
        let is_in_viewport =
            camera.logical_viewport_rect().is_none_or(|viewport| viewport.contains(location.position));
        if !camera.is_active || !is_on_target || !is_in_viewport {
            continue;
        }
        let start = ray.origin;
        let end = ray.origin + ray.direction * (projection.far - projection.near);
        let Some(area) = around(hitmasks.grid, start.min(end).truncate(), start.max(end).truncate()) else {
            continue;
        };
        let mut near = Vec::new();
        let _ = boxes.broad_phase.query(&boxes.boxes, area, &mut |index| {
            near.extend(targets.get(boxes.entities[index as usize]));
            ControlFlow::Continue(())
        });
        near.sort_unstable_by_key(|target| {
            Reverse((order_of(target.transform.translation().z), target.entity))
        });
        let mut picks = Vec::new();
        for target in near {
            let is_seen = target.visibility.is_none_or(|visibility| visibility.get())
                && layers.unwrap_or_default().intersects(target.layers.unwrap_or_default());
            let Some(hit) = is_seen.then(|| hit(&target, start, end, &mut pictures)).flatten() else {
                continue;
            };
            let seen = camera_transform.affine().inverse().transform_point3(hit);
            let depth = -projection.near - seen.z;
            let normal = *target.transform.back();
            picks.push((target.entity, HitData::new(id.camera, depth, Some(hit), Some(normal))));
            if target.pickable.should_block_lower {
                break;
            }
        }
        hits.write(PointerHits::new(id.pointer, picks, camera.order as f32));
    }
}

/// Where a line meets a solid pixel of an entity, in the world. None if it does not.
fn hit(target: &TargetItem<'_, '_>, start: Vec3, end: Vec3, pictures: &mut Pictures) -> Option<Vec3> {
    let inverse = target.transform.affine().inverse();
    let (start, end) = (inverse.transform_point3(start), inverse.transform_point3(end));
    let part = f32::inverse_lerp(start.z, end.z, 0.0);
    // It is not a number if the line runs along the plane of the sprite, or if the sprite is flat.
    if !(0.0..=1.0).contains(&part) {
        return None;
    }
    let local = start.lerp(end, part).truncate();
    let world = target.transform.transform_point(local.extend(0.0));
    let is_solid = if let Some(shape) = own(target.shape) {
        covers(shape, local)
    } else {
        let (sprite, anchor) = target.sprite?;
        let texels = pictures.texels_of(target.shape, sprite, anchor).ok()??;
        let [a, _, _, d] = texels.plane.matrix;
        let texel = |x: f32, scale: f64, pivot: f64| (f64::from(x) / scale + pivot).floor();
        let [u, v] = [texel(local.x, a, texels.plane.pivot[0]), texel(local.y, d, texels.plane.pivot[1])];
        let (part, frame) = (texels.part, texels.frame);
        let key =
            MaskKey { image: texels.image.id(), part, level: Some(target.hitmask.level), division: [1, 1] };
        let image = texels.image;
        match pictures.made(key, image, frame) {
            // A cast that saturates is beside the mask, too.
            Some(Made::Mask(mask)) => {
                u.is_finite() && v.is_finite() && mask.get(Point::new(u as i32, v as i32))
            }
            _ => false,
        }
    };
    is_solid.then_some(world)
}
