//! What physics asks about two colliders: normal, separation and distance.

use crate::contact::closest::Closest;
use crate::geom::Point;
use crate::world::pixels::images;
use crate::world::store::Store;
use crate::world::types::handle::Handle;

impl Store {
    /// The contact normal of two colliders as they are now: the direction from a to b, as [`Mask::normal`](crate::Mask::normal).
    pub(crate) fn normal(&self, a: Handle, b: Handle) -> Option<Point> {
        let (a, b) = (self.cover_of(a)?, self.cover_of(b)?);
        Some(a.zip(b).map_or(Point::ZERO, |(a, b)| images::normal(self.plane(), &a, &b)))
    }

    /// The shortest way out of the overlap of two colliders as they are now, in whole pixels: move b by it, or a by its opposite.
    pub(crate) fn separation(&self, a: Handle, b: Handle) -> Option<Point> {
        let (a, b) = (self.cover_of(a)?, self.cover_of(b)?);
        a.zip(b).map_or(Some(Point::ZERO), |(a, b)| images::separation(self.plane(), &a, &b))
    }

    /// How near two colliders are now, and their two nearest world pixels.
    pub(crate) fn closest(&self, a: Handle, b: Handle) -> Option<Closest> {
        images::closest(self.plane(), &self.cover_of(a)??, &self.cover_of(b)??)
    }
}
