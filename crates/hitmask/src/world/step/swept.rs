//! Swept colliders: what a step finds on the way from the last step to this one.

use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::geom::{CompactSort, Extent, PointQ16};
use crate::sweep::time::TimeOfImpact;
use crate::sweep::walk::StraightMotion;
use crate::world::pixels::cover::Cover;
use crate::world::pixels::quick::Flat;
use crate::world::plane::Wrap;
use crate::world::step::travel::{Leg, Traveller, first_impact, first_impact_around};
use crate::world::step::way::{BentWay, WayPart};
use crate::world::step::{Hit, for_each_part};
use crate::world::store::space::Space;
use crate::world::types::custom::{Member, Verdict};
use crate::world::types::event::{Event, EventKind, Touch};
use crate::world::types::handle::Handle;
use crate::world::types::options::WorldStats;
use crate::world::{Live, Slot, World};

/// Where a collider was after the last successful step. Kept when it is first changed after that step.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct WayStart {
    /// The number of that step, and the rest. Without it, or with an older number, the collider has rested since.
    kept: Option<(u64, PointQ16, [i32; 4])>,
}

impl WayStart {
    /// The position and the matrix, if it was kept after the last successful step. `now` is the number of that step.
    pub(crate) fn of_step(&self, now: u64) -> Option<(PointQ16, [i32; 4])> {
        self.kept.filter(|&(step, ..)| step == now).map(|(_, position, matrix)| (position, matrix))
    }

    /// Moves it by whole laps of a wrapped world, together with the collider. A start that is then too far away is forgotten.
    pub(crate) fn shift(&mut self, by: PointQ16) {
        if by == PointQ16::ZERO {
            return;
        }
        self.kept = self.kept.and_then(|(step, position, matrix)| {
            let PointQ16 { x, y } = position + by;
            let fits = |n: i64| n.abs() <= PointQ16::LIMIT;
            (fits(x) && fits(y)).then_some((step, PointQ16::new(x, y), matrix))
        });
    }

    /// What [`WayStart::of_step`] told.
    pub(crate) fn from_parts(now: u64, parts: Option<(PointQ16, [i32; 4])>) -> WayStart {
        WayStart { kept: parts.map(|(position, matrix)| (now, position, matrix)) }
    }
}

impl Live {
    /// Keeps where its way starts, before it is changed. `now` is the number of successful steps.
    #[inline]
    pub(crate) fn keep_start(&mut self, now: u64) {
        match self.pose {
            // What appears rests where it appears.
            None => self.start.kept = None,
            Some(pose) if self.start.kept.is_none_or(|(step, ..)| step != now) => {
                self.start.kept = Some((now, self.collider.transform.position(), pose.matrix));
            }
            Some(_) => {}
        }
    }

    /// How it has moved since the last successful step, and whether that is followed exactly. None if it covers nothing.
    fn course(&self, now: u64) -> Option<(StraightMotion, bool)> {
        let (anchor, pose) = (self.anchor()?, self.pose?);
        let to = anchor.point;
        let Some((_, position, matrix)) = self.start.kept.filter(|&(step, ..)| step == now) else {
            return Some((StraightMotion::resting(to), true));
        };
        let from = to + (position - self.collider.transform.position());
        let is_exact = matrix == pose.matrix && (anchor.is_exact || from == to);
        Some((StraightMotion { from, to }, is_exact))
    }

    /// A box around its pixels, including those that don't exist.
    fn whole_extent(&self) -> Extent {
        match self.texels() {
            Some(texels) if self.footprint.may_be_cut(texels.placed.shape()) => texels.placed.whole_extent(),
            _ => self.footprint.extent,
        }
    }

    /// Whether it has the matrix of the last step.
    fn keeps_matrix(&self, now: u64) -> bool {
        let start = self.start.of_step(now);
        self.pose.is_some_and(|pose| start.is_none_or(|(_, matrix)| matrix == pose.matrix))
    }
}

