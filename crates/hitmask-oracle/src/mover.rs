//! A character that walks from pixel to pixel among obstacles.

/// Something in the way: which pixels of the world it covers.
pub struct Ground<'a> {
    /// Whether a pixel is covered.
    pub covers: &'a dyn Fn(i64, i64) -> bool,
    /// Whether it only stops steps down onto it.
    pub one_way: bool,
}

/// How the character deals with ledges, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Ledges {
    /// The highest ledge that it climbs.
    pub up: i64,
    /// How far it follows the ground down.
    pub down: i64,
}

/// What refuses a step: the first of the obstacles, and its first pixel.
pub type Refusal = Option<(usize, (i64, i64))>;

/// Where the character came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walked {
    /// The position in 65 536ths of a pixel.
    pub position: (i64, i64),
    /// The motion, without the axes that are stopped.
    pub velocity: (i64, i64),
    /// What it stands on.
    pub floor: Refusal,
    /// What is above it.
    pub ceiling: Refusal,
    /// What is beside it.
    pub wall: Refusal,
    /// The solid obstacle that it overlaps at the start.
    pub stuck: Option<usize>,
}

const ONE: i64 = 65_536;
const HALF: i64 = ONE / 2;

/// The whole pixel of a coordinate: the nearest, and the lower one of two.
fn pixel(coordinate: i64) -> i64 {
    let below = coordinate.div_euclid(ONE);
    if coordinate.rem_euclid(ONE) > HALF { below + 1 } else { below }
}

/// The marks that a coordinate passes, as the way to each from the start.
fn marks(from: i64, way: i64) -> Vec<i64> {
    let to = from + way;
    let (low, high) = (from.min(to).div_euclid(ONE) - 1, from.max(to).div_euclid(ONE) + 1);
    let all = (low..=high).map(|pixel| pixel * ONE + HALF);
    if way >= 0 {
        // A step to the right is made when the line goes beyond its mark.
        all.filter(|&mark| from <= mark && mark < to).map(|mark| mark - from).collect()
    } else {
        // A step to the left is made when the line reaches its mark.
        all.rev().filter(|&mark| to <= mark && mark < from).map(|mark| from - mark).collect()
    }
}

struct Walker<'a> {
    /// The pixels that it covers, beside the pixel of its position.
    cover: &'a [(i64, i64)],
    grounds: &'a [Ground<'a>],
    /// The size of a wrapped world.
    lap: Option<(i64, i64)>,
}

type Pixel = (i64, i64);

impl Walker<'_> {
    /// The pixel under which the world shows a pixel.
    fn shown(&self, (x, y): Pixel) -> Pixel {
        self.lap.map_or((x, y), |(w, h)| (x.rem_euclid(w), y.rem_euclid(h)))
    }

    /// All pixels that it covers with its position on a pixel, in the order of the pixels under which the world shows them.
    fn at(&self, place: Pixel) -> Vec<Pixel> {
        let mut all: Vec<Pixel> = self.cover.iter().map(|&(x, y)| (x + place.0, y + place.1)).collect();
        all.sort_by_key(|&pixel| {
            let (x, y) = self.shown(pixel);
            (y, x)
        });
        all
    }

    fn solid_at(&self, place: Pixel) -> Option<(usize, Pixel)> {
        self.grounds.iter().enumerate().filter(|(_, ground)| !ground.one_way).find_map(|(i, ground)| {
            self.at(place).into_iter().find(|&(x, y)| (ground.covers)(x, y)).map(|pixel| (i, pixel))
        })
    }

    /// All that refuses a step.
    fn refusals(&self, from: Pixel, by: Pixel) -> Vec<(usize, Pixel)> {
        let to = (from.0 + by.0, from.1 + by.1);
        let (before, after) = (self.at(from), self.at(to));
        let refusal = |(i, ground): (usize, &Ground<'_>)| {
            let refuses = |&(x, y): &Pixel| {
                let is_top = || by == (0, 1) && !(ground.covers)(x, y - 1) && !before.contains(&(x, y));
                (ground.covers)(x, y) && (!ground.one_way || is_top())
            };
            after.iter().copied().find(refuses).map(|pixel| (i, self.shown(pixel)))
        };
        self.grounds.iter().enumerate().filter_map(refusal).collect()
    }

    /// The first that refuses a step.
    fn refusal(&self, from: Pixel, by: Pixel) -> Refusal {
        self.refusals(from, by).first().copied()
    }

    /// Whether a step sideways is refused, if pixels of one-way obstacles refuse such a step, too.
    fn meets_ledge(&self, from: Pixel, by: Pixel) -> bool {
        let to = (from.0 + by.0, from.1 + by.1);
        let before = self.at(from);
        let enters = |ground: &Ground<'_>| {
            self.at(to).iter().any(|p| (ground.covers)(p.0, p.1) && !before.contains(p))
        };
        self.solid_at(to).is_some() || self.grounds.iter().any(|ground| ground.one_way && enters(ground))
    }

    /// Where a step sideways leads that is tried at 1 to `up` pixels higher.
    fn climbed(&self, from: Pixel, by: Pixel, up: i64) -> Option<Pixel> {
        if up == 0 || self.refusal(from, (0, 1)).is_none() || !self.meets_ledge(from, by) {
            return None;
        }
        for height in 1..=up {
            let lifted = (from.0, from.1 - height);
            if self.solid_at(lifted).is_some() {
                return None;
            }
            if !self.meets_ledge(lifted, by) {
                return Some((lifted.0 + by.0, lifted.1 + by.1));
            }
        }
        None
    }
}

