//! Solids that move: lifts, crushers, moving platforms. They push the characters in their way and carry those that ride them.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use crate::geom::{CompactSort, Extent, Offset, PixelCrossings, PointQ16};
use crate::invalid_argument::InvalidArgument;
use crate::mover::{Body, DOWN, ObstaclePixels, pivot_pixel};
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
    /// Where in the list of who meets whom its own entries are.
    met: Range<usize>,
    /// Whether the caller says that it rides.
    is_named: bool,
    rides: bool,
    is_pushed: bool,
    was_pushed: bool,
    was_carried: bool,
    was_crushed: bool,
}

/// A character, and the slot of what it may meet of the solid: of the solid itself, or of one of its parts. A rider that is named is listed
/// with None, too.
type SolidMeeting = (Handle, Option<u32>);

impl Passenger<'_> {
    /// Whether something of the solid is an obstacle for it.
    fn meets(&self, meetings: &[SolidMeeting], solid: &ObstaclePixels<'_>) -> bool {
        meetings[self.met.clone()].iter().any(|&(_, met)| met == Some(solid.owner))
    }

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
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        let motion = motion.into();
        self.no_part(handle)?;
        let Some(end) = self.end_of(handle, motion)? else { return Ok(None) };
        self.on_whole_pixels(handle, |store| store.move_riders(handle, motion, end, riders))
    }

    fn move_riders(
        &mut self,
        handle: Handle,
        motion: PointQ16,
        end: PointQ16,
        riders: &[Handle],
    ) -> Result<SolidMoved, InvalidArgument> {
        let position = self.at(handle.index).position;
        let meetings = self.meetings(handle, motion, riders);
        let mut passengers = self.passengers(handle, motion, &meetings)?;
        if !passengers.is_empty() {
            self.ride(handle, position, motion, &meetings, &mut passengers);
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
            let position = self.at(passenger.handle.index).position;
            ways.push((passenger.handle, (position + PointQ16::new(x << 16, y << 16)).checked("motion")?));
        }
        for (handle, position) in ways {
            self.set_position(handle, position);
        }
        self.set_position(handle, end);
        Ok(moved)
    }

    /// The slots of a solid and its parts that may be in the way.
    fn solids(&self, handle: Handle) -> impl Iterator<Item = u32> {
        core::iter::once(handle.index).chain(self.below(handle.index)).filter(|&index| {
            let stored = self.at(index);
            stored.enabled && matches!(stored.kind, ColliderKind::Body | ColliderKind::OneWay)
        })
    }

    /// A box around a solid's way, or a passenger's.
    fn along(&self, handle: Handle, motion: PointQ16, extent: Extent) -> Extent {
        extent.around(extent.shifted(self.pixels_of(handle, motion))).grown(1)
    }

    /// By how many whole pixels a collider's pivot moves.
    fn pixels_of(&self, handle: Handle, motion: PointQ16) -> Offset {
        let position = self.at(handle.index).position;
        pivot_pixel(position + motion) - pivot_pixel(position)
    }

    /// The characters that the solid may push or carry on its way, in the order of their handles, and what of it they meet.
    fn meetings(&self, handle: Handle, motion: PointQ16, riders: &[Handle]) -> Vec<SolidMeeting> {
        let mut meetings = Vec::new();
        // A part goes where its root goes, whatever its kind is.
        let is_character =
            |index: u32| self.at(index).kind == ColliderKind::Character && self.root(index).is_none();
        for solid in self.solids(handle) {
            let Some(cover) = self.pixels.cover(solid) else { continue };
            let filter = QueryFilter::default().about(self.at(solid));
            let area = self.along(handle, motion, cover.extent()).into();
            let _ = self.each_near(area, &filter, &mut |index| {
                if is_character(index) && !self.are_one(index, solid) {
                    meetings.push((self.handle_at(index), Some(solid)));
                }
                ControlFlow::Continue(())
            });
        }
        let space = self.at(handle.index).space;
        for &rider in riders {
            let is_here = self.stored(rider).is_some_and(|rider| rider.enabled && rider.space == space);
            if is_here && is_character(rider.index) && rider != handle {
                meetings.push((rider, None));
            }
        }
        meetings.sort_compact();
        meetings.dedup();
        meetings
    }

    fn passengers(
        &self,
        handle: Handle,
        motion: PointQ16,
        meetings: &[SolidMeeting],
    ) -> Result<Vec<Passenger<'_>>, InvalidArgument> {
        let by = self.pixels_of(handle, motion);
        let mut listed = 0;
        let passenger = |meetings: &[SolidMeeting]| {
            let found = meetings[0].0;
            let met = listed..listed + meetings.len();
            listed = met.end;
            let body = self.mover(found.index)?;
            let at = body.corner() + pivot_pixel(self.at(found.index).position);
            let way = self.along(handle, motion, body.mask().extent().shifted(at));
            let except = [handle];
            let filter = QueryFilter::default().about(self.at(found.index)).except_all(&except);
            Ok(Passenger {
                handle: found,
                pieces: self.pieces(way, found, &filter),
                way: way.around(body.mask().extent().shifted(at - by)),
                body,
                start: at,
                at,
                met,
                is_named: meetings[0].1.is_none(),
                rides: false,
                is_pushed: false,
                was_pushed: false,
                was_carried: false,
                was_crushed: false,
            })
        };
        meetings.chunk_by(|(a, _), (b, _)| a == b).map(passenger).collect()
    }

    /// Makes the steps of a solid among its passengers.
    fn ride(
        &self,
        handle: Handle,
        position: PointQ16,
        motion: PointQ16,
        meetings: &[SolidMeeting],
        passengers: &mut [Passenger<'_>],
    ) {
        // The solid stays in its place, and the passengers are seen from it. `moved` is how far it has come.
        // In a wrapped world, all its images near the passengers count.
        let mut solids: Vec<ObstaclePixels<'_>> = Vec::new();
        for index in self.solids(handle) {
            let own = self.pixels.cover(index).map_or(Extent::EMPTY, |cover| cover.extent());
            let near = passengers.iter().fold(own, |all, passenger| all.around(passenger.way));
            let one_way = self.at(index).kind == ColliderKind::OneWay;
            let images = self.covers_in(index, near);
            solids.extend(images.filter_map(|cover| self.piece(&cover, index, one_way, cover.extent())));
        }
        let mut moved = Offset::ZERO;
        let mut crossings =
            [PixelCrossings::new(position.x, motion.x), PixelCrossings::new(position.y, motion.y)];
        while let Some(by) = PixelCrossings::step(&mut crossings) {
            for passenger in &mut *passengers {
                let at = passenger.at - moved;
                let stands = solids.iter_mut().any(|solid| {
                    passenger.meets(meetings, solid) && solid.refuses(passenger.body.mask(), at, DOWN)
                });
                passenger.rides = passenger.is_named || stands;
                passenger.is_pushed = false;
            }
            moved = moved + by;
            // Whether a body of the solid overlaps it at a place. One-way solids push nobody, and are never in the way of their riders.
            let mut overlaps = |passenger: &Passenger<'_>, at: Offset| {
                solids.iter_mut().any(|solid| {
                    !solid.one_way
                        && passenger.meets(meetings, solid)
                        && solid.meets(passenger.body.mask(), at)
                })
            };
            for passenger in &mut *passengers {
                if !overlaps(passenger, passenger.at - moved) {
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
                if !overlaps(passenger, to) && passenger.is_free(by) {
                    passenger.at = passenger.at + by;
                    passenger.was_carried = true;
                }
            }
        }
    }
}
