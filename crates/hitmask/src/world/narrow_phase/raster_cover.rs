//! The pixels of a collider, and the pixels that two colliders share, as plain shapes at whole pixels for the overlap verbs.

use crate::bits::low_bits;
use crate::contact::{CoveredPixels, Source, with_meeting};
use crate::geom::{Direction, Extent, Offset, Point, Pose, Rect};
use crate::invalid_argument::InvalidArgument;
use crate::mask::{AlphaMask, Mask};
use crate::mover::{BodyPixels, ObstaclePixels};
use crate::overlap::answer::Meeting;
use crate::overlap::{self, ConvexMeeting};
use crate::placed::{Footprint, Form, Placed, Plain, ShapeRef};
use crate::posed;
use crate::world::collider::drawing::{Drawing, Picture};
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::form::{Formed, Texels};
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::AlphaRule;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::plane::Plane;
use crate::world::store::Store;
use crate::world::store::scratch::PairState;
use crate::world::store::slots::Slots;

/// The pixels that a collider covers, in a form that the overlap verbs accept.
#[derive(Clone, Copy)]
pub(crate) struct RasterCover<'a> {
    /// The shape under its pose, from which the body follows.
    placed: Placed<'a>,
    body: Source<'a>,
    /// The alphas and their rule. They have the corner of a plain body; if the body is not drawn yet, they must be drawn, too.
    alpha: Option<(&'a AlphaMask, AlphaRule)>,
    /// A box around all covered pixels, including pixels that don't exist.
    extent: Extent,
}

/// The side, in pixels, of the square parts in which large images are drawn.
pub(crate) const PART: i64 = 1 << 10;

