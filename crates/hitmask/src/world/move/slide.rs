//! A collider that moves among the others: the character of a platform game.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::{fmt, mem};

use crate::geom::{Extent, Point, PointQ16};
use crate::mover::{Body, MoveOptions, ObstaclePixels, Refusal, pivot_pixel, walk, way};
use crate::world::ask::query::QueryFilter;
use crate::world::pixels::cover::Cover;
use crate::world::types::collider::ColliderKind;
use crate::world::types::handle::Handle;
use crate::world::{Live, World};

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
    /// Moves a collider by a motion among the colliders that the filter lets through. It stops flush, slides on along the free axis, and
    /// climbs ledges, as [`move_and_slide`](crate::move_and_slide) does. Bodies are solid. Colliders of kind [`ColliderKind::OneWay`] are
    /// platforms to jump through. Sensors and characters are no obstacles. The collider is at its new place at once; contacts come with the
    /// next step. None if the handle is stale.
    ///
    /// The collider itself is never an obstacle. Its own layers don't count: the filter's do. Where it may go is exactly where a step would
    /// find no touch with a solid collider by the pixels that both cover. (A collider with the rule of alpha sum counts by its visible pixels.)
    /// What stops it is touched, not overlapped, so the next step has no
    /// event with it; [`Slid`] names it. Custom tests are not asked. A collider that covers nothing moves all the way.
    ///
    /// It stands on whole pixels from then on and keeps a remainder, as [characters](ColliderKind::Character) always do: see
    /// [`Collider::whole_pixels`](crate::Collider::whole_pixels).
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
        filter: &QueryFilter<'_>,
    ) -> Option<Slid> {
        let motion = motion.into().checked();
        self.put_on_whole_pixels(handle)?;
        let kept = mem::take(&mut self.scratch.pieces.0);
        let live = self.live(handle)?;
        let position = live.collider.transform.position();
        let body = live.mover();
        let way = way(body.extent(), position, motion, options);
        let mut pieces: Vec<ObstaclePixels<'_>> = kept;
        self.pieces_into(way, handle, filter, &mut pieces);
        let walked = walk(body.mask(), body.corner(), position, motion, options, &mut pieces);
        let blocker = |refusal: Option<Refusal>, x: i64, y: i64| {
            refusal.map(|Refusal { owner, pixel }| Blocker {
                handle: self.handle_at(owner),
                data: self.at(owner).collider.data,
                pixel: self.reduced_pixel(pixel),
                normal: Point::new(x as i32, y as i32),
            })
        };
        let end = walked.position.checked();
        let slid = Slid {
            position: self.reduced(end),
            velocity: walked.velocity,
            floor: blocker(walked.floor, 0, -1),
            ceiling: blocker(walked.ceiling, 0, 1),
            wall: blocker(walked.wall, -motion.x.signum(), 0),
            stuck: walked.stuck.map(|owner| self.handle_at(owner)),
        };
        self.scratch.pieces = PieceStore::of(pieces);
        self.set_position(handle, end)?;
        Some(slid)
    }

    /// Lets a collider stand on whole pixels from now on.
    pub(crate) fn put_on_whole_pixels(&mut self, handle: Handle) -> Option<()> {
        if self.live(handle)?.collider.stands_on_whole_pixels() {
            return Some(());
        }
        self.change(handle, |live| live.collider.whole_pixels = true)
    }

    /// The obstacles of a mover near its way, in the order of their handles: bodies and one-way platforms that the filter lets through.
    pub(crate) fn pieces(
        &self,
        way: Extent,
        mover: Handle,
        filter: &QueryFilter<'_>,
    ) -> Vec<ObstaclePixels<'_>> {
        let mut pieces = Vec::new();
        self.pieces_into(way, mover, filter, &mut pieces);
        pieces
    }

    /// As [`World::pieces`], in an empty vector.
    fn pieces_into<'w>(
        &'w self,
        way: Extent,
        mover: Handle,
        filter: &QueryFilter<'_>,
        pieces: &mut Vec<ObstaclePixels<'w>>,
    ) {
        let _ = self.each_near(way.into(), filter, &mut |index| {
            let live = self.at(index);
            let kind = live.collider.kind;
            if index != mover.index && matches!(kind, ColliderKind::Body | ColliderKind::OneWay) {
                let covers = self.covers_in(index, way);
                pieces.extend(
                    covers.filter_map(|cover| self.piece(&cover, index, kind == ColliderKind::OneWay, way)),
                );
            }
            ControlFlow::Continue(())
        });
        pieces.sort_unstable_by_key(|piece| piece.owner);
    }

    /// What a cover is to a mover. None if it covers nothing near the way.
    pub(crate) fn piece<'w>(
        &self,
        cover: &Cover<'w>,
        owner: u32,
        one_way: bool,
        way: Extent,
    ) -> Option<ObstaclePixels<'w>> {
        let piece = cover.piece(owner, one_way, way)?;
        Some(match self.wrap() {
            None => piece,
            Some(wrap) => piece.on_torus(wrap.height()),
        })
    }
}

/// The memory for the obstacles of a move, which is kept for the next one. It is empty between moves.
#[derive(Default)]
pub(crate) struct PieceStore(Vec<ObstaclePixels<'static>>);

impl PieceStore {
    /// Drops the obstacles and keeps their memory.
    fn of(mut pieces: Vec<ObstaclePixels<'_>>) -> PieceStore {
        pieces.clear();
        // Collecting an iterator of a vector into a vector of elements of the same size happens in place. Without elements, this changes only
        // the lifetime.
        PieceStore(pieces.into_iter().map(|_| unreachable!("the vector is empty")).collect())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.0.capacity() * size_of::<ObstaclePixels<'static>>()
    }
}

impl fmt::Debug for PieceStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PieceStore").field("capacity", &self.0.capacity()).finish()
    }
}

impl Live {
    /// What it covers, beside the pixel of its position. The collider must stand on whole pixels.
    pub(crate) fn mover(&self) -> Body<'_> {
        let pivot = pivot_pixel(self.collider.transform.position());
        self.cover().map_or_else(Body::nothing, |cover| cover.mover().moved(-pivot))
    }
}
