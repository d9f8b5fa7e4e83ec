//! Run masks give the same answers as masks, and as a test of every pixel.

use hitmask::{AlphaMask, Mask, MaskError, Point, Rect, Run, RunFault, RunMask, Shape};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        hitmask_oracle::splitmix(&mut self.0)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A mask of up to 200 × 40 pixels: blobs, stripes, noise of any density, or nothing.
    fn mask(&mut self) -> Mask {
        let (w, h) = (self.below(201) as u32, self.below(41) as u32);
        let (kind, density, period) = (self.below(5), self.below(101), 1 + self.below(90) as u32);
        let (cx, cy, r) = (self.below(200) as i64, self.below(40) as i64, self.below(80) as i64);
        Mask::from_fn(w, h, |x, y| match kind {
            0 => (i64::from(x) - cx).pow(2) + (i64::from(y) - cy).pow(2) < r * r,
            1 => (x / period + y / 7) % 2 == 0,
            2 => x == y || x + y == 60,
            3 => self.below(100) < density,
            _ => y % 3 == 0 && self.below(20) > 0,
        })
    }

    /// Near multiples of the word size, anywhere near, or at the ends of i32.
    fn coordinate(&mut self) -> i32 {
        const EDGES: [i32; 20] =
            [0, 1, -1, 31, 32, 33, 63, 64, 65, 127, 128, 129, -63, -64, -65, -127, -128, -129, 199, -199];
        const ENDS: [i32; 6] = [i32::MIN, i32::MIN + 1, i32::MAX, i32::MAX - 1, 65_535, -65_536];
        match self.below(20) {
            0 => ENDS[self.below(6) as usize],
            1..8 => EDGES[self.below(20) as usize],
            _ => self.below(401) as i32 - 200,
        }
    }

    fn offset(&mut self) -> Point {
        let y = if self.below(3) == 0 { self.coordinate() } else { self.below(81) as i32 - 40 };
        Point::new(self.coordinate(), y)
    }
}

/// Every verb with every shape as the argument, against a test of every pixel.
macro_rules! check {
    ($a:expr, $b:expr, $solid:expr, $offset:expr, $why:expr) => {{
        let (a, b, solid, offset, why) = (&$a, &$b, $solid, $offset, &$why);
        let points: &[Point] = solid;
        let first = points.first().copied();
        assert_eq!(a.overlaps(b, offset), !points.is_empty(), "overlaps {why}");
        assert_eq!(a.overlap_area(b, offset), points.len() as u64, "area {why}");
        assert_eq!(a.first_overlap(b, offset), first, "first {why}");
        assert_eq!(a.overlap_bounds(b, offset), bounds_of(points), "bounds {why}");
        assert!(a.overlap_points(b, offset).eq(points.iter().copied()), "points {why}");
    }};
}

fn bounds_of(points: &[Point]) -> Option<Rect> {
    let x0 = points.iter().map(|p| p.x).min()?;
    let x1 = points.iter().map(|p| p.x).max()?;
    let (y0, y1) = (points.iter().map(|p| p.y).min()?, points.iter().map(|p| p.y).max()?);
    Some(Rect::from_inclusive(x0, y0, x1, y1))
}

/// The pixels that are solid in both, in a's pixels.
fn meet(a: &Mask, solid: impl Fn(i64, i64) -> bool, offset: Point) -> Vec<Point> {
    let back = |p: &Point| solid(i64::from(p.x) - i64::from(offset.x), i64::from(p.y) - i64::from(offset.y));
    a.points().filter(back).collect()
}

fn at(mask: &Mask, x: i64, y: i64) -> bool {
    i32::try_from(x).is_ok_and(|x| i32::try_from(y).is_ok_and(|y| mask.get((x, y))))
}

#[test]
fn the_longer_run_goes_on() {
    let a = RunMask::from_runs(6, 1, &[[Run::new(0, 4)]]).unwrap();
    let b = RunMask::from_runs(6, 1, &[[Run::new(1, 6)]]).unwrap();
    assert_eq!(a.first_overlap(&b, (0, 0)), Some(Point::new(1, 0)));
    assert_eq!(b.overlap_area(&a, (0, 0)), 3);
}

