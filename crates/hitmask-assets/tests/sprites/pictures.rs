//! JPEG, BMP, TGA, QOI and animated PNG: compared with what Pillow shows, and small files that are made by hand.

use std::fs;
use std::time::Duration;

use crate::animation::check;
use crate::common::{Random, data};
use hitmask_assets::{AlphaKind, ErrorKind, Format, Image, Limit, Limits, Options, decode, load};

#[test]
fn files_of_other_programs() {
    for name in ["one_bit.bmp", "palette.bmp", "grey.bmp", "colors.bmp", "alpha.bmp"] {
        let sprite = check(name, Format::Bmp, 1, 0);
        assert_eq!(sprite.alpha_kind(), AlphaKind::Opaque, "{name}: plain 32-bit pixels have no alpha");
    }
    for name in
        ["palette.tga", "runs.tga", "colors.tga", "alpha.tga", "alpha_runs.tga", "grey.tga", "grey_alpha.tga"]
    {
        check(name, Format::Tga, 1, 0);
    }
    for name in ["baseline.jpg", "progressive.jpg", "grey.jpg", "cmyk.jpg"] {
        // Decoders round differently, and smooth the colours in different ways.
        let sprite = check(name, Format::Jpeg, 1, 24);
        assert_eq!(sprite.alpha_kind(), AlphaKind::Opaque, "{name}");
        assert_eq!(sprite.frames[0].mask(128).count(), 24 * 20, "all of it is solid");
    }
    let frames = check("animation.apng", Format::Png, 3, 0).frames;
    let times: Vec<_> = frames.iter().map(|frame| frame.duration).collect();
    assert_eq!(times, [40, 50, 60].map(|ms| Some(Duration::from_millis(ms))));
}

#[test]
fn a_grid_cuts_them_all() {
    for name in ["baseline.jpg", "colors.bmp", "colors.tga"] {
        let options = Options { grid: Some((8, 10)), ..Options::default() };
        assert_eq!(load(data(name), &options).expect("a picture").frames.len(), 6, "{name}");
    }
}

/// Old games mark what is clear by a colour.
#[test]
fn a_colour_key_makes_them_clear() {
    for name in ["colors.bmp", "colors.tga"] {
        let frame = load(data(name), &Options::default()).expect("a picture").frames.remove(0);
        let seen = frame.image.pixels().filter(|pixel| pixel[..3] != [0, 0, 0]).count() as u64;
        let mask = frame.mask_by_key([0, 0, 0]);
        assert!(mask.count() == seen && seen > 100 && seen < 300, "{name}: {seen}");
    }
}

/// A bitmap with this header after the first 14 bytes.
fn bmp(header: &[u8], rest: &[u8]) -> Vec<u8> {
    let offset = (14 + header.len()) as u32;
    [b"BM\0\0\0\0\0\0\0\0", &offset.to_le_bytes()[..], header, rest].concat()
}

/// The header of Windows.
fn header(w: i32, h: i32, bits: u16, compression: u32) -> Vec<u8> {
    let mut header = [40_u32.to_le_bytes(), w.to_le_bytes(), h.to_le_bytes()].concat();
    header.extend_from_slice(&1_u16.to_le_bytes());
    header.extend_from_slice(&bits.to_le_bytes());
    header.extend_from_slice(&compression.to_le_bytes());
    header.resize(40, 0);
    header
}

