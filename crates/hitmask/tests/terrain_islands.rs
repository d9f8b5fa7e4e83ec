//! Islands across tiles and pages, and what is kept of them between calls. Random ones are in tests/terrain.rs.

mod common;

use common::{Blame, Rng, mask_of, point, rect};
use hitmask::{Connectivity, Edges, IslandOptions, Mask, Point, Rect, Terrain};
use hitmask_oracle::{Block, Grid};

const BOTTOM: IslandOptions = IslandOptions { anchors: Edges::BOTTOM, connectivity: Connectivity::Four };

/// Everything about the islands, against the oracle.
fn check(terrain: &mut Terrain, grid: &Grid, corners: bool) {
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

/// Two pages wide: cuts, bridges and dots at the corners of tiles and pages.
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
            terrain.draw(&brush, (0, 0));
            grid.union_with(&block, (0, 0));
        } else {
            terrain.carve(&brush, (0, 0));
            grid.difference_with(&block, (0, 0));
        }
        let _blame = Blame(&(round, brush));
        check(&mut terrain, grid, round % 4 == 3);
    }
}

/// Only the corner of four tiles holds it.
#[test]
fn corners_of_tiles() {
    for at in [64, 1024] {
        for mirrored in [false, true] {
            let mut terrain = Terrain::new(2048, 2048);
            let (upper, lower) = if mirrored { (at, at - 1) } else { (at - 1, at) };
            terrain.draw(&Rect::new(upper, at - 1, 1, 1), (0, 0));
            terrain.draw(&Rect::new(lower, at, 1, 2048), (0, 0));
            assert_eq!(terrain.islands(&BOTTOM).len(), 1, "{at} {mirrored}");
            let eight = IslandOptions { connectivity: Connectivity::Eight, ..BOTTOM };
            assert!(terrain.islands(&eight).is_empty(), "{at} {mirrored}");
            terrain.validate();
        }
    }
}

/// A spiral through all tiles is one piece until its inner end is cut off.
#[test]
fn a_long_way_around() {
    let side = 700;
    let mask = Mask::from_fn(side, side, |x, y| {
        let ring = x.min(y).min(side - 1 - x).min(side - 1 - y) / 10;
        // Rings, each joined to the next by a bridge; clear between them.
        ring % 2 == 0 || (x / 10 == side / 20 && y < side / 2)
    });
    let mut terrain = Terrain::from_mask(&mask);
    assert!(terrain.islands(&BOTTOM).is_empty());
    terrain.carve(&Rect::new(10, 10, side - 20, 10), (0, 0));
    let islands = terrain.islands(&BOTTOM);
    assert_eq!(islands.len(), 1);
    let before = terrain.count();
    let (piece, at) = terrain.take_island(&islands[0]).expect("it is there");
    assert_eq!((at, piece.count()), (Point::new(20, 20), islands[0].area));
    assert_eq!(terrain.count() + piece.count(), before);
    assert!(terrain.islands(&BOTTOM).is_empty());
}

/// What is known of a terrain stays right in its clones and snapshots, whoever is asked and changed first.
#[test]
fn clones_and_snapshots() {
    let mut terrain = Terrain::filled(1500, 300);
    let _ = terrain.islands(&BOTTOM);
    let snapshot = terrain.snapshot();
    let cut = Rect::new(0, 100, 1500, 1);
    terrain.carve(&cut, (0, 0));
    let mut clone = terrain.clone();
    assert_eq!(terrain.islands(&BOTTOM).len(), 1);
    assert_eq!(clone.islands(&BOTTOM), terrain.islands(&BOTTOM));
    clone.carve(&Rect::new(700, 0, 1, 300), (0, 0));
    assert_eq!((clone.islands(&BOTTOM).len(), terrain.islands(&BOTTOM).len()), (2, 1));
    terrain.restore(&snapshot);
    assert!(terrain.islands(&BOTTOM).is_empty());
    terrain.carve(&Rect::new(0, 250, 1500, 1), (0, 0));
    assert_eq!(terrain.islands(&BOTTOM)[0].area, 1500 * 250);
    for terrain in [&terrain, &clone, snapshot.terrain()] {
        terrain.validate();
    }
}

/// Pieces that reach an edge which holds nothing, one held by each edge, and an island larger than a mask may be.
#[test]
fn edges() {
    let mut terrain = Terrain::new(200, 200);
    for (x, y) in [(0, 50), (199, 50), (50, 0), (50, 199)] {
        terrain.draw(&Rect::new(x, y, 1, 1), (0, 0));
    }
    let left = |anchors| {
        let options = IslandOptions { anchors, ..BOTTOM };
        terrain.clone().islands(&options).iter().map(|island| island.first).collect::<Vec<_>>()
    };
    let all = [Point::new(50, 0), Point::new(0, 50), Point::new(199, 50), Point::new(50, 199)];
    assert_eq!(left(Edges::NONE), all);
    assert_eq!(left(Edges::TOP), all[1..]);
    assert_eq!(left(Edges::LEFT | Edges::RIGHT), [all[0], all[3]]);
    assert_eq!(left(Edges::BOTTOM), all[..3]);
    assert!(left(Edges::ALL).is_empty());

    let mut terrain = Terrain::new(Terrain::MAX_SIDE, 100);
    terrain.draw(&Rect::new(0, 50, Terrain::MAX_SIDE, 1), (0, 0));
    let islands = terrain.islands(&BOTTOM);
    assert_eq!((islands.len(), islands[0].area), (1, 65_536));
    assert_eq!(terrain.take_island(&islands[0]), None, "no mask is that wide");
    assert_eq!(terrain.count(), 65_536);
}

/// An island that was drawn to since is no longer that island.
#[test]
fn joined_since() {
    let mut terrain = Terrain::new(300, 300);
    terrain.draw(&Rect::new(100, 100, 50, 50), (0, 0));
    let island = terrain.islands(&BOTTOM)[0];
    let before = terrain.snapshot();
    for touching in [
        Rect::new(99, 120, 1, 1),
        Rect::new(150, 149, 1, 1),
        Rect::new(120, 99, 1, 1),
        Rect::new(100, 150, 1, 1),
    ] {
        terrain.draw(&touching, (0, 0));
        assert_eq!(terrain.take_island(&island), None, "{touching:?}");
        terrain.restore(&before);
    }
    terrain.draw(&Rect::new(99, 99, 1, 1), (0, 0));
    assert!(terrain.take_island(&island).is_some(), "a corner holds nothing");
}
