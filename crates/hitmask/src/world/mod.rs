//! The world: many colliders, and which of them touch. Broad phase, pixel tests, events and queries.
//!
//! This file is long because it has the data of a world and all that keeps its parts in step: whoever changes a slot must see all of them.

mod ask;
mod r#move;
mod pixels;
mod plane;
mod save;
mod step;
mod store;
mod types;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

pub use self::ask::cast::{CastHit, Caster, PixelCast};
pub use self::ask::line::LineHit;
pub use self::ask::nearest::Nearest;
pub use self::ask::query::{Probe, Query, QueryFilter};
pub use self::ask::ray::RayHit;
pub use self::ask::turning::{TurningCast, TurningHit, TurningMotion};
pub use self::r#move::fit::Fit;
pub use self::r#move::slide::{Blocker, Slid};
pub use self::r#move::solid::SolidMoved;
use self::pixels::cover::Cover;
use self::pixels::drawings::Drawings;
use self::pixels::drawn::Drawing;
use self::pixels::quick::Quick;
use self::pixels::texels::Texels;
use self::pixels::turned::TurnedMasks;
use self::plane::{Ghosts, Wrap};
pub use self::save::codec::{WorldError, WorldLimits};
#[cfg(feature = "serde")]
pub use self::save::saved::SavedWorld;
pub use self::save::snapshot::WorldSnapshot;
use self::step::StepScratch;
use self::step::swept::WayStart;
pub use self::step::way::{WayPart, WayPartEnd};
use self::store::space::{Filter, Space};
use self::store::version::Versions;
pub use self::types::collider::{
    AlphaRule, Collider, ColliderFrame, ColliderKind, ColliderShape, Frames, Layers,
};
pub use self::types::custom::{CustomTest, Member, Verdict};
pub use self::types::event::{Contact, Event, EventDetail, EventKind, Touch};
pub use self::types::handle::Handle;
pub use self::types::options::{PhaseTimes, WorldOptions, WorldStats};
use crate::bits::prefetch;
use crate::broad_phase::{Aabb, AnyBroadPhase};
use crate::geom::{Extent, Pose, Rect};
use crate::placed::{Footprint, Form};
use crate::tiles::Terrain;

/// A world of colliders, up to hundreds of thousands, that finds which of them touch: pixel for pixel, as the player sees them.
///
/// Insert [`Collider`]s, move them, and call [`World::step`] once a frame: it returns an event for each pair that began to touch and for
/// each pair that ceased to touch. Between steps, ask about one collider right after it moved ([`World::collide_one`]), or about any
/// shape anywhere ([`World::query`]).
///
/// # Guarantees
/// - Two colliders touch if and only if both cover the same world pixel, by [`PixelRule::Raster`](crate::PixelRule::Raster). Boxes never
///   change an answer: they only save work. Layers, spaces, filters and custom tests decide which pairs are tested at all.
/// - The same calls give the same handles and the same events in the same order, on every machine, with every broad phase and any
///   number of threads.
/// - A warm step on one thread allocates nothing: warm means that no shape is larger, and nothing more numerous, than in an earlier step.
///   A picture that is kept to be shared, from the second time on that it is asked for, counts as one thing more.
///   (Without `std`, turned masks do allocate: there is no place to keep their boundaries. With [`EventDetail::separation`], overlaps more
///   than four pixels deep do. Turned terrains and turned or scaled images of more than 2²⁴ pixels do where they meet something, because
///   they are drawn there part by part.)
/// - Coordinates may be any `i32`. Pixels outside that range don't exist, so nothing touches there.
/// - A stale handle gives None, never another collider.
/// - A clone of a world goes on as the original does, with the same handles and events. So does a world that is restored from a
///   [snapshot](World::snapshot), which is cheaper to take, or read from its [bytes](World::to_bytes). [`World::state_hash`] tells whether
///   two worlds agree.
///
/// # Limits
/// A step that finds more than [`WorldOptions::max_pairs`] pairs of boxes stops with an error and keeps the last contacts. A world holds
/// at most 2³² − 2 colliders.
///
/// ```
/// use std::sync::Arc;
/// use hitmask::{Collider, EventKind, Mask, World};
/// let ball = Arc::new(Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) <= 20));
/// let mut world = World::new();
/// let one = world.insert(Collider::new(&ball));
/// let two = world.insert(Collider::new(&ball).at((8, 8)));           // the pictures share a pixel, the balls don't
/// assert!(world.step()?.is_empty());
/// world.set_position(two, (6, 5)).unwrap();                          // None would mean that the handle is stale
/// for event in world.step()?.to_vec() {                              // a copy, because the loop changes the world
///     assert_eq!((event.kind, event.a, event.b), (EventKind::Begin, one, two));
///     world.remove(event.a);
/// }
/// assert_eq!(world.step()?[0].kind, EventKind::End);                 // the end of what was removed comes with the next step
/// # Ok::<(), hitmask::TooManyPairs>(())
/// ```
#[doc(alias = "collision world")]
#[derive(Clone, Default)]
pub struct World {
    options: WorldOptions,
    slots: Vec<Slot>,
    /// One for each slot.
    quick: Vec<Quick>,
    turned: TurnedMasks,
    drawings: Drawings,
    /// The slots that are free. The last one is used next.
    free: Vec<u32>,
    spaces: Vec<Space>,
    /// The index in `spaces` of each space that has members, sorted by the space's id.
    space_of: Vec<(u32, u32)>,
    /// The indices in `spaces` of spaces without members.
    free_spaces: Vec<u32>,
    scratch: StepScratch,
    versions: Versions,
}

