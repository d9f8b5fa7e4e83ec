//! Outlines (contours) along the edges between solid and clear pixels, with holes and their nesting.
//!
//! The algorithm is a sweep over the grid lines between rows. The left and right ends of a run are bounded by vertical segments. A segment
//! continues downwards as long as the next row has a run edge of the same kind at the same x. On each grid line, the segments that begin or
//! end there are joined in pairs by horizontal edges. No pixel is visited on its own. The rings come out as linked lists.

use alloc::vec::Vec;

use super::components::Connectivity;
use super::fill::FillRule;
use crate::geom::{Mapped, Point};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::Mask;

/// A closed polygon of an [`Outline`].
#[doc(alias = "contour")]
#[doc(alias = "polygon")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ring<'a> {
    /// The corners. (x, y) is the upper-left corner of pixel (x, y). The edge from the last corner to the first closes the ring. The first
    /// corner is the topmost; if there are several, the leftmost of those.
    pub points: &'a [Point],
    /// Whether it is a hole: clear inside, and its corners go counter-clockwise on a screen, where y points down. An outer ring is solid
    /// inside, and its corners go clockwise. So solid is always on the right in the direction of travel.
    pub is_hole: bool,
    /// For a hole, the index of the outer ring around it. For an outer ring, the index of the hole it lies in, or None if it lies in no
    /// hole. A parent's index is always smaller than the ring's own.
    pub parent: Option<usize>,
}

/// The outline (contour) of a mask: all edges between solid and clear pixels, as closed polygons with integer corners, holes included.
///
/// ```
/// use hitmask::{Connectivity, FillRule, Mask, Point};
/// let frame = Mask::from_fn(4, 3, |x, y| x == 0 || y == 0 || x == 3 || y == 2);
/// let outline = frame.outline(Connectivity::Four);
/// assert_eq!(outline.len(), 2);
/// let (outer, hole) = (outline.ring(0), outline.ring(1));
/// assert_eq!(outer.points, [(0, 0), (4, 0), (4, 3), (0, 3)].map(Point::from));
/// assert_eq!(hole.points, [(1, 1), (1, 2), (3, 2), (3, 1)].map(Point::from));
/// assert_eq!((hole.is_hole, hole.parent), (true, Some(0)));
/// let polygons = outline.rings().map(|ring| ring.points);
/// assert_eq!(Mask::from_polygons(4, 3, polygons, FillRule::EvenOdd), frame);
/// ```
///
/// # Guarantees
/// These hold for the result of [`Mask::outline`]. [`Outline::simplify`] says which of them hold for a simplified outline.
/// - [`Mask::from_polygons`] gives the mask back from the rings, with either [`FillRule`].
/// - There is one outer ring for each component of [`Mask::components`] with the same [`Connectivity`], in the same order.
/// - Every edge is horizontal or vertical, and the outline turns at every corner. So no corner is redundant.
/// - No two edges cross or overlap. If pixels share only a corner, one ring may pass that corner twice, or two rings may touch there.
/// - The rings are ordered by their first corners, row by row. A ring's parent comes before it.
#[doc(alias = "contour")]
#[doc(alias = "polygons")]
#[doc(alias = "boundary")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    w: u32,
    h: u32,
    points: Vec<Point>,
    rings: Vec<RingPlace>,
}

/// The end of a ring's points, whether it is a hole, and its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RingPlace {
    end: usize,
    is_hole: bool,
    parent: Option<usize>,
}

impl Mask {
    /// The outline (contour) of the solid pixels.
    ///
    /// Where two solid and two clear pixels meet diagonally at a corner, the connectivity decides. [`Connectivity::Four`] separates the
    /// solid pixels and connects the clear ones: two holes that meet at a corner are one hole. [`Connectivity::Eight`] does the opposite.
    ///
    /// # Complexity
    /// O(words + runs).
    #[doc(alias = "contours")]
    #[doc(alias = "find_contours")]
    #[doc(alias = "polygon collider")]
    #[doc(alias = "contour")]
    #[doc(alias = "trace")]
    #[doc(alias = "marching squares")]
    #[must_use]
    pub fn outline(&self, connectivity: Connectivity) -> Outline {
        let mut sweep = OutlineSweep { connectivity, segments: Vec::new(), open: None };
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for y in 0..self.height() {
            below.clear();
            self.each_stretch(y, 0, |start, end| {
                below.extend([start, end].mapped(|x| Edge { x: x as i32, segment: NOBODY }));
            });
            sweep.line(y as i32, &above, &mut below);
            core::mem::swap(&mut above, &mut below);
        }
        sweep.line(self.height() as i32, &above, &mut []);
        sweep.into_outline(self.width(), self.height())
    }
}

