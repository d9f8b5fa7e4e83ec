//! Decomposition of masks and outlines into the parts that physics engines take: rectangles and convex polygons.

use alloc::vec::Vec;

use super::components::Connectivity;
use super::outline::Outline;
use super::triangulate::{Mesh, before, next, side};
use crate::geom::{CompactSort, Mapped, Point, Rect};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mask::{Mask, Run, RunMask};

/// Convex polygons with disjoint interiors, as plain lists of points.
///
/// ```
/// use hitmask::{Mask, Point};
/// // An L of three pixels.
/// let mask = Mask::from_fn(2, 2, |x, y| x == 0 || y == 1);
/// let pieces = mask.convex_pieces();
/// assert_eq!(pieces.len(), 2);
/// // Ready for a physics engine with any vector type:
/// let arrays: Vec<Vec<[f32; 2]>> =
///     pieces.iter().map(|piece| piece.iter().map(|p| [p.x as f32, p.y as f32]).collect()).collect();
/// assert!(arrays.iter().all(|piece| piece.len() >= 3));
/// ```
///
/// # Guarantees
/// - Each piece is convex and goes clockwise on a screen. It begins at its topmost corner; if there are several, at the leftmost of those.
///   It turns at every corner.
/// - No two pieces share area. Together they cover exactly the shape they were made from, edge for edge, not just pixel for pixel.
/// - All corners are integers. The corners of [`Outline::convex_pieces`] are corners of the outline.
/// - The pieces are ordered by their first corners, row by row.
#[doc(alias = "convex decomposition")]
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pieces {
    points: Vec<Point>,
    ends: Vec<usize>,
}

impl Pieces {
    fn push(&mut self, piece: &[Point]) {
        self.points.extend_from_slice(piece);
        self.ends.push(self.points.len());
    }

    /// These pieces in their order.
    fn sorted(mut pieces: Vec<Vec<Point>>) -> Pieces {
        pieces.sort_compact_by_key(|piece| (piece[0].y, piece[0].x, piece[1].y, piece[1].x));
        let mut result = Pieces::default();
        pieces.iter().for_each(|piece| result.push(piece));
        result
    }

    /// The same area in pieces of at most so many corners, for a physics engine with a limit: Box2D takes 8. Pieces with more are cut from
    /// corner to corner, into as few as possible.
    ///
    /// ```
    /// use hitmask::{Connectivity, Mask, Simplify};
    /// let disc = Mask::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 900);
    /// let pieces = disc.outline(Connectivity::Four).simplify(&Simplify::outer())?.convex_pieces().with_max_corners(8)?;
    /// assert!(pieces.iter().all(|piece| piece.len() <= 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidArgument`], if `max_corners` is less than 3.
    pub fn with_max_corners(&self, max_corners: usize) -> Result<Pieces, InvalidArgument> {
        if max_corners < 3 {
            let reason = InvalidReason::OutOfRange { least: 3, most: i64::MAX };
            return Err(InvalidArgument::new("max_corners", reason));
        }
        let mut pieces = Vec::new();
        for piece in self.iter() {
            let mut rest = piece.to_vec();
            while rest.len() > max_corners {
                // What is cut off lies behind a straight line between two corners. The next cut begins where this one ended: a fan about
                // one corner would be of splinters.
                let cut: Vec<Point> = rest[..max_corners].to_vec();
                rest.drain(1..max_corners - 1);
                rest.rotate_left(1);
                pieces.push(from_topmost(cut));
            }
            pieces.push(from_topmost(rest));
        }
        Ok(Pieces::sorted(pieces))
    }

    /// The number of pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no pieces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The corners of a piece; the edge from the last corner to the first closes it. None if there is no such piece.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[Point]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.points[start..end])
    }

    /// The corners of each piece.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Point]> + '_ {
        (0..self.len()).map(|i| self.get(i).unwrap_or_default())
    }
}

impl Mask {
    /// Disjoint rectangles that together contain exactly the solid pixels, ordered from the top, left to right.
    ///
    /// Equal runs in consecutive rows become one rectangle. The same is tried with columns, and the smaller result is returned. There are
    /// never more rectangles than runs in the rows, but not always as few as possible.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let cross = Mask::from_fn(3, 3, |x, y| x == 1 || y == 1);
    /// assert_eq!(cross.rectangles(), [Rect::new(1, 0, 1, 1), Rect::new(0, 1, 3, 1), Rect::new(1, 2, 1, 1)]);
    /// ```
    ///
    /// # Complexity
    /// O(words + runs).
    #[doc(alias = "decompose")]
    #[must_use]
    pub fn rectangles(&self) -> Vec<Rect> {
        let rows = stacked(&RunMask::from_mask(self));
        // A quarter turn clockwise maps pixel (x, y) to (h - 1 - y, x).
        let columns = stacked(&RunMask::from_mask(&self.rotate90()));
        if rows.len() <= columns.len() {
            return rows;
        }
        let h = self.height() as i32;
        let mut turned: Vec<Rect> =
            columns.iter().map(|r| Rect::new(r.y, h - r.x - r.w as i32, r.h, r.w)).collect();
        turned.sort_compact_by_key(|r| (r.y, r.x));
        turned
    }

