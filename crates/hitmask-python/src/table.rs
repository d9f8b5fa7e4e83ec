//! What crosses to Python: words of choices, values, properties of colliders.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

use hitmask::{
    Blocker, BorderMode, BroadPhaseKind, BufferMode, BufferOverlap, CacheStats, CastHit, ColliderKind,
    ColliderRef, Component, Direction, Event, EventKind, FillRule, Fit, Handle, LabelHit, LabelOverlap,
    LineHit, Moments, Nearest, OutlineBound, PixelRule, Point, PosedCast, ScanOrder, SliceFill, Slid,
    SolidMoved, StructuringElement, TagDirection, TileKind, TileOverlap, TimeOfImpact, Touch, TurningHit,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cast::fraction;
use crate::labels::pair;
use crate::numbers::{Xy, Xywh, pixels, xy, xywh};
use crate::value::{Choice, pickles, stored};

impl Choice for ColliderKind {
    const ALL: &'static [(ColliderKind, &'static str)] = &[
        (ColliderKind::Body, "body"),
        (ColliderKind::Character, "character"),
        (ColliderKind::OneWay, "one-way"),
        (ColliderKind::Sensor, "sensor"),
        (ColliderKind::Crate, "crate"),
    ];
}

impl Choice for Direction {
    const ALL: &'static [(Direction, &'static str)] = &[
        (Direction::Up, "up"),
        (Direction::Right, "right"),
        (Direction::Down, "down"),
        (Direction::Left, "left"),
    ];
}

impl Choice for BroadPhaseKind {
    const ALL: &'static [(BroadPhaseKind, &'static str)] = &[
        (BroadPhaseKind::Auto, "auto"),
        (BroadPhaseKind::BruteForce, "brute-force"),
        (BroadPhaseKind::Grid, "grid"),
        (BroadPhaseKind::SortX, "sort-x"),
    ];
}

impl Choice for EventKind {
    const ALL: &'static [(EventKind, &'static str)] = &[
        (EventKind::Begin, "begin"),
        (EventKind::Stay, "stay"),
        (EventKind::End, "end"),
        (EventKind::Pass, "pass"),
    ];
}

impl Choice for TileKind {
    const ALL: &'static [(TileKind, &'static str)] = &[
        (TileKind::Nothing, "nothing"),
        (TileKind::Body, "body"),
        (TileKind::OneWay, "one-way"),
        (TileKind::Sensor, "sensor"),
        (TileKind::OneWayRight, "one-way-right"),
        (TileKind::OneWayDown, "one-way-down"),
        (TileKind::OneWayLeft, "one-way-left"),
    ];
}

impl Choice for FillRule {
    const ALL: &'static [(FillRule, &'static str)] =
        &[(FillRule::NonZero, "non-zero"), (FillRule::EvenOdd, "even-odd")];
}

impl Choice for StructuringElement {
    const ALL: &'static [(StructuringElement, &'static str)] = &[
        (StructuringElement::Box, "box"),
        (StructuringElement::Diamond, "diamond"),
        (StructuringElement::Disc, "disc"),
    ];
}

impl Choice for SliceFill {
    const ALL: &'static [(SliceFill, &'static str)] =
        &[(SliceFill::Stretch, "stretch"), (SliceFill::Tile, "tile")];
}

impl Choice for OutlineBound {
    const ALL: &'static [(OutlineBound, &'static str)] =
        &[(OutlineBound::Outer, "outer"), (OutlineBound::Inner, "inner"), (OutlineBound::Within, "within")];
}

impl Choice for BorderMode {
    const ALL: &'static [(BorderMode, &'static str)] =
        &[(BorderMode::Clear, "clear"), (BorderMode::Ignored, "ignored")];
}

impl Choice for PixelRule {
    const ALL: &'static [(PixelRule, &'static str)] =
        &[(PixelRule::Raster, "raster"), (PixelRule::Geometry, "geometry")];
}

impl Choice for ScanOrder {
    const ALL: &'static [(ScanOrder, &'static str)] = &[
        (ScanOrder::TopLeft, "top-left"),
        (ScanOrder::TopRight, "top-right"),
        (ScanOrder::BottomLeft, "bottom-left"),
        (ScanOrder::BottomRight, "bottom-right"),
        (ScanOrder::LeftTop, "left-top"),
        (ScanOrder::LeftBottom, "left-bottom"),
        (ScanOrder::RightTop, "right-top"),
        (ScanOrder::RightBottom, "right-bottom"),
    ];
}

impl Choice for BufferMode {
    const ALL: &'static [(BufferMode, &'static str)] =
        &[(BufferMode::Owners, "owners"), (BufferMode::Painter, "painter"), (BufferMode::Latch, "latch")];
}

impl Choice for TagDirection {
    const ALL: &'static [(TagDirection, &'static str)] = &[
        (TagDirection::Forward, "forward"),
        (TagDirection::Reverse, "reverse"),
        (TagDirection::PingPong, "ping-pong"),
        (TagDirection::PingPongReverse, "ping-pong-reverse"),
    ];
}

