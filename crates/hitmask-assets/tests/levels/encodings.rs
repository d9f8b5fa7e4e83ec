//! The same level in every encoding gives equal models, tile maps and masks.

use hitmask::Point;
use hitmask_assets::{Level, LevelContent, LevelRule};

use crate::{layer, level};

const XML: [&str; 6] = ["tiles", "csv", "base64", "zlib", "gzip", "zstd"];
const JSON: [&str; 5] = ["csv", "base64", "zlib", "gzip", "zstd"];

#[test]
fn every_encoding_gives_the_same_level() {
    let expected = level("cave_csv.tmx");
    let xml = XML.map(|encoding| format!("cave_{encoding}.tmx"));
    let json = JSON.map(|encoding| format!("cave_{encoding}.tmj"));
    for name in xml.iter().chain(&json) {
        assert_eq!(level(name), expected, "{name}");
    }
}

#[test]
fn every_encoding_gives_the_same_infinite_level() {
    let expected = level("cave_infinite_csv.tmx");
    let xml = XML.map(|encoding| format!("cave_infinite_{encoding}.tmx"));
    let json = ["csv", "zstd"].map(|encoding| format!("cave_infinite_{encoding}.tmj"));
    for name in xml.iter().chain(&json) {
        assert_eq!(level(name), expected, "{name}");
    }
}

/// The infinite map has the cells of the finite one, three columns further left and two rows further down.
#[test]
fn pieces_are_put_together() {
    let (finite, infinite) = (level("cave_csv.tmx"), level("cave_infinite_csv.tmx"));
    assert!(infinite.infinite && !finite.infinite);
    let rule = LevelRule::default();
    for name in ["ground", "deep/decor"] {
        let LevelContent::Cells(chunks) = &layer(&infinite, name).content else { panic!("{name} has cells") };
        assert!(chunks.len() > 1);
        let moved = |by: Point, corner: Point| corner.checked_add(by).expect("a small number");
        let here = |level: &Level| level.pixels(layer(level, name), &rule).expect("a mask");
        let (a, b) = (here(&finite), here(&infinite));
        assert_eq!((moved((-24, 16).into(), a.corner), &a.mask), (b.corner, &b.mask), "{name}");

        let maps =
            [&finite, &infinite].map(|level| level.tile_map(layer(level, name), &rule).expect("a map"));
        let [a, b] = maps;
        let cells = |map: &hitmask_assets::LevelMap| {
            let first = Point::from((map.first[0], map.first[1]));
            map.map.cells().map(|(at, cell)| (moved(first, at), cell)).collect::<Vec<_>>()
        };
        let mut expected = cells(&a);
        expected.iter_mut().for_each(|(at, _)| *at = moved((-3, 2).into(), *at));
        assert_eq!(cells(&b), expected, "{name}");
    }
}
