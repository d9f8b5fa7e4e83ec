//! Terrains as bytes: what was written is read, and everything else is refused.

use crate::common::terrain_case::assert_terrain;
use crate::common::{Blame, Rng, mask_of, pictures};
use hitmask::{DecodeErrorKind, DecodeLimits, Mask, Rect, Terrain};
use hitmask_oracle::sealed;

#[test]
fn what_is_written_is_read() {
    let first = crate::common::first_seed(97_000_000);
    for seed in first..first + 400 {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.pick(&[0, 1, 63, 64, 65, 130, 300]), rng.pick(&[0, 1, 64, 128, 129, 200]));
        let grid = pictures::grid_of_size(rng, w, h);
        let _blame = Blame(&(seed, &grid));
        let terrain = Terrain::from_mask(&mask_of(&grid));
        let bytes = terrain.to_bytes();
        let read = Terrain::from_bytes(&bytes).expect("it was just written");
        assert_terrain(&read, &grid);
        assert_eq!(read, terrain);
        assert_eq!(read.to_bytes(), bytes);
        // No matter how it was made.
        let mut other = Terrain::filled(w as u32, h as u32);
        let mut clear = mask_of(&grid);
        clear.invert();
        other.carve(&clear, (0, 0));
        assert_eq!(other.to_bytes(), bytes);
    }
}

/// The exact bytes, so that files of this version can be read in every later version, on any machine.
#[test]
fn the_layout() {
    let mut terrain = Terrain::new(130, 64);
    terrain.draw(Rect::new(0, 0, 64, 64), (0, 0));
    terrain.draw(Rect::new(129, 1, 1, 1), (0, 0));
    let bytes = terrain.to_bytes();
    let head = [
        &b"HTRN"[..],
        &1u32.to_le_bytes(),
        &130u32.to_le_bytes(),
        &64u32.to_le_bytes(),
        &40u64.to_le_bytes(),
    ];
    assert_eq!(bytes[..24], head.concat());
    // A full tile, an empty tile, and a tile with 65 clear pixels followed by a solid one.
    assert_eq!(bytes[24..32], [1, 1, 0, 1, 3, 65, 1, 0]);
    assert_eq!(bytes.len(), 24 + 8 + 8);
}

/// A small terrain with every kind of item in its bytes.
fn small() -> Terrain {
    let mut terrain = Terrain::new(300, 140);
    terrain.draw(Rect::new(0, 64, 256, 64), (0, 0));
    terrain.draw(&Mask::from_fn(30, 30, |x, y| x * y % 7 < 3), (70, 10));
    terrain.draw(Rect::new(290, 130, 10, 10), (0, 0));
    terrain.draw(&Mask::from_fn(64, 64, |x, y| (x + y) % 2 == 0), (192, 0));
    terrain
}

