//! Notes about frames that can be seen but not touched. At threshold 128, 845 of 13 429 real sprites are like that: shadows, glass,
//! smoke.

use std::fmt::Display;

use hitmask_assets::Image;

use crate::surface::Surface;
use crate::values::Threshold;

/// A frame that has visible pixels but none that reach the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Invisible {
    /// Above 0 and below the threshold.
    pub(crate) greatest_alpha: u8,
    pub(crate) threshold: Threshold,
}

impl Invisible {
    pub(crate) fn find(image: &Image, threshold: Threshold) -> Option<Self> {
        let greatest_alpha = greatest_alpha(image);
        (0 < greatest_alpha && greatest_alpha < threshold.0)
            .then_some(Invisible { greatest_alpha, threshold })
    }

    /// What is wrong with the frame of this name, and what to write instead.
    pub(crate) fn sentence(self, name: impl Display, surface: Surface) -> String {
        let Invisible { greatest_alpha, threshold } = self;
        format!(
            "{name} has visible pixels but none at threshold {threshold}, so nothing can touch it: its greatest alpha is \
             {greatest_alpha}; try {} or less",
            surface.setting("threshold", greatest_alpha)
        )
    }

    /// The same about several of the `count` frames of a file; `None` if there are none.
    pub(crate) fn sentence_on_frames(
        frames: &[Invisible],
        count: usize,
        name: impl Display,
    ) -> Option<String> {
        let greatest = *frames.iter().max_by_key(|frame| frame.greatest_alpha)?;
        if count == 1 {
            return Some(greatest.sentence(name, Surface::CommandLine));
        }
        let Invisible { greatest_alpha, threshold } = greatest;
        let (verb, them, their) = match frames.len() {
            1 => ("has", "it", "its"),
            _ => ("have", "them", "their"),
        };
        Some(format!(
            "{} of the {count} frames of {name} {verb} visible pixels but none at threshold {threshold}, so nothing can touch \
             {them}: {their} greatest alpha is {greatest_alpha}; try {} or less",
            frames.len(),
            Surface::CommandLine.setting("threshold", greatest_alpha)
        ))
    }
}

/// The greatest alpha of a picture; 0 if it has no pixels.
pub(crate) fn greatest_alpha(image: &Image) -> u8 {
    image.pixels().map(|[.., alpha]| alpha).max().unwrap_or(0)
}
