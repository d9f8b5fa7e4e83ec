//! Sprites: frames, slices and tags, and how one is picked.

use std::time::Duration;

use hitmask::{AlphaMask, Mask, MaskError, Rect};

use crate::error::{ErrorKind, Result};
use crate::{Format, Image};

/// Everything that one file holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sprite {
    /// The format of the file that was read. For an atlas it is [`Format::Atlas`], whatever its pictures are.
    pub format: Format,
    /// The frames in the file's order; at least one.
    pub frames: Vec<Frame>,
    /// Named regions (Aseprite slices), in the file's order.
    pub slices: Vec<Slice>,
    /// Named stretches of frames (Aseprite tags), in the file's order.
    pub tags: Vec<Tag>,
}

/// One picture of a sprite, at its full, untrimmed size.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Frame {
    /// The name that an atlas gives it; elsewhere its number from 0. The name of the slice, for a slice.
    pub name: String,
    /// The pixels. Frames that an atlas trimmed or rotated lie here as they were before that.
    pub image: Image,
    /// How long it is shown; `None` in formats that don't say.
    pub duration: Option<Duration>,
    /// The point that the frame is placed and turned by, in pixels from its top left corner, x before y. It may lie
    /// between pixels and outside the frame. `None` where the file names none.
    pub pivot: Option<[f64; 2]>,
    /// Where the pixels that the file stores lie in the frame: an atlas may have cut clear edges off. The whole frame
    /// where nothing was cut.
    pub trim: Rect,
}

/// A named region of a sprite.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slice {
    /// Its name; names need not be unique.
    pub name: String,
    /// Where it lies, from which frame on; at least one, by rising frame.
    pub keys: Vec<SliceKey>,
}

/// Where a slice lies from a frame on, until the next key.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SliceKey {
    /// The first frame that it holds for.
    pub frame: u32,
    /// The region in the frame, cut to the frame's bounds.
    pub rect: Rect,
    /// Its pivot, in pixels from the region's top left corner.
    pub pivot: Option<[f64; 2]>,
}

/// A named stretch of frames.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tag {
    /// Its name; names need not be unique.
    pub name: String,
    /// The number of its first frame.
    pub first: u32,
    /// The number of its last frame, which belongs to it.
    pub last: u32,
    /// The order in which the frames are shown.
    pub direction: Direction,
}

/// The order in which the frames of a tag are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Direction {
    /// From first to last, then from first again.
    #[default]
    Forward,
    /// From last to first.
    Reverse,
    /// From first to last and back.
    PingPong,
    /// From last to first and back.
    PingPongReverse,
}

/// What the alpha of a sprite is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlphaKind {
    /// Every pixel has alpha 255; every threshold makes the whole rectangle solid.
    Opaque,
    /// Only 0 and 255 occur; every threshold from 1 on gives the same mask.
    Binary,
    /// Values between occur; the threshold matters.
    Soft,
}

impl Sprite {
    /// A sprite of one picture.
    pub(crate) fn single(format: Format, image: Image) -> Self {
        Sprite { format, frames: vec![Frame::numbered(0, image)], slices: Vec::new(), tags: Vec::new() }
    }

    /// What the alpha is like over all frames together.
    ///
    /// Complexity: reads every pixel until a soft one is found.
    #[must_use]
    pub fn alpha_kind(&self) -> AlphaKind {
        let alphas = self.frames.iter().flat_map(|frame| frame.image.pixels()).map(|[.., alpha]| alpha);
        let mut kind = AlphaKind::Opaque;
        for alpha in alphas {
            match alpha {
                255 => {}
                0 => kind = AlphaKind::Binary,
                _ => return AlphaKind::Soft,
            }
        }
        kind
    }

