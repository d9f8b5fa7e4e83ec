//! The records of an open pack, as they lie in its bytes.

use super::layout::{self, ENTRY, HEADER, KEY, Layout, NUMBER, Record, SPRITE, TAG};
use crate::bytes::DecodeLimits;
use crate::geom::{Mapped, Rect};
use crate::mask::Mask;

/// The bytes of an open pack, and where things lie in them.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) layout: Layout,
    pub(super) limits: DecodeLimits,
}

impl<'a> View<'a> {
    fn record(self, table: usize, size: usize, number: usize) -> Record<'a> {
        Record(&self.bytes[table + number * size..][..size])
    }

    pub(super) fn entry(self, number: usize) -> EntryRecord<'a> {
        EntryRecord(self.record(HEADER, ENTRY, number))
    }

    pub(super) fn sprite(self, number: usize) -> Record<'a> {
        self.record(self.layout.sprites_at, SPRITE, number)
    }

    pub(super) fn tag(self, number: usize) -> Record<'a> {
        self.record(self.layout.tags_at, TAG, number)
    }

    pub(super) fn key(self, number: usize) -> Record<'a> {
        self.record(self.layout.keys_at, KEY, number)
    }

    pub(super) fn number(self, at: usize) -> u32 {
        self.record(self.layout.numbers_at, NUMBER, at).u32(0)
    }

    /// The name whose place stands in a record.
    pub(super) fn name(self, record: Record<'_>, at: usize) -> &'a str {
        let name = core::str::from_utf8(self.name_bytes(record, at));
        name.unwrap_or_else(|_| unreachable!("names were checked when the pack was opened"))
    }

    pub(super) fn name_bytes(self, record: Record<'_>, at: usize) -> &'a [u8] {
        let names = &self.bytes[self.layout.names_at..][..self.layout.header.names as usize];
        &names[record.range(at)]
    }
}

/// How the pixels of an entry are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PackCoding {
    /// One bit for each pixel of the trim, as [`Mask::to_bytes`] writes them. They can be used in place.
    Bits,
    /// The ends of the runs of each row, as differences to the row above.
    Edges,
    /// One byte of alpha for each pixel of the trim. They can be used in place.
    Bytes,
    /// Stretches of alphas.
    Stretches,
}

impl PackCoding {
    pub(super) const ALL: [PackCoding; 4] =
        [PackCoding::Bits, PackCoding::Edges, PackCoding::Bytes, PackCoding::Stretches];

    pub(super) fn name(self) -> &'static str {
        match self {
            PackCoding::Bits => "bits",
            PackCoding::Edges => "edges",
            PackCoding::Bytes => "bytes",
            PackCoding::Stretches => "stretches",
        }
    }

    /// The code in the record: 1 for the first.
    pub(super) fn code(self) -> u8 {
        self as u8 + 1
    }

    pub(super) fn of_code(code: u8) -> Option<PackCoding> {
        PackCoding::ALL.into_iter().find(|coding| coding.code() == code)
    }
}

/// A record of the table of entries.
#[derive(Clone, Copy)]
pub(super) struct EntryRecord<'a>(pub(super) Record<'a>);

impl EntryRecord<'_> {
    /// Checks all fields but the name and the numbers of the sprite and of the frame.
    pub(super) fn check(self, data_at: usize, length: usize) -> Result<(), &'static str> {
        let (w, h) = self.size();
        let part = self.trim();
        let [right, bottom] =
            [(part.x, part.w), (part.y, part.h)].mapped(|(at, side)| at.unsigned_abs() + side);
        if u64::from(w) * u64::from(h) > Mask::MAX_PIXELS {
            return Err("it has more pixels than a mask can have");
        }
        if right > w || bottom > h || (part.w == 0) != (part.h == 0) {
            return Err("its trim does not lie in it");
        }
        if PackCoding::of_code(self.0.u8(layout::ENTRY_CODING)).is_none() {
            return Err("its coding is unknown");
        }
        let flags = self.flags();
        if flags > (layout::HAS_PIVOT | layout::HAS_DURATION | layout::HAS_OUTLINE | layout::HAS_TILES) {
            return Err("it has unknown flags");
        }
        if self.0.point(layout::ENTRY_PIVOT).checked("pivot").is_err() {
            return Err("its pivot is too far away");
        }
        let begin = self.0.u64(layout::ENTRY_DATA);
        let end = begin.checked_add(self.padded_bytes());
        let is_inside = begin >= data_at as u64 && end.is_some_and(|end| end <= length as u64);
        if !is_inside || !begin.is_multiple_of(layout::ENTRY_ALIGN as u64) {
            return Err("its data does not lie in the pack, or is not aligned");
        }
        Ok(())
    }

    pub(super) fn size(self) -> (u32, u32) {
        (self.0.u16(layout::ENTRY_SIZE).into(), self.0.u16(layout::ENTRY_SIZE + 2).into())
    }

    pub(super) fn trim(self) -> Rect {
        let side = |i: usize| self.0.u16(layout::ENTRY_BOX + 2 * i);
        Rect::new(side(0).into(), side(1).into(), side(2).into(), side(3).into())
    }

    pub(super) fn flags(self) -> u16 {
        self.0.u16(layout::ENTRY_FLAGS)
    }

    /// The bytes of the pixels, the map and the outline together.
    pub(super) fn data_bytes(self) -> u64 {
        u64::from(self.0.u32(layout::ENTRY_PIXEL_BYTES)) + u64::from(self.0.u32(layout::ENTRY_OUTLINE_BYTES))
    }

    /// The same with the padding.
    pub(super) fn padded_bytes(self) -> u64 {
        self.data_bytes().next_multiple_of(layout::ENTRY_ALIGN as u64)
    }
}
