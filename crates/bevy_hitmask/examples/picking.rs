//! A pointer wanders over turned sprites with holes, and tints what is under it: the picking backend. Writes `bevy_picking.gif`.
//!
//! `cargo run --features picking --example picking`

mod film;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_camera::visibility::ViewVisibility;
use bevy_camera::{
    Camera, CameraProjection, ComputedCameraValues, NormalizedRenderTarget, OrthographicProjection,
    Projection, RenderTarget, RenderTargetInfo,
};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_hitmask::HitmaskPickingPlugin;
use bevy_hitmask::prelude::*;
use bevy_image::Image;
use bevy_math::{Quat, UVec2, Vec2, Vec3};
use bevy_picking::backend::prelude::*;
use bevy_picking::pointer::{Location, PointerMap};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use bevy_window::{PrimaryWindow, Window, WindowRef};
use film::{Film, Marks};

const SIZE: UVec2 = UVec2::new(400, 260);

#[derive(Resource, Default)]
struct Hits(u32);

fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let names = ["engrenagem_01.png", "circle_02.png", "keyBlue.png", "web_network.png", "saw.png"];
    for i in 0..15 {
        let image = film::load(&mut images, names[i % names.len()]);
        let widest = images.get(&image).unwrap().size().max_element() as f32;
        commands.spawn((
            Sprite { flip_x: i % 2 == 1, ..Sprite::from_image(image) },
            Transform {
                translation: Vec3::new(
                    (i % 5) as f32 * 75.0 - 150.0,
                    (i / 5) as f32 * 75.0 - 75.0,
                    (i * 7 % 15) as f32,
                ),
                rotation: Quat::from_rotation_z(i as f32),
                scale: Vec3::splat(105.0 / widest),
            },
            Hitmask::default().only_picked(),
            Pickable::default(),
            // Bevy's visibility plugin computes it.
            ViewVisibility::VISIBLE,
        ));
    }
}

/// A window, a camera and a pointer, which a game has from Bevy's plugins.
fn open(mut commands: Commands) {
    let window = commands.spawn((Window::default(), PrimaryWindow)).id();
    let mut projection = OrthographicProjection::default_2d();
    projection.update(SIZE.x as f32, SIZE.y as f32);
    let computed = ComputedCameraValues {
        clip_from_view: projection.get_clip_from_view(),
        target_info: Some(RenderTargetInfo { physical_size: SIZE, scale_factor: 1.0 }),
        ..ComputedCameraValues::default()
    };
    let camera = Camera { computed, ..Camera::default() };
    commands.spawn((
        camera,
        RenderTarget::default(),
        Transform::default(),
        Projection::Orthographic(projection),
    ));
    let target = WindowRef::Primary.normalize(Some(window)).expect("there is a window");
    let location = Location { target: NormalizedRenderTarget::Window(target), position: Vec2::ZERO };
    commands.spawn((PointerId::Mouse, PointerLocation::new(location)));
}

/// The script: where a game has a mouse.
fn wander(mut frame: Local<u32>, mut pointer: Single<&mut PointerLocation>, mut marks: ResMut<Marks>) {
    *frame += 1;
    let phase = *frame as f32 * 0.05;
    let at = Vec2::new(170.0 * phase.sin(), 100.0 * (1.7 * phase).sin());
    let on_screen = at * Vec2::new(1.0, -1.0) + SIZE.as_vec2() / 2.0;
    pointer.location.as_mut().expect("it was given one").position = on_screen;
    marks.0.push(at);
}

/// With Bevy's `DefaultPickingPlugins`, observers of `PointerOver` and `PointerOut` do this.
fn tint(mut hits: MessageReader<PointerHits>, mut sprites: Query<&mut Sprite>, mut count: ResMut<Hits>) {
    for mut sprite in &mut sprites {
        sprite.color = Color::WHITE;
    }
    for (entity, _) in hits.read().flat_map(|hits| hits.picks.clone()) {
        if let Ok(mut sprite) = sprites.get_mut(entity) {
            sprite.color = Color::srgb(1.0, 0.45, 0.2);
            count.0 += 1;
        }
    }
}

fn main() {
    let mut app = film::headless_app();
    app.add_plugins((HitmaskPlugin::default(), HitmaskPickingPlugin))
        .init_resource::<RayMap>()
        .init_resource::<PointerMap>()
        .init_resource::<Hits>()
        .add_message::<PointerHits>()
        .add_systems(Startup, (spawn, open))
        .add_systems(First, wander)
        .add_systems(PreUpdate, RayMap::repopulate.before(PickingSystems::Backend))
        .add_systems(Update, tint);
    let mut film = Film::new(SIZE.x, SIZE.y, [236, 232, 222]);
    for frame in 0..130 {
        app.update();
        if frame % 2 == 0 {
            film.shoot(&mut app);
        }
    }
    film.save("bevy_picking.gif");
    let hits = app.world().resource::<Hits>().0;
    println!("{hits} of 130 frames hit a sprite");
    assert!((40..125).contains(&hits));
}
