//! The head of a lossless WebP bitstream: how much memory its prefix codes take.
//!
//! The crate that decodes WebP makes a table for each prefix code before it decodes the first pixel. There may be five codes for every four
//! by four pixels, and a code of twelve bytes gets a table of four kilobytes. The crate has no limit for that. So this file reads the
//! bitstream up to its last code first, makes no table of those, and only adds up their sizes.
//!
//! The format is that of RFC 9649, section 3. Where a damaged stream could be read in two ways, it is read as the crate reads it.

use crate::error::ErrorKind;
use crate::limits::{Budget, Work, area};

/// What [`code_bytes`] gives back if a bitstream is damaged or too costly.
#[derive(Debug)]
pub(crate) enum VP8LError {
    /// What is wrong with the stream.
    Damaged(&'static str),
    /// A limit that is exceeded.
    Limit(ErrorKind),
}

use VP8LError::Damaged;

impl From<ErrorKind> for VP8LError {
    fn from(error: ErrorKind) -> Self {
        VP8LError::Limit(error)
    }
}

/// The most bytes that the tables of all prefix codes take. `stream` begins after the size of the picture and the version.
pub(crate) fn code_bytes(stream: &[u8], (w, h): (u32, u32), budget: &Budget) -> Result<u64, VP8LError> {
    let mut reader = Reader { bits: Bits::new(stream), budget };
    let mut width = w;
    let mut seen = [false; 4];
    while reader.bits.flag()? {
        let kind = reader.bits.take(2)? as usize;
        if std::mem::replace(&mut seen[kind], true) {
            return Err(Damaged("a transform comes twice"));
        }
        match kind {
            // Predictors, and factors of colors: each is a picture with a pixel for each block.
            0 | 1 => {
                let block = reader.bits.take(3)? + 2;
                reader.picture(blocks(width, block), blocks(h, block))?;
            }
            // Red and blue without green.
            2 => {}
            // A palette. If it is small, several pixels share one.
            _ => {
                let colors = reader.bits.take(8)? + 1;
                reader.picture(colors, 1)?;
                width = blocks(
                    width,
                    if colors <= 2 {
                        3
                    } else if colors <= 4 {
                        2
                    } else {
                        u32::from(colors <= 16)
                    },
                );
            }
        }
    }
    let cache = reader.cache_colors()?;
    let mut groups = 1;
    if reader.bits.flag()? {
        // A picture with a pixel for each block of pixels. Its red and green are the number of the block's codes.
        let block = reader.bits.take(3)? + 2;
        let numbers = reader.picture(blocks(width, block), blocks(h, block))?;
        groups = 1 + numbers.iter().map(|argb| u64::from(argb >> 8 & 0xFFFF)).max().unwrap_or(0);
    }
    // A list that grows may be held three times for a moment.
    let mut bytes = 3 * groups * 5 * CODE_BYTES;
    for _ in 0..groups {
        for symbols in alphabets(cache) {
            bytes += reader.code_lengths(symbols)?.table_bytes();
        }
    }
    Ok(bytes)
}

/// The bytes of the structure of a code in the crate, without its table.
const CODE_BYTES: u64 = 64;

/// The longest code of a symbol, in bits.
const LONGEST: usize = 15;

/// How many squares with sides of 2^`block` pixels there are along a side.
fn blocks(side: u32, block: u32) -> u32 {
    side.div_ceil(1 << block)
}

/// The number of symbols in the five codes of a group: green with lengths and cached colors, red, blue, alpha, and distances.
fn alphabets(cache: usize) -> [usize; 5] {
    [280 + cache, 256, 256, 256, 40]
}

struct Reader<'a> {
    bits: Bits<'a>,
    budget: &'a Budget,
}

