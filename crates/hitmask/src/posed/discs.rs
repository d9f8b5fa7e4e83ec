//! Two discs for a posed mask: one around its image, one inside it. For most pairs they show, without reading a pixel, that the masks are
//! apart or that they overlap.

use crate::geom::{Extent, Mapped, Pose};
use crate::mask::kept::{Disc, Silhouette};

/// A disc in the world, in 1/65536 pixel.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct WorldDisc {
    x: i64,
    y: i64,
    /// 0 if there is none.
    radius: i64,
}

/// A disc around the image of a posed mask, and one inside it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct PosedDiscs {
    /// With its rim, it contains the images of all solid texels.
    outer: WorldDisc,
    /// Without its rim, it meets no image of a clear texel, and it lies where pixels exist.
    inner: WorldDisc,
}

impl PosedDiscs {
    /// Discs that tell nothing.
    const UNKNOWN: PosedDiscs = PosedDiscs {
        outer: WorldDisc { x: 0, y: 0, radius: FAR },
        inner: WorldDisc { x: 0, y: 0, radius: 0 },
    };
}

/// Squares of shorter ways, and their sums, fit 63 bits.
const FAR: i64 = 1 << 30;

/// √2 pixels, rounded up.
const DIAGONAL: i64 = 92_682;

impl PosedDiscs {
    /// The discs of a mask under a pose.
    ///
    /// The image of a disc is an ellipse. Its half axes are the radius times the singular values of the matrix. Their sum is
    /// √(S + 2 |D|) and their difference √(S - 2 |D|), where S is the sum of the squared entries and D the determinant. So two integer
    /// roots, rounded to the safe side, bound both.
    pub(crate) fn new(silhouette: &Silhouette, pose: &Pose) -> PosedDiscs {
        let [a, b, c, d] = pose.entries();
        let square = |entry: i64| (entry * entry).cast_unsigned();
        // The squares of 31 bits four times, which fit. Of a usual pose they are at most 2^46.
        let squares = square(a) + square(b) + square(c) + square(d);
        if squares > 1 << 46 {
            return PosedDiscs::UNKNOWN;
        }
        let twice = 2 * pose.determinant().unsigned_abs();
        let (sum, difference) = (squares + twice, squares - twice);
        let (low, high) = (root(sum).cast_signed(), up(sum));
        let difference = up(difference);
        // Twice the singular values, in Q16.
        let (largest, least) = (high + difference, (low - difference).max(0));
        let centre = |disc: &Disc| {
            // Rounded to 1/65536 pixel: off by less than that.
            let [u, v] = disc.centre.mapped(i64::from);
            let [x, y] = pose.translation;
            (x + (a * u + b * v).div_euclid(2), y + (c * u + d * v).div_euclid(2))
        };
        // From 1/256 texel times 2 · Q16 to Q16: by 2^9. Radii are below 2^26 and values below 2^25.
        let (x, y) = centre(&silhouette.outer);
        let outer = WorldDisc { x, y, radius: ((i64::from(silhouette.outer.radius) * largest) >> 9) + 2 };
        let (x, y) = centre(&silhouette.inner);
        let radius = (((i64::from(silhouette.inner.radius) * least) >> 9) - 1).max(0);
        let exists = |at: i64| at - radius >= Extent::WORLD.x0 << 16 && at + radius <= Extent::WORLD.x1 << 16;
        let inner = WorldDisc { x, y, radius: if exists(x) && exists(y) { radius } else { 0 } };
        PosedDiscs { outer, inner }
    }

