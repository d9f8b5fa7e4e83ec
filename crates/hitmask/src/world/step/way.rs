//! Bent ways: what bounces or comes in on another side during a step.

use alloc::vec::Vec;

use crate::broad_phase::TooManyPairs;
use crate::geom::{Moment, Offset, PointQ16, nearest_pixel};
use crate::sweep::time::TimeOfImpact;
use crate::sweep::walk::{ChangeTime, StraightMotion, Window};
use crate::world::World;
use crate::world::step::travel::Leg;
use crate::world::types::custom::Member;
use crate::world::types::event::Event;

/// A straight part of the way of a collider in one step, for [`World::step_along`].
///
/// A ball that bounces off the edge of the screen goes straight, then straight in another direction. Each part is given as if the whole step
/// went like this: where the ball would be at its start (time 0) and at its end (time 1). `until` says when the next part takes over. So all
/// numbers are exact, even if the ball bounces between two 65 536ths of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WayPart {
    /// The position at time 0, if all of the step went like this part.
    pub from: PointQ16,
    /// The position at time 1, if all of the step went like this part.
    pub to: PointQ16,
    /// When the part ends. Ignored for the last part, which ends with the step.
    pub until: WayPartEnd,
}

/// When a part of a way ends, and the next one begins. Times are from 0, the step before, to 1, this step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WayPartEnd {
    /// At this time the collider is on the next part.
    Before(TimeOfImpact),
    /// At this time the collider is still on this part, and just after it on the next part.
    At(TimeOfImpact),
}

impl WayPartEnd {
    fn change_time(self) -> ChangeTime {
        let (time, just_after) = match self {
            WayPartEnd::Before(time) => (time, false),
            WayPartEnd::At(time) => (time, true),
        };
        let fits = |n: u64| i64::try_from(n).ok();
        match (fits(time.numerator()), fits(time.denominator())) {
            (Some(numerator), Some(denominator)) if numerator <= denominator => {
                ChangeTime { at: Moment { numerator, denominator }, just_after }
            }
            _ => panic!(
                "a part of a way ends at {time}: a time must be from 0 to 1, with a denominator below 2^63"
            ),
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
    pub(crate) fn add(parts: &[WayPart], anchor: PointQ16, out: &mut Vec<Leg>) -> BentWay {
        let mut first = ChangeTime::START;
        let mut way: Option<BentWay> = None;
        for (i, part) in parts.iter().enumerate() {
            let is_last = i + 1 == parts.len();
            let end = if is_last { ChangeTime::NEVER } else { part.until.change_time() };
            let motion =
                StraightMotion { from: part.from.checked() + anchor, to: part.to.checked() + anchor };
            // A part that ends before it begins has no time.
            if !first.is_before(end) {
                continue;
            }
            let leg = Leg { motion, window: Window { first, end } };
            out.push(leg);
            first = end;
            let [low, high] = pixels_of(&leg);
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
fn pixels_of(Leg { motion: StraightMotion { from, to }, window }: &Leg) -> [Offset; 2] {
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

impl World {
    /// As [`World::step`], for a step in which some colliders have not gone straight. `ways` gives the parts of such a collider's way in
    /// order; for all others it gives nothing, and their ways are straight. It is asked about each enabled collider that covers
    /// something, in the spaces that have [swept](field@crate::Collider::swept) members, in no promised order, on this thread.
    ///
    /// At every moment of the step a collider is where the part of that moment says, rounded to whole pixels as ever. Where the collider was
    /// after the last step does not matter. The last part must lead to the collider's position: what happens at the end of the step is judged
    /// by that position. Between two parts a collider may jump, for example through a portal; it touches nothing in between.
    ///
    /// In a wrapped world all ways are straight, and `ways` is not asked.
    ///
    /// # Errors
    /// As [`World::step`]. The parts are not kept: after an error, give the parts of both steps with the next one.
    ///
    /// # Panics
    /// If a time is above 1 or has a denominator of 2⁶³ or more, or if a position is beyond [`PointQ16::LIMIT`].
    ///
    /// # Complexity
    /// As [`World::step`]. A pair of bent ways is followed once for each part of the two.
    ///
    /// ```
    /// use hitmask::{Collider, EventKind, Mask, WayPartEnd, PointQ16, TimeOfImpact, WayPart, World};
    /// // A ball of one pixel flies 40 pixels to the right. At x = 100 it bounces, after a quarter of the step.
    /// let mut world = World::new();
    /// let coin = world.insert(Collider::new(Mask::filled(1, 1)).at((99, 5)));
    /// let ball = world.insert(Collider::new(Mask::filled(1, 1)).at((90, 5)).swept());
    /// world.step()?;
    /// world.set_position(ball, (70, 5)).unwrap();
    /// let bounce = WayPartEnd::At(TimeOfImpact::new(1, 4));
    /// let at = PointQ16::from;
    /// let parts = [
    ///     WayPart { from: at((90, 5)), to: at((130, 5)), until: bounce },
    ///     WayPart { from: at((110, 5)), to: at((70, 5)), until: bounce },           // as in a mirror at x = 100
    /// ];
    /// let event = world.step_along(|member| if member.handle == ball { &parts } else { &[] })?[0];
    /// // The ball came to the pixel 99 just after 98.5, which is 8.5 of 40 pixels away.
    /// assert_eq!((event.kind, event.time), (EventKind::Pass, Some(TimeOfImpact::new(17, 80))));
    /// # let _ = coin;
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "bounce")]
    #[doc(alias = "portal")]
    pub fn step_along<'w>(
        &mut self,
        mut ways: impl FnMut(Member<'_>) -> &'w [WayPart],
    ) -> Result<&[Event], TooManyPairs> {
        self.find_candidates(true, Some(&mut ways))?;
        Ok(self.finish())
    }
}
