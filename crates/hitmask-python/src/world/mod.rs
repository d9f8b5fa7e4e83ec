//! `hitmask.World`: its colliders. Its steps are in `step`, what it is asked in `ask`, what moves in it in `move`, and the
//! functions of a game that it asks in `functions`.

mod ask;
pub(crate) mod filter;
pub(crate) mod functions;
pub(crate) mod r#move;
mod parts;
mod picture;
mod properties;
pub(crate) mod save;
pub(crate) mod shape;
mod step;
mod tiles;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use hitmask::{ColliderRef, Transform, WorldOptions};

use self::functions::{catching, test_of, visit};
use self::shape::AnyCollider;
use crate::kept;
use crate::prelude::*;
use crate::table::{Properties, properties, with_properties, with_world_options};
use crate::terrain::{Changed, brushed};

/// A collider's handle: a number. It is never given to another collider.
pub(crate) type Id = u64;

const BUSY: &str = "the world is busy in another thread, or asks a function of yours";

/// Thousands of colliders, and which of them touch.
///
/// stay, area, bounds, normal, separation, labels: what events say besides the pair and the first pixel; each costs time. wrap: the width and the
/// height of a world whose opposite sides are one, each from 1 to 2**30; None is a world without ends. max_pairs: with more pairs of boxes
/// than this a step raises RuntimeError.
///
/// `insert` returns the handle of a collider, a number. Methods that get the handle of a removed collider raise KeyError.
#[pyclass(name = "World", module = "hitmask", weakref)]
pub(crate) struct PyWorld {
    /// None while a thread steps the world, or while it asks a function.
    world: Option<Box<World>>,
    _end: Burial,
}

/// A collider of a world as it is at a moment. Changing the world does not change it.
#[pyclass(name = "Collider", module = "hitmask", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct PyCollider {
    /// Where its pivot lies, in pixels.
    #[pyo3(get)]
    position: (f64, f64),
    /// Its angle in degrees, clockwise. None if it has a pose that was given as a matrix.
    #[pyo3(get)]
    rotation: Option<f64>,
    /// Its scale on its own axes. None if it has a pose that was given as a matrix.
    #[pyo3(get)]
    scale: Option<(f64, f64)>,
    /// Whether each of its own axes is mirrored. None if it has a pose that was given as a matrix.
    #[pyo3(get)]
    flip: Option<(bool, bool)>,
    /// The point of the shape that lies on the position.
    #[pyo3(get)]
    pivot: (f64, f64),
    /// The frame of an animation that is shown. None for other shapes.
    #[pyo3(get)]
    frame: Option<usize>,
    properties: Properties,
}

pickles!(PyCollider {
    position: (f64, f64),
    rotation: Option<f64>,
    scale: Option<(f64, f64)>,
    flip: Option<(bool, bool)>,
    pivot: (f64, f64),
    frame: Option<usize>,
    properties: Properties,
});

pub(crate) fn handle(id: Id) -> Handle {
    Handle::from_bits(id)
}

/// KeyError for the handle of a removed collider.
pub(crate) fn live<T>(answer: Option<T>, id: Id) -> PyResult<T> {
    answer.ok_or_else(|| {
        PyKeyError::new_err(format!("there is no collider {id}: it was removed, or belongs to another world"))
    })
}

fn degrees(angle: Angle) -> f64 {
    match angle {
        Angle::Degrees(degrees) => degrees,
        Angle::Radians(radians) => radians.to_degrees(),
        Angle::Steps { step, of } => 360.0 * f64::from(step) / f64::from(of),
        _ => f64::NAN,
    }
}

impl From<ColliderRef<'_>> for PyCollider {
    fn from(collider: ColliderRef<'_>) -> PyCollider {
        let transform = collider.transform();
        PyCollider {
            position: pixels(transform.position()),
            rotation: transform.rotation().map(degrees),
            scale: transform.scale().map(Into::into),
            flip: transform.flip().map(Into::into),
            pivot: transform.pivot().into(),
            frame: match collider.shape {
                ColliderShape::Frames(frames) => Some(frames.current()),
                _ => None,
            },
            properties: collider.into(),
        }
    }
}