impl<'a> RasterCover<'a> {
    /// None if nothing is covered.
    #[inline]
    pub(crate) fn new(
        texels: Texels<'a>,
        footprint: &Footprint,
        drawn: Option<&'a Drawing>,
    ) -> Option<RasterCover<'a>> {
        let Texels { placed, alpha } = texels;
        let Footprint { form, mut extent, .. } = *footprint;
        let undrawn = (Source::Undrawn(placed), alpha);
        let (body, alpha) = match (form, alpha) {
            (Form::Nothing, _) => return None,
            (Form::Plain | Form::Box, _) => (Source::Plain(footprint.plain(placed.shape())?), alpha),
            // The turned alphas are kept; their visible pixels need no turned copy of their own.
            (Form::Turned(turn), Some((alpha, rule))) => {
                plain_alpha(alpha.kept_turned(turn).expect("turned alphas are kept"), rule, footprint.corner)
            }
            (Form::Turned(_), None) => {
                (Source::Plain(footprint.plain(placed.shape()).expect("turned shapes are kept")), None)
            }
            (Form::Large, _) => undrawn,
            (Form::Drawn, _) => match drawn.filter(|drawn| drawn.is_current(texels.pose())) {
                None => undrawn,
                Some(drawn) => {
                    let corner = drawn.corner(texels.pose());
                    match (drawn.picture(), alpha) {
                        (Picture::Alpha(picture), Some((_, rule))) => plain_alpha(picture, rule, corner),
                        (Picture::Alpha(_), None) => unreachable!("only alphas are drawn as alphas"),
                        (Picture::Bits(mask), _) => {
                            let plain = Plain { shape: ShapeRef::Mask(mask), corner };
                            // This extent is tighter than the one that was known before drawing.
                            extent = plain.extent();
                            (Source::Plain(plain), None)
                        }
                    }
                }
            },
        };
        Some(RasterCover { placed, body, alpha, extent })
    }

    /// The part of the cover in a box, for looking at single pixels. A [`CoverPair`] needs the whole cover.
    pub(crate) fn clipped(&self, to: Extent) -> RasterCover<'a> {
        RasterCover { extent: self.extent.intersection(to), ..*self }
    }

    /// A mask with its corner on a pixel.
    #[inline]
    pub(crate) fn of_mask(mask: &'a Mask, corner: Point) -> RasterCover<'a> {
        RasterCover::of_plain(ShapeRef::Mask(mask), None, corner)
    }

    /// Alphas with their corner on a pixel.
    pub(crate) fn of_alpha(alpha: &'a AlphaMask, rule: AlphaRule, corner: Point) -> RasterCover<'a> {
        RasterCover::of_plain(rule.solid(alpha), Some((alpha, rule)), corner)
    }

    #[inline]
    fn of_plain(
        shape: ShapeRef<'a>,
        alpha: Option<(&'a AlphaMask, AlphaRule)>,
        corner: Point,
    ) -> RasterCover<'a> {
        let plain = Plain { shape, corner: corner.into() };
        let placed = Placed::new(shape, Pose::IDENTITY).moved(plain.corner);
        RasterCover { placed, body: Source::Plain(plain), alpha, extent: plain.extent() }
    }

    /// The pose of the shape.
    pub(crate) fn pose(&self) -> &Pose {
        self.placed.pose()
    }

    /// A box around all covered pixels, including pixels that don't exist.
    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }

    /// A cover with all pixels of its shape, also those that don't exist where it lies. Elsewhere, shapes that are given by numbers (a
    /// rectangle, a circle, a polygon) are cut where the world ends, and what lies beyond covers nothing. A motion may lead those pixels to
    /// where pixels exist. None if the shape has no pixels.
    pub(crate) fn whole(texels: Texels<'a>) -> Option<RasterCover<'a>> {
        let undrawn = RasterCover::undrawn(texels);
        // An upright rectangle needs no drawing, whatever its size.
        let body = texels.placed.upright_rect(undrawn.extent).map_or(undrawn.body, Source::Plain);
        (!undrawn.extent.is_empty()).then_some(RasterCover { body, ..undrawn })
    }

    /// Of texels that may come to a pixel on a motion, though they may cover none here. It is never drawn whole.
    pub(crate) fn undrawn(texels: Texels<'a>) -> RasterCover<'a> {
        let Texels { placed, alpha } = texels;
        RasterCover { placed, body: Source::Undrawn(placed), alpha, extent: placed.whole_extent() }
    }

    /// The mask and its pose, if they alone say what is covered.
    fn posed_mask(&self) -> Option<(&'a Mask, &Pose)> {
        match self.placed.shape() {
            ShapeRef::Mask(mask) if self.alpha.is_none() => Some((mask, self.placed.pose())),
            _ => None,
        }
    }

    /// The same, moved by whole pixels. It may then lie where no pixels exist.
    pub(crate) fn shifted(&self, by: Offset) -> RasterCover<'a> {
        let body = match self.body {
            Source::Plain(plain) => Source::Plain(Plain { corner: plain.corner + by, ..plain }),
            Source::Undrawn(placed) => Source::Undrawn(placed.moved(by)),
        };
        RasterCover { placed: self.placed.moved(by), body, extent: self.extent.shifted(by), ..*self }
    }

    /// The pixels that count against a shape without alphas, as a plain shape. None if they must be drawn.
    pub(crate) fn plain(&self) -> Option<Plain<'a>> {
        let Source::Plain(plain) = self.body else { return None };
        if !matches!(plain.shape, ShapeRef::Rect(_)) {
            return Some(plain);
        }
        // The rectangle's own coordinates may be too far away for an offset.
        let corner = self.extent.corner();
        let rect = self.extent.shifted(-corner);
        let fits = rect.x1 <= i64::from(i32::MAX) && rect.y1 <= i64::from(i32::MAX);
        Some(Plain { shape: ShapeRef::Rect(rect.to_rect().filter(|_| fits)?), corner })
    }

    /// Whether alphas decide about it and another cover.
    pub(crate) fn meets_by_sum(&self, other: &RasterCover<'_>) -> bool {
        (self.asks_sum() || other.asks_sum()) && self.alpha.is_some() && other.alpha.is_some()
    }

    /// Up to 64 pixels of a row of the world, the first in the lowest bit. Bits outside the extent are unspecified.
    pub(crate) fn window(&self, x: i64, y: i64, pixels: u32) -> u64 {
        let word = match self.body {
            Source::Plain(plain) => plain.window(x, y),
            Source::Undrawn(_) => {
                self.part(Extent { x0: x, y0: y, x1: x + i64::from(pixels), y1: y + 1 }).window(0, 0)
            }
        };
        word & low_bits(pixels)
    }

    /// Whether it covers a pixel. The pixel must lie inside the extent.
    pub(crate) fn covers(&self, x: i64, y: i64) -> bool {
        self.window(x, y, 1) != 0
    }

    /// The shape, if it is convex and not plain: see [`Source::convex`].
    pub(crate) fn convex(&self) -> Option<Placed<'a>> {
        self.body.convex()
    }

    /// Whether it has the rule of alpha sum.
    pub(crate) fn asks_sum(&self) -> bool {
        matches!(self.alpha, Some((_, AlphaRule::Sum)))
    }

    /// The pixels of a window that it covers, as a mask of the window's size.
    pub(crate) fn part(&self, window: Extent) -> Mask {
        CoveredPixels { source: self.body, extent: self.extent }.part(window)
    }

    /// What counts for normals, separations and distances: the pixels that exist. Alpha sum is a relation of two alphas, so that its pairs
    /// have no pixels of their own; the visible ones count for both.
    pub(crate) fn pixels(&self, by_sum: bool) -> CoveredPixels<'a> {
        let source = match (self.body, self.alpha) {
            (Source::Plain(plain), Some((alpha, _))) if by_sum => {
                Source::Plain(Plain { shape: ShapeRef::Mask(alpha.visible()), ..plain })
            }
            (Source::Undrawn(placed), Some((alpha, _))) if by_sum => {
                Source::Undrawn(Placed::new(ShapeRef::Mask(alpha.visible()), *placed.pose()))
            }
            (body, _) => body,
        };
        CoveredPixels { source, extent: self.extent.intersection(Extent::WORLD) }
    }

    /// The pixels of two covers, as they count between these two.
    pub(crate) fn pair_pixels(&self, other: &RasterCover<'a>) -> (CoveredPixels<'a>, CoveredPixels<'a>) {
        let by_sum = self.asks_sum() || other.asks_sum();
        (self.pixels(by_sum), other.pixels(by_sum))
    }

    /// What it covers near the way of a mover. None if that is nothing.
    pub(crate) fn piece(
        &self,
        owner: u32,
        open_side: Option<Direction>,
        way: Extent,
    ) -> Option<ObstaclePixels<'a>> {
        match self.body {
            Source::Plain(plain) => ObstaclePixels::plain(owner, open_side, plain, way),
            Source::Undrawn(placed) => ObstaclePixels::undrawn(owner, open_side, placed, self.extent, way),
        }
    }

    /// What it covers, as a mover whose position is (0, 0).
    pub(crate) fn mover(&self) -> Result<BodyPixels<'a>, InvalidArgument> {
        match self.body {
            Source::Plain(plain) => BodyPixels::of_plain(plain),
            Source::Undrawn(placed) => BodyPixels::drawn(&placed, self.extent),
        }
    }

    /// The alpha at a pixel. None if it has no alphas.
    pub(crate) fn alpha_at(&self, x: i64, y: i64) -> Option<u8> {
        let (alpha, _) = self.alpha?;
        Some(match self.body {
            Source::Plain(plain) => alpha.texel((x - plain.corner.x, y - plain.corner.y)).unwrap_or(0),
            Source::Undrawn(_) => {
                let part = self.alpha_part(Extent::of_pixel(x, y));
                part.texel((0, 0)).unwrap_or(0)
            }
        })
    }

    /// The alphas of a window. A shape without alphas counts as 255 where it is solid.
    pub(crate) fn alpha_part(&self, window: Extent) -> AlphaMask {
        let (w, h) = window.size();
        match (self.body, self.alpha) {
            (Source::Plain(plain), Some((alpha, _))) => {
                let Offset { x, y } = window.corner() - plain.corner;
                let alpha = |u: u32, v: u32| alpha.texel((x + i64::from(u), y + i64::from(v))).unwrap_or(0);
                AlphaMask::from_fn(w, h, alpha)
            }
            (Source::Undrawn(placed), Some((alpha, _))) => {
                let mut part = AlphaMask::new(0, 0);
                alpha.draw(placed.pose(), window.to_rect().unwrap_or_default(), &mut part);
                part
            }
            (_, None) => AlphaMask::from_mask(&self.part(window)),
        }
    }
}

