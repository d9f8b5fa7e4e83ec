//! Parts: colliders that go where their root goes.
//!
//! A part's collider in its figure is the part as it counts, so steps and questions treat it like any other. What the caller has set lies in its
//! [`Bond`]. [`Store::follow`] makes the one from the other, whenever the root or the part has changed.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use crate::geom::{PointQ16, Rect};
use crate::refused::{Refused, RefusedReason};
use crate::world::pixels::bond::{Bond, BondedPart, Lead};
use crate::world::pixels::form::Figure;
use crate::world::pixels::slot_pixels::WorldPixels;
use crate::world::store::Store;
use crate::world::store::start::WayStart;
use crate::world::types::collider::Collider;
use crate::world::types::handle::Handle;
use crate::world::types::shape::ColliderShape;

impl Store {
    /// Makes a collider a part of another one. None if a handle is stale.
    pub(crate) fn attach(&mut self, root: Handle, part: Handle) -> Result<Option<()>, Refused> {
        let (Some(above), Some(below)) = (self.figure(root), self.figure(part)) else { return Ok(None) };
        if above.part().is_some() || root == part {
            return Err(Refused::new("root", RefusedReason::IsPart));
        }
        if !below.parts().is_empty() {
            return Err(Refused::new("part", RefusedReason::HasParts));
        }
        let old = below.part().map(|part| part.root);
        if let Some(old) = old {
            self.unlink(old, part.index);
        }
        self.link(root.index, part.index);
        self.parts += usize::from(old.is_none());
        let figure = self.figure_mut(part.index);
        let own = figure.own().clone();
        let bond = BondedPart { root: root.index, own, frames: None, laps: PointQ16::ZERO, is_behind: true };
        figure.bond = Some(Box::new(Bond::Part(bond)));
        self.follow(part.index, true);
        // It appears where its root takes it.
        self.slots.places[part.index as usize].start = WayStart::default();
        Ok(Some(()))
    }

    /// Makes a part a collider like any other, where it lies. None if the handle is stale or no part.
    pub(crate) fn detach(&mut self, handle: Handle) -> Option<()> {
        let part = self.figure(handle)?.part()?;
        let (root, enabled) = (part.root, part.own.enabled);
        self.unlink(root, handle.index);
        self.parts -= 1;
        let figure = self.figure_mut(handle.index);
        figure.bond = None;
        figure.collider.transform = figure.collider.transform.canonical();
        let appears = mem::replace(&mut figure.collider.enabled, enabled) != enabled;
        if appears {
            self.slots.places[handle.index as usize].start = WayStart::default();
        }
        self.set_filter(handle.index);
        self.commit(handle.index);
        Some(())
    }

    /// Adds a part to a root's list.
    fn link(&mut self, root: u32, part: u32) {
        let figure = self.figure_mut(root);
        match figure.bond.as_deref_mut() {
            Some(Bond::Root { parts, .. }) => {
                let at = parts.partition_point(|&other| other < part);
                parts.insert(at, part);
                self.slots.changed(root);
            }
            _ => {
                let (parts, came) = (Vec::from([part]), PointQ16::ZERO);
                figure.bond = Some(Box::new(Bond::Root { parts, came }));
                self.set_filter(root);
                self.commit_one(root);
            }
        }
    }

    /// Removes a part from its root's list.
    pub(crate) fn unlink(&mut self, root: u32, part: u32) {
        let figure = self.figure_mut(root);
        if let Some(Bond::Root { parts, .. }) = figure.bond.as_deref_mut() {
            if let Ok(at) = parts.binary_search(&part) {
                parts.remove(at);
            }
            if parts.is_empty() {
                figure.bond = None;
                self.set_filter(root);
                self.commit_one(root);
            } else {
                self.slots.changed(root);
            }
        }
    }

