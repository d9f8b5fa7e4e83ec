//! libGDX texture atlases (`.atlas`), which Spine writes, too: lines of text.
//!
//! The file consists of pages, separated by blank lines. A page begins with the name of its picture. `key: value` lines about the page
//! follow, then its regions: a line with the name, and `key: value` lines. There are two generations of keys: `xy`, `size`, `orig` and
//! `offset`, and since libGDX 1.9.13 `bounds` (x, y, width, height) and `offsets` (left, bottom, original width, original height). Both are
//! read. Unknown keys are ignored, as libGDX does.
//!
//! A region's place counts from the upper left corner of the picture. But the offset of a trimmed region counts from the lower left corner
//! of the original. Sizes are those before the region was turned. `rotate: true` means 90 degrees counterclockwise. Regions of one name
//! with an `index` are the frames of an animation.

use std::collections::HashMap;
use std::mem::take;

use crate::error::{ErrorKind, Result};
use crate::limits::{Budget, Work, area};
use crate::sprite::{Frame, Sprite};
use crate::tag::{Tag, TagFrames};
use crate::{Format, Image};

use super::packed::Packed;
use super::sheets::Sheets;

pub(super) fn decode(
    text: &[u8],
    read_picture: impl FnMut(&str) -> Result<Image>,
    budget: &Budget,
) -> Result<Sprite> {
    let text = utf8(text)?;
    budget.keep(parsed_bytes(text))?;
    let pages = parse(text)?;
    let regions = || pages.iter().flat_map(|page| &page.regions);
    budget.check_frames(regions().count() as u64)?;
    let mut sheets = Sheets::new(read_picture);
    let mut frames = Vec::new();
    for page in &pages {
        // A page without regions may be missing.
        if page.regions.is_empty() {
            continue;
        }
        let sheet = sheets.image(page.picture)?;
        for region in &page.regions {
            let frame = region.restore(&sheet, budget)?;
            frames.push(if page.premultiplied { straight(frame, budget)? } else { frame });
        }
    }
    let tags = animations(regions());
    Ok(Sprite { tags, ..Sprite::of_frames(Format::LibGdx, frames) })
}

/// The names of the pictures.
pub(super) fn pictures(text: &[u8], budget: &Budget) -> Result<Vec<String>, ErrorKind> {
    let text = utf8(text)?;
    budget.keep(parsed_bytes(text))?;
    let pages = parse(text)?;
    // A page without regions may be missing.
    Ok(pages.iter().filter(|page| !page.regions.is_empty()).map(|page| page.picture.to_owned()).collect())
}

/// The most memory that the parsed text takes, together with the names of frames and tags.
fn parsed_bytes(text: &str) -> u64 {
    // A page or region is a line without a colon, or it follows a blank line. It is stored in a list that may have room for four times as
    // many parts, and in the lists of the animations.
    const PART: u64 =
        4 * (size_of::<Page>() + size_of::<Region>() + size_of::<Animation>() + size_of::<Tag>()) as u64;
    let parts = text.lines().filter(|line| line.trim().is_empty() || !line.contains(':')).count() as u64;
    PART * (parts + 1) + 3 * text.len() as u64
}

fn utf8(text: &[u8]) -> Result<&str, ErrorKind> {
    std::str::from_utf8(text).map_err(|error| {
        let before = &text[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ErrorKind::AtlasLine { line, reason: "it is not text in UTF-8".to_owned() }
    })
}

/// A picture, and the regions that lie on it.
struct Page<'a> {
    picture: &'a str,
    /// Whether the colours of the picture are already multiplied by their alphas.
    premultiplied: bool,
    regions: Vec<Region<'a>>,
}

/// A region as it is written.
#[derive(Default)]
struct Region<'a> {
    name: &'a str,
    /// The number of the line with its name, from 1.
    line: usize,
    /// Left and top on the picture.
    at: Option<[i64; 2]>,
    size: Option<[i64; 2]>,
    /// Left, and the distance between the bottoms of the region and of the original.
    offset: Option<[i64; 2]>,
    original: Option<[i64; 2]>,
    /// Counterclockwise quarter turns.
    turns: Option<u8>,
    /// Its place in an animation; negative if it belongs to none.
    index: Option<i64>,
}

