//! The slots of colliders: the arrays with an entry for each slot, and the functions that compute the entries of a collider anew.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::geom::{Extent, PointQ16, Pose};
use crate::heap::heap_bytes;
use crate::mask::Mask;
use crate::placed::Form;
use crate::world::broad_phase::space::Place;
use crate::world::collider::form::Formed;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::grow::{set_slots, trim_all};
use crate::world::plane::Plane;
use crate::world::store::picture_sharing::Pictures;
use crate::world::store::turned_masks::{PreparedPose, TurnedMasks, TurnedState};
use crate::world::store::upright_mask::UprightMask;
use crate::world::store::version::{UNKNOWN, Versions};

/// The colliders of a world, where they are listed, and what is known of their pixels. Each array has an entry for each slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    pub(crate) plane: Plane,
    /// The generations of the colliders; for a free slot, of the next collider in it.
    pub(crate) generations: Vec<u32>,
    /// The generation of the first collider in a slot that does not exist yet. No collider there had it.
    pub(crate) floor: u32,
    /// Whoever changes the slot gives it a new one: see [`Versions`].
    pub(crate) versions: Vec<u64>,
    pub(crate) numbers: Versions,
    pub(crate) places: Vec<Place>,
    /// The slots that are free. The last one is used next.
    pub(crate) free: Vec<u32>,
    pub(crate) colliders: Vec<Option<StoredCollider>>,
    pub(crate) upright: Vec<UprightMask>,
    pub(crate) turned: TurnedMasks,
    pub(crate) pictures: Pictures,
    pub(crate) rigidity_of: Vec<Rigidity>,
    /// How many slots have [`Rigidity::Turned`] or [`Rigidity::Other`]. As long as there are none, a step compares masks and nothing else.
    pub(crate) others: usize,
}

/// How the box and the pixels of a collider follow its position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Rigidity {
    /// There is no collider.
    #[default]
    None,
    /// Its box and its corner move as far as its origin, rounded to pixels: it is an upright mask.
    Rigid,
    /// The same once its position is rounded to pixels, too: it is a character, say.
    RigidOnPixels,
    /// It is another upright mask.
    Upright,
    /// It is a mask that does not lie flat.
    Turned,
    Other,
}

/// What belongs to one slot alone, so that any thread may bring it up to date.
pub(crate) struct SlotPixels<'a> {
    pub(crate) stored: &'a StoredCollider,
    pub(crate) upright: &'a mut UprightMask,
    /// If there is room for turned masks.
    pub(crate) state: Option<&'a mut TurnedState>,
    pub(crate) prepared: Option<&'a mut PreparedPose>,
}

impl SlotPixels<'_> {
    /// Brings what is known up to date after the collider has changed. Returns the extent of its pixels, and what a position decides.
    #[inline]
    pub(crate) fn update(self, plane: Plane) -> (Extent, Rigidity) {
        let SlotPixels { stored, upright, state, prepared } = self;
        let formed = stored.formed(plane);
        // A collider across a seam has several images, so the fast paths do not apply to it.
        let whole = formed.as_ref().filter(|formed| plane.holds(formed.footprint.extent));
        match whole {
            Some(formed) => upright.update(stored.lone_mask(), formed),
            None => upright.forget(),
        }
        let turned = whole.and_then(|formed| turned_mask(stored, formed));
        if let Some(state) = state {
            state.update(prepared, turned);
        }
        let rigidity = Rigidity::of(stored, upright, turned.is_some(), plane);
        (formed.as_ref().map_or(Extent::EMPTY, |formed| formed.footprint.extent), rigidity)
    }
}

