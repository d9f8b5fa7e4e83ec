//! What is known about an entity, and its collider.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::Affine3A;
use hitmask::{
    Collider, ColliderProps, ColliderShape, Handle, LabelMask, PointQ16, Terrain, TileColliders, TileMap,
    Transform, World as PixelWorld,
};

use crate::component::{Hitmask, HitmaskShape};
use crate::geometry::{PixelGrid, Placement, Plane, order_of};
use crate::masks::MaskKey;
use crate::problem::ProblemKind;
use crate::tiles;

/// What is known about an entity.
#[derive(Default)]
pub(crate) struct Record {
    /// None until it has a shape.
    pub(crate) handle: Option<Handle>,
    /// All colliders of a tile map; `handle` is the first of them.
    tiles: Option<TileColliders>,
    /// The root of which the collider is a part.
    root: Option<Handle>,
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
    /// Whether the collider's transform and hitmask must be set again.
    stale: bool,
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
    Tiles(Arc<TileMap>),
    Labels(Arc<LabelMask>),
}

/// Where the collider of an entity lies.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// In the world.
    Free(PixelGrid, &'a Affine3A),
    /// In a root, whose shape lies in this plane with texels that are divided so.
    Part { root: Handle, plane: Plane, division: [u32; 2], affine: &'a Affine3A },
}

impl Place<'_> {
    /// Where a shape in this plane lies.
    pub(crate) fn of(&self, plane: &Plane) -> Option<Placement> {
        match self {
            Place::Free(grid, affine) => grid.place(plane, affine),
            Place::Part { plane: root, division, affine, .. } => root.place_part(*division, plane, affine),
        }
    }
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
            (Source::Tiles(map), Source::Tiles(other)) => Arc::ptr_eq(map, other),
            (Source::Labels(labels), Source::Labels(other)) => Arc::ptr_eq(labels, other),
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
        self.remove(pixels);
        self.source = Source::Nothing;
    }

    fn remove(&mut self, pixels: &mut PixelWorld) {
        if let Some(handle) = self.handle.take() {
            pixels.remove(handle);
        }
        (self.tiles, self.root, self.moved) = (None, None, None);
    }

    /// All colliders of the entity. Several, if it is a tile map.
    pub(crate) fn handles(&self) -> impl Iterator<Item = Handle> + use<> {
        self.handle.into_iter().chain(self.tiles.into_iter().flat_map(tiles::others))
    }

    /// Where a part of the entity finds the shape of its root. None if the root has no collider.
    pub(crate) fn as_root(&self) -> Option<(Handle, Plane, [u32; 2])> {
        let (plane, division) = self.laid?;
        Some((self.handle?, plane, division))
    }

    /// Forgets the collider if it went with its root.
    pub(crate) fn look_after(&mut self, pixels: &PixelWorld) {
        if self.root.is_some() && self.handle.is_some_and(|handle| pixels.get(handle).is_none()) {
            (self.handle, self.tiles, self.root, self.source) = (None, None, None, Source::Nothing);
        }
    }

    /// Lets the shape that the collider has follow the entity, because its new one has not come yet.
    pub(crate) fn keep(
        &mut self,
        pixels: &mut PixelWorld,
        entity: Entity,
        hitmask: &Hitmask,
        place: Place<'_>,
        z: f32,
    ) {
        let Some((plane, division)) = self.laid.filter(|_| self.handle.is_some()) else { return };
        match place.of(&plane) {
            Some(placement) => self.update(pixels, entity, hitmask, place, z, placement, division),
            None => self.drop_collider(pixels),
        }
    }

    /// Brings the collider up to date, or inserts it. `z` is the entity's height in the world.
    #[expect(clippy::too_many_arguments, reason = "it is all that a collider is made of")]
    pub(crate) fn update(
        &mut self,
        pixels: &mut PixelWorld,
        entity: Entity,
        hitmask: &Hitmask,
        place: Place<'_>,
        z: f32,
        mut placement: Placement,
        division: [u32; 2],
    ) {
        match (self.moved, place) {
            (Some((written, position)), Place::Free(_, affine)) if written == *affine => {
                placement.position = position;
            }
            _ => self.moved = None,
        }
        let transform = placement.transform(division);
        let order = order_of(z);
        if self.begins_anew(pixels) {
            self.remove(pixels);
        }
        self.tie(pixels, place);
        match (self.handle, self.new_shape.take()) {
            (None, None) => return,
            (None, Some(shape)) => {
                let collider = Collider {
                    shape,
                    transform: pose_or_nothing(transform),
                    props: ColliderProps {
                        layers: hitmask.layers(),
                        space: hitmask.space,
                        kind: hitmask.kind.into(),
                        group: hitmask.group,
                        order,
                        swept: hitmask.swept,
                        first_only: hitmask.first_only,
                        enabled: hitmask.enabled,
                        up: hitmask.up.map(Into::into),
                        open_side: hitmask.open_side.into(),
                        ..ColliderProps::default()
                    },
                    data: entity.to_bits(),
                    custom: None,
                };
                if matches!(collider.shape, ColliderShape::Tiles(..)) {
                    let made = pixels.insert_tiles(collider);
                    (self.handle, self.tiles) = (Some(made.body), Some(made));
                } else {
                    self.handle = Some(pixels.insert(collider));
                }
                self.tie(pixels, place);
            }
            (Some(handle), shape) => {
                let changed = self.change(pixels, handle, shape, hitmask, transform, order);
                debug_assert!(changed.is_some(), "only records remove colliders");
            }
        }
        self.stale = false;
        self.hitmask = *hitmask;
        self.laid = Some((placement.plane, division));
        self.order = order;
        self.transform = transform;
    }

    /// Whether the new shape cannot take the place of the old one: a tile map has a collider for each kind of tiles.
    fn begins_anew(&self, pixels: &PixelWorld) -> bool {
        let Some((new, handle)) = self.new_shape.as_ref().zip(self.handle) else { return false };
        let old = pixels.get(handle).map(|collider| collider.shape);
        match (new, old) {
            (ColliderShape::Tiles(new, _), Some(ColliderShape::Tiles(old, _))) => {
                new.tile_set() != old.tile_set()
            }
            (ColliderShape::Tiles(..), _) | (_, Some(ColliderShape::Tiles(..))) => true,
            _ => false,
        }
    }

    /// Makes the collider a part of its root, or no part. Its transform is set afterwards.
    fn tie(&mut self, pixels: &mut PixelWorld, place: Place<'_>) {
        let root = match place {
            Place::Free(..) => None,
            Place::Part { root, .. } => Some(root),
        };
        let Some(handle) = self.handle.filter(|_| root != self.root) else { return };
        let tied = match root {
            Some(root) => pixels.attach(root, handle),
            None => pixels.detach(handle),
        };
        debug_assert!(tied.is_some(), "the sync looks after roots first");
        self.root = root;
        // A transform means another place now, and the root has set space and group.
        self.stale = true;
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
        match shape {
            Some(ColliderShape::Tiles(new, _)) => {
                pixels.edit_tiles(handle, |map| *map = TileMap::clone(&new))?;
            }
            Some(shape) if !is_same(&shape, pixels.get(handle)?.shape) => {
                pixels.edit(handle, |collider| collider.shape = shape)?;
            }
            _ => {}
        }
        if self.stale || transform != self.transform {
            pixels.set_transform(handle, pose_or_nothing(transform))?;
        }
        if order != self.order {
            for handle in self.handles() {
                pixels.edit(handle, |collider| collider.order = order)?;
            }
        }
        if self.stale || *hitmask != self.hitmask {
            for (number, handle) in self.handles().enumerate() {
                pixels.edit(handle, |collider| {
                    collider.layers = hitmask.layers();
                    collider.swept = hitmask.swept;
                    collider.first_only = hitmask.first_only;
                    // The other colliders of a tile map are parts of the first one, which has the rest.
                    if number == 0 {
                        collider.space = hitmask.space;
                        collider.kind = hitmask.kind.into();
                        collider.group = hitmask.group;
                        collider.enabled = hitmask.enabled;
                        collider.up = hitmask.up.map(Into::into);
                        collider.open_side = hitmask.open_side.into();
                    }
                })?;
            }
        }
        Some(())
    }
}

/// Whether both are the same pixels in memory.
pub(crate) fn is_same(a: &ColliderShape, b: &ColliderShape) -> bool {
    match (a, b) {
        (ColliderShape::Mask(a), ColliderShape::Mask(b)) => Arc::ptr_eq(a, b),
        (ColliderShape::Alpha(a, _), ColliderShape::Alpha(b, _)) => Arc::ptr_eq(a, b),
        (ColliderShape::Labels(a), ColliderShape::Labels(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

/// Without a transform, what covers nothing.
fn pose_or_nothing(transform: Option<Transform>) -> Transform {
    transform.unwrap_or_else(|| None.into())
}
