//! The method of pygame's mask, in our own code: stripes of 64 pixels, each contiguous from top to bottom, and loops over one word at a
//! time, with a test for each word if one word can decide.
//!
//! It is compiled for the same instruction sets as hitmask, and [`set_backend`] selects one. So it has POPCNT and three-operand shifts. Where
//! AVX-512 makes it slower, it keeps AVX2: the first pixel by 2 to 5 %, overlap masks by 4 to 6, all offsets by 7 to 9.
//! Its "first" pixel is hitmask's: the lowest row, then the lowest column. In pygame it depends on the stripes.

use hitmask::backend::{self, Backend};
use hitmask::{Mask, Point};
use std::sync::atomic::{AtomicU8, Ordering};

const PLAIN: u8 = 0;
const AVX2: u8 = 1;
const AVX512: u8 = 2;
static SET: AtomicU8 = AtomicU8::new(PLAIN);

/// Chooses the code that is compiled for the same instructions as hitmask's kernels.
///
/// # Panics
/// If the machine does not have these instructions.
pub fn set_backend(backend: Backend) {
    assert!(backend::available().contains(&backend), "this machine cannot run {backend:?}");
    let set = match backend {
        Backend::Avx512 => AVX512,
        Backend::Avx2 => AVX2,
        _ => PLAIN,
    };
    SET.store(set, Ordering::Relaxed);
}

/// A goal that was set with AVX-512, or the one that holds for kernels without it: hitmask's and these always have the same instructions.
#[must_use]
pub fn with_kernels(avx512: f64, others: f64) -> f64 {
    if SET.load(Ordering::Relaxed) == AVX512 { avx512 } else { others }
}

/// One bit per pixel, in stripes of 64 pixels that are contiguous in y.
pub struct Stripe {
    w: i64,
    h: i64,
    bits: Vec<u64>,
}

impl Stripe {
    /// An empty mask.
    #[must_use]
    pub fn new(w: i64, h: i64) -> Stripe {
        Stripe { w, h, bits: vec![0; ((w + 63) / 64 * h) as usize] }
    }

    /// A mask with the same pixels.
    #[must_use]
    pub fn of(mask: &Mask) -> Stripe {
        let mut stripe = Stripe::new(i64::from(mask.width()), i64::from(mask.height()));
        for p in mask.points() {
            let word = i64::from(p.x / 64) * stripe.h + i64::from(p.y);
            stripe.bits[word as usize] |= 1 << (p.x % 64);
        }
        stripe
    }

    /// A number that differs if the pixels differ. It equals [`crate::contender::digest_mask`] of the same mask.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mask = Mask::from_fn(self.w as u32, self.h as u32, |x, y| {
            self.bits[(i64::from(x / 64) * self.h + i64::from(y)) as usize] >> (x % 64) & 1 != 0
        });
        crate::contender::digest_mask(&mask)
    }

    #[inline(always)]
    fn stripes(&self) -> usize {
        ((self.w + 63) / 64) as usize
    }

    #[inline(always)]
    fn column(&self, index: usize, from: usize, rows: usize) -> &[u64] {
        &self.bits[index * self.h as usize + from..][..rows]
    }

    #[inline(always)]
    fn column_mut(&mut self, index: usize, from: usize, rows: usize) -> &mut [u64] {
        &mut self.bits[index * self.h as usize + from..][..rows]
    }
}

/// The shared part of two masks. The second mask must not begin left of the first.
struct Window {
    /// The first mask's stripe in which the second mask's left stripe begins, and the bit at which it begins.
    stripe: usize,
    shift: u32,
    a_row: usize,
    b_row: usize,
    rows: usize,
}

impl Window {
    /// For `dx` of at least 0. None if the pictures don't overlap.
    #[inline(always)]
    fn new(a: &Stripe, b: &Stripe, dx: i64, dy: i64) -> Option<Window> {
        if dx >= a.w || dy >= a.h || dy <= -b.h {
            return None;
        }
        let (a_row, b_row) = (dy.max(0), (-dy).max(0));
        Some(Window {
            stripe: (dx / 64) as usize,
            shift: (dx % 64) as u32,
            a_row: a_row as usize,
            b_row: b_row as usize,
            rows: (a.h - a_row).min(b.h - b_row) as usize,
        })
    }
}

