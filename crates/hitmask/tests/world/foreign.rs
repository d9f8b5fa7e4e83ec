//! Snapshots that come to worlds they were not taken from: of other options, older, newer, empty. What a snapshot is when it is taken is kept
//! as bytes. A world that is restored from it must be the world that is read from these bytes, and must go on as that one does.

use std::sync::Arc;

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    Angle, Circle, Collider, ColliderProps, ColliderRef, ColliderShape, Event, Frames, Handle, LabelMask,
    Mask, Rect, RunMask, Terrain, TileCell, TileDef, TileMap, TileSet, World, WorldOptions, WorldSnapshot,
};

use crate::common::{self, Rng};

/// All shapes that have a key in saved worlds, by key.
fn shapes() -> Vec<ColliderShape> {
    let disc = Arc::new(Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) < 20));
    let tiles = [(0, Mask::filled(10, 9)), (3, Mask::from_fn(6, 14, |x, y| x > y))];
    let set = TileSet::with_ids(tiles.map(|(id, mask)| (id, TileDef::new(mask))));
    let mut map = TileMap::new(set, (6, 4), (10, 9));
    map.fill((1, 2), 2, [Some(TileCell::new(0)), None, Some(TileCell::new(3))]);
    vec![
        ColliderShape::from(&disc),
        RunMask::from_mask(&disc).into(),
        [Mask::filled(3, 9), Mask::filled(9, 3)].into_iter().collect::<Frames>().into(),
        Mask::from_fn(70, 5, |x, y| (x + y) % 3 != 0).into(),
        LabelMask::from_fn(9, 12, |x, y| ((x + y) % 4) as u8).into(),
        Arc::new(map).into(),
    ]
}

/// Worlds, snapshots, and the handles that any of the worlds gave.
struct Zoo {
    shapes: Vec<ColliderShape>,
    worlds: Vec<World>,
    /// Each with the bytes and terrains of its state.
    snapshots: Vec<(WorldSnapshot, Saved)>,
    handles: Vec<Handle>,
}

/// A world's state: its bytes, and the shape of each collider that is saved by a key, in the order in which they are asked for.
#[derive(Clone)]
struct Saved {
    bytes: Vec<u8>,
    shapes: Vec<ColliderShape>,
}

fn saved(world: &World) -> Saved {
    let mut shapes = Vec::new();
    let key = |_, shape: &ColliderShape| {
        shapes.push(shape.clone());
        shapes.len() as u64 - 1
    };
    let bytes = world.to_bytes(key, |_, _| 0);
    Saved { bytes, shapes }
}

impl Saved {
    fn load(&self) -> World {
        let shape = |key: u64| self.shapes.get(key as usize).cloned();
        World::from_bytes(&self.bytes, shape, |_| None).expect("it was written by a world")
    }
}

fn options(rng: &mut Rng) -> WorldOptions {
    WorldOptions {
        wrap: rng.pick(&[None, None, Some((64, 50)), Some((90, 130))]),
        max_pairs: rng.pick(&[3, 20, usize::MAX, usize::MAX]),
        broad_phase: rng.pick(&BroadPhaseKind::ALL),
        ..WorldOptions::default()
    }
}

impl Zoo {
    fn new(rng: &mut Rng) -> Zoo {
        let worlds: Vec<World> = (0..3).map(|_| World::with_options(options(rng))).collect();
        let empty = (WorldSnapshot::default(), saved(&World::new()));
        Zoo { shapes: shapes(), worlds, snapshots: vec![empty; 4], handles: Vec::new() }
    }

    fn collider(&self, rng: &mut Rng) -> Collider {
        let shape = match rng.below(6) {
            0 => Rect::new(-2, 1, 20, 3).into(),
            1 => Circle::new((3, 3), 300_000).unwrap().into(),
            2 => Terrain::filled(80, 40).into(),
            _ => rng.pick(&self.shapes),
        };
        let mut collider = Collider::new(shape).at((rng.below(60) as i32, rng.below(45) as i32));
        if rng.one_in(3) {
            collider = collider.rotated(Angle::Degrees(rng.pick(&[30.0, 90.0, 200.0])));
        }
        let props = ColliderProps {
            swept: rng.one_in(3),
            first_only: rng.one_in(5),
            space: rng.pick(&[0, 0, 0, 5]),
            group: rng.pick(&[0, 0, 1]),
            ..collider.props
        };
        Collider { props, data: rng.next(), ..collider }
    }

