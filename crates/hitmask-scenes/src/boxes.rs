//! Moving boxes, for the broad phase.

use crate::Random;
use hitmask::Rect;
use hitmask::broad_phase::Aabb;

/// How boxes lie and how large they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxScene {
    /// Sides of 16 to 64 pixels, evenly spread, with 80 × 80 pixels of the world for each box. About every second box meets another.
    Uniform,
    /// The same sides, in heaps of 500 boxes that fill a tenth of the world. On average each box meets two or three others.
    Clustered,
    /// Evenly spread. Sides from 4 to 1024 pixels; there are half as many boxes of twice the side.
    Mixed,
    /// One row, edge to edge.
    Line,
    /// All in one spot.
    OneSpot,
}

/// Boxes that move every frame.
#[derive(Clone, Debug)]
pub struct MovingBoxes {
    /// Where they are now.
    pub boxes: Vec<Aabb>,
    velocities: Vec<(i32, i32)>,
    /// The world is a square with one corner at (0, 0).
    side: i32,
}

impl MovingBoxes {
    /// `count` boxes of a scene.
    #[must_use]
    pub fn new(scene: BoxScene, count: usize, seed: u64) -> MovingBoxes {
        const ROOM: u64 = 80 * 80;
        const HEAP: usize = 500;
        const HEAP_SIDE: i32 = 1500;
        let random = &mut Random::new(seed);
        let room = if scene == BoxScene::Clustered { 9 * ROOM } else { ROOM };
        let side = ((count as u64 * room).isqrt() as i32).max(2048);
        let mut heap = (0, 0);
        let mut boxes = Vec::with_capacity(count);
        let mut velocities = Vec::with_capacity(count);
        for i in 0..count {
            let (w, h) = match scene {
                BoxScene::Mixed => {
                    let longer = 4 * 256 / (1 + random.below(256));
                    (longer, longer * (128 + random.below(128)) / 256)
                }
                BoxScene::Line => (32, 32),
                _ => (16 + random.below(49), 16 + random.below(49)),
            };
            let (w, h) = (w.max(2), h.max(2));
            let (x_room, y_room) = (side - w as i32, side - h as i32);
            let (x, y) = match scene {
                BoxScene::Uniform | BoxScene::Mixed => (random.between(0, x_room), random.between(0, y_room)),
                BoxScene::Clustered => {
                    if i % HEAP == 0 {
                        let room = side - HEAP_SIDE;
                        heap = (random.between(0, room), random.between(0, room));
                    }
                    // The sum of two random numbers: denser in the middle.
                    let mut within =
                        || random.between(0, HEAP_SIDE / 2) + random.between(0, HEAP_SIDE / 2 - 64);
                    (heap.0 + within(), heap.1 + within())
                }
                BoxScene::Line => (i as i32 * 32, 0),
                BoxScene::OneSpot => (side / 2 + random.between(-8, 8), side / 2 + random.between(-8, 8)),
            };
            boxes.push(Aabb::from(Rect::new(x, y, w, h)));
            velocities.push((random.between(-3, 3), random.between(-3, 3)));
        }
        // So that a box's id says nothing about its position.
        random.shuffle(&mut boxes);
        MovingBoxes { boxes, velocities, side }
    }

    /// Moves every box by a few pixels. Boxes turn round at the world's edges.
    pub fn advance(&mut self) {
        for (b, v) in self.boxes.iter_mut().zip(&mut self.velocities) {
            if b.x0 + v.0 < 0 || b.x1 + v.0 >= self.side {
                v.0 = -v.0;
            }
            if b.y0 + v.1 < 0 || b.y1 + v.1 >= self.side {
                v.1 = -v.1;
            }
            *b = Aabb { x0: b.x0 + v.0, y0: b.y0 + v.1, x1: b.x1 + v.0, y1: b.y1 + v.1 };
        }
    }
}
