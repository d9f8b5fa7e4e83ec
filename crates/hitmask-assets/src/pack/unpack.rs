//! Entries of a pack as sprites and frames, for programs that work on pictures.

use std::path::Path;

use hitmask::{
    DecodeLimits, Pack, PackEntry, PackSlice, PackSprite, PackTag, PointQ16, SliceArea, TagDirection,
};

use crate::error::{ErrorKind, Result};
use crate::file::read_file;
use crate::limits::{Budget, Limits, Work, area};
use crate::sprite::similar_of;
use crate::{Direction, Format, Frame, Image, Slice, SliceKey, Sprite, Tag, TagFrames};

/// Reads a pack from a file.
///
/// # Errors
/// [`ErrorKind::Pack`] if it is no pack or a damaged one; the errors of [`load`](crate::load) if the file cannot be read or exceeds
/// [`Limits::max_file_bytes`].
pub fn load_pack(path: impl AsRef<Path>, limits: &Limits) -> Result<Pack<Vec<u8>>> {
    let path = path.as_ref();
    let read = || {
        let bytes = read_file(path, &Budget::new(*limits))?;
        let memory = usize::try_from(limits.max_memory).unwrap_or(usize::MAX);
        let limits = DecodeLimits { memory, ..DecodeLimits::default() };
        Ok(Pack::open_with(bytes, limits).map_err(ErrorKind::Pack)?)
    };
    read().map_err(|error: crate::Error| error.in_file(path))
}

/// The frame that a selector means: first as [`Pack::select`] does it, then `SPRITE#SLICE` for a slice, which is cut out of the first frame
/// that it lies in. Its picture is white; see [`Frame::from_pack`].
///
/// # Errors
/// [`ErrorKind::NoSuchEntry`], with the most similar names; [`ErrorKind::Pack`] if the entry is damaged; [`ErrorKind::TooLarge`] beyond the
/// limits.
pub fn select_packed<B: AsRef<[u8]>>(pack: &Pack<B>, selector: &str, limits: &Limits) -> Result<Frame> {
    if let Some(entry) = pack.select(selector) {
        return Frame::from_pack(entry, limits);
    }
    for (at, _) in selector.rmatch_indices('#') {
        if let Some(sprite) = pack.sprite(&selector[..at])
            && sprite.slices().any(|slice| slice.name == selector[at + 1..])
        {
            return Sprite::from_pack(sprite, limits)?.select(&selector[at + 1..]);
        }
    }
    let similar = similar_of(selector, pack.entries().map(PackEntry::name));
    Err(ErrorKind::NoSuchEntry { wanted: selector.to_owned(), entries: pack.len(), similar }.into())
}

impl Frame {
    /// An entry of a pack as a frame. Its picture is white. Its alpha is that of the pack; of a mask it is 255 where the mask is solid and 0
    /// elsewhere, so every threshold from 1 on gives the mask back.
    ///
    /// # Errors
    /// [`ErrorKind::Pack`] if the entry is damaged, [`ErrorKind::TooLarge`] if the picture is beyond the limits.
    pub fn from_pack(entry: PackEntry<'_>, limits: &Limits) -> Result<Frame> {
        frame_of(entry, &Budget::new(*limits))
    }
}

impl Sprite {
    /// A sprite of a pack, with all frames, slices and tags. Its pictures are white: see [`Frame::from_pack`]. So a game can use
    /// [`Sprite::collision_frames`] and [`Tag::frame_at`] with a pack.
    ///
    /// # Errors
    /// [`ErrorKind::Pack`] if an entry is damaged, [`ErrorKind::TooLarge`] if all pictures together are beyond the limits.
    pub fn from_pack(sprite: PackSprite<'_>, limits: &Limits) -> Result<Sprite> {
        let budget = Budget::new(*limits);
        budget.check_frames(sprite.frames().len() as u64)?;
        let frames = sprite.frames().map(|entry| frame_of(entry, &budget)).collect::<Result<_>>()?;
        let slices = sprite.slices().map(Slice::from_pack).collect();
        let tags = sprite.tags().map(Tag::from_pack).collect();
        Ok(Sprite { slices, tags, ..Sprite::of_frames(Format::Pack, frames) })
    }
}

/// A sprite of one frame, which came out of a pack.
impl From<Frame> for Sprite {
    fn from(frame: Frame) -> Sprite {
        Sprite::of_frames(Format::Pack, vec![frame])
    }
}

impl Tag {
    /// A tag of a pack.
    #[must_use]
    pub fn from_pack(tag: PackTag<'_>) -> Tag {
        let direction = match tag.direction {
            TagDirection::Reverse => Direction::Reverse,
            TagDirection::PingPong => Direction::PingPong,
            TagDirection::PingPongReverse => Direction::PingPongReverse,
            _ => Direction::Forward,
        };
        let frames = tag.frames;
        let (first, last) = (frames[0], frames[frames.len() - 1]);
        let frames = if frames.iter().copied().eq(first..=last) {
            TagFrames::Range(first..=last)
        } else {
            TagFrames::List(frames)
        };
        Tag { direction, repeat: tag.repeat, ..Tag::new(tag.name, frames) }
    }
}

impl Slice {
    /// A slice of a pack.
    #[must_use]
    pub fn from_pack(slice: PackSlice<'_>) -> Slice {
        let key = |area: SliceArea| SliceKey {
            frame: area.frame,
            rect: area.rect,
            // A pack has none.
            center: None,
            pivot: area.pivot.map(PointQ16::to_f64),
        };
        Slice { name: slice.name.into_owned(), keys: slice.areas.into_iter().map(key).collect() }
    }
}

fn frame_of(entry: PackEntry<'_>, budget: &Budget) -> Result<Frame> {
    let (w, h) = entry.size();
    budget.take_picture(w, h)?;
    // Masks and alphas, while the picture is made.
    let _held = budget.hold(3 * area(w, h))?;
    budget.work(area(w, h), Work::Unpack)?;
    let alpha = if entry.has_alpha() {
        entry.alpha()
    } else {
        entry.mask().map(|mask| hitmask::AlphaMask::from_mask(&mask))
    };
    let alpha = alpha.map_err(ErrorKind::Pack)?;
    let rgba = alpha.as_bytes().iter().flat_map(|&alpha| [255, 255, 255, alpha]).collect();
    let name = entry.frame_name().map_or_else(|| entry.frame_number().to_string(), str::to_owned);
    Ok(Frame {
        name,
        image: Image::from_rgba8(w, h, rgba)?,
        duration: entry.duration(),
        pivot: entry.pivot().map(PointQ16::to_f64),
        trim: entry.trim(),
    })
}
