//! A constrained Delaunay triangulation of an outline's corners: every edge of the outline is an edge of the triangulation.
//!
//! Corners are inserted one by one, and edges are flipped until no circumcircle contains a corner (Lawson, 1977). Then each edge of the
//! outline is forced in by flipping the edges that cross it (Sloan, 1993). Coordinates are integers and orientation tests are exact, so
//! neither step needs a tolerance. Rings that touch at a corner share that corner; this is no special case.

use alloc::vec;
use alloc::vec::Vec;

use super::outline::Outline;
use crate::geom::{CompactSort, Mapped, Point};

/// No half-edge: the outer rim of the mesh.
const RIM: u32 = u32::MAX;

/// The number of corners of the frame. They come before all others.
const FRAME: u32 = 4;

/// Triangles as half-edges: 3t, 3t + 1 and 3t + 2 go around triangle t, with the inside on their right as in an [`Outline`].
pub(super) struct Mesh {
    pub(super) points: Vec<Point>,
    /// For each half-edge, the corner at which it starts.
    from: Vec<u32>,
    /// For each half-edge, the opposite one, or [`RIM`].
    pub(super) twin: Vec<u32>,
    /// For each half-edge, whether it is part of the outline.
    pub(super) fixed: Vec<bool>,
    /// For each corner, a half-edge that starts there.
    leaving: Vec<u32>,
}

/// Twice the signed area of the triangle. Positive if c lies to the right of the line from a to b, in the direction of the line with y
/// pointing down.
#[inline]
pub(super) fn side(a: Point, b: Point, c: Point) -> i64 {
    let (bx, by) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (cx, cy) = (i64::from(c.x) - i64::from(a.x), i64::from(c.y) - i64::from(a.y));
    bx * cy - by * cx
}

/// Whether d lies inside the circumcircle of a, b and c, which must be in the order of a triangle's corners.
fn in_circle(a: Point, b: Point, c: Point, d: Point) -> bool {
    let lifted = |p: Point| {
        let (x, y) = (i64::from(p.x) - i64::from(d.x), i64::from(p.y) - i64::from(d.y));
        (i128::from(x), i128::from(y), i128::from(x * x + y * y))
    };
    let (a, b, c) = (lifted(a), lifted(b), lifted(c));
    let minor = |p: (i128, i128, i128), q: (i128, i128, i128)| p.0 * q.1 - p.1 * q.0;
    a.2 * minor(b, c) + b.2 * minor(c, a) + c.2 * minor(a, b) > 0
}

/// The next half-edge in the triangle.
#[inline]
pub(super) fn next(e: u32) -> u32 {
    if e % 3 == 2 { e - 2 } else { e + 1 }
}

/// The previous half-edge in the triangle.
#[inline]
pub(super) fn before(e: u32) -> u32 {
    if e.is_multiple_of(3) { e + 2 } else { e - 1 }
}

impl Mesh {
    /// Triangulates the corners of the outline and a frame around them.
    pub(super) fn of(outline: &Outline) -> Mesh {
        let mut corners: Vec<Point> = Vec::new();
        outline.rings().for_each(|ring| corners.extend(ring.points));
        corners.sort_compact();
        corners.dedup();
        let (w, h) = (outline.size().0 as i32, outline.size().1 as i32);
        let frame = [(-1, -1), (w + 1, -1), (w + 1, h + 1), (-1, h + 1)].mapped(Point::from);
        let mut mesh = Mesh {
            points: frame.to_vec(),
            from: vec![0, 1, 2, 0, 2, 3],
            twin: vec![RIM, RIM, 3, 2, RIM, RIM],
            fixed: vec![false; 6],
            leaving: vec![0, 1, 2, 5],
        };
        mesh.points.extend(&corners);
        mesh.leaving.resize(mesh.points.len(), RIM);
        // Insert along a space-filling curve, so that the next corner's triangle is near the last one.
        let mut order: Vec<(u64, u32)> = (FRAME..).zip(&corners).map(|(i, &p)| (interleaved(p), i)).collect();
        order.sort_compact();
        let mut near = 0;
        for (_, corner) in order {
            near = mesh.insert(corner, near);
        }
        let number = |p: Point| corners.partition_point(|&q| q < p) as u32 + FRAME;
        for ring in outline.rings() {
            let mut last = ring.points.last().copied().map(number);
            for &p in ring.points {
                let corner = number(p);
                if let Some(last) = last {
                    mesh.force(last, corner);
                }
                last = Some(corner);
            }
        }
        mesh
    }

