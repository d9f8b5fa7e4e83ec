//! The checksum at the end of every format of hitmask.

/// The CRC-64 of XZ, bit by bit.
#[must_use]
pub fn crc64(bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u64::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xC96C_5795_D787_0F42 } else { 0 }
        })
    })
}

/// A body, and its checksum behind it.
#[must_use]
pub fn sealed(body: &[u8]) -> Vec<u8> {
    [body, &crc64(body).to_le_bytes()].concat()
}
