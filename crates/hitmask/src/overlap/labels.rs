//! Which labels meet: the shared pixels of two shapes, counted by the labels of both.

use alloc::vec::Vec;

use super::answer::{Meeting, RowWord};
use super::convex::ConvexPiece;
use super::first;
use super::windows::{TwoShapes, Windows};
use crate::bits::{bits_of, low_bits, span_bits};
use crate::geom::inverse::Inverse;
use crate::geom::{CompactSort, Extent, Offset, Point, Rect};
use crate::mask::{LabelMask, LabelView};
use crate::placed::{self, Shape, ShapeRef, labels_of};

/// Two labels that meet, one of each shape.
#[doc(alias = "label pair")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct LabelOverlap {
    /// The label of the one who asked, and that of the other. 0 for a shape without labels.
    pub labels: [u8; 2],
    /// In how many pixels they meet.
    pub pixels: u64,
    /// The first of these: the lowest y, then the lowest x.
    pub first: Point,
}

impl LabelOverlap {
    /// For what computes the same elsewhere.
    #[doc(hidden)]
    #[must_use]
    pub fn __new(labels: [u8; 2], pixels: u64, first: Point) -> LabelOverlap {
        LabelOverlap { labels, pixels, first }
    }
}

/// The labels of the first pixel of two shapes that overlap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct LabelHit {
    /// The label of the one who asked, and that of the other. 0 for a shape without labels.
    pub labels: [u8; 2],
    /// The pixel: the lowest y, then the lowest x.
    pub pixel: Point,
}

impl LabelHit {
    pub(crate) fn new(labels: [u8; 2], pixel: Point) -> LabelHit {
        LabelHit { labels, pixel }
    }
}

/// Where the labels of a shape lie.
#[derive(Clone, Copy)]
pub(crate) enum LabelPlace<'a> {
    /// It has none: all of its pixels count as 0.
    Nowhere,
    /// With their origin on a pixel.
    At(&'a LabelMask, Offset),
    /// Under a pose. The inverse is that for a window with its corner on a pixel.
    Posed(&'a LabelMask, Inverse, Offset),
}

impl LabelPlace<'_> {
    /// The label of a pixel that the shape covers.
    #[inline]
    pub(crate) fn label(&self, x: i64, y: i64) -> u8 {
        match self {
            LabelPlace::Nowhere => 0,
            LabelPlace::At(labels, at) => labels.texel((x - at.x, y - at.y)),
            LabelPlace::Posed(labels, inverse, at) => labels.texel(inverse.texel(x - at.x, y - at.y)),
        }
    }
}

/// Counts shared pixels by the labels of both sides. The list grows by a few entries in each row, and is sorted and made short again from
/// time to time, so that a list which is used again needs no memory.
pub(crate) struct LabelTally<'a> {
    sides: [LabelPlace<'a>; 2],
    list: &'a mut Vec<LabelOverlap>,
    /// At this length the list is made short.
    full: usize,
}

