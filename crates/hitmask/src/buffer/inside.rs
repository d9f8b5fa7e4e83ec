//! What a placed shape covers of a buffer's region.

use crate::bits::{Lane, each_stretch, low_bits, with_lanes};
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
            return Inside::plain(plain, region);
        }
        let window = footprint.extent.intersection(region).to_rect()?;
        scratch.reset(window.w, window.h);
        let corner = Point::new(window.x, window.y).into();
        placed.draw(corner, scratch);
        Inside::plain(Plain { shape: ShapeRef::Mask(scratch), corner }, region)
    }

    fn plain(plain: Plain<'a>, region: Extent) -> Option<Inside<'a>> {
        if plain.shape.extent().is_empty() {
            return None;
        }
        let extent = plain.extent().intersection(region);
        let rect = extent.to_rect()?;
        let plain = match plain.shape {
            // A rectangle may begin far away. Its part inside the region covers the same pixels, and offsets to it are small.
            ShapeRef::Rect(_) => {
                Plain { shape: ShapeRef::Rect(Rect::new(0, 0, rect.w, rect.h)), corner: extent.corner() }
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

    /// Calls `f` with (y, x0, x1) for each stretch of covered pixels inside the extent, row by row, left to right. Stretches may touch each
    /// other. Stops when `f` returns false.
    #[inline]
    pub(super) fn each_stretch(&self, mut f: impl FnMut(i64, i64, i64) -> bool) {
        let Extent { x0, y0, x1, y1 } = self.extent;
        let Plain { shape, corner: Offset { x: dx, y: dy } } = self.plain;
        match shape {
            ShapeRef::Rect(_) => {
                (y0..y1).all(|y| f(y, x0, x1));
            }
            // Reads the words as they are stored. If one word holds a row, that is the whole row.
            ShapeRef::Mask(mask) => with_lanes!(mask.columns(), lanes => {
                let (left, right) = (((x0 - dx) / 64) as u32, (x1 - dx - 1) as u32 / 64);
                (y0..y1).all(|y| {
                    (left..=right).all(|column| {
                        let x = dx + i64::from(column) * 64;
                        let word = word_of(lanes.as_slice(), mask.index(column, (y - dy) as u32));
                        let inside = low_bits((x1 - x).min(64) as u32) & !low_bits((x0 - x).max(0) as u32);
                        each_stretch(word & inside, |start, end| f(y, x + start, x + end))
                    })
                });
            }),
            _ => {
                (y0..y1).all(|y| {
                    (x0..x1).step_by(64).all(|x| {
                        let word = self.plain.window(x, y) & low_bits((x1 - x).min(64) as u32);
                        each_stretch(word, |start, end| f(y, x + start, x + end))
                    })
                });
            }
        }
    }
}

#[inline(always)]
fn word_of<L: Lane>(lanes: &[L], index: usize) -> u64 {
    lanes[index].into()
}
