//! `hitmask outline`: the outline of a sprite, exact or simplified, and the parts that it can be cut into.

use hitmask::{Mask, Outline, Pieces, Point, Rect};
use serde::Serialize;

use super::loaded_mask::LoadedMask;
use crate::args::OutlineArgs;
use crate::error::Error;
use crate::memory;
use crate::output::{self, TOUCH};
use crate::output_file::ShapeFile;
use crate::picture::svg::Svg;
use crate::values::{PieceKind, SimplifyMode};
use crate::words;

pub(crate) fn run(args: &OutlineArgs) -> Result<u8, Error> {
    if args.max_corners.is_some() && args.pieces != Some(PieceKind::Convex) {
        return Err(Error::Question("--max-corners is for --pieces convex: rectangles have four".into()));
    }
    let loaded = LoadedMask::read(&args.sprite, &args.shape)?;
    memory::check(&args.sprite.file.to_string(), memory_needed(args, &loaded))?;
    let exact = loaded.mask.outline(args.shape.connect.into());
    let outline = match args.simplify {
        None => exact.clone(),
        Some(SimplifyMode(mode)) => {
            let mode = mode.at_most(args.max_points.unwrap_or(usize::MAX));
            let name = args.sprite.file.to_string();
            exact.simplify(&mode).map_err(|source| Error::Simplify { name, source })?
        }
    };
    let parts = Parts::of(args, &loaded.mask, &outline);
    match &args.shape.output {
        Some(ShapeFile::Svg(path)) => {
            output::write_file(path, draw(args, &loaded, &outline, &parts).as_bytes())?;
        }
        Some(ShapeFile::Json(path)) => {
            let report = OutlineReport::new(args, &loaded, &outline, &parts);
            output::write_file(path, output::json_line(&report).as_bytes())?;
        }
        None => {}
    }
    loaded.remark();
    let text = if args.shape.json {
        output::json_line(&OutlineReport::new(args, &loaded, &outline, &parts))
    } else {
        sentence(args, &exact, &outline, &parts)
    };
    output::print(&text)?;
    Ok(TOUCH)
}

/// The most bytes that the outline may take, with all that is made from it and written about it. There may be millions of rings.
fn memory_needed(args: &OutlineArgs, loaded: &LoadedMask) -> u64 {
    // In the worst case each run of pixels has a ring of its own, with four corners. A list that grows is held up to three times.
    const EXACT: u64 = 300;
    const SIMPLIFIED: u64 = 500;
    const RECTS: u64 = 100;
    const CONVEX: u64 = 700;
    const JSON: u64 = 700;
    const SVG: u64 = 1000;
    let parts = match args.pieces {
        None => 0,
        Some(PieceKind::Rects) => RECTS,
        Some(PieceKind::Convex) => CONVEX,
    };
    let (drawing, pixels) = match &args.shape.output {
        Some(ShapeFile::Svg(_)) => (SVG, 3 * loaded.frame.image.as_rgba8().len() as u64),
        Some(ShapeFile::Json(_)) => (JSON, 0),
        None => (0, 0),
    };
    let simplified = if args.simplify.is_some() { SIMPLIFIED } else { 0 };
    let json = if args.shape.json { JSON } else { 0 };
    // Distances, and their numbers as text.
    let distances =
        if args.distance { 40 * u64::from(loaded.mask.width()) * u64::from(loaded.mask.height()) } else { 0 };
    loaded.runs() * (2 * EXACT + simplified + parts + drawing + json) + pixels + distances + (4 << 20)
}

/// The parts that the shape was cut into.
enum Parts {
    None,
    Convex(Pieces),
    Rects(Vec<Rect>),
}

