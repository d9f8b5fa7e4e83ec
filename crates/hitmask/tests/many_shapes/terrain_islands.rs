//! Islands across tiles and pages, and what is kept between calls. Random islands are in terrain.rs.

use crate::common::{Blame, Rng, mask_of, point, rect};
use hitmask::{Connectivity, IslandOptions, Mask, Point, Rect, Terrain, TerrainEdges};
use hitmask_oracle::{Block, Grid};

const BOTTOM: IslandOptions = IslandOptions {
    anchors: TerrainEdges::BOTTOM,
    anchor_points: Vec::new(),
    anchor_largest: false,
    anchor_area: None,
    min_area: 0,
    connectivity: Connectivity::Four,
};

/// All data of the islands, against the oracle.
fn check(terrain: &Terrain, grid: &Grid, corners: bool) {
    let connectivity = if corners { Connectivity::Eight } else { Connectivity::Four };
    let ours = terrain.islands(&IslandOptions { connectivity, ..BOTTOM });
    let truth = grid.islands([false, false, false, true], corners);
    assert_eq!(ours.len(), truth.len());
    for (ours, truth) in ours.iter().zip(&truth) {
        let mut piece = Grid::new(grid.w, grid.h);
        truth.iter().for_each(|&(x, y)| piece.set(x as usize, y as usize, true));
        assert_eq!((ours.area, ours.first), (truth.len() as u64, point(truth[0])));
        assert_eq!(Some(ours.bounds), rect(piece.bounds()));
    }
    terrain.validate();
}

/// Two pages wide, with cuts, bridges and dots at the corners of tiles and pages.
#[test]
fn across_pages() {
    let (w, h) = (1300, 200);
    let grid = &mut Grid::from_fn(w, h, |_, y| y > 20);
    let mut terrain = Terrain::from_mask(&mask_of(grid));
    let rng = &mut Rng::new(98_000_000);
    let edges = [0, 63, 64, 65, 127, 128, 191, 192, 960, 1023, 1024, 1025, 1087, 1088, 1280];
    for round in 0..40 {
        let (x, y) = (rng.pick(&edges), rng.pick(&edges[..8]));
        let (w, h) = match rng.below(4) {
            0 => (1, 1),
            1 => (rng.pick(&[1, 2]), 200),
            2 => (rng.pick(&[64, 300]), rng.pick(&[1, 2])),
            _ => (rng.below(90) as u32, rng.below(90) as u32),
        };
        let brush = Rect::new(x, y, w, h);
        let block = Block { x: x.into(), y: y.into(), w: w.into(), h: h.into() };
        if round % 3 == 2 {
            terrain.draw(brush, (0, 0));
            grid.union_with(&block, (0, 0));
        } else {
            terrain.carve(brush, (0, 0));
            grid.difference_with(&block, (0, 0));
        }
        let _blame = Blame(&(round, brush));
        check(&terrain, grid, round % 4 == 3);
    }
}

/// A piece that is held only at the corner of four tiles.
#[test]
fn corners_of_tiles() {
    for at in [64, 1024] {
        for mirrored in [false, true] {
            let mut terrain = Terrain::new(2048, 2048);
            let (upper, lower) = if mirrored { (at, at - 1) } else { (at - 1, at) };
            terrain.draw(Rect::new(upper, at - 1, 1, 1), (0, 0));
            terrain.draw(Rect::new(lower, at, 1, 2048), (0, 0));
            assert_eq!(terrain.islands(&BOTTOM).len(), 1, "{at} {mirrored}");
            let eight = IslandOptions { connectivity: Connectivity::Eight, ..BOTTOM };
            assert!(terrain.islands(&eight).is_empty(), "{at} {mirrored}");
            terrain.validate();
        }
    }
}

