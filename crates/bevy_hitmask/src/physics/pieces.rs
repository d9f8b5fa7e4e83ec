//! The convex pieces of shapes, in the coordinates of the shape and in those of the entity.

use std::collections::HashMap;
use std::sync::Arc;

use bevy_math::{DVec2, Vec2};
use hitmask::{ColliderShape, Connectivity, Mask, Pieces, PointQ16, Rect, Simplify};

use crate::geometry::Plane;

/// A convex piece.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece<V = Vec2> {
    /// The corners. In the entity's coordinates they go counterclockwise.
    Polygon(Vec<V>),
    Circle {
        centre: V,
        radius: f32,
    },
}

type Shared = Arc<Vec<Piece<DVec2>>>;

/// The pieces of masks, by the address of the mask and the tolerance. The masks are held, so no other one has the address.
#[derive(Default)]
pub(crate) struct KeptPieces(HashMap<(usize, u32), (Arc<Mask>, Shared)>);

impl KeptPieces {
    /// The pieces of a shape, in its own coordinates.
    pub(crate) fn pieces(&mut self, shape: &ColliderShape, tolerance: f32) -> Shared {
        match shape {
            ColliderShape::Mask(mask) => {
                let key = (Arc::as_ptr(mask) as usize, tolerance.to_bits());
                let made = || (Arc::clone(mask), Arc::new(of_mask(mask, tolerance)));
                Arc::clone(&self.0.entry(key).or_insert_with(made).1)
            }
            ColliderShape::Labels(labels) => Arc::new(of_mask(labels.mask(), tolerance)),
            other => Arc::new(of_other(other, tolerance)),
        }
    }

    /// Forgets the masks that nobody else holds.
    pub(crate) fn forget(&mut self) {
        self.0.retain(|_, (mask, _)| Arc::strong_count(mask) > 1);
    }
}

fn of_mask(mask: &Mask, tolerance: f32) -> Vec<Piece<DVec2>> {
    let polygons = |pieces: Pieces| {
        let corner = |corner: &hitmask::Point| DVec2::new(corner.x.into(), corner.y.into());
        pieces.iter().map(|piece| Piece::Polygon(piece.iter().map(corner).collect())).collect()
    };
    let wish = Simplify::within(tolerance.into());
    let simplify = wish.tolerance_q16().is_ok_and(|parts| parts > 0);
    let simple = simplify.then(|| mask.outline(Connectivity::Four).simplify(&wish).ok()).flatten();
    polygons(simple.map_or_else(|| mask.convex_pieces(), |outline| outline.convex_pieces()))
}

fn of_other(shape: &ColliderShape, tolerance: f32) -> Vec<Piece<DVec2>> {
    let exact = |point: PointQ16| DVec2::from(point.to_f64());
    match shape {
        ColliderShape::Rect(Rect { x, y, w, h }) => {
            let low = DVec2::new((*x).into(), (*y).into());
            let size = DVec2::new((*w).into(), (*h).into());
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            vec![Piece::Polygon(corners.map(|corner| low + size * DVec2::from(corner)).to_vec())]
        }
        ColliderShape::Circle(circle) => {
            let radius = (circle.radius() as f64 / PointQ16::ONE as f64) as f32;
            vec![Piece::Circle { centre: exact(circle.centre()), radius }]
        }
        ColliderShape::Polygon(polygon) => {
            vec![Piece::Polygon(polygon.corners().iter().copied().map(exact).collect())]
        }
        ColliderShape::Terrain(terrain) => {
            let (w, h) = terrain.size();
            let longest = u32::from(u16::MAX);
            of_mask(&terrain.crop(Rect::new(0, 0, w.min(longest), h.min(longest))), tolerance)
        }
        // Colliders of entities have no other shapes.
        _ => Vec::new(),
    }
}

/// A piece in the entity's coordinates. None if it has no area there.
pub(crate) fn place(piece: &Piece<DVec2>, plane: &Plane) -> Option<Piece> {
    let [a, b, c, d] = plane.matrix;
    let at = |point: DVec2| {
        let DVec2 { x: u, y: v } = point - DVec2::from(plane.pivot);
        DVec2::new(a * u + b * v, c * u + d * v)
    };
    match piece {
        Piece::Polygon(corners) => {
            let mut corners: Vec<DVec2> = corners.iter().map(|&corner| at(corner)).collect();
            let next = corners.iter().cycle().skip(1);
            let area: f64 = corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
            if area < 0.0 {
                corners.reverse();
            }
            let is_solid = area.is_finite() && area != 0.0;
            is_solid.then(|| Piece::Polygon(corners.iter().map(|corner| corner.as_vec2()).collect()))
        }
        // Only own shapes are circles, and their plane has one scale.
        Piece::Circle { centre, radius } => {
            let radius = (f64::from(*radius) * a.abs()) as f32;
            (radius > 0.0).then(|| Piece::Circle { centre: at(*centre).as_vec2(), radius })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The area of a polygon, positive if it goes counterclockwise.
    fn area(corners: &[Vec2]) -> f32 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>() / 2.0
    }

    #[test]
    fn pieces_cover_the_mask_in_the_entitys_coordinates() {
        let ring = Mask::from_fn(10, 8, |x, y| !(3..6).contains(&x) || !(2..5).contains(&y));
        let ring = ColliderShape::from(ring);
        let mut kept = KeptPieces::default();
        for [across, down] in [[2.0, -0.5], [-2.0, -0.5], [2.0, 0.5]] {
            let plane = Plane { matrix: [across, 0.0, 0.0, down], pivot: [5.0, 8.0] };
            let placed: Vec<Piece> =
                kept.pieces(&ring, 0.0).iter().filter_map(|piece| place(piece, &plane)).collect();
            let areas = placed.iter().map(|piece| match piece {
                Piece::Polygon(corners) => {
                    assert!(area(corners) > 0.0 && corners.iter().all(|corner| corner.x.abs() <= 10.0));
                    area(corners)
                }
                Piece::Circle { .. } => panic!("no circle"),
            });
            assert_eq!(areas.sum::<f32>(), 71.0);
        }
        assert_eq!(kept.0.len(), 1);
        drop(ring);
        kept.forget();
        assert_eq!(kept.0.len(), 0);
    }

    #[test]
    fn a_tolerance_leaves_fewer_pieces() {
        let disc = Mask::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 900);
        let disc = ColliderShape::from(disc);
        let mut kept = KeptPieces::default();
        let [exact, simple] = [0.0, 1.0].map(|tolerance| kept.pieces(&disc, tolerance).len());
        assert!(simple * 4 < exact, "{exact} and {simple}");
        // What is no tolerance is none.
        assert_eq!(kept.pieces(&disc, f32::NAN).len(), exact);
        assert_eq!(kept.pieces(&disc, -1.0).len(), exact);
    }
}
