//! Questions on the device that Bevy renders with.

use std::collections::HashMap;
use std::sync::Arc;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_render::renderer::{RenderAdapterInfo, RenderDevice, RenderQueue};
use hitmask::{AlphaRule, ColliderKind, ColliderProps, ColliderRef, ColliderShape};
use hitmask_gpu::{CrowdSprite, Gpu, GpuError, GpuMasks, MaskId};

use crate::world::HitmaskWorld;

/// Inserts [`HitmaskGpu`] as soon as Bevy has a device. An app without a renderer never gets one.
#[derive(Clone, Copy, Default, Debug)]
pub struct HitmaskGpuPlugin;

impl Plugin for HitmaskGpuPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(First, follow_device);
    }
}

/// The device that Bevy renders with, for questions of `hitmask_gpu` about entities, and the masks of colliders on it. If Bevy replaces its
/// device, this resource is new, too ([`is_added`](DetectChanges::is_added)): what was made with the old one must be made anew.
///
/// The plugin itself asks the CPU. Ask the device where that is too slow, or for an id picture of the screen:
///
/// ```no_run
/// use bevy_ecs::prelude::*;
/// use bevy_hitmask::{HitmaskGpu, HitmaskWorld, hitmask_gpu::{GpuCrowd, GpuError, PendingCrowd}};
///
/// #[derive(Default)]
/// struct Asked {
///     crowd: Option<GpuCrowd>,
///     pending: Option<(Vec<Entity>, PendingCrowd)>,
/// }
///
/// fn ask(mut gpu: ResMut<HitmaskGpu>, hitmasks: Res<HitmaskWorld>, mut asked: Local<Asked>) -> Result {
///     if gpu.is_added() {
///         *asked = Asked { crowd: Some(GpuCrowd::new(gpu.gpu())?), pending: None };
///     }
///     let Asked { crowd: Some(crowd), pending } = &mut *asked else { return Ok(()) };
///     if let Some((entities, pending)) = pending.take() {
///         match pending.wait() {                                               // asked a frame ago
///             Ok(found) => {
///                 for [a, b] in crowd.recycle(found).into_iter().map(|pair| pair.map(|n| entities[n as usize])) {
///                     println!("{a} touches {b}");
///                 }
///             }
///             Err(GpuError::NoRoom { .. }) => {}                               // this frame has room
///             Err(error) => return Err(error.into()),
///         }
///     }
///     let (entities, sprites): (Vec<_>, Vec<_>) = gpu.sprites(&hitmasks)?.into_iter().unzip();
///     *pending = Some((entities, crowd.submit(gpu.masks(), &sprites)?));
///     Ok(())
/// }
/// ```
#[derive(Resource, Debug)]
pub struct HitmaskGpu {
    gpu: Gpu,
    masks: GpuMasks,
    /// What was uploaded, by the address of its pixels.
    uploaded: HashMap<usize, (ColliderShape, MaskId)>,
}

