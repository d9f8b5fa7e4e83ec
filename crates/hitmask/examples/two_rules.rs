//! The two rules for turned and scaled sprites, drawn from the library's own answers. These are the pictures of docs/pixels.md.
//!
//! `cargo run -p hitmask --example two_rules docs/pixels` writes them into that folder. Without an argument they go into the current one.

use std::fmt::{Display, Write as _};

use hitmask::{Angle, InvalidArgument, Mask, PixelRule, Point, Pose, PoseParts};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| ".".into());
    for (name, svg) in drawings()? {
        std::fs::write(std::path::Path::new(&folder).join(name), svg)?;
        println!("{name}");
    }
    Ok(())
}

/// The name and the content of each file.
pub(crate) fn drawings() -> Result<[(&'static str, String); 4], InvalidArgument> {
    Ok([
        ("middles.svg", middles()?),
        ("rules.svg", rules()?),
        ("ties.svg", ties()?),
        ("subpixel.svg", subpixel()?),
    ])
}

const BLUE: &str = "#1f5fbf";
const ORANGE: &str = "#c96f00";
const PINK: &str = "#d81b9a";
const DARK: &str = "#222222";

/// A turned sprite over the grid. The filled pixels are those of `bake`.
fn middles() -> Result<String, InvalidArgument> {
    let sprite = arrow();
    let pose = Pose::new(&PoseParts {
        position: [6.0, 4.5],
        rotation: Angle::Degrees(27.0),
        scale: [1.6, 1.35],
        pivot: [3.5, 2.5],
        ..PoseParts::default()
    })?;
    let mut page = Page::new(820, 400);
    let mut flat = page.scene([24, 130], [7, 5], 22.0);
    flat.texels(&sprite, &Pose::IDENTITY, BLUE);
    page.text([24, 116], DARK, "the sprite, 7 × 5 texels");
    let mut turned = page.scene([220, 16], [12, 9], 36.0);
    let (baked, corner) = sprite.bake(&pose).unwrap();
    turned.covered(&baked, corner, BLUE);
    turned.texels(&sprite, &pose, BLUE);
    turned.middles(|pixel| {
        let [u, v] = pose.texel_at(pixel).map(|t| i32::try_from(t).unwrap_or(-1));
        if sprite.get((u, v)) { BLUE } else { "white" }
    });
    page.text(
        [220, 364],
        DARK,
        &format!("turned 27° clockwise, scaled 1.6 × 1.35: it covers {} pixels,", baked.count()),
    );
    page.text([220, 384], DARK, "those whose middles lie in a solid texel");
    Ok(page.finish())
}

/// Three pairs, and the answer of each rule.
fn rules() -> Result<String, InvalidArgument> {
    let sprite = arrow();
    let turned = |x, y, degrees| {
        Pose::new(&PoseParts {
            position: [x, y],
            rotation: Angle::Degrees(degrees),
            pivot: [3.5, 2.5],
            ..PoseParts::default()
        })
    };
    let beam = Mask::filled(9, 1);
    let thin = Pose::from_matrix([1.0, 0.0, 0.0, 0.375, 1.5, 4.5625])?;
    let left = turned(4.0, 4.5, 20.0)?;
    let pairs = [
        ("a wide overlap", &sprite, left, turned(7.0, 5.75, 200.0)?),
        ("slivers between the middles", &sprite, left, turned(8.125, 3.625, 230.0)?),
        ("a beam too thin for any middle", &beam, thin, turned(6.75, 4.75, 110.0)?),
    ];
    let mut page = Page::new(820, 350);
    for (i, (title, a, pose_a, pose_b)) in pairs.into_iter().enumerate() {
        let x = 20 + 266 * i as i32;
        page.text([x, 24], DARK, title);
        let mut scene = page.scene([x, 38], [12, 10], 21.0);
        for (mask, pose, colour) in [(a, &pose_a, BLUE), (&sprite, &pose_b, ORANGE)] {
            let (baked, corner) = mask.bake(pose).unwrap();
            scene.covered(&baked, corner, colour);
        }
        scene.texels(a, &pose_a, BLUE);
        scene.texels(&sprite, &pose_b, ORANGE);
        scene.shared((a, &pose_a), (&sprite, &pose_b));
        scene.middles(|_| "white");
        let area = a.overlap_area_posed(&pose_a, &sprite, &pose_b);
        for (line, rule) in [PixelRule::Raster, PixelRule::Geometry].into_iter().enumerate() {
            let says = match (a.overlaps_posed(&pose_a, &sprite, &pose_b, rule), rule) {
                (false, _) => "no touch".to_owned(),
                (true, PixelRule::Raster) => format!("touch, in {area} pixels"),
                (true, _) => "touch".to_owned(),
            };
            page.text([x, 280 + 22 * line as i32], DARK, &format!("{rule:?}: {says}"));
        }
    }
    page.text([20, 336], PINK, "pink: the area that the texels share");
    Ok(page.finish())
}

/// Pixel centres on the edges of texels, and the texel that each takes.
fn ties() -> Result<String, InvalidArgument> {
    let poses = [
        ("moved right by ½", [1.0, 0.0, 0.0, 1.0, 0.5, 0.0]),
        ("mirrored, moved by ½", [-1.0, 0.0, 0.0, 1.0, 3.5, 0.0]),
        ("turned by 45°: on corners too", [1.0, -1.0, 1.0, 1.0, 2.5, 0.5]),
    ];
    let mut page = Page::new(820, 308);
    for (i, (title, numbers)) in poses.into_iter().enumerate() {
        let pose = Pose::from_matrix(numbers)?;
        let size = if i < 2 { [3, 1] } else { [2, 2] };
        let sprite = Mask::filled(size[0], size[1]);
        let x = 20 + 270 * i as i32;
        page.text([x, 24], DARK, title);
        let mut scene =
            page.scene([x, 40], if i < 2 { [4, 2] } else { [5, 5] }, if i < 2 { 60.0 } else { 48.0 });
        let (baked, corner) = sprite.bake(&pose).unwrap();
        scene.covered(&baked, corner, BLUE);
        scene.texels(&sprite, &pose, BLUE);
        scene.winners(&sprite, &pose);
    }
    page.text([20, 190], DARK, "large: a texel's column, row");
    page.text([20, 212], PINK, "small: the texel that a pixel shows,");
    page.text([20, 232], PINK, "and the way from its middle to it");
    page.text([20, 260], DARK, "A middle on an edge counts as moved right");
    page.text([20, 280], DARK, "by ε and down by ε², in every pose.");
    Ok(page.finish())
}

/// One sprite at six positions that are less than a pixel apart.
fn subpixel() -> Result<String, InvalidArgument> {
    let sprite = Mask::filled(3, 1);
    let mut page = Page::new(820, 388);
    page.text([20, 24], DARK, "a sprite of 3 × 1 texels, moved right by x");
    for (i, x) in [0.0, 0.25, 0.5, 0.75, 1.0, 1.5].into_iter().enumerate() {
        let pose = Pose::new(&PoseParts { position: [x, 0.0], ..PoseParts::default() })?;
        let y = 44 + 56 * i as i32;
        let mut scene = page.scene([20, y], [6, 1], 44.0);
        let (baked, corner) = sprite.bake(&pose).unwrap();
        scene.covered(&baked, corner, BLUE);
        scene.texels(&sprite, &pose, BLUE);
        scene.middles(|_| "white");
        let line =
            format!("x = {x}: drawn from pixel {} on; ⌈{x} − ½⌉ = {}", corner.x, (x - 0.5_f64).ceil() + 0.0);
        page.text([310, y + 27], DARK, &line);
    }
    Ok(page.finish())
}

/// An arrow that points to the right.
fn arrow() -> Mask {
    Mask::from_fn(7, 5, |x, y| match x {
        0..=3 => y.abs_diff(2) < 2,
        _ => y.abs_diff(2) <= 6 - x,
    })
}

/// An SVG picture that is being written.
struct Page {
    size: [i32; 2],
    body: String,
}

impl Page {
    fn new(width: i32, height: i32) -> Page {
        Page { size: [width, height], body: String::new() }
    }

    fn add(&mut self, element: impl Display) {
        writeln!(self.body, "{element}").expect("a string takes everything");
    }

    fn text(&mut self, [x, y]: [i32; 2], colour: &str, text: &str) {
        self.add(format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{text}</text>"));
    }

    /// Adds a part of the world from (0, 0), `size` pixels wide and high, as a grid of squares with sides of length `side`.
    fn scene(&mut self, corner: [i32; 2], size: [i32; 2], side: f64) -> Scene<'_> {
        let mut scene = Scene { page: self, corner, size, side };
        for x in 0..=size[0] {
            scene.line([f64::from(x), 0.0], [f64::from(x), f64::from(size[1])]);
        }
        for y in 0..=size[1] {
            scene.line([0.0, f64::from(y)], [f64::from(size[0]), f64::from(y)]);
        }
        scene
    }

    fn finish(self) -> String {
        let [w, h] = self.size;
        let body = self.body;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"sans-serif\" font-size=\"14\">\n<rect width=\"{w}\" height=\"{h}\" fill=\"white\"/>\n{body}</svg>\n"
        )
    }
}

