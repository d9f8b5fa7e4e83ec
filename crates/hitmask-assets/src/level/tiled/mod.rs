//! Tiled's maps, in XML and in JSON, with tile sets and templates in files of their own.

mod data;
mod grid;
mod layers;
mod objects;
mod raw;
mod sets;
pub(super) mod value;
mod xml;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use serde::Deserialize;

use super::cell::LevelOrientation;
use super::model::{Level, LevelFile};
use super::object::LevelObject;
use super::parts::Parts;
use super::property::LevelProperties;
use super::tile_set::LevelTileSet;
use super::whole::{side, whole};
use crate::Format;
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::{Budget, Work};
use crate::other::xml_top;

use self::grid::{Above, Grid};
use self::raw::{RawLayer, RawMap, RawObject, RawProperties, RawSet};

/// The greatest width and height in cells, and the farthest column and row of an infinite map.
const MOST_CELLS: i64 = 1 << 24;
/// The greatest sides of cells and tiles, and the greatest offsets of sets, in pixels.
const MOST_PIXELS: i64 = 65_535;
/// The most files of sets and templates that name each other in a row. A set names templates, and a template names a set.
const MOST_FILES: usize = 16;

/// Whether XML holds a map, not a tile set or a template.
pub(super) fn is_map(text: &[u8]) -> bool {
    xml_top(text) == Some("map")
}

/// Which levels JSON holds.
pub(super) fn json_kind(text: &[u8]) -> Option<Format> {
    let text = std::str::from_utf8(text).ok()?;
    let has = |name: &str| text.contains(name);
    if has("json-schema.org") {
        // A schema has the names of everything.
        return None;
    }
    if has("\"jsonVersion\"") && has("\"defs\"") {
        Some(Format::Ldtk)
    } else {
        (has("\"orientation\"") && has("\"layers\"") && has("\"tilesets\"")).then_some(Format::Tiled)
    }
}

pub(super) fn decode<R: FnMut(&str) -> Result<Vec<u8>>>(
    text: &[u8],
    parts: &mut Parts<'_, R>,
) -> Result<LevelFile> {
    let budget = parts.budget;
    let mut reader = Reader {
        parts,
        sets: Vec::new(),
        sources: Vec::new(),
        known: HashMap::new(),
        templates: HashMap::new(),
        open: Vec::new(),
    };
    let level = if text.starts_with(b"<") {
        xml::with_top(text, "map", budget, |top| reader.map(raw::map(top)?))?
    } else {
        with_json(text, budget, |map| reader.map(map))?
    };
    Ok(LevelFile { format: Format::Tiled, levels: vec![level] })
}

/// Reads JSON, and calls `read` with it.
fn with_json<'a, J: Deserialize<'a>, T>(
    text: &'a [u8],
    budget: &Budget,
    read: impl FnOnce(J) -> Result<T>,
) -> Result<T> {
    budget.work(text.len() as u64, Work::Unpack)?;
    let _held = budget.hold(parsed_bytes(text))?;
    read(serde_json::from_slice(text).map_err(|error| ErrorKind::corrupt(Format::Tiled, error))?)
}

/// The most memory that the parsed text takes, and what is made of it. Each part that takes more memory than its text begins with a brace,
/// and lies in a list that may have room for four times as many parts.
fn parsed_bytes(json: &[u8]) -> u64 {
    const LARGEST: usize = {
        let (layer, object, set) = (size_of::<RawLayer>(), size_of::<RawObject>(), size_of::<RawSet>());
        let larger = if layer > object { layer } else { object };
        if set > larger { set } else { larger }
    };
    let braces = json.iter().filter(|byte| matches!(byte, b'{')).count() as u64;
    (4 * LARGEST as u64 + 2 * size_of::<LevelObject>() as u64) * braces + 2 * json.len() as u64
}

/// Puts a level together.
struct Reader<'p, 'a, R> {
    parts: &'p mut Parts<'a, R>,
    sets: Vec<Arc<LevelTileSet>>,
    /// The files of the sets, in the same order.
    sources: Vec<Option<String>>,
    /// The sets that were read from files.
    known: HashMap<String, LevelTileSet>,
    templates: HashMap<String, Rc<LevelObject>>,
    /// The sets and templates that are being read, each named by the one before it.
    open: Vec<String>,
}

