//! What changed in a terrain, as bytes: what was written is applied, and everything else is refused. Random changes are in
//! terrain.rs.

use hitmask::{Circle, DecodeErrorKind, DecodeLimits, Mask, Rect, Terrain};
use hitmask_oracle::sealed;

/// A terrain, and the same terrain after some changes with every kind of item.
fn before_and_after() -> (Terrain, Terrain) {
    let mut terrain = Terrain::new(300, 140);
    terrain.draw(Rect::new(0, 64, 256, 64), (0, 0));
    terrain.draw(&Mask::from_fn(30, 30, |x, y| x * y % 7 < 3), (70, 10));
    let before = terrain.snapshot();
    terrain.carve(Rect::new(64, 64, 64, 64), (0, 0));
    terrain.draw(Rect::new(0, 0, 64, 64), (0, 0));
    terrain.draw(Rect::new(290, 130, 10, 10), (0, 0));
    terrain.draw(&Mask::from_fn(64, 64, |x, y| (x + y) % 2 == 0), (192, 0));
    (before, terrain)
}

/// The exact bytes, so that deltas of this version can be read in every later version, on any machine.
#[test]
fn the_layout() {
    let mut terrain = Terrain::new(130, 64);
    terrain.draw(Rect::new(0, 0, 64, 64), (0, 0));
    assert_eq!(terrain.content_hash(), HASH);
    let before = terrain.snapshot();
    terrain.carve(Rect::new(0, 0, 64, 64), (0, 0));
    terrain.draw(Rect::new(129, 1, 1, 1), (0, 0));
    let bytes = terrain.delta_since(&before).unwrap();
    let head = [
        &b"HTRD"[..],
        &1u32.to_le_bytes(),
        &130u32.to_le_bytes(),
        &64u32.to_le_bytes(),
        &48u64.to_le_bytes(),
        &HASH.to_le_bytes(),
    ];
    assert_eq!(bytes[..32], head.concat());
    // A tile of which every pixel changed, one that did not change, and one with 65 pixels that did not before one that did.
    assert_eq!(bytes[32..40], [1, 1, 0, 1, 3, 65, 1, 0]);
    assert_eq!(bytes.len(), 32 + 8 + 8);
}

const HASH: u64 = 0x3175_3C4F_8075_AD66;

/// No machine, version or way of making a terrain changes its hash.
#[test]
fn hashes() {
    let mut all = vec![Terrain::new(0, 0), Terrain::new(64, 0), Terrain::new(0, 64), Terrain::new(1, 1)];
    for (w, h) in [(1, 1), (64, 64), (64, 65), (65, 64), (1024, 1024), (1025, 1024)] {
        let mut other = Terrain::new(w, h);
        assert_eq!(other.content_hash(), Terrain::new(w, h).content_hash());
        other.draw(Rect::new(0, 0, 1, 1), (0, 0));
        let dot = other.clone();
        other.draw(Rect::new(0, 0, w, h), (0, 0));
        assert_eq!(other.content_hash(), Terrain::filled(w, h).content_hash());
        all.push(Terrain::filled(w, h));
        if w > 1 {
            all.extend([dot, Terrain::new(w, h)]);
        }
    }
    let mut hashes: Vec<u64> = all.iter().map(Terrain::content_hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), all.len());
}

