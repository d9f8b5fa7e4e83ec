//! Sprites: frames, slices and tags, and how a frame is selected.

use std::fmt::Display;
use std::time::Duration;

use hitmask::{AlphaMask, InvalidArgument, Margins, Mask, Rect};

use crate::error::{Error, ErrorKind, Result};
use crate::{Format, Image, Tag, printable};

/// The content of one file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sprite {
    /// The format of the file. For an atlas it is [`Format::Atlas`], even though its pictures are files of other formats.
    pub format: Format,
    /// The frames in the order of the file. There is at least one.
    pub frames: Vec<Frame>,
    /// Named regions (Aseprite slices), in the order of the file.
    pub slices: Vec<Slice>,
    /// Named animations (Aseprite tags, Pixi animations, libGDX regions with an index), in the order of the file. If a JSON atlas has both
    /// tags and animations, the tags come first.
    pub tags: Vec<Tag>,
    /// The layers of an Aseprite file and their groups, from back to front. [`load_labels`](crate::load_labels) makes labels of them.
    pub layers: Vec<Layer>,
}

/// A layer of an Aseprite file, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layer {
    /// The name. Several layers may have the same name.
    pub name: String,
    /// Whether it and all groups around it are shown, and it is not a reference layer.
    pub visible: bool,
    /// Whether it is a group.
    pub is_group: bool,
}

/// One picture of a sprite, at its full, untrimmed size.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Frame {
    /// The name that an atlas gives it. A slice has the name of the slice. Frames of other files are named by their number from 0.
    pub name: String,
    /// The pixels. Frames that an atlas has trimmed or rotated are restored.
    pub image: Image,
    /// How long it is shown; `None` if the format has no durations.
    pub duration: Option<Duration>,
    /// The point by which the frame is placed and about which it turns: x and y in pixels from its top left corner. It may lie between
    /// pixels and outside the frame. `None` if the file has none.
    pub pivot: Option<[f64; 2]>,
    /// Where the pixels that the file stores lie in the frame, because an atlas may have cut clear edges off. It is the whole frame if
    /// nothing was cut.
    pub trim: Rect,
}

/// A named region of a sprite.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Slice {
    /// The name. Several slices may have the same name.
    pub name: String,
    /// Where it lies from which frame on, ordered by frame. There is at least one key.
    pub keys: Vec<SliceKey>,
}

/// Where a slice lies from a certain frame until the next key.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SliceKey {
    /// The first frame to which it applies.
    pub frame: u32,
    /// The region in the frame, clipped to the frame.
    pub rect: Rect,
    /// The middle of a nine-patch (Aseprite's 9-slices), in pixels from the top left corner of the region, clipped to the region. None of any
    /// other slice.
    pub center: Option<Rect>,
    /// The pivot of the slice, in pixels from the top left corner of the region.
    pub pivot: Option<[f64; 2]>,
}

impl SliceKey {
    /// The margins of a nine-patch, for [`Mask::nine_slice`]. None of any other slice.
    ///
    /// ```
    /// # use hitmask_assets::{Image, Options, decode_atlas, encode_png};
    /// use hitmask::{Margins, SliceFill};
    /// # let sheet = encode_png(&Image::from_rgba8(8, 8, vec![255; 256])?);
    /// let json = br#"{"frames": [{"frame": {"x": 0, "y": 0, "w": 8, "h": 8}}], "meta": {"image": "panel.png", "slices": [{"name": "panel",
    ///     "keys": [{"frame": 0, "bounds": {"x": 1, "y": 1, "w": 6, "h": 6}, "center": {"x": 2, "y": 1, "w": 3, "h": 4}}]}]}}"#;
    /// let sprite = decode_atlas(json, |_| Ok(sheet.clone()), &Options::default())?;
    /// let margins = sprite.slices[0].keys[0].margins().expect("a nine-patch");
    /// assert_eq!(margins, Margins { left: 2, top: 1, right: 1, bottom: 1 });
    /// let panel = sprite.select("panel")?.mask(128).nine_slice(margins, (100, 40), SliceFill::Stretch)?;
    /// assert_eq!(panel.size(), (100, 40));
    /// # Ok::<(), hitmask_assets::Error>(())
    /// ```
    #[must_use]
    pub fn margins(&self) -> Option<Margins> {
        let Rect { x, y, w, h } = self.center?;
        // The middle lies in the region.
        let [left, top] = [x, y].map(i32::unsigned_abs);
        let after = |side: u32, before: u32, middle: u32| side.saturating_sub(before).saturating_sub(middle);
        Some(Margins { left, top, right: after(self.rect.w, left, w), bottom: after(self.rect.h, top, h) })
    }
}

