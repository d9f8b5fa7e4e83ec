//! `hitmask.World`: colliders, steps, events, queries.

use hitmask::{
    AlphaRule, Angle, Collider, ColliderShape, Event, EventDetail, EventKind, Handle, Layers, MoveOptions,
    PointQ16, Probe, QueryFilter, Touch, World, WorldOptions, WorldSnapshot,
};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::array::check_size;
use crate::cast::{PyCast, fraction};
use crate::convex::q16;
use crate::errors::Raise;
use crate::kept::Kept;
use crate::numbers::{Box4, Pixel, Position, Xy, Xywh, xy, xywh};
use crate::pose::Scale;
use crate::shape::AnyShape;

/// A collider's handle: a number. It is never given to another collider.
type Id = u64;

/// Thousands of colliders, and which of them touch.
///
/// stay, area, bounds, normal, separation: what events say besides the pair and the first pixel; each costs time.
///
/// `insert` returns the handle of a collider, a number. Methods that get the handle of a removed collider raise KeyError.
#[pyclass(name = "World", module = "hitmask", frozen, weakref)]
pub(crate) struct PyWorld {
    /// None while a thread steps the world.
    world: Kept<Option<Box<World>>>,
}

/// What happened between two colliders in a step.
#[pyclass(name = "Event", module = "hitmask", frozen)]
pub(crate) struct PyEvent {
    event: Event,
}

/// Where two colliders touch.
#[pyclass(name = "Touch", module = "hitmask", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyTouch {
    /// The first world pixel (x, y) that both cover: the topmost, then the leftmost.
    first: Xy,
    /// How many world pixels both cover. 0 unless the world was made with `area=True`.
    area: u64,
    /// The smallest rectangle (x, y, width, height) around them. None unless the world was made with `bounds=True`.
    bounds: Option<Xywh>,
    /// The direction from a to b. None unless the world was made with `normal=True`.
    normal: Option<Xy>,
    /// The shortest way out for b. None unless the world was made with `separation=True`.
    separation: Option<Xy>,
}

/// The result of `move_and_slide`.
#[pyclass(name = "Slid", module = "hitmask", frozen, get_all)]
pub(crate) struct PySlid {
    /// Where it is now. It stands on whole pixels; the rest is kept for the next move.
    position: (f64, f64),
    /// What is left of the motion.
    velocity: (f64, f64),
    /// The handle of what it stands on. None in the air.
    floor: Option<Id>,
    /// The handle of what is above it. None if there is nothing, or if the motion does not lead up.
    ceiling: Option<Id>,
    /// The handle of what is beside it in the direction of the motion.
    wall: Option<Id>,
    /// The handle of what it overlaps from the start. Then it does not move.
    stuck: Option<Id>,
}

/// A world as it was, for `World.restore`.
#[pyclass(name = "WorldSnapshot", module = "hitmask", frozen)]
pub(crate) struct PyWorldSnapshot {
    snapshot: WorldSnapshot,
}

impl From<Touch> for PyTouch {
    fn from(touch: Touch) -> PyTouch {
        PyTouch {
            first: xy(touch.first),
            area: touch.area,
            bounds: touch.bounds.map(xywh),
            normal: touch.normal.map(xy),
            separation: touch.separation.map(xy),
        }
    }
}

fn pixels(position: PointQ16) -> (f64, f64) {
    position.to_f64().into()
}

fn handle(id: Id) -> Handle {
    Handle::from_bits(id)
}

/// KeyError for the handle of a removed collider.
fn live<T>(answer: Option<T>, id: Id) -> PyResult<T> {
    answer.ok_or_else(|| {
        PyKeyError::new_err(format!("there is no collider {id}: it was removed, or belongs to another world"))
    })
}

fn angle(degrees: f64) -> PyResult<Angle> {
    if degrees.is_finite() {
        Ok(Angle::Degrees(degrees))
    } else {
        Err(PyValueError::new_err(format!("the rotation {degrees} is not a finite number")))
    }
}

