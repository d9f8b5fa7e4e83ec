//! Which labels meet: those that colliders show at a pixel, and those of all pixels that two of them share.

use alloc::vec::Vec;
use core::cell::RefCell;

use crate::geom::{Extent, Mapped, Offset, Point, Pose, Rect};
use crate::mask::{AlphaMask, LabelMask};
use crate::overlap::answer::{Meeting, RowWord};
use crate::overlap::{self, ConvexMeeting, LabelOverlap, LabelPlace, LabelTally};
use crate::placed::ShapeRef;
use crate::posed::label_place;
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::form::Formed;
use crate::world::collider::shape::ColliderShape;
use crate::world::narrow_phase::cover_meeting;
use crate::world::narrow_phase::raster_cover::{PART, RasterCover, Verb};
use crate::world::plane::Plane;
use crate::world::store::slots::Slots;

/// The labels of a collider or a probe, and where they lie.
#[derive(Clone, Copy)]
pub(crate) struct Labelled<'a> {
    labels: Option<&'a LabelMask>,
    pose: Pose,
    /// A box around all that it covers.
    extent: Extent,
}

impl<'a> Labelled<'a> {
    /// Of what has no labels.
    pub(crate) const NONE: Labelled<'static> =
        Labelled { labels: None, pose: Pose::IDENTITY, extent: Extent::EMPTY };

    pub(crate) fn new(shape: &'a ColliderShape, formed: &Formed<'_>) -> Labelled<'a> {
        let labels = shape.labels().map(|labels| &**labels);
        Labelled { labels, pose: *formed.texels.pose(), extent: formed.footprint.extent }
    }

    /// The same, moved by whole pixels.
    pub(crate) fn shifted(self, by: Offset) -> Labelled<'a> {
        let [tx, ty] = self.pose.translation;
        let pose = Pose { translation: [tx + (by.x << 16), ty + (by.y << 16)], ..self.pose };
        Labelled { pose, extent: self.extent.shifted(by), ..self }
    }

    /// The label that it shows at a pixel which it covers. 0 if it has none. Of a thing that lies over itself around a torus, that of the
    /// first image with a label there.
    pub(crate) fn label(&self, plane: Plane, pixel: Point) -> u8 {
        if self.labels.is_none() {
            return 0;
        }
        first_label(plane, self.extent, pixel, |x, y| self.label_place(Extent::of_pixel(x, y)).label(x, y))
    }

    /// The label of a texel. 0 outside, and if it has none.
    pub(crate) fn texel(&self, texel: (i64, i64)) -> u8 {
        self.labels.map_or(0, |labels| labels.texel(texel))
    }

    /// The label that it shows at a pixel, not seen around a torus.
    pub(crate) fn label_here(&self, (x, y): (i64, i64)) -> u8 {
        self.label_place(Extent::of_pixel(x, y)).label(x, y)
    }

    /// Where its labels lie, for pixels of a window.
    fn label_place(&self, window: Extent) -> LabelPlace<'a> {
        label_place(self.labels, &self.pose, window)
    }
}

/// The first label other than 0 that images of a thing show at a pixel. `label` tells that of the thing in its box.
pub(crate) fn first_label(plane: Plane, extent: Extent, pixel: Point, label: impl Fn(i64, i64) -> u8) -> u8 {
    let at = Offset::from(pixel);
    let mut shown =
        plane.images(Extent::of_pixel(at.x, at.y), extent).map(|by| label(at.x - by.x, at.y - by.y));
    shown.find(|&label| label != 0).unwrap_or(0)
}

impl Touch {
    /// The same with the labels at its pixel.
    pub(crate) fn with_labels(self, plane: Plane, a: &Labelled<'_>, b: &Labelled<'_>) -> Touch {
        Touch { labels: Some([a.label(plane, self.first), b.label(plane, self.first)]), ..self }
    }
}

impl Slots {
    /// The labels of a collider. None if it covers nothing.
    pub(crate) fn labelled(&self, index: u32) -> Option<Labelled<'_>> {
        let stored = self.stored(index);
        Some(Labelled::new(&stored.shape, &stored.formed(self.plane)?))
    }

    /// The same touch of two colliders with the labels at its pixel.
    pub(crate) fn touch_with_labels(&self, touch: Touch, a: u32, b: u32) -> Touch {
        match (self.labelled(a), self.labelled(b)) {
            (Some(a), Some(b)) => touch.with_labels(self.plane, &a, &b),
            _ => touch,
        }
    }
}

