//! What turned and scaled colliders cover while they move straight.
//!
//! At every moment such a collider covers what its pose of that moment says. Seen from its texels, the centre of a world pixel goes along a
//! straight line. So it crosses the lines between columns and between rows of texels at exact fractions of the time, and lies in one texel
//! between two crossings. A collider that moves by whole pixels is the special case with the unit matrix: its pixels are the texels.
//!
//! This file is long because the pictures of moments and the search for meetings read the same lines.
//!
//! The motion of two colliders is cut into short slices of time, in order. In a slice, floats choose with a margin the pixels that may lie
//! in both boxes of texels; integers decide what happens to each of these pixels.

use crate::bits::low_bits;
use crate::geom::{Extent, Mapped, Moment, Offset, Point, PointQ16, Pose, nearest_pixel};
use crate::placed::{self, Plain};
use crate::sweep::motion::{ChangeTime, StraightMotion, Window};
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::form::Texels;
use crate::world::collider::shape::AlphaRule;
use crate::world::narrow_phase::labels::{Labelled, first_label};
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::plane::Plane;
use crate::world::store::scratch::MomentPicture;

/// The longest way, and the longest side of a picture, that are followed exactly, in pixels. So all numbers fit 64 bits, and products of
/// two of them 128.
const LONGEST: i64 = 1 << 20;
/// A slice of time is short enough for nothing to move farther than this, in pixels.
const SLICE: f64 = 6.0;
/// An upper bound of the errors of the floats, in Q16.
const SLACK: f64 = 256.0;

/// Whether a shape of texels is small enough to be followed, by the pixels that it covers at the end.
pub(crate) fn is_small(end: Extent) -> bool {
    end.x1 - end.x0 <= LONGEST && end.y1 - end.y0 <= LONGEST && end.area() <= placed::LARGE
}

/// Texels that are stretched by more than this are not followed. Up to it, products with a side of a picture and a way still fit 64 bits.
const MOST_STRETCHED: u32 = 256;

/// A box around all pixels that texels may cover anywhere within a pixel of where they lie. None if there are no texels, or if they are too large
/// to be followed.
pub(crate) fn extent(texels: Texels<'_>) -> Option<Extent> {
    let box_of_texels = texels.placed.shape().extent();
    let is_too_large = texels.pose().matrix.iter().any(|entry| entry.unsigned_abs() > MOST_STRETCHED << 16);
    if box_of_texels.is_empty() || is_too_large {
        return None;
    }
    let ((x0, x1), (y0, y1)) = placed::reach(texels.pose(), box_of_texels);
    let [x0, y0, x1, y1] = [x0, y0, x1, y1].mapped(nearest_pixel);
    Some(Extent { x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y1 + 1 })
}

/// Whether a motion is short enough to be followed.
pub(crate) fn is_short(StraightMotion { from, to }: StraightMotion) -> bool {
    [to.x - from.x, to.y - from.y].iter().all(|way| way.unsigned_abs() >> 16 < LONGEST as u64)
}

/// A collider that moves straight and is followed texel by texel.
pub(crate) struct TexelSweep<'a> {
    what: What<'a>,
    /// A box around its texels.
    texels: Extent,
    columns: TexelLines,
    rows: TexelLines,
    /// Where the corner of the box lies at time 0, in Q16, and how far it moves.
    from: [i64; 2],
    motion: [i64; 2],
    /// The range of the image of the box on each axis, from its corner on.
    reach: [(i64, i64); 2],
}

/// How the number of a column or a row of texels follows from a pixel and a time: (pixel · by + time · speed) / determinant, rounded down.
#[derive(Clone, Copy)]
struct TexelLines {
    /// By x and by y.
    by: [i64; 2],
    speed: i64,
    /// Whether a pixel's centre on a line between two texels lies in the lower one.
    falls: bool,
    /// How many there are in the box.
    count: i64,
    /// The determinant of the matrix, above 0. Numbers of texels are multiplied by it.
    det: i64,
    /// In floats: 1 / determinant, the speed in texels, and 1 / by x.
    per_det: f64,
    rate: f64,
    per_x: f64,
}