/// The way of a collider since the last successful step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    /// Its motion. Of a bent way, the last one.
    motion: StraightMotion,
    /// Where the parts of a bent way begin and end in the list of all such parts. Empty if the way is straight.
    legs: [u32; 2],
    /// The box around its pixels at the start of the motion.
    start: Extent,
    /// Whether it is followed exactly.
    is_exact: bool,
    has_test: bool,
}

impl Course {
    /// Of a slot without a collider, and of a collider that covers nothing.
    const NONE: Course = Course {
        motion: StraightMotion { from: PointQ16::ZERO, to: PointQ16::ZERO },
        legs: [0; 2],
        start: Extent::EMPTY,
        is_exact: true,
        has_test: true,
    };

    /// Of a thing in a box, for the quick look. The box is that at the start of the motion.
    fn drift(&self) -> Drift {
        let StraightMotion { from, to } = self.motion;
        let Extent { x0, y0, x1, y1 } = self.start;
        let axis = |from: i64, to: i64, low: i64, high: i64| {
            let (size, motion) = (high - low, to - from);
            let is_small = size < Drift::LARGE && motion.abs() < Drift::LARGE << 16;
            // Rounded to pixels, the motion is less than a pixel longer or shorter.
            is_small.then(|| ((low + high) << 15, ((size << 15) + PointQ16::ONE) as i32, motion as i32))
        };
        match (axis(from.x, to.x, x0, x1), axis(from.y, to.y, y0, y1)) {
            (Some((x, w, dx)), Some((y, h, dy))) if !self.has_test && self.legs[0] == self.legs[1] => {
                Drift { middle: [x, y], half: [w, h], motion: [dx, dy] }
            }
            _ => Drift::ANY,
        }
    }
}

/// A box that moves straight, for a quick look at whether two of them come near each other. In Q16.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    /// The middle of the box at the start.
    middle: [i64; 2],
    /// Half the size of the box, and a pixel more. Below 0: it may be anywhere.
    half: [i32; 2],
    motion: [i32; 2],
}

impl Drift {
    /// What may be anywhere.
    const ANY: Drift = Drift { middle: [0; 2], half: [-1; 2], motion: [0; 2] };
    /// In pixels. Boxes or motions of this length may be anywhere, so that products fit 64 bits.
    const LARGE: i64 = 1 << 13;

    /// Whether two colliders, whose boxes around their ways meet, may meet on their ways. Looks at how far apart they pass each other.
    #[inline]
    pub(crate) fn may_meet(&self, other: &Drift) -> bool {
        let apart = [0, 1].map(|i| other.middle[i] - self.middle[i]);
        if self.half[0] < 0 || other.half[0] < 0 || apart.iter().any(|apart| apart.abs() >> 31 > 0) {
            return true;
        }
        let motion = [0, 1].map(|i| i64::from(other.motion[i]) - i64::from(self.motion[i]));
        let half = [0, 1].map(|i| i64::from(self.half[i]) + i64::from(other.half[i]));
        // The axis across the motion separates them, or it does not.
        (apart[0] * motion[1] - apart[1] * motion[0]).abs()
            <= half[0] * motion[1].abs() + half[1] * motion[0].abs()
    }
}

/// Where courses are put.
pub(crate) struct Courses<'a> {
    /// By slot.
    pub(crate) courses: &'a mut Vec<Course>,
    /// The parts of all bent ways.
    pub(crate) legs: &'a mut Vec<Leg>,
}

