//! Masks that change, and masks made from masks.

#[cfg(feature = "full")]
use hitmask::{Margins, SliceFill, StructuringElement};

use super::mask_room;
#[cfg(feature = "full")]
use crate::desk::{room, some};
use crate::kind::{ColliderShape, ShapeRef};
use crate::prelude::*;
use crate::store::change_mask;
#[cfg(feature = "full")]
use crate::store::keep_alpha;

/// How the slices between the corners fill their place: 0 stretched, 1 repeated.
#[cfg(feature = "full")]
pub(crate) fn slice_fill(tiles: i32) -> SliceFill {
    if tiles != 0 { SliceFill::Tile } else { SliceFill::Stretch }
}

export! {
    fn set_pixel(mask: usize, x: i32, y: i32, solid: i32) -> i32 = change_mask(mask, |mask| {
        reply(Point::new(x, y).checked_in("point", mask.size()).map(|at| mask.set(at, solid != 0)).map(|()| NONE).map_err(Fault::from))
    });

    /// 0 clears, 1 fills, 2 inverts, 3 fills the holes.
    fn change_all(mask: usize, how: i32) = change_mask(mask, |mask| match how {
        0 => mask.clear(),
        1 => mask.fill(),
        2 => mask.invert(),
        _ => mask.fill_holes(),
    });

    /// 0 union, 1 intersection, 2 difference, 3 symmetric difference.
    fn edit(mask: usize, other: usize, x: i32, y: i32, how: i32) -> i32 {
        // A copy of the reference, so that a mask can be edited by itself.
        let other = shape(other);
        reply(lent(&other).map(|other| change_mask(mask, |mask| {
            let other: &ShapeRef<'_> = &other;
            match how {
                0 => mask.union_with(other, (x, y)),
                1 => mask.intersect_with(other, (x, y)),
                2 => mask.difference_with(other, (x, y)),
                _ => mask.symmetric_difference_with(other, (x, y)),
            }
            NONE
        })))
    }

    /// 0 mirrors left and right, 1 mirrors up and down, 2 turns clockwise.
    fn turned(number: usize, how: i32) -> i32 = with_shape(number, |shape| match (shape, how) {
        #[cfg(feature = "full")]
        (ColliderShape::Runs(runs), 0) => keep_shape(runs.flip_h()),
        #[cfg(feature = "full")]
        (ColliderShape::Runs(runs), _) => keep_shape(runs.flip_v()),
        (ColliderShape::Mask(mask), 0) => keep_shape(mask.flip_h()),
        (ColliderShape::Mask(mask), 1) => keep_shape(mask.flip_v()),
        (ColliderShape::Mask(mask), _) => keep_shape(mask.rotate90()),
        _ => NONE,
    });

    fn crop(number: usize, x: i32, y: i32, w: u32, h: u32) -> i32 {
        let rect = Rect::new(x, y, w, h).checked("rect").map_err(Fault::from);
        reply(mask_room(w, h).and(rect).and_then(|rect| Ok(keep_shape(match shape(number) {
            ColliderShape::Mask(mask) => mask.crop(rect),
            #[cfg(feature = "full")]
            ColliderShape::Runs(runs) => return Ok(keep_shape(runs.crop(rect))),
            #[cfg(feature = "full")]
            ColliderShape::Terrain(terrain) => terrain.crop(rect),
            #[cfg(feature = "full")]
            ColliderShape::Tiles(map, kinds) => map.only(kinds).crop(rect),
            _ => return Err("only masks, run masks, terrains and tile maps can be cropped".into()),
        }))))
    }

    fn scale_nearest(mask: usize, w: u32, h: u32) -> i32 = reply(mask_room(w, h).and_then(|()| {
        Mask::check_size(w, h)?;
        Ok(keep_shape(with_mask(mask, |mask| mask.scale_nearest(w, h))))
    }));
}

#[cfg(feature = "full")]
export! {
    /// Of a mask or an alpha mask. The margins are those on the left, at the top, on the right and at the bottom.
    fn nine_slice(number: usize, left: u32, top: u32, right: u32, bottom: u32, w: u32, h: u32, tiles: i32) -> i32 {
        let (margins, size, fill) = (Margins { left, top, right, bottom }, (w, h), slice_fill(tiles));
        reply(mask_room(w, h).and_then(|()| Ok(match shape(number) {
            ColliderShape::Alpha(alpha, _) => {
                room(u64::from(w) * u64::from(h))?;
                keep_alpha(alpha.nine_slice(margins, size, fill)?)
            }
            _ => keep_shape(with_mask(number, |mask| mask.nine_slice(margins, size, fill))?),
        })))
    }

    /// The larger or smaller mask; its corner on the desk.
    fn morph(mask: usize, n: u32, element: usize, shrinks: i32) -> i32 {
        const ELEMENTS: [StructuringElement; 3] = [StructuringElement::Box, StructuringElement::Diamond, StructuringElement::Disc];
        reply(with_mask(mask, |mask| -> Result<(Mask, Point), Fault> {
            if shrinks != 0 {
                return Ok(mask.shrink(n, ELEMENTS[element]));
            }
            let side = |side: u32| side.saturating_add(n.saturating_mul(2));
            mask_room(side(mask.width()), side(mask.height()))?;
            Ok(mask.try_grow(n, ELEMENTS[element])?)
        }).map(|(mask, corner)| {
            let _ = some(&corner);
            keep_shape(mask)
        }))
    }
}
