//! A step of a crowd: which of many posed sprites touch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hitmask::{Layers, PixelRule, Pose};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor, ComputePipeline};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::masks::{GpuMasks, Kept, MaskId};
use crate::pairs::{Question, SHADER};
use crate::pipeline::{Binding, Layouts, dispatch, pipelines};
use crate::readback::Readback;
use crate::sprites::{PAIR_JOB, Sprites, Window};
use crate::upload::Upload;
use crate::words::{bytes_of, push_words, words_of};

/// A sprite of a crowd: a mask, where it lies, and what it may meet. All but mask and pose are as in a [`Collider`](hitmask::Collider).
#[derive(Clone, Copy, Debug)]
pub struct CrowdSprite {
    /// Its pixels.
    pub mask: MaskId,
    /// Where and how they lie in the world.
    pub pose: Pose,
    /// Which sprites it may meet.
    pub layers: Layers,
    /// The number of its group. Sprites of one group never meet; 0 is no group.
    pub group: u32,
    /// The number of its space. Sprites of different spaces never meet.
    pub space: u32,
    /// Two sensors never meet.
    pub is_sensor: bool,
}

impl CrowdSprite {
    /// A sprite on the default layers, which meets everything in space 0.
    #[must_use]
    pub fn new(mask: MaskId, pose: Pose) -> CrowdSprite {
        CrowdSprite { mask, pose, layers: Layers::default(), group: 0, space: 0, is_sensor: false }
    }
}

/// Finds which sprites of a crowd touch, on the device: the pairs that a step of a [`World`](hitmask::World) finds, with their boxes and
/// their pixels. It keeps its buffers between steps. [`PairEvents`](crate::PairEvents) makes events of the pairs.
#[derive(Debug)]
pub struct GpuCrowd {
    gpu: Gpu,
    finding: Layouts,
    testing: Layouts,
    link: ComputePipeline,
    find: ComputePipeline,
    test: ComputePipeline,
    /// For how many pairs of boxes the next submission makes room. Whoever reads that there were more raises it.
    room: Arc<AtomicU32>,
    most_pairs: u32,
    free: Vec<Batch>,
}

/// A submission: its buffers, and what the CPU needs for the pairs that are left to it.
#[derive(Debug)]
struct Batch {
    sprites: Sprites,
    members: Upload,
    links: Buffer,
    jobs: Buffer,
    answers: Buffer,
    options: Buffer,
    readback: Readback,
    /// All sprites, if the CPU may have to decide about them.
    left: Vec<CrowdSprite>,
}

impl Batch {
    fn new(gpu: &Gpu) -> Result<Batch, GpuError> {
        let upload = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let uniform = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        Ok(Batch {
            sprites: Sprites::new(gpu)?,
            members: Upload::new(gpu, "the filters of sprites")?,
            links: gpu.buffer("the cells of sprites", 0, upload)?,
            jobs: gpu.buffer("pairs", 0, upload)?,
            answers: gpu.buffer("answers", 0, upload | BufferUsages::COPY_SRC)?,
            options: gpu.buffer("the options of a step", 32, uniform)?,
            readback: Readback::new(gpu)?,
            left: Vec::new(),
        })
    }
}

/// The words of a pair on the device, and of what stands before the first one.
const WORDS: u32 = 3;
/// The bytes of a sprite's filter: the struct `Member` of `crowd.wgsl`.
const MEMBER: usize = 20;
/// Bit 31 of a pair's lower sprite: the CPU decides.
const BY_CPU: u32 = 1 << 31;
/// A workgroup goes through a pair's whole window. Larger ones are left to the CPU.
const MOST_PIXELS: u32 = 1 << 20;

