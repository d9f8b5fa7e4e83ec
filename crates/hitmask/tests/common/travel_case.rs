//! Things of every shape that move straight, in hitmask's form and in the oracle's.

use std::sync::Arc;

use hitmask::{
    AlphaMask, AlphaRule, Circle, Collider, ColliderFrame, ColliderShape, ConvexPolygon, Frames, Mask,
    PointQ16, Rect, RunMask, Terrain,
};
use hitmask_oracle::{Affine, AlphaGrid, Cell, Convex, Cover, Grid, convex_covers, texel_at};

use super::pictures::grid_of_size;
use super::posed_case::pose_of;
use super::poses::{ONE, phase};
use super::things::alphas;
use super::{Rng, mask_of};

/// A shape in the oracle's form.
#[derive(Clone, Debug)]
pub(crate) enum Pixels {
    Mask(Grid),
    Runs(Grid),
    Terrain(Grid),
    Frame(Grid, (i64, i64)),
    Sum(AlphaGrid),
    Rect((i64, i64, i64, i64)),
    Circle(i64),
    /// Corners in 65 536ths of a texel, clockwise.
    Polygon(Vec<[i64; 2]>),
}

const UPRIGHT: [i64; 4] = [ONE, 0, 0, ONE];

/// Upright, mirrored, turned by right angles, or by other angles and scales.
pub(crate) fn any_matrix(rng: &mut Rng) -> [i64; 4] {
    match rng.below(8) {
        0 => [-ONE, 0, 0, ONE],
        1 => [0, -ONE, ONE, 0],
        2 => rng.pick(&[[46_341, -46_341, 46_341, 46_341], [ONE, 0, 0, 2 * ONE], [ONE / 2, 0, 0, ONE / 2]]),
        _ => UPRIGHT,
    }
}

/// Whether a shape covers the same pixels at every part of a pixel.
pub(crate) fn is_exact(pixels: &Pixels, matrix: [i64; 4]) -> bool {
    let upright =
        matches!(matrix, [ONE | -65_536, 0, 0, ONE | -65_536] | [0, ONE | -65_536, ONE | -65_536, 0]);
    upright && !matches!(pixels, Pixels::Circle(_) | Pixels::Polygon(_))
}

/// A coordinate: often a whole pixel or a half.
pub(crate) fn coordinate(rng: &mut Rng, room: i64) -> i64 {
    rng.between(-room, room) * ONE
        + match rng.below(4) {
            0 => 0,
            1 => ONE / 2,
            2 => rng.pick(&[1, -1, ONE / 2 - 1, ONE / 2 + 1]),
            _ => phase(rng),
        }
}

/// Left, top, right, bottom.
type TexelBox = (i64, i64, i64, i64);
/// What a texel shows.
type Texels<'a> = Box<dyn Fn(i64, i64) -> Cell + 'a>;

impl Pixels {
    pub(crate) fn any(rng: &mut Rng) -> Pixels {
        let grid = |rng: &mut Rng, most: i64| {
            let (w, h) = (rng.between(0, most) as usize, rng.between(1, most) as usize);
            grid_of_size(rng, w, h)
        };
        match rng.below(9) {
            0 => Pixels::Runs(grid(rng, 12)),
            1 => Pixels::Terrain(grid(rng, 20)),
            2 => Pixels::Frame(grid(rng, 9), (rng.between(-4, 4), rng.between(-4, 4))),
            3 => {
                let grid = grid(rng, 9);
                Pixels::Sum(alphas(rng, &grid, 128))
            }
            4 | 5 => {
                Pixels::Rect((rng.between(-6, 6), rng.between(-6, 6), rng.between(0, 9), rng.between(1, 9)))
            }
            6 => Pixels::Circle(rng.between(0, 12) * ONE / 2),
            7 => Pixels::Mask(Grid::draw("#")),
            _ => Pixels::Mask(grid(rng, 16)),
        }
    }