/// Alphas whose corner lies on a pixel: the pixels that count against a shape without alphas, and the alphas.
fn plain_alpha<'a>(
    alpha: &'a AlphaMask,
    rule: AlphaRule,
    corner: Offset,
) -> (Source<'a>, Option<(&'a AlphaMask, AlphaRule)>) {
    (Source::Plain(Plain { shape: rule.solid(alpha), corner }), Some((alpha, rule)))
}

/// How two covers meet: the cheapest form in which their overlap can be found.
#[expect(clippy::large_enum_variant, reason = "it lives for one question, and a box would allocate")]
pub(crate) enum CoverPair<'a> {
    /// They don't meet. Their boxes say so.
    Apart,
    /// Both cover all of this extent.
    All(Extent),
    /// As plain shapes: A, B, the offset, and A's corner.
    Shapes(ShapeRef<'a>, ShapeRef<'a>, Point, Offset),
    /// As plain alphas: A, B, the offset, and A's corner.
    Sum(&'a AlphaMask, &'a AlphaMask, Point, Offset),
    /// The spans of a convex shape that is turned, large or at the border of the world, and another shape.
    Convex { convex: Placed<'a>, other: Source<'a>, within: Extent },
    /// At the border of the world, too large to be drawn whole, or not drawn since they were turned. They are drawn and compared part by
    /// part, which is slow. If a search can tell quickly whether they touch at all, it is asked first.
    Parts { a: RasterCover<'a>, b: RasterCover<'a>, sum: bool, within: Extent, searched: bool },
}

