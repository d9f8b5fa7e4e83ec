//! PNG: every colour type and depth, interlaced or not, with palettes and transparent colours. The test computes the expected pixels
//! itself.

use crate::common::{Png, Random};
use hitmask_assets::{ErrorKind, Format, Image, Options, decode, encode_png};

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
