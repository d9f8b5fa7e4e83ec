//! Moments and convex hulls against brute force.

use crate::common::Blame;
use hitmask::{Mask, Point, RunMask};
use hitmask_oracle::Grid;

fn check_moments(grid: &Grid, mask: &Mask) {
    let moments = mask.moments();
    assert_eq!(moments, RunMask::from_mask(mask).moments());
    let sum =
        |f: fn(u64, u64) -> u64| -> u64 { grid.points().iter().map(|&(x, y)| f(x as u64, y as u64)).sum() };
    assert_eq!(moments.area, grid.count());
    assert_eq!((moments.x, moments.y), (sum(|x, _| x), sum(|_, y| y)));
    assert_eq!(
        (moments.xx, moments.xy, moments.yy),
        (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y))
    );
    // The area times the sum over pixels is half the sum over pairs.
    let points = grid.points();
    if points.len() < 200 {
        let pairs = |f: fn(i64, i64) -> i64| -> i128 {
            let each = points.iter().flat_map(|p| points.iter().map(move |q| f(p.0 - q.0, p.1 - q.1)));
            i128::from(each.sum::<i64>()) / 2
        };
        assert_eq!(moments.central_xx(), pairs(|dx, _| dx * dx));
        assert_eq!(moments.central_xy(), pairs(|dx, dy| dx * dy));
        assert_eq!(moments.central_yy(), pairs(|_, dy| dy * dy));
    }
    let means = mask.centroid().map(|p| (u64::from(p.x as u32), u64::from(p.y as u32)));
    let ours = (moments.area > 0).then(|| (moments.x / moments.area, moments.y / moments.area));
    assert_eq!(means, ours);
}

fn check_hull(grid: &Grid, mask: &Mask) {
    let hull = mask.convex_hull();
    let _blame = Blame(&hull);
    let corners: Vec<(i64, i64)> =
        grid.points().iter().flat_map(|&(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]).collect();
    assert_eq!(hull.is_empty(), corners.is_empty());
    let hull: Vec<(i64, i64)> = hull.iter().map(|p| (p.x.into(), p.y.into())).collect();
    assert_eq!(hull.first(), hull.iter().min_by_key(|p| (p.1, p.0)));
    for (i, &a) in hull.iter().enumerate() {
        let (b, c) = (hull[(i + 1) % hull.len()], hull[(i + 2) % hull.len()]);
        let side = |p: (i64, i64)| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
        assert!(corners.contains(&a), "{a:?} is no pixel's corner");
        assert!(side(c) > 0, "no turn at {b:?}");
        assert!(corners.iter().all(|&p| side(p) >= 0), "a pixel is outside {a:?} {b:?}");
    }
}

#[test]
fn against_brute_force() {
    crate::common::each_picture(50_000_000, 1_500, 10, |grid, mask| {
        check_moments(grid, mask);
        check_hull(grid, mask);
    });
}

/// `angle` needs `std`.
#[cfg(feature = "std")]
#[test]
fn directions() {
    let angle = |mask: &Mask| mask.moments().angle();
    let near = |a: Option<f64>, degrees: f64| (a.unwrap().to_degrees() - degrees).abs() < 1e-9;
    assert!(near(angle(&Mask::filled(7, 2)), 0.0));
    assert!(near(angle(&Mask::filled(2, 7)), 90.0));
    assert!(near(angle(&Mask::from_fn(6, 6, |x, y| x == y)), 45.0));
    assert!(near(angle(&Mask::from_fn(6, 6, |x, y| x + y == 5)), -45.0));
    for none in [Mask::new(3, 3), Mask::filled(1, 1), Mask::filled(8, 8)] {
        assert_eq!(angle(&none), None);
    }
}

/// The sums of the largest masks are exact.
#[test]
fn the_longest_sides() {
    for mask in [Mask::filled(65_535, 2), Mask::filled(3, 65_535)] {
        let (w, h) = (u128::from(mask.width()), u128::from(mask.height()));
        let moments = mask.moments();
        assert_eq!(u128::from(moments.xx), h * ((w - 1) * w * (2 * w - 1) / 6));
        assert_eq!(u128::from(moments.yy), w * ((h - 1) * h * (2 * h - 1) / 6));
        assert_eq!(moments.central_xy(), 0);
        let (right, bottom) = (mask.width() as i32, mask.height() as i32);
        assert_eq!(mask.convex_hull(), [(0, 0), (right, 0), (right, bottom), (0, bottom)].map(Point::from));
    }
}
