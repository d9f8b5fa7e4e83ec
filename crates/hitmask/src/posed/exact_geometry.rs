//! The geometry rule: do the open images of two solid texels share an area?
//!
//! Two parallelograms do if and only if their projections onto the normals of their four edge directions overlap (separating axis theorem).
//! All texels of a mask have images of the same shape. So whether two of them overlap depends only on their distance: four dot products,
//! each compared with a range that is the same for all pairs.

use core::ops::{Add, Mul, Sub};

use super::search::{Leaf, Square};
use crate::geom::inverse::Approximate;
use crate::geom::{Extent, Mapped, Pose};
use crate::mask::Mask;

/// The four axes, each with the open range in which (corner of A − corner of B) · axis must lie. The numbers are `i64`, or `i128` for
/// [wide](Pose::is_wide) poses, whose products are longer.
pub(super) struct Axes<N>([(N, N, N, N); 4]);

/// What axes consist of.
pub(super) trait AxisNumber:
    Copy + Ord + From<i64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The square root, rounded down.
    fn root(self) -> Self;
}

impl AxisNumber for i64 {
    #[inline(always)]
    fn root(self) -> i64 {
        self.cast_unsigned().isqrt().cast_signed()
    }
}

impl AxisNumber for i128 {
    fn root(self) -> i128 {
        self.cast_unsigned().isqrt().cast_signed()
    }
}

impl<N: AxisNumber> Axes<N> {
    /// The axes for the images of two boxes of texels; `size_a` and `size_b` are the widths and heights of the boxes.
    pub(super) fn new(pose_a: &Pose, size_a: (i64, i64), pose_b: &Pose, size_b: (i64, i64)) -> Axes<N> {
        let [a, b, c, d] = pose_a.entries();
        let [e, f, g, h] = pose_b.entries();
        let axis = |x: i64, y: i64| {
            let (x, y, zero) = (N::from(x), N::from(y), N::from(0));
            let dot = |(u, v): (i64, i64)| x * u.into() + y * v.into();
            // How far a parallelogram extends along the axis from its first corner, in both directions.
            let reach = |(u, v): (i64, i64), along: (i64, i64), across: (i64, i64)| {
                let (one, two) = (dot(along) * u.into(), dot(across) * v.into());
                (one.min(zero) + two.min(zero), one.max(zero) + two.max(zero))
            };
            let (low_a, high_a) = reach(size_a, (a, c), (b, d));
            let (low_b, high_b) = reach(size_b, (e, g), (f, h));
            (x, y, low_b - high_a, high_b - low_a)
        };
        Axes([axis(-c, a), axis(-d, b), axis(-g, e), axis(-h, f)])
    }

    /// The axes for images that may be apart by a margin, in Q16. Near corners it may accept images that are farther apart, but by less
    /// than the margin.
    #[inline(always)]
    pub(super) fn grown(self, margin: i64) -> Axes<N> {
        if margin == 0 {
            return self;
        }
        let grown = |(x, y, low, high): (N, N, N, N)| {
            let more = N::from(margin) * ((x * x + y * y).root() + 1.into());
            (x, y, low - more, high + more)
        };
        let Axes([a, b, c, d]) = self;
        Axes([grown(a), grown(b), grown(c), grown(d)])
    }

    /// Whether two images share an area. (dx, dy) is the first corner of A's image minus that of B's, in Q16. With `i64` it must be below
    /// 2^40; images whose bounding boxes share a pixel satisfy this.
    // All products are below 2^62: matrix entries are at most 2^22, because no pose is wide, and images are less than 2^39 long.
    #[inline(always)]
    pub(super) fn meet(&self, dx: i64, dy: i64) -> bool {
        self.0.iter().all(|&(x, y, low, high)| {
            let distance = x * dx.into() + y * dy.into();
            low < distance && distance < high
        })
    }
}

/// How close two images may come and still count as overlapping. 0 for a real overlap.
#[derive(Clone, Copy)]
pub(crate) struct Margin {
    /// In Q16. At most [`Margin::MOST`].
    pub(super) q16: i64,
}

impl Margin {
    /// No margin: only real overlaps count.
    pub(crate) const NONE: Margin = Margin { q16: 0 };
    /// Products with a margin up to this are far from overflow.
    const MOST: i64 = 1 << 38;

    /// A margin in pixels, rounded up. None if it exceeds four million pixels.
    pub(crate) fn new(pixels: f64) -> Option<Margin> {
        let q16 = pixels * 65536.0;
        // Compared before it is converted: a conversion saturates. Infinity and NaN are no margin, either.
        (q16 < Margin::MOST as f64).then(|| Margin { q16: q16 as i64 + 1 })
    }

    /// Whether only real overlaps count.
    pub(super) fn is_none(self) -> bool {
        self.q16 == 0
    }

    pub(super) fn pixels(self) -> f64 {
        self.q16 as f64 / 65536.0
    }
}

