//! Posed alpha masks, by the raster rule: alpha sum and levels.

use super::plain::plain;
use super::{corner, overlaps_raster};
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Mapped, Point, Pose, Rect};
use crate::invalid_argument::InvalidArgument;
use crate::mask::{AlphaLevel, AlphaMask, Mask, fits_mask};
use crate::overlap::answer::{Meeting, RowWord};
use crate::placed::image;

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
            let turned = |a: &$other, b: &$other, offset, _| a.overlaps(b, offset);
            self.ask((pose, other, other_pose), turned, || {
                self.first_overlap_posed(pose, other, other_pose).is_some()
            })
        }

        /// The first world pixel in which the two overlap: the lowest y, then the lowest x, by
        /// [`PixelRule::Raster`](crate::PixelRule::Raster). None if they don't overlap. Stops at that pixel.
        #[must_use]
        pub fn first_overlap_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> Option<Point> {
            let turned = |a: &$other, b: &$other, offset, corner| Some(a.first_overlap(b, offset)? + corner);
            self.ask((pose, other, other_pose), turned, || {
                let first = self.meeting(pose, other, other_pose).first();
                (!first.is_empty()).then(|| corner(first))
            })
        }

        /// The number of world pixels in which the two overlap, by [`PixelRule::Raster`](crate::PixelRule::Raster). Tests every pixel of
        /// the shared window.
        #[must_use]
        pub fn overlap_area_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> u64 {
            let turned = |a: &$other, b: &$other, offset, _| a.overlap_area(b, offset);
            self.ask((pose, other, other_pose), turned, || self.meeting(pose, other, other_pose).area())
        }

        /// The smallest rectangle that contains all world pixels in which the two overlap, by
        /// [`PixelRule::Raster`](crate::PixelRule::Raster). None if they don't overlap. Tests every pixel of the shared window.
        #[must_use]
        pub fn overlap_bounds_posed(&self, pose: &Pose, other: &$other, other_pose: &Pose) -> Option<Rect> {
            let turned = |a: &$other, b: &$other, offset, corner| {
                a.overlap_bounds(b, offset)?.checked_translate(corner)
            };
            self.ask((pose, other, other_pose), turned, || {
                self.meeting(pose, other, other_pose).bounds().to_rect()
            })
        }

        /// `turned` answers for two pictures that are only turned, with the offset between them and the world pixel of the first one,
        /// `drawn` for all others. Turned pictures that are too far apart for an offset share nothing.
        fn ask<R: Default>(
            &self,
            (pose, other, other_pose): (&Pose, &$other, &Pose),
            turned: impl FnOnce(&$other, &$other, Point, Point) -> R,
            drawn: impl FnOnce() -> R,
        ) -> R {
            let Some(plain) = plain(self.size(), pose, other.size(), other_pose) else { return drawn() };
            let Some((offset, corner)) = plain.offset() else { return R::default() };
            let [turn_a, turn_b] = plain.turns;
            self.with_turned(turn_a, |a| other.with_turned(turn_b, |b| turned(a, b, offset, corner)))
        }
    };
}

/// Posed alpha masks collide by alpha sum: in a world pixel, the texels under its centre decide.
impl AlphaMask {
    posed_verbs!(AlphaMask);

    /// Draws the posed picture: returns the alphas of the world pixels that it covers by [`PixelRule::Raster`](crate::PixelRule::Raster), 0
    /// elsewhere, and the world pixel of the upper-left corner.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the image exceeds the size limits of a mask.
    ///
    /// # Complexity
    /// O(pixels of the result).
    #[doc(alias = "rotate")]
    #[doc(alias = "transform")]
    pub fn bake(&self, pose: &Pose) -> Result<(AlphaMask, Point), InvalidArgument> {
        let window = image(pose, Extent::of_size(self.width(), self.height()));
        let Some(rect) = window.to_rect() else { return Ok((AlphaMask::new(0, 0), Point::ZERO)) };
        fits_mask("image", (rect.w, rect.h))?;
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

    /// Where both alphas are above 0 and add up to 255 or more.
    fn meeting<'a>(&'a self, pose: &'a Pose, other: &'a AlphaMask, other_pose: &'a Pose) -> impl Meeting {
        let window = if overlaps_raster((self.visible(), pose), (other.visible(), other_pose)) {
            image(pose, self.visible().extent()).intersection(image(other_pose, other.visible().extent()))
        } else {
            Extent::EMPTY
        };
        let meets = |a, b| {
            let (a, b) = (self.texel(a).unwrap_or(0), other.texel(b).unwrap_or(0));
            a > 0 && b > 0 && u16::from(a) + u16::from(b) >= 255
        };
        PosedPixels { poses: [pose, other_pose], window, meets }
    }
}

/// Posed alpha masks at a level: a world pixel is solid if the texel under its centre is.
impl AlphaLevel<'_> {
    posed_verbs!(AlphaLevel<'_>);

    /// Like [`Mask::bake`], for the pixels that are solid at the level.
    ///
    /// # Errors
    /// The same as [`Mask::bake`].
    pub fn bake(&self, pose: &Pose) -> Result<(Mask, Point), InvalidArgument> {
        self.to_mask().bake(pose)
    }

    /// Where both alphas reach their levels.
    fn meeting<'a>(
        &'a self,
        pose: &'a Pose,
        other: &'a AlphaLevel<'_>,
        other_pose: &'a Pose,
    ) -> impl Meeting {
        let (a, b) = (self.alpha(), other.alpha());
        // Level 0 makes clear pixels solid. The distance fields don't know about these.
        let all_visible = self.level() > 0 && other.level() > 0;
        let window = if !all_visible || overlaps_raster((a.visible(), pose), (b.visible(), other_pose)) {
            image(pose, self.extent()).intersection(image(other_pose, other.extent()))
        } else {
            Extent::EMPTY
        };
        let (level_a, level_b) = (self.level(), other.level());
        let solid = |alpha: Option<u8>, level| alpha.is_some_and(|alpha| alpha >= level);
        let meets = move |at, bt| solid(a.texel(at), level_a) && solid(b.texel(bt), level_b);
        PosedPixels { poses: [pose, other_pose], window, meets }
    }
}

/// The pixels of a window of the world for which `meets` returns true for the texels of A and B under them.
#[derive(Clone, Copy)]
struct PosedPixels<'a, M> {
    poses: [&'a Pose; 2],
    window: Extent,
    meets: M,
}

impl<M: Fn((i64, i64), (i64, i64)) -> bool + Copy> Meeting for PosedPixels<'_, M> {
    type Piece = RowWord;

    fn each_piece(self, mut f: impl FnMut(i64, RowWord) -> bool) {
        let PosedPixels { poses, window, meets } = self;
        if window.is_empty() {
            return;
        }
        let [to_a, to_b] = poses.mapped(|pose| Inverse::new(pose, window));
        for y in 0..window.y1 - window.y0 {
            for x in 0..window.x1 - window.x0 {
                if meets(to_a.texel(x, y), to_b.texel(x, y))
                    && !f(window.y0 + y, RowWord { x: window.x0 + x, bits: 1 })
                {
                    return;
                }
            }
        }
    }
}
