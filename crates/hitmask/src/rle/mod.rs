//! Run-length sprites, as games drew them in the 1990s: the pictures themselves, which tell what is solid along the way.
//!
//! [`Sprite8`] and [`Sprite16`] check the bytes once and then borrow them. They answer whether two sprites touch by walking the
//! codes of both side by side: no pixel is drawn, nothing is expanded, and the cost grows with the runs in the shared rows. For
//! many questions about the same sprite make a [`RunMask`](crate::RunMask) or a [`Mask`](crate::Mask) of it.
//!
//! # 8-bit pixels
//! A sprite is its rows from the top, a row its runs from the left. A run begins with a code, a signed byte:
//!
//! | code | the run is | and then follow |
//! |---|---|---|
//! | n, 1 to 127 | n solid pixels | n bytes, one a pixel |
//! | -n, -1 to -128 | n clear pixels | nothing |
//! | 0 | an error | |
//!
//! The runs of a row have as many pixels as the row: none goes on in the next. A solid stretch of more than 127 pixels takes
//! several runs, a clear one of more than 128 too. Nothing follows the last row. The size is not written: the caller knows it.
//!
//! ```
//! use hitmask::rle::Sprite8;
//! // 2 clear, 3 solid;   5 clear.
//! let bytes = [0xFE, 3, 10, 11, 12, 0xFB];
//! let sprite = Sprite8::new(5, 2, &bytes)?;
//! assert_eq!(sprite.pixel((3, 0)), Some(11));
//! assert_eq!(sprite.pixel((3, 1)), None);
//! assert_eq!(sprite.to_run_mask().runs(0), [hitmask::Run::new(2, 5)]);
//! # Ok::<(), hitmask::rle::RleError>(())
//! ```
//!
//! # 16-bit pixels
//! The same codes, and a third kind of run for pixels with an alpha of their own. The article that describes such sprites does
//! not say how it writes the third kind; here it takes the code that was free, 0, and a length byte:
//!
//! | code | the run is | and then follow |
//! |---|---|---|
//! | n, 1 to 127 | n solid pixels | 2n bytes: each pixel's colour |
//! | -n, -1 to -128 | n clear pixels | nothing |
//! | 0, then n, 1 to 255 | n alpha pixels | 3n bytes: each pixel's colour, then its alpha |
//!
//! A colour is 16 bits, the low byte first; what its bits mean is the caller's business. An alpha is 0 (clear) to 255 (opaque);
//! [`encode16`] writes alpha runs of 1 to 254 only, but a reader takes any. A length of 0 is an error.
//!
//! This row of seven pixels has a solid one of colour `1234`, two of colour `00FF` with alphas 128 and 64, and four that are
//! clear:
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
//! # Ok::<(), hitmask::rle::RleError>(())
//! ```
//!
//! # Memory
//! Reading takes eight bytes a row. A picture that is expanded has at most 128 pixels for each byte that was read.

mod error;
mod rows;
mod sprite16;
mod sprite8;

pub use error::RleError;
pub use sprite8::{Sprite8, decode8, encode8};
pub use sprite16::{Picture16, Sprite16, decode16, encode16};
