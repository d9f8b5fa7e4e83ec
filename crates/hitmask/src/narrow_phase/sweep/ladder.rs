//! Long jumps over nothing: masks grown along a motion, each rung twice as far as the one before.
//!
//! While the motion goes through a box of whole offsets, the moving mask covers no more than the mask grown by that box. If the
//! grown mask is clear of the other, all that time is. Rungs are made when they are first needed.

use alloc::vec::Vec;

use super::path::{Path, State};
use crate::geom::Point;
use crate::kernel::column::Edit;
use crate::mask::Mask;
use crate::narrow_phase::overlap;

/// How many rungs there are at the most: the last jumps 2¹⁰ pixels.
pub(super) const RUNGS: usize = 11;

/// The smaller of two masks, grown ever further.
pub(super) struct Ladder<'a> {
    a: &'a Mask,
    b: &'a Mask,
    grows_b: bool,
    /// For each rung by how much.
    reach: [[i64; 2]; RUNGS],
    rungs: Vec<Mask>,
}

impl<'a> Ladder<'a> {
    /// For the motion from a state on.
    pub(super) fn new(a: &'a Mask, b: &'a Mask, path: &Path, state: &State) -> Ladder<'a> {
        let words = |mask: &Mask| u64::from(mask.width().div_ceil(64)) * u64::from(mask.height());
        let [x, y] = path.axes;
        let most = x.speed.max(y.speed).max(1);
        let reach = core::array::from_fn(|rung| {
            [0, 1].map(|i| {
                let axis = path.axes[i];
                // 2^rung pixels along the faster axis, and what that makes along the other.
                let far = (i128::from(axis.speed) << rung) + i128::from(most) - 1;
                ((far / i128::from(most)) as i64).max(axis.width(state.place[i].on_line))
            })
        });
        Ladder { a, b, grows_b: words(b) <= words(a), reach, rungs: Vec::new() }
    }

    /// How far a rung jumps.
    pub(super) fn reach(&self, rung: usize) -> [i64; 2] {
        self.reach[rung]
    }

    /// Whether the masks are apart at all offsets of the rung's box that begins at the state's place. Not known to be where the
    /// grown mask would be larger than a mask may be.
    pub(super) fn is_free(&mut self, rung: usize, path: &Path, state: &State) -> bool {
        while self.rungs.len() <= rung {
            match self.next_rung() {
                Some(mask) => self.rungs.push(mask),
                None => return false,
            }
        }
        let (grown, reach) = (&self.rungs[rung], self.reach[rung]);
        // The least actual offset of the box; seen from a grown A the greatest, because A grew the other way.
        let corner = |i: usize| {
            let (line, sign) = (state.place[i].line, path.axes[i].sign);
            let least = if sign < 0 { -(line + reach[i]) } else { line };
            if self.grows_b { least } else { least + reach[i] }
        };
        match (i32::try_from(corner(0)), i32::try_from(corner(1))) {
            (Ok(x), Ok(y)) if self.grows_b => !self.a.overlaps(grown, (x, y)),
            (Ok(x), Ok(y)) => !grown.overlaps(self.b, (x, y)),
            // No mask reaches as far as the offsets that don't exist.
            _ => true,
        }
    }

    /// The last rung, drawn at the corners of what is still missing.
    fn next_rung(&self) -> Option<Mask> {
        let rung = self.rungs.len();
        let reach = self.reach[rung];
        let (last, before) = match rung {
            0 => (if self.grows_b { self.b } else { self.a }, [0; 2]),
            _ => (&self.rungs[rung - 1], self.reach[rung - 1]),
        };
        let by = [reach[0] - before[0], reach[1] - before[1]];
        let side = |side: u32, by: i64| u32::try_from(by).ok()?.checked_add(side);
        let (w, h) = (side(last.width(), by[0])?, side(last.height(), by[1])?);
        crate::mask::check_size(w, h).ok()?;
        let mut grown = Mask::new_ungated(w, h);
        for dy in [0, by[1]] {
            for dx in [0, by[0]] {
                grown.edit(overlap::of(last), Point::new(dx as i32, dy as i32), Edit::Union);
                if by[0] == 0 {
                    break;
                }
            }
            if by[1] == 0 {
                break;
            }
        }
        Some(grown)
    }
}
