//! Casts and rays against tile maps.

use crate::geom::{Point, PointQ16};
use crate::mask::Mask;
use crate::sweep::cast::{Cast, cast};
use crate::sweep::path::Path;
use crate::sweep::ray::ray_cast_through;
use crate::sweep::steps::{StepCast, cast_pixels};
use crate::tile_map::{TileMap, TileView};

macro_rules! cast_verbs {
    ($view:ident => $pixels:expr) => {
        /// When `other`, moving straight from a position by a motion, first overlaps the tiles. The answer is that of
        /// [`Mask::cast`](crate::Mask::cast) for a mask with the same pixels: it passes over the seams of cells as over any pixels.
        ///
        /// ```
        /// use hitmask::{Cast, Mask, Point, TileCell, TileMap, TileSet};
        /// let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16)]), (1000, 100), (16, 16));
        /// map.set((900, 50), TileCell::new(0));
        /// let Cast::Hit { time, point, .. } = map.cast(&Mask::filled(4, 4), (0, 800), (28_792, 0)) else { panic!() };
        /// assert_eq!((time.to_f64(), point), (14_396.0 / 28_792.0, Point::new(14_400, 800)));
        /// ```
        ///
        /// # Panics
        /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
        #[doc(alias = "shape cast")]
        #[doc(alias = "sweep test")]
        #[doc(alias = "time of impact")]
        #[doc(alias = "toi")]
        #[must_use]
        pub fn cast(&self, other: &Mask, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
            let $view = self;
            cast(&$pixels, other, Path::given(position.into(), motion.into()))
        }

        /// When `other`, moving in whole pixels along a straight line, first overlaps the tiles. The answer is that of
        /// [`Mask::cast_pixels`](crate::Mask::cast_pixels).
        #[doc(alias = "shape cast")]
        #[doc(alias = "sweep test")]
        #[must_use]
        pub fn cast_pixels(
            &self,
            other: &Mask,
            offset: impl Into<Point>,
            motion: impl Into<Point>,
        ) -> StepCast {
            let $view = self;
            cast_pixels(&$pixels, other, offset.into(), motion.into())
        }

        /// The first solid pixel that a point hits, moving straight from a position by a motion. The answer is that of
        /// [`Mask::ray_cast`](crate::Mask::ray_cast). The ray passes a square without tiles in one step.
        ///
        /// # Panics
        /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
        #[doc(alias = "raycast")]
        #[doc(alias = "line of sight")]
        #[must_use]
        pub fn ray_cast(&self, position: impl Into<PointQ16>, motion: impl Into<PointQ16>) -> Cast {
            let $view = self;
            ray(&$pixels, &Path::given(position.into(), motion.into()))
        }
    };
}

impl TileMap {
    cast_verbs!(map => map.all());
}

impl TileView<'_> {
    cast_verbs!(view => *view);
}

fn ray(view: &TileView<'_>, path: &Path) -> Cast {
    let solid = |x: i64, y: i64| view.window(x, y) & 1 != 0;
    ray_cast_through(view.extent(), solid, |x, y| view.clear_around(x, y), path)
}
