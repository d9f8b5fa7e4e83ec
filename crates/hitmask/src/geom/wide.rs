//! Products of two 128-bit numbers.

/// a × b, the high and the low 128 bits.
pub(super) fn mul(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a0 * b0;
    // No sum overflows: (2^64 - 1)² + 2 (2^64 - 1) = 2^128 - 1.
    let middle = a1 * b0 + (low >> 64);
    let other = a0 * b1 + (middle & LOW);
    (a1 * b1 + (middle >> 64) + (other >> 64), other << 64 | low & LOW)
}
