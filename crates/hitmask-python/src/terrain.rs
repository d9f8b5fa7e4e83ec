//! `hitmask.Terrain`.

use crate::prelude::*;
use hitmask::{Connectivity, IslandOptions, TerrainEdges};

/// A big mask for ground that is carved and drawn on in every frame: up to 65 536 x 65 536 pixels.
///
/// `Terrain(width, height)` is clear everywhere. Copies are cheap: they share what neither has changed.
#[pyclass(name = "Terrain", module = "hitmask", weakref)]
pub(crate) struct PyTerrain {
    terrain: Arc<Terrain>,
}

/// A piece of a terrain that nothing holds.
#[pyclass(name = "Island", module = "hitmask", frozen)]
pub(crate) struct PyIsland {
    island: hitmask::Component,
}

impl PyTerrain {
    pub(crate) fn of(terrain: Terrain) -> PyTerrain {
        PyTerrain { terrain: Arc::new(terrain) }
    }

    /// The terrain as it is now.
    pub(crate) fn snapshot_of(slf: &Bound<'_, PyTerrain>) -> Arc<Terrain> {
        edit(slf, |it| Arc::clone(&it.terrain))
    }

    /// Answers a question about the terrain as it is now. Other Python threads run meanwhile.
    pub(crate) fn ask<R: Send>(slf: &Bound<'_, PyTerrain>, f: impl FnOnce(&Terrain) -> R + Send) -> R {
        let terrain = PyTerrain::snapshot_of(slf);
        slf.py().detach(|| f(&terrain))
    }

    pub(crate) fn edit<R>(slf: &Bound<'_, PyTerrain>, f: impl FnOnce(&mut Terrain) -> R) -> R {
        edit(slf, |it| f(Arc::make_mut(&mut it.terrain)))
    }
}

/// How many pixels changed, and the smallest rectangle around them.
pub(crate) type Changed = (u64, Option<Xywh>);

/// Carves or draws a shape.
pub(crate) fn brushed(
    terrain: &mut Terrain,
    shape: &AnyShape,
    offset: Pixel,
    pose: Option<&PyPose>,
    draws: bool,
) -> Changed {
    let brush = Placed::from(shape.get());
    let brush = pose.map_or(brush, |pose| brush.posed(&pose.pose));
    let change = if draws { terrain.draw(brush, offset.0) } else { terrain.carve(brush, offset.0) };
    (change.pixels, change.bounds.map(xywh))
}

#[pymethods]
impl PyTerrain {
    #[new]
    fn new(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>) -> PyResult<PyTerrain> {
        Ok(PyTerrain::of(
            Terrain::try_new(length(width, "the width")?, length(height, "the height")?).raise()?,
        ))
    }

    /// A terrain whose pixels are all solid.
    #[staticmethod]
    fn filled(width: &Bound<'_, PyAny>, height: &Bound<'_, PyAny>) -> PyResult<PyTerrain> {
        let (w, h) = (length(width, "the width")?, length(height, "the height")?);
        Terrain::try_new(w, h).raise()?;
        Ok(PyTerrain::of(Terrain::filled(w, h)))
    }

    /// Clears every pixel that is solid in the shape. Returns how many pixels changed, and the smallest rectangle around them.
    ///
    /// offset: the shape's upper left corner in the terrain. With a pose, the shape is rotated and scaled first.
    #[pyo3(signature = (shape, offset = Pixel(Point::ZERO), *, pose = None), text_signature = "($self, shape, offset=(0, 0), *, pose=None)")]
    fn carve(slf: &Bound<'_, Self>, shape: AnyShape, offset: Pixel, pose: Option<&PyPose>) -> Changed {
        PyTerrain::edit(slf, |terrain| brushed(terrain, &shape, offset, pose, false))
    }

    /// Makes every pixel solid that is solid in the shape. Otherwise as `carve`.
    #[pyo3(signature = (shape, offset = Pixel(Point::ZERO), *, pose = None), text_signature = "($self, shape, offset=(0, 0), *, pose=None)")]
    fn draw(slf: &Bound<'_, Self>, shape: AnyShape, offset: Pixel, pose: Option<&PyPose>) -> Changed {
        PyTerrain::edit(slf, |terrain| brushed(terrain, &shape, offset, pose, true))
    }

    /// A copy, which shares memory with this one until one of them changes.
    fn copy(slf: &Bound<'_, Self>) -> PyTerrain {
        PyTerrain { terrain: PyTerrain::snapshot_of(slf) }
    }

