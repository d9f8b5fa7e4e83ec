//! Levels: tile maps with objects, as Tiled and LDtk write them.
//!
//! The readers ([`tiled`], [`ldtk`]) make one model of both ([`model`], [`tile_set`], [`object`], [`property`]). What a level gives to the
//! library is made of the model alone: [`place`] says where cells lie, [`stamp`] what a tile looks like there, [`draw`] puts stamps
//! together, [`shape`] makes shapes of objects.

mod cell;
mod draw;
mod drawing_budget;
mod fill;
mod kind;
mod ldtk;
mod load;
mod map;
mod map_cost;
mod model;
mod object;
mod object_at;
mod parts;
mod place;
mod property;
mod shape;
mod stamp;
mod tile_set;
mod tiled;
mod whole;

pub use cell::{LevelCell, LevelOrientation};
pub use draw::LevelPixels;
pub(crate) use fill::draw_polygon;
pub use load::{LevelOptions, decode_levels, level_files, load_levels};
pub(crate) use load::{decode_levels_with, is_level};
pub use map::LevelMap;
pub use model::{Level, LevelCells, LevelContent, LevelFile, LevelLayer, LevelPicture, LevelTileAt};
pub use object::{LevelObject, LevelObjectShape};
pub use object_at::LevelObjectAt;
pub use property::{LevelProperties, LevelValue};
pub use shape::LevelShape;
pub use stamp::{LevelRule, TileShapes};
pub use tile_set::{LevelAlignment, LevelTile, LevelTileSet};