impl<'a> LabelTally<'a> {
    /// Drops what the list holds.
    pub(crate) fn new(list: &'a mut Vec<LabelOverlap>) -> LabelTally<'a> {
        list.clear();
        LabelTally { sides: [LabelPlace::Nowhere; 2], list, full: 0 }
    }

    /// Where the labels of the pixels lie that are added next.
    pub(crate) fn set_sides(&mut self, sides: [LabelPlace<'a>; 2]) {
        self.sides = sides;
    }

    /// Adds up to 64 shared pixels of row y: those of the word, of which the lowest bit is at x. `by` is added to their places in the list.
    pub(crate) fn add(&mut self, y: i64, RowWord { x, bits }: RowWord, by: Offset) {
        let mut rest = bits;
        while rest != 0 {
            // The pixels with the same labels as the first one.
            let start = rest.trailing_zeros();
            let labels_at = |bit: u32| {
                let x = x + i64::from(bit);
                [self.sides[0].label(x, y), self.sides[1].label(x, y)]
            };
            let labels = labels_at(start);
            let end = match self.sides {
                [LabelPlace::Nowhere, LabelPlace::Nowhere] => 64,
                _ => bits_of(rest).find(|&bit| labels_at(bit) != labels).unwrap_or(64),
            };
            let same = rest & low_bits(end);
            rest &= !same;
            let first = (Offset::new(x + i64::from(start), y) + by).as_pixel();
            self.push(LabelOverlap { labels, pixels: same.count_ones().into(), first });
        }
    }

    /// Adds pieces of spans as they come.
    pub(crate) fn add_piece(&mut self, y: i64, piece: ConvexPiece, by: Offset) {
        match piece {
            ConvexPiece::Word(word) => self.add(y, word, by),
            ConvexPiece::Span(x0, x1) => self.add_box(Extent { x0, y0: y, x1, y1: y + 1 }, by),
        }
    }

    /// Adds all pixels of a box.
    pub(crate) fn add_box(&mut self, e: Extent, by: Offset) {
        if let [LabelPlace::Nowhere, LabelPlace::Nowhere] = self.sides {
            // Two shapes without labels may be of any size.
            if !e.is_empty() {
                let first = (e.corner() + by).as_pixel();
                self.push(LabelOverlap { labels: [0; 2], pixels: e.area(), first });
            }
            return;
        }
        for y in e.y0..e.y1 {
            for x in (e.x0..e.x1).step_by(64) {
                #[cfg(test)]
                crate::work::add(1);
                self.add(y, RowWord { x, bits: span_bits(e.x0, e.x1, x) }, by);
            }
        }
    }

    /// Adds one pixel.
    pub(crate) fn add_one(&mut self, labels: [u8; 2], first: Point) {
        self.push(LabelOverlap { labels, pixels: 1, first });
    }

    fn push(&mut self, met: LabelOverlap) {
        if let Some(last) = self.list.last_mut()
            && last.labels == met.labels
        {
            last.pixels += met.pixels;
            let key = |p: Point| (p.y, p.x);
            if key(met.first) < key(last.first) {
                last.first = met.first;
            }
            return;
        }
        if self.list.len() >= self.full {
            self.shorten();
            self.full = (2 * self.list.len()).max(64);
        }
        self.list.push(met);
    }

    /// Sorts the list, and makes one entry of those with the same labels.
    fn shorten(&mut self) {
        self.list.sort_compact_by_key(|met| (met.labels, met.first.y, met.first.x));
        self.list.dedup_by(|later, kept| {
            let same = later.labels == kept.labels;
            kept.pixels += if same { later.pixels } else { 0 };
            same
        });
    }

    /// Makes the list what callers see.
    pub(crate) fn finish(mut self) {
        self.shorten();
    }
}

/// The labels that two shapes share.
fn met<'a>(
    (a, b): (ShapeRef<'a>, ShapeRef<'a>),
    (labels_a, labels_b): (Option<&'a LabelMask>, Option<&'a LabelMask>),
    offset: Point,
    list: &'a mut Vec<LabelOverlap>,
) {
    let mut tally = LabelTally::new(list);
    let side =
        |labels: Option<&'a LabelMask>, at| labels.map_or(LabelPlace::Nowhere, |l| LabelPlace::At(l, at));
    tally.set_sides([side(labels_a, Offset::ZERO), side(labels_b, offset.into())]);
    let both = TwoShapes::new(a, b, offset);
    match (a, b) {
        (ShapeRef::Rect(_), ShapeRef::Rect(_)) => tally.add_box(both.extent(), Offset::ZERO),
        _ => match both.spans() {
            Some(spans) => spans.each_piece(|y, piece| {
                tally.add_piece(y, piece, Offset::ZERO);
                true
            }),
            None => both.each_piece(|y, word| {
                tally.add(y, word, Offset::ZERO);
                true
            }),
        },
    }
    tally.finish();
}

/// Writes the verbs for a shape that may have labels.
macro_rules! label_verbs {
    () => {
        /// Which labels meet: for each pair of labels, one of `self` and one of `other`, in how many pixels, and the first of these. Sorted by
        /// the labels of `self`, then by those of `other`. Empty if the shapes do not overlap. The pixels are `self`'s; the
        /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
        ///
        /// A shape without labels counts as label 0 wherever it is solid. No solid pixel of a label mask has label 0, so 0 always means that
        /// this side has no labels. All pixels together are the overlap area.
        ///
        /// ```
        /// use hitmask::{LabelMask, Mask, Point};
        /// let hero = LabelMask::from_labels(2, 2, &[1, 1, 2, 0])?;
        /// let met = hero.overlap_labels(&Mask::filled(1, 9), (0, 0));
        /// let seen: Vec<_> = met.iter().map(|met| (met.labels, met.pixels, met.first)).collect();
        /// assert_eq!(seen, [([1, 0], 1, Point::new(0, 0)), ([2, 0], 1, Point::new(0, 1))]);
        /// # Ok::<(), hitmask::InvalidArgument>(())
        /// ```
        ///
        /// # Complexity
        /// Visits the rows that both shapes have, and reads the labels of every shared pixel. Allocates the list;
        /// `overlap_labels_into` uses one of yours again.
        #[doc(alias = "overlapping_labels")]
        #[must_use]
        pub fn overlap_labels<S: Shape + ?Sized>(
            &self,
            other: &S,
            offset: impl Into<Point>,
        ) -> Vec<LabelOverlap> {
            let mut list = Vec::new();
            self.overlap_labels_into(other, offset, &mut list);
            list
        }

        /// As `overlap_labels`, into a list, which loses what it held. A list that was used before is enlarged only if more labels meet, or if
        /// they lie more mixed.
        pub fn overlap_labels_into<S: Shape + ?Sized>(
            &self,
            other: &S,
            offset: impl Into<Point>,
            list: &mut Vec<LabelOverlap>,
        ) {
            let shapes = (placed::of(self), placed::of(other));
            met(shapes, (labels_of(self), labels_of(other)), offset.into(), list);
        }

        /// The first pixel that is solid in both shapes, and the labels that meet there: as `first_overlap`, at its cost. None if they do not
        /// overlap. A shape without labels counts as label 0.
        #[must_use]
        pub fn label_hit<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Option<LabelHit> {
            let offset = offset.into();
            let pixel = first(placed::of(self), placed::of(other), offset)?;
            let label = |labels: Option<&LabelMask>, at: Offset| {
                labels.map_or(0, |labels| LabelPlace::At(labels, at).label(pixel.x.into(), pixel.y.into()))
            };
            let labels = [label(labels_of(self), Offset::ZERO), label(labels_of(other), offset.into())];
            Some(LabelHit { labels, pixel })
        }
    };
}

impl LabelMask {
    label_verbs!();

