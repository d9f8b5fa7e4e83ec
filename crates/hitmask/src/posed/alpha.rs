//! Posed alpha masks, by the raster rule: alpha sum and levels.

use core::ops::ControlFlow;

use super::plain::plain;
use super::{corner, overlaps_raster};
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Point, Pose, Rect};
use crate::mask::{AlphaLevel, AlphaMask, Mask, MaskError, check_size};
use crate::placed::image;

/// The result for two turned pictures. None if they are too far apart for an offset.
macro_rules! turned {
    ($a:ident, $b:ident, $plain:ident, |$turned_a:ident, $turned_b:ident, $offset:ident, $corner:pat_param| $answer:expr) => {{
        let [turn_a, turn_b] = $plain.turns;
        $plain.offset().and_then(|($offset, $corner)| {
            $a.with_turned(turn_a, |$turned_a| $b.with_turned(turn_b, |$turned_b| $answer))
        })
    }};
}

/// Writes the posed methods for a type that has `each_meeting`.
macro_rules! posed_verbs {
    ($other:ty) => {
        /// Whether the two overlap in some world pixel, by [`PixelRule::Raster`](crate::PixelRule::Raster).
        ///
        /// If both poses only rotate by right angles, mirror and translate, this costs what the plain method costs. Otherwise the distance
        /// fields decide first whether visible pixels overlap at all. Only if they do, the pixels of the shared window are tested one by
        /// one.
        #[doc(alias = "rotate")]
        #[doc(alias = "transform")]
        #[must_use]
        pub fn overlaps_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> bool {
            if let Some(plain) = plain(self.size(), pose, other.size(), other_pose) {
                return turned!(self, other, plain, |a, b, offset, _| Some(a.overlaps(b, offset)))
                    .unwrap_or(false);
            }
            self.first_overlap_posed(pose, other, other_pose).is_some()
        }

        /// The first world pixel in which the two overlap: the lowest y, then the lowest x, by
        /// [`PixelRule::Raster`](crate::PixelRule::Raster). None if they don't overlap. Stops at that pixel.
        #[must_use]
        pub fn first_overlap_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> Option<Point> {
            if let Some(plain) = plain(self.size(), pose, other.size(), other_pose) {
                return turned!(self, other, plain, |a, b, offset, corner| {
                    let first = a.first_overlap(b, offset)?;
                    Some(Point::new(first.x + corner.x, first.y + corner.y))
                });
            }
            let mut first = None;
            self.each_meeting(pose, other, other_pose, |pixel| {
                first = Some(pixel);
                ControlFlow::Break(())
            });
            first
        }

        /// The number of world pixels in which the two overlap, by [`PixelRule::Raster`](crate::PixelRule::Raster). Tests every pixel of
        /// the shared window.
        #[must_use]
        pub fn overlap_area_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> u64 {
            if let Some(plain) = plain(self.size(), pose, other.size(), other_pose) {
                return turned!(self, other, plain, |a, b, offset, _| Some(a.overlap_area(b, offset)))
                    .unwrap_or(0);
            }
            let mut area = 0;
            self.each_meeting(pose, other, other_pose, |_| {
                area += 1;
                ControlFlow::Continue(())
            });
            area
        }

        /// The smallest rectangle that contains all world pixels in which the two overlap, by
        /// [`PixelRule::Raster`](crate::PixelRule::Raster). None if they don't overlap. Tests every pixel of the shared window.
        #[must_use]
        pub fn overlap_bounds_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> Option<Rect> {
            if let Some(plain) = plain(self.size(), pose, other.size(), other_pose) {
                return turned!(self, other, plain, |a, b, offset, corner| {
                    a.overlap_bounds(b, offset)?.checked_translate(corner)
                });
            }
            let mut bounds = Extent::EMPTY;
            self.each_meeting(pose, other, other_pose, |pixel| {
                bounds = bounds.around(Rect::new(pixel.x, pixel.y, 1, 1).extent());
                ControlFlow::Continue(())
            });
            bounds.to_rect()
        }
    };
}

/// Posed alpha masks collide by alpha sum: in a world pixel, the texels under its centre decide.
impl AlphaMask {
    posed_verbs!(AlphaMask);

