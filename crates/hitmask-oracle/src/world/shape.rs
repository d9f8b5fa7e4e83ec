//! Shapes as a script names them, and the pixels that they cover.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cover::Cover;
use crate::overlap::{Block, Solid};
use crate::{Affine, AlphaGrid, Convex, Grid, convex_covers, texel_at};

/// A pixel or an offset: x, y.
pub type Pixel = [i32; 2];
/// A sub-pixel position: x, y in 1/65536 of a pixel.
pub type Q16 = [i64; 2];

const ONE: i64 = 1 << 16;
const UPRIGHT: [i64; 4] = [ONE, 0, 0, ONE];

/// The pictures of a script by their numbers.
#[derive(Debug, Default)]
pub struct Book {
    pictures: Vec<Picture>,
}

/// A picture of bits or of alphas.
#[derive(Debug, Clone)]
pub enum Picture {
    /// Solid and clear pixels.
    Bits(Arc<Grid>),
    /// An alpha for each pixel.
    Alpha(Arc<AlphaGrid>),
}

impl Book {
    /// Adds a picture of bits. Returns its number.
    pub fn bits(&mut self, grid: Grid) -> usize {
        self.pictures.push(Picture::Bits(Arc::new(grid)));
        self.pictures.len() - 1
    }

    /// Adds a picture of alphas. Returns its number.
    pub fn alphas(&mut self, grid: AlphaGrid) -> usize {
        self.pictures.push(Picture::Alpha(Arc::new(grid)));
        self.pictures.len() - 1
    }

    /// A picture of bits.
    ///
    /// # Panics
    /// If the picture has alphas.
    #[must_use]
    pub fn grid(&self, number: usize) -> &Arc<Grid> {
        match &self.pictures[number] {
            Picture::Bits(grid) => grid,
            Picture::Alpha(_) => panic!("picture {number} holds alphas, not bits"),
        }
    }

    /// A picture of alphas.
    ///
    /// # Panics
    /// If the picture has bits.
    #[must_use]
    pub fn alpha(&self, number: usize) -> &Arc<AlphaGrid> {
        match &self.pictures[number] {
            Picture::Alpha(alpha) => alpha,
            Picture::Bits(_) => panic!("picture {number} holds bits, not alphas"),
        }
    }
}

/// A shape. Numbers are those of pictures.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A picture of bits as a mask.
    Bits(usize),
    /// A picture of bits as a run-length mask.
    Runs(usize),
    /// A picture of bits as a terrain.
    Terrain(usize),
    /// A picture of alphas, solid from this alpha on.
    Level(usize, u8),
    /// A picture of alphas, by alpha sum.
    Alpha(usize),
    /// x, y, width, height.
    Rect(i32, i32, u32, u32),
    /// The centre's x and y and the radius, in 1/65536 of a pixel.
    Circle(i64, i64, i64),
    /// The corners of a convex polygon, in 1/65536 of a pixel.
    Polygon(Vec<Q16>),
}

/// A shape, or the frames of an animation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Figure {
    /// A shape that stays the same.
    Shape(Shape),
    /// For each frame of an animation, a picture of bits, and its upper left pixel in the collider's own coordinates.
    Frames(Vec<(usize, Pixel)>),
}

impl From<Shape> for Figure {
    fn from(shape: Shape) -> Figure {
        Figure::Shape(shape)
    }
}

/// A convex shape as a set of pixels.
struct Convexed(Convex);

impl Solid for Convexed {
    fn window(&self) -> (i64, i64, i64, i64) {
        window_of(&self.0, [ONE, 0, 0, ONE, 0, 0])
    }

    fn solid(&self, x: i64, y: i64) -> bool {
        convex_covers(&self.0, [ONE, 0, 0, ONE, 0, 0], x, y)
    }
}

impl Shape {
    /// A circle or a polygon.
    ///
    /// # Panics
    /// If it is neither.
    #[must_use]
    pub fn convex(&self) -> Convex {
        match self {
            &Shape::Circle(x, y, radius) => Convex::Circle([x, y], radius),
            Shape::Polygon(corners) => Convex::Polygon(corners.clone()),
            _ => panic!("{self:?} has no outline"),
        }
    }

