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
use crate::sprite::{fit_slice, similar_of};
use crate::{Format, Frame, Image, Layer, Sprite};

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
    let layer =
        |layer: document::Layer| Layer { name: layer.name, visible: layer.visible, is_group: layer.group };
    let layers = document.layers.into_iter().map(layer).collect();
    let tags = document.tags.into_iter().filter_map(|tag| tag.clipped(frames.len())).collect();
    Ok(Sprite { slices, tags, layers, ..Sprite::of_frames(Format::Aseprite, frames) })
}

/// Decodes the first frame alone, as programs show it that take the file as a picture.
pub(crate) fn decode_first(bytes: &[u8], budget: &Budget) -> Result<Image, ErrorKind> {
    let document = Document::parse(bytes, budget)?;
    let empty = || ErrorKind::corrupt(Format::Aseprite, "it holds no frame".to_owned());
    Composer::new(&document, budget).merge(document.frames.first().ok_or_else(empty)?)
}

/// Calls `f` with each picture of the wanted layers: the number of the frame, the number of the layer's name, and the pixels. They come frame
/// by frame, in a frame the lowest first; of a frame in which they have no pixels, an empty picture of no layer. Returns the names. Without wanted names these are those of all visible layers.
pub(crate) fn each_layer(
    bytes: &[u8],
    budget: &Budget,
    wanted: &[String],
    mut f: impl FnMut(usize, Option<usize>, &Image) -> crate::Result<()>,
) -> crate::Result<Vec<String>> {
    let document = Document::parse(bytes, budget)?;
    let layers = &document.layers;
    let mut names: Vec<String> = wanted.to_vec();
    if wanted.is_empty() {
        for layer in layers.iter().filter(|layer| layer.visible && !layer.group) {
            if !names.contains(&layer.name) {
                names.push(layer.name.clone());
            }
        }
    }
    if let Some(wanted) = names.iter().find(|name| layers.iter().all(|layer| layer.name != **name)) {
        let similar = similar_of(wanted, layers.iter().map(|layer| &*layer.name));
        return Err(ErrorKind::NoSuchLayer { wanted: wanted.clone(), layers: layers.len(), similar }.into());
    }
    // The place of the name of a layer, or of the innermost named group around it.
    let place_of = |mut at: usize| {
        if wanted.is_empty() && !layers[at].visible {
            return None;
        }
        loop {
            if let Some(place) = names.iter().position(|name| *name == layers[at].name) {
                return Some(place);
            }
            at = layers[at].parent?;
        }
    };
    let places: Vec<Option<usize>> = (0..layers.len()).map(place_of).collect();
    let mut composer = Composer::new(&document, budget);
    for (number, frame) in document.frames.iter().enumerate() {
        composer.each_cel(
            frame,
            |layer| places[layer].is_some(),
            |layer, picture| f(number, layer.and_then(|layer| places[layer]), picture),
        )?;
    }
    Ok(names)
}