impl Rigidity {
    fn of(stored: &StoredCollider, upright: &UprightMask, is_turned: bool, plane: Plane) -> Rigidity {
        if !upright.is_some() {
            return if is_turned { Rigidity::Turned } else { Rigidity::Other };
        }
        let is_rigid =
            matches!(stored.shape, ColliderShape::Mask(_) | ColliderShape::Labels(_)) && stored.enabled;
        let rigidity = if stored.on_whole_pixels() { Rigidity::RigidOnPixels } else { Rigidity::Rigid };
        let has_origin = rigidity.drawn_at(stored.position).and_then(|at| stored.origin_at(at)).is_some();
        // A root moves its parts, and a part follows its root, so neither is rigid.
        match is_rigid && stored.part_link().is_none() && plane.is_open() && has_origin {
            true => rigidity,
            false => Rigidity::Upright,
        }
    }

    /// Where a rigid body with a position is drawn. None if it is no rigid body.
    #[inline(always)]
    pub(crate) fn drawn_at(self, position: PointQ16) -> Option<PointQ16> {
        match self {
            Rigidity::Rigid => Some(position),
            Rigidity::RigidOnPixels => Some(position.on_pixel()),
            _ => None,
        }
    }
}

/// The mask and the pose of a mask that does not lie flat.
#[inline]
fn turned_mask<'a>(stored: &'a StoredCollider, formed: &Formed<'_>) -> Option<(&'a Arc<Mask>, Pose)> {
    let is_turned = matches!(formed.footprint.form, Form::Turned(_) | Form::Drawn | Form::Large);
    let mask = stored.lone_mask().filter(|_| is_turned)?;
    Some((mask, *formed.texels.pose()))
}

