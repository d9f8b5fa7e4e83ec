//! Terrains against a flat array, and what a flat array can't show: pages, huge sizes, sharing.

use crate::common::buffer_case::Case;
use crate::common::terrain_case::{self, assert_terrain};
use crate::common::{Blame, Rng};
use hitmask::{Circle, ConvexPolygon, Mask, Point, PointQ16, Rect, Terrain};
use hitmask_oracle::Grid;

#[test]
fn scripts_1() {
    crate::common::cases(91_000_000, 900, terrain_case::run);
}

#[test]
fn scripts_2() {
    crate::common::cases(92_000_000, 900, terrain_case::run);
}

/// Pages of 16 x 16 tiles are 1024 pixels wide. This terrain has two and a part of a third; one page is full.
#[test]
fn pages() {
    let (w, h) = (2100, 1030);
    let mut terrain = Terrain::new(w, h);
    let mut grid = Grid::new(w as usize, h as usize);
    let rng = &mut Rng::new(93_000_000);
    let everything = Rect::new(-5, -5, 5000, 5000);
    for round in 0..24 {
        let rect = Rect::new(
            rng.between(-100, 2000) as i32,
            rng.between(-100, 1000) as i32,
            rng.pick(&[1, 64, 100, 1024, 1500]),
            rng.pick(&[1, 64, 100, 1024, 1500]),
        );
        let rect = if round % 8 == 3 { everything } else { rect };
        let block =
            hitmask_oracle::Block { x: rect.x.into(), y: rect.y.into(), w: rect.w.into(), h: rect.h.into() };
        let (ours, truth) = if round % 2 == 1 {
            (terrain.draw(rect, (0, 0)), grid.paint(&block, (0, 0)))
        } else {
            (terrain.carve(rect, (0, 0)), grid.carve(&block, (0, 0)))
        };
        assert_eq!((ours.pixels, ours.bounds), (truth.0, crate::common::rect(truth.1)), "{round}: {rect:?}");
        assert_terrain(&terrain, &grid);
    }
    assert_eq!(Terrain::filled(w, h).count(), u64::from(w) * u64::from(h));
}

/// The largest terrain, with something in its corners, uses little memory.
#[test]
fn huge_and_sparse() {
    let side = Terrain::MAX_SIDE;
    let mut terrain = Terrain::new(side, side);
    let dot = Rect::new(0, 0, 1, 1);
    let end = side as i32 - 1;
    for at in [(end, end), (0, 0), (end, 0), (0, end), (30_000, 40_000)] {
        assert_eq!(terrain.draw(dot, at).bounds, Some(Rect::new(at.0, at.1, 1, 1)));
        assert_eq!(terrain.draw(dot, at).pixels, 0);
    }
    terrain.validate();
    assert_eq!((terrain.count(), terrain.bounds()), (5, Some(Rect::new(0, 0, side, side))));
    assert!(terrain.memory_bytes() < 1 << 19, "{}", terrain.memory_bytes());

    let probe = Mask::filled(3, 3);
    assert_eq!(terrain.first_overlap(&probe, (end - 1, end - 1)), Some(Point::new(end, end)));
    assert_eq!(probe.first_overlap(&terrain, (1 - end, 1 - end)), Some(Point::new(1, 1)));
    assert!(!terrain.overlaps(&probe, (end + 1, end)));
    // Every offset is legal.
    for far in [i32::MIN, i32::MIN + 1, i32::MAX] {
        assert!(!terrain.overlaps(&probe, (far, far)) && !probe.overlaps(&terrain, (far, 0)));
        assert_eq!(terrain.overlap_area(&terrain, (0, far)), 0);
        assert_eq!(terrain.carve(&probe, (far, far)).pixels, 0);
    }
    let corner = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    assert_eq!(terrain.overlap_area(&corner, (0, 0)), 5);
    assert_eq!(terrain.overlap_area(&terrain, (end, end)), 1);
    assert_eq!(terrain.overlap_bounds(&terrain, (0, 0)), terrain.bounds());

    assert_eq!(terrain.carve(dot, (end, end)).pixels, 1);
    assert_eq!(terrain.carve(dot, (0, end)).pixels, 1);
    assert_eq!(terrain.bounds(), Some(Rect::new(0, 0, side, 40_001)));
    terrain.validate();
}

