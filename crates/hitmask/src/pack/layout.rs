//! Where everything lies in a pack: the header, and the tables of the index. `docs/pack.md` in the repository describes them.

use core::ops::Range;

use crate::bytes::{DecodeError, DecodeErrorKind, SavedFormat, crc64_of};
use crate::geom::{Mapped, PointQ16};

pub(super) const FORMAT: SavedFormat = SavedFormat::Pack;
/// The bytes of the header.
pub(super) const HEADER: usize = 64;
/// Where the checksum of header and index stands in the header. It is the checksum of all bytes before the data except itself.
pub(super) const CHECKSUM_AT: usize = 56;
/// The data begins at a multiple of this.
pub(super) const DATA_ALIGN: usize = 64;
/// The data of each entry begins at a multiple of this.
pub(super) const ENTRY_ALIGN: usize = 8;

/// The bytes of one record of each table.
pub(super) const ENTRY: usize = 80;
pub(super) const SPRITE: usize = 48;
pub(super) const TAG: usize = 24;
pub(super) const KEY: usize = 48;
pub(super) const NUMBER: usize = 4;

/// Where the fields of an entry stand in its record.
pub(super) const ENTRY_DATA: usize = 0;
pub(super) const ENTRY_PIXEL_BYTES: usize = 8;
pub(super) const ENTRY_OUTLINE_BYTES: usize = 12;
pub(super) const ENTRY_CHECKSUM: usize = 16;
pub(super) const ENTRY_PIVOT: usize = 24;
pub(super) const ENTRY_DURATION: usize = 40;
pub(super) const ENTRY_NAME: usize = 48;
pub(super) const ENTRY_SPRITE: usize = 56;
pub(super) const ENTRY_FRAME: usize = 60;
pub(super) const ENTRY_SIZE: usize = 64;
pub(super) const ENTRY_BOX: usize = 68;
pub(super) const ENTRY_CODING: usize = 76;
pub(super) const ENTRY_LEVEL: usize = 77;
pub(super) const ENTRY_FLAGS: usize = 78;

/// The same of a sprite. Frames, tags and keys are the first and the number of them.
pub(super) const SPRITE_SOURCE: usize = 0;
pub(super) const SPRITE_SETTINGS: usize = 8;
pub(super) const SPRITE_NAME: usize = 16;
pub(super) const SPRITE_FRAMES: usize = 24;
pub(super) const SPRITE_TAGS: usize = 32;
pub(super) const SPRITE_KEYS: usize = 40;

/// The same of a tag. Frames are the first and the number of them in the table of numbers.
pub(super) const TAG_NAME: usize = 0;
pub(super) const TAG_FRAMES: usize = 8;
pub(super) const TAG_REPEAT: usize = 16;
pub(super) const TAG_DIRECTION: usize = 20;

/// The same of a key of a slice.
pub(super) const KEY_PIVOT: usize = 0;
pub(super) const KEY_NAME: usize = 16;
pub(super) const KEY_FRAME: usize = 24;
pub(super) const KEY_RECT: usize = 28;
pub(super) const KEY_FLAGS: usize = 44;

/// Flags of an entry.
pub(super) const HAS_PIVOT: u16 = 1;
pub(super) const HAS_DURATION: u16 = 2;
pub(super) const HAS_OUTLINE: u16 = 4;
pub(super) const HAS_TILES: u16 = 8;
/// Flags of a key of a slice.
pub(super) const KEY_HAS_PIVOT: u32 = 1;
/// This key belongs to the same slice as the one before.
pub(super) const KEY_GOES_ON: u32 = 2;

/// The header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Header {
    /// The bytes of the whole pack.
    pub(super) length: u64,
    pub(super) entries: u32,
    pub(super) sprites: u32,
    pub(super) tags: u32,
    pub(super) keys: u32,
    pub(super) numbers: u32,
    /// The bytes of all names.
    pub(super) names: u32,
}

/// The offsets of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) header: Header,
    pub(super) sprites_at: usize,
    pub(super) tags_at: usize,
    pub(super) keys_at: usize,
    pub(super) numbers_at: usize,
    pub(super) names_at: usize,
    pub(super) data_at: usize,
}

