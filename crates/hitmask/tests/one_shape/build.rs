//! Masks from pictures, bytes and words against brute force; wrong lengths and sizes.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same, mask_of};
use hitmask::{AlphaMask, InvalidArgument, InvalidReason, Mask};
use hitmask_oracle::Grid;

/// Calls `check` with many sizes.
fn each_size(seed: u64, check: impl Fn(&mut Rng, usize, usize)) {
    let seed = crate::common::first_seed(seed);
    for seed in seed..seed + 1_500 {
        let rng = &mut Rng::new(seed);
        let (w, h) = (pictures::side(rng, Scale::Sprite), pictures::side(rng, Scale::Sprite));
        let _blame = Blame(&(seed, w, h));
        check(rng, w, h);
    }
}

/// Bytes near a threshold, or any bytes.
fn bytes(rng: &mut Rng, n: usize, near: u8) -> Vec<u8> {
    (0..n)
        .map(|_| match rng.below(4) {
            0 => near,
            1 => near.saturating_sub(1),
            2 => near.saturating_add(1),
            _ => rng.next() as u8,
        })
        .collect()
}

#[test]
fn from_pictures() {
    each_size(30_000_000, |rng, w, h| {
        let level = rng.pick(&[0, 1, 2, 127, 128, 254, 255]);
        let (uw, uh) = (w as u32, h as u32);
        let plane = bytes(rng, w * h, level);
        let rgba = bytes(rng, 4 * w * h, level);
        assert_same(
            &Mask::from_alpha(uw, uh, &plane, level).unwrap(),
            &Grid::from_alpha(w, h, &plane, level),
            "from_alpha",
        );
        assert_same(
            &Mask::from_rgba8(uw, uh, &rgba, level).unwrap(),
            &Grid::from_rgba8(w, h, &rgba, level),
            "from_rgba8",
        );
        assert_same(
            &Mask::from_indexed(uw, uh, &plane, level).unwrap(),
            &Grid::from_indexed(w, h, &plane, level),
            "from_indexed",
        );
        let key = [level, level.wrapping_add(1), level.saturating_sub(1)];
        let tolerance = rng.pick(&[0, 1, 2, 3, 100, 254, 255]);
        assert_same(
            &Mask::from_color_key(uw, uh, &rgba, key, tolerance).unwrap(),
            &Grid::from_color_key(w, h, &rgba, key, tolerance),
            "from_color_key",
        );

        let alpha = AlphaMask::from_rgba8(uw, uh, &rgba).unwrap();
        assert_same(&alpha.to_mask(level), &Grid::from_rgba8(w, h, &rgba, level), "to_mask");
        assert_eq!(alpha.max_alpha(), rgba.iter().skip(3).step_by(4).copied().max().unwrap_or(0));
        assert_eq!(AlphaMask::from_alpha(uw, uh, alpha.as_bytes()).unwrap(), alpha);
    });
}

#[test]
fn alphas_set_one_by_one() {
    each_size(31_000_000, |rng, w, h| {
        if w * h == 0 || w * h > 2_000 {
            return;
        }
        let mut alpha = AlphaMask::new(w as u32, h as u32);
        let plane = bytes(rng, w * h, 255);
        for (i, &value) in plane.iter().enumerate() {
            // Set twice: no bits may remain from the first call.
            let place = ((i % w) as i32, (i / w) as i32);
            alpha.set(place, rng.pick(&[0, 128, 255]));
            alpha.set(place, value);
            assert_eq!(alpha.alpha(place), value);
        }
        assert_eq!(alpha.as_bytes(), plane);
        let fresh = AlphaMask::from_alpha(w as u32, h as u32, &plane).unwrap();
        assert_eq!(alpha, fresh);
        assert_eq!(alpha.overlap_area(&alpha, (1, -1)), fresh.overlap_area(&fresh, (1, -1)));
        assert_eq!(alpha.alpha((-1, 0)) + alpha.alpha((0, h as i32)), 0, "outside");
    });
}

