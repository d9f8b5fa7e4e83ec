//! A hero on a map of Tiled, with a sword: slopes, spikes that kill, lamps at which he wakes up. Writes `bevy_level.gif`.
//!
//! `cargo run --example level`

mod film;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::MoveOptions;
use bevy_hitmask::prelude::*;
use bevy_hitmask::{CharacterMover, HitmaskPart, HitmaskTileMap};
use bevy_image::Image;
use bevy_math::{UVec2, Vec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use film::Film;
use hitmask_assets::{LevelOptions, LevelRule, load_levels};

/// The number that the tile set gives to what kills.
const SPIKES: u64 = 10;
/// From his feet to his middle.
const FEET: Vec3 = Vec3::new(0.0, 7.5, 1.0);

#[derive(Component)]
struct Hero {
    velocity: Vec2,
    /// Where he wakes up.
    home: Vec2,
    deaths: u32,
    dead: bool,
}

#[derive(Component)]
struct Slime;

fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../hitmask-assets/examples/hills/hills.tmx");
    let levels = load_levels(file, &LevelOptions::default()).expect("the map lies beside the reader");
    let (level, rule) = (&levels.levels[0], LevelRule::default());
    let ground = level.layer("ground").expect("the map has ground");
    let tiles = level.tile_map(ground, &rule).expect("it is orthogonal");
    let map = HitmaskTileMap::new(tiles.map).with_corner(tiles.corner);
    let mut home = Vec2::ZERO;
    for thing in level.objects("things").expect("the map has things") {
        let place = map.point(thing.place());
        if thing.name == "start" {
            home = place;
        }
        let collider = thing.collider(&rule).expect("it is small");
        if let Some(object) = collider.and_then(|collider| map.object(&collider)) {
            let mut entity = commands.spawn((Name::new(thing.name.clone()), object));
            if thing.class == "Checkpoint" {
                // A lamp stands on its lower left corner.
                let home = place + Vec2::new(8.0, 0.0);
                entity.observe(move |touch: On<TouchBegan>, mut heroes: Query<&mut Hero>| {
                    if let Ok(mut hero) = heroes.get_mut(touch.other) {
                        hero.home = home;
                    }
                });
            }
        }
    }
    let picture = level.frame(ground, &rule).expect("it is small").image;
    let rgba = picture.as_rgba8();
    let picture = film::painted(&mut images, UVec2::new(picture.width(), picture.height()), |x, y| {
        let at = (y * 480 + x) as usize * 4;
        [rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]]
    });
    // The middle of the map lies on the origin, as that of its picture does.
    commands.spawn((Sprite::from_image(picture), map)).observe(
        |touch: On<TouchBegan>, mut heroes: Query<&mut Hero>| {
            let spikes = touch.pixels.tiles.iter().flatten().any(|tile| tile.number == SPIKES);
            if spikes && let Ok(mut hero) = heroes.get_mut(touch.other) {
                hero.dead = true;
            }
        },
    );
    let body = Sprite::from_color(Color::srgb(0.2, 0.3, 0.8), Vec2::new(9.0, 15.0));
    let hero = Hero { velocity: Vec2::ZERO, home, deaths: 0, dead: false };
    let start = Transform::from_translation(home.extend(0.0) + FEET);
    commands.spawn((body, start, hero, Hitmask::default().character())).with_children(|hand| {
        let blade = Sprite::from_color(Color::srgb(0.9, 0.9, 0.9), Vec2::new(12.0, 2.0));
        let place = Transform::from_xyz(9.0, 1.0, 0.1);
        hand.spawn((blade, place, Hitmask::default().sensor(), HitmaskPart::default())).observe(
            |touch: On<TouchBegan>, slimes: Query<(), With<Slime>>, mut commands: Commands| {
                if slimes.contains(touch.other) {
                    commands.entity(touch.other).despawn();
                }
            },
        );
    });
    let slime = Sprite::from_color(Color::srgb(0.3, 0.8, 0.3), Vec2::new(10.0, 8.0));
    commands.spawn((Slime, slime, Transform::from_xyz(80.0, -36.0, 0.5), Hitmask::default()));
}

fn walk(mut heroes: Query<(Entity, &mut Hero, &mut Transform)>, mut mover: CharacterMover) {
    for (entity, mut hero, mut transform) in &mut heroes {
        if std::mem::take(&mut hero.dead) {
            hero.deaths += 1;
            (transform.translation, hero.velocity) = (hero.home.extend(0.0) + FEET, Vec2::ZERO);
        }
        // The script: where a game reads the keyboard. After the first death it knows where to jump.
        let on_ground = hero.velocity.y == 0.0;
        let jumps = hero.deaths > 0 && on_ground && (-36.0..-20.0).contains(&transform.translation.x);
        hero.velocity = Vec2::new(2.0, if jumps { 5.5 } else { hero.velocity.y - 0.3 });
        let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
        let Some(slide) = mover.move_and_slide(entity, &mut transform, hero.velocity, &options) else {
            continue;
        };
        hero.velocity = slide.velocity;
    }
}

fn main() {
    let mut app = film::headless_app();
    app.add_plugins(HitmaskPlugin::default()).add_systems(Startup, spawn).add_systems(Update, walk);
    let mut film = Film::new(480, 176, [150, 198, 230]);
    for frame in 0..330 {
        app.update();
        if frame % 3 == 0 {
            film.shoot(&mut app);
        }
    }
    film.save("bevy_level.gif");
    let world = app.world_mut();
    let (hero, place) = world.query::<(&Hero, &Transform)>().single(world).expect("there is one");
    println!("{} deaths, the hero is at {}", hero.deaths, place.translation);
    // The first lamp stands before the spikes, the second one behind them.
    assert!(hero.deaths == 1 && hero.home.x == 72.0 && place.translation.x > 80.0);
    assert_eq!(world.query::<&Slime>().iter(world).count(), 0);
}
