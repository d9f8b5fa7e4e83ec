//! Tile sets: cut out of their pictures, embedded in the map or in files of their own.

use std::sync::Arc;

use hitmask::Rect;

use super::super::parts::{joined, picture};
use super::super::tile_set::{LevelAlignment, LevelTile, LevelTileSet, Sheet};
use super::super::whole::{side, whole};
use super::raw::{self, RawSet, RawTile};
use super::{MOST_PIXELS, Reader, with_json, xml};
use crate::Image;
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::{Budget, Work, area};

/// The greatest number of a tile in its set.
const MOST_TILES: i64 = (1 << 28) - 2;

impl<R: FnMut(&str) -> Result<Vec<u8>>> Reader<'_, '_, R> {
    /// A tile set, which the file at `from` has or names.
    pub(super) fn set(&mut self, raw: RawSet<'_>, from: &str) -> Result<LevelTileSet> {
        match raw.source {
            None => self.embedded_set(raw, from),
            Some(source) => self.set_of_file(&joined(from, &source)),
        }
    }

    /// Adds a set to the level, under the number of its first tile.
    pub(super) fn add_set(
        &mut self,
        mut set: LevelTileSet,
        first: u32,
        source: Option<String>,
    ) -> Result<()> {
        self.budget().keep((2 * size_of::<LevelTileSet>() + set.name.len()) as u64)?;
        set.first = first;
        self.sets.push(Arc::new(set));
        self.sources.push(source);
        Ok(())
    }

