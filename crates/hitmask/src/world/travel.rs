//! What a collider covers while it moves straight: the pixels of its cover, moved by whole pixels.

use super::collider::ColliderShape;
use super::cover::{Cover, CoverPair};
use crate::geom::{Extent, Offset, PointQ16, Pose, Transform};
use crate::placed::{Footprint, Form};
use crate::sweep::walk::{self, Impact, StraightMotion};

/// How a collider's cover follows its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Anchor {
    /// The point of the world that is rounded to whole pixels. The cover moves with that pixel.
    pub(super) point: PointQ16,
    /// Whether the cover is the same at every part of a pixel. Otherwise it is the cover of one part of a pixel, moved by whole pixels.
    pub(super) is_exact: bool,
}

impl Anchor {
    /// The anchor of a collider. `whole` says that it stands on whole pixels.
    pub(super) fn of(shape: &ColliderShape, transform: &Transform, pose: &Pose, whole: bool) -> Anchor {
        if whole {
            return Anchor { point: transform.position(), is_exact: true };
        }
        let has_pixels = !matches!(shape, ColliderShape::Circle(_) | ColliderShape::Polygon(_));
        // Upright or turned by right angles, its corners lie whole pixels away from the origin. So all of them are rounded alike.
        match has_pixels && pose.turn().is_some() {
            true => {
                let [x, y] = pose.translation;
                Anchor { point: PointQ16::new(x, y), is_exact: true }
            }
            false => Anchor { point: transform.position(), is_exact: false },
        }
    }
}

/// A cover that moves straight.
#[derive(Clone, Copy)]
pub(super) struct Traveller<'a> {
    /// Where it is at the start.
    pub(super) cover: Cover<'a>,
    pub(super) motion: StraightMotion,
    /// Whether its mask is one that is kept, so that what is computed about it is computed once.
    pub(super) is_kept: bool,
}

impl<'a> Traveller<'a> {
    pub(super) fn new(cover: Cover<'a>, motion: StraightMotion, footprint: &Footprint) -> Traveller<'a> {
        let is_kept = matches!(footprint.form, Form::Plain | Form::Turned(_));
        Traveller { cover, motion, is_kept }
    }

    /// How many whole pixels it moves.
    pub(super) fn whole_motion(&self) -> Offset {
        self.motion.last() - self.motion.first()
    }

    /// A box around all that it covers on its way.
    pub(super) fn swept_extent(&self) -> Extent {
        let extent = self.cover.extent();
        extent.around(extent.shifted(self.whole_motion()))
    }

    /// Whether all of its way lies where pixels exist.
    fn stays_in_the_world(&self) -> bool {
        let extent = self.swept_extent();
        extent.intersection(Extent::WORLD) == extent
    }
}

/// The first moment at which two travellers cover the same pixel.
pub(super) fn first_impact(a: &Traveller<'_>, b: &Traveller<'_>) -> Option<Impact> {
    let motions = [a.motion, b.motion];
    let ranges = walk::ranges(a.cover.extent(), b.cover.extent())?;
    if !walk::may_meet(motions, &ranges) {
        return None;
    }
    if !a.cover.meets_by_sum(&b.cover)
        && let (Some(one), Some(other)) = (a.cover.plain(), b.cover.plain())
        && a.stays_in_the_world()
        && b.stays_in_the_world()
    {
        return walk::meet_plain(one, other, motions, a.is_kept && b.is_kept);
    }
    walk::meet(motions, &ranges, |moved| meeting(a, b, moved).touches())
}

/// How two travellers meet once each has moved by some whole pixels.
pub(super) fn meeting<'a>(a: &Traveller<'a>, b: &Traveller<'a>, moved: [Offset; 2]) -> CoverPair<'a> {
    CoverPair::of(&a.cover.shifted(moved[0]), &b.cover.shifted(moved[1]))
}
