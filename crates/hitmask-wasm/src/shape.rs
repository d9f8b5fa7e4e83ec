//! What can be read of any shape, and the verbs of two.

#[cfg(feature = "full")]
use alloc::sync::Arc;

/// The core has no alpha masks.
#[cfg(not(feature = "full"))]
use hitmask::Mask as AlphaMask;
#[cfg(feature = "full")]
use hitmask::{AlphaMask, AlphaRule};
use hitmask::{Closest, PixelRule, ScanOrder};

use crate::kind::{ColliderShape, ShapeRef};
use crate::prelude::*;
use crate::store::glance_at_shapes;

/// Why an alpha mask is not taken where a set of pixels is asked for.
const NO_LEVEL: &str = "an AlphaMask has no fixed set of solid pixels: give atLevel(level) of it, or two AlphaMasks where two meet by alpha sum";

/// The shape for the verbs that all shapes have.
pub(crate) fn lent(shape: &ColliderShape) -> Result<Lent<'_>, Fault> {
    shape.as_shape().ok_or_else(|| NO_LEVEL.into())
}

/// What [`lent`] lends.
#[cfg(feature = "full")]
type Lent<'a> = ShapeRef<'a>;
#[cfg(not(feature = "full"))]
type Lent<'a> = &'a Mask;

type OfShapes<'f> = &'f mut dyn FnMut(&ShapeRef<'_>, &ShapeRef<'_>) -> Result<i32, Fault>;
type OfAlphas<'f> = &'f mut dyn FnMut(&AlphaMask, &AlphaMask) -> Result<i32, Fault>;

/// Answers a question about two shapes. Two alpha masks meet by alpha sum. Not generic, so that there is one copy for all questions.
#[inline(never)]
#[cfg_attr(not(feature = "full"), expect(unused_variables, reason = "the core has no alpha masks"))]
fn ask_both(a: usize, b: usize, of_shapes: OfShapes<'_>, of_alphas: OfAlphas<'_>) -> i32 {
    reply(with_shapes(a, b, |a, b| match (a, b) {
        #[cfg(feature = "full")]
        (ColliderShape::Alpha(a, AlphaRule::Sum), ColliderShape::Alpha(b, AlphaRule::Sum)) => of_alphas(a, b),
        (a, b) => {
            let (a, b) = (lent(a)?, lent(b)?);
            of_shapes(&a, &b)
        }
    }))
}

/// The same expression for two shapes and for two alpha masks.
macro_rules! ask {
    ($number_a:expr, $number_b:expr, $a:ident, $b:ident => $then:expr) => {
        ask_both($number_a, $number_b, &mut |$a, $b| $then, &mut |$a, $b| $then)
    };
}

/// Whether two shapes overlap. Out of the way of two masks, which then need no stack.
#[inline(never)]
fn others_overlap(a: usize, b: usize, x: i32, y: i32) -> i32 {
    ask!(a, b, a, b => Ok(a.overlaps(b, (x, y)).into()))
}

/// The same for a question that alpha sum does not answer.
fn ask_shapes(a: usize, b: usize, answer: &mut dyn FnMut(&ShapeRef<'_>, &ShapeRef<'_>) -> i32) -> i32 {
    ask_both(a, b, &mut |a, b| Ok(answer(a, b)), &mut |_, _| Err(NO_LEVEL.into()))
}

