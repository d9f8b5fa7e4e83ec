//! Levels made of tiles, labels and parts, compared with flat masks and with counting by pixel.

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_hitmask::hitmask::{
    EventDetail, LabelMask, Mask, MoveOptions, Point, QueryFilter, TileCell, TileDef, TileKind, TileMap,
    TileSet, WorldOptions,
};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{CharacterMover, HitmaskPart, HitmaskTileMap, LabelsRef, Slide};
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;

use crate::app::{Random, app, image, messages};

/// Pixels of tiles, by hand: tile 0 is a block, 1 a slope, 2 a plank (one-way), 3 spikes (sensor), 4 a picture only.
fn texel(tile: u32, x: u32, y: u32) -> bool {
    match tile {
        0 | 4 => true,
        1 => x + y >= 7,
        2 => y < 3,
        _ => y >= 5 && x % 4 < 3,
    }
}

fn set() -> TileSet {
    let kinds = [TileKind::Body, TileKind::Body, TileKind::OneWay, TileKind::Sensor, TileKind::Nothing];
    TileSet::new((0..5).zip(kinds).map(|(tile, kind)| {
        let mask = Mask::from_fn(8, 8, |x, y| texel(tile, x, y));
        TileDef::new(mask).with_kind(kind).with_number(u64::from(tile) * 10)
    }))
}

/// Cells beside the map, for a search by hand.
type Cells = Vec<Vec<Option<TileCell>>>;

/// The tile that is solid at a pixel of the map.
fn solid_at(cells: &Cells, x: i32, y: i32) -> Option<u32> {
    let (column, row) = (x.div_euclid(8), y.div_euclid(8));
    let cell = (*cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?)?;
    let (mut u, mut v) = (x.rem_euclid(8) as u32, y.rem_euclid(8) as u32);
    if cell.flip_x {
        u = 7 - u;
    }
    if cell.flip_y {
        v = 7 - v;
    }
    if cell.diagonal {
        (u, v) = (v, u);
    }
    (cell.tile != 4 && texel(cell.tile, u, v)).then_some(cell.tile)
}

fn kind(tile: u32) -> HitmaskKind {
    match tile {
        2 => HitmaskKind::OneWay,
        3 => HitmaskKind::Sensor,
        _ => HitmaskKind::Body,
    }
}

fn random_cell(random: &mut Random) -> Option<TileCell> {
    let mut flip = || random.one_in(2);
    let (flip_x, flip_y, diagonal) = (flip(), flip(), flip());
    let tile = random.below(8) as u32;
    (tile < 5).then_some(TileCell { tile, flip_x, flip_y, diagonal })
}

fn slide(app: &mut App, hero: Entity, motion: Vec2) -> Slide {
    let walk = move |mut mover: CharacterMover, mut transforms: Query<&mut Transform>| {
        let options = MoveOptions { step_up: 2, step_down: 2, ..MoveOptions::default() };
        mover.move_and_slide(hero, &mut transforms.get_mut(hero).unwrap(), motion, &options).unwrap()
    };
    app.world_mut().run_system_once(walk).unwrap()
}

