//! Films of a world as it sees itself.

use std::error::Error;

use hitmask::{Rect, World};
use hitmask_assets::WorldPicture;

use crate::film::Film;

/// A film of a world. Its palette grows with every new colour.
pub(crate) struct Reel {
    film: Film,
    picture: WorldPicture,
    palette: Vec<[u8; 3]>,
}

impl Reel {
    pub(crate) fn new(path: &str, (w, h): (u32, u32)) -> Result<Reel, Box<dyn Error>> {
        let plain = WorldPicture::new(Rect::new(0, 0, w, h));
        let picture = WorldPicture { boxes: false, contacts: false, normals: false, paths: false, ..plain };
        Ok(Reel { film: Film::new(path, (w, h), 2, &[])?, picture, palette: Vec::new() })
    }

    /// Adds a frame that is shown for some hundredths of a second.
    pub(crate) fn frame(&mut self, world: &World, delay: u16) -> Result<(), Box<dyn Error>> {
        let image = self.picture.draw(world)?;
        let pixels = image.pixels().map(|[r, g, b, _]| self.color([r, g, b])).collect::<Result<_, _>>()?;
        self.film.frame(pixels, Some(&self.palette), delay)
    }

    fn color(&mut self, color: [u8; 3]) -> Result<u8, std::num::TryFromIntError> {
        let found = self.palette.iter().position(|&known| known == color).unwrap_or_else(|| {
            self.palette.push(color);
            self.palette.len() - 1
        });
        u8::try_from(found)
    }

    pub(crate) fn frames(&self) -> u32 {
        self.film.frames()
    }
}
