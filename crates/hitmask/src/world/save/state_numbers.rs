//! All state on which later steps of a world depend, as one list of numbers, for hashes and for bytes.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::broad_phase::BroadPhaseKind;
use crate::bytes::Hasher64;
use crate::geom::{Angle, CompactSort, Mapped, PointQ16, Transform};
use crate::world::broad_phase::space::Place;
use crate::world::collider::event::EventDetail;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::part_link::LinkedPart;
use crate::world::collider::shape::{AlphaRule, ColliderShape};
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::collider::{ColliderKind, ColliderProps, ColliderRef, CustomTest, Layers};
use crate::world::store::Store;
use crate::world::store::slots::Slots;
use crate::world::store::step_state::StepState;

/// Takes the numbers of a state, one after the other.
pub(crate) trait StateSink {
    fn number(&mut self, number: u64);

    /// A number that changes no answer, only how fast it is found.
    fn tuning(&mut self, number: u64);

    fn shape(&mut self, handle: Handle, shape: &ColliderShape);

    fn test(&mut self, handle: Handle, test: &Arc<dyn CustomTest>);

    /// A number of either sign. Small ones stay small: 0, -1, 1, -2, 2, ...
    fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    /// The bits of a float, in the order in which round numbers are small.
    fn float(&mut self, float: f64) {
        self.number(float.to_bits().swap_bytes());
    }

    fn flag(&mut self, flag: bool) {
        self.number(flag.into());
    }

    fn handle(&mut self, handle: Handle) {
        self.number(handle.index.into());
        self.number(handle.generation.into());
    }
}

/// One number for a state: see [`World::state_hash`](crate::World::state_hash).
pub(crate) fn hash(store: &Store, step: &StepState) -> u64 {
    let mut hash = StateHash(Hasher64::new(u64::from_le_bytes(*b"world\0\0\0")));
    write(store, step, &mut hash);
    hash.0.finish()
}

/// Writes the whole state. Without `..`, so that a new field is not forgotten. Those with `_` follow from the others.
pub(crate) fn write(store: &Store, step: &StepState, sink: &mut impl StateSink) {
    let Store { options, slots, spaces: _, parts, now, no_map: _ } = store;
    let Slots {
        plane: _,
        generations,
        floor,
        versions: _,
        numbers: _,
        places,
        free,
        colliders,
        upright: _,
        turned: _,
        pictures: _,
        rigidity_of: _,
        others: _,
    } = slots;
    let StepState { contacts, history, events: _, stats: _, removed_data } = step;
    write_options(options, sink);
    sink.number(*now);
    sink.number(slots.len() as u64);
    // A world that never gave slots back has an older form, and so has one in which nothing was moved by a rule of movers.
    let has_movers = has_movers(store);
    if *floor > 0 || has_movers {
        sink.number((*floor).into());
    }
    for (index, ((&generation, stored), place)) in (0..).zip(generations.iter().zip(colliders).zip(places)) {
        let handle = Handle { index, generation };
        sink.number(u64::from(generation) << 1 | u64::from(stored.is_some()));
        if let Some(stored) = stored {
            let Place { space: _, row: _, start } = place;
            write_collider(stored.own(), handle, sink);
            write_start(start.of_step(*now, stored), sink);
            // A world without parts has the oldest form.
            if *parts > 0 || *floor > 0 || has_movers {
                write_part(stored.part(), sink);
            }
            if has_movers {
                write_mover(stored, sink);
            }
        }
    }
    sink.number(free.len() as u64);
    free.iter().for_each(|&index| sink.number(index.into()));
    sink.number(contacts.len() as u64);
    for (&[a, b], &since) in contacts.iter().zip(&history.since) {
        sink.handle(a);
        sink.handle(b);
        sink.number(since);
    }
    let mut removed_data: Vec<_> = removed_data.clone();
    removed_data.sort_compact();
    sink.number(removed_data.len() as u64);
    for (handle, data) in removed_data {
        sink.handle(handle);
        sink.number(data);
    }
}

/// Whether a collider has a state that only movers know.
pub(crate) fn has_movers(store: &Store) -> bool {
    store.slots.colliders.iter().flatten().any(StoredCollider::has_mover_state)
}

/// Up, open side and support. The support follows in two numbers if there is one.
fn write_mover(stored: &StoredCollider, sink: &mut impl StateSink) {
    let support = stored.support();
    let (up, side) = (stored.up.map_or(4, |up| up as u64), stored.open_side as u64);
    sink.number(up | side << 3 | u64::from(support.is_some()) << 5);
    if let Some(support) = support {
        sink.handle(support);
    }
}

fn write_options(options: &WorldOptions, sink: &mut impl StateSink) {
    let WorldOptions { broad_phase, max_pairs, detail, parallel_from, drawing_bytes, timing, wrap } =
        *options;
    let EventDetail { stay, area, bounds, normal, separation, labels } = detail;
    let kind = BroadPhaseKind::ALL.iter().position(|&kind| kind == broad_phase);
    sink.tuning(kind.expect("all kinds are listed") as u64);
    sink.number(limit(max_pairs));
    [stay, area, bounds, normal].into_iter().for_each(|flag| sink.flag(flag));
    sink.number(u64::from(separation) + 2 * u64::from(labels));
    sink.tuning(limit(parallel_from));
    sink.tuning(limit(drawing_bytes));
    sink.tuning(timing.into());
    sink.tuning(wrap.is_some().into());
    if let Some((w, h)) = wrap {
        [w, h].into_iter().for_each(|side| sink.number(side.into()));
    }
}

/// A number of things. The largest, which means "no limit", is 0 on every machine.
fn limit(number: usize) -> u64 {
    if number == usize::MAX { 0 } else { number as u64 + 1 }
}

