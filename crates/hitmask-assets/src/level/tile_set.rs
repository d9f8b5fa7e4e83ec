//! Tile sets: pictures cut into tiles, or collections of pictures, and what is known about single tiles.

use std::collections::BTreeMap;
use std::sync::Arc;

use hitmask::{Rect, TileKind};

use super::kind::{kind_said, number_said};
use super::object::{LevelObject, LevelObjectShape};
use super::parts::drawn;
use super::property::LevelProperties;
use crate::Image;

/// A set of tiles. In a level its tiles are numbered from [`first`](LevelTileSet::first) on.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelTileSet {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// The number that its tile 0 has in the level (Tiled's first gid).
    pub first: u32,
    /// How far its tiles are drawn from their places, in pixels.
    pub offset: [i32; 2],
    /// Which point of a tile lies at the position of an object that shows it.
    pub alignment: LevelAlignment,
    /// Whether tiles in cells are scaled to the cells (Tiled's tile render size "grid"). Otherwise they have their own size, and hang over
    /// upwards and to the right.
    pub fits_cells: bool,
    /// Whether a scaled tile keeps its proportions (Tiled's fill mode "preserve-aspect-fit").
    pub keeps_aspect: bool,
    /// The custom properties of the whole set.
    pub properties: LevelProperties,
    /// The picture that is cut into tiles.
    pub(super) sheet: Option<Sheet>,
    /// Tiles with a picture of their own or with more than a picture, by their number in the set.
    pub(super) tiles: BTreeMap<u32, LevelTile>,
}

/// The set among those of a level to which the number of a tile belongs, and the number in that set. It need not have such a tile.
pub(super) fn set_of(sets: &[Arc<LevelTileSet>], tile: u32) -> Option<(&LevelTileSet, u32)> {
    let at = sets.partition_point(|set| set.first <= tile);
    let set = sets.get(at.checked_sub(1)?)?;
    Some((&**set, tile - set.first))
}

/// What is known about a tile beside its place on the sheet.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LevelTile {
    /// Its class (Tiled), or the first of its enum tags (LDtk).
    pub class: String,
    /// Its custom properties.
    pub properties: LevelProperties,
    /// Its collision shapes. Their positions are in pixels from the tile's upper left corner. See [`LevelTile::is_shaped`].
    pub shapes: Vec<LevelObject>,
    /// A picture of its own, and the part of it that is the tile.
    pub(super) picture: Option<(Image, Rect)>,
}

/// Which point of a tile lies at the position of its object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LevelAlignment {
    /// The lower left corner; the middle of the lower side in isometric levels.
    #[default]
    Unspecified,
    /// The upper left corner.
    TopLeft,
    /// The middle of the upper side.
    Top,
    /// The upper right corner.
    TopRight,
    /// The middle of the left side.
    Left,
    /// The middle.
    Center,
    /// The middle of the right side.
    Right,
    /// The lower left corner.
    BottomLeft,
    /// The middle of the lower side.
    Bottom,
    /// The lower right corner.
    BottomRight,
}

impl LevelTile {
    /// Whether its collision shapes say where it is solid. Shapes that can cover nothing, such as points, lines and rectangles of 0 x 0
    /// pixels, say nothing: if it has no others, its picture counts.
    #[must_use]
    pub fn is_shaped(&self) -> bool {
        // A tile cannot be the shape of a tile.
        self.shapes.iter().any(|shape| shape.has_area() && !matches!(shape.shape, LevelObjectShape::Tile(_)))
    }
}

impl LevelAlignment {
    /// From Tiled's word. Unknown words are unspecified, as in Tiled.
    pub(super) fn from_word(word: &str) -> LevelAlignment {
        match word {
            "topleft" => LevelAlignment::TopLeft,
            "top" => LevelAlignment::Top,
            "topright" => LevelAlignment::TopRight,
            "left" => LevelAlignment::Left,
            "center" => LevelAlignment::Center,
            "right" => LevelAlignment::Right,
            "bottomleft" => LevelAlignment::BottomLeft,
            "bottom" => LevelAlignment::Bottom,
            "bottomright" => LevelAlignment::BottomRight,
            _ => LevelAlignment::Unspecified,
        }
    }

    /// Where the point lies, as halves of the tile's width and height from its upper left corner.
    pub(super) fn halves(self, isometric: bool) -> [f64; 2] {
        match self {
            LevelAlignment::Unspecified if isometric => [1.0, 2.0],
            LevelAlignment::Unspecified | LevelAlignment::BottomLeft => [0.0, 2.0],
            LevelAlignment::TopLeft => [0.0, 0.0],
            LevelAlignment::Top => [1.0, 0.0],
            LevelAlignment::TopRight => [2.0, 0.0],
            LevelAlignment::Left => [0.0, 1.0],
            LevelAlignment::Center => [1.0, 1.0],
            LevelAlignment::Right => [2.0, 1.0],
            LevelAlignment::Bottom => [1.0, 2.0],
            LevelAlignment::BottomRight => [2.0, 2.0],
        }
    }
}

/// A picture that is cut into tiles of one size, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
    pub(super) image: Image,
    pub(super) tile: [u32; 2],
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) columns: u32,
    pub(super) count: u32,
}

