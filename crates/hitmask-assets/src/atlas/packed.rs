//! A frame as it lies on its sheet, maybe trimmed and turned, and how it is restored.

use hitmask::Rect;

use crate::Image;
use crate::error::ErrorKind;
use crate::limits::{Budget, Work, area};

/// Where a frame lies on its sheet, and what packing did to it. The numbers are as the file has them, not checked yet.
pub(super) struct Packed {
    /// Left and top on the sheet.
    pub(super) at: [i64; 2],
    /// Width and height before the frame was turned.
    pub(super) size: [i64; 2],
    /// How it was turned for packing: the number of clockwise quarter turns, 0 to 3.
    pub(super) turns: u8,
    /// Left and top of the stored part in the whole frame.
    pub(super) trim_at: [i64; 2],
    /// Width and height of the whole frame.
    pub(super) source_size: [i64; 2],
}

/// A frame that is restored to its full size, and where its stored pixels lie in it.
pub(super) struct Restored {
    pub(super) image: Image,
    pub(super) trim: Rect,
}

impl Packed {
    /// Without the parts that reach out of the whole frame, which some engines draw and others don't. The frame cannot show them.
    pub(super) fn clipped(self) -> Packed {
        let [before_x, before_y] = self.trim_at.map(|at| at.saturating_neg().max(0));
        let beyond = |axis: usize| {
            let end = self.trim_at[axis].saturating_add(self.size[axis]);
            end.saturating_sub(self.source_size[axis]).max(0)
        };
        let (beyond_x, beyond_y) = (beyond(0), beyond(1));
        let left = |side: i64, cut: [i64; 2]| side.saturating_sub(cut[0].saturating_add(cut[1])).max(0);
        let size = [left(self.size[0], [before_x, beyond_x]), left(self.size[1], [before_y, beyond_y])];
        // What is cut off on the left and at the top of the sheet.
        let cut = match self.turns {
            0 => [before_x, before_y],
            1 => [beyond_y, before_x],
            2 => [beyond_x, beyond_y],
            _ => [before_y, beyond_x],
        };
        let at = [0, 1].map(|axis| self.at[axis].saturating_add(cut[axis]));
        let trim_at = [0, 1].map(|axis| self.trim_at[axis].clamp(0, self.source_size[axis].max(0)));
        Packed { at, size, trim_at, ..self }
    }

    /// Cuts the frame out of its sheet and undoes what the packing did to it.
    pub(super) fn restore(&self, name: &str, sheet: &Image, budget: &Budget) -> Result<Restored, ErrorKind> {
        let [w, h] = self.size;
        let (packed_w, packed_h) = if self.turns % 2 == 1 { (h, w) } else { (w, h) };
        let picture = [sheet.width(), sheet.height()];
        let rect = [self.at[0], self.at[1], packed_w, packed_h];
        let Some([x, y, ..]) = inside(rect, picture) else {
            return Err(ErrorKind::FrameOutside { frame: name.to_owned(), rect, picture });
        };

        // A side below zero is as wrong as a huge one, and the limits refuse huge ones.
        let source_size = self.source_size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        budget.take_picture(source_size[0], source_size[1])?;
        budget.work(2 * area(source_size[0], source_size[1]), Work::Draw)?;
        let rect = [self.trim_at[0], self.trim_at[1], w, h];
        let Some([trim_x, trim_y, w, h]) = inside(rect, source_size) else {
            return Err(ErrorKind::TrimOutside { frame: name.to_owned(), rect, source_size });
        };

        let mut image = Image::clear(source_size[0], source_size[1])?;
        for row in 0..h {
            let to = image.row_mut(trim_x, trim_y + row, w);
            if self.turns == 0 {
                to.copy_from_slice(sheet.row(x, y + row, w));
                continue;
            }
            for (to, column) in to.chunks_exact_mut(4).zip(0..w) {
                // Where the quarter turns took (column, row).
                let (packed_x, packed_y) = match self.turns {
                    1 => (h - 1 - row, column),
                    2 => (w - 1 - column, h - 1 - row),
                    _ => (row, w - 1 - column),
                };
                to.copy_from_slice(sheet.row(x + packed_x, y + packed_y, 1));
            }
        }
        // Within the limits, sides fit an `i32`.
        Ok(Restored { image, trim: Rect::new(trim_x as i32, trim_y as i32, w, h) })
    }
}

/// The pivot of a frame or slice, if it is nearer than 2^31 pixels: no sprite can be farther away.
pub(super) fn near(pivot: [f64; 2], of: &str, name: &str) -> Result<[f64; 2], ErrorKind> {
    const FARTHEST: f64 = 2_147_483_648.0;
    if pivot.iter().all(|at| at.abs() < FARTHEST) {
        return Ok(pivot);
    }
    let [x, y] = pivot;
    let reason =
        format!("the pivot of {of} {name:?} lies at ({x:e}, {y:e}), farther than {FARTHEST} pixels away");
    Err(ErrorKind::NotAnAtlas { reason })
}

/// The rectangle, if all of it lies in a picture of this size.
fn inside([x, y, w, h]: [i64; 4], [width, height]: [u32; 2]) -> Option<[u32; 4]> {
    let unsigned = |number: i64| u32::try_from(number).ok();
    let [x, y, w, h] = [unsigned(x)?, unsigned(y)?, unsigned(w)?, unsigned(h)?];
    let fits = x.checked_add(w)? <= width && y.checked_add(h)? <= height;
    fits.then_some([x, y, w, h])
}
