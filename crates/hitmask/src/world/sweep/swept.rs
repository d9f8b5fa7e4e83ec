//! Swept colliders: what a step finds between the last step and this one. A collider that keeps its cover is followed by whole pixels
//! (`sweep/twin_walk.rs`), a turned one by its texels (`turned_sweep.rs`). `swept_paths.rs` chooses the method.

use alloc::boxed::Box;

use crate::bits::prefetch;
use crate::geom::{CompactSort, Mapped, Offset, sort_as_numbers};
use crate::overlap::LabelHit;
use crate::placed::ShapeRef;
use crate::sweep::motion::{ChangeTime, Impact, is_within, ranges};
use crate::sweep::time::TimeOfImpact;
use crate::sweep::twin_walk::meet_masks;
use crate::world::collider::Verdict;
use crate::world::collider::aligned_mask::AlignedMask;
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::form::Texels;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldStats;
use crate::world::narrow_phase::cover_meeting;
use crate::world::narrow_phase::labels::Labelled;
use crate::world::narrow_phase::raster_cover::{RasterCover, Verb, Where};
use crate::world::store::Store;
use crate::world::store::scratch::{
    Findings, Followed, MomentPicture, StepScratch, SweptPairState, SweptPath, SweptWays, WayImpact,
};
use crate::world::sweep::moving_cover::{
    MovingCover, first_impact_in_plane, first_meeting, images_on_the_way,
};
use crate::world::sweep::swept_paths::end_extent;
use crate::world::sweep::turned_sweep::{self, TexelSweep};
use crate::world::threads::for_each_part;

impl StepScratch {
    /// Tests the pairs with a swept collider. Adds those that touch at the end to the touches, and stores each pair's time of impact. `contacts` are
    /// those of the last step.
    pub(crate) fn test_swept(&mut self, store: &Store, contacts: &[[Handle; 2]], stats: &mut WorldStats) {
        let StepScratch { pairs, ways, moments, findings, touches, .. } = self;
        let (pairs, ways) = (&*pairs.swept, &*ways);
        let Findings { swept_states: states, asks, .. } = findings;
        touches.impacts.clear();
        touches.labels.clear();
        if pairs.is_empty() {
            return;
        }
        asks.clear();
        let follow_all = |pairs: &[[u32; 2]], states: &mut [SweptPairState]| {
            // How many pairs ahead memory is prefetched, as for pairs that are not swept.
            const AHEAD: usize = 8;
            let upright = |index: u32| &store.slots.upright[index as usize];
            let mut before = ContactsBefore { left: contacts };
            for (i, (&pair, state)) in pairs.iter().zip(states).enumerate() {
                for &index in prefetch::ahead(pairs, i + 2 * AHEAD).into_iter().flatten() {
                    prefetch::value(upright(index));
                    prefetch::value(&ways.paths[index as usize]);
                }
                for &index in prefetch::ahead(pairs, i + AHEAD).into_iter().flatten() {
                    upright(index).prefetch();
                }
                for &index in prefetch::ahead(pairs, i + AHEAD / 2).into_iter().flatten() {
                    upright(index).prefetch_pixels();
                }
                let is_contact = before.contain(store, pair);
                *state = ways.follow_aligned(store, is_contact, pair).unwrap_or_else(|| {
                    let has_test = pair.iter().any(|&index| ways.paths[index as usize].has_test);
                    if has_test { SweptPairState::Ask } else { ways.follow(store, is_contact, pair) }
                });
            }
        };
        // By reference, because most results are large and would be copied twice.
        let mut add = |pair, state: Result<&SweptPairState, Verdict>| {
            match state {
                Ok(_) => stats.tests += 1,
                Err(_) => stats.custom += 1,
            }
            let sweeps_texels;
            let (time, approximate, pass) = match state {
                Ok(SweptPairState::Apart | SweptPairState::Ask) => return,
                Ok(SweptPairState::Stays) => return touches.pairs.push(pair),
                Ok(&SweptPairState::Begins { time, approximate }) => {
                    touches.pairs.push(pair);
                    (time, approximate, None)
                }
                Ok(&SweptPairState::Passes { time, approximate, ref touch }) => {
                    (time, approximate, Some(touch))
                }
                Ok(&SweptPairState::Glides { when, approximate }) => {
                    sweeps_texels = ways.touch_at(store, pair, when, moments.get_or_insert_default());
                    (when.at.into(), approximate, Some(&sweeps_texels))
                }
                Err(verdict) => return touches.add_verdict(pair, verdict),
            };
            if let Some(touch) = pass {
                touches.add_pass(store.options.detail, pair, touch);
            }
            touches.labels.extend(ways.label_hit(store, pair, moments).map(|hit| (pair, hit)));
            touches.impacts.push(WayImpact { pair, time, approximate, pass: pass.map(|touch| touch.first) });
        };
        let parallel_from = store.options.parallel_from;
        // On one thread, so few at a time that what was found is still in the caches.
        let at_once = if pairs.len() < parallel_from { 512 } else { pairs.len() };
        for pairs in pairs.chunks(at_once) {
            states.resize(pairs.len(), SweptPairState::Apart);
            for_each_part(pairs, states, parallel_from, follow_all);
            for (&pair, state) in pairs.iter().zip(&*states) {
                match state {
                    SweptPairState::Ask => asks.push(pair),
                    state => add(pair, Ok(state)),
                }
            }
        }
        // In the order of their slots, as in any step: see `Findings::test`.
        sort_as_numbers(asks);
        for &pair in &*asks {
            let is_contact = ContactsBefore { left: contacts }.contain(store, pair);
            match store.ask_tests(pair[0], pair[1]) {
                Some(verdict) => add(pair, Err(verdict)),
                None => add(pair, Ok(&ways.follow(store, is_contact, pair))),
            }
        }
        if !asks.is_empty() {
            touches.impacts.sort_compact_by_key(|impact| impact.pair);
            touches.labels.sort_compact_by_key(|&(pair, _)| pair);
        }
    }
}

