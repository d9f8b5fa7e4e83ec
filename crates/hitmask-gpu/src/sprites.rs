//! Posed sprites on their way to the shaders: they are uploaded as poses, and the device inverts these.

use hitmask::{Pose, Rect};
use wgpu::{BindGroupLayout, Buffer, BufferUsages, CommandEncoder, ComputePipeline};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::masks::{Kept, MaskId, Pixels};
use crate::pipeline::{Binding, bind, compile, dispatch, layout};

/// The bytes of a pair's window: the struct `PairJob` of `sprite.wgsl`.
pub(crate) const PAIR_JOB: u64 = 32;
/// The bytes of a sprite: the struct `Posed` of `invert.wgsl`, and the struct `Sprite` of `wide.wgsl`.
const POSED: usize = 64;
const INVERTED: u64 = 128;

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

/// Sprites as they are uploaded.
#[derive(Default, Debug)]
pub(crate) struct Sprites {
    bytes: Vec<u8>,
    pub(crate) windows: Vec<Window>,
}

impl Sprites {
    /// Adds a sprite.
    pub(crate) fn push(&mut self, pixels: Pixels<'_>, id: MaskId, pose: &Pose) {
        let mut bytes = [0; POSED];
        self.windows.push(lay(&mut bytes, pixels, id, pose));
        self.bytes.extend_from_slice(&bytes);
    }

    /// Takes the place of what was there. The threads of rayon's current pool share the work.
    ///
    /// # Errors
    /// [`GpuError::StaleMask`].
    pub(crate) fn fill<S: Sync>(
        &mut self,
        masks: &Kept,
        sprites: &[S],
        of: impl Fn(&S) -> (MaskId, &Pose) + Sync,
    ) -> Result<(), GpuError> {
        self.bytes.resize(sprites.len() * POSED, 0);
        self.windows.resize(sprites.len(), Window::Nothing);
        let part = |((sprites, bytes), windows): ((&[S], &mut [u8]), &mut [Window])| {
            for ((sprite, bytes), window) in sprites.iter().zip(bytes.as_chunks_mut().0).zip(windows) {
                let (id, pose) = of(sprite);
                *window = lay(bytes, masks.pixels(id)?, id, pose);
            }
            Ok(())
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            // A part takes some ten microseconds.
            const PART: usize = 512;
            if sprites.len() > 2 * PART {
                let bytes = self.bytes.par_chunks_mut(PART * POSED);
                let windows = self.windows.par_chunks_mut(PART);
                return sprites.par_chunks(PART).zip(bytes).zip(windows).try_for_each(part);
            }
        }
        part(((sprites, &mut self.bytes), &mut self.windows))
    }
}

/// Writes a sprite, and says where its pixels may be.
fn lay(bytes: &mut [u8; POSED], pixels: Pixels<'_>, id: MaskId, pose: &Pose) -> Window {
    // At level 0 all pixels are solid. At others, those of level 1 are enough to say where they may be.
    let all = (id.level == 0).then(|| pixels.solid());
    let mask = all.as_ref().unwrap_or(pixels.mask);
    let (window, is_enough, words) = mask.__device_sprite(pose, [id.index, id.level.into()]);
    bytes.copy_from_slice(words.map(u32::to_le_bytes).as_flattened());
    match window {
        None => Window::Nothing,
        Some(rect) if is_enough => Window::Here(rect),
        Some(rect) => Window::OnlyCpu(rect),
    }
}

/// The pass that inverts poses.
#[derive(Debug)]
pub(crate) struct Inverting {
    layout: BindGroupLayout,
    pipeline: ComputePipeline,
}

/// Sprites on the device.
#[derive(Debug)]
pub(crate) struct SpriteBuffers {
    posed: Buffer,
    /// What the other shaders read.
    pub(crate) inverted: Buffer,
}

impl SpriteBuffers {
    pub(crate) fn new(gpu: &Gpu) -> Result<SpriteBuffers, GpuError> {
        let posed = gpu.buffer("poses", 0, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        Ok(SpriteBuffers { posed, inverted: gpu.buffer("sprites", 0, BufferUsages::STORAGE)? })
    }
}

impl Inverting {
    pub(crate) fn new(gpu: &Gpu) -> Inverting {
        let device = &gpu.device;
        let layout = layout(device, &[Binding::Read, Binding::Write]);
        let shader = [include_str!("shaders/wide.wgsl"), include_str!("shaders/invert.wgsl")].concat();
        let [pipeline] = compile(device, &[&layout], shader, [("invert", &[][..])]);
        Inverting { layout, pipeline }
    }

    /// Uploads sprites, and inverts their poses before what comes next.
    pub(crate) fn run(
        &self,
        gpu: &Gpu,
        commands: &mut CommandEncoder,
        buffers: &mut SpriteBuffers,
        sprites: &Sprites,
    ) -> Result<(), GpuError> {
        let count = sprites.windows.len() as u64;
        let bytes = count * POSED as u64;
        gpu.grow(&mut buffers.inverted, "sprites", count * INVERTED)?;
        gpu.grow(&mut buffers.posed, "poses", bytes)?;
        gpu.queue.write_buffer(&buffers.posed, 0, &sprites.bytes);
        if count > 0 {
            let group = bind(gpu, &self.layout, Some(bytes), &[&buffers.posed, &buffers.inverted]);
            dispatch(gpu, commands, &self.pipeline, &[group], count.div_ceil(64));
        }
        Ok(())
    }
}
