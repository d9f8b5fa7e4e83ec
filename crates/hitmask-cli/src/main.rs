//! The `hitmask` program.
fn main() {}
