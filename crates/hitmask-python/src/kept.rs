//! The contents of a Python object. Threads may share the object, and its methods edit it.
//!
//! [`edit`] borrows an object by PyO3's own `PyRefMut`. Masks are in a [`Kept`] instead, which does the same for less: benches/NOTES.md has
//! the figures.

use std::cell::UnsafeCell;

use pyo3::PyClass;
use pyo3::pyclass::boolean_struct::False;
use pyo3::sync::critical_section::{with_critical_section, with_critical_section2};

use crate::late::bury;
use crate::prelude::*;

/// Calls `f` with the contents of an object. In a Python without a global lock, other threads that want them wait meanwhile.
///
/// `f` should not run Python code: what uses the object meanwhile is refused by a panic.
#[inline]
pub(crate) fn edit<T: PyClass<Frozen = False>, R>(object: &Bound<'_, T>, f: impl FnOnce(&mut T) -> R) -> R {
    try_edit(object, f).expect("the object is being edited: this must be called later")
}

/// The same. None, without a call, if somebody edits the object.
#[inline]
pub(crate) fn try_edit<T: PyClass<Frozen = False>, R>(
    object: &Bound<'_, T>,
    f: impl FnOnce(&mut T) -> R,
) -> Option<R> {
    let result =
        with_critical_section(object.as_any(), || object.try_borrow_mut().ok().map(|mut it| f(&mut it)));
    bury(object.py());
    result
}

/// A value inside a Python object that one borrower at a time can reach.
///
/// The closures below should not run Python code: it could use the same value, and would be refused by a panic. They are not given Python, and
/// what the value holds of Python are [`Late`](crate::late::Late) references, which end after the borrow.
pub(crate) struct Kept<T> {
    /// Whether somebody borrows the value.
    is_borrowed: Cell<bool>,
    value: UnsafeCell<T>,
}

// SAFETY: `borrow` below is the only way to both fields, but for `get_mut`, which needs the value for itself. Its callers are attached to
// Python, as the object that they pass proves, and are in the critical section of the object to which the value belongs. In a Python with a
// global lock that section is empty, and the lock is enough: only one thread at a time is attached. So two threads never look at the mark at
// once. If a closure ran Python code, the lock would go to another thread meanwhile; that thread would find the mark set.
#[expect(unsafe_code, reason = "Python's own lock guards the value, and Rust cannot see it")]
unsafe impl<T: Send> Sync for Kept<T> {}

/// A borrow of a [`Kept`]. It is the only one.
struct Borrow<'a, T>(&'a Kept<T>);

impl<T> Drop for Borrow<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.is_borrowed.set(false);
    }
}

#[expect(unsafe_code, reason = "the mark says that nobody else borrows the value, and Rust cannot see it")]
impl<T> Borrow<'_, T> {
    #[inline]
    fn get(&self) -> &T {
        // SAFETY: this borrow is the only one, and lends the value to one at a time.
        unsafe { &*self.0.value.get() }
    }

    #[inline]
    fn get_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Kept<T> {
    #[inline]
    pub(crate) fn new(value: T) -> Kept<T> {
        Kept { is_borrowed: Cell::new(false), value: UnsafeCell::new(value) }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    /// To be called in the critical section of the object that the value belongs to.
    #[inline]
    fn borrow(&self) -> Borrow<'_, T> {
        assert!(!self.is_borrowed.replace(true), "the object is being edited: this must be called later");
        Borrow(self)
    }

    /// Calls `f` with the value. `owner` is the object that it belongs to.
    #[inline]
    pub(crate) fn edit<R>(&self, owner: &Bound<'_, PyAny>, f: impl FnOnce(&mut T) -> R) -> R {
        let result = with_critical_section(owner, || f(self.borrow().get_mut()));
        bury(owner.py());
        result
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
        let result = with_critical_section2(owner, other_owner, || {
            let mut value = self.borrow();
            prepare(value.get_mut());
            if std::ptr::eq(self, other) {
                return f(value.get(), value.get());
            }
            let mut other = other.borrow();
            prepare(other.get_mut());
            f(value.get(), other.get())
        });
        bury(owner.py());
        result
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
        let result = with_critical_section2(owner, other_owner, || {
            f(self.borrow().get_mut(), other.borrow().get_mut())
        });
        bury(owner.py());
        Some(result)
    }
}
