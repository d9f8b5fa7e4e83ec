//! A value that is computed when it is first needed, and then cached.

use alloc::borrow::Cow;
use alloc::sync::Arc;

use crate::bits::MadeOnce;

/// A value that is computed when it is first needed, and shared by clones. Where [`MadeOnce`] keeps nothing, callers compute the value each
/// time, or do without it.
pub(crate) struct Lazy<T>(MadeOnce<Arc<T>>);

impl<T> Lazy<T> {
    /// No value yet.
    pub(crate) const fn new() -> Lazy<T> {
        Lazy(MadeOnce::new())
    }

    /// The value, computed now if necessary. None where nothing can be kept.
    #[inline]
    pub(crate) fn get(&self, make: impl FnOnce() -> T) -> Option<&T> {
        self.0.keep(|| Arc::new(make())).ok().map(|value| &**value)
    }

    /// Calls `f` with the value, kept or not.
    pub(crate) fn with<R>(&self, make: impl FnOnce() -> T, f: impl FnOnce(&T) -> R) -> R {
        match self.0.keep(|| Arc::new(make())) {
            Ok(value) => f(value),
            Err(make) => f(&make()),
        }
    }

    /// The value. It is computed on first use, and kept if it can be.
    pub(crate) fn get_or_make(&self, make: impl FnOnce() -> T) -> Cow<'_, T>
    where
        T: Clone,
    {
        match self.0.keep(|| Arc::new(make())) {
            Ok(value) => Cow::Borrowed(value),
            Err(make) => Cow::Owned(Arc::unwrap_or_clone(make())),
        }
    }

    /// Takes the value out, if it was computed. The next use computes it again.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<Arc<T>> {
        self.0.take()
    }

    /// The value, if it was computed before.
    #[inline]
    pub(crate) fn made(&self) -> Option<&T> {
        self.0.get().map(|value| &**value)
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Lazy<T> {
        Lazy(self.0.clone())
    }
}

impl<T> Default for Lazy<T> {
    fn default() -> Lazy<T> {
        Lazy::new()
    }
}
