//! Scripts of random edits and queries, on bits and on runs, against the oracle. What a mask stores about its pixels (bounds, spans, cells)
//! must stay correct.

use hitmask::{Mask, RunMask};
use hitmask_oracle::{Grid, overlap};

use super::overlap_case::some_rect;
use super::pictures::{self, Scale};
use super::things::Thing;
use super::{Blame, Rng, assert_same, mask_of, on_every_backend, places, point, rect};

/// One change.
#[derive(Debug, Clone, Copy)]
enum Step {
    Union,
    Subtract,
    Intersect,
    Toggle,
    /// One pixel: the one at the other thing's offset, if that lies inside.
    Set(bool),
    Invert,
    Fill,
    Clear,
}

impl Step {
    fn random(rng: &mut Rng) -> Step {
        match rng.below(24) {
            0..=5 => Step::Union,
            6..=11 => Step::Subtract,
            12..=13 => Step::Intersect,
            14..=17 => Step::Toggle,
            18 => Step::Set(true),
            19 | 20 => Step::Set(false),
            21 => Step::Invert,
            22 => Step::Fill,
            _ => Step::Clear,
        }
    }
}

/// Makes the same steps on the bits, the runs and the oracle's grid.
struct Edited {
    truth: Grid,
    mask: Mask,
    runs: RunMask,
}

/// Printed when a script fails. The seed is enough to run it again.
#[derive(Debug)]
#[expect(dead_code, reason = "read by Debug")]
struct Script<'a> {
    seed: u64,
    step: u64,
    what: Step,
    offset: (i32, i32),
    before: &'a Mask,
    other: &'a Thing,
}

/// Runs the script of a seed. Returns the number of cases; a case is an edit and its queries.
pub(crate) fn run(seed: u64) -> u64 {
    script(seed, Scale::Sprite, 12)
}

/// The same as [`run`], with large masks.
pub(crate) fn run_large(seed: u64) -> u64 {
    script(seed, Scale::Stage, 4)
}

/// The same as [`run`], with small masks.
pub(crate) fn run_small(seed: u64) -> u64 {
    script(seed, Scale::Icon, 12)
}

fn script(seed: u64, scale: Scale, most_steps: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let start = pictures::grid(rng, scale);
    let mask = mask_of(&start);
    let mut edited = Edited { runs: RunMask::from_mask(&mask), mask, truth: start };
    let steps = 1 + rng.below(most_steps);
    for step in 0..steps {
        // Mostly an operand of any size; sometimes a small one, so that little changes.
        let size = if scale != Scale::Icon && rng.one_in(3) { Scale::Sprite } else { scale };
        let own = rng.one_in(5);
        let other = match rng.below(5) {
            // Sometimes its own pixels: then a toggle or a difference leaves very little.
            _ if own => Thing::any(rng, edited.truth.clone()),
            0 => some_rect(rng, size),
            1 => Thing::convex(rng),
            _ => {
                let grid = pictures::grid(rng, size);
                Thing::any(rng, grid)
            }
        };
        let offset = if own && rng.one_in(2) {
            rng.pick(&[(0, 0), (0, 0), (1, 0), (0, 1)])
        } else {
            places::offset(rng, &edited.truth, other.truth())
        };
        let what = Step::random(rng);
        let before = edited.mask.clone();
        let _blame = Blame(&Script { seed, step, what, offset, before: &before, other: &other });
        edit(&mut edited, what, &other, offset);
        // Once at the edit, once elsewhere.
        ask(&edited, &other, offset);
        let elsewhere = places::offset(rng, &edited.truth, other.truth());
        ask(&edited, &other, elsewhere);
    }
    steps
}

/// Makes one step. The mask makes it with every kernel.
fn edit(edited: &mut Edited, step: Step, other: &Thing, offset: (i32, i32)) {
    let (x, y) = (i64::from(offset.0), i64::from(offset.1));
    let truth = &mut edited.truth;
    match step {
        Step::Union => truth.union_with(other.truth(), offset),
        Step::Subtract => truth.difference_with(other.truth(), offset),
        Step::Intersect => truth.intersect_with(other.truth(), offset),
        Step::Toggle => truth.symmetric_difference_with(other.truth(), offset),
        Step::Set(solid) if x >= 0 && y >= 0 && x < truth.w as i64 && y < truth.h as i64 => {
            truth.set(x as usize, y as usize, solid);
        }
        Step::Set(_) => return,
        Step::Invert => truth.invert(),
        Step::Fill => truth.cells.fill(true),
        Step::Clear => truth.cells.fill(false),
    }
    let shape = &other.lend();
    macro_rules! apply {
        ($mask:expr) => {
            match step {
                Step::Union => $mask.union_with(shape, offset),
                Step::Subtract => $mask.difference_with(shape, offset),
                Step::Intersect => $mask.intersect_with(shape, offset),
                Step::Toggle => $mask.symmetric_difference_with(shape, offset),
                Step::Invert => $mask.invert(),
                Step::Set(..) | Step::Fill | Step::Clear => {}
            }
        };
    }
    let before = edited.mask.clone();
    on_every_backend(|kernel| {
        edited.mask.clone_from(&before);
        match step {
            Step::Set(solid) => edited.mask.set(offset, solid),
            Step::Fill => edited.mask.fill(),
            Step::Clear => edited.mask.clear(),
            _ => apply!(edited.mask),
        }
        assert_same(&edited.mask, &edited.truth, &format!("{step:?} on {kernel:?}"));
    });
    match step {
        // Runs don't have these verbs.
        Step::Set(_) | Step::Fill | Step::Clear => edited.runs = RunMask::from_mask(&edited.mask),
        _ => apply!(edited.runs),
    }
    assert_eq!(edited.runs.to_mask(), edited.mask, "{step:?} on runs");
    assert_eq!(edited.runs, RunMask::from_mask(&edited.mask), "{step:?} on runs: equality");
}

/// Compares the edited shapes with the operand.
fn ask(edited: &Edited, other: &Thing, offset: (i32, i32)) {
    let Edited { truth, mask, runs } = edited;
    assert_eq!(runs.bounds(), rect(truth.bounds()), "bounds of runs");
    assert_eq!(runs.count(), truth.count(), "count of runs");
    let expected = overlap(truth, other.truth(), offset);
    let shape = &other.lend();
    on_every_backend(|kernel| {
        let at = (offset, kernel);
        assert_eq!(mask.overlaps(shape, offset), expected.overlaps(), "overlaps {at:?}");
        assert_eq!(mask.overlap_area(shape, offset), expected.area(), "overlap_area {at:?}");
        assert_eq!(mask.first_overlap(shape, offset), expected.first().map(point), "first_overlap {at:?}");
        assert_eq!(mask.overlap_bounds(shape, offset), rect(expected.bounds()), "overlap_bounds {at:?}");
        assert_eq!(
            runs.first_overlap(shape, offset),
            expected.first().map(point),
            "first_overlap of runs {at:?}"
        );
        assert_eq!(
            runs.overlap_bounds(shape, offset),
            rect(expected.bounds()),
            "overlap_bounds of runs {at:?}"
        );
    });
}
