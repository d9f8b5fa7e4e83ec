//! Functions of a game that a world asks: what they see of colliders, what they raise, and those that are tests of colliders.

use std::any::Any;

use hitmask::{CustomTest, Touch, Verdict};
use pyo3::types::PyBool;

use crate::prelude::*;

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

#[pymethods]
impl PyMember {
    fn __repr__(&self) -> String {
        let PyMember { collider, data, position, kind, .. } = self;
        format!("<hitmask.Member {collider}, {kind} at {position:?}, data={data}>")
    }
}

/// The first exception of a game's function. After it, the function is not called any more.
#[derive(Default)]
pub(super) struct Raised(Mutex<Option<PyErr>>);

impl Raised {
    /// Calls a function unless one has raised. Keeps its exception.
    pub(super) fn call(&self, function: impl FnOnce() -> PyResult<bool>) -> bool {
        let mut raised = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return false;
        }
        function().unwrap_or_else(|error| {
            *raised = Some(error);
            false
        })
    }

    pub(super) fn check(self) -> PyResult<()> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
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
