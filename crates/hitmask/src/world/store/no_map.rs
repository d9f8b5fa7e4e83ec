//! A map that stands for another one.

use alloc::sync::Arc;

use crate::tile_map::{TileDef, TileMap, TileSet};

/// What stands in a collider's shape while its map is changed. It keeps its kinds.
#[derive(Clone, Debug)]
pub(crate) struct NoMap(Arc<TileMap>);

impl NoMap {
    pub(crate) fn get(&self) -> Arc<TileMap> {
        Arc::clone(&self.0)
    }
}

impl Default for NoMap {
    fn default() -> NoMap {
        NoMap(Arc::new(TileMap::new(TileSet::new::<TileDef>([]), (0, 0), (1, 1))))
    }
}
