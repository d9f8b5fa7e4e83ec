//! Movers among obstacles of every shape and pose, each beside the oracle's pixels.

use core::mem::replace;

use hitmask::{
    AlphaRule, Body, ColliderShape, Direction, MoveOptions, Moved, Obstacle, Placed, Point, PointQ16, Pose,
    Stop, move_and_slide,
};
use hitmask_model::{figure, shape_of};
use hitmask_oracle::world::{Book, Figure as Picture, Shape};
use hitmask_oracle::{Affine, Cover, Grid, Ground, Rules, Walked, walk};

use super::pictures::grid_of_size;
use super::poses::small_matrix;
use super::{Blame, Rng};

pub(crate) const ONE: i64 = PointQ16::ONE;
const HERE: [i64; 4] = [ONE, 0, 0, ONE];

/// A shape under a pose, in hitmask's form and in the oracle's.
#[derive(Debug)]
pub(crate) struct Figure {
    body: Shape,
    book: Book,
    shape: ColliderShape,
    /// The pose about the position.
    pub(crate) pose: Affine,
}

impl Figure {
    fn new(body: Shape, book: Book, pose: Affine) -> Figure {
        Figure { shape: shape_of(&body, &book), body, book, pose }
    }

    pub(crate) fn of_grid(grid: Grid, pose: Affine) -> Figure {
        let mut book = Book::default();
        Figure::new(Shape::Bits(book.bits(grid)), book, pose)
    }

    /// The pixels of a plain mask.
    pub(crate) fn grid(&self) -> Option<&Grid> {
        if let Shape::Bits(number) = self.body { Some(self.book.grid(number)) } else { None }
    }

    /// The shape in a script, with its picture in the script's book.
    pub(crate) fn in_book(&self, book: &mut Book) -> Shape {
        match self.body {
            Shape::Bits(number) => Shape::Bits(book.bits(Grid::clone(self.book.grid(number)))),
            Shape::Runs(number) => Shape::Runs(book.bits(Grid::clone(self.book.grid(number)))),
            Shape::Terrain(number) => Shape::Terrain(book.bits(Grid::clone(self.book.grid(number)))),
            Shape::Level(number, level) => {
                Shape::Level(book.alphas(self.book.alpha(number).as_ref().clone()), level)
            }
            ref other => other.clone(),
        }
    }

    /// Most are small. One of three is turned or scaled, one of three is a plain mask.
    pub(crate) fn random(rng: &mut Rng) -> Figure {
        let side = |rng: &mut Rng| rng.between(1, 12) as usize;
        let matrix = if rng.one_in(3) { small_matrix(rng) } else { HERE };
        let lag = |rng: &mut Rng| if rng.one_in(2) { 0 } else { rng.between(-4 * ONE, 4 * ONE) };
        let pose = [matrix[0], matrix[1], matrix[2], matrix[3], lag(rng), lag(rng)];
        if rng.one_in(3) {
            let (w, h) = (side(rng), side(rng));
            let grid = if rng.one_in(2) { Grid::from_fn(w, h, |_, _| true) } else { grid_of_size(rng, w, h) };
            return Figure::of_grid(grid, pose);
        }
        let kind = rng.pick(&[2, 2, 4, 4, 7, 7, 7, 8, 9, 10, 11]);
        let mut book = Book::default();
        match figure(rng, &mut book, kind, 20, false) {
            Picture::Shape(body) => Figure::new(body, book, pose),
            Picture::Frames(_) => panic!("kind {kind} has no frames"),
        }
    }

    pub(crate) fn placed(&self) -> Placed<'_> {
        let placed = match &self.shape {
            ColliderShape::Mask(mask) => Placed::from(&**mask),
            ColliderShape::Runs(runs) => Placed::from(&**runs),
            ColliderShape::Terrain(terrain) => Placed::from(&**terrain),
            ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => Placed::from(alpha.at_level(*level)),
            ColliderShape::Rect(rect) => Placed::from(*rect),
            ColliderShape::Circle(circle) => Placed::from(*circle),
            ColliderShape::Polygon(polygon) => Placed::from(&**polygon),
            other => panic!("{other:?} is no shape of a figure"),
        };
        placed.posed(&Pose::from_q16(self.pose).unwrap())
    }

    /// What it covers at a position.
    pub(crate) fn cover(&self, position: PointQ16) -> Cover {
        let [a, b, c, d, x, y] = self.pose;
        self.body.cover([a, b, c, d, x + position.x, y + position.y], &self.book)
    }
}

