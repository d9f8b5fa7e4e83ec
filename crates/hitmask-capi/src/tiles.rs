//! Tile maps
//!
//! A hitmask_tile_map is a level made of tiles: up to 65536 x 65536 cells, each empty or with a tile of a hitmask_tile_set, flipped in any of
//! eight ways. Its pixels are those of all its tiles together, without seams. Make a shape of it with hitmask_shape_tiles. The upper left corner
//! of cell (0, 0) is pixel (0, 0). A picture that is larger than a cell stands on the cell's lower left corner and reaches over the cells above
//! and to the right. In a world one map is ground, one-way ledges and sensors at once: hitmask_world_insert_tiles.
//!
//! Where a function takes kinds, these are hitmask_tile_kind, added up: only tiles of these kinds count. Cells are numbered by column and row.

// This file is long because it is a list: the functions on tile maps, each a short call with its contract.

use std::sync::Arc;

use hitmask::{Cast, Handle, TileCell, TileDef, TileKind, TileMap, TileSet, TileView, World};

use crate::border::{
    Checked, Choice, array, check, check_list, choice, give, give_found, give_list, give_object, object,
    object_mut, value,
};
use crate::bytes::hitmask_bytes;
use crate::event::{handle, hitmask_handle};
use crate::fault::{OrTell as _, limits};
use crate::geom::{hitmask_point, hitmask_point_q16, hitmask_rect};
use crate::hitmask_status::*;
use crate::in_use::{self, change, hitmask_world};
use crate::objects::{hitmask_mask, hitmask_tile_map, hitmask_tile_set};
use crate::shape::{hitmask_shape, tile_kinds};
use crate::status::hitmask_error;
use crate::table::{
    hitmask_cast, hitmask_collider, hitmask_step_cast, hitmask_tile_cell, hitmask_tile_colliders,
    hitmask_tile_met,
};

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

    /// Whether two sets have the same tiles.
    fn hitmask_tile_set_equals(a: *const hitmask_tile_set, b: *const hitmask_tile_set, out: *mut bool) {
        give(out, object(a)?.set == object(b)?.set)
    }

    /// The number of its tiles.
    fn hitmask_tile_set_count(set: *const hitmask_tile_set, out: *mut usize) {
        give(out, object(set)?.set.len())
    }

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

    /// A copy. Copies are cheap: they share what neither has changed since.
    fn hitmask_tile_map_clone(map: *const hitmask_tile_map, out: *mut *mut hitmask_tile_map) {
        give_object(out, hitmask_tile_map { shared: object(map)?.shared.clone() })
    }

    /// Whether two maps have the same sizes, cells and tiles.
    fn hitmask_tile_map_equals(a: *const hitmask_tile_map, b: *const hitmask_tile_map, out: *mut bool) {
        give(out, object(a)?.shared == object(b)?.shared)
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_tile_map_free(map: *mut hitmask_tile_map);

    /// The number of its columns and rows.
    fn hitmask_tile_map_size(map: *const hitmask_tile_map, columns: *mut u32, rows: *mut u32) {
        let (across, down) = object(map)?.shared.size();
        check(rows)?;
        give(columns, across)?;
        give(rows, down)
    }

    /// The width and the height of a cell, in pixels.
    fn hitmask_tile_map_cell_size(map: *const hitmask_tile_map, w: *mut u32, h: *mut u32) {
        let (width, height) = object(map)?.shared.cell_size();
        check(h)?;
        give(w, width)?;
        give(h, height)
    }

    /// Its tiles.
    fn hitmask_tile_map_tile_set(map: *const hitmask_tile_map, out: *mut *mut hitmask_tile_set) {
        give_object(out, hitmask_tile_set { set: object(map)?.shared.tile_set().clone() })
    }

    /// How many bytes of memory it takes, without its tiles.
    fn hitmask_tile_map_memory(map: *const hitmask_tile_map, out: *mut usize) {
        give(out, object(map)?.shared.memory_bytes())
    }

    /// A hash of the sizes, the cells and the tiles: the same on every machine.
    fn hitmask_tile_map_content_hash(map: *const hitmask_tile_map, out: *mut u64) {
        give(out, object(map)?.shared.content_hash())
    }

    /// How many cells are not empty.
    fn hitmask_tile_map_filled(map: *const hitmask_tile_map, out: *mut u64) {
        give(out, object(map)?.shared.filled())
    }

    /// What a cell shows. Not found if it is empty, or outside.
    fn hitmask_tile_map_get(map: *const hitmask_tile_map, cell: hitmask_point, out: *mut hitmask_tile_cell, found: *mut bool) {
        give_found(out, found, object(map)?.shared.get(cell).as_ref().map(Into::into))
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

    /// Empties all cells.
    fn hitmask_tile_map_clear(map: *mut hitmask_tile_map) {
        edit(map)?.clear();
        Ok(())
    }

    /// The cells that are not empty, row by row.
    fn hitmask_tile_map_cells(map: *const hitmask_tile_map, cells: *mut hitmask_filled_cell, capacity: usize, count: *mut usize) {
        let all = object(map)?.shared.cells();
        give_list(all.map(|(cell, tile)| hitmask_filled_cell { cell: cell.into(), tile: (&tile).into() }), cells, capacity, count)
    }

    /// Whether a pixel is solid. False outside.
    fn hitmask_tile_map_contains(map: *const hitmask_tile_map, kinds: u32, pixel: hitmask_point, out: *mut bool) {
        give(out, view(map, kinds)?.contains(pixel))
    }

    /// The number of solid pixels. It reads all tiles.
    fn hitmask_tile_map_count(map: *const hitmask_tile_map, kinds: u32, out: *mut u64) {
        give(out, view(map, kinds)?.count())
    }

    /// The smallest rectangle around the solid pixels. It reads all tiles.
    fn hitmask_tile_map_bounds(map: *const hitmask_tile_map, kinds: u32, out: *mut hitmask_rect, found: *mut bool) {
        give_found(out, found, view(map, kinds)?.bounds().map(Into::into))
    }

    /// A part of a map as a mask.
    fn hitmask_tile_map_crop(map: *const hitmask_tile_map, kinds: u32, rect: hitmask_rect, out: *mut *mut hitmask_mask) {
        give_object(out, view(map, kinds)?.crop(rect.checked()?))
    }

    /// Draws the pixels in a rectangle now, so that the first questions there are fast and allocate nothing. A world asks about each kind by
    /// itself, so do it for each.
    fn hitmask_tile_map_draw_ahead(map: *const hitmask_tile_map, kinds: u32, rect: hitmask_rect) {
        view(map, kinds)?.draw_ahead(rect.into());
        Ok(())
    }

    /// The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map.
    fn hitmask_tile_map_tiles_met(
        map: *const hitmask_tile_map, kinds: u32, shape: *const hitmask_shape, offset: hitmask_point, list: *mut hitmask_tile_met,
        capacity: usize, count: *mut usize
    ) {
        check_list(list, capacity, count)?;
        let met = view(map, kinds)?.tiles_met(&value(shape)?.lend()?, offset);
        give_list(met.iter().map(Into::into), list, capacity, count)
    }

    /// The tile that is seen at a pixel: of several, the one that is drawn last, in the lowest row of cells and there farthest to the right.
    fn hitmask_tile_map_tile_at(
        map: *const hitmask_tile_map, kinds: u32, pixel: hitmask_point, out: *mut hitmask_tile_met, found: *mut bool
    ) {
        give_found(out, found, view(map, kinds)?.tile_at(pixel).as_ref().map(Into::into))
    }

    /// When a mask, moving from a position, first meets the tiles.
    fn hitmask_tile_map_cast(
        map: *const hitmask_tile_map, kinds: u32, mask: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16,
        out: *mut hitmask_cast
    ) {
        let cast: Cast = view(map, kinds)?.cast(&object(mask)?.mask, position.checked("position")?, motion.checked("motion")?);
        give(out, cast.into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first meets the tiles.
    fn hitmask_tile_map_cast_pixels(
        map: *const hitmask_tile_map, kinds: u32, mask: *const hitmask_mask, offset: hitmask_point, motion: hitmask_point,
        out: *mut hitmask_step_cast
    ) {
        give(out, view(map, kinds)?.cast_pixels(&object(mask)?.mask, offset, motion).into())
    }

    /// When a point that moves first enters a solid pixel of the tiles.
    fn hitmask_tile_map_ray_cast(
        map: *const hitmask_tile_map, kinds: u32, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast
    ) {
        give(out, view(map, kinds)?.ray_cast(position.checked("position")?, motion.checked("motion")?).into())
    }

    /// The map and its tiles as bytes.
    fn hitmask_tile_map_to_bytes(map: *const hitmask_tile_map, out: *mut *mut hitmask_bytes) {
        give_object(out, hitmask_bytes { bytes: object(map)?.shared.to_bytes() })
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

    /// The tile of a collider's map that covers a world pixel: the first pixel of an event, the pixel of a blocker. Its first is a pixel of the
    /// map. Not found if the handle is stale, the collider's shape is no tile map, or no tile of its kinds is solid there.
    fn hitmask_world_tile_at(
        world: *const hitmask_world, collider: hitmask_handle, pixel: hitmask_point, out: *mut hitmask_tile_met, found: *mut bool
    ) {
        let met = in_use::ask(world)?.tile_at(handle(collider), pixel);
        give_found(out, found, met.as_ref().map(Into::into))
    }
}

/// The tiles of some kinds of a map.
unsafe fn view<'a>(map: *const hitmask_tile_map, kinds: u32) -> Checked<TileView<'a>> {
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