#[pymethods]
impl PyCollider {
    fn __repr__(&self) -> String {
        let PyCollider { position, properties: Properties { kind, data, .. }, .. } = self;
        format!("<hitmask.Collider, {kind} at {position:?}, data {data}>")
    }
}

impl PyWorld {
    fn of(world: World) -> PyWorld {
        PyWorld { world: Some(Box::new(world)), _end: Burial }
    }

    /// Calls `f`, which should not run Python code. What dies by it finds the world as it is afterwards.
    pub(crate) fn with<R>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut World) -> R) -> PyResult<R> {
        let answer = kept::try_edit(slf, |it| it.world.as_deref_mut().map(f));
        answer.flatten().ok_or_else(|| PyRuntimeError::new_err(BUSY))
    }

    /// Changes a collider. KeyError if it was removed.
    pub(crate) fn edit<R>(slf: &Bound<'_, Self>, id: Id, f: impl FnOnce(&mut Collider) -> R) -> PyResult<R> {
        live(Self::with(slf, |world| world.edit(handle(id), f))?, id)
    }

    fn brush(
        slf: &Bound<'_, Self>,
        collider: Id,
        shape: &AnyShape,
        offset: Pixel,
        pose: Option<&PyPose>,
        draws: bool,
    ) -> PyResult<Changed> {
        let edit = |terrain: &mut Terrain| brushed(terrain, shape, offset, pose, draws);
        live(Self::with(slf, |world| world.edit_terrain(handle(collider), edit))?, collider)
    }

    /// Calls `f`, which may run Python code: the functions of a game that the world asks. Nothing else can use this world meanwhile. Raises what
    /// a test of a collider has raised.
    fn lend<R>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut World) -> R) -> PyResult<R> {
        let Some(mut world) = kept::try_edit(slf, |it| it.world.take()).flatten() else {
            return Err(PyRuntimeError::new_err(BUSY));
        };
        // A panic becomes an exception of Python. The world comes back even then.
        let (result, raised) = catching(|| catch_unwind(AssertUnwindSafe(|| f(&mut world))));
        edit(slf, |it| it.world = Some(world));
        let answer = result.unwrap_or_else(|panic| resume_unwind(panic));
        raised.map_or(Ok(answer), |error| Err(*error))
    }

    /// Calls `f` while other Python threads run. They cannot use this world meanwhile.
    fn detached<R: Send>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut World) -> R + Send) -> PyResult<R> {
        let py = slf.py();
        Self::lend(slf, |world| py.detach(|| f(world)))
    }
}

/// A transform with some of its parts changed.
fn changed(
    mut transform: Transform,
    position: Option<Position>,
    rotation: Option<f64>,
    scale: Option<Scale>,
    flip: Option<(bool, bool)>,
    pivot: Option<Position>,
) -> Result<Transform, InvalidArgument> {
    pivot.map_or(Ok(()), |pivot| transform.try_set_pivot(pivot))?;
    scale.map_or(Ok(()), |scale| transform.try_set_scale(scale.axes()))?;
    if let Some(flip) = flip {
        transform.set_flip(flip.into());
    }
    rotation.map_or(Ok(()), |degrees| transform.try_set_rotation(Angle::Degrees(degrees)))?;
    if let Some(position) = position {
        transform.set_position(PointQ16::from(position).checked("position")?);
    }
    Ok(transform)
}

with_world_options! {
    (*) options;
    #[pymethods]
    impl PyWorld {
        #[new]
        #[pyo3(text_signature = "(**world_options)")]
        fn new() -> PyResult<PyWorld> {
            let mut all = WorldOptions::default();
            options(&mut all);
            Ok(PyWorld::of(World::try_with_options(all).raise()?))
        }
    }
}