/// A spiral through all tiles is one component until its inner end is cut off.
#[test]
fn a_long_way_around() {
    let side = 700;
    let mask = Mask::from_fn(side, side, |x, y| {
        let ring = x.min(y).min(side - 1 - x).min(side - 1 - y) / 10;
        // Rings, each joined to the next by a bridge. The space between them is clear.
        ring % 2 == 0 || (x / 10 == side / 20 && y < side / 2)
    });
    let mut terrain = Terrain::from_mask(&mask);
    assert!(terrain.islands(&BOTTOM).is_empty());
    terrain.carve(Rect::new(10, 10, side - 20, 10), (0, 0));
    let islands = terrain.islands(&BOTTOM);
    assert_eq!(islands.len(), 1);
    let before = terrain.count();
    let (piece, at) = terrain.take_island(&islands[0]).expect("it is there");
    assert_eq!((at, piece.count()), (Point::new(20, 20), islands[0].area));
    assert_eq!(terrain.count() + piece.count(), before);
    assert!(terrain.islands(&BOTTOM).is_empty());
}

/// What is kept for a terrain stays correct in its clones and snapshots, no matter which one is asked or changed first.
#[test]
fn clones_and_snapshots() {
    let mut terrain = Terrain::filled(1500, 300);
    let _ = terrain.islands(&BOTTOM);
    let snapshot = terrain.snapshot();
    let cut = Rect::new(0, 100, 1500, 1);
    terrain.carve(cut, (0, 0));
    let mut clone = terrain.clone();
    assert_eq!(terrain.islands(&BOTTOM).len(), 1);
    assert_eq!(clone.islands(&BOTTOM), terrain.islands(&BOTTOM));
    clone.carve(Rect::new(700, 0, 1, 300), (0, 0));
    assert_eq!((clone.islands(&BOTTOM).len(), terrain.islands(&BOTTOM).len()), (2, 1));
    terrain.restore(&snapshot);
    assert!(terrain.islands(&BOTTOM).is_empty());
    terrain.carve(Rect::new(0, 250, 1500, 1), (0, 0));
    assert_eq!(terrain.islands(&BOTTOM)[0].area, 1500 * 250);
    for terrain in [&terrain, &clone, &snapshot] {
        terrain.validate();
    }
}

/// Components that reach an edge that holds nothing, one that is held by each edge, and an island larger than a mask may be.
#[test]
fn edges() {
    let mut terrain = Terrain::new(200, 200);
    for (x, y) in [(0, 50), (199, 50), (50, 0), (50, 199)] {
        terrain.draw(Rect::new(x, y, 1, 1), (0, 0));
    }
    let left = |anchors| {
        let options = IslandOptions { anchors, ..BOTTOM };
        terrain.islands(&options).iter().map(|island| island.first).collect::<Vec<_>>()
    };
    let all = [Point::new(50, 0), Point::new(0, 50), Point::new(199, 50), Point::new(50, 199)];
    assert_eq!(left(TerrainEdges::NONE), all);
    assert_eq!(left(TerrainEdges::TOP), all[1..]);
    assert_eq!(left(TerrainEdges::LEFT | TerrainEdges::RIGHT), [all[0], all[3]]);
    assert_eq!(left(TerrainEdges::BOTTOM), all[..3]);
    assert!(left(TerrainEdges::ALL).is_empty());

    let mut terrain = Terrain::new(Terrain::MAX_SIDE, 100);
    terrain.draw(Rect::new(0, 50, Terrain::MAX_SIDE, 1), (0, 0));
    let islands = terrain.islands(&BOTTOM);
    assert_eq!((islands.len(), islands[0].area), (1, 65_536));
    assert_eq!(terrain.take_island(&islands[0]), None, "no mask is that wide");
    assert_eq!(terrain.count(), 65_536);
}

/// An island that was drawn on since it was listed is no longer that island.
#[test]
fn joined_since() {
    let mut terrain = Terrain::new(300, 300);
    terrain.draw(Rect::new(100, 100, 50, 50), (0, 0));
    let island = terrain.islands(&BOTTOM)[0];
    let before = terrain.snapshot();
    for touching in [
        Rect::new(99, 120, 1, 1),
        Rect::new(150, 149, 1, 1),
        Rect::new(120, 99, 1, 1),
        Rect::new(100, 150, 1, 1),
    ] {
        terrain.draw(touching, (0, 0));
        assert_eq!(terrain.take_island(&island), None, "{touching:?}");
        terrain.restore(&before);
    }
    for (x, y) in [(99, 99), (150, 99), (99, 150), (150, 150)] {
        terrain.restore(&before);
        terrain.draw(Rect::new(x, y, 1, 1), (0, 0));
        let mut eight = island;
        eight.connectivity = Connectivity::Eight;
        assert_eq!(terrain.take_island(&eight), None, "with eight neighbours the corner ({x}, {y}) holds it");
        assert!(terrain.take_island(&island).is_some(), "with four a corner holds nothing");
    }
}

