//! Terrains from any bytes: an error, or a terrain that is written as exactly the same bytes.

use hitmask::{DecodeErrorKind, DecodeLimits, Rect, Terrain};
use hitmask_oracle::sealed;

/// Tries the bytes as they are. Then tries them as a size (four bytes) and tiles with a valid frame around them, so that the search gets
/// past the checksum.
pub(crate) fn terrain(bytes: &[u8]) {
    if let Ok(terrain) = Terrain::from_bytes(bytes) {
        check(&terrain, bytes);
    }
    let Some((&[w0, w1, h0, h1], tiles)) = bytes.split_first_chunk() else { return };
    let (w, h) = (u16::from_le_bytes([w0, w1]).into(), u16::from_le_bytes([h0, h1]).into());
    let framed = frame(w, h, tiles);
    // Every other length with little memory.
    let memory = if tiles.len() % 2 == 0 { 1 << 24 } else { 1 << 13 };
    let limits = DecodeLimits { memory, ..DecodeLimits::default() };
    match Terrain::from_bytes_with(&framed, &limits) {
        Ok(terrain) => {
            assert_eq!((terrain.width(), terrain.height()), (w, h));
            assert!(terrain.memory_bytes() <= limits.memory);
            check(&terrain, &framed);
        }
        Err(error) => assert_ne!(error.kind, DecodeErrorKind::WrongChecksum),
    }
}

fn check(terrain: &Terrain, bytes: &[u8]) {
    terrain.validate();
    assert_eq!(terrain.to_bytes(), bytes);
    let (w, h) = terrain.size();
    if w.max(h) <= 1024 {
        let mask = terrain.crop(Rect::new(0, 0, w, h));
        assert_eq!((mask.count(), mask.bounds()), (terrain.count(), terrain.bounds()));
        assert_eq!(Terrain::from_mask(&mask), *terrain);
    }
}

fn frame(w: u32, h: u32, tiles: &[u8]) -> Vec<u8> {
    let mut bytes = [&b"HTRN"[..], &1u32.to_le_bytes(), &w.to_le_bytes(), &h.to_le_bytes()].concat();
    bytes.extend((tiles.len() as u64 + 32).to_le_bytes());
    bytes.extend(tiles);
    sealed(&bytes)
}

/// Tries to apply any bytes as a change of a terrain: an error, or a change that is written as exactly the same bytes. The first byte
/// chooses the terrain. The rest is tried as it is, and then as tiles with a valid frame around them.
pub(crate) fn terrain_delta(bytes: &[u8]) {
    let Some((&choice, tiles)) = bytes.split_first() else { return };
    let (w, h) = [(0, 0), (64, 64), (100, 130), (1100, 70)][usize::from(choice) % 4];
    let mut terrain = Terrain::new(w, h);
    let _ = terrain.draw(Rect::new(3, 20, w / 2, h), (0, 0));
    let base = terrain.snapshot();
    let mut head = [&b"HTRD"[..], &1u32.to_le_bytes(), &w.to_le_bytes(), &h.to_le_bytes()].concat();
    head.extend((tiles.len() as u64 + 40).to_le_bytes());
    head.extend(terrain.content_hash().to_le_bytes());
    head.extend(tiles);
    for bytes in [tiles, &sealed(&head)] {
        let mut changed = terrain.clone();
        match changed.apply_delta_with(bytes, &DecodeLimits { memory: 1 << 24, ..DecodeLimits::default() }) {
            Ok(change) => {
                changed.validate();
                assert_eq!(changed.delta_since(&base).unwrap(), bytes);
                assert_eq!(change.pixels == 0, changed == terrain);
            }
            Err(error) => {
                let is_framed =
                    matches!(error.kind, DecodeErrorKind::WrongChecksum | DecodeErrorKind::WrongBase { .. });
                assert!(!is_framed || bytes.len() == tiles.len(), "{error}");
                assert_eq!(changed, terrain);
            }
        }
    }
}