impl SweptWays {
    /// As [`SweptWays::follow`], for most pairs: two masks that lie flat and move straight on the open plane. None if they are something else.
    fn follow_aligned(&self, store: &Store, is_contact: bool, [a, b]: [u32; 2]) -> Option<SweptPairState> {
        let detail = store.options.detail;
        if !store.plane().is_open() || detail.normal || detail.separation {
            return None;
        }
        let start = |index: u32| {
            let swept_path = &self.paths[index as usize];
            let flat = if swept_path.is_aligned { store.slots.upright[index as usize].flat() } else { None };
            let AlignedMask { mask, corner, .. } = flat?;
            Some((mask, Offset::from(corner) + swept_path.back(), swept_path))
        };
        let ((one, corner, swept_path), (other, other_corner, other_path)) = (start(a)?, start(b)?);
        let apart = other_corner - corner;
        let Some(ranges) = ranges(one.extent(), other.extent().shifted(apart)) else {
            return Some(SweptPairState::Apart);
        };
        let ends_touching = || {
            let by = swept_path.back() - other_path.back();
            is_within(&ranges, by.x, by.y)
                && (apart + by).to_point().is_some_and(|offset| one.overlaps(other, offset))
        };
        if is_contact {
            return Some(if ends_touching() { SweptPairState::Stays } else { SweptPairState::Apart });
        }
        let impact = meet_masks(&ranges, [one, other], apart, &[swept_path.motion, other_path.motion]);
        let Some(Impact { when, moved, .. }) = impact else { return Some(SweptPairState::Apart) };
        let time = when.at.into();
        let approximate =
            [swept_path, other_path].iter().any(|swept_path| swept_path.followed == Followed::Nearly);
        if ends_touching() {
            return Some(SweptPairState::Begins { time, approximate });
        }
        let offset = (apart + moved[1] - moved[0]).to_point().expect("they overlap there");
        let (a, b) = (ShapeRef::Mask(one), ShapeRef::Mask(other));
        let touch = Where { detail, window: None }.shapes(a, b, offset, corner + moved[0]);
        let touch = touch.expect("they cover the same pixel at that moment");
        Some(SweptPairState::Passes { time, approximate, touch })
    }

