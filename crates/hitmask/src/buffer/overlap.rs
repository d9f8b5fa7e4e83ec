//! The answer of a test: each id that a shape overlaps in a buffer, and in how many pixels.

use alloc::vec::Vec;

use crate::geom::Point;

/// An id that a shape met in a buffer.
#[doc(alias = "owner")]
#[doc(alias = "buffer hit")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct BufferOverlap {
    /// The id, as it was given to [`CollisionBuffer::draw`](crate::CollisionBuffer::draw).
    pub id: u32,
    /// How many of the shape's pixels hold the id. A pixel counts once, even if the id was drawn there several times.
    pub area: u64,
    /// The first of these pixels: lowest y, then lowest x, in world pixels.
    pub first: Point,
}

impl BufferOverlap {
    /// For what computes the same elsewhere.
    #[doc(hidden)]
    #[must_use]
    pub fn __new(id: u32, area: u64, first: Point) -> BufferOverlap {
        BufferOverlap { id, area, first }
    }
}

/// Adds pixels of an id to the list of ids that were met, which is sorted by id. Pixels come row by row, left to right.
pub(super) fn note(found: &mut Vec<BufferOverlap>, id: u32, area: u64, first: Point) {
    match found.binary_search_by_key(&id, |met| met.id) {
        Ok(place) => found[place].area += area,
        Err(place) => found.insert(place, BufferOverlap { id, area, first }),
    }
}
