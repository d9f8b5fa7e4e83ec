//! The shapes. Each is a pure function of width, height and seed (and of what its name says). Floating point is used only where IEEE 754
//! prescribes every bit, so the shapes are the same on every machine.

use crate::Random;
use hitmask::Mask;

/// Where a pixel's centre lies relative to the picture's centre: from (-1, -1) to (1, 1).
fn centred(w: u32, h: u32, x: u32, y: u32) -> (f64, f64) {
    let at = |i: u32, n: u32| f64::from(2 * i + 1) / f64::from(n) - 1.0;
    (at(x, w), at(y, h))
}

/// A random direction. It does not use `sin`, whose last bit differs between machines.
fn direction(random: &mut Random) -> (f64, f64) {
    let t = random.unit() * 2.0 - 1.0;
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    let d = 1.0 + t * t;
    (sign * (1.0 - t * t) / d, sign * 2.0 * t / d)
}

/// The product of two complex numbers.
fn turn(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// A disc that touches all four sides. An ellipse if width and height differ.
#[must_use]
pub fn disc(w: u32, h: u32) -> Mask {
    ring(w, h, 0.0)
}

/// A disc without its inner part, which has `inner` times its radius.
#[must_use]
pub fn ring(w: u32, h: u32, inner: f64) -> Mask {
    Mask::from_fn(w, h, |x, y| {
        let (u, v) = centred(w, h, x, y);
        let r2 = u * u + v * v;
        r2 <= 1.0 && r2 >= inner * inner
    })
}

/// A wobbly disc with a clear margin of `margin` half sides: the rough shape of most sprites.
fn wobbly(w: u32, h: u32, seed: u64, margin: f64) -> impl Fn(u32, u32) -> bool {
    let mut random = Random::new(seed);
    let (three, five) = (direction(&mut random), direction(&mut random));
    let scale = 1.0 / (1.0 - margin);
    move |x, y| {
        let (u, v) = centred(w, h, x, y);
        let (u, v) = (u * scale, v * scale);
        let r = (u * u + v * v).sqrt();
        if r < 0.5 {
            return true;
        }
        if r > 1.0 {
            return false;
        }
        // The powers of this unit vector give the cosines of three and five times its angle.
        let unit = (u / r, v / r);
        let second = turn(unit, unit);
        let third = turn(second, unit);
        let fifth = turn(third, second);
        r < 0.78 + 0.13 * turn(third, three).0 + 0.08 * turn(fifth, five).0
    }
}

/// A wobbly disc, solid over about half of its picture.
#[must_use]
pub fn blob(w: u32, h: u32, seed: u64) -> Mask {
    Mask::from_fn(w, h, wobbly(w, h, seed, 0.0))
}

/// A blob with a clear margin of an eighth of the picture on every side and with two legs: a drawn figure.
#[must_use]
pub fn sprite(w: u32, h: u32, seed: u64) -> Mask {
    let body = wobbly(w, h, seed, 0.25);
    let mut random = Random::new(seed ^ 0x1e95);
    let left = -0.45 + 0.2 * random.unit();
    let right = 0.25 + 0.2 * random.unit();
    Mask::from_fn(w, h, |x, y| {
        let (u, v) = centred(w, h, x, y);
        let leg = |at: f64| u >= at && u < at + 0.12;
        body(x, y) || ((0.0..0.75).contains(&v) && (leg(left) || leg(right)))
    })
}

/// A thin L along the left and the lower side. Its thickness is 1/64 of the side, but at least 2 pixels.
#[must_use]
pub fn thin_l(w: u32, h: u32) -> Mask {
    Mask::from_fn(w, h, |x, y| x < (w / 64).max(2) || y >= h - h.min((h / 64).max(2)))
}

/// Each pixel is solid with a probability of `per_mille` / 1000.
#[must_use]
pub fn noise(w: u32, h: u32, seed: u64, per_mille: u32) -> Mask {
    let mut random = Random::new(seed);
    Mask::from_fn(w, h, |_, _| random.below(1000) < per_mille)
}

/// Noise over half of the pixels in the even columns, or for odd seeds in the odd columns. An even and an odd mask at an even x offset
/// never meet, though both have pixels everywhere, so nothing can be culled.
#[must_use]
pub fn interleaved(w: u32, h: u32, seed: u64) -> Mask {
    let mut random = Random::new(seed);
    Mask::from_fn(w, h, |x, _| u64::from(x % 2) == seed % 2 && random.below(2) == 0)
}

/// Upright teeth on a bar along the lower side. They are an eighth of the width apart, and a third of that thick.
#[must_use]
pub fn comb(w: u32, h: u32) -> Mask {
    let pitch = (w / 8).max(3);
    Mask::from_fn(w, h, |x, y| x % pitch < pitch / 3 || y >= h - h.div_ceil(16).min(h))
}

/// A square spiral of about four turns, as thick as its gaps.
#[must_use]
pub fn spiral(w: u32, h: u32) -> Mask {
    let step = (w.min(h) / 16).max(1);
    Mask::from_fn(w, h, |x, y| {
        // The number of the ring, counted from outside, and the notch that leads into the next ring.
        let ring = x.min(y).min(w - 1 - x).min(h - 1 - y) / step;
        let notch = x / step == ring && y / step == ring + 1;
        ring.is_multiple_of(2) != notch
    })
}
