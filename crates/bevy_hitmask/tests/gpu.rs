//! The device that Bevy renders with gives the plugin's answers. On a software adapter, or on the one that `HITMASK_GPU` names.

#[path = "../../hitmask-gpu/tests/gpu/child.rs"]
mod child;

use bevy_app::{PluginsState, TaskPoolPlugin, prelude::*};
use bevy_asset::{AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_camera::CameraPlugin;
use bevy_diagnostic::FrameCountPlugin;
use bevy_ecs::prelude::*;
use bevy_hitmask::hitmask::{LabelMask, Mask, Pose};
use bevy_hitmask::hitmask_gpu::{CrowdSprite, GpuCrowd, GpuPairs, MaskId};
use bevy_hitmask::{HitmaskGpu, HitmaskGpuPlugin, prelude::*};
use bevy_image::{Image, ImagePlugin, TextureAtlasLayout, ToExtents};
use bevy_math::{Quat, UVec2, Vec3};
use bevy_mesh::MeshPlugin;
use bevy_render::RenderPlugin;
use bevy_render::renderer::RenderAdapterInfo;
use bevy_render::settings::{RenderCreation, WgpuSettings};
use bevy_sprite::Sprite;
use bevy_time::TimePlugin;
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use bevy_window::{ExitCondition, WindowPlugin};
use child::{gpu, in_child};
use wgpu_types::{TextureDimension, TextureFormat};

/// An app without a window, with Bevy's renderer on the adapter of the tests.
fn app() -> App {
    let settings = WgpuSettings { adapter_name: Some(gpu().name().to_owned()), ..WgpuSettings::default() };
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), FrameCountPlugin, TimePlugin, TransformPlugin))
        .add_plugins(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            ..WindowPlugin::default()
        })
        .add_plugins((
            AssetPlugin::default(),
            RenderPlugin {
                render_creation: RenderCreation::from(settings),
                synchronous_pipeline_compilation: true,
                ..RenderPlugin::default()
            },
            ImagePlugin::default_nearest(),
            MeshPlugin,
            CameraPlugin,
        ))
        .init_resource::<Assets<TextureAtlasLayout>>()
        .add_plugins((HitmaskPlugin::default(), HitmaskGpuPlugin));
    while app.plugins_state() == PluginsState::Adding {
        std::thread::yield_now();
    }
    app.finish();
    app.cleanup();
    app
}

/// `SplitMix64`, as docs/scenes.md defines it.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }
}

fn image(app: &mut App, size: UVec2, mut alpha: impl FnMut(u32, u32) -> u8) -> Handle<Image> {
    let pixels = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y)));
    let data = pixels.flat_map(|(x, y)| [255, 255, 255, alpha(x, y)]).collect();
    let format = TextureFormat::Rgba8UnormSrgb;
    let usage = RenderAssetUsages::all();
    let image = Image::new(size.to_extents(), TextureDimension::D2, data, format, usage);
    app.world_mut().resource_mut::<Assets<Image>>().add(image)
}

fn turn(random: &mut Random, transform: &mut Transform) {
    let [x, y] = [(); 2].map(|()| random.below(4000) as f32 / 16.0);
    transform.translation = Vec3::new(x, y, 0.0);
    transform.rotation = Quat::from_rotation_z(random.below(64) as f32 / 10.0);
    transform.scale = Vec3::splat([0.5, 1.0, 1.0, 1.5][random.below(4) as usize]);
}

