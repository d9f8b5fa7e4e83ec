//! "Do they overlap?", on every scene.

use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::question::Work;
use crate::rivals::binary_raster::{self, Raster};
use crate::rivals::naive::{self, Naive};
use crate::rivals::parry;
use crate::rivals::python;
use crate::rivals::stripe::{self, Stripe};
use hitmask::Mask;
use hitmask_scenes::{Pairs, SCENES, Scene};

/// The longest side of masks for which the RGBA loop takes part. Larger masks would need pictures of more than 10 MB.
const NAIVE_SIDE: u32 = 1024;
/// The longest side of masks for which parry2d takes part, because it tests pixel against pixel.
const PARRY_SIDE: u32 = 64;

pub(super) fn all() -> Vec<Work> {
    SCENES.iter().map(work).collect()
}

fn work(scene: &'static Scene) -> Work {
    let (hits, misses) = goals(scene.name);
    Work {
        name: format!("overlaps {}", scene.name),
        hits,
        misses,
        warm: true,
        pairs: Box::new(|size| draw(scene, size)),
        contenders,
    }
}

/// The masks should fit in the second-level cache, and the pairs should be too many for a branch predictor to learn. There are fewer large
/// masks.
pub(super) fn draw(scene: &Scene, size: Size) -> Pairs {
    let (masks, want) = match scene.side.min(size.side) {
        0..=64 => (32, 4096),
        65..=256 => (12, 2048),
        257..=1024 => (6, 512),
        _ => (4, 96),
    };
    scene.at_most(size.side).pairs(0x5eed, masks, want.min(size.pairs))
}

pub(super) fn contenders(pairs: &Pairs) -> Vec<Contender<'static>> {
    let masks = &pairs.masks;
    let side = masks.iter().map(|m| m.width().max(m.height())).max().unwrap_or(0);
    let mut all = vec![
        Contender::new("ours", masks.clone(), |a: &Mask, b, offset| a.overlaps(b, offset), u64::from),
        Contender::new("stripe", masks.iter().map(Stripe::of).collect(), stripe::overlaps, u64::from),
    ];
    if side <= NAIVE_SIDE {
        let rasters = masks.iter().map(|m| Raster::new(m, side)).collect();
        all.push(Contender::new("naive", masks.iter().map(Naive::new).collect(), naive::overlaps, u64::from));
        all.push(Contender::new("binary_raster", rasters, binary_raster::overlaps, u64::from));
        all.extend(python::pygame("overlaps", masks));
    }
    if side <= PARRY_SIDE {
        let voxels = masks.iter().map(parry::voxels).collect();
        all.push(Contender::new("parry2d", voxels, parry::overlaps, u64::from).inexact());
    }
    all
}

/// The goals for hits and for misses. Goal 6 is for every scene without a goal of its own.
fn goals(scene: &str) -> (Vec<Goal>, Vec<Goal>) {
    let stripe = |row, at_least| vec![Goal { row, rival: "stripe", at_least }];
    match scene {
        "blob 16" | "blob 32" => (stripe(1, 4.5), stripe(1, 4.5)),
        "interleaved 16" | "interleaved 32" => (vec![], stripe(1, 4.5)),
        "blob 64" => (stripe(2, 2.7), stripe(2, 2.5)),
        "interleaved 64" => (vec![], stripe(2, 3.0)),
        "blob 256" => (stripe(3, 4.0), stripe(3, 4.0)),
        "thin L 256" => (stripe(6, 0.9), stripe(3, 7.0)),
        "interleaved 256" => (vec![], stripe(3, 3.2)),
        "sprite 1024" => (stripe(4, 30.0), stripe(4, 30.0)),
        "interleaved 1024" => (vec![], stripe(4, 4.0)),
        "sprite 4096" => (stripe(5, 100.0), stripe(5, 100.0)),
        "interleaved 4096" => (vec![], stripe(5, 2.5)),
        _ => (stripe(6, 0.9), stripe(6, 0.9)),
    }
}
