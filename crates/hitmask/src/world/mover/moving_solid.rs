//! Solids that move: lifts, crushers, moving platforms, and planks that turn. They push what is in their way and carry what stands on them.

use alloc::vec::Vec;

use crate::geom::{CompactSort, Extent, Offset, PixelCrossings, PointQ16, Pose};
use crate::invalid_argument::InvalidArgument;
use crate::mover::MoveOptions;
use crate::sweep::motion::StraightMotion;
use crate::world::collider::Collider;
use crate::world::collider::handle::Handle;
use crate::world::mover::convoy::Start;
use crate::world::mover::fit::Fit;
use crate::world::mover::slide::or_undone;
use crate::world::queries::query::QueryFilter;
use crate::world::store::Store;
use crate::world::store::movable::{ConvoyLists, JumpLists, RiddenPoint};
use crate::world::store::scratch::MoverScratch;

/// The result of [`World::move_solid`](crate::World::move_solid) and of [`World::reshape_solid`](crate::World::reshape_solid): where the solid is now,
/// and what happened to the characters and crates near it. The lists are sorted.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
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

impl SolidMoved {
    /// Empty lists, in the same memory.
    fn clear(&mut self) {
        for list in [&mut self.pushed, &mut self.carried, &mut self.crushed] {
            list.clear();
        }
    }
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
        moved: &mut SolidMoved,
    ) -> Result<Option<()>, InvalidArgument> {
        self.no_part(handle)?;
        let Some(end) = self.end_of(handle, motion)? else { return Ok(None) };
        self.on_whole_pixels(handle, |store| {
            let position = store.at(handle.index).position;
            let by = store.pixels_of(handle, motion);
            let (options, named, at_rest) = (*options, riders, Start::at_rest(handle));
            let start = Start { motion, by, is_at_rest: false, options, named, ..at_rest };
            store.with_convoy(&start, lists, &mut |convoy| {
                moved.clear();
                if convoy.movables.is_empty() {
                    return;
                }
                convoy.left = by;
                let mut crossings = StraightMotion { from: position, to: end }.crossings();
                while let Some(by) = PixelCrossings::step(&mut crossings) {
                    convoy.step_solid(by);
                }
                moved.pushed.extend(convoy.those(|now| now.was_pushed));
                moved.carried.extend(convoy.those(|now| now.was_carried));
                moved.crushed.extend(convoy.those(|now| now.was_crushed));
            })?;
            store.apply(&lists.changes);
            store.set_position(handle, end);
            moved.position = store.plane().position(end);
            Ok(())
        })
    }

    /// Changes a solid at once: carries who stands on it along with the point that bears them, and frees whom it overlaps then.
    pub(crate) fn reshape_solid(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
        scratch: &mut MoverScratch,
        moved: &mut SolidMoved,
    ) -> Result<Option<()>, InvalidArgument> {
        self.no_part(handle)?;
        let Some(changed) = self.changed(handle, change)? else { return Ok(None) };
        moved.clear();
        self.find_points_of_riders(handle, scratch)?;
        let old = self.at(handle.index).lend().to_collider();
        scratch.jump.moved.clear();
        scratch.jump.starts.clear();
        scratch.jump.note_start(self, handle);
        self.change(handle, |stored| stored.take_on((&changed).into()));
        let undo = |(store, scratch): &mut (&mut Store, &mut MoverScratch)| {
            store.change(handle, |stored| stored.take_on((&old).into()));
            for (moved, position, support) in scratch.jump.moved.drain(..).rev() {
                // The solid may have been noted after its change, if it is a crate itself.
                if moved != handle {
                    store.set_position(moved, position);
                }
                store.set_support(moved, support);
            }
            for (index, start) in scratch.jump.starts.drain(..).rev() {
                store.slots.places[index as usize].start = start;
            }
        };
        let f = |(store, scratch): &mut (&mut Store, &mut MoverScratch)| {
            store.after_reshape(handle, limit, filter, scratch, moved)
        };
        or_undone((self, scratch), f, undo).map(Some)
    }

    fn after_reshape(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        scratch: &mut MoverScratch,
        moved: &mut SolidMoved,
    ) -> Result<(), InvalidArgument> {
        let MoverScratch { convoy: lists, jump, .. } = &mut *scratch;
        jump.ways.clear();
        jump.ways.extend(jump.points.iter().filter_map(|point| point.way(self)));
        jump.named.clear();
        jump.named.extend(jump.ways.iter().map(|&(rider, _)| rider));
        let margin = jump.ways.iter().map(|(_, by)| by.x.abs().max(by.y.abs())).max().unwrap_or(0);
        let with_riders = Start { margin, named: &jump.named, ..Start::at_rest(handle) };
        let borne = jump.borne.len();
        self.with_convoy(&with_riders, lists, &mut |convoy| {
            jump.borne.truncate(borne);
            jump.borne.extend(convoy.those(|now| now.is_borne));
            jump.ways.iter().for_each(|&(rider, way)| convoy.carry_one(rider, way));
            moved.clear();
            moved.pushed.extend(convoy.those(|now| now.was_pushed));
            moved.carried.extend(convoy.those(|now| now.was_carried));
        })?;
        self.apply_noting(scratch);
        let MoverScratch { convoy: lists, jump, .. } = &mut *scratch;
        let at_rest = Start::at_rest(handle);
        self.with_convoy(&at_rest, lists, &mut |convoy| {
            jump.met.clear();
            jump.met.extend(convoy.overlapped(handle.index, Offset::ZERO));
        })?;
        for k in 0..scratch.jump.met.len() {
            let met = scratch.jump.met[k];
            if k > 0 {
                // One that was freed before may have taken it along.
                let mut is_met = false;
                self.with_convoy(&at_rest, &mut scratch.convoy, &mut |convoy| {
                    is_met = convoy.overlapped(handle.index, Offset::ZERO).any(|it| it == met);
                })?;
                if !is_met {
                    continue;
                }
            }
            let collider = self.at(met.index).lend().to_collider();
            match self.free(met, &collider, limit, filter, scratch)? {
                Fit::Free => {}
                Fit::Stuck(_) => moved.crushed.push(met),
                Fit::Moved(by) => {
                    scratch.jump.note(self, met);
                    self.set_position(met, (collider.transform.position() + by).checked("position")?);
                    self.apply_noting(scratch);
                    moved.pushed.push(met);
                    moved.pushed.extend_from_slice(&scratch.jump.pushed);
                    moved.carried.extend_from_slice(&scratch.jump.carried);
                }
            }
        }
        // Some may stand on something else now.
        let MoverScratch { jump, .. } = &mut *scratch;
        for k in 0..jump.borne.len() {
            jump.note(self, jump.borne[k]);
        }
        self.decide_supports(&jump.borne);
        for list in [&mut moved.pushed, &mut moved.carried, &mut moved.crushed] {
            list.sort_compact();
            list.dedup();
        }
        moved.position = self.at(handle.index).position;
        Ok(())
    }

    fn apply_noting(&mut self, MoverScratch { convoy, jump, .. }: &mut MoverScratch) {
        convoy.changes.iter().for_each(|change| jump.note(self, change.handle));
        self.apply(&convoy.changes);
    }

    /// Finds the points of a solid that bear its riders, and all near it that what carries them bears.
    fn find_points_of_riders(
        &mut self,
        handle: Handle,
        MoverScratch { convoy: lists, jump, .. }: &mut MoverScratch,
    ) -> Result<(), InvalidArgument> {
        self.with_convoy(&Start::at_rest(handle), lists, &mut |convoy| {
            let store = convoy.store;
            jump.borne.clear();
            jump.borne.extend(convoy.those(|now| now.is_borne));
            convoy.riders_into(handle.index, &mut jump.riders);
            let point = |&(rider, support): &(Handle, Handle)| {
                let Offset { x, y } = convoy.bearing_pixel(rider, support)?;
                let pixel = Extent::of_pixel(x, y);
                // In a wrapped world, an image of the solid bears it.
                let own = store.slots.cover(support.index)?.extent();
                let image = store.plane().images(pixel, own).next()?;
                let stored = store.at(support.index);
                let window = pixel.shifted(-image).intersection(Extent::WORLD).to_rect()?;
                let texel = stored.pose(store.plane())?.texels(window).next()?;
                Some(RiddenPoint { rider, support, texel, before: pixel_of(&stored.plain_pose()?, texel) })
            };
            jump.points.clear();
            jump.points.extend(jump.riders.iter().filter_map(point));
        })
    }
}

impl RiddenPoint {
    /// Its way. In a wrapped world, the shortest one. None if the solid covers nothing.
    fn way(&self, store: &Store) -> Option<(Handle, Offset)> {
        let now = pixel_of(&store.stored(self.support)?.plain_pose()?, self.texel);
        let Offset { x, y } = now - self.before;
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
impl JumpLists {
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