fn pixels(bytes: &[u8]) -> Vec<[u8; 4]> {
    let sprite = decode(bytes, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    sprite.frames[0].image.pixels().collect()
}

#[test]
fn bitmaps_made_by_hand() {
    // Top down, 16 bits: five for each channel.
    let words = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let file = bmp(&header(2, -1, 16, 0), &words(&[0x7C00, 0x801F]));
    assert_eq!(pixels(&file), [[255, 0, 0, 255], [0, 0, 255, 255]]);
    // Channels by masks, with alpha in the header of 56 bytes.
    let mut long = header(2, 1, 32, 3);
    long[0] = 56;
    long.extend([0xFF_u32, 0xFF00, 0xFF_0000, 0xFF00_0000].into_iter().flat_map(u32::to_le_bytes));
    assert_eq!(pixels(&bmp(&long, &[1, 2, 3, 4, 5, 6, 7, 0])), [[1, 2, 3, 4], [5, 6, 7, 0]]);
    // The same masks behind a header of 40 bytes have no alpha. The pixels begin behind them.
    let masks: Vec<u8> = [0xF800_u32, 0x07E0, 0x001F].into_iter().flat_map(u32::to_le_bytes).collect();
    let mut file = bmp(&header(1, 1, 16, 3), &[masks, vec![0xE0, 0x07, 0, 0]].concat());
    file[10] = 14 + 40 + 12;
    assert_eq!(pixels(&file), [[0, 255, 0, 255]]);
    // OS/2: sizes of 16 bits, colours of three bytes.
    let mut old = 12_u32.to_le_bytes().to_vec();
    [3_u16, 2, 1, 4].iter().for_each(|number| old.extend_from_slice(&number.to_le_bytes()));
    let colors: Vec<u8> = (0..16).flat_map(|color| [color, 0, 10 * color]).collect();
    let mut file = bmp(&old, &[colors, vec![0x12, 0x30, 0, 0, 0x45, 0x60, 0, 0]].concat());
    file[10] = 14 + 12 + 48;
    let of = |color: u8| [10 * color, 0, color, 255];
    assert_eq!(pixels(&file), [4, 5, 6, 1, 2, 3].map(of));
}

#[test]
fn run_lengths_of_bitmaps() {
    let colors: Vec<u8> = (0..=255).flat_map(|color| [color, color, color, 0]).collect();
    let grey = |file: &[u8]| pixels(file).iter().map(|pixel| pixel[0]).collect::<Vec<u8>>();
    let file = |bits: u16, compression: u32, data: &[u8]| {
        let mut file = bmp(&header(5, 2, bits, compression), &[&colors[..4 << bits.min(8)], data].concat());
        file[10..14].copy_from_slice(&(14 + 40 + (4_u32 << bits)).to_le_bytes());
        file
    };
    // Three times 7, then 8 and 9; the row above is moved by two, and the end is marked.
    let data = [3, 7, 1, 8, 1, 9, 0, 0, 0, 2, 2, 0, 1, 5, 0, 1];
    assert_eq!(grey(&file(8, 1, &data)), [0, 0, 5, 0, 0, 7, 7, 7, 8, 9]);
    // An odd number of bytes is followed by one that means nothing. The end is missing.
    let data = [0, 3, 1, 2, 3, 99, 2, 4];
    assert_eq!(grey(&file(8, 1, &data)), [0, 0, 0, 0, 0, 1, 2, 3, 4, 4]);
    // Two indices in a byte, which take turns. What reaches out is cut off.
    let data = [3, 0x12, 0, 3, 0x34, 0x50, 0, 0, 200, 0x66];
    assert_eq!(grey(&file(4, 2, &data)), [6, 6, 6, 6, 6, 1, 2, 1, 3, 4]);
    assert!(decode(&file(8, 1, &[0, 9, 1]), &Options::default()).is_err());
}

/// A file of Targa: the kind, the bits, the descriptor, the size, and what is behind the header.
fn tga(kind: u8, bits: u8, descriptor: u8, [w, h]: [u16; 2], rest: &[u8]) -> Vec<u8> {
    let mut file = vec![0, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    file.extend([w, h].iter().flat_map(|side| side.to_le_bytes()));
    file.extend([bits, descriptor]);
    [&file[..], rest].concat()
}

#[test]
fn targas_made_by_hand() {
    let bgr = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    let (a, b, c, d) = ([3, 2, 1, 255], [6, 5, 4, 255], [9, 8, 7, 255], [12, 11, 10, 255]);
    for (descriptor, expected) in
        [(0x00, [c, d, a, b]), (0x20, [a, b, c, d]), (0x10, [d, c, b, a]), (0x30, [b, a, d, c])]
    {
        assert_eq!(pixels(&tga(2, 24, descriptor, [2, 2], &bgr)), expected, "{descriptor:#x}");
    }
    // Fourth bytes that are all 0 mean nothing if the header knows no alpha.
    assert_eq!(pixels(&tga(2, 32, 0x20, [1, 1], &[1, 2, 3, 0])), [[3, 2, 1, 255]]);
    assert_eq!(pixels(&tga(2, 32, 0x28, [1, 1], &[1, 2, 3, 0])), [[3, 2, 1, 0]]);
    // 16 bits: the highest is alpha only if the header says so.
    let word = 0b0_11111_00000_00001_u16.to_le_bytes();
    assert_eq!(pixels(&tga(2, 16, 0x20, [1, 1], &word)), [[255, 0, 8, 255]]);
    assert_eq!(pixels(&tga(2, 16, 0x21, [1, 1], &word)), [[255, 0, 8, 0]]);
    // Run lengths go on into the next row.
    let runs = [0x82, 7, 0x00, 9];
    assert_eq!(pixels(&tga(11, 8, 0x20, [2, 2], &runs)).map_grey(), [7, 7, 7, 9]);
    // A palette whose first colour has the number 5.
    let mut file = tga(1, 8, 0x20, [2, 1], &[1, 2, 3, 4, 5, 6, 6, 4]);
    file[1] = 1;
    file[3] = 5;
    file[5] = 2;
    file[7] = 24;
    assert_eq!(pixels(&file), [b, [0, 0, 0, 255]]);
    for (name, bytes) in [
        ("an icon", &[0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0][..]),
        ("a cursor", &[0, 0, 2, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 32, 0, 0, 0, 0]),
        ("a font", &[0, 1, 0, 0, 0, 12, 0, 128, 0, 3, 0, 64, 71, 83, 85, 66, 8, 0, 0]),
        ("no pixels", &tga(2, 24, 0, [0, 4], &[])),
        ("odd depth", &tga(2, 23, 0, [4, 4], &[0; 64])),
    ] {
        assert_ne!(Format::sniff(bytes), Some(Format::Tga), "{name}");
    }
}

trait Grey {
    fn map_grey(&self) -> Vec<u8>;
}

impl Grey for Vec<[u8; 4]> {
    fn map_grey(&self) -> Vec<u8> {
        self.iter().map(|pixel| pixel[0]).collect()
    }
}

/// QOI with every operation where it fits, as its specification describes the encoder.
fn qoi(image: &Image) -> Vec<u8> {
    let mut file = b"qoif".to_vec();
    file.extend_from_slice(&image.width().to_be_bytes());
    file.extend_from_slice(&image.height().to_be_bytes());
    file.extend_from_slice(&[4, 0]);
    let mut seen = [[0_u8; 4]; 64];
    let (mut last, mut run) = ([0, 0, 0, 255], 0);
    let place = |p: [u8; 4]| {
        let [r, g, b, a] = p.map(usize::from);
        (r * 3 + g * 5 + b * 7 + a * 11) % 64
    };
    for pixel in image.pixels() {
        if pixel == last {
            run += 1;
            if run == 62 {
                file.push(0xC0 | 61);
                run = 0;
            }
            continue;
        }
        if run > 0 {
            file.push(0xC0 | (run - 1));
            run = 0;
        }
        let by = |channel: usize| pixel[channel].wrapping_sub(last[channel]) as i8;
        let (dr, dg, db) = (by(0), by(1), by(2));
        let (rg, bg) = (dr.wrapping_sub(dg), db.wrapping_sub(dg));
        let small = |by: i8| (-2..2).contains(&by);
        if seen[place(pixel)] == pixel {
            file.push(place(pixel) as u8);
        } else if pixel[3] != last[3] {
            file.push(0xFF);
            file.extend_from_slice(&pixel);
        } else if small(dr) && small(dg) && small(db) {
            file.push(0x40 + (dr + 2) as u8 * 16 + (dg + 2) as u8 * 4 + (db + 2) as u8);
        } else if (-32..32).contains(&dg) && (-8..8).contains(&rg) && (-8..8).contains(&bg) {
            file.push(0x80 | (dg + 32) as u8);
            file.push((rg + 8) as u8 * 16 + (bg + 8) as u8);
        } else {
            file.push(0xFE);
            file.extend_from_slice(&pixel[..3]);
        }
        seen[place(pixel)] = pixel;
        last = pixel;
    }
    if run > 0 {
        file.push(0xC0 | (run - 1));
    }
    [&file[..], &[0, 0, 0, 0, 0, 0, 0, 1]].concat()
}

#[test]
fn qoi_of_random_pictures() {
    for seed in 0..100 {
        let mut random = Random(seed);
        let (w, h) = (1 + random.below(30) as u32, 1 + random.below(20) as u32);
        let mut rgba: Vec<u8> = Vec::new();
        let mut pixel = [0_u8, 0, 0, 255];
        for _ in 0..w * h {
            match random.below(6) {
                0 => {
                    pixel =
                        [random.next() as u8, random.next() as u8, random.next() as u8, random.next() as u8];
                }
                1 => pixel[..3]
                    .iter_mut()
                    .for_each(|channel| *channel = channel.wrapping_add(random.below(4) as u8)),
                2 => pixel[..3]
                    .iter_mut()
                    .for_each(|channel| *channel = channel.wrapping_sub(random.below(9) as u8)),
                3 if rgba.len() > 40 => pixel.copy_from_slice(&rgba[rgba.len() - 40..][..4]),
                _ => {}
            }
            rgba.extend_from_slice(&pixel);
        }
        let image = Image::from_rgba8(w, h, rgba).expect("a picture");
        let sprite =
            decode(&qoi(&image), &Options::default()).unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!((sprite.format, &sprite.frames[0].image), (Format::Qoi, &image), "{seed}");
    }
}

/// Every prefix and every changed byte gives a picture or an error, and no file takes more than it may.
#[test]
fn damaged_pictures() {
    let mut files: Vec<Vec<u8>> =
        ["progressive.jpg", "baseline.jpg", "palette.bmp", "alpha.bmp", "runs.tga", "alpha_runs.tga"]
            .map(|name| fs::read(data(name)).expect("a file"))
            .into();
    files.push(qoi(&Image::from_rgba8(9, 4, Random(5).bytes(144)).expect("a picture")));
    let mut random = Random(11);
    for file in &files {
        for len in (0..file.len()).step_by(7) {
            let _ = decode(&file[..len], &Options::default());
        }
        for _ in 0..300 {
            let mut changed = file.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(changed.len() as u64) as usize;
                changed[at] = random.next() as u8;
            }
            let _ = decode(
                &changed,
                &Options {
                    limits: Limits { max_pixels: 1 << 20, ..Limits::default() },
                    ..Options::default()
                },
            );
        }
        let limits = Limits { max_pixels: 20, ..Limits::default() };
        let error = decode(file, &Options { limits, ..Options::default() }).expect_err("too many pixels");
        assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Pixels, .. }), "{error}");
    }
    let huge = bmp(&header(i32::MAX, i32::MIN, 24, 0), &[0; 9]);
    assert!(matches!(
        decode(&huge, &Options::default()).expect_err("huge").kind(),
        ErrorKind::TooLarge { .. }
    ));
}

