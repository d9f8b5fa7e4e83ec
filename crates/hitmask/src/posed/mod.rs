//! Masks that are turned, scaled, mirrored, sheared, and moved by parts of a pixel.
//!
//! Whole turns of the grid go to the plain verbs ([`plain`]). Otherwise `overlaps` searches ([`search`]) with a rule's exact
//! answer for small squares ([`raster`], [`geometry`]), and what needs every pixel bakes both masks ([`bake`]) where they may
//! meet.

mod alpha;
mod cache;
mod geometry;
mod plain;
mod raster;
mod search;

pub use cache::{Baked, CacheStats, PoseCache};

pub(crate) use self::geometry::Margin;
use self::geometry::{Axes, TexelPairs};
use self::plain::plain;
use self::raster::Pixels;
pub(crate) use self::search::square_root_up;
use self::search::{PosedSide, search};
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Point, Pose, Rect};
use crate::mask::{Mask, MaskError};
use crate::placed::{bake, image, reach};

/// Which of two exact promises a posed question is answered by.
///
/// Whatever overlaps under `Raster` overlaps under `Geometry`. The other way round two sprites may share slivers between the
/// middles of pixels, or be too thin to hold any middle. Of the posed verbs only [`Mask::overlaps_posed`] asks which rule: the
/// others answer in pixels, so by `Raster`. [`Mask::cast`] and the mover go by `Geometry`. docs/pixels.md draws both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum PixelRule {
    /// What you see: a sprite covers a world pixel when the texel under the pixel's middle is solid, as nearest
    /// sampling draws it; two sprites overlap when both cover some pixel. A middle on the edge of two texels counts as moved right by
    /// an infinitesimal and down by a smaller one, in every pose. Something thinner than a pixel may cover none.
    #[default]
    Raster,
    /// What it is: solid texels are parallelograms in the world; two sprites overlap when two of those share an area, however
    /// small. Nothing is too thin, and nothing depends on where the pixels lie. Touching edges do not overlap.
    Geometry,
}

/// Windows of at most so many pixels are looked at without the distance fields.
const FLAT: u64 = 256;

impl Mask {
    /// Whether two posed masks overlap, by a [rule](PixelRule).
    ///
    /// Poses that only turn by right angles or mirror cost what plain masks cost. Others are searched with distance fields that
    /// are built the first time and kept with the masks ([`Mask::memory_bytes`]), so the first question after an edit takes
    /// longer, about as long as looking at every pixel a few times. Without `std` nothing is kept and every pixel of the shared
    /// window is looked at.
    ///
    /// ```
    /// use hitmask::{Mask, PixelRule, Pose};
    /// let dot = Mask::filled(1, 1);
    /// let here = Pose::IDENTITY;
    /// let near = Pose::from_matrix([1.0, 0.0, 0.0, 1.0, 0.75, 0.0])?;
    /// assert!(!dot.overlaps_posed(&here, &dot, &near, PixelRule::Raster));      // drawn one pixel further right
    /// assert!(dot.overlaps_posed(&here, &dot, &near, PixelRule::Geometry));     // a quarter of a pixel is shared
    /// # Ok::<(), hitmask::PoseError>(())
    /// ```
    #[must_use]
    pub fn overlaps_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose, rule: PixelRule) -> bool {
        match plain(self.size(), pose, other.size(), other_pose) {
            Some(plain) => plain.overlaps((self, pose), (other, other_pose), rule),
            None => match rule {
                PixelRule::Raster => overlaps_raster((self, pose), (other, other_pose)),
                PixelRule::Geometry => overlaps_geometry((self, pose), (other, other_pose)),
            },
        }
    }

    /// The world pixel that both cover with the lowest y, and among those the lowest x, by [`PixelRule::Raster`]: a world pixel is
    /// one whose coordinates fit `i32`.
    ///
    /// Searches first, and where they overlap bakes both where they may meet, which allocates; a
    /// [`PoseCache`](crate::PoseCache) spares that.
    #[must_use]
    pub fn first_overlap_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose) -> Option<Point> {
        let first = |a: &Mask, b: &Mask, offset, corner: Point| {
            let first = a.first_overlap(b, offset)?;
            Some(Point::new(first.x + corner.x, first.y + corner.y))
        };
        met((self, pose), (other, other_pose), first, |a, b| if (b.y, b.x) < (a.y, a.x) { b } else { a })
    }

    /// How many world pixels both cover, by [`PixelRule::Raster`]. Costs what [`Mask::first_overlap_posed`] costs.
    #[must_use]
    pub fn overlap_area_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose) -> u64 {
        let area = |a: &Mask, b: &Mask, offset, _| Some(a.overlap_area(b, offset));
        met((self, pose), (other, other_pose), area, |a, b| a + b).unwrap_or(0)
    }

    /// The smallest rectangle around the world pixels that both cover, by [`PixelRule::Raster`]. Costs what
    /// [`Mask::first_overlap_posed`] costs.
    #[must_use]
    pub fn overlap_bounds_posed(&self, pose: &Pose, other: &Mask, other_pose: &Pose) -> Option<Rect> {
        let bounds = |a: &Mask, b: &Mask, offset, corner: Point| {
            a.overlap_bounds(b, offset)?.checked_translate(corner)
        };
        met((self, pose), (other, other_pose), bounds, |a, b| a.union(&b))
    }

    /// The world pixels that the posed mask covers by [`PixelRule::Raster`], as a mask around the image of the whole picture, and
    /// the world pixel of its upper left corner. Only world pixels whose coordinates fit `i32` exist.
    ///
    /// ```
    /// use hitmask::{Mask, Point, Pose};
    /// let mask = Mask::from_fn(3, 2, |x, _| x == 0);
    /// let (twice, corner) = mask.bake(&Pose::from_matrix([2.0, 0.0, 0.0, 2.0, -4.0, 7.5])?);
    /// assert_eq!((twice, corner), (mask.scale_nearest(6, 4), Point::new(-4, 7)));       // 7 + ½ counts as beyond 7.5
    /// # Ok::<(), hitmask::PoseError>(())
    /// ```
    ///
    /// # Panics
    /// When the image is larger than a mask may be. [`Mask::try_bake`] says so instead.
    ///
    /// # Complexity
    /// O(boundary + scanlines that it crosses + words of the result).
    #[must_use]
    pub fn bake(&self, pose: &Pose) -> (Mask, Point) {
        self.try_bake(pose).unwrap_or_else(|error| panic!("{error}"))
    }

    /// As [`Mask::bake`].
    ///
    /// # Errors
    /// [`MaskError::TooLarge`].
    pub fn try_bake(&self, pose: &Pose) -> Result<(Mask, Point), MaskError> {
        let window = image(pose, Extent::of_size(self.width(), self.height()));
        if window.is_empty() {
            return Ok((Mask::new(0, 0), Point::ZERO));
        }
        Ok((bake(self, pose, window)?, corner(window)))
    }
}

