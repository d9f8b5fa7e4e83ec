//! A `map` for short arrays that compiles to less code than the standard library's.

/// `map` for arrays of two to four. The standard library's is some ten functions, which the compiler makes anew for each caller: with it, a tenth
/// of all that the library gives to LLVM was `map`.
pub(crate) trait Mapped<T> {
    type Of<U>;

    /// The same as `map`: the elements in order, each given to `f`.
    fn mapped<U>(self, f: impl FnMut(T) -> U) -> Self::Of<U>;
}

macro_rules! mapped {
    ($n:literal: $($element:ident)*) => {
        impl<T> Mapped<T> for [T; $n] {
            type Of<U> = [U; $n];

            #[inline(always)]
            fn mapped<U>(self, mut f: impl FnMut(T) -> U) -> [U; $n] {
                // The core of the npm package is a tenth smaller with one copy of `f`; the module with worlds is not.
                if cfg!(all(target_arch = "wasm32", not(feature = "world"))) {
                    return self.map(f);
                }
                let [$($element),*] = self;
                [$(f($element)),*]
            }
        }
    };
}

mapped!(2: a b);
mapped!(3: a b c);
mapped!(4: a b c d);
