//! Which labels of two posed shapes meet, by the raster rule.

use alloc::vec::Vec;

use super::{corner, overlaps_raster};
use crate::bits::{bits_of, span_bits};
use crate::geom::inverse::Inverse;
use crate::geom::{Extent, Mapped, Offset, Point, Pose, nearest_pixel};
use crate::invalid_argument::InvalidArgument;
use crate::mask::{LabelMask, LabelView, fits_mask};
use crate::overlap::answer::RowWord;
use crate::overlap::{LabelHit, LabelOverlap, LabelPlace, LabelTally};
use crate::placed::{self, Placed, Plain, Shape, ShapeRef, image, labels_of};
use crate::shape::ConvexImage;

/// Where the labels of a posed picture lie, for pixels of a window.
pub(crate) fn label_place<'a>(labels: Option<&'a LabelMask>, pose: &Pose, window: Extent) -> LabelPlace<'a> {
    match labels {
        None => LabelPlace::Nowhere,
        Some(labels) if pose.is_translation() => {
            let [x, y] = pose.translation.mapped(nearest_pixel);
            LabelPlace::At(labels, Offset::new(x, y))
        }
        Some(labels) => LabelPlace::Posed(labels, Inverse::new(pose, window), window.corner()),
    }
}

/// The pixels of a posed shape, in a form that can be read at once.
enum Reader<'a> {
    Plain(Plain<'a>),
    Spans(&'a ConvexImage<'a>),
    /// Texel by texel. The inverse is that for a window with its corner on a pixel.
    Texels(ShapeRef<'a>, Inverse, Offset),
}

impl Reader<'_> {
    /// Calls `f` with a reader for a window.
    fn with<R>(placed: &Placed<'_>, window: Extent, f: impl FnOnce(&Reader<'_>) -> R) -> R {
        let (shape, pose) = (placed.shape(), placed.pose());
        let mut f = Some(f);
        let mut once = |reader: &Reader<'_>| f.take().map(|f| f(reader));
        if let Some(done) = shape.with_convex_image(pose, |image| once(&Reader::Spans(image))) {
            return done.expect("called once");
        }
        let reader = if pose.is_translation() {
            let [x, y] = pose.translation.mapped(nearest_pixel);
            Reader::Plain(Plain { shape, corner: Offset::new(x, y) })
        } else {
            Reader::Texels(shape, Inverse::new(pose, window), window.corner())
        };
        once(&reader).expect("called once")
    }

    /// Those of the wanted pixels that are covered, of the 64 of a row from x on.
    fn covered(&self, x: i64, y: i64, wanted: u64) -> u64 {
        match self {
            _ if wanted == 0 => 0,
            Reader::Plain(plain) => plain.window(x, y) & wanted,
            Reader::Spans(image) => image.window(x, y) & wanted,
            Reader::Texels(shape, inverse, at) => {
                let is_solid = |&bit: &u32| {
                    let (u, v) = inverse.texel(x + i64::from(bit) - at.x, y - at.y);
                    shape.window(u, v) & 1 != 0
                };
                bits_of(wanted).filter(is_solid).fold(0, |word, bit| word | 1 << bit)
            }
        }
    }

    fn is_slow(&self) -> bool {
        matches!(self, Reader::Texels(..))
    }
}

/// Calls `f` with (y, word) for the pixels that both cover, row by row from the top, left to right, until it returns false.
fn each_shared(a: &Placed<'_>, b: &Placed<'_>, window: Extent, mut f: impl FnMut(i64, RowWord) -> bool) {
    if window.is_empty() {
        return;
    }
    Reader::with(a, window, |a| {
        Reader::with(b, window, |b| {
            let (one, other) = if a.is_slow() { (b, a) } else { (a, b) };
            for y in window.y0..window.y1 {
                for x in (window.x0..window.x1).step_by(64) {
                    let bits = other.covered(x, y, one.covered(x, y, span_bits(window.x0, window.x1, x)));
                    if bits != 0 && !f(y, RowWord { x, bits }) {
                        return;
                    }
                }
            }
        });
    });
}

/// The world pixels that both may cover. Empty if two masks are known not to overlap.
fn window(a: &Placed<'_>, b: &Placed<'_>) -> Extent {
    let window = a.extent().intersection(b.extent()).intersection(Extent::WORLD);
    match (a.shape(), b.shape()) {
        (ShapeRef::Mask(one), ShapeRef::Mask(other))
            if !window.is_empty() && !overlaps_raster((one, a.pose()), (other, b.pose())) =>
        {
            Extent::EMPTY
        }
        _ => window,
    }
}

