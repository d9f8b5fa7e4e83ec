//! Nine slices: a picture is cut into nine parts. The corners keep their size, and what is between them is stretched or repeated.

use crate::geom::Mapped;
use alloc::vec::Vec;

use super::{AlphaMask, LabelMask, Mask, fits_mask};
use crate::invalid_argument::{InvalidArgument, InvalidReason};

/// How far the corners and edges of a picture reach in from its sides, in pixels: where it is cut into nine slices.
///
/// ```
/// use hitmask::Margins;
/// assert_eq!(Margins::all(3), Margins { left: 3, top: 3, right: 3, bottom: 3 });
/// ```
#[doc(alias = "insets")]
#[doc(alias = "borders")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Margins {
    /// The width of the left column of slices.
    pub left: u32,
    /// The height of the upper row.
    pub top: u32,
    /// The width of the right column.
    pub right: u32,
    /// The height of the lower row.
    pub bottom: u32,
}

impl Margins {
    /// The same margin on each side.
    #[must_use]
    pub const fn all(margin: u32) -> Margins {
        Margins { left: margin, top: margin, right: margin, bottom: margin }
    }
}

/// How the slices between the corners fill their place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum SliceFill {
    /// They are stretched, as [`Mask::scale_nearest`] does it. The default.
    #[default]
    Stretch,
    /// They are repeated from the left and from the top. The last copy is cut off.
    Tile,
}

/// Writes the verb for a type with pixels.
macro_rules! nine_slice {
    ($Mask:ident, $remark:literal, |$mask:ident, $columns:ident, $rows:ident, $size:ident| $new:expr) => {
        impl $Mask {
            #[doc = concat!("Cut into nine slices and put together again in another size: the corners keep their size, the edges and the middle are stretched or repeated, as engines draw panels, platforms and pipes.", $remark)]
            ///
            /// A margin of 0 is no slice: with only left and right margins, there are three slices. If the new size is smaller than two
            /// margins together, both shrink in proportion, and their corners are sampled as [`Mask::scale_nearest`] does it. Where there is
            /// nothing between the margins that could be stretched or repeated, the pixels are clear.
            ///
            /// ```
            /// use hitmask::{Margins, Mask, Rect, SliceFill};
            /// // A frame of one pixel around 4 x 4 pixels.
            /// let frame = Mask::from_fn(4, 4, |x, y| x % 3 == 0 || y % 3 == 0);
            /// let wide = frame.nine_slice(Margins::all(1), (10, 5), SliceFill::Stretch)?;
            /// assert_eq!(wide, Mask::from_fn(10, 5, |x, y| x % 9 == 0 || y % 4 == 0));
            /// // A saw of spikes is repeated, not stretched.
            /// let spike = Mask::from_fn(8, 8, |x, y| y as i32 >= (2 * x as i32 - 7).abs());
            /// let saw = spike.nine_slice(Margins::default(), (64, 8), SliceFill::Tile)?;
            /// assert!(!saw.overlaps(&Mask::filled(2, 2), (7, 0)));
            /// # Ok::<(), hitmask::InvalidArgument>(())
            /// ```
            ///
            /// # Errors
            /// [`InvalidArgument`], if margins are larger than the picture, or the new size exceeds the limits of a mask.
            ///
            /// # Complexity
            /// O(w · h) of the new size.
            #[doc(alias = "nine_patch")]
            #[doc(alias = "9-slice")]
            pub fn nine_slice(
                &self,
                margins: Margins,
                $size: (u32, u32),
                fill: SliceFill,
            ) -> Result<$Mask, InvalidArgument> {
                let $mask = self;
                fits_mask("size", $size)?;
                let Margins { left, top, right, bottom } = margins;
                let ((w, h), (to_w, to_h)) = (self.size(), $size);
                let $columns = sources("left and right margins", w, [left, right], to_w, fill)?;
                let $rows = sources("upper and lower margins", h, [top, bottom], to_h, fill)?;
                Ok($new)
            }
        }
    };
}

nine_slice!(Mask, "", |mask, columns, rows, size| Mask::from_fn(size.0, size.1, |x, y| {
    mask.has_texel((columns[x as usize], rows[y as usize]))
}));

nine_slice!(AlphaMask, "", |mask, columns, rows, size| AlphaMask::from_fn(size.0, size.1, |x, y| {
    mask.texel((columns[x as usize], rows[y as usize])).unwrap_or(0)
}));

nine_slice!(LabelMask, " Names and numbers of labels stay.", |mask, columns, rows, size| {
    // -1 is outside, so its label is 0.
    let label = |x: u32, y: u32| mask.label((columns[x as usize] as i32, rows[y as usize] as i32));
    LabelMask::from_fn(size.0, size.1, label).with_names(mask.names().clone())
});

/// Which column (or row) of a picture each of the new ones shows, `-1` for none. `from` and `to` are the old and the new number, `margins`
/// those before and after the middle.
fn sources(
    argument: &'static str,
    from: u32,
    [before, after]: [u32; 2],
    to: u32,
    fill: SliceFill,
) -> Result<Vec<i64>, InvalidArgument> {
    let [from, before, after, to] = [from, before, after, to].mapped(i64::from);
    let both = before + after;
    if both > from {
        return Err(InvalidArgument::new(argument, InvalidReason::OutOfRange { least: 0, most: from }));
    }
    // Margins for which there is no room shrink. The first one is rounded, halves up; the other has the rest.
    let first = if both > to { (2 * to * before + both) / (2 * both) } else { before };
    let last = if both > to { to - first } else { after };
    let (old_middle, middle) = (from - both, to - first - last);
    let sampled = |at: i64, old: i64, new: i64| (2 * at + 1) * old / (2 * new);
    let source = |at: i64| {
        if at < first {
            return sampled(at, before, first);
        }
        if at >= to - last {
            return from - after + sampled(at - (to - last), after, last);
        }
        match fill {
            _ if old_middle == 0 => -1,
            SliceFill::Stretch => before + sampled(at - first, old_middle, middle),
            SliceFill::Tile => before + (at - first) % old_middle,
        }
    };
    Ok((0..to).map(source).collect())
}
