//! Posed masks: rotated, scaled, mirrored, sheared, and moved by fractions of a pixel.
//!
//! If both poses map the pixel grid to itself, the plain methods answer ([`plain`]). Otherwise `overlaps` first looks at the rough forms
//! of both masks ([`discs`], [`hulls`]), which decide most pairs. Then it runs a search ([`search`]) that decides small squares exactly
//! by the rule ([`exact_raster`], [`exact_geometry`]). Queries that need every pixel bake both masks ([`bake`]) where
//! they may intersect.

mod alpha;
mod cache;
mod centres;
mod device;
mod discs;
mod exact_geometry;
mod exact_raster;
mod hulls;
mod labels;
mod plain;
mod rule;
mod search;
mod store;

pub use cache::{CacheStats, PoseCache};

pub(crate) use self::centres::centres_come_near;
pub(crate) use self::discs::PosedDiscs;
use self::discs::inner_discs_come_near;
pub(crate) use self::exact_geometry::Margin;
use self::exact_geometry::{Axes, TexelPairs};
use self::exact_raster::Pixels;
pub(crate) use self::hulls::hulls_apart;
use self::hulls::is_like_disc;
pub(crate) use self::labels::label_place;
use self::plain::plain;
pub use self::rule::PixelRule;
pub(crate) use self::rule::Posed;
pub(crate) use self::search::square_root_up;
use self::search::{PosedSide, search};
pub(crate) use self::store::{BakeKey, BakeStore, mixed};
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Point, Pose, Rect};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::placed::{bake, image, reach};

/// Windows of at most this many pixels are tested without the distance fields.
const ALIGNED: u64 = 256;

/// In windows of at most this many pixels it costs less to look at all of them than at the rough forms of the masks.
const FEW: u64 = 16;

