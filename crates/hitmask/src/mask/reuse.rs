//! Masks whose memory is reused for other sizes.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::{self, discriminant};

use super::Mask;
use super::bounds::{Bounds, RowSpan};
use crate::bits::column::BLOCK;
use crate::bits::{Columns, PAD};

impl Mask {
    /// The number of words that a mask of this size takes after [`Mask::reset`].
    pub(crate) fn words_for(w: u32, h: u32) -> usize {
        if w == 0 || h == 0 { 0 } else { (h as usize + PAD) * w.div_ceil(64) as usize }
    }

    /// An empty mask of 0 × 0 pixels with capacity for this many words.
    pub(crate) fn with_room(words: usize) -> Mask {
        let mut mask = Mask::of_legal_size(0, 0);
        mask.columns = Columns::L64(Vec::with_capacity(words));
        mask
    }

    /// Makes this an empty mask of another size, in the same memory if it is large enough. The caller guarantees that the size is legal.
    /// The lanes are always 64 bits wide, and there is no occupancy grid and no row spans. All answers are those of a new mask of this size, some of
    /// them slower.
    pub(crate) fn reset(&mut self, w: u32, h: u32) {
        let mut words = match &mut self.columns {
            Columns::Small(words) | Columns::L64(words) => mem::take(words),
            Columns::L16(_) | Columns::L32(_) => Vec::new(),
        };
        words.clear();
        words.resize(Mask::words_for(w, h), 0);
        self.columns = Columns::wide(w, h, words);
        (self.w, self.h) = (w, h);
        (self.bounds, self.tight) = (Bounds::default(), true);
        if !self.spans.is_empty() {
            self.spans = Box::default();
        }
        self.occupancy = None;
        self.forget_derived();
    }

    /// Makes this a copy of a small mask, in the same memory if its lanes are as wide and there is room. What is kept with the other mask is not
    /// copied.
    pub(crate) fn copy_small(&mut self, other: &Mask) {
        match (&mut self.columns, &other.columns) {
            (Columns::L16(to), Columns::L16(from)) => **to = **from,
            (Columns::L32(to), Columns::L32(from)) => **to = **from,
            (Columns::Small(to) | Columns::L64(to), Columns::Small(from)) => {
                let mut words = mem::take(to);
                words.clone_from(from);
                self.columns = Columns::Small(words);
            }
            (to, from) => *to = from.clone(),
        }
        (self.w, self.h) = other.size();
        (self.bounds, self.tight) = (other.bounds, other.tight);
        self.spans = Box::default();
        self.occupancy = None;
        self.forget_derived();
    }

    /// Makes this what [`Mask::blank`] of another mask is, in the same memory if it has that mask's size and lanes.
    pub(crate) fn blank_as(&mut self, other: &Mask) {
        if self.size() != other.size() || discriminant(&self.columns) != discriminant(&other.columns) {
            *self = other.blank();
            return;
        }
        match &mut self.columns {
            // So few lanes that all are cleared in less time than the loop below takes to find out which.
            Columns::L16(lanes) => lanes.fill(0),
            Columns::L32(lanes) => lanes.fill(0),
            Columns::Small(_) | Columns::L64(_) => self.clear_spans(),
        }
        (self.bounds, self.tight) = (Bounds::default(), true);
        self.spans.fill(RowSpan::default());
        self.occupancy = None;
        self.forget_derived();
    }

    /// Clears the rows that may have solid pixels, by whole blocks: the rows below them are clear.
    #[inline(never)]
    fn clear_spans(&mut self) {
        let Bounds { x0, y0, x1, y1 } = self.bounds;
        let stride = self.stride();
        let (Columns::Small(words) | Columns::L64(words)) = &mut self.columns else { return };
        for column in usize::from(x0) / 64..usize::from(x1).div_ceil(64) {
            let span = self.spans.get(column).copied().unwrap_or(RowSpan { start: y0, end: y1 });
            let blocks = usize::from(span.end.saturating_sub(span.start)).div_ceil(BLOCK);
            let rows = &mut words[column * stride + usize::from(span.start)..];
            for block in rows.as_chunks_mut::<BLOCK>().0.iter_mut().take(blocks) {
                *block = [0; BLOCK];
            }
        }
    }

