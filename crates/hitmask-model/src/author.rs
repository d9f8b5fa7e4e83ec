//! Writes random scripts. A plot says what is in the world and what happens there.
//!
//! This file is long because it is a list: how each command of the language is made up, with what the author must know of the world for it.

use hitmask_oracle::world::{
    Attempt, Book, Caster, Command, Edit, Figure, Filter, Kind, Newcomer, Own, Pixel, Place, Probe, Q16,
    Rotation, Script, Setting, Shape, Side,
};
use hitmask_oracle::{Rng, is_convex};

use crate::pictures::{alphas, grid_of_size};
use crate::poses::{ONE, phase, small_matrix};

const HERE: [i64; 4] = [ONE, 0, 0, ONE];
/// The largest translation of a pose.
const END: i64 = (1 << 47) - 1;

/// The place and the length of a script, and what happens in it.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    /// How many colliders there are, mostly.
    pub things: usize,
    /// How many steps.
    pub steps: usize,
    /// The side of the square in which things are placed, in pixels.
    pub room: i64,
    /// The upper left pixel of the square.
    pub corner: (i64, i64),
    /// Width and height of a wrapped world.
    pub wrap: Option<(u32, u32)>,
    /// The largest side of a thing, in pixels.
    pub size: i64,
    /// Of ten things, so many move between two steps.
    pub moves: u64,
    /// At most so many other changes between two steps.
    pub changes: u64,
    /// So many questions between two steps.
    pub asks: u64,
    /// Which questions.
    pub questions: Questions,
    /// Whether some are swept, and first-only.
    pub sweeps: bool,
    /// Whether some have tests of their own, and some rectangles reach around the world.
    pub wild: bool,
    /// Whether all are plain masks that lie flat, which steps follow in a shorter way.
    pub flat: bool,
    /// Whether characters walk and solids move. Then all meet each other.
    pub walks: bool,
    /// Whether some walkers are crates, which push and carry each other. Then nothing turns, and the world has ends.
    pub crates: bool,
    /// Whether some become parts of others.
    pub parts: bool,
    /// Steps that find more pairs fail. Some scripts try it on purpose.
    pub max_pairs: usize,
}

/// What is asked between steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    /// What one touches.
    Contacts,
    /// Casts only.
    Casts,
    /// Every question.
    All,
}

const NOWHERE: Plot = Plot {
    things: 0,
    steps: 0,
    room: 40,
    corner: (0, 0),
    wrap: None,
    size: 16,
    moves: 5,
    changes: 5,
    asks: 2,
    questions: Questions::Contacts,
    sweeps: false,
    wild: false,
    flat: false,
    walks: false,
    crates: false,
    parts: false,
    max_pairs: 1 << 24,
};

impl Plot {
    /// Anything changes at any time. `wrapped`: on a small torus. Some of its things are exactly as large as it is, and some are larger.
    pub fn story(rng: &mut Rng, wrapped: bool) -> Plot {
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        if !wrapped {
            let far = [(least, least), (most - 30, most - 50), (least, most - 40)];
            return Plot {
                things: rng.pick(&[0, 2, 5, 12, 25, 40]),
                steps: rng.between(4, 16) as usize,
                room: rng.pick(&[20, 60, 120]),
                corner: rng.pick(&[(0, 0), (-50, -70), (0, 0), (-1000, 3000), far[0], far[1], far[2]]),
                size: 24,
                wild: true,
                ..NOWHERE
            };
        }
        let side = |rng: &mut Rng| rng.pick(&[30, 64, 77, 128]);
        let wrap = match rng.below(6) {
            0 => (70, 20),
            1 => (rng.between(1, 24) as u32, rng.between(1, 70) as u32),
            _ => (side(rng), side(rng)),
        };
        Plot {
            things: rng.pick(&[2, 5, 12]),
            steps: rng.between(3, 8) as usize,
            room: rng.pick(&[20, 70, 150]),
            corner: rng.pick(&[(0, 0), (-40, -30), (50, 10), (least, most - 60), (most - 90, least)]),
            wrap: Some(wrap),
            size: 24,
            wild: true,
            ..NOWHERE
        }
    }

    /// Swept and first-only colliders; sometimes where the world ends.
    pub fn swept(rng: &mut Rng, wrapped: bool, corner: bool) -> Plot {
        let far = i64::from(i32::MAX);
        Plot {
            things: 6,
            steps: 8,
            room: rng.pick(&[4, 8, 16, 40]),
            corner: if corner { (rng.pick(&[far, -far]), rng.pick(&[0, far, -far])) } else { (0, 0) },
            wrap: wrapped.then(|| (rng.between(9, 40) as u32, rng.between(9, 40) as u32)),
            size: 12,
            moves: 8,
            asks: 0,
            sweeps: true,
            flat: rng.one_in(3),
            max_pairs: match wrapped {
                true => 300,
                false if rng.one_in(5) => rng.below(8) as usize,
                false => 60,
            },
            ..NOWHERE
        }
    }

