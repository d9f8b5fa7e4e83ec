//! Parts: colliders that go where another one goes, their *parent*: the root, or a part of it.
//!
//! A part is stored in its effective state, so steps and queries treat it like any collider. What the caller has set, its transform and
//! whether it is enabled, is in its [`LinkedPart`]. [`Store::follow`] computes the effective state from that, whenever the parent or the
//! part has changed. If a part has changed, its own parts follow in the same way.

use alloc::sync::Arc;
use alloc::vec;
use core::mem;

use crate::geom::{CompactSort, PointQ16, Transform};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::world::collider::ColliderProps;
use crate::world::collider::handle::Handle;
use crate::world::collider::part_link::{LinkedPart, RootState};
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::store::Store;
use crate::world::store::world::World;

/// How many parents may lie above a part. Their chains are walked with a call for each.
const MOST_DEEP: u32 = 64;

impl World {
    /// Makes a collider a part of another one, its root: a sword in a hand, a weak point of a boss, a second shape of a lift. Whatever moves the
    /// root moves its parts. None if a handle is stale.
    ///
    /// A part may have parts of its own: a gun in the hand of an arm of a player. It is their *parent*, and goes with what it belongs to; the
    /// collider at the root of all is the root of them all. A collider that has parts is attached with them. So parts make trees, at most 64
    /// deep.
    ///
    /// A part is a collider of its own, with a handle, a shape, layers, a kind and data of its own. So events and queries name the part;
    /// [`World::root_of`] names its root, [`World::parent_of`] what it was attached to. What changes for it:
    ///
    /// - **Where it is.** Its transform counts in the plane of its parent's shape: its position is the texel of the parent's picture on which its
    ///   pivot lies. It turns, grows and flips with its parent. [`World::transform`], [`World::position`] and [`World::get`] give back what was
    ///   set, [`World::pose`] and [`World::bounds`] say where it lies in the world.
    /// - **Who it is.** It is in its root's space and group, and follows when these change. The root and its parts never meet each other,
    ///   and a question about one of them leaves out all of them. [`QueryFilter::except`](crate::QueryFilter::except) of a collider leaves out
    ///   its parts, and theirs.
    /// - **When it counts.** While its parent is disabled, so is the part. It keeps its own switch, [`ColliderProps::enabled`](field@crate::ColliderProps::enabled).
    ///   [`World::set_part_frames`] lets it count in some frames of its parent only.
    /// - **How it moves.** A [swept](field@crate::ColliderProps::swept) part has a way of its own, straight from where it was to where it is; the
    ///   root's flag does not count for it. Of a character only its own shape is stopped: its parts go with it, through walls.
    ///   [`World::move_solid`] moves the parts as solids, too: a lift of several shapes. The verbs that move a collider among others
    ///   ([`World::move_and_slide`], [`World::move_solid`], [`World::unstick`], [`World::fit_at`], [`World::fit_frame`] and its relatives)
    ///   refuse a part: move its root. A part of kind [`Character`](crate::ColliderKind::Character) is neither pushed nor carried.
    ///
    /// The part appears at its new place: a swept part has no way to it. A part of another collider becomes a part of this one. Removing a
    /// collider removes its parts. Filters and [custom tests](crate::CustomTest) are given a part as it counts, with its transform in the world.
    ///
    /// # Where exactly
    /// The matrix of a part is the product of its parent's and its own. Its pivot lies where the parent's [pose](World::pose) takes its position.
    /// Its shape's origin lies beside it by −matrix · pivot. Each number of these three is rounded once to 65 536ths of a pixel, to nearest,
    /// ties away from zero. So a part that was not turned against its root lies exactly where it is meant to, and the same for all machines.
    /// A part covers nothing where its parent has no pose, or where this makes none: if it is flattened, stretched to more than
    /// [`Pose::MAX_STRETCH`](crate::Pose::MAX_STRETCH) times its size, or too far away.
    ///
    /// # Panics
    /// If the root is the part itself or one of its parts; if parts would lie more than 64 deep.
    ///
    /// # Complexity
    /// Moving a root costs as much as moving it and each of its parts. Allocates nothing but a little memory for each part.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Rect, World};
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(Mask::filled(16, 32)).at((100, 50)));
    /// let sword = world.insert(Collider::new(Mask::filled(20, 3)).with_pivot((0.0, 1.5)).at((12.0, 15.5)).sensor());
    /// world.attach(hero, sword).unwrap();                                 // None would mean that a handle is stale
    /// let slime = world.insert(Collider::new(Rect::new(0, 0, 10, 10)).at((125, 60)));
    /// let event = world.step()?[0];
    /// assert_eq!((event.a, event.b, world.root_of(sword)), (sword, slime, Some(hero)));
    ///
    /// world.edit(hero, |hero| hero.transform.set_flip([true, false])).unwrap();   // about his pivot, with the sword
    /// assert_eq!(world.bounds(sword), Some(Rect::new(68, 64, 20, 3)));
    /// assert_eq!(world.position(sword), Some((12.0, 15.5).into()));
    ///
    /// let gem = world.insert(Collider::new(Rect::new(0, 0, 3, 3)).at((10, 0)));
    /// world.attach(sword, gem).unwrap();                                  // the hero is its root, too
    /// assert_eq!((world.root_of(gem), world.parent_of(gem)), (Some(hero), Some(sword)));
    /// assert_eq!(world.bounds(gem), Some(Rect::new(75, 64, 3, 3)));
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "parent")]
    #[doc(alias = "compound")]
    #[doc(alias = "hurtbox")]
    #[must_use = "None says that a handle is stale and that nothing was changed"]
    pub fn attach(&mut self, root: Handle, part: Handle) -> Option<()> {
        self.try_attach(root, part).or_panic()
    }

    /// The checked form of [`World::attach`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::attach`] panics.
    pub fn try_attach(&mut self, root: Handle, part: Handle) -> Result<Option<()>, InvalidArgument> {
        let store = &mut self.store;
        let (Some(_), Some(below)) = (store.stored(root), store.stored(part)) else { return Ok(None) };
        let old = below.part().map(|part| part.parent);
        let (parent, index) = (root.index, part.index);
        let parents = || core::iter::once(parent).chain(store.above(parent));
        if parents().any(|above| above == index) {
            return Err(InvalidArgument::new("root", InvalidReason::Cycle));
        }
        if parents().count() as u32 + store.height(index) > MOST_DEEP {
            return Err(InvalidArgument::new("part", InvalidReason::TooDeep { most: MOST_DEEP }));
        }
        let top = store.root(parent).unwrap_or(parent);
        if let Some(old) = old {
            store.unlink(old, index);
        }
        store.link(parent, index);
        store.parts += usize::from(old.is_none());
        let stored = store.stored_mut(index);
        let own = stored.own();
        let (transform, enabled) = (own.transform(), own.enabled);
        let (frames, laps) = (None, PointQ16::ZERO);
        let tie = LinkedPart { parent, root: top, transform, enabled, frames, laps, is_behind: true };
        stored.bond().part = Some(tie);
        let root_state = store.at(parent).root_state(PointQ16::ZERO);
        store.follow_root(index, &root_state, true);
        store.root_parts(index);
        // Only now, since filters of a family would take the fast way from the space that they leave.
        store.adopt(index, top);
        // They appear where their root takes them.
        store.each_from(index, &mut |store, index| store.slots.appear(index));
        store.catch_up(index);
        Ok(Some(()))
    }

    /// Makes a part a collider like any other again: a sword that is dropped. It stays where it lies, in its root's space and group. Its
    /// transform is then that in the world: a matrix without parts, and its own pivot. None if the handle is stale or no part.
    ///
    /// Where a number of its pose lies exactly between two 65 536ths left of or above the world's origin, it may become 1/65536 less.
    #[must_use = "None says that the handle is stale or no part, and that nothing was changed"]
    pub fn detach(&mut self, part: Handle) -> Option<()> {
        let (store, index) = (&mut self.store, part.index);
        let &LinkedPart { parent, enabled, .. } = store.stored(part)?.part()?;
        store.unlink(parent, index);
        store.parts -= 1;
        let stored = store.stored_mut(index);
        match stored.parts() {
            [] => stored.set_part_link(None),
            _ => stored.bond().part = None,
        }
        stored.set_transform(&stored.transform().canonical());
        if mem::replace(&mut stored.enabled, enabled) != enabled {
            store.slots.appear(index);
        }
        store.adopt(index, index);
        store.commit(index);
        Some(())
    }

    /// The root of a part: of a part of a part, the one collider above them all that is no part. None if the handle is stale or no part.
    ///
    /// For an event, `world.root_of(event.a).unwrap_or(event.a)` is who was hit, whether by a part or not.
    #[must_use]
    pub fn root_of(&self, part: Handle) -> Option<Handle> {
        Some(self.store.handle_at(self.store.stored(part)?.part()?.root))
    }

    /// What a part was attached to: its root, or a part of it. None if the handle is stale or no part.
    #[must_use]
    pub fn parent_of(&self, part: Handle) -> Option<Handle> {
        Some(self.store.handle_at(self.store.stored(part)?.part()?.parent))
    }

    /// The parts that were attached to a collider, sorted by handle; not the parts of these. None if the handle is stale.
    #[doc(alias = "children")]
    #[must_use]
    pub fn parts_of(&self, root: Handle) -> Option<impl ExactSizeIterator<Item = Handle> + '_> {
        Some(self.store.stored(root)?.parts().iter().map(|&part| self.store.handle_at(part)))
    }

    /// Lets a part count only while its parent shows one of these frames, numbered from 0; with None in all frames, as at first. What is no
    /// animation shows frame 0. None if the handle is stale or no part.
    ///
    /// ```
    /// use hitmask::{Collider, Frames, Mask, Rect, World};
    /// let swing: Frames = (0..4).map(|_| Mask::filled(16, 32)).collect();
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(swing));
    /// let blade = world.insert(Collider::new(Rect::new(0, 0, 20, 3)).at((16, 12)));
    /// world.attach(hero, blade).unwrap();
    /// world.set_part_frames(blade, Some(&[2])).unwrap();
    /// let slime = world.insert(Collider::new(Rect::new(0, 0, 10, 10)).at((30, 10)));
    /// let mut hits = Vec::new();
    /// for frame in 0..4 {
    ///     world.set_frame(hero, frame).unwrap();
    ///     hits.push(!world.step()?.is_empty());
    /// }
    /// assert_eq!(hits, [false, false, true, true]);                       // a Begin, then an End
    /// # let _ = slime;
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "active frames")]
    #[must_use = "None says that the handle is stale or no part, and that nothing was changed"]
    pub fn set_part_frames(&mut self, part: Handle, frames: Option<&[usize]>) -> Option<()> {
        self.store.stored(part)?.part()?;
        self.store.stored_mut(part.index).part_mut()?.frames = frames.map(|frames| {
            let mut frames = frames.to_vec();
            frames.sort_compact();
            frames.dedup();
            Arc::from(frames)
        });
        self.store.follow(part.index, true);
        Some(())
    }

    /// The frames of its parent in which a part counts, sorted. Some(None) if it counts in all of them; None if the handle is stale or no part.
    #[must_use]
    pub fn part_frames(&self, part: Handle) -> Option<Option<&[usize]>> {
        Some(self.store.stored(part)?.part()?.frames.as_deref())
    }
}

