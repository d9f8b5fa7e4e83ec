//! The model of a level, the same for all formats.

use std::collections::HashSet;
use std::sync::Arc;

use hitmask::{Rect, TileCell, TileKind};

use super::cell::{LevelCell, LevelOrientation};
use super::kind::kind_said;
use super::object::LevelObject;
use super::parts::undrawn;
use super::property::LevelProperties;
use super::tile_set::{LevelTileSet, set_of};
use crate::error::{ErrorKind, Result};
use crate::sprite::{counted_name, first_of_several, similar_of};
use crate::{Format, Image, printable};

/// The levels of a file: one of a Tiled map, all of an LDtk project.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelFile {
    /// [`Format::Tiled`] or [`Format::Ldtk`].
    pub format: Format,
    /// The levels in the order of the file. There is at least one.
    pub levels: Vec<Level>,
}

/// A level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Level {
    /// The identifier of an LDtk level, with that of its world and a slash before it if the project has several worlds. Empty for a Tiled
    /// map, which has no name.
    pub name: String,
    /// The class of a Tiled map.
    pub class: String,
    /// How cells lie on the screen.
    pub orientation: LevelOrientation,
    /// The width and height in cells. Those of an infinite map mean little: see [`Level::area`]. Of an LDtk level it is the size in
    /// pixels divided by the grid of the project, rounded up.
    pub size: [u32; 2],
    /// The width and height of a cell in pixels. LDtk's layers may have other cells: [`LevelLayer::cell`].
    pub cell: [u32; 2],
    /// The width and height on the screen in pixels.
    pub extent: [u32; 2],
    /// Whether the map has no size of its own: cells lie anywhere, also left of and above the origin.
    pub infinite: bool,
    /// Where the level lies in its world, in pixels. (0, 0) for a Tiled map.
    pub position: [i32; 2],
    /// The layers from back to front. Groups are dissolved: their offsets, their names and whether they are shown is in their layers.
    pub layers: Vec<LevelLayer>,
    /// The tile sets, ordered by their first numbers.
    pub sets: Vec<Arc<LevelTileSet>>,
    /// The custom properties of the map or level.
    pub properties: LevelProperties,
}

/// A layer of a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelLayer {
    /// Its name, with the names of its groups and slashes before it: `caves/ground`. An LDtk layer that has both values of an `IntGrid` and
    /// tiles is two layers; the one with the tiles has `.tiles` at the end of its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Whether it and its groups are shown.
    pub visible: bool,
    /// From 0 to 1, times that of its groups. It changes no mask.
    pub opacity: f64,
    /// Where its origin lies in the level, in pixels, with the offsets of its groups. Parallax is ignored.
    pub offset: [f64; 2],
    /// The width and height of its cells in pixels.
    pub cell: [u32; 2],
    /// Its custom properties, with those of its groups that have other names.
    pub properties: LevelProperties,
    /// What is on it.
    pub content: LevelContent,
}

/// What is on a layer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LevelContent {
    /// Tiles in cells. An infinite map has several pieces; pieces of one layer do not overlap. Any other map has exactly one.
    Cells(Vec<LevelCells>),
    /// Tiles that do not lie in cells of their own: LDtk can stack and shift tiles. From back to front.
    Tiles(Vec<LevelTileAt>),
    /// Objects, in the order of the file.
    Objects(Vec<LevelObject>),
    /// A picture.
    Picture(LevelPicture),
}

/// A rectangle of cells.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct LevelCells {
    /// Where it lies, in cells.
    pub area: Rect,
    /// Its cells, row by row.
    pub cells: Vec<LevelCell>,
}

/// A tile that lies anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelTileAt {
    /// Where its upper left corner lies, in pixels of the layer.
    pub position: [i32; 2],
    /// The tile.
    pub cell: LevelCell,
}

/// The picture of an image layer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelPicture {
    /// The picture. It lies at the layer's offset. Empty if its pixels are not known: [`LevelPicture::undrawn`].
    pub image: Image,
    /// The width and height of a picture whose pixels are not read, an SVG. The layer has a place, but no mask.
    pub undrawn: Option<[u32; 2]>,
    /// Whether it is repeated along x and along y without end. Its pixels in masks are those of one copy.
    pub repeats: [bool; 2],
}

