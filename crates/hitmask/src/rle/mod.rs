//! Run-length encoded sprites, as games drew them in the 1990s. The picture itself shows which pixels are solid.
//!
//! [`Sprite8`] and [`Sprite16`] check the bytes once and then borrow them. To find out whether two sprites touch, they walk the codes of
//! both side by side: nothing is drawn or expanded, and the cost grows with the number of runs in the shared rows. If you ask many
//! questions about the same sprite, convert it to a [`RunMask`](crate::RunMask) or a [`Mask`](crate::Mask).
//!
//! # 8-bit pixels
//! A sprite is a sequence of rows from the top, and a row is a sequence of runs from the left. A run begins with a code, a signed byte:
//!
//! | code | the run is | it is followed by |
//! |---|---|---|
//! | n, 1 to 127 | n solid pixels | n bytes, one per pixel |
//! | -n, -1 to -128 | n clear pixels | nothing |
//! | 0 | an error | |
//!
//! The runs of a row add up to exactly the width: no run continues in the next row. More than 127 solid pixels in sequence take several
//! runs, and so do more than 128 clear pixels. Nothing follows the last row. The size is not stored: the caller knows it.
//!
//! ```
//! use hitmask::rle::Sprite8;
//! // 2 clear, 3 solid;   5 clear.
//! let bytes = [0xFE, 3, 10, 11, 12, 0xFB];
//! let sprite = Sprite8::new(5, 2, &bytes)?;
//! assert_eq!(sprite.pixel((3, 0)), Some(11));
//! assert_eq!(sprite.pixel((3, 1)), None);
//! assert_eq!(sprite.to_run_mask().runs(0), [hitmask::Run::new(2, 5)]);
//! # Ok::<(), hitmask::DecodeError>(())
//! ```
//!
//! # 16-bit pixels
//! These have the same codes, and a third kind of run for pixels with their own alpha. The article that describes such sprites does not say
//! how the third kind is written. Here it takes the unused code 0 and a length byte:
//!
//! | code | the run is | it is followed by |
//! |---|---|---|
//! | n, 1 to 127 | n solid pixels | 2n bytes: the colour of each pixel |
//! | -n, -1 to -128 | n clear pixels | nothing |
//! | 0, then n, 1 to 255 | n alpha pixels | 3n bytes: for each pixel the colour, then the alpha |
//!
//! A colour has 16 bits, low byte first; the library does not interpret them. An alpha goes from 0 (clear) to 255 (opaque). [`encode16`]
//! only writes alpha runs with alphas from 1 to 254, but readers accept any. A length of 0 is an error.
//!
//! This row of seven pixels has one solid pixel of colour `1234`, two of colour `00FF` with alphas 128 and 64, and four clear pixels:
//!
//! ```text
//! 01 34 12            1 solid:  1234
//! 00 02 FF 00 80      2 alpha:  00FF with alpha 128,
//!       FF 00 40                00FF with alpha 64
//! FC                  4 clear
//! ```
//!
//! ```
//! use hitmask::rle::Sprite16;
//! let bytes = [0x01, 0x34, 0x12, 0x00, 0x02, 0xFF, 0x00, 0x80, 0xFF, 0x00, 0x40, 0xFC];
//! let sprite = Sprite16::new(7, 1, &bytes)?;
//! assert_eq!(sprite.pixel((0, 0)), Some((0x1234, 255)));
//! assert_eq!(sprite.pixel((2, 0)), Some((0x00FF, 64)));
//! assert_eq!(sprite.to_run_mask().count(), 3);                    // alpha runs are solid
//! assert_eq!(sprite.to_alpha_mask().as_bytes(), [255, 128, 64, 0, 0, 0, 0]);
//! # Ok::<(), hitmask::DecodeError>(())
//! ```
//!
//! # Memory
//! A sprite stores eight bytes per row besides the borrowed bytes. An expanded picture has at most 128 pixels for each byte read.

mod rows;
mod sprite16;
mod sprite8;

pub use sprite8::{Sprite8, decode8, encode8};
pub use sprite16::{Sprite16, decode16, encode16};
