//! The checksum: the CRC-64 of XZ files. It detects every change that is confined to 64 consecutive bits, and misses any other change with
//! a chance of 2⁻⁶⁴.

/// The polynomial 42F0E1EBA9EA3693 with its bits reversed.
const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// The remainder for each byte.
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

pub(crate) fn crc64(bytes: &[u8]) -> u64 {
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
