//! What is known of turned masks before they are drawn.
//!
//! A step through a hundred thousand turned masks waits for memory above all. So what most pairs need lies side by side: eight bytes for
//! each slot say what is known, and a *prepared pose* for each slot has the mask, its pose and its discs. Discs, hulls and the search need
//! nothing else, and a picture that is kept is found by mask and pose. Colliders are read only where one may have a picture of its own.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::bits::prefetch;
use crate::geom::Pose;
use crate::heap::heap_bytes;
use crate::mask::Mask;
use crate::posed::{Posed, PosedDiscs};
use crate::world::grow::{room_for, set_slots, trim_all};
use crate::world::store::picture_sharing::PictureState;
use crate::world::threads::for_each_both;

/// What is known of a collider without its picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum TurnedKind {
    /// It is not a turned mask, it has a test of its own, or it crosses a seam of a wrapped world.
    #[default]
    No,
    /// Its pose. It was turned or moved since the last step.
    Stale,
    /// Its pose. Its mask has no silhouette yet.
    Posed,
    /// Its pose and its discs.
    Discs,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TurnedState {
    pub(crate) kind: TurnedKind,
    /// Whether it is in the list of stale ones. It is there once, and stays there if it is no turned mask any more.
    is_listed: bool,
    pub(crate) picture: PictureState,
}

/// A mask, its pose, and two discs.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreparedPose {
    /// None if it is no turned mask.
    mask: Option<Arc<Mask>>,
    pose: Pose,
    pub(crate) discs: PosedDiscs,
}

impl PreparedPose {
    pub(crate) fn posed(&self) -> Option<Posed<'_>> {
        Some((self.mask.as_ref()?, &self.pose))
    }

    /// Updates this after the collider has changed.
    fn update(&mut self, state: &mut TurnedState, (mask, pose): (&Arc<Mask>, Pose)) {
        let same_mask = self.mask.as_ref().is_some_and(|old| Arc::ptr_eq(old, mask));
        if !same_mask {
            self.mask = Some(Arc::clone(mask));
        }
        let picture = state.picture.changed(same_mask && looks_the_same(&self.pose, &pose));
        self.pose = pose;
        *state = TurnedState { kind: TurnedKind::Stale, picture, ..*state };
    }

    /// Finds the discs, if the mask has a silhouette.
    pub(crate) fn prepare(&mut self) -> TurnedKind {
        let silhouette = self.mask.as_ref().and_then(|mask| mask.made_silhouette());
        let Some(silhouette) = silhouette else { return TurnedKind::Posed };
        self.discs = PosedDiscs::new(silhouette, &self.pose);
        TurnedKind::Discs
    }
}

/// Whether a mask has one picture under both poses, whole pixels apart.
fn looks_the_same(a: &Pose, b: &Pose) -> bool {
    let moves_whole = |axis: usize| (a.translation[axis] ^ b.translation[axis]) & 0xFFFF == 0;
    a.matrix == b.matrix && moves_whole(0) && moves_whole(1)
}

impl TurnedState {
    /// Updates this after the collider has changed. `turned` is its mask and pose, if it is a turned mask. [`TurnedMasks::publish`] makes
    /// room for the first prepared pose.
    #[inline]
    pub(crate) fn update(&mut self, prepared: Option<&mut PreparedPose>, turned: Option<(&Arc<Mask>, Pose)>) {
        match (turned, prepared) {
            (Some(turned), Some(prepared)) => prepared.update(self, turned),
            (Some(_), None) => {}
            (None, prepared) => self.forget(prepared),
        }
    }

    #[inline]
    fn forget(&mut self, prepared: Option<&mut PreparedPose>) {
        if self.kind != TurnedKind::No || self.picture.is_known() {
            *self = TurnedState { is_listed: self.is_listed, ..TurnedState::default() };
            if let Some(prepared) = prepared {
                prepared.mask = None;
            }
        }
    }
}

/// What is known of turned masks, for each slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnedMasks {
    slots: usize,
    /// Empty until there is a turned mask or a picture.
    pub(crate) states: Vec<TurnedState>,
    /// Empty until there is a turned mask.
    pub(crate) prepared: Vec<PreparedPose>,
    /// The listed slots.
    stale: Vec<u32>,
}

impl TurnedMasks {
    /// Makes room for this many slots.
    pub(crate) fn resize(&mut self, slots: usize) {
        if slots < self.slots {
            self.stale.retain(|&index| (index as usize) < slots);
        }
        self.slots = slots;
        if !self.states.is_empty() {
            self.make_states();
        }
        if !self.prepared.is_empty() {
            self.make_prepared();
        }
    }