/// A question that can be asked about every form of [`CoverPair`].
pub(crate) trait Verb {
    type Answer;
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, corner: Offset)
    -> Option<Self::Answer>;
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, corner: Offset) -> Option<Self::Answer>;
    fn convex(&self, meeting: ConvexMeeting<'_>) -> Option<Self::Answer>;
    fn all(&self, shared: Rect) -> Self::Answer;
    fn merge(&self, one: Self::Answer, other: Self::Answer) -> Self::Answer;
    /// What must still be looked at in a later part, if this is the answer of earlier ones. Parts come row by row; if nothing must be looked
    /// at in one, the same holds for all that follow.
    fn open(&self, answer: &Self::Answer, part: Extent) -> Extent;
}

impl<'a> CoverPair<'a> {
    #[inline]
    pub(crate) fn of(a: &RasterCover<'a>, b: &RasterCover<'a>) -> CoverPair<'a> {
        let shared = a.extent.intersection(b.extent);
        let within = shared.intersection(Extent::WORLD);
        if within.is_empty() {
            return CoverPair::Apart;
        }
        let sum = a.asks_sum() || b.asks_sum();
        let parts = |searched| CoverPair::Parts { a: *a, b: *b, sum, within, searched };
        let (Source::Plain(plain_a), Source::Plain(plain_b)) = (a.body, b.body) else {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(convex) = one.convex()
                    && (other.convex().is_some() || matches!(other.body, Source::Plain(_)))
                {
                    return CoverPair::Convex { convex, other: other.body, within };
                }
            }
            return parts(match (a.posed_mask(), b.posed_mask()) {
                (Some(a), Some(b)) => posed::is_searched_quickly(a, b),
                _ => false,
            });
        };
        let parts = parts(false);
        match (plain_a.shape, plain_b.shape) {
            // A box may be as large as the world and reach beyond it. Cutting it to the world costs nothing.
            (ShapeRef::Rect(_), ShapeRef::Rect(_)) => return CoverPair::All(within),
            (ShapeRef::Rect(_), _) => return of_box(plain_b, within, parts),
            (_, ShapeRef::Rect(_)) => return of_box(plain_a, within, parts),
            _ => {}
        }
        let Some(offset) = (plain_b.corner - plain_a.corner).to_point().filter(|_| within == shared) else {
            return parts;
        };
        match (a.alpha, b.alpha) {
            (Some((a, _)), Some((b, _))) if sum => CoverPair::Sum(a, b, offset, plain_a.corner),
            _ => CoverPair::Shapes(plain_a.shape, plain_b.shape, offset, plain_a.corner),
        }
    }

    pub(crate) fn ask<V: Verb>(&self, verb: &V) -> Option<V::Answer> {
        match *self {
            CoverPair::Apart => None,
            CoverPair::All(shared) => Some(verb.all(shared.to_rect()?)),
            CoverPair::Shapes(a, b, offset, corner) => verb.shapes(a, b, offset, corner),
            CoverPair::Sum(a, b, offset, corner) => verb.sum(a, b, offset, corner),
            CoverPair::Convex { convex, other, within } => {
                with_meeting(convex, other, within, |meeting| verb.convex(meeting))
            }
            CoverPair::Parts { a, b, sum, within, .. } => {
                if self.search() == Some(false) {
                    return None;
                }
                let mut answer = None;
                for window in within.parts(PART) {
                    let window = answer.as_ref().map_or(window, |answer| verb.open(answer, window));
                    if window.is_empty() {
                        break;
                    }
                    answer = match (answer, ask_part(verb, (&a, &b), sum, window)) {
                        (Some(one), Some(other)) => Some(verb.merge(one, other)),
                        (one, other) => one.or(other),
                    };
                }
                answer
            }
        }
    }

    /// Whether they share a pixel, if a search of the undrawn masks tells.
    fn search(&self) -> Option<bool> {
        match self {
            CoverPair::Parts { a, b, searched: true, .. } => {
                Some(posed::overlaps_raster(a.posed_mask()?, b.posed_mask()?))
            }
            _ => None,
        }
    }

    /// Whether they share a pixel, and what decided that.
    #[inline]
    pub(crate) fn state(&self) -> PairState {
        let touches = match self {
            CoverPair::Apart => return PairState::BoxesApart,
            CoverPair::All(_) => return PairState::BoxesTouch,
            CoverPair::Shapes(a, b, offset, _) => overlap::overlaps(*a, *b, *offset),
            _ => match self.search() {
                Some(touches) => return PairState::Searched(touches),
                None => self.ask(&Any).is_some(),
            },
        };
        if touches { PairState::Touches } else { PairState::Apart }
    }

    /// Whether they share a pixel.
    #[inline]
    pub(crate) fn touches(&self) -> bool {
        self.state().touches()
    }

    /// Where they touch. None if they don't.
    pub(crate) fn touch(&self, detail: EventDetail) -> Option<Touch> {
        self.ask(&Where { detail, window: None })
    }
}

