//! Tilemaps of `bevy_ecs_tilemap`, which `bevy_ecs_tiled` makes of the maps of Tiled.

use std::collections::BTreeMap;

use bevy_asset::Assets;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs_tilemap::anchor::TilemapAnchor;
use bevy_ecs_tilemap::map::{
    TilemapGridSize, TilemapId, TilemapSize, TilemapSpacing, TilemapTexture, TilemapTileSize, TilemapType,
};
use bevy_ecs_tilemap::tiles::{TileFlip, TilePos, TileTextureIndex, TileVisible};
use bevy_image::Image;
use bevy_math::{URect, UVec2, Vec2};
use bevy_reflect::prelude::*;
use hitmask::{Mask, TileCell, TileDef, TileKind, TileMap, TileSet};

use crate::alpha;
use crate::component::Hitmask;
use crate::problem::{HitmaskProblem, ProblemKind};
use crate::tiles::{HitmaskTileMap, TouchTile};

/// Makes a tilemap of `bevy_ecs_tilemap` collide by the pixels of its tiles. Add it to the entity with the `TilemapTexture`: of
/// `bevy_ecs_tiled` to each one with a `TiledTilemap`, of `bevy_ecs_ldtk`, which no test runs, to each layer.
///
/// The plugin adds a [`HitmaskTileMap`] and keeps it like the tile entities, also when they are spawned, despawned, moved, flipped or show
/// another tile. A pixel is solid if its alpha is at least [`Hitmask::level`]. Tiles that are hidden by `TileVisible` are not there; an
/// `AnimatedTile` collides by its `TileTextureIndex`. Only square maps of whole pixels collide; a [`HitmaskProblem`] tells of others.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs_tilemap::map::TilemapTexture;
/// use bevy_hitmask::{HitmaskEcsTilemap, hitmask::TileKind};
///
/// fn collide(new: Query<Entity, Added<TilemapTexture>>, mut commands: Commands) {
///     for tilemap in &new {
///         // Tile 5 is a plank, tile 6 are spikes, tile 7 is a picture only.
///         let tiles = HitmaskEcsTilemap::default()
///             .with_tile(5, TileKind::OneWay, 0)
///             .with_tile(6, TileKind::Sensor, 10)
///             .with_tile(7, TileKind::Nothing, 0);
///         commands.entity(tilemap).insert(tiles);
///     }
/// }
/// # let mut world = World::new();
/// # world.run_system_cached(collide).unwrap();
/// ```
#[derive(Component, Clone, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(opaque, Component, Clone, PartialEq, Debug, Default)]
#[require(Hitmask)]
pub struct HitmaskEcsTilemap {
    tiles: BTreeMap<u32, (TileKind, u64)>,
}

impl HitmaskEcsTilemap {
    /// The same with a kind and a number for a tile, by its `TileTextureIndex`. Other tiles are bodies with the number 0.
    #[must_use]
    pub fn with_tile(mut self, index: u32, kind: TileKind, number: u64) -> HitmaskEcsTilemap {
        self.tiles.insert(index, (kind, number));
        self
    }
}

impl TouchTile {
    /// The place of the tile in a tilemap of this size, whose rows are counted from below. `TileStorage` finds the tile entity there.
    #[must_use]
    pub fn tile_pos(&self, size: &TilemapSize) -> TilePos {
        TilePos { x: self.cell.x, y: size.y.saturating_sub(self.cell.y + 1) }
    }
}

/// What a tilemap is made of, apart from its tiles.
pub(crate) struct Layout {
    settings: HitmaskEcsTilemap,
    level: u8,
    size: TilemapSize,
    grid: TilemapGridSize,
    tile: TilemapTileSize,
    spacing: TilemapSpacing,
    texture: TilemapTexture,
    form: TilemapType,
    anchor: TilemapAnchor,
}

