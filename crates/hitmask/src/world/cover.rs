//! What two colliders share: plain shapes at whole pixels, and the plain verbs.

use super::collider::AlphaRule;
use super::drawn::{Drawn, Picture, draw_mask};
use super::event::{EventDetail, Touch};
use super::place::{Look, Place, Texels};
use crate::bits::column::Edit;
use crate::bits::low_bits;
use crate::geom::{Extent, Point, Pose, Rect};
use crate::mask::{AlphaMask, Mask};
use crate::overlap;
use crate::placed::ShapeRef;

/// What a collider covers, ready to be asked.
#[derive(Clone, Copy)]
pub(super) struct Cover<'a> {
    body: Body<'a>,
    /// The world pixel where the body's origin lies.
    corner: [i64; 2],
    /// Around everything it covers, whether that exists or not.
    extent: Extent,
}

#[derive(Clone, Copy)]
enum Body<'a> {
    Shape(ShapeRef<'a>),
    Alpha(&'a AlphaMask, AlphaRule),
    /// All of the extent.
    Box,
    /// To be drawn where it meets something.
    Vast(Texels<'a>, Pose),
}

/// Parts of what is drawn piece by piece are squares of this many pixels a side.
const PART: i64 = 1 << 10;

impl<'a> Cover<'a> {
    /// None where nothing is covered.
    #[inline]
    pub(super) fn new(
        texels: (Texels<'a>, Pose),
        place: &Place,
        drawn: Option<&'a Drawn>,
    ) -> Option<Cover<'a>> {
        let (texels, pose) = texels;
        let Place { look, corner, extent } = *place;
        let (body, corner) = match look {
            Look::Nothing => return None,
            Look::Box => (Body::Box, corner),
            Look::Vast => (Body::Vast(texels, pose), corner),
            Look::Plain => match texels {
                Texels::Bits(mask) => (Body::Shape(ShapeRef::Bits(mask)), corner),
                Texels::Runs(runs) => (Body::Shape(ShapeRef::Runs(runs)), corner),
                Texels::Terrain(terrain) => (Body::Shape(ShapeRef::Terrain(terrain)), corner),
                Texels::Alpha(alpha, rule) => (Body::Alpha(alpha, rule), corner),
                Texels::Rect(_) | Texels::Circle(_) | Texels::Polygon(_) => {
                    unreachable!("these are boxes or drawn")
                }
            },
            Look::Turned(turn) => match texels {
                Texels::Bits(mask) => {
                    (Body::Shape(ShapeRef::Bits(mask.kept_turned(turn).expect("kept with std"))), corner)
                }
                Texels::Alpha(alpha, rule) => {
                    (Body::Alpha(alpha.kept_turned(turn).expect("kept with std"), rule), corner)
                }
                _ => unreachable!("only masks and alphas keep turned copies"),
            },
            Look::Drawn => match drawn.filter(|drawn| drawn.is_current(&pose)) {
                // Between steps some are not drawn yet.
                None => (Body::Vast(texels, pose), corner),
                Some(drawn) => {
                    let corner = drawn.corner(&pose);
                    match (drawn.picture(), texels) {
                        (Picture::Alpha(alpha), Texels::Alpha(_, rule)) => (Body::Alpha(alpha, rule), corner),
                        (Picture::Alpha(_), _) => unreachable!("only alphas are drawn as alphas"),
                        (Picture::Bits(mask), _) => {
                            // Tighter than what was known before it was drawn.
                            let extent = moved(mask.extent(), corner);
                            return Some(Cover { body: Body::Shape(ShapeRef::Bits(mask)), corner, extent });
                        }
                    }
                }
            },
        };
        Some(Cover { body, corner, extent })
    }

    /// Around everything it covers, whether that exists or not.
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// Up to 64 pixels of a row of the world, the first in the lowest bit; those outside the extent may be wrong.
    pub(super) fn window(&self, x: i64, y: i64, pixels: u32) -> u64 {
        let word = match self.body {
            Body::Box => u64::MAX,
            Body::Vast(..) => {
                self.part(Extent { x0: x, y0: y, x1: x + i64::from(pixels), y1: y + 1 }).window(0, 0)
            }
            Body::Shape(_) | Body::Alpha(..) => {
                let shape = self.shape().expect("these are plain");
                shape.window(x - self.corner[0], y - self.corner[1])
            }
        };
        word & low_bits(pixels)
    }

    /// Whether it covers a pixel inside its extent.
    pub(super) fn covers(&self, x: i64, y: i64) -> bool {
        self.window(x, y, 1) != 0
    }

    /// Whether it asks for alpha sum.
    fn asks_sum(&self) -> bool {
        match self.body {
            Body::Alpha(_, rule) | Body::Vast(Texels::Alpha(_, rule), _) => rule == AlphaRule::Sum,
            _ => false,
        }
    }

    /// As a plain shape; its alphas by their own level, or, against something that has none, where they are above 0.
    fn shape(&self) -> Option<ShapeRef<'a>> {
        match self.body {
            Body::Shape(shape) => Some(shape),
            Body::Alpha(alpha, AlphaRule::AtLeast(level)) => Some(ShapeRef::Level(alpha.at_level(level))),
            Body::Alpha(alpha, AlphaRule::Sum) => Some(ShapeRef::Bits(alpha.visible())),
            Body::Box | Body::Vast(..) => None,
        }
    }

    /// The pixels of a window that it covers, as a mask of the window's size.
    pub(super) fn part(&self, window: Extent) -> Mask {
        let (w, h) = size(window);
        let mut part = Mask::new(w, h);
        match self.body {
            Body::Box => {
                let e = moved(self.extent.intersection(window), [-window.x0, -window.y0]);
                if let Some(rect) = e.to_rect() {
                    part.edit(ShapeRef::Rect(rect), Point::ZERO, Edit::Union);
                }
            }
            Body::Vast(texels, pose) => draw_mask(texels, &pose, [window.x0, window.y0], &mut part),
            Body::Shape(_) | Body::Alpha(..) => {
                let shape = self.shape().expect("these are plain");
                if let Some(offset) = between([window.x0, window.y0], self.corner) {
                    part.edit(shape, offset, Edit::Union);
                }
            }
        }
        part
    }

    /// Its own mask and where its corner lies, if that is all that it is.
    pub(super) fn as_mask(&self) -> Option<(&'a Mask, [i64; 2])> {
        let exists = self.extent.intersection(Extent::WORLD) == self.extent;
        match self.body {
            Body::Shape(ShapeRef::Bits(mask)) if exists => Some((mask, self.corner)),
            _ => None,
        }
    }

    /// What it covers of a window, in parts that are not too large to be drawn.
    pub(super) fn parts(&self, window: Extent) -> impl Iterator<Item = (Mask, [i64; 2])> + '_ {
        parts(self.extent.intersection(Extent::WORLD).intersection(window))
            .map(|part| (self.part(part), [part.x0, part.y0]))
    }

    /// The alphas of a window; what has none counts as 255.
    fn alpha_part(&self, window: Extent) -> AlphaMask {
        let (w, h) = size(window);
        match self.body {
            Body::Alpha(alpha, _) => {
                let [x, y] = [window.x0 - self.corner[0], window.y0 - self.corner[1]];
                let alpha = |u: u32, v: u32| alpha.texel((x + i64::from(u), y + i64::from(v))).unwrap_or(0);
                AlphaMask::from_fn(w, h, alpha)
            }
            Body::Vast(Texels::Alpha(alpha, _), pose) => {
                let mut part = AlphaMask::new(0, 0);
                alpha.draw(&pose, window.to_rect().unwrap_or_default(), &mut part);
                part
            }
            _ => AlphaMask::from_mask(&self.part(window)),
        }
    }
}

