//! A saved world as one value, for serde.

use alloc::vec::Vec;
use core::fmt;

use crate::bytes::{DecodeError, SavedFormat};

/// A world as a value that serde saves and loads, as a field of your saved game. Made by [`World::save`](crate::World::save); [`SavedWorld::load`] makes the
/// world again. Needs the feature `serde`.
///
/// It holds the bytes of [`World::to_bytes`](crate::World::to_bytes), which are its form in binary formats, too. In formats for people it is their base64 text. A
/// world itself cannot be serialized, because shapes and custom tests are saved by keys, which only you know.
///
/// [`Handle`](crate::Handle)s are saved as `[index, generation]`, and stay good in the world that is loaded.
///
/// # Errors
/// Reading it with serde fails with the sentence of a [`DecodeError`] if the bytes are not in the frame of a world, or if their checksum is
/// wrong. [`SavedWorld::load`] checks all the rest.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use std::sync::Arc;
/// use hitmask::{Collider, ColliderShape, Handle, Mask, SavedWorld, World};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Game { world: SavedWorld, hero: Handle, score: u32 }
///
/// let assets = [Mask::filled(9, 9), Mask::filled(3, 30)].map(Arc::new);
/// let mut world = World::new();
/// let hero = world.insert(Collider::new(&assets[1]).at((4, 0)));
///
/// let key = |shape: &ColliderShape| match shape {
///     ColliderShape::Mask(mask) => assets.iter().position(|asset| Arc::ptr_eq(asset, mask)).unwrap() as u64,
///     other => panic!("{other:?} is no asset"),
/// };
/// let game = Game { world: world.save(|_, shape| key(shape), |_, _| 0), hero, score: 70 };
/// let text = serde_json::to_string(&game).unwrap();
///
/// let game: Game = serde_json::from_str(&text).unwrap();
/// let loaded = game.world.load(|key| Some(assets.get(key as usize)?.into()), |_| None).unwrap();
/// assert_eq!(loaded.state_hash(), world.state_hash());
/// assert_eq!(loaded.position(game.hero), Some((4, 0).into()));
/// # }
/// ```
#[doc(alias = "saved game")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SavedWorld {
    /// In the frame of a world, which was checked or just written.
    pub(super) bytes: Vec<u8>,
}

/// A summary: the number of bytes.
impl fmt::Debug for SavedWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SavedWorld").field("bytes", &self.bytes.len()).finish()
    }
}

impl SavedWorld {
    /// The same from the bytes of [`World::to_bytes`](crate::World::to_bytes). Only their frame is checked: signature, version, length and checksum.
    ///
    /// # Errors
    /// A [`DecodeError`] if the frame is wrong.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<SavedWorld, DecodeError> {
        SavedFormat::World.check(&bytes)?;
        Ok(SavedWorld { bytes })
    }

    /// The bytes, as [`World::to_bytes`](crate::World::to_bytes) gives them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}
