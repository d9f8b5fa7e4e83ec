//! Tile maps
//!
//! A hitmask_tile_map is a level made of tiles: up to 65536 x 65536 cells, each empty or with a tile of a hitmask_tile_set, flipped in any of
//! eight ways. Its pixels are those of all its tiles together, without seams. Make a shape of it with hitmask_shape_tiles. The upper left corner
//! of cell (0, 0) is pixel (0, 0). A picture that is larger than a cell stands on the cell's lower left corner and reaches over the cells above
//! and to the right. In a world one map is ground, one-way ledges and sensors at once: hitmask_world_insert_tiles.
//!
//! Where a function takes kinds, these are hitmask_tile_kind, added up: only tiles of these kinds count. Cells are numbered by column and row.

// This file is long because it is a list: the functions on tile maps, each a short call with its contract.

use hitmask::{TileCell, TileDef, TileView};

use crate::fault::OrTell as _;
use crate::objects::hitmask_tile_set;
use crate::prelude::*;
use crate::shape::tile_kinds;
use crate::table::{hitmask_tile_cell, hitmask_tile_colliders};

/// A tile of a set.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_tile_def {
    /// Its id, below 2^20. In numbers as Tiled writes them 0 is an empty cell, so let ids begin with 1 there.
    pub id: u32,
    /// Its solid pixels. They are shared, so you may free or change your mask afterwards.
    pub mask: *const hitmask_mask,
    /// A hitmask_tile_kind. Not HITMASK_TILE_ALL.
    pub kind: i32,
    /// A number of yours: an index into your own table, or some flags.
    pub number: u64,
    /// Moves the picture in its cell, at most 4095 pixels. Flips don't change it.
    pub offset: hitmask_point,
}

/// A cell that is not empty.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_filled_cell {
    /// Its column and its row.
    pub cell: hitmask_point,
    /// What it shows.
    pub tile: hitmask_tile_cell,
}