impl Store {
    /// Tells a part and all parts below it who their root is.
    fn adopt(&mut self, index: u32, root: u32) {
        self.each_from(index, &mut |store, below| {
            if let Some(part) = store.stored_mut(below).part_mut() {
                part.root = root;
            }
            store.set_filter(below);
            store.slots.changed(below);
        });
    }

    /// Adds a part to its parent's list.
    fn link(&mut self, parent: u32, part: u32) {
        let bond = self.stored_mut(parent).bond();
        let is_new = bond.part.is_none() && bond.parts.is_empty();
        if let Err(at) = bond.parts.binary_search(&part) {
            bond.parts.insert(at, part);
        }
        match is_new {
            true => self.regroup(parent),
            false => self.slots.changed(parent),
        }
    }

    /// Brings up to date what follows from whether a collider has parts. Its box does not, so no custom test is asked: it might panic while
    /// the lists of parts disagree.
    fn regroup(&mut self, root: u32) {
        self.set_filter(root);
        self.slots.commit(root);
    }

    /// Removes a part from its parent's list.
    pub(crate) fn unlink(&mut self, parent: u32, part: u32) {
        let stored = self.stored_mut(parent);
        let Some(link) = stored.part_link_mut() else { return };
        if let Ok(at) = link.parts.binary_search(&part) {
            link.parts.remove(at);
        }
        if link.parts.is_empty() && link.part.is_none() {
            stored.set_part_link(None);
            self.regroup(parent);
        } else {
            self.slots.changed(parent);
        }
    }

