//! Tilemaps of `bevy_ecs_tilemap` collide as they are drawn, and those of `bevy_ecs_tiled` as our own reader reads the same file.

use bevy::app::SubApp;
use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageLoader, ImagePlugin};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ecs_tiled::prelude::{TiledMap, TiledPlugin};
use bevy_ecs_tilemap::prelude::*;
use bevy_hitmask::hitmask::TileKind;
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskEcsTilemap, HitmaskKind, HitmaskTileMap};
use hitmask_assets::{LevelOptions, LevelRule, load_levels};

const HILLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../hitmask-assets/examples/hills");

fn app() -> App {
    let mut app = App::new();
    let files = AssetPlugin { file_path: HILLS.to_owned(), ..AssetPlugin::default() };
    app.add_plugins((
        MinimalPlugins,
        files,
        ImagePlugin::default(),
        TransformPlugin,
        HitmaskPlugin::default(),
    ));
    app
}

/// A number from others.
fn mix(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (z ^ z >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33
}

/// Tiles of 6 x 4 pixels on a grid of 8 x 8, with a gap of one pixel between them in the picture, flipped in all ways.
#[test]
fn tile_entities_collide_where_they_are_drawn() {
    let (columns, rows) = (7_u32, 5_u32);
    for (case, anchor) in
        [TilemapAnchor::None, TilemapAnchor::TopLeft, TilemapAnchor::Center].iter().enumerate()
    {
        let mut app = app();
        // Two columns and two rows of tiles.
        let alpha = |x: u32, y: u32| if mix(u64::from(x * 77 + y * 13 + 5)) % 3 == 0 { 0 } else { 255_u8 };
        let data = (0..11).flat_map(|y| (0..15).flat_map(move |x| [0, 0, 0, alpha(x, y)])).collect();
        let size = Extent3d { width: 15, height: 11, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        let image = Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::all());
        let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let map_size = TilemapSize { x: columns, y: rows };
        let (grid, tile) = (TilemapGridSize { x: 8.0, y: 8.0 }, TilemapTileSize { x: 6.0, y: 4.0 });
        let kinds = HitmaskEcsTilemap::default()
            .with_tile(1, TileKind::OneWay, 11)
            .with_tile(2, TileKind::Sensor, 22)
            .with_tile(3, TileKind::Nothing, 33);
        let place = Transform::from_xyz(16.0, -9.0, 0.0);
        let spacing = TilemapSpacing { x: 1.0, y: 1.0 };
        let texture = TilemapTexture::Single(image);
        let map = (map_size, grid, tile, spacing, texture, TilemapType::Square, *anchor, place, kinds);
        let map = app.world_mut().spawn(map).id();
        // What each tile shows, by its place.
        let mut shown: Vec<(Entity, TilePos, u32, TileFlip)> = Vec::new();
        for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
            let n = mix(u64::from(x * 31 + y * 7) + case as u64);
            if n % 4 == 0 {
                continue;
            }
            // Pictures that are not square have no diagonal flip.
            let flip = TileFlip { x: n & 16 != 0, y: n & 32 != 0, d: false };
            let (position, index) = (TilePos { x, y }, (n >> 8) as u32 % 4);
            let texture_index = TileTextureIndex(index);
            let tile = TileBundle { position, texture_index, tilemap_id: TilemapId(map), flip, ..default() };
            shown.push((app.world_mut().spawn(tile).id(), position, index, flip));
        }
        let offset = anchor.as_offset(&map_size, &grid, &tile, &TilemapType::Square);
        for round in 0..3 {
            match round {
                0 => {}
                1 => {
                    let (gone, ..) = shown.swap_remove(3);
                    app.world_mut().despawn(gone);
                    let (other, _, index, _) = &mut shown[5];
                    *index = (*index + 1) % 3;
                    app.world_mut().entity_mut(*other).insert(TileTextureIndex(*index));
                }
                _ => {
                    let (hidden, ..) = shown.swap_remove(1);
                    app.world_mut().entity_mut(hidden).insert(TileVisible(false));
                }
            }
            app.update();
            app.update();
            let hitmasks = app.world().resource::<HitmaskWorld>();
            let mut solid = 0;
            for (px, py) in (-60..80).flat_map(|x| (-60..80).map(move |y| (x, y))) {
                let middle = Vec2::new(px as f32 + 0.5, py as f32 + 0.5);
                // Each tile is a rectangle about the middle of its cell, y up.
                let seen = shown.iter().find_map(|&(_, at, index, flip)| {
                    let centre = Vec2::new(16.0, -9.0) + offset + Vec2::new(at.x as f32, at.y as f32) * 8.0;
                    let local = middle - centre;
                    if local.x.abs() > 3.0 || local.y.abs() > 2.0 {
                        return None;
                    }
                    let (mut u, mut v) = ((local.x + 3.0).floor() as u32, (2.0 - local.y).floor() as u32);
                    if flip.x {
                        u = 5 - u;
                    }
                    if flip.y {
                        v = 3 - v;
                    }
                    let (left, top) = (1 + index % 2 * 7, 1 + index / 2 * 5);
                    (index < 3 && alpha(left + u, top + v) > 0).then_some((at, index))
                });
                let found = hitmasks.tile_at(map, middle);
                let found = found.map(|tile| {
                    assert_eq!(tile.number, u64::from(tile.tile) * 11);
                    (tile.tile_pos(&map_size), tile.tile)
                });
                assert_eq!(found, seen, "case {case}, round {round}: ({px}, {py})");
                solid += u32::from(seen.is_some());
            }
            assert!(solid > 100);
        }
    }
}

