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
        let of = |bindings: &[Binding]| {
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
        };
        Layouts { sprites: of(&[Binding::Read; 3]), answers: of(answers) }
    }
}

/// A group of buffers: this many bytes of the first one, which shaders ask for its length; all of the others.
pub(crate) fn bind(gpu: &Gpu, layout: &BindGroupLayout, bytes: u64, buffers: &[&Buffer]) -> BindGroup {
    let mut entries = Vec::with_capacity(buffers.len());
    for (binding, buffer) in (0..).zip(buffers) {
        let size = if binding == 0 { bytes.try_into().ok() } else { None };
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
    groups: &[BindGroup; 2],
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

/// Compiles a shader. The constants replace those that the shader declares with `override`.
pub(crate) fn pipeline(
    device: &Device,
    layouts: &Layouts,
    source: &str,
    entry: &str,
    constants: &[(&str, f64)],
) -> ComputePipeline {
    let module = device.create_shader_module(ShaderModuleDescriptor {
        label: Some(entry),
        source: ShaderSource::Wgsl(source.into()),
    });
    let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layouts.sprites), Some(&layouts.answers)],
        immediate_size: 0,
    });
    device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: Some(entry),
        layout: Some(&layout),
        module: &module,
        entry_point: Some(entry),
        compilation_options: PipelineCompilationOptions { constants, ..Default::default() },
        cache: None,
    })
}
