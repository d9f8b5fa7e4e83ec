//! `hitmask.QueryFilter`: which colliders a question looks at, and the functions of a game that are asked about colliders.

use std::any::Any;

use hitmask::{CustomTest, Touch, Verdict};
use pyo3::types::PyBool;

use super::step::events_of;
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

/// The layers of an asker and those that it meets, unless they are left unsaid.
type Pair = Option<(u32, u32)>;

/// A collider, as a game's own function sees it.
#[pyclass(name = "Member", module = "hitmask", frozen, get_all, eq)]
#[derive(PartialEq)]
pub(crate) struct PyMember {
    /// Its handle.
    collider: Id,
    /// The number that it carries.
    data: u64,
    /// Where its pivot lies, in pixels.
    position: (f64, f64),
    /// (the layers that it is on, the layers that it meets).
    layers: (u32, u32),
    /// 'body', 'sensor', 'character' or 'one-way'.
    kind: &'static str,
}

pickles!(PyMember {
    collider: Id,
    data: u64,
    position: (f64, f64),
    layers: (u32, u32),
    kind: &'static str,
});

impl From<Member<'_>> for PyMember {
    fn from(member: Member<'_>) -> PyMember {
        let collider = member.collider;
        PyMember {
            collider: member.handle.to_bits(),
            data: collider.data,
            position: pixels(collider.position()),
            layers: (collider.layers.belongs_to, collider.layers.collides_with),
            kind: collider.kind.word(),
        }
    }
}

/// The first exception of a game's function. After it, the function is not called any more.
#[derive(Default)]
struct Raised(Mutex<Option<PyErr>>);

impl Raised {
    /// Calls a function unless one has raised. Keeps its exception.
    fn call(&self, function: impl FnOnce() -> PyResult<bool>) -> bool {
        let mut raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return false;
        }
        function().unwrap_or_else(|error| {
            *raised = Some(error);
            false
        })
    }

    fn check(self) -> PyResult<()> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

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
impl PyMember {
    fn __repr__(&self) -> String {
        let PyMember { collider, data, position, kind, .. } = self;
        format!("<hitmask.Member {collider}, {kind} at {position:?}, data={data}>")
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

/// Makes a step in which a function decides which pairs count.
pub(super) fn step_with(world: &Bound<'_, PyWorld>, accept: &Bound<'_, PyAny>) -> PyResult<Vec<PyEvent>> {
    let raised = Raised::default();
    let events = PyWorld::lend(world, |world| {
        let accepts =
            |a: Member<'_>, b: Member<'_>| accept.call1((PyMember::from(a), PyMember::from(b)))?.is_truthy();
        world.step_with(|a, b| raised.call(|| accepts(a, b))).map(events_of)
    })?;
    raised.check()?;
    events.raise()
}

/// A collider's own test: a Python function that gets two `Member`s, its own first.
///
/// It belongs to one world or one snapshot alone: Python's garbage collector must find each reference where it is counted.
struct PyTest {
    function: Late<PyAny>,
}

thread_local! {
    /// What a test has raised. Tests run on the thread that asks the world. In a box, because each call of a world takes and puts back the place.
    static TEST_RAISED: Cell<Option<Box<PyErr>>> = const { Cell::new(None) };
}

/// Calls `f`. Returns what a test has raised meanwhile, too.
pub(super) fn catching<R>(f: impl FnOnce() -> R) -> (R, Option<Box<PyErr>>) {
    // A test of another world may have called this.
    let before = TEST_RAISED.take();
    let answer = f();
    (answer, TEST_RAISED.replace(before))
}

pub(super) fn test_of(function: Py<PyAny>) -> Arc<dyn CustomTest> {
    Arc::new(PyTest { function: Late::new(function) })
}

/// The test as what it is. All tests of worlds of Python are made here.
fn python_test(test: &Arc<dyn CustomTest>) -> Option<&PyTest> {
    (&**test as &dyn Any).downcast_ref()
}

/// Makes tests that a world shares with a snapshot its own.
pub(super) fn own_tests<'a>(py: Python<'_>, tests: impl Iterator<Item = &'a mut Arc<dyn CustomTest>>) {
    for test in tests.filter(|test| Arc::strong_count(test) > 1) {
        if let Some(known) = python_test(test) {
            *test = test_of(known.function.get().clone_ref(py));
        }
    }
}

/// Shows tests to the garbage collector. One that is shared is not shown, since only one of its owners could: then it counts as reached.
pub(super) fn visit<'a>(
    tests: impl Iterator<Item = &'a Arc<dyn CustomTest>>,
    visitor: PyVisit<'_>,
) -> Result<(), PyTraverseError> {
    let own = tests.filter(|test| Arc::strong_count(test) == 1);
    own.filter_map(python_test).try_for_each(|test| visitor.call(test.function.get()))
}

impl PyTest {
    fn verdict(&self, me: PyMember, other: PyMember) -> PyResult<Option<Verdict>> {
        Python::attach(|py| {
            let answer = self.function.get().bind(py).call1((me, other))?;
            if answer.is_none() {
                return Ok(None);
            }
            if answer.cast::<PyBool>().is_ok_and(|answer| !answer.is_true()) {
                return Ok(Some(Verdict::Apart));
            }
            let pixel: Pixel = answer.extract()?;
            Ok(Some(Verdict::Touching(Touch::new(pixel.0))))
        })
    }
}

impl CustomTest for PyTest {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        self.verdict(me.into(), other.into()).unwrap_or_else(|error| {
            let first = TEST_RAISED.take().unwrap_or_else(|| error.into());
            TEST_RAISED.set(Some(first));
            Some(Verdict::Apart)
        })
    }
}
