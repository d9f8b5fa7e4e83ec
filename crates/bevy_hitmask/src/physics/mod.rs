//! Colliders for physics engines, and contacts that are judged by pixels: what all engines share.

#[cfg(feature = "avian2d")]
pub(crate) mod avian;
mod pieces;
#[cfg(feature = "rapier2d")]
pub(crate) mod rapier;

use bevy_asset::AssetEvent;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_reflect::prelude::*;
#[cfg(feature = "serde")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use hitmask::ColliderShape;

use self::pieces::{KeptPieces, Piece, place};
use crate::component::Hitmask;
use crate::geometry::Plane;
use crate::record::{Source, is_same};
use crate::sync::{Look, Pictures};
use crate::world::HitmaskWorld;

/// Gives an entity a collider of a physics engine that has the shape of its solid pixels, with holes: a compound of convex pieces. The plugin of the engine
/// makes it: `HitmaskAvianPlugin` (feature `avian2d`), `HitmaskRapierPlugin` (feature `rapier2d`).
///
/// What is solid is what [`Hitmask`] and [`HitmaskShape`](crate::HitmaskShape) say: the level, the part of the image, the frame of the atlas. The anchor,
/// flips and custom size of the sprite count, and the collider is made anew when any of these or the image change. Position, rotation and scale are the
/// engine's matter. Layers, kind, space and group of the [`Hitmask`] are not: the engine has layers and sensors of its own.
///
/// Mirror a sprite by its `flip_x` and `flip_y`: the engines don't take a scale below 0, and no shear that parents make.
///
/// # Complexity
/// A look at each entity in each step of the engine. The pieces of a mask are found once for all entities that show it. Exact pieces of a round sprite of
/// 64 × 64 pixels are some dozens, and engines become slow with thousands: raise the [`tolerance`](HitmaskCollider::tolerance) for large sprites.
#[derive(Component, Clone, Copy, PartialEq, Default, Debug, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields),
    reflect(Serialize, Deserialize)
)]
#[require(Hitmask)]
pub struct HitmaskCollider {
    /// How far the collider may lie beside the pixels, in texels. 0, the default: nowhere, the pieces cover the pixels exactly. With 1, stairs become
    /// slopes, and there are far fewer pieces. Own shapes that are no masks are always exact.
    pub tolerance: f32,
}

impl HitmaskCollider {
    /// Another [`tolerance`](HitmaskCollider::tolerance).
    #[must_use]
    pub const fn within(tolerance: f32) -> HitmaskCollider {
        HitmaskCollider { tolerance }
    }
}

/// Lets an entity touch others in a physics engine only where their pixels touch: whatever shape its collider has, corners of boxes and inner sides of
/// holes where there are no pixels don't count. One of the two entities needs this component; both need a [`Hitmask`], or else the pair touches as
/// without it. The engine must ask: its hooks are `HitmaskAvianContacts` or
/// `HitmaskRapierContacts`.
///
/// # What counts as touching
/// A solver keeps bodies apart, so bodies that rest on each other share no pixel. The pixels touch if no more than [`skin`](PixelContacts::skin) pixels
/// lie between them. The pixels are those of [`HitmaskWorld`], after rounding to the grid: that alone may leave an empty row between two bodies without a gap.
#[derive(Component, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields),
    reflect(Serialize, Deserialize)
)]
#[require(Hitmask)]
pub struct PixelContacts {
    /// How far apart pixels may be that still touch, in pixels of [`HitmaskWorld`]. 2 by default: one that rounding makes, and one for the gap that
    /// the solver leaves. If both entities have a skin, the larger one counts.
    pub skin: f32,
}

impl Default for PixelContacts {
    fn default() -> PixelContacts {
        PixelContacts { skin: 2.0 }
    }
}

/// Whether two entities may touch. `gap` is how far apart the engine's shapes are that it wants to keep apart, in units: 0 if they overlap. The pixels may
/// be farther apart by as much.
pub(crate) fn may_touch(
    hitmasks: &HitmaskWorld,
    skins: &Query<&'static PixelContacts>,
    pair: [Entity; 2],
    gap: f32,
) -> bool {
    let skins = pair.map(|entity| skins.get(entity).map(|contacts| contacts.skin).ok());
    let Some(skin) = skins.into_iter().flatten().reduce(f32::max) else { return true };
    let [a, b] = pair;
    let is_known = pair.iter().all(|&entity| hitmasks.collider_of(entity).is_some());
    let far = gap.max(0.0) + skin / hitmasks.grid.per_unit as f32;
    // What covers no pixel touches nothing.
    !is_known || hitmasks.distance(a, b).is_some_and(|distance| distance <= far)
}

/// A physics engine.
pub(crate) trait Engine: Send + Sync + 'static {
    type Collider: Component;

    /// None if there are no pieces.
    fn collider(pieces: Vec<Piece>) -> Option<Self::Collider>;
}

/// What the collider of an entity was made from.
pub(crate) struct Laid {
    round: u64,
    tolerance: f32,
    source: Source,
    shape: ColliderShape,
    plane: Plane,
}

/// Makes the colliders that are missing or out of date, and removes those of entities that have no [`HitmaskCollider`] any more.
#[expect(clippy::too_many_arguments, reason = "a system; each is read")]
pub(crate) fn renew_colliders<E: Engine>(
    mut commands: Commands,
    mut pictures: Pictures,
    hitmasks: Res<HitmaskWorld>,
    changes: Res<Messages<AssetEvent<Image>>>,
    entities: Query<(Entity, &HitmaskCollider, Look)>,
    mut laid: Local<EntityHashMap<Laid>>,
    mut kept: Local<KeptPieces>,
    mut round: Local<u64>,
) {
    pictures.masks.refresh(&changes);
    *round += 1;
    for (entity, &HitmaskCollider { tolerance }, look) in &entities {
        // What has no shape for another reason than that it is still loading has no collider. The sync says why.
        let solid = match pictures.solid(&look, hitmasks.grid) {
            Ok(Some(solid)) => solid,
            Ok(None) => {
                laid.entry(entity).and_modify(|laid| laid.round = *round);
                continue;
            }
            Err(_) => continue,
        };
        let plane = solid.plane();
        let source = solid.source(Some(look.hitmask.level), [1, 1], pictures.masks.epoch());
        let old = laid.get_mut(&entity).filter(|laid| laid.plane == plane && laid.tolerance == tolerance);
        if let Some(old) = old
            && old.source == source
        {
            old.round = *round;
            continue;
        }
        let shape = match pictures.shape_of(&solid, &source, hitmasks.grid) {
            Ok(Some(shape)) => shape,
            Ok(None) => {
                laid.entry(entity).and_modify(|laid| laid.round = *round);
                continue;
            }
            Err(_) => continue,
        };
        let is_old = laid.get(&entity).is_some_and(|laid| {
            laid.plane == plane && laid.tolerance == tolerance && is_same(&laid.shape, &shape)
        });
        if !is_old {
            let pieces = kept.pieces(&shape, tolerance);
            match E::collider(pieces.iter().filter_map(|piece| place(piece, &plane)).collect()) {
                Some(collider) => commands.entity(entity).try_insert(collider),
                None => commands.entity(entity).try_remove::<E::Collider>(),
            };
        }
        laid.insert(entity, Laid { round: *round, tolerance, source, shape, plane });
    }
    laid.retain(|&entity, laid| {
        let is_alive = laid.round == *round;
        if !is_alive && let Ok(mut entity) = commands.get_entity(entity) {
            entity.try_remove::<E::Collider>();
        }
        is_alive
    });
    kept.forget();
}
