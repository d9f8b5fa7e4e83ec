//! Pairs of posed masks: whether they overlap, and where.

use core::marker::PhantomData;
use std::sync::Arc;

use hitmask::{LabelOverlap, PixelRule, Point, Pose, Rect};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor, ComputePipeline};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::masks::{GpuMasks, Kept, MaskId};
use crate::pipeline::{Binding, Layouts, dispatch, pipelines};
use crate::readback::Readback;
use crate::sprites::{PAIR_JOB, Sprites, Window};
use crate::upload::Upload;
use crate::words::{push_words, words_of};

/// What two posed masks share, by the raster rule ([`PixelRule::Raster`]): what [`Mask::overlap_area_posed`](hitmask::Mask::overlap_area_posed),
/// [`Mask::first_overlap_posed`](hitmask::Mask::first_overlap_posed) and [`Mask::overlap_bounds_posed`](hitmask::Mask::overlap_bounds_posed) say.
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
        /// What the shader is asked.
        const QUESTION: Question;
        /// How many words it has on the device.
        fn words(masks: &Kept, ids: [MaskId; 2]) -> usize;
        fn of_device(words: &[u32], window: Rect, masks: &Kept, ids: [MaskId; 2]) -> Self;
        fn of_cpu(masks: &Kept, pair: &[(MaskId, Pose); 2]) -> Self;
        fn none() -> Self;
    }

    impl Answer for bool {
        const QUESTION: Question = Question::Whether;

        fn words(_: &Kept, _: [MaskId; 2]) -> usize {
            1
        }

        fn of_device(words: &[u32], _: Rect, _: &Kept, _: [MaskId; 2]) -> bool {
            words[0] > 0
        }

        fn of_cpu(masks: &Kept, [(a, pose), (b, other)]: &[(MaskId, Pose); 2]) -> bool {
            let [a, b] = [a, b].map(|id| masks.known(*id).solid());
            a.overlaps_posed(pose, &b, other, PixelRule::Raster)
        }

        fn none() -> bool {
            false
        }
    }

    impl Answer for PairAnswer {
        const QUESTION: Question = Question::Everything;

        fn words(_: &Kept, _: [MaskId; 2]) -> usize {
            6
        }

        fn of_device(words: &[u32], window: Rect, _: &Kept, _: [MaskId; 2]) -> PairAnswer {
            let &[area, first, left, top, right, bottom] = words else { unreachable!("six words") };
            if area == 0 {
                return PairAnswer::none();
            }
            let (left, top) = (!left, !top);
            let corner = at(window, left, top);
            PairAnswer {
                area: area.into(),
                first: Some(first_of(window, first)),
                bounds: Some(Rect::new(corner.x, corner.y, right - left, bottom - top)),
            }
        }

        fn of_cpu(masks: &Kept, [(a, pose), (b, other)]: &[(MaskId, Pose); 2]) -> PairAnswer {
            let [a, b] = [a, b].map(|id| masks.known(*id).solid());
            match a.overlap_area_posed(pose, &b, other) {
                0 => PairAnswer::none(),
                area => PairAnswer {
                    area,
                    first: a.first_overlap_posed(pose, &b, other),
                    bounds: a.overlap_bounds_posed(pose, &b, other),
                },
            }
        }

        fn none() -> PairAnswer {
            PairAnswer::default()
        }
    }

    impl Answer for Vec<LabelOverlap> {
        const QUESTION: Question = Question::Labels;

        fn words(masks: &Kept, ids: [MaskId; 2]) -> usize {
            2 * ids.map(|id| masks.known(id).labels().len()).iter().product::<usize>()
        }

        fn of_device(words: &[u32], window: Rect, masks: &Kept, ids: [MaskId; 2]) -> Vec<LabelOverlap> {
            let [a, b] = ids.map(|id| masks.known(id).labels());
            let labels = a.iter().flat_map(|&one| b.iter().map(move |&other| [one, other]));
            let met = |(labels, &[pixels, first]): ([u8; 2], &[u32; 2])| {
                (pixels > 0).then(|| LabelOverlap::__new(labels, pixels.into(), first_of(window, first)))
            };
            labels.zip(words.as_chunks::<2>().0).filter_map(met).collect()
        }

        fn of_cpu(masks: &Kept, [(a, pose), (b, other)]: &[(MaskId, Pose); 2]) -> Vec<LabelOverlap> {
            let [a, b] = [a, b].map(|id| masks.known(*id).shape());
            a.overlap_labels_posed(pose, &*b, other)
        }

        fn none() -> Vec<LabelOverlap> {
            Vec::new()
        }
    }

    /// A pixel of a window, which lies in the world.
    fn at(window: Rect, x: u32, y: u32) -> Point {
        Point::new(window.x.wrapping_add_unsigned(x), window.y.wrapping_add_unsigned(y))
    }

    /// The first shared pixel, of which the device gives the complement of its number.
    fn first_of(window: Rect, complement: u32) -> Point {
        at(window, !complement % window.w, !complement / window.w)
    }
}

