//! Tile maps in a world.

use crate::prelude::*;
use crate::table::{PyTileOverlap, with_properties};
use crate::tiles::{Shown, cell_of, gids, shown_of};

with_properties! {
    (map, at = Position(0.0, 0.0), *) properties;
    #[pymethods]
    impl PyWorld {
        /// Inserts a tile map as ground, one-way ledges and sensors at once: three colliders that share the map as it is now. Returns their handles
        /// (body, one_way, sensor); the last two are None if the set has no such tiles. They are parts of the body and go where it goes. So are
        /// those of one-way tiles that are open to another side: `parts_of` names them.
        #[pyo3(text_signature = "($self, map, at=(0, 0), **properties)")]
        fn insert_tiles(
            slf: &Bound<'_, Self>,
            map: &Bound<'_, PyTileMap>,
            at: Position,
        ) -> PyResult<(Id, Option<Id>, Option<Id>)> {
            let mut collider = Collider::new(map.shape());
            properties(&mut collider);
            collider.transform.set_position(PointQ16::from(at).checked("position").raise()?);
            let level = Self::with(slf, |world| world.try_insert_tiles(collider))?.raise()?;
            Ok((level.body.to_bits(), level.one_way.map(Handle::to_bits), level.sensor.map(Handle::to_bits)))
        }
    }
}

#[pymethods]
impl PyWorld {
    /// Changes what a cell (column, row) of a collider's map shows; None empties it. All colliders of `insert_tiles` see the change. Returns what
    /// the cell showed before. KeyError if the handle is stale or the collider's shape is not a tile map.
    #[pyo3(signature = (handle, cell, tile, *, flip_x = false, flip_y = false, diagonal = false))]
    fn set_tile(
        slf: &Bound<'_, Self>,
        handle: Id,
        cell: Pixel,
        tile: Option<u32>,
        flip_x: bool,
        flip_y: bool,
        diagonal: bool,
    ) -> PyResult<Option<Shown>> {
        let to = cell_of(tile, flip_x, flip_y, diagonal);
        let old = Self::with(slf, |world| world.try_set_tile(self::handle(handle), cell.0, to))?.raise()?;
        Ok(shown_of(live(old, handle)?))
    }

    /// Sets a rectangle of cells of a collider's map, as `TileMap.fill` does. All colliders of `insert_tiles` see the change. KeyError if the handle
    /// is stale or the collider's shape is not a tile map.
    fn fill_tiles(
        slf: &Bound<'_, Self>,
        handle: Id,
        corner: Pixel,
        columns: u32,
        gids: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let cells = self::gids(gids)?;
        let fill = |world: &mut World| {
            world.edit_tiles(self::handle(handle), |map| map.try_fill(corner.0, columns, cells))
        };
        live(Self::with(slf, fill)?, handle)?.raise()
    }

    /// The tile of a collider's map that covers a pixel of the world: the first pixel of an event, the pixel of a blocker. None if the collider has
    /// no map, or no tile there. Its `first` is a pixel of the map.
    fn tile_at(slf: &Bound<'_, Self>, handle: Id, pixel: Pixel) -> PyResult<Option<PyTileOverlap>> {
        Ok(Self::with(slf, |world| world.tile_at(self::handle(handle), pixel.0))?.map(Into::into))
    }
}
