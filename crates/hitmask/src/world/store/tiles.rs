//! Changing a tile map that several colliders share: a map's ground, its ledges and its sensors.

use alloc::sync::Arc;

use crate::geom::{Extent, Offset, Point};
use crate::tile_map::{TileDef, TileMap, TileSet};
use crate::tile_verbs::TileMet;
use crate::world::pixels::stored_collider::StoredCollider;
use crate::world::pixels::texels::Texels;
use crate::world::store::Store;
use crate::world::types::handle::Handle;
use crate::world::types::shape::ColliderShape;

impl Store {
    /// Changes the tile map of a collider, for all colliders of its family that share it. None if the handle is stale or has no map.
    pub(crate) fn edit_tiles<R>(
        &mut self,
        handle: Handle,
        edit: impl FnOnce(&mut TileMap) -> R,
    ) -> Option<R> {
        let ColliderShape::Tiles(map, _) = &self.stored(handle)?.shape else { return None };
        let map = Arc::clone(map);
        let root = self.root(handle.index).unwrap_or(handle.index);
        let no_map = || Arc::new(TileMap::new(TileSet::new::<TileDef>([]), (0, 0), (1, 1)));
        let none = Arc::clone(self.no_map.get_or_insert_with(no_map));
        let mut edited = MapEdit { store: self, root, map, none };
        edited.exchange(|edit| (Arc::clone(&edit.map), Arc::clone(&edit.none)));
        // A map that no snapshot holds has one owner now, and is changed where it lies.
        Some(edit(Arc::make_mut(&mut edited.map)))
    }

    /// The tile of a collider's map that covers a pixel of the world.
    pub(crate) fn tile_at(&self, handle: Handle, pixel: Point) -> Option<TileMet> {
        let stored = self.stored(handle)?;
        let ColliderShape::Tiles(map, kinds) = &stored.shape else { return None };
        let placed = Texels::of(&stored.shape, stored.plain_pose()?).placed;
        let Offset { x, y } = self.plane().pixel(pixel.into());
        let there = Extent { x0: x, y0: y, x1: x + 1, y1: y + 1 };
        self.plane().images(there, placed.extent()).find_map(|by| {
            let window = there.shifted(-by).intersection(Extent::WORLD).to_rect()?;
            let [u, v] = placed.pose().texels(window).next()?;
            map.only(*kinds).tile_at(Offset::new(u, v).to_point()?)
        })
    }
}

/// A change of a map in progress. What follows from it is brought up to date even if it panicked.
struct MapEdit<'a> {
    store: &'a mut Store,
    /// The slot of the root.
    root: u32,
    map: Arc<TileMap>,
    none: Arc<TileMap>,
}

impl MapEdit<'_> {
    /// The slot of the root, and those of its parts, one by one.
    fn slot(&self, number: usize) -> Option<u32> {
        match number.checked_sub(1) {
            None => Some(self.root),
            Some(part) => self.store.below(self.root).nth(part),
        }
    }

    /// Gives one map in place of another to all shapes of the family that have it.
    fn exchange(&mut self, maps: impl Fn(&MapEdit<'_>) -> (Arc<TileMap>, Arc<TileMap>)) {
        let (from, to) = maps(self);
        let mut number = 0;
        while let Some(index) = self.slot(number) {
            if let Some(StoredCollider { shape: ColliderShape::Tiles(map, _), .. }) =
                &mut self.store.pixels.colliders[index as usize]
                && Arc::ptr_eq(map, &from)
            {
                *map = Arc::clone(&to);
            }
            number += 1;
        }
    }
}

impl Drop for MapEdit<'_> {
    fn drop(&mut self) {
        self.exchange(|edit| (Arc::clone(&edit.none), Arc::clone(&edit.map)));
        let mut number = 0;
        while let Some(index) = self.slot(number) {
            if matches!(self.store.at(index).shape, ColliderShape::Tiles(..)) {
                self.store.commit_one(index);
            }
            number += 1;
        }
    }
}