fn finite(scale: [f64; 2]) -> PyResult<[f64; 2]> {
    if scale.iter().all(|scale| scale.is_finite() && scale.abs() <= f64::from(hitmask::Pose::MAX_STRETCH)) {
        Ok(scale)
    } else {
        let limit = hitmask::Pose::MAX_STRETCH;
        Err(PyValueError::new_err(format!("the scale {scale:?} is not finite or exceeds {limit}")))
    }
}

/// Which colliders are asked.
fn filter<'a>(layers: Option<(u32, u32)>, sensors: bool, space: u32, except: Option<Id>) -> QueryFilter<'a> {
    let (belongs_to, collides_with) = layers.unwrap_or((u32::MAX, u32::MAX));
    QueryFilter {
        layers: Layers::new(belongs_to, collides_with),
        sensors,
        space,
        except: except.map(handle),
        ..QueryFilter::default()
    }
}

impl PyWorld {
    fn with<R>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut World) -> R) -> PyResult<R> {
        slf.get()
            .world
            .edit(slf.as_any(), |world| world.as_mut().map(|world| f(world)))
            .ok_or_else(|| PyRuntimeError::new_err("the world is busy in another thread"))
    }

    /// Calls `f` while other Python threads run. They cannot use this world meanwhile.
    fn detached<R: Send>(slf: &Bound<'_, Self>, f: impl FnOnce(&mut World) -> R + Send) -> PyResult<R> {
        let Some(mut world) = slf.get().world.edit(slf.as_any(), Option::take) else {
            return Err(PyRuntimeError::new_err("the world is busy in another thread"));
        };
        let (result, world) = slf.py().detach(move || {
            let result = f(&mut world);
            (result, world)
        });
        slf.get().world.edit(slf.as_any(), |place| *place = Some(world));
        Ok(result)
    }
}

#[pymethods]
impl PyWorld {
    #[new]
    #[pyo3(signature = (*, stay = false, area = false, bounds = false, normal = false, separation = false))]
    fn new(stay: bool, area: bool, bounds: bool, normal: bool, separation: bool) -> PyWorld {
        let detail = EventDetail { stay, area, bounds, normal, separation };
        let options = WorldOptions { detail, ..WorldOptions::default() };
        PyWorld { world: Kept::new(Some(Box::new(World::with_options(options)))) }
    }

