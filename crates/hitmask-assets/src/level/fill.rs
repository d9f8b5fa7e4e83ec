//! The pixels of shapes that are not convex, and of several shapes together.

use hitmask::{Circle, ConvexPolygon, FillRule, InvalidArgument, Mask, Point, PointQ16};

use super::object::{LevelObject, LevelObjectShape};
use super::place::Affine;
use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Held, Work, area};

/// A corner in 65 536ths of a pixel, rounded once.
pub(super) fn corner([x, y]: [f64; 2]) -> Result<PointQ16, ErrorKind> {
    PointQ16::from_f64(x, y)
        .ok_or_else(|| ErrorKind::level(format!("a corner lies at ({x}, {y}), too far away")))
}

/// The pixels whose centres lie in a polygon, by the even-odd rule, and the pixel of the mask's corner. As for
/// [`ConvexPolygon`], a centre is taken a little to the right and even less down, so that polygons with a common side share no pixel.
fn fill_polygon(corners: &[PointQ16], budget: &Budget) -> Result<(Mask, Point)> {
    let Some([left, top, right, bottom]) = reach(corners) else { return Ok((Mask::new(0, 0), Point::ZERO)) };
    let side = |from: i64, to: i64| u32::try_from(to - from).unwrap_or(u32::MAX);
    // Each edge marks a pixel in each of its rows. Rows beyond those of the largest mask are refused.
    let rows = |edge: [PointQ16; 2]| ((edge[0].y - edge[1].y) / PointQ16::ONE).unsigned_abs() + 1;
    let closing = corners.last().zip(corners.first()).map(|(&last, &first)| [last, first]);
    let edges = corners.windows(2).map(|edge| [edge[0], edge[1]]).chain(closing);
    budget.work(edges.map(rows).fold(0, u64::saturating_add), Work::Unpack)?;
    let mask = part(corners, [left, top], [side(left, right), side(top, bottom)])?;
    let origin = |at: i64| i32::try_from(at).unwrap_or(i32::MAX);
    Ok((mask, Point::new(origin(left), origin(top))))
}

/// Makes the pixels of a mask solid that lie in a polygon, as [`fill_polygon`] finds them. It takes no more memory than the mask.
pub(crate) fn draw_polygon(mask: &mut Mask, corners: &[PointQ16]) -> Result<(), InvalidArgument> {
    let Some([left, top, right, bottom]) = reach(corners) else { return Ok(()) };
    let [w, h] = [mask.width(), mask.height()].map(i64::from);
    let [left, right] = [left, right].map(|at| at.clamp(0, w));
    let [top, bottom] = [top, bottom].map(|at| at.clamp(0, h));
    let part = part(corners, [left, top], [(right - left) as u32, (bottom - top) as u32])?;
    mask.union_with(&part, (left as i32, top as i32));
    Ok(())
}

/// The first pixels to the right of and below its left, upper, right and lower end. None without corners.
fn reach(corners: &[PointQ16]) -> Option<[i64; 4]> {
    // The first pixel whose middle lies at or behind a place.
    let first = |at: i64| (at + PointQ16::ONE / 2 - 1).div_euclid(PointQ16::ONE);
    let ends = |of: fn(&PointQ16) -> i64| {
        let places = || corners.iter().map(of);
        Some([first(places().min()?), first(places().max()?)])
    };
    let ([left, right], [top, bottom]) = (ends(|corner| corner.x)?, ends(|corner| corner.y)?);
    Some([left, top, right, bottom])
}

/// The pixels of a polygon in a rectangle.
fn part(corners: &[PointQ16], [left, top]: [i64; 2], [w, h]: [u32; 2]) -> Result<Mask, InvalidArgument> {
    let corner = PointQ16::new(left * PointQ16::ONE, top * PointQ16::ONE);
    let moved: Vec<PointQ16> = corners.iter().map(|&at| at - corner).collect();
    Mask::try_from_polygons(w, h, [moved], FillRule::EvenOdd)
}

