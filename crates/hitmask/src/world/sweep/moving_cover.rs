//! The pixels that a collider covers during a straight motion: those of its raster cover, moved by whole pixels.

use crate::geom::{Extent, Offset, PointQ16, Pose};
use crate::placed::Form;
use crate::sweep::motion::{ChangeTime, Impact, StraightMotion, Window, may_meet, ranges};
use crate::sweep::twin_walk;
use crate::world::collider::drawing::Drawing;
use crate::world::collider::form::{Formed, Texels};
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::narrow_phase::raster_cover::{CoverPair, RasterCover};
use crate::world::plane::Plane;
use crate::world::store::scratch::WaySegment;
use crate::world::sweep::turned_sweep::{self, TexelSweep};

/// How a collider's cover follows its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Anchor {
    /// The point of the world that is rounded to whole pixels. The cover moves with that pixel.
    pub(crate) point: PointQ16,
    /// Whether the cover is the same at every part of a pixel. Otherwise it is the cover of one part of a pixel, moved by whole pixels.
    pub(crate) is_exact: bool,
    /// Whether a texel sweep may follow its pixels, which makes its motion exact, too.
    pub(crate) may_sweep_texels: bool,
}

impl Anchor {
    /// The anchor of a collider. `whole` says that it stands on whole pixels.
    pub(crate) fn of(shape: &ColliderShape, position: PointQ16, pose: &Pose, whole: bool) -> Anchor {
        if whole {
            return Anchor { point: position, is_exact: true, may_sweep_texels: false };
        }
        let has_pixels = !matches!(shape, ColliderShape::Circle(_) | ColliderShape::Polygon(_));
        // Upright or turned by right angles, its corners lie whole pixels away from the origin. So all of them are rounded alike.
        match has_pixels && pose.turn().is_some() {
            true => {
                let [x, y] = pose.translation;
                Anchor { point: PointQ16::new(x, y), is_exact: true, may_sweep_texels: false }
            }
            false => Anchor { point: position, is_exact: false, may_sweep_texels: has_pixels },
        }
    }
}

impl StoredCollider {
    /// How its cover follows its position. `formed` says where it lies.
    #[inline]
    pub(crate) fn anchor(&self, formed: &Formed<'_>) -> Anchor {
        Anchor::of(&self.shape, self.position, &formed.pose, self.on_whole_pixels())
    }
}

/// A cover that moves.
#[derive(Clone, Copy)]
pub(crate) struct MovingCover<'a> {
    /// Where it is at the start of the motion.
    pub(crate) cover: RasterCover<'a>,
    /// The motion. Of a bent way, the last one.
    pub(crate) motion: StraightMotion,
    /// The parts of a bent way, in the order of time. Empty if the way is straight.
    pub(crate) segments: &'a [WaySegment],
    /// Whether its mask outlives the sweep, so that derived data of the mask is computed only once.
    pub(crate) is_kept: bool,
}

impl<'a> MovingCover<'a> {
    /// A collider, or a probe. None if it covers nothing.
    pub(crate) fn new(
        formed: Formed<'a>,
        drawn: Option<&'a Drawing>,
        motion: StraightMotion,
        segments: &'a [WaySegment],
    ) -> Option<MovingCover<'a>> {
        let Formed { texels, footprint, .. } = formed;
        let is_kept = matches!(footprint.form, Form::Plain | Form::Turned(_));
        let moves = motion.first() != motion.last() || !segments.is_empty();
        let cover = if moves && footprint.may_be_cut(texels.placed.shape()) {
            RasterCover::whole(texels)?
        } else {
            formed.cover(drawn)?
        };
        Some(MovingCover { cover, motion, segments, is_kept })
    }

    /// The same, with its cover moved by whole pixels.
    pub(crate) fn shifted(self, by: Offset) -> MovingCover<'a> {
        MovingCover { cover: self.cover.shifted(by), ..self }
    }

    /// How many whole pixels it moves.
    pub(crate) fn whole_motion(&self) -> Offset {
        self.motion.last() - self.motion.first()
    }

    /// The parts of its way. A straight one is one part.
    fn segments(&self) -> impl ExactSizeIterator<Item = WaySegment> + use<'a> {
        let MovingCover { segments, motion, .. } = *self;
        (0..segments.len().max(1))
            .map(move |i| segments.get(i).copied().unwrap_or(WaySegment { motion, window: Window::WHOLE }))
    }

    /// The same on another straight way.
    fn on(&self, motion: StraightMotion) -> MovingCover<'a> {
        MovingCover {
            cover: self.cover.shifted(motion.first() - self.motion.first()),
            motion,
            segments: &[],
            ..*self
        }
    }

    /// The same on the straight part of its way at a moment.
    pub(crate) fn at(&self, when: ChangeTime) -> MovingCover<'a> {
        let has_begun = |segment: &&WaySegment| !when.is_before(segment.window.first);
        self.segments.iter().take_while(has_begun).last().map_or(*self, |segment| self.on(segment.motion))
    }

    /// Whether all parts of its motion are short enough for a texel sweep.
    pub(crate) fn is_short(&self) -> bool {
        turned_sweep::is_short(self.motion)
            && self.segments.iter().all(|segment| turned_sweep::is_short(segment.motion))
    }

    /// A box around all that it covers on its motion.
    pub(crate) fn swept_extent(&self) -> Extent {
        let extent = self.cover.extent();
        extent.around(extent.shifted(self.whole_motion()))
    }
}