    /// A clear mask of the same size and with the same lanes, without a occupancy grid.
    pub(crate) fn blank(&self) -> Mask {
        let mut blank = Mask::of_legal_size(self.w, self.h);
        if discriminant(&self.columns) != discriminant(&blank.columns) {
            blank.reset(self.w, self.h);
        }
        blank
    }
}

#[cfg(test)]
mod tests {
    use core::hash::{Hash, Hasher};

    use super::*;
    use crate::geom::Rect;

    /// FNV-1a, of bytes.
    struct Fnv(u64);

    impl Hasher for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        fn finish(&self) -> u64 {
            self.0
        }
    }

    fn hash(mask: &Mask) -> u64 {
        let mut hasher = Fnv(0xCBF2_9CE4_8422_2325);
        mask.hash(&mut hasher);
        hasher.finish()
    }

    /// The same pixels in a mask that was reset, and in one that was made.
    #[test]
    fn a_reset_mask_is_as_good_as_a_new_one() {
        for (w, h) in
            [(0, 9), (9, 0), (1, 1), (16, 16), (16, 17), (17, 3), (32, 32), (33, 9), (64, 70), (130, 40)]
        {
            let f = |x: u32, y: u32| (x * 7 + y * 3) % 5 < 2;
            let made = Mask::from_fn(w, h, f);
            let mut reset = Mask::with_room(500);
            reset.reset(w, h);
            assert_eq!((&reset, reset.is_empty()), (&Mask::new(w, h), true), "{w} x {h}");
            reset.union_with(&made, (0, 0));
            assert_eq!((&reset, &made, &reset.clone()), (&made, &reset, &reset), "{w} x {h}");
            for offset in [(0, 0), (3, -2)] {
                let met = made.overlap_mask(&made, offset);
                assert_eq!(reset.overlap_mask(&made, offset), met, "{w} x {h}");
                assert_eq!(made.overlap_mask(&reset, offset), met, "{w} x {h}");
                assert_eq!(reset.overlap_mask(&reset, offset), met, "{w} x {h}");
                for mut out in [Mask::filled(w, h), Mask::filled(70, 9), reset.clone(), made.clone()] {
                    for (a, b) in [(&made, &reset), (&reset, &made)] {
                        a.overlap_mask_into(b, offset, &mut out);
                        assert_eq!((&out, out.bounds()), (&met, met.bounds()), "{w} x {h}");
                    }
                }
                assert_eq!(reset.overlap_area(&made, offset), met.count(), "{w} x {h}");
                assert_eq!(made.first_overlap(&reset, offset), met.points().next(), "{w} x {h}");
                assert_eq!(reset.overlap_bounds(&reset, offset), met.bounds(), "{w} x {h}");
            }
            assert_eq!(reset.crop(Rect::new(1, 0, 20, 9)), made.crop(Rect::new(1, 0, 20, 9)), "{w} x {h}");
            assert_eq!([reset.flip_h(), reset.rotate90()], [made.flip_h(), made.rotate90()], "{w} x {h}");
            assert_eq!(hash(&reset), hash(&made), "{w} x {h}");
            if !made.is_empty() {
                reset.set((0, 0), !made.get((0, 0)));
                assert_ne!(reset, made, "{w} x {h}");
                assert_ne!(made, reset, "{w} x {h}");
            }
        }
    }

    /// Nothing of an answer is left in the next one, wherever it was.
    #[test]
    fn an_answer_into_a_used_mask_is_one_into_a_new_mask() {
        for (w, h) in [(7, 9), (20, 30), (64, 64), (65, 20), (200, 131)] {
            let (a, b) = (Mask::filled(w, h), Mask::from_fn(w, h, |x, y| (x * 7 + y * 3) % 5 < 2));
            let mut out = a.clone();
            for i in 0..64 {
                let offset = (i * 37 % 211 - 105, i * 53 % 149 - 74);
                let (a, b) = if i % 3 == 0 { (&b, &a) } else { (&a, &b) };
                a.overlap_mask_into(b, offset, &mut out);
                let new = a.overlap_mask(b, offset);
                assert_eq!((&out, out.bounds()), (&new, new.bounds()), "{w} x {h} at {offset:?}");
            }
        }
    }
}
