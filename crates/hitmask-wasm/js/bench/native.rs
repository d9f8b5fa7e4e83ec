//! The scenes of `scenes.mjs`, measured natively: prints a line of JSON for each, with its answer, so that both can be compared.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use hitmask::{Collider, Mask, PixelRule, Point, Pose, PoseParts, World, overlaps_batch};

/// The numbers of `scenes.mjs`.
struct Random(u32);

impl Random {
    fn below(&mut self, n: u32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.0 >> 8) % n) as i32
    }
}

/// A disc of any size, and a rhombus.
fn disc(side: i32) -> Mask {
    let middle = |x: u32| 2 * x as i32 + 1 - side;
    Mask::from_fn(side as u32, side as u32, |x, y| middle(x).pow(2) + middle(y).pow(2) <= side * side)
}

fn rhombus(side: i32) -> Mask {
    let middle = |x: u32| (2 * x as i32 + 1 - side).abs();
    Mask::from_fn(side as u32, side as u32, |x, y| middle(x) + middle(y) <= side)
}

/// Prints the median over 51 samples of the time in nanoseconds for each of `count` things that a round does, and the answer of the
/// last round. A sample is this many rounds.
fn measure(name: &str, count: usize, rounds: usize, mut round: impl FnMut() -> usize) {
    let mut answer = 0;
    let mut times: Vec<f64> = (0..51)
        .map(|_| {
            let begin = Instant::now();
            for _ in 0..rounds {
                answer = black_box(round());
            }
            begin.elapsed().as_nanos() as f64 / (count * rounds) as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{{\"name\":\"{name}\",\"ns\":{:.1},\"answer\":{answer}}}", times[times.len() / 2]);
}

fn main() {
    let mut random = Random(1);
    let (a, b) = (disc(64), rhombus(64));
    let offsets: Vec<Point> =
        (0..4096).map(|_| Point::new(random.below(128) - 64, random.below(128) - 64)).collect();
    measure("overlaps 64 x 64", offsets.len(), 50, || {
        offsets.iter().filter(|&&offset| a.overlaps(&b, offset)).count()
    });

    let pairs: Vec<_> = offsets.iter().map(|&offset| (&a, &b, offset)).collect();
    let mut answers = vec![false; pairs.len()];
    measure("overlapsBatch 64 x 64", pairs.len(), 50, || {
        overlaps_batch(&pairs, &mut answers).unwrap();
        answers.iter().filter(|&&hit| hit).count()
    });

    let pose = |x: i32, y: i32, degrees: i32| {
        let parts = PoseParts {
            position: [f64::from(x), f64::from(y)],
            rotation: hitmask::Angle::Degrees(f64::from(degrees)),
            pivot: [32.0, 32.0],
            ..PoseParts::default()
        };
        Pose::new(&parts).expect("a turn is a pose")
    };
    let still = pose(0, 0, 30);
    let poses: Vec<Pose> = offsets.iter().map(|offset| pose(offset.x, offset.y, random.below(360))).collect();
    measure("overlapsPosed 64 x 64", poses.len(), 3, || {
        poses.iter().filter(|pose| a.overlaps_posed(&still, &b, pose, PixelRule::Raster)).count()
    });

    let masks = [disc(16), rhombus(24), disc(32)].map(Arc::new);
    let mut world = World::new();
    let mut crowd: Vec<_> = (0..10_000)
        .map(|i| {
            let [x, y] = [random.below(4000), random.below(4000)];
            let handle = world.insert(Collider::new(&masks[i % 3]).at((x, y)));
            (handle, x, y, random.below(7) - 3, random.below(7) - 3)
        })
        .collect();
    measure("World: 10 000 move, and a step", 1, 5, || {
        for (handle, x, y, dx, dy) in &mut crowd {
            (*x, *y) = ((*x + *dx).rem_euclid(4000), (*y + *dy).rem_euclid(4000));
            let _ = world.set_position(*handle, (*x, *y));
        }
        world.step().expect("few are close together").len()
    });
}
