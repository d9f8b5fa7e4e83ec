//! What is known of turned masks before they are drawn, and which pairs it decides.

use alloc::vec::Vec;

use super::collider::ColliderShape;
use super::drawings::Drawings;
use super::step::{Finding, for_each, for_each_part};
use super::{Live, Slot, World};
use crate::geom::Pose;
use crate::mask::Mask;
use crate::placed::Form;
use crate::posed::{PosedDiscs, hulls_apart};

/// What is known of a collider without its picture.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
enum TurnedState {
    /// It is not a turned mask, it has a test of its own, or it crosses a seam of a wrapped world.
    #[default]
    No,
    /// It was turned or moved since the last step.
    Stale,
    /// Nothing, because its mask has no silhouette yet.
    Unknown,
    /// Its discs.
    Known(PosedDiscs),
    /// As `No`, but it is still in the list of stale ones.
    Left,
}

impl TurnedState {
    /// Whether it is in the list of stale ones. It is there once.
    fn is_listed(self) -> bool {
        matches!(self, TurnedState::Stale | TurnedState::Left)
    }
}

/// What is known of turned masks, one for each slot.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnedMasks {
    of: Vec<TurnedState>,
    /// The slots that are stale or left, and room for what will be known of them.
    stale: Vec<(u32, TurnedState)>,
}

impl TurnedMasks {
    /// Makes room for this many slots.
    pub(super) fn resize(&mut self, slots: usize) {
        if slots < self.of.len() {
            self.stale.retain(|&(index, _)| (index as usize) < slots);
        }
        self.of.resize(slots, TurnedState::No);
    }

    /// Updates this after the collider has changed.
    #[inline]
    pub(super) fn settle(&mut self, index: u32, live: &Live) {
        if !live.is_turned_mask() {
            return self.forget(index);
        }
        let turned = &mut self.of[index as usize];
        if !turned.is_listed() {
            self.stale.push((index, TurnedState::No));
        }
        *turned = TurnedState::Stale;
    }

    /// Clears this after the collider was removed, or is no turned mask any more.
    #[inline]
    pub(super) fn forget(&mut self, index: u32) {
        let turned = &mut self.of[index as usize];
        // The list is emptied by steps only. A world that never steps must not list a slot again and again.
        *turned = if turned.is_listed() { TurnedState::Left } else { TurnedState::No };
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.of.capacity() * size_of::<TurnedState>()
            + self.stale.capacity() * size_of::<(u32, TurnedState)>()
    }

    /// Whether what is stored for a collider is possible.
    pub(super) fn is_valid(&self, index: u32, live: &Live) -> bool {
        match self.of[index as usize] {
            TurnedState::No => !live.is_turned_mask(),
            TurnedState::Left => !live.is_turned_mask() && self.stale.iter().any(|&(slot, _)| slot == index),
            TurnedState::Stale => live.is_turned_mask() && self.stale.iter().any(|&(slot, _)| slot == index),
            TurnedState::Unknown => live.is_turned_mask(),
            known @ TurnedState::Known(_) => live.is_turned_mask() && live.turned() == known,
        }
    }
}

impl Live {
    /// Whether it is a mask that has to be drawn to be compared, and nothing but its pixels decides.
    fn is_turned_mask(&self) -> bool {
        matches!(self.footprint.form, Form::Drawn | Form::Large)
            && matches!(self.collider.shape, ColliderShape::Mask(_) | ColliderShape::Frames(_))
            && self.collider.custom.is_none()
    }

    /// Its mask and the mask's pose. None if more than that decides.
    fn posed_mask(&self) -> Option<(&Mask, Pose)> {
        let Live { collider, pose, .. } = self;
        let pose = pose.filter(|_| collider.custom.is_none())?;
        let mask = match &collider.shape {
            ColliderShape::Mask(mask) => mask,
            ColliderShape::Frames(frames) => &frames.shown().mask,
            _ => return None,
        };
        // A trimmed frame has a pose of its own.
        let texels = self.texels()?;
        Some((mask, Pose { translation: texels.pose().translation, ..pose }))
    }

    fn turned(&self) -> TurnedState {
        let discs = || {
            let (mask, pose) = self.posed_mask()?;
            Some(PosedDiscs::new(mask.made_silhouette()?, &pose))
        };
        discs().map_or(TurnedState::Unknown, TurnedState::Known)
    }
}

