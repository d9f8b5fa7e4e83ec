//! Saved worlds.

use super::bytes::Bytes;
use super::lists::saved_as;
use crate::SavedWorld;

saved_as! {
    SavedWorld as Bytes<'_>: |world| Bytes(world.as_bytes().into()), |bytes| SavedWorld::from_bytes(bytes.0.into_owned());
}
