//! Movers, moving solids, fitting and relations of two among obstacles that are placed with care, as scripts beside the oracle: on the plane
//! and on a torus. `HITMASK_SEED=n` starts with another seed.

use hitmask::{EventDetail, PointQ16, WorldOptions};
use hitmask_model::beside;
use hitmask_oracle::Grid;
use hitmask_oracle::world::{Attempt, Book, Command, Figure, Filter, Kind, Newcomer, Place, Script, Shape};

use crate::common::mover_case::{Case, Figure as Thing, ONE};
use crate::common::world_story::{Seen, tally};
use crate::common::{Blame, Rng, first_seed};

/// A script that is written from a case.
struct Stage {
    script: Script,
    book: Book,
    things: usize,
}

/// A side of a torus: often the size of a thing, a little more, or at the edge of a word.
fn side(rng: &mut Rng, least: i64) -> u32 {
    let side = match rng.below(4) {
        0 => rng.pick(&[31, 32, 33, 63, 64, 65, 127, 128]),
        1 => least + rng.between(0, 2),
        _ => rng.between(least, least + 60),
    };
    side.max(least) as u32
}

/// A case, and a torus that is at least as large as each of its things.
fn case(rng: &mut Rng, wrapped: bool) -> (Case, Option<(u32, u32)>) {
    loop {
        let mut case = Case::random(rng, (0, 0));
        // The lag of a collider comes from its pivot, and belongs to other tests.
        [case.mover.pose[4], case.mover.pose[5]] = [0, 0];
        let figures = case.walls.iter().map(|wall| &wall.0).chain([&case.mover]);
        let sizes = figures.map(|figure| {
            // An image may be a pixel wider than what it covers, at some parts of a pixel.
            figure.cover(PointQ16::ZERO).bounds().map_or((1, 1), |(_, _, w, h)| (w + 2, h + 2))
        });
        let (w, h) = sizes.fold((1, 1), |(w, h), size| (w.max(size.0), h.max(size.1)));
        if !wrapped {
            return (case, None);
        }
        if w <= 130 && h <= 130 {
            let size = (side(rng, w), side(rng, h));
            return (case, Some(size));
        }
    }
}

impl Stage {
    fn new(case: &Case, wrap: Option<(u32, u32)>) -> Stage {
        let script = Script { wrap, commands: Vec::new() };
        let mut stage = Stage { script, book: Book::default(), things: 0 };
        for (figure, at, kind) in &case.walls {
            let kind = if kind.is_some() { Kind::OneWay } else { Kind::Body };
            stage.put(figure, *at, kind);
        }
        stage
    }

    /// Inserts a thing. Returns its number.
    fn put(&mut self, figure: &Thing, at: PointQ16, kind: Kind) -> usize {
        let [a, b, c, d, x, y] = figure.pose;
        let place = Place::Pose([a, b, c, d, x + at.x, y + at.y]);
        let newcomer = Newcomer::new(figure.in_book(&mut self.book).into(), place);
        self.insert(Newcomer { kind, data: self.things as u64, ..newcomer })
    }

    fn insert(&mut self, newcomer: Newcomer) -> usize {
        self.say(Command::Insert(newcomer));
        self.things += 1;
        self.things - 1
    }

    fn say(&mut self, command: Command) {
        self.script.commands.push(command);
    }

    /// Plays it beside the oracle.
    fn play(&self, seen: &mut Seen) {
        let detail = EventDetail {
            stay: true,
            area: true,
            bounds: true,
            normal: false,
            separation: false,
            labels: false,
        };
        let played = beside(&self.script, WorldOptions { detail, ..WorldOptions::default() }, &self.book);
        tally(&played, seen);
    }
}

/// Writes and plays the scripts of a test.
fn staged(seed: u64, all: u64, wrapped: bool, wanted: &[&str], write: fn(&mut Rng, &Case, &mut Stage)) {
    let first = first_seed(seed);
    let mut seen = Seen::new();
    for seed in first..first + all {
        let rng = &mut Rng::new(seed);
        let (case, wrap) = case(rng, wrapped);
        let _blame = Blame(&(seed, wrap, &case));
        let mut stage = Stage::new(&case, wrap);
        write(rng, &case, &mut stage);
        stage.play(&mut seen);
    }
    println!("{seen:?}");
    for what in wanted {
        assert!(seen.get(*what).is_some_and(|&count| count > 20), "{what}: {seen:?}");
    }
}