/// Whether all pixels of a box exist.
pub(super) fn exists(extent: Extent) -> bool {
    extent.intersection(Extent::WORLD) == extent
}

/// The first moment at which two moving covers cover the same pixel.
pub(crate) fn first_impact(a: &MovingCover<'_>, b: &MovingCover<'_>) -> Option<Impact> {
    each_window(a, b, |one, other, window| {
        let impact = first_impact_in(one, other, window)?;
        // How far they have moved, as if the last motion had led them there.
        let shifts = [one.motion.first() - a.motion.first(), other.motion.first() - b.motion.first()];
        let total = |moved: [Offset; 2]| [moved[0] + shifts[0], moved[1] + shifts[1]];
        Some(Impact { moved: total(impact.moved), before: impact.before.map(total), ..impact })
    })
}

/// The first moment at which two moving covers cover the same pixel, at least one of which is swept by its texels. They stand beside each
/// moving cover.
pub(crate) fn first_meeting<'a>(
    (a, a_texels): (&MovingCover<'a>, Option<Texels<'a>>),
    (b, b_texels): (&MovingCover<'a>, Option<Texels<'a>>),
) -> Option<ChangeTime> {
    let sum = a.cover.asks_sum() || b.cover.asks_sum();
    each_window(a, b, |one, other, window| {
        let sweep = |thing: &MovingCover<'a>, texels| TexelSweep::new(thing.cover, thing.motion, texels);
        turned_sweep::first_meeting(&sweep(one, a_texels), &sweep(other, b_texels), sum, window)
    })
}

/// Calls `f` with each window of time that two parts of ways share, in the order of time, and with the moving covers on these parts, until it
/// finds something.
fn each_window<'a, R>(
    a: &MovingCover<'a>,
    b: &MovingCover<'a>,
    mut f: impl FnMut(&MovingCover<'a>, &MovingCover<'a>, Window) -> Option<R>,
) -> Option<R> {
    if a.segments.is_empty() && b.segments.is_empty() {
        return f(a, b, Window::WHOLE);
    }
    // Both lists are in the order of time, so this walks through all windows that two parts share, in that order.
    let (mut ones, mut others) = (a.segments().peekable(), b.segments().peekable());
    while let (Some(one), Some(other)) = (ones.peek(), others.peek()) {
        if let Some(window) = one.window.shared(other.window)
            && let Some(found) = f(&a.on(one.motion), &b.on(other.motion), window)
        {
            return Some(found);
        }
        if other.window.end.is_before(one.window.end) {
            others.next();
        } else {
            ones.next();
        }
    }
    None
}

/// The first moment at which images of two moving covers cover the same pixel.
pub(crate) fn first_impact_in_plane(
    plane: Plane,
    a: &MovingCover<'_>,
    b: &MovingCover<'_>,
) -> Option<Impact> {
    if b.cover.extent().is_empty() || a.cover.extent().is_empty() {
        return None;
    }
    if plane.is_open() {
        // There is one image. It need not be copied.
        return first_impact(a, b);
    }
    images_on_the_way(plane, (a.cover.extent(), a), (b.cover.extent(), b))
        .filter_map(|image| first_impact(a, &image))
        .min_by(|one, other| one.when.cmp(other.when))
}

/// The images of a moving cover that another one may meet. They stand beside their boxes at the start. On a torus both move straight.
pub(crate) fn images_on_the_way<'a>(
    plane: Plane,
    (box_a, a): (Extent, &MovingCover<'a>),
    (box_b, b): (Extent, &MovingCover<'a>),
) -> impl Iterator<Item = MovingCover<'a>> {
    // A pixel more on each side: two positions are rounded.
    let motion = (a.motion.to - a.motion.from) - (b.motion.to - b.motion.from);
    let b = *b;
    plane
        .images_on_the_way(box_a, motion, box_b.grown(1))
        .map(move |by| MovingCover { cover: b.cover.shifted(by), ..b })
}

/// The first such moment in a window of time. Both move straight.
fn first_impact_in(a: &MovingCover<'_>, b: &MovingCover<'_>, window: Window) -> Option<Impact> {
    let motions = [a.motion, b.motion];
    let ranges = ranges(a.cover.extent(), b.cover.extent())?;
    if !may_meet(motions, &ranges) {
        return None;
    }
    if !a.cover.meets_by_sum(&b.cover)
        && let (Some(one), Some(other)) = (a.cover.plain(), b.cover.plain())
        && exists(a.swept_extent())
        && exists(b.swept_extent())
    {
        return twin_walk::meet_plain(&ranges, [one, other], motions, window, a.is_kept && b.is_kept);
    }
    twin_walk::meet(motions, window, &ranges, |moved| meeting(a, b, moved).touches())
}

/// How two moving covers meet once each has moved by some whole pixels.
pub(crate) fn meeting<'a>(a: &MovingCover<'a>, b: &MovingCover<'a>, moved: [Offset; 2]) -> CoverPair<'a> {
    CoverPair::of(&a.cover.shifted(moved[0]), &b.cover.shifted(moved[1]))
}
