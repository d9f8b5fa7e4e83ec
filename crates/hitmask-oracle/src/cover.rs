//! The world pixels that a thing covers, one by one.

use std::rc::Rc;

use crate::contact::least_way;
use crate::posed::{corners, determinant};
use crate::{Affine, AlphaGrid, Grid, texel_at};

/// One in the units of an [`Affine`].
const ONE: i64 = 1 << 16;
/// The pixels that exist, on either axis; the end is outside.
const PIXELS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64 + 1);

/// What a thing shows at a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Whether it is solid there.
    pub solid: bool,
    /// The alpha that it shows there, for alpha sums. 255 where a thing without alphas is solid.
    pub alpha: u8,
}

impl Cell {
    /// Whether it counts for distances and the like.
    fn counts(self, by_sum: bool) -> bool {
        if by_sum { self.alpha > 0 } else { self.solid }
    }
}

const SOLID: Cell = Cell { solid: true, alpha: 255 };
const CLEAR: Cell = Cell { solid: false, alpha: 0 };

/// A window of world pixels, and what a thing shows at each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// left, top, right, bottom; right and bottom are outside.
    window: (i64, i64, i64, i64),
    /// Row by row. None if the whole window is solid.
    cells: Option<Rc<Vec<Cell>>>,
}

/// Where two covers meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The lowest y, then the lowest x.
    pub first: (i64, i64),
    /// How many pixels.
    pub area: u64,
    /// (x, y, w, h) around them.
    pub bounds: (i64, i64, i64, i64),
}

impl Cover {
    /// A cover without pixels.
    #[must_use]
    pub fn nothing() -> Cover {
        Cover { window: (0, 0, 0, 0), cells: None }
    }

    /// Every pixel of a rectangle of any size, cut to the pixels that exist.
    #[must_use]
    pub fn block(x: i64, y: i64, w: i64, h: i64) -> Cover {
        let (least, end) = PIXELS;
        let window = (x.max(least), y.max(least), (x + w).min(end), (y + h).min(end));
        if window.0 >= window.2 || window.1 >= window.3 {
            return Cover::nothing();
        }
        Cover { window, cells: None }
    }

    /// The values of a function for each pixel from (x0, y0) up to but not including (x1, y1).
    #[must_use]
    pub fn from_fn((x0, y0, x1, y1): (i64, i64, i64, i64), mut cell: impl FnMut(i64, i64) -> Cell) -> Cover {
        let (least, end) = PIXELS;
        let window = (x0.max(least), y0.max(least), x1.min(end), y1.min(end));
        if window.0 >= window.2 || window.1 >= window.3 {
            return Cover::nothing();
        }
        let mut cells = Vec::new();
        for y in window.1..window.3 {
            for x in window.0..window.2 {
                cells.push(cell(x, y));
            }
        }
        Cover { window, cells: Some(Rc::new(cells)) }
    }

    /// The pixels of a window for which a predicate holds.
    #[must_use]
    pub fn solid_where(window: (i64, i64, i64, i64), solid: impl Fn(i64, i64) -> bool) -> Cover {
        Cover::from_fn(window, |x, y| if solid(x, y) { SOLID } else { CLEAR })
    }

    /// A list of pixels.
    #[must_use]
    pub fn points(points: &[(i64, i64)]) -> Cover {
        let Some((x, y, w, h)) = crate::grid::bounds_of(points) else { return Cover::nothing() };
        Cover::solid_where((x, y, x + w, y + h), |x, y| points.contains(&(x, y)))
    }

    /// A posed grid.
    #[must_use]
    pub fn grid(grid: &Grid, pose: Affine) -> Cover {
        let window = window(pose, (0, 0), (grid.w as i64, grid.h as i64));
        Cover::solid_where(window, |x, y| {
            let (u, v) = texel_at(pose, x, y);
            grid.get(u, v)
        })
    }

    /// Posed alphas. A pixel is solid if its alpha is `level` or more.
    #[must_use]
    pub fn alpha(grid: &AlphaGrid, level: u8, pose: Affine) -> Cover {
        let (w, h) = (grid.w as i64, grid.h as i64);
        Cover::from_fn(window(pose, (0, 0), (w, h)), |x, y| {
            let (u, v) = texel_at(pose, x, y);
            let inside = u >= 0 && v >= 0 && u < w && v < h;
            let alpha = grid.get(u, v);
            Cell { solid: inside && alpha >= level, alpha }
        })
    }