impl Parts {
    fn of(args: &OutlineArgs, mask: &Mask, outline: &Outline) -> Self {
        match (args.pieces, args.simplify) {
            (None, _) => Parts::None,
            (Some(PieceKind::Convex), simplify) => {
                let pieces = if simplify.is_some() { outline.convex_pieces() } else { mask.convex_pieces() };
                Parts::Convex(match args.max_corners {
                    Some(most) => pieces.with_max_corners(most).expect("the option is checked"),
                    None => pieces,
                })
            }
            (Some(PieceKind::Rects), None) => Parts::Rects(mask.rectangles()),
            (Some(PieceKind::Rects), Some(_)) => Parts::Rects(outline.to_mask().rectangles()),
        }
    }
}

/// The answer in words.
fn sentence(args: &OutlineArgs, exact: &Outline, outline: &Outline, parts: &Parts) -> String {
    let count = |is_hole| outline.rings().filter(|ring| ring.is_hole == is_hole).count();
    let (outer, holes) = (count(false), count(true));
    let counted = |n: usize, one: &str, many: &str| words::counted(n as u64, one, many);
    let mut text = format!(
        "{}: {} and {}, {}",
        args.sprite.file,
        counted(outer, "outer ring", "outer rings"),
        counted(holes, "hole", "holes"),
        counted(outline.point_count(), "corner", "corners"),
    );
    if let Some(mode) = args.simplify {
        text += &format!(" instead of {} ({mode})", exact.point_count());
    }
    match parts {
        Parts::None => {}
        Parts::Convex(pieces) => {
            text += &format!(", {}", counted(pieces.len(), "convex piece", "convex pieces"));
        }
        Parts::Rects(rects) => text += &format!(", {}", counted(rects.len(), "rectangle", "rectangles")),
    }
    text + ".\n"
}

/// The JSON object.
#[derive(Serialize)]
struct OutlineReport<'a> {
    file: String,
    size: [u32; 2],
    threshold: u8,
    connect: u8,
    simplify: Option<String>,
    rings: Vec<RingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<Vec<[i32; 2]>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rects: Option<Vec<(i32, i32, u32, u32)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distances: Option<Vec<&'a [u32]>>,
}

#[derive(Serialize)]
struct RingReport {
    kind: &'static str,
    parent: Option<usize>,
    points: Vec<[i32; 2]>,
}

fn arrays(points: &[Point]) -> Vec<[i32; 2]> {
    points.iter().copied().map(Into::into).collect()
}

impl<'a> OutlineReport<'a> {
    fn new(args: &OutlineArgs, loaded: &'a LoadedMask, outline: &Outline, parts: &Parts) -> Self {
        let (w, h) = outline.size();
        let rings = outline.rings().map(|ring| RingReport {
            kind: if ring.is_hole { "hole" } else { "outer" },
            parent: ring.parent,
            points: arrays(ring.points),
        });
        let row = w.max(1) as usize;
        OutlineReport {
            file: args.sprite.file.text(),
            size: [w, h],
            threshold: args.sprite.options.pixels.threshold.0,
            connect: args.shape.connect.number(),
            simplify: args.simplify.map(|mode| mode.to_string()),
            rings: rings.collect(),
            pieces: match parts {
                Parts::Convex(pieces) => Some(pieces.iter().map(arrays).collect()),
                _ => None,
            },
            rects: match parts {
                Parts::Rects(rects) => Some(rects.iter().map(|r| (r.x, r.y, r.w, r.h)).collect()),
                _ => None,
            },
            distances: args
                .distance
                .then(|| loaded.distances().squared().map_or_else(Vec::new, |d| d.chunks(row).collect())),
        }
    }
}

fn draw(args: &OutlineArgs, loaded: &LoadedMask, outline: &Outline, parts: &Parts) -> String {
    let mut svg = Svg::new(&args.sprite.file.short(), &loaded.frame.image);
    if args.distance {
        svg.distances(&loaded.mask);
    }
    match parts {
        Parts::None => {}
        Parts::Convex(pieces) => svg.polygons(pieces.iter()),
        Parts::Rects(rects) => svg.rectangles(rects),
    }
    svg.outline(outline);
    svg.finish()
}
