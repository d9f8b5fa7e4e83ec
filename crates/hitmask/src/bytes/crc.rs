//! The checksum: the CRC-64 of XZ files. It detects every change that is confined to 64 consecutive bits, and misses any other change with
//! a chance of 2⁻⁶⁴.

/// The polynomial 42F0E1EBA9EA3693 with its bits reversed.
const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

pub(crate) fn crc64(bytes: &[u8]) -> u64 {
    crc64_of([bytes])
}

/// The checksum of several pieces, as if they followed each other.
pub(crate) fn crc64_of<const N: usize>(pieces: [&[u8]; N]) -> u64 {
    !pieces.into_iter().fold(!0, add)
}

#[cfg(not(target_family = "wasm"))]
use by_eights::add;
#[cfg(target_family = "wasm")]
use by_halves::add;

/// Eight bytes at a time, with 16 kB of tables.
#[cfg(not(target_family = "wasm"))]
mod by_eights {
    use super::POLYNOMIAL;

    /// How many bytes are taken at a time.
    const STEP: usize = 8;

    /// The remainders for each byte with 0, 1, ... 7 zero bytes behind it.
    static TABLES: [[u64; 256]; STEP] = {
        let mut tables = [[0; 256]; STEP];
        let mut byte = 0;
        while byte < 256 {
            let mut crc = byte as u64;
            let mut bit = 0;
            while bit < 8 {
                crc = crc >> 1 ^ if crc & 1 != 0 { POLYNOMIAL } else { 0 };
                bit += 1;
            }
            tables[0][byte] = crc;
            byte += 1;
        }
        let mut zeros = 1;
        while zeros < STEP {
            let mut byte = 0;
            while byte < 256 {
                let crc = tables[zeros - 1][byte];
                tables[zeros][byte] = tables[0][(crc & 0xFF) as usize] ^ crc >> 8;
                byte += 1;
            }
            zeros += 1;
        }
        tables
    };

    pub(super) fn add(crc: u64, bytes: &[u8]) -> u64 {
        let (steps, rest) = bytes.as_chunks::<STEP>();
        let crc = steps.iter().fold(crc, |crc, &step| {
            let bytes = (crc ^ u64::from_le_bytes(step)).to_le_bytes();
            (0..STEP).fold(0, |sum, i| sum ^ TABLES[STEP - 1 - i][usize::from(bytes[i])])
        });
        rest.iter().fold(crc, |crc, &byte| TABLES[0][(crc as u8 ^ byte) as usize] ^ crc >> 8)
    }
}

/// Half a byte at a time, for a module that is loaded from the network: the tables would be a twentieth of it, since they cannot be packed.
#[cfg(any(target_family = "wasm", test))]
mod by_halves {
    use super::POLYNOMIAL;

    /// The remainders for each half of a byte.
    static TABLE: [u64; 16] = {
        let mut table = [0; 16];
        let mut half = 0;
        while half < 16 {
            let mut crc = half as u64;
            let mut bit = 0;
            while bit < 4 {
                crc = crc >> 1 ^ if crc & 1 != 0 { POLYNOMIAL } else { 0 };
                bit += 1;
            }
            table[half] = crc;
            half += 1;
        }
        table
    };

    pub(super) fn add(crc: u64, bytes: &[u8]) -> u64 {
        let half = |crc: u64| TABLE[(crc & 15) as usize] ^ crc >> 4;
        bytes.iter().fold(crc, |crc, &byte| half(half(crc ^ u64::from(byte))))
    }
}

#[cfg(test)]
mod tests {
    use super::{crc64, crc64_of};

    #[test]
    fn the_known_values() {
        assert_eq!(crc64(b"123456789"), 0x995D_C9BB_DF19_39FA);
        assert_eq!(crc64(b""), 0);
    }

    /// One byte at a time, bit by bit: the definition.
    #[test]
    fn steps_and_pieces_change_nothing() {
        let bytes: [u8; 61] = core::array::from_fn(|i| (i * i + 7) as u8);
        for end in 0..bytes.len() {
            let mut slow = !0_u64;
            for &byte in &bytes[..end] {
                slow ^= u64::from(byte);
                (0..8).for_each(|_| slow = slow >> 1 ^ if slow & 1 != 0 { super::POLYNOMIAL } else { 0 });
            }
            assert_eq!(crc64(&bytes[..end]), !slow, "{end}");
            assert_eq!(super::by_halves::add(!0, &bytes[..end]), slow, "{end}");
            assert_eq!(crc64_of([&bytes[..end / 3], &bytes[end / 3..end]]), !slow, "{end}");
        }
    }
}
