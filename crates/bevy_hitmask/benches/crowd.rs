//! 10 000 moving, turning sprites a frame: the plugin beside avian2d on convex pieces of the same sprites, and its picking beside Bevy's own.
//!
//! `cargo bench --features avian2d,picking` prints two tables. Both sides take turns, frame by frame, so a busy machine is busy for both.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use avian2d::prelude::*;
use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_camera::visibility::ViewVisibility;
use bevy_camera::{
    Camera, CameraProjection, ComputedCameraValues, NormalizedRenderTarget, OrthographicProjection,
    Projection, RenderTarget, RenderTargetInfo,
};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_hitmask::prelude::*;
use bevy_hitmask::{HitmaskAvianPlugin, HitmaskCollider, HitmaskPickingPlugin};
use bevy_image::{Image, TextureAtlasLayout, ToExtents};
use bevy_math::{Quat, UVec2, Vec2};
use bevy_picking::backend::prelude::*;
use bevy_picking::pointer::{Location, PointerMap};
use bevy_sprite::{Sprite, SpritePickingMode, SpritePickingPlugin, SpritePickingSettings};
use bevy_time::{Time, TimePlugin};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use bevy_window::{PrimaryWindow, Window, WindowRef};
use wgpu_types::{TextureDimension, TextureFormat};

const SPRITES: usize = 10_000;
/// The sides of the square in which they move, in units: each sprite is near one or two others.
const SIDE: f32 = 9600.0;
const FRAMES: usize = 60;
const WARM_UP: usize = 5;

/// The schedule that is measured.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Frame;

/// Which sprite it is.
#[derive(Component, Clone, Copy)]
struct Number(u32);

/// How a sprite moves in each frame.
#[derive(Component, Clone, Copy)]
struct Motion {
    by: Vec2,
    turn: f32,
}

/// `SplitMix64`, as docs/scenes.md defines it.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }
}

fn main() {
    // Test runners ask every program for its tests.
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    println!("load when it began: {}", load());
    touches();
    picking();
    println!("\nload when it ended: {}; most memory: {}", load(), most_memory());
}

fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The most memory that the program has had so far, with all apps that ran side by side.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.map_or_else(|| "unknown".to_owned(), |most| most.trim().to_owned())
}

/// Sixteen pictures of 48 × 48: a few discs each, and a hole.
fn pictures(app: &mut App) -> Vec<Handle<Image>> {
    let mut random = Random(1);
    (0..16)
        .map(|_| {
            let mut disc =
                |low, high, radius| (Vec2::new(random.between(low, high), random.between(low, high)), radius);
            let discs: Vec<(Vec2, f32)> = (0..4).map(|i| disc(13.0, 35.0, 8.0 + i as f32)).collect();
            let hole = disc(18.0, 30.0, 6.0);
            let is_in = |(centre, radius): (Vec2, f32), at: Vec2| centre.distance(at) < radius;
            let pixels = (0..48 * 48).map(|i| Vec2::new((i % 48) as f32 + 0.5, (i / 48) as f32 + 0.5));
            let solid = pixels.map(|at| discs.iter().any(|&disc| is_in(disc, at)) && !is_in(hole, at));
            let data = solid.flat_map(|is_solid| [90, 160, 220, if is_solid { 255 } else { 0 }]).collect();
            let format = TextureFormat::Rgba8UnormSrgb;
            let size = UVec2::splat(48).to_extents();
            let image = Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::all());
            app.world_mut().resource_mut::<Assets<Image>>().add(image)
        })
        .collect()
}

/// An app with this many sprites, which are the same in every app.
fn app(
    sprites: usize,
    add_plugins: impl FnOnce(&mut App),
    mut dress: impl FnMut(&mut EntityWorldMut),
) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TransformPlugin, TimePlugin))
        .init_asset::<Image>()
        .init_asset::<TextureAtlasLayout>()
        .init_schedule(Frame);
    // avian2d wants to be there before the first body.
    add_plugins(&mut app);
    let pictures = pictures(&mut app);
    let mut random = Random(2);
    // As dense as 10 000.
    let side = SIDE * (sprites as f32 / SPRITES as f32).sqrt();
    for number in 0..sprites {
        let place =
            Transform::from_xyz(random.between(0.0, side), random.between(0.0, side), number as f32 * 1e-3)
                .with_rotation(Quat::from_rotation_z(random.between(0.0, std::f32::consts::TAU)));
        let by = Vec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        let motion = Motion { by, turn: random.between(-0.05, 0.05) };
        let sprite = Sprite::from_image(pictures[number % pictures.len()].clone());
        dress(&mut app.world_mut().spawn((sprite, place, motion, Number(number as u32))));
    }
    app
}

