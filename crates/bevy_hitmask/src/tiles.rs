//! Levels made of tiles.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::{UVec2, Vec2};
use bevy_reflect::prelude::*;
use hitmask::{InvalidArgument, Point, TileCell, TileColliders, TileKind, TileMap, TileOverlap};

use crate::component::{Hitmask, HitmaskKind};
use crate::geometry::Plane;

/// A level made of tiles as one entity: ground, one-way ledges and sensors at once, as the [kinds](TileKind) of its tiles say.
///
/// Touches, movers and rays name the entity and the cell: see [`TouchTile`]. The entity and another one have a touch for each kind of tiles
/// that meet: a hero that wades from the ground into the water has a second [`TouchBegan`](crate::TouchBegan) with the level. As long as it
/// touches tiles of a kind, no other touch of that kind begins; [`HitmaskWorld::overlap_tiles`](crate::HitmaskWorld::overlap_tiles) lists all cells.
///
/// Each pixel of the map is one unit wide, y down, and the middle of the map lies on the entity's origin, unless
/// [`with_pivot`](HitmaskTileMap::with_pivot) says otherwise. The entity's transform moves, turns and scales all of it. [`Hitmask`] says
/// everything else; its kind counts for the tiles of the kind [`TileKind::Body`]. The plugin draws nothing.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_hitmask::HitmaskTileMap;
/// use bevy_hitmask::hitmask::{Mask, TileCell, TileDef, TileKind, TileMap, TileSet};
///
/// fn spawn(mut commands: Commands) {
///     let spikes = TileDef::new(Mask::filled(16, 6)).with_kind(TileKind::Sensor).with_number(25);
///     let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16).into(), spikes]), (50, 20), (16, 16));
///     map.fill((0, 19), 50, (0..50).map(|_| Some(TileCell::new(0))));
///     map.set((8, 18), TileCell::new(1));
///     // Pixel (x, y) of the map lies at (x, -y) of the world.
///     commands.spawn(HitmaskTileMap::new(map).with_pivot((0.0, 0.0)));
/// }
/// # let mut world = World::new();
/// # world.run_system_cached(spawn).unwrap();
/// ```
///
/// Maps of Tiled and LDtk are read by the crate `hitmask-assets`: [`object`](HitmaskTileMap::object) shows it. For the tile entities of `bevy_ecs_tilemap`
/// there is the feature `ecs_tilemap`.
#[doc(alias = "level")]
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Clone, Debug)]
#[require(Hitmask)]
pub struct HitmaskTileMap {
    map: Arc<TileMap>,
    pivot: Vec2,
    corner: Point,
}

impl HitmaskTileMap {
    /// A level that is as this map.
    #[must_use]
    pub fn new(map: TileMap) -> HitmaskTileMap {
        let along = |count: u32, side: u32| (f64::from(count) * f64::from(side) / 2.0) as f32;
        let ((columns, rows), (w, h)) = (map.size(), map.cell_size());
        let pivot = Vec2::new(along(columns, w), along(rows, h));
        HitmaskTileMap { map: Arc::new(map), pivot, corner: Point::default() }
    }

    /// The same with another pixel of the map on the entity's origin, y down. (0, 0) is the corner of the first cell.
    #[must_use]
    pub fn with_pivot(self, pivot: impl Into<Vec2>) -> HitmaskTileMap {
        HitmaskTileMap { pivot: pivot.into(), ..self }
    }

    /// The same with the corner of the map's first cell on this pixel of its level, (0, 0) by default: [`point`](HitmaskTileMap::point) and
    /// [`object`](HitmaskTileMap::object) count by it. Infinite maps and layers with an offset have another one, which is
    /// `hitmask_assets::LevelMap::corner`.
    #[must_use]
    pub fn with_corner(self, corner: impl Into<Point>) -> HitmaskTileMap {
        HitmaskTileMap { corner: corner.into(), ..self }
    }

