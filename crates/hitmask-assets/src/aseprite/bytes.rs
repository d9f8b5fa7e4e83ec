//! Reads little-endian numbers from bytes, and keeps the position in the file for error messages.

use std::borrow::Cow;
use std::fmt;

use crate::Format;
use crate::error::ErrorKind;

/// What is wrong in an Aseprite file, and where.
#[derive(Debug)]
pub(super) struct Damage {
    pub(super) offset: usize,
    pub(super) what: Cow<'static, str>,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.what, self.offset)
    }
}

impl std::error::Error for Damage {}

impl From<Damage> for ErrorKind {
    fn from(damage: Damage) -> Self {
        ErrorKind::corrupt(Format::Aseprite, damage)
    }
}

/// A part of the file that is read from front to back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
    offset: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Bytes { rest: bytes, offset: 0 }
    }

    /// The position of the next byte in the file.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The bytes that have not been read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(super) fn damage(&self, what: impl Into<Cow<'static, str>>) -> Damage {
        Damage { offset: self.offset, what: what.into() }
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Damage> {
        let Some((taken, rest)) = self.rest.split_at_checked(len) else {
            let what = format!("{len} bytes are needed, {} are left", self.rest.len());
            return Err(self.damage(what));
        };
        self.rest = rest;
        self.offset += len;
        Ok(taken)
    }

    /// The next `len` bytes as a separate part.
    pub(super) fn part(&mut self, len: usize) -> Result<Bytes<'a>, Damage> {
        let offset = self.offset;
        Ok(Bytes { rest: self.take(len)?, offset })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let taken = self.take(N)?;
        let mut array = [0; N];
        array.copy_from_slice(taken);
        Ok(array)
    }

    pub(super) fn skip(&mut self, len: usize) -> Result<(), Damage> {
        self.take(len).map(drop)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Damage> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Damage> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn i16(&mut self) -> Result<i16, Damage> {
        self.array().map(i16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, Damage> {
        self.array().map(i32::from_le_bytes)
    }

    /// A text: its length in bytes, then the bytes.
    pub(super) fn string(&mut self) -> Result<String, Damage> {
        let len = self.u16()?;
        Ok(String::from_utf8_lossy(self.take(usize::from(len))?).into_owned())
    }
}
