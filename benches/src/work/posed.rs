//! Whether two posed masks overlap. They are turned by any angle, scaled by half to twice, sometimes mirrored, and lie between the pixels.
//! In a miss, the bounds of the covered screen pixels overlap.
//!
//! One work has only right angles, half pixels and simple scales. There the centres of pixels lie on edges of texels, where floats give
//! wrong answers.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::inverse::{self, Turned};
use crate::rivals::parry_posed::{self, Placed, Placing};
use hitmask::{Angle, Mask, PixelRule, Point, Pose, PoseCache, PoseParts};
use hitmask_scenes::{Pair, Pairs, Random, Scene, shapes};
use std::cell::RefCell;

type Shape = fn(u32, u32, u64) -> Mask;
type Contenders = fn(&Pairs) -> Vec<Contender<'static>>;

const SHAPES: [(&str, Shape); 3] = [
    ("disc", |w, h, _| shapes::disc(w, h)),
    ("blob", shapes::blob),
    ("ring", |w, h, _| shapes::ring(w, h, 0.85)),
];

pub(super) fn all() -> Vec<Work> {
    let mut works = Vec::new();
    for (rule, query, contenders) in [
        (PixelRule::Raster, "overlaps", raster_contenders as Contenders),
        (PixelRule::Geometry, "geometry", geometry_contenders),
    ] {
        for side in [64, 256] {
            for (shape, make) in SHAPES {
                let scene = Scene { name: shape, side, shape: make, interleaved: false };
                let name = format!("posed {query} {shape} {side}");
                works.push(work(name, goal(rule, side, shape), scene, any, rule, contenders));
            }
        }
    }
    let scene = Scene { name: "blob", side: 64, shape: shapes::blob, interleaved: false };
    let name = "posed overlaps right-angled blob 64".to_owned();
    works.push(work(name, vec![], scene, right_angled, PixelRule::Raster, right_angled_contenders));
    works
}

fn work(
    name: String,
    goal: Vec<Goal>,
    scene: Scene,
    poses: Poses,
    rule: PixelRule,
    contenders: Contenders,
) -> Work {
    Work {
        name,
        hits: goal.clone(),
        misses: goal,
        warm: true,
        pairs: Box::new(move |size| draw(&scene, poses, rule, size)),
        contenders,
    }
}

fn goal(rule: PixelRule, side: u32, shape: &str) -> Vec<Goal> {
    let naive = |row, at_least| vec![Goal { row, rival: "naive", at_least }];
    match (rule, side) {
        (PixelRule::Raster, 64) => naive(11, 8.0),
        (PixelRule::Raster, _) => naive(12, if shape == "ring" { 120.0 } else { 200.0 }),
        (PixelRule::Geometry, 64) => vec![Goal { row: 11, rival: "parry2d rectangles", at_least: 1.0 }],
        (PixelRule::Geometry, _) => vec![],
    }
}

/// A mask and its pose as the first of a pair. As the second of a pair it is moved by whole pixels.
struct Posed {
    mask: Mask,
    pose: Pose,
    placing: Placing,
}

/// Position, degrees and scale.
type Poses = fn(&mut Random) -> ([f64; 2], f64, f64);

/// A scale from 1/2 to 2. Scales below 1 and above 1 are equally frequent.
fn any(random: &mut Random) -> ([f64; 2], f64, f64) {
    let size = 0.5 + random.unit() / 2.0;
    let size = if random.below(2) == 0 { size } else { 1.0 / size };
    ([random.unit(), random.unit()], random.unit() * 360.0, size)
}

fn right_angled(random: &mut Random) -> ([f64; 2], f64, f64) {
    let halves = |random: &mut Random| f64::from(random.below(2)) / 2.0;
    let size = f64::from(1 + random.below(4)) / 2.0;
    ([halves(random), halves(random)], f64::from(random.below(4)) * 90.0, size)
}

/// The masks, each with its own pose, the same in every run. The covered pixels begin at (0, 0).
fn posed(masks: &[Mask], poses: Poses) -> Vec<Posed> {
    let pose = |(i, mask): (usize, &Mask)| {
        let mut random = Random::new(0x0905_ed00 + i as u64);
        let mirror = if random.below(4) == 0 { -1.0 } else { 1.0 };
        let (position, degrees, size) = poses(&mut random);
        let scale = [size * mirror, size];
        let pivot = [f64::from(mask.width()) / 2.0, f64::from(mask.height()) / 2.0];
        let rotation = Angle::Degrees(degrees);
        let parts = PoseParts { position, rotation, scale, pivot, ..PoseParts::default() };
        let pose = Pose::new(&parts).expect("the scale is half to twice");
        let corner = mask.bake(&pose).unwrap().1;
        let pose = moved(&pose, Point::new(-corner.x, -corner.y));
        let [.., tx, ty] = pose.to_q16();
        let corner = [tx, ty].map(|q16| q16 as f64 / 65536.0);
        Posed { mask: mask.clone(), pose, placing: Placing { scale, angle: degrees.to_radians(), corner } }
    };
    masks.iter().enumerate().map(pose).collect()
}