/// Gives a method the keywords of `MoveOptions`.
macro_rules! with_move_options {
(($($own:tt)*) $given:ident; #[pymethods] impl $class:ident { $(# $mark:tt)* fn $name:ident($($all:tt)*) -> $answer:ty $body:block }) => {
#[pymethods]
impl $class {
$(# $mark)*
#[pyo3(signature = ($($own)*,
step_up = $crate::value::Given(None),
step_down = $crate::value::Given(None),
corner = $crate::value::Given(None),
drop = $crate::value::Given(None),
push = $crate::value::Given(None),
push_limit = $crate::value::Given(None)))]
fn $name($($all)*
step_up: $crate::value::Given<u32>,
step_down: $crate::value::Given<u32>,
corner: $crate::value::Given<u32>,
drop: $crate::value::Given<bool>,
push: $crate::value::Given<bool>,
push_limit: $crate::value::Given<u32>,) -> $answer {
let $given = |to: &mut hitmask::MoveOptions| {
step_up.give(&mut to.step_up);
step_down.give(&mut to.step_down);
corner.give(&mut to.corner);
drop.give(&mut to.drop);
push.give(&mut to.push);
push_limit.give(&mut to.push_limit);
};
$body
}
}
};
}
pub(crate) use with_move_options;

/// Gives a method the keywords of `WorldOptions`.
macro_rules! with_world_options {
(($($own:tt)*) $given:ident; #[pymethods] impl $class:ident { $(# $mark:tt)* fn $name:ident($($all:tt)*) -> $answer:ty $body:block }) => {
#[pymethods]
impl $class {
$(# $mark)*
#[pyo3(signature = ($($own)*,
broad_phase = $crate::value::Given(None),
max_pairs = $crate::value::Given(None),
stay = $crate::value::Given(None),
area = $crate::value::Given(None),
bounds = $crate::value::Given(None),
normal = $crate::value::Given(None),
separation = $crate::value::Given(None),
labels = $crate::value::Given(None),
wrap = $crate::value::Given(None)))]
fn $name($($all)*
broad_phase: $crate::value::Given<&str>,
max_pairs: $crate::value::Given<usize>,
stay: $crate::value::Given<bool>,
area: $crate::value::Given<bool>,
bounds: $crate::value::Given<bool>,
normal: $crate::value::Given<bool>,
separation: $crate::value::Given<bool>,
labels: $crate::value::Given<bool>,
wrap: $crate::value::Given<Option<(u32, u32)>>,) -> $answer {
let broad_phase = broad_phase.read(|word| $crate::value::choice(word, "broad_phase"))?;
let $given = |to: &mut hitmask::WorldOptions| {
broad_phase.give(&mut to.broad_phase);
max_pairs.give(&mut to.max_pairs);
stay.give(&mut to.detail.stay);
area.give(&mut to.detail.area);
bounds.give(&mut to.detail.bounds);
normal.give(&mut to.detail.normal);
separation.give(&mut to.detail.separation);
labels.give(&mut to.detail.labels);
wrap.give(&mut to.wrap);
};
$body
}
}
};
}
pub(crate) use with_world_options;

/// Gives a method the keywords of `Collider`.
macro_rules! with_properties {
(($($own:tt)*) $given:ident; #[pymethods] impl $class:ident { $(# $mark:tt)* fn $name:ident($($all:tt)*) -> $answer:ty $body:block }) => {
#[pymethods]
impl $class {
$(# $mark)*
#[pyo3(signature = ($($own)*,
kind = $crate::value::Given(None),
layers = $crate::value::Given(None),
group = $crate::value::Given(None),
space = $crate::value::Given(None),
order = $crate::value::Given(None),
data = $crate::value::Given(None),
enabled = $crate::value::Given(None),
swept = $crate::value::Given(None),
first_only = $crate::value::Given(None),
up = $crate::value::Given(None),
open_side = $crate::value::Given(None),
whole_pixels = $crate::value::Given(None)))]
fn $name($($all)*
kind: $crate::value::Given<&str>,
layers: $crate::value::Given<(u32, u32)>,
group: $crate::value::Given<u32>,
space: $crate::value::Given<u32>,
order: $crate::value::Given<i32>,
data: $crate::value::Given<u64>,
enabled: $crate::value::Given<bool>,
swept: $crate::value::Given<bool>,
first_only: $crate::value::Given<bool>,
up: $crate::value::Given<Option<&str>>,
open_side: $crate::value::Given<&str>,
whole_pixels: $crate::value::Given<bool>,) -> $answer {
let kind = kind.read(|word| $crate::value::choice(word, "kind"))?;
let layers = layers.read(|(on, meets)| Ok(hitmask::Layers::new(on, meets)))?;
let up = up.read(|it: Option<_>| it.map(|word| $crate::value::choice(word, "up")).transpose())?;
let open_side = open_side.read(|word| $crate::value::choice(word, "open_side"))?;
let $given = |to: &mut hitmask::Collider| {
kind.give(&mut to.kind);
layers.give(&mut to.layers);
group.give(&mut to.group);
space.give(&mut to.space);
order.give(&mut to.order);
data.give(&mut to.data);
enabled.give(&mut to.enabled);
swept.give(&mut to.swept);
first_only.give(&mut to.first_only);
up.give(&mut to.up);
open_side.give(&mut to.open_side);
whole_pixels.give(&mut to.whole_pixels);
};
$body
}
}
};
}
pub(crate) use with_properties;

