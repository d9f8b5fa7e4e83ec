//! Label masks from pictures: by labels, palette indices, colours, or any function.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{LabelMask, LabelNames};
use crate::geom::CompactSort;
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::mask::Mask;
use crate::mask::build::{check_length, of_each};

impl LabelMask {
    /// A label mask from one label per pixel, row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are w × h labels, or if the size exceeds the limits of a mask.
    pub fn from_labels(w: u32, h: u32, labels: &[u8]) -> Result<LabelMask, InvalidArgument> {
        LabelMask::of_labels(w, h, labels.into())
    }

    /// The same of a list that is kept, if it is one already.
    pub(super) fn of_labels(w: u32, h: u32, labels: Cow<'_, [u8]>) -> Result<LabelMask, InvalidArgument> {
        let solid = Mask::from_indexed(w, h, &labels, 0)?;
        Ok(LabelMask::of_parts(labels.into_owned(), solid, LabelNames::new()))
    }

    /// A label mask with the labels that `f(x, y)` returns. Calls `f` once per pixel, row by row from the top, left to right.
    ///
    /// # Panics
    /// The same as [`Mask::new`].
    #[must_use]
    pub fn from_fn(w: u32, h: u32, f: impl FnMut(u32, u32) -> u8) -> LabelMask {
        Mask::try_new(w, h).or_panic();
        LabelMask::of_labels(w, h, of_each(w, h, f).into()).expect("there is a label for each pixel")
    }

    /// A label mask from a picture with a palette: `label(index)` is the label of all pixels with this palette index, 0 if they are clear.
    /// The data has one byte per pixel, row by row from the top.
    ///
    /// # Errors
    /// [`InvalidArgument`], unless there are w × h bytes, or if the size exceeds the limits of a mask.
    ///
    /// ```
    /// use hitmask::LabelMask;
    /// let indices = [0, 7, 7, 9];                                   // 7 is the colour of the helmet
    /// let mask = LabelMask::from_indexed(2, 2, &indices, |index| match index {
    ///     0 => 0,
    ///     7 => 1,
    ///     _ => 2,
    /// })?;
    /// assert_eq!(mask.as_bytes(), [0, 1, 1, 2]);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "palette")]
    pub fn from_indexed(
        w: u32,
        h: u32,
        indices: &[u8],
        mut label: impl FnMut(u8) -> u8,
    ) -> Result<LabelMask, InvalidArgument> {
        let mut table = [0; 256];
        for (index, entry) in (0..=255).zip(&mut table) {
            *entry = label(index);
        }
        Mask::check_size(w, h)?;
        check_length(u64::from(w) * u64::from(h), indices.len(), "bytes")?;
        let labels: Vec<u8> = indices.iter().map(|&index| table[usize::from(index)]).collect();
        LabelMask::of_labels(w, h, labels.into())
    }

    /// A label mask from a picture in which each part has a colour of its own. `colors` lists colours (red, green, blue, alpha) and their
    /// labels; of several entries with one colour, the first counts. A pixel whose colour is not listed is clear if its alpha is 0.
    /// Otherwise it gets the label `unlisted`; if that is None, the picture is refused. The data has four bytes per pixel, row by row from
    /// the top.
    ///
    /// # Errors
    /// [`InvalidReason::UnlistedColor`] with the first pixel of an unlisted colour, if `unlisted` is None; [`InvalidReason::WrongLength`] unless
    /// there are 4 × w × h bytes; [`InvalidReason::TooLarge`] if the size exceeds the limits of a mask.
    ///
    /// ```
    /// use hitmask::{InvalidReason, LabelMask};
    /// const RED: [u8; 4] = [255, 0, 0, 255];
    /// const BLUE: [u8; 4] = [0, 0, 255, 255];
    /// let picture = [RED, BLUE, [9, 9, 9, 0]].concat();
    /// let mask = LabelMask::from_colors(3, 1, &picture, &[(RED, 1), (BLUE, 2)], None)?;
    /// assert_eq!(mask.as_bytes(), [1, 2, 0]);
    /// let error = LabelMask::from_colors(3, 1, &picture, &[(RED, 1)], None).unwrap_err();
    /// assert_eq!(error.reason, InvalidReason::UnlistedColor { x: 1, y: 0, color: BLUE });
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn from_colors(
        w: u32,
        h: u32,
        rgba: &[u8],
        colors: &[([u8; 4], u8)],
        unlisted: Option<u8>,
    ) -> Result<LabelMask, InvalidArgument> {
        Mask::check_size(w, h)?;
        check_length(u64::from(w) * u64::from(h) * 4, rgba.len(), "bytes")?;
        let (pixels, _) = rgba.as_chunks::<4>();
        // Of the entries of a colour the first one is kept.
        let mut table: Vec<_> =
            colors.iter().enumerate().map(|(at, &(color, label))| (color, at, label)).collect();
        table.sort_compact();
        table.dedup_by_key(|entry| entry.0);
        let label = |color: &[u8; 4]| match table.binary_search_by_key(color, |entry| entry.0) {
            Ok(at) => Some(table[at].2),
            Err(_) if color[3] == 0 => Some(0),
            Err(_) => unlisted,
        };
        let mut labels = Vec::with_capacity(pixels.len());
        for color in pixels {
            let Some(label) = label(color) else {
                let (x, y) = (labels.len() % w as usize, labels.len() / w as usize);
                let reason = InvalidReason::UnlistedColor { x: x as u32, y: y as u32, color: *color };
                return Err(InvalidArgument::new("color", reason));
            };
            labels.push(label);
        }
        LabelMask::of_labels(w, h, labels.into())
    }

    /// A label mask with one label wherever the mask is solid.
    #[must_use]
    pub fn from_mask(mask: &Mask, label: u8) -> LabelMask {
        let mut labels = LabelMask::new(mask.width(), mask.height());
        if label != 0 {
            mask.for_each_word(|x, y, word| labels.write_word(x, y, word, label));
            *labels.solid_mut() = mask.clone();
        }
        labels
    }

    /// A label mask of w × h pixels from several masks that lie on each other, each with its label and with its corner on pixel (0, 0). Later
    /// ones lie on top. A label of 0 clears. Pixels outside are ignored. [`LabelMask::draw`] adds shapes of any kind at any place.
    ///
    /// # Panics
    /// The same as [`Mask::new`]: [`Mask::check_size`] finds out.
    ///
    /// ```
    /// use hitmask::{LabelMask, Mask};
    /// let (body, head) = (Mask::filled(3, 3), Mask::filled(3, 1));
    /// let hero = LabelMask::from_masks(3, 3, [(2, &body), (1, &head)]);
    /// assert_eq!(hero.as_bytes(), [1, 1, 1, 2, 2, 2, 2, 2, 2]);
    /// ```
    #[must_use]
    pub fn from_masks<'m>(w: u32, h: u32, masks: impl IntoIterator<Item = (u8, &'m Mask)>) -> LabelMask {
        let mut labels = LabelMask::new(w, h);
        for (label, mask) in masks {
            labels.draw(mask, (0, 0), label);
        }
        labels
    }
}

/// A label 1 wherever the mask is solid.
impl From<&Mask> for LabelMask {
    fn from(mask: &Mask) -> LabelMask {
        LabelMask::from_mask(mask, 1)
    }
}
