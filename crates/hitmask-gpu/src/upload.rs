//! Writing what the device reads. The CPU writes it in place, and keeps that memory for the next time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use wgpu::{Buffer, BufferDescriptor, BufferUsages, CommandEncoder, MapMode, WriteOnly};

use crate::device::Gpu;
use crate::error::GpuError;

/// Items that one thread writes. This takes some ten microseconds.
const PART: usize = 512;
type Part<'a, const BYTES: usize> = WriteOnly<'a, [[u8; BYTES]; PART]>;

/// A buffer of the device that is written anew for each submission.
#[derive(Debug)]
pub(crate) struct Upload {
    /// What the shaders read.
    pub(crate) buffer: Buffer,
    /// What the CPU writes, and the device copies.
    staging: Buffer,
    /// Whether the CPU may write: the device has made its last copy.
    is_mapped: Arc<AtomicBool>,
    what: &'static str,
    bytes: u64,
}

impl Upload {
    pub(crate) fn new(gpu: &Gpu, what: &'static str) -> Result<Upload, GpuError> {
        let buffer = gpu.buffer(what, 0, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        let (staging, is_mapped) = staging(gpu, what, 16);
        Ok(Upload { buffer, staging, is_mapped, what, bytes: 0 })
    }

    /// Lends so many bytes, a multiple of four, to a function that writes all of them.
    pub(crate) fn write<R>(
        &mut self,
        gpu: &Gpu,
        bytes: u64,
        f: impl FnOnce(WriteOnly<'_, [u8]>) -> R,
    ) -> Result<R, GpuError> {
        gpu.grow(&mut self.buffer, self.what, bytes)?;
        self.bytes = bytes;
        if bytes == 0 {
            return Ok(f(WriteOnly::default()));
        }
        if self.staging.size() < bytes || !self.is_mapped.load(Ordering::Acquire) {
            (self.staging, self.is_mapped) = staging(gpu, self.what, self.buffer.size());
        }
        let view = self.staging.get_mapped_range_mut(0..bytes);
        let mut view = view.map_err(|error| GpuError::Driver(error.to_string()))?;
        Ok(f(view.slice(..)))
    }

    /// Lets `f` write so many bytes for each item, side by side, and keeps what it finds besides. With the feature `parallel`, the threads of
    /// rayon's current pool share the work.
    ///
    /// # Errors
    /// What `f` says of an item, and what the device says.
    pub(crate) fn write_each<'a, T: Sync, R: Send, const BYTES: usize>(
        &mut self,
        gpu: &Gpu,
        items: &'a [T],
        found: &mut [R],
        f: impl Fn(&'a T, WriteOnly<'_, [u8; BYTES]>) -> Result<R, GpuError> + Sync,
    ) -> Result<(), GpuError> {
        let part = |((items, bytes), found): ((&'a [T], Part<'_, BYTES>), &mut [R])| {
            for ((item, bytes), found) in items.iter().zip(bytes).zip(found) {
                *found = f(item, bytes)?;
            }
            Ok(())
        };
        let whole_parts = items.len().next_multiple_of(PART) * BYTES;
        self.write(gpu, whole_parts as u64, |bytes| {
            let parts = bytes.into_chunks().0.into_chunks().0.into_iter();
            #[cfg(feature = "parallel")]
            if items.len() > PART {
                use rayon::prelude::*;
                let parts: Vec<Part<'_, BYTES>> = parts.collect();
                let parts = items.par_chunks(PART).zip(parts).zip(found.par_chunks_mut(PART));
                return parts.try_for_each(part);
            }
            items.chunks(PART).zip(parts).zip(found.chunks_mut(PART)).try_for_each(part)
        })?
    }

    /// Adds the copy to the commands. Call [`Upload::submitted`] once these are submitted.
    pub(crate) fn copy(&self, commands: &mut CommandEncoder) {
        if self.bytes > 0 {
            self.is_mapped.store(false, Ordering::Release);
            self.staging.unmap();
            commands.copy_buffer_to_buffer(&self.staging, 0, &self.buffer, 0, self.bytes);
        }
    }

    /// Asks for the staging memory again.
    pub(crate) fn submitted(&self) {
        if self.bytes > 0 {
            let is_mapped = Arc::clone(&self.is_mapped);
            self.staging.map_async(MapMode::Write, .., move |done| {
                is_mapped.store(done.is_ok(), Ordering::Release);
            });
        }
    }
}

/// A buffer that the CPU may write.
fn staging(gpu: &Gpu, what: &'static str, size: u64) -> (Buffer, Arc<AtomicBool>) {
    let buffer = gpu.device.create_buffer(&BufferDescriptor {
        label: Some(what),
        size,
        usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
        mapped_at_creation: true,
    });
    (buffer, Arc::new(AtomicBool::new(true)))
}
