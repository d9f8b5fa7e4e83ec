//! Steps, and the touches that they find.

use bevy_ecs::prelude::*;
use bevy_math::{Rect, Vec2};
use bevy_reflect::prelude::*;
use hitmask::{ColliderShape, Event as PixelEvent, EventKind, Handle, Point, TileKind};

use crate::component::HitmaskKind;
use crate::problem::{HitmaskProblem, ProblemKind};
use crate::tiles::TouchTile;
use crate::world::HitmaskWorld;

/// Where two entities touch, in Bevy's world.
#[derive(Clone, Copy, PartialEq, Debug, Reflect)]
#[non_exhaustive]
pub struct TouchPixels {
    /// The middle of the first pixel that both cover: the topmost, then the leftmost.
    pub point: Vec2,
    /// How many pixels both cover. In a [`TouchPassed`], at the time of the touch.
    pub area: u64,
    /// The direction from the entity to the other one, as a unit vector: where the overlap gives way. None if it has none, because the two lie inside each
    /// other in the same way on all sides, and if [`EventDetail::normal`](hitmask::EventDetail::normal) is not set.
    pub normal: Option<Vec2>,
    /// The rectangle around the pixels that both cover. None unless [`EventDetail::bounds`](hitmask::EventDetail::bounds) is set.
    pub bounds: Option<Rect>,
    /// The shortest way out: move the other one by it, or the entity by its opposite. None unless
    /// [`EventDetail::separation`](hitmask::EventDetail::separation) is set.
    pub separation: Option<Vec2>,
    /// When they first touched on the way from the last step (0) to this one (1). Only if one of the two is swept.
    pub time: Option<f32>,
    /// The tiles that cover the first pixel: of the entity, and of the other one. None for what is no [`HitmaskTileMap`](crate::HitmaskTileMap).
    pub tiles: [Option<TouchTile>; 2],
    /// The labels of the entity and of the other one that met first: 0 for what has no [`HitmaskShape::Labels`](crate::HitmaskShape::Labels).
    /// None unless [`EventDetail::labels`](hitmask::EventDetail::labels) is set. With a `time`, they are those of that moment. For all
    /// labels that meet ask [`HitmaskWorld::overlap_labels`](crate::HitmaskWorld::overlap_labels).
    pub labels: Option<[u8; 2]>,
    /// Column and row of the first pixel in [`HitmaskWorld::pixels`](crate::HitmaskWorld::pixels), whose y points down.
    #[reflect(ignore)]
    pub pixel: [i32; 2],
}

impl TouchPixels {
    fn new(hitmasks: &HitmaskWorld, event: &PixelEvent) -> Option<TouchPixels> {
        let (touch, grid) = (event.touch?, hitmasks.grid);
        let offset = |by: Point| grid.to_units(by.into());
        let bounds = touch.bounds.map(|rect| {
            let low = grid.to_units(Point::new(rect.x, rect.y).into());
            let high = low + offset(Point::new(rect.w as i32, rect.h as i32));
            Rect::from_corners(low, high)
        });
        Some(TouchPixels {
            point: grid.middle(touch.first),
            area: touch.area,
            normal: touch
                .normal
                .and_then(|normal| Vec2::new(normal.x as f32, -normal.y as f32).try_normalize()),
            bounds,
            separation: touch.separation.map(offset),
            time: event.time.map(|time| time.to_f64() as f32),
            tiles: [event.a, event.b].map(|handle| hitmasks.tile_of(handle, touch.first)),
            labels: event.hit.map(|hit| hit.labels),
            pixel: [touch.first.x, touch.first.y],
        })
    }

    /// As the other entity sees it.
    fn swapped(self) -> TouchPixels {
        let turned = |vector: Vec2| -vector;
        let turned_labels = |[a, b]: [u8; 2]| [b, a];
        let [own, other] = self.tiles;
        TouchPixels {
            normal: self.normal.map(turned),
            separation: self.separation.map(turned),
            tiles: [other, own],
            labels: self.labels.map(turned_labels),
            ..self
        }
    }
}

