//! Characters, lifts, and what must fit.

mod body;
pub(crate) mod convoy;
pub(crate) mod fit;
pub(crate) mod moving_solid;
pub(crate) mod slide;
pub(crate) mod slope;
mod support;

use alloc::vec::Vec;

use crate::geom::{Direction, PointQ16, Transform};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mover::MoveOptions;
use crate::world::collider::Collider;
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::ColliderShape;
use crate::world::mover::fit::Fit;
use crate::world::mover::moving_solid::SolidMoved;
use crate::world::mover::slide::{Blocker, Slid};
use crate::world::queries::query::QueryFilter;
use crate::world::store::world::World;

impl World {
    /// Moves a collider by a motion among the colliders that the filter lets through. It stops flush, slides on along the free axis, and
    /// climbs ledges, as [`move_and_slide`](crate::move_and_slide) does. Bodies and crates are solid. Colliders of kind [`ColliderKind::OneWay`](crate::ColliderKind::OneWay) are
    /// platforms to jump through. Sensors and characters are no obstacles. The collider is at its new place at once; contacts come with the
    /// next step. None if the handle is stale. [`ColliderProps::up`](crate::ColliderProps::up) says where up is.
    ///
    /// A [crate](crate::ColliderKind::Crate) that is moved so carries what stands on it, and pushes the characters and crates in its way along
    /// if all of them can go; if not, its step is refused by those that cannot. A character pushes crates only with [`MoveOptions::push`].
    ///
    /// The collider itself is never an obstacle. It moves in its own space, and its layers and its group decide what it meets, unless the
    /// [filter](QueryFilter) names others. Where it may go is exactly where a step would
    /// find no touch with a solid collider by the pixels that both cover. (A collider with the rule of alpha sum counts by its visible pixels.)
    /// What stops it is touched, not overlapped, so the next step has no
    /// event with it; [`Slid`] names it. Custom tests are not asked. A collider that covers nothing moves all the way.
    ///
    /// It stands on whole pixels from then on and keeps a remainder, as [characters](crate::ColliderKind::Character) always do: see
    /// [`ColliderProps::whole_pixels`](crate::ColliderProps::whole_pixels).
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
        self.try_move_and_slide(handle, motion, options, filter).or_panic()
    }

    /// The checked form of [`World::move_and_slide`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_and_slide`] panics.
    pub fn try_move_and_slide(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Slid>, InvalidArgument> {
        let scratch = &mut self.scratch.movers;
        self.store.move_and_slide(handle, motion.into(), options, filter, scratch, None)
    }

    /// As [`World::move_and_slide`], and writes all that stops the collider into your vector: every collider that refuses one more step on
    /// a side that [`Slid`] names, not only the one with the lowest handle. What refuses a step down or up comes first, then what refuses
    /// one sideways, each in the order of handles; [`Blocker::normal`] tells them apart. The vector's old contents are dropped. With a
    /// stale handle it returns None and leaves the vector as it is.
    ///
    /// ```
    /// use hitmask::{Blocker, Collider, Mask, MoveOptions, Point, QueryFilter, Rect, World};
    /// const SPIKES: u64 = 1;
    /// let mut world = World::new();
    /// world.insert(Collider::new(Rect::new(0, 100, 50, 20)));
    /// world.insert(Collider::new(Rect::new(50, 100, 50, 20)).with_data(SPIKES));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((44, 84)).character());
    /// let (options, filter, mut blockers) = (MoveOptions::default(), QueryFilter::default(), Vec::new());
    /// let slid = world.move_and_slide_into(hero, (0, 1), &options, &filter, &mut blockers).unwrap();
    /// assert_eq!(slid.floor.unwrap().data, 0);                                // the ground was inserted first
    /// let is_hurt = |blocker: &Blocker| blocker.normal == Point::new(0, -1) && blocker.data == SPIKES;
    /// assert!(blockers.iter().any(is_hurt));                                  // but it stands on both
    /// ```
    #[must_use = "None says that the handle is stale and that nothing has moved"]
    pub fn move_and_slide_into(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        blockers: &mut Vec<Blocker>,
    ) -> Option<Slid> {
        self.try_move_and_slide_into(handle, motion, options, filter, blockers).or_panic()
    }

    /// The checked form of [`World::move_and_slide_into`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_and_slide_into`] panics.
    pub fn try_move_and_slide_into(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        options: &MoveOptions,
        filter: &QueryFilter<'_>,
        blockers: &mut Vec<Blocker>,
    ) -> Result<Option<Slid>, InvalidArgument> {
        let scratch = &mut self.scratch.movers;
        self.store.move_and_slide(handle, motion.into(), options, filter, scratch, Some(blockers))
    }

    /// What carries a character or a crate: its *support*. None if nothing does, if the collider is neither, or if the handle is stale.
    ///
    /// Of the bodies, crates and one-way obstacles that refuse one more step down from where it is, it is the one whose refusing pixels lie in
    /// the most of its columns (rows, if its [up](crate::ColliderProps::up) is sideways); of equals, the one with the lowest handle. It is decided at the
    /// end of each [`World::move_and_slide`] of its own, kept until the next one, and decided anew only when it no longer refuses a step down:
    /// at once when one of the two was moved by a verb of movers, and otherwise (teleported, removed, disabled, edited) when it is needed. A
    /// moving solid carries those whose support it is, and nobody else: so who
    /// stands on two blocks that move together goes as far as they do. The support is part of saved worlds, snapshots and hashes; this
    /// question changes nothing.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, MoveOptions, Rect, World};
    /// let mut world = World::new();
    /// let [a, b] = [0, 16].map(|x| world.insert(Collider::new(Rect::new(0, 0, 16, 8)).at((x, 100))));
    /// let hero = world.insert(Collider::new(Mask::filled(12, 16)).at((12, 84)).character());
    /// assert_eq!(world.support(hero), Some(b));                                       // 4 columns on a, 8 on b
    /// for block in [a, b] {
    ///     let _ = world.move_solid(block, (2, 0), &[], &MoveOptions::default());
    /// }
    /// assert_eq!(world.position(hero), Some((14, 84).into()));
    /// ```
    #[doc(alias = "surface_velocity")]
    #[doc(alias = "conveyor")]
    #[doc(alias = "ground")]
    #[doc(alias = "riding")]
    #[must_use]
    pub fn support(&self, handle: Handle) -> Option<Handle> {
        self.store.support(handle)
    }

    /// Sets where up is for a collider: see [`ColliderProps::up`](crate::ColliderProps::up). None if the handle is stale.
    #[doc(alias = "gravity")]
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_up(&mut self, handle: Handle, up: impl Into<Option<Direction>>) -> Option<()> {
        let up = up.into();
        self.edit(handle, |collider| collider.up = up)
    }

    /// Sets the open side of a collider: see [`ColliderProps::open_side`](crate::ColliderProps::open_side). None if the handle is stale.
    #[must_use = "None says that the handle is stale and that nothing was changed"]
    pub fn set_open_side(&mut self, handle: Handle, open_side: Direction) -> Option<()> {
        self.edit(handle, |collider| collider.open_side = open_side)
    }

    /// Moves a solid by a motion, step by step of one pixel. Nothing stops it. Characters and crates in its way are pushed, and those that ride
    /// it are carried. None if the handle is stale.
    ///
    /// The way is that of [`World::move_and_slide`]: the solid stands on whole pixels from now on and keeps the rest of the motion as a
    /// remainder ([`ColliderProps::whole_pixels`](crate::ColliderProps::whole_pixels)). At each of its steps:
    ///
    /// 1. What the solid would overlap makes the same step first: it is pushed. If something refuses that step, a character tries
    ///    [ledges and corners](MoveOptions), as in a move of its own: so a wall pushes a hero up a slope that he could walk. If these don't help,
    ///    it is **crushed**: it stays, and is reported. Your game decides what that means. It is tried again at the solid's next step, so
    ///    something may be both crushed and pushed. A [crate](crate::ColliderKind::Crate) goes only if all that is in its way can go, too.
    /// 2. What rides the solid and was not pushed makes the same step, unless something refuses it: it is carried. Those ride whose
    ///    [support](World::support) the solid is before the step, and those that `riders` names: for example one that hangs on its wall.
    ///
    /// While it still rises in this call, seen by what it bears, it carries that whatever its support is: it is about to lift it off all else. While
    /// it still sinks, it carries only what no other body or one-way platform bears: the others are about to hold it. So blocks that move
    /// alike, one call after the other, carry as one.
    ///
    /// Both go in the order of handles. What is pushed or carried does not slide, and keeps its remainder. A crate that goes carries what rides
    /// on it. A one-way platform carries whose support it is, even if they overlap it, but pushes nobody: it passes through who is beside it or
    /// below. A sensor or a character that is moved so carries only the riders that are named. Parts of the solid push and carry as it does. Who
    /// meets whom is judged by the layers, groups and spaces of the colliders; custom tests are not asked. Nothing moves if one of the
    /// `riders` cannot ride.
    ///
    /// # Panics
    /// If the motion is beyond [`PointQ16::LIMIT`] or leads the solid or what it moves beyond it, if something near the solid is not a
    /// mask and covers a larger box than a mask may have, or if a rider is neither a character nor a crate, is a part, stale, disabled, in
    /// another space, or the solid itself.
    ///
    /// # Complexity
    /// The characters and crates near the way and the colliders near them are found once. Each step of the solid tests its pixels against each
    /// of these whose box it meets. Without any nearby it costs as much as [`World::set_position`].
    ///
    /// ```
    /// use hitmask::{Collider, Mask, MoveOptions, Rect, World};
    /// let mut world = World::new();
    /// let lift = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((0, 100)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 84)).character());
    /// let moved = world.move_solid(lift, (5.5, -20.0), &[], &MoveOptions::default()).unwrap();
    /// assert_eq!(moved.position, (5.5, 80.0).into());
    /// assert_eq!((moved.pushed, moved.carried), (vec![hero], vec![hero]));          // pushed up, carried sideways
    /// assert_eq!(world.position(hero), Some((15, 64).into()));                      // 5.5 is the sixth pixel's mark: not yet beyond it
    /// assert!(world.step()?.is_empty());
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "moving_platform")]
    #[doc(alias = "carry")]
    #[doc(alias = "animatable body")]
    #[doc(alias = "moving platform")]
    #[doc(alias = "elevator")]
    #[doc(alias = "kinematic body")]
    #[must_use = "None says that the handle is stale and that nothing has moved"]
    pub fn move_solid(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
        options: &MoveOptions,
    ) -> Option<SolidMoved> {
        self.try_move_solid(handle, motion, riders, options).or_panic()
    }

    /// The checked form of [`World::move_solid`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_solid`] panics.
    pub fn try_move_solid(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
        options: &MoveOptions,
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        let mut moved = SolidMoved::default();
        Ok(self.try_move_solid_into(handle, motion, riders, options, &mut moved)?.map(|()| moved))
    }

    /// As [`World::move_solid`], but writes into your value, whose lists it uses again: so a warm call allocates nothing. What was in it is
    /// dropped. With a stale handle it returns None and leaves the value as it is. After an error its contents mean nothing.
    ///
    /// # Panics
    /// As [`World::move_solid`].
    ///
    /// ```
    /// use hitmask::{Collider, Mask, MoveOptions, Rect, SolidMoved, World};
    /// let mut world = World::new();
    /// let lift = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((0, 100)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 84)).character());
    /// let mut moved = SolidMoved::default();
    /// for frame in 1..=60 {
    ///     world.move_solid_into(lift, (0.5, 0.0), &[], &MoveOptions::default(), &mut moved).unwrap();
    ///     assert_eq!(moved.position, (f64::from(frame) / 2.0, 100.0).into());
    /// }
    /// ```
    #[must_use = "None says that the handle is stale and that nothing has moved"]
    pub fn move_solid_into(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
        options: &MoveOptions,
        moved: &mut SolidMoved,
    ) -> Option<()> {
        self.try_move_solid_into(handle, motion, riders, options, moved).or_panic()
    }

    /// The checked form of [`World::move_solid_into`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::move_solid_into`] panics. The world has not changed then.
    pub fn try_move_solid_into(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
        options: &MoveOptions,
        moved: &mut SolidMoved,
    ) -> Result<Option<()>, InvalidArgument> {
        self.store.move_solid(handle, motion.into(), riders, options, &mut self.scratch.movers.convoy, moved)
    }

    /// Changes a solid in one jump: a plank that turns, a plant that grows, a door that swings. `change` gets a copy of the collider, as
    /// [`World::edit`] does: set a new transform, another frame, another shape. None if the handle is stale; `change` is not called then.
    ///
    /// 1. Those whose [support](World::support) it is go with the point that bears them: of the pixels that refuse their step down the one
    ///    nearest to the middle column of their solid pixels, as a texel of the solid. They go by whole pixels from the pixel of that texel's centre as it was to that
    ///    as it is now (the nearest one; of two as near, the left or the upper one),
    ///    step by step, as far as nothing but the solid refuses it. Crates among them carry what rides on them.
    /// 2. What the solid overlaps then is freed by its least move of at most `limit` pixels, as [`World::unstick`] does: it is listed as
    ///    pushed. A crate takes along who rides on it. Who cannot be freed so stays, and is listed as crushed. The filter says what counts as solid for this.
    ///
    /// Like [`World::move_solid`] it lets the solid stand on whole pixels from then on.
    ///
    /// # Panics
    /// As [`World::move_solid`], and if the search for a way out is too long: see [`World::fit_frame`].
    ///
    /// ```
    /// use hitmask::{Angle, Collider, Mask, QueryFilter, World};
    /// let mut world = World::new();
    /// let plank = world.insert(Collider::new(Mask::filled(80, 6)).with_pivot((40.0, 3.0)).at((100, 100)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((121, 81)).character());
    /// let filter = QueryFilter::default();
    /// let moved = world.reshape_solid(plank, 8, &filter, |plank| plank.transform.set_rotation(Angle::Degrees(-2.0))).unwrap();
    /// assert_eq!((moved.carried, moved.crushed), (vec![hero], vec![]));
    /// assert_eq!(world.support(hero), Some(plank));
    /// ```
    #[doc(alias = "rotate")]
    #[doc(alias = "swing")]
    #[doc(alias = "seesaw")]
    #[must_use = "None says that the handle is stale and that nothing has changed"]
    pub fn reshape_solid(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider),
    ) -> Option<SolidMoved> {
        let mut moved = SolidMoved::default();
        self.reshape_solid_into(handle, limit, filter, change, &mut moved).map(|()| moved)
    }

    /// The checked form of [`World::reshape_solid`]: the change may be refused, too.
    ///
    /// # Errors
    /// The [`InvalidArgument`] that `change` returns, and where [`World::reshape_solid`] panics. Nothing has changed then.
    pub fn try_reshape_solid(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
    ) -> Result<Option<SolidMoved>, InvalidArgument> {
        let mut moved = SolidMoved::default();
        Ok(self.try_reshape_solid_into(handle, limit, filter, change, &mut moved)?.map(|()| moved))
    }

    /// As [`World::reshape_solid`], but writes into your value, whose lists it uses again. What was in it is dropped. With a stale handle it returns None,
    /// calls no `change`, and leaves the value as it is. After an error its contents mean nothing.
    ///
    /// # Panics
    /// As [`World::reshape_solid`].
    #[must_use = "None says that the handle is stale and that nothing has changed"]
    pub fn reshape_solid_into(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider),
        moved: &mut SolidMoved,
    ) -> Option<()> {
        let change = |collider: &mut Collider| {
            change(collider);
            Ok(())
        };
        self.try_reshape_solid_into(handle, limit, filter, change, moved).or_panic()
    }

    /// The checked form of [`World::reshape_solid_into`].
    ///
    /// # Errors
    /// As [`World::try_reshape_solid`].
    pub fn try_reshape_solid_into(
        &mut self,
        handle: Handle,
        limit: u32,
        filter: &QueryFilter<'_>,
        change: impl FnOnce(&mut Collider) -> Result<(), InvalidArgument>,
        moved: &mut SolidMoved,
    ) -> Result<Option<()>, InvalidArgument> {
        self.store.reshape_solid(handle, limit, filter, change, &mut self.scratch.movers, moved)
    }

    /// Shows another frame of a collider's animation if the collider then overlaps no solid collider; otherwise after the least move by
    /// whole pixels, at most `limit` pixels long, that frees it; otherwise nothing changes. The answer says which. None if the handle is
    /// stale.
    ///
    /// Solid are bodies that the filter lets through, as in [`World::move_and_slide`]; the collider itself never counts. Lengths are
    /// straight: √(dx² + dy²). Its remainder stays. Like [`World::move_and_slide`] it lets the collider stand on whole pixels from then on,
    /// unless the answer is [`Fit::Stuck`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::set_frame`] panics, and if the frame is turned or scaled and covers a larger box than a mask may have; and
    /// if no move was found after a second or two of work, which is counted, not timed. Then the error names a limit up to which the search
    /// ends. Nothing has changed then.
    ///
    /// # Complexity
    /// One look at each solid collider nearby if it fits. Otherwise a few for each row of moves that is nearer than the answer, up to
    /// 2 · `limit` + 1 rows: a look tells all moves at which the same two runs of pixels meet. Among fine patterns that is up to one for
    /// each move. No more than 2²³ looks in all; fewer of large pictures.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use hitmask::{Collider, Fit, Frames, Mask, Point, QueryFilter, Rect, World};
    /// let frame = |h| (Mask::filled(8, h), Point::new(0, 16 - h as i32));
    /// let mut world = World::new();
    /// let ceiling = world.insert(Collider::new(Rect::new(0, 0, 100, 10)));
    /// let floor = world.insert(Collider::new(Rect::new(0, 22, 100, 10)));
    /// let hero = world.insert(Collider::new(Frames::new([frame(10), frame(12), frame(16)])).at((20, 6)).character());
    /// let filter = QueryFilter::default();
    /// assert_eq!(world.fit_frame(hero, 1, 4, &filter)?, Some(Fit::Free));
    /// assert_eq!(world.fit_frame(hero, 2, 4, &filter)?, Some(Fit::Stuck(ceiling)));       // 16 pixels in a gap of 12
    /// world.set_position(floor, (0, 3)).unwrap();
    /// assert_eq!(world.fit_frame(hero, 2, 4, &filter)?, Some(Fit::Stuck(ceiling)));       // a gap of 15
    /// world.set_position(floor, (0, 5)).unwrap();
    /// assert_eq!(world.fit_frame(hero, 2, 4, &filter)?, Some(Fit::Moved(Point::new(0, 4))));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "swap hitbox")]
    #[doc(alias = "change_shape")]
    #[must_use = "None says that the handle is stale, `Stuck` that nothing was changed"]
    pub fn fit_frame(
        &mut self,
        handle: Handle,
        frame: usize,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        let change = |collider: &mut Collider| collider.try_set_frame(frame);
        self.store.fit_changed(handle, limit, filter, &mut self.scratch.movers, change)
    }

    /// As [`World::fit_frame`], with another shape.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the shape must be drawn and covers a larger box than a mask may have, and if the search is too long. Nothing has changed
    /// then.
    #[must_use = "None says that the handle is stale, `Stuck` that nothing was changed"]
    pub fn fit_shape(
        &mut self,
        handle: Handle,
        shape: impl Into<ColliderShape>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        let shape = shape.into();
        let change = |collider: &mut Collider| {
            collider.shape = shape;
            Ok(())
        };
        self.store.fit_changed(handle, limit, filter, &mut self.scratch.movers, change)
    }

    /// As [`World::fit_frame`], with another transform: position, rotation, scale, flips. To flip a hero, change a copy of
    /// [`World::transform`].
    ///
    /// # Errors
    /// As [`World::fit_shape`].
    #[must_use = "None says that the handle is stale, `Stuck` that nothing was changed"]
    pub fn fit_transform(
        &mut self,
        handle: Handle,
        transform: impl Into<Transform>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        let transform = transform.into();
        let change = |collider: &mut Collider| {
            collider.transform = transform;
            Ok(())
        };
        self.store.fit_changed(handle, limit, filter, &mut self.scratch.movers, change)
    }
}