fn q16(p: PointQ16) -> [i64; 2] {
    [p.x, p.y]
}

/// It walks, and then a step calls free what it left free.
fn walk(rng: &mut Rng, case: &Case, stage: &mut Stage) {
    let collider = stage.put(&case.mover, case.position, Kind::Character);
    if let (Some((_, (x, y))), None) = (case.by_oracle().floor, stage.script.wrap) {
        // Often it then stands on two.
        let slab = Thing::of_grid(Grid::from_fn(8, 2, |_, _| true), [ONE, 0, 0, ONE, 0, 0]);
        let kind = rng.pick(&[Kind::Body, Kind::OneWay]);
        stage.put(&slab, PointQ16::new((x + rng.between(-9, 4)) * ONE, y * ONE), kind);
    }
    if stage.script.wrap.is_none() {
        // Sensors and other characters are no obstacles, and neither is what the filter leaves out.
        let figure = Figure::Shape(Shape::Rect(-500, -500, 1000, 1000));
        let all = Newcomer::new(figure, Place::at([0, 0]));
        stage.insert(Newcomer { kind: Kind::Sensor, ..all.clone() });
        stage.insert(Newcomer { kind: Kind::Character, ..all.clone() });
        stage.insert(Newcomer { layers: (2, 2), ..all });
    }
    if rng.one_in(2) {
        // Drawn pictures are used, too.
        stage.say(Command::Step);
    }
    let (step_up, step_down) = (case.options.step_up, case.options.step_down);
    let (corner, drop, push) = (0, false, 0);
    let (filter, reach) = (Filter { layers: (1, 1), ..Filter::default() }, Some(rng.below(12) as u32));
    let motion = q16(case.motion);
    stage.say(Command::MoveAndSlide {
        collider,
        motion,
        step_up,
        step_down,
        filter,
        reach,
        corner,
        drop,
        push,
    });
    stage.say(Command::Step);
}

/// A solid pushes, carries and crushes.
fn push(rng: &mut Rng, case: &Case, stage: &mut Stage) {
    let collider = stage.put(&case.mover, case.position, rng.pick(&[Kind::Body, Kind::Body, Kind::OneWay]));
    let own = case.mover.cover(case.position);
    let mut riders = Vec::new();
    for _ in 0..rng.between(1, 4) {
        let (w, h) = (rng.between(1, 6) as usize, rng.between(1, 6) as usize);
        let figure = Thing::of_grid(Grid::from_fn(w, h, |_, _| true), [ONE, 0, 0, ONE, 0, 0]);
        let near = |rng: &mut Rng| rng.between(-10 * ONE, 10 * ONE);
        let mut at = case.position + PointQ16::new(near(rng), near(rng));
        // Half of them stand on the solid, if one falls onto it from there.
        if rng.one_in(2) {
            let falls = |below: &i32| figure.cover(at + (0, *below)).touch(&own, false).is_some();
            at += (0, (1..20).find(falls).unwrap_or(1) - 1);
        }
        let number = stage.put(&figure, at, Kind::Character);
        if rng.one_in(5) {
            riders.push(number);
        }
    }
    stage.say(Command::MoveSolid { collider, motion: q16(case.motion), riders, step_up: 0, corner: 0 });
    stage.say(Command::Step);
}

/// It tries to be somewhere, to become something else, and to get free.
fn fit(rng: &mut Rng, case: &Case, stage: &mut Stage) {
    let position = match rng.below(4) {
        0 => case.position,
        // In the middle of one of them.
        1 => case.walls[0].1 + PointQ16::new(rng.between(0, 60 * ONE), rng.between(0, 9 * ONE)),
        2 => case.walls[0].1,
        _ => case.position + PointQ16::new(rng.between(-99, 99) * ONE, rng.between(-99, 99) * ONE),
    };
    let (limit, filter) = (rng.pick(&[0, 1, 3, 6]), Filter::default());
    let collider = stage.put(&case.mover, position, Kind::Character);
    let mut attempts = vec![Attempt::At(q16(position)), Attempt::Unstick];
    let dot = Thing::of_grid(Grid::draw("#"), [ONE, 0, 0, ONE, 0, 0]);
    let dot = stage.put(&dot, position, Kind::Character);
    for attempt in attempts.drain(..) {
        stage.say(Command::Fit { collider, attempt, limit, filter: filter.clone() });
    }
    let [a, b, c, d, ..] = case.mover.pose;
    let place = Attempt::Place(Place::Pose([a, b, c, d, position.x, position.y]));
    let attempt = Attempt::Figure(case.mover.in_book(&mut stage.book).into());
    stage.say(Command::Fit { collider: dot, attempt, limit, filter: filter.clone() });
    stage.say(Command::Fit { collider: dot, attempt: place, limit, filter });
    stage.say(Command::StateHash);
}

