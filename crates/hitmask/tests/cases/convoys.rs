//! Crates, characters and solids that move together, beside the oracle: every step, push and ride.

use hitmask::{Collider, Direction, Handle, Mask, MoveOptions, PointQ16, QueryFilter, World, WorldOptions};
use hitmask_oracle::{Convoy, Cover, Fellow, Grid, Role, Rules};

use crate::common::pictures::grid_of_size;
use crate::common::{Blame, Rng};

fn vector(direction: Direction) -> (i64, i64) {
    let at = direction.vector();
    (at.x.into(), at.y.into())
}

/// A world, and the same for the oracle, which knows neither ends of the world nor seams.
struct Twins {
    world: World,
    handles: Vec<Handle>,
    convoy: Convoy,
    /// The side of a torus.
    lap: Option<i64>,
}

/// Near the end of the pixels that exist. Nothing in a case goes so far.
const END: i64 = (1 << 31) - 200;
const LAP: u32 = 1000;

impl Twins {
    /// The place and the margins of masks are chosen by numbers of their own: a seed shows the same scene everywhere.
    fn new(seed: u64, rng: &mut Rng) -> Twins {
        let beside = &mut Rng::new(!seed);
        let (middle, wrap) = match beside.below(8) {
            0 => ([0; 2].map(|_| beside.pick(&[-END, 0, END])), None),
            1 => ([0; 2].map(|_| beside.pick(&[0, 500])), Some((LAP, LAP))),
            _ => ([0; 2], None),
        };
        let world = World::with_options(WorldOptions { wrap, ..WorldOptions::default() });
        let (handles, lap) = (Vec::new(), wrap.map(|(w, _)| w.into()));
        let mut twins = Twins { world, handles, convoy: Convoy::default(), lap };
        let gravity = rng.pick(&Direction::ALL);
        for _ in 0..rng.between(4, 12) {
            let side = |rng: &mut Rng, most: i64| rng.between(1, most) as usize;
            let (w, h) = (side(rng, 12), side(rng, 6));
            let grid = if rng.one_in(4) { grid_of_size(rng, w, h) } else { Grid::from_fn(w, h, |_, _| true) };
            let margin = if beside.one_in(4) { beside.between(1, 70) } else { 0 };
            // One in forty covers nothing.
            let is_empty = beside.one_in(40);
            let covers = |x: i64, y: i64| !is_empty && grid.get(x - margin, y - margin);
            let side = |side: usize| side as u32 + 2 * margin as u32;
            let mask = Mask::from_fn(side(w), side(h), |x, y| covers(x.into(), y.into()));
            let at = (rng.between(-12, 12) - margin + middle[0], rng.between(-12, 12) - margin + middle[1]);
            let up = if rng.one_in(6) {
                None
            } else {
                Some(if rng.one_in(6) { rng.pick(&Direction::ALL) } else { gravity })
            };
            let collider = Collider::new(mask).at((at.0 as i32, at.1 as i32)).with_up(up);
            let side = if rng.one_in(2) { gravity } else { rng.pick(&Direction::ALL) };
            let (collider, role) = match rng.below(6) {
                0 => (collider.one_way_to(side), Role::OneWay(vector(side))),
                1 => (collider, Role::Solid),
                2 | 3 => (collider.character(), Role::Character),
                _ => (collider.pushable(), Role::Crate),
            };
            let window = (margin, margin, margin + w as i64, margin + h as i64);
            let picture = Cover::solid_where(window, covers);
            twins.handles.push(twins.world.insert(collider));
            twins.convoy.0.push(Fellow::new(picture, at, role, up.map(vector)));
        }
        twins
    }

    fn numbers(&self, list: &[Handle]) -> Vec<usize> {
        list.iter().map(|handle| self.handles.iter().position(|it| it == handle).unwrap()).collect()
    }

    /// On the plane, in 65 536ths of a pixel.
    fn position(&self, i: usize) -> (i64, i64) {
        let (at, place) = (self.world.position(self.handles[i]).unwrap(), self.convoy.0[i].place);
        let rest = |at: i64| at - ((at + 0x7FFF) >> 16 << 16);
        ((place.0 << 16) + rest(at.x), (place.1 << 16) + rest(at.y))
    }

    /// A pixel as the world shows it.
    fn shown(&self, (x, y): (i64, i64)) -> (i64, i64) {
        self.lap.map_or((x, y), |lap| (x.rem_euclid(lap), y.rem_euclid(lap)))
    }

    /// Pairs of somebody and what stops him, of which one covers a pixel of the other.
    fn overlaps(&self) -> Vec<(usize, usize)> {
        let all = &self.convoy.0;
        let movable = |&i: &usize| matches!(all[i].role, Role::Crate | Role::Character);
        let solid = |&k: &usize| matches!(all[k].role, Role::Crate | Role::Solid);
        let pairs =
            (0..all.len()).filter(movable).flat_map(|i| (0..all.len()).filter(solid).map(move |k| (i, k)));
        pairs.filter(|&(i, k)| i != k && all[i].meets((0, 0), &all[k])).collect()
    }

