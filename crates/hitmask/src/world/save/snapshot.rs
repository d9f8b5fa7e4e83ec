//! Snapshots of worlds: states to roll back to.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::broad_phase::Aabb;
use crate::geom::Pose;
use crate::placed::Footprint;
use crate::world::pixels::quick::Quick;
use crate::world::plane;
use crate::world::step::StepRecord;
use crate::world::step::swept::WayStart;
use crate::world::store::version::UNKNOWN;
use crate::world::types::collider::{Collider, ColliderShape};
use crate::world::types::options::WorldOptions;
use crate::world::{Live, Slot, World};

/// A state of a [`World`], from [`World::snapshot`]. It holds everything that later events depend on, and nothing that can be computed
/// again, such as drawn pictures.
///
/// Terrains share their tiles with the world until one of them is carved. Other shapes are shared anyway.
#[derive(Clone, Default)]
pub struct WorldSnapshot {
    options: WorldOptions,
    slots: Vec<SavedSlot>,
    /// The version of each slot.
    versions: Vec<u64>,
    free: Vec<u32>,
    record: StepRecord,
}

#[derive(Clone, Default)]
struct SavedSlot {
    generation: u32,
    live: Option<SavedLive>,
}

/// A collider, and what follows from it but is cheaper to copy than to find again.
#[derive(Clone)]
struct SavedLive {
    collider: Collider,
    pose: Option<Pose>,
    footprint: Footprint,
    start: WayStart,
    /// The box in which it may meet others.
    aabb: Aabb,
}

impl World {
    /// Stores the world as it is now. [`World::restore`] goes back to it: for the rollback of a networked game, for undo, for looking
    /// ahead. Use [`World::snapshot_into`] to reuse the memory of an older snapshot.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, World};
    /// let mut world = World::new();
    /// let ball = world.insert(Collider::new(Mask::filled(9, 9)));
    /// let wall = world.insert(Collider::new(Mask::filled(9, 90)).at((20, 0)));
    /// let before = world.snapshot();
    ///
    /// let play = |world: &mut World| {
    ///     world.set_position(ball, (15, 5)).unwrap();
    ///     let events = world.step().unwrap().to_vec();
    ///     world.remove(wall);
    ///     (events, world.insert(Collider::new(Mask::filled(3, 3))))
    /// };
    /// let first = play(&mut world);
    /// world.restore(&before);
    /// assert_eq!(play(&mut world), first);                       // the same events, the same handles
    /// ```
    ///
    /// # Complexity
    /// Linear in the number of slots, contacts and events: about as much as copying some hundred bytes for each collider.
    #[doc(alias = "save state")]
    #[doc(alias = "rollback")]
    #[must_use]
    pub fn snapshot(&self) -> WorldSnapshot {
        let mut snapshot = WorldSnapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// As [`World::snapshot`], into an older snapshot. Only colliders that differ are copied, and no memory is allocated if the old
    /// snapshot has enough. So a game that keeps the last few frames uses as many snapshots in turn.
    ///
    /// ```
    /// use hitmask::{World, WorldSnapshot};
    /// let mut world = World::new();
    /// let mut frames = vec![WorldSnapshot::default(); 8];
    /// for frame in 0..100 {
    ///     world.snapshot_into(&mut frames[frame % 8]);
    ///     // ... the frame's changes
    ///     world.step()?;
    /// }
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Complexity
    /// A look at the version of each slot; a copy of those colliders that changed since the snapshot was last taken or restored; a copy of
    /// the contacts and events of the last step.
    pub fn snapshot_into(&self, snapshot: &mut WorldSnapshot) {
        // Without `..`, so that a new field is not forgotten. Those with `_` follow from the others.
        let World {
            options,
            slots,
            quick: _,
            turned: _,
            drawings: _,
            free,
            spaces: _,
            space_of: _,
            free_spaces: _,
            scratch,
            versions: _,
        } = self;
        snapshot.options = *options;
        snapshot.free.clone_from(free);
        scratch.record_into(&mut snapshot.record);
        snapshot.slots.resize_with(slots.len(), SavedSlot::default);
        snapshot.versions.resize(slots.len(), UNKNOWN);
        for ((slot, saved), version) in slots.iter().zip(&mut snapshot.slots).zip(&mut snapshot.versions) {
            if slot.version == *version && *version != UNKNOWN {
                continue;
            }
            *version = slot.version;
            saved.generation = slot.generation;
            let Some(live) = &slot.live else {
                saved.live = None;
                continue;
            };
            let aabb = self.area_of(live);
            match &mut saved.live {
                Some(saved) => saved.copy(live, aabb),
                none => *none = Some(SavedLive::of(live, aabb)),
            }
        }
    }

    /// Makes the world exactly what it was when the snapshot was taken: the same handles, the same contacts, and from then on the same
    /// events, on any number of threads. The snapshot can be restored again. It may be of another world.
    ///
    /// Shapes are restored as the colliders had them: the current frame, and a terrain's pixels, if it was edited with
    /// [`World::edit_terrain`]. What a [`CustomTest`](crate::CustomTest) keeps for itself is not known here and stays as it is.
    ///
    /// # Complexity
    /// As [`World::snapshot_into`]. Pictures of turned sprites whose matrix is another one now are drawn again when they are needed. What
    /// was inserted or removed since costs an allocation.
    #[doc(alias = "rollback")]
    #[doc(alias = "load state")]
    pub fn restore(&mut self, snapshot: &WorldSnapshot) {
        let WorldSnapshot { options, slots, versions, free, record } = snapshot;
        if self.options != *options {
            // The spaces depend on the options.
            *self = World::with_options(*options);
        }
        for index in slots.len()..self.slots.len() {
            if let Some(live) = self.slots[index].live.take() {
                self.leave(&live);
            }
        }
        self.slots.resize_with(slots.len(), Slot::default);
        self.quick.resize_with(slots.len(), Quick::default);
        self.turned.resize(slots.len());
        for (index, (saved, &version)) in (0..).zip(slots.iter().zip(versions)) {
            if self.slots[index as usize].version != version || version == UNKNOWN {
                self.restore_slot(index, saved);
                self.slots[index as usize].version = version;
            }
        }
        self.free.clone_from(free);
        self.scratch.restore(record);
    }

    fn restore_slot(&mut self, index: u32, saved: &SavedSlot) {
        let at = index as usize;
        self.slots[at].generation = saved.generation;
        let live = self.slots[at].live.take();
        let mut live = match (live, &saved.live) {
            (Some(live), Some(saved)) if live.collider.space == saved.collider.space => live,
            (live, _) => {
                if let Some(live) = live {
                    self.leave(&live);
                }
                let Some(saved) = &saved.live else {
                    self.turned.forget(index);
                    return self.quick[at].forget();
                };
                let mut live = Live::new(saved.collider.clone());
                self.enter_at(index, &mut live, saved.aabb);
                Box::new(live)
            }
        };
        if let Some(saved) = &saved.live {
            if !live.collider.shape.is_same(&saved.collider.shape) {
                live.forget_picture();
            }
            saved.paste(&mut live);
            let wrap = self.wrap();
            plane::settle_quick(wrap, &mut self.quick[at], &live);
            let is_moved = self.area_of(&live) != saved.aabb;
            let space = &mut self.spaces[live.space as usize];
            if is_moved {
                plane::set_rows(wrap, space, index, &mut live, saved.aabb);
            }
            live.rows().for_each(|row| space.set_filter(row, live.filter()));
            plane::settle_turned(wrap, &mut self.turned, index, &live);
        }
        self.slots[at].live = Some(live);
    }
}

impl SavedLive {
    fn of(live: &Live, aabb: Aabb) -> SavedLive {
        let Live { collider, pose, footprint, start, drawn: _, space: _, row: _, ghosts: _ } = live;
        SavedLive { collider: collider.clone(), pose: *pose, footprint: *footprint, start: *start, aabb }
    }

