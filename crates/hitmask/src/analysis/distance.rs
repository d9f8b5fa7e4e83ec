//! The distance from each pixel to the nearest solid or clear pixel (Euclidean distance transform).
//!
//! The algorithm has two passes (Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in linear time",
//! 2000; the division-free test is Maurer, Qi and Raghavan's, 2003). Below, the *wanted* pixels are the ones that distances are measured
//! to. The first pass runs down the columns: it finds the distance to the nearest wanted pixel above or below. The second runs along the
//! rows: each column contributes a parabola, and the lower envelope of the parabolas is the result. A wanted pixel in the row separates its
//! left side from its right side. So each gap between two wanted pixels has its own envelope, and the gaps are found a word at a time.

use alloc::vec::Vec;

use crate::geom::{Extent, Point};
use crate::mask::Mask;

/// How pixels outside the mask count when the distance to the nearest clear pixel is measured.
#[doc(alias = "border mode")]
#[doc(alias = "padding")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum BorderMode {
    /// All pixels outside are clear, as in every other query on a mask. A solid pixel on the rim has distance 1.
    Clear,
    /// Only pixels inside the mask count, as if the picture continued in the same way outside.
    Ignored,
}

/// For each pixel of a mask, the squared distance to the nearest wanted pixel, in pixels, from centre to centre. It is an exact integer, 0
/// for the wanted pixels themselves.
///
/// Made by [`Mask::distance_to_solid`] and [`Mask::distance_to_clear`]. [`DistanceField::set_to_solid`] and [`DistanceField::set_to_clear`] reuse
/// the memory of an older field.
///
/// # Guarantees
/// A squared distance above [`u32::MAX`] is reported as [`u32::MAX`]. This only happens in masks with a diagonal of more than 65 535
/// pixels. All other distances are exact.
#[doc(alias = "distance_transform")]
#[doc(alias = "distance transform")]
#[doc(alias = "signed distance field")]
#[doc(alias = "sdf")]
#[derive(Clone, Default, Debug)]
pub struct DistanceField {
    w: u32,
    h: u32,
    /// Whether there is any wanted pixel.
    reached: bool,
    squared: Vec<u32>,
    scratch: DistanceScratch,
}

/// Temporary memory of the transform, kept for reuse.
#[derive(Clone, Default, Debug)]
struct DistanceScratch {
    /// For each pixel, the distance to the nearest wanted pixel in its column, or [`NONE`] if there is none.
    columns: Vec<u16>,
    /// The lower envelope of a gap: sites from left to right.
    envelope: Vec<Site>,
}

/// No wanted pixel in the column. Larger than any distance in a column, because a mask has at most this many rows.
const NONE: u16 = u16::MAX;

/// The parabola over a row that comes from the nearest wanted pixel of column x: (p - x)² + above².
#[derive(Clone, Copy, Debug)]
struct Site {
    x: i64,
    /// The squared distance within the column, plus x².
    height: i64,
}

impl Site {
    fn new(x: i64, above: u16) -> Site {
        Site { x, height: i64::from(above) * i64::from(above) + x * x }
    }

    /// The squared distance at position p.
    #[inline(always)]
    fn at(self, p: i64) -> i64 {
        p * p - 2 * p * self.x + self.height
    }
}

/// Which pixels are wanted: those whose bits are set after an XOR with `toggle`.
#[derive(Clone, Copy)]
struct Wanted {
    toggle: u64,
    /// Whether all pixels outside are wanted too.
    outside: bool,
}

impl Mask {
    /// The squared distance from each pixel to the nearest solid pixel.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let dot = Mask::from_fn(5, 4, |x, y| (x, y) == (1, 0));
    /// let field = dot.distance_to_solid();
    /// assert_eq!(field.get((1, 0)), Some(0));
    /// assert_eq!(field.get((4, 3)), Some(3 * 3 + 3 * 3));
    /// assert_eq!(field.get((5, 0)), None);                            // outside
    /// assert_eq!(Mask::new(5, 4).distance_to_solid().get((1, 0)), None);      // there is no solid pixel
    /// ```
    ///
    /// # Complexity
    /// O(pixels), independent of their values. The field takes six bytes per pixel.
    #[doc(alias = "distance transform")]
    #[doc(alias = "sdf")]
    #[must_use]
    pub fn distance_to_solid(&self) -> DistanceField {
        let mut field = DistanceField::default();
        field.set_to_solid(self);
        field
    }

