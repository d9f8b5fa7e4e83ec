//! Worlds as bytes, and their snapshots.

use hitmask::WorldSnapshot;

use super::PyWorld;
use super::functions::{own_tests, visit};
use super::shape::{AnyCollider, PyFrames};
use crate::prelude::*;

/// A world as it was, for `World.restore`. It pickles.
#[pyclass(name = "WorldSnapshot", module = "hitmask", frozen)]
pub(crate) struct PyWorldSnapshot {
    snapshot: WorldSnapshot,
    _end: Burial,
}

/// What pickle keeps of a world: its bytes, and the shapes to which its keys lead.
type State<'py> = (Bound<'py, PyBytes>, Vec<Bound<'py, PyAny>>);

/// Whether both are equal in value. Frames are, whichever of them is shown.
fn is_same(a: &ColliderShape, b: &ColliderShape) -> bool {
    match (a, b) {
        (ColliderShape::Frames(a), ColliderShape::Frames(b)) => a.all() == b.all(),
        _ => a == b,
    }
}

/// The shape as an object that pickles. Those of one tile map share one object, which is in the list of maps.
fn object<'py>(
    py: Python<'py>,
    shape: &ColliderShape,
    maps: &mut Vec<(Arc<TileMap>, Bound<'py, PyTileMap>)>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match shape {
        ColliderShape::Mask(mask) => Bound::new(py, PyMask::of_shared(Arc::clone(mask)))?.into_any(),
        ColliderShape::Runs(runs) => Bound::new(py, PyRunMask { runs: Arc::clone(runs) })?.into_any(),
        ColliderShape::Alpha(alpha, rule) => {
            let alpha = PyAlphaMask { alpha: Arc::clone(alpha) };
            match rule {
                AlphaRule::AtLeast(level) => Bound::new(py, alpha.at_level(*level))?.into_any(),
                _ => Bound::new(py, alpha)?.into_any(),
            }
        }
        ColliderShape::Labels(labels) => {
            Bound::new(py, PyLabelMask { labels: Arc::clone(labels) })?.into_any()
        }
        ColliderShape::Terrain(terrain) => Bound::new(py, PyTerrain::of(Terrain::clone(terrain)))?.into_any(),
        ColliderShape::Polygon(polygon) => {
            Bound::new(py, PyConvexPolygon { polygon: Arc::clone(polygon) })?.into_any()
        }
        ColliderShape::Frames(frames) => Bound::new(py, PyFrames { frames: frames.clone() })?.into_any(),
        ColliderShape::Tiles(map, kinds) => {
            let map = match maps.iter().find(|(known, _)| Arc::ptr_eq(known, map)) {
                Some((_, object)) => object.clone(),
                None => {
                    let object = Bound::new(py, PyTileMap::of_shared(Arc::clone(map)))?;
                    maps.push((Arc::clone(map), object.clone()));
                    object
                }
            };
            Bound::new(py, PyTileView::new(map.unbind(), *kinds))?.into_any()
        }
        _ => return Err(PyTypeError::new_err("the world has a shape that Python does not know")),
    })
}

/// The world's bytes. `key` gives the place of a shape in the caller's list, or None if it is not there.
fn bytes_of(world: &World, mut key: impl FnMut(&ColliderShape) -> Option<usize>) -> PyResult<Vec<u8>> {
    let missing = Cell::new(None);
    let bytes = world.to_bytes(
        |handle, shape| {
            key(shape).unwrap_or_else(|| {
                missing.set(Some(format!("the shape of collider {} is not in the list", handle.to_bits())));
                0
            }) as u64
        },
        |handle, _| {
            let id = handle.to_bits();
            missing.set(Some(format!(
                "collider {id} has a function as its test, which cannot be saved: set_test({id}, None) removes it"
            )));
            0
        },
    );
    missing.take().map_or(Ok(bytes), |text| Err(PyValueError::new_err(text)))
}