    fn set_of_file(&mut self, path: &str) -> Result<LevelTileSet> {
        if let Some(set) = self.known.get(path) {
            self.budget().keep(set.bytes())?;
            self.budget().work(set.bytes() / 8, Work::Draw)?;
            return Ok(set.clone());
        }
        let budget = self.parts.budget;
        let own = |raw: RawSet<'_>, reader: &mut Self| match raw.source {
            None => reader.embedded_set(raw, path),
            Some(_) => Err(ErrorKind::level("the file of a tile set names another one").into()),
        };
        let set = self.with_file(path, |bytes, reader| {
            if bytes.trim_ascii_start().starts_with(b"<") {
                xml::with_top(bytes, "tileset", budget, |top| own(raw::set(top)?, reader))
            } else {
                with_json(bytes, budget, |raw| own(raw, reader))
            }
        })?;
        self.budget().keep(set.bytes() + path.len() as u64)?;
        self.known.insert(path.to_owned(), set.clone());
        Ok(set)
    }

    fn embedded_set(&mut self, raw: RawSet<'_>, from: &str) -> Result<LevelTileSet> {
        let of = |what: &str| format!("{what} of tile set {}", quoted(&raw.name));
        let pixels = |number, what: &str| side(number, &of(what), 0, MOST_PIXELS);
        let offset = |number, what: &str| whole(number, &of(what), -MOST_PIXELS, MOST_PIXELS);
        let tile = [
            pixels(raw.tile_width, "the width of a tile")?,
            pixels(raw.tile_height, "the height of a tile")?,
        ];
        let (margin, spacing) = (pixels(raw.margin, "the margin")?, pixels(raw.spacing, "the spacing")?);
        let mut set = LevelTileSet::new(raw.name.clone(), 0);
        set.offset = [
            offset(raw.offset.x, "the offset to the right")? as i32,
            offset(raw.offset.y, "the offset down")? as i32,
        ];
        set.alignment = LevelAlignment::from_word(&raw.alignment);
        set.fits_cells = raw.render_size == "grid";
        set.keeps_aspect = raw.fill_mode == "preserve-aspect-fit";
        let image = self.picture(raw.image.as_deref(), raw.transparent.as_deref(), raw.image_bytes, from)?;
        if let Some(image) = image {
            if tile.contains(&0) {
                let reason = format!("tile set {} has tiles without width or height", quoted(&raw.name));
                return Err(ErrorKind::level(reason).into());
            }
            let sheet = Sheet::new(image, tile, margin, spacing);
            // Whoever asks about all tiles goes through them.
            self.budget().work(sheet.count.into(), Work::Draw)?;
            set.sheet = Some(sheet);
        }
        set.properties = self.properties(raw.properties)?;
        set.class = raw.class;
        for raw in raw.tiles.0 {
            self.tile(raw, &mut set, from)?;
        }
        Ok(set)
    }

    fn tile(&mut self, raw: RawTile<'_>, set: &mut LevelTileSet, from: &str) -> Result<()> {
        let id = side(raw.id, "the id of a tile", 0, MOST_TILES)?;
        let image = self.picture(raw.image.as_deref(), raw.transparent.as_deref(), raw.image_bytes, from)?;
        if let Some(image) = image {
            let (whole_w, whole_h) = (image.width(), image.height());
            let part = |number, what: &str| side(number, &format!("{what} of tile {id}"), 0, MOST_PIXELS);
            let (x, y) = (part(raw.x, "the left of the part")?, part(raw.y, "the top of the part")?);
            let rest = |whole: u32, at: u32| f64::from(whole.saturating_sub(at));
            let w = part(raw.width.unwrap_or(rest(whole_w, x)), "the width of the part")?;
            let h = part(raw.height.unwrap_or(rest(whole_h, y)), "the height of the part")?;
            if x + w > whole_w || y + h > whole_h {
                let reason = format!(
                    "tile {id} of set {} takes {w}x{h} at ({x}, {y}), outside its picture of {whole_w}x{whole_h}",
                    quoted(&set.name)
                );
                return Err(ErrorKind::level(reason).into());
            }
            set.set_picture(id, image, Rect::new(x as i32, y as i32, w, h));
        }
        let class = if raw.class.is_empty() { raw.old_class } else { raw.class };
        let mut properties = self.properties(raw.properties)?;
        let mut shapes = Vec::new();
        if let Some(group) = raw.shapes {
            // Old files have properties of the tile at its shapes.
            let old = self.properties(group.properties)?;
            properties = properties.over(&old, self.budget())?;
            for object in group.objects {
                shapes.push(self.object(object, from)?);
            }
        }
        if class.is_empty() && properties.is_empty() && shapes.is_empty() {
            return Ok(());
        }
        self.budget().keep(2 * size_of::<LevelTile>() as u64)?;
        let tile = set.tiles.entry(id).or_default();
        (tile.class, tile.properties, tile.shapes) = (class, properties, shapes);
        Ok(())
    }

    /// The picture of a set, tile or layer: from a file, or from bytes inside the file at `from`.
    pub(super) fn picture(
        &mut self,
        source: Option<&str>,
        transparent: Option<&str>,
        bytes: Option<Vec<u8>>,
        from: &str,
    ) -> Result<Option<Image>> {
        let image = match (source, bytes) {
            (Some(source), _) => self.parts.image(&joined(from, source))?,
            (None, Some(bytes)) => {
                self.budget().take_file(&bytes)?;
                picture(&bytes, self.budget())?
            }
            (None, None) => return Ok(None),
        };
        match transparent.filter(|color| !color.is_empty() && image.is_drawn()) {
            None => Ok(Some(image)),
            Some(color) => keyed(&image, color, self.budget()).map(Some),
        }
    }
}

/// A copy of a picture in which one colour is clear.
fn keyed(image: &Image, color: &str, budget: &Budget) -> Result<Image> {
    let digits = color.strip_prefix('#').unwrap_or(color);
    let wrong = || {
        ErrorKind::level(format!("the transparent colour is {}, not six digits like #ff00ff", quoted(color)))
    };
    let key = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6).ok_or_else(wrong)?;
    let [_, red, green, blue] = key.to_be_bytes();
    budget.keep(4 * area(image.width(), image.height()))?;
    budget.work(2 * area(image.width(), image.height()), Work::Draw)?;
    let mut copy = image.try_copy()?;
    for pixel in copy.pixels_mut() {
        if pixel[..3] == [red, green, blue] {
            pixel[3] = 0;
        }
    }
    Ok(copy)
}
