//! Picking: which of the colliders that touch a probe is drawn on top.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::ControlFlow;

use crate::geom::{CompactSort, Point};
use crate::world::collider::handle::Handle;
use crate::world::queries::query::{Probe, Query, QueryFilter};
use crate::world::store::Store;
use crate::world::store::world::World;

impl World {
    /// The topmost collider that covers a pixel: what is under the mouse. None if no collider covers it.
    ///
    /// Topmost is the collider with the highest [`ColliderProps::order`](crate::ColliderProps::order), and among equal orders the one with the
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
        self.store.query(&Probe::point(pixel), filter).topmost()
    }

    /// All colliders that cover a pixel, the topmost first: see [`World::pick`].
    ///
    /// # Complexity
    /// As [`World::query`], and sorting and the allocation of the result.
    #[doc(alias = "query_point")]
    #[doc(alias = "point_query")]
    #[doc(alias = "overlap_point")]
    #[doc(alias = "intersect_point")]
    #[doc(alias = "picking")]
    #[doc(alias = "mouse")]
    #[doc(alias = "z-order")]
    #[must_use]
    pub fn pick_all(&self, pixel: impl Into<Point>, filter: &QueryFilter<'_>) -> Vec<Handle> {
        self.store.query(&Probe::point(pixel), filter).all_by_order()
    }
}

impl Store {
    /// What decides who is on top.
    fn painted(&self, index: u32) -> (i32, Handle) {
        (self.at(index).order, self.handle_at(index))
    }
}

impl Query<'_> {
    /// The topmost collider that touches the probe. None if no collider touches it. Topmost is the highest
    /// [`ColliderProps::order`](crate::ColliderProps::order), and among equal orders the highest handle: see [`World::pick`](crate::World::pick).
    #[doc(alias = "picking")]
    #[doc(alias = "z-order")]
    #[must_use]
    pub fn topmost(&self) -> Option<Handle> {
        let mut top: Option<(i32, Handle)> = None;
        let _ = self.each_touching(&mut |index| {
            top = top.max(Some(self.store.painted(index)));
            ControlFlow::Continue(())
        });
        Some(top?.1)
    }

    /// All colliders that touch the probe, the topmost first: by [`ColliderProps::order`](crate::ColliderProps::order), and equal orders by handle,
    /// both from the highest to the lowest. See [`World::pick`](crate::World::pick).
    #[doc(alias = "picking")]
    #[doc(alias = "z-order")]
    #[must_use]
    pub fn all_by_order(&self) -> Vec<Handle> {
        let mut all = Vec::new();
        self.all_by_order_into(&mut all);
        all
    }

    /// As [`Query::all_by_order`], but writes into your vector. The vector's old contents are dropped.
    pub fn all_by_order_into(&self, all: &mut Vec<Handle>) {
        self.all_into(all);
        // Handles are unique, so an unstable sort has one result.
        all.sort_compact_by_key(|handle| Reverse(self.store.painted(handle.index)));
    }
}