/// Finds the courses of a space's members, and the boxes around their ways, by row. A box also contains the one in which a custom test is
/// asked. `index` is that of the space, and `now` the number of successful steps. `bent` gives the parts of ways that are not straight. With
/// `wrap`, a box is cut at the seams.
pub(crate) fn set_courses(
    index: u32,
    space: &mut Space,
    slots: &[Slot],
    now: u64,
    out: &mut Courses<'_>,
    mut bent: Option<BentWays<'_, '_, '_>>,
    wrap: Option<Wrap>,
) {
    let Courses { courses, legs } = out;
    let Space { members, boxes, ways, drifts, .. } = space;
    ways.clone_from(boxes);
    drifts.clear();
    drifts.resize(boxes.len(), Drift::ANY);
    courses.resize(slots.len(), Course::NONE);
    for (row, &member) in (0..).zip(&*members) {
        // The slot of a free row may belong to another collider by now, or be gone since an older state was restored. A row for a part of a
        // box has no course of its own.
        let Some(slot) = slots.get(member as usize) else { continue };
        let Some(live) = slot.live.as_deref().filter(|live| (live.space, live.row) == (index, row)) else {
            continue;
        };
        let aabb = boxes[row as usize];
        let has_test = live.collider.custom.is_some();
        // A custom test may reach nowhere.
        let meets = live.collider.enabled && !(has_test && aabb.is_empty());
        let Some((mut motion, mut is_exact)) = live.course(now).filter(|_| meets) else {
            courses[member as usize] = Course::NONE;
            continue;
        };
        let end = live.whole_extent();
        let parts = bent.as_mut().map_or(&[][..], |bent| {
            let handle = Handle { index: member, generation: slot.generation };
            bent(Member { handle, collider: &live.collider })
        });
        let first_leg = legs.len() as u32;
        let around_way = if parts.is_empty() {
            end.shifted(motion.first() - motion.last()).around(end)
        } else {
            let anchor = live.anchor().expect("it has a course");
            is_exact = anchor.is_exact && live.keeps_matrix(now);
            let way = BentWay::add(parts, anchor.point - live.collider.transform.position(), legs);
            motion = way.last;
            // The last part leads to where the cover is now.
            let [low, high] = way.pixels.map(|pixel| end.shifted(pixel - motion.last()));
            low.around(high)
        };
        let start = end.shifted(motion.first() - motion.last());
        let legs = [first_leg, legs.len() as u32];
        let course = Course { motion, legs, start, is_exact, has_test };
        courses[member as usize] = course;
        match wrap {
            None => {
                ways[row as usize] = around(aabb, around_way.into());
                drifts[row as usize] = course.drift();
            }
            Some(_) if motion.first() == motion.last() => {}
            Some(wrap) => {
                let area = wrap.joined(live.rows().map(|row| boxes[row as usize]));
                let cut = wrap.cut(around(area, around_way.into()));
                let mut rows = live.rows();
                for &part in cut.as_slice() {
                    // What has no row is added to the main one, which then goes around the world.
                    let row = rows.next().unwrap_or(row) as usize;
                    ways[row] = around(ways[row], part);
                }
            }
        }
    }
}

/// Gives the parts of a collider's bent way, or nothing if its way is straight.
pub(crate) type BentWays<'a, 'f, 'w> = &'a mut (dyn FnMut(Member<'_>) -> &'w [WayPart] + 'f);

/// The smallest box around two. An empty one adds nothing.
fn around(a: Aabb, b: Aabb) -> Aabb {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b,
        (_, true) => a,
        _ => Aabb { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) },
    }
}

/// The result for a pair with a swept collider.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum SweptFinding {
    #[default]
    Apart,
    /// They touch at the end, and were a contact after the last step.
    Stays,
    /// They touch at the end.
    Begins { time: TimeOfImpact, approximate: bool },
    /// They touched on the way only.
    Passes { time: TimeOfImpact, approximate: bool, touch: Touch },
    /// A custom test must be asked.
    Ask,
}

/// When two colliders met on their way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayImpact {
    pair: [u32; 2],
    time: TimeOfImpact,
    approximate: bool,
    /// Where they touched, if they don't touch at the end.
    pass: Option<Touch>,
}

