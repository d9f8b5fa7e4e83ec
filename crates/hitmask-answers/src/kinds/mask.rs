//! One mask: its pixels, its components, its outline.

use hitmask::{Connectivity, Mask};
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::{Area, Pixel, Question, area, pixel, true_area, true_pixel};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneMask {
    /// The number of the picture.
    bits: usize,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    count: u64,
    bounds: Option<Area>,
    centroid: Option<Pixel>,
    /// Pixels are connected by their sides.
    four: Pieces,
    /// Pixels are connected by their sides and corners.
    eight: Pieces,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pieces {
    components: usize,
    /// The component with the most pixels; of equally large ones, the first.
    largest: Option<Piece>,
    outer_rings: usize,
    holes: usize,
    corners: usize,
}

/// A connected component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piece {
    pub(super) area: u64,
    pub(super) bounds: Area,
    pub(super) first: Pixel,
}

impl Piece {
    /// The component with these pixels, which the oracle gives row by row.
    pub(super) fn of(points: &[(i64, i64)]) -> Piece {
        let axis = |of: fn(&(i64, i64)) -> i64| {
            let least = points.iter().map(of).min().expect("a piece has pixels");
            (least, points.iter().map(of).max().expect("a piece has pixels") + 1 - least)
        };
        let ((x, w), (y, h)) = (axis(|p| p.0), axis(|p| p.1));
        Piece { area: points.len() as u64, bounds: [x, y, w, h], first: true_pixel(points[0]) }
    }
}

fn pieces(mask: &Mask, connectivity: Connectivity) -> Pieces {
    let components = mask.components(connectivity);
    let outline = mask.outline(connectivity);
    let largest = components.largest().and_then(|number| components.get(number));
    let outer_rings = outline.rings().filter(|ring| !ring.is_hole).count();
    Pieces {
        components: components.len(),
        largest: largest.map(|piece| Piece {
            area: piece.area,
            bounds: area(piece.bounds),
            first: pixel(piece.first),
        }),
        outer_rings,
        holes: outline.len() - outer_rings,
        corners: outline.point_count(),
    }
}

impl Question for OneMask {
    type Answer = Answer;
    const FILE: &'static str = "mask";

    fn ask(&self, pictures: &Pictures) -> Answer {
        let mask = pictures.mask(self.bits);
        Answer {
            count: mask.count(),
            bounds: mask.bounds().map(area),
            centroid: mask.centroid().map(pixel),
            four: pieces(mask, Connectivity::Four),
            eight: pieces(mask, Connectivity::Eight),
        }
    }

    fn check(&self, pictures: &Pictures, answer: &Answer) {
        let grid = pictures.grid(self.bits);
        assert_eq!(answer.count, grid.count());
        assert_eq!(answer.bounds, grid.bounds().map(true_area));
        assert_eq!(answer.centroid, grid.centroid().map(true_pixel));
        for (pieces, corners) in [(&answer.four, false), (&answer.eight, true)] {
            let islands = grid.islands([false; 4], corners);
            assert_eq!(pieces.components, islands.len());
            // `max_by_key` returns the last of equal components, so the order is reversed.
            let largest = islands.iter().rev().max_by_key(|piece| piece.len());
            assert_eq!(pieces.largest, largest.map(|piece| Piece::of(piece)));
            // Every component has one ring around it.
            assert_eq!(pieces.outer_rings, islands.len());
            // A hole is a component of the clear pixels that does not reach the frame. Its connectivity is the other one.
            let mut outside = grid.clone();
            outside.cells.iter_mut().for_each(|cell| *cell = !*cell);
            assert_eq!(pieces.holes, outside.islands([true; 4], !corners).len());
        }
    }
}
