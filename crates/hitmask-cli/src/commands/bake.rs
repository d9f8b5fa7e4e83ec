//! `hitmask bake`: the mask of a posed sprite, as a picture.

use hitmask::{Mask, Point};
use hitmask_assets::Image;
use serde::Serialize;

use crate::args::Bake;
use crate::error::Error;
use crate::library::Library;
use crate::output::{self, TOUCH};
use crate::pose::{PoseOptions, check_drawable};

/// What was written.
#[derive(Serialize)]
struct Report {
    /// The world pixel of the picture's upper left corner.
    corner: [i32; 2],
    size: [u32; 2],
    /// Solid pixels.
    area: u64,
}

pub(crate) fn run(args: &Bake) -> Result<u8, Error> {
    let Bake { affine, rotate, scale, flip, pivot, at, .. } = *args;
    let pose = PoseOptions { side: None, affine, rotate, scale, flip, pivot, at }.pose()?;
    let body = Library::new().body(args.source.side())?;
    let mask = body.shape.mask();
    check_drawable(&args.source.file, mask.size(), &pose)?;
    let too_large = |source| Error::Image { name: args.source.file.to_string(), source };
    let (baked, corner) = mask.try_bake(&pose).map_err(too_large)?;
    if baked.width() == 0 || baked.height() == 0 {
        return Err(Error::Question(format!(
            "{}, as it is posed, has no pixel's middle in it: there is nothing to write, give it a larger scale or another place",
            args.source.file
        )));
    }
    output::write_file(&args.output, &hitmask_assets::encode_png(&picture(&baked)))?;
    body.remark(&args.source.file);
    let report = Report { corner: corner.into(), size: baked.size().into(), area: baked.count() };
    output::print(&if args.json { output::json_line(&report) } else { sentence(args, &report) })?;
    Ok(TOUCH)
}

/// White where the mask is solid, clear elsewhere.
fn picture(mask: &Mask) -> Image {
    let (w, h) = mask.size();
    let mut rgba = vec![0; 4 * w as usize * h as usize];
    for Point { x, y } in mask.points() {
        // Points of a mask are not negative.
        let at = 4 * (y as usize * w as usize + x as usize);
        rgba[at..at + 4].fill(255);
    }
    Image::from_rgba8(w, h, rgba).expect("there are four bytes for each pixel")
}

fn sentence(args: &Bake, report: &Report) -> String {
    let Report { corner: [x, y], size: [w, h], area } = report;
    let pixels = if *area == 1 { "pixel" } else { "pixels" };
    let output = args.output.display();
    format!("{output}: {w}x{h}, {area} solid {pixels}, its upper left corner at world pixel ({x}, {y}).\n")
}
