//! The collision buffer: sprites drawn with ids into a region of the world, and others tested against them.

use core::ops::ControlFlow;
use std::sync::Arc;

use hitmask::broad_phase::{Aabb, BroadPhase, Grid};
use hitmask::{BufferMode, BufferOverlap, CollisionBuffer, InvalidArgument, Mask, Placed, Point, Pose, Rect};
use wgpu::{BufferUsages, CommandEncoderDescriptor, ComputePipeline};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::masks::{GpuMasks, MaskId, Pixels, Slot};
use crate::pipeline::{Binding, Layouts, dispatch, pipelines};
use crate::readback::Readback;
use crate::sprites::{Sprites, Window};
use crate::words::{push_words, words_of};

/// A [`CollisionBuffer`] on the device: it gives the same answers, about any number of sprites in one submission.
///
/// Drawing only notes what was drawn. A submission draws everything since the last [`GpuBuffer::clear`], and asks. So draw once a frame, and
/// ask once.
#[derive(Debug)]
pub struct GpuBuffer {
    gpu: Gpu,
    layouts: Layouts,
    paint: ComputePipeline,
    test_painted: ComputePipeline,
    test: ComputePipeline,
    mode: BufferMode,
    region: Rect,
    drawn: Vec<Drawn>,
    /// Of `drawn`, what was cleared since, and is kept only for what it touched.
    cleared: usize,
    /// Of `drawn`, for what is known which of them touched another one.
    told: usize,
    /// How many times the buffer was cleared.
    era: u32,
}

/// A sprite that was drawn.
#[derive(Clone, Debug)]
struct Drawn {
    mask: MaskId,
    slot: Slot,
    pose: Pose,
    id: u32,
    /// Between which calls of `clear` it was drawn, and into which region.
    era: u32,
    region: Rect,
}

impl Drawn {
    fn pixels(&self) -> Pixels<'_> {
        self.slot.pixels(self.mask.level).unwrap_or_else(|| unreachable!("only masks are drawn"))
    }
}

/// A job of `buffer.wgsl`.
#[derive(Clone, Copy, Default, Debug)]
struct Job {
    sprite: u32,
    window: Rect,
    number: u32,
    list: [u32; 2],
    erasers: [u32; 2],
    id: u32,
}

/// The bytes of a job, and of a sprite in a list.
const JOB: u64 = 48;
const LISTED: u64 = 16;

/// What is asked of the device.
#[derive(Debug)]
struct Submission {
    /// What was drawn, then what asks.
    sprites: Sprites,
    listed: Vec<u8>,
    paint: Vec<Job>,
    test: Vec<Job>,
    /// The sprite and the id of each answer.
    asked: Vec<(u32, u32)>,
    /// Whether the mask of a drawn sprite was removed meanwhile, so that the device may have others in its place.
    is_left: bool,
}

impl Submission {
    fn new(
        gpu: &Gpu,
        masks: &GpuMasks,
        drawn: &[Drawn],
        asking: &[(MaskId, Pose)],
    ) -> Result<Submission, GpuError> {
        let mut posed = Vec::with_capacity(drawn.len() + asking.len());
        posed.extend(drawn.iter().map(|one| (one.pixels(), one.mask, &one.pose)));
        for (mask, pose) in asking {
            posed.push((masks.kept().pixels(*mask)?, *mask, pose));
        }
        let sprites = gpu.guarded(|| {
            let mut sprites = Sprites::new(gpu)?;
            sprites.fill(gpu, &posed, |sprite| Ok(*sprite))?;
            Ok(sprites)
        })?;
        let mut listed = Vec::with_capacity(drawn.len() * LISTED as usize);
        for (one, at) in drawn.iter().zip(0u32..) {
            push_words(&mut listed, [at, at + 1, one.id, 0]);
        }
        let is_left = drawn.iter().any(|one| masks.get(one.mask).is_none());
        Ok(Submission { sprites, listed, paint: Vec::new(), test: Vec::new(), asked: Vec::new(), is_left })
    }

