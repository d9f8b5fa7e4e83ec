//! Tile maps, alone and in a world.

use hitmask::{ColliderShape, TileCell, TileColliders, TileDef, TileKind, TileKinds, TileMap, TileSet};

use crate::prelude::*;
use crate::store::with_tile_set;
use crate::world::{collider, with_handles};

/// Some kinds: a bit for each.
fn kinds(bits: u32) -> TileKinds {
    let all = <TileKind as Choice>::ALL.iter().filter(|(_, bit)| bits & *bit as u32 != 0);
    all.fold(TileKinds::from([]), |kinds, &(kind, _)| kinds | kind)
}

/// A filled cell: where it is, and what it shows.
struct Placed(Point, TileCell);

impl Floats for Placed {
    fn floats(&self) -> impl AsRef<[f64]> {
        let mut all = [0.0; 6];
        all[..2].copy_from_slice(self.0.floats().as_ref());
        all[2..].copy_from_slice(self.1.floats().as_ref());
        all
    }
}

/// What a cell shall show. The flags are 1 along x, 2 along y, 4 along the diagonal; -1 empties the cell.
fn cell(tile: u32, flags: i32) -> Option<TileCell> {
    let flag = |bit: i32| flags & bit != 0;
    (flags >= 0).then(|| TileCell { tile, flip_x: flag(1), flip_y: flag(2), diagonal: flag(4) })
}

/// The cells whose numbers, as Tiled writes them, are in the list of bytes.
fn gids(bytes: &[u8]) -> impl Iterator<Item = Option<TileCell>> {
    bytes.as_chunks::<4>().0.iter().map(|gid| TileCell::from_gid(u32::from_le_bytes(*gid)))
}

/// The map of a shape that JavaScript knows to be one, and the kinds that count.
fn seen(shape: &ColliderShape) -> Result<(&Arc<TileMap>, TileKinds), Fault> {
    match shape {
        ColliderShape::Tiles(map, kinds) => Ok((map, *kinds)),
        _ => Err("this is no TileMap".into()),
    }
}

/// Asks a map, or those of its kinds that count.
fn ask(tiles: usize, answer: impl FnOnce(&Arc<TileMap>, TileKinds) -> Result<i32, Fault>) -> i32 {
    reply(with_shape(tiles, |shape| seen(shape).and_then(|(map, kinds)| answer(map, kinds))))
}

/// Changes a map. Copies it first if a world or a view shares it.
fn change(map: usize, edit: impl FnOnce(&mut TileMap) -> Result<i32, Fault>) -> i32 {
    reply(change_shape(map, |shape| match shape {
        ColliderShape::Tiles(map, _) => edit(Arc::make_mut(map)),
        _ => Err("this is no TileMap".into()),
    }))
}