/// A summary: a world may hold a hundred thousand colliders. [`World::members`] lists them.
impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("colliders", &self.len())
            .field("spaces", &self.space_of.len())
            .field("contacts", &self.scratch.contacts.len())
            .field("events", &self.scratch.events.len())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Room for one collider.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot {
    generation: u32,
    live: Option<Box<Live>>,
    /// Whoever changes the slot gives it a new one: see [`Versions`].
    version: u64,
}

impl Slot {
    /// Prefetches the collider.
    #[inline]
    fn prefetch(&self) {
        if let Some(live) = &self.live {
            prefetch::value(&**live);
        }
    }

    /// Prefetches the collider's data.
    #[inline]
    fn prefetch_data(&self) {
        if let Some(live) = &self.live {
            prefetch::value(&live.collider.data);
        }
    }
}

/// A collider in its slot.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    collider: Collider,
    /// The pose that follows from the collider's transform.
    pose: Option<Pose>,
    footprint: Footprint,
    /// Shared with colliders that look the same, and with clones of the world.
    drawn: Option<Arc<Drawing>>,
    /// The index of its space in `World::spaces`, and its row in that space.
    space: u32,
    row: u32,
    /// Further rows in that space. Only in a wrapped world, where its box crosses a seam.
    ghosts: Ghosts,
    /// Where its way to the next step starts.
    start: WayStart,
}

impl Live {
    fn new(collider: Collider) -> Live {
        Live {
            collider,
            pose: None,
            footprint: Footprint::NOTHING,
            drawn: None,
            space: 0,
            row: 0,
            ghosts: Ghosts::default(),
            start: WayStart::default(),
        }
    }

    #[inline]
    fn texels(&self) -> Option<Texels<'_>> {
        Some(Texels::of(&self.collider.shape, self.pose?))
    }

    /// What it covers. None if it covers nothing.
    #[inline]
    fn cover(&self) -> Option<Cover<'_>> {
        // Pictures are drawn in steps only. Between steps, a collider without a current picture is drawn where it is asked about.
        Cover::new(self.texels()?, &self.footprint, self.drawn.as_deref())
    }

    fn filter(&self) -> Filter {
        Filter {
            layers: self.collider.layers,
            group: self.collider.group,
            is_sensor: self.collider.kind == ColliderKind::Sensor,
            is_swept: self.collider.swept,
        }
    }

    /// Updates the footprint after the shape or the pose has changed. Returns the box in which the collider may meet others.
    #[inline]
    fn settle(&mut self, wrap: Option<Wrap>) -> Aabb {
        if let Some(wrap) = wrap {
            let given = self.collider.transform.position();
            let position = wrap.position(given);
            self.collider.transform.set_position(position);
            self.start.shift(position - given);
        }
        self.place(wrap);
        let Collider { custom, enabled, .. } = &self.collider;
        match custom {
            _ if !enabled => Aabb::EMPTY,
            None => self.footprint.extent.into(),
            Some(custom) => {
                let own = self.footprint.extent.intersection(Extent::WORLD).to_rect();
                custom.reach(&self.collider, own).map_or(Aabb::EMPTY, Aabb::from)
            }
        }
    }
}

