//! Blending of 8-bit pixels that are not premultiplied: "over", and the blend modes of Aseprite's layers.
//!
//! A blend mode changes the colour of the front where the back is not clear. The resulting alpha is that of "over" in every mode. The
//! formulas are those of the W3C's Compositing and Blending, in 8-bit steps. Alpha and normal layers equal Aseprite's bit for bit; in
//! other modes the colours may differ by rounding.

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
        // Since `front_alpha <= alpha`, the result lies between the two, so it fits a byte.
        (i32::from(back) + (i32::from(front) - i32::from(back)) * front_alpha / alpha) as u8
    };
    [mix(back[0], front[0]), mix(back[1], front[1]), mix(back[2], front[2]), alpha as u8]
}

/// `front` over `back` in a blend mode.
pub(crate) fn blend(mode: BlendMode, back: [u8; 4], front: [u8; 4]) -> [u8; 4] {
    if mode == BlendMode::Normal || back[3] == 0 || front[3] == 0 {
        return over(back, front);
    }
    let [r, g, b, alpha] = front;
    let mixed = mode.colors([back[0], back[1], back[2]], [r, g, b]);
    // The more translucent the back is, the more the front keeps its own colour.
    let part = |own: u8, mixed: u8| mul(own, 255 - back[3]).saturating_add(mul(mixed, back[3]));
    over(back, [part(r, mixed[0]), part(g, mixed[1]), part(b, mixed[2]), alpha])
}

/// The product of two fractions with the denominator 255, rounded to the nearest.
pub(crate) fn mul(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    // In this range this is an exact division by 255. The result is at most 255.
    (((product >> 8) + product) >> 8) as u8
}

/// The blend mode of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlendMode {
    Normal,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Hue,
    Saturation,
    Color,
    Luminosity,
    Addition,
    Subtract,
    Divide,
}

impl BlendMode {
    /// The mode by its number in Aseprite files. Unknown numbers are normal.
    pub(crate) fn from_aseprite(number: u16) -> BlendMode {
        const MODES: [BlendMode; 19] = [
            BlendMode::Normal,
            BlendMode::Multiply,
            BlendMode::Screen,
            BlendMode::Overlay,
            BlendMode::Darken,
            BlendMode::Lighten,
            BlendMode::ColorDodge,
            BlendMode::ColorBurn,
            BlendMode::HardLight,
            BlendMode::SoftLight,
            BlendMode::Difference,
            BlendMode::Exclusion,
            BlendMode::Hue,
            BlendMode::Saturation,
            BlendMode::Color,
            BlendMode::Luminosity,
            BlendMode::Addition,
            BlendMode::Subtract,
            BlendMode::Divide,
        ];
        MODES.get(usize::from(number)).copied().unwrap_or(BlendMode::Normal)
    }

    /// The colour of an opaque front on an opaque back.
    fn colors(self, back: [u8; 3], front: [u8; 3]) -> [u8; 3] {
        match self {
            BlendMode::Hue => with_luminosity(with_saturation(parts(front), saturation(parts(back))), back),
            BlendMode::Saturation => {
                with_luminosity(with_saturation(parts(back), saturation(parts(front))), back)
            }
            BlendMode::Color => with_luminosity(parts(front), back),
            BlendMode::Luminosity => with_luminosity(parts(back), front),
            _ => [0, 1, 2].map(|channel| self.channel(back[channel], front[channel])),
        }
    }

    /// One channel, in the modes that treat each channel by itself.
    fn channel(self, back: u8, front: u8) -> u8 {
        match self {
            BlendMode::Multiply => mul(back, front),
            BlendMode::Screen => screen(back, front),
            BlendMode::Overlay => hard_light(front, back),
            BlendMode::Darken => back.min(front),
            BlendMode::Lighten => back.max(front),
            BlendMode::ColorDodge if back == 0 => 0,
            BlendMode::ColorDodge => div(back, 255 - front),
            BlendMode::ColorBurn if back == 255 => 255,
            BlendMode::ColorBurn => 255 - div(255 - back, front),
            BlendMode::HardLight => hard_light(back, front),
            BlendMode::SoftLight => soft_light(back, front),
            BlendMode::Difference => back.abs_diff(front),
            // back + front - 2 * back * front. Only rounding can take it below 0.
            BlendMode::Exclusion => screen(back, front).saturating_sub(mul(back, front)),
            BlendMode::Addition => back.saturating_add(front),
            BlendMode::Subtract => back.saturating_sub(front),
            BlendMode::Divide if back == 0 => 0,
            BlendMode::Divide => div(back, front),
            // The other modes mix the channels.
            BlendMode::Normal
            | BlendMode::Hue
            | BlendMode::Saturation
            | BlendMode::Color
            | BlendMode::Luminosity => front,
        }
    }
}

/// a / b as a fraction with the denominator 255, at most 1.
fn div(a: u8, b: u8) -> u8 {
    if a >= b { 255 } else { ((u32::from(a) * 255 + u32::from(b) / 2) / u32::from(b)) as u8 }
}

fn screen(back: u8, front: u8) -> u8 {
    255 - mul(255 - back, 255 - front)
}

fn hard_light(back: u8, front: u8) -> u8 {
    if front < 128 { mul(back, front * 2) } else { screen(back, (front - 128) * 2 + 1) }
}

