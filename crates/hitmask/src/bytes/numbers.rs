//! Numbers in bytes: little-endian ones of a fixed size, and short ones for small values (LEB128).

use alloc::vec::Vec;

use super::error::{DecodeError, DecodeErrorKind};
use super::format::SavedFormat;

/// Appends a number in groups of seven bits, the lowest group first. The highest bit of a byte says that another one follows (LEB128).
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

/// Appends a number of either sign, so that small ones stay small: 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...
pub(crate) fn put_signed(bytes: &mut Vec<u8>, n: i64) {
    put_number(bytes, (n << 1 ^ n >> 63).cast_unsigned());
}

/// Reads bytes from front to back.
pub(crate) struct ByteReader<'a> {
    pub(crate) format: SavedFormat,
    pub(crate) bytes: &'a [u8],
    /// The offset of the next byte.
    pub(crate) at: usize,
}

impl<'a> ByteReader<'a> {
    /// The next `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let rest = self.bytes.get(self.at..).and_then(|rest| rest.get(..length));
        let taken = rest.ok_or_else(|| {
            DecodeError::new(self.format, "content", self.bytes.len(), DecodeErrorKind::Truncated)
        })?;
        self.at += length;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, DecodeError> {
        self.array().map(|[byte]| byte)
    }

    /// The next `N` bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        self.take(N).map(|bytes| *bytes.first_chunk().expect("there are as many"))
    }

    /// A number of up to `groups` groups of seven bits. A longer form than necessary is accepted here: callers write what they read again
    /// and compare.
    pub(crate) fn number(&mut self, groups: u32) -> Result<u64, DecodeError> {
        let offset = self.at;
        let mut number = 0;
        for group in 0..groups {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << (7 * group);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.bad("number", offset))
    }

    /// A number of up to 64 bits in its only form, the shortest one.
    pub(crate) fn exact_number(&mut self) -> Result<u64, DecodeError> {
        let offset = self.at;
        let number = self.number(10)?;
        let length = self.at - offset;
        let shortest = (u64::BITS - number.leading_zeros()).div_ceil(7).max(1);
        // Of ten groups, the last one has room for one bit.
        if length != shortest as usize || length == 10 && self.bytes[self.at - 1] > 1 {
            return Err(self.bad("number", offset));
        }
        Ok(number)
    }

    /// A number that `f` accepts.
    pub(crate) fn part<R>(
        &mut self,
        part: &'static str,
        f: impl FnOnce(u64) -> Option<R>,
    ) -> Result<R, DecodeError> {
        let offset = self.at;
        f(self.exact_number()?).ok_or_else(|| self.bad(part, offset))
    }

    pub(crate) fn small<N: TryFrom<u64>>(&mut self, part: &'static str) -> Result<N, DecodeError> {
        self.part(part, |n| N::try_from(n).ok())
    }

    /// What [`put_signed`] wrote.
    pub(crate) fn signed<N: TryFrom<i64>>(&mut self, part: &'static str) -> Result<N, DecodeError> {
        self.part(part, |n| N::try_from(signed(n)).ok())
    }

    pub(crate) fn flag(&mut self, part: &'static str) -> Result<bool, DecodeError> {
        self.part(part, |n| (n < 2).then_some(n == 1))
    }

    /// How many things follow. Each takes at least so many bytes of the rest.
    pub(crate) fn count(&mut self, part: &'static str, bytes_each: usize) -> Result<usize, DecodeError> {
        let offset = self.at;
        let count = self.small(part)?;
        if count <= (self.bytes.len() - self.at) / bytes_each {
            Ok(count)
        } else {
            Err(self.bad(part, offset))
        }
    }

    /// The error of a part that the library does not write so.
    pub(crate) fn bad(&self, part: &'static str, offset: usize) -> DecodeError {
        DecodeError::new(self.format, part, offset, DecodeErrorKind::BadValue)
    }

    /// Fails unless all bytes were read.
    pub(crate) fn end(&self) -> Result<(), DecodeError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.bad("end", self.at)) }
    }
}

/// The number that [`put_signed`] wrote as this one.
pub(crate) fn signed(n: u64) -> i64 {
    (n >> 1).cast_signed() ^ -(n & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: SavedFormat = SavedFormat::World;

    fn bad_number() -> DecodeError {
        FORMAT.reader(&[], 0).bad("number", 0)
    }

    #[test]
    fn every_number_has_one_form() {
        let mut numbers = alloc::vec![0, 1, 127, 128, u64::MAX, u64::MAX - 1];
        numbers.extend((0..64).flat_map(|bit| [1 << bit, (1 << bit) - 1]));
        for n in numbers {
            let mut bytes = Vec::new();
            put_number(&mut bytes, n);
            let mut reader = FORMAT.reader(&bytes, 0);
            assert_eq!((reader.exact_number(), reader.at), (Ok(n), bytes.len()));
            // A form with one more group.
            *bytes.last_mut().unwrap() |= 0x80;
            bytes.push(0);
            let mut reader = FORMAT.reader(&bytes, 0);
            assert_eq!(reader.exact_number(), Err(bad_number()), "{n}");
        }
        for last in 2..0x80 {
            let mut bytes = [0xFF; 10];
            bytes[9] = last;
            let mut reader = FORMAT.reader(&bytes, 0);
            assert_eq!(reader.exact_number(), Err(bad_number()));
        }
        let mut reader = FORMAT.reader(&[0x80], 0);
        let error = reader.exact_number().unwrap_err();
        assert_eq!((error.kind, error.offset), (DecodeErrorKind::Truncated, 1));
    }
}
