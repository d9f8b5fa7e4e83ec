//! Types that are saved as lists of numbers.

use crate::{Point, PointQ16, Pose, Rect, Run};

/// Implements serde for a type that is saved as another one: how to write it, and how to read it, which may fail with a message.
macro_rules! saved_as {
    ($($type:ty as $form:ty: $write:expr, $read:expr;)*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> $form = $write;
                serde::Serialize::serialize(&write(self), serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read: fn($form) -> Result<$type, _> = $read;
                read(serde::Deserialize::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    )*};
}
pub(super) use saved_as;

/// For forms of which every value is legal.
fn legal<T>(value: T) -> Result<T, &'static str> {
    Ok(value)
}

saved_as! {
    Point as (i32, i32): |p| (p.x, p.y), |p| legal(p.into());
    PointQ16 as (i64, i64): |p| (p.x, p.y), |(x, y)| legal(PointQ16::new(x, y));
    Rect as (i32, i32, u32, u32): |r| (r.x, r.y, r.w, r.h), |(x, y, w, h)| legal(Rect::new(x, y, w, h));
    Run as (u16, u16): |run| (run.start, run.end), |run| legal(run.into());
    Pose as [i64; 6]: Pose::to_q16, Pose::from_q16;
}

#[cfg(feature = "motion")]
saved_as! {
    crate::TimeOfImpact as (u64, u64): |time| (time.numerator(), time.denominator()), |(n, d)| {
        if n <= d && d > 0 { Ok(crate::TimeOfImpact::new(n, d)) } else { Err("a time of impact must be a fraction from 0 to 1, with a denominator above 0") }
    };
}

#[cfg(feature = "terrain")]
saved_as! {
    crate::TerrainEdges as u8: |edges| edges.bits(), |bits| {
        crate::TerrainEdges::from_bits(bits).ok_or("edges must be a sum of 1, 2, 4 and 8, each at most once")
    };
}

#[cfg(feature = "world")]
saved_as! {
    crate::Handle as (u32, u32): |handle| (handle.index(), handle.generation()), |(index, generation)| {
        legal(crate::Handle { index, generation })
    };
}
