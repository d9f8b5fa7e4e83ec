//! Long jumps through free space, with masks grown along a motion.
//!
//! While the offset moves through a box of whole offsets, the moving mask covers no more than the mask grown by that box. If the grown mask
//! doesn't overlap the other mask, the motion is free for all that time. The grown masks are kept with the mask that they were made from.

use crate::geom::{Offset, PointQ16};
use crate::mask::Mask;
use crate::mask::kept::{RUNGS, Reach};
use crate::overlap;
use crate::placed::ShapeRef;
use crate::sweep::gaps::Gaps;

/// If the motion is at least this many times as fast on one axis as on the other, it jumps in boxes that are one pixel thick.
const ALIGNED: i64 = 8;
/// A jump costs as much as a few steps, so jumps below this level are not worth their cost.
pub(crate) const LOWEST: usize = 2;
/// After a failed try, some lattice lines, or steps of a walk, pass before the next try: 2 to the power of the number of failures in a row.
/// This is the largest power.
const MOST_PATIENCE: u32 = 6;

/// Which level to try, and when.
pub(crate) struct Levels {
    level: usize,
    patience: u32,
    wait: u32,
}

impl Levels {
    pub(crate) fn new(level: usize) -> Levels {
        Levels { level, patience: 0, wait: 0 }
    }

    /// Whether it is too early for the next try.
    #[inline]
    pub(crate) fn waits(&mut self) -> bool {
        let waits = self.wait > 0;
        self.wait -= u32::from(waits);
        waits
    }

    /// The level of a free jump, at most so high. None if none is known to be free.
    #[inline]
    pub(crate) fn jump(&mut self, highest: usize, mut is_free: impl FnMut(usize) -> bool) -> Option<usize> {
        self.level = self.level.min(highest);
        loop {
            let level = self.level;
            if is_free(level) {
                self.level = (level + 1).min(RUNGS - 1);
                self.patience = 0;
                return Some(level);
            }
            if level <= LOWEST {
                self.wait = 1 << self.patience;
                self.patience = (self.patience + 1).min(MOST_PATIENCE);
                return None;
            }
            self.level -= 1;
        }
    }
}

/// The reach of the jumps of a motion. `beside` says how many more lines than one a flat motion is between on each axis: 0 or 1.
pub(crate) fn reach_of([x, y]: [i64; 2], beside: [i64; 2]) -> Reach {
    if y * ALIGNED <= x {
        Reach::Level(beside[1])
    } else if x * ALIGNED <= y {
        Reach::Upright(beside[0])
    } else {
        Reach::Square
    }
}

/// The jumps of one mask against another shape.
pub(super) struct DilationPyramid<'a> {
    a: ShapeRef<'a>,
    b: &'a Mask,
    /// Whether B is the mask that is grown: the smaller one.
    grows_b: bool,
    reach: Reach,
    levels: Levels,
    gaps: Option<Gaps<'a>>,
}

impl<'a> DilationPyramid<'a> {
    /// The jumps of B's offset against A. The speeds are in Q16 for the whole motion. `beside` is that of [`reach_of`].
    pub(super) fn new(
        a: ShapeRef<'a>,
        b: &'a Mask,
        speeds: [i64; 2],
        beside: [i64; 2],
    ) -> DilationPyramid<'a> {
        let words = |mask: &Mask| mask.width().div_ceil(64) * mask.height();
        // The level that covers the whole motion, if there is one.
        let pixels = (speeds[0].max(speeds[1]) / PointQ16::ONE + 2) as u64;
        let level = (pixels.ilog2() as usize + 1).min(RUNGS - 1);
        // Only masks keep grown copies.
        let grows_b = match a {
            ShapeRef::Mask(a) => words(b) <= words(a),
            _ => true,
        };
        let (reach, levels) = (reach_of(speeds, beside), Levels::new(level));
        DilationPyramid { a, b, grows_b, reach, levels, gaps: Gaps::new(a, b, speeds) }
    }

    /// How far the offset can go from these lines through free space, in lines on each axis. The lines are those of the offset on axes
    /// that are mirrored where the sign is -1. None if no jump is known to be free, or if it is too early for the next try.
    #[inline]
    pub(super) fn jump(&mut self, lines: [i64; 2], signs: [i64; 2]) -> Option<[i64; 2]> {
        if let Some(reach) = self.gaps.as_mut().and_then(|gaps| gaps.jump(lines, signs)) {
            return Some(reach);
        }
        if self.levels.waits() {
            return None;
        }
        let DilationPyramid { a, b, grows_b, reach, ref mut levels, .. } = *self;
        // Whether the masks are known not to overlap at any offset of the level's box. The box begins at these lines.
        let is_free = |level: usize| {
            let far = reach.of(level);
            // The least offset of the box. If A is grown, the greatest offset, because A grew in the opposite direction.
            let corner = |i: usize| {
                let least = if signs[i] < 0 { -(lines[i] + far[i]) } else { lines[i] };
                if grows_b { least } else { least + far[i] }
            };
            // An offset that doesn't fit i32 is farther away than any mask reaches.
            let Some(offset) = Offset::new(corner(0), corner(1)).to_point() else { return true };
            match a {
                ShapeRef::Mask(a) if !grows_b => {
                    a.grown(reach, level).is_some_and(|grown| !grown.overlaps(b, offset))
                }
                a => b
                    .grown(reach, level)
                    .is_some_and(|grown| !overlap::overlaps(a, ShapeRef::Mask(grown), offset)),
            }
        };
        levels.jump(RUNGS - 1, is_free).map(|level| reach.of(level))
    }
}
