//! `hitmask.PoseCache`.

use hitmask::{Mask, PoseCache};
use pyo3::prelude::*;

use crate::errors::Raise;
use crate::kept::edit;
use crate::mask::{MaskObject, PyMask};
use crate::numbers::{Xy, Xywh, xy, xywh};
use crate::pose::PyPose;

/// Keeps masks that were drawn with a pose, for sprites that are shown in the same few poses again and again. Answers are those of the
/// mask's own methods, by the raster rule.
///
/// max_bytes: the most memory of masks that are kept. The ones that were unused the longest go first.
#[pyclass(name = "PoseCache", module = "hitmask")]
pub(crate) struct PyPoseCache {
    cache: PoseCache,
}

impl PyPoseCache {
    pub(crate) fn with<R>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut PoseCache) -> R) -> R {
        edit(slf, |it| f(&mut it.cache))
    }

    /// Asks about two masks as they are now.
    fn ask<R>(
        slf: &Bound<'_, Self>,
        masks: [&Bound<'_, PyMask>; 2],
        f: impl FnOnce(&mut PoseCache, &Mask, &Mask) -> R,
    ) -> R {
        let [a, b] = masks.map(MaskObject::snapshot);
        Self::with(slf, |cache| f(cache, &a, &b))
    }
}

#[pymethods]
impl PyPoseCache {
    #[new]
    #[pyo3(signature = (max_bytes = 16 << 20), text_signature = "(max_bytes=16777216)")]
    fn new(max_bytes: usize) -> PyPoseCache {
        PyPoseCache { cache: PoseCache::new(max_bytes) }
    }

    /// The pixels that the posed mask covers, and the world pixel (x, y) of their upper left corner: see `Mask.bake`.
    fn bake(slf: &Bound<'_, Self>, mask: &Bound<'_, PyMask>, pose: &PyPose) -> PyResult<(PyMask, Xy)> {
        let mask = mask.snapshot();
        let baked = Self::with(slf, |cache| cache.bake(&mask, &pose.pose)).raise()?;
        Ok((PyMask::of_shared(baked.0), xy(baked.1)))
    }

    /// Whether two posed masks share a pixel.
    fn overlaps_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> bool {
        Self::ask(slf, [a, b], |cache, a, b| cache.overlaps_posed(a, &pose_a.pose, b, &pose_b.pose))
    }

    /// The first world pixel (x, y) that two posed masks share: the topmost, then the leftmost.
    fn first_overlap_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> Option<Xy> {
        Self::ask(slf, [a, b], |cache, a, b| cache.first_overlap_posed(a, &pose_a.pose, b, &pose_b.pose))
            .map(xy)
    }

    /// How many world pixels two posed masks share.
    fn overlap_area_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> u64 {
        Self::ask(slf, [a, b], |cache, a, b| cache.overlap_area_posed(a, &pose_a.pose, b, &pose_b.pose))
    }

    /// The smallest rectangle (x, y, width, height) around the world pixels that two posed masks share.
    fn overlap_bounds_posed(
        slf: &Bound<'_, Self>,
        a: &Bound<'_, PyMask>,
        pose_a: &PyPose,
        b: &Bound<'_, PyMask>,
        pose_b: &PyPose,
    ) -> Option<Xywh> {
        Self::ask(slf, [a, b], |cache, a, b| cache.overlap_bounds_posed(a, &pose_a.pose, b, &pose_b.pose))
            .map(xywh)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        let stats = Self::with(slf, |cache| cache.stats());
        format!("<hitmask.PoseCache of {} masks, {} bytes>", stats.entries, stats.bytes)
    }
}
