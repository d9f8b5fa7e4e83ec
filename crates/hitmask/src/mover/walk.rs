//! The steps of a mover from whole pixel to whole pixel.
//!
//! [`Walk::way_past`] lists everything that is tried when a step is refused, both for the mover itself and for what is pushed or carried.
//! Down is one of four directions here, not a sign of y, so gravity may point to any side.
//!
//! This file is long because all of these attempts read the same mover and the same obstacles.

use core::ops::ControlFlow;

use super::company::Company;
use super::laps::Laps;
use super::obstacle::{Dropped, NO_CARRIER, ObstaclePixels, Step};
use super::options::MoveOptions;
use crate::bits::{bits_of, span_bits};
use crate::geom::{Direction, Extent, Offset, Point, PointQ16};
use crate::mask::Mask;

/// What refuses a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal {
    /// The number of the first obstacle that refuses it.
    pub(crate) owner: u32,
    /// The first of its pixels that do.
    pub(crate) pixel: Point,
    /// The step.
    pub(crate) by: Offset,
}

impl Refusal {
    /// The direction from the pixel towards the mover.
    pub(crate) fn normal(self) -> Point {
        (-self.by).as_pixel()
    }
}

/// What a walk pushes out of its way, if all that refuses a step can be pushed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pushes {
    Nothing,
    /// With steps sideways.
    Sideways,
    Always,
    /// Always, but the company sees to it.
    Later,
}

/// What goes along with a walk.
pub(crate) struct Escort<'w> {
    pub(crate) pushes: Pushes,
    pub(crate) company: &'w mut dyn Company,
}

/// A mover on its way.
pub(crate) struct Walk<'w, 'p> {
    pub(super) mover: &'w Mask,
    pub(super) pieces: &'w mut [ObstaclePixels<'p>],
    /// The pixel of the mask's origin, as it is seen.
    pub(crate) at: Offset,
    /// The laps between there and where it is.
    pub(super) passed: Offset,
    pub(super) laps: Laps,
    pub(super) up: Option<Direction>,
    pub(super) down: Option<Offset>,
    /// The highest ledge that it may climb now.
    pub(super) step_up: i64,
    /// How far it may go aside around a corner.
    pub(super) corner: i64,
    /// The signs of the motion.
    pub(super) lean: [i64; 2],
    pub(super) dropped: Option<Dropped>,
    /// Carriers that make each step together with it. So they refuse no step, but they are in the way of a lift and of a way aside.
    pub(super) along: &'w [u32],
    pub(super) escort: Option<Escort<'w>>,
    /// Whether it takes along who rides on it: a crate.
    pub(super) takes_along: bool,
    /// Whether what is kept with the mover's mask will be used again: not with one that was drawn for its pose.
    pub(super) keeps: bool,
}

/// Where a walk and its company were.
pub(super) struct Mark {
    at: Offset,
    passed: Offset,
    company: usize,
}

