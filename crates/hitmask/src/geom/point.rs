/// A pixel, or an offset between two pixels: signed 32-bit, x to the right, y down.
///
/// Everything that takes a point or an offset takes `impl Into<Point>`, so a pair will do.
///
/// ```
/// use hitmask::Point;
/// assert_eq!(Point::new(3, -4), (3, -4).into());
/// assert_eq!(Point::from([3, -4]), Point { x: 3, y: -4 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

impl Point {
    /// The origin, (0, 0).
    pub const ZERO: Point = Point::new(0, 0);

    /// The point (x, y).
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The opposite offset: what `b` sees when `a` sees `self`. None where a coordinate is [`i32::MIN`], whose
    /// opposite does not exist.
    ///
    /// ```
    /// # use hitmask::Point;
    /// assert_eq!(Point::new(3, -4).checked_neg(), Some(Point::new(-3, 4)));
    /// assert_eq!(Point::new(i32::MIN, 0).checked_neg(), None);
    /// ```
    #[must_use]
    pub const fn checked_neg(self) -> Option<Point> {
        match (self.x.checked_neg(), self.y.checked_neg()) {
            (Some(x), Some(y)) => Some(Point { x, y }),
            _ => None,
        }
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Point {
        Point { x, y }
    }
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(p: Point) -> (i32, i32) {
        (p.x, p.y)
    }
}

impl From<Point> for [i32; 2] {
    fn from(p: Point) -> [i32; 2] {
        [p.x, p.y]
    }
}
