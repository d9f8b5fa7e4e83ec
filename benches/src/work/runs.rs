//! The overlap area of two masks of runs on a common canvas, like annotations of one picture.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::python;
use crate::rivals::roaring::pixel_ids;
use hitmask::{Mask, Point, RunMask};
use hitmask_scenes::{Pair, Pairs, Random, shapes};
use roaring::RoaringBitmap;

/// The usual size of a picture in the COCO data set.
const CANVAS: (u32, u32) = (640, 480);
const MASKS: usize = 48;
const PAIRS: usize = 1024;

type Shape = fn(u32, u32, u64) -> Mask;

pub(super) fn all() -> Vec<Work> {
    let scenes: [(&str, Shape); 3] = [
        ("blobs", shapes::blob),
        ("rings", |w, h, _| shapes::ring(w, h, 0.8)),
        ("combs", |w, h, _| shapes::comb(w, h)),
    ];
    let goals = |rivals: &[(&'static str, f64)]| {
        rivals.iter().map(|&(rival, at_least)| Goal { row: 9, rival, at_least }).collect::<Vec<_>>()
    };
    let hits = |scene| match scene {
        "blobs" => goals(&[("roaring", 1.1), ("pycocotools", 15.0)]),
        "rings" => goals(&[("roaring", 1.1), ("pycocotools", 10.0)]),
        _ => goals(&[("roaring", 1.1)]),
    };
    let works = scenes.map(|(scene, shape)| Work {
        name: format!("runs overlap_area {scene}"),
        hits: hits(scene),
        misses: goals(&[("roaring", 1.1)]),
        warm: true,
        pairs: Box::new(move |size| draw(shape, size)),
        contenders,
    });
    works.into()
}

/// Shapes of a tenth to a half of the canvas's size, anywhere on it.
fn draw(shape: Shape, size: Size) -> Pairs {
    let (width, height) = (CANVAS.0.min(size.side), CANVAS.1.min(size.side));
    let mut random = Random::new(0x5eed);
    let masks: Vec<Mask> = (0..MASKS)
        .map(|_| {
            let mut side = |whole: u32| (whole / 10 + random.below(whole * 2 / 5)).max(1);
            let (w, h) = (side(width), side(height));
            let at = (random.below(width - w) as i32, random.below(height - h) as i32);
            let mut canvas = Mask::new(width, height);
            canvas.union_with(&shape(w, h, random.bits()), at);
            canvas
        })
        .collect();
    let (mut hits, mut misses) = (Vec::new(), Vec::new());
    for (a, b) in
        (0..MASKS as u32).flat_map(|a| (0..MASKS as u32).map(move |b| (a, b))).filter(|(a, b)| a != b)
    {
        let overlap = masks[a as usize].overlaps(&masks[b as usize], (0, 0));
        let list = if overlap { &mut hits } else { &mut misses };
        list.push(Pair { a, b, offset: Point::new(0, 0) });
    }
    for list in [&mut hits, &mut misses] {
        random.shuffle(list);
        list.truncate(PAIRS.min(size.pairs));
    }
    Pairs { masks, hits, misses }
}

fn contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let runs = pairs.masks.iter().map(RunMask::from_mask).collect();
    let ids = pairs.masks.iter().map(pixel_ids).collect();
    let area = |a: &RunMask, b: &RunMask, offset| a.overlap_area(b, offset);
    let length = |a: &RoaringBitmap, b: &RoaringBitmap, _| a.intersection_len(b);
    let mut all = vec![
        Contender::new("ours", runs, area, |area| area),
        Contender::new("roaring", ids, length, |length| length),
        Contender::new("bits", pairs.masks.clone(), |a: &Mask, b, at| a.overlap_area(b, at), |area| area),
    ];
    all.extend(python::pycocotools(&pairs.masks));
    all
}
