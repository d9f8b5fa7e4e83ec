//! Characters and lifts: a system parameter that moves entities among the colliders.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Affine3A, Vec2};
use bevy_transform::components::{GlobalTransform, Transform};
use hitmask::{Blocker, Handle, MoveOptions, PointQ16, QueryFilter};

use crate::geometry::PixelGrid;
use crate::record::Record;
use crate::tiles::TouchTile;
use crate::world::HitmaskWorld;

/// Moves the characters of platform games: they stop flush, slide on, climb ledges and slopes, and land on one-way platforms, all by pixels. Give such an
/// entity `Hitmask::default().character()`.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::components::Transform;
/// use bevy_hitmask::{CharacterMover, hitmask::MoveOptions, prelude::*};
///
/// #[derive(Component)]
/// struct Hero { velocity: bevy_math::Vec2 }
///
/// fn walk(mut heroes: Query<(Entity, &mut Hero, &mut Transform)>, mut mover: CharacterMover) {
///     for (entity, mut hero, mut transform) in &mut heroes {
///         hero.velocity.y -= 0.35;                                            // units a frame
///         let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
///         if let Some(slide) = mover.move_and_slide(entity, &mut transform, hero.velocity, &options) {
///             hero.velocity = slide.velocity;                                 // 0 on an axis that is blocked
///             let _can_jump = slide.floor.is_some();
///         }
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins(HitmaskPlugin::default()).add_systems(bevy_app::Update, walk);
/// # app.update();
/// ```
///
/// Others are where the last sync saw them. Their motion in this frame counts if [`sync_hitmasks`](crate::sync_hitmasks) runs before.
///
/// A character stands on whole pixels, and keeps the rest of its position as a remainder. The transform has both, so it is drawn up to half a pixel beside
/// the pixels that it covers, unless the renderer snaps it.
#[derive(SystemParam)]
pub struct CharacterMover<'w, 's> {
    hitmasks: ResMut<'w, HitmaskWorld>,
    parents: Query<'w, 's, &'static ChildOf>,
    globals: Query<'w, 's, &'static GlobalTransform>,
}

/// The result of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Slide {
    /// What is left of the motion's speed: the motion, but 0 on an axis that is blocked.
    pub velocity: Vec2,
    /// What it stands on. None if the motion leads up.
    pub floor: Option<SlideBlocker>,
    /// What stops it above. None if the motion does not lead up.
    pub ceiling: Option<SlideBlocker>,
    /// What stops it on the side to which the motion leads. A ledge that it could climb is no wall.
    pub wall: Option<SlideBlocker>,
    /// The solid entity that it overlapped at the start. In that case it did not move.
    pub stuck: Option<Entity>,
}

/// What is in the way.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SlideBlocker {
    /// The entity.
    pub entity: Entity,
    /// The middle of its pixel that is in the way.
    pub point: Vec2,
    /// The direction from that pixel towards the character: up for a floor.
    pub normal: Vec2,
    /// The tile that has that pixel, if the entity is a [`HitmaskTileMap`](crate::HitmaskTileMap).
    pub tile: Option<TouchTile>,
}

/// What a solid did to the characters near it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct SolidMove {
    /// Those that it pushed.
    pub pushed: Vec<Entity>,
    /// Those that rode it.
    pub carried: Vec<Entity>,
    /// Those that were in its way and could not step aside at one of its steps.
    pub crushed: Vec<Entity>,
}

impl SolidMove {
    fn of(pixels: &hitmask::World, moved: &hitmask::SolidMoved) -> SolidMove {
        let entities = |handles: &[Handle]| {
            let entity = |&handle: &Handle| Some(Entity::from_bits(pixels.get(handle)?.data));
            handles.iter().filter_map(entity).collect()
        };
        SolidMove {
            pushed: entities(&moved.pushed),
            carried: entities(&moved.carried),
            crushed: entities(&moved.crushed),
        }
    }
}

/// Where an entity is: what a mover has kept, as long as the transform is the one that it wrote.
fn exact_position(
    record: &Record,
    grid: PixelGrid,
    parent: &Affine3A,
    transform: &Transform,
) -> Option<PointQ16> {
    let now = *parent * transform.compute_affine();
    match record.moved {
        Some((written, position)) if written == now => Some(position),
        _ => grid.to_pixels(now.translation.truncate()),
    }
}

/// Puts an entity on a position of the world.
fn put(transform: &mut Transform, grid: PixelGrid, parent: &Affine3A, position: PointQ16) {
    let z = (*parent * transform.compute_affine()).translation.z;
    let at = grid.to_units(position).extend(z);
    // Without a parent nothing is computed, so nothing is rounded.
    let local = if *parent == Affine3A::IDENTITY { at } else { parent.inverse().transform_point3(at) };
    (transform.translation.x, transform.translation.y) = (local.x, local.y);
}

