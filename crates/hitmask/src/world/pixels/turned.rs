//! What is known of turned masks before they are drawn, and which pairs it decides.
//!
//! A step through a hundred thousand turned masks waits for memory above all. So what most pairs need lies side by side: eight bytes for each
//! slot says what is known, and a *prepared pose* for each slot has the mask, its pose and its discs. Discs, hulls and the search need
//! nothing else, and a picture that is kept is found by mask and pose. Colliders are read only where one may have a picture of its own.
//!
//! Pairs are decided in this order: by discs; by two masks that lie *flat*, which are unturned ones, copies turned by right angles, and kept
//! pictures; by hulls; by pictures of their own, or by a search.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::bits::prefetch;
use crate::geom::Pose;
use crate::mask::Mask;
use crate::placed::{Form, turned_corner};
use crate::posed::{self, BakeKey, Posed, PosedDiscs, hulls_apart};
use crate::world::pixels::drawings::{Drawings, PictureState};
use crate::world::pixels::quick::Flat;
use crate::world::step::{Finding, for_each_both, for_each_part};
use crate::world::types::collider::ColliderShape;
use crate::world::types::event::{EventDetail, Touch};
use crate::world::types::handle::Handle;
use crate::world::{Live, Slot, World};

/// What is known of a collider without its picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum TurnedKind {
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
    kind: TurnedKind,
    /// Whether it is in the list of stale ones. It is there once, and stays there if it is no turned mask any more.
    is_listed: bool,
    picture: PictureState,
}

/// A mask, its pose, and two discs.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreparedPose {
    /// None if it is no turned mask.
    mask: Option<Arc<Mask>>,
    pose: Pose,
    discs: PosedDiscs,
}

impl PreparedPose {
    fn posed(&self) -> Option<Posed<'_>> {
        Some((self.mask.as_ref()?, &self.pose))
    }

    /// Updates this after the collider has changed. None if the collider crosses a seam.
    #[inline]
    pub(crate) fn settle(&mut self, state: &mut TurnedState, live: Option<&Live>) {
        let Some((mask, pose)) = live.and_then(Live::turned_mask) else { return self.forget(state) };
        let same_mask = self.mask.as_ref().is_some_and(|old| Arc::ptr_eq(old, mask));
        if !same_mask {
            self.mask = Some(Arc::clone(mask));
        }
        let picture = state.picture.changed(same_mask && looks_the_same(&self.pose, &pose));
        self.pose = pose;
        *state = TurnedState { kind: TurnedKind::Stale, picture, ..*state };
    }

    #[inline]
    fn forget(&mut self, state: &mut TurnedState) {
        if state.kind != TurnedKind::No || state.picture.is_known() {
            *state = TurnedState { is_listed: state.is_listed, ..TurnedState::default() };
            self.mask = None;
        }
    }

    /// Finds the discs, if the mask has a silhouette.
    fn prepare(&mut self) -> TurnedKind {
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

/// What is known of turned masks, for each slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnedMasks {
    states: Vec<TurnedState>,
    prepared: Vec<PreparedPose>,
    /// The listed slots.
    stale: Vec<u32>,
}

impl TurnedMasks {
    /// Makes room for this many slots.
    pub(crate) fn resize(&mut self, slots: usize) {
        if slots < self.states.len() {
            self.stale.retain(|&index| (index as usize) < slots);
        }
        self.states.resize(slots, TurnedState::default());
        self.prepared.resize_with(slots, PreparedPose::default);
    }

    /// Updates this after the collider has changed. None if it crosses a seam.
    #[inline]
    pub(crate) fn settle(&mut self, index: u32, live: Option<&Live>) {
        self.prepared[index as usize].settle(&mut self.states[index as usize], live);
        self.list(index);
    }

    /// Clears this after the collider was removed.
    #[inline]
    pub(crate) fn forget(&mut self, index: u32) {
        self.prepared[index as usize].forget(&mut self.states[index as usize]);
    }

    /// Lists a slot if it is stale and not listed yet.
    #[inline]
    pub(crate) fn list(&mut self, index: u32) {
        let state = &mut self.states[index as usize];
        if state.kind == TurnedKind::Stale && !state.is_listed {
            state.is_listed = true;
            self.stale.push(index);
        }
    }

