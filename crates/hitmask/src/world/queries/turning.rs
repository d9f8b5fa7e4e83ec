//! Casts of what turns while it moves: which colliders it meets, each with a bracket of times that is proven.
//!
//! This file is long because the answers, the search and what its proof needs of the moving shape belong together.
//!
//! Steps judge by raster, so a collider is met when the centre of one of its pixels comes to lie in the image of the moving shape. The proof
//! that this does not happen in a span of time is that of [`Mask::cast_posed`]: in the middle of the span, the image keeps a distance from
//! all pixel centres that no point of it can cover in half the span. A centre lies half a pixel deeper than the edge of its pixel, so shapes
//! that are flush with each other are proven free, too.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};
use core::convert::Infallible;

use crate::bits::column::Edit;
use crate::contact::CoveredPixels;
use crate::geom::{CompactSort, Extent, Mapped, Offset, Point, PointQ16, Pose, Transform};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::mask::Mask;
use crate::placed::{Plain, ShapeRef, wide_image};
use crate::posed::{Margin, centres_come_near, come_near, image_box};
use crate::shape::{Circle, ConvexPolygon};
use crate::sweep::posed::{Bracket, Speed, Sweeping, TurningMotion, bracket, parts_of};
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::event::EventDetail;
use crate::world::collider::form::Texels;
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::{AlphaRule, ColliderShape};
use crate::world::narrow_phase::cover_meeting;
use crate::world::narrow_phase::raster_cover::{CoverPair, RasterCover};
use crate::world::queries::cast::Caster;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::world::World;

/// A collider that a motion with a turn meets or may meet, by raster, from [`World::cast_turning`](crate::World::cast_turning). Times are from
/// 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct TurningHit {
    /// The collider.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// They cover no common pixel before this time, nor at it. Proven. 0 if they overlap at the start.
    pub free_until: TimeOfImpact,
    /// They cover a common pixel at this time. None if no common pixel was found, but the motion comes so near that none could be ruled out.
    pub overlapping_at: Option<TimeOfImpact>,
    /// The first pixel that both cover at that time.
    pub pixel: Option<Point>,
    /// The transform at `free_until`: the last place at which it is known to be free. None if they overlap at the start.
    pub free: Option<Transform>,
}

/// A collider that is or may be met, and what decides which comes first.
struct TurningFound {
    bracket: Bracket,
    index: u32,
}

impl TurningFound {
    fn order(&self) -> (u64, u64, u32) {
        let Bracket { free_until, overlapping_at } = self.bracket;
        // Without an overlap it comes after those that have one.
        (free_until, overlapping_at.unwrap_or(u64::MAX), self.index)
    }
}

