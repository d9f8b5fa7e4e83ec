//! Parts: colliders that go where their root goes.
//!
//! A part is stored in its effective state, so steps and queries treat it like any collider. The transform and the switch that the caller
//! has set lie in its [`PartLink`]. [`Store::follow`] makes the one from the other, whenever the root or the part has changed.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use crate::geom::{PointQ16, Transform};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::world::pixels::part_link::{LinkedPart, PartLink, RootState};
use crate::world::pixels::slot_pixels::WorldPixels;
use crate::world::pixels::stored_collider::StoredCollider;
use crate::world::store::Store;
use crate::world::store::previous_position::PreviousPosition;
use crate::world::types::handle::Handle;

impl Store {
    /// Makes a collider a part of another one. None if a handle is stale.
    pub(crate) fn attach(&mut self, root: Handle, part: Handle) -> Result<Option<()>, InvalidArgument> {
        let (Some(above), Some(below)) = (self.stored(root), self.stored(part)) else { return Ok(None) };
        if above.part().is_some() || root == part {
            return Err(InvalidArgument::new("root", InvalidReason::IsPart));
        }
        if !below.parts().is_empty() {
            return Err(InvalidArgument::new("part", InvalidReason::HasParts));
        }
        let old = below.part().map(|part| part.root);
        if let Some(old) = old {
            self.unlink(old, part.index);
        }
        self.link(root.index, part.index);
        self.parts += usize::from(old.is_none());
        let stored = self.stored_mut(part.index);
        let own = stored.own();
        let (transform, enabled) = (own.transform(), own.enabled);
        let (frames, laps) = (None, PointQ16::ZERO);
        let part_link = LinkedPart { root: root.index, transform, enabled, frames, laps, is_behind: true };
        stored.set_part_link(Some(PartLink::Part(part_link)));
        let root_state = self.at(root.index).root_state(PointQ16::ZERO);
        self.follow_root(part.index, &root_state, true);
        // It appears where its root takes it.
        self.slots.places[part.index as usize].start = PreviousPosition::default();
        self.catch_up(part.index);
        Ok(Some(()))
    }

    /// Makes a part a collider like any other, where it lies. None if the handle is stale or no part.
    pub(crate) fn detach(&mut self, handle: Handle) -> Option<()> {
        let part = self.stored(handle)?.part()?;
        let (root, enabled) = (part.root, part.enabled);
        self.unlink(root, handle.index);
        self.parts -= 1;
        let stored = self.stored_mut(handle.index);
        stored.set_part_link(None);
        stored.set_transform(&stored.transform().canonical());
        let appears = mem::replace(&mut stored.enabled, enabled) != enabled;
        if appears {
            self.slots.places[handle.index as usize].start = PreviousPosition::default();
        }
        self.set_filter(handle.index);
        self.commit(handle.index);
        Some(())
    }

    /// Adds a part to a root's list.
    fn link(&mut self, root: u32, part: u32) {
        let stored = self.stored_mut(root);
        match stored.part_link_mut() {
            Some(PartLink::Root { parts, .. }) => {
                let at = parts.partition_point(|&other| other < part);
                parts.insert(at, part);
                self.slots.changed(root);
            }
            _ => {
                let (parts, came) = (Vec::from([part]), PointQ16::ZERO);
                stored.set_part_link(Some(PartLink::Root { parts, came }));
                self.regroup(root);
            }
        }
    }

    /// Brings up to date what follows from whether a collider has parts. Its box does not, so no custom test is asked: it might panic while
    /// the lists of parts disagree.
    fn regroup(&mut self, root: u32) {
        self.set_filter(root);
        self.slots.changed(root);
        self.pixels.settle(root);
    }

    /// Removes a part from its root's list.
    pub(crate) fn unlink(&mut self, root: u32, part: u32) {
        let stored = self.stored_mut(root);
        if let Some(PartLink::Root { parts, .. }) = stored.part_link_mut() {
            if let Ok(at) = parts.binary_search(&part) {
                parts.remove(at);
            }
            if parts.is_empty() {
                stored.set_part_link(None);
                self.regroup(root);
            } else {
                self.slots.changed(root);
            }
        }
    }

    fn stored_mut(&mut self, index: u32) -> &mut StoredCollider {
        self.pixels.colliders[index as usize].as_mut().expect("the slot has a collider")
    }

