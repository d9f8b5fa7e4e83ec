//! A terrain against the same pixels as one flat mask, which keeps its bounds up to date, too. It has no cells: only questions about two large
//! masks make these.
//!
//! The first mask is the landscape; the others are brushes or sprites. Edits are timed on a copy that shares nothing.

use crate::clock::thread_time;
use crate::contender::{Contender, digest_mask};
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::stripe;
use hitmask::{IslandOptions, Mask, Point, StructuringElement, Terrain};
use hitmask_scenes::{Pair, Pairs, Random, shapes};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Pixels along the side of the landscape.
const SIDE: u32 = 16_384;
/// The side of the part that a player sees, in pixels.
const SCREEN: u32 = 2048;
/// The smallest size that has all parts.
const LEAST: u32 = 1024;

type MakeContenders = fn(&Pairs) -> Vec<Contender<'static>>;

pub(super) fn all() -> Vec<Work> {
    let goal = |at_least| vec![Goal { row: 20, rival: "flat", at_least }];
    let work = |name: String, hits, misses, pairs: Box<dyn Fn(Size) -> Pairs>, contenders: MakeContenders| {
        Work { name: format!("terrain {name}"), hits, misses, warm: true, pairs, contenders }
    };
    let mut works = Vec::new();
    for radius in [8, 32, 100] {
        let pairs = Box::new(move |size| craters(size, radius));
        works.push(work(
            format!("carve r {radius}"),
            goal(stripe::with_kernels(1.0, 0.9)),
            vec![],
            pairs,
            carving,
        ));
    }
    // What a renderer asks for in every frame.
    works.push(work("screen of 1920 x 1080".into(), goal(0.5), vec![], Box::new(screens), reading));
    for (side, surface, air) in [(32, 1.0, 2.0), (64, 1.0, 2.0), (256, 1.6, 7.0)] {
        let pairs = Box::new(move |size| at_the_surface(size, side, SCREEN));
        works.push(work(format!("surface blob {side}"), goal(surface), goal(surface), pairs, asking));
        let pairs = Box::new(move |size| in_the_air(size, side, SCREEN));
        works.push(work(format!("air blob {side}"), vec![], goal(air), pairs, asking));
    }
    // All over the map, so the tested pixels are not in any cache.
    works.push(work(
        "map surface blob 64".into(),
        vec![],
        vec![],
        Box::new(|size| at_the_surface(size, 64, SIDE)),
        asking,
    ));
    works.push(work(
        "map air blob 64".into(),
        vec![],
        vec![],
        Box::new(|size| in_the_air(size, 64, SIDE)),
        asking,
    ));
    works.push(work("snapshot".into(), goal(100.0), vec![], Box::new(|size| craters(size, 32)), copying));
    let edited: MakeContenders = copying_and_carving;
    works.push(work(
        "snapshot and carve".into(),
        goal(100.0),
        vec![],
        Box::new(|size| craters(size, 32)),
        edited,
    ));
    works.push(work("frame of a fight".into(), vec![], vec![], Box::new(|size| craters(size, 32)), fighting));
    works
}

/// A side of 0 to `height` and back.
fn wave(x: u32, period: u32, height: u32) -> u32 {
    let at = x % period;
    2 * height * at.min(period - at) / period
}

/// The first solid row of a column.
fn surface(x: u32, side: u32) -> u32 {
    let hills = wave(x, side / 3 + 1, side / 6) + wave(x + 77, side / 23 + 1, side / 60) + wave(x, 97, 12);
    side * 5 / 8 - hills
}

