//! JSON atlases: TexturePacker's "hash" and "array", TexturePacker's multipack form, what Aseprite exports, and Pixi's `animations`.
//!
//! These forms differ little. The frames are in a list, or in an object with their names as keys. The pictures are named in `meta` or in
//! `textures`. Trimmed frames are restored to their full size. Frames that were turned clockwise for packing are turned back.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use hitmask::Mask;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::corner::rounded;
use crate::error::{ErrorKind, Result};
use crate::json::{ListOrObject, Ordered};
use crate::limits::{Budget, Work};
use crate::sprite::{Frame, RawSliceKey, Slice, Sprite, fit_slice};
use crate::tag::{Direction, Tag, TagFrames};
use crate::{Format, Image};

use super::packed::{Packed, Restored, near};
use super::polygon::{NO_POINTS, NO_TRIANGLES, Polygon, wrong};
use super::sheets::Sheets;

pub(super) fn decode(
    json: &[u8],
    read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    budget.keep(parsed_bytes(json))?;
    let atlas: Atlas<'_> = parse(json)?;
    let frames = restore(&atlas.pages()?, Sheets::new(read_picture), budget)?;
    let meta = atlas.meta.unwrap_or_default();
    let mut slices = Vec::new();
    for slice in meta.slices {
        slices.extend(slice.into_slice(&frames)?);
    }
    let mut tags: Vec<Tag> =
        meta.frame_tags.into_iter().filter_map(|tag| tag.into_tag().clipped(frames.len())).collect();
    if let Some(animations) = atlas.animations {
        tags.extend(read_animations(animations, &frames, budget)?);
    }
    Ok(Sprite { slices, tags, ..Sprite::of_frames(Format::Atlas, frames) })
}

/// The names of the pictures.
pub(super) fn pictures(json: &[u8], budget: &Budget) -> Result<Vec<String>, ErrorKind> {
    // Any JSON file may be asked, and only an atlas takes memory.
    let keys: Keys = parse(json)?;
    if keys.frames.is_none() && keys.textures.is_none() {
        return Err(no_frames(keys.tile_width.is_some()));
    }
    budget.keep(parsed_bytes(json))?;
    let atlas: Atlas<'_> = parse(json)?;
    Ok(atlas.pages()?.iter().map(|page| page.picture.to_owned()).collect())
}

/// The polygons of all frames as masks: see [`decode_polygons`](super::decode_polygons).
pub(super) fn polygons(json: &[u8], budget: &Budget) -> Result<Vec<(String, Option<Mask>)>> {
    budget.keep(parsed_bytes(json))?;
    let atlas: Atlas<'_> = parse(json)?;
    let pages = atlas.pages()?;
    budget.check_frames(pages.iter().map(|page| page.entries.len() as u64).sum())?;
    let entries = pages.iter().flat_map(|page| page.entries).enumerate();
    let polygon = |(number, entry): (usize, &AtlasEntry)| {
        let name = entry.filename.clone().unwrap_or_else(|| number.to_string());
        let mask = entry.polygon(&name, budget)?;
        Ok((name, mask))
    };
    entries.map(polygon).collect()
}

fn restore<'a>(
    pages: &[AtlasPage<'a>],
    mut sheets: Sheets<'a, impl FnMut(&str) -> Result<Image>>,
    budget: &Budget,
) -> Result<Vec<Frame>> {
    budget.check_frames(pages.iter().map(|page| page.entries.len() as u64).sum())?;
    let mut frames = Vec::new();
    for AtlasPage { picture, entries } in pages {
        let sheet = sheets.image(picture)?;
        for entry in *entries {
            let name = entry.filename.clone().unwrap_or_else(|| frames.len().to_string());
            frames.push(entry.restore(name, &sheet, budget)?);
        }
    }
    Ok(frames)
}

/// The most memory that the parsed text takes, together with what is made of its names. Each part that takes more memory than its text
/// begins with a bracket. It is stored in a list that may have room for four times as many parts.
fn parsed_bytes(json: &[u8]) -> u64 {
    const {
        assert!(
            size_of::<AtlasEntry>() >= size_of::<Texture>()
                && size_of::<AtlasEntry>() >= size_of::<JsonSlice>()
        );
    };
    const {
        assert!(
            size_of::<AtlasEntry>() >= size_of::<JsonKey>()
                && size_of::<AtlasEntry>() >= size_of::<JsonTag>()
        );
    };
    let brackets = json.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() as u64;
    4 * size_of::<AtlasEntry>() as u64 * brackets + 2 * json.len() as u64
}

