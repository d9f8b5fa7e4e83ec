//! The WebAssembly module of the npm package `hitmask`. Use it through the package's JavaScript, in `js`: that checks what it is given.
//!
//! # How a call crosses
//! Exports take and return numbers. Everything else lies in the module's memory:
//! - [`desk`]: sixty-four floats for arguments and answers of a fixed size, one list of floats and one of bytes for the rest;
//! - [`store`]: the objects that JavaScript holds. JavaScript knows each by a number, as an operating system's programs know files.
//!
//! # What an export returns
//! An export that may fail or may have no answer returns an `i32`: the object's number, or 1 if the answer is on the desk; 0 if there is
//! none; -1 if the arguments are refused, with the sentence that says why in the list of bytes.
//!
//! # The core
//! Without the feature `full`, the module is the core of the package: masks, poses and contacts alone, with the same exports.
//!
//! # No panics
//! A panic ends the module: all later calls would fail. So nothing here relies on a documented panic of the library. The JavaScript
//! checks the types of arguments and that whole numbers fit; what can be too large or illegal is checked here, before the call.

#![cfg(target_family = "wasm")]
#![no_std]
#![cfg_attr(
    not(feature = "full"),
    allow(
        unreachable_patterns,
        clippy::needless_borrow,
        reason = "the core has one shape, and lends a reference to it where the full module lends a value"
    )
)]

extern crate alloc;

mod batch;
mod cache;
mod desk;
mod export;
mod global;
mod kind;
mod mask;
mod place;
mod prelude;
mod shape;
mod store;

#[cfg(feature = "full")]
mod buffer;
#[cfg(feature = "full")]
mod cast;
#[cfg(feature = "full")]
mod gpu;
#[cfg(feature = "full")]
mod labels;
#[cfg(feature = "full")]
mod make;
#[cfg(feature = "full")]
mod mover;
#[cfg(feature = "full")]
mod pack;
#[cfg(feature = "full")]
mod table;
#[cfg(feature = "full")]
mod terrain;
#[cfg(feature = "full")]
mod tiles;
#[cfg(feature = "full")]
mod world;
