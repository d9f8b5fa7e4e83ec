//! What a world is asked between steps: queries, picking, casts, contacts.

use hitmask::{Caster, Probe, TurningMotion};

use super::filter::{Filter, PyQueryFilter};
use super::shape::AnyCollider;
use super::{Id, PyWorld, handle, live};
use crate::contact::PyClosest;
use crate::numbers::path;
use crate::prelude::*;
use crate::table::{PyCastHit, PyLabelHit, PyLabelOverlap, PyLineHit, PyTouch, PyTurningHit};

fn ids(handles: Vec<Handle>) -> Vec<Id> {
    handles.into_iter().map(Handle::to_bits).collect()
}

/// A shape at a pixel, or under a pose.
fn probe(shape: AnyCollider, at: Pixel, pose: Option<&PyPose>) -> Probe {
    Probe::shape(shape.0, pose_of(at, pose))
}

fn pose_of(at: Pixel, pose: Option<&PyPose>) -> Pose {
    pose.map_or_else(|| Pose::at(at.0.x, at.0.y), |pose| pose.pose)
}

/// What moves: a collider's handle, or a shape.
#[derive(FromPyObject)]
pub(super) enum Moving {
    Collider(Id),
    Shape(AnyCollider),
}

/// What moves, ready to be cast.
enum Cast {
    Collider(Id),
    Probe(Probe),
}

impl Cast {
    fn caster(&self) -> Caster<'_> {
        match self {
            Cast::Collider(id) => Caster::Collider(handle(*id)),
            Cast::Probe(probe) => Caster::Probe(probe),
        }
    }
}

/// What moves. Raises KeyError for the handle of a removed collider.
fn cast_of(slf: &Bound<'_, PyWorld>, what: Moving, at: Pixel, pose: Option<&PyPose>) -> PyResult<Cast> {
    Ok(match what {
        Moving::Collider(id) => {
            live(PyWorld::with(slf, |world| world.contains(handle(id)).then_some(()))?, id)?;
            Cast::Collider(id)
        }
        Moving::Shape(shape) => Cast::Probe(probe(shape, at, pose)),
    })
}

#[pymethods]
impl PyWorld {
    /// The filter with which a collider would ask for others: its space, layers and group, and not itself. For questions by shapes, pixels
    /// and rays; questions about the collider use them anyway.
    fn filter_of(slf: &Bound<'_, Self>, collider: Id) -> PyResult<PyQueryFilter> {
        let filter = Self::with(slf, |world| world.filter_of(handle(collider)).map(PyQueryFilter::of))?;
        live(filter, collider)
    }

    /// What a collider touches now: a list of (handle, `Touch`), sorted.
    fn collide_one(slf: &Bound<'_, Self>, collider: Id) -> PyResult<Vec<(Id, PyTouch)>> {
        // Tests of colliders may run Python code.
        let contacts = Self::lend(slf, |world| world.collide_one(handle(collider)))?;
        let contacts = live(contacts, collider)?;
        Ok(contacts.into_iter().map(|contact| (contact.handle.to_bits(), contact.touch.into())).collect())
    }

    /// All pairs that touched in the last step, sorted.
    fn contacts(slf: &Bound<'_, Self>) -> PyResult<Vec<(Id, Id)>> {
        Self::with(slf, |world| world.contacts().map(|(a, b)| (a.to_bits(), b.to_bits())).collect())
    }

    /// The last way of a collider, for pictures: where it came from and where it is, as two positions (x, y). They are the same if it rested
    /// or was teleported. Once it was moved, it comes from its position after the last successful step; until then it is the way that the
    /// last step saw.
    fn last_path(slf: &Bound<'_, Self>, collider: Id) -> PyResult<((f64, f64), (f64, f64))> {
        let way = live(Self::with(slf, |world| world.last_path(handle(collider)))?, collider)?;
        let [from, to] = way.map(pixels);
        Ok((from, to))
    }

    /// The handles of all colliders that cover a pixel of a shape, sorted.
    ///
    /// shape: any shape that a collider can have. at: the world pixel of its upper left corner. With a pose, the pose places it.
    /// topmost_first: sorts by the drawing order instead, from the top.
    #[pyo3(signature = (shape, at = Pixel(Point::ZERO), *, pose = None, filter = None, topmost_first = false))]
    #[pyo3(text_signature = "($self, shape, at=(0, 0), *, pose=None, filter=None, topmost_first=False)")]
    fn query(
        slf: &Bound<'_, Self>,
        shape: AnyCollider,
        at: Pixel,
        pose: Option<&PyPose>,
        filter: Filter<'_, '_>,
        topmost_first: bool,
    ) -> PyResult<Vec<Id>> {
        let probe = probe(shape, at, pose);
        PyQueryFilter::ask(filter, slf, |world, filter| {
            let query = world.query(&probe, filter);
            ids(if topmost_first { query.all_by_order() } else { query.all() })
        })
    }