/// Tests all pairs of texels whose images may overlap in a square.
pub(super) struct TexelPairs<'a> {
    /// The mask with the finer texels, its pose and its bounds.
    fine: (&'a Mask, Pose, Extent),
    coarse: (&'a Mask, Pose),
    axes: Axes<i64>,
    /// Instead of the others, if a pose is wide.
    wide: Option<Axes<i128>>,
    /// From the window to the fine texels: for u and v, the value at the corner and the changes per step right and down.
    to_fine: [[f64; 3]; 2],
    /// From fine texels to coarse texels, in the same form.
    to_coarse: [[f64; 3]; 2],
    slack: f64,
    stretch: f32,
    /// The length of the margin in coarse texels, rounded up.
    margin: f64,
}

/// A square that is at most this many fine texels long is tested instead of divided.
const SMALL: f32 = 4.0;

impl<'a> TexelPairs<'a> {
    pub(super) fn new(
        fine: (&'a Mask, &Pose, Approximate),
        coarse: (&'a Mask, &Pose, Approximate),
        window: Extent,
        stretch: f32,
        margin: Margin,
    ) -> TexelPairs<'a> {
        // The corner of a fine texel, in pixels of the window. The inverses start at the centre of the first pixel.
        let [a, b, c, d] = fine.1.matrix.mapped(|n| f64::from(n) / 65536.0);
        let middle =
            |axis: usize, pixel: i64| (fine.1.translation[axis] - (pixel << 16) - (1 << 15)) as f64 / 65536.0;
        let (tx, ty) = (middle(0, window.x0), middle(1, window.y0));
        let to_coarse = coarse.2.lines.mapped(|[corner, right, down]| {
            [corner + right * tx + down * ty, right * a + down * c, right * b + down * d]
        });
        let wide = (fine.1.is_wide() || coarse.1.is_wide())
            .then(|| Axes::new(fine.1, (1, 1), coarse.1, (1, 1)).grown(margin.q16));
        let axes = match wide {
            None => Axes::new(fine.1, (1, 1), coarse.1, (1, 1)).grown(margin.q16),
            Some(_) => Axes([(0, 0, 0, 0); 4]),
        };
        TexelPairs {
            fine: (fine.0, *fine.1, fine.0.extent()),
            coarse: (coarse.0, *coarse.1),
            axes,
            wide,
            to_fine: fine.2.lines,
            to_coarse,
            slack: fine.2.error + coarse.2.error + 1.0 / 64.0,
            stretch,
            margin: if margin.is_none() { 0.0 } else { margin.pixels() * super::search::stretch(coarse.1) },
        }
    }

    /// Whether any solid texel of a box of fine texels overlaps a solid coarse one. The box is clipped to the mask.
    pub(super) fn overlap_of(&self, texels: Extent) -> bool {
        match &self.wide {
            None => self.any_in(texels, |dx, dy| self.axes.meet(dx, dy)),
            Some(wide) => self.any_in(texels, |dx, dy| wide.meet(dx, dy)),
        }
    }

    #[inline(always)]
    fn any_in(&self, texels: Extent, meet: impl Fn(i64, i64) -> bool) -> bool {
        let texels = texels.intersection(self.fine.2);
        let (fine, coarse) = (self.fine.0, self.coarse.0);
        (texels.y0..texels.y1).any(|v| {
            (texels.x0..texels.x1).any(|u| fine.has_texel((u, v)) && self.meets(coarse, u, v, &meet))
        })
    }

    /// Whether the image of a fine texel overlaps that of a solid coarse one.
    #[inline]
    fn meets(&self, coarse: &Mask, u: i64, v: i64, meet: &impl Fn(i64, i64) -> bool) -> bool {
        // The image of the texel is centred on the image of its centre.
        let [s, t] = self.to_coarse.mapped(|[corner, by_u, by_v]| {
            let middle = corner + by_u * (u as f64 + 0.5) + by_v * (v as f64 + 0.5);
            let reach = (by_u.abs() + by_v.abs()) / 2.0 + self.slack + self.margin;
            (floor(middle - reach), floor(middle + reach) + 1)
        });
        let near = Extent { x0: s.0, y0: t.0, x1: s.1, y1: t.1 }.intersection(coarse.extent());
        let from = self.fine.1.corner(u, v);
        (near.y0..near.y1).any(|t| {
            (near.x0..near.x1).any(|s| {
                coarse.has_texel((s, t)) && {
                    let to = self.coarse.1.corner(s, t);
                    meet(from[0] - to[0], from[1] - to[1])
                }
            })
        })
    }
}

impl Leaf for TexelPairs<'_> {
    #[inline(always)]
    fn reach(&self, side: f32) -> f32 {
        side / 2.0
    }

    #[inline(always)]
    fn is_small(&self, side: f32) -> bool {
        side * self.stretch <= SMALL
    }

    fn overlap(&mut self, square: Square) -> bool {
        let ((x, y), side) = (square.corner(), square.side());
        let (x, y) = (x + side / 2.0, y + side / 2.0);
        // Squares are relative to the window's corner, inverses to the centre of its first pixel.
        let [u, v] = self.to_fine.mapped(|[corner, right, down]| {
            let middle = corner + right * (x - 0.5) + down * (y - 0.5);
            let reach = (right.abs() + down.abs()) * side / 2.0 + self.slack;
            (floor(middle - reach), floor(middle + reach) + 1)
        });
        self.overlap_of(Extent { x0: u.0, y0: v.0, x1: u.1, y1: v.1 })
    }
}

/// Rounds down. Floats beyond i64 saturate.
pub(super) fn floor(x: f64) -> i64 {
    let whole = x as i64;
    if whole as f64 > x { whole - 1 } else { whole }
}
