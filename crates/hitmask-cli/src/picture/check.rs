//! The picture of a check: both sprites in place, the overlap marked.

use hitmask::{LabelMask, Mask, Point, Rect};
use hitmask_assets::Image;

use super::canvas::{LINE, PictureCanvas, Rgb, Weight, fit, mix, text_width};
use super::{
    BACKGROUND, FAINT, NO_TOUCH, TEXT, TOUCH, TOUCH_TEXT, WHITE, board, grown, label_tint, paint_touch,
};
use crate::answer::{CheckAnswer, SpriteShape, touches};
use crate::question::Question;
use crate::values::Rule;
use crate::words::counted;

/// The tints of the two sprites.
const TINT_A: Rgb = [64, 150, 255];
const TINT_B: Rgb = [255, 176, 32];

/// Small sprites are enlarged until the longer side of the scene is about this long, in pixels.
const ENLARGED_SIDE: u32 = 960;
/// No pixel is enlarged to a larger square than this.
const LARGEST_PIXEL: u32 = 32;
/// Large sprites are reduced until the longer side of the scene is at most this long.
const LONGEST_SIDE: u32 = 2048;
/// The largest gap between sprites that is drawn, in their pixels.
const GAP: i64 = 48;
/// Lines between pixels are drawn if a pixel is at least this large.
const GRID_FROM: u32 = 8;

const MARGIN: i32 = 16;
const NARROWEST: u32 = 640;

/// One of the two sprites: its picture and its solid pixels.
#[derive(Clone, Copy)]
pub(crate) struct SpritePicture<'a> {
    pub(crate) image: &'a Image,
    pub(crate) shape: &'a SpriteShape,
    pub(crate) labels: Option<&'a LabelMask>,
}

impl SpritePicture<'_> {
    /// The colour of a solid pixel of A (0) or B (1): that of its label, if it has labels.
    fn tint(&self, side: usize, x: i32, y: i32) -> Rgb {
        match self.labels {
            Some(labels) => label_tint(side, labels.label((x, y))),
            None => [TINT_A, TINT_B][side],
        }
    }
}

/// Where the pixels of the scene lie on the canvas. A cell is a square of the canvas. It shows one pixel, or a block of pixels if the
/// scene is too large.
struct Stage {
    /// The rectangle that is shown, in A's pixels.
    shown: Rect,
    /// The side of a cell on the canvas.
    scale: u32,
    /// The side of the block that a cell shows, in pixels of the scene.
    block: u32,
}

impl Stage {
    fn new(a: Rect, b: Rect) -> Self {
        let shown = a.union(&b);
        let longest = shown.w.max(shown.h).max(1);
        let scale = (ENLARGED_SIDE / longest).clamp(1, LARGEST_PIXEL);
        Stage { shown, scale, block: longest.div_ceil(LONGEST_SIDE) }
    }

    fn cells(&self) -> (u32, u32) {
        (self.shown.w.div_ceil(self.block), self.shown.h.div_ceil(self.block))
    }

    /// Where a rectangle of A's pixels lies on the canvas. `corner` is the upper left corner of the stage.
    fn place(&self, rect: Rect, corner: Point) -> Rect {
        let cell = |pixel: i32, start: i32| ((pixel - start) as u32 / self.block * self.scale) as i32;
        let (x, y) = (cell(rect.x, self.shown.x), cell(rect.y, self.shown.y));
        let side = |pixels: u32| pixels.div_ceil(self.block) * self.scale;
        Rect::new(corner.x + x, corner.y + y, side(rect.w), side(rect.h))
    }
}