/// Normal, separation and closest pixels of two, and what lies at a pixel, from any lap.
fn relate(rng: &mut Rng, case: &Case, stage: &mut Stage) {
    let near =
        case.walls[0].1 + PointQ16::new(rng.between(-12 * ONE, 12 * ONE), rng.between(-12 * ONE, 12 * ONE));
    let number = stage.put(&case.mover, if rng.one_in(2) { near } else { case.position }, Kind::Body);
    if rng.one_in(2) {
        stage.say(Command::Step);
    }
    stage.say(Command::Relate(0, number));
    stage.say(Command::Relate(number, 0));
    stage.say(Command::CollideOne(0));
    let (w, h) = stage.script.wrap.unwrap_or((30, 30));
    for _ in 0..10 {
        let mut axis = |size: u32| rng.between(-3 * i64::from(size), 3 * i64::from(size)) as i32;
        stage.say(Command::Pick { pixel: [axis(w), axis(h)], filter: Filter::default() });
    }
}

#[test]
fn movers_walk_as_the_definition_says() {
    staged(180_000_000, 1_500, false, &["stopped", "several", "slope"], walk);
    staged(183_000_000, 1_200, true, &["stopped"], walk);
}

#[test]
fn solids_push_carry_and_crush_as_the_definition_says() {
    staged(181_000_000, 1_500, false, &["pushed", "carried", "crushed"], push);
    staged(184_000_000, 500, true, &["pushed", "carried", "crushed"], push);
}

#[test]
fn the_least_move_that_fits() {
    staged(182_000_000, 600, false, &["Fit Free", "Fit Moved", "Fit Stuck"], fit);
    staged(185_000_000, 600, true, &["Fit Free", "Fit Moved", "Fit Stuck"], fit);
}

#[test]
fn relations_are_those_of_the_pixels() {
    staged(187_000_000, 200, false, &["Relation"], relate);
    staged(186_000_000, 600, true, &["Relation", "Relation apart", "Relation in two ways"], relate);
}

/// Only the nearest images count, of which a long and narrow world has few.
#[test]
fn distances_in_narrow_worlds() {
    let first = first_seed(41_000_000);
    let mut seen = Seen::new();
    for seed in first..first + 400 {
        let rng = &mut Rng::new(seed);
        let _blame = Blame(&seed);
        let (short, long) = (rng.between(1, 6) as u32, rng.between(1, 300) as u32);
        let wrap = Some(if rng.one_in(2) { (short, long) } else { (long, short) });
        let script = Script { wrap, commands: Vec::new() };
        let mut stage = Stage { script, book: Book::default(), things: 0 };
        for _ in 0..2 {
            let shape = if rng.one_in(3) {
                Shape::Circle(0, 0, rng.between(0, 5) << 15)
            } else {
                let (w, h) = (rng.between(1, 12) as usize, rng.between(1, 12) as usize);
                Shape::Bits(stage.book.bits(Grid::from_fn(w, h, |_, _| rng.one_in(4))))
            };
            let at = [0; 2].map(|_| rng.between(-400, 400) * ONE);
            stage.insert(Newcomer::new(shape.into(), Place::at(at)));
        }
        stage.say(Command::Relate(0, 1));
        let pixel = [0; 2].map(|_| rng.between(-500, 500) as i32);
        stage.say(Command::Nearest { pixel, within: u32::MAX, filter: Filter::default() });
        stage.play(&mut seen);
    }
    assert!(seen["Relation apart"] > 100, "{seen:?}");
}
