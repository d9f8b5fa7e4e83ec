//! The ways of a step: how each collider has moved since the last step, how it is followed, and the box around its way.

use crate::geom::{Extent, Mapped, Offset, PointQ16, Pose};
use crate::sweep::motion::StraightMotion;
use crate::world::broad_phase::box_motion::BoxMotion;
use crate::world::broad_phase::far_ways::BoxMotions;
use crate::world::broad_phase::space::Space;
use crate::world::collider::Member;
use crate::world::collider::form::Formed;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::store::scratch::{Followed, SweptPath, SweptWays};
use crate::world::store::slots::{Rigidity, Slots};
use crate::world::sweep::moving_cover::exists;
use crate::world::sweep::turned_sweep;
use crate::world::sweep::way::{BentWay, BentWays, PathSegment};

impl SweptPath {
    /// Of a slot without a collider, and of a collider that covers nothing.
    const NONE: SweptPath = SweptPath {
        motion: StraightMotion { from: PointQ16::ZERO, to: PointQ16::ZERO },
        segments: [0; 2],
        followed: Followed::Exactly,
        has_test: true,
        is_aligned: false,
    };

    /// Of a rigid body that rests. Where it lies does not matter, because it stays there.
    const RESTING: SweptPath = SweptPath { has_test: false, is_aligned: true, ..SweptPath::NONE };

    /// Of a rigid body that was at a position when its way began.
    fn of_rigid(stored: &StoredCollider, from: PointQ16) -> SweptPath {
        let to = stored.origin_at(stored.position).unwrap_or(stored.position);
        let motion = StraightMotion { from: to + (from - stored.position), to };
        let is_upright = stored.start_matrix() == Pose::IDENTITY.matrix;
        let followed = if is_upright { Followed::Exactly } else { Followed::Nearly };
        SweptPath { motion, segments: [0; 2], followed, has_test: false, is_aligned: false }
    }

    /// The negative of its motion, in whole pixels.
    pub(crate) fn back(&self) -> Offset {
        self.motion.first() - self.motion.last()
    }

    /// The motion of its box, for the quick test of whether two boxes may meet.
    fn box_motion(&self, Extent { x0, y0, x1, y1 }: Extent) -> BoxMotion {
        let StraightMotion { from, to } = self.motion;
        match self.segments[0] == self.segments[1] {
            _ if self.has_test => BoxMotion::ASKED,
            true => BoxMotion::new([x1 - x0, y1 - y0], [to.x - from.x, to.y - from.y]),
            false => BoxMotion::ANY,
        }
    }
}