impl Reader<'_> {
    /// The number of colors in the cache. 0 without a cache.
    fn cache_colors(&mut self) -> Result<usize, VP8LError> {
        if !self.bits.flag()? {
            return Ok(0);
        }
        match self.bits.take(4)? {
            bits @ 1..=11 => Ok(1 << bits),
            _ => Err(Damaged("the size of its color cache is wrong")),
        }
    }

    /// One of the pictures in the head. It has a single group of codes. Its pixels are `0xAARRGGBB`.
    fn picture(&mut self, w: u32, h: u32) -> Result<Vec<u32>, VP8LError> {
        let pixels = area(w, h);
        self.budget.work(pixels, Work::Lossless)?;
        let mut cache = vec![0u32; self.cache_colors()?];
        let mut codes = Vec::with_capacity(5);
        for symbols in alphabets(cache.len()) {
            codes.push(self.code_lengths(symbols)?.code()?);
        }
        let (pixels, near) = (pixels as usize, near_pixels());
        let mut picture = Vec::with_capacity(pixels);
        let remember = |cache: &mut [u32], argb: u32| {
            if !cache.is_empty() {
                let place = argb.wrapping_mul(0x1E35_A7BD) >> (32 - cache.len().ilog2());
                cache[place as usize] = argb;
            }
        };
        while picture.len() < pixels {
            match codes[0].symbol(&mut self.bits)? {
                green @ 0..256 => {
                    let [red, blue, alpha] = [1, 2, 3].map(|i| codes[i].symbol(&mut self.bits));
                    let argb = alpha? << 24 | red? << 16 | green << 8 | blue?;
                    remember(&mut cache, argb);
                    picture.push(argb);
                }
                length @ 256..280 => {
                    let length = self.bits.number(length - 256)?;
                    let distance = codes[4].symbol(&mut self.bits)?;
                    let distance = match self.bits.number(distance)? {
                        code @ 1..=120 => {
                            let (dx, dy) = near[code - 1];
                            (dx + dy * i64::from(w)).max(1) as usize
                        }
                        code => code - 120,
                    };
                    if distance > picture.len() || length > pixels - picture.len() {
                        return Err(Damaged("it copies pixels from outside"));
                    }
                    for _ in 0..length {
                        let argb = picture[picture.len() - distance];
                        remember(&mut cache, argb);
                        picture.push(argb);
                    }
                }
                cached => picture.push(cache[cached as usize - 280]),
            }
        }
        Ok(picture)
    }

    /// The lengths of a code's symbols.
    fn code_lengths(&mut self, symbols: usize) -> Result<Lengths, VP8LError> {
        self.budget.work(symbols as u64, Work::Unpack)?;
        let bits = &mut self.bits;
        if bits.flag()? {
            let is_two = bits.flag()?;
            let first = if bits.flag()? { bits.take(8)? } else { bits.take(1)? };
            let second = if is_two { Some(bits.take(8)?) } else { None };
            return if first.max(second.unwrap_or(0)) < symbols as u32 {
                Ok(Lengths::Few(first, second))
            } else {
                Err(Damaged("a code has a symbol beyond the last one"))
            };
        }
        const ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        let mut lengths = vec![0; ORDER.len()];
        for &symbol in &ORDER[..4 + bits.take(4)? as usize] {
            lengths[symbol] = bits.take(3)? as u8;
        }
        let code = Lengths::Many(lengths).code()?;
        let mut left = symbols;
        if bits.flag()? {
            let width = 2 + 2 * bits.take(3)?;
            left = 2 + bits.take(width)? as usize;
            if left > symbols {
                return Err(Damaged("a code has more symbols than there are"));
            }
        }
        let (mut lengths, mut last) = (Vec::with_capacity(symbols), 8);
        while lengths.len() < symbols && left > 0 {
            left -= 1;
            let (length, times) = match code.symbol(bits)? {
                length @ 0..16 => (length as u8, 1),
                16 => (last, 3 + bits.take(2)?),
                17 => (0, 3 + bits.take(3)?),
                _ => (0, 11 + bits.take(7)?),
            };
            if length != 0 {
                last = length;
            }
            if lengths.len() + times as usize > symbols {
                return Err(Damaged("a code has more symbols than there are"));
            }
            lengths.resize(lengths.len() + times as usize, length);
        }
        Ok(Lengths::Many(lengths))
    }
}

/// The lengths of the codes of all symbols.
enum Lengths {
    /// One symbol, which takes no bit, or two, which take one bit.
    Few(u32, Option<u32>),
    /// A length for each symbol. A symbol of length 0 does not occur.
    Many(Vec<u8>),
}

impl Lengths {
    /// How many symbols have each length from 1 on.
    fn counts(lengths: &[u8]) -> [u64; LONGEST + 1] {
        let mut counts = [0; LONGEST + 1];
        lengths.iter().for_each(|&length| counts[usize::from(length)] += 1);
        counts[0] = 0;
        counts
    }

    /// The most bytes of the crate's table for this code: four bytes for each word of ten bits, and two nodes for each longer symbol.
    fn table_bytes(&self) -> u64 {
        const TABLE_BITS: usize = 10;
        const NODE: u64 = 16;
        const ALLOCATIONS: u64 = 64;
        match self {
            Lengths::Few(_, None) => 0,
            Lengths::Few(..) => 2 * 4 + 3 * NODE + ALLOCATIONS,
            Lengths::Many(lengths) => {
                let counts = Lengths::counts(lengths);
                let longest = counts.iter().rposition(|&count| count != 0).unwrap_or(0);
                let long: u64 = counts[TABLE_BITS + 1..].iter().sum();
                (4 << longest.min(TABLE_BITS)) + 2 * NODE * long + ALLOCATIONS
            }
        }
    }

