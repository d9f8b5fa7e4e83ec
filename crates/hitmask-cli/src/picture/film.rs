//! The picture of a scene, step by step: the sprites in place, touching pixels in a bright colour.

use hitmask::{Pose, Rect};

use super::canvas::{LINE, PictureCanvas, Rgb, Weight, text_width};
use super::{BACKGROUND, FAINT, TEXT, TOUCH, TOUCH_TEXT, WHITE, board};
use crate::scene::{Scene, SpriteKind, WorldEdges};
use crate::values::Rule;
use crate::words::counted;

/// If there are more touches than this at once, only their pixels are marked.
const FRAMED_TOUCHES: usize = 200;
/// A new touch has a ring around it for this many steps.
const RING_STEPS: u32 = 5;
const MARGIN: i32 = 8;
const CAPTION: i32 = LINE + 10;

/// A pair that touches, for a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchMark {
    /// The numbers of the sprites.
    pub(crate) pair: [usize; 2],
    /// The tight rectangle around the world pixels that both cover.
    pub(crate) bounds: Rect,
    pub(crate) is_new: bool,
}

/// Draws the steps of a scene.
#[derive(Debug)]
pub(crate) struct Film<'a> {
    scene: &'a Scene,
    /// The width and height that are shown, from (0, 0), in world pixels.
    shown: [i64; 2],
    /// The side of a cell in world pixels: above 1 if the world is too large for the picture.
    block: i64,
    /// The side of a cell in canvas pixels: above 1 if the world is small.
    scale: i64,
    /// The touches that began a few steps ago: the step, and the place.
    recent: Vec<(u32, [i64; 2])>,
}

impl<'a> Film<'a> {
    /// Pictures whose longer side is about `side`.
    pub(crate) fn new(scene: &'a Scene, side: i64) -> Self {
        const LARGEST_PIXEL: i64 = 8;
        // A position is the corner of a sprite. At the far edges the whole sprite lies outside, so we show more.
        let sizes = || scene.kinds.iter().map(|kind| kind.appearance.size());
        let most = |axis: usize| sizes().map(|size| i64::from(size[axis])).max().unwrap_or(0);
        let shown = [0, 1].map(|axis| {
            let size = i64::from(scene.bounds.size[axis]);
            match scene.bounds.edges {
                WorldEdges::Bounce | WorldEdges::Wrap => size + most(axis).min(size),
                WorldEdges::Open => size,
            }
        });
        let longest = shown[0].max(shown[1]);
        let block = (longest + side - 1) / side;
        let scale = (side / longest).clamp(1, LARGEST_PIXEL);
        Film { scene, shown, block, scale, recent: Vec::new() }
    }

    /// Draws a step: sprites that have a pose, and touches.
    pub(crate) fn frame(&self, step: u32, poses: &[Option<Pose>], touches: &[TouchMark]) -> PictureCanvas {
        let [columns, rows] = self.cells();
        let (w, h) = (columns * self.scale, rows * self.scale);
        let mut canvas = PictureCanvas::new(
            (w + 2 * i64::from(MARGIN)) as u32,
            (h + i64::from(MARGIN + CAPTION)) as u32,
            BACKGROUND,
        );
        board(&mut canvas, Rect::new(MARGIN, CAPTION, w as u32, h as u32));
        for (sprite, pose) in self.scene.sprites.iter().zip(poses) {
            if let Some(pose) = pose {
                self.sprite(&mut canvas, &self.scene.kinds[sprite.kind], pose);
            }
        }
        for touch in touches {
            self.touch(&mut canvas, poses, touch, touches.len() <= FRAMED_TOUCHES);
        }
        if touches.len() <= FRAMED_TOUCHES {
            for &(began, [x, y]) in &self.recent {
                let age = step - began;
                let [x, y] = self.place([x, y]);
                canvas.ring(x, y, 10 + 5 * age, 2, if age == 0 { WHITE } else { TOUCH_TEXT });
            }
        }
        // What sticks out of the stage is covered.
        let (width, height) = (canvas.width(), canvas.height());
        canvas.fill(Rect::new(0, 0, width, CAPTION as u32), BACKGROUND, 255);
        canvas.fill(Rect::new(0, 0, MARGIN as u32, height), BACKGROUND, 255);
        canvas.fill(Rect::new(MARGIN + w as i32, 0, MARGIN as u32, height), BACKGROUND, 255);
        canvas.fill(Rect::new(0, CAPTION + h as i32, width, MARGIN as u32), BACKGROUND, 255);
        let text = format!("step {step}");
        canvas.text(MARGIN, 5, &text, Weight::Bold, TEXT);
        let sprites = counted(poses.iter().flatten().count() as u64, "sprite", "sprites");
        let summary = format!("{sprites}, {}", counted(touches.len() as u64, "touch", "touches"));
        let x = (width as i32 - MARGIN - text_width(&summary)).max(MARGIN + text_width(&text) + 18);
        canvas.text(x, 5, &summary, Weight::Plain, if touches.is_empty() { FAINT } else { TOUCH_TEXT });
        canvas
    }

