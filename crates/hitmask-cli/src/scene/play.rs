//! A scene that is played: step by step everything moves, then the world says who touches whom.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hitmask::{
    AlphaMask, AlphaRule, Collider, ColliderShape, EventDetail, EventKind, Handle, Layers, Pose, Rect, Touch,
    World, WorldOptions, WorldStats,
};

use super::Scene;
use super::kinds::Kind;
use super::motion::Motion;
use crate::answer::Shape;
use crate::error::Error;
use crate::values::Rule;

/// What happened between two sprites in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Happening {
    pub(crate) kind: EventKind,
    /// The numbers of the sprites, the one that comes first in the file first.
    pub(crate) pair: [usize; 2],
    /// None when they don't touch any more.
    pub(crate) touch: Option<Touch>,
}

/// A scene under way.
#[derive(Debug)]
pub(crate) struct Play<'a> {
    scene: &'a Scene,
    world: World,
    shapes: Vec<ColliderShape>,
    actors: Vec<Actor>,
    step: u32,
    happenings: Vec<Happening>,
    moving: Duration,
}

#[derive(Clone, Debug)]
struct Actor {
    motion: Motion,
    /// How often it has moved, and so turned.
    turns: u32,
    handle: Option<Handle>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(scene: &'a Scene, detail: EventDetail) -> Self {
        let by_sum = scene.kinds.iter().any(|kind| kind.rule == Rule::AlphaSum);
        let actor = |motion: Motion| Actor { motion, turns: 0, handle: None };
        Play {
            scene,
            world: World::with_options(WorldOptions { detail, timing: true, ..WorldOptions::default() }),
            shapes: scene.kinds.iter().map(|kind| shape(kind, by_sum)).collect(),
            actors: scene.sprites.iter().map(|sprite| actor(sprite.start)).collect(),
            step: 0,
            happenings: Vec::new(),
            moving: Duration::ZERO,
        }
    }

    /// The number of the last step, from 1.
    pub(crate) fn step_number(&self) -> u32 {
        self.step
    }

    /// Moves everything, then says what happened, in the order of the first sprite of each pair, then of the second.
    pub(crate) fn step(&mut self) -> Result<(), Error> {
        self.step += 1;
        let started = Instant::now();
        self.move_all();
        self.moving = started.elapsed();
        let limit = |error| Error::Question(format!("step {}: {error}", self.step));
        let events = self.world.step().map_err(limit)?;
        self.happenings.clear();
        self.happenings.extend(events.iter().map(|event| {
            let [a, b] = event.data.map(|data| data as usize);
            Happening { kind: event.kind, pair: [a.min(b), a.max(b)], touch: event.touch }
        }));
        // Handles are used again, so that theirs is not always the file's order.
        if !self.happenings.is_sorted_by_key(|happening| happening.pair) {
            self.happenings.sort_by_key(|happening| happening.pair);
        }
        Ok(())
    }

    /// What happened in the last step.
    pub(crate) fn happenings(&self) -> &[Happening] {
        &self.happenings
    }

    fn move_all(&mut self) {
        let Play { scene, world, shapes, actors, step, .. } = self;
        for (number, (actor, sprite)) in actors.iter_mut().zip(&scene.sprites).enumerate() {
            let kind = &scene.kinds[sprite.kind];
            if kind.remove_at == Some(*step)
                && let Some(handle) = actor.handle.take()
            {
                world.remove(handle);
            }
            let is_new = kind.insert_at == *step;
            if actor.handle.is_none() && !is_new {
                continue;
            }
            actor.motion.step(scene.bounds);
            actor.turns += 1;
            match actor.handle {
                None => {
                    let collider = Collider::new(shapes[sprite.kind].clone())
                        .posed(kind.pose(&actor.motion, actor.turns))
                        .on(Layers::new(kind.belongs_to, kind.collides_with))
                        .with_data(number as u64);
                    actor.handle = Some(world.insert(collider));
                }
                Some(handle) if kind.is_upright() && actor.motion.at.pixel().is_some() => {
                    world.set_position(handle, actor.motion.at).expect("an actor's handle is good");
                }
                Some(handle) => {
                    world
                        .set_pose(handle, kind.pose(&actor.motion, actor.turns))
                        .expect("an actor's handle is good");
                }
            }
        }
    }

    /// Where each sprite lies; none of those that are not there or cover nothing.
    pub(crate) fn poses(&self) -> Vec<Option<Pose>> {
        let pose = |actor: &Actor| self.world.get(actor.handle?)?.pose;
        self.actors.iter().map(pose).collect()
    }

    /// What the last step did.
    pub(crate) fn stats(&self) -> &WorldStats {
        self.world.stats()
    }

    /// How long moving took in the last step.
    pub(crate) fn moving(&self) -> Duration {
        self.moving
    }
}

/// What the sprites of a kind collide with. Where alpha sums are asked for, those that go by a threshold have alphas, too.
fn shape(kind: &Kind, by_sum: bool) -> ColliderShape {
    match &kind.look.shape {
        Shape::Mask(_) if by_sum && kind.look.side.key.is_none() => {
            ColliderShape::Alpha(Arc::new(kind.look.frame.alpha()), AlphaRule::AtLeast(kind.threshold.0))
        }
        Shape::Mask(mask) => ColliderShape::Mask(Arc::new(mask.clone())),
        Shape::Alpha(alpha) => ColliderShape::Alpha(Arc::new(AlphaMask::clone(alpha)), AlphaRule::Sum),
        Shape::Rect(rect) => ColliderShape::Rect(Rect::clone(rect)),
    }
}
