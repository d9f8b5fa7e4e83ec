//! Pairs of masks that are not in any cache: 64 x 64 pixels each, 60 MB of them, in random order.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::stripe::{self, Stripe};
use hitmask::{Mask, overlaps_batch};
use hitmask_scenes::{Pairs, Random, Scene};
use std::hint::black_box;
use std::rc::Rc;

const BYTES: usize = 60_000_000;
/// A mask of 64 x 64 bits: the least that a contender needs for it.
const MASK_BYTES: usize = 64 * 64 / 8;
const PAIRS: usize = 20_000;
/// The number of pairs in each call.
const BATCH: usize = 512;

pub(super) fn all() -> Vec<Work> {
    let goal = |row, at_least| vec![Goal { row, rival: "stripe", at_least }];
    let work = |name: &str, goal: Vec<Goal>, contenders| Work {
        name: name.to_owned(),
        hits: goal.clone(),
        misses: goal,
        warm: false,
        pairs: Box::new(draw),
        contenders,
    };
    vec![
        work("cold overlaps_batch blob 64", goal(10, stripe::with_kernels(2.5, 2.0)), batch_contenders),
        work("cold overlaps blob 64", goal(6, 0.9), contenders),
    ]
}

/// Copies of a few shapes, each in its own memory.
fn draw(size: Size) -> Pairs {
    let want = PAIRS.min(size.pairs);
    let count = (BYTES / MASK_BYTES).min(want * 8);
    let shapes = Scene::named("blob 64").at_most(size.side).masks(0x5eed, 32);
    let mut random = Random::new(0xc01d);
    let masks = (0..count).map(|_| shapes[random.below(32) as usize].clone()).collect();
    Pairs::draw(masks, 0x5eed, want, 1)
}

fn contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    vec![
        Contender::new("ours", pairs.masks.clone(), |a: &Mask, b, offset| a.overlaps(b, offset), u64::from),
        Contender::new("stripe", pairs.masks.iter().map(Stripe::of).collect(), stripe::overlaps, u64::from),
    ]
}

/// hitmask gets the pairs in batches. The time includes collecting the references.
fn batch_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let masks = Rc::new(pairs.masks.clone());
    let mut contenders = contenders(pairs);
    let ours = contenders.remove(0).passing(move |pairs| {
        let mut batch = Vec::with_capacity(BATCH);
        let mut answers = [false; BATCH];
        for chunk in pairs.chunks(BATCH) {
            batch.clear();
            batch.extend(chunk.iter().map(|p| (&masks[p.a as usize], &masks[p.b as usize], p.offset)));
            overlaps_batch(black_box(&batch), &mut answers[..chunk.len()]).unwrap();
            black_box(&answers);
        }
    });
    contenders.insert(0, ours);
    contenders
}
