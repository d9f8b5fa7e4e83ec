//! Tile maps beside the oracle's: a script of edits, questions and copies, and maps that are cut from a grid.

use std::collections::BTreeMap;

use hitmask::{Point, Rect, TileCell, TileDef, TileKind, TileKinds, TileMap, TileSet};
use hitmask_oracle::{FlatCell, FlatMap, FlatTile, Grid, Patch, Solid, overlap};

use super::pictures::{self, Scale};
use super::things::Thing;
use super::{Blame, Rng, assert_same, loose_mask_of, mask_of, places, point, rect};

const KINDS: [TileKind; 4] = [TileKind::Body, TileKind::OneWay, TileKind::Sensor, TileKind::Nothing];

fn flips(rng: &mut Rng) -> [bool; 3] {
    if rng.one_in(3) { [false; 3] } else { [(); 3].map(|()| rng.one_in(2)) }
}

/// Some kinds, and whether the number of a kind is one of them.
fn some_kinds(rng: &mut Rng) -> (TileKinds, impl Fn(u8) -> bool + use<>) {
    let seen = if rng.one_in(3) { [true; 3] } else { [(); 3].map(|()| rng.one_in(2)) };
    let kinds = (0..3).filter(|&kind| seen[kind]);
    let kinds = kinds.fold(TileKinds::from([]), |kinds, kind| kinds | KINDS[kind]);
    (kinds, move |kind| kind < 3 && seen[usize::from(kind)])
}

fn cell_of(cell: FlatCell) -> TileCell {
    let [flip_x, flip_y, diagonal] = cell.flips;
    TileCell { tile: cell.tile, flip_x, flip_y, diagonal }
}

/// A map and the oracle's.
pub(crate) struct Both {
    pub(crate) map: TileMap,
    pub(crate) flat: FlatMap,
    size: (i64, i64),
}

impl Both {
    /// An empty map with random tiles. `scale` is roughly the side of a cell.
    pub(crate) fn new(rng: &mut Rng, scale: i64, size: (i64, i64)) -> Both {
        let side = |rng: &mut Rng| rng.between(1, 2 * scale);
        let cell = if rng.one_in(3) { (side(rng), side(rng)) } else { (scale, scale) };
        let mut tiles = BTreeMap::new();
        let larger = rng.one_in(2);
        for _ in 0..rng.between(1, 8) {
            let id = rng.pick(&[0, 1, 2, 3, 4, 5, 100, 1023]);
            let (w, h) = match rng.below(4) {
                0 if larger => (rng.between(0, 3 * scale), rng.between(0, 3 * scale)),
                1 => (rng.between(0, cell.0), rng.between(0, cell.1)),
                _ => cell,
            };
            let picture = pictures::grid_of_size(rng, w as usize, h as usize);
            let picture =
                if rng.one_in(3) { Grid::from_fn(picture.w, picture.h, |_, _| true) } else { picture };
            let far = |rng: &mut Rng| rng.between(-2 * scale, 2 * scale);
            let offset = if larger && rng.one_in(3) { (far(rng), far(rng)) } else { (0, 0) };
            tiles.insert(id, FlatTile { picture, kind: rng.pick(&[0, 0, 0, 1, 2, 3]), offset });
        }
        let set: TileSet = tiles.iter().map(|(&id, tile)| (id, tile_of(rng, id, tile))).collect();
        assert_eq!(set.len(), tiles.len());
        let map = TileMap::new(set, (size.0 as u32, size.1 as u32), (cell.0 as u32, cell.1 as u32));
        Both { map, flat: FlatMap { tiles, cells: BTreeMap::new(), cell }, size }
    }

    /// Changes a cell near (x, y).
    pub(crate) fn set(&mut self, (x, y): (i64, i64), cell: Option<FlatCell>) {
        let before = match cell {
            Some(cell) => self.flat.cells.insert((x, y), cell),
            None => self.flat.cells.remove(&(x, y)),
        };
        let old = self.map.set((x as i32, y as i32), cell.map(cell_of));
        assert_eq!(old, before.map(cell_of));
    }

    pub(crate) fn random_cell(&self, rng: &mut Rng) -> Option<FlatCell> {
        let ids: Vec<u32> = self.flat.tiles.keys().copied().collect();
        (!rng.one_in(4)).then(|| FlatCell { tile: rng.pick(&ids), flips: flips(rng) })
    }

