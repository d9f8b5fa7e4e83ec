//! Writes packs.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroU32;
use core::time::Duration;

use super::layout::{self, DATA_ALIGN, ENTRY_ALIGN, HEADER, Header};
use super::sprite::is_legal;
use super::{PackCoding, PackEntry, PackError, PackSprite, SliceArea, TagDirection, alphas, edges, rings};
use crate::analysis::outline::Outline;
use crate::bytes::crc64;
use crate::geom::{PointQ16, Rect};
use crate::mask::{AlphaMask, Mask};

/// A frame for a [`PackBuilder`]. Its pixels are already encoded.
///
/// ```
/// use std::time::Duration;
/// use hitmask::{Mask, NewFrame};
///
/// let mask = Mask::filled(8, 8);
/// let frame = NewFrame::from_mask(&mask).named("jump").with_pivot((4, 8)).with_duration(Duration::from_millis(80));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFrame {
    /// None: the number of the frame.
    name: Option<String>,
    size: (u32, u32),
    trim: Rect,
    coding: PackCoding,
    level: u8,
    pivot: Option<PointQ16>,
    duration: Option<Duration>,
    pixels: Vec<u8>,
    outline: Option<Vec<u8>>,
}

impl NewFrame {
    /// A frame with the solid pixels of a mask, as bits or as edges, whichever takes fewer bytes. The level is 128.
    #[must_use]
    pub fn from_mask(mask: &Mask) -> NewFrame {
        let bits = NewFrame::from_mask_as_bits(mask);
        let mut pixels = Vec::new();
        edges::encode(mask, bits.trim, &mut pixels);
        if pixels.len() < bits.pixels.len() {
            NewFrame { pixels, coding: PackCoding::Edges, ..bits }
        } else {
            bits
        }
    }

    /// A frame with the solid pixels of a mask as bits, so that a reader can use them in place. The level is 128.
    #[must_use]
    pub fn from_mask_as_bits(mask: &Mask) -> NewFrame {
        let trim = mask.bounds().unwrap_or_default();
        let pixels = if trim == whole(mask.size()) { mask.to_bytes() } else { mask.crop(trim).to_bytes() };
        NewFrame::new(mask.size(), trim, PackCoding::Bits, pixels)
    }

    /// A frame with the alpha of every pixel, as bytes or as stretches, whichever takes fewer bytes. The level is 128.
    #[must_use]
    pub fn from_alpha(alpha: &AlphaMask) -> NewFrame {
        let bytes = NewFrame::from_alpha_as_bytes(alpha);
        let mut pixels = Vec::new();
        alphas::encode(&bytes.pixels, &mut pixels);
        if pixels.len() < bytes.pixels.len() {
            NewFrame { pixels, coding: PackCoding::Stretches, ..bytes }
        } else {
            bytes
        }
    }

    /// A frame with the alpha of every pixel as bytes, so that a reader can use them in place. The level is 128.
    #[must_use]
    pub fn from_alpha_as_bytes(alpha: &AlphaMask) -> NewFrame {
        let trim = alpha.to_mask(1).bounds().unwrap_or_default();
        let [left, top, w, h] =
            [trim.x.unsigned_abs(), trim.y.unsigned_abs(), trim.w, trim.h].map(|side| side as usize);
        let rows = alpha.as_bytes().chunks_exact((alpha.width() as usize).max(1)).skip(top).take(h);
        let pixels = rows.flat_map(|row| &row[left..left + w]).copied().collect();
        NewFrame::new(alpha.size(), trim, PackCoding::Bytes, pixels)
    }

    fn new(size: (u32, u32), trim: Rect, coding: PackCoding, pixels: Vec<u8>) -> NewFrame {
        let (name, pivot, duration, outline) = (None, None, None, None);
        NewFrame { name, size, trim, coding, level: 128, pivot, duration, pixels, outline }
    }

