//! A character that walks from pixel to pixel among obstacles.
//!
//! This file is long because the walk is defined once more here, in full, with none of the library's code.

/// Something in the way: which pixels of the world it covers.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// Whether a pixel is covered.
    pub covers: &'a dyn Fn(i64, i64) -> bool,
    /// If it only stops steps against its open side: one pixel that way.
    pub open: Option<(i64, i64)>,
    /// (x, y, w, h) around all that it covers, if that is known.
    pub window: Option<(i64, i64, i64, i64)>,
}

/// One pixel upwards.
pub const UP: (i64, i64) = (0, -1);

/// How the character deals with what is in its way, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// One pixel upwards for the character. None if it is seen from above.
    pub up: Option<(i64, i64)>,
    /// The highest ledge that it climbs.
    pub step_up: i64,
    /// How far it follows the ground down.
    pub step_down: i64,
    /// How far it goes aside around a corner.
    pub corner: i64,
    /// Whether it drops through what it stands on.
    pub drop: bool,
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
    /// The obstacle that carries it at the end.
    pub support: Option<usize>,
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
    rules: Rules,
    /// The signs of the motion.
    lean: (i64, i64),
    /// The pixels, as the world shows them, through which it drops.
    dropped: Vec<(usize, Pixel)>,
    /// left, top, right, bottom of the pixels that it covers. These are the last ones inside.
    around: (i64, i64, i64, i64),
}

type Pixel = (i64, i64);

fn plus(a: Pixel, b: Pixel) -> Pixel {
    (a.0 + b.0, a.1 + b.1)
}

fn minus(a: Pixel) -> Pixel {
    (-a.0, -a.1)
}

