//! Shapes that are not masks: making them, and what can be read of them alone.

use hitmask::{AlphaMask, AlphaRule, Circle, ColliderShape, ConvexPolygon, Run, RunMask, ShapeRef};

use crate::mask::new_mask;
use crate::prelude::*;

export! {
    /// A run mask. The list of floats has, for each row, the number of its runs, then the start and the end of each.
    fn runs_new(w: u32, h: u32) -> i32 = reply(runs(w, h, &taken_numbers()).map(keep_shape));

    fn runs_from_mask(mask: usize) -> i32 = with_mask(mask, |mask| keep_shape(RunMask::from_mask(mask)));

    /// The runs of a row: starts and ends.
    fn runs_of(runs: usize, row: u32) -> f64 = with_shape(runs, |shape| match shape {
        ColliderShape::Runs(runs) => {
            give_numbers(runs.runs(row).iter().flat_map(|run| [run.start.into(), run.end.into()]).collect())
        }
        _ => give_numbers(Vec::new()),
    });

    fn run_count(runs: usize) -> f64 = with_shape(runs, |shape| match shape {
        ColliderShape::Runs(runs) => runs.run_count() as f64,
        _ => 0.0,
    });

    fn alpha_new(w: u32, h: u32) -> i32 = reply(AlphaMask::from_alpha(w, h, &taken_bytes()).map(keep_alpha).map_err(Fault::from));

    fn alpha_from_rgba(w: u32, h: u32) -> i32 = reply(AlphaMask::from_rgba8(w, h, &taken_bytes()).map(keep_alpha).map_err(Fault::from));

    fn alpha_from_mask(mask: usize) -> i32 = with_mask(mask, |mask| keep_alpha(AlphaMask::from_mask(mask)));

    fn alpha_at_level(alpha: usize, level: u8) -> i32 = match shape(alpha) {
        ColliderShape::Alpha(alpha, _) => keep_shape(ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level))),
        _ => NONE,
    };

    fn alpha_bytes(alpha: usize) -> f64 = with_shape(alpha, |shape| match shape {
        ColliderShape::Alpha(alpha, _) => give_bytes(alpha.as_bytes().to_vec()),
        _ => 0.0,
    });

    /// Puts a rectangle into the place of another, so that a rectangle can be asked about without making an object.
    fn set_rect(number: usize, x: i32, y: i32, w: u32, h: u32) = change_shape(number, |shape| *shape = Rect::new(x, y, w, h).into());

    fn rect_new() -> i32 = keep_shape(Rect::default());

    fn circle_new(x: f64, y: f64, radius: f64) -> i32 = reply(Circle::from_f64([x, y], radius).map(keep_shape).map_err(Fault::from));

    /// A polygon of the corners in the list of floats.
    fn polygon_new() -> i32 = reply(ConvexPolygon::from_f64(taken_numbers().as_chunks::<2>().0).map(keep_shape).map_err(Fault::from));

    fn terrain_new(w: u32, h: u32, filled: i32) -> i32 = reply(room(u64::from(w.div_ceil(64)) * u64::from(h.div_ceil(64)) / 8).and_then(|()| {
        // Refuses what is too large.
        let terrain = Terrain::try_new(w, h)?;
        Ok(keep_shape(if filled == 0 { terrain } else { Terrain::filled(w, h) }))
    }));

    fn terrain_from_mask(mask: usize) -> i32 = with_mask(mask, |mask| keep_shape(Terrain::from_mask(mask)));

    fn terrain_from_bytes() -> i32 = reply(Terrain::from_bytes(&taken_bytes()).map(keep_shape).map_err(Fault::from));

    fn terrain_to_bytes(terrain: usize) -> f64 = with_terrain(terrain, |terrain| give_bytes(terrain.to_bytes()));

    /// An animation. The list of floats has three numbers for each frame: the mask, and where its corner lies in the whole picture.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn frames_new() -> i32 {
        let frame = |&[mask, x, y]: &[f64; 3]| match shape(mask as usize) {
            ColliderShape::Mask(mask) => Ok((mask, (x as i32, y as i32).into())),
            _ => Err(Fault::from("the frames of an animation are masks")),
        };
        let frames: Result<Vec<_>, Fault> = taken_numbers().as_chunks::<3>().0.iter().map(frame).collect();
        reply(frames.and_then(|frames| Ok(keep_shape(Frames::try_new(frames)?))))
    }

    /// A mask of the same pixels, and its corner on the desk.
    fn to_mask(number: usize) -> i32 {
        let _ = some(&Point::ZERO);
        reply(with_shape(number, |shape| {
            let shape = shape.as_shape().ok_or_else(|| Fault::from("this shape makes no mask"))?;
            Ok(keep_shape(match shape.without_labels() {
                ShapeRef::Mask(mask) => Mask::clone(mask),
                ShapeRef::Runs(runs) => runs.to_mask(),
                ShapeRef::Level(level) => level.to_mask(),
                ShapeRef::Rect(rect) => {
                    let mut mask = new_mask(rect.w, rect.h)?;
                    mask.fill();
                    cornered((mask, Point::new(rect.x, rect.y)))
                }
                ShapeRef::Circle(circle) => cornered(circle.to_mask()?),
                ShapeRef::Polygon(polygon) => cornered(polygon.to_mask()?),
                _ => return Err("this shape makes no mask".into()),
            }))
        }))
    }

    /// The corners of a polygon, in pixels.
    fn polygon_corners(polygon: usize) -> f64 = with_shape(polygon, |shape| match shape {
        ColliderShape::Polygon(polygon) => give_all(polygon.corners().iter().copied()),
        _ => 0.0,
    });

    /// Centre and radius of a circle, in pixels.
    fn circle_parts(circle: usize) -> i32 = with_shape(circle, |shape| match shape {
        ColliderShape::Circle(circle) => {
            let _ = some(&circle.centre());
            put(2, circle.radius() as f64 / PointQ16::ONE as f64);
            SOME
        }
        _ => NONE,
    });
}

fn cornered((mask, corner): (Mask, Point)) -> Mask {
    let _ = some(&corner);
    mask
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