impl Pose {
    /// The texel (u, v) whose image holds the middle of a world pixel, exactly; it may lie outside the sprite. This is what
    /// [`PixelRule::Raster`] looks at, and what a renderer with nearest sampling draws there; also which part of a sprite a
    /// click meant.
    ///
    /// A middle on the edge of two texels counts as moved right by an infinitesimal and down by a smaller one.
    ///
    /// ```
    /// use hitmask::Pose;
    /// let twice = Pose::from_matrix([2.0, 0.0, 0.0, 2.0, 10.0, 0.0])?;
    /// assert_eq!(twice.texel_at((15, 3)), [2, 1]);
    /// let mirrored = Pose::from_matrix([-1.0, 0.0, 0.0, 1.0, 0.5, 0.0])?;
    /// assert_eq!(mirrored.texel_at((0, 0)), [-1, 0]);             // the edge of texels -1 and 0; right of it is -1
    /// # Ok::<(), hitmask::PoseError>(())
    /// ```
    #[must_use]
    pub fn texel_at(&self, pixel: impl Into<Point>) -> [i64; 2] {
        let pixel = pixel.into();
        let (u, v) = Inverse::new(self, Rect::new(pixel.x, pixel.y, 1, 1).extent()).texel(0, 0);
        [u, v]
    }

    /// [`Pose::texel_at`] for each pixel of a window of the world, row by row from the top, left to right: to draw a posed picture as
    /// its posed mask collides. What of the window lies beyond `i32::MAX` holds no pixels, and nothing is told of it.
    ///
    /// ```
    /// use hitmask::{Pose, Rect};
    /// let twice = Pose::from_matrix([2.0, 0.0, 0.0, 2.0, 10.0, 0.0])?;
    /// let window = Rect::new(9, 1, 3, 2);
    /// let texels: Vec<[i64; 2]> = twice.texels(window).collect();
    /// assert_eq!(texels, [[-1, 0], [0, 0], [0, 0], [-1, 1], [0, 1], [0, 1]]);
    /// assert_eq!(twice.texels(Rect::new(i32::MAX, 0, 5, 1)).count(), 1);
    /// # Ok::<(), hitmask::PoseError>(())
    /// ```
    ///
    /// # Complexity
    /// O(pixels), without a division for nearly all of them; asking for each anew divides each time.
    pub fn texels(&self, window: Rect) -> impl Iterator<Item = [i64; 2]> + use<> {
        let window = window.extent();
        let inverse = Inverse::new(self, window);
        let pixel = move |x, y| {
            let (u, v) = inverse.texel(x, y);
            [u, v]
        };
        let width = window.x1 - window.x0;
        (0..window.y1 - window.y0).flat_map(move |y| (0..width).map(move |x| pixel(x, y)))
    }
}