    /// Fills a rectangle of cells, or a few of them.
    pub(crate) fn scatter(&mut self, rng: &mut Rng) {
        let (w, h) = self.size;
        if w == 0 || h == 0 {
            return;
        }
        if rng.one_in(2) {
            let (x, y) = (rng.between(0, w - 1), rng.between(0, h - 1));
            let (columns, rows) = (rng.between(1, (w - x).min(9)), rng.between(1, (h - y).min(9)));
            let mut cells = Vec::new();
            for at in (0..rows).flat_map(|v| (0..columns).map(move |u| (x + u, y + v))) {
                let cell = self.random_cell(rng);
                cells.push(cell.map(cell_of));
                match cell {
                    Some(cell) => self.flat.cells.insert(at, cell),
                    None => self.flat.cells.remove(&at),
                };
            }
            self.map.fill((x as i32, y as i32), columns as u32, cells);
        } else {
            for _ in 0..rng.between(1, 6) {
                let at = (rng.between(0, w - 1), rng.between(0, h - 1));
                let cell = self.random_cell(rng);
                self.set(at, cell);
            }
        }
    }

    /// Compares what the map says about itself, and its pixels.
    pub(crate) fn check(&self, rng: &mut Rng) {
        let cells: Vec<_> = self.map.cells().collect();
        let mut expected: Vec<_> =
            self.flat.cells.iter().map(|(&at, &cell)| (point(at), cell_of(cell))).collect();
        expected.sort_by_key(|&(at, _)| at);
        assert_eq!(cells, expected);
        assert_eq!(self.map.filled(), expected.len() as u64);
        for (at, cell) in &expected {
            assert_eq!(self.map.get(*at), Some(*cell));
        }
        let (kinds, is_seen) = some_kinds(rng);
        let (view, flat) = (self.map.only(kinds), self.flat.flat(is_seen));
        assert_eq!(view.count(), flat.grid.count());
        assert_eq!(view.bounds(), rect((flat.grid.count() > 0).then(|| whole(&flat))));
        let (x, y, x1, y1) = flat.window();
        let grown = Rect::new(x as i32 - 3, y as i32 - 2, (x1 - x) as u32 + 5, (y1 - y) as u32 + 9);
        let inside = Grid::from_fn(grown.w as usize, grown.h as usize, |u, v| {
            flat.solid(i64::from(grown.x) + u as i64, i64::from(grown.y) + v as i64)
        });
        if rng.one_in(2) {
            assert_same(&view.crop(grown), &inside, "crop");
        }
        // What is kept must be the same as what is drawn.
        assert_same(&grown.overlap_mask(&view, (0, 0)), &inside, "overlap_mask");
        for _ in 0..20 {
            let (u, v) = (rng.between(x - 5, x1 + 5), rng.between(y - 5, y1 + 5));
            assert_eq!(view.contains((u as i32, v as i32)), flat.solid(u, v), "({u}, {v})");
        }
    }
}

fn whole(patch: &Patch) -> (i64, i64, i64, i64) {
    (patch.x, patch.y, patch.grid.w as i64, patch.grid.h as i64)
}

fn tile_of(rng: &mut Rng, id: u32, tile: &FlatTile) -> TileDef {
    let mask = if rng.one_in(4) { loose_mask_of(&tile.picture) } else { mask_of(&tile.picture) };
    let (x, y) = tile.offset;
    TileDef::new(mask)
        .with_kind(KINDS[usize::from(tile.kind)])
        .with_number(number_of(id))
        .with_offset((x as i32, y as i32))
}

/// The number that the tile with an id has.
pub(crate) fn number_of(id: u32) -> u64 {
    u64::from(id) * 1000 + 7
}

/// A random map as a thing.
pub(crate) fn thing(rng: &mut Rng) -> Thing {
    let scale = rng.pick(&[1, 3, 8, 8, 16, 24, 64, 70]);
    let most = 150 / scale + 1;
    let size = (rng.between(0, most), rng.between(0, most));
    let mut both = Both::new(rng, scale, size);
    for _ in 0..rng.between(0, 6) {
        both.scatter(rng);
    }
    let (kinds, is_seen) = some_kinds(rng);
    let patch = both.flat.flat(is_seen);
    Thing::Tiles(Box::new(both.map), kinds, patch)
}