    /// Remembers where touches began, for the rings of the next frames.
    pub(crate) fn remember(&mut self, step: u32, touches: &[TouchMark]) {
        self.recent.retain(|&(began, _)| began + RING_STEPS > step);
        let new = touches.iter().filter(|touch| touch.is_new).take(FRAMED_TOUCHES);
        self.recent.extend(new.map(|touch| (step, middle(touch.bounds))));
    }

    fn cells(&self) -> [i64; 2] {
        self.shown.map(|side| (side + self.block - 1) / self.block)
    }

    /// Where a world pixel lies on the canvas.
    fn place(&self, [x, y]: [i64; 2]) -> [i32; 2] {
        let at = |p: i64| (p.div_euclid(self.block) * self.scale).clamp(-(1 << 20), 1 << 20) as i32;
        [MARGIN + at(x), CAPTION + at(y)]
    }

    /// Calls `f` for each cell that shows a part of a rectangle of the world (left, top, right, bottom), with the world pixel in the
    /// middle of the cell.
    fn each_cell(&self, [x0, y0, x1, y1]: [i64; 4], mut f: impl FnMut(Rect, i64, i64)) {
        let [columns, rows] = self.cells();
        let (block, side) = (self.block, self.scale as u32);
        let range = |from: i64, to: i64, end: i64| {
            from.div_euclid(block).max(0)..((to - 1).div_euclid(block) + 1).min(end)
        };
        for row in range(y0, y1, rows) {
            for column in range(x0, x1, columns) {
                let place = Rect::new(
                    MARGIN + (column * self.scale) as i32,
                    CAPTION + (row * self.scale) as i32,
                    side,
                    side,
                );
                f(place, column * block + block / 2, row * block + block / 2);
            }
        }
    }

    fn sprite(&self, canvas: &mut PictureCanvas, kind: &SpriteKind, pose: &Pose) {
        let image = &kind.appearance.frame.image;
        let color = |[u, v]: [u32; 2]| image.pixel(u, v).filter(|pixel| pixel[3] > 0);
        let area = around(pose, image.width(), image.height());
        if self.block > 1 {
            self.each_cell(area, |cell, x, y| {
                if let Some([r, g, b, alpha]) = texel(pose, x, y).and_then(color) {
                    canvas.fill(cell, [r, g, b], alpha);
                }
            });
            return;
        }
        let [x0, y0, x1, y1] = area;
        let (x0, x1) = (x0.max(0), x1.min(self.shown[0]));
        let (y0, y1) = (y0.max(0), y1.min(self.shown[1]));
        if x0 >= x1 || y0 >= y1 {
            return;
        }
        let mut texels = pose.texels(Rect::new(x0 as i32, y0 as i32, (x1 - x0) as u32, (y1 - y0) as u32));
        self.each_cell([x0, y0, x1, y1], |cell, _, _| {
            if let Some([r, g, b, alpha]) = texels.next().and_then(of_picture).and_then(color) {
                canvas.fill(cell, [r, g, b], alpha);
            }
        });
    }

