use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::quick::Quick;
use super::texels::Texels;
use super::{Live, World};
use crate::broad_phase::Aabb;
use crate::placed::Footprint;

impl World {
    /// Whether everything that the world keeps fits together: places, rows, boxes, spaces, contacts, the broad phase. Slow; for tests, and for
    /// whoever suspects a fault.
    ///
    /// # Errors
    /// A sentence that says what is wrong: a fault of this library.
    pub fn validate(&self) -> Result<(), String> {
        let mut is_free = Vec::new();
        is_free.resize(self.slots.len(), false);
        for &index in &self.free {
            let slot = self.slots.get(index as usize).ok_or("a free place that does not exist")?;
            check(slot.live.is_none(), || format!("place {index} is free and has a collider"))?;
            let was_free = core::mem::replace(&mut is_free[index as usize], true);
            check(!was_free, || format!("place {index} is free twice"))?;
        }
        let mut members = 0;
        for (index, slot) in (0..).zip(&self.slots) {
            let Some(live) = &slot.live else {
                let is_used_up = slot.generation == u32::MAX;
                check(is_free[index as usize] || is_used_up, || format!("place {index} is lost"))?;
                continue;
            };
            members += 1;
            self.validate_member(index, live)?;
        }
        let in_spaces: usize =
            self.space_of.iter().map(|&(_, space)| self.spaces[space as usize].len()).sum();
        check(in_spaces == members, || format!("{members} colliders, {in_spaces} rows in spaces"))?;
        check(self.space_of.is_sorted_by(|a, b| a.0 < b.0), || String::from("the spaces are not sorted"))?;
        check(self.space_of.len() + self.free_spaces.len() == self.spaces.len(), || {
            String::from("a space is lost")
        })?;
        for &(id, space) in &self.space_of {
            let space = &self.spaces[space as usize];
            check(space.id == id && space.len() > 0, || format!("space {id} is not what it says"))?;
            space.validate()?;
        }
        let contacts = &self.scratch.contacts;
        check(contacts.iter().all(|[a, b]| a < b), || {
            String::from("a contact names the higher handle first")
        })?;
        check(contacts.is_sorted_by(|a, b| a < b), || String::from("the contacts are not sorted"))
    }

    fn validate_member(&self, index: u32, live: &Live) -> Result<(), String> {
        let space = self.spaces.get(live.space as usize).ok_or("a space that does not exist")?;
        let row = live.row as usize;
        check(space.id == live.collider.space, || format!("{index} lies in a space of another name"))?;
        check(space.members.get(row) == Some(&index), || format!("{index} is not in its row {row}"))?;
        check(!live.is_queued, || format!("{index} waits to be drawn for ever"))?;
        check(space.filter(live.row) == live.filter(), || format!("{index} has another's layers"))?;
        let footprint = match live.collider.pose {
            Some(pose) => Texels::of(&live.collider.shape, pose).footprint(),
            None => Footprint::NOTHING,
        };
        check(footprint == live.footprint, || {
            format!("{index} lies elsewhere: {footprint:?}, not {:?}", live.footprint)
        })?;
        let mut quick = Quick::default();
        quick.settle(&live.collider, &footprint);
        check(quick == self.quick[index as usize], || format!("{index} has another's quick test"))?;
        let expected = match &live.collider.custom {
            _ if !live.collider.enabled => Some(Aabb::EMPTY),
            None => Some(footprint.extent.into()),
            Some(_) => None,
        };
        check(expected.is_none_or(|expected| expected == space.boxes[row]), || {
            format!("{index} has the box {:?}, not {expected:?}", space.boxes[row])
        })
    }
}

/// An error unless something holds.
pub(super) fn check(holds: bool, or: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(or()) }
}