#[test]
fn every_verb_with_every_shape() {
    let seed = 0x5EED_0001;
    let mut random = Random(seed);
    for case in 0..12_000 {
        let (a, b) = (random.mask(), random.mask());
        let offset = random.offset();
        let (runs_a, runs_b) = (RunMask::from(&a), RunMask::from(&b));
        let why = format!("seed {seed:#x} case {case} offset {offset:?}\n{a:?}\n{b:?}");
        let points = meet(&a, |x, y| at(&b, x, y), offset);
        check!(runs_a, runs_b, &points, offset, why);
        check!(runs_a, b, &points, offset, why);
        check!(a, runs_b, &points, offset, why);

        let level = random.below(256) as u8;
        let alphas: Vec<u8> = (0..b.width() * b.height()).map(|_| random.below(256) as u8).collect();
        let alpha = AlphaMask::from_alpha(b.width(), b.height(), &alphas).unwrap();
        let solid = alpha.to_mask(level);
        let points = meet(&a, |x, y| at(&solid, x, y), offset);
        check!(runs_a, alpha.at_level(level), &points, offset, why);
        let points = meet(&solid, |x, y| at(&a, x, y), offset);
        check!(alpha.at_level(level), runs_a, &points, offset, why);

        let rect = Rect::new(
            random.coordinate(),
            random.coordinate(),
            random.below(300) as u32,
            u32::MAX >> random.below(32),
        );
        let inside = |x: i64, y: i64| {
            let p = (i32::try_from(x), i32::try_from(y));
            matches!(p, (Ok(x), Ok(y)) if rect.contains((x, y)))
        };
        check!(runs_a, rect, &meet(&a, inside, offset), offset, why);
        // From the rectangle's side: the mask's pixels in the rectangle, in the rectangle's coordinates.
        let moved: Vec<Point> = a
            .points()
            .filter_map(|p| Some(Point::new(p.x.checked_add(offset.x)?, p.y.checked_add(offset.y)?)))
            .filter(|&p| rect.contains(p))
            .collect();
        check!(rect, runs_a, &moved, offset, why);
    }
}

fn edited<S: Shape>(mask: &Mask, other: &S, offset: Point) -> [Mask; 4] {
    let mut all = [mask.clone(), mask.clone(), mask.clone(), mask.clone()];
    all[0].union_with(other, offset);
    all[1].difference_with(other, offset);
    all[2].intersect_with(other, offset);
    all[3].symmetric_difference_with(other, offset);
    all
}

fn edited_runs<S: Shape>(mask: &Mask, other: &S, offset: Point) -> [RunMask; 4] {
    let mask = RunMask::from(mask);
    let mut all = [mask.clone(), mask.clone(), mask.clone(), mask];
    all[0].union_with(other, offset);
    all[1].difference_with(other, offset);
    all[2].intersect_with(other, offset);
    all[3].symmetric_difference_with(other, offset);
    all
}

#[test]
fn edits_are_those_of_bits() {
    let seed = 0x5EED_0002;
    let mut random = Random(seed);
    for case in 0..3_000 {
        let (a, b) = (random.mask(), random.mask());
        let offset = random.offset();
        let runs_b = RunMask::from(&b);
        let alphas: Vec<u8> = (0..b.width() * b.height()).map(|_| random.below(256) as u8).collect();
        let alpha = AlphaMask::from_alpha(b.width(), b.height(), &alphas).unwrap();
        let rect = Rect::new(random.coordinate(), random.coordinate(), 70, 20);
        let why = format!("seed {seed:#x} case {case} offset {offset:?}\n{a:?}\n{b:?}");

        let expected = edited(&a, &b, offset);
        let as_runs = expected.each_ref().map(RunMask::from);
        assert_eq!(edited(&a, &runs_b, offset), expected, "bits by runs {why}");
        assert_eq!(edited_runs(&a, &runs_b, offset), as_runs, "runs by runs {why}");
        assert_eq!(edited_runs(&a, &b, offset), as_runs, "runs by bits {why}");
        let by_alpha = edited(&a, &alpha.at_level(100), offset);
        assert_eq!(
            edited_runs(&a, &alpha.at_level(100), offset),
            by_alpha.each_ref().map(RunMask::from),
            "{why}"
        );
        let by_rect = edited(&a, &rect, offset);
        assert_eq!(edited_runs(&a, &rect, offset), by_rect.each_ref().map(RunMask::from), "{why}");
        assert_eq!(RunMask::from(&a).overlap_mask(&runs_b, offset), a.overlap_mask(&b, offset), "{why}");
        for mask in &as_runs {
            validate(mask);
        }
    }
}

/// The documented guarantees of every run mask.
fn validate(mask: &RunMask) {
    for y in 0..mask.height() {
        let row = mask.runs(y);
        assert!(row.iter().all(|run| run.start < run.end && u32::from(run.end) <= mask.width()));
        assert!(row.windows(2).all(|pair| pair[0].end < pair[1].start), "runs that touch");
    }
    assert_eq!(mask.bounds(), bounds_of(&mask.points().collect::<Vec<_>>()));
}

