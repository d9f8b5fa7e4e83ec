//! Tile sets, and the values of `IntGrid` layers, which are sets of full tiles.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hitmask::Rect;
use serde_json::Value;

use super::super::parts::{Parts, joined};
use super::super::property::{LevelProperties, LevelValue};
use super::super::tile_set::{LevelTile, LevelTileSet, Sheet};
use super::super::tiled::value::{guessed, parsed_bytes};
use super::super::whole::whole;
use super::raw::{RawCustomData, RawLayerDef, RawProject, RawSet};
use crate::Image;
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::{Budget, Work, area};

/// The sets of a project. Each level has all of them.
pub(super) struct Sets {
    pub(super) all: Vec<Arc<LevelTileSet>>,
    /// The place of each tile set in `all`, by its number.
    pub(super) tiles: HashMap<i64, usize>,
    /// The place of the values of each `IntGrid` layer, by the number of the layer's definition.
    pub(super) values: HashMap<i64, usize>,
    /// Which entities are drawn as ellipses, by the number of their definition.
    pub(super) ellipses: HashSet<i64>,
}

/// The greatest value of an `IntGrid`.
const MOST_VALUE: u32 = 65_535;

/// All sets of a project. Tile sets come first.
pub(super) fn read<R: FnMut(&str) -> Result<Vec<u8>>>(
    project: &RawProject<'_>,
    parts: &mut Parts<'_, R>,
) -> Result<Sets> {
    let mut sets =
        Sets { all: Vec::new(), tiles: HashMap::new(), values: HashMap::new(), ellipses: HashSet::new() };
    let mut first = 1_u32;
    let mut add = |set: LevelTileSet, all: &mut Vec<Arc<LevelTileSet>>| {
        first = first.saturating_add(set.end().max(1));
        if first >= 1 << 28 {
            return Err(ErrorKind::level("the project has more than 2^28 tiles"));
        }
        all.push(Arc::new(set));
        Ok(first)
    };
    let mut next = 1;
    for raw in &project.defs.sets {
        let set = tile_set(raw, next, parts)?;
        sets.tiles.insert(raw.uid, sets.all.len());
        next = add(set, &mut sets.all)?;
    }
    for raw in project.defs.layers.iter().filter(|layer| !layer.int_grid_values.is_empty()) {
        let set = value_set(raw, next, parts.budget)?;
        sets.values.insert(raw.uid, sets.all.len());
        next = add(set, &mut sets.all)?;
    }
    let is_ellipse = |def: &&super::raw::RawEntityDef| def.render_mode == "Ellipse";
    sets.ellipses = project.defs.entities.iter().filter(is_ellipse).map(|def| def.uid).collect();
    Ok(sets)
}

fn tile_set<R: FnMut(&str) -> Result<Vec<u8>>>(
    raw: &RawSet<'_>,
    first: u32,
    parts: &mut Parts<'_, R>,
) -> Result<LevelTileSet> {
    let budget = parts.budget;
    let pixels = |number: f64, what: &str| {
        whole(number, &format!("{what} of tile set {}", quoted(&raw.identifier)), 0, 65_535)
            .map(|side| side as u32)
    };
    let grid = pixels(raw.tile_grid_size, "the grid")?.max(1);
    let (spacing, padding) = (pixels(raw.spacing, "the spacing")?, pixels(raw.padding, "the padding")?);
    let [w, h] = [pixels(raw.px_wid, "the width")?, pixels(raw.px_hei, "the height")?];
    let mut set = LevelTileSet::new(raw.identifier.clone(), first);
    // LDtk's own icons are in no file; their tiles are left out.
    if let Some(path) = &raw.rel_path {
        let image = parts.image(&joined("", path))?;
        if [image.width(), image.height()] != [w, h] {
            let reason = format!(
                "tile set {} is {w}x{h} pixels large, its picture {}x{}: open the project in LDtk and save it again",
                quoted(&raw.identifier),
                image.width(),
                image.height()
            );
            return Err(ErrorKind::level(reason).into());
        }
        let sheet = sheet(image, grid, padding, spacing);
        // Whoever asks about all tiles goes through them.
        budget.work(sheet.count.into(), Work::Draw)?;
        set.sheet = Some(sheet);
    }
    let mut tile = |id: u32, change: &mut dyn FnMut(&mut LevelTile) -> Result<(), ErrorKind>| {
        budget.keep(2 * size_of::<LevelTile>() as u64)?;
        if id >= 1 << 24 {
            return Err(ErrorKind::level(format!("tile set {} has a tile {id}", quoted(&raw.identifier))));
        }
        change(set.tiles.entry(id).or_default())
    };
    for tag in &raw.enum_tags {
        for &id in &tag.tile_ids {
            budget.keep(2 * tag.enum_value_id.len() as u64 + 128)?;
            tile(id, &mut |tile| {
                if tile.class.is_empty() {
                    tile.class.clone_from(&tag.enum_value_id);
                }
                tile.properties.push("tag".to_owned(), LevelValue::Text(tag.enum_value_id.clone()));
                Ok(())
            })?;
        }
    }
    for data in &raw.custom_data {
        let said = custom(data, budget)?;
        tile(data.tile_id, &mut |tile| {
            tile.properties = said.over(&tile.properties, budget)?;
            Ok(())
        })?;
    }
    Ok(set)
}

