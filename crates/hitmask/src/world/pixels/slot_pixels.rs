//! The colliders of a world, and what is known of their pixels: arrays with an entry for each slot of `store/slots.rs`.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::geom::{Extent, Pose};
use crate::mask::Mask;
use crate::placed::Form;
use crate::world::pixels::cover::Cover;
use crate::world::pixels::form::{Figure, Formed};
use crate::world::pixels::pictures::Pictures;
use crate::world::pixels::quick::Quick;
use crate::world::pixels::turned::{PreparedPose, TurnedMasks, TurnedState};
use crate::world::plane::Plane;
use crate::world::types::collider::Collider;
use crate::world::types::options::WorldOptions;
use crate::world::types::shape::ColliderShape;

/// The colliders of a world, and what is known of their pixels. Each array has an entry for each slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldPixels {
    pub(crate) plane: Plane,
    pub(crate) figures: Vec<Option<Box<Figure>>>,
    pub(crate) quick: Vec<Quick>,
    pub(crate) turned: TurnedMasks,
    pub(crate) pictures: Pictures,
    pub(crate) bodies: Vec<Rigidity>,
    /// How many slots have [`Rigidity::Other`]. As long as there are none, a step compares masks and nothing else.
    pub(crate) others: usize,
}

/// What a position decides about a collider.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Rigidity {
    /// There is no collider.
    #[default]
    None,
    /// Its box and its corner move as far as its position, rounded to pixels: it is an upright mask with the pivot (0, 0).
    Rigid,
    /// It is another upright mask.
    Upright,
    Other,
}

/// What belongs to one slot alone, so that any thread may bring it up to date.
pub(crate) struct SlotPixels<'a> {
    pub(crate) figure: &'a Figure,
    pub(crate) quick: &'a mut Quick,
    pub(crate) state: &'a mut TurnedState,
    pub(crate) prepared: Option<&'a mut PreparedPose>,
}

impl SlotPixels<'_> {
    /// Brings what is known up to date after the collider has changed. Returns the extent of its pixels, and what a position decides.
    #[inline]
    pub(crate) fn settle(self, plane: Plane) -> (Extent, Rigidity) {
        let SlotPixels { figure, quick, state, prepared } = self;
        let formed = figure.formed(plane);
        match &formed {
            // What crosses a seam meets others in several ways, so it has no fast ways.
            Some(formed) if plane.holds(formed.footprint.extent) => {
                quick.settle(figure.lone_mask(), formed);
                state.settle(prepared, turned_mask(figure, formed));
            }
            _ => {
                quick.forget();
                state.settle(prepared, None);
            }
        }
        let extent = formed.map_or(Extent::EMPTY, |formed| formed.footprint.extent);
        (extent, Rigidity::of(figure, quick, plane))
    }
}

impl Rigidity {
    fn of(figure: &Figure, quick: &Quick, plane: Plane) -> Rigidity {
        if !quick.is_some() {
            return Rigidity::Other;
        }
        let Collider { shape, enabled, transform, .. } = &figure.collider;
        let is_rigid = matches!(shape, ColliderShape::Mask(_) | ColliderShape::Labels(_))
            && *enabled
            && !figure.collider.stands_on_whole_pixels();
        // What has parts takes them along, and a part lies where its root is.
        match is_rigid && figure.bond.is_none() && plane.is_open() && transform.is_only_a_position() {
            true => Rigidity::Rigid,
            false => Rigidity::Upright,
        }
    }
}

/// The mask and the pose of a mask that does not lie flat.
#[inline]
fn turned_mask<'a>(figure: &'a Figure, formed: &Formed<'_>) -> Option<(&'a Arc<Mask>, Pose)> {
    let is_turned = matches!(formed.footprint.form, Form::Turned(_) | Form::Drawn | Form::Large);
    let mask = figure.lone_mask().filter(|_| is_turned)?;
    Some((mask, *formed.texels.pose()))
}

impl WorldPixels {
    pub(crate) fn new(options: &WorldOptions) -> WorldPixels {
        WorldPixels {
            plane: Plane::of(options),
            pictures: Pictures::new(options.drawing_bytes),
            ..WorldPixels::default()
        }
    }

