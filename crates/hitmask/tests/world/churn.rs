//! Worlds in which everything changes all the time. `HITMASK_SEED=n` starts with another seed.

use crate::common::churn_case;

#[test]
fn what_a_world_tells_and_keeps_fits_together() {
    crate::common::cases(80_000_000, 100_000, churn_case::run);
}
