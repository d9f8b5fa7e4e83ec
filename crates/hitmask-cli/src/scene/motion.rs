//! How a sprite moves: by its velocity, within the edges of the world, in whole multiples of 1/65536 of a pixel.

use hitmask::PointQ16;

use super::{WorldBounds, WorldEdges};

/// A position and what is added to it in every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Motion {
    pub(crate) at: PointQ16,
    pub(crate) velocity: PointQ16,
}

impl Motion {
    /// Moves one step. Returns whether it went straight: it did not bounce back or come back on the other side.
    pub(crate) fn step(&mut self, bounds: WorldBounds) -> bool {
        let Motion { at, velocity } = *self;
        let [width, height] = bounds.size.map(|side| i64::from(side) * PointQ16::ONE);
        let axis = |at: &mut i64, velocity: &mut i64, size: i64| {
            // With open edges a sum may saturate. The sprite is then far from all pixels and never comes back.
            let moved = at.saturating_add(*velocity);
            *at = match bounds.edges {
                WorldEdges::Open => moved,
                WorldEdges::Wrap => moved.rem_euclid(size),
                WorldEdges::Bounce => {
                    if is_odd_reflection(moved, size) {
                        *velocity = -*velocity;
                    }
                    let folded = moved.rem_euclid(2 * size);
                    folded.min(2 * size - folded)
                }
            };
        };
        axis(&mut self.at.x, &mut self.velocity.x, width);
        axis(&mut self.at.y, &mut self.velocity.y, height);
        self.at == at + velocity
    }
}

/// Whether `while p < 0 or p > size: reflect p` reflects an odd number of times.
fn is_odd_reflection(p: i64, size: i64) -> bool {
    // Below 0 there is one reflection for each size or part of a size. Above, the first size needs none.
    let times = if p < 0 { (-p + size - 1) / size } else { (p + size - 1) / size - 1 };
    p != 0 && times % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::{Motion, WorldBounds, WorldEdges};
    use hitmask::PointQ16;

    /// The definition in docs/scenes.md.
    fn bounce(mut p: i64, mut v: i64, size: i64) -> (i64, i64) {
        while p < 0 || p > size {
            p = if p < 0 { -p } else { 2 * size - p };
            v = -v;
        }
        (p, v)
    }

    #[test]
    fn bounces_are_those_of_the_definition() {
        let one = PointQ16::ONE;
        for size in [1u32, 2, 3, 7] {
            let bounds = WorldBounds { size: [size; 2], edges: WorldEdges::Bounce };
            let q16 = i64::from(size) * one;
            for p in (-5 * q16..=5 * q16).step_by(one as usize / 4).flat_map(|p| [p - 1, p, p + 1]) {
                let mut motion = Motion { at: PointQ16::new(0, p - 5), velocity: PointQ16::new(p, 5) };
                motion.step(bounds);
                let (x, y) = (bounce(p, p, q16), bounce(p, 5, q16));
                assert_eq!((motion.at.x, motion.velocity.x), x, "{p} in {q16}");
                assert_eq!((motion.at.y, motion.velocity.y), y, "{p} in {q16}");
            }
        }
    }

    #[test]
    fn what_wraps_is_never_at_the_far_end() {
        let bounds = WorldBounds { size: [10, 20], edges: WorldEdges::Wrap };
        let one = PointQ16::ONE;
        let mut motion = Motion { at: (9, 0).into(), velocity: PointQ16::new(one, -1) };
        motion.step(bounds);
        assert_eq!(motion.at, PointQ16::new(0, 20 * one - 1));
        motion.velocity.x = -31 * one;
        motion.step(bounds);
        assert_eq!(motion.at.x, 9 * one);
    }

    #[test]
    fn where_it_is_open_nothing_comes_back() {
        let bounds = WorldBounds { size: [1, 1], edges: WorldEdges::Open };
        let far = PointQ16::LIMIT;
        let mut motion = Motion { at: PointQ16::new(far, -far), velocity: PointQ16::new(far, -far) };
        for _ in 0..200_000 {
            motion.step(bounds);
            assert!(motion.at.x > far && motion.at.y < -far);
        }
    }
}