    fn touch(&self, canvas: &mut PictureCanvas, poses: &[Option<Pose>], touch: &TouchMark, is_framed: bool) {
        let [a, b] = touch.pair.map(|sprite| &self.scene.kinds[self.scene.sprites[sprite].kind]);
        let [Some(pose_a), Some(pose_b)] = touch.pair.map(|sprite| poses[sprite].as_ref()) else { return };
        let Rect { x, y, w, h } = touch.bounds;
        let [x, y, w, h] = [x.into(), y.into(), w.into(), h.into()];
        let mut is_seen = false;
        self.each_cell([x, y, x + w, y + h], |cell, x, y| {
            if let (Some(p), Some(q)) = (texel(pose_a, x, y), texel(pose_b, x, y))
                && do_touch(a, p, b, q)
            {
                canvas.fill(cell, TOUCH, 255);
                is_seen = true;
            }
        });
        let [left, top] = self.place([x, y]);
        let [right, bottom] = self.place([x + w - 1, y + h - 1]);
        let side = self.scale as i32;
        if !is_seen {
            // The middles of the cells are other pixels than those that touch.
            let [x, y] = self.place(middle(touch.bounds));
            canvas.fill(Rect::new(x, y, side as u32, side as u32), TOUCH, 255);
        }
        if is_framed {
            let (w, h) = ((right - left + side + 6) as u32, (bottom - top + side + 6) as u32);
            let color: Rgb = if touch.is_new { WHITE } else { TOUCH_TEXT };
            canvas.frame(Rect::new(left - 3, top - 3, w, h), 1, color, 255);
        }
    }
}

fn middle(bounds: Rect) -> [i64; 2] {
    [i64::from(bounds.x) + i64::from(bounds.w / 2), i64::from(bounds.y) + i64::from(bounds.h / 2)]
}

/// A rectangle (left, top, right, bottom) around all world pixels that a posed picture may cover.
fn around(pose: &Pose, w: u32, h: u32) -> [i64; 4] {
    let [a, b, c, d, tx, ty] = pose.to_q16();
    let (w, h) = (i64::from(w), i64::from(h));
    let ends = |across: i64, down: i64, from: i64| {
        let low = from + (across * w).min(0) + (down * h).min(0);
        let high = from + (across * w).max(0) + (down * h).max(0);
        (low >> 16, (high >> 16) + 1)
    };
    let ((left, right), (top, bottom)) = (ends(a, b, tx), ends(c, d, ty));
    [left, top, right, bottom]
}

/// The texel that a world pixel shows, if its place is not negative.
fn texel(pose: &Pose, x: i64, y: i64) -> Option<[u32; 2]> {
    of_picture(pose.texel_at((i32::try_from(x).ok()?, i32::try_from(y).ok()?)))
}

/// A texel whose place is not negative. It may still lie outside the picture.
fn of_picture([u, v]: [i64; 2]) -> Option<[u32; 2]> {
    Some([u32::try_from(u).ok()?, u32::try_from(v).ok()?])
}

/// Whether two texels at the same pixel touch. Only pictures ask this of every pixel; the world does not.
fn do_touch(a: &SpriteKind, p: [u32; 2], b: &SpriteKind, q: [u32; 2]) -> bool {
    let by_sum = [a, b].iter().any(|kind| kind.rule == Rule::AlphaSum);
    let seen = |kind: &SpriteKind, [u, v]: [u32; 2]| kind.appearance.alpha(u, v, by_sum);
    match (seen(a, p), seen(b, q)) {
        (Some(p), Some(q)) if by_sum => p > 0 && q > 0 && u16::from(p) + u16::from(q) >= 255,
        (Some(_), Some(_)) => true,
        _ => false,
    }
}
