//! Worlds
//!
//! A hitmask_world holds thousands of colliders. Step it once a frame: it reports which pairs began to touch and which ceased to. A
//! collider is named by a hitmask_handle. When the collider is removed, its handle becomes stale: every function then gives
//! HITMASK_NO_SUCH_COLLIDER, even if another collider has its place.

// This file is long because it is a list: the functions on a world, each a short call with its contract.

use hitmask::{Collider, WorldOptions};

use crate::border::read_each;
use crate::geom::{hitmask_angle, hitmask_pose_parts_default, hitmask_transform_from_parts};
use crate::in_use;
use crate::prelude::*;
use crate::shape::hitmask_kept_shape;
use crate::table::hitmask_world_options;
use crate::terrain::with_brush;

/// A change of one collider. None says that the handle is stale.
unsafe fn set(world: *mut hitmask_world, how: impl FnOnce(&mut World) -> Checked<Option<()>>) -> Checked {
    how(&mut change(world)?.world)?.ok_or(HITMASK_NO_SUCH_COLLIDER)
}

/// A change of many colliders, each to its value. All that can be changed are changed; the status is that of the first that can't.
unsafe fn set_each<T: Copy>(
    world: *mut hitmask_world,
    handles: *const hitmask_handle,
    values: *const T,
    count: usize,
    how: impl Fn(&mut World, Handle, T) -> Checked<Option<()>>,
) -> Checked {
    let each = read_each(handles, count)?.zip(read_each(values, count)?);
    let mut changing = change(world)?;
    let mut status = Ok(());
    for (handle, value) in each {
        let changed = how(&mut changing.world, self::handle(handle), value);
        status = status.and(changed.and_then(|done| done.ok_or(HITMASK_NO_SUCH_COLLIDER)));
    }
    status
}

/// A change of a collider's transform, which may be refused.
fn turn(
    world: &mut World,
    handle: hitmask_handle,
    how: impl FnOnce(&mut Transform) -> Result<(), InvalidArgument>,
) -> Checked<Option<()>> {
    let changed = world.edit(self::handle(handle), |collider| how(&mut collider.transform));
    Ok(changed.transpose()?)
}

/// A question about one collider. None says that the handle is stale.
unsafe fn get<T>(
    world: *const hitmask_world,
    out: *mut T,
    what: impl FnOnce(Quiet<'_>) -> Option<T>,
) -> Checked {
    give(out, what(look(world)?).ok_or(HITMASK_NO_SUCH_COLLIDER)?)
}

verbs! {
    /// A body that meets everything, upright, with its origin on the world's pixel (0, 0).
    fn hitmask_collider_default(shape: hitmask_shape) -> hitmask_collider =
        hitmask_collider::new(shape, hitmask_transform_from_parts(hitmask_pose_parts_default()));

    /// The options that suit nearly every game.
    fn hitmask_world_options_default() -> hitmask_world_options = WorldOptions::default().into();

    /// An empty world. NULL options are the default ones.
    fn hitmask_world_new(options: *const hitmask_world_options, out: *mut *mut hitmask_world) {
        let options = if options.is_null() { WorldOptions::default() } else { value(options)?.library()? };
        give_object(out, World::try_with_options(options)?)
    }
}

/// Frees it. NULL does nothing. From a callback of calls on the world it is freed when these have ended, and is busy to all others. A call that
/// would give a list of the world's gives HITMASK_BUSY then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hitmask_world_free(world: *mut hitmask_world) {
    in_use::free(world);
}

