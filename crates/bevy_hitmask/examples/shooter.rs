//! A ship shoots rocks: touches as events on entities, and swept shots that hit however fast they are. Writes `bevy_shooter.gif`.
//!
//! `cargo run --example shooter`

mod film;

use bevy_app::prelude::*;
use bevy_asset::{Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_hitmask::prelude::*;
use bevy_image::Image;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use film::{Film, Marks};

const SHIPS: u32 = 1 << 0;
const SHOTS: u32 = 1 << 1;
const ROCKS: u32 = 1 << 2;

#[derive(Component)]
struct Velocity(Vec2);

/// Radians a frame.
#[derive(Component)]
struct Spin(f32);

#[derive(Component)]
struct Ship;

#[derive(Resource)]
struct Pictures {
    shot: Handle<Image>,
}

#[derive(Resource, Default)]
struct Score {
    rocks: u32,
    bumps: u32,
}

fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let mut load = |name| film::load(&mut images, name);
    commands.insert_resource(Pictures { shot: load("laserRed01.png") });
    commands
        .spawn((
            Ship,
            Sprite::from_image(load("playerShip1_orange.png")),
            Transform::from_xyz(0.0, -95.0, 1.0).with_scale(Vec3::splat(0.5)),
            Hitmask::default().on(SHIPS, ROCKS),
        ))
        .observe(|touch: On<TouchBegan>, mut score: ResMut<Score>, mut marks: ResMut<Marks>| {
            score.bumps += 1;
            marks.0.push(touch.pixels.point);
        });
    let rocks = [load("meteorGrey_big1.png"), load("meteorGrey_big2.png"), load("meteorGrey_med1.png")];
    for i in 0..14 {
        let across = (i * 71 % 14) as f32;
        commands.spawn((
            Sprite { flip_x: i % 2 == 0, ..Sprite::from_image(rocks[i % 3].clone()) },
            Transform::from_xyz(across * 26.0 - 170.0, 60.0 + (i * 37 % 110) as f32, 0.0)
                .with_scale(Vec3::splat(0.6)),
            Velocity(Vec2::new((i % 5) as f32 * 0.4 - 0.8, -1.0 - (i % 4) as f32 * 0.3)),
            Spin(0.02 * (i as f32 - 6.5)),
            Hitmask::default().on(ROCKS, SHIPS | SHOTS),
        ));
    }
}

/// The script: where a game reads the keyboard.
fn steer(
    mut frame: Local<u32>,
    pictures: Res<Pictures>,
    mut ship: Single<&mut Transform, With<Ship>>,
    mut commands: Commands,
) {
    *frame += 1;
    let phase = *frame as f32 * 0.06;
    ship.translation.x = 150.0 * phase.sin();
    ship.rotation = Quat::from_rotation_z(-0.35 * phase.cos());
    if frame.is_multiple_of(6) {
        let up = ship.rotation * Vec3::Y;
        let place = Transform {
            translation: ship.translation + up * 25.0,
            rotation: ship.rotation,
            scale: Vec3::splat(0.5),
        };
        // 30 units a frame: without `swept` shots would jump over rocks.
        commands
            .spawn((
                Sprite::from_image(pictures.shot.clone()),
                place,
                Velocity(up.truncate() * 30.0),
                Hitmask::default().on(SHOTS, ROCKS).swept(),
            ))
            .observe(
                |touch: On<TouchBegan>, commands: Commands, score: ResMut<Score>, marks: ResMut<Marks>| {
                    hit(touch.entity, touch.other, touch.pixels.point, commands, score, marks);
                },
            )
            .observe(
                |touch: On<TouchPassed>, commands: Commands, score: ResMut<Score>, marks: ResMut<Marks>| {
                    hit(touch.entity, touch.other, touch.pixels.point, commands, score, marks);
                },
            );
    }
}

/// Both are gone. A shot that meets two rocks in one step hits the first one, since it is not told of the second one.
fn hit(
    shot: Entity,
    rock: Entity,
    at: Vec2,
    mut commands: Commands,
    mut score: ResMut<Score>,
    mut marks: ResMut<Marks>,
) {
    commands.entity(shot).despawn();
    commands.entity(rock).try_despawn();
    score.rocks += 1;
    marks.0.push(at);
}

fn fly(mut movers: Query<(Entity, &mut Transform, &Velocity, Option<&Spin>)>, mut commands: Commands) {
    for (entity, mut transform, velocity, spin) in &mut movers {
        transform.translation += velocity.0.extend(0.0);
        transform.rotate_z(spin.map_or(0.0, |spin| spin.0));
        if transform.translation.truncate().abs().max_element() > 400.0 {
            commands.entity(entity).despawn();
        }
    }
}

fn main() {
    let mut app = film::headless_app();
    app.add_plugins(HitmaskPlugin::default())
        .init_resource::<Score>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (steer, fly).chain());
    let mut film = Film::new(400, 260, [24, 26, 44]);
    for frame in 0..110 {
        app.update();
        if frame % 2 == 0 {
            film.shoot(&mut app);
        }
    }
    film.save("bevy_shooter.gif");
    let score = app.world().resource::<Score>();
    println!("{} rocks hit, {} bumps", score.rocks, score.bumps);
    assert!(score.rocks >= 5);
}