#[test]
fn any_length_and_any_bit() {
    let bytes = small().to_bytes();
    assert_eq!(Terrain::from_bytes(&bytes), Ok(small()));
    for length in 0..bytes.len() {
        let error = Terrain::from_bytes(&bytes[..length]).expect_err("truncated");
        assert_eq!((error.kind, error.offset), (DecodeErrorKind::Truncated, length), "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        Terrain::from_bytes(&altered).expect_err("altered");
    }
    let longer = [&bytes[..], &[0]].concat();
    let kind = |bytes: &[u8]| Terrain::from_bytes(bytes).unwrap_err().kind;
    let too_long = DecodeErrorKind::WrongLength { expected: bytes.len() as u64, actual: bytes.len() + 1 };
    assert_eq!(kind(&longer), too_long);
    assert_eq!(kind(b"PNG....."), DecodeErrorKind::WrongFormat);
    let mut newer = bytes.clone();
    newer[4] = 2;
    assert_eq!(kind(&newer), DecodeErrorKind::UnknownVersion { version: 2 });
    assert_eq!(newer.len(), bytes.len());
    let error = Terrain::from_bytes(&newer).unwrap_err();
    assert_eq!(error.to_string(), "the terrain has format version 2, but this library only reads version 1");
}

/// The bytes around some tiles, with the correct length and checksum.
fn framed(w: u32, h: u32, tiles: &[u8]) -> Vec<u8> {
    let mut bytes = [&b"HTRN"[..], &1u32.to_le_bytes(), &w.to_le_bytes(), &h.to_le_bytes()].concat();
    bytes.extend((tiles.len() as u64 + 32).to_le_bytes());
    bytes.extend(tiles);
    sealed(&bytes)
}

/// Faults that the checksum can't detect.
#[test]
fn crafted() {
    let read = |w, h, tiles: &[u8]| {
        Terrain::from_bytes(&framed(w, h, tiles)).map_err(|error| (error.kind, error.offset))
    };
    assert_eq!(framed(300, 140, &small().to_bytes()[24..small().to_bytes().len() - 8]), small().to_bytes());
    assert_eq!(read(64, 64, &[1, 1]), Ok(Terrain::filled(64, 64)));
    assert_eq!(read(0, 64, &[]), Ok(Terrain::new(0, 64)));
    let bad = |offset| Err((DecodeErrorKind::BadValue, offset));
    // Too few tiles, too many tiles, none, and the same one twice.
    assert_eq!(read(64, 64, &[]), Err((DecodeErrorKind::Truncated, 24)));
    assert_eq!(read(128, 64, &[1, 1]), Err((DecodeErrorKind::Truncated, 26)));
    assert_eq!(read(64, 64, &[1, 2]), bad(24));
    assert_eq!(read(64, 64, &[1, 0]), bad(24));
    assert_eq!(read(64, 64, &[1, 1, 0, 1]), bad(26));
    assert_eq!(read(128, 64, &[1, 1, 1, 1]), bad(26));
    assert_eq!(read(0, 0, &[7]), bad(24));
    assert_eq!(read(64, 64, &[4, 1]), bad(24));
    // Numbers that are longer than necessary, or longer than possible.
    assert_eq!(read(64, 64, &[0, 0x81, 0]), bad(25));
    assert_eq!(read(64, 64, &[0, 0xFF, 0xFF, 0xFF, 0xFF, 1]), bad(25));
    // Stretches: none, all solid, beyond the tile, beyond the terrain; words where stretches would be shorter.
    assert_eq!(read(64, 64, &[3, 0]), Err((DecodeErrorKind::Truncated, 26)));
    assert_eq!(read(64, 64, &[3, 0, 0]), bad(24));
    assert_eq!(read(64, 64, &[3, 0x80, 0x20, 0]), bad(25));
    assert_eq!(read(63, 64, &[3, 63, 1, 0]), bad(24));
    assert_eq!(read(64, 63, &[1, 1]), bad(24));
    assert_eq!(read(64, 64, &[&[2, 1][..], &[0; 511]].concat()), bad(24));
    assert_eq!(read(64, 64, &[&[2][..], &[0; 512]].concat()), bad(24));
    assert_eq!(read(64, 64, &[2, 1, 2, 3]), Err((DecodeErrorKind::Truncated, 28)));
    let too_large = |width, height| Err((DecodeErrorKind::TooLarge { width, height }, 8));
    assert_eq!(read(65_537, 64, &[0, 1]), too_large(65_537, 64));
    assert_eq!(read(u32::MAX, u32::MAX, &[0, 1]), too_large(u32::MAX, u32::MAX));
}

/// A few bytes that need much memory.
#[test]
fn limits() {
    let side = Terrain::MAX_SIDE;
    let full = Terrain::filled(side, side).to_bytes();
    assert!(full.len() < 40, "{} bytes", full.len());
    assert_eq!(Terrain::from_bytes(&full), Ok(Terrain::filled(side, side)));
    let limits = DecodeLimits { memory: 1 << 20, ..DecodeLimits::default() };
    assert_eq!(Terrain::from_bytes_with(&full, &limits), Ok(Terrain::filled(side, side)));
    // A dot in each of many tiles.
    let dots = [3, 0, 1, 0].repeat(1 << 14);
    let bytes = framed(side, 1 << 10, &dots);
    let error = Terrain::from_bytes_with(&bytes, &limits).expect_err("too much");
    assert_eq!(error.kind, DecodeErrorKind::TooMuchMemory { limit: 1_048_576 });
    let terrain = Terrain::from_bytes(&bytes).expect("within the usual limits");
    assert_eq!(terrain.count(), 1 << 14);
    let enough = DecodeLimits { memory: terrain.memory_bytes(), ..limits };
    assert_eq!(Terrain::from_bytes_with(&bytes, &enough), Ok(terrain));
    let none = DecodeLimits { memory: 0, ..limits };
    assert!(Terrain::from_bytes_with(&small().to_bytes(), &none).is_err());
}