impl Live {
    /// Updates pose and footprint. An unturned mask, the most frequent case, has a way of its own: what it writes is never read back from
    /// the stack in other pieces than it was written, which stalls a processor for longer than all of this takes.
    #[inline]
    fn place(&mut self, wrap: Option<Wrap>) {
        if let (None, ColliderShape::Mask(mask), Some(pose)) =
            (wrap, &self.collider.shape, self.collider.pose())
            && pose.is_translation()
        {
            self.footprint = Footprint::moved(mask.extent(), &pose);
            self.pose = Some(pose);
        } else {
            self.place_any(wrap);
        }
    }

    #[inline(never)]
    fn place_any(&mut self, wrap: Option<Wrap>) {
        if wrap.is_some() {
            (self.pose, self.footprint) = plane::place(&self.collider, wrap);
            return;
        }
        // What `plane::place` says, too, but written at once: its pair would be put together on the stack and copied.
        self.pose = self.collider.pose();
        self.footprint = self.texels().map_or(Footprint::NOTHING, |texels| texels.footprint());
    }
}

impl World {
    /// An empty world with the default options. Allocates nothing.
    #[must_use]
    pub fn new() -> World {
        World::default()
    }

    /// An empty world with these options. Allocates nothing.
    ///
    /// # Panics
    /// If a side of [`WorldOptions::wrap`] is 0 or above 2³⁰.
    #[must_use]
    pub fn with_options(options: WorldOptions) -> World {
        Wrap::check(&options);
        World { options, drawings: Drawings::new(options.drawing_bytes), ..World::default() }
    }

    /// The options that the world was made with.
    #[must_use]
    pub fn options(&self) -> &WorldOptions {
        &self.options
    }

