//! Many steps at a time through free space.
//!
//! As long as the mover's box meets no obstacle's box, nothing can refuse a step. If obstacles are nearer, a grown mask helps: while the
//! mover's offset passes through a box of offsets, the mover covers no more than its mask grown by that box. If the grown mask meets no
//! obstacle, all steps inside that box are free.

use super::obstacle::ObstaclePixels;
use super::walk::Walk;
use crate::geom::{Extent, Moment, Offset, PixelCrossings};
use crate::mask::kept::RUNGS;
use crate::sweep::dilation_pyramid::{LOWEST, Levels, reach_of};
use crate::sweep::gaps::Jumps;

/// When to try which jump.
pub(super) struct Stride {
    levels: Levels,
    /// Whether the mover may be grown. Of one that was drawn for its pose, that pays for a long way only.
    grows: bool,
    /// Over a tile map.
    gaps: Option<Jumps>,
}

impl Stride {
    pub(super) fn new(walk: &Walk<'_, '_>, crossings: &[PixelCrossings; 2]) -> Stride {
        let is_over_map = walk.pieces.iter().any(|piece| piece.is_map());
        let gaps = is_over_map.then(|| Jumps::new(walk.mover.extent()));
        let grows = walk.keeps || crossings[0].left.max(crossings[1].left) >= 1 << (RUNGS - 1);
        Stride { levels: Levels::new(level_for(crossings)), grows, gaps }
    }

    /// Makes steps that are known to be free. False if none is, or if it is too early for the next try.
    #[inline]
    pub(super) fn jump(&mut self, walk: &mut Walk<'_, '_>, crossings: &mut [PixelCrossings; 2]) -> bool {
        if crossings[0].left.max(crossings[1].left) < 1 << LOWEST {
            return false;
        }
        if self.levels.waits() {
            return false;
        }
        self.through_the_air(walk, crossings)
            || self.past_gaps(walk, crossings)
            || self.grows && self.past_pixels(walk, crossings)
    }

    /// Steps up to the one with which the mover's box first meets the box of an obstacle that could refuse it.
    fn through_the_air(&self, walk: &mut Walk<'_, '_>, crossings: &mut [PixelCrossings; 2]) -> bool {
        let here = walk.mover.extent().shifted(walk.at);
        let counting = Counting::of(walk, crossings);
        let mut first: Option<BoxEntry> = None;
        for piece in walk.pieces.iter().filter(|piece| counting.has(piece)) {
            match BoxEntry::of(here, piece.extent, crossings) {
                WhenMet::Now => return false,
                WhenMet::Never => {}
                WhenMet::At(entry) => {
                    if first.as_ref().is_none_or(|first| entry.is_before(first)) {
                        first = Some(entry);
                    }
                }
            }
        }
        let steps = steps_within(crossings, walk.laps.most(), first);
        walk_on(walk, crossings, steps);
        steps != [0; 2]
    }

    /// Steps inside a box of offsets at which the mover's box meets nothing but parts of tile maps without tiles.
    fn past_gaps(&mut self, walk: &mut Walk<'_, '_>, crossings: &mut [PixelCrossings; 2]) -> bool {
        let Some(jumps) = &mut self.gaps else { return false };
        let counting = Counting::of(walk, crossings);
        let near = || walk.pieces.iter().filter(|piece| counting.has(piece));
        let [signs, speeds] = [crossings.map(|axis| axis.sign), crossings.map(|axis| axis.left)];
        let free = jumps.free(walk.at, Offset::new(signs[0], signs[1]), speeds, |covered| {
            near().all(|piece| piece.has_gap(covered))
        });
        let Some(Extent { x0, y0, x1, y1 }) = free else { return false };
        let most = walk.laps.most();
        let far = [most[0].min(x1 - x0 - 1), most[1].min(y1 - y0 - 1)];
        walk_on(walk, crossings, steps_within(crossings, far, None));
        true
    }

