//! A warm frame of a collision buffer allocates nothing: regions that move, grow and shrink, shapes in another order, posed shapes, too.
//!
//! With `std` only: without it nothing is kept with a mask, so the boundary of a turned mask is computed again for each drawing.
#![cfg(feature = "std")]

mod common;

use common::Rng;
use common::allocations::{Counting, allocations};
use hitmask::{
    AlphaMask, Angle, BufferMode, BufferOverlap, Circle, CollisionBuffer, ConvexPolygon, Mask, Placed, Pose,
    PoseParts, Rect, RunMask,
};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The shapes that a game has loaded.
struct Sprites {
    mask: Mask,
    runs: RunMask,
    alpha: AlphaMask,
    polygon: ConvexPolygon,
}

/// A frame in which every shape is drawn and tested once. The seed chooses how.
fn frame(
    sprites: &Sprites,
    seed: u64,
    buffer: &mut CollisionBuffer,
    found: &mut Vec<BufferOverlap>,
    latched: &mut Vec<u32>,
) {
    let rng = &mut Rng::new(seed);
    let side = rng.between(200, 400) as u32;
    buffer.set_region(Rect::new(rng.between(-50, 50) as i32, 0, side, 600 - side)).unwrap();
    // The shapes are the same in each frame, but at other positions and in another order: a random start and a step that reaches all of
    // them.
    let start = rng.below(64);
    for i in 0..64 {
        let which = (start + i * 27) % 64;
        let at = (rng.between(-60, 400) as i32, rng.between(-60, 400) as i32);
        let pose = Pose::new(&PoseParts {
            position: [f64::from(at.0), f64::from(at.1)],
            rotation: Angle::Steps { step: rng.below(32) as i32, of: 32 },
            ..PoseParts::default()
        })
        .unwrap();
        let stamp = match which % 8 {
            0 | 1 => Placed::from(&sprites.mask).at(at),
            2 => Placed::from(&sprites.mask).posed(&pose),
            3 => Placed::from(&sprites.runs).at(at),
            4 => Placed::from(sprites.alpha.at_level(90)).posed(&pose),
            5 => Placed::from(Rect::new(at.0, at.1, 30, 9)),
            6 => Placed::from(Circle::from_f64([9.0, 4.5], 12.25).unwrap()).posed(&pose),
            _ => Placed::from(&sprites.polygon).posed(&pose),
        };
        let id = (which % 50) as u32;
        match i % 4 {
            0 => buffer.test_into(stamp, found),
            1 => buffer.test_and_draw_into(stamp, id, found),
            _ => buffer.draw(stamp, id),
        }
    }
    buffer.take_latched_into(latched);
    buffer.clear();
}

#[test]
fn a_warm_frame_allocates_nothing() {
    let sprites = Sprites {
        mask: Mask::from_fn(40, 33, |x, y| (x ^ y) % 5 > 0),
        runs: RunMask::from_fn(50, 20, |x, y| (x + y) % 9 > 2),
        alpha: AlphaMask::from_alpha(24, 24, &[0, 60, 90, 255].repeat(144)).unwrap(),
        polygon: ConvexPolygon::new([(0, 0), (30, 4), (26, 20), (3, 24)]).unwrap(),
    };
    for mode in [BufferMode::Owners, BufferMode::Painter, BufferMode::Latch] {
        let mut buffer = CollisionBuffer::new(mode, Rect::new(0, 0, 400, 400)).unwrap();
        let (mut found, mut latched) = (Vec::new(), Vec::new());
        let mut play = |from: u64, frames: u64| {
            for seed in from..from + frames {
                frame(&sprites, seed, &mut buffer, &mut found, &mut latched);
            }
        };
        let cold = allocations(|| play(0, 100));
        assert!(cold > 0, "{mode:?}: nothing was counted");
        // First the same frames again, then frames that are new.
        assert_eq!(allocations(|| play(0, 100)), 0, "{mode:?}");
        let fresh = allocations(|| play(1000, 20));
        assert!(fresh <= 12, "{mode:?}: {fresh} allocations in 20 frames");
    }
}
