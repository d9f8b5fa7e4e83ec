//! Masks as edges: for each row, the x coordinates at which pixels turn solid or clear, written as differences to the row above.
//! `docs/pack.md` in the repository describes the code.

use alloc::vec;
use alloc::vec::Vec;

use crate::geom::Rect;
use crate::mask::Mask;

/// What a number in the code means. All others follow an edge of the row above at a distance: see [`token_of`].
const SKIP: u32 = 3;
const INSERT: u32 = 4;

/// The number for an edge that lies `delta` pixels to the right of the edge above.
fn token_of(delta: i64) -> u32 {
    (match delta {
        0 => 0,
        1 => 1,
        -1 => 2,
        2.. => 2 * delta + 1,
        _ => -2 * delta + 2,
    }) as u32
}

/// The inverse of [`token_of`].
fn delta_of(token: u32) -> i64 {
    // 0, 1 and 2 follow the rule of the others when 2 is added: 3, 4, 5, ... mean 1, -1, 2, -2, ...
    let token = i64::from(if token < SKIP { token + 2 } else { token });
    let (distance, left) = ((token - 1) >> 1, -i64::from(token % 2 == 0));
    (distance ^ left) - left
}

/// The number of bits of a number in the code.
fn cost(n: u32) -> u32 {
    2 * (n + 1).ilog2() + 1
}

/// Appends bits, the highest bit of a byte first.
struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// The last bits, which do not fill a byte yet.
    open: u64,
    count: u32,
}

impl BitWriter<'_> {
    /// Appends a number in Elias gamma code: with m = n + 1 of k + 1 bits, k zeros and then m.
    fn number(&mut self, n: u32) {
        let m = u64::from(n) + 1;
        self.open = self.open << cost(n) | m;
        self.count += cost(n);
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.open >> self.count) as u8);
        }
        self.open &= (1 << self.count) - 1;
    }

    /// Fills the last byte with zeros.
    fn finish(self) {
        if self.count > 0 {
            self.bytes.push((self.open << (8 - self.count)) as u8);
        }
    }
}

/// Reads what a [`BitWriter`] wrote.
struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next byte that is not in the window completely. It goes on beyond the end, where there are zeros.
    next: usize,
    /// The next bits, the first one highest.
    window: u64,
    /// How many of them count. Those below are right, too, or 0.
    count: u32,
}

/// The greatest number in the code is 2 · 65 535 + 2, which begins with so many zeros.
const MOST_ZEROS: u32 = 17;

impl<'a> BitReader<'a> {
    fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, next: 0, window: 0, count: 0 }
    }

    /// Fills the window to at least 56 bits.
    #[inline(always)]
    fn fill(&mut self) {
        let rest = self.bytes.get(self.next..).unwrap_or_default();
        let word = match rest.first_chunk() {
            Some(&eight) => u64::from_be_bytes(eight),
            None => {
                let mut eight = [0; 8];
                eight[..rest.len()].copy_from_slice(rest);
                u64::from_be_bytes(eight)
            }
        };
        self.window |= word >> self.count;
        let more = (63 - self.count) / 8;
        self.next += more as usize;
        self.count += 8 * more;
    }

    /// Makes sure that the window holds the next number, however long it is.
    #[inline(always)]
    fn expect_number(&mut self) {
        if self.count < 2 * MOST_ZEROS + 1 {
            self.fill();
        }
    }

    #[inline(always)]
    fn skip(&mut self, bits: u32) {
        self.window <<= bits;
        self.count -= bits;
    }

    /// If the next number is 0, 1 or 2, as most are: what [`delta_of`] gives for it. Which of them it is takes no branch, since nobody can
    /// predict it. None, and nothing is read, if it is another one.
    #[inline(always)]
    fn small_delta(&mut self) -> Option<i64> {
        self.expect_number();
        // 1.. is the number 0; 010 is 1, and 011 is 2.
        let start = self.window >> 61;
        if start < 0b010 {
            return None;
        }
        let is_zero = (start >> 2) as u32;
        self.skip(3 - 2 * is_zero);
        let step = 1 - 2 * (start & 1) as i64;
        Some(step & (i64::from(is_zero) - 1))
    }

    /// The next number. None if it is larger than any number of the code, or if the bits end.
    #[inline(always)]
    fn number(&mut self) -> Option<u32> {
        self.expect_number();
        let zeros = self.window.leading_zeros();
        if zeros > MOST_ZEROS {
            return None;
        }
        let number = (self.window >> (63 - 2 * zeros)) as u32 - 1;
        self.skip(2 * zeros + 1);
        Some(number)
    }

    /// Whether nothing but zeros that fill the last byte is left, and nothing was read beyond the end.
    fn is_done(&mut self) -> bool {
        self.fill();
        // A number ends with a bit that is read, so at least the last byte was read if this is less than a byte.
        let left = (8 * self.bytes.len() + self.count as usize).checked_sub(8 * self.next);
        left.is_some_and(|left| left < 8 && self.window.checked_shr(64 - left as u32).unwrap_or(0) == 0)
    }
}

/// Appends the edges of the part of a mask. All solid pixels must lie in it.
pub(super) fn encode(mask: &Mask, part: Rect, bytes: &mut Vec<u8>) {
    let mut bits = BitWriter { bytes, open: 0, count: 0 };
    let (w, left) = (part.w, part.x.unsigned_abs());
    let (mut above, mut row) = (Vec::new(), Vec::new());
    for y in 0..part.h {
        row.clear();
        mask.each_stretch(part.y.unsigned_abs() + y, 0, |start, end| {
            row.extend([start - left, end - left]);
        });
        // A run that reaches the right edge ends there by itself.
        if row.last() == Some(&w) {
            row.pop();
        }
        encode_row(&above, &row, w, &mut bits);
        core::mem::swap(&mut above, &mut row);
    }
    bits.finish();
}

