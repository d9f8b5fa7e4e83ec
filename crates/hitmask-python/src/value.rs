//! How values pickle, and so how they copy: by their fields.
//!
//! The answers of the library have no constructors in Python, because nobody but the library makes them. Each has a private `_restore`
//! instead, which pickle calls with what `__reduce__` gave.

use crate::numbers::hyphened;
use crate::words::WORDS;

/// A field of a value.
pub(crate) trait Stored: Sized {
    /// What it is in a pickle: numbers, strings, tuples and lists.
    type State;
    fn store(&self) -> Self::State;
    fn restore(state: Self::State) -> PyResult<Self>;
}

macro_rules! stored_as_they_are {
    ($($type:ty),*) => {$(
        impl Stored for $type {
            type State = $type;
            fn store(&self) -> $type {
                self.clone()
            }
            fn restore(state: $type) -> PyResult<$type> {
                Ok(state)
            }
        }
    )*};
}

stored_as_they_are!(
    bool,
    i32,
    u32,
    u64,
    usize,
    String,
    Xy,
    Xywh,
    (f64, f64),
    (u32, u32),
    (u64, u64),
    (bool, bool),
    (bool, bool, bool),
    f64,
    (usize, Xy)
);

impl<T: Stored> Stored for Option<T> {
    type State = Option<T::State>;
    fn store(&self) -> Option<T::State> {
        self.as_ref().map(T::store)
    }
    fn restore(state: Option<T::State>) -> PyResult<Option<T>> {
        state.map(T::restore).transpose()
    }
}

impl<T: Stored> Stored for Vec<T> {
    type State = Vec<T::State>;
    fn store(&self) -> Vec<T::State> {
        self.iter().map(T::store).collect()
    }
    fn restore(state: Vec<T::State>) -> PyResult<Vec<T>> {
        state.into_iter().map(T::restore).collect()
    }
}

/// A choice of docs/table.txt.
pub(crate) trait Choice: Copy + PartialEq + 'static {
    /// Its values, with their words.
    const ALL: &'static [(Self, &'static str)];

    /// The word of a value. That of one which a later library adds is 'other'.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|one| one.0 == self).map_or("other", |one| one.1)
    }
}

/// The value of a word. `what` is what it is the value of, for the sentence that refuses another word.
pub(crate) fn choice<T: Choice>(word: &str, what: &str) -> PyResult<T> {
    let find = |word: &str| T::ALL.iter().find(|one| one.1 == word);
    let known = find(word).or_else(|| find(&hyphened(word)));
    known.map(|one| one.0).ok_or_else(|| {
        let words: Vec<String> = T::ALL.iter().map(|one| format!("'{}'", one.1)).collect();
        let (last, others) = words.split_last().expect("a choice has values");
        PyValueError::new_err(format!("{what} must be {} or {last}, not '{word}'", others.join(", ")))
    })
}

impl Stored for &'static str {
    type State = String;
    fn store(&self) -> String {
        (*self).to_owned()
    }
    fn restore(state: String) -> PyResult<&'static str> {
        let word = WORDS.into_iter().find(|&word| word == state);
        word.ok_or_else(|| PyValueError::new_err(format!("'{state}' is not a word that hitmask pickles")))
    }
}

impl Stored for PointQ16 {
    type State = (i64, i64);
    fn store(&self) -> (i64, i64) {
        (self.x, self.y)
    }
    fn restore((x, y): (i64, i64)) -> PyResult<PointQ16> {
        Ok(PointQ16 { x, y })
    }
}

impl Stored for TimeOfImpact {
    type State = (u64, u64);
    fn store(&self) -> (u64, u64) {
        (self.numerator(), self.denominator())
    }
    fn restore((numerator, denominator): (u64, u64)) -> PyResult<TimeOfImpact> {
        if denominator == 0 {
            return Err(PyValueError::new_err("the time of a pickled answer has the denominator 0"));
        }
        Ok(TimeOfImpact::new(numerator, denominator))
    }
}

/// A keyword that need not be given. `None` is a value here.
#[derive(Clone, Copy)]
pub(crate) struct Given<T>(pub(crate) Option<T>);

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Given<T> {
    type Error = T::Error;

    #[inline]
    fn extract(value: Borrowed<'a, 'py, PyAny>) -> Result<Given<T>, T::Error> {
        T::extract(value).map(|value| Given(Some(value)))
    }
}

impl<T> Given<T> {
    #[inline]
    pub(crate) fn read<U>(self, how: impl FnOnce(T) -> PyResult<U>) -> PyResult<Given<U>> {
        self.0.map(how).transpose().map(Given)
    }

    /// Sets a field, if it was given.
    #[inline]
    pub(crate) fn give(self, field: &mut T) {
        if let Some(value) = self.0 {
            *field = value;
        }
    }
}

/// How a value is stored: by these fields, which must be all of them. One with more than twelve has a second list of them, because `PyO3`
/// knows tuples of at most twelve.
macro_rules! stored {
    ($class:ident { $($field:ident: $type:ty),* $(,)? } $({ $($more:ident: $more_type:ty),* $(,)? })?) => {
        impl $crate::value::Stored for $class {
            type State = (
                $(<$type as $crate::value::Stored>::State,)*
                $(($(<$more_type as $crate::value::Stored>::State,)*),)?
            );
            fn store(&self) -> Self::State {
                ($($crate::value::Stored::store(&self.$field),)* $(($($crate::value::Stored::store(&self.$more),)*),)?)
            }
            fn restore(($($field,)* $(($($more,)*),)?): Self::State) -> pyo3::PyResult<$class> {
                Ok($class {
                    $($field: <$type as $crate::value::Stored>::restore($field)?,)*
                    $($($more: <$more_type as $crate::value::Stored>::restore($more)?,)*)?
                })
            }
        }
    };
}
pub(crate) use stored;

/// Makes values of a class pickle by these fields.
macro_rules! pickles {
    ($class:ident $($fields:tt)*) => {
        $crate::value::stored! { $class $($fields)* }

        #[pyo3::pymethods]
        impl $class {
            /// For pickle.
            #[staticmethod]
            fn _restore(state: <$class as $crate::value::Stored>::State) -> pyo3::PyResult<$class> {
                $crate::value::Stored::restore(state)
            }

            fn __reduce__<'py>(
                &self,
                py: pyo3::Python<'py>,
            ) -> pyo3::PyResult<(pyo3::Bound<'py, pyo3::PyAny>, (<$class as $crate::value::Stored>::State,))> {
                use pyo3::types::PyAnyMethods;
                let restore = py.get_type::<$class>().getattr(pyo3::intern!(py, "_restore"))?;
                Ok((restore, ($crate::value::Stored::store(self),)))
            }
        }
    };
}
use crate::prelude::*;
pub(crate) use pickles;
