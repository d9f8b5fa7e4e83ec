//! The masks on a device: uploaded once, side by side in one buffer.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use hitmask::{AlphaMask, Mask};
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor};

use crate::device::Gpu;
use crate::error::GpuError;
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
    /// [`AlphaMask::at_level`]. The level of a [`Mask`] says nothing.
    #[must_use]
    pub fn at_level(self, level: u8) -> MaskId {
        MaskId { level, ..self }
    }
}

/// What a question keeps of a mask, for what the CPU decides.
#[derive(Clone, Debug)]
pub(crate) struct Pixels {
    pub(crate) mask: Arc<Mask>,
    alpha: Option<Arc<AlphaMask>>,
    level: u8,
}

impl Pixels {
    /// The solid pixels.
    pub(crate) fn solid(&self) -> Cow<'_, Mask> {
        match &self.alpha {
            None => Cow::Borrowed(&self.mask),
            Some(alpha) => Cow::Owned(alpha.to_mask(self.level)),
        }
    }
}

/// Masks on a device. Insert each once, and ask about it by its [`MaskId`] as often as you like. The masks are kept in main memory, too: the
/// CPU decides the few pairs that the device leaves open.
#[derive(Debug)]
pub struct GpuMasks {
    gpu: Gpu,
    slots: Vec<Slot>,
    free_slots: Vec<u32>,
    /// The free parts of the buffer of words: where each begins, and how many words it has.
    free_words: BTreeMap<u32, u32>,
    /// All pixels: for each column of 64 pixels two words a row.
    pub(crate) words: Buffer,
    capacity: u32,
    /// Where each mask lies in `words`, and its size: four words a mask.
    pub(crate) table: Buffer,
    table_capacity: u32,
}

