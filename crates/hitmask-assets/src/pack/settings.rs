//! What a pack keeps of a picture.

use std::fmt::Write as _;

use hitmask::{Connectivity, NewFrame, Outline, OutlineBound, Simplify};

use crate::error::{ErrorKind, Result};
use crate::{Frame, TileShapes};

/// What a pack keeps of the frames of a source.
///
/// ```
/// use hitmask_assets::{PackContent, PackSettings};
///
/// let smoke = PackSettings { content: PackContent::Alpha, ..PackSettings::default() };
/// assert_eq!((smoke.threshold, PackSettings::default().content), (128, PackContent::Mask));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PackSettings {
    /// Solid pixels, or the alpha of every pixel. Solid pixels by default.
    pub content: PackContent,
    /// The least alpha that is solid. 128 by default.
    pub threshold: u8,
    /// The colour that is clear, red, green and blue; every other pixel is solid, and alpha is ignored. None by default.
    pub key: Option<[u8; 3]>,
    /// Whether holes are made solid, as [`Mask::fill_holes`](hitmask::Mask::fill_holes) does. It changes solid pixels only, no alphas. False
    /// by default.
    pub fill_holes: bool,
    /// Cuts a plain picture into cells: see [`Options::grid`](crate::Options::grid).
    pub grid: Option<(u32, u32)>,
    /// The outline that is kept beside the mask. None by default.
    pub outline: Option<PackOutline>,
    /// Whether pixels are kept as bits or bytes, which a reader can use in place, even if another form is smaller. False by default.
    pub in_place: bool,
    /// What the collision shapes of a level's tiles do. They count by default.
    pub shapes: TileShapes,
}

/// What a pack keeps of each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PackContent {
    /// Which pixels are solid.
    #[default]
    Mask,
    /// The alpha of every pixel.
    Alpha,
    /// The whole rectangle of the frame, all solid.
    Rect,
}

/// An outline in a pack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PackOutline {
    /// Whether pixels that meet only at a corner are connected.
    pub connectivity: Connectivity,
    /// How it is simplified. None: not at all.
    pub simplify: Option<Simplify>,
}

impl Default for PackSettings {
    fn default() -> PackSettings {
        PackSettings {
            content: PackContent::Mask,
            threshold: 128,
            key: None,
            fill_holes: false,
            grid: None,
            outline: None,
            in_place: false,
            shapes: TileShapes::Use,
        }
    }
}

impl PackSettings {
    /// Whether the layers of a level are kept as tile maps, too: not if other pixels are kept than those of the maps.
    pub(super) fn keeps_maps(&self) -> bool {
        self.content != PackContent::Rect && self.key.is_none() && !self.fill_holes
    }

    /// All settings as text. Equal settings have equal texts, in every version.
    pub(super) fn text(&self) -> String {
        let PackSettings { content, threshold, key, fill_holes, grid, outline, in_place, shapes } = *self;
        let content = match content {
            PackContent::Mask => "mask",
            PackContent::Alpha => "alpha",
            PackContent::Rect => "rect",
        };
        let mut text =
            format!("{content} {threshold} {key:?} {} {grid:?} {}", u8::from(fill_holes), u8::from(in_place));
        if let Some(PackOutline { connectivity, simplify }) = outline {
            let neighbours = match connectivity {
                Connectivity::Four => 4,
                Connectivity::Eight => 8,
            };
            let _ = write!(text, " outline {neighbours}");
            if let Some(wish @ Simplify { promise, max_points, .. }) = simplify {
                let promise = match promise {
                    OutlineBound::Outer => "outer",
                    OutlineBound::Inner => "inner",
                    OutlineBound::Within => "within",
                };
                // A tolerance that is refused makes no pack.
                let tolerance = wish.tolerance_q16().unwrap_or(u32::MAX);
                let _ = write!(text, " {promise} {tolerance} {max_points}");
            }
        }
        if shapes == TileShapes::Ignore {
            text.push_str(" no shapes");
        }
        text
    }

    /// The frame as the pack keeps it.
    pub(super) fn frame(&self, frame: &Frame) -> Result<NewFrame> {
        let alpha = || match self.key {
            None => frame.alpha(),
            Some(key) => hitmask::AlphaMask::from_mask(&frame.mask_by_key(key)),
        };
        let mut mask = match (self.content, self.key) {
            (PackContent::Rect, _) => hitmask::Mask::filled(frame.image.width(), frame.image.height()),
            (_, None) => frame.mask(self.threshold),
            (_, Some(key)) => frame.mask_by_key(key),
        };
        if self.fill_holes {
            mask.fill_holes();
        }
        let mut new = match (self.content, self.in_place) {
            (PackContent::Alpha, false) => NewFrame::from_alpha(&alpha()),
            (PackContent::Alpha, true) => NewFrame::from_alpha_as_bytes(&alpha()),
            (_, false) => NewFrame::from_mask(&mask),
            (_, true) => NewFrame::from_mask_as_bits(&mask),
        };
        new = new.named(frame.name.clone()).with_level(self.threshold);
        if let Some([x, y]) = frame.pivot {
            let far = || ErrorKind::FarPivot { frame: frame.name.clone() };
            new = new.with_pivot(hitmask::PointQ16::from_f64(x, y).ok_or_else(far)?);
        }
        if let Some(duration) = frame.duration {
            new = new.with_duration(duration);
        }
        if let Some(PackOutline { connectivity, simplify }) = self.outline {
            let exact = mask.outline(connectivity);
            let outline: Outline = match simplify {
                None => exact,
                Some(wish) => exact
                    .simplify(&wish)
                    .map_err(|error| ErrorKind::PackOutline { frame: frame.name.clone(), error })?,
            };
            new = new.with_outline(&outline);
        }
        Ok(new)
    }
}
