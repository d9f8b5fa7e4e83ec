//! About one mask
//!
//! Connected components, outlines, convex pieces, distances, moments, and all offsets at which two masks overlap.

use crate::prelude::*;
use hitmask::{Components, DistanceField, Outline, Pieces, Simplify};

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
    pub(crate) components: Components,
}

/// The outline of a mask.
pub struct hitmask_outline {
    pub(crate) outline: Outline,
    /// The corners of all rings, in the form of the header.
    points: Vec<hitmask_point>,
    /// Where the corners of each ring begin, and where those of the last one end.
    begins: Vec<usize>,
}

/// Convex polygons.
pub struct hitmask_pieces {
    pub(crate) pieces: Pieces,
}

/// The distance of each pixel to the nearest wanted one.
pub struct hitmask_distance_field {
    pub(crate) field: DistanceField,
}

holding! {
    hitmask_components { components: Components }
    hitmask_pieces { pieces: Pieces }
    hitmask_distance_field { field: DistanceField }
}

verbs! {
    /// Frees them. NULL does nothing.
    free fn hitmask_components_free(components: *mut hitmask_components);

    /// One of them, counted from 0.
    fn hitmask_components_get(components: *const hitmask_components, index: usize, out: *mut hitmask_component) {
        give(out, object(components)?.components.get(index).ok_or(HITMASK_NO_SUCH_INDEX)?.into())
    }

    /// The pixels of one of them, as a mask of the size of the whole mask.
    fn hitmask_components_mask(components: *const hitmask_components, index: usize, out: *mut *mut hitmask_mask) {
        let components = &object(components)?.components;
        give_object(out, components.mask(InvalidArgument::index("component", index, components.len())?))
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
        let wish = Simplify { promise, tolerance: f64::from(tolerance) / 65_536.0, max_points };
        let simple = object(outline)?.outline.simplify(&wish).or_tell(error)?;
        give_object(out, simple)
    }

    /// The same area in pieces of at most so many corners, at least 3: Box2D takes 8.
    fn hitmask_pieces_with_max_corners(pieces: *const hitmask_pieces, max_corners: usize, out: *mut *mut hitmask_pieces, error: *mut hitmask_error) {
        check(out)?;
        let pieces = object(pieces)?.pieces.with_max_corners(max_corners).or_tell(error)?;
        give_object(out, pieces)
    }

    /// Frees them. NULL does nothing.
    free fn hitmask_pieces_free(pieces: *mut hitmask_pieces);

    /// The corners of one of them, counted from 0.
    fn hitmask_pieces_get(pieces: *const hitmask_pieces, index: usize, corners: *mut hitmask_point, capacity: usize, count: *mut usize) {
        let piece = object(pieces)?.pieces.get(index).ok_or(HITMASK_NO_SUCH_INDEX)?;
        give_list(piece.iter().map(|&corner| corner.into()), corners, capacity, count)
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_distance_field_free(field: *mut hitmask_distance_field);

    /// The first pixel with the largest distance, and its squared distance.
    fn hitmask_distance_field_farthest(field: *const hitmask_distance_field, pixel: *mut hitmask_point, squared: *mut u32, found: *mut bool) {
        let farthest = object(field)?.field.farthest();
        check(pixel)?;
        give_found(squared, found, farthest.map(|(_, squared)| squared))?;
        farthest.map_or(Ok(()), |(at, _)| give(pixel, at.into()))
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

impl From<Outline> for hitmask_outline {
    fn from(outline: Outline) -> hitmask_outline {
        let mut points = Vec::with_capacity(outline.point_count());
        let mut begins = vec![0];
        for ring in outline.rings() {
            points.extend(ring.points.iter().map(|&point| hitmask_point::from(point)));
            begins.push(points.len());
        }
        hitmask_outline { outline, points, begins }
    }
}
