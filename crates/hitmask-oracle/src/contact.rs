//! Separation, normal and distance of two grids, or of two lists of pixels: every offset and every pair of pixels is tested.

use crate::Grid;
use crate::overlap::overlap;

/// The distance between two grids that don't overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closest {
    /// The squared length of the gap between the two nearest pixel squares.
    pub squared: u64,
    /// The nearest pixel of a, in a's pixels.
    pub a: (i64, i64),
    /// The nearest pixel of b, in b's own pixels.
    pub b: (i64, i64),
}

impl Grid {
    /// How many pixels fewer overlap with `b` one pixel to the right than with `b` one pixel to the left; and the same for down and up.
    #[must_use]
    pub fn normal(&self, b: &Grid, offset: (i64, i64)) -> (i64, i64) {
        let area = |dx, dy| self.shared(b, (offset.0 + dx, offset.1 + dy)) as i64;
        (area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1))
    }

    /// The change of the offset after which they don't overlap, of all changes that a predicate allows: the least by (dx² + dy², dy, dx).
    /// (0, 0) if they don't overlap at first. None if the predicate allows no way out.
    #[must_use]
    pub fn separation_among(
        &self,
        b: &Grid,
        offset: (i64, i64),
        allowed: impl Fn(i64, i64) -> bool,
    ) -> Option<(i64, i64)> {
        let touching = self.overlap_offsets(b);
        let (right, down) = (b.w as i64 - 1, b.h as i64 - 1);
        let meets = |dx: i64, dy: i64| touching.get(offset.0 + dx + right, offset.1 + dy + down);
        if !meets(0, 0) {
            return Some((0, 0));
        }
        // At this distance they are apart in any direction.
        let (far_x, far_y) = ((self.w + b.w) as i64, (self.h + b.h) as i64);
        let mut best = None;
        for dy in -far_y..=far_y {
            for dx in -far_x..=far_x {
                let key = (dx * dx + dy * dy, dy, dx);
                if allowed(dx, dy) && !meets(dx, dy) && best.is_none_or(|best| key < best) {
                    best = Some(key);
                }
            }
        }
        best.map(|(_, dy, dx)| (dx, dy))
    }

    /// [`Grid::separation_among`] all changes.
    #[must_use]
    pub fn separation(&self, b: &Grid, offset: (i64, i64)) -> (i64, i64) {
        self.separation_among(b, offset, |_, _| true).unwrap_or((0, 0))
    }

    /// The two nearest pixels: of all pairs the least by (squared gap, y of a, x of a, y of b, x of b). None if a grid is empty or the
    /// grids overlap.
    #[must_use]
    pub fn closest(&self, b: &Grid, offset: (i64, i64)) -> Option<Closest> {
        if self.shared(b, offset) > 0 {
            return None;
        }
        let mut best = None;
        for (ax, ay) in self.points() {
            for (bx, by) in b.points() {
                let gap = |a: i64, b: i64| ((a - b).abs() - 1).max(0) as u64;
                let (gx, gy) = (gap(ax, bx + offset.0), gap(ay, by + offset.1));
                let key = (gx * gx + gy * gy, ay, ax, by, bx);
                if best.is_none_or(|best| key < best) {
                    best = Some(key);
                }
            }
        }
        best.map(|(squared, ay, ax, by, bx)| Closest { squared, a: (ax, ay), b: (bx, by) })
    }

    /// How many pixels are solid in both.
    fn shared(&self, b: &Grid, (dx, dy): (i64, i64)) -> u64 {
        match (i32::try_from(dx), i32::try_from(dy)) {
            (Ok(dx), Ok(dy)) => overlap(self, b, (dx, dy)).area(),
            // Farther away than any two grids reach.
            _ => 0,
        }
    }
}

/// A pixel of the plane in which two lists of pixels lie.
type Pixel = (i64, i64);

/// A sorted list of pixels.
struct Sorted(Vec<Pixel>);

impl Sorted {
    fn new(pixels: &[Pixel]) -> Sorted {
        let mut pixels = pixels.to_vec();
        pixels.sort_unstable();
        Sorted(pixels)
    }

    fn has(&self, pixel: Pixel) -> bool {
        self.0.binary_search(&pixel).is_ok()
    }
}

/// As [`Grid::normal`], for two lists of pixels.
#[must_use]
pub fn normal_of(a: &[Pixel], b: &[Pixel]) -> (i64, i64) {
    let a = Sorted::new(a);
    let area = |dx, dy| b.iter().filter(|&&(x, y)| a.has((x + dx, y + dy))).count() as i64;
    (area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1))
}

