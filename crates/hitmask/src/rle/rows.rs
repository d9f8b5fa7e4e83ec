//! What both formats share: reading codes, checking whole sprites, walking two sprites side by side.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use crate::bytes::{DecodeError, DecodeErrorKind, SavedFormat};
use crate::geom::{Extent, Point};
use crate::mask::{Mask, RunBuilder, RunMask};

/// The number of bits per pixel, which distinguishes the formats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    Eight,
    Sixteen,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Solid,
    Alpha,
    Clear,
}

/// A run as it is stored.
#[derive(Clone, Copy)]
pub(super) struct Code {
    pub(super) kind: Kind,
    /// Its length in pixels, 1 to 255.
    pub(super) length: u32,
    /// The offsets of its pixel bytes and of the next code.
    data: usize,
    next: usize,
}

impl Depth {
    fn bytes(self, kind: Kind) -> usize {
        match (kind, self) {
            (Kind::Clear, _) => 0,
            (_, Depth::Eight) => 1,
            (Kind::Solid, Depth::Sixteen) => 2,
            (Kind::Alpha, Depth::Sixteen) => 3,
        }
    }

    /// The run whose code is at offset `at`. Its pixel bytes need not all be present.
    fn code(self, bytes: &[u8], at: usize, row: u32) -> Result<Code, DecodeError> {
        let byte = |i: usize| bytes.get(i).copied().ok_or_else(|| truncated(bytes, row, i + 1));
        let code = byte(at)?.cast_signed();
        let (kind, length, data) = match code {
            0 if self == Depth::Eight => {
                return Err(bad_run(at, format!("run in row {row}").into(), "its code is 0"));
            }
            0 => (Kind::Alpha, byte(at + 1)?, at + 2),
            1.. => (Kind::Solid, code.unsigned_abs(), at + 1),
            _ => (Kind::Clear, code.unsigned_abs(), at + 1),
        };
        if length == 0 {
            return Err(bad_run(
                at,
                format!("run in row {row}").into(),
                "it is an alpha run without a pixel",
            ));
        }
        Ok(Code { kind, length: length.into(), data, next: data + usize::from(length) * self.bytes(kind) })
    }
}

fn error(part: Cow<'static, str>, offset: usize, kind: DecodeErrorKind) -> DecodeError {
    DecodeError { format: SavedFormat::RunLengthSprite, part, offset, kind }
}

fn bad_run(at: usize, run: Cow<'static, str>, what: &'static str) -> DecodeError {
    error(run, at, DecodeErrorKind::BadRecord { what })
}

/// The bytes end in a row, of which a run needs at least so many bytes.
fn truncated(bytes: &[u8], row: u32, needed: usize) -> DecodeError {
    let part = format!("row {row} ({} bytes or more are missing)", needed - bytes.len());
    error(part.into(), bytes.len(), DecodeErrorKind::Truncated)
}

/// A sprite whose bytes were all checked.
#[derive(Clone)]
pub(super) struct RleRows<'a> {
    pub(super) w: u32,
    pub(super) h: u32,
    pub(super) bytes: &'a [u8],
    /// The offset at which the codes of each row begin.
    starts: Vec<usize>,
    depth: Depth,
}

