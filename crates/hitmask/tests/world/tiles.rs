//! Tile maps in a world, beside a world with three flat masks.

use std::sync::Arc;

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, mask_of, tile_case};
use hitmask::{
    Collider, ColliderShape, Event, Handle, InvalidReason, Mask, MoveOptions, Probe, QueryFilter, Rect,
    TileCell, TileDef, TileKind, TileMap, TileSet, World, WorldOptions, WorldSnapshot,
};

const SIDE: (u32, u32) = (400, 300);
/// The pixels of a flat mask: those of the map from here on.
const FLAT: Rect = Rect { x: -200, y: -200, w: 800, h: 700 };
const KINDS: [TileKind; 3] = [TileKind::Body, TileKind::OneWay, TileKind::Sensor];

/// A world with a map, one with masks, and who is in both.
struct Twins {
    tiled: World,
    flat: World,
    level: [Option<Handle>; 3],
    flats: [Option<Handle>; 3],
    both: tile_case::Both,
    things: Vec<Handle>,
}

impl Twins {
    fn new(rng: &mut Rng) -> Twins {
        let wrap = rng.one_in(3).then_some((900, 800));
        let options = WorldOptions { wrap, ..WorldOptions::default() };
        let (mut tiled, mut flat) = (World::with_options(options), World::with_options(options));
        let scale = rng.pick(&[8, 16, 24]);
        let mut both =
            tile_case::Both::new(rng, scale, (i64::from(SIDE.0) / scale, i64::from(SIDE.1) / scale));
        (0..4).for_each(|_| both.scatter(rng));
        let at = (rng.between(-50, 50) as i32, rng.between(-50, 50) as i32);
        let level = tiled.insert_tiles(Collider::new(both.map.clone()).at(at));
        let level = [Some(level.body), level.one_way, level.sensor];
        let mut flats = [None; 3];
        for (number, kind) in KINDS.into_iter().enumerate() {
            if level[number].is_none() {
                continue;
            }
            let mask = both.map.only(kind).crop(FLAT);
            let place = if number == 0 { (at.0 + FLAT.x, at.1 + FLAT.y) } else { (0, 0) };
            let collider = Collider::new(mask).at(place);
            let handle = flat.insert(match kind {
                TileKind::OneWay => collider.one_way(),
                TileKind::Sensor => collider.sensor(),
                _ => collider,
            });
            flats[number] = Some(handle);
            if number > 0 {
                flat.attach(flats[0].unwrap(), handle).unwrap();
            }
        }
        assert_eq!(level, flats);
        let mut things = Vec::new();
        for _ in 0..12 {
            let grid = pictures::grid(rng, Scale::Icon);
            let collider = Collider::new(mask_of(&grid)).at(somewhere(rng));
            let collider = if rng.one_in(2) { collider.character() } else { collider };
            let collider = if rng.one_in(3) { collider.swept() } else { collider };
            things.push(tiled.insert(collider.clone()));
            flat.insert(collider);
        }
        Twins { tiled, flat, level, flats, both, things }
    }

    /// Changes a cell in both worlds.
    fn set(&mut self, rng: &mut Rng) {
        let (columns, rows) = self.both.map.size();
        let at = (rng.below(columns.into()) as i64, rng.below(rows.into()) as i64);
        let cell = self.both.random_cell(rng);
        self.both.set(at, cell);
        let place = (at.0 as i32, at.1 as i32);
        let of_any = rng.pick(&self.level.iter().flatten().copied().collect::<Vec<_>>());
        self.tiled.set_tile(of_any, place, self.both.map.get(place)).unwrap();
        for (number, kind) in KINDS.into_iter().enumerate() {
            if let Some(handle) = self.flats[number] {
                let mask = self.both.map.only(kind).crop(FLAT);
                self.flat.edit(handle, |collider| collider.shape = mask.into()).unwrap();
            }
        }
    }

    fn step(&mut self) {
        let tiled: Vec<Event> = self.tiled.step().unwrap().to_vec();
        let flat = self.flat.step().unwrap();
        assert_eq!(tiled, flat);
        for event in tiled {
            let Some(touch) = event.touch else { continue };
            for handle in [event.a, event.b] {
                if self.level.contains(&Some(handle)) && event.kind != hitmask::EventKind::Pass {
                    let met = self.tiled.tile_at(handle, touch.first).expect("the pixel is one of the map");
                    assert_eq!(self.both.map.get(met.cell), Some(met.tile));
                }
            }
        }
    }
}

fn somewhere(rng: &mut Rng) -> (i32, i32) {
    (rng.between(-60, 420) as i32, rng.between(-60, 320) as i32)
}