    fn needs_cpu(&self) -> bool {
        self.is_left || self.sprites.windows.iter().any(|window| matches!(window, Window::OnlyCpu(_)))
    }
}

impl GpuBuffer {
    /// An empty buffer for a region of the world.
    ///
    /// # Errors
    /// [`GpuError::InvalidArgument`] for a region that [`CollisionBuffer::new`] refuses, and what the device says.
    pub fn new(gpu: &Gpu, mode: BufferMode, region: Rect) -> Result<GpuBuffer, GpuError> {
        check(region)?;
        gpu.guarded(|| {
            let answers = [Binding::Read, Binding::Write, Binding::Read, Binding::Write, Binding::Uniform];
            let layouts = Layouts::new(&gpu.device, &answers);
            let entries = ["paint", "test_painted", "test"].map(|entry| (entry, &[][..]));
            let shader = include_str!("shaders/buffer.wgsl");
            let [paint, test_painted, test] = pipelines(&gpu.device, &layouts, shader, entries);
            Ok(GpuBuffer {
                gpu: gpu.clone(),
                layouts,
                paint,
                test_painted,
                test,
                mode,
                region,
                drawn: Vec::new(),
                cleared: 0,
                told: 0,
                era: 0,
            })
        })
    }

    /// What the buffer stores of a pixel.
    #[must_use]
    pub fn mode(&self) -> BufferMode {
        self.mode
    }

    /// The region of the world that the buffer holds.
    #[must_use]
    pub fn region(&self) -> Rect {
        self.region
    }

    /// As [`CollisionBuffer::set_region`]: moves the buffer to another region, and erases what was drawn. What has touched stays.
    ///
    /// # Errors
    /// [`GpuError::InvalidArgument`]. The buffer then stays as it was.
    pub fn set_region(&mut self, region: Rect) -> Result<(), GpuError> {
        check(region)?;
        self.clear();
        self.region = region;
        Ok(())
    }

    /// Erases what was drawn, at the start of a frame. What has touched stays until [`GpuBuffer::submit_latched`] tells it: in
    /// [`BufferMode::Latch`] what was drawn is kept until then.
    pub fn clear(&mut self) {
        self.era += 1;
        if self.mode == BufferMode::Latch {
            self.cleared = self.drawn.len();
        } else {
            self.drawn.clear();
        }
    }

    /// Draws a posed mask with an id. Id 0 erases what it covers.
    ///
    /// # Errors
    /// [`GpuError::StaleMask`].
    pub fn draw(&mut self, masks: &GpuMasks, mask: MaskId, pose: &Pose, id: u32) -> Result<(), GpuError> {
        let slot =
            masks.kept().slot(mask).filter(|slot| slot.pixels(1).is_some()).ok_or(GpuError::StaleMask)?;
        let slot = slot.clone();
        self.drawn.push(Drawn { mask, slot, pose: *pose, id, era: self.era, region: self.region });
        Ok(())
    }

    /// Asks what each of these sprites meets: what [`CollisionBuffer::test`] says. The sprites are not drawn.
    ///
    /// # Errors
    /// [`GpuError::StaleMask`] if a mask of these was removed; [`GpuError::TooLarge`]; and what the device says. If the mask of a drawn sprite was
    /// removed meanwhile, the CPU answers.
    pub fn submit_tests(
        &self,
        masks: &GpuMasks,
        sprites: &[(MaskId, Pose)],
    ) -> Result<PendingTests, GpuError> {
        let drawn = &self.drawn[self.cleared..];
        let mut submission = Submission::new(&self.gpu, masks, drawn, sprites)?;
        if submission.needs_cpu() {
            let solid = |(mask, pose): &(MaskId, Pose)| (masks.kept().known(*mask).solid(), *pose);
            let sprites = sprites.iter().map(solid).collect();
            return Ok(PendingTests { of: Of::Cpu(Box::new(self.on_cpu(drawn)?), sprites) });
        }
        let first = drawn.len() as u32;
        let boxes: Vec<Aabb> =
            submission.sprites.windows.iter().map(|window| box_in(window, self.region)).collect();
        let (near_to, asking) = boxes.split_at(drawn.len());
        each_near(near_to, asking, &mut |test, near| {
            self.push_tests(drawn, first + test, self.region, near, &mut submission);
        });
        if self.mode == BufferMode::Painter {
            self.push_paint(drawn, self.region, &mut submission);
        }
        let readback = self.run(masks, &submission, self.region, Read::Answers)?;
        let (asked, tests) = (submission.asked, sprites.len());
        Ok(PendingTests {
            of: Of::Device { gpu: self.gpu.clone(), readback, asked, first, tests, region: self.region },
        })
    }