/// All sprites move and turn.
fn move_all(app: &mut App) {
    let mut sprites = app.world_mut().query::<(&Motion, &mut Transform)>();
    for (motion, mut transform) in sprites.iter_mut(app.world_mut()) {
        transform.translation += motion.by.extend(0.0);
        transform.rotate_z(motion.turn);
    }
}

/// The median and the shortest of some times, in milliseconds.
fn figures(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    format!("{:.2} | {:.2}", ms(times[times.len() / 2]), ms(times[0]))
}

fn timed(app: &mut App, schedule: impl ScheduleLabel) -> Duration {
    let start = Instant::now();
    app.world_mut().run_schedule(schedule);
    start.elapsed()
}

type Pairs = HashSet<[u32; 2]>;

fn sorted(mut pair: [u32; 2]) -> [u32; 2] {
    pair.sort_unstable();
    pair
}

fn our_pairs(app: &App) -> Pairs {
    let hitmasks = app.world().resource::<HitmaskWorld>();
    let number = |handle| app.world().get::<Number>(hitmasks.entity_of(handle).unwrap()).unwrap().0;
    hitmasks.pixels().contacts().map(|(a, b)| sorted([number(a), number(b)])).collect()
}

fn avians_pairs(app: &App) -> Pairs {
    let number = |entity| app.world().get::<Number>(entity).unwrap().0;
    let graph = app.world().resource::<ContactGraph>();
    graph
        .iter_active_touching()
        // It also calls those touching that are about to.
        .filter(|pair| pair.find_deepest_contact().is_some_and(|contact| contact.penetration > 0.0))
        .map(|pair| sorted([number(pair.collider1), number(pair.collider2)]))
        .collect()
}

fn avians_app(tolerance: f32) -> App {
    let add_plugins = |app: &mut App| {
        // Ours makes the colliders in the first frame; its schedule is not measured.
        app.add_plugins(PhysicsPlugins::new(Frame).with_length_unit(48.0))
            .add_plugins((HitmaskPlugin::default(), HitmaskAvianPlugin::default().in_schedule(First)));
    };
    let mut app = app(SPRITES, add_plugins, |sprite| {
        // Bodies that transforms move have no speed: they would fall asleep after half a second, and their touches would stay as they were.
        sprite.insert((HitmaskCollider::within(tolerance), RigidBody::Kinematic, Sensor, SleepingDisabled));
    });
    app.finish();
    app.cleanup();
    app.world_mut().run_schedule(First);
    app
}