/// A map of Tiled that bevy_ecs_tiled spawns has the pixels and the kinds that our own reader finds in the file.
#[test]
fn a_map_of_bevy_ecs_tiled() {
    let mut app = app();
    // Nothing is drawn, but the plugin wants an app for the renderer.
    app.insert_sub_app(RenderApp, SubApp::new());
    // ImagePlugin does so when the app has a renderer.
    app.register_asset_loader(ImageLoader::new(CompressedImageFormats::NONE));
    app.init_asset::<Shader>().init_asset::<TextureAtlasLayout>().add_plugins(TiledPlugin::default());
    let map = app.world().resource::<AssetServer>().load("hills.tmx");
    app.world_mut().spawn(TiledMap(map));
    app.add_systems(Update, |new: Query<Entity, Added<TilemapTexture>>, mut commands: Commands| {
        for tilemap in &new {
            // What the tile set says of them in Tiled.
            let tiles = HitmaskEcsTilemap::default()
                .with_tile(5, TileKind::OneWay, 0)
                .with_tile(6, TileKind::Sensor, 10)
                .with_tile(7, TileKind::Nothing, 0);
            commands.entity(tilemap).insert(tiles);
        }
    });
    let mut found = None;
    for _ in 0..2000 {
        app.update();
        let mut maps = app.world_mut().query::<(Entity, &HitmaskTileMap)>();
        found = maps.iter(app.world()).next().map(|(entity, map)| (entity, map.clone()));
        if found.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let (level, found) = found.expect("the map was loaded");
    app.update();
    let levels = load_levels(format!("{HILLS}/hills.tmx"), &LevelOptions::default()).unwrap();
    let ground = levels.levels[0].layer("ground").unwrap();
    let read = levels.levels[0].tile_map(ground, &LevelRule::default()).unwrap().map;
    assert_eq!((found.map().size(), found.map().cell_size()), (read.size(), read.cell_size()));
    // The middle of the lowest left tile lies on the origin.
    let hitmasks = app.world().resource::<HitmaskWorld>();
    let mut counts = [0; 3];
    for (x, y) in (0..480).flat_map(|x| (0..176).map(move |y| (x, y))) {
        let expected = read.tile_at((x, y)).map(|met| (met.cell.x, met.cell.y, met.kind, met.number));
        let there = hitmasks.tile_at(level, (x as f32 + 0.5 - 8.0, 168.0 - y as f32 - 0.5));
        let there = there.map(|tile| {
            let (kind, place) = match tile.kind {
                HitmaskKind::OneWay => (TileKind::OneWay, 1),
                HitmaskKind::Sensor => (TileKind::Sensor, 2),
                _ => (TileKind::Body, 0),
            };
            counts[place] += 1;
            (tile.cell.x as i32, tile.cell.y as i32, kind, tile.number)
        });
        assert_eq!(there, expected, "({x}, {y})");
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}
