//! What moves in a world: characters, solids, what is changed only if it fits, and bent paths.

use hitmask::{Blocker, Fit, PathSegment, Slid};

use super::filter::{Filter, PyQueryFilter};
use super::shape::AnyCollider;
use super::step::events_of;
use super::{Id, PyWorld, changed, handle, live};
use crate::prelude::*;
use crate::table::{PyBlocker, PyFit, PySlid, PySolidMoved, with_move_options};

impl PySlid {
    fn with(slid: Slid, blockers: &[Blocker]) -> PySlid {
        PySlid { blockers: blockers.iter().copied().map(Into::into).collect(), ..slid.into() }
    }

    /// The blockers that refuse the same step as one of them.
    fn beside(&self, one: Option<&PyBlocker>) -> Vec<PyBlocker> {
        let normal = one.map(|one| one.normal);
        self.blockers.iter().filter(|it| Some(it.normal) == normal).cloned().collect()
    }
}

#[pymethods]
impl PySlid {
    /// All that it stands on, in the order of their handles. `floor` is one of them.
    #[getter]
    fn floors(&self) -> Vec<PyBlocker> {
        self.beside(self.floor.as_ref())
    }

    /// All that is above it, in the order of their handles. `ceiling` is the first.
    #[getter]
    fn ceilings(&self) -> Vec<PyBlocker> {
        self.beside(self.ceiling.as_ref())
    }

    /// All that is beside it, in the order of their handles. `wall` is the first.
    #[getter]
    fn walls(&self) -> Vec<PyBlocker> {
        let other = [&self.floor, &self.ceiling].map(|one| one.as_ref().map(|one| one.normal));
        self.blockers.iter().filter(|it| !other.contains(&Some(it.normal))).cloned().collect()
    }

    fn __repr__(&self) -> String {
        let floor = self.floor.as_ref().map_or_else(|| "None".to_owned(), PyBlocker::__repr__);
        format!("Slid(position={:?}, velocity={:?}, floor={floor})", self.position, self.velocity)
    }
}

#[pymethods]
impl PyFit {
    fn __repr__(&self) -> String {
        let PyFit { kind, r#move, collider } = self;
        let by = r#move.map(|by| format!(", move={by:?}")).unwrap_or_default();
        let stuck = collider.map(|collider| format!(", collider={collider}")).unwrap_or_default();
        format!("<hitmask.Fit {kind}{by}{stuck}>")
    }
}

/// A straight segment of the path of a collider in one step, for `World.step_along`: `PathSegment(start, end, until)`.
///
/// start, end: where it would be at the start (time 0) and at the end of the step (time 1) if all of the step went like this part. until:
/// when the next part takes over, as a Fraction or a number from 0 to 1; ignored for the last part. before: whether the collider is on the
/// next part at that very time already.
#[pyclass(name = "PathSegment", module = "hitmask", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyPathSegment {
    from: PointQ16,
    to: PointQ16,
    until: TimeOfImpact,
    before: bool,
}

pickles!(PyPathSegment { from: PointQ16, to: PointQ16, until: TimeOfImpact, before: bool });

impl PyPathSegment {
    fn part(&self) -> PathSegment {
        let PyPathSegment { from, to, until, before } = *self;
        PathSegment { from, to, until, before }
    }
}

#[pymethods]
impl PyPathSegment {
    #[new]
    #[pyo3(signature = (start, end, until = None, *, before = false), text_signature = "(start, end, until=1, *, before=False)")]
    fn new(
        start: Position,
        end: Position,
        until: Option<&Bound<'_, PyAny>>,
        before: bool,
    ) -> PyResult<PyPathSegment> {
        let (numerator, denominator) = match until {
            None => (1, 1),
            Some(until) => until.call_method0("as_integer_ratio")?.extract::<(i128, i128)>()?,
        };
        // What does not fit is beyond 1 for the library, too.
        let fitting = u64::try_from(numerator).ok().zip(u64::try_from(denominator).ok());
        let (numerator, denominator) = fitting.unwrap_or((u64::MAX, 1));
        let until = TimeOfImpact::try_new(numerator, denominator).raise()?;
        let part = PyPathSegment { from: start.into(), to: end.into(), until, before };
        PathSegment::check(&[part.part(), part.part()]).raise()?;
        Ok(part)
    }

