//! The canvas on which animations draw their frames. GIF and WebP store only what changes from frame to frame.

use crate::error::ErrorKind;
use crate::image::byte_len;
use crate::limits::{Budget, Held, Work, area};
use crate::{Image, blend};

/// How a frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawing {
    /// Blended over the canvas.
    Over,
    /// Replaces the pixels of the canvas, also by clear ones.
    Replace,
}

/// What happens to the rectangle of a frame before the next frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disposal {
    /// It stays.
    Keep,
    /// It is cleared. (The background colour of GIF and WebP is treated as clear, as browsers do.)
    Clear,
    /// The canvas is as it was before the frame.
    Restore,
}

/// The change from one frame to the next: a rectangle of pixels, which may reach out of the canvas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) drawing: Drawing,
    pub(crate) disposal: Disposal,
}

/// A picture on which frames are drawn one after the other.
#[derive(Debug)]
pub(crate) struct Canvas<'a> {
    held: Held<'a>,
    image: Image,
    budget: &'a Budget,
}

impl<'a> Canvas<'a> {
    /// A clear canvas. The budget checks its size; each frame then takes its own pixels off the budget.
    pub(crate) fn new(width: u32, height: u32, budget: &'a Budget) -> Result<Self, ErrorKind> {
        budget.check_size(width, height)?;
        let held = budget.hold(byte_len(width, height))?;
        budget.work(area(width, height), Work::Draw)?;
        Ok(Canvas { held, image: Image::clear(width, height)?, budget })
    }

    /// Draws a patch and returns the picture that is then seen. `color` gives the pixels of the patch by number. Parts outside the canvas
    /// are clipped.
    pub(crate) fn show(
        &mut self,
        patch: Patch,
        color: impl Fn(usize) -> [u8; 4],
    ) -> Result<Image, ErrorKind> {
        let Canvas { image, budget, .. } = self;
        budget.take_picture(image.width(), image.height())?;
        budget.work(area(image.width(), image.height()), Work::Draw)?;
        let (_held, before) = match patch.disposal {
            Disposal::Restore => {
                let (w, h) = patch.seen_on(image);
                let held = budget.hold(byte_len(w, h))?;
                (Some(held), Some(image.crop(patch.x, patch.y, w, h)?))
            }
            Disposal::Keep | Disposal::Clear => (None, None),
        };
        self.draw(patch, color)?;
        let image = &mut self.image;
        let seen = image.try_copy()?;
        let (w, h) = patch.seen_on(image);
        for row in 0..h {
            let to = image.row_mut(patch.x, patch.y + row, w);
            match (&before, patch.disposal) {
                (Some(before), _) => to.copy_from_slice(before.row(0, row, w)),
                (None, Disposal::Clear) => to.fill(0),
                (None, _) => {}
            }
        }
        Ok(seen)
    }

    /// The same for the last patch. It returns the canvas itself, so nothing is copied.
    pub(crate) fn show_last(
        mut self,
        patch: Patch,
        color: impl Fn(usize) -> [u8; 4],
    ) -> Result<Image, ErrorKind> {
        self.held.shrink_to(0);
        self.budget.take_picture(self.image.width(), self.image.height())?;
        self.draw(patch, color)?;
        Ok(self.image)
    }

    fn draw(&mut self, patch: Patch, color: impl Fn(usize) -> [u8; 4]) -> Result<(), ErrorKind> {
        let (w, h) = patch.seen_on(&self.image);
        self.budget.work(area(w, h), Work::Draw)?;
        for row in 0..h {
            let first = row as usize * patch.width as usize;
            let to = self.image.row_mut(patch.x, patch.y + row, w);
            for (to, number) in to.chunks_exact_mut(4).zip(first..) {
                let front = color(number);
                to.copy_from_slice(&match patch.drawing {
                    Drawing::Replace => front,
                    Drawing::Over => blend::over([to[0], to[1], to[2], to[3]], front),
                });
            }
        }
        Ok(())
    }
}

impl Patch {
    /// Width and height of the part that lies on the canvas.
    fn seen_on(&self, canvas: &Image) -> (u32, u32) {
        let w = self.width.min(canvas.width().saturating_sub(self.x));
        let h = self.height.min(canvas.height().saturating_sub(self.y));
        if w == 0 || h == 0 { (0, 0) } else { (w, h) }
    }
}