impl World {
    /// The first collider that a shape meets while it moves and turns, with a bracket of two times that is proven. None if the motion is
    /// proven free, or if the handle is stale. What moves is a collider (its handle), which turns about its pivot, or a
    /// [`Probe`](crate::Probe), which turns about its shape's origin. All others stand still. The world stays as it is.
    ///
    /// It judges as a [`step`](World::step) does, at every moment of the motion: two shapes meet if they cover the same pixel. What turns
    /// covers other pixels at every moment, so there is no exact time as in [`World::cast`]. But the answer says no more than is proven:
    /// nothing is skipped at any speed, and where the motion passes too near to decide, the bracket is wide, or has no
    /// [end](TurningHit::overlapping_at). The motion is divided into [`TurningMotion::steps`]; where it leads clearly into a collider, the
    /// bracket is at most one step wide. ([`Mask::cast_posed`](crate::Mask::cast_posed) does the same for two masks, by geometry.)
    ///
    /// First is what is known to be free for the shortest time; then what overlaps earlier; then the lower handle. So until the first one's
    /// `free_until` nothing at all is met. The [filter](QueryFilter) decides whom it may meet. Custom tests are not asked. The angle at a time is computed in floats, as if the transform were turned once by a part of the degrees.
    ///
    /// # Panics
    /// If the motion leads beyond [`PointQ16::LIMIT`], if the degrees are not finite, if a shape is turned whose matrix stretches its axes
    /// to more than [`Pose::MAX_STRETCH`](crate::Pose::MAX_STRETCH), or if the probe is a line that does not fit a [`Mask`](crate::Mask).
    ///
    /// # Complexity
    /// A look at each collider whose box meets the box around the motion. For each of these, a search in distance fields for each span that
    /// is looked at: about the logarithm of the steps for a plain hit, a few for a plain miss, and one test of pixels for each step that
    /// passes too near to decide. Allocates for shapes that must be drawn. The proof is tightest for masks, animations and rectangles; a
    /// circle or a polygon is followed by a slightly larger shape, and a terrain or another shape of more than 2²² pixels by its box.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, Rect, TurningMotion, World};
    /// let mut world = World::new();
    /// let sword = world.insert(Collider::new(Mask::filled(20, 2)).with_pivot((0.0, 1.0)).at((100, 100)));
    /// let wall = world.insert(Collider::new(Rect::new(90, 115, 40, 10)));
    /// let swing = TurningMotion { degrees: 90.0, ..TurningMotion::default() };
    /// let hit = world.cast_turning(sword, &swing, &QueryFilter::default()).unwrap();
    /// let (Some(at), Some(pixel), Some(free)) = (hit.overlapping_at, hit.pixel, hit.free) else { panic!("it starts free, and hits") };
    /// // The lower corner of the tip comes to the middle of a pixel, 15.5 below the pivot, after about 48 of the 90 degrees.
    /// assert!(hit.free_until.to_f64() < 0.55 && at.to_f64() > 0.53 && pixel.y == 115);
    /// assert_eq!(hit.handle, wall);
    /// world.set_transform(sword, free).unwrap();
    /// assert!(world.step()?.is_empty());
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "shape cast")]
    #[doc(alias = "continuous collision detection")]
    #[doc(alias = "conservative advancement")]
    #[must_use]
    pub fn cast_turning<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Option<TurningHit> {
        self.try_cast_turning(what, motion, filter).or_panic()
    }

    /// The checked form of [`World::cast_turning`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast_turning`] panics.
    pub fn try_cast_turning<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<TurningHit>, InvalidArgument> {
        let Some(turning) = Turning::new(&self.store, what.into(), motion)? else { return Ok(None) };
        let mut first: Option<TurningFound> = None;
        self.store.each_turning(&turning, filter, &mut |found| {
            if first.as_ref().is_none_or(|first| found.order() < first.order()) {
                first = Some(found);
            }
            first.as_ref().map_or(turning.parts, |first| first.bracket.free_until)
        });
        Ok(first.map(|found| self.store.turning_hit(&turning, &found)))
    }

    /// All colliders that a shape meets or may meet while it moves and turns, in the order of [`World::cast_turning`]. Each is met as if the
    /// others were not there. Empty if the motion is proven free, or if the handle is stale.
    ///
    /// # Panics
    /// As [`World::cast_turning`].
    #[must_use]
    pub fn cast_turning_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Vec<TurningHit> {
        self.try_cast_turning_all(what, motion, filter).or_panic()
    }

    /// The checked form of [`World::cast_turning_all`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast_turning_all`] panics.
    pub fn try_cast_turning_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<TurningHit>, InvalidArgument> {
        let Some(turning) = Turning::new(&self.store, what.into(), motion)? else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        self.store.each_turning(&turning, filter, &mut |found| {
            all.push(found);
            turning.parts
        });
        all.sort_compact_by_key(TurningFound::order);
        Ok(all.iter().map(|found| self.store.turning_hit(&turning, found)).collect())
    }
}

impl Store {
    /// Calls `f` with each collider that the motion meets or may meet, in no particular order. It returns up to which part of the motion a
    /// span that is not proven free is still of interest.
    fn each_turning(
        &self,
        turning: &Turning<'_>,
        filter: &QueryFilter<'_>,
        f: &mut impl FnMut(TurningFound) -> u64,
    ) {
        let mut latest = turning.parts;
        let filter = turning.itself.map_or(*filter, |index| filter.about(self.at(index)));
        self.each_cover_near(turning.way.into(), &filter, |index, cover| {
            if turning.itself == Some(index) {
                return;
            }
            let images = self.plane().images_on_the_way(turning.around, turning.motion.by, cover.extent());
            let mut images: Vec<_> = images.map(|by| turning.standing(cover.shifted(by))).collect();
            if let Some(bracket) = turning.bracket(&mut images, latest) {
                latest = f(TurningFound { bracket, index });
            }
        });
    }

