//! A mask grown to the right and down by boxes of offsets: the area that a moving mask covers while its offset passes through the box.

use super::kept::{Lazy, Reach};
use super::storage::{Grown, Mask};
use crate::bits::column::Edit;
use crate::geom::{Mapped, Point};

impl Grown {
    pub(super) fn level(&self, mask: &Mask, reach: Reach, level: usize) -> Option<&Mask> {
        let [x, y] = reach.of(level).mapped(|far| far as u32);
        Mask::check_size(mask.width() + x, mask.height() + y).ok()?;
        self.0[reach.index()][level].get(|| match level.checked_sub(1) {
            None => draw(mask, [0; 2], reach.of(level)),
            Some(below) => match self.level(mask, reach, below) {
                Some(last) => draw(last, reach.of(below), reach.of(level)),
                None => unreachable!("every rung can be kept if one can"),
            },
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Grown>()
            + self.0.iter().flatten().filter_map(Lazy::made).map(Mask::memory_bytes).sum::<usize>()
    }
}

/// Extends a mask that was grown by `from` to one grown by `to`: draws it at the four corners of the missing distance. That distance must
/// not exceed `from` by more than one pixel, or gaps would remain.
fn draw(last: &Mask, from: [i64; 2], to: [i64; 2]) -> Mask {
    let more = [to[0] - from[0], to[1] - from[1]].mapped(|more| more as i32);
    let mut grown = Mask::new(last.width() + more[0] as u32, last.height() + more[1] as u32);
    for dy in [0, more[1]] {
        for dx in [0, more[0]] {
            grown.edit_by_mask(last, Point::new(dx, dy), Edit::Union);
        }
    }
    grown
}
