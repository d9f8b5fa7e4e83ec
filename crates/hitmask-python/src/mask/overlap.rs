//! Questions about two masks that only masks have: the shared pixels as a mask, all offsets, poses, casts.

use hitmask::TurningMotion;

use super::{MaskObject, PyMask};
use crate::prelude::*;

shape_methods!(PyMask);

#[pymethods]
impl PyMask {
    /// The pixels that are solid in both shapes, as a mask of this mask's size.
    fn overlap_mask(slf: &Bound<'_, PyMask>, other: AnyShape, offset: Pixel) -> PyMask {
        let mask = slf.snapshot();
        PyMask::of(slf.py().detach(|| mask.overlap_mask(&other.get(), offset.0)))
    }

    /// How many pixels overlap at every offset: a NumPy array of uint32, and the offset (x, y) of its first entry.
    fn overlap_area_map<'py>(
        slf: &Bound<'py, PyMask>,
        other: &Bound<'py, PyMask>,
    ) -> PyResult<(Bound<'py, PyAny>, Xy)> {
        let map = slf.ask_pair(other, 0, Mask::overlap_area_map).raise()?;
        let (w, h) = map.size();
        let bytes = bytes_of(map.areas(), u32::to_ne_bytes);
        Ok((array_of(slf.py(), &bytes, "uint32", &[h as usize, w as usize])?, xy(map.origin())))
    }

    /// Whether two posed sprites overlap.
    ///
    /// rule: 'raster' asks for the screen pixels that both cover, 'geometry' whether their rotated pixel squares share area.
    #[pyo3(signature = (pose, other, other_pose, rule = None))]
    fn overlaps_posed(
        slf: &Bound<'_, PyMask>,
        pose: &PyPose,
        other: &Bound<'_, PyMask>,
        other_pose: &PyPose,
        rule: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let rule = pixel_rule(rule)?;
        Ok(slf.ask_pair(other, 0, |a, b| a.overlaps_posed(&pose.pose, b, &other_pose.pose, rule)))
    }

    /// When a mask that turns as it moves first overlaps this one, which lies in a pose: a `PosedCast`.
    ///
    /// The other starts at `position` with `rotation` degrees, and moves by `motion` while it turns by `turn` degrees. Its motion is
    /// divided into `steps`, or finer where that is necessary. Raises ValueError if a pose of the motion is not legal.
    #[pyo3(signature = (pose, other, position, motion, *, rotation = 0.0, turn = 0.0, scale = None, pivot = Position(0.0, 0.0), steps = 64))]
    #[pyo3(
        text_signature = "($self, pose, other, position, motion, *, rotation=0, turn=0, scale=1, pivot=(0, 0), steps=64)"
    )]
    fn cast_posed(
        slf: &Bound<'_, PyMask>,
        pose: &PyPose,
        other: &Bound<'_, PyMask>,
        position: Position,
        motion: Position,
        rotation: f64,
        turn: f64,
        scale: Option<Scale>,
        pivot: Position,
        steps: u32,
    ) -> PyResult<PyPosedCast> {
        let from = PoseParts {
            position: [position.0, position.1],
            rotation: Angle::Degrees(rotation),
            scale: scale.map_or([1.0, 1.0], Scale::axes),
            pivot: [pivot.0, pivot.1],
            ..PoseParts::default()
        };
        let motion = TurningMotion { by: motion.into(), degrees: turn, steps };
        Ok(slf.ask_pair(other, 0, |a, b| a.cast_posed(&pose.pose, b, &from, &motion)).raise()?.into())
    }
}