    /// Casts among things that stand; sometimes where the world ends.
    pub fn casts(rng: &mut Rng, wrapped: bool, corner: bool) -> Plot {
        let far = i64::from(i32::MAX);
        let side = |rng: &mut Rng| match rng.below(3) {
            0 => rng.pick(&[44, 63, 64, 65, 127, 128, 129]),
            _ => rng.between(44, 100) as u32,
        };
        Plot {
            things: rng.between(1, 9) as usize,
            steps: 2,
            room: if corner { 1 } else { 80 },
            corner: if corner { (rng.pick(&[far, -far]), rng.pick(&[0, far, -far])) } else { (-40, -40) },
            wrap: wrapped.then(|| (side(rng), side(rng))),
            asks: 6,
            questions: Questions::Casts,
            ..NOWHERE
        }
    }

    /// Every question, between a few changes.
    pub fn questions(rng: &mut Rng, wrapped: bool) -> Plot {
        let side = |rng: &mut Rng| rng.pick(&[16, 24, 37, 50]);
        Plot {
            things: rng.below(12) as usize,
            steps: 2,
            room: 50,
            corner: (-25, -25),
            wrap: wrapped.then(|| (side(rng), side(rng))),
            size: 24,
            changes: 3,
            asks: 16,
            questions: Questions::All,
            ..NOWHERE
        }
    }

    /// Colliders that are attached to others and detached again. In one of three scripts there are swept ones, in one of three characters
    /// walk and solids move.
    pub fn parts(rng: &mut Rng, wrapped: bool) -> Plot {
        let story = rng.below(3);
        let side = |rng: &mut Rng| rng.between(24, 60) as u32;
        // See `crowd`.
        let wrap = if story == 2 { (230, 190) } else { (side(rng), side(rng)) };
        Plot {
            things: rng.between(3, 8) as usize,
            steps: 6,
            room: rng.pick(&[6, 12, 30]),
            wrap: wrapped.then_some(wrap),
            size: 14,
            moves: 6,
            changes: 8,
            asks: 3,
            questions: if story == 1 { Questions::Casts } else { Questions::All },
            sweeps: story == 1,
            walks: story == 2,
            parts: true,
            ..NOWHERE
        }
    }

    /// Characters and crates that walk, push and carry each other among solids that move and change.
    pub fn movers(rng: &mut Rng) -> Plot {
        Plot {
            things: rng.between(4, 12) as usize,
            steps: rng.between(2, 4) as usize,
            room: rng.pick(&[12, 24, 40]),
            size: 12,
            moves: 0,
            changes: 16,
            asks: 2,
            walks: true,
            crates: true,
            ..NOWHERE
        }
    }

    /// Many that move between many questions, and few steps.
    pub fn moving(rng: &mut Rng) -> Plot {
        let wrap = rng.pick(&[None, None, Some((300, 260)), Some((130, 90))]);
        Plot {
            things: rng.pick(&[40, 60, 80]),
            steps: rng.between(1, 2) as usize,
            room: rng.pick(&[100, 300]),
            wrap,
            size: 10,
            moves: 6,
            changes: 30,
            asks: 30,
            questions: Questions::All,
            ..NOWHERE
        }
    }

    /// A crowd of everything, with characters in one of two.
    pub fn crowd(rng: &mut Rng) -> Plot {
        let walks = rng.one_in(2);
        // Movers among one-way platforms that are larger than the world are another matter: see `WorldOptions::wrap`.
        let sizes = if walks { [(230, 190), (264, 200)] } else { [(130, 90), (64, 100)] };
        let wrap = rng.pick(&[None, None, None, Some(sizes[0]), Some(sizes[1])]);
        Plot {
            things: rng.pick(&[3, 20, 60, 100]),
            steps: rng.between(2, 8) as usize,
            room: rng.pick(&[30, 100, 250]),
            wrap,
            size: 30,
            moves: 3,
            changes: 40,
            asks: 4,
            questions: Questions::All,
            walks,
            // Sometimes the limit is so low that steps fail.
            max_pairs: if rng.one_in(3) { rng.below(150) as usize } else { 1 << 24 },
            ..NOWHERE
        }
    }
}

/// What the author knows of a collider.
#[derive(Clone, Debug)]
struct Known {
    figure: Figure,
    place: Place,
    kind: Kind,
    /// The number of what it hangs on, if it is a part.
    root: Option<usize>,
}

