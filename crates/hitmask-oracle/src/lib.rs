//! Brute-force answers with which hitmask's answers are compared.
//!
//! The code here is written so that a reader can *see* that it is right: one `bool` (or one alpha byte) a pixel, plain loops over all
//! pixels, 64-bit coordinates. Nothing is clever and nothing is fast. The crate shares no code with hitmask, so that a fault in one is not
//! repeated in the other. It depends only on numbers of any length.
//!
//! The conventions are those of hitmask: y points down, an offset is the other's origin minus one's own, and answers are in one's own
//! pixels.

mod alpha;
mod boxes;
mod buffer;
mod checksum;
mod codec;
mod components;
mod contact;
mod convex;
mod convoy;
mod cover;
mod distance;
mod edit;
mod grid;
mod labels;
mod morphology;
mod mover;
mod overlap;
mod pack;
mod polygon;
mod posed;
mod random;
mod sources;
mod sweep;
mod swept;
mod terrain;
mod tile_map;
pub mod world;

pub use alpha::{AlphaGrid, sum_overlap};
pub use boxes::{box_pairs, boxes_meet};
pub use buffer::{Buffer, BufferMode};
pub use checksum::{crc64, sealed};
pub use codec::RunError;
pub use contact::{Closest, closest_of, normal_of, separation_of};
pub use convex::{Convex, convex_covers, is_convex};
pub use convoy::{Convoy, Fellow, Role};
pub use cover::{Cell, Cover, Touch};
pub use grid::Grid;
pub use labels::{LabelCounts, LabelGrid, count_labels};
pub use morphology::Element;
pub use mover::{
    Ground, Passenger, Refusal, Rules, UNKNOWN, UP, Walked, blockers, move_solid, slope, support_at, walk,
};
pub use overlap::{Block, Overlap, Solid, overlap};
pub use pack::pack_alphas;
pub use polygon::{Polygon, windings};
pub use posed::{
    Affine, PoseParts, Turn, bake, bake_alpha, coverage, pose_from_parts, posed_geometry_overlaps,
    posed_overlap, posed_sum_overlap, texel_at,
};
pub use random::{Rng, lead, splitmix};
pub use sweep::Sweep;
pub use swept::{BentWay, Edges, Instant, StraightWay, bent_instants, instants};
pub use terrain::Changed;
pub use tile_map::{FlatCell, FlatMap, FlatTile, Patch};
pub use world::{Gliding, Look, first_bent_glide, first_glide, glide_covers};