    /// Steps inside a box of offsets at which the grown mover meets nothing.
    fn past_pixels(&mut self, walk: &mut Walk<'_, '_>, crossings: &mut [PixelCrossings; 2]) -> bool {
        let left = [crossings[0].left, crossings[1].left];
        let reach = reach_of(left, left.map(|steps| i64::from(steps > 0)));
        let counting = Counting::of(walk, crossings);
        let level = self.levels.jump(level_for(crossings), |level| {
            let far = reach.of(level);
            let behind = |i: usize| if crossings[i].sign < 0 { -far[i] } else { 0 };
            let corner = walk.at + Offset::new(behind(0), behind(1));
            walk.mover.grown(reach, level).is_some_and(|grown| {
                let mut near = walk.pieces.iter_mut().filter(|piece| counting.has(piece));
                !near.any(|piece| piece.meets(grown, corner))
            })
        });
        if let Some(level) = level {
            walk_on(walk, crossings, steps_within(crossings, reach.of(level), None));
        }
        level.is_some()
    }
}

/// The level that covers all steps that are left, if there is one.
fn level_for(crossings: &[PixelCrossings; 2]) -> usize {
    let steps = crossings[0].left.max(crossings[1].left).max(1);
    (steps.ilog2() as usize + 1).clamp(LOWEST, RUNGS - 1)
}

/// The obstacles that may change one of the steps that are left: of the one-way ones those that are open against one, or that may be a ledge.
struct Counting([bool; 4]);

impl Counting {
    #[inline]
    fn of(walk: &Walk<'_, '_>, [x, y]: &[PixelCrossings; 2]) -> Counting {
        let leads = |axis: &PixelCrossings, sign: i64| axis.left > 0 && axis.sign == sign;
        // A step to the left leads against what is open to the right.
        let mut sides = [leads(y, 1), leads(x, -1), leads(y, -1), leads(x, 1)];
        if let Some(up) = walk.up.filter(|_| walk.step_up > 0) {
            let sideways = if up.offset().x == 0 { x } else { y };
            sides[up as usize] |= sideways.left > 0;
        }
        Counting(sides)
    }

    #[inline]
    fn has(&self, piece: &ObstaclePixels<'_>) -> bool {
        piece.open_side.is_none_or(|side| self.0[side as usize])
    }
}

/// The steps before the first with which an axis has made more than so many, and before a box is met.
fn steps_within(crossings: &[PixelCrossings; 2], far: [i64; 2], mut first: Option<BoxEntry>) -> [i64; 2] {
    for (axis, steps) in far.into_iter().enumerate() {
        if let Some(at) = crossings[axis].after(steps) {
            let entry = BoxEntry { at, axis, steps };
            first = first.filter(|first| first.is_before(&entry)).or(Some(entry));
        }
    }
    let [x, y] = crossings;
    match first {
        None => [x.left, y.left],
        // Of marks at the same time, that of x is reached first.
        Some(BoxEntry { at, axis: 0, steps }) => [steps, y.before(at, false)],
        Some(BoxEntry { at, steps, .. }) => [x.before(at, true), steps],
    }
}

/// Makes free steps.
fn walk_on(walk: &mut Walk<'_, '_>, crossings: &mut [PixelCrossings; 2], steps: [i64; 2]) {
    walk.go(Offset::new(steps[0] * crossings[0].sign, steps[1] * crossings[1].sign));
    crossings[0].skip(steps[0]);
    crossings[1].skip(steps[1]);
}

/// When the mover's box meets another box.
enum WhenMet {
    Now,
    At(BoxEntry),
    Never,
}

/// The step with which the mover's box first meets another box.
struct BoxEntry {
    at: Moment,
    axis: usize,
    /// How many steps on this axis come before it.
    steps: i64,
}

impl BoxEntry {
    /// Looks at each axis for itself, so it may name a step that is too early.
    fn of(here: Extent, there: Extent, crossings: &[PixelCrossings; 2]) -> WhenMet {
        let [x, y] = crossings;
        let steps = [
            steps_until((here.x0, here.x1), (there.x0, there.x1), x.sign),
            steps_until((here.y0, here.y1), (there.y0, there.y1), y.sign),
        ];
        let [Some(steps_x), Some(steps_y)] = steps else { return WhenMet::Never };
        let mut last = WhenMet::Now;
        for (axis, steps) in [(0, steps_x - 1), (1, steps_y - 1)] {
            if steps >= 0 {
                let Some(at) = crossings[axis].after(steps) else { return WhenMet::Never };
                let entry = BoxEntry { at, axis, steps };
                if !matches!(&last, WhenMet::At(last) if entry.is_before(last)) {
                    last = WhenMet::At(entry);
                }
            }
        }
        last
    }