/// Which alpha values a sprite has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlphaKind {
    /// Every pixel has alpha 255. Every threshold makes the whole rectangle solid.
    Opaque,
    /// Only 0 and 255 occur. All thresholds from 1 on give the same mask.
    Binary,
    /// Other values occur. The threshold matters.
    Soft,
}

impl Sprite {
    /// A sprite that is nothing but its frames.
    pub(crate) fn of_frames(format: Format, frames: Vec<Frame>) -> Sprite {
        Sprite { format, frames, slices: Vec::new(), tags: Vec::new(), layers: Vec::new() }
    }

    /// The mask of a sprite of one frame: solid where the alpha is at least the threshold. [`load_mask`](crate::load_mask) reads a file, too.
    ///
    /// # Errors
    /// [`ErrorKind::SeveralFrames`] if there are more frames: then say which.
    pub fn mask(&self, threshold: u8) -> Result<Mask> {
        match &self.frames[..] {
            [frame] => Ok(frame.mask(threshold)),
            frames => Err(ErrorKind::SeveralFrames { frames: frames.len() }.into()),
        }
    }

    /// A sprite with one frame.
    pub(crate) fn single(format: Format, image: Image) -> Self {
        Sprite::of_frames(format, vec![Frame::numbered(0, image)])
    }

    /// Which alpha values occur in all frames together.
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

