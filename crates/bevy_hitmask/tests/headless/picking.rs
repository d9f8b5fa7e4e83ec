//! Pointers hit what Bevy's own backend hits, which looks at every sprite.

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_camera::visibility::{RenderLayers, ViewVisibility};
use bevy_camera::{
    Camera, CameraProjection, ComputedCameraValues, OrthographicProjection, Projection, RenderTarget,
    RenderTargetInfo, Viewport,
};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_hitmask::HitmaskPickingPlugin;
use bevy_hitmask::prelude::*;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::{Quat, UVec2, Vec2, Vec3};
use bevy_picking::backend::prelude::*;
use bevy_picking::pointer::{Location, PointerMap};
use bevy_sprite::{SpritePickingMode, SpritePickingPlugin, SpritePickingSettings};
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
fn crowd(plugin: impl Plugin) -> (App, Entity) {
    let mut app = app(HitmaskPlugin::default());
    app.init_resource::<RayMap>()
        .init_resource::<PointerMap>()
        .add_message::<PointerHits>()
        .add_plugins(plugin)
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
