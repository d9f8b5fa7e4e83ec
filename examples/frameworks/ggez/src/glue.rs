//! Between ggez and hitmask: copy this file into your game.
#![allow(dead_code, reason = "a game may not use all of it")]

use ggez::graphics::{DrawParam, GraphicsContext, Image, Transform};
use ggez::mint::Point2;
use ggez::{GameError, GameResult, context::Has};
use hitmask::{Angle, Mask, Point, Pose, PoseParts, Rect};

/// The solid pixels of an image: make it once, and keep it as long as the pixels stay. It reads the image back, so do it while you load.
pub fn mask_of(gfx: &impl Has<GraphicsContext>, image: &Image) -> GameResult<Mask> {
    let pixels = image.to_pixels(gfx)?;
    // Only formats of four bytes a pixel have their alpha last in each four.
    Mask::from_rgba8(image.width(), image.height(), &pixels, 128)
        .map_err(|error| GameError::RenderError(error.to_string()))
}

/// The solid pixels of a part of a sheet: what `DrawParam::src` shows, which is a part of 1.
pub fn part_of(sheet: &Mask, src: ggez::graphics::Rect) -> Mask {
    let (width, height) = (sheet.width() as f32, sheet.height() as f32);
    let [x, y] = [src.x * width, src.y * height].map(|at| at.round() as i32);
    let [w, h] = [src.w * width, src.h * height].map(|side| side.round() as u32);
    sheet.crop(Rect::new(x, y, w, h))
}

/// The pose under which `canvas.draw(&image, param)` draws the mask of the image, or of the part of it that is shown. `size` is that of the
/// image. None if it is scaled to nothing, or has a number that is not finite.
pub fn pose_of(size: (u32, u32), param: &DrawParam) -> Option<Pose> {
    let shown = [size.0 as f32 * param.src.w, size.1 as f32 * param.src.h];
    let wide = |x: f32, y: f32| [f64::from(x), f64::from(y)];
    match param.transform {
        // The offset is a part of 1, as the source is.
        Transform::Values { dest, rotation, scale, offset } => Pose::new(
            &PoseParts::at(wide(dest.x, dest.y))
                .with_pivot(wide(offset.x * shown[0], offset.y * shown[1]))
                .scaled(wide(scale.x, scale.y))
                .rotated(Angle::Radians(rotation.into())),
        ),
        Transform::Matrix(m) => Pose::from_matrix([m.x.x, m.y.x, m.x.y, m.y.y, m.w.x, m.w.y].map(f64::from)),
    }
    .ok()
}

/// The pixel under the mouse, for `World::pick`: `pixel_of(ctx.mouse.position())`.
pub fn pixel_of(place: Point2<f32>) -> Point {
    Point::new(place.x.floor() as i32, place.y.floor() as i32)
}