impl Outline {
    /// The width and the height of the mask that the outline was made from.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// The number of rings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rings.len()
    }

    /// Whether there is no ring, because the mask was empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// The ring with this index.
    ///
    /// # Panics
    /// If there is no such ring: [`InvalidArgument::index`] finds out.
    #[must_use]
    pub fn ring(&self, index: usize) -> Ring<'_> {
        let RingPlace { end, is_hole, parent } =
            self.rings[InvalidArgument::index("ring", index, self.len()).or_panic()];
        let start = if index == 0 { 0 } else { self.rings[index - 1].end };
        Ring { points: &self.points[start..end], is_hole, parent }
    }

    /// All rings, in order.
    #[must_use]
    pub fn rings(&self) -> impl ExactSizeIterator<Item = Ring<'_>> + '_ {
        (0..self.len()).map(|i| self.ring(i))
    }

    /// The number of corners of all rings together.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// An outline without rings, of a mask of w × h pixels.
    pub(crate) fn new(w: u32, h: u32) -> Outline {
        Outline { w, h, points: Vec::new(), rings: Vec::new() }
    }

    /// Adds a ring after the others.
    pub(crate) fn add_ring(&mut self, points: &[Point], is_hole: bool, parent: Option<usize>) {
        self.points.extend_from_slice(points);
        self.rings.push(RingPlace { end: self.points.len(), is_hole, parent });
    }

    /// The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it. Costs the same as
    /// [`Mask::from_polygons`].
    #[must_use]
    pub fn to_mask(&self) -> Mask {
        Mask::from_polygons(self.w, self.h, self.rings().map(|ring| ring.points), FillRule::EvenOdd)
    }
}

/// A run edge in a row: left ends at even positions of the row's list, right ends at odd positions.
#[derive(Clone, Copy)]
struct Edge {
    x: i32,
    segment: u32,
}

/// No segment: none exists, or it is not known yet.
const NOBODY: u32 = u32::MAX;

/// A maximal vertical segment of a ring.
#[derive(Clone, Copy)]
struct Segment {
    x: i32,
    top: i32,
    bottom: i32,
    /// Left ends of runs go up, right ends go down.
    is_hole: bool,
    /// The next segment in the ring.
    next: u32,
    /// The segment to the left of it in its first row.
    left: u32,
    /// The ring that it belongs to.
    ring: u32,
}

struct OutlineSweep {
    connectivity: Connectivity,
    /// In the order of their upper ends, row by row.
    segments: Vec<Segment>,
    /// The segment at the left end of a horizontal edge whose right end has not been reached on the current line.
    open: Option<u32>,
}

impl OutlineSweep {
    /// Processes the grid line above row y, between the edges of the row above and of row y. Stores the segments of the latter.
    fn line(&mut self, y: i32, above: &[Edge], below: &mut [Edge]) {
        let (mut i, mut j) = (0, 0);
        loop {
            let end = above.get(i).map_or(i32::MAX, |edge| edge.x);
            let start = below.get(j).map_or(i32::MAX, |edge| edge.x);
            if end == start && end == i32::MAX {
                break;
            }
            // Whether the pixel of row y to the left of here is solid. On a horizontal edge, either that pixel or the one above it is.
            let under = j % 2 == 1;
            if end == start && i % 2 == j % 2 {
                below[j].segment = above[i].segment;
            } else {
                let upper = (end <= start).then(|| self.finish(above[i].segment, y));
                let lower = (start <= end).then(|| self.begin(y, below, j));
                match (upper, lower) {
                    (Some(upper), Some(lower)) => {
                        // Two solid pixels meet diagonally. The left horizontal edge belongs to the solid pixel on the left, and so does
                        // one of the two segments.
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

    /// Creates a segment that bounds a run of row y.
    fn begin(&mut self, y: i32, row: &mut [Edge], place: usize) -> u32 {
        let number = self.segments.len() as u32;
        let is_hole = !place.is_multiple_of(2);
        let left = if place == 0 { NOBODY } else { row[place - 1].segment };
        row[place].segment = number;
        let x = row[place].x;
        self.segments.push(Segment { x, top: y, bottom: y, is_hole, next: NOBODY, left, ring: NOBODY });
        number
    }

    /// Ends the segment on this line.
    fn finish(&mut self, segment: u32, y: i32) -> u32 {
        self.segments[segment as usize].bottom = y;
        segment
    }

    /// Starts or ends a horizontal edge at an end of the segment. `under` says whether solid pixels lie below the edge or above it.
    fn join(&mut self, segment: u32, under: bool) {
        match self.open.take() {
            None => self.open = Some(segment),
            // Solid is on the right: the edge goes right above solid pixels and left below them.
            Some(left) if under => self.segments[left as usize].next = segment,
            Some(left) => self.segments[segment as usize].next = left,
        }
    }

    /// Follows the linked lists and writes the rings.
    fn into_outline(mut self, w: u32, h: u32) -> Outline {
        let mut outline =
            Outline { w, h, points: Vec::with_capacity(2 * self.segments.len()), rings: Vec::new() };
        for first in 0..self.segments.len() {
            // The segment that begins first in a ring has the ring's first corner at its upper end.
            let Segment { is_hole, left, ring: NOBODY, .. } = self.segments[first] else { continue };
            // The ring to its left is either the ring around this one, or a sibling in the same parent.
            let parent = self.segments.get(left as usize).and_then(|left| {
                let ring = left.ring as usize;
                let RingPlace { is_hole: its, parent, .. } = outline.rings[ring];
                if its == is_hole { parent } else { Some(ring) }
            });
            let start = outline.points.len();
            let mut at = first;
            loop {
                let segment = &mut self.segments[at];
                segment.ring = outline.rings.len() as u32;
                let ends = match segment.is_hole {
                    false => [segment.bottom, segment.top],
                    true => [segment.top, segment.bottom],
                };
                outline.points.extend(ends.mapped(|y| Point::new(segment.x, y)));
                at = segment.next as usize;
                if at == first {
                    break;
                }
            }
            if !is_hole {
                // The walk entered the first segment at its lower end.
                outline.points[start..].rotate_left(1);
            }
            outline.rings.push(RingPlace { end: outline.points.len(), is_hole, parent });
        }
        outline
    }
}
