//! Builds the [`Field`] of a mask from the exact distance transforms of two masks of cells: cells with any solid pixel, and full cells.

use alloc::vec::Vec;
use core::ops::{BitAnd, BitOr};

use super::distance::BorderMode;
use super::morphology::StructuringElement;
use crate::geom::{Extent, Rect};
use crate::mask::Mask;
use crate::mask::kept::{Field, UNITS};

/// The largest number of cells along the longer side. More cells would use more memory than they save work.
const MOST_CELLS: u64 = 192;

impl Mask {
    /// Lower bounds of the distances to solid and to clear pixels. None without `std`, where they are not kept.
    #[inline]
    pub(crate) fn field(&self) -> Option<&Field> {
        self.kept_field(|| field_of(self))
    }
}

/// Takes O(pixels / 64 + cells).
fn field_of(mask: &Mask) -> Field {
    let bounds = mask.bounds().map_or(Extent::EMPTY, |bounds| bounds.extent());
    let longer = (bounds.x1 - bounds.x0).max(bounds.y1 - bounds.y0) as u64;
    let shift = longer.div_ceil(MOST_CELLS).max(1).next_power_of_two().trailing_zeros();
    // Cells with a solid pixel, and cells with solid pixels only.
    let inside = mask.crop(bounds.to_rect().unwrap_or_default());
    let cells = |join: fn(u64, u64) -> u64| (0..shift).fold(inside.clone(), |cells, _| halved(&cells, join));
    let (some, full) = (cells(BitOr::bitor), cells(BitAnd::bitand));
    let (w, h) = some.size();
    // Growing the cells by one turns the distance between centres into a lower bound for the distance between squares.
    let grown = some.grow(1, StructuringElement::Box).0.crop(Rect::new(1, 1, w, h));
    let (out, depth) = (
        grown.distance_to_solid(),
        full.shrink(1, StructuringElement::Box).0.distance_to_clear(BorderMode::Ignored),
    );
    let unit = (UNITS * UNITS) << (2 * shift);
    let bound = |squared: u32| i16::try_from((u64::from(squared) * unit).isqrt()).unwrap_or(i16::MAX);
    let cells = match (out.squared(), depth.squared()) {
        (Some(out), Some(depth)) => {
            out.iter().zip(depth).map(|(&out, &depth)| bound(out) - bound(depth)).collect()
        }
        _ => Vec::new(),
    };
    Field::new(bounds, shift, w, cells)
}

/// A mask of half the size. `join` combines the four pixels from (2 x, 2 y) on into one, bit by bit. Pixels beyond the edges are clear.
fn halved(mask: &Mask, join: impl Fn(u64, u64) -> u64) -> Mask {
    let (w, h) = mask.size();
    let half = Mask::from_words(w.div_ceil(2), h.div_ceil(2), &mut |column, y| {
        let of_64 = |x: i64| {
            let (above, below) = (mask.window(x, i64::from(2 * y)), mask.window(x, i64::from(2 * y) + 1));
            let rows = join(above, below);
            even_bits(join(rows, rows >> 1))
        };
        let x = i64::from(column) * 128;
        of_64(x) | of_64(x + 64) << 32
    });
    half.expect("half of a mask is within the limits")
}

/// The even bits, side by side (H. S. Warren, "Hacker's Delight", 2002, section 7-2).
fn even_bits(word: u64) -> u64 {
    let word = word & 0x5555_5555_5555_5555;
    let word = (word | word >> 1) & 0x3333_3333_3333_3333;
    let word = (word | word >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    let word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF;
    let word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    (word | word >> 16) & 0xFFFF_FFFF
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks at every quarter pixel in and around a mask that the bound is not too large.
    #[test]
    fn bounds_hold() {
        for (w, h, rule) in
            [(1u32, 1u32, 0u32), (10, 8, 0), (11, 9, 0), (9, 7, 1), (40, 40, 2), (300, 20, 1), (500, 6, 3)]
        {
            let mask = Mask::from_fn(w, h, |x, y| match rule {
                0 => true,
                1 => (x * 7 + y * 3) % 11 < 4,
                2 => x.abs_diff(20).pow(2) + y.abs_diff(18).pow(2) < 300,
                _ => x > 3 && x < 480 && y > 0,
            });
            let field = field_of(&mask);
            let bounds = mask.bounds().unwrap();
            let near = |x: f64, low: i32| (f64::from(low) - x).max(x - f64::from(low) - 1.0).max(0.0);
            for i in -20..(w as i32 * 4 + 20).min(400) {
                for j in -20..h as i32 * 4 + 20 {
                    let (u, v) = (f64::from(i) / 4.0 + 0.1, f64::from(j) / 4.0 + 0.1);
                    let to = |solid: bool| {
                        let (x0, y0) = (u.floor() as i32, v.floor() as i32);
                        let reach = 24;
                        (y0 - reach..=y0 + reach)
                            .flat_map(|y| (x0 - reach..=x0 + reach).map(move |x| (x, y)))
                            .filter(|&p| mask.get(p) == solid)
                            .map(|(x, y)| near(u, x).hypot(near(v, y)))
                            .fold(f64::from(reach), f64::min)
                    };
                    let (signed, beyond) = field.at([u as f32; 4], [v as f32; 4]);
                    let (signed, beyond) = (f64::from(signed[0]), f64::from(beyond[0]));
                    if signed > 0.0 {
                        assert!(signed.min(24.0) <= to(true) + 1e-4, "{bounds:?} {u} {v}");
                    }
                    if beyond == 0.0 && signed < 0.0 {
                        assert!((-signed).min(24.0) <= to(false) + 1e-4, "{bounds:?} {u} {v}");
                    }
                    assert!(beyond.sqrt().min(24.0) <= to(true) + 1e-4, "{bounds:?} {u} {v}");
                }
            }
        }
    }

    #[test]
    fn halves_have_a_pixel_for_four() {
        for (w, h) in [(1u32, 1u32), (2, 2), (3, 5), (64, 4), (65, 3), (127, 2), (128, 7), (301, 6)] {
            let mask = Mask::from_fn(w, h, |x, y| (x * 5 + y * 3 + x / 7) % 4 > 0);
            let of_four = |x: u32, y: u32| {
                let (x, y) = (2 * x as i32, 2 * y as i32);
                [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|p| mask.get(p))
            };
            let half = (w.div_ceil(2), h.div_ceil(2));
            let any = Mask::from_fn(half.0, half.1, |x, y| of_four(x, y).contains(&true));
            let all = Mask::from_fn(half.0, half.1, |x, y| !of_four(x, y).contains(&false));
            assert_eq!(halved(&mask, BitOr::bitor), any, "{w} {h}");
            assert_eq!(halved(&mask, BitAnd::bitand), all, "{w} {h}");
        }
    }
}
