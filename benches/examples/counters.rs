//! Asks one contender about the pairs of one row, so that a profiler can count what that takes: times don't say what bounds a row.
//!
//! ```console
//! $ cargo build --profile bench -p hitmask-benches --example counters
//! $ valgrind --tool=callgrind --toggle-collect='*measured*' --branch-sim=yes --cache-sim=yes \
//!       target/release/examples/counters 'overlaps blob 64' hits ours
//! ```
//! It prints the number of pairs that the counts are to be divided by. Valgrind knows no AVX-512, so it counts the kernels for AVX2.

use hitmask::backend::{self, Backend};
use hitmask_benches::contender::Contender;
use hitmask_benches::goal::Size;
use hitmask_benches::rivals::stripe;
use hitmask_benches::work;
use hitmask_scenes::Pair;
use std::hint::black_box;

/// More tell nothing new, and valgrind takes fifty times as long as the processor.
const MOST: usize = 512;

#[inline(never)]
fn measured(contender: &Contender, pairs: &[Pair]) {
    black_box(contender.pass(pairs));
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [row, outcome, name] = &args[..] else {
        return Err("give a row, hits or misses, and a contender".into());
    };
    let set = *backend::available().last().unwrap_or(&Backend::Portable);
    stripe::set_backend(set);
    let works = work::all();
    let work = works.iter().find(|work| &work.name == row).ok_or("there is no such row")?;
    let mut pairs = (work.pairs)(Size::WHOLE);
    let contenders = (work.contenders)(&pairs);
    let contender = contenders.iter().find(|contender| contender.name == name).ok_or("no such contender")?;
    let list = if outcome == "hits" { &mut pairs.hits } else { &mut pairs.misses };
    list.truncate(MOST);
    // The first time fills caches, also those that hitmask makes for the second question.
    let _ = contender.pass(list);
    let _ = contender.pass(list);
    measured(contender, list);
    println!("{} pairs with {set:?}", list.len());
    Ok(())
}
