//! The forms in which values are saved with the feature `serde`. They are part of the interface: what one version writes, all later
//! versions read.
//!
//! | type | form |
//! |---|---|
//! | [`Point`](crate::Point) | `[x, y]`, in pixels |
//! | [`PointQ16`](crate::PointQ16) | `[x, y]`, whole numbers of 65 536ths of a pixel |
//! | [`Rect`](crate::Rect) | `[x, y, width, height]` |
//! | [`Pose`](crate::Pose) | `[a, b, c, d, tx, ty]`, as [`Pose::to_q16`](crate::Pose::to_q16) gives them |
//! | [`Angle`](crate::Angle) | `{"degrees": 45.0}`, `{"radians": 0.5}` or `{"steps": {"step": 1, "of": 8}}` |
//! | [`Mask`](crate::Mask) | `width`, `height` and `bits`: the bytes of [`Mask::to_bytes`](crate::Mask::to_bytes) |
//! | [`AlphaMask`](crate::AlphaMask) | `width`, `height` and `alpha`: the bytes of [`AlphaMask::as_bytes`](crate::AlphaMask::as_bytes) |
//! | [`RunMask`](crate::RunMask) | `width`, `height` and `rows`: a list of runs for each row |
//! | [`Run`](crate::Run) | `[start, end]` |
//! | [`Terrain`](crate::Terrain), [`LabelMask`](crate::LabelMask), [`TileMap`](crate::TileMap) | the bytes of `to_bytes`, such as [`Terrain::to_bytes`](crate::Terrain::to_bytes) |
//! | `SavedWorld` | the bytes of [`World::to_bytes`](crate::World::to_bytes) |
//! | [`Handle`](crate::Handle) | `[index, generation]` |
//! | [`Circle`](crate::Circle) | `centre` and `radius`, in 65 536ths of a pixel |
//! | [`ConvexPolygon`](crate::ConvexPolygon) | its corners, in 65 536ths of a pixel |
//! | [`TimeOfImpact`](crate::TimeOfImpact) | `[numerator, denominator]` |
//! | [`TerrainEdges`](crate::TerrainEdges) | the sum of 1 (left), 2 (right), 4 (top) and 8 (bottom) |
//! | [`PoseParts`](crate::PoseParts), `Layers`, `TurningMotion`, `MoveOptions`, `IslandOptions`, `EventDetail`, `WorldOptions` | their fields; each may be left out |
//! | choices, and `Cast`, `StepCast`, `PosedCast`, `Closest` | the variant's name in small letters, with words joined by `-`; its fields are the value |
//!
//! Lists of bytes are bytes in binary formats. In formats for people (JSON, TOML, RON) they are base64 with padding (RFC 4648).
//!
//! Reading checks everything that a constructor checks: sizes against [`Mask::MAX_SIDE`](crate::Mask::MAX_SIDE), lengths, the order of
//! runs, that a pose has an inverse, that a polygon is convex. If a check fails, reading fails with the sentence of the constructor's
//! error. Unknown fields are errors, too. No memory is allocated for a size that the data do not fill.
//!
//! Worlds have no such form of their own, because shapes and custom tests are saved by keys, which only you know. `World::save` takes the
//! keys and gives a `SavedWorld`, which has a form. Colliders have none: save the world that they are in. A handle has a meaning only in its
//! own world, and in the one that is loaded from it.
//!
//! ```
//! # #[cfg(feature = "serde")] {
//! use hitmask::{Mask, Point};
//! let mask = Mask::from_fn(10, 2, |x, y| x == 0 || y == 1);
//! let text = serde_json::to_string(&mask).unwrap();
//! assert_eq!(text, r#"{"width":10,"height":2,"bits":"gAD/wA=="}"#);
//! assert_eq!(serde_json::from_str::<Mask>(&text).unwrap(), mask);
//! assert_eq!(serde_json::to_string(&Point::new(3, -4)).unwrap(), "[3,-4]");
//! # }
//! ```

#[cfg(feature = "serde")]
mod base64;
#[cfg(feature = "serde")]
mod bytes;
#[cfg(feature = "serde")]
mod lists;
#[cfg(feature = "serde")]
mod pixels;
#[cfg(feature = "serde")]
mod shapes;
#[cfg(all(feature = "serde", feature = "world"))]
mod worlds;
