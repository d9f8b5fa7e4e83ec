//! Layers: values, tiles and entities.

use hitmask::Rect;

use super::super::cell::LevelCell;
use super::super::model::{LevelCells, LevelContent, LevelLayer, LevelTileAt};
use super::super::object::{LevelObject, LevelObjectShape};
use super::super::property::{LevelProperties, LevelValue};
use super::super::tiled::numbers;
use super::super::whole::whole;
use super::raw::{RawEntity, RawLayer, RawTile};
use super::{MOST_PIXELS, Reader};
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::{Work, area};

impl Reader<'_> {
    /// Adds a layer: two if it has both values and tiles.
    pub(super) fn layer(&self, mut raw: RawLayer<'_>, all: &mut Vec<LevelLayer>) -> Result<()> {
        let side = |number, what, most| whole(number, what, 0, most).map(|side| side as u32);
        let size = [side(raw.columns, "its width", 1 << 24)?, side(raw.rows, "its height", 1 << 24)?];
        let grid = side(raw.grid, "its grid", 65_535)?.max(1);
        let place = |number, what| whole(number, what, -MOST_PIXELS, MOST_PIXELS).map(|at| at as f64);
        let offset = [place(raw.offset_x, "its offset")?, place(raw.offset_y, "its offset")?];
        let layer = |name: String, content| LevelLayer {
            // LDtk's layers have no properties, so the identifier says what they are for.
            class: name.clone(),
            name,
            visible: raw.visible.unwrap_or(true),
            opacity: raw.opacity.unwrap_or(1.0),
            offset,
            cell: [grid; 2],
            properties: LevelProperties::default(),
            content,
        };
        self.budget.keep(4 * (size_of::<LevelLayer>() + raw.identifier.len()) as u64)?;
        let mut tiles = std::mem::take(&mut raw.grid_tiles);
        tiles.append(&mut raw.auto_layer_tiles);
        let name = raw.identifier.clone();
        match raw.kind.as_str() {
            "Entities" => {
                let entities = std::mem::take(&mut raw.entity_instances);
                let objects = entities.into_iter().zip(1..).map(|(entity, id)| self.entity(entity, id));
                all.push(layer(name, LevelContent::Objects(objects.collect::<Result<_>>()?)));
            }
            "IntGrid" => {
                let cells = self.values(&raw, size)?;
                all.push(layer(name.clone(), LevelContent::Cells(vec![cells])));
                if !tiles.is_empty() {
                    all.push(layer(format!("{name}.tiles"), self.tiles(&tiles, raw.set, size, grid)?));
                }
            }
            "Tiles" | "AutoLayer" => all.push(layer(name, self.tiles(&tiles, raw.set, size, grid)?)),
            other => return Err(ErrorKind::level(format!("the type {} is not known", quoted(other))).into()),
        }
        Ok(())
    }

    /// The cells of an `IntGrid`.
    fn values(&self, raw: &RawLayer<'_>, size: [u32; 2]) -> Result<LevelCells> {
        let set = self.sets.values.get(&raw.layer_def_uid).map(|&at| &self.sets.all[at]);
        // Each value is looked up.
        self.budget.work(8 * area(size[0], size[1]), Work::Draw)?;
        let mut cells = match raw.int_grid_csv {
            Some(json) => numbers(json, size, self.budget)?,
            None => {
                self.budget.keep(4 * area(size[0], size[1]))?;
                vec![LevelCell::default(); area(size[0], size[1]) as usize]
            }
        };
        for (number, cell) in cells.iter_mut().enumerate().filter(|(_, cell)| cell.0 != 0) {
            let value = cell.0;
            let known = set.filter(|set| set.picture(value).is_some());
            *cell = match known {
                Some(set) => LevelCell(set.first + value),
                None => {
                    let width = size[0].max(1) as usize;
                    let cell = Some([(number % width) as i64, (number / width) as i64]);
                    let reason = format!("the value {value} is not one of the layer's values");
                    return Err(ErrorKind::Level { layer: None, cell, line: None, reason }.into());
                }
            };
        }
        Ok(LevelCells { area: Rect::new(0, 0, size[0], size[1]), cells })
    }

    /// Tiles: in cells if each has one of its own, or else as they lie.
    fn tiles(&self, raw: &[RawTile], set: Option<i64>, size: [u32; 2], grid: u32) -> Result<LevelContent> {
        let count = area(size[0], size[1]);
        self.budget.keep(4 * count + 3 * (size_of::<LevelTileAt>() * raw.len()) as u64)?;
        self.budget.work(count + 2 * raw.len() as u64, Work::Draw)?;
        let set = set.and_then(|uid| self.sets.tiles.get(&uid)).map(|&at| &self.sets.all[at]);
        let mut placed = Vec::with_capacity(raw.len());
        for tile in raw.iter().filter(|tile| tile.a.is_none_or(|alpha| alpha > 0.0)) {
            let place = |number| whole(number, "the place of a tile", -MOST_PIXELS, MOST_PIXELS);
            let position = [place(tile.px[0])? as i32, place(tile.px[1])? as i32];
            let Some(set) = set.filter(|set| set.sheet.is_some()) else { continue };
            if set.picture(tile.t).is_none() {
                let [x, y] = position;
                let [left, top] = tile.src;
                let reason = format!(
                    "the tile at pixel ({x}, {y}) is tile {} of set {}, at ({left}, {top}) of its picture, which is outside",
                    tile.t,
                    quoted(&set.name)
                );
                return Err(ErrorKind::level(reason).into());
            }
            let flips = [tile.f & 1 != 0, tile.f & 2 != 0];
            placed.push(LevelTileAt { position, cell: LevelCell::new(set.first + tile.t, flips) });
        }
        let fits = |at: &LevelTileAt| {
            let set = set.and_then(|set| set.size(at.cell.tile()? - set.first));
            set == Some([grid; 2])
        };
        if !placed.iter().all(fits) {
            return Ok(LevelContent::Tiles(placed));
        }
        let mut cells = vec![LevelCell::default(); count as usize];
        for at in &placed {
            let cell = |at: i32, most: u32| {
                let place = u32::try_from(at).ok().filter(|at| at % grid == 0)? / grid;
                (place < most).then_some(place as usize)
            };
            let place = cell(at.position[0], size[0]).zip(cell(at.position[1], size[1]));
            let free = place.map(|(x, y)| &mut cells[y * size[0] as usize + x]);
            match free.filter(|cell| cell.tile().is_none()) {
                Some(cell) => *cell = at.cell,
                None => return Ok(LevelContent::Tiles(placed)),
            }
        }
        Ok(LevelContent::Cells(vec![LevelCells { area: Rect::new(0, 0, size[0], size[1]), cells }]))
    }

    fn entity(&self, raw: RawEntity<'_>, id: i64) -> Result<LevelObject> {
        self.budget.keep((2 * size_of::<LevelObject>() + 2 * raw.identifier.len()) as u64)?;
        let mut properties = self.fields(raw.field_instances)?;
        properties.push("iid".to_owned(), LevelValue::Text(raw.iid));
        if !raw.tags.is_empty() {
            let tags = raw.tags.into_iter().map(LevelValue::Text).collect();
            properties.push("tags".to_owned(), LevelValue::List(tags));
        }
        let size = [raw.width, raw.height];
        let position = [0, 1].map(|axis| raw.px[axis] - raw.pivot[axis] * size[axis]);
        let far = |number: &f64| number.abs() >= (1_u64 << 31) as f64;
        if position.iter().chain(&size).any(far) || size.iter().any(|side| *side < 0.0) {
            let reason = format!("entity {} has a place or a size beyond 2^31", quoted(&raw.identifier));
            return Err(ErrorKind::level(reason).into());
        }
        let ellipse = self.sets.ellipses.contains(&raw.def_uid);
        Ok(LevelObject {
            id,
            name: raw.identifier.clone(),
            class: raw.identifier,
            position,
            size,
            rotation: 0.0,
            visible: true,
            shape: if ellipse { LevelObjectShape::Ellipse } else { LevelObjectShape::Rectangle },
            properties,
        })
    }
}
