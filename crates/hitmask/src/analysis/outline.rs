//! Outlines along the edges between solid and clear pixels ("cracks"), with holes and their nesting.
//!
//! A sweep over the lines between rows. What bounds a run on its left or right is an upright segment; it goes on downwards
//! as long as the runs of the next row end in the same place. On each line the segments that begin or end there are joined in
//! pairs by level edges. No pixel is visited, and rings come out as linked lists.

use alloc::vec::Vec;

use super::components::Connectivity;
use super::fill::FillRule;
use crate::geom::Point;
use crate::mask::Mask;

/// Which side of a ring is solid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RingKind {
    /// Solid inside. Goes clockwise on a screen, where y points down.
    Outer,
    /// Clear inside. Goes counterclockwise.
    Hole,
}

/// A closed polygon of an [`Outline`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ring<'a> {
    /// The corners, where (x, y) is the upper left corner of pixel (x, y). The edge from the last one to the first closes
    /// the ring. Begins at the topmost of the corners, the leftmost of those.
    pub points: &'a [Point],
    /// Which side is solid. With y pointing down, solid is always to the right of the direction of travel.
    pub kind: RingKind,
    /// For a hole the number of the outer ring it is in; for an outer ring the number of the hole it lies in, None if it lies
    /// in none. Always less than the ring's own.
    pub parent: Option<usize>,
}

/// The outline of a mask: all edges between solid and clear pixels as closed polygons of whole numbers, holes included.
///
/// ```
/// use hitmask::{Connectivity, FillRule, Mask, Point, RingKind};
/// let frame = Mask::from_fn(4, 3, |x, y| x == 0 || y == 0 || x == 3 || y == 2);
/// let outline = frame.outline(Connectivity::Four);
/// assert_eq!(outline.len(), 2);
/// let (outer, hole) = (outline.ring(0), outline.ring(1));
/// assert_eq!(outer.points, [(0, 0), (4, 0), (4, 3), (0, 3)].map(Point::from));
/// assert_eq!(hole.points, [(1, 1), (1, 2), (3, 2), (3, 1)].map(Point::from));
/// assert_eq!((hole.kind, hole.parent), (RingKind::Hole, Some(0)));
/// let polygons = outline.rings().map(|ring| ring.points);
/// assert_eq!(Mask::from_polygons(4, 3, polygons, FillRule::EvenOdd), frame);
/// ```
///
/// # Guarantees
/// Of what [`Mask::outline`] gives; [`Outline::simplify`] says what is left of them in a simplified outline.
/// - [`Mask::from_polygons`] gives the mask back from the rings, with either [`FillRule`].
/// - There is an outer ring for each of [`Mask::components`] of the same [`Connectivity`], in the same order.
/// - Each edge is level or upright, each corner a turn: nothing is in the list that could be left out.
/// - No two edges cross or overlap. Where pixels meet at a corner only, a ring may pass that corner twice, or two rings
///   may touch there.
/// - Rings are ordered by their first corners, row by row; a ring's parent comes before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    w: u32,
    h: u32,
    points: Vec<Point>,
    rings: Vec<RingPlace>,
}

/// Where a ring's points end, and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RingPlace {
    end: usize,
    kind: RingKind,
    parent: Option<usize>,
}

impl Mask {
    /// The outline of the solid pixels.
    ///
    /// Where four pixels meet of which two are solid, and they face each other across the corner, [`Connectivity::Four`]
    /// takes the two apart and lets the clear ones hang together: two holes that meet at a corner are one.
    /// [`Connectivity::Eight`] is the opposite.
    ///
    /// # Complexity
    /// O(words + runs).
    #[must_use]
    pub fn outline(&self, connectivity: Connectivity) -> Outline {
        let mut sweep = OutlineSweep { connectivity, segments: Vec::new(), open: None };
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for y in 0..self.height() {
            below.clear();
            self.each_stretch(y, 0, |start, end| {
                below.extend([start, end].map(|x| Edge { x: x as i32, segment: NOBODY }));
            });
            sweep.line(y as i32, &above, &mut below);
            core::mem::swap(&mut above, &mut below);
        }
        sweep.line(self.height() as i32, &above, &mut []);
        sweep.into_outline(self.width(), self.height())
    }
}

impl Outline {
    /// Width and height of the mask it was made from.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// How many rings there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rings.len()
    }

    /// Whether there is no ring: the mask was empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// The ring of this number.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn ring(&self, index: usize) -> Ring<'_> {
        let RingPlace { end, kind, parent } = self.rings[index];
        let start = if index == 0 { 0 } else { self.rings[index - 1].end };
        Ring { points: &self.points[start..end], kind, parent }
    }

    /// All rings in their order.
    #[must_use]
    pub fn rings(&self) -> impl ExactSizeIterator<Item = Ring<'_>> + '_ {
        (0..self.len()).map(|i| self.ring(i))
    }

    /// The corners of all rings together.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// An outline of the same size without rings.
    pub(crate) fn without_rings(&self) -> Outline {
        Outline { w: self.w, h: self.h, points: Vec::new(), rings: Vec::new() }
    }

    /// Adds a ring after the others.
    pub(crate) fn add_ring(&mut self, points: &[Point], kind: RingKind, parent: Option<usize>) {
        self.points.extend_from_slice(points);
        self.rings.push(RingPlace { end: self.points.len(), kind, parent });
    }

    /// The mask back; of a simplified outline the pixels whose centres it holds.
    #[must_use]
    pub fn to_mask(&self) -> Mask {
        Mask::from_polygons(self.w, self.h, self.rings().map(|ring| ring.points), FillRule::EvenOdd)
    }
}

