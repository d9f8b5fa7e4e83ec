//! Movers among obstacles of every shape and pose, each beside the oracle's pixels.

use hitmask::{
    AlphaRule, Blocker, Collider, ColliderShape, MoveOptions, Moved, Obstacle, ObstacleKind, Placed, Point,
    PointQ16, Pose, Slope, Stop, Terrain, move_and_slide,
};
use hitmask_oracle::{Affine, Cover, Grid, Ground, Ledges, Walked, blockers, slope, walk};

use super::pictures::grid_of_size;
use super::world_case::{Body, body, cover_of, shape_of, small_matrix};
use super::{Blame, Rng, mask_of};

pub(crate) const ONE: i64 = PointQ16::ONE;
const HERE: [i64; 4] = [ONE, 0, 0, ONE];

/// A shape under a pose, in hitmask's form and in the oracle's.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) body: Body,
    shape: ColliderShape,
    /// The pose about the position.
    pub(crate) pose: Affine,
}

impl Figure {
    pub(crate) fn of_grid(grid: Grid, pose: Affine) -> Figure {
        let body = Body::Mask(grid);
        Figure { shape: shape_of(&body), body, pose }
    }

    /// Most are small. One of three is turned or scaled, one of three is a plain mask.
    pub(crate) fn random(rng: &mut Rng) -> Figure {
        let side = |rng: &mut Rng| rng.between(1, 12) as usize;
        let filled = |rng: &mut Rng| {
            let (w, h) = (side(rng), side(rng));
            Grid::from_fn(w, h, |_, _| true)
        };
        let matrix = if rng.one_in(3) { small_matrix(rng) } else { HERE };
        let lag = |rng: &mut Rng| if rng.one_in(2) { 0 } else { rng.between(-4 * ONE, 4 * ONE) };
        let pose = [matrix[0], matrix[1], matrix[2], matrix[3], lag(rng), lag(rng)];
        if rng.one_in(3) {
            let (w, h) = (side(rng), side(rng));
            let grid = if rng.one_in(2) { filled(rng) } else { grid_of_size(rng, w, h) };
            return Figure::of_grid(grid, pose);
        }
        if rng.one_in(8) {
            let (w, h) = (side(rng), side(rng));
            let grid = grid_of_size(rng, w, h);
            let terrain = Terrain::from_mask(&mask_of(&grid));
            return Figure { body: Body::Mask(grid), shape: terrain.into(), pose };
        }
        loop {
            let kind = rng.pick(&[2, 2, 4, 4, 7, 7, 7, 8, 9, 10]);
            let body = body(rng, kind);
            // A giant would hold everything.
            if !matches!(body, Body::Rect((_, _, w, _)) if w > 1000) {
                return Figure { shape: shape_of(&body), body, pose };
            }
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

    /// The same as a collider at a position, under the whole pose.
    pub(crate) fn collider(&self, position: PointQ16) -> Option<Collider> {
        let [a, b, c, d, x, y] = self.pose;
        let pose = Pose::from_q16([a, b, c, d, x + position.x, y + position.y]).ok()?;
        Some(Collider::new(self.shape.clone()).posed(pose))
    }

    /// What it covers at a position.
    pub(crate) fn cover(&self, position: PointQ16) -> Cover {
        let [a, b, c, d, x, y] = self.pose;
        cover_of(&self.body, 0, Some([a, b, c, d, x + position.x, y + position.y]))
    }
}

/// A figure, where it lies, and what it stops.
pub(crate) type Wall = (Figure, PointQ16, ObstacleKind);

pub(crate) fn obstacles(walls: &[Wall]) -> Vec<Obstacle<'_>> {
    fn obstacle((figure, position, kind): &Wall) -> Obstacle<'_> {
        match kind {
            ObstacleKind::Solid => Obstacle::solid(figure.placed(), *position),
            _ => Obstacle::one_way(figure.placed(), *position),
        }
    }
    walls.iter().map(obstacle).collect()
}

/// The number of a wall that refuses a step, its pixel, and the normal.
pub(crate) type Halt = (usize, (i64, i64), (i64, i64));

/// A world's blockers in the oracle's form. The colliders have their numbers as data.
pub(crate) fn halts(blockers: &[Blocker]) -> Vec<Halt> {
    let pair = |p: Point| (i64::from(p.x), i64::from(p.y));
    blockers.iter().map(|it| (it.data as usize, pair(it.pixel), pair(it.normal))).collect()
}

/// A slope in the oracle's form.
pub(crate) fn pair(slope: Slope) -> (i64, i64) {
    (slope.run.into(), slope.rise.into())
}

