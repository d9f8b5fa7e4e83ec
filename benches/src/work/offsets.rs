//! All offsets at once. pygame calls this "convolve".

use crate::contender::{Contender, digest_mask};
use crate::goal::Goal;
use crate::question::Work;
use crate::rivals::python;
use crate::rivals::stripe::{self, Stripe};
use hitmask::Mask;
use hitmask_scenes::{Pair, Pairs, Scene};

/// Every pair of two masks is tested once. There is no offset, so there are neither hits nor misses.
const MASKS: usize = 4;

pub(super) fn all() -> Vec<Work> {
    let scenes = [
        ("blob 64", 3.0),
        ("disc 48", 3.0),
        ("blob 256", 20.0),
        ("disc 256", 20.0),
        ("noise 10% 32", 1.0),
        ("noise 1% 64", 1.0),
        ("noise 50% 64", 1.8),
        ("noise 10% 256", 1.0),
    ];
    let works = scenes.map(|(scene, at_least)| Work {
        name: format!("overlap_offsets {scene}"),
        hits: vec![Goal { row: 8, rival: "stripe", at_least }],
        misses: vec![],
        warm: true,
        pairs: Box::new(move |size| every_pair(Scene::named(scene).at_most(size.side).masks(0x5eed, MASKS))),
        contenders,
    });
    works.into()
}

fn every_pair(masks: Vec<Mask>) -> Pairs {
    let indices = 0..masks.len() as u32;
    let pair = |a| indices.clone().map(move |b| Pair { a, b, offset: (0, 0).into() });
    Pairs { hits: indices.clone().flat_map(pair).collect(), misses: vec![], masks }
}

fn contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let stripes = pairs.masks.iter().map(Stripe::of).collect();
    let ours = |a: &Mask, b: &Mask, _| a.overlap_offsets(b).unwrap();
    let mut all = vec![
        Contender::new("ours", pairs.masks.clone(), ours, |mask| digest_mask(&mask)),
        Contender::new("stripe", stripes, |a, b, _| stripe::overlap_offsets(a, b), |mask| mask.digest()),
    ];
    all.extend(python::pygame("offsets", &pairs.masks));
    all
}