fn parse<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, ErrorKind> {
    // The parser would accept a list for the fields of a structure, too.
    if json.trim_ascii_start().starts_with(b"[") {
        return Err(ErrorKind::NotAnAtlas { reason: "the top is a list, not an object".to_owned() });
    }
    serde_json::from_slice(json).map_err(|error| {
        if error.is_data() {
            ErrorKind::NotAnAtlas { reason: error.to_string() }
        } else {
            ErrorKind::corrupt(Format::Atlas, error)
        }
    })
}

/// Whether a file may be an atlas: this takes no memory.
#[derive(Deserialize)]
struct Keys {
    frames: Option<IgnoredAny>,
    textures: Option<IgnoredAny>,
    #[serde(rename = "tilewidth")]
    tile_width: Option<IgnoredAny>,
}

fn no_frames(is_tile_set: bool) -> ErrorKind {
    let reason = if is_tile_set {
        "it is a Tiled tileset; load its picture with a grid instead"
    } else {
        "there is neither \"frames\" nor \"textures\" at the top"
    };
    ErrorKind::NotAnAtlas { reason: reason.to_owned() }
}

/// The file as it is written. Unknown keys are ignored.
#[derive(Deserialize)]
struct Atlas<'a> {
    frames: Option<AtlasEntries>,
    textures: Option<Vec<Texture>>,
    meta: Option<Meta>,
    #[serde(borrow)]
    animations: Option<&'a RawValue>,
    #[serde(rename = "tilewidth")]
    tile_width: Option<IgnoredAny>,
}

/// A picture and the frames that lie on it.
struct AtlasPage<'a> {
    picture: &'a str,
    entries: &'a [AtlasEntry],
}

impl Atlas<'_> {
    fn pages(&self) -> Result<Vec<AtlasPage<'_>>, ErrorKind> {
        let not = |reason: &str| ErrorKind::NotAnAtlas { reason: reason.to_owned() };
        let pages: Vec<_> = match (&self.frames, &self.textures) {
            (Some(AtlasEntries(entries)), _) => {
                let picture = self.meta.as_ref().and_then(|meta| meta.image.as_deref());
                vec![AtlasPage {
                    picture: picture.ok_or_else(|| not("meta.image names no picture"))?,
                    entries,
                }]
            }
            (None, Some(textures)) => textures
                .iter()
                .map(|texture| AtlasPage { picture: &texture.image, entries: &texture.frames.0 })
                .collect(),
            (None, None) => return Err(no_frames(self.tile_width.is_some())),
        };
        if pages.iter().all(|page| page.entries.is_empty()) {
            return Err(not("it lists no frame"));
        }
        Ok(pages)
    }
}

#[derive(Deserialize)]
struct Texture {
    image: String,
    frames: AtlasEntries,
}

#[derive(Deserialize, Default)]
struct Meta {
    image: Option<String>,
    #[serde(default)]
    slices: Vec<JsonSlice>,
    #[serde(default, rename = "frameTags")]
    frame_tags: Vec<JsonTag>,
}

/// Frames in the file's order, from a list or from an object of names.
struct AtlasEntries(Vec<AtlasEntry>);

impl<'de> Deserialize<'de> for AtlasEntries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a list of frames or an object of frames by name";
        let named = |name, entry| Ok(AtlasEntry { filename: Some(name), ..entry });
        deserializer.deserialize_any(ListOrObject { expected, named }).map(AtlasEntries)
    }
}

/// One frame as it is written.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AtlasEntry {
    filename: Option<String>,
    /// Where it is in the picture. Width and height are those before it was turned.
    frame: JsonRect,
    #[serde(default)]
    rotated: bool,
    /// Where the trimmed part was in the whole frame.
    sprite_source_size: Option<JsonRect>,
    source_size: Option<JsonSize>,
    /// As a fraction of the size of the whole frame.
    pivot: Option<JsonPoint>,
    /// The same, as Pixi calls it.
    anchor: Option<JsonPoint>,
    /// In milliseconds.
    duration: Option<Whole>,
    /// The polygon by which it was packed, in pixels of the whole frame, and the triangles that fill it. Other tools may use these keys for
    /// other things, so they are read only when they are asked for.
    vertices: Option<Box<RawValue>>,
    triangles: Option<Box<RawValue>>,
}

