//! Masks and outlines in parts that physics engines take: rectangles and convex polygons.

use alloc::vec::Vec;

use super::components::Connectivity;
use super::outline::Outline;
use super::triangulate::{Mesh, before, next, side};
use crate::geom::{Point, Rect};
use crate::mask::{Mask, Run, RunMask};

/// Convex polygons that share no area, as plain lists of points.
///
/// ```
/// use hitmask::{Mask, Point};
/// // An L of three pixels.
/// let mask = Mask::from_fn(2, 2, |x, y| x == 0 || y == 1);
/// let pieces = mask.convex_pieces();
/// assert_eq!(pieces.len(), 2);
/// // What a physics engine takes, whichever vector type it uses:
/// let arrays: Vec<Vec<[f32; 2]>> =
///     pieces.iter().map(|piece| piece.iter().map(|p| [p.x as f32, p.y as f32]).collect()).collect();
/// assert!(arrays.iter().all(|piece| piece.len() >= 3));
/// ```
///
/// # Guarantees
/// - Each piece is convex, goes clockwise on a screen, begins at its topmost corner, the leftmost of those, and has no corner
///   at which it goes straight on.
/// - No two share area; together they are exactly what they were made from, edge for edge, not just pixel for pixel.
/// - All corners are whole; those of [`Outline::convex_pieces`] are corners of the outline.
/// - They are ordered by their first corners, row by row.
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

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The corners of a piece; the edge from the last one to the first closes it.
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
    /// Rectangles that share no pixel and together hold exactly the solid ones, from the top, left to right.
    ///
    /// Runs of rows that lie below each other and are equal become one rectangle; or runs of columns, if that makes fewer.
    /// Never more than there are runs in the rows, but not always as few as possible.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let cross = Mask::from_fn(3, 3, |x, y| x == 1 || y == 1);
    /// assert_eq!(cross.rectangles(), [Rect::new(1, 0, 1, 1), Rect::new(0, 1, 3, 1), Rect::new(1, 2, 1, 1)]);
    /// ```
    ///
    /// # Complexity
    /// O(words + runs).
    #[must_use]
    pub fn rectangles(&self) -> Vec<Rect> {
        let rows = stacked(&RunMask::from_mask(self));
        // A quarter turn clockwise takes pixel (x, y) to (h - 1 - y, x).
        let columns = stacked(&RunMask::from_mask(&self.rotate90()));
        if rows.len() <= columns.len() {
            return rows;
        }
        let h = self.height() as i32;
        let mut turned: Vec<Rect> =
            columns.iter().map(|r| Rect::new(r.y, h - r.x - r.w as i32, r.h, r.w)).collect();
        turned.sort_unstable_by_key(|r| (r.y, r.x));
        turned
    }

    /// Convex polygons that share no area and together are exactly the solid pixels' squares: those of
    /// [`Outline::convex_pieces`] for the exact outline, or the [rectangles](Mask::rectangles) where these are fewer, as they
    /// mostly are. A [simplified](Outline::simplify) outline has far fewer pieces.
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
            pieces.push(&[(x, y), (right, y), (right, bottom), (x, bottom)].map(Point::from));
        }
        pieces
    }
}

impl Outline {
    /// Convex polygons that share no area and together are exactly what the outline holds.
    ///
    /// The outline is cut into triangles, and cuts are taken away, the longest first, as long as both sides of them stay
    /// convex (Hertel and Mehlhorn, 1983): never more than four times as many as there must be.
    ///
    /// ```
    /// use hitmask::{Connectivity, Mask, Simplify};
    /// let disc = Mask::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 900);
    /// let exact = disc.outline(Connectivity::Four);
    /// let inner = exact.simplify(Simplify::inner())?;
    /// assert!(inner.convex_pieces().len() < exact.convex_pieces().len());
    /// # Ok::<(), hitmask::SimplifyError>(())
    /// ```
    ///
    /// # Complexity
    /// O(n log n) for n corners in practice.
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
        cuts.sort_unstable();
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
        pieces.sort_unstable_by_key(|piece| (piece[0].y, piece[0].x, piece[1].y, piece[1].x));
        let mut result = Pieces::default();
        for piece in pieces {
            result.push(&piece);
        }
        result
    }
}

/// The triangles, some of which have become one face.
struct Faces<'a> {
    mesh: &'a Mesh,
    /// For each half-edge the next one around its face, and the one before.
    next: Vec<u32>,
    before: Vec<u32>,
}

impl Faces<'_> {
    /// Makes one face of the two beside an edge, if that is convex.
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

    /// The corners of the face that a half-edge belongs to, whose half-edges are marked.
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
        let topmost = (0..corners.len()).min_by_key(|&i| (corners[i].y, corners[i].x));
        corners.rotate_left(topmost.unwrap_or(0));
        corners
    }
}

/// Each run together with the equal ones right below it.
fn stacked(runs: &RunMask) -> Vec<Rect> {
    let mut rects: Vec<Rect> = Vec::new();
    // The rectangles that reach the row above, by their place in the list.
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
