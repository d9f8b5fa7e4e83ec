//! The limits for reading a file, and the budget that counts what has been used of them.

use std::cell::Cell;

use hitmask::Mask;

use crate::error::{ErrorKind, Limit};

/// How large a file and its content may be, and how much memory and work reading it may take.
///
/// Everything is checked before it happens: a small file that claims to be huge costs nothing. With the default limits, a file is read with
/// at most 512 MB of memory and, on a machine from 2020 or later, within two seconds. Otherwise it is refused with an error that names the
/// limit. Raise a limit if your files really are that large. A larger picture needs more memory and more work, too:
///
/// ```
/// use hitmask_assets::{Limits, Options};
///
/// let limits = Limits { max_pixels: 1 << 28, max_memory: 2 << 30, max_work: 1 << 30, ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// assert_eq!(options.limits.max_side, 65_535);
/// ```
///
/// A picture can never be larger than a [`Mask`] can be ([`Mask::MAX_SIDE`], [`Mask::MAX_PIXELS`]), even if the limits allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Greatest width and greatest height of a picture or frame, in pixels. Default 65 535.
    pub max_side: u32,
    /// Greatest number of pixels of one file: all its frames together, and the sheets of an atlas in addition to the
    /// frames cut out of them. A pixel takes four bytes. Default 67 108 864 (8192 × 8192, 256 MiB).
    pub max_pixels: u64,
    /// Greatest number of frames. Default 16 384.
    pub max_frames: u32,
    /// Greatest length of a file in bytes. Default 268 435 456 (256 MiB).
    pub max_file_bytes: u64,
    /// Greatest amount of memory that reading one file takes at a time, in bytes. Default 503 316 480 (480 MiB).
    ///
    /// The pixels that are kept count, and so does everything that is needed while reading: the file itself (if [`load`](crate::load) reads
    /// it), canvases, unpacked layers and tile sets, names. A pixel that is kept takes four bytes. While it is being read it takes another
    /// 1 to 7, depending on the format.
    pub max_memory: u64,
    /// Greatest amount of work that reading one file takes, in pixels. Default 402 653 184: six times the pixels that
    /// may be kept.
    ///
    /// Each pixel that is cleared, copied or drawn counts each time this happens, and so does each packed byte. Slower work counts more: a
    /// pixel that is unpacked counts two to six times, and a pixel that is drawn in a blend mode that mixes the channels counts sixteen
    /// times. Every row counts a few pixels in addition, even if it is empty.
    pub max_work: u64,
}

impl Limits {
    /// The default limits, the same as from [`Default`].
    pub const DEFAULT: Limits = Limits {
        max_side: 65_535,
        max_pixels: 1 << 26,
        max_frames: 1 << 14,
        max_file_bytes: 1 << 28,
        max_memory: 480 << 20,
        max_work: 6 << 26,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::DEFAULT
    }
}