    /// The frame that `selector` means. These are tried in this order:
    /// 1. a number of a frame, counted from 0;
    /// 2. the name of a frame;
    /// 3. the name of a slice, which is cut out of the first frame that it lies in;
    /// 4. the name of a tag, which means the first frame of the tag;
    /// 5. `TAG:N`, which means frame `N` of the tag, counted from 0;
    /// 6. `N:NAME`, which means the frame, the slice or the tag of this name that is the N-th with it, counted from 1.
    ///
    /// The frames of a tag are counted in the order of the file; the direction of the tag does not matter. If several frames, slices or
    /// tags have the same name, the first of them is taken: [`Sprite::selection_note`] says so. A frame named by a number is `1:7`.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchFrame`], with the most similar names.
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
        let of_tag = |name: &str, number: usize| {
            let frame = self.tag(name)?.frames.get(number)?;
            self.frames.get(frame as usize)
        };
        let numbered =
            || selector.rsplit_once(':').and_then(|(tag, number)| of_tag(tag, number.parse().ok()?));
        if let Some(frame) = of_tag(selector, 0).or_else(numbered) {
            return Ok(frame.clone());
        }
        if let Some((number, name)) = counted_name(selector) {
            if let Some(frame) = self.frames.iter().filter(|frame| frame.name == name).nth(number) {
                return Ok(frame.clone());
            }
            if let Some(slice) = self.slices.iter().filter(|slice| slice.name == name).nth(number)
                && let Some(frame) = self.cut(slice)?
            {
                return Ok(frame);
            }
            let tag = self.tags.iter().filter(|tag| tag.name == name).nth(number);
            if let Some(frame) = tag.and_then(|tag| self.frames.get(tag.frames.get(0)? as usize)) {
                return Ok(frame.clone());
            }
        }
        Err(self.no_such_frame(selector))
    }

    /// What [`Sprite::select`] has taken, if the selector could mean something else, too: a sentence that says how to name the other. None if
    /// it can mean only one thing.
    #[must_use]
    pub fn selection_note(&self, selector: &str) -> Option<String> {
        let named = self.frames.iter().filter(|frame| frame.name == selector).count();
        let shown = printable(selector);
        if let Some(number) = selector.parse().ok().filter(|&number: &usize| number < self.frames.len()) {
            let taken = &self.frames[number];
            return (named > 0 && taken.name != selector).then(|| {
                let name = printable(&taken.name);
                format!("frame number {number} is taken, which is named \"{name}\": the frame named \"{shown}\" is #1:{shown}")
            });
        }
        let slices = self.slices.iter().filter(|slice| slice.name == selector).count();
        let tags = self.tags.iter().filter(|tag| tag.name == selector).count();
        let kinds = [(named, "frames"), (slices, "slices"), (tags, "tags")];
        let (count, kind) = kinds.into_iter().find(|(count, _)| *count > 0)?;
        first_of_several(count, kind, &shown)
    }

    pub(crate) fn no_such_frame(&self, wanted: &str) -> Error {
        let similar = self.similar_names(wanted);
        ErrorKind::NoSuchFrame { wanted: wanted.to_owned(), frames: self.frames.len(), similar }.into()
    }

    /// Replaces the alpha of every frame with that of a mask picture.
    ///
    /// A mask with one frame is used for every frame. Otherwise it needs as many frames as the sprite. The sizes must be equal. Only the
    /// **alpha** of the mask is read: a black-and-white picture without an alpha channel is opaque, and makes everything solid.
    ///
    /// # Errors
    /// [`ErrorKind::MaskMismatch`]. The sprite is unchanged in that case.
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

    /// A slice as a frame, or `None` if its frame does not exist. A slice that lies beside its frame is empty.
    fn cut(&self, slice: &Slice) -> Result<Option<Frame>> {
        let Some(key) = slice.keys.first() else { return Ok(None) };
        let Some(frame) = self.frames.get(key.frame as usize) else { return Ok(None) };
        let Rect { x, y, w, h } = frame.trim_to(key.rect);
        let image = frame.image.crop(x.unsigned_abs(), y.unsigned_abs(), w, h)?;
        let trim = Rect::new(0, 0, w, h);
        Ok(Some(Frame { name: slice.name.clone(), duration: frame.duration, pivot: key.pivot, trim, image }))
    }

    /// Names of frames, slices and tags, the most similar first.
    fn similar_names(&self, wanted: &str) -> Vec<String> {
        let frames = self.frames.iter().map(|frame| frame.name.as_str());
        let slices = self.slices.iter().map(|slice| slice.name.as_str());
        let tags = self.tags.iter().map(|tag| tag.name.as_str());
        let names = slices.chain(tags).chain(frames);
        // A number that no frame has is like no name, and many frames are named by their numbers.
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        if is_number(wanted) {
            first_of(names.filter(|name| !is_number(name)))
        } else {
            similar_of(wanted, names)
        }
    }
}

impl Frame {
    /// The alpha of every pixel.
    #[must_use]
    pub fn alpha(&self) -> AlphaMask {
        made(AlphaMask::from_rgba8(self.image.width(), self.image.height(), self.image.as_rgba8()))
    }

    /// The mask that is solid where the alpha is at least the threshold. Threshold 0 makes every pixel solid.
    #[must_use]
    pub fn mask(&self, threshold: u8) -> Mask {
        made(Mask::from_rgba8(self.image.width(), self.image.height(), self.image.as_rgba8(), threshold))
    }

    /// The mask that is clear where the colour is `key` (red, green, blue) and solid everywhere else. The alpha is ignored.
    #[must_use]
    pub fn mask_by_key(&self, key: [u8; 3]) -> Mask {
        made(Mask::from_color_key(self.image.width(), self.image.height(), self.image.as_rgba8(), key, 0))
    }

    /// The part of a rectangle that lies in the frame. If there is none, an empty rectangle at the corner.
    fn trim_to(&self, rect: Rect) -> Rect {
        let whole = Rect::new(0, 0, self.image.width(), self.image.height());
        whole.intersection(&rect).unwrap_or_default()
    }