/// Hills with caves, and rocks in the sky.
fn landscape(side: u32) -> Mask {
    /// The landscape that was made last, because making it takes seconds.
    static MADE: Mutex<Option<Mask>> = Mutex::new(None);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(mask) = made.as_ref().filter(|mask| mask.width() == side) {
        return mask.clone();
    }
    // A disc somewhere in each square of this side.
    const CELL: u32 = 512;
    let disc = |x: u32, y: u32| {
        let mut random = Random::new(u64::from(y / CELL) << 32 | u64::from(x / CELL));
        let radius = random.between(30, 160);
        let mut centre = || random.between(radius, CELL as i32 - radius);
        (centre(), centre(), radius)
    };
    let columns = side.div_ceil(CELL);
    let discs: Vec<_> =
        (0..columns * columns).map(|i| disc(i % columns * CELL, i / columns * CELL)).collect();
    let heights: Vec<u32> = (0..side).map(|x| surface(x, side)).collect();
    let mask = Mask::from_fn(side, side, |x, y| {
        let (cx, cy, radius) = discs[(y / CELL * columns + x / CELL) as usize];
        let (dx, dy) = ((x % CELL) as i32 - cx, (y % CELL) as i32 - cy);
        let in_disc = dx * dx + dy * dy <= radius * radius;
        if y >= heights[x as usize] { !in_disc } else { in_disc && (x / CELL + y / CELL).is_multiple_of(4) }
    });
    *made = Some(mask.clone());
    mask
}

fn side_of(size: Size) -> u32 {
    size.side.clamp(LEAST, SIDE)
}

/// Discs, half of them in the ground.
fn craters(size: Size, radius: u32) -> Pairs {
    let side = side_of(size);
    let (disc, _) = Mask::filled(1, 1).grow(radius, StructuringElement::Disc);
    let land = landscape(side);
    let mut random = Random::new(u64::from(radius));
    let mut pairs = Pairs { masks: vec![land, disc], hits: vec![], misses: vec![] };
    let reach = radius as i32;
    while pairs.hits.len() < size.pairs.min(1024) {
        let x = random.between(0, side as i32 - 1);
        let y = surface(x as u32, side) as i32 + random.between(-reach / 2, reach * 2);
        let offset = Point::new(x - reach, y - reach);
        if pairs.masks[0].overlaps(&pairs.masks[1], offset) {
            pairs.hits.push(Pair { a: 0, b: 1, offset });
        }
    }
    pairs
}

/// Sprites a little above and below the surface, hits and misses, in a part of the landscape.
fn at_the_surface(size: Size, sprite: u32, part: u32) -> Pairs {
    let side = side_of(size);
    sprites(size, sprite, part, |random, pairs, offset| {
        let middle = (offset.x + sprite as i32 / 2).clamp(0, side as i32 - 1);
        let y = surface(middle as u32, side) as i32 - sprite as i32 + random.between(-20, 20);
        let offset = Point::new(offset.x, y);
        Some((offset, pairs.masks[0].overlaps(&pairs.masks[1], offset)))
    })
}

/// Sprites over empty parts of the landscape, inside its bounds.
fn in_the_air(size: Size, sprite: u32, part: u32) -> Pairs {
    let land = landscape(side_of(size));
    let bounds = land.bounds().expect("it has pixels");
    sprites(size, sprite, part, |_, _, offset| {
        let clear = !land.overlaps(&Mask::filled(sprite, sprite), offset);
        (clear && offset.y >= bounds.y && bounds.contains(offset)).then_some((offset, false))
    })
}

fn sprites(
    size: Size,
    sprite: u32,
    part: u32,
    place: impl Fn(&mut Random, &Pairs, Point) -> Option<(Point, bool)>,
) -> Pairs {
    let side = side_of(size);
    let masks =
        [landscape(side)].into_iter().chain((0..8).map(|seed| shapes::blob(sprite, sprite, seed))).collect();
    let mut random = Random::new(u64::from(sprite));
    let want = size.pairs.min(2048);
    let mut pairs = Pairs { masks, hits: vec![], misses: vec![] };
    for _ in 0..want * 40 {
        if pairs.hits.len() >= want && pairs.misses.len() >= want {
            break;
        }
        // A part around the surface of a hill.
        let part = part.min(side);
        let left = (side - part) / 3;
        let top = surface(left + part / 2, side).saturating_sub(part / 2).min(side - part);
        let far = part as i32 - sprite as i32;
        let offset = Point::new(left as i32 + random.between(0, far), top as i32 + random.between(0, far));
        let b = 1 + random.below(8);
        let Some((offset, _)) = place(&mut random, &pairs, offset) else { continue };
        let hit = pairs.masks[0].overlaps(&pairs.masks[b as usize], offset);
        let list = if hit { &mut pairs.hits } else { &mut pairs.misses };
        if list.len() < want {
            list.push(Pair { a: 0, b, offset });
        }
    }
    pairs
}

