//! Which pixels of a sprite are solid, in three forms: bits ([`Mask`]), runs ([`RunMask`]) and alpha ([`AlphaMask`]).
//!
//! # The offset
//! Every method that takes two shapes takes an `offset`: the origin of the other shape minus the origin of `self`, in pixels, x to the
//! right and y down. Results are in the pixel coordinates of `self`. This is what `a.overlaps(&b, (3, 2))` asks:
//!
//! ```text
//!   a's origin (0, 0)
//!   ┌──┬──┬──┬──┬──┐
//!   │  │  │  │  │  │
//!   ├──┼──┼──┼──┼──┤      offset = (3, 2)
//!   │  │  │  │  │  │
//!   ├──┼──┼──╔══╤══╗──┐   b's origin lies on a's pixel (3, 2)
//!   │  │  │  ║██│██║  │
//!   └──┴──┴──╚══╧══╝──┤   ██  a's pixels (3, 2) and (4, 2) are
//!            │  │  │  │       b's pixels (0, 0) and (1, 0)
//!            └──┴──┴──┘
//! ```
//!
//! Two shapes overlap if and only if some pixel is solid in both. Shapes that only share an edge don't overlap. Every offset is legal; if
//! the shapes are far apart, the answer is no. `a.overlaps(&b, o) == b.overlaps(&a, -o)` for every offset o whose negation fits `i32`.
//!
//! A mask of zero width or height is legal. It is empty and overlaps nothing.

mod alpha;
mod bounds;
mod build;
mod codec;
mod content;
mod cracks;
mod derived;
mod edit;
mod grown;
pub(crate) mod kept;
mod labels;
mod measure;
mod nine_slice;
mod occupancy_grid;
pub(crate) mod pair;
mod reuse;
mod runs;
mod scan;
mod storage;
mod transform;

pub use alpha::{AlphaLevel, AlphaMask};
pub(crate) use bounds::{Bounds, RowSpan};
pub(crate) use build::{check_length, crop_bytes};
pub use labels::{LabelMask, LabelNames, LabelView, Labels};
pub use nine_slice::{Margins, SliceFill};
pub(crate) use runs::RunBuilder;
pub use runs::{Run, RunMask};
pub(crate) use scan::turned_from;
pub use storage::Mask;
pub(crate) use storage::{Derived, OccupancyGrid, fits_mask};
