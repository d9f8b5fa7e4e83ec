//! The largest wrapped worlds, with everything at a seam, beside the open plane. What is small against the world cannot know where it lies:
//! all answers are the same, but for the places. Laps that are added to a position change nothing.

use hitmask::{
    CastHit, Circle, Collider, EventDetail, Handle, Mask, MoveOptions, PointQ16, Probe, QueryFilter, Rect,
    Terrain, World, WorldOptions,
};

use crate::common::{self, Rng};

const LARGEST: i64 = 1 << 30;
/// Where the middle of everything lies in the open world.
const MIDDLE: i64 = 1000;

struct Twins {
    open: World,
    torus: World,
    /// Width and height of the torus, and where its things lie, seen from those of the open world.
    size: [i64; 2],
    shift: [i64; 2],
    handles: Vec<Handle>,
}

fn lap(at: i64, size: i64) -> i64 {
    at.rem_euclid(size << 16)
}

impl Twins {
    fn new(rng: &mut Rng) -> Twins {
        let detail = if rng.one_in(2) {
            EventDetail { stay: true, area: true, normal: true, separation: true, ..EventDetail::default() }
        } else {
            EventDetail { stay: true, area: true, ..EventDetail::default() }
        };
        let size = [0; 2].map(|_| rng.pick(&[LARGEST, LARGEST, LARGEST - 1, LARGEST - 77]));
        let options = WorldOptions { detail, ..WorldOptions::default() };
        let wrap = Some((size[0] as u32, size[1] as u32));
        let (open, torus) =
            (World::with_options(options), World::with_options(WorldOptions { wrap, ..options }));
        let shift = size.map(|size| rng.pick(&[0, size, -size]) - MIDDLE - rng.pick(&[0, 0, 20, -20]));
        Twins { open, torus, size, shift, handles: Vec::new() }
    }

    /// The same place on the torus.
    fn there(&self, PointQ16 { x, y }: PointQ16) -> PointQ16 {
        PointQ16::new(x + (self.shift[0] << 16), y + (self.shift[1] << 16))
    }

    /// Both places are the same.
    fn agree(&self, open: PointQ16, torus: PointQ16) {
        let there = self.there(open);
        let [x, y] = [lap(there.x, self.size[0]), lap(there.y, self.size[1])];
        assert_eq!((lap(torus.x, self.size[0]), lap(torus.y, self.size[1])), (x, y));
    }

    fn insert(&mut self, rng: &mut Rng) {
        let collider = match rng.below(6) {
            0 => Collider::new(Rect::new(-30, 3, 60, 5)),
            1 => Collider::new(Circle::new((3, 3), 500_000).unwrap()),
            2 => Collider::new(Terrain::filled(40, 20)),
            _ => Collider::new(Mask::from_fn(11, 9, |x, y| (x * 3 + y * 7) % 4 != 0)),
        };
        let (swept, first_only) = (rng.one_in(2), rng.one_in(6));
        let mut collider = match rng.below(4) {
            0 => collider.one_way(),
            1 => collider.character(),
            _ => collider,
        };
        (collider.swept, collider.first_only) = (swept, first_only);
        let at = place(rng);
        collider.transform.set_position(at);
        if rng.one_in(3) {
            collider.transform.set_rotation(hitmask::Angle::Degrees(rng.pick(&[30.0, 90.0, -200.0])));
        }
        let handle = self.open.insert(collider.clone());
        collider.transform.set_position(self.there(at));
        assert_eq!(self.torus.insert(collider), handle);
        self.handles.push(handle);
    }

    /// Moves a collider in both worlds. On the torus it is where it was, plus the same way.
    fn moves(&mut self, rng: &mut Rng) {
        let handle = rng.pick(&self.handles);
        let (to, here) = (place(rng), self.open.position(handle).unwrap());
        let there = self.torus.position(handle).unwrap();
        self.open.set_position(handle, to).unwrap();
        self.torus.set_position(handle, there + (to - here)).unwrap();
    }

    fn step(&mut self) {
        let [open, torus] = [&mut self.open, &mut self.torus].map(|world| world.step().unwrap().to_vec());
        assert_eq!(open.len(), torus.len(), "{open:?} {torus:?}");
        for (one, other) in open.iter().zip(&torus) {
            let mut other = *other;
            // Which pixel is the first depends on the seam.
            if let (Some(one), Some(other)) = (&one.touch, &mut other.touch) {
                other.first = one.first;
            }
            assert_eq!(*one, other);
        }
    }

