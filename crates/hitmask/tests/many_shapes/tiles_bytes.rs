//! Tile maps as bytes, and which tiles a shape meets.

use crate::common::pictures::{self, Scale};
use crate::common::things::Thing;
use crate::common::{Blame, Rng, mask_of, tile_case};
use hitmask::{
    DecodeError, DecodeErrorKind, DecodeLimits, Mask, Point, Rect, TileCell, TileDef, TileKind, TileKinds,
    TileMap, TileSet,
};
use hitmask_oracle::{Grid, Patch, overlap, sealed};

#[test]
fn every_map_has_one_form() {
    let first = crate::common::first_seed(100_000_000);
    for seed in first..first + 150 {
        let rng = &mut Rng::new(seed);
        let _blame = Blame(&seed);
        let mut both = random_map(rng);
        let bytes = both.map.to_bytes();
        let mut again = TileMap::from_bytes(&bytes).unwrap();
        assert_eq!(again, both.map);
        assert_eq!((again.to_bytes(), again.content_hash()), (bytes.clone(), both.map.content_hash()));
        assert_eq!(again.only(TileKind::Body).count(), both.map.only(TileKind::Body).count());
        let (columns, rows) = both.map.size();
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x as i32, y as i32)));
        let cells = places.map(|at| both.map.get(at));
        let built =
            TileMap::from_cells(both.map.tile_set().clone(), (columns, rows), both.map.cell_size(), cells);
        assert_eq!((&built, built.filled()), (&both.map, both.map.filled()));
        let all = Rect::new(-3000, -3000, 9000, 9000);
        assert_eq!(built.overlap_area(&all, (0, 0)), both.map.overlap_area(&all, (0, 0)));
        assert_eq!(built.count(), both.map.count());
        // Any one bit, with a checksum that is right: an error, or another map.
        for _ in 0..20 {
            let mut altered = bytes[..bytes.len() - 8].to_vec();
            let at = rng.between(8, altered.len() as i64 - 1) as usize;
            altered[at] ^= 1 << rng.below(8);
            assert!(TileMap::from_bytes(&altered).is_err());
            let altered = sealed(&altered);
            if let Ok(map) = TileMap::from_bytes(&altered) {
                assert_eq!(map.to_bytes(), altered);
                assert_ne!(map, both.map);
            }
        }
        // The way to a map does not matter.
        let before = both.map.content_hash();
        let old = both.flat.cells.clone();
        both.scatter(rng);
        let now = both.map.content_hash();
        assert_eq!(now == before, both.flat.cells == old);
        again.clear();
        for (at, cell) in both.map.cells() {
            again.set(at, cell);
        }
        assert_eq!((again.content_hash(), again.to_bytes()), (now, both.map.to_bytes()));
    }
}

fn random_map(rng: &mut Rng) -> tile_case::Both {
    let (scale, w, h) = (rng.pick(&[1, 5, 16]), rng.between(0, 70), rng.between(0, 40));
    let mut both = tile_case::Both::new(rng, scale, (w, h));
    for _ in 0..rng.between(0, 5) {
        both.scatter(rng);
    }
    both
}

#[test]
fn no_more_memory_than_allowed() {
    let set = TileSet::new([Mask::filled(16, 16)]);
    let mut map = TileMap::new(set, (60_000, 60_000), (16, 16));
    for at in 0..200 {
        map.set((at * 299, at * 257), TileCell::new(0));
    }
    let bytes = map.to_bytes();
    assert!(bytes.len() < 3500, "{}", bytes.len());
    let needs = map.memory_bytes();
    let limited = |memory| DecodeLimits { memory, ..DecodeLimits::default() };
    assert_eq!(TileMap::from_bytes_with(&bytes, &limited(needs + 4000)).as_ref(), Ok(&map));
    let little = limited(needs / 2);
    let kind = |read: Result<TileMap, DecodeError>| read.unwrap_err().kind;
    let too_much = DecodeErrorKind::TooMuchMemory { limit: needs / 2 };
    assert_eq!(kind(TileMap::from_bytes_with(&bytes, &little)), too_much);
    assert_eq!(kind(TileMap::from_bytes(b"HTRN")), DecodeErrorKind::WrongFormat);
}

