//! The pass that inverts poses.

use wgpu::{BindGroupLayout, Buffer, CommandEncoder, ComputePipeline};

use crate::device::Gpu;
use crate::pipeline::{Binding, bind, compile, dispatch, layout};

/// The bytes of a sprite before the pass, the struct `Posed` of `invert.wgsl`; and after it, the struct `Sprite` of `wide.wgsl`.
pub(crate) const POSED: usize = 64;
pub(crate) const INVERTED: u64 = 128;

#[derive(Debug)]
pub(crate) struct Inverting {
    layout: BindGroupLayout,
    pipeline: ComputePipeline,
}

impl Inverting {
    pub(crate) fn new(gpu: &Gpu) -> Inverting {
        let layout = layout(&gpu.device, &[Binding::Read, Binding::Write]);
        let shader = [include_str!("shaders/wide.wgsl"), include_str!("shaders/invert.wgsl")].concat();
        let [pipeline] = compile(&gpu.device, &[&layout], shader, [("invert", &[][..])]);
        Inverting { layout, pipeline }
    }

    /// Inverts the poses of so many sprites before what comes next.
    pub(crate) fn run(
        &self,
        gpu: &Gpu,
        commands: &mut CommandEncoder,
        posed: &Buffer,
        inverted: &Buffer,
        count: u64,
    ) {
        if count > 0 {
            let group = bind(gpu, &self.layout, Some(count * POSED as u64), &[posed, inverted]);
            dispatch(gpu, commands, &self.pipeline, &[group], count.div_ceil(64));
        }
    }
}
