use core::fmt;

/// Names a collider of a [`World`](crate::World): a place, and how often it was given away before. Once the collider is removed the
/// handle is stale, and stays so: whoever asks with it gets `None`, even when another collider lives in that place by then.
///
/// Handles are ordered by index, then by generation. The same calls on two machines give the same handles. One world's handle means
/// nothing, or something else, in another world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl Handle {
    /// The place: small numbers, used again after a removal. Good for an array beside the world.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.index
    }

    /// How many colliders had the place before.
    #[must_use]
    pub const fn generation(self) -> u32 {
        self.generation
    }

    /// Both in one number, for what takes only numbers; ordered as handles are.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        (self.index as u64) << 32 | self.generation as u64
    }

    /// The handle that [`Handle::to_bits`] came from.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "halves")]
    pub const fn from_bits(bits: u64) -> Handle {
        Handle { index: (bits >> 32) as u32, generation: bits as u32 }
    }
}

/// As `3v0`: place 3, the first that lives there.
impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}
