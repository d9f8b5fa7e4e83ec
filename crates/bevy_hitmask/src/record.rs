//! What is known about an entity, and its collider.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::Affine3A;
use hitmask::{Collider, ColliderShape, Handle, PointQ16, Terrain, Transform, World as PixelWorld};

use crate::component::{Hitmask, HitmaskShape};
use crate::geometry::{PixelGrid, Placement, Plane, order_of};
use crate::masks::MaskKey;
use crate::problem::ProblemKind;

/// What is known about an entity.
#[derive(Default)]
pub(crate) struct Record {
    /// None until it has a shape.
    pub(crate) handle: Option<Handle>,
    /// The last sync that saw it.
    pub(crate) round: u64,
    /// Where a mover has put it, exactly, and the transform that says so in floats.
    pub(crate) moved: Option<(Affine3A, PointQ16)>,
    /// The problem that was said last.
    pub(crate) said: Option<ProblemKind>,
    source: Source,
    /// Where the collider's shape lies in the entity, and how its texels are divided.
    laid: Option<(Plane, [u32; 2])>,
    /// A new shape that the collider does not have yet.
    new_shape: Option<ColliderShape>,
    hitmask: Hitmask,
    order: i32,
    transform: Option<Transform>,
}

/// Where a shape comes from.
#[derive(Clone, Default)]
pub(crate) enum Source {
    #[default]
    Nothing,
    /// A part of an image, and the state of all masks when it was looked up.
    Texels(MaskKey, u64),
    Own(HitmaskShape),
    Ground(Arc<Terrain>),
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        match (self, other) {
            (Source::Nothing, Source::Nothing) => true,
            (Source::Texels(key, epoch), Source::Texels(other, other_epoch)) => {
                (key, epoch) == (other, other_epoch)
            }
            (Source::Own(shape), Source::Own(other)) => shape == other,
            // An edit makes a new one, as long as this record holds the old one.
            (Source::Ground(terrain), Source::Ground(other)) => Arc::ptr_eq(terrain, other),
            _ => false,
        }
    }
}

impl Record {
    /// Whether the shape from this source must be looked up.
    pub(crate) fn needs(&self, source: &Source) -> bool {
        self.handle.is_none() || self.source != *source
    }

    /// Takes a new shape.
    pub(crate) fn show(&mut self, source: Source, shape: ColliderShape) {
        self.source = source;
        self.new_shape = Some(shape);
    }

    /// Removes the collider.
    pub(crate) fn drop_collider(&mut self, pixels: &mut PixelWorld) {
        if let Some(handle) = self.handle.take() {
            pixels.remove(handle);
        }
        self.source = Source::Nothing;
    }

    /// Lets the shape that the collider has follow the entity, because its new one has not come yet.
    pub(crate) fn keep(
        &mut self,
        pixels: &mut PixelWorld,
        entity: Entity,
        hitmask: &Hitmask,
        affine: &Affine3A,
        grid: PixelGrid,
    ) {
        let Some((plane, division)) = self.laid.filter(|_| self.handle.is_some()) else { return };
        match grid.place(&plane, affine) {
            Some(placement) => self.update(pixels, entity, hitmask, affine, placement, division),
            None => self.drop_collider(pixels),
        }
    }

    /// Brings the collider up to date, or inserts it.
    pub(crate) fn update(
        &mut self,
        pixels: &mut PixelWorld,
        entity: Entity,
        hitmask: &Hitmask,
        affine: &Affine3A,
        mut placement: Placement,
        division: [u32; 2],
    ) {
        match self.moved {
            Some((written, position)) if written == *affine => placement.position = position,
            _ => self.moved = None,
        }
        let transform = placement.transform(division);
        let order = order_of(affine.translation.z);
        match (self.handle, self.new_shape.take()) {
            (None, None) => return,
            (None, Some(shape)) => {
                let collider = Collider {
                    shape,
                    transform: pose_or_nothing(transform),
                    layers: hitmask.layers(),
                    space: hitmask.space,
                    kind: hitmask.kind.into(),
                    group: hitmask.group,
                    order,
                    swept: hitmask.swept,
                    first_only: hitmask.first_only,
                    enabled: hitmask.enabled,
                    data: entity.to_bits(),
                    ..Collider::new(hitmask::Rect::default())
                };
                self.handle = Some(pixels.insert(collider));
            }
            (Some(handle), shape) => {
                let changed = self.change(pixels, handle, shape, hitmask, transform, order);
                debug_assert!(changed.is_some(), "only records remove colliders");
            }
        }
        self.hitmask = *hitmask;
        self.laid = Some((placement.plane, division));
        self.order = order;
        self.transform = transform;
    }

    fn change(
        &self,
        pixels: &mut PixelWorld,
        handle: Handle,
        shape: Option<ColliderShape>,
        hitmask: &Hitmask,
        transform: Option<Transform>,
        order: i32,
    ) -> Option<()> {
        if let Some(shape) = shape
            && !is_same(&shape, &pixels.get(handle)?.shape)
        {
            pixels.edit(handle, |collider| collider.shape = shape.into())?;
        }
        if transform != self.transform {
            pixels.set_transform(handle, pose_or_nothing(transform))?;
        }
        if order != self.order {
            pixels.edit(handle, |collider| collider.order = order)?;
        }
        if *hitmask != self.hitmask {
            pixels.edit(handle, |collider| {
                collider.layers = hitmask.layers();
                collider.space = hitmask.space;
                collider.kind = hitmask.kind.into();
                collider.group = hitmask.group;
                collider.swept = hitmask.swept;
                collider.first_only = hitmask.first_only;
                collider.enabled = hitmask.enabled;
            })?;
        }
        Some(())
    }
}

/// Whether both are the same pixels in memory.
pub(crate) fn is_same(a: &ColliderShape, b: &ColliderShape) -> bool {
    match (a, b) {
        (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Arc::ptr_eq(a, b),
        (ColliderShape::Alpha(a, _), ColliderShape::Alpha(b, _)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

/// Without a transform, what covers nothing.
fn pose_or_nothing(transform: Option<Transform>) -> Transform {
    transform.unwrap_or_else(|| None.into())
}
