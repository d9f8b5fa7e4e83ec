//! Whether the convex hulls of two posed masks are apart.

use crate::geom::{Mapped, Pose};
use crate::mask::kept::Silhouette;

/// How many axes are tried.
const TRIES: usize = 4;

/// Hulls are round if they fill this part of their discs. Most sprites do; bars do not.
const ROUND: f32 = 0.5;

/// Hulls are like discs if they fill this part of them. Those of hexagons do; those of squares do not.
const DISC: f32 = 0.7;

/// Round hulls are taken to go deep into each other if the square of the way between their middles is less than this many times the sum of
/// their squared radii. Two discs that touch have 2, and two squares that touch with their sides have 1.
const NEAR: f64 = 0.9;

/// They are also taken to do so if they go into each other along an axis by more than this part of the way between their middles.
const DEEP: f64 = 0.25;

/// Whether the convex hulls of two posed masks are certainly apart: then no pixel is covered by both, by any rule. False says nothing.
///
/// Two convex sets are apart if on some axis all of one lies below all of the other. Whether an axis parts the hulls is decided in integers.
/// Which axes are tried is computed in floats: first the line of the middles, then each time the last axis, mirrored at the line
/// between the two corners that were nearest along it (K. Chung and W. Wang, "Quick collision detection of polytopes in virtual
/// environments", 1996). Where two round hulls go deep into each other, no further axis is tried: it would not part them. A bar may go deep
/// along one axis and be parted by another.
pub(crate) fn hulls_apart(a: (&Silhouette, &Pose), b: (&Silhouette, &Pose)) -> bool {
    if a.0.hull.is_empty() || b.0.hull.is_empty() {
        return true;
    }
    // Beyond this distance the products could overflow.
    const FAR: u64 = 1 << 40;
    let [dx, dy] = [0, 1].mapped(|i| b.1.translation[i] - a.1.translation[i]);
    if dx.unsigned_abs().max(dy.unsigned_abs()) >= FAR {
        return false;
    }
    let middle = |(silhouette, pose): (&Silhouette, &Pose)| {
        image(pose, silhouette.outer.centre.mapped(|c| f64::from(c) / 2.0))
    };
    let (from, to) = (middle(a), middle(b));
    let way = [to[0] - from[0] + dx as f64, to[1] - from[1] + dy as f64];
    // No answer depends on what counts as round and deep.
    let are_round = fills_disc(a, ROUND) && fills_disc(b, ROUND);
    let are_near = || way[0] * way[0] + way[1] * way[1] < NEAR * (square_of_radius(a) + square_of_radius(b));
    let mut axis = way;
    for _ in 0..TRIES {
        let longer = axis[0].abs().max(axis[1].abs());
        if longer == 0.0 {
            return false;
        }
        // Whole numbers up to 2^13. Any of them is a valid axis.
        let [x, y] = axis.mapped(|n| (n / longer * 8192.0) as i64);
        let (highest, corner_a) = farthest(a, [x, y]);
        let (lowest, corner_b) = farthest(b, [-x, -y]);
        let far = x * dx + y * dy - lowest;
        if highest < far {
            return true;
        }
        let is_deep = || (highest - far) as f64 > DEEP * (way[0] * x as f64 + way[1] * y as f64);
        if are_round && (is_deep() || are_near()) {
            return false;
        }
        let (p, q) = (image(a.1, corner_a.mapped(f64::from)), image(b.1, corner_b.mapped(f64::from)));
        let between = [q[0] - p[0] + dx as f64, q[1] - p[1] + dy as f64];
        let [x, y] = [x as f64, y as f64];
        let length = between[0] * between[0] + between[1] * between[1];
        let along = 2.0 * (between[0] * x + between[1] * y);
        axis = [x * length - along * between[0], y * length - along * between[1]];
    }
    false
}

/// Whether the image of a hull is like a disc.
pub(super) fn is_like_disc(hull: (&Silhouette, &Pose)) -> bool {
    fills_disc(hull, DISC)
}

/// Whether the image of a hull fills about this part of a disc.
fn fills_disc((silhouette, pose): (&Silhouette, &Pose), part: f32) -> bool {
    let [a, b, c, d] = pose.entries();
    // Twice the determinant if the pose only turns, mirrors and scales both axes alike, and more for all others. It says nothing of wide poses.
    let squares = [a, b, c, d].into_iter().fold(0i64, |sum, entry| sum.wrapping_add(entry * entry));
    silhouette.roundness >= part && squares.wrapping_mul(2) <= pose.determinant().abs().wrapping_mul(5)
}

/// The square of the radius of the outer disc's image, if that is a disc.
fn square_of_radius((silhouette, pose): (&Silhouette, &Pose)) -> f64 {
    let radius = f64::from(silhouette.outer.radius) / 256.0;
    radius * radius * pose.determinant().unsigned_abs() as f64
}

/// The corner of a hull that lies farthest along an axis, without the translation, and how far: in Q16 times the axis.
fn farthest((silhouette, pose): (&Silhouette, &Pose), [x, y]: [i64; 2]) -> (i64, [i32; 2]) {
    let [a, b, c, d] = pose.entries();
    // Entries are below 2^31 and the axis is at most 2^13, so these are below 2^45, and sums of two products with a corner below 2^62.
    silhouette.hull.farthest([a * x + c * y, b * x + d * y])
}

/// The image of a point without the translation, in 1/65536 pixel. Floats, good enough to choose an axis.
fn image(pose: &Pose, [u, v]: [f64; 2]) -> [f64; 2] {
    let [a, b, c, d] = pose.matrix.mapped(f64::from);
    [a * u + b * v, c * u + d * v]
}
