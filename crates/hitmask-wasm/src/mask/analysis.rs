//! What is found out about one mask.

use hitmask::{BorderMode, ColliderShape, Connectivity, FillRule, Outline, OutlineBound, Pieces, Simplify};

use crate::prelude::*;
use crate::store::{with_components, with_outline};

pub(crate) fn connectivity(number: u32) -> Connectivity {
    if number == 8 { Connectivity::Eight } else { Connectivity::Four }
}

/// Points of several rings: for each the number of its points, then the points.
fn give_rings<'a>(rings: impl Iterator<Item = &'a [Point]>) -> f64 {
    let mut numbers = Vec::new();
    for ring in rings {
        numbers.push(ring.len() as f64);
        numbers.extend(ring.iter().flat_map(|point| [f64::from(point.x), f64::from(point.y)]));
    }
    give_numbers(numbers)
}

/// At most so many corners each, which JavaScript has checked; 0 sets no limit.
fn give_pieces(pieces: &Pieces, max_corners: usize) -> f64 {
    match max_corners {
        0 => give_rings(pieces.iter()),
        most => give_rings(pieces.with_max_corners(most).expect("JavaScript has checked the number").iter()),
    }
}

export! {
    /// The number of connected parts, that of the largest one, and the number of pixels on the desk.
    fn components(number: usize, connected: u32) -> i32 = with_shape(number, |shape| {
        let (components, (w, h)) = match shape {
            ColliderShape::Mask(mask) => (mask.components(connectivity(connected)), mask.size()),
            ColliderShape::Runs(runs) => (runs.components(connectivity(connected)), runs.size()),
            _ => return NONE,
        };
        lay(0, &[components.len() as f64, components.largest().map_or(-1.0, |largest| largest as f64), f64::from(w) * f64::from(h)]);
        keep(Object::Components(components))
    });

    /// All of them in the list of floats, seven numbers each.
    fn components_list(components: usize) -> f64 = with_components(components, |components| give_all(components.iter().copied()));

    /// The number of the part that a pixel belongs to, or -1.
    fn component_at(components: usize, x: i32, y: i32) -> i32 =
        with_components(components, |components| components.component_at((x, y)).map_or(-1, |number| i32::try_from(number).unwrap_or(-1)));

    /// One part as a mask: of the whole size, or cut out.
    fn component_mask(components: usize, number: usize, cut: i32) -> i32 = with_components(components, |components| {
        reply(InvalidArgument::index("component", number, components.len()).map_err(Fault::from).map(|number| {
            keep_shape(if cut == 0 { components.mask(number) } else { components.cut_out(number) })
        }))
    });

    /// Four bytes for each pixel in the list of bytes, which has the length on the desk.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`components` gave the number of pixels")]
    fn components_labels(components: usize, pixels: f64) -> i32 =
        reply(room(pixels as u64 * 4).and_then(|()| with_components(components, |components| {
            put(0, give_bytes(components.labels().into_iter().flat_map(u32::to_le_bytes).collect()));
            Ok(SOME)
        })));

    fn centroid(number: usize) -> i32 = with_shape(number, |shape| option(match shape {
        ColliderShape::Mask(mask) => mask.centroid(),
        ColliderShape::Runs(runs) => runs.centroid(),
        _ => None,
    }));

    /// Area, sums, and the cosine and the sine of twice the angle of the main axis, both times some length (both 0 if there is none).
    fn moments(number: usize) -> i32 = with_shape(number, |shape| {
        let moments = match shape {
            ColliderShape::Mask(mask) => mask.moments(),
            ColliderShape::Runs(runs) => runs.moments(),
            _ => return NONE,
        };
        let sums = [moments.area, moments.x, moments.y, moments.xx, moments.xy, moments.yy];
        lay(0, &sums.map(|sum| sum as f64));
        let (cos, sin) = moments.axis_doubled().unwrap_or_default();
        lay(6, &[cos as f64, sin as f64]);
        SOME
    });

    fn convex_hull(mask: usize) -> f64 = with_mask(mask, |mask| give_all(mask.convex_hull()));

    fn rectangles(mask: usize) -> f64 = with_mask(mask, |mask| give_all(mask.rectangles()));

    fn convex_pieces(mask: usize, max_corners: usize) -> f64 = with_mask(mask, |mask| give_pieces(&mask.convex_pieces(), max_corners));

    fn outline(mask: usize, connected: u32) -> i32 = with_mask(mask, |mask| keep(Object::Outline(mask.outline(connectivity(connected)))));

    /// Rings: for each the number of its points, 1 for a hole, the ring around it (-1 for none), then the points.
    fn outline_rings(outline: usize) -> f64 = with_outline(outline, |outline| {
        let mut numbers = Vec::new();
        for ring in outline.rings() {
            let hole = f64::from(u8::from(ring.is_hole));
            numbers.extend([ring.points.len() as f64, hole, ring.parent.map_or(-1.0, |parent| parent as f64)]);
            numbers.extend(ring.points.iter().flat_map(|point| [f64::from(point.x), f64::from(point.y)]));
        }
        give_numbers(numbers)
    });

    /// OutlineBound: 0 outer, 1 inner, 2 within.
    fn outline_simplify(outline: usize, promise: u32, tolerance: f64, max_points: usize) -> i32 =
        reply(with_outline(outline, |outline| -> Result<Outline, Fault> {
            let promise = [OutlineBound::Outer, OutlineBound::Inner, OutlineBound::Within][promise as usize];
            Ok(outline.simplify(&Simplify { promise, tolerance, max_points })?)
        }).map(|outline| keep(Object::Outline(outline))));

    fn outline_pieces(outline: usize, max_corners: usize) -> f64 =
        with_outline(outline, |outline| give_pieces(&outline.convex_pieces(), max_corners));

    fn outline_to_mask(outline: usize) -> i32 = with_outline(outline, |outline| keep_shape(outline.to_mask()));

    /// A mask of polygons: for each the number of its points, then the points.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn mask_from_polygons(w: u32, h: u32, rule: usize) -> i32 {
        let numbers = taken_numbers();
        let mut rest = numbers.as_slice();
        let mut rings: Vec<Vec<Point>> = Vec::new();
        while let [count, after @ ..] = rest {
            let (points, later) = after.split_at((*count as usize * 2).min(after.len()));
            rings.push(points.as_chunks::<2>().0.iter().map(|&[x, y]| Point::new(x as i32, y as i32)).collect());
            rest = later;
        }
        let rule = [FillRule::EvenOdd, FillRule::NonZero][rule];
        reply(crate::mask::mask_room(w, h).and_then(|()| Ok(keep_shape(Mask::try_from_polygons(w, h, rings, rule)?))))
    }

    /// Squared distances, row by row: to the nearest clear pixel (0: what lies outside is clear, 1: it is ignored), or to the nearest
    /// solid one (2). None if there is no such pixel.
    fn distance(mask: usize, to: i32) -> i32 = reply(with_mask(mask, |mask| {
        room(u64::from(mask.width()) * u64::from(mask.height()) * 16)?;
        let field = match to {
            0 => mask.distance_to_clear(BorderMode::Clear),
            1 => mask.distance_to_clear(BorderMode::Ignored),
            _ => mask.distance_to_solid(),
        };
        Ok(field.squared().map_or(NONE, |squared| {
            let _ = give_numbers(squared.iter().map(|&squared| squared.into()).collect());
            SOME
        }))
    }));

    /// The offsets at which two masks overlap, as a mask.
    fn overlap_offsets(a: usize, b: usize) -> i32 = reply(with_mask(a, |a| with_mask(b, |b| {
        map_fits(a, b, 1)?;
        Ok(keep_shape(a.overlap_offsets(b)?))
    })));

    /// The areas at all offsets, in the list of floats; width, height and the first offset on the desk.
    fn overlap_area_map(a: usize, b: usize) -> i32 = reply(with_mask(a, |a| with_mask(b, |b| {
        map_fits(a, b, 128)?;
        let map = a.overlap_area_map(b)?;
        let (w, h) = map.size();
        lay(0, &[w.into(), h.into()]);
        lay(2, map.origin().floats().as_ref());
        let _ = give_numbers(map.areas().iter().map(|&area| area.into()).collect());
        Ok(SOME)
    })));
}

/// Whether there is memory for a picture of all offsets of two masks.
fn map_fits(a: &Mask, b: &Mask, bits: u64) -> Result<(), Fault> {
    let (w, h) = (a.width() + b.width(), a.height() + b.height());
    // The library refuses what is larger than this.
    let pixels = u64::from(w) * u64::from(h);
    if pixels <= Mask::MAX_PIXELS { room(pixels * bits / 8) } else { Ok(()) }
}
