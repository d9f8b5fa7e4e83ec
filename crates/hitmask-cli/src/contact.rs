//! The answers of `separate` and `cast`.

use hitmask::{Cast, Closest, Mask, Point, PointQ16, TimeOfImpact};
use serde::Serialize;

/// How two sprites part, or how far apart they are. All values are in A's pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SeparateAnswer {
    pub(crate) overlaps: bool,
    /// The shortest move of B that parts them; [0, 0] without overlap.
    pub(crate) separation: [i32; 2],
    pub(crate) normal: [i32; 2],
    /// 0 if they overlap or lie side by side; `None` if one of them has no solid pixel.
    pub(crate) distance_squared: Option<u64>,
    /// The nearest pixels of A and of B if they do not overlap. B's pixel may not fit 32 bits.
    pub(crate) closest: Option<[[i64; 2]; 2]>,
}

impl SeparateAnswer {
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
        SeparateAnswer {
            overlaps: a.overlaps(b, at),
            separation: a.separation(b, at).into(),
            normal: a.normal(b, at).into(),
            distance_squared,
            closest,
        }
    }
}

/// What a moving sprite hits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct CastAnswer {
    pub(crate) cast: CastOutcome,
    /// The fraction of the motion before the hit, as numerator and denominator in lowest terms.
    pub(crate) time: Option<[u64; 2]>,
    /// Where B's corner stands then: rounded to 1/65536 of a pixel, towards the start.
    pub(crate) position: Option<[f64; 2]>,
    /// Of A's pixels that are hit at that time, the one with the lowest y, then the lowest x.
    pub(crate) first: Option<[i32; 2]>,
    pub(crate) normal: Option<[i32; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CastOutcome {
    Hit,
    Miss,
    InitialOverlap,
}

impl CastAnswer {
    pub(crate) fn new(a: &Mask, b: &Mask, [at, by]: [PointQ16; 2]) -> Self {
        let nothing = |cast| CastAnswer { cast, time: None, position: None, first: None, normal: None };
        match a.cast(b, at, by) {
            Cast::Miss => nothing(CastOutcome::Miss),
            Cast::InitialOverlap => nothing(CastOutcome::InitialOverlap),
            Cast::Hit { time, point, normal } => CastAnswer {
                cast: CastOutcome::Hit,
                time: Some([time.numerator(), time.denominator()]),
                position: Some(stands(at, by, time)),
                first: Some(point.into()),
                normal: Some(normal.into()),
            },
        }
    }
}

/// Where something stands that has gone this part of its way.
fn stands(at: PointQ16, by: PointQ16, time: TimeOfImpact) -> [f64; 2] {
    let [n, d] = [time.numerator(), time.denominator()].map(i128::from);
    // A quotient is rounded towards 0.
    let along = |at: i64, by: i64| at + (i128::from(by) * n / d) as i64;
    PointQ16::new(along(at.x, by.x), along(at.y, by.y)).to_f64()
}