/// All properties, as Python has them.
#[derive(PartialEq, Clone)]
pub(crate) struct Properties {
    pub(crate) kind: &'static str,
    pub(crate) layers: (u32, u32),
    pub(crate) group: u32,
    pub(crate) space: u32,
    pub(crate) order: i32,
    pub(crate) data: u64,
    pub(crate) enabled: bool,
    pub(crate) swept: bool,
    pub(crate) first_only: bool,
    pub(crate) up: Option<&'static str>,
    pub(crate) open_side: &'static str,
    pub(crate) whole_pixels: bool,
}

stored!(Properties { kind: &'static str, layers: (u32, u32), group: u32, space: u32, order: i32, data: u64, enabled: bool, swept: bool, first_only: bool, up: Option<&'static str>, open_side: &'static str, whole_pixels: bool });

impl From<ColliderRef<'_>> for Properties {
    fn from(it: ColliderRef<'_>) -> Properties {
        Properties {
            kind: it.kind.word(),
            layers: (it.layers.belongs_to, it.layers.collides_with),
            group: it.group,
            space: it.space,
            order: it.order,
            data: it.data,
            enabled: it.enabled,
            swept: it.swept,
            first_only: it.first_only,
            up: it.up.map(Choice::word),
            open_side: it.open_side.word(),
            whole_pixels: it.whole_pixels,
        }
    }
}

/// All properties by their names, as they are set.
pub(crate) fn properties<'py>(py: Python<'py>, it: &Properties) -> PyResult<Bound<'py, PyDict>> {
    let props = PyDict::new(py);
    props.set_item(pyo3::intern!(py, "kind"), it.kind)?;
    props.set_item(pyo3::intern!(py, "layers"), it.layers)?;
    props.set_item(pyo3::intern!(py, "group"), it.group)?;
    props.set_item(pyo3::intern!(py, "space"), it.space)?;
    props.set_item(pyo3::intern!(py, "order"), it.order)?;
    props.set_item(pyo3::intern!(py, "data"), it.data)?;
    props.set_item(pyo3::intern!(py, "enabled"), it.enabled)?;
    props.set_item(pyo3::intern!(py, "swept"), it.swept)?;
    props.set_item(pyo3::intern!(py, "first_only"), it.first_only)?;
    props.set_item(pyo3::intern!(py, "up"), it.up)?;
    props.set_item(pyo3::intern!(py, "open_side"), it.open_side)?;
    props.set_item(pyo3::intern!(py, "whole_pixels"), it.whole_pixels)?;
    Ok(props)
}

/// The labels of the first pixel that two things share.
#[pyclass(name = "LabelHit", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyLabelHit {
    /// The label of the one who asked, and that of the other. 0 if it has no labels.
    #[pyo3(get)]
    pub(crate) labels: (u32, u32),
    /// The pixel.
    #[pyo3(get)]
    pub(crate) pixel: Xy,
}

pickles!(PyLabelHit { labels: (u32, u32), pixel: Xy });

impl From<LabelHit> for PyLabelHit {
    fn from(it: LabelHit) -> PyLabelHit {
        PyLabelHit { labels: pair(it.labels), pixel: xy(it.pixel) }
    }
}

#[pymethods]
impl PyLabelHit {
    pub(crate) fn __repr__(&self) -> String {
        let PyLabelHit { labels, pixel, .. } = self;
        format!("<hitmask.LabelHit {labels:?}, pixel {pixel:?}>")
    }
}

/// Two labels that meet, one of each side.
#[pyclass(name = "LabelOverlap", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyLabelOverlap {
    /// The label of the one who asked, and that of the other. 0 if it has no labels.
    #[pyo3(get)]
    pub(crate) labels: (u32, u32),
    /// In how many pixels they meet.
    #[pyo3(get)]
    pub(crate) pixels: u64,
    /// The first of these.
    #[pyo3(get)]
    pub(crate) first: Xy,
}

pickles!(PyLabelOverlap { labels: (u32, u32), pixels: u64, first: Xy });

impl From<LabelOverlap> for PyLabelOverlap {
    fn from(it: LabelOverlap) -> PyLabelOverlap {
        PyLabelOverlap { labels: pair(it.labels), pixels: it.pixels, first: xy(it.first) }
    }
}

#[pymethods]
impl PyLabelOverlap {
    pub(crate) fn __repr__(&self) -> String {
        let PyLabelOverlap { labels, pixels, first, .. } = self;
        format!("<hitmask.LabelOverlap {labels:?} in {pixels} pixels, first {first:?}>")
    }
}

