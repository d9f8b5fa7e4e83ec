//! `cargo xtask`: what CI does, for anyone to run.
fn main() {}
