//! What physics asks about two colliders: normal, separation and distance.

use crate::contact::closest::Closest;
use crate::contact::{self, CoveredPixels};
use crate::geom::{Offset, Point};
use crate::world::World;
use crate::world::types::handle::Handle;

impl World {
    /// The contact normal of two colliders as they are now: the direction from a to b, as [`Mask::normal`](crate::Mask::normal). None if a
    /// handle is stale.
    ///
    /// This, [`World::separation`] and [`World::closest`] go by the world pixels that the two cover, turned or not, moved by whole pixels.
    /// Layers, groups, spaces and custom tests don't matter, nor whether the colliders are enabled. Between two colliders of which one has
    /// the rule of alpha sum, the visible pixels (alpha above 0) count: alpha sum is a relation of two alphas and has no separation.
    ///
    /// ```
    /// use hitmask::{Closest, Collider, Mask, Point, Rect, World};
    /// let mut world = World::new();
    /// let floor = world.insert(Collider::new(Rect::new(0, 50, 100, 10)));
    /// let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((20, 36)));
    /// assert_eq!(world.normal(floor, hero), Some(Point::new(0, -16)));             // up
    /// assert_eq!(world.separation(floor, hero), Some(Point::new(0, -2)));          // move the hero by this
    /// assert_eq!(world.closest(floor, hero).map(Closest::squared), Some(0));
    /// ```
    ///
    /// In a wrapped world all images count in a normal, and a distance is that of the shortest way around. A separation is the way out for
    /// the one pair of images that overlap.
    ///
    /// # Complexity
    /// Four times the overlap area. A turned collider that was not drawn in the last step is drawn where the two meet.
    #[doc(alias = "contact normal")]
    #[must_use]
    pub fn normal(&self, a: Handle, b: Handle) -> Option<Point> {
        if let Some(wrap) = self.wrap() {
            let (a, b) = (self.live(a)?.cover(), self.live(b)?.cover());
            return Some(a.zip(b).map_or(Point::ZERO, |(a, b)| wrap.normal(&a, &b)));
        }
        let (a, b) = self.pixels_of(a, b)?;
        Some(contact::normal(&a, &b))
    }

    /// The shortest way out of the overlap of two colliders as they are now, in whole pixels: move b by it, or a by its opposite. (0, 0) if
    /// they share no pixel. None if a handle is stale, or if the two overlap in several ways around a wrapped world. As
    /// [`Mask::separation`](crate::Mask::separation); [`World::normal`] says what counts.
    ///
    /// # Limits
    /// Of a turned or scaled collider of more than 2²⁴ pixels, or a turned terrain, at most 2²⁸ pixels are drawn. If the way out does not
    /// fit into that, the result is the shortest way past the bounding box, which is a way out, but maybe not the shortest.
    #[doc(alias = "penetration depth")]
    #[doc(alias = "minimum translation vector")]
    #[must_use]
    pub fn separation(&self, a: Handle, b: Handle) -> Option<Point> {
        if let Some(wrap) = self.wrap() {
            let (a, b) = (self.live(a)?.cover(), self.live(b)?.cover());
            return a.zip(b).map_or(Some(Point::ZERO), |(a, b)| wrap.separation(&a, &b));
        }
        let (a, b) = self.pixels_of(a, b)?;
        Some(contact::to_point(contact::separation(&a, &b)))
    }

    /// How near two colliders are now, and their two nearest world pixels. None if a handle is stale or a collider covers no pixel. As
    /// [`Mask::closest`](crate::Mask::closest); [`World::normal`] says what counts.
    #[doc(alias = "distance")]
    #[must_use]
    pub fn closest(&self, a: Handle, b: Handle) -> Option<Closest> {
        if let Some(wrap) = self.wrap() {
            return wrap.closest(&self.live(a)?.cover()?, &self.live(b)?.cover()?);
        }
        let (a, b) = self.pixels_of(a, b)?;
        contact::closest(&a, &b, [Offset::ZERO; 2])
    }

    /// The pixels that count between two colliders.
    fn pixels_of(&self, a: Handle, b: Handle) -> Option<(CoveredPixels<'_>, CoveredPixels<'_>)> {
        Some(match (self.live(a)?.cover(), self.live(b)?.cover()) {
            (Some(a), Some(b)) => a.pair_pixels(&b),
            _ => (CoveredPixels::NOTHING, CoveredPixels::NOTHING),
        })
    }
}
