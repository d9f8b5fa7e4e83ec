//! Tile maps against the oracle's, which draws each picture pixel by pixel.

use crate::common::tile_case;
use hitmask::{InvalidReason, Mask, Point, Rect, TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet};
use hitmask_oracle::Rng;

#[test]
fn random_scripts() {
    crate::common::cases(97_000_000, 24_000, tile_case::run);
}

/// Every flip of a picture that is not square and reaches over its cell, by hand.
#[test]
fn flips_as_tiled_draws_them() {
    let set = TileSet::new([Mask::from_fn(3, 2, |x, y| (x, y) == (0, 0) || y == 1)]);
    let mut map = TileMap::new(set, (3, 3), (2, 2));
    let mut seen = |flips: [bool; 3]| {
        let [flip_x, flip_y, diagonal] = flips;
        map.set((1, 1), TileCell { flip_x, flip_y, diagonal, ..TileCell::new(0) });
        let mask = map.crop(Rect::new(2, 1, 3, 3));
        let row = |y| (0..3).map(|x| if mask.get((x, y)) { '#' } else { '.' }).collect::<String>();
        [row(0), row(1), row(2)].join(" ")
    };
    // The picture is "#.. ###". The cell's rows are the last two.
    assert_eq!(seen([false, false, false]), "... #.. ###");
    assert_eq!(seen([true, false, false]), "... ..# ###");
    assert_eq!(seen([false, true, false]), "... ### #..");
    assert_eq!(seen([true, true, false]), "... ### ..#");
    assert_eq!(seen([false, false, true]), "##. .#. .#.");
    assert_eq!(seen([true, false, true]), "##. #.. #..");
    assert_eq!(seen([false, true, true]), ".#. .#. ##.");
    assert_eq!(seen([true, true, true]), "#.. #.. ##.");
}

/// The largest maps, with tiles in their corners only: nothing may walk through what lies between.
#[test]
fn the_largest_maps() {
    let block = TileSet::new([Mask::filled(16, 16)]);
    let most = TileMap::MAX_SIDE;
    let mut map = TileMap::new(block.clone(), (most, most), (16_384, 16_384));
    let last = most as i32 - 1;
    for corner in [(0, 0), (last, 0), (0, last), (last, last)] {
        map.set(corner, TileCell::new(0));
    }
    assert_eq!((map.filled(), map.count()), (4, 4 * 256));
    let end = 1 << 30;
    let (left, top) = (end - 16_384, 16_384 - 16);
    assert_eq!(map.bounds(), Some(Rect::new(0, top, left as u32 + 16, (end - top) as u32)));
    let all = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    assert_eq!(map.overlap_area(&all, (0, 0)), 4 * 256);
    assert_eq!(map.overlap_bounds(&all, (0, 0)), map.bounds());
    let dot = Mask::filled(1, 1);
    assert!(map.overlaps(&dot, (left, top)) && map.overlaps(&dot, (left + 15, end - 1)));
    assert!(!map.overlaps(&dot, (left + 16, end - 1)) && !map.overlaps(&dot, (i32::MAX, i32::MAX)));
    assert_eq!(dot.first_overlap(&map, (-left, -end + 1)), Some(Point::ZERO));
    assert!(map.memory_bytes() < 200_000, "{}", map.memory_bytes());
    map.set((0, 0), None);
    map.set((last, 0), None);
    map.set((0, last), None);
    map.set((last, last), None);
    assert_eq!(map, TileMap::new(block, (most, most), (16_384, 16_384)));
    assert!(!map.overlaps(&all, (0, 0)));

    // Pictures that reach as far as they can.
    let wide = TileDef::new(Mask::filled(Mask::MAX_SIDE, 1)).with_offset((-4095, 4095));
    let mut map = TileMap::new(TileSet::new([wide]), (most, most), (16_384, 16_384));
    map.set((0, 0), TileCell::new(0));
    map.set((last, last), TileCell { diagonal: true, ..TileCell::new(0) });
    let far = (end + 4095) as u32;
    assert_eq!(map.overlap_area(&all, (0, 0)), 2 * u64::from(Mask::MAX_SIDE));
    let bounds = map.bounds().unwrap();
    assert_eq!((bounds.x, bounds.y), (-4095, 16_384 + 4094));
    assert_eq!(bounds.y as u32 + bounds.h, far);
}

#[test]
fn what_is_refused() {
    let set = TileSet::with_ids([(3, Mask::filled(4, 4))]);
    let reason = |refused: Result<TileMap, hitmask::InvalidArgument>| refused.unwrap_err().reason;
    let range = |least, most| InvalidReason::OutOfRange { least, most };
    assert_eq!(reason(TileMap::try_new(set.clone(), (65_537, 1), (1, 1))), range(0, 65_536));
    assert_eq!(reason(TileMap::try_new(set.clone(), (1, 1), (0, 1))), range(1, 1 << 30));
    assert_eq!(reason(TileMap::try_new(set.clone(), (65_536, 1), (16_385, 1))), range(1, 16_384));
    let mut map = TileMap::new(set, (4, 3), (4, 4));
    let outside = InvalidReason::NoSuchCell { x: 4, y: 0, columns: 4, rows: 3 };
    assert_eq!(map.try_set((4, 0), TileCell::new(3)).unwrap_err().reason, outside);
    assert_eq!(map.try_set((0, -1), None).unwrap_err().argument, "cell");
    let none = map.try_set((0, 0), TileCell::new(2)).unwrap_err();
    assert_eq!(none.to_string(), "the tile 2 is not in the set: give it a tile with this id");
    let cells = [3, 3, 2].map(|tile| Some(TileCell::new(tile)));
    assert_eq!(map.try_fill((0, 0), 2, cells).unwrap_err().reason, InvalidReason::NoSuchTile { tile: 2 });
    assert_eq!(map.filled(), 2);
    assert!(map.try_fill((3, 0), 2, cells).is_err() && map.try_fill((0, 0), 0, cells).is_err());
    assert!(map.try_fill((0, 0), 0, []).is_ok());
    assert_eq!((map.get((4, 0)), map.get((-1, 0)), map.get((i32::MAX, i32::MIN))), (None, None, None));
    let far = TileDef::new(Mask::filled(1, 1)).with_offset((0, -4096));
    assert_eq!(TileSet::try_with_ids([(0, far)]).unwrap_err().argument, "offset");
    assert_eq!(TileSet::try_with_ids([(1 << 20, Mask::filled(1, 1))]).unwrap_err().argument, "tile");
    let twice =
        TileSet::with_ids([(5, Mask::filled(1, 1)), (2, Mask::filled(2, 2)), (5, Mask::filled(3, 3))]);
    assert_eq!((twice.len(), twice.get(5).unwrap().mask.width()), (2, 3));
    assert_eq!(twice.iter().map(|(id, _)| id).collect::<Vec<_>>(), [2, 5]);
}

