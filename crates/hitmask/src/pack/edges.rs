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

/// The inverse of [`token_of`], without a branch that depends on the token: tokens are hard to predict.
#[inline(always)]
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

/// The numbers 0, 1 and 2 at the start of eight bits: most of what there is.
#[derive(Clone, Copy)]
struct ShortNumbers {
    /// Two bits each, the first one lowest.
    numbers: u16,
    /// How many they are.
    count: u8,
    /// How many bits they take.
    bits: u8,
}

/// For each value of eight bits.
static SHORT: [ShortNumbers; 256] = {
    let mut all = [ShortNumbers { numbers: 0, count: 0, bits: 0 }; 256];
    let mut value = 0;
    while value < 256 {
        let short = &mut all[value];
        loop {
            // The bits that are left, the next one highest, with ones behind them. So no number is found that is not complete.
            let rest = (value << 8 | 0xFF) << short.bits & 0xFFFF;
            let (number, bits) = match rest >> 13 {
                0b100.. => (0, 1),
                0b010 => (1, 3),
                0b011 => (2, 3),
                _ => break,
            };
            if short.bits + bits > 8 {
                break;
            }
            short.numbers |= number << (2 * short.count);
            short.count += 1;
            short.bits += bits;
        }
        value += 1;
    }
    all
};

/// Reads what a [`BitWriter`] wrote.
struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next byte that is not in the window completely. It goes on beyond the end, where there are zeros.
    next: usize,
    /// The next bits, the first one highest.
    window: u64,
    /// How many of them count. Those below are right, too, or 0.
    count: u32,
    /// Numbers that were read ahead, two bits each, the next one lowest; and how many they are.
    ahead: u16,
    ahead_count: u8,
}

/// The greatest number in the code is 2 · 65 535 + 2, which begins with so many zeros.
const MOST_ZEROS: u32 = 17;

impl<'a> BitReader<'a> {
    fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, next: 0, window: 0, count: 0, ahead: 0, ahead_count: 0 }
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

    /// As [`BitReader::number`], but faster if the number and those behind it are small.
    #[inline(always)]
    fn token(&mut self) -> Option<u32> {
        if self.ahead_count == 0 {
            if self.count < 2 * MOST_ZEROS + 1 {
                self.fill();
            }
            let short = SHORT[(self.window >> 56) as usize];
            if short.count == 0 {
                return self.number();
            }
            self.window <<= short.bits;
            self.count -= u32::from(short.bits);
            (self.ahead, self.ahead_count) = (short.numbers, short.count);
        }
        let number = u32::from(self.ahead & 3);
        self.ahead >>= 2;
        self.ahead_count -= 1;
        Some(number)
    }

    /// The next number. None if it is larger than any number of the code, or if the bits end. No number may have been read ahead.
    #[inline(always)]
    fn number(&mut self) -> Option<u32> {
        if self.count < 2 * MOST_ZEROS + 1 {
            self.fill();
        }
        let zeros = self.window.leading_zeros();
        if zeros > MOST_ZEROS {
            return None;
        }
        let number = (self.window >> (63 - 2 * zeros)) as u32 - 1;
        self.window <<= 2 * zeros + 1;
        self.count -= 2 * zeros + 1;
        Some(number)
    }

    /// Whether nothing but zeros that fill the last byte is left, and nothing was read beyond the end.
    fn is_done(&mut self) -> bool {
        if self.ahead_count > 0 {
            return false;
        }
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

/// Reads what [`encode`] wrote, for a part of w × h pixels. Gives the number of each row and its edges to a function: they rise from left
/// to right, the first turns solid, and all lie left of `w`. None if the bytes are no such code.
pub(super) fn decode(bytes: &[u8], w: u32, h: u32, mut each_row: impl FnMut(u32, &[u32])) -> Option<()> {
    let mut bits = BitReader::new(bytes);
    // Both lists end with `w`, where every row ends.
    let (mut above, mut row) = (vec![w], Vec::new());
    for y in 0..h {
        row.clear();
        let (mut j, mut least) = (0, 0);
        loop {
            let token = bits.token()?;
            let last = above.len() - 1;
            let edge = match token {
                SKIP if j == last => return None,
                SKIP => {
                    j = last.min(j + 2);
                    continue;
                }
                INSERT => {
                    let first = least + bits.number()?;
                    row.push(first);
                    least = first + 1;
                    least + bits.number()?
                }
                _ => {
                    let edge = i64::from(above[j]) + delta_of(token);
                    j = last.min(j + 1);
                    u32::try_from(edge).ok()?
                }
            };
            if edge < least || edge > w {
                return None;
            }
            row.push(edge);
            if edge == w {
                break;
            }
            least = edge + 1;
        }
        each_row(y, &row[..row.len() - 1]);
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
        // The same with all small numbers, which are read ahead.
        let mut bits = BitReader::new(&bytes);
        assert!((0..131_073).step_by(7).all(|n| bits.token() == Some(n)));
        assert!(bits.is_done() && bits.token().is_none());
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
