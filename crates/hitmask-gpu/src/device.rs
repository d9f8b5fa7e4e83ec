//! The device: how it is opened, what it can do, and how it says that something went wrong.

use std::sync::{Arc, Mutex};

use wgpu::{
    Adapter, Buffer, BufferDescriptor, BufferUsages, Device, DeviceDescriptor, ErrorFilter, Instance,
    InstanceDescriptor, Limits, Queue, RequestAdapterOptions,
};

use crate::error::GpuError;
use crate::wait::block_on;

/// Which device is wanted.
#[derive(Clone, Default, Debug)]
pub struct GpuOptions {
    /// Part of the adapter's name, in any case: "llvmpipe" is Mesa's software adapter. None: the fastest one.
    pub adapter: Option<String>,
}

/// A device that answers questions. Clones share it.
#[derive(Clone, Debug)]
pub struct Gpu {
    pub(crate) device: Device,
    pub(crate) queue: Queue,
    name: String,
    /// Why the device was lost, or what it refused outside of a question. Only of devices that were opened here.
    fault: Arc<Mutex<Option<GpuError>>>,
}

/// What a device allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GpuLimits {
    /// The most bytes of a buffer. Masks, poses, questions and answers have a buffer each.
    pub buffer_bytes: u64,
    /// The most questions of one submission: pairs, or sprites that are tested.
    pub questions: u64,
}

impl Gpu {
    /// Opens a device and waits for it.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::NoDevice`] and [`GpuError::Lacks`]. Nothing else is changed: answer with the CPU then.
    pub fn new(options: &GpuOptions) -> Result<Gpu, GpuError> {
        block_on(Gpu::open(options))
    }

    /// Opens a device. In a browser this is the only way.
    ///
    /// # Errors
    /// As [`Gpu::new`].
    pub async fn open(options: &GpuOptions) -> Result<Gpu, GpuError> {
        let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
        let adapter = match &options.adapter {
            None => {
                let wanted = RequestAdapterOptions {
                    power_preference: wgpu::PowerPreference::HighPerformance,
                    ..RequestAdapterOptions::default()
                };
                instance.request_adapter(&wanted).await.map_err(|why| GpuError::NoAdapter(why.to_string()))?
            }
            Some(name) => adapter_named(&instance, name).await?,
        };
        let limits = adapter.limits();
        suffice(&limits)?;
        let wanted = DeviceDescriptor {
            label: Some("hitmask"),
            required_limits: Limits {
                max_buffer_size: limits.max_buffer_size,
                max_storage_buffer_binding_size: limits.max_storage_buffer_binding_size,
                max_compute_workgroups_per_dimension: limits.max_compute_workgroups_per_dimension,
                max_storage_buffers_per_shader_stage: BUFFERS,
                ..Limits::downlevel_defaults()
            },
            ..DeviceDescriptor::default()
        };
        let opened = adapter.request_device(&wanted).await;
        let (device, queue) = opened.map_err(|why| GpuError::NoDevice(why.to_string()))?;
        let gpu = Gpu::with_device(device, queue, adapter.get_info().name)?;
        gpu.note_faults();
        Ok(gpu)
    }

    /// Uses a device that a game has already, such as Bevy's. `name` is for messages. The device should have the largest limits of its
    /// adapter. Its handlers of errors and of loss stay those of the game: hitmask's own errors don't reach them. Only they are told that it
    /// is lost; what is asked then fails with [`GpuError::Lost`] or [`GpuError::Driver`]. Whoever opens a new device makes all of it anew.
    ///
    /// # Errors
    /// [`GpuError::Lacks`].
    pub fn with_device(device: Device, queue: Queue, name: String) -> Result<Gpu, GpuError> {
        suffice(&device.limits())?;
        Ok(Gpu { device, queue, name, fault: Arc::default() })
    }

    /// Handles the loss of the device, and errors outside of questions.
    fn note_faults(&self) {
        let note = |fault: &Arc<Mutex<Option<GpuError>>>, error| {
            if let Ok(mut fault) = fault.lock() {
                fault.get_or_insert(error);
            }
        };
        let (lost, refused) = (Arc::clone(&self.fault), Arc::clone(&self.fault));
        self.device.set_device_lost_callback(move |reason, why| {
            note(&lost, GpuError::Lost(format!("{reason:?}: {why}")));
        });
        self.device.on_uncaptured_error(Arc::new(move |error| note(&refused, from_driver(&error))));
    }