/// Screens at the surface: the first mask is the landscape, the second one is clear and as large as a screen.
fn screens(size: Size) -> Pairs {
    let side = side_of(size);
    let (w, h) = (1920.min(side / 2), 1080.min(side / 2));
    let mut random = Random::new(5);
    let mut screen = |_| {
        let x = random.between(0, (side - w) as i32);
        let y = surface(x as u32 + w / 2, side) as i32 - random.between(0, h as i32);
        Pair { a: 0, b: 1, offset: Point::new(x, y) }
    };
    let hits = (0..size.pairs.min(64)).map(&mut screen).collect();
    Pairs { masks: vec![landscape(side), Mask::new(w, h)], hits, misses: vec![] }
}

/// Reads the pixels of a screen into a mask.
fn reading(pairs: &Pairs) -> Vec<Contender<'static>> {
    fn read(land: &Thing, screen: &Thing, Point { x, y }: Point) -> Mask {
        let Thing::Mask(mut screen) = screen.clone() else { unreachable!("a screen is a mask") };
        match land {
            Thing::Terrain(land) => screen.union_with(land, (-x, -y)),
            Thing::Mask(land) => screen.union_with(land, (-x, -y)),
        }
        screen
    }
    forms(pairs, read, |mask| digest_mask(&mask))
}

/// The landscape in one of its forms, or a sprite.
#[derive(Clone)]
enum Thing {
    Terrain(Terrain),
    Mask(Mask),
}

impl Thing {
    fn overlaps(&self, other: &Thing, offset: Point) -> bool {
        match (self, other) {
            (Thing::Terrain(land), Thing::Mask(sprite)) => land.overlaps(sprite, offset),
            (Thing::Mask(land), Thing::Mask(sprite)) => land.overlaps(sprite, offset),
            _ => unreachable!("a terrain is never the second"),
        }
    }
}

fn asking(pairs: &Pairs) -> Vec<Contender<'static>> {
    forms(pairs, Thing::overlaps, u64::from)
}

/// A query, asked of a terrain and of a flat mask.
fn forms<R: 'static>(
    pairs: &Pairs,
    query: fn(&Thing, &Thing, Point) -> R,
    digest: fn(R) -> u64,
) -> Vec<Contender<'static>> {
    let flat: Vec<Thing> = pairs.masks.iter().cloned().map(Thing::Mask).collect();
    let mut tiled = flat.clone();
    tiled[0] = Thing::Terrain(Terrain::from_mask(&pairs.masks[0]));
    ["ours", "flat"]
        .into_iter()
        .zip([tiled, flat])
        .map(|(name, things)| Contender::new(name, things, query, digest))
        .collect()
}

/// A contender that changes its own copy for each pair, one after the other.
fn editor<T: Clone + 'static>(
    name: &'static str,
    state: T,
    copy: impl Fn(&T) -> T + 'static,
    act: impl FnMut(&mut T, Point) + Clone + 'static,
    answer: impl Fn(&T, Point) -> u64 + 'static,
) -> Contender<'static> {
    let kept = state.clone();
    let pass = move |pairs: &[Pair]| {
        let mut copy = copy(&state);
        let mut act = act.clone();
        let start = thread_time();
        for pair in pairs {
            act(black_box(&mut copy), pair.offset);
        }
        elapsed(start)
    };
    Contender::remote(name, pass, move |pairs| pairs.iter().map(|pair| answer(&kept, pair.offset)).collect())
}

fn elapsed(start: Duration) -> Duration {
    thread_time() - start
}

/// A terrain that shares no memory with another.
fn alone(terrain: &Terrain) -> Terrain {
    Terrain::from_bytes(&terrain.to_bytes()).expect("it was just written")
}

