//! Tells when there is too little memory. Rust ends a program at once where an allocation fails, so we ask before the work starts.

use crate::error::Error;

/// Checks that this many bytes can be allocated.
///
/// # Errors
/// A sentence about the sprite of this name if they cannot.
pub(crate) fn check(name: &str, bytes: u64) -> Result<(), Error> {
    let fits = usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if fits { Ok(()) } else { Err(Error::Memory { name: name.to_owned(), bytes }) }
}
