//! A steady frame of movers allocates nothing: characters that walk, crates that are pushed, lifts, and planks that turn.
//!
//! With `std` only: without it nothing is kept with a mask.
#![cfg(feature = "std")]

mod common;

use common::allocations::{Counting, allocations};
use hitmask::{
    Angle, Circle, Collider, Handle, Mask, MoveOptions, PointQ16, QueryFilter, Rect, SolidMoved, TileCell,
    TileDef, TileKind, TileMap, TileSet, World,
};
use std::sync::Arc;

#[global_allocator]
static COUNTING: Counting = Counting;

const CELL: u32 = 16;
/// The columns of cells that each character has for itself, more or less.
const LANE: u32 = 4;
const HEROES: u32 = 200;

/// Hills, with ledges to jump through above them.
fn level() -> TileMap {
    let slope = |f: fn(u32, u32) -> bool| TileDef::new(Mask::from_fn(CELL, CELL, f));
    let ledge = TileDef::new(Mask::filled(CELL, 3)).with_kind(TileKind::OneWay);
    let set = TileSet::new([
        TileDef::new(Mask::filled(CELL, CELL)),
        slope(|x, y| x + y >= CELL - 1),
        slope(|x, y| y >= x),
        ledge,
    ]);
    let ground = |column: u32| 8 + (column % 12).min(12 - column % 12);
    let mut map = TileMap::new(set, (HEROES * LANE, 18), (CELL, CELL));
    for x in 0..HEROES * LANE {
        let (here, next) = (ground(x), ground(x + 1));
        for y in 0..18 {
            let def = match y {
                _ if y >= here => Some(0),
                _ if y + 1 == here && next < here => Some(1),
                _ if y + 1 == here.max(next) && next > here => Some(2),
                4 if x % 3 > 0 => Some(3),
                _ => None,
            };
            if let Some(def) = def {
                map.set((x as i32, y as i32), TileCell::new(def));
            }
        }
    }
    map
}

struct Game {
    world: World,
    heroes: Vec<(Handle, PointQ16)>,
    crates: Vec<Handle>,
    lifts: Vec<Handle>,
    planks: Vec<Handle>,
    frame: u32,
    moved: SolidMoved,
    /// New in each round.
    round: f64,
    /// Allocations by verb.
    counts: [usize; 6],
    /// Carried and pushed by lifts; carried, pushed or crushed by planks; heroes on a floor, and stuck.
    seen: [usize; 6],
}

impl Game {
    fn new() -> Game {
        let mut world = World::new();
        world.insert_tiles(Collider::new(level()));
        let width = (HEROES * LANE * CELL) as i32;
        let at = |i: usize, of: usize, y: i32| (30 + (width - 60) / of as i32 * i as i32, y);
        let lifts =
            (0..20).map(|i| world.insert(Collider::new(Rect::new(0, 0, 40, 6)).at(at(i, 20, 110)))).collect();
        let plank = Arc::new(Mask::filled(60, 6));
        let planks = (0..20)
            .map(|i| {
                let plank = Collider::new(&plank).with_pivot((30.0, 3.0)).at(at(i, 20, 100));
                world.insert(plank.rotated(Angle::Steps { step: i as i32, of: 40 }))
            })
            .collect();
        // Turned obstacles at rest.
        for i in 0..40 {
            let stone = Collider::new(Mask::from_fn(20, 14, |x, y| x + y > 6))
                .rotated(Angle::Degrees(i as f64 * 9.0));
            let stone = stone.at(at(i, 40, 90));
            world.insert(if i % 4 == 0 { stone.one_way() } else { stone });
        }
        let crates = (0..40)
            .map(|i| {
                let shape = Mask::filled(12, 10);
                let it = Collider::new(shape).pushable().at(at(i, 40, 60));
                world.insert(if i % 5 == 0 { it.rotated(Angle::Degrees(20.0)) } else { it })
            })
            .collect();
        let mask = Arc::new(Mask::from_fn(10, 16, |x, y| x.abs_diff(5) + y.abs_diff(8) < 11));
        let heroes = (0..HEROES as usize)
            .map(|i| {
                let it = match i % 8 {
                    1 => Collider::new(Rect::new(0, 0, 10, 16)),
                    2 => Collider::new(Circle::from_f64([5.0, 5.0], 5.5).unwrap()),
                    3 | 4 => Collider::new(&mask).rotated(Angle::Degrees(30.0)),
                    5 => Collider::new(&mask).rotated(Angle::Degrees(90.0)),
                    _ => Collider::new(&mask),
                };
                (world.insert(it.at(at(i, HEROES as usize, 30)).character()), PointQ16::ZERO)
            })
            .collect();
        Game {
            world,
            heroes,
            crates,
            lifts,
            planks,
            frame: 0,
            moved: SolidMoved::default(),
            round: 0.0,
            counts: [0; 6],
            seen: [0; 6],
        }
    }