type LayoutParts<'a> = (
    &'a HitmaskEcsTilemap,
    &'a Hitmask,
    &'a TilemapSize,
    &'a TilemapGridSize,
    &'a TilemapTileSize,
    &'a TilemapSpacing,
    &'a TilemapTexture,
    &'a TilemapType,
    &'a TilemapAnchor,
);
type TileParts = (
    Entity,
    &'static TilePos,
    &'static TileTextureIndex,
    &'static TileFlip,
    &'static TileVisible,
    &'static TilemapId,
);
type TileChanged = Or<(
    Changed<TilePos>,
    Changed<TileTextureIndex>,
    Changed<TileFlip>,
    Changed<TileVisible>,
    Changed<TilemapId>,
)>;

/// What is known of tilemaps.
#[derive(Default)]
pub(crate) struct Known {
    /// Those that were made, or that cannot be made.
    maps: EntityHashMap<Layout>,
    /// The map and the place of each tile.
    tiles: EntityHashMap<(Entity, TilePos)>,
}

/// Keeps tile maps as their tile entities are.
#[expect(clippy::too_many_arguments, reason = "a system; each is read")]
pub(crate) fn follow_tilemaps(
    mut commands: Commands,
    images: Option<Res<Assets<Image>>>,
    mut maps: Query<(Entity, LayoutParts<'static>, Option<&mut HitmaskTileMap>)>,
    tiles: Query<TileParts>,
    changed: Query<Entity, TileChanged>,
    mut removed: RemovedComponents<TilePos>,
    mut known: Local<Known>,
    mut problems: MessageWriter<HitmaskProblem>,
) {
    let Some(images) = images else { return };
    let Known { maps: known_maps, tiles: known_tiles } = &mut *known;
    known_maps.retain(|&map, _| maps.contains(map));
    for tile in removed.read() {
        // It may have been given back since.
        if !tiles.contains(tile)
            && let Some((map, at)) = known_tiles.remove(&tile)
        {
            put(&mut maps, map, at, None);
        }
    }
    for tile in &changed {
        let Ok((_, &at, index, flip, visible, &TilemapId(map))) = tiles.get(tile) else { continue };
        if let Some((old_map, old)) = known_tiles.insert(tile, (map, at))
            && (old_map, old) != (map, at)
        {
            put(&mut maps, old_map, old, None);
        }
        put(&mut maps, map, at, cell_of(*index, *flip, *visible));
    }
    for (map, parts, made) in &mut maps {
        if known_maps.get(&map).is_some_and(|known| known.is(parts)) {
            continue;
        }
        let layout = Layout::of(parts);
        match layout.make(&images) {
            // Its images are not loaded yet.
            Ok(None) => continue,
            Ok(Some(mut new)) => {
                for (_, at, index, flip, visible, &TilemapId(of)) in &tiles {
                    if of == map {
                        put_in(&mut new, layout.size, *at, cell_of(*index, *flip, *visible));
                    }
                }
                match made {
                    Some(mut made) => *made = new,
                    None => {
                        commands.entity(map).try_insert(new);
                    }
                }
            }
            Err(kind) => {
                let problem = HitmaskProblem { entity: Some(map), kind };
                tracing::warn!("{problem}");
                problems.write(problem);
            }
        }
        known_maps.insert(map, layout);
    }
}

/// What a tile entity shows. `bevy_ecs_tilemap` flips as Tiled does: the diagonal first.
fn cell_of(index: TileTextureIndex, flip: TileFlip, visible: TileVisible) -> Option<TileCell> {
    let TileFlip { x: flip_x, y: flip_y, d: diagonal } = flip;
    visible.0.then_some(TileCell { tile: index.0, flip_x, flip_y, diagonal })
}

/// Changes a cell of a tilemap that was made.
fn put(
    maps: &mut Query<(Entity, LayoutParts<'static>, Option<&mut HitmaskTileMap>)>,
    map: Entity,
    at: TilePos,
    cell: Option<TileCell>,
) {
    if let Ok((_, (_, _, size, ..), Some(mut made))) = maps.get_mut(map) {
        put_in(&mut made, *size, at, cell);
    }
}

/// Rows are counted from below. What lies outside is left out, and a tile that the texture does not have has no pixels.
fn put_in(map: &mut HitmaskTileMap, size: TilemapSize, at: TilePos, cell: Option<TileCell>) {
    if at.within_map_bounds(&size) {
        let cell = cell.filter(|cell| map.map().tile_set().get(cell.tile).is_some());
        // A map that has just got another size is made anew.
        let _ = map.try_set_tile(UVec2::new(at.x, size.y - 1 - at.y), cell);
    }
}

impl Layout {
    fn of(parts: LayoutParts<'_>) -> Layout {
        let (settings, hitmask, &size, &grid, &tile, &spacing, texture, &form, &anchor) = parts;
        let (settings, texture) = (settings.clone(), texture.clone());
        Layout { settings, level: hitmask.level, size, grid, tile, spacing, texture, form, anchor }
    }

    /// Whether it was made of these. Asked for each map in each frame, so nothing is copied.
    fn is(&self, parts: LayoutParts<'_>) -> bool {
        let Layout { settings, level, size, grid, tile, spacing, texture, form, anchor } = self;
        let plain = (size, grid, tile, spacing, form, anchor);
        (settings, *level, texture) == (parts.0, parts.1.level, parts.6)
            && plain == (parts.2, parts.3, parts.4, parts.5, parts.7, parts.8)
    }

    /// A map without tiles. None if an image is not loaded yet.
    fn make(&self, images: &Assets<Image>) -> Result<Option<HitmaskTileMap>, ProblemKind> {
        let no = ProblemKind::UnsupportedTilemap;
        let whole = |x: f32| ((1.0..=65_535.0).contains(&x) && x.fract() == 0.0).then_some(x as u32);
        let sides = [self.tile.x, self.tile.y, self.grid.x, self.grid.y].map(whole);
        let ([Some(tw), Some(th), Some(gw), Some(gh)], TilemapType::Square) = (sides, self.form) else {
            return Err(no);
        };
        let spacing = Vec2::new(self.spacing.x, self.spacing.y);
        if spacing.min_element() < 0.0 || spacing.fract() != Vec2::ZERO || self.size.x.min(self.size.y) == 0 {
            return Err(no);
        }
        let size = UVec2::new(tw, th);
        let step = size + spacing.as_uvec2();
        let mut masks = Vec::new();
        let handles = self.texture.image_handles();
        for handle in &handles {
            let Some(image) = images.get(*handle) else { return Ok(None) };
            if image.texture_descriptor.array_layer_count() != 1 {
                return Err(no);
            }
            // Several images have one tile each. The tiles of one image lie as bevy_ecs_tilemap cuts it.
            let corners: Vec<UVec2> = match handles.len() {
                1 => {
                    let UVec2 { x: columns, y: rows } = image.size() / step;
                    let row = |y| (0..columns).map(move |x| UVec2::new(x, y));
                    (0..rows).flat_map(row).map(|at| step - size + at * step).collect()
                }
                _ => vec![UVec2::ZERO],
            };
            for corner in corners {
                let part = URect::from_corners(corner, corner + size);
                if part.max.cmpgt(image.size()).any() {
                    continue;
                }
                let alphas = alpha::alphas(image, part).ok_or_else(|| ProblemKind::UnreadableImage {
                    image: handle.path().map_or_else(|| format!("{:?}", handle.id()), ToString::to_string),
                })?;
                masks.push(Mask::from_alpha(tw, th, &alphas, self.level).map_err(|_| no.clone())?);
            }
        }
        let tiles = (0..).zip(masks).map(|(index, mask)| {
            let &(kind, number) = self.settings.tiles.get(&index).unwrap_or(&(TileKind::Body, 0));
            (index, TileDef::new(mask).with_kind(kind).with_number(number))
        });
        let set = TileSet::try_with_ids(tiles).map_err(|_| no.clone())?;
        let map = TileMap::try_new(set, (self.size.x, self.size.y), (gw, gh)).map_err(|_| no)?;
        // The middle of a picture lies on the middle of its cell, and that of the lowest left cell on the anchor. In the map, a picture lies on the
        // lower left corner of its cell.
        let anchor = self.anchor.as_offset(&self.size, &self.grid, &self.tile, &self.form);
        let low = (f64::from(self.size.y) * f64::from(gh)) as f32;
        let pivot = Vec2::new(self.tile.x / 2.0 - anchor.x, low - self.tile.y / 2.0 + anchor.y);
        Ok(Some(HitmaskTileMap::new(map).with_pivot(pivot)))
    }
}