/// Where two colliders touch. What the options of the world do not ask for is missing.
#[pyclass(name = "Touch", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyTouch {
    /// The first world pixel that both cover.
    #[pyo3(get)]
    pub(crate) first: Xy,
    /// How many world pixels both cover. 0 if not asked for.
    #[pyo3(get)]
    pub(crate) area: u64,
    /// The smallest rectangle around the pixels that both cover. None if there is none.
    #[pyo3(get)]
    pub(crate) bounds: Option<Xywh>,
    /// The direction from a to b. None if there is none.
    #[pyo3(get)]
    pub(crate) normal: Option<Xy>,
    /// The shortest way out: move b by it. None if there is none.
    #[pyo3(get)]
    pub(crate) separation: Option<Xy>,
    /// The labels of a and b at the first pixel. 0 if it has no labels. None if there is none.
    #[pyo3(get)]
    pub(crate) labels: Option<(u32, u32)>,
}

pickles!(PyTouch { first: Xy, area: u64, bounds: Option<Xywh>, normal: Option<Xy>, separation: Option<Xy>, labels: Option<(u32, u32)> });

impl From<Touch> for PyTouch {
    fn from(it: Touch) -> PyTouch {
        PyTouch {
            first: xy(it.first),
            area: it.area,
            bounds: it.bounds.map(xywh),
            normal: it.normal.map(xy),
            separation: it.separation.map(xy),
            labels: it.labels.map(pair),
        }
    }
}

#[pymethods]
impl PyTouch {
    pub(crate) fn __repr__(&self) -> String {
        let PyTouch { first, area, .. } = self;
        format!("Touch(first={first:?}, area={area})")
    }
}

/// What happened between two colliders in a step. Always a < b.
#[pyclass(name = "Event", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyEvent {
    /// What happened.
    #[pyo3(get)]
    pub(crate) kind: &'static str,
    /// The collider with the lower handle.
    #[pyo3(get)]
    pub(crate) a: u64,
    /// The collider with the higher handle.
    #[pyo3(get)]
    pub(crate) b: u64,
    /// The data of a and of b.
    #[pyo3(get)]
    pub(crate) data: (u64, u64),
    /// The number of the step in which they began to touch.
    #[pyo3(get)]
    pub(crate) since: u64,
    /// Where they touch. Missing if they ceased to touch. None if there is none.
    #[pyo3(get)]
    pub(crate) touch: Option<PyTouch>,
    pub(crate) time: Option<TimeOfImpact>,
    /// Whether the path of one of the two was not followed exactly.
    #[pyo3(get)]
    pub(crate) approximate: bool,
    /// Which labels met first, and where: at the time, if there is one. Only if the options of the world ask for labels, and they began to
    /// touch or met on the way. None if there is none.
    #[pyo3(get)]
    pub(crate) hit: Option<PyLabelHit>,
}

pickles!(PyEvent { kind: &'static str, a: u64, b: u64, data: (u64, u64), since: u64, touch: Option<PyTouch>, time: Option<TimeOfImpact>, approximate: bool, hit: Option<PyLabelHit> });

impl From<Event> for PyEvent {
    fn from(it: Event) -> PyEvent {
        PyEvent {
            kind: Choice::word(it.kind),
            a: Handle::to_bits(it.a),
            b: Handle::to_bits(it.b),
            data: it.data.into(),
            since: it.since,
            touch: it.touch.map(Into::into),
            time: it.time,
            approximate: it.approximate,
            hit: it.hit.map(Into::into),
        }
    }
}

#[pymethods]
impl PyEvent {
    /// When they first touched on the way from the last step to this one. Only for pairs with a swept collider. None if there is none. As a
    /// Fraction.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.time)
    }
}

/// The collider that is nearest to a pixel.
#[pyclass(name = "Nearest", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyNearest {
    /// The collider.
    #[pyo3(get)]
    pub(crate) collider: u64,
    /// Its data.
    #[pyo3(get)]
    pub(crate) data: u64,
    /// Its nearest pixel.
    #[pyo3(get)]
    pub(crate) pixel: Xy,
    /// The squared distance, from centre to centre.
    #[pyo3(get)]
    pub(crate) squared: u64,
}

pickles!(PyNearest { collider: u64, data: u64, pixel: Xy, squared: u64 });

impl From<Nearest> for PyNearest {
    fn from(it: Nearest) -> PyNearest {
        PyNearest {
            collider: Handle::to_bits(it.handle),
            data: it.data,
            pixel: xy(it.pixel),
            squared: it.squared,
        }
    }
}

#[pymethods]
impl PyNearest {
    pub(crate) fn __repr__(&self) -> String {
        let PyNearest { collider, pixel, squared, .. } = self;
        format!("<hitmask.Nearest {collider}, pixel {pixel:?}, squared distance {squared}>")
    }
}

