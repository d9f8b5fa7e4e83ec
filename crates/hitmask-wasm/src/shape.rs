//! The verbs of any two shapes.

use std::sync::Arc;

use hitmask::{AlphaRule, Closest, ColliderShape, Mask, PixelRule, Placed, Point, Rect, ScanOrder, Shape};

use crate::desk::{Fault, Floats, NONE, SOME, give_all, lay, option, put, reply, room, some};
use crate::export::export;
use crate::place::pose_on_desk;
use crate::store::{keep_shape, with_shape, with_shapes};

/// Why an alpha mask is not taken where a set of pixels is asked for.
pub(crate) const NO_LEVEL: &str = "an AlphaMask has no fixed set of solid pixels: give atLevel(level) of it, or two AlphaMasks where two meet by alpha sum";

/// Asks two shapes, or two alpha masks, which meet by alpha sum.
macro_rules! two {
    ($a:expr, $b:expr, $x:ident, $y:ident => $then:expr) => {
        match ($a, $b) {
            (ColliderShape::Alpha($x, AlphaRule::Sum), ColliderShape::Alpha($y, AlphaRule::Sum)) => Ok($then),
            (a, b) => as_shapes(a, b, |$x, $y| $then),
        }
    };
}

/// Asks two posed shapes of the same type. Their poses are on the desk.
macro_rules! posed {
    ($number_a:expr, $number_b:expr, $a:ident, $p:ident, $b:ident, $q:ident => $masks:expr, else if $legal:expr => $others:expr) => {{
        let ask = || -> Result<_, Fault> {
            let (p, q) = (pose_on_desk(0)?, pose_on_desk(6)?);
            let ($p, $q) = (&p, &q);
            with_shapes($number_a, $number_b, |a, b| match (a, b) {
                (ColliderShape::Mask($a), ColliderShape::Mask($b)) => Ok($masks),
                (ColliderShape::Alpha(..), ColliderShape::Alpha(..)) if !($legal) => {
                    Err("the geometry rule is for masks: make one with toMask(threshold)".into())
                }
                (ColliderShape::Alpha($a, AlphaRule::Sum), ColliderShape::Alpha($b, AlphaRule::Sum)) => {
                    Ok($others)
                }
                (
                    ColliderShape::Alpha(a, AlphaRule::AtLeast(l)),
                    ColliderShape::Alpha(b, AlphaRule::AtLeast(m)),
                ) => {
                    let ($a, $b) = (&a.at_level(*l), &b.at_level(*m));
                    Ok($others)
                }
                _ => {
                    Err("two posed shapes must both be a Mask, both an AlphaMask, or both an AlphaLevel"
                        .into())
                }
            })
        };
        ask()
    }};
}

