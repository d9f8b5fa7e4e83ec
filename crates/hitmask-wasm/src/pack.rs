//! Packs: many masks with their names. Entries and sprites are numbers; JavaScript passes none that is too large.

use alloc::borrow::Cow;

use hitmask::{Pack, PackEntry};

use crate::desk::Floats as _;
use crate::prelude::*;
use crate::store::with_pack;

/// An entry. JavaScript has checked the number.
fn with_entry<R>(pack: usize, entry: usize, look: impl FnOnce(PackEntry<'_>) -> R) -> R {
    with_pack(pack, |pack| look(pack.entry_at(entry).expect("JavaScript has checked the number")))
}

/// Gives the bytes of a name, and how many they are.
fn give_name(name: &str) -> f64 {
    give_bytes(name.as_bytes().to_vec())
}

/// Names with numbers, one after the other: for each the length of the name and the numbers. Returns how many numbers there are.
fn give_named<'a>(list: impl Iterator<Item = (Cow<'a, str>, Vec<f64>)>) -> f64 {
    let (mut numbers, mut names) = (Vec::new(), Vec::new());
    for (name, more) in list {
        numbers.push(name.len() as f64);
        numbers.extend(more);
        names.extend_from_slice(name.as_bytes());
    }
    lay(0, &[names.len() as f64]);
    give_bytes(names);
    give_numbers(numbers)
}

/// A number that may be missing, plus one.
fn plus_one(number: Option<usize>) -> f64 {
    number.map_or(0.0, |number| number as f64 + 1.0)
}

export! {
    /// Opens the list of bytes.
    fn pack_open() -> i32 = reply(Pack::open(taken_bytes()).map(|pack| keep(Object::Pack(Box::new(pack)))).map_err(Fault::from));

    /// Whether the list of bytes begins like a pack.
    fn pack_is() -> i32 = i32::from(Pack::is_pack(&taken_bytes()));

    /// Lays the numbers of entries and of sprites on the desk.
    fn pack_count(pack: usize) = with_pack(pack, |pack| lay(0, &[pack.len() as f64, pack.sprites().len() as f64]));

    /// The entry that the list of bytes means, plus one.
    fn pack_find(pack: usize) -> f64 {
        let name = taken_bytes();
        with_pack(pack, |pack| {
            plus_one(str::from_utf8(&name).ok().and_then(|name| pack.select(name)).map(PackEntry::index))
        })
    }

    /// The sprite with the name in the list of bytes, plus one.
    fn pack_find_sprite(pack: usize) -> f64 {
        let name = taken_bytes();
        with_pack(pack, |pack| {
            let name = str::from_utf8(&name).ok();
            plus_one(name.and_then(|name| pack.sprite(name)).map(|sprite| sprite.index()))
        })
    }

    /// The length of an entry's name in the list of bytes. On the desk: sprite, frame, width, height, trim, 1 for alphas, level, 1 for a
    /// pivot, pivot, duration in milliseconds or -1.
    fn pack_entry(pack: usize, entry: usize) -> f64 = with_entry(pack, entry, |entry| {
        let ((w, h), pivot) = (entry.size(), entry.pivot());
        let duration = entry.duration().map_or(-1.0, |duration| duration.as_nanos() as f64 / 1e6);
        lay(0, &[entry.sprite().index() as f64, entry.frame_number() as f64, w.into(), h.into()]);
        lay(4, entry.trim().floats().as_ref());
        lay(8, &[f64::from(u8::from(entry.has_alpha())), entry.level().into()]);
        lay(10, &[f64::from(u8::from(pivot.is_some()))]);
        lay(11, pivot.unwrap_or_default().floats().as_ref());
        lay(13, &[duration]);
        give_name(entry.name())
    });

    /// The length of a sprite's name in the list of bytes. Its frames are in the list of numbers, and how many they are on the desk.
    fn pack_sprite(pack: usize, sprite: usize) -> f64 = with_pack(pack, |pack| {
        let sprite = pack.sprite_at(sprite).expect("JavaScript has checked the number");
        let frames = give_numbers(sprite.frames().map(|entry| entry.index() as f64).collect());
        lay(0, &[frames]);
        give_name(sprite.name())
    });

    /// The tags of a sprite: for each the length of its name, its direction, how often it is played, how many frames it has, the frames. The
    /// length of all names is on the desk.
    fn pack_tags(pack: usize, sprite: usize) -> f64 = with_pack(pack, |pack| {
        let sprite = pack.sprite_at(sprite).expect("JavaScript has checked the number");
        give_named(sprite.tags().map(|tag| {
            let repeat = tag.repeat.map_or(0.0, |repeat| repeat.get().into());
            let mut numbers = vec![f64::from(tag.direction as u8), repeat, tag.frames.len() as f64];
            numbers.extend(tag.frames.iter().copied().map(f64::from));
            (tag.name, numbers)
        }))
    });

    /// The slices of an entry: for each the length of its name, its rectangle, 1 for a pivot, the pivot. The length of all names is on the
    /// desk.
    fn pack_slices(pack: usize, entry: usize) -> f64 = with_entry(pack, entry, |entry| {
        give_named(entry.slices().map(|(name, area)| {
            let mut numbers = area.rect.floats().as_ref().to_vec();
            numbers.push(u8::from(area.pivot.is_some()).into());
            numbers.extend(area.pivot.unwrap_or_default().floats().as_ref());
            (name, numbers)
        }))
    });

    /// Reads an entry. What: 0 its mask, 1 its mask cut to its trim, 2 its alphas, 3 its runs.
    fn pack_read(pack: usize, entry: usize, what: u32) -> i32 = reply(with_entry(pack, entry, |entry| -> Result<i32, Fault> {
        let (w, h) = entry.size();
        // Alphas are made with two masks; a mask alone takes a bit for each pixel of its padded rows.
        let is_alpha = what == 2 || entry.has_alpha();
        let row = if is_alpha { 3 * u64::from(w) } else { u64::from(w).next_multiple_of(64) / 4 };
        room(row * u64::from(h))?;
        Ok(match what {
            0 => keep_shape(entry.mask()?),
            1 => keep_shape(entry.trimmed_mask()?),
            2 => keep_alpha(entry.alpha()?),
            _ => keep_shape(entry.runs()?),
        })
    }));

    /// The outline of an entry. 0 if the pack has none for it.
    fn pack_outline(pack: usize, entry: usize) -> i32 = reply(with_entry(pack, entry, |entry| -> Result<i32, Fault> {
        room(32 * entry.stored_bytes())?;
        Ok(entry.outline()?.map_or(NONE, |outline| keep(Object::Outline(outline))))
    }));

    /// The tile map of an entry, and its corner on the desk. 0 if the pack has none for it.
    fn pack_tile_map(pack: usize, entry: usize) -> i32 = reply(with_entry(pack, entry, |entry| -> Result<i32, Fault> {
        Ok(entry.tile_map()?.map_or(NONE, |(map, corner)| {
            lay(0, corner.floats().as_ref());
            keep_shape(map)
        }))
    }));

    /// Checks the data of all entries.
    fn pack_verify(pack: usize) -> i32 = reply(with_pack(pack, |pack| pack.verify().map(|()| SOME).map_err(Fault::from)));
}
