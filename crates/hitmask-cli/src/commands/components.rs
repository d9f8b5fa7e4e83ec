//! `hitmask components`: the connected parts of a sprite.

use hitmask::{Component, Components};
use serde::Serialize;

use super::picked::Picked;
use crate::args::Components as Args;
use crate::error::Error;
use crate::output::{self, TOUCH};
use crate::picture::svg::Svg;
use crate::table::{Cell, table};
use crate::values::ShapeFile;

pub(crate) fn run(args: &Args) -> Result<u8, Error> {
    let picked = Picked::read(&args.source)?;
    let parts = picked.mask.components(args.connect.into());
    match &args.output {
        Some(ShapeFile::Svg(path)) => {
            let mut svg = Svg::new(&args.source.file.short(), &picked.frame.image);
            let connectivity = args.connect.into();
            svg.parts((0..parts.len()).map(|i| (parts.mask(i).outline(connectivity), parts[i].bounds)));
            output::write_file(path, svg.finish().as_bytes())?;
        }
        Some(ShapeFile::Json(path)) => {
            output::write_file(path, output::json_line(&Report::new(args, &picked, &parts)).as_bytes())?;
        }
        None => {}
    }
    picked.remark();
    let text =
        if args.json { output::json_line(&Report::new(args, &picked, &parts)) } else { listed(args, &parts) };
    output::print(&text)?;
    Ok(TOUCH)
}

/// The components in words.
fn listed(args: &Args, parts: &Components) -> String {
    let connect = args.connect.number();
    let count = match parts.len() {
        1 => "1 component".to_owned(),
        count => format!("{count} components"),
    };
    let header = ["", "pixels", "bounds", "first", ""];
    let largest = parts.largest();
    let rows: Vec<Vec<Cell>> = (0..)
        .zip(parts)
        .map(|(i, part)| {
            let Component { area, bounds, first, .. } = *part;
            vec![
                Cell::number(i),
                Cell::number(area),
                Cell::text(format!("{}x{} at ({}, {})", bounds.w, bounds.h, bounds.x, bounds.y)),
                Cell::text(format!("({}, {})", first.x, first.y)),
                Cell::text(if largest == Some(i) && parts.len() > 1 { "largest" } else { "" }),
            ]
        })
        .collect();
    let rows = if rows.is_empty() { String::new() } else { table(&header, &rows, "  ") };
    format!("{}: {count}, {connect}-connected\n{rows}", args.source.file)
}

/// The JSON object.
#[derive(Serialize)]
struct Report {
    file: String,
    size: [u32; 2],
    threshold: u8,
    connect: u8,
    largest: Option<usize>,
    components: Vec<ComponentReport>,
}

#[derive(Serialize)]
struct ComponentReport {
    area: u64,
    bounds: (i32, i32, u32, u32),
    first: [i32; 2],
}

impl Report {
    fn new(args: &Args, picked: &Picked, parts: &Components) -> Self {
        let (w, h) = picked.mask.size();
        let component = |part: &Component| ComponentReport {
            area: part.area,
            bounds: (part.bounds.x, part.bounds.y, part.bounds.w, part.bounds.h),
            first: part.first.into(),
        };
        Report {
            file: args.source.file.to_string(),
            size: [w, h],
            threshold: args.source.threshold.0,
            connect: args.connect.number(),
            largest: parts.largest(),
            components: parts.iter().map(component).collect(),
        }
    }
}
