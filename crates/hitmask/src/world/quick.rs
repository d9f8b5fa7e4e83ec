//! What most pairs need: unturned masks, 16 bytes a collider, so that a step through a hundred thousand of them reads little memory.

use alloc::sync::Arc;

use super::collider::{Collider, ColliderShape};

use crate::bits::prefetch;
use crate::geom::{Extent, Point};
use crate::mask::Mask;
use crate::placed::{Footprint, Form};

/// A collider's mask and its corner's world pixel, where that is all there is to its collisions: it has no test of its own, is not turned,
/// and lies wholly where pixels exist.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Quick(Option<(Arc<Mask>, Point)>);

impl Quick {
    /// After the collider changed.
    #[inline]
    pub(super) fn settle(&mut self, collider: &Collider, footprint: &Footprint) {
        let mask = match &collider.shape {
            ColliderShape::Mask(mask) => mask,
            ColliderShape::Frames(frames) => &frames.shown().mask,
            _ => return self.0 = None,
        };
        let Some(at) = footprint.corner.to_point() else { return self.0 = None };
        let exists = footprint.extent.intersection(Extent::WORLD) == footprint.extent;
        if footprint.form != Form::Plain || !exists || collider.custom.is_some() {
            return self.0 = None;
        }
        match &mut self.0 {
            Some((old, corner)) if Arc::ptr_eq(old, mask) => *corner = at,
            other => *other = Some((Arc::clone(mask), at)),
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
