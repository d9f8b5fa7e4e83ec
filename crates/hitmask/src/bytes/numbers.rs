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

impl<'a> ByteReader<'a> {
    /// The next `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], ReadFault> {
        let rest = self.bytes.get(self.at..).and_then(|rest| rest.get(..length));
        let taken = rest.ok_or(ReadFault::Truncated { offset: self.bytes.len() })?;
        self.at += length;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, ReadFault> {
        self.array().map(|[byte]| byte)
    }

    /// The next `N` bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadFault> {
        self.take(N).map(|bytes| *bytes.first_chunk().expect("there are as many"))
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

    /// A number of up to 64 bits in its only form, the shortest one.
    pub(crate) fn exact_number(&mut self) -> Result<u64, ReadFault> {
        let offset = self.at;
        let number = self.number(10)?;
        let length = self.at - offset;
        let shortest = (u64::BITS - number.leading_zeros()).div_ceil(7).max(1);
        // Of ten groups, the last one has room for one bit.
        if length != shortest as usize || length == 10 && self.bytes[self.at - 1] > 1 {
            return Err(ReadFault::LongNumber { offset });
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_one_form() {
        let mut numbers = alloc::vec![0, 1, 127, 128, u64::MAX, u64::MAX - 1];
        numbers.extend((0..64).flat_map(|bit| [1 << bit, (1 << bit) - 1]));
        for n in numbers {
            let mut bytes = Vec::new();
            put_number(&mut bytes, n);
            let mut reader = ByteReader { bytes: &bytes, at: 0 };
            assert_eq!((reader.exact_number(), reader.at), (Ok(n), bytes.len()));
            // A form with one more group.
            *bytes.last_mut().unwrap() |= 0x80;
            bytes.push(0);
            let mut reader = ByteReader { bytes: &bytes, at: 0 };
            assert_eq!(reader.exact_number(), Err(ReadFault::LongNumber { offset: 0 }), "{n}");
        }
        for last in 2..0x80 {
            let mut bytes = [0xFF; 10];
            bytes[9] = last;
            let mut reader = ByteReader { bytes: &bytes, at: 0 };
            assert_eq!(reader.exact_number(), Err(ReadFault::LongNumber { offset: 0 }));
        }
        let mut reader = ByteReader { bytes: &[0x80], at: 0 };
        assert_eq!(reader.exact_number(), Err(ReadFault::Truncated { offset: 1 }));
    }
}