impl TexelLines {
    fn new(by: [i64; 2], motion: [i64; 2], det: i64, count: i64) -> TexelLines {
        let speed = -(by[0] * motion[0] + by[1] * motion[1]);
        let per_det = 1.0 / det as f64;
        TexelLines {
            by,
            speed,
            falls: by[0] < 0 || by[0] == 0 && by[1] < 0,
            count,
            per_det,
            rate: speed as f64 * per_det,
            per_x: 1.0 / by[0] as f64,
            det,
        }
    }

    /// The number at a moment, of which the float is near, from what [`TexelLines::start`] gave.
    #[inline]
    fn at(&self, start: i64, when: ChangeTime, time: f64) -> i64 {
        let value = start as f64 * self.per_det + self.rate * time;
        // The bound is above all rounding errors and never 0, because integers must decide a centre on a line.
        let error = (value.abs() + self.rate.abs() + 1.0) * (1.0 / (1u64 << 44) as f64);
        let (low, high) = (floor(value - error), floor(value + error));
        // On a line, or too near to it for floats.
        if low == high { low } else { self.exactly_at(start, when) }
    }

    #[cold]
    fn exactly_at(&self, start: i64, when: ChangeTime) -> i64 {
        let Moment { numerator: n, denominator: m } = when.at;
        let value = i128::from(start) * i128::from(m) + i128::from(self.speed) * i128::from(n);
        let one = i128::from(self.det) * i128::from(m);
        let (texel, rest) = (value.div_euclid(one) as i64, value.rem_euclid(one));
        let is_lower = match self.speed {
            0 => self.falls,
            speed if when.just_after => speed < 0,
            _ => self.falls,
        };
        texel - i64::from(rest == 0 && is_lower)
    }

    /// The number at time 0, times the determinant.
    #[inline]
    fn start(&self, apart: [i64; 2]) -> i64 {
        self.by[0] * apart[0] + self.by[1] * apart[1]
    }

    /// When the number changes next, after it has been `texel`. None if it never changes.
    #[inline]
    fn next(&self, start: i64, texel: i64) -> Option<ChangeTime> {
        let (numerator, rises) = match self.speed.signum() {
            0 => return None,
            1 => ((texel + 1) * self.det - start, true),
            _ => (start - texel * self.det, false),
        };
        let at = Moment { numerator, denominator: self.speed.abs() };
        Some(ChangeTime { at, just_after: rises == self.falls })
    }

    /// Whether a number is outside of the box and never comes back.
    #[inline]
    fn is_past(&self, texel: i64) -> bool {
        texel < 0 && self.speed <= 0 || texel >= self.count && self.speed >= 0
    }

    /// The range of pixels of a row, given as how far a centre is from the corner of the box, whose lines may go through the box between
    /// two times. In Q16.
    fn row_range(&self, y_apart: f64, [start, end]: [f64; 2], [mut low, mut high]: [f64; 2]) -> [f64; 2] {
        let speed = self.speed as f64;
        let (one, other) = (speed * start, speed * end);
        let slack = SLACK * (self.by[0].abs() + self.by[1].abs()) as f64;
        // 0 <= by x · x + base + moved <= count · det
        let base = self.by[1] as f64 * y_apart;
        let least = -(one.max(other)) - base - slack;
        let most = self.count as f64 * self.det as f64 - one.min(other) - base + slack;
        if self.by[0] == 0 {
            return if least > 0.0 || most < 0.0 { [1.0, 0.0] } else { [low, high] };
        }
        let (a, b) = (least * self.per_x, most * self.per_x);
        low = low.max(a.min(b));
        high = high.min(a.max(b));
        [low, high]
    }
}

