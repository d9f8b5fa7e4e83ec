//! Two discs for a posed mask: one around its image, one inside it. They part or join most pairs without a look at pixels.

use crate::geom::{Extent, Pose};
use crate::mask::kept::{Disc, Silhouette};

/// A disc in the world, in 1/65536 pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
struct WorldDisc {
    x: i64,
    y: i64,
    /// 0 if there is none.
    radius: i64,
}

/// A disc around the image of a posed mask, and one inside it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PosedDiscs {
    /// With its rim, it contains the images of all solid texels.
    outer: WorldDisc,
    /// Without its rim, it meets no image of a clear texel, and it lies where pixels exist.
    inner: WorldDisc,
}

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
        // Entries are at most 2^22, so these are below 2^47.
        let squares = (a * a + b * b + c * c + d * d).cast_unsigned();
        let twice = 2 * pose.determinant().unsigned_abs();
        let (sum, difference) = (squares + twice, squares - twice);
        let (low, high) = (sum.isqrt().cast_signed(), up(sum));
        let difference = up(difference);
        // Twice the singular values, in Q16.
        let (largest, least) = (high + difference, (low - difference).max(0));
        let centre = |disc: &Disc| {
            // Rounded to 1/65536 pixel: off by less than that.
            let [u, v] = disc.centre.map(i64::from);
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

    /// Whether two posed masks cover the same pixel, by the raster rule. None if the discs don't tell.
    ///
    /// Apart: a pixel that a mask covers has its centre in the closed image of a solid texel, so in the outer disc. If both masks cover it,
    /// the centres of the outer discs are no farther apart than the sum of their radii.
    ///
    /// Together: two open discs share an open disc whose radius is the least of both radii and of half the length by which they overlap.
    /// If that is more than √2 / 2 pixels, it contains the centre of a pixel, because every point is at most that far from one. Round about
    /// that centre all is image of solid texels, in both masks. So both cover the pixel, whatever the rule for ties.
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

/// The square root, rounded up.
fn up(x: u64) -> i64 {
    let root = x.isqrt();
    (root + u64::from(root * root < x)).cast_signed()
}

/// Whether the centres of two discs are at most this far apart. None if the numbers are too large.
#[inline]
fn distance_within(a: &WorldDisc, b: &WorldDisc, most: i64) -> Option<bool> {
    // Squares and their sums fit 63 bits.
    const FAR: i64 = 1 << 30;
    let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
    if most >= FAR || dx >= FAR || dy >= FAR {
        return None;
    }
    Some(most > 0 && dx * dx + dy * dy <= most * most)
}