/// Defines a query three times: for the plain target, and for the instructions of [`AVX2`] and of [`AVX512`].
macro_rules! compiled_thrice {
    (
        $(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) -> $output:ty = $body:ident,
        $avx2:literal, $avx512:literal
    ) => {
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name($($arg: $type),*) -> $output {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = $avx512)]
                fn with_avx512($($arg: $type),*) -> $output {
                    $body($($arg),*)
                }
                #[target_feature(enable = $avx2)]
                fn with_avx2($($arg: $type),*) -> $output {
                    $body($($arg),*)
                }
                #[expect(unsafe_code, reason = "calls functions compiled for features that were found present")]
                match SET.load(Ordering::Relaxed) {
                    // SAFETY: `set_backend` selects this only where hitmask found all of these features.
                    AVX512 => return unsafe { with_avx512($($arg),*) },
                    // SAFETY: the same.
                    AVX2 => return unsafe { with_avx2($($arg),*) },
                    _ => {}
                }
            }
            #[inline(never)]
            fn plain($($arg: $type),*) -> $output {
                $body($($arg),*)
            }
            plain($($arg),*)
        }
    };
}

compiled_thrice! {
    /// Whether the two have a solid pixel in common.
    overlaps(a: &Stripe, b: &Stripe, offset: Point) -> bool = overlaps_body,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
}
compiled_thrice! {
    /// The number of solid pixels that the two share, counted word by word with POPCNT.
    overlap_area(a: &Stripe, b: &Stripe, offset: Point) -> u64 = area_body,
    "bmi1,bmi2,lzcnt,popcnt", "bmi1,bmi2,lzcnt,popcnt"
}
compiled_thrice! {
    /// The same loop with AVX2 or AVX-512, which the compiler vectorises.
    overlap_area_vectors(a: &Stripe, b: &Stripe, offset: Point) -> u64 = area_body,
    "avx2,bmi1,bmi2,lzcnt,popcnt",
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
}
compiled_thrice! {
    /// The shared pixel in the lowest row and, in that row, in the lowest column; in the first mask's pixels.
    first_overlap(a: &Stripe, b: &Stripe, offset: Point) -> Option<Point> = first_body,
    "avx2,bmi1,bmi2,lzcnt,popcnt", "avx2,bmi1,bmi2,lzcnt,popcnt"
}
compiled_thrice! {
    /// The shared pixels, in a mask of the first mask's size.
    overlap_mask(a: &Stripe, b: &Stripe, offset: Point) -> Stripe = mask_body,
    "avx2,bmi1,bmi2,lzcnt,popcnt", "avx2,bmi1,bmi2,lzcnt,popcnt"
}
compiled_thrice! {
    /// Every offset of `b` at which they overlap: the bit (i, j) is the offset (i - (b.w - 1), j - (b.h - 1)).
    overlap_offsets(a: &Stripe, b: &Stripe) -> Stripe = offsets_body,
    "avx2,bmi1,bmi2,lzcnt,popcnt", "avx2,bmi1,bmi2,lzcnt,popcnt"
}

/// The two masks in the order in which the offset's x is not negative.
#[inline(always)]
fn ordered<'s>(a: &'s Stripe, b: &'s Stripe, offset: Point) -> (&'s Stripe, &'s Stripe, i64, i64) {
    let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
    if dx >= 0 { (a, b, dx, dy) } else { (b, a, -dx, -dy) }
}

#[inline(always)]
fn overlaps_body(a: &Stripe, b: &Stripe, offset: Point) -> bool {
    let (a, b, dx, dy) = ordered(a, b, offset);
    let Some(window) = Window::new(a, b, dx, dy) else { return false };
    let Window { stripe, shift, a_row, b_row, rows } = window;
    for index in 0..b.stripes().min(a.stripes() - stripe) {
        let second = b.column(index, b_row, rows);
        for (p, q) in a.column(stripe + index, a_row, rows).iter().zip(second) {
            if p & (q << shift) != 0 {
                return true;
            }
        }
        if shift > 0 && stripe + index + 1 < a.stripes() {
            for (p, q) in a.column(stripe + index + 1, a_row, rows).iter().zip(second) {
                if p & (q >> (64 - shift)) != 0 {
                    return true;
                }
            }
        }
    }
    false
}

#[inline(always)]
fn area_body(a: &Stripe, b: &Stripe, offset: Point) -> u64 {
    let (a, b, dx, dy) = ordered(a, b, offset);
    let Some(window) = Window::new(a, b, dx, dy) else { return 0 };
    let Window { stripe, shift, a_row, b_row, rows } = window;
    let mut area = 0;
    for index in 0..b.stripes().min(a.stripes() - stripe) {
        let second = b.column(index, b_row, rows);
        for (p, q) in a.column(stripe + index, a_row, rows).iter().zip(second) {
            area += u64::from((p & (q << shift)).count_ones());
        }
        if shift > 0 && stripe + index + 1 < a.stripes() {
            for (p, q) in a.column(stripe + index + 1, a_row, rows).iter().zip(second) {
                area += u64::from((p & (q >> (64 - shift))).count_ones());
            }
        }
    }
    area
}