/// The way two covers meet.
pub(super) enum Meeting<'a> {
    /// They don't: told from boxes.
    Apart,
    /// In all of this.
    All(Extent),
    /// As plain shapes. The corner is A's.
    Shapes(ShapeRef<'a>, ShapeRef<'a>, Point, [i64; 2]),
    /// As plain alphas. The corner is A's.
    Sum(&'a AlphaMask, &'a AlphaMask, Point, [i64; 2]),
    /// At the end of the world, or too large to be drawn whole: to be drawn part by part. Rare and slow.
    Parts { a: Cover<'a>, b: Cover<'a>, sum: bool, within: Extent },
}

/// What the plain verbs are asked.
trait Verb {
    type Answer;
    fn shapes(
        &self,
        a: ShapeRef<'_>,
        b: ShapeRef<'_>,
        offset: Point,
        corner: [i64; 2],
    ) -> Option<Self::Answer>;
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, corner: [i64; 2]) -> Option<Self::Answer>;
    fn all(&self, shared: Rect) -> Self::Answer;
    fn merge(&self, one: Self::Answer, other: Self::Answer) -> Self::Answer;
    /// Whether an answer of one part is the answer.
    fn is_enough(&self) -> bool;
}

impl<'a> Meeting<'a> {
    #[inline]
    pub(super) fn of(a: &Cover<'a>, b: &Cover<'a>) -> Meeting<'a> {
        let shared = a.extent.intersection(b.extent);
        let within = shared.intersection(Extent::WORLD);
        if within.is_empty() {
            return Meeting::Apart;
        }
        let sum = a.asks_sum() || b.asks_sum();
        let parts = Meeting::Parts { a: *a, b: *b, sum, within };
        match (a.body, b.body) {
            // A box may be as large as the world and stick out of it: what is beyond is cut off at no cost.
            (Body::Box, Body::Box) => Meeting::All(within),
            (Body::Vast(..), _) | (_, Body::Vast(..)) => parts,
            (Body::Box, _) => of_box(b, within, parts),
            (_, Body::Box) => of_box(a, within, parts),
            _ if within != shared => parts,
            (Body::Alpha(alpha_a, _), Body::Alpha(alpha_b, _)) if sum => match between(a.corner, b.corner) {
                Some(offset) => Meeting::Sum(alpha_a, alpha_b, offset, a.corner),
                None => parts,
            },
            _ => match (a.shape(), b.shape(), between(a.corner, b.corner)) {
                (Some(shape_a), Some(shape_b), Some(offset)) => {
                    Meeting::Shapes(shape_a, shape_b, offset, a.corner)
                }
                _ => parts,
            },
        }
    }

    /// Whether it was decided without a look at pixels.
    pub(super) fn is_decided(&self) -> bool {
        matches!(self, Meeting::Apart | Meeting::All(_))
    }

    fn ask<V: Verb>(&self, verb: &V) -> Option<V::Answer> {
        match *self {
            Meeting::Apart => None,
            Meeting::All(shared) => Some(verb.all(shared.to_rect()?)),
            Meeting::Shapes(a, b, offset, corner) => verb.shapes(a, b, offset, corner),
            Meeting::Sum(a, b, offset, corner) => verb.sum(a, b, offset, corner),
            Meeting::Parts { a, b, sum, within } => {
                let mut answer = None;
                for window in parts(within) {
                    let corner = [window.x0, window.y0];
                    let found = if sum {
                        verb.sum(&a.alpha_part(window), &b.alpha_part(window), Point::ZERO, corner)
                    } else {
                        let (a, b) = (a.part(window), b.part(window));
                        verb.shapes(ShapeRef::Bits(&a), ShapeRef::Bits(&b), Point::ZERO, corner)
                    };
                    if found.is_some() && verb.is_enough() {
                        return found;
                    }
                    answer = match (answer, found) {
                        (Some(one), Some(other)) => Some(verb.merge(one, other)),
                        (one, other) => one.or(other),
                    };
                }
                answer
            }
        }
    }

    /// Whether they touch at all.
    #[inline]
    pub(super) fn touches(&self) -> bool {
        match self {
            Meeting::Shapes(a, b, offset, _) => overlap::overlaps(*a, *b, *offset),
            _ => self.ask(&Any).is_some(),
        }
    }

    /// Where they touch.
    pub(super) fn touch(&self, detail: EventDetail) -> Option<Touch> {
        self.ask(&Where(detail))
    }
}

