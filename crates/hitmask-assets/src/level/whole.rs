//! Whole numbers that files write as numbers of any kind.

use crate::error::ErrorKind;

/// A whole number within limits.
pub(super) fn whole(number: f64, what: &str, least: i64, most: i64) -> Result<i64, ErrorKind> {
    if number.fract() == 0.0 && number >= least as f64 && number <= most as f64 {
        Ok(number as i64)
    } else {
        Err(ErrorKind::level(format!("{what} is {number}, not a whole number from {least} to {most}")))
    }
}

/// The same, not below zero.
pub(super) fn side(number: f64, what: &str, least: i64, most: i64) -> Result<u32, ErrorKind> {
    debug_assert!((0..=i64::from(u32::MAX)).contains(&least) && most <= i64::from(u32::MAX));
    whole(number, what, least, most).map(|number| number as u32)
}