    /// The frame of an entry, with its name. Its pixels are not decoded.
    ///
    /// # Errors
    /// [`PackError::WrongEntryChecksum`] if the data was changed.
    pub fn from_entry(entry: PackEntry<'_>) -> Result<NewFrame, PackError> {
        let (pixels, outline, _) = entry.data()?;
        Ok(NewFrame {
            name: entry.frame_name().map(ToString::to_string),
            size: entry.size(),
            trim: entry.trim(),
            coding: entry.coding(),
            level: entry.level(),
            pivot: entry.pivot(),
            duration: entry.duration(),
            pixels: pixels.to_vec(),
            outline: entry.has_outline().then(|| outline.to_vec()),
        })
    }

    /// The name of the frame in its sprite. Without it, it is the number of the frame.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> NewFrame {
        self.name = Some(name.into());
        self
    }

    /// The least alpha that is solid: see [`PackEntry::level`].
    #[must_use]
    pub fn with_level(mut self, level: u8) -> NewFrame {
        self.level = level;
        self
    }

    /// The point by which the frame is placed, measured from its upper left corner.
    ///
    /// # Panics
    /// If it is beyond [`PointQ16::LIMIT`].
    #[must_use]
    pub fn with_pivot(mut self, pivot: impl Into<PointQ16>) -> NewFrame {
        let pivot = pivot.into();
        assert!(is_legal(pivot), "the pivot {pivot:?} is beyond PointQ16::LIMIT");
        self.pivot = Some(pivot);
        self
    }

    /// How long the frame is shown. Durations above 584 years become 584 years.
    #[must_use]
    pub fn with_duration(mut self, duration: Duration) -> NewFrame {
        self.duration = Some(duration);
        self
    }

    /// An outline of the frame, such as a simplified one.
    #[must_use]
    pub fn with_outline(mut self, outline: &Outline) -> NewFrame {
        let mut bytes = Vec::new();
        rings::encode(outline, &mut bytes);
        self.outline = Some(bytes);
        self
    }
}

fn whole((w, h): (u32, u32)) -> Rect {
    Rect::new(0, 0, w, h)
}

/// A tag for a [`NewSprite`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTag {
    /// The name. Several tags may have the same name.
    pub name: String,
    /// The numbers of its frames. There must be at least one.
    pub frames: Vec<u32>,
    /// The order in which they are played. Forward by default.
    pub direction: TagDirection,
    /// How many times they are played; None, the default, means without end.
    pub repeat: Option<NonZeroU32>,
}

impl NewTag {
    /// A tag that plays forward without end.
    #[must_use]
    pub fn new(name: impl Into<String>, frames: impl IntoIterator<Item = u32>) -> NewTag {
        NewTag {
            name: name.into(),
            frames: frames.into_iter().collect(),
            direction: TagDirection::Forward,
            repeat: None,
        }
    }
}

/// A slice for a [`NewSprite`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSlice {
    /// The name. Several slices may have the same name.
    pub name: String,
    /// Where it lies from which frame on. There must be at least one.
    pub areas: Vec<SliceArea>,
}

impl NewSlice {
    /// A slice with these areas.
    #[must_use]
    pub fn new(name: impl Into<String>, areas: impl IntoIterator<Item = SliceArea>) -> NewSlice {
        NewSlice { name: name.into(), areas: areas.into_iter().collect() }
    }
}

/// A sprite for a [`PackBuilder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSprite {
    /// The name, such as the path of the picture with `/` between folders.
    pub name: String,
    /// The frames in their order. There must be at least one.
    pub frames: Vec<NewFrame>,
    /// The tags in their order.
    pub tags: Vec<NewTag>,
    /// The slices in their order.
    pub slices: Vec<NewSlice>,
    /// See [`PackSprite::source_hash`]. 0 by default.
    pub source_hash: u64,
    /// See [`PackSprite::settings_hash`]. 0 by default.
    pub settings_hash: u64,
}

impl NewSprite {
    /// A sprite with these frames, without tags and slices.
    #[must_use]
    pub fn new(name: impl Into<String>, frames: impl IntoIterator<Item = NewFrame>) -> NewSprite {
        let frames = frames.into_iter().collect();
        let (tags, slices) = (Vec::new(), Vec::new());
        NewSprite { name: name.into(), frames, tags, slices, source_hash: 0, settings_hash: 0 }
    }

