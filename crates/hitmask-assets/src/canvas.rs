//! The canvas that animations draw their frames on: GIF and WebP store what changes from frame to frame.

use crate::error::ErrorKind;
use crate::limits::Budget;
use crate::{Image, blend};

/// How a frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    /// Over what is there.
    Over,
    /// In place of what is there, clear pixels included.
    Replace,
}

/// What becomes of a frame's rectangle before the next one is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disposal {
    /// It stays.
    Keep,
    /// It is cleared. (The background colour of GIF and WebP is taken for clear, as browsers do.)
    Clear,
    /// What was there before comes back.
    Restore,
}

/// A picture that frames are drawn on, one after the other.
#[derive(Debug)]
pub(crate) struct Canvas {
    image: Image,
}

impl Canvas {
    /// A clear canvas. The budget is asked whether such a picture may be; each frame then takes its own.
    pub(crate) fn new(width: u32, height: u32, budget: &Budget) -> Result<Self, ErrorKind> {
        budget.check_size(width, height)?;
        Ok(Canvas { image: Image::clear(width, height)? })
    }

    /// Draws a frame's picture with its corner at (`x`, `y`) and returns what is then seen. What lies outside the
    /// canvas is cut off.
    pub(crate) fn show(
        &mut self,
        picture: &Image,
        (x, y): (u32, u32),
        drawing: Drawing,
        disposal: Disposal,
        budget: &mut Budget,
    ) -> Result<Image, ErrorKind> {
        budget.take_picture(self.image.width(), self.image.height())?;
        let w = picture.width().min(self.image.width().saturating_sub(x));
        let h = if w == 0 { 0 } else { picture.height().min(self.image.height().saturating_sub(y)) };
        let before = match disposal {
            Disposal::Restore if h > 0 => Some(self.image.crop(x, y, w, h)?),
            _ => None,
        };
        for row in 0..h {
            let (from, to) = (picture.row(0, row, w), self.image.row_mut(x, y + row, w));
            match drawing {
                Drawing::Replace => to.copy_from_slice(from),
                Drawing::Over => {
                    for (to, from) in to.chunks_exact_mut(4).zip(from.chunks_exact(4)) {
                        to.copy_from_slice(&blend::over(
                            [to[0], to[1], to[2], to[3]],
                            [from[0], from[1], from[2], from[3]],
                        ));
                    }
                }
            }
        }
        let seen = self.image.try_clone()?;
        for row in 0..h {
            let to = self.image.row_mut(x, y + row, w);
            match (&before, disposal) {
                (Some(before), _) => to.copy_from_slice(before.row(0, row, w)),
                (None, Disposal::Clear) => to.fill(0),
                (None, _) => {}
            }
        }
        Ok(seen)
    }
}