/// The fields of an island are public. If they describe an island that does not exist, nothing is taken.
#[test]
fn edited_islands() {
    let mut terrain = Terrain::new(300, 300);
    terrain.draw(Rect::new(100, 100, 50, 50), (0, 0));
    terrain.draw(Rect::new(0, 0, 20, 20), (0, 0));
    terrain.draw(Rect::new(290, 290, 10, 9), (0, 0));
    let before = terrain.clone();
    let numbers =
        [i32::MIN, i32::MIN + 1, -1, 0, 1, 99, 100, 149, 150, 290, 299, 300, i32::MAX - 1, i32::MAX];
    let sides = [0, 1, 9, 10, 20, 49, 50, 51, 300, 65_535, 1 << 31, u32::MAX];
    let areas = [0, 1, 90, 400, 2499, 2500, 2501, 90_000, u64::MAX];
    let islands = terrain.islands(&BOTTOM);
    assert_eq!(islands.len(), 3);
    let rng = &mut Rng::new(99_000_000);
    let mut taken = 0;
    for round in 0..60_000 {
        let mut island = rng.pick(&islands);
        let true_island = island;
        for _ in 0..rng.between(1, 3) {
            match rng.below(8) {
                0 => island.bounds.x = rng.pick(&numbers),
                1 => island.bounds.y = rng.pick(&numbers),
                2 => island.bounds.w = rng.pick(&sides),
                3 => island.bounds.h = rng.pick(&sides),
                4 => island.first.x = rng.pick(&numbers),
                5 => island.first.y = rng.pick(&numbers),
                6 => island.area = rng.pick(&areas),
                _ => island.connectivity = rng.pick(&[Connectivity::Four, Connectivity::Eight]),
            }
        }
        let _blame = Blame(&(round, island));
        // The connectivity makes no difference to these three.
        let same = (island.area, island.bounds, island.first)
            == (true_island.area, true_island.bounds, true_island.first);
        match terrain.take_island(&island) {
            None => assert!(!same, "it is there"),
            Some((piece, at)) => {
                assert!(same, "it is not there");
                assert_eq!((piece.count(), at), (island.area, Point::new(island.bounds.x, island.bounds.y)));
                terrain = before.clone();
                taken += 1;
            }
        }
    }
    assert_eq!(terrain, before);
    assert!(taken > 1_000, "{taken}");
}

/// An island as wide as a mask may be fits a mask; with one pixel more it does not. The terrain must be wider, so that no edge holds it.
#[test]
fn the_widest_islands() {
    for (x, w) in [(0, 65_535), (1, 65_535), (0, 65_534), (1, 65_534), (2, 65_534)] {
        let mut terrain = Terrain::new(Terrain::MAX_SIDE, 100);
        terrain.draw(Rect::new(x, 50, w, 1), (0, 0));
        let island = terrain.islands(&BOTTOM)[0];
        terrain.draw(Rect::new(x + 70, 51, 1, 1), (0, 0));
        assert_eq!(terrain.take_island(&island), None, "it has a pixel more");
        terrain.carve(Rect::new(x + 70, 51, 1, 1), (0, 0));
        let taken = terrain.take_island(&island);
        assert_eq!(taken, Some((Mask::filled(w, 1), Point::new(x, 50))), "{x} {w}");
        assert!(terrain.is_empty());
    }
}

/// A shared terrain finds its islands, keeps what it has computed, and shares it with clones.
#[test]
fn of_a_shared_terrain() {
    fn islands(terrain: &Terrain) -> usize {
        terrain.islands(&BOTTOM).len()
    }
    let mut terrain = Terrain::filled(1500, 300);
    terrain.carve(Rect::new(0, 100, 1500, 1), (0, 0));
    let clone = terrain.clone();
    let before = terrain.memory_bytes();
    let found: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| islands(&terrain))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(found, [1; 4]);
    if cfg!(feature = "std") {
        assert!(terrain.memory_bytes() > before, "what was found is kept");
        assert_eq!(clone.memory_bytes(), terrain.memory_bytes(), "and shared");
    }
    assert_eq!(islands(&clone), 1);
    terrain.validate();
    clone.validate();
}