impl World {
    /// Decides the pairs with turned masks that can be decided without a picture.
    pub(super) fn judge_candidates(&mut self) {
        let World { turned: TurnedMasks { of, stale }, slots, options, .. } = self;
        let (all, known) = (&*slots, &*of);
        for_each(stale, options.parallel_from, |(index, turned)| {
            // What was left is no turned mask any more, or crosses a seam.
            let is_stale = known[*index as usize] == TurnedState::Stale;
            if let Some(live) = all[*index as usize].live.as_deref().filter(|_| is_stale) {
                *turned = live.turned();
            }
        });
        for (index, turned) in stale.drain(..) {
            of[index as usize] = turned;
        }
        let mut findings = core::mem::take(&mut self.scratch.findings);
        findings.clear();
        findings.resize(self.scratch.candidates.len(), Finding::Untested);
        let world = &*self;
        for_each_part(
            &self.scratch.candidates,
            &mut findings,
            self.options.parallel_from,
            |pairs, findings| {
                for (&[a, b], finding) in pairs.iter().zip(findings) {
                    *finding = world.judge(a, b);
                }
            },
        );
        self.scratch.findings = findings;
    }

    #[inline]
    fn judge(&self, a: u32, b: u32) -> Finding {
        let quick = |index: u32| &self.quick[index as usize];
        if quick(a).is_some() && quick(b).is_some() {
            return Finding::Untested;
        }
        let discs = |index: u32| match self.turned.of[index as usize] {
            TurnedState::Known(discs) => Some(discs),
            TurnedState::No | TurnedState::Left => quick(index).discs(),
            TurnedState::Stale | TurnedState::Unknown => None,
        };
        let (Some(one), Some(two)) = (discs(a), discs(b)) else { return Finding::Open };
        match one.judge(&two) {
            Some(touches) => Finding::Judged(touches),
            None if self.hulls_apart(a, b) => Finding::Judged(false),
            None => Finding::Open,
        }
    }

    /// Whether hulls show that a pair is apart. Not asked if both pictures are there, because comparing those costs less.
    fn hulls_apart(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.at(a), self.at(b));
        if !a.needs_picture() && !b.needs_picture() {
            return false;
        }
        let apart = || {
            let ((a, pose_a), (b, pose_b)) = (a.posed_mask()?, b.posed_mask()?);
            Some(hulls_apart((a.made_silhouette()?, &pose_a), (b.made_silhouette()?, &pose_b)))
        };
        apart().unwrap_or(false)
    }

    /// Draws the pictures without which the open pairs cannot be decided, or with which they are decided faster.
    pub(super) fn draw_pictures(&mut self) {
        let World { drawings, slots, quick, turned, scratch, options, .. } = self;
        drawings.begin(slots);
        for (&pair, &finding) in scratch.candidates.iter().zip(&scratch.findings) {
            if finding == Finding::Open {
                let must = !is_searchable(pair, slots, turned, drawings);
                for index in pair.into_iter().filter(|&index| !quick[index as usize].is_some()) {
                    drawings.ask(slots, index, must);
                }
            }
        }
        // A way is followed by pictures.
        for &index in scratch.swept_pairs.as_flattened() {
            if !quick[index as usize].is_some() {
                drawings.ask(slots, index, true);
            }
        }
        drawings.draw(slots, options.parallel_from);
    }
}

/// Whether a search can decide a pair: both are masks with silhouettes. A silhouette, and the field that it comes from, costs as much as
/// many drawings. So it is built only for a mask that is here for the second time: one that is made anew for every step never pays for it.
fn is_searchable(pair: [u32; 2], slots: &[Slot], turned: &mut TurnedMasks, drawings: &mut Drawings) -> bool {
    let mut are = true;
    for index in pair {
        let live = slots[index as usize].live.as_deref().expect("a candidate is there");
        let Some((mask, _)) = live.posed_mask() else { return false };
        let is_made = mask.made_silhouette().is_some()
            || drawings.has_seen(mask.stamp(), slots.len()) && mask.silhouette().is_some();
        let turned = &mut turned.of[index as usize];
        if is_made && *turned == TurnedState::Unknown {
            *turned = live.turned();
        }
        are &= is_made;
    }
    are
}