/// A posed mask.
pub(crate) type Posed<'a> = (&'a Mask, &'a Pose);

/// The upper left pixel of a window of the world.
fn corner(window: Extent) -> Point {
    window.to_rect().map_or(Point::ZERO, |rect| Point::new(rect.x, rect.y))
}

/// Calls with two plain masks that meet where the posed ones do, the offset between them, and the first one's world pixel; with
/// several such pairs when the meeting place is very large, and then merges the answers. None where they don't overlap.
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
    if !overlaps_raster(a, b) {
        return None;
    }
    // A part is as large as a mask may be: nearly always there is one.
    const SIDE: i64 = 1 << 15;
    let window = image(a.1, a.0.extent()).intersection(image(b.1, b.0.extent()));
    let baked =
        |posed: Posed<'_>, part| bake(posed.0, posed.1, part).expect("a part of the window fits a mask");
    let steps = |from: i64, to: i64| (from..to).step_by(SIDE as usize);
    steps(window.y0, window.y1)
        .flat_map(|y0| {
            steps(window.x0, window.x1).map(move |x0| Extent { x0, y0, x1: x0 + SIDE, y1: y0 + SIDE })
        })
        .map(|part| part.intersection(window))
        .filter_map(|part| f(&baked(a, part), &baked(b, part), Point::ZERO, corner(part)))
        .reduce(merge)
}

/// Whether the images of the masks' bounds meet: the cheapest way to say no.
fn bounds_meet(a: Posed<'_>, b: Posed<'_>, margin: Margin) -> bool {
    // Images that lie farther apart than this are as large as no image that anyone draws.
    const FAR: u64 = 1 << 40;
    let (of_a, of_b) = (a.0.extent(), b.0.extent());
    let size = |extent: Extent| (extent.x1 - extent.x0, extent.y1 - extent.y0);
    let (from, to) = (a.1.corner(of_a.x0, of_a.y0), b.1.corner(of_b.x0, of_b.y0));
    let (dx, dy) = (from[0] - to[0], from[1] - to[1]);
    let axes = Axes::new(a.1, size(of_a), b.1, size(of_b)).grown(margin.q16);
    dx.unsigned_abs().max(dy.unsigned_abs()) >= FAR || axes.meet(dx, dy)
}

fn overlaps_raster(a: Posed<'_>, b: Posed<'_>) -> bool {
    let window = image(a.1, a.0.extent()).intersection(image(b.1, b.0.extent()));
    if window.is_empty() || !bounds_meet(a, b, Margin::NONE) {
        return false;
    }
    let (w, h) = (window.x1 - window.x0, window.y1 - window.y0);
    let inverse = |pose| Inverse::new(pose, window);
    let mut pixels = Pixels { a: (a.0, inverse(a.1)), b: (b.0, inverse(b.1)), size: (w, h) };
    if window.area() > FLAT
        && let (Some(field_a), Some(field_b)) = (a.0.field(), b.0.field())
    {
        let side_a = PosedSide::new(field_a, a.1, pixels.a.1.approximately(window), window);
        let side_b = PosedSide::new(field_b, b.1, pixels.b.1.approximately(window), window);
        return search(&side_a, &side_b, w, h, &mut pixels);
    }
    pixels.overlap_in(Extent { x0: 0, y0: 0, x1: w, y1: h })
}

fn overlaps_geometry(a: Posed<'_>, b: Posed<'_>) -> bool {
    come_near(a, b, Margin::NONE)
}

/// Whether the images come nearer to each other than a margin. Without a margin that is whether they overlap, exactly; with one
/// it errs on the near side, never on the other.
pub(crate) fn come_near(a: Posed<'_>, b: Posed<'_>, margin: Margin) -> bool {
    if a.0.extent().is_empty() || b.0.extent().is_empty() {
        return false;
    }
    let fine_first = a.1.determinant().abs() <= b.1.determinant().abs();
    let (fine, coarse) = if fine_first { (a, b) } else { (b, a) };
    // Where the finer texels lie that coarse ones may come near to.
    let around = (margin.q16 + 0xFFFF) >> 16;
    let Extent { x0, y0, x1, y1 } = outline(coarse);
    let window = Extent { x0: x0 - around, y0: y0 - around, x1: x1 + around, y1: y1 + around };
    let window = window.intersection(outline(fine));
    if window.is_empty() || !bounds_meet(fine, coarse, margin) {
        return false;
    }
    let (w, h) = (window.x1 - window.x0, window.y1 - window.y0);
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

/// Whole pixels around the image of a mask's bounds.
fn outline((mask, pose): Posed<'_>) -> Extent {
    let ((x0, x1), (y0, y1)) = reach(pose, mask.extent());
    let up = |q16: i64| (q16 + 0xFFFF) >> 16;
    Extent { x0: x0 >> 16, y0: y0 >> 16, x1: up(x1), y1: up(y1) }
}
