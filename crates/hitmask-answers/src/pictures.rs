//! The pictures that the questions are about: masks and alphas, each a line of `pictures.jsonl`.

use hitmask::{AlphaMask, Mask};
use hitmask_oracle::world::Book;
use hitmask_oracle::{AlphaGrid, Grid};
use serde::Deserialize;

pub(crate) const FILE: &str = "pictures";

/// The pictures by their numbers, counted from 0.
#[derive(Debug)]
pub struct Pictures {
    all: Vec<Picture>,
    /// The same in the oracle's form.
    pub(crate) book: Book,
}

#[derive(Debug)]
pub(crate) enum Picture {
    Bits(Mask),
    Alpha(AlphaMask),
}

/// A line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    w: u32,
    h: u32,
    /// Rows of whole bytes, the leftmost pixel in the highest bit, two hex digits a byte.
    bits: Option<String>,
    /// A byte a pixel, two hex digits a byte.
    alpha: Option<String>,
}

impl Pictures {
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
        Pictures { all, book }
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

pub(crate) fn unhex(text: &str) -> Vec<u8> {
    let digit =
        |byte: u8| char::from(byte).to_digit(16).unwrap_or_else(|| panic!("{text:?} is not hex")) as u8;
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    assert!(rest.is_empty(), "an odd number of hex digits");
    pairs.iter().map(|&[high, low]| digit(high) << 4 | digit(low)).collect()
}