use sealed::Answer;

/// What `pairs.wgsl` is asked for: its constant `QUESTION`.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    Whether,
    Everything,
    Labels,
}

impl Question {
    /// The shader's constants.
    pub(crate) fn constants(self) -> [(&'static str, f64); 1] {
        [("QUESTION", f64::from(self as u8))]
    }
}

/// Asks a device about pairs of masks, many at once. It keeps its buffers between questions.
#[derive(Debug)]
pub struct GpuPairs {
    gpu: Gpu,
    layouts: Layouts,
    /// One for each question.
    pipelines: [ComputePipeline; 3],
    /// What no submission uses any more.
    free: Vec<Batch>,
    /// The windows that the device looks through.
    jobs: Vec<u8>,
}

/// A submission: its buffers, and what its answers need.
#[derive(Debug)]
struct Batch {
    sprites: Sprites,
    jobs: Upload,
    answers: Buffer,
    readback: Readback,
    asked: Vec<Asked>,
    /// The pairs that are left to the CPU, in order.
    left: Vec<[(MaskId, Pose); 2]>,
}

impl Batch {
    fn new(gpu: &Gpu) -> Result<Batch, GpuError> {
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        Ok(Batch {
            sprites: Sprites::new(gpu)?,
            jobs: Upload::new(gpu, "pairs")?,
            answers: gpu.buffer("answers", 0, storage)?,
            readback: Readback::new(gpu)?,
            asked: Vec::new(),
            left: Vec::new(),
        })
    }
}

/// It goes through the windows of pairs.
pub(crate) const SHADER: &str = include_str!("shaders/pairs.wgsl");
/// A workgroup goes through about this many pixels. Larger windows are cut into rows.
const PIXELS_OF_A_JOB: u64 = 1 << 14;
/// Larger windows are left to the CPU, which need not look at each pixel.
const MOST_PIXELS: u64 = 1 << 26;
/// So are pairs with larger answers: of masks whose numbers of labels have a product of more than 4096.
const MOST_WORDS: usize = 1 << 13;

impl GpuPairs {
    /// # Errors
    /// If the device is lost, has no memory, or refuses the shaders.
    pub fn new(gpu: &Gpu) -> Result<GpuPairs, GpuError> {
        gpu.guarded(|| {
            let layouts = Layouts::new(&gpu.device, &[Binding::Read, Binding::Write]);
            let constants =
                [Question::Whether, Question::Everything, Question::Labels].map(Question::constants);
            let entries = constants.each_ref().map(|constants| ("pairs", &constants[..]));
            Ok(GpuPairs {
                gpu: gpu.clone(),
                pipelines: pipelines(&gpu.device, &layouts, SHADER, entries),
                layouts,
                free: Vec::new(),
                jobs: Vec::new(),
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

    /// Asks which labels meet in each pair: what [`LabelMask::overlap_labels_posed`](hitmask::LabelMask::overlap_labels_posed) says. Masks without
    /// labels have label 0.
    ///
    /// # Errors
    /// As [`GpuPairs::submit`].
    pub fn submit_labels(
        &mut self,
        masks: &GpuMasks,
        pairs: &[(MaskId, Pose, MaskId, Pose)],
    ) -> Result<PendingPairs<Vec<LabelOverlap>>, GpuError> {
        let (sprites, numbers) = sprites_of(pairs);
        self.submit_sprites(masks, &sprites, &numbers)
    }

    /// Asks about pairs of the same sprites: each pair is two numbers of sprites. So a sprite in many pairs is uploaded once. The type
    /// of the answers says what is asked: `bool`, [`PairAnswer`] or `Vec<LabelOverlap>`.
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
        let gpu = &self.gpu;
        let kept = masks.kept();
        let free = self.free.pop();
        let mut batch = gpu.guarded(|| {
            let mut batch = free.map_or_else(|| Batch::new(gpu), Ok)?;
            batch.sprites.fill(gpu, sprites, |(id, pose)| Ok((kept.pixels(*id)?, *id, pose)))?;
            Ok(batch)
        })?;
        batch.asked.clear();
        batch.left.clear();
        self.jobs.clear();
        let windows = &batch.sprites.windows;
        let mut answer_words = 0;
        for &numbers in pairs {
            let pair = numbers.map(|n| sprites[n as usize]);
            let ids = pair.map(|(id, _)| id);
            let asked = match numbers.map(|n| windows[n as usize]) {
                [Window::Nothing, _] | [_, Window::Nothing] => Asked::Apart,
                [Window::Here(one), Window::Here(other)] => match one.intersection(&other) {
                    None => Asked::Apart,
                    Some(window) => {
                        let words = A::words(kept, ids);
                        if u64::from(window.w) * u64::from(window.h) > MOST_PIXELS || words > MOST_WORDS {
                            Asked::Cpu
                        } else {
                            // A number that does not fit is refused with the whole buffer.
                            push_jobs(&mut self.jobs, numbers, window, answer_words as u32);
                            answer_words += words as u64;
                            Asked::Device(window, ids)
                        }
                    }
                },
                _ => Asked::Cpu,
            };
            if let Asked::Cpu = asked {
                batch.left.push(pair);
            }
            batch.asked.push(asked);
        }
        self.run(masks, &mut batch, A::QUESTION, answer_words * 4)?;
        Ok(PendingPairs { gpu: self.gpu.clone(), batch, masks: Arc::clone(kept), answer: PhantomData })
    }

    /// Takes the buffers of answered questions back, so that the next submission uses them.
    pub fn recycle<A: Answer>(&mut self, answered: Answered<A>) -> Vec<A> {
        self.free.push(answered.batch);
        answered.answers
    }

    fn run(
        &self,
        masks: &GpuMasks,
        batch: &mut Batch,
        question: Question,
        answer_bytes: u64,
    ) -> Result<(), GpuError> {
        let (gpu, layouts) = (&self.gpu, &self.layouts);
        let job_bytes = self.jobs.len() as u64;
        let jobs = job_bytes / PAIR_JOB;
        let most = gpu.limits().questions;
        if jobs > most {
            return Err(GpuError::TooLarge {
                what: "the list of pairs",
                bytes: job_bytes,
                most: most * PAIR_JOB,
            });
        }
        gpu.guarded(|| {
            let mut commands = gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
            batch.jobs.write(gpu, job_bytes, |mut bytes| bytes.copy_from_slice(&self.jobs))?;
            gpu.grow(&mut batch.answers, "answers", answer_bytes)?;
            // What the CPU answers alone needs no work of the device.
            if jobs > 0 {
                batch.sprites.invert(gpu, &mut commands, masks);
                batch.jobs.copy(&mut commands);
                commands.clear_buffer(&batch.answers, 0, Some(answer_bytes));
                let buffers = [&batch.jobs.buffer, &batch.answers];
                let groups = layouts.bind(gpu, batch.sprites.among(masks), (job_bytes, &buffers));
                dispatch(gpu, &mut commands, &self.pipelines[question as usize], &groups, jobs);
            }
            batch.readback.copy(gpu, &mut commands, &batch.answers, answer_bytes)?;
            batch.readback.map(gpu.queue.submit([commands.finish()]));
            if jobs > 0 {
                batch.sprites.submitted();
                batch.jobs.submitted();
            }
            Ok(())
        })
    }
}

fn sprites_of(pairs: &[(MaskId, Pose, MaskId, Pose)]) -> (Vec<(MaskId, Pose)>, Vec<[u32; 2]>) {
    let sprites = pairs.iter().flat_map(|&(a, pose, b, other)| [(a, pose), (b, other)]).collect();
    (sprites, (0..pairs.len() as u32).map(|n| [2 * n, 2 * n + 1]).collect())
}

/// Adds the parts of a window.
fn push_jobs(bytes: &mut Vec<u8>, [a, b]: [u32; 2], window: Rect, answer: u32) {
    let rows = (PIXELS_OF_A_JOB / u64::from(window.w)).clamp(1, u64::from(window.h)) as u32;
    let mut from = 0;
    while from < window.h {
        let h = rows.min(window.h - from);
        let y = window.y.wrapping_add_unsigned(from);
        push_words(bytes, [a, b, window.x as u32, y as u32, window.w, h, from, answer]);
        from += h;
    }
}

/// Who answers for a pair.
#[derive(Clone, Copy, Debug)]
enum Asked {
    /// Nobody: their windows are apart.
    Apart,
    /// The device: the window, and the masks.
    Device(Rect, [MaskId; 2]),
    Cpu,
}

/// Questions that were submitted. Dropping it drops the answers.
#[derive(Debug)]
pub struct PendingPairs<A> {
    gpu: Gpu,
    batch: Batch,
    masks: Arc<Kept>,
    answer: PhantomData<A>,
}

/// Answers, in the order of the pairs. Give it to [`GpuPairs::recycle`], and its buffers are used again.
#[derive(Debug)]
pub struct Answered<A> {
    /// An answer for each pair.
    pub answers: Vec<A>,
    /// How many of them the CPU decided: pairs that share a window of more than 2²⁶ pixels, poses so flat that 32 binary digits of a texel
    /// coordinate say nothing, and, where labels are asked for, pairs with more than 4096 pairs of labels.
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
    /// If the device was lost meanwhile, or its driver failed. Ask the CPU then: [`Mask::overlaps_posed`](hitmask::Mask::overlaps_posed).
    pub fn wait(self) -> Result<Answered<A>, GpuError> {
        let PendingPairs { gpu, batch, masks, .. } = self;
        let mut answers = Vec::with_capacity(batch.asked.len());
        let mut by_cpu = 0;
        batch.readback.read(&gpu, |bytes| {
            let words: Vec<u32> = words_of(bytes).map(|[word]| word).collect();
            let mut rest = &words[..];
            let mut left = batch.left.iter();
            for &asked in &batch.asked {
                answers.push(match asked {
                    Asked::Apart => A::none(),
                    Asked::Cpu => {
                        by_cpu += 1;
                        left.next().map_or_else(A::none, |pair| A::of_cpu(&masks, pair))
                    }
                    Asked::Device(window, ids) => {
                        let (words, next) = rest.split_at(A::words(&masks, ids));
                        rest = next;
                        A::of_device(words, window, &masks, ids)
                    }
                });
            }
        })?;
        Ok(Answered { answers, by_cpu, batch })
    }
}
