//! The contents of a Python object. Threads may share the object, and its methods edit it.

use std::cell::UnsafeCell;

use pyo3::prelude::*;
use pyo3::sync::critical_section::{with_critical_section, with_critical_section2};

/// A value inside a Python object. Only one thread at a time can reach it: in a Python with a global lock because of that lock, in a
/// free-threaded Python because of the lock of the object.
///
/// The closures below get the value and do not get Python. So they cannot run Python code, which could reach the same value again or let
/// another thread run.
pub(crate) struct Kept<T>(UnsafeCell<T>);

// SAFETY: `edit`, `edit_from` and `read2` below are the only ways to the value. Their arguments show that the thread is attached to
// Python. There they take the object's critical section, which is empty if Python has a global lock, because then the lock is enough. The
// closures cannot leave the critical section, because they are not given Python.
#[expect(unsafe_code, reason = "Python's own lock guards the value, and Rust cannot see it")]
unsafe impl<T: Send> Sync for Kept<T> {}

#[expect(unsafe_code, reason = "the lock is held where the value is borrowed")]
impl<T> Kept<T> {
    pub(crate) fn new(value: T) -> Kept<T> {
        Kept(UnsafeCell::new(value))
    }

    /// Calls `f` with the value. `owner` is the object that it belongs to.
    #[inline]
    pub(crate) fn edit<R>(&self, owner: &Bound<'_, PyAny>, f: impl FnOnce(&mut T) -> R) -> R {
        // SAFETY: the lock is held, `f` cannot reach the value in any other way, and the borrow ends before the lock is released.
        with_critical_section(owner, || f(unsafe { &mut *self.0.get() }))
    }

    /// Calls `f` with the values of two objects, which may be the same object. `prepare` is called with each value before.
    #[inline]
    pub(crate) fn read2<R>(
        &self,
        owner: &Bound<'_, PyAny>,
        other: &Kept<T>,
        other_owner: &Bound<'_, PyAny>,
        prepare: impl Fn(&mut T),
        f: impl FnOnce(&T, &T) -> R,
    ) -> R {
        with_critical_section2(owner, other_owner, || {
            // SAFETY: both locks are held. Each of these two borrows ends before the next one begins.
            prepare(unsafe { &mut *self.0.get() });
            // SAFETY: as above.
            prepare(unsafe { &mut *other.0.get() });
            // SAFETY: both locks are held, and both borrows are shared, so they may be of the same value.
            let (value, other) = unsafe { (&*self.0.get(), &*other.0.get()) };
            f(value, other)
        })
    }

    /// Calls `f` with the value to edit and the value of another object. None, without a call, if both are the same object.
    #[inline]
    pub(crate) fn edit_from<R>(
        &self,
        owner: &Bound<'_, PyAny>,
        other: &Kept<T>,
        other_owner: &Bound<'_, PyAny>,
        f: impl FnOnce(&mut T, &mut T) -> R,
    ) -> Option<R> {
        if std::ptr::eq(self, other) {
            return None;
        }
        Some(with_critical_section2(owner, other_owner, || {
            // SAFETY: both locks are held, and the two values are not the same one. The borrows end before the locks are released.
            let (value, other) = unsafe { (&mut *self.0.get(), &mut *other.0.get()) };
            f(value, other)
        }))
    }
}
