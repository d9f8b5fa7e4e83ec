//! The collision buffer against a list of ids for each pixel: random scripts in all three modes, with every kind of shape and regions that
//! move. `HITMASK_SEED=n` starts with another seed.

use crate::common::buffer_case::{self, rect, same, stamp, told};
use crate::common::pictures::{Scale, grid};
use crate::common::things::Thing;
use crate::common::{Blame, Rng};
use hitmask::{BufferMode, CollisionBuffer, Rect};
use hitmask_oracle::Buffer;

#[test]
fn random_scripts_1() {
    crate::common::cases(80_000_000, 2000, buffer_case::run);
}

#[test]
fn random_scripts_2() {
    crate::common::cases(81_000_000, 2000, buffer_case::run);
}

/// Many shapes over a large region: many cells, shapes that reach into many cells, ids that several shapes have.
#[test]
fn crowds() {
    for (seed, mode) in [(82, BufferMode::Owners), (83, BufferMode::Painter), (84, BufferMode::Latch)] {
        let rng = &mut Rng::new(seed);
        let truth_mode = match mode {
            BufferMode::Owners => hitmask_oracle::BufferMode::Owners,
            BufferMode::Painter => hitmask_oracle::BufferMode::Painter,
            BufferMode::Latch => hitmask_oracle::BufferMode::Latch,
        };
        let here = (-300, 77, 900, 500);
        let mut ours = CollisionBuffer::new(mode, rect(here)).unwrap();
        let mut truth = Buffer::new(truth_mode, here);
        for step in 0..120 {
            let side = if rng.one_in(10) { 400 } else { 40 };
            let (x, y) = (rng.between(-340, 600), rng.between(40, 580));
            let (w, h) = (rng.between(1, side), rng.between(1, side));
            let shape = Rect::new(x as i32, y as i32, w as u32, h as u32);
            let points: Vec<(i64, i64)> = (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y))).collect();
            let id = rng.below(40) as u32;
            if rng.one_in(3) {
                let inside: Vec<(i64, i64)> = points
                    .into_iter()
                    .filter(|&(x, y)| (-300..600).contains(&x) && (77..577).contains(&y))
                    .collect();
                let found = ours.test_and_draw(shape, id);
                assert_eq!(told(&found), truth.test_and_draw(&inside, id), "{mode:?} {step}");
            } else {
                ours.draw(shape, id);
                truth.draw(&points, id);
            }
        }
        assert_eq!(ours.take_latched(), truth.take_latched());
        same(&ours, &truth);
    }
}

/// The buffer against the verbs: in the mode `Owners` it gives the same answers as the masks.
#[test]
fn owners_are_the_verbs() {
    for seed in 85_000_000..85_000_200 {
        let rng = &mut Rng::new(seed);
        let (a, b) = (grid(rng, Scale::Sprite), grid(rng, Scale::Sprite));
        let (a, b) = (Thing::any(rng, a), Thing::any(rng, b));
        let offset = (rng.between(-200, 200) as i32, rng.between(-200, 200) as i32);
        let _blame = Blame(&(seed, &a, &b, offset));
        let mut buffer = CollisionBuffer::new(BufferMode::Owners, Rect::new(-500, -500, 1000, 1000)).unwrap();
        buffer.draw(stamp(&b).at(offset), 9);
        let found = buffer.test(stamp(&a));
        let (a, b) = (a.lend(), &b.lend());
        let first = a.first_overlap(b, offset);
        let all = first.map(|first| (9, a.overlap_area(b, offset), first));
        assert_eq!(found.iter().map(|met| (met.id, met.area, met.first)).next_back(), all);
        assert!(found.len() < 2, "one id was drawn");
    }
}

#[test]
fn regions_have_limits() {
    let mut buffer = CollisionBuffer::new(BufferMode::Painter, Rect::new(0, 0, 9, 9)).unwrap();
    buffer.draw(Rect::new(0, 0, 9, 9), 3);
    for (w, h) in [(65_536, 1), (1, 65_536), (16_385, 16_384), (u32::MAX, u32::MAX)] {
        assert!(buffer.set_region(Rect::new(0, 0, w, h)).is_err());
    }
    assert_eq!(buffer.ids_at((8, 8)), [3]);
    // Beyond the last pixel there are no pixels.
    buffer.set_region(Rect::new(i32::MAX, 0, 40_000, 1)).unwrap();
    buffer.draw(Rect::new(i32::MAX, 0, 9, 9), 3);
    assert_eq!((buffer.to_image().0, buffer.ids_at((i32::MAX, 0))), (1, vec![3]));
}
