//! The pixels of one obstacle, in a form that a walk can ask again and again.
//!
//! This file is long because every form of an obstacle answers the same few questions here.

use core::ops::RangeInclusive;

use crate::bits::span_bits;
use crate::contact::{Source, with_meeting};
use crate::geom::{Direction, Extent, Offset, Point, Rect};
use crate::mask::Mask;
use crate::overlap::{self, answer::Meeting};
use crate::placed::{LARGE, Placed, Plain, ShapeRef};

/// What one obstacle covers near the way of a mover.
pub(crate) struct ObstaclePixels<'a> {
    /// The number of the obstacle.
    pub(crate) owner: u32,
    /// The side against which it stops steps, if it stops only these.
    pub(crate) open_side: Option<Direction>,
    /// The slot of what takes it along, if that may move during the walk: a crate, a solid, a character in a crate's way.
    pub(crate) carrier: u32,
    /// Whether it gets out of the way if it can: a character that a crate meets. It may overlap the mover at the start, and carries nothing.
    pub(crate) yields: bool,
    /// A box around the pixels that exist. An undrawn obstacle has only those near the way.
    pub(super) extent: Extent,
    /// The size of a torus.
    lap: Option<Offset>,
    /// Whether the first row or column on its open side lies beside its last one: on a torus of which its box is a whole lap.
    is_closed: bool,
    body: ObstacleForm<'a>,
}

enum ObstacleForm<'a> {
    /// All pixels of the extent.
    Box,
    /// The overlap verbs can ask it.
    Plain(Plain<'a>),
    /// It must be drawn. What was drawn last is kept with the window that it shows.
    Undrawn { placed: Placed<'a>, window: Extent, drawn: Mask },
}

/// How a mask at a place can be compared with an obstacle.
enum PieceLook<'p> {
    /// Their boxes don't meet.
    Nothing,
    /// The obstacle covers all pixels of this rectangle of the mask.
    Box(Rect),
    /// By the overlap verbs.
    Plain(Plain<'p>),
    /// Row by row.
    ByRow,
}

/// The carrier of what stays where it is during a walk.
pub(crate) const NO_CARRIER: u32 = u32::MAX;

/// Undrawn obstacles of at most this many pixels near the way are drawn whole.
const WHOLE: u64 = 1 << 16;
/// Of a larger one, this many pixels around the mover are drawn.
const AROUND: i64 = 192;
/// Longer runs than this to one side are cut off.
const LONGEST: i64 = 1 << 16;
/// At most this many rows are read at a time, because a mask that is drawn must not be too high.
const BAND: i64 = 1 << 15;

/// A step of the mover from one place to the next. Places are those of the mask's origin.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) mover: &'a Mask,
    pub(super) from: Offset,
    pub(super) to: Offset,
    pub(super) dropped: Option<Dropped>,
}

/// The step down that the mover could not make at the start, if it drops through what refused that step.
#[derive(Clone, Copy)]
pub(super) struct Dropped {
    pub(super) from: Offset,
    pub(super) up: Direction,
}

impl Step<'_> {
    /// The 64 pixels from (x, y) on that the mover covers after the step and did not cover before it.
    #[inline]
    fn news(&self, x: i64, y: i64) -> u64 {
        self.news_of(self.from, self.to, x, y)
    }

    #[inline]
    fn news_of(&self, from: Offset, to: Offset, x: i64, y: i64) -> u64 {
        let covered = |at: Offset| self.mover.window(x - at.x, y - at.y);
        covered(to) & !covered(from)
    }

    /// Those of the 64 pixels from (x, y) on that do not count, of an obstacle with this open side whose neighbours there are clear. On a torus
    /// of a size they are seen in every lap.
    fn passed(&self, open_side: Option<Direction>, lap: Option<Offset>, x: i64, y: i64) -> u64 {
        let Some(Dropped { from, up }) = self.dropped.filter(|dropped| open_side == Some(dropped.up)) else {
            return 0;
        };
        let to = from - up.offset();
        let Some(lap) = lap else { return self.news_of(from, to, x, y) };
        let reach = self.mover.extent().shifted(to);
        let (rows, columns) =
            (laps(y - reach.y1, y - reach.y0, lap.y), laps(x - reach.x1, x + 63 - reach.x0, lap.x));
        let tiles = rows.flat_map(|row| columns.clone().map(move |column| (column * lap.x, row * lap.y)));
        tiles.fold(0, |bits, (dx, dy)| bits | self.news_of(from, to, x - dx, y - dy))
    }

    pub(super) fn reach(&self) -> Extent {
        self.mover.extent().shifted(self.to)
    }
}