impl GpuCrowd {
    /// Makes room for 1024 pairs of boxes, and refuses steps with more than 2²⁴.
    ///
    /// # Errors
    /// If the device is lost, has no memory, or refuses the shaders.
    pub fn new(gpu: &Gpu) -> Result<GpuCrowd, GpuError> {
        gpu.guarded(|| {
            let device = &gpu.device;
            let finding = [Binding::Read, Binding::Write, Binding::Write, Binding::Write, Binding::Uniform];
            let finding = Layouts::new(device, &finding);
            let testing = Layouts::new(device, &[Binding::Read, Binding::Write]);
            let entries = ["link", "find"].map(|entry| (entry, &[][..]));
            let [link, find] = pipelines(device, &finding, include_str!("shaders/crowd.wgsl"), entries);
            let whether = Question::Whether.constants();
            let [test] = pipelines(device, &testing, SHADER, [("pairs", &whether[..])]);
            Ok(GpuCrowd {
                gpu: gpu.clone(),
                finding,
                testing,
                link,
                find,
                test,
                room: Arc::new(AtomicU32::new(1024)),
                most_pairs: 1 << 24,
                free: Vec::new(),
            })
        })
    }

    /// Makes room for at least this many pairs of boxes in the next submission, but not for more than 2²⁴.
    pub fn reserve(&mut self, pairs: u32) {
        self.room.fetch_max(pairs.min(self.most_pairs), Ordering::Relaxed);
    }

    /// Sets the most pairs of boxes of a step, at most 2²⁴. More are refused with [`GpuError::TooManyPairs`], as by
    /// [`WorldOptions::max_pairs`](hitmask::WorldOptions::max_pairs).
    pub fn set_max_pairs(&mut self, pairs: u32) {
        self.most_pairs = pairs.min(1 << 24);
        self.room.fetch_min(self.most_pairs, Ordering::Relaxed);
    }

    /// Asks which sprites touch. Does not wait: take the pairs from what is returned, now or frames later.
    ///
    /// # Errors
    /// [`GpuError::StaleMask`], [`GpuError::TooLarge`] for too many sprites or too much room, and what the device says. Then nothing was
    /// asked.
    pub fn submit(&mut self, masks: &GpuMasks, sprites: &[CrowdSprite]) -> Result<PendingCrowd, GpuError> {
        let gpu = &self.gpu;
        let kept = masks.kept();
        let free = self.free.pop();
        let mut batch = gpu.guarded(|| {
            let mut batch = free.map_or_else(|| Batch::new(gpu), Ok)?;
            batch
                .sprites
                .fill(gpu, sprites, |sprite| Ok((kept.pixels(sprite.mask)?, sprite.mask, &sprite.pose)))?;
            batch.members.write_each(gpu, sprites, &mut vec![(); sprites.len()], |sprite, bytes| {
                bytes.write(filter_of(sprite));
                Ok(())
            })?;
            Ok(batch)
        })?;
        // Most crowds need no copy.
        batch.left.clear();
        if batch.sprites.windows.iter().any(may_be_left) {
            batch.left.extend_from_slice(sprites);
        }
        let room = self.room.load(Ordering::Relaxed).max(16);
        self.run(masks, &mut batch, room)?;
        Ok(PendingCrowd {
            gpu: self.gpu.clone(),
            batch,
            masks: Arc::clone(kept),
            room,
            most: self.most_pairs,
            wanted: Arc::clone(&self.room),
        })
    }

