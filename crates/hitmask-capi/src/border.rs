//! What every exported function does with its arguments: it reads pointers, catches panics, and writes answers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::hitmask_status as Status;
use crate::prelude::*;

/// The result of a step of an exported function.
pub(crate) type Checked<T = ()> = Result<T, Status>;

/// A choice of docs/table.txt.
pub(crate) trait Choice: Copy + PartialEq + 'static {
    /// Its values, with their numbers.
    const ALL: &'static [(Self, i32)];

    /// The number of a value. -1 for one that a later library adds.
    fn number(self) -> i32;
}

/// The value that a number means.
pub(crate) fn choice<T: Choice>(number: i32) -> Checked<T> {
    T::ALL.iter().find(|one| one.1 == number).map(|one| one.0).ok_or(HITMASK_UNKNOWN_CONSTANT)
}

/// A number that a filter of the caller may leave unsaid, by -1.
pub(crate) fn said(number: i64) -> Checked<Option<u32>> {
    match number {
        -1 => Ok(None),
        _ => u32::try_from(number).map(Some).map_err(|_| HITMASK_OUT_OF_RANGE),
    }
}

/// Runs the body of an exported function. No panic leaves it.
#[inline]
pub(crate) fn guard(body: impl FnOnce() -> Checked) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => HITMASK_OK as i32,
        Ok(Err(status)) => status as i32,
        Err(_) => HITMASK_PANICKED as i32,
    }
}

/// Exports functions. Each reads its arguments under the contract of the crate, and its body is checked: what it returns becomes a status, and
/// no panic leaves it. `free fn` frees an object; NULL does nothing. What cannot fail gives a value, behind `=`. `cargo xtask capi` reads them for
/// the header.
macro_rules! verbs {
    () => {};
    ($(#[$doc:meta])* free fn $name:ident($object:ident: $type:ty); $($others:tt)*) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($object: $type) {
            $crate::border::free($object);
        }
        verbs! { $($others)* }
    };
    ($(#[$doc:meta])* fn $name:ident($($arguments:tt)*) -> $answer:ty = $value:expr; $($others:tt)*) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($arguments)*) -> $answer {
            $value
        }
        verbs! { $($others)* }
    };
    ($(#[$doc:meta])* fn $name:ident($($arguments:tt)*) $body:block $($others:tt)*) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arguments)*) -> i32 {
            $crate::border::guard(|| $body)
        }
        verbs! { $($others)* }
    };
}

/// Refuses NULL and misaligned pointers.
#[inline]
pub(crate) fn check<T>(pointer: *const T) -> Checked {
    if pointer.is_null() {
        Err(HITMASK_NULL_POINTER)
    } else if !pointer.is_aligned() {
        Err(HITMASK_MISALIGNED_POINTER)
    } else {
        Ok(())
    }
}

/// An object that the call reads.
///
/// # Safety
/// The pointer keeps the contract of the crate, and the reference does not live while the caller is called back, who might change or free
/// the object.
#[inline]
pub(crate) unsafe fn object<'a, T>(pointer: *const T) -> Checked<&'a T> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned. By the contract it points to a live object.
    Ok(unsafe { &*pointer })
}

/// An object that the call changes.
///
/// # Safety
/// The pointer keeps the contract of the crate, no other reference to the object lives, and the caller is not called back while this one
/// does.
#[inline]
pub(crate) unsafe fn object_mut<'a, T>(pointer: *mut T) -> Checked<&'a mut T> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned. By the contract it points to a live object, which no other thread uses; nor does this one, as nobody
    // is called back.
    Ok(unsafe { &mut *pointer })
}

/// A copy of a value that the caller owns. So an answer may be written to the same place.
///
/// # Safety
/// The pointer keeps the contract of the crate.
#[inline]
pub(crate) unsafe fn value<T: Copy>(pointer: *const T) -> Checked<T> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned. By the contract it points to a value.
    Ok(unsafe { pointer.read() })
}

