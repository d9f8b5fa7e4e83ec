//! The shortest way out of overlaps, shallow and deep.

use crate::contender::{Contender, digest_point};
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::spiral;
use hitmask::{Mask, Point};
use hitmask_scenes::{Pair, Pairs, Random, Scene, shapes};

const MASKS: usize = 12;

pub(super) fn all() -> Vec<Work> {
    let goal = |at_least| vec![Goal { row: 19, rival: "spiral", at_least }];
    let none = vec![];
    let ring = |w, h, _| shapes::ring(w, h, 0.9);
    let scene = |name, side, shape| Scene { name, side, shape, interleaved: false };
    let scenes = [
        (scene("blob", 128, shapes::blob), goal(4.0)),
        (scene("disc", 128, |w, h, _| shapes::disc(w, h)), goal(4.0)),
        (scene("sprite", 128, shapes::sprite), goal(4.0)),
        (scene("ring", 128, ring), none.clone()),
        (scene("noise 50%", 128, |w, h, seed| shapes::noise(w, h, seed, 500)), none),
    ];
    let deep = scenes.map(|(scene, goals)| work("deep", scene, goals, draw_deep));
    let shallow = [
        ("blob", 32, shapes::blob as fn(u32, u32, u64) -> Mask),
        ("blob", 128, shapes::blob),
        ("ring", 128, ring),
    ]
    .map(|(name, side, shape)| work("shallow", scene(name, side, shape), goal(0.95), draw_shallow));
    deep.into_iter().chain(shallow).collect()
}

fn work(depth: &str, scene: Scene, goals: Vec<Goal>, draw: fn(&Scene, Size) -> Pairs) -> Work {
    Work {
        name: format!("separation {depth} {} {}", scene.name, scene.side),
        hits: goals,
        misses: vec![],
        warm: true,
        pairs: Box::new(move |size| draw(&scene, size)),
        contenders,
    }
}

/// One mask nearly on top of the other.
fn draw_deep(scene: &Scene, size: Size) -> Pairs {
    let reach = (scene.side.min(size.side) / 6) as i32;
    draw(scene, size, 64, |random, _, _| {
        Some(Point::new(random.between(-reach, reach), random.between(-reach, reach)))
    })
}

/// Moved until they don't overlap, and then one to three pixels back.
fn draw_shallow(scene: &Scene, size: Size) -> Pairs {
    draw(scene, size, 2048, |random, a, b| {
        let reach = a.width() as i32 / 2;
        let start = Point::new(random.between(-reach, reach), random.between(-reach, reach));
        let way = a.separation(b, start);
        let back = random.between(1, 3);
        let shorter = |n: i32| n - n.signum() * back.min(n.abs());
        let offset = Point::new(start.x + shorter(way.x), start.y + shorter(way.y));
        let depth = a.separation(b, offset);
        (1..=16).contains(&(depth.x * depth.x + depth.y * depth.y)).then_some(offset)
    })
}

fn draw(
    scene: &Scene,
    size: Size,
    want: usize,
    offset: impl Fn(&mut Random, &Mask, &Mask) -> Option<Point>,
) -> Pairs {
    let masks = scene.at_most(size.side).masks(0x5eed, MASKS);
    let mut random = Random::new(0xdee9);
    let want = want.min(size.pairs);
    let mut hits = Vec::new();
    for _ in 0..want * 50 {
        if hits.len() == want {
            break;
        }
        let (a, b) = (random.below(MASKS as u32), random.below(MASKS as u32));
        let (first, second) = (&masks[a as usize], &masks[b as usize]);
        if let Some(offset) = offset(&mut random, first, second)
            && first.overlaps(second, offset)
        {
            hits.push(Pair { a, b, offset });
        }
    }
    Pairs { masks, hits, misses: vec![] }
}

fn contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let ours = |a: &Mask, b: &Mask, offset| a.separation(b, offset);
    let digest = |change| digest_point(Some(change));
    vec![
        Contender::new("ours", pairs.masks.clone(), ours, digest),
        Contender::new("spiral", pairs.masks.clone(), spiral::separation, digest),
    ]
}
