//! PNG: every colour type and depth, interlaced or not, with palettes and transparent colours. The test computes the expected pixels
//! itself.

use crate::common::{Png, Random, zlib};
use hitmask_assets::{ErrorKind, Format, Image, Limit, Limits, Options, decode, encode_png};

const GRAY: u8 = 0;
const RGB: u8 = 2;
const PALETTE: u8 = 3;
const GRAY_ALPHA: u8 = 4;
const RGBA: u8 = 6;

/// Every combination that the format allows.
const KINDS: [(u8, u8); 15] = [
    (GRAY, 1),
    (GRAY, 2),
    (GRAY, 4),
    (GRAY, 8),
    (GRAY, 16),
    (RGB, 8),
    (RGB, 16),
    (PALETTE, 1),
    (PALETTE, 2),
    (PALETTE, 4),
    (PALETTE, 8),
    (GRAY_ALPHA, 8),
    (GRAY_ALPHA, 16),
    (RGBA, 8),
    (RGBA, 16),
];

fn samples(color_type: u8) -> usize {
    match color_type {
        GRAY | PALETTE => 1,
        GRAY_ALPHA => 2,
        RGB => 3,
        _ => 4,
    }
}

/// First pixel and step of each pass of an interlaced picture, x before y.
const PASSES: [(usize, usize, usize, usize); 7] =
    [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];

/// A picture of samples, `samples(color_type)` for each pixel.
struct Picture {
    width: usize,
    height: usize,
    color_type: u8,
    depth: u8,
    samples: Vec<u16>,
}

impl Picture {
    fn random(random: &mut Random, width: usize, height: usize, (color_type, depth): (u8, u8)) -> Picture {
        let len = width * height * samples(color_type);
        let most = (1_u64 << depth) - 1;
        // Extreme values are frequent, so that transparent colours occur.
        let sample = |random: &mut Random| match random.below(4) {
            0 => 0,
            1 => most as u16,
            _ => random.below(most + 1) as u16,
        };
        let samples = (0..len).map(|_| sample(random)).collect();
        Picture { width, height, color_type, depth, samples }
    }

    fn pixel(&self, x: usize, y: usize) -> &[u16] {
        let n = samples(self.color_type);
        &self.samples[(y * self.width + x) * n..][..n]
    }

    /// Rows of filter type 0.
    fn raw(&self, interlaced: bool) -> Vec<u8> {
        let passes = if interlaced { &PASSES[..] } else { &[(0, 0, 1, 1)] };
        let mut raw = Vec::new();
        for &(left, top, dx, dy) in passes {
            if left >= self.width {
                continue;
            }
            for y in (top..self.height).step_by(dy) {
                raw.push(0);
                let (mut byte, mut bits) = (0_u32, 0);
                for &sample in (left..self.width).step_by(dx).flat_map(|x| self.pixel(x, y)) {
                    if self.depth == 16 {
                        raw.extend_from_slice(&sample.to_be_bytes());
                        continue;
                    }
                    byte = byte << self.depth | u32::from(sample);
                    bits += self.depth;
                    if bits == 8 {
                        raw.push(byte as u8);
                        (byte, bits) = (0, 0);
                    }
                }
                if bits > 0 {
                    raw.push((byte << (8 - bits)) as u8);
                }
            }
        }
        raw
    }

    /// The expected pixels. `transparent` is the colour that is clear; `palette` has red, green, blue and alpha.
    fn expected(&self, transparent: Option<&[u16]>, palette: &[[u8; 4]]) -> Vec<[u8; 4]> {
        let most = (1_u32 << self.depth) - 1;
        // Small depths are scaled to 0..255; 16-bit samples keep their high byte.
        let byte = |sample: u16| {
            if self.depth == 16 { (sample >> 8) as u8 } else { (u32::from(sample) * 255 / most) as u8 }
        };
        let color = |pixel: &[u16]| {
            let opaque = if transparent == Some(pixel) { 0 } else { 255 };
            match *pixel {
                [index] if self.color_type == PALETTE => palette[usize::from(index)],
                [v] => [byte(v), byte(v), byte(v), opaque],
                [v, a] => [byte(v), byte(v), byte(v), byte(a)],
                [r, g, b] => [byte(r), byte(g), byte(b), opaque],
                [r, g, b, a] => [byte(r), byte(g), byte(b), byte(a)],
                _ => unreachable!("a pixel has one to four samples"),
            }
        };
        self.samples.chunks_exact(samples(self.color_type)).map(color).collect()
    }
}