/// Carves. The answer of both contenders is the number of pixels that were carved.
fn carving(pairs: &Pairs) -> Vec<Contender<'static>> {
    let [land, disc] = [0, 1].map(|i| pairs.masks[i].clone());
    let brush = [disc.clone(), disc.clone(), disc.clone(), disc];
    let [a, b, c, d] = brush;
    vec![
        editor(
            "ours",
            Terrain::from_mask(&land),
            alone,
            move |terrain, at| {
                black_box(terrain.carve(&a, at));
            },
            move |terrain, at| terrain.clone().carve(&b, at).pixels,
        ),
        editor(
            "flat",
            land,
            Mask::clone,
            move |mask, at| mask.difference_with(&c, at),
            move |mask, at| mask.overlap_area(&d, at),
        ),
    ]
}

fn copying(pairs: &Pairs) -> Vec<Contender<'static>> {
    let land = pairs.masks[0].clone();
    let terrain = Terrain::from_mask(&land);
    vec![
        editor(
            "ours",
            terrain,
            Terrain::clone,
            |terrain, _| {
                black_box(terrain.snapshot());
            },
            |_, _| 0,
        ),
        editor(
            "flat",
            land,
            Mask::clone,
            |mask, _| {
                black_box(mask.clone());
            },
            |_, _| 0,
        ),
    ]
}

/// Keeps a state, which the next edit must not change.
fn copying_and_carving(pairs: &Pairs) -> Vec<Contender<'static>> {
    let [land, disc] = [0, 1].map(|i| pairs.masks[i].clone());
    let (a, b) = (disc.clone(), disc);
    vec![
        editor(
            "ours",
            Terrain::from_mask(&land),
            alone,
            move |terrain, at| {
                let kept = terrain.snapshot();
                black_box(terrain.carve(&a, at));
                black_box(kept);
            },
            |_, _| 0,
        ),
        editor(
            "flat",
            land,
            Mask::clone,
            move |mask, at| {
                let kept = mask.clone();
                mask.difference_with(&b, at);
                black_box(kept);
            },
            |_, _| 0,
        ),
    ]
}

/// Ten craters, and two hundred sprites near them. hitmask also keeps a snapshot and searches for islands.
fn fighting(pairs: &Pairs) -> Vec<Contender<'static>> {
    let [land, disc] = [0, 1].map(|i| pairs.masks[i].clone());
    let sprite = shapes::blob(48, 48, 1);
    let near = |at: Point, i: i32, reach: i32| {
        Point::new(at.x + i * 7919 % reach - reach / 2, at.y + i * 104_729 % reach - reach / 2)
    };
    let edit = move |terrain: &mut Terrain, at: Point, disc: &Mask, sprite: &Mask| {
        for i in 0..10 {
            black_box(terrain.carve(disc, near(at, i, 600)));
        }
        for i in 0..200 {
            black_box(terrain.overlaps(sprite, near(at, i, 1500)));
        }
    };
    let (disc_a, disc_b, disc_c) = (disc.clone(), disc.clone(), disc);
    let (sprite_a, sprite_b, sprite_c) = (sprite.clone(), sprite.clone(), sprite);
    let terrain = Terrain::from_mask(&land);
    let _ = terrain.islands(&IslandOptions::default());
    let prepared = |terrain: &Terrain| {
        let copy = alone(terrain);
        let _ = copy.islands(&IslandOptions::default());
        copy
    };
    vec![
        editor(
            "ours",
            terrain.clone(),
            prepared,
            move |terrain, at| {
                let kept = terrain.snapshot();
                edit(terrain, at, &disc_a, &sprite_a);
                black_box(terrain.islands(&IslandOptions::default()));
                black_box(kept);
            },
            |_, _| 0,
        ),
        editor(
            "without snapshot and islands",
            terrain,
            alone,
            move |terrain, at| edit(terrain, at, &disc_b, &sprite_b),
            |_, _| 0,
        ),
        editor(
            "flat without those",
            land,
            Mask::clone,
            move |mask, at| {
                for i in 0..10 {
                    mask.difference_with(&disc_c, near(at, i, 600));
                }
                for i in 0..200 {
                    black_box(mask.overlaps(&sprite_c, near(at, i, 1500)));
                }
            },
            |_, _| 0,
        ),
    ]
}