/// A map with the pixels of a grid: cut into cells, some of them turned, some reaching over others.
pub(crate) fn cut(rng: &mut Rng, grid: Grid) -> Thing {
    let mut side = |size: usize| {
        let sides = [1usize, 2, 5, 8, 16, 17, 32, 64, 65, 100];
        rng.pick(&sides).max(size / 6).max(1)
    };
    let (cw, ch) = (side(grid.w), side(grid.h));
    let (columns, rows) = (grid.w.div_ceil(cw), grid.h.div_ceil(ch));
    // Cell (x, y) shows the pixels of the grid in it, and some of those above and to its right.
    let mut tiles = Vec::new();
    let mut cells = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            let flips @ [flip_x, flip_y, diagonal] = flips(rng);
            let over = |rng: &mut Rng, side: usize| {
                if rng.one_in(6) { rng.below(2 * side as u64) as usize } else { 0 }
            };
            let (w, h) = (cw + over(rng, cw), ch + over(rng, ch));
            let (left, top) = ((x * cw) as i64, ((y + 1) * ch) as i64 - h as i64);
            let mut picture = if diagonal { Grid::new(h, w) } else { Grid::new(w, h) };
            for v in 0..picture.h {
                for u in 0..picture.w {
                    let (s, t) = if diagonal { (v, u) } else { (u, v) };
                    let s = if flip_x { w - 1 - s } else { s };
                    let t = if flip_y { h - 1 - t } else { t };
                    picture.set(u, v, grid.get(left + s as i64, top + t as i64));
                }
            }
            let kind = rng.below(3) as u8;
            let tile = FlatTile { picture, kind, offset: (0, 0) };
            tiles.push((tiles.len() as u32, tile_of(rng, 0, &tile)));
            cells.push(Some(cell_of(FlatCell { tile: tiles.len() as u32 - 1, flips })));
        }
    }
    // One more tile that is solid all over.
    let full = TileDef::new(hitmask::Mask::filled(3 * cw as u32, 3 * ch as u32));
    tiles.push((tiles.len() as u32, full));
    let solid = TileCell::new(tiles.len() as u32 - 1);
    let mut map =
        TileMap::new(TileSet::with_ids(tiles), (columns as u32, rows as u32), (cw as u32, ch as u32));
    if rng.one_in(2) && columns > 0 && rows > 0 {
        // It showed something else, which was drawn and kept by somebody.
        let garbage: Vec<_> = (0..columns * rows).map(|_| rng.one_in(3).then_some(solid)).collect();
        map.fill((0, 0), columns as u32, garbage);
        map.draw_ahead(Rect::new(-1000, -1000, 10_000, 10_000));
        let kept = map.clone();
        if columns > 0 {
            map.fill((0, 0), columns as u32, cells);
        }
        drop(kept);
    } else if columns > 0 {
        map.fill((0, 0), columns as u32, cells);
    }
    Thing::Tiles(Box::new(map), TileKinds::ALL, Patch { x: 0, y: 0, grid })
}

/// Runs the script of a seed. Returns the number of its steps.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let scale = rng.pick(&[1, 2, 5, 8, 16, 16, 24, 32, 64, 65]);
    let side = |rng: &mut Rng| rng.between(0, 400 / scale + 2).min(60);
    let size = (side(rng), side(rng));
    let mut both = Both::new(rng, scale, size);
    let mut kept: Vec<Both> = Vec::new();
    let steps = 12;
    for step in 0..steps {
        let _blame = Blame(&(seed, step, scale, size));
        match rng.below(8) {
            0..=3 => both.scatter(rng),
            4 | 5 => ask(rng, &both),
            6 => kept.push(Both { map: both.map.clone(), flat: both.flat.clone(), size }),
            _ => {
                if let Some(old) = kept.pop() {
                    assert_eq!(old.map == both.map, old.flat.cells == both.flat.cells);
                    both = old;
                }
            }
        }
        if rng.one_in(3) {
            both.check(rng);
        }
    }
    let _blame = Blame(&(seed, scale, size));
    both.check(rng);
    // An edit of one map must not change another.
    kept.iter().for_each(|old| old.check(rng));
    steps
}

/// The overlap verbs against one other shape.
fn ask(rng: &mut Rng, both: &Both) {
    let (kinds, is_seen) = some_kinds(rng);
    let (view, flat) = (both.map.only(kinds), both.flat.flat(is_seen));
    let grid = pictures::grid(rng, Scale::Icon);
    let other = if rng.one_in(6) { thing(rng) } else { Thing::any(rng, grid) };
    let offset = places::offset(rng, &flat, other.truth());
    let truth = overlap(&flat, other.truth(), offset);
    let shape = &other.lend();
    assert_eq!(view.overlaps(shape, offset), truth.overlaps(), "overlaps {offset:?}");
    assert_eq!(view.overlap_area(shape, offset), truth.area(), "overlap_area {offset:?}");
    assert_eq!(view.first_overlap(shape, offset), truth.first().map(point), "first_overlap {offset:?}");
    assert_eq!(view.overlap_bounds(shape, offset), rect(truth.bounds()), "overlap_bounds {offset:?}");
    let points: Vec<Point> = view.overlap_points(shape, offset).collect();
    let expected: Vec<Point> = truth.points.iter().copied().map(point).collect();
    assert_eq!(points, expected, "overlap_points {offset:?}");
}
