//! What a call through the C interface costs over a call of the library: `cargo bench -p hitmask-capi`. The goal is at most 2 ns.
//!
//! Both are called through pointers, as a C program calls a shared library, with random offsets. Rounds alternate, and the medians are
//! printed. Without `--bench`, as `cargo test` runs it, it only compares the answers.
#![allow(unsafe_code, reason = "it calls the C interface")]

use std::hint::black_box;
use std::time::Instant;

use hitmask::{Mask, Point};
use hitmask_capi::{
    hitmask_mask, hitmask_mask_filled, hitmask_mask_free, hitmask_mask_overlaps, hitmask_point,
};

const CALLS: usize = 4096;

fn library(a: &Mask, b: &Mask, offset: Point) -> bool {
    a.overlaps(b, offset)
}

fn main() {
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 401 } else { 1 };
    for side in [16, 32, 64, 256] {
        let (a, b) = (Mask::filled(side, side), Mask::filled(side, side));
        let (mut c, mut d) = (std::ptr::null_mut::<hitmask_mask>(), std::ptr::null_mut::<hitmask_mask>());
        // SAFETY: both are written, and freed below.
        unsafe {
            assert_eq!(hitmask_mask_filled(side, side, &mut c), 0);
            assert_eq!(hitmask_mask_filled(side, side, &mut d), 0);
        }
        // An LCG: half of the offsets are misses.
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as i32 % (3 * side as i32) - side as i32
        };
        let offsets: Vec<Point> = (0..CALLS).map(|_| Point::new(next(), next())).collect();
        let (from_rust, from_c) = (
            black_box(library as fn(&Mask, &Mask, Point) -> bool),
            black_box(hitmask_mask_overlaps as unsafe extern "C" fn(_, _, _, _) -> _),
        );
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            let begin = Instant::now();
            let hits = offsets.iter().filter(|&&offset| from_rust(&a, &b, offset)).count();
            times[0].push(begin.elapsed());
            let begin = Instant::now();
            let mut found = 0;
            for &Point { x, y } in &offsets {
                let mut hit = false;
                // SAFETY: the masks live.
                let status =
                    unsafe { from_c(c.cast_const(), d.cast_const(), hitmask_point { x, y }, &raw mut hit) };
                found += usize::from(status == 0 && hit);
            }
            times[1].push(begin.elapsed());
            assert_eq!(hits, found);
        }
        let [rust, c_time] = times.map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2].as_nanos() as f64 / CALLS as f64
        });
        println!("{side}x{side}: {rust:.1} ns from Rust, {c_time:.1} ns from C, {:+.1} ns", c_time - rust);
        // SAFETY: they are used no more.
        unsafe {
            hitmask_mask_free(c);
            hitmask_mask_free(d);
        }
    }
}
