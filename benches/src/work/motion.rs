//! The time at which a moving mask hits another: in free flight past and into shapes, in a large room, and sliding along a wall.
//!
//! The offset of a pair is the start of B. Its motion is computed from the offset, so a pair is all that a contender needs.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::walk;
use hitmask::{Cast, Mask, Point, PointQ16};
use hitmask_scenes::{Pair, Pairs, Random, shapes};

type Motion = fn(Point) -> (PointQ16, PointQ16);

pub(super) fn all() -> Vec<Work> {
    let goal = |at_least| vec![Goal { row: 18, rival: "walk", at_least }];
    let work = |name: &str, hits, misses, pairs: fn(Size) -> Pairs, contenders| Work {
        name: format!("cast {name}"),
        hits,
        misses,
        warm: true,
        pairs: Box::new(pairs),
        contenders,
    };
    vec![
        work("flight blob 64", vec![], goal(5.0), |size| flight(64, size), flying),
        work("flight blob 256", vec![], goal(5.0), |size| flight(256, size), flying),
        work("room 512 blob 24", vec![], goal(5.0), room, flying),
        work("slide level", vec![], goal(0.95), |size| slide(size, |_| 0, 0), sliding),
        work("slide slope", vec![], goal(0.95), |size| slide(size, |x| x / 2, 1), slanting),
        work("slide rough ground", vec![], goal(0.95), |size| slide(size, |x| x * 7919 % 3, 2), sliding),
    ]
}

/// A motion of about 300 pixels that starts at a fraction of a pixel. A hash of the offset chooses both.
fn flies(offset: Point) -> (PointQ16, PointQ16) {
    let mut random = Random::new((offset.x as u64) << 32 ^ u64::from(offset.y as u32));
    let mut q16 = |pixels: i32| i64::from(random.between(-pixels * 65_536, pixels * 65_536));
    let start = PointQ16::from(offset) + PointQ16::new(q16(1), q16(1));
    (start, PointQ16::new(q16(300), q16(300)))
}

/// 100 pixels to the right.
fn slides(offset: Point) -> (PointQ16, PointQ16) {
    (PointQ16::from(offset) + PointQ16::new(21_845, 0), (100, 0).into())
}

/// 100 pixels to the right and 50 down.
fn slants(offset: Point) -> (PointQ16, PointQ16) {
    (offset.into(), (100, 50).into())
}

/// Motions past and into each other, from all directions.
fn flight(side: u32, size: Size) -> Pairs {
    let side = side.min(size.side);
    let masks = (0..12).map(|seed| shapes::blob(side, side, seed)).collect();
    let reach = side as i32 + 100;
    sort_out(masks, size, flies, |random| (random.between(-reach, reach), random.between(-reach, reach)))
}

/// A ball in a room with a few pillars.
fn room(size: Size) -> Pairs {
    let side = 512.min(size.side * 4);
    let room = Mask::from_fn(side, side, |x, y| {
        let rim = x.min(y).min(side - 1 - x).min(side - 1 - y) < 4;
        let pillar = |n: u32| (n % (side / 3)).abs_diff(side / 6) < side / 60;
        rim || pillar(x) && pillar(y)
    });
    let masks = [room].into_iter().chain((0..3).map(|seed| shapes::blob(24, 24, seed))).collect();
    let end = side as i32 - 24;
    sort_out(masks, size, flies, |random| (random.between(0, end), random.between(0, end)))
}

/// Something 32 pixels wide just above a ground of a given height. A tower at the end of the ground makes its bounds useless.
fn slide(size: Size, height: fn(u32) -> u32, above: i32) -> Pairs {
    let sprites = (0..3).map(|seed| shapes::blob(32, 32, seed));
    let ground = Mask::from_fn(400, 500, |x, y| y >= 60 + height(x) || x >= 390);
    let masks: Vec<Mask> = [ground].into_iter().chain(sprites).collect();
    let mut random = Random::new(0x51de);
    let mut pairs = Pairs { masks, hits: vec![], misses: vec![] };
    while pairs.misses.len() < size.pairs.min(256) {
        let (b, x) = (1 + random.below(3), random.between(20, 250));
        let (ground, sprite) = (&pairs.masks[0], &pairs.masks[b as usize]);
        // It is moved down from high above until it touches.
        let free = (0..).find(|&y| ground.overlaps(sprite, (x, y + 1))).expect("a ground");
        pairs.misses.push(Pair { a: 0, b, offset: Point::new(x, free - above) });
    }
    pairs
}

/// Draws starts that are free. Sorts them into a list of hits and a list of misses.
fn sort_out(
    masks: Vec<Mask>,
    size: Size,
    motion: Motion,
    start: impl Fn(&mut Random) -> (i32, i32),
) -> Pairs {
    let mut random = Random::new(0xca57);
    let want = 512.min(size.pairs);
    let single = masks.len() <= 4;
    let count = masks.len() as u32;
    let mut pairs = Pairs { masks, hits: vec![], misses: vec![] };
    for _ in 0..want * 100 {
        if pairs.hits.len() == want && pairs.misses.len() == want {
            break;
        }
        let a = if single { 0 } else { random.below(count) };
        let b = if single { 1 + random.below(count - 1) } else { random.below(count) };
        let offset = Point::from(start(&mut random));
        let (position, by) = motion(offset);
        let list = match pairs.masks[a as usize].cast(&pairs.masks[b as usize], position, by) {
            Cast::InitialOverlap => continue,
            Cast::Hit { .. } => &mut pairs.hits,
            Cast::Miss => &mut pairs.misses,
        };
        if list.len() < want {
            list.push(Pair { a, b, offset });
        }
    }
    pairs
}

fn flying(pairs: &Pairs) -> Vec<Contender<'static>> {
    contenders(pairs, flies)
}

fn sliding(pairs: &Pairs) -> Vec<Contender<'static>> {
    contenders(pairs, slides)
}

fn slanting(pairs: &Pairs) -> Vec<Contender<'static>> {
    contenders(pairs, slants)
}

fn contenders(pairs: &Pairs, motion: Motion) -> Vec<Contender<'static>> {
    let ours = move |a: &Mask, b: &Mask, offset| {
        let (position, by) = motion(offset);
        a.cast(b, position, by)
    };
    let rival = move |a: &Mask, b: &Mask, offset| {
        let (position, by) = motion(offset);
        walk::cast(a, b, position, by)
    };
    let digest_cast = |cast| match cast {
        Cast::InitialOverlap => 1,
        Cast::Hit { time, .. } => digest_time((time.numerator(), time.denominator())),
        Cast::Miss => 0,
    };
    let digest_walk = |time| match time {
        None => 0,
        Some((0, 0)) => 1,
        Some(time) => digest_time(time),
    };
    vec![
        Contender::new("ours", pairs.masks.clone(), ours, digest_cast),
        Contender::new("walk", pairs.masks.clone(), rival, digest_walk),
    ]
}

/// A number for a fraction. It is the same for equal fractions.
fn digest_time((above, below): (u64, u64)) -> u64 {
    let (mut a, mut b) = (below, above);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (above / a) << 32 | (below / a) | 1 << 63
}
