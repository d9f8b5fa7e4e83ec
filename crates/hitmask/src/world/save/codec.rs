//! Worlds as bytes: the form of the numbers, and the reader. The order of what is written is in `state_numbers.rs`; reading follows it.
//!
//! This file is long because reading and writing belong together: each field that is read stands beside the code that writes it.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use crate::broad_phase::BroadPhaseKind;
use crate::bytes::{Budget, ByteReader, DecodeError, DecodeErrorKind, DecodeLimits, SavedFormat, put_number};
use crate::geom::{Angle, Direction, Mapped, PointQ16, Pose, PoseParts, Rect, Transform};
use crate::shape::Circle;
use crate::world::broad_phase::space::Space;
use crate::world::collider::event::EventDetail;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::part_link::{LinkedPart, PartLink};
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::collider::{Collider, ColliderKind, ColliderProps, CustomTest, Layers};
use crate::world::plane::Plane;
use crate::world::save::state_numbers::{self, StateSink};
use crate::world::save::work::{self, Work};
use crate::world::store::Store;
use crate::world::store::step_state::{History, StepState};

const FORMAT: SavedFormat = SavedFormat::World;
/// The version of a world without what follows.
const PLAIN: u32 = 1;
/// A world that has parts.
const WITH_PARTS: u32 = 2;
/// A world that gave slots back. It may have parts.
const SHORTENED: u32 = 3;
/// A world with supports, crates, open sides, or other ups. It may have parts, and may have given slots back.
const WITH_MOVERS: u32 = 4;
/// The bytes before the state.
const HEAD: usize = 16;

/// How a shape is written.
const KEY: u64 = 0;
const KEY_AND_FRAME: u64 = 1;
const RECT: u64 = 2;
const CIRCLE: u64 = 3;

/// A world as bytes: see [`World::to_bytes`](crate::World::to_bytes).
pub(crate) fn to_bytes(
    store: &Store,
    step: &StepState,
    shapes: impl FnMut(Handle, &ColliderShape) -> u64,
    tests: impl FnMut(Handle, &Arc<dyn CustomTest>) -> u64,
) -> Vec<u8> {
    let version = match (store.slots.floor, store.parts) {
        _ if state_numbers::has_movers(store) => WITH_MOVERS,
        (0, 0) => PLAIN,
        (0, _) => WITH_PARTS,
        _ => SHORTENED,
    };
    let mut bytes = FORMAT.open(version);
    bytes.extend([0; 8]);
    let mut sink = StateBytes { bytes, shapes, tests };
    state_numbers::write(store, step, &mut sink);
    let mut bytes = sink.bytes;
    FORMAT.close(&mut bytes);
    bytes
}

/// Reads a world: see [`World::from_bytes`](crate::World::from_bytes).
pub(crate) fn from_bytes(
    bytes: &[u8],
    limits: &DecodeLimits,
    shapes: impl FnMut(u64) -> Option<ColliderShape>,
    tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
) -> Result<(Store, StepState), DecodeError> {
    let (body, version) = FORMAT.check(bytes)?;
    let (reader, budget) = (FORMAT.reader(body, HEAD), Budget::new(FORMAT, limits));
    StateReader { reader, version, budget, work: limits.work, has_turned: false, shapes, tests }.world()
}

/// The error of a world whose next step might take too long. These two colliders cost the most, or twice the same one.
fn too_much_work([a, b]: [Handle; 2], limit: u64) -> DecodeError {
    let worst = match a == b {
        true => format!("collider {a:?}, which is very large"),
        false => format!("colliders {a:?} and {b:?}, where they meet"),
    };
    let part = format!("next step (most of all {worst})").into();
    DecodeError { part, ..DecodeError::new(FORMAT, "", HEAD, DecodeErrorKind::TooMuchWork { limit }) }
}

/// Writes the numbers as bytes.
struct StateBytes<S, T> {
    bytes: Vec<u8>,
    shapes: S,
    tests: T,
}

