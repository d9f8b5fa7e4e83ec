//! Casts: when a motion first meets something.

use crate::prelude::*;
use hitmask::{ColliderShape, TurningMotion};

/// A position and a motion, unless one is too far away.
pub(crate) fn path(x: f64, y: f64, dx: f64, dy: f64) -> Result<(PointQ16, PointQ16), InvalidArgument> {
    Ok((q16(x, y).checked("position")?, q16(dx, dy).checked("motion")?))
}

export! {
    /// `a` is a mask, a terrain or a tile map.
    fn cast(a: usize, b: usize, x: f64, y: f64, dx: f64, dy: f64) -> i32 = reply(with_shape(a, |a| with_mask(b, |b| {
        let (position, motion) = path(x, y, dx, dy)?;
        Ok(some(&match a {
            ColliderShape::Mask(a) => a.cast(b, position, motion),
            ColliderShape::Terrain(a) => a.cast(b, position, motion),
            ColliderShape::Tiles(a, kinds) => a.only(*kinds).cast(b, position, motion),
            _ => return Err(NO_CAST.into()),
        }))
    })));

    fn ray_cast(a: usize, x: f64, y: f64, dx: f64, dy: f64) -> i32 = reply(with_shape(a, |a| {
        let (position, motion) = path(x, y, dx, dy)?;
        Ok(some(&match a {
            ColliderShape::Mask(a) => a.ray_cast(position, motion),
            ColliderShape::Terrain(a) => a.ray_cast(position, motion),
            ColliderShape::Tiles(a, kinds) => a.only(*kinds).ray_cast(position, motion),
            _ => return Err(NO_CAST.into()),
        }))
    }));

    fn cast_pixels(a: usize, b: usize, x: i32, y: i32, dx: i32, dy: i32) -> i32 = reply(with_shape(a, |a| with_mask(b, |b| Ok(some(&match a {
        ColliderShape::Mask(a) => a.cast_pixels(b, (x, y), (dx, dy)),
        ColliderShape::Terrain(a) => a.cast_pixels(b, (x, y), (dx, dy)),
        ColliderShape::Tiles(a, kinds) => a.only(*kinds).cast_pixels(b, (x, y), (dx, dy)),
        _ => return Err(NO_CAST.into()),
    })))));

    /// On the desk: the pose of `a`, then position, angle, scale, flip, shear and pivot of `b`, then its motion and by how many degrees it
    /// turns.
    fn cast_posed(a: usize, b: usize, steps: u32) -> i32 = reply((|| {
        let pose = pose_on_desk(0)?;
        let from = PoseParts {
            position: pair(6),
            rotation: angle(8),
            scale: pair(11),
            flip: pair(13).map(|flip| flip != 0.0),
            shear: pair(15),
            pivot: pair(17),
        };
        let motion = TurningMotion { by: q16(get(19), get(20)), degrees: get(21), steps };
        let ColliderShape::Mask(b) = shape(b) else { return Err(Fault::from(NO_CAST)) };
        Ok(some(&with_mask(a, |a: &Mask| a.cast_posed(&pose, &b, &from, &motion))?))
    })());
}

const NO_CAST: &str = "casts are for masks, terrains and tile maps";