fn touches() {
    let mut ours = app(
        SPRITES,
        |_| {},
        |sprite| {
            sprite.insert(Hitmask::default());
        },
    );
    ours.add_plugins(HitmaskPlugin::default().in_schedule(Frame));
    let names = ["exact pieces", "pieces within 1 texel"];
    let mut avians = [0.0, 1.0].map(avians_app);
    let mut our_times = Vec::new();
    let mut times = [Vec::new(), Vec::new()];
    let mut found = 0;
    // Pairs, those that it does not find, those that it finds beyond ours.
    let mut counts = [[0; 3]; 2];
    for frame in 0..WARM_UP + FRAMES {
        move_all(&mut ours);
        let time = timed(&mut ours, Frame);
        let pairs = our_pairs(&ours);
        if frame >= WARM_UP {
            our_times.push(time);
            found += pairs.len();
        }
        for ((avian, times), counts) in avians.iter_mut().zip(&mut times).zip(&mut counts) {
            move_all(avian);
            avian.world_mut().resource_mut::<Time>().advance_by(Duration::from_micros(16_667));
            let time = timed(avian, Frame);
            if frame >= WARM_UP {
                times.push(time);
                let theirs = avians_pairs(avian);
                counts[0] += theirs.len();
                counts[1] += pairs.difference(&theirs).count();
                counts[2] += theirs.difference(&pairs).count();
            }
        }
    }
    let mean = |count: usize| count as f64 / FRAMES as f64;
    println!(
        "\n| {SPRITES} sprites that move and turn | ms a frame, median | shortest | pairs a frame | ours that it misses | more than ours |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    println!("| bevy_hitmask | {} | {:.0} | | |", figures(&mut our_times), mean(found));
    for ((name, times), [pairs, missed, more]) in names.iter().zip(&mut times).zip(counts) {
        let [pairs, missed, more] = [pairs, missed, more].map(mean);
        println!("| avian2d, {name} | {} | {pairs:.0} | {missed:.1} | {more:.1} |", figures(times));
    }
    let stats = ours.world().resource::<HitmaskWorld>().pixels().stats();
    println!("\nbevy_hitmask, the last frame: {stats:?}");
}

/// An app with a camera, a window and a pointer.
fn picking_app(sprites: usize, plugin: impl Plugin) -> (App, Entity) {
    let mut app = app(
        sprites,
        |_| {},
        |sprite| {
            let hitmask = Hitmask::default().only_picked();
            sprite.insert((hitmask, Pickable::default(), ViewVisibility::VISIBLE));
        },
    );
    app.init_resource::<RayMap>()
        .init_resource::<PointerMap>()
        .add_message::<PointerHits>()
        .add_plugins((HitmaskPlugin::default(), plugin))
        .add_systems(PreUpdate, RayMap::repopulate.before(PickingSystems::Backend))
        .insert_resource(SpritePickingSettings {
            picking_mode: SpritePickingMode::AlphaThreshold(127.5 / 255.0),
            ..SpritePickingSettings::default()
        });
    let size = UVec2::new(960, 960);
    let mut projection = OrthographicProjection::default_2d();
    projection.update(size.x as f32, size.y as f32);
    let camera = Camera {
        computed: ComputedCameraValues {
            clip_from_view: projection.get_clip_from_view(),
            target_info: Some(RenderTargetInfo { physical_size: size, scale_factor: 1.0 }),
            ..ComputedCameraValues::default()
        },
        ..Camera::default()
    };
    // Both numbers of sprites fill the window.
    let place = Transform::from_xyz(480.0, 480.0, 100.0);
    app.world_mut().spawn((camera, RenderTarget::default(), place, Projection::Orthographic(projection)));
    let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
    let target = NormalizedRenderTarget::Window(WindowRef::Primary.normalize(Some(window)).unwrap());
    let location = Location { target, position: Vec2::ZERO };
    let pointer = app.world_mut().spawn((PointerId::Mouse, PointerLocation::new(location))).id();
    app.update();
    (app, pointer)
}

/// The entities that were hit since the last call.
fn picked(app: &App, cursor: &mut MessageCursor<PointerHits>) -> Vec<u32> {
    let number = |entity| app.world().get::<Number>(entity).unwrap().0;
    let hits = cursor.read(app.world().resource::<Messages<PointerHits>>());
    hits.flat_map(|hits| hits.picks.iter().map(|(entity, _)| number(*entity)).collect::<Vec<_>>()).collect()
}

fn picking() {
    println!(
        "\n| picking, one pointer | sprites | µs a frame, median | shortest | hits in {FRAMES} frames |"
    );
    println!("|---|--:|--:|--:|--:|");
    for moves in [false, true] {
        for sprites in [100, SPRITES] {
            let mut sides =
                [picking_app(sprites, HitmaskPickingPlugin), picking_app(sprites, SpritePickingPlugin)];
            let mut cursors = [MessageCursor::default(), MessageCursor::default()];
            let mut times = [Vec::new(), Vec::new()];
            let mut random = Random(3);
            let mut hits = 0;
            for frame in 0..WARM_UP + FRAMES {
                let to = Vec2::new(random.between(0.0, 960.0), random.between(0.0, 960.0));
                let mut found = Vec::new();
                for (((app, pointer), cursor), times) in sides.iter_mut().zip(&mut cursors).zip(&mut times) {
                    if moves {
                        move_all(app);
                        app.world_mut().run_schedule(PostUpdate);
                    }
                    let mut at = app.world_mut().get_mut::<PointerLocation>(*pointer).unwrap();
                    at.location.as_mut().unwrap().position = to;
                    let time = timed(app, PreUpdate);
                    if frame >= WARM_UP {
                        times.push(time);
                    }
                    found.push(picked(app, cursor));
                }
                if found[0] != found[1] {
                    println!("frame {frame}, pointer at {to}: {:?} and {:?}", found[0], found[1]);
                }
                hits += found[0].len();
            }
            for (name, times) in ["bevy_hitmask", "bevy_sprite"].into_iter().zip(&mut times) {
                times.sort_unstable();
                let us = |time: Duration| time.as_secs_f64() * 1e6;
                let how = if moves { "all sprites move" } else { "none moves" };
                let [median, shortest] = [us(times[times.len() / 2]), us(times[0])];
                println!("| {name}, {how} | {sprites} | {median:.1} | {shortest:.1} | {hits} |");
            }
        }
    }
}
