//! Reading what the device has written, now or frames later.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use wgpu::{Buffer, BufferUsages, CommandEncoder, MapMode, PollType, SubmissionIndex};

use crate::device::Gpu;
use crate::error::GpuError;

/// A buffer that the CPU can read.
#[derive(Debug)]
pub(crate) struct Readback {
    buffer: Buffer,
    /// How many bytes were asked for.
    bytes: u64,
    state: Arc<AtomicU8>,
    submission: Option<SubmissionIndex>,
}

const WAITING: u8 = 0;
const READY: u8 = 1;
const FAILED: u8 = 2;

const USAGE: BufferUsages = BufferUsages::COPY_DST.union(BufferUsages::MAP_READ);

impl Readback {
    pub(crate) fn new(gpu: &Gpu) -> Result<Readback, GpuError> {
        let buffer = gpu.buffer("answers to read", 0, USAGE)?;
        Ok(Readback { buffer, bytes: 0, state: Arc::default(), submission: None })
    }

    /// Adds a copy of the first bytes of a buffer to the commands.
    pub(crate) fn copy(
        &mut self,
        gpu: &Gpu,
        commands: &mut CommandEncoder,
        from: &Buffer,
        bytes: u64,
    ) -> Result<(), GpuError> {
        if self.buffer.size() < bytes {
            self.buffer = gpu.buffer("answers to read", from.size(), USAGE)?;
        }
        self.bytes = bytes;
        if bytes > 0 {
            commands.copy_buffer_to_buffer(from, 0, &self.buffer, 0, bytes);
        }
        Ok(())
    }

    /// Asks for the bytes that a submission writes.
    pub(crate) fn map(&mut self, submission: SubmissionIndex) {
        self.submission = Some(submission);
        self.state = Arc::new(AtomicU8::new(if self.bytes == 0 { READY } else { WAITING }));
        if self.bytes > 0 {
            let state = Arc::clone(&self.state);
            self.buffer.map_async(MapMode::Read, 0..self.bytes, move |done| {
                state.store(if done.is_ok() { READY } else { FAILED }, Ordering::Release);
            });
        }
    }

    /// Whether nothing is left to wait for.
    pub(crate) fn is_ready(&self, gpu: &Gpu) -> bool {
        if self.state.load(Ordering::Acquire) == WAITING {
            let _ = gpu.device.poll(PollType::Poll);
        }
        self.state.load(Ordering::Acquire) != WAITING || gpu.check().is_err()
    }

    /// Waits, and lends the bytes.
    pub(crate) fn read(&self, gpu: &Gpu, f: impl FnOnce(&[u8])) -> Result<(), GpuError> {
        if self.bytes == 0 {
            f(&[]);
            return Ok(());
        }
        while self.state.load(Ordering::Acquire) == WAITING {
            gpu.check()?;
            // Not for what a game has submitted since, such as its frame.
            let wait = PollType::Wait { submission_index: self.submission.clone(), timeout: None };
            let waited = gpu.device.poll(wait);
            waited.map_err(|error| GpuError::Driver(error.to_string()))?;
        }
        // If it is the game's own device that was lost, only the game is told.
        let lost = || gpu.check().err().unwrap_or_else(|| GpuError::Lost("the answers are gone".into()));
        if self.state.load(Ordering::Acquire) == FAILED {
            return Err(lost());
        }
        {
            let view = self.buffer.get_mapped_range(0..self.bytes).map_err(|_| lost())?;
            f(&view);
        }
        self.buffer.unmap();
        Ok(())
    }
}