impl<'a> RleRows<'a> {
    pub(super) fn new(depth: Depth, w: u32, h: u32, bytes: &'a [u8]) -> Result<RleRows<'a>, DecodeError> {
        let too_large = DecodeErrorKind::TooLarge { width: w, height: h };
        Mask::check_size(w, h).map_err(|_| error("size".into(), 0, too_large))?;
        let mut starts = Vec::new();
        let mut at = 0;
        for row in 0..h {
            starts.push(at);
            let mut x = 0;
            while x < w {
                let code = depth.code(bytes, at, row)?;
                if code.length > w - x {
                    let run = format!("run of {} pixels at pixel {x} of row {row}", code.length);
                    return Err(bad_run(at, run.into(), "it extends beyond its row"));
                }
                if code.next > bytes.len() {
                    return Err(truncated(bytes, row, code.next));
                }
                x += code.length;
                at = code.next;
            }
        }
        if at < bytes.len() {
            let wrong = DecodeErrorKind::WrongLength { expected: at as u64, actual: bytes.len() };
            return Err(error("end".into(), at, wrong));
        }
        Ok(RleRows { w, h, bytes, starts, depth })
    }

    /// The runs of a row, each with its first pixel and its pixel bytes. The row must lie inside.
    pub(super) fn runs(&self, row: u32) -> impl Iterator<Item = (u32, Code, &'a [u8])> + '_ {
        let mut x = 0;
        let mut at = self.starts[row as usize];
        core::iter::from_fn(move || {
            if x >= self.w {
                return None;
            }
            let code = self.depth.code(self.bytes, at, row).ok()?;
            let start = x;
            x += code.length;
            at = code.next;
            Some((start, code, &self.bytes[code.data..code.next]))
        })
    }

    /// Start and end of each run of a row that is not clear. Runs may touch. The row must lie inside.
    fn solid(&self, row: u32) -> impl Iterator<Item = (i64, i64)> + '_ {
        let runs = self.runs(row).filter(|(_, code, _)| code.kind != Kind::Clear);
        runs.map(|(start, code, _)| (start.into(), (start + code.length).into()))
    }

    /// The kind of the run that contains the pixel, and the pixel's bytes. None outside.
    pub(super) fn find(&self, p: Point) -> Option<(Kind, &'a [u8])> {
        let (x, y) = (u32::try_from(p.x).ok()?, u32::try_from(p.y).ok().filter(|&y| y < self.h)?);
        let (start, code, data) = self.runs(y).find(|(start, code, _)| x < start + code.length)?;
        let size = self.depth.bytes(code.kind);
        Some((code.kind, &data[(x - start) as usize * size..][..size]))
    }

    pub(super) fn to_run_mask(&self) -> RunMask {
        let mut builder = RunBuilder::new(self.w, self.h).expect("the size was checked");
        for row in 0..self.h {
            self.solid(row).for_each(|(start, end)| builder.push(start as u32, end as u32));
            builder.end_row();
        }
        builder.finish()
    }

    /// Walks the codes of both sprites side by side, in each shared row. The run that ends first is replaced by the next run of its sprite;
    /// if both end together, both are.
    pub(super) fn first_overlap(&self, other: &RleRows<'_>, offset: Point) -> Option<Point> {
        let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
        let shared =
            Extent::of_size(self.w, self.h).intersection(Extent::of_size(other.w, other.h).shifted(offset));
        if shared.is_empty() {
            return None;
        }
        (shared.y0..shared.y1).find_map(|y| {
            let mut ours = self.solid(y as u32);
            let mut theirs = other.solid((y - dy) as u32).map(|(start, end)| (start + dx, end + dx));
            let (mut a, mut b) = (ours.next()?, theirs.next()?);
            loop {
                let (start, end) = (a.0.max(b.0), a.1.min(b.1));
                if start < end {
                    return Some(Point::new(start as i32, y as i32));
                }
                let (a_ends, b_ends) = (a.1 <= b.1, b.1 <= a.1);
                if a_ends {
                    a = ours.next()?;
                }
                if b_ends {
                    b = theirs.next()?;
                }
            }
        })
    }
}

/// The methods that sprites of both depths have.
macro_rules! verbs_of_rows {
    ($sprite:ident, $depth:expr) => {
        impl<'a> $sprite<'a> {
            /// A sprite of w × h pixels from its bytes. Checks every code.
            ///
            /// # Errors
            /// [`DecodeError`] says what is wrong, at which byte and in which row.
            pub fn new(w: u32, h: u32, bytes: &'a [u8]) -> Result<$sprite<'a>, DecodeError> {
                Ok($sprite { rows: RleRows::new($depth, w, h, bytes)? })
            }

            /// The width in pixels.
            #[must_use]
            pub fn width(&self) -> u32 {
                self.rows.w
            }

            /// The height in pixels.
            #[must_use]
            pub fn height(&self) -> u32 {
                self.rows.h
            }

            /// The bytes that the sprite borrows.
            #[must_use]
            pub fn as_bytes(&self) -> &'a [u8] {
                self.rows.bytes
            }

            /// Whether some pixel is in a run of both that is not clear. Walks the codes of both sprites. The
            /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s, in pixels.
            #[must_use]
            pub fn overlaps(&self, other: &$sprite<'_>, offset: impl Into<Point>) -> bool {
                self.first_overlap(other, offset).is_some()
            }

            /// The first pixel that is in a run of both that is not clear: the lowest y, then the lowest x, in the pixels of `self`. None if
            /// they don't overlap. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s, in pixels.
            #[must_use]
            pub fn first_overlap(&self, other: &$sprite<'_>, offset: impl Into<Point>) -> Option<Point> {
                self.rows.first_overlap(&other.rows, offset.into())
            }

            /// The pixels in runs that are not clear, as a run mask.
            #[must_use]
            pub fn to_run_mask(&self) -> crate::RunMask {
                self.rows.to_run_mask()
            }
        }

        impl core::fmt::Debug for $sprite<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let RleRows { w, h, bytes, .. } = &self.rows;
                write!(f, "{}({w} x {h}, {} bytes)", stringify!($sprite), bytes.len())
            }
        }
    };
}
pub(super) use verbs_of_rows;

/// Encodes a picture row by row. `kind(i)` returns the kind of run for pixel i, `data` writes its bytes.
pub(super) fn encode(
    w: u32,
    h: u32,
    kind: impl Fn(usize) -> Kind,
    data: impl Fn(usize, &mut Vec<u8>),
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let w = w as usize;
    for row in 0..h as usize {
        let (mut i, end) = (row * w, (row + 1) * w);
        while i < end {
            let kind_here = kind(i);
            let longest = match kind_here {
                Kind::Solid => 127,
                Kind::Clear => 128,
                Kind::Alpha => 255,
            };
            let length = (i..end.min(i + longest)).take_while(|&i| kind(i) == kind_here).count();
            match kind_here {
                Kind::Solid => bytes.push(length as u8),
                Kind::Clear => bytes.push((length as u8).wrapping_neg()),
                Kind::Alpha => bytes.extend([0, length as u8]),
            }
            if kind_here != Kind::Clear {
                (i..i + length).for_each(|i| data(i, &mut bytes));
            }
            i += length;
        }
    }
    bytes
}