/// The least change of b's position, by (dx² + dy², dy, dx), after which no pixel of b is one of a.
#[must_use]
pub fn separation_of(a: &[Pixel], b: &[Pixel]) -> (i64, i64) {
    let a = Sorted::new(a);
    least_way(|dx, dy| b.iter().any(|&(x, y)| a.has((x + dx, y + dy))))
}

/// The least change, by (dx² + dy², dy, dx), after which two things don't meet.
pub(crate) fn least_way(meets: impl Fn(i64, i64) -> bool) -> (i64, i64) {
    let mut best: Option<(i64, i64, i64)> = None;
    for reach in 0.. {
        // All changes that are left are longer.
        if best.is_some_and(|(squared, ..)| squared < reach * reach) {
            break;
        }
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let is_new = dx.abs() == reach || dy.abs() == reach;
                let key = (dx * dx + dy * dy, dy, dx);
                if is_new && best.is_none_or(|best| key < best) && !meets(dx, dy) {
                    best = Some(key);
                }
            }
        }
    }
    best.map_or((0, 0), |(_, dy, dx)| (dx, dy))
}

/// As [`Grid::closest`], for two lists of pixels. Both pixels are in the plane of the lists.
#[must_use]
pub fn closest_of(a: &[Pixel], b: &[Pixel]) -> Option<Closest> {
    let pixels = Sorted::new(a);
    if b.iter().any(|&pixel| pixels.has(pixel)) {
        return None;
    }
    let gap = |a: i64, b: i64| ((a - b).abs() - 1).max(0) as u64;
    let pairs = a.iter().flat_map(|&(ax, ay)| {
        b.iter().map(move |&(bx, by)| {
            let (gx, gy) = (gap(ax, bx), gap(ay, by));
            (gx.pow(2) + gy.pow(2), ay, ax, by, bx)
        })
    });
    pairs.min().map(|(squared, ay, ax, by, bx)| Closest { squared, a: (ax, ay), b: (bx, by) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bars() {
        let bar = Grid::draw("###");
        // Two pixels deep from the left: the ways out are two pixels to the right, or one up or down.
        assert_eq!(bar.separation(&bar, (1, 0)), (0, -1));
        assert_eq!(bar.separation_among(&bar, (1, 0), |_, dy| dy == 0), Some((2, 0)));
        assert_eq!(bar.separation_among(&bar, (0, 0), |_, dy| dy == 0), Some((-3, 0)));
        assert_eq!(bar.separation_among(&bar, (0, 0), |dx, dy| (dx, dy) == (0, 0)), None);
        assert_eq!(bar.separation(&bar, (3, 0)), (0, 0));
        // One pixel to the left they would share three, to the right one.
        assert_eq!(bar.normal(&bar, (1, 0)), (2, 0));
        assert_eq!(bar.normal(&bar, (i64::from(i32::MAX), 0)), (0, 0));
    }

    #[test]
    fn gaps_are_between_squares() {
        let dot = Grid::draw("#");
        let at = |offset| dot.closest(&dot, offset).map(|closest| closest.squared);
        assert_eq!(
            [at((0, 0)), at((1, 0)), at((1, 1)), at((2, 0)), at((-4, 5))],
            [None, Some(0), Some(0), Some(1), Some(9 + 16)]
        );
        assert_eq!(Grid::new(3, 3).closest(&dot, (0, 0)), None);
        // Four pairs touch; the first pixel of a is the right one, since the row comes first.
        let a = Grid::draw(
            "..#
             ##.",
        );
        assert_eq!(a.closest(&Grid::draw("##"), (3, 0)), Some(Closest { squared: 0, a: (2, 0), b: (0, 0) }));
    }

    #[test]
    fn lists_are_grids() {
        let a = Grid::draw("###.\n..##");
        let b = Grid::draw(".##\n##.");
        for offset in [(0, 0), (1, 0), (-1, 1), (3, 1), (5, -7), (2, 2)] {
            let moved: Vec<Pixel> = b.points().iter().map(|&(x, y)| (x + offset.0, y + offset.1)).collect();
            assert_eq!(normal_of(&a.points(), &moved), a.normal(&b, offset), "{offset:?}");
            assert_eq!(separation_of(&a.points(), &moved), a.separation(&b, offset), "{offset:?}");
            let own = |Closest { squared, a, b }| Closest { squared, a, b: (b.0 - offset.0, b.1 - offset.1) };
            assert_eq!(closest_of(&a.points(), &moved).map(own), a.closest(&b, offset), "{offset:?}");
        }
    }
}