    /// Whether two posed masks overlap, by either rule. None if the discs don't tell.
    ///
    /// Apart: a pixel that a mask covers has its centre in the closed image of a solid texel, so in the outer disc. If both masks cover it,
    /// the centres of the outer discs are no farther apart than the sum of their radii.
    ///
    /// Together: two open discs share an open disc whose radius is the least of both radii and of half the length by which they overlap.
    /// If that is more than √2 / 2 pixels, it contains the centre of a pixel, because every point is at most that far from one. Round about
    /// that centre all is image of solid texels, in both masks. So both cover the pixel, whatever the rule for ties. Both images share an
    /// area then. So the answer holds by the geometry rule, too.
    #[inline]
    pub(crate) fn judge(&self, other: &PosedDiscs) -> Option<bool> {
        if distance_within(&self.outer, &other.outer, self.outer.radius + other.outer.radius)? {
            let (one, two) = (self.inner.radius, other.inner.radius);
            let joined = 2 * one.min(two) > DIAGONAL
                && distance_within(&self.inner, &other.inner, one + two - DIAGONAL)?;
            return joined.then_some(true);
        }
        Some(false)
    }
}

/// Whether the inner discs of two posed masks can be near enough to join them. It costs less than finding the discs, and most rings are
/// rejected.
pub(crate) fn inner_discs_come_near(a: (&Silhouette, &Pose), b: (&Silhouette, &Pose)) -> bool {
    let disc = |(silhouette, pose): (&Silhouette, &Pose)| {
        let Disc { centre: [u, v], radius } = silhouette.inner;
        let [a, b, c, d] = pose.entries();
        let (u, v, [x, y]) = (i64::from(u), i64::from(v), pose.translation);
        // No direction shrinks to more than the image of (1, 0), which is no longer than its entries together.
        let longest = (i64::from(radius) * (a.abs() + c.abs())) >> 8;
        (x + ((a * u + b * v) >> 1), y + ((c * u + d * v) >> 1), longest)
    };
    let ((ax, ay, radius_a), (bx, by, radius_b)) = (disc(a), disc(b));
    (ax - bx).abs().max((ay - by).abs()) <= radius_a + radius_b
}

/// The square root, rounded up.
fn up(x: u64) -> i64 {
    let root = root(x);
    (root + u64::from(root * root < x)).cast_signed()
}

/// The square root, rounded down. Most sprites keep their size: then it is near 2¹⁷, or 0.
#[inline]
fn root(x: u64) -> u64 {
    const BITS: u32 = 17;
    const NEAR: u64 = 1 << (2 * BITS);
    if x == 0 || x.abs_diff(NEAR) > NEAR >> 14 {
        return x.isqrt();
    }
    // A step of Newton's method from 2¹⁷: too large by 2⁻¹⁴ at most, and rounded up. So it is the root rounded down, or 1 more.
    let root = ((1 << BITS) + (x >> BITS)).div_ceil(2);
    root - u64::from(root * root > x)
}

/// Whether the centres of two discs are at most this far apart. None if the numbers are too large.
#[inline]
fn distance_within(a: &WorldDisc, b: &WorldDisc, most: i64) -> Option<bool> {
    let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
    if most >= FAR || dx >= FAR || dy >= FAR {
        return None;
    }
    Some(most > 0 && dx * dx + dy * dy <= most * most)
}

