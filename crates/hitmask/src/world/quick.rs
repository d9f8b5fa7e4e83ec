//! The fast path for most pairs: unturned masks, in 16 bytes a collider. A step through a hundred thousand of them reads little memory.

use alloc::sync::Arc;

use super::collider::{Collider, ColliderShape};
use super::cover::CoverPair;
use super::event::{EventDetail, Touch};
use crate::bits::prefetch;
use crate::geom::{Extent, Point, Pose};
use crate::mask::Mask;
use crate::placed::{Footprint, Form, ShapeRef};
use crate::posed::PosedDiscs;

/// A collider's mask and the world pixel of its corner, if they alone decide its collisions: the collider has no custom test, is not
/// turned, and lies wholly where pixels exist.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Quick(Option<(Arc<Mask>, Point)>);

impl Quick {
    /// Updates this after the collider has changed.
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

    /// Clears this after the collider was removed.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    pub(super) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The mask and its corner, if there is one.
    #[inline]
    pub(super) fn mask(&self) -> Option<(&Mask, Point)> {
        self.0.as_ref().map(|(mask, corner)| (&**mask, *corner))
    }

    /// Whether two colliders touch. Their boxes are known to share a pixel. None if this information is not enough.
    #[inline]
    pub(super) fn touches(&self, other: &Quick) -> Option<bool> {
        let ((a, b), offset, _) = self.with(other)?;
        Some(a.overlaps(b, offset))
    }

    /// Where two colliders touch. Their boxes are known to share a pixel. None if they don't touch, or if this information is not enough.
    /// It knows nothing of normals and separations.
    pub(super) fn touch(&self, other: &Quick, detail: EventDetail) -> Option<Touch> {
        let ((a, b), offset, corner) = self.with(other)?;
        CoverPair::Shapes(ShapeRef::Bits(a), ShapeRef::Bits(b), offset, corner.into()).touch(detail)
    }

    /// Both masks, the offset between them, and the world pixel of the first one's corner.
    #[inline]
    fn with<'a>(&'a self, other: &'a Quick) -> Option<((&'a Mask, &'a Mask), Point, Point)> {
        let ((a, from), (b, to)) = (self.mask()?, other.mask()?);
        // The difference fits: if two boxes share a pixel, their corners are no farther apart than the pictures are large.
        let offset = Point::new(to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y));
        Some(((a, b), offset, from))
    }

    /// The discs of the mask, if its silhouette was built before.
    pub(super) fn discs(&self) -> Option<PosedDiscs> {
        let (mask, at) = self.0.as_ref()?;
        Some(PosedDiscs::new(mask.made_silhouette()?, &Pose::at(at.x, at.y)))
    }

    /// Prefetches the mask's header.
    #[inline]
    pub(super) fn prefetch(&self) {
        if let Some((mask, _)) = &self.0 {
            prefetch::value(&**mask);
        }
    }

    /// Prefetches the mask's pixels.
    #[inline]
    pub(super) fn prefetch_pixels(&self) {
        if let Some((mask, _)) = &self.0 {
            mask.prefetch(0, 10);
        }
    }
}