/// The pixels of an object that is a plain shape, under a map of its own pixels (from its position) to others. None of points, lines, text
/// and tiles.
///
/// The masks are taken off the budget until the end.
pub(super) fn fill_object(
    object: &LevelObject,
    to: Affine,
    budget: &Budget,
) -> Result<Option<(Mask, Point)>> {
    let polygon = |corners: &[[f64; 2]]| -> Result<(Mask, Point)> {
        let _held = hold_corners(corners, budget)?;
        let corners: Vec<_> = corners.iter().map(|&at| corner(to.point(at))).collect::<Result<_, _>>()?;
        if let Some([left, top, right, bottom]) = reach(&corners) {
            budget.take_mask(left.abs_diff(right), top.abs_diff(bottom))?;
        }
        Ok(match ConvexPolygon::new(corners.iter().copied()) {
            Ok(convex) => convex.to_mask()?,
            Err(_) => fill_polygon(&corners, budget)?,
        })
    };
    let [w, h] = object.size;
    Ok(Some(match &object.shape {
        LevelObjectShape::Rectangle => polygon(&rectangle([0.0, 0.0], [w, h]))?,
        LevelObjectShape::Polygon(corners) => polygon(corners)?,
        LevelObjectShape::Ellipse => ellipse([0.0, 0.0], [w, h], to, budget)?,
        LevelObjectShape::Capsule => {
            let side = w.min(h);
            let middle = if w > h {
                rectangle([side / 2.0, 0.0], [w - side, h])
            } else {
                rectangle([0.0, side / 2.0], [w, h - side])
            };
            let end = [w - side, h - side];
            let parts = [
                ellipse([0.0, 0.0], [side, side], to, budget)?,
                polygon(&middle)?,
                ellipse(end, [side, side], to, budget)?,
            ];
            union(&parts, budget)?
        }
        LevelObjectShape::Point
        | LevelObjectShape::Polyline(_)
        | LevelObjectShape::Text
        | LevelObjectShape::Tile(_) => return Ok(None),
    }))
}

/// The corners of a rectangle, clockwise.
pub(super) fn rectangle([x, y]: [f64; 2], [w, h]: [f64; 2]) -> [[f64; 2]; 4] {
    [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
}

/// The memory of a polygon's corners in the library's numbers: two copies, and what tells whether it is convex.
pub(super) fn hold_corners<'a>(corners: &[[f64; 2]], budget: &'a Budget) -> Result<Held<'a>, ErrorKind> {
    budget.work(8 * corners.len() as u64, Work::Draw)?;
    budget.hold(80 * corners.len() as u64)
}

/// An ellipse that fills a rectangle, under a map.
fn ellipse([x, y]: [f64; 2], [w, h]: [f64; 2], to: Affine, budget: &Budget) -> Result<(Mask, Point)> {
    let radius = w.max(h) / 2.0;
    if w == 0.0 || h == 0.0 {
        return Ok((Mask::new(0, 0), Point::ZERO));
    }
    let [wide, high] = to.box_of([w, h]);
    budget.take_mask(wide, high)?;
    budget.work(high.min(u64::from(Mask::MAX_SIDE)), Work::BlendColors)?;
    // A circle about the origin, made flatter.
    let circle = Circle::from_f64([0.0, 0.0], radius).map_err(|error| ErrorKind::level(error.to_string()))?;
    let flat = Affine::scale([w / 2.0 / radius, h / 2.0 / radius]);
    let pose = to.after(Affine::shift([x + w / 2.0, y + h / 2.0])).after(flat).pose();
    Ok(pose.and_then(|pose| circle.bake(&pose))?)
}

/// All masks together, and the pixel of the corner.
fn union(parts: &[(Mask, Point)], budget: &Budget) -> Result<(Mask, Point)> {
    let boxes = parts.iter().filter_map(|(mask, corner)| mask.bounds()?.checked_translate(*corner));
    let Some(all) = boxes.reduce(|a, b| a.union(&b)) else { return Ok((Mask::new(0, 0), Point::ZERO)) };
    budget.take_mask(all.w.into(), all.h.into())?;
    let mut mask = Mask::try_new(all.w, all.h)?;
    for (part, corner) in parts {
        let offset = corner.checked_sub((all.x, all.y));
        mask.union_with(
            part,
            offset.ok_or_else(|| ErrorKind::level("its parts lie too far from each other"))?,
        );
    }
    Ok((mask, Point::new(all.x, all.y)))
}

/// The pixels of a tile that its collision shapes cover.
pub(super) fn fill_shapes(shapes: &[LevelObject], [w, h]: [u32; 2], budget: &Budget) -> Result<Mask> {
    budget.take_mask(w.into(), h.into())?;
    let mut mask = Mask::try_new(w, h)?;
    for shape in shapes {
        let _given_back = budget.until_drop();
        let to = Affine::shift(shape.position).after(Affine::turn(shape.rotation)?);
        if let Some((part, corner)) = fill_object(shape, to, budget)? {
            budget.work(area(w, h) / 32 + u64::from(h), Work::Draw)?;
            mask.union_with(&part, corner);
        }
    }
    Ok(mask)
}
