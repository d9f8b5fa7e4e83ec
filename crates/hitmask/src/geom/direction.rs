//! The four directions of a raster.

use super::{Offset, Point};

/// One of the four directions of a raster. y points down: up is (0, -1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Direction {
    /// (0, -1).
    #[default]
    Up,
    /// (1, 0).
    Right,
    /// (0, 1).
    Down,
    /// (-1, 0).
    Left,
}

impl Direction {
    /// All four, clockwise from above. A direction's place here is its number in saved worlds and in other languages.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Right, Direction::Down, Direction::Left];

    /// One pixel that way.
    ///
    /// ```
    /// use hitmask::{Direction, Point};
    /// assert_eq!(Direction::Left.vector(), Point::new(-1, 0));
    /// assert_eq!(Direction::Left.opposite(), Direction::Right);
    /// ```
    #[must_use]
    pub const fn vector(self) -> Point {
        match self {
            Direction::Up => Point::new(0, -1),
            Direction::Right => Point::new(1, 0),
            Direction::Down => Point::new(0, 1),
            Direction::Left => Point::new(-1, 0),
        }
    }

    /// The other way on the same axis.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }

    /// How far to the right and how far down a pixel of a box of a size lies, seen as if this direction were up: turned, not mirrored. It is told
    /// from the box's corner in both views.
    pub(crate) fn upright(self, Offset { x, y }: Offset, (w, h): (i64, i64)) -> Offset {
        match self {
            Direction::Up => Offset::new(x, y),
            Direction::Right => Offset::new(y, w - 1 - x),
            Direction::Down => Offset::new(w - 1 - x, h - 1 - y),
            Direction::Left => Offset::new(h - 1 - y, x),
        }
    }

    /// The size of a box as it is seen then.
    pub(crate) fn upright_size(self, (w, h): (i64, i64)) -> (i64, i64) {
        if self.offset().x == 0 { (w, h) } else { (h, w) }
    }

    /// Where a pixel lies that is seen so: see [`Direction::upright`].
    pub(crate) fn as_it_lies(self, seen: Offset, size: (i64, i64)) -> Offset {
        let back = match self {
            Direction::Right => Direction::Left,
            Direction::Left => Direction::Right,
            other => other,
        };
        back.upright(seen, self.upright_size(size))
    }

    /// One pixel that way.
    #[inline]
    pub(crate) const fn offset(self) -> Offset {
        let Point { x, y } = self.vector();
        Offset::new(x as i64, y as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_turn_there_and_back() {
        let size = (5, 3);
        for up in Direction::ALL {
            let (w, h) = up.upright_size(size);
            for (x, y) in (0..w).flat_map(|x| (0..h).map(move |y| (x, y))) {
                let lies = up.as_it_lies(Offset::new(x, y), size);
                assert_eq!(up.upright(lies, size), Offset::new(x, y), "{up:?}");
                // One pixel higher lies one pixel more that way.
                assert_eq!(up.as_it_lies(Offset::new(x, y - 1), size) - lies, up.offset(), "{up:?}");
            }
        }
    }
}
