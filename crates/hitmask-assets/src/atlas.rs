//! JSON atlases: TexturePacker's "hash" and "array", TexturePacker's multipack form, and what Aseprite exports.
//!
//! These forms differ little. The frames are in a list, or in an object with their names as keys. The pictures are named in `meta` or in
//! `textures`. Trimmed frames are restored to their full size. Frames that were turned clockwise for packing are turned back.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use hitmask::Rect;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de::IgnoredAny};

use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Work, area};
use crate::sprite::{Direction, Frame, Slice, Sprite, Tag, clip_tag, fit_slice};
use crate::{Format, Image};

/// Decodes an atlas. `read_picture` returns the pictures that the atlas names. It is called once for each picture.
pub(crate) fn decode(
    json: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    budget.keep(parsed_bytes(json))?;
    let atlas = parse(json)?;
    let pages = atlas.pages()?;
    budget.check_frames(pages.iter().map(|page| page.entries.len() as u64).sum())?;
    let mut frames = Vec::new();
    let mut sheets: HashMap<&str, Image> = HashMap::new();
    for AtlasPage { picture, entries } in pages {
        let sheet = match sheets.get(picture) {
            Some(sheet) => sheet.clone(),
            None => read_picture(picture)
                .map_err(|error| ErrorKind::AtlasPicture { picture: picture.to_owned(), error })?,
        };
        for entry in entries {
            let name = entry.filename.clone().unwrap_or_else(|| frames.len().to_string());
            frames.push(entry.cut(name, &sheet, budget)?);
        }
        sheets.insert(picture, sheet);
    }
    let meta = atlas.meta.unwrap_or_default();
    let mut slices = Vec::new();
    for slice in meta.slices {
        slices.extend(slice.into_slice(&frames)?);
    }
    let tags = meta.frame_tags.into_iter().filter_map(|tag| clip_tag(tag.into_tag(), frames.len())).collect();
    Ok(Sprite { format: Format::Atlas, frames, slices, tags })
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

fn parse(json: &[u8]) -> Result<Atlas, ErrorKind> {
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

/// The file as it is written. Unknown keys are ignored.
#[derive(Deserialize)]
struct Atlas {
    frames: Option<AtlasEntries>,
    textures: Option<Vec<Texture>>,
    meta: Option<Meta>,
    #[serde(rename = "tilewidth")]
    tile_width: Option<IgnoredAny>,
}

/// A picture and the frames that lie on it.
struct AtlasPage<'a> {
    picture: &'a str,
    entries: &'a [AtlasEntry],
}

impl Atlas {
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
            (None, None) if self.tile_width.is_some() => {
                return Err(not("it is a Tiled tileset; load its picture with a grid instead"));
            }
            (None, None) => return Err(not("there is neither \"frames\" nor \"textures\" at the top")),
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
        struct ListOrNames;
        impl<'de> Visitor<'de> for ListOrNames {
            type Value = AtlasEntries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of frames or an object of frames by name")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AtlasEntries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = list.next_element()? {
                    entries.push(entry);
                }
                Ok(AtlasEntries(entries))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut names: A) -> Result<AtlasEntries, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, entry)) = names.next_entry::<String, AtlasEntry>()? {
                    entries.push(AtlasEntry { filename: Some(name), ..entry });
                }
                Ok(AtlasEntries(entries))
            }
        }
        deserializer.deserialize_any(ListOrNames)
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
    /// In milliseconds.
    duration: Option<Whole>,
}