/// A part of the world on a page.
struct Scene<'a> {
    page: &'a mut Page,
    corner: [i32; 2],
    size: [i32; 2],
    side: f64,
}

type Corners = Vec<[f64; 2]>;

impl Scene<'_> {
    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [f64::from(self.corner[0]) + x * self.side, f64::from(self.corner[1]) + y * self.side]
    }

    fn line(&mut self, from: [f64; 2], to: [f64; 2]) {
        let ([x1, y1], [x2, y2]) = (self.place(from), self.place(to));
        self.page.add(format_args!(
            "<path d=\"M{x1:.2} {y1:.2}L{x2:.2} {y2:.2}\" stroke=\"#cccccc\" stroke-width=\"1\"/>"
        ));
    }

    fn polygon(&mut self, corners: &[[f64; 2]], style: &str) {
        let points: Vec<String> =
            corners.iter().map(|&c| self.place(c)).map(|[x, y]| format!("{x:.2},{y:.2}")).collect();
        self.page.add(format_args!("<polygon points=\"{}\" {style}/>", points.join(" ")));
    }

    /// Fills the pixels of a baked mask.
    fn covered(&mut self, baked: &Mask, corner: Point, colour: &str) {
        for p in baked.points() {
            let (x, y) = (f64::from(p.x + corner.x), f64::from(p.y + corner.y));
            let square = [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
            self.polygon(&square, &format!("fill=\"{colour}\" fill-opacity=\"0.28\""));
        }
    }

    /// Draws the outlines of the solid texels.
    fn texels(&mut self, mask: &Mask, pose: &Pose, colour: &str) {
        for texel in mask.points() {
            let style =
                format!("fill=\"{colour}\" fill-opacity=\"0.08\" stroke=\"{colour}\" stroke-width=\"1.3\"");
            self.polygon(&image(pose, texel), &style);
        }
    }

    /// Fills the area that solid texels of both sprites share.
    fn shared(&mut self, a: (&Mask, &Pose), b: (&Mask, &Pose)) {
        for p in a.0.points() {
            for q in b.0.points() {
                let shared = intersection(image(a.1, p), &image(b.1, q));
                if shared.len() > 2 {
                    self.polygon(&shared, &format!("fill=\"{PINK}\" fill-opacity=\"0.85\""));
                }
            }
        }
    }

    fn pixels(&self) -> impl Iterator<Item = Point> + use<> {
        let [w, h] = self.size;
        (0..h).flat_map(move |y| (0..w).map(move |x| Point::new(x, y)))
    }

    /// Draws a dot in the centre of each pixel.
    fn middles(&mut self, fill: impl Fn(Point) -> &'static str) {
        for pixel in self.pixels() {
            let [x, y] = self.place([f64::from(pixel.x) + 0.5, f64::from(pixel.y) + 0.5]);
            let fill = fill(pixel);
            self.page.add(format_args!(
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"2.6\" fill=\"{fill}\" stroke=\"{DARK}\" stroke-width=\"0.9\"/>"
            ));
        }
    }

    /// Writes the name of each texel, and at the centre of each pixel the name of the texel that it takes.
    fn winners(&mut self, sprite: &Mask, pose: &Pose) {
        for texel in sprite.points() {
            let corners = image(pose, texel);
            let [x, y] = self.place([0, 1].map(|i| (corners[0][i] + corners[2][i]) / 2.0));
            self.page.add(format_args!(
                "<text x=\"{x:.2}\" y=\"{:.2}\" fill=\"{BLUE}\" font-size=\"15\" text-anchor=\"middle\">{},{}</text>",
                y - 14.0,
                texel.x,
                texel.y
            ));
        }
        self.middles(|_| "white");
        for pixel in self.pixels() {
            let [u, v] = pose.texel_at(pixel);
            let texel = Point::new(u as i32, v as i32);
            if sprite.get(texel) {
                let [x, y] = self.place([f64::from(pixel.x) + 0.5, f64::from(pixel.y) + 0.5]);
                self.page.add(format_args!(
                    "<path d=\"M{x:.2} {y:.2}l13 3m-5 -4l5 4l-6 2\" fill=\"none\" stroke=\"{PINK}\" stroke-width=\"1.5\"/>"
                ));
                let (x, y) = (x + 5.0, y + 19.0);
                self.page.add(format_args!(
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" fill=\"{PINK}\" font-size=\"12\">{u},{v}</text>"
                ));
            }
        }
    }
}

