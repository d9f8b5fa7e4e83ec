//! Bombs carve holes into the ground, and balls fall into them: the component `HitmaskTerrain`. Writes `bevy_digging.gif`.
//!
//! `cargo run --example digging`

mod film;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{Circle, MoveOptions, PointQ16};
use bevy_hitmask::prelude::*;
use bevy_hitmask::{CharacterMover, HitmaskTerrain};
use bevy_image::Image;
use bevy_math::{UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::components::{GlobalTransform, Transform};
use film::{Film, Marks};

#[derive(Component)]
struct Bomb;

#[derive(Component, Default)]
struct Velocity(Vec2);

#[derive(Resource, Default)]
struct Dug(u64);

fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let picture = film::painted(&mut images, UVec2::new(400, 170), |x, y| {
        let top = 12.0 + 8.0 * (x as f32 / 40.0).sin();
        let tunnel = (x as f32 - 220.0).hypot((y as f32 - 110.0) * 2.0) < 60.0;
        match y as f32 - top {
            depth if depth < 0.0 || tunnel => [0; 4],
            depth if depth < 5.0 => [96, 160, 70, 255],
            _ => [120 + ((x * 7 + y * 13) % 23) as u8, 92, 66, 255],
        }
    });
    let ground = HitmaskTerrain::from_image(images.get(&picture).unwrap(), 128).unwrap();
    commands.spawn((ground, Sprite::from_image(picture), Transform::from_xyz(0.0, -45.0, 0.0)));
    let ball = film::load(&mut images, "ball_red_alt.png");
    for x in [-150.0, -60.0, 10.0, 90.0, 160.0] {
        let place = Transform::from_xyz(x, 70.0, 1.0).with_scale(Vec3::splat(0.5));
        commands.spawn((
            Sprite::from_image(ball.clone()),
            place,
            Velocity::default(),
            Hitmask::default().character(),
        ));
    }
}

/// Balls fall and roll to the side on which the ground is lower.
fn fall(
    mut balls: Query<(Entity, &mut Transform, &mut Velocity), Without<Bomb>>,
    mut mover: CharacterMover,
    mut marks: ResMut<Marks>,
) {
    for (entity, mut transform, mut velocity) in &mut balls {
        velocity.0.y -= 0.3;
        let options = MoveOptions { step_up: 1, step_down: 2, ..MoveOptions::default() };
        let Some(slide) = mover.move_and_slide(entity, &mut transform, velocity.0, &options) else {
            continue;
        };
        velocity.0 = slide.velocity;
        if let Some(floor) = slide.floor {
            velocity.0.x = ((transform.translation.x - floor.point.x) * 0.2).clamp(-1.5, 1.5);
            marks.0.push(floor.point);
        }
    }
}

/// The script: a bomb every 25 frames.
fn throw(mut frame: Local<u32>, mut images: ResMut<Assets<Image>>, mut commands: Commands) {
    *frame += 1;
    if *frame % 25 != 5 {
        return;
    }
    let x = [-140.0, -55.0, 15.0, 95.0, 150.0, 60.0, -100.0, 0.0][(*frame / 25) as usize % 8];
    let bomb = film::painted(&mut images, UVec2::splat(9), |x, y| {
        if x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) <= 20 { [30, 30, 36, 255] } else { [0; 4] }
    });
    commands
        .spawn((
            Bomb,
            Sprite::from_image(bomb),
            Transform::from_xyz(x, 110.0, 2.0),
            Velocity(Vec2::new(0.0, -7.0)),
            Hitmask::default().swept(),
        ))
        .observe(explode);
}

fn fly(mut bombs: Query<(&mut Transform, &Velocity), With<Bomb>>) {
    for (mut transform, velocity) in &mut bombs {
        transform.translation += velocity.0.extend(0.0);
    }
}

/// The bomb carves where it has touched the ground. Balls are not hurt.
fn explode(
    touch: On<TouchBegan>,
    mut grounds: Query<(&mut HitmaskTerrain, &Sprite, &Anchor, &GlobalTransform)>,
    mut dug: ResMut<Dug>,
    mut commands: Commands,
) {
    let Ok((mut ground, sprite, anchor, place)) = grounds.get_mut(touch.other) else { return };
    if let Some(texel) = ground.texel_at(Some((sprite, *anchor)), &place.affine(), touch.pixels.point) {
        let crater = Circle::new((0, 0), 24 * PointQ16::ONE).expect("the radius is not negative");
        dug.0 += ground.carve(&crater, texel).pixels;
    }
    commands.entity(touch.entity).despawn();
}

fn main() {
    let mut app = film::headless_app();
    app.add_plugins(HitmaskPlugin::default())
        .init_resource::<Dug>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (throw, fly, fall).chain());
    let mut film = Film::new(400, 260, [150, 198, 230]);
    for frame in 0..230 {
        app.update();
        if frame % 3 == 0 {
            film.shoot(&mut app);
        }
    }
    film.save("bevy_digging.gif");
    let dug = app.world().resource::<Dug>().0;
    println!("{dug} pixels dug");
    assert!(dug > 5000);
}
