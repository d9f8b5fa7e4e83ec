//! The masks on a device: uploaded once, side by side in one buffer.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use hitmask::{AlphaMask, LabelMask, Mask, Shape};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::invert::Inverting;
use crate::words::push_words;

/// Names a mask of a [`GpuMasks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MaskId {
    pub(crate) index: u32,
    generation: u32,
    pub(crate) level: u8,
}

impl MaskId {
    /// The same mask at another alpha level, for a question: a pixel is solid if its alpha is at least the level, as in
    /// [`AlphaMask::at_level`]. The level of a [`Mask`] or a [`LabelMask`] says nothing.
    #[must_use]
    pub fn at_level(self, level: u8) -> MaskId {
        MaskId { level, ..self }
    }
}

/// What a mask knows of its pixels.
#[derive(Clone, Debug)]
enum Kind {
    /// Whether they are solid.
    Bits,
    Alpha(Arc<Levels>),
    Labels(Arc<Labelled>),
}

impl Kind {
    /// How the shaders know it: the field `kind` of `sprite.wgsl`.
    fn word(&self) -> u32 {
        match self {
            Kind::Bits => 0,
            Kind::Alpha(_) => 1,
            // At least 2, since 1 is an alpha mask.
            Kind::Labels(labelled) => labelled.labels.len().max(1) as u32 + 1,
        }
    }
}

/// An alpha mask, and what the CPU has made of it.
#[derive(Debug)]
struct Levels {
    alpha: Arc<AlphaMask>,
    /// Its pixels at the levels that the CPU needed last.
    made: Mutex<Vec<(u8, Arc<Mask>)>>,
}

impl Levels {
    /// Few games ask at more levels than this.
    const MOST: usize = 4;

    /// The solid pixels at a level. A mask keeps what posed questions need, so each should be made once.
    fn at(&self, level: u8) -> Arc<Mask> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        match made.iter().position(|(known, _)| *known == level) {
            Some(at) => made[..=at].rotate_right(1),
            None => {
                made.truncate(Self::MOST - 1);
                made.insert(0, (level, Arc::new(self.alpha.to_mask(level))));
            }
        }
        Arc::clone(&made[0].1)
    }
}

/// A label mask, and its labels in order. On the device a pixel has the number of its label in this list, counted from 1.
#[derive(Debug)]
struct Labelled {
    picture: Arc<LabelMask>,
    labels: Vec<u8>,
}

/// The pixels of a mask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels<'a> {
    /// The mask; of an alpha mask the visible pixels.
    pub(crate) mask: &'a Arc<Mask>,
    kind: &'a Kind,
    level: u8,
}

impl<'a> Pixels<'a> {
    /// The solid pixels.
    pub(crate) fn solid(self) -> Arc<Mask> {
        match self.kind {
            Kind::Alpha(levels) if self.level != 1 => levels.at(self.level),
            _ => Arc::clone(self.mask),
        }
    }

    /// The solid pixels, with labels where there are any.
    pub(crate) fn shape(self) -> Arc<dyn Shape> {
        match self.kind {
            Kind::Labels(labelled) => Arc::clone(&labelled.picture) as Arc<dyn Shape>,
            _ => self.solid(),
        }
    }

    /// The labels in the order of their numbers on the device.
    pub(crate) fn labels(self) -> &'a [u8] {
        match self.kind {
            Kind::Labels(labelled) if !labelled.labels.is_empty() => &labelled.labels,
            _ => &[0],
        }
    }
}

/// The masks as the CPU keeps them. What was submitted shares them: a later change copies the list. Nobody outside can name it: it is public
/// for a sealed trait.
#[derive(Clone, Default, Debug)]
pub struct Kept(Vec<Slot>);

impl Kept {
    pub(crate) fn slot(&self, id: MaskId) -> Option<&Slot> {
        self.0.get(id.index as usize).filter(|slot| slot.generation == id.generation)
    }

    /// The pixels of a mask.
    pub(crate) fn pixels(&self, id: MaskId) -> Result<Pixels<'_>, GpuError> {
        self.slot(id).and_then(|slot| slot.pixels(id.level)).ok_or(GpuError::StaleMask)
    }

    /// The pixels of a mask that was here at the submission.
    pub(crate) fn known(&self, id: MaskId) -> Pixels<'_> {
        self.pixels(id).unwrap_or_else(|_| unreachable!("a submission refuses masks that are not here"))
    }
}

/// Masks on a device. Insert each once, and ask about it by its [`MaskId`] as often as you like. The masks are kept in main memory, too: the
/// CPU decides the few pairs that the device leaves open.
#[derive(Debug)]
pub struct GpuMasks {
    gpu: Gpu,
    kept: Arc<Kept>,
    free_slots: Vec<u32>,
    /// The free parts of the buffer of words: where each begins, and how many words it has.
    free_words: BTreeMap<u32, u32>,
    /// All pixels: for each column of 64 pixels two words a row.
    pub(crate) words: Buffer,
    capacity: u32,
    /// Where each mask lies in `words`, and its size: four words a mask.
    pub(crate) table: Buffer,
    table_capacity: u32,
    /// What prepares the sprites of every question.
    pub(crate) inverting: Inverting,
}