    fn is_before(&self, other: &BoxEntry) -> bool {
        self.at.cmp(other.at).then(self.axis.cmp(&other.axis)).is_lt()
    }
}

/// How many steps in a direction lead to ranges that overlap. 0 or less if they do already. None if no number of steps does.
fn steps_until(here: (i64, i64), there: (i64, i64), sign: i64) -> Option<i64> {
    let (before, after) = (there.0 - here.1 + 1, here.0 - there.1 + 1);
    match sign {
        1 => (after <= 0).then_some(before),
        -1 => (before <= 0).then_some(after),
        _ => (before <= 0 && after <= 0).then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Direction, PointQ16};
    use crate::mask::Mask;
    use crate::mover::MoveOptions;
    use crate::placed::{Plain, ShapeRef};
    use crate::tile_map::{TileCell, TileMap, TileSet};

    /// Walks until no step is left. Returns where it ends, and how often it has looked at the obstacles.
    fn looks(map: &TileMap, from: (i64, i64), motion: (i64, i64)) -> (Offset, u32) {
        let (mover, plain) =
            (Mask::filled(3, 3), Plain { shape: ShapeRef::Tiles(map.all()), corner: Offset::ZERO });
        let mut pieces = [ObstaclePixels::plain(0, None, plain, Extent::WORLD).unwrap()];
        let at = Offset::new(from.0, from.1);
        let (up, options) = (Some(Direction::Up), MoveOptions::default());
        let mut walk = Walk::new(&mover, &mut pieces, at, up, &options, PointQ16::ZERO);
        let mut crossings = [
            PixelCrossings::new(from.0 << 16, motion.0 << 16),
            PixelCrossings::new(from.1 << 16, motion.1 << 16),
        ];
        let (mut stride, mut looks) = (Stride::new(&walk, &crossings), 0);
        while let Some(axis) = PixelCrossings::next_axis(&crossings) {
            looks += 1;
            if !stride.jump(&mut walk, &mut crossings) {
                let by = PixelCrossings::one(&crossings, axis);
                if walk.pieces[0].meets(&mover, walk.at + by) {
                    crossings[axis].stop();
                } else {
                    crossings[axis].skip(1);
                    walk.go(by);
                }
            }
        }
        (walk.at, looks)
    }

    /// With jumps of 64 pixels it would look 16 million times.
    #[test]
    fn few_looks_lead_over_an_empty_map() {
        let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16)]), (65_536, 65_536), (16_384, 16_384));
        let last = 65_535 * 16_384;
        [(0, 0), (65_535, 0), (65_535, 65_535)].into_iter().for_each(|cell| {
            map.set(cell, TileCell::new(0));
        });
        for (from, motion, end) in [
            ((30, 16_384 - 9), (1 << 30, 0), (last - 3, 16_384 - 9)),
            ((last + 5, 16_390), (0, 1 << 30), (last + 5, last + 16_384 - 19)),
            ((30, 16_384 - 9), (1 << 30, 1 << 29), (30 + (1 << 30), 16_384 - 9 + (1 << 29))),
            ((last + 14, last), (-(1 << 30), -(1 << 30)), (last + 14 - (1 << 30), last - (1 << 30))),
        ] {
            let (at, looks) = looks(&map, from, motion);
            assert_eq!(at, Offset::new(end.0, end.1), "{from:?} + {motion:?}");
            // Where no grown mask is kept, the way beside a tile goes by single pixels.
            let most = if crate::bits::KEEPS { 3000 } else { 5000 };
            assert!(looks < most, "{looks} looks from {from:?} along {motion:?}");
        }
    }

    /// From every place, so that a jump may end beside the first or the last pixel of a page with a tile.
    #[test]
    fn jumps_end_before_the_tiles() {
        let mut map = TileMap::new(TileSet::new([Mask::filled(1024, 1024)]), (40, 3), (1024, 1024));
        // The others make it large.
        [(20, 1), (0, 0), (39, 2)].into_iter().for_each(|cell| {
            map.set(cell, TileCell::new(0));
        });
        let [before, behind] = [20 * 1024, 21 * 1024];
        for start in 0..3000 {
            assert_eq!(looks(&map, (start, 1500), (40_000, 0)).0, Offset::new(before - 3, 1500));
            assert_eq!(looks(&map, (40_000 - start, 1500), (-40_000, 0)).0, Offset::new(behind, 1500));
        }
    }
}
