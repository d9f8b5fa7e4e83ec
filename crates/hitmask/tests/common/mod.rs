//! Common parts of the tests: seeded difficult inputs, the oracle's answers beside hitmask's, every kernel in turn.
#![allow(dead_code, reason = "each test program is a crate of its own and uses a part of this")]

pub(crate) mod allocations;
pub(crate) mod buffer_case;
pub(crate) mod edit_case;
pub(crate) mod labels_case;
pub(crate) mod motion_case;
pub(crate) mod mover_case;
pub(crate) mod overlap_case;
pub(crate) mod pack_case;
pub(crate) mod places;
pub(crate) mod posed_case;
pub(crate) mod terrain_case;
pub(crate) mod things;
pub(crate) mod tile_case;
pub(crate) mod world_story;

use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use hitmask::backend::{self, Backend};
use hitmask::{Mask, Point, Rect};
pub(crate) use hitmask_model::{mask_of, pictures, poses};
use hitmask_oracle::Grid;
pub(crate) use hitmask_oracle::Rng;
use pictures::Scale;

/// The choice of a kernel is global to the process, so only one test at a time may make it.
static CHOICE: Mutex<()> = Mutex::new(());

/// Calls `f` once with each kernel that this machine can run.
pub(crate) fn on_every_backend(mut f: impl FnMut(Backend)) {
    let _held = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    for &kernel in backend::available() {
        backend::force(Some(kernel));
        f(kernel);
    }
    backend::force(None);
}

/// Prints what was being tested if the code below panics, in an assertion or in hitmask itself.
pub(crate) struct Blame<'a>(pub(crate) &'a dyn Debug);

impl Drop for Blame<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the case that failed: {:?}", self.0);
        }
    }
}

/// The first seed of a test: `HITMASK_SEED` if it is set, so that a failure can be run again. Otherwise `usual`.
pub(crate) fn first_seed(usual: u64) -> u64 {
    std::env::var("HITMASK_SEED").map_or(usual, |seed| seed.parse().expect("HITMASK_SEED is a number"))
}

/// The part of all cases that a test runs: a quarter, or `HITMASK_CASES` percent. `cargo xtask full` runs all of them. The first
/// seeds are always the same.
pub(crate) fn part(all: u64) -> u64 {
    let percent =
        std::env::var("HITMASK_CASES").map_or(25, |text| text.parse().expect("HITMASK_CASES is a number"));
    (all * percent).div_ceil(100)
}

/// Calls `run` with consecutive seeds until it has counted enough cases: the [`part`] of all.
pub(crate) fn cases(usual_seed: u64, all: u64, run: impl Fn(u64) -> u64) {
    cases_until(usual_seed, all, run, || true);
}

/// The same, and more until a test has seen enough: all at most.
pub(crate) fn cases_until(usual_seed: u64, all: u64, run: impl Fn(u64) -> u64, enough: impl Fn() -> bool) {
    let first = first_seed(usual_seed);
    let mut done = 0;
    for seed in first.. {
        if done >= all || done >= part(all) && enough() {
            break;
        }
        done += run(seed);
    }
    println!("{done} cases from seed {first}");
}

/// Calls `check` for the [`part`] of so many pictures of any kind and masks of them. One picture in `rare` is as large as a sprite.
pub(crate) fn each_picture(usual_seed: u64, all: u64, rare: u64, check: impl Fn(&Grid, &Mask)) {
    let first = first_seed(usual_seed);
    for seed in first..first + part(all) {
        let rng = &mut Rng::new(seed);
        let scale = if rng.one_in(rare) { Scale::Sprite } else { Scale::Icon };
        picture(seed, rng, scale, &check);
    }
}

/// Calls `check` with a small picture of any kind and a mask of it. Returns 1, the number of cases.
pub(crate) fn small_picture(seed: u64, check: impl Fn(&Grid, &Mask)) -> u64 {
    picture(seed, &mut Rng::new(seed), Scale::Dot, check);
    1
}

/// Calls `check` with a picture of any kind and a mask of it. The stored bounds of the mask may be too wide.
fn picture(seed: u64, rng: &mut Rng, scale: Scale, check: impl Fn(&Grid, &Mask)) {
    let grid = pictures::grid(rng, scale);
    let _blame = Blame(&(seed, &grid));
    let mask = if rng.one_in(4) { loose_mask_of(&grid) } else { mask_of(&grid) };
    check(&grid, &mask);
}

/// A filled mask, to be shared.
pub(crate) fn filled(w: u32, h: u32) -> std::sync::Arc<Mask> {
    std::sync::Arc::new(Mask::filled(w, h))
}

/// A mask with the grid's pixels, made by clearing pixels one by one, so that its stored bounds are wider than necessary.
pub(crate) fn loose_mask_of(grid: &Grid) -> Mask {
    let mut mask = Mask::filled(grid.w as u32, grid.h as u32);
    for y in 0..grid.h {
        for x in 0..grid.w {
            if !grid.get(x as i64, y as i64) {
                mask.set((x as i32, y as i32), false);
            }
        }
    }
    mask
}

/// Fails unless the mask has exactly the grid's size and pixels. Reads the pixels one by one, and checks what the mask says about itself.
#[track_caller]
pub(crate) fn assert_same(mask: &Mask, grid: &Grid, what: &str) {
    assert_eq!(mask.size(), (grid.w as u32, grid.h as u32), "{what}: size");
    let seen = Grid::from_fn(grid.w, grid.h, |x, y| mask.get((x as i32, y as i32)));
    assert_eq!(seen, *grid, "{what}: pixels");
    assert_eq!(mask.count(), grid.count(), "{what}: count");
    assert_eq!(mask.bounds(), rect(grid.bounds()), "{what}: bounds");
    assert_eq!(mask.is_empty(), grid.count() == 0, "{what}: is_empty");
    assert_eq!(*mask, mask_of(grid), "{what}: equality");
}

/// The oracle's point in hitmask's form.
pub(crate) fn point(p: (i64, i64)) -> Point {
    Point::new(p.0.try_into().unwrap(), p.1.try_into().unwrap())
}

/// The oracle's bounds in hitmask's form.
pub(crate) fn rect(bounds: Option<(i64, i64, i64, i64)>) -> Option<Rect> {
    bounds.map(|(x, y, w, h)| {
        let corner = point((x, y));
        Rect::new(corner.x, corner.y, w.try_into().unwrap(), h.try_into().unwrap())
    })
}