impl CharacterMover<'_, '_> {
    /// Moves an entity by a motion in world units, among what it may meet: the space, layers and group of its [`Hitmask`](crate::Hitmask) count.
    /// Its transform is changed at once. None if it has no collider (yet).
    ///
    /// # Panics
    /// If the motion is not finite, or leads beyond 2³¹ pixels.
    pub fn move_and_slide(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        motion: Vec2,
        options: &MoveOptions,
    ) -> Option<Slide> {
        self.move_and_slide_with(entity, transform, motion, options, &QueryFilter::default())
    }

    /// The same among what a filter lets through. A space, layers or a group that it names replaces that of the entity.
    ///
    /// # Panics
    /// As [`CharacterMover::move_and_slide`].
    pub fn move_and_slide_with(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        motion: Vec2,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
    ) -> Option<Slide> {
        self.slide(entity, transform, motion, options, filter, None)
    }

    /// The same, and writes all that stops the entity into your vector: what is below or above first, then what is beside it, each in the order in which the
    /// entities got their colliders. The normals tell them apart. The vector's old contents are dropped.
    ///
    /// # Panics
    /// As [`CharacterMover::move_and_slide`].
    pub fn move_and_slide_into(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        motion: Vec2,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        blockers: &mut Vec<SlideBlocker>,
    ) -> Option<Slide> {
        self.slide(entity, transform, motion, options, filter, Some(blockers))
    }

    fn slide(
        &mut self,
        entity: Entity,
        transform: &mut Transform,
        motion: Vec2,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        all: Option<&mut Vec<SlideBlocker>>,
    ) -> Option<Slide> {
        let parent = self.parent_of(entity);
        let HitmaskWorld { pixels, grid, records, blockers, .. } = &mut *self.hitmasks;
        let record = records.get_mut(&entity)?;
        let handle = record.handle?;
        let position = exact_position(record, *grid, &parent, transform)?;
        pixels.set_position(handle, position)?;
        let motion = grid.to_pixels(motion).unwrap_or_else(|| panic!("{motion} is no motion"));
        let slid = pixels.move_and_slide_into(handle, motion, options, filter, blockers)?;
        if slid.position != position {
            put(transform, *grid, &parent, slid.position);
        }
        record.moved = Some((parent * transform.compute_affine(), slid.position));
        let blocker = |Blocker { handle, data, pixel, normal, .. }: Blocker| SlideBlocker {
            entity: Entity::from_bits(data),
            point: grid.middle(pixel),
            normal: Vec2::new(normal.x as f32, -normal.y as f32),
            tile: pixels.tile_at(handle, pixel).map(|met| TouchTile::new(&met)),
        };
        if let Some(all) = all {
            all.clear();
            all.extend(blockers.iter().copied().map(blocker));
        }
        Some(Slide {
            velocity: grid.to_units(slid.velocity),
            floor: slid.floor.map(blocker),
            ceiling: slid.ceiling.map(blocker),
            wall: slid.wall.map(blocker),
            stuck: slid.stuck.and_then(|stuck| pixels.get(stuck)).map(|stuck| Entity::from_bits(stuck.data)),
        })
    }

    /// Moves a solid entity by a motion in world units: a lift, a crusher, a platform. Nothing stops it. Characters in its way are pushed, those that stand on it
    /// are carried, and so are the `riders`: characters that hang on its wall. The transforms of all of them are changed at once. None if the entity has no
    /// collider (yet), or no transform in the query. See [`hitmask::World::move_solid`] for the rules.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_hitmask::{CharacterMover, prelude::*};
    ///
    /// #[derive(Component)]
    /// struct Lift { speed: f32 }
    ///
    /// fn lifts(lifts: Query<(Entity, &Lift)>, mut transforms: Query<&mut Transform>, mut mover: CharacterMover) {
    ///     for (entity, lift) in &lifts {
    ///         let moved = mover.move_solid(entity, (0.0, lift.speed).into(), &[], &mut transforms);
    ///         for _hero in moved.iter().flat_map(|moved| &moved.crushed) { /* it hurts */ }
    ///     }
    /// }
    /// # let mut app = bevy_app::App::new();
    /// # app.add_plugins(HitmaskPlugin::default()).add_systems(bevy_app::Update, lifts);
    /// # app.update();
    /// ```
    ///
    /// As a character does, the solid stands on whole pixels from now on, and keeps the rest of its position.
    ///
    /// # Panics
    /// If the motion is not finite, or leads beyond 2³¹ pixels.
    #[doc(alias = "moving platform")]
    #[doc(alias = "elevator")]
    pub fn move_solid(
        &mut self,
        entity: Entity,
        motion: Vec2,
        riders: &[Entity],
        transforms: &mut Query<&mut Transform>,
    ) -> Option<SolidMove> {
        self.move_solid_with(entity, motion, riders, &MoveOptions::default(), transforms)
    }