    /// Asks which ids have touched another id since the last call, and were drawn meanwhile: what [`CollisionBuffer::take_latched`] says. Only
    /// [`BufferMode::Latch`] has any.
    ///
    /// # Errors
    /// As [`GpuBuffer::submit_tests`]. Then the next call tells them.
    pub fn submit_latched(&mut self, masks: &GpuMasks) -> Result<PendingLatched, GpuError> {
        let drawn = match self.mode {
            BufferMode::Latch => &self.drawn[..],
            BufferMode::Owners | BufferMode::Painter => &[],
        };
        let mut submission = Submission::new(&self.gpu, masks, drawn, &[])?;
        let of = if submission.needs_cpu() {
            OfLatched::Cpu(self.latched_on_cpu(drawn)?)
        } else {
            let boxes: Vec<Aabb> = submission
                .sprites
                .windows
                .iter()
                .zip(drawn)
                .map(|(window, one)| box_in(window, one.region))
                .collect();
            each_near(&boxes, &boxes, &mut |later, near| {
                let one = &drawn[later as usize];
                if (later as usize) < self.told || one.id == 0 {
                    return;
                }
                near.retain(|&earlier| {
                    let other = &drawn[earlier as usize];
                    earlier < later && other.era == one.era && other.id != one.id
                });
                self.push_tests(drawn, later, one.region, near, &mut submission);
            });
            let readback = self.run(masks, &submission, self.region, Read::Answers)?;
            let asked = submission.asked.iter().map(|&(later, id)| [drawn[later as usize].id, id]).collect();
            OfLatched::Device { gpu: self.gpu.clone(), readback, asked }
        };
        self.drawn.drain(..self.cleared);
        (self.cleared, self.told) = (0, self.drawn.len());
        Ok(PendingLatched { of })
    }

    /// Asks which id was drawn last at each pixel of a window, cut to the region: a picture for debugging, or one pixel for what lies under the
    /// pointer ([`CollisionBuffer::top_at`]).
    ///
    /// # Errors
    /// As [`GpuBuffer::submit_tests`].
    pub fn submit_picture(&self, masks: &GpuMasks, window: Rect) -> Result<PendingPicture, GpuError> {
        let window = window.intersection(&self.region).unwrap_or_default();
        let drawn = &self.drawn[self.cleared..];
        let mut submission = Submission::new(&self.gpu, masks, drawn, &[])?;
        if submission.needs_cpu() {
            let buffer = self.on_cpu(drawn)?;
            let ids = pixels(window).map(|pixel| buffer.top_at(pixel).unwrap_or(0)).collect();
            return Ok(PendingPicture { window, of: OfPicture::Cpu(ids) });
        }
        self.push_paint(drawn, window, &mut submission);
        let readback = self.run(masks, &submission, window, Read::Plane)?;
        let ids = drawn.iter().map(|one| one.id).collect();
        Ok(PendingPicture { window, of: OfPicture::Device { gpu: self.gpu.clone(), readback, ids } })
    }

    fn push_paint(&self, drawn: &[Drawn], window: Rect, submission: &mut Submission) {
        for at in 0..drawn.len() as u32 {
            if let Window::Here(rect) = submission.sprites.windows[at as usize]
                && let Some(window) = rect.intersection(&window)
            {
                submission.paint.push(Job { sprite: at, window, number: at + 1, ..Job::default() });
            }
        }
    }