    /// The frame that `selector` means: a number from 0, the name of a frame, or the name of a slice, tried in that
    /// order. A slice is cut out of the first frame that it lies in.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchFrame`] with the most similar names that there are.
    pub fn select(&self, selector: &str) -> Result<Frame> {
        let number = selector.parse::<usize>().ok().and_then(|number| self.frames.get(number));
        if let Some(frame) = number.or_else(|| self.frames.iter().find(|frame| frame.name == selector)) {
            return Ok(frame.clone());
        }
        if let Some(slice) = self.slices.iter().find(|slice| slice.name == selector)
            && let Some(frame) = self.cut(slice)?
        {
            return Ok(frame);
        }
        Err(ErrorKind::NoSuchFrame {
            wanted: selector.to_owned(),
            frames: self.frames.len(),
            similar: self.similar_names(selector),
        }
        .into())
    }

    /// Replaces the alpha of every frame by that of a mask picture.
    ///
    /// A mask of one frame serves every frame; otherwise it needs as many frames as the sprite. Sizes must agree. Only
    /// the mask's **alpha** is read: a black-and-white picture without an alpha channel is opaque, and makes
    /// everything solid.
    ///
    /// # Errors
    /// [`ErrorKind::MaskMismatch`]; the sprite is then unchanged.
    pub fn override_alpha(&mut self, mask: &Sprite) -> Result<()> {
        let mask_of =
            |frame: usize| if mask.frames.len() == 1 { mask.frames.first() } else { mask.frames.get(frame) };
        let counts_fit = mask.frames.len() == 1 || mask.frames.len() == self.frames.len();
        for (number, frame) in self.frames.iter().enumerate() {
            let from = mask_of(number).filter(|from| counts_fit && from.image.same_size(&frame.image));
            if from.is_none() {
                let of = |frames: &[Frame], at: usize| {
                    let image = frames.get(at).or(frames.first()).map(|frame| &frame.image);
                    [frames.len() as u32, image.map_or(0, Image::width), image.map_or(0, Image::height)]
                };
                return Err(ErrorKind::MaskMismatch {
                    sprite: of(&self.frames, number),
                    mask: of(&mask.frames, number),
                }
                .into());
            }
        }
        for (number, frame) in self.frames.iter_mut().enumerate() {
            let Some(from) = mask_of(number) else { continue };
            for (to, [.., alpha]) in frame.image.pixels_mut().zip(from.image.pixels()) {
                to[3] = alpha;
            }
        }
        Ok(())
    }

    /// A slice as a frame, or `None` if it lies in no frame. Nothing is left of a slice that lies beside its frame.
    fn cut(&self, slice: &Slice) -> Result<Option<Frame>> {
        let Some(key) = slice.keys.first() else { return Ok(None) };
        let Some(frame) = self.frames.get(key.frame as usize) else { return Ok(None) };
        let Rect { x, y, w, h } = frame.trim_to(key.rect);
        let image = frame.image.crop(x.unsigned_abs(), y.unsigned_abs(), w, h)?;
        let trim = Rect::new(0, 0, w, h);
        Ok(Some(Frame { name: slice.name.clone(), duration: frame.duration, pivot: key.pivot, trim, image }))
    }

    /// Names of frames and slices, the most similar first.
    fn similar_names(&self, wanted: &str) -> Vec<String> {
        const SHOWN: usize = 5;
        const COMPARED: usize = 1000;
        let frames = self.frames.iter().map(|frame| frame.name.as_str());
        let slices = self.slices.iter().map(|slice| slice.name.as_str());
        let mut names: Vec<_> =
            slices.chain(frames).take(COMPARED).map(|name| (edit_distance(wanted, name), name)).collect();
        names.sort();
        names.dedup();
        names.into_iter().take(SHOWN).map(|(_, name)| name.to_owned()).collect()
    }
}

impl Frame {
    /// The alpha of every pixel.
    #[must_use]
    pub fn alpha(&self) -> AlphaMask {
        made(AlphaMask::from_rgba8(self.image.width(), self.image.height(), self.image.as_rgba8()))
    }