impl SweptWays {
    /// Finds the swept ways of a space's members, and the boxes around their ways, by row. A box also contains the one in which a custom test is
    /// asked. `bent` gives the parts of ways that are not straight. If `cull` is false, only the boxes decide.
    pub(crate) fn set_paths(
        &mut self,
        (slots, now): (&Slots, u64),
        (place, space): (u32, &mut Space),
        boxes: &mut BoxMotions,
        cull: bool,
        mut bent: Option<BentWays<'_, '_, '_>>,
    ) {
        let SweptWays { paths: swept_paths, segments } = self;
        let plane = slots.plane;
        space.begin_ways(boxes);
        let mut boxes = Some(boxes).filter(|_| cull);
        swept_paths.resize(slots.len(), SweptPath::NONE);
        for row in 0..space.members.len() as u32 {
            let member = space.members[row as usize];
            // The slot of a free row may belong to another collider by now, or be gone since an older state was restored. A row for a part
            // of a box has no swept way of its own.
            let Some(listed) = slots.places.get(member as usize) else { continue };
            if (listed.space, listed.row) != (place, row) {
                continue;
            }
            let aabb = space.boxes[row as usize];
            let is_rigid = slots.rigidity_of[member as usize] == Rigidity::Rigid && bent.is_none();
            let from = listed.start.position(now);
            if is_rigid && from.is_none() {
                // Without a look at the collider: it is large, and most rest.
                swept_paths[member as usize] = SweptPath::RESTING;
                space.set_way(row, aabb, BoxMotion::resting(&aabb), boxes.as_deref_mut());
                continue;
            }
            let Some(stored) = slots.colliders[member as usize].as_ref() else { continue };
            if let Some(from) = from.filter(|_| is_rigid) {
                let mut swept_path = SweptPath::of_rigid(stored, from);
                let end = Extent::from(aabb);
                let start = end.shifted(swept_path.back());
                swept_path.is_aligned = exists(start);
                let motion = swept_path.box_motion(start);
                space.set_way(row, start.around(end).into(), motion, boxes.as_deref_mut());
                swept_paths[member as usize] = swept_path;
                continue;
            }
            let has_test = stored.custom().is_some();
            // A custom test may reach nowhere.
            let meets = stored.enabled && !(has_test && aabb.is_empty());
            let formed = stored.formed(plane).filter(|_| meets);
            let Some(formed) = formed else {
                swept_paths[member as usize] = SweptPath::NONE;
                if meets && has_test {
                    space.set_way(row, aabb, BoxMotion::ASKED, boxes.as_deref_mut());
                }
                continue;
            };
            let bent = bent.as_mut().filter(|_| plane.is_open());
            let parts = bent.map_or(&[][..], |bent| {
                bent(Member { handle: slots.handle(member), collider: stored.lend() })
            });
            let (mut motion, followed) = swept_path(stored, &formed, &listed.start, parts, now);
            let end = end_extent(&formed, followed);
            let first_segment = segments.len() as u32;
            let around_way = if parts.is_empty() {
                end.shifted(motion.first() - motion.last()).around(end)
            } else {
                let way = BentWay::add(parts, motion.to - stored.position, segments);
                motion = way.last;
                // The last part leads to where the cover is now.
                let [low, high] = way.pixels.mapped(|pixel| end.shifted(pixel - motion.last()));
                low.around(high)
            };
            let around_way = around_way.intersection(Extent::WORLD);
            let segments = [first_segment, segments.len() as u32];
            let mut swept_path = SweptPath { motion, segments, followed, has_test, is_aligned: false };
            let start = end.shifted(swept_path.back());
            swept_path.is_aligned =
                parts.is_empty() && slots.upright[member as usize].is_some() && exists(start);
            swept_paths[member as usize] = swept_path;
            if plane.is_open() {
                let around = Extent::from(aabb).around(around_way);
                space.set_way(row, around.into(), swept_path.box_motion(start), boxes.as_deref_mut());
            } else if motion.first() != motion.last() {
                let cut = plane.cut(Extent::from(space.area(row, plane)).around(around_way).into());
                let mut rows = space.rows_of(row);
                for &part in cut.as_slice() {
                    // What has no row is added to the main one, which then goes around the world.
                    let row = rows.next().unwrap_or(row) as usize;
                    space.ways[row] = Extent::from(space.ways[row]).around(part.into()).into();
                }
            }
        }
    }
}

/// How a collider has moved since the last successful step, and how that is followed. Of a bent way, which has parts, only the end of the
/// motion means something.
fn swept_path(
    stored: &StoredCollider,
    formed: &Formed<'_>,
    start: &PreviousPosition,
    parts: &[PathSegment],
    now: u64,
) -> (StraightMotion, Followed) {
    let (anchor, before) = (stored.anchor(formed), start.of_step(now, stored));
    let way = before.map_or(PointQ16::ZERO, |(position, _)| position - stored.position);
    let motion = |to: PointQ16| StraightMotion { from: to + way, to };
    let rests = parts.is_empty() && way == PointQ16::ZERO;
    let is_short =
        |part: &PathSegment| turned_sweep::is_short(StraightMotion { from: part.from, to: part.to });
    let are_short = || match parts {
        [] => turned_sweep::is_short(motion(anchor.point)),
        parts => parts.iter().all(is_short),
    };
    let followed = if before.is_some_and(|(_, matrix)| matrix != formed.pose.matrix) {
        Followed::Nearly
    } else if anchor.is_exact || rests {
        Followed::Exactly
    } else if anchor.may_sweep_texels && are_short() && texel_extent(formed).is_some() {
        let [x, y] = formed.texels.pose().translation;
        return (motion(PointQ16::new(x, y)), Followed::ByTexels);
    } else {
        Followed::Nearly
    };
    (motion(anchor.point), followed)
}

/// A box around all that the texels of a collider cover near the end of their way. None if they are too many to be followed, or none.
fn texel_extent(formed: &Formed<'_>) -> Option<Extent> {
    turned_sweep::extent(formed.texels).filter(|&extent| turned_sweep::is_small(extent))
}

/// A box around what a collider covers at the end of its way.
pub(crate) fn end_extent(formed: &Formed<'_>, followed: Followed) -> Extent {
    match followed {
        Followed::ByTexels => texel_extent(formed).expect("it is small"),
        // Including pixels that don't exist.
        _ if formed.footprint.may_be_cut(formed.texels.placed.shape()) => formed.texels.placed.whole_extent(),
        _ => formed.footprint.extent,
    }
}
