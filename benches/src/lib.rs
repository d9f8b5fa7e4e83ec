//! hitmask against its rivals: on named scenes, in one run, after all have given the same answers.
//!
//! `cargo run --release -p hitmask-benches -- --help` measures. `cargo test -p hitmask-benches` runs all of it once on
//! small masks.

pub mod clock;
pub mod contender;
pub mod frames;
pub mod goal;
pub mod load;
pub mod measure;
pub mod page;
pub mod plot;
pub mod question;
pub mod record;
pub mod report;
pub mod rivals;
pub mod work;