    /// Asks about a sprite and the drawn ones near it.
    fn push_tests(
        &self,
        drawn: &[Drawn],
        sprite: u32,
        region: Rect,
        near: &mut [u32],
        submission: &mut Submission,
    ) {
        let Window::Here(rect) = submission.sprites.windows[sprite as usize] else { return };
        let Some(window) = rect.intersection(&region) else { return };
        let listed = |submission: &Submission| (submission.listed.len() as u64 / LISTED) as u32;
        near.sort_unstable_by_key(|&at| (drawn[at as usize].id, at));
        let erasing = near.iter().take_while(|&&at| drawn[at as usize].id == 0).count();
        let is_painter = self.mode == BufferMode::Painter;
        let from = listed(submission);
        if !is_painter {
            for &at in &near[..erasing] {
                push_words(&mut submission.listed, [at, at + 1, 0, 0]);
            }
        }
        let erasers = [from, listed(submission)];
        for group in near[erasing..].chunk_by(|&a, &b| drawn[a as usize].id == drawn[b as usize].id) {
            let id = drawn[group[0] as usize].id;
            let from = listed(submission);
            let mut around: Option<Rect> = None;
            for &at in group {
                if !is_painter {
                    push_words(&mut submission.listed, [at, at + 1, id, 0]);
                }
                if let Window::Here(rect) = submission.sprites.windows[at as usize]
                    && let Some(shared) = rect.intersection(&window)
                {
                    around = Some(around.map_or(shared, |around| around.union(&shared)));
                }
            }
            let list = [from, listed(submission)];
            if let Some(window) = around {
                let number = submission.asked.len() as u32;
                submission.asked.push((sprite, id));
                submission.test.push(Job { sprite, window, number, list, erasers, id });
            }
        }
    }

    /// The same buffer on the CPU.
    fn on_cpu(&self, drawn: &[Drawn]) -> Result<CollisionBuffer, GpuError> {
        let mut buffer = CollisionBuffer::new(self.mode, self.region)?;
        for one in drawn {
            buffer.draw(Placed::from(&*one.pixels().solid()).posed(&one.pose), one.id);
        }
        Ok(buffer)
    }

    /// The ids that have touched another one since it was told, found on the CPU.
    fn latched_on_cpu(&self, drawn: &[Drawn]) -> Result<Vec<u32>, GpuError> {
        let mut buffer = CollisionBuffer::new(self.mode, self.region)?;
        let mut era = None;
        for (at, one) in drawn.iter().enumerate() {
            if era.replace(one.era) != Some(one.era) {
                buffer.set_region(one.region)?;
            }
            if at == self.told {
                let _ = buffer.take_latched();
            }
            buffer.draw(Placed::from(&*one.pixels().solid()).posed(&one.pose), one.id);
        }
        Ok(if self.told < drawn.len() { buffer.take_latched() } else { Vec::new() })
    }