/// What is left of the limits while one file is read. Every decoder reports to it what it is about to allocate and to do.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    /// Pixels of pictures that are kept.
    pixels: Cell<u64>,
    /// Bytes that are held now.
    memory: Cell<u64>,
    /// The work done, in pixels. Each pixel counts as often as its [`Work`] says.
    work: Cell<u64>,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Budget { limits, pixels: Cell::new(0), memory: Cell::new(0), work: Cell::new(0) }
    }

    /// The same limits for something else that is made while this budget's memory is held: nothing is done yet, and nothing kept.
    pub(crate) fn again(&self) -> Self {
        Budget { memory: self.memory.clone(), ..Budget::new(self.limits) }
    }

    /// Refuses sides and areas beyond the limits. Takes nothing off the budget.
    pub(crate) fn check_size(&self, width: u32, height: u32) -> Result<(), ErrorKind> {
        let side = self.limits.max_side.min(Mask::MAX_SIDE);
        Limit::Width.check(u64::from(width), u64::from(side))?;
        Limit::Height.check(u64::from(height), u64::from(side))?;
        self.check_pixels(area(width, height))
    }

    /// Refuses areas beyond the limit. Takes nothing off the budget.
    pub(crate) fn check_pixels(&self, pixels: u64) -> Result<(), ErrorKind> {
        Limit::Pixels.check(pixels, self.limits.max_pixels.min(Mask::MAX_PIXELS))
    }

    /// Takes a picture of this size off the budget, with its pixels and their memory. The picture is kept until the end.
    pub(crate) fn take_picture(&self, width: u32, height: u32) -> Result<(), ErrorKind> {
        /// The memory of a frame's own structure and its names.
        const FRAME_BYTES: u64 = 512;
        self.check_size(width, height)?;
        let pixels = self.pixels.get().saturating_add(area(width, height));
        Limit::Pixels.check(pixels, self.limits.max_pixels)?;
        self.keep(4 * area(width, height) + FRAME_BYTES)?;
        // Each row is copied by itself, even if it has no pixels.
        self.work(2 * u64::from(height), Work::Draw)?;
        self.pixels.set(pixels);
        Ok(())
    }

    /// Takes memory off the budget until the returned value is dropped. Must be called before the memory is allocated.
    pub(crate) fn hold(&self, bytes: u64) -> Result<Held<'_>, ErrorKind> {
        self.keep(bytes)?;
        Ok(Held { memory: &self.memory, bytes, before: None })
    }

    /// Takes memory off the budget until the end.
    pub(crate) fn keep(&self, bytes: u64) -> Result<(), ErrorKind> {
        let memory = self.memory.get().saturating_add(bytes);
        Limit::Memory.check(memory, self.limits.max_memory)?;
        self.memory.set(memory);
        Ok(())
    }

    /// Takes a mask of this size off the budget until the end, with the work of clearing it. A size that no mask can have counts as that of
    /// the largest one: the library refuses it before it allocates.
    pub(crate) fn take_mask(&self, width: u64, height: u64) -> Result<(), ErrorKind> {
        let [width, height] = [width, height].map(|side| side.min(Mask::MAX_SIDE.into()) as u32);
        let bytes = mask_bytes(width, height).min(Mask::MAX_PIXELS / 6);
        self.keep(bytes)?;
        self.work(bytes / 4, Work::Draw)
    }

    /// Gives all memory back that is taken off from now on, when the returned value is dropped: for what lives no longer than that.
    pub(crate) fn until_drop(&self) -> Held<'_> {
        Held { memory: &self.memory, bytes: 0, before: Some(self.memory.get()) }
    }

    /// Takes work on a number of pixels off the budget. Must be called before the work is done.
    pub(crate) fn work(&self, pixels: u64, work: Work) -> Result<(), ErrorKind> {
        let pixels = pixels.saturating_mul(work.weight());
        let all = self.work.get().saturating_add(pixels);
        Limit::Work.check(all, self.limits.max_work)?;
        self.work.set(all);
        Ok(())
    }

    /// Refuses more frames than the limit allows.
    pub(crate) fn check_frames(&self, frames: u64) -> Result<(), ErrorKind> {
        Limit::Frames.check(frames, u64::from(self.limits.max_frames))
    }

    /// Refuses a longer file than the limit allows.
    pub(crate) fn check_file(&self, bytes: u64) -> Result<(), ErrorKind> {
        Limit::FileBytes.check(bytes, self.limits.max_file_bytes)
    }

    /// Checks the length of a file, and charges the work of reading it to the budget.
    pub(crate) fn take_file(&self, bytes: &[u8]) -> Result<(), ErrorKind> {
        self.check_file(bytes.len() as u64)?;
        self.work(bytes.len() as u64, Work::Read)
    }

    /// The most bytes that a file may have.
    pub(crate) fn max_file_bytes(&self) -> u64 {
        self.limits.max_file_bytes
    }
}

/// Memory that is off the budget as long as this value lives. Declare it before the memory that it accounts for.
#[derive(Debug)]
#[must_use = "the memory counts only as long as this lives"]
pub(crate) struct Held<'a> {
    memory: &'a Cell<u64>,
    bytes: u64,
    /// What was held before, for [`Budget::until_drop`].
    before: Option<u64>,
}

impl Held<'_> {
    /// Never gives the memory back to the budget.
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }

    /// Gives all memory except this number of bytes back to the budget.
    pub(crate) fn shrink_to(&mut self, bytes: u64) {
        let given_back = self.bytes.saturating_sub(bytes);
        self.memory.set(self.memory.get() - given_back);
        self.bytes -= given_back;
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        match self.before {
            Some(before) => self.memory.set(before),
            None => self.shrink_to(0),
        }
    }
}

