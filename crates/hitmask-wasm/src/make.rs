//! Making shapes, and what can be read of them.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hitmask::{
    AlphaMask, AlphaRule, Circle, ColliderFrame, ColliderShape, ConvexPolygon, Frames, Mask, PointQ16, Rect,
    Run, RunMask, ShapeRef, Terrain,
};

use crate::desk::{
    Fault, NONE, SOME, fault, give_all, give_bytes, give_numbers, lay, option, put, reply, room, some,
    taken_bytes, taken_numbers,
};
use crate::export::export;
use crate::store::{keep_shape, shape, with_mask, with_shape, with_terrain};

/// The farthest pixel of a circle or a polygon.
const FAR: i64 = 1 << 30;

/// Refuses a mask for which there is no memory. The library refuses what is larger than a mask may be.
pub(crate) fn mask_room(w: u32, h: u32) -> Result<(), Fault> {
    if Mask::check_size(w, h).is_ok() { room(u64::from(w) * u64::from(h) / 8) } else { Ok(()) }
}

/// A clear mask, if there is memory for it.
fn new_mask(w: u32, h: u32) -> Result<Mask, Fault> {
    mask_room(w, h)?;
    Ok(Mask::try_new(w, h)?)
}

export! {
    fn mask_new(w: u32, h: u32) -> i32 {
        reply(new_mask(w, h).map(keep_shape))
    }

    fn mask_filled(w: u32, h: u32) -> i32 {
        reply(new_mask(w, h).map(|mut mask| {
            mask.fill();
            keep_shape(mask)
        }))
    }

    fn mask_from_alpha(w: u32, h: u32, threshold: u8) -> i32 {
        reply(Mask::from_alpha(w, h, &taken_bytes(), threshold).map(keep_shape).map_err(Fault::from))
    }

    fn mask_from_rgba(w: u32, h: u32, threshold: u8) -> i32 {
        reply(Mask::from_rgba8(w, h, &taken_bytes(), threshold).map(keep_shape).map_err(Fault::from))
    }

    fn mask_from_indexed(w: u32, h: u32, transparent: u8) -> i32 {
        reply(Mask::from_indexed(w, h, &taken_bytes(), transparent).map(keep_shape).map_err(Fault::from))
    }

    fn mask_from_color_key(w: u32, h: u32, r: u8, g: u8, b: u8, tolerance: u8) -> i32 {
        let mask = Mask::from_color_key(w, h, &taken_bytes(), [r, g, b], tolerance);
        reply(mask.map(keep_shape).map_err(Fault::from))
    }

    fn mask_from_bytes(w: u32, h: u32) -> i32 {
        reply(Mask::from_bytes(w, h, &taken_bytes()).map(keep_shape).map_err(Fault::from))
    }

    fn mask_to_bytes(mask: usize) -> f64 {
        with_mask(mask, |mask| give_bytes(mask.to_bytes()))
    }

    /// A run mask. The list of floats has, for each row, the number of its runs, then the start and the end of each.
    fn runs_new(w: u32, h: u32) -> i32 {
        reply(runs(w, h, &taken_numbers()).map(keep_shape))
    }

    fn runs_from_mask(mask: usize) -> i32 {
        with_mask(mask, |mask| keep_shape(RunMask::from_mask(mask)))
    }

    /// The runs of a row: starts and ends.
    fn runs_of(runs: usize, row: u32) -> f64 {
        with_shape(runs, |shape| match shape {
            ColliderShape::Runs(runs) if row < runs.height() => {
                give_numbers(runs.runs(row).iter().flat_map(|run| [run.start.into(), run.end.into()]).collect())
            }
            _ => give_numbers(Vec::new()),
        })
    }

    fn alpha_new(w: u32, h: u32) -> i32 {
        reply(AlphaMask::from_alpha(w, h, &taken_bytes()).map(keep_alpha).map_err(Fault::from))
    }

    fn alpha_from_rgba(w: u32, h: u32) -> i32 {
        reply(AlphaMask::from_rgba8(w, h, &taken_bytes()).map(keep_alpha).map_err(Fault::from))
    }

    fn alpha_from_mask(mask: usize) -> i32 {
        with_mask(mask, |mask| keep_alpha(AlphaMask::from_mask(mask)))
    }

    fn alpha_at_level(alpha: usize, level: u8) -> i32 {
        match shape(alpha) {
            ColliderShape::Alpha(alpha, _) => keep_shape(ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level))),
            _ => NONE,
        }
    }

    fn alpha_bytes(alpha: usize) -> f64 {
        with_shape(alpha, |shape| match shape {
            ColliderShape::Alpha(alpha, _) => give_bytes(alpha.as_bytes().to_vec()),
            _ => 0.0,
        })
    }

    /// Puts a rectangle into the place of another, so that a rectangle can be asked about without making an object.
    fn set_rect(number: usize, x: i32, y: i32, w: u32, h: u32) {
        crate::store::change_shape(number, |shape| *shape = Rect::new(x, y, w, h).into());
    }

    fn rect_new() -> i32 {
        keep_shape(Rect::default())
    }

    fn circle_new(x: f64, y: f64, radius: f64) -> i32 {
        reply(near([x, y]).and_then(|()| near([radius, 0.0])).and_then(|()| Ok(keep_shape(Circle::from_f64([x, y], radius)?))))
    }

    /// A polygon of the corners in the list of floats.
    fn polygon_new() -> i32 {
        let corners: Vec<[f64; 2]> = taken_numbers().as_chunks::<2>().0.to_vec();
        let corners = corners.iter().try_for_each(|&corner| near(corner)).map(|()| corners);
        reply(corners.and_then(|corners| Ok(keep_shape(ConvexPolygon::from_f64(&corners)?))))
    }

    fn terrain_new(w: u32, h: u32, filled: i32) -> i32 {
        reply(room(u64::from(w.div_ceil(64)) * u64::from(h.div_ceil(64)) / 8).and_then(|()| {
            // Refuses what is too large.
            let terrain = Terrain::try_new(w, h)?;
            Ok(keep_shape(if filled == 0 { terrain } else { Terrain::filled(w, h) }))
        }))
    }

    fn terrain_from_mask(mask: usize) -> i32 {
        with_mask(mask, |mask| keep_shape(Terrain::from_mask(mask)))
    }

    fn terrain_from_bytes() -> i32 {
        reply(Terrain::from_bytes(&taken_bytes()).map(keep_shape).map_err(Fault::from))
    }

    fn terrain_to_bytes(terrain: usize) -> f64 {
        with_terrain(terrain, |terrain| give_bytes(terrain.to_bytes()))
    }

    /// An animation. The list of floats has three numbers for each frame: the mask, and where its corner lies in the whole picture.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn frames_new() -> i32 {
        let frame = |&[mask, x, y]: &[f64; 3]| match shape(mask as usize) {
            ColliderShape::Mask(mask) => Ok(ColliderFrame { mask, offset: (x as i32, y as i32).into() }),
            _ => Err(Fault::from("the frames of an animation are masks")),
        };
        let frames: Result<Vec<ColliderFrame>, Fault> = taken_numbers().as_chunks::<3>().0.iter().map(frame).collect();
        reply(frames.and_then(|frames| {
            if frames.is_empty() {
                return Err("an animation has at least one frame".into());
            }
            Ok(keep_shape(Frames::new(frames)))
        }))
    }

    /// The same shape as another object, which does not follow edits of this one.
    fn copy(number: usize) -> i32 {
        keep_shape(shape(number))
    }

    /// A mask of the same pixels, and its corner on the desk.
    fn to_mask(number: usize) -> i32 {
        let _ = some(&hitmask::Point::ZERO);
        reply(with_shape(number, |shape| {
            let shape = shape.as_shape().ok_or_else(|| Fault::from("this shape makes no mask"))?;
            Ok(keep_shape(match shape.without_labels() {
                ShapeRef::Mask(mask) => Mask::clone(mask),
                ShapeRef::Runs(runs) => runs.to_mask(),
                ShapeRef::Level(level) => level.to_mask(),
                ShapeRef::Rect(rect) => {
                    let mut mask = new_mask(rect.w, rect.h)?;
                    mask.fill();
                    cornered((mask, hitmask::Point::new(rect.x, rect.y)))
                }
                ShapeRef::Circle(circle) => cornered(circle.try_to_mask()?),
                ShapeRef::Polygon(polygon) => cornered(polygon.try_to_mask()?),
                _ => return Err("this shape makes no mask".into()),
            }))
        }))
    }

    /// Width and height of the picture; 0 if it has none.
    fn size(number: usize) -> i32 {
        with_shape(number, |shape| {
            let (w, h) = match shape {
                ColliderShape::Alpha(alpha, _) => alpha.size(),
                _ => shape.as_shape().map_or((0, 0), |shape| shape.size()),
            };
            lay(0, &[w.into(), h.into()]);
            SOME
        })
    }

    /// The smallest rectangle around the solid pixels.
    fn bounds(number: usize) -> i32 {
        with_shape(number, |shape| shape.as_shape().map_or(NONE, |shape| option(shape.bounds())))
    }

    /// How many pixels are solid.
    fn count(number: usize) -> f64 {
        with_shape(number, |shape| shape.as_shape().map_or(0, |shape| shape.count()) as f64)
    }

    fn memory_bytes(number: usize) -> f64 {
        with_shape(number, |shape| shape.memory_bytes() as f64)
    }

    /// Whether two shapes of one type have the same size and pixels.
    fn equals(a: usize, b: usize) -> i32 {
        crate::store::with_shapes(a, b, |a, b| i32::from(a == b))
    }

    /// The corners of a polygon, in pixels.
    fn polygon_corners(polygon: usize) -> f64 {
        with_shape(polygon, |shape| match shape {
            ColliderShape::Polygon(polygon) => give_all(polygon.corners().iter().copied()),
            _ => 0.0,
        })
    }

    /// Centre and radius of a circle, in pixels.
    fn circle_parts(circle: usize) -> i32 {
        with_shape(circle, |shape| match shape {
            ColliderShape::Circle(circle) => {
                let _ = some(&circle.centre());
                put(2, circle.radius() as f64 / PointQ16::ONE as f64);
                SOME
            }
            _ => NONE,
        })
    }
}

