//! Conversions from and to the points and vectors of other math crates, through [`mint`].

use super::{Mapped, Point, PointQ16};

/// Conversions between our points and a `mint` type that also has an `x` and a `y`.
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

        /// From whole pixels.
        impl From<mint::$theirs<i32>> for PointQ16 {
            fn from(p: mint::$theirs<i32>) -> PointQ16 {
                Point::from(p).into()
            }
        }

        /// From pixels, each rounded to the nearest 65 536th. [`PointQ16`](PointQ16#not-a-number) says what happens to NaN and infinity.
        impl From<mint::$theirs<f32>> for PointQ16 {
            fn from(p: mint::$theirs<f32>) -> PointQ16 {
                (p.x, p.y).into()
            }
        }

        /// From pixels, each rounded to the nearest 65 536th. [`PointQ16`](PointQ16#not-a-number) says what happens to NaN and infinity.
        impl From<mint::$theirs<f64>> for PointQ16 {
            fn from(p: mint::$theirs<f64>) -> PointQ16 {
                (p.x, p.y).into()
            }
        }

        /// To pixels, rounded to the nearest `f32`.
        impl From<PointQ16> for mint::$theirs<f32> {
            fn from(p: PointQ16) -> Self {
                let [x, y] = p.to_f64().mapped(|pixels| pixels as f32);
                mint::$theirs { x, y }
            }
        }

        /// To pixels. Exact within [`PointQ16::LIMIT`].
        impl From<PointQ16> for mint::$theirs<f64> {
            fn from(p: PointQ16) -> Self {
                let [x, y] = p.to_f64();
                mint::$theirs { x, y }
            }
        }
    )*};
}
same!(Point2 Vector2);
