//! Shapes made from one mask: components, outlines, distance fields, growing by a disc.

use crate::contender::{Contender, digest_mask};
use crate::goal::Goal;
use crate::question::Work;
use crate::rivals::{imageproc, python};
use hitmask::{Connectivity, Mask, StructuringElement};
use hitmask_scenes::{Pair, Pairs, Scene};

/// The least number of pairs that a measurement needs.
const MASKS: usize = 16;
/// The radius of the disc. `rivals.py` has the same.
const RADIUS: u32 = 8;

type MakeContenders = fn(&Pairs) -> Vec<Contender<'static>>;

/// The name, the scenes, the rivals and how much faster hitmask should be, and the contenders.
type Query = (&'static str, &'static [&'static str], &'static [(&'static str, f64)], MakeContenders);

const QUERIES: [Query; 5] = [
    (
        "component_labels",
        &["blob 64", "sprite 256", "sprite 1024", "spiral 256", "noise 1% 256", "noise 50% 256"],
        &[("imageproc", 1.0)],
        label_contenders,
    ),
    (
        "component_masks",
        &["blob 64", "sprite 256", "noise 1% 64", "noise 50% 64"],
        &[("pygame-ce", 1.0)],
        part_contenders,
    ),
    (
        "outline",
        &["blob 64", "sprite 256", "sprite 1024", "ring 256", "comb 256", "noise 1% 256", "noise 50% 256"],
        &[("imageproc", 1.0)],
        outline_contenders,
    ),
    (
        "distance_to_solid",
        &["blob 64", "sprite 256", "sprite 1024", "ring 256", "comb 256", "noise 1% 256", "noise 50% 256"],
        &[("imageproc", 1.0)],
        distance_contenders,
    ),
    (
        "grow_disc_8",
        &["blob 64", "sprite 256", "sprite 1024", "noise 1% 256", "noise 50% 256"],
        &[("distance field", 10.0), ("imageproc", 10.0)],
        disc_contenders,
    ),
];

pub(super) fn all() -> Vec<Work> {
    let works = QUERIES.into_iter().flat_map(|(query, scenes, rivals, contenders)| {
        scenes.iter().map(move |&scene| Work {
            name: format!("{query} {scene}"),
            hits: rivals.iter().map(|&(rival, at_least)| Goal { row: 17, rival, at_least }).collect(),
            misses: vec![],
            warm: true,
            pairs: Box::new(move |size| draw(&Scene::named(scene).at_most(size.side))),
            contenders,
        })
    });
    works.collect()
}

/// Each mask with itself. None is empty, because an empty mask has no distances.
fn draw(scene: &Scene) -> Pairs {
    let mut masks = scene.masks(0x5eed, MASKS);
    masks.iter_mut().filter(|mask| mask.is_empty()).for_each(|mask| mask.set((0, 0), true));
    let hits = (0..MASKS as u32).map(|i| Pair { a: i, b: i, offset: (0, 0).into() }).collect();
    Pairs { masks, hits, misses: vec![] }
}

fn pictures(pairs: &Pairs, margin: u32) -> Vec<::imageproc::image::GrayImage> {
    pairs.masks.iter().map(|mask| imageproc::picture(mask, margin)).collect()
}

/// One number made from the numbers of all pixels.
fn digest(values: impl Iterator<Item = u64>) -> u64 {
    values.zip(1_u64..).fold(0, |sum, (value, i)| sum.wrapping_add(value.wrapping_mul(i)))
}

fn label_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    // Each contender may number the labels in its own order.
    let count = |labels: Vec<u32>| u64::from(labels.into_iter().max().unwrap_or(0));
    let ours = |a: &Mask, _: &Mask, _| a.components(Connectivity::Eight).labels();
    let mut all = vec![
        Contender::new("ours", pairs.masks.clone(), ours, count),
        Contender::new("imageproc", pictures(pairs, 0), |a, _, _| imageproc::labels(a), count),
    ];
    all.extend(python::scipy("labels", &pairs.masks));
    all
}

fn part_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let ours = |a: &Mask, _: &Mask, _| {
        let parts = a.components(Connectivity::Eight);
        (0..parts.len()).map(|i| parts.mask(i)).collect::<Vec<Mask>>()
    };
    let squares = |masks: Vec<Mask>| masks.iter().map(|mask| mask.count().pow(2)).sum();
    let mut all = vec![Contender::new("ours", pairs.masks.clone(), ours, squares)];
    all.extend(python::pygame("components", &pairs.masks));
    all
}

fn outline_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let ours = |a: &Mask, _: &Mask, _| a.outline(Connectivity::Eight);
    let mut all = vec![
        Contender::new("ours", pairs.masks.clone(), ours, |outline| outline.len() as u64),
        Contender::new("imageproc", pictures(pairs, 0), |a, _, _| imageproc::contours(a), |c| c.len() as u64)
            .inexact(),
    ];
    // Only the first component, without holes.
    all.extend(python::pygame("outline", &pairs.masks).map(Contender::inexact));
    all
}

fn distance_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let ours = |a: &Mask, _: &Mask, _| a.distance_to_solid();
    let mut all = vec![
        Contender::new("ours", pairs.masks.clone(), ours, |field| {
            digest(field.squared().unwrap_or_default().iter().map(|&d| d.into()))
        }),
        Contender::new(
            "imageproc",
            pictures(pairs, 0),
            |a, _, _| imageproc::distances(a),
            |field| digest(field.into_iter().map(|d| d.round() as u64)),
        ),
    ];
    all.extend(python::scipy("distances", &pairs.masks));
    all
}

fn disc_contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let ours = |a: &Mask, _: &Mask, _| a.grow(RADIUS, StructuringElement::Disc).0;
    // With room for the pixels that growing adds.
    let roomy = pairs.masks.iter().map(|mask| mask.grow(RADIUS, StructuringElement::Box).0);
    let padded: Vec<Mask> = roomy
        .zip(&pairs.masks)
        .map(|(mut room, mask)| {
            room.clear();
            room.union_with(mask, (RADIUS as i32, RADIUS as i32));
            room
        })
        .collect();
    let mut all = vec![
        Contender::new("ours", pairs.masks.clone(), ours, |mask| digest_mask(&mask)),
        Contender::new(
            "distance field",
            padded,
            |a: &Mask, _, _| a.distance_to_solid().within(RADIUS * RADIUS),
            |mask| digest_mask(&mask),
        ),
        Contender::new(
            "imageproc",
            pictures(pairs, RADIUS),
            |a, _, _| imageproc::dilate(a, RADIUS as u8),
            |picture| digest_mask(&imageproc::mask(&picture)),
        ),
    ];
    if pairs.masks.iter().all(|mask| mask.width() <= 256) {
        all.extend(python::pygame("disc", &pairs.masks));
        all.extend(python::scipy("disc", &pairs.masks));
    }
    all
}
