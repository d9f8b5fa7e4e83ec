//! Laws of what moves together, over random worlds. `HITMASK_SEED=n` starts with another seed.

use hitmask::{Collider, Direction, Handle, Mask, MoveOptions, PointQ16, QueryFilter, World};

use super::second_edition::{ALL, block, hero, plain};
use crate::common::{Blame, Rng, first_seed, part};

fn some_motion(rng: &mut Rng, far: i64) -> PointQ16 {
    let mut axis = || match rng.below(3) {
        0 => 0,
        1 => rng.between(-far, far) << 16,
        _ => rng.between(-far << 16, far << 16),
    };
    PointQ16::new(axis(), axis())
}

/// Blocks beside each other that move alike, in any order, carry a pile of crates and a hero as far as they go.
#[test]
fn a_rider_goes_as_its_support_does() {
    let first = first_seed(93_000_000);
    for seed in first..first + part(2_000) {
        let rng = &mut Rng::new(seed);
        let mut world = World::new();
        let (up, mut x, mut blocks) = (Direction::Up, 0, Vec::new());
        // Of different kinds, the solid ones lift him through the others.
        let one_way = rng.one_in(4);
        for _ in 0..rng.between(1, 5) {
            let w = rng.between(1, 9) as u32;
            let block = block(x, 100, w, 5).with_up(up);
            blocks.push(world.insert(if one_way { block.one_way() } else { block }));
            x += w as i32;
        }
        let (mut y, mut pile) = (100, Vec::new());
        let (mut span, is_wide) = ((0, i64::from(x)), rng.one_in(2));
        let mut span_of_first = span;
        for i in 0..rng.between(1, 4) {
            let (w, h) = (rng.between(2, 14) as u32, rng.between(2, 7) as i32);
            // It stands on what is below.
            let at = rng.between(span.0 - i64::from(w) + 1, span.1 - 1);
            let (at, w) = if i == 0 && is_wide { (0, x as u32) } else { (at, w) };
            (y, span) = (y - h, (at, at + i64::from(w)));
            if i == 0 {
                span_of_first = span;
            }
            let fellow = hero(at as i32, y, w, h as u32);
            pile.push(world.insert(if i < 3 { fellow.pushable() } else { fellow }));
        }
        let from: Vec<PointQ16> = pile.iter().map(|&it| world.position(it).unwrap()).collect();
        let (mut way, own) = (PointQ16::ZERO, rng.one_in(2));
        for frame in 0..6 {
            let mut motion = some_motion(rng, 3);
            // Who comes beside a block that has moved before or moves later is stopped or pushed by that.
            if motion.y != 0 && span_of_first != (0, i64::from(x)) {
                motion.x = 0;
            }
            let _blame = Blame(&(seed, frame, motion, own));
            way += motion;
            for i in (1..blocks.len()).rev() {
                blocks.swap(i, rng.below(i as u64 + 1) as usize);
            }
            for &block in &blocks {
                let moved = world.move_solid(block, motion, &[], &plain()).unwrap();
                assert_eq!(moved.crushed, []);
            }
            for &it in pile.iter().filter(|_| own) {
                let _ = world.move_and_slide(it, (0, 1), &plain(), &ALL).unwrap();
            }
            for (&it, &from) in pile.iter().zip(&from) {
                let there = from + PointQ16::from(way.pixel().unwrap());
                assert_eq!(world.position(it).unwrap(), there, "{it:?} of {pile:?}");
            }
        }
    }
}

