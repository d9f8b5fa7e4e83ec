//! Scripts of edits from any bytes: a mask and the oracle's grid go through the same edits and stay the same.

use hitmask::{Mask, Point, Rect};
use hitmask_oracle::{Grid, overlap};

/// Bytes, one after the other; 0 when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// A length around the edges of words: 0 to 70, or up to 510.
    fn side(&mut self) -> u32 {
        match self.next() {
            n @ 0..200 => u32::from(n % 71),
            n => (u32::from(n) - 199) * 9,
        }
    }

    /// A signed step of any size: small ones most of the time.
    fn step(&mut self) -> i32 {
        let n = i32::from(self.next() as i8);
        if n == -128 { i32::MIN } else { n * if self.next() < 220 { 1 } else { 5 } }
    }

    fn mask(&mut self) -> (Mask, Grid) {
        let (w, h) = (self.side(), self.side());
        let (kind, n) = (self.next() % 4, u32::from(self.next()) + 1);
        let solid = |x: u32, y: u32| match kind {
            0 => x.wrapping_mul(31).wrapping_add(y.wrapping_mul(17)) % n == 0,
            1 => x + y < n,
            2 => x >= w.min(n) / 2 && y % n != 0,
            _ => x == 0 || y == 0 || x + 1 == w || y + 1 == h,
        };
        let grid = Grid::from_fn(w as usize, h as usize, |x, y| solid(x as u32, y as u32));
        (Mask::from_fn(w, h, solid), grid)
    }
}

/// The first bytes make a mask, the rest edit it.
pub fn edit_script(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (mut mask, mut grid) = bytes.mask();
    let (w, h) = (mask.width(), mask.height());
    for _ in 0..24 {
        if bytes.0.is_empty() {
            break;
        }
        let choice = bytes.next() % 8;
        if choice < 2 && w > 0 && h > 0 {
            let (x, y) = (u32::from(bytes.next()) * 7 % w, u32::from(bytes.next()) * 5 % h);
            mask.set(Point::new(x as i32, y as i32), choice == 0);
            grid.set(x as usize, y as usize, choice == 0);
        } else if choice == 2 {
            mask.invert();
            grid.invert();
        } else {
            let (other, other_grid) = bytes.mask();
            let offset = (bytes.step(), bytes.step());
            match choice {
                3 => (mask.subtract(&other, offset), grid.subtract(&other_grid, offset)),
                4 => (mask.intersect_with(&other, offset), grid.intersect_with(&other_grid, offset)),
                5 => (mask.toggle_with(&other, offset), grid.toggle_with(&other_grid, offset)),
                _ => (mask.union_with(&other, offset), grid.union_with(&other_grid, offset)),
            };
            let met = overlap(&grid, &other_grid, offset);
            assert_eq!(mask.overlaps(&other, offset), met.overlaps());
            assert_eq!(mask.overlap_area(&other, offset), met.area());
            let first = mask.first_overlap(&other, offset).map(|p| (i64::from(p.x), i64::from(p.y)));
            assert_eq!(first, met.first());
            assert_eq!(mask.overlap_bounds(&other, offset).map(corners), met.bounds());
        }
    }
    assert_eq!(mask.count(), grid.count());
    assert_eq!(mask.bounds().map(corners), grid.bounds());
    assert!(mask.points().map(|p| (i64::from(p.x), i64::from(p.y))).eq(grid.points()));
    // However it came to be, it is the mask that is made of its pixels.
    assert_eq!(mask, Mask::from_fn(w, h, |x, y| grid.get(i64::from(x), i64::from(y))));
}

fn corners(r: Rect) -> (i64, i64, i64, i64) {
    (r.x.into(), r.y.into(), r.w.into(), r.h.into())
}
