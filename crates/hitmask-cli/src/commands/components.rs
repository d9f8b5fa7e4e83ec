//! `hitmask components`: the connected parts of a sprite.

use hitmask::{Component, Components};
use serde::Serialize;

use super::loaded_mask::LoadedMask;
use crate::args::ComponentsArgs;
use crate::error::Error;
use crate::output::{self, TOUCH};
use crate::output_file::ShapeFile;
use crate::picture::svg::Svg;
use crate::table::{TableCell, table};
use crate::words::counted;

pub(crate) fn run(args: &ComponentsArgs) -> Result<u8, Error> {
    let loaded = LoadedMask::read(&args.sprite)?;
    let parts = loaded.mask.components(args.shape.connect.into());
    match &args.shape.output {
        Some(ShapeFile::Svg(path)) => {
            let mut svg = Svg::new(&args.sprite.file.short(), &loaded.frame.image);
            let connectivity = args.shape.connect.into();
            svg.parts((0..parts.len()).map(|i| (parts.mask(i).outline(connectivity), parts[i].bounds)));
            output::write_file(path, svg.finish().as_bytes())?;
        }
        Some(ShapeFile::Json(path)) => {
            output::write_file(
                path,
                output::json_line(&ComponentsReport::new(args, &loaded, &parts)).as_bytes(),
            )?;
        }
        None => {}
    }
    loaded.remark();
    let text = if args.shape.json {
        output::json_line(&ComponentsReport::new(args, &loaded, &parts))
    } else {
        listed(args, &parts)
    };
    output::print(&text)?;
    Ok(TOUCH)
}

/// The components in words.
fn listed(args: &ComponentsArgs, parts: &Components) -> String {
    let connect = args.shape.connect.number();
    let count = counted(parts.len() as u64, "component", "components");
    let header = ["", "pixels", "bounds", "first", ""];
    let largest = parts.largest();
    let rows: Vec<Vec<TableCell>> = (0..)
        .zip(parts)
        .map(|(i, part)| {
            let Component { area, bounds, first, .. } = *part;
            vec![
                TableCell::number(i),
                TableCell::number(area),
                TableCell::text(format!("{}x{} at ({}, {})", bounds.w, bounds.h, bounds.x, bounds.y)),
                TableCell::text(format!("({}, {})", first.x, first.y)),
                TableCell::text(if largest == Some(i) && parts.len() > 1 { "largest" } else { "" }),
            ]
        })
        .collect();
    let rows = if rows.is_empty() { String::new() } else { table(&header, &rows, "  ") };
    format!("{}: {count}, {connect}-connected\n{rows}", args.sprite.file)
}

/// The JSON object.
#[derive(Serialize)]
struct ComponentsReport {
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

impl ComponentsReport {
    fn new(args: &ComponentsArgs, loaded: &LoadedMask, parts: &Components) -> Self {
        let (w, h) = loaded.mask.size();
        let component = |part: &Component| ComponentReport {
            area: part.area,
            bounds: (part.bounds.x, part.bounds.y, part.bounds.w, part.bounds.h),
            first: part.first.into(),
        };
        ComponentsReport {
            file: args.sprite.file.to_string(),
            size: [w, h],
            threshold: args.sprite.options.pixels.threshold.0,
            connect: args.shape.connect.number(),
            largest: parts.largest(),
            components: parts.iter().map(component).collect(),
        }
    }
}