with_properties! {
    (shape, at = Position(0.0, 0.0), *, rotation = 0.0, scale = None, flip = (false, false), pivot = None, test = None, pose = None) properties;
    #[pymethods]
    impl PyWorld {
        /// Adds a collider and returns its handle.
        ///
        /// shape: a Mask, RunMask, AlphaLevel, LabelMask, Terrain, Circle, ConvexPolygon, Frames or a rectangle (x, y, width, height). An AlphaMask counts
        /// by alpha sum. The world keeps it as it is now: later edits of the object do not count. at: where the pivot lies; without a pivot, the
        /// shape's upper left corner. rotation: degrees, clockwise. layers: (the layers it is on, the layers it meets), 32 bits each. kind:
        /// 'body', 'sensor', 'character', 'one-way' or 'crate', which is moved like a character and can be pushed. up: where up is for a character or a
        /// crate, 'up', 'right', 'down' or 'left'; None if it is seen from above. open_side: the side from which one comes onto it, if it is one-way. swept: whether it is followed between steps, so that it passes through nothing. first_only:
        /// whether only the first of its new touches in a step counts. space, group, order, enabled, whole_pixels: as `set` takes them. data: a number that
        /// events carry. pose: the whole place, in place of at, rotation, scale, flip and pivot.
        ///
        /// test: a function that decides before the pixels do. It gets two `Member`s, this collider's first, and returns None (the pixels
        /// decide), False (they don't touch) or the world pixel at which they touch. It is asked about pairs whose boxes share a pixel. It
        /// cannot use the world, which is busy then.
        #[pyo3(
            text_signature = "($self, shape, at=(0, 0), *, rotation=0, scale=1, flip=(False, False), pivot=None, test=None, pose=None, **properties)"
        )]
        fn insert(
            slf: &Bound<'_, Self>,
            shape: AnyCollider,
            at: Position,
            rotation: f64,
            scale: Option<Scale>,
            flip: (bool, bool),
            pivot: Option<Position>,
            test: Option<Py<PyAny>>,
            pose: Option<&Bound<'_, PyPose>>,
        ) -> PyResult<Id> {
            let is_placed = (at.0, at.1, rotation) != (0.0, 0.0, 0.0) || scale.is_some() || pivot.is_some();
            if pose.is_some() && (is_placed || flip != (false, false)) {
                return Err(PyValueError::new_err(
                    "a pose is the whole place: give no at, rotation, scale, flip or pivot beside it",
                ));
            }
            let mut collider = Collider::new(shape.0);
            let parts = PoseParts {
                rotation: Angle::Degrees(rotation),
                scale: scale.map_or([1.0; 2], Scale::axes),
                flip: flip.into(),
                pivot: pivot.map_or([0.0; 2], Into::into),
                ..PoseParts::default()
            };
            collider.transform = Transform::new(&parts).raise()?;
            collider.transform.set_position(PointQ16::from(at).checked("position").raise()?);
            if let Some(pose) = pose {
                collider.transform = pose.get().pose.into();
            }
            properties(&mut collider);
            collider.custom = test.map(test_of);
            Self::with(slf, |world| world.insert(collider).to_bits())
        }
    }
}

#[pymethods]
impl PyWorld {
    /// Removes a collider. Its contacts end with the next step.
    fn remove(slf: &Bound<'_, Self>, collider: Id) -> PyResult<()> {
        live(Self::with(slf, |world| world.remove(handle(collider)).map(drop))?, collider)
    }

    /// A busy world is left out: whoever uses it has it.
    fn __traverse__(&self, visitor: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.world.as_ref().map_or(Ok(()), |world| visit(world.__tests(), visitor))
    }

    fn __clear__(slf: &Bound<'_, Self>) {
        let _ = Self::with(slf, |world| drop(std::mem::take(world)));
    }

