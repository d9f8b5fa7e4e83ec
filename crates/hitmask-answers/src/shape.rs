//! A shape as the questions name it, and its forms for hitmask and the oracle.

use hitmask::{AlphaMask, Circle, ConvexPolygon, Mask, PointQ16, Rect, RunMask, Terrain};
use hitmask_oracle::{Block, Convex, Grid, Solid, convex_covers};
use serde::{Deserialize, Serialize};

use crate::{Pictures, Q16};

/// A shape of a question. Numbers of pictures count the lines of `pictures.jsonl` from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Shape {
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

/// The shape in hitmask's form.
pub(crate) enum Built {
    Bits(Mask),
    Runs(RunMask),
    Terrain(Terrain),
    Level(AlphaMask, u8),
    Alpha(AlphaMask),
    Rect(Rect),
    Circle(Circle),
    Polygon(ConvexPolygon),
}

/// Calls a generic function with a shape that has the overlap verbs.
macro_rules! with_shape {
    ($built:expr, $shape:ident => $body:expr) => {
        match $built {
            $crate::shape::Built::Bits($shape) => $body,
            $crate::shape::Built::Runs($shape) => $body,
            $crate::shape::Built::Terrain($shape) => $body,
            $crate::shape::Built::Level(alpha, level) => {
                let $shape = &alpha.at_level(*level);
                $body
            }
            $crate::shape::Built::Rect($shape) => $body,
            $crate::shape::Built::Alpha(_)
            | $crate::shape::Built::Circle(_)
            | $crate::shape::Built::Polygon(_) => panic!("this question takes no such shape"),
        }
    };
}
pub(crate) use with_shape;

impl Shape {
    pub(crate) fn build(&self, pictures: &Pictures) -> Built {
        match *self {
            Shape::Bits(number) => Built::Bits(pictures.mask(number).clone()),
            Shape::Runs(number) => Built::Runs(RunMask::from_mask(pictures.mask(number))),
            Shape::Terrain(number) => Built::Terrain(Terrain::from_mask(pictures.mask(number))),
            Shape::Level(number, level) => Built::Level(pictures.alpha(number).clone(), level),
            Shape::Alpha(number) => Built::Alpha(pictures.alpha(number).clone()),
            Shape::Rect(x, y, w, h) => Built::Rect(Rect::new(x, y, w, h)),
            Shape::Circle(x, y, radius) => {
                Built::Circle(Circle::new(PointQ16::new(x, y), radius).expect("the circle is legal"))
            }
            Shape::Polygon(ref corners) => {
                let corners = corners.iter().map(|&[x, y]| PointQ16::new(x, y));
                Built::Polygon(ConvexPolygon::new(corners).expect("the polygon is convex"))
            }
        }
    }

    /// The shape in the oracle's form, at its own position.
    pub(crate) fn truth(&self, pictures: &Pictures) -> Box<dyn Solid> {
        match *self {
            Shape::Bits(number) | Shape::Runs(number) | Shape::Terrain(number) => {
                Box::new(pictures.grid(number))
            }
            Shape::Level(number, level) => Box::new(pictures.alpha_grid(number).at_level(level)),
            Shape::Rect(x, y, w, h) => Box::new(Block { x: x.into(), y: y.into(), w: w.into(), h: h.into() }),
            Shape::Circle(..) | Shape::Polygon(_) => Box::new(Convexed(self.convex())),
            Shape::Alpha(_) => panic!("an alpha sum is no set of pixels"),
        }
    }

    /// A circle or a polygon in the oracle's form.
    pub(crate) fn convex(&self) -> Convex {
        match self {
            &Shape::Circle(x, y, radius) => Convex::Circle([x, y], radius),
            Shape::Polygon(corners) => Convex::Polygon(corners.clone()),
            _ => panic!("{self:?} has no outline"),
        }
    }

    /// The mask's pixels in the form of the oracle's grid.
    pub(crate) fn grid(&self, pictures: &Pictures) -> Grid {
        match *self {
            Shape::Bits(number) => pictures.grid(number),
            _ => panic!("this question takes bits"),
        }
    }

    /// The mask itself.
    pub(crate) fn mask<'p>(&self, pictures: &'p Pictures) -> &'p Mask {
        match *self {
            Shape::Bits(number) => pictures.mask(number),
            _ => panic!("this question takes bits"),
        }
    }
}

/// A convex shape as a set of pixels.
struct Convexed(Convex);

/// The identity map.
pub(crate) const IDENTITY: [i64; 6] = [1 << 16, 0, 0, 1 << 16, 0, 0];

impl Solid for Convexed {
    fn window(&self) -> (i64, i64, i64, i64) {
        let corners = match &self.0 {
            &Convex::Circle([x, y], r) => vec![[x - r, y - r], [x + r, y + r]],
            Convex::Polygon(corners) => corners.clone(),
        };
        let axis = |i: usize| corners.iter().map(move |corner| corner[i] >> 16);
        let (least, most) = (|i| axis(i).min().unwrap_or(0) - 1, |i| axis(i).max().unwrap_or(0) + 2);
        (least(0), least(1), most(0), most(1))
    }

    fn solid(&self, x: i64, y: i64) -> bool {
        convex_covers(&self.0, IDENTITY, x, y)
    }
}
