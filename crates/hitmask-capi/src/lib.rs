//! The C interface of hitmask. `include/hitmask.h` is made from this crate by `cargo xtask capi --bless`, one part from each module, and is
//! committed. So the doc comments of this crate are the comments of the header, and are written for readers of C.
//!
//! The crate converts, checks and names. It decides nothing: each function reads its arguments, calls one function of the library, and
//! writes the answer.
//!
//! # Pointers
//! All exported functions that take a pointer are `unsafe`, with one contract, which the header tells the caller: a pointer is NULL, or it
//! points to a live value of its type, or to as many of them as the count beside it says; an object is not used by two threads at a time if
//! one of the calls changes it; a pointer to an object came from the function that makes such objects, and was not freed.
//!
//! A call may call the caller back, who may call anything but must leave the memory that he passed. So no reference to an object of the caller
//! lives while he is called: it is read, copied or shared before. A world, which lives on, counts the calls that use it (`in_use`).
//!
//! The helpers in `border` are the only code that reads and writes through such pointers. They refuse NULL and misaligned pointers.
//! They rely on the contract for all else, so they are `unsafe`, too, and bodies of exported functions call them under the same contract.
#![allow(unsafe_code, reason = "the border to C: see Pointers above")]
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "an exported function has one contract, its caller's, for its whole body: see Pointers above"
)]
#![allow(clippy::missing_safety_doc, reason = "the contract is the same for all: see Pointers above")]
#![allow(clippy::too_many_arguments, reason = "C has no methods, and results are arguments")]
#![allow(clippy::doc_markdown, reason = "the comments are those of the header, which has no markdown")]
#![allow(non_camel_case_types, reason = "the names are those of the header")]

#[macro_use]
mod border;
mod fault;
mod in_use;
mod objects;
mod prelude;
mod verbs;

// In the order of the header.
mod status;

mod geom;

mod shape;

mod event;

mod table;

mod mask;

mod alpha;

mod runs;

mod convex;

mod frames;

mod pack;

mod overlap;

mod analysis;

mod posed;

mod bytes;

mod rle;

mod terrain;

mod motion;

mod mover;

mod buffer;

mod labels;

mod world;

mod step;

mod custom;

mod ask;

mod r#move;

mod parts;

mod tiles;

mod save;

pub use alpha::*;
pub use analysis::*;
pub use ask::*;
pub use buffer::*;
pub use bytes::*;
pub use convex::*;
pub use custom::*;
pub use event::*;
pub use frames::*;
pub use geom::*;
pub use in_use::hitmask_world;
pub use labels::*;
pub use mask::*;
pub use motion::*;
pub use r#move::*;
pub use mover::*;
pub use objects::*;
pub use overlap::*;
pub use pack::*;
pub use parts::*;
pub use posed::*;
pub use rle::*;
pub use runs::*;
pub use save::*;
pub use shape::*;
pub use status::*;
pub use step::*;
pub use table::*;
pub use terrain::*;
pub use tiles::*;
pub use verbs::*;
pub use world::*;