    /// A sprite with one frame.
    #[must_use]
    pub fn single(name: impl Into<String>, frame: NewFrame) -> NewSprite {
        NewSprite::new(name, [frame])
    }

    /// A sprite of a pack. Its pixels are not decoded.
    ///
    /// # Errors
    /// [`PackError::WrongEntryChecksum`] if the data of a frame was changed.
    pub fn from_sprite(sprite: PackSprite<'_>) -> Result<NewSprite, PackError> {
        let tag = |tag: super::PackTag<'_>| NewTag {
            direction: tag.direction(),
            repeat: tag.repeat(),
            ..NewTag::new(tag.name(), tag.frames())
        };
        Ok(NewSprite {
            name: sprite.name().to_string(),
            frames: sprite.frames().map(NewFrame::from_entry).collect::<Result<_, _>>()?,
            tags: sprite.tags().map(tag).collect(),
            slices: sprite.slices().map(|slice| NewSlice::new(slice.name(), slice.areas())).collect(),
            source_hash: sprite.source_hash(),
            settings_hash: sprite.settings_hash(),
        })
    }

    /// The names of its entries, frame by frame. A name that an earlier frame has is replaced by the number of the frame.
    fn entry_names(&self) -> Result<Vec<String>, PackError> {
        if let [_] = self.frames[..] {
            return Ok(Vec::from([self.name.clone()]));
        }
        let mut used = BTreeSet::new();
        let mut names = Vec::new();
        for (number, frame) in self.frames.iter().enumerate() {
            let wanted = frame.name.clone().filter(|name| !name.is_empty() && !used.contains(name));
            let name = wanted.unwrap_or_else(|| number.to_string());
            if !used.insert(name.clone()) {
                return Err(self.cannot("two of its frames have the same name"));
            }
            names.push(format!("{}#{name}", self.name));
        }
        Ok(names)
    }

    fn cannot(&self, what: &'static str) -> PackError {
        PackError::CannotPack { name: self.name.clone(), what }
    }

    fn check(&self) -> Result<(), PackError> {
        let is_frame = |&frame: &u32| (frame as usize) < self.frames.len();
        if self.name.is_empty() {
            return Err(self.cannot("it has no name"));
        }
        if self.frames.is_empty() {
            return Err(self.cannot("it has no frame"));
        }
        let bad_tag =
            |tag: &NewTag| tag.name.is_empty() || tag.frames.is_empty() || !tag.frames.iter().all(is_frame);
        if self.tags.iter().any(bad_tag) {
            return Err(self.cannot("a tag has no name, no frame, or a frame that does not exist"));
        }
        let bad_area = |area: &SliceArea| {
            let far = area.pivot.is_some_and(|pivot| !is_legal(pivot));
            !is_frame(&area.frame) || far
        };
        let bad_slice = |slice: &NewSlice| {
            slice.name.is_empty() || slice.areas.is_empty() || slice.areas.iter().any(bad_area)
        };
        if self.slices.iter().any(bad_slice) {
            return Err(
                self.cannot("a slice has no name, no area, or an area in a frame that does not exist")
            );
        }
        Ok(())
    }
}

/// Collects sprites and writes them as a pack, which [`Pack`](crate::Pack) reads. See there for an example.
#[derive(Clone, Debug, Default)]
pub struct PackBuilder {
    sprites: BTreeMap<String, NewSprite>,
    /// The names of all entries, and where each comes from.
    entries: BTreeMap<String, (String, usize)>,
}

impl PackBuilder {
    /// A builder without sprites.
    #[must_use]
    pub fn new() -> PackBuilder {
        PackBuilder::default()
    }

