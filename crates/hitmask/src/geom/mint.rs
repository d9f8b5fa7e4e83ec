//! Points of other mathematics crates, by way of [`mint`].

use super::{Point, PointQ16};

/// A pair of the same meaning.
macro_rules! same {
    ($($theirs:ident)*) => {$(
        impl From<mint::$theirs<i32>> for Point {
            fn from(p: mint::$theirs<i32>) -> Point {
                Point::new(p.x, p.y)
            }
        }

        impl From<Point> for mint::$theirs<i32> {
            fn from(p: Point) -> Self {
                mint::$theirs { x: p.x, y: p.y }
            }
        }

        /// Whole pixels.
        impl From<mint::$theirs<i32>> for PointQ16 {
            fn from(p: mint::$theirs<i32>) -> PointQ16 {
                Point::from(p).into()
            }
        }

        /// Pixels, each rounded to the nearest 65 536th; see there for what is [not a number](PointQ16#not-a-number).
        impl From<mint::$theirs<f32>> for PointQ16 {
            fn from(p: mint::$theirs<f32>) -> PointQ16 {
                (p.x, p.y).into()
            }
        }

        /// Pixels, each rounded to the nearest 65 536th; see there for what is [not a number](PointQ16#not-a-number).
        impl From<mint::$theirs<f64>> for PointQ16 {
            fn from(p: mint::$theirs<f64>) -> PointQ16 {
                (p.x, p.y).into()
            }
        }

        /// Pixels, rounded to the nearest floats.
        impl From<PointQ16> for mint::$theirs<f32> {
            fn from(p: PointQ16) -> Self {
                let [x, y] = p.to_f64().map(|pixels| pixels as f32);
                mint::$theirs { x, y }
            }
        }

        /// Pixels: exact within [`PointQ16::LIMIT`].
        impl From<PointQ16> for mint::$theirs<f64> {
            fn from(p: PointQ16) -> Self {
                let [x, y] = p.to_f64();
                mint::$theirs { x, y }
            }
        }
    )*};
}
same!(Point2 Vector2);