/// An extent in squares that are not too large to be drawn, row by row.
fn parts(within: Extent) -> impl Iterator<Item = Extent> {
    let steps = |from: i64, to: i64| (from..to.max(from)).step_by(PART as usize);
    steps(within.y0, within.y1).flat_map(move |y0| {
        steps(within.x0, within.x1)
            .map(move |x0| Extent { x0, y0, x1: x0 + PART, y1: y0 + PART }.intersection(within))
    })
}

/// A box against something else: the part of the box that matters, as a rectangle among the other's pixels.
fn of_box<'a>(other: &Cover<'a>, shared: Extent, parts: Meeting<'a>) -> Meeting<'a> {
    let near = moved(shared, [-other.corner[0], -other.corner[1]]);
    match (other.shape(), near.to_rect()) {
        (Some(shape), Some(rect)) => Meeting::Shapes(shape, ShapeRef::Rect(rect), Point::ZERO, other.corner),
        _ => parts,
    }
}

/// Do they touch?
struct Any;

impl Verb for Any {
    type Answer = ();
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, _: [i64; 2]) -> Option<()> {
        overlap::overlaps(a, b, offset).then_some(())
    }
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, _: [i64; 2]) -> Option<()> {
        overlap::alpha_overlaps(a, b, offset).then_some(())
    }
    fn all(&self, _: Rect) {}
    fn merge(&self, (): (), (): ()) {}
    fn is_enough(&self) -> bool {
        true
    }
}

