//! Pixels as a file stores them, mostly compressed by zlib. They are read row by row.

use std::io::Read;

use flate2::bufread::ZlibDecoder;

use crate::error::ErrorKind;
use crate::limits::{Budget, Held, Work, area, zeroed};

use super::bytes::Damage;

/// Pixels that have not been read yet.
#[derive(Clone, Copy)]
pub(super) struct Stored<'a> {
    pub(super) data: &'a [u8],
    pub(super) packed: bool,
    /// The bytes of one pixel.
    pub(super) depth: u8,
    /// Their position in the file.
    pub(super) offset: usize,
}

impl<'a> Stored<'a> {
    /// The pixels row by row, so that only one row is in memory.
    pub(super) fn rows(self, width: u32, height: u32, budget: &'a Budget) -> Result<Rows<'a>, ErrorKind> {
        self.read(u64::from(width), area(width, height), budget)
    }

    /// All pixels at once.
    pub(super) fn whole(self, pixels: u64, budget: &'a Budget) -> Result<(Held<'a>, Vec<u8>), ErrorKind> {
        let mut rows = self.read(pixels, pixels, budget)?;
        rows.next_row()?;
        rows.finish()
    }

    fn read(self, width: u64, pixels: u64, budget: &'a Budget) -> Result<Rows<'a>, ErrorKind> {
        let depth = u64::from(self.depth);
        let held = budget.hold(width * depth)?;
        budget.work(pixels, Work::Unpack)?;
        budget.work(self.data.len() as u64, Work::Read)?;
        let source: Box<dyn Read + 'a> =
            if self.packed { Box::new(ZlibDecoder::new(self.data)) } else { Box::new(self.data) };
        Ok(Rows { held, source, row: zeroed(width * depth)?, len: pixels * depth, offset: self.offset })
    }
}

/// Rows of pixels, one after the other.
pub(super) struct Rows<'a> {
    held: Held<'a>,
    source: Box<dyn Read + 'a>,
    row: Vec<u8>,
    /// The bytes of all rows.
    len: u64,
    offset: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn next_row(&mut self) -> Result<&[u8], ErrorKind> {
        let mut filled = 0;
        while filled < self.row.len() {
            match self.source.read(&mut self.row[filled..]) {
                Ok(0) => return Err(self.wrong_length("fewer")),
                Ok(read) => filled += read,
                Err(error) => return Err(self.damage(format!("packed pixels are damaged: {error}"))),
            }
        }
        Ok(&self.row)
    }

    /// The last row. Nothing may follow it.
    pub(super) fn finish(mut self) -> Result<(Held<'a>, Vec<u8>), ErrorKind> {
        match self.source.read(&mut [0]) {
            Ok(0) => Ok((self.held, self.row)),
            Ok(_) => Err(self.wrong_length("more")),
            Err(error) => Err(self.damage(format!("packed pixels are damaged: {error}"))),
        }
    }

    fn wrong_length(&self, there_are: &str) -> ErrorKind {
        self.damage(format!("the pixels take {} bytes, there are {there_are}", self.len))
    }

    fn damage(&self, what: String) -> ErrorKind {
        Damage { offset: self.offset, what: what.into() }.into()
    }
}
