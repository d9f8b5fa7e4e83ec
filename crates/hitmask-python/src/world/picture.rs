//! A picture of a world, for debugging.

use hitmask_assets::{WorldPicture, encode_png};

use super::PyWorld;
use crate::prelude::*;

#[pymethods]
impl PyWorld {
    /// What the world holds now, as the bytes of a PNG file: for debugging.
    ///
    /// Bodies are blue, characters green, one-way platforms amber, sensors violet, and what is disabled is grey. region: the part of the
    /// world (x, y, width, height) in world pixels; None is all of it. scale: the side of a world pixel in the picture; None makes the
    /// longer side up to 1600 pixels long, and a world pixel up to 8. boxes: frames around the colliders. contacts: the pixels that two
    /// share that touch, in pink, and a white frame around the first one. normals: yellow lines from there to where the normals point.
    /// paths: the last paths of swept colliders, in light blue.
    ///
    /// Raises ValueError if the picture would be empty or have more than 2**24 pixels.
    #[pyo3(signature = (region = None, *, scale = None, space = 0, boxes = true, contacts = true, normals = true, paths = true))]
    fn picture<'py>(
        slf: &Bound<'py, Self>,
        region: Option<(i32, i32, u32, u32)>,
        scale: Option<u32>,
        space: u32,
        boxes: bool,
        contacts: bool,
        normals: bool,
        paths: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        // Contacts are asked anew, so tests of colliders run.
        let image = Self::lend(slf, |world| {
            let all = WorldPicture::of_space(world, space);
            let region = region.map_or(all.region, |(x, y, w, h)| Rect::new(x, y, w, h));
            let scale = scale.unwrap_or_else(|| WorldPicture::fitting_scale(region));
            WorldPicture { region, scale, space, boxes, contacts, normals, paths }.draw(world)
        })?;
        Ok(PyBytes::new(slf.py(), &encode_png(&image.raise()?)))
    }
}