/// What is not read is named, and what to do is said.
#[test]
fn other_files_are_named() {
    for (bytes, sentence) in [
        (&b"8BPS\0\x01"[..], "is a Photoshop file: export it as a PNG"),
        (b"\0\0\0\x1Cftypavif", "is an AVIF: export it as a PNG"),
        (b"PK\x03\x04", "is a ZIP archive: unpack it first"),
        (
            b"version https://git-lfs.github.com/spec/v1\n",
            "is a pointer of Git LFS: fetch the file itself with `git lfs pull`",
        ),
        (
            b"<?xml version='1.0'?><svg width='1' height='1'/>",
            "is an SVG, whose pixels are not read: export it as a PNG",
        ),
        (
            b"<?xml version='1.0'?>\n<tileset version='1.10'>",
            "is a tile set of Tiled: name a map that uses it, or its picture with a grid",
        ),
        (b"<template></template>", "is a template of Tiled: name a map that uses it"),
        (b"<!DOCTYPE html>\n<html>", "is a web page: it may be the answer of a server instead of the file"),
        (b"[gd_scene format=3]", "is a file of Godot: name the picture that it is about"),
    ] {
        let error = decode(bytes, &Options::default()).expect_err("it is not read");
        assert_eq!(error.to_string(), sentence);
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (json, sentence) in [
        (
            r#"{"maps": [{"fileName": "a.tmx", "x": 0}], "type": "world"}"#,
            "is a world of Tiled: name one of its maps",
        ),
        (
            r#"{"columns": 2, "tilewidth": 8, "tileheight": 8, "type": "tileset"}"#,
            "is a tile set of Tiled: name a map that uses it, or its picture with a grid",
        ),
        (r#"{"object": {"gid": 3}, "type": "template"}"#, "is a template of Tiled: name a map that uses it"),
        (
            r#"{"__header__": {"fileType": "LDtk Level JSON"}, "layerInstances": []}"#,
            "is a level of an LDtk project: name the project, an .ldtk file",
        ),
        (
            r#"{"$schema": "http://json-schema.org/draft-07/schema#", "required": ["defs", "jsonVersion"]}"#,
            "is a JSON schema: name a file that follows it",
        ),
        (r#"{"skeleton": {"spine": "4.1"}, "bones": []}"#, "is a skeleton of Spine: name its .atlas"),
    ] {
        let file = folder.path().join("file.json");
        fs::write(&file, json).expect("a file");
        let error = load(&file, &Options::default()).expect_err("it is not read").to_string();
        assert_eq!(error.split_once(".json: ").expect("it names the file").1, sentence);
    }
}