    fn ask(&self, rng: &mut Rng) {
        let filter = QueryFilter::default();
        let (handle, motion) =
            (rng.pick(&self.handles), place(rng) - PointQ16::from((MIDDLE as i32, MIDDLE as i32)));
        let [open, torus] = [&self.open, &self.torus].map(|world| world.cast_all(handle, motion, &filter));
        assert_eq!(open.len(), torus.len(), "{open:?} {torus:?}");
        for (one, other) in open.iter().zip(&torus) {
            self.same_hit(one, other);
        }
        let other = rng.pick(&self.handles);
        let relations = [&self.open, &self.torus].map(|world| {
            let squared = world.closest(handle, other).map(hitmask::Closest::squared);
            (world.normal(handle, other), world.separation(handle, other), squared)
        });
        assert_eq!(relations[0], relations[1], "{handle:?} {other:?}");
        let at = place(rng);
        let pixel = |at: PointQ16| ((at.x >> 16) as i32, (at.y >> 16) as i32);
        let (here, there) = (pixel(at), pixel(self.there(at)));
        assert_eq!(self.open.pick_all(here, &filter), self.torus.pick_all(there, &filter));
        let near =
            |world: &World, at| world.nearest(at, 90, &filter).map(|found| (found.handle, found.squared));
        assert_eq!(near(&self.open, here), near(&self.torus, there));
        let probe = |(x, y)| Probe::shape(Rect::new(x, y, 25, 18), None);
        let all = |world: &World, at| world.query(&probe(at), &filter).all();
        assert_eq!(all(&self.open, here), all(&self.torus, there));
    }

    fn same_hit(&self, one: &CastHit, other: &CastHit) {
        assert_eq!((one.handle, one.time, one.normal), (other.handle, other.time, other.normal));
        match (one.free, other.free) {
            (None, None) => {}
            (Some(free), Some(there)) => self.agree(free, there),
            (one, other) => panic!("{one:?} {other:?}"),
        }
    }

    /// A character walks, or a solid moves.
    fn walk(&mut self, rng: &mut Rng) {
        let (handle, options) =
            (rng.pick(&self.handles), MoveOptions { step_up: 2, step_down: 2, ..MoveOptions::default() });
        let motion = PointQ16::new(rng.between(-9, 9) << 15, rng.between(-9, 9) << 15);
        if rng.one_in(2) {
            let [open, torus] = [&mut self.open, &mut self.torus].map(|world| {
                world.move_and_slide(handle, motion, &options, &QueryFilter::default()).unwrap()
            });
            let stops = |slid: hitmask::Slid| {
                let all = [slid.floor, slid.wall, slid.ceiling]
                    .map(|stop| stop.map(|stop| (stop.handle, stop.normal)));
                (all, slid.velocity, slid.stuck)
            };
            self.agree(open.position, torus.position);
            assert_eq!(stops(open), stops(torus));
        } else {
            let [open, torus] = [&mut self.open, &mut self.torus]
                .map(|world| world.move_solid(handle, motion, &[], &MoveOptions::default()).unwrap());
            self.agree(open.position, torus.position);
            assert_eq!(
                (&open.pushed, &open.carried, &open.crushed),
                (&torus.pushed, &torus.carried, &torus.crushed)
            );
        }
    }

    fn check(&self) {
        self.torus.validate().unwrap();
        assert!(self.open.contacts().eq(self.torus.contacts()));
        for &handle in &self.handles {
            self.agree(self.open.position(handle).unwrap(), self.torus.position(handle).unwrap());
        }
    }
}

/// A place near the middle, often on whole or half pixels.
fn place(rng: &mut Rng) -> PointQ16 {
    let [x, y] = [0; 2]
        .map(|_| (rng.between(MIDDLE - 40, MIDDLE + 40) << 16) + rng.pick(&[0, 0, 1 << 15, 1234, 65_535]));
    PointQ16::new(x, y)
}

fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let _blame = common::Blame(&seed);
    let mut twins = Twins::new(rng);
    for _ in 0..rng.between(2, 9) {
        twins.insert(rng);
    }
    for _ in 0..8 {
        for _ in 0..3 {
            match rng.below(4) {
                0 => twins.walk(rng),
                1 => twins.ask(rng),
                _ => twins.moves(rng),
            }
        }
        twins.step();
        twins.check();
        if rng.one_in(4) {
            let snapshot = twins.torus.snapshot();
            twins.torus.restore(&snapshot);
        }
    }
    8
}

#[test]
fn at_the_seam_of_the_largest_world_all_is_as_anywhere() {
    common::cases(0, 4000, run);
}