    /// Solid where the alpha is at least the threshold; 0 makes every pixel solid.
    #[must_use]
    pub fn mask(&self, threshold: u8) -> Mask {
        made(Mask::from_rgba8(self.image.width(), self.image.height(), self.image.as_rgba8(), threshold))
    }

    /// Clear where the colour is `key` (red, green, blue), solid everywhere else; the alpha plays no part.
    #[must_use]
    pub fn mask_by_key(&self, key: [u8; 3]) -> Mask {
        made(Mask::from_color_key(self.image.width(), self.image.height(), self.image.as_rgba8(), key))
    }

    /// The part of a rectangle that lies in the frame; an empty one at the corner if there is none.
    fn trim_to(&self, rect: Rect) -> Rect {
        let whole = Rect::new(0, 0, self.image.width(), self.image.height());
        whole.intersection(&rect).unwrap_or_default()
    }

    /// An untrimmed frame that is named by its number.
    pub(crate) fn numbered(number: usize, image: Image) -> Self {
        let trim = Rect::new(0, 0, image.width(), image.height());
        Frame { name: number.to_string(), image, duration: None, pivot: None, trim }
    }
}

/// A tag cut to the frames that there are; `None` if none of its frames is there.
pub(crate) fn clip_tag(tag: Tag, frames: usize) -> Option<Tag> {
    let last = u32::try_from(frames.checked_sub(1)?).unwrap_or(u32::MAX).min(tag.last);
    (tag.first <= last).then_some(Tag { last, ..tag })
}

/// A slice from its keys (frame; left, top, width, height; pivot), cut to the frames that there are; `None` if it lies
/// in none.
pub(crate) fn fit_slice(
    name: String,
    keys: impl IntoIterator<Item = (i64, [i64; 4], Option<[f64; 2]>)>,
    frames: &[Frame],
) -> Option<Slice> {
    let fit = |(number, [x, y, w, h], pivot): (i64, [i64; 4], Option<[f64; 2]>)| {
        let frame = frames.get(usize::try_from(number).ok()?)?;
        let [width, height] = [frame.image.width(), frame.image.height()].map(i64::from);
        let [left, right] = [x, x.saturating_add(w)].map(|x| x.clamp(0, width));
        let [top, bottom] = [y, y.saturating_add(h)].map(|y| y.clamp(0, height));
        // All four lie in the frame, so they fit.
        let rect =
            Rect::new(left as i32, top as i32, (right - left).max(0) as u32, (bottom - top).max(0) as u32);
        // The pivot counts from the corner, which may have been cut off.
        let pivot = pivot.map(|[px, py]| [px + (x - left) as f64, py + (y - top) as f64]);
        Some(SliceKey { frame: u32::try_from(number).ok()?, rect, pivot })
    };
    let mut keys: Vec<_> = keys.into_iter().filter_map(fit).collect();
    keys.sort_by_key(|key| key.frame);
    (!keys.is_empty()).then_some(Slice { name, keys })
}

/// What a picture gives: an [`Image`] has the right length and is never too large for a mask.
fn made<M>(mask: Result<M, MaskError>) -> M {
    mask.unwrap_or_else(|error| unreachable!("a picture that makes no mask: {error}"))
}

/// Letters to change, insert or drop to get from one name to the other, letter case aside (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    const LONGEST: usize = 100;
    let lower = |name: &str| name.chars().take(LONGEST).flat_map(char::to_lowercase).collect::<Vec<_>>();
    let (a, b) = (lower(a), lower(b));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let kept = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = kept.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn edit_distances() {
        for (a, b, distance) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("Ship", "ship", 0), ("flaw", "lawn", 2)]
        {
            assert_eq!(edit_distance(a, b), distance, "{a:?} {b:?}");
            assert_eq!(edit_distance(b, a), distance, "{b:?} {a:?}");
        }
    }
}
