//! How two colliders are compared, the cheapest test first: discs; two *aligned* masks, which are upright masks, copies turned by
//! right angles, and cached drawings; hulls; drawings of their own, or a search.

use crate::bits::prefetch;
use crate::geom::Mapped;
use crate::placed::{Form, ShapeRef, turned_corner};
use crate::posed::{self, BakeKey, Posed, hulls_apart};
use crate::world::collider::aligned_mask::AlignedMask;
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::narrow_phase::cover_meeting;
use crate::world::narrow_phase::raster_cover::{CoverPair, RasterCover};
use crate::world::store::picture_sharing::Pictures;
use crate::world::store::scratch::PairState;
use crate::world::store::slots::Slots;
use crate::world::store::turned_masks::{TurnedKind, TurnedMasks, TurnedState};
use crate::world::threads::for_each_part;

impl Slots {
    /// Decides the pairs with turned masks that can be decided without drawing or searching, and marks the others open.
    pub(crate) fn judge_all(&mut self, pairs: &[[u32; 2]], states: &mut [PairState], parallel_from: usize) {
        if self.are_all_upright() {
            return;
        }
        self.turned.prepare(parallel_from);
        let slots = &*self;
        for_each_part(pairs, states, parallel_from, |pairs, states| {
            // How many pairs ahead. Found by measuring.
            const AHEAD: usize = 12;
            for (i, (&[a, b], state)) in pairs.iter().zip(states).enumerate() {
                for &index in prefetch::ahead(pairs, i + AHEAD).into_iter().flatten() {
                    slots.turned.prefetch(index);
                    prefetch::value(&slots.upright[index as usize]);
                }
                *state = slots.judge(a, b);
            }
        });
    }

    #[inline]
    fn judge(&self, a: u32, b: u32) -> PairState {
        let upright = |index: u32| &self.upright[index as usize];
        let (kind_a, kind_b) = (self.turned.kind(a), self.turned.kind(b));
        if (kind_a, kind_b) == (TurnedKind::No, TurnedKind::No) {
            let both = upright(a).is_some() && upright(b).is_some();
            return if both { PairState::Untested } else { PairState::Open };
        }
        let discs = |index: u32, kind| match kind {
            TurnedKind::Discs => Some(self.turned.prepared[index as usize].discs),
            TurnedKind::No => upright(index).discs(),
            TurnedKind::Stale | TurnedKind::Posed => None,
        };
        let discs = (discs(a, kind_a), discs(b, kind_b));
        if let (Some(one), Some(two)) = &discs
            && let Some(touches) = one.judge(two)
        {
            return PairState::Judged(touches);
        }
        let may_be_aligned = |index: u32, kind| kind != TurnedKind::No || upright(index).is_some();
        if may_be_aligned(a, kind_a)
            && may_be_aligned(b, kind_b)
            && let Some(one) = self.flat(a)
            && let Some(two) = self.flat(b)
        {
            let touches = one.touches(two);
            return match (one.is_kept || two.is_kept, touches) {
                (true, _) => PairState::Compared(touches),
                (false, true) => PairState::Touches,
                (false, false) => PairState::Apart,
            };
        }
        let both = matches!(discs, (Some(_), Some(_)));
        if both && self.hulls_apart([a, b]) { PairState::Judged(false) } else { PairState::Open }
    }