    /// Gives a label to every pixel that is solid in a shape at the [offset](crate::mask#the-offset), whatever it had before. Label 0 makes
    /// these pixels clear. Pixels outside `self` are ignored.
    ///
    /// ```
    /// use hitmask::{Circle, LabelMask, PointQ16, Rect};
    /// let mut hero = LabelMask::new(16, 32);
    /// hero.draw(&Rect::new(2, 12, 12, 20), (0, 0), 2);                 // the body
    /// hero.draw(&Circle::new((8, 7), 6 * PointQ16::ONE)?, (0, 0), 1);         // the head
    /// assert_eq!([hero.label((8, 7)), hero.label((8, 20))], [1, 2]);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Complexity
    /// The pixels of the shape inside.
    pub fn draw<S: Shape + ?Sized>(&mut self, shape: &S, offset: impl Into<Point>, label: u8) {
        let (shape, offset) = (placed::of(shape), offset.into());
        let whole = Rect::new(0, 0, self.width(), self.height());
        TwoShapes::new(ShapeRef::Rect(whole), shape, offset).each_piece(|y, RowWord { x, bits }| {
            self.write_word(x as u32, y as u32, bits, label);
            true
        });
        if label == 0 {
            self.solid_mut().difference_with(&shape, offset);
        } else {
            self.solid_mut().union_with(&shape, offset);
        }
    }

    /// Gives a label to every solid pixel of `self` that is solid in a shape at the [offset](crate::mask#the-offset). Clear pixels stay clear:
    /// so a rough box around the head of a sprite labels the pixels of the head. Label 0 clears.
    ///
    /// ```
    /// use hitmask::{LabelMask, Mask, Rect};
    /// let mut hero = LabelMask::from_mask(&Mask::from_fn(4, 4, |x, y| x == y), 2);
    /// hero.relabel(&Rect::new(0, 0, 4, 2), (0, 0), 1);
    /// assert_eq!(hero.overlap_labels(&Rect::new(0, 0, 4, 4), (0, 0)).len(), 2);
    /// assert_eq!(hero.count(1), 2);
    /// ```
    pub fn relabel<S: Shape + ?Sized>(&mut self, shape: &S, offset: impl Into<Point>, label: u8) {
        let (shape, offset) = (placed::of(shape), offset.into());
        let solid = alloc::sync::Arc::clone(self.solid());
        TwoShapes::new(ShapeRef::Mask(&solid), shape, offset).each_piece(|y, RowWord { x, bits }| {
            // The mask's own pixels.
            self.write_word(x as u32, y as u32, bits, label);
            true
        });
        drop(solid);
        if label == 0 {
            self.solid_mut().difference_with(&shape, offset);
        } else {
            self.forget_hash();
        }
    }
}

impl LabelView<'_> {
    label_verbs!();
}

/// The verbs of a shape whose type is known only at run time.
impl dyn Shape + '_ {
    label_verbs!();
}
