//! The memory that lists take.

use alloc::vec::Vec;

/// What several lists have allocated, in bytes.
macro_rules! heap_bytes {
    ($($list:expr),+ $(,)?) => { 0 $(+ $crate::heap::bytes_of(&$list))+ };
}
pub(crate) use heap_bytes;

/// What a list has allocated, in bytes.
pub(crate) fn bytes_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}
