//! Crates, characters and solids that move together, beside the oracle. `HITMASK_SEED=n` starts with another seed.

#[path = "../cases/convoys.rs"]
mod convoys_case;

use crate::common::{first_seed, part};

#[test]
fn what_moves_together_does_so_as_the_definition_says() {
    let first = first_seed(91_000_000);
    let mut seen = [0; 5];
    for seed in first..first + part(6_000) {
        convoys_case::run(seed, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.iter().all(|&seen| seen as u64 > part(100)), "{seen:?}");
}