/// A box wanders over a map whose cells change. What touches, where, and which cell, is what a search by hand finds.
#[test]
fn touches_of_a_map_that_changes() {
    const SIZE: UVec2 = UVec2::new(12, 9);
    let (columns, rows) = (10, 6);
    for seed in 0..12 {
        let mut random = Random(seed);
        let mut cells: Cells =
            (0..rows).map(|_| (0..columns).map(|_| random_cell(&mut random)).collect()).collect();
        let map = TileMap::from_cells(set(), (columns, rows), (8, 8), cells.iter().flatten().copied());
        let mut app = app(HitmaskPlugin::default());
        let corner = Vec2::new(random.below(40) as f32 - 20.0, random.below(40) as f32 - 20.0);
        let tiles = HitmaskTileMap::new(map).with_pivot((0.0, 0.0));
        let place = Transform::from_translation(corner.extend(0.0));
        // What its ground is to others does not change what its tiles are for.
        let hitmask = if seed % 2 == 0 { Hitmask::default() } else { Hitmask::default().sensor() };
        let level = app.world_mut().spawn((tiles, hitmask, place)).id();
        let probe = HitmaskShape::Rect { centre: Vec2::ZERO, size: SIZE.as_vec2() };
        let probe = app.world_mut().spawn((probe, Hitmask::default())).id();
        let (mut began, mut ended) =
            (MessageCursor::<TouchBegan>::default(), MessageCursor::<TouchEnded>::default());
        let mut before = Vec::new();
        for frame in 0..30 {
            if random.one_in(2) {
                let (x, y) = (random.below(columns.into()) as usize, random.below(rows.into()) as usize);
                let cell = random_cell(&mut random);
                let mut tiles = app.world_mut().get_mut::<HitmaskTileMap>(level).unwrap();
                let old = tiles.set_tile(UVec2::new(x as u32, y as u32), cell);
                assert_eq!(std::mem::replace(&mut cells[y][x], cell), old);
            }
            // The upper left pixel of the box in the map.
            let (x0, y0) = (random.below(100) as i32 - 15, random.below(70) as i32 - 12);
            let at = corner + Vec2::new(x0 as f32 + 6.0, -(y0 as f32) - 4.5);
            app.world_mut().get_mut::<Transform>(probe).unwrap().translation = at.extend(0.0);
            app.update();

            let mut met: Vec<(u32, Point, u64)> = Vec::new();
            let mut met_cells: Vec<(i32, i32)> = Vec::new();
            for (y, x) in (y0..y0 + 9).flat_map(|y| (x0..x0 + 12).map(move |x| (y, x))) {
                let Some(tile) = solid_at(&cells, x, y) else { continue };
                met_cells.push((y / 8, x / 8));
                match met.iter_mut().find(|(other, ..)| kind(*other) == kind(tile)) {
                    Some((.., area)) => *area += 1,
                    None => met.push((tile, Point::new(x, y), 1)),
                }
            }
            let case = format!("seed {seed}, frame {frame}");
            let mut found: Vec<_> = messages(&app, &mut began)
                .iter()
                .map(|touch| {
                    assert_eq!(touch.other_than(level), Some(probe));
                    let own = usize::from(touch.entity != level);
                    assert_eq!(touch.pixels.tiles[1 - own], None);
                    let tile = touch.pixels.tiles[own].unwrap();
                    assert_eq!(tile.number, u64::from(tile.tile) * 10);
                    let first = touch.pixels.point - corner;
                    (tile, Point::new(first.x.floor() as i32, (-first.y).floor() as i32), touch.pixels.area)
                })
                .collect();
            found.sort_by_key(|(tile, ..)| tile.kind as u8);
            met.sort_by_key(|(tile, ..)| kind(*tile) as u8);
            let is_new = |tile: u32| !before.contains(&kind(tile));
            let expected: Vec<_> = met.iter().filter(|(tile, ..)| is_new(*tile)).copied().collect();
            assert_eq!(found.len(), expected.len(), "{case}");
            for ((tile, at, area), (expected, first, pixels)) in found.into_iter().zip(expected) {
                assert_eq!((at, area), (first, pixels), "{case}");
                let cell = UVec2::new(first.x as u32 / 8, first.y as u32 / 8);
                assert_eq!((tile.cell, tile.tile, tile.kind), (cell, expected, kind(expected)), "{case}");
            }
            let now: Vec<_> = met.iter().map(|(tile, ..)| kind(*tile)).collect();
            let mut gone: Vec<_> = messages(&app, &mut ended)
                .iter()
                .map(|touch| touch.kinds[usize::from(touch.entity != level)].unwrap())
                .collect();
            gone.sort_by_key(|kind| *kind as u8);
            let expected: Vec<_> = before.iter().filter(|kind| !now.contains(kind)).copied().collect();
            assert_eq!(gone, expected, "{case}");
            before = now;

            let hitmasks = app.world().resource::<HitmaskWorld>();
            met_cells.sort_unstable();
            met_cells.dedup();
            let found: Vec<_> = hitmasks
                .overlap_tiles(probe, level)
                .iter()
                .map(|tile| (tile.cell.y as i32, tile.cell.x as i32))
                .collect();
            assert_eq!(found, met_cells, "{case}");
            let touched: Vec<_> = hitmasks.touched(probe).collect();
            assert_eq!(touched, if before.is_empty() { vec![] } else { vec![level] });
        }
    }
}

