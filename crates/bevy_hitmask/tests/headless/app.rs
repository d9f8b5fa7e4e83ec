//! The app of the tests, and what they share.

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_hitmask::prelude::*;
use bevy_image::{Image, TextureAtlasLayout, ToExtents};
use bevy_math::UVec2;
use bevy_transform::TransformPlugin;
use wgpu_types::{TextureDimension, TextureFormat};

/// An app with images, transforms and the plugin.
pub(crate) fn app(plugin: HitmaskPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TransformPlugin))
        .init_asset::<Image>()
        .init_asset::<TextureAtlasLayout>()
        .add_plugins(plugin);
    app
}

/// An image from a function that gives the alpha of each pixel.
pub(crate) fn image(size: UVec2, mut alpha: impl FnMut(u32, u32) -> u8) -> Image {
    let pixels = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y)));
    let data = pixels.flat_map(|(x, y)| [x as u8, y as u8, 0, alpha(x, y)]).collect();
    Image::new(
        size.to_extents(),
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::all(),
    )
}

/// An image that is solid everywhere.
pub(crate) fn solid(app: &mut App, w: u32, h: u32) -> Handle<Image> {
    app.world_mut().resource_mut::<Assets<Image>>().add(image(UVec2::new(w, h), |_, _| 255))
}

/// All messages of a type that were sent since the last call with this cursor.
pub(crate) fn messages<M: Message + Clone>(
    app: &App,
    cursor: &mut bevy_ecs::message::MessageCursor<M>,
) -> Vec<M> {
    cursor.read(app.world().resource::<Messages<M>>()).cloned().collect()
}

/// `SplitMix64`, as docs/scenes.md defines it.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below n.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    /// A float between two.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.below(1 << 24) as f32 / (1 << 24) as f32)
    }

    /// True one time in n.
    pub(crate) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}