    fn run(
        &self,
        masks: &GpuMasks,
        submission: &Submission,
        region: Rect,
        read: Read,
    ) -> Result<Readback, GpuError> {
        let gpu = &self.gpu;
        gpu.guarded(|| {
            let mut readback = Readback::new(gpu)?;
            let mut commands = gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
            let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
            let of = |what, bytes: &[u8], usage| {
                let buffer = gpu.buffer(what, bytes.len() as u64, usage)?;
                gpu.queue.write_buffer(&buffer, 0, bytes);
                Ok::<_, GpuError>(buffer)
            };
            if !submission.paint.is_empty() || !submission.test.is_empty() {
                submission.sprites.invert(gpu, &mut commands, masks);
            }
            let listed = of("the list of drawn sprites", &submission.listed, storage)?;
            let mut corner = Vec::new();
            push_words(&mut corner, [region.x as u32, region.y as u32, region.w, region.h]);
            let uniform = of("the region", &corner, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
            let needs_plane = !submission.paint.is_empty() || matches!(read, Read::Plane);
            let plane_bytes = if needs_plane { u64::from(region.w) * u64::from(region.h) * 4 } else { 0 };
            // New buffers hold zeros.
            let plane = gpu.buffer("the collision buffer", plane_bytes, storage | BufferUsages::COPY_SRC)?;
            let answer_bytes = submission.asked.len() as u64 * 8;
            let answers = gpu.buffer("answers", answer_bytes, storage | BufferUsages::COPY_SRC)?;
            let test = if self.mode == BufferMode::Painter { &self.test_painted } else { &self.test };
            for (pipeline, jobs) in [(&self.paint, &submission.paint), (test, &submission.test)] {
                if jobs.is_empty() {
                    continue;
                }
                let most = gpu.limits().questions;
                if jobs.len() as u64 > most {
                    let bytes = jobs.len() as u64 * JOB;
                    return Err(GpuError::TooLarge { what: "the list of tests", bytes, most: most * JOB });
                }
                let mut bytes = Vec::with_capacity(jobs.len() * JOB as usize);
                for job in jobs {
                    let Job { sprite, window: Rect { x, y, w, h }, number, list, erasers, id } = *job;
                    push_words(&mut bytes, [sprite, x as u32, y as u32, w, h, number]);
                    push_words(&mut bytes, [list[0], list[1], erasers[0], erasers[1], id, 0]);
                }
                let jobs_buffer = of("tests", &bytes, storage)?;
                let buffers = [&jobs_buffer, &answers, &listed, &plane, &uniform];
                let groups =
                    self.layouts.bind(gpu, submission.sprites.among(masks), (bytes.len() as u64, &buffers));
                dispatch(gpu, &mut commands, pipeline, &groups, jobs.len() as u64);
            }
            match read {
                Read::Answers => readback.copy(gpu, &mut commands, &answers, answer_bytes)?,
                Read::Plane => readback.copy(gpu, &mut commands, &plane, plane_bytes)?,
            }
            readback.map(gpu.queue.submit([commands.finish()]));
            Ok(readback)
        })
    }
}

/// What is read back.
#[derive(Clone, Copy, Debug)]
enum Read {
    Answers,
    Plane,
}

/// Whether the library takes the region. A buffer of owners has no plane, so this makes nothing large.
fn check(region: Rect) -> Result<(), GpuError> {
    Ok(CollisionBuffer::new(BufferMode::Owners, region).map(drop)?)
}

/// The box of a sprite, cut to a region.
fn box_in(window: &Window, region: Rect) -> Aabb {
    let Window::Here(rect) = window else { return Aabb::EMPTY };
    let Some(rect) = rect.intersection(&region) else { return Aabb::EMPTY };
    let end = |from: i32, side: u32| i32::try_from(i64::from(from) + i64::from(side)).unwrap_or(i32::MAX);
    Aabb { x0: rect.x, y0: rect.y, x1: end(rect.x, rect.w), y1: end(rect.y, rect.h) }
}

/// Calls `f` with the number of each box that asks, and the boxes that come near it.
fn each_near(boxes: &[Aabb], asking: &[Aabb], f: &mut impl FnMut(u32, &mut Vec<u32>)) {
    let mut grid = Grid::default();
    grid.update(boxes);
    let mut near = Vec::new();
    for (&area, number) in asking.iter().zip(0..) {
        near.clear();
        if !area.is_empty() {
            let _ = grid.query(boxes, area, &mut |at| {
                near.push(at);
                ControlFlow::Continue(())
            });
        }
        f(number, &mut near);
    }
}

/// The pixels of a window, row by row.
fn pixels(window: Rect) -> impl Iterator<Item = Point> {
    let at = move |x, y| Point::new(window.x.wrapping_add_unsigned(x), window.y.wrapping_add_unsigned(y));
    (0..window.h).flat_map(move |y| (0..window.w).map(move |x| at(x, y)))
}

impl From<InvalidArgument> for GpuError {
    fn from(refused: InvalidArgument) -> GpuError {
        GpuError::InvalidArgument(refused)
    }
}

/// Tests that were submitted.
#[derive(Debug)]
pub struct PendingTests {
    of: Of,
}

#[derive(Debug)]
enum Of {
    Cpu(Box<CollisionBuffer>, Vec<(Arc<Mask>, Pose)>),
    Device { gpu: Gpu, readback: Readback, asked: Vec<(u32, u32)>, first: u32, tests: usize, region: Rect },
}

impl PendingTests {
    /// Whether the device is done, so that [`PendingTests::wait`] does not wait.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        match &self.of {
            Of::Cpu(..) => true,
            Of::Device { gpu, readback, .. } => readback.is_ready(gpu),
        }
    }

    /// Waits for the device. Returns for each sprite the ids that it meets, ascending.
    ///
    /// # Errors
    /// If the device was lost meanwhile, or its driver failed.
    pub fn wait(self) -> Result<Vec<Vec<BufferOverlap>>, GpuError> {
        match self.of {
            Of::Cpu(mut buffer, sprites) => {
                let test = |(mask, pose): &(Arc<Mask>, Pose)| buffer.test(Placed::from(&**mask).posed(pose));
                Ok(sprites.iter().map(test).collect())
            }
            Of::Device { gpu, readback, asked, first, tests, region } => {
                let mut met: Vec<Vec<BufferOverlap>> = vec![Vec::new(); tests];
                readback.read(&gpu, |bytes| {
                    for (&(sprite, id), [area, pixel]) in asked.iter().zip(words_of(bytes)) {
                        if area > 0 {
                            let (x, y) = (!pixel % region.w, !pixel / region.w);
                            let first_pixel = Point::new(
                                region.x.wrapping_add_unsigned(x),
                                region.y.wrapping_add_unsigned(y),
                            );
                            met[(sprite - first) as usize].push(BufferOverlap::__new(
                                id,
                                area.into(),
                                first_pixel,
                            ));
                        }
                    }
                })?;
                Ok(met)
            }
        }
    }
}

