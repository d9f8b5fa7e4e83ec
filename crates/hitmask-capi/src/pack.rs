//! Packs
//!
//! A hitmask_pack is a file with the masks of many sprites, which `hitmask pack` writes and docs/pack.md of the repository describes.
//! Opening it reads the index only; a mask is read when you ask for it. An entry is one frame of a sprite. Entries and sprites are numbered
//! from 0 in the order of their names, and HITMASK_NO_SUCH_INDEX refuses other numbers. Damaged bytes give HITMASK_BAD_BYTES, and the error
//! says what is damaged.

use std::num::NonZeroU32;

use hitmask::{Pack, PackEntry, PackSprite, PackTag};

use crate::analysis::hitmask_outline;
use crate::prelude::*;

/// An open pack. Free it with hitmask_pack_free.
pub struct hitmask_pack {
    pack: Pack<Cow<'static, [u8]>>,
}

/// A text in UTF-8. It does not end with a zero byte: print it with "%.*s" and (int)length. It lies in the pack, so it is good until the
/// pack is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hitmask_text {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes there are.
    pub length: usize,
}

/// What a pack knows about an entry.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hitmask_pack_entry {
    /// Its name. No other entry has it.
    pub name: hitmask_text,
    /// The number of the sprite that it is a frame of.
    pub sprite: usize,
    /// The number of the frame in its sprite.
    pub frame: usize,
    /// The width of the frame, and of its mask.
    pub w: u32,
    /// The height of the frame, and of its mask.
    pub h: u32,
    /// The smallest rectangle around what is solid, or around what has an alpha above 0. Empty if there is nothing.
    pub trim: hitmask_rect,
    /// Whether it keeps the alpha of every pixel. Otherwise it keeps which pixels are solid.
    pub has_alpha: bool,
    /// The least alpha that is solid.
    pub level: u8,
    /// Whether it has an outline.
    pub has_outline: bool,
    /// Whether it has a pivot.
    pub has_pivot: bool,
    /// The point by which the frame is placed, measured from its upper left corner.
    pub pivot: hitmask_point_q16,
    /// Whether it has a duration.
    pub has_duration: bool,
    /// How long the frame is shown, in nanoseconds.
    pub duration: u64,
}

/// What a pack knows about a sprite: the frames of one picture, atlas or document.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hitmask_pack_sprite {
    /// Its name: the path of the source.
    pub name: hitmask_text,
    /// How many frames it has: one or more.
    pub frame_count: usize,
    /// How many tags it has.
    pub tag_count: usize,
}

/// A named animation of a sprite.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hitmask_pack_tag {
    /// Its name. Several tags may have the same.
    pub name: hitmask_text,
    /// How many frames it shows: one or more.
    pub frame_count: usize,
    /// A hitmask_tag_direction.
    pub direction: i32,
    /// How many times it is played; 0 is without end.
    pub repeat: u32,
}

/// A named rectangle of a sprite, as it lies in one frame.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hitmask_pack_slice {
    /// Its name. Several slices may have the same.
    pub name: hitmask_text,
    /// Where it lies in the frame.
    pub rect: hitmask_rect,
    /// Whether it has a pivot.
    pub has_pivot: bool,
    /// Its pivot, measured from the upper left corner of the rectangle.
    pub pivot: hitmask_point_q16,
}