#[test]
fn nothing_is_lost_between_bits_and_runs() {
    let seed = 0x5EED_0003;
    let mut random = Random(seed);
    for case in 0..2_000 {
        let mask = random.mask();
        let runs = RunMask::from(&mask);
        let why = format!("seed {seed:#x} case {case}\n{mask:?}");
        validate(&runs);
        assert_eq!(Mask::from(&runs), mask, "{why}");
        let (w, h) = mask.size();
        assert_eq!(
            (runs.size(), runs.count(), runs.bounds()),
            ((w, h), mask.count(), mask.bounds()),
            "{why}"
        );
        assert_eq!((runs.centroid(), runs.is_empty()), (mask.centroid(), mask.is_empty()), "{why}");
        assert!(runs.points().eq(mask.points()), "{why}");
        assert_eq!(RunMask::from_fn(w, h, |x, y| mask.get((x as i32, y as i32))), runs, "{why}");
        let rows: Vec<&[Run]> = (0..h).map(|y| runs.runs(y)).collect();
        assert_eq!(RunMask::from_runs(w, h, &rows), Ok(runs.clone()), "{why}");
        assert_eq!(
            (runs.flip_h().to_mask(), runs.flip_v().to_mask()),
            (mask.flip_h(), mask.flip_v()),
            "{why}"
        );
        let rect = Rect::new(random.coordinate(), random.coordinate(), random.below(250) as u32, 30);
        assert_eq!(runs.crop(rect).to_mask(), mask.crop(rect), "{why}");
        let mut not = (runs.clone(), mask.clone());
        not.0.invert();
        not.1.invert();
        assert_eq!(not.0.to_mask(), not.1, "{why}");
        for _ in 0..20 {
            let p = random.offset();
            assert_eq!(runs.get(p), mask.get(p), "{p:?} {why}");
        }
    }
}

#[test]
fn one_run_against_thousands() {
    let comb = RunMask::from_fn(65_535, 2, |x, _| x % 3 == 0);
    let bar = RunMask::filled(30_000, 1);
    assert_eq!(comb.overlap_area(&bar, (1, 1)), 10_000);
    assert_eq!(bar.overlap_area(&comb, (-1, -1)), 10_000);
    assert_eq!(comb.first_overlap(&bar, (1, 1)), Some(Point::new(3, 1)));
    assert_eq!(bar.first_overlap(&comb, (-1, -1)), Some(Point::new(2, 0)));
    assert_eq!(bar.overlap_area(&comb, (-60_000, 0)), (65_535 - 60_000_u64).div_ceil(3));
    let two = RunMask::from_fn(65_535, 1, |x, _| x == 65_533 || x == 2);
    assert!(!two.overlaps(&comb, (0, 0)));
    assert_eq!(two.first_overlap(&comb, (1, 0)), Some(Point::new(65_533, 0)));
    assert_eq!(two.first_overlap(&comb, (-1, 0)), Some(Point::new(2, 0)));
}

#[test]
fn the_largest_shapes() {
    let all = RunMask::filled(65_535, 32_768);
    assert_eq!((all.count(), all.run_count()), (65_535 * 32_768, 32_768));
    assert_eq!(all.overlap_area(&all, (65_534, -32_767)), 1);
    assert_eq!(all.overlap_area(&Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX), (0, 0)), all.count());
    assert!(RunMask::try_new(65_536, 1).is_err());
    assert!(RunMask::try_new(65_535, 65_535).is_err());
    for (w, h) in [(0, 65_535), (65_535, 0), (0, 0)] {
        let none = RunMask::filled(w, h);
        assert!(none.is_empty() && !none.overlaps(&all, (0, 0)) && !all.overlaps(&none, (0, 0)));
        assert_eq!((none.bounds(), none.to_mask()), (None, Mask::new(w, h)));
    }
}

#[test]
fn bad_runs_are_named() {
    let build = |w, rows: &[Vec<Run>]| RunMask::from_runs(w, 2, rows);
    let bad = |start, end, index, fault| Err(MaskError::BadRun { row: 1, index, start, end, fault });
    let row = |runs: &[(u16, u16)]| vec![vec![], runs.iter().copied().map(Run::from).collect()];
    assert_eq!(build(9, &row(&[(3, 3)])), bad(3, 3, 0, RunFault::Empty));
    assert_eq!(build(9, &row(&[(0, 1), (4, 3)])), bad(4, 3, 1, RunFault::Empty));
    assert_eq!(build(9, &row(&[(0, 10)])), bad(0, 10, 0, RunFault::Outside));
    assert_eq!(build(9, &row(&[(0, 4), (3, 5)])), bad(3, 5, 1, RunFault::OutOfOrder));
    assert_eq!(build(9, &row(&[(6, 8), (0, 2)])), bad(0, 2, 1, RunFault::OutOfOrder));
    assert_eq!(build(9, &[vec![]]), Err(MaskError::WrongLength { expected: 2, actual: 1, unit: "rows" }));
    let text = build(9, &row(&[(0, 4), (3, 5)])).unwrap_err().to_string();
    assert_eq!(
        text,
        "run 1 of row 1, from 3 up to but not including 5, starts before the end of the previous run"
    );
}
