//! Rays and movers among the colliders of a world.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::World;
use super::collider::ColliderKind;
use super::handle::Handle;
use super::query::QueryFilter;
use super::texels::Texels;
use crate::geom::{Extent, Offset, PointQ16};
use crate::mask::Mask;
use crate::mover::{MoveOptions, Moved, Obstacle, slide_among};
use crate::placed::{Form, LARGE, ShapeRef};
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::ray_cast;

/// The first hit of a ray, from [`World::ray_cast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct RayHit {
    /// The collider that is hit.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// When the ray hits, and from which side. The point is a pixel of the world.
    pub cast: Cast,
}

/// The result of [`World::move_and_slide`]: where the collider is now, and what it met on the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Slid {
    /// Where the origin of its shape is now.
    pub position: PointQ16,
    /// What it stands on: the collider that stopped it on the way down, or onto which it stepped down.
    pub floor: Option<Handle>,
    /// What stopped it on the way up.
    pub ceiling: Option<Handle>,
    /// What stopped it on the way left or right.
    pub wall: Option<Handle>,
    /// What it overlapped at the start. In that case it did not move.
    pub stuck: Option<Handle>,
}

/// Pixels of a nearby collider, as a mask at a whole pixel.
struct NearMask<'a> {
    index: u32,
    mask: Cow<'a, Mask>,
    corner: Offset,
}

impl NearMask<'_> {
    fn obstacle(&self, kind: ColliderKind) -> Obstacle<'_> {
        let Offset { x, y } = self.corner;
        let position = PointQ16::new(x << 16, y << 16);
        match kind {
            ColliderKind::OneWay => Obstacle::one_way(&*self.mask, position),
            _ => Obstacle::solid(&*self.mask, position),
        }
    }
}

impl World {
    /// The first collider that a ray hits on its way from a position along a motion, and exactly when. None if it hits nothing. A collider
    /// that holds the start comes first, as [`Cast::InitialOverlap`]. Of several that are hit at the same moment, the one with the lowest
    /// handle. The ray hits the pixels that colliders cover; custom tests are not asked.
    ///
    /// [`World::first_on_line`] steps from pixel to pixel. This verb knows parts of a pixel and the side that is hit. A ray along the side
    /// of a collider passes it. So it also passes between two colliders that stand side by side, and between two pixels that touch at a
    /// corner.
    ///
    /// # Panics
    /// If the position or the motion is beyond [`PointQ16::LIMIT`].
    ///
    /// # Complexity
    /// One ray cast against each collider whose box meets the box around the ray. For a long slanting ray those may be many.
    ///
    /// ```
    /// use hitmask::{Cast, Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let crate_ = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.ray_cast((0, 4), (80, 0), &QueryFilter::default()).unwrap();
    /// let Cast::Hit { time, normal, .. } = hit.cast else { panic!() };
    /// assert_eq!((hit.handle, time.to_f64(), normal), (crate_, 0.25, Point::new(-1, 0)));
    /// ```
    #[doc(alias = "raycast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn ray_cast(
        &self,
        position: impl Into<PointQ16>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Option<RayHit> {
        let (from, motion) = (position.into().checked(), motion.into().checked());
        let path = Path::new(from, motion);
        let to = from + motion;
        // A ray along the border of two pixels may be stopped by the pixels on both sides of it.
        let way = Extent {
            x0: (from.x.min(to.x) >> 16) - 1,
            y0: (from.y.min(to.y) >> 16) - 1,
            x1: (from.x.max(to.x) >> 16) + 2,
            y1: (from.y.max(to.y) >> 16) + 2,
        };
        let mut first: Option<(Cast, u32)> = None;
        let _ = self.each_near(way.into(), filter, &mut |index| {
            if let Some(cover) = self.at(index).cover() {
                let extent = cover.extent().intersection(Extent::WORLD);
                let cast = ray_cast(extent, |x, y| cover.covers(x, y), &path);
                let earlier = first
                    .is_none_or(|(best, i)| cast.is_before(&best) || !best.is_before(&cast) && index < i);
                if cast != Cast::Miss && earlier {
                    first = Some((cast, index));
                }
            }
            ControlFlow::Continue(())
        });
        let (cast, index) = first?;
        Some(RayHit { handle: self.handle_at(index), data: self.at(index).collider.data, cast })
    }

