//! hitmask on the GPU: whether hundreds of thousands of posed sprites touch, pixel for pixel, in one submission.
//!
//! The CPU stays the authority: every answer is the one that the library gives, bit for bit. Shaders use integers only, ties
//! included. Whoever has no adapter gets a [`GpuError`], and asks the CPU.
//!
//! ```no_run
//! use hitmask::{Angle, Mask, Pose, PoseParts};
//! use hitmask_gpu::{Gpu, GpuMasks, GpuOptions, GpuPairs};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gpu = Gpu::new(&GpuOptions::default())?;
//! let mut masks = GpuMasks::new(&gpu)?;
//! let ship = masks.insert(Mask::filled(16, 16))?;
//! let mut pairs = GpuPairs::new(&gpu)?;
//! let turned = Pose::new(&PoseParts::at((20.0, 8.0)).with_pivot((8.0, 8.0)).rotated(Angle::Degrees(30.0)))?;
//! let pending = pairs.submit(&masks, &[(ship, Pose::IDENTITY, ship, turned)])?;  // frame n
//! let answered = pending.wait()?;                                                // frame n + 1: no stall
//! assert!(answered.answers[0].area > 0);
//! # Ok(())
//! # }
//! ```

mod buffer;
mod crowd;
mod device;
mod error;
mod events;
mod invert;
mod masks;
mod pairs;
mod pipeline;
mod readback;
mod sprites;
mod upload;
mod wait;
mod words;

pub use buffer::{GpuBuffer, PendingLatched, PendingPicture, PendingTests};
pub use crowd::{CrowdPairs, CrowdSprite, GpuCrowd, PendingCrowd};
pub use device::{Gpu, GpuLimits, GpuOptions};
pub use error::GpuError;
pub use events::{PairEvent, PairEvents};
pub use masks::{GpuMasks, MaskId};
pub use pairs::{Answered, GpuPairs, PairAnswer, PendingPairs};

#[cfg(doctest)]
#[doc = include_str!("../../../docs/gpu.md")]
pub struct Page;