#[derive(Clone, Copy)]
enum What<'a> {
    /// Texels under a pose.
    Texels(Texels<'a>),
    /// Pixels that move by whole pixels, and those of the start.
    Plain(Plain<'a>, RasterCover<'a>),
    RasterCover(RasterCover<'a>),
}

impl<'a> TexelSweep<'a> {
    /// A cover at the start of a straight motion. `texels` are those of one that is swept by its texels.
    pub(crate) fn new(
        cover: RasterCover<'a>,
        motion: StraightMotion,
        texels: Option<Texels<'a>>,
    ) -> TexelSweep<'a> {
        let (StraightMotion { from, to }, first) = (motion, motion.first());
        let motion = [to.x - from.x, to.y - from.y];
        let Some(texels) = texels else {
            let e = cover.extent();
            let apart = first - e.corner();
            return TexelSweep {
                what: cover.plain().map_or(What::RasterCover(cover), |plain| What::Plain(plain, cover)),
                texels: e,
                columns: TexelLines::new([1, 0], motion, PointQ16::ONE, e.x1 - e.x0),
                rows: TexelLines::new([0, 1], motion, PointQ16::ONE, e.y1 - e.y0),
                from: [from.x - (apart.x << 16), from.y - (apart.y << 16)],
                motion,
                reach: [(0, (e.x1 - e.x0) << 16), (0, (e.y1 - e.y0) << 16)],
            };
        };
        let pose = cover.pose();
        // It may lie whole pixels away from its motion.
        let by = [0, 1].mapped(|i| nearest_pixel(pose.translation[i]) - [first.x, first.y][i]);
        let start = Pose { translation: [from.x + (by[0] << 16), from.y + (by[1] << 16)], ..*pose };
        let e = texels.placed.shape().extent();
        let [a, b, c, d] = pose.entries();
        let det = pose.determinant();
        let (sign, det) = (det.signum(), det.abs());
        let (x, y) = placed::reach(
            &Pose { translation: [0; 2], ..*pose },
            Extent { x0: 0, y0: 0, x1: e.x1 - e.x0, y1: e.y1 - e.y0 },
        );
        TexelSweep {
            what: What::Texels(texels),
            texels: e,
            columns: TexelLines::new([d * sign, -b * sign], motion, det, e.x1 - e.x0),
            rows: TexelLines::new([-c * sign, a * sign], motion, det, e.y1 - e.y0),
            from: start.corner(e.x0, e.y0),
            motion,
            reach: [x, y],
        }
    }

    /// The range of its box on an axis between two times, in Q16.
    fn range(&self, axis: usize, [start, end]: [f64; 2]) -> [f64; 2] {
        let at = |time: f64| self.from[axis] as f64 + self.motion[axis] as f64 * time;
        let (low, high) = self.reach[axis];
        [at(start).min(at(end)) + low as f64 - SLACK, at(start).max(at(end)) + high as f64 + SLACK]
    }

    /// A box around all pixels that it may cover at a moment.
    fn window(&self, when: ChangeTime) -> Extent {
        let side = |axis: usize| {
            let [low, high] = self.range(axis, [float(when.at); 2]);
            (floor(low / 65536.0) - 1, floor(high / 65536.0) + 1)
        };
        let ((x0, x1), (y0, y1)) = (side(0), side(1));
        Extent { x0, y0, x1, y1 }
    }

    /// How far a pixel's centre is from the corner of the box at time 0.
    fn apart(&self, x: i64, y: i64) -> [i64; 2] {
        let middle = |pixel: i64| (pixel << 16) + PointQ16::ONE / 2;
        [middle(x) - self.from[0], middle(y) - self.from[1]]
    }

    /// The pixels of what covers the same all the time, and can be read.
    fn at_rest(&self) -> Option<Plain<'a>> {
        match &self.what {
            What::Plain(plain, _) if self.motion == [0; 2] => Some(*plain),
            _ => None,
        }
    }

    /// How fast it moves.
    fn speed(&self) -> i64 {
        self.motion[0].abs() + self.motion[1].abs()
    }

    #[inline]
    fn is_inside(&self, u: i64, v: i64) -> bool {
        // As numbers without a sign, those below 0 are too large.
        (u as u64) < self.columns.count as u64 && (v as u64) < self.rows.count as u64
    }

    /// Whether a texel of the box is solid. It shows at a pixel (x, y).
    #[inline]
    fn is_solid(&self, u: i64, v: i64, (x, y): (i64, i64)) -> bool {
        let (u, v) = (u + self.texels.x0, v + self.texels.y0);
        match &self.what {
            What::Texels(texels) => texels.placed.shape().has(u, v),
            What::Plain(plain, _) => plain.shape.has(u - plain.corner.x, v - plain.corner.y),
            What::RasterCover(cover) => cover.shifted(Offset::new(x - u, y - v)).covers(x, y),
        }
    }

    /// The alpha of a texel of the box. Without alphas, 255 where it is solid.
    fn alpha(&self, u: i64, v: i64, at: (i64, i64)) -> u8 {
        let texel = (u + self.texels.x0, v + self.texels.y0);
        let alpha = match &self.what {
            What::Texels(texels) => texels.alpha.map(|(alpha, _)| alpha.texel(texel).unwrap_or(0)),
            What::Plain(_, cover) | What::RasterCover(cover) => cover.alpha_at(texel.0, texel.1),
        };
        alpha.unwrap_or_else(|| if self.is_solid(u, v, at) { 255 } else { 0 })
    }

    /// The texel of the box under a pixel's centre at a moment. It may lie outside.
    fn texel(&self, x: i64, y: i64, when: ChangeTime) -> (i64, i64) {
        let (apart, time) = (self.apart(x, y), float(when.at));
        let at = |lines: &TexelLines| lines.at(lines.start(apart), when, time);
        (at(&self.columns), at(&self.rows))
    }

    /// The label that it shows at a pixel at a moment. `start` are its labels where its cover is at the start of its motion.
    pub(crate) fn label(&self, plane: Plane, start: &Labelled<'_>, pixel: Point, when: ChangeTime) -> u8 {
        first_label(plane, self.window(when), pixel, |x, y| {
            let (u, v) = self.texel(x, y, when);
            let at = (u + self.texels.x0, v + self.texels.y0);
            match &self.what {
                _ if !self.is_inside(u, v) => 0,
                What::Texels(_) => start.texel(at),
                What::Plain(..) | What::RasterCover(_) => start.label_here(at),
            }
        })
    }

    /// What it covers at a moment. If it must be drawn, the picture's memory is used.
    pub(crate) fn cover<'p>(
        &self,
        when: ChangeTime,
        sum: bool,
        picture: &'p mut MomentPicture,
    ) -> RasterCover<'p>
    where
        'a: 'p,
    {
        let (What::Plain(_, cover) | What::RasterCover(cover)) = &self.what else {
            self.draw(when, sum, picture);
            return picture.cover();
        };
        let e = self.texels;
        let (u, v) = self.texel(e.x0, e.y0, when);
        cover.shifted(Offset::new(-u, -v))
    }

    fn draw(&self, when: ChangeTime, sum: bool, onto: &mut MomentPicture) {
        let window = self.window(when).intersection(Extent::WORLD);
        onto.corner = window.corner();
        let shown = |u: u32, v: u32| {
            let at = (window.x0 + i64::from(u), window.y0 + i64::from(v));
            let (u, v) = self.texel(at.0, at.1, when);
            self.is_inside(u, v).then_some((u, v, at))
        };
        // At level 0 all texels are solid, and alphas could not tell those that are clear from pixels outside. They count in sums only.
        onto.rule = self.rule().filter(|&rule| sum || rule != AlphaRule::AtLeast(0));
        if onto.rule.is_some() {
            let (w, h) = room(onto.alpha.size(), window.size());
            onto.alpha.redraw_by(w, h, |u, v| shown(u, v).map_or(0, |(u, v, at)| self.alpha(u, v, at)));
        } else {
            let (w, h) = room(onto.bits.size(), window.size());
            onto.bits.redraw_by(w, h, |u, v| shown(u, v).is_some_and(|(u, v, at)| self.is_solid(u, v, at)));
        }
    }

    /// Whether it has the rule of alpha sum.
    pub(crate) fn asks_sum(&self) -> bool {
        match &self.what {
            What::Texels(texels) => matches!(texels.alpha, Some((_, AlphaRule::Sum))),
            What::Plain(_, cover) | What::RasterCover(cover) => cover.asks_sum(),
        }
    }

    /// The rule of its alphas, if it has alphas.
    fn rule(&self) -> Option<AlphaRule> {
        let What::Texels(texels) = &self.what else { return None };
        texels.alpha.map(|(_, rule)| rule)
    }
}

