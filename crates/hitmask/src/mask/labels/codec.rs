//! Label masks as bytes, and their hash.

use alloc::string::String;
use alloc::vec::Vec;

use super::names::NamedLabel;
use super::{LabelMask, LabelNames};
use crate::bytes::{
    Budget, ByteReader, DecodeError, DecodeErrorKind, DecodeLimits, Hasher64, SavedFormat, put_number,
};
use crate::mask::Mask;

const FORMAT: SavedFormat = SavedFormat::Labels;
/// The bytes before the names.
const HEAD: usize = 24;

impl LabelMask {
    /// The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal bytes.
    ///
    /// ```
    /// use hitmask::LabelMask;
    /// let mask = LabelMask::from_labels(3, 1, &[0, 2, 2])?.with_names([(2, "body", 20)]);
    /// let bytes = mask.to_bytes();
    /// assert_eq!(LabelMask::from_bytes(&bytes).as_ref(), Ok(&mask));
    /// assert!(LabelMask::from_bytes(&bytes[1..]).is_err());
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Layout, version 1
    /// All numbers are little-endian.
    ///
    /// | bytes | |
    /// |---|---|
    /// | 0 to 3 | `HLAB` |
    /// | 4 to 7 | the version: 1 |
    /// | 8 to 11 | the width in pixels |
    /// | 12 to 15 | the height in pixels |
    /// | 16 to 23 | the number of bytes in all |
    /// | 24 on | how many names; for each, in the order of the labels: the label (a byte), the number, the length of the name in bytes, the name in UTF-8 |
    /// | then | the labels, row after row without breaks: a label (a byte), and how many pixels in a row have it, until all pixels are told |
    /// | the last 8 | the CRC-64 of all bytes before, as in [`Terrain::to_bytes`](crate::Terrain::to_bytes) |
    ///
    /// Numbers of no fixed size are written in groups of seven bits, the lowest group first. The highest bit of a byte says that another
    /// one follows (LEB128). A label mask has exactly one form: stretches are as long as possible.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FORMAT.open(1);
        bytes.extend(self.width().to_le_bytes());
        bytes.extend(self.height().to_le_bytes());
        bytes.extend([0; 8]);
        put_number(&mut bytes, self.names.iter().len() as u64);
        for (label, name, number) in self.names.iter() {
            bytes.push(label);
            put_number(&mut bytes, number);
            put_number(&mut bytes, name.len() as u64);
            bytes.extend(name.bytes());
        }
        for stretch in self.bytes.chunk_by(|a, b| a == b) {
            bytes.push(stretch[0]);
            put_number(&mut bytes, stretch.len() as u64);
        }
        FORMAT.close(&mut bytes);
        bytes
    }

    /// Reads what [`LabelMask::to_bytes`] wrote, with the default limits.
    ///
    /// # Errors
    /// A [`DecodeError`] for anything else. It never panics, and takes no more memory than the limits allow.
    pub fn from_bytes(bytes: &[u8]) -> Result<LabelMask, DecodeError> {
        LabelMask::from_bytes_with(bytes, &DecodeLimits::default())
    }

    /// As [`LabelMask::from_bytes`], with your own limits.
    ///
    /// # Errors
    /// As [`LabelMask::from_bytes`].
    pub fn from_bytes_with(bytes: &[u8], limits: &DecodeLimits) -> Result<LabelMask, DecodeError> {
        let (body, _) = FORMAT.check(bytes)?;
        let side = |at: usize| u32::from_le_bytes(*body[at..].first_chunk().expect("the frame has a head"));
        let (width, height) = (side(8), side(12));
        let pixels = u64::from(width) * u64::from(height);
        if pixels > Mask::MAX_PIXELS || width.max(height) > Mask::MAX_SIDE {
            return Err(DecodeError::new(FORMAT, "size", 8, DecodeErrorKind::TooLarge { width, height }));
        }
        let mut reader = FORMAT.reader(body, HEAD);
        let mut budget = Budget::new(FORMAT, limits);
        budget.take(size_of::<LabelMask>(), HEAD)?;
        let names = read_names(&mut reader, &mut budget)?;
        budget.take(Mask::bytes_of_size(width, height), reader.at)?;
        budget.list::<u8>(pixels as usize, reader.at)?;
        let labels = read_labels(&mut reader, pixels as usize)?;
        reader.end()?;
        let mask = LabelMask::of_labels(width, height, labels.into()).expect("the size was checked");
        Ok(mask.with_names(names))
    }

    pub(super) fn find_hash(&self) -> u64 {
        let mut hash = Hasher64::new(u64::from_le_bytes(*b"labels\0\0"));
        hash.words([self.width().into(), self.height().into()]);
        let mut bytes = |bytes: &[u8]| {
            hash.word(bytes.len() as u64);
            hash.bytes(bytes);
        };
        bytes(&self.bytes);
        for (label, name, number) in self.names.iter() {
            bytes(&[label]);
            bytes(&number.to_le_bytes());
            bytes(name.as_bytes());
        }
        hash.finish()
    }
}

fn read_names(reader: &mut ByteReader<'_>, budget: &mut Budget) -> Result<LabelNames, DecodeError> {
    let (mut names, mut last) = (LabelNames::new(), 0);
    for _ in 0..reader.exact_number()? {
        let offset = reader.at;
        let label = reader.byte()?;
        let number = reader.exact_number()?;
        let length = reader.exact_number()?;
        let name = reader.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        if label <= last {
            return Err(reader.bad("name", offset));
        }
        last = label;
        // The list of names grows to twice its size.
        budget.take(2 * size_of::<NamedLabel>() + name.len(), offset)?;
        names.set(
            label,
            String::from(core::str::from_utf8(name).map_err(|_| reader.bad("name", offset))?),
            number,
        );
    }
    Ok(names)
}

fn read_labels(reader: &mut ByteReader<'_>, pixels: usize) -> Result<Vec<u8>, DecodeError> {
    let mut labels: Vec<u8> = Vec::with_capacity(pixels);
    while labels.len() < pixels {
        let offset = reader.at;
        let label = reader.byte()?;
        let length = reader.exact_number()?;
        let left = (pixels - labels.len()) as u64;
        if length == 0 || length > left || labels.last() == Some(&label) {
            return Err(reader.bad("stretch of labels", offset));
        }
        labels.resize(labels.len() + length as usize, label);
    }
    Ok(labels)
}