#[test]
fn as_three_flat_masks() {
    let first = crate::common::first_seed(102_000_000);
    for seed in first..first + crate::common::part(160) {
        let rng = &mut Rng::new(seed);
        let mut twins = Twins::new(rng);
        for round in 0..16 {
            let _blame = Blame(&(seed, round));
            match rng.below(4) {
                0 => twins.set(rng),
                1 => {
                    let by = (rng.between(-5, 5) as i32, rng.between(-5, 5) as i32);
                    let moved =
                        twins.tiled.move_solid(twins.level[0].unwrap(), by, &[], &MoveOptions::default());
                    let flat =
                        twins.flat.move_solid(twins.flats[0].unwrap(), by, &[], &MoveOptions::default());
                    let found = moved.map(|moved| (moved.pushed, moved.carried, moved.crushed));
                    assert_eq!(found, flat.map(|moved| (moved.pushed, moved.carried, moved.crushed)));
                }
                _ => {
                    let thing = rng.pick(&twins.things);
                    let to = somewhere(rng);
                    twins.tiled.set_position(thing, to).unwrap();
                    twins.flat.set_position(thing, to).unwrap();
                }
            }
            let (thing, by) =
                (rng.pick(&twins.things), (rng.between(-90, 90) as i32, rng.between(-90, 90) as i32));
            let options = MoveOptions {
                step_up: rng.below(4) as u32,
                step_down: rng.below(4) as u32,
                ..MoveOptions::default()
            };
            let all = QueryFilter::default();
            let tiled = twins.tiled.move_and_slide(thing, by, &options, &all);
            assert_eq!(tiled, twins.flat.move_and_slide(thing, by, &options, &all));
            if let Some(floor) = tiled.and_then(|slid| slid.floor)
                && twins.level.contains(&Some(floor.handle))
            {
                assert!(twins.tiled.tile_at(floor.handle, floor.pixel).is_some());
            }
            let (x, y) = somewhere(rng);
            let probe = Probe::rect(Rect::new(x, y, 30, 20));
            let filter = QueryFilter { sensors: true, ..QueryFilter::default() };
            let all = |world: &World| world.query(&probe, &filter).all();
            assert_eq!(all(&twins.tiled), all(&twins.flat));
            if rng.one_in(2) {
                twins.step();
            }
        }
    }
}

/// A small level, for the other tests.
fn level() -> Arc<TileMap> {
    let spikes = TileDef::new(Mask::filled(16, 6)).with_kind(TileKind::Sensor).with_number(25);
    let plank = TileDef::new(Mask::filled(16, 4)).with_kind(TileKind::OneWay);
    let set = TileSet::new([Mask::filled(16, 16).into(), plank, spikes]);
    let mut map = TileMap::new(set, (50, 20), (16, 16));
    map.fill((0, 19), 50, (0..50).map(|_| Some(TileCell::new(0))));
    Arc::new(map)
}

#[test]
fn snapshots_and_hashes() {
    let mut world = World::new();
    let map = level();
    let level = world.insert_tiles(Collider::new(&map));
    drop(map);
    let hash = world.state_hash();
    let before = world.snapshot();
    assert_eq!(world.set_tile(level.sensor.unwrap(), (3, 18), TileCell::new(2)), Some(None));
    assert_ne!(world.state_hash(), hash);
    for handle in [Some(level.body), level.one_way, level.sensor] {
        let ColliderShape::Tiles(map, _) = world.get(handle.unwrap()).unwrap().shape else { panic!() };
        assert_eq!(map.get((3, 18)), Some(TileCell::new(2)));
    }
    let after = world.snapshot();
    world.restore(&before);
    assert_eq!(world.state_hash(), hash);
    assert!(world.tile_at(level.sensor.unwrap(), (50, 303)).is_none());
    world.restore(&after);
    assert_eq!(world.tile_at(level.sensor.unwrap(), (50, 303)).unwrap().number, 25);
    let mut reused = WorldSnapshot::default();
    world.snapshot_into(&mut reused);
    world.validate().unwrap();
}

#[test]
fn what_is_refused() {
    let mut world = World::new();
    let rect = world.try_insert_tiles(Collider::new(Rect::new(0, 0, 9, 9))).unwrap_err();
    assert_eq!((rect.argument, rect.reason), ("shape", InvalidReason::WrongShape));
    assert_eq!(world.len(), 0);
    let level = world.insert_tiles(Collider::new(level()));
    let outside = world.try_set_tile(level.body, (50, 0), None).unwrap_err();
    assert!(matches!(outside.reason, InvalidReason::NoSuchCell { x: 50, y: 0, columns: 50, rows: 20 }));
    assert!(world.try_set_tile(level.body, (0, 0), TileCell::new(9)).is_err());
    let rock = world.insert(Collider::new(Rect::new(0, 0, 9, 9)));
    assert_eq!(world.set_tile(rock, (0, 0), None), None);
    assert!(world.tile_at(rock, (2, 2)).is_none());
    world.remove(level.body).unwrap();
    assert_eq!(world.set_tile(level.one_way.unwrap(), (0, 0), None), None);
    world.validate().unwrap();
}

/// A panic in the middle of an edit leaves the map where it was.
#[test]
fn an_edit_that_panics() {
    let mut world = World::new();
    let level = world.insert_tiles(Collider::new(level()));
    let edit = std::panic::AssertUnwindSafe(|| {
        world.edit_tiles(level.body, |map| {
            map.set((2, 2), TileCell::new(2));
            panic!("on purpose");
        })
    });
    assert!(std::panic::catch_unwind(edit).is_err());
    assert!(world.tile_at(level.sensor.unwrap(), (40, 45)).is_some());
    world.validate().unwrap();
}
