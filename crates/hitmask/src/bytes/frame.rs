//! The frame around saved contents: a signature, a version, the length, and a checksum at the end.

use alloc::vec::Vec;

use super::crc::crc64;

/// How the bytes of one format begin and end. All numbers are little-endian.
pub(crate) struct Frame {
    /// The first four bytes.
    pub(crate) magic: [u8; 4],
    /// The four bytes after it.
    pub(crate) version: u32,
    /// Where the number of bytes in all stands, in eight bytes. The contents before and after it are the format's own.
    pub(crate) length_at: usize,
}

/// Why bytes are not in their frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FrameFault {
    /// The signature is another one.
    NotThisFormat,
    UnknownVersion {
        version: u32,
    },
    Truncated {
        offset: usize,
    },
    WrongLength {
        expected: u64,
        actual: usize,
    },
    WrongChecksum {
        offset: usize,
    },
}

/// The bytes of the checksum: the CRC-64 of all bytes before.
pub(crate) const TAIL: usize = 8;

impl Frame {
    /// Signature and version. The format appends what comes before the length, and then eight bytes for the length.
    pub(crate) fn open(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.magic);
        bytes.extend(self.version.to_le_bytes());
        bytes
    }

    /// Writes the length into its place and the checksum at the end.
    pub(crate) fn close(&self, bytes: &mut Vec<u8>) {
        let length = (bytes.len() + TAIL) as u64;
        bytes[self.length_at..self.length_at + 8].copy_from_slice(&length.to_le_bytes());
        bytes.extend(crc64(bytes).to_le_bytes());
    }

    /// Checks the frame. Returns the bytes without the checksum; offsets in them are offsets in all bytes.
    pub(crate) fn check<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], FrameFault> {
        let word = |at: usize| {
            let word = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
            word.map(u32::from_le_bytes).ok_or(FrameFault::Truncated { offset: bytes.len() })
        };
        if word(0)? != u32::from_le_bytes(self.magic) {
            return Err(FrameFault::NotThisFormat);
        }
        let version = word(4)?;
        if version != self.version {
            return Err(FrameFault::UnknownVersion { version });
        }
        let length = u64::from(word(self.length_at)?) | u64::from(word(self.length_at + 4)?) << 32;
        if length > bytes.len() as u64 || bytes.len() < self.length_at + 8 + TAIL {
            return Err(FrameFault::Truncated { offset: bytes.len() });
        }
        if length < bytes.len() as u64 {
            return Err(FrameFault::WrongLength { expected: length, actual: bytes.len() });
        }
        let (body, tail) = bytes.split_at(bytes.len() - TAIL);
        let (stored, found) = (tail.try_into().map(u64::from_le_bytes), crc64(body));
        if stored.ok() != Some(found) {
            return Err(FrameFault::WrongChecksum { offset: body.len() });
        }
        Ok(body)
    }
}
