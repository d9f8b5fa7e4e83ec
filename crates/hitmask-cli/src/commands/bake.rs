//! `hitmask bake`: the mask of a posed sprite, as a picture.

use hitmask::{Mask, Point};
use hitmask_assets::{Image, printable_path};
use serde::Serialize;

use crate::args::BakeArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::output::{self, TOUCH};
use crate::output_file::PngFile;
use crate::pose::{PoseArgs, PoseOwner, check_drawable};
use crate::store::SpriteStore;
use crate::surface::Surface;
use crate::words::counted;

/// The JSON object.
#[derive(Serialize)]
struct BakeReport {
    /// The world pixel of the picture's upper left corner.
    corner: [i32; 2],
    size: [u32; 2],
    /// The number of solid pixels.
    area: u64,
}

pub(crate) fn run(args: &BakeArgs) -> Result<u8, Error> {
    let (PoseArgs(pose), PngFile(path), name) = (args.pose, &args.output, &args.sprite.file);
    let owner = PoseOwner { side: None, surface: Surface::CommandLine };
    pose.check(owner)?;
    let spec = args.sprite.options.spec(name);
    let loaded = SpriteStore::new(&args.sprite.options.limits)?.shape(spec.clone())?;
    let mask = loaded.shape.mask();
    let pose = pose.pose(mask.size(), owner)?;
    check_drawable(name, mask.size(), &pose)?;
    let too_large = |source| Error::Image { name: name.to_string(), source };
    let (baked, corner) = mask.bake(&pose).map_err(too_large)?;
    if baked.width() == 0 || baked.height() == 0 {
        return Err(Error::Question(format!(
            "{name}, as it is posed, covers no pixel's centre, so there is nothing to write: give it a larger scale or another \
             place"
        )));
    }
    FileGuard::reading([&spec], &(&args.sprite.options.limits).into())?.writes(path)?;
    output::write_file(path, &hitmask_assets::encode_png(&picture(&baked)))?;
    loaded.remark(name);
    let report = BakeReport { corner: corner.into(), size: baked.size().into(), area: baked.count() };
    output::print(&if args.json { output::json_line(&report) } else { sentence(path, &report) })?;
    Ok(TOUCH)
}

/// White where the mask is solid, clear elsewhere.
fn picture(mask: &Mask) -> Image {
    let (w, h) = mask.size();
    let mut rgba = vec![0; 4 * w as usize * h as usize];
    for Point { x, y } in mask.points() {
        // The points of a mask are not negative.
        let at = 4 * (y as usize * w as usize + x as usize);
        rgba[at..at + 4].fill(255);
    }
    Image::from_rgba8(w, h, rgba).expect("there are four bytes for each pixel")
}

fn sentence(path: &std::path::Path, report: &BakeReport) -> String {
    let BakeReport { corner: [x, y], size: [w, h], area } = report;
    let pixels = counted(*area, "solid pixel", "solid pixels");
    let path = printable_path(path);
    format!("{path}: {w}x{h}, {pixels}, its upper left corner at world pixel ({x}, {y}).\n")
}