impl Sheet {
    /// The sheet with as many whole tiles as the picture has room for.
    pub(super) fn new(image: Image, tile: [u32; 2], margin: u32, spacing: u32) -> Sheet {
        let fitting = |side: u32, tile: u32| {
            let room = u64::from(side) + u64::from(spacing);
            let room = room.saturating_sub(u64::from(margin));
            // The quotient is at most the side plus the spacing; a picture has fewer tiles than 2^32 in a row.
            u32::try_from(room.checked_div(u64::from(tile) + u64::from(spacing)).unwrap_or(0)).unwrap_or(0)
        };
        let (columns, rows) = if tile.contains(&0) {
            (0, 0)
        } else {
            (fitting(image.width(), tile[0]), fitting(image.height(), tile[1]))
        };
        Sheet { count: columns.saturating_mul(rows), image, tile, margin, spacing, columns }
    }

    /// Where a tile lies. None if there is no such tile, or if not all of it is in the picture.
    fn rect(&self, id: u32) -> Option<Rect> {
        if id >= self.count {
            return None;
        }
        let at = |number: u32, tile: u32, side: u32| {
            let start = number.checked_mul(tile + self.spacing)?.checked_add(self.margin)?;
            (start.checked_add(tile)? <= side).then_some(start as i32)
        };
        let x = at(id % self.columns, self.tile[0], self.image.width())?;
        let y = at(id / self.columns, self.tile[1], self.image.height())?;
        Some(Rect::new(x, y, self.tile[0], self.tile[1]))
    }
}

impl LevelTileSet {
    /// A set without tiles.
    pub(super) fn new(name: String, first: u32) -> LevelTileSet {
        LevelTileSet {
            name,
            class: String::new(),
            first,
            offset: [0; 2],
            alignment: LevelAlignment::Unspecified,
            fits_cells: false,
            keeps_aspect: false,
            properties: LevelProperties::default(),
            sheet: None,
            tiles: BTreeMap::new(),
        }
    }

    /// What is known about a tile of this number in the set, beside its picture. None if nothing is.
    #[must_use]
    pub fn tile(&self, id: u32) -> Option<&LevelTile> {
        self.tiles.get(&id)
    }

    /// The numbers of all tiles with a picture, ascending.
    pub fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        let count = self.sheet.as_ref().map_or(0, |sheet| sheet.count);
        let own = self.tiles.iter().filter(move |(id, tile)| **id >= count && tile.picture.is_some());
        (0..count).filter(|&id| self.picture(id).is_some()).chain(own.map(|(id, _)| *id))
    }

    /// The width and height of a tile in pixels, as it is on its picture. None if there is no such tile.
    #[must_use]
    pub fn size(&self, id: u32) -> Option<[u32; 2]> {
        self.picture(id).map(|(_, rect)| [rect.w, rect.h])
    }

    /// The picture of a tile. None if there is no such tile.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory); [`ErrorKind::NotDrawn`](crate::ErrorKind::NotDrawn) if it is a
    /// part of an SVG.
    pub fn image(&self, id: u32) -> crate::Result<Option<Image>> {
        let Some((image, Rect { x, y, w, h })) = self.picture(id) else { return Ok(None) };
        let image = drawn(image)?;
        if [w, h] == [image.width(), image.height()] {
            return Ok(Some(image.clone()));
        }
        Ok(Some(image.crop(x.unsigned_abs(), y.unsigned_abs(), w, h).map_err(crate::Error::from)?))
    }

    /// What a tile is for: what its property `hitmask` or its class says, or else the property or the class of the set. None if nothing is
    /// said; then the layer decides.
    #[must_use]
    pub fn kind(&self, id: u32) -> Option<TileKind> {
        let own = self.tile(id).and_then(|tile| kind_said(&tile.properties, &tile.class));
        own.or_else(|| kind_said(&self.properties, &self.class))
    }

    /// The number of a tile for the game: what its property `number` says, or else that of the set, or else 0.
    #[must_use]
    pub fn number(&self, id: u32) -> u64 {
        let own = self.tile(id).and_then(|tile| number_said(&tile.properties));
        own.or_else(|| number_said(&self.properties)).unwrap_or(0)
    }

    /// The picture on which a tile lies, and where.
    pub(super) fn picture(&self, id: u32) -> Option<(&Image, Rect)> {
        let own = self.tile(id).and_then(|tile| tile.picture.as_ref()).map(|(image, rect)| (image, *rect));
        own.or_else(|| {
            let sheet = self.sheet.as_ref()?;
            Some((&sheet.image, sheet.rect(id)?))
        })
    }

    /// The pictures on which its tiles lie. One may come several times.
    pub(super) fn images(&self) -> impl Iterator<Item = &Image> + '_ {
        let own = self.tiles.values().filter_map(|tile| Some(&tile.picture.as_ref()?.0));
        self.sheet.iter().map(|sheet| &sheet.image).chain(own)
    }

    /// The memory of a copy. Pictures are shared.
    pub(super) fn bytes(&self) -> u64 {
        let tile = |tile: &LevelTile| {
            let shapes: u64 = tile.shapes.iter().map(LevelObject::bytes).sum();
            2 * size_of::<LevelTile>() as u64 + tile.class.len() as u64 + tile.properties.bytes() + shapes
        };
        let own = 2 * size_of::<LevelTileSet>() + self.name.len() + self.class.len();
        own as u64 + self.properties.bytes() + self.tiles.values().map(tile).sum::<u64>()
    }

    /// One more than the greatest number of its tiles.
    pub(super) fn end(&self) -> u32 {
        let sheet = self.sheet.as_ref().map_or(0, |sheet| sheet.count);
        sheet.max(self.tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1)))
    }

    /// Gives a tile a picture of its own.
    pub(super) fn set_picture(&mut self, id: u32, image: Image, rect: Rect) {
        self.tiles.entry(id).or_default().picture = Some((image, rect));
    }
}