/// A hero on the map goes where it goes on the flat masks of the same tiles, and every blocker names the cell under its point.
#[test]
fn a_hero_on_a_map_walks_as_on_flat_masks() {
    let (columns, rows) = (24, 10);
    let mut random = Random(3);
    let cell = |x: u32, y: u32, random: &mut Random| match (y, random.below(6)) {
        (9, _) => Some(TileCell::new(0)),
        (7 | 8, 0) | (3..=6, 1) => Some(TileCell { flip_x: random.one_in(2), ..TileCell::new(1) }),
        (4 | 6, 2) => Some(TileCell::new(2)),
        (8, 3) => Some(TileCell::new(3)),
        _ => (x == 0 || x == columns - 1).then_some(TileCell::new(0)),
    };
    let cells: Cells = (0..rows).map(|y| (0..columns).map(|x| cell(x, y, &mut random)).collect()).collect();
    let map = TileMap::from_cells(set(), (columns, rows), (8, 8), cells.iter().flatten().copied());
    let mut on_map = app(HitmaskPlugin::default());
    let level = on_map.world_mut().spawn(HitmaskTileMap::new(map)).id();
    let mut flat = app(HitmaskPlugin::default());
    for kind_of in [HitmaskKind::Body, HitmaskKind::OneWay] {
        let mask = Mask::from_fn(columns * 8, rows * 8, |x, y| {
            solid_at(&cells, x as i32, y as i32).is_some_and(|tile| kind(tile) == kind_of)
        });
        let hitmask = Hitmask { kind: kind_of, ..Hitmask::default() };
        flat.world_mut().spawn((HitmaskShape::from(mask), hitmask));
    }
    let body = Mask::from_fn(6, 10, |x, y| y > 1 || (1..5).contains(&x));
    let heroes = [&mut on_map, &mut flat].map(|app| {
        let place = Transform::from_xyz(1.25, 36.5, 1.0);
        let hero = (HitmaskShape::from(body.clone()), Hitmask::default().character(), place);
        let hero = app.world_mut().spawn(hero).id();
        app.update();
        hero
    });
    let mut velocity = Vec2::ZERO;
    let (mut floors, mut ledges, mut walls) = (0, 0, 0);
    for frame in 0..700 {
        if on_map.world().get::<Transform>(heroes[0]).unwrap().translation.y < -60.0 {
            // It jumped over the wall at the end of the map.
            let place = Transform::from_xyz(1.25, 36.5, 1.0);
            on_map.world_mut().entity_mut(heroes[0]).insert(place);
            flat.world_mut().entity_mut(heroes[1]).insert(place);
        }
        if random.one_in(12) {
            velocity = Vec2::new(random.between(-3.0, 3.0), random.between(-2.0, 5.0));
        }
        velocity.y -= 0.25;
        let found = slide(&mut on_map, heroes[0], velocity);
        let expected = slide(&mut flat, heroes[1], velocity);
        let place =
            |app: &App, which: usize| app.world().get::<Transform>(heroes[which]).unwrap().translation;
        assert_eq!(place(&on_map, 0), place(&flat, 1), "frame {frame}");
        assert_eq!(found.velocity, expected.velocity);
        let both =
            [(found.floor, expected.floor), (found.wall, expected.wall), (found.ceiling, expected.ceiling)];
        for (blocker, there) in both {
            assert_eq!(blocker.is_some(), there.is_some(), "frame {frame}");
            let (Some(blocker), Some(there)) = (blocker, there) else { continue };
            assert_eq!((blocker.entity, blocker.normal), (level, there.normal));
            assert_eq!(there.tile, None);
            let tile = blocker.tile.unwrap();
            // The middle of the map lies on the origin.
            let pixel = (blocker.point * Vec2::new(1.0, -1.0) + Vec2::new(96.0, 40.0)).floor().as_ivec2();
            assert_eq!(tile.cell.as_ivec2(), pixel / 8);
            assert_eq!(solid_at(&cells, pixel.x, pixel.y), Some(tile.tile));
            if (tile.kind, there.point) == (HitmaskKind::OneWay, blocker.point) {
                ledges += 1;
            }
        }
        floors += usize::from(found.floor.is_some());
        walls += usize::from(found.wall.is_some());
        velocity = found.velocity;
        on_map.update();
        flat.update();
    }
    assert!(floors > 50 && ledges > 0 && walls > 0, "{floors} floors, {ledges} ledges, {walls} walls");
}