    /// What the lists take once there is a turned mask, in bytes. The list of stale ones grows to twice its size.
    pub(crate) fn bytes_of_lists(&self) -> usize {
        let each = size_of::<TurnedState>() + size_of::<PreparedPose>() + size_of::<u32>();
        room_for(self.slots).saturating_mul(each)
    }

    pub(crate) fn trim(&mut self, slots: usize) {
        trim_all!(slots, self.states, self.prepared, self.stale);
    }

    fn make_states(&mut self) {
        set_slots(&mut self.states, self.slots, TurnedState::default);
    }

    fn make_prepared(&mut self) {
        set_slots(&mut self.prepared, self.slots, PreparedPose::default);
    }

    /// Clears this after the collider was removed.
    #[inline]
    pub(crate) fn forget(&mut self, index: u32) {
        if let Some(state) = self.states.get_mut(index as usize) {
            state.forget(self.prepared.get_mut(index as usize));
        }
    }

    /// Lists a turned mask that was updated, if it is stale and not listed yet. Without room for it, it was not updated.
    #[inline]
    pub(crate) fn publish<'a>(&mut self, index: u32, turned: impl FnOnce() -> Option<(&'a Arc<Mask>, Pose)>) {
        if self.kind(index) == TurnedKind::No {
            self.make_states();
            self.make_prepared();
            self.states[index as usize].update(self.prepared.get_mut(index as usize), turned());
        }
        let state = &mut self.states[index as usize];
        if state.kind == TurnedKind::Stale && !state.is_listed {
            state.is_listed = true;
            self.stale.push(index);
        }
    }

    /// Prepares what was turned or moved.
    pub(crate) fn prepare(&mut self, parallel_from: usize) {
        let TurnedMasks { states, prepared, stale, slots: _ } = self;
        let prepare = |state: &mut TurnedState, prepared: &mut PreparedPose| {
            state.is_listed = false;
            if state.kind == TurnedKind::Stale {
                state.kind = prepared.prepare();
            }
        };
        if stale.len() > states.len() / 4 && !prepared.is_empty() {
            for_each_both(states, prepared, parallel_from, prepare);
        } else {
            for &index in &*stale {
                prepare(&mut states[index as usize], &mut prepared[index as usize]);
            }
        }
        stale.clear();
    }

    /// What is known of a collider's picture.
    pub(crate) fn picture(&mut self, index: u32) -> &mut PictureState {
        if self.states.is_empty() {
            self.make_states();
        }
        &mut self.states[index as usize].picture
    }

    /// What is known of a collider.
    #[inline]
    pub(crate) fn state(&self, index: u32) -> TurnedState {
        self.states.get(index as usize).copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn kind(&self, index: u32) -> TurnedKind {
        self.state(index).kind
    }

    /// Whether a picture is there for either of a pair.
    pub(crate) fn has_picture(&self, pair: [u32; 2]) -> bool {
        pair.into_iter().any(|index| self.state(index).picture.is_there)
    }

    /// Both masks of a pair, if their silhouettes are known.
    pub(crate) fn silhouetted(&self, [a, b]: [u32; 2]) -> Option<(Posed<'_>, Posed<'_>)> {
        let posed = |index: u32| {
            if self.kind(index) == TurnedKind::Discs { self.prepared[index as usize].posed() } else { None }
        };
        Some((posed(a)?, posed(b)?))
    }

    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        if self.kind(index) != TurnedKind::No {
            prefetch::value(&self.prepared[index as usize]);
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.states, self.prepared, self.stale)
    }

    /// Whether what is stored for a slot is possible. `turned` is its mask and pose, if it is a turned mask.
    pub(crate) fn is_valid(
        &self,
        index: u32,
        turned: Option<(&Arc<Mask>, Pose)>,
        needs_drawing: bool,
    ) -> bool {
        let TurnedState { kind, is_listed, picture } = self.state(index);
        let prepared = self.prepared.get(index as usize);
        let kept = prepared.and_then(|prepared| Some((prepared.mask.as_ref()?, prepared.pose)));
        let is_same = match (turned, kept) {
            (Some((mask, pose)), Some((kept, at))) => Arc::ptr_eq(mask, kept) && pose == at,
            (None, None) => true,
            _ => false,
        };
        let knows = match kind {
            TurnedKind::No => kept.is_none(),
            TurnedKind::Stale => is_listed,
            TurnedKind::Posed => true,
            TurnedKind::Discs => prepared.is_some_and(|prepared| {
                let mut anew = prepared.clone();
                anew.prepare() == kind && anew.discs == prepared.discs
            }),
        };
        is_same && knows && !(picture.is_there && needs_drawing) && is_listed == self.stale.contains(&index)
    }
}