/// Where do they touch?
struct Where(EventDetail);

impl Where {
    fn answer(
        &self,
        corner: [i64; 2],
        first: Option<Point>,
        area: impl FnOnce() -> u64,
        bounds: impl FnOnce() -> Option<Rect>,
    ) -> Option<Touch> {
        let first = world(first?, corner);
        let area = if self.0.area { area() } else { 0 };
        let bounds = if self.0.bounds { bounds() } else { None };
        let bounds = bounds.map(|r| {
            let Point { x, y } = world(Point::new(r.x, r.y), corner);
            Rect { x, y, ..r }
        });
        Some(Touch { first, area, bounds })
    }
}

impl Verb for Where {
    type Answer = Touch;
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, corner: [i64; 2]) -> Option<Touch> {
        let first = overlap::first(a, b, offset);
        self.answer(corner, first, || overlap::area(a, b, offset), || overlap::bounds(a, b, offset))
    }
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, corner: [i64; 2]) -> Option<Touch> {
        let first = overlap::alpha_first(a, b, offset);
        self.answer(
            corner,
            first,
            || overlap::alpha_area(a, b, offset),
            || overlap::alpha_bounds(a, b, offset),
        )
    }
    fn all(&self, shared: Rect) -> Touch {
        Touch {
            first: Point::new(shared.x, shared.y),
            area: if self.0.area { shared.area() } else { 0 },
            bounds: self.0.bounds.then_some(shared),
        }
    }
    fn merge(&self, one: Touch, other: Touch) -> Touch {
        let key = |p: Point| (p.y, p.x);
        Touch {
            first: if key(other.first) < key(one.first) { other.first } else { one.first },
            area: one.area + other.area,
            bounds: match (one.bounds, other.bounds) {
                (Some(one), Some(other)) => Some(one.union(&other)),
                (one, other) => one.or(other),
            },
        }
    }
    fn is_enough(&self) -> bool {
        false
    }
}

/// A pixel of a picture as a pixel of the world, which is known to exist.
fn world(pixel: Point, corner: [i64; 2]) -> Point {
    let place = |at: i32, corner: i64| (i64::from(at) + corner) as i32;
    Point::new(place(pixel.x, corner[0]), place(pixel.y, corner[1]))
}

/// The way from one origin to another; None beyond i32.
fn between(from: [i64; 2], to: [i64; 2]) -> Option<Point> {
    Some(Point::new(i32::try_from(to[0] - from[0]).ok()?, i32::try_from(to[1] - from[1]).ok()?))
}

fn moved(e: Extent, by: [i64; 2]) -> Extent {
    Extent { x0: e.x0 + by[0], y0: e.y0 + by[1], x1: e.x1 + by[0], y1: e.y1 + by[1] }
}

/// A window's size: windows are small.
fn size(window: Extent) -> (u32, u32) {
    ((window.x1 - window.x0) as u32, (window.y1 - window.y0) as u32)
}
