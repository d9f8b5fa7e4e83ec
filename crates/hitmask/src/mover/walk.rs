//! The walk of a mover from whole pixel to whole pixel, which the free function and worlds share.

use core::ops::ControlFlow;

use super::piece::{ObstaclePixels, Step};
use super::stride::Stride;
use super::{Body, MoveOptions};
use crate::geom::{Extent, Offset, PixelCrossings, Point, PointQ16, nearest_pixel};
use crate::mask::Mask;
use crate::mask::kept::RUNGS;

/// Where a walk led, and what refused a step there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walked {
    pub(crate) position: PointQ16,
    pub(crate) velocity: PointQ16,
    pub(crate) floor: Option<Refusal>,
    pub(crate) ceiling: Option<Refusal>,
    pub(crate) wall: Option<Refusal>,
    pub(crate) stuck: Option<u32>,
}

/// What refuses a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal {
    /// The number of the first obstacle that refuses it.
    pub(crate) owner: u32,
    /// The first of its pixels that do.
    pub(crate) pixel: Point,
}

/// The pixel of a position on which the mover stands.
pub(crate) fn pivot_pixel(position: PointQ16) -> Offset {
    Offset::new(nearest_pixel(position.x), nearest_pixel(position.y))
}

/// A box around all pixels that a walk may look at. `cover` is a box around what the mover covers while its pivot is on pixel (0, 0).
pub(crate) fn way(cover: Extent, position: PointQ16, motion: PointQ16, options: &MoveOptions) -> Extent {
    let (from, to) = (pivot_pixel(position), pivot_pixel(position + motion));
    // Every step sideways may climb a ledge, and the last look is one step farther.
    let steps = (to.x - from.x).abs() + 1;
    let climb = if motion.y < 0 { 0 } else { steps.saturating_mul(options.step_up.into()).min(1 << 34) };
    let way = cover.shifted(from).around(cover.shifted(to));
    Extent {
        x0: way.x0 - 1,
        y0: way.y0 - 1 - climb,
        x1: way.x1 + 1,
        y1: way.y1 + 1 + i64::from(options.step_down),
    }
}

/// How a walk goes around a torus. On an axis with a side here, it is seen from tile 0: so it needs only the obstacles near there, however
/// often it goes around.
#[derive(Clone, Copy, Default)]
pub(crate) struct Laps([Option<i64>; 2]);

impl Laps {
    /// Of a torus of a size. Short ways are seen as they are.
    pub(crate) fn of(size: Option<Offset>, mover: Extent, way: Extent) -> Laps {
        let Some(size) = size else { return Laps::default() };
        let side = |side: i64, (low, high): (i64, i64), way: i64| {
            (way > high - low + side + 2 * Laps::most_of(side) + 2).then_some(side)
        };
        Laps([
            side(size.x, (mover.x0, mover.x1), way.x1 - way.x0),
            side(size.y, (mover.y0, mover.y1), way.y1 - way.y0),
        ])
    }

    /// A box around all pixels that a walk of a mask may look at, if they lie in a box.
    pub(crate) fn near(self, mover: Extent, way: Extent) -> Extent {
        let axis = |side: Option<i64>, mover: (i64, i64), way: (i64, i64)| match side {
            None => way,
            Some(side) => {
                let most = Laps::most_of(side) + 1;
                (mover.0 - most, mover.1 + side + most)
            }
        };
        let (x0, x1) = axis(self.0[0], (mover.x0, mover.x1), (way.x0, way.x1));
        let (y0, y1) = axis(self.0[1], (mover.y0, mover.y1), (way.y0, way.y1));
        Extent { x0, y0, x1, y1 }
    }

    /// The most steps of one jump on each axis.
    pub(super) fn most(self) -> [i64; 2] {
        self.0.map(|side| side.map_or(i64::MAX, Laps::most_of))
    }

    fn most_of(side: i64) -> i64 {
        side.max(1 << RUNGS)
    }

    /// Where a place is seen.
    #[inline]
    fn home(self, at: Offset) -> Offset {
        let axis = |side: Option<i64>, at: i64| side.map_or(at, |side| at.rem_euclid(side));
        Offset::new(axis(self.0[0], at.x), axis(self.0[1], at.y))
    }
}

