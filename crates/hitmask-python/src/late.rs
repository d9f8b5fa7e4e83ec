//! References to Python objects that end late.
//!
//! Where the last reference to an object ends, Python runs its `__del__`, and that may use anything: the world that is just being edited,
//! or another thread, which gets its turn then. So what a world or a mask holds are [`Late`] references. Dropping one puts the object on a
//! list, and whoever has edited something calls [`bury`] when nothing is borrowed any more.

use crate::prelude::*;
use std::sync::atomic::AtomicBool;

/// A reference to a Python object that may be dropped anywhere: no Python code runs there.
pub(crate) struct Late<T>(Option<Py<T>>);

/// The objects whose [`Late`] references were dropped, and whether there are any.
static DEAD: Mutex<Vec<Py<PyAny>>> = Mutex::new(Vec::new());
static ANY_DEAD: AtomicBool = AtomicBool::new(false);

impl<T> Late<T> {
    #[inline]
    pub(crate) fn new(object: Py<T>) -> Late<T> {
        Late(Some(object))
    }

    #[inline]
    pub(crate) fn get(&self) -> &Py<T> {
        self.0.as_ref().expect("it is taken at its end only")
    }

    /// The reference, to be dropped at once. Nothing may be borrowed then.
    #[inline]
    pub(crate) fn now(mut self) -> Py<T> {
        self.0.take().expect("it is taken at its end only")
    }
}

impl<T> Drop for Late<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(object) = self.0.take() {
            die(object.into_any());
        }
    }
}

#[cold]
fn die(object: Py<PyAny>) {
    // Nothing that holds this lock calls Python.
    let mut dead = DEAD.lock().unwrap_or_else(PoisonError::into_inner);
    dead.push(object);
    ANY_DEAD.store(true, Ordering::Release);
}

/// Ends what has died so far, which may run any Python code. Nothing may be borrowed by the caller.
#[inline]
pub(crate) fn bury(py: Python<'_>) {
    if ANY_DEAD.load(Ordering::Acquire) {
        bury_all(py);
    }
}

/// How deep burials are nested: the end of one object lets another one die, and so on. What is deeper is left to the burials above, as
/// otherwise a long chain of worlds would use up the stack.
const DEEPEST: u32 = 16;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

#[cold]
fn bury_all(_: Python<'_>) {
    let depth = DEPTH.get();
    if depth == DEEPEST {
        return;
    }
    DEPTH.set(depth + 1);
    while ANY_DEAD.load(Ordering::Acquire) {
        let dead = {
            let mut dead = DEAD.lock().unwrap_or_else(PoisonError::into_inner);
            ANY_DEAD.store(false, Ordering::Release);
            std::mem::take(&mut *dead)
        };
        drop(dead);
    }
    DEPTH.set(depth);
}

/// The last field of an object that has [`Late`] references: they end with the object.
#[derive(Default)]
pub(crate) struct Burial;

impl Drop for Burial {
    fn drop(&mut self) {
        if ANY_DEAD.load(Ordering::Acquire) {
            // None if Python itself has ended.
            let _ = Python::try_attach(bury);
        }
    }
}
