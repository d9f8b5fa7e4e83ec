//! Which pixels of a sprite are solid, in three forms: bits ([`Mask`]), runs ([`RunMask`]) and alpha
//! ([`AlphaMask`]).
//!
//! # The offset
//! Every verb that takes two shapes takes an `offset`: the other's origin minus self's origin, in self's pixels, x to
//! the right and y down. Results are in self's pixels too. Here `a.overlaps(&b, (3, 2))` is asked:
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
//! Two shapes overlap if and only if some pixel is solid in both. Touching edges do not overlap. Every offset is legal:
//! far apart means no. `a.overlaps(&b, o) == b.overlaps(&a, -o)` wherever -o exists.
//!
//! A mask of zero width or height is legal, holds nothing and touches nothing.

mod alpha;
mod bounds;
mod build;
mod codec;
mod edit;
mod error;
mod gate;
pub(crate) mod kept;
pub(crate) mod pair;
mod reuse;
mod runs;
mod scan;
mod storage;
mod transform;

pub use alpha::{AlphaLevel, AlphaMask};
pub(crate) use bounds::{Bounds, RowSpan};
pub(crate) use build::{check_length, check_size};
pub use error::{MaskError, RunFault};
pub(crate) use gate::Gate;
pub(crate) use runs::RunBuilder;
pub use runs::{Run, RunMask};
pub use storage::Mask;
