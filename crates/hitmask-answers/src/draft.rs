//! Random shapes, offsets and poses for the questions: the same on every run.

use hitmask_scenes::Random;

use crate::shape::Shape;
use crate::{Pictures, Pixel, Q16};

/// One pixel in 1/65536.
pub(crate) const ONE: i64 = 1 << 16;

pub(crate) fn pick<T: Clone>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u32) as usize].clone()
}

pub(crate) fn one_of(random: &mut Random, numbers: std::ops::Range<usize>) -> usize {
    numbers.start + random.below(numbers.len() as u32) as usize
}

/// A picture of bits of at most this many pixels on a side, not empty.
pub(crate) fn small_bits(random: &mut Random, pictures: &Pictures, most: u32) -> Shape {
    loop {
        let number = one_of(random, pictures.bits());
        let mask = pictures.mask(number);
        if mask.width().max(mask.height()) <= most && !mask.is_empty() {
            return Shape::Bits(number);
        }
    }
}

/// A random shape of any kind that has the overlap verbs.
pub(crate) fn any_shape(random: &mut Random, pictures: &Pictures) -> Shape {
    match random.below(10) {
        0 | 1 => Shape::Runs(one_of(random, pictures.bits())),
        2 => Shape::Terrain(one_of(random, pictures.bits())),
        3 => Shape::Level(one_of(random, pictures.alphas()), pick(random, &[0, 1, 100, 127, 128, 255])),
        4 => {
            Shape::Rect(random.between(-20, 20), random.between(-20, 20), random.below(60), random.below(60))
        }
        _ => Shape::Bits(one_of(random, pictures.bits())),
    }
}

/// The size of the window that contains the shape's pixels.
pub(crate) fn size(shape: &Shape, pictures: &Pictures) -> (i32, i32) {
    let (w, h) = match *shape {
        Shape::Bits(number) | Shape::Runs(number) | Shape::Terrain(number) => pictures.mask(number).size(),
        Shape::Level(number, _) | Shape::Alpha(number) => pictures.alpha(number).size(),
        Shape::Rect(_, _, w, h) => (w, h),
        Shape::Circle(_, _, radius) => ((radius >> 15) as u32, (radius >> 15) as u32),
        Shape::Polygon(_) => (16, 16),
    };
    (w as i32, h as i32)
}

/// An offset of b at which the two shapes are mostly near each other, and sometimes far apart.
pub(crate) fn offset(random: &mut Random, pictures: &Pictures, a: &Shape, b: &Shape) -> Pixel {
    if random.below(24) == 0 {
        let far = [i32::MIN, -65_536, 65_536, i32::MAX];
        return [pick(random, &far), random.between(-9, 9)];
    }
    let ((aw, ah), (bw, bh)) = (size(a, pictures), size(b, pictures));
    [random.between(-bw - 1, aw + 1), random.between(-bh - 1, ah + 1)]
}

/// A random part of a pixel: whole, half, one 65536th more or less than these, or any.
pub(crate) fn fraction(random: &mut Random) -> i64 {
    match random.below(8) {
        0..=2 => 0,
        3 => ONE / 2,
        4 => pick(random, &[1, -1, ONE / 2 - 1, ONE / 2 + 1]),
        _ => i64::from(random.below(ONE as u32)),
    }
}

/// A random position that is at most this many pixels away.
pub(crate) fn place(random: &mut Random, pixels: i32) -> Q16 {
    [(); 2].map(|()| i64::from(random.between(-pixels, pixels)) * ONE + fraction(random))
}

/// A map about the origin that turns, scales, mirrors or shears. It has an inverse, and stretches by at most about 3.
pub(crate) fn matrix(random: &mut Random) -> [i64; 4] {
    loop {
        let matrix = match random.below(8) {
            0 => pick(random, &[[ONE, 0, 0, ONE], [0, -ONE, ONE, 0], [-ONE, 0, 0, ONE], [ONE, 0, 0, -ONE]]),
            1 => [2 * ONE, 0, 0, ONE / 2],
            // 45 degrees, and about 30 degrees.
            2 => [46_341, -46_341, 46_341, 46_341],
            3 => [56_756, -32_768, 32_768, 56_756],
            _ => [(); 4].map(|()| i64::from(random.between(-2 * ONE as i32, 2 * ONE as i32))),
        };
        let [a, b, c, d] = matrix;
        // Leaves out maps that shrink an area to less than about a quarter.
        if (a * d - b * c).abs() > ONE * ONE / 4 {
            return matrix;
        }
    }
}

/// A pose that turns a shape about its middle and moves it near a position.
pub(crate) fn pose(random: &mut Random, (w, h): (i32, i32), at: Q16) -> [i64; 6] {
    let [a, b, c, d] = matrix(random);
    let (px, py) = (i64::from(w / 2), i64::from(h / 2));
    [a, b, c, d, at[0] - a * px - b * py, at[1] - c * px - d * py]
}

/// A random circle or convex polygon near the origin.
pub(crate) fn convex(random: &mut Random) -> Shape {
    if random.below(2) == 0 {
        let [x, y] = place(random, 4);
        return Shape::Circle(x, y, i64::from(random.between(1, 9)) * ONE + fraction(random).abs());
    }
    // A triangle is always convex.
    let mut near = || place(random, 10);
    let (a, b, c) = (near(), near(), near());
    Shape::Polygon(vec![a, b, c])
}
