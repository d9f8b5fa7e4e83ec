//! Moving many colliders at once, on several threads.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::geom::Transform;
use crate::world::pixels::form::Figure;
use crate::world::pixels::quick::Quick;
use crate::world::pixels::slot_pixels::{Rigidity, SlotPixels, WorldPixels};
use crate::world::pixels::turned::{PreparedPose, TurnedState};
use crate::world::store::slots::Place;
use crate::world::store::{Store, bring_home};
use crate::world::types::collider::Member;
use crate::world::types::handle::Handle;

/// What was moved, for each slot.
pub(crate) type MovedBoxes = Vec<Option<MovedBox>>;

/// Where a collider lies that was moved. Of a part, with [`Rigidity::None`], nothing is known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedBox {
    area: Aabb,
    space: u32,
    row: u32,
    rigidity: Rigidity,
}

/// A move in progress. What belongs to one collider is done on any thread. What belongs to all of them is done at the end, even if the
/// caller's function panics: so the world stays valid.
struct CrowdMove<'a> {
    store: &'a mut Store,
    moved: &'a mut MovedBoxes,
}

impl Store {
    /// Moves many colliders at once. `f` tells where a collider lies from now on, or None if it stays as it is.
    pub(crate) fn set_transforms(
        &mut self,
        moved: &mut MovedBoxes,
        f: impl Fn(Member<'_>) -> Option<Transform> + Sync + Send,
    ) {
        moved.clear();
        moved.resize(self.slots.len(), None);
        let CrowdMove { store, moved } = &mut CrowdMove { store: self, moved };
        let Store { options, slots, pixels, spaces, now, parts: _, no_map: _ } = &mut **store;
        let WorldPixels { plane, figures, quick, turned, bodies, .. } = pixels;
        let (plane, now, generations, spaces, bodies) =
            (*plane, *now, &slots.generations, &*spaces, &*bodies);
        let move_one = |index: usize,
                        (figure, place): (&mut Option<Box<Figure>>, &mut Place),
                        (quick, state): (&mut Quick, &mut TurnedState),
                        prepared: Option<&mut PreparedPose>,
                        moved: &mut Option<MovedBox>| {
            let Some(figure) = figure else { return };
            let handle = Handle { index: index as u32, generation: generations[index] };
            let Some(transform) = &f(Member { handle, collider: figure.own() }) else { return };
            if let Some(part) = figure.part_mut() {
                // It follows at the end.
                part.own.transform = *transform;
                let (space, row, rigidity) = (place.space, place.row, Rigidity::None);
                *moved = Some(MovedBox { area: Aabb::EMPTY, space, row, rigidity });
                return;
            }
            place.start.keep(now, &figure.collider);
            // Only here is the transform copied: each copy of so many bytes is a call.
            figure.collider.transform = *transform;
            if !plane.is_open() {
                bring_home(plane, figure, place);
            }
            let Place { space, row, .. } = *place;
            let stays_rigid = bodies[index] == Rigidity::Rigid && transform.is_only_a_position();
            let old = if stays_rigid { spaces.at(space).boxes[row as usize] } else { Aabb::EMPTY };
            let rigid = if stays_rigid { quick.move_to(transform.position(), &old) } else { None };
            let (area, rigidity) = match rigid {
                Some(area) => (area, Rigidity::Rigid),
                None => {
                    let (extent, rigidity) = SlotPixels { figure, quick, state, prepared }.settle(plane);
                    (figure.area(extent), rigidity)
                }
            };
            *moved = Some(MovedBox { area, space, row, rigidity });
        };
        #[cfg(feature = "parallel")]
        if figures.len() >= options.parallel_from.max(2) {
            use rayon::prelude::*;
            const PART: usize = 256;
            let figures = figures.par_iter_mut().with_min_len(PART).zip(&mut slots.places);
            let states = quick.par_iter_mut().zip(&mut turned.states);
            let each = (figures, states, moved.par_iter_mut());
            return if turned.prepared.is_empty() {
                let each = each.into_par_iter().enumerate();
                each.for_each(|(index, (figure, state, moved))| move_one(index, figure, state, None, moved));
            } else {
                let (figures, states, moved) = each;
                let each = (figures, states, turned.prepared.par_iter_mut(), moved);
                each.into_par_iter().enumerate().for_each(|(index, (figure, state, prepared, moved))| {
                    move_one(index, figure, state, Some(prepared), moved);
                });
            };
        }
        let _ = options;
        let mut prepared = turned.prepared.iter_mut();
        let figures = figures.iter_mut().zip(&mut slots.places);
        let states = quick.iter_mut().zip(&mut turned.states);
        for (index, ((figure, state), moved)) in figures.zip(states).zip(moved.iter_mut()).enumerate() {
            move_one(index, figure, state, prepared.next(), moved);
        }
    }
}

impl Drop for CrowdMove<'_> {
    fn drop(&mut self) {
        let Store { slots, pixels, spaces, .. } = &mut *self.store;
        for (index, moved) in (0..).zip(&*self.moved) {
            let Some(MovedBox { area, space, row, rigidity }) = *moved else { continue };
            if rigidity == Rigidity::None {
                continue;
            }
            slots.changed(index);
            spaces.at_mut(space).set_area(row, area, pixels.plane);
            // A rigid body that stays one has no more to tell.
            if rigidity != Rigidity::Rigid || pixels.bodies[index as usize] != rigidity {
                pixels.publish(index, rigidity);
            }
        }
        if self.store.parts > 0 {
            for (index, _) in (0..).zip(&*self.moved).filter(|(_, moved)| moved.is_some()) {
                self.store.follow(index, false);
                self.store.take_along(index);
            }
        }
    }
}