#[test]
fn every_kind_of_picture() {
    let mut cases = 0;
    for seed in 0..4_u64 {
        for kind in KINDS {
            for (width, height) in [(1, 1), (3, 2), (5, 9), (8, 8), (13, 7), (33, 17)] {
                for interlaced in [false, true] {
                    for with_transparency in [false, true] {
                        let mut random = Random(seed);
                        let picture = Picture::random(&mut random, width, height, kind);
                        check(&picture, interlaced, with_transparency, &mut random, seed);
                        cases += 1;
                    }
                }
            }
        }
    }
    assert_eq!(cases, 4 * 15 * 6 * 2 * 2);
}

fn check(picture: &Picture, interlaced: bool, with_transparency: bool, random: &mut Random, seed: u64) {
    let Picture { width, height, color_type, depth, .. } = *picture;
    let mut png = Png::new(width as u32, height as u32, depth, color_type, interlaced);
    let mut palette = Vec::new();
    let mut transparent = None;
    if color_type == PALETTE {
        palette = (0..1 << depth)
            .map(|_| random.next().to_be_bytes())
            .map(|[r, g, b, ..]| [r, g, b, 255])
            .collect();
        let rgb: Vec<u8> = palette.iter().flat_map(|color: &[u8; 4]| color[..3].to_vec()).collect();
        png = png.chunk(b"PLTE", &rgb);
        if with_transparency {
            // Some of the colours have an alpha; the others are opaque.
            let some = 1 + random.below(palette.len() as u64) as usize;
            let alphas = random.bytes(some);
            alphas.iter().zip(&mut palette).for_each(|(&alpha, color)| color[3] = alpha);
            png = png.chunk(b"tRNS", &alphas);
        }
    } else if with_transparency && matches!(color_type, GRAY | RGB) {
        let clear = picture.pixel(random.below(width as u64) as usize, random.below(height as u64) as usize);
        let bytes: Vec<u8> = clear.iter().flat_map(|sample| sample.to_be_bytes()).collect();
        png = png.chunk(b"tRNS", &bytes);
        transparent = Some(clear);
    }
    let file = png.finish(&picture.raw(interlaced));
    let what = format!(
        "seed {seed}, {width}x{height}, type {color_type}, depth {depth}, interlaced {interlaced}, tRNS {with_transparency}"
    );
    let sprite = decode(&file, &Options::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let image = &sprite.frames[0].image;
    assert_eq!(sprite.format, Format::Png);
    assert_eq!((image.width() as usize, image.height() as usize), (width, height), "{what}");
    let pixels: Vec<_> = image.pixels().collect();
    assert_eq!(pixels, picture.expected(transparent, &palette), "{what}");
}

#[test]
fn palettes_of_a_wrong_length() {
    for len in [1, 2, 4, 53, 767, 769, 3 * 257, 3000] {
        for color_type in [PALETTE, RGB, RGBA] {
            let file = Png::new(1, 1, 8, color_type, false).chunk(b"PLTE", &vec![9; len]);
            let file = file.finish(&[0; 5][..1 + samples(color_type)]);
            let error = decode(&file, &Options::default()).expect_err("a wrong palette");
            assert!(
                matches!(error.kind(), ErrorKind::Corrupt { format: Format::Png, .. }),
                "{len}: {error:?}"
            );
        }
    }
}

#[test]
fn sixteen_bit_alpha_keeps_its_high_byte() {
    let raw = [&[0], &[0, 0, 0x7F, 0xFF][..], &[0, 0, 0x80, 0x00]].concat();
    let file = Png::new(2, 1, 16, GRAY_ALPHA, false).finish(&raw);
    let frame = decode(&file, &Options::default()).expect("a picture").frames.remove(0);
    assert_eq!(frame.alpha().as_bytes(), [127, 128]);
    assert_eq!(frame.mask(128).count(), 1);
}

/// Only as many bits of a transparent grey count as a sample has: libpng ignores the others.
#[test]
fn bits_of_a_transparent_colour_above_the_depth_do_not_count() {
    for (depth, raw, alphas) in [
        (1, &[0b0100_0000][..], &[255, 0, 255][..]),
        (2, &[0b0001_1000], &[255, 0, 255]),
        (4, &[0x01, 0xF0], &[255, 0, 255]),
        (8, &[0x10, 0x01, 0x11], &[255, 0, 255]),
    ] {
        let raw = [&[0], raw].concat();
        for grey in [0x0001_u16, 0x0100 | 1, 0xFF00 | (0xFF << depth & 0xFF) | 1] {
            let png = Png::new(3, 1, depth, GRAY, false).chunk(b"tRNS", &grey.to_be_bytes());
            let frame = decode(&png.finish(&raw), &Options::default()).expect("a picture").frames.remove(0);
            assert_eq!(frame.alpha().as_bytes(), alphas, "depth {depth}, {grey:#x}");
        }
    }
    // A chunk with a wrong checksum is skipped, if a picture can be shown without it.
    let mut file = Png::new(3, 1, 1, GRAY, false).chunk(b"tRNS", &[0xFF; 2]).finish(&[0, 0]);
    let at = file.windows(4).position(|name| name == b"tRNS").expect("it has one");
    file[at + 4] ^= 1;
    let frame = decode(&file, &Options::default()).expect("a picture").frames.remove(0);
    assert_eq!(frame.alpha().as_bytes(), [255; 3]);
}

#[test]
fn errors_are_in_words() {
    let said = |file: &[u8]| decode(file, &Options::default()).expect_err("damaged").to_string();
    let file = Png::new(2, 2, 8, GRAY, false).finish(&[0, 1, 2, 0, 3, 4]);
    assert_eq!(said(&file[..file.len() - 30]), "damaged PNG: it ends too early");
    assert_eq!(
        said(&Png::new(2, 2, 8, GRAY, false).finish(&[0, 1])),
        "damaged PNG: its pixels end too early"
    );
    let noise = Png::new(2, 2, 8, GRAY, false).chunk(b"IDAT", &[0xFF; 9]).chunk(b"IEND", &[]);
    assert_eq!(said(&noise.0), "damaged PNG: its compressed pixels are damaged");
    let mut changed = Png::new(2, 2, 8, GRAY, false).finish(&[0, 1, 2, 0, 3, 4]);
    changed[20] ^= 1;
    assert_eq!(said(&changed), "damaged PNG: the checksum of its IHDR chunk is wrong: a byte has changed");
    let mut early = Png::new(2, 2, 8, GRAY, false);
    early.0.truncate(8);
    let early = early.chunk(b"PLTE", &[0; 3]).finish(&[]);
    assert_eq!(said(&early), "damaged PNG: PLTE chunk appeared before IHDR chunk");
}

/// A frame of an animation: its place, what is done with it, its time, and its bytes as four samples a pixel.
struct Part {
    place: [u32; 4],
    delay: [u16; 2],
    dispose: u8,
    blend: u8,
    pixels: Picture,
}

/// An animation in which the default picture is its first frame, or no frame of it.
fn animated(size: [u32; 2], parts: &[Part], default: Option<&Picture>, interlaced: bool) -> Vec<u8> {
    let mut sequence = 0_u32;
    let mut next = || {
        sequence += 1;
        (sequence - 1).to_be_bytes()
    };
    let mut png = Png::new(size[0], size[1], 8, RGBA, interlaced);
    png = png.chunk(b"acTL", &[(parts.len() as u32).to_be_bytes(), [0; 4]].concat());
    if let Some(default) = default {
        png = png.chunk(b"IDAT", &zlib(&default.raw(interlaced)));
    }
    for (number, part) in parts.iter().enumerate() {
        let [x, y, w, h] = part.place;
        let mut control = next().to_vec();
        [w, h, x, y].iter().for_each(|number| control.extend_from_slice(&number.to_be_bytes()));
        part.delay.iter().for_each(|number| control.extend_from_slice(&number.to_be_bytes()));
        control.extend_from_slice(&[part.dispose, part.blend]);
        png = png.chunk(b"fcTL", &control);
        let data = zlib(&part.pixels.raw(interlaced));
        png = if number == 0 && default.is_none() {
            png.chunk(b"IDAT", &data)
        } else {
            png.chunk(b"fdAT", &[&next()[..], &data].concat())
        };
    }
    png.chunk(b"IEND", &[]).0
}

#[test]
fn animations_have_frames_and_times() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let size = [1 + random.below(9) as u32, 1 + random.below(9) as u32];
        let interlaced = random.below(2) == 1;
        let picture = |random: &mut Random, w: u32, h: u32| {
            let mut picture = Picture::random(random, w as usize, h as usize, (RGBA, 8));
            // Alphas between 0 and 255 are blended, which has tests of its own.
            picture.samples.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255 * (*alpha & 1));
            picture
        };
        let count = 1 + random.below(5);
        let parts: Vec<Part> = (0..count)
            .map(|number| {
                let side = |random: &mut Random, most: u32| {
                    let len = 1 + random.below(u64::from(most)) as u32;
                    (random.below(u64::from(most - len) + 1) as u32, len)
                };
                let ((x, w), (y, h)) = (side(&mut random, size[0]), side(&mut random, size[1]));
                let place = if number == 0 { [0, 0, size[0], size[1]] } else { [x, y, w, h] };
                Part {
                    place,
                    delay: [random.below(300) as u16, random.below(3) as u16 * 50],
                    dispose: random.below(3) as u8,
                    blend: random.below(2) as u8,
                    pixels: picture(&mut random, place[2], place[3]),
                }
            })
            .collect();
        let default = (random.below(3) == 0).then(|| picture(&mut random, size[0], size[1]));
        let file = animated(size, &parts, default.as_ref(), interlaced);
        let sprite = decode(&file, &Options::default()).unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!((sprite.format, sprite.frames.len()), (Format::Png, parts.len()), "{seed}");
        let mut canvas = vec![[0_u8; 4]; (size[0] * size[1]) as usize];
        for (number, (part, frame)) in parts.iter().zip(&sprite.frames).enumerate() {
            let before = canvas.clone();
            let [x, y, w, h] = part.place;
            let inside = (0..h).flat_map(|row| (0..w).map(move |column| (column, row)));
            let at = |column: u32, row: u32| ((y + row) * size[0] + x + column) as usize;
            for (column, row) in inside.clone() {
                let pixel = part.pixels.pixel(column as usize, row as usize);
                let pixel = [0, 1, 2, 3].map(|channel| pixel[channel] as u8);
                if part.blend == 0 || pixel[3] == 255 {
                    canvas[at(column, row)] = pixel;
                }
            }
            let seen: Vec<[u8; 4]> = frame.image.pixels().collect();
            assert_eq!(seen, canvas, "seed {seed}, frame {number}, interlaced {interlaced}");
            let parts = if part.delay[1] == 0 { 100 } else { part.delay[1] };
            let nanos = u64::from(part.delay[0]) * 1_000_000_000 / u64::from(parts);
            assert_eq!(frame.duration.map(|time| time.as_nanos() as u64), Some(nanos));
            for (column, row) in inside {
                match part.dispose {
                    1 => canvas[at(column, row)] = [0; 4],
                    2 => canvas[at(column, row)] = before[at(column, row)],
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn damaged_animations_are_refused() {
    let picture = |w| Picture { width: w, height: 2, color_type: RGBA, depth: 8, samples: vec![9; 8 * w] };
    let part = |w: u32| Part {
        place: [0, 0, w, 2],
        delay: [1, 10],
        dispose: 0,
        blend: 0,
        pixels: picture(w as usize),
    };
    let good = animated([3, 2], &[part(3), part(2)], None, false);
    assert_eq!(decode(&good, &Options::default()).expect("two frames").frames.len(), 2);
    let cut = decode(&good[..good.len() - 30], &Options::default()).expect_err("it is cut");
    assert!(matches!(cut.kind(), ErrorKind::Corrupt { format: Format::Png, .. }), "{cut}");
    let outside = animated([3, 2], &[part(3), part(4)], None, false);
    assert!(decode(&outside, &Options::default()).is_err());
    let limits = Limits { max_frames: 1, ..Limits::default() };
    let error = decode(&good, &Options { limits, ..Options::default() }).expect_err("two frames");
    assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Frames, claimed: 2, .. }), "{error}");
    let limits = Limits { max_pixels: 11, ..Limits::default() };
    let error = decode(&good, &Options { limits, ..Options::default() }).expect_err("twelve pixels");
    assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Pixels, claimed: 12, .. }), "{error}");
}

/// Two 16-bit colours that differ only in the low byte. One of them is the transparent colour.
#[test]
fn a_transparent_colour_is_compared_in_full_depth() {
    let raw = [&[0], &[0x12, 0x34][..], &[0x12, 0x35]].concat();
    let file = Png::new(2, 1, 16, GRAY, false).chunk(b"tRNS", &[0x12, 0x34]).finish(&raw);
    let frame = decode(&file, &Options::default()).expect("a picture").frames.remove(0);
    assert_eq!(frame.alpha().as_bytes(), [0, 255]);
}

#[test]
fn what_is_encoded_decodes_to_the_same() {
    let mut random = Random(7);
    for (width, height) in [(1, 1), (17, 5), (64, 3)] {
        let image =
            Image::from_rgba8(width, height, random.bytes((4 * width * height) as usize)).expect("a picture");
        let frame = decode(&encode_png(&image), &Options::default()).expect("a picture").frames.remove(0);
        assert_eq!(frame.image, image);
    }
}
