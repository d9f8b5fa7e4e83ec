//! The properties of a collider by their names.

// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table.

use super::PyCollider;
use pyo3::prelude::*;

#[pymethods]
impl PyCollider {
    /// How it takes part.
    #[getter]
    fn kind(&self) -> &'static str {
        self.properties.kind
    }

    /// The layers that it is on, and those that it meets, 32 bits each.
    #[getter]
    fn layers(&self) -> (u32, u32) {
        self.properties.layers
    }

    /// Colliders of the same group never meet. 0 is no group.
    #[getter]
    fn group(&self) -> u32 {
        self.properties.group
    }

    /// Only colliders of the same space meet.
    #[getter]
    fn space(&self) -> u32 {
        self.properties.space
    }

    /// Its place in the drawing order, for picking: higher is on top.
    #[getter]
    fn order(&self) -> i32 {
        self.properties.order
    }

    /// Yours: a number that events carry.
    #[getter]
    fn data(&self) -> u64 {
        self.properties.data
    }

    /// Whether it meets anything at all.
    #[getter]
    fn enabled(&self) -> bool {
        self.properties.enabled
    }

    /// Whether steps look at its whole path since the last step, so that it passes through nothing.
    #[getter]
    fn swept(&self) -> bool {
        self.properties.swept
    }

    /// Whether only the first of its new touches in a step counts: by their times, those without a time at the end.
    #[getter]
    fn first_only(&self) -> bool {
        self.properties.first_only
    }

    /// Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every blocker is a wall.
    #[getter]
    fn up(&self) -> Option<&'static str> {
        self.properties.up
    }

    /// The side from which one comes onto a one-way collider. It refuses only steps against that side.
    #[getter]
    fn open_side(&self) -> &'static str {
        self.properties.open_side
    }

    /// Whether it stands on whole pixels and keeps the rest of its position as a remainder.
    #[getter]
    fn whole_pixels(&self) -> bool {
        self.properties.whole_pixels
    }
}
