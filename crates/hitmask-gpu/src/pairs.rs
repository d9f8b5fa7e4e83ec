//! Pairs of posed masks: whether they overlap, and where.

use core::marker::PhantomData;

use hitmask::{Mask, PixelRule, Point, Pose, Rect};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor, ComputePipeline};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::masks::{GpuMasks, MaskId, Pixels};
use crate::pipeline::{Binding, Layouts, dispatch, pipelines};
use crate::readback::Readback;
use crate::sprites::{PAIR_JOB, Window, push_sprite};
use crate::words::{push_words, words_of};

/// What two posed masks share, by the raster rule ([`PixelRule::Raster`]): what [`Mask::overlap_area_posed`],
/// [`Mask::first_overlap_posed`] and [`Mask::overlap_bounds_posed`] say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct PairAnswer {
    /// How many pixels of the world both cover.
    pub area: u64,
    /// The first of them, in row-major order.
    pub first: Option<Point>,
    /// The smallest rectangle that contains them.
    pub bounds: Option<Rect>,
}

mod sealed {
    use super::*;

    /// An answer for a pair: how the device and the CPU give it.
    pub trait Answer: Sized {
        /// How many words it has on the device.
        const WORDS: u32;
        fn of_device(words: &[u32], window: Rect) -> Self;
        fn of_cpu(a: (&Mask, &Pose), b: (&Mask, &Pose)) -> Self;
        fn none() -> Self;
    }

    impl Answer for bool {
        const WORDS: u32 = 1;

        fn of_device(words: &[u32], _: Rect) -> bool {
            words[0] > 0
        }

        fn of_cpu((a, pose): (&Mask, &Pose), (b, other): (&Mask, &Pose)) -> bool {
            a.overlaps_posed(pose, b, other, PixelRule::Raster)
        }

        fn none() -> bool {
            false
        }
    }

    impl Answer for PairAnswer {
        const WORDS: u32 = 6;

        fn of_device(words: &[u32], window: Rect) -> PairAnswer {
            let &[area, first, left, top, right, bottom] = words else { unreachable!("six words") };
            if area == 0 {
                return PairAnswer::none();
            }
            let (first, left, top) = (!first, !left, !top);
            // The window lies in the world, so these numbers fit.
            let at = |x: u32, y: u32| {
                Point::new(window.x.wrapping_add_unsigned(x), window.y.wrapping_add_unsigned(y))
            };
            let corner = at(left, top);
            PairAnswer {
                area: area.into(),
                first: Some(at(first % window.w, first / window.w)),
                bounds: Some(Rect::new(corner.x, corner.y, right - left, bottom - top)),
            }
        }

        fn of_cpu((a, pose): (&Mask, &Pose), (b, other): (&Mask, &Pose)) -> PairAnswer {
            match a.overlap_area_posed(pose, b, other) {
                0 => PairAnswer::none(),
                area => PairAnswer {
                    area,
                    first: a.first_overlap_posed(pose, b, other),
                    bounds: a.overlap_bounds_posed(pose, b, other),
                },
            }
        }

        fn none() -> PairAnswer {
            PairAnswer::default()
        }
    }
}

use sealed::Answer;

/// Asks a device about pairs of masks, many at once. It keeps its buffers between questions.
#[derive(Debug)]
pub struct GpuPairs {
    gpu: Gpu,
    layouts: Layouts,
    whether: ComputePipeline,
    everything: ComputePipeline,
    /// Buffers that no submission uses any more.
    free: Vec<Batch>,
    bytes: Bytes,
}

/// The buffers of a submission.
#[derive(Debug)]
pub(crate) struct Batch {
    sprites: Buffer,
    jobs: Buffer,
    answers: Buffer,
    readback: Readback,
}

/// What is uploaded.
#[derive(Default, Debug)]
struct Bytes {
    sprites: Vec<u8>,
    jobs: Vec<u8>,
}

/// It goes through the windows of pairs.
pub(crate) const SHADER: &str = include_str!("shaders/pairs.wgsl");
/// A workgroup goes through about this many pixels. Larger windows are cut into rows.
const PIXELS_OF_A_JOB: u64 = 1 << 14;
/// Larger windows are left to the CPU, which need not look at each pixel.
const MOST_PIXELS: u64 = 1 << 26;

impl GpuPairs {
    /// # Errors
    /// If the device is lost, has no memory, or refuses the shaders.
    pub fn new(gpu: &Gpu) -> Result<GpuPairs, GpuError> {
        gpu.guarded(|| {
            let layouts = Layouts::new(&gpu.device, &[Binding::Read, Binding::Write]);
            let of = |whether, words: u32| [("ONLY_WHETHER", whether), ("WORDS_OF_ANSWER", words.into())];
            let whether = of(1.0, bool::WORDS);
            let everything = of(0.0, PairAnswer::WORDS);
            let entries = [("pairs", &whether[..]), ("pairs", &everything[..])];
            let [whether, everything] = pipelines(&gpu.device, &layouts, SHADER, entries);
            Ok(GpuPairs {
                gpu: gpu.clone(),
                layouts,
                whether,
                everything,
                free: Vec::new(),
                bytes: Bytes::default(),
            })
        })
    }