impl AtlasEntry {
    /// Cuts the frame out of its sheet and undoes what the packing did to it.
    fn cut(&self, name: String, sheet: &Image, budget: &Budget) -> Result<Frame, ErrorKind> {
        let JsonRect { x: Whole(x), y: Whole(y), w: Whole(w), h: Whole(h) } = self.frame;
        let (packed_w, packed_h) = if self.rotated { (h, w) } else { (w, h) };
        let picture = [sheet.width(), sheet.height()];
        let rect = [x, y, packed_w, packed_h];
        let Some([x, y, ..]) = inside(rect, picture) else {
            return Err(ErrorKind::FrameOutside { frame: name, rect, picture });
        };

        let JsonSize { w: Whole(source_w), h: Whole(source_h) } =
            self.source_size.unwrap_or(JsonSize { w: Whole(w), h: Whole(h) });
        // A side below zero is as wrong as a huge one, and the limits refuse huge ones.
        let side = |side: i64| u32::try_from(side).unwrap_or(u32::MAX);
        let source_size = [side(source_w), side(source_h)];
        budget.take_picture(source_size[0], source_size[1])?;
        budget.work(2 * area(source_size[0], source_size[1]), Work::Draw)?;
        let trim_at = self.sprite_source_size.map_or([0, 0], |rect| [rect.x.0, rect.y.0]);
        let rect = [trim_at[0], trim_at[1], w, h];
        let Some([trim_x, trim_y, w, h]) = inside(rect, source_size) else {
            return Err(ErrorKind::TrimOutside { frame: name, rect, source_size });
        };

        let pivot = match self.pivot {
            Some(JsonPoint { x, y }) => {
                Some(near([x * f64::from(source_size[0]), y * f64::from(source_size[1])], "frame", &name)?)
            }
            None => None,
        };
        let mut image = Image::clear(source_size[0], source_size[1])?;
        for row in 0..h {
            let to = image.row_mut(trim_x, trim_y + row, w);
            if self.rotated {
                // Turning clockwise took (column, row) to (h - 1 - row, column).
                for (to, column) in to.chunks_exact_mut(4).zip(0..w) {
                    to.copy_from_slice(sheet.row(x + (h - 1 - row), y + column, 1));
                }
            } else {
                to.copy_from_slice(sheet.row(x, y + row, w));
            }
        }
        Ok(Frame {
            name,
            duration: self.duration.map(|Whole(ms)| Duration::from_millis(ms.try_into().unwrap_or(0))),
            pivot,
            // Within the limits, sides fit an `i32`.
            trim: Rect::new(trim_x as i32, trim_y as i32, w, h),
            image,
        })
    }
}

/// The pivot of a frame or slice, if it is nearer than 2^31 pixels: no sprite can be farther away.
fn near(pivot: [f64; 2], of: &str, name: &str) -> Result<[f64; 2], ErrorKind> {
    const FARTHEST: f64 = 2_147_483_648.0;
    if pivot.iter().all(|at| at.abs() < FARTHEST) {
        return Ok(pivot);
    }
    let [x, y] = pivot;
    let reason =
        format!("the pivot of {of} {name:?} lies at ({x:e}, {y:e}), farther than {FARTHEST} pixels away");
    Err(ErrorKind::NotAnAtlas { reason })
}

/// The rectangle, if all of it lies in a picture of this size.
fn inside([x, y, w, h]: [i64; 4], [width, height]: [u32; 2]) -> Option<[u32; 4]> {
    let unsigned = |number: i64| u32::try_from(number).ok();
    let [x, y, w, h] = [unsigned(x)?, unsigned(y)?, unsigned(w)?, unsigned(h)?];
    let fits = x.checked_add(w)? <= width && y.checked_add(h)? <= height;
    fits.then_some([x, y, w, h])
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
    /// In pixels of the slice.
    pivot: Option<JsonPoint>,
}

impl JsonSlice {
    fn into_slice(self, frames: &[Frame]) -> Result<Option<Slice>, ErrorKind> {
        for JsonPoint { x, y } in self.keys.iter().filter_map(|key| key.pivot) {
            near([x, y], "slice", &self.name)?;
        }
        let keys = self.keys.into_iter().map(|key| {
            let JsonRect { x, y, w, h } = key.bounds;
            (key.frame.0, [x.0, y.0, w.0, h.0], key.pivot.map(|pivot| [pivot.x, pivot.y]))
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
        Tag { name: self.name, first: number(self.from), last: number(self.to), direction }
    }
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
