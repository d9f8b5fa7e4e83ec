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

    /// Index and generation in one number, for places that store only numbers. The numbers are ordered as the handles are.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.index as u64) << 32 | self.generation as u64
    }

    /// The handle from the number that [`Handle::to_bits`] gave.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    pub const fn from_bits(bits: u64) -> Handle {
        Handle { index: (bits >> 32) as u32, generation: bits as u32 }
    }
}

/// Like `3v0`: slot 3, its first collider.
impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}