    /// Follows two colliders on their ways, by pixels.
    fn follow(&self, store: &Store, is_contact: bool, [a, b]: [u32; 2]) -> SweptPairState {
        let (Some(one), Some(other)) = (self.moving(store, a), self.moving(store, b)) else {
            return SweptPairState::Apart;
        };
        let ends_touching = || {
            let [one, other] = [one, other].mapped(|thing| thing.cover.shifted(thing.whole_motion()));
            store.slots.covers_touch(&one, &other)
        };
        if is_contact {
            return if ends_touching() { SweptPairState::Stays } else { SweptPairState::Apart };
        }
        let follows = [a, b].mapped(|index| self.paths[index as usize].followed);
        let mut approximate = follows.contains(&Followed::Nearly);
        if follows.contains(&Followed::ByTexels) {
            if one.is_short() && other.is_short() {
                let Some(when) = self.first_meeting(store, [a, b], [&one, &other]) else {
                    // A segment that begins at the end of the step has no time of impact, but the position at the end counts.
                    let is_bent = !one.segments.is_empty() || !other.segments.is_empty();
                    return match is_bent && ends_touching() {
                        true => SweptPairState::Begins { time: TimeOfImpact::END, approximate },
                        false => SweptPairState::Apart,
                    };
                };
                return if ends_touching() {
                    SweptPairState::Begins { time: when.at.into(), approximate }
                } else {
                    SweptPairState::Glides { when, approximate }
                };
            }
            approximate = true;
        }
        let Some(impact) = first_impact_in_plane(store.plane(), &one, &other) else {
            return SweptPairState::Apart;
        };
        let time = impact.when.at.into();
        if ends_touching() {
            return SweptPairState::Begins { time, approximate };
        }
        let [a, b] = impact.moved;
        let (one, other) = (one.cover.shifted(a), other.cover.shifted(b));
        let touch = cover_meeting::touch(store.plane(), &one, &other, store.options.detail);
        let touch = touch.expect("they cover the same pixel at that moment");
        SweptPairState::Passes { time, approximate, touch }
    }

