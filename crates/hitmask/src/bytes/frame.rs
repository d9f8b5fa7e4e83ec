//! The frame around saved contents: a signature, a version, the length, and a checksum at the end.

use alloc::vec::Vec;

use super::crc::crc64;
use super::error::{DecodeError, DecodeErrorKind};
use super::format::{Head, SavedFormat};
use super::numbers::ByteReader;

/// The bytes of the checksum: the CRC-64 of all bytes before.
const TAIL: usize = 8;

impl SavedFormat {
    /// Whether bytes begin with the signature.
    pub(crate) fn is_at_start(self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.head().magic)
    }

    /// Signature and version. The format appends what comes before the length, and then eight bytes for the length.
    pub(crate) fn open(self, version: u32) -> Vec<u8> {
        let mut bytes = Vec::from(*self.head().magic);
        bytes.extend(version.to_le_bytes());
        bytes
    }

    /// Writes the length into its place and the checksum at the end.
    pub(crate) fn close(self, bytes: &mut Vec<u8>) {
        let (length, at) = ((bytes.len() + TAIL) as u64, self.head().length_at);
        bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
        bytes.extend(crc64(bytes).to_le_bytes());
    }

    /// Checks the signature, the version and the length, of bytes that need at least so many. Returns the version.
    pub(crate) fn check_head(self, bytes: &[u8], least: usize) -> Result<u32, DecodeError> {
        let Head { magic, newest, length_at, .. } = self.head();
        let fault = |kind| Err(DecodeError::new(self, "content", bytes.len(), kind));
        if !bytes.starts_with(magic) && !magic.starts_with(bytes) {
            return Err(DecodeError::new(self, "signature", 0, DecodeErrorKind::WrongFormat));
        }
        let version = u32::from_le_bytes(self.reader(bytes, magic.len()).array()?);
        if !(1..=newest).contains(&version) {
            return Err(DecodeError::new(self, "version", 4, DecodeErrorKind::UnknownVersion { version }));
        }
        let expected = u64::from_le_bytes(self.reader(bytes, length_at).array()?);
        if expected > bytes.len() as u64 || bytes.len() < least {
            return fault(DecodeErrorKind::Truncated);
        }
        if expected < bytes.len() as u64 {
            return fault(DecodeErrorKind::WrongLength { expected, actual: bytes.len() });
        }
        Ok(version)
    }

    /// Checks the frame. Returns the bytes without the checksum, and the version; offsets in them are offsets in all bytes.
    pub(crate) fn check(self, bytes: &[u8]) -> Result<(&[u8], u32), DecodeError> {
        let version = self.check_head(bytes, self.head().length_at + 8 + TAIL)?;
        let (body, tail) = bytes.split_at(bytes.len() - TAIL);
        if tail != crc64(body).to_le_bytes() {
            return Err(DecodeError::new(self, "content", body.len(), DecodeErrorKind::WrongChecksum));
        }
        Ok((body, version))
    }

    /// Reads bytes from an offset on.
    pub(crate) fn reader(self, bytes: &[u8], at: usize) -> ByteReader<'_> {
        ByteReader { format: self, bytes, at }
    }
}