impl<R: FnMut(&str) -> Result<Vec<u8>>> Reader<'_, '_, R> {
    fn budget(&self) -> &Budget {
        self.parts.budget
    }

    /// Reads the file of a set or template, which may name others. A circle of files is refused.
    fn with_file<T>(&mut self, path: &str, read: impl FnOnce(&[u8], &mut Self) -> Result<T>) -> Result<T> {
        let found = if self.open.iter().any(|open| open == path) {
            Err(ErrorKind::level("it names itself, directly or through other files").into())
        } else if self.open.len() >= MOST_FILES {
            Err(ErrorKind::level(format!("more than {MOST_FILES} files name each other in a row")).into())
        } else {
            // The file is read while the reader is in use, so its bytes are copied out first.
            let bytes = self.parts.with(path, |bytes, parts| {
                parts.budget.keep((bytes.len() + path.len()) as u64)?;
                Ok(bytes.to_vec())
            })?;
            self.open.push(path.to_owned());
            let found = read(&bytes, self);
            self.open.pop();
            found
        };
        found.map_err(|error| ErrorKind::LevelPart { name: path.to_owned(), error }.into())
    }

    fn map(&mut self, raw: RawMap<'_>) -> Result<Level> {
        let cell = [
            side(raw.tile_width, "the width of a cell", 1, MOST_PIXELS)?,
            side(raw.tile_height, "the height of a cell", 1, MOST_PIXELS)?,
        ];
        let size =
            [side(raw.width, "the width", 0, MOST_CELLS)?, side(raw.height, "the height", 0, MOST_CELLS)?];
        let even = raw.stagger_index == "even";
        let columns = raw.stagger_axis == "x";
        let skew = |skew, what| whole(skew, what, -MOST_PIXELS, MOST_PIXELS).map(|skew| skew as i32);
        let orientation = match raw.orientation.as_str() {
            "" | "orthogonal" => LevelOrientation::Orthogonal,
            "isometric" => LevelOrientation::Isometric,
            "staggered" => LevelOrientation::Staggered { columns, even },
            "hexagonal" => {
                let along = cell[usize::from(!columns)];
                let side = side(raw.hex_side, "the hex side length", 0, i64::from(along))?;
                LevelOrientation::Hexagonal { columns, even, side }
            }
            "oblique" => {
                LevelOrientation::Oblique { x: skew(raw.skew_x, "skewx")?, y: skew(raw.skew_y, "skewy")? }
            }
            other => {
                let reason = format!("the orientation {} is not known", quoted(other));
                return Err(ErrorKind::level(reason).into());
            }
        };
        for raw in raw.sets {
            let first = side(raw.first, "the first gid of a tile set", 1, (1 << 28) - 1)?;
            let source = raw.source.as_ref().map(|source| super::parts::joined("", source));
            let set = self.set(raw, "")?;
            self.add_set(set, first, source)?;
        }
        // A reader that looks tiles up needs them ordered, and Tiled writes them so.
        if !self.sets.is_sorted_by(|a, b| a.first < b.first) {
            return Err(ErrorKind::level("the tile sets are not ordered by their first gids").into());
        }
        let properties = self.properties(raw.properties)?;
        let grid = Grid { orientation, cell, size };
        let mut layers = Vec::new();
        self.layers(raw.layers, &grid, &Above::default(), 0, &mut layers)?;
        let mut level = Level {
            name: String::new(),
            class: raw.class,
            orientation,
            size,
            cell,
            extent: [0, 0],
            infinite: raw.infinite.0,
            position: [0, 0],
            layers,
            sets: std::mem::take(&mut self.sets),
            properties,
        };
        level.extent = level.screen_size().map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        Ok(level)
    }

    fn properties(&self, raw: RawProperties<'_>) -> Result<LevelProperties, ErrorKind> {
        match raw {
            RawProperties::Json(json) => value::from_json(json, self.budget()),
            RawProperties::Read(read) => Ok(read),
        }
    }
}

/// A list of numbers in JSON as cells.
pub(super) fn numbers(
    json: &serde_json::value::RawValue,
    size: [u32; 2],
    budget: &Budget,
) -> Result<Vec<super::cell::LevelCell>, ErrorKind> {
    data::Encoding { encoding: "csv", compression: "" }.read(raw::RawCells::Json(json), size, budget)
}