/// What the lines before this one mean for it.
enum Place {
    /// Before the first page. There may be headers.
    Start,
    /// After a header.
    Header,
    /// After a blank line.
    Between,
    Page,
    Region,
}

fn parse(text: &str) -> Result<Vec<Page<'_>>, ErrorKind> {
    let mut pages: Vec<Page> = Vec::new();
    let mut place = Place::Start;
    let mut last_line = 1;
    for (number, line) in (1..).zip(text.lines()) {
        last_line = number;
        let entry = Entry::of(number, line);
        let line = line.trim();
        place = match (place, entry, pages.last_mut()) {
            (Place::Start, ..) if line.is_empty() => Place::Start,
            _ if line.is_empty() => Place::Between,
            (Place::Start | Place::Header, Some(_), _) => Place::Header,
            (Place::Start | Place::Header | Place::Between, ..) | (_, _, None) => {
                pages.push(Page { picture: line, premultiplied: false, regions: Vec::new() });
                Place::Page
            }
            (Place::Page, Some(entry), Some(page)) => {
                if entry.key == "pma" {
                    page.premultiplied = entry.value == "true";
                }
                Place::Page
            }
            (Place::Region, Some(entry), Some(page)) => {
                if let Some(region) = page.regions.last_mut() {
                    region.set(&entry)?;
                }
                Place::Region
            }
            (Place::Page | Place::Region, None, Some(page)) => {
                page.regions.push(Region { name: line, line: number, ..Region::default() });
                Place::Region
            }
        };
    }
    if pages.iter().all(|page| page.regions.is_empty()) {
        let reason = "the atlas ends here and lists no region".to_owned();
        return Err(ErrorKind::AtlasLine { line: last_line, reason });
    }
    Ok(pages)
}

/// A line `key: value`.
struct Entry<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

impl<'a> Entry<'a> {
    fn of(line: usize, text: &'a str) -> Option<Self> {
        let (key, value) = text.split_once(':')?;
        Some(Entry { line, key: key.trim(), value: value.trim() })
    }

    fn wrong(&self, reason: String) -> ErrorKind {
        ErrorKind::AtlasLine { line: self.line, reason }
    }

    /// The value, which is a list of `N` whole numbers.
    fn numbers<const N: usize>(&self) -> Result<[i64; N], ErrorKind> {
        let mut numbers = [0; N];
        let mut parts = self.value.split(',');
        let all = numbers.iter_mut().all(|number| {
            let part = parts.next().and_then(|part| part.trim().parse().ok());
            part.map(|part| *number = part).is_some()
        });
        if all && parts.next().is_none() {
            return Ok(numbers);
        }
        let takes = if N == 1 {
            "a whole number".to_owned()
        } else {
            format!("{N} whole numbers with commas between them")
        };
        Err(self.wrong(format!("\"{}\" takes {takes}, not \"{}\"", self.key, self.value)))
    }
}

impl<'a> Region<'a> {
    fn set(&mut self, entry: &Entry) -> Result<(), ErrorKind> {
        let is_first = match entry.key {
            "xy" => self.at.replace(entry.numbers()?).is_none(),
            "size" => self.size.replace(entry.numbers()?).is_none(),
            "bounds" => {
                let [x, y, w, h] = entry.numbers()?;
                self.at.replace([x, y]).is_none() & self.size.replace([w, h]).is_none()
            }
            "offset" => self.offset.replace(entry.numbers()?).is_none(),
            "orig" => self.original.replace(entry.numbers()?).is_none(),
            "offsets" => {
                let [x, y, w, h] = entry.numbers()?;
                self.offset.replace([x, y]).is_none() & self.original.replace([w, h]).is_none()
            }
            "rotate" => self.turns.replace(turns(entry)?).is_none(),
            "index" => self.index.replace(entry.numbers::<1>()?[0]).is_none(),
            _ => true,
        };
        if is_first {
            return Ok(());
        }
        let (key, name) = (entry.key, self.name);
        Err(entry.wrong(format!(
            "\"{key}\" gives the region \"{name}\" what an earlier line gave it. Is a region's name missing, or is there a colon in it?"
        )))
    }

