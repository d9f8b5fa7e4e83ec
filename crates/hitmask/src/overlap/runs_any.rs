//! Runs against any shape: which method serves. Everything is in the runs' pixels, whichever of the two was asked; `at` is
//! where the other's origin lies there: an offset, or the opposite of one, which need not fit i32.

use super::answer::Meeting;
use super::bits_runs::UnderRuns;
use super::runs_runs::{Block, MovedRuns, RunPair};
use crate::geom::Extent;
use crate::mask::RunMask;
use crate::placed::ShapeRef;

macro_rules! verbs {
    ($($verb:ident -> $output:ty;)*) => {$(
        #[inline]
        pub(super) fn $verb(runs: &RunMask, other: ShapeRef<'_>, at: (i64, i64)) -> $output {
            let (x, y) = at;
            match other {
                ShapeRef::Runs(other) => RunPair { a: runs, b: MovedRuns { runs: other, x, y } }.$verb(),
                ShapeRef::Bits(mask) => UnderRuns { runs, words: mask, at }.$verb(),
                ShapeRef::Level(level) => UnderRuns { runs, words: level, at }.$verb(),
                ShapeRef::Terrain(terrain) => UnderRuns { runs, words: terrain, at }.$verb(),
                ShapeRef::Rect(rect) => {
                    let e = rect.extent();
                    let placed = Extent { x0: e.x0 + x, y0: e.y0 + y, x1: e.x1 + x, y1: e.y1 + y };
                    RunPair { a: runs, b: Block::new(runs, placed) }.$verb()
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