/// A collider, what it hangs on, what that hangs on, up to the root.
fn line_of(known: &[Known], number: usize) -> Vec<usize> {
    std::iter::successors(Some(number), |&number| known[number].root).collect()
}

struct Author<'a> {
    rng: &'a mut Rng,
    plot: Plot,
    book: Book,
    figures: Vec<Figure>,
    known: Vec<Known>,
    live: Vec<usize>,
    saved: Option<(Vec<Known>, Vec<usize>)>,
    commands: Vec<Command>,
}

/// A shape of one of 13 kinds, about so many pixels large. One rectangle in some is as wide as the world, if it may be.
pub fn figure(rng: &mut Rng, book: &mut Book, kind: u64, size: i64, giants: bool) -> Figure {
    let grid = |rng: &mut Rng, most: i64| {
        let (w, h) = (rng.between(0, most) as usize, rng.between(1, most) as usize);
        grid_of_size(rng, w, h)
    };
    let few = size * 2 / 3;
    Figure::Shape(match kind {
        0 => Shape::Bits(book.bits(grid(rng, size))),
        1 if size < 24 => Shape::Bits(book.bits(grid_of_size(rng, 1, 1))),
        1 => Shape::Bits(book.bits(hitmask_oracle::Grid::from_fn(70, 20, |x, y| (x + y) % 5 < 4))),
        2 | 3 => Shape::Runs(book.bits(grid(rng, size))),
        4 | 5 => {
            let (grid, level) = (grid(rng, few), rng.pick(&[0, 1, 60, 128, 255]));
            Shape::Level(book.alphas(alphas(rng, &grid, level)), level)
        }
        6 => {
            let (grid, level) = (grid(rng, few), rng.pick(&[1, 128, 200]));
            Shape::Alpha(book.alphas(alphas(rng, &grid, level)))
        }
        8 if giants && rng.one_in(3) => Shape::Rect(i32::MIN, 5, u32::MAX, rng.between(1, 9) as u32),
        7 | 8 => {
            let [x, y] = [0; 2].map(|_| rng.between(-9, 9) as i32);
            Shape::Rect(x, y, rng.below(size as u64) as u32, rng.below(size as u64 + 8) as u32)
        }
        9 => {
            let [x, y] = [0; 2].map(|_| rng.between(-4, 4) * ONE + phase(rng));
            Shape::Circle(x, y, rng.between(0, size / 3) * ONE + phase(rng).abs())
        }
        10 => loop {
            let corners: Vec<Q16> = (0..rng.between(3, 5))
                .map(|_| [0; 2].map(|_| rng.between(-9, 9) * ONE + phase(rng)))
                .collect();
            if is_convex(&corners) {
                break Shape::Polygon(corners);
            }
        },
        11 => Shape::Terrain(book.bits(grid(rng, size + 10))),
        _ => {
            let frame = |rng: &mut Rng, book: &mut Book| {
                let corner = [0; 2].map(|_| rng.between(-5, 5) as i32);
                (book.bits(grid(rng, few)), corner)
            };
            return Figure::Frames((0..3).map(|_| frame(rng, book)).collect());
        }
    })
}

/// Often turned, scaled, sheared or mirrored. Many have lines between texels that go through centres of pixels, and through corners.
pub fn turned_matrix(rng: &mut Rng) -> [i64; 4] {
    const HALF: i64 = ONE / 2;
    rng.pick(&[
        HERE,
        HERE,
        HERE,
        [-ONE, 0, 0, ONE],
        [0, -ONE, ONE, 0],
        [46_341, -46_341, 46_341, 46_341],
        [ONE, 0, 0, 2 * ONE],
        [HALF, 0, 0, HALF],
        [ONE, -ONE, ONE, ONE],
        [-HALF, HALF, HALF, HALF],
        [HALF, -HALF, HALF, HALF],
        [HALF, 0, 0, -2 * ONE],
        [0, HALF, -ONE, 0],
        [ONE, HALF, 0, ONE],
        [56_756, -32_768, 32_768, 56_756],
        [-20_000, 30_001, 50_000, 12_345],
    ])
}

/// Writes a script, and the pictures in it.
pub fn write(rng: &mut Rng, plot: Plot) -> (Script, Book) {
    let mut book = Book::default();
    // Frames come last, and often among parts, which may be seen in some frames only.
    const KINDS: [u64; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12];
    let kinds = if plot.flat { &[0, 0, 0, 1][..] } else { &KINDS[..if plot.parts { 16 } else { 13 }] };
    let figures = kinds.iter().map(|&kind| figure(rng, &mut book, kind, plot.size, plot.wild)).collect();
    let (known, live, commands) = (Vec::new(), Vec::new(), Vec::new());
    let mut author = Author { rng, plot, book, figures, known, live, saved: None, commands };
    while author.live.len() < plot.things {
        author.insert();
    }
    for _ in 0..plot.steps {
        author.between_steps();
        for _ in 0..plot.asks {
            author.ask();
        }
        let seed = author.rng.below(1 << 20);
        let along = plot.sweeps && plot.wrap.is_none() && seed.is_multiple_of(3);
        let step = if along { Command::StepAlong(seed) } else { Command::Step };
        let step = if author.rng.one_in(4) { Command::StepRefusing } else { step };
        author.commands.push(step);
    }
    (Script { wrap: plot.wrap, commands: author.commands }, author.book)
}

