//! Two shapes
//!
//! Whether, where and how much any two shapes overlap, and the shortest way out. An offset is the origin of b minus the origin of a;
//! answers are in pixels of a.

use hitmask::{Closest, Placed, Point, Rect, ScanOrder};

use crate::border::{Checked, check, check_list, give, give_found, give_list, guard, object};
use crate::geom::{hitmask_point, hitmask_rect};
use crate::hitmask_status::*;
use crate::mask::give_placed;
use crate::objects::hitmask_mask;
use crate::shape::{Lent, hitmask_placed, hitmask_shape, with_lent};

/// Which of the common pixels is "first": the edge that is swept first, and where on it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_scan_order {
    /// The topmost, then the leftmost. Elsewhere "first" always means this.
    HITMASK_TOP_LEFT = 0,
    /// The topmost, then the rightmost.
    HITMASK_TOP_RIGHT = 1,
    /// The lowest, then the leftmost.
    HITMASK_BOTTOM_LEFT = 2,
    /// The lowest, then the rightmost.
    HITMASK_BOTTOM_RIGHT = 3,
    /// The leftmost, then the topmost.
    HITMASK_LEFT_TOP = 4,
    /// The leftmost, then the lowest.
    HITMASK_LEFT_BOTTOM = 5,
    /// The rightmost, then the topmost.
    HITMASK_RIGHT_TOP = 6,
    /// The rightmost, then the lowest.
    HITMASK_RIGHT_BOTTOM = 7,
}

/// How far apart two shapes are.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_closest {
    /// Whether they overlap. Then the rest is 0.
    pub overlapping: bool,
    /// The squared length of the gap between the nearest pixels, as squares: 0 if they touch.
    pub squared: u64,
    /// The nearest pixel of a, in a's own coordinates; in the world, if the shapes are placed.
    pub a: hitmask_point,
    /// The nearest pixel of b, in b's own coordinates; in the world, if the shapes are placed.
    pub b: hitmask_point,
}

/// Evaluates an expression with the shapes inside. For two masks, the most frequent pair, it is compiled for their types.
macro_rules! with_pair {
    ($a:ident, $b:ident => $then:expr) => {
        match ($a, $b) {
            (Lent::Mask($a), Lent::Mask($b)) => $then,
            ($a, $b) => {
                let $b = $b.shape();
                with_lent!($a, $a => $then)
            }
        }
    };
}

/// Reads two shapes, and answers.
unsafe fn ask(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    answer: impl FnOnce(Lent<'_>, Lent<'_>) -> Checked,
) -> i32 {
    guard(|| answer(object(a)?.lend()?, object(b)?.lend()?))
}

/// Whether a pixel of a shape is solid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_contains(
    shape: *const hitmask_shape,
    pixel: hitmask_point,
    out: *mut bool,
) -> i32 {
    guard(|| give(out, with_lent!(object(shape)?.lend()?, shape => shape.contains(pixel))))
}

/// Whether any pixel is solid in both shapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_overlaps(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut bool,
) -> i32 {
    ask(a, b, |a, b| give(out, with_pair!(a, b => a.overlaps(b, offset))))
}

/// How many pixels are solid in both shapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_overlap_area(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut u64,
) -> i32 {
    ask(a, b, |a, b| give(out, with_pair!(a, b => a.overlap_area(b, offset))))
}

/// The first pixel that is solid in both shapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_first_overlap(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut hitmask_point,
    found: *mut bool,
) -> i32 {
    ask(a, b, |a, b| {
        let first = with_pair!(a, b => a.first_overlap(b, offset));
        give_found(out, found, first.map(Into::into))
    })
}

/// The smallest rectangle around all pixels that are solid in both shapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_overlap_bounds(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut hitmask_rect,
    found: *mut bool,
) -> i32 {
    ask(a, b, |a, b| {
        let bounds: Option<Rect> = with_pair!(a, b => a.overlap_bounds(b, offset));
        give_found(out, found, bounds.map(Into::into))
    })
}

/// The first common pixel in an order of your choice, a hitmask_scan_order: the lowest, the rightmost, ...
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_extreme_overlap(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    order: i32,
    out: *mut hitmask_point,
    found: *mut bool,
) -> i32 {
    ask(a, b, |a, b| {
        let order = match order {
            0 => ScanOrder::TopLeft,
            1 => ScanOrder::TopRight,
            2 => ScanOrder::BottomLeft,
            3 => ScanOrder::BottomRight,
            4 => ScanOrder::LeftTop,
            5 => ScanOrder::LeftBottom,
            6 => ScanOrder::RightTop,
            7 => ScanOrder::RightBottom,
            _ => return Err(HITMASK_UNKNOWN_CONSTANT),
        };
        let extreme = with_lent!(a, a => a.extreme_overlap(b.shape(), offset, order));
        give_found(out, found, extreme.map(Into::into))
    })
}