    /// All lie where the oracle says, and are carried by what it says.
    fn compare(&self) {
        for (i, fellow) in self.convoy.0.iter().enumerate() {
            let at = self.world.position(self.handles[i]).unwrap().pixel().unwrap();
            let (at, place) = ((at.x.into(), at.y.into()), self.shown(fellow.place));
            assert_eq!(self.shown(at), place, "{i}: {:?}", fellow.role);
            if matches!(fellow.role, Role::Crate | Role::Character) {
                let support = self.world.support(self.handles[i]).map(|it| self.numbers(&[it])[0]);
                assert_eq!(support, self.convoy.support(i), "the support of {i}: {:?}", fellow.role);
            }
        }
    }
}

/// How often somebody was pushed, carried and crushed by a solid, went along with another one, and was stopped.
pub(crate) type Seen = [usize; 5];

/// Makes eight moves of a random world. Returns their number.
pub(crate) fn run(seed: u64, seen: &mut Seen) -> u64 {
    let rng = &mut Rng::new(seed);
    let mut twins = Twins::new(seed, rng);
    for turn in 0..8 {
        let i = rng.below(twins.handles.len() as u64) as usize;
        let (role, handle) = (twins.convoy.0[i].role, twins.handles[i]);
        let mut axis = || match rng.below(4) {
            0 => 0,
            1 => rng.between(-6, 6) << 16,
            _ => rng.between(-6 << 16, 6 << 16),
        };
        let motion = (axis(), axis());
        let by = PointQ16::new(motion.0, motion.1);
        let position = twins.position(i);
        let overlapped = twins.overlaps();
        let mut crushed = Vec::new();
        let _blame = Blame(&(seed, turn, i, role, motion));
        if matches!(role, Role::Solid | Role::OneWay(_)) {
            let movable = |i: &usize| matches!(twins.convoy.0[*i].role, Role::Crate | Role::Character);
            let riders: Vec<usize> =
                (0..twins.handles.len()).filter(movable).filter(|_| rng.one_in(10)).collect();
            let (step_up, corner) = (rng.pick(&[0, 0, 1, 3]), rng.pick(&[0, 0, 1, 3]));
            let options = MoveOptions { step_up, corner, ..MoveOptions::default() };
            let named: Vec<Handle> = riders.iter().map(|&i| twins.handles[i]).collect();
            let moved = twins.world.move_solid(handle, by, &named, &options).unwrap();
            let (step_up, corner) = (step_up.into(), corner.into());
            let rules = Rules { up: None, step_up, step_down: 0, corner, drop: false };
            twins.convoy.move_solid(i, position, motion, &riders, rules);
            let was = |kind: usize| {
                (0..twins.handles.len()).filter(|&i| twins.convoy.0[i].was[kind]).collect::<Vec<_>>()
            };
            assert_eq!(twins.numbers(&moved.pushed), was(0), "pushed");
            assert_eq!(twins.numbers(&moved.carried), was(1), "carried");
            crushed = was(2);
            assert_eq!(twins.numbers(&moved.crushed), crushed, "crushed");
            (0..3).for_each(|kind| seen[kind] += was(kind).len());
        } else {
            let (push, push_limit) = (rng.one_in(2), rng.pick(&[0, 1, 2]));
            let (step_up, corner) = (rng.pick(&[0, 0, 1, 3]), rng.pick(&[0, 0, 1, 3]));
            let options = MoveOptions { step_up, corner, push, push_limit, ..MoveOptions::default() };
            let before = twins.convoy.clone();
            let slid = twins.world.move_and_slide(handle, by, &options, &QueryFilter::default()).unwrap();
            let most = match (push, push_limit) {
                (false, _) => 0,
                (_, 0) => usize::MAX,
                (_, most) => most as usize,
            };
            let (step_up, corner) = (step_up.into(), corner.into());
            let rules = Rules { up: None, step_up, step_down: 0, corner, drop: false };
            let is_free = twins.convoy.move_own(i, position, motion, most, rules);
            assert_eq!(slid.stuck.is_none(), is_free);
            let went = |k: usize| k != i && before.0[k].place != twins.convoy.0[k].place;
            seen[3] += (0..twins.handles.len()).filter(|&k| went(k)).count();
            seen[4] += usize::from(slid.floor.or(slid.wall).or(slid.ceiling).is_some());
        }
        twins.compare();
        // Nobody gets into anything unless he is named.
        for pair in twins.overlaps().into_iter().filter(|pair| !overlapped.contains(pair)) {
            assert!(crushed.contains(&pair.0) || crushed.contains(&pair.1), "{pair:?} overlap");
        }
    }
    8
}