    /// Asks what each pair shares: (mask a, its pose, mask b, its pose). Does not wait: take the answers from what is returned, now or
    /// frames later.
    ///
    /// # Errors
    /// [`GpuError::StaleMask`], [`GpuError::TooLarge`] for too many pairs, and what the device says. Then nothing was asked.
    pub fn submit(
        &mut self,
        masks: &GpuMasks,
        pairs: &[(MaskId, Pose, MaskId, Pose)],
    ) -> Result<PendingPairs<PairAnswer>, GpuError> {
        let (sprites, numbers) = sprites_of(pairs);
        self.submit_sprites(masks, &sprites, &numbers)
    }

    /// Asks only whether the masks of each pair overlap. This reads back less, and stops at the first shared pixels.
    ///
    /// # Errors
    /// As [`GpuPairs::submit`].
    pub fn submit_overlaps(
        &mut self,
        masks: &GpuMasks,
        pairs: &[(MaskId, Pose, MaskId, Pose)],
    ) -> Result<PendingPairs<bool>, GpuError> {
        let (sprites, numbers) = sprites_of(pairs);
        self.submit_sprites(masks, &sprites, &numbers)
    }

    /// Asks about pairs of the same sprites: each pair is two numbers of sprites. So a sprite in many pairs is uploaded once. The type
    /// of the answers says what is asked: `bool` or [`PairAnswer`].
    ///
    /// # Errors
    /// As [`GpuPairs::submit`].
    ///
    /// # Panics
    /// If there is no sprite with a number.
    pub fn submit_sprites<A: Answer>(
        &mut self,
        masks: &GpuMasks,
        sprites: &[(MaskId, Pose)],
        pairs: &[[u32; 2]],
    ) -> Result<PendingPairs<A>, GpuError> {
        let Bytes { sprites: sprite_bytes, jobs: job_bytes } = &mut self.bytes;
        sprite_bytes.clear();
        job_bytes.clear();
        let mut kept = Vec::with_capacity(sprites.len());
        let mut windows = Vec::with_capacity(sprites.len());
        for (id, pose) in sprites {
            let pixels = masks.pixels(*id)?;
            windows.push(push_sprite(sprite_bytes, &pixels.mask, *id, pose));
            kept.push((pixels, *pose));
        }
        let mut asked = Vec::with_capacity(pairs.len());
        for (&[a, b], number) in pairs.iter().zip(0u32..) {
            asked.push(match (windows[a as usize], windows[b as usize]) {
                (Window::Nothing, _) | (_, Window::Nothing) => Asked::Apart,
                (Window::Here(one), Window::Here(other)) => match one.intersection(&other) {
                    None => Asked::Apart,
                    Some(window) if u64::from(window.w) * u64::from(window.h) > MOST_PIXELS => Asked::Cpu,
                    Some(window) => {
                        push_jobs(job_bytes, [a, b], window, number);
                        Asked::Device(window)
                    }
                },
                _ => Asked::Cpu,
            });
        }
        let batch = self.run::<A>(masks, pairs.len())?;
        Ok(PendingPairs {
            gpu: self.gpu.clone(),
            batch,
            sprites: kept,
            pairs: pairs.to_vec(),
            asked,
            answer: PhantomData,
        })
    }

    /// Takes the buffers of answered questions back, so that the next submission uses them.
    pub fn recycle<A: Answer>(&mut self, answered: Answered<A>) -> Vec<A> {
        self.free.push(answered.batch);
        answered.answers
    }