fn encode_row(above: &[u32], row: &[u32], w: u32, bits: &mut BitWriter<'_>) {
    let at = |edges: &[u32], i: usize| edges.get(i).copied().unwrap_or(w);
    let follow = |edge: u32, above: u32| token_of(i64::from(edge) - i64::from(above));
    // The next edge, the next edge above, and the least x that the next edge can have.
    let (mut i, mut j, mut least) = (0, 0, 0);
    loop {
        let edge = at(row, i);
        let by_following = cost(follow(edge, at(above, j)));
        if j < above.len() && cost(SKIP) + cost(follow(edge, at(above, j + 2))) < by_following {
            bits.number(SKIP);
            j += 2;
            continue;
        }
        if edge < w {
            let second = at(row, i + 1);
            let (gap, length) = (edge - least, second - edge - 1);
            let both = by_following + cost(follow(second, at(above, j + 1)));
            if cost(INSERT) + cost(gap) + cost(length) < both {
                for n in [INSERT, gap, length] {
                    bits.number(n);
                }
                if second == w {
                    return;
                }
                i += 2;
                least = second + 1;
                continue;
            }
        }
        bits.number(follow(edge, at(above, j)));
        if edge == w {
            return;
        }
        i += 1;
        j += 1;
        least = edge + 1;
    }
}

/// The number of edges that [`decode`] has room for in a row of this many pixels. Edges rise, so there are at most w + 1, and one that is too
/// far right.
fn room(w: u32) -> usize {
    w as usize + 2
}

/// The bytes that [`decode`] allocates.
pub(super) fn memory(w: u32) -> u64 {
    2 * (room(w) * size_of::<u32>()) as u64
}

/// Reads what [`encode`] wrote, for a part of w × h pixels. Gives each edge to a function, with the number of its row. In a row they rise
/// from left to right, and are the starts and ends of runs in turns: a run that is open at the right edge ends at `w`. None if the bytes are no such
/// code; then some edges may have been given.
pub(super) fn decode(bytes: &[u8], w: u32, h: u32, mut each_edge: impl FnMut(u32, u32)) -> Option<()> {
    let mut bits = BitReader::new(bytes);
    // Both lists end with `w`, where every row ends.
    let mut lists = vec![w; 2 * room(w)];
    let (mut above, mut row) = lists.split_at_mut(room(w));
    let mut last = 0;
    for y in 0..h {
        let (mut count, mut j, mut least) = (0, 0, 0);
        loop {
            let edge = if let Some(delta) = bits.small_delta() {
                let edge = i64::from(above[j]) + delta;
                j = last.min(j + 1);
                // -1 becomes a number that is too large.
                edge as u32
            } else {
                match bits.number()? {
                    SKIP if j == last => return None,
                    SKIP => {
                        j = last.min(j + 2);
                        continue;
                    }
                    INSERT => {
                        let first = least + bits.number()?;
                        row[count] = first;
                        count += 1;
                        each_edge(y, first.min(w));
                        least = first + 1;
                        least + bits.number()?
                    }
                    token => {
                        let edge = i64::from(above[j]) + delta_of(token);
                        j = last.min(j + 1);
                        u32::try_from(edge).ok()?
                    }
                }
            };
            if edge < least || edge > w {
                return None;
            }
            row[count] = edge;
            if edge == w {
                break;
            }
            each_edge(y, edge);
            count += 1;
            least = edge + 1;
        }
        if count % 2 == 1 {
            each_edge(y, w);
        }
        last = count;
        core::mem::swap(&mut above, &mut row);
    }
    bits.is_done().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        let mut bytes = Vec::new();
        let mut bits = BitWriter { bytes: &mut bytes, open: 0, count: 0 };
        (0..131_073).step_by(7).for_each(|n| bits.number(n));
        bits.finish();
        let mut bits = BitReader::new(&bytes);
        assert!((0..131_073).step_by(7).all(|n| bits.number() == Some(n)));
        assert!(bits.is_done() && bits.number().is_none());
        // The small ones, as they are read first.
        let mut bits = BitReader::new(&bytes);
        let read = |bits: &mut BitReader<'_>| match bits.small_delta() {
            Some(delta) => Some(delta),
            None => bits.number().map(delta_of),
        };
        assert!((0..131_073).step_by(7).all(|n| read(&mut bits) == Some(delta_of(n))));
        assert!(bits.is_done() && read(&mut bits).is_none());
        for small in [0b1000, 0b0100, 0b0110, 0b0011] {
            let bytes = [small << 4];
            let (mut one, mut other) = (BitReader::new(&bytes), BitReader::new(&bytes));
            let delta = other.number().filter(|&n| n < SKIP).map(delta_of);
            assert_eq!(one.small_delta(), delta, "{small:04b}");
            assert!(delta.is_none() || (one.window, one.count) == (other.window, other.count), "{small:04b}");
        }
        for delta in -65_535..=65_535 {
            let token = token_of(delta);
            assert!(![SKIP, INSERT].contains(&token) && delta_of(token) == delta, "{delta}");
        }
    }

    /// Written down once, so that no later version writes or reads another code.
    #[test]
    fn the_code_of_docs_pack_md() {
        let mask = Mask::from_fn(5, 3, |x, y| [0b01110, 0b11111, 0b10001][y as usize] >> x & 1 != 0);
        let mut bytes = Vec::new();
        encode(&mask, Rect::new(0, 0, 5, 3), &mut bytes);
        assert_eq!(bytes, KNOWN);
    }

    const KNOWN: [u8; 4] = [0x16, 0xED, 0x17, 0x15];
}
