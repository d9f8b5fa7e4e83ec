//! Packs from any bytes: an error, or a pack whose entries can be read or refused, and copied.

use crate::common::pack_case;

/// Tries the bytes as they are, and then with checksums that fit, so that the search gets past them.
pub fn pack(bytes: &[u8]) {
    let _ = pack_case::read_all(bytes);
    let mut repaired = bytes.to_vec();
    pack_case::repair(&mut repaired);
    let _ = pack_case::read_all(&repaired);
    pack_case::copy(&repaired);
}