/// A solid that is cut into upright pieces, as parts of one of them, pushes and carries as before, unless somebody stands on more than it.
#[test]
fn cutting_a_solid_that_moves_changes_no_position() {
    let first = first_seed(94_000_000);
    let mut moved = [0; 3];
    for seed in first..first + part(1_500) {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.between(2, 30) as u32, rng.between(1, 9) as u32);
        let is_full = rng.one_in(2);
        let noise: Vec<bool> = (0..w * h).map(|_| is_full || rng.one_in(2)).collect();
        let whole = Mask::from_fn(w, h, |x, y| noise[(y * w + x) as usize]);
        let one_way = rng.one_in(4);
        let mut cuts: Vec<u32> = (1..w).filter(|_| rng.one_in(5)).collect();
        cuts.push(w);
        let mut others = Vec::new();
        for _ in 0..rng.between(2, 8) {
            let at = (rng.between(-14, 34) as i32, rng.between(-16, 20) as i32);
            let it = hero(at.0, at.1, rng.between(1, 9) as u32, rng.between(1, 9) as u32);
            others.push(if rng.one_in(2) { it.pushable() } else { it });
        }
        let walls: Vec<Collider> = (0..rng.between(0, 3))
            .map(|_| {
                block(rng.between(-20, 34) as i32, rng.between(-20, 20) as i32, 4, rng.between(1, 12) as u32)
            })
            .collect();
        let build = |cut: bool| {
            let mut world = World::new();
            let solid = |mask: Mask| {
                let solid = Collider::new(mask);
                if one_way { solid.one_way() } else { solid }
            };
            let (mut root, mut start) = (None, 0);
            let ends = if cut { cuts.clone() } else { vec![w] };
            for end in ends {
                let piece = Mask::from_fn(end - start, h, |x, y| noise[(y * w + x + start) as usize]);
                let piece = world.insert(solid(piece));
                match root {
                    None => root = Some(piece),
                    Some(root) => {
                        world.attach(root, piece).unwrap();
                        world.set_position(piece, (start as i32, 0)).unwrap();
                    }
                }
                start = end;
            }
            walls.iter().for_each(|wall| _ = world.insert(wall.clone()));
            let handles: Vec<Handle> = others.iter().map(|it| world.insert(it.clone())).collect();
            (world, root.unwrap(), handles)
        };
        assert_eq!(whole.size(), (w, h));
        let (mut one, root, handles) = build(false);
        let (mut other, cut_root, cut_handles) = build(true);
        for turn in 0..6 {
            let _blame = Blame(&(seed, turn));
            // Who stands on the solid and on something else has another support where it is cut.
            let stands_on_more = handles.iter().any(|&it| {
                let mut blockers = Vec::new();
                let mut trial = one.clone();
                let _ = trial.move_and_slide_into(it, (0, 0), &plain(), &ALL, &mut blockers);
                blockers.len() > 1 && blockers.iter().any(|blocker| blocker.handle == root)
            });
            // So has who is in others, and on some of the pieces: they bear it in fewer columns each.
            let support = |world: &World, it: Handle, pieces: usize| {
                world.support(it).map(|support| (support.index() as usize).saturating_sub(pieces - 1))
            };
            let is_borne_alike =
                |(&it, &twin): (&Handle, &Handle)| support(&one, it, 1) == support(&other, twin, cuts.len());
            if stands_on_more || !handles.iter().zip(&cut_handles).all(is_borne_alike) {
                break;
            }
            let (by, step_up, corner) = (some_motion(rng, 5), rng.pick(&[0, 0, 2]), rng.pick(&[0, 0, 2]));
            let options = MoveOptions { step_up, corner, ..plain() };
            let a = one.move_solid(root, by, &[], &options).unwrap();
            let b = other.move_solid(cut_root, by, &[], &options).unwrap();
            let numbers = |list: &[Handle], all: &[Handle]| -> Vec<usize> {
                list.iter().map(|it| all.iter().position(|other| other == it).unwrap()).collect()
            };
            for (i, (a, b)) in [(&a.pushed, &b.pushed), (&a.carried, &b.carried), (&a.crushed, &b.crushed)]
                .into_iter()
                .enumerate()
            {
                assert_eq!(numbers(a, &handles), numbers(b, &cut_handles));
                moved[i] += a.len();
            }
            for (&a, &b) in handles.iter().zip(&cut_handles) {
                assert_eq!(one.position(a), other.position(b));
            }
        }
    }
    println!("{moved:?}");
    assert!(moved.iter().all(|&moved| moved as u64 > part(100)), "{moved:?}");
}