    fn run<A: Answer>(&mut self, masks: &GpuMasks, pairs: usize) -> Result<Batch, GpuError> {
        let bytes = &self.bytes;
        let (gpu, layouts) = (&self.gpu, &self.layouts);
        let answer_bytes = pairs as u64 * u64::from(A::WORDS) * 4;
        let jobs = bytes.jobs.len() as u64 / PAIR_JOB;
        let most = gpu.limits().questions;
        if jobs > most {
            return Err(GpuError::TooLarge {
                what: "the list of pairs",
                bytes: jobs * PAIR_JOB,
                most: most * PAIR_JOB,
            });
        }
        let pipeline = if A::WORDS == bool::WORDS { &self.whether } else { &self.everything };
        let old = self.free.pop();
        gpu.guarded(|| {
            let (sprite_bytes, job_bytes) = (bytes.sprites.len() as u64, bytes.jobs.len() as u64);
            let upload = BufferUsages::STORAGE | BufferUsages::COPY_DST;
            let mut batch = match old {
                Some(batch) => batch,
                None => Batch {
                    sprites: gpu.buffer("sprites", 0, upload)?,
                    jobs: gpu.buffer("pairs", 0, upload)?,
                    answers: gpu.buffer("answers", 0, upload | BufferUsages::COPY_SRC)?,
                    readback: Readback::new(gpu)?,
                },
            };
            gpu.grow(&mut batch.sprites, "sprites", sprite_bytes)?;
            gpu.grow(&mut batch.jobs, "pairs", job_bytes)?;
            gpu.grow(&mut batch.answers, "answers", answer_bytes)?;
            gpu.queue.write_buffer(&batch.sprites, 0, &bytes.sprites);
            gpu.queue.write_buffer(&batch.jobs, 0, &bytes.jobs);
            let mut commands = gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
            if jobs > 0 {
                commands.clear_buffer(&batch.answers, 0, Some(answer_bytes));
                let buffers = [&batch.jobs, &batch.answers];
                let groups = layouts.bind(gpu, masks, &batch.sprites, (job_bytes, &buffers));
                dispatch(gpu, &mut commands, pipeline, &groups, jobs);
            }
            let read = if jobs > 0 { answer_bytes } else { 0 };
            batch.readback.copy(gpu, &mut commands, &batch.answers, read)?;
            gpu.queue.submit([commands.finish()]);
            batch.readback.map();
            Ok(batch)
        })
    }
}

fn sprites_of(pairs: &[(MaskId, Pose, MaskId, Pose)]) -> (Vec<(MaskId, Pose)>, Vec<[u32; 2]>) {
    let sprites = pairs.iter().flat_map(|&(a, pose, b, other)| [(a, pose), (b, other)]).collect();
    (sprites, (0..pairs.len() as u32).map(|n| [2 * n, 2 * n + 1]).collect())
}

/// Adds the parts of a window.
fn push_jobs(bytes: &mut Vec<u8>, [a, b]: [u32; 2], window: Rect, pair: u32) {
    let rows = (PIXELS_OF_A_JOB / u64::from(window.w)).clamp(1, u64::from(window.h)) as u32;
    let mut from = 0;
    while from < window.h {
        let h = rows.min(window.h - from);
        let y = window.y.wrapping_add_unsigned(from);
        push_words(bytes, [a, b, window.x as u32, y as u32, window.w, h, from, pair]);
        from += h;
    }
}

/// Who answers for a pair.
#[derive(Clone, Copy, Debug)]
enum Asked {
    /// Nobody: their windows are apart.
    Apart,
    /// The device, in this window.
    Device(Rect),
    Cpu,
}

/// Questions that were submitted. Dropping it drops the answers.
#[derive(Debug)]
pub struct PendingPairs<A> {
    gpu: Gpu,
    batch: Batch,
    sprites: Vec<(Pixels, Pose)>,
    pairs: Vec<[u32; 2]>,
    asked: Vec<Asked>,
    answer: PhantomData<A>,
}

/// Answers, in the order of the pairs. Give it to [`GpuPairs::recycle`], and its buffers are used again.
#[derive(Debug)]
pub struct Answered<A> {
    /// An answer for each pair.
    pub answers: Vec<A>,
    /// How many of them the CPU decided: pairs that share a window of more than 2²⁶ pixels, and poses so flat that 32 binary digits of a texel
    /// coordinate say nothing.
    pub by_cpu: usize,
    batch: Batch,
}

impl<A: Answer> PendingPairs<A> {
    /// Whether the device is done, so that [`PendingPairs::wait`] does not wait.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.batch.readback.is_ready(&self.gpu)
    }

    /// Waits for the device, lets the CPU decide what the device cannot, and returns the answers.
    ///
    /// # Errors
    /// If the device was lost meanwhile, or its driver failed. Ask the CPU then: [`Mask::overlaps_posed`].
    pub fn wait(self) -> Result<Answered<A>, GpuError> {
        let PendingPairs { gpu, batch, sprites, pairs, asked, .. } = self;
        let mut answers = Vec::with_capacity(pairs.len());
        let mut by_cpu = 0;
        batch.readback.read(&gpu, |bytes| {
            let words: Vec<u32> = words_of(bytes).collect();
            for (index, (&[a, b], &asked)) in pairs.iter().zip(&asked).enumerate() {
                let decide = || {
                    let [(a, pose), (b, other)] = [a, b].map(|n| &sprites[n as usize]);
                    A::of_cpu((&a.solid(), pose), (&b.solid(), other))
                };
                answers.push(match asked {
                    Asked::Apart => A::none(),
                    Asked::Cpu => {
                        by_cpu += 1;
                        decide()
                    }
                    Asked::Device(window) => {
                        let n = A::WORDS as usize;
                        A::of_device(&words[index * n..][..n], window)
                    }
                });
            }
        })?;
        Ok(Answered { answers, by_cpu, batch })
    }
}