impl Mask {
    /// Whether two posed masks overlap, by the given [rule](PixelRule).
    ///
    /// If both poses only rotate by right angles, mirror and translate, this costs what plain masks cost. Otherwise it looks at discs and
    /// convex hulls, and then searches with distance fields. These are built at first use and kept with the masks
    /// ([`Mask::memory_bytes`]). So the first query after an edit takes longer: about as long as looking at every pixel a few times.
    /// Without `std` nothing is kept, and every pixel of the shared window is tested.
    ///
    /// ```
    /// use hitmask::{Mask, PixelRule, Pose};
    /// let dot = Mask::filled(1, 1);
    /// let here = Pose::IDENTITY;
    /// let near = Pose::from_matrix([1.0, 0.0, 0.0, 1.0, 0.75, 0.0])?;
    /// assert!(!dot.overlaps_posed(&here, &dot, &near, PixelRule::Raster));      // drawn one pixel further right
    /// assert!(dot.overlaps_posed(&here, &dot, &near, PixelRule::Geometry));     // a quarter of a pixel is shared
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "rotate")]
    #[doc(alias = "transform")]
    #[doc(alias = "collide")]
    #[must_use]
    pub fn overlaps_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose, rule: PixelRule) -> bool {
        match plain(self.size(), pose, other.size(), other_pose) {
            Some(plain) => plain.overlaps((self, pose), (other, other_pose), rule),
            None => match rule {
                PixelRule::Raster => overlaps_raster((self, pose), (other, other_pose)),
                PixelRule::Geometry => come_near((self, pose), (other, other_pose), Margin::NONE),
            },
        }
    }

    /// The first world pixel that both masks cover: the lowest y, then the lowest x, by [`PixelRule::Raster`]. None if they don't overlap.
    /// A world pixel is one whose coordinates fit `i32`.
    ///
    /// It searches first. Only if the masks overlap, it bakes both where they may intersect, which allocates. A
    /// [`PoseCache`](crate::PoseCache) avoids repeated bakes.
    #[must_use]
    pub fn first_overlap_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose) -> Option<Point> {
        let first = |a: &Mask, b: &Mask, offset, corner| Some(a.first_overlap(b, offset)? + corner);
        met((self, pose), (other, other_pose), first, Point::min)
    }

    /// The number of world pixels that both masks cover, by [`PixelRule::Raster`]. Costs the same as [`Mask::first_overlap_posed`].
    #[must_use]
    pub fn overlap_area_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose) -> u64 {
        let area = |a: &Mask, b: &Mask, offset, _| Some(a.overlap_area(b, offset));
        met((self, pose), (other, other_pose), area, |a, b| a + b).unwrap_or(0)
    }

    /// The smallest rectangle that contains all world pixels that both masks cover, by [`PixelRule::Raster`]. None if they don't overlap.
    /// Costs the same as [`Mask::first_overlap_posed`].
    #[must_use]
    pub fn overlap_bounds_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose) -> Option<Rect> {
        let bounds = |a: &Mask, b: &Mask, offset, corner: Point| {
            a.overlap_bounds(b, offset)?.checked_translate(corner)
        };
        met((self, pose), (other, other_pose), bounds, |a, b| a.union(&b))
    }

    /// Draws the posed mask: returns the world pixels that it covers by [`PixelRule::Raster`] as a mask, and the world pixel of that mask's
    /// upper-left corner. The mask is as large as the image of the whole picture. Only world pixels whose coordinates fit `i32` exist.
    ///
    /// ```
    /// use hitmask::{Mask, Point, Pose};
    /// let mask = Mask::from_fn(3, 2, |x, _| x == 0);
    /// let (twice, corner) = mask.bake(&Pose::from_matrix([2.0, 0.0, 0.0, 2.0, -4.0, 7.5])?)?;
    /// assert_eq!((twice, corner), (mask.scale_nearest(6, 4), Point::new(-4, 7)));       // the centre 7 + ½ counts as beyond 7.5
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidArgument`], if the image exceeds the size limits of a mask.
    ///
    /// # Complexity
    /// O(boundary + scanlines that it crosses + words of the result).
    #[doc(alias = "rotate")]
    #[doc(alias = "transform")]
    #[doc(alias = "rasterize")]
    pub fn bake(&self, pose: &Pose) -> Result<(Mask, Point), InvalidArgument> {
        let window = image(pose, Extent::of_size(self.width(), self.height()));
        if window.is_empty() {
            return Ok((Mask::new(0, 0), Point::ZERO));
        }
        Ok((bake(self, pose, window)?, corner(window)))
    }
}

/// The upper-left pixel of a window of the world.
fn corner(window: Extent) -> Point {
    window.to_rect().map_or(Point::ZERO, |rect| Point::new(rect.x, rect.y))
}

/// Calls `f` with two plain masks that overlap where the posed masks do, the offset between them, and the world pixel of the first one's
/// corner. If the shared window is very large, it does so for several such pairs and merges the results. None if the posed masks don't
/// overlap.
fn met<R>(
    a: Posed<'_>,
    b: Posed<'_>,
    f: impl Fn(&Mask, &Mask, Point, Point) -> Option<R>,
    merge: impl Fn(R, R) -> R,
) -> Option<R> {
    if let Some(plain) = plain(a.0.size(), a.1, b.0.size(), b.1) {
        let ([turn_a, turn_b], (offset, world)) = (plain.turns, plain.offset()?);
        return a.0.with_turned(turn_a, |a| b.0.with_turned(turn_b, |b| f(a, b, offset, world)));
    }
    let mut all = None;
    each_baked(a, b, &mut |a, b, world| {
        let part = f(a, b, Point::ZERO, world);
        all = match (all.take(), part) {
            (Some(all), Some(part)) => Some(merge(all, part)),
            (all, part) => all.or(part),
        };
    });
    all
}

/// Calls `f` with what two posed masks cover of each part of the window that they share, and the world pixel of the part's corner.
fn each_baked(a: Posed<'_>, b: Posed<'_>, f: &mut dyn FnMut(&Mask, &Mask, Point)) {
    if !overlaps_raster(a, b) {
        return;
    }
    // A part is about as large as a mask may be, so there is nearly always only one.
    const SIDE: i64 = 1 << 15;
    let window = shared_window(a, b);
    for y0 in (window.y0..window.y1).step_by(SIDE as usize) {
        for x0 in (window.x0..window.x1).step_by(SIDE as usize) {
            let part = Extent { x0, y0, x1: x0 + SIDE, y1: y0 + SIDE }.intersection(window);
            let baked =
                |posed: Posed<'_>| bake(posed.0, posed.1, part).expect("a part of the window fits a mask");
            f(&baked(a), &baked(b), corner(part));
        }
    }
}

/// Whether the images of the masks' bounds intersect: the cheapest way to rule out an overlap.
fn bounds_meet(a: Posed<'_>, b: Posed<'_>, margin: Margin) -> bool {
    // Beyond this distance the products could overflow. No image of practical size is that large.
    const FAR: u64 = 1 << 40;
    let (of_a, of_b) = (a.0.extent(), b.0.extent());
    let size = |extent: Extent| (extent.x1 - extent.x0, extent.y1 - extent.y0);
    let (from, to) = (a.1.corner(of_a.x0, of_a.y0), b.1.corner(of_b.x0, of_b.y0));
    let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
    if a.1.is_wide() | b.1.is_wide() {
        let axes = Axes::<i128>::new(a.1, size(of_a), b.1, size(of_b)).grown(margin.q16);
        return axes.meet(dx, dy);
    }
    let axes = Axes::<i64>::new(a.1, size(of_a), b.1, size(of_b)).grown(margin.q16);
    dx.unsigned_abs().max(dy.unsigned_abs()) >= FAR || axes.meet(dx, dy)
}

/// Whether [`Mask::overlaps_posed`] by the raster rule is quick for these masks: their distance fields are built, or few pixels are shared.
pub(crate) fn is_searched_quickly(a: Posed<'_>, b: Posed<'_>) -> bool {
    let is_known = |mask: &Mask| mask.made_silhouette().is_some();
    is_known(a.0) && is_known(b.0) || shared_window(a, b).area() <= ALIGNED
}

/// What the rough forms of both masks tell: whether they overlap, by any rule. None if that does not decide it, or if one mask has no
/// silhouette.
fn judge(a: Posed<'_>, b: Posed<'_>) -> Option<bool> {
    let (rough_a, rough_b) = match (a.0.made_silhouette(), b.0.made_silhouette()) {
        (Some(a), Some(b)) => (a, b),
        // Nothing is built for a pair that the boxes decide.
        _ if !bounds_meet(a, b, Margin::NONE) => return Some(false),
        _ => (a.0.silhouette()?, b.0.silhouette()?),
    };
    let (rough_a, rough_b) = ((rough_a, a.1), (rough_b, b.1));
    let discs = |(silhouette, pose)| PosedDiscs::new(silhouette, pose);
    if inner_discs_come_near(rough_a, rough_b)
        && let Some(judged) = discs(rough_a).judge(&discs(rough_b))
    {
        return Some(judged);
    }
    hulls_apart(rough_a, rough_b).then_some(false)
}

/// The world pixels that both masks may cover.
fn shared_window(a: Posed<'_>, b: Posed<'_>) -> Extent {
    image(a.1, a.0.extent()).intersection(image(b.1, b.0.extent()))
}

pub(crate) fn overlaps_raster(a: Posed<'_>, b: Posed<'_>) -> bool {
    let window = shared_window(a, b);
    let is_known = || a.0.made_silhouette().is_some() && b.0.made_silhouette().is_some();
    let is_judged = window.area() > ALIGNED || window.area() > FEW && is_known();
    let judged = if is_judged { judge(a, b) } else { None };
    judged.unwrap_or_else(|| overlaps_raster_in(window, a, b))
}

/// [`overlaps_raster`] for a pair that discs and hulls could not decide.
pub(crate) fn search_raster(a: Posed<'_>, b: Posed<'_>) -> bool {
    overlaps_raster_in(shared_window(a, b), a, b)
}

fn overlaps_raster_in(window: Extent, a: Posed<'_>, b: Posed<'_>) -> bool {
    // If both images are nearly discs, their hulls were compared before, and boxes would exclude nothing more.
    let are_discs = || {
        let is_disc =
            |(mask, pose): Posed<'_>| mask.made_silhouette().is_some_and(|rough| is_like_disc((rough, pose)));
        is_disc(a) && is_disc(b)
    };
    if window.is_empty() || !are_discs() && !bounds_meet(a, b, Margin::NONE) {
        return false;
    }
    let (w, h) = (window.x1 - window.x0, window.y1 - window.y0);
    if w.max(h) > MOST_SIDE {
        return window.halves().into_iter().any(|half| overlaps_raster_in(half, a, b));
    }
    let inverse = |pose| Inverse::new(pose, window);
    let mut pixels = Pixels { a: (a.0, inverse(a.1)), b: (b.0, inverse(b.1)), size: (w, h) };
    if window.area() > ALIGNED
        && let (Some(field_a), Some(field_b)) = (a.0.field(), b.0.field())
    {
        let side_a = PosedSide::new(field_a, a.1, pixels.a.1.approximately(window), window);
        let side_b = PosedSide::new(field_b, b.1, pixels.b.1.approximately(window), window);
        return search(&side_a, &side_b, w, h, &mut pixels);
    }
    pixels.overlap_in(Extent { x0: 0, y0: 0, x1: w, y1: h })
}

/// The first world pixel that both masks cover, by the raster rule. None if there is none, and if they share a window of more pixels than
/// this. Allocates nothing.
pub(crate) fn first_of_few(a: Posed<'_>, b: Posed<'_>, most: u64) -> Option<Point> {
    let window = shared_window(a, b);
    if window.is_empty() || window.area() > most {
        return None;
    }
    let inverse = |pose| Inverse::new(pose, window);
    let size = (window.x1 - window.x0, window.y1 - window.y0);
    let (x, y) = Pixels { a: (a.0, inverse(a.1)), b: (b.0, inverse(b.1)), size }.first()?;
    // The window lies where pixels exist.
    Some(Point::new((window.x0 + x) as i32, (window.y0 + y) as i32))
}

/// Whether the images come closer to each other than a margin. Without a margin this is exact: whether they overlap. With a margin it may
/// return true for images slightly too far apart, but never false for images that are close enough.
pub(crate) fn come_near(a: Posed<'_>, b: Posed<'_>, margin: Margin) -> bool {
    if a.0.extent().is_empty() || b.0.extent().is_empty() {
        return false;
    }
    let fine_first = a.1.determinant().abs() <= b.1.determinant().abs();
    let (fine, coarse) = if fine_first { (a, b) } else { (b, a) };
    // The pixels in which fine texels may be close enough to coarse ones.
    let around = (margin.q16 + 0xFFFF) >> 16;
    let Extent { x0, y0, x1, y1 } = outline(coarse);
    let window = Extent { x0: x0 - around, y0: y0 - around, x1: x1 + around, y1: y1 + around };
    let window = window.intersection(outline(fine));
    if window.is_empty() {
        return false;
    }
    if margin.is_none()
        && let Some(judged) = judge(a, b)
    {
        return judged;
    }
    bounds_meet(fine, coarse, margin) && come_near_in(window, fine, coarse, margin)
}

/// [`come_near`] for what lies in a window.
fn come_near_in(window: Extent, fine: Posed<'_>, coarse: Posed<'_>, margin: Margin) -> bool {
    let (w, h) = (window.x1 - window.x0, window.y1 - window.y0);
    if w.max(h) > MOST_SIDE {
        return window.halves().into_iter().any(|half| come_near_in(half, fine, coarse, margin));
    }
    let way_to = |pose| Inverse::new(pose, window).approximately(window);
    let (to_fine, to_coarse) = (way_to(fine.1), way_to(coarse.1));
    let texels = |stretch| {
        TexelPairs::new((fine.0, fine.1, to_fine), (coarse.0, coarse.1, to_coarse), window, stretch, margin)
    };
    match (fine.0.field(), coarse.0.field()) {
        (Some(field), Some(other)) => {
            let side = PosedSide::new(field, fine.1, to_fine, window);
            let other = PosedSide::new(other, coarse.1, to_coarse, window).farther(margin.pixels());
            let mut texels = texels(side.stretch);
            search(&side, &other, w, h, &mut texels)
        }
        _ => texels(1.0).overlap_of(fine.0.extent()),
    }
}

/// Longer windows are searched in halves, because squares are counted in 32 bits.
const MOST_SIDE: i64 = 1 << 22;

/// The smallest box of whole pixels that contains the image of a mask's bounds.
fn outline((mask, pose): Posed<'_>) -> Extent {
    image_box(pose, mask.extent())
}

/// The smallest box of whole pixels that contains the image of a box of texels.
pub(crate) fn image_box(pose: &Pose, texels: Extent) -> Extent {
    let ((x0, x1), (y0, y1)) = reach(pose, texels);
    let up = |q16: i64| (q16 + 0xFFFF) >> 16;
    Extent { x0: x0 >> 16, y0: y0 >> 16, x1: up(x1), y1: up(y1) }
}
