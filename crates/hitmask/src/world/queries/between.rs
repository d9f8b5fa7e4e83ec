//! What is asked about two colliders: normal, separation and distance, and which labels meet.

use alloc::vec::Vec;

use crate::contact;
use crate::contact::closest::Closest;
use crate::geom::{Point, Pose};
use crate::overlap::{LabelHit, LabelOverlap};
use crate::placed::{Placed, ShapeRef};
use crate::world::collider::event::EventDetail;
use crate::world::collider::form::Texels;
use crate::world::collider::handle::Handle;
use crate::world::narrow_phase::cover_meeting::{self, Once};
use crate::world::narrow_phase::labels;
use crate::world::narrow_phase::raster_cover::RasterCover;
use crate::world::store::Store;
use crate::world::store::world::World;

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
    #[doc(alias = "contact_normal")]
    #[doc(alias = "contact normal")]
    #[must_use]
    pub fn normal(&self, a: Handle, b: Handle) -> Option<Point> {
        let (a, b) = (self.store.cover_of(a)?, self.store.cover_of(b)?);
        Some(a.zip(b).map_or(Point::ZERO, |(a, b)| cover_meeting::normal(self.store.plane(), &a, &b)))
    }

    /// The direction of a collider's surface within a radius of a pixel of the world, such as the one that a ray or a cast has hit: a vector that
    /// points out of it, across it, at no certain length. None if the handle is stale. (0, 0) if nothing of it lies there, or as much on all
    /// sides. See [`Cast::surface_normal`](crate::Cast::surface_normal).
    ///
    /// ```
    /// use hitmask::{Cast, Collider, Mask, QueryFilter, World};
    /// let mut world = World::new();
    /// world.insert(Collider::new(Mask::from_fn(200, 100, |x, y| y >= x)).at((500, 300)));     // a slope of 45 degrees
    /// let hit = world.ray_cast((540, 0), (0, 900), &QueryFilter::default()).unwrap();
    /// let Cast::Hit { point, .. } = hit.cast else { panic!() };
    /// let out = world.surface_normal(hit.handle, point, 12).unwrap();
    /// assert!(out.x > 0 && out.x == -out.y);
    /// ```
    #[doc(alias = "slope")]
    #[doc(alias = "bounce")]
    #[must_use]
    pub fn surface_normal(&self, handle: Handle, pixel: impl Into<Point>, radius: u32) -> Option<Point> {
        let pixel: Point = pixel.into();
        let cover = self.store.cover_of(handle)?;
        let disc = contact::around_a_pixel(radius).zip(cover);
        Some(disc.map_or(Point::ZERO, |(disc, cover)| {
            let placed = Placed::new(ShapeRef::Circle(disc), Pose::at(pixel.x, pixel.y));
            let disc = RasterCover::undrawn(Texels { placed, alpha: None });
            cover_meeting::normal(self.store.plane(), &cover, &disc)
        }))
    }

    /// The shortest way out of the overlap of two colliders as they are now, in whole pixels: move b by it, or a by its opposite. (0, 0) if
    /// they share no pixel. None if a handle is stale, or if the two overlap in several ways around a wrapped world. As
    /// [`Mask::separation`](crate::Mask::separation); [`World::normal`] says what counts.
    ///
    /// # Limits
    /// Of a turned or scaled collider of more than 2²⁴ pixels, or a turned terrain, at most 2²⁸ pixels are drawn. If the way out does not
    /// fit into that, the result is the shortest way past the bounding box, which is a way out, but maybe not the shortest.
    #[doc(alias = "penetration_depth")]
    #[doc(alias = "penetration depth")]
    #[doc(alias = "minimum translation vector")]
    #[must_use]
    pub fn separation(&self, a: Handle, b: Handle) -> Option<Point> {
        let (a, b) = (self.store.cover_of(a)?, self.store.cover_of(b)?);
        a.zip(b).map_or(Some(Point::ZERO), |(a, b)| cover_meeting::separation(self.store.plane(), &a, &b))
    }

    /// How near two colliders are now, and their two nearest world pixels. None if a handle is stale or a collider covers no pixel. As
    /// [`Mask::closest`](crate::Mask::closest); [`World::normal`] says what counts.
    #[doc(alias = "closest_points")]
    #[doc(alias = "distance")]
    #[must_use]
    pub fn closest(&self, a: Handle, b: Handle) -> Option<Closest> {
        cover_meeting::closest(self.store.plane(), &self.store.cover_of(a)??, &self.store.cover_of(b)??)
    }

    /// Which labels of two colliders meet as they are now: for each pair of labels, one of a and one of b, how many world pixels both cover,
    /// and the first of these. Sorted by the labels of a, then by those of b. Empty if they share no pixel. None if a handle is stale.
    ///
    /// A collider whose shape is no [`LabelMask`](crate::LabelMask), nor shows one as a [frame](crate::Frames::with_labels), counts as label
    /// 0. Layers, groups, spaces and custom tests don't matter, nor whether the colliders are enabled. Under the rule of alpha sum, the pixels
    /// of the sum count. In a wrapped world all images count, and pixels lie in the world.
    ///
    /// ```
    /// use hitmask::{Collider, LabelMask, Mask, Point, World};
    /// let body = LabelMask::from_fn(8, 16, |_, y| if y < 5 { 1 } else { 2 });
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(body).at((20, 10)));
    /// let beam = world.insert(Collider::new(Mask::filled(100, 3)).at((0, 13)));
    /// let met = world.overlap_labels(hero, beam).unwrap();
    /// let seen: Vec<_> = met.iter().map(|met| (met.labels, met.pixels, met.first)).collect();
    /// assert_eq!(seen, [([1, 0], 16, Point::new(20, 13)), ([2, 0], 8, Point::new(20, 15))]);
    /// assert_eq!(world.label_hit(hero, beam).unwrap().labels, [1, 0]);
    /// assert_eq!(world.label_at(hero, (20, 25)), Some(2));
    /// ```
    ///
    /// # Complexity
    /// Reads the labels of every pixel that both cover. Allocates the list; [`World::overlap_labels_into`] uses one of yours again. A turned
    /// collider that was not drawn in the last step is drawn where the two meet.
    #[must_use]
    pub fn overlap_labels(&self, a: Handle, b: Handle) -> Option<Vec<LabelOverlap>> {
        let mut list = Vec::new();
        self.overlap_labels_into(a, b, &mut list)?;
        Some(list)
    }

    /// As [`World::overlap_labels`], into a list, which loses what it held. None if a handle is stale: then the list stays as it is.
    #[must_use]
    pub fn overlap_labels_into(&self, a: Handle, b: Handle, list: &mut Vec<LabelOverlap>) -> Option<()> {
        let Store { slots, .. } = &self.store;
        let (one, other) = (self.store.cover_of(a)?, self.store.cover_of(b)?);
        list.clear();
        if let (Some(one), Some(other)) = (one, other)
            && let (Some(in_one), Some(in_other)) = (slots.labelled(a.index), slots.labelled(b.index))
        {
            labels::overlap_labels(slots.plane, (&one, &in_one), (&other, &in_other), list);
        }
        Some(())
    }

    /// The first world pixel that two colliders share as they are now, and their labels there. None if they share none, or if a handle is
    /// stale. [`World::overlap_labels`] says what counts. For what events say, set [`EventDetail::labels`](crate::EventDetail::labels).
    #[must_use]
    pub fn label_hit(&self, a: Handle, b: Handle) -> Option<LabelHit> {
        let (one, other) = (self.store.cover_of(a)??, self.store.cover_of(b)??);
        let touch = cover_meeting::touch(self.store.plane(), &one, &other, EventDetail::default())?;
        self.store.slots.touch_with_labels(touch, a.index, b.index).hit()
    }

    /// The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if its shape has no labels. None if
    /// it does not cover the pixel, or if the handle is stale.
    #[must_use]
    pub fn label_at(&self, handle: Handle, pixel: impl Into<Point>) -> Option<u8> {
        let pixel: Point = pixel.into();
        let cover = self.store.cover_of(handle)??;
        let pixel = self.store.plane().pixel(pixel.into());
        if !Once::of(self.store.plane(), &cover).covers_anywhere(pixel.x, pixel.y) {
            return None;
        }
        Some(self.store.slots.labelled(handle.index)?.label(self.store.plane(), pixel.as_pixel()))
    }

    /// The name and the number of a label of a collider, as the label mask has them which it is or shows: what
    /// [`Event::part_of`](crate::Event::part_of) and [`World::label_at`] have found. None if the label has no name, or if the handle is
    /// stale.
    ///
    /// ```
    /// use hitmask::{Collider, EventDetail, LabelMask, LabelNames, Mask, World, WorldOptions};
    /// let names: LabelNames = [(1, "head", 100), (2, "legs", 40)].into_iter().collect();
    /// let body = LabelMask::from_fn(8, 16, |_, y| if y < 5 { 1 } else { 2 }).with_names(names);
    /// let detail = EventDetail { labels: true, ..EventDetail::default() };
    /// let mut world = World::with_options(WorldOptions { detail, ..WorldOptions::default() });
    /// let hero = world.insert(Collider::new(body));
    /// let shot = world.insert(Collider::new(Mask::filled(2, 2)).at((6, 4)));
    /// let event = world.step().unwrap()[0];
    /// let part = event.part_of(hero).unwrap();
    /// assert_eq!((part, world.label_name(hero, part)), (1, Some(("head", 100))));
    /// assert_eq!(event.part_of(shot), Some(0));
    /// ```
    #[must_use]
    pub fn label_name(&self, handle: Handle, label: u8) -> Option<(&str, u64)> {
        self.get(handle)?.shape.labels()?.names().get(label)
    }
}
