//! Motion by a simple method: walk from lattice line to lattice line, and at each line test the whole offsets that the position has just
//! reached. Exact, with hitmask's own `overlaps`.

use hitmask::{Mask, PointQ16};

const PIXEL: i64 = PointQ16::ONE;

/// One coordinate. It is mirrored if it decreases.
struct Axis {
    at: i64,
    speed: i64,
    sign: i64,
    line: i64,
    /// Whether the line was reached just now.
    fresh: bool,
}

impl Axis {
    fn new(at: i64, speed: i64) -> Axis {
        let sign = if speed < 0 { -1 } else { 1 };
        let at = at * sign;
        Axis { at, speed: speed * sign, sign, line: at.div_euclid(PIXEL), fresh: at.rem_euclid(PIXEL) == 0 }
    }

    /// The distance to the next line.
    fn way(&self) -> i64 {
        (self.line + 1) * PIXEL - self.at
    }

    fn step(&mut self, reached: bool) {
        if self.speed > 0 {
            self.fresh = reached;
            self.line += i64::from(reached);
        }
    }

    fn width(&self) -> i64 {
        i64::from(self.speed > 0 || !self.fresh)
    }
}

/// The time at which `b` first overlaps `a` on its way, as a fraction that need not be in lowest terms. (0, 0) if they overlap at the
/// start.
#[inline(never)]
#[must_use]
pub fn cast(a: &Mask, b: &Mask, position: PointQ16, motion: PointQ16) -> Option<(u64, u64)> {
    let (mut x, mut y) = (Axis::new(position.x, motion.x), Axis::new(position.y, motion.y));
    let overlaps = |x: &Axis, y: &Axis, i: i64, j: i64| {
        a.overlaps(b, (((x.line + i) * x.sign) as i32, ((y.line + j) * y.sign) as i32))
    };
    for j in 0..=i64::from(!y.fresh) {
        for i in 0..=i64::from(!x.fresh) {
            if overlaps(&x, &y, i, j) {
                return Some((0, 0));
            }
        }
    }
    let mut time = (0, 1);
    loop {
        let (fresh_x, fresh_y) = (x.fresh && x.speed > 0, y.fresh && y.speed > 0);
        for j in 0..=y.width() {
            for i in 0..=x.width() {
                if (fresh_x && i == 1 || fresh_y && j == 1) && overlaps(&x, &y, i, j) {
                    return Some(time);
                }
            }
        }
        // Which line comes first: the smaller distance / speed, compared crosswise. Speeds and distances of benchmarks are small.
        let (way_x, way_y) = (x.way() * y.speed, y.way() * x.speed);
        let (on_x, on_y) = match (x.speed > 0, y.speed > 0) {
            (false, false) => return None,
            (true, false) => (true, false),
            (false, true) => (false, true),
            (true, true) => (way_x <= way_y, way_y <= way_x),
        };
        time = if on_x { (x.way() as u64, x.speed as u64) } else { (y.way() as u64, y.speed as u64) };
        if time.0 >= time.1 {
            return None;
        }
        x.step(on_x);
        y.step(on_y);
    }
}
