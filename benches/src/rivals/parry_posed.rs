//! The crate [`parry2d`] with turned and scaled masks: exact rectangles, convex pieces, and the hull. Scale and mirroring are applied to
//! the shape, because parry2d's poses only turn and move. It decides in floats. Pieces and the hull are not exactly the mask either.

use hitmask::{Mask, Point};
use parry2d::math::{Pose, Vector};
use parry2d::query::intersection_test;
use parry2d::shape::SharedShape;

/// A shape and its pose.
pub struct Placed {
    shape: SharedShape,
    at: Pose,
}

/// The pose of a mask on the screen, in parry2d's form.
#[derive(Clone, Copy)]
pub struct Placing {
    /// World pixels per texel; negative mirrors.
    pub scale: [f64; 2],
    /// Clockwise on the screen, in radians.
    pub angle: f64,
    /// The position of the mask's corner.
    pub corner: [f64; 2],
}

impl Placing {
    fn scaled(&self, u: f64, v: f64) -> Vector {
        Vector::new((u * self.scale[0]) as f32, (v * self.scale[1]) as f32)
    }

    fn place(&self, shape: SharedShape) -> Placed {
        let corner = Vector::new(self.corner[0] as f32, self.corner[1] as f32);
        Placed { shape, at: Pose::new(corner, self.angle as f32) }
    }
}

/// The solid pixels as rectangles: the runs of each row. Equal runs in consecutive rows are joined.
#[must_use]
pub fn rectangles(mask: &Mask, placing: &Placing) -> Placed {
    let mut whole: Vec<[u32; 4]> = Vec::new();
    let mut open: Vec<[u32; 4]> = Vec::new();
    for y in 0..mask.height() {
        let mut next = Vec::new();
        for (from, to) in mask.runs(y) {
            let above = open.iter().position(|&[x0, x1, ..]| (x0, x1) == (from, to));
            let top = above.map_or(y, |i| open.swap_remove(i)[2]);
            next.push([from, to, top, y + 1]);
        }
        whole.append(&mut open);
        open = next;
    }
    whole.append(&mut open);
    let parts = whole.iter().map(|&[x0, x1, y0, y1]| {
        let middle = placing.scaled(f64::from(x0 + x1) / 2.0, f64::from(y0 + y1) / 2.0);
        let half = placing.scaled(f64::from(x1 - x0) / 2.0, f64::from(y1 - y0) / 2.0).abs();
        (Pose::from_translation(middle), SharedShape::cuboid(half.x, half.y))
    });
    placing.place(SharedShape::compound(parts.collect()))
}

/// parry2d's own convex decomposition of the outline.
#[must_use]
pub fn pieces(mask: &Mask, placing: &Placing) -> Placed {
    let (corners, edges) = outline(mask, placing);
    placing.place(SharedShape::convex_decomposition(&corners, &edges))
}

/// One convex polygon around all solid pixels.
///
/// # Panics
/// If the mask is empty.
#[must_use]
pub fn hull(mask: &Mask, placing: &Placing) -> Placed {
    let (corners, _) = outline(mask, placing);
    placing.place(SharedShape::convex_hull(&corners).expect("a solid pixel has a hull"))
}

/// The edges between solid and clear pixels.
fn outline(mask: &Mask, placing: &Placing) -> (Vec<Vector>, Vec<[u32; 2]>) {
    let (w, h) = (mask.width() as i32, mask.height() as i32);
    let mut numbers = std::collections::HashMap::new();
    let (mut corners, mut edges) = (Vec::new(), Vec::new());
    let mut number = |u: i32, v: i32| {
        *numbers.entry((u, v)).or_insert_with(|| {
            corners.push(placing.scaled(u.into(), v.into()));
            corners.len() as u32 - 1
        })
    };
    for y in 0..=h {
        for x in 0..=w {
            let here = mask.get((x, y));
            if here != mask.get((x - 1, y)) {
                let (top, bottom) = (number(x, y), number(x, y + 1));
                edges.push(if here { [bottom, top] } else { [top, bottom] });
            }
            if here != mask.get((x, y - 1)) {
                let (left, right) = (number(x, y), number(x + 1, y));
                edges.push(if here { [left, right] } else { [right, left] });
            }
        }
    }
    (corners, edges)
}

/// Whether the two shapes meet.
///
/// # Panics
/// Never: parry2d can test these shapes against each other.
#[must_use]
pub fn overlaps(a: &Placed, b: &Placed, offset: Point) -> bool {
    let moved = b.at.append_translation(Vector::new(offset.x as f32, offset.y as f32));
    let result = intersection_test(&a.at, &*a.shape, &moved, &*b.shape);
    result.expect("parry2d tests compounds against compounds").intersecting
}