    /// Where a place of the level lies, in pixels, y down: a point in the entity's own coordinates, y up, as a child's `Transform` has it.
    #[must_use]
    pub fn point(&self, place: [f64; 2]) -> Vec2 {
        let [x, y] = self.pivot.as_dvec2().to_array();
        let from = [place[0] - f64::from(self.corner.x) - x, y + f64::from(self.corner.y) - place[1]];
        Vec2::from_array(from.map(|at| at as f32))
    }

    /// The map as it is now.
    #[must_use]
    pub fn map(&self) -> &TileMap {
        &self.map
    }

    /// Changes what a cell shows; None empties it. Returns what it showed before. The next sync sees it. A character is not pushed out of
    /// a tile that appears.
    ///
    /// # Panics
    /// If the cell lies outside the map, or the set has no tile of this id. [`try_set_tile`](HitmaskTileMap::try_set_tile) returns an error
    /// instead.
    ///
    /// # Complexity
    /// That of [`TileMap::set`] after a clone, however large the map is.
    pub fn set_tile(&mut self, cell: impl Into<UVec2>, to: impl Into<Option<TileCell>>) -> Option<TileCell> {
        match self.try_set_tile(cell, to) {
            Ok(before) => before,
            Err(refused) => panic!("{refused}"),
        }
    }

    /// The checked form of [`set_tile`](HitmaskTileMap::set_tile).
    ///
    /// # Errors
    /// [`InvalidArgument`], if the cell lies outside the map, or the set has no tile of this id.
    pub fn try_set_tile(
        &mut self,
        cell: impl Into<UVec2>,
        to: impl Into<Option<TileCell>>,
    ) -> Result<Option<TileCell>, InvalidArgument> {
        let UVec2 { x, y } = cell.into();
        // What does not fit lies outside all maps.
        let at = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        Arc::make_mut(&mut self.map).try_set(Point::new(at(x), at(y)), to)
    }

    /// Any other edit. If the map has another [`TileSet`](hitmask::TileSet) afterwards, all touches of the entity end and begin anew.
    pub fn edit<R>(&mut self, edit: impl FnOnce(&mut TileMap) -> R) -> R {
        edit(Arc::make_mut(&mut self.map))
    }

    /// The map as colliders share it.
    pub(crate) fn shared(&self) -> &Arc<TileMap> {
        &self.map
    }

    pub(crate) fn plane(&self) -> Plane {
        Plane { matrix: [1.0, 0.0, 0.0, -1.0], pivot: self.pivot.as_dvec2().to_array() }
    }
}

/// A tile that was met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Reflect)]
#[non_exhaustive]
pub struct TouchTile {
    /// The column and the row of its cell, from the upper left of the map.
    pub cell: UVec2,
    /// The tile's id in its [`TileSet`](hitmask::TileSet). [`HitmaskTileMap::map`] knows how it is flipped.
    pub tile: u32,
    /// What the tile is for: never a character.
    pub kind: HitmaskKind,
    /// The tile's own number: see [`TileDef::number`](hitmask::TileDef::number).
    pub number: u64,
}

impl TouchTile {
    pub(crate) fn new(met: &TileOverlap) -> TouchTile {
        // Cells of a map have no negative coordinates.
        let cell = UVec2::new(met.cell.x as u32, met.cell.y as u32);
        let kind = match met.kind {
            TileKind::Sensor => HitmaskKind::Sensor,
            kind if kind.open_side().is_some() => HitmaskKind::OneWay,
            _ => HitmaskKind::Body,
        };
        TouchTile { cell, tile: met.tile.tile, kind, number: met.number }
    }
}

/// The tile without its flips: `hitmask_assets::Level::tile_properties` takes it.
impl From<&TouchTile> for TileCell {
    fn from(met: &TouchTile) -> TileCell {
        TileCell::new(met.tile)
    }
}

/// The colliders of a map, but for its first one.
pub(crate) fn others(map: TileColliders) -> impl Iterator<Item = hitmask::Handle> {
    [map.one_way, map.one_way_right, map.one_way_down, map.one_way_left, map.sensor].into_iter().flatten()
}