    /// Whether it is a circle or a polygon.
    #[must_use]
    pub fn is_convex(&self) -> bool {
        matches!(self, Shape::Circle(..) | Shape::Polygon(_))
    }

    /// The pixels that it covers at its own position.
    ///
    /// # Panics
    /// If it is an alpha sum, which is no set of pixels.
    #[must_use]
    pub fn truth(&self, book: &Book) -> Box<dyn Solid> {
        match *self {
            Shape::Bits(number) | Shape::Runs(number) | Shape::Terrain(number) => {
                Box::new(Grid::clone(book.grid(number)))
            }
            Shape::Level(number, level) => Box::new(book.alpha(number).at_level(level)),
            Shape::Rect(x, y, w, h) => Box::new(Block { x: x.into(), y: y.into(), w: w.into(), h: h.into() }),
            Shape::Circle(..) | Shape::Polygon(_) => Box::new(Convexed(self.convex())),
            Shape::Alpha(_) => panic!("an alpha sum is no set of pixels"),
        }
    }

    /// The pixels of the plane that it covers under a pose. All visible pixels take part in an alpha sum.
    #[must_use]
    pub fn cover(&self, pose: Affine, book: &Book) -> Cover {
        match *self {
            Shape::Bits(number) | Shape::Runs(number) | Shape::Terrain(number) => {
                Cover::grid(book.grid(number), pose)
            }
            Shape::Level(number, level) => Cover::alpha(book.alpha(number), level, pose),
            Shape::Alpha(number) => Cover::alpha(book.alpha(number), 1, pose),
            Shape::Rect(x, y, w, h) => {
                let [x, y, w, h] = [x.into(), y.into(), w.into(), h.into()];
                if pose[..4] != UPRIGHT {
                    return Cover::posed_block((x, y, w, h), pose);
                }
                // Pixels end at the ends of the world before it is moved.
                let (end, (u, v)) = (1 << 31, texel_at(pose, 0, 0));
                Cover::block(x - u, y - v, (x + w).min(end) - x, (y + h).min(end) - y)
            }
            Shape::Circle(..) | Shape::Polygon(_) => {
                let convex = self.convex();
                Cover::solid_where(window_of(&convex, pose), |x, y| convex_covers(&convex, pose, x, y))
            }
        }
    }
}

impl Figure {
    /// Whether it collides by alpha sum.
    #[must_use]
    pub fn is_by_sum(&self) -> bool {
        matches!(self, Figure::Shape(Shape::Alpha(_)))
    }

    /// Whether it is made of texels.
    #[must_use]
    pub fn has_texels(&self) -> bool {
        !matches!(self, Figure::Shape(shape) if shape.is_convex())
    }

    /// The pixels of the plane that it covers under a pose.
    #[must_use]
    pub fn cover(&self, frame: usize, pose: Affine, book: &Book) -> Cover {
        match self {
            Figure::Shape(shape) => shape.cover(pose, book),
            Figure::Frames(frames) => {
                let (number, [u, v]) = frames[frame];
                let [a, b, c, d, x, y] = pose;
                let (u, v) = (i64::from(u), i64::from(v));
                Cover::grid(book.grid(number), [a, b, c, d, x + a * u + b * v, y + c * u + d * v])
            }
        }
    }
}

/// Left, top, right and bottom of a box that contains all pixels that a shape may cover, with a margin.
fn window_of(shape: &Convex, [a, b, c, d, x, y]: Affine) -> (i64, i64, i64, i64) {
    let corners = match shape {
        Convex::Circle([x, y], r) => vec![[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]],
        Convex::Polygon(corners) => corners.clone(),
    };
    let at = |u: i64, v: i64, from: i64| ((u + v) / ONE + from).div_euclid(ONE);
    let xs = || corners.iter().map(|[u, v]| at(a * u, b * v, x));
    let ys = || corners.iter().map(|[u, v]| at(c * u, d * v, y));
    let (low, high) =
        (|least: Option<i64>| least.expect("a corner") - 2, |most: Option<i64>| most.expect("a corner") + 3);
    (low(xs().min()), low(ys().min()), high(xs().max()), high(ys().max()))
}
