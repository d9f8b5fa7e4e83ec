//! A faster walk, for two shapes of which at most one makes steps on each axis. Most walks of shots are of this kind: what they hit rests,
//! or makes no step while it is within reach. Which coordinate steps next is known without a comparison of fractions, and the steps have no
//! branch that depends on it.

use super::motion::{ChangeTime, Impact, StraightMotion, is_within, may_meet_between, wide};
use super::path::Ranges;

use crate::geom::{Mapped, Moment, Offset, PixelCrossings, nearest_pixel};

/// Walks of fewer changes than this, or with narrower ranges, make no jumps.
pub(super) const LONG: i64 = 96;

/// The rest of a walk.
pub(super) struct SingleMoverWalk {
    /// Which of A and B steps on each axis.
    of: [usize; 2],
    crossings: [PixelCrossings; 2],
    /// How many whole pixels A and B have moved before.
    moved: [Offset; 2],
    /// How much later x changes than y: the difference of their times, times twice both speeds; and 1 for what comes just after its time. At
    /// 0 both change together.
    behind: i64,
    /// What a step of each adds to that.
    gains: [i64; 2],
    /// When it begins, if A and B may meet there.
    start: Option<ChangeTime>,
    /// Whether this holds for the whole walk. Then a coordinate that has left its range never comes back.
    is_lone: bool,
}

impl SingleMoverWalk {
    /// The rest of a walk: the marks of A in x and y, and of B. None if it is no such walk, or if the numbers are too large.
    #[inline(always)]
    pub(super) fn new(
        crossings: &[PixelCrossings; 4],
        moved: [Offset; 2],
        start: Option<ChangeTime>,
    ) -> Option<SingleMoverWalk> {
        let [ax, ay, bx, by] = crossings;
        let has_two = |a: &PixelCrossings, b: &PixelCrossings| (a.left > 0) & (b.left > 0);
        if has_two(ax, bx) | has_two(ay, by) {
            return None;
        }
        let of = [usize::from(ax.left == 0), usize::from(ay.left == 0)];
        let crossings = [crossings[2 * of[0]], crossings[2 * of[1] + 1]];
        let (behind, gains) = crossings[0].behind(&crossings[1])?;
        Some(SingleMoverWalk { of, crossings, moved, behind, gains, start, is_lone: false })
    }

    /// When a test first holds on the walk of two small things in the whole time, as [`SingleMoverWalk::run`]. `Some(None)` if it never does; None if it
    /// is no such walk, or if what was found is not sure.
    #[inline(always)]
    pub(super) fn meet(
        ways: &[StraightMotion; 2],
        ranges: &Ranges,
        test: impl FnMut(Offset) -> bool,
    ) -> Option<Option<Impact>> {
        if wide(ranges) >= LONG {
            return None;
        }
        let [a, b] = ways;
        let x = lone([a.from.x, a.to.x], [b.from.x, b.to.x]);
        let y = lone([a.from.y, a.to.y], [b.from.y, b.to.y]);
        let (of, crossings, moved, during) = match (x, y) {
            (Some((x_of, x)), Some((y_of, y))) => ([x_of, y_of], [x, y], [Offset::ZERO; 2], None),
            _ => {
                // Where they may meet, the slower one probably makes no step.
                let Some([enter, leave]) = may_meet_between(ways, ranges) else { return Some(None) };
                let slow = usize::from(b.length() < a.length());
                let by = steps_before(&ways[slow], enter, leave)?;
                let mut moved = [Offset::ZERO; 2];
                moved[slow] = by;
                ([1 - slow; 2], ways[1 - slow].crossings(), moved, Some([enter, leave]))
            }
        };
        let (behind, gains) = crossings[0].behind(&crossings[1])?;
        let mut single = SingleMoverWalk { of, crossings, moved, behind, gains, start: None, is_lone: true };
        if !single.begin(ranges) {
            return Some(None);
        }
        let found = single.run(ranges, test);
        if let (Some(impact), Some([enter, leave])) = (&found, during) {
            // At another time the slower one is elsewhere, so this may be wrong.
            let at = impact.when.at;
            if at.is_before(enter) || leave.is_before(at) {
                return None;
            }
        }
        Some(found)
    }

    /// Goes to the start, or to just before the change after which both are in their ranges. Returns whether they ever are. Not inlined,
    /// because the walk needs the registers.
    #[inline(never)]
    fn begin(&mut self, ranges: &Ranges) -> bool {
        let single = self;
        let apart = single.moved[1] - single.moved[0];
        // How many steps bring them into the range of each axis, and after how many they are still in it.
        let range = |axis: usize, apart: i64| {
            let (low, high) = ranges[axis];
            let (low, high) = (low - apart, high - apart);
            if single.by(axis) < 0 { (-high, -low) } else { (low, high) }
        };
        let ([x_in, y_in], [x_out, y_out]) = {
            let ((x_low, x_high), (y_low, y_high)) = (range(0, apart.x), range(1, apart.y));
            ([x_low.max(0), y_low.max(0)], [x_high, y_high])
        };
        let [x, y] = &mut single.crossings;
        if (x_in > x.left) | (y_in > y.left) | (x_out < 0) | (y_out < 0) {
            return false;
        }
        if x_in | y_in == 0 {
            single.start = Some(ChangeTime::START);
            return true;
        }
        // The change after which both are in their ranges is the later one of the last steps into them. How many steps the other coordinate
        // has made before that is a division.
        let [x_gain, y_gain] = single.gains;
        let x_late = single.behind + (x_in - 1) * x_gain;
        let y_late = (y_in - 1) * y_gain - single.behind;
        let before = |late: i64, gain: i64, left: i64| {
            if late > 0 && left > 0 { left.min(((late - 1) as u64 / gain as u64) as i64 + 1) } else { 0 }
        };
        let x_is_last = y_in == 0 || x_in > 0 && x_late - (y_in - 1) * y_gain >= 0;
        let [x_made, y_made] = match x_is_last {
            true => [x_in - 1, before(x_late, y_gain, y.left)],
            false => [before(y_late, x_gain, x.left), y_in - 1],
        };
        if (x_made > x_out) | (y_made > y_out) {
            return false;
        }
        x.skip(x_made);
        y.skip(y_made);
        single.moved[single.of[0]].x += x_made * x.sign;
        single.moved[single.of[1]].y += y_made * y.sign;
        single.behind += x_made * x_gain - y_made * y_gain;
        true
    }