    /// The slot of a part's root. None if it is no part.
    #[inline]
    pub(crate) fn root(&self, index: u32) -> Option<u32> {
        Some(self.at(index).part()?.root)
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

    /// Puts a collider at a position without a way to it, with its parts. None if the handle is stale.
    pub(crate) fn teleport(&mut self, handle: Handle, position: PointQ16) -> Option<()> {
        self.change(handle, |stored| stored.position = position)?;
        let WorldPixels { colliders, .. } = &self.pixels;
        let parts = colliders[handle.index as usize].as_ref().map_or(&[][..], StoredCollider::parts);
        for &index in [handle.index].iter().chain(parts) {
            self.slots.places[index as usize].start = PreviousPosition::default();
            // A part that was there already has changed, too.
            self.slots.changed(index);
        }
        Some(())
    }

    /// Shows a part in these frames of its root only, or in all. None if the handle is stale or no part.
    pub(crate) fn set_part_frames(&mut self, handle: Handle, frames: Option<&[usize]>) -> Option<()> {
        self.stored(handle)?.part()?;
        let part = self.stored_mut(handle.index).part_mut()?;
        part.frames = frames.map(|frames| {
            let mut frames: Vec<usize> = frames.to_vec();
            frames.sort_unstable();
            frames.dedup();
            Arc::from(frames)
        });
        self.follow(handle.index, true);
        Some(())
    }

    /// What a root's parts take from it.
    fn root_state(&mut self, root: u32) -> RootState {
        let stored = self.stored_mut(root);
        let came = match stored.part_link_mut() {
            Some(PartLink::Root { came, .. }) => mem::take(came),
            _ => PointQ16::ZERO,
        };
        stored.root_state(came)
    }

    /// Brings a part up to date with what was set, and with its root. With `anyway`, also what does not follow from the root.
    pub(crate) fn follow(&mut self, index: u32, anyway: bool) {
        if let Some(root) = self.root(index) {
            let root_state = self.at(root).root_state(PointQ16::ZERO);
            self.follow_root(index, &root_state, anyway);
            self.catch_up(index);
        }
    }

    /// Brings the parts of a root up to date.
    pub(crate) fn take_along(&mut self, root: u32) {
        self.root_parts(root);
        self.parts_catch_up(root);
    }

    /// Moves the parts of a root, but not yet their boxes. No custom test is asked, so all of them are moved.
    pub(crate) fn root_parts(&mut self, root: u32) {
        if !self.at(root).parts().is_empty() {
            let root_state = self.root_state(root);
            self.each_part(root, |store, part| store.follow_root(part, &root_state, false));
        }
    }

    /// Moves the boxes of those parts of a root that have moved.
    pub(crate) fn parts_catch_up(&mut self, root: u32) {
        self.each_part(root, Store::catch_up);
    }

    fn each_part(&mut self, root: u32, mut f: impl FnMut(&mut Store, u32)) {
        let mut at = 0;
        while let Some(&part) = self.at(root).parts().get(at) {
            f(self, part);
            at += 1;
        }
    }

    /// Moves the box of a part that has moved.
    fn catch_up(&mut self, index: u32) {
        if self.at(index).part().is_some_and(|part| part.is_behind) {
            self.commit_one(index);
            if let Some(part) = self.stored_mut(index).part_mut() {
                part.is_behind = false;
            }
        }
    }

    fn follow_root(&mut self, index: u32, root_state: &RootState, anyway: bool) {
        let (at, plane, now) = (index as usize, self.plane(), self.now);
        let Some(stored) = &mut self.pixels.colliders[at] else { return };
        let Some(part) = stored.part_mut() else { return };
        let enabled = part.is_on(root_state);
        let mut transform = part.place(root_state);
        let direct = transform.position();
        // In a wrapped world its way is as long as its root's: it is seen in the lap in which the part was.
        let given = if plane.is_open() { direct } else { direct + root_state.came + part.laps };
        let home = plane.position(given);
        transform.set_position(home);
        part.laps = home - direct;
        let moves = stored.position != given || stored.transform() != transform;
        let [leaves, regroups] = [stored.space != root_state.space, stored.group != root_state.group];
        if !(anyway || moves || leaves || regroups || stored.enabled != enabled) {
            return;
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
        if let Some(part) = stored.part_mut() {
            part.is_behind = true;
        }
        if leaves {
            self.change_space(index);
        }
        if anyway || regroups {
            self.set_filter(index);
        }
    }

    /// What roots get once their parts are tied to them, in bytes.
    pub(crate) fn bytes_of_families(&self) -> usize {
        let mut is_root = vec![false; self.slots.len()];
        let parts = self.pixels.colliders.iter().flatten().filter_map(StoredCollider::part);
        parts.fold(0, |bytes, part| {
            let root = part.root as usize;
            let is_known = mem::replace(&mut is_root[root], true);
            let root = self.pixels.colliders[root].as_ref().filter(|_| !is_known);
            // A list of parts grows to twice its size.
            bytes + 2 * size_of::<u32>() + root.map_or(0, |root| root.bytes_of_bond() + 4 * size_of::<u32>())
        })
    }

    /// Ties the parts of a saved world to their roots. None if a part has no root in its space and group, or a root is a part itself.
    pub(crate) fn tie(&mut self) -> Option<()> {
        if self.parts == 0 {
            return Some(());
        }
        let slots = self.slots.len() as u32;
        let root_of = |store: &Store, index: u32| {
            let part = store.pixels.colliders[index as usize].as_ref().and_then(StoredCollider::part);
            part.map(|part| part.root)
        };
        for index in 0..slots {
            let Some(root) = root_of(self, index) else { continue };
            let StoredCollider { space, group, .. } = *self.at(index);
            let above = self.pixels.colliders[root as usize].as_ref()?;
            let agrees = (above.space, above.group) == (space, group);
            if above.part().is_some() || !agrees {
                return None;
            }
            self.link(root, index);
        }
        for index in 0..slots {
            if root_of(self, index).is_some() {
                let start = self.slots.places[index as usize].start;
                self.follow(index, true);
                self.slots.places[index as usize].start = start;
            }
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
        let StoredCollider { space, group, .. } = *stored;
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
