//! Lossless WebP files that are written bit by bit.

/// A file with a chunk.
pub(crate) fn riff(id: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let odd = if data.len() % 2 == 1 { &[0][..] } else { &[] };
    let chunk = [id, &(data.len() as u32).to_le_bytes()[..], data, odd].concat();
    [b"RIFF", &(chunk.len() as u32 + 4).to_le_bytes()[..], b"WEBP", &chunk].concat()
}

/// A picture with as many groups of prefix codes as it has blocks of 4 x 4 pixels. Each code takes few bits, but a table of 1024 words.
/// `side` is a multiple of 4, and at most 1024.
pub(crate) fn many_codes(side: u32) -> Vec<u8> {
    let groups = (side / 4) * (side / 4);
    let mut bits = Bits::default();
    bits.put(0x2F, 8);
    bits.put(side - 1, 14);
    bits.put(side - 1, 14);
    bits.put(1, 1); // with alpha
    bits.put(0, 3); // the version
    bits.put(0, 1); // no transform
    bits.put(0, 1); // no color cache
    bits.put(1, 1); // several groups
    bits.put(0, 3); // for blocks of 4 x 4 pixels

    // The picture of the groups' numbers: green and red have 256 symbols of 8 bits, everything else has one.
    bits.put(0, 1);
    for _ in 0..2 {
        bits.put(0, 1);
        bits.put(12 - 4, 4);
        (0..11).for_each(|_| bits.put(0, 3));
        bits.put(1, 3); // the only length is 8
        bits.put(1, 1);
        bits.put(3, 3); // a number of 8 bits follows
        bits.put(256 - 2, 8);
    }
    (0..3).for_each(|_| bits.put(0b0001, 4));
    for group in 0..groups {
        bits.put_code(group & 0xFF, 8);
        bits.put_code(group >> 8, 8);
    }

    // The codes: lengths of 1, 2, 3 to 10, and 10.
    for _ in 0..5 * groups {
        bits.put(0, 1);
        bits.put(14 - 4, 4);
        // In the order 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10.
        for length in [0, 0, 0, 3, 3, 3, 3, 3, 0, 3, 4, 4, 4, 4] {
            bits.put(length, 3);
        }
        bits.put(1, 1);
        bits.put(1, 3); // a number of 4 bits follows
        bits.put(11 - 2, 4);
        (1..=6).for_each(|length| bits.put_code(length - 1, 3));
        (7..=10).for_each(|length| bits.put_code(12 + length - 7, 4));
        bits.put_code(15, 4);
    }
    // The pixels: a bit for each channel.
    (0..side * side).for_each(|_| bits.put(0, 4));
    riff(b"VP8L", &bits.bytes)
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    /// Writes a number, its lowest bit first.
    fn put(&mut self, value: u32, count: usize) {
        for i in 0..count {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().expect("a byte") |= ((value >> i & 1) as u8) << (self.count % 8);
            self.count += 1;
        }
    }

    /// Writes a prefix code, its highest bit first.
    fn put_code(&mut self, code: u32, count: usize) {
        self.put(code.reverse_bits() >> (32 - count), count);
    }
}
