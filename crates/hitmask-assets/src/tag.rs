//! Tags: the named animations of a sprite, the order in which their frames are played, and the frame that is shown at a time.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::Sprite;

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

    /// The number of the frame of `sprite` that is shown when the tag has been played for `time`. Give it to
    /// [`World::set_frame`](hitmask::World::set_frame) if the collider has all frames of the sprite.
    ///
    /// A frame is shown from the time when it begins until just before the next one begins. All is computed in whole nanoseconds, so the
    /// answer is exact. A frame whose duration is 0 or unknown is skipped: see [`Sprite::fill_durations`]. If no frame of an endless tag
    /// has a duration, the first one in playing order is shown. After the last repetition the last frame stays, whatever its duration.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hitmask_assets::{Image, Options, decode, encode_png};
    /// # let png = encode_png(&Image::from_rgba8(3, 1, vec![255; 12])?);
    /// # let mut sprite = decode(&png, &Options { grid: Some((1, 1)), ..Options::default() })?;
    /// // A sheet of three frames without durations.
    /// sprite.fill_durations(Duration::from_millis(100));
    /// let mut tag = hitmask_assets::Tag::new("all", hitmask_assets::TagFrames::Range(0..=2));
    /// let at = |tag: &hitmask_assets::Tag, ms| tag.frame_at(&sprite, Duration::from_millis(ms));
    /// assert_eq!((at(&tag, 99), at(&tag, 100), at(&tag, 300)), (0, 1, 0));
    /// tag.repeat = std::num::NonZeroU32::new(1);
    /// assert_eq!(at(&tag, 300), 2);
    /// # Ok::<(), hitmask_assets::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the tag has no frame, or a frame that the sprite does not have. Tags that were read with the sprite never panic.
    ///
    /// Complexity: reads the durations of one round at most three times.
    #[must_use]
    pub fn frame_at(&self, sprite: &Sprite, time: Duration) -> usize {
        let round = self.round_steps();
        assert!(round > 0, "the tag has no frame: a tag needs at least one to be played");
        let frame = |step: u64| self.frame_of_step(step % round) as usize;
        let nanos = |step: u64| sprite.frames[frame(step)].duration.unwrap_or_default().as_nanos();
        let round_nanos = (0..round).map(nanos).fold(0, u128::saturating_add);
        let mut left = time.as_nanos();
        if let Some(steps) = self.all_steps() {
            // If the product saturates, it is longer than any `time`.
            let rounds = u128::from(steps / round).saturating_mul(round_nanos);
            let end = (0..steps % round).map(nanos).fold(rounds, u128::saturating_add);
            if left >= end {
                return frame(steps - 1);
            }
        }
        // If no time passes, the first frame stays.
        left = left.checked_rem(round_nanos).unwrap_or(0);
        for step in 0..round {
            match left.checked_sub(nanos(step)) {
                Some(rest) if round_nanos > 0 => left = rest,
                _ => return frame(step),
            }
        }
        unreachable!("the rest of a division is less than the divisor")
    }

    /// The number of frames that are shown in one round.
    fn round_steps(&self) -> u64 {
        let frames = self.frames.len() as u64;
        match self.direction {
            Direction::PingPong | Direction::PingPongReverse if frames > 1 => 2 * frames - 2,
            _ => frames,
        }
    }

    /// The number of frames that are shown in all repetitions, if they end.
    fn all_steps(&self) -> Option<u64> {
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
    fn frame_of_step(&self, step: u64) -> u32 {
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

impl Sprite {
    /// The tag with this name. If there are several, the first of them.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The number of the frame that is shown when all frames have been played for `time`, in the order of the file and without end. Times
    /// and durations are treated as by [`Tag::frame_at`].
    ///
    /// # Panics
    /// If the sprite has no frame. A sprite that was read has at least one.
    ///
    /// Complexity: reads the durations of all frames at most twice.
    #[must_use]
    pub fn frame_at(&self, time: Duration) -> usize {
        assert!(!self.frames.is_empty(), "the sprite has no frame");
        // A sprite never has 2^32 frames: each takes more than one byte.
        let last = u32::try_from(self.frames.len() - 1).unwrap_or(u32::MAX);
        Tag::new("", TagFrames::Range(0..=last)).frame_at(self, time)
    }

    /// Gives a duration to every frame that has none. Most atlases and all sheets have no durations, so a game brings its own.
    pub fn fill_durations(&mut self, duration: Duration) {
        for frame in &mut self.frames {
            frame.duration.get_or_insert(duration);
        }
    }
}
