//! Picking: which of the colliders that touch a probe is drawn on top.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::ControlFlow;

use crate::geom::{CompactSort, Point};
use crate::world::ask::query::{Probe, Query, QueryFilter};
use crate::world::store::Store;
use crate::world::types::handle::Handle;

impl Store {
    /// The topmost collider that covers a pixel: what is under the mouse.
    pub(crate) fn pick(&self, pixel: impl Into<Point>, filter: &QueryFilter<'_>) -> Option<Handle> {
        self.query(&Probe::point(pixel), filter).topmost()
    }

    /// All colliders that cover a pixel, the topmost first: see [`World::pick`].
    pub(crate) fn pick_all(&self, pixel: impl Into<Point>, filter: &QueryFilter<'_>) -> Vec<Handle> {
        self.query(&Probe::point(pixel), filter).all_by_order()
    }

    /// What decides who is on top.
    fn painted(&self, index: u32) -> (i32, Handle) {
        (self.at(index).order, self.handle_at(index))
    }
}

impl Query<'_> {
    /// The topmost collider that touches the probe. None if no collider touches it. Topmost is the highest
    /// [`Collider::order`](crate::Collider::order), and among equal orders the highest handle: see [`World::pick`](crate::World::pick).
    #[doc(alias = "picking")]
    #[doc(alias = "z-order")]
    #[must_use]
    pub fn topmost(&self) -> Option<Handle> {
        let mut top: Option<(i32, Handle)> = None;
        let _ = self.each_index(&mut |index| {
            top = top.max(Some(self.store.painted(index)));
            ControlFlow::Continue(())
        });
        Some(top?.1)
    }

    /// All colliders that touch the probe, the topmost first: by [`Collider::order`](crate::Collider::order), and equal orders by handle,
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