/// The first collider on a line of pixels.
#[pyclass(name = "LineHit", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyLineHit {
    /// The collider.
    #[pyo3(get)]
    pub(crate) collider: u64,
    /// Its data.
    #[pyo3(get)]
    pub(crate) data: u64,
    /// The first pixel of the line that it covers.
    #[pyo3(get)]
    pub(crate) pixel: Xy,
    /// How many pixels of the line come before.
    #[pyo3(get)]
    pub(crate) steps: u64,
}

pickles!(PyLineHit { collider: u64, data: u64, pixel: Xy, steps: u64 });

impl From<LineHit> for PyLineHit {
    fn from(it: LineHit) -> PyLineHit {
        PyLineHit {
            collider: Handle::to_bits(it.handle),
            data: it.data,
            pixel: xy(it.pixel),
            steps: it.steps,
        }
    }
}

#[pymethods]
impl PyLineHit {
    pub(crate) fn __repr__(&self) -> String {
        let PyLineHit { collider, pixel, steps, .. } = self;
        format!("<hitmask.LineHit of {collider}, pixel {pixel:?} after {steps} pixels>")
    }
}

/// A collider that a motion meets, by raster.
#[pyclass(name = "CastHit", module = "hitmask", frozen, eq)]
#[derive(PartialEq, Clone)]
pub(crate) struct PyCastHit {
    /// The collider.
    #[pyo3(get)]
    pub(crate) collider: u64,
    /// Its data.
    #[pyo3(get)]
    pub(crate) data: u64,
    pub(crate) time: TimeOfImpact,
    /// The first pixel that both cover then: the topmost, then the leftmost.
    #[pyo3(get)]
    pub(crate) pixel: Xy,
    /// The direction against the motion, on each axis that changed then: -1, 0 or 1. (0, 0) if they overlap at the start.
    #[pyo3(get)]
    pub(crate) normal: Xy,
    /// The last free position, one step before the hit. There is none if they overlap at the start.
    #[pyo3(get)]
    pub(crate) free: Option<(f64, f64)>,
}

pickles!(PyCastHit { collider: u64, data: u64, time: TimeOfImpact, pixel: Xy, normal: Xy, free: Option<(f64, f64)> });

impl From<CastHit> for PyCastHit {
    fn from(it: CastHit) -> PyCastHit {
        PyCastHit {
            collider: Handle::to_bits(it.handle),
            data: it.data,
            time: it.time,
            pixel: xy(it.pixel),
            normal: xy(it.normal),
            free: it.free.map(pixels),
        }
    }
}

#[pymethods]
impl PyCastHit {
    /// When they first cover the same pixel: a part of the motion. 0 if they overlap at the start. As a Fraction.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, Some(self.time))
    }
    pub(crate) fn __repr__(&self) -> String {
        let PyCastHit { collider, time, pixel, .. } = self;
        format!("<hitmask.CastHit of {collider} at {time}, pixel {pixel:?}>")
    }
}

/// A collider that a motion with a turn meets or may meet. The times are proven.
#[pyclass(name = "TurningHit", module = "hitmask", frozen, eq)]
#[derive(PartialEq, Clone)]
pub(crate) struct PyTurningHit {
    /// The collider.
    #[pyo3(get)]
    pub(crate) collider: u64,
    /// Its data.
    #[pyo3(get)]
    pub(crate) data: u64,
    pub(crate) free_until: TimeOfImpact,
    pub(crate) overlapping_at: Option<TimeOfImpact>,
    /// The first pixel that both cover then. None if there is none.
    #[pyo3(get)]
    pub(crate) pixel: Option<Xy>,
    /// Where it is when it is free for the last time. There is none if they overlap at the start.
    #[pyo3(get)]
    pub(crate) free: Option<(f64, f64)>,
}

pickles!(PyTurningHit { collider: u64, data: u64, free_until: TimeOfImpact, overlapping_at: Option<TimeOfImpact>, pixel: Option<Xy>, free: Option<(f64, f64)> });

impl From<TurningHit> for PyTurningHit {
    fn from(it: TurningHit) -> PyTurningHit {
        PyTurningHit {
            collider: Handle::to_bits(it.handle),
            data: it.data,
            free_until: it.free_until,
            overlapping_at: it.overlapping_at,
            pixel: it.pixel.map(xy),
            free: it.free.map(|it| pixels(it.position())),
        }
    }
}

#[pymethods]
impl PyTurningHit {
    /// Before this time, and at it, they share no pixel. 0 if they overlap at the start. As a Fraction.
    #[getter]
    fn free_until<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, Some(self.free_until))
    }
    /// A time at which they share a pixel. There is none if none was found, and none could be ruled out. As a Fraction.
    #[getter]
    fn overlapping_at<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.overlapping_at)
    }
    pub(crate) fn __repr__(&self) -> String {
        let PyTurningHit { collider, free_until, .. } = self;
        format!("<hitmask.TurningHit of {collider}, free until {free_until}>")
    }
}

/// An id that a shape meets in a collision buffer.
#[pyclass(name = "BufferOverlap", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyBufferOverlap {
    /// The id.
    #[pyo3(get)]
    pub(crate) id: u32,
    /// How many of the shape's pixels hold it.
    #[pyo3(get)]
    pub(crate) area: u64,
    /// The first of these: the topmost, then the leftmost.
    #[pyo3(get)]
    pub(crate) first: Xy,
}