    /// The same with options: who is pushed or carried climbs ledges and gets round corners by them.
    ///
    /// # Panics
    /// As [`CharacterMover::move_solid`].
    pub fn move_solid_with(
        &mut self,
        entity: Entity,
        motion: Vec2,
        riders: &[Entity],
        options: &MoveOptions,
        transforms: &mut Query<&mut Transform>,
    ) -> Option<SolidMove> {
        let parent = self.parent_of(entity);
        let HitmaskWorld { pixels, grid, records, .. } = &mut *self.hitmasks;
        let record = records.get(&entity)?;
        let handle = record.handle?;
        let from = exact_position(record, *grid, &parent, transforms.get(entity).ok()?)?;
        pixels.set_position(handle, from)?;
        let riders: Vec<Handle> = riders.iter().filter_map(|rider| records.get(rider)?.handle).collect();
        let motion = grid.to_pixels(motion).unwrap_or_else(|| panic!("{motion} is no motion"));
        let moved = pixels.move_solid(handle, motion, &riders, options)?;
        let result = SolidMove::of(pixels, &moved);
        for entity in [entity].iter().chain(&result.pushed).chain(&result.carried) {
            self.follow(*entity, transforms);
        }
        Some(result)
    }

    /// Brings the collider of a solid entity to its transform in one jump: turn a plank, let a plant grow, swing a door, and call this in the same
    /// system. It carries those whose support it is with the point that bears them, and frees whom it then overlaps by the least move of at most
    /// `limit` pixels. Their transforms are changed at once. None if the entity has no collider (yet), is a part, or has no transform in the
    /// query. See [`hitmask::World::reshape_solid`] for the rules.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::components::Transform;
    /// use bevy_hitmask::{CharacterMover, prelude::*};
    ///
    /// #[derive(Component)]
    /// struct Plank;
    ///
    /// fn planks(planks: Query<Entity, With<Plank>>, mut transforms: Query<&mut Transform>, mut mover: CharacterMover) {
    ///     for entity in &planks {
    ///         if let Ok(mut plank) = transforms.get_mut(entity) {
    ///             plank.rotate_z(0.03);
    ///         }
    ///         let moved = mover.reshape_solid(entity, 8, &mut transforms);
    ///         for _hero in moved.iter().flat_map(|moved| &moved.crushed) { /* it hurts */ }
    ///     }
    /// }
    /// # let mut app = bevy_app::App::new();
    /// # app.add_plugins(HitmaskPlugin::default()).add_systems(bevy_app::Update, planks);
    /// # app.update();
    /// ```
    ///
    /// # Panics
    /// As [`hitmask::World::reshape_solid`].
    #[doc(alias = "rotate")]
    #[doc(alias = "seesaw")]
    pub fn reshape_solid(
        &mut self,
        entity: Entity,
        limit: u32,
        transforms: &mut Query<&mut Transform>,
    ) -> Option<SolidMove> {
        let parent = self.parent_of(entity);
        let HitmaskWorld { pixels, grid, records, .. } = &mut *self.hitmasks;
        let (handle, plane, division) = records.get(&entity)?.as_root()?;
        if pixels.root_of(handle).is_some() {
            return None;
        }
        let affine = parent * transforms.get(entity).ok()?.compute_affine();
        let to = grid.place(&plane, &affine)?.transform(division)?;
        let moved = pixels.reshape_solid(handle, limit, &QueryFilter::default(), |it| it.transform = to)?;
        let result = SolidMove::of(pixels, &moved);
        for entity in result.pushed.iter().chain(&result.carried) {
            self.follow(*entity, transforms);
        }
        Some(result)
    }

    /// What carries a character or a crate. None if nothing does.
    #[must_use]
    pub fn support(&self, entity: Entity) -> Option<Entity> {
        let HitmaskWorld { pixels, records, .. } = &*self.hitmasks;
        let support = pixels.support(records.get(&entity)?.handle?)?;
        pixels.get(support).map(|support| Entity::from_bits(support.data))
    }

    /// Writes where a collider is into the transform of its entity.
    fn follow(&mut self, entity: Entity, transforms: &mut Query<&mut Transform>) -> Option<()> {
        let parent = self.parent_of(entity);
        let HitmaskWorld { pixels, grid, records, .. } = &mut *self.hitmasks;
        let record = records.get_mut(&entity)?;
        let position = pixels.position(record.handle?)?;
        let mut transform = transforms.get_mut(entity).ok()?;
        if exact_position(record, *grid, &parent, &transform) != Some(position) {
            put(&mut transform, *grid, &parent, position);
        }
        record.moved = Some((parent * transform.compute_affine(), position));
        Some(())
    }

    fn parent_of(&self, entity: Entity) -> Affine3A {
        let parent = self.parents.get(entity).and_then(|parent| self.globals.get(parent.parent()));
        parent.map_or(Affine3A::IDENTITY, |parent| parent.affine())
    }

    /// The colliders, for questions between moves.
    #[must_use]
    pub fn hitmasks(&self) -> &HitmaskWorld {
        &self.hitmasks
    }
}