fn is_giant(figure: &Figure) -> bool {
    matches!(figure, Figure::Shape(Shape::Rect(_, _, w, h)) if *w.max(h) >= 1000)
}

impl Author<'_> {
    /// A position in the room, or near it.
    fn place(&mut self) -> Q16 {
        let Plot { room, corner: (x, y), .. } = self.plot;
        let least = if room < 10 { -1 } else { -8 };
        [x, y].map(|from| ((from + self.rng.between(least, room)) * ONE + phase(self.rng)).clamp(-END, END))
    }

    /// A position of a part in the plane of its root.
    fn near(&mut self) -> Q16 {
        [0; 2].map(|_| self.rng.between(-6, 9) * ONE + phase(self.rng))
    }

    /// Mostly upright; sometimes nowhere.
    fn pose(&mut self, figure: &Figure) -> Place {
        let at @ [x, y] = self.place();
        if self.rng.one_in(16) {
            return Place::Nowhere;
        }
        if self.plot.flat || self.rng.one_in(2) || is_giant(figure) {
            return Place::at(at);
        }
        let is_near = x.abs().max(y.abs()) < 1 << 36;
        if is_near && self.rng.one_in(6) {
            return Place::Parts {
                position: at,
                rotation: match self.rng.below(3) {
                    0 => Rotation::Degrees(self.rng.between(-4, 4) as f64 * 90.0),
                    1 => Rotation::Degrees(self.rng.between(-720, 720) as f64 / 2.0),
                    _ => Rotation::Steps(self.rng.between(-9, 9) as i32, 16),
                },
                scale: self.rng.pick(&[[1.0, 1.0], [1.0, 1.0], [0.75, 1.25]]),
                flip: [self.rng.one_in(2), self.rng.one_in(4)],
                pivot: [0; 2].map(|_| self.rng.between(0, 40) as f64 / 2.0),
            };
        }
        if self.plot.parts && self.rng.one_in(24) {
            // A part that is enlarged by its root, too, is too large, if nothing is swept: the truth looks at each pixel of the way.
            let [a, d] = if self.plot.sweeps { [5 * ONE, 4 * ONE] } else { [200 * ONE, ONE / 8] };
            return Place::Pose([a, 0, 0, d, x, y]);
        }
        let [a, b, c, d] = if self.plot.sweeps { turned_matrix(self.rng) } else { small_matrix(self.rng) };
        Place::Pose([a, b, c, d, x, y])
    }

    fn figure(&mut self) -> Figure {
        self.rng.pick(&self.figures)
    }

    fn kind(&mut self) -> Kind {
        let kinds = [Kind::Body, Kind::Body, Kind::Body, Kind::OneWay, Kind::Sensor, Kind::Character];
        let walkers = [Kind::Body, Kind::OneWay, Kind::Character];
        let crates = [Kind::Body, Kind::OneWay, Kind::Character, Kind::Character, Kind::Crate, Kind::Crate];
        match self.plot {
            Plot { crates: true, .. } => self.rng.pick(&crates),
            Plot { walks: true, .. } => self.rng.pick(&walkers),
            _ => self.rng.pick(&kinds),
        }
    }

    /// Mostly upwards; sometimes seen from above.
    fn up(&mut self) -> Option<Side> {
        match self.rng.below(9) {
            0 => None,
            1 | 2 => Some(self.side()),
            _ => Some(Side::Up),
        }
    }

    fn side(&mut self) -> Side {
        self.rng.pick(&[Side::Up, Side::Right, Side::Down, Side::Left])
    }

    fn layers(&mut self) -> (u32, u32) {
        let mut bits =
            || if self.rng.one_in(3) { self.rng.next() as u32 & self.rng.next() as u32 } else { u32::MAX };
        (bits(), bits())
    }

    fn insert(&mut self) {
        let figure = self.figure();
        let (place, kind) = (self.pose(&figure), self.kind());
        let Plot { sweeps, wild, walks, .. } = self.plot;
        let filters = !walks && !sweeps;
        let newcomer = Newcomer {
            kind,
            layers: if filters { self.layers() } else { (u32::MAX, u32::MAX) },
            space: if !walks && self.rng.one_in(6) { self.rng.pick(&[1, 7, u32::MAX]) } else { 0 },
            group: if !walks && self.rng.one_in(3) { self.rng.pick(&[1, 2, u32::MAX]) } else { 0 },
            order: self.rng.pick(&[0, 0, 1, -1, i32::MIN, i32::MAX]),
            swept: sweeps && self.rng.one_in(2),
            first_only: sweeps && self.rng.one_in(8),
            whole: self.rng.one_in(6),
            disabled: !walks && self.rng.one_in(10),
            data: self.rng.below(100),
            own: if wild && self.rng.one_in(8) { self.own() } else { None },
            up: if walks { self.up() } else { Some(Side::Up) },
            open_side: if walks && self.rng.one_in(3) { self.side() } else { Side::Up },
            ..Newcomer::new(figure.clone(), place)
        };
        self.live.push(self.known.len());
        self.known.push(Known { figure, place, kind, root: None });
        self.commands.push(Command::Insert(newcomer));
    }

    fn own(&mut self) -> Option<Own> {
        // Tests that read boxes of reduced pixels are asked in the part of the torus that they reach, which is another story.
        match if self.plot.wrap.is_some() { self.rng.below(2) } else { self.rng.below(6) } {
            0 => Some(Own::Silent),
            1 => Some(Own::Ghost),
            2 | 3 => Some(Own::Boxy),
            4 => {
                let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX) - 20);
                let [x, y] = self.place().map(|q| (q / ONE).clamp(least, most));
                Some(Own::Far([x, y, self.rng.between(1, 20), self.rng.between(1, 20)]))
            }
            _ => None,
        }
    }

    /// The number of a collider; sometimes of one that was removed.
    fn any(&mut self) -> Option<usize> {
        if !self.known.is_empty() && self.rng.one_in(10) {
            return Some(self.rng.below(self.known.len() as u64) as usize);
        }
        (!self.live.is_empty()).then(|| self.rng.pick(&self.live))
    }

    fn between_steps(&mut self) {
        if self.plot.sweeps && !self.plot.parts && self.rng.one_in(5) {
            self.crowd();
        }
        if self.rng.one_in(6) {
            let all: Vec<usize> = self.live.iter().copied().filter(|_| self.rng.one_in(2)).collect();
            let places = all.into_iter().map(|number| (number, self.turned(number))).collect();
            self.commands.push(Command::Transforms(places));
        }
        for at in 0..self.live.len() {
            while self.rng.below(10) < self.plot.moves && self.rng.below(10) < 7 {
                self.moves(self.live[at]);
            }
        }
        for _ in 0..self.rng.below(self.plot.changes + 1) {
            self.change();
        }
        match self.rng.below(14) {
            0 | 1 => self.commands.extend([Command::StateHash, Command::Reload, Command::StateHash]),
            2 | 3 => {
                self.saved = Some((self.known.clone(), self.live.clone()));
                self.commands.extend([Command::Save, Command::StateHash]);
            }
            4 | 5 => {
                if let Some((known, live)) = self.saved.clone() {
                    (self.known, self.live) = (known, live);
                    self.commands.extend([Command::Restore, Command::StateHash]);
                }
            }
            6 => self.commands.extend([Command::Copy, Command::StateHash]),
            7 if self.rng.one_in(8) => {
                self.live.clear();
                self.commands.push(Command::Clear);
            }
            _ => {}
        }
        while self.live.len() < self.plot.things && self.rng.one_in(2) {
            self.insert();
        }
    }

    /// Too many pairs in another space: nothing is lost.
    fn crowd(&mut self) {
        let first = self.known.len();
        let all = first..first + if self.plot.wrap.is_some() { 30 } else { 14 };
        for _ in all.clone() {
            let (figure, place) = (Shape::Rect(0, 0, 2, 2).into(), Place::at([0, 0]));
            let known = Known { figure, place, kind: Kind::Body, root: None };
            let newcomer = Newcomer::new(known.figure.clone(), known.place);
            self.commands.push(Command::Insert(Newcomer { space: 9, ..newcomer }));
            self.known.push(known);
        }
        self.commands.push(Command::Step);
        self.commands.extend(all.map(Command::Remove));
    }

    fn moves(&mut self, number: usize) {
        let mut known = self.known[number].clone();
        let from = known.place.position();
        let setting = match self.rng.below(if self.plot.flat { 8 } else { 12 }) {
            0..=6 => {
                let to = if known.root.is_some() {
                    self.near()
                } else if self.rng.one_in(6) {
                    self.place()
                } else {
                    from.map(|q| {
                        let part = if self.rng.one_in(2) { 0 } else { phase(self.rng) };
                        (q + self.rng.between(-8, 8) * ONE / 2 + part).clamp(-END, END)
                    })
                };
                known.place = known.place.moved_to(to);
                Setting::Position(to)
            }
            7 => {
                let to = self.place();
                known.place = known.place.moved_to(to);
                Setting::Teleport(to)
            }
            8..=10 => {
                known.place = self.turned(number);
                Setting::Place(known.place)
            }
            _ => {
                let figure = self.figure();
                let is_upright = matches!(known.place, Place::Pose([a, b, c, d, ..]) if [a, b, c, d] == HERE);
                if is_giant(&figure) && !is_upright {
                    return;
                }
                known.figure = figure.clone();
                Setting::Figure(figure)
            }
        };
        self.known[number] = known;
        self.commands.push(Command::Set(number, setting));
    }

    /// Turns and scales at its place, or somewhere else.
    fn turned(&mut self, number: usize) -> Place {
        let known = self.known[number].clone();
        let mut place = self.pose(&known.figure);
        if known.place != Place::Nowhere && (known.root.is_some() || self.rng.one_in(2)) {
            place = place.moved_to(known.place.position());
        }
        self.known[number].place = place;
        place
    }

    fn change(&mut self) {
        if self.plot.walks && !self.rng.one_in(4) {
            return self.walk();
        }
        if self.plot.parts && self.rng.one_in(3) {
            return self.tie();
        }
        let Some(number) = self.any() else { return };
        let is_live = self.live.contains(&number);
        let Plot { sweeps, wild, walks, .. } = self.plot;
        let setting = match self.rng.below(16) {
            0 | 1 => {
                let known = &self.known;
                let hangs = |other: usize| line_of(known, other).contains(&number);
                self.live.retain(|&other| !hangs(other));
                return self.commands.push(Command::Remove(number));
            }
            2 if !sweeps && !walks => Setting::Layers(self.layers()),
            3 if !walks => Setting::Space(self.rng.pick(&[0, 0, 1, 7])),
            4 if !walks => {
                let kind = self.kind();
                self.known[number].kind = kind;
                Setting::Kind(kind)
            }
            4 => Setting::Up(self.up()),
            5 | 6 if !walks => Setting::Enabled(self.rng.one_in(2)),
            5 => Setting::OpenSide(self.side()),
            7 => Setting::Data(self.rng.next()),
            8 if wild => Setting::Own(self.own()),
            8 if sweeps => Setting::FirstOnly(self.rng.one_in(2)),
            9 if sweeps => Setting::Swept(self.rng.one_in(2)),
            9 => Setting::Order(self.rng.between(-2, 2) as i32),
            10 if !walks => Setting::Group(self.rng.pick(&[0, 1, 2])),
            11..=13 if is_live => match &self.known[number].figure {
                Figure::Frames(frames) => Setting::Frame(self.rng.below(frames.len() as u64) as usize),
                Figure::Shape(Shape::Terrain(_)) => {
                    let [x, y] = [0; 2].map(|_| self.rng.between(-5, 40) as i32);
                    let [w, h] = [0; 2].map(|_| self.rng.below(20) as u32);
                    let (shape, at) = (Shape::Rect(0, 0, w, h), [x, y]);
                    let edit =
                        if self.rng.one_in(3) { Edit::Draw { shape, at } } else { Edit::Carve { shape, at } };
                    return self.commands.push(Command::Edit(number, edit));
                }
                Figure::Shape(_) => return self.moves(number),
            },
            14 if is_live => return self.moves(number),
            _ => return self.commands.push(Command::CollideOne(number)),
        };
        self.commands.push(Command::Set(number, setting));
    }

    /// Where a collider is led by what it hangs on.
    fn led(&self, number: usize) -> Place {
        let Known { place, root, .. } = &self.known[number];
        root.map_or(*place, |root| place.led_by(self.led(root).pose()))
    }

    /// Makes something a part of something, or a part free, or shows it in some frames. Sometimes that is refused.
    fn tie(&mut self) {
        let (Some(one), Some(other)) = (self.any(), self.any()) else { return };
        let command = match self.rng.below(8) {
            0..=4 => {
                let is_there = [one, other].iter().all(|number| self.live.contains(number));
                if is_there && !line_of(&self.known, one).contains(&other) {
                    self.known[other].root = Some(one);
                    let place = self.known[other].place.moved_to(self.near());
                    self.known[other].place = place;
                    self.commands.push(Command::Set(other, Setting::Position(place.position())));
                }
                Command::Attach(one, other)
            }
            5 => {
                // A part whose root has no pose, or makes it too large, becomes free as something that lies nowhere.
                let there = self.led(one);
                if self.known[one].root.take().is_some() && there == Place::Nowhere {
                    self.known[one].place = Place::Nowhere;
                }
                Command::Detach(one)
            }
            _ => {
                // Mostly a part of an animation, which then shows a frame.
                let is_seen = |&number: &usize| {
                    let root = self.known[number].root.map(|root| &self.known[root].figure);
                    matches!(root, Some(Figure::Frames(_)))
                };
                let all: Vec<usize> = self.live.iter().copied().filter(is_seen).collect();
                let part = if all.is_empty() { one } else { self.rng.pick(&all) };
                let frames = (0..3).filter(|_| self.rng.one_in(2)).collect();
                let frames = if self.rng.one_in(3) { None } else { Some(frames) };
                self.commands.push(Command::Set(part, Setting::PartFrames(frames)));
                match self.known[part].root {
                    Some(root) if !all.is_empty() => {
                        Command::Set(root, Setting::Frame(self.rng.below(3) as usize))
                    }
                    _ => return,
                }
            }
        };
        self.commands.push(command);
    }

    fn motion(&mut self, from: Q16, most: i64) -> Q16 {
        from.map(|from| {
            let by = match self.rng.below(5) {
                0 => 0,
                1 => self.rng.between(-3, 3) * ONE / 2,
                2 => self.rng.between(-most, most) * ONE,
                _ => self.rng.between(-most * ONE, most * ONE),
            };
            let limit = 1 << 47;
            (from + by).clamp(1 - limit, limit - 1) - from
        })
    }

    /// A live collider that lies somewhere, of some kinds.
    fn one_of(&mut self, kinds: &[Kind]) -> Option<usize> {
        let fits = |number: &&usize| {
            let known = &self.known[**number];
            kinds.contains(&known.kind) && known.place != Place::Nowhere
        };
        let all: Vec<usize> = self.live.iter().filter(fits).copied().collect();
        (!all.is_empty()).then(|| self.rng.pick(&all))
    }

    /// A character walks, a solid moves, or something tries to become something else.
    fn walk(&mut self) {
        let motion = self.motion([0, 0], 24);
        let filter = Filter { unnamed: self.rng.one_in(2), ..Filter::default() };
        let what = self.rng.below(8);
        let reshapes = self.plot.crates && what == 7;
        let kinds: &[Kind] = if matches!(what, 4 | 5) || reshapes {
            &[Kind::Body, Kind::OneWay]
        } else {
            &[Kind::Character, Kind::Crate]
        };
        let Some(collider) = self.one_of(kinds) else { return };
        let command = match what {
            0..=3 => {
                // Mostly down.
                let motion = if self.rng.one_in(4) { motion } else { [motion[0], motion[1].abs()] };
                let push = if self.plot.crates { self.rng.pick(&[0, 1, 2, 9]) } else { 0 };
                let pushes = push > 0 || self.known[collider].kind == Kind::Crate;
                let [step_up, step_down] = [0; 2].map(|_| self.rng.pick(&[0, 0, 2, 5]));
                let (corner, drop) = (self.rng.pick(&[0, 0, 1, 3]), self.rng.one_in(5));
                // The oracle of pushes knows no ledges and corners. One that drops is not asked for all that stops it.
                let [step_up, step_down, corner] =
                    [step_up, step_down, corner].map(|it| if pushes { 0 } else { it });
                let reach = (!pushes && !drop).then(|| self.rng.below(12) as u32);
                let drop = drop && !pushes;
                Command::MoveAndSlide {
                    collider,
                    motion,
                    step_up,
                    step_down,
                    filter,
                    reach,
                    corner,
                    drop,
                    push,
                }
            }
            4 | 5 => {
                let riders =
                    if self.rng.one_in(4) { self.one_of(&[Kind::Character, Kind::Crate]) } else { None };
                let (riders, step_up) = (riders.into_iter().collect(), self.rng.pick(&[0, 0, 1, 3]));
                Command::MoveSolid { collider, motion, riders, step_up, corner: self.rng.pick(&[0, 0, 1, 3]) }
            }
            7 if reshapes => {
                let known = self.known[collider].clone();
                let change = match known.figure {
                    Figure::Frames(_) if self.rng.one_in(2) => Attempt::Frame(self.rng.below(3) as usize),
                    Figure::Shape(ref shape) if !matches!(shape, Shape::Terrain(_)) && self.rng.one_in(3) => {
                        let figure = self.figures[self.rng.below(11) as usize].clone();
                        self.known[collider].figure = figure.clone();
                        Attempt::Figure(figure)
                    }
                    _ => match self.turned(collider) {
                        Place::Nowhere => return,
                        place => Attempt::Place(place),
                    },
                };
                Command::ReshapeSolid { collider, change, limit: self.rng.pick(&[0, 3, 8]) }
            }
            _ => {
                let known = self.known[collider].clone();
                let attempt = match self.rng.below(6) {
                    0 => match self.pose(&known.figure) {
                        Place::Nowhere => Attempt::Unstick,
                        place => Attempt::Place(place),
                    },
                    1 | 2 => match known.figure {
                        Figure::Frames(_) => Attempt::Frame(self.rng.below(3) as usize),
                        Figure::Shape(Shape::Terrain(_)) => Attempt::Unstick,
                        // If it does not fit, it looks as before: both have no frames and are no terrains.
                        Figure::Shape(_) => {
                            Attempt::Figure(self.figures[self.rng.below(11) as usize].clone())
                        }
                    },
                    3 => Attempt::At(self.place()),
                    _ => Attempt::Unstick,
                };
                Command::Fit { collider, attempt, limit: self.rng.pick(&[0, 1, 3, 6, 9]), filter }
            }
        };
        self.commands.push(command);
    }

    fn filter(&mut self) -> Filter {
        let except = (0..self.rng.below(4)).filter_map(|_| self.any()).collect();
        let rng = &mut *self.rng;
        Filter {
            layers: if rng.one_in(4) { (u32::MAX, rng.next() as u32) } else { (u32::MAX, u32::MAX) },
            group: if rng.one_in(4) { rng.pick(&[1, 2]) } else { 0 },
            sensors: rng.one_in(2),
            except: if rng.one_in(3) { except } else { Vec::new() },
            space: rng.pick(&[None, None, None, None, None, Some(0), Some(0), Some(1), Some(7)]),
            unnamed: rng.one_in(3),
            only_even: rng.one_in(6),
        }
    }

    fn pixel(&mut self) -> Pixel {
        let Plot { room, corner: (x, y), .. } = self.plot;
        [x, y].map(|from| {
            (from + self.rng.between(-10, room + 10)).clamp(i32::MIN.into(), i32::MAX.into()) as i32
        })
    }

    fn probe(&mut self) -> (Shape, [i64; 6]) {
        loop {
            let (figure, [x, y]) = (self.figure(), self.place());
            let [a, b, c, d] = if self.rng.one_in(2) { HERE } else { turned_matrix(self.rng) };
            match figure {
                Figure::Shape(shape) if !is_giant(&shape.clone().into()) => {
                    return (shape, [a, b, c, d, x, y]);
                }
                _ => {}
            }
        }
    }

    fn ask(&mut self) {
        let filter = self.filter();
        let what = match self.plot.questions {
            Questions::Contacts => 0,
            Questions::Casts => 9,
            Questions::All => self.rng.below(12),
        };
        if self.plot.walks && self.rng.one_in(3) {
            let Some(number) = self.any() else { return };
            return self.commands.push(Command::Support(number));
        }
        let command = match what {
            0 => match self.any() {
                Some(number) => Command::CollideOne(number),
                None => return,
            },
            1 | 2 => Command::Pick { pixel: self.pixel(), filter },
            3 => Command::Nearest {
                pixel: self.pixel(),
                within: self.rng.pick(&[0, 1, 5, 30, u32::MAX]),
                filter,
            },
            4 | 5 => {
                let (shape, pose) = self.probe();
                let (from, to) = (self.pixel(), self.pixel());
                let probes = [Probe::Point(from), Probe::Line(from, to), Probe::Shape { shape, pose }];
                Command::Query { probe: self.rng.pick(&probes), filter }
            }
            6 => {
                // Sometimes several times around.
                let laps = if self.plot.wrap.is_some() && self.rng.one_in(3) { 4 } else { 1 };
                let (from, to) = (self.pixel(), self.pixel());
                Command::Line { from, to: to.map(|at| at * laps), filter }
            }
            7 => {
                // Whole pixels make rays along the sides of pixels.
                let from = self.place();
                let from = if self.rng.one_in(2) { from } else { from.map(|q| q & !0xFFFF) };
                Command::Ray { from, motion: self.motion(from, 100), filter }
            }
            8 => {
                let (Some(a), Some(b)) = (self.any(), self.any()) else { return };
                if a == b || [a, b].iter().any(|&number| self.known[number].figure.is_by_sum()) {
                    return;
                }
                Command::Relate(a, b)
            }
            _ => {
                let caster = if self.rng.one_in(3) {
                    None
                } else {
                    self.one_of(&[Kind::Body, Kind::OneWay, Kind::Character, Kind::Sensor])
                };
                let (what, from) = match caster {
                    Some(number) => (Caster::Collider(number), self.known[number].place.position()),
                    None => {
                        let (shape, pose) = self.probe();
                        (Caster::Probe { shape, pose }, [pose[4], pose[5]])
                    }
                };
                Command::Cast { what, motion: self.motion(from, 80), filter }
            }
        };
        self.commands.push(command);
    }
}