    /// A posed rectangle of texels.
    #[must_use]
    pub fn posed_block((x, y, w, h): (i64, i64, i64, i64), pose: Affine) -> Cover {
        if w == 0 || h == 0 {
            return Cover::nothing();
        }
        Cover::solid_where(window(pose, (x, y), (x + w, y + h)), |px, py| {
            let (u, v) = texel_at(pose, px, py);
            u >= x && u < x + w && v >= y && v < y + h
        })
    }

    /// (x, y, w, h) of the window outside of which it shows nothing.
    #[must_use]
    pub fn window(&self) -> (i64, i64, i64, i64) {
        let (x0, y0, x1, y1) = self.window;
        (x0, y0, x1 - x0, y1 - y0)
    }

    /// The same pixels, moved.
    #[must_use]
    pub fn moved(&self, (dx, dy): (i64, i64)) -> Cover {
        let (x0, y0, x1, y1) = self.window;
        Cover { window: (x0 + dx, y0 + dy, x1 + dx, y1 + dy), cells: self.cells.clone() }
    }

    /// The cover on a torus of w x h pixels: each pixel shows all that the pixels show which lie whole laps away from it.
    #[must_use]
    pub fn wrapped(&self, (w, h): (i64, i64)) -> Cover {
        let (x0, y0, x1, y1) = self.window;
        // One lap of a solid block shows everything.
        let (x1, y1) = match self.cells {
            None => (x1.min(x0 + w), y1.min(y0 + h)),
            Some(_) => (x1, y1),
        };
        let mut cells = vec![CLEAR; (w * h) as usize];
        for (x, y) in (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))) {
            let (shown, all) = (self.at(x, y), &mut cells[(y.rem_euclid(h) * w + x.rem_euclid(w)) as usize]);
            *all = Cell { solid: all.solid || shown.solid, alpha: all.alpha.max(shown.alpha) };
        }
        Cover { window: (0, 0, w, h), cells: Some(Rc::new(cells)) }
    }

    /// What the thing shows at a pixel.
    #[must_use]
    pub fn at(&self, x: i64, y: i64) -> Cell {
        let (x0, y0, x1, y1) = self.window;
        if x < x0 || y < y0 || x >= x1 || y >= y1 {
            return CLEAR;
        }
        match &self.cells {
            None => SOLID,
            Some(cells) => cells[((y - y0) * (x1 - x0) + (x - x0)) as usize],
        }
    }

    /// The solid pixels, row by row. There may be very many in a window that is solid all over.
    #[must_use]
    pub fn solid_points(&self) -> Vec<(i64, i64)> {
        self.counted_points(false)
    }

    /// The pixels that count, row by row: the solid ones; or, in a pair with the rule of alpha sum, the visible ones.
    #[must_use]
    pub fn counted_points(&self, by_sum: bool) -> Vec<(i64, i64)> {
        let (x0, y0, x1, y1) = self.window;
        let all = (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y)));
        all.filter(|&(x, y)| self.at(x, y).counts(by_sum)).collect()
    }

    /// (x, y, w, h) around the solid pixels.
    #[must_use]
    pub fn bounds(&self) -> Option<(i64, i64, i64, i64)> {
        let (x0, y0, x1, y1) = self.window;
        match &self.cells {
            None if x0 < x1 && y0 < y1 => Some((x0, y0, x1 - x0, y1 - y0)),
            None => None,
            Some(_) => crate::grid::bounds_of(&self.solid_points()),
        }
    }

    /// Where both are solid; or, for alpha sums, where both alphas are above 0 and add up to 255 or more.
    #[must_use]
    pub fn touch(&self, other: &Cover, by_sum: bool) -> Option<Touch> {
        let (a, b) = (self.window, other.window);
        let (x0, y0) = (a.0.max(b.0), a.1.max(b.1));
        let (x1, y1) = (a.2.min(b.2), a.3.min(b.3));
        if x0 >= x1 || y0 >= y1 {
            return None;
        }
        if self.cells.is_none() && other.cells.is_none() {
            let (w, h) = (x1 - x0, y1 - y0);
            // No more than 2^64 - 2^33 + 1: all pixels but a row and a column.
            let area = u64::try_from(i128::from(w) * i128::from(h)).unwrap_or(u64::MAX);
            return Some(Touch { first: (x0, y0), area, bounds: (x0, y0, w, h) });
        }
        let mut points = Vec::new();
        for y in y0..y1 {
            for x in x0..x1 {
                let (p, q) = (self.at(x, y), other.at(x, y));
                let sum = u16::from(p.alpha) + u16::from(q.alpha);
                let meets =
                    if by_sum { p.alpha > 0 && q.alpha > 0 && sum >= 255 } else { p.solid && q.solid };
                if meets {
                    points.push((x, y));
                }
            }
        }
        let bounds = crate::grid::bounds_of(&points)?;
        Some(Touch { first: points[0], area: points.len() as u64, bounds })
    }
}