/// Lists the labels of all pixels that two covers share.
pub(crate) fn overlap_labels(
    plane: Plane,
    (a, in_a): (&RasterCover<'_>, &Labelled<'_>),
    (b, in_b): (&RasterCover<'_>, &Labelled<'_>),
    list: &mut Vec<LabelOverlap>,
) {
    if in_a.labels.or(in_b.labels).is_none() {
        // Their area may be far larger than all that has labels.
        let detail = EventDetail { area: true, ..EventDetail::default() };
        let touch = cover_meeting::touch(plane, a, b, detail);
        list.clear();
        list.extend(touch.map(|touch| LabelOverlap::__new([0; 2], touch.area, touch.first)));
        return;
    }
    let mut tally = LabelTally::new(list);
    if plane.is_open() || plane.fits(a.extent()) && plane.fits(b.extent()) {
        let tally = RefCell::new(&mut tally);
        for (pair, shared, [by_a, by_b]) in cover_meeting::pairs(plane, *a, *b) {
            let sides = [in_a.shifted(by_a), in_b.shifted(by_b)];
            for (by, tile) in plane.tiles(shared) {
                let window = shared.intersection(tile).intersection(Extent::WORLD);
                if !window.is_empty() {
                    tally.borrow_mut().set_sides(sides.mapped(|side| side.label_place(window)));
                    pair.ask(&SharedLabels { tally: &tally, window, by: -by });
                }
            }
        }
    } else {
        by_drawing(plane, (a, in_a), (b, in_b), &mut tally);
    }
    tally.finish();
}

/// As [`overlap_labels`], for things that are larger than a torus. All images are drawn on tile 0, so that a pixel counts once.
fn by_drawing(
    plane: Plane,
    (a, in_a): (&RasterCover<'_>, &Labelled<'_>),
    (b, in_b): (&RasterCover<'_>, &Labelled<'_>),
    tally: &mut LabelTally<'_>,
) {
    let sum = a.asks_sum() || b.asks_sum();
    for window in plane.squares(PART) {
        let corner = window.corner();
        let mut add = |y: i64, word: RowWord| {
            for bit in crate::bits::bits_of(word.bits) {
                let at = Offset::new(word.x + i64::from(bit), y) + corner;
                let labels = [in_a, in_b].mapped(|side| side.label(plane, at.as_pixel()));
                tally.add_one(labels, at.as_pixel());
            }
            true
        };
        let whole = window.shifted(-corner);
        if sum {
            let [a, b] = [a, b].mapped(|cover| cover_meeting::alpha_part(plane, cover, window));
            overlap::alpha_clipped(&a, &b, Point::ZERO, whole).each_piece(&mut add);
        } else {
            let [a, b] = [a, b].mapped(|cover| cover_meeting::part(plane, cover, window));
            let [a, b] = [ShapeRef::Mask(&a), ShapeRef::Mask(&b)];
            overlap::clipped(a, b, Point::ZERO, whole).each_piece(&mut add);
        }
    }
}

/// Adds the pixels that two covers share in a window to a list.
struct SharedLabels<'t, 'l> {
    tally: &'t RefCell<&'t mut LabelTally<'l>>,
    window: Extent,
    /// What is added to their places in the list.
    by: Offset,
}

impl SharedLabels<'_, '_> {
    fn add(&self, meeting: impl Meeting<Piece = RowWord>, corner: Offset) {
        let mut tally = self.tally.borrow_mut();
        meeting.each_piece(|y, RowWord { x, bits }| {
            tally.add(y + corner.y, RowWord { x: x + corner.x, bits }, self.by);
            true
        });
    }
}

impl Verb for SharedLabels<'_, '_> {
    type Answer = ();
    fn shapes(&self, a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, corner: Offset) -> Option<()> {
        self.add(overlap::clipped(a, b, offset, self.window.shifted(-corner)), corner);
        None
    }
    fn sum(&self, a: &AlphaMask, b: &AlphaMask, offset: Point, corner: Offset) -> Option<()> {
        self.add(overlap::alpha_clipped(a, b, offset, self.window.shifted(-corner)), corner);
        None
    }
    fn convex(&self, meeting: ConvexMeeting<'_>) -> Option<()> {
        let mut tally = self.tally.borrow_mut();
        meeting.within(self.window).each_piece(|y, piece| {
            tally.add_piece(y, piece, self.by);
            true
        });
        None
    }
    fn all(&self, shared: Rect) {
        self.tally.borrow_mut().add_box(shared.extent().intersection(self.window), self.by);
    }
    fn merge(&self, (): (), (): ()) {}
    fn open(&self, (): &(), part: Extent) -> Extent {
        part
    }
}
