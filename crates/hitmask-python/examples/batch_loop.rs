//! The Rust loop that `benches/python/batches.py` compares a batch with. Prints the shortest time of all pairs in nanoseconds, and how many
//! overlap.
//!
//! usage: batch_loop PAIRS ROUNDS

use std::hint::black_box;
use std::time::Instant;

use hitmask::{Mask, Point};

/// How many masks there are.
const MASKS: u64 = 200;

/// A number that looks random, for each number: SplitMix64.
fn mixed(i: u64) -> u64 {
    let z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

fn disc(i: u64) -> Mask {
    let size = 16 + i as u32 * 7 % 49;
    let from_middle = |x: u32| (2 * x + 1).abs_diff(size).pow(2);
    Mask::from_fn(size, size, |x, y| from_middle(x) + from_middle(y) <= size.pow(2))
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let (pairs, rounds) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(20));
    let masks: Vec<Mask> = (0..MASKS).map(disc).collect();
    let pairs: Vec<(usize, usize, Point)> = (0..pairs)
        .map(|i| {
            let bits = mixed(i);
            let offset = Point::new((bits >> 32 & 127) as i32 - 64, (bits >> 48 & 127) as i32 - 64);
            ((bits % MASKS) as usize, ((bits >> 16) % MASKS) as usize, offset)
        })
        .collect();
    let mut answers = vec![false; pairs.len()];
    let mut best = u128::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        for (answer, &(a, b, offset)) in answers.iter_mut().zip(&pairs) {
            *answer = masks[a].overlaps(&masks[b], offset);
        }
        best = best.min(start.elapsed().as_nanos());
        black_box(&answers);
    }
    println!("{best} {}", answers.iter().filter(|&&hit| hit).count());
}