/// What bounds a run of a row on its left (at even places of a row's list) or its right (at odd ones).
#[derive(Clone, Copy)]
struct Edge {
    x: i32,
    segment: u32,
}

/// No segment: not known yet, or none there.
const NOBODY: u32 = u32::MAX;

/// An upright part of a ring, as long as it can be.
#[derive(Clone, Copy)]
struct Segment {
    x: i32,
    top: i32,
    bottom: i32,
    /// Left edges of runs go up, right edges down.
    kind: RingKind,
    /// The segment that comes next in the ring.
    next: u32,
    /// The segment left of it in its first row.
    left: u32,
    /// The ring it is part of.
    ring: u32,
}

struct OutlineSweep {
    connectivity: Connectivity,
    /// In the order of their upper ends, row by row.
    segments: Vec<Segment>,
    /// The segment from which a level edge goes to the right on the line being swept.
    open: Option<u32>,
}

impl OutlineSweep {
    /// The line above row y, between the edges of the row above and of row y. Tells the latter their segments.
    fn line(&mut self, y: i32, above: &[Edge], below: &mut [Edge]) {
        let (mut i, mut j) = (0, 0);
        loop {
            let end = above.get(i).map_or(i32::MAX, |edge| edge.x);
            let start = below.get(j).map_or(i32::MAX, |edge| edge.x);
            if end == start && end == i32::MAX {
                break;
            }
            // Whether a pixel of row y is solid left of here. On a level edge either that or the one above is.
            let under = j % 2 == 1;
            if end == start && i % 2 == j % 2 {
                below[j].segment = above[i].segment;
            } else {
                let upper = (end <= start).then(|| self.finish(above[i].segment, y));
                let lower = (start <= end).then(|| self.begin(y, below, j));
                match (upper, lower) {
                    (Some(upper), Some(lower)) => {
                        // A pixel on either side, across the corner. The level edge on the left is one of the solid pixel
                        // on the left, and so is one of the segments.
                        let (own, others) = if under { (lower, upper) } else { (upper, lower) };
                        let (left, right) = match self.connectivity {
                            Connectivity::Four => (own, others),
                            Connectivity::Eight => (others, own),
                        };
                        self.join(left, under);
                        self.join(right, !under);
                    }
                    (Some(only), None) | (None, Some(only)) => self.join(only, under),
                    (None, None) => {}
                }
            }
            i += usize::from(end <= start);
            j += usize::from(start <= end);
        }
    }

    /// A new segment that bounds a run of row y.
    fn begin(&mut self, y: i32, row: &mut [Edge], place: usize) -> u32 {
        let number = self.segments.len() as u32;
        let kind = if place.is_multiple_of(2) { RingKind::Outer } else { RingKind::Hole };
        let left = if place == 0 { NOBODY } else { row[place - 1].segment };
        row[place].segment = number;
        let x = row[place].x;
        self.segments.push(Segment { x, top: y, bottom: y, kind, next: NOBODY, left, ring: NOBODY });
        number
    }

    /// The segment ends on this line.
    fn finish(&mut self, segment: u32, y: i32) -> u32 {
        self.segments[segment as usize].bottom = y;
        segment
    }

    /// A level edge begins or ends at an end of the segment. `under`: whether solid pixels lie under it, or above.
    fn join(&mut self, segment: u32, under: bool) {
        match self.open.take() {
            None => self.open = Some(segment),
            // Solid is on the right: it goes to the right over solid pixels, to the left under them.
            Some(left) if under => self.segments[left as usize].next = segment,
            Some(left) => self.segments[segment as usize].next = left,
        }
    }

    /// Follows the rings.
    fn into_outline(mut self, w: u32, h: u32) -> Outline {
        let mut outline =
            Outline { w, h, points: Vec::with_capacity(2 * self.segments.len()), rings: Vec::new() };
        for first in 0..self.segments.len() {
            // The segment that begins first in a ring has the ring's first corner at its upper end.
            let Segment { kind, left, ring: NOBODY, .. } = self.segments[first] else { continue };
            // Left of it is the ring around this one, or a ring beside it that lies in the same.
            let parent = self.segments.get(left as usize).and_then(|left| {
                let ring = left.ring as usize;
                let RingPlace { kind: its, parent, .. } = outline.rings[ring];
                if its == kind { parent } else { Some(ring) }
            });
            let start = outline.points.len();
            let mut at = first;
            loop {
                let segment = &mut self.segments[at];
                segment.ring = outline.rings.len() as u32;
                let ends = match segment.kind {
                    RingKind::Outer => [segment.bottom, segment.top],
                    RingKind::Hole => [segment.top, segment.bottom],
                };
                outline.points.extend(ends.map(|y| Point::new(segment.x, y)));
                at = segment.next as usize;
                if at == first {
                    break;
                }
            }
            if kind == RingKind::Outer {
                // It was entered at its lower end.
                outline.points[start..].rotate_left(1);
            }
            outline.rings.push(RingPlace { end: outline.points.len(), kind, parent });
        }
        outline
    }
}
