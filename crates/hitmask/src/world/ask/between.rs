//! What is asked about two colliders: normal, separation and distance, and which labels meet.

use alloc::vec::Vec;

use crate::contact;
use crate::contact::closest::Closest;
use crate::geom::{Point, Pose};
use crate::overlap::{LabelHit, LabelsMet};
use crate::placed::{Placed, ShapeRef};
use crate::world::pixels::cover_meeting::{self, Once};
use crate::world::pixels::labels;
use crate::world::pixels::raster_cover::RasterCover;
use crate::world::pixels::texels::Texels;
use crate::world::store::Store;
use crate::world::types::event::EventDetail;
use crate::world::types::handle::Handle;

impl Store {
    /// The contact normal of two colliders as they are now: the direction from a to b, as [`Mask::normal`](crate::Mask::normal).
    pub(crate) fn normal(&self, a: Handle, b: Handle) -> Option<Point> {
        let (a, b) = (self.cover_of(a)?, self.cover_of(b)?);
        Some(a.zip(b).map_or(Point::ZERO, |(a, b)| cover_meeting::normal(self.plane(), &a, &b)))
    }

    /// The direction of a collider's surface within a radius of a pixel.
    pub(crate) fn surface_normal(&self, handle: Handle, pixel: Point, radius: u32) -> Option<Point> {
        let cover = self.cover_of(handle)?;
        let disc = contact::around_a_pixel(radius).zip(cover);
        Some(disc.map_or(Point::ZERO, |(disc, cover)| {
            let placed = Placed::new(ShapeRef::Circle(disc), Pose::at(pixel.x, pixel.y));
            let disc = RasterCover::undrawn(Texels { placed, alpha: None });
            cover_meeting::normal(self.plane(), &cover, &disc)
        }))
    }

    /// The shortest way out of the overlap of two colliders as they are now, in whole pixels: move b by it, or a by its opposite.
    pub(crate) fn separation(&self, a: Handle, b: Handle) -> Option<Point> {
        let (a, b) = (self.cover_of(a)?, self.cover_of(b)?);
        a.zip(b).map_or(Some(Point::ZERO), |(a, b)| cover_meeting::separation(self.plane(), &a, &b))
    }

    /// How near two colliders are now, and their two nearest world pixels.
    pub(crate) fn closest(&self, a: Handle, b: Handle) -> Option<Closest> {
        cover_meeting::closest(self.plane(), &self.cover_of(a)??, &self.cover_of(b)??)
    }

    /// Lists which labels of two colliders meet as they are now.
    pub(crate) fn labels_met_into(&self, a: Handle, b: Handle, list: &mut Vec<LabelsMet>) -> Option<()> {
        let (one, other) = (self.cover_of(a)?, self.cover_of(b)?);
        list.clear();
        if let (Some(one), Some(other)) = (one, other)
            && let (Some(in_one), Some(in_other)) =
                (self.pixels.labelled(a.index), self.pixels.labelled(b.index))
        {
            labels::labels_met(self.plane(), (&one, &in_one), (&other, &in_other), list);
        }
        Some(())
    }

    /// The labels at the first pixel that two colliders share as they are now.
    pub(crate) fn label_hit(&self, a: Handle, b: Handle) -> Option<LabelHit> {
        let (one, other) = (self.cover_of(a)??, self.cover_of(b)??);
        let touch = cover_meeting::touch(self.plane(), &one, &other, EventDetail::default())?;
        self.pixels.touch_with_labels(touch, a.index, b.index).hit()
    }

    /// The label that a collider shows at a pixel.
    pub(crate) fn label_at(&self, handle: Handle, pixel: Point) -> Option<u8> {
        let cover = self.cover_of(handle)??;
        let pixel = self.plane().pixel(pixel.into());
        let covers = Once::of(self.plane(), &cover).covers_anywhere(pixel.x, pixel.y);
        let label = || Some(self.pixels.labelled(handle.index)?.label(self.plane(), pixel.as_pixel()));
        if covers { label() } else { None }
    }
}
