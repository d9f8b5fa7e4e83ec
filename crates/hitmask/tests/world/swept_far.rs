//! Long ways among short ones and among large things, against a look at every moment of the ways.

use std::collections::BTreeSet;

use crate::common::{Rng, filled};
use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{Collider, ColliderProps, EventKind, Handle, Layers, PointQ16, World, WorldOptions};
use hitmask_oracle::{StraightWay, instants};

/// A rectangle on its way.
struct Thing {
    size: (u32, u32),
    way: StraightWay,
    swept: bool,
    layers: Layers,
}

impl Thing {
    /// In the middle of the plane, or at its corner: there, parts of the boxes lie where no pixels exist.
    fn random(rng: &mut Rng, room: i64, is_at_corner: bool) -> Thing {
        let part = |rng: &mut Rng| if rng.below(2) == 0 { 0 } else { rng.between(0, 65_535) };
        let from = (rng.between(-room, room) << 16, rng.between(-room, room) << 16);
        let most = rng.pick(&[0, 3, 60, 66, 130, 700]);
        let by = |rng: &mut Rng| rng.between(-most, most) << 16;
        let (x, y) = match rng.below(4) {
            0 => (by(rng), 0),
            1 => (0, by(rng)),
            _ => (by(rng) + part(rng), by(rng) + part(rng)),
        };
        let longest = rng.pick(&[3, 12, 40, 127, 130, 300]);
        let size = (rng.between(1, longest) as u32, rng.between(1, longest) as u32);
        let mut way = StraightWay { from, to: (from.0 + x, from.1 + y) };
        if is_at_corner {
            let place = |(x, y): (i64, i64)| (PointQ16::LIMIT - x.abs(), PointQ16::LIMIT - y.abs());
            way = StraightWay { from: place(way.from), to: place(way.to) };
        }
        let layers = rng.pick(&[Layers::new(1, 3), Layers::new(2, 1), Layers::new(1, 2)]);
        Thing { size, way, swept: rng.below(2) == 0, layers }
    }

    fn touch(&self, other: &Thing) -> bool {
        const END: i64 = 1 << 31;
        let meets = |a: i64, along: u32, b: i64, other: u32| {
            a.max(b) < END.min(a + i64::from(along)).min(b + i64::from(other))
        };
        instants(&[self.way, other.way]).iter().any(|instant| {
            let [a, b] = [instant.pixels[0], instant.pixels[1]];
            meets(a.0, self.size.0, b.0, other.size.0) && meets(a.1, self.size.1, b.1, other.size.1)
        })
    }
}

/// The pairs that touch at some moment of the step, and the number of candidates.
fn step(things: &[Thing], broad_phase: BroadPhaseKind) -> (BTreeSet<[usize; 2]>, usize) {
    let mut world = World::with_options(WorldOptions { broad_phase, ..WorldOptions::default() });
    let q16 = |(x, y): (i64, i64)| PointQ16::new(x, y);
    let insert = |thing: &Thing| {
        let Thing { size: (w, h), swept, layers, .. } = *thing;
        let props = ColliderProps { swept, layers, ..ColliderProps::default() };
        let collider = Collider { props, ..Collider::new(filled(w, h)) };
        world.insert(collider.at(q16(thing.way.from)))
    };
    let handles: Vec<Handle> = things.iter().map(insert).collect();
    world.step().unwrap();
    for (&handle, thing) in handles.iter().zip(things) {
        world.set_position(handle, q16(thing.way.to)).unwrap();
    }
    let events = world.step().unwrap().to_vec();
    world.validate().unwrap();
    let gone = events.iter().filter(|event| matches!(event.kind, EventKind::Pass | EventKind::End));
    let met = gone.map(|event| (event.a, event.b)).chain(world.contacts());
    let pairs = met.map(|(a, b)| [a.index() as usize, b.index() as usize]);
    let pairs = pairs.filter(|pair| pair.iter().any(|&i| things[i].swept)).collect();
    (pairs, world.stats().candidates)
}

#[test]
fn long_ways_meet_what_lies_along_them() {
    let (mut met, mut far) = (0, 0);
    for seed in 0..60 {
        let rng = &mut Rng::new(seed);
        let room = rng.pick(&[150, 600, 5000]);
        let things: Vec<Thing> = (0..60).map(|_| Thing::random(rng, room, seed >= 30)).collect();
        let mut truth = BTreeSet::new();
        for (j, other) in things.iter().enumerate() {
            for (i, one) in things[..j].iter().enumerate() {
                if (one.swept || other.swept) && one.layers.agree(other.layers) && one.touch(other) {
                    truth.insert([i, j]);
                }
            }
        }
        let steps = BroadPhaseKind::ALL.map(|kind| step(&things, kind));
        for (found, candidates) in &steps {
            assert_eq!(found, &truth, "seed {seed}");
            assert_eq!(*candidates, steps[0].1, "seed {seed}");
        }
        met += truth.len();
        let is_far =
            |way: &StraightWay| (way.to.0 - way.from.0).abs().max((way.to.1 - way.from.1).abs()) > 64 << 16;
        far += truth.iter().filter(|pair| pair.iter().any(|&i| is_far(&things[i].way))).count();
    }
    assert!(met > 800 && far > 400, "{met}, {far}");
}