#[test]
fn touches_and_labels_on_the_device_are_those_of_the_plugin() {
    in_child("touches_and_labels_on_the_device_are_those_of_the_plugin", || {
        let mut app = app();
        let mut random = Random(1);
        let images = [16, 33, 48].map(|side| {
            image(&mut app, UVec2::new(side, side / 2), |x, y| if (x / 3 + y / 5) % 3 == 0 { 0 } else { 255 })
        });
        let labelled =
            HitmaskShape::from(LabelMask::from_fn(24, 24, |x, y| [0, 1, 2, 200][((x + y) / 8 % 4) as usize]));
        for n in 0..150 {
            let mut hitmask = Hitmask::default().on(1 << random.below(3), random.below(8) as u32 | 1);
            if n % 7 == 0 {
                hitmask = hitmask.sensor();
            }
            let mut transform = Transform::default();
            turn(&mut random, &mut transform);
            let mut entity = app.world_mut().spawn((hitmask, transform));
            match n % 4 {
                0 => entity.insert(labelled.clone()),
                _ => entity.insert(Sprite::from_image(images[n % 3].clone())),
            };
        }
        app.update();
        assert!(app.world().resource::<RenderAdapterInfo>().name == gpu().name());
        let (mut touches, mut met) = (0, 0);
        let device = app.world().resource::<HitmaskGpu>().gpu().clone();
        let (mut crowd, mut pairs) = (GpuCrowd::new(&device).unwrap(), GpuPairs::new(&device).unwrap());
        for _ in 0..8 {
            app.world_mut().query::<&mut Transform>().iter_mut(app.world_mut()).for_each(|mut transform| {
                turn(&mut random, &mut transform);
            });
            app.update();
            app.world_mut().resource_scope(|world, mut gpu: Mut<HitmaskGpu>| {
                let hitmasks = world.resource::<HitmaskWorld>();
                let (entities, sprites): (Vec<Entity>, Vec<CrowdSprite>) =
                    gpu.sprites(hitmasks).unwrap().into_iter().unzip();
                assert_eq!(entities.len(), 150);
                let found = crowd.pairs(gpu.masks(), &sprites).unwrap();
                let mut found: Vec<[Entity; 2]> =
                    found.into_iter().map(|pair| pair.map(|n| entities[n as usize])).collect();
                let entity = |handle| hitmasks.entity_of(handle).unwrap();
                let mut expected: Vec<[Entity; 2]> =
                    hitmasks.pixels().contacts().map(|(a, b)| [entity(a), entity(b)]).collect();
                for pair in found.iter_mut().chain(&mut expected) {
                    pair.sort_unstable();
                }
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected);
                touches += found.len();
                let place = |entity: &Entity| {
                    let sprite = sprites[entities.binary_search(entity).unwrap()];
                    (sprite.mask, sprite.pose)
                };
                let question: Vec<(MaskId, Pose, MaskId, Pose)> = found
                    .iter()
                    .map(|[a, b]| {
                        let ((a, one), (b, other)) = (place(a), place(b));
                        (a, one, b, other)
                    })
                    .collect();
                let answered = pairs.submit_labels(gpu.masks(), &question).unwrap().wait().unwrap();
                for ([a, b], answer) in found.iter().zip(answered.answers) {
                    assert_eq!(answer, hitmasks.overlap_labels(*a, *b).unwrap());
                    met += answer.len();
                }
            });
        }
        println!("{touches} touches, {met} pairs of labels met");
        assert!(touches > 100 && met > touches);
    });
}

#[test]
fn masks_that_no_collider_has_any_more_are_removed() {
    in_child("masks_that_no_collider_has_any_more_are_removed", || {
        let mut app = app();
        let shapes = [3, 5].map(|side| HitmaskShape::from(Mask::filled(side, side)));
        let entities =
            shapes.map(|shape| app.world_mut().spawn((Hitmask::default(), shape, Transform::default())).id());
        let count = |app: &mut App| {
            app.update();
            app.world_mut().resource_scope(|world, mut gpu: Mut<HitmaskGpu>| {
                let sprites = gpu.sprites(world.resource::<HitmaskWorld>()).unwrap().len();
                (sprites, gpu.masks().len())
            })
        };
        assert_eq!(count(&mut app), (2, 2));
        app.world_mut().despawn(entities[0]);
        assert_eq!(count(&mut app), (1, 1));
        app.world_mut().entity_mut(entities[1]).insert(Hitmask { enabled: false, ..Hitmask::default() });
        assert_eq!(count(&mut app), (0, 1), "it is disabled, and has its mask all the same");
    });
}

#[test]
fn an_app_without_a_renderer_has_no_device() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), HitmaskGpuPlugin));
    app.update();
    assert!(app.world().get_resource::<HitmaskGpu>().is_none());
}
