//! Objects of a level, and the collision shapes of a tile, which are written in the same way.

use super::cell::LevelCell;
use super::property::LevelProperties;

/// An object of an object layer, an LDtk entity, or a collision shape of a tile.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelObject {
    /// Its number in the file; 0 if it has none.
    pub id: i64,
    /// Its name. Of an LDtk entity, the entity's identifier.
    pub name: String,
    /// Its class (called type before Tiled 1.9). Of an LDtk entity, the entity's identifier.
    pub class: String,
    /// Where it lies, in pixels of the layer (of the tile, for a collision shape): its upper left corner, or the point that
    /// [`LevelObjectShape`] names. It turns about this point.
    pub position: [f64; 2],
    /// Its width and height in pixels. 0 for points, polygons and polylines.
    pub size: [f64; 2],
    /// How far it is turned clockwise, in degrees.
    pub rotation: f64,
    /// Whether it is shown.
    pub visible: bool,
    /// What it is.
    pub shape: LevelObjectShape,
    /// Its custom properties, with those of its template.
    pub properties: LevelProperties,
}

impl LevelObject {
    /// Whether it can cover pixels: a rectangle, an ellipse or a capsule with a width and a height, a polygon with three corners or more, or
    /// a tile. Points, lines and text cannot.
    #[must_use]
    pub fn has_area(&self) -> bool {
        match &self.shape {
            LevelObjectShape::Rectangle | LevelObjectShape::Ellipse | LevelObjectShape::Capsule => {
                self.size.iter().all(|&side| side > 0.0)
            }
            LevelObjectShape::Polygon(corners) => corners.len() >= 3,
            LevelObjectShape::Tile(cell) => cell.tile().is_some(),
            LevelObjectShape::Point | LevelObjectShape::Polyline(_) | LevelObjectShape::Text => false,
        }
    }

    /// The memory of a copy.
    pub(super) fn bytes(&self) -> u64 {
        let corners = match &self.shape {
            LevelObjectShape::Polygon(corners) | LevelObjectShape::Polyline(corners) => corners.len(),
            _ => 0,
        };
        let own = 2 * size_of::<LevelObject>() + self.name.len() + self.class.len() + 16 * corners;
        own as u64 + self.properties.bytes()
    }
}

/// What an object is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LevelObjectShape {
    /// A rectangle of the object's size.
    Rectangle,
    /// An ellipse that fills the object's size; a circle if its sides are equal.
    Ellipse,
    /// A capsule that fills the object's size: a rectangle whose shorter sides are half circles.
    Capsule,
    /// A point: the position.
    Point,
    /// A closed polygon. Its corners are relative to the position.
    Polygon(Vec<[f64; 2]>),
    /// A line of several parts. Its corners are relative to the position.
    Polyline(Vec<[f64; 2]>),
    /// A tile, scaled to the object's size. The position is the point of it that [`LevelTileSet::alignment`](crate::LevelTileSet::alignment)
    /// says.
    Tile(LevelCell),
    /// Text in a rectangle of the object's size.
    Text,
}