    fn turning_hit(&self, turning: &Turning<'_>, found: &TurningFound) -> TurningHit {
        let Bracket { free_until, overlapping_at } = found.bracket;
        let time = |part: u64| TimeOfImpact::new(part, turning.parts);
        let mut free = turning.transform_at(free_until, turning.parts);
        free.set_position(self.plane().position(free.position()));
        // The first pixel that both cover when they are seen to overlap.
        let pixel = overlapping_at.and_then(|part| {
            let moving = turning.texels_at(part, turning.parts)?;
            let moving = RasterCover::new(moving, &moving.footprint(), None)?;
            let standing = self.slots.cover(found.index)?;
            Some(cover_meeting::touch(self.plane(), &standing, &moving, EventDetail::default())?.first)
        });
        TurningHit {
            handle: self.handle_at(found.index),
            data: self.at(found.index).data,
            free_until: time(free_until),
            overlapping_at: pixel.and(overlapping_at).map(time),
            pixel,
            free: (overlapping_at != Some(0)).then_some(free),
        }
    }
}

/// What moves and turns.
struct Turning<'a> {
    shape: Cow<'a, ColliderShape>,
    transform: Transform,
    /// Whether it stands on whole pixels.
    whole: bool,
    itself: Option<u32>,
    motion: TurningMotion,
    parts: u64,
    speed: Speed,
    /// A box around whole texels that contain the shape. What their image does not reach, the shape does not reach.
    outline: Extent,
    /// These texels, from the corner of the box on. Found when they are needed. None if there are too many.
    texels: OnceCell<Option<Mask>>,
    /// Whether it has the rule of alpha sum.
    asks_sum: bool,
    /// A box around all places to which the turn alone leads.
    around: Extent,
    /// A box around the whole way.
    way: Extent,
}

