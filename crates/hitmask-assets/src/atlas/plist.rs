//! Atlases of cocos2d: property lists in XML, in the formats 0 to 3.
//!
//! A dictionary has the frames by name, another says which picture they lie on. Sizes are those before a frame was turned for packing,
//! clockwise. The offset of a trimmed frame is the way between the middles of the whole and of the stored part, with y upwards.

use crate::error::{ErrorKind, Result, quoted};
use crate::limits::Budget;
use crate::xml::{XmlNode, content, utf8, with_document, without_doctype};
use crate::{Format, Frame, Image, Sprite};

use super::packed::{Packed, Restored, near};

pub(super) fn decode(
    text: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    with_atlas(text, budget, |frames, picture| {
        let failed = |error| ErrorKind::AtlasPicture { picture: picture.to_owned(), error };
        let sheet = read_picture(picture).map_err(failed)?;
        let frames = entries(frames).map(|(name, frame)| restore(frame, name, &sheet, budget));
        let frames = frames.collect::<Result<_>>()?;
        Ok(Sprite::of_frames(Format::Plist, frames))
    })
}

/// The name of the picture.
pub(super) fn pictures(text: &[u8], budget: &Budget) -> Result<Vec<String>> {
    with_atlas(text, budget, |_, picture| Ok(vec![picture.to_owned()]))
}

fn not(reason: impl Into<String>) -> ErrorKind {
    ErrorKind::NotAnAtlas { reason: reason.into() }
}

/// Calls `read` with the dictionary of the frames and the name of the picture.
fn with_atlas<T>(
    text: &[u8],
    budget: &Budget,
    read: impl FnOnce(XmlNode<'_>, &str) -> Result<T>,
) -> Result<T> {
    // Every list names a document type, which the parser would refuse.
    // With the copy that `without_doctype` may make, and the names of frames.
    let _held = budget.hold(4 * text.len() as u64)?;
    let text = without_doctype(utf8(text, Format::Plist)?, "plist");
    with_document(&text, Format::Plist, budget, |document| {
        let top = document.root_element().children().find(XmlNode::is_element);
        let frames = top.and_then(|top| value(top, "frames")).filter(|frames| frames.has_tag_name("dict"));
        let frames = frames.ok_or_else(|| not("the property list has no dictionary of frames"))?;
        let count = entries(frames).count() as u64;
        if count == 0 {
            return Err(not("it lists no frame").into());
        }
        budget.check_frames(count)?;
        budget.keep(2 * size_of::<Frame>() as u64 * count)?;
        let about = top.and_then(|top| value(top, "metadata"));
        let named = |key| about.and_then(|about| value(about, key)).map(content);
        let picture = named("realTextureFileName").or_else(|| named("textureFileName"));
        let picture = picture.filter(|name| !name.trim().is_empty());
        read(frames, picture.ok_or_else(|| not("its metadata name no picture"))?.trim())
    })
}

/// The keys of a dictionary with their values.
fn entries(dictionary: XmlNode<'_>) -> impl Iterator<Item = (String, XmlNode<'_>)> {
    let keys = dictionary.children().filter(|node| node.has_tag_name("key"));
    keys.filter_map(|key| Some((content(key).into_owned(), key.next_sibling_element()?)))
}

/// The value of a key.
fn value<'a>(dictionary: XmlNode<'a>, wanted: &str) -> Option<XmlNode<'a>> {
    let mut keys = dictionary.children().filter(|node| node.has_tag_name("key"));
    keys.find(|key| content(*key) == wanted)?.next_sibling_element()
}

fn restore(frame: XmlNode<'_>, name: String, sheet: &Image, budget: &Budget) -> Result<Frame> {
    let text = |keys: &[&str]| keys.iter().find_map(|key| value(frame, key)).map(content);
    let of = |key: &str| not(format!("{key} of frame {} is missing or no list of numbers", quoted(&name)));
    let number = |key: &str| text(&[key]).and_then(|text| text.trim().parse::<f64>().ok());
    let (place, offset, source);
    if let Some(rect) = text(&["frame", "textureRect"]) {
        place = numbers::<4>(&rect).ok_or_else(|| of("the place"))?;
        // In format 3 the place has the size of the stored part, too.
        offset = text(&["offset", "spriteOffset"]).and_then(|text| numbers::<2>(&text)).unwrap_or_default();
        let size = text(&["sourceSize", "spriteSourceSize"]).and_then(|text| numbers::<2>(&text));
        source = size.unwrap_or([place[2], place[3]]);
    } else {
        let needed = |key: &str| number(key).ok_or_else(|| of(key));
        place = [needed("x")?, needed("y")?, needed("width")?, needed("height")?];
        offset = [number("offsetX").unwrap_or(0.0), number("offsetY").unwrap_or(0.0)];
        let side = |key: &str, or: f64| number(key).map_or(or, f64::abs);
        source = [side("originalWidth", place[2]), side("originalHeight", place[3])];
    }
    let turned = ["rotated", "textureRotated"].iter().find_map(|key| value(frame, key));
    let turned = turned.is_some_and(|node| node.has_tag_name("true"));
    let [_, _, w, h] = place;
    // Casts saturate. So large numbers are beyond every limit.
    let whole = |number: f64| number.floor() as i64;
    // Old programs round the offset, so the rectangle in the whole frame is the better source.
    let trim_at = match text(&["sourceColorRect"]).and_then(|text| numbers::<4>(&text)) {
        Some([x, y, ..]) => [x, y],
        None => [(source[0] - w) / 2.0 + offset[0], (source[1] - h) / 2.0 - offset[1]],
    };
    let packed = Packed {
        at: [whole(place[0]), whole(place[1])],
        size: [whole(w), whole(h)],
        turns: u8::from(turned),
        trim_at: trim_at.map(whole),
        source_size: source.map(whole),
    };
    let Restored { image, trim } = packed.restore(&name, sheet, budget)?;
    // As parts of the frame, with y upwards.
    let anchor = text(&["anchor"]).and_then(|text| numbers::<2>(&text));
    let pivot = anchor.map(|[x, y]| [x * f64::from(image.width()), (1.0 - y) * f64::from(image.height())]);
    let pivot = pivot.map(|pivot| near(pivot, "frame", &name)).transpose()?;
    Ok(Frame { name, image, duration: None, pivot, trim })
}

/// The numbers of a text like `{{2,2},{30,16}}`.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let words = text.split(|letter: char| matches!(letter, '{' | '}' | ',') || letter.is_ascii_whitespace());
    let mut words = words.filter(|word| !word.is_empty());
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        *number = words.next()?.parse().ok().filter(|number: &f64| number.is_finite())?;
    }
    words.next().is_none().then_some(numbers)
}
