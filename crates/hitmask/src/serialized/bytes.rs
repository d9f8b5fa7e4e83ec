//! A list of bytes inside another form: as bytes in binary formats, as base64 in formats for people.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::base64;

pub(super) struct Bytes<'a>(pub(super) Cow<'a, [u8]>);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&base64::encode(&self.0))
        } else {
            serializer.serialize_bytes(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Bytes<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = if deserializer.is_human_readable() {
            deserializer.deserialize_str(AsText)
        } else {
            deserializer.deserialize_byte_buf(AsBytes)
        };
        bytes.map(|bytes| Bytes(Cow::Owned(bytes)))
    }
}

struct AsText;

impl Visitor<'_> for AsText {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes as base64 with padding")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<u8>, E> {
        base64::decode(text).ok_or_else(|| E::custom("the text is not base64 with padding (RFC 4648)"))
    }
}

struct AsBytes;

impl<'de> Visitor<'de> for AsBytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    /// For formats that have only lists of numbers. The announced length is not trusted.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
