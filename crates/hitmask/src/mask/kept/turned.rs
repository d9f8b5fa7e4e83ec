//! The rotated and flipped copies of a picture.

use super::lazy::Lazy;
use crate::geom::Turn;

/// The seven rotated or flipped copies of a picture, in the order of [`Turn::index`]. The picture itself is not stored.
pub(crate) struct Turned<T>([Lazy<T>; 7]);

impl<T> Turned<T> {
    /// The stored copy for a turn. The turn must not be the identity.
    pub(crate) fn of(&self, turn: Turn) -> &Lazy<T> {
        &self.0[turn.index() - 1]
    }

    /// The memory of all copies that exist, in bytes. `bytes` returns the memory of one copy.
    pub(crate) fn memory_bytes(&self, bytes: impl Fn(&T) -> usize) -> usize {
        size_of::<Self>() + self.0.iter().filter_map(|turned| turned.made()).map(bytes).sum::<usize>()
    }
}

impl<T> Default for Turned<T> {
    fn default() -> Self {
        Turned(Default::default())
    }
}
