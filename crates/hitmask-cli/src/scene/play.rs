//! Plays a scene: in each step all sprites move, then the world tells who touches whom.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hitmask::{
    AlphaMask, AlphaRule, Collider, ColliderProps, ColliderShape, EventDetail, EventKind, Handle, Layers,
    PathSegment, PointQ16, Pose, Rect, TimeOfImpact, Touch, Transform, World, WorldOptions, WorldStats,
};

use super::content::{Scene, SpriteKind};
use super::motion::{MOST_PARTS, Motion};
use crate::answer::SpriteShape;
use crate::error::Error;
use crate::values::Rule;

/// An event between two sprites of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SceneEvent {
    pub(crate) kind: EventKind,
    /// The numbers of the sprites, in the order of the file.
    pub(crate) pair: [usize; 2],
    /// `None` if they no longer touch.
    pub(crate) touch: Option<Touch>,
    /// When they met on the way, if a swept sprite is one of the two.
    pub(crate) time: Option<TimeOfImpact>,
    pub(crate) approximate: bool,
}

/// A scene that is being played.
#[derive(Debug)]
pub(crate) struct Play<'a> {
    scene: &'a Scene,
    world: World,
    shapes: Vec<ColliderShape>,
    movers: Vec<MovingSprite>,
    /// Whether some sprite is swept. Then the ways of all sprites count.
    is_swept: bool,
    step: u32,
    events: Vec<SceneEvent>,
    moving: Duration,
}

#[derive(Clone, Debug)]
struct MovingSprite {
    motion: Motion,
    /// The number of steps in which it has moved and turned.
    turns: u32,
    handle: Option<Handle>,
    /// The parts of its way in this step. Empty if the way is straight, or if ways don't count.
    parts: Vec<PathSegment>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(scene: &'a Scene, detail: EventDetail) -> Self {
        let by_sum = scene.kinds.iter().any(|kind| kind.rule == Rule::AlphaSum);
        let mover = |motion: Motion| MovingSprite { motion, turns: 0, handle: None, parts: Vec::new() };
        Play {
            scene,
            world: World::with_options(WorldOptions { detail, timing: true, ..WorldOptions::default() }),
            shapes: scene.kinds.iter().map(|kind| shape(kind, by_sum)).collect(),
            movers: scene.sprites.iter().map(|sprite| mover(sprite.start)).collect(),
            is_swept: scene.kinds.iter().any(|kind| kind.swept),
            step: 0,
            events: Vec::new(),
            moving: Duration::ZERO,
        }
    }

    /// The number of the last step, from 1.
    pub(crate) fn step_number(&self) -> u32 {
        self.step
    }