    /// The squared distance from each pixel to the nearest clear pixel: how deep inside the shape it lies.
    ///
    /// ```
    /// use hitmask::{Mask, BorderMode};
    /// let block = Mask::filled(5, 3);
    /// assert_eq!(block.distance_to_clear(BorderMode::Clear).get((2, 1)), Some(4));        // two rows up or down
    /// assert_eq!(block.distance_to_clear(BorderMode::Ignored).get((2, 1)), None);         // no clear pixel anywhere
    /// ```
    ///
    /// # Complexity
    /// O(pixels), independent of their values. The field takes six bytes per pixel.
    #[doc(alias = "distance transform")]
    #[doc(alias = "sdf")]
    #[must_use]
    pub fn distance_to_clear(&self, outside: BorderMode) -> DistanceField {
        let mut field = DistanceField::default();
        field.set_to_clear(self, outside);
        field
    }
}

impl DistanceField {
    /// Makes it the field that [`Mask::distance_to_solid`] returns, in the memory that it has.
    pub fn set_to_solid(&mut self, mask: &Mask) {
        self.measure(mask, Wanted { toggle: 0, outside: false });
    }

    /// Makes it the field that [`Mask::distance_to_clear`] returns, in the memory that it has.
    pub fn set_to_clear(&mut self, mask: &Mask, outside: BorderMode) {
        self.measure(mask, Wanted { toggle: u64::MAX, outside: outside == BorderMode::Clear });
    }

    /// The width and the height of the mask that the field was made from.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// The squared distance at a pixel. None outside the mask, and None everywhere if there is no wanted pixel.
    #[must_use]
    #[expect(clippy::cast_sign_loss, reason = "the place was found inside")]
    pub fn get(&self, point: impl Into<Point>) -> Option<u32> {
        let p = point.into();
        let inside = Extent::of_size(self.w, self.h).contains(i64::from(p.x), i64::from(p.y));
        let index = || p.y as usize * self.w as usize + p.x as usize;
        (self.reached && inside).then(|| self.squared[index()])
    }

    /// All squared distances, row by row. None if there is no wanted pixel.
    #[must_use]
    pub fn squared(&self) -> Option<&[u32]> {
        self.reached.then_some(&self.squared)
    }

    /// The pixel with the largest distance, and its squared distance. If there are several, the first in row-major order. In a field made
    /// by [`Mask::distance_to_clear`] it is the centre of the largest disc that fits inside. None if there is no wanted pixel. Reads every
    /// distance.
    ///
    /// ```
    /// use hitmask::{Mask, BorderMode, Point};
    /// let field = Mask::filled(6, 5).distance_to_clear(BorderMode::Clear);
    /// assert_eq!(field.farthest(), Some((Point::new(2, 2), 9)));
    /// ```
    #[must_use]
    pub fn farthest(&self) -> Option<(Point, u32)> {
        let squared = self.squared()?;
        let most = *squared.iter().max()?;
        let index = squared.iter().position(|&d| d == most)?;
        let w = self.w as usize;
        Some((Point::new((index % w) as i32, (index / w) as i32), most))
    }

    /// The pixels whose squared distance is at most `squared`. Empty if there is no wanted pixel.
    ///
    /// To grow a mask by a disc, [`Mask::grow`] is many times faster.
    #[must_use]
    pub fn within(&self, squared: u32) -> Mask {
        let mut rows = self.squared().into_iter().flatten();
        Mask::from_fn(self.w, self.h, |_, _| rows.next().is_some_and(|&d| d <= squared))
    }

