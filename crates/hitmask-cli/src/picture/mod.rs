//! The pictures that the program writes. Here are the colours and shapes that they share.

pub(crate) mod canvas;
pub(crate) mod check;
pub(crate) mod exhibit;
pub(crate) mod film;
pub(crate) mod gif;
pub(crate) mod posed;
pub(crate) mod reel;
pub(crate) mod svg;

use canvas::{PictureCanvas, Rgb};
use hitmask::{Mask, Rect};

/// The background.
const BACKGROUND: Rgb = [19, 21, 31];
/// The squares of the board that shows through clear pixels.
const BOARD: [Rgb; 2] = [[29, 32, 45], [34, 38, 53]];
/// Pixels where two sprites touch.
const TOUCH: Rgb = [255, 38, 148];
/// The same for text, which has to be lighter.
const TOUCH_TEXT: Rgb = [255, 120, 190];
/// Rectangles that overlap without a touch.
const NO_TOUCH: Rgb = [70, 224, 170];
const TEXT: Rgb = [232, 235, 245];
const FAINT: Rgb = [150, 157, 180];
const WHITE: Rgb = [255; 3];

/// The colours of labels: A's, then B's.
const LABEL_TINTS: [Rgb; 8] = [
    [86, 180, 233],
    [112, 214, 140],
    [240, 228, 90],
    [160, 140, 255],
    [80, 220, 215],
    [255, 120, 80],
    [205, 205, 215],
    [200, 150, 100],
];

/// The colour of a label of A (0) or B (1).
pub(crate) fn label_tint(side: usize, label: u8) -> Rgb {
    LABEL_TINTS[(usize::from(label) + LABEL_TINTS.len() - 1 + 4 * side) % LABEL_TINTS.len()]
}

/// Draws a board of dark squares.
fn board(canvas: &mut PictureCanvas, rect: Rect) {
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
fn paint_touch(canvas: &mut PictureCanvas, mask: &Mask, x: i32, y: i32, scale: u32) {
    let squares =
        || mask.points().map(|p| Rect::new(x + p.x * scale as i32, y + p.y * scale as i32, scale, scale));
    squares().for_each(|square| canvas.fill(grown(square, 2), WHITE, 255));
    squares().for_each(|square| canvas.fill(square, TOUCH, 255));
}
