//! Between macroquad and hitmask: copy this file into your game.
#![allow(dead_code, reason = "a game may not use all of it")]

use hitmask::{Angle, Mask, Point, Pose, PoseParts, Rect};
use macroquad::math::{Vec2, vec2};
use macroquad::texture::{DrawTextureParams, Image};

/// The solid pixels of an image: make it once, and keep it as long as the pixels stay. Of a `Texture2D`, `get_texture_data` gives the image.
pub fn mask_of(image: &Image) -> Mask {
    let (width, height) = (image.width.into(), image.height.into());
    Mask::from_rgba8(width, height, &image.bytes, 128).expect("an image has four bytes a pixel")
}

/// The solid pixels of a part of a sheet: what `DrawTextureParams::source` shows. Its sides are whole pixels.
pub fn part_of(sheet: &Mask, source: macroquad::math::Rect) -> Mask {
    sheet.crop(Rect::new(source.x as i32, source.y as i32, source.w as u32, source.h as u32))
}

/// The pose under which `draw_texture_ex(texture, x, y, color, params)` draws the mask of the texture, or of the part of it that is shown.
/// `size` is that of the texture. None if it is scaled to nothing, or has a number that is not finite.
pub fn pose_of(size: Vec2, x: f32, y: f32, params: &DrawTextureParams) -> Option<Pose> {
    let size = params.source.map_or(size, |source| source.size());
    let shown = params.dest_size.unwrap_or(size);
    // It is mirrored within the rectangle, and turned about a point of the screen.
    let sign = vec2(if params.flip_x { -1.0 } else { 1.0 }, if params.flip_y { -1.0 } else { 1.0 });
    let middle = vec2(x, y) + shown / 2.0;
    // Where its middle is turned to. A pivot far away would multiply the rounding of the matrix.
    let pivot = params.pivot.unwrap_or(middle);
    let place = pivot + Vec2::from_angle(params.rotation).rotate(middle - pivot);
    let parts = PoseParts::at(wide(place))
        .with_pivot(wide(size / 2.0))
        .scaled(wide(sign * shown / size))
        .rotated(Angle::Radians(params.rotation.into()));
    Pose::new(&parts).ok()
}

/// The pixel under the mouse, for `World::pick`: `pixel_of(mouse_position().into())`, and with a camera
/// `pixel_of(camera.screen_to_world(mouse_position().into()))`.
pub fn pixel_of(place: Vec2) -> Point {
    place.floor().as_ivec2().to_array().into()
}

fn wide(vector: Vec2) -> [f64; 2] {
    vector.as_dvec2().to_array()
}