pickles!(PyBufferOverlap { id: u32, area: u64, first: Xy });

impl From<BufferOverlap> for PyBufferOverlap {
    fn from(it: BufferOverlap) -> PyBufferOverlap {
        PyBufferOverlap { id: it.id, area: it.area, first: xy(it.first) }
    }
}

#[pymethods]
impl PyBufferOverlap {
    pub(crate) fn __repr__(&self) -> String {
        let PyBufferOverlap { id, area, first, .. } = self;
        format!("BufferOverlap(id={id}, area={area}, first={first:?})")
    }
}

/// A connected part of a mask, or a piece of a terrain that nothing holds.
#[pyclass(name = "Component", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyComponent {
    /// How many pixels it has.
    #[pyo3(get)]
    pub(crate) area: u64,
    /// The smallest rectangle around them.
    #[pyo3(get)]
    pub(crate) bounds: Xywh,
    /// The first of them: the topmost, then the leftmost.
    #[pyo3(get)]
    pub(crate) first: Xy,
}

pickles!(PyComponent { area: u64, bounds: Xywh, first: Xy });

impl From<Component> for PyComponent {
    fn from(it: Component) -> PyComponent {
        PyComponent { area: it.area, bounds: xywh(it.bounds), first: xy(it.first) }
    }
}

#[pymethods]
impl PyComponent {
    #[new]
    fn new(area: u64, bounds: Xywh, first: Xy) -> PyComponent {
        PyComponent { area, bounds, first }
    }
    pub(crate) fn __repr__(&self) -> String {
        let PyComponent { area, bounds, first, .. } = self;
        format!("Component(area={area}, bounds={bounds:?}, first={first:?})")
    }
}

/// Exact sums over the solid pixels, for the centroid and the main axis.
#[pyclass(name = "Moments", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyMoments {
    /// The number of pixels.
    #[pyo3(get)]
    pub(crate) area: u64,
    /// The sum of x.
    #[pyo3(get)]
    pub(crate) x: u64,
    /// The sum of y.
    #[pyo3(get)]
    pub(crate) y: u64,
    /// The sum of x * x.
    #[pyo3(get)]
    pub(crate) xx: u64,
    /// The sum of x * y.
    #[pyo3(get)]
    pub(crate) xy: u64,
    /// The sum of y * y.
    #[pyo3(get)]
    pub(crate) yy: u64,
}

pickles!(PyMoments { area: u64, x: u64, y: u64, xx: u64, xy: u64, yy: u64 });

impl From<Moments> for PyMoments {
    fn from(it: Moments) -> PyMoments {
        PyMoments { area: it.area, x: it.x, y: it.y, xx: it.xx, xy: it.xy, yy: it.yy }
    }
}

#[pymethods]
impl PyMoments {
    #[new]
    fn new(area: u64, x: u64, y: u64, xx: u64, xy: u64, yy: u64) -> PyMoments {
        PyMoments { area, x, y, xx, xy, yy }
    }
    pub(crate) fn __repr__(&self) -> String {
        let PyMoments { area, x, y, xx, xy, yy, .. } = self;
        format!("Moments(area={area}, x={x}, y={y}, xx={xx}, xy={xy}, yy={yy})")
    }
}

/// What a pose cache has done, and what it holds.
#[pyclass(name = "CacheStats", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyCacheStats {
    /// Requests that were answered with a kept mask.
    #[pyo3(get)]
    pub(crate) hits: u64,
    /// Requests for which a mask was drawn.
    #[pyo3(get)]
    pub(crate) misses: u64,
    /// Masks that were dropped to stay within the limit.
    #[pyo3(get)]
    pub(crate) evictions: u64,
    /// Masks that are kept now.
    #[pyo3(get)]
    pub(crate) entries: usize,
    /// Their memory in bytes.
    #[pyo3(get)]
    pub(crate) bytes: usize,
}

pickles!(PyCacheStats { hits: u64, misses: u64, evictions: u64, entries: usize, bytes: usize });

impl From<CacheStats> for PyCacheStats {
    fn from(it: CacheStats) -> PyCacheStats {
        PyCacheStats {
            hits: it.hits,
            misses: it.misses,
            evictions: it.evictions,
            entries: it.entries,
            bytes: it.bytes,
        }
    }
}

#[pymethods]
impl PyCacheStats {
    pub(crate) fn __repr__(&self) -> String {
        let PyCacheStats { hits, misses, evictions, entries, bytes, .. } = self;
        format!(
            "CacheStats(hits={hits}, misses={misses}, evictions={evictions}, entries={entries}, bytes={bytes})"
        )
    }
}

