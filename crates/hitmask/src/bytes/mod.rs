//! What all saved forms share: the formats with their frames, numbers, the budgets and errors of readers, and the hash of contents.

mod budget;
mod crc;
mod error;
mod format;
mod frame;
mod hash;
mod numbers;

pub(crate) use budget::Budget;
pub use budget::DecodeLimits;
pub(crate) use crc::{crc64, crc64_of};
pub use error::{DecodeError, DecodeErrorKind};
pub(crate) use format::SavedFormat;
pub(crate) use hash::Hasher64;
pub(crate) use numbers::{ByteReader, put_number, put_signed, signed};
