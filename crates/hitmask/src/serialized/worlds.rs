//! Saved worlds.

use alloc::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bytes::Bytes;
use crate::SavedWorld;

impl Serialize for SavedWorld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Bytes(Cow::Borrowed(self.as_bytes())).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SavedWorld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SavedWorld, D::Error> {
        SavedWorld::from_bytes(Bytes::deserialize(deserializer)?.0.into_owned()).map_err(D::Error::custom)
    }
}
