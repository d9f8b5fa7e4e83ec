//! A value that is computed once, when it is first needed, and then cached.
//!
//! With `std`, a thread waits while another one computes the value. Without `std` no thread can wait, so nothing is cached. The exception
//! is WebAssembly without threads: there nobody has to wait, so values are cached without `std`, too.
#![cfg_attr(
    all(not(feature = "std"), target_family = "wasm", not(target_feature = "atomics")),
    expect(unsafe_code, reason = "says that a cell is shared by one thread only")
)]

/// Whether values are kept.
pub(crate) const KEEPS: bool =
    cfg!(any(feature = "std", all(target_family = "wasm", not(target_feature = "atomics"))));

/// The cell of the standard library.
#[cfg(feature = "std")]
mod cell {
    pub(super) use std::sync::OnceLock as Cell;

    #[inline]
    pub(super) fn keep<T, F: FnOnce() -> T>(cell: &Cell<T>, make: F) -> Result<&T, F> {
        if let Some(value) = cell.get() {
            return Ok(value);
        }
        let mut make = Some(make);
        Ok(make_once(cell, &mut || make.take().expect("it is called once")()))
    }

    /// Compiled once for each type, and not for each way to make it.
    #[cold]
    fn make_once<'a, T>(cell: &'a Cell<T>, make: &mut dyn FnMut() -> T) -> &'a T {
        cell.get_or_init(make)
    }
}

/// The same without locks.
#[cfg(all(not(feature = "std"), target_family = "wasm", not(target_feature = "atomics")))]
mod cell {
    use core::cell::OnceCell;
    use core::ops::{Deref, DerefMut};

    pub(super) use Lone as Cell;

    pub(super) struct Lone<T>(OnceCell<T>);

    // SAFETY: without atomic instructions, a module's memory belongs to one thread.
    unsafe impl<T: Send + Sync> Sync for Lone<T> {}

    impl<T> Lone<T> {
        pub(super) const fn new() -> Lone<T> {
            Lone(OnceCell::new())
        }
    }

    impl<T> Deref for Lone<T> {
        type Target = OnceCell<T>;
        #[inline]
        fn deref(&self) -> &OnceCell<T> {
            &self.0
        }
    }

    impl<T> DerefMut for Lone<T> {
        #[inline]
        fn deref_mut(&mut self) -> &mut OnceCell<T> {
            &mut self.0
        }
    }

    impl<T: Clone> Clone for Lone<T> {
        fn clone(&self) -> Lone<T> {
            Lone(self.0.clone())
        }
    }

    #[inline]
    pub(super) fn keep<T, F: FnOnce() -> T>(cell: &Lone<T>, make: F) -> Result<&T, F> {
        if let Some(value) = cell.get() {
            return Ok(value);
        }
        // Not `get_or_init`, which is larger. Nothing that is kept needs itself while it is made.
        let _ = cell.set(make());
        Ok(cell.get().expect("it was just set"))
    }
}

/// A cell that keeps nothing.
#[cfg(not(any(feature = "std", all(target_family = "wasm", not(target_feature = "atomics")))))]
mod cell {
    use core::marker::PhantomData;

    pub(super) use Unkept as Cell;

    pub(super) struct Unkept<T>(PhantomData<fn() -> T>);

    impl<T> Unkept<T> {
        pub(super) const fn new() -> Unkept<T> {
            Unkept(PhantomData)
        }
        pub(super) fn get(&self) -> Option<&T> {
            None
        }
        pub(super) fn get_mut(&mut self) -> Option<&mut T> {
            None
        }
        pub(super) fn take(&mut self) -> Option<T> {
            None
        }
    }

    impl<T> Clone for Unkept<T> {
        fn clone(&self) -> Unkept<T> {
            Unkept::new()
        }
    }

    pub(super) fn keep<T, F: FnOnce() -> T>(_: &Unkept<T>, make: F) -> Result<&T, F> {
        Err(make)
    }
}

/// The place of a value.
#[derive(Clone)]
pub(crate) struct MadeOnce<T>(cell::Cell<T>);

impl<T> Default for MadeOnce<T> {
    fn default() -> MadeOnce<T> {
        MadeOnce::new()
    }
}

impl<T> MadeOnce<T> {
    /// No value yet.
    pub(crate) const fn new() -> MadeOnce<T> {
        MadeOnce(cell::Cell::new())
    }

    /// The value, made now if necessary. Gives `make` back where nothing is kept.
    #[inline]
    pub(crate) fn keep<F: FnOnce() -> T>(&self, make: F) -> Result<&T, F> {
        cell::keep(&self.0, make)
    }

    /// The value, if it was made.
    #[inline]
    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// The value, to be changed, if it was made.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.get_mut()
    }

    /// Takes the value out, if it was made. The next use makes it again.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<T> {
        self.0.take()
    }
}