    /// Which colliders a shape touches, and where: a list of (handle, `Touch`), sorted. As `query`.
    #[pyo3(signature = (shape, at = Pixel(Point::ZERO), *, pose = None, filter = None))]
    #[pyo3(text_signature = "($self, shape, at=(0, 0), *, pose=None, filter=None)")]
    fn query_touches(
        slf: &Bound<'_, Self>,
        shape: AnyCollider,
        at: Pixel,
        pose: Option<&PyPose>,
        filter: Filter<'_, '_>,
    ) -> PyResult<Vec<(Id, PyTouch)>> {
        let probe = probe(shape, at, pose);
        PyQueryFilter::ask(filter, slf, |world, filter| {
            let mut all = Vec::new();
            let _ = world.query(&probe, filter).each(|contact| {
                all.push((contact.handle.to_bits(), contact.touch.into()));
                std::ops::ControlFlow::Continue(())
            });
            all.sort_unstable_by_key(|&(id, _)| handle(id));
            all
        })
    }

    /// The handles of all colliders that cover a pixel of the segment from one pixel to another, both included, sorted.
    #[pyo3(signature = (start, end, *, filter = None))]
    fn query_line(
        slf: &Bound<'_, Self>,
        start: Pixel,
        end: Pixel,
        filter: Filter<'_, '_>,
    ) -> PyResult<Vec<Id>> {
        let probe = Probe::line(start.0, end.0);
        PyQueryFilter::ask(filter, slf, |world, filter| ids(world.query(&probe, filter).all()))
    }

    /// The first collider on the pixels of a segment, walked from its start. None if there is none.
    ///
    /// The segment is one pixel wide, and slips through walls whose pixels touch at corners alone. With supercover=True it has all pixels that
    /// it touches, also those beside a corner that it passes: no wall has a gap for it.
    #[pyo3(signature = (start, end, *, filter = None, supercover = false))]
    fn first_on_line(
        slf: &Bound<'_, Self>,
        start: Pixel,
        end: Pixel,
        filter: Filter<'_, '_>,
        supercover: bool,
    ) -> PyResult<Option<PyLineHit>> {
        PyQueryFilter::ask(filter, slf, |world, filter| {
            match supercover {
                false => world.first_on_line(start.0, end.0, filter),
                true => world.first_on_supercover(start.0, end.0, filter),
            }
            .map(Into::into)
        })
    }

    /// The first collider that a point hits on its straight way: its handle and a `Cast`. None if the way is free. By geometry: the point
    /// may lie between whole pixels.
    #[pyo3(signature = (position, motion, *, filter = None))]
    fn ray_cast(
        slf: &Bound<'_, Self>,
        position: Position,
        motion: Position,
        filter: Filter<'_, '_>,
    ) -> PyResult<Option<(Id, PyCast)>> {
        let (position, motion) = path(position, motion)?;
        let hit = PyQueryFilter::ask(filter, slf, |world, filter| world.ray_cast(position, motion, filter))?;
        Ok(hit.map(|hit| (hit.handle.to_bits(), hit.cast.into())))
    }

    /// The first collider that a shape meets on a straight motion, and exactly when. None if the way is free.
    ///
    /// what: the handle of a collider, or a shape that lies at the world pixel `at` or under a pose. It answers as if a step were made at
    /// every moment of the motion. A collider meets what is in its own space and agrees with its layers and its group, unless the filter
    /// names others. A shape that is no collider meets what is in space 0.
    #[pyo3(signature = (what, motion, *, at = Pixel(Point::ZERO), pose = None, filter = None))]
    #[pyo3(text_signature = "($self, what, motion, *, at=(0, 0), pose=None, filter=None)")]
    fn cast(
        slf: &Bound<'_, Self>,
        what: Moving,
        motion: Position,
        at: Pixel,
        pose: Option<&PyPose>,
        filter: Filter<'_, '_>,
    ) -> PyResult<Option<PyCastHit>> {
        let cast = cast_of(slf, what, at, pose)?;
        let hit =
            PyQueryFilter::ask(filter, slf, |world, filter| world.try_cast(cast.caster(), motion, filter))?;
        Ok(hit.raise()?.map(Into::into))
    }

    /// All colliders that a shape meets on a straight motion, in the order in which it meets them: see `cast`.
    #[pyo3(signature = (what, motion, *, at = Pixel(Point::ZERO), pose = None, filter = None))]
    #[pyo3(text_signature = "($self, what, motion, *, at=(0, 0), pose=None, filter=None)")]
    fn cast_all(
        slf: &Bound<'_, Self>,
        what: Moving,
        motion: Position,
        at: Pixel,
        pose: Option<&PyPose>,
        filter: Filter<'_, '_>,
    ) -> PyResult<Vec<PyCastHit>> {
        let cast = cast_of(slf, what, at, pose)?;
        let hits = PyQueryFilter::ask(filter, slf, |world, filter| {
            world.try_cast_all(cast.caster(), motion, filter)
        })?;
        Ok(hits.raise()?.into_iter().map(Into::into).collect())
    }

