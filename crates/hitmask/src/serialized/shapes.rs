//! Circles and convex polygons.

use alloc::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::lists::saved_as;
use crate::{Circle, ConvexPolygon, PointQ16};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Circle", deny_unknown_fields)]
struct CircleForm {
    centre: PointQ16,
    radius: i64,
}

saved_as! {
    Circle as CircleForm: |circle| CircleForm { centre: circle.centre(), radius: circle.radius() },
        |CircleForm { centre, radius }| Circle::new(centre, radius);
    ConvexPolygon as Cow<'_, [PointQ16]>: |polygon| polygon.corners().into(), |corners| ConvexPolygon::new(corners.into_owned());
}