impl Walker<'_> {
    /// The pixel under which the world shows a pixel.
    fn shown(&self, (x, y): Pixel) -> Pixel {
        self.lap.map_or((x, y), |(w, h)| (x.rem_euclid(w), y.rem_euclid(h)))
    }

    /// All pixels that it covers with its position on a pixel.
    fn at(&self, place: Pixel) -> impl Iterator<Item = Pixel> {
        self.cover.iter().map(move |&pixel| plus(pixel, place))
    }

    /// Whether it covers a pixel with its position on another one.
    fn has(&self, place: Pixel, pixel: Pixel) -> bool {
        self.cover.contains(&plus(pixel, minus(place)))
    }

    /// Whether an obstacle lies so far away that it covers nothing of what it covers itself.
    fn is_beside(&self, ground: &Ground<'_>, place: Pixel) -> bool {
        let Some((x, y, w, h)) = ground.window else { return false };
        let (left, top, right, bottom) = self.around;
        place.0 + right < x || x + w <= place.0 + left || place.1 + bottom < y || y + h <= place.1 + top
    }

    fn solid_at(&self, place: Pixel) -> Option<usize> {
        self.grounds
            .iter()
            .position(|ground| ground.open.is_none() && self.at(place).any(|(x, y)| (ground.covers)(x, y)))
    }

    /// The pixels of an obstacle that refuse a step, in the order of the pixels under which the world shows them.
    fn refusing(&self, number: usize, from: Pixel, by: Pixel) -> Vec<Pixel> {
        let (ground, to) = (&self.grounds[number], plus(from, by));
        if self.is_beside(ground, to) || ground.open.is_some_and(|open| by != minus(open)) {
            return Vec::new();
        }
        let mut all: Vec<Pixel> = self.at(to).filter(|&(x, y)| (ground.covers)(x, y)).collect();
        if let Some(open) = ground.open {
            all.retain(|&pixel| {
                let (x, y) = plus(pixel, open);
                let is_edge = !(ground.covers)(x, y) && !self.has(from, pixel);
                is_edge && !self.dropped.contains(&(number, self.shown(pixel)))
            });
        }
        all.sort_by_key(|&pixel| {
            let (x, y) = self.shown(pixel);
            (y, x)
        });
        all
    }

    /// All that refuses a step.
    fn refusals(&self, from: Pixel, by: Pixel) -> impl Iterator<Item = (usize, Pixel)> {
        let first =
            move |number: usize| Some((number, self.shown(*self.refusing(number, from, by).first()?)));
        (0..self.grounds.len()).filter_map(first)
    }

    /// The first that refuses a step.
    fn refusal(&self, from: Pixel, by: Pixel) -> Refusal {
        self.refusals(from, by).next()
    }

    fn down(&self) -> Option<Pixel> {
        self.rules.up.map(minus)
    }

    fn stands(&self, place: Pixel) -> bool {
        self.down().is_some_and(|down| self.refusal(place, down).is_some())
    }

    fn is_sideways(&self, by: Pixel) -> bool {
        self.rules.up.is_none_or(|up| up != by && minus(up) != by)
    }

    /// What carries it: it refuses a step down in the most columns.
    fn support(&self, place: Pixel) -> Refusal {
        let (up, down) = (self.rules.up?, self.down()?);
        let columns = |number: usize| {
            // Along the axis that is not that of up.
            let all = self.refusing(number, place, down);
            let mut columns: Vec<i64> = all.iter().map(|&(x, y)| if up.0 == 0 { x } else { y }).collect();
            columns.sort_unstable();
            columns.dedup();
            columns.len()
        };
        let most = self.refusals(place, down).map(|(number, _)| columns(number)).max()?;
        self.refusals(place, down).find(|&(number, _)| columns(number) == most)
    }

    /// Whether a step sideways is refused, if pixels of one-way obstacles on which it can stand refuse such a step, too.
    fn meets_ledge(&self, from: Pixel, by: Pixel) -> bool {
        let to = plus(from, by);
        let is_new = |number: usize, ground: &Ground<'_>, p: Pixel| {
            let (x, y) = plus(p, ground.open.unwrap_or_default());
            let is_dropped = || self.dropped.contains(&(number, self.shown(p))) && !(ground.covers)(x, y);
            (ground.covers)(p.0, p.1) && !self.has(from, p) && !is_dropped()
        };
        let enters = |(number, ground): (usize, &Ground<'_>)| {
            ground.open == self.rules.up
                && !self.is_beside(ground, to)
                && self.at(to).any(|p| is_new(number, ground, p))
        };
        self.refusal(from, by).is_some()
            || self.grounds.iter().enumerate().filter(|(_, ground)| ground.open.is_some()).any(enters)
    }

    /// Whether a one-way obstacle refuses a step on which it cannot stand.
    fn is_barred(&self, from: Pixel, by: Pixel) -> bool {
        let is_barrier = |open: Option<Pixel>| open.is_some() && open != self.rules.up;
        self.refusals(from, by).any(|(number, _)| is_barrier(self.grounds[number].open))
    }

    /// The place from which a step sideways is made that is tried at 1 to `step_up` pixels higher.
    fn lifted(&self, from: Pixel, by: Pixel) -> Option<Pixel> {
        let up = self.rules.up?;
        if self.rules.step_up == 0
            || !self.is_sideways(by)
            || !self.stands(from)
            || !self.meets_ledge(from, by)
            || self.is_barred(from, by)
        {
            return None;
        }
        let mut place = from;
        for _ in 0..self.rules.step_up {
            if self.refusal(place, up).is_some() {
                return None;
            }
            place = plus(place, up);
            if self.is_barred(place, by) {
                return None;
            }
            if !self.meets_ledge(place, by) {
                return Some(place);
            }
        }
        None
    }

    /// The place beside a corner from which a refused step is made, and how far aside that is.
    fn beside(&self, from: Pixel, by: Pixel) -> Option<(Pixel, i64)> {
        let is_corrected = Some(by) != self.down() && !(self.is_sideways(by) && self.stands(from));
        if self.rules.up.is_some() && !is_corrected {
            return None;
        }
        for far in 1..=self.rules.corner {
            for side in sides(by, self.lean) {
                let place = |steps: i64| (from.0 + side.0 * steps, from.1 + side.1 * steps);
                let is_free = (0..far).all(|steps| self.refusal(place(steps), side).is_none());
                if is_free && self.refusal(place(far), by).is_none() {
                    return Some((place(far), far));
                }
            }
        }
        None
    }

    /// The place from which a step is made, and how far beside a corner that is. None if it is refused.
    fn made(&self, from: Pixel, by: Pixel, may_climb: bool) -> Option<(Pixel, i64)> {
        if may_climb && let Some(place) = self.lifted(from, by) {
            return Some((place, 0));
        }
        if self.refusal(from, by).is_none() {
            return Some((from, 0));
        }
        self.beside(from, by)
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
    rules: Rules,
    lap: Option<(i64, i64)>,
) -> Walked {
    let lean = (motion.0.signum(), motion.1.signum());
    let mut walker = Walker { lap, ..walker(cover, grounds, rules, lean) };
    let mut place = (pixel(position.0), pixel(position.1));
    let mut walked = Walked {
        position,
        velocity: (0, 0),
        floor: None,
        ceiling: None,
        wall: None,
        stuck: walker.solid_at(place),
        support: None,
    };
    if walked.stuck.is_some() {
        return walked;
    }
    if let Some(down) = walker.down().filter(|_| rules.drop) {
        let through = |number: usize| {
            walker.refusing(number, place, down).into_iter().map(move |pixel| (number, pixel))
        };
        let one_way = (0..grounds.len()).filter(|&number| grounds[number].open.is_some());
        walker.dropped =
            one_way.flat_map(through).map(|(number, pixel)| (number, walker.shown(pixel))).collect();
    }
    let falls = rules.up.is_some_and(|up| up.0 * lean.0 + up.1 * lean.1 <= 0);
    let stood = walker.stands(place);

    let (mut ended, mut left_out) = ([false; 2], [0; 2]);
    for axis in axes_of_steps(position, motion) {
        if ended[axis] {
            continue;
        }
        if left_out[axis] > 0 {
            left_out[axis] -= 1;
            continue;
        }
        let by = if axis == 0 { (lean.0, 0) } else { (0, lean.1) };
        match walker.made(place, by, falls) {
            None => ended[axis] = true,
            Some((from, aside)) => {
                place = plus(from, by);
                left_out[axis] = if rules.up.is_none() { aside } else { 0 };
            }
        }
    }
    // What is left of the line beside its last pixel. A refused step clears it.
    let rest = |axis: usize, end: i64| if ended[axis] { 0 } else { end - pixel(end) * ONE };
    let mut remainder = (rest(0, position.0 + motion.0), rest(1, position.1 + motion.1));

    if let Some(down) = walker.down().filter(|_| falls && stood && !walker.stands(place)) {
        let below = |depth: i64| plus(place, (down.0 * depth, down.1 * depth));
        if let Some(depth) = (1..=rules.step_down).find(|&depth| walker.stands(below(depth))) {
            place = below(depth);
        }
    }
    let named = |by: Pixel| {
        let is_refused = by != (0, 0) && walker.made(place, by, falls).is_none();
        if is_refused { walker.refusal(place, by) } else { None }
    };
    let (x, y) = (named((lean.0, 0)), named((0, lean.1)));
    let mut stopped = [x.is_some(), y.is_some()];
    walked.support = walker.support(place).map(|(number, _)| number);
    match (rules.up, walker.down()) {
        (Some(up), Some(down)) => {
            let along = if up.0 == 0 { [x, y] } else { [y, x] };
            walked.wall = along[0];
            if falls {
                walked.floor = walker.support(place);
                stopped[usize::from(up.0 == 0)] = walker.refusal(place, down).is_some();
            } else {
                walked.ceiling = along[1];
            }
        }
        _ => walked.wall = [x, y].into_iter().flatten().min_by_key(|refusal| refusal.0),
    }
    // So does the end of the move, if one more step to where the remainder leans would be refused.
    if remainder.0 != 0 && walker.made(place, (remainder.0.signum(), 0), falls).is_none() {
        remainder.0 = 0;
    }
    if remainder.1 != 0 && walker.made(place, (0, remainder.1.signum()), falls).is_none() {
        remainder.1 = 0;
    }
    walked.position = (place.0 * ONE + remainder.0, place.1 * ONE + remainder.1);
    walked.velocity.0 = if stopped[0] { 0 } else { motion.0 };
    walked.velocity.1 = if stopped[1] { 0 } else { motion.1 };
    walked
}