    /// How many colliders there are, disabled ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.space_of.iter().map(|&(_, space)| self.spaces[space as usize].len()).sum()
    }

    /// Whether there are no colliders.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a collider and returns its handle. Queries find it at once; events come from the next step on.
    ///
    /// # Panics
    /// If there are 2³² − 2 colliders already.
    ///
    /// # Complexity
    /// Constant on average. A [custom test](CustomTest)'s `reach` is called once. A space's first member costs a binary search among spaces
    /// and an insertion into their list.
    #[doc(alias = "add")]
    #[doc(alias = "spawn")]
    pub fn insert(&mut self, collider: Collider) -> Handle {
        let index = self.free.pop().unwrap_or_else(|| {
            let index = u32::try_from(self.slots.len()).ok().filter(|&index| index < u32::MAX - 1);
            self.slots.push(Slot::default());
            self.quick.push(Quick::default());
            self.turned.resize(self.slots.len());
            index.expect("a world holds at most 2^32 - 2 colliders")
        });
        let mut live = Box::new(Live::new(collider));
        self.enter(index, &mut live);
        let slot = &mut self.slots[index as usize];
        slot.live = Some(live);
        slot.version = self.versions.next();
        Handle { index, generation: slot.generation }
    }

    /// Removes a collider and returns it. None if the handle is stale. Its contacts end at the next step; those events carry the data that
    /// it had last.
    pub fn remove(&mut self, handle: Handle) -> Option<Collider> {
        self.live(handle)?;
        let slot = &mut self.slots[handle.index as usize];
        let live = slot.live.take()?;
        slot.version = self.versions.next();
        self.quick[handle.index as usize].forget();
        self.turned.forget(handle.index);
        // A slot whose generations are used up is never used again.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(handle.index);
        }
        self.leave(&live);
        self.scratch.bury(handle, live.collider.data);
        Some(live.collider)
    }

    /// Removes all colliders. Their handles become stale. Their contacts end at the next step.
    pub fn clear(&mut self) {
        for index in 0..self.slots.len() as u32 {
            self.remove(Handle { index, generation: self.slots[index as usize].generation });
        }
    }

    /// A collider. None if the handle is stale.
    #[must_use]
    pub fn get(&self, handle: Handle) -> Option<&Collider> {
        Some(&self.live(handle)?.collider)
    }

    /// Whether a collider of this handle is in the world. False if the handle is stale.
    #[must_use]
    pub fn contains(&self, handle: Handle) -> bool {
        self.live(handle).is_some()
    }

    /// All colliders with their handles, in the order of their handles.
    pub fn members(&self) -> impl Iterator<Item = Member<'_>> {
        (0..).zip(&self.slots).filter_map(|(index, slot)| {
            let collider = &slot.live.as_ref()?.collider;
            Some(Member { handle: Handle { index, generation: slot.generation }, collider })
        })
    }

    /// A box around the world pixels that a collider covers. None if the handle is stale or the collider covers no pixel that exists.
    ///
    /// Tight for masks and rectangles that are not turned or scaled; it may be a little larger for other shapes. Costs no look at pixels.
    /// In a wrapped world its corner lies in the world, and it reaches beyond the world if the collider crosses a seam. Of a box that is 2³²
    /// pixels wide or high, the whole range of `i32`, the last column or row is left out.
    #[must_use]
    pub fn bounds(&self, handle: Handle) -> Option<Rect> {
        self.live(handle)?.footprint.extent.intersection(Extent::WORLD).to_rect()
    }

    /// Sets a collider's shape. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_shape(&mut self, handle: Handle, shape: impl Into<ColliderShape>) -> Option<()> {
        let shape = shape.into();
        self.change(handle, |live| {
            live.collider.shape = shape;
            live.forget_picture();
        })
    }

    /// Shows another frame of a collider's animation, counted from 0. None if the handle is stale.
    ///
    /// # Panics
    /// If the shape is not [`ColliderShape::Frames`], or the frame's number is not below the number of frames.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_frame(&mut self, handle: Handle, frame: usize) -> Option<()> {
        self.change(handle, |live| {
            let ColliderShape::Frames(frames) = &mut live.collider.shape else {
                panic!("collider {handle:?} is not an animation: its shape is {:?}", live.collider.shape)
            };
            if frames.current() != frame {
                frames.show(frame);
                live.forget_picture();
            }
        })
    }

    /// Edits a collider's terrain in place: carve, draw, restore a snapshot. Returns what `edit` returns. None if the handle is stale or
    /// the shape is not a terrain; `edit` is not called then.
    ///
    /// If the `Arc` of the terrain is shared, the world first makes a copy of its own and edits that. The copy shares its tiles with the
    /// original, so it costs the index of the tiles, not the pixels.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Probe, QueryFilter, Rect, Terrain, World};
    /// let mut world = World::new();
    /// let ground = world.insert(Collider::new(Terrain::filled(1000, 200)).at((0, 100)));
    /// let here = Probe::point((500, 110));
    /// assert!(world.query(&here, &QueryFilter::default()).any());
    /// let change = world.edit_terrain(ground, |terrain| terrain.carve(&Rect::new(490, 0, 20, 20), (0, 0)));
    /// assert_eq!(change.unwrap().pixels, 400);
    /// assert!(!world.query(&here, &QueryFilter::default()).any());
    /// ```
    #[doc(alias = "carve")]
    #[must_use = "None says that the handle is stale or its shape is not a terrain, and that nothing was changed"]
    pub fn edit_terrain<R>(&mut self, handle: Handle, edit: impl FnOnce(&mut Terrain) -> R) -> Option<R> {
        let mut result = None;
        self.change(handle, |live| {
            if let ColliderShape::Terrain(terrain) = &mut live.collider.shape {
                result = Some(edit(Arc::make_mut(terrain)));
            }
        })?;
        result
    }

    /// Enables or disables a collider: see [`Collider::enabled`]. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_enabled(&mut self, handle: Handle, enabled: bool) -> Option<()> {
        self.change(handle, |live| {
            if enabled && !live.collider.enabled {
                live.start = WayStart::default();
            }
            live.collider.enabled = enabled;
        })
    }

    /// Sets a collider's own test; None removes it. Returns None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_test(&mut self, handle: Handle, test: impl Into<Option<Arc<dyn CustomTest>>>) -> Option<()> {
        let test = test.into();
        self.change(handle, |live| live.collider.custom = test)
    }

    /// Sets a collider's layers. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_layers(&mut self, handle: Handle, layers: Layers) -> Option<()> {
        self.refilter(handle, |collider| collider.layers = layers)
    }

    /// Makes a collider a body, a character, a one-way platform, or a sensor. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_kind(&mut self, handle: Handle, kind: ColliderKind) -> Option<()> {
        self.refilter(handle, |collider| collider.kind = kind)?;
        // A character stands on whole pixels.
        self.change(handle, |_| {})
    }

    /// Sets a collider's data. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_data(&mut self, handle: Handle, data: u64) -> Option<()> {
        self.refilter(handle, |collider| collider.data = data)
    }

    /// Sets a collider's group: see [`Collider::group`]. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_group(&mut self, handle: Handle, group: u32) -> Option<()> {
        self.refilter(handle, |collider| collider.group = group)
    }

    /// Sets a collider's place in the drawing order: see [`Collider::order`]. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_order(&mut self, handle: Handle, order: i32) -> Option<()> {
        self.refilter(handle, |collider| collider.order = order)
    }

    /// Moves a collider to another space. None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_space(&mut self, handle: Handle, space: u32) -> Option<()> {
        self.live(handle)?;
        let mut live = self.slots[handle.index as usize].live.take()?;
        if live.collider.space != space {
            self.leave(&live);
            live.collider.space = space;
            live.start = WayStart::default();
            self.enter(handle.index, &mut live);
        }
        let slot = &mut self.slots[handle.index as usize];
        slot.live = Some(live);
        slot.version = self.versions.next();
        Some(())
    }

    /// The pairs that touched in the last successful step, with a < b, sorted. A collider may have moved or been removed since.
    #[must_use]
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = (Handle, Handle)> + '_ {
        self.scratch.contacts.iter().map(|&[a, b]| (a, b))
    }

    /// What the last step did: counts, and times if [`WorldOptions::timing`] is set.
    #[must_use]
    pub fn stats(&self) -> &WorldStats {
        &self.scratch.stats
    }

    /// The bytes that the world allocated, and its own size. Shapes behind an `Arc` are not counted, and neither are pictures that only a
    /// clone of the world shares.
    ///
    /// # Complexity
    /// Linear in the number of slots.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let live = self.slots.iter().filter_map(|slot| slot.live.as_ref());
        // The store counts what colliders share.
        let drawn = live
            .clone()
            .filter_map(|live| live.drawn.as_ref().filter(|drawn| Arc::strong_count(drawn) == 1))
            .map(|drawn| drawn.memory_bytes());
        size_of::<World>()
            + self.slots.capacity() * size_of::<Slot>()
            + (self.free.capacity() + self.free_spaces.capacity()) * size_of::<u32>()
            + self.spaces.capacity() * size_of::<Space>()
            + self.space_of.capacity() * size_of::<(u32, u32)>()
            + self.quick.capacity() * size_of::<Quick>()
            + live.count() * size_of::<Live>()
            + drawn.sum::<usize>()
            + self.turned.memory_bytes()
            + self.drawings.memory_bytes()
            + self.spaces.iter().map(Space::memory_bytes).sum::<usize>()
            + self.scratch.memory_bytes()
    }

    #[inline]
    fn live(&self, handle: Handle) -> Option<&Live> {
        let slot =
            self.slots.get(handle.index as usize).filter(|slot| slot.generation == handle.generation)?;
        slot.live.as_deref()
    }

    /// The collider in a slot. The caller knows that there is one.
    #[inline]
    fn at(&self, index: u32) -> &Live {
        self.slots[index as usize].live.as_deref().expect("spaces name slots that have a collider")
    }

    /// The handle of the collider in a slot.
    fn handle_at(&self, index: u32) -> Handle {
        Handle { index, generation: self.slots[index as usize].generation }
    }

    /// Changes shape, pose, test or enabled, and updates what depends on them.
    #[inline]
    fn change(&mut self, handle: Handle, f: impl FnOnce(&mut Live)) -> Option<()> {
        let wrap = self.wrap();
        let slot = self.slots.get_mut(handle.index as usize)?;
        let live = slot.live.as_deref_mut().filter(|_| slot.generation == handle.generation)?;
        slot.version = self.versions.next();
        live.keep_start(self.scratch.history.steps);
        f(live);
        let aabb = live.settle(wrap);
        let (quick, space) = (&mut self.quick[handle.index as usize], &mut self.spaces[live.space as usize]);
        plane::settle_quick(wrap, quick, live);
        plane::set_rows(wrap, space, handle.index, live, aabb);
        plane::settle_turned(wrap, &mut self.turned, handle.index, live);
        Some(())
    }

    /// Changes something that neither moves nor reshapes the collider.
    fn refilter(&mut self, handle: Handle, f: impl FnOnce(&mut Collider)) -> Option<()> {
        let slot = self.slots.get_mut(handle.index as usize)?;
        let live = slot.live.as_deref_mut().filter(|_| slot.generation == handle.generation)?;
        slot.version = self.versions.next();
        f(&mut live.collider);
        for row in live.rows() {
            self.spaces[live.space as usize].set_filter(row, live.filter());
        }
        Some(())
    }

    /// Gives a collider a row in its space.
    fn enter(&mut self, index: u32, live: &mut Live) {
        let wrap = self.wrap();
        let aabb = live.settle(wrap);
        plane::settle_quick(wrap, &mut self.quick[index as usize], live);
        self.enter_at(index, live, aabb);
        plane::settle_turned(wrap, &mut self.turned, index, live);
    }

    /// Gives a collider a row in its space, with a box.
    fn enter_at(&mut self, index: u32, live: &mut Live, aabb: Aabb) {
        let id = live.collider.space;
        live.space = match self.space_of.binary_search_by_key(&id, |&(id, _)| id) {
            Ok(found) => self.space_of[found].1,
            Err(place) => {
                let space = self.free_spaces.pop().unwrap_or_else(|| {
                    let WorldOptions { broad_phase, parallel_from, .. } = self.options;
                    self.spaces.push(Space::new(id, AnyBroadPhase::new(broad_phase, parallel_from)));
                    self.spaces.len() as u32 - 1
                });
                self.spaces[space as usize].id = id;
                self.space_of.insert(place, (id, space));
                space
            }
        };
        let wrap = self.wrap();
        let space = &mut self.spaces[live.space as usize];
        live.row = space.insert(index, aabb, live.filter());
        live.ghosts = Ghosts::default();
        plane::set_rows(wrap, space, index, live, aabb);
    }

    /// Frees a collider's rows in its space.
    fn leave(&mut self, live: &Live) {
        let space = &mut self.spaces[live.space as usize];
        live.ghosts.into_iter().flatten().for_each(|row| space.remove_ghost(row));
        space.remove(live.row);
        if space.len() == 0 {
            let id = space.id;
            let place = self.space_of.binary_search_by_key(&id, |&(id, _)| id);
            self.space_of.remove(place.expect("a space with members has an entry"));
            self.free_spaces.push(live.space);
        }
    }
}

impl Live {
    fn forget_picture(&mut self) {
        match self.drawn.as_mut().map(Arc::get_mut) {
            Some(Some(drawn)) => drawn.forget(),
            Some(None) => self.drawn = None,
            None => {}
        }
    }

    /// Whether its picture is out of date and must be drawn before a pixel test.
    #[inline]
    fn needs_drawing(&self) -> bool {
        if self.footprint.form != Form::Drawn {
            return false;
        }
        let Some(texels) = self.texels() else { return false };
        !self.drawn.as_ref().is_some_and(|drawn| drawn.is_current(texels.pose()))
    }

    /// Whether its pixels are not at hand in any form.
    fn needs_picture(&self) -> bool {
        self.footprint.form == Form::Large || self.needs_drawing()
    }
}
