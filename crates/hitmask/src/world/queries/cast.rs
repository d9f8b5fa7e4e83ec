//! Casts among the colliders of a world: what a straight motion meets, by raster.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::geom::{CompactSort, Offset, Point, PointQ16, Transform};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::sweep::motion::{Impact, StraightMotion};
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::event::EventDetail;
use crate::world::collider::form::{Formed, pose_in_tile_0};
use crate::world::collider::handle::Handle;
use crate::world::narrow_phase::cover_meeting;
use crate::world::queries::query::{Probe, QueryFilter, drawing};
use crate::world::store::Store;
use crate::world::store::world::World;
use crate::world::sweep::moving_cover::{Anchor, MovingCover, first_impact};

/// What moves in a [`World::cast`](crate::World::cast): a collider, or a probe. Made from a [`Handle`] or from a reference to a [`Probe`].
#[derive(Clone, Copy, Debug)]
pub enum Caster<'a> {
    /// A collider, from where it is now. It does not meet itself.
    Collider(Handle),
    /// A shape under a pose.
    Probe(&'a Probe),
}

impl From<Handle> for Caster<'_> {
    fn from(handle: Handle) -> Self {
        Caster::Collider(handle)
    }
}

impl<'a> From<&'a Probe> for Caster<'a> {
    fn from(probe: &'a Probe) -> Self {
        Caster::Probe(probe)
    }
}

/// A collider that a motion meets, by raster, from [`World::cast`](crate::World::cast): when and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct CastHit {
    /// The collider that is met.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// When they first cover the same pixel: from 0 to 1, both included. A step to the right or down happens just after this time, one to the
    /// left or up at this time. 0 if they overlap at the start.
    pub time: TimeOfImpact,
    /// Of the world pixels that both cover then, the one with the lowest y, then the lowest x.
    pub pixel: Point,
    /// Against the motion on each axis on which it went to another pixel at that moment: -1, 0 or 1. It may be diagonal. (0, 0) if they overlap
    /// at the start.
    pub normal: Point,
    /// The last free position: the start plus whole pixels, one step before the hit. A collider that is set there touches nothing that the
    /// motion meets from this moment on. It keeps its part of a pixel, so its cover is the same as at the start, moved. None if they overlap at
    /// the start.
    #[doc(alias = "InitialOverlap")]
    pub free: Option<PointQ16>,
}

/// What decides which hit comes first: the time, whether it is just after it, and the slot.
type CastOrder = (TimeOfImpact, bool, u32);

impl World {
    /// The first collider that a shape meets on a straight motion, and exactly when. None if it meets nothing, or if the handle is stale.
    /// What moves is a collider (its handle) or a [`Probe`]. All others stand still. The world stays as it is.
    ///
    /// It answers as if a [`step`](World::step) were made at every moment of the motion, so it agrees with steps and queries: two shapes
    /// meet if they cover the same pixel, and positions are rounded to pixels on the way. Nothing is skipped at any speed.
    /// ([`World::ray_cast`] and [`Mask::cast`](crate::Mask::cast) judge by geometry instead: there, pixels are squares that may lie between
    /// whole pixels.) Overlap at the start is a hit at time 0 with no [free](CastHit::free) position. Of several colliders that are met at the
    /// same time, those that are met *at* that time (by a step to the left or up) come before those that are met just after it (by a step to
    /// the right or down), then the lower handle decides. The [filter](QueryFilter) decides whom it may meet: for a handle, by default, what is
    /// in the collider's own space and agrees with its layers and its group. Custom tests are not asked.
    ///
    /// A shape that is turned by other than right angles or scaled, a circle or a polygon keeps the pixels that it covers at the start, and
    /// they move by whole pixels. For what turns on its way, ask [`World::cast_turning`].
    ///
    /// # Panics
    /// If the motion leads beyond [`PointQ16::LIMIT`], or if the probe is a line that does not fit a [`Mask`](crate::Mask).
    ///
    /// # Complexity
    /// A look at each collider whose box meets the box around the motion, and an overlap test for each pixel of the way on which the two
    /// boxes share a pixel; large masks jump through free space. Allocates only for shapes that must be drawn.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let shot = world.insert(Collider::new(Mask::filled(4, 2)).at((0, 10)));
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 8, 40)));
    /// let hit = world.cast(shot, (500, 0), &QueryFilter::default()).unwrap();
    /// assert_eq!((hit.handle, hit.time.to_string()), (wall, "193/1000".into()));    // just after 96.5 of 500 pixels
    /// assert_eq!((hit.pixel, hit.normal), (Point::new(100, 10), Point::new(-1, 0)));
    /// assert_eq!(hit.free, Some((96, 10).into()));
    /// ```
    #[doc(alias = "cast_shape")]
    #[doc(alias = "shape_cast")]
    #[doc(alias = "motion_test")]
    #[doc(alias = "box_cast")]
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    #[doc(alias = "time of impact")]
    #[doc(alias = "convex cast")]
    #[must_use]
    pub fn cast<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Option<CastHit> {
        self.try_cast(what, motion, filter).or_panic()
    }

    /// The checked form of [`World::cast`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast`] panics.
    pub fn try_cast<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<CastHit>, InvalidArgument> {
        let mut first: Option<(CastOrder, CastHit)> = None;
        self.store.each_cast(what.into(), motion.into(), filter, &mut |order, hit| {
            if first.is_none_or(|(first, _)| order < first) {
                first = Some((order, hit()));
            }
        })?;
        Ok(first.map(|(_, hit)| hit))
    }

    /// All colliders that a shape meets on a straight motion, in the order in which it meets them: see [`World::cast`]. Each is met once, as
    /// if the others were not there. Empty if the handle is stale.
    ///
    /// # Panics
    /// As [`World::cast`].
    #[doc(alias = "raycast_all")]
    #[doc(alias = "shape_cast_all")]
    #[must_use]
    pub fn cast_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Vec<CastHit> {
        self.try_cast_all(what, motion, filter).or_panic()
    }

    /// The checked form of [`World::cast_all`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::cast_all`] panics.
    pub fn try_cast_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<CastHit>, InvalidArgument> {
        let mut all = Vec::new();
        self.store
            .each_cast(what.into(), motion.into(), filter, &mut |order, hit| all.push((order, hit())))?;
        all.sort_compact_by_key(|&(order, _)| order);
        Ok(all.into_iter().map(|(_, hit)| hit).collect())
    }
}

