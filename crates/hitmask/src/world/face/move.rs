//! Characters, lifts, and what must fit.

use alloc::vec::Vec;

use crate::geom::{PointQ16, Transform};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mover::MoveOptions;
use crate::world::World;
use crate::world::ask::query::QueryFilter;
use crate::world::r#move::fit::Fit;
use crate::world::r#move::moving_solid::SolidMoved;
use crate::world::r#move::slide::{Blocker, Slid};
use crate::world::r#move::slope::Slope;
use crate::world::types::handle::Handle;
use crate::world::types::shape::ColliderShape;

impl World {
    /// Moves a collider by a motion among the colliders that the filter lets through. It stops flush, slides on along the free axis, and
    /// climbs ledges, as [`move_and_slide`](crate::move_and_slide) does. Bodies are solid. Colliders of kind [`ColliderKind::OneWay`](crate::ColliderKind::OneWay) are
    /// platforms to jump through. Sensors and characters are no obstacles. The collider is at its new place at once; contacts come with the
    /// next step. None if the handle is stale.
    ///
    /// The collider itself is never an obstacle. It moves in its own space, and its layers and its group decide what it meets, unless the
    /// [filter](QueryFilter) names others. Where it may go is exactly where a step would
    /// find no touch with a solid collider by the pixels that both cover. (A collider with the rule of alpha sum counts by its visible pixels.)
    /// What stops it is touched, not overlapped, so the next step has no
    /// event with it; [`Slid`] names it. Custom tests are not asked. A collider that covers nothing moves all the way.
    ///
    /// It stands on whole pixels from then on and keeps a remainder, as [characters](crate::ColliderKind::Character) always do: see
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
        self.try_move_and_slide(handle, motion, options, filter).or_panic()
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

    /// The slope of the ground under a collider's feet. None if there is no ground, if the collider overlaps a solid collider, or if the
    /// handle is stale.
    ///
    /// The *foot* of a column is the lowest pixel that the collider covers in it. The ground of a column is the first pixel below its foot
    /// that something would land on, with at most `reach` clear pixels between (and never more than 2³⁰): a pixel of a body, or one of a one-way platform whose upper
    /// neighbour in that platform is clear. The slope is that between the leftmost and the rightmost column that have a ground. So a collider
    /// that stands on the edge of a cliff sees the part on which it stands, and a step or a stone under one end counts as a slope. A wide
    /// `reach` sees more of a steep slope; as many pixels as the feet are wide see all of one of 45 degrees.
    ///
    /// What is ground is what [`World::move_and_slide`] would stand on: see there for the filter.
    ///
    /// # Panics
    /// As [`World::unstick`].
    ///
    /// # Complexity
    /// A look at each collider nearby, in each column without ground at either end. Allocates only for shapes that are no masks.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Mask::from_fn(100, 60, |x, y| 2 * y + x >= 100)));      // up by one pixel in every two columns
    /// let hero = world.insert(Collider::new(Mask::filled(9, 16)).at((30, 15)).character());
    /// let slope = world.ground_slope(hero, 9, &QueryFilter::default()).unwrap();
    /// assert_eq!((slope.rise, slope.run), (4, 8));
    /// let is_too_steep = slope.rise.unsigned_abs() > slope.run;
    /// assert!(!is_too_steep);
    /// ```
    #[doc(alias = "ground normal")]
    #[doc(alias = "floor angle")]
    #[must_use]
    pub fn ground_slope(&self, handle: Handle, reach: u32, filter: &QueryFilter<'_>) -> Option<Slope> {
        self.try_ground_slope(handle, reach, filter).or_panic()
    }