macro_rules! touch_events {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* };)*) => {$(
        $(#[$doc])*
        ///
        /// As a message it is sent once for each pair, in an order that is the same in every run. As an event it is triggered on both entities, each time
        /// with that entity as [`entity`](Self::entity).
        #[derive(Message, EntityEvent, Clone, Copy, PartialEq, Debug, Reflect)]
        #[reflect(Debug, Clone, PartialEq)]
        pub struct $name {
            /// One of the two. In a message, the one whose collider has the lower handle.
            #[event_target]
            pub entity: Entity,
            /// The other one.
            pub other: Entity,
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl $name {
            /// The other one of the pair. None if the entity is not one of the two.
            #[must_use]
            pub fn other_than(&self, entity: Entity) -> Option<Entity> {
                match entity {
                    _ if entity == self.entity => Some(self.other),
                    _ if entity == self.other => Some(self.entity),
                    _ => None,
                }
            }
        }
    )*};
}
touch_events! {
    /// Two entities touch now, and did not in the step before.
    TouchBegan {
        /// Where they touch.
        pixels: TouchPixels,
    };
    /// Two entities touched in the step before and don't any more: one moved away, was disabled, or was despawned. An entity that was despawned is named,
    /// but does not exist any more.
    TouchEnded {
        /// Of the entity and of the other one: which tiles of a [`HitmaskTileMap`](crate::HitmaskTileMap) were touched, since a map has a
        /// touch for each kind. None for what is no tile map, and for what was removed.
        kinds: [Option<HitmaskKind>; 2],
    };
    /// Two entities touched on the way since the last step, and don't touch now. Only for pairs with a swept entity. No [`TouchEnded`] follows.
    TouchPassed {
        /// Where they first touched on the way.
        pixels: TouchPixels,
    };
}

/// The events of a step that were not triggered yet.
#[derive(Resource, Default)]
pub(crate) struct PendingTouches(Vec<AnyTouch>);

#[derive(Clone, Copy)]
enum AnyTouch {
    Began(TouchBegan),
    Ended(TouchEnded),
    Passed(TouchPassed),
}

/// Steps the world and sends messages.
pub(crate) fn step(
    mut hitmasks: ResMut<HitmaskWorld>,
    mut pending: ResMut<PendingTouches>,
    mut began: MessageWriter<TouchBegan>,
    mut ended: MessageWriter<TouchEnded>,
    mut passed: MessageWriter<TouchPassed>,
    mut problems: MessageWriter<HitmaskProblem>,
    mut was_said: Local<bool>,
) {
    if let Err(error) = hitmasks.pixels.step() {
        if !*was_said {
            *was_said = true;
            let problem = HitmaskProblem { entity: None, kind: ProblemKind::TooManyPairs };
            tracing::error!("{problem} ({error})");
            problems.write(problem);
        }
        return;
    }
    *was_said = false;
    // Which handle an entity has is no concern of users, so the order of time is the better one.
    hitmasks.pixels.events_by_time();
    let hitmasks = &*hitmasks;
    for event in hitmasks.pixels.events() {
        let [entity, other] = event.data.map(Entity::from_bits);
        let pixels = TouchPixels::new(hitmasks, event);
        match (event.kind, pixels) {
            (EventKind::Begin, Some(pixels)) => {
                let touch = TouchBegan { entity, other, pixels };
                began.write(touch);
                pending.0.push(AnyTouch::Began(touch));
            }
            (EventKind::End, _) => {
                let kinds = [event.a, event.b].map(|handle| kind_of_tiles(hitmasks, handle));
                let touch = TouchEnded { entity, other, kinds };
                ended.write(touch);
                pending.0.push(AnyTouch::Ended(touch));
            }
            (EventKind::Pass, Some(pixels)) => {
                let touch = TouchPassed { entity, other, pixels };
                passed.write(touch);
                pending.0.push(AnyTouch::Passed(touch));
            }
            _ => {}
        }
    }
}

/// The kind of the tiles that a collider of a tile map has.
fn kind_of_tiles(hitmasks: &HitmaskWorld, handle: Handle) -> Option<HitmaskKind> {
    let ColliderShape::Tiles(_, kinds) = hitmasks.pixels.get(handle)?.shape else { return None };
    Some(match () {
        () if kinds.contains(TileKind::OneWay) => HitmaskKind::OneWay,
        () if kinds.contains(TileKind::Sensor) => HitmaskKind::Sensor,
        () => HitmaskKind::Body,
    })
}

/// Triggers the observers. An observer may despawn anything: what does not exist any more is not told.
pub(crate) fn notify(world: &mut World) {
    let touches = std::mem::take(&mut world.resource_mut::<PendingTouches>().0);
    for touch in &touches {
        match *touch {
            AnyTouch::Began(touch) => {
                let TouchBegan { entity, other, pixels } = touch;
                trigger(world, entity, touch);
                trigger(world, other, TouchBegan { entity: other, other: entity, pixels: pixels.swapped() });
            }
            AnyTouch::Ended(touch) => {
                let TouchEnded { entity, other, kinds: [own, others] } = touch;
                trigger(world, entity, touch);
                trigger(world, other, TouchEnded { entity: other, other: entity, kinds: [others, own] });
            }
            AnyTouch::Passed(touch) => {
                let TouchPassed { entity, other, pixels } = touch;
                trigger(world, entity, touch);
                trigger(world, other, TouchPassed { entity: other, other: entity, pixels: pixels.swapped() });
            }
        }
    }
    // The memory is kept for the next step.
    let mut pending = touches;
    pending.clear();
    world.resource_mut::<PendingTouches>().0 = pending;
}

fn trigger<'a, E: EntityEvent<Trigger<'a>: Default>>(world: &mut World, entity: Entity, event: E) {
    if world.get_entity(entity).is_ok() {
        world.trigger(event);
        // What the observer commands happens before the next one runs.
        world.flush();
    }
}
