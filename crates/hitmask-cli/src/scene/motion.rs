//! How a sprite moves: by its velocity, within the edges of the world, in whole multiples of 1/65536 of a pixel.

use hitmask::{PathSegment, PointQ16, TimeOfImpact};

use super::bounds::{EdgeRange, WorldEdges};

/// A position and what is added to it in every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Motion {
    pub(crate) at: PointQ16,
    pub(crate) velocity: PointQ16,
}

impl Motion {
    /// Moves one step.
    pub(crate) fn step(&mut self, range: &EdgeRange) {
        let axis = |at: &mut i64, velocity: &mut i64, low: i64, size: i64| {
            // With open edges a sum may saturate. The sprite is then far from all pixels and never comes back.
            let moved = at.saturating_add(*velocity);
            let inner = moved.saturating_sub(low);
            *at = match range.edges {
                WorldEdges::Open => moved,
                WorldEdges::Wrap => low + inner.rem_euclid(size),
                WorldEdges::Bounce => {
                    if is_odd_reflection(inner, size) {
                        *velocity = -*velocity;
                    }
                    let folded = inner.rem_euclid(2 * size);
                    low + folded.min(2 * size - folded)
                }
            };
        };
        let EdgeRange { low, span: [width, height], .. } = *range;
        axis(&mut self.at.x, &mut self.velocity.x, low.x, width);
        axis(&mut self.at.y, &mut self.velocity.y, low.y, height);
    }

    /// The straight parts of the way of the next step, in order: at each time from 0 to 1 the sprite is where a step of this part of its
    /// velocity would lead it. Adds none if the way is straight. None if there are more than [`MOST_PARTS`], or if a number is too large.
    pub(crate) fn add_parts(&self, range: &EdgeRange, parts: &mut Vec<PathSegment>) -> Option<()> {
        let EdgeRange { edges, low, span: [width, height] } = *range;
        if edges == WorldEdges::Open {
            return Some(());
        }
        let Motion { at, velocity } = *self;
        let mut axes = [
            AxisWay::new(at.x - low.x, velocity.x, width, edges),
            AxisWay::new(at.y - low.y, velocity.y, height, edges),
        ];
        if axes.iter().map(|axis| axis.left).sum::<i64>() >= MOST_PARTS {
            return None;
        }
        if axes.iter().all(|axis| axis.left == 0 && axis.is_straight()) {
            return Some(());
        }
        let position = |x: i64, y: i64| {
            // So that half of a picture may be added.
            let fits = |n: i64| n.abs() <= PointQ16::LIMIT - (1 << 40);
            (fits(x) && fits(y)).then(|| PointQ16::new(x, y) + low)
        };
        loop {
            let [x, y] = &axes;
            let ([from_x, to_x], [from_y, to_y]) = (x.line(), y.line());
            let (from, to) = (position(from_x, from_y)?, position(to_x, to_y)?);
            let next = match (x.next(), y.next()) {
                (None, None) => {
                    parts.push(PathSegment { from, to, until: TimeOfImpact::new(1, 1), before: false });
                    return Some(());
                }
                (Some(x), Some(y)) => usize::from(y < x),
                (x, _) => usize::from(x.is_none()),
            };
            let (until, just_after) = axes[next].next().expect("this axis has a next change");
            axes[next].cross();
            // A part that ends where it begins has no time, which is fine.
            parts.push(PathSegment { from, to, until, before: !just_after });
        }
    }
}

/// The most straight parts of the way of one sprite in one step.
pub(crate) const MOST_PARTS: i64 = 1 << 16;

/// The way of one coordinate. The line is cut into stretches of the world's size; each is the world itself or, between bounces, its mirror
/// image.
struct AxisWay {
    from: i64,
    motion: i64,
    size: i64,
    edges: WorldEdges,
    /// The stretch in which the coordinate is, from 0.
    stretch: i64,
    /// How many times it comes into another stretch.
    left: i64,
}

impl AxisWay {
    fn new(from: i64, motion: i64, size: i64, edges: WorldEdges) -> AxisWay {
        let to = from + motion;
        // The stretches of both ends. An end between two stretches is in the right one where positions wrap. Where they bounce it is in
        // both, so there it is in the one that saves a bounce.
        let [stretch, last] = match edges {
            WorldEdges::Bounce if motion < 0 => [last_below(from, size), to.div_euclid(size)],
            WorldEdges::Bounce => [from.div_euclid(size), last_below(to, size).max(from.div_euclid(size))],
            _ => [from.div_euclid(size), to.div_euclid(size)],
        };
        AxisWay { from, motion, size, edges, stretch, left: (last - stretch).abs() }
    }

    /// Whether the first stretch is the world itself.
    fn is_straight(&self) -> bool {
        self.line() == [self.from, self.from + self.motion]
    }

    /// Where the way would begin and end if all of it were in this stretch.
    fn line(&self) -> [i64; 2] {
        let to = self.from + self.motion;
        let start = self.stretch * self.size;
        match self.edges {
            WorldEdges::Bounce if self.stretch % 2 != 0 => {
                [start + self.size - self.from, start + self.size - to]
            }
            _ => [self.from - start, to - start],
        }
    }

    /// When it comes into the next stretch: at a time, or just after it.
    fn next(&self) -> Option<(TimeOfImpact, bool)> {
        if self.left == 0 {
            return None;
        }
        let edge = (self.stretch + i64::from(self.motion > 0)) * self.size;
        let time = TimeOfImpact::new((edge - self.from).unsigned_abs(), self.motion.unsigned_abs());
        // The edge itself is in the right one of two stretches.
        Some((time, self.motion <= 0))
    }

