//! A counter of work, for tests that bound what a question costs. It counts rows, words and pixels, never time.

use core::cell::Cell;

std::thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// Counts work: rows of spans, words of 64 pixels that are read one by one, pixels that are drawn in 64s, looks.
pub(crate) fn add(work: u64) {
    DONE.set(DONE.get() + work);
}

/// What `f` returns, and the work that it did on this thread.
pub(crate) fn of<R>(f: impl FnOnce() -> R) -> (R, u64) {
    let before = DONE.get();
    let result = f();
    (result, DONE.get() - before)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::of;
    use crate::contact::CoveredPixels;
    use crate::geom::Offset;
    use crate::placed::Plain;
    use crate::sweep::path::Path;
    use crate::sweep::ray::{ray_cast, ray_cast_past};
    use crate::{
        Angle, Cast, Circle, Closest, Collider, ColliderShape, ConvexPolygon, Fit, Mask, Placed, Point,
        PointQ16, Pose, PoseParts, QueryFilter, Rect, ScanOrder, Shape, ShapeRef, World,
    };

    const RADIUS: i32 = 20_000;

    fn circle(x: i32, y: i32, radius: i32) -> Circle {
        Circle::new((x, y), i64::from(radius) * PointQ16::ONE).unwrap()
    }

    fn diamond(radius: i32) -> ConvexPolygon {
        ConvexPolygon::new([(0, -radius), (radius, 3), (0, radius), (-radius, 5)]).unwrap()
    }

    /// The spans that two shapes share, row by row.
    fn shared(
        a: impl Fn(i32) -> Option<(i64, i64)>,
        b: impl Fn(i32) -> Option<(i64, i64)>,
    ) -> Vec<(i32, i64, i64)> {
        let both = |y| {
            let ((a0, a1), (b0, b1)) = (a(y)?, b(y)?);
            (a0.max(b0) < a1.min(b1)).then(|| (y, a0.max(b0), a1.min(b1)))
        };
        (-2 * RADIUS..2 * RADIUS).filter_map(both).collect()
    }

    /// Questions about huge circles and polygons cost some looks for each row, not for each pixel.
    #[test]
    fn huge_shapes_cost_rows() {
        let rows = 2 * RADIUS as u64;
        let (one, other, diamond) =
            (circle(0, 0, RADIUS), circle(RADIUS / 3, RADIUS / 2, RADIUS), diamond(RADIUS));
        let pairs: [(ShapeRef<'_>, ShapeRef<'_>, Vec<_>); 3] = [
            ((&one).into(), (&other).into(), shared(|y| one.span(y), |y| other.span(y))),
            ((&one).into(), (&diamond).into(), shared(|y| one.span(y), |y| diamond.span(y))),
            (
                (&diamond).into(),
                Rect::new(5, -9999, 30_000, 15_000).into(),
                shared(|y| diamond.span(y), |y| (-9999..5001).contains(&y).then_some((5, 30_005))),
            ),
        ];
        for (a, b, spans) in pairs {
            let (area, work) = of(|| a.overlap_area(&b, (0, 0)));
            assert_eq!(area, spans.iter().map(|&(_, x0, x1)| (x1 - x0) as u64).sum::<u64>());
            assert!(work <= 3 * rows, "area: {work}");

            let (bounds, work) = of(|| a.overlap_bounds(&b, (0, 0)).unwrap());
            let (left, right) =
                (spans.iter().map(|s| s.1).min().unwrap(), spans.iter().map(|s| s.2).max().unwrap());
            let (top, bottom) = (spans[0].0, spans[spans.len() - 1].0 + 1);
            assert_eq!(bounds, Rect::new(left as i32, top, (right - left) as u32, (bottom - top) as u32));
            assert!(work <= 3 * rows, "bounds: {work}");

            let (last, work) = of(|| a.extreme_overlap(&b, (0, 0), ScanOrder::BottomRight).unwrap());
            assert_eq!(last, Point::new(spans[spans.len() - 1].2 as i32 - 1, bottom - 1));
            assert!(work <= 4 * rows, "extreme: {work}");

            let (normal, work) = of(|| a.normal(&b, (0, 0)));
            let beside = |x, y| a.overlap_area(&b, (x, y)) as i64;
            let expected = [beside(-1, 0) - beside(1, 0), beside(0, -1) - beside(0, 1)];
            assert_eq!([normal.x, normal.y].map(i64::from), expected);
            assert!(work <= 12 * rows, "normal: {work}");
        }
        let shapes: [&dyn Shape; 3] = [&one, &other, &Rect::new(0, 0, 99_999, 99_999)];
        for (a, b) in [(shapes[0], shapes[1]), (shapes[2], shapes[1]), (shapes[2], shapes[2])] {
            let (met, work) = of(|| a.overlap_labels(b, (0, 0)));
            let both = (a.overlap_area(b, (0, 0)), a.first_overlap(b, (0, 0)));
            assert_eq!((met[0].pixels, Some(met[0].first), met.len()), (both.0, both.1, 1));
            assert!(work <= 3 * rows, "labels: {work}");
        }
        // Their boxes meet, their pixels don't.
        let far = circle(RADIUS * 3 / 2, RADIUS * 3 / 2, RADIUS);
        let (points, work) = of(|| one.overlap_points(&far, (0, 0)).count());
        assert_eq!(points, 0);
        assert!(work <= 4 * rows, "points: {work}");
    }

    /// Rows in the middle of a polygon are found without a look at all corners above them.
    #[test]
    fn corners_are_found() {
        let corners = 300;
        let arc = ConvexPolygon::new((0..=corners).map(|i| (i, i * i))).unwrap();
        assert_eq!(arc.corners().len(), 301);
        let (rows, other) = ((corners * corners) as u64, circle(0, corners * corners / 2, 50_000));
        let (area, work) = of(|| arc.overlap_area(&other, (0, 0)));
        let spans: u64 = (0..rows as i32).filter_map(|y| arc.span(y)).map(|(x0, x1)| (x1 - x0) as u64).sum();
        assert_eq!(area, spans);
        assert!(work <= 5 * rows / 2, "{work}");
    }

    /// The same under poses.
    #[test]
    fn huge_turned_shapes_cost_rows() {
        let rows = 3 * RADIUS as u64;
        let diamond = diamond(RADIUS);
        let at = |position, degrees| {
            let parts = PoseParts { position, rotation: Angle::Degrees(degrees), ..PoseParts::default() };
            Pose::new(&parts).unwrap()
        };
        let poses = [at([0.3, 7.5], 20.0), at([9000.0, 5000.0], 71.0)];
        let (one, two) = (circle(2, 3, RADIUS), Rect::new(-5000, -9000, 22_000, 9500));
        let shapes: [ShapeRef<'_>; 3] = [(&one).into(), two.into(), (&diamond).into()];
        let mut told = 0;
        for a in shapes {
            for b in shapes {
                let [a, b] = [Placed::from(a).posed(&poses[0]), Placed::from(b).posed(&poses[1])];
                let (normal, work) = of(|| a.normal(b));
                assert!(work <= 16 * rows, "{work}");
                told += i32::from(normal != Point::ZERO);
            }
        }
        assert!(told >= 6, "{told}");
    }

    /// The nearest pixels of huge circles lie in caps that are short.
    #[test]
    fn huge_shapes_are_near_in_few_rows() {
        let radius = 1 << 20;
        let one = circle(0, 0, radius);
        for (x, y) in
            [(3 * radius, 0), (0, 5 * radius), (2 * radius, 2 * radius), (radius * 3 / 2, radius * 3 / 2 + 5)]
        {
            let other = circle(x, y, radius);
            let (closest, work) = of(|| one.closest(&other, (0, 0)).unwrap());
            let Closest::Apart { squared, .. } = closest else { panic!("they are apart") };
            let distance = f64::from(x).hypot(f64::from(y)) - 2.0 * f64::from(radius);
            assert!(((squared as f64).sqrt() - distance).abs() < 3.0, "{closest:?} {distance}");
            assert!(work <= 1 << 19, "{work}");
        }
    }

    /// A way out of something solid costs a few looks for each row of moves, not one for each move.
    #[test]
    fn fits_cost_rows() {
        let limit = 400;
        let filter = QueryFilter::default();
        let walls: [ColliderShape; 3] =
            [Rect::new(0, 0, 9000, 5000).into(), circle(4000, 2500, 4000).into(), diamond(9000).into()];
        for (wall, degrees) in walls.into_iter().zip([0.0, 0.0, 40.0]) {
            let mut world = World::new();
            world.insert(Collider::new(wall).rotated(Angle::Degrees(degrees)));
            let hero = world.insert(Collider::new(Mask::filled(8, 8)).at((3000, 2500)));
            let (fit, work) = of(|| world.fit_at(hero, (3000, 2500), limit, &filter));
            assert!(matches!(fit, Some(Fit::Stuck(_))), "{fit:?}");
            assert!(work <= 40 * u64::from(limit), "{work}");
        }
    }

    /// A ray that passes a huge circle goes by squares, and hits what it hits pixel by pixel.
    #[test]
    fn rays_pass_huge_shapes_in_few_steps() {
        let circle = circle(7, 9, RADIUS);
        let pixels = CoveredPixels::from(Plain { shape: (&circle).into(), corner: Offset::ZERO });
        let solid = |x, y| ShapeRef::from(&circle).has(x, y);
        let mut world = World::new();
        let ball = world.insert(Collider::new(circle));
        let mut hits = 0;
        for (i, slope) in (0..240).map(|i| (i, i % 7 - 3)) {
            let from = PointQ16::new(i64::from(-RADIUS - 9) << 16, i64::from(i * 200 - 24_000) * 65_537);
            let motion = PointQ16::new(i64::from(3 * RADIUS) << 16, i64::from(slope * 6000) << 16);
            let path = Path::new(from, motion);
            let slow = ray_cast(pixels.extent, solid, &path);
            let (fast, work) = of(|| ray_cast_past(&pixels, pixels.extent, &solid, &path));
            assert_eq!(fast, slow, "{from:?} {motion:?}");
            assert!(work <= 6000, "{work}");
            let (hit, work) = of(|| world.ray_cast(from, motion, &QueryFilter::default()));
            assert_eq!(hit.map_or(Cast::Miss, |hit| hit.cast), slow);
            assert!(work <= 6000, "{work}");
            hits += i32::from(hit.is_some_and(|hit| hit.handle == ball));
        }
        assert!((50..230).contains(&hits), "{hits}");
    }
}
