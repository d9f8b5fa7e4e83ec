//! Masks of every kind.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::bytes::Bytes;
use super::lists::saved_as;
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

#[derive(Serialize, Deserialize)]
#[serde(rename = "AlphaMask", deny_unknown_fields)]
struct AlphaForm<'a> {
    width: u32,
    height: u32,
    alpha: Bytes<'a>,
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

saved_as! {
    Mask as MaskForm<'_>:
        |mask| MaskForm { width: mask.width(), height: mask.height(), bits: Bytes(mask.to_bytes().into()) },
        |MaskForm { width, height, bits }| Mask::from_bytes(width, height, &bits.0);
    AlphaMask as AlphaForm<'_>:
        |mask| AlphaForm { width: mask.width(), height: mask.height(), alpha: Bytes(mask.as_bytes().into()) },
        |AlphaForm { width, height, alpha }| AlphaMask::of_bytes(width, height, alpha.0);
    RunMask as RunsForm<'_>:
        |mask| {
            let (width, height) = mask.size();
            RunsForm { width, height, rows: (0..height).map(|row| mask.runs(row).into()).collect() }
        },
        |RunsForm { width, height, rows }| RunMask::from_runs(width, height, &rows);
    LabelMask as Bytes<'_>: |mask| Bytes(mask.to_bytes().into()), |bytes| LabelMask::from_bytes(&bytes.0);
}

#[cfg(feature = "terrain")]
saved_as! {
    Terrain as Bytes<'_>: |terrain| Bytes(terrain.to_bytes().into()), |bytes| Terrain::from_bytes(&bytes.0);
    TileMap as Bytes<'_>: |map| Bytes(map.to_bytes().into()), |bytes| TileMap::from_bytes(&bytes.0);
}