#[test]
fn a_map_gets_another_set_and_rays_name_cells() {
    let mut app = app(HitmaskPlugin::default());
    let mut map = TileMap::new(TileSet::new([Mask::filled(8, 8)]), (4, 4), (8, 8));
    map.set((2, 3), TileCell::new(0));
    let level = app.world_mut().spawn(HitmaskTileMap::new(map).with_pivot((0.0, 0.0))).id();
    let probe = HitmaskShape::Rect { centre: Vec2::new(16.0, -16.0), size: Vec2::splat(32.0) };
    app.world_mut().spawn((probe, Hitmask::default()));
    let mut began = MessageCursor::<TouchBegan>::default();
    app.update();
    assert_eq!(messages(&app, &mut began).len(), 1);
    let count = |app: &App| app.world().resource::<HitmaskWorld>().colliders_of(level).count();
    assert_eq!(count(&app), 1);
    let mut map = TileMap::new(set(), (4, 4), (8, 8));
    map.set((1, 1), TileCell::new(2));
    map.set((2, 2), TileCell::new(3));
    *app.world_mut().get_mut::<HitmaskTileMap>(level).unwrap() =
        HitmaskTileMap::new(map).with_pivot((0.0, 0.0));
    app.update();
    let mut kinds: Vec<_> = messages(&app, &mut began)
        .iter()
        .flat_map(|touch| touch.pixels.tiles)
        .flatten()
        .map(|tile| (tile.kind, tile.cell))
        .collect();
    kinds.sort_by_key(|(kind, _)| *kind as u8);
    let expected = [(HitmaskKind::OneWay, UVec2::new(1, 1)), (HitmaskKind::Sensor, UVec2::new(2, 2))];
    assert_eq!((kinds, count(&app)), (expected.to_vec(), 3));
    let hitmasks = app.world().resource::<HitmaskWorld>();
    let only_map = QueryFilter { sensors: true, ..QueryFilter::default() };
    let hit = hitmasks.ray_cast((20.5, -40.0), (0.0, 30.0), &only_map).unwrap();
    assert_eq!((hit.entity == level, hit.tile.map(|tile| tile.cell)), (false, None));
    assert_eq!(hitmasks.tile_at(level, (8.5, -8.5)).unwrap().tile, 2);
    assert_eq!(hitmasks.tile_at(level, (8.5, -12.5)), None);
    // From a map to a mask and back.
    let shape = HitmaskShape::from(Mask::filled(2, 2));
    app.world_mut().entity_mut(level).remove::<HitmaskTileMap>().insert(shape);
    app.update();
    assert_eq!(count(&app), 1);
    app.world_mut().despawn(level);
    app.update();
    assert_eq!(app.world().resource::<HitmaskWorld>().pixels().len(), 1);
}