/// The sheet of a set. LDtk counts a column or row that the picture cuts off, so numbers count on.
fn sheet(image: Image, grid: u32, padding: u32, spacing: u32) -> Sheet {
    let cells = |side: u32| side.saturating_sub(padding.saturating_mul(2)).div_ceil(grid + spacing);
    let (columns, rows) = (cells(image.width()), cells(image.height()));
    let whole = Sheet::new(image, [grid; 2], padding, spacing);
    // Whole rows of whole tiles, with the numbers that LDtk gives them. A tile that is cut off has no pixels here.
    Sheet { columns, count: columns.saturating_mul(rows), ..whole }
}

/// What the author wrote about a tile: the members of a JSON object, or else text under the name `data`.
fn custom(raw: &RawCustomData<'_>, budget: &Budget) -> Result<LevelProperties, ErrorKind> {
    budget.keep(2 * parsed_bytes(raw.data.get()))?;
    let text = match serde_json::from_str(raw.data.get()) {
        Ok(Value::String(text)) => text,
        _ => raw.data.get().to_owned(),
    };
    Ok(match serde_json::from_str(&text) {
        Ok(Value::Object(members)) => {
            members.into_iter().map(|(name, value)| (name, guessed(value))).collect()
        }
        _ => [("data".to_owned(), LevelValue::Text(text))].into_iter().collect(),
    })
}

/// The values of an `IntGrid`: full tiles with the value as their number, and with its identifier as their class.
fn value_set(raw: &RawLayerDef, first: u32, budget: &Budget) -> Result<LevelTileSet> {
    let side =
        whole(raw.grid_size, &format!("the grid of layer {}", quoted(&raw.identifier)), 1, 65_535)? as u32;
    budget.take_picture(side, side)?;
    let mut image = Image::clear(side, side)?;
    image.pixels_mut().for_each(|pixel| pixel.fill(255));
    budget.work(area(side, side), Work::Draw)?;
    let mut set = LevelTileSet::new(raw.identifier.clone(), first);
    for value in &raw.int_grid_values {
        if value.value > MOST_VALUE || value.value == 0 {
            let reason = format!(
                "layer {} has a value {}, not 1 to {MOST_VALUE}",
                quoted(&raw.identifier),
                value.value
            );
            return Err(ErrorKind::level(reason).into());
        }
        budget.keep(2 * size_of::<LevelTile>() as u64)?;
        set.set_picture(value.value, image.clone(), Rect::new(0, 0, side, side));
        let tile = set.tiles.entry(value.value).or_default();
        tile.class = value.identifier.clone().unwrap_or_default();
        let number = LevelValue::Int(value.value.into());
        tile.properties = [("number".to_owned(), number)].into_iter().collect();
    }
    Ok(set)
}