    /// A box around its texels (left, top, right, bottom), and what a texel shows. None if it is round or has corners of its own.
    pub(crate) fn texels(&self) -> Option<(TexelBox, Texels<'_>)> {
        let cell = |solid: bool, alpha: u8| Cell { solid, alpha: if solid { alpha } else { 0 } };
        Some(match self {
            Pixels::Mask(grid) | Pixels::Runs(grid) | Pixels::Terrain(grid) => {
                ((0, 0, grid.w as i64, grid.h as i64), Box::new(move |u, v| cell(grid.get(u, v), 255)))
            }
            Pixels::Frame(grid, (x, y)) => (
                (*x, *y, x + grid.w as i64, y + grid.h as i64),
                Box::new(move |u, v| cell(grid.get(u - x, v - y), 255)),
            ),
            Pixels::Sum(alphas) => (
                (0, 0, alphas.w as i64, alphas.h as i64),
                Box::new(move |u, v| cell(alphas.get(u, v) > 0, alphas.get(u, v))),
            ),
            Pixels::Rect((x, y, w, h)) => ((*x, *y, x + w, y + h), Box::new(move |_, _| cell(true, 255))),
            Pixels::Circle(_) | Pixels::Polygon(_) => return None,
        })
    }

    pub(crate) fn is_sum(&self) -> bool {
        matches!(self, Pixels::Sum(_))
    }

    pub(crate) fn shape(&self) -> ColliderShape {
        match self {
            Pixels::Mask(grid) => mask_of(grid).into(),
            Pixels::Runs(grid) => RunMask::from_mask(&mask_of(grid)).into(),
            Pixels::Terrain(grid) => Terrain::from_mask(&mask_of(grid)).into(),
            Pixels::Frame(grid, (x, y)) => {
                let offset = (*x as i32, *y as i32).into();
                Frames::new([ColliderFrame { mask: Arc::new(mask_of(grid)), offset }]).into()
            }
            Pixels::Sum(alphas) => {
                let alpha = AlphaMask::from_alpha(alphas.w as u32, alphas.h as u32, &alphas.alpha);
                ColliderShape::Alpha(Arc::new(alpha.unwrap()), AlphaRule::Sum)
            }
            Pixels::Rect((x, y, w, h)) => Rect::new(*x as i32, *y as i32, *w as u32, *h as u32).into(),
            Pixels::Circle(radius) => Circle::new(PointQ16::ZERO, *radius).unwrap().into(),
            Pixels::Polygon(corners) => {
                ConvexPolygon::new(corners.iter().map(|&[x, y]| PointQ16::new(x, y))).unwrap().into()
            }
        }
    }

    pub(crate) fn collider(&self, pose: Affine) -> Collider {
        Collider::new(self.shape()).posed(pose_of(pose))
    }

    /// What it covers under a pose.
    pub(crate) fn cover(&self, pose: Affine) -> Cover {
        match self {
            Pixels::Mask(grid) | Pixels::Runs(grid) | Pixels::Terrain(grid) => Cover::grid(grid, pose),
            Pixels::Frame(grid, (u, v)) => {
                let [a, b, c, d, x, y] = pose;
                Cover::grid(grid, [a, b, c, d, x + a * u + b * v, y + c * u + d * v])
            }
            Pixels::Sum(grid) => Cover::alpha(grid, 1, pose),
            Pixels::Rect((x, y, w, h)) if pose[..4] == UPRIGHT => {
                let (u, v) = texel_at(pose, 0, 0);
                Cover::block(x - u, y - v, *w, *h)
            }
            Pixels::Rect(bounds) => Cover::posed_block(*bounds, pose),
            Pixels::Circle(radius) => {
                let reach = 2 * (radius >> 16) + 4;
                convex_cover(&Convex::Circle([0, 0], *radius), pose, reach)
            }
            Pixels::Polygon(corners) => {
                let farthest = corners.iter().flatten().map(|x| x.abs() >> 16).max().unwrap_or(0);
                convex_cover(&Convex::Polygon(corners.clone()), pose, 3 * farthest + 4)
            }
        }
    }
}

/// A filled mask, to be shared.
pub(crate) fn filled(w: u32, h: u32) -> Arc<Mask> {
    Arc::new(Mask::filled(w, h))
}

/// What a convex shape covers at most so many pixels away from its origin.
fn convex_cover(shape: &Convex, pose: Affine, reach: i64) -> Cover {
    let (x, y) = (pose[4] >> 16, pose[5] >> 16);
    Cover::solid_where((x - reach, y - reach, x + reach, y + reach), |px, py| {
        convex_covers(shape, pose, px, py)
    })
}