    /// The first collider that a shape meets or may meet while it moves and turns about its pivot. None if the way is proven free.
    ///
    /// degrees: how far it turns, clockwise. steps: how many parts the motion is divided into, up to 2**20; where it leads clearly into a
    /// collider, the answer is at most one part wide. Otherwise as `cast`.
    #[pyo3(signature = (what, motion, degrees, *, steps = 64, at = Pixel(Point::ZERO), pose = None, filter = None))]
    #[pyo3(text_signature = "($self, what, motion, degrees, *, steps=64, at=(0, 0), pose=None, filter=None)")]
    fn cast_turning(
        slf: &Bound<'_, Self>,
        what: Moving,
        motion: Position,
        degrees: f64,
        steps: u32,
        at: Pixel,
        pose: Option<&PyPose>,
        filter: Filter<'_, '_>,
    ) -> PyResult<Option<PyTurningHit>> {
        let cast = cast_of(slf, what, at, pose)?;
        let motion = TurningMotion { by: motion.into(), degrees, steps };
        let hit = PyQueryFilter::ask(filter, slf, |world, filter| {
            world.try_cast_turning(cast.caster(), &motion, filter)
        })?;
        Ok(hit.raise()?.map(Into::into))
    }

    /// All colliders that a shape meets or may meet while it moves and turns: see `cast_turning`.
    #[pyo3(signature = (what, motion, degrees, *, steps = 64, at = Pixel(Point::ZERO), pose = None, filter = None))]
    #[pyo3(text_signature = "($self, what, motion, degrees, *, steps=64, at=(0, 0), pose=None, filter=None)")]
    fn cast_turning_all(
        slf: &Bound<'_, Self>,
        what: Moving,
        motion: Position,
        degrees: f64,
        steps: u32,
        at: Pixel,
        pose: Option<&PyPose>,
        filter: Filter<'_, '_>,
    ) -> PyResult<Vec<PyTurningHit>> {
        let cast = cast_of(slf, what, at, pose)?;
        let motion = TurningMotion { by: motion.into(), degrees, steps };
        let hits = PyQueryFilter::ask(filter, slf, |world, filter| {
            world.try_cast_turning_all(cast.caster(), &motion, filter)
        })?;
        Ok(hits.raise()?.into_iter().map(Into::into).collect())
    }

    /// Which labels of two colliders meet now, in world pixels: see `LabelMask.overlap_labels`.
    fn overlap_labels(slf: &Bound<'_, Self>, a: Id, b: Id) -> PyResult<Vec<PyLabelOverlap>> {
        both(slf, a, b)?;
        let met = Self::with(slf, |world| world.overlap_labels(handle(a), handle(b)))?;
        Ok(met.unwrap_or_default().into_iter().map(Into::into).collect())
    }

    /// The first world pixel that two colliders share now, and their labels there. None if they share none.
    fn label_hit(slf: &Bound<'_, Self>, a: Id, b: Id) -> PyResult<Option<PyLabelHit>> {
        both(slf, a, b)?;
        Ok(Self::with(slf, |world| world.label_hit(handle(a), handle(b)))?.map(Into::into))
    }

    /// The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if it has no labels. None if it
    /// does not cover the pixel.
    fn label_at(slf: &Bound<'_, Self>, collider: Id, pixel: Pixel) -> PyResult<Option<u8>> {
        both(slf, collider, collider)?;
        Self::with(slf, |world| world.label_at(handle(collider), pixel.0))
    }

    /// What a label of a collider is called, and its number: what `Event.part_of` and `label_at` have found. None if it has no name.
    fn label_name(slf: &Bound<'_, Self>, collider: Id, label: u8) -> PyResult<Option<(String, u64)>> {
        both(slf, collider, collider)?;
        let named = |(name, number): (&str, u64)| (name.to_owned(), number);
        Self::with(slf, |world| world.label_name(handle(collider), label).map(named))
    }

    /// The direction from a to b, if they touch: see `Mask.normal`. (0, 0) if they don't.
    fn normal(slf: &Bound<'_, Self>, a: Id, b: Id) -> PyResult<Xy> {
        both(slf, a, b)?;
        Ok(Self::with(slf, |world| world.normal(handle(a), handle(b)))?.map_or((0, 0), xy))
    }

    /// The shortest way out for b: see `Mask.separation`. (0, 0) if they don't touch. None if they overlap in several ways around a wrapped
    /// world.
    fn separation(slf: &Bound<'_, Self>, a: Id, b: Id) -> PyResult<Option<Xy>> {
        both(slf, a, b)?;
        Ok(Self::with(slf, |world| world.separation(handle(a), handle(b)))?.map(xy))
    }

    /// The nearest pixels of two colliders, in world pixels. None if one of them covers nothing.
    fn closest(slf: &Bound<'_, Self>, a: Id, b: Id) -> PyResult<Option<PyClosest>> {
        both(slf, a, b)?;
        Ok(Self::with(slf, |world| world.closest(handle(a), handle(b)))?.map(Into::into))
    }
}

/// Raises KeyError unless both colliders exist.
fn both(slf: &Bound<'_, PyWorld>, a: Id, b: Id) -> PyResult<()> {
    for id in [a, b] {
        live(PyWorld::with(slf, |world| world.contains(handle(id)).then_some(()))?, id)?;
    }
    Ok(())
}
