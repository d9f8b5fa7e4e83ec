//! Rays and movers among the colliders of a world.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::World;
use super::collider::ColliderKind;
use super::handle::Handle;
use super::query::QueryFilter;
use crate::geom::{Extent, Point, PointQ16};
use crate::mover::{Body, MoveOptions, Refusal, walk, way};
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

/// The result of [`World::move_and_slide`]: where the collider is now, and what is in its way there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Slid {
    /// Where it is now, with the remainder that it keeps for the next move.
    pub position: PointQ16,
    /// What is left of the motion's speed: the motion, but 0 on an axis on which a floor, a ceiling or a wall is named. (0, 0) if it is
    /// stuck.
    pub velocity: PointQ16,
    /// What it stands on: what refuses one more step down from where it is now. None if the motion leads up.
    pub floor: Option<Blocker>,
    /// What refuses one more step up. None if the motion does not lead up.
    pub ceiling: Option<Blocker>,
    /// What refuses one more step sideways, in the direction of the motion. None if the motion does not lead sideways. A ledge that it could
    /// climb is no wall.
    pub wall: Option<Blocker>,
    /// The solid collider that it overlaps at the start. In that case it does not move, and nothing else is named.
    pub stuck: Option<Handle>,
}

/// A collider that refuses a step of another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Blocker {
    /// The collider. Of several, the one with the lowest handle.
    pub handle: Handle,
    /// The collider's data.
    pub data: u64,
    /// The pixel of the world that refuses the step. Of several pixels of this collider, the one with the lowest y, then the lowest x.
    pub pixel: Point,
    /// The direction from that pixel towards the collider that moves, against the step: (0, -1) for a floor.
    pub normal: Point,
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
        filter: &QueryFilter,
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

    /// Moves a collider by a motion among the colliders that the filter lets through. It stops flush, slides on along the free axis, and
    /// climbs ledges, as [`move_and_slide`](crate::move_and_slide) does. Bodies are solid. Colliders of kind [`ColliderKind::OneWay`] are
    /// platforms to jump through. Sensors and characters are no obstacles. The collider is at its new place at once; contacts come with the
    /// next step. None if the handle is stale.
    ///
    /// The collider itself is never an obstacle. Its own layers don't count: the filter's do. Where it may go is exactly where a step would
    /// find no touch with a solid collider by the pixels that both cover. What stops it is touched, not overlapped, so the next step has no
    /// event with it; [`Slid`] names it. Custom tests are not asked. A collider that covers nothing moves all the way.
    ///
    /// # Panics
    /// If the motion leads beyond [`PointQ16::LIMIT`], or if a mover that is not a mask covers a larger box than a mask may have.
    ///
    /// # Complexity
    /// As [`move_and_slide`](crate::move_and_slide) among the colliders whose boxes meet the box around the motion. They are found once.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, MoveOptions, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let ground = world.insert(Collider::new(Rect::new(0, 100, 200, 20)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 50)));
    /// let slid = world.move_and_slide(hero, (30, 1000), &MoveOptions::default(), &QueryFilter::default()).unwrap();
    /// assert_eq!((slid.position, slid.floor.map(|floor| floor.handle)), ((40, 84).into(), Some(ground)));
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
        filter: &QueryFilter,
    ) -> Option<Slid> {
        let motion = motion.into().checked();
        let live = self.live(handle)?;
        let position = live.collider.pose.map_or(PointQ16::ZERO, |pose| {
            let [x, y] = pose.translation;
            PointQ16::new(x, y)
        });
        let body = live.texels().map_or_else(Body::nothing, |texels| Body::of(texels.placed.moved_by_parts(-position)));
        let way = way(body.extent(), position, motion, options);
        let mut pieces = Vec::new();
        let _ = self.each_near(way.into(), filter, &mut |index| {
            let live = self.at(index);
            let kind = live.collider.kind;
            if index != handle.index
                && matches!(kind, ColliderKind::Body | ColliderKind::OneWay)
                && let Some(cover) = live.cover()
            {
                pieces.extend(cover.piece(index, kind == ColliderKind::OneWay, way));
            }
            ControlFlow::Continue(())
        });
        pieces.sort_unstable_by_key(|piece| piece.owner);
        let walked = walk(body.mask(), body.corner(), position, motion, options, &mut pieces);
        let blocker = |refusal: Option<Refusal>, x: i64, y: i64| {
            refusal.map(|Refusal { owner, pixel }| Blocker {
                handle: self.handle_at(owner),
                data: self.at(owner).collider.data,
                pixel,
                normal: Point::new(x as i32, y as i32),
            })
        };
        let slid = Slid {
            position: walked.position.checked(),
            velocity: walked.velocity,
            floor: blocker(walked.floor, 0, -1),
            ceiling: blocker(walked.ceiling, 0, 1),
            wall: blocker(walked.wall, -motion.x.signum(), 0),
            stuck: walked.stuck.map(|owner| self.handle_at(owner)),
        };
        self.set_position(handle, slid.position)?;
        Some(slid)
    }
}