/// A figure, where it lies, and what it stops.
pub(crate) type Wall = (Figure, PointQ16, Option<Direction>);

pub(crate) fn obstacles(walls: &[Wall]) -> Vec<Obstacle<'_>> {
    fn obstacle((figure, position, kind): &Wall) -> Obstacle<'_> {
        match kind {
            None => Obstacle::solid(figure.placed(), *position),
            Some(side) => Obstacle::solid(figure.placed(), *position).one_way_to(*side),
        }
    }
    walls.iter().map(obstacle).collect()
}

/// A mover among a few figures.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) mover: Figure,
    pub(crate) position: PointQ16,
    pub(crate) motion: PointQ16,
    pub(crate) walls: Vec<Wall>,
    pub(crate) options: MoveOptions,
    pub(crate) up: Option<Direction>,
    /// The open sides of the walls. Without one it is up.
    pub(crate) sides: Vec<Direction>,
}

/// A coordinate on a whole pixel, exactly between two, or anywhere.
fn coordinate(rng: &mut Rng, reach: i64) -> i64 {
    let fraction = rng.between(0, ONE - 1);
    let rest = rng.pick(&[0, 0, ONE / 2, ONE / 2, ONE / 2 + 1, ONE / 2 - 1, 1, fraction, fraction]);
    rng.between(-reach, reach) * ONE + rest
}

fn place(rng: &mut Rng, reach: i64) -> PointQ16 {
    PointQ16::new(coordinate(rng, reach), coordinate(rng, reach))
}

impl Case {
    /// `middle` is the pixel around which everything lies.
    pub(crate) fn random(rng: &mut Rng, middle: (i64, i64)) -> Case {
        let middle = PointQ16::new(middle.0 * ONE, middle.1 * ONE);
        let at_most = |p: PointQ16| {
            let inside = |q: i64| q.clamp(-PointQ16::LIMIT, PointQ16::LIMIT);
            PointQ16::new(inside(p.x), inside(p.y))
        };
        let kind = |rng: &mut Rng| if rng.one_in(3) { Some(Direction::Up) } else { None };
        let some = rng.between(1, 6);
        let mut walls: Vec<Wall> =
            (0..some).map(|_| (Figure::random(rng), at_most(middle + place(rng, 12)), kind(rng))).collect();
        if rng.one_in(2) {
            // A rough ground below them all.
            let rough = rng.between(1, 4) as usize;
            let ground = Grid::from_fn(120, 12, |x, y| y >= x * 7919 % rough + x % 40 / 20);
            let at = PointQ16::new(rng.between(-70 * ONE, -50 * ONE), rng.between(8 * ONE, 16 * ONE));
            walls[0] = (Figure::of_grid(ground, [ONE, 0, 0, ONE, 0, 0]), at_most(middle + at), kind(rng));
        }
        let mut position = at_most(middle + place(rng, 16));
        let far = rng.pick(&[1, 2, 12, 30, 30, 200]);
        let mut motion = place(rng, far);
        match rng.below(6) {
            0 => motion.y = 0,
            1 => motion.x = 0,
            // Both axes reach their marks at the same times.
            2 => motion.y = motion.x * rng.pick(&[1, -1, 2]),
            _ => {}
        }
        if rng.one_in(3) {
            // Towards one of them and through it.
            let way = walls[0].1 - position;
            motion = PointQ16::new(way.x * 2, way.y * 2);
        }
        let mut ledge = || rng.pick(&[0, 0, 1, 2, 5]);
        let options = MoveOptions { step_up: ledge(), step_down: ledge(), ..MoveOptions::default() };
        let mut case = Case {
            mover: Figure::random(rng),
            position,
            motion: at_most(motion),
            walls,
            options,
            up: Some(Direction::Up),
            sides: Vec::new(),
        };
        // Most start where they are free, and many of these stand.
        let covers = case.covers();
        let body = case.mover.cover(PointQ16::ZERO);
        let is_stuck = |position: PointQ16| {
            let [x, y] = [position.x, position.y].map(|at| (at + ONE / 2 - 1).div_euclid(ONE));
            let body = body.moved((x, y));
            let solid = |i: &usize| case.walls[*i].2.is_none();
            (0..covers.len()).filter(solid).any(|i| body.shares_any(&covers[i], false))
        };
        for _ in 0..30 {
            if rng.one_in(8) || !is_stuck(position) {
                break;
            }
            position = at_most(middle + place(rng, 20));
        }
        if rng.one_in(2) && !is_stuck(position) {
            for _ in 0..40 {
                let below = PointQ16::new(position.x, position.y + ONE);
                if is_stuck(below) || below.y > PointQ16::LIMIT {
                    break;
                }
                position = below;
            }
        }
        if rng.one_in(6) {
            // From far away, and every step of one axis is at the same time as one of the other.
            let PointQ16 { x, y } = case.motion;
            let (far, by) = (rng.between(0, 40) * ONE, PointQ16::new(x.signum(), if y < 0 { -1 } else { 1 }));
            let y = position.y.div_euclid(ONE) * ONE + position.x.rem_euclid(ONE);
            position = at_most(PointQ16::new(position.x - far * by.x, y - far * by.y));
            let way = x.abs() + far;
            case.motion = at_most(PointQ16::new(way * by.x, way * by.y));
        }
        case.position = position;
        case
    }