impl LevelPicture {
    /// A picture of a layer, drawn or not.
    pub(super) fn new(image: Image, repeats: [bool; 2]) -> LevelPicture {
        match image.is_drawn() {
            true => LevelPicture { image, undrawn: None, repeats },
            false => {
                let undrawn = Some([image.width(), image.height()]);
                LevelPicture { image: Image::default(), undrawn, repeats }
            }
        }
    }

    /// The picture, if its pixels are known.
    pub(super) fn pixels(&self) -> Result<&Image> {
        match self.undrawn {
            None => Ok(&self.image),
            Some(_) => Err(undrawn()),
        }
    }
}

impl std::fmt::Debug for LevelCells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LevelCells").field("area", &self.area).finish_non_exhaustive()
    }
}

impl LevelCells {
    /// The cell in this column and row of the level. None outside the area.
    #[must_use]
    pub fn cell(&self, column: i32, row: i32) -> Option<LevelCell> {
        if !self.area.contains((column, row)) {
            return None;
        }
        let at = |place: i32, start: i32| place.abs_diff(start) as usize;
        self.cells.get(at(row, self.area.y) * self.area.w as usize + at(column, self.area.x)).copied()
    }

    /// All cells that are not empty, with their columns and rows, row by row.
    pub fn filled(&self) -> impl Iterator<Item = ([i32; 2], LevelCell)> + '_ {
        let rows = self.cells.chunks_exact((self.area.w as usize).max(1));
        rows.zip(self.area.y..).flat_map(move |(row, y)| {
            let cells = row.iter().zip(self.area.x..);
            cells.filter(|(cell, _)| cell.tile().is_some()).map(move |(cell, x)| ([x, y], *cell))
        })
    }
}

impl LevelFile {
    /// The level and the layer that a selector means. `LAYER` is looked for in the only level, or in the first that has it;
    /// `LEVEL/LAYER` in that level. A layer is named as in [`LevelLayer::name`], or by the last part of that; the first match counts:
    /// [`LevelFile::selection_note`] says so. A number that is no name counts the layers of the first level from 0. `N:LAYER` is the N-th
    /// layer that is meant by the name, counted from 1.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchLayer`], with the most similar names.
    pub fn select(&self, selector: &str) -> Result<(&Level, &LevelLayer)> {
        let levels = || self.levels.iter();
        let found = levels()
            .find_map(|level| Some((level, level.layer(selector)?)))
            .or_else(|| {
                levels().find_map(|level| {
                    let rest = selector.strip_prefix(level.name.as_str())?.strip_prefix('/')?;
                    Some((level, level.layer(rest)?))
                })
            })
            .or_else(|| {
                let level = self.levels.first()?;
                Some((level, level.layers.get(selector.parse::<usize>().ok()?)?))
            })
            .or_else(|| {
                let (number, name) = counted_name(selector)?;
                self.meant(name).nth(number)
            });
        if let Some(found) = found {
            return Ok(found);
        }
        let names: Vec<String> = self.names().collect();
        let similar = similar_of(selector, names.iter().map(String::as_str));
        Err(ErrorKind::NoSuchLayer { wanted: selector.to_owned(), layers: names.len(), similar }.into())
    }