verbs! {
    /// Whether bytes begin like a pack. The first four are enough.
    fn hitmask_pack_is_pack(bytes: *const u8, length: usize, out: *mut bool) {
        give(out, Pack::is_pack(array(bytes, length)?))
    }

    /// Opens a pack, of which it makes a copy. A mask that is read takes at most this much memory; 0 is the default limit of the library.
    fn hitmask_pack_open(bytes: *const u8, length: usize, memory: usize, out: *mut *mut hitmask_pack, error: *mut hitmask_error) {
        give_object(out, hitmask_pack::open(array(bytes, length)?.to_vec().into(), memory, error)?)
    }

    /// Opens a pack where it lies: in a memory map, or in your program. Nothing is copied, so the bytes must stay there unchanged until the
    /// pack is freed.
    fn hitmask_pack_open_in_place(bytes: *const u8, length: usize, memory: usize, out: *mut *mut hitmask_pack, error: *mut hitmask_error) {
        give_object(out, hitmask_pack::open(array(bytes, length)?.into(), memory, error)?)
    }

    /// Closes it. Masks that were read from it stay. NULL does nothing.
    free fn hitmask_pack_free(pack: *mut hitmask_pack);

    /// How many entries it has, and how many sprites.
    fn hitmask_pack_count(pack: *const hitmask_pack, entries: *mut usize, sprites: *mut usize) {
        let pack = &object(pack)?.pack;
        check(sprites)?;
        give(entries, pack.len())?;
        give(sprites, pack.sprites().len())
    }

    /// What is known about an entry. Nothing is decoded.
    fn hitmask_pack_get(pack: *const hitmask_pack, entry: usize, out: *mut hitmask_pack_entry) {
        give(out, object(pack)?.entry(entry)?.into())
    }

    /// The number of the entry that is meant by a name. These are tried in this order: the name of an entry; the name of a sprite, which means
    /// its first frame; SPRITE#N, the frame with this number; SPRITE#TAG, the first frame of a tag; SPRITE#TAG:N, frame N of a tag.
    fn hitmask_pack_find(pack: *const hitmask_pack, name: *const c_char, out: *mut usize, found: *mut bool) {
        let (pack, name) = (&object(pack)?.pack, text(name)?);
        give_found(out, found, name.and_then(|name| pack.select(name)).map(PackEntry::index))
    }

    /// What is known about a sprite.
    fn hitmask_pack_get_sprite(pack: *const hitmask_pack, sprite: usize, out: *mut hitmask_pack_sprite) {
        give(out, object(pack)?.sprite(sprite)?.into())
    }

    /// The number of the sprite with this name.
    fn hitmask_pack_find_sprite(pack: *const hitmask_pack, name: *const c_char, out: *mut usize, found: *mut bool) {
        let (pack, name) = (&object(pack)?.pack, text(name)?);
        give_found(out, found, name.and_then(|name| pack.sprite(name)).map(PackSprite::index))
    }

    /// The numbers of the entries that are the frames of a sprite, in their order.
    fn hitmask_pack_frames(pack: *const hitmask_pack, sprite: usize, to: *mut usize, capacity: usize, count: *mut usize) {
        give_list(object(pack)?.sprite(sprite)?.frames().map(PackEntry::index), to, capacity, count)
    }

    /// The tags of a sprite.
    fn hitmask_pack_tags(pack: *const hitmask_pack, sprite: usize, to: *mut hitmask_pack_tag, capacity: usize, count: *mut usize) {
        give_list(object(pack)?.sprite(sprite)?.tags().map(Into::into), to, capacity, count)
    }

    /// The numbers of the frames in the sprite that a tag shows, in their order. A frame may occur several times. The tag is a number in
    /// hitmask_pack_tags.
    fn hitmask_pack_tag_frames(pack: *const hitmask_pack, sprite: usize, tag: usize, to: *mut u32, capacity: usize, count: *mut usize) {
        let tag = object(pack)?.sprite(sprite)?.tags().nth(tag).ok_or(HITMASK_NO_SUCH_INDEX)?;
        give_list(tag.frames, to, capacity, count)
    }

    /// The slices of its sprite, as they lie in an entry.
    fn hitmask_pack_slices(pack: *const hitmask_pack, entry: usize, to: *mut hitmask_pack_slice, capacity: usize, count: *mut usize) {
        let slices = object(pack)?.entry(entry)?.slices().map(|(name, area)| hitmask_pack_slice {
            name: (&*name).into(),
            rect: area.rect.into(),
            has_pivot: area.pivot.is_some(),
            pivot: area.pivot.unwrap_or_default().into(),
        });
        give_list(slices, to, capacity, count)
    }

    /// The mask of an entry, of the size of the frame. Alphas are solid from the level on.
    fn hitmask_pack_mask(pack: *const hitmask_pack, entry: usize, out: *mut *mut hitmask_mask, error: *mut hitmask_error) {
        read(pack, entry, out, error, |entry| entry.mask())
    }

    /// The mask of an entry, cut to its trim.
    fn hitmask_pack_trimmed_mask(pack: *const hitmask_pack, entry: usize, out: *mut *mut hitmask_mask, error: *mut hitmask_error) {
        read(pack, entry, out, error, |entry| entry.trimmed_mask())
    }

    /// The alphas of an entry. Those of a mask are 255 and 0.
    fn hitmask_pack_alpha_mask(pack: *const hitmask_pack, entry: usize, out: *mut *mut hitmask_alpha_mask, error: *mut hitmask_error) {
        read(pack, entry, out, error, |entry| entry.alpha())
    }

    /// The mask of an entry as runs.
    fn hitmask_pack_run_mask(pack: *const hitmask_pack, entry: usize, out: *mut *mut hitmask_run_mask, error: *mut hitmask_error) {
        read(pack, entry, out, error, |entry| entry.runs())
    }

    /// The outline of an entry, if the pack has one for it.
    fn hitmask_pack_outline(pack: *const hitmask_pack, entry: usize, out: *mut *mut hitmask_outline, found: *mut bool, error: *mut hitmask_error) {
        check(out)?;
        check(found)?;
        let outline = object(pack)?.entry(entry)?.outline().or_tell(error)?;
        give(found, outline.is_some())?;
        outline.map_or(Ok(()), |outline| give_object(out, outline))
    }

    /// The tile map of which an entry shows the pixels, such as a layer of a level, and the pixel of the frame on which the corner of the map's
    /// first cell lies, if the pack has one for it.
    fn hitmask_pack_tile_map(
        pack: *const hitmask_pack, entry: usize, out: *mut *mut hitmask_tile_map, corner: *mut hitmask_point, found: *mut bool,
        error: *mut hitmask_error
    ) {
        check(out)?;
        check(corner)?;
        check(found)?;
        let map = object(pack)?.entry(entry)?.tile_map().or_tell(error)?;
        give(found, map.is_some())?;
        map.map_or(Ok(()), |(map, at)| {
            give(corner, at.into())?;
            give_object(out, map)
        })
    }

    /// Checks the data of all entries. Opening a pack checks only its index, and reading an entry checks its own data.
    fn hitmask_pack_verify(pack: *const hitmask_pack, error: *mut hitmask_error) {
        object(pack)?.pack.verify().or_tell(error)
    }
}