    /// Sets all of where a collider lies at once: what is given changes, the rest stays. Nothing changes if one of them is refused.
    #[pyo3(signature = (collider, at = None, *, rotation = None, scale = None, flip = None, pivot = None))]
    fn set_place(
        slf: &Bound<'_, Self>,
        collider: Id,
        at: Option<Position>,
        rotation: Option<f64>,
        scale: Option<Scale>,
        flip: Option<(bool, bool)>,
        pivot: Option<Position>,
    ) -> PyResult<()> {
        Self::edit(slf, collider, |collider| {
            collider.transform = changed(collider.transform, at, rotation, scale, flip, pivot)?;
            Ok::<_, InvalidArgument>(())
        })?
        .raise()
    }

    /// Moves and turns many colliders. places: for each its position and its angle in degrees, (x, y, degrees), such as the rows of a NumPy
    /// array. Nothing changes if one of them is refused. Returns how many of the colliders exist.
    fn set_places(slf: &Bound<'_, Self>, colliders: All<Id>, places: All<[f64; 3]>) -> PyResult<usize> {
        if colliders.len() != places.len() {
            let text = format!(
                "there must be a place for each of {} colliders, not {}",
                colliders.len(),
                places.len()
            );
            return Err(PyValueError::new_err(text));
        }
        Self::with(slf, |world| {
            let mut all = Vec::with_capacity(places.len());
            for (&collider, [x, y, degrees]) in colliders.iter().zip(places) {
                let Some(old) = world.transform(handle(collider)) else { continue };
                let (at, turn) = (Some(Position(x, y)), Some(degrees));
                all.push((handle(collider), changed(old, at, turn, None, None, None)?));
            }
            for &(collider, place) in &all {
                let _ = world.set_transform(collider, place);
            }
            Ok::<_, InvalidArgument>(all.len())
        })?
        .raise()
    }

    /// Turns a collider about its pivot to an angle in degrees.
    fn set_rotation(slf: &Bound<'_, Self>, collider: Id, rotation: f64) -> PyResult<()> {
        Self::edit(slf, collider, |collider| collider.transform.try_set_rotation(Angle::Degrees(rotation)))?
            .raise()
    }

    /// Scales a collider about its pivot: one number, or one for each axis.
    fn set_scale(slf: &Bound<'_, Self>, collider: Id, scale: Scale) -> PyResult<()> {
        Self::edit(slf, collider, |collider| collider.transform.try_set_scale(scale.axes()))?.raise()
    }

    /// What is known of a collider: where it lies, its layers, its data.
    fn get(slf: &Bound<'_, Self>, collider: Id) -> PyResult<PyCollider> {
        live(Self::with(slf, |world| world.get(handle(collider)).map(PyCollider::from))?, collider)
    }

