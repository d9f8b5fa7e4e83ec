//! The picture of the demo: every sprite in place, touching pixels in a bright colour, and the rectangles that overlap without a
//! touch.

use hitmask::{Mask, Rect};

use super::canvas::{LINE, PictureCanvas, Rgb, Weight, label_size, text_width};
use super::{BACKGROUND, FAINT, NO_TOUCH, TEXT, TOUCH, TOUCH_TEXT, WHITE, board, grown, paint_touch};
use crate::answer::touches;
use crate::exhibit::{DemoPair, DemoSprite, LabelSide, SIZE};

/// A pixel of the scene is a square of this many on the canvas.
const SCALE: u32 = 2;
const MARGIN: i32 = 20;
const HEADER: i32 = 62;
const FOOTER: i32 = 58;

/// Draws the scene.
pub(crate) fn draw(sprites: &[DemoSprite], pairs: &[DemoPair]) -> PictureCanvas {
    let (w, h) = (SIZE.0 * SCALE, SIZE.1 * SCALE);
    let mut canvas = PictureCanvas::new(w + 2 * MARGIN as u32, h + (HEADER + FOOTER) as u32, BACKGROUND);
    board(&mut canvas, Rect::new(MARGIN, HEADER, w, h));
    for sprite in sprites {
        let place = place(sprite.rect());
        canvas.image(&sprite.image, place.x, place.y, SCALE);
    }
    let (touching, apart): (Vec<&DemoPair>, Vec<&DemoPair>) =
        pairs.iter().partition(|pair| pair.answer.overlaps);
    for pair in &apart {
        for sprite in [pair.a, pair.b] {
            canvas.frame(place(sprites[sprite].rect()), 1, NO_TOUCH, 110);
        }
        let shared = place(pair.shared);
        canvas.fill(shared, NO_TOUCH, 26);
        canvas.dashed_frame(shared, 2, NO_TOUCH);
    }
    for pair in &touching {
        touch(&mut canvas, pair, sprites);
    }
    // Labels come last, so that nothing covers them. Names come before the others, because their places are fixed.
    let mut labels = Labels { canvas: &mut canvas, taken: Vec::new() };
    for sprite in sprites {
        let solid = sprite.shape.bounds().unwrap_or_default();
        let solid = Rect { x: solid.x + sprite.at.x, y: solid.y + sprite.at.y, ..solid };
        labels.add(place(solid), &[sprite.label], sprite.name, Weight::Plain, TEXT);
    }
    for pair in &touching {
        let text = format!("touch {} px", pair.answer.area.unwrap_or_default());
        let sides = [LabelSide::Right, LabelSide::Left, LabelSide::Below, LabelSide::Above];
        labels.add(bounds(pair, sprites), &sides, &text, Weight::Bold, TOUCH_TEXT);
    }
    for pair in &apart {
        let sides = [LabelSide::Below, LabelSide::Above, LabelSide::Right, LabelSide::Left];
        labels.add(place(pair.shared), &sides, "no touch", Weight::Bold, NO_TOUCH);
    }
    captions(&mut canvas, sprites.len(), touching.len(), apart.len());
    canvas
}

/// Where a rectangle of the scene lies on the canvas.
fn place(rect: Rect) -> Rect {
    let scale = SCALE as i32;
    Rect::new(MARGIN + rect.x * scale, HEADER + rect.y * scale, rect.w * SCALE, rect.h * SCALE)
}

/// Where the bounds of a touch lie on the canvas.
fn bounds(pair: &DemoPair, sprites: &[DemoSprite]) -> Rect {
    let at = sprites[pair.a].at;
    let bounds = pair.answer.bounds.unwrap_or_default();
    place(Rect { x: bounds.x + at.x, y: bounds.y + at.y, ..bounds })
}

fn touch(canvas: &mut PictureCanvas, pair: &DemoPair, sprites: &[DemoSprite]) {
    let (a, b) = (&sprites[pair.a], &sprites[pair.b]);
    let Some(bounds_in_a) = pair.answer.bounds else { return };
    let at = (b.at.x - a.at.x, b.at.y - a.at.y).into();
    let overlap = Mask::from_fn(bounds_in_a.w, bounds_in_a.h, |x, y| {
        // The bounds lie in A's frame.
        touches(&a.shape, &b.shape, at, (bounds_in_a.x + x as i32, bounds_in_a.y + y as i32).into())
    });
    let place = bounds(pair, sprites);
    paint_touch(canvas, &overlap, place.x, place.y, SCALE);
    canvas.frame(grown(place, 7), 2, WHITE, 255);
}

/// Puts labels beside the things that they describe, where there is room.
struct Labels<'a> {
    canvas: &'a mut PictureCanvas,
    taken: Vec<Rect>,
}

impl Labels<'_> {
    /// Puts a label on the first of the sides that has room, or on the first side if none has.
    fn add(&mut self, about: Rect, sides: &[LabelSide], text: &str, weight: Weight, color: Rgb) {
        let stage = place(Rect::new(0, 0, SIZE.0, SIZE.1));
        let has_room = |plate: &Rect| {
            stage.intersection(plate) == Some(*plate)
                && self.taken.iter().all(|other| !other.overlaps(plate, (0, 0)))
        };
        let plates = || sides.iter().map(|&side| plate(about, side, text));
        let Some(plate) = plates().find(has_room).or_else(|| plates().next()) else { return };
        self.canvas.label(plate.x, plate.y, text, weight, color);
        self.taken.push(plate);
    }
}

/// The rectangle of a label beside something.
fn plate(about: Rect, side: LabelSide, text: &str) -> Rect {
    const APART: i32 = 10;
    let (w, h) = label_size(text);
    let (width, height) = (about.w as i32, about.h as i32);
    let (middle, centre) = (about.x + (width - w) / 2, about.y + (height - h) / 2);
    let (x, y) = match side {
        LabelSide::Above => (middle, about.y - h - APART),
        LabelSide::Below => (middle, about.y + height + APART),
        LabelSide::Left => (about.x - w - APART, centre),
        LabelSide::Right => (about.x + width + APART, centre),
    };
    Rect::new(x, y, w as u32, h as u32)
}

/// Writes a title at the top, and how to read the picture at the bottom.
fn captions(canvas: &mut PictureCanvas, sprites: usize, touching: usize, apart: usize) {
    canvas.text(MARGIN, 12, "hitmask", Weight::Bold, WHITE);
    canvas.text(MARGIN + text_width("hitmask  "), 12, "what you see is what you hit", Weight::Plain, TEXT);
    let summary = format!(
        "{sprites} sprites, {touching} touches, {apart} pairs whose rectangles overlap without a touch"
    );
    canvas.text(MARGIN, 12 + LINE + 4, &summary, Weight::Plain, FAINT);
    let y = canvas.height() as i32 - FOOTER + (FOOTER - LINE) / 2;
    let mut x = MARGIN;
    canvas.fill(Rect::new(x, y, 18, 18), WHITE, 255);
    canvas.fill(Rect::new(x + 2, y + 2, 14, 14), TOUCH, 255);
    x += 30;
    let touch = "pixels solid in both: a touch";
    canvas.text(x, y, touch, Weight::Plain, TEXT);
    x += text_width(touch) + 40;
    canvas.fill(Rect::new(x, y, 26, 18), NO_TOUCH, 26);
    canvas.dashed_frame(Rect::new(x, y, 26, 18), 2, NO_TOUCH);
    canvas.text(x + 38, y, "rectangles overlap, no pixel meets: no touch", Weight::Plain, TEXT);
}