/// Asks two posed shapes of the same type. Their poses are on the desk.
macro_rules! posed {
    ($number_a:expr, $number_b:expr, $a:ident, $p:ident, $b:ident, $q:ident => $masks:expr, else if $legal:expr => $others:expr) => {{
        let ask = || -> Result<_, Fault> {
            let (p, q) = (pose_on_desk(0)?, pose_on_desk(6)?);
            let ($p, $q) = (&p, &q);
            with_shapes($number_a, $number_b, |a, b| match (a, b) {
                (ColliderShape::Mask($a), ColliderShape::Mask($b)) => Ok($masks),
                #[cfg(feature = "full")]
                (ColliderShape::Alpha(..), ColliderShape::Alpha(..)) if !($legal) => {
                    Err("the geometry rule is for masks: make one with toMask(threshold)".into())
                }
                #[cfg(feature = "full")]
                (ColliderShape::Alpha($a, AlphaRule::Sum), ColliderShape::Alpha($b, AlphaRule::Sum)) => {
                    Ok($others)
                }
                #[cfg(feature = "full")]
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
    /// The same shape as another object, which does not follow edits of this one.
    fn copy(number: usize) -> i32 = keep_shape(shape(number));

    /// Width and height of the picture; 0 if it has none.
    fn size(number: usize) -> i32 = with_shape(number, |shape| {
        let (w, h) = match shape {
            #[cfg(feature = "full")]
            ColliderShape::Alpha(alpha, _) => alpha.size(),
            _ => shape.as_shape().map_or((0, 0), |shape| shape.size()),
        };
        lay(0, &[w.into(), h.into()]);
        SOME
    });

    /// The smallest rectangle around the solid pixels.
    fn bounds(number: usize) -> i32 = with_shape(number, |shape| shape.as_shape().map_or(NONE, |shape| option(shape.bounds())));

    /// How many pixels are solid.
    fn count(number: usize) -> f64 = with_shape(number, |shape| shape.as_shape().map_or(0, |shape| shape.count()) as f64);

    fn memory_bytes(number: usize) -> f64 = with_shape(number, |shape| shape.memory_bytes() as f64);

    /// Whether two shapes of one type have the same size and pixels.
    fn equals(a: usize, b: usize) -> i32 = with_shapes(a, b, |a, b| i32::from(a == b));

    fn overlaps(a: usize, b: usize, x: i32, y: i32) -> i32 {
        // The most frequent question comes first.
        let masks = glance_at_shapes(a, b, |a, b| match (a, b) {
            (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Some(a.overlaps(&**b, (x, y))),
            _ => None,
        });
        match masks {
            Some(answer) => answer.into(),
            None => others_overlap(a, b, x, y),
        }
    }

    fn overlap_area(a: usize, b: usize, x: i32, y: i32) -> i32 = ask!(a, b, a, b => {
        put(0, a.overlap_area(b, (x, y)) as f64);
        Ok(SOME)
    });

    fn first_overlap(a: usize, b: usize, x: i32, y: i32) -> i32 = ask!(a, b, a, b => Ok(option(a.first_overlap(b, (x, y)))));

    fn extreme_overlap(a: usize, b: usize, x: i32, y: i32, order: usize) -> i32 {
        const ORDERS: [ScanOrder; 8] = [
            ScanOrder::TopLeft, ScanOrder::TopRight, ScanOrder::BottomLeft, ScanOrder::BottomRight,
            ScanOrder::LeftTop, ScanOrder::LeftBottom, ScanOrder::RightTop, ScanOrder::RightBottom,
        ];
        ask!(a, b, a, b => Ok(option(a.extreme_overlap(b, (x, y), ORDERS[order]))))
    }

    fn overlap_bounds(a: usize, b: usize, x: i32, y: i32) -> i32 = ask!(a, b, a, b => Ok(option(a.overlap_bounds(b, (x, y)))));

    /// All of them, in the list of floats.
    fn overlap_points(a: usize, b: usize, x: i32, y: i32) -> i32 = ask!(a, b, a, b => {
        room(a.overlap_area(b, (x, y)).saturating_mul(16))?;
        put(0, give_all(a.overlap_points(b, (x, y))));
        Ok(SOME)
    });

    /// A mask of the size of `a`, with (0, 0) on the desk; or of the overlap alone, with its corner on the desk, if `a` has no picture.
    fn overlap_mask(a: usize, b: usize, x: i32, y: i32) -> i32 =
        reply(with_shapes(a, b, |a, b| overlap_of(a, b, Point::new(x, y))).map(|(mask, corner)| {
            let _ = some(&corner);
            keep_shape(mask)
        }));

    fn contains(shape: usize, x: i32, y: i32) -> i32 {
        // What a pointer asks comes first.
        let mask = glance_at_shapes(shape, shape, |shape, _| match shape {
            ColliderShape::Mask(mask) => Some(mask.contains((x, y))),
            _ => None,
        });
        if let Some(answer) = mask {
            return answer.into();
        }
        reply(with_shape(shape, |shape| Ok(lent(shape)?.contains((x, y)).into())))
    }

    fn normal(a: usize, b: usize, x: i32, y: i32) -> i32 = ask_shapes(a, b, &mut |a, b| some(&a.normal(b, (x, y))));

    fn separation(a: usize, b: usize, x: i32, y: i32) -> i32 = ask_shapes(a, b, &mut |a, b| some(&a.separation(b, (x, y))));

    fn separation_along(a: usize, b: usize, x: i32, y: i32, dx: i32, dy: i32) -> i32 =
        ask_shapes(a, b, &mut |a, b| option(a.separation_along(b, (x, y), (dx, dy))));

    fn separation_by_axis(a: usize, b: usize, x: i32, y: i32) -> i32 =
        ask_shapes(a, b, &mut |a, b| some(&Point::from(a.separation_by_axis(b, (x, y)))));

    /// The square of the gap and the two pixels; -1 as the square if the shapes overlap.
    fn closest(a: usize, b: usize, x: i32, y: i32) -> i32 = ask_shapes(a, b, &mut |a, b| lay_closest(a.closest(b, (x, y))));

    /// The poses of both are on the desk. By the geometry rule if `geometry` is not 0.
    fn overlaps_posed(a: usize, b: usize, geometry: i32) -> i32 {
        let rule = if geometry == 0 { PixelRule::Raster } else { PixelRule::Geometry };
        reply(posed!(a, b, a, p, b, q => a.overlaps_posed(p, b, q, rule), else if geometry == 0 => a.overlaps_posed(p, b, q)).map(i32::from))
    }

    fn overlap_area_posed(a: usize, b: usize) -> i32 =
        reply(posed!(a, b, a, p, b, q => a.overlap_area_posed(p, b, q), else if true => a.overlap_area_posed(p, b, q)).map(|area| {
            put(0, area as f64);
            SOME
        }));

    fn first_overlap_posed(a: usize, b: usize) -> i32 =
        reply(posed!(a, b, a, p, b, q => a.first_overlap_posed(p, b, q), else if true => a.first_overlap_posed(p, b, q)).map(option));

    fn overlap_bounds_posed(a: usize, b: usize) -> i32 =
        reply(posed!(a, b, a, p, b, q => a.overlap_bounds_posed(p, b, q), else if true => a.overlap_bounds_posed(p, b, q)).map(option));

    /// The shape under the pose on the desk, drawn; its corner on the desk.
    fn bake(shape: usize) -> i32 = reply(pose_on_desk(0).and_then(|pose| with_shape(shape, |shape| {
        let (image, corner): (ColliderShape, Point) = match shape {
            ColliderShape::Mask(mask) => into(mask.bake(&pose)?),
            #[cfg(feature = "full")]
            ColliderShape::Alpha(alpha, AlphaRule::Sum) => {
                let (image, corner) = alpha.bake(&pose)?;
                (ColliderShape::Alpha(Arc::new(image), AlphaRule::Sum), corner)
            }
            #[cfg(feature = "full")]
            ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => into(alpha.to_mask(*level).bake(&pose)?),
            #[cfg(feature = "full")]
            ColliderShape::Circle(circle) => into(circle.bake(&pose)?),
            #[cfg(feature = "full")]
            ColliderShape::Polygon(polygon) => into(polygon.bake(&pose)?),
            _ => return Err("only masks, alpha masks, circles and polygons can be baked".into()),
        };
        let _ = some(&corner);
        Ok(keep_shape(image))
    })));
}

fn into((image, corner): (impl Into<ColliderShape>, Point)) -> (ColliderShape, Point) {
    (image.into(), corner)
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
    #[cfg(feature = "full")]
    if let (ColliderShape::Alpha(a, AlphaRule::Sum), ColliderShape::Alpha(b, AlphaRule::Sum)) = (a, b) {
        return Ok((a.overlap_mask(b, offset), Point::ZERO));
    }
    let (a, b) = (lent(a)?, lent(b)?);
    #[cfg(feature = "full")]
    return Ok(a.try_overlap_mask(&b, offset)?);
    #[cfg(not(feature = "full"))]
    return Ok((a.overlap_mask(b, offset), Point::ZERO));
}
