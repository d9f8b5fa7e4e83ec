use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::world::pixels::quick::Quick;
use crate::world::plane;
use crate::world::{Live, World};

impl World {
    /// Checks that the world's internal structures agree: slots, rows, boxes, spaces, contacts, the broad phase. Slow: for tests, and for
    /// finding faults.
    ///
    /// # Errors
    /// A sentence that says what is wrong. An error is a fault of this library.
    pub fn validate(&self) -> Result<(), String> {
        let mut is_free = Vec::new();
        is_free.resize(self.slots.len(), false);
        for &index in &self.free {
            let slot = self.slots.get(index as usize).ok_or("a free slot does not exist")?;
            check(slot.live.is_none(), || format!("slot {index} is free but has a collider"))?;
            let was_free = core::mem::replace(&mut is_free[index as usize], true);
            check(!was_free, || format!("slot {index} is in the list of free slots twice"))?;
        }
        let mut members = 0_usize;
        for (index, slot) in (0..).zip(&self.slots) {
            let Some(live) = &slot.live else {
                let is_used_up = slot.generation == u32::MAX;
                check(is_free[index as usize] || is_used_up, || {
                    format!("slot {index} has no collider and is not in the list of free slots")
                })?;
                continue;
            };
            members += 1;
            self.validate_member(index, live)?;
        }
        let rows: usize = self.slots.iter().flat_map(|slot| &slot.live).map(|live| live.rows().count()).sum();
        let in_spaces: usize =
            self.space_of.iter().map(|&(_, space)| self.spaces[space as usize].rows()).sum();
        check(in_spaces == rows, || {
            format!("there are {members} colliders with {rows} rows, but {in_spaces} rows in spaces")
        })?;
        check(self.len() == members, || {
            format!("there are {members} colliders, but the spaces count {}", self.len())
        })?;
        check(self.space_of.is_sorted_by(|a, b| a.0 < b.0), || String::from("the spaces are not sorted"))?;
        check(self.space_of.len() + self.free_spaces.len() == self.spaces.len(), || {
            String::from("a space is neither in use nor free")
        })?;
        for &(id, space) in &self.space_of {
            let space = &self.spaces[space as usize];
            check(space.id == id && space.len() > 0, || format!("space {id} is empty or has another id"))?;
            space.validate()?;
        }
        let contacts = &self.scratch.contacts;
        check(contacts.iter().all(|[a, b]| a < b), || {
            String::from("a contact names the higher handle first")
        })?;
        check(contacts.is_sorted_by(|a, b| a < b), || String::from("the contacts are not sorted"))?;
        let history = &self.scratch.history;
        check(history.since.len() == contacts.len(), || String::from("a contact has no step of its begin"))?;
        check(history.since.iter().all(|since| (1..=history.steps).contains(since)), || {
            String::from("a contact began in a step that was not made")
        })
    }

    fn validate_member(&self, index: u32, live: &Live) -> Result<(), String> {
        let space =
            self.spaces.get(live.space as usize).ok_or("a collider is in a space that does not exist")?;
        let row = live.row as usize;
        check(space.id == live.collider.space, || format!("slot {index} is in a space with another id"))?;
        check(space.members.get(row) == Some(&index), || format!("slot {index} is not in its row {row}"))?;
        check(live.rows().all(|row| space.filter(row) == live.filter()), || {
            format!("slot {index} has other layers in its space")
        })?;
        let wrap = self.wrap();
        let (pose, footprint) = plane::place(&live.collider, wrap);
        check(live.pose == pose, || format!("slot {index} has an outdated pose"))?;
        check(footprint == live.footprint, || {
            format!("slot {index} has the footprint {:?}, expected {footprint:?}", live.footprint)
        })?;
        let mut quick = Quick::default();
        plane::settle_quick(wrap, &mut quick, live);
        check(quick == self.quick[index as usize], || format!("slot {index} has an outdated fast path"))?;
        check(!plane::crosses_no_seam(wrap, live) || self.turned.is_valid(index, live), || {
            format!("slot {index} has outdated discs")
        })?;
        let expected = match &live.collider.custom {
            _ if !live.collider.enabled => Some(Aabb::EMPTY),
            None => Some(footprint.extent.into()),
            Some(_) => None,
        };
        let Some(wrap) = wrap else {
            check(live.rows().count() == 1, || format!("slot {index} has several rows"))?;
            return check(expected.is_none_or(|expected| expected == space.boxes[row]), || {
                format!("slot {index} has the box {:?}, expected {expected:?}", space.boxes[row])
            });
        };
        let position = live.collider.transform.position();
        check(wrap.position(position) == position, || {
            format!("slot {index} lies outside the wrapped world")
        })?;
        let is_mine = |row: u32| space.members.get(row as usize) == Some(&index);
        check(live.rows().all(is_mine), || format!("slot {index} is not in the row of a part"))?;
        let parts = live.rows().map(|row| space.boxes[row as usize]);
        let expected = expected.map(|expected| wrap.cut(expected));
        check(expected.is_none_or(|expected| parts.clone().eq(expected.as_slice().iter().copied())), || {
            format!("slot {index} has the parts {:?}, expected {expected:?}", parts.collect::<Vec<_>>())
        })
    }
}

/// An error with a message if `holds` is false.
pub(crate) fn check(holds: bool, or: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(or()) }
}
