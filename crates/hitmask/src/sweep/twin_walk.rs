//! The walk of two shapes that move along straight lines at the same time. A test is called for each offset between two changes, and the
//! time of each change is exact. [`motion`](super::motion) says what a change is, and [`single_mover_walk`](super::single_mover_walk) does
//! most walks of shots faster.

use core::cmp::Ordering;

use super::dilation_pyramid::DilationPyramid;
use super::motion::{ChangeTime, Impact, StraightMotion, Window, is_within, near, relative, wide};
use super::path::{Path, Ranges};
use super::single_mover_walk::{LONG, SingleMoverWalk};

use crate::geom::{Mapped, Offset, PixelCrossings};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{Plain, ShapeRef};

/// When two masks first overlap in the whole time. `apart` leads from A's corner to B's at the start. One of them may keep grown copies of
/// itself. Most pairs of a step are such, so it is inlined there.
#[inline]
pub(crate) fn meet_masks(
    ranges: &Ranges,
    [a, b]: [&Mask; 2],
    apart: Offset,
    ways: &[StraightMotion; 2],
) -> Option<Impact> {
    if let Some(found) = SingleMoverWalk::meet(ways, ranges, overlap_after(a, b, apart)) {
        return found;
    }
    let plain = |mask, corner| Plain { shape: ShapeRef::Mask(mask), corner };
    meet_plain(ranges, [plain(a, Offset::ZERO), plain(b, apart)], *ways, Window::WHOLE, true)
}

/// Whether two masks overlap once B has moved against A. `apart` leads from A's corner to B's before.
#[inline(always)]
fn overlap_after(a: &Mask, b: &Mask, apart: Offset) -> impl Fn(Offset) -> bool {
    move |by| (apart + by).to_point().is_some_and(|offset| a.overlaps(b, offset))
}