/// The size of a picture that never needs new memory for a smaller one.
fn room((old_w, old_h): (u32, u32), (w, h): (u32, u32)) -> (u32, u32) {
    (w.max(old_w), h.max(old_h))
}

impl MomentPicture {
    fn cover(&self) -> RasterCover<'_> {
        let corner = self.corner.as_pixel();
        match self.rule {
            Some(rule) => RasterCover::of_alpha(&self.alpha, rule, corner),
            None => RasterCover::of_mask(&self.bits, corner),
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.bits.memory_bytes() + self.alpha.memory_bytes()
    }
}

/// A moment as a float that is close to it.
fn float(moment: Moment) -> f64 {
    moment.numerator as f64 / moment.denominator as f64
}

/// Rounding down, which `core` has for no float.
#[inline]
fn floor(float: f64) -> i64 {
    let cut = float as i64;
    cut - i64::from((cut as f64) > float)
}

/// One of the numbers of a texel under a pixel while time goes on.
struct Running<'a> {
    lines: &'a TexelLines,
    start: i64,
    texel: i64,
    next: Option<ChangeTime>,
}

impl<'a> Running<'a> {
    #[inline]
    fn new(lines: &'a TexelLines, apart: [i64; 2], when: ChangeTime, time: f64) -> Running<'a> {
        let start = lines.start(apart);
        let texel = lines.at(start, when, time);
        Running { lines, start, texel, next: lines.next(start, texel) }
    }

    /// Column and row of the texel under a pixel.
    #[inline]
    fn pair(thing: &'a TexelSweep<'_>, (x, y): (i64, i64), when: ChangeTime, time: f64) -> [Running<'a>; 2] {
        let apart = thing.apart(x, y);
        [&thing.columns, &thing.rows].mapped(|lines| Running::new(lines, apart, when, time))
    }

    fn step(&mut self) {
        self.texel += self.lines.speed.signum();
        self.next = self.lines.next(self.start, self.texel);
    }
}

/// The first moment of a window at which both cover the same pixel; `sum` says that their alphas are added. Both move straight.
pub(crate) fn first_meeting(
    a: &TexelSweep<'_>,
    b: &TexelSweep<'_>,
    sum: bool,
    window: Window,
) -> Option<ChangeTime> {
    // When the boxes meet.
    let (mut enter, mut leave) = (float(window.first.at), float(window.end.at).min(1.0));
    for axis in 0..2 {
        let [a_range, b_range] = [a, b].mapped(|sweep| sweep.range(axis, [0.0; 2]));
        let speed = b.motion[axis] as f64 - a.motion[axis] as f64;
        // B's range has moved by so much when the two begin to meet, and when they cease to.
        let (low, high) = (a_range[0] - b_range[1], a_range[1] - b_range[0]);
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (one, other) = (low / speed, high / speed);
        (enter, leave) = (enter.max(one.min(other)), leave.min(one.max(other)));
    }
    if enter > leave {
        return None;
    }
    let fastest =
        [a, b].iter().flat_map(|sweep| sweep.motion).map(i64::abs).max().unwrap_or(0) as f64 / 65536.0;
    // A power of two, so that the times of slices are exact in floats, too.
    let slices = ((fastest / SLICE) as u64 + 1).next_power_of_two() as i64;
    // Time 1 belongs to the last slice.
    let slice_of = |time: f64| floor(time * slices as f64).clamp(0, slices - 1);
    let (first, last) = (slice_of(enter), slice_of(leave));
    for slice in first..=last {
        let moment =
            |numerator: i64| ChangeTime { at: Moment { numerator, denominator: slices }, just_after: false };
        let end = if slice + 1 == slices {
            // The last moment is time 1 itself.
            ChangeTime { at: Moment::END, just_after: true }
        } else {
            moment(slice + 1)
        };
        let times = [slice as f64 / slices as f64, (slice + 1) as f64 / slices as f64];
        if let Some(window) = window.shared(Window { first: moment(slice), end })
            && let Some(found) = in_slice(a, b, sum, window, times)
        {
            return Some(found);
        }
    }
    None
}

/// [`first_meeting`] in a short window. The times contain it.
fn in_slice(
    a: &TexelSweep<'_>,
    b: &TexelSweep<'_>,
    sum: bool,
    mut window: Window,
    times: [f64; 2],
) -> Option<ChangeTime> {
    // If a thing rests, only its solid pixels need a test.
    let resting = match (a.at_rest(), b.at_rest()) {
        _ if sum => None,
        (_, Some(plain)) => Some((a, plain)),
        (Some(plain), _) => Some((b, plain)),
        _ => None,
    };
    let start = float(window.first.at);
    let mut found = None;
    // Whether nothing can come before what was found.
    let mut look = |earlier: Option<ChangeTime>, window: &mut Window| {
        let Some(earlier) = earlier else { return false };
        found = Some(earlier);
        window.end = earlier;
        !window.first.is_before(earlier)
    };
    let (x_range, y_range) = shared_range(a, b, times);
    'rows: for y in pixels(y_range) {
        let mut x_range = x_range;
        for sweep in [a, b] {
            let [x0, y0] = sweep.from.mapped(|from| from as f64);
            let mut apart = x_range.mapped(|x| x - x0);
            for lines in [&sweep.columns, &sweep.rows] {
                let y = ((y << 16) + PointQ16::ONE / 2) as f64;
                apart = lines.row_range(y - y0, times, apart);
            }
            x_range = apart.mapped(|x| x + x0);
        }
        if x_range[0] > x_range[1] {
            continue;
        }
        let Some((moving, plain)) = resting else {
            for x in pixels(x_range) {
                let earlier = at_pixel_of_both([a, b], sum, window, start, (x, y));
                if look(earlier, &mut window) {
                    break 'rows;
                }
            }
            continue;
        };
        let e = plain.extent();
        let (mut x, end) = ((*pixels(x_range).start()).max(e.x0), (*pixels(x_range).end() + 1).min(e.x1));
        if y < e.y0 || y >= e.y1 {
            continue;
        }
        while x < end {
            let count = (end - x).min(64);
            let mut solid = plain.window(x, y) & low_bits(count as u32);
            while solid != 0 {
                let at = x + i64::from(solid.trailing_zeros());
                solid &= solid - 1;
                let earlier = at_pixel([moving], false, window, start, (at, y));
                if look(earlier, &mut window) {
                    break 'rows;
                }
            }
            x += count;
        }
    }
    found
}

