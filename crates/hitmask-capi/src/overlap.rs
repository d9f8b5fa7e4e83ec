//! Two shapes
//!
//! Whether, where and how much any two shapes overlap, and the shortest way out. An offset is the origin of b minus the origin of a;
//! answers are in pixels of a.

use crate::prelude::*;
use hitmask::Closest;

/// How far apart two shapes are.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_closest {
    /// Whether they overlap. Then the rest is 0.
    pub overlapping: bool,
    /// The squared length of the gap between the nearest pixels, as squares: 0 if they touch.
    pub squared: u64,
    /// The nearest pixel of a, in a's own coordinates; in the world, if the shapes are placed.
    pub a: hitmask_point,
    /// The nearest pixel of b, in b's own coordinates; in the world, if the shapes are placed.
    pub b: hitmask_point,
}

/// Reads two shapes, and answers.
unsafe fn ask(
    a: *const hitmask_shape,
    b: *const hitmask_shape,
    answer: impl FnOnce(ShapeRef<'_>, ShapeRef<'_>) -> Checked,
) -> Checked {
    answer(object(a)?.lend()?, object(b)?.lend()?)
}

verbs! {
    /// The shortest ways out of b: along x alone, and along y alone. (0, 0) if the shapes do not overlap.
    fn hitmask_separation_by_axis(a: *const hitmask_shape, b: *const hitmask_shape, offset: hitmask_point, out: *mut hitmask_point) {
        ask(a, b, |a, b| {
            let [x, y] = a.separation_by_axis(&b, offset);
            give(out, hitmask_point { x, y })
        })
    }
}

impl From<Closest> for hitmask_closest {
    fn from(closest: Closest) -> hitmask_closest {
        match closest {
            Closest::Overlapping => hitmask_closest { overlapping: true, ..Default::default() },
            Closest::Apart { squared, a, b } => {
                hitmask_closest { overlapping: false, squared, a: a.into(), b: b.into() }
            }
        }
    }
}
