//! What the examples share: an app without a window, pictures from the repository, and a film of what a camera would see, drawn without a graphics card.
//!
//! A game has none of this. It adds Bevy's `DefaultPlugins` and loads its pictures with the asset server.
#![allow(dead_code, reason = "not every example uses everything")]

use std::fs::File;
use std::path::Path;

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_color::ColorToPacked;
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlasLayout, ToExtents};
use bevy_math::{UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite};
use bevy_transform::TransformPlugin;
use bevy_transform::components::GlobalTransform;
use wgpu_types::{TextureDimension, TextureFormat};

/// What `DefaultPlugins` gives a game, as far as these examples need it.
pub(crate) fn headless_app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TransformPlugin))
        .init_asset::<Image>()
        .init_asset::<TextureAtlasLayout>()
        .init_resource::<Marks>();
    app
}

/// A picture of the repository.
pub(crate) fn load(images: &mut Assets<Image>, name: &str) -> Handle<Image> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets")).join(name);
    let sprite =
        hitmask_assets::load(&path, &hitmask_assets::Options::default()).expect("the picture can be read");
    let picture = &sprite.frames[0].image;
    images.add(image(UVec2::new(picture.width(), picture.height()), picture.as_rgba8().to_vec()))
}

/// A picture that is computed: the colour of each pixel.
pub(crate) fn painted(
    images: &mut Assets<Image>,
    size: UVec2,
    mut colour: impl FnMut(u32, u32) -> [u8; 4],
) -> Handle<Image> {
    let pixels = (0..size.y).flat_map(|y| (0..size.x).map(move |x| (x, y)));
    images.add(image(size, pixels.flat_map(|(x, y)| colour(x, y)).collect()))
}

fn image(size: UVec2, rgba: Vec<u8>) -> Image {
    Image::new(
        size.to_extents(),
        TextureDimension::D2,
        rgba,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::all(),
    )
}

/// Points that are drawn over the next frame: sparks and contacts.
#[derive(Resource, Default)]
pub(crate) struct Marks(pub(crate) Vec<Vec2>);

/// The frames of a camera at the origin.
pub(crate) struct Film {
    size: UVec2,
    sky: [u8; 3],
    frames: Vec<Vec<u8>>,
}

impl Film {
    pub(crate) fn new(width: u32, height: u32, sky: [u8; 3]) -> Film {
        Film { size: UVec2::new(width, height), sky, frames: Vec::new() }
    }

