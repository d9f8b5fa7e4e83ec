//! The remark that a sprite can be seen but not touched. 845 of 13 429 real sprites are so at threshold 128: shadows,
//! glass, smoke.

use std::fmt::Display;

use hitmask_assets::Image;

use crate::values::Threshold;

/// A frame that has visible pixels but none at the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invisible {
    /// Above 0, below the threshold.
    pub(crate) greatest_alpha: u8,
    pub(crate) threshold: Threshold,
}

impl Invisible {
    pub(crate) fn find(image: &Image, threshold: Threshold) -> Option<Self> {
        let greatest_alpha = greatest_alpha(image);
        (0 < greatest_alpha && greatest_alpha < threshold.0)
            .then_some(Invisible { greatest_alpha, threshold })
    }

    /// What is so, and what to do.
    pub(crate) fn sentence(self, name: impl Display) -> String {
        let Invisible { greatest_alpha, threshold } = self;
        format!(
            "{name} has visible pixels but none at threshold {threshold}, so nothing can touch it: \
             its greatest alpha is {greatest_alpha}; try --threshold {greatest_alpha} or less"
        )
    }
}

/// The greatest alpha of a picture; 0 where there are no pixels.
pub(crate) fn greatest_alpha(image: &Image) -> u8 {
    image.pixels().map(|[.., alpha]| alpha).max().unwrap_or(0)
}
