//! The move itself. Obstacles consist of upright pixel squares. So an obstacle stops a motion on one axis, and the other axis is free.

use super::{MoveOptions, Moved, Obstacle, ObstacleKind};
use crate::geom::PointQ16;
use crate::mask::Mask;
use crate::sweep::cast::Cast;
use crate::sweep::time::TimeOfImpact;

const DOWN: PointQ16 = PointQ16::new(0, 1);

/// The first obstacle in the way, and when it stops the motion.
#[derive(Clone, Copy)]
struct Stop {
    time: TimeOfImpact,
    obstacle: usize,
}

/// A move in progress.
pub(super) struct Slide<'a> {
    mover: &'a Mask,
    obstacles: &'a [Obstacle<'a>],
    options: MoveOptions,
    moved: Moved,
}

impl<'a> Slide<'a> {
    pub(super) fn new(
        mover: &'a Mask,
        position: PointQ16,
        obstacles: &'a [Obstacle<'a>],
        options: MoveOptions,
    ) -> Slide<'a> {
        Slide { mover, obstacles, options, moved: Moved { position, ..Moved::default() } }
    }

    pub(super) fn run(mut self, motion: PointQ16) -> Moved {
        self.moved.stuck = self.inside();
        if self.moved.stuck.is_some() {
            return self.moved;
        }
        let follows_down = self.options.step_down > 0 && motion.y >= 0 && self.stands();
        let mut rest = motion;
        while rest != PointQ16::ZERO {
            let Some(stop) = self.first_stop(self.moved.position, rest) else {
                self.moved.position += rest;
                break;
            };
            rest = self.advance(rest, stop);
            self.block(&mut rest, stop);
        }
        if follows_down && self.moved.floor.is_none() {
            self.step_down();
        }
        self.moved
    }

    /// Removes the axes that are blocked at this position from the rest of a motion: one of them or both.
    fn block(&mut self, rest: &mut PointQ16, stop: Stop) {
        let position = self.moved.position;
        let at_once = |x: i64, y: i64| {
            let stop = self.first_stop(position, PointQ16::new(x.signum(), y.signum()));
            stop.map(|stop| stop.obstacle)
        };
        let (mut beside, mut under) = (at_once(rest.x, 0), at_once(0, rest.y));
        if beside.or(under).is_none() {
            // Exactly corner on corner. Either axis alone would be free, so one of them is chosen.
            *if rest.y > 0 { &mut under } else { &mut beside } = Some(stop.obstacle);
        }
        if under.is_some() {
            *if rest.y > 0 { &mut self.moved.floor } else { &mut self.moved.ceiling } = under;
            rest.y = 0;
        }
        if let Some(wall) = beside
            && !self.step_up(*rest, wall)
        {
            rest.x = 0;
            self.moved.wall = Some(wall);
        }
    }

    /// Moves until the stop and returns the rest of the motion. The stopped axis ends on a whole pixel of the obstacle. The other one is
    /// rounded towards zero to a 65 536th, which crosses no side of a pixel.
    fn advance(&mut self, motion: PointQ16, stop: Stop) -> PointQ16 {
        let (above, below) = (i128::from(stop.time.numerator()), i128::from(stop.time.denominator()));
        let part = |way: i64| (i128::from(way) * above / below) as i64;
        let way = PointQ16::new(part(motion.x), part(motion.y));
        self.moved.position += way;
        motion - way
    }

    /// The first solid obstacle that the mover overlaps.
    fn inside(&self) -> Option<usize> {
        self.obstacles.iter().position(|obstacle| {
            let from = self.moved.position - obstacle.position;
            let overlaps = || obstacle.cast(self.mover, from, PointQ16::ZERO) == Cast::InitialOverlap;
            obstacle.kind == ObstacleKind::Solid && overlaps()
        })
    }

    /// Whether something is directly under the mover's feet.
    fn stands(&self) -> bool {
        self.first_stop(self.moved.position, DOWN).is_some()
    }

    /// The obstacle that stops a motion from a position first.
    fn first_stop(&self, position: PointQ16, motion: PointQ16) -> Option<Stop> {
        let mut first: Option<Stop> = None;
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            let cast = obstacle.cast(self.mover, position - obstacle.position, motion);
            let Cast::Hit { time, normal, .. } = cast else { continue };
            if obstacle.kind == ObstacleKind::OneWay && normal.y >= 0 {
                continue;
            }
            if first.is_none_or(|first| time < first.time) {
                first = Some(Stop { time, obstacle: index });
            }
        }
        first
    }

    /// Climbs the lowest ledge above which the mover can go on sideways. False if there is none, or if the mover does not stand.
    fn step_up(&mut self, rest: PointQ16, wall: usize) -> bool {
        let most = (i64::from(self.options.step_up) * PointQ16::ONE).min(PointQ16::LIMIT);
        if most == 0 || rest.y < 0 || !self.stands() {
            return false;
        }
        let position = self.moved.position;
        let ahead = PointQ16::new(rest.x.signum(), 0);
        // The heights to try are the sides of the wall's pixels above the feet. The first is at most one pixel up.
        let below_side = (position.y - self.obstacles[wall].position.y).rem_euclid(PointQ16::ONE);
        let mut lift = if below_side == 0 { PointQ16::ONE } else { below_side };
        while lift <= most {
            if self.first_stop(position, PointQ16::new(0, -lift)).is_some() {
                return false;
            }
            let lifted = PointQ16::new(position.x, position.y - lift);
            if self.first_stop(lifted, ahead).is_none() {
                self.moved.position = lifted;
                return true;
            }
            lift += PointQ16::ONE;
        }
        false
    }

    /// Follows the ground down if it is near.
    fn step_down(&mut self) {
        // Touching the ground at the very end of a motion is not a hit, so the motion is a little longer.
        let far =
            PointQ16::new(0, (i64::from(self.options.step_down) * PointQ16::ONE + 1).min(PointQ16::LIMIT));
        if let Some(stop) = self.first_stop(self.moved.position, far) {
            self.advance(far, stop);
            self.moved.floor = Some(stop.obstacle);
        }
    }
}
