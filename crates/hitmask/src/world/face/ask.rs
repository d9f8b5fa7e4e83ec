//! Questions between steps.

use alloc::vec::Vec;

use crate::contact::closest::Closest;
use crate::geom::{Point, PointQ16};
use crate::invalid_argument::OrPanic;
use crate::overlap::{LabelHit, LabelsMet};
use crate::world::World;
use crate::world::ask::cast::{CastHit, Caster};
use crate::world::ask::line::LineHit;
use crate::world::ask::nearest::Nearest;
use crate::world::ask::query::{Probe, Query, QueryFilter};
use crate::world::ask::ray::RayHit;
use crate::world::ask::turning::{TurningHit, TurningMotion};
use crate::world::types::event::Contact;
use crate::world::types::handle::Handle;

impl World {
    /// The filter with which a collider would ask for others: its space, layers and group, and not itself. For questions by probes, pixels
    /// and rays: questions about the collider need it only to be changed. None if the handle is stale.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 8, 90)).in_space(1));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 50)).in_space(1));
    /// let gun = (14, 58);
    /// let filter = world.filter_of(hero).unwrap();
    /// assert_eq!(world.ray_cast(gun, (200, 0), &filter).map(|hit| hit.handle), Some(wall));
    /// assert!(world.ray_cast(gun, (200, 0), &QueryFilter::default()).is_none());          // a ray of its own looks in space 0
    /// ```
    #[must_use]
    pub fn filter_of(&self, handle: Handle) -> Option<QueryFilter<'static>> {
        self.store.filter_of(handle)
    }

    /// Asks which colliders touch a probe, as they are now: those that moved since the last step are found where they are. Pixels decide;
    /// custom tests are not asked. Probe and filter are copied, so they may be temporaries.
    ///
    /// # Complexity
    /// As after a step if colliders moved or changed since: the first eight questions look at each of these, then one puts them into a grid.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Probe, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let ring = Mask::from_fn(9, 9, |x, y| !(3..6).contains(&x) || !(3..6).contains(&y));
    /// let ring = world.insert(Collider::new(ring).at((10, 10)));
    /// let everyone = QueryFilter::default();
    /// assert_eq!(world.query(&Probe::point((12, 12)), &everyone).all(), [ring]);
    /// assert!(!world.query(&Probe::point((14, 14)), &everyone).any());                  // the hole
    /// assert!(world.query(&Probe::line((0, 0), (30, 30)), &everyone).any());
    /// ```
    #[doc(alias = "picking")]
    #[doc(alias = "overlap test")]
    #[doc(alias = "hit test")]
    #[doc(alias = "intersection test")]
    #[doc(alias = "point query")]
    #[must_use]
    pub fn query<'w>(&'w self, probe: &Probe, filter: &QueryFilter<'w>) -> Query<'w> {
        self.store.query(probe, filter)
    }

    /// The contacts of one collider as it is now, without a step: all colliders that it would touch in a step, custom tests included.
    /// Sorted by handle. None if the handle is stale. Contacts and events of the world stay as they are. Normals and separations are from
    /// this collider to the other.
    ///
    /// # Complexity
    /// As [`World::query`], and the allocation of the result.
    #[doc(alias = "overlap test")]
    #[doc(alias = "collision test")]
    #[must_use]
    pub fn collide_one(&self, handle: Handle) -> Option<Vec<Contact>> {
        self.store.collide_one(handle)
    }

    /// As [`World::collide_one`], but writes into your vector, so that it need not allocate. The vector's old contents are dropped. With a
    /// stale handle it returns None and leaves the vector as it is.
    #[must_use = "None says that the handle is stale"]
    pub fn collide_one_into(&self, handle: Handle, contacts: &mut Vec<Contact>) -> Option<()> {
        self.store.collide_one_into(handle, contacts)
    }

    /// The topmost collider that covers a pixel: what is under the mouse. None if no collider covers it.
    ///
    /// Topmost is the collider with the highest [`Collider::order`](crate::Collider::order), and among equal orders the one with the
    /// highest handle. That is the last one painted by a game that paints by order, and equal orders by handle. Pixels decide; custom tests
    /// are not asked. Sensors are picked only if the filter asks for them.
    ///
    /// [`Query::topmost`] does the same for any probe: a finger is a [`Probe::circle`]. [`Pose::texel_at`](crate::Pose::texel_at) with the
    /// collider's [pose](World::pose) says which part of the sprite is under the pixel.
    ///
    /// # Complexity
    /// As [`World::query`]. Allocates nothing.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, World};
    /// let mut world = World::new();
    /// let ring = Mask::from_fn(9, 9, |x, y| !(3..6).contains(&x) || !(3..6).contains(&y));
    /// let ring = world.insert(Collider::new(ring).with_order(2));
    /// let [plate, dish] = [1, 1].map(|order| world.insert(Collider::new(Mask::filled(9, 9)).with_order(order)));
    /// let filter = QueryFilter::default();
    /// assert_eq!(world.pick((0, 0), &filter), Some(ring));
    /// assert_eq!(world.pick((4, 4), &filter), Some(dish));                              // through the ring's hole
    /// assert_eq!(world.pick_all((0, 0), &filter), [ring, dish, plate]);
    /// assert_eq!(world.pick((20, 0), &filter), None);
    /// ```
    #[doc(alias = "picking")]
    #[doc(alias = "mouse")]
    #[doc(alias = "touch screen")]
    #[doc(alias = "topmost")]
    #[doc(alias = "z-order")]
    #[doc(alias = "z-index")]
    #[must_use]
    pub fn pick(&self, pixel: impl Into<Point>, filter: &QueryFilter<'_>) -> Option<Handle> {
        self.store.pick(pixel, filter)
    }

    /// All colliders that cover a pixel, the topmost first: see [`World::pick`].
    ///
    /// # Complexity
    /// As [`World::query`], and sorting and the allocation of the result.
    #[doc(alias = "picking")]
    #[doc(alias = "mouse")]
    #[doc(alias = "z-order")]
    #[must_use]
    pub fn pick_all(&self, pixel: impl Into<Point>, filter: &QueryFilter<'_>) -> Vec<Handle> {
        self.store.pick_all(pixel, filter)
    }

    /// The collider that covers the pixel nearest to a given pixel, at most `within` pixels away. Of several equally near colliders the one
    /// with the lowest handle. None if there is none. Distances are between covered pixels; custom tests are not asked. In a wrapped world
    /// a distance is that of the shortest way around.
    ///
    /// # Complexity
    /// Looks at colliders in squares around the pixel, 64 pixels to each side at first, then doubled until one is found.
    ///
    /// ```
    /// use hitmask::{Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let crate_ = world.insert(Collider::new(Rect::new(10, 0, 8, 8)));
    /// let found = world.nearest((6, 11), 100, &QueryFilter::default()).unwrap();
    /// assert_eq!((found.handle, found.pixel, found.squared), (crate_, Point::new(10, 7), 4 * 4 + 4 * 4));
    /// assert!(world.nearest((6, 11), 5, &QueryFilter::default()).is_none());
    /// ```
    #[doc(alias = "closest")]
    #[doc(alias = "nearest neighbour")]
    #[doc(alias = "nearest neighbor")]
    #[must_use]
    pub fn nearest(&self, pixel: impl Into<Point>, within: u32, filter: &QueryFilter<'_>) -> Option<Nearest> {
        self.store.nearest(pixel, within, filter)
    }

    /// The first collider that a ray hits on its way from a position along a motion, and exactly when. None if it hits nothing. A collider
    /// that holds the start comes first, as [`Cast::InitialOverlap`](crate::Cast::InitialOverlap). The ray hits the pixels that colliders cover;
    /// custom tests are not asked.
    ///
    /// The ray sees all colliders that the filter lets through together, as one mask: [`Mask::ray_cast`](crate::Mask::ray_cast) says how. A ray
    /// along the side of a collider passes it. A ray along the common side of two colliders is stopped, as it is by one that is as large as both;
    /// a wall that is built of blocks has no gaps. Between two pixels that touch at a corner alone it passes. The hit names the lowest handle of
    /// those that cover a pixel where it is stopped. Of the two pixels beside a seam it tells the left or upper one, which may be another
    /// collider's.
    ///
    /// [`World::first_on_line`] steps from pixel to pixel. This verb knows parts of a pixel and the side that is hit.
    ///
    /// # Panics
    /// If the position or the motion is beyond [`PointQ16::LIMIT`].
    ///
    /// # Complexity
    /// One ray cast against each collider whose box meets the box around the ray. For a long slanting ray those may be many. A ray between two
    /// rows or columns of pixels looks at both in turn, piece by piece.
    ///
    /// ```
    /// use hitmask::{Cast, Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let crate_ = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.ray_cast((0, 4), (80, 0), &QueryFilter::default()).unwrap();
    /// let Cast::Hit { time, normal, .. } = hit.cast else { panic!() };
    /// assert_eq!((hit.handle, time.to_f64(), normal), (crate_, 0.25, Point::new(-1, 0)));
    ///
    /// assert!(world.ray_cast((0, 8), (80, 0), &QueryFilter::default()).is_none());        // along its lower side
    /// world.insert(Collider::new(Rect::new(20, 8, 8, 8)));
    /// let hit = world.ray_cast((0, 8), (80, 0), &QueryFilter::default()).unwrap();        // between it and the one below
    /// assert_eq!(hit.handle, crate_);
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
        self.try_ray_cast(position, motion, filter).or_panic()
    }

    /// The first collider on the pixels of a segment, walked from one point to the other, and where it is hit. None if there is none. Of
    /// several colliders at the same pixel, the one with the lowest handle. The pixels are those of [`Probe::line`](crate::Probe::line).
    /// Custom tests are not asked.
    ///
    /// The segment is one pixel wide, and its pixels may touch each other at corners alone. So it slips through a wall whose pixels do, too: a
    /// wall of one pixel that slants by 45 degrees has gaps for it. For lines of sight that nothing slips through, ask
    /// [`World::first_on_supercover`].
    ///
    /// # Complexity
    /// The segment's pixels in each collider whose box meets the box around the segment. For a long slanting segment those may be many.
    ///
    /// ```
    /// use hitmask::{Collider, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Rect::new(40, 0, 8, 8)));
    /// let near = world.insert(Collider::new(Rect::new(20, 0, 8, 8)));
    /// let hit = world.first_on_line((0, 4), (100, 4), &QueryFilter::default()).unwrap();
    /// assert_eq!((hit.handle, hit.pixel, hit.steps), (near, Point::new(20, 4), 20));
    /// ```
    #[doc(alias = "hitscan")]
    #[doc(alias = "segment cast")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn first_on_line(
        &self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        filter: &QueryFilter<'_>,
    ) -> Option<LineHit> {
        self.store.first_on_line(from, to, filter)
    }

    /// As [`World::first_on_line`], for every pixel that the segment between the centres of both pixels touches: each pixel whose inside it meets,
    /// and where it passes exactly through a corner, both pixels beside its way. So no wall has a gap for it, however its pixels touch.
    ///
    /// The pixels come in the order in which the segment reaches them. At a corner that is the pixel one step along x, then the one one step
    /// along y, then the one behind the corner.
    ///
    /// # Complexity
    /// As [`World::first_on_line`], with about twice the pixels.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Point, QueryFilter, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Mask::from_fn(9, 9, |x, y| x + y == 8)));         // a slanting wall
    /// let filter = QueryFilter::default();
    /// assert!(world.first_on_line((3, 4), (5, 6), &filter).is_none());              // between (4, 4) and (3, 5)
    /// let hit = world.first_on_supercover((3, 4), (5, 6), &filter).unwrap();
    /// assert_eq!((hit.pixel, hit.steps), (Point::new(4, 4), 1));
    /// ```
    #[doc(alias = "hitscan")]
    #[doc(alias = "line of sight")]
    #[must_use]
    pub fn first_on_supercover(
        &self,
        from: impl Into<Point>,
        to: impl Into<Point>,
        filter: &QueryFilter<'_>,
    ) -> Option<LineHit> {
        self.store.first_on_supercover(from, to, filter)
    }

    /// The first collider that a shape meets on a straight motion, and exactly when. None if it meets nothing, or if the handle is stale.
    /// What moves is a collider (its handle) or a [`Probe`]. All others stand still. The world stays as it is.
    ///
    /// It answers as if a [`step`](World::step) were made at every moment of the motion, so it agrees with steps and queries: two shapes
    /// meet if they cover the same pixel, and positions are rounded to pixels on the way. Nothing is skipped at any speed.
    /// ([`World::ray_cast`] and [`Mask::cast`](crate::Mask::cast) judge by geometry instead: there, pixels are squares that may lie between
    /// whole pixels.) Overlap at the start is [`PixelCast::InitialOverlap`](crate::PixelCast::InitialOverlap). Of several colliders that are met at the same time, those that
    /// are met *at* that time (by a step to the left or up) come before those that are met just after it (by a step to the right or down),
    /// then the lower handle decides. The [filter](QueryFilter) decides whom it may meet: for a handle, by default, what is in the
    /// collider's own space and agrees with its layers and its group. Custom tests are not asked.
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
    /// use hitmask::{Collider, Mask, PixelCast, Point, QueryFilter, Rect, World};
    /// let mut world = World::new();
    /// let shot = world.insert(Collider::new(Mask::filled(4, 2)).at((0, 10)));
    /// let wall = world.insert(Collider::new(Rect::new(100, 0, 8, 40)));
    /// let hit = world.cast(shot, (500, 0), &QueryFilter::default()).unwrap();
    /// let PixelCast::Hit { time, free, pixel, normal } = hit.cast else { panic!("it starts free") };
    /// assert_eq!((hit.handle, time.to_string()), (wall, "193/1000".into()));    // just after 96.5 of 500 pixels
    /// assert_eq!((free, pixel, normal), ((96, 10).into(), Point::new(100, 10), Point::new(-1, 0)));
    /// ```
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

    /// All colliders that a shape meets on a straight motion, in the order in which it meets them: see [`World::cast`]. Each is met once, as
    /// if the others were not there. Empty if the handle is stale.
    ///
    /// # Panics
    /// As [`World::cast`].
    #[must_use]
    pub fn cast_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: impl Into<PointQ16>,
        filter: &QueryFilter<'_>,
    ) -> Vec<CastHit> {
        self.try_cast_all(what, motion, filter).or_panic()
    }

    /// The first collider that a shape meets while it moves and turns, with a bracket of two times that is proven. None if the motion is
    /// proven free, or if the handle is stale. What moves is a collider (its handle), which turns about its pivot, or a
    /// [`Probe`](crate::Probe), which turns about its shape's origin. All others stand still. The world stays as it is.
    ///
    /// It judges as a [`step`](World::step) does, at every moment of the motion: two shapes meet if they cover the same pixel. What turns
    /// covers other pixels at every moment, so there is no exact time as in [`World::cast`]. But the answer says no more than is proven:
    /// nothing is skipped at any speed, and where the motion passes too near to decide, the bracket is wide, or the answer is
    /// [`TurningCast::Unclear`](crate::TurningCast::Unclear). The motion is divided into [`TurningMotion::steps`]; where it leads clearly into a collider, the bracket is at
    /// most one step wide. ([`Mask::cast_posed`](crate::Mask::cast_posed) does the same for two masks, by geometry.)
    ///
    /// First is what is known to be free for the shortest time; then what overlaps earlier; then the lower handle. So until the first one's
    /// `free_until` nothing at all is met. The [filter](QueryFilter) decides whom it may meet. Custom tests are not asked. The angle at a time is computed in floats, as if the transform were turned once by a part of the degrees.
    ///
    /// # Panics
    /// If the motion leads beyond [`PointQ16::LIMIT`], if the degrees are not finite, if a shape is turned whose matrix stretches its axes
    /// to more than [`Pose::MAX_STRETCH`](crate::Pose::MAX_STRETCH), or if the probe is a line that does not fit a [`Mask`](crate::Mask).
    ///
    /// # Complexity
    /// A look at each collider whose box meets the box around the motion. For each of these, a search in distance fields for each span that
    /// is looked at: about the logarithm of the steps for a plain hit, a few for a plain miss, and one test of pixels for each step that
    /// passes too near to decide. Allocates for shapes that must be drawn. The proof is tightest for masks, animations and rectangles; a
    /// circle or a polygon is followed by a slightly larger shape, and a terrain or another shape of more than 2²² pixels by its box.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, QueryFilter, Rect, TurningCast, TurningMotion, World};
    /// let mut world = World::new();
    /// let sword = world.insert(Collider::new(Mask::filled(20, 2)).with_pivot((0.0, 1.0)).at((100, 100)));
    /// let wall = world.insert(Collider::new(Rect::new(90, 115, 40, 10)));
    /// let swing = TurningMotion { degrees: 90.0, ..TurningMotion::default() };
    /// let hit = world.cast_turning(sword, &swing, &QueryFilter::default()).unwrap();
    /// let TurningCast::Hit { free_until, overlapping_at, free, pixel } = hit.cast else { panic!("it starts free") };
    /// // The lower corner of the tip comes to the middle of a pixel, 15.5 below the pivot, after about 48 of the 90 degrees.
    /// assert!(free_until.to_f64() < 0.55 && overlapping_at.to_f64() > 0.53 && pixel.y == 115);
    /// assert_eq!(hit.handle, wall);
    /// world.set_transform(sword, free).unwrap();
    /// assert!(world.step()?.is_empty());
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "shape cast")]
    #[doc(alias = "continuous collision detection")]
    #[doc(alias = "conservative advancement")]
    #[must_use]
    pub fn cast_turning<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Option<TurningHit> {
        self.try_cast_turning(what, motion, filter).or_panic()
    }

    /// All colliders that a shape meets or may meet while it moves and turns, in the order of [`World::cast_turning`]. Each is met as if the
    /// others were not there. Empty if the motion is proven free, or if the handle is stale.
    ///
    /// # Panics
    /// As [`World::cast_turning`].
    #[must_use]
    pub fn cast_turning_all<'a>(
        &self,
        what: impl Into<Caster<'a>>,
        motion: &TurningMotion,
        filter: &QueryFilter<'_>,
    ) -> Vec<TurningHit> {
        self.try_cast_turning_all(what, motion, filter).or_panic()
    }

    /// The contact normal of two colliders as they are now: the direction from a to b, as [`Mask::normal`](crate::Mask::normal). None if a
    /// handle is stale.
    ///
    /// This, [`World::separation`] and [`World::closest`] go by the world pixels that the two cover, turned or not, moved by whole pixels.
    /// Layers, groups, spaces and custom tests don't matter, nor whether the colliders are enabled. Between two colliders of which one has
    /// the rule of alpha sum, the visible pixels (alpha above 0) count: alpha sum is a relation of two alphas and has no separation.
    ///
    /// ```
    /// use hitmask::{Closest, Collider, Mask, Point, Rect, World};
    /// let mut world = World::new();
    /// let floor = world.insert(Collider::new(Rect::new(0, 50, 100, 10)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((20, 36)));
    /// assert_eq!(world.normal(floor, hero), Some(Point::new(0, -16)));             // up
    /// assert_eq!(world.separation(floor, hero), Some(Point::new(0, -2)));          // move the hero by this
    /// assert_eq!(world.closest(floor, hero).map(Closest::squared), Some(0));
    /// ```
    ///
    /// In a wrapped world all images count in a normal, and a distance is that of the shortest way around. A separation is the way out for
    /// the one pair of images that overlap.
    ///
    /// # Complexity
    /// Four times the overlap area. A turned collider that was not drawn in the last step is drawn where the two meet.
    #[doc(alias = "contact normal")]
    #[must_use]
    pub fn normal(&self, a: Handle, b: Handle) -> Option<Point> {
        self.store.normal(a, b)
    }

    /// The direction of a collider's surface within a radius of a pixel of the world, such as the one that a ray or a cast has hit: a vector that
    /// points out of it, across it, at no certain length. None if the handle is stale. (0, 0) if nothing of it lies there, or as much on all
    /// sides. See [`Cast::surface_normal`](crate::Cast::surface_normal).
    ///
    /// ```
    /// use hitmask::{Cast, Collider, Mask, QueryFilter, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Mask::from_fn(200, 100, |x, y| y >= x)).at((500, 300)));     // a slope of 45 degrees
    /// let hit = world.ray_cast((540, 0), (0, 900), &QueryFilter::default()).unwrap();
    /// let Cast::Hit { point, .. } = hit.cast else { panic!() };
    /// let out = world.surface_normal(hit.handle, point, 12).unwrap();
    /// assert!(out.x > 0 && out.x == -out.y);
    /// ```
    #[doc(alias = "slope")]
    #[doc(alias = "bounce")]
    #[must_use]
    pub fn surface_normal(&self, handle: Handle, pixel: impl Into<Point>, radius: u32) -> Option<Point> {
        self.store.surface_normal(handle, pixel.into(), radius)
    }

    /// The shortest way out of the overlap of two colliders as they are now, in whole pixels: move b by it, or a by its opposite. (0, 0) if
    /// they share no pixel. None if a handle is stale, or if the two overlap in several ways around a wrapped world. As
    /// [`Mask::separation`](crate::Mask::separation); [`World::normal`] says what counts.
    ///
    /// # Limits
    /// Of a turned or scaled collider of more than 2²⁴ pixels, or a turned terrain, at most 2²⁸ pixels are drawn. If the way out does not
    /// fit into that, the result is the shortest way past the bounding box, which is a way out, but maybe not the shortest.
    #[doc(alias = "penetration depth")]
    #[doc(alias = "minimum translation vector")]
    #[must_use]
    pub fn separation(&self, a: Handle, b: Handle) -> Option<Point> {
        self.store.separation(a, b)
    }

    /// How near two colliders are now, and their two nearest world pixels. None if a handle is stale or a collider covers no pixel. As
    /// [`Mask::closest`](crate::Mask::closest); [`World::normal`] says what counts.
    #[doc(alias = "distance")]
    #[must_use]
    pub fn closest(&self, a: Handle, b: Handle) -> Option<Closest> {
        self.store.closest(a, b)
    }

    /// Which labels of two colliders meet as they are now: for each pair of labels, one of a and one of b, how many world pixels both cover,
    /// and the first of these. Sorted by the labels of a, then by those of b. Empty if they share no pixel. None if a handle is stale.
    ///
    /// A collider whose shape is no [`LabelMask`](crate::LabelMask), nor shows one as a [frame](crate::Frames::with_labels), counts as label
    /// 0. Layers, groups, spaces and custom tests don't matter, nor whether the colliders are enabled. Under the rule of alpha sum, the pixels
    /// of the sum count. In a wrapped world all images count, and pixels lie in the world.
    ///
    /// ```
    /// use hitmask::{Collider, LabelMask, Mask, Point, World};
    /// let body = LabelMask::from_fn(8, 16, |_, y| if y < 5 { 1 } else { 2 });
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(body).at((20, 10)));
    /// let beam = world.insert(Collider::new(Mask::filled(100, 3)).at((0, 13)));
    /// let met = world.labels_met(hero, beam).unwrap();
    /// let seen: Vec<_> = met.iter().map(|met| (met.labels, met.pixels, met.first)).collect();
    /// assert_eq!(seen, [([1, 0], 16, Point::new(20, 13)), ([2, 0], 8, Point::new(20, 15))]);
    /// assert_eq!(world.label_hit(hero, beam).unwrap().labels, [1, 0]);
    /// assert_eq!(world.label_at(hero, (20, 25)), Some(2));
    /// ```
    ///
    /// # Complexity
    /// Reads the labels of every pixel that both cover. Allocates the list; [`World::labels_met_into`] uses one of yours again. A turned
    /// collider that was not drawn in the last step is drawn where the two meet.
    #[must_use]
    pub fn labels_met(&self, a: Handle, b: Handle) -> Option<Vec<LabelsMet>> {
        let mut list = Vec::new();
        self.labels_met_into(a, b, &mut list)?;
        Some(list)
    }

    /// As [`World::labels_met`], into a list, which loses what it held. None if a handle is stale: then the list stays as it is.
    #[must_use]
    pub fn labels_met_into(&self, a: Handle, b: Handle, list: &mut Vec<LabelsMet>) -> Option<()> {
        self.store.labels_met_into(a, b, list)
    }

    /// The first world pixel that two colliders share as they are now, and their labels there. None if they share none, or if a handle is
    /// stale. [`World::labels_met`] says what counts. For what events say, set [`EventDetail::labels`](crate::EventDetail::labels).
    #[must_use]
    pub fn label_hit(&self, a: Handle, b: Handle) -> Option<LabelHit> {
        self.store.label_hit(a, b)
    }

    /// The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if its shape has no labels. None if
    /// it does not cover the pixel, or if the handle is stale.
    #[must_use]
    pub fn label_at(&self, handle: Handle, pixel: impl Into<Point>) -> Option<u8> {
        self.store.label_at(handle, pixel.into())
    }
}