impl AtlasEntry {
    /// The pixels of its polygon. None if it has none.
    fn polygon(&self, name: &str, budget: &Budget) -> Result<Option<Mask>> {
        let Some(vertices) = &self.vertices else { return Ok(None) };
        // A number takes two letters at least, and eight bytes, and a list may have room for twice as many.
        let text = vertices.get().len() + self.triangles.as_ref().map_or(0, |json| json.get().len());
        let _held = budget.hold(16 * text as u64)?;
        let corners = serde_json::from_str::<Vec<[f64; 2]>>(vertices.get());
        let corners = corners.map_err(|_| wrong(NO_POINTS, name))?.into_iter().map(rounded).collect();
        let triangles = self.triangles.as_ref().map(|triangles| serde_json::from_str(triangles.get()));
        let triangles = triangles.transpose().map_err(|_| wrong(NO_TRIANGLES, name))?;
        let size = self.source_size.unwrap_or(JsonSize { w: self.frame.w, h: self.frame.h });
        Polygon { corners, triangles }.mask(name, [size.w.0, size.h.0], budget).map(Some)
    }

    /// Where its own pixels lie in the picture: left, top, width and height. Aseprite counts inner padding and extruded edges as a part of
    /// the frame, but not of the trimmed part. They are as wide on all sides.
    fn stored(&self) -> [i64; 4] {
        let JsonRect { x: Whole(x), y: Whole(y), w: Whole(w), h: Whole(h) } = self.frame;
        let trimmed = self.sprite_source_size.map_or([w, h], |rect| [rect.w.0, rect.h.0]);
        let [more, more_h] = [w.saturating_sub(trimmed[0]), h.saturating_sub(trimmed[1])];
        let border = if more == more_h && more > 0 && more % 2 == 0 { more / 2 } else { 0 };
        let inner = |side: i64| side.saturating_sub(2 * border);
        [x.saturating_add(border), y.saturating_add(border), inner(w), inner(h)]
    }

    fn restore(&self, name: String, sheet: &Image, budget: &Budget) -> Result<Frame, ErrorKind> {
        let [x, y, w, h] = self.stored();
        let packed = Packed {
            at: [x, y],
            size: [w, h],
            turns: u8::from(self.rotated),
            trim_at: self.sprite_source_size.map_or([0, 0], |rect| [rect.x.0, rect.y.0]),
            source_size: self.source_size.map_or([w, h], |size| [size.w.0, size.h.0]),
        };
        let Restored { image, trim } = packed.restore(&name, sheet, budget)?;
        let pivot = match self.pivot.or(self.anchor) {
            Some(JsonPoint { x, y }) => {
                let [w, h] = [image.width(), image.height()].map(f64::from);
                Some(near([x * w, y * h], "frame", &name)?)
            }
            None => None,
        };
        let duration = self.duration.map(|Whole(ms)| Duration::from_millis(ms.try_into().unwrap_or(0)));
        Ok(Frame { name, image, duration, pivot, trim })
    }
}

#[derive(Deserialize)]
struct JsonSlice {
    name: String,
    #[serde(default)]
    keys: Vec<JsonKey>,
}

#[derive(Deserialize)]
struct JsonKey {
    frame: Whole,
    bounds: JsonRect,
    /// The middle of a nine-patch, in pixels of the slice.
    center: Option<JsonRect>,
    /// In pixels of the slice.
    pivot: Option<JsonPoint>,
}

impl JsonSlice {
    fn into_slice(self, frames: &[Frame]) -> Result<Option<Slice>, ErrorKind> {
        for JsonPoint { x, y } in self.keys.iter().filter_map(|key| key.pivot) {
            near([x, y], "slice", &self.name)?;
        }
        let rect = |JsonRect { x, y, w, h }: JsonRect| [x.0, y.0, w.0, h.0];
        let keys = self.keys.into_iter().map(|key| RawSliceKey {
            frame: key.frame.0,
            rect: rect(key.bounds),
            center: key.center.map(rect),
            pivot: key.pivot.map(|pivot| [pivot.x, pivot.y]),
        });
        Ok(fit_slice(self.name, keys, frames))
    }
}

