//! Exact comparisons of products of 128-bit numbers.

use core::cmp::Ordering;

/// The high and the low 128 bits of a × b.
pub(crate) fn mul(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a0 * b0;
    // No sum overflows: (2^64 - 1)² + 2 (2^64 - 1) = 2^128 - 1.
    let middle = a1 * b0 + (low >> 64);
    let other = a0 * b1 + (middle & LOW);
    (a1 * b1 + (middle >> 64) + (other >> 64), other << 64 | low & LOW)
}

/// Compares a · b with c · d. The factors may have any sign.
pub(crate) fn compare_products(a: i128, b: i128, c: i128, d: i128) -> Ordering {
    let sign = |x: i128, y: i128| x.signum() * y.signum();
    let size = |x: i128, y: i128| mul(x.unsigned_abs(), y.unsigned_abs());
    let (left, right) = (sign(a, b), sign(c, d));
    left.cmp(&right).then_with(|| match left {
        0 => Ordering::Equal,
        1 => size(a, b).cmp(&size(c, d)),
        _ => size(c, d).cmp(&size(a, b)),
    })
}

/// Compares u² + v² with r². The magnitudes of u, v and r must not exceed 2¹²⁶.
pub(crate) fn compare_squares(u: i128, v: i128, r: i128) -> Ordering {
    let square = |x: i128| mul(x.unsigned_abs(), x.unsigned_abs());
    let ((high, low), (other_high, other_low)) = (square(u), square(v));
    let (low, carry) = low.overflowing_add(other_low);
    (high + other_high + u128::from(carry), low).cmp(&square(r))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compared_like_small_numbers() {
        const FAR: i128 = 1 << 100;
        for a in -2..=2 {
            for b in -2..=2 {
                for (c, d) in [(0, 5), (1, 1), (-1, 2), (2, -2), (4, -1), (2, 2), (-1, -1)] {
                    let small = (a * b).cmp(&(c * d));
                    assert_eq!(compare_products(a, b, c, d), small);
                    assert_eq!(compare_products(a * FAR, b * FAR, c * FAR, d * FAR), small);
                }
                let squares = (a * a + b * b).cmp(&4);
                assert_eq!(compare_squares(a * FAR, b * FAR, 2 * FAR), squares);
            }
        }
        // The low halves carry: 2 · (2^64 - 1)², compared with two squares close to 2 · (2^64)².
        let all = (1 << 64) - 1;
        assert_eq!(compare_squares(all, all, 26_087_635_650_665_564_425), Ordering::Less);
        assert_eq!(compare_squares(all, all, 26_087_635_650_665_564_423), Ordering::Greater);
    }
}