/// Small masks where the squares of drawn pixels meet, of 64 and of 1024 pixels, and at the ends of the map. Each pixel is looked up in its cell.
#[test]
fn small_masks_at_seams() {
    const CELL: i32 = 16;
    const CELLS: i32 = 140;
    let mut rng = Rng::new(39);
    let sparse = |rng: &mut Rng, w, h| Mask::from_fn(w, h, |_, _| rng.one_in(40));
    let pictures = [sparse(&mut rng, 16, 16), sparse(&mut rng, 16, 16), Mask::filled(16, 16)];
    // No cell has the last one. It makes the drawn pixels begin before those of the cells.
    let reaching = TileDef::new(Mask::filled(3, 3)).with_offset((-70, 9));
    let tiles = pictures.iter().cloned().map(TileDef::new).chain([reaching]);
    let mut map = TileMap::new(TileSet::new(tiles), (CELLS as u32, CELLS as u32), (16, 16));
    let at = |x: i32, y: i32| (y * CELLS + x) as usize;
    let mut cells = vec![None; (CELLS * CELLS) as usize];
    for (x, y) in (0..CELLS).flat_map(|y| (0..CELLS).map(move |x| (x, y))) {
        let tile = rng.pick(&[None, None, None, None, Some(0), Some(1), Some(2)]).filter(|_| y % 9 > 3);
        cells[at(x, y)] = tile;
        map.set((x, y), tile.map(TileCell::new));
    }
    let is_solid = |x: i32, y: i32| {
        let inside = 0..CELLS * CELL;
        let tile =
            if inside.contains(&x) && inside.contains(&y) { cells[at(x / CELL, y / CELL)] } else { None };
        tile.is_some_and(|tile| pictures[tile as usize].get((x % CELL, y % CELL)))
    };
    let mut hits = 0;
    const CASES: usize = 4000;
    for _ in 0..CASES {
        let [w, h] = [(); 2].map(|()| rng.pick(&[1, 3, 16, 17, 31, 32, 33, 63, 64, 65]));
        let mask = if rng.one_in(2) { sparse(&mut rng, w, h) } else { Mask::from_fn(w, h, |x, y| x == y) };
        let [x, y] = [(); 2]
            .map(|()| rng.pick(&[-70, 0, 64, 1024 - 70, 1024, 2048, 2240]) + rng.between(-70, 70) as i32);
        let truth = mask.points().any(|pixel| is_solid(x + pixel.x, y + pixel.y));
        assert_eq!(map.overlaps(&mask, (x, y)), truth, "{w} x {h} at ({x}, {y})");
        assert_eq!(mask.overlaps(&map, (-x, -y)), truth, "the other way round, {w} x {h} at ({x}, {y})");
        hits += usize::from(truth);
    }
    assert!(hits > CASES / 8, "{hits} hits");
}

/// A set without pixels, a map without cells, kinds without tiles.
#[test]
fn nothing_is_solid() {
    let nothing = TileDef::new(Mask::filled(8, 8)).with_kind(TileKind::Nothing);
    let mut map = TileMap::new(TileSet::new([nothing, Mask::new(0, 9).into()]), (40, 40), (8, 8));
    for at in 0..40 {
        map.set((at, at), TileCell::new(at as u32 % 2));
    }
    let all = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
    assert_eq!((map.filled(), map.count(), map.bounds()), (40, 0, None));
    assert!(!map.overlaps(&all, (0, 0)) && !map.contains((0, 0)));
    assert_eq!(map.only(TileKind::Nothing).kinds(), TileKinds::from([]));
    let empty = TileMap::new(TileSet::new([Mask::filled(8, 8)]), (0, 7), (8, 8));
    assert!(!empty.overlaps(&all, (0, 0)) && empty.bounds().is_none());
}

/// Chunks are shared by clones: a clone of a large map costs what its root costs.
#[test]
fn four_bytes_a_cell() {
    let set = TileSet::new([Mask::filled(16, 16), Mask::from_fn(16, 16, |x, y| x > y)]);
    let cells = (0..1_000_000u32).map(|i| Some(TileCell::new(i % 2)));
    let map = TileMap::from_cells(set, (1000, 1000), (16, 16), cells);
    assert_eq!(map.filled(), 1_000_000);
    assert!(map.memory_bytes() < 4_400_000, "{}", map.memory_bytes());
}