#[test]
fn full_is_cheap() {
    let side = Terrain::MAX_SIDE;
    let mut terrain = Terrain::filled(side, side);
    assert_eq!(terrain.count(), 1 << 32);
    assert!(terrain.memory_bytes() < 1 << 18, "{}", terrain.memory_bytes());
    let hole = terrain.carve(&Mask::filled(100, 100), (40_000, 50_000));
    assert_eq!((hole.pixels, hole.bounds), (10_000, Some(Rect::new(40_000, 50_000, 100, 100))));
    assert_eq!(terrain.overlap_area(&Mask::filled(200, 200), (39_950, 49_950)), 30_000);
    assert_eq!(terrain.draw(Rect::new(0, 0, side, side), (0, 0)).pixels, 10_000);
    assert_eq!(terrain, Terrain::filled(side, side));
    assert_eq!(terrain.carve(Rect::new(0, 0, side, side), (0, 0)).pixels, 1 << 32);
    assert_eq!(terrain, Terrain::new(side, side));
}

#[test]
fn no_pixels() {
    for (w, h) in [(0, 0), (0, 70_000 - 7000), (65_536, 0)] {
        let mut terrain = Terrain::filled(w, h);
        terrain.validate();
        assert_eq!((terrain.count(), terrain.bounds()), (0, None));
        assert!(!terrain.overlaps(&Mask::filled(9, 9), (0, 0)));
        assert!(terrain.islands(&hitmask::IslandOptions::default()).is_empty());
        assert_eq!(terrain.draw(&Mask::filled(9, 9), (0, 0)).pixels, 0);
        assert_eq!(terrain.crop(Rect::new(-1, -1, 3, 3)), Mask::new(3, 3));
    }
    assert_eq!(Terrain::default(), Terrain::new(0, 0));
    let too_large = Terrain::try_new(65_537, 1).unwrap_err().to_string();
    assert!(
        too_large.contains("of 65537 x 1 pixels is too large: at most 65536 pixels per side"),
        "{too_large}"
    );
}

/// Many snapshots of one terrain that changes. Each keeps its own pixels.
#[test]
fn snapshots_share_and_do_not_leak() {
    let mut terrain = Terrain::filled(4096, 4096);
    let mut kept = vec![];
    for i in 0..20 {
        kept.push((terrain.snapshot(), terrain.count()));
        terrain.carve(&Mask::filled(70, 70), (100 + i * 30, 100 + i * 10));
    }
    for (snapshot, count) in &kept {
        snapshot.validate();
        assert_eq!(snapshot.count(), *count);
    }
    let end = terrain.clone();
    terrain.restore(&kept[0].0);
    assert_eq!(terrain, Terrain::filled(4096, 4096));
    terrain.restore(&kept[19].0);
    terrain.carve(&Mask::filled(70, 70), (100 + 19 * 30, 100 + 19 * 10));
    assert_eq!(terrain, end);
    // A snapshot of another terrain, including its size.
    let mut other = Terrain::new(3, 3);
    other.restore(&kept[5].0);
    assert_eq!(other, kept[5].0);
}

/// Against a mask with the same pixels. Other tests show that the mask's answers are right.
#[test]
fn circles_and_polygons() {
    let rng = &mut Rng::new(94_500_000);
    let whole = Rect::new(0, 0, 500, 300);
    let (mut terrain, mut flat) = (Terrain::filled(500, 300), Mask::filled(500, 300));
    for round in 0..300 {
        let q16 = |rng: &mut Rng, low: i64, high: i64| rng.between(low << 16, high << 16);
        let mut place = || PointQ16::new(q16(rng, -50, 550), q16(rng, -50, 350));
        let (a, b, c) = (place(), place(), place());
        let radius = rng.pick(&[0, 1 << 15, 8 << 16, 33 << 16, 100 << 16, 300 << 16]);
        let offset = rng.pick(&[(0, 0), (-64, 17), (i32::MIN, 0)]);
        let circle = Circle::new(a, radius).unwrap();
        let triangle = ConvexPolygon::new([a, b, c]).unwrap();
        let ((mask, corner), is_circle) = if rng.one_in(2) {
            (circle.to_mask().unwrap(), true)
        } else {
            (triangle.to_mask().unwrap(), false)
        };
        let at = (corner.x.saturating_add(offset.0), corner.y.saturating_add(offset.1));
        let draws = round % 2 == 0;
        let change = match (draws, is_circle) {
            (true, true) => terrain.draw(circle, offset),
            (true, false) => terrain.draw(&triangle, offset),
            (false, true) => terrain.carve(circle, offset),
            (false, false) => terrain.carve(&triangle, offset),
        };
        let before = flat.clone();
        if draws {
            flat.union_with(&mask, at);
        } else {
            flat.difference_with(&mask, at);
        }
        let mut changed = before;
        changed.symmetric_difference_with(&flat, (0, 0));
        assert_eq!((change.pixels, change.bounds), (changed.count(), changed.bounds()), "{round}");
        assert_eq!(terrain.crop(whole), flat, "{round}");
        terrain.validate();
    }
}

