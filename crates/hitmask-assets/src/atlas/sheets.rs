//! The pictures that an atlas names.

use std::collections::HashMap;

use crate::error::{ErrorKind, Result};
use crate::image::Image;

/// The pictures of an atlas. Each is read once.
pub(super) struct Sheets<'a, R> {
    read_picture: R,
    images: HashMap<&'a str, Image>,
}

impl<'a, R: FnMut(&str) -> Result<Image>> Sheets<'a, R> {
    pub(super) fn new(read_picture: R) -> Self {
        Sheets { read_picture, images: HashMap::new() }
    }

    pub(super) fn image(&mut self, picture: &'a str) -> Result<Image> {
        if let Some(image) = self.images.get(picture) {
            return Ok(image.clone());
        }
        let image = (self.read_picture)(picture)
            .map_err(|error| ErrorKind::AtlasPicture { picture: picture.to_owned(), error })?;
        self.images.insert(picture, image.clone());
        Ok(image)
    }
}
