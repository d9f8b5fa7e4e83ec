//! The shipped sprites: pictures of a real game. Each pair has different sizes.

use super::overlap::contenders;
use crate::goal::{Goal, Size};
use crate::question::Work;
use hitmask::{Mask, Rect};
use hitmask_assets::{Options, load};
use hitmask_scenes::Pairs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets");
/// The alpha threshold for solid pixels.
const THRESHOLD: u8 = 128;
/// The size of a screen. Larger pictures are sheets.
const LARGEST: u32 = 512;
const PAIRS: usize = 4096;

pub(super) fn all() -> Vec<Work> {
    let goal = vec![Goal { row: 6, rival: "stripe", at_least: 0.9 }];
    vec![Work {
        name: "overlaps shipped sprites".to_owned(),
        hits: goal.clone(),
        misses: goal,
        warm: true,
        pairs: Box::new(draw),
        contenders,
    }]
}

fn draw(size: Size) -> Pairs {
    Pairs::draw(masks(Path::new(FOLDER), size.side), 0x5eed, PAIRS.min(size.pairs), 1)
}

/// The first frame of every PNG picture, by name. It is cut to at most this side.
fn masks(folder: &Path, side: u32) -> Vec<Mask> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "png"));
    files.sort();
    let mask =
        |file| load(file, &Options::default()).unwrap_or_else(|e| panic!("{e}")).frames[0].mask(THRESHOLD);
    let small = files.iter().map(mask).filter(|mask| mask.width().max(mask.height()) <= LARGEST);
    small.map(|mask| middle(&mask, side)).filter(|mask| !mask.is_empty()).collect()
}

/// The part of the mask around its centre, of at most this side.
fn middle(mask: &Mask, side: u32) -> Mask {
    let (w, h) = (mask.width().min(side), mask.height().min(side));
    let at = |whole: u32, part: u32| ((whole - part) / 2) as i32;
    mask.crop(Rect::new(at(mask.width(), w), at(mask.height(), h), w, h))
}