fn moved(pose: &Pose, by: Point) -> Pose {
    pose.moved(by).expect("a screen is no world")
}

/// The same as [`Pairs::draw`], by the pixels that the masks cover on the screen.
fn draw(scene: &Scene, poses: Poses, rule: PixelRule, size: Size) -> Pairs {
    let (count, want) = if scene.side.min(size.side) <= 64 { (32, 2048) } else { (12, 1024) };
    let (masks, want) = (scene.at_most(size.side).masks(0x5eed, count), want.min(size.pairs));
    let posed = posed(&masks, poses);
    let baked: Vec<Mask> = posed.iter().map(|posed| posed.mask.bake(&posed.pose).unwrap().0).collect();
    let mut random = Random::new(0x9a12);
    let mut pairs = Pairs { masks, hits: vec![], misses: vec![] };
    for _ in 0..want * 200 {
        if pairs.hits.len() == want && pairs.misses.len() == want {
            break;
        }
        let (a, b) = (random.below(count as u32), random.below(count as u32));
        let (first, second) = (&baked[a as usize], &baked[b as usize]);
        let axis = |random: &mut Random, a: u32, b: u32| random.between(1 - b as i32, a as i32 - 1);
        let offset = Point::new(
            axis(&mut random, first.width(), second.width()),
            axis(&mut random, first.height(), second.height()),
        );
        let bounds = first.bounds().zip(second.bounds());
        if !bounds.is_some_and(|(first, second)| first.overlaps(&second, offset)) {
            continue;
        }
        let (a_posed, b_posed) = (&posed[a as usize], &posed[b as usize]);
        let hit =
            a_posed.mask.overlaps_posed(&a_posed.pose, &b_posed.mask, &moved(&b_posed.pose, offset), rule);
        let list = if hit { &mut pairs.hits } else { &mut pairs.misses };
        if list.len() < want {
            list.push(Pair { a, b, offset });
        }
    }
    pairs
}

fn ours(masks: &[Mask], poses: Poses, rule: PixelRule) -> Contender<'static> {
    let query = move |a: &Posed, b: &Posed, offset| {
        a.mask.overlaps_posed(&a.pose, &b.mask, &moved(&b.pose, offset), rule)
    };
    Contender::new("ours", posed(masks, poses), query, u64::from)
}

thread_local! {
    /// Enough memory for every pose of a work.
    static CACHE: RefCell<PoseCache> = RefCell::new(PoseCache::new(16 << 20));
}

/// hitmask, with masks that were baked for earlier questions.
fn cached(masks: &[Mask], poses: Poses) -> Contender<'static> {
    let query = |a: &Posed, b: &Posed, offset| {
        CACHE
            .with_borrow_mut(|cache| cache.overlaps_posed(&a.mask, &a.pose, &b.mask, &moved(&b.pose, offset)))
    };
    Contender::new("ours cached", posed(masks, poses), query, u64::from)
}

fn parry(name: &'static str, masks: &[Mask], shape: fn(&Mask, &Placing) -> Placed) -> Contender<'static> {
    let shapes = posed(masks, any).iter().map(|posed| shape(&posed.mask, &posed.placing)).collect();
    Contender::new(name, shapes, parry_posed::overlaps, u64::from).inexact()
}

fn raster_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    raster(&pairs.masks, any)
}

fn right_angled_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    raster(&pairs.masks, right_angled)
}

fn raster(masks: &[Mask], poses: Poses) -> Vec<Contender<'static>> {
    let turned = || posed(masks, poses).iter().map(|posed| Turned::new(&posed.mask, &posed.pose)).collect();
    vec![
        ours(masks, poses, PixelRule::Raster),
        cached(masks, poses),
        Contender::new("naive", turned(), inverse::overlaps, u64::from).inexact(),
        Contender::new("naive divided", turned(), inverse::overlaps_divided, u64::from),
        Contender::new("clipped DDA", turned(), inverse::overlaps_stepped, u64::from).inexact(),
    ]
}

fn geometry_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let masks = &pairs.masks;
    vec![
        ours(masks, any, PixelRule::Geometry),
        parry("parry2d rectangles", masks, parry_posed::rectangles),
        parry("parry2d pieces", masks, parry_posed::pieces),
        parry("parry2d hull", masks, parry_posed::hull),
    ]
}
