//! How much work reading a file takes, counted by the budget. Work that is done once counts once, slow work counts more, and too much work
//! is refused.

use crate::common::ase::{Ase, GROUP, LAYER, Layer, RGBA, cel};
use hitmask_assets::{
    ErrorKind, Image, Limit, Limits, Options, Result, Sprite, decode, decode_atlas, encode_png,
};

const NORMAL: u16 = 0;
const MULTIPLY: u16 = 1;
const HUE: u16 = 12;

fn within(max_work: u64) -> Options {
    Options { limits: Limits { max_work, ..Limits::default() }, ..Options::default() }
}

/// The smallest limit with which the file is read.
fn work_of(file: &[u8]) -> u64 {
    let (mut refused, mut read) = (0, 1 << 30);
    while refused + 1 < read {
        let limit = refused + (read - refused) / 2;
        match decode(file, &within(limit)) {
            Ok(_) => read = limit,
            Err(error) => {
                assert_eq!(limit_of(&error), Limit::Work, "{error}");
                refused = limit;
            }
        }
    }
    read
}

fn limit_of(error: &hitmask_assets::Error) -> Limit {
    match *error.kind() {
        ErrorKind::TooLarge { limit, .. } => limit,
        _ => panic!("{error:?}"),
    }
}

/// Layers that cover the picture, in a blend mode.
fn layers(count: u16, mode: u16, side: u16) -> Vec<u8> {
    let mut ase = Ase::new((side, side), RGBA);
    for _ in 0..count {
        ase.layer(Layer { mode, ..LAYER });
    }
    let pixels = vec![200; 4 * usize::from(side) * usize::from(side)];
    for number in 0..count {
        ase.pixels(cel(number), (side, side), &pixels);
    }
    ase.bytes()
}

#[test]
fn modes_cost_what_they_take() {
    let [normal, multiply, hue] =
        [NORMAL, MULTIPLY, HUE].map(|mode| work_of(&layers(9, mode, 64)) - work_of(&layers(1, mode, 64)));
    let drawn = 8 * 64 * 64;
    assert!(normal > 3 * drawn, "each layer is unpacked and drawn: {normal}");
    assert_eq!((multiply - normal, hue - normal), (3 * drawn, 15 * drawn));
}

#[test]
fn a_tile_set_is_unpacked_once() {
    let with = |cels: u16| {
        let mut ase = Ase::new((1, 1), RGBA);
        ase.tile_set((128, 128), 4, &vec![9; 4 * 4 * 128 * 128]);
        for _ in 0..cels {
            ase.layer(Layer { kind: 2, ..LAYER });
        }
        for number in 0..cels {
            ase.tile_map(cel(number), (1, 1), &[1]);
        }
        work_of(&ase.bytes())
    };
    let (one, twenty) = (with(1), with(20));
    assert!(one > 2 * 4 * 128 * 128, "the tile set is paid: {one}");
    assert!(twenty < 2 * one, "it is paid once: {one} with one cel, {twenty} with twenty");
}

#[test]
fn groups_cost_what_is_seen_of_them() {
    let nested = |levels: u16| {
        let mut ase = Ase::new((1000, 1000), RGBA);
        ase.flags = 3;
        for level in 0..levels {
            ase.layer(Layer { level, opacity: 100, ..GROUP });
        }
        ase.layer(Layer { level: levels, ..LAYER }).pixels(cel(levels), (3, 3), &[99; 36]);
        work_of(&ase.bytes())
    };
    let (none, sixty) = (nested(0), nested(60));
    assert!(sixty < none + 10_000, "{none} without groups, {sixty} within sixty");
}

#[test]
fn frame_after_frame_of_one_large_layer_is_too_much() {
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(LAYER).pixels(cel(0), (256, 256), &vec![9; 4 * 256 * 256]);
    for _ in 1..2000 {
        ase.next_frame().cel(cel(0), 1, &[0, 0]);
    }
    let file = ase.bytes();
    let error = decode(&file, &within(1 << 27)).expect_err("it is too much work");
    assert_eq!(limit_of(&error), Limit::Work);
    let said = error.to_string();
    assert!(said.starts_with("takes the work of at least 134"), "{said}");
    assert!(said.ends_with(" pixels to read, the limit max_work is 134217728"), "{said}");
    decode(&file, &within(1 << 30)).expect("a larger limit allows it");
}

#[test]
fn cels_cost_however_small_they_are() {
    let mut ase = Ase::new((1, 1), RGBA);
    ase.layer(LAYER).pixels(cel(0), (1, 1), &[9; 4]);
    for _ in 0..100 {
        ase.next_frame().cel(cel(0), 1, &[0, 0]);
    }
    assert!(work_of(&ase.bytes()) > 100_000);
}