/// All steps of both axes in order, each as its axis. The time of a step is its way divided by the whole way of the axis.
fn axes_of_steps(position: (i64, i64), motion: (i64, i64)) -> Vec<usize> {
    let mut steps: Vec<(i64, i64, usize)> = Vec::new();
    steps.extend(marks(position.0, motion.0).into_iter().map(|way| (way, motion.0.abs(), 0)));
    steps.extend(marks(position.1, motion.1).into_iter().map(|way| (way, motion.1.abs(), 1)));
    steps.sort_by(|a, b| {
        let (one, other) = (i128::from(a.0) * i128::from(b.1), i128::from(b.0) * i128::from(a.1));
        one.cmp(&other).then(a.2.cmp(&b.2))
    });
    steps.into_iter().map(|(_, _, axis)| axis).collect()
}

/// Moves a character by the definition, one step after the other. Positions and motion are in 65 536ths of a pixel. In a wrapped world of a
/// size, the grounds know that pixels repeat, and pixels are named as the world shows them.
#[must_use]
pub fn walk(
    cover: &[(i64, i64)],
    position: (i64, i64),
    motion: (i64, i64),
    grounds: &[Ground<'_>],
    ledges: Ledges,
    lap: Option<(i64, i64)>,
) -> Walked {
    let walker = Walker { cover, grounds, lap };
    let mut place = (pixel(position.0), pixel(position.1));
    let mut walked = Walked {
        position,
        velocity: (0, 0),
        floor: None,
        ceiling: None,
        wall: None,
        stuck: walker.solid_at(place).map(|(i, _)| i),
    };
    if walked.stuck.is_some() {
        return walked;
    }
    let falls = motion.1 >= 0;
    let up = if falls { ledges.up } else { 0 };
    let stood = walker.refusal(place, (0, 1)).is_some();

    let mut ended = [false; 2];
    for axis in axes_of_steps(position, motion) {
        if ended[axis] {
            continue;
        }
        let by = if axis == 0 { (motion.0.signum(), 0) } else { (0, motion.1.signum()) };
        if axis == 0
            && let Some(higher) = walker.climbed(place, by, up)
        {
            place = higher;
        } else if walker.refusal(place, by).is_some() {
            ended[axis] = true;
        } else {
            place = (place.0 + by.0, place.1 + by.1);
        }
    }
    // What is left of the line beside its last pixel. A refused step clears it.
    let rest = |axis: usize, end: i64| if ended[axis] { 0 } else { end - pixel(end) * ONE };
    let mut remainder = (rest(0, position.0 + motion.0), rest(1, position.1 + motion.1));

    if falls && stood && walker.refusal(place, (0, 1)).is_none() {
        let below =
            (1..=ledges.down).find(|depth| walker.refusal((place.0, place.1 + depth), (0, 1)).is_some());
        place.1 += below.unwrap_or(0);
    }
    if falls {
        walked.floor = walker.refusal(place, (0, 1));
    } else {
        walked.ceiling = walker.refusal(place, (0, -1));
    }
    let ahead = (motion.0.signum(), 0);
    if motion.0 != 0 && walker.climbed(place, ahead, up).is_none() {
        walked.wall = walker.refusal(place, ahead);
    }
    // So does the end of the move, if one more step to where the remainder leans would be refused.
    let aside = (remainder.0.signum(), 0);
    if aside.0 != 0 && walker.refusal(place, aside).is_some() && walker.climbed(place, aside, up).is_none() {
        remainder.0 = 0;
    }
    if remainder.1 != 0 && walker.refusal(place, (0, remainder.1.signum())).is_some() {
        remainder.1 = 0;
    }
    walked.position = (place.0 * ONE + remainder.0, place.1 * ONE + remainder.1);
    walked.velocity.0 = if walked.wall.is_some() { 0 } else { motion.0 };
    walked.velocity.1 = if walked.floor.is_some() || walked.ceiling.is_some() { 0 } else { motion.1 };
    walked
}

/// All that refuses one more step of a character from a pixel, in their order. A step sideways that a ledge of at most `up` pixels makes
/// possible is not refused.
#[must_use]
pub fn blockers(
    cover: &[(i64, i64)],
    place: (i64, i64),
    by: (i64, i64),
    grounds: &[Ground<'_>],
    up: i64,
    lap: Option<(i64, i64)>,
) -> Vec<(usize, (i64, i64))> {
    let walker = Walker { cover, grounds, lap };
    match by.0 != 0 && walker.climbed(place, by, up).is_some() {
        true => Vec::new(),
        false => walker.refusals(place, by),
    }
}

/// The slope of the ground under a character on a pixel, as (run, rise). Each column looks down from its lowest pixel, past at most `reach`
/// clear ones.
#[must_use]
pub fn slope(
    cover: &[(i64, i64)],
    place: (i64, i64),
    grounds: &[Ground<'_>],
    reach: i64,
) -> Option<(i64, i64)> {
    let walker = Walker { cover, grounds, lap: None };
    if walker.solid_at(place).is_some() {
        return None;
    }
    let holds =
        |x: i64, y: i64| grounds.iter().any(|g| (g.covers)(x, y) && !(g.one_way && (g.covers)(x, y - 1)));
    let all = walker.at(place);
    let mut columns: Vec<i64> = all.iter().map(|&(x, _)| x).collect();
    columns.sort_unstable();
    columns.dedup();
    let surface: Vec<(i64, i64)> = columns
        .into_iter()
        .filter_map(|x| {
            let foot = all.iter().filter(|pixel| pixel.0 == x).map(|pixel| pixel.1).max()?;
            (foot + 1..=foot + 1 + reach).find(|&y| holds(x, y)).map(|y| (x, y))
        })
        .collect();
    let (left, right) = (surface.first()?, surface.last()?);
    Some((right.0 - left.0, left.1 - right.1))
}

/// A character near a solid that moves.
#[derive(Clone, Debug)]
pub struct Passenger {
    /// The pixels that it covers, beside the pixel of its position.
    pub cover: Vec<(i64, i64)>,
    /// The pixel of its position.
    pub place: (i64, i64),
    /// Whether it rides wherever it is.
    pub hangs_on: bool,
    /// Whether it was pushed, carried, crushed.
    pub was: [bool; 3],
}

impl Passenger {
    fn is_stopped_by(&self, by: (i64, i64), grounds: &[Ground<'_>]) -> bool {
        Walker { cover: &self.cover, grounds, lap: None }.refusal(self.place, by).is_some()
    }
}

/// Moves a solid by the definition. Its pieces are given beside the pixel of its position. The grounds are all other obstacles; `may_stop`
/// says whether a ground, by its number, is one for a passenger. Passengers are in the order of their handles.
pub fn move_solid(
    pieces: &[Ground<'_>],
    position: (i64, i64),
    motion: (i64, i64),
    passengers: &mut [Passenger],
    grounds: &[Ground<'_>],
    may_stop: &dyn Fn(usize, usize) -> bool,
) {
    let mut place = (pixel(position.0), pixel(position.1));
    let bodies = || pieces.iter().filter(|piece| !piece.one_way);
    // Whether a body of the solid, which is at a place, has a pixel there.
    let is_body = |(x, y): Pixel, at: Pixel| bodies().any(|piece| (piece.covers)(x - at.0, y - at.1));
    let refused = |i: usize, passenger: &Passenger, by: Pixel| {
        let is_in_the_way = |(number, ground): (usize, &Ground<'_>)| {
            may_stop(i, number)
                && passenger.is_stopped_by(by, &[Ground { covers: ground.covers, one_way: ground.one_way }])
        };
        grounds.iter().enumerate().any(is_in_the_way)
    };
    for axis in axes_of_steps(position, motion) {
        let by = if axis == 0 { (motion.0.signum(), 0) } else { (0, motion.1.signum()) };
        let stands = |passenger: &Passenger| {
            pieces.iter().any(|piece| {
                let own = |x: i64, y: i64| (piece.covers)(x - place.0, y - place.1);
                passenger.is_stopped_by((0, 1), &[Ground { covers: &own, one_way: piece.one_way }])
            })
        };
        let rides: Vec<bool> = passengers.iter().map(|p| p.hangs_on || stands(p)).collect();
        place = (place.0 + by.0, place.1 + by.1);
        let mut pushed = vec![false; passengers.len()];
        for (i, passenger) in passengers.iter_mut().enumerate() {
            let at = passenger.place;
            let overlaps = |&(x, y): &Pixel| is_body((x + at.0, y + at.1), place);
            if !passenger.cover.iter().any(overlaps) {
                continue;
            }
            if refused(i, passenger, by) {
                passenger.was[2] = true;
            } else {
                passenger.place = (at.0 + by.0, at.1 + by.1);
                passenger.was[0] = true;
                pushed[i] = true;
            }
        }
        for (i, passenger) in passengers.iter_mut().enumerate() {
            // A one-way piece is never in the way of its riders.
            let own = |x: i64, y: i64| is_body((x, y), place);
            let is_free = !passenger.is_stopped_by(by, &[Ground { covers: &own, one_way: false }]);
            if rides[i] && !pushed[i] && is_free && !refused(i, passenger, by) {
                passenger.place = (passenger.place.0 + by.0, passenger.place.1 + by.1);
                passenger.was[1] = true;
            }
        }
    }
}
