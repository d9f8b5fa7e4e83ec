//! Solids that move: lifts, crushers, moving platforms. They push the characters in their way and carry those that ride them.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::geom::{CompactSort, Extent, Marks, Offset, PointQ16};
use crate::mover::{Body, DOWN, ObstaclePixels, pivot_pixel};
use crate::refused::Refused;
use crate::world::ask::query::QueryFilter;
use crate::world::store::Store;
use crate::world::types::collider::ColliderKind;
use crate::world::types::handle::Handle;

/// The result of [`World::move_solid`](crate::World::move_solid): where the solid is now, and what happened to the characters near it. The lists are sorted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SolidMoved {
    /// Where it is now, with the remainder that it keeps for the next move.
    pub position: PointQ16,
    /// The characters that it pushed.
    pub pushed: Vec<Handle>,
    /// The characters that rode it.
    pub carried: Vec<Handle>,
    /// The characters that were in its way and could not step aside at one of its steps. The solid overlaps them, unless it could push them
    /// at a later step.
    pub crushed: Vec<Handle>,
}

/// A character near a moving solid.
struct Passenger<'a> {
    handle: Handle,
    body: Body<'a>,
    start: Offset,
    /// The pixel of the body's mask now.
    at: Offset,
    /// What may refuse its steps, without the solid itself.
    pieces: Vec<ObstaclePixels<'a>>,
    /// A box around its way, as the solid sees it.
    way: Extent,
    /// Whether the solid is an obstacle for it.
    meets: bool,
    /// Whether the caller says that it rides.
    is_named: bool,
    rides: bool,
    is_pushed: bool,
    was_pushed: bool,
    was_carried: bool,
    was_crushed: bool,
}

impl Passenger<'_> {
    fn is_free(&mut self, by: Offset) -> bool {
        let Passenger { body, at, pieces, .. } = self;
        !pieces.iter_mut().any(|piece| piece.refuses(body.mask(), *at, by))
    }
}

impl Store {
    /// Moves a solid by a motion, step by step of one pixel.
    pub(crate) fn move_solid(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
    ) -> Result<Option<SolidMoved>, Refused> {
        let motion = motion.into();
        let Some(end) = self.end_of(handle, motion)? else { return Ok(None) };
        self.on_whole_pixels(handle, |store| store.move_riders(handle, motion, end, riders))
    }

    fn move_riders(
        &mut self,
        handle: Handle,
        motion: PointQ16,
        end: PointQ16,
        riders: &[Handle],
    ) -> Result<SolidMoved, Refused> {
        let position = self.at(handle.index).collider.transform.position();
        let mut passengers = self.passengers(handle, motion, riders)?;
        if !passengers.is_empty() {
            self.ride(handle, position, motion, &mut passengers);
        }
        let chosen = |was: fn(&Passenger<'_>) -> bool| {
            passengers.iter().filter(|passenger| was(passenger)).map(|passenger| passenger.handle).collect()
        };
        let moved = SolidMoved {
            position: self.plane().position(end),
            pushed: chosen(|passenger| passenger.was_pushed),
            carried: chosen(|passenger| passenger.was_carried),
            crushed: chosen(|passenger| passenger.was_crushed),
        };
        let mut ways: Vec<(Handle, PointQ16)> = Vec::new();
        for passenger in passengers.iter().filter(|passenger| passenger.at != passenger.start) {
            let Offset { x, y } = passenger.at - passenger.start;
            let position = self.at(passenger.handle.index).collider.transform.position();
            ways.push((passenger.handle, (position + PointQ16::new(x << 16, y << 16)).checked("motion")?));
        }
        for (handle, position) in ways {
            self.set_position(handle, position);
        }
        self.set_position(handle, end);
        Ok(moved)
    }