#[test]
fn rows_cost_however_short_they_are() {
    const ROWS: u16 = 60_000;
    let with = |fill: &dyn Fn(&mut Ase)| {
        let mut ase = Ase::new((1, 1), RGBA);
        fill(&mut ase);
        work_of(&ase.bytes())
    };
    let pixels = |w: u16| {
        with(&|ase| {
            let pixels = vec![9; 4 * usize::from(w) * usize::from(ROWS)];
            ase.layer(LAYER).pixels(cel(0), (w, ROWS), &pixels);
        })
    };
    let (empty, narrow) = (pixels(0), pixels(1));
    // All rows but one lie outside the picture.
    let tiles = |cels: u16| {
        with(&|ase| {
            ase.tile_set((1, ROWS), 2, &vec![9; 2 * 4 * usize::from(ROWS)]);
            for number in 0..cels {
                ase.layer(Layer { kind: 2, ..LAYER }).tile_map(cel(number), (1, 1), &[1]);
            }
        })
    };
    let tiles = tiles(2) - tiles(1);
    let rows = u64::from(ROWS);
    assert!(empty > 8 * rows, "rows without pixels: {empty}");
    assert!(narrow > 8 * rows, "rows of one pixel, each unpacked by itself: {narrow}");
    assert!(tiles > 8 * rows, "rows of a tile map, most of them beside the picture: {tiles}");
}

#[test]
fn frames_without_pixels_cost_their_rows() {
    const ROWS: u16 = 60_000;
    let rows = u64::from(ROWS);
    let sheet =
        encode_png(&Image::from_rgba8(1, ROWS.into(), vec![9; 4 * usize::from(ROWS)]).expect("a sheet"));
    let frame = format!(r#"{{"frame": {{"x": 0, "y": 0, "w": 0, "h": {ROWS}}}}}"#);
    let json = format!(r#"{{"frames": [{}], "meta": {{"image": "s.png"}}}}"#, vec![frame; 100].join(","));
    let atlas = |max_work| decode_atlas(json.as_bytes(), |_| Ok(sheet.clone()), &within(max_work));
    let error = atlas(200 * rows).map(drop).expect_err("it is too much work");
    assert_eq!(limit_of(&error), Limit::Work);
    assert_eq!(atlas(220 * rows).expect("a larger limit allows it").frames.len(), 100);

    // A canvas without columns, and frames of one pixel beside it.
    let mut gif = b"GIF89a\0\0".to_vec();
    gif.extend_from_slice(&ROWS.to_le_bytes());
    gif.extend_from_slice(&[0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    for _ in 0..100 {
        gif.extend_from_slice(&[0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
    }
    gif.push(0x3B);
    let work = work_of(&gif);
    assert!(work > 100 * rows, "{work}");
}

#[test]
fn a_picture_of_many_pages_is_read_once() {
    let page = r#"{"image": "sheet.png", "frames": [{"frame": {"x": 1, "y": 0, "w": 2, "h": 1}}]}"#;
    let json = format!(r#"{{"textures": [{}]}}"#, vec![page; 1000].join(","));
    let sheet = Image::from_rgba8(100, 100, (0..40_000).map(|i| i as u8).collect()).expect("a sheet");
    let mut reads = 0;
    let mut read = |options: &Options| -> Result<Sprite> {
        decode_atlas(
            json.as_bytes(),
            |_| {
                reads += 1;
                Ok(encode_png(&sheet))
            },
            options,
        )
    };
    // A thousand sheets would have ten million pixels, more than this limit.
    let limits = Limits { max_pixels: 100 * 100 + 1000 * 2, ..Limits::default() };
    let sprite = read(&Options { limits, ..Options::default() }).expect("an atlas");
    assert_eq!((sprite.frames.len(), reads), (1000, 1));
    assert_eq!(sprite.frames[999].image.pixel(1, 0), sheet.pixel(2, 0));
}

#[test]
fn slices_cost_in_every_frame() {
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
    let slice = r#"{"name": "a", "keys": [{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 1, "h": 1}}]}"#;
    let sprite = |frames: usize, slices: usize| {
        let [frames, slices] = [vec![frame; frames].join(","), vec![slice; slices].join(",")];
        let json = format!(r#"{{"frames": [{frames}], "meta": {{"image": "s.png", "slices": [{slices}]}}}}"#);
        let pixel = Image::from_rgba8(1, 1, vec![255; 4]).expect("a picture");
        decode_atlas(json.as_bytes(), |_| Ok(encode_png(&pixel)), &Options::default()).expect("an atlas")
    };
    let labels = |sprite: &Sprite| sprite.labels(&hitmask_assets::LabelOptions::default());
    assert_eq!(labels(&sprite(3, 40)).expect("some labels").len(), 3);
    let error = labels(&sprite(16_000, 3000)).expect_err("forty-eight million slices");
    assert_eq!(limit_of(&error), Limit::Work);
}
