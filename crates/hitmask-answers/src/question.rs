//! What a kind of question must say, and the forms that numbers have in the files.

use std::fmt::Debug;

use hitmask::{Point, Rect};
pub(crate) use hitmask_oracle::world::{Area, Pixel, Q16};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::pictures::Pictures;

/// A question of one kind, in the form of its file.
pub(crate) trait Question: Serialize + DeserializeOwned + Debug {
    /// The answer of hitmask.
    type Answer: Serialize + DeserializeOwned + PartialEq + Debug;
    /// The name of the file, without `.jsonl`.
    const FILE: &'static str;

    /// Asks hitmask.
    fn ask(&self, pictures: &Pictures) -> Self::Answer;
    /// The answer for the file, where this one stands now.
    fn renew(&self, pictures: &Pictures, _old: Option<Self::Answer>) -> Self::Answer {
        self.ask(pictures)
    }
    /// Asks the oracle. Panics if its answer differs.
    fn check(&self, pictures: &Pictures, answer: &Self::Answer);
}

pub(crate) fn pixel(point: Point) -> Pixel {
    [point.x, point.y]
}

pub(crate) fn area(rect: Rect) -> Area {
    [rect.x.into(), rect.y.into(), rect.w.into(), rect.h.into()]
}

/// The oracle's pixel in the form of the files.
pub(crate) fn true_pixel((x, y): (i64, i64)) -> Pixel {
    [x, y].map(|n| n.try_into().expect("the pixel is one of the world"))
}

/// The oracle's rectangle in the form of the files.
pub(crate) fn true_area((x, y, w, h): (i64, i64, i64, i64)) -> Area {
    [x, y, w, h]
}