    /// With gravity to any side or none, one-way obstacles that are open to any, corners and drops.
    pub(crate) fn turned(rng: &mut Rng) -> Case {
        let mut case = Case::random(rng, (0, 0));
        case.up = rng.pick(&[Some(0), Some(1), Some(2), Some(3), None]).map(|up: usize| Direction::ALL[up]);
        let toward = case.up.unwrap_or_default();
        case.sides = case
            .walls
            .iter()
            .map(|_| if rng.one_in(2) { toward } else { rng.pick(&Direction::ALL) })
            .collect();
        case.options.corner = rng.pick(&[0, 0, 1, 2, 3, 6]);
        case.options.drop = rng.one_in(3);
        if case.options.drop && rng.one_in(2) {
            // All are ledges.
            case.walls.iter_mut().for_each(|wall| wall.2 = Some(Direction::Up));
            case.sides.fill(toward);
        }
        if rng.one_in(2) {
            // It has fallen onto something.
            let Point { x, y } = toward.opposite().vector();
            let fall = PointQ16::new(i64::from(x) * 40 * ONE, i64::from(y) * 40 * ONE);
            let plain = MoveOptions::default();
            let (options, motion) = (replace(&mut case.options, plain), replace(&mut case.motion, fall));
            let landed = case.by_oracle();
            (case.options, case.motion) = (options, motion);
            if landed.floor.is_some() {
                case.position = PointQ16::new(landed.position.0, landed.position.1);
            }
        }
        if rng.one_in(2) {
            // Most fall.
            let Point { x, y } = toward.vector();
            let fall = rng.between(0, 9 * ONE);
            case.motion =
                PointQ16::new(case.motion.x - fall * i64::from(x), case.motion.y - fall * i64::from(y));
        }
        case
    }

    pub(crate) fn covers(&self) -> Vec<Cover> {
        self.walls.iter().map(|(figure, position, _)| figure.cover(*position)).collect()
    }

    pub(crate) fn run(&self) -> Moved {
        self.run_among(&self.walls)
    }

    /// The same move among other obstacles.
    pub(crate) fn run_among(&self, walls: &[Wall]) -> Moved {
        self.run_so(walls, &self.options)
    }