impl<'w, 'p> Walk<'w, 'p> {
    /// On the open plane, alone.
    pub(crate) fn new(
        mover: &'w Mask,
        pieces: &'w mut [ObstaclePixels<'p>],
        at: Offset,
        up: Option<Direction>,
        options: &MoveOptions,
        motion: PointQ16,
    ) -> Walk<'w, 'p> {
        Walk {
            mover,
            pieces,
            at,
            passed: Offset::ZERO,
            laps: Laps::default(),
            up,
            down: up.map(|up| -up.offset()),
            // Without an up there are no ledges.
            step_up: up.map_or(0, |_| options.step_up.into()),
            corner: options.corner.into(),
            lean: [motion.x.signum(), motion.y.signum()],
            dropped: None,
            along: &[],
            escort: None,
            takes_along: false,
            keeps: true,
        }
    }

    /// The same, but some carriers make each step together with it.
    pub(crate) fn with(self, along: &'w [u32]) -> Walk<'w, 'p> {
        Walk { along, ..self }
    }

    /// The same as a crate, which takes its company along wherever it goes.
    pub(crate) fn taking_along(self, company: &'w mut dyn Company) -> Walk<'w, 'p> {
        Walk { escort: Some(Escort { pushes: Pushes::Later, company }), takes_along: true, ..self }
    }

    /// Makes one step, if need be around what refuses it. Says how far it went aside around a corner. None if it is refused.
    #[inline]
    pub(crate) fn make(&mut self, by: Offset) -> Option<i64> {
        if self.pushes_aside() {
            return self.make_pushing(by);
        }
        let aside = self.way_past(by, true, false)?;
        self.go_with_riders(by);
        Some(aside)
    }

    /// Whether it is a character that pushes crates.
    #[inline]
    fn pushes_aside(&self) -> bool {
        self.escort.as_ref().is_some_and(|escort| escort.pushes == Pushes::Sideways)
    }

    /// As [`Walk::make`]. A step is refused, too, in which what it pushes climbs into it.
    fn make_pushing(&mut self, by: Offset) -> Option<i64> {
        let start = self.mark();
        let mut aside = self.way_past(by, true, false);
        if aside.is_some() {
            self.go_with_riders(by);
            if self.is_inside() {
                self.go_back(&start);
                aside = None;
            }
        }
        self.forget(&start);
        aside
    }

    /// Whether it overlaps what stops it.
    fn is_inside(&mut self) -> bool {
        let (mover, at) = (self.mover, self.at);
        self.pieces.iter_mut().any(|piece| piece.is_solid() && piece.meets(mover, at))
    }

    /// Whether a step that is refused straight on could be made by another way.
    fn can_make(&mut self, by: Offset) -> bool {
        if !self.pushes_aside() {
            return self.way_past(by, false, self.along.is_empty()).is_some();
        }
        let start = self.mark();
        let can = self.make_pushing(by).is_some();
        self.go_back(&start);
        self.forget(&start);
        can
    }

    /// How a step can be made: what is tried, one after the other. None if it is refused. If `really`, it goes to where the step can be made
    /// straight, and what is pushed makes the step. Says how far aside that is, around a corner. It may be known already that the step is
    /// refused straight on.
    #[inline]
    pub(crate) fn way_past(&mut self, by: Offset, really: bool, is_refused: bool) -> Option<i64> {
        if self.step_up > 0 && self.is_sideways(by) {
            if self.meets_ledge(by, false) {
                if self.up_a_ledge(by, really, false) {
                    return Some(0);
                }
            } else if !self.takes_along {
                return Some(0);
            }
        }
        if !is_refused && !self.is_refused(by, self.along)
            || self.pushes_away(by, really)
            || self.up_a_ledge(by, really, true)
        {
            return Some(0);
        }
        self.past_a_corner(by, really)
    }

    /// Goes a pixel aside or up, before a step. Who rides on it goes along: up, it pushes them. False if that is refused.
    fn goes_aside(&mut self, by: Offset) -> bool {
        let lifts = self.takes_along && self.down == Some(-by);
        let mut is_free = !self.is_refused(by, &[]) || lifts && self.can_push(by, true);
        if let Some(Escort { company, .. }) = self.escort.as_mut().filter(|_| self.takes_along) {
            is_free = is_free && company.make_way(by, lifts);
        }
        if is_free {
            self.go_with_riders(by);
        }
        is_free
    }

    #[inline]
    fn go_with_riders(&mut self, by: Offset) {
        self.go(by);
        if let Some(Escort { company, .. }) = &mut self.escort {
            company.follow(by, self.pieces);
        }
    }

    /// Where all are now.
    pub(super) fn mark(&mut self) -> Mark {
        let company = self.escort.as_mut().map_or(0, |escort| escort.company.mark());
        Mark { at: self.at, passed: self.passed, company }
    }

    /// Puts all back to where they were.
    pub(super) fn go_back(&mut self, mark: &Mark) {
        (self.at, self.passed) = (mark.at, mark.passed);
        if let Some(Escort { company, .. }) = &mut self.escort {
            company.go_back(mark.company, self.pieces);
        }
    }

    pub(super) fn forget(&mut self, mark: &Mark) {
        if let Some(Escort { company, .. }) = &mut self.escort {
            company.forget(mark.company);
        }
    }

    /// Moves on, through free space.
    #[inline]
    pub(super) fn go(&mut self, by: Offset) {
        let to = self.at + by;
        self.at = self.laps.home(to);
        self.passed = self.passed + (to - self.at);
    }

    /// Whether a step leads neither up nor down.
    #[inline]
    fn is_sideways(&self, by: Offset) -> bool {
        self.down.is_none_or(|down| by.x * down.x + by.y * down.y == 0)
    }

    #[inline]
    fn step(&self, by: Offset) -> Step<'w> {
        Step { mover: self.mover, from: self.at, to: self.at + by, dropped: self.dropped }
    }

    /// Whether a step is refused from here. Some carriers make it, too.
    fn is_refused(&mut self, by: Offset, along: &[u32]) -> bool {
        let step = self.step(by);
        self.pieces.iter_mut().any(|piece| !piece.is_one_of(along) && piece.refuses(&step))
    }

    /// What refuses a step from here, however it is made: the first.
    pub(super) fn named(&mut self, by: Offset) -> Option<Refusal> {
        let mut first = None;
        if by != Offset::ZERO {
            self.each_refusal(by, None, |refusal| {
                first = Some(refusal);
                ControlFlow::Break(())
            });
        }
        first.filter(|_| !self.can_make(by))
    }

    /// Calls `f` with each that refuses a step from here, in the order of the owners, until it breaks; if it is given one, with those after it.
    /// What could be pushed away does not refuse a step of who always pushes.
    pub(super) fn each_refusal(
        &mut self,
        by: Offset,
        after: Option<u32>,
        mut f: impl FnMut(Refusal) -> ControlFlow<()>,
    ) {
        let step = self.step(by);
        let from = self.after(after);
        // On a torus, an owner may have several images here.
        for images in self.pieces[from..].chunk_by_mut(|a, b| a.owner == b.owner) {
            let (owner, carrier) = (images[0].owner, images[0].carrier);
            let Some(pixel) = images.iter_mut().filter_map(|piece| piece.first_refusing(&step)).min() else {
                continue;
            };
            if carrier != NO_CARRIER
                && let Some(Escort { pushes: Pushes::Always, company }) = &mut self.escort
                && company.go(&mut core::iter::once(carrier), by, false)
            {
                continue;
            }
            if f(Refusal { owner, pixel, by }).is_break() {
                return;
            }
        }
    }

    /// Where the pieces after those of an owner begin.
    fn after(&self, owner: Option<u32>) -> usize {
        owner.map_or(0, |owner| self.pieces.partition_point(|piece| piece.owner <= owner))
    }

    /// Whether a step down is refused.
    pub(super) fn stands(&mut self) -> bool {
        self.down.is_some_and(|down| self.is_refused(down, &[]))
    }

    /// Whether a step down is refused by some of the obstacles.
    pub(crate) fn stands_on(&mut self, of: impl Fn(&ObstaclePixels<'_>) -> bool) -> bool {
        let Some(down) = self.down else { return false };
        let step = self.step(down);
        self.pieces.iter_mut().any(|piece| of(piece) && piece.refuses(&step))
    }

    /// The pixel of an obstacle that bears it: of those that refuse a step down the nearest to its middle column; of equals the one on the left,
    /// then the highest.
    pub(crate) fn bearing(&mut self, owner: u32) -> Option<Offset> {
        let (up, down) = (self.up?, self.down?);
        let step = self.step(down);
        let Extent { x0, y0, x1, y1 } = step.reach();
        // The middle is that of the solid pixels. Where pixels were cleared, the box of the mask's extent may be larger.
        let solid = self.mover.bounds()?.extent().shifted(step.to);
        let size = (solid.x1 - solid.x0, solid.y1 - solid.y0);
        let last = up.upright_size(size).0 - 1;
        let mut best = None;
        for piece in self.pieces.iter_mut().filter(|piece| piece.owner == owner) {
            for (x, y) in (y0..y1).flat_map(|y| (x0..x1).step_by(64).map(move |x| (x, y))) {
                for bit in bits_of(piece.refusing(&step, x, y) & span_bits(x0, x1, x)) {
                    let pixel = Offset::new(x + i64::from(bit), y);
                    let seen = up.upright(pixel - solid.corner(), size);
                    let key = ((2 * seen.x - last).abs(), seen.x, seen.y);
                    if best.is_none_or(|(least, _)| key < least) {
                        best = Some((key, pixel));
                    }
                }
            }
        }
        best.map(|(_, pixel)| pixel)
    }

    /// What carries it: of all that refuses a step down, what does so under the most of its columns, or beside the most of its rows if down is
    /// sideways; of equals the first. What only gets out of its way carries nothing. The first that refuses the step may be known.
    pub(crate) fn support(&mut self, first: Option<Refusal>) -> Option<Refusal> {
        let down = self.down?;
        let step = self.step(down);
        let mut found = first;
        // The lines of the one that was found are counted when there is a second one.
        let mut most: Option<u32> = None;
        let mut start = self.after(first.map(|first| first.owner));
        for end in start + 1..=self.pieces.len() {
            if end < self.pieces.len() && self.pieces[end].owner == self.pieces[start].owner {
                continue;
            }
            // On a torus, an owner may have several images here.
            let images = &mut self.pieces[start..end];
            let (owner, range) = (images[0].owner, start..end);
            start = end;
            if images[0].yields {
                continue;
            }
            let Some(pixel) = images.iter_mut().filter_map(|piece| piece.first_refusing(&step)).min() else {
                continue;
            };
            let refusal = Refusal { owner, pixel, by: down };
            let Some(before) = found else {
                found = Some(refusal);
                continue;
            };
            let before = most.unwrap_or_else(|| {
                let from = self.pieces.partition_point(|piece| piece.owner < before.owner);
                let to = self.pieces.partition_point(|piece| piece.owner <= before.owner);
                lines(&mut self.pieces[from..to], &step, down)
            });
            let lines = lines(&mut self.pieces[range], &step, down);
            most = Some(before.max(lines));
            if lines > before {
                found = Some(refusal);
            }
        }
        found
    }

    /// Whether a refused step sideways can be made higher; with a push, only if it pushes there. If so, and `really`, it is there then.
    fn up_a_ledge(&mut self, by: Offset, really: bool, with_push: bool) -> bool {
        let Some(up) = self.up.filter(|_| self.step_up > 0 && self.is_sideways(by)) else { return false };
        let pushes = self.escort.as_ref().is_some_and(|escort| escort.pushes != Pushes::Nothing);
        if with_push && !pushes || !self.stands() || self.is_barred(by) {
            return false;
        }
        let start = self.mark();
        let mut is_found = false;
        for _ in 0..self.step_up {
            if is_found || !self.goes_aside(up.offset()) || self.is_barred(by) {
                break;
            }
            // A crate pushes those who stand on the ledge, too.
            let pushes = with_push || self.takes_along;
            is_found = !self.meets_ledge(by, with_push) && (!pushes || self.pushes_away(by, really));
        }
        if !(is_found && really) {
            self.go_back(&start);
        }
        self.forget(&start);
        is_found
    }

    /// Whether a step sideways meets something that could be a ledge: a solid obstacle, or a new pixel of a one-way obstacle on which one can
    /// stand. What could be pushed does not count `with_push`.
    fn meets_ledge(&mut self, by: Offset, with_push: bool) -> bool {
        let step = self.step(by);
        let (up, along) = (self.up, self.along);
        let counts = |piece: &&mut ObstaclePixels<'_>| {
            !(piece.is_one_of(along) || with_push && piece.carrier != NO_CARRIER)
        };
        self.pieces.iter_mut().filter(counts).any(|piece| match piece.open_side {
            None => !piece.yields && piece.meets(step.mover, step.to),
            side if side == up => piece.is_entered(&step),
            Some(_) => piece.refuses(&step),
        })
    }

    /// Whether a step is refused by a one-way obstacle on which one cannot stand.
    fn is_barred(&mut self, by: Offset) -> bool {
        let step = self.step(by);
        let (up, along) = (self.up, self.along);
        let barriers =
            self.pieces.iter_mut().filter(|piece| piece.open_side.is_some() && piece.open_side != up);
        barriers.filter(|piece| !piece.is_one_of(along)).any(|piece| piece.refuses(&step))
    }

    /// Whether all that refuses a step can be pushed out of its way.
    fn pushes_away(&mut self, by: Offset, really: bool) -> bool {
        match self.escort.as_ref().map(|escort| escort.pushes) {
            None | Some(Pushes::Nothing) => false,
            Some(Pushes::Sideways) => self.is_sideways(by) && self.can_push(by, really),
            Some(Pushes::Always) => self.can_push(by, really),
            Some(Pushes::Later) => {
                let (step, along) = (self.step(by), self.along);
                let mut staying = self.pieces.iter_mut().filter(|piece| piece.carrier == NO_CARRIER);
                !staying.any(|piece| !piece.is_one_of(along) && piece.refuses(&step))
            }
        }
    }

    /// As [`Walk::pushes_away`], whatever it pushes.
    fn can_push(&mut self, by: Offset, really: bool) -> bool {
        let step = self.step(by);
        let Some(Escort { company, .. }) = &mut self.escort else { return false };
        let all = self.pieces.iter_mut();
        company.go(&mut all.filter_map(|piece| piece.refuses(&step).then_some(piece.carrier)), by, really)
    }

    /// How far aside a refused step can be made, around a corner: the nearest place to which the way is free. If `really`, it is there then.
    fn past_a_corner(&mut self, by: Offset, really: bool) -> Option<i64> {
        let is_corrected = self.corner > 0
            && (self.down.is_none() || Some(by) != self.down && (!self.is_sideways(by) || !self.stands()));
        if !is_corrected {
            return None;
        }
        let axis = usize::from(by.y == 0);
        let first = if self.lean[axis] > 0 { 1 } else { -1 };
        let start = self.mark();
        let mut sides = [first, -first].map(|sign| {
            let aside = if axis == 0 { Offset::new(sign, 0) } else { Offset::new(0, sign) };
            Some((Mark { ..start }, aside))
        });
        let mut found = None;
        'all: for steps in 1..=self.corner {
            for side in &mut sides {
                let Some((place, aside)) = side else { continue };
                self.go_back(place);
                if !self.goes_aside(*aside) {
                    *side = None;
                    continue;
                }
                if !self.is_refused(by, self.along) {
                    found = Some(steps);
                    break 'all;
                }
                *place = self.mark();
            }
            if sides.iter().all(Option::is_none) {
                break;
            }
        }
        if !(found.is_some() && really) {
            self.go_back(&start);
        }
        self.forget(&start);
        found
    }
}

/// In how many columns of the mover (rows, if it goes sideways) the images of an obstacle refuse a step.
fn lines(images: &mut [ObstaclePixels<'_>], step: &Step<'_>, down: Offset) -> u32 {
    let Extent { x0, y0, x1, y1 } = step.reach();
    let mut word = |x: i64, y: i64| {
        images.iter_mut().fold(0, |bits, piece| bits | piece.refusing(step, x, y)) & span_bits(x0, x1, x)
    };
    let blocks = || (x0..x1).step_by(64);
    if down.x == 0 {
        blocks().map(|x| (y0..y1).fold(0, |bits, y| bits | word(x, y)).count_ones()).sum()
    } else {
        (y0..y1).map(|y| u32::from(blocks().any(|x| word(x, y) != 0))).sum()
    }
}
