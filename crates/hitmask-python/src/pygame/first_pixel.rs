//! Which shared pixel pygame calls the first one.
//!
//! It cuts the shared rectangle into upright strips, at every multiple of a word's width from the left edges of both masks. It searches
//! the strips from left to right, and each strip row by row. Everywhere else in hitmask the first pixel is simply the first row by row.

use hitmask::{Mask, Point};
use pyo3::prelude::*;

use crate::mask::{LONG_BY_WORD, MaskObject, PyMask};
use crate::pixels::{Grid, Pixels, WORD, Word};

/// What is known after a look at the masks.
enum Found {
    Answer(Option<Point>),
    /// They overlap, and the strips decide where.
    InStrips,
    /// They are so large that other Python threads should run meanwhile.
    Long,
}

/// The first shared pixel in pygame's order.
pub(super) fn first(a: &Bound<'_, PyMask>, b: &Bound<'_, PyMask>, offset: Point) -> Option<Point> {
    let found = a.with_two(b, Pixels::take_over, |a, b| {
        if let (Some(a), Some(b)) = (a.known_grid(), b.known_grid())
            && let Some(first) = first_in_strips(a, b, offset, Search::Begin)
        {
            // Many masks meet near the first pixel that they share.
            return Found::Answer(Some(first));
        }
        if a.is_longer(LONG_BY_WORD) && b.is_longer(LONG_BY_WORD) {
            Found::Long
        } else {
            look(a.seen(), b.seen(), offset)
        }
    });
    let found = match found {
        Found::Long => {
            let (a_then, b_then) = a.snapshots(b);
            a.py().detach(|| look(&a_then, &b_then, offset))
        }
        found => found,
    };
    if let Found::Answer(first) = found {
        return first;
    }
    a.with_two(b, Pixels::know_grid, |a, b| {
        first_in_strips(a.known_grid()?, b.known_grid()?, offset, Search::All)
    })
}

fn look(a: &Mask, b: &Mask, offset: Point) -> Found {
    if is_one_strip(a, b, offset) {
        Found::Answer(a.first_overlap(b, offset))
    } else if a.overlaps(b, offset) {
        Found::InStrips
    } else {
        Found::Answer(None)
    }
}

/// Whether no cut lies inside the shared rectangle.
fn is_one_strip(a: &Mask, b: &Mask, offset: Point) -> bool {
    let (begin, end) = shared(a.width(), b.width(), offset.x);
    let word = i64::from(WORD);
    let cut = |from: i64| (begin - from).div_euclid(word) == (end - 1 - from).div_euclid(word);
    begin >= end || cut(0) && cut(offset.x.into())
}

/// The columns, or the rows, that both have.
fn shared(a: u32, b: u32, offset: i32) -> (i64, i64) {
    let offset = i64::from(offset);
    (offset.max(0), i64::from(a).min(offset + i64::from(b)))
}

/// How much is searched.
#[derive(PartialEq, Eq)]
enum Search {
    All,
    /// Some rows of the first strip.
    Begin,
}

/// The rows of [`Search::Begin`].
const FEW_ROWS: usize = 512;
/// Rows that are looked at together.
const ROWS: usize = 8;

fn first_in_strips(a: &Grid, b: &Grid, offset: Point, search: Search) -> Option<Point> {
    let (mut x, mut end) = shared(a.w, b.w, offset.x);
    let (top, bottom) = shared(a.h, b.h, offset.y);
    if top >= bottom {
        return None;
    }
    // These lie inside the masks, so they are not negative.
    let mut rows = (bottom - top) as usize;
    if search == Search::Begin {
        rows = rows.min(FEW_ROWS);
        end = end.min(x + 1);
    }
    let from = [top as usize, (top - i64::from(offset.y)) as usize];
    while x < end {
        let at = [x as u32, (x - i64::from(offset.x)) as u32];
        let [mine, theirs] = [0, 1].map(|i| &[a, b][i].column(at[i] / WORD)[from[i]..][..rows]);
        let shift = at.map(|x| x % WORD);
        // Bits beyond the masks are clear. So are those beyond the strip: one of the two words ends there.
        let shared = |a: Word, b: Word| (a >> shift[0]) & (b >> shift[1]);
        // Some rows at a time: the compiler then takes several together.
        let meets =
            |(a, b): (&[Word], &[Word])| a.iter().zip(b).fold(0, |all, (&a, &b)| all | shared(a, b)) != 0;
        if let Some(part) = mine.chunks(ROWS).zip(theirs.chunks(ROWS)).position(meets) {
            let from = part * ROWS;
            let row = from
                + mine[from..].iter().zip(&theirs[from..]).take_while(|&(&a, &b)| shared(a, b) == 0).count();
            let bit = shared(mine[row], theirs[row]).trailing_zeros();
            return Some(Point::new((x + i64::from(bit)) as i32, (top + row as i64) as i32));
        }
        x += i64::from(WORD - shift[0].max(shift[1]));
    }
    None
}
