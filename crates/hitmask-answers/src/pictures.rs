//! The pictures that the questions are about: masks and alphas, each a line of `pictures.jsonl`.

use hitmask::{AlphaMask, Mask};
use hitmask_oracle::world::Book;
use hitmask_oracle::{AlphaGrid, Grid};
use hitmask_scenes::{Random, shapes};
use serde::{Deserialize, Serialize};

pub(crate) const FILE: &str = "pictures";

/// The pictures by their numbers, counted from 0.
#[derive(Debug)]
pub struct Pictures {
    all: Vec<Picture>,
    /// The number of the first picture of alphas. The pictures before it are bits.
    first_alpha: usize,
    /// The same in the oracle's form.
    pub(crate) book: Book,
}

#[derive(Debug)]
pub(crate) enum Picture {
    Bits(Mask),
    Alpha(AlphaMask),
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    w: u32,
    h: u32,
    /// Rows of whole bytes, the leftmost pixel in the highest bit, two hex digits a byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bits: Option<String>,
    /// A byte a pixel, two hex digits a byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alpha: Option<String>,
}

/// Widths and heights just below, at and above multiples of the word size.
const SIDES: [u32; 16] = [1, 2, 5, 8, 13, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100];

impl Pictures {
    /// Makes the pictures. They are the same on every run.
    #[must_use]
    pub(crate) fn drawn() -> Pictures {
        let random = &mut Random::new(2005);
        let mut all = vec![
            Mask::new(0, 0),
            Mask::new(7, 0),
            Mask::new(0, 3),
            Mask::new(9, 9),
            Mask::filled(1, 1),
            Mask::filled(16, 16),
            Mask::filled(64, 3),
            Mask::filled(70, 20),
            shapes::disc(12, 12),
            shapes::disc(40, 40),
            shapes::ring(33, 29, 0.6),
            shapes::ring(64, 64, 0.8),
            shapes::comb(48, 20),
            shapes::spiral(32, 32),
            shapes::spiral(65, 60),
            shapes::thin_l(17, 64),
            shapes::interleaved(32, 20, 2),
            shapes::interleaved(32, 20, 3),
            shapes::sprite(64, 64, 7),
            shapes::sprite(100, 90, 8),
            shapes::blob(130, 24, 9),
            shapes::blob(20, 129, 10),
        ];
        for seed in 0..26 {
            let mut side = || SIDES[random.below(SIDES.len() as u32) as usize];
            let (w, h) = (side(), side());
            all.push(match seed % 5 {
                0 => shapes::noise(w, h, seed, 500),
                1 => shapes::noise(w, h, seed, 40),
                2 => shapes::noise(w, h, seed, 950),
                3 => shapes::blob(w, h, seed),
                _ => shapes::ring(w, h, 0.5),
            });
        }
        let mut all: Vec<Picture> = all.into_iter().map(Picture::Bits).collect();
        for (w, h) in [(1, 1), (9, 7), (16, 16), (24, 31), (33, 20), (40, 40), (13, 50), (65, 12)] {
            let (soft, lines) = (random.below(2) == 0, random.below(8) + 3);
            let mut alpha = |x: u32, y: u32| {
                let edge = x.min(y).min(w - 1 - x).min(h - 1 - y);
                let inside = if soft { (edge * 40).min(255) } else { 127 + random.below(2) };
                if (x + 3 * y).is_multiple_of(lines) { random.below(256) as u8 } else { inside as u8 }
            };
            all.push(Picture::Alpha(AlphaMask::from_fn(w, h, &mut alpha)));
        }
        Pictures::of(all)
    }

    fn of(all: Vec<Picture>) -> Pictures {
        let mut book = Book::default();
        for picture in &all {
            match picture {
                Picture::Bits(mask) => book.bits(grid_of(mask)),
                Picture::Alpha(alpha) => {
                    let (w, h) = (alpha.width() as usize, alpha.height() as usize);
                    book.alphas(AlphaGrid { w, h, alpha: alpha.as_bytes().to_vec() })
                }
            };
        }
        let first_alpha =
            all.iter().position(|picture| matches!(picture, Picture::Alpha(_))).unwrap_or(all.len());
        Pictures { all, first_alpha, book }
    }

