//! Checks that the stored data of the colliders are consistent.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::geom::PointQ16;
use crate::world::broad_phase::filter::Filter;
use crate::world::broad_phase::space::{Place, Space, check};
use crate::world::collider::part_link::PartLink;
use crate::world::store::Store;

impl Store {
    /// An error is a sentence that says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let slots = self.slots.len();
        let mut is_free = vec![false; slots];
        for &index in &self.slots.free {
            let slot = self.slots.colliders.get(index as usize).ok_or("a free slot does not exist")?;
            check(slot.is_none(), || format!("slot {index} is free but has a collider"))?;
            let was_free = core::mem::replace(&mut is_free[index as usize], true);
            check(!was_free, || format!("slot {index} is in the list of free slots twice"))?;
        }
        check(self.slots.colliders.len() == slots, || {
            format!("there are {slots} slots, but not as many colliders")
        })?;
        let (mut members, mut rows) = (0, 0);
        for index in 0..slots as u32 {
            if self.slots.colliders[index as usize].is_some() {
                members += 1;
                rows += self.validate_member(index)?;
            } else {
                let is_used_up = self.slots.generations[index as usize] == u32::MAX;
                check(is_free[index as usize] || is_used_up, || {
                    format!("slot {index} has no collider and is not in the list of free slots")
                })?;
            }
        }
        let in_spaces: usize = self.spaces.all().map(Space::rows).sum();
        check(in_spaces == rows && self.spaces.members() == members, || {
            format!(
                "{members} colliders have {rows} rows, but the spaces have {in_spaces} rows for {} members",
                { self.spaces.members() }
            )
        })?;
        let parts = self.slots.colliders.iter().flatten().filter(|stored| stored.part().is_some()).count();
        check(self.parts == parts, || format!("there are {parts} parts, but {} are counted", self.parts))?;
        check(self.spaces.is_valid(), || String::from("the lists of spaces disagree"))?;
        self.spaces.all().try_for_each(Space::validate)
    }

    fn validate_part_link(&self, index: u32) -> Result<(), String> {
        let stored = self.at(index);
        let lists = |root: u32| {
            let above = self.slots.colliders.get(root as usize).and_then(Option::as_ref);
            above.is_some_and(|above| above.parts().binary_search(&index).is_ok())
        };
        let Some(PartLink { part, parts, came }) = stored.part_link() else { return Ok(()) };
        let is_part = |&part: &u32| self.parent(part) == Some(index);
        check(
            (part.is_some() || !parts.is_empty())
                && parts.is_sorted_by(|a, b| a < b)
                && parts.iter().all(is_part),
            || format!("slot {index} has a wrong list of parts"),
        )?;
        check(*came == PointQ16::ZERO, || format!("the parts of slot {index} have stayed behind"))?;
        if let Some(part) = part {
            check(lists(part.parent), || format!("slot {index} is a part of what does not list it"))?;
            let parent = self.at(part.parent);
            let root_state = parent.root_state(PointQ16::ZERO);
            let mut placed = part.transform_under(&root_state);
            placed.set_position(self.plane().position(placed.position()));
            let is_there = placed == stored.transform();
            check(is_there && part.is_on(&root_state) == stored.enabled, || {
                format!("slot {index} is not where its root takes it")
            })?;
            check((parent.space, parent.group) == (stored.space, stored.group), || {
                format!("slot {index} has another space or group than its root")
            })?;
            check(parent.family(part.parent) == Some(part.root), || {
                format!("slot {index} has another root than what it belongs to")
            })?;
        }
        Ok(())
    }

    /// Returns how many rows it has.
    fn validate_member(&self, index: u32) -> Result<usize, String> {
        let (stored, plane) = (self.at(index), self.plane());
        let Place { row, .. } = self.slots.places[index as usize];
        let space = self.space_of(index);
        check(space.id == stored.space, || format!("slot {index} is in a space with another id"))?;
        let is_mine = |row: u32| space.members.get(row as usize) == Some(&index);
        check(space.rows_of(row).all(is_mine), || format!("slot {index} is not in its rows"))?;
        check(space.rows_of(row).all(|row| space.filter(row) == Filter::of(stored, index)), || {
            format!("slot {index} has other layers in its space")
        })?;
        self.slots.is_valid(index).map_err(|what| format!("slot {index} has {what}"))?;
        self.validate_part_link(index)?;
        let position = stored.position;
        check(plane.position(position) == position, || {
            format!("slot {index} lies outside the wrapped world")
        })?;
        let expected = match stored.custom() {
            _ if !stored.enabled => Some(Aabb::EMPTY),
            None => Some(stored.extent(plane).into()),
            Some(_) => None,
        };
        let parts: Vec<Aabb> = space.rows_of(row).map(|row| space.boxes[row as usize]).collect();
        let expected = expected.map(|expected| plane.cut(expected));
        check(expected.is_none_or(|expected| parts == expected.as_slice()), || {
            format!("slot {index} has the parts {parts:?}, expected {expected:?}")
        })?;
        Ok(parts.len())
    }
}
