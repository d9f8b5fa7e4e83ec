use super::{Offset, Rect};

/// A half-open box in 64-bit coordinates: no sum of 32-bit coordinates and sizes can overflow. It is empty when `x0 >= x1` or `y0 >= y1`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Extent {
    pub(crate) x0: i64,
    pub(crate) y0: i64,
    pub(crate) x1: i64,
    pub(crate) y1: i64,
}

impl Rect {
    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        const END: i64 = i32::MAX as i64 + 1;
        let (x0, y0) = (i64::from(self.x), i64::from(self.y));
        Extent { x0, y0, x1: (x0 + i64::from(self.w)).min(END), y1: (y0 + i64::from(self.h)).min(END) }
    }
}

impl Extent {
    pub(crate) const EMPTY: Extent = Extent { x0: 0, y0: 0, x1: 0, y1: 0 };

    /// Every pixel whose coordinates fit `i32`.
    pub(crate) const WORLD: Extent =
        Extent { x0: i32::MIN as i64, y0: i32::MIN as i64, x1: i32::MAX as i64 + 1, y1: i32::MAX as i64 + 1 };

    /// The part of it that exists.
    #[inline]
    pub(crate) fn existing(self) -> Extent {
        let part = self.intersection(Extent::WORLD);
        if part.is_empty() { Extent::EMPTY } else { part }
    }

    /// Whether it comes to the last pixel that exists on any side, or beyond.
    pub(crate) fn reaches_the_end(self) -> bool {
        let world = Extent::WORLD;
        self.x0 <= world.x0 || self.y0 <= world.y0 || self.x1 >= world.x1 || self.y1 >= world.y1
    }

    /// One pixel.
    #[inline(always)]
    pub(crate) const fn of_pixel(x: i64, y: i64) -> Extent {
        Extent { x0: x, y0: y, x1: x + 1, y1: y + 1 }
    }

    #[inline(always)]
    pub(crate) fn of_size(w: u32, h: u32) -> Extent {
        Extent { x0: 0, y0: 0, x1: i64::from(w), y1: i64::from(h) }
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }

    #[inline(always)]
    pub(crate) fn shifted(self, by: impl Into<Offset>) -> Extent {
        let Offset { x, y } = by.into();
        Extent { x0: self.x0 + x, y0: self.y0 + y, x1: self.x1 + x, y1: self.y1 + y }
    }

    /// The upper-left pixel.
    #[inline(always)]
    pub(crate) fn corner(self) -> Offset {
        Offset { x: self.x0, y: self.y0 }
    }

    /// Width and height. The caller guarantees that both sides are shorter than 2^32 pixels.
    #[inline]
    pub(crate) fn size(self) -> (u32, u32) {
        ((self.x1 - self.x0) as u32, (self.y1 - self.y0) as u32)
    }

    /// The box that both share. If they don't intersect, the result is empty in the sense of [`Extent::is_empty`].
    #[inline(always)]
    pub(crate) fn intersection(self, other: Extent) -> Extent {
        Extent {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// The smallest box that contains both. An empty box adds nothing.
    pub(crate) fn around(self, other: Extent) -> Extent {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Extent {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// The box with so many pixels more on each side. An empty box stays empty.
    pub(crate) fn grown(self, by: i64) -> Extent {
        if self.is_empty() {
            return Extent::EMPTY;
        }
        Extent { x0: self.x0 - by, y0: self.y0 - by, x1: self.x1 + by, y1: self.y1 + by }
    }

    /// The two halves, cut across the longer side.
    pub(crate) fn halves(self) -> [Extent; 2] {
        let Extent { x0, y0, x1, y1 } = self;
        if x1 - x0 >= y1 - y0 {
            let x = x0 + (x1 - x0) / 2;
            [Extent { x1: x, ..self }, Extent { x0: x, ..self }]
        } else {
            let y = y0 + (y1 - y0) / 2;
            [Extent { y1: y, ..self }, Extent { y0: y, ..self }]
        }
    }

    /// The box cut into squares of a side, row by row.
    pub(crate) fn parts(self, side: i64) -> impl Iterator<Item = Extent> {
        let steps = move |from: i64, to: i64| (from..to.max(from)).step_by(side as usize);
        steps(self.y0, self.y1).flat_map(move |y0| {
            steps(self.x0, self.x1)
                .map(move |x0| Extent { x0, y0, x1: x0 + side, y1: y0 + side }.intersection(self))
        })
    }

    /// The number of pixels in the box, at most `u64::MAX`.
    pub(crate) fn area(self) -> u64 {
        if self.is_empty() {
            0
        } else {
            (self.x1 - self.x0).unsigned_abs().saturating_mul((self.y1 - self.y0).unsigned_abs())
        }
    }

    pub(crate) fn contains(self, x: i64, y: i64) -> bool {
        self.x0 <= x && x < self.x1 && self.y0 <= y && y < self.y1
    }

    /// The box as a rectangle, or None if it is empty. The caller guarantees that the corner fits i32. The world is one pixel wider and
    /// higher than the largest rectangle: its last column or row is cut off.
    pub(crate) fn to_rect(self) -> Option<Rect> {
        if self.is_empty() {
            return None;
        }
        let side = |a: i64, b: i64| u32::try_from(b - a).unwrap_or(u32::MAX);
        let corner = |a: i64| i32::try_from(a).expect("an extent's corner fits i32");
        Some(Rect::new(corner(self.x0), corner(self.y0), side(self.x0, self.x1), side(self.y0, self.y1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_world_is_cut_to_the_largest_rectangle() {
        let largest = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
        assert_eq!(Extent::WORLD.to_rect(), Some(largest));
        assert_eq!(Extent { x1: Extent::WORLD.x1 - 1, ..Extent::WORLD }.to_rect(), Some(largest));
        assert_eq!(Extent::EMPTY.to_rect(), None);
    }
}
