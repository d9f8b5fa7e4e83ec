//! Runs against any shape: which method serves. Everything is in the runs' pixels, whichever of the two was asked; `at` is
//! where the other's origin lies there: an offset, or the opposite of one, which need not fit i32.

use super::runs_runs::{PlacedRuns, RectRuns};
use super::{bits_runs, runs_runs};
use crate::geom::{Extent, Offset};
use crate::mask::RunMask;
use crate::placed::ShapeRef;

macro_rules! verbs {
    ($($verb:ident -> $output:ty;)*) => {$(
        #[inline]
        pub(super) fn $verb(runs: &RunMask, other: ShapeRef<'_>, at: Offset) -> $output {
            match other {
                ShapeRef::Runs(other) => runs_runs::$verb(runs, PlacedRuns { runs: other, at }),
                ShapeRef::Bits(mask) => bits_runs::$verb(runs, mask, at),
                ShapeRef::Level(level) => bits_runs::$verb(runs, level, at),
                ShapeRef::Terrain(terrain) => bits_runs::$verb(runs, terrain, at),
                ShapeRef::Rect(rect) => runs_runs::$verb(runs, RectRuns::new(runs, rect.extent().shifted(at))),
                ShapeRef::Circle(_) | ShapeRef::Polygon(_) => {
                    unreachable!("convex shapes go by their spans")
                }
            }
        }
    )*};
}
verbs! {
    area -> u64;
    first -> Extent;
    bounds -> Extent;
}