/// Brushes of every kind under any pose change exactly the pixels that they cover.
#[test]
fn placed_brushes() {
    let rng = &mut Rng::new(crate::common::first_seed(96_700_000));
    for round in 0..crate::common::part(600) {
        let (w, h) = (rng.between(1, 150), rng.between(1, 150));
        let pixels: Vec<(i64, i64)> = (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).collect();
        let mut truth = Grid::new(w as usize, h as usize);
        let mut terrain = Terrain::new(w as u32, h as u32);
        for _ in 0..4 {
            let case = Case::new(rng, (0, 0, w, h));
            let offset = (rng.between(-9, 9), rng.between(-9, 9));
            let draws = rng.one_in(2);
            let moved: Vec<_> = pixels.iter().map(|(x, y)| (x - offset.0, y - offset.1)).collect();
            let covered = case.points(&moved);
            let mut changed = Grid::new(w as usize, h as usize);
            for (x, y) in covered.iter().map(|(x, y)| (x + offset.0, y + offset.1)) {
                changed.set(x as usize, y as usize, truth.get(x, y) != draws);
                truth.set(x as usize, y as usize, draws);
            }
            let _blame = Blame(&(round, &case, offset, draws));
            let offset = (offset.0 as i32, offset.1 as i32);
            let change = case
                .with(|brush| if draws { terrain.draw(brush, offset) } else { terrain.carve(brush, offset) });
            assert_eq!(
                (change.pixels, change.bounds),
                (changed.count(), crate::common::rect(changed.bounds()))
            );
            terrain.validate();
            crate::common::assert_same(
                &terrain.crop(Rect::new(0, 0, w as u32, h as u32)),
                &truth,
                "the terrain",
            );
        }
    }
}

/// A landscape of 16 384 x 16 384 pixels, with hills, caves and floating rocks.
#[test]
fn little_memory() {
    let side = 16_384;
    let mut terrain = Terrain::new(side, side);
    let rng = &mut Rng::new(96_500_000);
    let mut height = 6000;
    for x in 0..side as i32 {
        height = (height + rng.between(-3, 3) as i32).clamp(3000, 9000);
        terrain.draw(Rect::new(x, height, 1, side), (0, 0));
    }
    for _ in 0..400 {
        let centre = (rng.between(0, 16_383) as i32, rng.between(3000, 16_383) as i32);
        let radius = rng.between(20, 250) << 16;
        terrain.carve(Circle::new(centre, radius).unwrap(), (0, 0));
        let centre = (rng.between(0, 16_383) as i32, rng.between(500, 6000) as i32);
        terrain.draw(Circle::new(centre, radius / 4).unwrap(), (0, 0));
    }
    let plain = terrain.memory_bytes();
    let islands = terrain.islands(&hitmask::IslandOptions::default()).len();
    let bytes = terrain.to_bytes();
    println!(
        "{plain} bytes, with islands {}, written {}, {islands} islands",
        terrain.memory_bytes(),
        bytes.len()
    );
    assert!(terrain.memory_bytes() <= 10 << 20, "{}", terrain.memory_bytes());
    assert_eq!(Terrain::from_bytes(&bytes), Ok(terrain));
}

#[test]
fn sent_and_shared() {
    fn is<T: Send + Sync>() {}
    is::<Terrain>();
}