/// Large pictures over small cells: each pixel is drawn once for every cell.
#[test]
fn no_more_work_than_allowed() {
    let pictures = [Mask::filled(4000, 4000), Mask::filled(1, 1)];
    let map = |tile: u32| {
        let cells = (0..400 * 400).map(|_| Some(TileCell::new(tile)));
        TileMap::from_cells(TileSet::new(pictures.clone()), (400, 400), (1, 1), cells)
    };
    // The small ones are looked at as often, because the set has a large one.
    for tile in [0, 1] {
        let bytes = map(tile).to_bytes();
        let limits = DecodeLimits { work: 1 << 20, ..DecodeLimits::default() };
        let refused = TileMap::from_bytes_with(&bytes, &limits).unwrap_err();
        assert_eq!(refused.kind, DecodeErrorKind::TooMuchWork { limit: 1_048_576 });
    }
    let refused = TileMap::from_bytes(&map(0).to_bytes()).unwrap_err();
    assert!(matches!(refused.kind, DecodeErrorKind::TooMuchWork { .. }), "{refused}");
    let limits = DecodeLimits { work: u64::MAX, ..DecodeLimits::default() };
    assert_eq!(TileMap::from_bytes_with(&map(0).to_bytes(), &limits), Ok(map(0)));
}

#[test]
fn overlap_tiles() {
    let first = crate::common::first_seed(101_000_000);
    let mut met = 0;
    for seed in first..first + 200 {
        let rng = &mut Rng::new(seed);
        let scale = rng.pick(&[1, 5, 16, 40]);
        let mut both = tile_case::Both::new(rng, scale, (20, 12));
        (0..9).for_each(|_| both.scatter(rng));
        let grid = pictures::grid(rng, Scale::Icon);
        let other = Thing::any(rng, grid);
        let kinds = rng.pick(&[TileKinds::ALL, TileKind::Body.into(), TileKind::Sensor.into()]);
        for _ in 0..4 {
            let offset = (rng.between(-9, 14 * scale) as i32, rng.between(-9, 8 * scale) as i32);
            let _blame = Blame(&(seed, scale, offset, kinds));
            let found = both.map.only(kinds).overlap_tiles(&other.lend(), offset);
            let mut expected = Vec::new();
            let mut cells: Vec<_> = both.flat.cells.keys().copied().collect();
            cells.sort_by_key(|&(x, y)| (y, x));
            for (x, y) in cells {
                let kind = [TileKind::Body, TileKind::OneWay, TileKind::Sensor, TileKind::Nothing]
                    [usize::from(both.flat.kind_of(x, y).unwrap())];
                let pixels = both.flat.pixels_of(x, y);
                if pixels.is_empty() || !kinds.contains(kind) {
                    continue;
                }
                let (x0, y0) = (pixels.iter().map(|p| p.0).min().unwrap(), pixels[0].1);
                let mut own = Patch { x: x0, y: y0, grid: Grid::new(200, 200) };
                pixels.iter().for_each(|p| own.grid.set((p.0 - x0) as usize, (p.1 - y0) as usize, true));
                let truth = overlap(&own, other.truth(), offset);
                if let Some((u, v)) = truth.first() {
                    let cell = both.flat.cells[&(x, y)];
                    let number = tile_case::number_of(cell.tile);
                    expected.push((
                        Point::new(x as i32, y as i32),
                        cell.tile,
                        kind,
                        number,
                        truth.area(),
                        (u as i32, v as i32),
                    ));
                }
            }
            let found: Vec<_> = found
                .iter()
                .map(|met| {
                    (met.cell, met.tile.tile, met.kind, met.number, met.area, (met.first.x, met.first.y))
                })
                .collect();
            assert_eq!(found, expected);
            met += found.len();
            // The tile at a pixel is the last one that one pixel meets.
            let at = Point::new(offset.0 + 3, offset.1 + 3);
            let last = both.map.overlap_tiles(&mask_of(&Grid::from_fn(1, 1, |_, _| true)), at).pop();
            assert_eq!(both.map.tile_at(at), last);
        }
    }
    assert!(met > 500, "{met}");
}

#[test]
fn a_number_for_every_tile() {
    let set = TileSet::new([TileDef::new(Mask::filled(4, 4)).with_number(u64::MAX)]);
    let map = TileMap::from_cells(set, (1, 1), (4, 4), [Some(TileCell::new(0))]);
    let again = TileMap::from_bytes(&map.to_bytes()).unwrap();
    assert_eq!(again.tile_at((2, 2)).unwrap().number, u64::MAX);
}