/// A tile that a shape meets.
#[pyclass(name = "TileOverlap", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyTileOverlap {
    /// The column and the row of its cell.
    #[pyo3(get)]
    pub(crate) cell: Xy,
    /// The id of the tile in its set.
    #[pyo3(get)]
    pub(crate) tile: u32,
    /// Its flips along x, along y and along the diagonal.
    #[pyo3(get)]
    pub(crate) flips: (bool, bool, bool),
    /// What the tile is for.
    #[pyo3(get)]
    pub(crate) kind: &'static str,
    /// The tile's own number.
    #[pyo3(get)]
    pub(crate) number: u64,
    /// How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of them.
    #[pyo3(get)]
    pub(crate) area: u64,
    /// The first of these pixels, in pixels of the map.
    #[pyo3(get)]
    pub(crate) first: Xy,
}

pickles!(PyTileOverlap { cell: Xy, tile: u32, flips: (bool, bool, bool), kind: &'static str, number: u64, area: u64, first: Xy });

impl From<TileOverlap> for PyTileOverlap {
    fn from(it: TileOverlap) -> PyTileOverlap {
        PyTileOverlap {
            cell: xy(it.cell),
            tile: it.tile.tile,
            flips: (it.tile.flip_x, it.tile.flip_y, it.tile.diagonal),
            kind: Choice::word(it.kind),
            number: it.number,
            area: it.area,
            first: xy(it.first),
        }
    }
}

#[pymethods]
impl PyTileOverlap {
    pub(crate) fn __repr__(&self) -> String {
        let PyTileOverlap { cell, tile, area, .. } = self;
        format!("<hitmask.TileOverlap tile {tile} in cell {cell:?}, {area} pixels>")
    }
}

/// A collider that refuses one more step.
#[pyclass(name = "Blocker", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyBlocker {
    /// The collider.
    #[pyo3(get)]
    pub(crate) handle: u64,
    /// Its data.
    #[pyo3(get)]
    pub(crate) data: u64,
    /// Its pixel that refuses the step.
    #[pyo3(get)]
    pub(crate) pixel: Xy,
    /// The direction against the step.
    #[pyo3(get)]
    pub(crate) normal: Xy,
}

pickles!(PyBlocker { handle: u64, data: u64, pixel: Xy, normal: Xy });

impl From<Blocker> for PyBlocker {
    fn from(it: Blocker) -> PyBlocker {
        PyBlocker {
            handle: Handle::to_bits(it.handle),
            data: it.data,
            pixel: xy(it.pixel),
            normal: xy(it.normal),
        }
    }
}

#[pymethods]
impl PyBlocker {
    pub(crate) fn __repr__(&self) -> String {
        let PyBlocker { handle, data, pixel, normal, .. } = self;
        format!("Blocker(handle={handle}, data={data}, pixel={pixel:?}, normal={normal:?})")
    }
}

/// Where a motion led a character among colliders.
#[pyclass(name = "Slid", module = "hitmask", frozen, eq)]
#[derive(PartialEq, Clone)]
pub(crate) struct PySlid {
    /// Where it is now.
    #[pyo3(get)]
    pub(crate) position: (f64, f64),
    /// The motion, but 0 on an axis that was stopped.
    #[pyo3(get)]
    pub(crate) velocity: (f64, f64),
    /// What it stands on, its support: of several, what is under the most of it; of equals, the lowest handle. None if there is none.
    #[pyo3(get)]
    pub(crate) floor: Option<PyBlocker>,
    /// What refuses one more step up. Of several, the lowest handle. None if there is none.
    #[pyo3(get)]
    pub(crate) ceiling: Option<PyBlocker>,
    /// What refuses one more step sideways. Of several, the lowest handle. None if there is none.
    #[pyo3(get)]
    pub(crate) wall: Option<PyBlocker>,
    /// The body that it overlapped at the start. Then it did not move. None if there is none.
    #[pyo3(get)]
    pub(crate) stuck: Option<u64>,
    /// All that refuses one more step: down or up first, then sideways, each in the order of handles. The normals tell them apart.
    #[pyo3(get)]
    pub(crate) blockers: Vec<PyBlocker>,
}

pickles!(PySlid { position: (f64, f64), velocity: (f64, f64), floor: Option<PyBlocker>, ceiling: Option<PyBlocker>, wall: Option<PyBlocker>, stuck: Option<u64>, blockers: Vec<PyBlocker> });

impl From<Slid> for PySlid {
    fn from(it: Slid) -> PySlid {
        PySlid {
            position: pixels(it.position),
            velocity: pixels(it.velocity),
            floor: it.floor.map(Into::into),
            ceiling: it.ceiling.map(Into::into),
            wall: it.wall.map(Into::into),
            stuck: it.stuck.map(Handle::to_bits),
            blockers: Vec::new(),
        }
    }
}

/// What a moved solid did to characters. The lists are sorted.
#[pyclass(name = "SolidMoved", module = "hitmask", frozen, eq)]
#[derive(PartialEq, Clone)]
pub(crate) struct PySolidMoved {
    /// Where it is now.
    #[pyo3(get)]
    pub(crate) position: (f64, f64),
    /// The characters that it pushed.
    #[pyo3(get)]
    pub(crate) pushed: Vec<u64>,
    /// The characters that rode it.
    #[pyo3(get)]
    pub(crate) carried: Vec<u64>,
    /// The characters that were in its way and could not step aside at one of its steps.
    #[pyo3(get)]
    pub(crate) crushed: Vec<u64>,
}

pickles!(PySolidMoved { position: (f64, f64), pushed: Vec<u64>, carried: Vec<u64>, crushed: Vec<u64> });

impl From<SolidMoved> for PySolidMoved {
    fn from(it: SolidMoved) -> PySolidMoved {
        PySolidMoved {
            position: pixels(it.position),
            pushed: it.pushed.into_iter().map(Handle::to_bits).collect(),
            carried: it.carried.into_iter().map(Handle::to_bits).collect(),
            crushed: it.crushed.into_iter().map(Handle::to_bits).collect(),
        }
    }
}

#[pymethods]
impl PySolidMoved {
    pub(crate) fn __repr__(&self) -> String {
        let PySolidMoved { position, pushed, carried, crushed, .. } = self;
        format!(
            "SolidMoved(position={position:?}, pushed={pushed:?}, carried={carried:?}, crushed={crushed:?})"
        )
    }
}

/// What a turning motion meets: two times, proven, with the first overlap between them. It is true unless the kind is 'miss'.
#[pyclass(name = "PosedCast", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyPosedCast {
    /// 'miss', 'initial-overlap', 'hit' or 'unclear'.
    #[pyo3(get)]
    pub(crate) kind: &'static str,
    pub(crate) free_until: Option<TimeOfImpact>,
    pub(crate) overlapping_at: Option<TimeOfImpact>,
}

