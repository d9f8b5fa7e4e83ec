//! Swept colliders: what a step finds on the way from the last step to this one.

use alloc::vec::Vec;

use super::cover::Cover;
use super::custom::Verdict;
use super::event::{Event, EventKind, Touch};
use super::handle::Handle;
use super::options::WorldStats;
use super::space::Space;
use super::step::{Hit, for_each_part};
use super::travel::{Traveller, first_impact, meeting};
use super::{Live, Slot, World};
use crate::broad_phase::Aabb;
use crate::geom::{Extent, PointQ16};
use crate::sweep::time::TimeOfImpact;
use crate::sweep::walk::{self, StraightMotion};

/// Where a collider was after the last successful step. Kept when it is first changed after that step.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WayStart {
    /// The number of that step, and the rest. Without it, or with an older number, the collider has rested since.
    kept: Option<(u64, PointQ16, [i32; 4])>,
}

impl WayStart {
    /// The position and the matrix, if it was kept after the last successful step. `now` is the number of that step.
    pub(super) fn of_step(&self, now: u64) -> Option<(PointQ16, [i32; 4])> {
        self.kept.filter(|&(step, ..)| step == now).map(|(_, position, matrix)| (position, matrix))
    }

    /// What [`WayStart::of_step`] told.
    pub(super) fn from_parts(now: u64, parts: Option<(PointQ16, [i32; 4])>) -> WayStart {
        WayStart { kept: parts.map(|(position, matrix)| (now, position, matrix)) }
    }
}

impl Live {
    /// Keeps where its way starts, before it is changed. `now` is the number of successful steps.
    #[inline]
    pub(super) fn keep_start(&mut self, now: u64) {
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
}

/// The way of a collider since the last successful step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    motion: StraightMotion,
    /// The box around its pixels at the start of the way.
    start: Extent,
    /// Whether it is followed exactly.
    is_exact: bool,
    has_test: bool,
}

impl Course {
    /// Of a slot without a collider, and of a collider that covers nothing.
    const NONE: Course = Course {
        motion: StraightMotion { from: PointQ16::ZERO, to: PointQ16::ZERO },
        start: Extent::EMPTY,
        is_exact: true,
        has_test: true,
    };

    /// Whether two colliders may meet on their ways, or must be asked about by custom tests.
    #[inline]
    pub(super) fn may_meet(&self, other: &Course) -> bool {
        self.has_test
            || other.has_test
            || walk::ranges(self.start, other.start)
                .is_some_and(|ranges| walk::may_meet([self.motion, other.motion], &ranges))
    }
}

/// Finds the courses of a space's members, by slot, and the boxes around their ways, by row. A box also contains the one in which a custom
/// test is asked. `index` is that of the space, and `now` the number of successful steps.
pub(super) fn set_courses(
    index: u32,
    space: &mut Space,
    slots: &[Slot],
    now: u64,
    courses: &mut Vec<Course>,
) {
    space.ways.clear();
    courses.resize(slots.len(), Course::NONE);
    for (row, (&member, &aabb)) in (0..).zip(space.members.iter().zip(&space.boxes)) {
        // The slot of a free row may belong to another collider by now, or be gone since an older state was restored.
        let live = slots.get(member as usize).and_then(|slot| slot.live.as_deref());
        let Some(live) = live.filter(|live| (live.space, live.row) == (index, row)) else {
            space.ways.push(aabb);
            continue;
        };
        let has_test = live.collider.custom.is_some();
        // A custom test may reach nowhere.
        let meets = live.collider.enabled && !(has_test && aabb.is_empty());
        let Some((motion, is_exact)) = live.course(now).filter(|_| meets) else {
            space.ways.push(aabb);
            courses[member as usize] = Course::NONE;
            continue;
        };
        let end = live.footprint.extent;
        let start = end.shifted(motion.first() - motion.last());
        space.ways.push(around(aabb, start.around(end).into()));
        courses[member as usize] = Course { motion, start, is_exact, has_test };
    }
}

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
pub(super) enum SweptFinding {
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
pub(super) struct WayImpact {
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
    pub(super) fn test_swept_pairs(&mut self, hits: &mut Vec<Hit>, stats: &mut WorldStats) {
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
        asks.sort_unstable();
        for &pair in &asks {
            add(pair, self.ask_tests(pair[0], pair[1]).map_or_else(|| Ok(self.follow(pair)), Err));
        }
        self.scratch.swept_asks = asks;
        impacts.sort_unstable_by_key(|impact| impact.pair);
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
        let ends_touching = || meeting(&one, &other, [one.whole_motion(), other.whole_motion()]).touches();
        let contact = [a, b].map(|index| self.handle_at(index));
        if self.scratch.contacts.binary_search(&contact).is_ok() {
            return if ends_touching() { SweptFinding::Stays } else { SweptFinding::Apart };
        }
        let Some(impact) = first_impact(&one, &other) else { return SweptFinding::Apart };
        let is_exact = |index: u32| self.scratch.courses[index as usize].is_exact;
        let (time, approximate) = (impact.time, !(is_exact(a) && is_exact(b)));
        if ends_touching() {
            return SweptFinding::Begins { time, approximate };
        }
        let [a, b] = impact.moved;
        let touch = one.cover.shifted(a).touch(&other.cover.shifted(b), self.options.detail);
        let touch = touch.expect("they cover the same pixel at that moment");
        SweptFinding::Passes { time, approximate, touch }
    }

    /// A collider's cover on its way since the last successful step. None if it covers nothing.
    fn traveller(&self, index: u32) -> Option<Traveller<'_>> {
        let motion = self.scratch.courses[index as usize].motion;
        let back = motion.first() - motion.last();
        // Most are plain masks. They need no look at the collider, which is probably not in the caches.
        if let Some((mask, corner)) = self.quick[index as usize].mask() {
            return Some(Traveller {
                cover: Cover::of_mask(mask, corner).shifted(back),
                motion,
                is_kept: true,
            });
        }
        let live = self.at(index);
        Some(Traveller::new(live.cover()?.shifted(back), motion, &live.footprint))
    }

    /// Adds what happened on the way to the events.
    pub(super) fn add_impacts(&mut self) {
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
            scratch.events.sort_unstable_by_key(|event| (event.a, event.b));
        }
        self.scratch = scratch;
    }
}