    /// Moves a solid by a motion, step by step of one pixel. Nothing stops it. Characters in its way are pushed, and characters that ride it
    /// are carried. None if the handle is stale.
    ///
    /// The way is that of [`World::move_and_slide`]: the solid stands on whole pixels from now on and keeps the rest of the motion as a
    /// remainder ([`Collider::whole_pixels`](crate::Collider::whole_pixels)). At each of its steps:
    ///
    /// 1. A character that the solid would overlap makes the same step first: it is pushed. If something refuses that step, the character
    ///    is **crushed**: it stays, and is reported. Your game decides what that means. It is tried again at the solid's next step, so a
    ///    character may be both crushed and pushed.
    /// 2. A character that rides the solid and was not pushed makes the same step, unless something refuses it: it is carried. Characters
    ///    ride if they stand on the solid before the step, or if `riders` names them: for example one that hangs on its wall.
    ///
    /// Both go in the order of handles. Pushed and carried characters don't slide, and keep their remainders. A one-way
    /// platform carries who stands on it, even if they overlap it, but pushes nobody: it passes through who is beside it or below. A sensor
    /// or a character that is moved so carries only the riders that are named. Who meets whom is judged by the layers, groups and spaces of
    /// the colliders; custom tests are not asked. `riders` that are stale, disabled, no characters, or in another space are ignored.
    ///
    /// # Panics
    /// If the motion is beyond [`PointQ16::LIMIT`] or leads the solid or a character beyond it, or if a character near the solid is not a
    /// mask and covers a larger box than a mask may have.
    ///
    /// # Complexity
    /// The characters near the way and the colliders near them are found once. Each step of the solid tests its pixels against each of these
    /// characters whose box it meets. Without characters nearby it costs as much as [`World::set_position`].
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Rect, World};
    /// let mut world = World::new();
    /// let lift = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((0, 100)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 84)).character());
    /// let moved = world.move_solid(lift, (5.5, -20.0), &[]).unwrap();
    /// assert_eq!(moved.position, (5.5, 80.0).into());
    /// assert_eq!((moved.pushed, moved.carried), (vec![hero], vec![hero]));          // pushed up, carried sideways
    /// assert_eq!(world.position(hero), Some((15, 64).into()));                      // 5.5 is the sixth pixel's mark: not yet beyond it
    /// assert!(world.step()?.is_empty());
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "moving platform")]
    #[doc(alias = "elevator")]
    #[doc(alias = "kinematic body")]
    #[must_use = "None says that the handle is stale and that nothing has moved"]
    pub fn move_solid(
        &mut self,
        handle: Handle,
        motion: impl Into<PointQ16>,
        riders: &[Handle],
    ) -> Option<SolidMoved> {
        self.try_move_solid(handle, motion, riders).or_panic()
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
    /// use hitmask::{Collider, ColliderFrame, Fit, Frames, Mask, Point, QueryFilter, Rect, World};
    /// let frame = |h| ColliderFrame { mask: Arc::new(Mask::filled(8, h)), offset: Point::new(0, 16 - h as i32) };
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
    #[must_use = "None says that the handle is stale, `Stuck` that nothing was changed"]
    pub fn fit_frame(
        &mut self,
        handle: Handle,
        frame: usize,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Result<Option<Fit>, InvalidArgument> {
        self.store.fit_frame(handle, frame, limit, filter)
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
        self.store.fit_shape(handle, shape, limit, filter)
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
        self.store.fit_transform(handle, transform, limit, filter)
    }

    /// Frees a collider from the solid colliders that it overlaps, by the least move of at most `limit` pixels, as
    /// [`World::fit_frame`] does. [`Fit::Free`] if it overlaps none. None if the handle is stale.
    ///
    /// # Panics
    /// If the collider is not a mask and covers a larger box than a mask may have, and if the search is too long: see
    /// [`World::fit_frame`]. [`World::try_unstick`] returns an error instead.
    #[doc(alias = "depenetrate")]
    #[must_use = "None says that the handle is stale, `Stuck` that nothing was changed"]
    pub fn unstick(&mut self, handle: Handle, limit: u32, filter: &QueryFilter<'_>) -> Option<Fit> {
        self.try_unstick(handle, limit, filter).or_panic()
    }

    /// Whether a collider would overlap a solid collider at a position, and which least move of at most `limit` pixels would free it there:
    /// as [`World::fit_frame`], but it only asks. With a limit of 0 it names what the collider would be stuck in. None if the handle is
    /// stale.
    ///
    /// # Panics
    /// If the position is beyond [`PointQ16::LIMIT`], and as [`World::unstick`].
    #[must_use]
    pub fn fit_at(
        &self,
        handle: Handle,
        position: impl Into<PointQ16>,
        limit: u32,
        filter: &QueryFilter<'_>,
    ) -> Option<Fit> {
        self.try_fit_at(handle, position, limit, filter).or_panic()
    }
}
