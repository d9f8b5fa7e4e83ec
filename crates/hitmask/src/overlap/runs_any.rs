//! Runs against any shape: which method serves. Everything is in the runs' pixels, whichever of the two was asked; `at` is
//! where the other's origin lies there: an offset, or the opposite of one, which need not fit i32.

use super::runs_runs::{Block, Placed};
use super::{bits_runs, runs_runs};
use crate::geom::Extent;
use crate::mask::RunMask;
use crate::placed::ShapeRef;

macro_rules! verbs {
    ($($verb:ident -> $output:ty;)*) => {$(
        #[inline]
        pub(super) fn $verb(runs: &RunMask, other: ShapeRef<'_>, at: (i64, i64)) -> $output {
            let (x, y) = at;
            match other {
                ShapeRef::Runs(other) => runs_runs::$verb(runs, Placed { runs: other, x, y }),
                ShapeRef::Bits(mask) => bits_runs::$verb(runs, mask, at),
                ShapeRef::Level(level) => bits_runs::$verb(runs, level, at),
                ShapeRef::Terrain(terrain) => bits_runs::$verb(runs, terrain, at),
                ShapeRef::Rect(rect) => {
                    let e = rect.extent();
                    let placed = Extent { x0: e.x0 + x, y0: e.y0 + y, x1: e.x1 + x, y1: e.y1 + y };
                    runs_runs::$verb(runs, Block::new(runs, placed))
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