/// The laps of a torus, along an axis, in which two numbers lie, and those between.
fn laps(from: i64, to: i64, lap: i64) -> RangeInclusive<i64> {
    from.div_euclid(lap)..=to.div_euclid(lap)
}

impl<'a> ObstaclePixels<'a> {
    /// What a placed shape covers near a way. None if that is nothing.
    pub(crate) fn new(
        owner: u32,
        open_side: Option<Direction>,
        placed: Placed<'a>,
        way: Extent,
    ) -> Option<ObstaclePixels<'a>> {
        let footprint = placed.footprint();
        match footprint.plain(placed.shape()) {
            Some(plain) => ObstaclePixels::plain(owner, open_side, plain, way),
            None => ObstaclePixels::undrawn(owner, open_side, placed, footprint.extent, way),
        }
    }

    /// As [`ObstaclePixels::new`], for a shape at a whole pixel.
    pub(crate) fn plain(
        owner: u32,
        open_side: Option<Direction>,
        plain: Plain<'a>,
        way: Extent,
    ) -> Option<ObstaclePixels<'a>> {
        let extent = existing(plain.extent())?;
        existing(extent.intersection(way))?;
        let body = if matches!(plain.shape, ShapeRef::Rect(_)) {
            ObstacleForm::Box
        } else {
            ObstacleForm::Plain(plain)
        };
        Some(ObstaclePixels { owner, open_side, yields: false, extent, body, ..ObstaclePixels::NOTHING })
    }

    /// As [`ObstaclePixels::new`], for a shape that must be drawn and covers no pixel outside an extent.
    pub(crate) fn undrawn(
        owner: u32,
        open_side: Option<Direction>,
        placed: Placed<'a>,
        extent: Extent,
        way: Extent,
    ) -> Option<ObstaclePixels<'a>> {
        let extent = existing(extent.intersection(way))?;
        let body = ObstacleForm::Undrawn { placed, window: Extent::EMPTY, drawn: Mask::new(0, 0) };
        Some(ObstaclePixels { owner, open_side, yields: false, extent, body, ..ObstaclePixels::NOTHING })
    }

    /// The same, but a carrier may take it along. See [`ObstaclePixels::yields`].
    pub(crate) fn carried_by(self, carrier: u32, yields: bool) -> ObstaclePixels<'a> {
        ObstaclePixels { carrier, yields, ..self }
    }

    /// Whether one of these takes it along.
    #[inline]
    pub(super) fn is_one_of(&self, carriers: &[u32]) -> bool {
        self.carrier != NO_CARRIER && carriers.contains(&self.carrier)
    }

    /// Moves it by whole pixels.
    pub(crate) fn shift(&mut self, by: Offset) {
        self.extent = self.extent.shifted(by);
        match &mut self.body {
            ObstacleForm::Box => {}
            ObstacleForm::Plain(plain) => plain.corner = plain.corner + by,
            ObstacleForm::Undrawn { placed, window, .. } => {
                *placed = placed.moved(by);
                *window = window.shifted(by);
            }
        }
    }

    /// A key to sort by that no other piece of a list has.
    pub(crate) fn order(&self) -> (u32, i64, i64) {
        (self.owner, self.extent.y0, self.extent.x0)
    }

    /// Whether it stops all motions.
    #[inline]
    pub(crate) fn is_solid(&self) -> bool {
        self.open_side.is_none()
    }

    /// Whether it may refuse a step in this direction.
    #[inline]
    fn is_against(&self, by: Offset) -> bool {
        self.open_side.is_none_or(|side| by == -side.offset())
    }

    /// The same on a torus of a size. Of an obstacle that must be drawn and is as long as the torus, the first row on its open side counts as
    /// having nothing beside it.
    pub(crate) fn on_torus(self, size: Offset) -> ObstaclePixels<'a> {
        let Extent { x0, y0, x1, y1 } = self.extent;
        let is_closed = !self.is_undrawn()
            && match self.open_side {
                Some(Direction::Left | Direction::Right) => x1 - x0 == size.x,
                _ => y1 - y0 == size.y,
            };
        ObstaclePixels { lap: Some(size), is_closed, ..self }
    }

    /// Whether it refuses a step of a mover that overlaps no solid obstacle.
    #[inline]
    pub(super) fn refuses(&mut self, step: &Step<'_>) -> bool {
        match self.open_side {
            None => self.meets(step.mover, step.to),
            Some(_) => {
                self.is_against(step.to - step.from) && self.first_landed_on(step, step.reach()).is_some()
            }
        }
    }

    /// Whether a mask at a place covers a pixel of the obstacle.
    #[inline]
    pub(crate) fn meets(&mut self, mask: &Mask, at: Offset) -> bool {
        #[cfg(test)]
        crate::work::add(1);
        let bits = ShapeRef::Mask(mask);
        match self.look(mask, at) {
            PieceLook::Nothing => false,
            PieceLook::Box(shared) => overlap::overlaps(bits, ShapeRef::Rect(shared), Point::ZERO),
            PieceLook::Plain(plain) => overlap::overlaps(plain.shape, bits, (at - plain.corner).as_pixel()),
            PieceLook::ByRow => self.first_by_row(mask, at).is_some(),
        }
    }

    /// If a mask at a place covers a pixel of the obstacle: how far the mask must go to the left, and to the right, until two runs of pixels
    /// that meet there no longer do. And the work, in words of 64 pixels.
    pub(crate) fn steps_out(&mut self, mask: &Mask, at: Offset) -> (Option<[i64; 2]>, u64) {
        #[cfg(test)]
        crate::work::add(1);
        let shared = mask.extent().shifted(at).intersection(self.extent);
        if shared.is_empty() {
            return (None, 1);
        }
        let words = |rows: i64| rows.unsigned_abs() * ((shared.x1 - shared.x0).unsigned_abs() / 64 + 1);
        let before = self.drawn_window();
        let met = match self.undrawn_convex() {
            Some(convex) => {
                let bits = Source::Plain(Plain { shape: ShapeRef::Mask(mask), corner: at });
                with_meeting(convex, bits, shared, |meeting| {
                    let Extent { x0: x, y0: y, .. } =
                        Some(meeting.first()).filter(|first| !first.is_empty())?;
                    Some((x, y, meeting.spans.image.span(y)?))
                })
            }
            None => self.first_met(mask, at).map(|Point { x, y }| {
                let (x, y) = (i64::from(x), i64::from(y));
                (x, y, self.run_around(x, y))
            }),
        };
        let drawn = if self.drawn_window() == before { 0 } else { self.drawn_window().area() / 8 };
        let Some((x, y, (start, end))) = met else { return (None, words(shared.y1 - shared.y0) + drawn) };
        let (from, to) = ShapeRef::Mask(mask).run_around(x - at.x, y - at.y);
        let steps = [to + at.x - start, end - (from + at.x)];
        (Some(steps), words(y + 1 - shared.y0) + (end - start).min(2 * LONGEST).unsigned_abs() / 64 + drawn)
    }

    /// The run of covered pixels around one, in the part that was drawn. It may be cut off where it is very long.
    fn run_around(&self, x: i64, y: i64) -> (i64, i64) {
        let e = self.extent;
        if let ObstacleForm::Box = self.body {
            return (e.x0, e.x1);
        }
        if let ObstacleForm::Plain(Plain { shape, corner }) = self.body
            && let Some((x0, x1)) = shape.spans().and_then(|image| image.span(y - corner.y))
        {
            return ((x0 + corner.x).max(e.x0), (x1 + corner.x).min(e.x1));
        }
        let (mut start, mut end) = (x, x + 1);
        while x - start < LONGEST {
            let solid = self.window(start - 64, y).leading_ones();
            start -= i64::from(solid);
            if solid < 64 {
                break;
            }
        }
        while end - x < LONGEST {
            let solid = self.window(end, y).trailing_ones();
            end += i64::from(solid);
            if solid < 64 {
                break;
            }
        }
        (start, end)
    }

    /// The part of an undrawn obstacle that was drawn last.
    fn drawn_window(&self) -> Extent {
        if let ObstacleForm::Undrawn { window, .. } = self.body { window } else { Extent::EMPTY }
    }

    /// The obstacle, if its spans are known although it is undrawn.
    fn undrawn_convex(&self) -> Option<Placed<'a>> {
        let ObstacleForm::Undrawn { placed, .. } = self.body else { return None };
        Source::Undrawn(placed).convex()
    }

    /// Whether it is drawn where it is read.
    pub(crate) fn is_undrawn(&self) -> bool {
        matches!(self.body, ObstacleForm::Undrawn { .. })
    }

    /// One that covers nothing.
    pub(crate) const NOTHING: ObstaclePixels<'static> = ObstaclePixels {
        owner: u32::MAX,
        open_side: None,
        carrier: NO_CARRIER,
        yields: true,
        extent: Extent::EMPTY,
        lap: None,
        is_closed: false,
        body: ObstacleForm::Box,
    };

    /// Whether it is a tile map.
    pub(super) fn is_map(&self) -> bool {
        matches!(&self.body, ObstacleForm::Plain(Plain { shape: ShapeRef::Tiles(_), .. }))
    }

    /// Whether one look tells that it covers no pixel of a box: it lies beside it, or no tile of the map was ever put there.
    pub(super) fn has_gap(&self, e: Extent) -> bool {
        e.intersection(self.extent).is_empty()
            || match &self.body {
                ObstacleForm::Plain(Plain { shape: ShapeRef::Tiles(view), corner }) => {
                    view.has_no_page(e.shifted(-*corner))
                }
                _ => false,
            }
    }

    /// The first pixel of the obstacle that refuses a step of a mover that overlaps no solid obstacle: lowest y, then lowest x. On a torus
    /// these are the pixels from (0, 0) up to its size.
    pub(super) fn first_refusing(&mut self, step: &Step<'_>) -> Option<Point> {
        let reach = step.reach().intersection(self.extent);
        if reach.is_empty() || !self.is_against(step.to - step.from) {
            return None;
        }
        let Some(lap) = self.lap else { return self.first_refusing_in(step, reach) };
        let (columns, rows) = (laps(reach.x0, reach.x1 - 1, lap.x), laps(reach.y0, reach.y1 - 1, lap.y));
        let tiles = rows.flat_map(|y| columns.clone().map(move |x| Offset::new(x * lap.x, y * lap.y)));
        let shown = |tile: Offset| {
            let part = Extent { x0: 0, y0: 0, x1: lap.x, y1: lap.y }.shifted(tile).intersection(reach);
            let pixel = self.first_refusing_in(step, part)?;
            Some((Offset::from(pixel) - tile).as_pixel())
        };
        tiles.filter_map(shown).min()
    }

    /// The first that refuses it in a part of what it reaches.
    fn first_refusing_in(&mut self, step: &Step<'_>, part: Extent) -> Option<Point> {
        match self.open_side {
            // The mover overlaps no solid obstacle before, so every pixel that it would meet is new.
            None if part == step.reach().intersection(self.extent) => self.first_met(step.mover, step.to),
            None => self.first(part, &|_, x, y| step.mover.window(x - step.to.x, y - step.to.y)),
            Some(_) => self.first_landed_on(step, part),
        }
    }

    /// The first pixel of the obstacle that a mask at a place covers: lowest y, then lowest x.
    fn first_met(&mut self, mask: &Mask, at: Offset) -> Option<Point> {
        let bits = ShapeRef::Mask(mask);
        let (first, corner) = match self.look(mask, at) {
            PieceLook::Nothing => return None,
            PieceLook::Box(shared) => (overlap::first(bits, ShapeRef::Rect(shared), Point::ZERO)?, at),
            PieceLook::Plain(plain) => {
                (overlap::first(plain.shape, bits, (at - plain.corner).as_pixel())?, plain.corner)
            }
            PieceLook::ByRow => return self.first_by_row(mask, at),
        };
        Some((corner + Offset::from(first)).as_pixel())
    }

    fn first_by_row(&mut self, mask: &Mask, at: Offset) -> Option<Point> {
        self.first(mask.extent().shifted(at), &|_, x, y| mask.window(x - at.x, y - at.y))
    }

    /// How to find out what a mask at a place covers of the obstacle.
    #[inline]
    fn look(&mut self, mask: &Mask, at: Offset) -> PieceLook<'_> {
        let reach = mask.extent().shifted(at);
        let shared = reach.intersection(self.extent);
        if shared.is_empty() {
            return PieceLook::Nothing;
        }
        self.draw(shared);
        // The shape, its place, and the box of its pixels that count. Where boxes meet, an offset fits i32.
        let (plain, counts) = match &self.body {
            ObstacleForm::Box => {
                return shared.shifted(-at).to_rect().map_or(PieceLook::Nothing, PieceLook::Box);
            }
            ObstacleForm::Plain(plain) => (*plain, reach.intersection(plain.extent())),
            ObstacleForm::Undrawn { window, drawn, .. } => {
                (Plain { shape: ShapeRef::Mask(drawn), corner: window.corner() }, shared)
            }
        };
        // If pixels that don't exist lie under the mask, too, the existing ones are asked one by one.
        if counts == shared { PieceLook::Plain(plain) } else { PieceLook::ByRow }
    }

    /// Whether the obstacle has a pixel that the mover begins to cover in a step.
    pub(super) fn is_entered(&mut self, step: &Step<'_>) -> bool {
        let entered = |piece: &Self, x, y| {
            let passed = step.passed(piece.open_side, piece.lap, x, y);
            // Most are dropped through nothing, and need no look at the neighbours.
            step.news(x, y) & !(if passed == 0 { 0 } else { passed & !piece.beside(x, y) })
        };
        self.meets(step.mover, step.to) && self.first(step.reach(), &entered).is_some()
    }

    /// The first pixel in a part of what the mover reaches that it begins to cover in a step, and whose neighbour on the open side is clear:
    /// lowest y, then lowest x.
    fn first_landed_on(&mut self, step: &Step<'_>, part: Extent) -> Option<Point> {
        if !self.meets(step.mover, step.to) {
            return None;
        }
        self.first(part, &|piece, x, y| piece.landed_on(step, x, y))
    }

    /// Of the 64 pixels from (x, y) on, those on which the mover lands with a step if the obstacle covers them.
    fn landed_on(&self, step: &Step<'_>, x: i64, y: i64) -> u64 {
        step.news(x, y) & !self.beside(x, y) & !step.passed(self.open_side, self.lap, x, y)
    }

    /// Of the 64 pixels from (x, y) on, those that refuse a step of a mover that overlaps no solid obstacle.
    pub(super) fn refusing(&mut self, step: &Step<'_>, x: i64, y: i64) -> u64 {
        let row = Extent { x0: x, y0: y, x1: x + 64, y1: y + 1 };
        if !self.is_against(step.to - step.from) || row.intersection(self.extent).is_empty() {
            return 0;
        }
        self.draw(row.grown(1).intersection(self.extent));
        let own = self.window(x, y);
        own & match self.open_side {
            None => step.mover.window(x - step.to.x, y - step.to.y),
            Some(_) => self.landed_on(step, x, y),
        }
    }

    /// How many pixels below a pixel, against an up, the first one lies on which something lands that falls straight down from there by at most
    /// so many pixels.
    pub(crate) fn ground_below(&mut self, from: Offset, most: i64, up: Direction) -> Option<i64> {
        if self.open_side.is_some_and(|side| side != up) {
            return None;
        }
        let one_way = !self.is_solid();
        let holds = |piece: &Self, x, y| if one_way { !piece.beside(x, y) } else { u64::MAX };
        let at = |steps: i64| {
            let Offset { x, y } = up.offset();
            from - Offset::new(x * steps, y * steps)
        };
        let pixel_box = |Offset { x, y }: Offset| Extent::of_pixel(x, y);
        if up == Direction::Up {
            let pixel = self.first(pixel_box(at(1)).around(pixel_box(at(1 + most))), &holds)?;
            return Some(i64::from(pixel.y) - from.y);
        }
        // Only the first of a column is found by rows.
        let Extent { x0, y0, x1, y1 } = self.extent;
        let steps = |distance: i64| distance.clamp(1, 1 + most);
        let (near, far) = match up {
            Direction::Up => (y0 - from.y, y1 - from.y),
            Direction::Down => (from.y - y1 + 1, from.y - y0),
            Direction::Left => (x0 - from.x, x1 - from.x),
            Direction::Right => (from.x - x1 + 1, from.x - x0),
        };
        (steps(near)..=steps(far)).find(|&distance| self.first(pixel_box(at(distance)), &holds).is_some())
    }

    /// The first covered pixel inside a box that `choose` picks. It gets x and y, and returns 64 pixels from there on. It may read their
    /// neighbours, too. Compiled once for all choices.
    fn first(&mut self, within: Extent, choose: &dyn Fn(&Self, i64, i64) -> u64) -> Option<Point> {
        let Extent { x0, y0, x1, y1 } = within.intersection(self.extent);
        if x0 >= x1 {
            return None;
        }
        (y0..y1).step_by(BAND as usize).find_map(|band| {
            let end = y1.min(band + BAND);
            self.draw(Extent { x0, y0: band, x1, y1: end }.grown(1).intersection(self.extent));
            (band..end).find_map(|y| {
                (x0..x1).step_by(64).find_map(|x| {
                    let own = self.window(x, y) & span_bits(x0, x1, x);
                    // Most rows are clear, and need no second look.
                    let word = if own == 0 { 0 } else { own & choose(self, x, y) };
                    let pixel = Offset::new(x + i64::from(word.trailing_zeros()), y);
                    (word != 0).then(|| pixel.as_pixel())
                })
            })
        })
    }

    /// The neighbours on the open side of the 64 pixels from (x, y) on.
    #[inline]
    fn beside(&self, x: i64, y: i64) -> u64 {
        let Extent { x0, y0, x1, y1 } = self.extent;
        let side = self.open_side.unwrap_or_default();
        let Offset { x: dx, y: dy } = side.offset();
        if !self.is_closed {
            return self.window(x + dx, y + dy);
        }
        let (last, across) = match side {
            Direction::Up if y == y0 => return self.window(x, y1 - 1),
            Direction::Down if y == y1 - 1 => return self.window(x, y0),
            Direction::Up | Direction::Down => return self.window(x, y + dy),
            Direction::Left => (x0, x1 - 1),
            Direction::Right => (x1 - 1, x0),
        };
        // Beside the last column lies the first one.
        let bit = if (0..64).contains(&(last - x)) { (self.window(across, y) & 1) << (last - x) } else { 0 };
        self.window(x + dx, y) | bit
    }

    /// The 64 pixels from (x, y) on that the obstacle covers. An undrawn obstacle must have been drawn there.
    #[inline]
    fn window(&self, x: i64, y: i64) -> u64 {
        let e = self.extent;
        if y < e.y0 || y >= e.y1 {
            return 0;
        }
        let inside = span_bits(e.x0, e.x1, x);
        inside
            & match &self.body {
                ObstacleForm::Box => u64::MAX,
                ObstacleForm::Plain(plain) => plain.window(x, y),
                ObstacleForm::Undrawn { window, drawn, .. } => drawn.window(x - window.x0, y - window.y0),
            }
    }

    /// Draws all of an undrawn obstacle that lies near the way, for questions that jump to and fro: [`ObstaclePixels::steps_out`]. If it has
    /// more pixels than `most`, it is drawn later, where it is read. Returns how many pixels were drawn.
    pub(crate) fn draw_all(&mut self, most: u64) -> u64 {
        let area = self.extent.area();
        let is_undrawn = self.is_undrawn() && self.undrawn_convex().is_none();
        if !is_undrawn || area > most || !can_be_drawn(&self.extent) {
            return 0;
        }
        self.draw(self.extent);
        area
    }

    /// Draws an undrawn obstacle where it will be read. The box must lie inside the extent.
    #[inline]
    fn draw(&mut self, needed: Extent) {
        if let ObstacleForm::Undrawn { placed, window, drawn } = &mut self.body
            && needed.intersection(*window) != needed
        {
            let Extent { x0, y0, x1, y1 } = needed;
            let around = Extent { x0: x0 - AROUND, y0: y0 - AROUND, x1: x1 + AROUND, y1: y1 + AROUND };
            *window = if self.extent.area() <= WHOLE {
                self.extent
            } else {
                Some(around.intersection(self.extent)).filter(can_be_drawn).unwrap_or(needed)
            };
            let (w, h) = window.size();
            drawn.reset(w, h);
            placed.draw(window.corner(), drawn);
        }
    }
}

/// Whether one mask can hold a box, which is not too large to be drawn at once.
fn can_be_drawn(extent: &Extent) -> bool {
    let longest = (extent.x1 - extent.x0).max(extent.y1 - extent.y0);
    longest <= i64::from(Mask::MAX_SIDE) && extent.area() <= LARGE
}

/// The pixels of an extent that exist. None if there are none.
fn existing(extent: Extent) -> Option<Extent> {
    let existing = extent.intersection(Extent::WORLD);
    (!existing.is_empty()).then_some(existing)
}
