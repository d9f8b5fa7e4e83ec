//! Aseprite files (`.ase`, `.aseprite`), by the file format specification that Aseprite publishes.
//!
//! This module reads the format itself, because no crate that does so is safe for untrusted bytes. At the time of writing, aseprite-io 0.2
//! and asefile 0.3 decompress without a limit and panic on some damaged files; aseprite-loader 0.4 ignores groups, the opacity of cels and
//! their order, and refuses tile maps. `flate2` does the decompression.
//!
//! [`document`] splits the file into its parts and borrows the packed pixels. [`stored`] unpacks them row by row. [`compose`] merges the
//! visible layers on the canvases of [`layered`].

mod bytes;
mod compose;
mod document;
mod layered;
mod stored;

use std::time::Duration;

use crate::error::ErrorKind;
use crate::limits::Budget;
use crate::sprite::fit_slice;
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
    let tags = document.tags.into_iter().filter_map(|tag| tag.clipped(frames.len())).collect();
    Ok(Sprite { format: Format::Aseprite, frames, slices, tags })
}