impl<'a> Turning<'a> {
    /// None if the handle is stale, or if it covers nothing.
    fn new(
        world: &'a Store,
        what: Caster<'a>,
        motion: &TurningMotion,
    ) -> Result<Option<Turning<'a>>, InvalidArgument> {
        let (shape, transform, whole, itself) = match what {
            Caster::Collider(handle) => {
                let Some(stored) = world.stored(handle) else { return Ok(None) };
                let (transform, whole) = (stored.transform(), stored.on_whole_pixels());
                (Cow::Borrowed(&stored.shape), transform, whole, Some(handle.index))
            }
            Caster::Probe(probe) => {
                let Some((shape, pose)) = probe.placed_shape()? else { return Ok(None) };
                (shape, Transform::from(pose), false, None)
            }
        };
        let motion = TurningMotion { by: motion.by.checked("motion")?, ..*motion };
        let to = (transform.position() + motion.by).checked("motion")?;
        let from = transform.rotation().unwrap_or_default();
        // From an angle that is not finite in degrees, or to one, is no turn.
        if !(from.to_degrees() + motion.degrees).is_finite() || !motion.degrees.is_finite() {
            return Err(InvalidArgument::new("degrees", InvalidReason::NotFinite));
        }
        let Some(matrix) = transform.matrix().map(|matrix| matrix.mapped(i64::from)) else { return Ok(None) };
        let [a, b, c, d] = matrix;
        // The entries are rounded, so a scale of exactly the most may seem a little larger.
        let most = i64::from(Pose::MAX_STRETCH << 16) + 1;
        if motion.degrees != 0.0 && (a * a + c * c).max(b * b + d * d) > most * most {
            return Err(InvalidArgument::new(
                "degrees",
                InvalidReason::TooStretched { most: Pose::MAX_STRETCH },
            ));
        }
        let texels = Texels::of(&shape, transform.pose().unwrap_or(Pose::IDENTITY));
        let alpha_rule = texels.alpha.map(|(_, rule)| rule);
        // The corner of a trimmed frame is part of its texels' pose. Seen from the pose of the whole picture, it lies beside that.
        let beside = match &*shape {
            ColliderShape::Frames(frames) => Offset::from(frames.shown().1),
            _ => Offset::ZERO,
        };
        let outline = enclosing_box(texels.placed.shape());
        if outline.is_empty() {
            return Ok(None);
        }
        let speed = Speed::new(Sweeping {
            extent: outline.shifted(beside),
            matrix,
            pivot: transform.pivot(),
            by: motion.by.to_f64(),
            degrees: motion.degrees,
            from,
        });
        // Beyond all pixels nothing is met.
        let far = speed.farthest.min((1u64 << 40) as f64) as i64 + 3;
        let at = |p: PointQ16| {
            let (x, y) = (p.x >> 16, p.y >> 16);
            Extent { x0: x - far, y0: y - far, x1: x + far, y1: y + far }
        };
        let around = at(transform.position());
        let way = around.around(at(to));
        Ok(Some(Turning {
            shape,
            transform,
            whole,
            itself,
            parts: parts_of(motion.steps),
            motion,
            speed,
            outline,
            texels: OnceCell::new(),
            asks_sum: alpha_rule == Some(AlphaRule::Sum),
            around,
            way,
        }))
    }

    /// Where it is at a part of the motion. What could be refused was refused at the start.
    fn transform_at(&self, part: u64, parts: u64) -> Transform {
        self.motion.at_part(&self.transform, part, parts).or_panic()
    }

    /// The shape at a part of the motion. None if it covers nothing then.
    fn texels_at(&self, part: u64, parts: u64) -> Option<Texels<'_>> {
        let at = self.transform_at(part, parts);
        let pose = if self.whole { at.pose_on_whole_pixels() } else { at.pose() };
        Some(Texels::of(&self.shape, pose?))
    }

    /// What is asked about a collider that stands, or about one of its images.
    fn standing<'b>(&self, cover: RasterCover<'b>) -> Standing<'b> {
        let by_sum = self.asks_sum || cover.asks_sum();
        Standing { pixels: cover.pixels(by_sum), cover, by_sum, drawn: None }
    }

    /// What is known about the moving shape and a collider that stands, all of whose images count. None if they are proven not to meet, or to
    /// meet only after a part of the motion.
    fn bracket(&self, images: &mut [Standing<'_>], latest: u64) -> Option<Bracket> {
        let overlaps = |images: &[Standing<'_>], part: u64| {
            let moving = self.texels_at(part, self.parts);
            let moving = moving.and_then(|texels| RasterCover::new(texels, &texels.footprint(), None));
            moving.is_some_and(|moving| {
                images.iter().any(|image| CoverPair::of(&image.cover, &moving).touches())
            })
        };
        if overlaps(images, 0) {
            return Some(Bracket { free_until: 0, overlapping_at: Some(0) });
        }
        let images = RefCell::new(images);
        let is_free = |from: u64, length: u64| {
            Ok::<_, Infallible>(self.is_free(&mut images.borrow_mut(), from, length))
        };
        let overlaps_at = |part: u64| Ok(overlaps(&images.borrow(), part));
        let Ok(bracket) = bracket(self.parts, latest, is_free, overlaps_at);
        bracket
    }

    /// Whether it is proven that the shape covers no pixel of a collider during a span.
    fn is_free(&self, images: &mut [Standing<'_>], from: u64, length: u64) -> bool {
        let Some(texels) = self.texels_at(2 * from + length, 2 * self.parts) else { return false };
        let mut distance = self.speed.margin(length as f64 / (2 * self.parts) as f64);
        if self.whole {
            // A position is rounded by up to half a pixel on each axis, in the middle of the span and at any other time.
            distance += core::f64::consts::SQRT_2 * (1.0 + 1e-9);
        }
        if Margin::new(distance).is_none() {
            return false;
        }
        let pose = texels.pose();
        let near = match pose.is_wide() {
            false => image_box(pose, self.outline),
            true => wide_image(pose, self.outline).grown(1),
        };
        let near = near.grown(distance as i64 + 1);
        let room = 4 * self.around.area().min(1 << 30) + (1 << 16);
        images.iter_mut().all(|image| {
            let near = near.intersection(image.pixels.extent);
            if near.is_empty() {
                return true;
            }
            let (mask, begins) = match (texels.placed.shape(), texels.alpha) {
                (_, Some((alpha, _))) if image.by_sum => (Some(alpha.visible()), Offset::ZERO),
                (ShapeRef::Mask(mask), _) => (Some(mask), Offset::ZERO),
                (shape, _) => {
                    let mask = self.texels.get_or_init(|| enclosing_texels(self.outline, shape));
                    (mask.as_ref(), self.outline.corner())
                }
            };
            let Some(mask) = mask else { return false };
            let pose = Pose { translation: pose.corner(begins.x, begins.y), ..*pose };
            image.is_far((mask, &pose), distance, near, room.min(MOST_DRAWN))
        })
    }
}

/// The centre of a pixel lies half a pixel from its edge. A little less counts, so that rounding decides nothing.
const CENTRE: f64 = 0.499;
/// No more pixels than this are drawn for a proof.
const MOST_DRAWN: u64 = 1 << 22;

/// A collider that stands, or one of its images.
struct Standing<'a> {
    cover: RasterCover<'a>,
    /// Whether alphas are added, so that all visible pixels count.
    by_sum: bool,
    pixels: CoveredPixels<'a>,
    /// What was drawn last, and where.
    drawn: Option<(Extent, Mask)>,
}