/// Draws the question and its answer, which is in A's pixels. If the sprites were posed, they are given as they lie, and `world` is the
/// world pixel of A's corner.
pub(crate) fn draw(
    question: &Question,
    answer: &CheckAnswer,
    [a, b]: [SpritePicture<'_>; 2],
    at: Point,
    world: Option<Point>,
    legend: &[(Rgb, String)],
) -> PictureCanvas {
    let given = at;
    let at = near(at, a.shape.rect(), b.shape.rect());
    let rect_a = a.shape.rect();
    let rect_b = Rect { x: at.x, y: at.y, ..b.shape.rect() };
    let stage = Stage::new(rect_a, rect_b);
    let (columns, rows) = stage.cells();
    let (w, h) = (columns * stage.scale, rows * stage.scale);
    let header = 2 * LINE + 3 * MARGIN / 2;
    let footer = 3 * LINE + 2 * MARGIN;
    let width = (w + 2 * MARGIN as u32).max(NARROWEST);
    let (places, legend_height) = legend_places(legend, width as i32);
    let mut canvas = PictureCanvas::new(width, h + (header + footer + legend_height) as u32, BACKGROUND);
    let corner = Point::new((width - w) as i32 / 2, header);

    board(&mut canvas, Rect::new(corner.x, corner.y, w, h));
    draw_sprite(&mut canvas, a, Point::ZERO, 0, &stage, corner);
    draw_sprite(&mut canvas, b, at, 1, &stage, corner);
    if stage.scale >= GRID_FROM {
        grid(&mut canvas, Rect::new(corner.x, corner.y, w, h), stage.scale);
    }
    // A posed sprite that covers no pixel's middle is empty.
    for (rect, tint) in [(rect_a, TINT_A), (rect_b, TINT_B)].into_iter().filter(|(rect, _)| !rect.is_empty())
    {
        canvas.frame(stage.place(rect, corner), 2, tint, 255);
    }
    mark(&mut canvas, answer, a, b, at, &stage, corner);
    names(&mut canvas, question, rect_a, rect_b);
    let lines = captions(question, answer, [rect_a, rect_b], &stage, given, world);
    let y = corner.y + h as i32 + MARGIN;
    for (&Point { x, y: down }, (tint, text)) in places.iter().zip(legend) {
        canvas.fill(Rect::new(x, y + down + 2, 14, 14), *tint, 255);
        canvas.text(x + 20, y + down, text, Weight::Plain, TEXT);
    }
    let y = y + legend_height;
    canvas.text(MARGIN, y, &lines.verdict, Weight::Bold, lines.color);
    canvas.text(MARGIN, y + LINE, &lines.details, Weight::Plain, TEXT);
    canvas.text(MARGIN, y + 2 * LINE, &lines.how, Weight::Plain, FAINT);
    canvas
}

/// Where the entries of a legend stand below the scene, and how high all of them are.
fn legend_places(legend: &[(Rgb, String)], width: i32) -> (Vec<Point>, i32) {
    let (mut x, mut y) = (MARGIN, 0);
    let mut places = Vec::with_capacity(legend.len());
    for (_, text) in legend {
        let room = 20 + text_width(text) + MARGIN;
        if x > MARGIN && x + room > width {
            (x, y) = (MARGIN, y + LINE + 2);
        }
        places.push(Point::new(x, y));
        x += room;
    }
    (places, if legend.is_empty() { 0 } else { y + LINE + MARGIN / 2 })
}

/// The offset, or the nearest one at which no gap between the two is wider than `GAP`. The answer stays the same, because the two do
/// not touch where the gap is shortened.
fn near(at: Point, a: Rect, b: Rect) -> Point {
    let axis = |at: i32, a: u32, b: u32| {
        let at = i64::from(at).clamp(-(i64::from(b) + GAP), i64::from(a) + GAP);
        i32::try_from(at).expect("frames are far smaller than 2^31")
    };
    Point::new(axis(at.x, a.w, b.w), axis(at.y, a.h, b.h))
}

/// Draws the pixels of a sprite: solid ones with its tint, visible ones that are not solid faint.
fn draw_sprite(
    canvas: &mut PictureCanvas,
    sprite: SpritePicture<'_>,
    at: Point,
    side: usize,
    stage: &Stage,
    corner: Point,
) {
    let image = sprite.image;
    let step = stage.block as usize;
    for y in (0..image.height()).step_by(step) {
        for x in (0..image.width()).step_by(step) {
            let Some([r, g, b, alpha]) = image.pixel(x, y) else { continue };
            // The sides of frames are at most 65 535.
            let (px, py) = (x as i32, y as i32);
            let tint =
                if sprite.shape.solid(px, py) { sprite.tint(side, px, py) } else { [TINT_A, TINT_B][side] };
            let shade = |weight: u8| [0, 1, 2].map(|i| mix(tint[i], [r, g, b][i], weight));
            let (color, alpha) = match (sprite.shape.solid(px, py), alpha) {
                // Labels are told by their colours, also where the picture is clear.
                (true, _) if sprite.labels.is_some() => (shade(alpha / 3), 170),
                (true, _) => (shade((u16::from(alpha) * 3 / 5) as u8), 90 + (u16::from(alpha) * 3 / 5) as u8),
                (false, 0) => continue,
                (false, _) => (shade(100), 30 + alpha / 4),
            };
            canvas.fill(stage.place(Rect::new(at.x + px, at.y + py, 1, 1), corner), color, alpha);
        }
    }
}

/// Draws thin lines between the pixels.
fn grid(canvas: &mut PictureCanvas, rect: Rect, scale: u32) {
    for x in (0..rect.w).step_by(scale as usize) {
        canvas.fill(Rect::new(rect.x + x as i32, rect.y, 1, rect.h), BACKGROUND, 90);
    }
    for y in (0..rect.h).step_by(scale as usize) {
        canvas.fill(Rect::new(rect.x, rect.y + y as i32, rect.w, 1), BACKGROUND, 90);
    }
}

/// Marks the overlap, its bounds and its first pixel. Without overlap it marks the rectangle that both share.
fn mark(
    canvas: &mut PictureCanvas,
    answer: &CheckAnswer,
    a: SpritePicture<'_>,
    b: SpritePicture<'_>,
    at: Point,
    stage: &Stage,
    corner: Point,
) {
    let (labelled, side) = if a.labels.is_some() { (a, 0) } else { (b, 1) };
    let (a, b) = (a.shape, b.shape);
    let CheckAnswer { first: Some([x, y]), bounds: Some(bounds), .. } = *answer else {
        let b_rect = Rect { x: at.x, y: at.y, ..b.rect() };
        if !answer.overlaps
            && let Some(shared) = a.rect().intersection(&b_rect)
        {
            canvas.dashed_frame(grown(stage.place(shared, corner), 3), 3, NO_TOUCH);
        }
        return;
    };
    // The bounds lie in A, so the sums fit.
    let hits = |x: u32, y: u32| touches(a, b, at, Point::new(bounds.x + x as i32, bounds.y + y as i32));
    let overlap = Mask::from_fn(bounds.w, bounds.h, hits);
    let place = stage.place(bounds, corner);
    if stage.block == 1 {
        paint_touch(canvas, &overlap, place.x, place.y, stage.scale);
        if labelled.labels.is_some() {
            for p in overlap.points() {
                let (x, y) = (bounds.x + p.x, bounds.y + p.y);
                let own = if side == 0 { (x, y) } else { (x - at.x, y - at.y) };
                canvas.fill(
                    stage.place(Rect::new(x, y, 1, 1), corner),
                    labelled.tint(side, own.0, own.1),
                    255,
                );
            }
        }
    } else {
        // One pixel is enough to mark its block, so that no touch gets lost.
        for p in overlap.points() {
            let pixel = Rect::new(bounds.x + p.x, bounds.y + p.y, 1, 1);
            canvas.fill(stage.place(pixel, corner), TOUCH, 255);
        }
    }
    canvas.frame(grown(place, 6), 2, WHITE, 255);
    let pixel = stage.place(Rect::new(x, y, 1, 1), corner);
    let (cx, cy) = (pixel.x + pixel.w as i32 / 2, pixel.y + pixel.h as i32 / 2);
    let radius = (stage.scale * 3 / 4).max(9);
    canvas.ring(cx, cy, radius + 1, 5, [0; 3]);
    canvas.ring(cx, cy, radius, 3, WHITE);
}

/// Writes the names of the sprites and their colours at the top.
fn names(canvas: &mut PictureCanvas, question: &Question, a: Rect, b: Rect) {
    let room = canvas.width() as i32 - 2 * MARGIN - 24;
    for (line, (letter, name, rect, tint)) in
        [("A", &question.names[0], a, TINT_A), ("B", &question.names[1], b, TINT_B)].into_iter().enumerate()
    {
        let y = MARGIN / 2 + line as i32 * (LINE + MARGIN / 4);
        canvas.fill(Rect::new(MARGIN, y + 2, 14, 14), tint, 255);
        let size = match rect.is_empty() {
            true => "  covers no pixel".to_owned(),
            false => format!("  {}x{}", rect.w, rect.h),
        };
        let name = fit(&name.short(), room - text_width(&size) - text_width("A "));
        canvas.text(MARGIN + 24, y, &format!("{letter} {name}"), Weight::Bold, TEXT);
        canvas.text(MARGIN + 24 + text_width(&format!("{letter} {name}")), y, &size, Weight::Plain, FAINT);
    }
}

/// The texts at the bottom: the answer, and how to read the picture.
struct Captions {
    verdict: String,
    details: String,
    how: String,
    color: Rgb,
}

fn captions(
    question: &Question,
    answer: &CheckAnswer,
    [a, b]: [Rect; 2],
    stage: &Stage,
    at: Point,
    world: Option<Point>,
) -> Captions {
    // The texts are in world pixels, like the answer on standard output.
    let Point { x: wx, y: wy } = world.unwrap_or(Point::ZERO);
    let (verdict, details, color) = match *answer {
        CheckAnswer {
            area: Some(area),
            first: Some([x, y]),
            bounds: Some(Rect { x: bx, y: by, w, h }),
            ..
        } => (
            format!("touch: {}", counted(area, "pixel", "pixels")),
            format!(
                "first ({}, {}) in the ring, all within {w}x{h} at ({}, {})",
                x.wrapping_add(wx),
                y.wrapping_add(wy),
                bx.wrapping_add(wx),
                by.wrapping_add(wy)
            ),
            TOUCH_TEXT,
        ),
        CheckAnswer { overlaps: true, .. } => (
            "touch: the outlines of solid pixels share an area".to_owned(),
            "world pixels whose middles both cover are marked, if there are any".to_owned(),
            TOUCH_TEXT,
        ),
        _ => match a.overlap_area(&b, (0, 0)) {
            0 => ("no touch".to_owned(), "their rectangles don't overlap either".to_owned(), NO_TOUCH),
            shared => (
                "no touch".to_owned(),
                format!("though their rectangles share {shared} px (dashed)"),
                NO_TOUCH,
            ),
        },
    };
    let rule = match (question.rule, question.pixels.key) {
        (Rule::Solid | Rule::Geometry, None) => format!("threshold {}", question.pixels.threshold),
        (Rule::Solid | Rule::Geometry, Some(_)) => "colour key".to_owned(),
        (Rule::AlphaSum, _) => "alpha sum".to_owned(),
        (Rule::Rect, _) => "rectangles".to_owned(),
    };
    let size = match (stage.scale, stage.block) {
        (1, 1) => String::new(),
        (scale, 1) => format!(" · {scale}x"),
        (_, block) => format!(" · 1/{block}"),
    };
    let gap = if at == Point::new(b.x, b.y) { "" } else { " · gap shortened" };
    let lies = match (world, question.rule) {
        (None, _) => format!("B at ({}, {})", at.x, at.y),
        (Some(_), Rule::Geometry) => "posed, by geometry".to_owned(),
        (Some(_), _) => "posed, world pixels".to_owned(),
    };
    Captions { verdict, details, how: format!("{lies} · {rule}{size}{gap}"), color }
}

#[cfg(test)]
mod tests {
    use super::near;
    use hitmask::{Point, Rect};

    #[test]
    fn only_gaps_are_shortened() {
        let (a, b) = (Rect::new(0, 0, 10, 20), Rect::new(0, 0, 5, 5));
        for at in [(0, 0), (-5, -5), (-53, 68), (58, -53)] {
            assert_eq!(near(at.into(), a, b), at.into());
        }
        assert_eq!(near((i32::MIN, i32::MAX).into(), a, b), Point::new(-53, 68));
    }
}