    /// Changes a world. The handle may be another world's: then it is stale, or names what has the same slot and generation here.
    fn change(&mut self, rng: &mut Rng, at: usize) {
        let collider = self.collider(rng);
        let world = &mut self.worlds[at];
        let [handle, other] = [0, 1].map(|_| match self.handles.is_empty() {
            true => world.insert(collider.clone()),
            false => rng.pick(&self.handles),
        });
        match rng.below(14) {
            0..=2 => self.handles.push(world.insert(collider)),
            3 => drop(world.remove(handle)),
            4 => drop(world.set_position(handle, (rng.below(60) as i32, rng.below(45) as i32))),
            5 => {
                let has_frames = |old: ColliderRef<'_>| matches!(old.shape, ColliderShape::Frames(_));
                if world.get(handle).is_some_and(has_frames) {
                    world.set_frame(handle, 1).unwrap();
                }
            }
            6 => drop(world.edit(handle, |old| *old = collider)),
            7 => {
                let brush = Rect::new(rng.below(70) as i32, rng.below(30) as i32, 12, 9);
                let is_terrain = |old: ColliderRef<'_>| matches!(old.shape, ColliderShape::Terrain(_));
                if world.get(handle).is_some_and(is_terrain) {
                    let _ = world.edit_terrain(handle, |terrain| terrain.carve(brush, (0, 0)));
                }
            }
            8 => {
                let cell = (rng.below(6) as i32, rng.below(4) as i32);
                let tile =
                    [None, Some(TileCell::new(0)), Some(TileCell { flip_x: true, ..TileCell::new(3) })];
                let is_map = |old: ColliderRef<'_>| matches!(old.shape, ColliderShape::Tiles(..));
                if world.get(handle).is_some_and(is_map) {
                    let _ = world.edit_tiles(handle, |map| map.set(cell, rng.pick(&tile)));
                }
            }
            9 | 10 => drop(world.try_attach(other, handle)),
            11 => drop(world.detach(handle)),
            12 => {
                let frames = [Some(&[1, 0, 1][..]), Some(&[1]), Some(&[]), None];
                let _ = world.set_part_frames(handle, rng.pick(&frames));
            }
            _ => drop(world.edit(handle, |old| old.enabled = !old.enabled)),
        }
    }
}

/// What steps and inserts tell of a world from now on.
fn future(world: &mut World) -> (Vec<Option<Vec<Event>>>, Vec<Handle>, u64) {
    let mut told = Vec::new();
    let all: Vec<Handle> = world.members().map(|member| member.handle).collect();
    for (number, handle) in (0..).zip(all) {
        if number < 3 {
            let to = world.position(handle).unwrap();
            world.set_position(handle, (to.x as i32 % 40 + 7 * number, 20)).unwrap();
            told.push(world.step().ok().map(<[Event]>::to_vec));
        }
    }
    told.push(world.step().ok().map(<[Event]>::to_vec));
    let fresh = (0..3).map(|_| world.insert(Collider::new(Rect::new(5, 5, 9, 9)))).collect();
    told.push(world.step().ok().map(<[Event]>::to_vec));
    world.validate().unwrap();
    (told, fresh, world.state_hash())
}

fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let _blame = common::Blame(&seed);
    let mut zoo = Zoo::new(rng);
    let mut restored = 0;
    for _ in 0..40 {
        let (at, slot) = (rng.below(3) as usize, rng.below(4) as usize);
        match rng.below(8) {
            0..=3 => (0..=rng.below(4)).for_each(|_| zoo.change(rng, at)),
            4 => drop(zoo.worlds[at].step().ok()),
            5 => {
                let (snapshot, state) = &mut zoo.snapshots[slot];
                if rng.one_in(2) {
                    zoo.worlds[at].snapshot_into(snapshot);
                } else {
                    *snapshot = zoo.worlds[at].snapshot();
                }
                *state = saved(&zoo.worlds[at]);
            }
            6 => zoo.worlds[at] = zoo.worlds[rng.below(3) as usize].clone(),
            _ => {
                let (snapshot, state) = &zoo.snapshots[slot];
                let world = &mut zoo.worlds[at];
                world.restore(snapshot);
                world.validate().unwrap();
                assert_eq!(saved(world).bytes, state.bytes, "it is not what it was");
                let mut read = state.load();
                assert_eq!((world.state_hash(), world.options()), (read.state_hash(), read.options()));
                for &handle in &zoo.handles {
                    let [ours, theirs] =
                        [&*world, &read].map(|world| world.get(handle).map(|collider| collider.data));
                    assert_eq!(ours, theirs, "{handle:?}");
                    let [ours, theirs] =
                        [&*world, &read].map(|world| world.contacts_of(handle).map(Iterator::count));
                    assert_eq!(ours, theirs, "contacts of {handle:?}");
                }
                assert_eq!(future(&mut world.clone()), future(&mut read));
                if rng.one_in(3) {
                    future(world);
                }
                restored += 1;
            }
        }
    }
    restored
}

#[test]
fn snapshots_of_other_worlds() {
    common::cases(0, 1000, run);
}