fn soft_light(back: u8, front: u8) -> u8 {
    let [b, f] = [back, front].map(|channel| f64::from(channel) / 255.0);
    let root = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
    let blended =
        if f <= 0.5 { b - (1.0 - 2.0 * f) * b * (1.0 - b) } else { b + (2.0 * f - 1.0) * (root - b) };
    byte(blended)
}

fn parts(color: [u8; 3]) -> [f64; 3] {
    color.map(|channel| f64::from(channel) / 255.0)
}

/// The nearest byte. The cast saturates.
fn byte(part: f64) -> u8 {
    (part * 255.0).round() as u8
}

fn luminosity([r, g, b]: [f64; 3]) -> f64 {
    0.3 * r + 0.59 * g + 0.11 * b
}

fn saturation([r, g, b]: [f64; 3]) -> f64 {
    r.max(g).max(b) - r.min(g).min(b)
}

/// The colour with its channels scaled to this saturation.
fn with_saturation(color: [f64; 3], wanted: f64) -> [f64; 3] {
    let spread = saturation(color);
    let least = color[0].min(color[1]).min(color[2]);
    color.map(|channel| if spread > 0.0 { (channel - least) * wanted / spread } else { 0.0 })
}

/// The colour with the luminosity of `like`. If a channel would leave the range, the colour is moved towards grey.
fn with_luminosity(color: [f64; 3], like: [u8; 3]) -> [u8; 3] {
    let grey = luminosity(parts(like));
    let shift = grey - luminosity(color);
    let color = color.map(|channel| channel + shift);
    let least = color[0].min(color[1]).min(color[2]);
    let most = color[0].max(color[1]).max(color[2]);
    let mut keep = 1.0_f64;
    if least < 0.0 {
        keep = keep.min(grey / (grey - least));
    }
    if most > 1.0 {
        keep = keep.min((1.0 - grey) / (most - grey));
    }
    color.map(|channel| byte(grey + (channel - grey) * keep))
}

#[cfg(test)]
mod tests {
    use super::{BlendMode, blend, mul, over};

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

    /// Compares every mode with the formulas of the W3C in floats.
    #[test]
    fn modes_follow_their_formulas() {
        type Formula = fn(f64, f64) -> f64;
        let formulas: [(BlendMode, Formula); 12] = [
            (BlendMode::Multiply, |b, f| b * f),
            (BlendMode::Screen, |b, f| b + f - b * f),
            (
                BlendMode::Overlay,
                |b, f| if b <= 0.5 { 2.0 * b * f } else { 1.0 - 2.0 * (1.0 - b) * (1.0 - f) },
            ),
            (
                BlendMode::HardLight,
                |b, f| if f <= 0.5 { 2.0 * b * f } else { 1.0 - 2.0 * (1.0 - b) * (1.0 - f) },
            ),
            (BlendMode::Darken, f64::min),
            (BlendMode::Lighten, f64::max),
            (BlendMode::Difference, |b, f| (b - f).abs()),
            (BlendMode::Exclusion, |b, f| b + f - 2.0 * b * f),
            (BlendMode::Addition, |b, f| (b + f).min(1.0)),
            (BlendMode::Subtract, |b, f| (b - f).max(0.0)),
            (BlendMode::ColorDodge, |b, f| if b == 0.0 { 0.0 } else { (b / (1.0 - f)).min(1.0) }),
            (BlendMode::ColorBurn, |b, f| if b == 1.0 { 1.0 } else { 1.0 - ((1.0 - b) / f).min(1.0) }),
        ];
        for (mode, formula) in formulas {
            for back in (0..=255).step_by(5) {
                for front in (0..=255).step_by(3) {
                    let [r, .., alpha] = blend(mode, [back, 0, 0, 255], [front, 0, 0, 255]);
                    let exact = formula(f64::from(back) / 255.0, f64::from(front) / 255.0) * 255.0;
                    assert!(
                        (f64::from(r) - exact).abs() <= 1.01,
                        "{mode:?} {back} {front}: {r}, not {exact}"
                    );
                    assert_eq!(alpha, 255);
                }
            }
        }
    }

    #[test]
    fn alpha_is_the_same_in_every_mode() {
        for number in 0..20 {
            for alphas in [[0, 7], [7, 0], [90, 200], [255, 3]] {
                let [back, front] = alphas.map(|alpha| [200, 100, 50, alpha]);
                let mode = BlendMode::from_aseprite(number);
                assert_eq!(blend(mode, back, front)[3], over(back, front)[3], "{mode:?} {alphas:?}");
            }
        }
    }

    #[test]
    fn modes_of_whole_colors() {
        let (red, grey) = ([255, 0, 0, 255], [128, 128, 128, 255]);
        assert_eq!(blend(BlendMode::Saturation, red, grey), [77, 77, 77, 255], "red without saturation");
        assert_eq!(blend(BlendMode::Color, red, grey), [77, 77, 77, 255], "grey as light as red");
        assert_eq!(blend(BlendMode::Luminosity, red, [0, 0, 0, 255]), [0, 0, 0, 255], "red as dark as black");
        assert_eq!(blend(BlendMode::Hue, red, [0, 255, 0, 255]), [0, 130, 0, 255], "green as light as red");
    }
}