    /// Asks, waits, and asks again with more room while there is too little: the sorted pairs of sprites that touch, each with the lower
    /// number first.
    ///
    /// # Errors
    /// As [`GpuCrowd::submit`] and [`PendingCrowd::wait`], but for [`GpuError::NoRoom`].
    pub fn pairs(&mut self, masks: &GpuMasks, sprites: &[CrowdSprite]) -> Result<Vec<[u32; 2]>, GpuError> {
        loop {
            match self.submit(masks, sprites)?.wait() {
                Ok(answered) => return Ok(self.recycle(answered)),
                Err(GpuError::NoRoom { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the buffers of an answered step back, so that the next one uses them.
    pub fn recycle(&mut self, answered: CrowdPairs) -> Vec<[u32; 2]> {
        self.free.push(answered.batch);
        answered.pairs
    }

    fn run(&self, masks: &GpuMasks, batch: &mut Batch, room: u32) -> Result<(), GpuError> {
        let gpu = &self.gpu;
        let members = batch.sprites.windows.len() as u64;
        let questions = gpu.limits().questions;
        let counts =
            [("the list of sprites", members, MEMBER as u64), ("the list of pairs", room.into(), PAIR_JOB)];
        for (what, count, each) in counts {
            if count > questions.min(BY_CPU.into()) {
                return Err(GpuError::TooLarge { what, bytes: count * each, most: questions * each });
            }
        }
        gpu.guarded(|| {
            let buckets = (members * 2).next_power_of_two();
            let (job_bytes, member_bytes) = (u64::from(room) * PAIR_JOB, members * MEMBER as u64);
            let answer_bytes = (u64::from(room) + 1) * u64::from(WORDS) * 4;
            let mut commands = gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
            batch.sprites.invert(gpu, &mut commands, masks);
            batch.members.copy(&mut commands);
            gpu.grow(&mut batch.links, "the cells of sprites", (buckets + members) * 4)?;
            gpu.grow(&mut batch.jobs, "pairs", job_bytes)?;
            gpu.grow(&mut batch.answers, "answers", answer_bytes)?;
            let mut options = Vec::new();
            let base = base_of(&batch.sprites.windows);
            push_words(
                &mut options,
                [members as u32, buckets as u32, base, room, self.most_pairs, MOST_PIXELS, 0, 0],
            );
            gpu.queue.write_buffer(&batch.options, 0, &options);
            if members > 0 {
                commands.clear_buffer(&batch.links, 0, Some(buckets * 4));
                commands.clear_buffer(&batch.jobs, 0, Some(job_bytes));
                commands.clear_buffer(&batch.answers, 0, Some(answer_bytes));
                let sprites = batch.sprites.among(masks);
                let of = [&batch.members.buffer, &batch.links, &batch.jobs, &batch.answers, &batch.options];
                let groups = self.finding.bind(gpu, sprites, (member_bytes, &of));
                for pipeline in [&self.link, &self.find] {
                    dispatch(gpu, &mut commands, pipeline, &groups, members.div_ceil(64));
                }
                let of = [&batch.jobs, &batch.answers];
                let groups = self.testing.bind(gpu, sprites, (job_bytes, &of));
                dispatch(gpu, &mut commands, &self.test, &groups, room.into());
            }
            let read = if members > 0 { answer_bytes } else { 0 };
            batch.readback.copy(gpu, &mut commands, &batch.answers, read)?;
            batch.readback.map(gpu.queue.submit([commands.finish()]));
            batch.sprites.submitted();
            batch.members.submitted();
            Ok(())
        })
    }
}

fn sort(pairs: &mut [u64]) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        // Fewer are sorted before the threads have started.
        if pairs.len() > 1 << 14 {
            return pairs.par_sort_unstable();
        }
    }
    pairs.sort_unstable();
}

/// What a sprite may meet, as the shader reads it.
fn filter_of(sprite: &CrowdSprite) -> [u8; MEMBER] {
    let Layers { belongs_to, collides_with } = sprite.layers;
    bytes_of([belongs_to, collides_with, sprite.group, sprite.space, sprite.is_sensor.into()])
}

/// Whether the CPU may have to decide a pair of this sprite. A window is no larger than that of each of its sprites.
fn may_be_left(window: &Window) -> bool {
    match window {
        Window::Nothing => false,
        Window::Here(rect) => u64::from(rect.w) * u64::from(rect.h) > MOST_PIXELS.into(),
        Window::OnlyCpu(_) => true,
    }
}

/// The finest level of the grid: the smallest cells that are large enough for half of the sprites.
fn base_of(windows: &[Window]) -> u32 {
    // How many sprites need cells of each size. Some thousands tell enough.
    let mut levels = [0usize; 33];
    for window in windows.iter().step_by(windows.len() / 4096 + 1) {
        if let Window::Here(rect) | Window::OnlyCpu(rect) = window {
            levels[rect.w.max(rect.h).next_power_of_two().trailing_zeros() as usize] += 1;
        }
    }
    let half = levels.iter().sum::<usize>().div_ceil(2);
    let mut below = 0;
    let level = levels.iter().position(|count| {
        below += count;
        below >= half
    });
    level.map_or(0, |level| level as u32)
}

/// A step that was submitted. Dropping it drops the pairs.
#[derive(Debug)]
pub struct PendingCrowd {
    gpu: Gpu,
    batch: Batch,
    masks: Arc<Kept>,
    room: u32,
    most: u32,
    wanted: Arc<AtomicU32>,
}

/// The pairs of a step. Give it to [`GpuCrowd::recycle`], and its buffers are used again.
#[derive(Debug)]
pub struct CrowdPairs {
    /// The pairs that touch, sorted: two numbers of sprites, the lower one first.
    pub pairs: Vec<[u32; 2]>,
    /// How many pairs of boxes were looked at.
    pub candidates: usize,
    /// How many of them the CPU decided: those that share a window of more than 2²⁰ pixels, and poses so flat that 32 binary digits of a
    /// texel coordinate say nothing.
    pub by_cpu: usize,
    batch: Batch,
}

impl PendingCrowd {
    /// Whether the device is done, so that [`PendingCrowd::wait`] does not wait.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.batch.readback.is_ready(&self.gpu)
    }

    /// Waits for the device, lets the CPU decide what the device cannot, and sorts the pairs.
    ///
    /// # Errors
    /// [`GpuError::NoRoom`] if more pairs of boxes were found than there was room for: the next submission makes room for them, so submit the
    /// same sprites again. [`GpuError::TooManyPairs`] if that is not allowed, and [`GpuError::TooLarge`] if the device has no room for so many.
    /// None of these loses anything: events go on from the last pairs.
    /// Otherwise, if the device was lost meanwhile, or its driver failed.
    pub fn wait(self) -> Result<CrowdPairs, GpuError> {
        let PendingCrowd { gpu, batch, masks, room, most, wanted } = self;
        // Each pair is one number while they are sorted.
        let mut touching: Vec<u64> = Vec::new();
        let (mut candidates, mut by_cpu) = (0, 0);
        batch.readback.read(&gpu, |bytes| {
            let mut found = words_of::<{ WORDS as usize }>(bytes);
            candidates = found.next().map_or(0, |[candidates, ..]| candidates);
            if candidates > room {
                // The step is submitted again.
                return;
            }
            touching.resize(candidates as usize, 0);
            let mut count = 0;
            for [pixels, a, b] in found.take(candidates as usize) {
                let pair = [a & !BY_CPU, b];
                let touches = if a & BY_CPU == 0 {
                    pixels > 0
                } else {
                    by_cpu += 1;
                    let [one, other] = pair.map(|n| &batch.left[n as usize]);
                    let [a, b] = [one, other].map(|sprite| masks.known(sprite.mask).solid());
                    a.overlaps_posed(&one.pose, &b, &other.pose, PixelRule::Raster)
                };
                // Nobody can foresee which pairs touch, so this does not branch.
                touching[count] = u64::from(pair[0]) << 32 | u64::from(pair[1]);
                count += usize::from(touches);
            }
            touching.truncate(count);
        })?;
        if candidates > most {
            return Err(GpuError::TooManyPairs { limit: most });
        }
        if candidates > room {
            let fits = gpu.limits().buffer_bytes / PAIR_JOB;
            if u64::from(candidates) > fits {
                // Room for them would be refused in every later step, too.
                let bytes = u64::from(candidates) * PAIR_JOB;
                return Err(GpuError::TooLarge { what: "the list of pairs", bytes, most: fits * PAIR_JOB });
            }
            // Half as much again, as crowds grow, if the device has such buffers.
            let fits = u32::try_from(fits).unwrap_or(u32::MAX);
            let more = (candidates + candidates / 2).min(most).min(fits);
            wanted.fetch_max(more, Ordering::Relaxed);
            return Err(GpuError::NoRoom { pairs: candidates, room });
        }
        sort(&mut touching);
        let pairs = touching.iter().map(|pair| [(pair >> 32) as u32, *pair as u32]).collect();
        Ok(CrowdPairs { pairs, candidates: candidates as usize, by_cpu, batch })
    }
}