/// All that refuses one more step of a character from a pixel, in their order. A step that is made around it is not refused.
#[must_use]
pub fn blockers(
    cover: &[(i64, i64)],
    place: (i64, i64),
    by: (i64, i64),
    motion: (i64, i64),
    grounds: &[Ground<'_>],
    rules: Rules,
    lap: Option<(i64, i64)>,
) -> Vec<(usize, (i64, i64))> {
    let lean = (motion.0.signum(), motion.1.signum());
    let falls = rules.up.is_some_and(|up| up.0 * lean.0 + up.1 * lean.1 <= 0);
    let walker = Walker { lap, ..walker(cover, grounds, rules, lean) };
    match walker.made(place, by, falls) {
        Some(_) => Vec::new(),
        None => walker.refusals(place, by).collect(),
    }
}

/// The slope of the ground under a character on a pixel, as (run, rise). Each column looks down from its lowest pixel, past at most `reach`
/// clear ones.
#[must_use]
pub fn slope(
    cover: &[(i64, i64)],
    place: (i64, i64),
    up: Option<(i64, i64)>,
    grounds: &[Ground<'_>],
    reach: i64,
) -> Option<(i64, i64)> {
    let up = up?;
    let is_met =
        |&(x, y): &Pixel| grounds.iter().any(|ground| ground.open.is_none() && (ground.covers)(x, y));
    let all: Vec<Pixel> = cover.iter().map(|&pixel| plus(pixel, place)).collect();
    if all.iter().any(is_met) {
        return None;
    }
    // To the right of who stands so, and upwards.
    let right = (-up.1, up.0);
    let seen = |(x, y): Pixel| (x * right.0 + y * right.1, x * up.0 + y * up.1);
    let lies = |(across, high): Pixel| (across * right.0 + high * up.0, across * right.1 + high * up.1);
    let holds = |at: Pixel| {
        let ((x, y), (u, v)) = (lies(at), lies((at.0, at.1 + 1)));
        grounds.iter().any(|ground| match ground.open {
            None => (ground.covers)(x, y),
            Some(open) => open == up && (ground.covers)(x, y) && !(ground.covers)(u, v),
        })
    };
    let all: Vec<Pixel> = all.into_iter().map(seen).collect();
    let mut columns: Vec<i64> = all.iter().map(|&(across, _)| across).collect();
    columns.sort_unstable();
    columns.dedup();
    let surface: Vec<(i64, i64)> = columns
        .into_iter()
        .filter_map(|across| {
            let foot = all.iter().filter(|pixel| pixel.0 == across).map(|pixel| pixel.1).min()?;
            (1..=1 + reach)
                .map(|down| foot - down)
                .find(|&high| holds((across, high)))
                .map(|high| (across, high))
        })
        .collect();
    let (left, right) = (surface.first()?, surface.last()?);
    Some((right.0 - left.0, right.1 - left.1))
}

/// The number of a support that is neither among the grounds nor a piece of the solid.
pub const UNKNOWN: usize = usize::MAX;

/// A character near a solid that moves.
#[derive(Clone, Debug)]
pub struct Passenger {
    /// The pixels that it covers, beside the pixel of its position.
    pub cover: Vec<(i64, i64)>,
    /// The pixel of its position.
    pub place: (i64, i64),
    /// Whether it rides wherever it is.
    pub hangs_on: bool,
    /// What carries it, as it was decided last: the number of a ground, or that of a piece of the solid, which come after the grounds, or
    /// [`UNKNOWN`].
    pub support: Option<usize>,
    /// One pixel upwards for it.
    pub up: Option<(i64, i64)>,
    /// Whether it was pushed, carried, crushed.
    pub was: [bool; 3],
}

/// Moves a solid by the definition. Its pieces are given beside the pixel of its position. The grounds are all other obstacles; `may_stop`
/// says whether a ground, by its number, is one for a passenger, and `order` sorts the numbers of grounds and pieces as their handles are.
/// Passengers are in the order of their handles.
#[expect(clippy::too_many_arguments, reason = "one for each thing that the definition speaks of")]
pub fn move_solid(
    pieces: &[Ground<'_>],
    position: (i64, i64),
    motion: (i64, i64),
    passengers: &mut [Passenger],
    grounds: &[Ground<'_>],
    may_stop: &dyn Fn(usize, usize) -> bool,
    order: &dyn Fn(usize) -> (u32, u32),
    rules: Rules,
) {
    let mut place = (pixel(position.0), pixel(position.1));
    let lean = (motion.0.signum(), motion.1.signum());
    let axes = axes_of_steps(position, motion);
    for (step, &axis) in axes.iter().enumerate() {
        let by = if axis == 0 { (lean.0, 0) } else { (0, lean.1) };
        // The directions of this step and of later ones of the call.
        let left = |axis: usize, lean: i64| if axes[step..].contains(&axis) { lean } else { 0 };
        let left = (left(0, lean.0), left(1, lean.1));
        let from = place;
        place = plus(place, by);
        // A piece as it lies while the solid is at a place.
        let lies =
            |at: Pixel| move |piece: usize| move |x: i64, y: i64| (pieces[piece].covers)(x - at.0, y - at.1);
        let before: Vec<_> = (0..pieces.len()).map(lies(from)).collect();
        let is_body = |(x, y): Pixel, at: Pixel| {
            let (x, y) = (x - at.0, y - at.1);
            pieces.iter().any(|piece| piece.open.is_none() && (piece.covers)(x, y))
        };
        // What a passenger has in its way, with the numbers; `with` the solid where it was before the step, or without it.
        let obstacles = |i: usize, with: bool| -> (Vec<usize>, Vec<Ground<'_>>) {
            let own = (0..pieces.len()).filter(|_| with).map(|piece| {
                let covers: &dyn Fn(i64, i64) -> bool = &before[piece];
                (grounds.len() + piece, Ground { covers, open: pieces[piece].open, window: None })
            });
            let others = (0..grounds.len()).filter(|&number| may_stop(i, number));
            let others = others.map(|number| (number, grounds[number]));
            let mut all: Vec<_> = others.chain(own).collect();
            all.sort_by_key(|(number, _)| order(*number));
            all.into_iter().unzip()
        };
        // Where a step leads that it makes together with the solid.
        let made = |i: usize, passenger: &Passenger| -> Option<Pixel> {
            let ((_, with), (_, without)) = (obstacles(i, true), obstacles(i, false));
            let rules = Rules { up: passenger.up, ..rules };
            made_along(&passenger.cover, passenger.place, by, [&with, &without], rules, lean)
        };
        let overlaps = |passenger: &Passenger, at: Pixel| {
            passenger.cover.iter().any(|&pixel| is_body(plus(pixel, passenger.place), at))
        };
        let places: Vec<Pixel> = passengers.iter().map(|passenger| passenger.place).collect();
        // Who is borne by what carries it, before the step or when that is decided.
        let mut borne: Vec<bool> = (0..passengers.len())
            .map(|i| {
                let (numbers, all) = obstacles(i, true);
                let passenger = &passengers[i];
                let rules = Rules { up: passenger.up, ..rules };
                let with = walker(&passenger.cover, &all, rules, lean);
                let index = numbers.iter().position(|&other| Some(other) == passenger.support);
                let down = with.down();
                index
                    .zip(down)
                    .is_some_and(|(index, down)| !with.refusing(index, passenger.place, down).is_empty())
            })
            .collect();
        let mut went = vec![false; passengers.len()];
        for i in 0..passengers.len() {
            if !overlaps(&passengers[i], place) {
                continue;
            }
            match made(i, &passengers[i]) {
                None => passengers[i].was[2] = true,
                Some(to) => {
                    passengers[i].place = to;
                    passengers[i].was[0] = true;
                    went[i] = true;
                }
            }
        }
        for i in 0..passengers.len() {
            if went[i] {
                continue;
            }
            let (numbers, all) = obstacles(i, true);
            let rules = Rules { up: passengers[i].up, ..rules };
            let with = walker(&passengers[i].cover, &all, rules, lean);
            let at = passengers[i].place;
            let bears = |number: usize| {
                let index = numbers.iter().position(|&other| other == number);
                index.is_some_and(|index| {
                    with.down().is_some_and(|down| !with.refusing(index, at, down).is_empty())
                })
            };
            let mut rides = passengers[i].hangs_on;
            let own = grounds.len()..grounds.len() + pieces.len();
            let bears_as_body =
                |number: usize| pieces[number - grounds.len()].open.is_none() && bears(number);
            let (up_x, up_y) = passengers[i].up.unwrap_or_default();
            let rises = up_x * left.0 + up_y * left.1;
            if rises > 0 && own.clone().any(bears_as_body) {
                // It is about to be lifted off all else.
                rides = true;
            } else if rises < 0 && own.clone().any(bears) && (0..grounds.len()).any(bears) {
                // It is about to be left on something else.
            } else if own.clone().any(bears) {
                // It is asked what carries it only if the solid could.
                if !passengers[i].support.is_some_and(bears) {
                    passengers[i].support = with.support(at).map(|(index, _)| numbers[index]);
                    borne[i] = true;
                }
                rides = rides || passengers[i].support.is_some_and(|support| support >= grounds.len());
            }
            if rides
                && !overlaps(&passengers[i], from)
                && let Some(to) = made(i, &passengers[i])
            {
                passengers[i].place = to;
                passengers[i].was[1] = true;
            }
        }
        // Who has lost what carried it is carried by something else.
        let after: Vec<_> = (0..pieces.len()).map(lies(place)).collect();
        for (i, passenger) in passengers.iter_mut().enumerate() {
            let Some(old) = passenger.support else { continue };
            let was_on = old != UNKNOWN && old >= grounds.len();
            if !borne[i] || !was_on && passenger.place == places[i] {
                continue;
            }
            let own = (0..pieces.len()).map(|piece| {
                let covers: &dyn Fn(i64, i64) -> bool = &after[piece];
                (grounds.len() + piece, Ground { covers, open: pieces[piece].open, window: None })
            });
            let others = (0..grounds.len()).filter(|&number| may_stop(i, number));
            let others = others.map(|number| (number, grounds[number]));
            let mut all: Vec<_> = others.chain(own).collect();
            all.sort_by_key(|(number, _)| order(*number));
            let (numbers, all): (Vec<usize>, Vec<Ground<'_>>) = all.into_iter().unzip();
            let with = walker(&passenger.cover, &all, Rules { up: passenger.up, ..rules }, lean);
            let bears = |index: usize| {
                with.down().is_some_and(|down| !with.refusing(index, passenger.place, down).is_empty())
            };
            if !numbers.iter().position(|&other| other == old).is_some_and(bears) {
                passenger.support = with.support(passenger.place).map(|(index, _)| numbers[index]);
            }
        }
    }
}

fn walker<'a>(cover: &'a [Pixel], grounds: &'a [Ground<'a>], rules: Rules, lean: Pixel) -> Walker<'a> {
    let (x, y) = cover.first().copied().unwrap_or_default();
    let around = cover.iter().fold((x, y, x, y), |(left, top, right, bottom), &(x, y)| {
        (left.min(x), top.min(y), right.max(x), bottom.max(y))
    });
    Walker { cover, grounds, lap: None, rules, lean, dropped: Vec::new(), around }
}

/// Where a step leads that something makes together with others. Ways aside and up are looked for among all obstacles, the step itself among
/// those that do not make it, too.
pub(crate) fn made_along(
    cover: &[Pixel],
    at: Pixel,
    by: Pixel,
    [with, without]: [&[Ground<'_>]; 2],
    rules: Rules,
    lean: Pixel,
) -> Option<Pixel> {
    let (with, without) = (walker(cover, with, rules, lean), walker(cover, without, rules, lean));
    let is_free = |place: Pixel| without.refusal(place, by).is_none();
    let stands = with.stands(at);
    if let Some(up) = rules.up.filter(|_| stands && with.is_sideways(by)) {
        let mut higher = at;
        let mut is_lifted = without.meets_ledge(at, by) && !without.is_barred(at, by);
        for _ in 0..rules.step_up {
            is_lifted = is_lifted && with.refusal(higher, up).is_none();
            higher = plus(higher, up);
            is_lifted = is_lifted && !without.is_barred(higher, by);
            if is_lifted && !without.meets_ledge(higher, by) {
                return Some(plus(higher, by));
            }
        }
    }
    if is_free(at) {
        return Some(plus(at, by));
    }
    if rules.up.is_some() && (Some(by) == with.down() || with.is_sideways(by) && stands) {
        return None;
    }
    for far in 1..=rules.corner {
        for side in sides(by, lean) {
            let beside = |steps: i64| (at.0 + side.0 * steps, at.1 + side.1 * steps);
            let is_open = (0..far).all(|steps| with.refusal(beside(steps), side).is_none());
            if is_open && is_free(beside(far)) {
                return Some(plus(beside(far), by));
            }
        }
    }
    None
}

/// The number of the obstacle that carries something at a place: an old one while it bears it.
#[must_use]
pub fn support_at(
    cover: &[(i64, i64)],
    at: (i64, i64),
    grounds: &[Ground<'_>],
    old: Option<usize>,
    rules: Rules,
    lap: Option<(i64, i64)>,
) -> Option<usize> {
    let walker = Walker { lap, ..walker(cover, grounds, rules, (0, 0)) };
    let down = walker.down()?;
    let old = old.filter(|&old| !walker.refusing(old, at, down).is_empty());
    old.or_else(|| Some(walker.support(at)?.0))
}

/// What a crate asks that climbs: whether a step sideways meets a ledge, and whether it is barred.
pub(crate) fn ledge(
    cover: &[Pixel],
    at: Pixel,
    by: Pixel,
    grounds: &[Ground<'_>],
    rules: Rules,
) -> (bool, bool) {
    let walker = walker(cover, grounds, rules, by);
    (walker.meets_ledge(at, by), walker.is_barred(at, by))
}

/// Whether a step is refused.
pub(crate) fn is_refused(
    cover: &[Pixel],
    at: Pixel,
    by: Pixel,
    grounds: &[Ground<'_>],
    rules: Rules,
) -> bool {
    walker(cover, grounds, rules, by).refusal(at, by).is_some()
}

/// The sides to which a refused step is tried aside.
pub(crate) fn sides(by: Pixel, lean: Pixel) -> [Pixel; 2] {
    match (by.0 != 0, lean) {
        (true, (_, 1)) => [(0, 1), (0, -1)],
        (true, _) => [(0, -1), (0, 1)],
        (false, (1, _)) => [(1, 0), (-1, 0)],
        (false, _) => [(-1, 0), (1, 0)],
    }
}

/// The number of the obstacle that carries something at a place.
pub(crate) fn support_of(cover: &[Pixel], at: Pixel, grounds: &[Ground<'_>], rules: Rules) -> Option<usize> {
    Some(walker(cover, grounds, rules, (0, 0)).support(at)?.0)
}

/// The first of some obstacles that refuses a step, and its first pixel.
pub(crate) fn first_refusing(
    cover: &[Pixel],
    at: Pixel,
    by: Pixel,
    grounds: &[Ground<'_>],
    rules: Rules,
) -> Refusal {
    walker(cover, grounds, rules, (0, 0)).refusal(at, by)
}

/// The pixels of an obstacle that refuse a step, in their order.
pub(crate) fn all_refusing(
    cover: &[Pixel],
    at: Pixel,
    by: Pixel,
    ground: Ground<'_>,
    rules: Rules,
) -> Vec<Pixel> {
    walker(cover, &[ground], rules, (0, 0)).refusing(0, at, by)
}

/// Whether one step down is refused.
pub(crate) fn stands(cover: &[Pixel], at: Pixel, grounds: &[Ground<'_>], rules: Rules) -> bool {
    walker(cover, grounds, rules, (0, 0)).stands(at)
}

/// All steps of a motion, in order.
pub(crate) fn steps(position: Pixel, motion: Pixel) -> Vec<(usize, Pixel)> {
    let by = [(motion.0.signum(), 0), (0, motion.1.signum())];
    axes_of_steps(position, motion).into_iter().map(|axis| (axis, by[axis])).collect()
}