/// When two plain shapes first overlap. Their corners are those at the start. With `jumps`, one of them may keep grown copies of itself.
pub(crate) fn meet_plain(
    ranges: &Ranges,
    [a, b]: [Plain<'_>; 2],
    ways: [StraightMotion; 2],
    window: Window,
    jumps: bool,
) -> Option<Impact> {
    let apart = b.corner - a.corner;
    let offset = |moved: [Offset; 2]| (apart + moved[1] - moved[0]).to_point();
    let overlaps = |moved| offset(moved).is_some_and(|offset| overlap::overlaps(a.shape, b.shape, offset));
    let mut walk = TwinWalk::enter(&ways, window, ranges)?;
    let jump = match (a.shape, b.shape) {
        _ if !(jumps && walk.is_long(ranges)) => None,
        (_, ShapeRef::Mask(mask)) => Some(WalkJump::new(a.shape, mask, apart, 1, &walk)),
        (ShapeRef::Mask(mask), _) => Some(WalkJump::new(b.shape, mask, -apart, -1, &walk)),
        _ => None,
    };
    if let Some(mut jump) = jump {
        return walk.run(ranges, overlaps, |walk| jump.make(walk));
    }
    if let (ShapeRef::Mask(one), ShapeRef::Mask(other)) = (a.shape, b.shape)
        && let Some(single) = walk.single()
    {
        return single.run(ranges, overlap_after(one, other, apart));
    }
    walk.run(ranges, overlaps, |_| {})
}

/// When a test first holds. It is asked with how far A and B have moved, only where B has moved within the ranges against A.
pub(crate) fn meet(
    ways: [StraightMotion; 2],
    window: Window,
    ranges: &Ranges,
    test: impl FnMut([Offset; 2]) -> bool,
) -> Option<Impact> {
    TwinWalk::enter(&ways, window, ranges)?.run(ranges, test, |_| {})
}

/// A walk in progress.
struct TwinWalk {
    /// Of A in x and in y, and of B. Steps after which nothing counts are forgotten.
    crossings: [PixelCrossings; 4],
    /// How many whole pixels they have moved.
    moved: [i64; 4],
    relative: Path,
    window: Window,
    /// Whether the walk stands at the start of the window, and the things may meet there.
    is_start: bool,
    /// Which coordinates may have steps left: a bit for each. Most have none where the two may meet.
    live: u32,
}

impl TwinWalk {
    /// The walk at the last place before the things may meet, or at the start of the window. None if they never meet in the window.
    #[inline(always)]
    fn enter(ways: &[StraightMotion; 2], window: Window, ranges: &Ranges) -> Option<TwinWalk> {
        let relative = relative(ways);
        let [enter, leave] = near(&relative, ranges)?;
        let Window { first, end } = window;
        if leave.is_before(first.at) || end.at.is_before(enter) {
            return None;
        }
        let is_start = !first.at.is_before(enter);
        let [[ax, ay], [bx, by]] = ways.mapped(|way| way.crossings());
        let crossings = [ax, ay, bx, by];
        let mut walk = TwinWalk { crossings, moved: [0; 4], relative, window, is_start, live: 0b1111 };
        if !is_start {
            walk.skip_to(ChangeTime { at: enter, just_after: false }, false);
        } else if ChangeTime::START.is_before(first) {
            walk.skip_to(first, true);
        }
        // What comes after the ranges or after the window is forgotten.
        let leave = ChangeTime { at: leave, just_after: true };
        let (last, and_at) = if leave.is_before(end) { (leave, true) } else { (end, false) };
        for crossings in &mut walk.crossings {
            crossings.keep(last.steps(crossings, and_at));
        }
        Some(walk)
    }

    /// Whether there are so many changes left that jumps may save more than they cost.
    fn is_long(&self, ranges: &Ranges) -> bool {
        let left: i64 = self.crossings.iter().map(|crossings| crossings.left).sum();
        left.min(wide(ranges)) >= LONG
    }

    /// The rest of the walk as a single-mover walk, if it is one.
    #[inline(always)]
    fn single(&self) -> Option<SingleMoverWalk> {
        let start = self.is_start.then_some(self.window.first);
        SingleMoverWalk::new(&self.crossings, self.offsets(), start)
    }

    #[inline(always)]
    fn run(
        &mut self,
        ranges: &Ranges,
        mut test: impl FnMut([Offset; 2]) -> bool,
        mut jump: impl FnMut(&mut TwinWalk),
    ) -> Option<Impact> {
        let mut holds =
            |walk: &TwinWalk| is_within(ranges, walk.apart(0), walk.apart(1)) && test(walk.offsets());
        if self.is_start && holds(self) {
            return Some(Impact { when: self.window.first, moved: self.offsets(), before: None });
        }
        loop {
            jump(self);
            let before = self.offsets();
            let when = self.step()?;
            if holds(self) {
                return Some(Impact { when, moved: self.offsets(), before: Some(before) });
            }
        }
    }

    #[inline]
    fn offsets(&self) -> [Offset; 2] {
        let [ax, ay, bx, by] = self.moved;
        [Offset::new(ax, ay), Offset::new(bx, by)]
    }

    /// How far B has moved against A on an axis.
    #[inline]
    fn apart(&self, axis: usize) -> i64 {
        self.moved[axis + 2] - self.moved[axis]
    }

    /// Makes the next change. Returns when it happens. None if no change is left.
    #[inline(always)]
    fn step(&mut self) -> Option<ChangeTime> {
        let mut first = ChangeTime::NEVER;
        // Which coordinates step then: a bit for each.
        let mut steps = 0_u32;
        let mut left = self.live;
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            let crossings = &self.crossings[i];
            let Some(at) = crossings.next() else {
                self.live &= !(1 << i);
                continue;
            };
            let when = ChangeTime { at, just_after: crossings.sign > 0 };
            match if steps == 0 { Ordering::Less } else { when.cmp(first) } {
                Ordering::Less => (first, steps) = (when, 1 << i),
                Ordering::Equal => steps |= 1 << i,
                Ordering::Greater => {}
            }
        }
        if steps == 0 {
            return None;
        }
        while steps != 0 {
            let i = steps.trailing_zeros() as usize;
            self.crossings[i].skip(1);
            self.moved[i] += self.crossings[i].sign;
            steps &= steps - 1;
        }
        Some(first)
    }

    /// Makes all changes before a moment, or, with `and_at`, before it or then.
    #[inline]
    fn skip_to(&mut self, when: ChangeTime, and_at: bool) {
        for (crossings, moved) in self.crossings.iter_mut().zip(&mut self.moved) {
            let steps = when.steps(crossings, and_at);
            crossings.skip(steps);
            *moved += steps * crossings.sign;
        }
    }
}

/// Jumps through free space: see [`DilationPyramid`].
struct WalkJump<'a> {
    pyramid: DilationPyramid<'a>,
    /// The offset of the mask in the other shape's pixels at the start.
    apart: Offset,
    /// 1 if the mask is B, -1 if it is A.
    side: i64,
}

