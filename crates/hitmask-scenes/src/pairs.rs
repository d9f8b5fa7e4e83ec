//! Pairs of masks and the offsets between them.

use crate::Random;
use hitmask::{Mask, Point};

/// Two masks by their indices, and the offset of the second one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The index of the first mask.
    pub a: u32,
    /// The index of the second mask.
    pub b: u32,
    /// Where the second mask's top left corner lies in the first one's pixels.
    pub offset: Point,
}

/// Masks, and pairs of them whose tight bounds overlap: pairs that touch and pairs that don't.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The masks that the pairs refer to.
    pub masks: Vec<Mask>,
    /// Pairs that have a solid pixel in common.
    pub hits: Vec<Pair>,
    /// Pairs whose tight bounds overlap, but no solid pixel.
    pub misses: Vec<Pair>,
}

impl Pairs {
    /// Draws pairs at random until there are `want` hits and as many misses, or until 200 times as many pairs were drawn: some shapes
    /// hardly ever miss, or hit. Pairs whose rectangles don't overlap are left out, since they would only show how fast rectangles are
    /// compared.
    ///
    /// `step` is 1, or 2 if only an even and an odd mask at an even x offset form a pair.
    #[must_use]
    pub fn draw(masks: Vec<Mask>, seed: u64, want: usize, step: u32) -> Pairs {
        let mut random = Random::new(seed);
        let count = masks.len() as u32;
        let mut pairs = Pairs { masks, hits: Vec::new(), misses: Vec::new() };
        for _ in 0..want * 200 {
            if pairs.hits.len() == want && pairs.misses.len() == want {
                break;
            }
            let a = random.below(count) / step * step;
            let b = random.below(count) / step * step + (step - 1);
            let (first, second) = (&pairs.masks[a as usize], &pairs.masks[b as usize]);
            let offset = Point::new(
                random.between(1 - second.width() as i32, first.width() as i32 - 1) / step as i32
                    * step as i32,
                random.between(1 - second.height() as i32, first.height() as i32 - 1),
            );
            let bounds = first.bounds().zip(second.bounds());
            if !bounds.is_some_and(|(first, second)| first.overlaps(&second, offset)) {
                continue;
            }
            let list = if first.overlaps(second, offset) { &mut pairs.hits } else { &mut pairs.misses };
            if list.len() < want {
                list.push(Pair { a, b, offset });
            }
        }
        pairs
    }
}