/// Moves a body among obstacles. The pieces are in the order of their owners. `f` gets all that refuses one more step on a side that the
/// result names, with that step: up or down first, then sideways, each in the order of the owners.
pub(crate) fn walk(
    body: &Body<'_>,
    position: PointQ16,
    motion: PointQ16,
    options: &MoveOptions,
    pieces: &mut [ObstaclePixels<'_>],
    laps: Laps,
    f: Option<&mut dyn FnMut(Offset, Refusal)>,
) -> Walked {
    let (mover, corner) = (body.mask(), body.corner());
    let start = corner + pivot_pixel(position);
    let at = laps.home(start);
    let mut walked =
        Walked { position, velocity: PointQ16::ZERO, floor: None, ceiling: None, wall: None, stuck: None };
    walked.stuck =
        pieces.iter_mut().find_map(|piece| (!piece.one_way && piece.meets(mover, at)).then_some(piece.owner));
    if walked.stuck.is_some() {
        return walked;
    }
    let falls = motion.y >= 0;
    let step_up = if falls { options.step_up.into() } else { 0 };
    let mut walk = Walk { mover, pieces, at, passed: start - at, laps, step_up };
    let follows_down = falls && options.step_down > 0 && walk.stands();
    let mut crossings =
        [PixelCrossings::new(position.x, motion.x), PixelCrossings::new(position.y, motion.y)];
    let refused = walk.run(&mut crossings);
    if falls {
        walked.floor = walk.refusal(DOWN);
        if walked.floor.is_none() && follows_down {
            walked.floor = walk.step_down(options.step_down);
        }
    } else {
        walked.ceiling = walk.refusal(UP);
    }
    let ahead = Offset::new(motion.x.signum(), 0);
    if motion.x != 0 {
        walked.wall = walk.refusal(ahead).filter(|_| walk.up_a_ledge(ahead).is_none());
    }
    if let Some(f) = f {
        let sides = [(walked.floor, DOWN), (walked.ceiling, UP), (walked.wall, ahead)];
        for (_, by) in sides.into_iter().filter(|(refusal, _)| refusal.is_some()) {
            walk.each_refusal(by, |refusal| {
                f(by, refusal);
                ControlFlow::Continue(())
            });
        }
    }
    // A refused step clears the remainder of its axis, and so does one that would be refused where the remainder leans.
    let place = walk.at + walk.passed - corner;
    let end = position + motion;
    let mut rest = |axis: usize, end: i64, one: fn(i64) -> Offset| {
        let rest = end - (nearest_pixel(end) << 16);
        let is_cleared = refused[axis]
            || rest != 0
                && match one(rest.signum()) {
                    by if by == ahead => walked.wall.is_some(),
                    DOWN if falls => walked.floor.is_some(),
                    UP if !falls => walked.ceiling.is_some(),
                    by => walk.is_refused(by) && (by.x == 0 || walk.up_a_ledge(by).is_none()),
                };
        if is_cleared { 0 } else { rest }
    };
    let (x, y) = (rest(0, end.x, |x| Offset::new(x, 0)), rest(1, end.y, |y| Offset::new(0, y)));
    walked.position = PointQ16::new((place.x << 16) + x, (place.y << 16) + y);
    let left = |way: i64, is_stopped: bool| if is_stopped { 0 } else { way };
    walked.velocity = PointQ16::new(
        left(motion.x, walked.wall.is_some()),
        left(motion.y, walked.floor.or(walked.ceiling).is_some()),
    );
    walked
}

pub(crate) const DOWN: Offset = Offset::new(0, 1);
const UP: Offset = Offset::new(0, -1);

/// A mover on its way.
pub(super) struct Walk<'w, 'p> {
    pub(super) mover: &'w Mask,
    pub(super) pieces: &'w mut [ObstaclePixels<'p>],
    /// The pixel of the mask's origin, as it is seen.
    pub(super) at: Offset,
    /// The laps between there and where it is.
    passed: Offset,
    pub(super) laps: Laps,
    /// The highest ledge that it may climb now.
    pub(super) step_up: i64,
}