pickles!(PyPosedCast { kind: &'static str, free_until: Option<TimeOfImpact>, overlapping_at: Option<TimeOfImpact> });

impl From<PosedCast> for PyPosedCast {
    fn from(it: PosedCast) -> PyPosedCast {
        let (kind, free_until, overlapping_at) = match it {
            PosedCast::Miss => ("miss", None, None),
            PosedCast::InitialOverlap => ("initial-overlap", None, None),
            PosedCast::Hit { free_until, overlapping_at } => ("hit", Some(free_until), Some(overlapping_at)),
            PosedCast::Unclear { free_until } => ("unclear", Some(free_until), None),
        };
        PyPosedCast { kind, free_until, overlapping_at }
    }
}

#[pymethods]
impl PyPosedCast {
    /// Until then the motion is free. None if there is none. As a Fraction.
    #[getter]
    fn free_until<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.free_until)
    }
    /// At that time they overlap. None if there is none. As a Fraction.
    #[getter]
    fn overlapping_at<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fraction(py, self.overlapping_at)
    }
    fn __bool__(&self) -> bool {
        self.kind != "miss"
    }
}

/// Whether something fits. It is true unless the kind is 'stuck'.
#[pyclass(name = "Fit", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone)]
pub(crate) struct PyFit {
    /// 'free', 'moved' or 'stuck'. 'free': It overlaps no body there. 'moved': It does, but none after the least move that frees it, which
    /// was made. 'stuck': No move within the limit frees it. Nothing has changed.
    #[pyo3(get)]
    pub(crate) kind: &'static str,
    /// The least move that frees it, in whole pixels: (0, 0) if it is free. None if there is none.
    #[pyo3(get)]
    pub(crate) r#move: Option<Xy>,
    /// The body that it is stuck in. None if there is none.
    #[pyo3(get)]
    pub(crate) collider: Option<u64>,
}

pickles!(PyFit { kind: &'static str, r#move: Option<Xy>, collider: Option<u64> });

impl From<Fit> for PyFit {
    fn from(it: Fit) -> PyFit {
        let (kind, r#move, collider) = match it {
            Fit::Free => ("free", Some(xy(Point::ZERO)), None),
            Fit::Moved(by) => ("moved", Some(xy(by)), None),
            Fit::Stuck(handle) => ("stuck", None, Some(Handle::to_bits(handle))),
        };
        PyFit { kind, r#move, collider }
    }
}

#[pymethods]
impl PyFit {
    fn __bool__(&self) -> bool {
        self.kind != "stuck"
    }
}

/// Adds the classes.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLabelHit>()?;
    module.add_class::<PyLabelOverlap>()?;
    module.add_class::<PyTouch>()?;
    module.add_class::<PyEvent>()?;
    module.add_class::<PyNearest>()?;
    module.add_class::<PyLineHit>()?;
    module.add_class::<PyCastHit>()?;
    module.add_class::<PyTurningHit>()?;
    module.add_class::<PyBufferOverlap>()?;
    module.add_class::<PyComponent>()?;
    module.add_class::<PyMoments>()?;
    module.add_class::<PyCacheStats>()?;
    module.add_class::<PyTileOverlap>()?;
    module.add_class::<PyBlocker>()?;
    module.add_class::<PySlid>()?;
    module.add_class::<PySolidMoved>()?;
    module.add_class::<PyPosedCast>()?;
    module.add_class::<PyFit>()?;
    Ok(())
}