/// A question for touches that was submitted.
#[derive(Debug)]
pub struct PendingLatched {
    of: OfLatched,
}

#[derive(Debug)]
enum OfLatched {
    Cpu(Vec<u32>),
    Device { gpu: Gpu, readback: Readback, asked: Vec<[u32; 2]> },
}

impl PendingLatched {
    /// Waits for the device. Returns the ids that have touched another id, ascending.
    ///
    /// # Errors
    /// If the device was lost meanwhile, or its driver failed.
    pub fn wait(self) -> Result<Vec<u32>, GpuError> {
        let mut ids = Vec::new();
        match self.of {
            OfLatched::Cpu(found) => return Ok(found),
            OfLatched::Device { gpu, readback, asked } => readback.read(&gpu, |bytes| {
                for (pair, [area, _]) in asked.iter().zip(words_of(bytes)) {
                    if area > 0 {
                        ids.extend(pair);
                    }
                }
            })?,
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }
}

/// A picture that was asked for.
#[derive(Debug)]
pub struct PendingPicture {
    window: Rect,
    of: OfPicture,
}

#[derive(Debug)]
enum OfPicture {
    Cpu(Vec<u32>),
    Device { gpu: Gpu, readback: Readback, ids: Vec<u32> },
}

impl PendingPicture {
    /// Waits for the device. Returns the window, cut to the region, and the id of each of its pixels, row by row; 0 where there is none.
    /// [`CollisionBuffer::colour_of`] has a colour for each id.
    ///
    /// # Errors
    /// If the device was lost meanwhile, or its driver failed.
    pub fn wait(self) -> Result<(Rect, Vec<u32>), GpuError> {
        let mut picture = Vec::new();
        match self.of {
            OfPicture::Cpu(ids) => picture = ids,
            OfPicture::Device { gpu, readback, ids } => readback.read(&gpu, |bytes| {
                let id = |[number]: [u32; 1]| number.checked_sub(1).map_or(0, |at| ids[at as usize]);
                picture.extend(words_of(bytes).map(id));
            })?,
        }
        Ok((self.window, picture))
    }
}