/// Where both things move, the rounded distance may go back by this many pixels. It differs from the real distance, which never goes back,
/// by less than a pixel. So it goes back by less than two.
const BACK: i64 = 1;

impl<'a> WalkJump<'a> {
    fn new(other: ShapeRef<'a>, mask: &'a Mask, apart: Offset, side: i64, walk: &TwinWalk) -> WalkJump<'a> {
        let speeds = [0, 1].mapped(|i| walk.relative.axes[i].speed);
        // Boxes that are one pixel thick don't suffice where both move.
        let is_loose = [0, 1].into_iter().any(|i| walk.both_move(i));
        let fastest = speeds[0].max(speeds[1]).max(1);
        let beside = speeds.mapped(|speed| i64::from(speed > 0));
        let pyramid = DilationPyramid::new(other, mask, if is_loose { [fastest; 2] } else { speeds }, beside);
        WalkJump { pyramid, apart, side }
    }

    /// Moves the walk to the last place before it leaves a free box of offsets, if there is such a box.
    fn make(&mut self, walk: &mut TwinWalk) {
        let signs = [0, 1].mapped(|i| self.side * walk.relative.axes[i].sign);
        let apart = [self.apart.x, self.apart.y];
        let behind = [0, 1].mapped(|i| if walk.both_move(i) { BACK } else { 0 });
        let lines = [0, 1].mapped(|i| signs[i] * (apart[i] + self.side * walk.apart(i)) - behind[i]);
        let Some(reach) = self.pyramid.jump(lines, signs) else { return };
        let ends = [0, 1].mapped(|i| walk.leaves(i, reach[i] - behind[i]));
        // Without an end the rest of the way is free.
        let end = ends.into_iter().flatten().reduce(ChangeTime::earlier).unwrap_or(ChangeTime::NEVER);
        walk.skip_to(end, false);
    }
}

impl TwinWalk {
    fn both_move(&self, axis: usize) -> bool {
        self.crossings[axis].sign != 0 && self.crossings[axis + 2].sign != 0
    }