/// An alpha mask by itself goes by alpha sum.
pub(crate) fn keep_alpha(alpha: AlphaMask) -> i32 {
    keep_shape(ColliderShape::Alpha(Arc::new(alpha), AlphaRule::Sum))
}

fn cornered((mask, corner): (Mask, hitmask::Point)) -> Mask {
    let _ = some(&corner);
    mask
}

/// Refuses what is so far away that the answers of two such shapes would not fit.
fn near(point: [f64; 2]) -> Result<(), Fault> {
    if point.iter().all(|x| x.abs() <= FAR as f64) {
        Ok(())
    } else {
        Err(fault("({}, {}) is not finite or is more than {} pixels away", &[point[0], point[1], FAR as f64]))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that they are whole and fit"
)]
fn runs(w: u32, h: u32, numbers: &[f64]) -> Result<RunMask, Fault> {
    let mut numbers = numbers.iter().map(|&number| number as u16);
    let mut row = || -> Vec<Run> {
        let count = numbers.next().unwrap_or(0);
        (0..count).map(|_| Run::new(numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))).collect()
    };
    let rows: Vec<Vec<Run>> = (0..h.min(Mask::MAX_SIDE)).map(|_| row()).collect();
    Ok(RunMask::from_runs(w, h, &rows)?)
}