/// The corners of a texel in the world, clockwise, or counter-clockwise if the pose mirrors.
fn image(pose: &Pose, texel: Point) -> Corners {
    let [a, b, c, d, tx, ty] = pose.to_q16().map(|n| n as f64 / 65536.0);
    let corner = |u: i32, v: i32| {
        let (u, v) = (f64::from(texel.x + u), f64::from(texel.y + v));
        [a * u + b * v + tx, c * u + d * v + ty]
    };
    vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
}

/// The intersection of two convex polygons: the first one, cut along each side of the second. For drawing only.
fn intersection(mut polygon: Corners, by: &[[f64; 2]]) -> Corners {
    let inside = |from: [f64; 2], to: [f64; 2], p: [f64; 2]| {
        (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])
    };
    let sign = inside(by[0], by[1], by[2]).signum();
    for i in 0..by.len() {
        let side = |p| sign * inside(by[i], by[(i + 1) % by.len()], p);
        let mut cut = Vec::new();
        for j in 0..polygon.len() {
            let (p, q) = (polygon[j], polygon[(j + 1) % polygon.len()]);
            let (to_p, to_q) = (side(p), side(q));
            if to_p > 0.0 {
                cut.push(p);
            }
            if (to_p > 0.0) != (to_q > 0.0) {
                let part = to_p / (to_p - to_q);
                cut.push([p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part]);
            }
        }
        polygon = cut;
    }
    polygon
}