/// Normal and separation, by the solid pixels; or, for pairs with the rule of alpha sum, by the visible ones.
impl Cover {
    /// left, top, right and bottom of what both windows have in common after the other one was moved. Nothing if left >= right or
    /// top >= bottom.
    fn common(&self, other: &Cover, (dx, dy): (i64, i64)) -> (i64, i64, i64, i64) {
        let (a, b) = (self.window, other.window);
        (a.0.max(b.0 + dx), a.1.max(b.1 + dy), a.2.min(b.2 + dx), a.3.min(b.3 + dy))
    }

    /// The pixels that both have after the other one was moved, row by row.
    fn shared(&self, other: &Cover, by_sum: bool, by: (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
        let (x0, y0, x1, y1) = self.common(other, by);
        let all = (y0..y1).flat_map(move |y| (x0..x1).map(move |x| (x, y)));
        all.filter(move |&pixel| self.shares(other, by_sum, by, pixel))
    }

    /// Whether both have a pixel after the other one was moved.
    fn shares(&self, other: &Cover, by_sum: bool, by: (i64, i64), (x, y): (i64, i64)) -> bool {
        self.at(x, y).counts(by_sum) && other.at(x - by.0, y - by.1).counts(by_sum)
    }

    /// Whether both have a pixel.
    #[must_use]
    pub fn shares_any(&self, other: &Cover, by_sum: bool) -> bool {
        self.shared(other, by_sum, (0, 0)).next().is_some()
    }

    /// How many pixels both have after the other one was moved.
    fn area(&self, other: &Cover, by_sum: bool, by: (i64, i64)) -> i128 {
        if self.cells.is_none() && other.cells.is_none() {
            let (x0, y0, x1, y1) = self.common(other, by);
            return i128::from((x1 - x0).max(0)) * i128::from((y1 - y0).max(0));
        }
        self.shared(other, by_sum, by).count() as i128
    }

    /// How many pixels fewer both have with the other one pixel to the right than one to the left; and the same for down and up.
    #[must_use]
    pub fn normal(&self, other: &Cover, by_sum: bool) -> (i128, i128) {
        let area = |dx, dy| self.area(other, by_sum, (dx, dy));
        (area(-1, 0) - area(1, 0), area(0, -1) - area(0, 1))
    }

    /// The least change of the other's position after which they have no pixel in common.
    #[must_use]
    pub fn separation(&self, other: &Cover, by_sum: bool) -> (i64, i64) {
        // The pixel that they shared on the way before. Mostly they share it on the next one, too.
        let last = std::cell::Cell::new(None);
        least_way(|dx, dy| {
            let by = (dx, dy);
            let again = last.get().filter(|&pixel| self.shares(other, by_sum, by, pixel));
            last.set(again.or_else(|| self.shared(other, by_sum, by).next()));
            last.get().is_some()
        })
    }
}

/// (left, top, right, bottom) of a window, right and bottom excluded. It contains every pixel that shows a texel from `from` up to but not
/// including `to`.
fn window(pose: Affine, from: (i64, i64), to: (i64, i64)) -> (i64, i64, i64, i64) {
    assert!(determinant(pose) != 0, "{pose:?} is singular");
    if from.0 >= to.0 || from.1 >= to.1 {
        return (0, 0, 0, 0);
    }
    let at = corners(pose, from, to);
    let (xs, ys) = (at.map(|p| p.0), at.map(|p| p.1));
    let low = |all: [i64; 4]| all.into_iter().min().expect("four corners").div_euclid(ONE) - 1;
    let high = |all: [i64; 4]| all.into_iter().max().expect("four corners").div_euclid(ONE) + 2;
    (low(xs), low(ys), high(xs), high(ys))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Affine = [ONE, 0, 0, ONE, 0, 0];

    #[test]
    fn pixels_meet_one_by_one() {
        let a = Cover::grid(&Grid::draw("##.\n.##"), [ONE, 0, 0, ONE, 5 * ONE, 7 * ONE]);
        assert_eq!(a.solid_points(), [(5, 7), (6, 7), (6, 8), (7, 8)]);
        let row = Cover::block(6, 8, 100, 1);
        let met = a.touch(&row, false).unwrap();
        assert_eq!((met.first, met.area, met.bounds), ((6, 8), 2, (6, 8, 2, 1)));
        assert_eq!(a.touch(&Cover::block(8, 0, 4, 100), false), None);
        assert_eq!(a.touch(&Cover::nothing(), false), None);
        assert_eq!(Cover::points(&[(6, 7), (9, 9)]).touch(&a, false).unwrap().area, 1);
    }

    #[test]
    fn a_torus_shows_what_lies_whole_laps_away() {
        let row = Cover::block(-2, 7, 4, 1).wrapped((5, 3));
        assert_eq!(row.solid_points(), [(0, 1), (1, 1), (3, 1), (4, 1)]);
        assert_eq!(Cover::block(-1000, 0, 100_000, 1).wrapped((5, 3)).bounds(), Some((0, 0, 5, 1)));
        let alphas = AlphaGrid { w: 3, h: 1, alpha: vec![10, 0, 90] };
        let lapped = Cover::alpha(&alphas, 50, HERE).wrapped((2, 1));
        assert_eq!([0, 1].map(|x| lapped.at(x, 0).alpha), [90, 0]);
        assert_eq!(lapped.solid_points(), [(0, 0)]);
    }

    #[test]
    fn blocks_of_any_size() {
        let all = Cover::block(i64::MIN / 4, i64::MIN / 4, i64::MAX / 2, i64::MAX / 2);
        let met = all.touch(&all, true).unwrap();
        let least = i64::from(i32::MIN);
        assert_eq!((met.first, met.bounds), ((least, least), (least, least, 1 << 32, 1 << 32)));
        assert_eq!(Cover::block(i64::from(i32::MAX) + 1, 0, 5, 5), Cover::nothing());
        assert_eq!(Cover::block(0, 0, 0, 5), Cover::nothing());
    }

    #[test]
    fn sums_go_by_alphas_and_solids_by_levels() {
        let a = AlphaGrid { w: 4, h: 1, alpha: vec![0, 100, 200, 255] };
        let glass = Cover::alpha(&a, 150, HERE);
        assert_eq!(glass.solid_points(), [(2, 0), (3, 0)]);
        let other = Cover::alpha(&AlphaGrid { w: 4, h: 1, alpha: vec![155; 4] }, 255, HERE);
        assert_eq!(other.solid_points(), []);
        // 100 + 155 is enough.
        assert_eq!(glass.touch(&other, true).unwrap().first, (1, 0));
        assert_eq!(glass.touch(&other, false), None);
        // A thing without alphas is opaque where it is solid.
        assert_eq!(glass.touch(&Cover::block(0, 0, 9, 9), true).unwrap().area, 3);
        // From level 0 on every texel is solid, and none beside the picture.
        assert_eq!(Cover::alpha(&a, 0, HERE).solid_points().len(), 4);
    }

    #[test]
    fn normals_and_separations() {
        let (wall, ball) = (Cover::block(0, 0, 8, 40), Cover::points(&[(6, 20), (7, 20), (7, 21), (9, 21)]));
        assert_eq!(wall.separation(&ball, false), (2, 0));
        assert_eq!(wall.normal(&ball, false), (3 - 1, 0));
        let glass = Cover::alpha(&AlphaGrid { w: 3, h: 1, alpha: vec![1, 0, 200] }, 150, HERE);
        assert_eq!(glass.separation(&Cover::block(0, 0, 1, 1), false), (0, 0));
        assert_eq!(glass.separation(&Cover::block(0, 0, 1, 1), true), (0, -1));
        assert_eq!(glass.normal(&Cover::block(1, 0, 1, 1), true), (0, 0));
    }

    #[test]
    fn a_posed_block_is_a_posed_grid() {
        let full = Grid::from_fn(5, 3, |_, _| true);
        let pose = [ONE / 2, -ONE, 2 * ONE, ONE / 3, 77_777, -12_345];
        assert_eq!(
            Cover::posed_block((0, 0, 5, 3), pose).solid_points(),
            Cover::grid(&full, pose).solid_points()
        );
        assert_eq!(Cover::posed_block((0, 0, 0, 3), pose), Cover::nothing());
    }
}