    /// A moment before which the distance grows by at most this many pixels on an axis. None if it never grows by more.
    fn leaves(&self, axis: usize, by: i64) -> Option<ChangeTime> {
        let [a, b] = [self.crossings[axis], self.crossings[axis + 2]];
        if !self.both_move(axis) {
            let crossings = if a.sign != 0 { a } else { b };
            return crossings.after(by).map(|at| ChangeTime { at, just_after: crossings.sign > 0 });
        }
        let relative = self.relative.axes[axis];
        if relative.speed == 0 {
            return None;
        }
        let line = relative.sign * self.apart(axis) + by;
        // The rounded distance differs from the real one by less than a pixel. So it is beyond the line only after the real one has reached it.
        Some(ChangeTime { at: relative.reaches(line), just_after: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::PointQ16;
    use crate::sweep::motion::{may_meet, ranges};
    use crate::sweep::time::TimeOfImpact;
    use alloc::format;
    use hitmask_oracle::{Rng, StraightWay, instants};

    fn meet_of([a, b]: [Plain<'_>; 2], ways: [StraightMotion; 2], jumps: bool) -> Option<Impact> {
        meet_plain(&ranges(a.extent(), b.extent())?, [a, b], ways, Window::WHOLE, jumps)
    }

    /// Often halves, and often equal.
    fn coordinate(rng: &mut Rng, room: i64) -> i64 {
        let part = match rng.next() % 5 {
            0 => 0,
            1 | 2 => 1 << 15,
            3 => rng.between(-1, 1),
            _ => rng.between(0, 0xFFFF),
        };
        (rng.between(-room, room) << 16) + part
    }

    fn motion(rng: &mut Rng, room: i64) -> i64 {
        match rng.next() % 6 {
            0 => 0,
            1 => rng.between(-2, 2) << 15,
            2 => rng.between(-room, room) << 16,
            3 => rng.between(-3, 3) << 17,
            _ => rng.between(-room << 16, room << 16),
        }
    }

    fn way(rng: &mut Rng, room: i64) -> StraightMotion {
        let from = PointQ16::new(coordinate(rng, room), coordinate(rng, room));
        let mut motion = [motion(rng, room), motion(rng, room)];
        match rng.next() % 6 {
            0 => motion[1] = motion[0],
            1 => motion[1] = -motion[0],
            _ => {}
        }
        StraightMotion { from, to: PointQ16::new(from.x + motion[0], from.y + motion[1]) }
    }

    fn mask(rng: &mut Rng, side: i64) -> Mask {
        let (w, h) = (rng.between(1, side) as u32, rng.between(1, side) as u32);
        let every = [1, 1, 2, 5, 40][(rng.next() % 5) as usize];
        let is_empty = rng.next().is_multiple_of(20);
        Mask::from_fn(w, h, |_, _| rng.next().is_multiple_of(every) && !is_empty)
    }

    /// The first instant at which two masks overlap, with their pixels then and before.
    type Truth = Option<((u64, u64), [Offset; 2], Option<[Offset; 2]>)>;

    fn truth(a: &Mask, b: &Mask, ways: [StraightMotion; 2]) -> Truth {
        let pair = |p: PointQ16| (p.x, p.y);
        let straight = ways.map(|way| StraightWay { from: pair(way.from), to: pair(way.to) });
        let mut before = None;
        for instant in instants(&straight) {
            let at = [0, 1].map(|i| Offset::new(instant.pixels[i].0, instant.pixels[i].1));
            if (at[1] - at[0]).to_point().is_some_and(|offset| a.overlaps(b, offset)) {
                return Some((instant.time, at, before));
            }
            before = Some(at);
        }
        None
    }

    #[track_caller]
    fn check(a: &Mask, b: &Mask, ways: [StraightMotion; 2], what: &str) -> Truth {
        let truth = truth(a, b, ways);
        let plain = |mask, way: StraightMotion| Plain { shape: ShapeRef::Mask(mask), corner: way.first() };
        let [pa, pb] = [plain(a, ways[0]), plain(b, ways[1])];
        let starts = ways.map(|way| way.first());
        let as_masks = ranges(pa.extent(), pb.extent())
            .and_then(|ranges| meet_masks(&ranges, [a, b], pb.corner - pa.corner, &ways));
        let as_shapes = |jumps| meet_of([pa, pb], ways, jumps);
        for (how, found) in [("masks", as_masks), ("walks", as_shapes(false)), ("jumps", as_shapes(true))] {
            let ours = found.map(|impact| {
                let at = [starts[0] + impact.moved[0], starts[1] + impact.moved[1]];
                let before = impact.before.map(|[a, b]| [starts[0] + a, starts[1] + b]);
                let time = TimeOfImpact::from(impact.when.at);
                ((time.numerator(), time.denominator()), at, before)
            });
            assert_eq!(ours, truth, "{what}, {how}, {ways:?}, {a:?}, {b:?}");
        }
        if truth.is_some() {
            let ranges = ranges(pa.extent(), pb.extent()).unwrap();
            assert!(may_meet(ways, &ranges), "{what}: {ways:?}");
        }
        truth
    }

    #[test]
    fn walks_are_those_of_the_definition() {
        let (mut hits, mut starts, mut halves) = (0, 0, 0);
        for seed in 0..100_000 {
            let rng = &mut Rng::new(seed);
            let (a, b) = (mask(rng, 9), mask(rng, 9));
            let mut ways = [way(rng, 12), way(rng, 12)];
            match seed % 4 {
                0 => ways[0] = StraightMotion::resting(ways[0].from),
                1 => {
                    // The same motion.
                    let (one, other) = (ways[0], ways[1].from);
                    ways[1].to = other + (one.to - one.from);
                }
                _ => {}
            }
            let found = check(&a, &b, ways, &format!("seed {seed}"));
            starts += usize::from(found.is_some_and(|(.., before)| before.is_none()));
            hits += usize::from(found.is_some_and(|(.., before)| before.is_some()));
            halves += usize::from(found.is_some_and(|(time, ..)| time.1 == 2));
        }
        assert!(hits > 3000 && starts > 3000 && halves > 100, "{hits}, {starts}, {halves}");
    }

    #[test]
    fn long_walks_jump_and_miss_nothing() {
        let mut hits = 0;
        for seed in 0..3000 {
            let rng = &mut Rng::new(seed);
            let (a, b) = (mask(rng, 130), mask(rng, 90));
            let ways = [
                if seed % 2 == 0 { StraightMotion::resting(way(rng, 80).from) } else { way(rng, 80) },
                way(rng, 120),
            ];
            let found = if seed % 3 == 0 {
                check(&a, &b, ways, &format!("seed {seed}"))
            } else {
                check(&b, &a, ways, &format!("seed {seed}"))
            };
            hits += usize::from(found.is_some_and(|(.., before)| before.is_some()));
        }
        assert!(hits > 150, "{hits}");
    }

    /// A thing moves along a wall, and both move across the wall at nearly the same speed. So the gap between their columns of pixels goes
    /// back and forth by a pixel, while jumps look ahead along the wall.
    #[test]
    fn gaps_that_open_and_close_again_are_not_jumped_over() {
        let (mut hits, mut closed_again) = (0, 0);
        for seed in 0..1500 {
            let rng = &mut Rng::new(seed);
            let bumps = [0; 3].map(|_| rng.between(40, 299) as u32);
            let wall = Mask::from_fn(4, 300, |x, y| x == 0 || bumps.contains(&y));
            let thing = Mask::filled(rng.between(1, 6) as u32, rng.between(1, 6) as u32);
            let box_motion = motion(rng, 40);
            let part = rng.between(0, 0xFFFF);
            let beside = (4 << 16) + part + rng.between(-(1 << 15), 1 << 15);
            let mut ways = [
                StraightMotion { from: PointQ16::new(part, 0), to: PointQ16::new(part + box_motion, 0) },
                StraightMotion {
                    from: PointQ16::new(beside, -20 << 16),
                    to: PointQ16::new(beside + box_motion + rng.between(-9, 9), rng.between(250, 290) << 16),
                },
            ];
            if seed % 2 == 0 {
                // In the other direction, and from the other end.
                for way in &mut ways {
                    (way.from, way.to) = (way.to, way.from);
                }
            }
            let found = check(&wall, &thing, ways, &format!("seed {seed}"));
            if let Some((_, at, Some(_))) = found {
                hits += 1;
                let gap = |[a, b]: [Offset; 2]| b.x - a.x;
                closed_again += usize::from(gap(at) < gap(ways.map(|way| way.first())));
            }
            let turned = |mask: &Mask| mask.rotate90().flip_h();
            let turn = |p: PointQ16| PointQ16::new(p.y, p.x);
            let ways = ways.map(|way| StraightMotion { from: turn(way.from), to: turn(way.to) });
            let upright = found.map(|(time, ..)| time);
            let found = check(&turned(&wall), &turned(&thing), ways, &format!("seed {seed}, turned"));
            assert_eq!(found.map(|(time, ..)| time), upright, "seed {seed}");
        }
        assert!(hits > 300 && closed_again > 100, "{hits}, {closed_again}");
    }

    #[test]
    fn the_ends_of_the_world() {
        let dot = Mask::filled(1, 1);
        let most = PointQ16::LIMIT;
        for (x, y) in [(most, most), (-most, most), (most, -most), (-most, -most)] {
            for seed in 0..300 {
                let rng = &mut Rng::new(seed);
                let ways = [way(rng, 3), way(rng, 3)].map(|way| StraightMotion {
                    from: PointQ16::new(way.from.x + x, way.from.y + y),
                    to: PointQ16::new(way.to.x + x, way.to.y + y),
                });
                check(&dot, &mask(rng, 3), ways, "far away");
            }
        }
        let plain = |way: StraightMotion| Plain { shape: ShapeRef::Mask(&dot), corner: way.first() };
        // It leaves the pixel -1 just after the mark at -1/2.
        let time = TimeOfImpact::new((1 << 47) - (1 << 15), 1 << 48);
        // Across the whole world, at the same speed from both ends.
        let far = |x| PointQ16::new(x, 0);
        let ways = [
            StraightMotion { from: far(-most), to: far(most) },
            StraightMotion { from: far(most), to: far(-most) },
        ];
        let found = meet_of([plain(ways[0]), plain(ways[1])], ways, true).unwrap();
        assert_eq!(TimeOfImpact::from(found.when.at), time);
        // A dot that flies past another one, a pixel away, and one that flies through it.
        for (y, meets) in [(0, true), (1 << 16, false)] {
            let from = PointQ16::new(-most, y);
            let ways = [
                StraightMotion::resting(PointQ16::ZERO),
                StraightMotion { from, to: PointQ16::new(most, y) },
            ];
            let found = meet_of([plain(ways[0]), plain(ways[1])], ways, true);
            assert_eq!(found.is_some(), meets);
            assert!(found.is_none_or(|found| TimeOfImpact::from(found.when.at) == time));
        }
    }
}
