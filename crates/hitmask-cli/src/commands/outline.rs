//! `hitmask outline`: the outline of a sprite, exact or simpler, and the parts that it is made of.

use hitmask::{Mask, Outline, Pieces, Point, Rect, RingKind};
use serde::Serialize;

use super::picked::Picked;
use crate::args::Outline as Args;
use crate::error::Error;
use crate::output::{self, TOUCH};
use crate::picture::svg::Svg;
use crate::values::{PieceKind, ShapeFile};

pub(crate) fn run(args: &Args) -> Result<u8, Error> {
    let picked = Picked::read(&args.source)?;
    let exact = picked.mask.outline(args.connect.into());
    let outline = match args.simplify {
        None => exact.clone(),
        Some(wish) => {
            let wish = wish.0.at_most(args.max_points.unwrap_or(usize::MAX));
            let name = args.source.file.to_string();
            exact.simplify(wish).map_err(|source| Error::Simplify { name, source })?
        }
    };
    let parts = Parts::of(args, &picked.mask, &outline);
    match &args.output {
        Some(ShapeFile::Svg(path)) => {
            output::write_file(path, draw(args, &picked, &outline, &parts).as_bytes())?;
        }
        Some(ShapeFile::Json(path)) => {
            let report = Report::new(args, &picked, &outline, &parts);
            output::write_file(path, output::json_line(&report).as_bytes())?;
        }
        None => {}
    }
    picked.remark();
    let text = if args.json {
        output::json_line(&Report::new(args, &picked, &outline, &parts))
    } else {
        sentence(args, &exact, &outline, &parts)
    };
    output::print(&text)?;
    Ok(TOUCH)
}

/// What an outline was cut into.
enum Parts {
    None,
    Convex(Pieces),
    Rects(Vec<Rect>),
}

impl Parts {
    fn of(args: &Args, mask: &Mask, outline: &Outline) -> Self {
        match (args.pieces, args.simplify) {
            (None, _) => Parts::None,
            (Some(PieceKind::Convex), None) => Parts::Convex(mask.convex_pieces()),
            (Some(PieceKind::Convex), Some(_)) => Parts::Convex(outline.convex_pieces()),
            (Some(PieceKind::Rects), None) => Parts::Rects(mask.rectangles()),
            (Some(PieceKind::Rects), Some(_)) => Parts::Rects(outline.to_mask().rectangles()),
        }
    }
}

/// The answer in words.
fn sentence(args: &Args, exact: &Outline, outline: &Outline, parts: &Parts) -> String {
    let count = |kind| outline.rings().filter(|ring| ring.kind == kind).count();
    let (outer, holes) = (count(RingKind::Outer), count(RingKind::Hole));
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut text = format!(
        "{}: {} and {}, {}",
        args.source.file,
        plural(outer, "outer ring", "outer rings"),
        plural(holes, "hole", "holes"),
        plural(outline.point_count(), "corner", "corners"),
    );
    if let Some(wish) = args.simplify {
        text += &format!(" instead of {} ({wish})", exact.point_count());
    }
    match parts {
        Parts::None => {}
        Parts::Convex(pieces) => {
            text += &format!(", {}", plural(pieces.len(), "convex piece", "convex pieces"));
        }
        Parts::Rects(rects) => text += &format!(", {}", plural(rects.len(), "rectangle", "rectangles")),
    }
    text + ".\n"
}

/// The JSON object.
#[derive(Serialize)]
struct Report<'a> {
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

impl<'a> Report<'a> {
    fn new(args: &Args, picked: &'a Picked, outline: &Outline, parts: &Parts) -> Self {
        let (w, h) = outline.size();
        let rings = outline.rings().map(|ring| RingReport {
            kind: match ring.kind {
                RingKind::Outer => "outer",
                RingKind::Hole => "hole",
            },
            parent: ring.parent,
            points: arrays(ring.points),
        });
        let row = w.max(1) as usize;
        Report {
            file: args.source.file.to_string(),
            size: [w, h],
            threshold: args.source.threshold.0,
            connect: args.connect.number(),
            simplify: args.simplify.map(|wish| wish.to_string()),
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
                .then(|| picked.distances().squared().map_or_else(Vec::new, |d| d.chunks(row).collect())),
        }
    }
}

fn draw(args: &Args, picked: &Picked, outline: &Outline, parts: &Parts) -> String {
    let mut svg = Svg::new(&args.source.file.short(), &picked.frame.image);
    if args.distance {
        svg.distances(&picked.mask);
    }
    match parts {
        Parts::None => {}
        Parts::Convex(pieces) => svg.polygons(pieces.iter()),
        Parts::Rects(rects) => svg.rectangles(rects),
    }
    svg.outline(outline);
    svg.finish()
}
