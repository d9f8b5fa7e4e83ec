//! The name of a collider.

use core::fmt;

/// Names a collider of a [`World`](crate::World): a slot, and a count of how often the slot was reused. When the collider is removed, the
/// handle becomes stale and stays so. Every method then returns `None`, even if another collider uses the slot by that time.
///
/// Handles are ordered by index, then by generation. The same calls on two machines give the same handles. A handle of one world has no
/// meaning in another world; it may name an unrelated collider there.
#[doc(alias = "collider id")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl Handle {
    /// The slot: a small number that is reused after a removal. Good as an index into an array beside the world.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How many colliders had the slot before; more if the world has [forgotten](crate::World::step) slots in between.
    #[must_use]
    pub const fn generation(self) -> u32 {
        self.generation
    }

    /// Index and generation in one number, for places that store only numbers. The numbers are ordered as the handles are. It is never 0: so 0
    /// may stand for "no collider", and where a language takes numbers as conditions, a handle is true.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        // No world has a slot of the number 2³² - 1.
        (self.index.wrapping_add(1) as u64) << 32 | self.generation as u64
    }

    /// The handle from the number that [`Handle::to_bits`] gave. From 0 it makes a handle that is stale in every world.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    pub const fn from_bits(bits: u64) -> Handle {
        Handle { index: ((bits >> 32) as u32).wrapping_sub(1), generation: bits as u32 }
    }
}

/// Like `3v0`: slot 3, its first collider.
impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;
    use crate::{Collider, Mask};

    #[test]
    fn the_number_of_a_handle_is_never_zero() {
        let mut world = World::default();
        let first = world.insert(Collider::new(Mask::filled(1, 1)));
        assert_eq!((first.index(), first.generation()), (0, 0));
        assert_ne!(first.to_bits(), 0);
        assert!(!world.contains(Handle::from_bits(0)));
        let ends = [0, 1, u32::MAX - 2];
        let handles = ends
            .into_iter()
            .flat_map(|index| [0, 1, u32::MAX].map(|generation| Handle { index, generation }));
        let mut last = 0;
        for handle in handles {
            assert_eq!(Handle::from_bits(handle.to_bits()), handle);
            assert!(handle.to_bits() > last, "{handle:?}");
            last = handle.to_bits();
        }
    }
}