impl HitmaskGpu {
    /// No masks yet.
    ///
    /// # Errors
    /// If the device is lost or has no memory.
    pub fn new(gpu: Gpu) -> Result<HitmaskGpu, GpuError> {
        Ok(HitmaskGpu { masks: GpuMasks::new(&gpu)?, gpu, uploaded: HashMap::new() })
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The masks of colliders that were asked for.
    #[must_use]
    pub fn masks(&self) -> &GpuMasks {
        &self.masks
    }

    /// An entity for the device: its mask, which is uploaded when it is first asked for, its pose, and what it may meet. None if it has no
    /// collider, if this is disabled or covers nothing, and if its shape is not a mask, a label mask, or an alpha mask with a level.
    ///
    /// # Errors
    /// If the mask does not fit on the device, or the device is lost.
    pub fn sprite_of(
        &mut self,
        hitmasks: &HitmaskWorld,
        entity: Entity,
    ) -> Result<Option<CrowdSprite>, GpuError> {
        let Some(handle) = hitmasks.collider_of(entity) else { return Ok(None) };
        let (Some(collider), Some(pose)) = (hitmasks.pixels.get(handle), hitmasks.pixels.pose(handle)) else {
            return Ok(None);
        };
        let ColliderProps { layers, group, space, kind, .. } = collider.props;
        let Some(mask) = self.mask_of(collider)? else { return Ok(None) };
        let is_sensor = kind == ColliderKind::Sensor;
        Ok(Some(CrowdSprite { mask, pose, layers, group, space, is_sensor }))
    }

    /// All entities for which [`HitmaskGpu::sprite_of`] has a sprite, sorted. Removes masks that no collider has any more.
    ///
    /// # Errors
    /// As [`HitmaskGpu::sprite_of`].
    pub fn sprites(&mut self, hitmasks: &HitmaskWorld) -> Result<Vec<(Entity, CrowdSprite)>, GpuError> {
        let mut entities: Vec<Entity> = hitmasks.records.keys().copied().collect();
        entities.sort_unstable();
        let mut all = Vec::with_capacity(entities.len());
        for entity in entities {
            all.extend(self.sprite_of(hitmasks, entity)?.map(|sprite| (entity, sprite)));
        }
        self.uploaded.retain(|_, (shape, id)| {
            let is_used = is_shared(shape);
            if !is_used {
                self.masks.remove(*id);
            }
            is_used
        });
        Ok(all)
    }

    fn mask_of(&mut self, collider: ColliderRef<'_>) -> Result<Option<MaskId>, GpuError> {
        let shape = collider.shape;
        let (address, level) = match shape {
            _ if !collider.enabled => return Ok(None),
            ColliderShape::Mask(mask) => (Arc::as_ptr(mask).addr(), 1),
            ColliderShape::Labels(labels) => (Arc::as_ptr(labels).addr(), 1),
            ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)) => (Arc::as_ptr(alpha).addr(), *level),
            _ => return Ok(None),
        };
        // What was uploaded is kept, so no other mask has its address.
        if let Some((_, id)) = self.uploaded.get(&address) {
            return Ok(Some(id.at_level(level)));
        }
        let id = match shape {
            ColliderShape::Mask(mask) => self.masks.insert(Arc::clone(mask))?,
            ColliderShape::Labels(labels) => self.masks.insert_labels(Arc::clone(labels))?,
            ColliderShape::Alpha(alpha, _) => self.masks.insert_alpha(Arc::clone(alpha))?,
            _ => return Ok(None),
        };
        self.uploaded.insert(address, (shape.clone(), id));
        Ok(Some(id.at_level(level)))
    }
}

/// Whether somebody else than the list here and that of the device has these pixels.
fn is_shared(shape: &ColliderShape) -> bool {
    let owners = match shape {
        ColliderShape::Mask(mask) => Arc::strong_count(mask),
        ColliderShape::Labels(labels) => Arc::strong_count(labels),
        ColliderShape::Alpha(alpha, _) => Arc::strong_count(alpha),
        _ => 0,
    };
    owners > 2
}

/// Follows Bevy's device: when it is there first, and when it was replaced.
fn follow_device(
    mut commands: Commands,
    device: Option<Res<RenderDevice>>,
    queue: Option<Res<RenderQueue>>,
    info: Option<Res<RenderAdapterInfo>>,
) {
    let (Some(device), Some(queue), Some(info)) = (device, queue, info) else { return };
    if !device.is_changed() {
        return;
    }
    // So that the new one counts as added.
    commands.remove_resource::<HitmaskGpu>();
    let opened = Gpu::with_device(device.wgpu_device().clone(), (**queue).clone(), info.name.clone());
    match opened.and_then(HitmaskGpu::new) {
        Ok(gpu) => commands.insert_resource(gpu),
        Err(error) => tracing::warn!("hitmask asks the CPU alone: {error}"),
    }
}
