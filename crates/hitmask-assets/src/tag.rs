//! Tags: the named animations of a sprite, and the order in which their frames are played.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

/// A named animation: some frames of a sprite, and how they are played.
///
/// ```
/// use std::num::NonZeroU32;
/// use hitmask_assets::{Direction, Tag, TagFrames};
///
/// let mut tag = Tag::new("walk", TagFrames::Range(4..=6));
/// tag.direction = Direction::PingPong;
/// assert_eq!(tag.round().collect::<Vec<_>>(), [4, 5, 6, 5]);                 // then 4 again
/// tag.repeat = NonZeroU32::new(2);                                           // there and back
/// assert_eq!(tag.played().collect::<Vec<_>>(), [4, 5, 6, 5, 4]);
/// ```
#[doc(alias = "animation")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tag {
    /// The name. Several tags may have the same name.
    pub name: String,
    /// The numbers of its frames, in the order of the file. There is at least one, and all of them exist in the sprite that was read.
    pub frames: TagFrames,
    /// The order in which the frames are played.
    pub direction: Direction,
    /// How many times they are played; `None` means without end. A time through the frames in one direction counts as once: a ping-pong
    /// that is played twice goes there and back. At the end the last frame stays.
    pub repeat: Option<NonZeroU32>,
}

/// The frames of a tag, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TagFrames {
    /// Frames that follow each other (Aseprite): the numbers of the first and the last one.
    Range(RangeInclusive<u32>),
    /// Frames in any order (Pixi, libGDX). A frame may occur several times.
    List(Vec<u32>),
}

/// The order in which the frames of a tag are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Direction {
    /// From first to last, then from first again.
    #[default]
    Forward,
    /// From last to first, then from last again.
    Reverse,
    /// From first to last and back. The first and the last frame are not shown twice in a row.
    PingPong,
    /// From last to first and back. The first and the last frame are not shown twice in a row.
    PingPongReverse,
}

impl TagFrames {
    /// How many frames there are. A frame that occurs twice counts twice.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            TagFrames::Range(range) if range.is_empty() => 0,
            TagFrames::Range(range) => ((range.end() - range.start()) as usize).saturating_add(1),
            TagFrames::List(list) => list.len(),
        }
    }

    /// Whether there is no frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the frame at a position, counted from 0 in the order of the file.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<u32> {
        match self {
            TagFrames::Range(range) => {
                let frame = range.start().checked_add(u32::try_from(position).ok()?)?;
                range.contains(&frame).then_some(frame)
            }
            TagFrames::List(list) => list.get(position).copied(),
        }
    }

    /// The numbers of all frames, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).filter_map(|position| self.get(position))
    }
}

impl Tag {
    /// A tag that plays forward without end.
    #[must_use]
    pub fn new(name: impl Into<String>, frames: TagFrames) -> Tag {
        Tag { name: name.into(), frames, direction: Direction::Forward, repeat: None }
    }

    /// One round in playing order, as the numbers of frames: what is played again and again if the tag has no end. A ping-pong goes there
    /// and back, without the first and the last frame on the way back.
    pub fn round(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.round_steps()).map(|step| self.frame_of_step(step))
    }

    /// All frames in playing order, as their numbers: [`Tag::repeat`] times, or without end.
    pub fn played(&self) -> impl Iterator<Item = u32> + '_ {
        let round = self.round_steps();
        let steps = if round == 0 { 0 } else { self.all_steps().unwrap_or(u64::MAX) };
        (0..steps).map(move |step| self.frame_of_step(step % round))
    }

    /// The number of frames that are shown in one round.
    pub(crate) fn round_steps(&self) -> u64 {
        let frames = self.frames.len() as u64;
        match self.direction {
            Direction::PingPong | Direction::PingPongReverse if frames > 1 => 2 * frames - 2,
            _ => frames,
        }
    }

    /// The number of frames that are shown in all repetitions, if they end.
    pub(crate) fn all_steps(&self) -> Option<u64> {
        let frames = self.frames.len() as u64;
        let times = u64::from(self.repeat?.get());
        Some(match self.direction {
            // On every way but the first, the frame at which it begins is already shown.
            Direction::PingPong | Direction::PingPongReverse if frames > 1 => {
                frames + (times - 1) * (frames - 1)
            }
            _ => times * frames,
        })
    }

    /// The number of the frame that is shown in a step of a round.
    pub(crate) fn frame_of_step(&self, step: u64) -> u32 {
        let last = self.frames.len() as u64 - 1;
        let there_and_back = if step <= last { step } else { 2 * last - step };
        let position = match self.direction {
            Direction::Forward => step,
            Direction::Reverse => last - step,
            Direction::PingPong => there_and_back,
            Direction::PingPongReverse => last - there_and_back,
        };
        self.frames
            .get(position as usize)
            .unwrap_or_else(|| unreachable!("a step is below the number of steps"))
    }

    /// The tag with those of its frames that exist; `None` if none of them does. Lists were made from frames that exist.
    pub(crate) fn clipped(mut self, frames: usize) -> Option<Tag> {
        let last = u32::try_from(frames.checked_sub(1)?).unwrap_or(u32::MAX);
        if let TagFrames::Range(range) = &mut self.frames {
            *range = *range.start()..=last.min(*range.end());
        }
        (!self.frames.is_empty()).then_some(self)
    }
}
