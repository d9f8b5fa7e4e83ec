//! Writes packs.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::input::NameMap;
use super::layout::{self, DATA_ALIGN, ENTRY_ALIGN, HEADER, Header};
use super::{NewFrame, NewSprite, PackError};
use crate::bytes::crc64;
use crate::geom::{PointQ16, Rect};

/// Collects sprites and writes them as a pack, which [`Pack`](crate::Pack) reads. See there for an example.
#[derive(Clone, Debug, Default)]
pub struct PackBuilder {
    /// In the order in which they were added.
    sprites: Vec<NewSprite>,
    /// The place of a sprite in this list, by its name; the second number is 0.
    names: NameMap,
    /// Where each entry comes from, by its name: the place of its sprite, and the frame.
    entries: NameMap,
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
    /// A [`PackError`] if the name of the sprite or of an entry is taken or empty, if the sprite has no frame, or if a tag or a
    /// slice has no name, nothing in it, or a frame that does not exist. The builder is unchanged in that case.
    pub fn add(&mut self, sprite: NewSprite) -> Result<(), PackError> {
        sprite.check()?;
        let names = sprite.entry_names()?;
        if self.names.contains_key(&sprite.name) {
            return Err(sprite.cannot("another sprite has this name"));
        }
        if let Some(taken) = names.iter().find(|&name| self.entries.contains_key(name)) {
            return Err(PackError { name: taken.clone(), what: "another entry has this name" });
        }
        let place = self.sprites.len();
        for (frame, name) in names.into_iter().enumerate() {
            self.entries.insert(name, [place, frame]);
        }
        self.names.insert(sprite.name.clone(), [place, 0]);
        self.sprites.push(sprite);
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
    /// If one table of the index would have 2³² records or bytes, or the data of one entry 2³² bytes. There is no checked form: so much
    /// takes more than 4 GiB, and is as far beyond a program's data as the end of memory.
    #[must_use]
    pub fn finish(&self) -> Vec<u8> {
        // A pack has its sprites in the order of their names.
        let mut number_of = alloc::vec![0; self.sprites.len()];
        for (&[place, _], number) in self.names.values().zip(0..) {
            number_of[place] = number;
        }
        let mut names = Names::default();
        let mut data = Data::default();
        let mut entries = Table::default();
        // For each sprite, the entries of its frames.
        let mut frames: Vec<Vec<u32>> =
            self.sprites.iter().map(|sprite| alloc::vec![0; sprite.frames.len()]).collect();
        for ((name, &[place, frame]), entry) in self.entries.iter().zip(0..) {
            let number = number_of[place];
            frames[place][frame] = entry;
            let frame_number = count(frame);
            let frame = &self.sprites[place].frames[frame];
            let (offset, behind, checksum) = data.add(frame);
            // The data's place is relative until the length of the index is known.
            entries.u64(offset);
            entries.u32(count(frame.pixels.len()));
            entries.u32(count(behind));
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
            entries.bytes(&[frame.coding.code(), frame.level]);
            let flags = [
                (frame.pivot.is_some(), layout::HAS_PIVOT),
                (frame.duration.is_some(), layout::HAS_DURATION),
                (frame.outline.is_some(), layout::HAS_OUTLINE),
                (frame.tiles.is_some(), layout::HAS_TILES),
            ];
            entries.u16(flags.into_iter().filter(|(has, _)| *has).map(|(_, flag)| flag).sum());
        }
        let [mut sprites, mut tags, mut keys, mut numbers] = [const { Table(Vec::new()) }; 4];
        for &[place, _] in self.names.values() {
            let (sprite, frames) = (&self.sprites[place], &frames[place]);
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
    /// Where each begins, and its length.
    places: NameMap,
}

impl Names {
    fn add(&mut self, name: &str) -> (u32, u32) {
        let [begin, length] = self.places.get(name).copied().unwrap_or_else(|| {
            let place = [self.all.len(), name.len()];
            self.all.push_str(name);
            self.places.insert(name.to_string(), place);
            place
        });
        (count(begin), count(length))
    }
}

/// The data of all entries.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    /// Where data begin and end, by their checksum and a number: 0 for the first data with this checksum, 1 for others with the same.
    places: NameMap,
}

impl Data {
    /// The offset of the data of a frame, the bytes behind its pixels, and the checksum.
    fn add(&mut self, frame: &NewFrame) -> (u64, usize, u64) {
        let behind = frame.behind_pixels();
        let begin = self.bytes.len();
        self.bytes.extend_from_slice(&frame.pixels);
        self.bytes.extend_from_slice(&behind);
        self.bytes.resize(self.bytes.len().next_multiple_of(ENTRY_ALIGN), 0);
        let end = self.bytes.len();
        let checksum = crc64(&self.bytes[begin..]);
        for others in 0_u32.. {
            let key = format!("{checksum} {others}");
            let Some(&[from, to]) = self.places.get(&key) else {
                self.places.insert(key, [begin, end]);
                break;
            };
            if self.bytes[from..to] == self.bytes[begin..end] {
                self.bytes.truncate(begin);
                return (from as u64, behind.len(), checksum);
            }
        }
        (begin as u64, behind.len(), checksum)
    }
}

/// The records of one table.
#[derive(Default)]
struct Table(Vec<u8>);

impl Table {
    fn records(&self, size: usize) -> u32 {
        count(self.0.len() / size)
    }

    /// Not in each of its callers: with thirty copies of it `finish` took as long to compile as a hundred other functions.
    #[inline(never)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn u16(&mut self, n: u16) {
        self.bytes(&n.to_le_bytes());
    }

    fn u32(&mut self, n: u32) {
        self.bytes(&n.to_le_bytes());
    }

    fn u64(&mut self, n: u64) {
        self.bytes(&n.to_le_bytes());
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
