//! What goes into a pack: sprites with their frames, tags and slices. Pixels are encoded when a frame is made.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

use super::entry::EntryData;
use super::view::PackCoding;
use super::{PackEntry, PackError, PackSlice, PackSprite, PackTag, SliceArea, alphas, edges, rings};
use crate::analysis::outline::Outline;
use crate::bytes::DecodeError;
use crate::geom::{Point, PointQ16, Rect};
use crate::invalid_argument::OrPanic;
use crate::mask::{AlphaMask, Mask, crop_bytes};
use crate::tile_map::TileMap;

/// Two numbers for each of some texts. All that a pack looks up is of this one type: a second one would be as much code again.
pub(super) type NameMap = BTreeMap<String, [usize; 2]>;

/// A frame for a [`PackBuilder`](super::PackBuilder). Its pixels are already encoded.
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
    pub(super) name: Option<String>,
    pub(super) size: (u32, u32),
    pub(super) trim: Rect,
    pub(super) coding: PackCoding,
    pub(super) level: u8,
    pub(super) pivot: Option<PointQ16>,
    pub(super) duration: Option<Duration>,
    pub(super) pixels: Vec<u8>,
    pub(super) outline: Option<Vec<u8>>,
    pub(super) tiles: Option<Vec<u8>>,
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
        let pixels = crop_bytes(alpha.as_bytes(), alpha.size(), trim);
        NewFrame::new(alpha.size(), trim, PackCoding::Bytes, pixels)
    }

    fn new(size: (u32, u32), trim: Rect, coding: PackCoding, pixels: Vec<u8>) -> NewFrame {
        let (name, pivot, duration, outline, tiles) = (None, None, None, None, None);
        NewFrame { name, size, trim, coding, level: 128, pivot, duration, pixels, outline, tiles }
    }

    /// The frame of an entry, with its name. Its pixels are not decoded.
    ///
    /// # Errors
    /// A [`DecodeError`] if the data was changed.
    pub fn from_entry(entry: PackEntry<'_>) -> Result<NewFrame, DecodeError> {
        let EntryData { pixels, tiles, outline } = entry.data()?;
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
            tiles: entry.has_tile_map().then(|| tiles.to_vec()),
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
        self.pivot = Some(pivot.into().checked("pivot").or_panic());
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

    /// The tile map of which this frame has the pixels, as a layer of a level has one. `corner` is the pixel of the frame on which the corner
    /// of the map's first cell lies. Nothing checks that the pixels are those of the map.
    #[must_use]
    pub fn with_tile_map(mut self, map: &TileMap, corner: impl Into<Point>) -> NewFrame {
        let Point { x, y } = corner.into();
        self.tiles = Some([&x.to_le_bytes()[..], &y.to_le_bytes(), &map.to_bytes()].concat());
        self
    }

    /// The parts of the data behind the pixels: the map with its length, and the outline.
    pub(super) fn behind_pixels(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(tiles) = &self.tiles {
            bytes.extend(u32::try_from(tiles.len()).expect("a map has less than 2^32 bytes").to_le_bytes());
            bytes.extend(tiles);
        }
        bytes.extend(self.outline.as_deref().unwrap_or_default());
        bytes
    }
}

fn whole((w, h): (u32, u32)) -> Rect {
    Rect::new(0, 0, w, h)
}

/// A sprite for a [`PackBuilder`](super::PackBuilder).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSprite {
    /// The name, such as the path of the picture with `/` between folders.
    pub name: String,
    /// The frames in their order. There must be at least one.
    pub frames: Vec<NewFrame>,
    /// The tags in their order.
    pub tags: Vec<PackTag<'static>>,
    /// The slices in their order.
    pub slices: Vec<PackSlice<'static>>,
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
    /// A [`DecodeError`] if the data of a frame was changed.
    pub fn from_sprite(sprite: PackSprite<'_>) -> Result<NewSprite, DecodeError> {
        Ok(NewSprite {
            name: sprite.name().to_string(),
            frames: sprite.frames().map(NewFrame::from_entry).collect::<Result<_, _>>()?,
            tags: sprite.tags().map(PackTag::into_owned).collect(),
            slices: sprite.slices().map(PackSlice::into_owned).collect(),
            source_hash: sprite.source_hash(),
            settings_hash: sprite.settings_hash(),
        })
    }

    /// The names of its entries, frame by frame. A name that an earlier frame has is replaced by the number of the frame.
    pub(super) fn entry_names(&self) -> Result<Vec<String>, PackError> {
        if let [_] = self.frames[..] {
            return Ok(Vec::from([self.name.clone()]));
        }
        let mut used = NameMap::new();
        let mut names = Vec::new();
        for (number, frame) in self.frames.iter().enumerate() {
            let wanted = frame.name.clone().filter(|name| !name.is_empty() && !used.contains_key(name));
            let name = wanted.unwrap_or_else(|| number.to_string());
            if used.insert(name.clone(), [number; 2]).is_some() {
                return Err(self.cannot("two of its frames have the same name"));
            }
            names.push(format!("{}#{name}", self.name));
        }
        Ok(names)
    }

    pub(super) fn cannot(&self, what: &'static str) -> PackError {
        PackError { name: self.name.clone(), what }
    }

    /// Finds what a pack cannot hold.
    pub(super) fn check(&self) -> Result<(), PackError> {
        let is_frame = |&frame: &u32| (frame as usize) < self.frames.len();
        if self.name.is_empty() {
            return Err(self.cannot("it has no name"));
        }
        if self.frames.is_empty() {
            return Err(self.cannot("it has no frame"));
        }
        let bad_tag = |tag: &PackTag<'_>| {
            tag.name.is_empty() || tag.frames.is_empty() || !tag.frames.iter().all(is_frame)
        };
        if self.tags.iter().any(bad_tag) {
            return Err(self.cannot("a tag has no name, no frame, or a frame that does not exist"));
        }
        let bad_area = |area: &SliceArea| {
            let far = |pivot: PointQ16| pivot.checked("pivot").is_err();
            !is_frame(&area.frame) || area.pivot.is_some_and(far)
        };
        let bad_slice = |slice: &PackSlice<'_>| {
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
