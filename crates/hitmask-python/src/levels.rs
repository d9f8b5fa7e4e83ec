//! Objects and properties of levels. What is made of them is in `_levels.py`.

use hitmask_assets::{LevelObjectAt, LevelProperties, LevelShape, LevelValue};
use pyo3::IntoPyObjectExt as _;

use crate::assets::selected;
use crate::prelude::*;
use crate::value::Choice as _;

/// The objects of a layer, each as a dict of the fields of a `LevelObject`.
#[pyfunction]
pub(crate) fn level_objects(
    py: Python<'_>,
    path: PathBuf,
    threshold: u8,
) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let (file, selector) = selected(&path);
    let mut rule = LevelRule { threshold, ..LevelRule::default() };
    let levels = py.detach(|| load_levels(file, &LevelOptions::default())).raise()?;
    let objects = levels.layer_objects(selector.unwrap_or_default()).raise()?;
    let mut all = Vec::with_capacity(objects.len());
    for object in &objects {
        let shape = object.shape(&rule).raise()?;
        // All masks are held together, so together they keep to the limit.
        if let Some(ColliderShape::Mask(mask)) = shape.as_ref().map(|shape| &shape.shape) {
            let used = mask.memory_bytes() as u64;
            rule.limits.max_memory = rule.limits.max_memory.saturating_sub(used);
        }
        all.push(object_of(py, object, shape)?);
    }
    Ok(all)
}

fn object_of<'py>(
    py: Python<'py>,
    object: &LevelObjectAt<'_>,
    shape: Option<LevelShape>,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("id", object.id)?;
    fields.set_item("name", &object.name)?;
    fields.set_item("class_", &object.class)?;
    let [x, y] = object.place();
    fields.set_item("position", (x, y))?;
    fields.set_item("size", (object.size[0], object.size[1]))?;
    fields.set_item("rotation", object.rotation)?;
    fields.set_item("visible", object.visible)?;
    fields.set_item("kind", object.kind().word())?;
    fields.set_item("properties", properties_of(py, &object.properties)?)?;
    let options = PyDict::new(py);
    if let Some(shape) = &shape {
        let collider = shape.clone().collider();
        options.set_item("at", xy(shape.position))?;
        options.set_item("kind", collider.kind.word())?;
        options.set_item("open_side", collider.open_side.word())?;
        options.set_item("layers", (collider.layers.belongs_to, collider.layers.collides_with))?;
        options.set_item("data", collider.data)?;
        options.set_item("enabled", collider.enabled)?;
    }
    fields.set_item("options", options)?;
    fields.set_item("shape", shape.map(|shape| shape_of(py, shape.shape)).transpose()?)?;
    Ok(fields)
}

fn shape_of(py: Python<'_>, shape: ColliderShape) -> PyResult<Bound<'_, PyAny>> {
    match shape {
        ColliderShape::Mask(mask) => PyMask::of_shared(mask).into_bound_py_any(py),
        ColliderShape::Polygon(polygon) => PyConvexPolygon { polygon }.into_bound_py_any(py),
        ColliderShape::Circle(circle) => PyCircle { circle }.into_bound_py_any(py),
        ColliderShape::Rect(rect) => xywh(rect).into_bound_py_any(py),
        _ => Err(PyTypeError::new_err("an object of the level has a shape that Python does not know")),
    }
}

/// The properties of the tiles of a level that have some, by the numbers that tiles have in its maps.
#[pyfunction]
pub(crate) fn tile_properties(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let (file, selector) = selected(&path);
    let levels = py.detach(|| load_levels(file, &LevelOptions::default())).raise()?;
    let level = match selector {
        Some(selector) => levels.select(selector).raise()?.0,
        // There is at least one.
        None => &levels.levels[0],
    };
    let all = PyDict::new(py);
    for set in &level.sets {
        for id in set.ids() {
            if let Some(tile) = set.tile(id).filter(|tile| !tile.properties.is_empty()) {
                all.set_item(set.first + id, properties_of(py, &tile.properties)?)?;
            }
        }
    }
    Ok(all)
}

fn properties_of<'py>(py: Python<'py>, properties: &LevelProperties) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    properties.iter().try_for_each(|(name, value)| all.set_item(name, value_of(py, value)?))?;
    Ok(all)
}

/// A class is a dict of its members, a colour and a file are texts, and the reference to an object is its id.
fn value_of<'py>(py: Python<'py>, value: &LevelValue) -> PyResult<Bound<'py, PyAny>> {
    match value {
        LevelValue::Bool(truth) => truth.into_bound_py_any(py),
        LevelValue::Int(number) | LevelValue::Object(number) => number.into_bound_py_any(py),
        LevelValue::Float(number) => number.into_bound_py_any(py),
        LevelValue::Text(text) | LevelValue::Color(text) | LevelValue::File(text) => {
            text.into_bound_py_any(py)
        }
        LevelValue::List(values) => {
            let values: Vec<_> = values.iter().map(|value| value_of(py, value)).collect::<PyResult<_>>()?;
            Ok(PyList::new(py, values)?.into_any())
        }
        LevelValue::Class { members, .. } => Ok(properties_of(py, members)?.into_any()),
        _ => Ok(py.None().into_bound(py)),
    }
}
