//! Atlases of Kivy: a JSON object of pictures, each with an object of frames, each a list of left, bottom, width and height. The bottom
//! counts from the lower edge of the picture.

use crate::error::{ErrorKind, Result};
use crate::json::Ordered;
use crate::limits::Budget;
use crate::{Format, Frame, Image, Sprite};

use super::packed::{Packed, Restored};

/// The frames of each picture.
type Pages = Ordered<Ordered<[i64; 4]>>;

/// The pages of an atlas. None if JSON has another form.
fn parse(json: &[u8], budget: &Budget) -> Result<Option<Pages>, ErrorKind> {
    // A part begins with a bracket, and lies in a list that may have room for four times as many.
    let brackets = json.iter().filter(|byte| matches!(byte, b'{' | b'[')).count() as u64;
    budget.keep(4 * size_of::<(String, [i64; 4])>() as u64 * brackets + 2 * json.len() as u64)?;
    let pages = serde_json::from_slice::<Pages>(json).ok();
    Ok(pages.filter(|Ordered(pages)| pages.iter().any(|(_, Ordered(frames))| !frames.is_empty())))
}

/// Whether JSON that is none of the other atlases is one of Kivy: its first value is an object whose first value is a list.
pub(super) fn is_kivy(json: &[u8]) -> bool {
    /// Skips a name in quotes and its colon, and what opens the value behind it.
    fn value(text: &[u8]) -> Option<&[u8]> {
        let inner = text.trim_ascii_start().strip_prefix(b"{")?.trim_ascii_start().strip_prefix(b"\"")?;
        let end = inner.iter().position(|&byte| byte == b'"')?;
        inner[end + 1..].trim_ascii_start().strip_prefix(b":")
    }
    value(json).and_then(value).is_some_and(|frame| frame.trim_ascii_start().starts_with(b"["))
}

pub(super) fn decode(
    json: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Option<Sprite>> {
    let Some(Ordered(pages)) = parse(json, budget)? else { return Ok(None) };
    budget.check_frames(pages.iter().map(|(_, Ordered(frames))| frames.len() as u64).sum())?;
    let mut all = Vec::new();
    for (picture, Ordered(frames)) in pages {
        let sheet = read_picture(&picture).map_err(|error| ErrorKind::AtlasPicture { picture, error })?;
        for (name, [x, bottom, w, h]) in frames {
            let top = i64::from(sheet.height()).saturating_sub(bottom).saturating_sub(h);
            let packed =
                Packed { at: [x, top], size: [w, h], turns: 0, trim_at: [0, 0], source_size: [w, h] };
            let Restored { image, trim } = packed.restore(&name, &sheet, budget)?;
            all.push(Frame { name, image, duration: None, pivot: None, trim });
        }
    }
    Ok(Some(Sprite::of_frames(Format::Kivy, all)))
}

/// The names of the pictures. None if JSON has another form.
pub(super) fn pictures(json: &[u8], budget: &Budget) -> Result<Option<Vec<String>>, ErrorKind> {
    let pages = parse(json, budget)?;
    Ok(pages.map(|Ordered(pages)| pages.into_iter().map(|(picture, _)| picture).collect()))
}
