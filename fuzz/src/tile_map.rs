//! Tile maps from any bytes: an error, or a map that is written as exactly the same bytes.

use hitmask::{DecodeErrorKind, DecodeLimits, Rect, TileMap};
use hitmask_oracle::sealed;

/// Tries the bytes as they are. Then tries them as what stands in a valid frame, so that the search gets past the checksum.
pub(crate) fn tile_map(bytes: &[u8]) {
    if let Ok(map) = TileMap::from_bytes(bytes) {
        check(&map, bytes);
    }
    let mut framed = [&b"HTMP"[..], &1u32.to_le_bytes()].concat();
    framed.extend((bytes.len() as u64 + 24).to_le_bytes());
    framed.extend(bytes);
    let framed = sealed(&framed);
    match TileMap::from_bytes_with(&framed, &DecodeLimits { memory: 1 << 24, work: 1 << 21 }) {
        Ok(map) => check(&map, &framed),
        Err(error) => assert_ne!(error.kind, DecodeErrorKind::WrongChecksum),
    }
}

fn check(map: &TileMap, bytes: &[u8]) {
    assert_eq!(map.to_bytes(), bytes);
    assert_eq!(map.cells().count() as u64, map.filled());
    if let Some(bounds) = map.bounds()
        && bounds.w.max(bounds.h) <= 512
    {
        let flat = map.crop(bounds);
        assert_eq!(flat.count(), map.count());
        assert_eq!(map.overlap_area(&flat, (bounds.x, bounds.y)), flat.count());
        assert_eq!(
            map.overlap_area(&Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX), (0, 0)),
            flat.count()
        );
    }
}
