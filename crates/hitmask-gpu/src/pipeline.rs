//! What all shaders need from the device: the layouts of their buffers, and the pipelines.

use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingResource, BindingType, Buffer, BufferBinding, BufferBindingType,
    CommandEncoder, ComputePassDescriptor, ComputePipeline, ComputePipelineDescriptor, Device,
    PipelineCompilationOptions, PipelineLayoutDescriptor, ShaderModuleDescriptor, ShaderSource, ShaderStages,
};

use crate::device::Gpu;

/// How a shader uses a buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Read,
    Write,
    Uniform,
}

/// The layouts of the two groups of buffers.
#[derive(Debug)]
pub(crate) struct Layouts {
    /// Words, table of masks, sprites.
    pub(crate) sprites: BindGroupLayout,
    /// Jobs, answers, and whatever else a shader has.
    pub(crate) answers: BindGroupLayout,
}

impl Layouts {
    pub(crate) fn new(device: &Device, answers: &[Binding]) -> Layouts {
        Layouts { sprites: layout(device, &[Binding::Read; 3]), answers: layout(device, answers) }
    }

    /// The two groups. Shaders ask the first buffer of the second group for its length: it has this many bytes for them.
    pub(crate) fn bind(
        &self,
        gpu: &Gpu,
        sprites: [&Buffer; 3],
        (bytes, answers): (u64, &[&Buffer]),
    ) -> [BindGroup; 2] {
        [bind(gpu, &self.sprites, None, &sprites), bind(gpu, &self.answers, Some(bytes), answers)]
    }
}

/// The layout of a group of buffers.
pub(crate) fn layout(device: &Device, bindings: &[Binding]) -> BindGroupLayout {
    let entry = |(number, &binding)| BindGroupLayoutEntry {
        binding: number,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty: match binding {
                Binding::Read => BufferBindingType::Storage { read_only: true },
                Binding::Write => BufferBindingType::Storage { read_only: false },
                Binding::Uniform => BufferBindingType::Uniform,
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = (0..).zip(bindings).map(entry).collect();
    device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
}

/// A group of buffers. `bytes` is how many bytes of the first one the shader sees, if not all.
pub(crate) fn bind(
    gpu: &Gpu,
    layout: &BindGroupLayout,
    bytes: Option<u64>,
    buffers: &[&Buffer],
) -> BindGroup {
    let mut entries = Vec::with_capacity(buffers.len());
    for (binding, buffer) in (0..).zip(buffers) {
        let size = bytes.filter(|_| binding == 0).and_then(|bytes| bytes.try_into().ok());
        let resource = BindingResource::Buffer(BufferBinding { buffer, offset: 0, size });
        entries.push(BindGroupEntry { binding, resource });
    }
    gpu.device.create_bind_group(&BindGroupDescriptor { label: None, layout, entries: &entries })
}

/// One workgroup for each job.
pub(crate) fn dispatch(
    gpu: &Gpu,
    commands: &mut CommandEncoder,
    pipeline: &ComputePipeline,
    groups: &[BindGroup],
    jobs: u64,
) {
    let mut pass = commands.begin_compute_pass(&ComputePassDescriptor::default());
    pass.set_pipeline(pipeline);
    for (group, number) in groups.iter().zip(0..) {
        pass.set_bind_group(number, group, &[]);
    }
    let side = u64::from(gpu.device.limits().max_compute_workgroups_per_dimension);
    pass.dispatch_workgroups(jobs.min(side) as u32, jobs.div_ceil(side) as u32, 1);
}

/// An entry of a shader, and what replaces the constants that the shader declares with `override`.
pub(crate) type Entry<'a> = (&'a str, &'a [(&'a str, f64)]);

/// Compiles a shader that asks about sprites. `wide.wgsl` and `sprite.wgsl` stand before it.
pub(crate) fn pipelines<const N: usize>(
    device: &Device,
    layouts: &Layouts,
    shader: &str,
    entries: [Entry<'_>; N],
) -> [ComputePipeline; N] {
    let source = [include_str!("shaders/wide.wgsl"), include_str!("shaders/sprite.wgsl"), shader].concat();
    compile(device, &[&layouts.sprites, &layouts.answers], source, entries)
}

/// Compiles a shader whose groups of buffers have these layouts.
pub(crate) fn compile<const N: usize>(
    device: &Device,
    layouts: &[&BindGroupLayout],
    source: String,
    entries: [Entry<'_>; N],
) -> [ComputePipeline; N] {
    let module = device.create_shader_module(ShaderModuleDescriptor {
        label: None,
        source: ShaderSource::Wgsl(source.into()),
    });
    let layouts: Vec<_> = layouts.iter().map(|&layout| Some(layout)).collect();
    let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &layouts,
        immediate_size: 0,
    });
    entries.map(|(entry, constants)| {
        device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(entry),
            layout: Some(&layout),
            module: &module,
            entry_point: Some(entry),
            compilation_options: PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        })
    })
}
