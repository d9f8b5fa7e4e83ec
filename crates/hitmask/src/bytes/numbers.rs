//! Numbers in bytes: little-endian ones of a fixed size, and short ones for small values (LEB128).

use alloc::vec::Vec;

/// Appends a number in groups of seven bits, the lowest group first. The highest bit of a byte says that another one follows (LEB128).
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Why a number cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadFault {
    /// The bytes end here.
    Truncated { offset: usize },
    /// The number that begins here has more groups than allowed.
    LongNumber { offset: usize },
}

/// Reads bytes from front to back.
pub(crate) struct ByteReader<'a> {
    pub(crate) bytes: &'a [u8],
    /// The offset of the next byte.
    pub(crate) at: usize,
}

impl ByteReader<'_> {
    pub(crate) fn byte(&mut self) -> Result<u8, ReadFault> {
        self.array().map(|[byte]| byte)
    }

    /// The next `N` bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadFault> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let array = rest.first_chunk().ok_or(ReadFault::Truncated { offset: self.bytes.len() })?;
        self.at += N;
        Ok(*array)
    }

    /// A number of up to `groups` groups of seven bits. A longer form than necessary is accepted here: callers write what they read again
    /// and compare.
    pub(crate) fn number(&mut self, groups: u32) -> Result<u64, ReadFault> {
        let offset = self.at;
        let mut number = 0;
        for group in 0..groups {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (7 * group);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(ReadFault::LongNumber { offset })
    }
}