/// Finds the first row of each stripe, then the best of them. A stripe is only searched above the best row so far.
#[inline(always)]
fn first_body(a: &Stripe, b: &Stripe, offset: Point) -> Option<Point> {
    let (first, second, dx, dy) = ordered(a, b, offset);
    let Window { stripe, shift, a_row, b_row, rows } = Window::new(first, second, dx, dy)?;
    let mut limit = rows;
    let mut best: Option<(usize, i64)> = None;
    for index in 0..first.stripes() - stripe {
        // The part of `second` in this stripe comes from two of its own stripes.
        for (source, high) in [(index, true), (index.wrapping_sub(1), false)] {
            if source >= second.stripes() || (shift == 0 && !high) {
                continue;
            }
            // Another part of the same stripe may have a lower x in the same row. A stripe farther right has not.
            let end =
                if best.is_some_and(|(_, x)| x / 64 == (stripe + index) as i64) { limit + 1 } else { limit };
            let column = second.column(source, b_row, end);
            for (row, (p, q)) in first.column(stripe + index, a_row, end).iter().zip(column).enumerate() {
                let common = p & if high { q << shift } else { q >> (64 - shift) };
                if common != 0 {
                    let x = (stripe + index) as i64 * 64 + i64::from(common.trailing_zeros());
                    if best.is_none_or(|best| (row, x) < best) {
                        best = Some((row, x));
                        limit = row;
                    }
                    break;
                }
            }
        }
    }
    let (row, x) = best?;
    // In the pixels of the mask that came first in this call.
    let (left, top) = if offset.x >= 0 { (0, 0) } else { (-dx, -dy) };
    Some(Point::new((x + left) as i32, (row as i64 + a_row as i64 + top) as i32))
}

#[inline(always)]
fn mask_body(a: &Stripe, b: &Stripe, offset: Point) -> Stripe {
    let mut out = Stripe::new(a.w, a.h);
    let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
    let swapped = dx < 0;
    let (first, second, dx, dy) = if swapped { (b, a, -dx, -dy) } else { (a, b, dx, dy) };
    let Some(Window { stripe, shift, a_row, b_row, rows }) = Window::new(first, second, dx, dy) else {
        return out;
    };
    let out_row = if swapped { b_row } else { a_row };
    for index in 0..second.stripes().min(first.stripes() - stripe) {
        for (target, right) in [(stripe + index, false), (stripe + index + 1, true)] {
            if target >= first.stripes() || (right && shift == 0) {
                continue;
            }
            let common = first.column(target, a_row, rows).iter().zip(second.column(index, b_row, rows));
            let column = out.column_mut(if swapped { index } else { target }, out_row, rows);
            let back = 64 - shift;
            for (o, (p, q)) in column.iter_mut().zip(common) {
                *o |= match (swapped, right) {
                    (false, false) => p & (q << shift),
                    (false, true) => p & (q >> back),
                    (true, false) => (p >> shift) & q,
                    (true, true) => (p << back) & q,
                };
            }
        }
    }
    out
}

/// Draws `a` once for every solid pixel of `b`.
#[inline(always)]
fn offsets_body(a: &Stripe, b: &Stripe) -> Stripe {
    let mut out = Stripe::new((a.w + b.w - 1).max(0), (a.h + b.h - 1).max(0));
    for y in 0..b.h {
        for x in 0..b.w {
            if b.bits[(x / 64 * b.h + y) as usize] >> (x % 64) & 1 != 0 {
                draw(&mut out, a, b.w - 1 - x, b.h - 1 - y);
            }
        }
    }
    out
}

/// Draws `a` into a mask that has room for it there.
#[inline(always)]
fn draw(out: &mut Stripe, a: &Stripe, x: i64, y: i64) {
    let (stripe, shift, rows) = ((x / 64) as usize, (x % 64) as u32, a.h as usize);
    for index in 0..a.stripes() {
        let source = a.column(index, 0, rows);
        for (o, p) in out.column_mut(stripe + index, y as usize, rows).iter_mut().zip(source) {
            *o |= p << shift;
        }
        if shift > 0 && stripe + index + 1 < out.stripes() {
            for (o, p) in out.column_mut(stripe + index + 1, y as usize, rows).iter_mut().zip(source) {
                *o |= p >> (64 - shift);
            }
        }
    }
}