/// Labels on a turned, flipped sprite with an atlas agree with counting by pixel.
#[test]
fn labels_lie_where_the_sprite_lies() {
    let options = WorldOptions {
        detail: EventDetail { labels: true, area: true, ..EventDetail::default() },
        ..WorldOptions::default()
    };
    let mut app = app(HitmaskPlugin::default().with_options(options));
    let picture = image(UVec2::new(16, 12), |_, _| 255);
    let picture = app.world_mut().resource_mut::<Assets<Image>>().add(picture);
    let layout = TextureAtlasLayout::from_grid(UVec2::new(8, 12), 2, 1, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let label = |frame: u32, x: u32, y: u32| match (frame, y) {
        (_, 0..4) if x > 1 => 1,
        (0, 4..) => 2,
        (1, 6..) if x < 6 => 3,
        _ => 0,
    };
    let frames = (0..2).map(|frame| LabelMask::from_fn(8, 12, |x, y| label(frame, x, y)));
    let shape = HitmaskShape::from(LabelsRef::new(frames));
    let mut began = MessageCursor::<TouchBegan>::default();
    for case in 0..8_u32 {
        let (frame, flip_x, double) = (case & 1, case & 2 != 0, case & 4 != 0);
        let mut sprite = Sprite::from_atlas_image(
            picture.clone(),
            TextureAtlas { layout: layout.clone(), index: frame as usize },
        );
        sprite.flip_x = flip_x;
        let scale = if double { 2.0 } else { 1.0 };
        let hero = (sprite, Anchor::TOP_LEFT, shape.clone(), Hitmask::default());
        let place = Transform::from_xyz(5.0, -7.0, 0.0).with_scale(Vec3::splat(scale));
        let hero = app.world_mut().spawn((hero, place)).id();
        let beam = HitmaskShape::Rect { centre: Vec2::new(8.0, -14.0), size: Vec2::new(8.0, 12.0) };
        let beam = app.world_mut().spawn((beam, Hitmask::default())).id();
        app.update();
        // World pixel (x, y), y down.
        let at = |x: i32, y: i32| {
            let side = scale as i32;
            let (u, v) = ((x - 5).div_euclid(side), (y - 7).div_euclid(side));
            let inside = (0..8).contains(&u) && (0..12).contains(&v);
            let u = if flip_x { 7 - u } else { u };
            if inside { label(frame, u as u32, v as u32) } else { 0 }
        };
        let mut counts = [0; 4];
        let mut first = None;
        for (x, y) in (8..20).flat_map(|y| (4..12).map(move |x| (x, y))) {
            let label = at(x, y);
            counts[usize::from(label)] += 1;
            if label != 0 && first.is_none() {
                first = Some(label);
            }
        }
        let hitmasks = app.world().resource::<HitmaskWorld>();
        let found: Vec<_> =
            hitmasks.overlap_labels(hero, beam).unwrap().iter().map(|met| (met.labels, met.pixels)).collect();
        let expected: Vec<_> = (1..4)
            .filter(|&label| counts[label] > 0)
            .map(|label| ([label as u8, 0], counts[label]))
            .collect();
        assert_eq!(found, expected, "case {case}");
        for (x, y) in (0..30).flat_map(|y| (0..30).map(move |x| (x, y))) {
            let there = hitmasks.label_at(hero, (x as f32 + 0.5, -y as f32 - 0.5));
            assert_eq!(there.unwrap_or(0), at(x, y), "case {case}: ({x}, {y})");
        }
        let touch = messages(&app, &mut began).into_iter().find(|touch| touch.other_than(hero) == Some(beam));
        let labels = touch.unwrap().pixels.labels.unwrap();
        assert_eq!(labels[usize::from(touch.unwrap().entity != hero)], first.unwrap());
        app.world_mut().despawn(hero);
        app.world_mut().despawn(beam);
    }
    // Of another size they are refused.
    let wrong = HitmaskShape::from(LabelMask::from_fn(3, 3, |_, _| 1));
    let hero = app.world_mut().spawn((Sprite::from_image(picture), wrong, Hitmask::default())).id();
    app.update();
    assert_eq!(app.world().resource::<HitmaskWorld>().collider_of(hero), None);
}

/// A sword in a hand: it lies where Bevy draws it, for every turn of the hero, and never touches the hero.
#[test]
fn parts_follow_their_roots() {
    let mut app = app(HitmaskPlugin::default());
    let body = HitmaskShape::from(Mask::filled(12, 20));
    let blade = HitmaskShape::from(Mask::from_fn(14, 3, |x, y| y == 1 || x < 4));
    let hero = app.world_mut().spawn((body, Hitmask::default().character().in_group(7))).id();
    let hand = app.world_mut().spawn((ChildOf(hero), Transform::from_xyz(4.0, 2.0, 0.0))).id();
    let part = HitmaskPart::default();
    // It overlaps the hero.
    let at = Transform::from_xyz(5.0, 1.5, 0.5);
    let sword = app.world_mut().spawn((blade.clone(), Hitmask::default(), part, ChildOf(hand), at)).id();
    // The same as a child alone, which goes where Bevy says, in another space.
    let ghost = Hitmask::default().in_space(9);
    let ghost = app.world_mut().spawn((blade, ghost, ChildOf(hand), at)).id();
    let slime = HitmaskShape::Rect { centre: Vec2::ZERO, size: Vec2::splat(6.0) };
    let slime = app.world_mut().spawn((slime, Hitmask::default(), Transform::from_xyz(200.0, 0.0, 0.0))).id();
    let mut began = MessageCursor::<TouchBegan>::default();
    let pixels_of = |app: &App, entity: Entity| -> Vec<(i32, i32)> {
        let hitmasks = app.world().resource::<HitmaskWorld>();
        let handle = hitmasks.collider_of(entity).unwrap();
        let all = (-70..70).flat_map(|y| (-70..70).map(move |x| (x, y)));
        all.filter(|&pixel| hitmasks.pixels().label_at(handle, pixel).is_some()).collect()
    };
    let mut random = Random(11);
    for case in 0..24 {
        let mut transform = app.world_mut().get_mut::<Transform>(hero).unwrap();
        transform.translation =
            Vec3::new(random.below(40) as f32 - 20.0, random.below(40) as f32 - 20.0, 1.0);
        let side = if random.one_in(2) { -1.0 } else { 1.0 };
        transform.scale = Vec3::new(side * (1.0 + random.below(2) as f32), 1.0, 1.0);
        let turn = random.below(4) as f32 * std::f32::consts::FRAC_PI_2;
        app.world_mut().get_mut::<Transform>(hand).unwrap().rotation = bevy_math::Quat::from_rotation_z(turn);
        app.update();
        let there = pixels_of(&app, ghost);
        assert!(!there.is_empty());
        assert_eq!(pixels_of(&app, sword), there, "case {case}");
    }
    assert_eq!(messages(&app, &mut began), []);
    let hitmasks = app.world().resource::<HitmaskWorld>();
    assert_eq!((hitmasks.root_of(sword), hitmasks.parts_of(hero)), (Some(hero), vec![sword]));
    assert_eq!((hitmasks.root_of(hero), hitmasks.root_of(ghost)), (None, None));

    // A mover takes the sword with it at once, and does not stop at it.
    app.world_mut().entity_mut(hero).insert(Transform::from_xyz(0.0, 0.0, 1.0));
    app.world_mut().entity_mut(hand).insert(Transform::from_xyz(4.0, 2.0, 0.0));
    app.update();
    let before = pixels_of(&app, sword);
    let slid = slide(&mut app, hero, Vec2::new(30.0, 0.0));
    assert_eq!((slid.velocity.x, slid.wall), (30.0, None));
    let moved: Vec<_> = before.iter().map(|(x, y)| (x + 30, *y)).collect();
    assert_eq!(pixels_of(&app, sword), moved);
    app.update();
    assert_eq!(pixels_of(&app, sword), moved);

    // The part is named by a touch. Then it is dropped where it lies, and the touch goes on.
    let (x, y) = moved[moved.len() / 2];
    app.world_mut().get_mut::<Transform>(slime).unwrap().translation =
        Vec3::new(x as f32 + 3.0, -y as f32, 0.0);
    app.update();
    let named = messages(&app, &mut began);
    assert!(named.iter().any(|touch| touch.other_than(slime) == Some(sword)), "{named:?}");
    let mut ended = MessageCursor::<TouchEnded>::default();
    ended.clear(app.world().resource());
    let at = Transform::from_xyz(39.0, 3.5, 0.5);
    app.world_mut().entity_mut(sword).remove::<HitmaskPart>().remove::<ChildOf>().insert(at);
    app.update();
    assert_eq!(pixels_of(&app, sword), moved);
    let hitmasks = app.world().resource::<HitmaskWorld>();
    assert_eq!((hitmasks.root_of(sword), hitmasks.parts_of(hero)), (None, vec![]));
    assert!(messages(&app, &mut ended).iter().all(|touch| touch.other_than(sword) != Some(slime)));
    assert!(messages(&app, &mut began).iter().any(|touch| touch.other_than(sword) == Some(hero)));

    // Picked up again, it goes with its root when that is disabled or removed, and comes back with it.
    app.world_mut().entity_mut(sword).insert((HitmaskPart::default(), ChildOf(hero)));
    app.world_mut().get_mut::<Hitmask>(hero).unwrap().enabled = false;
    app.update();
    assert_eq!(app.world().resource::<HitmaskWorld>().touched(sword).count(), 0);
    let shape = app.world_mut().entity_mut(hero).take::<HitmaskShape>().unwrap();
    app.update();
    let collider = |app: &App| app.world().resource::<HitmaskWorld>().collider_of(sword);
    assert_eq!(collider(&app), None);
    app.world_mut().entity_mut(hero).insert(shape);
    app.update();
    assert!(collider(&app).is_some());
    // Without a root it is refused.
    app.world_mut().entity_mut(hero).remove::<Hitmask>();
    app.update();
    assert_eq!(collider(&app), None);
}

#[test]
fn a_part_counts_in_some_frames_of_its_root() {
    let mut app = app(HitmaskPlugin::default());
    let picture = image(UVec2::new(32, 8), |_, _| 255);
    let picture = app.world_mut().resource_mut::<Assets<Image>>().add(picture);
    let layout = TextureAtlasLayout::from_grid(UVec2::splat(8), 4, 1, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let sprite = Sprite::from_atlas_image(picture, TextureAtlas { layout, index: 0 });
    let hero = app.world_mut().spawn((sprite, Hitmask::default())).id();
    let blade = HitmaskShape::Rect { centre: Vec2::new(10.0, 0.0), size: Vec2::new(8.0, 2.0) };
    let blade = app.world_mut().spawn((blade, HitmaskPart::in_frames([1, 2]), ChildOf(hero))).id();
    let slime = HitmaskShape::Rect { centre: Vec2::new(12.0, 0.0), size: Vec2::new(4.0, 4.0) };
    let slime = app.world_mut().spawn((slime, Hitmask::default())).id();
    let touches = [0, 1, 2, 3].map(|frame| {
        let mut sprite = app.world_mut().get_mut::<Sprite>(hero).unwrap();
        sprite.texture_atlas.as_mut().unwrap().index = frame;
        app.update();
        app.world().resource::<HitmaskWorld>().touched(slime).collect::<Vec<_>>()
    });
    assert_eq!(touches, [vec![], vec![blade], vec![blade], vec![]]);
}
