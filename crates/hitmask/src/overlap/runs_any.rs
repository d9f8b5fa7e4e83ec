//! Runs against any shape: chooses the method. All coordinates are in the run mask's pixels, no matter which of the two shapes was asked.
//! `at` is the other shape's origin there: an offset, or the opposite of an offset, which need not fit `i32`.

use super::answer::Meeting;
use super::bits_runs::UnderRuns;
use super::runs_runs::{PlacedRuns, RectRuns, RunPair};
use crate::geom::{Extent, Offset};
use crate::mask::RunMask;
use crate::placed::ShapeRef;

macro_rules! verbs {
    ($($verb:ident -> $output:ty;)*) => {$(
        pub(super) fn $verb(runs: &RunMask, other: ShapeRef<'_>, at: Offset) -> $output {
            match other {
                ShapeRef::Runs(other) => RunPair { a: runs, b: PlacedRuns { runs: other, at } }.$verb(),
                ShapeRef::Mask(mask) => UnderRuns { runs, words: mask, at }.$verb(),
                ShapeRef::LabelMask(labels) => UnderRuns { runs, words: labels.mask(), at }.$verb(),
                ShapeRef::Level(level) => UnderRuns { runs, words: level, at }.$verb(),
                ShapeRef::Labels(view) => UnderRuns { runs, words: view, at }.$verb(),
                ShapeRef::Terrain(terrain) => UnderRuns { runs, words: terrain, at }.$verb(),
                ShapeRef::Rect(rect) => {
                    RunPair { a: runs, b: RectRuns::new(runs, rect.extent().shifted(at)) }.$verb()
                }
                ShapeRef::Tiles(_) | ShapeRef::Circle(_) | ShapeRef::Polygon(_) => {
                    unreachable!("maps go by their blocks, convex shapes by their spans")
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
