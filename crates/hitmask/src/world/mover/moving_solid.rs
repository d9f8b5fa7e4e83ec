//! Solids that move: lifts, crushers, moving platforms, and planks that turn. They push what is in their way and carry what stands on them.

use alloc::vec::Vec;
use core::mem;

use crate::geom::{Extent, Offset, PixelCrossings, PointQ16, Pose};
use crate::invalid_argument::InvalidArgument;
use crate::mover::MoveOptions;
use crate::world::collider::Collider;
use crate::world::collider::handle::Handle;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::mover::convoy::{Convoy, Start};
use crate::world::mover::fit::{Fit, Freed};
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::movable::{ConvoyLists, MovableChange};

/// The result of [`World::move_solid`](crate::World::move_solid) and of [`World::reshape_solid`](crate::World::reshape_solid): where the solid is now,
/// and what happened to the characters and crates near it. The lists are sorted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SolidMoved {
    /// Where it is now, with the remainder that it keeps for the next move.
    pub position: PointQ16,
    /// The characters and crates that it pushed, or that what it moved pushed.
    pub pushed: Vec<Handle>,
    /// The characters and crates that rode it, or that rode what it moved.
    pub carried: Vec<Handle>,
    /// The characters and crates that were in its way and could not step aside at one of its steps. The solid overlaps them, unless it could
    /// push them at a later step.
    pub crushed: Vec<Handle>,
}

impl Store {
    /// Moves a solid by a motion, step by step of one pixel.
    pub(crate) fn move_solid(
        &mut self,
        handle: Handle,
        motion: PointQ16,
        riders: &[Handle],
        options: &MoveOptions,
        lists: &mut ConvoyLists<'static>,
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        self.no_part(handle)?;
        let Some(end) = self.end_of(handle, motion)? else { return Ok(None) };
        self.on_whole_pixels(handle, |store| {
            let position = store.at(handle.index).position;
            let by = store.pixels_of(handle, motion);
            let mut start = Start {
                leader: handle,
                carries: true,
                motion,
                by,
                is_at_rest: false,
                margin: 0,
                options: *options,
                named: riders,
            };
            let convoy = loop {
                let mut convoy = Convoy::new(store, &start, mem::take(lists))?;
                if !convoy.movables.is_empty() {
                    convoy.left = by;
                    let mut crossings = [
                        PixelCrossings::new(position.x, motion.x),
                        PixelCrossings::new(position.y, motion.y),
                    ];
                    while let Some(by) = PixelCrossings::step(&mut crossings) {
                        convoy.step_solid(by);
                    }
                }
                let Some(farther) = convoy.farther() else { break convoy };
                start.margin = farther;
                *lists = convoy.finished()?;
            };
            let (pushed, carried) = convoy.moved();
            let crushed = convoy.crushed();
            let moved = SolidMoved { position: store.plane().position(end), pushed, carried, crushed };
            *lists = convoy.finished()?;
            store.apply(&lists.changes);
            store.set_position(handle, end);
            Ok(moved)
        })
    }

    /// Changes a solid at once: carries who stands on it along with the point that bears them, and frees whom it overlaps then.
    pub(crate) fn reshape_solid(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        self.no_part(handle)?;
        let Some(changed) = self.changed(handle, change)? else { return Ok(None) };
        let (points, borne) = self.points_of_riders(handle)?;
        let old = self.at(handle.index).undrawn();
        let mut undo = Undo::default();
        undo.note_start(self, handle);
        self.change(handle, |stored| stored.take_on(changed.lend()));
        let mut reshaping = Reshaping { store: self, handle, old, undo, is_done: false };
        let Reshaping { store, undo, .. } = &mut reshaping;
        let done = store.after_reshape(handle, limit, filter, (&points, borne), undo);
        reshaping.is_done = done.is_ok();
        done.map(Some)
    }

    fn after_reshape(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        (points, mut borne): (&[RiddenPoint], Vec<Handle>),
        undo: &mut Undo,
    ) -> Result<SolidMoved, InvalidArgument> {
        let ways: Vec<(Handle, Offset)> = points.iter().filter_map(|point| point.way(self)).collect();
        let margin = ways.iter().map(|(_, by)| by.x.abs().max(by.y.abs())).max().unwrap_or(0);
        let named: Vec<Handle> = ways.iter().map(|&(rider, _)| rider).collect();
        let mut with_riders = Start { margin, named: &named, ..Start::at_rest(handle) };
        let convoy = loop {
            let mut convoy = Convoy::new(self, &with_riders, ConvoyLists::default())?;
            borne.extend(convoy.borne());
            ways.iter().for_each(|&(rider, way)| convoy.carry_one(rider, way));
            let Some(farther) = convoy.farther() else { break convoy };
            with_riders.margin = farther;
        };
        let (pushed, carried) = convoy.moved();
        let position = self.at(handle.index).position;
        let mut moved = SolidMoved { position, pushed, carried, crushed: Vec::new() };
        self.apply_noting(&convoy.finished()?.changes, undo);
        let overlapped = |store: &Store| {
            let mut convoy = Convoy::new(store, &Start::at_rest(handle), ConvoyLists::default())?;
            Ok(convoy.overlapped(handle.index, Offset::ZERO))
        };
        for met in overlapped(self)? {
            // One that was freed before may have taken it along.
            if !overlapped(self)?.contains(&met) {
                continue;
            }
            let stored = self.at(met.index).undrawn();
            let Freed { fit, changes, pushed, carried, borne: more } =
                self.free(met, &stored, limit, filter)?;
            borne.extend(more);
            match fit {
                Fit::Free => {}
                Fit::Stuck(_) => moved.crushed.push(met),
                Fit::Moved(by) => {
                    undo.note(self, met);
                    self.set_position(met, (stored.position + by).checked("position")?);
                    self.apply_noting(&changes, undo);
                    moved.pushed.push(met);
                    moved.pushed.extend(pushed);
                    moved.carried.extend(carried);
                }
            }
        }
        // Some may stand on something else now.
        borne.iter().for_each(|&handle| undo.note(self, handle));
        self.decide_supports(&borne);
        for list in [&mut moved.pushed, &mut moved.carried, &mut moved.crushed] {
            list.sort_unstable();
            list.dedup();
        }
        Ok(moved)
    }