#[derive(Debug)]
struct Slot {
    generation: u32,
    /// The mask, and its first word. Of an alpha mask the visible pixels.
    mask: Option<(Arc<Mask>, u32)>,
    alpha: Option<Arc<AlphaMask>>,
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
                slots: Vec::new(),
                free_slots: Vec::new(),
                free_words: BTreeMap::from([(0, CAPACITY)]),
                words: gpu.buffer("masks", u64::from(CAPACITY) * WORD, WORDS)?,
                capacity: CAPACITY,
                table: gpu.buffer("the table of masks", u64::from(TABLE) * LINE, WORDS)?,
                table_capacity: TABLE,
            })
        })
    }

    /// Uploads a mask. If the buffer is full, a buffer of twice the size takes its place; the device copies the pixels, nothing waits.
    ///
    /// # Errors
    /// If the device's limits or its memory don't allow it, or if it is lost. Then nothing is changed.
    pub fn insert(&mut self, mask: impl Into<Arc<Mask>>) -> Result<MaskId, GpuError> {
        let mask = mask.into();
        let (w, h) = mask.size();
        let mut bytes = Vec::with_capacity(words_of_mask(&mask, false) as usize * WORD as usize);
        let mut rows = vec![0u64; h as usize];
        for column in 0..w.div_ceil(64) {
            mask.__copy_column64(column, &mut rows);
            bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
        }
        self.upload(mask, None, &bytes)
    }

    /// Uploads an alpha mask. Each question chooses a level with [`MaskId::at_level`]; the id that is returned has level 1, all visible
    /// pixels. It takes eight times the memory of a mask.
    ///
    /// # Errors
    /// As [`GpuMasks::insert`].
    pub fn insert_alpha(&mut self, alpha: impl Into<Arc<AlphaMask>>) -> Result<MaskId, GpuError> {
        let alpha = alpha.into();
        let (w, h) = alpha.size();
        let mut bytes = Vec::with_capacity(w.div_ceil(4) as usize * WORD as usize * h as usize);
        for row in alpha.as_bytes().chunks(w.max(1) as usize) {
            bytes.extend_from_slice(row);
            bytes.resize(bytes.len().next_multiple_of(WORD as usize), 0);
        }
        self.upload(Arc::new(alpha.to_mask(1)), Some(alpha), &bytes)
    }

    fn upload(
        &mut self,
        mask: Arc<Mask>,
        alpha: Option<Arc<AlphaMask>>,
        bytes: &[u8],
    ) -> Result<MaskId, GpuError> {
        let length = words_of_mask(&mask, alpha.is_some());
        let (w, h) = mask.size();
        let gpu = self.gpu.clone();
        let start = gpu.guarded(|| self.allocate(length))?;
        let index = self.free_slots.last().copied().unwrap_or(self.slots.len() as u32);
        let done = gpu.guarded(|| {
            self.make_room_in_table(index)?;
            self.gpu.queue.write_buffer(&self.words, u64::from(start) * WORD, bytes);
            let mut line = Vec::new();
            push_words(&mut line, [start, w, h, alpha.is_some().into()]);
            self.gpu.queue.write_buffer(&self.table, u64::from(index) * LINE, &line);
            Ok(())
        });
        if let Err(error) = done {
            self.release(start, length);
            return Err(error);
        }
        if self.free_slots.pop().is_none() {
            self.slots.push(Slot { generation: 0, mask: None, alpha: None });
        }
        let slot = &mut self.slots[index as usize];
        (slot.mask, slot.alpha) = (Some((mask, start)), alpha);
        Ok(MaskId { index, generation: slot.generation, level: 1 })
    }

    /// Removes a mask; its memory is used again. Questions that were submitted before are answered all the same. None if it was removed
    /// before.
    pub fn remove(&mut self, id: MaskId) -> Option<Arc<Mask>> {
        let slot = self.slots.get_mut(id.index as usize).filter(|slot| slot.generation == id.generation)?;
        let (mask, start) = slot.mask.take()?;
        let length = words_of_mask(&mask, slot.alpha.take().is_some());
        self.release(start, length);
        let slot = &mut self.slots[id.index as usize];
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free_slots.push(id.index);
        }
        Some(mask)
    }

    /// A mask; of an alpha mask the visible pixels. None if it was removed.
    #[must_use]
    pub fn get(&self, id: MaskId) -> Option<&Arc<Mask>> {
        let slot = self.slots.get(id.index as usize).filter(|slot| slot.generation == id.generation)?;
        slot.mask.as_ref().map(|(mask, _)| mask)
    }

    /// What a question keeps of a mask.
    pub(crate) fn pixels(&self, id: MaskId) -> Result<Pixels, GpuError> {
        let mask = Arc::clone(self.get(id).ok_or(GpuError::StaleMask)?);
        Ok(Pixels { mask, alpha: self.slots[id.index as usize].alpha.clone(), level: id.level })
    }

    /// How many masks there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.iter().filter(|slot| slot.mask.is_some()).count()
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
            let larger = self.gpu.buffer("masks", capacity * WORD, WORDS)?;
            self.copy(&self.words, &larger, u64::from(self.capacity) * WORD);
            let (old, capacity) = (self.capacity, capacity as u32);
            (self.words, self.capacity) = (larger, capacity);
            self.release(old, capacity - old);
        }
    }

    fn make_room_in_table(&mut self, index: u32) -> Result<(), GpuError> {
        if index >= self.table_capacity {
            let capacity = self.table_capacity * 2;
            let larger = self.gpu.buffer("the table of masks", u64::from(capacity) * LINE, WORDS)?;
            self.copy(&self.table, &larger, u64::from(self.table_capacity) * LINE);
            (self.table, self.table_capacity) = (larger, capacity);
        }
        Ok(())
    }

    fn copy(&self, from: &Buffer, to: &Buffer, bytes: u64) {
        let mut commands = self.gpu.device.create_command_encoder(&CommandEncoderDescriptor::default());
        commands.copy_buffer_to_buffer(from, 0, to, 0, bytes);
        self.gpu.queue.submit([commands.finish()]);
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
fn words_of_mask(mask: &Mask, is_alpha: bool) -> u32 {
    let (w, h) = mask.size();
    if is_alpha { w.div_ceil(4) * h } else { w.div_ceil(64) * h * 2 }
}