impl<S, T> StateSink for StateBytes<S, T>
where
    S: FnMut(Handle, &ColliderShape) -> u64,
    T: FnMut(Handle, &Arc<dyn CustomTest>) -> u64,
{
    fn number(&mut self, number: u64) {
        put_number(&mut self.bytes, number);
    }

    fn tuning(&mut self, number: u64) {
        self.number(number);
    }

    fn shape(&mut self, handle: Handle, shape: &ColliderShape) {
        match shape {
            ColliderShape::Rect(Rect { x, y, w, h }) => {
                self.number(RECT);
                self.signed((*x).into());
                self.signed((*y).into());
                self.number((*w).into());
                self.number((*h).into());
            }
            ColliderShape::Circle(circle) => {
                self.number(CIRCLE);
                let PointQ16 { x, y } = circle.centre();
                [x, y, circle.radius()].into_iter().for_each(|number| self.signed(number));
            }
            ColliderShape::Frames(frames) => {
                let key = (self.shapes)(handle, shape);
                [KEY_AND_FRAME, key, frames.current() as u64].into_iter().for_each(|n| self.number(n));
            }
            _ => {
                let key = (self.shapes)(handle, shape);
                [KEY, key].into_iter().for_each(|n| self.number(n));
            }
        }
    }

    fn test(&mut self, handle: Handle, test: &Arc<dyn CustomTest>) {
        let key = (self.tests)(handle, test);
        self.number(key);
    }
}

/// Reads a state. Each method mirrors one of `state_numbers.rs`.
struct StateReader<'a, S, T> {
    reader: ByteReader<'a>,
    version: u32,
    /// The memory that is left.
    budget: Budget,
    /// The work that a step may be.
    work: u64,
    /// Whether the lists of turned masks were charged.
    has_turned: bool,
    shapes: S,
    tests: T,
}

