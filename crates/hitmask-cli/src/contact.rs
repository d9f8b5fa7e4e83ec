//! The answers of `separate` and `cast`.

use hitmask::{Cast, Closest, Mask, Point, PointQ16};
use serde::Serialize;

/// How two sprites part, or how far apart they are. Everything in A's pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Separation {
    pub(crate) overlaps: bool,
    /// The shortest way for B, [0, 0] without overlap.
    pub(crate) separation: [i32; 2],
    pub(crate) normal: [i32; 2],
    /// 0 for a touch and for an overlap; none where a sprite has no solid pixel.
    pub(crate) distance_squared: Option<u64>,
    /// The nearest pixel of A and of B, where they don't overlap. B's may lie beyond 32 bits.
    pub(crate) closest: Option<[[i64; 2]; 2]>,
}

impl Separation {
    pub(crate) fn new(a: &Mask, b: &Mask, at: Point) -> Self {
        let wide = |p: Point| [i64::from(p.x), i64::from(p.y)];
        let (distance_squared, closest) = match a.closest(b, at) {
            None => (None, None),
            Some(Closest::Overlapping) => (Some(0), None),
            Some(Closest::Apart { squared, a, b }) => {
                let ([x, y], [at_x, at_y]) = (wide(b), wide(at));
                (Some(squared), Some([wide(a), [x + at_x, y + at_y]]))
            }
        };
        Separation {
            overlaps: a.overlaps(b, at),
            separation: a.separation(b, at).into(),
            normal: a.normal(b, at).into(),
            distance_squared,
            closest,
        }
    }
}

/// What a motion meets. The pixel is one of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Impact {
    pub(crate) cast: Outcome,
    /// Of the motion, in lowest terms.
    pub(crate) time: Option<[u64; 2]>,
    /// The lowest y, then the lowest x, of those met then.
    pub(crate) first: Option<[i32; 2]>,
    pub(crate) normal: Option<[i32; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    Hit,
    Miss,
    InitialOverlap,
}

impl Impact {
    pub(crate) fn new(a: &Mask, b: &Mask, [at, by]: [PointQ16; 2]) -> Self {
        let nothing = |cast| Impact { cast, time: None, first: None, normal: None };
        match a.cast(b, at, by) {
            Cast::Miss => nothing(Outcome::Miss),
            Cast::InitialOverlap => nothing(Outcome::InitialOverlap),
            Cast::Hit { time, point, normal } => Impact {
                cast: Outcome::Hit,
                time: Some([time.numerator(), time.denominator()]),
                first: Some(point.into()),
                normal: Some(normal.into()),
            },
        }
    }
}