impl World {
    /// Makes a collider swept, or ends that: see [`Collider::swept`](field@crate::Collider::swept). None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_swept(&mut self, handle: Handle, swept: bool) -> Option<()> {
        self.refilter(handle, |collider| collider.swept = swept)
    }

    /// Puts a collider at a position without a way to it: a swept collider touches nothing between its old place and this one. Otherwise as
    /// [`World::set_position`]. None if the handle is stale.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`].
    ///
    /// ```
    /// use hitmask::{Collider, EventKind, Mask, Rect, World};
    /// let mut world = World::new();
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 4, 100)));
    /// let shot = world.insert(Collider::new(Mask::filled(4, 2)).at((0, 50)).swept());
    /// world.step()?;
    /// world.set_position(shot, (300, 50)).unwrap();
    /// assert_eq!(world.step()?[0].kind, EventKind::Pass);                 // it went through the wall
    /// world.teleport(shot, (0, 50)).unwrap();
    /// assert!(world.step()?.is_empty());                                  // it did not come back through the wall
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn teleport(&mut self, handle: Handle, position: impl Into<PointQ16>) -> Option<()> {
        let position = position.into();
        self.change(handle, |live| {
            live.collider.transform.set_position(position);
            live.start = WayStart::default();
        })
    }

    /// Tests the pairs with a swept collider. Adds those that touch at the end to the hits, and keeps when pairs met.
    pub(crate) fn test_swept_pairs(&mut self, hits: &mut Vec<Hit>, stats: &mut WorldStats) {
        let mut impacts = core::mem::take(&mut self.scratch.impacts);
        impacts.clear();
        if self.scratch.swept_pairs.is_empty() {
            self.scratch.impacts = impacts;
            return;
        }
        let mut findings = core::mem::take(&mut self.scratch.swept_findings);
        findings.clear();
        findings.resize(self.scratch.swept_pairs.len(), SweptFinding::Apart);
        let (world, pairs) = (&*self, &self.scratch.swept_pairs);
        for_each_part(pairs, &mut findings, self.options.parallel_from, |pairs, findings| {
            // How many pairs ahead memory is prefetched, as for pairs that are not swept.
            const AHEAD: usize = 8;
            for (i, (&pair, finding)) in pairs.iter().zip(findings).enumerate() {
                for &index in pairs.get(i + AHEAD).into_iter().flatten() {
                    world.quick[index as usize].prefetch();
                }
                for &index in pairs.get(i + AHEAD / 2).into_iter().flatten() {
                    world.quick[index as usize].prefetch_pixels();
                }
                *finding = world.test_swept(pair);
            }
        });
        let mut asks = core::mem::take(&mut self.scratch.swept_asks);
        asks.clear();
        let mut add = |pair, finding: Result<SweptFinding, Verdict>| {
            match finding {
                Ok(_) => stats.tests += 1,
                Err(_) => stats.custom += 1,
            }
            match finding {
                Ok(SweptFinding::Apart | SweptFinding::Ask) | Err(Verdict::Apart) => {}
                Ok(SweptFinding::Stays) => hits.push(Hit { pair, touch: None }),
                Ok(SweptFinding::Begins { time, approximate }) => {
                    hits.push(Hit { pair, touch: None });
                    impacts.push(WayImpact { pair, time, approximate, pass: None });
                }
                Ok(SweptFinding::Passes { time, approximate, touch }) => {
                    impacts.push(WayImpact { pair, time, approximate, pass: Some(touch) });
                }
                Err(Verdict::Touching(touch)) => hits.push(Hit { pair, touch: Some(touch) }),
            }
        };
        for (&pair, &finding) in pairs.iter().zip(&findings) {
            if finding == SweptFinding::Ask {
                asks.push(pair);
            } else {
                add(pair, Ok(finding));
            }
        }
        // In the order of their slots, as in any step: see `test_candidates`.
        asks.sort_compact();
        for &pair in &asks {
            add(pair, self.ask_tests(pair[0], pair[1]).map_or_else(|| Ok(self.follow(pair)), Err));
        }
        self.scratch.swept_asks = asks;
        impacts.sort_compact_by_key(|impact| impact.pair);
        self.scratch.swept_findings = findings;
        self.scratch.impacts = impacts;
    }

    fn test_swept(&self, pair: [u32; 2]) -> SweptFinding {
        match pair.iter().any(|&index| self.scratch.courses[index as usize].has_test) {
            true => SweptFinding::Ask,
            false => self.follow(pair),
        }
    }

    /// Follows two colliders on their ways, by pixels.
    fn follow(&self, [a, b]: [u32; 2]) -> SweptFinding {
        let (Some(one), Some(other)) = (self.traveller(a), self.traveller(b)) else {
            return SweptFinding::Apart;
        };
        let ends_touching = || {
            let [one, other] = [one, other].map(|thing| thing.cover.shifted(thing.whole_motion()));
            self.covers_touch(&one, &other)
        };
        let contact = [a, b].map(|index| self.handle_at(index));
        if self.scratch.contacts.binary_search(&contact).is_ok() {
            return if ends_touching() { SweptFinding::Stays } else { SweptFinding::Apart };
        }
        let impact = match self.wrap() {
            None => first_impact(&one, &other),
            Some(wrap) => first_impact_around(wrap, &one, &other),
        };
        let Some(impact) = impact else { return SweptFinding::Apart };
        let is_exact = |index: u32| self.scratch.courses[index as usize].is_exact;
        let (time, approximate) = (impact.time, !(is_exact(a) && is_exact(b)));
        if ends_touching() {
            return SweptFinding::Begins { time, approximate };
        }
        let [a, b] = impact.moved;
        let touch = self.touch_of(&one.cover.shifted(a), &other.cover.shifted(b), self.options.detail);
        let touch = touch.expect("they cover the same pixel at that moment");
        SweptFinding::Passes { time, approximate, touch }
    }

    /// A collider's cover on its way since the last successful step. None if it covers nothing.
    fn traveller(&self, index: u32) -> Option<Traveller<'_>> {
        let Course { motion, legs: [from, to], .. } = self.scratch.courses[index as usize];
        let legs = &self.scratch.legs[from as usize..to as usize];
        let back = motion.first() - motion.last();
        // Most are plain masks. They need no look at the collider, which is probably not in the caches.
        if let Some(Flat { mask, corner, .. }) = self.quick[index as usize].flat() {
            return Some(Traveller {
                cover: Cover::of_mask(mask, corner).shifted(back),
                motion,
                legs,
                is_kept: true,
            });
        }
        let live = self.at(index);
        let drawn = live.drawn.as_deref();
        Some(Traveller::new(live.texels()?, &live.footprint, drawn, motion, legs)?.shifted(back))
    }

    /// Adds what happened on the way to the events.
    pub(crate) fn add_impacts(&mut self) {
        if self.scratch.impacts.is_empty() {
            return;
        }
        let mut scratch = core::mem::take(&mut self.scratch);
        let (found, since) = (scratch.events.len(), scratch.history.steps);
        for impact in &scratch.impacts {
            let [a, b] = impact.pair.map(|index| self.handle_at(index));
            let WayImpact { time, approximate, pass, .. } = *impact;
            match pass {
                None => {
                    let at =
                        scratch.events[..found].binary_search_by_key(&(a, b), |event| (event.a, event.b));
                    let event = &mut scratch.events[at.expect("a pair that touches has an event")];
                    (event.time, event.approximate) = (Some(time), approximate);
                }
                Some(touch) => {
                    let data = impact.pair.map(|index| self.at(index).collider.data);
                    let kind = EventKind::Pass;
                    let (touch, time) = (Some(touch), Some(time));
                    scratch.events.push(Event { kind, a, b, data, touch, since, time, approximate });
                }
            }
        }
        if scratch.events.len() > found {
            scratch.events.sort_compact_by_key(|event| (event.a, event.b));
        }
        self.scratch = scratch;
    }
}
