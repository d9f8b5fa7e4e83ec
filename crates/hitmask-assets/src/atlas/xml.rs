//! Atlases in XML: `<TextureAtlas>` with a `<SubTexture>` for each frame, of Starling and Sparrow, or with a `<sprite>`, the generic form of
//! TexturePacker. Only the latter has polygons.
//!
//! In both, width and height are those on the sheet, so they are exchanged where a frame was turned for packing, clockwise.

use std::str::FromStr;

use hitmask::Mask;

use crate::corner::rounded;
use crate::error::{ErrorKind, Result, quoted};
use crate::limits::Budget;
use crate::text::without_mark;
use crate::xml::{XmlNode, child, children, content, utf8, with_document};
use crate::{Format, Frame, Image, Sprite};

use super::packed::{Packed, Restored, near};
use super::polygon::{NO_POINTS, NO_TRIANGLES, Polygon, wrong};

/// Whether a text is XML, not JSON.
pub(super) fn is_xml(text: &[u8]) -> bool {
    without_mark(text).trim_ascii_start().starts_with(b"<")
}

pub(super) fn decode(
    text: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    with_frames(text, budget, |top, count| {
        let picture = picture(top)?;
        let failed = |error| ErrorKind::AtlasPicture { picture: picture.to_owned(), error };
        let sheet = read_picture(picture).map_err(failed)?;
        budget.keep(2 * size_of::<Frame>() as u64 * count)?;
        let frames = frames(top).enumerate().map(|(number, node)| {
            let name = node.attribute("name").or_else(|| node.attribute("n"));
            let name = name.map_or_else(|| number.to_string(), str::to_owned);
            restore(node, name, &sheet, budget)
        });
        let frames = frames.collect::<Result<_, _>>()?;
        Ok(Sprite::of_frames(Format::XmlAtlas, frames))
    })
}

/// The name of the picture.
pub(super) fn pictures(text: &[u8], budget: &Budget) -> Result<Vec<String>> {
    with_frames(text, budget, |top, _| Ok(vec![picture(top)?.to_owned()]))
}

fn not(reason: impl Into<String>) -> ErrorKind {
    ErrorKind::NotAnAtlas { reason: reason.into() }
}

fn picture(top: XmlNode<'_>) -> Result<&str, ErrorKind> {
    top.attribute("imagePath").ok_or_else(|| not("imagePath names no picture"))
}