#[test]
fn bytes_and_row_words() {
    each_size(32_000_000, |rng, w, h| {
        let grid = pictures::grid_of_size(rng, w, h);
        let (mask, uw, uh) = (mask_of(&grid), w as u32, h as u32);
        let (bytes, words32, words64) = (mask.to_bytes(), mask.to_row_words32(), mask.to_row_words64());
        assert_eq!(bytes, grid.to_bytes(), "to_bytes");
        assert_eq!(words32, grid.to_row_words32(), "to_row_words32");
        assert_eq!(words64, grid.to_row_words64(), "to_row_words64");
        assert_same(&Mask::from_bytes(uw, uh, &bytes).unwrap(), &grid, "from_bytes");
        assert_same(&Mask::from_row_words32(uw, uh, &words32).unwrap(), &grid, "from_row_words32");
        assert_same(&Mask::from_row_words64(uw, uh, &words64).unwrap(), &grid, "from_row_words64");
        // Padding bits that are set must not become pixels.
        let noise: Vec<u64> = words64.iter().map(|_| rng.next()).collect();
        assert_same(
            &Mask::from_row_words64(uw, uh, &noise).unwrap(),
            &Grid::from_row_words64(w, h, &noise),
            "from noisy words",
        );
        let noise: Vec<u8> = bytes.iter().map(|_| rng.next() as u8).collect();
        assert_same(
            &Mask::from_bytes(uw, uh, &noise).unwrap(),
            &Grid::from_bytes(w, h, &noise),
            "noisy bytes",
        );
    });
}

fn assert_length(result: Result<Mask, InvalidArgument>, expected: u64, actual: usize) {
    match result {
        Err(InvalidArgument { reason: InvalidReason::WrongLength { length, needed }, .. }) => {
            assert_eq!((needed, length), (expected, actual));
        }
        other => panic!("{other:?} instead of a wrong length"),
    }
}

#[test]
fn one_too_few_and_one_too_many() {
    let zeros = [0_u8; 1000];
    for off in [-1_i64, 1] {
        let n = |expected: i64| (expected + off) as usize;
        assert_length(Mask::from_alpha(9, 7, &zeros[..n(63)], 1), 63, n(63));
        assert_length(Mask::from_indexed(9, 7, &zeros[..n(63)], 0), 63, n(63));
        assert_length(Mask::from_rgba8(9, 7, &zeros[..n(252)], 1), 252, n(252));
        assert_length(Mask::from_color_key(9, 7, &zeros[..n(252)], [0; 3], 3), 252, n(252));
        assert_length(Mask::from_bytes(9, 7, &zeros[..n(14)]), 14, n(14));
        assert_length(Mask::from_row_words32(33, 7, &[0; 99][..n(14)]), 14, n(14));
        assert_length(Mask::from_row_words64(65, 7, &[0; 99][..n(14)]), 14, n(14));
        assert_length(AlphaMask::from_rgba8(9, 7, &zeros[..n(252)]).map(|a| a.to_mask(1)), 252, n(252));
    }
}

#[test]
fn sizes_beyond_the_limits() {
    let is_too_large = |result: Result<Mask, InvalidArgument>, (width, height): (u32, u32)| {
        let (side, pixels) = (Mask::MAX_SIDE, Mask::MAX_PIXELS);
        let refused = result.unwrap_err();
        assert_eq!(refused.reason, InvalidReason::TooLarge { width, height, side, pixels });
        let foreign = Mask::from_alpha(width, height, &[], 1).unwrap_err();
        assert_eq!(foreign, refused);
    };
    for size in [(65_536, 0), (0, 65_536), (65_536, 1), (65_535, 32_769), (u32::MAX, u32::MAX)] {
        is_too_large(Mask::try_new(size.0, size.1), size);
        assert_eq!(Mask::check_size(size.0, size.1), Mask::try_new(size.0, size.1).map(drop));
        // Even if the data claim to be very long, nothing is allocated before they are checked.
        assert!(Mask::from_rgba8(size.0, size.1, &[], 1).is_err());
        assert!(Mask::from_bytes(size.0, size.1, &[]).is_err());
        assert!(AlphaMask::from_rgba8(size.0, size.1, &[]).is_err());
    }
    assert_eq!(Mask::new(65_535, 1).size(), (65_535, 1));
    assert_eq!(Mask::filled(3, 65_535).count(), 3 * 65_535);
    assert_eq!(Mask::new(0, 65_535).bounds(), None);
}

#[test]
#[should_panic(expected = "65536 x 1 pixels is too large")]
fn new_beyond_the_limits_panics() {
    let _ = Mask::new(65_536, 1);
}