    /// The texels of a collider that is followed by them.
    fn gliding_texels<'a>(&self, store: &'a Store, index: u32) -> Option<Texels<'a>> {
        let is_followed = self.paths[index as usize].followed == Followed::ByTexels;
        if is_followed { Some(store.at(index).formed(store.plane())?.texels) } else { None }
    }

    /// When two colliders first meet, of which one or both are followed by their texels.
    fn first_meeting<'a>(
        &self,
        store: &'a Store,
        pair: [u32; 2],
        [one, other]: [&MovingCover<'a>; 2],
    ) -> Option<ChangeTime> {
        let [texels, other_texels] = pair.mapped(|index| self.gliding_texels(store, index));
        if store.plane().is_open() {
            return first_meeting((one, texels), (other, other_texels));
        }
        let start = |index: u32| {
            let swept_path = &self.paths[index as usize];
            let formed = store.at(index).formed(store.plane()).expect("it covers something");
            end_extent(&formed, swept_path.followed).shifted(swept_path.back())
        };
        let [start, other_start] = pair.mapped(start);
        images_on_the_way(store.plane(), (start, one), (other_start, other))
            .filter_map(|image| first_meeting((one, texels), (&image, other_texels)))
            .reduce(ChangeTime::earlier)
    }

    /// The labels that met first on the ways of two colliders that met. None unless they are wanted. The ways are followed once more: few
    /// worlds ask, and few pairs meet.
    fn label_hit(
        &self,
        store: &Store,
        pair: [u32; 2],
        pictures: &mut Option<Box<[MomentPicture; 2]>>,
    ) -> Option<LabelHit> {
        if !store.options.detail.labels {
            return None;
        }
        let [a, b] = pair;
        let plane = store.plane();
        let moving = [self.moving(store, a)?, self.moving(store, b)?];
        let [one, other] = &moving;
        let labelled = pair.mapped(|index| {
            let SweptPath { motion, .. } = self.paths[index as usize];
            Some(store.slots.labelled(index)?.shifted(motion.first() - motion.last()))
        });
        let [in_a, in_b] = [labelled[0]?, labelled[1]?];
        let sweep_texels =
            pair.iter().any(|&index| self.paths[index as usize].followed == Followed::ByTexels);
        if !sweep_texels || !one.is_short() || !other.is_short() {
            let impact = first_impact_in_plane(plane, one, other)?;
            let [by_a, by_b] = impact.moved;
            let (one, other) = (one.cover.shifted(by_a), other.cover.shifted(by_b));
            let touch = cover_meeting::touch(plane, &one, &other, EventDetail::default())?;
            return touch.with_labels(plane, &in_a.shifted(by_a), &in_b.shifted(by_b)).hit();
        }
        let when = self.first_meeting(store, pair, [one, other])?;
        let touch = self.touch_at(store, pair, when, pictures.get_or_insert_default());
        let label = |i: usize, labelled: &Labelled<'_>| {
            let thing = moving[i].at(when);
            let start = labelled.shifted(thing.cover.extent().corner() - moving[i].cover.extent().corner());
            let sweep = TexelSweep::new(thing.cover, thing.motion, self.gliding_texels(store, pair[i]));
            sweep.label(plane, &start, touch.first, when)
        };
        Some(LabelHit::new([label(0, &in_a), label(1, &in_b)], touch.first))
    }

    /// Where two colliders touch at a moment, of which one or both are followed by their texels.
    fn touch_at(
        &self,
        store: &Store,
        pair: [u32; 2],
        when: ChangeTime,
        pictures: &mut [MomentPicture; 2],
    ) -> Touch {
        let sweeps = pair.mapped(|index| {
            let moving = self.moving(store, index).expect("it covers something at that moment");
            let thing = moving.at(when);
            TexelSweep::new(thing.cover, thing.motion, self.gliding_texels(store, index))
        });
        let (detail, sum) = (store.options.detail, sweeps.iter().any(TexelSweep::asks_sum));
        let touch = if store.plane().is_open() && !detail.normal && !detail.separation {
            turned_sweep::touch(&sweeps[0], &sweeps[1], sum, when, detail)
        } else {
            let [one, other] = pictures;
            let (one, other) = (sweeps[0].cover(when, sum, one), sweeps[1].cover(when, sum, other));
            cover_meeting::touch(store.plane(), &one, &other, detail)
        };
        touch.expect("they cover the same pixel at that moment")
    }

    /// A collider's cover on its way since the last successful step. None if it covers nothing.
    fn moving<'a>(&'a self, store: &'a Store, index: u32) -> Option<MovingCover<'a>> {
        let swept_path = &self.paths[index as usize];
        let SweptPath { motion, segments: [from, to], .. } = *swept_path;
        let (segments, back) = (&self.segments[from as usize..to as usize], swept_path.back());
        // Most are plain masks. They need no look at the collider, which is probably not in the caches.
        if let Some(AlignedMask { mask, corner, .. }) = store.slots.upright[index as usize].flat() {
            let cover = RasterCover::of_mask(mask, corner).shifted(back);
            return Some(MovingCover { cover, motion, segments, is_kept: true });
        }
        let stored = store.at(index);
        let formed = stored.formed(store.plane())?;
        if self.paths[index as usize].followed == Followed::ByTexels {
            let cover = match formed.footprint.may_be_cut(formed.texels.placed.shape()) {
                true => None,
                false => formed.cover(stored.drawn()),
            };
            let cover = cover.unwrap_or_else(|| RasterCover::undrawn(formed.texels));
            return Some(MovingCover { cover, motion, segments, is_kept: false }.shifted(back));
        }
        Some(MovingCover::new(formed, stored.drawn(), motion, segments)?.shifted(back))
    }
}

/// The contacts of the last step, beside pairs that come in the same order.
struct ContactsBefore<'a> {
    /// Those that were not passed yet.
    left: &'a [[Handle; 2]],
}

impl ContactsBefore<'_> {
    /// Whether a pair was a contact. The pairs asked about before come before it.
    #[inline]
    fn contain(&mut self, store: &Store, pair: [u32; 2]) -> bool {
        let is_before = |contact: &[Handle; 2]| contact.mapped(|handle| handle.index) < pair;
        if self.left.first().is_some_and(is_before) {
            // The next contact to read is probably near, so the search widens from here.
            let mut reach = 1;
            while self.left.get(reach).is_some_and(is_before) {
                reach *= 2;
            }
            let near = &self.left[..reach.min(self.left.len())];
            self.left = &self.left[near.partition_point(is_before)..];
        }
        let is_same = |contact: &[Handle; 2]| contact.mapped(|handle| handle.index) == pair;
        // Of two handles with the same slot only one was alive in the last step.
        let lives = |contact: &[Handle; 2]| *contact == pair.mapped(|index| store.handle_at(index));
        self.left.first().is_some_and(|contact| is_same(contact) && lives(contact))
    }
}