    pub(crate) fn stored_mut(&mut self, index: u32) -> &mut StoredCollider {
        self.slots.colliders[index as usize].as_mut().expect("the slot has a collider")
    }

    /// The slot of a part's root. None if it is no part.
    #[inline]
    pub(crate) fn root(&self, index: u32) -> Option<u32> {
        Some(self.at(index).part()?.root)
    }

    /// The slot of what a part was attached to. None if it is no part.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn parent(&self, index: u32) -> Option<u32> {
        Some(self.at(index).part()?.parent)
    }

    /// The slots of a part's parent, of that one's parent, and so on.
    pub(crate) fn above(&self, index: u32) -> impl Iterator<Item = u32> {
        core::iter::successors(self.parent(index), |&above| self.parent(above))
    }

    /// The slots of all parts of a collider and of their parts, each after its parent.
    pub(crate) fn below(&self, root: u32) -> impl Iterator<Item = u32> {
        core::iter::successors(self.at(root).parts().first().copied(), move |&last| {
            if let Some(&first) = self.at(last).parts().first() {
                return Some(first);
            }
            // The next one beside it, or beside what it belongs to.
            let mut at = last;
            while at != root {
                let above = self.parent(at)?;
                let parts = self.at(above).parts();
                let place = parts.binary_search(&at).ok()?;
                if let Some(&next) = parts.get(place + 1) {
                    return Some(next);
                }
                at = above;
            }
            None
        })
    }

    /// How deep the parts of parts below a collider are.
    fn height(&self, index: u32) -> u32 {
        let own = self.above(index).count();
        self.below(index).map(|below| self.above(below).count() - own).max().unwrap_or(0) as u32
    }

    /// Whether two slots have one collider, or colliders of one root.
    #[inline]
    pub(crate) fn are_one(&self, a: u32, b: u32) -> bool {
        let family = |index: u32| self.at(index).family(index);
        a == b || self.parts > 0 && family(a).is_some_and(|root| family(b) == Some(root))
    }

    /// Refuses a part where only a collider that goes its own way can be asked about.
    pub(crate) fn no_part(&self, handle: Handle) -> Result<(), InvalidArgument> {
        match self.stored(handle).and_then(StoredCollider::part) {
            Some(_) => Err(InvalidArgument::new("handle", InvalidReason::IsPart)),
            None => Ok(()),
        }
    }

    /// What a collider's parts take from it.
    fn root_state(&mut self, parent: u32) -> RootState {
        let stored = self.stored_mut(parent);
        let came = stored.part_link_mut().map(|link| mem::take(&mut link.came));
        stored.root_state(came.unwrap_or_default())
    }

    /// Brings a part up to date with what was set, and with its parent; then all parts below it, or below a root. With `anyway`, also what does
    /// not follow from the parent.
    pub(crate) fn follow(&mut self, index: u32, anyway: bool) {
        if let Some(parent) = self.parent(index) {
            let root_state = self.at(parent).root_state(PointQ16::ZERO);
            self.follow_root(index, &root_state, anyway);
        }
        // All before any box, because a custom test may panic when it is asked for its reach.
        self.root_parts(index);
        self.catch_up(index);
    }

    /// Moves all parts below a collider, but not yet their boxes. No custom test is asked, so all of them are moved.
    pub(crate) fn root_parts(&mut self, parent: u32) {
        if !self.at(parent).parts().is_empty() {
            let root_state = self.root_state(parent);
            self.each_part(parent, |store, part| {
                if store.follow_root(part, &root_state, false) {
                    store.root_parts(part);
                }
            });
        }
    }

    /// Moves the boxes of those parts that have moved: of a part, and of all below it, or below a root.
    pub(crate) fn catch_up(&mut self, index: u32) {
        self.each_from(index, &mut Store::catch_up_alone);
    }

    fn catch_up_alone(&mut self, index: u32) {
        if self.at(index).part().is_some_and(|part| part.is_behind) {
            self.commit_one(index);
            if let Some(part) = self.stored_mut(index).part_mut() {
                part.is_behind = false;
            }
        }
    }

    fn each_part(&mut self, parent: u32, mut f: impl FnMut(&mut Store, u32)) {
        let mut at = 0;
        while let Some(&part) = self.at(parent).parts().get(at) {
            f(self, part);
            at += 1;
        }
    }

    /// Calls `f` with a collider, with all parts below it and with their parts, each after its parent.
    pub(crate) fn each_from(&mut self, index: u32, f: &mut impl FnMut(&mut Store, u32)) {
        f(self, index);
        self.each_part(index, |store, part| store.each_from(part, f));
    }

    /// Returns whether its own parts may have to follow.
    fn follow_root(&mut self, index: u32, root_state: &RootState, anyway: bool) -> bool {
        let (at, plane, now) = (index as usize, self.plane(), self.now);
        let Some(stored) = &mut self.slots.colliders[at] else { return false };
        let Some(part) = stored.part_mut() else { return false };
        let enabled = part.is_on(root_state);
        let mut transform = part.transform_under(root_state);
        let direct = transform.position();
        // In a wrapped world its way is as long as its root's: it is seen in the lap in which the part was.
        let given = if plane.is_open() { direct } else { direct + root_state.came + part.laps };
        let home = plane.position(given);
        transform.set_position(home);
        let laps = mem::replace(&mut part.laps, home - direct);
        let moves = stored.position != given || stored.transform() != transform;
        let [leaves, regroups] = [stored.space != root_state.space, stored.group != root_state.group];
        // The laps are part of the state: a snapshot must see that they changed.
        let other_lap = laps != home - direct;
        if !(anyway || moves || other_lap || leaves || regroups || stored.enabled != enabled) {
            return false;
        }
        let start = &mut self.slots.places[at].start;
        if leaves || enabled && !stored.enabled {
            *start = PreviousPosition::default();
        } else if moves {
            start.keep(now, stored);
            start.shift(home - given);
        }
        stored.set_transform(&transform);
        (stored.enabled, stored.space, stored.group) = (enabled, root_state.space, root_state.group);
        let bond = stored.bond();
        if !bond.parts.is_empty() {
            bond.came += given - home;
        }
        if let Some(part) = &mut bond.part {
            part.is_behind = true;
        }
        if leaves {
            self.change_space(index);
        }
        if anyway || regroups {
            self.set_filter(index);
        }
        true
    }

    /// What roots get once their parts are tied to them, in bytes.
    pub(crate) fn bytes_of_families(&self) -> usize {
        let mut is_root = vec![false; self.slots.len()];
        let parts = self.slots.colliders.iter().flatten().filter_map(StoredCollider::part);
        parts.fold(0, |bytes, part| {
            let root = part.parent as usize;
            let is_known = mem::replace(&mut is_root[root], true);
            let root = self.slots.colliders[root].as_ref().filter(|_| !is_known);
            // A list of parts grows to twice its size.
            bytes + 2 * size_of::<u32>() + root.map_or(0, |root| root.bytes_of_bond() + 4 * size_of::<u32>())
        })
    }

    /// Ties the parts of a saved world to their parents. None if a part has no parent in its space and group, or if there is no root above it,
    /// or only far above it.
    pub(crate) fn tie(&mut self) -> Option<()> {
        if self.parts == 0 {
            return Some(());
        }
        let slots = self.slots.len() as u32;
        let parent_of = |store: &Store, index: u32| {
            let part = store.slots.colliders[index as usize].as_ref().and_then(StoredCollider::part);
            part.map(|part| part.parent)
        };
        for index in 0..slots {
            let Some(parent) = parent_of(self, index) else { continue };
            let ColliderProps { space, group, .. } = self.at(index).props;
            let above = self.slots.colliders[parent as usize].as_ref()?;
            if (above.space, above.group) != (space, group) {
                return None;
            }
            let mut top = parent;
            for _ in 1..MOST_DEEP {
                let Some(parent) = parent_of(self, top) else { break };
                self.slots.colliders[parent as usize].as_ref()?;
                top = parent;
            }
            if parent_of(self, top).is_some() {
                return None;
            }
            if let Some(part) = self.stored_mut(index).part_mut() {
                part.root = top;
            }
        }
        for index in 0..slots {
            if let Some(parent) = parent_of(self, index) {
                self.link(parent, index);
            }
        }
        for index in 0..slots {
            if self.slots.colliders[index as usize].as_ref().is_none_or(|stored| stored.part().is_some()) {
                continue;
            }
            self.each_from(index, &mut |store, index| {
                let (start, parent) = (store.slots.places[index as usize].start, store.parent(index));
                if let Some(parent) = parent {
                    let root_state = store.at(parent).root_state(PointQ16::ZERO);
                    store.follow_root(index, &root_state, true);
                    store.stored_mut(index).bond().came = PointQ16::ZERO;
                    store.catch_up_alone(index);
                }
                store.slots.places[index as usize].start = start;
            });
        }
        Some(())
    }

    /// Changes a part as it was set.
    pub(crate) fn change_part<R>(&mut self, index: u32, f: impl FnOnce(&mut StoredCollider) -> R) -> R {
        let PartEdit { store, .. } = &mut PartEdit::begin(self, index);
        f(store.stored_mut(index))
    }
}

/// A change of a part in progress: stored is the part as it was set.
struct PartEdit<'a> {
    store: &'a mut Store,
    index: u32,
    /// What counted before.
    counted: (Transform, bool),
    space: u32,
    group: u32,
}

impl<'a> PartEdit<'a> {
    fn begin(store: &'a mut Store, index: u32) -> PartEdit<'a> {
        let stored = store.stored_mut(index);
        let ColliderProps { space, group, .. } = stored.props;
        let counted = (stored.transform(), stored.enabled);
        if let Some(&LinkedPart { transform, enabled, .. }) = stored.part() {
            stored.set_transform(&transform);
            stored.enabled = enabled;
        }
        PartEdit { store, index, counted, space, group }
    }
}

/// What follows from a change is brought up to date even if it panicked.
impl Drop for PartEdit<'_> {
    fn drop(&mut self) {
        let PartEdit { store, index, counted, space, group } = self;
        let stored = store.stored_mut(*index);
        let own = (stored.transform(), stored.enabled);
        if let Some(part) = stored.part_mut() {
            (part.transform, part.enabled) = own;
        }
        stored.set_transform(&counted.0);
        (stored.enabled, stored.space, stored.group) = (counted.1, *space, *group);
        store.follow(*index, true);
    }
}
