//! Pointers hit what Bevy's own backend hits, which looks at every sprite.

use bevy_app::Plugins;
use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_camera::visibility::{RenderLayers, ViewVisibility};
use bevy_camera::{
    Camera, CameraProjection, ComputedCameraValues, OrthographicProjection, Projection, RenderTarget,
    RenderTargetInfo, Viewport,
};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{Mask, NewFrame, NewSprite, PackBuilder};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskMasks, HitmaskPickingPlugin};
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Quat, UVec2, Vec2, Vec3};
use bevy_picking::backend::prelude::*;
use bevy_picking::pointer::{Location, PointerMap};
use bevy_sprite::{
    Sprite, SpritePickingCamera, SpritePickingMode, SpritePickingPlugin, SpritePickingSettings,
};
use bevy_transform::components::Transform;
use bevy_window::{PrimaryWindow, Window, WindowRef};

use crate::app::{Random, app, image, messages};
use crate::geometry::{random_sprite, random_transform};

/// Which sprite it is. Plugins have entities of their own, so the apps number their entities differently.
#[derive(Component)]
struct Number(usize);

/// A camera that looks at a part of the window.
fn camera(app: &mut App, transform: Transform, zoom: f32, viewport: [UVec2; 2], order: isize) -> Entity {
    let [physical_position, physical_size] = viewport;
    let mut projection = OrthographicProjection { scale: zoom, ..OrthographicProjection::default_2d() };
    projection.update(physical_size.x as f32 / 2.0, physical_size.y as f32 / 2.0);
    let camera = Camera {
        viewport: Some(Viewport { physical_position, physical_size, ..Viewport::default() }),
        order,
        computed: ComputedCameraValues {
            clip_from_view: projection.get_clip_from_view(),
            target_info: Some(RenderTargetInfo { physical_size: UVec2::new(1600, 1200), scale_factor: 2.0 }),
            ..ComputedCameraValues::default()
        },
        ..Camera::default()
    };
    app.world_mut()
        .spawn((camera, RenderTarget::default(), transform, Projection::Orthographic(projection)))
        .id()
}

/// 300 sprites, two cameras side by side, a window of 800 by 600, and a pointer.
fn crowd<M>(plugins: impl Plugins<M>) -> (App, Entity) {
    let mut app = app(HitmaskPlugin::default());
    app.init_resource::<RayMap>()
        .init_resource::<PointerMap>()
        .add_message::<PointerHits>()
        .add_plugins(plugins)
        .add_systems(PreUpdate, RayMap::repopulate.before(PickingSystems::Backend))
        .insert_resource(SpritePickingSettings {
            picking_mode: SpritePickingMode::AlphaThreshold(99.5 / 255.0),
            ..SpritePickingSettings::default()
        });
    let mut random = Random(3);
    let size = UVec2::new(26, 34);
    let noise: Vec<u8> = (0..size.element_product()).map(|_| random.below(256) as u8).collect();
    let picture = image(size, |x, y| noise[((y / 3) * 26 + x / 3) as usize]);
    let picture = app.world_mut().resource_mut::<Assets<Image>>().add(picture);
    let layout = TextureAtlasLayout::from_grid(size / 2, 2, 2, None, None);
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    for i in 0..300 {
        let (sprite, anchor) = random_sprite(&mut random, picture.clone(), size, &layout);
        let transform = random_transform(&mut random, 150.0);
        let pickable = Pickable { should_block_lower: i % 3 != 0, is_hoverable: true };
        let visibility = if i % 10 == 0 { ViewVisibility::HIDDEN } else { ViewVisibility::VISIBLE };
        let layers = RenderLayers::layer(usize::from(i % 7 == 0));
        let parent = app.world_mut().spawn(random_transform(&mut random, 20.0)).id();
        app.world_mut().spawn((
            (sprite, anchor, transform, Hitmask::default().with_level(100).only_picked()),
            (pickable, visibility, layers, ChildOf(parent), Number(i)),
        ));
    }
    let half = UVec2::new(800, 1200);
    camera(&mut app, Transform::from_xyz(20.0, -10.0, 0.0), 0.4, [UVec2::ZERO, half], 0);
    let tilted =
        Transform::from_rotation(Quat::from_rotation_z(0.5)).with_translation(Vec3::new(-30.0, 0.0, 3.0));
    let second = camera(&mut app, tilted, 1.3, [UVec2::new(800, 0), half], 1);
    app.world_mut().entity_mut(second).insert(RenderLayers::from_layers(&[0, 1]));
    let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    let target =
        bevy_camera::NormalizedRenderTarget::Window(WindowRef::Primary.normalize(Some(window)).unwrap());
    let location = Location { target, position: Vec2::ZERO };
    let pointer = app.world_mut().spawn((PointerId::Mouse, PointerLocation::new(location))).id();
    app.update();
    (app, pointer)
}