    /// An untrimmed frame whose name is its number.
    pub(crate) fn numbered(number: usize, image: Image) -> Self {
        let trim = Rect::new(0, 0, image.width(), image.height());
        Frame { name: number.to_string(), image, duration: None, pivot: None, trim }
    }
}

/// The number and the name of `N:NAME`, counted from 0.
pub(crate) fn counted_name(selector: &str) -> Option<(usize, &str)> {
    let (number, name) = selector.split_once(':')?;
    Some((number.parse::<usize>().ok()?.checked_sub(1)?, name))
}

/// What to say if a name is that of several things.
pub(crate) fn first_of_several(count: usize, kind: &str, name: &impl Display) -> Option<String> {
    (count > 1)
        .then(|| format!("the first of {count} {kind} named \"{name}\" is taken: the second is #2:{name}"))
}

/// A key of a slice as a file has it. Rectangles are left, top, width and height.
pub(crate) struct RawSliceKey {
    pub(crate) frame: i64,
    pub(crate) rect: [i64; 4],
    /// From the corner of the rectangle, as the pivot.
    pub(crate) center: Option<[i64; 4]>,
    pub(crate) pivot: Option<[f64; 2]>,
}

/// A slice from its keys, clipped to the frames that exist; `None` if none of them does.
pub(crate) fn fit_slice(
    name: String,
    keys: impl IntoIterator<Item = RawSliceKey>,
    frames: &[Frame],
) -> Option<Slice> {
    // The part of a rectangle that lies in others of this size. All sides fit, because those of frames do.
    let clipped = |[x, y, w, h]: [i64; 4], [width, height]: [i64; 2]| {
        let [left, right] = [x, x.saturating_add(w)].map(|x| x.clamp(0, width));
        let [top, bottom] = [y, y.saturating_add(h)].map(|y| y.clamp(0, height));
        Rect::new(left as i32, top as i32, (right - left).max(0) as u32, (bottom - top).max(0) as u32)
    };
    let fit = |RawSliceKey { frame: number, rect: [x, y, w, h], center, pivot }: RawSliceKey| {
        let frame = frames.get(usize::try_from(number).ok()?)?;
        let size = [frame.image.width(), frame.image.height()].map(i64::from);
        let rect = clipped([x, y, w, h], size);
        // What is relative to the corner moves with it, if that was clipped.
        let moved = [x.saturating_sub(rect.x.into()), y.saturating_sub(rect.y.into())];
        let pivot = pivot.map(|[px, py]| [px + moved[0] as f64, py + moved[1] as f64]);
        let center = center.map(|[cx, cy, w, h]| {
            let corner = [cx.saturating_add(moved[0]), cy.saturating_add(moved[1])];
            clipped([corner[0], corner[1], w, h], [rect.w, rect.h].map(i64::from))
        });
        Some(SliceKey { frame: u32::try_from(number).ok()?, rect, center, pivot })
    };
    let mut keys: Vec<_> = keys.into_iter().filter_map(fit).collect();
    keys.sort_by_key(|key| key.frame);
    (!keys.is_empty()).then_some(Slice { name, keys })
}

/// Unwraps the mask of an [`Image`], whose buffer has the right length and which is never too large.
fn made<M>(mask: Result<M, InvalidArgument>) -> M {
    mask.unwrap_or_else(|error| unreachable!("a picture that makes no mask: {error}"))
}

/// A few of the names, the most similar first, of equally similar ones the shorter, then that which stands first (so 2 before 10). Only the first thousand are compared.
pub(crate) fn similar_of<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    const COMPARED: usize = 1000;
    let mut names: Vec<_> = names.take(COMPARED).map(|name| (edit_distance(wanted, name), name)).collect();
    names.sort_by_key(|(distance, name)| (*distance, name.len()));
    first_of(names.into_iter().map(|(_, name)| name))
}

/// The first few of the names, each once.
fn first_of<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = Vec::new();
    for name in names {
        if shown.len() == SHOWN {
            break;
        }
        if !shown.iter().any(|other| other == name) {
            shown.push(name.to_owned());
        }
    }
    shown
}

/// The number of letters to change, insert or remove to get from one name to the other (Levenshtein). Letter case is ignored.
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