    /// Computes the field.
    fn measure(&mut self, mask: &Mask, wanted: Wanted) {
        let DistanceField { squared, scratch: DistanceScratch { columns, envelope }, .. } = self;
        let (w, h) = mask.size();
        (self.w, self.h) = (w, h);
        squared.clear();
        let pixels = w as usize * h as usize;
        self.reached = pixels > 0 && (wanted.outside || mask.has_pixel(wanted));
        if !self.reached {
            return;
        }
        mask.measure_columns(wanted, columns);
        // A wanted pixel has distance 0, so only the gaps between wanted pixels are written.
        squared.resize(pixels, 0);
        let width = w as usize;
        for (y, (squared, above)) in (0..).zip(squared.chunks_mut(width).zip(columns.chunks(width))) {
            mask.each_stretch(y, !wanted.toggle, |start, end| {
                let left = (start > 0 || wanted.outside).then(|| Site::new(i64::from(start) - 1, 0));
                let right = (end < w || wanted.outside).then(|| Site::new(i64::from(end), 0));
                let gap = start as usize..end as usize;
                if gap.len() <= 2 && left.is_some() && right.is_some() {
                    return squared[gap].fill(1);
                }
                envelope.clear();
                envelope.extend(left);
                for (x, &above) in (i64::from(start)..).zip(&above[gap.clone()]) {
                    if above != NONE {
                        push(envelope, Site::new(x, above));
                    }
                }
                if let Some(right) = right {
                    push(envelope, right);
                }
                read(envelope, i64::from(start), &mut squared[gap]);
            });
        }
    }
}

/// Adds a site to the right of all others, and removes the sites that are not lowest anywhere any more.
#[inline]
fn push(envelope: &mut Vec<Site>, site: Site) {
    while let [.., a, b] = envelope[..] {
        // b is lowest between its intersection with a and its intersection with the new site. Is that interval nonempty?
        if (site.height - b.height) * (b.x - a.x) > (b.height - a.height) * (site.x - b.x) {
            break;
        }
        envelope.pop();
    }
    envelope.push(site);
}

/// Writes the heights of the envelope from x on.
#[inline]
fn read(envelope: &[Site], x: i64, squared: &mut [u32]) {
    let Some((&(mut site), mut rest)) = envelope.split_first() else { return };
    for (p, squared) in (x..).zip(squared) {
        while let Some((&next, after)) = rest.split_first() {
            if next.height - site.height > 2 * p * (next.x - site.x) {
                break;
            }
            (site, rest) = (next, after);
        }
        *squared = u32::try_from(site.at(p)).unwrap_or(u32::MAX);
    }
}

impl Mask {
    /// Whether any pixel inside the mask is wanted.
    fn has_pixel(&self, wanted: Wanted) -> bool {
        let (w, h) = self.size();
        if wanted.toggle == 0 { !self.is_empty() } else { self.count() < u64::from(w) * u64::from(h) }
    }

    /// For each pixel, the distance to the nearest wanted pixel in its column.
    fn measure_columns(&self, wanted: Wanted, columns: &mut Vec<u16>) {
        let (w, h) = self.size();
        let width = w as usize;
        columns.clear();
        columns.resize(width * h as usize, 0);
        // The distance just above the first row and just below the last row: 0 if pixels outside are wanted.
        let rim = if wanted.outside { 0 } else { NONE };
        let mut rest = &mut columns[..];
        let mut above: Option<&[u16]> = None;
        for y in 0..h {
            let (row, below) = core::mem::take(&mut rest).split_at_mut(width);
            for (column, part) in row.chunks_mut(64).enumerate() {
                let word = self.columns().word(self.index(column as u32, y)) ^ wanted.toggle;
                let from = column * 64;
                match above {
                    Some(above) => descend(word, &above[from..from + part.len()], part),
                    None => descend(word, &[rim; 64], part),
                }
            }
            above = Some(row);
            rest = below;
        }
        let mut rows = columns.chunks_mut(width).rev();
        let Some(mut below) = rows.next() else { return };
        for d in below.iter_mut() {
            *d = (*d).min(rim.saturating_add(1));
        }
        for row in rows {
            for (d, &below) in row.iter_mut().zip(&*below) {
                *d = (*d).min(below.saturating_add(1));
            }
            below = row;
        }
    }
}

/// One step down, for up to 64 columns: 0 where the bit is set, elsewhere one more than the distance above.
#[inline]
fn descend(word: u64, above: &[u16], row: &mut [u16]) {
    // Sixteen bits at a time, so that the compiler can vectorise the loop.
    for (i, (row, above)) in row.chunks_mut(16).zip(above.chunks(16)).enumerate() {
        let bits = (word >> (16 * i)) as u16;
        for ((i, d), &above) in row.iter_mut().enumerate().zip(above) {
            *d = if bits & 1 << i != 0 { 0 } else { above.saturating_add(1) };
        }
    }
}
