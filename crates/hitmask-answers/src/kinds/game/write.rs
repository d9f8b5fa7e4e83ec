//! Writes the scripts. Each has a plot, which says what is in the world and what happens there.

use hitmask_oracle::world::{
    Attempt, Caster, Command, Edit, Figure, Filter, Kind, Newcomer, Place, Rotation, Script, Setting,
};
use hitmask_scenes::Random;

use crate::draft::{ONE, convex, fraction, one_of, pick, place, pose, size, small_bits};
use crate::shape::Shape;
use crate::{Pictures, Pixel, Q16};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Plot {
    /// Everything flies about: layers, groups, spaces, sensors, swept shots, turned sprites.
    Arena,
    /// Characters among solids, one-way platforms and terrain, which move, too.
    Platforms,
    /// The arena and some characters on a small torus.
    Torus,
    /// The same on the plane, and some are parts of others.
    Parts,
}

// New ones come at the end: so the scripts before them stay the same.
const PLOTS: [Plot; 20] = {
    use Plot::{Arena, Parts, Platforms, Torus};
    [
        Arena, Platforms, Torus, Arena, Platforms, Torus, Arena, Platforms, Arena, Platforms, Torus, Arena,
        Platforms, Arena, Platforms, Torus, Parts, Parts, Parts, Parts,
    ]
};

pub(super) fn scripts(pictures: &Pictures) -> Vec<Script> {
    let random = &mut Random::new(13);
    PLOTS.iter().map(|&plot| Author::new(random, pictures, plot).script()).collect()
}

/// What the author must know of a collider.
#[derive(Clone)]
struct Known {
    figure: Figure,
    place: Place,
    kind: Kind,
    /// Whether it is in space 0 and enabled.
    takes_part: bool,
    /// The number of its root, if it is a part.
    root: Option<usize>,
}

struct Author<'a> {
    random: &'a mut Random,
    pictures: &'a Pictures,
    plot: Plot,
    wrap: Option<(u32, u32)>,
    /// None for colliders that were removed.
    known: Vec<Option<Known>>,
    saved: Option<Vec<Option<Known>>>,
    commands: Vec<Command>,
}

