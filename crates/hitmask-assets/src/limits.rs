//! What a file may ask for, and the account of what it has had.

use std::cell::Cell;

use hitmask::Mask;

use crate::error::{ErrorKind, Limit};

/// How large a file and what it holds may be, and how much memory and work it may take to read.
///
/// Everything is checked before it happens: a small file that claims to be huge costs nothing. Under the defaults a
/// file is read within 512 MB and, on a machine of 2020 or later, within two seconds; or it is refused with an error
/// that names the limit. Raise a limit where your files really are that large. A larger picture needs more memory and
/// more work, too:
///
/// ```
/// use hitmask_assets::{Limits, Options};
///
/// let limits = Limits { max_pixels: 1 << 28, max_memory: 2 << 30, max_work: 1 << 30, ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// assert_eq!(options.limits.max_side, 65_535);
/// ```
///
/// Whatever the limits say, a picture is never larger than a [`Mask`] can be ([`Mask::MAX_SIDE`],
/// [`Mask::MAX_PIXELS`]).
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
    /// The pixels that are kept count, and so does all that is needed on the way to them: the file itself (where
    /// [`load`](crate::load) reads it), canvases, unpacked layers and tile sets, names. A pixel that is kept takes four
    /// bytes; on the way it takes another 1 to 7, depending on the format.
    pub max_memory: u64,
    /// Greatest amount of work that reading one file takes, in pixels. Default 402 653 184: six times the pixels that
    /// may be kept.
    ///
    /// Each pixel that is cleared, copied or drawn counts once each time this happens, and so does each packed byte.
    /// What takes longer counts more: a pixel that is unpacked counts two to six times, and one that is drawn in a
    /// blend mode that mixes the channels counts sixteen times. Every row counts a few pixels more, even if it has none.
    pub max_work: u64,
}

impl Limits {
    /// The defaults, which [`Default`] gives, too.
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

/// What is left of the limits while one file is read. Every decoder tells it what it is about to hold and to do.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    /// Pixels of pictures that are kept.
    pixels: Cell<u64>,
    /// Bytes that are held now.
    memory: Cell<u64>,
    /// Pixels worked on, each as often as its [`Work`] counts.
    work: Cell<u64>,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Self {
        Budget { limits, pixels: Cell::new(0), memory: Cell::new(0), work: Cell::new(0) }
    }

    /// Refuses sides and areas beyond the limits; takes nothing off the budget.
    pub(crate) fn check_size(&self, width: u32, height: u32) -> Result<(), ErrorKind> {
        let side = self.limits.max_side.min(Mask::MAX_SIDE);
        Limit::Width.check(u64::from(width), u64::from(side))?;
        Limit::Height.check(u64::from(height), u64::from(side))?;
        self.check_pixels(area(width, height))
    }

    /// Refuses areas beyond the limit; takes nothing off the budget.
    pub(crate) fn check_pixels(&self, pixels: u64) -> Result<(), ErrorKind> {
        Limit::Pixels.check(pixels, self.limits.max_pixels.min(Mask::MAX_PIXELS))
    }

    /// Takes a picture of this size off the budget, which is kept to the end: its pixels and their memory.
    pub(crate) fn take_picture(&self, width: u32, height: u32) -> Result<(), ErrorKind> {
        /// A frame's own structure and its names.
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

    /// Takes memory off the budget until what is returned is dropped. To be called before the memory is asked for.
    pub(crate) fn hold(&self, bytes: u64) -> Result<Held<'_>, ErrorKind> {
        self.keep(bytes)?;
        Ok(Held { memory: &self.memory, bytes })
    }

    /// Takes memory off the budget for good.
    pub(crate) fn keep(&self, bytes: u64) -> Result<(), ErrorKind> {
        let memory = self.memory.get().saturating_add(bytes);
        Limit::Memory.check(memory, self.limits.max_memory)?;
        self.memory.set(memory);
        Ok(())
    }

    /// Takes work on so many pixels off the budget. To be called before the work is done.
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

    /// The most bytes that a file may have.
    pub(crate) fn max_file_bytes(&self) -> u64 {
        self.limits.max_file_bytes
    }
}

/// Memory that is off the budget as long as this lives. Declare it before what it stands for.
#[derive(Debug)]
#[must_use = "the memory counts only as long as this lives"]
pub(crate) struct Held<'a> {
    memory: &'a Cell<u64>,
    bytes: u64,
}

impl Held<'_> {
    /// Leaves the memory off the budget for good.
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }

    /// Gives back all but so many bytes.
    pub(crate) fn shrink_to(&mut self, bytes: u64) {
        let given_back = self.bytes.saturating_sub(bytes);
        self.memory.set(self.memory.get() - given_back);
        self.bytes -= given_back;
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.shrink_to(0);
    }
}

/// What is done, to a pixel if nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Cleared, copied, or drawn over another.
    Draw,
    /// Drawn in a blend mode that treats the channels apart.
    Blend,
    /// Drawn in a blend mode that mixes the channels, which takes floats.
    BlendColors,
    /// Unpacked by a decoder of runs and matches: PNG, GIF, Aseprite.
    Unpack,
    /// The same for an interlaced picture, whose pixels are put in their places one by one.
    UnpackInterlaced,
    /// Unpacked by WebP's lossless decoder, which predicts pixels from others.
    Lossless,
    /// Unpacked by WebP's lossy decoder.
    Lossy,
    /// A byte of the file is read.
    Read,
    /// A byte of a lossy WebP is read, bit by bit.
    ReadBits,
    /// A row of a layer's picture is unpacked and drawn, however short it is.
    CelRow,
    /// A layer's picture in a frame is looked up and drawn, however small it is.
    Cel,
}

impl Work {
    /// How many plain pixels one of these stands for: its time in units of 5 ns, rounded up. It was measured on one
    /// machine; what matters is how the numbers compare.
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

/// Pixels of a picture of this size.
pub(crate) fn area(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
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