#[cfg(test)]
impl<'w, 'p> Walk<'w, 'p> {
    /// On the open plane, without a step up.
    pub(super) fn new(mover: &'w Mask, pieces: &'w mut [ObstaclePixels<'p>], at: Offset) -> Walk<'w, 'p> {
        Walk { mover, pieces, at, passed: Offset::ZERO, laps: Laps::default(), step_up: 0 }
    }
}

impl Walk<'_, '_> {
    /// Makes the steps of a motion, and says on which axes one was refused.
    fn run(&mut self, crossings: &mut [PixelCrossings; 2]) -> [bool; 2] {
        let mut refused = [false; 2];
        let mut stride = Stride::new(self, crossings);
        loop {
            if stride.jump(self, crossings) {
                continue;
            }
            let Some(axis) = PixelCrossings::next_axis(crossings) else { return refused };
            let by = PixelCrossings::one(crossings, axis);
            if self.make(by) {
                crossings[axis].skip(1);
            } else {
                crossings[axis].stop();
                refused[axis] = true;
            }
        }
    }

    /// Makes one step, if need be up a ledge. False if it is refused.
    fn make(&mut self, by: Offset) -> bool {
        let mut is_free = false;
        if by.x != 0 && self.step_up > 0 {
            is_free = !self.meets_ledge(self.at, by);
            if !is_free && let Some(place) = self.up_a_ledge(by) {
                self.go(place - self.at);
                return true;
            }
        }
        is_free = is_free || !self.is_refused(by);
        if is_free {
            self.go(by);
        }
        is_free
    }

    /// Moves on, through free space.
    #[inline]
    pub(super) fn go(&mut self, by: Offset) {
        let to = self.at + by;
        self.at = self.laps.home(to);
        self.passed = self.passed + (to - self.at);
    }

    /// Whether a step is refused from here.
    fn is_refused(&mut self, by: Offset) -> bool {
        self.pieces.iter_mut().any(|piece| piece.refuses(self.mover, self.at, by))
    }

    /// The first that refuses a step from here.
    fn refusal(&mut self, by: Offset) -> Option<Refusal> {
        let mut first = None;
        self.each_refusal(by, |refusal| {
            first = Some(refusal);
            ControlFlow::Break(())
        });
        first
    }

    /// Calls `f` with each that refuses a step from here, in the order of the owners, until it breaks.
    fn each_refusal(&mut self, by: Offset, mut f: impl FnMut(Refusal) -> ControlFlow<()>) {
        let step = Step { mover: self.mover, from: self.at, to: self.at + by };
        // On a torus, an owner may have several images here.
        for images in self.pieces.chunk_by_mut(|a, b| a.owner == b.owner) {
            let owner = images[0].owner;
            let pixel = images.iter_mut().filter_map(|piece| piece.first_refusing(&step)).min();
            if let Some(pixel) = pixel
                && f(Refusal { owner, pixel }).is_break()
            {
                return;
            }
        }
    }

    /// Whether a step down is refused.
    fn stands(&mut self) -> bool {
        self.is_refused(DOWN)
    }

    /// Where a refused step sideways leads if it is made higher. None if it cannot be made so.
    fn up_a_ledge(&mut self, by: Offset) -> Option<Offset> {
        if self.step_up == 0 || !self.stands() {
            return None;
        }
        let mut place = self.at;
        for _ in 0..self.step_up {
            place = place + UP;
            if !self.is_free(place) {
                return None;
            }
            if !self.meets_ledge(place, by) {
                return Some(place + by);
            }
        }
        None
    }

    /// Whether a step sideways meets something that could be a ledge: a solid obstacle, or a new pixel of a one-way obstacle.
    fn meets_ledge(&mut self, from: Offset, by: Offset) -> bool {
        let from = self.laps.home(from);
        let step = Step { mover: self.mover, from, to: from + by };
        self.pieces.iter_mut().any(|piece| match piece.one_way {
            false => piece.meets(step.mover, step.to),
            true => piece.is_entered(&step),
        })
    }

    /// Whether the mover would overlap no solid obstacle at a place.
    fn is_free(&mut self, place: Offset) -> bool {
        let place = self.laps.home(place);
        !self.pieces.iter_mut().any(|piece| !piece.one_way && piece.meets(self.mover, place))
    }

    /// Follows the ground down to the nearest floor, if there is one at most so many pixels below.
    fn step_down(&mut self, most: u32) -> Option<Refusal> {
        let start = (self.at, self.passed);
        // Where one lap around a torus has no floor, there is none.
        let most = self.laps.0[1].unwrap_or(i64::MAX).min(most.into());
        let one_more = (most + 1) << 16;
        let [_, is_refused] = self.run(&mut [PixelCrossings::new(0, 0), PixelCrossings::new(0, one_more)]);
        if !is_refused {
            (self.at, self.passed) = start;
            return None;
        }
        self.refusal(DOWN)
    }
}