    /// Draws all sprites by their z, then the marks.
    pub(crate) fn shoot(&mut self, app: &mut App) {
        let [r, g, b] = self.sky;
        let mut frame = [r, g, b, 255].repeat(self.size.element_product() as usize);
        let world = app.world_mut();
        let mut sprites: Vec<(Sprite, Anchor, GlobalTransform)> = world
            .query::<(&Sprite, &Anchor, &GlobalTransform)>()
            .iter(world)
            .map(|(s, a, t)| (s.clone(), *a, *t))
            .collect();
        sprites.sort_by(|(_, _, a), (_, _, b)| a.translation().z.total_cmp(&b.translation().z));
        let (images, layouts) =
            (world.resource::<Assets<Image>>(), world.resource::<Assets<TextureAtlasLayout>>());
        for (sprite, anchor, place) in &sprites {
            self.draw(&mut frame, sprite, *anchor, place, images, layouts);
        }
        for mark in world.resource_mut::<Marks>().0.drain(..) {
            for (dx, dy) in (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy))) {
                self.blend(&mut frame, mark + Vec2::new(dx as f32, dy as f32), [255, 40, 170, 255]);
            }
        }
        self.frames.push(frame);
    }

    fn draw(
        &self,
        frame: &mut [u8],
        sprite: &Sprite,
        anchor: Anchor,
        place: &GlobalTransform,
        images: &Assets<Image>,
        layouts: &Assets<TextureAtlasLayout>,
    ) {
        let inverse = place.affine().inverse();
        let tint = sprite.color.to_bytes();
        // The pixels around the sprite.
        let whole = || images.get(&sprite.image).map_or(Vec2::ONE, Image::size_f32);
        let size = sprite.custom_size.unwrap_or_else(whole);
        let reach = place.radius_vec3a((size * (anchor.as_vec().abs() + 0.5)).extend(0.0).into());
        let middle = place.translation().truncate() * Vec2::new(1.0, -1.0) + self.size.as_vec2() / 2.0;
        let low = (middle - reach - 1.0).max(Vec2::ZERO).as_uvec2();
        let high = (middle + reach + 1.0).max(Vec2::ZERO).as_uvec2().min(self.size);
        for (x, y) in (low.x..high.x).flat_map(|x| (low.y..high.y).map(move |y| (x, y))) {
            let at =
                Vec2::new(x as f32 + 0.5, -(y as f32) - 0.5) - self.size.as_vec2() * Vec2::new(0.5, -0.5);
            let local = inverse.transform_point3(at.extend(place.translation().z)).truncate();
            let Ok(texel) = sprite.compute_pixel_space_point(local, anchor, images, layouts) else {
                continue;
            };
            let texel = match images.get(&sprite.image) {
                // A point on the rim of a flipped sprite lies beside the image.
                Some(image) => match image.pixel_bytes(texel.as_uvec2().extend(0)) {
                    Ok(texel) => texel,
                    Err(_) => continue,
                },
                // A sprite without an image is a plain colour.
                None => &[255; 4],
            };
            let mut colour = [0; 4];
            for (to, (texel, tint)) in colour.iter_mut().zip(texel.iter().zip(tint)) {
                *to = (u16::from(*texel) * u16::from(tint) / 255) as u8;
            }
            self.blend(frame, at, colour);
        }
    }

    fn blend(&self, frame: &mut [u8], at: Vec2, [r, g, b, alpha]: [u8; 4]) {
        let pixel = (at * Vec2::new(1.0, -1.0) + self.size.as_vec2() / 2.0).floor();
        if pixel.cmpge(Vec2::ZERO).all() && pixel.cmplt(self.size.as_vec2()).all() {
            let index = (pixel.y as usize * self.size.x as usize + pixel.x as usize) * 4;
            for (to, from) in frame[index..].iter_mut().zip([r, g, b]) {
                let mixed = u32::from(*to) * u32::from(255 - alpha) + u32::from(from) * u32::from(alpha);
                *to = (mixed / 255) as u8;
            }
        }
    }

    /// Writes the film where the example was started.
    pub(crate) fn save(self, name: &str) {
        let (w, h) = (self.size.x as u16, self.size.y as u16);
        let file = File::create(name).expect("the folder can be written");
        let mut encoder = gif::Encoder::new(file, w, h, &[]).expect("the header can be written");
        encoder.set_repeat(gif::Repeat::Infinite).expect("the header can be written");
        let count = self.frames.len();
        let mut shown: Option<&Vec<u8>> = None;
        for rgba in &self.frames {
            // Only the rectangle that has changed is written.
            let changed = |x: usize, y: usize| {
                let at = (y * usize::from(w) + x) * 4;
                shown.is_none_or(|shown| shown[at..at + 4] != rgba[at..at + 4])
            };
            let columns = |y: usize| (0..usize::from(w)).filter(move |&x| changed(x, y));
            let rows: Vec<usize> = (0..usize::from(h)).filter(|&y| columns(y).next().is_some()).collect();
            let (top, bottom) = (rows.first().copied().unwrap_or(0), rows.last().copied().unwrap_or(0));
            let left = rows.iter().filter_map(|&y| columns(y).next()).min().unwrap_or(0);
            let right = rows.iter().filter_map(|&y| columns(y).next_back()).max().unwrap_or(0);
            let part =
                |y: usize| &rgba[(y * usize::from(w) + left) * 4..(y * usize::from(w) + right + 1) * 4];
            let mut part: Vec<u8> = (top..=bottom).flat_map(|y| part(y).to_vec()).collect();
            let size = [right + 1 - left, bottom + 1 - top].map(|side| side as u16);
            let mut frame = gif::Frame::from_rgba_speed(size[0], size[1], &mut part, 10);
            (frame.left, frame.top, frame.delay) = (left as u16, top as u16, 4);
            encoder.write_frame(&frame).expect("the frame can be written");
            shown = Some(rgba);
        }
        println!("{name}: {count} frames");
    }
}

/// A colour as bytes.
trait Bytes {
    fn to_bytes(&self) -> [u8; 4];
}

impl Bytes for bevy_color::Color {
    fn to_bytes(&self) -> [u8; 4] {
        self.to_srgba().to_u8_array()
    }
}
