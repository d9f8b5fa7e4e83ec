//! Atlases: text that says where frames lie on pictures. [`json`], [`libgdx`], [`xml`], [`plist`] and [`kivy`] read the text, [`packed`] cuts
//! a frame out and undoes what packing did to it, [`polygon`] draws the polygon by which it was packed.

mod json;
mod kivy;
mod libgdx;
mod packed;
mod plist;
mod polygon;
mod sheets;
mod xml;

use hitmask::Mask;

use crate::error::Result;
use crate::limits::Budget;
use crate::{Format, Image, Limits, Sprite};

/// Decodes an atlas. `read_picture` returns the pictures that the atlas names. It is called once for each picture.
pub(crate) fn decode(
    text: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    match Format::sniff(text) {
        Some(Format::LibGdx) => libgdx::decode(text, read_picture, budget),
        Some(Format::XmlAtlas) => xml::decode(text, read_picture, budget),
        Some(Format::Plist) => plist::decode(text, read_picture, budget),
        _ => {
            if kivy::is_kivy(text)
                && let Some(sprite) = kivy::decode(text, &mut read_picture, budget)?
            {
                return Ok(sprite);
            }
            json::decode(text, read_picture, budget)
        }
    }
}

/// The polygons by which TexturePacker packed the frames of an atlas, in JSON or in its generic XML, as masks of the whole frames, with the
/// names of the frames; None for a frame without a polygon. No picture is read. Solid are the pixels whose centres lie in a triangle of the
/// polygon, or, if there are no triangles, in the polygon: see [`polygon_mask`](crate::polygon_mask). These polygons contain the visible
/// pixels and a little more, so such a mask is coarser than that of the picture.
///
/// ```
/// let json = br#"{"meta": {"image": "sheet.png"}, "frames": {"arrow.png": {
///     "frame": {"x": 0, "y": 0, "w": 4, "h": 4}, "sourceSize": {"w": 6, "h": 4},
///     "vertices": [[1, 0], [5, 0], [1, 4]], "triangles": [[0, 1, 2]]
/// }}}"#;
/// let masks = hitmask_assets::decode_polygons(json, &hitmask_assets::Limits::default())?;
/// let (name, mask) = &masks[0];
/// assert_eq!((&name[..], mask.as_ref().map(|mask| mask.count())), ("arrow.png", Some(6)));
/// # Ok::<(), hitmask_assets::Error>(())
/// ```
///
/// In XML a frame that was turned for packing and not trimmed has its width and height exchanged: there they are those of the picture.
///
/// # Errors
/// Those of [`decode`](crate::decode), [`ErrorKind::NotAnAtlas`](crate::ErrorKind::NotAnAtlas) also if a polygon is not written as TexturePacker does.
pub fn decode_polygons(text: &[u8], limits: &Limits) -> Result<Vec<(String, Option<Mask>)>> {
    let budget = Budget::new(*limits);
    budget.take_file(text)?;
    if xml::is_xml(text) { xml::polygons(text, &budget) } else { json::polygons(text, &budget) }
}

/// The names of the pictures that an atlas reads, in the order of the atlas. A name may occur several times.
pub(crate) fn pictures(text: &[u8], budget: &Budget) -> Result<Vec<String>> {
    match Format::sniff(text) {
        Some(Format::LibGdx) => Ok(libgdx::pictures(text, budget)?),
        Some(Format::XmlAtlas) => xml::pictures(text, budget),
        Some(Format::Plist) => plist::pictures(text, budget),
        _ => {
            if kivy::is_kivy(text)
                && let Some(pictures) = kivy::pictures(text, budget)?
            {
                return Ok(pictures);
            }
            Ok(json::pictures(text, budget)?)
        }
    }
}
