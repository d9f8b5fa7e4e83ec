//! About one mask
//!
//! Connected components, outlines, convex pieces, distances, moments, and all offsets at which two masks overlap.

use hitmask::{Components, DistanceField, InvalidArgument, Outline, Pieces, Point, Simplify, Tolerance};

use crate::border::{check, check_list, choice, give, give_found, give_list, give_object, object};
use crate::fault::OrTell;
use crate::geom::{hitmask_point, hitmask_rect};
use crate::hitmask_status::*;
use crate::mask::give_placed;
use crate::objects::{hitmask_mask, hitmask_run_mask};
use crate::status::hitmask_error;
use crate::table::{hitmask_component, hitmask_moments};

/// A ring of an outline. Its corners are corners of pixels: (x, y) is the upper left corner of pixel (x, y).
#[repr(C)]
pub struct hitmask_ring {
    /// Its corners. The edge from the last to the first closes the ring. Solid is always on the right. They live as long as the outline.
    pub points: *const hitmask_point,
    /// How many they are.
    pub count: usize,
    /// Whether it is the rim of a hole.
    pub hole: bool,
    /// Whether it lies in another ring.
    pub has_parent: bool,
    /// The number of that ring.
    pub parent: usize,
}

/// The connected components of a mask.
pub struct hitmask_components {
    components: Components,
}

/// The outline of a mask.
pub struct hitmask_outline {
    outline: Outline,
    /// The corners of all rings, in the form of the header.
    points: Vec<hitmask_point>,
    /// Where the corners of each ring begin, and where those of the last one end.
    begins: Vec<usize>,
}

/// Convex polygons.
pub struct hitmask_pieces {
    pieces: Pieces,
}

/// The distance of each pixel to the nearest wanted one.
pub struct hitmask_distance_field {
    field: DistanceField,
}

