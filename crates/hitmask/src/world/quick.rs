//! What most pairs need: unturned masks, 16 bytes a collider, so that a step through a hundred thousand of them reads little memory.

use alloc::sync::Arc;

use super::collider::{Collider, ColliderShape};
use super::place::{Look, Place};
use crate::bits::prefetch;
use crate::geom::{Extent, Point};
use crate::mask::Mask;

/// A collider's mask and its corner's world pixel, where that is all there is to its collisions: it has no test of its own, is not turned,
/// and lies wholly where pixels exist.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Quick(Option<(Arc<Mask>, Point)>);

impl Quick {
    /// After the collider changed.
    #[inline]
    pub(super) fn settle(&mut self, collider: &Collider, place: &Place) {
        let mask = match &collider.shape {
            ColliderShape::Mask(mask) => mask,
            ColliderShape::Frames(frames) => &frames.shown().mask,
            _ => return self.0 = None,
        };
        let [x, y] = place.corner.map(i32::try_from);
        let (Ok(x), Ok(y)) = (x, y) else { return self.0 = None };
        let exists = place.extent.intersection(Extent::WORLD) == place.extent;
        if place.look != Look::Plain || !exists || collider.custom.is_some() {
            return self.0 = None;
        }
        match &mut self.0 {
            Some((old, corner)) if Arc::ptr_eq(old, mask) => *corner = Point::new(x, y),
            other => *other = Some((Arc::clone(mask), Point::new(x, y))),
        }
    }

    /// The collider is gone.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    pub(super) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Whether two touch whose boxes share a pixel; None where more is needed to tell.
    #[inline]
    pub(super) fn touches(&self, other: &Quick) -> Option<bool> {
        let (Some((a, from)), Some((b, to))) = (&self.0, &other.0) else { return None };
        // The pictures of two whose boxes meet are no farther apart than they are large.
        let offset = Point::new(to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y));
        Some(a.overlaps(&**b, offset))
    }

    /// Asks for the mask.
    #[inline]
    pub(super) fn prefetch(&self) {
        if let Some((mask, _)) = &self.0 {
            prefetch::value(&**mask);
        }
    }

    /// Asks for its pixels.
    #[inline]
    pub(super) fn prefetch_pixels(&self) {
        if let Some((mask, _)) = &self.0 {
            mask.prefetch();
        }
    }
}