    fn __repr__(&self) -> String {
        let (until, before) = (self.until, if self.before { ", before=True" } else { "" });
        format!("PathSegment({:?}, {:?}, {until}{before})", pixels(self.from), pixels(self.to))
    }
}

/// Makes a change of a collider that is made if it fits, or asks about one.
fn fit(
    slf: &Bound<'_, PyWorld>,
    collider: Id,
    filter: Filter<'_, '_>,
    how: impl FnOnce(&mut World, Handle, &QueryFilter<'_>) -> Result<Option<Fit>, InvalidArgument>,
) -> PyResult<PyFit> {
    let fit = PyQueryFilter::ask(filter, slf, |world, filter| how(world, handle(collider), filter))?;
    live(fit.raise()?, collider).map(Into::into)
}

with_move_options! {
    (collider, motion, *, filter = None) move_options;
    #[pymethods]
    impl PyWorld {
        /// Moves a collider among the others, and says where it ends and what it met: floor, ceiling, wall. It stops flush, slides along walls
        /// and climbs ledges.
        ///
        /// motion: how far it wants to go in this call, in pixels (x, y); y points down. step_up: the highest ledge that it climbs, in pixels.
        /// step_down: how far it follows the ground down, in pixels. corner: how far it goes aside to get round a corner that stops it, in pixels.
        /// drop: whether the one-way pixels on which it stands at the start do not count in this call. push: whether it pushes crates sideways, and
        /// push_limit the most crates in a chain, 0 for any number. filter: what may stop it; by default what is in its own space and agrees
        /// with its layers and its group. Returns a `Slid`; a collider that overlaps a solid one at the start does not move, and `stuck` is that
        /// one's handle.
        #[pyo3(text_signature = "($self, collider, motion, *, filter=None, **move_options)")]
        fn move_and_slide(
            slf: &Bound<'_, Self>,
            collider: Id,
            motion: Position,
            filter: Filter<'_, '_>,
        ) -> PyResult<PySlid> {
            let mut options = MoveOptions::default();
            move_options(&mut options);
            let mut blockers = Vec::new();
            let slid = PyQueryFilter::ask(filter, slf, |world, filter| {
                world.try_move_and_slide_into(handle(collider), motion, &options, filter, &mut blockers)
            })?;
            live(slid.raise()?, collider).map(|slid| PySlid::with(slid, &blockers))
        }
    }
}

#[pymethods]
impl PyWorld {
    /// The slope of the ground under a collider's feet as (rise, run): the ground lies `rise` pixels higher at its right end, `run` columns
    /// to the right of its left end. None if there is no ground, or if the collider overlaps a solid collider.
    ///
    /// Each column of the collider looks down from its lowest pixel, past at most `reach` clear ones. The ground's ends are in the leftmost
    /// and in the rightmost column that see ground.
    #[pyo3(signature = (collider, reach, *, filter = None))]
    fn ground_slope(
        slf: &Bound<'_, Self>,
        collider: Id,
        reach: u32,
        filter: Filter<'_, '_>,
    ) -> PyResult<Option<(i32, u32)>> {
        let slope = PyQueryFilter::ask(filter, slf, |world, filter| {
            let live = world.contains(handle(collider)).then_some(());
            live.map(|()| world.try_ground_slope(handle(collider), reach, filter))
        })?;
        Ok(live(slope, collider)?.raise()?.map(|slope| (slope.rise, slope.run)))
    }

    /// Moves a solid: a lift, a crusher. Nothing stops it. Characters and crates in its way are pushed, and those whose support it is are
    /// carried.
    ///
    /// riders: more characters that ride it, for example one that hangs on its wall. step_up, corner: who is pushed or carried climbs ledges
    /// and gets round corners by them, as in `move_and_slide`. Who cannot step aside is named in `crushed`, and stays. Raises ValueError if
    /// a rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere.
    #[pyo3(signature = (collider, motion, *, riders = All::default(), step_up = 0, corner = 0))]
    #[pyo3(text_signature = "($self, collider, motion, *, riders=(), step_up=0, corner=0)")]
    fn move_solid(
        slf: &Bound<'_, Self>,
        collider: Id,
        motion: Position,
        riders: All<Id>,
        step_up: u32,
        corner: u32,
    ) -> PyResult<PySolidMoved> {
        let options = MoveOptions { step_up, corner, ..MoveOptions::default() };
        let riders: Vec<Handle> = riders.into_iter().map(handle).collect();
        let moved =
            Self::with(slf, |world| world.try_move_solid(handle(collider), motion, &riders, &options))?;
        live(moved.raise()?, collider).map(Into::into)
    }

    /// Turns a solid, scales it, or gives it another shape or frame, in one jump: a plank, a wheel, a plant that grows. It carries those whose
    /// support it is, and pushes out what it then overlaps, by at most `limit` pixels; who cannot be freed is named in `crushed`. What is not
    /// given stays as it is.
    #[pyo3(signature = (collider, limit, *, position = None, rotation = None, scale = None, flip = None, pivot = None, frame = None, shape = None,
        filter = None))]
    fn reshape_solid(
        slf: &Bound<'_, Self>,
        collider: Id,
        limit: u32,
        position: Option<Position>,
        rotation: Option<f64>,
        scale: Option<Scale>,
        flip: Option<(bool, bool)>,
        pivot: Option<Position>,
        frame: Option<usize>,
        shape: Option<AnyCollider>,
        filter: Filter<'_, '_>,
    ) -> PyResult<PySolidMoved> {
        let change = |collider: &mut Collider| {
            collider.transform = changed(collider.transform, position, rotation, scale, flip, pivot)?;
            if let Some(shape) = shape {
                collider.shape = shape.0;
            }
            frame.map_or(Ok(()), |frame| collider.try_set_frame(frame))
        };
        let moved = PyQueryFilter::ask(filter, slf, |world, filter| {
            world.try_reshape_solid(handle(collider), limit, filter, change)
        })?;
        live(moved.raise()?, collider).map(Into::into)
    }

    /// As `fit_frame`, with another position, rotation, scale or flip. What is not given stays as it is.
    #[pyo3(signature = (collider, limit = 0, *, position = None, rotation = None, scale = None, flip = None, filter = None))]
    fn fit_transform(
        slf: &Bound<'_, Self>,
        collider: Id,
        limit: u32,
        position: Option<Position>,
        rotation: Option<f64>,
        scale: Option<Scale>,
        flip: Option<(bool, bool)>,
        filter: Filter<'_, '_>,
    ) -> PyResult<PyFit> {
        let found = Self::with(slf, |world| world.transform(handle(collider)))?;
        let transform = changed(live(found, collider)?, position, rotation, scale, flip, None).raise()?;
        fit(slf, collider, filter, |world, id, filter| world.fit_transform(id, transform, limit, filter))
    }

    /// The events of the last step again, sorted by time, then by handles. What has no time is about the end of the step.
    fn events_by_time(slf: &Bound<'_, Self>) -> PyResult<Vec<PyEvent>> {
        Self::with(slf, |world| events_of(world.events_by_time()))
    }

    /// As `step`, for a step in which some colliders have not gone straight: what bounced, or went through a portal.
    ///
    /// paths: for each handle of such a collider a list of `PathSegment`s, in order. The last part must lead to the collider's position. In a
    /// wrapped world all paths are straight.
    fn step_along(
        slf: &Bound<'_, Self>,
        paths: Items<Id, All<PyRef<'_, PyPathSegment>>>,
    ) -> PyResult<Vec<PyEvent>> {
        let paths: HashMap<Handle, Vec<PathSegment>> = paths
            .0
            .into_iter()
            .map(|(id, parts)| (handle(id), parts.iter().map(|part| part.part()).collect()))
            .collect();
        let path = |member: Member<'_>| paths.get(&member.handle).map_or(&[][..], Vec::as_slice);
        let events = Self::detached(slf, |world| world.step_along(path).map(events_of))?.raise()?;
        Ok(events)
    }
}
