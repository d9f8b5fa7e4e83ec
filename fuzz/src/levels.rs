//! Levels from any bytes: an error, or levels that are within the limits and whose layers give what they promise.

use std::sync::OnceLock;

use hitmask::Mask;
use hitmask_assets::{
    Image, Level, LevelContent, LevelFile, LevelLayer, LevelRule, Limits, Result, decode_levels, encode_png,
};

use crate::allocations::peak;

/// Small limits, so that the time is spent in the readers.
const LIMITS: Limits = Limits {
    max_side: 4096,
    max_pixels: 1 << 18,
    max_frames: 64,
    max_file_bytes: 1 << 20,
    max_memory: 1 << 24,
    max_work: 1 << 22,
};

/// Memory that is not counted in advance: the state of decoders, errors, and what allocators round up.
const SLACK: usize = 1 << 20;

/// Maps of Tiled, in XML and in JSON.
pub(crate) fn tiled(bytes: &[u8]) {
    check(bytes, &[]);
}

/// Projects of LDtk. If they have levels in files of their own, these are the same bytes again, as if they were a level.
pub(crate) fn ldtk(bytes: &[u8]) {
    check(
        bytes,
        br#"{"identifier": "A", "pxWid": 16, "pxHei": 16, "externalRelPath": null, "layerInstances": []}"#,
    );
}

/// A file that a level names. Its name says what it is.
fn part(name: &str, level: &[u8]) -> Vec<u8> {
    const SET: &str = r#"<tileset name="s" tilewidth="8" tileheight="8"><image source="a.png"/>
        <tile id="1" class="one-way"><objectgroup><object id="1" x="1" y="2" width="5" height="4"><ellipse/></object></objectgroup></tile></tileset>"#;
    const TEMPLATE: &str = r#"<template><tileset firstgid="1" source="a.tsx"/><object name="t" gid="2" width="9" height="8"/></template>"#;
    static PICTURE: OnceLock<Vec<u8>> = OnceLock::new();
    match name.rsplit('.').next() {
        Some("tsx") => SET.into(),
        Some("tx") => TEMPLATE.into(),
        Some("ldtkl") => level.to_vec(),
        _ => {
            let picture = PICTURE.get_or_init(|| {
                let pixels = (0..29 * 20 * 4_u32).map(|i| (i * 37 % 251) as u8);
                encode_png(&Image::from_rgba8(29, 20, pixels.collect()).expect("four bytes for each pixel"))
            });
            picture.clone()
        }
    }
}

fn check(bytes: &[u8], level: &[u8]) {
    let Some(file) = said(within_memory(|| decode_levels(bytes, |name| Ok(part(name, level)), &LIMITS)))
    else {
        return;
    };
    assert!(!file.levels.is_empty());
    for (level, layer) in
        file.levels.iter().flat_map(|level| level.layers.iter().map(move |layer| (level, layer)))
    {
        let found = level.layer(&layer.name).expect("a layer by its name");
        assert_eq!(found.name, layer.name);
        cells(level, layer);
        pixels(&file, level, layer);
    }
}

/// Every filled cell has a tile that exists, and pieces have as many cells as their areas.
fn cells(level: &Level, layer: &LevelLayer) {
    let LevelContent::Cells(chunks) = &layer.content else { return };
    for chunk in chunks {
        assert_eq!(chunk.cells.len() as u64, chunk.area.area());
        for ([x, y], cell) in chunk.filled() {
            assert_eq!(chunk.cell(x, y), Some(cell));
            let (set, id) = level.tile(cell.tile().expect("it is filled")).expect("a tile");
            assert!(set.size(id).is_some());
        }
    }
}

/// A tile map has the pixels of the flat mask.
fn pixels(file: &LevelFile, level: &Level, layer: &LevelLayer) {
    let rule = LevelRule { limits: LIMITS, ..LevelRule::default() };
    let Some(flat) = said(within_memory(|| level.pixels(layer, &rule))) else { return };
    let _ = said(within_memory(|| level.frame(layer, &rule)));
    let _ = said(file.select(&layer.name));
    let Some(map) = said(within_memory(|| level.tile_map(layer, &rule))) else { return };
    // Pieces may lie over each other in a file that breaks the rules. Then the last one counts in the map.
    if matches!(&layer.content, LevelContent::Cells(chunks) if chunks.len() > 1) {
        return;
    }
    let mut of_map = Mask::new(flat.mask.width(), flat.mask.height());
    let offset = map.corner.checked_sub(flat.corner);
    if let Some(offset) = offset {
        of_map.union_with(&map.map, offset);
        assert!(of_map == flat.mask, "the map has other pixels than the flat mask");
    }
}

/// Checks that errors are sentences.
fn said<T>(result: Result<T>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// Runs `f` and checks that its result holds no more memory than the limit allows.
fn within_memory<T>(f: impl FnOnce() -> T) -> T {
    let (result, held) = peak(f);
    assert!(held <= LIMITS.max_memory as usize + SLACK, "{held} bytes were held at a time");
    result
}
