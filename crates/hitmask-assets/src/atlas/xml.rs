//! TexturePacker's generic XML: `<TextureAtlas>` with a `<sprite>` for each frame. Only the polygons are read.

use std::str::FromStr;

use hitmask::Mask;

use crate::Format;
use crate::error::{ErrorKind, Result, quoted};
use crate::labels::rounded;
use crate::limits::Budget;
use crate::load::BYTE_ORDER_MARK;
use crate::xml::{XmlNode, child, children, content, utf8, with_document};

use super::polygon::{NO_POINTS, NO_TRIANGLES, Polygon, wrong};

/// Whether a text is XML, not JSON.
pub(super) fn is_xml(text: &[u8]) -> bool {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start().starts_with(b"<")
}

/// The polygons of all frames as masks: see [`decode_polygons`](super::decode_polygons).
pub(super) fn polygons(text: &[u8], budget: &Budget) -> Result<Vec<(String, Option<Mask>)>> {
    with_document(utf8(text, Format::XmlAtlas)?, Format::XmlAtlas, budget, |document| {
        let not = |reason: String| Err(ErrorKind::NotAnAtlas { reason }.into());
        let top = document.root_element();
        if !top.has_tag_name("TextureAtlas") {
            return not(format!("the file holds a <{}>, not a <TextureAtlas>", top.tag_name().name()));
        }
        let count = children(top, "sprite").count() as u64;
        if count == 0 {
            return not("it lists no <sprite>".to_owned());
        }
        budget.check_frames(count)?;
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
    let side = |attribute: &str| -> Result<Option<i64>, ErrorKind> {
        let Some(text) = sprite.attribute(attribute) else { return Ok(None) };
        let number = text.trim().parse();
        number
            .map(Some)
            .map_err(|_| wrong(&format!("{attribute} is {}, not a whole number,", quoted(text)), name))
    };
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