/// A mask, or room for one.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    generation: u32,
    /// The mask, and its first word. Of an alpha mask the visible pixels.
    mask: Option<(Arc<Mask>, u32)>,
    kind: Kind,
}

impl Slot {
    /// The pixels at a level, if there is a mask.
    pub(crate) fn pixels(&self, level: u8) -> Option<Pixels<'_>> {
        self.mask.as_ref().map(|(mask, _)| Pixels { mask, kind: &self.kind, level })
    }
}

const WORDS: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_DST).union(BufferUsages::COPY_SRC);
/// The bytes of a word, and of a mask's line in the table.
const WORD: u64 = 4;
const LINE: u64 = 16;

impl GpuMasks {
    /// No masks yet.
    ///
    /// # Errors
    /// If the device is lost or has no memory.
    pub fn new(gpu: &Gpu) -> Result<GpuMasks, GpuError> {
        const CAPACITY: u32 = 1 << 14;
        const TABLE: u32 = 64;
        gpu.guarded(|| {
            Ok(GpuMasks {
                gpu: gpu.clone(),
                kept: Arc::default(),
                free_slots: Vec::new(),
                free_words: BTreeMap::from([(0, CAPACITY)]),
                words: gpu.buffer("masks", u64::from(CAPACITY) * WORD, WORDS)?,
                capacity: CAPACITY,
                table: gpu.buffer("the table of masks", u64::from(TABLE) * LINE, WORDS)?,
                table_capacity: TABLE,
                inverting: Inverting::new(gpu),
            })
        })
    }

    /// Uploads a mask. If the buffer is full, a buffer of twice the size takes its place; the device copies the pixels, nothing waits.
    ///
    /// # Errors
    /// If the device's limits or its memory don't allow it, or if it is lost. Then nothing is changed.
    pub fn insert(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, GpuError> {
        let mask = mask.into();
        let bytes = mask.__device_bytes();
        self.upload(mask, Kind::Bits, &bytes)
    }

    /// Uploads an alpha mask. Each question chooses a level with [`MaskId::at_level`]; the id that is returned has level 1, all visible
    /// pixels. It takes eight times the memory of a mask.
    ///
    /// # Errors
    /// As [`GpuMasks::insert`].
    pub fn insert_alpha(&mut self, alpha: impl Into<Arc<AlphaMask>>) -> Result<MaskId, GpuError> {
        let alpha = alpha.into();
        let mask = Arc::new(alpha.to_mask(1));
        let bytes = alpha.__device_bytes();
        self.upload(mask, Kind::Alpha(Arc::new(Levels { alpha, made: Mutex::default() })), &bytes)
    }

    /// Uploads a label mask. [`GpuPairs::submit_labels`](crate::GpuPairs::submit_labels) asks which labels meet; for all other questions
    /// its pixels with a label are solid. It takes eight times the memory of a mask.
    ///
    /// # Errors
    /// As [`GpuMasks::insert`].
    pub fn insert_labels(&mut self, labels: impl Into<Arc<LabelMask>>) -> Result<MaskId, GpuError> {
        let picture = labels.into();
        let (labels, bytes) = picture.__device_bytes();
        let mask = Arc::new(picture.mask().clone());
        self.upload(mask, Kind::Labels(Arc::new(Labelled { picture, labels })), &bytes)
    }

    fn upload(&mut self, mask: Arc<Mask>, kind: Kind, bytes: &[u8]) -> Result<MaskId, GpuError> {
        let length = words_of_mask(&mask, &kind);
        let (w, h) = mask.size();
        let gpu = self.gpu.clone();
        let start = self.allocate(length)?;
        let index = self.free_slots.last().copied().unwrap_or(self.kept.0.len() as u32);
        let done = gpu.guarded(|| {
            self.make_room_in_table(index)?;
            self.gpu.queue.write_buffer(&self.words, u64::from(start) * WORD, bytes);
            let mut line = Vec::new();
            push_words(&mut line, [start, w, h, kind.word()]);
            self.gpu.queue.write_buffer(&self.table, u64::from(index) * LINE, &line);
            Ok(())
        });
        if let Err(error) = done {
            self.release(start, length);
            return Err(error);
        }
        let slots = &mut Arc::make_mut(&mut self.kept).0;
        if self.free_slots.pop().is_none() {
            slots.push(Slot { generation: 0, mask: None, kind: Kind::Bits });
        }
        let slot = &mut slots[index as usize];
        (slot.mask, slot.kind) = (Some((mask, start)), kind);
        Ok(MaskId { index, generation: slot.generation, level: 1 })
    }

    /// Removes a mask; its memory is used again. Questions that were submitted before are answered all the same. None if it was removed
    /// before.
    pub fn remove(&mut self, id: MaskId) -> Option<Arc<Mask>> {
        self.get(id)?;
        let slot = &mut Arc::make_mut(&mut self.kept).0[id.index as usize];
        let (mask, start) = slot.mask.take()?;
        let length = words_of_mask(&mask, &core::mem::replace(&mut slot.kind, Kind::Bits));
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free_slots.push(id.index);
        }
        self.release(start, length);
        Some(mask)
    }