export! {
    /// The list of floats has six numbers for each tile: the id, the mask, the kind, the number, the offset.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn tile_set_new() -> i32 {
        let tile = |&[id, mask, kind, number, x, y]: &[f64; 6]| match shape(mask as usize) {
            ColliderShape::Mask(mask) => {
                let tile = TileDef::new(mask).with_number(number as u64);
                let tile = tile.with_kind(numbered(kind));
                Ok((id as u32, tile.with_offset((x as i32, y as i32))))
            }
            _ => Err(Fault::from("the pictures of tiles are masks")),
        };
        let tiles: Result<Vec<_>, Fault> = taken_numbers().as_chunks::<6>().0.iter().map(tile).collect();
        reply(tiles.and_then(|tiles| Ok(keep(Object::TileSet(TileSet::try_with_ids(tiles)?)))))
    }

    /// All ids in the list of floats.
    fn tile_set_ids(set: usize) -> f64 = with_tile_set(set, |set| give_numbers(set.iter().map(|(id, _)| id.into()).collect()));

    /// The mask of a tile; kind, number and offset on the desk.
    fn tile_set_get(set: usize, id: u32) -> i32 = with_tile_set(set, |set| set.get(id).map_or(NONE, |tile| {
        lay(0, &[tile.kind.number(), tile.number as f64, tile.offset.x.into(), tile.offset.y.into()]);
        keep_shape(ColliderShape::Mask(tile.mask.clone()))
    }));

    /// The numbers of the first cells are in the list of bytes.
    fn tile_map_new(set: usize, columns: u32, rows: u32, w: u32, h: u32) -> i32 {
        let bytes = taken_bytes();
        reply(with_tile_set(set, |set| {
            Ok(keep_shape(TileMap::try_from_cells(set.clone(), (columns, rows), (w, h), gids(&bytes))?))
        }))
    }

    fn tile_map_from_bytes() -> i32 = reply(TileMap::from_bytes(&taken_bytes()).map(keep_shape).map_err(Fault::from));

    /// The number of bytes on the desk.
    fn tile_map_to_bytes(map: usize) -> i32 = ask(map, |map, _| {
        put(0, give_bytes(map.to_bytes()));
        Ok(SOME)
    });

    fn tile_map_set(map: usize) -> i32 = ask(map, |map, _| Ok(keep(Object::TileSet(map.tile_set().clone()))));

    /// Columns and rows, width and height of a cell, how many are filled; then the kinds that count, as bits.
    fn tile_map_sizes(map: usize) -> i32 = ask(map, |map, kinds| {
        let ((columns, rows), (w, h)) = (map.size(), map.cell_size());
        lay(0, &[columns.into(), rows.into(), w.into(), h.into(), map.filled() as f64]);
        let seen = <TileKind as Choice>::ALL.iter().filter(|(kind, _)| kinds.contains(*kind));
        put(5, seen.map(|(_, bit)| bit).sum());
        Ok(SOME)
    });

    fn tile_map_get(map: usize, x: i32, y: i32) -> i32 = ask(map, |map, _| Ok(option(map.get((x, y)))));

    /// What the cell showed before on the desk.
    fn tile_map_put(map: usize, x: i32, y: i32, tile: u32, flags: i32) -> i32 =
        change(map, |map| Ok(option(map.try_set((x, y), cell(tile, flags))?)));

    /// A rectangle of cells. Their numbers are in the list of bytes.
    fn tile_map_fill(map: usize, x: i32, y: i32, columns: u32) -> i32 {
        let bytes = taken_bytes();
        change(map, |map| {
            map.try_fill((x, y), columns, gids(&bytes))?;
            Ok(SOME)
        })
    }

    fn tile_map_clear(map: usize) -> i32 = change(map, |map| {
        map.clear();
        Ok(SOME)
    });

    /// The filled cells in the list of floats, six numbers each; its length on the desk.
    fn tile_map_cells(map: usize) -> i32 = ask(map, |map, _| {
        room(map.filled().saturating_mul(48))?;
        put(0, give_all(map.cells().map(|(at, cell)| Placed(at, cell))));
        Ok(SOME)
    });

    /// The same map with the tiles of some kinds only. It does not follow edits of this one.
    fn tile_map_only(map: usize, bits: u32) -> i32 = ask(map, |map, _| Ok(keep_shape(ColliderShape::Tiles(map.clone(), kinds(bits)))));

    /// In two halves of 32 bits, the upper first.
    fn tile_map_hash(map: usize) -> i32 = ask(map, |map, _| {
        lay(0, &halves(map.content_hash()));
        Ok(SOME)
    });

    fn tiles_draw_ahead(tiles: usize, x: i32, y: i32, w: u32, h: u32) -> i32 = ask(tiles, |map, kinds| {
        map.only(kinds).draw_ahead(Rect::new(x, y, w, h));
        Ok(SOME)
    });

    /// All of them in the list of floats, eleven numbers each; its length on the desk.
    fn overlap_tiles(tiles: usize, other: usize, x: i32, y: i32) -> i32 = reply(with_shapes(tiles, other, |tiles, other| {
        let (map, kinds) = seen(tiles)?;
        put(0, give_all(map.only(kinds).overlap_tiles(&lent(other)?, (x, y))));
        Ok(SOME)
    }));

    fn tile_at(tiles: usize, x: i32, y: i32) -> i32 = ask(tiles, |map, kinds| Ok(option(map.only(kinds).tile_at((x, y)))));

    /// What the collider is made of is on the desk, as for `world_insert`. The answer: `TileColliders`.
    fn world_insert_tiles(world: usize, tiles: usize) -> i32 = reply(collider(tiles).and_then(|collider| with_handles(world, |world| {
        let level = world.try_insert_tiles(collider)?;
        let _ = some(&level);
        let TileColliders { body, one_way, one_way_right, one_way_down, one_way_left, sensor, .. } = level;
        Ok([Some(body), one_way, one_way_right, one_way_down, one_way_left, sensor])
    })));

    fn world_set_tile(world: usize, collider: f64, x: i32, y: i32, tile: u32, flags: i32) -> i32 = reply(change_world(world, |world| {
        Ok(i32::from(world.try_set_tile(handle(collider), (x, y), cell(tile, flags))?.is_some()))
    }));

    /// As `tile_map_fill`. 0 if the collider has no map.
    fn world_fill_tiles(world: usize, collider: f64, x: i32, y: i32, columns: u32) -> i32 {
        let bytes = taken_bytes();
        reply(change_world(world, |world| {
            let filled = world.edit_tiles(handle(collider), |map| map.try_fill((x, y), columns, gids(&bytes)));
            Ok(i32::from(filled.transpose()?.is_some()))
        }))
    }

    fn world_tile_at(world: usize, collider: f64, x: i32, y: i32) -> i32 =
        with_world(world, |world| world.tile_at(handle(collider), (x, y)).map_or(NONE, |met| some(&met)));
}