fn move_pointer(app: &mut App, pointer: Entity, to: Vec2) {
    app.world_mut().get_mut::<PointerLocation>(pointer).unwrap().location.as_mut().unwrap().position = to;
}

/// What a pointer hits: for each camera the sprites, each with its depth, the point and the normal.
type Picked = Vec<(i32, Vec<(usize, f32, Option<Vec3>, Option<Vec3>)>)>;

fn picked(app: &App, cursor: &mut MessageCursor<PointerHits>) -> Picked {
    let number = |entity| app.world().get::<Number>(entity).unwrap().0;
    let mut picked: Picked = messages(app, cursor)
        .into_iter()
        .map(|hits| {
            let picks = hits
                .picks
                .into_iter()
                .map(|(entity, hit)| (number(entity), hit.depth, hit.position, hit.normal));
            (hits.order as i32, picks.collect())
        })
        .collect();
    picked.sort_by_key(|(order, _)| *order);
    picked
}

#[test]
fn hits_are_those_of_bevys_backend() {
    let (mut ours, our_pointer) = crowd(HitmaskPickingPlugin);
    let (mut bevys, bevys_pointer) = crowd(SpritePickingPlugin);
    let (mut our_cursor, mut bevys_cursor) =
        (MessageCursor::<PointerHits>::default(), MessageCursor::<PointerHits>::default());
    let mut random = Random(11);
    let (mut hits, mut none) = (0, 0);
    for round in 0..1000 {
        let to = Vec2::new(random.between(-10.0, 810.0), random.between(-10.0, 610.0));
        move_pointer(&mut ours, our_pointer, to);
        move_pointer(&mut bevys, bevys_pointer, to);
        if round % 100 == 50 {
            // Sprites that move are found where they are now.
            for app in [&mut ours, &mut bevys] {
                let mut transforms = app.world_mut().query_filtered::<&mut Transform, With<Pickable>>();
                for mut transform in transforms.iter_mut(app.world_mut()) {
                    transform.translation.x += 3.25;
                    transform.rotate_z(0.3);
                }
                app.world_mut().run_schedule(PostUpdate);
            }
        }
        ours.world_mut().run_schedule(PreUpdate);
        bevys.world_mut().run_schedule(PreUpdate);
        let found = picked(&ours, &mut our_cursor);
        let expected = picked(&bevys, &mut bevys_cursor);
        assert_eq!(found, expected, "round {round}, pointer at {to}");
        hits += found.iter().map(|(_, picks)| picks.len()).sum::<usize>();
        none += found.iter().filter(|(_, picks)| picks.is_empty()).count();
    }
    assert!(hits > 700 && none > 100, "{hits} hits, {none} times nothing");
}

