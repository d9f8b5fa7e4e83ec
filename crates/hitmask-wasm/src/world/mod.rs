//! Worlds: the colliders, and what can be set on them.

mod ask;
mod r#move;
mod parts;
mod save;
mod step;

use hitmask::{ColliderShape, Transform};

use crate::place::lay_pose;
use crate::prelude::*;
use crate::table::{PROPERTIES, properties, query_filter, set_property, world_options};
use crate::terrain::brush;

/// A handle is one number in JavaScript: this many bits for the index, counted from 1 as in [`Handle::to_bits`], the rest for the generation.
const INDEX_BITS: u32 = 26;
/// The generations for which such a number is exact.
const GENERATIONS: u32 = 1 << 27;

/// The handle as a number of JavaScript.
pub(crate) fn number(handle: Handle) -> f64 {
    f64::from(handle.generation()) * f64::from(1u32 << INDEX_BITS) + f64::from(handle.index()) + 1.0
}

/// The handle of a number that JavaScript has checked to be whole and at least 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "JavaScript has checked that it is whole and fits"
)]
pub(crate) fn handle(number: f64) -> Handle {
    let bits = number as u64;
    let (index, generation) = (bits & ((1 << INDEX_BITS) - 1), bits >> INDEX_BITS);
    Handle::from_bits(index << 32 | generation)
}

/// The largest coordinate of a position, in pixels.
const FARTHEST: f64 = (PointQ16::LIMIT / PointQ16::ONE) as f64;