fn write_collider(collider: ColliderRef<'_>, handle: Handle, sink: &mut impl StateSink) {
    let ColliderRef { shape, transform, props, data, custom } = collider;
    let ColliderProps {
        whole_pixels,
        layers,
        space,
        kind,
        up: _,
        open_side: _,
        group,
        order,
        swept,
        first_only,
        enabled,
    } = props;
    sink.shape(handle, shape);
    write_transform(&transform.to_transform(), sink);
    sink.flag(whole_pixels);
    let Layers { belongs_to, collides_with } = layers;
    // "All layers" is written as 0, because it is frequent and small numbers take fewer bytes.
    [belongs_to, collides_with.wrapping_add(1)].into_iter().for_each(|bits| sink.number(bits.into()));
    sink.number(space.into());
    sink.number(match kind {
        ColliderKind::Body => 0,
        ColliderKind::Character => 1,
        ColliderKind::OneWay => 2,
        ColliderKind::Sensor => 3,
        ColliderKind::Crate => 4,
    });
    sink.number(group.into());
    sink.signed(order.into());
    sink.number(u64::from(swept) | u64::from(first_only) << 1);
    sink.flag(enabled);
    sink.number(data);
    sink.flag(custom.is_some());
    if let Some(custom) = custom {
        sink.test(handle, custom);
    }
}

/// The lists of parts, and the roots, follow from the parents.
fn write_part(part: Option<&LinkedPart>, sink: &mut impl StateSink) {
    sink.flag(part.is_some());
    if let Some(LinkedPart { parent, root: _, transform: _, enabled: _, frames, laps: _, is_behind: _ }) =
        part
    {
        sink.number((*parent).into());
        sink.flag(frames.is_some());
        if let Some(frames) = frames {
            sink.number(frames.len() as u64);
            frames.iter().for_each(|&frame| sink.number(frame as u64));
        }
    }
}

/// Where its way starts, if it was changed since the last step.
fn write_start(start: Option<(PointQ16, [i32; 4])>, sink: &mut impl StateSink) {
    sink.flag(start.is_some());
    if let Some((PointQ16 { x, y }, matrix)) = start {
        [x, y].into_iter().chain(matrix.mapped(i64::from)).for_each(|number| sink.signed(number));
    }
}

fn write_transform(transform: &Transform, sink: &mut impl StateSink) {
    let PointQ16 { x, y } = transform.position();
    sink.signed(x);
    sink.signed(y);
    transform.pivot().into_iter().for_each(|float| sink.float(float));
    match (transform.parts(), transform.matrix()) {
        (Some(parts), _) => {
            sink.number(0);
            // Position and pivot were written already.
            match parts.rotation {
                Angle::Degrees(degrees) => {
                    sink.number(0);
                    sink.float(degrees);
                }
                Angle::Radians(radians) => {
                    sink.number(1);
                    sink.float(radians);
                }
                Angle::Steps { step, of } => {
                    sink.number(2);
                    sink.signed(step.into());
                    sink.number(of.into());
                }
            }
            parts.scale.into_iter().for_each(|float| sink.float(float));
            parts.flip.into_iter().for_each(|flag| sink.flag(flag));
            parts.shear.into_iter().for_each(|float| sink.float(float));
        }
        (None, Some(matrix)) => {
            sink.number(1);
            matrix.into_iter().for_each(|entry| sink.signed(entry.into()));
        }
        (None, None) => sink.number(2),
    }
}

/// Hashes the numbers.
struct StateHash(Hasher64);

impl StateSink for StateHash {
    fn number(&mut self, number: u64) {
        self.0.word(number);
    }

    fn tuning(&mut self, _: u64) {}

    fn shape(&mut self, _: Handle, shape: &ColliderShape) {
        let mut points = |kind: u64, points: &[PointQ16]| {
            self.0.words([kind, points.len() as u64]);
            points.iter().for_each(|point| self.0.words([point.x as u64, point.y as u64]));
        };
        match shape {
            ColliderShape::Mask(mask) => self.0.words([0, mask.content_hash()]),
            ColliderShape::Runs(runs) => self.0.words([1, runs.content_hash()]),
            ColliderShape::Alpha(alpha, rule) => {
                let rule = match rule {
                    AlphaRule::AtLeast(level) => (*level).into(),
                    AlphaRule::Sum => 256,
                };
                self.0.words([2, alpha.content_hash(), rule]);
            }
            ColliderShape::Terrain(terrain) => self.0.words([3, terrain.content_hash()]),
            ColliderShape::Tiles(map, kinds) => {
                self.0.words([8, map.content_hash(), kinds.index() as u64]);
            }
            ColliderShape::Rect(rect) => {
                let [x, y] = [rect.x, rect.y].mapped(|at| i64::from(at) as u64);
                self.0.words([4, x, y, rect.w.into(), rect.h.into()]);
            }
            ColliderShape::Circle(circle) => {
                points(5, &[circle.centre()]);
                self.0.word(circle.radius() as u64);
            }
            ColliderShape::Polygon(polygon) => points(6, polygon.corners()),
            ColliderShape::Labels(labels) => self.0.words([9, labels.state_hash()]),
            ColliderShape::Frames(frames) => {
                let kind = if frames.all_labels().is_empty() { 7 } else { 10 };
                self.0.words([kind, frames.current() as u64, frames.all().len() as u64]);
                for (mask, offset) in frames.all() {
                    let [x, y] = [offset.x, offset.y].mapped(|at| i64::from(at) as u64);
                    self.0.words([mask.content_hash(), x, y]);
                }
                self.0.words(frames.all_labels().iter().map(|labels| labels.state_hash()));
            }
        }
    }

    fn test(&mut self, _: Handle, _: &Arc<dyn CustomTest>) {}
}
