//! Atlases: text that says where frames lie on pictures. [`json`] and [`libgdx`] read the text, [`packed`] cuts a frame out and undoes what
//! packing did to it.

mod json;
mod libgdx;
mod packed;

use std::collections::HashMap;

use crate::error::{ErrorKind, Result};
use crate::limits::Budget;
use crate::{Format, Image, Sprite};

pub(crate) use libgdx::is_libgdx;

/// Decodes an atlas. `read_picture` returns the pictures that the atlas names. It is called once for each picture.
pub(crate) fn decode(
    text: &[u8],
    read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    match Format::sniff(text) {
        Some(Format::LibGdx) => libgdx::decode(text, read_picture, budget),
        _ => json::decode(text, read_picture, budget),
    }
}

/// The names of the pictures that an atlas reads, in the order of the atlas. A name may occur several times.
pub(crate) fn pictures(text: &[u8]) -> Result<Vec<String>, ErrorKind> {
    match Format::sniff(text) {
        Some(Format::LibGdx) => libgdx::pictures(text),
        _ => json::pictures(text),
    }
}

/// The pictures of an atlas. Each is read once.
struct Sheets<'a, R> {
    read_picture: R,
    images: HashMap<&'a str, Image>,
}

impl<'a, R: FnMut(&str) -> Result<Image>> Sheets<'a, R> {
    fn new(read_picture: R) -> Self {
        Sheets { read_picture, images: HashMap::new() }
    }

    fn image(&mut self, picture: &'a str) -> Result<Image> {
        if let Some(image) = self.images.get(picture) {
            return Ok(image.clone());
        }
        let image = (self.read_picture)(picture)
            .map_err(|error| ErrorKind::AtlasPicture { picture: picture.to_owned(), error })?;
        self.images.insert(picture, image.clone());
        Ok(image)
    }
}