verbs! {
    /// Puts a collider in.
    fn hitmask_world_insert(world: *mut hitmask_world, collider: *const hitmask_collider, out: *mut hitmask_handle) {
        check(out)?;
        let collider = object(collider)?.library()?;
        give(out, change(world)?.world.insert(collider).to_bits())
    }

    /// Takes a collider out. Its contacts end with the next step.
    fn hitmask_world_remove(world: *mut hitmask_world, handle: hitmask_handle) {
        set(world, |world| Ok(world.remove(self::handle(handle)).map(drop)))
    }

    /// The handles of all colliders, in ascending order.
    fn hitmask_world_handles(world: *const hitmask_world, handles: *mut hitmask_handle, capacity: usize, count: *mut usize) {
        let all = look(world)?.members().map(|member| member.handle.to_bits());
        give_list(all, handles, capacity, count)
    }

    /// What a collider is. Its shape has no object; hitmask_world_shape gives one.
    fn hitmask_world_get(world: *const hitmask_world, handle: hitmask_handle, out: *mut hitmask_collider) {
        let collider = look(world)?.get(self::handle(handle)).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give(out, collider.into())
    }

    /// The shape of a collider as it is now, carved terrain included. Make a hitmask_shape of it with hitmask_shape_kept, and free it with
    /// hitmask_kept_shape_free. It shares the pixels and stays as it is when the collider changes. Of an animation these are all its frames, and
    /// not the one that is shown: other colliders take it, but questions about pixels and labels give HITMASK_WRONG_SHAPE. Ask the world, with
    /// hitmask_world_overlap_labels for example.
    fn hitmask_world_shape(world: *const hitmask_world, handle: hitmask_handle, out: *mut *mut hitmask_kept_shape) {
        let collider =
            look(world)?.get(self::handle(handle)).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_object(out, hitmask_kept_shape { shape: collider.shape.clone() })
    }

    /// The data of a collider.
    fn hitmask_world_data(world: *const hitmask_world, handle: hitmask_handle, out: *mut u64) {
        get(world, out, |world| world.get(self::handle(handle)).map(|collider| collider.data))
    }

    /// The last way of a collider, for pictures: where it came from, and where it is. They are the same if it rested or was teleported. Once it
    /// was moved, it comes from its position after the last step that succeeded; until then it is the way that the last step saw. The way is not
    /// part of the state that is saved.
    fn hitmask_world_last_path(world: *const hitmask_world, handle: hitmask_handle, from: *mut hitmask_point_q16, to: *mut hitmask_point_q16) {
        check(from)?;
        check(to)?;
        let world = look(world)?;
        let [start, end] = world.last_path(self::handle(handle)).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give(from, start.into())?;
        give(to, end.into())
    }

    /// The pose under which steps see a collider: draw the sprite with it. Not found if it covers nothing, because it was scaled to 0.
    fn hitmask_world_pose(world: *const hitmask_world, handle: hitmask_handle, out: *mut hitmask_pose, found: *mut bool) {
        let collider =
            look(world)?.get(self::handle(handle)).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_found(out, found, collider.pose().map(Into::into))
    }

    /// Moves many colliders: number i of the handles to number i of the positions. All that can be moved are moved, even if the status is
    /// HITMASK_NO_SUCH_COLLIDER because some handles are stale; with HITMASK_OUT_OF_RANGE none is.
    fn hitmask_world_set_positions(world: *mut hitmask_world, handles: *const hitmask_handle, positions: *const hitmask_point_q16, count: usize) {
        array(handles, count)?;
        for &position in array(positions, count)? {
            position.checked("positions")?;
        }
        set_each(world, handles, positions, count, |world, handle, position| {
            Ok(world.set_position(handle, position))
        })
    }

    /// Gives many colliders a transform: number i of the handles gets number i of the transforms. All that can be moved are moved; the status
    /// is that of the first one that can't, because its handle is stale or its transform is refused.
    fn hitmask_world_set_transforms(world: *mut hitmask_world, handles: *const hitmask_handle, transforms: *const hitmask_transform, count: usize) {
        set_each(world, handles, transforms, count, |world, handle, transform| {
            Ok(world.set_transform(handle, transform.library()?))
        })
    }

    /// Gives a collider a pose. With NULL it covers nothing.
    fn hitmask_world_set_pose(world: *mut hitmask_world, handle: hitmask_handle, pose: *const hitmask_pose) {
        set(world, |world| {
            let pose = if pose.is_null() { None } else { Some(value(pose)?.library()?) };
            Ok(world.set_pose(self::handle(handle), pose))
        })
    }

    /// Turns a collider about its pivot to an angle.
    fn hitmask_world_set_rotation(world: *mut hitmask_world, handle: hitmask_handle, rotation: hitmask_angle) {
        set(world, |world| {
            let rotation = rotation.library()?;
            turn(world, handle, |transform| transform.try_set_rotation(rotation))
        })
    }

    /// Turns a collider about its pivot by an angle.
    fn hitmask_world_rotate_by(world: *mut hitmask_world, handle: hitmask_handle, by: hitmask_angle) {
        set(world, |world| {
            let by = by.library()?;
            turn(world, handle, |transform| transform.try_rotate_by(by))
        })
    }

    /// Scales a collider about its pivot. With a scale of 0 it covers nothing.
    fn hitmask_world_set_scale(world: *mut hitmask_world, handle: hitmask_handle, scale: hitmask_vector) {
        set(world, |world| turn(world, handle, |transform| transform.try_set_scale(scale)))
    }

    /// Mirrors a collider about its pivot, or not.
    fn hitmask_world_set_flip(world: *mut hitmask_world, handle: hitmask_handle, flip_x: bool, flip_y: bool) {
        set(world, |world| {
            Ok(world.edit(self::handle(handle), |collider| collider.transform.set_flip([flip_x, flip_y])))
        })
    }

    /// Sets the pivot of a collider, in texels. The pivot stays on the position, so the sprite moves.
    fn hitmask_world_set_pivot(world: *mut hitmask_world, handle: hitmask_handle, pivot: hitmask_vector) {
        set(world, |world| turn(world, handle, |transform| transform.try_set_pivot(pivot)))
    }

    /// Gives a collider another shape.
    fn hitmask_world_set_shape(world: *mut hitmask_world, handle: hitmask_handle, shape: *const hitmask_shape) {
        set(world, |world| {
            let shape = object(shape)?.hold()?;
            Ok(world.edit(self::handle(handle), |collider| collider.shape = shape))
        })
    }

    /// Gives a collider all properties of a record but its shape and its transform: read one with hitmask_world_get, and change what you need.
    /// None is changed if one of them is refused.
    fn hitmask_world_set(world: *mut hitmask_world, handle: hitmask_handle, properties: *const hitmask_collider) {
        let properties = value(properties)?;
        set(world, |world| world.edit(self::handle(handle), |collider| properties.give_properties(collider)).transpose())
    }

    /// Clears pixels of a collider's terrain, as hitmask_terrain_carve. HITMASK_WRONG_SHAPE if its shape is no terrain. out may be NULL.
    fn hitmask_world_carve(
        world: *mut hitmask_world, handle: hitmask_handle, brush: *const hitmask_placed, at: hitmask_point, out: *mut hitmask_change
    ) {
        edit_terrain(world, handle, brush, out, |terrain, brush| terrain.carve(brush, at))
    }

    /// Makes pixels of a collider's terrain solid, as hitmask_terrain_draw. HITMASK_WRONG_SHAPE if its shape is no terrain. out may be NULL.
    fn hitmask_world_draw(
        world: *mut hitmask_world, handle: hitmask_handle, brush: *const hitmask_placed, at: hitmask_point, out: *mut hitmask_change
    ) {
        edit_terrain(world, handle, brush, out, |terrain, brush| terrain.draw(brush, at))
    }
}

unsafe fn edit_terrain(
    world: *mut hitmask_world,
    handle: hitmask_handle,
    brush: *const hitmask_placed,
    out: *mut hitmask_change,
    how: impl FnOnce(&mut Terrain, Placed<'_>) -> hitmask::Change,
) -> Checked {
    let mut changing = change(world)?;
    let handle = self::handle(handle);
    let collider = changing.world.get(handle).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
    if !matches!(collider.shape, ColliderShape::Terrain(_)) {
        return Err(HITMASK_WRONG_SHAPE);
    }
    let change = with_brush(brush, |brush| {
        changing.world.edit_terrain(handle, |terrain| how(terrain, brush)).ok_or(HITMASK_WRONG_SHAPE)
    })?;
    if out.is_null() { Ok(()) } else { give(out, (&change).into()) }
}

impl hitmask_collider {
    /// # Safety
    /// The pointer in the shape keeps the contract of the crate.
    pub(crate) unsafe fn library(&self) -> Checked<Collider> {
        let mut collider = Collider::new(self.shape.hold()?);
        collider.transform = self.transform.library()?;
        self.give_properties(&mut collider)?;
        Ok(collider)
    }
}
