//! What `hitmask inspect` tells about levels.

use hitmask::TileKind;
use hitmask_assets::{
    Level, LevelContent, LevelFile, LevelLayer, LevelMap, LevelOrientation, LevelPixels, LevelRule,
    LevelTileSet, printable,
};
use serde::Serialize;

use super::inspect_map::{MapReport, maps};
use super::inspect_parts::RectReport;
use crate::error::Error;
use crate::sprite_name::SpriteName;
use crate::table::{TableCell, table};
use crate::words::counted;

/// What is known about a file of levels: the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct LevelInspection {
    file: String,
    /// The file as it is printed.
    #[serde(skip)]
    shown: String,
    /// "Tiled map" or "LDtk project".
    format: String,
    threshold: u8,
    levels: Vec<LevelReport>,
    sets: Vec<SetReport>,
    /// What is wrong with the layers whose pixels are not known.
    #[serde(skip)]
    undrawn: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LevelReport {
    name: String,
    /// "orthogonal", "isometric", "staggered", "hexagonal" or "oblique".
    orientation: &'static str,
    infinite: bool,
    /// In cells.
    size: [u32; 2],
    /// In pixels.
    cell: [u32; 2],
    /// Its rectangle in pixels: x, y, width, height.
    area: RectReport,
    layers: Vec<LayerReport>,
}

#[derive(Debug, Serialize)]
struct LayerReport {
    name: String,
    /// "cells", "tiles", "objects" or "picture".
    holds: &'static str,
    /// "solid", "one-way", "sensor" or "none", if the layer says it.
    kind: Option<&'static str>,
    visible: bool,
    offset: [f64; 2],
    /// How many cells are filled, or how many tiles or objects there are.
    count: u64,
    /// What it holds as a tile map, if it can be one.
    tile_map: Option<MapReport>,
    /// The number of solid pixels. None if they are not known, because an SVG is needed for them.
    solid: Option<u64>,
    /// The tight rectangle around the solid pixels, in pixels of the level.
    bounds: Option<RectReport>,
}

#[derive(Debug, Serialize)]
struct SetReport {
    name: String,
    /// The number of its tile 0 in the level.
    first: u32,
    tiles: usize,
    /// How many tiles are of each kind that is said of them, and how many have collision shapes.
    one_way: usize,
    sensor: usize,
    none: usize,
    with_shapes: usize,
    /// The numbers of the tiles whose collision shapes cover nothing, so that their pictures count.
    empty_shapes: Vec<u32>,
}

impl LevelInspection {
    pub(super) fn new(name: &SpriteName, file: &LevelFile, rule: &LevelRule) -> Result<Self, Error> {
        let (path, _) = name.resolve();
        let in_file = |error| Error::in_file(&path, error);
        // The limits hold for all layers together.
        let pixels = file.pixels(rule).map_err(in_file)?;
        let undrawn = pixels.iter().filter_map(|layer| Some(layer.as_ref().err()?.to_string())).collect();
        let pixels = pixels.into_iter().map(Result::ok);
        // Whoever makes a map of a layer that is beyond the limits is told so. Here it is a layer without one.
        let maps = file.tile_maps(rule).map_err(in_file)?.into_iter().map(Result::ok);
        let mut drawn = pixels.zip(maps);
        let levels = file.levels.iter().map(|level| LevelReport::new(level, &mut drawn)).collect();
        Ok(LevelInspection {
            file: name.text(),
            shown: name.to_string(),
            format: file.format.to_string(),
            threshold: rule.threshold,
            levels,
            sets: file
                .levels
                .first()
                .into_iter()
                .flat_map(|level| &level.sets)
                .map(|set| SetReport::new(set))
                .collect(),
            undrawn,
        })
    }

    pub(super) fn text(&self) -> String {
        let levels = match &self.levels[..] {
            [level] if level.name.is_empty() => String::new(),
            levels => format!(", {}", counted(levels.len() as u64, "level", "levels")),
        };
        let mut text = format!("{}: {}{levels}\n", self.shown, self.format);
        self.levels.iter().for_each(|level| text += &level.text(self.threshold));
        let header = ["set", "first", "tiles", "one-way", "sensor", "none", "with shapes"];
        let rows: Vec<Vec<TableCell>> = self.sets.iter().map(SetReport::row).collect();
        text += &table(&header, &rows, "  ");
        self.notes().for_each(|note| text += &format!("  note: {note}\n"));
        text
    }

    /// A sentence about each layer whose pixels are not known, and about each set whose tiles have shapes that cover nothing.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> + '_ {
        let sets = self.sets.iter().filter_map(|set| {
            let first = set.empty_shapes.first()?;
            let tiles = counted(set.empty_shapes.len() as u64, "tile", "tiles");
            let name = printable(&set.name);
            Some(format!(
                "the collision shapes of {tiles} of set \"{name}\", such as tile {first}, cover nothing (points, lines, 0 x 0): \
                 pictures count instead"
            ))
        });
        self.undrawn.iter().cloned().chain(sets)
    }
}

