//! A hero walks over hills, jumps through a platform and collects coins: the system parameter `CharacterMover`. Writes `bevy_platformer.gif`.
//!
//! `cargo run --example platformer`

mod film;

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_hitmask::CharacterMover;
use bevy_hitmask::hitmask::MoveOptions;
use bevy_hitmask::prelude::*;
use bevy_image::Image;
use bevy_math::{UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::Transform;
use film::{Film, Marks};

#[derive(Component)]
struct Hero {
    velocity: Vec2,
    frames: [Handle<Image>; 2],
    walked: f32,
}

#[derive(Component)]
struct Coin;

#[derive(Resource, Default)]
struct Purse(u32);

fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    // Hills, with grass on top and a step that is too high to climb.
    let top = |x: u32| {
        let hills = 70.0 + 22.0 * (x as f32 / 33.0).sin() + 9.0 * (x as f32 / 11.0).cos();
        if (300..330).contains(&x) { hills - 26.0 } else { hills }
    };
    let ground = film::painted(&mut images, UVec2::new(420, 130), |x, y| match y as f32 - top(x) {
        depth if depth < 0.0 => [0; 4],
        depth if depth < 4.0 => [104, 168, 64, 255],
        _ if (x / 7 + y / 5) % 3 == 0 => [122, 88, 60, 255],
        _ => [138, 100, 68, 255],
    });
    commands.spawn((Sprite::from_image(ground), Transform::from_xyz(0.0, -65.0, 0.0), Hitmask::default()));
    let plank = Sprite::from_color(Color::srgb(0.75, 0.55, 0.3), Vec2::new(70.0, 6.0));
    commands.spawn((plank, Transform::from_xyz(-20.0, 46.0, 0.0), Hitmask::default().one_way()));
    let coin = film::load(&mut images, "coinGold.png");
    for (x, y) in [(-130.0, 10.0), (-20.0, 66.0), (60.0, 20.0), (170.0, 10.0)] {
        commands
            .spawn((
                Coin,
                Sprite::from_image(coin.clone()),
                Transform::from_xyz(x, y, 0.5).with_scale(Vec3::splat(0.4)),
                Hitmask::default().sensor(),
            ))
            .observe(
                |touch: On<TouchBegan>,
                 heroes: Query<(), With<Hero>>,
                 mut purse: ResMut<Purse>,
                 mut commands: Commands| {
                    // The ground may touch a coin, too.
                    if heroes.contains(touch.other) {
                        purse.0 += 1;
                        commands.entity(touch.entity).despawn();
                    }
                },
            );
    }
    let frames = ["alienBlue_walk1.png", "alienBlue_walk2.png"].map(|name| film::load(&mut images, name));
    commands.spawn((
        Sprite::from_image(frames[0].clone()),
        Anchor::BOTTOM_CENTER,
        Transform::from_xyz(-190.0, 60.0, 1.0).with_scale(Vec3::splat(0.4)),
        Hero { velocity: Vec2::ZERO, frames, walked: 0.0 },
        Hitmask::default().character(),
        // The same shape in all frames of the walk: a hero whose outline changes catches on walls.
        HitmaskShape::Rect { centre: Vec2::new(0.0, 40.0), size: Vec2::new(50.0, 80.0) },
    ));
}

fn walk(
    mut frame: Local<u32>,
    mut heroes: Query<(Entity, &mut Hero, &mut Transform, &mut Sprite)>,
    mut mover: CharacterMover,
    mut marks: ResMut<Marks>,
) {
    *frame += 1;
    // The script: where a game reads the keyboard.
    let right = if *frame < 190 { 2.25 } else { -2.25 };
    let jump = [62, 128, 164, 230].contains(&*frame);
    for (entity, mut hero, mut transform, mut sprite) in &mut heroes {
        hero.velocity.x = right;
        hero.velocity.y = if jump { 7.5 } else { hero.velocity.y - 0.4 };
        let options = MoveOptions { step_up: 4, step_down: 4, ..MoveOptions::default() };
        // None until the picture is loaded.
        let Some(slide) = mover.move_and_slide(entity, &mut transform, hero.velocity, &options) else {
            continue;
        };
        hero.walked += slide.velocity.x.abs();
        hero.velocity = slide.velocity;
        sprite.flip_x = right < 0.0;
        sprite.image = hero.frames[(hero.walked / 12.0) as usize % 2].clone();
        marks.0.extend([slide.floor, slide.wall].into_iter().flatten().map(|blocker| blocker.point));
    }
}

fn main() {
    let mut app = film::headless_app();
    app.add_plugins(HitmaskPlugin::default())
        .init_resource::<Purse>()
        .add_systems(Startup, spawn)
        .add_systems(Update, walk);
    let mut film = Film::new(420, 240, [150, 198, 230]);
    for frame in 0..260 {
        app.update();
        if frame % 3 == 0 {
            film.shoot(&mut app);
        }
    }
    film.save("bevy_platformer.gif");
    let purse = app.world().resource::<Purse>().0;
    println!("{purse} coins");
    assert!(purse >= 3);
}