export! {
    fn overlaps(a: usize, b: usize, x: i32, y: i32) -> i32 {
        with_shapes(a, b, |a, b| match (a, b) {
            (ColliderShape::Mask(a), ColliderShape::Mask(b)) => i32::from(a.overlaps(&**b, (x, y))),
            _ => reply(two!(a, b, a, b => i32::from(a.overlaps(b, (x, y))))),
        })
    }

    fn overlap_area(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| two!(a, b, a, b => a.overlap_area(b, (x, y)))).map(|area| {
            put(0, area as f64);
            SOME
        }))
    }

    fn first_overlap(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| two!(a, b, a, b => a.first_overlap(b, (x, y)))).map(option))
    }

    fn extreme_overlap(a: usize, b: usize, x: i32, y: i32, order: usize) -> i32 {
        const ORDERS: [ScanOrder; 8] = [
            ScanOrder::TopLeft, ScanOrder::TopRight, ScanOrder::BottomLeft, ScanOrder::BottomRight,
            ScanOrder::LeftTop, ScanOrder::LeftBottom, ScanOrder::RightTop, ScanOrder::RightBottom,
        ];
        let order = ORDERS[order];
        reply(with_shapes(a, b, |a, b| two!(a, b, a, b => a.extreme_overlap(b, (x, y), order))).map(option))
    }

    fn overlap_bounds(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| two!(a, b, a, b => a.overlap_bounds(b, (x, y)))).map(option))
    }

    /// All of them, in the list of floats.
    fn overlap_points(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| {
            let count = two!(a, b, a, b => a.overlap_area(b, (x, y)))?;
            room(count.saturating_mul(16))?;
            two!(a, b, a, b => give_all(a.overlap_points(b, (x, y))))
        }).map(|length| {
            put(0, length);
            SOME
        }))
    }

    /// A mask of the size of `a`, with (0, 0) on the desk; or of the overlap alone, with its corner on the desk, if `a` has no picture.
    fn overlap_mask(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| overlap_of(a, b, Point::new(x, y))).map(|(mask, corner)| {
            let _ = some(&corner);
            keep_shape(mask)
        }))
    }

    fn contains(shape: usize, x: i32, y: i32) -> i32 {
        reply(with_shape(shape, |shape| as_shape(shape, |shape| contains_of(shape, Point::new(x, y)))))
    }

    fn normal(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| as_shapes(a, b, |a, b| some(&a.normal(b, (x, y))))))
    }

    fn separation(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| as_shapes(a, b, |a, b| some(&a.separation(b, (x, y))))))
    }

    fn separation_along(a: usize, b: usize, x: i32, y: i32, dx: i32, dy: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| as_shapes(a, b, |a, b| option(a.separation_along(b, (x, y), (dx, dy))))))
    }

    fn separation_by_axis(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| as_shapes(a, b, |a, b| some(&Point::from(a.separation_by_axis(b, (x, y)))))))
    }

    /// The square of the gap and the two pixels; -1 as the square if the shapes overlap.
    fn closest(a: usize, b: usize, x: i32, y: i32) -> i32 {
        reply(with_shapes(a, b, |a, b| as_shapes(a, b, |a, b| a.closest(b, (x, y)))).map(lay_closest))
    }

    /// The poses of both are on the desk. By the geometry rule if `geometry` is not 0.
    fn overlaps_posed(a: usize, b: usize, geometry: i32) -> i32 {
        let rule = if geometry == 0 { PixelRule::Raster } else { PixelRule::Geometry };
        reply(posed!(a, b, a, p, b, q => a.overlaps_posed(p, b, q, rule), else if geometry == 0 => a.overlaps_posed(p, b, q)).map(i32::from))
    }

    fn overlap_area_posed(a: usize, b: usize) -> i32 {
        reply(posed!(a, b, a, p, b, q => a.overlap_area_posed(p, b, q), else if true => a.overlap_area_posed(p, b, q)).map(|area| {
            put(0, area as f64);
            SOME
        }))
    }

    fn first_overlap_posed(a: usize, b: usize) -> i32 {
        reply(posed!(a, b, a, p, b, q => a.first_overlap_posed(p, b, q), else if true => a.first_overlap_posed(p, b, q)).map(option))
    }

    fn overlap_bounds_posed(a: usize, b: usize) -> i32 {
        reply(posed!(a, b, a, p, b, q => a.overlap_bounds_posed(p, b, q), else if true => a.overlap_bounds_posed(p, b, q)).map(option))
    }

    /// The shape under the pose on the desk, drawn; its corner on the desk.
    fn bake(shape: usize) -> i32 {
        reply(pose_on_desk(0).and_then(|pose| with_shape(shape, |shape| {
            let (image, corner): (ColliderShape, Point) = match shape {
                ColliderShape::Mask(mask) => into(mask.try_bake(&pose)?),
                ColliderShape::Alpha(alpha, AlphaRule::Sum) => {
                    let (image, corner) = alpha.try_bake(&pose)?;
                    (ColliderShape::Alpha(Arc::new(image), AlphaRule::Sum), corner)
                }
                ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => into(alpha.to_mask(*level).try_bake(&pose)?),
                ColliderShape::Circle(circle) => into(circle.try_bake(&pose)?),
                ColliderShape::Polygon(polygon) => into(polygon.try_bake(&pose)?),
                _ => return Err("only masks, alpha masks, circles and polygons can be baked".into()),
            };
            let _ = some(&corner);
            Ok(keep_shape(image))
        })))
    }
}

fn into((image, corner): (impl Into<ColliderShape>, Point)) -> (ColliderShape, Point) {
    (image.into(), corner)
}

/// Looks at a shape whatever its type is.
pub(crate) fn as_shape<R>(shape: &ColliderShape, look: impl FnOnce(&dyn Shape) -> R) -> Result<R, Fault> {
    let (mut look, mut seen) = (Some(look), None);
    show(shape, &mut |shape| seen = look.take().map(|look| look(shape)))?;
    seen.ok_or_else(|| NO_LEVEL.into())
}

