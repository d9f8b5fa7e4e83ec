//! Label masks from any bytes: an error, or a label mask that is written as exactly the same bytes.

use hitmask::{DecodeErrorKind, DecodeLimits, LabelMask, Rect};
use hitmask_oracle::sealed;

/// Tries the bytes as they are. Then tries them as what stands in a valid frame, behind two bytes each for width and height, so that the
/// search gets past the checksum.
pub(crate) fn label_mask(bytes: &[u8]) {
    // A few bytes may tell of many pixels.
    let limits = DecodeLimits { memory: 1 << 23, ..DecodeLimits::default() };
    if let Ok(mask) = LabelMask::from_bytes_with(bytes, &limits) {
        check(&mask, bytes);
    }
    let Some((sizes, content)) = bytes.split_first_chunk::<4>() else { return };
    let mut framed = [&b"HLAB"[..], &1u32.to_le_bytes(), &sizes[..2], &[0; 2], &sizes[2..], &[0; 2]].concat();
    framed.extend((content.len() as u64 + 32).to_le_bytes());
    framed.extend(content);
    let framed = sealed(&framed);
    match LabelMask::from_bytes_with(&framed, &limits) {
        Ok(mask) => check(&mask, &framed),
        Err(error) => assert_ne!(error.kind, DecodeErrorKind::WrongChecksum),
    }
}

fn check(mask: &LabelMask, bytes: &[u8]) {
    assert_eq!(mask.to_bytes(), bytes);
    let (w, h) = mask.size();
    let met = mask.overlap_labels(&Rect::new(0, 0, w, h), (0, 0));
    assert_eq!(met.iter().map(|met| met.pixels).sum::<u64>(), mask.mask().count());
}