    fn __copy__(slf: &Bound<'_, Self>) -> PyTerrain {
        PyTerrain::copy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyTerrain {
        PyTerrain::copy(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.py().get_type::<PyTerrain>().getattr("from_bytes")?, (PyTerrain::to_bytes(slf),)))
    }

    /// The pieces that nothing holds, sorted by their first pixels.
    ///
    /// anchors: the edges that hold what touches them: a string of the letters l, r, t and b. anchor_points: pixels that hold their piece.
    /// min_area: smaller pieces are left out. connectivity: 4 or 8.
    #[pyo3(signature = (*, anchors = "b", anchor_points = All::default(), anchor_largest = false, min_area = 0, connectivity = 4))]
    #[pyo3(
        text_signature = "($self, *, anchors='b', anchor_points=(), anchor_largest=False, min_area=0, connectivity=4)"
    )]
    fn islands(
        slf: &Bound<'_, Self>,
        anchors: &str,
        anchor_points: All<Pixel>,
        anchor_largest: bool,
        min_area: u64,
        connectivity: u8,
    ) -> PyResult<Vec<PyIsland>> {
        let mut edges = TerrainEdges::NONE;
        for letter in anchors.chars() {
            edges = edges
                | match letter {
                    'l' => TerrainEdges::LEFT,
                    'r' => TerrainEdges::RIGHT,
                    't' => TerrainEdges::TOP,
                    'b' => TerrainEdges::BOTTOM,
                    _ => {
                        return Err(PyValueError::new_err(format!(
                            "anchors may have the letters l, r, t and b, not '{letter}'"
                        )));
                    }
                };
        }
        let options = IslandOptions {
            anchors: edges,
            anchor_points: anchor_points.into_iter().map(|pixel| pixel.0).collect(),
            anchor_largest,
            min_area,
            connectivity: self::connectivity(connectivity)?,
            ..IslandOptions::default()
        };
        let terrain = PyTerrain::snapshot_of(slf);
        let islands = slf.py().detach(|| terrain.islands(&options));
        Ok(islands.into_iter().map(|island| PyIsland { island }).collect())
    }

    /// Lifts an island out of the terrain: its mask, and where its corner lay. None if the terrain has changed there.
    fn take_island(slf: &Bound<'_, Self>, island: &PyIsland) -> Option<(PyMask, Xy)> {
        let (mask, corner) = PyTerrain::edit(slf, |terrain| terrain.take_island(&island.island))?;
        Some((PyMask::of(mask), xy(corner)))
    }

    /// What changed since `before`, an earlier `copy` of this terrain, as compact bytes: for another machine, or an undo list.
    ///
    /// Raises ValueError if the sizes differ.
    fn delta_since<'py>(
        slf: &Bound<'py, Self>,
        before: &Bound<'py, PyTerrain>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (terrain, before) = (PyTerrain::snapshot_of(slf), PyTerrain::snapshot_of(before));
        let bytes = slf.py().detach(|| terrain.delta_since(&before)).raise()?;
        Ok(PyBytes::new(slf.py(), &bytes))
    }

    /// Makes the changes of `delta_since` on a terrain that is as `before` was. Returns how many pixels changed, and the smallest rectangle
    /// around them. Raises ValueError, and changes nothing, if the bytes are damaged or belong to another state.
    fn apply_delta(slf: &Bound<'_, Self>, data: &[u8]) -> PyResult<Changed> {
        let change = PyTerrain::edit(slf, |terrain| terrain.apply_delta(data)).raise()?;
        Ok((change.pixels, change.bounds.map(xywh)))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyTerrain>()
            .is_ok_and(|other| PyTerrain::snapshot_of(slf) == PyTerrain::snapshot_of(other))
    }
}

shape_methods!(PyTerrain);

#[pymethods]
impl PyIsland {
    /// How many pixels it has.
    #[getter]
    fn area(&self) -> u64 {
        self.island.area
    }

    /// The smallest rectangle (x, y, width, height) around its pixels.
    #[getter]
    fn bounds(&self) -> Xywh {
        xywh(self.island.bounds)
    }

    /// Its first pixel (x, y): the topmost, then the leftmost.
    #[getter]
    fn first(&self) -> Xy {
        xy(self.island.first)
    }

    fn __repr__(&self) -> String {
        format!("<hitmask.Island of {} pixels, bounds {:?}>", self.island.area, xywh(self.island.bounds))
    }
}

/// 4 or 8 neighbours.
pub(crate) fn connectivity(number: u8) -> PyResult<Connectivity> {
    match number {
        4 => Ok(Connectivity::Four),
        8 => Ok(Connectivity::Eight),
        _ => Err(PyValueError::new_err(format!("connectivity must be 4 or 8, not {number}"))),
    }
}
