//! Aseprite files (`.ase`, `.aseprite`), after the file format specification that Aseprite publishes.
//!
//! The format is read here, since none of the crates that do is fit for foreign bytes: at the time of writing
//! aseprite-io 0.2 and asefile 0.3 inflate without a bound and panic on some damaged files, and aseprite-loader 0.4
//! ignores groups, the opacity of cels and their order, and refuses tile maps. Inflating is `flate2`'s part.
//!
//! [`document`] takes the file apart and borrows the packed pixels, [`stored`] unpacks them row by row, and [`compose`]
//! merges the visible layers on the canvases of [`layered`].

mod bytes;
mod compose;
mod document;
mod layered;
mod stored;

use std::time::Duration;

use crate::error::ErrorKind;
use crate::limits::Budget;
use crate::sprite::{clip_tag, fit_slice};
use crate::{Format, Frame, Sprite};

use compose::Composer;
use document::Document;

/// Decodes every frame.
pub(crate) fn decode(bytes: &[u8], budget: &Budget) -> Result<Sprite, ErrorKind> {
    let document = Document::parse(bytes, budget)?;
    let mut composer = Composer::new(&document, budget);
    let frames = document.frames.iter().enumerate().map(|(number, frame)| {
        let image = composer.merge(frame)?;
        let duration = Some(Duration::from_millis(u64::from(frame.duration)));
        Ok(Frame { duration, ..Frame::numbered(number, image) })
    });
    let frames = frames.collect::<Result<Vec<_>, ErrorKind>>()?;
    let slices =
        document.slices.into_iter().filter_map(|slice| fit_slice(slice.name, slice.keys, &frames)).collect();
    let tags = document.tags.into_iter().filter_map(|tag| clip_tag(tag, frames.len())).collect();
    Ok(Sprite { format: Format::Aseprite, frames, slices, tags })
}