    /// Adds a sprite. If two of its frames have the same name, the later one is named by its number.
    ///
    /// # Errors
    /// [`PackError::CannotPack`] if the name of the sprite or of an entry is taken or empty, if the sprite has no frame, or if a tag or a
    /// slice has no name, nothing in it, or a frame that does not exist. The builder is unchanged in that case.
    pub fn add(&mut self, sprite: NewSprite) -> Result<(), PackError> {
        sprite.check()?;
        let names = sprite.entry_names()?;
        if self.sprites.contains_key(&sprite.name) {
            return Err(sprite.cannot("another sprite has this name"));
        }
        if let Some(taken) = names.iter().find(|&name| self.entries.contains_key(name)) {
            return Err(PackError::CannotPack { name: taken.clone(), what: "another entry has this name" });
        }
        let places = (0..).map(|frame| (sprite.name.clone(), frame));
        self.entries.extend(names.into_iter().zip(places));
        self.sprites.insert(sprite.name.clone(), sprite);
        Ok(())
    }

    /// The number of entries so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The pack. Data that several entries have in common is written once.
    ///
    /// # Panics
    /// If one table of the index would have 2³² records or bytes, or the data of one entry 2³² bytes.
    #[must_use]
    pub fn finish(&self) -> Vec<u8> {
        let number_of: BTreeMap<&str, u32> = self.sprites.keys().map(String::as_str).zip(0..).collect();
        let mut names = Names::default();
        let mut data = Data::default();
        let mut entries = Table::default();
        // For each sprite, the entries of its frames.
        let mut frames: Vec<Vec<u32>> =
            self.sprites.values().map(|sprite| alloc::vec![0; sprite.frames.len()]).collect();
        for ((name, (sprite, frame)), entry) in self.entries.iter().zip(0..) {
            let number = number_of[sprite.as_str()];
            frames[number as usize][*frame] = entry;
            let frame_number = count(*frame);
            let frame = &self.sprites[sprite].frames[*frame];
            let (offset, checksum) = data.add(frame);
            // The data's place is relative until the length of the index is known.
            entries.u64(offset);
            entries.u32(count(frame.pixels.len()));
            entries.u32(count(frame.outline.as_ref().map_or(0, Vec::len)));
            entries.u64(checksum);
            entries.point(frame.pivot);
            let nanos = frame.duration.unwrap_or_default().as_nanos();
            entries.u64(u64::try_from(nanos).unwrap_or(u64::MAX));
            entries.name(names.add(name));
            entries.u32(number);
            entries.u32(frame_number);
            let Rect { x, y, w, h } = frame.trim;
            for side in [frame.size.0, frame.size.1, x.unsigned_abs(), y.unsigned_abs(), w, h] {
                entries
                    .u16(u16::try_from(side).unwrap_or_else(|_| unreachable!("a mask has sides below 2^16")));
            }
            entries.0.extend([frame.coding.code(), frame.level]);
            let flags = [
                (frame.pivot.is_some(), layout::HAS_PIVOT),
                (frame.duration.is_some(), layout::HAS_DURATION),
                (frame.outline.is_some(), layout::HAS_OUTLINE),
            ];
            entries.u16(flags.into_iter().filter(|(has, _)| *has).map(|(_, flag)| flag).sum());
        }
        let [mut sprites, mut tags, mut keys, mut numbers] = [const { Table(Vec::new()) }; 4];
        for (sprite, frames) in self.sprites.values().zip(frames) {
            sprites.u64(sprite.source_hash);
            sprites.u64(sprite.settings_hash);
            sprites.name(names.add(&sprite.name));
            sprites.u32(numbers.records(layout::NUMBER));
            sprites.u32(count(frames.len()));
            sprites.u32(tags.records(layout::TAG));
            sprites.u32(count(sprite.tags.len()));
            sprites.u32(keys.records(layout::KEY));
            sprites.u32(sprite.slices.iter().map(|slice| count(slice.areas.len())).sum());
            frames.iter().for_each(|&entry| numbers.u32(entry));
            for tag in &sprite.tags {
                tags.name(names.add(&tag.name));
                tags.u32(numbers.records(layout::NUMBER));
                tags.u32(count(tag.frames.len()));
                tags.u32(tag.repeat.map_or(0, NonZeroU32::get));
                tags.u32(tag.direction as u32);
                tag.frames.iter().for_each(|&frame| numbers.u32(frame));
            }
            for slice in &sprite.slices {
                let name = names.add(&slice.name);
                for (place, area) in slice.areas.iter().enumerate() {
                    let goes_on = if place > 0 { layout::KEY_GOES_ON } else { 0 };
                    keys.point(area.pivot);
                    keys.name(name);
                    keys.u32(area.frame);
                    keys.u32(area.rect.x.cast_unsigned());
                    keys.u32(area.rect.y.cast_unsigned());
                    keys.u32(area.rect.w);
                    keys.u32(area.rect.h);
                    keys.u32(goes_on | if area.pivot.is_some() { layout::KEY_HAS_PIVOT } else { 0 });
                }
            }
        }
        let mut header = Header {
            length: 0,
            entries: count(self.entries.len()),
            sprites: count(self.sprites.len()),
            tags: tags.records(layout::TAG),
            keys: keys.records(layout::KEY),
            numbers: numbers.records(layout::NUMBER),
            names: count(names.all.len()),
        };
        let data_at = header.layout().map(|layout| layout.data_at).expect("the index fits in memory");
        header.length = (data_at + data.bytes.len()) as u64;
        for record in entries.0.chunks_exact_mut(layout::ENTRY) {
            let (offset, _) = record.split_first_chunk_mut::<8>().expect("a record has eight bytes");
            *offset = (u64::from_le_bytes(*offset) + data_at as u64).to_le_bytes();
        }
        let mut bytes = Vec::with_capacity(data_at + data.bytes.len());
        bytes.extend(header.to_bytes());
        for table in [entries.0, sprites.0, tags.0, keys.0, numbers.0, names.all.into_bytes()] {
            bytes.extend(table);
        }
        bytes.resize(bytes.len().next_multiple_of(DATA_ALIGN), 0);
        let checksum = layout::checksum(&bytes);
        bytes[layout::CHECKSUM_AT..HEADER].copy_from_slice(&checksum.to_le_bytes());
        bytes.extend(data.bytes);
        bytes
    }
}

