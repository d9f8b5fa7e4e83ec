//! The fast path for most pairs: unturned masks, in 16 bytes a collider. A step through a hundred thousand of them reads little memory.

use alloc::sync::Arc;

use crate::bits::prefetch;
use crate::broad_phase::Aabb;
use crate::geom::{Extent, Offset, Point, PointQ16, Pose, nearest_pixel};
use crate::mask::Mask;
use crate::placed::{Footprint, Form};
use crate::posed::PosedDiscs;
use crate::world::collider::aligned_mask::AlignedMask;
use crate::world::collider::form::Formed;

/// A collider's mask and the world pixel of its corner, if they alone decide its collisions: the collider has no custom test, is not
/// turned, and lies wholly where pixels exist.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct UprightMask(Option<(Arc<Mask>, Point)>);

impl UprightMask {
    /// Updates this after the collider has changed. `mask` is the only thing besides its place that decides, if there is such a mask.
    #[inline]
    pub(crate) fn update(&mut self, mask: Option<&Arc<Mask>>, formed: &Formed<'_>) {
        let Footprint { form, corner, extent } = formed.footprint;
        let exists = extent.intersection(Extent::WORLD) == extent;
        let found = mask.filter(|_| form == Form::Plain && exists).zip(corner.to_point());
        let Some((mask, at)) = found else { return self.0 = None };
        match &mut self.0 {
            Some((old, corner)) if Arc::ptr_eq(old, mask) => *corner = at,
            other => *other = Some((Arc::clone(mask), at)),
        }
    }

    /// Moves the mask of a rigid body to a position. Returns its box, which moves as far. None if that is not possible: then nothing moves.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn move_to(&mut self, position: PointQ16, aabb: &Aabb) -> Option<Aabb> {
        let (_, at) = self.0.as_mut()?;
        let corner = Offset::new(nearest_pixel(position.x), nearest_pixel(position.y)).to_point()?;
        let by = Point::new(corner.x.checked_sub(at.x)?, corner.y.checked_sub(at.y)?);
        let moved = aabb.checked_shifted(by)?;
        *at = corner;
        Some(moved)
    }

    /// Clears this after the collider was removed.
    pub(crate) fn forget(&mut self) {
        self.0 = None;
    }

    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The mask and its corner, if there is one.
    #[inline]
    pub(crate) fn flat(&self) -> Option<AlignedMask<'_>> {
        self.0.as_ref().map(|(mask, corner)| AlignedMask { mask, corner: *corner, is_kept: false })
    }

    /// Whether two colliders touch. Their boxes are known to share a pixel. None if this information is not enough.
    #[inline]
    pub(crate) fn touches(&self, other: &UprightMask) -> Option<bool> {
        Some(self.flat()?.touches(other.flat()?))
    }

    /// The discs of the mask, if its silhouette was built before.
    pub(crate) fn discs(&self) -> Option<PosedDiscs> {
        let (mask, at) = self.0.as_ref()?;
        Some(PosedDiscs::new(mask.made_silhouette()?, &Pose::at(at.x, at.y)))
    }

    /// Prefetches the mask's header.
    #[inline]
    pub(crate) fn prefetch(&self) {
        if let Some((mask, _)) = &self.0 {
            prefetch::value(&**mask);
        }
    }

    /// Prefetches the mask's pixels.
    #[inline]
    pub(crate) fn prefetch_pixels(&self) {
        if let Some((mask, _)) = &self.0 {
            mask.prefetch(0, 10);
        }
    }
}
