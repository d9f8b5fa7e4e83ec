//! A level of 16 x 16 pixel tiles against a terrain and a flat mask of the same pixels: sprites at the surface, in the air, and in caves of
//! ragged tiles. The example `level_load` of `hitmask-assets` times how levels are made.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use hitmask::{Mask, Point, Rect, Terrain, TileCell, TileMap, TileSet};
use hitmask_scenes::{Pair, Pairs, Random, shapes};

/// The side of a cell, in pixels.
const CELL: u32 = 16;

pub(super) fn all() -> Vec<Work> {
    // At most 1.5 times the time of a terrain; at the surface, at most 1.67 times that of a flat mask.
    let goals = |name: &str| {
        let goals = [("terrain", 0.67), ("flat", 0.6)].into_iter();
        let goals = goals.map(|(rival, at_least)| Goal { row: 34, rival, at_least });
        goals.take(if name == "surface" { 2 } else { 1 }).collect::<Vec<_>>()
    };
    let work = |name: &str, place: fn(&mut Random, u32) -> i32, sprite: u32| Work {
        name: format!("tiles {name} blob {sprite}"),
        hits: goals(name),
        misses: goals(name),
        warm: true,
        pairs: Box::new(move |size| sprites(size, sprite, place)),
        contenders: asking,
    };
    let mut works = Vec::new();
    for sprite in [16, 32, 64] {
        works.push(work("surface", |random, x| surface(x) as i32 + random.between(-24, 8), sprite));
        works.push(work("air", |random, x| surface(x) as i32 - random.between(100, 200), sprite));
        works.push(work("caves", |random, x| surface(x) as i32 + random.between(100, 250), sprite));
    }
    works
}

/// The height of the ground, in pixels from the top.
fn surface(x: u32) -> u32 {
    let wave = |period: u32, high: u32| {
        let at = x % (2 * period);
        at.min(2 * period - at) * high / period
    };
    300 + wave(700, 150) + wave(150, 60)
}

/// Blocks, slopes and ragged rocks.
fn set() -> TileSet {
    let rock = |seed: u64| {
        let blob = shapes::blob(CELL, CELL, seed);
        Mask::from_fn(CELL, CELL, move |x, y| blob.get((x as i32, y as i32)))
    };
    let slopes = [Mask::from_fn(CELL, CELL, |x, y| x + y >= 15), Mask::from_fn(CELL, CELL, |x, y| y >= x)];
    let ragged = (0..8).map(rock);
    TileSet::new([Mask::filled(CELL, CELL)].into_iter().chain(slopes).chain(ragged))
}

/// A level of so many pixels.
fn level(w: u32, h: u32) -> TileMap {
    let mut random = Random::new(34);
    let (columns, rows) = (w / CELL, h / CELL);
    let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(|(x, y)| {
        let (ground, next) = (surface(x * CELL) / CELL, surface(x * CELL + CELL) / CELL);
        let tile = match y {
            _ if y + 1 == ground => (next < ground).then_some(1).or((next > ground).then_some(2))?,
            _ if y < ground => return None,
            _ if y < ground + 5 || random.below(4) == 0 => 0,
            _ if random.below(3) == 0 => return None,
            _ => 3 + random.below(8),
        };
        Some(TileCell { flip_x: tile > 2 && random.below(2) == 0, ..TileCell::new(tile) })
    });
    TileMap::from_cells(set(), (columns, rows), (CELL, CELL), cells.collect::<Vec<_>>())
}

fn sides(size: Size) -> (u32, u32) {
    if size.pairs < 64 { (512, 768) } else { (8192, 1024) }
}

fn flat(map: &TileMap) -> Mask {
    let ((columns, rows), (w, h)) = (map.size(), map.cell_size());
    map.crop(Rect::new(0, 0, columns * w, rows * h))
}

fn sprites(size: Size, sprite: u32, place: fn(&mut Random, u32) -> i32) -> Pairs {
    let (w, h) = sides(size);
    let blobs = (0..8).map(|seed| shapes::blob(sprite, sprite, seed));
    let mut pairs = Pairs {
        masks: [flat(&level(w, h))].into_iter().chain(blobs).collect(),
        hits: vec![],
        misses: vec![],
    };
    let mut random = Random::new(sprite.into());
    let want = size.pairs.min(2048);
    for _ in 0..want * 40 {
        let x = random.between(0, (w - sprite) as i32);
        let y = place(&mut random, x as u32 + sprite / 2) - sprite as i32;
        let (b, offset) = (1 + random.below(8), Point::new(x, y));
        let hit = pairs.masks[0].overlaps(&pairs.masks[b as usize], offset);
        let list = if hit { &mut pairs.hits } else { &mut pairs.misses };
        if list.len() < want {
            list.push(Pair { a: 0, b, offset });
        }
    }
    pairs
}

/// The level in one of its forms, or a sprite.
#[derive(Clone)]
enum Thing {
    Tiles(TileMap),
    Terrain(Terrain),
    Mask(Mask),
}

impl Thing {
    fn overlaps(&self, other: &Thing, offset: Point) -> bool {
        match (self, other) {
            (Thing::Tiles(level), Thing::Mask(sprite)) => level.overlaps(sprite, offset),
            (Thing::Terrain(level), Thing::Mask(sprite)) => level.overlaps(sprite, offset),
            (Thing::Mask(level), Thing::Mask(sprite)) => level.overlaps(sprite, offset),
            _ => unreachable!("a level is never the second"),
        }
    }
}

fn asking(pairs: &Pairs) -> Vec<Contender<'static>> {
    let (w, h) = pairs.masks[0].size();
    let flat: Vec<Thing> = pairs.masks.iter().cloned().map(Thing::Mask).collect();
    let (mut tiled, mut terrain) = (flat.clone(), flat.clone());
    tiled[0] = Thing::Tiles(level(w, h));
    terrain[0] = Thing::Terrain(Terrain::from_mask(&pairs.masks[0]));
    ["ours", "terrain", "flat"]
        .into_iter()
        .zip([tiled, terrain, flat])
        .map(|(name, things)| Contender::new(name, things, Thing::overlaps, u64::from))
        .collect()
}
