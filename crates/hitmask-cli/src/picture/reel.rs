//! What becomes of a scene's pictures: a row of a few, or an animation of all.

use super::canvas::{Canvas, Color};
use super::film::{Contact, Film};
use super::gif::Gif;
use super::{BACKGROUND, BOARD, FAINT, TEXT, TOUCH, TOUCH_TEXT, WHITE};
use crate::scene::Scene;
use crate::scene::play::Play;

/// Takes a scene's steps in their order.
pub(crate) trait Reel {
    fn step(&mut self, step: u32, play: &Play<'_>, contacts: &[Contact]);
    /// The bytes of the file.
    fn finish(self: Box<Self>) -> Vec<u8>;
}

/// A few steps side by side: of each part of the scene the one with the most touches.
pub(crate) struct Strip<'a> {
    film: Film<'a>,
    steps: u32,
    /// One for each part so far, with its number of touches.
    frames: Vec<(usize, Canvas)>,
}

impl<'a> Strip<'a> {
    const FRAMES: u32 = 3;
    const SIDE: i64 = 720;

    pub(crate) fn new(scene: &'a Scene, steps: u32) -> Self {
        Strip { film: Film::new(scene, Self::SIDE), steps, frames: Vec::new() }
    }
}

impl Reel for Strip<'_> {
    fn step(&mut self, step: u32, play: &Play<'_>, contacts: &[Contact]) {
        self.film.remember(step, contacts);
        let parts = u64::from(Self::FRAMES.min(self.steps));
        let part = (u64::from(step - 1) * parts / u64::from(self.steps)) as usize;
        let is_new = part == self.frames.len();
        if is_new || contacts.len() > self.frames[part].0 {
            let frame = (contacts.len(), self.film.frame(step, &play.poses(), contacts));
            self.frames.truncate(part);
            self.frames.push(frame);
        }
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        let (width, height) =
            self.frames.first().map_or((1, 1), |(_, frame)| (frame.width(), frame.height()));
        let mut row = Canvas::new(width * self.frames.len().max(1) as u32, height, BACKGROUND);
        for (i, (_, frame)) in self.frames.iter().enumerate() {
            row.paste(frame, (i as u32 * width) as i32, 0);
        }
        row.into_png()
    }
}

/// Every step, or every so many.
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

    /// The colours of all pictures, before the board.
    fn samples(&self) -> Vec<Color> {
        // Pictures of many pixels weigh no more than others.
        const EACH: usize = 4096;
        let mut samples = Vec::new();
        for kind in &self.scene.kinds {
            let seen = || kind.look.frame.image.pixels().filter(|pixel| pixel[3] >= 128);
            let every = seen().count().div_ceil(EACH).max(1);
            samples.extend(seen().step_by(every).map(|[r, g, b, _]| [r, g, b]));
        }
        samples
    }
}

impl Reel for Animation<'_> {
    fn step(&mut self, step: u32, play: &Play<'_>, contacts: &[Contact]) {
        self.film.remember(step, contacts);
        if !(step - 1).is_multiple_of(self.every) {
            return;
        }
        let canvas = self.film.frame(step, &play.poses(), contacts);
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