    /// What belongs to each slot alone. [`TurnedMasks::list`] must be called afterwards for what was settled.
    pub(crate) fn parts(&mut self) -> (&mut [TurnedState], &mut [PreparedPose]) {
        (&mut self.states, &mut self.prepared)
    }

    /// Prepares what was turned or moved.
    fn prepare(&mut self, parallel_from: usize) {
        let TurnedMasks { states, prepared, stale } = self;
        let prepare = |state: &mut TurnedState, prepared: &mut PreparedPose| {
            state.is_listed = false;
            if state.kind == TurnedKind::Stale {
                state.kind = prepared.prepare();
            }
        };
        if stale.len() > states.len() / 4 {
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
        &mut self.states[index as usize].picture
    }

    fn kind(&self, index: u32) -> TurnedKind {
        self.states[index as usize].kind
    }

    /// Whether a picture is there for either of a pair.
    fn has_picture(&self, pair: [u32; 2]) -> bool {
        pair.into_iter().any(|index| self.states[index as usize].picture.is_there)
    }

    /// Both masks of a pair, if their silhouettes are known.
    fn silhouetted(&self, [a, b]: [u32; 2]) -> Option<(Posed<'_>, Posed<'_>)> {
        let posed = |index: u32| {
            let is_known = self.kind(index) == TurnedKind::Discs;
            self.prepared[index as usize].posed().filter(|_| is_known)
        };
        Some((posed(a)?, posed(b)?))
    }

    #[inline]
    fn prefetch(&self, index: u32) {
        if self.kind(index) != TurnedKind::No {
            prefetch::value(&self.prepared[index as usize]);
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.states.capacity() * size_of::<TurnedState>()
            + self.prepared.capacity() * size_of::<PreparedPose>()
            + self.stale.capacity() * size_of::<u32>()
    }

    /// Whether what is stored for a collider is possible.
    pub(crate) fn is_valid(&self, index: u32, live: &Live) -> bool {
        let TurnedState { kind, is_listed, picture } = self.states[index as usize];
        let prepared = &self.prepared[index as usize];
        let is_same = match (live.turned_mask(), &prepared.mask) {
            (Some((mask, pose)), Some(kept)) => Arc::ptr_eq(mask, kept) && pose == prepared.pose,
            (None, None) => true,
            _ => false,
        };
        let knows = match kind {
            TurnedKind::No => prepared.mask.is_none(),
            TurnedKind::Stale => is_listed,
            TurnedKind::Posed => true,
            TurnedKind::Discs => {
                let mut anew = prepared.clone();
                anew.prepare() == kind && anew.discs == prepared.discs
            }
        };
        let is_there = !picture.is_there || !live.needs_drawing();
        is_same && knows && is_there && is_listed == self.stale.contains(&index)
    }
}

impl Live {
    /// Its mask and the mask's pose, if it is a mask that does not lie flat, and nothing but its pixels decides.
    #[inline]
    fn turned_mask(&self) -> Option<(&Arc<Mask>, Pose)> {
        let is_turned = matches!(self.footprint.form, Form::Turned(_) | Form::Drawn | Form::Large);
        if is_turned { self.posed_mask() } else { None }
    }

    /// Its mask and the mask's pose. None if more than that decides.
    #[inline]
    fn posed_mask(&self) -> Option<(&Arc<Mask>, Pose)> {
        let Live { collider, pose, .. } = self;
        let pose = pose.filter(|_| collider.custom.is_none())?;
        let mask = match &collider.shape {
            ColliderShape::Mask(mask) => return Some((mask, pose)),
            ColliderShape::Frames(frames) => &frames.shown().mask,
            _ => return None,
        };
        // A trimmed frame has a pose of its own.
        let texels = self.texels()?;
        Some((mask, Pose { translation: texels.pose().translation, ..pose }))
    }
}

impl World {
    /// Decides the pairs with turned masks that can be decided without drawing.
    pub(crate) fn judge_candidates(&mut self) {
        self.turned.prepare(self.options.parallel_from);
        let mut findings = core::mem::take(&mut self.scratch.findings);
        findings.clear();
        findings.resize(self.scratch.candidates.len(), Finding::Untested);
        let world = &*self;
        for_each_part(
            &self.scratch.candidates,
            &mut findings,
            self.options.parallel_from,
            |pairs, findings| {
                // How many pairs ahead. Found by measuring.
                const AHEAD: usize = 12;
                for (i, (&[a, b], finding)) in pairs.iter().zip(findings).enumerate() {
                    for &index in pairs.get(i + AHEAD).into_iter().flatten() {
                        world.turned.prefetch(index);
                        prefetch::value(&world.quick[index as usize]);
                    }
                    *finding = world.judge(a, b);
                }
            },
        );
        self.scratch.findings = findings;
    }

    #[inline]
    fn judge(&self, a: u32, b: u32) -> Finding {
        let quick = |index: u32| &self.quick[index as usize];
        let (kind_a, kind_b) = (self.turned.kind(a), self.turned.kind(b));
        if (kind_a, kind_b) == (TurnedKind::No, TurnedKind::No) {
            let both = quick(a).is_some() && quick(b).is_some();
            return if both { Finding::Untested } else { Finding::Open };
        }
        let discs = |index: u32, kind| match kind {
            TurnedKind::Discs => Some(self.turned.prepared[index as usize].discs),
            TurnedKind::No => quick(index).discs(),
            TurnedKind::Stale | TurnedKind::Posed => None,
        };
        let discs = (discs(a, kind_a), discs(b, kind_b));
        if let (Some(one), Some(two)) = &discs
            && let Some(touches) = one.judge(two)
        {
            return Finding::Judged(touches);
        }
        let may_be_flat = |index: u32, kind| kind != TurnedKind::No || quick(index).is_some();
        if may_be_flat(a, kind_a)
            && may_be_flat(b, kind_b)
            && let Some(one) = self.flat(a)
            && let Some(two) = self.flat(b)
        {
            let touches = one.touches(two);
            return match (one.is_kept || two.is_kept, touches) {
                (true, _) => Finding::Compared(touches),
                (false, true) => Finding::Touches,
                (false, false) => Finding::Apart,
            };
        }
        let both = matches!(discs, (Some(_), Some(_)));
        if both && self.hulls_apart([a, b]) { Finding::Judged(false) } else { Finding::Open }
    }

    /// What a collider covers, as a mask that lies flat: its own mask, the copy of it that is turned by right angles, or a picture that is
    /// kept. None if there is none, or if looking for pictures is not worth its time.
    #[inline]
    pub(crate) fn flat(&self, index: u32) -> Option<Flat<'_>> {
        if self.turned.kind(index) == TurnedKind::No {
            return self.quick[index as usize].flat();
        }
        let (mask, pose) = self.turned.prepared[index as usize].posed()?;
        if let Some(turn) = pose.turn() {
            return Flat::at(mask.kept_turned(turn)?, turned_corner(mask.size(), pose));
        }
        if !self.drawings.looking_pays() {
            return None;
        }
        self.drawings.kept(&BakeKey::new(mask.stamp()?, pose))?.flat(pose)
    }

    /// Whether hulls show that a pair is apart. Not asked if both pictures are there, because comparing those costs less.
    fn hulls_apart(&self, pair: [u32; 2]) -> bool {
        let are_apart = |(a, pose_a): Posed<'_>, (b, pose_b): Posed<'_>| {
            Some(hulls_apart((a.made_silhouette()?, pose_a), (b.made_silhouette()?, pose_b)))
        };
        if let Some((a, b)) = self.turned.silhouetted(pair) {
            let states = pair.map(|index| self.turned.states[index as usize]);
            return !states.iter().all(|state| state.picture.is_there) && are_apart(a, b).unwrap_or(false);
        }
        let [a, b] = pair.map(|index| self.at(index));
        if !a.needs_picture() && !b.needs_picture() {
            return false;
        }
        let apart = || {
            let ((a, pose_a), (b, pose_b)) = (a.posed_mask()?, b.posed_mask()?);
            are_apart((a, &pose_a), (b, &pose_b))
        };
        apart().unwrap_or(false)
    }

    /// Draws the pictures without which the open pairs cannot be decided, or with which they are decided faster.
    pub(crate) fn draw_pictures(&mut self) {
        // How many pairs ahead the slots, and how many ahead what they hold.
        const SLOTS: usize = 12;
        const AHEAD: usize = 6;
        let World { drawings, slots, quick, turned, scratch, options, .. } = self;
        drawings.begin_step();
        let looking_pays = drawings.looking_pays();
        let (candidates, findings) = (&scratch.candidates, &scratch.findings);
        // What is known of turned masks is read first: it is eight bytes each.
        let is_pictured = |turned: &TurnedMasks, index: u32| {
            let TurnedState { kind, picture, .. } = turned.states[index as usize];
            picture.is_there || kind == TurnedKind::No && quick[index as usize].is_some()
        };
        for (i, (&pair, &finding)) in candidates.iter().zip(findings).enumerate() {
            let later = |ahead: usize| {
                let is_open = findings.get(i + ahead) == Some(&Finding::Open);
                candidates.get(i + ahead).filter(|_| is_open).into_iter().flatten()
            };
            // Where looking does not pay, few colliders are read.
            let is_read = |turned: &TurnedMasks, index: u32| {
                (looking_pays || turned.kind(index) != TurnedKind::Discs) && !is_pictured(turned, index)
            };
            for &index in later(SLOTS).filter(|&&index| is_read(turned, index)) {
                prefetch::value(&slots[index as usize]);
            }
            for &index in later(AHEAD).filter(|&&index| is_read(turned, index)) {
                slots[index as usize].prefetch();
            }
            if matches!(finding, Finding::Compared(_)) {
                for index in pair {
                    if turned.kind(index) != TurnedKind::No {
                        drawings.count_kept(turned.picture(index));
                    }
                }
            }
            if finding != Finding::Open || pair.iter().all(|&index| is_pictured(turned, index)) {
                continue;
            }
            let must = !is_searchable(pair, slots, turned, drawings);
            for index in pair {
                if !is_pictured(turned, index) {
                    drawings.ask(slots, index, turned.picture(index), must);
                }
            }
        }
        // A way is followed by pictures.
        for &index in scratch.swept_pairs.as_flattened() {
            if !quick[index as usize].is_some() {
                drawings.ask(slots, index, turned.picture(index), true);
            }
        }
        drawings.draw(slots, options.parallel_from);
    }

    /// Prefetches what decides an open pair.
    #[inline]
    pub(crate) fn prefetch_open(&self, pair: [u32; 2]) {
        if self.turned.has_picture(pair) {
            pair.iter().for_each(|&index| self.slots[index as usize].prefetch());
        } else {
            pair.iter().for_each(|&index| self.turned.prefetch(index));
        }
    }

    /// Decides an open pair of turned masks by a search, if neither has a picture. None if that is not so.
    #[inline]
    pub(crate) fn search(&self, pair: [u32; 2]) -> Option<bool> {
        if self.options.wrap.is_some() || self.turned.has_picture(pair) {
            return None;
        }
        let (a, b) = self.turned.silhouetted(pair)?;
        // Discs and hulls were asked before, unless a silhouette was made in this step.
        Some(posed::search_raster(a, b))
    }

    /// Finds the first pixel of new contacts of turned masks without pictures, where that costs less than drawing them.
    pub(crate) fn touch_undrawn(&self, pair: [Handle; 2], detail: EventDetail) -> Option<Touch> {
        // Drawing two sprites costs as much as looking at about this many pixels of both.
        const MOST: u64 = 2048;
        let says_more = detail.area || detail.bounds || detail.normal || detail.separation;
        let pair = pair.map(|handle| handle.index);
        if says_more
            || self.options.wrap.is_some()
            || pair.iter().all(|&index| self.turned.states[index as usize].picture.is_there)
        {
            return None;
        }
        let (a, b) = self.turned.silhouetted(pair)?;
        posed::first_of_few(a, b, MOST).map(Touch::new)
    }
}

/// Whether a search can decide a pair: both are masks with silhouettes. A silhouette, and the field that it comes from, costs as much as
/// many drawings. So it is built only for a mask that is here for the second time: one that is made anew for every step never pays for it.
fn is_searchable(pair: [u32; 2], slots: &[Slot], turned: &mut TurnedMasks, drawings: &mut Drawings) -> bool {
    let mut are = true;
    for index in pair {
        if turned.kind(index) == TurnedKind::Discs {
            continue;
        }
        let live = slots[index as usize].live.as_deref().expect("a candidate is there");
        let Some((mask, _)) = live.posed_mask() else { return false };
        let is_made = mask.made_silhouette().is_some()
            || drawings.has_seen(mask.stamp(), slots.len()) && mask.silhouette().is_some();
        if is_made && turned.kind(index) == TurnedKind::Posed {
            turned.states[index as usize].kind = turned.prepared[index as usize].prepare();
        }
        are &= is_made;
    }
    are
}
