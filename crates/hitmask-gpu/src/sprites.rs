//! Posed sprites on their way to the shaders: they are uploaded as poses, and the device inverts these.

use hitmask::{Pose, Rect};
use wgpu::{Buffer, BufferUsages, CommandEncoder, WriteOnly};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::invert::{INVERTED, POSED};
use crate::masks::{GpuMasks, MaskId, Pixels};
use crate::upload::Upload;
use crate::words::bytes_of;

/// The bytes of a pair's window: the struct `PairJob` of `sprite.wgsl`.
pub(crate) const PAIR_JOB: u64 = 32;

/// Where a sprite's pixels may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Window {
    /// Nowhere.
    Nothing,
    /// In a rectangle, where the device finds them.
    Here(Rect),
    /// In a rectangle, but the device cannot find them.
    OnlyCpu(Rect),
}

/// Sprites on the device.
#[derive(Debug)]
pub(crate) struct Sprites {
    posed: Upload,
    inverted: Buffer,
    /// Where each sprite may be.
    pub(crate) windows: Vec<Window>,
}

impl Sprites {
    pub(crate) fn new(gpu: &Gpu) -> Result<Sprites, GpuError> {
        let inverted = gpu.buffer("sprites", 0, BufferUsages::STORAGE)?;
        Ok(Sprites { posed: Upload::new(gpu, "poses")?, inverted, windows: Vec::new() })
    }

    /// Takes the place of what was there.
    ///
    /// # Errors
    /// What `of` says of a sprite, and what the device says.
    pub(crate) fn fill<'a, S: Sync>(
        &mut self,
        gpu: &Gpu,
        sprites: &'a [S],
        of: impl Fn(&'a S) -> Result<(Pixels<'a>, MaskId, &'a Pose), GpuError> + Sync,
    ) -> Result<(), GpuError> {
        gpu.grow(&mut self.inverted, "sprites", sprites.len() as u64 * INVERTED)?;
        self.windows.resize(sprites.len(), Window::Nothing);
        self.posed.write_each(gpu, sprites, &mut self.windows, |sprite, bytes| {
            let (pixels, id, pose) = of(sprite)?;
            Ok(lay(bytes, pixels, id, pose))
        })
    }

    /// Adds the copy to the commands, and inverts the poses before what comes next.
    pub(crate) fn invert(&self, gpu: &Gpu, commands: &mut CommandEncoder, masks: &GpuMasks) {
        self.posed.copy(commands);
        masks.inverting.run(gpu, commands, &self.posed.buffer, &self.inverted, self.windows.len() as u64);
    }

    /// What the shaders read of the masks and of these sprites.
    pub(crate) fn among<'a>(&'a self, masks: &'a GpuMasks) -> [&'a Buffer; 3] {
        [&masks.words, &masks.table, &self.inverted]
    }

    pub(crate) fn submitted(&self) {
        self.posed.submitted();
    }
}

/// Writes a sprite, and says where its pixels may be.
fn lay(bytes: WriteOnly<'_, [u8; POSED]>, pixels: Pixels<'_>, id: MaskId, pose: &Pose) -> Window {
    // At level 0 all pixels are solid. At others, those of level 1 are enough to say where they may be.
    let all = (id.level == 0).then(|| pixels.solid());
    let mask = all.as_ref().unwrap_or(pixels.mask);
    let (window, is_enough, words) = mask.__device_sprite(pose, [id.index, id.level.into()]);
    bytes.write(bytes_of(words));
    match window {
        None => Window::Nothing,
        Some(rect) if is_enough => Window::Here(rect),
        Some(rect) => Window::OnlyCpu(rect),
    }
}
