//! Packs: the masks of the shipped pictures out of a pack, against decoding their PNG files; and opening a pack of many entries.
//!
//! A pair is one picture with itself; the second mask and the offset do not matter.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use hitmask::{Mask, NewFrame, NewSprite, Pack, PackBuilder, Point};
use hitmask_assets::{Options, decode};
use hitmask_scenes::{Pair, Pairs};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::rc::Rc;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets");
/// The alpha threshold for solid pixels.
const THRESHOLD: u8 = 128;
/// The number of entries of a large pack.
const ENTRIES: usize = 10_000;
/// The smallest limit for the sides of pictures: there are too few that are smaller.
const LEAST: u32 = 70;
/// Fewer pairs are not measured.
const PAIRS: usize = 16;

pub(super) fn all() -> Vec<Work> {
    let goal = vec![Goal { row: 28, rival: "png", at_least: 50.0 }];
    let work = |name: &str, hits, pairs: fn(Size) -> Pairs, contenders| Work {
        name: name.to_owned(),
        hits,
        misses: Vec::new(),
        warm: true,
        pairs: Box::new(pairs),
        contenders,
    };
    vec![
        work("pack load shipped", goal, draw, loading),
        work("pack open 10000 entries", Vec::new(), one, opening),
    ]
}

/// Every shipped PNG file, by name, with its mask.
fn shipped() -> Vec<(Vec<u8>, Mask)> {
    let entries = std::fs::read_dir(Path::new(FOLDER)).unwrap_or_else(|error| panic!("{FOLDER}: {error}"));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "png"));
    files.sort();
    let read = |file: &std::path::PathBuf| {
        let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mask = from_png(&bytes);
        (bytes, mask)
    };
    files.iter().map(read).collect()
}

fn from_png(bytes: &[u8]) -> Mask {
    let sprite = decode(bytes, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    sprite.frames[0].mask(THRESHOLD)
}

fn hash(mask: Mask) -> u64 {
    let mut hasher = DefaultHasher::new();
    mask.hash(&mut hasher);
    hasher.finish()
}

/// Each mask with itself, until there are enough pairs.
fn with_themselves(masks: Vec<Mask>) -> Pairs {
    let hits = (0..masks.len().max(PAIRS)).map(|i| (i % masks.len()) as u32);
    let hits = hits.map(|i| Pair { a: i, b: i, offset: Point::ZERO }).collect();
    Pairs { masks, hits, misses: Vec::new() }
}

fn draw(size: Size) -> Pairs {
    let limit = size.side.max(LEAST);
    let masks = shipped().into_iter().map(|(_, mask)| mask);
    with_themselves(masks.filter(|mask| mask.width().max(mask.height()) <= limit).collect())
}

fn loading(pairs: &Pairs) -> Vec<Contender<'static>> {
    // The files of the masks, which stand in the same order.
    let mut masks = pairs.masks.iter().peekable();
    let mut pngs = shipped();
    pngs.retain(|(_, mask)| masks.next_if(|&next| next == mask).is_some());
    assert!(pngs.len() == pairs.masks.len(), "every mask has its file");
    let mut builder = PackBuilder::new();
    for (number, mask) in pairs.masks.iter().enumerate() {
        let sprite = NewSprite::single(format!("{number:05}"), NewFrame::from_mask(mask));
        builder.add(sprite).expect("a free name");
    }
    let pack = Rc::new(Pack::open(builder.finish()).expect("it was just made"));
    let entries = (0..pairs.masks.len()).map(|number| (Rc::clone(&pack), format!("{number:05}"))).collect();
    vec![
        Contender::new(
            "ours",
            entries,
            |(pack, name): &(Rc<Pack<Vec<u8>>>, String), _, _| {
                let entry = pack.entry(name).expect("it is in the pack");
                entry.mask().expect("it is not damaged")
            },
            hash,
        ),
        Contender::new(
            "png",
            pngs.into_iter().map(|(bytes, _)| bytes).collect(),
            |bytes: &Vec<u8>, _, _| from_png(bytes),
            hash,
        ),
    ]
}

fn one(_: Size) -> Pairs {
    with_themselves(vec![Mask::from_fn(32, 32, |x, y| x.abs_diff(16) + y.abs_diff(16) < 15)])
}

fn opening(pairs: &Pairs) -> Vec<Contender<'static>> {
    let mut builder = PackBuilder::new();
    let frame = NewFrame::from_mask(&pairs.masks[0]);
    for number in 0..ENTRIES {
        let name = format!("sprites/of a game/number {number:05}.png");
        builder.add(NewSprite::single(name, frame.clone())).expect("a free name");
    }
    let bytes = builder.finish();
    let open = |bytes: &Vec<u8>, _: &Vec<u8>, _| Pack::open(&bytes[..]).expect("it was just made").len();
    vec![Contender::new("ours", vec![bytes], open, |entries| entries as u64)]
}
