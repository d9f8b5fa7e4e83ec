//! The pixels of a buffer's region that a placed shape covers.

use crate::bits::{Lane, low_bits, with_lanes};
use crate::geom::{Extent, Offset, Point, Rect};
use crate::mask::Mask;
use crate::placed::{Placed, Plain, ShapeRef};

/// A shape at a whole pixel, and the part of a region that it may cover.
#[derive(Clone, Copy)]
pub(super) struct Inside<'a> {
    pub(super) plain: Plain<'a>,
    /// In the world's pixels. Not empty.
    pub(super) extent: Extent,
}

impl<'a> Inside<'a> {
    /// None if the shape covers nothing of the region. A shape that is not a plain one at a whole pixel is drawn onto `scratch` first.
    pub(super) fn of(placed: Placed<'a>, region: Extent, scratch: &'a mut Mask) -> Option<Inside<'a>> {
        let footprint = placed.footprint();
        if let Some(plain) = footprint.plain(placed.shape()) {
            return Inside::plain(plain, footprint.extent, region);
        }
        let window = footprint.extent.intersection(region).to_rect()?;
        scratch.reset(window.w, window.h);
        let corner = Point::new(window.x, window.y).into();
        placed.draw(corner, scratch);
        let plain = Plain { shape: ShapeRef::Mask(scratch), corner };
        Inside::plain(plain, plain.extent(), region)
    }

    /// `extent` is that of the shape.
    #[inline]
    fn plain(plain: Plain<'a>, extent: Extent, region: Extent) -> Option<Inside<'a>> {
        let extent = extent.intersection(region);
        if extent.is_empty() {
            return None;
        }
        let plain = match plain.shape {
            // A rectangle may begin far away. Its part inside the region covers the same pixels, and offsets to it are small.
            ShapeRef::Rect(_) => {
                let (w, h) = extent.size();
                Plain { shape: ShapeRef::Rect(Rect::new(0, 0, w, h)), corner: extent.corner() }
            }
            _ => plain,
        };
        Some(Inside { plain, extent })
    }

    /// The offset from another shape's world pixel to this shape's origin. It fits, since the two share a box.
    pub(super) fn offset_from(&self, corner: Point) -> Point {
        let Offset { x, y } = self.plain.corner - corner.into();
        Point::new(x as i32, y as i32)
    }

    /// Calls `f` with (y, x, word) for each word with covered pixels inside the extent, row by row, left to right. The lowest bit is pixel x,
    /// and no pixel lies beyond the extent. Stops and returns false when `f` does.
    #[inline]
    pub(super) fn each_word(&self, mut f: impl FnMut(i64, i64, u64) -> bool) -> bool {
        let Extent { x0, y0, x1, y1 } = self.extent;
        let Plain { shape, corner: Offset { x: dx, y: dy } } = self.plain;
        match shape {
            ShapeRef::Rect(_) => {
                let words = (x0..x1).step_by(64).map(|x| (x, low_bits((x1 - x).min(64) as u32)));
                (y0..y1).all(|y| words.clone().all(|(x, word)| f(y, x, word)))
            }
            // Reads the words as they are stored. If one word holds a row, that is the whole row.
            ShapeRef::Mask(mask) => with_lanes!(mask.columns(), lanes => {
                let (left, right) = (((x0 - dx) / 64) as u32, (x1 - dx - 1) as u32 / 64);
                (y0..y1).all(|y| {
                    (left..=right).all(|column| {
                        let x = dx + i64::from(column) * 64;
                        let word = word_of(lanes.as_slice(), mask.index(column, (y - dy) as u32));
                        // From the extent's left edge on.
                        let start = x.max(x0);
                        let word = word >> (start - x) & low_bits((x1 - start).min(64) as u32);
                        // Many rows of a sprite begin with clear pixels.
                        let clear = word.trailing_zeros();
                        word == 0 || f(y, start + i64::from(clear), word >> clear)
                    })
                })
            }),
            _ => (y0..y1).all(|y| {
                (x0..x1).step_by(64).all(|x| {
                    let word = self.plain.window(x, y) & low_bits((x1 - x).min(64) as u32);
                    word == 0 || f(y, x, word)
                })
            }),
        }
    }
}

#[inline(always)]
fn word_of<L: Lane>(lanes: &[L], index: usize) -> u64 {
    lanes[index].into()
}
