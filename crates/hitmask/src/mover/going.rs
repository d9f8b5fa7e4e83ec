//! The walk of a mover along a motion, and what is named where it ends. The free function and worlds share it.

use core::mem;
use core::ops::ControlFlow;

use super::body::BodyPixels;
use super::laps::Laps;
use super::obstacle::{Dropped, ObstaclePixels};
use super::options::MoveOptions;
use super::stride::Stride;
use super::walk::{Escort, Pushes, Refusal, Walk};
use crate::geom::{Direction, Extent, Offset, PixelCrossings, PointQ16, nearest_pixel};
use crate::sweep::motion::StraightMotion;

/// Where a walk led, and what refused a step there.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Walked {
    pub(crate) position: PointQ16,
    pub(crate) velocity: PointQ16,
    pub(crate) floor: Option<Refusal>,
    pub(crate) ceiling: Option<Refusal>,
    pub(crate) wall: Option<Refusal>,
    pub(crate) stuck: Option<u32>,
    /// The number of the obstacle that carries it.
    pub(crate) support: Option<u32>,
}

/// What moves, from where, and how.
#[derive(Clone, Copy)]
pub(crate) struct Going<'a> {
    pub(crate) body: &'a BodyPixels<'a>,
    pub(crate) up: Option<Direction>,
    pub(crate) position: PointQ16,
    pub(crate) motion: PointQ16,
    pub(crate) options: &'a MoveOptions,
}

/// The pixel of a position on which the mover stands.
pub(crate) fn pivot_pixel(position: PointQ16) -> Offset {
    Offset::new(nearest_pixel(position.x), nearest_pixel(position.y))
}

/// Longer ways aside than this need no exact box.
const FAR: i64 = 1 << 34;

/// A box around all pixels that a walk may look at. `cover` is a box around what the mover covers while its pivot is on pixel (0, 0).
pub(crate) fn way(
    cover: Extent,
    up: Option<Direction>,
    position: PointQ16,
    motion: PointQ16,
    options: &MoveOptions,
) -> Extent {
    let (from, to) = (pivot_pixel(position), pivot_pixel(position + motion));
    // The last look is one step farther, and each step may lead up a ledge or around a corner.
    let steps = |from: i64, to: i64| (to - from).abs() + 1;
    let (level, upright) = (steps(from.x, to.x), steps(from.y, to.y));
    let aside = |steps: i64, each: u32| steps.saturating_mul(each.into()).min(FAR);
    let way = cover.shifted(from).around(cover.shifted(to)).grown(1);
    let (corner_x, corner_y) = (aside(upright, options.corner), aside(level, options.corner));
    let mut sides = [corner_y, corner_x, corner_y, corner_x];
    if let Some(up) = up {
        let sideways = if up.offset().x == 0 { level } else { upright };
        if falls(up, motion) {
            sides[up as usize] += aside(sideways, options.step_up);
        }
        sides[up.opposite() as usize] += i64::from(options.step_down);
    }
    let [up, right, down, left] = sides;
    Extent { x0: way.x0 - left, y0: way.y0 - up, x1: way.x1 + right, y1: way.y1 + down }
}

/// Whether a motion does not rise.
fn falls(up: Direction, motion: PointQ16) -> bool {
    let Offset { x, y } = up.offset();
    x * motion.x.signum() + y * motion.y.signum() <= 0
}