impl Store {
    /// Calls `f` with each collider that the motion meets, in no particular order, and with a function that completes the hit.
    fn each_cast(
        &self,
        what: Caster<'_>,
        motion: PointQ16,
        filter: &QueryFilter<'_>,
        f: &mut impl FnMut(CastOrder, &dyn Fn() -> CastHit),
    ) -> Result<(), InvalidArgument> {
        let plane = self.plane();
        let way = motion.checked("motion")?;
        let probe = if let Caster::Probe(probe) = what { probe.placed_shape()? } else { None };
        let (mut filter, mut itself) = (*filter, None);
        let (formed, anchor, position) = match what {
            Caster::Collider(handle) => {
                let Some(stored) = self.stored(handle) else { return Ok(()) };
                (stored.position + way).checked("motion")?;
                (filter, itself) = (filter.about(stored), Some(handle.index));
                let Some(formed) = stored.formed(plane) else { return Ok(()) };
                (formed, stored.anchor(&formed), stored.position)
            }
            Caster::Probe(_) => {
                let Some((shape, pose)) = &probe else { return Ok(()) };
                let pose = pose_in_tile_0(shape, *pose, plane);
                let formed = Formed::of(shape, pose, plane);
                let position = Transform::from(pose).position();
                (formed, Anchor::of(shape, position, &pose, false), position)
            }
        };
        let drawing = drawing(&formed);
        let motion = StraightMotion { from: anchor.point, to: (anchor.point + way).checked("motion")? };
        let Some(moving) = MovingCover::new(formed, drawing.as_deref(), motion, &[]) else {
            return Ok(());
        };
        let _ = self.each_near(moving.swept_extent().into(), &filter, &mut |index| {
            if itself.is_some_and(|itself| self.are_one(itself, index)) {
                return ControlFlow::Continue(());
            }
            let stored = self.at(index);
            let Some(formed) = stored.formed(plane) else { return ControlFlow::Continue(()) };
            let drawn = stored.drawn();
            let drawing = if formed.needs_drawing(drawn) { self::drawing(&formed) } else { None };
            let at_rest = StraightMotion::resting(PointQ16::ZERO);
            let Some(standing) = MovingCover::new(formed, drawing.as_deref().or(drawn), at_rest, &[]) else {
                return ControlFlow::Continue(());
            };
            let meets = |by: Offset| {
                let standing = standing.shifted(by);
                first_impact(&standing, &moving).map(|impact| (standing, impact))
            };
            // Of the images that it meets, the first.
            let first = plane
                .images_on_the_way(moving.cover.extent(), way, standing.cover.extent())
                .filter_map(meets)
                .min_by(|(_, one), (_, other)| one.when.cmp(other.when));
            if let Some((standing, impact)) = first {
                let hit = || self.cast_hit(index, &standing, &moving, &impact, position);
                f((impact.when.at.into(), impact.when.just_after, index), &hit);
            }
            ControlFlow::Continue(())
        });
        Ok(())
    }

    /// When and where a motion that began at `from` meets a collider that stands.
    fn cast_hit(
        &self,
        index: u32,
        standing: &MovingCover<'_>,
        moving: &MovingCover<'_>,
        impact: &Impact,
        from: PointQ16,
    ) -> CastHit {
        let [rested, moved] = impact.moved;
        let (one, other) = (standing.cover.shifted(rested), moving.cover.shifted(moved));
        let touch = cover_meeting::touch(self.plane(), &one, &other, EventDetail::default());
        let before = impact.before.map(|[_, before]| before);
        CastHit {
            handle: self.handle_at(index),
            data: self.at(index).data,
            time: before.map_or(TimeOfImpact::START, |_| impact.when.at.into()),
            pixel: touch.expect("they cover the same pixel at that moment").first,
            normal: before.map_or(Point::ZERO, |before| (before - moved).as_pixel()),
            free: before
                .map(|before| self.plane().position(from + PointQ16::new(before.x << 16, before.y << 16))),
        }
    }
}