/// The values of an array of the caller. The pointer of an empty array may be NULL.
///
/// # Safety
/// The pointer keeps the contract of the crate. If the caller is called back while the slice lives, the header says that the array must stay
/// as it is.
#[inline]
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize) -> Checked<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer)?;
    check_count::<T>(count)?;
    // SAFETY: neither null nor misaligned, and not larger than memory may be. By the contract it points to as many values.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// The values of an array of the caller, each read when its turn comes: for calls that may call the caller between two of them, who may
/// change the array.
///
/// # Safety
/// The pointer keeps the contract of the crate, and the array is not freed while the iterator lives.
pub(crate) unsafe fn read_each<T: Copy>(pointer: *const T, count: usize) -> Checked<impl Iterator<Item = T>> {
    array(pointer, count)?;
    // SAFETY: as in `array`, there are so many values. No reference to them outlives the reading of one.
    Ok((0..count).map(move |i| unsafe { pointer.add(i).read() }))
}

/// Refuses an array that is larger than any memory.
fn check_count<T>(count: usize) -> Checked {
    let bytes = count.checked_mul(size_of::<T>()).ok_or(HITMASK_TOO_LARGE)?;
    if bytes > isize::MAX as usize { Err(HITMASK_TOO_LARGE) } else { Ok(()) }
}

/// Writes an answer.
///
/// # Safety
/// The pointer keeps the contract of the crate.
#[inline]
pub(crate) unsafe fn give<T>(to: *mut T, answer: T) -> Checked {
    check(to)?;
    // SAFETY: neither null nor misaligned. By the contract a value of this type may be written there. What was there needs no drop: the
    // values of the interface are plain.
    unsafe { to.write(answer) };
    Ok(())
}

/// Writes an answer of two parts, or neither.
///
/// # Safety
/// The pointers keep the contract of the crate.
pub(crate) unsafe fn give_both<T>((a, b): (T, T), to_a: *mut T, to_b: *mut T) -> Checked {
    check(to_b)?;
    give(to_a, a)?;
    give(to_b, b)
}

/// Writes an answer that may be missing: the answer, if there is one, and whether there is.
///
/// # Safety
/// The pointers keep the contract of the crate.
#[inline]
pub(crate) unsafe fn give_found<T>(to: *mut T, found: *mut bool, answer: Option<T>) -> Checked {
    check(to)?;
    give(found, answer.is_some())?;
    match answer {
        Some(answer) => give(to, answer),
        None => Ok(()),
    }
}

/// Gives a new object to the caller, who must free it.
///
/// # Safety
/// The pointer keeps the contract of the crate.
#[inline]
pub(crate) unsafe fn give_object<T>(to: *mut *mut T, object: impl Into<T>) -> Checked {
    check(to)?;
    give(to, Box::into_raw(Box::new(object.into())))
}

/// Frees an object that [`give_object`] gave. NULL does nothing.
///
/// # Safety
/// The pointer keeps the contract of the crate, and the object is used no more.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if check(pointer).is_ok() {
        // A drop that panics must not unwind into C. None is known to panic.
        // SAFETY: the pointer came from `give_object`, and by the contract was not freed before.
        drop(catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(pointer) }))));
    }
}

/// Writes a list into an array of the caller: as many as there is room for. `count` receives how many there are. More than there is room
/// for is an error, except if there is no array at all: then the caller asks for the count.
///
/// # Safety
/// The pointers keep the contract of the crate.
pub(crate) unsafe fn give_list<T>(
    list: impl IntoIterator<Item = T>,
    to: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Checked {
    check_list(to, capacity, count)?;
    let mut length = 0;
    for item in list {
        if length < capacity {
            // SAFETY: the array has `capacity` places, and this is one of them.
            unsafe { to.add(length).write(item) };
        }
        length += 1;
    }
    give(count, length)?;
    if length > capacity && !to.is_null() { Err(HITMASK_TOO_SMALL) } else { Ok(()) }
}

/// Refuses what [`give_list`] would refuse before it writes.
pub(crate) fn check_list<T>(to: *mut T, capacity: usize, count: *mut usize) -> Checked {
    check(count)?;
    if capacity > 0 {
        check(to)?;
        check_count::<T>(capacity)?;
    }
    Ok(())
}
