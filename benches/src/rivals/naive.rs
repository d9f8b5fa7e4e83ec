//! What a game without a library does: two RGBA pictures, and a loop over the rectangle that they share.

use hitmask::{Mask, Point};

/// A picture of four bytes a pixel, whose alpha is 255 where the mask is solid.
pub struct Naive {
    w: i64,
    h: i64,
    rgba: Vec<u8>,
}

const SOLID: u8 = 128;

impl Naive {
    /// Draws the mask.
    #[must_use]
    pub fn new(mask: &Mask) -> Naive {
        let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
        let mut rgba = vec![0; (w * h * 4) as usize];
        for p in mask.points() {
            let at = (i64::from(p.y) * w + i64::from(p.x)) as usize * 4;
            rgba[at..at + 4].fill(255);
        }
        Naive { w, h, rgba }
    }

    fn row(&self, y: i64, x: i64, pixels: i64) -> &[u8] {
        let from = (y * self.w + x) as usize * 4;
        &self.rgba[from..from + pixels as usize * 4]
    }
}

/// Whether the two have a solid pixel in common.
#[inline(never)]
#[must_use]
pub fn overlaps(a: &Naive, b: &Naive, offset: Point) -> bool {
    let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
    let (x0, x1) = (dx.max(0), a.w.min(dx + b.w));
    let (y0, y1) = (dy.max(0), a.h.min(dy + b.h));
    if x0 >= x1 {
        return false;
    }
    for y in y0..y1 {
        let (first, second) = (a.row(y, x0, x1 - x0), b.row(y - dy, x0 - dx, x1 - x0));
        for (p, q) in first.chunks_exact(4).zip(second.chunks_exact(4)) {
            if p[3] >= SOLID && q[3] >= SOLID {
                return true;
            }
        }
    }
    false
}