/// The world's bytes, and its distinct shapes.
fn state<'py>(py: Python<'py>, world: &World) -> PyResult<State<'py>> {
    let mut shapes = Vec::<ColliderShape>::new();
    let bytes = bytes_of(world, |shape| {
        let found = shapes.iter().position(|other| is_same(other, shape));
        Some(found.unwrap_or_else(|| {
            shapes.push(shape.clone());
            shapes.len() - 1
        }))
    })?;
    let mut maps = Vec::new();
    let shapes = shapes.iter().map(|shape| object(py, shape, &mut maps)).collect::<PyResult<_>>()?;
    Ok((PyBytes::new(py, &bytes), shapes))
}

fn load(bytes: &[u8], shapes: &[AnyCollider]) -> PyResult<World> {
    let shape = |key: u64| Some(shapes.get(usize::try_from(key).ok()?)?.0.clone());
    World::from_bytes(bytes, shape, |_| None).raise()
}

#[pymethods]
impl PyWorld {
    /// The world as bytes with a checksum: for a saved game. `World.from_bytes` reads them.
    ///
    /// shapes: all shapes of colliders but rectangles and circles, in any order. The bytes hold places in this list, not the pixels; give
    /// `from_bytes` the same list. (Pickle needs no list; it keeps the pixels, too.)
    ///
    /// Raises ValueError if a shape is not in the list, or if a collider has a function as its `test`.
    #[pyo3(signature = (shapes = All::default()), text_signature = "($self, shapes=())")]
    fn to_bytes<'py>(slf: &Bound<'py, Self>, shapes: All<AnyCollider>) -> PyResult<Bound<'py, PyBytes>> {
        let place =
            |shape: &ColliderShape| shapes.iter().position(|AnyCollider(given)| is_same(given, shape));
        let bytes = Self::with(slf, |world| bytes_of(world, place))??;
        Ok(PyBytes::new(slf.py(), &bytes))
    }

    /// Reads what `to_bytes` wrote. Handles and contacts are those of the saved world. Raises ValueError if the bytes are damaged, or if
    /// the list is too short.
    #[staticmethod]
    #[pyo3(signature = (data, shapes = All::default()), text_signature = "(data, shapes=())")]
    fn from_bytes(data: &[u8], shapes: All<AnyCollider>) -> PyResult<PyWorld> {
        load(data, &shapes).map(PyWorld::of)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, State<'py>)> {
        let py = slf.py();
        let state = Self::lend(slf, |world| state(py, world))??;
        Ok((py.get_type::<PyWorld>().getattr("from_bytes")?, state))
    }

    /// The world as it is now. Cheap.
    fn snapshot(slf: &Bound<'_, Self>) -> PyResult<PyWorldSnapshot> {
        let mut snapshot = Self::with(slf, |world| world.snapshot())?;
        own_tests(slf.py(), snapshot.__tests_mut());
        Ok(PyWorldSnapshot { snapshot, _end: Burial })
    }

    /// Brings back the state of a snapshot.
    fn restore(slf: &Bound<'_, Self>, snapshot: &PyWorldSnapshot) -> PyResult<()> {
        Self::with(slf, |world| {
            world.restore(&snapshot.snapshot);
            own_tests(slf.py(), world.__tests_mut());
        })
    }
}

#[pymethods]
impl PyWorldSnapshot {
    /// A snapshot never changes, so a cycle has another object in it that can be cleared.
    fn __traverse__(&self, visitor: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit(self.snapshot.__tests(), visitor)
    }

    fn __repr__(&self) -> &'static str {
        "<hitmask.WorldSnapshot>"
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(data: &[u8], shapes: All<AnyCollider>) -> PyResult<PyWorldSnapshot> {
        Ok(PyWorldSnapshot { snapshot: load(data, &shapes)?.snapshot(), _end: Burial })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, State<'py>)> {
        let mut world = World::new();
        world.restore(&self.snapshot);
        Ok((py.get_type::<PyWorldSnapshot>().getattr("_restore")?, state(py, &world)?))
    }
}