    fn cross(&mut self) {
        self.stretch += self.motion.signum();
        self.left -= 1;
    }
}

/// The stretch to the left of a coordinate: the one that ends there, if the coordinate is an edge.
fn last_below(p: i64, size: i64) -> i64 {
    (p - 1).div_euclid(size)
}

/// Whether `while p < 0 or p > size: reflect p` reflects an odd number of times.
fn is_odd_reflection(p: i64, size: i64) -> bool {
    // Below 0 there is one reflection for each size or part of a size. Above, the first size needs none.
    let times = if p < 0 { (-p + size - 1) / size } else { (p + size - 1) / size - 1 };
    p != 0 && times % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::super::bounds::WorldBounds;
    use super::{EdgeRange, MOST_PARTS, Motion, WorldEdges};
    use hitmask::{PointQ16, Rect};

    fn range(size: [u32; 2], edges: WorldEdges) -> EdgeRange {
        WorldBounds { size, edges, by_solid: false }.range()
    }

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
            let bounds = &range([size; 2], WorldEdges::Bounce);
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
        let bounds = &range([10, 20], WorldEdges::Wrap);
        let one = PointQ16::ONE;
        let mut motion = Motion { at: (9, 0).into(), velocity: PointQ16::new(one, -1) };
        motion.step(bounds);
        assert_eq!(motion.at, PointQ16::new(0, 20 * one - 1));
        motion.velocity.x = -31 * one;
        motion.step(bounds);
        assert_eq!(motion.at.x, 9 * one);
    }

    #[test]
    fn parts_lead_to_where_a_step_leads() {
        let one = PointQ16::ONE;
        for edges in [WorldEdges::Bounce, WorldEdges::Wrap] {
            let bounds = &range([3, 2], edges);
            for at in (-7..=7).map(|n| n * one / 2) {
                for by in (-30..=30).map(|n| n * one / 2) {
                    let motion = Motion { at: PointQ16::new(at, at + 5), velocity: PointQ16::new(by, -by) };
                    let (mut after, mut parts) = (motion, Vec::new());
                    after.step(bounds);
                    motion.add_parts(bounds, &mut parts).unwrap();
                    let end = parts.last().map_or(motion.at + motion.velocity, |part| part.to);
                    assert_eq!(end, after.at, "{motion:?}, {edges:?}, {parts:?}");
                    for pair in parts.windows(2) {
                        let [one, next] = [0, 1].map(|i| (pair[i].until, !pair[i].before));
                        assert!(one <= next, "{parts:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_parts_are_none() {
        let bounds = &range([1, 1], WorldEdges::Bounce);
        let parts = |pixels: i64| {
            let motion = Motion { at: PointQ16::ZERO, velocity: PointQ16::new(pixels * PointQ16::ONE, 0) };
            let mut parts = Vec::new();
            motion.add_parts(bounds, &mut parts).map(|()| parts.len() as i64)
        };
        assert_eq!(
            [parts(1), parts(2), parts(MOST_PARTS), parts(MOST_PARTS + 1)],
            [Some(0), Some(2), Some(MOST_PARTS), None]
        );
    }

    #[test]
    fn where_it_is_open_nothing_comes_back() {
        let bounds = &range([1, 1], WorldEdges::Open);
        let far = PointQ16::LIMIT;
        let mut motion = Motion { at: PointQ16::new(far, -far), velocity: PointQ16::new(far, -far) };
        for _ in 0..200_000 {
            motion.step(bounds);
            assert!(motion.at.x > far && motion.at.y < -far);
        }
    }

    /// The solid pixels of a picture of 8 x 8 are its columns 1 to 3. Mirrored they are 4 to 6, and twice as large they reach from -2 to 4.
    #[test]
    fn solid_boxes_stay_between_the_edges() {
        let solid = Rect::new(1, 0, 3, 8);
        let bounds = |edges| WorldBounds { size: [20, 30], edges, by_solid: true };
        for (scale, [near, far]) in [(1.0, [1, 4]), (-1.0, [4, 7]), (2.0, [-2, 4])] {
            for edges in [WorldEdges::Bounce, WorldEdges::Wrap] {
                let range = bounds(edges).range_of([8, 8], solid, [scale, 1.0]).unwrap();
                let mut motion = Motion { at: PointQ16::from((0, 0)), velocity: PointQ16::from((3, 0)) };
                let (mut least, mut most) = (i64::MAX, i64::MIN);
                for _ in 0..200 {
                    let (mut after, mut parts) = (motion, Vec::new());
                    after.step(&range);
                    motion.add_parts(&range, &mut parts).unwrap();
                    let end = parts.last().map_or(motion.at + motion.velocity, |part| part.to);
                    assert_eq!(end, after.at, "{motion:?} in {range:?}");
                    motion = after;
                    (least, most) = (least.min(motion.at.x), most.max(motion.at.x));
                }
                let pixels = [least, most].map(|at| at / PointQ16::ONE);
                let expected = match edges {
                    WorldEdges::Bounce => [-near, 20 - far],
                    // Just out on the left to just before it is out on the right.
                    _ => [-far, 19 - near],
                };
                assert_eq!(pixels, expected, "{scale} {edges:?}");
            }
        }
        let narrow = WorldBounds { size: [3, 30], ..bounds(WorldEdges::Bounce) };
        assert_eq!(narrow.range_of([8, 8], solid, [1.0; 2]), Err(0));
    }
}
