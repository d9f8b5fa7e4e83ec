//! Circles and convex polygons.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Circle, ConvexPolygon, PointQ16};

#[derive(Serialize, Deserialize)]
#[serde(rename = "Circle", deny_unknown_fields)]
struct CircleForm {
    centre: PointQ16,
    radius: i64,
}

impl Serialize for Circle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        CircleForm { centre: self.centre(), radius: self.radius() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Circle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Circle, D::Error> {
        let CircleForm { centre, radius } = CircleForm::deserialize(deserializer)?;
        Circle::new(centre, radius).map_err(D::Error::custom)
    }
}

impl Serialize for ConvexPolygon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.corners().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ConvexPolygon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ConvexPolygon, D::Error> {
        ConvexPolygon::new(Vec::<PointQ16>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