/// All pixels that are solid in both shapes, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_overlap_points(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    points: *mut hitmask_point,
    capacity: usize,
    count: *mut usize,
) -> i32 {
    ask(a, b, |a, b| {
        check_list(points, capacity, count)?;
        let b = b.shape();
        with_lent!(&a, a => give_list(a.overlap_points(b, offset).map(Into::into), points, capacity, count))
    })
}

/// All pixels that are solid in both shapes, as a mask, and the place of its upper left pixel. The mask has the size of a; if a is a
/// terrain, a circle or a polygon, it is the smallest one that holds the pixels.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_overlap_mask(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut *mut hitmask_mask,
    corner: *mut hitmask_point,
) -> i32 {
    ask(a, b, |a, b| {
        check(out)?;
        check(corner)?;
        let b = b.shape();
        let found = match a {
            Lent::Mask(a) => (a.overlap_mask(b, offset), Point::ZERO),
            Lent::Runs(a) => (a.overlap_mask(b, offset), Point::ZERO),
            Lent::Level(a) => (a.overlap_mask(b, offset), Point::ZERO),
            Lent::Rect(a) => (a.try_overlap_mask(b, offset)?, Point::new(a.x, a.y)),
            Lent::Terrain(a) => a.try_overlap_mask(b, offset)?,
            Lent::Circle(a) => a.try_overlap_mask(b, offset)?,
            Lent::Polygon(a) => a.try_overlap_mask(b, offset)?,
        };
        give_placed(found, out, corner)
    })
}

/// The shortest way out: the least change of the offset after which the shapes do not overlap. (0, 0) if they do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_separation(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut hitmask_point,
) -> i32 {
    ask(a, b, |a, b| give(out, with_lent!(a, a => a.separation(b.shape(), offset)).into()))
}

/// The least multiple of a direction by which the offset must change so that the shapes do not overlap. (0, 0) if they do not overlap. Not
/// found if they do and the direction is (0, 0).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_separation_along(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    direction: hitmask_point,
    out: *mut hitmask_point,
    found: *mut bool,
) -> i32 {
    ask(a, b, |a, b| {
        let way = with_lent!(a, a => a.separation_along(b.shape(), offset, direction));
        give_found(out, found, way.map(Into::into))
    })
}

/// The shortest ways out of b: along x alone, and along y alone. (0, 0) if the shapes do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_separation_by_axis(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut hitmask_point,
) -> i32 {
    ask(a, b, |a, b| {
        let [x, y] = with_lent!(a, a => a.separation_by_axis(b.shape(), offset));
        give(out, hitmask_point { x, y })
    })
}

/// The direction of a contact, from a to b: on each axis, how many pixels the overlap would lose if b went one pixel on, and gain if it
/// went back. (0, 0) if the shapes do not overlap and do not touch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_normal(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut hitmask_point,
) -> i32 {
    ask(a, b, |a, b| give(out, with_lent!(a, a => a.normal(b.shape(), offset)).into()))
}

/// How far apart the shapes are, and the nearest pixels. Not found if either has no pixel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_closest_pixels(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    offset: hitmask_point,
    out: *mut hitmask_closest,
    found: *mut bool,
) -> i32 {
    ask(a, b, |a, b| {
        let closest = with_lent!(a, a => a.closest(b.shape(), offset));
        give_found(out, found, closest.map(Into::into))
    })
}

/// Reads two placed shapes, and answers.
unsafe fn ask_placed(
    a: *const hitmask_placed,
    b: *const hitmask_placed,
    answer: impl FnOnce(Placed<'_>, Placed<'_>) -> Checked,
) -> i32 {
    guard(|| {
        let (mut lent_a, mut lent_b) = (None, None);
        answer(object(a)?.lend(&mut lent_a)?, object(b)?.lend(&mut lent_b)?)
    })
}

/// The shortest way out of two shapes that may be turned, in whole pixels: move b by it. (0, 0) if they do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_placed_separation(
    a: *const hitmask_placed,
    b: *const hitmask_placed,
    out: *mut hitmask_point,
) -> i32 {
    ask_placed(a, b, |a, b| give(out, a.separation(b).into()))
}

/// The direction of a contact of two shapes that may be turned: see hitmask_normal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_placed_normal(
    a: *const hitmask_placed,
    b: *const hitmask_placed,
    out: *mut hitmask_point,
) -> i32 {
    ask_placed(a, b, |a, b| give(out, a.normal(b).into()))
}

/// How far apart two shapes are that may be turned, and the nearest world pixels. Not found if either covers no pixel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_placed_closest(
    a: *const hitmask_placed,
    b: *const hitmask_placed,
    out: *mut hitmask_closest,
    found: *mut bool,
) -> i32 {
    ask_placed(a, b, |a, b| give_found(out, found, a.closest(b).map(Into::into)))
}

impl From<Closest> for hitmask_closest {
    fn from(closest: Closest) -> hitmask_closest {
        match closest {
            Closest::Overlapping => hitmask_closest { overlapping: true, ..Default::default() },
            Closest::Apart { squared, a, b } => {
                hitmask_closest { overlapping: false, squared, a: a.into(), b: b.into() }
            }
        }
    }
}