// Without `std` no silhouettes are kept.
#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use crate::mask::Mask;
    use hitmask_oracle::Rng;

    const ONE: i64 = 1 << 16;

    /// The distance between a point and a segment.
    fn from_segment([x, y]: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
        let (along, to) = ([b[0] - a[0], b[1] - a[1]], [x - a[0], y - a[1]]);
        let length = along[0] * along[0] + along[1] * along[1];
        let t = ((to[0] * along[0] + to[1] * along[1]) / length).clamp(0.0, 1.0);
        (to[0] - t * along[0]).hypot(to[1] - t * along[1])
    }

    #[test]
    fn roots_near_a_whole_stretch_are_exact() {
        let near = 1_u64 << 34;
        let ends = (near - (near >> 14), near + (near >> 14));
        let around = |x: u64| x - 3000..x + 3000;
        for x in (0..3000).chain(around(near)).chain(around(ends.0)).chain(around(ends.1)) {
            assert_eq!(root(x), x.isqrt(), "{x}");
        }
        // Squares and their neighbours.
        for r in (1 << 17) - 10..=(1 << 17) + 10 {
            assert_eq!([r * r - 1, r * r, r * r + 1].map(root), [r - 1, r, r], "{r}");
        }
        let numbers = &mut Rng::new(0x1357_9BDF_0246_8ACE);
        for _ in 0..100_000 {
            let x = numbers.between(ends.0.cast_signed(), ends.1.cast_signed()).cast_unsigned();
            assert_eq!(root(x), x.isqrt(), "{x}");
        }
    }

    /// Compared with the images of all texels: the outer disc contains the solid ones, the inner one meets no clear one, and neither is
    /// much smaller or larger than it need be.
    #[test]
    fn discs_bound_the_images() {
        let numbers = &mut Rng::new(0x1234_5678_9ABC_DEF1);
        let masks = [
            Mask::filled(1, 1),
            Mask::filled(12, 9),
            Mask::filled(3, 30),
            // The radii of these are hardly rounded up. So what is added for rounding later is needed.
            Mask::filled(32, 1),
            Mask::filled(25, 20),
            Mask::from_fn(30, 30, |x, y| x.abs_diff(15).pow(2) + y.abs_diff(14).pow(2) < 150),
            Mask::from_fn(21, 17, |x, y| (x * 7 + y * 5) % 13 > 1),
        ];
        for mask in &masks {
            let silhouette = mask.silhouette().expect("it is kept with std");
            let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
            for case in 0..400 {
                let mut entry = |most: i64| numbers.between(-most, most);
                let turned = (entry(3 * ONE), entry(3 * ONE));
                let [a, b, c, d] = match case % 4 {
                    // A turn and a scale alone, for which both discs are tight.
                    0 => [turned.0, -turned.1, turned.1, turned.0],
                    1 => [turned.0, turned.1, turned.1, -turned.0],
                    // The outer disc is tight if the longest direction is that of the farthest corner.
                    2 => {
                        let (long, short) = (entry(3 * ONE) as f64, entry(ONE) as f64 / 4.0);
                        let (sin, cos) = (entry(1000) as f64).sin_cos();
                        let (v, u) = (h as f64).atan2(w as f64).sin_cos();
                        let [a, b] = [long * cos * u + short * sin * v, long * cos * v - short * sin * u];
                        let [c, d] = [long * sin * u - short * cos * v, long * sin * v + short * cos * u];
                        [a, b, c, d].map(|x| x.round() as i64)
                    }
                    _ => [turned.0, turned.1, entry(2 * ONE), entry(2 * ONE)],
                };
                let (x, y) = (entry(900 * ONE), entry(900 * ONE));
                let Ok(pose) = Pose::from_q16([a, b, c, d, x, y]) else {
                    continue;
                };
                let PosedDiscs { outer, inner } = PosedDiscs::new(silhouette, &pose);
                let corner = |u: i64, v: i64| [x + a * u + b * v, y + c * u + d * v];
                let mut farthest = 0;
                let mut nearest = f64::INFINITY;
                for (u, v) in (-1..=h).flat_map(|v| (-1..=w).map(move |u| (u, v))) {
                    let corners = [(u, v), (u + 1, v), (u + 1, v + 1), (u, v + 1)].map(|(u, v)| corner(u, v));
                    if mask.get((u as i32, v as i32)) {
                        for [x, y] in corners {
                            let far = i128::from(x - outer.x).pow(2) + i128::from(y - outer.y).pow(2);
                            assert!(far <= i128::from(outer.radius).pow(2), "{mask:?} {pose:?} ({u}, {v})");
                            farthest = farthest.max(far);
                        }
                    } else {
                        let corners = corners.map(|corner| corner.map(|c| c as f64));
                        for i in 0..4 {
                            let side = [corners[i], corners[(i + 1) % 4]];
                            nearest = nearest.min(from_segment([inner.x as f64, inner.y as f64], side));
                        }
                    }
                }
                // The centre is rounded to whole numbers, and so are radii.
                assert!(inner.radius as f64 <= nearest + 0.01, "{mask:?} {pose:?}: {inner:?}, not {nearest}");
                if case % 4 < 2 {
                    let (least, most) = ((farthest as f64).sqrt(), outer.radius as f64);
                    // Radii of silhouettes have steps of 1/256 texel.
                    let step = (a as f64).hypot(c as f64) / 256.0;
                    assert!(most <= least + step + 8.0, "{mask:?} {pose:?}: {most}, not {least}");
                    if *mask == masks[0] || *mask == masks[1] {
                        let (least, most) = (inner.radius as f64, nearest);
                        assert!(most <= least + step + 8.0, "{mask:?} {pose:?}: {least}, not {most}");
                    }
                }
            }
        }
    }

    /// Compared with the centres of pixels.
    #[test]
    fn discs_join_only_what_shares_a_pixel() {
        let numbers = &mut Rng::new(0x0F1E_2D3C_4B5A_6978);
        let mut ways = [0; 3];
        for _ in 0..60_000 {
            let mut disc = || WorldDisc {
                x: numbers.between(0, 8 * ONE),
                y: numbers.between(0, 8 * ONE),
                radius: numbers.between(0, 4 * ONE),
            };
            let (one, two) = (disc(), disc());
            let discs = |disc: WorldDisc| PosedDiscs { outer: disc, inner: disc };
            let squared = |disc: &WorldDisc, x: i64, y: i64| (disc.x - x).pow(2) + (disc.y - y).pow(2);
            let inside = |disc: &WorldDisc, x: i64, y: i64| squared(disc, x, y) < disc.radius.pow(2);
            let centres = (-5..14).flat_map(|y| (-5..14).map(move |x| (x, y)));
            let mut centres = centres.map(|(x, y)| (x * ONE + ONE / 2, y * ONE + ONE / 2));
            let shared = centres.any(|(x, y)| inside(&one, x, y) && inside(&two, x, y));
            let apart = squared(&one, two.x, two.y) > (one.radius + two.radius).pow(2);
            match discs(one).judge(&discs(two)) {
                Some(true) => assert!(shared, "{one:?} {two:?}"),
                Some(false) => assert!(apart, "{one:?} {two:?}"),
                None => assert!(!apart, "{one:?} {two:?}"),
            }
            ways[usize::from(shared) + usize::from(apart) * 2] += 1;
        }
        assert!(ways.iter().all(|&way| way > 1_000), "{ways:?}");
        // Discs that touch in one point may both contain it.
        let at = |x, radius| {
            let disc = WorldDisc { x, y: 0, radius };
            PosedDiscs { outer: disc, inner: disc }
        };
        assert_eq!(at(0, 3 * ONE).judge(&at(7 * ONE, 4 * ONE)), None);
        assert_eq!(at(0, 3 * ONE).judge(&at(7 * ONE + 1, 4 * ONE)), Some(false));
        assert_eq!(at(0, 3 * ONE).judge(&at(2 * ONE, 4 * ONE)), Some(true));
        // What lies too far away for the arithmetic is left open, and what pixels do not exist under has no inner disc.
        assert_eq!(at(0, ONE).judge(&at(1 << 40, ONE)), None);
    }

    #[test]
    fn no_disc_lies_where_no_pixels_exist() {
        let mask = Mask::filled(20, 20);
        let silhouette = mask.silhouette().expect("it is kept with std");
        let inner = |x: i64, y: i64| PosedDiscs::new(silhouette, &Pose::at(x as i32, y as i32)).inner.radius;
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert!(inner(0, 0) > 9 * ONE);
        // The last pixel begins at `most`, so a picture of 20 pixels that begins at `most - 19` lies in the world.
        for (from, to) in [(least, least), (most - 19, most - 19)] {
            assert!(inner(from, 0) > 0 && inner(0, to) > 0, "{from} {to}");
        }
        for (x, y) in [(most - 17, 0), (0, most - 17)] {
            assert_eq!(inner(x, y), 0, "{x} {y}");
        }
    }
}
