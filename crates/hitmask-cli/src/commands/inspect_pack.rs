//! What `hitmask inspect` tells about a pack.

use hitmask::{Pack, PackEntry};
use hitmask_assets::{ErrorKind, Slice, Tag, printable};
use serde::Serialize;

use super::inspect_map::{MapReport, maps};
use super::inspect_parts::{RectReport, SliceReport, TagReport};
use crate::error::Error;
use crate::sprite_name::SpriteName;
use crate::table::{TableCell, table};
use crate::words::counted;

/// What is known about a pack: the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct PackInspection {
    file: String,
    /// The file as it is printed.
    #[serde(skip)]
    shown: String,
    format: &'static str,
    bytes: usize,
    entries: Vec<EntryReport>,
    /// The sprites with several frames, slices or tags.
    sprites: Vec<PackedSpriteReport>,
}

#[derive(Debug, Serialize)]
struct EntryReport {
    name: String,
    size: [u32; 2],
    /// "mask" or "alpha".
    form: &'static str,
    /// "bits", "edges", "bytes" or "stretches".
    coding: &'static str,
    /// The least alpha that is solid.
    level: u8,
    /// The number of solid pixels.
    solid: u64,
    /// The part that is stored: x, y, width, height.
    trim: Option<RectReport>,
    /// The bytes in the pack.
    bytes: u64,
    duration_ms: Option<u64>,
    pivot: Option<[f64; 2]>,
    /// The corners of the outline, if there is one.
    outline_corners: Option<usize>,
    /// What its tile map holds, if there is one.
    tile_map: Option<MapReport>,
}

#[derive(Debug, Serialize)]
struct PackedSpriteReport {
    name: String,
    /// The entries of its frames.
    frames: Vec<String>,
    slices: Vec<SliceReport>,
    tags: Vec<TagReport>,
}

impl PackInspection {
    /// Decodes every entry, so a damaged one is found.
    pub(super) fn new(name: &SpriteName, pack: &Pack<Vec<u8>>) -> Result<Self, Error> {
        let (file, _) = name.resolve();
        let entries = pack.entries().map(EntryReport::new).collect::<Result<_, _>>();
        let sprites = pack.sprites().map(|sprite| PackedSpriteReport {
            name: sprite.name().to_owned(),
            frames: sprite.frames().map(|entry| entry.name().to_owned()).collect(),
            slices: sprite.slices().map(|slice| SliceReport::new(&Slice::from_pack(slice))).collect(),
            tags: sprite.tags().map(|tag| TagReport::new(&Tag::from_pack(tag))).collect(),
        });
        Ok(PackInspection {
            file: name.text(),
            shown: name.to_string(),
            format: "pack",
            bytes: pack.bytes().len(),
            entries: entries.map_err(|error| Error::in_file(&file, ErrorKind::Pack(error).into()))?,
            sprites: sprites
                .filter(|sprite| {
                    sprite.frames.len() > 1 || !sprite.slices.is_empty() || !sprite.tags.is_empty()
                })
                .collect(),
        })
    }

    pub(super) fn text(&self) -> String {
        let entries = counted(self.entries.len() as u64, "entry", "entries");
        let mut text = format!("{}: pack, {entries}, {} B\n", self.shown, self.bytes);
        let header = [
            "entry", "size", "form", "level", "solid", "trim", "coding", "bytes", "time", "pivot", "outline",
        ];
        let rows: Vec<Vec<TableCell>> = self.entries.iter().map(EntryReport::row).collect();
        text += &table(&header, &rows, "  ");
        text += &maps(self.entries.iter().map(|entry| (entry.name.as_str(), entry.tile_map.as_ref())));
        for PackedSpriteReport { name, frames, slices, tags } in &self.sprites {
            let frames = counted(frames.len() as u64, "frame", "frames");
            text += &format!("  sprite \"{}\": {frames}\n", printable(name));
            slices.iter().for_each(|slice| text += &slice.text("    "));
            tags.iter().for_each(|tag| text += &tag.line("    "));
        }
        text
    }
}

impl EntryReport {
    fn new(entry: PackEntry<'_>) -> Result<Self, hitmask::DecodeError> {
        let (w, h) = entry.size();
        Ok(EntryReport {
            name: entry.name().to_owned(),
            size: [w, h],
            form: if entry.has_alpha() { "alpha" } else { "mask" },
            coding: entry.coding_name(),
            level: entry.level(),
            solid: entry.mask()?.count(),
            trim: Some(entry.trim()).filter(|trim| trim.w > 0).map(RectReport::from),
            bytes: entry.stored_bytes(),
            duration_ms: entry.duration().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            pivot: entry.pivot().map(hitmask::PointQ16::to_f64),
            outline_corners: entry.outline()?.map(|outline| outline.point_count()),
            tile_map: entry.tile_map()?.map(|(map, corner)| MapReport::new(&map, corner)),
        })
    }

    fn row(&self) -> Vec<TableCell> {
        let [w, h] = self.size;
        let trim = self.trim.map_or_else(|| "none".to_owned(), |trim| trim.to_string());
        vec![
            TableCell::text(&self.name),
            TableCell::text(format!("{w}x{h}")),
            TableCell::text(self.form),
            TableCell::number(self.level),
            TableCell::number(self.solid),
            TableCell::text(trim),
            TableCell::text(self.coding),
            TableCell::number(format!("{} B", self.bytes)),
            TableCell::number(self.duration_ms.map_or_else(String::new, |time| format!("{time} ms"))),
            TableCell::text(self.pivot.map_or_else(String::new, |[x, y]| format!("({x}, {y})"))),
            TableCell::text(
                self.outline_corners.map_or_else(String::new, |n| counted(n as u64, "corner", "corners")),
            ),
        ]
    }
}