    /// The numbers of the pictures that hold bits.
    pub(crate) fn bits(&self) -> std::ops::Range<usize> {
        0..self.first_alpha
    }

    /// The numbers of the pictures that hold alphas.
    pub(crate) fn alphas(&self) -> std::ops::Range<usize> {
        self.first_alpha..self.all.len()
    }

    /// The mask of a picture.
    pub(crate) fn mask(&self, number: usize) -> &Mask {
        match &self.all[number] {
            Picture::Bits(mask) => mask,
            Picture::Alpha(_) => panic!("picture {number} holds alphas, not bits"),
        }
    }

    /// The alphas of a picture.
    pub(crate) fn alpha(&self, number: usize) -> &AlphaMask {
        match &self.all[number] {
            Picture::Alpha(alpha) => alpha,
            Picture::Bits(_) => panic!("picture {number} holds bits, not alphas"),
        }
    }

    /// The same mask in the oracle's form.
    pub(crate) fn grid(&self, number: usize) -> Grid {
        Grid::clone(self.book.grid(number))
    }

    /// The same alphas in the oracle's form.
    pub(crate) fn alpha_grid(&self, number: usize) -> AlphaGrid {
        AlphaGrid::clone(self.book.alpha(number))
    }

    pub(crate) fn to_lines(&self) -> Vec<String> {
        let line = |picture: &Picture| match picture {
            Picture::Bits(mask) => {
                Line { w: mask.width(), h: mask.height(), bits: Some(bits_of(mask)), alpha: None }
            }
            Picture::Alpha(alpha) => {
                Line { w: alpha.width(), h: alpha.height(), bits: None, alpha: Some(hex(alpha.as_bytes())) }
            }
        };
        self.all
            .iter()
            .map(|picture| serde_json::to_string(&line(picture)).expect("a line is JSON"))
            .collect()
    }

    /// Reads the lines of the file.
    ///
    /// # Panics
    /// If a line is not a picture.
    #[must_use]
    pub(crate) fn from_lines(lines: &[String]) -> Pictures {
        let read = |(number, line): (usize, &String)| {
            let bad = |why: String| -> ! { panic!("{FILE}.jsonl:{}: {why}", number + 1) };
            let Line { w, h, bits, alpha } =
                serde_json::from_str(line).unwrap_or_else(|error| bad(error.to_string()));
            match (bits, alpha) {
                (Some(bits), None) => Mask::from_bytes(w, h, &unhex(&bits)).map(Picture::Bits),
                (None, Some(alpha)) => AlphaMask::from_alpha(w, h, &unhex(&alpha)).map(Picture::Alpha),
                _ => bad("a picture has either `bits` or `alpha`".to_owned()),
            }
            .unwrap_or_else(|error| bad(error.to_string()))
        };
        Pictures::of(lines.iter().enumerate().map(read).collect())
    }
}

/// A mask's pixels in the form of the files.
pub(crate) fn bits_of(mask: &Mask) -> String {
    hex(&mask.to_bytes())
}

/// Pixel by pixel.
pub(crate) fn grid_of(mask: &Mask) -> Grid {
    let (w, h) = mask.size();
    Grid::from_fn(w as usize, h as usize, |x, y| mask.get((x as i32, y as i32)))
}

/// The oracle's pixels in the form of the files. Does not use the library.
pub(crate) fn bits_of_grid(grid: &Grid) -> String {
    let mut bytes = vec![0_u8; grid.w.div_ceil(8) * grid.h];
    for (x, y) in grid.points() {
        bytes[y as usize * grid.w.div_ceil(8) + x as usize / 8] |= 0x80 >> (x % 8);
    }
    hex(&bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digit =
        |byte: u8| char::from(byte).to_digit(16).unwrap_or_else(|| panic!("{text:?} is not hex")) as u8;
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    assert!(rest.is_empty(), "an odd number of hex digits");
    pairs.iter().map(|&[high, low]| digit(high) << 4 | digit(low)).collect()
}
