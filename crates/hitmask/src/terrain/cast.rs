//! Casts and rays against terrain.

use crate::geom::{Extent, Point, PointQ16};
use crate::mask::Mask;
use crate::sweep::cast::{Cast, cast};
use crate::sweep::path::Path;
use crate::sweep::ray::ray_cast_through;
use crate::sweep::steps::{StepCast, cast_pixels};
use crate::tiles::Terrain;
use crate::tiles::page::{self, Page, TILES};
use crate::tiles::tile::{self, SIDE};

impl Terrain {
    /// When `other`, moving straight from a position by a motion, first overlaps the terrain. The answer is that of [`Mask::cast`] for a
    /// mask with the same pixels.
    ///
    /// ```
    /// use hitmask::{Cast, Mask, Point, Rect, Terrain};
    /// let mut ground = Terrain::new(40_000, 2000);
    /// let _ = ground.draw(&Rect::new(0, 1000, 40_000, 1000), (0, 0));
    /// let shell = Mask::filled(4, 4);
    /// let Cast::Hit { time, point, .. } = ground.cast(&shell, (100, 0), (30_000, 1992)) else { panic!("no tunnel") };
    /// assert_eq!((time.to_f64(), point), (0.5, Point::new(15_100, 1000)));
    /// ```
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    ///
    /// # Complexity
    /// As [`Mask::cast`]. `other` keeps grown copies of itself for long jumps; the terrain keeps nothing.
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    #[doc(alias = "time of impact")]
    #[doc(alias = "toi")]
    #[must_use]
    pub fn cast(&self, other: &Mask, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
        cast(self, other, Path::given(position.into(), motion.into()))
    }

    /// When `other`, moving in whole pixels along a straight line, first overlaps the terrain. The answer is that of [`Mask::cast_pixels`].
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    #[must_use]
    pub fn cast_pixels(&self, other: &Mask, offset: impl Into<Point>, motion: impl Into<Point>) -> StepCast {
        cast_pixels(self, other, offset.into(), motion.into())
    }

    /// The first solid pixel that a point hits, moving straight from a position by a motion. The answer is that of [`Mask::ray_cast`]. The
    /// ray passes an empty tile or page in one step.
    ///
    /// ```
    /// use hitmask::{Cast, Point, PointQ16, Rect, Terrain};
    /// let mut sky = Terrain::new(60_000, 60_000);
    /// let _ = sky.draw(&Rect::new(50_000, 100, 1, 1), (0, 0));
    /// let Cast::Hit { point, normal, .. } = sky.ray_cast(PointQ16::new(0, 0x64_8000), (60_000, 0)) else { panic!() };
    /// assert_eq!((point, normal), (Point::new(50_000, 100), Point::new(-1, 0)));
    /// ```
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    #[doc(alias = "raycast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn ray_cast(&self, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
        let path = Path::given(position.into(), motion.into());
        // `solid` is only called for pixels inside the bounds.
        let solid = |x: i64, y: i64| self.word(x as u32 / SIDE, y as u32) >> (x % 64) & 1 != 0;
        ray_cast_through(self.bounds, solid, |x, y| self.clear_around(x, y), &path)
    }

    /// The empty tile or page in which a pixel lies.
    #[inline]
    fn clear_around(&self, x: i64, y: i64) -> Option<Extent> {
        if !self.whole().contains(x, y) {
            return None;
        }
        let (tx, ty) = (x as u32 / SIDE, y as u32 / SIDE);
        match &self.pages[self.page_of(tx, ty)] {
            Page::Empty => Some(page::extent(tx / TILES, ty / TILES)),
            page => page.tile(tx, ty).is_empty().then(|| tile::extent(tx, ty)),
        }
    }
}
