//! Bent paths: colliders that bounce during a step, or that leave on one side and come back on another.

use alloc::vec::Vec;

use crate::geom::{Mapped, Moment, Offset, PointQ16, nearest_pixel};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::sweep::motion::{ChangeTime, StraightMotion, Window};
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::Member;
use crate::world::store::scratch::WaySegment;

/// A straight segment of the path of a collider in one step, for [`World::step_along`](crate::World::step_along).
///
/// A ball that bounces off the edge of the screen goes straight, then straight in another direction. Each segment is given as if the whole step
/// went like this: where the ball would be at its start (time 0) and at its end (time 1). `until` says when the next segment takes over. So all
/// numbers are exact, even if the ball bounces between two 65 536ths of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathSegment {
    /// The position at time 0, if all of the step went like this segment.
    pub from: PointQ16,
    /// The position at time 1, if all of the step went like this segment.
    pub to: PointQ16,
    /// When the segment ends, and the next one begins: from 0, the step before, to 1, this step. Ignored for the last segment, which ends with the
    /// step.
    pub until: TimeOfImpact,
    /// Whether the collider is on the next segment at that time already. Otherwise it is still on this segment then, and on the next one just after it.
    pub before: bool,
}

impl PathSegment {
    /// Refuses the segments of a path that [`World::step_along`](crate::World::step_along) would panic about: a position beyond
    /// [`PointQ16::LIMIT`], a time above 1, or one whose denominator is 2⁶³ or more. When the last segment ends does not matter.
    ///
    /// # Errors
    /// [`InvalidArgument`], with the argument `"from"`, `"to"` or `"until"`.
    pub fn check(segments: &[PathSegment]) -> Result<(), InvalidArgument> {
        for (i, segment) in segments.iter().enumerate() {
            segment.from.checked("from")?;
            segment.to.checked("to")?;
            if i + 1 < segments.len() {
                segment.end()?;
            }
        }
        Ok(())
    }

    fn end(&self) -> Result<ChangeTime, InvalidArgument> {
        let fits = |n: u64| i64::try_from(n).ok();
        match (fits(self.until.numerator()), fits(self.until.denominator())) {
            (Some(numerator), Some(denominator)) if numerator <= denominator => {
                Ok(ChangeTime { at: Moment { numerator, denominator }, just_after: !self.before })
            }
            _ => Err(InvalidArgument::new("until", InvalidReason::OutOfRange { least: 0, most: 1 })),
        }
    }
}

/// A bent way that was added to a list of parts.
pub(crate) struct BentWay {
    /// The motion of the last part.
    pub(crate) last: StraightMotion,
    /// The corners of a box around all whole pixels of the way.
    pub(crate) pixels: [Offset; 2],
}

impl BentWay {
    /// Adds the parts to a list. `anchor` leads from a position to the point that is rounded. There is at least one part.
    pub(crate) fn add(parts: &[PathSegment], anchor: PointQ16, out: &mut Vec<WaySegment>) -> BentWay {
        let mut first = ChangeTime::START;
        let mut way: Option<BentWay> = None;
        for (i, part) in parts.iter().enumerate() {
            let is_last = i + 1 == parts.len();
            let end = if is_last { ChangeTime::NEVER } else { part.end().or_panic() };
            let [from, to] = [part.from.checked("from"), part.to.checked("to")].mapped(OrPanic::or_panic);
            let motion = StraightMotion { from: from + anchor, to: to + anchor };
            // A part that ends before it begins has no time.
            if !first.is_before(end) {
                continue;
            }
            let segment = WaySegment { motion, window: Window { first, end } };
            out.push(segment);
            first = end;
            let [low, high] = pixels_of(&segment);
            let [least, most] = way.map_or([low, high], |way| way.pixels);
            let pixels = [
                Offset::new(least.x.min(low.x), least.y.min(low.y)),
                Offset::new(most.x.max(high.x), most.y.max(high.y)),
            ];
            way = Some(BentWay { last: motion, pixels });
        }
        way.expect("the last part ends with the step")
    }
}

/// The corners of a box around the whole pixels of a part.
fn pixels_of(WaySegment { motion: StraightMotion { from, to }, window }: &WaySegment) -> [Offset; 2] {
    let axis = |from: i64, to: i64| {
        let at = |Moment { numerator, denominator }: Moment| {
            let way = i128::from(to - from) * i128::from(numerator.min(denominator));
            from + way.div_euclid(i128::from(denominator)) as i64
        };
        let (a, b) = (at(window.first.at), at(window.end.at));
        // The position is this number, or lies between it and the next one. Just after a half it is on the next pixel.
        (nearest_pixel(a.min(b)), nearest_pixel(a.max(b) + 1))
    };
    let ((x0, x1), (y0, y1)) = (axis(from.x, to.x), axis(from.y, to.y));
    [Offset::new(x0, y0), Offset::new(x1, y1)]
}

/// Gives the parts of a collider's bent way, or nothing if its way is straight.
pub(crate) type BentWays<'a, 'f, 'w> = &'a mut (dyn FnMut(Member<'_>) -> &'w [PathSegment] + 'f);