    /// How a step on an axis moves B against A.
    #[inline(always)]
    fn by(&self, axis: usize) -> i64 {
        if self.of[axis] == 0 { -self.crossings[axis].sign } else { self.crossings[axis].sign }
    }

    /// When a test first holds. It is asked with how far B has moved against A.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn run(&self, ranges: &Ranges, mut test: impl FnMut(Offset) -> bool) -> Option<Impact> {
        let Offset { mut x, mut y } = self.moved[1] - self.moved[0];
        if let Some(start) = self.start
            && is_within(ranges, x, y)
            && test(Offset::new(x, y))
        {
            return Some(Impact { when: start, moved: self.moved, before: None });
        }
        let (x_by, y_by) = (self.by(0), self.by(1));
        let (mut behind, [mut x_gain, mut y_gain]) = (self.behind, self.gains);
        let [mut x_left, mut y_left] = [self.crossings[0].left, self.crossings[1].left];
        loop {
            // A coordinate without steps left is never the next one to change.
            let changes = match (x_left, y_left) {
                (0, 0) => return None,
                (x_left, 0) => {
                    (behind, x_gain) = (-1, 0);
                    x_left
                }
                (0, y_left) => {
                    (behind, y_gain) = (1, 0);
                    y_left
                }
                (x_left, y_left) => x_left.min(y_left),
            };
            let (mut x_made, mut y_made) = (0, 0);
            for _ in 0..changes {
                // A mask of all bits for each coordinate that steps, so that no branch depends on the choice.
                let [x_steps, y_steps] = [behind <= 0, behind >= 0].mapped(|steps| -i64::from(steps));
                behind += (x_gain & x_steps) - (y_gain & y_steps);
                (x_made, y_made) = (x_made - x_steps, y_made - y_steps);
                (x, y) = (x + (x_by & x_steps), y + (y_by & y_steps));
                if !is_within(ranges, x, y) {
                    if self.is_lone {
                        return None;
                    }
                } else if test(Offset::new(x, y)) {
                    return Some(self.impact([x_left - x_made, y_left - y_made], [-x_steps, -y_steps]));
                }
            }
            (x_left, y_left) = (x_left - x_made, y_left - y_made);
        }
    }

    /// The impact when so many steps are left, after a change of one step or of both.
    #[inline(always)]
    fn impact(&self, left: [i64; 2], last: [i64; 2]) -> Impact {
        let made = [0, 1].mapped(|axis| self.crossings[axis].left - left[axis]);
        let moved = |made: [i64; 2]| {
            let mut moved = self.moved;
            moved[self.of[0]].x += made[0] * self.crossings[0].sign;
            moved[self.of[1]].y += made[1] * self.crossings[1].sign;
            moved
        };
        let last_one = usize::from(last[0] == 0);
        let crossings = &self.crossings[last_one];
        let at = crossings.after(made[last_one] - 1).expect("the step was left");
        let when = ChangeTime { at, just_after: crossings.sign > 0 };
        Impact { when, moved: moved(made), before: Some(moved([made[0] - last[0], made[1] - last[1]])) }
    }
}

/// Which of A and B makes steps on an axis, and its steps. None if both do. Coordinates are given from the start to the end.
#[inline(always)]
fn lone(a: [i64; 2], b: [i64; 2]) -> Option<(usize, PixelCrossings)> {
    let makes_steps = |[from, to]: [i64; 2]| nearest_pixel(from) != nearest_pixel(to);
    let steps = |[from, to]: [i64; 2]| PixelCrossings::new(from, to - from);
    match (makes_steps(a), makes_steps(b)) {
        (true, true) => None,
        (true, false) => Some((0, steps(a))),
        (false, _) => Some((1, steps(b))),
    }
}

/// How far a thing has moved at a moment, in whole pixels. None if it makes a step between that moment and another one, or at one of them.
#[inline(always)]
fn steps_before(way: &StraightMotion, enter: Moment, leave: Moment) -> Option<Offset> {
    let axis = |crossings: &PixelCrossings| {
        let made = crossings.before(enter, false);
        let rests = crossings.after(made).is_none_or(|next| leave.is_before(next));
        rests.then_some(made * crossings.sign)
    };
    let [x, y] = way.crossings();
    Some(Offset::new(axis(&x)?, axis(&y)?))
}
