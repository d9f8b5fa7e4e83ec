//! Builds the [`Silhouette`] of a mask from its convex hull and its distance field.

use crate::geom::Mapped;
use crate::mask::Mask;
use crate::mask::kept::{Disc, Hull, Silhouette};

impl Mask {
    /// The rough form of the solid pixels. None without `std`, where it is not kept.
    pub(crate) fn silhouette(&self) -> Option<&Silhouette> {
        if let Some(made) = self.made_silhouette() {
            return Some(made);
        }
        // The field comes first: what makes the silhouette must not make the field.
        let (bounds, deepest) = (self.extent(), self.field()?.deepest());
        self.kept_silhouette(|| {
            let hull = Hull::new(self.convex_hull().iter().map(|p| [p.x, p.y]).collect());
            let centre = [(bounds.x0 + bounds.x1) as i32, (bounds.y0 + bounds.y1) as i32];
            let from_centre = |corner: &[i32; 2]| squared([0, 1].mapped(|i| 2 * corner[i] - centre[i]));
            let farthest = hull.corners().iter().map(from_centre).max();
            // From halves to 1/256: times 2^7. The root is rounded up.
            let radius = farthest.map_or(0, |far| (far << 14).isqrt() as u32 + 1);
            let inner = deepest.map_or(Disc { centre, radius: 0 }, |deepest| inner_disc(self, deepest));
            let in_texels = f64::from(radius) / 256.0;
            let disc = core::f64::consts::PI * in_texels * in_texels;
            let roundness = (hull.twice_area() as f64 / 2.0 / disc) as f32;
            Silhouette { hull, roundness, outer: Disc { centre, radius }, inner }
        })
    }
}

fn squared([x, y]: [i32; 2]) -> u64 {
    let (x, y) = (i64::from(x), i64::from(y));
    (x * x + y * y).cast_unsigned()
}

/// The largest disc around the centre of the deepest cell. The field only knows a bound for the whole cell; where a cell is a pixel, the
/// pixels around it give the exact radius.
fn inner_disc(mask: &Mask, (bound, cell): (Disc, i32)) -> Disc {
    let Disc { centre, radius } = bound;
    if cell > 1 {
        return bound;
    }
    let [x, y] = centre.mapped(|c| c >> 1);
    // How many pixels to look around in each direction. What lies farther away is at least 2 · reach + 1 halves of a texel away.
    let reach = (radius >> 8) as i32 + 3;
    let from_square = |d: i32| (2 * d.abs() - 1).max(0);
    let nearest = (-reach..=reach)
        .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)))
        .filter(|&(dx, dy)| !mask.get((x + dx, y + dy)))
        .map(|(dx, dy)| squared([from_square(dx), from_square(dy)]))
        .fold(squared([2 * reach + 1, 0]), u64::min);
    Disc { centre, radius: (nearest << 14).isqrt() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_and_hulls_hold() {
        for (w, h, rule) in [
            (1u32, 1u32, 0u32),
            (2, 1, 0),
            (10, 8, 0),
            (11, 9, 1),
            (40, 33, 1),
            (40, 40, 2),
            (64, 5, 3),
            (90, 90, 4),
            (300, 40, 0),
            (420, 400, 2),
            (7, 7, 5),
        ] {
            let mask = Mask::from_fn(w, h, |x, y| match rule {
                0 => true,
                1 => (x * 7 + y * 3) % 11 < 4,
                2 => x.abs_diff(w / 2).pow(2) + y.abs_diff(h / 3).pow(2) < w * h / 6,
                3 => x > 3 && y > 0,
                4 => (1000..2000).contains(&(x.abs_diff(45).pow(2) + y.abs_diff(45).pow(2))),
                _ => false,
            });
            let Some(Silhouette { hull, outer, inner, .. }) = mask.silhouette() else { return };
            let hull = hull.corners();
            let solids = || (0..h as i32).flat_map(|y| (0..w as i32).map(move |x| (x, y)));
            let mut depth = u64::MAX;
            for (x, y) in solids().filter(|&p| mask.get(p)) {
                for corner in [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]] {
                    let far = squared([0, 1].map(|i| 2 * corner[i] - outer.centre[i])) << 14;
                    assert!(far <= u64::from(outer.radius).pow(2), "{w} {h} {rule}");
                    for (i, from) in hull.iter().enumerate() {
                        let to = hull[(i + 1) % hull.len()];
                        let side = (to[0] - from[0]) * (corner[1] - from[1])
                            - (to[1] - from[1]) * (corner[0] - from[0]);
                        assert!(side >= 0, "{w} {h} {rule} {hull:?} {corner:?}");
                    }
                }
            }
            for y in -1..=h as i32 {
                for x in (-1..=w as i32).filter(|&x| !mask.get((x, y))) {
                    let near = |c: i32, low: i32| (2 * low - c).max(c - 2 * low - 2).max(0);
                    depth = depth.min(squared([near(inner.centre[0], x), near(inner.centre[1], y)]) << 14);
                }
            }
            assert!(u64::from(inner.radius).pow(2) <= depth, "{w} {h} {rule}: {inner:?}");
            if rule == 0 && w < 192 {
                assert!(
                    u64::from(inner.radius + 1).pow(2) > depth,
                    "{w} {h}: {inner:?}, but the depth is {depth}"
                );
            }
        }
    }
}