    /// For each triangle, whether it lies inside the outline: an odd number of outline edges separates it from the rim.
    pub(super) fn inside(&self) -> Vec<bool> {
        let triangles = self.from.len() / 3;
        let mut inside = vec![false; triangles];
        let mut seen = vec![false; triangles];
        let rim = self.twin.iter().position(|&twin| twin == RIM).unwrap_or(0) / 3;
        let mut front = vec![rim as u32];
        seen[rim] = true;
        while let Some(t) = front.pop() {
            for e in 3 * t..3 * t + 3 {
                let twin = self.twin[e as usize];
                if twin != RIM && !core::mem::replace(&mut seen[twin as usize / 3], true) {
                    inside[twin as usize / 3] = inside[t as usize] != self.fixed[e as usize];
                    front.push(twin / 3);
                }
            }
        }
        inside
    }

    /// The point at which a half-edge starts.
    #[inline]
    pub(super) fn start(&self, e: u32) -> Point {
        self.points[self.from[e as usize] as usize]
    }

    fn end_corner(&self, e: u32) -> u32 {
        self.from[next(e) as usize]
    }

    /// Sets a half-edge, and makes it the twin of its twin.
    fn set(&mut self, e: u32, from: u32, twin: u32, fixed: bool) {
        self.from[e as usize] = from;
        self.twin[e as usize] = twin;
        self.fixed[e as usize] = fixed;
        self.leaving[from as usize] = e;
        if twin != RIM {
            self.twin[twin as usize] = e;
        }
    }

    /// Inserts a corner. Returns a half-edge near it.
    fn insert(&mut self, corner: u32, near: u32) -> u32 {
        let p = self.points[corner as usize];
        // Walk towards the corner. In a Delaunay triangulation the walk never goes in circles.
        let mut e = near;
        let mut checked = 0;
        while checked < 3 {
            if side(self.start(e), self.start(next(e)), p) < 0 {
                // The corner lies beyond this edge. The frame contains all corners, so there is a triangle on the other side.
                e = self.twin[e as usize];
                checked = 0;
            }
            e = next(e);
            checked += 1;
        }
        // Split the triangle into three around the corner. If the corner lies on an edge, one of the three has no area. Its edge is flipped
        // at once, because the circumcircle of such a triangle contains everything.
        let sides = [e, next(e), before(e)];
        let old = sides.mapped(|s| (self.from[s as usize], self.twin[s as usize], self.fixed[s as usize]));
        let fresh = self.from.len() as u32;
        self.from.resize(fresh as usize + 6, 0);
        self.twin.resize(fresh as usize + 6, RIM);
        self.fixed.resize(fresh as usize + 6, false);
        let bases = [e - e % 3, fresh, fresh + 3];
        for (i, (&base, (from, twin, fixed))) in bases.iter().zip(old).enumerate() {
            let (to, _, _) = old[(i + 1) % 3];
            self.set(base, from, twin, fixed);
            self.set(base + 1, to, bases[(i + 1) % 3] + 2, false);
            self.set(base + 2, corner, bases[(i + 2) % 3] + 1, false);
        }
        let mut doubtful = bases.to_vec();
        while let Some(e) = doubtful.pop() {
            // e is opposite the new corner.
            let twin = self.twin[e as usize];
            if twin == RIM {
                continue;
            }
            let (a, b, d) = (self.start(e), self.start(next(e)), self.start(before(twin)));
            if side(a, b, p) == 0 || in_circle(a, b, p, d) {
                self.flip(e);
                doubtful.push(e);
                doubtful.push(before(twin));
            }
        }
        self.leaving[corner as usize]
    }

    /// Replaces the edge between two triangles by the other diagonal of their quadrilateral. Let e go from a to b, with c opposite e and d
    /// opposite its twin f. Then e becomes a to d in triangle a d c, and f becomes b to c in triangle b c d.
    fn flip(&mut self, e: u32) {
        let f = self.twin[e as usize];
        let corner = |e: u32| self.from[e as usize];
        let (a, b, c, d) = (corner(e), corner(f), corner(before(e)), corner(before(f)));
        let outer = |e: u32| (self.twin[e as usize], self.fixed[e as usize]);
        let (bc, ca, ad, db) = (outer(next(e)), outer(before(e)), outer(next(f)), outer(before(f)));
        self.set(e, a, ad.0, ad.1);
        self.set(next(e), d, next(f), false);
        self.set(before(e), c, ca.0, ca.1);
        self.set(f, b, bc.0, bc.1);
        self.set(next(f), c, next(e), false);
        self.set(before(f), d, db.0, db.1);
    }

