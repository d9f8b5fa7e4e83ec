//! `hitmask.QueryFilter`: which colliders a question looks at.

use super::functions::{PyMember, Raised};
use super::{Id, PyWorld};
use crate::prelude::*;

/// Which colliders a question looks at.
///
/// layers: (the layers of the asker, the layers that it meets), 32 bits each; both sides must agree. space: the space to look at. group:
/// the asker's group, whose members are skipped; 0 is no group. What is None is left unsaid: a question about a collider (its motion, its
/// cast, its fit) then uses that collider's own; any other question looks in space 0, at every layer, in no group.
/// sensors: whether sensors are found, too. exclude: handles to skip.
/// only_if: a function that gets a `Member` and says whether it counts. It cannot use the world, which is busy then.
#[pyclass(name = "QueryFilter", module = "hitmask", frozen)]
#[derive(Default)]
pub(crate) struct PyQueryFilter {
    filter: QueryFilter<'static>,
    exclude: Vec<Handle>,
    only_if: Option<Late<PyAny>>,
    _end: Burial,
}

pub(crate) type Filter<'a, 'py> = Option<&'a Bound<'py, PyQueryFilter>>;

/// The layers of an asker and those that it meets, unless they are left unsaid.
type Pair = Option<(u32, u32)>;

impl PyQueryFilter {
    pub(super) fn of(filter: QueryFilter<'_>) -> PyQueryFilter {
        let QueryFilter { space, layers, group, sensors, except, .. } = filter;
        let filter = QueryFilter { space, layers, group, sensors, except, ..QueryFilter::default() };
        PyQueryFilter { filter, ..PyQueryFilter::default() }
    }

    /// Asks a world with this filter. Raises what its function raises.
    pub(crate) fn ask<R>(
        given: Option<&Bound<'_, PyQueryFilter>>,
        world: &Bound<'_, PyWorld>,
        f: impl FnOnce(&mut World, &QueryFilter<'_>) -> R,
    ) -> PyResult<R> {
        let Some(given) = given else {
            return PyWorld::with(world, |world| f(world, &QueryFilter::default()));
        };
        let PyQueryFilter { filter, exclude, only_if, _end } = given.get();
        let Some(only_if) = only_if else {
            return PyWorld::with(world, |world| f(world, &filter.except_all(exclude)));
        };
        let raised = Raised::default();
        let accept = |member: Member<'_>| {
            raised.call(|| {
                Python::attach(|py| only_if.get().bind(py).call1((PyMember::from(member),))?.is_truthy())
            })
        };
        let answer = PyWorld::lend(world, |world| f(world, &filter.except_all(exclude).only_if(&accept)))?;
        raised.check()?;
        Ok(answer)
    }
}

#[pymethods]
impl PyQueryFilter {
    #[new]
    #[pyo3(signature = (*, layers = None, space = None, group = None, sensors = false, exclude = All::default(), only_if = None))]
    #[pyo3(
        text_signature = "(*, layers=None, space=None, group=None, sensors=False, exclude=(), only_if=None)"
    )]
    fn new(
        layers: Pair,
        space: Option<u32>,
        group: Option<u32>,
        sensors: bool,
        exclude: All<Id>,
        only_if: Option<Py<PyAny>>,
    ) -> PyQueryFilter {
        let layers = layers.map(|(on, meets)| Layers::new(on, meets));
        let filter = QueryFilter { layers, space, group, sensors, ..QueryFilter::default() };
        let exclude = exclude.into_iter().map(Handle::from_bits).collect();
        PyQueryFilter { filter, exclude, only_if: only_if.map(Late::new), _end: Burial }
    }

    /// A filter never changes, so a cycle has another object in it that can be cleared.
    fn __traverse__(&self, visitor: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visitor.call(self.only_if.as_ref().map(Late::get))
    }

    /// For pickle: the layers, the space, the group, the sensors, the asker, the handles to skip, the function.
    #[staticmethod]
    fn _restore(
        layers: Pair,
        space: Option<u32>,
        group: Option<u32>,
        sensors: bool,
        asker: Option<Id>,
        exclude: All<Id>,
        only_if: Option<Py<PyAny>>,
    ) -> PyQueryFilter {
        let mut restored = PyQueryFilter::new(layers, space, group, sensors, exclude, only_if);
        restored.filter.except = asker.map(Handle::from_bits);
        restored
    }

    #[expect(clippy::type_complexity, reason = "the arguments of `_restore`")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (Pair, Option<u32>, Option<u32>, bool, Option<Id>, Vec<Id>, Option<Py<PyAny>>),
    )> {
        let QueryFilter { layers, space, group, sensors, except, .. } = self.filter;
        let exclude = self.exclude.iter().map(|handle| handle.to_bits()).collect();
        let only_if = self.only_if.as_ref().map(|only_if| only_if.get().clone_ref(py));
        let layers = layers.map(|layers| (layers.belongs_to, layers.collides_with));
        let asker = except.map(|handle| handle.to_bits());
        let restore = py.get_type::<PyQueryFilter>().getattr(intern!(py, "_restore"))?;
        Ok((restore, (layers, space, group, sensors, asker, exclude, only_if)))
    }

    fn __repr__(&self) -> String {
        let QueryFilter { layers, space, group, sensors, .. } = self.filter;
        let exclude: Vec<Id> =
            self.filter.except.iter().chain(&self.exclude).map(|handle| handle.to_bits()).collect();
        let said =
            |name: &str, number: Option<u32>| number.map_or(String::new(), |it| format!("{name}={it}, "));
        let layers = layers.map_or(String::new(), |Layers { belongs_to, collides_with }| {
            format!("layers=({belongs_to:#x}, {collides_with:#x}), ")
        });
        let (space, group) = (said("space", space), said("group", group));
        let sensors = if sensors { "True" } else { "False" };
        format!("QueryFilter({layers}{space}{group}sensors={sensors}, exclude={exclude:?})")
    }
}
