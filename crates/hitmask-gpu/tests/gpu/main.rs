//! The device's answers beside the library's, on a software adapter (or on the one that `HITMASK_GPU` names).
//!
//! Mesa's software adapter can abort inside its compiler. So each test runs in a process of its own: an abort is told from a wrong answer,
//! and tried again.

mod buffer;
mod child;
mod crowd;
mod faults;
mod labels;
mod pairs;
