//! What drawing a level costs is charged before the work: one picture is made once, and large pictures in many small cells are refused.

use std::sync::Arc;

use hitmask_assets::{Error, ErrorKind, LevelMap, LevelRule, Limit, Limits, Result, decode_levels};

use crate::common::level_bombs::{collection, layer, map, picture, sheet};

/// The only layer of a map as a tile map.
fn tile_map(text: &str, picture: &[u8], limits: Limits) -> Result<LevelMap> {
    let file = decode_levels(text.as_bytes(), |_| Ok(picture.to_vec()), &Limits::default())?;
    file.layer_map("g", &LevelRule { limits, ..LevelRule::default() })
}

fn work(max_work: u64) -> Limits {
    Limits { max_work, ..Limits::default() }
}

/// The layer, the set, the tile and the limit that a refusal names.
fn named(error: &Error) -> (&str, &str, u32, Limit) {
    match error.kind() {
        ErrorKind::LevelTile { layer: Some(layer), set, tile, limit, .. } => (layer, set, *tile, *limit),
        _ => panic!("{error:?}"),
    }
}

/// The least work with which a map is made.
fn work_of(text: &str, picture: &[u8]) -> u64 {
    let (mut refused, mut made) = (0, 1 << 32);
    while refused + 1 < made {
        let limit = refused + (made - refused) / 2;
        match tile_map(text, picture, work(limit)) {
            Ok(_) => made = limit,
            Err(_) => refused = limit,
        }
    }
    made
}

#[test]
fn tiles_that_show_the_same_pixels_are_made_once() {
    let with = |count: u32| {
        let cells = layer([200, 1], |x, _| 1 + x % count);
        map("orthogonal", [200, 1], 300, &(collection(count, "") + &cells))
    };
    let picture = picture(300, 300);
    let all = tile_map(&with(200), &picture, Limits::default()).expect("a map");
    let mask = |tile| Arc::as_ptr(&all.map.tile_set().get(tile).expect("a tile").mask);
    assert!((2..=200).all(|tile| mask(tile) == mask(1)), "each tile has a mask of its own");
    let (one, many) = (work_of(&with(1), &picture), work_of(&with(200), &picture));
    assert!(many < one + 10_000, "{one} for one tile, {many} for two hundred");
}

#[test]
fn large_pictures_in_small_cells_are_refused() {
    let text = map("orthogonal", [600, 600], 1, &(collection(2, "") + &layer([600, 600], |_, _| 2)));
    let error = tile_map(&text, &picture(800, 800), Limits::default()).expect_err("it is too much");
    assert_eq!(named(&error), ("g", "c", 1, Limit::Work));
    let said = error.to_string();
    assert!(said.starts_with("layer \"g\", tile 1 of set \"c\": takes the work of at least "), "{said}");
    assert!(said.ends_with(" pixels to read, the limit max_work is 402653184"), "{said}");
    // The same pictures in cells of their size.
    let text = map("orthogonal", [300, 300], 800, &(collection(2, "") + &layer([300, 300], |_, _| 2)));
    tile_map(&text, &picture(800, 800), Limits::default()).expect("they don't lie over each other");
}

/// For each block that is drawn, the library looks at all cells from which the largest picture may reach it.
#[test]
fn one_large_picture_makes_many_small_cells_dear() {
    let large = |gid: u32| {
        let sets = sheet(1) + &collection(1, "").replace("firstgid=\"1\"", "firstgid=\"2000000\"");
        let sets = sets.replace("firstgid=\"2000000\"", "firstgid=\"1000000\"");
        let cells = layer([1000, 1000], |x, y| if x + y == 0 { gid } else { 1 });
        map("orthogonal", [1000, 1000], 1, &(sets + &cells))
    };
    let picture = picture(900, 900);
    let few = tile_map(&large(1), &picture, work(1 << 25));
    few.expect("a million small tiles");
    let error = tile_map(&large(1_000_000), &picture, work(1 << 25)).expect_err("a large one among them");
    assert_eq!(named(&error), ("g", "c", 0, Limit::Work));
}