impl Standing<'_> {
    /// Whether it is proven that the image of a posed mask keeps a distance from the centres of its pixels in a window. Other pixels are
    /// farther away. No more than `most` pixels are drawn.
    fn is_far(&mut self, mask: (&Mask, &Pose), distance: f64, window: Extent, most: u64) -> bool {
        let Some((pixels, corner)) = self.pixels_in(window, most) else { return false };
        let Offset { x, y } = corner;
        let pose = Pose { translation: [x << 16, y << 16], ..Pose::IDENTITY };
        // A distance from the pixels themselves, which are found quickly, is enough. Their centres lie half a pixel deeper.
        let margin = match distance - CENTRE {
            more if more <= 0.0 => Some(Margin::NONE),
            more => Margin::new(more),
        };
        margin.is_some_and(|margin| !come_near((pixels, &pose), mask, margin))
            || centres_come_near((pixels, corner), mask, distance, window) == Some(false)
    }

    /// The pixels in a window, as a mask at a whole pixel. None if too many would have to be drawn.
    fn pixels_in(&mut self, window: Extent, most: u64) -> Option<(&Mask, Offset)> {
        if let Some(Plain { shape: ShapeRef::Mask(mask), corner }) = self.pixels.as_plain() {
            return Some((mask, corner));
        }
        if !self.drawn.as_ref().is_some_and(|drawn| drawn.0.intersection(window) == window) {
            let longest = (window.x1 - window.x0).max(window.y1 - window.y0);
            if window.area() > most || longest > i64::from(Mask::MAX_SIDE) {
                return None;
            }
            self.drawn = Some((window, self.pixels.part(window)));
        }
        let (around, drawn) = self.drawn.as_ref()?;
        Some((drawn, around.corner()))
    }
}

/// A box around all texels that a shape touches.
fn enclosing_box(shape: ShapeRef<'_>) -> Extent {
    match shape {
        ShapeRef::Circle(circle) => box_of([-circle.radius(), circle.radius()].into_iter().map(|r| {
            let PointQ16 { x, y } = circle.centre();
            PointQ16::new(x + r, y + r)
        })),
        ShapeRef::Polygon(polygon) => box_of(polygon.corners().iter().copied()),
        shape => shape.extent(),
    }
}

/// The texels that a shape touches, which is no mask, from the corner of a box on. None if there are too many.
fn enclosing_texels(extent: Extent, shape: ShapeRef<'_>) -> Option<Mask> {
    let longest = (extent.x1 - extent.x0).max(extent.y1 - extent.y0);
    if longest > i64::from(Mask::MAX_SIDE) || extent.area() > MOST_DRAWN {
        return None;
    }
    let (w, h) = extent.size();
    let corner = extent.corner();
    let drawn = |shape: ShapeRef<'_>| {
        let mut mask = Mask::new(w, h);
        mask.edit(shape, (-corner).to_point()?, Edit::Union);
        Some(mask)
    };
    match shape {
        ShapeRef::Polygon(polygon) => {
            Some(Mask::from_fn(w, h, |x, y| meets_texel(polygon, corner + Offset::new(x.into(), y.into()))))
        }
        // A texel that meets the circle has its centre in one that is larger by half a texel's diagonal.
        ShapeRef::Circle(circle) => Circle::new(circle.centre(), circle.radius() + HALF_DIAGONAL)
            .ok()
            .and_then(|larger| drawn(ShapeRef::Circle(larger))),
        shape => drawn(shape),
    }
}

/// Half the diagonal of a texel in Q16, rounded up.
const HALF_DIAGONAL: i64 = 46_342;

/// The texels around points.
fn box_of(points: impl Iterator<Item = PointQ16>) -> Extent {
    points.fold(Extent::EMPTY, |all, PointQ16 { x, y }| all.around(Extent::of_pixel(x >> 16, y >> 16)))
}

/// Whether a texel may share an area with a polygon: no edge has the whole texel on its outer side.
fn meets_texel(polygon: &ConvexPolygon, texel: Offset) -> bool {
    let corners = polygon.corners();
    let next = corners.iter().cycle().skip(1);
    corners.len() > 2
        && corners.iter().zip(next).all(|(p, q)| {
            [(0, 0), (1, 0), (0, 1), (1, 1)].iter().any(|&(x, y)| {
                let (x, y) = (((texel.x + x) << 16) - p.x, ((texel.y + y) << 16) - p.y);
                i128::from(q.x - p.x) * i128::from(y) > i128::from(q.y - p.y) * i128::from(x)
            })
        })
}
