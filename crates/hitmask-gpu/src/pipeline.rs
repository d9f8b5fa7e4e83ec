//! What all shaders need from the device: the layouts of their buffers, and the pipelines.

use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType,
    ComputePipeline, ComputePipelineDescriptor, Device, PipelineCompilationOptions, PipelineLayoutDescriptor,
    ShaderModuleDescriptor, ShaderSource, ShaderStages,
};

/// The layouts of the two groups of buffers.
#[derive(Debug)]
pub(crate) struct Layouts {
    /// Words, table of masks, sprites.
    pub(crate) sprites: BindGroupLayout,
    /// Jobs, and what is written.
    pub(crate) answers: BindGroupLayout,
}

impl Layouts {
    pub(crate) fn new(device: &Device) -> Layouts {
        let of = |read_only: &[bool]| {
            let entry = |(binding, &read_only)| BindGroupLayoutEntry {
                binding,
                visibility: ShaderStages::COMPUTE,
                ty: BindingType::Buffer {
                    ty: BufferBindingType::Storage { read_only },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            };
            let entries: Vec<_> = (0..).zip(read_only).map(entry).collect();
            device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries })
        };
        Layouts { sprites: of(&[true; 3]), answers: of(&[true, false]) }
    }
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
