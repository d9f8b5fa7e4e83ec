//! The pictures that the program writes, and what they have in common.

pub(crate) mod canvas;
pub(crate) mod check;
pub(crate) mod exhibit;
pub(crate) mod film;
pub(crate) mod gif;
pub(crate) mod posed;
pub(crate) mod reel;
pub(crate) mod svg;

use canvas::{Canvas, Color};
use hitmask::{Mask, Rect};

/// Behind everything.
const BACKGROUND: Color = [19, 21, 31];
/// The two squares of the board that clear pixels show.
const BOARD: [Color; 2] = [[29, 32, 45], [34, 38, 53]];
/// Pixels where two sprites touch.
const TOUCH: Color = [255, 38, 148];
/// The same for letters, which need to be lighter.
const TOUCH_TEXT: Color = [255, 120, 190];
/// Rectangles that overlap although no pixel meets.
const NO_TOUCH: Color = [70, 224, 170];
const TEXT: Color = [232, 235, 245];
const FAINT: Color = [150, 157, 180];
const WHITE: Color = [255; 3];

/// A board of dark squares.
fn board(canvas: &mut Canvas, rect: Rect) {
    const SQUARE: u32 = 16;
    for y in (0..rect.h).step_by(SQUARE as usize) {
        for x in (0..rect.w).step_by(SQUARE as usize) {
            let color = BOARD[((x + y) / SQUARE % 2) as usize];
            let (w, h) = (SQUARE.min(rect.w - x), SQUARE.min(rect.h - y));
            canvas.fill(Rect::new(rect.x + x as i32, rect.y + y as i32, w, h), color, 255);
        }
    }
}

/// A rectangle with `by` pixels more on each side.
fn grown(rect: Rect, by: u32) -> Rect {
    Rect::new(rect.x - by as i32, rect.y - by as i32, rect.w + 2 * by, rect.h + 2 * by)
}

/// Paints the solid pixels of a mask as squares of `scale`, the mask's corner at (x, y), with a white edge around them.
fn paint_touch(canvas: &mut Canvas, mask: &Mask, x: i32, y: i32, scale: u32) {
    let squares =
        || mask.points().map(|p| Rect::new(x + p.x * scale as i32, y + p.y * scale as i32, scale, scale));
    squares().for_each(|square| canvas.fill(grown(square, 2), WHITE, 255));
    squares().for_each(|square| canvas.fill(square, TOUCH, 255));
}
