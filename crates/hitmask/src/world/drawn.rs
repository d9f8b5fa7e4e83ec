//! A collider's own copy of its picture as its pose shows it.

use super::collider::AlphaRule;
use super::place::Texels;
use crate::geom::{Extent, Point, Pose, Rect};
use crate::mask::{AlphaMask, Mask};
use crate::placed::ShapeRef;
use crate::placed::bake::{draw, draw_texels};
use crate::shape::{Placed, corners_of};

/// Drawn again only when the matrix or the part of a pixel has changed, and into the same memory where that is large enough: a sprite that
/// spins needs as much as at its widest angle, and then allocates no more.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    /// The matrix and the parts of a pixel that it was drawn for; None before.
    drawn_for: Option<([i32; 4], [u16; 2])>,
    /// Its upper left pixel, from the whole pixel of the translation.
    corner: [i64; 2],
    picture: Picture,
}

#[derive(Clone, Debug)]
pub(super) enum Picture {
    Bits(Mask),
    Alpha(AlphaMask),
}

impl Default for Picture {
    fn default() -> Picture {
        Picture::Bits(Mask::default())
    }
}

/// The matrix, the parts of a pixel, and the whole pixels.
fn split(pose: &Pose) -> (([i32; 4], [u16; 2]), [i64; 2]) {
    let phase = pose.translation.map(|t| (t & 0xFFFF) as u16);
    ((pose.matrix, phase), pose.translation.map(|t| t >> 16))
}

impl Drawn {
    /// Forgets the picture, not its memory: the shape is another.
    pub(super) fn forget(&mut self) {
        self.drawn_for = None;
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let picture = match &self.picture {
            Picture::Bits(mask) => mask.memory_bytes(),
            Picture::Alpha(alpha) => alpha.memory_bytes(),
        };
        size_of::<Drawn>() + picture
    }

    /// Whether the picture is what the pose shows.
    pub(super) fn is_current(&self, pose: &Pose) -> bool {
        self.drawn_for == Some(split(pose).0)
    }

    pub(super) fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The world pixel of the picture's upper left pixel.
    pub(super) fn corner(&self, pose: &Pose) -> [i64; 2] {
        let (_, whole) = split(pose);
        [whole[0] + self.corner[0], whole[1] + self.corner[1]]
    }

    /// Makes the picture what the pose shows. The image is known to be small enough.
    pub(super) fn draw(&mut self, texels: Texels<'_>, pose: &Pose) {
        let (key, _) = split(pose);
        // Drawn near the world's origin, so that it is the same everywhere.
        let near = Pose { translation: key.1.map(i64::from), ..*pose };
        let window = texels.image(&near);
        self.corner = [window.x0, window.y0];
        self.drawn_for = Some(key);
        if let Texels::Alpha(alpha, _) = texels {
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
        draw_mask(texels, &near, self.corner, onto);
    }
}

/// The size of a picture for a window: what there is if it is enough, and not much too large.
fn room((old_w, old_h): (u32, u32), window: Extent) -> (u32, u32) {
    let (w, h) = ((window.x1 - window.x0) as u32, (window.y1 - window.y0) as u32);
    let is_much = 4 * u64::from(w) * u64::from(h) < u64::from(old_w) * u64::from(old_h);
    if is_much { (w, h) } else { (w.max(old_w), h.max(old_h)) }
}

/// Draws what the posed texels cover into a clear mask whose upper left pixel is the world's pixel `corner`.
pub(super) fn draw_mask(texels: Texels<'_>, pose: &Pose, corner: [i64; 2], onto: &mut Mask) {
    match texels {
        Texels::Bits(mask) => draw(mask, pose, corner, onto),
        Texels::Runs(runs) => draw_texels(ShapeRef::Runs(runs), pose, corner, onto),
        Texels::Terrain(terrain) => draw_texels(ShapeRef::Terrain(terrain), pose, corner, onto),
        Texels::Alpha(alpha, AlphaRule::AtLeast(level)) => {
            draw_texels(ShapeRef::Level(alpha.at_level(level)), pose, corner, onto);
        }
        Texels::Alpha(alpha, AlphaRule::Sum) => draw(alpha.visible(), pose, corner, onto),
        Texels::Rect(rect) => draw_convex(&Placed::of_corners(&corners_of(rect), pose), corner, onto),
        Texels::Circle(circle) => draw_convex(&circle.placed(Some(pose)), corner, onto),
        Texels::Polygon(polygon) => draw_convex(&polygon.placed(Some(pose)), corner, onto),
    }
}

fn draw_convex(placed: &Placed<'_>, corner: [i64; 2], onto: &mut Mask) {
    // Pictures are drawn near the origin, parts among the pixels that exist.
    placed.draw(onto, Point::new(corner[0] as i32, corner[1] as i32));
}