    /// The pixels of a collider as an aligned mask: its own mask, the copy of it that is turned by right angles, or a drawing that is
    /// kept. None if there is none, or if looking for pictures is not worth its time.
    #[inline]
    pub(crate) fn flat(&self, index: u32) -> Option<AlignedMask<'_>> {
        if self.turned.kind(index) == TurnedKind::No {
            return self.upright[index as usize].flat();
        }
        let (mask, pose) = self.turned.prepared[index as usize].posed()?;
        if let Some(turn) = pose.turn() {
            return AlignedMask::at(mask.kept_turned(turn)?, turned_corner(mask.size(), pose));
        }
        if !self.pictures.looking_pays() {
            return None;
        }
        self.pictures.kept(&BakeKey::new(mask.stamp()?, pose))?.flat(pose)
    }

    /// Whether hulls show that a pair is apart. Not asked if both pictures are there, because comparing those costs less.
    fn hulls_apart(&self, pair: [u32; 2]) -> bool {
        let are_apart = |(a, pose_a): Posed<'_>, (b, pose_b): Posed<'_>| {
            Some(hulls_apart((a.made_silhouette()?, pose_a), (b.made_silhouette()?, pose_b)))
        };
        if let Some((a, b)) = self.turned.silhouetted(pair) {
            let states = pair.mapped(|index| self.turned.state(index));
            return !states.iter().all(|state| state.picture.is_there) && are_apart(a, b).unwrap_or(false);
        }
        let colliders = pair.mapped(|index| self.stored(index));
        let [Some(a), Some(b)] = colliders.mapped(|stored| stored.formed(self.plane)) else { return false };
        let is_at_hand = [a, b].iter().zip(colliders).all(|(formed, stored)| {
            formed.footprint.form != Form::Large && !formed.needs_drawing(stored.drawn())
        });
        let [one, other] = colliders.mapped(StoredCollider::lone_mask);
        !is_at_hand
            && one.zip(other).is_some_and(|(one, other)| {
                are_apart((one, a.texels.pose()), (other, b.texels.pose())).unwrap_or(false)
            })
    }

    /// Draws the pictures without which the open pairs cannot be decided, or with which they are decided faster. `swept` are the pairs with
    /// ways: those are followed by pictures.
    pub(crate) fn draw_pictures(
        &mut self,
        pairs: &[[u32; 2]],
        states: &[PairState],
        swept: &[[u32; 2]],
        parallel_from: usize,
    ) {
        // How many pairs ahead the slots, and how many ahead what they hold.
        const SLOTS: usize = 12;
        const AHEAD: usize = 6;
        let Slots { pictures, colliders, upright, turned, plane, others, .. } = self;
        pictures.begin_step();
        if *others == 0 {
            return;
        }
        let looking_pays = pictures.looking_pays();
        // What is known of turned masks is read first: it is eight bytes each.
        let is_pictured = |turned: &TurnedMasks, index: u32| {
            let TurnedState { kind, picture, .. } = turned.state(index);
            picture.is_there || kind == TurnedKind::No && upright[index as usize].is_some()
        };
        for (i, (&pair, &state)) in pairs.iter().zip(states).enumerate() {
            let later = |ahead: usize| {
                let is_open = states.get(i + ahead) == Some(&PairState::Open);
                prefetch::ahead(pairs, i + ahead).filter(|_| is_open).into_iter().flatten()
            };
            // Where looking does not pay, few colliders are read.
            let is_read = |turned: &TurnedMasks, index: u32| {
                (looking_pays || turned.kind(index) != TurnedKind::Discs) && !is_pictured(turned, index)
            };
            for &index in later(SLOTS).filter(|&&index| is_read(turned, index)) {
                prefetch::value(&colliders[index as usize]);
            }
            for &index in later(AHEAD).filter(|&&index| is_read(turned, index)) {
                prefetch_extra(colliders, index);
            }
            if matches!(state, PairState::Compared(_)) {
                for index in pair {
                    if turned.kind(index) != TurnedKind::No {
                        pictures.count_kept(turned.picture(index));
                    }
                }
            }
            if state != PairState::Open || pair.iter().all(|&index| is_pictured(turned, index)) {
                continue;
            }
            let must = !is_searchable(pair, colliders, turned, pictures);
            for index in pair {
                if !is_pictured(turned, index) {
                    pictures.ask(colliders, *plane, index, turned.picture(index), must);
                }
            }
        }
        self.draw_all(swept.as_flattened().iter().copied(), parallel_from);
    }

    /// Draws the colliders whose pixels are read from a drawing.
    pub(crate) fn draw_all(&mut self, slots: impl Iterator<Item = u32>, parallel_from: usize) {
        if self.are_all_upright() {
            return;
        }
        let Slots { pictures, colliders, upright, turned, plane, .. } = self;
        for index in slots {
            if !upright[index as usize].is_some() {
                pictures.ask(colliders, *plane, index, turned.picture(index), true);
            }
        }
        pictures.draw(colliders, *plane, parallel_from);
    }

    /// Compares the pixels of pairs in order, and prefetches the memory of later ones. In a large world none of it is in the caches.
    pub(crate) fn test_all(&self, pairs: &[[u32; 2]], states: &mut [PairState]) {
        // How many pairs ahead. Found by measuring.
        const ENTRIES: usize = 20;
        const MASKS: usize = 10;
        const PIXELS: usize = 5;
        let upright = |index: u32| &self.upright[index as usize];
        for (i, &[a, b]) in pairs.iter().enumerate() {
            // What is decided already needs no pixels.
            let later = |ahead: usize| {
                let is_untested = states.get(i + ahead) == Some(&PairState::Untested);
                prefetch::ahead(pairs, i + ahead).filter(|_| is_untested)
            };
            if let Some(pair) = later(ENTRIES) {
                pair.iter().for_each(|&index| prefetch::value(upright(index)));
            }
            if let Some(pair) = later(MASKS) {
                pair.iter().for_each(|&index| upright(index).prefetch());
            }
            if let Some(pair) = later(PIXELS) {
                pair.iter().for_each(|&index| upright(index).prefetch_pixels());
            }
            if let Some((&pair, PairState::Open)) =
                prefetch::ahead(pairs, i + PIXELS).zip(states.get(i + PIXELS))
            {
                self.prefetch_open(pair);
            }
            states[i] = match states[i] {
                PairState::Untested if upright(a).touches(upright(b)) == Some(true) => PairState::Touches,
                PairState::Untested => PairState::Apart,
                PairState::Open => self.search([a, b]).map_or_else(|| self.test(a, b), PairState::Searched),
                decided => decided,
            };
        }
    }

    /// Prefetches what decides an open pair.
    #[inline]
    fn prefetch_open(&self, pair: [u32; 2]) {
        if self.turned.has_picture(pair) {
            pair.iter().for_each(|&index| prefetch_extra(&self.colliders, index));
        } else {
            pair.iter().for_each(|&index| self.turned.prefetch(index));
        }
    }

    /// Decides an open pair of turned masks by a search, if neither has a picture. None if that is not so.
    #[inline]
    fn search(&self, pair: [u32; 2]) -> Option<bool> {
        if self.turned.has_picture(pair) {
            return None;
        }
        let (a, b) = self.turned.silhouetted(pair)?;
        // Discs and hulls were asked before, unless a silhouette was made in this step.
        Some(posed::search_raster(a, b))
    }

    #[inline]
    fn test(&self, a: u32, b: u32) -> PairState {
        let [one, other] = [a, b].mapped(|index| self.stored(index));
        if one.custom().is_some() || other.custom().is_some() {
            return PairState::Ask;
        }
        let (Some(a), Some(b)) = (one.cover(self.plane), other.cover(self.plane)) else {
            return PairState::BoxesApart;
        };
        cover_meeting::touches(self.plane, &a, &b)
    }

    /// Whether two covers share a pixel of the world.
    #[inline]
    pub(crate) fn covers_touch(&self, a: &RasterCover<'_>, b: &RasterCover<'_>) -> bool {
        cover_meeting::touches(self.plane, a, b).touches()
    }

    /// Where the pixels of two colliders meet. None if they don't.
    pub(crate) fn touch(&self, a: u32, b: u32, detail: EventDetail) -> Option<Touch> {
        cover_meeting::touch(self.plane, &self.cover(a)?, &self.cover(b)?, detail)
    }

    /// Where a pair that touches does so, if that can be told without drawing.
    pub(crate) fn touch_undrawn(&self, [a, b]: [u32; 2], detail: EventDetail) -> Option<Touch> {
        // Drawing two sprites costs as much as looking at about this many pixels of both.
        const MOST: u64 = 2048;
        if detail.normal || detail.separation {
            return None;
        }
        // Two aligned masks.
        if let (Some(a), Some(b)) = (self.flat(a), self.flat(b)) {
            let (one, other) = (ShapeRef::Mask(a.mask), ShapeRef::Mask(b.mask));
            return CoverPair::Shapes(one, other, a.offset(b), a.corner.into()).touch(detail);
        }
        // Two turned masks, of which one has no picture, and few pixels must be looked at.
        let has_picture = |index: u32| self.turned.state(index).picture.is_there;
        if detail.area || detail.bounds || has_picture(a) && has_picture(b) {
            return None;
        }
        let (a, b) = self.turned.silhouetted([a, b])?;
        posed::first_of_few(a, b, MOST).map(Touch::new)
    }
}

/// Prefetches the separate allocation of a collider.
#[inline]
fn prefetch_extra(colliders: &[Option<StoredCollider>], index: u32) {
    if let Some(stored) = &colliders[index as usize] {
        stored.prefetch_extra();
    }
}

/// Whether a search can decide a pair: both are masks with silhouettes. A silhouette, and the field that it comes from, costs as much as
/// many drawings. So it is built only for a mask that is here for the second time: one that is made anew for every step never pays for it.
fn is_searchable(
    pair: [u32; 2],
    colliders: &[Option<StoredCollider>],
    turned: &mut TurnedMasks,
    pictures: &mut Pictures,
) -> bool {
    let mut are = true;
    for index in pair {
        if turned.kind(index) == TurnedKind::Discs {
            continue;
        }
        let stored = colliders[index as usize].as_ref().expect("a candidate is there");
        let Some(mask) = stored.lone_mask() else { return false };
        let is_made = mask.made_silhouette().is_some()
            || pictures.has_seen(mask.stamp(), colliders.len()) && mask.silhouette().is_some();
        if is_made && turned.kind(index) == TurnedKind::Posed {
            turned.states[index as usize].kind = turned.prepared[index as usize].prepare();
        }
        are &= is_made;
    }
    are
}