/// A number of 32 bits.
fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a pack has less than 2^32 of each thing")
}

/// The names, one after the other. Each is written once.
#[derive(Default)]
struct Names {
    all: String,
    places: BTreeMap<String, (u32, u32)>,
}

impl Names {
    fn add(&mut self, name: &str) -> (u32, u32) {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = (count(self.all.len()), count(name.len()));
        self.all.push_str(name);
        self.places.insert(name.to_string(), place);
        place
    }
}

/// The data of all entries.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    /// For each checksum, the places of the data that has it.
    places: BTreeMap<u64, Vec<(usize, usize)>>,
}

impl Data {
    /// The offset of the data of a frame, and its checksum.
    fn add(&mut self, frame: &NewFrame) -> (u64, u64) {
        let outline = frame.outline.as_deref().unwrap_or_default();
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(&frame.pixels);
        self.bytes.extend_from_slice(outline);
        self.bytes.resize(self.bytes.len().next_multiple_of(ENTRY_ALIGN), 0);
        let end = self.bytes.len();
        let checksum = crc64(&self.bytes[begin..]);
        let places = self.places.entry(checksum).or_default();
        let same = places.iter().find(|&&(from, to)| self.bytes[from..to] == self.bytes[begin..end]);
        if let Some(&(from, _)) = same {
            self.bytes.truncate(begin);
            return (from as u64, checksum);
        }
        places.push((begin, end));
        (begin as u64, checksum)
    }
}

/// The records of one table.
#[derive(Default)]
struct Table(Vec<u8>);

impl Table {
    fn records(&self, size: usize) -> u32 {
        count(self.0.len() / size)
    }

    fn u16(&mut self, n: u16) {
        self.0.extend(n.to_le_bytes());
    }

    fn u32(&mut self, n: u32) {
        self.0.extend(n.to_le_bytes());
    }

    fn u64(&mut self, n: u64) {
        self.0.extend(n.to_le_bytes());
    }

    fn name(&mut self, (begin, length): (u32, u32)) {
        self.u32(begin);
        self.u32(length);
    }

    fn point(&mut self, point: Option<PointQ16>) {
        let PointQ16 { x, y } = point.unwrap_or_default();
        self.u64(x.cast_unsigned());
        self.u64(y.cast_unsigned());
    }
}
