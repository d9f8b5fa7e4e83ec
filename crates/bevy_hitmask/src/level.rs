//! The objects of a level as components of entities beside its tile map.

use bevy_math::Vec2;
use bevy_transform::components::Transform;
use hitmask::{Collider, ColliderKind, ColliderShape, Direction, PointQ16, Rect};

use crate::component::{Hitmask, HitmaskDirection, HitmaskKind, HitmaskShape};
use crate::tiles::HitmaskTileMap;

impl HitmaskTileMap {
    /// The components of an object of the same level, for a child of this entity: what it is for, its shape, and its place. The middle of its box lies on
    /// the child's origin, where a sprite would be drawn. The crate `hitmask-assets` gives such colliders of the objects of Tiled and LDtk:
    /// `Level::objects`.
    ///
    /// None if it is turned or scaled by its own transform, or is neither a mask, a rectangle, a circle nor a polygon; objects of levels never are. Its
    /// number is no component, so give the child one of yours.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_hitmask::HitmaskTileMap;
    /// use hitmask_assets::{LevelOptions, LevelRule, load_levels};
    ///
    /// #[derive(Component)]
    /// struct Lift(i64);
    ///
    /// fn spawn(mut commands: Commands) -> Result<(), BevyError> {
    /// #   std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../hitmask-assets/examples/hills"))?;
    ///     let (file, rule) = (load_levels("hills.tmx", &LevelOptions::default())?, LevelRule::default());
    ///     let level = &file.levels[0];
    ///     let ground = level.tile_map(level.layer("ground").unwrap(), &rule)?;
    ///     let map = HitmaskTileMap::new(ground.map).with_corner(ground.corner);
    ///     for thing in level.objects("things")? {
    ///         let Some(object) = thing.collider(&rule)?.and_then(|collider| map.object(&collider)) else {
    ///             println!("{} is at {}", thing.name, map.point(thing.place())); // it has no pixels
    ///             continue;
    ///         };
    ///         let mut thing_of = commands.spawn(object);
    ///         if let Some(rise) = thing.property("rise").and_then(|rise| rise.as_int()) {
    ///             thing_of.insert(Lift(rise));
    ///         }
    ///     }
    ///     commands.spawn(map); // on the origin: otherwise make the things its children
    ///     Ok(())
    /// }
    /// # let mut world = World::new();
    /// # world.run_system_cached::<Result<(), BevyError>, _, _>(spawn).unwrap().unwrap();
    /// # assert_eq!(world.query::<&bevy_hitmask::Hitmask>().iter(&world).count(), 1 + 4);
    /// # assert_eq!(world.query::<&Lift>().single(&world).unwrap().0, 64);
    /// ```
    #[must_use]
    pub fn object(&self, collider: &Collider) -> Option<(Hitmask, HitmaskShape, Transform)> {
        let mut upright = hitmask::Transform::default();
        upright.set_position(collider.transform.position());
        if collider.transform != upright {
            return None;
        }
        let middle_of = |rect: &Rect| {
            let (low, side) =
                ([rect.x, rect.y].map(f64::from), [rect.w, rect.h].map(|side| f64::from(side) / 2.0));
            [low[0] + side[0], low[1] + side[1]]
        };
        let (middle, shape) = match &collider.shape {
            ColliderShape::Mask(mask) => {
                let (w, h) = mask.size();
                (middle_of(&Rect::new(0, 0, w, h)), mask.clone().into())
            }
            ColliderShape::Rect(rect) => {
                let size = Vec2::new(rect.w as f32, rect.h as f32);
                (middle_of(rect), HitmaskShape::Rect { centre: Vec2::ZERO, size })
            }
            ColliderShape::Circle(circle) => {
                let radius = (circle.radius() as f64 / PointQ16::ONE as f64) as f32;
                (circle.centre().to_f64(), HitmaskShape::Circle { centre: Vec2::ZERO, radius })
            }
            ColliderShape::Polygon(polygon) => {
                let corners: Vec<_> = polygon.corners().iter().map(|corner| corner.to_f64()).collect();
                let end =
                    |axis: usize, end: fn(f64, f64) -> f64| corners.iter().map(|at| at[axis]).reduce(end);
                let middle = |axis| Some((end(axis, f64::min)? + end(axis, f64::max)?) / 2.0);
                let middle = [middle(0)?, middle(1)?];
                let from = |&[x, y]: &[f64; 2]| Vec2::new((x - middle[0]) as f32, (middle[1] - y) as f32);
                (middle, HitmaskShape::Polygon(corners.iter().map(from).collect()))
            }
            _ => return None,
        };
        let [x, y] = collider.transform.position().to_f64();
        let place = self.point([x + middle[0], y + middle[1]]);
        Some((hitmask_of(collider), shape, Transform::from_translation(place.extend(0.0))))
    }
}

/// What a collider says beside its shape and place.
fn hitmask_of(collider: &Collider) -> Hitmask {
    Hitmask {
        kind: match collider.kind {
            ColliderKind::Character => HitmaskKind::Character,
            ColliderKind::OneWay => HitmaskKind::OneWay,
            ColliderKind::Sensor => HitmaskKind::Sensor,
            ColliderKind::Crate => HitmaskKind::Crate,
            _ => HitmaskKind::Body,
        },
        belongs_to: collider.layers.belongs_to,
        collides_with: collider.layers.collides_with,
        space: collider.space,
        group: collider.group,
        swept: collider.swept,
        first_only: collider.first_only,
        enabled: collider.enabled,
        up: collider.up.map(direction),
        open_side: direction(collider.open_side),
        ..Hitmask::default()
    }
}

fn direction(direction: Direction) -> HitmaskDirection {
    match direction {
        Direction::Up => HitmaskDirection::Up,
        Direction::Right => HitmaskDirection::Right,
        Direction::Down => HitmaskDirection::Down,
        Direction::Left => HitmaskDirection::Left,
    }
}
