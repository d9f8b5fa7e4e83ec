//! Blending of 8-bit pixels that are not premultiplied.

/// `front` over `back`.
pub(crate) fn over(back: [u8; 4], front: [u8; 4]) -> [u8; 4] {
    let (back_alpha, front_alpha) = (i32::from(back[3]), i32::from(front[3]));
    if front_alpha == 0 {
        return back;
    }
    if back_alpha == 0 || front_alpha == 255 {
        return front;
    }
    let alpha = back_alpha + front_alpha - i32::from(mul(back[3], front[3]));
    let mix = |back: u8, front: u8| {
        // Between the two, since `front_alpha <= alpha`; so it fits a byte.
        (i32::from(back) + (i32::from(front) - i32::from(back)) * front_alpha / alpha) as u8
    };
    [mix(back[0], front[0]), mix(back[1], front[1]), mix(back[2], front[2]), alpha as u8]
}

/// The product of two parts of 255, rounded to the nearest.
pub(crate) fn mul(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    // Divides by 255 exactly in this range; at most 255.
    (((product >> 8) + product) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::{mul, over};

    #[test]
    fn products_are_rounded_to_the_nearest() {
        for a in 0..=255_u8 {
            for b in 0..=255_u8 {
                let exact = f64::from(a) * f64::from(b) / 255.0;
                assert_eq!(f64::from(mul(a, b)), exact.round(), "{a} * {b}");
            }
        }
    }

    #[test]
    fn over_keeps_clear_and_solid() {
        let back = [10, 20, 30, 40];
        assert_eq!(over(back, [1, 2, 3, 0]), back);
        assert_eq!(over(back, [1, 2, 3, 255]), [1, 2, 3, 255]);
        assert_eq!(over([9, 9, 9, 0], [1, 2, 3, 4]), [1, 2, 3, 4]);
        assert_eq!(over([0, 0, 0, 255], [255, 255, 255, 128]), [128, 128, 128, 255]);
    }
}