    fn figure_mut(&mut self, index: u32) -> &mut Figure {
        self.pixels.figures[index as usize].as_deref_mut().expect("the slot has a collider")
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
    pub(crate) fn no_part(&self, handle: Handle) -> Result<(), Refused> {
        match self.figure(handle).and_then(Figure::part) {
            Some(_) => Err(Refused::new("handle", RefusedReason::IsPart)),
            None => Ok(()),
        }
    }

    /// Puts a collider at a position without a way to it, with its parts. None if the handle is stale.
    pub(crate) fn teleport(&mut self, handle: Handle, position: PointQ16) -> Option<()> {
        self.change(handle, |figure, _| figure.collider.transform.set_position(position))?;
        let WorldPixels { figures, .. } = &self.pixels;
        let parts = figures[handle.index as usize].as_deref().map_or(&[][..], Figure::parts);
        for &index in [handle.index].iter().chain(parts) {
            self.slots.places[index as usize].start = WayStart::default();
            // A part that was there already has changed, too.
            self.slots.changed(index);
        }
        Some(())
    }

    /// Shows a part in these frames of its root only, or in all. None if the handle is stale or no part.
    pub(crate) fn set_part_frames(&mut self, handle: Handle, frames: Option<&[usize]>) -> Option<()> {
        self.figure(handle)?.part()?;
        let part = self.figure_mut(handle.index).part_mut()?;
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
    fn lead(&mut self, root: u32) -> Lead {
        let figure = self.figure_mut(root);
        let came = match figure.bond.as_deref_mut() {
            Some(Bond::Root { came, .. }) => mem::take(came),
            _ => PointQ16::ZERO,
        };
        Lead::of(&figure.collider, came)
    }

    /// Brings a part up to date with what was set, and with its root. With `anyway`, also what does not follow from the root.
    pub(crate) fn follow(&mut self, index: u32, anyway: bool) {
        if let Some(root) = self.root(index) {
            let lead = Lead::of(&self.at(root).collider, PointQ16::ZERO);
            self.follow_lead(index, &lead, anyway);
            self.catch_up(index);
        }
    }

    /// Brings the parts of a root up to date.
    pub(crate) fn take_along(&mut self, root: u32) {
        self.lead_parts(root);
        self.parts_catch_up(root);
    }

    /// Moves the parts of a root, but not yet their boxes. No custom test is asked, so all of them are moved.
    pub(crate) fn lead_parts(&mut self, root: u32) {
        if !self.at(root).parts().is_empty() {
            let lead = self.lead(root);
            self.each_part(root, |store, part| store.follow_lead(part, &lead, false));
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
            if let Some(part) = self.figure_mut(index).part_mut() {
                part.is_behind = false;
            }
        }
    }

    fn follow_lead(&mut self, index: u32, lead: &Lead, anyway: bool) {
        let (at, plane, now) = (index as usize, self.plane(), self.now);
        let Some(Figure { collider, bond, .. }) = self.pixels.figures[at].as_deref_mut() else { return };
        let Some(Bond::Part(part)) = bond.as_deref_mut() else { return };
        (part.own.space, part.own.group) = (lead.space, lead.group);
        let enabled = part.is_on(lead);
        let mut transform = part.place(lead);
        let direct = transform.position();
        // In a wrapped world its way is as long as its root's: it is seen in the lap in which the part was.
        let given = if plane.is_open() { direct } else { direct + lead.came + part.laps };
        let home = plane.position(given);
        transform.set_position(home);
        part.laps = home - direct;
        let moves = collider.transform != transform || collider.transform.position() != given;
        let [leaves, regroups] = [collider.space != lead.space, collider.group != lead.group];
        if !(anyway || moves || leaves || regroups || collider.enabled != enabled) {
            return;
        }
        part.is_behind = true;
        let place = &mut self.slots.places[at];
        if leaves || enabled && !collider.enabled {
            place.start = WayStart::default();
        } else if moves {
            place.start.keep(now, collider);
            place.start.shift(home - given);
        }
        (collider.transform, collider.enabled) = (transform, enabled);
        (collider.space, collider.group) = (lead.space, lead.group);
        if leaves {
            self.change_space(index);
        }
        if anyway || regroups {
            self.set_filter(index);
        }
    }

    /// Ties the parts of a saved world to their roots. None if a part has no root in its space and group, or a root is a part itself.
    pub(crate) fn tie(&mut self) -> Option<()> {
        if self.parts == 0 {
            return Some(());
        }
        let slots = self.slots.len() as u32;
        let root_of = |store: &Store, index: u32| {
            let part = store.pixels.figures[index as usize].as_deref().and_then(Figure::part);
            part.map(|part| part.root)
        };
        for index in 0..slots {
            let Some(root) = root_of(self, index) else { continue };
            let Collider { space, group, .. } = *self.at(index).own();
            let above = self.pixels.figures[root as usize].as_deref()?;
            let agrees = (above.collider.space, above.collider.group) == (space, group);
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
    pub(crate) fn change_part<R>(&mut self, index: u32, f: impl FnOnce(&mut Figure) -> R) -> R {
        let PartEdit { store, index } = &mut PartEdit::begin(self, index);
        f(store.figure_mut(*index))
    }
}

/// A change of a part in progress: its figure has the collider as it was set, and its bond what counted before.
struct PartEdit<'a> {
    store: &'a mut Store,
    index: u32,
}

impl<'a> PartEdit<'a> {
    fn begin(store: &'a mut Store, index: u32) -> PartEdit<'a> {
        let Figure { collider, bond, .. } = store.figure_mut(index);
        if let Some(Bond::Part(part)) = bond.as_deref_mut() {
            mem::swap(collider, &mut part.own);
            // A terrain with one owner is edited in place.
            part.own.shape = ColliderShape::Rect(Rect::default());
        }
        PartEdit { store, index }
    }
}

/// What follows from a change is brought up to date even if it panicked.
impl Drop for PartEdit<'_> {
    fn drop(&mut self) {
        let PartEdit { store, index } = self;
        let Figure { collider, bond, .. } = store.figure_mut(*index);
        if let Some(Bond::Part(part)) = bond.as_deref_mut() {
            let Collider { transform, enabled, space, group, .. } =
                mem::replace(&mut part.own, collider.clone());
            (collider.transform, collider.enabled) = (transform, enabled);
            (collider.space, collider.group) = (space, group);
        }
        store.follow(*index, true);
    }
}