fn frames(top: XmlNode<'_>) -> impl Iterator<Item = XmlNode<'_>> {
    top.children().filter(|node| node.has_tag_name("SubTexture") || node.has_tag_name("sprite"))
}

/// Calls `read` with the top of the document, and the number of its frames, which is not 0.
fn with_frames<T>(
    text: &[u8],
    budget: &Budget,
    read: impl FnOnce(XmlNode<'_>, u64) -> Result<T>,
) -> Result<T> {
    with_document(utf8(text, Format::XmlAtlas)?, Format::XmlAtlas, budget, |document| {
        let top = document.root_element();
        if !top.has_tag_name("TextureAtlas") {
            return Err(
                not(format!("the file holds a <{}>, not a <TextureAtlas>", top.tag_name().name())).into()
            );
        }
        let count = frames(top).count() as u64;
        if count == 0 {
            return Err(not("it lists no frame").into());
        }
        budget.check_frames(count)?;
        read(top, count)
    })
}

/// A frame as it was before it was packed.
fn restore(node: XmlNode<'_>, name: String, sheet: &Image, budget: &Budget) -> Result<Frame> {
    let is_generic = node.has_tag_name("sprite");
    let number = |attribute: &str| whole(node, attribute, &name);
    let needed = |attribute: &str| {
        number(attribute)?.ok_or_else(|| not(format!("frame {} has no {attribute}", quoted(&name))))
    };
    let or_zero = |attribute: &str| Ok::<_, ErrorKind>(number(attribute)?.unwrap_or(0));
    let (width, height) = if is_generic { ("w", "h") } else { ("width", "height") };
    let turned = node.attribute("r") == Some("y") || node.attribute("rotated") == Some("true");
    let (w, h) = (needed(width)?, needed(height)?);
    let size = if turned { [h, w] } else { [w, h] };
    let (trim_at, whole_size) = if is_generic {
        ([or_zero("oX")?, or_zero("oY")?], [number("oW")?, number("oH")?])
    } else {
        // The frame lies around the stored part, so its place is that of the part with the opposite sign.
        let at = [or_zero("frameX")?, or_zero("frameY")?];
        (at.map(i64::saturating_neg), [number("frameWidth")?, number("frameHeight")?])
    };
    let source_size = match whole_size {
        [Some(w), Some(h)] => [w, h],
        _ => size,
    };
    let packed =
        Packed { at: [or_zero("x")?, or_zero("y")?], size, turns: u8::from(turned), trim_at, source_size };
    let Restored { image, trim } = packed.clipped().restore(&name, sheet, budget)?;
    let float = |attribute: &str| node.attribute(attribute).and_then(|text| text.trim().parse::<f64>().ok());
    // Starling counts in pixels, TexturePacker in parts of the frame.
    let [across, down] = if is_generic { [image.width(), image.height()].map(f64::from) } else { [1.0; 2] };
    let (px, py) = if is_generic { ("pX", "pY") } else { ("pivotX", "pivotY") };
    let pivot = float(px).zip(float(py)).map(|(x, y)| [x * across, y * down]);
    let pivot = pivot.map(|pivot| near(pivot, "frame", &name)).transpose()?;
    Ok(Frame { name, image, duration: None, pivot, trim })
}

/// The whole number in an attribute. Some programs write it with a decimal point.
fn whole(node: XmlNode<'_>, attribute: &str, name: &str) -> Result<Option<i64>, ErrorKind> {
    let Some(text) = node.attribute(attribute) else { return Ok(None) };
    let number = text.trim().parse::<f64>().ok().filter(|number| number.fract() == 0.0);
    // The cast saturates. So large a number is beyond every limit.
    number
        .map(|number| Some(number as i64))
        .ok_or_else(|| wrong(&format!("{attribute} is {}, not a whole number,", quoted(text)), name))
}

/// The polygons of all frames as masks: see [`decode_polygons`](super::decode_polygons).
pub(super) fn polygons(text: &[u8], budget: &Budget) -> Result<Vec<(String, Option<Mask>)>> {
    with_frames(text, budget, |top, count| {
        if children(top, "sprite").next().is_none() {
            return Err(not("it lists no <sprite>").into());
        }
        budget.keep(2 * size_of::<(String, Option<Mask>)>() as u64 * count + text.len() as u64)?;
        let frame = |(number, sprite): (usize, XmlNode<'_>)| {
            let name = sprite.attribute("n").map_or_else(|| number.to_string(), str::to_owned);
            let mask = polygon(sprite, &name, budget)?;
            Ok((name, mask))
        };
        children(top, "sprite").enumerate().map(frame).collect()
    })
}

/// The pixels of a frame's polygon. None if it has none.
fn polygon(sprite: XmlNode<'_>, name: &str, budget: &Budget) -> Result<Option<Mask>> {
    let Some(vertices) = child(sprite, "vertices").map(content) else { return Ok(None) };
    let triangles = child(sprite, "triangles").map(content);
    // A number takes two letters at least, and eight bytes, and a list may have room for twice as many.
    let text = vertices.len() + triangles.as_ref().map_or(0, |text| text.len());
    let _held = budget.hold(16 * text as u64)?;
    let corners = tuples(&vertices).ok_or_else(|| wrong(NO_POINTS, name))?;
    let corners = corners.into_iter().map(rounded).collect();
    let triangles =
        triangles.map(|triangles| tuples(&triangles).ok_or_else(|| wrong(NO_TRIANGLES, name))).transpose()?;
    let side = |attribute: &str| whole(sprite, attribute, name);
    let missing = |attribute: &str| wrong(&format!("there is no {attribute}"), name);
    // What lies on the picture is the whole frame if that is not given. It lies there turned if the frame was turned.
    let on_picture = if sprite.attribute("r") == Some("y") { ["h", "w"] } else { ["w", "h"] };
    let size = match (side("oW")?, side("oH")?) {
        (Some(w), Some(h)) => [w, h],
        _ => {
            let [w, h] = on_picture;
            [side(w)?.ok_or_else(|| missing(w))?, side(h)?.ok_or_else(|| missing(h))?]
        }
    };
    Polygon { corners, triangles }.mask(name, size, budget).map(Some)
}

/// Numbers with spaces or commas between them, in groups of so many.
fn tuples<T: FromStr + Copy, const N: usize>(text: &str) -> Option<Vec<[T; N]>> {
    let words = text.split(|letter: char| letter == ',' || letter.is_ascii_whitespace());
    let numbers = words.filter(|word| !word.is_empty()).map(|word| word.parse().ok());
    let numbers = numbers.collect::<Option<Vec<T>>>()?;
    let group = |group: &[T]| std::array::from_fn(|at| group[at]);
    numbers.len().is_multiple_of(N).then(|| numbers.chunks_exact(N).map(group).collect())
}