    /// The same move with other options.
    pub(crate) fn run_with(&self, options: &MoveOptions) -> Moved {
        self.run_so(&self.walls, options)
    }

    fn run_so(&self, walls: &[Wall], options: &MoveOptions) -> Moved {
        let Case { mover, position, motion, .. } = self;
        let mut obstacles = obstacles(walls);
        for (obstacle, &side) in obstacles.iter_mut().zip(&self.sides) {
            obstacle.open_side = obstacle.open_side.map(|_| side);
        }
        move_and_slide(Body::new(mover.placed()).with_up(self.up), *position, *motion, &obstacles, options)
    }

    /// Compares the move with the oracle's. Returns the oracle's.
    pub(crate) fn compare(&self, seed: u64) -> Walked {
        let _blame = Blame(&(seed, self));
        let truth = self.by_oracle();
        assert_eq!(told(&self.run()), truth);
        truth
    }

    /// Eight moves in a row, each beside the oracle's. Returns their number.
    pub(crate) fn walks(seed: u64) -> u64 {
        let rng = &mut Rng::new(seed);
        let mut case = if rng.one_in(2) { Case::random(rng, (0, 0)) } else { Case::turned(rng) };
        let covers = case.covers();
        for turn in 0..8 {
            let truth = {
                let _blame = Blame(&(seed, turn, &case));
                let truth = case.by_oracle_of(&covers, case.position, case.motion);
                assert_eq!(told(&case.run()), truth);
                truth
            };
            case.position = match truth.stuck {
                None => PointQ16::new(truth.position.0, truth.position.1),
                Some(_) => place(rng, 20),
            };
            let far = rng.pick(&[1, 2, 5, 12, 30]);
            case.motion = place(rng, far);
            let mut few = || rng.pick(&[0, 0, 1, 2, 5]);
            case.options = MoveOptions { step_up: few(), step_down: few(), corner: few(), ..case.options };
            case.options.drop = rng.one_in(4);
        }
        8
    }

    pub(crate) fn by_oracle(&self) -> Walked {
        self.by_oracle_of(&self.covers(), self.position, self.motion)
    }

    fn by_oracle_of(&self, all: &[Cover], position: PointQ16, motion: PointQ16) -> Walked {
        let MoveOptions { step_up, step_down, corner, drop, .. } = self.options;
        let rules = Rules {
            up: self.up.map(vector),
            step_up: step_up.into(),
            step_down: step_down.into(),
            corner: corner.into(),
            drop,
        };
        let cover = self.mover.cover(PointQ16::ZERO).solid_points();
        let solid: Vec<_> = all.iter().map(|cover| move |x: i64, y: i64| cover.at(x, y).solid).collect();
        let grounds: Vec<Ground<'_>> = solid
            .iter()
            .zip(self.walls.iter().enumerate())
            .map(|(covers, (i, wall))| {
                let side = vector(self.sides.get(i).copied().unwrap_or_default());
                let open = wall.2.map(|_| side);
                Ground { covers, open, window: Some(all[i].window()) }
            })
            .collect();
        let walked = walk(&cover, (position.x, position.y), (motion.x, motion.y), &grounds, rules, None);
        // The library tells it in a world only.
        Walked { support: None, ..walked }
    }
}

/// One pixel that way.
fn vector(direction: Direction) -> (i64, i64) {
    let Point { x, y } = direction.vector();
    (x.into(), y.into())
}

/// The library's answer in the oracle's form.
pub(crate) fn told(moved: &Moved) -> Walked {
    let stop = |stop: Option<Stop>| {
        stop.map(|stop| {
            assert_eq!(stop.normal.x.abs() + stop.normal.y.abs(), 1);
            (stop.index, (stop.pixel.x.into(), stop.pixel.y.into()))
        })
    };
    Walked {
        position: (moved.position.x, moved.position.y),
        velocity: (moved.velocity.x, moved.velocity.y),
        floor: stop(moved.floor),
        ceiling: stop(moved.ceiling),
        wall: stop(moved.wall),
        stuck: moved.stuck,
        support: None,
    }
}