/// A kind of work. One unit is one pixel, unless something else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// A pixel is cleared, copied, or drawn over another.
    Draw,
    /// A pixel is drawn in a blend mode that treats each channel by itself.
    Blend,
    /// A pixel is drawn in a blend mode that mixes the channels, which uses floats.
    BlendColors,
    /// A pixel is unpacked by a decoder of literals and matches: PNG, GIF, Aseprite.
    Unpack,
    /// The same for an interlaced picture, whose pixels are moved to their places one by one.
    UnpackInterlaced,
    /// A pixel is unpacked by WebP's lossless decoder, which predicts pixels from others.
    Lossless,
    /// A pixel is unpacked by WebP's lossy decoder.
    Lossy,
    /// A byte of the file is read.
    Read,
    /// A byte of a lossy WebP is read, bit by bit.
    ReadBits,
    /// A row of a layer's picture is unpacked and drawn. This counts in addition to its pixels.
    CelRow,
    /// A layer's picture in a frame is looked up and drawn. This counts in addition to its pixels.
    Cel,
}

impl Work {
    /// The cost of one unit in plain pixels: its time in units of 5 ns, rounded up. It was measured on one machine; only the ratios matter.
    fn weight(self) -> u64 {
        match self {
            Work::Draw | Work::Read => 1,
            Work::Unpack => 2,
            Work::UnpackInterlaced | Work::Lossless | Work::Blend => 4,
            Work::Lossy => 6,
            Work::CelRow => 8,
            Work::ReadBits => 12,
            Work::BlendColors => 16,
            Work::Cel => 1024,
        }
    }
}

/// The number of pixels of a picture of this size.
pub(crate) fn area(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}

/// The most bytes that a mask of this size takes, with its structure and what it keeps for questions.
pub(crate) fn mask_bytes(width: u32, height: u32) -> u64 {
    // Small masks are as large as one of 16 × 16 or of 32 × 32 pixels. Sixteen clear rows lie below every lane.
    let lanes = match width.max(height) {
        0..=16 => 2 * (16 + 16),
        17..=32 => 4 * (32 + 16) + 64,
        _ => 8 * u64::from(width.div_ceil(64)) * (u64::from(height) + 16),
    };
    // Large masks know which of their parts are empty or full.
    let cells = if area(width, height) < 1 << 17 { 0 } else { lanes / 6 };
    128 + lanes + cells
}

/// A zeroed buffer, or a typed error if there is not enough memory.
pub(crate) fn zeroed(bytes: u64) -> Result<Vec<u8>, ErrorKind> {
    let mut buffer = reserved(bytes)?;
    buffer.resize(to_usize(bytes)?, 0);
    Ok(buffer)
}

/// An empty buffer with room for `bytes`, or a typed error if there is not enough memory.
pub(crate) fn reserved(bytes: u64) -> Result<Vec<u8>, ErrorKind> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(to_usize(bytes)?).map_err(|_| ErrorKind::OutOfMemory { bytes })?;
    Ok(buffer)
}

fn to_usize(bytes: u64) -> Result<usize, ErrorKind> {
    usize::try_from(bytes).map_err(|_| ErrorKind::OutOfMemory { bytes })
}

#[cfg(test)]
mod tests {
    use hitmask::Mask;

    use super::mask_bytes;

    #[test]
    fn masks_take_what_is_charged() {
        for (w, h) in [
            (0, 0),
            (1, 1),
            (16, 16),
            (17, 3),
            (32, 32),
            (64, 64),
            (65, 200),
            (1, 4000),
            (4000, 1),
            (362, 363),
            (1024, 1024),
            (3000, 700),
        ] {
            for mask in [Mask::new(w, h), Mask::filled(w, h), Mask::from_fn(w, h, |x, y| (x ^ y) % 3 == 0)] {
                let (taken, charged) = (mask.memory_bytes() as u64, mask_bytes(w, h));
                assert!(taken <= charged + charged / 8, "{w} x {h}: {taken} taken, {charged} charged");
                assert!(charged <= taken + taken / 4 + 100, "{w} x {h}: {taken} taken, {charged} charged");
            }
        }
    }
}
