//! The pixels that a pair shares: their number, the first, and all of them.

use super::overlap::draw;
use crate::contender::{Contender, digest_mask, digest_point};
use crate::goal::Goal;
use crate::question::Work;
use crate::rivals::python;
use crate::rivals::stripe::{self, Stripe};
use hitmask::Mask;
use hitmask_scenes::{Pairs, Scene};
use std::cell::RefCell;
use std::rc::Rc;

/// The longest side of masks whose pixels are compared with pygame's answers, because Python compares byte by byte.
const PYGAME_SIDE: u32 = 256;

type MakeContenders = fn(&Pairs) -> Vec<Contender<'static>>;

/// The name, the scenes with a goal for each, and the contenders.
type Query<'q> = (&'q str, &'q [(&'q str, f64)], MakeContenders);

pub(super) fn all() -> Vec<Work> {
    let area = [
        ("blob 64", stripe::with_kernels(2.5, 2.3)),
        ("interleaved 64", stripe::with_kernels(2.5, 2.3)),
        ("blob 256", 3.0),
        ("interleaved 256", 3.0),
        ("sprite 1024", 2.4),
        ("interleaved 1024", 2.4),
    ];
    let first = [("blob 64", 2.0), ("interleaved 64", 2.0), ("sprite 1024", 3.0), ("interleaved 1024", 3.0)];
    let mask = [("blob 64", 1.2), ("blob 256", 1.2), ("interleaved 256", 1.2), ("sprite 1024", 1.2)];
    let into = [("blob 64", 2.0), ("blob 256", 2.0), ("interleaved 256", 2.0), ("sprite 1024", 2.0)];
    let queries: [Query; 4] = [
        ("overlap_area", &area, area_contenders),
        ("first_overlap", &first, first_contenders),
        ("overlap_mask", &mask, mask_contenders),
        ("overlap_mask_into", &into, mask_into_contenders),
    ];
    let works = queries.into_iter().flat_map(|(query, scenes, contenders)| {
        scenes.iter().map(move |&(scene, at_least)| {
            let goal = vec![Goal { row: 7, rival: "stripe", at_least }];
            let named = Scene::named(scene);
            Work {
                name: format!("{query} {scene}"),
                hits: goal.clone(),
                misses: goal,
                warm: true,
                pairs: Box::new(move |size| draw(&named, size)),
                contenders,
            }
        })
    });
    works.collect()
}

fn stripes(pairs: &Pairs) -> Vec<Stripe> {
    pairs.masks.iter().map(Stripe::of).collect()
}

fn area_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let mut all = vec![
        Contender::new(
            "ours",
            pairs.masks.clone(),
            |a: &Mask, b, offset| a.overlap_area(b, offset),
            |area| area,
        ),
        Contender::new("stripe", stripes(pairs), stripe::overlap_area, |area| area),
        Contender::new("stripe vectors", stripes(pairs), stripe::overlap_area_vectors, |area| area),
    ];
    all.extend(python::pygame("area", &pairs.masks));
    all
}

fn first_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let mut all = vec![
        Contender::new(
            "ours",
            pairs.masks.clone(),
            |a: &Mask, b, offset| a.first_overlap(b, offset),
            digest_point,
        ),
        Contender::new("stripe", stripes(pairs), stripe::first_overlap, digest_point),
    ];
    // Its first pixel depends on its columns.
    all.extend(python::pygame("first", &pairs.masks).map(Contender::inexact));
    all
}

/// The rival allocates its result.
fn mask_into_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    type Reused = (Mask, Rc<RefCell<Mask>>);
    // The masks of a scene are equally large, so one result serves all.
    let result = Rc::new(RefCell::new(pairs.masks[0].clone()));
    let ours = |(a, result): &Reused, (b, _): &Reused, offset| {
        a.overlap_mask_into(b, offset, &mut result.borrow_mut());
        Rc::clone(result)
    };
    let shapes = pairs.masks.iter().map(|mask| (mask.clone(), Rc::clone(&result))).collect();
    vec![
        Contender::new("ours", shapes, ours, |result| digest_mask(&result.borrow())),
        Contender::new("stripe", stripes(pairs), stripe::overlap_mask, |mask| mask.digest()),
    ]
}

fn mask_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let ours = |a: &Mask, b: &Mask, offset| a.overlap_mask(b, offset);
    let mut all = vec![
        Contender::new("ours", pairs.masks.clone(), ours, |mask| digest_mask(&mask)),
        Contender::new("stripe", stripes(pairs), stripe::overlap_mask, |mask| mask.digest()),
    ];
    if pairs.masks.iter().all(|mask| mask.width() <= PYGAME_SIDE) {
        all.extend(python::pygame("mask", &pairs.masks));
    }
    all
}