impl Author<'_> {
    fn new<'a>(random: &'a mut Random, pictures: &'a Pictures, plot: Plot) -> Author<'a> {
        let wrap = (plot == Plot::Torus).then(|| pick(random, &[(100, 60), (64, 64), (70, 90)]));
        Author { random, pictures, plot, wrap, known: Vec::new(), saved: None, commands: Vec::new() }
    }

    fn script(mut self) -> Script {
        let newcomers = if self.plot == Plot::Arena { 12 } else { 9 };
        (0..newcomers).for_each(|_| self.insert());
        if self.plot == Plot::Parts {
            (0..4).for_each(|_| self.tie());
        }
        for step in 0..5 {
            self.commands.push(Command::Step);
            for _ in 0..6 {
                self.change();
            }
            for _ in 0..4 {
                self.ask();
            }
            self.keep(step);
        }
        self.commands.extend([Command::Step, Command::StateHash]);
        Script { wrap: self.wrap, commands: self.commands }
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.random.below(n) == 0
    }

    /// The number of a collider that is there.
    fn any(&mut self, wanted: impl Fn(&Known) -> bool) -> Option<usize> {
        let is_wanted = |number: &usize| self.known[*number].as_ref().is_some_and(&wanted);
        let all: Vec<usize> = (0..self.known.len()).filter(is_wanted).collect();
        (!all.is_empty()).then(|| pick(self.random, &all))
    }

    fn known(&mut self, number: usize) -> &mut Known {
        self.known[number].as_mut().expect("the collider is there")
    }

    /// A picture that is not too large for the oracle.
    fn picture(&mut self) -> usize {
        match small_bits(self.random, self.pictures, 20) {
            Shape::Bits(number) => number,
            other => panic!("{other:?} is no picture of bits"),
        }
    }

    /// The same for alphas.
    fn alphas(&mut self) -> usize {
        loop {
            let number = one_of(self.random, self.pictures.alphas());
            let (w, h) = self.pictures.alpha(number).size();
            if w.max(h) <= 24 {
                return number;
            }
        }
    }

    fn figure(&mut self) -> Figure {
        let number = self.picture();
        Figure::Shape(match self.random.below(12) {
            0 => Shape::Runs(number),
            1 | 2 => Shape::Terrain(number),
            3 => Shape::Level(self.alphas(), pick(self.random, &[1, 100, 255])),
            4 if self.plot == Plot::Arena => Shape::Alpha(self.alphas()),
            5 | 6 => convex(self.random),
            7 => return self.frames(),
            8 => Shape::Rect(
                self.random.between(-9, 9),
                self.random.between(-9, 9),
                self.random.below(30) + 1,
                self.random.below(9) + 1,
            ),
            _ => Shape::Bits(number),
        })
    }

    fn frames(&mut self) -> Figure {
        let frame = |author: &mut Self| {
            let [x, y] = [(); 2].map(|()| author.random.between(-4, 4));
            (author.picture(), [x, y])
        };
        Figure::Frames((0..3).map(|_| frame(self)).collect())
    }

    /// A position near all others.
    fn position(&mut self) -> Q16 {
        let [x, y] = place(self.random, if self.plot == Plot::Platforms { 26 } else { 18 });
        // Half of the coordinates are whole pixels.
        if self.one_in(2) { [x & !0xFFFF, y & !0xFFFF] } else { [x, y] }
    }

    /// Mostly upright.
    fn place(&mut self, figure: &Figure) -> Place {
        let position = self.position();
        match self.random.below(6) {
            0 => {
                let extent = match figure {
                    Figure::Shape(shape) => size(shape, self.pictures),
                    Figure::Frames(_) => (16, 16),
                };
                Place::Pose(pose(self.random, extent, position))
            }
            1 | 2 => Place::Parts {
                position,
                rotation: match self.random.below(3) {
                    0 => Rotation::Degrees(f64::from(self.random.between(-4, 4)) * 90.0),
                    1 => Rotation::Degrees(f64::from(self.random.between(-720, 720)) / 2.0),
                    _ => Rotation::Steps(self.random.between(-9, 9), 16),
                },
                scale: pick(self.random, &[[1.0, 1.0], [1.0, 1.0], [0.75, 1.25]]),
                flip: [self.one_in(2), self.one_in(4)],
                pivot: [(); 2].map(|()| f64::from(self.random.between(0, 40)) / 2.0),
            },
            _ => Place::Pose([ONE, 0, 0, ONE, position[0], position[1]]),
        }
    }

    fn insert(&mut self) {
        let figure = self.figure();
        let place = self.place(&figure);
        let first = self.known.is_empty();
        let (figure, place) = match self.plot {
            // A ground of terrain below everything else.
            Plot::Platforms if first => {
                let ground = Figure::Shape(Shape::Terrain(19));
                (ground, Place::Pose([ONE, 0, 0, ONE, -50 * ONE, 14 * ONE]))
            }
            _ => (figure, place),
        };
        let arena = self.plot == Plot::Arena;
        let kind = match (self.plot, self.known.len()) {
            (Plot::Arena, _) => pick(self.random, &[Kind::Body, Kind::Body, Kind::Body, Kind::Sensor]),
            (Plot::Platforms, 0) => Kind::Body,
            (_, 1..4) => Kind::Character,
            _ => pick(self.random, &[Kind::Body, Kind::Body, Kind::OneWay, Kind::Character]),
        };
        let usual = [(1, u32::MAX), (1, u32::MAX), (3, 2), (2, 3)];
        let newcomer = Newcomer {
            kind,
            layers: if arena { pick(self.random, &usual) } else { (1, u32::MAX) },
            group: if arena { pick(self.random, &[0, 0, 0, 1, 2]) } else { 0 },
            space: if arena && self.one_in(8) { 7 } else { 0 },
            order: self.random.between(-2, 2),
            swept: arena && self.one_in(2) || self.one_in(8),
            ..Newcomer::new(figure.clone(), place)
        };
        self.known.push(Some(Known { figure, place, kind, takes_part: newcomer.space == 0, root: None }));
        self.commands.push(Command::Insert(newcomer));
    }

    fn filter(&mut self) -> Filter {
        let mut except = Vec::new();
        if self.one_in(3) {
            except.extend(self.any(|_| true));
        }
        let arena = self.plot == Plot::Arena;
        Filter {
            layers: if arena && self.one_in(3) { (1, 1) } else { (u32::MAX, u32::MAX) },
            group: if arena && self.one_in(4) { 1 } else { 0 },
            sensors: self.one_in(2),
            except,
            ..Filter::default()
        }
    }

    fn change(&mut self) {
        if self.one_in(12) && self.known.iter().flatten().count() < 14 {
            return self.insert();
        }
        let [walks, rests] = [self.one_in(2), self.one_in(2)];
        if self.plot == Plot::Parts && rests {
            self.tie();
        }
        if self.plot == Plot::Platforms || matches!(self.plot, Plot::Torus | Plot::Parts) && walks {
            (0..2).for_each(|_| self.walk());
            if rests {
                return;
            }
        }
        let Some(number) = self.any(|_| true) else { return };
        let known = self.known(number).clone();
        let setting = match self.random.below(20) {
            0 => {
                self.known[number] = None;
                // A root takes its parts with it.
                let is_part = |known: &Known| known.root == Some(number);
                self.known
                    .iter_mut()
                    .filter(|known| known.as_ref().is_some_and(is_part))
                    .for_each(|part| *part = None);
                return self.commands.push(Command::Remove(number));
            }
            1 | 2 => {
                let place = self.place(&known.figure);
                self.known(number).place = place;
                Setting::Place(place)
            }
            3 => {
                let figure = self.figure();
                self.known(number).figure = figure.clone();
                Setting::Figure(figure)
            }
            4 => Setting::Teleport(self.moved(number)),
            5 => {
                let enabled = self.one_in(2);
                self.known(number).takes_part = enabled;
                Setting::Enabled(enabled)
            }
            6 => Setting::Swept(self.one_in(2)),
            7 => Setting::Order(self.random.between(-2, 2)),
            8 if self.plot == Plot::Arena => Setting::Layers(pick(self.random, &[(1, u32::MAX), (2, 2)])),
            9 if self.plot == Plot::Arena => Setting::Group(self.random.below(3)),
            10 if self.plot == Plot::Arena => Setting::Space(pick(self.random, &[0, 0, 7])),
            11 => Setting::Kind(known.kind),
            12..=14 => match known.figure {
                Figure::Shape(Shape::Terrain(_)) => {
                    let at = [self.random.between(-5, 30), self.random.between(-5, 20)];
                    let shape = convex(self.random);
                    let edit =
                        if self.one_in(3) { Edit::Draw { shape, at } } else { Edit::Carve { shape, at } };
                    return self.commands.push(Command::Edit(number, edit));
                }
                Figure::Frames(_) => Setting::Frame(self.random.below(3) as usize),
                Figure::Shape(_) => Setting::Position(self.moved(number)),
            },
            _ => Setting::Position(self.moved(number)),
        };
        self.commands.push(Command::Set(number, setting));
    }

    /// A position of a part in the plane of its root.
    fn near(&mut self) -> Q16 {
        [(); 2].map(|()| i64::from(self.random.between(-6, 14)) * ONE + fraction(self.random))
    }

    /// Attaches or detaches something, or shows a part in some frames. What is not possible is left out.
    fn tie(&mut self) {
        match self.random.below(6) {
            0 => {
                let Some(part) = self.any(|known| known.root.is_some()) else { return };
                self.known(part).root = None;
                self.commands.push(Command::Detach(part));
            }
            1 => {
                let Some(part) = self.any(|known| known.root.is_some()) else { return };
                let frames = (0..3).filter(|_| self.one_in(2)).collect();
                let frames = if self.one_in(3) { None } else { Some(frames) };
                self.commands.push(Command::Set(part, Setting::PartFrames(frames)));
            }
            _ => {
                let Some(root) = self.any(|known| known.root.is_none()) else { return };
                let has_parts: Vec<Option<usize>> = self.known.iter().flatten().map(|it| it.root).collect();
                let Some(part) = self.any(|_| true) else { return };
                if part == root || has_parts.contains(&Some(part)) {
                    return;
                }
                self.known(part).root = Some(root);
                let at = self.near();
                let known = self.known(part);
                known.place = known.place.moved_to(at);
                let attach = [Command::Attach(root, part), Command::Set(part, Setting::Position(at))];
                self.commands.extend(attach);
            }
        }
    }

    /// Another position of a collider, near the last one that is known or near the others.
    fn moved(&mut self, number: usize) -> Q16 {
        let from = self.known(number).place.position();
        let to = if self.known(number).root.is_some() {
            self.near()
        } else if !self.one_in(3) {
            self.position()
        } else {
            from.map(|q| q + i64::from(self.random.between(-60, 60)) * ONE / 2 + fraction(self.random))
        };
        let known = self.known(number);
        known.place = known.place.moved_to(to);
        to
    }

    fn motion(&mut self, most: i32) -> Q16 {
        [(); 2].map(|()| match self.random.below(4) {
            0 => 0,
            1 => i64::from(self.random.between(-3, 3)) * ONE / 2,
            2 => i64::from(self.random.between(-most, most)) * ONE,
            _ => i64::from(self.random.between(-most, most)) * ONE + fraction(self.random),
        })
    }

    /// A character walks, a solid moves, or something tries to become something else.
    fn walk(&mut self) {
        let motion = self.motion(24);
        let filter = self.filter();
        let here = |known: &Known| known.takes_part;
        match self.random.below(8) {
            0..=3 => {
                let walks = |known: &Known| known.kind == Kind::Character && known.root.is_none();
                let Some(collider) = self.any(|known| here(known) && walks(known)) else { return };
                // Mostly down.
                let motion = if self.one_in(4) { motion } else { [motion[0], motion[1].abs()] };
                let [step_up, step_down] = [(); 2].map(|()| pick(self.random, &[0, 0, 2, 5]));
                let filter = Filter { except: Vec::new(), ..filter };
                self.commands.push(Command::MoveAndSlide {
                    collider,
                    motion,
                    step_up,
                    step_down,
                    filter,
                    reach: None,
                });
            }
            4 | 5 => {
                let solid =
                    |known: &Known| matches!(known.kind, Kind::Body | Kind::OneWay) && known.root.is_none();
                let Some(collider) = self.any(|known| here(known) && solid(known)) else { return };
                let rider = self.any(|known| here(known) && known.kind == Kind::Character);
                let riders = if self.one_in(4) { rider.into_iter().collect() } else { Vec::new() };
                self.commands.push(Command::MoveSolid { collider, motion, riders });
            }
            _ => {
                let walks = |known: &Known| known.kind == Kind::Character && known.root.is_none();
                let Some(collider) = self.any(walks) else { return };
                let known = self.known(collider).clone();
                let attempt = match self.random.below(6) {
                    0 => {
                        // If it does not fit, the author knows no longer what it looks like.
                        let figure = self.figure();
                        let safe = !matches!(figure, Figure::Frames(_) | Figure::Shape(Shape::Terrain(_)));
                        let was_safe =
                            !matches!(known.figure, Figure::Frames(_) | Figure::Shape(Shape::Terrain(_)));
                        if !(safe && was_safe) {
                            return;
                        }
                        Attempt::Figure(figure)
                    }
                    1 => Attempt::Place(self.place(&known.figure)),
                    2 | 3 => match known.figure {
                        Figure::Frames(_) => Attempt::Frame(self.random.below(3) as usize),
                        _ => Attempt::Unstick,
                    },
                    4 => Attempt::At(self.position()),
                    _ => Attempt::Unstick,
                };
                let limit = pick(self.random, &[0, 5, 9, 14]);
                let filter = Filter { except: Vec::new(), ..filter };
                self.commands.push(Command::Fit { collider, attempt, limit, filter });
            }
        }
    }

    fn pixel(&mut self) -> Pixel {
        [(); 2].map(|()| self.random.between(-40, 60))
    }

    fn ask(&mut self) {
        let filter = self.filter();
        let command = match self.random.below(6) {
            0 => match self.any(|_| true) {
                Some(number) => Command::CollideOne(number),
                None => return,
            },
            1 => Command::Pick { pixel: self.pixel(), filter },
            2 => Command::Pick { pixel: [self.random.between(-9, 20), self.random.between(-9, 20)], filter },
            3 => {
                Command::Nearest { pixel: self.pixel(), within: pick(self.random, &[0, 9, 40, 1000]), filter }
            }
            _ => {
                let motion = self.motion(40);
                let what = match self.any(|known| known.takes_part) {
                    Some(number) if !self.one_in(3) => Caster::Collider(number),
                    _ => {
                        let shape =
                            if self.one_in(3) { convex(self.random) } else { Shape::Bits(self.picture()) };
                        let at = self.position();
                        Caster::Probe { shape, pose: [ONE, 0, 0, ONE, at[0], at[1]] }
                    }
                };
                Command::Cast { what, motion, filter }
            }
        };
        self.commands.push(command);
    }

    /// Saves the world, goes back to what was saved, or reads it from its bytes.
    fn keep(&mut self, step: i32) {
        match (step, self.random.below(3)) {
            (1, _) | (3, 0) => {
                self.saved = Some(self.known.clone());
                self.commands.extend([Command::StateHash, Command::Save]);
            }
            (2, _) => {
                self.commands.extend([Command::StateHash, Command::Reload, Command::StateHash]);
            }
            (3, _) => {
                self.known = self.saved.clone().expect("it was saved after step 1");
                self.commands.extend([Command::Restore, Command::StateHash]);
            }
            (4, _) => self.commands.push(Command::StateHash),
            _ => {}
        }
    }
}
