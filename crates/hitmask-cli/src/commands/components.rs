//! `hitmask components`: the connected parts of a sprite.

use std::io;

use hitmask::{Component, Components, Mask};
use serde::{Serialize, Serializer};

use super::loaded_mask::LoadedMask;
use crate::args::ComponentsArgs;
use crate::error::Error;
use crate::memory;
use crate::output::{self, Pending, TOUCH};
use crate::output_file::ShapeFile;
use crate::picture::svg::Svg;
use crate::table::{TableCell, write_table};
use crate::words::counted;

pub(crate) fn run(args: &ComponentsArgs) -> Result<u8, Error> {
    let loaded = LoadedMask::read(&args.sprite, &args.shape)?;
    memory::check(&args.sprite.file.to_string(), memory_needed(args, &loaded))?;
    let parts = loaded.mask.components(args.shape.connect.into());
    let report = ComponentsReport::new(args, &loaded.mask, &parts);
    match &args.shape.output {
        Some(ShapeFile::Svg(path)) => {
            let mut svg = Svg::new(&args.sprite.file.short(), &loaded.frame.image);
            let connectivity = args.shape.connect.into();
            svg.parts((0..parts.len()).map(|i| (parts.mask(i).outline(connectivity), parts[i].bounds)));
            output::write_file(path, svg.finish().as_bytes())?;
        }
        Some(ShapeFile::Json(path)) => {
            let mut file = Pending::new(path)?;
            file.add_by(|to| output::write_json_line(to, &report));
            file.finish()?;
        }
        None => {}
    }
    loaded.remark();
    output::print_by(|to| {
        if args.shape.json { output::write_json_line(to, &report) } else { write_list(to, args, &parts) }
    })?;
    Ok(TOUCH)
}

/// The most bytes that the components may take, with all that is written about them. There may be millions of components.
fn memory_needed(args: &ComponentsArgs, loaded: &LoadedMask) -> u64 {
    // A list that grows may hold its elements three times for a moment: the old list, and a new one of twice the size. Each run of
    // pixels is at most one component, and has a label, too.
    const GROWING: u64 = 3;
    const RUN: u64 = 4;
    const LABEL: u64 = 4;
    const SVG_PART: u64 = 400;
    let component = size_of::<Component>() as u64;
    let runs = loaded.runs();
    let pixels = loaded.frame.image.as_rgba8().len() as u64;
    let drawing = match &args.shape.output {
        Some(ShapeFile::Svg(_)) => GROWING * (runs * SVG_PART + pixels),
        _ => 0,
    };
    runs * (GROWING * (RUN + component) + LABEL) + drawing + (4 << 20)
}

/// The components in words.
fn write_list(to: &mut dyn io::Write, args: &ComponentsArgs, parts: &Components) -> io::Result<()> {
    let connect = args.shape.connect.number();
    let count = counted(parts.len() as u64, "component", "components");
    writeln!(to, "{}: {count}, {connect}-connected", args.sprite.file)?;
    if parts.is_empty() {
        return Ok(());
    }
    let header = ["", "pixels", "bounds", "first", ""];
    let largest = parts.largest();
    let rows = (0..).zip(parts).map(|(i, part)| {
        let Component { area, bounds, first, .. } = *part;
        vec![
            TableCell::number(i),
            TableCell::number(area),
            TableCell::text(format!("{}x{} at ({}, {})", bounds.w, bounds.h, bounds.x, bounds.y)),
            TableCell::text(format!("({}, {})", first.x, first.y)),
            TableCell::text(if largest == Some(i) && parts.len() > 1 { "largest" } else { "" }),
        ]
    });
    write_table(to, &header, rows, "  ")
}

/// The JSON object.
#[derive(Serialize)]
struct ComponentsReport<'a> {
    file: String,
    size: [u32; 2],
    threshold: u8,
    connect: u8,
    largest: Option<usize>,
    #[serde(serialize_with = "as_list")]
    components: &'a Components,
}

#[derive(Serialize)]
struct ComponentReport {
    area: u64,
    bounds: (i32, i32, u32, u32),
    first: [i32; 2],
}

fn as_list<S: Serializer>(parts: &Components, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(parts.iter().map(|part| ComponentReport {
        area: part.area,
        bounds: (part.bounds.x, part.bounds.y, part.bounds.w, part.bounds.h),
        first: part.first.into(),
    }))
}

impl<'a> ComponentsReport<'a> {
    fn new(args: &ComponentsArgs, mask: &Mask, parts: &'a Components) -> Self {
        let (w, h) = mask.size();
        ComponentsReport {
            file: args.sprite.file.text(),
            size: [w, h],
            threshold: args.sprite.options.pixels.threshold.0,
            connect: args.shape.connect.number(),
            largest: parts.largest(),
            components: parts,
        }
    }
}