    /// All layers that a name may mean, those first that have it as a whole.
    fn meant<'a>(&'a self, name: &str) -> impl Iterator<Item = (&'a Level, &'a LevelLayer)> {
        let all =
            || self.levels.iter().flat_map(|level| level.layers.iter().map(move |layer| (level, layer)));
        let in_level = move |level: &Level| {
            let rest = name.strip_prefix(level.name.as_str()).and_then(|rest| rest.strip_prefix('/'));
            rest.filter(|_| !level.name.is_empty())
        };
        let is_whole = move |level: &Level, layer: &LevelLayer| {
            layer.name == name || in_level(level) == Some(layer.name.as_str())
        };
        let is_last = move |level: &Level, layer: &LevelLayer| {
            let last = layer.name.rsplit('/').next();
            last == Some(name) || last == in_level(level)
        };
        let whole = all().filter(move |(level, layer)| is_whole(level, layer));
        whole.chain(all().filter(move |(level, layer)| !is_whole(level, layer) && is_last(level, layer)))
    }

    /// What [`LevelFile::select`] has taken, if the selector could mean another layer, too: a sentence that says how to name it. None if it
    /// can mean only one.
    #[must_use]
    pub fn selection_note(&self, selector: &str) -> Option<String> {
        first_of_several(self.meant(selector).count(), "layers", &printable(selector))
    }

    /// The memory of the levels and all that they show, in bytes, about.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        let (mut sets, mut images) = (HashSet::new(), HashSet::new());
        let mut picture = |image: &Image| match images.insert(image.as_rgba8().as_ptr()) {
            true => image.as_rgba8().len() as u64,
            false => 0,
        };
        let mut bytes = size_of::<LevelFile>() as u64;
        for level in &self.levels {
            bytes += 2 * size_of::<Level>() as u64 + level.properties.bytes();
            for set in level.sets.iter().filter(|set| sets.insert(Arc::as_ptr(set))) {
                bytes += set.bytes() + set.images().map(&mut picture).sum::<u64>();
            }
            for layer in &level.layers {
                bytes +=
                    2 * size_of::<LevelLayer>() as u64 + layer.name.len() as u64 + layer.properties.bytes();
                bytes += match &layer.content {
                    LevelContent::Cells(pieces) => {
                        pieces.iter().map(|piece| 4 * piece.cells.len() as u64 + 128).sum()
                    }
                    LevelContent::Tiles(tiles) => size_of_val(&tiles[..]) as u64,
                    LevelContent::Objects(objects) => objects.iter().map(LevelObject::bytes).sum(),
                    LevelContent::Picture(shown) => picture(&shown.image),
                };
            }
        }
        bytes
    }

    /// The names of all layers, each with the name of its level if the file has several, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        let several = self.levels.len() > 1;
        self.levels.iter().flat_map(move |level| {
            level.layers.iter().map(move |layer| match several {
                true => format!("{}/{}", level.name, layer.name),
                false => layer.name.clone(),
            })
        })
    }
}

impl Level {
    /// The layer of this name, or the first whose name ends with it after a slash.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&LevelLayer> {
        let is_last = |layer: &&LevelLayer| layer.name.rsplit('/').next() == Some(name);
        self.layers.iter().find(|layer| layer.name == name).or_else(|| self.layers.iter().find(is_last))
    }

    /// The set of a tile, and its number in the set. None if no set has it.
    #[must_use]
    pub fn tile(&self, tile: u32) -> Option<(&LevelTileSet, u32)> {
        set_of(&self.sets, tile).filter(|(set, id)| set.picture(*id).is_some())
    }

    /// What a tile is for on a layer: what the tile or its set says, or else what the layer says, or else [`TileKind::Body`].
    #[must_use]
    pub fn kind(&self, layer: &LevelLayer, tile: u32) -> TileKind {
        let said = self.tile(tile).and_then(|(set, id)| set.kind(id));
        said.or_else(|| layer.kind()).unwrap_or_default()
    }

    /// The custom properties of a tile that was met in the [tile map](Level::tile_map) of a layer: what
    /// [`World::tile_at`](hitmask::World::tile_at) and [`TileView::overlap_tiles`](hitmask::TileView::overlap_tiles) give, or a tile of a touch in Bevy. Those of
    /// its set are not among them. Empty if it has none.
    #[must_use]
    pub fn tile_properties(&self, met: impl Into<TileCell>) -> &LevelProperties {
        static NONE: LevelProperties = LevelProperties::NONE;
        let tile = self.tile(met.into().tile).and_then(|(set, id)| set.tile(id));
        tile.map_or(&NONE, |tile| &tile.properties)
    }
}

impl LevelLayer {
    /// What the layer is for: what its property `hitmask` or its class says.
    #[must_use]
    pub fn kind(&self) -> Option<TileKind> {
        kind_said(&self.properties, &self.class)
    }
}
