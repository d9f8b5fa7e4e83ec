//! Masks of every kind.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bytes::Bytes;
use crate::{AlphaMask, LabelMask, Mask, Run, RunMask};
#[cfg(feature = "terrain")]
use crate::{Terrain, TileMap};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Mask", deny_unknown_fields)]
struct MaskForm<'a> {
    width: u32,
    height: u32,
    bits: Bytes<'a>,
}

impl Serialize for Mask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, height) = self.size();
        MaskForm { width, height, bits: Bytes(self.to_bytes().into()) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Mask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mask, D::Error> {
        let MaskForm { width, height, bits } = MaskForm::deserialize(deserializer)?;
        Mask::from_bytes(width, height, &bits.0).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "AlphaMask", deny_unknown_fields)]
struct AlphaForm<'a> {
    width: u32,
    height: u32,
    alpha: Bytes<'a>,
}

impl Serialize for AlphaMask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, height) = self.size();
        AlphaForm { width, height, alpha: Bytes(self.as_bytes().into()) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AlphaMask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AlphaMask, D::Error> {
        let AlphaForm { width, height, alpha } = AlphaForm::deserialize(deserializer)?;
        AlphaMask::of_bytes(width, height, alpha.0).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "RunMask", deny_unknown_fields)]
struct RunsForm<'a> {
    width: u32,
    height: u32,
    #[serde(deserialize_with = "at_most_all_rows")]
    rows: Vec<Cow<'a, [Run]>>,
}

/// Reads rows until there are more than a mask may have: a list of a row takes far more memory than the bytes of an empty one.
fn at_most_all_rows<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Cow<'static, [Run]>>, D::Error> {
    struct Rows;
    impl<'de> Visitor<'de> for Rows {
        type Value = Vec<Cow<'static, [Run]>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of runs for each of at most {} rows", Mask::MAX_SIDE)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut rows = Vec::new();
            while let Some(row) = list.next_element::<Vec<Run>>()? {
                if rows.len() == Mask::MAX_SIDE as usize {
                    return Err(A::Error::invalid_length(rows.len() + 1, &self));
                }
                rows.push(Cow::Owned(row));
            }
            Ok(rows)
        }
    }
    deserializer.deserialize_seq(Rows)
}

impl Serialize for RunMask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, height) = self.size();
        RunsForm { width, height, rows: (0..height).map(|row| self.runs(row).into()).collect() }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RunMask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RunMask, D::Error> {
        let RunsForm { width, height, rows } = RunsForm::deserialize(deserializer)?;
        RunMask::from_runs(width, height, &rows).map_err(D::Error::custom)
    }
}

/// Types that are saved as what their `to_bytes` gives.
macro_rules! by_bytes {
    ($($name:ident)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Bytes(self.to_bytes().into()).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $name::from_bytes(&Bytes::deserialize(deserializer)?.0).map_err(D::Error::custom)
            }
        }
    )*};
}

by_bytes!(LabelMask);
#[cfg(feature = "terrain")]
by_bytes!(Terrain TileMap);