    /// Its place in an animation.
    fn index(&self) -> Option<i64> {
        self.index.filter(|&index| index >= 0)
    }

    fn restore(&self, sheet: &Image, budget: &Budget) -> Result<Frame, ErrorKind> {
        // A part of an animation gets back the number that its file had.
        let name = match self.index() {
            Some(index) => format!("{}_{index}", self.name),
            None => self.name.to_owned(),
        };
        let (Some(at), Some(size)) = (self.at, self.size) else {
            let reason =
                format!("the region \"{name}\" needs a line \"bounds\", or the lines \"xy\" and \"size\"");
            return Err(ErrorKind::AtlasLine { line: self.line, reason });
        };
        // As in libGDX, an original of 0 x 0 pixels means that nothing was trimmed.
        let source_size = self.original.filter(|&original| original != [0, 0]).unwrap_or(size);
        let [left, bottom] = self.offset.unwrap_or_default();
        let top = source_size[1].saturating_sub(size[1]).saturating_sub(bottom);
        let turns = (4 - self.turns.unwrap_or(0)) % 4;
        let packed = Packed { at, size, turns, trim_at: [left, top], source_size };
        let restored = packed.restore(&name, sheet, budget)?;
        Ok(Frame { name, image: restored.image, duration: None, pivot: None, trim: restored.trim })
    }
}

/// The counterclockwise quarter turns of a `rotate` line.
fn turns(entry: &Entry) -> Result<u8, ErrorKind> {
    Ok(match entry.value {
        "false" | "0" => 0,
        "true" | "90" => 1,
        "180" => 2,
        "270" => 3,
        other => {
            let reason = format!("\"rotate\" takes true, false, 0, 90, 180 or 270, not \"{other}\"");
            return Err(entry.wrong(reason));
        }
    })
}

/// The frame with colours that are not multiplied by alpha, as everywhere in this crate.
fn straight(mut frame: Frame, budget: &Budget) -> Result<Frame, ErrorKind> {
    budget.work(area(frame.image.width(), frame.image.height()), Work::Blend)?;
    for pixel in frame.image.pixels_mut() {
        let alpha = u32::from(pixel[3]);
        for channel in &mut pixel[..3] {
            let color = (u32::from(*channel) * 255 + alpha / 2).checked_div(alpha).unwrap_or(0);
            *channel = color.min(255) as u8;
        }
    }
    Ok(frame)
}

/// The regions of one name.
#[derive(Default)]
struct Animation<'a> {
    name: &'a str,
    /// Index and number of the frame.
    frames: Vec<(Option<i64>, u32)>,
}

/// A tag for each name that occurs with an index, in the order of the file. As in libGDX, all regions of the name belong to it, sorted by
/// index. Those without one come last.
fn animations<'a>(regions: impl Iterator<Item = &'a Region<'a>>) -> Vec<Tag> {
    let mut animations: Vec<Animation> = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for (number, region) in (0..).zip(regions) {
        let at = *by_name.entry(region.name).or_insert(animations.len());
        if at == animations.len() {
            animations.push(Animation { name: region.name, frames: Vec::new() });
        }
        animations[at].frames.push((region.index(), number));
    }
    let tag = |animation: &mut Animation| {
        let mut frames = take(&mut animation.frames);
        frames.sort_by_key(|&(index, _)| (index.is_none(), index));
        frames[0].0?;
        let frames = frames.into_iter().map(|(_, number)| number).collect();
        Some(Tag::new(animation.name, TagFrames::List(frames)))
    };
    animations.iter_mut().filter_map(tag).collect()
}