    /// Moves a collider by a motion among the colliders that the filter lets through. It stops exactly where it would overlap one, slides
    /// on along the free axis, and climbs ledges, as [`move_and_slide`](crate::move_and_slide) does. Colliders of kind
    /// [`ColliderKind::OneWay`] are platforms to jump through. The collider is at its new place at once; contacts come with the next step.
    /// None if the handle is stale.
    ///
    /// The collider itself is never an obstacle. Its own layers don't count: the filter's do. What stops
    /// it is touched, not overlapped, so the next step has no event with it; [`Slid`] names it. Moves are judged by
    /// [`PixelRule::Geometry`](crate::PixelRule::Geometry), steps by [`PixelRule::Raster`](crate::PixelRule::Raster): between whole pixels
    /// a collider may be stopped a part of a pixel before a step would see a touch.
    ///
    /// Obstacles are the pixels that colliders cover; their custom tests are not asked. A mask that is not turned or scaled moves by parts
    /// of a pixel. Any other mover moves with the pixels that it covers at the start. A collider that covers nothing moves all the way.
    ///
    /// # Panics
    /// If the motion leads beyond [`PointQ16::LIMIT`], or if a mover that is not a plain mask covers a larger area than a mask may have.
    ///
    /// # Complexity
    /// As [`move_and_slide`](crate::move_and_slide) among the colliders whose boxes meet the box around the motion. Pixels of obstacles
    /// that are not plain masks are drawn for the move.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, MoveOptions, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let ground = world.insert(Collider::new(Rect::new(0, 100, 200, 20)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 50)));
    /// let slid = world.move_and_slide(hero, (30, 1000), &MoveOptions::default(), &QueryFilter::default()).unwrap();
    /// assert_eq!((slid.position, slid.floor), ((40, 84).into(), Some(ground)));
    /// assert!(world.step()?.is_empty());                          // it stands on the ground, not in it
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "character controller")]
    #[doc(alias = "kinematic body")]
    #[must_use = "None says that the handle is stale and that nothing has moved"]
    pub fn move_and_slide(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
    ) -> Option<Slid> {
        let motion = motion.into().checked();
        let live = self.live(handle)?;
        let origin = live.collider.transform.position();
        let Some(cover) = live.cover() else {
            let position = (origin + motion).checked();
            self.set_position(handle, position)?;
            return Some(Slid { position, floor: None, ceiling: None, wall: None, stuck: None });
        };
        let (mover, corner) = match cover.as_mask() {
            Some((mask, corner)) => (Cow::Borrowed(mask), corner),
            None => {
                let e = cover.extent().intersection(Extent::WORLD);
                (Cow::Owned(cover.part(e)), e.corner())
            }
        };
        // A plain mask keeps its parts of a pixel. A drawn picture already contains them.
        let start = match live.texels() {
            Some(Texels { placed, alpha: None })
                if live.footprint.form == Form::Plain && matches!(placed.shape(), ShapeRef::Bits(_)) =>
            {
                let [x, y] = placed.pose().translation;
                PointQ16::new(x, y)
            }
            _ => PointQ16::new(corner.x << 16, corner.y << 16),
        };
        let mut filter = *filter;
        filter.except = filter.except.or(Some(handle));
        let e = cover.extent();
        let reach = |way: i64, more: u32| {
            ((way.min(0) >> 16) - i64::from(more) - 2, (way.max(0) >> 16) + i64::from(more) + 2)
        };
        let (left, right) = reach(motion.x, 0);
        let (up, down) = reach(motion.y, options.step_up.max(options.step_down));
        let way = Extent { x0: e.x0 + left, y0: e.y0 + up, x1: e.x1 + right, y1: e.y1 + down };
        let near: Vec<NearMask<'_>> =
            self.near(way, &filter).into_iter().filter(|near| near.index != handle.index).collect();
        let kind = |near: &NearMask<'_>| self.at(near.index).collider.kind;
        let obstacles: Vec<Obstacle<'_>> = near.iter().map(|near| near.obstacle(kind(near))).collect();
        let Moved { position, floor, ceiling, wall, stuck } =
            slide_among(&mover, start, motion, &obstacles, options);
        let name = |found: Option<usize>| found.map(|found| self.handle_at(near[found].index));
        let moved = (origin + (position - start)).checked();
        let slid = Slid {
            position: moved,
            floor: name(floor),
            ceiling: name(ceiling),
            wall: name(wall),
            stuck: name(stuck),
        };
        self.set_position(handle, moved)?;
        Some(slid)
    }

    /// The pixels that colliders cover near an extent, for all that the filter lets through, sorted by index.
    fn near(&self, extent: Extent, filter: &QueryFilter<'_>) -> Vec<NearMask<'_>> {
        let mut near = Vec::new();
        let _ = self.each_near(extent.into(), filter, &mut |index| {
            let live = self.at(index);
            if let Some(cover) = live.cover() {
                let shared = cover.extent().intersection(Extent::WORLD).intersection(extent);
                let longest = (shared.x1 - shared.x0).max(shared.y1 - shared.y0);
                // A platform in several parts would stop a falling mover at the upper side of each part.
                let is_whole = live.collider.kind == ColliderKind::OneWay
                    && longest <= i64::from(Mask::MAX_SIDE)
                    && (1..=LARGE).contains(&shared.area());
                match cover.as_mask() {
                    Some((mask, corner)) => near.push(NearMask { index, mask: Cow::Borrowed(mask), corner }),
                    None if is_whole => {
                        let mask = Cow::Owned(cover.part(shared));
                        near.push(NearMask { index, mask, corner: shared.corner() });
                    }
                    None => near.extend(cover.parts(extent).map(|(mask, corner)| NearMask {
                        index,
                        mask: Cow::Owned(mask),
                        corner,
                    })),
                }
            }
            ControlFlow::Continue(())
        });
        near.sort_unstable_by_key(|near| near.index);
        near
    }
}
