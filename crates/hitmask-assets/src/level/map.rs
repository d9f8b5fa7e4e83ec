//! A layer as a tile map.

use std::collections::HashMap;
use std::sync::Arc;

use hitmask::{Collider, Layers, Mask, Point, Rect, TileCell, TileDef, TileMap, TileSet};

use super::cell::LevelOrientation;
use super::drawing_budget::{drawing_budget, far, whole_pixel};
use super::kind::layers_said;
use super::map_cost::{CountedCells, MAP_TILE_BYTES, MapCost};
use super::model::{Level, LevelCells, LevelContent, LevelLayer};
use super::stamp::LevelRule;
use crate::error::{ErrorKind, Result};
use crate::limits::Budget;

/// A layer as a tile map.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LevelMap {
    /// The map. Its tiles have the numbers that [`Level::tile`] takes.
    pub map: TileMap,
    /// The pixel of the level on which the corner of the map's first cell lies.
    pub corner: Point,
    /// The column and row in the level of the map's first cell: (0, 0), except in an infinite map.
    pub first: [i32; 2],
    /// What the property `layer` of the layer says, or else the default.
    pub layers: Layers,
}

impl LevelMap {
    /// A collider of this map, at its place in the level and on its layers: for [`World::insert_tiles`](hitmask::World::insert_tiles), which makes ground,
    /// ledges and sensors of it.
    #[must_use]
    pub fn collider(self) -> Collider {
        Collider::new(self.map).at(self.corner).on(self.layers)
    }
}

impl Level {
    /// A layer of cells as a tile map: each tile with the pixels, the kind and the number that are said of it.
    ///
    /// The map draws its pixels where a question comes near. The work of drawing all of them counts against the limits of the rule here, so
    /// large pictures in many small cells are refused.
    ///
    /// # Errors
    /// - [`ErrorKind::NoTileMap`] if a flat mask is the only form: the level is not orthogonal, tiles are scaled to their cells or don't lie
    ///   in cells of their own, or the layer has no tiles. [`Level::pixels`] gives the mask.
    /// - [`ErrorKind::LevelTile`] and [`ErrorKind::TooLarge`] if the map is beyond the limits of the rule.
    pub fn tile_map(&self, layer: &LevelLayer, rule: &LevelRule) -> Result<LevelMap> {
        let budget = drawing_budget([self], rule)?;
        self.tile_map_within(layer, rule, &budget).map_err(|error| error.in_layer(&layer.name))
    }

    /// The same. The map is taken off the budget until the end.
    pub(super) fn tile_map_within(
        &self,
        layer: &LevelLayer,
        rule: &LevelRule,
        budget: &Budget,
    ) -> Result<LevelMap> {
        let no = |reason: &str| ErrorKind::NoTileMap { layer: layer.name.clone(), reason: reason.to_owned() };
        if self.orientation != LevelOrientation::Orthogonal {
            return Err(no("the level is not orthogonal").into());
        }
        let chunks = match &layer.content {
            LevelContent::Cells(chunks) => chunks,
            LevelContent::Tiles(_) => return Err(no("its tiles don't lie in cells of their own").into()),
            LevelContent::Objects(_) => return Err(no("it is a layer of objects").into()),
            LevelContent::Picture(_) => return Err(no("it is a picture").into()),
        };
        let bounds = chunks.iter().map(|chunk| chunk.area).reduce(|a, b| a.union(&b)).unwrap_or_default();
        let (size, cell) = ((bounds.w, bounds.h), (layer.cell[0], layer.cell[1]));
        // Sizes that no map can have are refused before anything is counted.
        TileMap::try_new(TileSet::try_with_ids([] as [(u32, TileDef); 0])?, size, cell)?;
        let Some(counted) = CountedCells::new(chunks, bounds, budget)? else {
            return Err(no("the numbers of its tiles are beyond 2^20").into());
        };
        let mut cost = MapCost::new(counted.chunks(), size, cell, budget);
        let mut tiles = Vec::new();
        let mut masks: HashMap<(*const u8, Rect), Arc<Mask>> = HashMap::new();
        for (tile, cells) in counted.tiles() {
            let Some((set, id)) = self.tile(tile) else { continue };
            if set.fits_cells && set.size(id) != Some(layer.cell) {
                return Err(no("its tiles are scaled to their cells").into());
            }
            budget.keep(MAP_TILE_BYTES)?;
            // Tiles that show the same pixels share their mask.
            let same = set.picture(id).filter(|_| !set.is_shaped(id, rule));
            let same = same.map(|(image, rect)| (image.as_rgba8().as_ptr(), rect));
            let mask = match same.and_then(|same| masks.get(&same)) {
                Some(mask) => Arc::clone(mask),
                None => match set.mask_within(id, rule, budget)? {
                    Some(mask) => Arc::new(mask),
                    None => continue,
                },
            };
            if let Some(same) = same {
                masks.insert(same, Arc::clone(&mask));
            }
            let kind = self.kind(layer, tile);
            cost.add(tile, &mask, kind, set.offset, cells).map_err(|error| set.of_tile(id, error.into()))?;
            let def = TileDef::new(mask).with_kind(kind).with_number(set.number(id));
            tiles.push((tile, def.with_offset((set.offset[0], set.offset[1]))));
        }
        cost.finish().map_err(|(tile, error)| match self.tile(tile) {
            Some((set, id)) => set.of_tile(id, error.into()),
            None => error.into(),
        })?;
        let set = TileSet::try_with_ids(tiles)?;
        fn gids(chunk: &LevelCells) -> impl Iterator<Item = Option<TileCell>> + '_ {
            chunk.cells.iter().map(|cell| TileCell::from_gid(cell.bits()))
        }
        let map = match &chunks[..] {
            [whole] => TileMap::try_from_cells(set, size, cell, gids(whole))?,
            _ => {
                let mut map = TileMap::try_new(set, size, cell)?;
                for chunk in chunks {
                    let corner = (chunk.area.x - bounds.x, chunk.area.y - bounds.y);
                    map.try_fill(corner, chunk.area.w, gids(chunk))?;
                }
                map
            }
        };
        let along = |first: i32, side: u32| i64::from(first) * i64::from(side);
        let offset = whole_pixel(layer.offset)?;
        let corner = |at: i64, by: i32| i32::try_from(at + i64::from(by)).ok();
        let corner = corner(along(bounds.x, cell.0), offset.x)
            .zip(corner(along(bounds.y, cell.1), offset.y))
            .map(Point::from);
        let layers = layers_said(&layer.properties).unwrap_or_default();
        Ok(LevelMap { map, corner: far(corner)?, first: [bounds.x, bounds.y], layers })
    }
}