verbs! {
    /// A set of tiles. It never changes. If an id appears twice, the last tile counts. HITMASK_OUT_OF_RANGE if an id or an offset is too large.
    fn hitmask_tile_set_new(tiles: *const hitmask_tile_def, count: usize, out: *mut *mut hitmask_tile_set) {
        let tile = |tile: &hitmask_tile_def| -> Checked<(u32, TileDef)> { Ok((tile.id, tile.library()?)) };
        let tiles = array(tiles, count)?.iter().map(tile).collect::<Checked<Vec<_>>>()?;
        give_object(out, hitmask_tile_set { set: TileSet::try_with_ids(tiles)? })
    }

    /// Frees it. NULL does nothing. Maps keep what they need of it.
    free fn hitmask_tile_set_free(set: *mut hitmask_tile_set);

    /// The ids of its tiles, in ascending order.
    fn hitmask_tile_set_ids(set: *const hitmask_tile_set, ids: *mut u32, capacity: usize, count: *mut usize) {
        give_list(object(set)?.set.iter().map(|(id, _)| id), ids, capacity, count)
    }

    /// The tile of an id. Its mask is NULL: hitmask_tile_set_mask gives it.
    fn hitmask_tile_set_get(set: *const hitmask_tile_set, id: u32, out: *mut hitmask_tile_def, found: *mut bool) {
        let def = |tile: &TileDef| hitmask_tile_def {
            id,
            mask: std::ptr::null(),
            kind: tile.kind.number(),
            number: tile.number,
            offset: tile.offset.into(),
        };
        give_found(out, found, object(set)?.set.get(id).map(def))
    }

    /// The pixels of a tile. HITMASK_NO_SUCH_INDEX if the set has none of this id.
    fn hitmask_tile_set_mask(set: *const hitmask_tile_set, id: u32, out: *mut *mut hitmask_mask) {
        let tile = object(set)?.set.get(id).ok_or(HITMASK_NO_SUCH_INDEX)?;
        give_object(out, (*tile.mask).clone())
    }

    /// A map of empty cells. HITMASK_OUT_OF_RANGE if a side of a cell is 0, there are more than 65536 columns or rows, or more than 2^30
    /// pixels along a side.
    fn hitmask_tile_map_new(
        set: *const hitmask_tile_set, columns: u32, rows: u32, cell_w: u32, cell_h: u32, out: *mut *mut hitmask_tile_map
    ) {
        let set = object(set)?.set.clone();
        give_object(out, TileMap::try_new(set, (columns, rows), (cell_w, cell_h))?)
    }

    /// A map from numbers as Tiled writes them, row by row: 0 is an empty cell, else the id of the tile with flips along x, y and the diagonal
    /// in the highest bits. They may end anywhere. HITMASK_NO_SUCH_INDEX if the set has no tile of an id, HITMASK_OUT_OF_RANGE if they are too
    /// many, or for the reasons of hitmask_tile_map_new.
    fn hitmask_tile_map_from_gids(
        set: *const hitmask_tile_set, columns: u32, rows: u32, cell_w: u32, cell_h: u32, gids: *const u32, count: usize,
        out: *mut *mut hitmask_tile_map, error: *mut hitmask_error
    ) {
        check(out)?;
        let set = object(set)?.set.clone();
        let cells = array(gids, count)?.iter().map(|&gid| TileCell::from_gid(gid));
        let map = TileMap::try_from_cells(set, (columns, rows), (cell_w, cell_h), cells).or_tell(error)?;
        give_object(out, map)
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_tile_map_free(map: *mut hitmask_tile_map);

    /// Its tiles.
    fn hitmask_tile_map_tile_set(map: *const hitmask_tile_map, out: *mut *mut hitmask_tile_set) {
        give_object(out, hitmask_tile_set { set: object(map)?.shared.tile_set().clone() })
    }

    /// Changes what a cell shows. NULL empties it. HITMASK_OUT_OF_RANGE if the cell lies outside, HITMASK_NO_SUCH_INDEX if the set has no such
    /// tile.
    fn hitmask_tile_map_set(map: *mut hitmask_tile_map, cell: hitmask_point, to: *const hitmask_tile_cell) {
        let to = cell_of(to)?;
        edit(map)?.try_set(cell, to)?;
        Ok(())
    }

    /// Sets a rectangle of cells, row by row from its upper left cell on, from numbers as Tiled writes them. Each row has so many columns. If a
    /// number is refused, as by hitmask_tile_map_from_gids, the cells before it are set.
    fn hitmask_tile_map_fill(
        map: *mut hitmask_tile_map, corner: hitmask_point, columns: u32, gids: *const u32, count: usize, error: *mut hitmask_error
    ) {
        let cells = array(gids, count)?.iter().map(|&gid| TileCell::from_gid(gid));
        edit(map)?.try_fill(corner, columns, cells).or_tell(error)
    }

    /// The cells that are not empty, row by row.
    fn hitmask_tile_map_cells(map: *const hitmask_tile_map, cells: *mut hitmask_filled_cell, capacity: usize, count: *mut usize) {
        let all = object(map)?.shared.cells();
        give_list(all.map(|(cell, tile)| hitmask_filled_cell { cell: cell.into(), tile: (&tile).into() }), cells, capacity, count)
    }

    /// The map from bytes. It takes at most this much memory, with its tiles; 0 is the default limit of the library.
    fn hitmask_tile_map_from_bytes(bytes: *const u8, length: usize, memory: usize, out: *mut *mut hitmask_tile_map, error: *mut hitmask_error) {
        check(out)?;
        let map = TileMap::from_bytes_with(array(bytes, length)?, &limits(memory)).or_tell(error)?;
        give_object(out, map)
    }

    /// Puts a tile map in, as ground, one-way ledges and sensors at once. The collider's shape is that of the map. The tiles of HITMASK_TILE_BODY
    /// are a collider of the kind that it has, most often HITMASK_BODY; the others are parts of it, of the kinds HITMASK_ONE_WAY and
    /// HITMASK_SENSOR. Its place, its layers and everything else count for all. HITMASK_WRONG_SHAPE if the shape is no tile map.
    fn hitmask_world_insert_tiles(world: *mut hitmask_world, collider: *const hitmask_collider, out: *mut hitmask_tile_colliders) {
        check(out)?;
        let collider = object(collider)?.library()?;
        let made = change(world)?.world.try_insert_tiles(collider)?;
        give(out, (&made).into())
    }

    /// Changes what a cell of a collider's map shows. NULL empties it. All colliders of hitmask_world_insert_tiles see the change; your own map
    /// does not. HITMASK_WRONG_SHAPE if the collider's shape is no tile map; else as hitmask_tile_map_set.
    fn hitmask_world_set_tile(world: *mut hitmask_world, collider: hitmask_handle, cell: hitmask_point, to: *const hitmask_tile_cell) {
        let to = cell_of(to)?;
        let mut changing = change(world)?;
        let collider = handle(collider);
        let old = changing.world.try_set_tile(collider, cell, to)?;
        old.map(drop).ok_or_else(|| no_map(&changing.world, collider))
    }

    /// Sets a rectangle of cells of a collider's map, as hitmask_tile_map_fill. Its colliders and your own map: as hitmask_world_set_tile.
    fn hitmask_world_fill_tiles(
        world: *mut hitmask_world, collider: hitmask_handle, corner: hitmask_point, columns: u32, gids: *const u32, count: usize,
        error: *mut hitmask_error
    ) {
        let cells = array(gids, count)?.iter().map(|&gid| TileCell::from_gid(gid));
        let mut changing = change(world)?;
        let collider = handle(collider);
        let filled = changing.world.edit_tiles(collider, |map| map.try_fill(corner, columns, cells));
        filled.ok_or_else(|| no_map(&changing.world, collider))?.or_tell(error)
    }
}

/// The tiles of some kinds of a map.
pub(crate) unsafe fn view<'a>(map: *const hitmask_tile_map, kinds: u32) -> Checked<TileView<'a>> {
    Ok(object(map)?.shared.only(tile_kinds(kinds)?))
}

/// The map to be changed. A share of it that a world holds stays as it is.
unsafe fn edit<'a>(map: *mut hitmask_tile_map) -> Checked<&'a mut TileMap> {
    Ok(Arc::make_mut(&mut object_mut(map)?.shared))
}

/// Why a collider has no map.
fn no_map(world: &World, collider: Handle) -> crate::hitmask_status {
    if world.contains(collider) { HITMASK_WRONG_SHAPE } else { HITMASK_NO_SUCH_COLLIDER }
}

/// What a cell is to show. NULL is nothing.
unsafe fn cell_of(cell: *const hitmask_tile_cell) -> Checked<Option<TileCell>> {
    if cell.is_null() {
        return Ok(None);
    }
    let hitmask_tile_cell { tile, flip_x, flip_y, diagonal } = value(cell)?;
    let [flip_x, flip_y, diagonal] = [flip_x, flip_y, diagonal].map(|flag| flag.is_set());
    Ok(Some(TileCell { tile, flip_x, flip_y, diagonal }))
}

impl hitmask_tile_def {
    /// # Safety
    /// The pointer to the mask keeps the contract of the crate.
    unsafe fn library(&self) -> Checked<TileDef> {
        let kind: TileKind = choice(self.kind)?;
        let tile = TileDef::new(object(self.mask)?.share());
        Ok(tile.with_kind(kind).with_number(self.number).with_offset(self.offset))
    }
}