#[test]
fn any_length_and_any_bit() {
    let (before, after) = before_and_after();
    let bytes = after.delta_since(&before).unwrap();
    let mut terrain = before.clone();
    for length in 0..bytes.len() {
        let error = terrain.apply_delta(&bytes[..length]).expect_err("truncated");
        assert_eq!((error.kind, error.offset), (DecodeErrorKind::Truncated, length), "{length}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut altered = bytes.clone();
        altered[bit / 8] ^= 1 << (bit % 8);
        terrain.apply_delta(&altered).expect_err("altered");
        // With a correct checksum: it is another change, or refused. Only bytes that can be written are accepted.
        let altered = sealed(&altered[..altered.len() - 8]);
        let mut other = terrain.clone();
        if other.apply_delta(&altered).is_ok() {
            other.validate();
            assert_eq!(other.delta_since(&before), Ok(altered), "{bit}");
        } else {
            assert_eq!(other, terrain, "{bit}");
        }
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = DecodeErrorKind::WrongLength { expected: bytes.len() as u64, actual: bytes.len() + 1 };
    assert_eq!(terrain.apply_delta(&longer).unwrap_err().kind, error);
    assert_eq!(terrain, before, "an error changes nothing");
    terrain.apply_delta(&bytes).unwrap();
    assert_eq!(terrain, after);
}

#[test]
fn other_formats_and_other_terrains() {
    let (before, mut after) = before_and_after();
    let delta = after.delta_since(&before).unwrap();
    assert_eq!(after.apply_delta(&after.to_bytes()).unwrap_err().kind, DecodeErrorKind::WrongFormat);
    assert_eq!(Terrain::from_bytes(&delta).unwrap_err().kind, DecodeErrorKind::WrongFormat);
    let [expected, actual] = [&before, &after].map(Terrain::content_hash);
    let error = after.apply_delta(&delta).unwrap_err();
    assert_eq!(error.kind, DecodeErrorKind::WrongBase { expected, actual });
    assert_eq!(
        error.to_string(),
        format!(
            "the change was made for a terrain with the content hash {expected:016x}, but this terrain has \
             {actual:016x}: apply it to the terrain of the snapshot"
        )
    );
    let has_wrong_base = |mut terrain: Terrain, delta: &[u8]| {
        matches!(terrain.apply_delta(delta).unwrap_err().kind, DecodeErrorKind::WrongBase { .. })
    };
    assert!(has_wrong_base(Terrain::new(301, 140), &delta));
    // Empty terrains of two sizes with the same hash do not exist, but bytes may claim it.
    let small = Terrain::new(3, 3);
    let mut crafted = small.delta_since(&small.snapshot()).unwrap();
    crafted[8] = 4;
    let crafted = sealed(&crafted[..crafted.len() - 8]);
    assert!(has_wrong_base(small, &crafted));
}

#[test]
fn other_sizes() {
    let refused = Terrain::new(10, 10).delta_since(&Terrain::new(10, 11)).unwrap_err();
    assert!(refused.to_string().starts_with("the base is of a terrain of another size"));
}

/// A few bytes that need much memory.
#[test]
fn limits() {
    let side = Terrain::MAX_SIDE;
    let empty = Terrain::new(side, 1 << 10);
    let mut dots = empty.delta_since(&empty.snapshot()).unwrap();
    dots.truncate(32);
    dots.extend([3, 0, 1, 0].repeat(1 << 14));
    let length = dots.len() as u64 + 8;
    dots[16..24].copy_from_slice(&length.to_le_bytes());
    let delta = sealed(&dots);
    let mut terrain = empty.clone();
    let limits = DecodeLimits { memory: 1 << 20, ..DecodeLimits::default() };
    let error = terrain.apply_delta_with(&delta, &limits).expect_err("too much");
    assert_eq!(error.kind, DecodeErrorKind::TooMuchMemory { limit: 1_048_576 });
    assert_eq!(terrain, empty);
    assert_eq!(terrain.apply_delta(&delta).unwrap().pixels, 1 << 14);
    terrain.validate();
}

/// Large changes take few bytes, and whole pages change at once. What did not change stays shared.
#[test]
fn large_and_sparse() {
    let side = 8192;
    let mut here = Terrain::filled(side, side);
    let mut there = here.clone();
    let mut last = here.snapshot();
    type Step = fn(&mut Terrain, u32) -> u64;
    let steps: [(Step, usize); 5] = [
        (|terrain, side| terrain.carve(Rect::new(0, 0, side, side / 2), (0, 0)).pixels, 52),
        (|terrain, _| terrain.draw(Rect::new(1024, 1024, 1024, 1024), (0, 0)).pixels, 200),
        (|terrain, _| terrain.carve(Circle::new((4000, 4096), 30 << 16).unwrap(), (0, 0)).pixels, 400),
        (|terrain, side| terrain.draw(Rect::new(0, 0, side, side), (0, 0)).pixels, 800),
        (|_, _| 0, 52),
    ];
    for (i, (step, most)) in steps.into_iter().enumerate() {
        step(&mut here, side);
        let delta = here.delta_since(&last).unwrap();
        assert!(delta.len() <= most, "{i}: {} bytes", delta.len());
        let _ = there.islands(&hitmask::IslandOptions::default());
        there.apply_delta(&delta).unwrap();
        there.validate();
        assert_eq!((&there, there.count(), there.bounds()), (&here, here.count(), here.bounds()), "{i}");
        last = here.snapshot();
    }
    assert_eq!(there, Terrain::filled(side, side));
    assert!(there.memory_bytes() < 1 << 14, "{}", there.memory_bytes());
}
