//! The checksum: CRC-64 as XZ files have it. Whatever changed within 64 bits in a row, it tells for certain; anything else but once in
//! 2⁶⁴ times.

/// The polynomial 42F0E1EBA9EA3693, its bits the other way round.
const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// What becomes of each byte.
static TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 != 0 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

pub(super) fn crc64(bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!0, |crc, &byte| TABLE[(crc as u8 ^ byte) as usize] ^ crc >> 8)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_known_value() {
        assert_eq!(super::crc64(b"123456789"), 0x995D_C9BB_DF19_39FA);
        assert_eq!(super::crc64(b""), 0);
    }
}
