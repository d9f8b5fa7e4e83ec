//! `hitmask.PoseCache`.

use crate::prelude::*;
use hitmask::PoseCache;

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
}