impl Header {
    /// Where the tables lie. None if they need more bytes than there can be.
    pub(super) fn layout(self) -> Option<Layout> {
        let mut at = HEADER as u64;
        let mut table = |count: u32, size: usize| {
            let begin = at;
            at += u64::from(count) * size as u64;
            usize::try_from(begin).ok()
        };
        table(self.entries, ENTRY)?;
        Some(Layout {
            header: self,
            sprites_at: table(self.sprites, SPRITE)?,
            tags_at: table(self.tags, TAG)?,
            keys_at: table(self.keys, KEY)?,
            numbers_at: table(self.numbers, NUMBER)?,
            names_at: table(self.names, 1)?,
            data_at: usize::try_from(at.next_multiple_of(DATA_ALIGN as u64)).ok()?,
        })
    }

    /// The header as bytes, without the checksum.
    pub(super) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&FORMAT.open(1));
        bytes[8..16].copy_from_slice(&self.length.to_le_bytes());
        let counts = [self.entries, self.sprites, self.tags, self.keys, self.numbers, self.names];
        for (to, count) in bytes[16..40].chunks_exact_mut(4).zip(counts) {
            to.copy_from_slice(&count.to_le_bytes());
        }
        bytes
    }

    /// Reads the header and checks everything that the header alone can tell, and the checksum of header and index.
    pub(super) fn read(bytes: &[u8]) -> Result<Layout, DecodeError> {
        FORMAT.check_head(bytes, HEADER)?;
        let header = Record(&bytes[..HEADER]);
        let damaged = || DecodeError::new(FORMAT, "index", CHECKSUM_AT, DecodeErrorKind::WrongChecksum);
        let layout = Header {
            length: bytes.len() as u64,
            entries: header.u32(16),
            sprites: header.u32(20),
            tags: header.u32(24),
            keys: header.u32(28),
            numbers: header.u32(32),
            names: header.u32(36),
        }
        .layout()
        .filter(|layout| layout.data_at <= bytes.len())
        .ok_or_else(damaged)?;
        if header.u64(CHECKSUM_AT) != checksum(&bytes[..layout.data_at]) {
            return Err(damaged());
        }
        Ok(layout)
    }
}

/// The checksum of header and index, given both.
pub(super) fn checksum(before_data: &[u8]) -> u64 {
    crc64_of([&before_data[..CHECKSUM_AT], &before_data[HEADER..]])
}

/// One record of a table. All numbers are little-endian.
#[derive(Clone, Copy)]
pub(super) struct Record<'a>(pub(super) &'a [u8]);

impl Record<'_> {
    fn array<const N: usize>(self, at: usize) -> [u8; N] {
        let field = self.0.get(at..).and_then(|rest| rest.first_chunk());
        *field.unwrap_or_else(|| unreachable!("a record has all its fields"))
    }

    pub(super) fn u8(self, at: usize) -> u8 {
        self.array::<1>(at)[0]
    }

    pub(super) fn u16(self, at: usize) -> u16 {
        u16::from_le_bytes(self.array(at))
    }

    pub(super) fn u32(self, at: usize) -> u32 {
        u32::from_le_bytes(self.array(at))
    }

    pub(super) fn u64(self, at: usize) -> u64 {
        u64::from_le_bytes(self.array(at))
    }

    pub(super) fn i32(self, at: usize) -> i32 {
        self.u32(at).cast_signed()
    }

    pub(super) fn i64(self, at: usize) -> i64 {
        self.u64(at).cast_signed()
    }

    pub(super) fn point(self, at: usize) -> PointQ16 {
        PointQ16::new(self.i64(at), self.i64(at + 8))
    }

    /// Two numbers of 32 bits that say where something begins and how long it is.
    pub(super) fn range(self, at: usize) -> Range<usize> {
        // On machines of 16 bits the range is beyond the end of all tables, as it is in the pack.
        let [begin, length] = [self.u32(at), self.u32(at + 4)].mapped(|n| n as usize);
        begin..begin.saturating_add(length)
    }
}
