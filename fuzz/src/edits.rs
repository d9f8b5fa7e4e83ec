//! Scripts of edits made from the input: a mask and the oracle's grid go through the same edits and must stay equal.

use hitmask::Mask;
use hitmask::Point;
use hitmask_oracle::overlap;

use crate::bytes::{Bytes, corners};

/// The first bytes make a mask. The rest edit it.
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
                3 => (mask.difference_with(&other, offset), grid.difference_with(&other_grid, offset)),
                4 => (mask.intersect_with(&other, offset), grid.intersect_with(&other_grid, offset)),
                5 => (
                    mask.symmetric_difference_with(&other, offset),
                    grid.symmetric_difference_with(&other_grid, offset),
                ),
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
    // No matter how the mask was made, it must equal a mask made directly from its pixels.
    assert_eq!(mask, Mask::from_fn(w, h, |x, y| grid.get(i64::from(x), i64::from(y))));
}
