//! The candidate pairs, space by space: pairs whose boxes share a pixel, or whose boxes around their paths do. `space.rs` finds those of
//! one space.

use crate::broad_phase::{TooManyPairs, sort_pairs};
use crate::geom::sort_as_numbers;
use crate::world::broad_phase::far_ways::BoxMotions;
use crate::world::broad_phase::space::{CandidatePairs, Space};
use crate::world::broad_phase::spaces::Spaces;

impl Spaces {
    /// Finds all pairs. `slots` is greater than every slot. Returns whether a space has swept members: `set_ways` sets the boxes around their
    /// ways.
    pub(crate) fn find_pairs(
        &mut self,
        pairs: &mut CandidatePairs,
        boxes: &mut BoxMotions,
        (slots, limit): (usize, usize),
        mut set_ways: impl FnMut(u32, &mut Space, &mut BoxMotions),
    ) -> Result<bool, TooManyPairs> {
        pairs.plain.clear();
        pairs.found.clear();
        pairs.swept.clear();
        let (mut has_ghosts, mut are_swept) = (false, false);
        self.merge_lists();
        for rank in 0..self.len() {
            let place = self.place(rank);
            let space = self.at_mut(place);
            let is_swept = space.swept > 0;
            if is_swept {
                set_ways(place, space, boxes);
            } else {
                space.ways.clear();
            }
            space.update(is_swept);
            has_ghosts |= space.has_ghosts();
            are_swept |= is_swept;
            let left = limit - pairs.plain.len() - pairs.found.len();
            if is_swept { space.swept_pairs(left, boxes, pairs) } else { space.pairs(left, pairs) }
                .map_err(|_| TooManyPairs { limit })?;
        }
        let CandidatePairs { plain, swept, found, starts, .. } = pairs;
        swept.resize(found.len(), [0; 2]);
        sort_pairs(found, slots, starts, swept);
        if has_ghosts {
            // A pair is found once for each part in which its boxes meet.
            sort_as_numbers(plain);
            plain.dedup();
            swept.dedup();
        }
        Ok(are_swept)
    }
}