/// Asks about a part of what two covers share. Where one covers nothing, the other is not drawn, unless alphas are added.
fn ask_part<V: Verb>(
    verb: &V,
    (a, b): (&RasterCover<'_>, &RasterCover<'_>),
    sum: bool,
    window: Extent,
) -> Option<V::Answer> {
    if sum {
        let (a, b) = (a.alpha_part(window), b.alpha_part(window));
        return verb.sum(&a, &b, Point::ZERO, window.corner());
    }
    // The first shape is the one that needs no drawing, if there is one.
    let (one, other) = if matches!(b.body, Source::Plain(_)) { (b, a) } else { (a, b) };
    let one = one.part(window);
    let rest = one.extent().shifted(window.corner());
    if rest.is_empty() {
        return None;
    }
    let (other, by) = (other.part(rest), rest.corner() - window.corner());
    verb.shapes(ShapeRef::Mask(&one), ShapeRef::Mask(&other), by.as_pixel(), window.corner())
}

/// A box against another shape: the part of the box that both boxes share, as a rectangle among the other's pixels.
fn of_box<'a>(other: Plain<'a>, shared: Extent, parts: CoverPair<'a>) -> CoverPair<'a> {
    match shared.shifted(-other.corner).to_rect() {
        Some(rect) => CoverPair::Shapes(other.shape, ShapeRef::Rect(rect), Point::ZERO, other.corner),
        None => parts,
    }
}

/// Whether they touch.
struct Any;

impl Verb for Any {
    type Answer = ();
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, _: Offset) -> Option<()> {
        overlap::overlaps(a, b, offset).then_some(())
    }
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, _: Offset) -> Option<()> {
        overlap::alpha_overlaps(a, b, offset).then_some(())
    }
    fn convex(&self, meeting: ConvexMeeting<'_>) -> Option<()> {
        meeting.overlaps().then_some(())
    }
    fn all(&self, _: Rect) {}
    fn merge(&self, (): (), (): ()) {}
    fn open(&self, (): &(), _: Extent) -> Extent {
        Extent::EMPTY
    }
}

/// Where they touch, everywhere or inside a window.
pub(crate) struct Where {
    pub(crate) detail: EventDetail,
    pub(crate) window: Option<Extent>,
}

impl Where {
    fn in_meeting(&self, meeting: impl Meeting, corner: Offset) -> Option<Touch> {
        let first = meeting.first().to_rect().map(|rect| Point::new(rect.x, rect.y));
        self.answer(corner, first, || meeting.area(), || meeting.bounds().to_rect())
    }