    /// Adds a collider and returns its handle.
    ///
    /// shape: a Mask, RunMask, AlphaLevel, Terrain, Circle, ConvexPolygon or a rectangle (x, y, width, height). The world keeps it as it
    /// is now: later edits of the object do not count. at: where the pivot lies; without a pivot, the shape's upper left corner.
    /// rotation: degrees, clockwise. layers: (the layers it is on, the layers it meets), 32 bits each. kind: 'body', 'sensor',
    /// 'character' or 'one-way'. swept: whether it is followed between steps, so that it passes through nothing. data: a number that
    /// events carry.
    #[pyo3(signature = (shape, at = Position(0.0, 0.0), *, rotation = 0.0, scale = None, pivot = None, layers = (1, u32::MAX),
        kind = "body", space = 0, group = 0, order = 0, swept = false, enabled = true, data = 0))]
    #[pyo3(
        text_signature = "($self, shape, at=(0, 0), *, rotation=0, scale=1, pivot=None, layers=(1, 0xFFFFFFFF), kind='body', space=0, group=0, order=0, swept=False, enabled=True, data=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "most are keywords")]
    fn insert(
        slf: &Bound<'_, Self>,
        shape: AnyShape,
        at: Position,
        rotation: f64,
        scale: Option<Scale>,
        pivot: Option<Position>,
        layers: (u32, u32),
        kind: &str,
        space: u32,
        group: u32,
        order: i32,
        swept: bool,
        enabled: bool,
        data: u64,
    ) -> PyResult<Id> {
        let shape: ColliderShape = match shape {
            AnyShape::Mask(mask) => ColliderShape::Mask(mask),
            AnyShape::Runs(runs) => ColliderShape::Runs(runs),
            AnyShape::Level(alpha, level) => ColliderShape::Alpha(alpha, AlphaRule::AtLeast(level)),
            AnyShape::Rect(rect) => ColliderShape::Rect(rect),
            AnyShape::Terrain(terrain) => ColliderShape::Terrain(terrain),
            AnyShape::Circle(circle) => ColliderShape::Circle(circle),
            AnyShape::Polygon(polygon) => ColliderShape::Polygon(polygon),
        };
        let mut collider = Collider::new(shape)
            .at(q16(at, "the position")?)
            .on(Layers::new(layers.0, layers.1))
            .in_space(space)
            .in_group(group)
            .with_order(order)
            .with_data(data);
        if let Some(pivot) = pivot {
            q16(Position(pivot.0, pivot.1), "the pivot")?;
            collider = collider.with_pivot([pivot.0, pivot.1]);
        }
        if rotation != 0.0 {
            collider = collider.rotated(angle(rotation)?);
        }
        if let Some(scale) = scale {
            collider = collider.scaled(finite(scale.axes())?);
        }
        collider = match kind {
            "body" => collider,
            "sensor" => collider.sensor(),
            "character" => collider.character(),
            "one-way" => collider.one_way(),
            _ => {
                let text = format!("kind must be 'body', 'sensor', 'character' or 'one-way', not '{kind}'");
                return Err(PyValueError::new_err(text));
            }
        };
        collider = if swept { collider.swept() } else { collider };
        collider = if enabled { collider } else { collider.disabled() };
        Self::with(slf, |world| world.insert(collider).to_bits())
    }

    /// Removes a collider. Its contacts end with the next step.
    fn remove(slf: &Bound<'_, Self>, collider: Id) -> PyResult<()> {
        live(Self::with(slf, |world| world.remove(handle(collider)).map(drop))?, collider)
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::with(slf, |world| world.len())
    }

    fn __contains__(slf: &Bound<'_, Self>, collider: Id) -> PyResult<bool> {
        Self::with(slf, |world| world.contains(handle(collider)))
    }

    /// Where a collider's pivot lies, in pixels.
    fn position(slf: &Bound<'_, Self>, collider: Id) -> PyResult<(f64, f64)> {
        live(Self::with(slf, |world| world.position(handle(collider)))?, collider).map(pixels)
    }

    /// The smallest rectangle (x, y, width, height) around the world pixels that a collider may cover. None if it covers none.
    fn bounds(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Option<Xywh>> {
        Ok(Self::with(slf, |world| world.bounds(handle(collider)))?.map(xywh))
    }

    /// Moves a collider.
    fn set_position(slf: &Bound<'_, Self>, collider: Id, position: Position) -> PyResult<()> {
        let position = q16(position, "the position")?;
        live(Self::with(slf, |world| world.set_position(handle(collider), position))?, collider)
    }

    /// Turns a collider about its pivot to an angle in degrees.
    fn set_rotation(slf: &Bound<'_, Self>, collider: Id, rotation: f64) -> PyResult<()> {
        let rotation = angle(rotation)?;
        live(Self::with(slf, |world| world.set_rotation(handle(collider), rotation))?, collider)
    }

    /// Scales a collider about its pivot: one number, or one for each axis.
    fn set_scale(slf: &Bound<'_, Self>, collider: Id, scale: Scale) -> PyResult<()> {
        let scale = finite(scale.axes())?;
        live(Self::with(slf, |world| world.set_scale(handle(collider), scale))?, collider)
    }

    /// Switches a collider on or off.
    fn set_enabled(slf: &Bound<'_, Self>, collider: Id, enabled: bool) -> PyResult<()> {
        live(Self::with(slf, |world| world.set_enabled(handle(collider), enabled))?, collider)
    }

    /// Compares the world with the last step. Returns the events, sorted by their handles. Other Python threads run meanwhile.
    ///
    /// Raises RuntimeError, and changes nothing, if too many colliders are close together.
    fn step(slf: &Bound<'_, Self>) -> PyResult<Vec<PyEvent>> {
        let events = Self::detached(slf, |world| world.step().map(<[Event]>::to_vec))?.raise()?;
        Ok(events.into_iter().map(|event| PyEvent { event }).collect())
    }

    /// What a collider touches now: a list of (handle, `Touch`).
    fn collide_one(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Vec<(Id, PyTouch)>> {
        let contacts = live(Self::with(slf, |world| world.collide_one(handle(collider)))?, collider)?;
        Ok(contacts.into_iter().map(|contact| (contact.handle.to_bits(), contact.touch.into())).collect())
    }

    /// The handles of all colliders that cover a pixel of a rectangle (x, y, width, height), sorted.
    ///
    /// layers: (the layers of the asker, the layers that it meets). sensors: whether sensors are found, too.
    #[pyo3(signature = (rect, *, layers = None, sensors = false, space = 0))]
    fn query(
        slf: &Bound<'_, Self>,
        rect: Box4,
        layers: Option<(u32, u32)>,
        sensors: bool,
        space: u32,
    ) -> PyResult<Vec<Id>> {
        let filter = filter(layers, sensors, space, None);
        let found = Self::with(slf, |world| world.query(&Probe::rect(rect.0), &filter).all())?;
        Ok(found.into_iter().map(Handle::to_bits).collect())
    }

    /// The handle of the topmost collider that covers a pixel: the one with the highest order. None if there is none.
    #[pyo3(signature = (pixel, *, layers = None, sensors = false, space = 0))]
    fn pick(
        slf: &Bound<'_, Self>,
        pixel: Pixel,
        layers: Option<(u32, u32)>,
        sensors: bool,
        space: u32,
    ) -> PyResult<Option<Id>> {
        let filter = filter(layers, sensors, space, None);
        Ok(Self::with(slf, |world| world.pick(pixel.0, &filter))?.map(Handle::to_bits))
    }

    /// The first collider that a point hits on its straight way: its handle and a `Cast`. None if the way is free.
    #[pyo3(signature = (position, motion, *, layers = None, sensors = false, space = 0))]
    fn ray_cast(
        slf: &Bound<'_, Self>,
        position: Position,
        motion: Position,
        layers: Option<(u32, u32)>,
        sensors: bool,
        space: u32,
    ) -> PyResult<Option<(Id, PyCast)>> {
        let (position, motion) = (q16(position, "the position")?, q16(motion, "the motion")?);
        let filter = filter(layers, sensors, space, None);
        let hit = Self::with(slf, |world| world.ray_cast(position, motion, &filter))?;
        Ok(hit.map(|hit| (hit.handle.to_bits(), hit.cast.into())))
    }

    /// Moves a collider among the others: it stops flush, slides along walls and climbs ledges.
    ///
    /// step_up: the highest ledge in pixels that it climbs. step_down: how far it follows the ground down. layers: (the layers of the
    /// mover, the layers that it meets).
    #[pyo3(signature = (collider, motion, *, step_up = 0, step_down = 0, layers = None, space = 0))]
    fn move_and_slide(
        slf: &Bound<'_, Self>,
        collider: Id,
        motion: Position,
        step_up: u32,
        step_down: u32,
        layers: Option<(u32, u32)>,
        space: u32,
    ) -> PyResult<PySlid> {
        let motion = q16(motion, "the motion")?;
        let filter = filter(layers, false, space, Some(collider));
        let options = MoveOptions { step_up, step_down };
        let end = live(Self::with(slf, |world| world.position(handle(collider)))?, collider)?;
        let end = [end.x.saturating_add(motion.x), end.y.saturating_add(motion.y)];
        if end.iter().any(|end| end.abs() > PointQ16::LIMIT) {
            return Err(PyValueError::new_err("the motion leads too far away"));
        }
        let bounds = Self::with(slf, |world| world.bounds(handle(collider)))?;
        if let Some(bounds) = bounds {
            // What is no mask is drawn as one.
            check_size(bounds.w, bounds.h)?;
        }
        let slid =
            Self::with(slf, |world| world.move_and_slide(handle(collider), motion, &options, &filter))?;
        let slid = live(slid, collider)?;
        let id = |blocker: Option<hitmask::Blocker>| blocker.map(|blocker| blocker.handle.to_bits());
        Ok(PySlid {
            position: pixels(slid.position),
            velocity: pixels(slid.velocity),
            floor: id(slid.floor),
            ceiling: id(slid.ceiling),
            wall: id(slid.wall),
            stuck: slid.stuck.map(Handle::to_bits),
        })
    }

    /// The number of steps so far.
    #[getter]
    fn steps(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Self::with(slf, |world| world.steps())
    }

    /// One number for the whole state: the same on every machine, for netcode.
    fn state_hash(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Self::with(slf, |world| world.state_hash())
    }

    /// The world as it is now. Cheap.
    fn snapshot(slf: &Bound<'_, Self>) -> PyResult<PyWorldSnapshot> {
        Ok(PyWorldSnapshot { snapshot: Self::with(slf, |world| world.snapshot())? })
    }

    /// Brings back the state of a snapshot of this world.
    fn restore(slf: &Bound<'_, Self>, snapshot: &PyWorldSnapshot) -> PyResult<()> {
        Self::with(slf, |world| world.restore(&snapshot.snapshot))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::with(slf, |world| {
            format!("<hitmask.World of {} colliders, {} steps>", world.len(), world.steps())
        })
    }
}

#[pymethods]
impl PyEvent {
    /// 'begin', 'stay', 'end', or 'pass' for a swept collider that went through.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.event.kind {
            EventKind::Begin => "begin",
            EventKind::Stay => "stay",
            EventKind::End => "end",
            EventKind::Pass => "pass",
            _ => "other",
        }
    }

    /// The lower handle.
    #[getter]
    fn a(&self) -> Id {
        self.event.a.to_bits()
    }

    /// The higher handle.
    #[getter]
    fn b(&self) -> Id {
        self.event.b.to_bits()
    }

    /// The data of a and of b.
    #[getter]
    fn data(&self) -> (u64, u64) {
        self.event.data.into()
    }

    /// Where they touch. None in an end.
    #[getter]
    fn touch(&self) -> Option<PyTouch> {
        self.event.touch.map(Into::into)
    }

    /// The number of the step in which they began to touch.
    #[getter]
    fn since(&self) -> u64 {
        self.event.since
    }

    /// When they first touched on the way from the last step to this one, as a Fraction. Only of pairs with a swept collider.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.event.time)
    }

    /// Whether the time may be wrong because one of them turned or changed its size.
    #[getter]
    fn approximate(&self) -> bool {
        self.event.approximate
    }

    fn __repr__(&self) -> String {
        let first = self.event.touch.map(|touch| format!(" at {:?}", xy(touch.first))).unwrap_or_default();
        format!("<hitmask.Event {}, {} and {}{first}>", self.kind(), self.a(), self.b())
    }
}

#[pymethods]
impl PyTouch {
    fn __repr__(&self) -> String {
        format!("Touch(first={:?}, area={})", self.first, self.area)
    }
}

#[pymethods]
impl PySlid {
    fn __repr__(&self) -> String {
        format!("Slid(position={:?}, velocity={:?}, floor={:?})", self.position, self.velocity, self.floor)
    }
}