/// A mover among a few figures.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) mover: Figure,
    pub(crate) position: PointQ16,
    pub(crate) motion: PointQ16,
    pub(crate) walls: Vec<Wall>,
    pub(crate) options: MoveOptions,
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
        let kind = |rng: &mut Rng| if rng.one_in(3) { ObstacleKind::OneWay } else { ObstacleKind::Solid };
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
        let options = MoveOptions { step_up: ledge(), step_down: ledge() };
        let mut case = Case { mover: Figure::random(rng), position, motion: at_most(motion), walls, options };
        // Most start where they are free, and many of these stand.
        let covers = case.covers();
        let is_stuck = |position| case.by_oracle_of(&covers, position, PointQ16::ZERO).stuck.is_some();
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
        case.position = position;
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
        let Case { mover, position, motion, options, .. } = self;
        move_and_slide(mover.placed(), *position, *motion, &obstacles(walls), options)
    }

    /// Compares the move with the oracle's. Returns the oracle's.
    pub(crate) fn compare(&self, seed: u64) -> Walked {
        let _blame = Blame(&(seed, self));
        let truth = self.by_oracle();
        assert_eq!(told(&self.run()), truth);
        truth
    }

    pub(crate) fn by_oracle(&self) -> Walked {
        self.by_oracle_of(&self.covers(), self.position, self.motion)
    }

    fn by_oracle_of(&self, covers: &[Cover], position: PointQ16, motion: PointQ16) -> Walked {
        self.by_oracle_on(covers, position, motion, None)
    }

    /// The same in a wrapped world of a size, with wrapped covers.
    pub(crate) fn by_oracle_on(
        &self,
        covers: &[Cover],
        position: PointQ16,
        motion: PointQ16,
        lap: Option<(i64, i64)>,
    ) -> Walked {
        let ledges = Ledges { up: self.options.step_up.into(), down: self.options.step_down.into() };
        let cover = self.mover.cover(PointQ16::ZERO).solid_points();
        self.with_grounds(covers, lap, |grounds| {
            walk(&cover, (position.x, position.y), (motion.x, motion.y), grounds, ledges, lap)
        })
    }

    /// All that stops the mover by the oracle, after a walk to a position, in the order of [`World::move_and_slide_into`].
    ///
    /// [`World::move_and_slide_into`]: hitmask::World::move_and_slide_into
    pub(crate) fn blockers_by_oracle(
        &self,
        covers: &[Cover],
        position: PointQ16,
        lap: Option<(i64, i64)>,
    ) -> Vec<Halt> {
        let cover = self.mover.cover(PointQ16::ZERO).solid_points();
        let place = position.pixel().map(|p| (p.x.into(), p.y.into())).unwrap();
        let up = if self.motion.y < 0 { 0 } else { self.options.step_up.into() };
        let sides = [(0, if self.motion.y < 0 { -1 } else { 1 }), (self.motion.x.signum(), 0)];
        let all = |by: (i64, i64)| {
            self.with_grounds(covers, lap, |grounds| blockers(&cover, place, by, grounds, up, lap))
                .into_iter()
                .map(move |(index, pixel)| (index, pixel, (-by.0, -by.1)))
        };
        sides.into_iter().filter(|&by| by != (0, 0)).flat_map(all).collect()
    }

    /// The slope of the ground under the mover at a position by the oracle: run and rise.
    pub(crate) fn slope_by_oracle(
        &self,
        covers: &[Cover],
        position: PointQ16,
        reach: u32,
        lap: Option<(i64, i64)>,
    ) -> Option<(i64, i64)> {
        let cover = self.mover.cover(PointQ16::ZERO).solid_points();
        let place = position.pixel().map(|p| (p.x.into(), p.y.into())).unwrap();
        self.with_grounds(covers, lap, |grounds| slope(&cover, place, grounds, reach.into()))
    }

    fn with_grounds<R>(
        &self,
        covers: &[Cover],
        lap: Option<(i64, i64)>,
        f: impl FnOnce(&[Ground<'_>]) -> R,
    ) -> R {
        let solid: Vec<_> = covers
            .iter()
            .map(|cover| {
                move |x: i64, y: i64| {
                    let (x, y) = lap.map_or((x, y), |(w, h)| (x.rem_euclid(w), y.rem_euclid(h)));
                    cover.at(x, y).solid
                }
            })
            .collect();
        let grounds: Vec<Ground<'_>> = solid
            .iter()
            .zip(&self.walls)
            .map(|(covers, wall)| Ground { covers, one_way: wall.2 == ObstacleKind::OneWay })
            .collect();
        f(&grounds)
    }
}

/// The library's answer in the oracle's form.
pub(crate) fn told(moved: &Moved) -> Walked {
    let stop = |stop: Option<Stop>, normal: Point| {
        stop.map(|stop| {
            assert_eq!(stop.normal, normal);
            (stop.index, (stop.pixel.x.into(), stop.pixel.y.into()))
        })
    };
    let aside = moved.wall.map_or(Point::ZERO, |wall| wall.normal);
    assert!(moved.wall.is_none() || aside.y == 0 && aside.x.abs() == 1);
    Walked {
        position: (moved.position.x, moved.position.y),
        velocity: (moved.velocity.x, moved.velocity.y),
        floor: stop(moved.floor, Point::new(0, -1)),
        ceiling: stop(moved.ceiling, Point::new(0, 1)),
        wall: stop(moved.wall, aside),
        stuck: moved.stuck,
    }
}
