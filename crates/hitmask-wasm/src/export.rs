//! How a function becomes an export of the WebAssembly module.

/// Exports functions under their own names. They take and return numbers only. A body that is one expression stands behind `=`.
///
/// `no_mangle` is unsafe because two symbols of one name would be mixed up. The names here are unique in this crate, since the linker
/// refuses a name that is defined twice, and none of them is a name of C's library or of the compiler's.
macro_rules! export {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $(= $call:expr;)? $($body:block)?)*) => {$(
        $(#[$meta])*
        #[expect(unsafe_code, reason = "the only way to export a function; see the macro")]
        #[unsafe(no_mangle)]
        extern "C" fn $name($($arg: $ty),*) $(-> $ret)? {
            $($call)?
            $($body)?
        }
    )*};
}
pub(crate) use export;