    /// The adapter's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the device allows.
    #[must_use]
    pub fn limits(&self) -> GpuLimits {
        let Limits {
            max_buffer_size,
            max_storage_buffer_binding_size,
            max_compute_workgroups_per_dimension,
            ..
        } = self.device.limits();
        let side = u64::from(max_compute_workgroups_per_dimension);
        GpuLimits {
            buffer_bytes: max_buffer_size.min(max_storage_buffer_binding_size),
            questions: (side * side).min(u64::from(u32::MAX)),
        }
    }

    /// Gives the device up: what is asked later is refused with [`GpuError::Lost`]. For tests of how a game copes with that.
    pub fn destroy(&self) {
        self.device.destroy();
        let _ = self.device.poll(wgpu::PollType::Poll);
    }

    /// What went wrong so far, if anything did.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        match &*self.fault.lock().map_err(|_| GpuError::Driver("a handler panicked".into()))? {
            None => Ok(()),
            Some(error) => Err(error.clone()),
        }
    }

    /// Calls a function that gives the device commands, and says whether it refused one.
    pub(crate) fn guarded<T>(&self, f: impl FnOnce() -> Result<T, GpuError>) -> Result<T, GpuError> {
        self.check()?;
        let filters = [ErrorFilter::OutOfMemory, ErrorFilter::Validation, ErrorFilter::Internal];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let done = f();
        // The last scope is popped first, and all of them are. Without memory other things fail, too, so its error counts.
        let errors = scopes.into_iter().rev().filter_map(|scope| block_on(scope.pop()));
        let error = errors.last();
        self.check()?;
        error.map_or(done, |error| Err(from_driver(&error)))
    }

    /// A buffer, or why there is none.
    pub(crate) fn buffer(
        &self,
        what: &'static str,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, GpuError> {
        let most = self.limits().buffer_bytes;
        if bytes > most {
            return Err(GpuError::TooLarge { what, bytes, most });
        }
        let size = bytes.next_multiple_of(4).max(16);
        Ok(self.device.create_buffer(&BufferDescriptor {
            label: Some(what),
            size,
            usage,
            mapped_at_creation: false,
        }))
    }

    /// Makes a buffer larger that has less than so many bytes. What it holds may be lost.
    pub(crate) fn grow(&self, buffer: &mut Buffer, what: &'static str, bytes: u64) -> Result<(), GpuError> {
        if buffer.size() < bytes {
            let most = self.limits().buffer_bytes;
            *buffer = self.buffer(what, bytes.next_power_of_two().min(most.max(bytes)), buffer.usage())?;
        }
        Ok(())
    }
}

/// The most storage buffers of a shader.
const BUFFERS: u32 = 7;

/// Whether the shaders fit.
fn suffice(limits: &Limits) -> Result<(), GpuError> {
    let needs = [
        ("storage buffers in a shader", BUFFERS, limits.max_storage_buffers_per_shader_stage),
        ("threads in a workgroup", 64, limits.max_compute_invocations_per_workgroup),
    ];
    match needs.into_iter().find(|(_, needed, has)| has < needed) {
        None => Ok(()),
        Some((what, needed, has)) => Err(GpuError::Lacks { what, needed: needed.into(), has: has.into() }),
    }
}

async fn adapter_named(instance: &Instance, name: &str) -> Result<Adapter, GpuError> {
    let all = instance.enumerate_adapters(wgpu::Backends::all()).await;
    let names: Vec<String> = all.iter().map(|adapter| adapter.get_info().name).collect();
    let wanted = name.to_lowercase();
    let found = all.into_iter().find(|adapter| adapter.get_info().name.to_lowercase().contains(&wanted));
    found.ok_or_else(|| GpuError::NoAdapter(format!("none is named {name:?}; there are {names:?}")))
}

fn from_driver(error: &wgpu::Error) -> GpuError {
    match error {
        wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory(error.to_string()),
        _ => GpuError::Driver(error.to_string()),
    }
}