/// The range that the boxes of two things share between two times, on both axes.
fn shared_range(a: &TexelSweep<'_>, b: &TexelSweep<'_>, times: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    let range = |axis: usize| {
        let [a, b] = [a, b].mapped(|sweep| sweep.range(axis, times));
        [a[0].max(b[0]), a[1].min(b[1])]
    };
    (range(0), range(1))
}

/// The pixels whose centres lie in a range, and one more at its start.
fn pixels([low, high]: [f64; 2]) -> core::ops::RangeInclusive<i64> {
    let (low, high) = (floor(low / 65536.0 - 0.5), floor(high / 65536.0 - 0.5));
    low.max(i32::MIN.into())..=high.min(i32::MAX.into())
}

/// The first moment of a window at which both cover a pixel. The start is that of the window, in floats.
fn at_pixel_of_both(
    [a, b]: [&TexelSweep<'_>; 2],
    sum: bool,
    window: Window,
    start: f64,
    at: (i64, i64),
) -> Option<ChangeTime> {
    if sum {
        return at_pixel([a, b], true, window, start, at);
    }
    // In a short time the slower one mostly shows the same texel.
    let (slow, fast) = if a.speed() < b.speed() { (a, b) } else { (b, a) };
    let numbers = Running::pair(slow, at, window.first, start);
    if numbers.iter().any(|number| number.next.is_some_and(|next| next.is_before(window.end))) {
        return at_pixel([a, b], false, window, start, at);
    }
    let [u, v] = [numbers[0].texel, numbers[1].texel];
    if slow.is_inside(u, v) && slow.is_solid(u, v, at) {
        at_pixel([fast], false, window, start, at)
    } else {
        None
    }
}

/// The first moment of a window at which all cover a pixel. The start is that of the window, in floats.
#[inline]
fn at_pixel<const N: usize>(
    things: [&TexelSweep<'_>; N],
    sum: bool,
    window: Window,
    start: f64,
    at: (i64, i64),
) -> Option<ChangeTime> {
    let mut when = window.first;
    let mut numbers = things.map(|thing| Running::pair(thing, at, when, start));
    loop {
        let mut are_inside = true;
        for (thing, [u, v]) in things.iter().zip(&numbers) {
            if u.lines.is_past(u.texel) || v.lines.is_past(v.texel) {
                return None;
            }
            are_inside &= thing.is_inside(u.texel, v.texel);
        }
        if are_inside && meet(&things, &numbers, sum, at) {
            return Some(when);
        }
        let mut first: Option<ChangeTime> = None;
        for next in numbers.iter().flatten().filter_map(|number| number.next) {
            first = Some(first.map_or(next, |first| first.earlier(next)));
        }
        when = first.filter(|first| first.is_before(window.end))?;
        for number in numbers.iter_mut().flatten() {
            // None is before it, so this asks whether it is at the same time.
            if number.next.is_some_and(|next| !when.is_before(next)) {
                number.step();
            }
        }
    }
}

/// Whether things meet at a pixel, at texels that lie in their boxes.
#[inline]
fn meet(things: &[&TexelSweep<'_>], numbers: &[[Running<'_>; 2]], sum: bool, at: (i64, i64)) -> bool {
    let mut alphas = 0;
    for (thing, [u, v]) in things.iter().zip(numbers) {
        if !sum {
            if !thing.is_solid(u.texel, v.texel, at) {
                return false;
            }
            continue;
        }
        match thing.alpha(u.texel, v.texel, at) {
            0 => return false,
            alpha => alphas += u16::from(alpha),
        }
    }
    !sum || alphas >= 255
}

/// Where two things meet at a moment, pixel by pixel. Only the first pixel, the area and the bounds are found.
pub(crate) fn touch(
    a: &TexelSweep<'_>,
    b: &TexelSweep<'_>,
    sum: bool,
    when: ChangeTime,
    detail: EventDetail,
) -> Option<Touch> {
    let (x_range, y_range) = shared_range(a, b, [float(when.at); 2]);
    let mut met: Option<(Touch, Extent)> = None;
    for y in pixels(y_range) {
        for x in pixels(x_range) {
            let shown = |thing: &TexelSweep<'_>| {
                let (u, v) = thing.texel(x, y, when);
                let is_shown = thing.is_inside(u, v) && (sum || thing.is_solid(u, v, (x, y)));
                is_shown.then(|| if sum { thing.alpha(u, v, (x, y)) } else { 255 }).filter(|&alpha| alpha > 0)
            };
            let Some(one) = shown(a) else { continue };
            let Some(other) = shown(b) else { continue };
            if u16::from(one) + u16::from(other) < 255 {
                continue;
            }
            let pixel = Extent::of_pixel(x, y);
            let first = Touch::new(Offset::new(x, y).as_pixel());
            let (touch, bounds) = met.get_or_insert((first, pixel));
            touch.area += u64::from(detail.area);
            *bounds = bounds.around(pixel);
        }
    }
    met.map(|(touch, bounds)| Touch { bounds: bounds.to_rect().filter(|_| detail.bounds), ..touch })
}