/// Calls a function with the filter on the desk, from a place on. It looks at no collider of the list of floats.
fn with_filter<R>(place: usize, ask: impl FnOnce(&QueryFilter<'_>) -> R) -> R {
    let except: Vec<Handle> = taken_numbers().into_iter().map(handle).collect();
    ask(&QueryFilter { except_all: &except, ..query_filter(place) })
}

/// Whether the handle was live.
fn live(answer: Option<()>) -> i32 {
    i32::from(answer.is_some())
}

/// A change of a collider's transform.
fn turn(
    world: &mut World,
    collider: Handle,
    how: impl FnOnce(&mut Transform) -> Result<(), InvalidArgument>,
) -> Result<i32, Fault> {
    Ok(live(world.edit(collider, |collider| how(&mut collider.transform)).transpose()?))
}

export! {
    /// The options are on the desk.
    fn world_new() -> i32 = reply(World::try_with_options(world_options(0)).map(|world| keep(Object::World(Box::new(world)))).map_err(Fault::from));

    /// On the desk: the place, then the properties. The answer is the handle.
    fn world_insert(world: usize, shape_number: usize) -> i32 = reply(collider(shape_number).and_then(|collider| with_handles(world, |world| {
        let handle = world.insert(collider);
        put(0, number(handle));
        Ok([Some(handle)])
    })));

    fn world_remove(world: usize, collider: f64) -> i32 = change_world(world, |world| i32::from(world.remove(handle(collider)).is_some()));

    fn world_clear(world: usize) = change_world(world, World::clear);

    fn world_len(world: usize) -> usize = with_world(world, World::len);

    fn world_contains(world: usize, collider: f64) -> i32 = with_world(world, |world| i32::from(world.contains(handle(collider))));

    /// 0 position, 1 scale, 2 pivot, 3 flip, 4 bounds, 5 pose, 6 rotation in degrees, if it has them; 7 data, 8 whether it is enabled,
    /// 9 frame, 10 last way: from, to.
    fn world_get(world: usize, collider: f64, what: u32) -> i32 {
        let collider = handle(collider);
        let two = |pair: Option<[f64; 2]>| pair.map_or(NONE, |pair| {
            lay(0, &pair);
            SOME
        });
        let one = |number: Option<f64>| number.map_or(NONE, |number| {
            put(0, number);
            SOME
        });
        with_world(world, |world| match what {
            0 => option(world.position(collider)),
            1 => two(world.transform(collider).and_then(|it| it.scale())),
            2 => two(world.transform(collider).map(|it| it.pivot())),
            3 => two(world.transform(collider).and_then(|it| it.flip()).map(|flip| flip.map(|flip| f64::from(u8::from(flip))))),
            4 => option(world.bounds(collider)),
            5 => world.pose(collider).map_or(NONE, |pose| lay_pose(&pose)),
            6 => one(world.transform(collider).and_then(|it| it.rotation()).map(degrees)),
            7 => one(world.get(collider).map(|collider| collider.data as f64)),
            8 => one(world.get(collider).map(|collider| f64::from(u8::from(collider.enabled)))),
            10 => world.last_path(collider).map_or(NONE, |way| {
                lay(0, way.map(PointQ16::to_f64).as_flattened());
                SOME
            }),
            _ => one(world.get(collider).and_then(|collider| match collider.shape {
                ColliderShape::Frames(frames) => Some(frames.current() as f64),
                _ => None,
            })),
        })
    }

    /// Moves a collider; its way leads there.
    fn world_set_position(world: usize, collider: f64, x: f64, y: f64) -> i32 =
        reply(change_world(world, |world| Ok(live(world.set_position(handle(collider), q16(x, y).checked("position")?)))));

    fn world_teleport(world: usize, collider: f64, x: f64, y: f64) -> i32 =
        reply(change_world(world, |world| Ok(live(world.teleport(handle(collider), q16(x, y).checked("position")?)))));

    /// Moves many. The list of floats has all handles, then all positions. The number of live ones on the desk.
    fn world_set_positions(world: usize) -> i32 {
        let numbers = taken_numbers();
        let (colliders, positions) = numbers.split_at(numbers.len() / 3);
        let positions = positions.as_chunks::<2>().0;
        // All are looked at before one is moved. To convert them twice would take longer.
        let is_near = |&[x, y]: &&[f64; 2]| x.abs() <= FARTHEST && y.abs() <= FARTHEST;
        let far = positions.iter().find(|position| !is_near(position));
        reply(far.map_or(Ok(()), |&[x, y]| q16(x, y).checked("position").map(drop)).map_err(Fault::from).and_then(|()| {
            let mut moved = 0;
            change_world(world, |world| -> Result<(), Fault> {
                for (&collider, &[x, y]) in colliders.iter().zip(positions) {
                    moved += live(world.set_position(handle(collider), q16(x, y)));
                }
                Ok(())
            })?;
            put(0, moved.into());
            Ok(SOME)
        }))
    }

    /// Moves and turns many. The list of floats has a handle, a position and degrees for each. The number of live ones on the desk.
    fn world_set_places(world: usize) -> i32 {
        let numbers = taken_numbers();
        let all = numbers.as_chunks::<4>().0;
        let angle = hitmask::Angle::Degrees;
        reply(change_world(world, |world| {
            // All are tried before one is moved. What a turn does to a shape depends on its scale and shear.
            for &[collider, x, y, degrees] in all {
                let mut place = world.transform(handle(collider)).unwrap_or_default();
                place.set_position(q16(x, y).checked("position")?);
                place.try_set_rotation(angle(degrees))?;
            }
            let mut moved = 0;
            for &[collider, x, y, degrees] in all {
                let collider = handle(collider);
                if live(world.set_position(collider, q16(x, y))) != 0 {
                    moved += turn(world, collider, |transform| transform.try_set_rotation(angle(degrees)))?;
                }
            }
            put(0, moved.into());
            Ok(SOME)
        }))
    }

    /// The place on the desk.
    fn world_set_place(world: usize, collider: f64) -> i32 =
        reply(transform(0).map(|place| change_world(world, |world| live(world.set_transform(handle(collider), place)))));

    /// The angle on the desk: 0 sets it, 1 adds it.
    fn world_rotate(world: usize, collider: f64, adds: i32) -> i32 {
        let angle = angle(0);
        reply(change_world(world, |world| turn(world, handle(collider), |transform| match adds {
            0 => transform.try_set_rotation(angle),
            _ => transform.try_rotate_by(angle),
        })))
    }

    fn world_set_scale(world: usize, collider: f64, x: f64, y: f64) -> i32 =
        reply(change_world(world, |world| turn(world, handle(collider), |transform| transform.try_set_scale([x, y]))));

    fn world_set_flip(world: usize, collider: f64, x: i32, y: i32) -> i32 =
        change_world(world, |world| live(world.edit(handle(collider), |collider| collider.transform.set_flip([x != 0, y != 0]))));

    fn world_set_pivot(world: usize, collider: f64, x: f64, y: f64) -> i32 =
        reply(change_world(world, |world| turn(world, handle(collider), |transform| transform.try_set_pivot([x, y]))));

    fn world_set_shape(world: usize, collider: f64, to: usize) -> i32 {
        let to = shape(to);
        change_world(world, |world| live(world.edit(handle(collider), |collider| collider.shape = to)))
    }

    /// InvalidArgument if there is no such frame.
    fn world_set_frame(world: usize, collider: f64, frame: usize) -> i32 =
        reply(change_world(world, |world| Ok(live(world.try_set_frame(handle(collider), frame)?))));

    /// Sets a property, by its number in docs/table.txt.
    fn world_set(world: usize, collider: f64, what: usize, value: f64, more: f64) -> i32 =
        change_world(world, |world| live(world.edit(handle(collider), |collider| set_property(collider, what, [value, more]))));

    /// All properties.
    fn world_props(world: usize, collider: f64) -> i32 = with_world(world, |world| world.get(handle(collider)).map_or(NONE, |collider| {
        lay(0, properties(collider).as_flattened());
        SOME
    }));

    /// Carves or draws in the terrain of a collider: as `terrain_edit`. None if it has no terrain.
    fn world_edit_terrain(world: usize, collider: f64, by: usize, x: i32, y: i32, posed: i32, draws: i32) -> i32 {
        let by = shape(by);
        reply(pose_if(posed).and_then(|pose| change_world(world, |world| {
            let edit = |terrain: &mut Terrain| brush(terrain, &by, (x, y).into(), pose.as_ref(), draws != 0);
            world.edit_terrain(handle(collider), edit).transpose()
        })).map(option))
    }

    /// All handles, in the list of floats.
    fn world_handles(world: usize) -> f64 =
        with_world(world, |world| give_numbers(world.members().map(|member| number(member.handle)).collect()));

    /// A `WorldStats`.
    fn world_stats(world: usize) -> i32 = some(&with_world(world, |world| *world.stats()));

    fn world_memory_bytes(world: usize) -> f64 = with_world(world, |world| world.memory_bytes() as f64);
}

/// Inserts up to N colliders, and takes them back if a number of JavaScript cannot name them.
pub(crate) fn with_handles<const N: usize>(
    world: usize,
    insert: impl FnOnce(&mut World) -> Result<[Option<Handle>; N], Fault>,
) -> Result<i32, Fault> {
    change_world(world, |world| {
        if world.len() + N >= 1 << INDEX_BITS {
            return Err("a world holds at most 67108863 colliders here".into());
        }
        let handles = insert(world)?;
        if handles.iter().flatten().any(|handle| handle.generation() >= GENERATIONS) {
            for handle in handles.into_iter().flatten() {
                let _ = world.remove(handle);
            }
            return Err("this world has had too many colliders: go on with a new one".into());
        }
        Ok(SOME)
    })
}

/// The collider on the desk.
pub(crate) fn collider(shape_number: usize) -> Result<Collider, Fault> {
    let mut collider = Collider::new(shape(shape_number));
    collider.transform = transform(0)?;
    for what in 0..PROPERTIES {
        set_property(&mut collider, what, pair(PLACE + 2 * what));
    }
    Ok(collider)
}

impl Floats for Handle {
    fn floats(&self) -> impl AsRef<[f64]> {
        [number(*self)]
    }
}

/// The position, and the rotation in degrees, which is no number if it was given by a pose.
impl Floats for Transform {
    fn floats(&self) -> impl AsRef<[f64]> {
        let [x, y] = self.position().to_f64();
        [x, y, self.rotation().map_or(f64::NAN, degrees)]
    }
}

fn degrees(angle: hitmask::Angle) -> f64 {
    match angle {
        hitmask::Angle::Degrees(degrees) => degrees,
        hitmask::Angle::Radians(radians) => radians.to_degrees(),
        hitmask::Angle::Steps { step, of } => f64::from(step) / f64::from(of) * 360.0,
        _ => f64::NAN,
    }
}