verbs! {
    /// The connected components of a mask, in the order of their first pixels. The connectivity is a hitmask_connectivity.
    fn hitmask_mask_components(mask: *const hitmask_mask, connectivity: i32, out: *mut *mut hitmask_components) {
        let components = object(mask)?.mask.components(choice(connectivity)?);
        give_object(out, hitmask_components { components })
    }

    /// The connected components of a run mask.
    fn hitmask_run_mask_components(runs: *const hitmask_run_mask, connectivity: i32, out: *mut *mut hitmask_components) {
        let components = object(runs)?.shared.components(choice(connectivity)?);
        give_object(out, hitmask_components { components })
    }

    /// Frees them. NULL does nothing.
    free fn hitmask_components_free(components: *mut hitmask_components);

    /// How many they are.
    fn hitmask_components_count(components: *const hitmask_components, out: *mut usize) {
        give(out, object(components)?.components.len())
    }

    /// One of them, counted from 0.
    fn hitmask_components_get(components: *const hitmask_components, index: usize, out: *mut hitmask_component) {
        give(out, object(components)?.components.get(index).ok_or(HITMASK_NO_SUCH_INDEX)?.into())
    }

    /// The number of the one with the most pixels; of equal ones, of the first.
    fn hitmask_components_largest(components: *const hitmask_components, out: *mut usize, found: *mut bool) {
        give_found(out, found, object(components)?.components.largest())
    }

    /// The number of the one that has a pixel.
    fn hitmask_components_at(components: *const hitmask_components, pixel: hitmask_point, out: *mut usize, found: *mut bool) {
        give_found(out, found, object(components)?.components.component_at(pixel))
    }

    /// A number for each pixel, row by row: 0 if it is clear, else the number of its component plus one.
    fn hitmask_components_labels(components: *const hitmask_components, labels: *mut u32, capacity: usize, count: *mut usize) {
        check_list(labels, capacity, count)?;
        give_list(object(components)?.components.labels(), labels, capacity, count)
    }

    /// The pixels of one of them, as a mask of the size of the whole mask.
    fn hitmask_components_mask(components: *const hitmask_components, index: usize, out: *mut *mut hitmask_mask) {
        let components = &object(components)?.components;
        give_object(out, components.mask(InvalidArgument::index("component", index, components.len())?))
    }

    /// The outline of a mask: all edges between solid and clear pixels, holes included. The connectivity is a hitmask_connectivity.
    fn hitmask_mask_outline(mask: *const hitmask_mask, connectivity: i32, out: *mut *mut hitmask_outline) {
        let outline = object(mask)?.mask.outline(choice(connectivity)?);
        give_object(out, hitmask_outline::new(outline))
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_outline_free(outline: *mut hitmask_outline);

    /// How many rings it has, and how many corners all rings have together.
    fn hitmask_outline_count(outline: *const hitmask_outline, rings: *mut usize, corners: *mut usize) {
        let outline = &object(outline)?.outline;
        check(corners)?;
        give(rings, outline.len())?;
        give(corners, outline.point_count())
    }

    /// One of its rings, counted from 0.
    fn hitmask_outline_ring(outline: *const hitmask_outline, index: usize, out: *mut hitmask_ring) {
        let hitmask_outline { outline, points, begins } = object(outline)?;
        let index = InvalidArgument::index("ring", index, outline.len())?;
        let (ring, points) = (outline.ring(index), &points[begins[index]..begins[index + 1]]);
        give(
            out,
            hitmask_ring {
                points: points.as_ptr(),
                count: points.len(),
                hole: ring.is_hole,
                has_parent: ring.parent.is_some(),
                parent: ring.parent.unwrap_or(0),
            },
        )
    }

    /// A simpler outline that keeps a promise, a hitmask_outline_bound. The tolerance is in units of 1/65536 of a pixel; 65536 suits the promises
    /// outer and inner. All rings together have at most max_points corners; 0 sets no limit. HITMASK_TOO_MANY_POINTS if that cannot be kept.
    fn hitmask_outline_simplify(
        outline: *const hitmask_outline, promise: i32, tolerance: u32, max_points: usize, out: *mut *mut hitmask_outline, error: *mut hitmask_error
    ) {
        check(out)?;
        let promise = choice(promise)?;
        let max_points = if max_points == 0 { usize::MAX } else { max_points };
        let wish = Simplify { promise, tolerance: Tolerance::from_q16(tolerance), max_points };
        let simple = object(outline)?.outline.simplify(&wish).or_tell(error)?;
        give_object(out, hitmask_outline::new(simple))
    }

    /// The pixels inside of an outline.
    fn hitmask_outline_to_mask(outline: *const hitmask_outline, out: *mut *mut hitmask_mask) {
        give_object(out, object(outline)?.outline.to_mask())
    }

    /// Convex polygons that cover the inside of an outline without overlaps.
    fn hitmask_outline_convex_pieces(outline: *const hitmask_outline, out: *mut *mut hitmask_pieces) {
        give_object(out, hitmask_pieces { pieces: object(outline)?.outline.convex_pieces() })
    }

    /// Convex polygons that cover the solid pixels of a mask without overlaps.
    fn hitmask_mask_convex_pieces(mask: *const hitmask_mask, out: *mut *mut hitmask_pieces) {
        give_object(out, hitmask_pieces { pieces: object(mask)?.mask.convex_pieces() })
    }

    /// The same area in pieces of at most so many corners, at least 3: Box2D takes 8.
    fn hitmask_pieces_with_max_corners(pieces: *const hitmask_pieces, max_corners: usize, out: *mut *mut hitmask_pieces, error: *mut hitmask_error) {
        check(out)?;
        let pieces = object(pieces)?.pieces.with_max_corners(max_corners).or_tell(error)?;
        give_object(out, hitmask_pieces { pieces })
    }

    /// Frees them. NULL does nothing.
    free fn hitmask_pieces_free(pieces: *mut hitmask_pieces);

    /// How many they are.
    fn hitmask_pieces_count(pieces: *const hitmask_pieces, out: *mut usize) {
        give(out, object(pieces)?.pieces.len())
    }

    /// The corners of one of them, counted from 0.
    fn hitmask_pieces_get(pieces: *const hitmask_pieces, index: usize, corners: *mut hitmask_point, capacity: usize, count: *mut usize) {
        let piece = object(pieces)?.pieces.get(index).ok_or(HITMASK_NO_SUCH_INDEX)?;
        give_list(piece.iter().map(|&corner| corner.into()), corners, capacity, count)
    }

    /// Rectangles that cover the solid pixels of a mask without overlaps.
    fn hitmask_mask_rectangles(mask: *const hitmask_mask, rects: *mut hitmask_rect, capacity: usize, count: *mut usize) {
        check_list(rects, capacity, count)?;
        give_list(object(mask)?.mask.rectangles().into_iter().map(Into::into), rects, capacity, count)
    }

    /// The corners of the convex hull of the solid pixels, which are corners of pixels.
    fn hitmask_mask_convex_hull(mask: *const hitmask_mask, corners: *mut hitmask_point, capacity: usize, count: *mut usize) {
        give_list(object(mask)?.mask.convex_hull().into_iter().map(Into::into), corners, capacity, count)
    }

    /// Sums over the solid pixels.
    fn hitmask_mask_moments(mask: *const hitmask_mask, out: *mut hitmask_moments) {
        give(out, (&object(mask)?.mask.moments()).into())
    }

    /// Sums over the solid pixels of a run mask.
    fn hitmask_run_mask_moments(runs: *const hitmask_run_mask, out: *mut hitmask_moments) {
        give(out, (&object(runs)?.shared.moments()).into())
    }

    /// For each pixel the distance to the nearest clear one. What counts outside is a hitmask_outside.
    fn hitmask_mask_distance_to_clear(mask: *const hitmask_mask, outside: i32, out: *mut *mut hitmask_distance_field) {
        let outside = choice(outside)?;
        give_object(out, hitmask_distance_field { field: object(mask)?.mask.distance_to_clear(outside) })
    }

    /// For each pixel the distance to the nearest solid one.
    fn hitmask_mask_distance_to_solid(mask: *const hitmask_mask, out: *mut *mut hitmask_distance_field) {
        give_object(out, hitmask_distance_field { field: object(mask)?.mask.distance_to_solid() })
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_distance_field_free(field: *mut hitmask_distance_field);

    /// The squared distance of a pixel, from centre to centre. Not found outside of the mask, and if there is no wanted pixel.
    fn hitmask_distance_field_get(field: *const hitmask_distance_field, pixel: hitmask_point, squared: *mut u32, found: *mut bool) {
        give_found(squared, found, object(field)?.field.get(pixel))
    }

    /// The first pixel with the largest distance, and its squared distance.
    fn hitmask_distance_field_farthest(field: *const hitmask_distance_field, pixel: *mut hitmask_point, squared: *mut u32, found: *mut bool) {
        let farthest = object(field)?.field.farthest();
        check(pixel)?;
        give_found(squared, found, farthest.map(|(_, squared)| squared))?;
        farthest.map_or(Ok(()), |(at, _)| give(pixel, at.into()))
    }

    /// The pixels whose squared distance is at most this.
    fn hitmask_distance_field_within(field: *const hitmask_distance_field, squared: u32, out: *mut *mut hitmask_mask) {
        give_object(out, object(field)?.field.within(squared))
    }

    /// Every offset at which two masks overlap, as a mask: its pixel p is solid if they overlap at the offset p plus the corner.
    fn hitmask_mask_overlap_offsets(a: *const hitmask_mask, b: *const hitmask_mask, out: *mut *mut hitmask_mask, corner: *mut hitmask_point) {
        let (a, b) = (&object(a)?.mask, &object(b)?.mask);
        // Sides are at most 65 535.
        let least = |side: u32| 1 - i32::try_from(side).unwrap_or(i32::MAX);
        let first = Point::new(least(b.width()), least(b.height()));
        give_placed((a.overlap_offsets(b)?, first), out, corner)
    }

    /// How many pixels two masks have in common at every offset at which their rectangles overlap: row by row of the rectangle of offsets that
    /// is given, too.
    fn hitmask_mask_overlap_area_map(
        a: *const hitmask_mask, b: *const hitmask_mask, rect: *mut hitmask_rect, areas: *mut u32, capacity: usize, count: *mut usize
    ) {
        check_list(areas, capacity, count)?;
        check(rect)?;
        let (a, b) = (&object(a)?.mask, &object(b)?.mask);
        let map = a.overlap_area_map(b)?;
        let ((w, h), origin) = (map.size(), map.origin());
        give(rect, hitmask_rect { x: origin.x, y: origin.y, w, h })?;
        give_list(map.areas().iter().copied(), areas, capacity, count)
    }
}

impl hitmask_outline {
    pub(crate) fn new(outline: Outline) -> hitmask_outline {
        let mut points = Vec::with_capacity(outline.point_count());
        let mut begins = vec![0];
        for ring in outline.rings() {
            points.extend(ring.points.iter().map(|&point| hitmask_point::from(point)));
            begins.push(points.len());
        }
        hitmask_outline { outline, points, begins }
    }
}