impl<S, T> StateReader<'_, S, T>
where
    S: FnMut(u64) -> Option<ColliderShape>,
    T: FnMut(u64) -> Option<Arc<dyn CustomTest>>,
{
    /// The error of something that belongs to a collider.
    fn of_collider(&self, what: &str, handle: Handle, offset: usize, kind: DecodeErrorKind) -> DecodeError {
        DecodeError {
            part: format!("{what}collider {handle:?}").into(),
            ..DecodeError::new(FORMAT, "", offset, kind)
        }
    }

    fn float(&mut self) -> Result<f64, DecodeError> {
        Ok(f64::from_bits(self.reader.exact_number()?.swap_bytes()))
    }

    fn floats(&mut self) -> Result<[f64; 2], DecodeError> {
        Ok([self.float()?, self.float()?])
    }

    fn count_limit(&mut self, part: &'static str) -> Result<usize, DecodeError> {
        self.reader.part(part, |n| match n.checked_sub(1) {
            None => Some(usize::MAX),
            Some(n) => usize::try_from(n).ok().filter(|&n| n < usize::MAX),
        })
    }

    /// How many things follow. Each takes at least so many bytes of the rest, and all of them take so much memory.
    fn count(
        &mut self,
        bytes_each: usize,
        memory: impl FnOnce(usize) -> usize,
    ) -> Result<usize, DecodeError> {
        let offset = self.reader.at;
        let count = self.reader.count("count", bytes_each)?;
        self.budget.take(memory(count), offset)?;
        Ok(count)
    }

    fn handle(&mut self) -> Result<Handle, DecodeError> {
        Ok(Handle { index: self.reader.small("handle")?, generation: self.reader.small("handle")? })
    }

    fn world(mut self) -> Result<(Store, StepState), DecodeError> {
        let (mut store, mut step) = (Store::new(self.options()?), StepState::default());
        // No world has made so many steps; and the next one must have a number.
        store.now = self.reader.part("number of steps", |n| (n < 1 << 63).then_some(n))?;
        let slots = self.count(1, Store::bytes_of_slots)?;
        store.slots.resize(slots);
        let mut floor = 0;
        if self.version >= SHORTENED {
            let least = u32::from(self.version == SHORTENED);
            let is_legal = |&n: &u32| n >= least;
            floor =
                self.reader.part("generation of new slots", |n| u32::try_from(n).ok().filter(is_legal))?;
        }
        for index in 0..slots {
            self.slot(&mut store, index as u32, slots)?;
        }
        store.slots.floor = floor;
        let offset = self.reader.at;
        let needs_parts = self.version == WITH_PARTS;
        if self.tie(&mut store, offset)?.is_none() || needs_parts && store.parts == 0 {
            return Err(self.reader.bad("root of a part before this", offset));
        }
        if self.version == WITH_MOVERS && !state_numbers::has_movers(&store) {
            return Err(self.reader.bad("state of movers before this", offset));
        }
        self.free(&mut store)?;
        self.contacts(&store, &mut step)?;
        self.reader.end()?;
        let limit = self.work;
        let Work { sum, worst } = work::bound(&store, limit, &mut self.budget, HEAD)?;
        if sum > limit {
            return Err(too_much_work(worst.mapped(|slot| store.handle_at(slot)), limit));
        }
        Ok((store, step))
    }

    fn options(&mut self) -> Result<WorldOptions, DecodeError> {
        let kind = |n: u64| BroadPhaseKind::ALL.get(usize::try_from(n).ok()?).copied();
        let broad_phase = self.reader.part("broad phase", kind)?;
        let max_pairs = self.count_limit("limit of pairs")?;
        let mut detail = || self.reader.flag("detail");
        let [stay, area, bounds] = [detail()?, detail()?, detail()?];
        let normal = detail()?;
        let last = self.reader.part("detail", |n| (n < 4).then_some(n))?;
        let (separation, labels) = (last % 2 == 1, last > 1);
        let detail = EventDetail { stay, area, bounds, normal, separation, labels };
        let parallel_from = self.count_limit("limit of parallel steps")?;
        let drawing_bytes = self.count_limit("limit of drawings")?;
        let timing = self.reader.flag("timing")?;
        let mut wrap = None;
        if self.reader.flag("mark of a wrapped world")? {
            let mut side = || self.reader.part("size of a wrapped world", Plane::side);
            wrap = Some((side()?, side()?));
        }
        Ok(WorldOptions { broad_phase, max_pairs, detail, parallel_from, drawing_bytes, wrap, timing })
    }

    fn slot(&mut self, store: &mut Store, index: u32, slots: usize) -> Result<(), DecodeError> {
        let head: u64 = self.reader.part("generation", |n| (n >> 33 == 0).then_some(n))?;
        let handle = Handle { index, generation: (head >> 1) as u32 };
        store.slots.generations[index as usize] = handle.generation;
        store.slots.changed(index);
        if head & 1 == 1 {
            let offset = self.reader.at;
            let mut stored = StoredCollider::new(self.collider(handle)?);
            let mut start = PreviousPosition::default();
            if self.reader.flag("start of a way")? {
                let (position, mut matrix) = (self.position()?, [0; 4]);
                for entry in &mut matrix {
                    *entry = self.reader.signed("matrix")?;
                }
                start = PreviousPosition::of_position(store.now, position);
                stored.set_start_matrix(matrix);
            }
            let is_part = self.version >= WITH_PARTS && self.reader.flag("mark of parts")?;
            let part_link = if is_part { Some(self.part_link(&stored, slots)?) } else { None };
            if self.version >= WITH_MOVERS {
                self.mover(&mut stored)?;
            }
            if is_part {
                // Its root, which may come later, decides where it is.
                stored.set_part_link(part_link);
                stored.enabled = false;
            } else if store.plane().position(stored.position) != stored.position {
                return Err(self.reader.bad("position in a wrapped world", offset));
            }
            self.put(store, index, stored, start, offset)?;
            store.parts += usize::from(is_part);
        }
        Ok(())
    }

    /// Puts a collider into its slot. A part is committed later, when its root is known.
    fn put(
        &mut self,
        store: &mut Store,
        index: u32,
        stored: StoredCollider,
        start: PreviousPosition,
        offset: usize,
    ) -> Result<(), DecodeError> {
        let (space, is_part) = (stored.space, stored.part().is_some());
        self.budget.take(stored.memory_bytes(), offset)?;
        if !self.has_turned && store.slots.may_be_turned(&stored) {
            self.has_turned = true;
            self.budget.take(store.slots.turned.bytes_of_lists(), offset)?;
        }
        // Lists grow by an eighth, and are charged when they have grown.
        let before = store.spaces.bytes_around(space);
        store.occupy(index, stored, start);
        if !is_part {
            store.commit_one(index);
        }
        self.budget.take(store.spaces.bytes_around(space) - before, offset)?;
        Ok(())
    }

    /// Ties parts to their roots: see [`Store::tie`].
    fn tie(&mut self, store: &mut Store, offset: usize) -> Result<Option<()>, DecodeError> {
        if store.parts == 0 {
            return Ok(Some(()));
        }
        // What the roots get, and at most three more rows for each part that crosses seams.
        let rows =
            if store.plane().is_open() { 0 } else { store.parts.saturating_mul(3 * Space::BYTES_OF_ROW) };
        self.budget.take(store.bytes_of_families().saturating_add(rows), offset)?;
        let before = store.spaces.memory_bytes();
        let tied = store.tie();
        self.budget.give_back(rows);
        self.budget.take(store.spaces.memory_bytes() - before, offset)?;
        Ok(tied)
    }

    fn part_link(&mut self, own: &StoredCollider, slots: usize) -> Result<PartLink, DecodeError> {
        self.budget.take(size_of::<PartLink>(), self.reader.at)?;
        let parent = self
            .reader
            .part("root of a part", |n| u32::try_from(n).ok().filter(|&root| (root as usize) < slots))?;
        let mut frames = None;
        if self.reader.flag("mark of frames of a part")? {
            // The list, and a shared copy of it.
            let bytes = |count: usize| count.saturating_mul(size_of::<usize>());
            let count = self.count(1, |count| bytes(count).saturating_mul(2) + 2 * size_of::<usize>())?;
            let mut list: Vec<usize> = Vec::with_capacity(count);
            for _ in 0..count {
                let last = list.last().copied();
                list.push(self.reader.part("frame of a part", |n| {
                    usize::try_from(n).ok().filter(|&frame| last.is_none_or(|last| last < frame))
                })?);
            }
            frames = Some(list.into());
            self.budget.give_back(bytes(count));
        }
        let (transform, enabled, laps) = (own.transform(), own.enabled, PointQ16::ZERO);
        // The root is found when all are there.
        let part = LinkedPart { parent, root: parent, transform, enabled, frames, laps, is_behind: true };
        Ok(PartLink { part: Some(part), ..PartLink::default() })
    }

    fn collider(&mut self, handle: Handle) -> Result<Collider, DecodeError> {
        let crossings;
        let has_crates = self.version >= WITH_MOVERS;
        Ok(Collider {
            shape: self.shape(handle)?,
            transform: self.transform()?,
            props: ColliderProps {
                whole_pixels: self.reader.flag("mark of whole pixels")?,
                layers: Layers {
                    belongs_to: self.reader.small("layers")?,
                    collides_with: self.reader.small::<u32>("layers")?.wrapping_sub(1),
                },
                space: self.reader.small("space")?,
                kind: self.reader.part("kind", |n| {
                    Some(match n {
                        0 => ColliderKind::Body,
                        1 => ColliderKind::Character,
                        2 => ColliderKind::OneWay,
                        3 => ColliderKind::Sensor,
                        4 if has_crates => ColliderKind::Crate,
                        _ => return None,
                    })
                })?,
                up: Some(Direction::Up),
                open_side: Direction::Up,
                group: self.reader.small("group")?,
                order: self.reader.signed("order")?,
                swept: {
                    crossings = self
                        .reader
                        .part("marks of swept and first-only colliders", |n| (n < 4).then_some(n))?;
                    crossings & 1 != 0
                },
                first_only: crossings & 2 != 0,
                enabled: self.reader.flag("mark of enabled colliders")?,
            },
            data: self.reader.exact_number()?,
            custom: self.test(handle)?,
        })
    }

    /// Up, open side and support.
    fn mover(&mut self, stored: &mut StoredCollider) -> Result<(), DecodeError> {
        let state = self
            .reader
            .part("up and open side", |n| usize::try_from(n).ok().filter(|n| n & 7 <= 4 && n >> 6 == 0))?;
        (stored.up, stored.open_side) =
            (Direction::ALL.get(state & 7).copied(), Direction::ALL[state >> 3 & 3]);
        if state >> 5 == 1 {
            let support = self.handle()?;
            stored.set_support(Some(support));
        }
        Ok(())
    }

    fn shape(&mut self, handle: Handle) -> Result<ColliderShape, DecodeError> {
        match self.reader.part("kind of shape", |n| (n <= CIRCLE).then_some(n))? {
            RECT => {
                let [x, y] = [self.reader.signed("rectangle")?, self.reader.signed("rectangle")?];
                Ok(Rect { x, y, w: self.reader.small("rectangle")?, h: self.reader.small("rectangle")? }
                    .into())
            }
            CIRCLE => {
                let [x, y] = [self.reader.signed("circle")?, self.reader.signed("circle")?];
                let offset = self.reader.at;
                let radius = self.reader.signed("circle")?;
                let circle = Circle::new(PointQ16::new(x, y), radius);
                Ok(circle.map_err(|_| self.reader.bad("circle", offset))?.into())
            }
            kind => {
                let offset = self.reader.at;
                let key = self.reader.exact_number()?;
                let mut shape = (self.shapes)(key).ok_or_else(|| {
                    self.of_collider("shape of ", handle, offset, DecodeErrorKind::UnknownKey { key })
                })?;
                if kind == KEY_AND_FRAME {
                    let frame = self.reader.small("frame")?;
                    let none = DecodeErrorKind::NoSuchFrame { frame };
                    match &mut shape {
                        ColliderShape::Frames(frames) if frame < frames.all().len() => frames.show(frame),
                        _ => return Err(self.of_collider("", handle, offset, none)),
                    }
                }
                Ok(shape)
            }
        }
    }

    fn test(&mut self, handle: Handle) -> Result<Option<Arc<dyn CustomTest>>, DecodeError> {
        if !self.reader.flag("mark of custom tests")? {
            return Ok(None);
        }
        let offset = self.reader.at;
        let key = self.reader.exact_number()?;
        let unknown = DecodeErrorKind::UnknownKey { key };
        (self.tests)(key)
            .map(Some)
            .ok_or_else(|| self.of_collider("custom test of ", handle, offset, unknown))
    }

    fn position(&mut self) -> Result<PointQ16, DecodeError> {
        let offset = self.reader.at;
        let position = PointQ16::new(self.reader.signed("position")?, self.reader.signed("position")?);
        position.checked("position").map_err(|_| self.reader.bad("position", offset))
    }

    fn transform(&mut self) -> Result<Transform, DecodeError> {
        let offset = self.reader.at;
        let position = self.position()?;
        let pivot = self.floats()?;
        let parts = PoseParts { pivot, ..PoseParts::default() };
        if Transform::new(&parts).is_err() {
            return Err(self.reader.bad("pivot", offset));
        }
        let mut transform = match self.reader.part("kind of transform", |n| (n < 3).then_some(n))? {
            0 => {
                let rotation = match self.reader.part("kind of angle", |n| (n < 3).then_some(n))? {
                    0 => Angle::Degrees(self.float()?),
                    1 => Angle::Radians(self.float()?),
                    _ => Angle::Steps { step: self.reader.signed("angle")?, of: self.reader.small("angle")? },
                };
                let scale = self.floats()?;
                let flip = [self.reader.flag("flip")?, self.reader.flag("flip")?];
                Transform::new(&PoseParts { rotation, scale, flip, shear: self.floats()?, ..parts })
                    .map_err(|_| self.reader.bad("transform", offset))?
            }
            1 => {
                let mut matrix = [0; 6];
                for entry in &mut matrix[..4] {
                    *entry = self.reader.signed("matrix")?;
                }
                let transform = Transform::from(
                    Pose::from_q16(matrix).map_err(|_| self.reader.bad("transform", offset))?,
                );
                // A plain matrix is written as its parts.
                if transform.parts().is_some() {
                    return Err(self.reader.bad("matrix", offset));
                }
                transform
            }
            _ => Transform::from(None),
        };
        transform.set_pivot(pivot);
        transform.set_position(position);
        Ok(transform)
    }

    /// The free slots: those without a collider, each once, except for slots whose generations are used up.
    fn free(&mut self, store: &mut Store) -> Result<(), DecodeError> {
        let offset = self.reader.at;
        let count = self.count(1, |count| count.saturating_mul(size_of::<u32>()))?;
        store.slots.free.reserve_exact(count);
        let colliders = &store.slots.colliders;
        self.budget.take(colliders.len(), offset)?;
        let mut is_free = vec![false; colliders.len()];
        for _ in 0..count {
            let index = self.reader.part("free slot", |n| {
                let index = usize::try_from(n).ok()?;
                let is_new = colliders.get(index)?.is_none() && !is_free[index];
                is_new.then_some(index)
            })?;
            is_free[index] = true;
            store.slots.free.push(index as u32);
        }
        let generations = &store.slots.generations;
        let is_lost =
            |index: usize| colliders[index].is_none() && generations[index] != u32::MAX && !is_free[index];
        if (0..colliders.len()).any(is_lost) {
            return Err(self.reader.bad("list of free slots", offset));
        }
        self.budget.give_back(colliders.len());
        Ok(())
    }

    /// The contacts, and the data of those colliders that were removed since.
    fn contacts(&mut self, store: &Store, step: &mut StepState) -> Result<(), DecodeError> {
        let offset = self.reader.at;
        let count = self.count(5, |contacts| {
            size_of::<[Handle; 2]>().saturating_mul(contacts) + History::bytes_of(contacts, store.slots.len())
        })?;
        step.contacts.reserve_exact(count);
        step.history.since.reserve_exact(count);
        for _ in 0..count {
            let offset = self.reader.at;
            let pair = [self.handle()?, self.handle()?];
            let is_next = step.contacts.last().is_none_or(|last| *last < pair);
            if !is_next || pair[0] >= pair[1] {
                return Err(self.reader.bad("contact", offset));
            }
            step.contacts.push(pair);
            let since = self
                .reader
                .part("step of a contact", |since| (1..=store.now).contains(&since).then_some(since))?;
            step.history.since.push(since);
        }
        let count = self.count(3, |count| count.saturating_mul(size_of::<(Handle, u64)>()))?;
        step.removed_data.reserve_exact(count);
        for _ in 0..count {
            let offset = self.reader.at;
            let removed = self.handle()?;
            let is_next = step.removed_data.last().is_none_or(|&(last, _)| last < removed);
            if !is_next || store.stored(removed).is_some() || removed.index as usize >= store.slots.len() {
                return Err(self.reader.bad("removed collider", offset));
            }
            step.removed_data.push((removed, self.reader.exact_number()?));
        }
        let removed_data = &step.removed_data;
        let is_known = |&handle: &Handle| {
            store.stored(handle).is_some()
                || removed_data.binary_search_by_key(&handle, |&(handle, _)| handle).is_ok()
        };
        if !step.contacts.as_flattened().iter().all(is_known) {
            return Err(self.reader.bad("list of contacts", offset));
        }
        step.history.index(&step.contacts, store.slots.len());
        Ok(())
    }
}