    /// As [`SavedLive::of`], into memory that exists.
    fn copy(&mut self, from: &Live, aabb: Aabb) {
        let Live { collider, pose, footprint, start, drawn: _, space: _, row: _, ghosts: _ } = from;
        copy_collider(&mut self.collider, collider);
        (self.pose, self.footprint, self.start, self.aabb) = (*pose, *footprint, *start, aabb);
    }

    /// Makes a live collider what this one was.
    fn paste(&self, onto: &mut Live) {
        let SavedLive { collider, pose, footprint, start, aabb: _ } = self;
        copy_collider(&mut onto.collider, collider);
        (onto.pose, onto.footprint, onto.start) = (*pose, *footprint, *start);
    }
}

/// `*onto = from.clone()`, but what both share is left alone. Counting its users up and down again would take most of the time.
fn copy_collider(onto: &mut Collider, from: &Collider) {
    let Collider {
        shape,
        transform,
        whole_pixels,
        layers,
        space,
        kind,
        group,
        order,
        swept,
        enabled,
        data,
        custom,
    } = from;
    if !onto.shape.is_same(shape) {
        onto.shape = shape.clone();
    }
    let is_same_test = match (&onto.custom, custom) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    };
    if !is_same_test {
        onto.custom.clone_from(custom);
    }
    onto.transform = *transform;
    onto.whole_pixels = *whole_pixels;
    onto.layers = *layers;
    onto.space = *space;
    onto.kind = *kind;
    onto.group = *group;
    onto.order = *order;
    onto.swept = *swept;
    onto.enabled = *enabled;
    onto.data = *data;
}

impl ColliderShape {
    /// Whether both are the same value, or share the same pixels in memory.
    fn is_same(&self, other: &ColliderShape) -> bool {
        match (self, other) {
            (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Runs(a), ColliderShape::Runs(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Alpha(a, rule), ColliderShape::Alpha(b, other)) => {
                Arc::ptr_eq(a, b) && rule == other
            }
            (ColliderShape::Terrain(a), ColliderShape::Terrain(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Rect(a), ColliderShape::Rect(b)) => a == b,
            (ColliderShape::Circle(a), ColliderShape::Circle(b)) => a == b,
            (ColliderShape::Polygon(a), ColliderShape::Polygon(b)) => Arc::ptr_eq(a, b),
            (ColliderShape::Frames(a), ColliderShape::Frames(b)) => a.is_same(b),
            _ => false,
        }
    }
}

/// A summary: how many colliders and contacts there are.
impl fmt::Debug for WorldSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldSnapshot")
            .field("colliders", &self.slots.iter().filter(|slot| slot.live.is_some()).count())
            .field("contacts", &self.record.contacts.len())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