/// The same for two shapes.
fn as_shapes<R>(
    a: &ColliderShape,
    b: &ColliderShape,
    look: impl FnOnce(&dyn Shape, &dyn Shape) -> R,
) -> Result<R, Fault> {
    as_shape(a, |a| as_shape(b, |b| look(a, b)))?
}

/// Not generic, so that what looks at a shape is compiled once and not for each type of shape.
#[inline(never)]
fn show(shape: &ColliderShape, look: &mut dyn FnMut(&dyn Shape)) -> Result<(), Fault> {
    match shape {
        ColliderShape::Mask(mask) => look(&**mask),
        ColliderShape::Runs(runs) => look(&**runs),
        ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => look(&alpha.at_level(*level)),
        ColliderShape::Rect(rect) => look(rect),
        ColliderShape::Terrain(terrain) => look(&**terrain),
        ColliderShape::Circle(circle) => look(circle),
        ColliderShape::Polygon(polygon) => look(&**polygon),
        _ => return Err(NO_LEVEL.into()),
    }
    Ok(())
}

/// A shape at its own place, for what takes placed shapes.
pub(crate) fn placed_of(shape: &ColliderShape) -> Result<Placed<'_>, Fault> {
    Ok(match shape {
        ColliderShape::Mask(mask) => Placed::from(&**mask),
        ColliderShape::Runs(runs) => Placed::from(&**runs),
        ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => Placed::from(alpha.at_level(*level)),
        ColliderShape::Rect(rect) => Placed::from(*rect),
        ColliderShape::Terrain(terrain) => Placed::from(&**terrain),
        ColliderShape::Circle(circle) => Placed::from(*circle),
        ColliderShape::Polygon(polygon) => Placed::from(&**polygon),
        _ => return Err(NO_LEVEL.into()),
    })
}

/// The smallest rectangle around the solid pixels, or a little more. None if there are none.
pub(crate) fn box_of(shape: &ColliderShape) -> Option<Rect> {
    match shape {
        ColliderShape::Mask(mask) => mask.bounds(),
        ColliderShape::Runs(runs) => runs.bounds(),
        ColliderShape::Alpha(alpha, _) => Some(Rect::new(0, 0, alpha.width(), alpha.height())),
        ColliderShape::Rect(rect) => Some(*rect),
        ColliderShape::Terrain(terrain) => terrain.bounds(),
        ColliderShape::Circle(circle) => circle.bounds(),
        ColliderShape::Polygon(polygon) => polygon.bounds(),
        _ => None,
    }
}

fn contains_of(shape: &dyn Shape, pixel: Point) -> i32 {
    i32::from(Rect::new(pixel.x, pixel.y, 1, 1).overlaps(shape, (0, 0)))
}

pub(crate) fn lay_closest(closest: Option<Closest>) -> i32 {
    match closest {
        None => return NONE,
        Some(Closest::Overlapping) => put(0, -1.0),
        Some(Closest::Apart { squared, a, b }) => {
            put(0, squared as f64);
            lay(1, a.floats().as_ref());
            lay(3, b.floats().as_ref());
        }
    }
    SOME
}

fn overlap_of(a: &ColliderShape, b: &ColliderShape, offset: Point) -> Result<(Mask, Point), Fault> {
    if let (ColliderShape::Alpha(a, AlphaRule::Sum), ColliderShape::Alpha(b, AlphaRule::Sum)) = (a, b) {
        return Ok((a.overlap_mask(b, offset), Point::ZERO));
    }
    as_shape(b, |b| {
        let here = |mask| (mask, Point::ZERO);
        Ok(match a {
            ColliderShape::Mask(a) => here(a.overlap_mask(b, offset)),
            ColliderShape::Runs(a) => here(a.to_mask().overlap_mask(b, offset)),
            ColliderShape::Alpha(a, AlphaRule::AtLeast(level)) => {
                here(a.at_level(*level).overlap_mask(b, offset))
            }
            ColliderShape::Rect(a) => (a.try_overlap_mask(b, offset)?, Point::new(a.x, a.y)),
            ColliderShape::Terrain(a) => a.try_overlap_mask(b, offset)?,
            ColliderShape::Circle(a) => a.try_overlap_mask(b, offset)?,
            ColliderShape::Polygon(a) => a.try_overlap_mask(b, offset)?,
            _ => return Err(NO_LEVEL.into()),
        })
    })?
}
