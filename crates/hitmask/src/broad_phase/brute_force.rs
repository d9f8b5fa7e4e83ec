use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Aabb;
use super::method::{BroadPhase, TooManyPairs, most_met, sealed::Sealed};

/// Compares every box with every other. Nothing is prepared, and nothing is kept between frames. The fastest method for up to a few dozen
/// boxes.
///
/// # Complexity
/// For n boxes, n² / 2 comparisons for the pairs and n for a query. It uses no memory.
#[derive(Clone, Copy, Default, Debug)]
pub struct BruteForce;

impl BruteForce {
    /// A broad phase that compares all boxes.
    #[must_use]
    pub const fn new() -> BruteForce {
        BruteForce
    }
}

impl Sealed for BruteForce {}

impl BroadPhase for BruteForce {
    fn update(&mut self, _: &[Aabb]) {}

    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs> {
        out.clear();
        let mut met = 0;
        for (i, a) in boxes.iter().enumerate() {
            for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                if !a.meets(b) {
                    continue;
                }
                let pair = [i as u32, j as u32];
                met += 1;
                let kept = keep(pair[0], pair[1]);
                if kept && out.len() == limit || met > most_met(limit) {
                    out.clear();
                    return Err(TooManyPairs { limit });
                }
                if kept {
                    out.push(pair);
                }
            }
        }
        Ok(())
    }

    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, b) in boxes.iter().enumerate() {
            if b.meets(&area) {
                f(i as u32)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn memory_bytes(&self) -> usize {
        0
    }

    fn validate(&self, _: &[Aabb]) -> Result<(), String> {
        Ok(())
    }
}
