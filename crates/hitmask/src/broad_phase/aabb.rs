use crate::geom::{Extent, Mapped, Point, Rect};

/// An axis-aligned bounding box in pixels, given by its first and last column and row. Both ends are inclusive, so a box can cover the
/// whole range of i32.
///
/// A box is empty if the last column or row lies before the first. An empty box intersects nothing; its numbers do not matter.
///
/// ```
/// use hitmask::broad_phase::Aabb;
/// use hitmask::Rect;
/// let a = Aabb::from(Rect::new(0, 0, 8, 8));
/// assert_eq!(a, Aabb { x0: 0, y0: 0, x1: 7, y1: 7 });
/// assert!(!a.meets(&Aabb::from(Rect::new(8, 0, 8, 8))));             // they share an edge, but no pixel
/// let backwards = Aabb { x0: 5, y0: 0, x1: 3, y1: 7 };
/// assert!(backwards.is_empty() && !backwards.meets(&a));
/// ```
#[doc(alias = "bounding box")]
#[doc(alias = "BoundingBox")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aabb {
    /// The first column.
    pub x0: i32,
    /// The first row.
    pub y0: i32,
    /// The last column (inclusive).
    pub x1: i32,
    /// The last row (inclusive).
    pub y1: i32,
}

impl Aabb {
    /// A box without pixels.
    pub const EMPTY: Aabb = Aabb { x0: i32::MAX, y0: i32::MAX, x1: i32::MIN, y1: i32::MIN };

    /// Whether the box contains no pixel.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.x0 > self.x1 || self.y0 > self.y1
    }

    /// Whether the boxes share a pixel. Boxes that only share an edge don't.
    #[doc(alias = "intersects")]
    #[doc(alias = "overlaps")]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    #[must_use]
    pub const fn meets(&self, other: &Aabb) -> bool {
        !self.is_empty() && !other.is_empty() && self.crosses(other)
    }

    /// The same box elsewhere. None if it does not fit there.
    #[inline]
    pub(crate) fn checked_shifted(&self, by: Point) -> Option<Aabb> {
        let (x0, x1) = (self.x0.checked_add(by.x)?, self.x1.checked_add(by.x)?);
        let (y0, y1) = (self.y0.checked_add(by.y)?, self.y1.checked_add(by.y)?);
        Some(Aabb { x0, y0, x1, y1 })
    }

    /// The same as [`meets`](Aabb::meets), for boxes that are known not to be empty.
    #[inline(always)]
    pub(super) const fn crosses(&self, other: &Aabb) -> bool {
        // No `&&`: which of the four comparisons decides is random, so branches would be mispredicted.
        (self.x0 <= other.x1) & (other.x0 <= self.x1) & (self.y0 <= other.y1) & (other.y0 <= self.y1)
    }
}

/// The pixels of an extent whose coordinates fit i32.
impl From<Aabb> for Extent {
    #[inline]
    fn from(aabb: Aabb) -> Extent {
        if aabb.is_empty() {
            return Extent::EMPTY;
        }
        let [x0, y0, x1, y1] = [aabb.x0, aabb.y0, aabb.x1, aabb.y1].mapped(i64::from);
        Extent { x0, y0, x1: x1 + 1, y1: y1 + 1 }
    }
}

impl From<Extent> for Aabb {
    #[inline]
    fn from(extent: Extent) -> Aabb {
        let e = extent.intersection(Extent::WORLD);
        if e.is_empty() {
            return Aabb::EMPTY;
        }
        // Inside the world, every first and every last pixel has i32 coordinates.
        Aabb { x0: e.x0 as i32, y0: e.y0 as i32, x1: (e.x1 - 1) as i32, y1: (e.y1 - 1) as i32 }
    }
}

impl From<Rect> for Aabb {
    /// The pixels of the rectangle whose coordinates fit i32.
    fn from(rect: Rect) -> Aabb {
        rect.extent().into()
    }
}