/// Anchor points in a full page, in full and mixed tiles of a mixed page, on clear pixels and outside.
#[test]
fn anchor_points() {
    let mut terrain = Terrain::filled(3000, 1500);
    // Columns that clear pixels part from each other: a full page, parts of pages, and a comb of thin ones.
    let cuts = [1024, 2047, 2200, 2203, 2210];
    for x in cuts {
        terrain.carve(Rect::new(x - 1, 0, 1, 1500), (0, 0));
    }
    terrain.carve(Rect::new(0, 1400, 3000, 100), (0, 0));
    let firsts = |points: &[(i32, i32)]| {
        let anchor_points = points.iter().map(|&at| at.into()).collect();
        let options = IslandOptions { anchor_points, ..BOTTOM };
        terrain.islands(&options).iter().map(|island| island.first.x).collect::<Vec<_>>()
    };
    let all = [0, 1024, 2047, 2200, 2203, 2210];
    assert_eq!(firsts(&[]), all);
    assert_eq!(firsts(&[(1023, 5), (5, 1400), (-1, 5), (5, -1), (3000, 5), (i32::MIN, i32::MAX)]), all);
    assert_eq!(firsts(&[(1022, 1399)]), all[1..]);
    assert_eq!(firsts(&[(2045, 0), (2208, 700)]), [0, 2047, 2200, 2210]);
    assert_eq!(firsts(&[(2999, 1399), (2047, 64), (2201, 1000), (2203, 0)]), all[..2]);
}

/// Pieces whose first pixels are in another order than their tiles, and than their pages.
#[test]
fn anchors_of_the_right_piece() {
    for x in [100, 1100] {
        let mut terrain = Terrain::new(2000, 100);
        terrain.draw(Rect::new(10, 40, 9, 9), (0, 0));
        terrain.draw(Rect::new(x, 5, 9, 9), (0, 0));
        for (held, left) in [((10, 40), x), ((x, 5), 10)] {
            let options = IslandOptions { anchor_points: vec![held.into()], ..BOTTOM };
            let islands = terrain.islands(&options);
            assert_eq!((islands.len(), islands[0].first.x), (1, left), "{held:?}");
        }
    }
}

/// Equal areas, areas at the limits, and a largest piece that is held anyway.
#[test]
fn anchor_areas() {
    let mut terrain = Terrain::new(200, 200);
    terrain.draw(Rect::new(0, 100, 10, 10), (0, 0));
    terrain.draw(Rect::new(50, 100, 10, 10), (0, 0));
    terrain.draw(Rect::new(100, 0, 9, 11), (0, 0));
    terrain.draw(Rect::new(150, 0, 1, 1), (0, 0));
    let areas = |options: IslandOptions| {
        terrain.islands(&options).iter().map(|island| (island.first.x, island.area)).collect::<Vec<_>>()
    };
    let all = [(100, 99), (150, 1), (0, 100), (50, 100)];
    assert_eq!(areas(BOTTOM), all);
    assert_eq!(areas(IslandOptions { anchor_largest: true, ..BOTTOM }), [all[0], all[1], all[3]]);
    let left = IslandOptions { anchors: TerrainEdges::LEFT, anchor_largest: true, ..BOTTOM };
    assert_eq!(areas(left), [all[0], all[1], all[3]], "the largest is held by the edge, too");
    assert_eq!(areas(IslandOptions { anchor_area: Some(99), ..BOTTOM }), [all[1]]);
    assert_eq!(areas(IslandOptions { anchor_area: Some(100), ..BOTTOM }), all[..2]);
    assert_eq!(areas(IslandOptions { anchor_area: Some(0), ..BOTTOM }), []);
    assert_eq!(areas(IslandOptions { min_area: 1, ..BOTTOM }), all);
    assert_eq!(areas(IslandOptions { min_area: 100, ..BOTTOM }), all[2..]);
    assert_eq!(areas(IslandOptions { min_area: 101, ..BOTTOM }), []);
    assert!(Terrain::new(9, 9).islands(&IslandOptions { anchor_largest: true, ..BOTTOM }).is_empty());
}