    /// The pose of a collider, which follows from its position, pivot, rotation, scale and flips. None if it covers nothing.
    fn pose(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Option<PyPose>> {
        let pose =
            Self::with(slf, |world| world.contains(handle(collider)).then(|| world.pose(handle(collider))))?;
        Ok(live(pose, collider)?.map(|pose| PyPose { pose }))
    }

    /// Puts a collider under a pose: its whole place, as a matrix without parts and with the pivot (0, 0). Under None it covers nothing.
    fn set_pose(slf: &Bound<'_, Self>, collider: Id, pose: Option<&Bound<'_, PyPose>>) -> PyResult<()> {
        let pose = pose.map(|pose| pose.get().pose);
        live(Self::with(slf, |world| world.set_pose(handle(collider), pose))?, collider)
    }

    /// Mirrors the collider's own axes.
    fn set_flip(slf: &Bound<'_, Self>, collider: Id, flip: (bool, bool)) -> PyResult<()> {
        Self::edit(slf, collider, |collider| collider.transform.set_flip(flip.into()))
    }

    /// Sets the point of the shape that lies on the position, in pixels from the shape's upper left corner.
    fn set_pivot(slf: &Bound<'_, Self>, collider: Id, pivot: Position) -> PyResult<()> {
        Self::edit(slf, collider, |collider| collider.transform.try_set_pivot(pivot))?.raise()
    }

    /// Turns a collider about its pivot by an angle in degrees.
    fn rotate_by(slf: &Bound<'_, Self>, collider: Id, degrees: f64) -> PyResult<()> {
        Self::edit(slf, collider, |collider| collider.transform.try_rotate_by(Angle::Degrees(degrees)))?
            .raise()
    }

    /// Gives a collider another shape.
    fn set_shape(slf: &Bound<'_, Self>, collider: Id, shape: AnyCollider) -> PyResult<()> {
        Self::edit(slf, collider, |collider| collider.shape = shape.0)
    }

    /// Clears the pixels of a collider's terrain that a shape covers, as `Terrain.carve`. offset: the shape's corner in the terrain. Other objects
    /// that share the terrain stay as they are. KeyError if the handle is stale or the collider's shape is not a terrain.
    #[pyo3(signature = (collider, shape, offset = Pixel(Point::ZERO), *, pose = None))]
    #[pyo3(text_signature = "($self, collider, shape, offset=(0, 0), *, pose=None)")]
    fn carve(
        slf: &Bound<'_, Self>,
        collider: Id,
        shape: AnyShape,
        offset: Pixel,
        pose: Option<&PyPose>,
    ) -> PyResult<Changed> {
        Self::brush(slf, collider, &shape, offset, pose, false)
    }

    /// Makes the pixels of a collider's terrain solid that a shape covers. Otherwise as `carve`.
    #[pyo3(signature = (collider, shape, offset = Pixel(Point::ZERO), *, pose = None))]
    #[pyo3(text_signature = "($self, collider, shape, offset=(0, 0), *, pose=None)")]
    fn draw(
        slf: &Bound<'_, Self>,
        collider: Id,
        shape: AnyShape,
        offset: Pixel,
        pose: Option<&PyPose>,
    ) -> PyResult<Changed> {
        Self::brush(slf, collider, &shape, offset, pose, true)
    }

    /// All that is set of a collider but its shape and its place, as a dict that `set` takes: `world.set(other, **world.props(one))`.
    fn props<'py>(slf: &Bound<'py, Self>, collider: Id) -> PyResult<Bound<'py, PyDict>> {
        let found = Self::with(slf, |world| world.get(handle(collider)).map(Properties::from))?;
        properties(slf.py(), &live(found, collider)?)
    }

    /// Sets or removes the function that decides before the pixels do: see `insert`.
    fn set_test(slf: &Bound<'_, Self>, collider: Id, test: Option<Py<PyAny>>) -> PyResult<()> {
        let test = test.map(test_of);
        Self::edit(slf, collider, |collider| collider.custom = test)
    }

    /// The handles of all colliders.
    fn handles(slf: &Bound<'_, Self>) -> PyResult<Vec<Id>> {
        Self::with(slf, |world| world.members().map(|member| member.handle.to_bits()).collect())
    }

    /// What the last step did: how many colliders there were, how many pairs of boxes, and what became of these.
    fn stats(slf: &Bound<'_, Self>) -> PyResult<HashMap<&'static str, usize>> {
        Self::with(slf, |world| {
            let stats = world.stats();
            HashMap::from([
                ("colliders", stats.colliders),
                ("candidates", stats.candidates),
                ("refused", stats.refused),
                ("custom", stats.custom),
                ("early_outs", stats.early_outs),
                ("tests", stats.tests),
                ("touching", stats.touching),
                ("drawn", stats.drawn),
                ("shared", stats.shared),
                ("undrawn", stats.undrawn),
            ])
        })
    }
}

with_properties! {
    (collider, *) properties;
    #[pymethods]
    impl PyWorld {
        /// Sets what is given of a collider: its kind, layers, group, space, order, data, and whether it is enabled, swept, first_only or on
        /// whole_pixels. Nothing changes if one of them is refused.
        #[pyo3(text_signature = "($self, collider, **properties)")]
        fn set(slf: &Bound<'_, Self>, collider: Id,) -> PyResult<()> {
            Self::edit(slf, collider, properties)
        }
    }
}