    /// Convex polygons with disjoint interiors that together cover exactly the squares of the solid pixels. This is the smaller of two
    /// results: [`Outline::convex_pieces`] of the exact outline, or the [rectangles](Mask::rectangles), which are usually fewer. A
    /// [simplified](Outline::simplify) outline has far fewer pieces.
    ///
    /// # Complexity
    /// O(words + runs), and O(n log n) in practice for the n corners of the outline.
    #[doc(alias = "convex_decomposition")]
    #[doc(alias = "convex_parts")]
    #[doc(alias = "convex decomposition")]
    #[must_use]
    pub fn convex_pieces(&self) -> Pieces {
        let rectangles = self.rectangles();
        let pieces = self.outline(Connectivity::Four).convex_pieces();
        if pieces.len() <= rectangles.len() {
            return pieces;
        }
        let mut pieces = Pieces::default();
        for Rect { x, y, w, h } in rectangles {
            let (right, bottom) = (x + w as i32, y + h as i32);
            pieces.push(&[(x, y), (right, y), (right, bottom), (x, bottom)].mapped(Point::from));
        }
        pieces
    }
}

impl Outline {
    /// Convex polygons with disjoint interiors that together cover exactly the area inside the outline.
    ///
    /// The outline is triangulated. Then inner edges are removed, longest first, as long as the merged polygons stay convex (Hertel and
    /// Mehlhorn, 1983). The result has at most four times as many pieces as necessary.
    ///
    /// ```
    /// use hitmask::{Connectivity, Mask, Simplify};
    /// let disc = Mask::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 900);
    /// let exact = disc.outline(Connectivity::Four);
    /// let inner = exact.simplify(&Simplify::inner())?;
    /// assert!(inner.convex_pieces().len() < exact.convex_pieces().len());
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Complexity
    /// O(n log n) for n corners in practice.
    #[doc(alias = "convex decomposition")]
    #[doc(alias = "triangulate")]
    #[must_use]
    pub fn convex_pieces(&self) -> Pieces {
        if self.is_empty() {
            return Pieces::default();
        }
        let mesh = Mesh::of(self);
        let inside = mesh.inside();
        let edges = inside.len() as u32 * 3;
        let mut faces = Faces {
            mesh: &mesh,
            next: (0..edges).map(next).collect(),
            before: (0..edges).map(before).collect(),
        };
        let is_inside = |e: u32| inside[e as usize / 3];
        let mut cuts: Vec<(i64, u32)> = (0..edges)
            .filter(|&e| is_inside(e) && !mesh.fixed[e as usize] && e < mesh.twin[e as usize])
            .map(|e| {
                let (a, b) = (mesh.start(e), mesh.start(next(e)));
                let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
                (-(dx * dx + dy * dy), e)
            })
            .collect();
        cuts.sort_compact();
        let mut gone = alloc::vec![false; edges as usize];
        for (_, e) in cuts {
            if faces.merge(e) {
                gone[e as usize] = true;
                gone[mesh.twin[e as usize] as usize] = true;
            }
        }
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        for e in (0..edges).filter(|&e| is_inside(e)) {
            if !gone[e as usize] {
                pieces.push(faces.corners(e, &mut gone));
            }
        }
        Pieces::sorted(pieces)
    }
}

/// The triangles of a mesh, some of which are merged into larger faces.
struct Faces<'a> {
    mesh: &'a Mesh,
    /// For each half-edge, the next one around its face, and the previous one.
    next: Vec<u32>,
    before: Vec<u32>,
}

impl Faces<'_> {
    /// Merges the two faces beside an edge if the result is convex. Returns whether it did.
    fn merge(&mut self, e: u32) -> bool {
        let f = self.mesh.twin[e as usize];
        let joints = [
            (self.before[e as usize], self.next[f as usize]),
            (self.before[f as usize], self.next[e as usize]),
        ];
        let convex = joints.iter().all(|&(come, go)| {
            let start = |e: u32| self.mesh.start(e);
            side(start(come), start(go), start(next(go))) >= 0
        });
        if convex {
            for (come, go) in joints {
                self.next[come as usize] = go;
                self.before[go as usize] = come;
            }
        }
        convex
    }

    /// The corners of the face that contains a half-edge. Marks the half-edges of the face as seen.
    fn corners(&self, first: u32, seen: &mut [bool]) -> Vec<Point> {
        let mut corners = Vec::new();
        let mut e = first;
        loop {
            seen[e as usize] = true;
            let come = self.before[e as usize];
            let p = self.mesh.start(e);
            if side(self.mesh.start(come), p, self.mesh.start(next(e))) != 0 {
                corners.push(p);
            }
            e = self.next[e as usize];
            if e == first {
                break;
            }
        }
        from_topmost(corners)
    }
}

/// A piece that begins at its topmost corner.
fn from_topmost(mut corners: Vec<Point>) -> Vec<Point> {
    let topmost = (0..corners.len()).min_by_key(|&i| (corners[i].y, corners[i].x));
    corners.rotate_left(topmost.unwrap_or(0));
    corners
}

/// Merges each run with the equal runs directly below it.
fn stacked(runs: &RunMask) -> Vec<Rect> {
    let mut rects: Vec<Rect> = Vec::new();
    // Indices of the rectangles that reach the previous row.
    let (mut above, mut here): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for y in 0..runs.height() {
        here.clear();
        let mut candidates = above.iter().copied().peekable();
        for &Run { start, end } in runs.runs(y) {
            let (x, w) = (i32::from(start), u32::from(end - start));
            while candidates.next_if(|&i| rects[i].x < x).is_some() {}
            if let Some(i) = candidates.next_if(|&i| rects[i].x == x && rects[i].w == w) {
                rects[i].h += 1;
                here.push(i);
            } else {
                here.push(rects.len());
                rects.push(Rect::new(x, y as i32, w, 1));
            }
        }
        core::mem::swap(&mut above, &mut here);
    }
    rects
}
