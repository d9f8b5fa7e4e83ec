//! Packs that tests change on purpose: checksums that fit again after a change, and reading everything that there is.

use hitmask::{Pack, PackError, PackLimits};

/// The CRC-64 of XZ, bit by bit, so that it shares nothing with the library.
pub(crate) fn crc64(pieces: &[&[u8]]) -> u64 {
    !pieces.concat().iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u64::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 != 0 { 0xC96C_5795_D787_0F42 } else { 0 }
        })
    })
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Where the data begins, according to the counts in the header. None if that is beyond the bytes.
pub(crate) fn data_at(bytes: &[u8]) -> Option<usize> {
    if bytes.len() < 64 {
        return None;
    }
    let sizes = [80_u64, 48, 24, 48, 4, 1];
    let tables: u64 = sizes.iter().zip(4..).map(|(size, i)| size * u64::from(u32_at(bytes, 4 * i))).sum();
    usize::try_from((64 + tables).next_multiple_of(64)).ok().filter(|&at| at <= bytes.len())
}

/// Makes all checksums fit, and the length, so that readers come to the contents.
pub(crate) fn repair(bytes: &mut [u8]) {
    let Some(data_at) = data_at(bytes) else { return };
    let length = bytes.len() as u64;
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    for entry in 0..u32_at(bytes, 16) as usize {
        let at = 64 + 80 * entry;
        let begin = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let count = u64::from(u32_at(bytes, at + 8)) + u64::from(u32_at(bytes, at + 12));
        let end = begin.checked_add(count.next_multiple_of(8)).filter(|&end| end <= length);
        if let Some(end) = end {
            let crc = crc64(&[&bytes[begin as usize..end as usize]]);
            bytes[at + 16..at + 24].copy_from_slice(&crc.to_le_bytes());
        }
    }
    let crc = crc64(&[&bytes[..56], &bytes[64..data_at]]);
    bytes[56..64].copy_from_slice(&crc.to_le_bytes());
}

/// Reads everything in a pack, in every way, with little memory. The first error ends it.
pub(crate) fn read_all(bytes: &[u8]) -> Result<(), PackError> {
    let pack = Pack::open_with(bytes, PackLimits { memory: 1 << 22 })?;
    let mut first = Ok(());
    for (number, entry) in pack.entries().enumerate() {
        assert_eq!(pack.entry(entry.name()).map(|found| found.index()), Some(number));
        assert_eq!(entry.sprite().frame(entry.frame_number()).unwrap().index(), number);
        let _ = (
            entry.tags().count(),
            entry.slices().count(),
            entry.pivot(),
            entry.duration(),
            entry.frame_name(),
        );
        let read = || -> Result<(), PackError> {
            let (mask, trimmed, alpha) = (entry.mask()?, entry.trimmed_mask()?, entry.alpha()?);
            assert_eq!(
                (mask.size(), alpha.size(), entry.runs()?.to_mask()),
                (entry.size(), entry.size(), mask.clone())
            );
            assert_eq!(mask.crop(entry.trim()), trimmed);
            if let Some(outline) = entry.outline()? {
                assert_eq!(outline.size(), entry.size());
            }
            entry.stored_pixels().map(drop)
        };
        first = first.and(read());
    }
    for sprite in pack.sprites() {
        assert_eq!(pack.sprite(sprite.name()).map(|found| found.name()), Some(sprite.name()));
        assert!(sprite.frames().len() > 0 && pack.select(sprite.name()).is_some());
        for tag in sprite.tags() {
            assert!(tag.frames().all(|frame| sprite.frame(frame as usize).is_some()), "{tag:?}");
        }
        sprite.slices().for_each(|slice| assert!(slice.areas().len() > 0, "{slice:?}"));
    }
    first
}