    /// Makes room for this many slots.
    pub(crate) fn resize(&mut self, slots: usize) {
        self.figures.resize_with(slots, || None);
        self.quick.resize_with(slots, Quick::default);
        self.bodies.resize(slots, Rigidity::None);
        self.turned.resize(slots);
    }

    /// The collider in a slot. The caller knows that there is one.
    #[inline]
    pub(crate) fn figure(&self, index: u32) -> &Figure {
        self.figures[index as usize].as_deref().expect("spaces name slots that have a collider")
    }

    /// What a collider covers. None if it covers nothing.
    #[inline]
    pub(crate) fn cover(&self, index: u32) -> Option<Cover<'_>> {
        self.figure(index).cover(self.plane)
    }

    /// Brings what is known of a slot up to date after its collider has changed. Returns the extent of its pixels.
    #[inline]
    pub(crate) fn settle(&mut self, index: u32) -> Extent {
        let plane = self.plane;
        let (extent, rigidity) = self.slot(index).settle(plane);
        self.publish(index, rigidity);
        extent
    }

    #[inline]
    fn slot(&mut self, index: u32) -> SlotPixels<'_> {
        let at = index as usize;
        SlotPixels {
            figure: self.figures[at].as_deref().expect("the slot has a collider"),
            quick: &mut self.quick[at],
            state: &mut self.turned.states[at],
            prepared: self.turned.prepared.get_mut(at),
        }
    }

    /// What settling a slot leaves for all of them together.
    #[inline]
    pub(crate) fn publish(&mut self, index: u32, rigidity: Rigidity) {
        self.set_rigidity(index, rigidity);
        let WorldPixels { figures, turned, plane, .. } = self;
        turned.publish(index, || {
            let figure = figures[index as usize].as_deref()?;
            turned_mask(figure, &figure.formed(*plane)?)
        });
    }

    #[inline]
    fn set_rigidity(&mut self, index: u32, rigidity: Rigidity) {
        let old = core::mem::replace(&mut self.bodies[index as usize], rigidity);
        let is_other = |rigidity| usize::from(rigidity == Rigidity::Other);
        self.others = self.others + is_other(rigidity) - is_other(old);
    }

    /// Whether all colliders are upright masks.
    pub(crate) fn are_all_quick(&self) -> bool {
        self.others == 0
    }

    /// Forgets a slot whose collider was removed.
    pub(crate) fn forget(&mut self, index: u32) {
        self.set_rigidity(index, Rigidity::None);
        self.figures[index as usize] = None;
        self.quick[index as usize].forget();
        self.turned.forget(index);
    }

    /// The bytes that it allocated. Shapes behind an `Arc` are not counted, nor pictures that only a clone of the world shares.
    pub(crate) fn memory_bytes(&self) -> usize {
        let figures = self.figures.iter().flatten();
        // The store of pictures counts what colliders share.
        let own = |figure: &Figure| {
            figure
                .drawn
                .as_ref()
                .filter(|drawn| Arc::strong_count(drawn) == 1)
                .map_or(0, |own| own.memory_bytes())
        };
        self.figures.capacity() * size_of::<Option<Box<Figure>>>()
            + figures.map(|figure| size_of::<Figure>() + own(figure)).sum::<usize>()
            + self.quick.capacity() * size_of::<Quick>()
            + self.bodies.capacity() * size_of::<Rigidity>()
            + self.turned.memory_bytes()
            + self.pictures.memory_bytes()
    }

    /// Whether what is kept of a slot's pixels is what follows from its collider.
    pub(crate) fn is_valid(&self, index: u32) -> Result<(), &'static str> {
        let (figure, at) = (self.figure(index), index as usize);
        let formed = figure.formed(self.plane).filter(|formed| self.plane.holds(formed.footprint.extent));
        let mut quick = Quick::default();
        if let Some(formed) = &formed {
            quick.settle(figure.lone_mask(), formed);
        }
        if quick != self.quick[at] || self.bodies[at] != Rigidity::of(figure, &quick, self.plane) {
            return Err("an outdated fast path");
        }
        let turned = formed.as_ref().and_then(|formed| turned_mask(figure, formed));
        let needs_drawing = figure.needs_drawing(self.plane);
        if self.turned.is_valid(index, turned, needs_drawing) { Ok(()) } else { Err("outdated discs") }
    }
}