impl Slots {
    pub(crate) fn new(options: &WorldOptions) -> Slots {
        Slots {
            plane: Plane::of(options.wrap),
            pictures: Pictures::new(options.drawing_bytes),
            ..Slots::default()
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.generations.len()
    }

    /// Makes room for this many slots. Those beyond must be empty.
    pub(crate) fn resize(&mut self, slots: usize) {
        let floor = self.floor;
        set_slots(&mut self.generations, slots, || floor);
        set_slots(&mut self.versions, slots, || UNKNOWN);
        set_slots(&mut self.places, slots, Place::default);
        set_slots(&mut self.colliders, slots, || None);
        set_slots(&mut self.upright, slots, UprightMask::default);
        set_slots(&mut self.rigidity_of, slots, Rigidity::default);
        self.turned.resize(slots);
    }

    /// Gives back the room for more than so many slots, and for more than so many pictures that are drawn in one step.
    pub(crate) fn trim(&mut self, slots: usize, drawn: usize) {
        trim_all!(slots, self.generations, self.versions, self.places, self.free, self.colliders);
        trim_all!(slots, self.upright, self.rigidity_of);
        self.turned.trim(slots);
        self.pictures.trim(slots, drawn);
    }

    /// The handle of the collider in a slot.
    #[inline]
    pub(crate) fn handle(&self, index: u32) -> Handle {
        Handle { index, generation: self.generations[index as usize] }
    }

    /// A slot without a collider.
    ///
    /// # Panics
    /// If there are 2³² − 2 slots, all in use.
    pub(crate) fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let index = u32::try_from(self.len()).ok().filter(|&index| index < u32::MAX - 1);
            self.resize(self.len() + 1);
            index.expect("a world holds at most 2^32 - 2 colliders")
        })
    }

    /// Gives a slot back whose collider was removed. A slot whose generations are used up is never used again.
    pub(crate) fn give_back(&mut self, index: u32) {
        self.changed(index);
        let generation = &mut self.generations[index as usize];
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(index);
        }
    }

    /// Forgets the slots from a number on, which are free. If they exist again, their colliders have new generations: so handles of today stay
    /// stale.
    pub(crate) fn shorten(&mut self, slots: usize) {
        self.floor = self.generations[slots..].iter().copied().fold(self.floor, u32::max);
        self.free.retain(|&index| (index as usize) < slots);
        self.resize(slots);
    }

    /// Lets the way of a collider begin where it is.
    pub(crate) fn appear(&mut self, index: u32) {
        self.places[index as usize].start = PreviousPosition::default();
    }

    /// Notes that a slot has changed.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn changed(&mut self, index: u32) {
        self.versions[index as usize] = self.numbers.next();
    }

    /// The collider in a slot. The caller knows that there is one.
    #[inline]
    pub(crate) fn stored(&self, index: u32) -> &StoredCollider {
        self.colliders[index as usize].as_ref().expect("spaces name slots that have a collider")
    }

    /// Brings all that is known of a slot up to date after its collider has changed. Returns the extent of its pixels.
    #[inline]
    pub(crate) fn commit(&mut self, index: u32) -> Extent {
        self.changed(index);
        let plane = self.plane;
        let (extent, rigidity) = self.slot(index).update(plane);
        self.publish(index, rigidity);
        extent
    }

    #[inline]
    fn slot(&mut self, index: u32) -> SlotPixels<'_> {
        let at = index as usize;
        SlotPixels {
            stored: self.colliders[at].as_ref().expect("the slot has a collider"),
            upright: &mut self.upright[at],
            state: self.turned.states.get_mut(at),
            prepared: self.turned.prepared.get_mut(at),
        }
    }

    /// Updates the data that all slots share, after one slot was updated.
    #[inline]
    pub(crate) fn publish(&mut self, index: u32, rigidity: Rigidity) {
        self.set_rigidity(index, rigidity);
        if rigidity == Rigidity::Turned {
            let Slots { colliders, turned, plane, .. } = self;
            turned.publish(index, || {
                let stored = colliders[index as usize].as_ref()?;
                turned_mask(stored, &stored.formed(*plane)?)
            });
        }
    }

    #[inline]
    fn set_rigidity(&mut self, index: u32, rigidity: Rigidity) {
        let old = core::mem::replace(&mut self.rigidity_of[index as usize], rigidity);
        let is_other = |rigidity| usize::from(matches!(rigidity, Rigidity::Turned | Rigidity::Other));
        self.others = self.others + is_other(rigidity) - is_other(old);
    }

    /// Whether all colliders are upright masks.
    pub(crate) fn are_all_upright(&self) -> bool {
        self.others == 0
    }

    /// Takes the collider out of a slot, and forgets what followed from it.
    pub(crate) fn forget(&mut self, index: u32) -> Option<StoredCollider> {
        let stored = self.colliders[index as usize].take()?;
        self.set_rigidity(index, Rigidity::None);
        self.upright[index as usize].forget();
        self.turned.forget(index);
        Some(stored)
    }

    /// Whether a collider is a turned mask, or a part that its root may turn.
    pub(crate) fn may_be_turned(&self, stored: &StoredCollider) -> bool {
        let is_turned = |formed| turned_mask(stored, &formed).is_some();
        stored.lone_mask().is_some()
            && (stored.part().is_some() || stored.formed(self.plane).is_some_and(is_turned))
    }

    /// The bytes that it allocated. Shapes behind an `Arc` are not counted, nor pictures that only a clone of the world shares.
    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.generations, self.free, self.versions, self.places, self.colliders)
            + heap_bytes!(self.upright, self.rigidity_of)
            + self.colliders.iter().flatten().map(StoredCollider::memory_bytes).sum::<usize>()
            + self.turned.memory_bytes()
            + self.pictures.memory_bytes()
    }

    /// Whether what is kept of a slot's pixels is what follows from its collider.
    pub(crate) fn is_valid(&self, index: u32) -> Result<(), &'static str> {
        let (stored, at) = (self.stored(index), index as usize);
        let formed = stored.formed(self.plane).filter(|formed| self.plane.holds(formed.footprint.extent));
        let mut upright = UprightMask::default();
        if let Some(formed) = &formed {
            upright.update(stored.lone_mask(), formed);
        }
        let turned = formed.as_ref().and_then(|formed| turned_mask(stored, formed));
        let rigidity = Rigidity::of(stored, &upright, turned.is_some(), self.plane);
        if (&upright, rigidity) != (&self.upright[at], self.rigidity_of[at]) {
            return Err("an outdated fast path");
        }
        let needs_drawing = stored.needs_drawing(self.plane);
        if self.turned.is_valid(index, turned, needs_drawing) { Ok(()) } else { Err("outdated discs") }
    }
}