    /// Lifts that are crossed and carry, planks that turn, crates and heroes of many shapes, some of which turn.
    fn play(&mut self, frames: u32) {
        let options =
            MoveOptions { step_up: 3, step_down: 3, corner: 2, push: true, ..MoveOptions::default() };
        let filter = QueryFilter::default();
        for _ in 0..frames {
            let Game { world, heroes, crates, lifts, planks, frame, moved, round, counts, seen } = self;
            let to_and_fro = |i: usize, frames: u32| {
                if ((*frame + 7 * i as u32) / frames).is_multiple_of(2) { 1 } else { -1 }
            };
            counts[0] += allocations(|| {
                for (i, &lift) in lifts.iter().enumerate() {
                    let motion = (to_and_fro(i, 30) as f64 * 0.7, to_and_fro(i, 40) as f64 * 0.6);
                    world.move_solid_into(lift, motion, &[], &options, moved).unwrap();
                    seen[0] += moved.carried.len();
                    seen[1] += moved.pushed.len();
                }
            });
            counts[1] += allocations(|| {
                for (i, &plank) in planks.iter().enumerate() {
                    let step = (*frame / 2 + i as u32) % 40;
                    let turn = Angle::Steps { step: step as i32, of: 40 };
                    world
                        .reshape_solid_into(plank, 12, &filter, |it| it.transform.set_rotation(turn), moved)
                        .unwrap();
                    seen[2] += moved.carried.len();
                    seen[3] += moved.pushed.len() + moved.crushed.len();
                }
            });
            counts[2] += allocations(|| {
                for (i, &it) in crates.iter().enumerate() {
                    let _ = world
                        .move_and_slide(it, (to_and_fro(i, 50) as f64 * 0.3, 2.0), &options, &filter)
                        .unwrap();
                }
            });
            counts[3] += allocations(|| {
                for (i, (hero, speed)) in heroes.iter_mut().enumerate() {
                    if i % 8 == 4 && *frame % 3 == 0 {
                        let mut transform = world.transform(*hero).unwrap();
                        let turn = *frame as i32 / 3 + i as i32;
                        // Pictures that are shared, and pictures that nobody has seen before.
                        let fresh = Angle::Degrees(f64::from(turn) * 7.3 + *round + i as f64 / 300.0);
                        transform.set_rotation(if i % 16 == 4 {
                            Angle::Steps { step: turn, of: 20 }
                        } else {
                            fresh
                        });
                        let _ = world.fit_transform(*hero, transform, 3, &filter).unwrap();
                    }
                    let jump =
                        if speed.y == 0 && (*frame + i as u32).is_multiple_of(40) { -6 << 16 } else { 0 };
                    let motion = PointQ16::new((to_and_fro(i, 24) * 5) << 14, speed.y + (1 << 14) + jump);
                    let slid = world.move_and_slide(*hero, motion, &options, &filter).unwrap();
                    *speed = slid.velocity;
                    if slid.stuck.is_some() {
                        let _ = world.unstick(*hero, 12, &filter).unwrap();
                        seen[5] += 1;
                    }
                    seen[4] += usize::from(slid.floor.is_some());
                }
            });
            counts[4] += allocations(|| {
                for (hero, _) in heroes.iter() {
                    let _ = world.support(*hero);
                    let _ = world.ground_slope(*hero, 3, &filter);
                    let at = world.position(*hero).unwrap();
                    let _ = world.fit_at(*hero, at, 2, &filter);
                }
            });
            counts[5] += allocations(|| {
                world.step().unwrap();
            });
            *frame += 1;
        }
    }
}

#[test]
fn a_steady_frame_allocates_nothing() {
    let mut game = Game::new();
    let (start, heroes) = (game.world.snapshot(), game.heroes.clone());
    // The same frames again, but some pictures are new each time.
    for round in 0..4 {
        game.world.restore(&start);
        game.heroes.clone_from(&heroes);
        (game.frame, game.counts, game.seen) = (0, [0; 6], [0; 6]);
        game.round = f64::from(round);
        game.play(100);
        assert!(round > 0 || game.counts.iter().sum::<usize>() > 0, "nothing was counted");
    }
    let Game { counts, seen, .. } = game;
    assert_eq!(counts, [0; 6], "by lifts, planks, crates, heroes, questions, step: {seen:?}");
    assert!(seen[..5].iter().all(|&seen| seen > 30), "{seen:?}");
}