/// Writes the posed verbs for a shape that may have labels.
macro_rules! posed_label_verbs {
    () => {
        /// Which labels meet under poses, by [`PixelRule::Raster`](crate::PixelRule::Raster): for each pair of labels, one of `self` and one
        /// of `other`, in how many world pixels, and the first of these. The label of a world pixel is that of the texel under its centre,
        /// by the same rule for ties as everywhere. Sorted by the labels of `self`, then by those of `other`. A shape without labels counts
        /// as label 0.
        ///
        /// ```
        /// use hitmask::{LabelMask, Mask, Point, Pose};
        /// let hero = LabelMask::from_labels(2, 1, &[1, 2])?;
        /// let mirrored = Pose::from_matrix([-1.0, 0.0, 0.0, 1.0, 10.0, 0.0]).unwrap();     // 2 lies left of 1 now
        /// let shot = Pose::from_matrix([1.0, 0.0, 0.0, 1.0, 8.5, 0.0]).unwrap();           // drawn at 8
        /// let met = hero.overlap_labels_posed(&mirrored, &Mask::filled(1, 1), &shot);
        /// assert_eq!((met.len(), met[0].labels, met[0].first), (1, [2, 0], Point::new(8, 0)));
        /// # Ok::<(), hitmask::InvalidArgument>(())
        /// ```
        ///
        /// # Complexity
        /// Two masks are first searched with distance fields, as by [`Mask::overlaps_posed`](crate::Mask::overlaps_posed). Only if they
        /// overlap, the pixels of the shared window are looked at one by one. Allocates the list.
        #[must_use]
        pub fn overlap_labels_posed<S: Shape + ?Sized>(
            &self,
            pose: &Pose,
            other: &S,
            other_pose: &Pose,
        ) -> Vec<LabelOverlap> {
            let mut list = Vec::new();
            self.overlap_labels_posed_into(pose, other, other_pose, &mut list);
            list
        }

        /// As `overlap_labels_posed`, into a list, which loses what it held.
        pub fn overlap_labels_posed_into<S: Shape + ?Sized>(
            &self,
            pose: &Pose,
            other: &S,
            other_pose: &Pose,
            list: &mut Vec<LabelOverlap>,
        ) {
            let (a, b) = (Placed::new(placed::of(self), *pose), Placed::new(placed::of(other), *other_pose));
            let window = window(&a, &b);
            let mut tally = LabelTally::new(list);
            if !window.is_empty() {
                let side = |labels, pose| label_place(labels, pose, window);
                tally.set_sides([side(labels_of(self), pose), side(labels_of(other), other_pose)]);
            }
            each_shared(&a, &b, window, |y, word| {
                tally.add(y, word, Offset::ZERO);
                true
            });
            tally.finish();
        }

        /// The first world pixel that both cover, by [`PixelRule::Raster`](crate::PixelRule::Raster), and the labels that meet there. None if
        /// they do not overlap. A shape without labels counts as label 0. Stops at that pixel.
        #[must_use]
        pub fn label_hit_posed<S: Shape + ?Sized>(
            &self,
            pose: &Pose,
            other: &S,
            other_pose: &Pose,
        ) -> Option<LabelHit> {
            let (a, b) = (Placed::new(placed::of(self), *pose), Placed::new(placed::of(other), *other_pose));
            let mut first = Extent::EMPTY;
            each_shared(&a, &b, window(&a, &b), |y, RowWord { x, bits }| {
                let x = x + i64::from(bits.trailing_zeros());
                first = Extent::of_pixel(x, y);
                false
            });
            if first.is_empty() {
                return None;
            }
            let label = |labels, pose| label_place(labels, pose, first).label(first.x0, first.y0);
            let labels = [label(labels_of(self), pose), label(labels_of(other), other_pose)];
            Some(LabelHit::new(labels, corner(first)))
        }
    };
}

impl LabelMask {
    posed_label_verbs!();

    /// Draws the posed picture: returns the labels of the world pixels that it covers by [`PixelRule::Raster`](crate::PixelRule::Raster), 0
    /// elsewhere, and the world pixel of the upper-left corner. Names and numbers stay.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the image exceeds the size limits of a mask.
    ///
    /// # Complexity
    /// O(pixels of the result).
    #[doc(alias = "rotate")]
    #[doc(alias = "transform")]
    pub fn bake(&self, pose: &Pose) -> Result<(LabelMask, Point), InvalidArgument> {
        let window = image(pose, Extent::of_size(self.width(), self.height()));
        let rect = window.to_rect().unwrap_or_default();
        fits_mask("image", (rect.w, rect.h))?;
        let mut texels = pose.texels(rect);
        let label = |_, _| texels.next().map_or(0, |[u, v]| self.texel((u, v)));
        Ok((LabelMask::from_fn(rect.w, rect.h, label).with_names(self.names().clone()), corner(window)))
    }
}

impl LabelView<'_> {
    posed_label_verbs!();
}

/// The verbs of a shape whose type is known only at run time.
impl dyn Shape + '_ {
    posed_label_verbs!();
}