    fn code(&self) -> Result<Code, VP8LError> {
        let lengths = match self {
            &Lengths::Few(one, None) => return Ok(Code::of_one(one)),
            &Lengths::Few(zero, Some(one)) => {
                return Ok(Code { entries: vec![(zero as u16, 1), (one as u16, 1)], longest: 1 });
            }
            Lengths::Many(lengths) => lengths,
        };
        let counts = Lengths::counts(lengths);
        match counts.iter().sum::<u64>() {
            0 => return Err(Damaged("a code has no symbols")),
            1 => return Ok(Code::of_one(lengths.iter().position(|&length| length != 0).unwrap_or(0) as u32)),
            _ => {}
        }
        let longest = counts.iter().rposition(|&count| count != 0).unwrap_or(0);
        let mut next = [0; LONGEST + 2];
        for length in 1..=longest {
            next[length + 1] = (next[length] + counts[length]) << 1;
        }
        if next[longest + 1] != 2 << longest {
            return Err(Damaged("a code is not complete"));
        }
        let mut entries = vec![(0, 0); 1 << longest];
        for (symbol, &length) in (0..).zip(lengths).filter(|(_, length)| **length != 0) {
            let code = next[usize::from(length)];
            next[usize::from(length)] += 1;
            // The first bit of a code is its highest one, and comes first in the stream, whose first bits are the lowest.
            let first = (code as u16).reverse_bits() >> (16 - length);
            for entry in entries[usize::from(first)..].iter_mut().step_by(1 << length) {
                *entry = (symbol, length);
            }
        }
        Ok(Code { entries, longest: longest as u32 })
    }
}

/// A prefix code to read symbols with.
struct Code {
    /// The symbol that each word of the longest length begins with, and its length.
    entries: Vec<(u16, u8)>,
    longest: u32,
}

impl Code {
    fn of_one(symbol: u32) -> Code {
        Code { entries: vec![(symbol as u16, 0)], longest: 0 }
    }

    fn symbol(&self, bits: &mut Bits<'_>) -> Result<u32, VP8LError> {
        let (symbol, length) = self.entries[bits.peek(self.longest) as usize];
        bits.skip(u32::from(length))?;
        Ok(symbol.into())
    }
}

/// The pixels that the first 120 distances stand for: how far left and up they are. The nearest come first.
fn near_pixels() -> Vec<(i64, i64)> {
    let all = (0..8).flat_map(|dy| (-7..=8).map(move |dx| (dx, dy)));
    let mut near: Vec<(i64, i64)> = all.filter(|&(dx, dy)| dy > 0 || dx > 0).collect();
    near.sort_by_key(|&(dx, dy)| (dx * dx + dy * dy, dx.abs(), dx < 0));
    near
}

/// Reads bits. The lowest bit of a byte comes first.
struct Bits<'a> {
    bytes: &'a [u8],
    /// Bits that were taken out of `bytes` and are not used yet.
    waiting: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Bits { bytes, waiting: 0, count: 0 }
    }

    /// The next bits, at most 32. Behind the end, they are 0.
    fn peek(&mut self, count: u32) -> u32 {
        while self.count < count {
            let Some((&byte, after)) = self.bytes.split_first() else { break };
            self.bytes = after;
            self.waiting |= u64::from(byte) << self.count;
            self.count += 8;
        }
        (self.waiting & ((1 << count) - 1)) as u32
    }

    /// Passes over bits that were peeked at.
    fn skip(&mut self, count: u32) -> Result<(), VP8LError> {
        self.count = self.count.checked_sub(count).ok_or(Damaged("it ends in the middle of its head"))?;
        self.waiting >>= count;
        Ok(())
    }

    fn take(&mut self, count: u32) -> Result<u32, VP8LError> {
        let value = self.peek(count);
        self.skip(count)?;
        Ok(value)
    }

    fn flag(&mut self) -> Result<bool, VP8LError> {
        Ok(self.take(1)? == 1)
    }

    /// A length or a distance: small ones have a symbol each, greater ones have a symbol and bits that follow it.
    fn number(&mut self, symbol: u32) -> Result<usize, VP8LError> {
        if symbol < 4 {
            return Ok(symbol as usize + 1);
        }
        let more = (symbol - 2) >> 1;
        let base = (2 + (symbol & 1)) << more;
        Ok((base + self.take(more)? + 1) as usize)
    }
}