/// What Bevy's own backend cannot: a level for each entity, own shapes, and images that only a pack has. The order is that of z.
#[test]
fn levels_shapes_and_packs_are_picked() {
    let mut app = app(HitmaskPlugin::default());
    app.init_resource::<RayMap>()
        .init_resource::<PointerMap>()
        .add_message::<PointerHits>()
        .add_plugins(HitmaskPickingPlugin)
        .add_systems(PreUpdate, RayMap::repopulate.before(PickingSystems::Backend));
    camera(&mut app, Transform::IDENTITY, 1.0, [UVec2::ZERO, UVec2::new(1600, 1200)], 0);
    let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    let target =
        bevy_camera::NormalizedRenderTarget::Window(WindowRef::Primary.normalize(Some(window)).unwrap());
    let location = Location { target, position: Vec2::ZERO };
    let pointer = app.world_mut().spawn((PointerId::Mouse, PointerLocation::new(location))).id();

    // Its alpha is ten times the column.
    let fade = image(UVec2::new(26, 8), |x, _| x as u8 * 10);
    let mut gone = image(UVec2::new(26, 8), |_, _| 255);
    gone.data = None;
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let (fade, gone) = (images.add(fade), images.add(gone));
    let mut builder = PackBuilder::new();
    let left = Mask::from_fn(26, 8, |x, _| x < 9);
    builder.add(NewSprite::single("gone.png", NewFrame::from_mask(&left))).unwrap();
    let mut masks = app.world_mut().resource_mut::<HitmaskMasks>();
    masks.name_image(&gone, "gone.png");
    masks.add_pack(builder.finish()).unwrap();
    // From back to front.
    let pass = Pickable { should_block_lower: false, is_hoverable: true };
    let hitmask = Hitmask::default().only_picked();
    let at = |z: f32| Transform::from_xyz(0.0, 0.0, z);
    let low = (Sprite::from_image(fade.clone()), hitmask.with_level(20), pass, at(1.0));
    let high = (Sprite::from_image(fade), hitmask.with_level(200), pass, at(2.0));
    let packed = (Sprite::from_image(gone), hitmask, pass, at(3.0));
    let circle = HitmaskShape::Circle { centre: Vec2::new(10.0, 0.0), radius: 4.0 };
    let world = app.world_mut();
    let entities = [
        world.spawn((low, ViewVisibility::VISIBLE)).id(),
        world.spawn((high, ViewVisibility::VISIBLE)).id(),
        world.spawn((packed, ViewVisibility::VISIBLE)).id(),
        world.spawn((circle, hitmask, pass, at(-1.0))).id(),
    ];
    app.update();
    app.update();
    let mut cursor = MessageCursor::<PointerHits>::default();
    messages(&app, &mut cursor);
    let mut hits = |app: &mut App, column: f32| {
        // The middle of the window is the middle of the image.
        let to = Vec2::new(400.0 + column - 13.0 + 0.5, 299.5);
        move_pointer(app, pointer, to);
        app.world_mut().run_schedule(PreUpdate);
        let hits = messages(app, &mut cursor).into_iter().flat_map(|hits| hits.picks);
        let index = |entity| entities.iter().position(|&other| other == entity).unwrap();
        hits.map(|(entity, _)| index(entity)).collect::<Vec<_>>()
    };
    assert_eq!(hits(&mut app, 1.0), [2]);
    assert_eq!(hits(&mut app, 2.0), [2, 0]);
    assert_eq!(hits(&mut app, 8.0), [2, 0]);
    assert_eq!(hits(&mut app, 9.0), [0]);
    assert_eq!(hits(&mut app, 18.0), [0]);
    assert_eq!(hits(&mut app, 20.0), [1, 0, 3]);
    assert!(hits(&mut app, 30.0).is_empty());
    // The topmost one blocks the others.
    app.world_mut().get_mut::<Pickable>(entities[1]).unwrap().should_block_lower = true;
    assert_eq!(hits(&mut app, 20.0), [1]);
    app.world_mut().get_mut::<Hitmask>(entities[1]).unwrap().level = 201;
    assert_eq!(hits(&mut app, 20.0), [0, 3]);
    // Shapes lie where their transforms are drawn, and may be of any kind.
    for entity in &entities[..3] {
        app.world_mut().entity_mut(*entity).insert(ViewVisibility::HIDDEN);
    }
    let mask = Mask::from_fn(4, 2, |x, y| x == y);
    // For each shape columns that are hit and columns that are not, 1.5 units above the entity's origin, which is twice as large and looks left.
    let shapes: [(HitmaskShape, &[f32], &[f32]); 4] = [
        (
            HitmaskShape::Circle { centre: Vec2::new(-3.0, 0.5), radius: 1.0 },
            &[17.0, 20.0],
            &[16.0, 21.0, 8.0],
        ),
        (HitmaskShape::Rect { centre: Vec2::ZERO, size: Vec2::new(4.0, 2.0) }, &[9.0, 16.0], &[8.0, 17.0]),
        (
            HitmaskShape::Polygon(vec![Vec2::ZERO, Vec2::new(-3.0, 0.0), Vec2::new(0.0, 3.0)]),
            &[13.0, 16.0],
            &[12.0, 18.0],
        ),
        (mask.into(), &[15.0, 16.0], &[14.0, 17.0]),
    ];
    for (shape, inside, outside) in shapes {
        let place = Transform::from_xyz(0.0, -1.0, 0.0).with_scale(Vec3::new(-2.0, 2.0, 1.0));
        app.world_mut().entity_mut(entities[3]).insert((shape.clone(), place));
        app.world_mut().run_schedule(PostUpdate);
        for column in inside {
            assert_eq!(hits(&mut app, *column), [3], "{shape:?}, column {column}");
        }
        for column in outside {
            assert!(hits(&mut app, *column).is_empty(), "{shape:?}, column {column}");
        }
    }
}

/// `DefaultPlugins` have Bevy's backend, too. It must not hit everything a second time.
#[test]
fn bevys_backend_is_silent_beside_ours() {
    let mut cursor = MessageCursor::<PointerHits>::default();
    for is_marked in [false, true] {
        let (mut app, pointer) = crowd((SpritePickingPlugin, HitmaskPickingPlugin));
        app.finish();
        app.cleanup();
        if is_marked {
            let mut cameras = app.world_mut().query_filtered::<Entity, With<Camera>>();
            for camera in cameras.iter(app.world()).collect::<Vec<_>>() {
                app.world_mut().entity_mut(camera).insert(SpritePickingCamera);
            }
        }
        move_pointer(&mut app, pointer, Vec2::new(200.0, 300.0));
        cursor.clear(app.world().resource::<Messages<PointerHits>>());
        app.world_mut().run_schedule(PreUpdate);
        // The pointer is in the viewport of one camera.
        assert_eq!(messages(&app, &mut cursor).len(), if is_marked { 2 } else { 1 });
    }
}
