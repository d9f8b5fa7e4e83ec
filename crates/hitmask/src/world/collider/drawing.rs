//! A collider's picture under its pose, drawn once and kept until the pose changes.

use crate::geom::{Extent, Mapped, Offset, Pose, Rect};
use crate::mask::{AlphaMask, Mask, fits_mask};
use crate::placed::Form;
use crate::world::collider::aligned_mask::AlignedMask;
use crate::world::collider::form::{Formed, Texels};

/// The picture is drawn again only when the matrix or the part of a pixel changes. It reuses its memory if that is large enough. So a
/// spinning sprite needs the memory of its widest angle, and then allocates no more. Colliders whose pictures are equal may show one
/// drawing together: see [`Pictures`](crate::world::store::picture_sharing::Pictures).
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    /// The matrix and the parts of a pixel for which it was drawn. None if there is no picture.
    drawn_for: Option<([i32; 4], [u16; 2])>,
    /// The picture's upper left pixel, relative to the whole pixels of the translation.
    corner: Offset,
    picture: Picture,
}

#[derive(Clone, Debug)]
pub(crate) enum Picture {
    Bits(Mask),
    Alpha(AlphaMask),
}

impl Default for Picture {
    fn default() -> Picture {
        Picture::Bits(Mask::default())
    }
}

/// The matrix, the parts of a pixel, and the whole pixels of a pose.
fn split(pose: &Pose) -> (([i32; 4], [u16; 2]), Offset) {
    let phase = pose.translation.mapped(|t| (t & 0xFFFF) as u16);
    let [x, y] = pose.translation.mapped(|t| t >> 16);
    ((pose.matrix, phase), Offset::new(x, y))
}

impl Drawing {
    /// Drops the picture, and its memory if none was drawn since the last call.
    pub(crate) fn trim(&mut self) {
        if self.drawn_for.take().is_none() {
            *self = Drawing::default();
        }
    }

    /// Drops the picture and keeps its memory. Called when the shape changes.
    pub(crate) fn forget(&mut self) {
        self.drawn_for = None;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let picture = match &self.picture {
            Picture::Bits(mask) => mask.memory_bytes(),
            Picture::Alpha(alpha) => alpha.memory_bytes(),
        };
        size_of::<Drawing>() + picture
    }

    /// Whether a picture of a window's size can be drawn without new memory.
    pub(crate) fn has_room(&self, is_alpha: bool, window: Extent) -> bool {
        let old = match &self.picture {
            Picture::Bits(mask) if !is_alpha => mask.size(),
            Picture::Alpha(alpha) if is_alpha => alpha.size(),
            _ => return false,
        };
        room(old, window) == old
    }

    /// Whether the picture was drawn for this pose.
    pub(crate) fn is_current(&self, pose: &Pose) -> bool {
        self.drawn_for == Some(split(pose).0)
    }

    pub(crate) fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The world pixel of the picture's upper left pixel.
    pub(crate) fn corner(&self, pose: &Pose) -> Offset {
        split(pose).1 + self.corner
    }

    /// The picture of a mask where it lies under the pose. None if it may lie where no pixels exist.
    #[inline]
    pub(crate) fn flat(&self, pose: &Pose) -> Option<AlignedMask<'_>> {
        let Picture::Bits(mask) = &self.picture else { return None };
        Some(AlignedMask { is_kept: true, ..AlignedMask::at(mask, self.corner(pose))? })
    }

    /// Draws the picture for a pose. The caller knows that it is small enough.
    pub(crate) fn draw(&mut self, texels: Texels<'_>) {
        let (key, _) = split(texels.pose());
        // Drawn near the world's origin, so that the picture does not depend on the collider's position.
        let near = Pose { translation: key.1.mapped(i64::from), ..*texels.pose() };
        let placed = texels.placed.posed(&near);
        let window = placed.extent();
        self.corner = window.corner();
        self.drawn_for = Some(key);
        if let Some((alpha, _)) = texels.alpha {
            if !matches!(self.picture, Picture::Alpha(_)) {
                self.picture = Picture::Alpha(AlphaMask::new(0, 0));
            }
            let Picture::Alpha(onto) = &mut self.picture else { unreachable!("made one above") };
            let (w, h) = room(onto.size(), window);
            alpha.draw(&near, Rect::new(window.x0 as i32, window.y0 as i32, w, h), onto);
            return;
        }
        if !matches!(self.picture, Picture::Bits(_)) {
            self.picture = Picture::default();
        }
        let Picture::Bits(onto) = &mut self.picture else { unreachable!("made one above") };
        let (w, h) = room(onto.size(), window);
        if onto.size() == (w, h) {
            onto.clear();
        } else {
            *onto = Mask::new(w, h);
        }
        placed.draw(self.corner, onto);
    }
}

impl Formed<'_> {
    /// Whether it is read from a picture, and this is not a picture of it.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn needs_drawing(&self, drawn: Option<&Drawing>) -> bool {
        self.footprint.form == Form::Drawn && !drawn.is_some_and(|drawn| drawn.is_current(self.texels.pose()))
    }
}

/// The size of a picture for a window: at least the old size, unless that would be more than four times as large as the window, or no mask.
fn room((old_w, old_h): (u32, u32), window: Extent) -> (u32, u32) {
    let ((w, h), area) = (window.size(), |(w, h): (u32, u32)| u64::from(w) * u64::from(h));
    let both = (w.max(old_w), h.max(old_h));
    if 4 * area((w, h)) < area(both) || fits_mask("picture", both).is_err() { (w, h) } else { both }
}