#[derive(Deserialize)]
struct JsonTag {
    name: String,
    from: Whole,
    to: Whole,
    direction: Option<String>,
    #[serde(default)]
    repeat: Repeat,
}

impl JsonTag {
    fn into_tag(self) -> Tag {
        let number = |Whole(number): Whole| u32::try_from(number).unwrap_or(u32::MAX);
        let direction = match self.direction.as_deref() {
            Some("reverse") => Direction::Reverse,
            Some("pingpong") => Direction::PingPong,
            Some("pingpong_reverse") => Direction::PingPongReverse,
            _ => Direction::Forward,
        };
        let frames = TagFrames::Range(number(self.from)..=number(self.to));
        Tag { name: self.name, frames, direction, repeat: self.repeat.0 }
    }
}

/// How many times a tag is played. Aseprite writes the number as a string. Everything else means that it is not limited.
#[derive(Default)]
struct Repeat(Option<NonZeroU32>);

impl<'de> Deserialize<'de> for Repeat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(deserializer)?.get();
        Ok(Repeat(text.trim_matches('"').parse().ok()))
    }
}

/// Pixi's animations: an object of lists of names of frames. Names of frames that are not in the file are left out, because they may be in
/// another file of a set. Animations of another form are left out, too: other tools use the same key for other things.
fn read_animations(animations: &RawValue, frames: &[Frame], budget: &Budget) -> Result<Vec<Tag>, ErrorKind> {
    /// The most parts of a list or object, times the room that a list of them may take.
    fn room<T>(json: &RawValue) -> u64 {
        let parts = json.get().bytes().filter(|&byte| byte == b',').count() as u64 + 1;
        4 * size_of::<T>() as u64 * parts + json.get().len() as u64
    }
    let _held = budget.hold(room::<(String, &RawValue)>(animations))?;
    let Ok(Ordered(animations)) = serde_json::from_str::<Ordered<&RawValue>>(animations.get()) else {
        return Ok(Vec::new());
    };
    let _held_names = budget.hold(64 * frames.len() as u64)?;
    let mut by_name: HashMap<&str, u32> = HashMap::with_capacity(frames.len());
    for (number, frame) in (0..).zip(frames) {
        by_name.entry(&frame.name).or_insert(number);
    }
    let mut tags = Vec::new();
    for (name, list) in animations {
        let _held = budget.hold(room::<String>(list))?;
        budget.work(8 * list.get().len() as u64, Work::Read)?;
        let Ok(names) = serde_json::from_str::<Vec<String>>(list.get()) else { continue };
        budget.keep((4 * size_of::<Tag>() + name.len() + 4 * names.len()) as u64)?;
        let mut numbers = Vec::with_capacity(names.len());
        numbers.extend(names.iter().filter_map(|name| by_name.get(&name[..])));
        tags.extend(Tag::new(name, TagFrames::List(numbers)).clipped(frames.len()));
    }
    Ok(tags)
}

#[derive(Deserialize, Clone, Copy)]
struct JsonRect {
    x: Whole,
    y: Whole,
    w: Whole,
    h: Whole,
}

#[derive(Deserialize, Clone, Copy)]
struct JsonSize {
    w: Whole,
    h: Whole,
}

#[derive(Deserialize, Clone, Copy)]
struct JsonPoint {
    x: f64,
    y: f64,
}

/// A whole number. Some tools write it with a decimal point.
#[derive(Clone, Copy)]
struct Whole(i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeNumber;
        impl Visitor<'_> for WholeNumber {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
                // A number that does not fit is beyond every limit anyway.
                Ok(Whole(i64::try_from(number).unwrap_or(i64::MAX)))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Whole, E> {
                if number.fract() == 0.0 {
                    // The cast saturates. So large a number is beyond every limit.
                    Ok(Whole(number as i64))
                } else {
                    Err(E::invalid_value(de::Unexpected::Float(number), &self))
                }
            }
        }
        deserializer.deserialize_any(WholeNumber)
    }
}