    fn answer(
        &self,
        corner: Offset,
        first: Option<Point>,
        area: impl FnOnce() -> u64,
        bounds: impl FnOnce() -> Option<Rect>,
    ) -> Option<Touch> {
        let first = world(first?, corner);
        let area = if self.detail.area { area() } else { 0 };
        let bounds = if self.detail.bounds { bounds() } else { None };
        let bounds = bounds.map(|r| {
            let Point { x, y } = world(Point::new(r.x, r.y), corner);
            Rect { x, y, ..r }
        });
        Some(Touch { area, bounds, ..Touch::new(first) })
    }
}

impl Verb for Where {
    type Answer = Touch;
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, corner: Offset) -> Option<Touch> {
        if let Some(window) = self.window {
            return self.in_meeting(overlap::clipped(a, b, offset, window.shifted(-corner)), corner);
        }
        let first = overlap::first(a, b, offset);
        self.answer(corner, first, || overlap::area(a, b, offset), || overlap::bounds(a, b, offset))
    }
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, corner: Offset) -> Option<Touch> {
        if let Some(window) = self.window {
            return self.in_meeting(overlap::alpha_clipped(a, b, offset, window.shifted(-corner)), corner);
        }
        let first = overlap::alpha_first(a, b, offset);
        self.answer(
            corner,
            first,
            || overlap::alpha_area(a, b, offset),
            || overlap::alpha_bounds(a, b, offset),
        )
    }
    fn convex(&self, meeting: ConvexMeeting<'_>) -> Option<Touch> {
        let meeting = self.window.map_or(meeting, |window| meeting.within(window));
        self.in_meeting(meeting, Offset::ZERO)
    }
    fn all(&self, shared: Rect) -> Touch {
        let inside = |window| shared.extent().intersection(window).to_rect();
        let shared = self.window.map_or(Some(shared), inside).expect("the window meets what the boxes share");
        Touch {
            area: if self.detail.area { shared.area() } else { 0 },
            bounds: self.detail.bounds.then_some(shared),
            ..Touch::new((shared.x, shared.y))
        }
    }
    fn merge(&self, one: Touch, other: Touch) -> Touch {
        let key = |p: Point| (p.y, p.x);
        Touch {
            area: one.area + other.area,
            bounds: match (one.bounds, other.bounds) {
                (Some(one), Some(other)) => Some(one.union(&other)),
                (one, other) => one.or(other),
            },
            ..Touch::new(if key(other.first) < key(one.first) { other.first } else { one.first })
        }
    }
    fn open(&self, answer: &Touch, part: Extent) -> Extent {
        if self.detail.area || self.detail.bounds {
            return part;
        }
        // Only a row above can still hold the first pixel.
        Extent { y1: part.y1.min(answer.first.y.into()), ..part }
    }
}

/// A pixel of a picture as a pixel of the world. The caller knows that it exists there.
fn world(pixel: Point, corner: Offset) -> Point {
    (Offset::from(pixel) + corner).as_pixel()
}

impl<'a> Formed<'a> {
    /// What it covers. None if it covers nothing. Pictures are drawn in steps only. Between steps, what has no current picture is drawn
    /// where it is asked about.
    #[inline]
    pub(crate) fn cover(&self, drawn: Option<&'a Drawing>) -> Option<RasterCover<'a>> {
        RasterCover::new(self.texels, &self.footprint, drawn)
    }
}

impl StoredCollider {
    /// What it covers. None if it covers nothing.
    #[inline]
    pub(crate) fn cover(&self, plane: Plane) -> Option<RasterCover<'_>> {
        self.formed(plane)?.cover(self.drawn())
    }
}

impl Slots {
    /// What a collider covers. None if it covers nothing.
    #[inline]
    pub(crate) fn cover(&self, index: u32) -> Option<RasterCover<'_>> {
        self.stored(index).cover(self.plane)
    }
}

impl Store {
    /// What a collider covers. None if the handle is stale; Some(None) if it covers nothing.
    pub(crate) fn cover_of(&self, handle: Handle) -> Option<Option<RasterCover<'_>>> {
        Some(self.stored(handle)?.cover(self.plane()))
    }
}
