//! One entry of a pack: a frame with its mask.

use alloc::borrow::Cow;
use alloc::format;
use core::fmt;
use core::time::Duration;

use super::layout::{self, Record};
use super::sprite::{PackSprite, PackTag, SliceArea};
use super::view::{EntryRecord, PackCoding, View};
use super::{alphas, edges, rings};
use crate::analysis::outline::Outline;
use crate::bytes::{DecodeError, DecodeErrorKind, crc64};
use crate::geom::{Mapped, Point, PointQ16, Rect};
use crate::mask::{AlphaMask, Mask, RunBuilder, RunMask, crop_bytes};
use crate::tile_map::TileMap;

/// One entry of a [`Pack`](crate::Pack): a frame of a sprite, and what is known about it without decoding its pixels.
#[derive(Clone, Copy)]
pub struct PackEntry<'a> {
    pub(super) view: View<'a>,
    pub(super) number: usize,
}

/// The parts of an entry's data. A map or an outline that it has not is empty.
pub(super) struct EntryData<'a> {
    pub(super) pixels: &'a [u8],
    pub(super) tiles: &'a [u8],
    pub(super) outline: &'a [u8],
}

impl<'a> PackEntry<'a> {
    fn record(self) -> EntryRecord<'a> {
        self.view.entry(self.number)
    }

    /// The name. No other entry has it.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.view.name(self.record().0, layout::ENTRY_NAME)
    }

    /// The number of the entry in the pack, in the order of names.
    #[must_use]
    pub fn index(self) -> usize {
        self.number
    }

    /// The sprite that it is a frame of.
    #[must_use]
    pub fn sprite(self) -> PackSprite<'a> {
        PackSprite { view: self.view, number: self.record().0.u32(layout::ENTRY_SPRITE) as usize }
    }

    /// The number of the frame in its sprite, counted from 0.
    #[must_use]
    pub fn frame_number(self) -> usize {
        self.record().0.u32(layout::ENTRY_FRAME) as usize
    }

    /// The name of the frame in its sprite. None if the sprite has a single frame, which needs no name.
    #[must_use]
    pub fn frame_name(self) -> Option<&'a str> {
        self.name().strip_prefix(self.sprite().name())?.strip_prefix('#')
    }

    /// Whether the pack has an outline for it.
    #[must_use]
    pub fn has_outline(self) -> bool {
        self.record().flags() & layout::HAS_OUTLINE != 0
    }

    /// Whether the pack has the tile map of which it shows the pixels.
    #[must_use]
    pub fn has_tile_map(self) -> bool {
        self.record().flags() & layout::HAS_TILES != 0
    }

    /// The width and the height of the frame in pixels. They are those of [`PackEntry::mask`].
    #[must_use]
    pub fn size(self) -> (u32, u32) {
        self.record().size()
    }

    /// The part of the frame that the pack stores: the smallest rectangle around all solid pixels, or around all pixels with an alpha
    /// above 0. Empty if there is none.
    #[must_use]
    pub fn trim(self) -> Rect {
        self.record().trim()
    }

    /// Whether it keeps the alpha of every pixel. Otherwise it keeps which pixels are solid.
    #[must_use]
    pub fn has_alpha(self) -> bool {
        matches!(self.coding(), PackCoding::Bytes | PackCoding::Stretches)
    }

    /// The least alpha that is solid. A mask was made with it; alphas are read with it by [`PackEntry::mask`].
    #[must_use]
    pub fn level(self) -> u8 {
        self.record().0.u8(layout::ENTRY_LEVEL)
    }

    /// The point by which the frame is placed, measured from its upper left corner. None if the source has none.
    #[must_use]
    pub fn pivot(self) -> Option<PointQ16> {
        let record = self.record();
        (record.flags() & layout::HAS_PIVOT != 0).then(|| record.0.point(layout::ENTRY_PIVOT))
    }

    /// How long the frame is shown. None if the source does not say.
    #[must_use]
    pub fn duration(self) -> Option<Duration> {
        let record = self.record();
        let nanos = record.0.u64(layout::ENTRY_DURATION);
        (record.flags() & layout::HAS_DURATION != 0).then(|| Duration::from_nanos(nanos))
    }

    /// The tags of its sprite in which it is shown.
    pub fn tags(self) -> impl Iterator<Item = PackTag<'a>> {
        let frame = self.frame_number();
        self.sprite().tags().filter(move |tag| tag.frames.iter().any(|&shown| shown as usize == frame))
    }

    /// The slices (named rectangles) of its sprite, as they lie in this frame.
    pub fn slices(self) -> impl Iterator<Item = (Cow<'a, str>, SliceArea)> {
        let frame = self.frame_number() as u32;
        self.sprite().slices().filter_map(move |slice| slice.at_frame(frame).map(|area| (slice.name, area)))
    }

    /// How the pixels are encoded: `"bits"` or `"edges"` of a mask, `"bytes"` or `"stretches"` of alphas. `docs/pack.md` in the repository
    /// describes each way.
    #[must_use]
    pub fn coding_name(self) -> &'static str {
        self.coding().name()
    }

    pub(super) fn coding(self) -> PackCoding {
        let coding = PackCoding::of_code(self.record().0.u8(layout::ENTRY_CODING));
        coding.unwrap_or_else(|| unreachable!("codings were checked when the pack was opened"))
    }

    /// The number of bytes of the pixels, the map and the outline in the pack.
    #[must_use]
    pub fn stored_bytes(self) -> u64 {
        self.record().data_bytes()
    }

    /// The encoded pixels, as they lie in the pack. As `"bits"` and as `"bytes"` they can be used in place, row by row of the
    /// [trim](PackEntry::trim). They begin at a multiple of 8 bytes from the start of the pack.
    ///
    /// # Errors
    /// A [`DecodeError`] if the data was changed.
    pub fn stored_pixels(self) -> Result<&'a [u8], DecodeError> {
        Ok(self.data()?.pixels)
    }

    /// Checks the checksum.
    ///
    /// # Errors
    /// A [`DecodeError`] if the data was changed, or if a tile map is longer than the data.
    pub fn verify(self) -> Result<(), DecodeError> {
        self.data().map(drop)
    }

    /// The parts of the data, checked.
    pub(super) fn data(self) -> Result<EntryData<'a>, DecodeError> {
        let record = self.record();
        let begin = record.0.u64(layout::ENTRY_DATA) as usize;
        let all = &self.view.bytes[begin..][..record.padded_bytes() as usize];
        if crc64(all) != record.0.u64(layout::ENTRY_CHECKSUM) {
            return Err(self.error(DecodeErrorKind::WrongChecksum));
        }
        let (pixels, rest) = all.split_at(record.0.u32(layout::ENTRY_PIXEL_BYTES) as usize);
        let behind = &rest[..record.0.u32(layout::ENTRY_OUTLINE_BYTES) as usize];
        if !self.has_tile_map() {
            return Ok(EntryData { pixels, tiles: &[], outline: behind });
        }
        let split = || {
            let (length, behind) = behind.split_first_chunk()?;
            behind.split_at_checked(u32::from_le_bytes(*length) as usize)
        };
        let (tiles, outline) = split().ok_or_else(|| self.bad_data())?;
        Ok(EntryData { pixels, tiles, outline })
    }

    /// The mask, of the size of the frame. Alphas are solid from the [level](PackEntry::level) on.
    ///
    /// # Errors
    /// A [`DecodeError`] if the data was changed, if it needs more memory than the limits of the pack allow, or if the program that wrote the
    /// pack has a fault.
    ///
    /// # Complexity
    /// Linear in the words of the mask and in the bytes of the data.
    pub fn mask(self) -> Result<Mask, DecodeError> {
        let (w, h) = self.size();
        self.mask_within(Rect::new(0, 0, w, h))
    }

    /// The mask, cut to the [trim](PackEntry::trim). Its upper left corner is that of the trim.
    ///
    /// # Errors
    /// As [`PackEntry::mask`].
    pub fn trimmed_mask(self) -> Result<Mask, DecodeError> {
        self.mask_within(self.trim())
    }

    /// The mask of a part of the frame that contains the trim.
    fn mask_within(self, part: Rect) -> Result<Mask, DecodeError> {
        if self.has_alpha() {
            return Ok(self.alpha_within(part)?.to_mask(self.level()));
        }
        let trim = self.trim();
        let is_bits = self.coding() == PackCoding::Bits;
        let lists = if is_bits { 0 } else { edges::memory(trim.w) };
        self.can_afford(Mask::bytes_of_size(part.w, part.h) as u64 + lists)?;
        let bad = || self.bad_data();
        let pixels = self.data()?.pixels;
        let [left, top] = [trim.x - part.x, trim.y - part.y].mapped(i32::unsigned_abs);
        if is_bits {
            let at = Rect::new(trim.x - part.x, trim.y - part.y, trim.w, trim.h);
            return Mask::from_bytes_at(part.w, part.h, at, pixels).map_err(|_| bad());
        }
        let mut mask = Mask::try_new(part.w, part.h).map_err(|_| bad())?;
        let (w, h) = (trim.w, trim.h);
        match mask.turns() {
            Some(mut turns) => edges::decode(pixels, w, h, |y, x| turns.turn_from(top + y, left + x)),
            None => edges::decode(pixels, w, h, |y, x| mask.turn_from(top + y, left + x)),
        }
        .ok_or_else(bad)?;
        mask.finish_turns();
        Ok(mask)
    }

    /// The mask as runs. No mask of bits is made on the way, unless the pixels are stored as bits or as alphas.
    ///
    /// # Errors
    /// As [`PackEntry::mask`].
    pub fn runs(self) -> Result<RunMask, DecodeError> {
        if self.coding() != PackCoding::Edges {
            let mask = self.mask()?;
            let mut runs = 0;
            (0..mask.height()).for_each(|y| mask.each_stretch(y, 0, |_, _| runs += 1));
            let masks = Mask::bytes_of_size(mask.width(), mask.height()) as u64;
            self.can_afford(masks + 4 * u64::from(mask.height()) + 8 * runs)?;
            return Ok(RunMask::from_mask(&mask));
        }
        let (trim, (w, h)) = (self.trim(), self.size());
        let pixels = self.data()?.pixels;
        // A row takes four bytes. A run takes four, or eight while the list grows, and at least two bits of the data.
        self.can_afford(4 * u64::from(h) + 32 * pixels.len() as u64 + edges::memory(trim.w))?;
        let mut runs = RunBuilder::new(w, h).map_err(|_| self.bad_data())?;
        let [left, top] = [trim.x, trim.y].mapped(i32::unsigned_abs);
        let (mut row, mut open) = (0, None);
        edges::decode(pixels, trim.w, trim.h, |y, x| match open.take() {
            None => {
                (row..top + y).for_each(|_| runs.end_row());
                (row, open) = (top + y, Some(left + x));
            }
            Some(start) => runs.push(start, left + x),
        })
        .ok_or_else(|| self.bad_data())?;
        (row..top + trim.h).for_each(|_| runs.end_row());
        Ok(runs.finish())
    }

    /// The alpha of every pixel. Of a mask it is 255 where the mask is solid, and 0 elsewhere.
    ///
    /// # Errors
    /// As [`PackEntry::mask`].
    pub fn alpha(self) -> Result<AlphaMask, DecodeError> {
        let (w, h) = self.size();
        self.alpha_within(Rect::new(0, 0, w, h))
    }

    fn alpha_within(self, part: Rect) -> Result<AlphaMask, DecodeError> {
        let trim = self.trim();
        let pixels = u64::from(part.w) * u64::from(part.h);
        let masks = |count: u64| count * Mask::bytes_of_size(part.w, part.h) as u64;
        if !self.has_alpha() {
            // The mask, and the two masks of the alphas.
            self.can_afford(pixels + masks(3))?;
            return Ok(AlphaMask::from_mask(&self.mask_within(part)?));
        }
        let bad = || self.bad_data();
        let count = trim.w as usize * trim.h as usize;
        // The alphas of the trim, those of the part if it is larger, two masks, and a third one for who wants a mask.
        self.can_afford(count as u64 + if part == trim { 0 } else { pixels } + masks(3))?;
        let stored = self.data()?.pixels;
        let trimmed = match self.coding() {
            PackCoding::Bytes if stored.len() == count => stored.to_vec(),
            PackCoding::Bytes => return Err(bad()),
            _ => alphas::decode(stored, count).ok_or_else(bad)?,
        };
        if part == trim {
            return AlphaMask::of_bytes(part.w, part.h, trimmed.into()).map_err(|_| bad());
        }
        let at = Rect::new(part.x - trim.x, part.y - trim.y, part.w, part.h);
        let whole = crop_bytes(&trimmed, (trim.w, trim.h), at);
        drop(trimmed);
        AlphaMask::of_bytes(part.w, part.h, whole.into()).map_err(|_| bad())
    }

    /// The outline, in pixels of the frame. None if the pack has none for this entry; then [`Mask::outline`] traces one.
    ///
    /// # Errors
    /// As [`PackEntry::mask`].
    pub fn outline(self) -> Result<Option<Outline>, DecodeError> {
        if !self.has_outline() {
            return Ok(None);
        }
        let outline = self.data()?.outline;
        // A corner takes two bytes at least, and eight in memory; a ring takes three at least, and 32 in memory.
        self.can_afford(16 * outline.len() as u64)?;
        let (w, h) = self.size();
        rings::decode(outline, w, h).map(Some).ok_or_else(|| self.bad_data())
    }

    /// The tile map of which the entry shows the pixels, such as a layer of a level, and the pixel of the frame on which the corner of the
    /// map's first cell lies. None if the pack has none for this entry.
    ///
    /// ```
    /// use hitmask::{Mask, NewFrame, NewSprite, Pack, PackBuilder, Rect, TileCell, TileMap, TileSet};
    ///
    /// let set = TileSet::new([Mask::filled(8, 8)]);
    /// let map = TileMap::from_cells(set, (3, 1), (8, 8), [Some(TileCell::new(0)), None, Some(TileCell::new(0))]);
    /// let frame = NewFrame::from_mask(&map.crop(Rect::new(0, 0, 24, 8))).with_tile_map(&map, (0, 0));
    /// let mut builder = PackBuilder::new();
    /// builder.add(NewSprite::single("cave.tmx", frame))?;
    /// let pack = Pack::open(builder.finish())?;
    /// let entry = pack.entry("cave.tmx").unwrap();
    /// assert_eq!(entry.tile_map()?, Some((map, (0, 0).into())));
    /// assert_eq!(entry.mask()?.count(), 128);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`PackEntry::mask`].
    ///
    /// # Complexity
    /// Linear in the bytes of the map, and in its cells.
    pub fn tile_map(self) -> Result<Option<(TileMap, Point)>, DecodeError> {
        if !self.has_tile_map() {
            return Ok(None);
        }
        let tiles = self.data()?.tiles;
        let (corner, bytes) = tiles.split_first_chunk::<8>().ok_or_else(|| self.bad_data())?;
        let [x, y] = [0, 4].mapped(|at| Record(corner).i32(at));
        match TileMap::from_bytes_with(bytes, &self.view.limits) {
            Ok(map) => Ok(Some((map, Point::new(x, y)))),
            Err(error) => Err(match error.kind {
                DecodeErrorKind::TooMuchMemory { .. } | DecodeErrorKind::TooMuchWork { .. } => {
                    self.error(error.kind)
                }
                _ => self.bad_data(),
            }),
        }
    }

    fn can_afford(self, needed: u64) -> Result<(), DecodeError> {
        let limit = self.view.limits.memory;
        if needed <= limit as u64 {
            return Ok(());
        }
        Err(self.error(DecodeErrorKind::TooMuchMemory { limit }))
    }

    fn bad_data(self) -> DecodeError {
        self.error(DecodeErrorKind::BadValue)
    }

    /// What is wrong with its data.
    fn error(self, kind: DecodeErrorKind) -> DecodeError {
        let offset = self.record().0.u64(layout::ENTRY_DATA) as usize;
        let part = format!("entry \"{}\"", self.name()).into();
        DecodeError { part, ..DecodeError::new(layout::FORMAT, "", offset, kind) }
    }
}

impl<'a> PackSprite<'a> {
    /// The frames in the order of the source. There is at least one.
    #[must_use]
    pub fn frames(self) -> impl ExactSizeIterator<Item = PackEntry<'a>> + DoubleEndedIterator {
        self.record()
            .range(layout::SPRITE_FRAMES)
            .map(move |at| PackEntry { view: self.view, number: self.view.number(at) as usize })
    }

    /// The frame with this number, counted from 0.
    #[must_use]
    pub fn frame(self, number: usize) -> Option<PackEntry<'a>> {
        let at = self.record().range(layout::SPRITE_FRAMES).nth(number)?;
        Some(PackEntry { view: self.view, number: self.view.number(at) as usize })
    }
}

impl fmt::Debug for PackEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackEntry")
            .field("name", &self.name())
            .field("size", &self.size())
            .field("coding", &self.coding())
            .finish_non_exhaustive()
    }
}
