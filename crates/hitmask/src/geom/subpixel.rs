use super::Point;

/// A position or a motion in 65 536ths of a pixel (Q16): x to the right, y down.
///
/// Everything that takes one takes `impl Into<PointQ16>`; a [`Point`] or a pair of `i32` is meant in **whole pixels**.
///
/// A coordinate may be anything up to [`PointQ16::LIMIT`], which is every pixel that exists; what takes a point panics beyond.
///
/// ```
/// use hitmask::PointQ16;
/// assert_eq!(PointQ16::from((3, -4)), PointQ16::new(3 << 16, -4 << 16));
/// assert_eq!(PointQ16::from_f64(0.5, -0.25), Some(PointQ16::new(1 << 15, -(1 << 14))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PointQ16 {
    /// To the right, in 65 536ths of a pixel.
    pub x: i64,
    /// Down, in 65 536ths of a pixel.
    pub y: i64,
}

impl PointQ16 {
    /// (0, 0).
    pub const ZERO: PointQ16 = PointQ16::new(0, 0);

    /// A pixel.
    pub const ONE: i64 = 1 << 16;

    /// The largest magnitude of a coordinate: 2³¹ pixels.
    pub const LIMIT: i64 = 1 << 47;

    /// From 65 536ths of a pixel.
    #[must_use]
    pub const fn new(x: i64, y: i64) -> PointQ16 {
        PointQ16 { x, y }
    }

    /// From pixels, each rounded to the nearest 65 536th, halves away from zero. None where one is no number or beyond
    /// [`PointQ16::LIMIT`].
    ///
    /// Keep positions as [`PointQ16`] from one frame to the next and add motions exactly; round only what comes from floats.
    ///
    /// ```
    /// use hitmask::PointQ16;
    /// assert_eq!(PointQ16::from_f64(1.5 / 65536.0, -1.5 / 65536.0), Some(PointQ16::new(2, -2)));
    /// assert_eq!(PointQ16::from_f64(f64::NAN, 0.0), None);
    /// ```
    #[must_use]
    pub fn from_f64(x: f64, y: f64) -> Option<PointQ16> {
        Some(PointQ16 { x: q16(x)?, y: q16(y)? })
    }

    /// In pixels. Exact: a float holds every coordinate within [`PointQ16::LIMIT`].
    #[must_use]
    pub fn to_f64(self) -> [f64; 2] {
        [self.x, self.y].map(|q| q as f64 / PointQ16::ONE as f64)
    }

    /// The whole pixel that a sprite at this position is drawn at, ⌈x − ½⌉: the nearest, halves towards the upper left. None where
    /// no i32 holds it.
    ///
    /// ```
    /// use hitmask::{Point, PointQ16};
    /// assert_eq!(PointQ16::new(0x1_8000, -0x1_8000).pixel(), Some(Point::new(1, -2)));
    /// ```
    #[must_use]
    pub fn pixel(self) -> Option<Point> {
        let pixel = |q: i64| i32::try_from(q.checked_add(PointQ16::ONE / 2 - 1)? >> 16).ok();
        Some(Point::new(pixel(self.x)?, pixel(self.y)?))
    }

    /// # Panics
    /// Beyond the limit.
    #[track_caller]
    pub(crate) fn checked(self) -> PointQ16 {
        let inside = |q: i64| (-PointQ16::LIMIT..=PointQ16::LIMIT).contains(&q);
        assert!(inside(self.x) && inside(self.y), "({}, {}) / 65536 lies beyond 2^31 pixels", self.x, self.y);
        self
    }
}

/// The nearest 65 536th, halves away from zero.
pub(super) fn q16(pixels: f64) -> Option<i64> {
    let scaled = pixels * PointQ16::ONE as f64;
    if scaled.is_nan() || scaled.abs() > PointQ16::LIMIT as f64 {
        return None;
    }
    // Both steps are exact: a float has 53 bits, and the integer part needs 48 of them at the most.
    let whole = scaled as i64;
    let rest = scaled - whole as f64;
    Some(whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
}

impl core::ops::Add for PointQ16 {
    type Output = PointQ16;
    fn add(self, other: PointQ16) -> PointQ16 {
        PointQ16 { x: self.x + other.x, y: self.y + other.y }
    }
}

impl core::ops::Sub for PointQ16 {
    type Output = PointQ16;
    fn sub(self, other: PointQ16) -> PointQ16 {
        PointQ16 { x: self.x - other.x, y: self.y - other.y }
    }
}

/// Whole pixels.
impl From<Point> for PointQ16 {
    fn from(p: Point) -> PointQ16 {
        PointQ16 { x: i64::from(p.x) << 16, y: i64::from(p.y) << 16 }
    }
}

/// Whole pixels.
impl From<(i32, i32)> for PointQ16 {
    fn from(p: (i32, i32)) -> PointQ16 {
        Point::from(p).into()
    }
}

/// Whole pixels.
impl From<[i32; 2]> for PointQ16 {
    fn from(p: [i32; 2]) -> PointQ16 {
        Point::from(p).into()
    }
}
