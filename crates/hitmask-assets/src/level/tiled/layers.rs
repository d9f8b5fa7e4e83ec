//! Layers: groups are dissolved, cells are checked.

use hitmask::Rect;

use super::super::cell::{LevelCell, LevelOrientation};
use super::super::model::{LevelCells, LevelContent, LevelLayer, LevelPicture};
use super::super::tile_set::set_of;
use super::super::whole::{side, whole};
use super::data::Encoding;
use super::grid::{Above, Grid};
use super::raw::{RawCells, RawChunk, RawLayer, Truth};
use super::{MOST_CELLS, Reader, xml};
use crate::error::{Error, ErrorKind, Result, quoted};
use crate::limits::{Work, area};

/// Names the layer of an error that does not yet.
fn in_layer(error: Error, name: &str, line: Option<u32>) -> Error {
    error.map_kind(|kind| match kind {
        ErrorKind::Level { layer: None, cell, line: known, reason } => {
            ErrorKind::Level { layer: Some(name.to_owned()), cell, line: known.or(line), reason }
        }
        kind => kind,
    })
}

impl<R: FnMut(&str) -> Result<Vec<u8>>> Reader<'_, '_, R> {
    /// Adds layers to a list, and what lies in groups.
    pub(super) fn layers(
        &mut self,
        raw: Vec<RawLayer<'_>>,
        grid: &Grid,
        above: &Above,
        depth: u32,
        all: &mut Vec<LevelLayer>,
    ) -> Result<()> {
        for mut raw in raw {
            let (name, line) = (std::mem::take(&mut raw.name), raw.start);
            self.layer(raw, &name, grid, above, depth, all)
                .map_err(|error| in_layer(error, &format!("{}{name}", above.prefix), line))?;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        mut raw: RawLayer<'_>,
        own_name: &str,
        grid: &Grid,
        above: &Above,
        depth: u32,
        all: &mut Vec<LevelLayer>,
    ) -> Result<()> {
        // Its names and those of its groups, also while the layers in it are read.
        let names = above.prefix.len() + own_name.len();
        self.budget().keep((2 * size_of::<LevelLayer>() + 4 * names) as u64)?;
        self.budget().work((1 << 8) + names as u64, Work::Draw)?;
        let name = format!("{}{own_name}", above.prefix);
        let own = self.properties(std::mem::take(&mut raw.properties))?;
        let properties = own.over(&above.properties, self.budget())?;
        let visible = above.visible && raw.visible.is_none_or(|Truth(is)| is);
        let opacity = above.opacity * raw.opacity.unwrap_or(1.0);
        let offset = [above.offset[0] + raw.offset_x, above.offset[1] + raw.offset_y];
        if !offset.iter().all(|by| by.abs() < f64::from(1 << 30)) {
            return Err(ErrorKind::level("its offset lies beyond 2^30 pixels").into());
        }
        let content = match raw.kind.as_str() {
            "group" => {
                if depth >= xml::MOST_DEPTH {
                    return Err(ErrorKind::level("too many groups lie in each other").into());
                }
                let above = Above { prefix: format!("{name}/"), visible, opacity, offset, properties };
                return self.layers(raw.layers, grid, &above, depth + 1, all);
            }
            "tilelayer" => LevelContent::Cells(self.cells(&mut raw, grid)?),
            "objectgroup" => {
                let objects = raw.objects.into_iter().map(|object| self.object(object, ""));
                LevelContent::Objects(objects.collect::<Result<_>>()?)
            }
            "imagelayer" => {
                let (image, key) = (raw.image.as_deref(), raw.transparent.as_deref());
                let image = self.picture(image, key, raw.image_bytes.take(), "")?;
                let repeats = [raw.repeat_x.0, raw.repeat_y.0];
                LevelContent::Picture(LevelPicture::new(image.unwrap_or_default(), repeats))
            }
            other => return Err(ErrorKind::level(format!("the kind {} is not known", quoted(other))).into()),
        };
        all.push(LevelLayer {
            name,
            class: raw.class,
            visible,
            opacity,
            offset,
            cell: grid.cell,
            properties,
            content,
        });
        Ok(())
    }

    /// All cells of a layer.
    fn cells(&self, raw: &mut RawLayer<'_>, grid: &Grid) -> Result<Vec<LevelCells>> {
        let encoding = Encoding { encoding: &raw.encoding, compression: &raw.compression };
        let mut checked = Checked::default();
        if !raw.chunks.is_empty() {
            let chunks = std::mem::take(&mut raw.chunks);
            self.budget().keep(2 * (size_of::<LevelCells>() * chunks.len()) as u64)?;
            let mut all = Vec::with_capacity(chunks.len());
            for chunk in chunks {
                all.extend(self.chunk(chunk, &encoding, grid, &mut checked)?);
            }
            return Ok(all);
        }
        let size = [raw.width, raw.height];
        // Maps of version 1.0 and older give only the map a size.
        let size = if size == [0.0; 2] { grid.size.map(f64::from) } else { size };
        let whole_layer =
            RawChunk { width: size[0], height: size[1], data: raw.data.take(), ..RawChunk::default() };
        Ok(self.chunk(whole_layer, &encoding, grid, &mut checked)?.into_iter().collect())
    }

    /// A rectangle of cells. None if there are no data.
    fn chunk(
        &self,
        raw: RawChunk<'_>,
        encoding: &Encoding<'_>,
        grid: &Grid,
        checked: &mut Checked,
    ) -> Result<Option<LevelCells>> {
        let place = |at, what| whole(at, what, -MOST_CELLS, MOST_CELLS);
        let (x, y) = (place(raw.x, "its column")? as i32, place(raw.y, "its row")? as i32);
        let size =
            [side(raw.width, "its width", 0, MOST_CELLS)?, side(raw.height, "its height", 0, MOST_CELLS)?];
        let cells = match raw.data {
            // An infinite layer without chunks has nothing in it.
            Some(RawCells::Text(text)) if text.trim_ascii().is_empty() && area(size[0], size[1]) > 0 => {
                return Ok(None);
            }
            Some(RawCells::Tiles(tiles)) if tiles.is_empty() => return Ok(None),
            Some(cells) => cells,
            None => return Ok(None),
        };
        let here = |error: ErrorKind| match error {
            ErrorKind::Level { cell: Some([column, row]), layer, line, reason } => {
                let cell = Some([column + i64::from(x), row + i64::from(y)]);
                ErrorKind::Level { layer, cell, line, reason }
            }
            other => other,
        };
        let mut cells = encoding.read(cells, size, self.budget()).map_err(here)?;
        let hexagonal = matches!(grid.orientation, LevelOrientation::Hexagonal { .. });
        let kept = if hexagonal { u32::MAX } else { !LevelCell::HEX_120 };
        for (number, cell) in cells.iter_mut().enumerate() {
            cell.0 &= kept;
            if let Some(tile) = cell.tile()
                && !checked.is(tile)
            {
                if !self.has_tile(tile) {
                    let ErrorKind::Level { reason, .. } = self.no_such_tile(tile) else { continue };
                    let width = size[0].max(1) as usize;
                    let cell = Some([(number % width) as i64, (number / width) as i64]);
                    return Err(here(ErrorKind::Level { layer: None, cell, line: None, reason }).into());
                }
                checked.set(tile);
            }
        }
        Ok(Some(LevelCells { area: Rect::new(x, y, size[0], size[1]), cells }))
    }

    fn has_tile(&self, tile: u32) -> bool {
        set_of(&self.sets, tile).is_some_and(|(set, id)| set.picture(id).is_some())
    }
}

/// Tiles that exist, remembered so that each is looked up rarely.
struct Checked([u32; 256]);

impl Default for Checked {
    fn default() -> Self {
        Checked([0; 256])
    }
}

impl Checked {
    fn is(&self, tile: u32) -> bool {
        self.0[tile as usize % 256] == tile
    }

    fn set(&mut self, tile: u32) {
        self.0[tile as usize % 256] = tile;
    }
}
