//! The frame that a sprite shows at a time, and the durations that this needs.

use std::time::Duration;

use crate::sprite::Sprite;
use crate::tag::{Tag, TagFrames};

impl Tag {
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