    /// Draws the posed picture: returns the alphas of the world pixels that it covers by [`PixelRule::Raster`](crate::PixelRule::Raster), 0
    /// elsewhere, and the world pixel of the upper-left corner.
    ///
    /// # Panics
    /// If the image exceeds the size limits of a mask. [`AlphaMask::try_bake`] returns an error instead.
    ///
    /// # Complexity
    /// O(pixels of the result).
    #[doc(alias = "rotate")]
    #[doc(alias = "transform")]
    #[must_use]
    pub fn bake(&self, pose: &Pose) -> (AlphaMask, Point) {
        self.try_bake(pose).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`AlphaMask::bake`], but returns an error instead of panicking.
    ///
    /// # Errors
    /// [`MaskError::TooLarge`], if the image exceeds the size limits of a mask.
    pub fn try_bake(&self, pose: &Pose) -> Result<(AlphaMask, Point), MaskError> {
        let window = image(pose, Extent::of_size(self.width(), self.height()));
        let Some(rect) = window.to_rect() else { return Ok((AlphaMask::new(0, 0), Point::ZERO)) };
        check_size(rect.w, rect.h)?;
        let mut baked = AlphaMask::new(0, 0);
        self.draw(pose, rect, &mut baked);
        Ok((baked, corner(window)))
    }

    /// Redraws `onto` with what the posed picture covers of a window.
    pub(crate) fn draw(&self, pose: &Pose, window: Rect, onto: &mut AlphaMask) {
        let mut texels = pose.texels(window);
        onto.redraw_by(window.w, window.h, |_, _| {
            texels.next().and_then(|[u, v]| self.texel((u, v))).unwrap_or(0)
        });
    }

    fn each_meeting(
        &self,
        pose: &Pose,
        other: &AlphaMask,
        other_pose: &Pose,
        found: impl FnMut(Point) -> ControlFlow<()>,
    ) {
        if overlaps_raster((self.visible(), pose), (other.visible(), other_pose)) {
            let window = image(pose, self.visible().extent())
                .intersection(image(other_pose, other.visible().extent()));
            each_pixel(pose, other_pose, window, found, |a, b| {
                let (a, b) = (self.texel(a).unwrap_or(0), other.texel(b).unwrap_or(0));
                a > 0 && b > 0 && u16::from(a) + u16::from(b) >= 255
            });
        }
    }
}

/// Posed alpha masks at a level: a world pixel is solid if the texel under its centre is.
impl AlphaLevel<'_> {
    posed_verbs!(AlphaLevel<'_>);

    /// Like [`Mask::bake`], for the pixels that are solid at the level.
    ///
    /// # Panics
    /// The same as [`Mask::bake`].
    #[must_use]
    pub fn bake(&self, pose: &Pose) -> (Mask, Point) {
        self.to_mask().bake(pose)
    }

    fn each_meeting(
        &self,
        pose: &Pose,
        other: &AlphaLevel<'_>,
        other_pose: &Pose,
        found: impl FnMut(Point) -> ControlFlow<()>,
    ) {
        let (a, b) = (self.alpha(), other.alpha());
        // Level 0 makes clear pixels solid. The distance fields don't know about these.
        let all_visible = self.level() > 0 && other.level() > 0;
        if !all_visible || overlaps_raster((a.visible(), pose), (b.visible(), other_pose)) {
            let window = image(pose, self.extent()).intersection(image(other_pose, other.extent()));
            let solid = |alpha: Option<u8>, level| alpha.is_some_and(|alpha| alpha >= level);
            each_pixel(pose, other_pose, window, found, |at, bt| {
                solid(a.texel(at), self.level()) && solid(b.texel(bt), other.level())
            });
        }
    }
}

/// Visits the pixels of a window row by row. Calls `found` with those for which `meets` returns true for the texels of A and B under them.
fn each_pixel(
    pose: &Pose,
    other_pose: &Pose,
    window: Extent,
    mut found: impl FnMut(Point) -> ControlFlow<()>,
    meets: impl Fn((i64, i64), (i64, i64)) -> bool,
) {
    if window.is_empty() {
        return;
    }
    let (to_a, to_b) = (Inverse::new(pose, window), Inverse::new(other_pose, window));
    let corner = corner(window);
    for y in 0..window.y1 - window.y0 {
        for x in 0..window.x1 - window.x0 {
            // The window lies within the pixels whose coordinates fit i32.
            if meets(to_a.texel(x, y), to_b.texel(x, y))
                && found(Point::new(corner.x.wrapping_add(x as i32), corner.y.wrapping_add(y as i32)))
                    .is_break()
            {
                return;
            }
        }
    }
}
