//! All offsets at once, and the first pixel in every scan order, against brute force. `HITMASK_SEED=n` starts with another seed.

use crate::common::pictures::{self, Scale};
use crate::common::things::Thing;
use crate::common::{Blame, Rng, assert_same, mask_of, overlap_case, places, point};
use hitmask::{ConvexPolygon, InvalidReason, Mask, Point, PointQ16, Rect, ScanOrder, ShapeRef};
use hitmask_oracle::overlap;

#[test]
fn maps_of_offsets_and_areas() {
    let seed = crate::common::first_seed(74_000_000);
    for seed in seed..seed + 1_500 {
        let rng = &mut Rng::new(seed);
        let scale = if rng.one_in(20) { Scale::Sprite } else { Scale::Icon };
        let [a, b] = [pictures::grid(rng, scale), pictures::grid(rng, scale)];
        let _blame = Blame(&(seed, &a, &b));
        if a.count() * b.count() > 20_000_000 {
            continue;
        }
        let [left, right] = [mask_of(&a), mask_of(&b)];
        let areas = a.overlap_areas(&b);
        let map = left.overlap_area_map(&right).unwrap();
        assert!(map.areas().iter().map(|&area| u64::from(area)).eq(areas.iter().copied()), "areas");
        // If a side is 0, the oracle's map has the size 0, and hitmask's map of bits has an empty row or column.
        let truth = a.overlap_offsets(&b);
        assert_eq!(map.size(), (truth.w as u32, truth.h as u32));
        assert_eq!(map.origin(), Point::new(1 - b.w as i32, 1 - b.h as i32));
        if truth.w * truth.h > 0 {
            assert_same(&left.overlap_offsets(&right).unwrap(), &truth, "offsets");
        }
        for _ in 0..10 {
            let offset = places::offset(rng, &a, &b);
            assert_eq!(map.get(offset), left.overlap_area(&right, offset), "{offset:?}");
        }
    }
}

#[test]
fn a_map_beyond_the_limits_is_refused() {
    let row = Mask::new(40_000, 2);
    assert!(row.overlap_area_map(&row).unwrap_err().to_string().contains("too large"));
}

/// The sort key of each order.
type Key = fn(i64, i64) -> (i64, i64);

const ORDERS: [(ScanOrder, Key); 8] = [
    (ScanOrder::TopLeft, |x, y| (y, x)),
    (ScanOrder::TopRight, |x, y| (y, -x)),
    (ScanOrder::BottomLeft, |x, y| (-y, x)),
    (ScanOrder::BottomRight, |x, y| (-y, -x)),
    (ScanOrder::LeftTop, |x, y| (x, y)),
    (ScanOrder::LeftBottom, |x, y| (x, -y)),
    (ScanOrder::RightTop, |x, y| (-x, y)),
    (ScanOrder::RightBottom, |x, y| (-x, -y)),
];

#[test]
fn the_first_pixel_in_any_order() {
    let seed = crate::common::first_seed(75_000_000);
    let mut hits = 0;
    for seed in seed..seed + 12_000 {
        let rng = &mut Rng::new(seed);
        let (a, b, offset) = overlap_case::pair_of_grids(rng, Scale::Sprite);
        let (a, b) = match rng.below(8) {
            0 => (Thing::any(rng, a), overlap_case::some_rect(rng, Scale::Sprite)),
            1 => (overlap_case::some_rect(rng, Scale::Sprite), Thing::any(rng, b)),
            _ => (Thing::any(rng, a), Thing::any(rng, b)),
        };
        let _blame = Blame(&(seed, &a, &b, offset));
        let truth = overlap(a.truth(), b.truth(), offset);
        hits += u64::from(truth.overlaps());
        for (order, key) in ORDERS {
            let ours = a.lend().extreme_overlap(&b.lend(), offset, order);
            assert_eq!(ours, truth.least_by(key).map(point), "{order:?}");
        }
    }
    assert!(hits > 1_500, "{hits}");
}

/// The answer is a corner of the shared rectangle. It has too many rows to visit them all.
#[test]
fn the_first_pixel_of_huge_rectangles() {
    let whole = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    let last = i32::MAX - 1;
    for (order, key) in ORDERS {
        // The corner that comes first in the order.
        let corners = |left, top, right, bottom| {
            let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
            corners.into_iter().min_by_key(|&(x, y): &(i32, i32)| key(x.into(), y.into())).map(Point::from)
        };
        let of = |other: &Rect, offset: (i32, i32)| whole.extreme_overlap(other, offset, order);
        assert_eq!(of(&whole, (0, 0)), corners(i32::MIN, i32::MIN, last, last), "{order:?}");
        assert_eq!(of(&whole, (5, -7)), corners(i32::MIN + 5, i32::MIN, last, last - 7), "{order:?}");
        assert_eq!(of(&Rect::new(3, 4, 9, 2), (10, 20)), corners(13, 24, 21, 25), "{order:?}");
        assert_eq!(of(&Rect::new(3, 4, 0, u32::MAX), (0, 0)), None, "{order:?}");
        assert_eq!(of(&Rect::new(i32::MAX, 0, 9, 9), (0, 0)), None, "{order:?}");
    }
}

/// Polygons that cover whole rows: 2^32 pixels, one more than a rectangle can be wide.
#[test]
fn what_convex_shapes_of_any_width_share() {
    let l = PointQ16::LIMIT;
    let strip = |from: i64, to: i64, height: i64| {
        ConvexPolygon::new(
            [(from, 0), (to, 0), (to, height), (from, height)].map(|(x, y)| PointQ16::new(x, y)),
        )
        .unwrap()
    };
    let (row, column) = (strip(-l, l, 1 << 16), strip(0, 3 << 16, l));
    let (first, last) = (Point::new(i32::MIN, 0), Point::new(i32::MAX, 0));
    assert_eq!(row.overlap_area(&row, (0, 0)), 1 << 32);
    assert_eq!(row.extreme_overlap(&row, (0, 0), ScanOrder::TopLeft), Some(first));
    assert_eq!(row.extreme_overlap(&row, (0, 0), ScanOrder::BottomRight), Some(last));
    assert_eq!(row.extreme_overlap(&row, (0, 1), ScanOrder::RightTop), None);
    let too_large = ShapeRef::from(&row).try_overlap_mask(&row, (0, 0)).unwrap_err();
    assert_eq!(too_large.argument, "result");
    assert!(matches!(too_large.reason, InvalidReason::TooLarge { width: u32::MAX, height: 1, .. }));
    assert_eq!(row.overlap_bounds(&row, (1, 0)), Some(Rect::new(i32::MIN + 1, 0, u32::MAX, 1)));
    assert_eq!(
        ShapeRef::from(&row).try_overlap_mask(&column, (9, 0)),
        Ok((Mask::filled(3, 1), Point::new(9, 0)))
    );
}
