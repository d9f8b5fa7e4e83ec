//! The part of `from_c.c` that is in Rust: the scenes, and the same questions asked from Rust. It has a library of its own, so the
//! calls from C are real calls of a shared library.
#![allow(unsafe_code, reason = "it is called from C")]
#![allow(missing_docs, reason = "from_c.c is the only caller, and declares each function")]

use std::ffi::CString;
use std::hint::black_box;
use std::os::raw::c_char;

use hitmask::{Mask, Point};
use hitmask_scenes::{Pair, SCENES};

/// A question, by its number in `from_c.c`.
const OVERLAPS: u32 = 0;
const AREA: u32 = 1;
const FIRST: u32 = 2;
const MASK: u32 = 3;
const MASK_INTO: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct BenchPair {
    a: u32,
    b: u32,
    x: i32,
    y: i32,
}

pub struct BenchScene {
    name: CString,
    masks: Vec<Mask>,
    /// Hits, then misses.
    pairs: [Vec<BenchPair>; 2],
    /// What `MASK_INTO` writes into.
    result: Mask,
}

/// The scene with this number, or NULL: after the last one the list ends. Scenes of a larger side are made smaller.
#[unsafe(no_mangle)]
pub extern "C" fn bench_scene_open(index: usize, side: u32, most: usize) -> *mut BenchScene {
    let Some(scene) = SCENES.get(index) else { return std::ptr::null_mut() };
    // As many as in the benchmarks of the library: the masks fit the caches, and a branch predictor cannot learn the pairs.
    let (masks, want) = match scene.side.min(side) {
        0..=64 => (32, 4096),
        65..=256 => (12, 2048),
        257..=1024 => (6, 512),
        _ => (4, 96),
    };
    let drawn = scene.at_most(side).pairs(0x5eed, masks, want.min(most));
    let plain = |pairs: Vec<Pair>| {
        pairs.iter().map(|p| BenchPair { a: p.a, b: p.b, x: p.offset.x, y: p.offset.y }).collect()
    };
    let scene = BenchScene {
        name: CString::new(scene.name).expect("names have no zero byte"),
        result: drawn.masks[0].clone(),
        masks: drawn.masks,
        pairs: [plain(drawn.hits), plain(drawn.misses)],
    };
    Box::into_raw(Box::new(scene))
}

/// # Safety
/// The scene was opened, and is used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_scene_close(scene: *mut BenchScene) {
    // SAFETY: as above.
    drop(unsafe { Box::from_raw(scene) });
}

/// # Safety
/// The scene is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_scene_name(scene: *const BenchScene) -> *const c_char {
    // SAFETY: as above.
    unsafe { &*scene }.name.as_ptr()
}

/// # Safety
/// The scene is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_scene_masks(scene: *const BenchScene, w: &mut u32, h: &mut u32) -> u32 {
    // SAFETY: as above.
    let scene = unsafe { &*scene };
    (*w, *h) = scene.masks[0].size();
    assert!(scene.masks.iter().all(|mask| mask.size() == (*w, *h)), "the masks of a scene are equally large");
    scene.masks.len() as u32
}

/// The alphas of a mask: 255 or 0.
///
/// # Safety
/// The scene is open, and there is room for w * h bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_scene_alpha(scene: *const BenchScene, mask: u32, alpha: *mut u8) {
    // SAFETY: as above.
    let mask = unsafe { &(&*scene).masks[mask as usize] };
    let (w, h) = mask.size();
    for (i, (y, x)) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))).enumerate() {
        let solid = mask.get((x as i32, y as i32));
        // SAFETY: as above.
        unsafe { alpha.add(i).write(if solid { 255 } else { 0 }) };
    }
}

/// # Safety
/// The scene is open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_scene_pairs(
    scene: *const BenchScene,
    misses: bool,
    pairs: &mut *const BenchPair,
) -> usize {
    // SAFETY: as above.
    let list = unsafe { &(&*scene).pairs[usize::from(misses)] };
    *pairs = list.as_ptr();
    list.len()
}

/// Asks about each pair. Returns the sum of the answers: 1 for a hit, the area, the number of a pixel plus 1. Masks count 0, except
/// if `digest` is true.
///
/// # Safety
/// The scene is open and used by nobody else, and there are so many pairs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_rust_pass(
    scene: *mut BenchScene,
    query: u32,
    pairs: *const BenchPair,
    count: usize,
    digest: bool,
) -> u64 {
    // SAFETY: as above.
    let (scene, pairs) = unsafe { (&mut *scene, std::slice::from_raw_parts(pairs, count)) };
    let BenchScene { masks, result, .. } = scene;
    match query {
        OVERLAPS => sum(masks, pairs, |a, b, offset| a.overlaps(b, offset).into()),
        AREA => sum(masks, pairs, |a, b, offset| a.overlap_area(b, offset)),
        FIRST => sum(masks, pairs, |a, b, offset| {
            a.first_overlap(b, offset).map_or(0, |p| ((p.y as u64) << 16 | p.x as u64) + 1)
        }),
        MASK => sum(masks, pairs, |a, b, offset| {
            let both = black_box(a.overlap_mask(b, offset));
            if digest { digest_of(&both) } else { 0 }
        }),
        MASK_INTO => sum(masks, pairs, |a, b, offset| {
            a.overlap_mask_into(b, offset, result);
            if digest { digest_of(result) } else { 0 }
        }),
        _ => 0,
    }
}

#[inline(always)]
fn sum(masks: &[Mask], pairs: &[BenchPair], mut ask: impl FnMut(&Mask, &Mask, Point) -> u64) -> u64 {
    pairs.iter().fold(0, |sum: u64, pair| {
        let (a, b) = (black_box(&masks[pair.a as usize]), black_box(&masks[pair.b as usize]));
        sum.wrapping_add(ask(a, b, Point::new(pair.x, pair.y)))
    })
}

/// FNV-1a over the numbers of the solid pixels, row by row, as in `from_c.c`.
fn digest_of(mask: &Mask) -> u64 {
    mask.points().fold(0xcbf2_9ce4_8422_2325, |digest: u64, p| {
        (digest ^ ((p.y as u64) << 16 | p.x as u64)).wrapping_mul(0x0100_0000_01b3)
    })
}
