//! Scenes as files: a row of a few pictures, or an animation.

use super::canvas::{PictureCanvas, Rgb};
use super::film::{Film, TouchMark};
use super::gif::Gif;
use super::{BACKGROUND, BOARD, FAINT, TEXT, TOUCH, TOUCH_TEXT, WHITE};
use crate::scene::Scene;
use crate::scene::play::Play;

/// Takes the steps of a scene in order and makes a file from them.
pub(crate) trait Reel {
    fn step(&mut self, step: u32, play: &Play<'_>, touches: &[TouchMark]);
    /// The bytes of the file.
    fn finish(self: Box<Self>) -> Vec<u8>;
}

/// A few steps side by side. The scene is cut into parts, and each part shows its step with the most touches.
pub(crate) struct Strip<'a> {
    film: Film<'a>,
    steps: u32,
    /// For each part so far its picture, and the number of touches in it.
    frames: Vec<(usize, PictureCanvas)>,
}

impl<'a> Strip<'a> {
    const FRAMES: u32 = 3;
    const SIDE: i64 = 720;

    pub(crate) fn new(scene: &'a Scene, steps: u32) -> Self {
        Strip { film: Film::new(scene, Self::SIDE), steps, frames: Vec::new() }
    }
}

impl Reel for Strip<'_> {
    fn step(&mut self, step: u32, play: &Play<'_>, touches: &[TouchMark]) {
        self.film.remember(step, touches);
        let parts = u64::from(Self::FRAMES.min(self.steps));
        let part = (u64::from(step - 1) * parts / u64::from(self.steps)) as usize;
        let is_new = part == self.frames.len();
        if is_new || touches.len() > self.frames[part].0 {
            let frame = (touches.len(), self.film.frame(step, &play.poses(), touches));
            self.frames.truncate(part);
            self.frames.push(frame);
        }
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        let (width, height) =
            self.frames.first().map_or((1, 1), |(_, frame)| (frame.width(), frame.height()));
        let mut row = PictureCanvas::new(width * self.frames.len().max(1) as u32, height, BACKGROUND);
        for (i, (_, frame)) in self.frames.iter().enumerate() {
            row.paste(frame, (i as u32 * width) as i32, 0);
        }
        row.into_png()
    }
}

/// All steps, or every n-th if there are too many.
pub(crate) struct Animation<'a> {
    film: Film<'a>,
    scene: &'a Scene,
    every: u32,
    gif: Option<Gif>,
}

impl<'a> Animation<'a> {
    const SIDE: i64 = 720;
    const MOST_FRAMES: u32 = 600;
    /// Hundredths of a second: 25 frames a second.
    const DELAY: u16 = 4;

    pub(crate) fn new(scene: &'a Scene, steps: u32) -> Self {
        let every = steps.div_ceil(Self::MOST_FRAMES).max(1);
        Animation { film: Film::new(scene, Self::SIDE), scene, every, gif: None }
    }

    /// Colours of all sprites.
    fn samples(&self) -> Vec<Rgb> {
        // Large sprites do not count more than small ones.
        const EACH: usize = 4096;
        let mut samples = Vec::new();
        for kind in &self.scene.kinds {
            let seen = || kind.appearance.frame.image.pixels().filter(|pixel| pixel[3] >= 128);
            let every = seen().count().div_ceil(EACH).max(1);
            samples.extend(seen().step_by(every).map(|[r, g, b, _]| [r, g, b]));
        }
        samples
    }
}

impl Reel for Animation<'_> {
    fn step(&mut self, step: u32, play: &Play<'_>, touches: &[TouchMark]) {
        self.film.remember(step, touches);
        if !(step - 1).is_multiple_of(self.every) {
            return;
        }
        let canvas = self.film.frame(step, &play.poses(), touches);
        if self.gif.is_none() {
            let kept = [BACKGROUND, BOARD[0], BOARD[1], TOUCH, TOUCH_TEXT, WHITE, TEXT, FAINT];
            self.gif = Some(Gif::new(&canvas, &kept, &self.samples(), Self::DELAY));
        }
        self.gif.iter_mut().for_each(|gif| gif.push(&canvas));
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        self.gif.map_or_else(Vec::new, Gif::finish)
    }
}