/// Moves a body among obstacles. The pieces are in the order of their owners. `f` gets all that refuses one more step on a side that the result
/// names: up or down first, then sideways, each in the order of the owners.
pub(crate) fn walk<'w>(
    going: &Going<'w>,
    pieces: &'w mut [ObstaclePixels<'_>],
    laps: Laps,
    escort: Option<Escort<'w>>,
    f: Option<&mut dyn FnMut(Refusal)>,
) -> Walked {
    let &Going { body, up, position, motion, options } = going;
    let (mover, corner) = (body.mask(), body.corner());
    let start = corner + pivot_pixel(position);
    let at = laps.home(start);
    let mut walked = Walked { position, ..Walked::default() };
    let mut solid = pieces.iter_mut().filter(|piece| piece.is_solid() && !piece.yields);
    walked.stuck = solid.find_map(|piece| piece.meets(mover, at).then_some(piece.owner));
    if walked.stuck.is_some() {
        return walked;
    }
    let falls = up.is_some_and(|up| falls(up, motion));
    let takes_along = escort.as_ref().is_some_and(|escort| escort.pushes == Pushes::Always);
    let alone = Walk::new(mover, pieces, at, up, options, motion);
    let keeps = !body.is_drawn();
    let mut walk = Walk { passed: start - at, laps, escort, takes_along, keeps, ..alone };
    if up.is_some() && !falls {
        walk.step_up = 0;
    }
    walk.dropped = up.filter(|_| options.drop).map(|up| Dropped { from: at, up });
    let follows_down = falls && options.step_down > 0 && walk.stands();
    let mut crossings = StraightMotion { from: position, to: position + motion }.crossings();
    let is_refused = walk.run(&mut crossings);
    // Which steps are asked about, and what refuses them, by axis: one more in the direction of the motion, and one down if it does not rise.
    let mut ahead = [Offset::new(motion.x.signum(), 0), Offset::new(0, motion.y.signum())];
    let upright = walk.down.map_or(1, |down| usize::from(down.x == 0));
    ahead[upright] = walk.down.filter(|_| falls).unwrap_or(ahead[upright]);
    let mut named = [None; 2];
    // The floor comes first: the mover may follow it down.
    for axis in [upright, 1 - upright] {
        named[axis] = walk.named(ahead[axis]);
        if axis == upright && follows_down && named[axis].is_none() && walk.follow_down(options.step_down) {
            named[axis] = walk.named(ahead[axis]);
        }
    }
    // A crate stands on what it could push down, too.
    let falls_freely = falls && named[upright].is_none() && !walk.takes_along;
    // The first that refuses a step down is known, and nothing before it bears a character. A crate may have passed what it could push.
    let floor = named[upright].filter(|_| falls && !walk.takes_along);
    let support = if falls_freely { None } else { walk.support(floor) };
    walked.support = support.map(|support| support.owner);
    match up {
        None => walked.wall = named.into_iter().flatten().min_by_key(|refusal| refusal.owner),
        Some(_) => {
            walked.wall = named[1 - upright];
            *(if falls { &mut walked.floor } else { &mut walked.ceiling }) = named[upright];
            walked.floor = walked.floor.map(|floor| support.unwrap_or(floor));
        }
    }
    if let Some(f) = f {
        // Without an up, x comes before y.
        let order = if up.is_some() { [upright, 1 - upright] } else { [0, 1] };
        for refusal in order.into_iter().filter_map(|axis| named[axis]) {
            f(refusal);
            walk.each_refusal(refusal.by, Some(refusal.owner), |refusal| {
                f(refusal);
                ControlFlow::Continue(())
            });
        }
    }
    // A refused step clears the remainder of its axis, and so does one that would be refused where the remainder leans.
    let place = walk.at + walk.passed - corner;
    let end = position + motion;
    let mut rest = |axis: usize, end: i64, one: fn(i64) -> Offset| {
        let rest = end - (nearest_pixel(end) << 16);
        let is_cleared = is_refused[axis]
            || rest != 0
                && match one(rest.signum()) {
                    by if by == ahead[axis] => named[axis].is_some(),
                    by => walk.named(by).is_some(),
                };
        if is_cleared { 0 } else { rest }
    };
    let (x, y) = (rest(0, end.x, |x| Offset::new(x, 0)), rest(1, end.y, |y| Offset::new(0, y)));
    walked.position = PointQ16::new((place.x << 16) + x, (place.y << 16) + y);
    let left = |way: i64, named: Option<Refusal>| if named.is_some() { 0 } else { way };
    walked.velocity = PointQ16::new(left(motion.x, named[0]), left(motion.y, named[1]));
    walked
}

impl Walk<'_, '_> {
    /// Makes the steps of a motion, and says on which axes one was refused.
    fn run(&mut self, crossings: &mut [PixelCrossings; 2]) -> [bool; 2] {
        let mut refused = [false; 2];
        let mut stride = Stride::new(self, crossings);
        loop {
            if self.escort.is_none() && stride.jump(self, crossings) {
                continue;
            }
            let Some(axis) = PixelCrossings::next_axis(crossings) else { return refused };
            let by = PixelCrossings::one(crossings, axis);
            match self.make(by) {
                Some(aside) => {
                    // Seen from above, a way aside is paid for with steps on the axis of the step.
                    let paid = if self.up.is_none() { aside } else { 0 };
                    crossings[axis].skip((1 + paid).min(crossings[axis].left));
                }
                None => {
                    crossings[axis].stop();
                    refused[axis] = true;
                }
            }
        }
    }

    /// Follows the ground down to the nearest floor, if there is one at most so many pixels below.
    fn follow_down(&mut self, most: u32) -> bool {
        let Some(down) = self.down else { return false };
        let axis = usize::from(down.x == 0);
        // Where one lap around a torus has no floor, there is none, and neither is below all obstacles.
        let here = self.mover.extent().shifted(self.at);
        let depth = |e: Extent| match down {
            Offset { x: 1, .. } => e.x1 - here.x0,
            Offset { x: -1, .. } => here.x1 - e.x0,
            Offset { y: 1, .. } => e.y1 - here.y0,
            _ => here.y1 - e.y0,
        };
        let deepest = || self.pieces.iter().map(|piece| depth(piece.extent)).max().unwrap_or(0).max(0);
        let most = self.laps.0[axis].unwrap_or_else(deepest).min(most.into());
        let one_more = |sign: i64| PixelCrossings::new(0, (sign * (most + 1)) << 16);
        let start = self.mark();
        // It pushes nothing down.
        let pushes = self.escort.as_mut().map(|escort| mem::replace(&mut escort.pushes, Pushes::Nothing));
        let is_refused = self.run(&mut [one_more(down.x), one_more(down.y)])[axis];
        if let Some((escort, pushes)) = self.escort.as_mut().zip(pushes) {
            escort.pushes = pushes;
        }
        if !is_refused {
            self.go_back(&start);
        }
        self.forget(&start);
        is_refused
    }
}