    /// The characters that the solid may push or carry on its way, in the order of their handles.
    fn passengers(
        &self,
        handle: Handle,
        motion: PointQ16,
        riders: &[Handle],
    ) -> Result<Vec<Passenger<'_>>, Refused> {
        let solid = &self.at(handle.index).collider;
        let position = solid.transform.position();
        let by = pivot_pixel(position + motion) - pivot_pixel(position);
        let along = |extent: Extent| extent.around(extent.shifted(by)).grown(1);
        let own = |index: u32| QueryFilter::default().about(&self.at(index).collider);
        let mut near = Vec::new();
        let kind = solid.kind;
        if matches!(kind, ColliderKind::Body | ColliderKind::OneWay)
            && solid.enabled
            && let Some(cover) = self.pixels.cover(handle.index)
        {
            let _ = self.each_near(along(cover.extent()).into(), &own(handle.index), &mut |index| {
                if self.at(index).collider.kind == ColliderKind::Character && index != handle.index {
                    near.push((self.handle_at(index), true));
                }
                ControlFlow::Continue(())
            });
        }
        for &rider in riders {
            let is_rider = self.get(rider).is_some_and(|rider| {
                rider.kind == ColliderKind::Character && rider.enabled && rider.space == solid.space
            });
            if is_rider && rider != handle && !near.iter().any(|&(handle, _)| handle == rider) {
                near.push((rider, false));
            }
        }
        near.sort_compact();
        let passenger = |(found, meets): (Handle, bool)| {
            let body = self.mover(found.index)?;
            let at = body.corner() + pivot_pixel(self.at(found.index).collider.transform.position());
            let way = along(body.mask().extent().shifted(at));
            let except = [handle];
            let filter = own(found.index).except_all(&except);
            Ok(Passenger {
                handle: found,
                pieces: self.pieces(way, found, &filter),
                way: way.around(body.mask().extent().shifted(at - by)),
                body,
                start: at,
                at,
                meets,
                is_named: riders.contains(&found),
                rides: false,
                is_pushed: false,
                was_pushed: false,
                was_carried: false,
                was_crushed: false,
            })
        };
        near.into_iter().map(passenger).collect()
    }

    /// Makes the steps of a solid among its passengers.
    fn ride(&self, handle: Handle, position: PointQ16, motion: PointQ16, passengers: &mut [Passenger<'_>]) {
        let is_solid = self.at(handle.index).collider.kind == ColliderKind::Body;
        // The solid stays in its place, and the passengers are seen from it. `moved` is how far it has come.
        // In a wrapped world, all its images near the passengers count.
        let near = passengers.iter().fold(
            self.pixels.cover(handle.index).map_or(Extent::EMPTY, |cover| cover.extent()),
            |all, passenger| all.around(passenger.way),
        );
        let images = self.covers_in(handle.index, near);
        let mut solids: Vec<ObstaclePixels<'_>> =
            images.filter_map(|cover| self.piece(&cover, handle.index, !is_solid, cover.extent())).collect();
        let mut moved = Offset::ZERO;
        let mut marks = [Marks::new(position.x, motion.x), Marks::new(position.y, motion.y)];
        while let Some(by) = Marks::step(&mut marks) {
            for passenger in &mut *passengers {
                let Passenger { body, at, meets, .. } = &*passenger;
                let stands =
                    *meets && solids.iter_mut().any(|solid| solid.refuses(body.mask(), *at - moved, DOWN));
                passenger.rides = passenger.is_named || stands;
                passenger.is_pushed = false;
            }
            moved = moved + by;
            for passenger in passengers.iter_mut().filter(|passenger| is_solid && passenger.meets) {
                let at = passenger.at - moved;
                if !solids.iter_mut().any(|solid| solid.meets(passenger.body.mask(), at)) {
                    continue;
                }
                if passenger.is_free(by) {
                    passenger.at = passenger.at + by;
                    (passenger.is_pushed, passenger.was_pushed) = (true, true);
                } else {
                    passenger.was_crushed = true;
                }
            }
            for passenger in passengers.iter_mut().filter(|passenger| passenger.rides && !passenger.is_pushed)
            {
                let to = passenger.at - moved + by;
                // A one-way solid is never in the way of its own riders.
                let is_in_the_way = is_solid
                    && passenger.meets
                    && solids.iter_mut().any(|solid| solid.meets(passenger.body.mask(), to));
                if !is_in_the_way && passenger.is_free(by) {
                    passenger.at = passenger.at + by;
                    passenger.was_carried = true;
                }
            }
        }
    }
}