    /// Moves all sprites and finds the events. They are ordered by the first sprite of the pair, then by the second.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        self.step += 1;
        let started = Instant::now();
        self.move_all().map_err(|sprite| {
            let name = &self.scene.sprites[sprite].name;
            Error::Question(format!(
                "step {}: the sprite \"{name}\" is too fast for a scene with swept sprites: in one step it may come to an edge {MOST_PARTS} times at most, and move 2^31 pixels. Give it a smaller velocity, or make the world larger",
                self.step
            ))
        })?;
        self.moving = started.elapsed();
        let limit = |error| Error::Question(format!("step {}: {error}", self.step));
        let movers = &self.movers;
        let events = if self.is_swept {
            self.world.step_along(|member| &movers[member.collider.data as usize].parts)
        } else {
            self.world.step()
        };
        let events = events.map_err(limit)?;
        self.events.clear();
        self.events.extend(events.iter().map(|event| {
            let [a, b] = event.data.map(|data| data as usize);
            SceneEvent {
                kind: event.kind,
                pair: [a.min(b), a.max(b)],
                touch: event.touch,
                time: event.time,
                approximate: event.approximate,
            }
        }));
        // The world reuses handles, so its order is not always that of the file.
        if !self.events.is_sorted_by_key(|event| event.pair) {
            self.events.sort_by_key(|event| event.pair);
        }
        Ok(())
    }

    /// The events of the last step.
    pub(crate) fn events(&self) -> &[SceneEvent] {
        &self.events
    }

    /// Moves all sprites. An error is the number of a sprite that is too fast.
    fn move_all(&mut self) -> Result<(), usize> {
        let Play { scene, world, shapes, movers, is_swept, step, .. } = self;
        for (number, (mover, sprite)) in movers.iter_mut().zip(&scene.sprites).enumerate() {
            let kind = &scene.kinds[sprite.kind];
            if kind.remove_at == Some(*step)
                && let Some(handle) = mover.handle.take()
            {
                world.remove(handle);
            }
            let is_new = kind.insert_at == *step;
            if mover.handle.is_none() && !is_new {
                continue;
            }
            let props = ColliderProps {
                whole_pixels: kind.whole_pixels,
                first_only: kind.first_only,
                layers: Layers::new(kind.belongs_to, kind.collides_with),
                ..ColliderProps::default()
            };
            let collider = |swept: bool| Collider {
                props: ColliderProps { swept, ..props },
                ..Collider::new(shapes[sprite.kind].clone()).with_data(number as u64)
            };
            if *is_swept {
                // It enters where it starts: the way from there to its first step counts.
                let start = kind.transform(&mover.motion, mover.turns);
                let handle =
                    *mover.handle.get_or_insert_with(|| world.insert(placed(collider(kind.swept), start)));
                mover.parts.clear();
                mover.motion.add_parts(&kind.range, &mut mover.parts).ok_or(number)?;
                // The position of a transform is the middle of the picture.
                let [w, h] = kind.appearance.size().map(|side| i64::from(side) * (PointQ16::ONE / 2));
                for PathSegment { from, to, .. } in &mut mover.parts {
                    (*from, *to) = (*from + PointQ16::new(w, h), *to + PointQ16::new(w, h));
                }
                mover.motion.step(&kind.range);
                mover.turns += 1;
                match kind.transform(&mover.motion, mover.turns) {
                    Some(to) => world.set_transform(handle, to),
                    None => world.set_pose(handle, None),
                }
                .expect("the handle of a sprite that is in the world is valid");
                continue;
            }
            mover.motion.step(&kind.range);
            mover.turns += 1;
            match mover.handle {
                // A transform knows the middle, which is rounded.
                None if kind.whole_pixels => {
                    let at = kind.transform(&mover.motion, mover.turns);
                    mover.handle = Some(world.insert(placed(collider(false), at)));
                }
                Some(handle) if kind.whole_pixels => {
                    match kind.transform(&mover.motion, mover.turns) {
                        Some(to) => world.set_transform(handle, to),
                        None => world.set_pose(handle, None),
                    }
                    .expect("the handle of a sprite that is in the world is valid");
                }
                None => {
                    let collider = collider(false).posed(kind.pose(&mover.motion, mover.turns));
                    mover.handle = Some(world.insert(collider));
                }
                Some(handle) if kind.is_upright() && mover.motion.at.pixel().is_some() => {
                    world
                        .set_position(handle, mover.motion.at)
                        .expect("the handle of a sprite that is in the world is valid");
                }
                Some(handle) => {
                    world
                        .set_pose(handle, kind.pose(&mover.motion, mover.turns))
                        .expect("the handle of a sprite that is in the world is valid");
                }
            }
        }
        Ok(())
    }

    /// The pose of each sprite; `None` for sprites that are not in the world or cover nothing.
    pub(crate) fn poses(&self) -> Vec<Option<Pose>> {
        let pose = |mover: &MovingSprite| self.world.pose(mover.handle?);
        self.movers.iter().map(pose).collect()
    }

    /// The world after the last step.
    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    /// The statistics of the last step.
    pub(crate) fn stats(&self) -> &WorldStats {
        self.world.stats()
    }

    /// The time that the last step took to move the sprites.
    pub(crate) fn moving(&self) -> Duration {
        self.moving
    }
}

/// A collider at a transform. Without one it covers nothing.
fn placed(collider: Collider, at: Option<Transform>) -> Collider {
    match at {
        Some(at) => collider.with_transform(at),
        None => collider.posed(None),
    }
}

/// The shape of the sprites of a kind. If alpha sums are wanted anywhere in the scene, sprites with a threshold have alphas, too.
fn shape(kind: &SpriteKind, by_sum: bool) -> ColliderShape {
    match &kind.appearance.shape {
        SpriteShape::Mask(_) if by_sum && kind.appearance.spec.key.is_none() => ColliderShape::Alpha(
            Arc::new(kind.appearance.frame.alpha()),
            AlphaRule::AtLeast(kind.threshold.0),
        ),
        SpriteShape::Mask(mask) => ColliderShape::Mask(Arc::new(mask.clone())),
        SpriteShape::Alpha(alpha) => ColliderShape::Alpha(Arc::new(AlphaMask::clone(alpha)), AlphaRule::Sum),
        SpriteShape::Rect(rect) => ColliderShape::Rect(Rect::clone(rect)),
    }
}