/// Gravity and level turned by 180 degrees, or mirrored: the same positions, turned. Motions are by whole pixels, so no mark is rounded; and no
/// corner is asked for, because at equal distance the left and the upper side come first.
#[test]
fn what_is_turned_or_mirrored_moves_so() {
    let first = first_seed(95_000_000);
    let mut went = 0;
    for seed in first..first + part(1_000) {
        let rng = &mut Rng::new(seed);
        let gravity = rng.pick(&Direction::ALL);
        let all: Vec<_> = (0..rng.between(4, 10))
            .map(|_| {
                let (w, h) = (rng.between(1, 12) as u32, rng.between(1, 8) as u32);
                let noise: Vec<bool> = (0..w * h).map(|_| !rng.one_in(9)).collect();
                let mask = Mask::from_fn(w, h, |x, y| noise[(y * w + x) as usize]);
                let at = (rng.between(-16, 16) as i32, rng.between(-16, 16) as i32);
                let up = if rng.one_in(6) { None } else { Some(gravity) };
                (mask, at, rng.below(5), up, rng.pick(&Direction::ALL))
            })
            .collect();
        let moves: Vec<(usize, (i32, i32), MoveOptions)> = (0..10)
            .map(|_| {
                let (step_up, step_down) = (rng.pick(&[0, 0, 2]), rng.pick(&[0, 2]));
                let options =
                    MoveOptions { step_up, step_down, push: rng.one_in(2), drop: rng.one_in(8), ..plain() };
                let by = (rng.between(-7, 7) as i32, rng.between(-7, 7) as i32);
                (rng.below(all.len() as u64) as usize, by, options)
            })
            .collect();
        // Mirrored along x, along y, and both.
        let play = |(sx, sy): (i32, i32)| {
            let turned = |direction: Direction| match direction {
                Direction::Left if sx < 0 => Direction::Right,
                Direction::Right if sx < 0 => Direction::Left,
                Direction::Up if sy < 0 => Direction::Down,
                Direction::Down if sy < 0 => Direction::Up,
                same => same,
            };
            let mut world = World::new();
            let place = |mask: &Mask, (x, y): (i32, i32)| {
                let side = |at: i32, sign: i32, size: u32| if sign < 0 { -at - size as i32 } else { at };
                (side(x, sx, mask.width()), side(y, sy, mask.height()))
            };
            let handles: Vec<Handle> = all
                .iter()
                .map(|(mask, at, kind, up, side)| {
                    let seen = Mask::from_fn(mask.width(), mask.height(), |x, y| {
                        let flip = |at: u32, sign: i32, size: u32| if sign < 0 { size - 1 - at } else { at };
                        mask.get((flip(x, sx, mask.width()) as i32, flip(y, sy, mask.height()) as i32))
                    });
                    let it = Collider::new(seen).at(place(mask, *at)).with_up(up.map(turned));
                    world.insert(match kind {
                        0 => it.one_way_to(turned(*side)),
                        1 => it,
                        2 => it.character(),
                        _ => it.pushable(),
                    })
                })
                .collect();
            let mut told = Vec::new();
            for &(i, (x, y), options) in &moves {
                let by = (x * sx, y * sy);
                if all[i].2 < 2 {
                    let moved = world.move_solid(handles[i], by, &[], &options).unwrap();
                    told.push(
                        [moved.pushed.len(), moved.carried.len(), moved.crushed.len()].map(|n| n as i64),
                    );
                } else {
                    let slid =
                        world.move_and_slide(handles[i], by, &options, &QueryFilter::default()).unwrap();
                    let index =
                        |it: Option<hitmask::Blocker>| it.map_or(-1, |it| i64::from(it.handle.index()));
                    told.push([index(slid.floor), index(slid.wall), index(slid.ceiling)]);
                }
                for (it, &handle) in all.iter().zip(&handles) {
                    let at = world.position(handle).unwrap().pixel().unwrap();
                    let (x, y) = place(&it.0, (at.x, at.y));
                    told.push([x.into(), y.into(), world.support(handle).map_or(-1, |it| it.index().into())]);
                }
            }
            told
        };
        let _blame = Blame(&seed);
        let upright = play((1, 1));
        for sides in [(-1, 1), (1, -1), (-1, -1)] {
            assert_eq!(play(sides), upright, "{sides:?}");
        }
        went += upright.len();
    }
    assert!(went > 0);
}

/// What a move names at its end refuses one pixel more, and what it does not name lets it pass.
#[test]
fn names_are_what_one_more_step_would_meet() {
    let first = first_seed(96_000_000);
    let mut seen = [0; 4];
    for seed in first..first + part(3_000) {
        let rng = &mut Rng::new(seed);
        let mut world = World::new();
        for _ in 0..rng.between(3, 10) {
            let at = (rng.between(-20, 20) as i32, rng.between(-20, 20) as i32);
            let it = block(at.0, at.1, rng.between(1, 14) as u32, rng.between(1, 6) as u32);
            let side = rng.pick(&Direction::ALL);
            world.insert(match rng.below(4) {
                0 => it.one_way_to(side),
                1 => it.pushable(),
                _ => it,
            });
        }
        let up = if rng.one_in(5) { None } else { Some(rng.pick(&Direction::ALL)) };
        let size = (rng.between(1, 6) as u32, rng.between(1, 6) as u32);
        let it = hero(0, 0, size.0, size.1).with_up(up);
        let it = world.insert(if rng.one_in(3) { it.pushable() } else { it });
        for turn in 0..8 {
            let _blame = Blame(&(seed, turn));
            world.set_position(it, (rng.between(-20, 20) as i32, rng.between(-20, 20) as i32)).unwrap();
            let options = MoveOptions {
                step_up: rng.pick(&[0, 0, 2]),
                corner: rng.pick(&[0, 0, 2]),
                push: rng.one_in(2),
                ..plain()
            };
            let direction = rng.pick(&Direction::ALL).vector();
            let far = rng.between(1, 12 << 16);
            let by = PointQ16::new(i64::from(direction.x) * far, i64::from(direction.y) * far);
            let slid = world.move_and_slide(it, by, &options, &ALL).unwrap();
            if slid.stuck.is_some() {
                continue;
            }
            let is_named = slid.velocity != by;
            let names = [slid.floor, slid.wall, slid.ceiling];
            let ahead = |it: &&hitmask::Blocker| it.normal == hitmask::Point::new(-direction.x, -direction.y);
            assert_eq!(names.iter().flatten().find(ahead).is_some(), is_named);
            names.iter().enumerate().for_each(|(i, name)| seen[i] += u64::from(name.is_some()));
            let one = PointQ16::new(i64::from(direction.x) << 16, i64::from(direction.y) << 16);
            let before = slid.position.pixel().unwrap();
            let after = world.move_and_slide(it, one, &options, &ALL).unwrap().position.pixel().unwrap();
            let went = (after.x - before.x) * direction.x + (after.y - before.y) * direction.y;
            assert_eq!(went, i32::from(!is_named), "{slid:?}");
            seen[3] += u64::from(!is_named);
        }
    }
    println!("{seen:?}");
    assert!(seen.iter().all(|&seen| seen > part(100)), "{seen:?}");
}
