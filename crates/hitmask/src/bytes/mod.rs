//! What every saved form shares: the frame with its checksum, numbers, what reading may take, and the hash of contents.

mod budget;
mod crc;
mod frame;
mod hash;
mod numbers;

pub(crate) use budget::{Budget, OverBudget};
pub(crate) use crc::{crc64, crc64_of};
pub(crate) use frame::{Frame, FrameFault};
pub(crate) use hash::Hasher64;
pub(crate) use numbers::{ByteReader, ReadFault, put_number};