    fn apply_noting(&mut self, changes: &[MovableChange], undo: &mut Undo) {
        changes.iter().for_each(|change| undo.note(self, change.handle));
        self.apply(changes);
    }

    /// The points of a solid that bear its riders, and all near it that what carries them bears.
    fn points_of_riders(&self, handle: Handle) -> Result<(Vec<RiddenPoint>, Vec<Handle>), InvalidArgument> {
        let mut convoy = Convoy::new(self, &Start::at_rest(handle), ConvoyLists::default())?;
        let borne = convoy.borne().collect();
        let riders = convoy.riders(handle.index);
        let point = |(rider, support): (Handle, Handle)| {
            let Offset { x, y } = convoy.bearing_pixel(rider, support)?;
            let pixel = Extent { x0: x, y0: y, x1: x + 1, y1: y + 1 };
            // In a wrapped world, an image of the solid bears it.
            let own = self.slots.cover(support.index)?.extent();
            let image = self.plane().images(pixel, own).next()?;
            let stored = self.at(support.index);
            let window = pixel.shifted(-image).intersection(Extent::WORLD).to_rect()?;
            let texel = stored.pose(self.plane())?.texels(window).next()?;
            Some(RiddenPoint { rider, support, texel, before: pixel_of(&stored.plain_pose()?, texel) })
        };
        Ok((riders.into_iter().filter_map(point).collect(), borne))
    }
}

/// The texel of a solid that bears a rider, and the pixel on which its centre lies.
struct RiddenPoint {
    rider: Handle,
    support: Handle,
    texel: [i64; 2],
    before: Offset,
}

impl RiddenPoint {
    /// Where it lies now. None if the solid covers nothing.
    fn now(&self, store: &Store) -> Option<Offset> {
        Some(pixel_of(&store.stored(self.support)?.plain_pose()?, self.texel))
    }

    /// Its way. In a wrapped world, the shortest one.
    fn way(&self, store: &Store) -> Option<(Handle, Offset)> {
        let Offset { x, y } = self.now(store)? - self.before;
        let shortest = |way: i64, lap: i64| (way + lap / 2).rem_euclid(lap) - lap / 2;
        let way = match store.plane().size() {
            None => Offset::new(x, y),
            Some(size) => Offset::new(shortest(x, size.x), shortest(y, size.y)),
        };
        Some((self.rider, way))
    }
}

/// The pixel whose centre is the nearest to that of a texel.
fn pixel_of(pose: &Pose, texel: [i64; 2]) -> Offset {
    // Twice the coordinates, because a centre lies at a half. Rounded as positions are.
    let [u, v] = texel.map(|texel| 2 * i128::from(texel) + 1);
    let [a, b, c, d] = pose.matrix.map(i128::from);
    let [tx, ty] = pose.translation.map(|at| 2 * i128::from(at));
    let pixel = |twice: i128| -((1 << 17) - twice).div_euclid(1 << 17);
    Offset::new(pixel(a * u + b * v + tx) as i64, pixel(c * u + d * v + ty) as i64)
}

/// What a solid has moved in one jump, as it was before.
#[derive(Default)]
struct Undo {
    moved: Vec<(Handle, PointQ16, Option<Handle>)>,
    /// Where the ways of these slots began.
    starts: Vec<(u32, PreviousPosition)>,
}

impl Undo {
    fn note_start(&mut self, store: &Store, handle: Handle) {
        let all = core::iter::once(handle.index).chain(store.below(handle.index));
        self.starts.extend(all.map(|index| (index, store.slots.places[index as usize].start)));
    }

    fn note(&mut self, store: &Store, handle: Handle) {
        let stored = store.at(handle.index);
        self.moved.push((handle, stored.position, stored.support()));
        self.note_start(store, handle);
    }
}

/// Puts everything back if the change of a solid is refused, or if the caller's filter panics.
struct Reshaping<'a> {
    store: &'a mut Store,
    handle: Handle,
    old: StoredCollider,
    undo: Undo,
    is_done: bool,
}

impl Drop for Reshaping<'_> {
    fn drop(&mut self) {
        let Reshaping { store, handle, old, undo, is_done } = self;
        if *is_done {
            return;
        }
        store.change(*handle, |stored| stored.take_on(old.lend()));
        for (handle, position, support) in undo.moved.drain(..).rev() {
            store.set_position(handle, position);
            store.set_support(handle, support);
        }
        for (index, start) in undo.starts.drain(..).rev() {
            store.slots.places[index as usize].start = start;
        }
    }
}
