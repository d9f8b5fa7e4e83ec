//! Parts: colliders that go where another one goes.

use crate::prelude::*;

/// An answer that only parts have.
fn of_part<T>(slf: &Bound<'_, PyWorld>, part: Id, f: impl FnOnce(&mut World) -> Option<T>) -> PyResult<T> {
    let answer = PyWorld::with(slf, |world| world.contains(handle(part)).then(|| f(world)))?;
    live(answer, part)?
        .ok_or_else(|| PyValueError::new_err(format!("collider {part} is no part: attach it first")))
}

#[pymethods]
impl PyWorld {
    /// Makes a collider a part of another one, its root: a sword in a hand, a weak point, a second shape of a lift.
    ///
    /// A part may have parts of its own, such as a gun in the hand of an arm, which go with it: trees of up to 64 parts above each other.
    ///
    /// A part goes where its root goes. It keeps a handle of its own, which events and queries name. `position` and its other settings
    /// count in the plane of the root's shape: the position is the texel of the root's picture on which the part's pivot lies; `pose` and
    /// `bounds` are those in the world. It is in its root's space and group, never meets its root nor the root's other parts, and counts only
    /// while its root is enabled. A filter that excludes the root excludes its parts. Removing the root removes them. The verbs that move a
    /// collider among others refuse a part: move its root.
    ///
    /// ValueError if the root is the part itself or a part of it, or if parts would lie more than 64 deep.
    fn attach(slf: &Bound<'_, Self>, root: Id, part: Id) -> PyResult<()> {
        let stale =
            Self::with(slf, |world| [root, part].into_iter().find(|&it| !world.contains(handle(it))))?;
        let done = Self::with(slf, |world| world.try_attach(handle(root), handle(part)))?.raise()?;
        live(done, stale.unwrap_or(part))
    }

    /// Makes a part a collider like any other again, where it lies: a sword that is dropped. ValueError if it is no part.
    fn detach(slf: &Bound<'_, Self>, part: Id) -> PyResult<()> {
        of_part(slf, part, |world| world.detach(handle(part)))
    }

    /// Lets a part count only while its root shows one of these frames, counted from 0; with None in all frames, as at first. What is no
    /// animation shows frame 0. ValueError if it is no part.
    fn set_part_frames(slf: &Bound<'_, Self>, part: Id, frames: Option<All<usize>>) -> PyResult<()> {
        of_part(slf, part, |world| world.set_part_frames(handle(part), frames.as_deref().map(Vec::as_slice)))
    }

    /// The frames of its root in which a part counts, sorted. None if it counts in all. ValueError if it is no part.
    fn part_frames(slf: &Bound<'_, Self>, part: Id) -> PyResult<Option<Vec<usize>>> {
        of_part(slf, part, |world| Some(world.part_frames(handle(part))?.map(<[usize]>::to_vec)))
    }
}
