//! Convex polygons
//!
//! A polygon covers the pixels whose centres lie inside, as a hitmask_circle does.

use crate::prelude::*;
use hitmask::ConvexPolygon;

/// A convex polygon. Free it with hitmask_polygon_free.
pub struct hitmask_polygon {
    pub(crate) shared: Arc<ConvexPolygon>,
}

verbs! {
    /// A polygon from its corners, in units of 1/65536 of a pixel, in either direction. HITMASK_NOT_CONVEX if a corner points inwards.
    fn hitmask_polygon_new(corners: *const hitmask_point_q16, count: usize, out: *mut *mut hitmask_polygon, error: *mut hitmask_error) {
        check(out)?;
        let corners: Vec<PointQ16> = array(corners, count)?.iter().map(|&corner| corner.into()).collect();
        let polygon = ConvexPolygon::new(corners).or_tell(error)?;
        give_object(out, hitmask_polygon { shared: Arc::new(polygon) })
    }

    /// Frees it. NULL does nothing.
    free fn hitmask_polygon_free(polygon: *mut hitmask_polygon);

    /// Its corners.
    fn hitmask_polygon_corners(polygon: *const hitmask_polygon, corners: *mut hitmask_point_q16, capacity: usize, count: *mut usize) {
        give_list(
            object(polygon)?.shared.corners().iter().map(|&corner| corner.into()),
            corners,
            capacity,
            count,
        )
    }
}