#[test]
fn many_tiles_of_a_sheet_are_charged_one_by_one() {
    let with = |side: u32| {
        map("orthogonal", [side, side], 1, &(sheet(1) + &layer([side, side], |x, y| 1 + side * y + x)))
    };
    let picture = picture(300, 300);
    let (few, many) = (work_of(&with(30), &picture), work_of(&with(300), &picture));
    assert!(many > 90_000 * 128 && many < 110 * few, "{few} for 900 tiles, {many} for 90 000");
    let tight = Limits { max_memory: 30 << 20, ..Limits::default() };
    let error = tile_map(&with(300), &picture, tight).expect_err("too much memory");
    assert_eq!(named(&error).3, Limit::Memory);
}

/// Properties and shapes that many layers, objects and tiles take from one place are copied, and each copy counts.
#[test]
fn copies_are_charged() {
    let steps = |count: usize| {
        let property = r#"<property name="p" value="v"/>"#;
        let many: String = (0..1000).map(|i| property.replace("\"p\"", &format!("\"p{i}\""))).collect();
        let layers =
            format!("<layer name=\"l\" width=\"1\" height=\"1\"><properties>{property}</properties></layer>");
        let group =
            format!("<group name=\"g\"><properties>{many}</properties>{}</group>", layers.repeat(count));
        let text = map("orthogonal", [1, 1], 8, &group);
        let (mut refused, mut read) = (0, 1 << 30);
        while refused + 1 < read {
            let limit = refused + (read - refused) / 2;
            match decode_levels(text.as_bytes(), |_| Ok(Vec::new()), &work(limit)) {
                Ok(_) => read = limit,
                Err(_) => refused = limit,
            }
        }
        read
    };
    let (one, many) = (steps(1), steps(101));
    assert!(many - one > 100 * 1000 * 16, "{one} for one layer, {many} for a hundred more");
}

/// The parser of XML compares each attribute of a tag with all others.
#[test]
fn a_tag_of_many_attributes_is_refused() {
    let many: String = (0..30_000).map(|i| format!(" a{i}='1'")).collect();
    let spaces: String = (0..2000).map(|i| format!(" xmlns:a{i}='{i}'")).collect();
    for more in [many, spaces] {
        let text = map("orthogonal", [1, 1], 8, "").replace("<map", &format!("<map{more}"));
        let error =
            decode_levels(text.as_bytes(), |_| Ok(Vec::new()), &Limits::default()).expect_err("too much");
        assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Work, .. }), "{error}");
    }
    let some: String = (0..300).map(|i| format!(" a{i}='1'")).collect();
    let text = map("orthogonal", [1, 1], 8, "").replace("<map", &format!("<map{some}"));
    decode_levels(text.as_bytes(), |_| Ok(Vec::new()), &Limits::default()).expect("some are allowed");
}

/// An error repeats only the start of what was read.
#[test]
fn errors_are_short() {
    let long = "long\u{1b}".repeat(100_000);
    let set =
        |value: &str| format!(r#"<tileset firstgid="1" name="{value}" tilewidth="0.5" tileheight="8"/>"#);
    for (content, start) in [
        (
            format!(r#"<properties><property name="p" type="int" value="{long}"/></properties>"#),
            "line 1: the value",
        ),
        (
            format!(r#"<layer name="{long}" width="1" height="1"><data encoding="{long}">1</data></layer>"#),
            "line 1, layer",
        ),
        (set(&long), "the width of a tile of tile set"),
        (format!(r#"<objectgroup name="o"><object x="{long}"/></objectgroup>"#), "line 1: x of <object>"),
    ] {
        // A control character is no XML.
        let text = map("orthogonal", [1, 1], 8, &content.replace('\u{1b}', "\u{202e}"));
        let said = decode_levels(text.as_bytes(), |_| Ok(Vec::new()), &Limits::default())
            .expect_err("wrong")
            .to_string();
        assert!(said.starts_with(start), "{}", &said[..said.len().min(300)]);
        assert!(said.len() < 8_000, "{} letters: {start}", said.len());
        assert!(!said.contains('\u{202e}'), "{start}");
    }
}