    /// A mask; of an alpha mask the visible pixels, of a label mask those with a label. None if it was removed.
    #[must_use]
    pub fn get(&self, id: MaskId) -> Option<&Arc<Mask>> {
        self.kept.slot(id)?.mask.as_ref().map(|(mask, _)| mask)
    }

    /// What questions keep of the masks.
    pub(crate) fn kept(&self) -> &Arc<Kept> {
        &self.kept
    }

    /// How many masks there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.0.iter().filter(|slot| slot.mask.is_some()).count()
    }

    /// Whether there is no mask.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory of the device that they use, free parts included.
    #[must_use]
    pub fn device_bytes(&self) -> u64 {
        u64::from(self.capacity) * WORD + u64::from(self.table_capacity) * LINE
    }

    /// The first words that are free. Makes a larger buffer if there are none.
    fn allocate(&mut self, length: u32) -> Result<u32, GpuError> {
        if length == 0 {
            return Ok(0);
        }
        loop {
            let found =
                self.free_words.iter().find(|&(_, &free)| free >= length).map(|(&at, &free)| (at, free));
            if let Some((start, free)) = found {
                self.free_words.remove(&start);
                if free > length {
                    self.free_words.insert(start + length, free - length);
                }
                return Ok(start);
            }
            let wanted = u64::from(self.capacity) + u64::from(self.capacity.max(length));
            let most = (self.gpu.limits().buffer_bytes / WORD).min(u64::from(u32::MAX));
            // Not twice as large if the device does not allow it.
            let capacity = wanted.min(most.max(u64::from(self.capacity) + u64::from(length)));
            let larger =
                self.larger("masks", capacity * WORD, &self.words, u64::from(self.capacity) * WORD)?;
            let (old, capacity) = (self.capacity, capacity as u32);
            (self.words, self.capacity) = (larger, capacity);
            self.release(old, capacity - old);
        }
    }

    fn make_room_in_table(&mut self, index: u32) -> Result<(), GpuError> {
        if index >= self.table_capacity {
            let capacity = self.table_capacity * 2;
            let [bytes, used] = [capacity, self.table_capacity].map(|lines| u64::from(lines) * LINE);
            let larger = self.larger("the table of masks", bytes, &self.table, used)?;
            (self.table, self.table_capacity) = (larger, capacity);
        }
        Ok(())
    }

    /// A larger buffer that begins with what is used of a smaller one. Guarded by itself: a buffer for which there is no memory is only known
    /// then, and must not take the place of the smaller one.
    fn larger(&self, what: &'static str, bytes: u64, from: &Buffer, used: u64) -> Result<Buffer, GpuError> {
        self.gpu.guarded(|| {
            let larger = self.gpu.buffer(what, bytes, WORDS)?;
            let mut commands = self.gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
            commands.copy_buffer_to_buffer(from, 0, &larger, 0, used);
            self.gpu.queue.submit([commands.finish()]);
            Ok(larger)
        })
    }

    /// Makes words free, and joins them with free words before and behind them.
    fn release(&mut self, start: u32, length: u32) {
        if length == 0 {
            return;
        }
        let (mut start, mut length) = (start, length);
        if let Some((&before, &free)) = self.free_words.range(..start).next_back()
            && before + free == start
        {
            self.free_words.remove(&before);
            (start, length) = (before, length + free);
        }
        if let Some(free) = self.free_words.remove(&(start + length)) {
            length += free;
        }
        self.free_words.insert(start, length);
    }
}

/// How many words a mask has on the device: at most 2^30, as sides are 16 bits long.
fn words_of_mask(mask: &Mask, kind: &Kind) -> u32 {
    let (w, h) = mask.size();
    if matches!(kind, Kind::Bits) { w.div_ceil(64) * h * 2 } else { w.div_ceil(4) * h }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_four_levels_of_an_alpha_mask_are_made_once() {
        let alpha = Arc::new(AlphaMask::from_fn(9, 9, |x, y| (x * 20 + y) as u8));
        let levels = Levels { alpha: Arc::clone(&alpha), made: Mutex::default() };
        let first = levels.at(7);
        for level in [7, 30, 40, 7, 50, 7, 60, 70, 80, 7] {
            assert_eq!(*levels.at(level), alpha.to_mask(level));
            assert!(Arc::ptr_eq(&levels.at(7), &first), "level {level}");
        }
        for level in [30, 40, 50, 60] {
            levels.at(level);
        }
        assert!(!Arc::ptr_eq(&levels.at(7), &first), "it was given up");
        assert_eq!(levels.at(7), first);
    }
}