/// Makes an object of an entry.
unsafe fn read<T, M: Into<T>>(
    pack: *const hitmask_pack,
    entry: usize,
    out: *mut *mut T,
    error: *mut hitmask_error,
    how: impl FnOnce(PackEntry<'_>) -> Result<M, DecodeError>,
) -> Checked {
    check(out)?;
    give_object(out, how(object(pack)?.entry(entry)?).or_tell(error)?)
}

/// A text of the caller. None if it is not UTF-8.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Checked<Option<&'a str>> {
    check(pointer)?;
    // SAFETY: not null. By the contract a zero byte ends it.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_str().ok())
}

impl hitmask_pack {
    unsafe fn open(
        bytes: Cow<'static, [u8]>,
        memory: usize,
        error: *mut hitmask_error,
    ) -> Checked<hitmask_pack> {
        Ok(hitmask_pack { pack: Pack::open_with(bytes, limits(memory)).or_tell(error)? })
    }

    fn entry(&self, number: usize) -> Checked<PackEntry<'_>> {
        self.pack.entry_at(number).ok_or(HITMASK_NO_SUCH_INDEX)
    }

    fn sprite(&self, number: usize) -> Checked<PackSprite<'_>> {
        self.pack.sprite_at(number).ok_or(HITMASK_NO_SUCH_INDEX)
    }
}

impl From<&str> for hitmask_text {
    fn from(text: &str) -> hitmask_text {
        hitmask_text { data: text.as_ptr().cast(), length: text.len() }
    }
}

impl From<PackEntry<'_>> for hitmask_pack_entry {
    fn from(entry: PackEntry<'_>) -> hitmask_pack_entry {
        let (w, h) = entry.size();
        // A pack keeps durations as nanoseconds of 64 bits.
        let nanos = entry.duration().map(|duration| u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX));
        hitmask_pack_entry {
            name: entry.name().into(),
            sprite: entry.sprite().index(),
            frame: entry.frame_number(),
            w,
            h,
            trim: entry.trim().into(),
            has_alpha: entry.has_alpha(),
            level: entry.level(),
            has_outline: entry.has_outline(),
            has_pivot: entry.pivot().is_some(),
            pivot: entry.pivot().unwrap_or_default().into(),
            has_duration: nanos.is_some(),
            duration: nanos.unwrap_or_default(),
        }
    }
}

impl From<PackSprite<'_>> for hitmask_pack_sprite {
    fn from(sprite: PackSprite<'_>) -> hitmask_pack_sprite {
        hitmask_pack_sprite {
            name: sprite.name().into(),
            frame_count: sprite.frames().len(),
            tag_count: sprite.tags().len(),
        }
    }
}

impl From<PackTag<'_>> for hitmask_pack_tag {
    fn from(tag: PackTag<'_>) -> hitmask_pack_tag {
        hitmask_pack_tag {
            name: (&*tag.name).into(),
            frame_count: tag.frames.len(),
            direction: tag.direction.number(),
            repeat: tag.repeat.map_or(0, NonZeroU32::get),
        }
    }
}