impl LevelReport {
    /// `drawn` gives what is drawn of each layer.
    fn new(level: &Level, drawn: &mut impl Iterator<Item = (Option<LevelPixels>, Option<LevelMap>)>) -> Self {
        LevelReport {
            name: level.name.clone(),
            orientation: match level.orientation {
                LevelOrientation::Isometric => "isometric",
                LevelOrientation::Staggered { .. } => "staggered",
                LevelOrientation::Hexagonal { .. } => "hexagonal",
                LevelOrientation::Oblique { .. } => "oblique",
                _ => "orthogonal",
            },
            infinite: level.infinite,
            size: level.size,
            cell: level.cell,
            area: level.area().into(),
            layers: level
                .layers
                .iter()
                .zip(drawn)
                .map(|(layer, drawn)| LayerReport::new(layer, drawn))
                .collect(),
        }
    }

    fn text(&self, threshold: u8) -> String {
        let [[columns, rows], [w, h]] = [self.size, self.cell];
        let size = if self.infinite {
            format!("infinite, cells of {w}x{h}")
        } else {
            format!("{columns}x{rows} cells of {w}x{h}")
        };
        let name = if self.name.is_empty() {
            String::new()
        } else {
            format!("level \"{}\": ", printable(&self.name))
        };
        let mut text = format!("  {name}{}, {size}, {}\n", self.orientation, self.area);
        let solid = format!("solid at {threshold}");
        let header = ["layer", "holds", "kind", "filled", &solid, "bounds", "offset", "shown"];
        let rows: Vec<Vec<TableCell>> = self.layers.iter().map(LayerReport::row).collect();
        text += &table(&header, &rows, "  ");
        text + &maps(self.layers.iter().map(|layer| (layer.name.as_str(), layer.tile_map.as_ref())))
    }
}

impl LayerReport {
    fn new(layer: &LevelLayer, (pixels, map): (Option<LevelPixels>, Option<LevelMap>)) -> Self {
        let place = |pixels: &LevelPixels| pixels.mask.bounds()?.checked_translate(pixels.corner);
        let bounds = pixels.as_ref().and_then(place);
        let (holds, count) = match &layer.content {
            LevelContent::Cells(chunks) => {
                ("cells", chunks.iter().map(|chunk| chunk.filled().count() as u64).sum())
            }
            LevelContent::Tiles(tiles) => ("tiles", tiles.len() as u64),
            LevelContent::Objects(objects) => ("objects", objects.len() as u64),
            _ => ("picture", 1),
        };
        LayerReport {
            name: layer.name.clone(),
            holds,
            kind: layer.kind().map(word),
            visible: layer.visible,
            offset: layer.offset,
            count,
            tile_map: map.map(|found| MapReport::new(&found.map, found.corner)),
            solid: pixels.map(|pixels| pixels.mask.count()),
            bounds: bounds.map(RectReport::from),
        }
    }

    fn row(&self) -> Vec<TableCell> {
        let [x, y] = self.offset;
        vec![
            TableCell::text(&self.name),
            TableCell::text(self.holds),
            TableCell::text(self.kind.unwrap_or("")),
            TableCell::number(self.count),
            TableCell::number(self.solid.map_or_else(|| "unknown".to_owned(), |solid| solid.to_string())),
            TableCell::text(match self.bounds {
                Some(bounds) => bounds.to_string(),
                None => if self.solid.is_some() { "none" } else { "" }.to_owned(),
            }),
            TableCell::text(if self.offset == [0.0; 2] { String::new() } else { format!("({x}, {y})") }),
            TableCell::text(if self.visible { "yes" } else { "no" }),
        ]
    }
}

/// The word that names a kind.
fn word(kind: TileKind) -> &'static str {
    match kind {
        TileKind::OneWay => "one-way",
        TileKind::OneWayRight => "one-way-right",
        TileKind::OneWayDown => "one-way-down",
        TileKind::OneWayLeft => "one-way-left",
        TileKind::Sensor => "sensor",
        TileKind::Nothing => "none",
        _ => "solid",
    }
}

impl SetReport {
    fn new(set: &LevelTileSet) -> Self {
        // What is said of the whole set is said of most tiles, and a set may have millions.
        let of_set = set.kind(u32::MAX);
        let mut report = SetReport {
            name: set.name.clone(),
            first: set.first,
            tiles: 0,
            one_way: 0,
            sensor: 0,
            none: 0,
            with_shapes: 0,
            empty_shapes: Vec::new(),
        };
        for id in set.ids() {
            let tile = set.tile(id);
            report.tiles += 1;
            if let Some(tile) = tile.filter(|tile| !tile.shapes.is_empty()) {
                match tile.is_shaped() {
                    true => report.with_shapes += 1,
                    false => report.empty_shapes.push(id),
                }
            }
            match if tile.is_some() { set.kind(id) } else { of_set } {
                Some(kind) if kind.open_side().is_some() => report.one_way += 1,
                Some(TileKind::Sensor) => report.sensor += 1,
                Some(TileKind::Nothing) => report.none += 1,
                _ => {}
            }
        }
        report
    }

    fn row(&self) -> Vec<TableCell> {
        let number =
            |count: usize| TableCell::number(if count == 0 { String::new() } else { count.to_string() });
        vec![
            TableCell::text(&self.name),
            TableCell::number(self.first),
            TableCell::number(self.tiles),
            number(self.one_way),
            number(self.sensor),
            number(self.none),
            number(self.with_shapes),
        ]
    }
}