    /// The half-edges that start at a corner, each once.
    fn around(&self, corner: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.leaving[corner as usize];
        let step = move |e: u32| Some(self.twin[before(e) as usize]).filter(|&e| e != RIM && e != first);
        let back = move |e: u32| Some(self.twin[e as usize]).filter(|&e| e != RIM).map(next);
        // At a corner of the frame the walk ends at the rim; there may be more half-edges on the other side of the first.
        let rest = core::iter::successors(Some(first), move |&e| step(e));
        let inner = corner >= FRAME;
        rest.chain(core::iter::successors(if inner { None } else { back(first) }, move |&e| back(e)))
    }

    /// The half-edge from one corner to another. None if there is no such edge.
    fn between(&self, from: u32, to: u32) -> Option<u32> {
        self.around(from).find(|&e| self.end_corner(e) == to)
    }

    /// Makes the line between two corners an edge, or several edges if other corners lie on it.
    fn force(&mut self, mut from: u32, to: u32) {
        while from != to {
            let (stop, mut crossed) = self.crossed(from, to);
            let (a, b) = (self.points[from as usize], self.points[stop as usize]);
            // Flip each crossing edge in turn until none crosses any more. An edge that cannot be flipped now can be flipped later.
            while let Some((p, q)) = crossed.pop_front() {
                let Some(e) = self.between(p, q) else { continue };
                let twin = self.twin[e as usize];
                let [c, d] = [before(e), before(twin)].mapped(|e| self.from[e as usize]);
                let [pp, qq, pc, pd] = [p, q, c, d].mapped(|corner| self.points[corner as usize]);
                if side(pp, pd, pc) <= 0 || side(pd, qq, pc) <= 0 {
                    crossed.push_back((p, q));
                    continue;
                }
                self.flip(e);
                let ends = [c, d].contains(&from) || [c, d].contains(&stop);
                if !ends && side(a, b, pc).signum() * side(a, b, pd).signum() < 0 {
                    crossed.push_back((c, d));
                }
            }
            if let Some(e) = self.between(from, stop) {
                let twin = self.twin[e as usize];
                self.fixed[e as usize] = true;
                self.fixed[twin as usize] = true;
            }
            from = stop;
        }
    }

    /// Follows the line from one corner to another. Returns the first corner on it, which may be `to` itself, and the edges crossed before.
    fn crossed(&self, from: u32, to: u32) -> (u32, alloc::collections::VecDeque<(u32, u32)>) {
        let mut crossed = alloc::collections::VecDeque::new();
        let (a, b) = (self.points[from as usize], self.points[to as usize]);
        let ahead = |p: Point| {
            let d = |b: i32, a: i32| i64::from(b) - i64::from(a);
            d(b.x, a.x) * d(p.x, a.x) + d(b.y, a.y) * d(p.y, a.y) > 0
        };
        let mut e = RIM;
        for out in self.around(from) {
            let (x, y) = (self.end_corner(out), self.from[before(out) as usize]);
            let (px, py) = (self.points[x as usize], self.points[y as usize]);
            if side(a, b, px) == 0 && ahead(px) {
                return (x, crossed);
            }
            // The triangle turns right from x to y. So the line passes between them if x is on its left and y on its right.
            if side(a, b, px) < 0 && side(a, b, py) > 0 {
                e = next(out);
                break;
            }
        }
        while e != RIM {
            crossed.push_back((self.from[e as usize], self.end_corner(e)));
            let twin = self.twin[e as usize];
            let apex = self.from[before(twin) as usize];
            match side(a, b, self.points[apex as usize]) {
                0 => return (apex, crossed),
                // The twin goes from the corner on the right to the corner on the left.
                s if s < 0 => e = before(twin),
                _ => e = next(twin),
            }
        }
        (to, crossed)
    }
}

/// Interleaves the bits of both coordinates (Morton code, 1966): nearby points usually get nearby numbers.
fn interleaved(p: Point) -> u64 {
    let spread = |c: i32| {
        let mut c = u64::from(c.unsigned_abs());
        for (shift, mask) in [
            (16, 0x0000_FFFF_0000_FFFF_u64),
            (8, 0x00FF_00FF_00FF_00FF),
            (4, 0x0F0F_0F0F_0F0F_0F0F),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            c = (c | c << shift) & mask;
        }
        c
    };
    spread(p.x) | spread(p.y) << 1
}
