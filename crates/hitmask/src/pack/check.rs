//! Checks the index of a pack, so that what reads it later can rely on it.

use core::ops::Range;

use super::layout::{self, ENTRY, HEADER, KEY, Layout, Record, SPRITE, TAG};
use super::view::View;
use crate::bytes::{DecodeError, DecodeErrorKind, SavedFormat};
use crate::geom::Mapped;

/// Checks every record. Linear in the index.
pub(super) fn index(view: View<'_>) -> Result<(), DecodeError> {
    let Layout { header, names_at, .. } = view.layout;
    let names = &view.bytes[names_at..][..header.names as usize];
    let names = core::str::from_utf8(names)
        .map_err(|error| bad(names_at + error.valid_up_to(), "names are not UTF-8"))?;
    let check = Check { view, names };
    check.entries()?;
    check.sprites()
}

fn bad(offset: usize, what: &'static str) -> DecodeError {
    DecodeError::new(SavedFormat::Pack, "index", offset, DecodeErrorKind::BadRecord { what })
}

struct Check<'a> {
    view: View<'a>,
    /// All names.
    names: &'a str,
}

/// How much of each table the sprites so far have. Each sprite goes on where the one before ended, so nothing is read twice.
#[derive(Default)]
struct Taken {
    numbers: usize,
    tags: usize,
    keys: usize,
}

impl<'a> Check<'a> {
    fn name(&self, record: Record<'_>, at: usize) -> Option<&'a str> {
        self.names.get(record.range(at)).filter(|name| !name.is_empty())
    }

    fn entries(&self) -> Result<(), DecodeError> {
        let Layout { header, data_at, .. } = self.view.layout;
        let mut before = "";
        for number in 0..header.entries as usize {
            let entry = self.view.entry(number);
            let fault = |what| bad(HEADER + number * ENTRY, what);
            let name = self.name(entry.0, layout::ENTRY_NAME).filter(|&name| name > before);
            before = name.ok_or_else(|| fault("its name is missing, or not sorted"))?;
            entry.check(data_at, self.view.bytes.len()).map_err(fault)?;
            if entry.0.u32(layout::ENTRY_SPRITE) >= header.sprites {
                return Err(fault("there is no such sprite"));
            }
        }
        Ok(())
    }

    fn sprites(&self) -> Result<(), DecodeError> {
        let Layout { header, sprites_at, .. } = self.view.layout;
        let mut taken = Taken::default();
        let mut frames = 0;
        let mut before = "";
        for number in 0..header.sprites as usize {
            let fault = |what| bad(sprites_at + number * SPRITE, what);
            let name = self.name(self.view.sprite(number), layout::SPRITE_NAME).filter(|&name| name > before);
            before = name.ok_or_else(|| fault("its name is missing, or not sorted"))?;
            frames += self.sprite(number, &mut taken)?;
        }
        // A frame that is listed names its sprite and its place there, so none is listed twice. All are listed if as many are.
        let counts =
            [header.entries, header.numbers, header.tags, header.keys].mapped(|count| count as usize);
        if [frames, taken.numbers, taken.tags, taken.keys] != counts {
            return Err(bad(sprites_at, "some entry, number, tag or slice belongs to no sprite"));
        }
        Ok(())
    }

    /// Checks a sprite except its name. Returns the number of its frames.
    fn sprite(&self, number: usize, taken: &mut Taken) -> Result<usize, DecodeError> {
        let Layout { header, sprites_at, tags_at, keys_at, .. } = self.view.layout;
        let sprite = self.view.sprite(number);
        let fault = |what| bad(sprites_at + number * SPRITE, what);
        let [frames, tags, keys] =
            [layout::SPRITE_FRAMES, layout::SPRITE_TAGS, layout::SPRITE_KEYS].mapped(|at| sprite.range(at));
        if frames.is_empty() || !follows(&frames, &mut taken.numbers, header.numbers) {
            return Err(fault("its frames do not follow in the table of numbers"));
        }
        let is_frame = |(frame, at): (usize, usize)| {
            let entry = self.view.number(at);
            entry < header.entries && {
                let entry = self.view.entry(entry as usize).0;
                entry.u32(layout::ENTRY_SPRITE) as usize == number
                    && entry.u32(layout::ENTRY_FRAME) as usize == frame
            }
        };
        if !frames.clone().enumerate().all(is_frame) {
            return Err(fault("a frame is not an entry that belongs to it"));
        }
        if !follows(&tags, &mut taken.tags, header.tags) || !follows(&keys, &mut taken.keys, header.keys) {
            return Err(fault("its tags or slices do not follow in their tables"));
        }
        for tag in tags {
            if !self.is_tag(self.view.tag(tag), frames.len(), &mut taken.numbers) {
                return Err(bad(
                    tags_at + tag * TAG,
                    "a tag has no name, no frame, or a wrong frame or direction",
                ));
            }
        }
        for key in keys.clone() {
            if !self.is_key(self.view.key(key), frames.len(), key == keys.start) {
                return Err(bad(keys_at + key * KEY, "a slice has no name, or a wrong frame, flag or pivot"));
            }
        }
        Ok(frames.len())
    }

    fn is_tag(&self, tag: Record<'_>, frames: usize, numbers: &mut usize) -> bool {
        let shown = tag.range(layout::TAG_FRAMES);
        self.name(tag, layout::TAG_NAME).is_some()
            && !shown.is_empty()
            && follows(&shown, numbers, self.view.layout.header.numbers)
            && shown.clone().all(|at| (self.view.number(at) as usize) < frames)
            && tag.u32(layout::TAG_DIRECTION) <= 3
    }

    fn is_key(&self, key: Record<'_>, frames: usize, is_first: bool) -> bool {
        let flags = key.u32(layout::KEY_FLAGS);
        self.name(key, layout::KEY_NAME).is_some()
            && (key.u32(layout::KEY_FRAME) as usize) < frames
            && flags <= (layout::KEY_GOES_ON | layout::KEY_HAS_PIVOT)
            && !(is_first && flags & layout::KEY_GOES_ON != 0)
            && key.point(layout::KEY_PIVOT).checked("pivot").is_ok()
    }
}

/// Whether a range begins where the ones before it ended, and ends within the table.
fn follows(range: &Range<usize>, before: &mut usize, count: u32) -> bool {
    let is_next = range.start == *before && range.end <= count as usize;
    *before = range.end;
    is_next
}
