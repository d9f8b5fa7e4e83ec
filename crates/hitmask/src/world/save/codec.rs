//! Worlds as bytes. Writing and reading stand side by side in one file, so that a change of one is seen beside the other.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::broad_phase::BroadPhaseKind;
use crate::bytes::{ByteReader, Frame, FrameFault, ReadFault, put_number};
use crate::geom::{Angle, PointQ16, Pose, PoseParts, Rect, Transform};
use crate::shape::Circle;
use crate::world::pixels::quick::Quick;
use crate::world::plane::Wrap;
use crate::world::save::state::StateSink;
use crate::world::step::swept::WayStart;
use crate::world::types::collider::{Collider, ColliderKind, ColliderShape, Layers};
use crate::world::types::custom::CustomTest;
use crate::world::types::event::EventDetail;
use crate::world::types::handle::Handle;
use crate::world::types::options::WorldOptions;
use crate::world::{Live, Slot, World};

const FRAME: Frame = Frame { magic: *b"HWLD", version: 1, length_at: 8 };
/// The bytes before the state.
const HEAD: usize = 16;

/// How a shape is written.
const KEY: u64 = 0;
const KEY_AND_FRAME: u64 = 1;
const RECT: u64 = 2;
const CIRCLE: u64 = 3;

/// The limits of [`World::from_bytes_with`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WorldLimits {
    /// The largest number of bytes of memory that the colliders, contacts and lists of the world may take. Shapes are not counted, because
    /// the caller gives them. 1 GiB by default.
    pub memory: usize,
}

impl Default for WorldLimits {
    fn default() -> WorldLimits {
        WorldLimits { memory: 1 << 30 }
    }
}

/// Why a world could not be read. Offsets are in bytes from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WorldError {
    /// The bytes don't begin with the signature of a world.
    NotAWorld,
    /// The bytes have a version that this library does not know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// The offset at which they end.
        offset: usize,
    },
    /// There are too many bytes.
    WrongLength {
        /// The expected number of bytes.
        expected: u64,
        /// The actual number of bytes.
        actual: usize,
    },
    /// The checksum does not match the bytes before it, so some of them were changed.
    WrongChecksum {
        /// The offset of the checksum.
        offset: usize,
    },
    /// A number is not one that [`World::to_bytes`] writes there.
    BadValue {
        /// What the number belongs to.
        part: &'static str,
        /// The offset of the number.
        offset: usize,
    },
    /// The caller knows no shape for a key.
    UnknownShape {
        /// The key.
        key: u64,
        /// The collider that has the shape.
        handle: Handle,
    },
    /// The caller knows no custom test for a key.
    UnknownTest {
        /// The key.
        key: u64,
        /// The collider that has the test.
        handle: Handle,
    },
    /// The caller's shape for a key has not the frame that was shown.
    NoSuchFrame {
        /// The number of the frame, from 0.
        frame: usize,
        /// The collider that has the shape.
        handle: Handle,
    },
    /// The world would take more memory than allowed.
    TooMuchMemory {
        /// The offset of the number of things that would need it.
        offset: usize,
        /// The number of bytes allowed.
        limit: usize,
    },
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WorldError::NotAWorld => {
                f.write_str("these are not the bytes of a world: they don't begin with HWLD")
            }
            WorldError::UnknownVersion { version } => {
                write!(f, "the world has format version {version}, but this library only reads version 1")
            }
            WorldError::Truncated { offset } => write!(f, "the bytes end too early, at byte {offset}"),
            WorldError::WrongLength { expected, actual } => {
                write!(f, "there must be {expected} bytes but {actual} were given")
            }
            WorldError::WrongChecksum { offset } => write!(
                f,
                "the checksum at byte {offset} does not match the bytes before it: some were changed"
            ),
            WorldError::BadValue { part, offset } => {
                write!(f, "the {part} at byte {offset} is not one that a world can have")
            }
            WorldError::UnknownShape { key, handle } => {
                write!(
                    f,
                    "there is no shape for the key {key} of collider {handle:?}: the caller must give one"
                )
            }
            WorldError::UnknownTest { key, handle } => write!(
                f,
                "there is no custom test for the key {key} of collider {handle:?}: the caller must give one"
            ),
            WorldError::NoSuchFrame { frame, handle } => write!(
                f,
                "collider {handle:?} showed frame {frame}, but the shape that was given for it has no such frame"
            ),
            WorldError::TooMuchMemory { offset, limit } => write!(
                f,
                "what byte {offset} begins needs more than the {limit} bytes of memory that the world may take"
            ),
        }
    }
}

impl core::error::Error for WorldError {}

impl From<FrameFault> for WorldError {
    fn from(fault: FrameFault) -> WorldError {
        match fault {
            FrameFault::NotThisFormat => WorldError::NotAWorld,
            FrameFault::UnknownVersion { version } => WorldError::UnknownVersion { version },
            FrameFault::Truncated { offset } => WorldError::Truncated { offset },
            FrameFault::WrongLength { expected, actual } => WorldError::WrongLength { expected, actual },
            FrameFault::WrongChecksum { offset } => WorldError::WrongChecksum { offset },
        }
    }
}

impl From<ReadFault> for WorldError {
    fn from(fault: ReadFault) -> WorldError {
        match fault {
            ReadFault::Truncated { offset } => WorldError::Truncated { offset },
            ReadFault::LongNumber { offset } => WorldError::BadValue { part: "number", offset },
        }
    }
}

impl World {
    /// The world as bytes with a checksum: for a saved game, or to send it to a player who joins. [`World::from_bytes`] reads them.
    ///
    /// Everything that later answers depend on is written, with two exceptions, for which the caller gives keys. `shapes` is asked for a key
    /// for each shape that is not a rectangle or a circle, and `tests` for one for each [custom test](CustomTest). A key may be a number in
    /// your list of assets. The frame that an animation shows is written, so one key is enough for an animation. A terrain is written by its
    /// key, too: save its pixels with [`Terrain::to_bytes`](crate::Terrain::to_bytes).
    ///
    /// The events and statistics of the last step are not written. Equal worlds (see [`World::state_hash`]) with equal options and equal
    /// keys give equal bytes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use hitmask::{Collider, ColliderShape, Mask, Rect, World};
    /// let assets = [Mask::filled(9, 9), Mask::filled(3, 30)].map(Arc::new);
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(&assets[1]).at((4, 0)));
    /// world.insert(Collider::new(Rect::new(0, 20, 100, 5)));
    /// assert_eq!(world.step()?.len(), 1);
    ///
    /// let key = |shape: &ColliderShape| match shape {
    ///     ColliderShape::Mask(mask) => assets.iter().position(|asset| Arc::ptr_eq(asset, mask)).unwrap() as u64,
    ///     other => panic!("{other:?} is no asset"),
    /// };
    /// let bytes = world.to_bytes(|_, shape| key(shape), |_, _| 0);
    ///
    /// let shape = |key: u64| Some(assets.get(key as usize)?.into());
    /// let mut loaded = World::from_bytes(&bytes, shape, |_| None).unwrap();
    /// assert_eq!(loaded.state_hash(), world.state_hash());
    /// assert!(loaded.step()?.is_empty());                            // they touched before, so nothing begins
    /// assert_eq!(loaded.bounds(hero), Some(Rect::new(4, 0, 3, 30)));  // the handle is good
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Layout, version 1
    ///
    /// | bytes | |
    /// |---|---|
    /// | 0 to 3 | `HWLD` |
    /// | 4 to 7 | the version: 1, little-endian |
    /// | 8 to 15 | the number of bytes in all, little-endian |
    /// | 16 on | the state, as numbers |
    /// | the last 8 | the CRC-64 of all bytes before, as in [`Terrain::to_bytes`](crate::Terrain::to_bytes) |
    ///
    /// Numbers are written in groups of seven bits, the lowest group first; the highest bit of a byte says that another one follows (LEB128).
    /// A number n of either sign is written as 2n, or as −2n − 1 if it is negative; a float as its bits with the eight bytes in reversed
    /// order; a yes or no as 1 or 0. A limit is written plus 1, and the machine's largest number as 0. The state is:
    ///
    /// - the options: broad phase (0 auto, 1 brute force, 2 sort, 3 grid), the limit of pairs, stay, area, bounds, normal, separation, the
    ///   limit of parallel steps, limit of drawings, timing; 0, or 1 and width and height of a wrapped world;
    /// - the number of steps that succeeded;
    /// - the number of slots. For each slot: its generation times two, plus 1 if it has a collider; then that collider, and 0, or 1 and where
    ///   it was in the last step, if it was moved since: x, y and the four entries of its matrix, in 65 536ths;
    /// - the number of free slots, and these, the next one to use last;
    /// - the number of contacts; for each: index and generation of both handles, and the step in which it began;
    /// - the number of colliders that were removed since the last step; for each: index, generation, data.
    ///
    /// A collider is:
    ///
    /// - the shape: 0 and its key; 1, its key and the frame; 2, x, y, w, h of a rectangle; 3, x, y and radius of a circle in 65 536ths;
    /// - the position x, y in 65 536ths; the pivot x, y as floats;
    /// - 0 and the parts (rotation: 0 and degrees, 1 and radians, or 2, step and steps; scale x, y; flips x, y; shear x, y), or 1 and the four
    ///   entries of a matrix in 65 536ths, or 2 if there is none;
    /// - whole pixels; the layers that it is on; the layers that it meets, plus 1 modulo 2³²; space; kind (0 body, 1 character, 2 one-way, 3
    ///   sensor); group; order; swept; enabled; data; 0, or 1 and the key of its custom test.
    ///
    /// A world with given keys has exactly one form.
    #[doc(alias = "serialize")]
    #[doc(alias = "save")]
    #[must_use]
    pub fn to_bytes(
        &self,
        shapes: impl FnMut(Handle, &ColliderShape) -> u64,
        tests: impl FnMut(Handle, &Arc<dyn CustomTest>) -> u64,
    ) -> Vec<u8> {
        let mut bytes = FRAME.open();
        bytes.extend([0; 8]);
        let mut sink = StateBytes { bytes, shapes, tests };
        self.write_state(&mut sink);
        let mut bytes = sink.bytes;
        FRAME.close(&mut bytes);
        bytes
    }

    /// Reads what [`World::to_bytes`] wrote. The world goes on with the same handles, and with the same contacts: a pair that touched before
    /// has no second Begin. `shapes` is asked for the shape of each key, once for each collider that has one, and `tests` for the custom
    /// tests. The `reach` of each custom test is asked again.
    ///
    /// # Errors
    /// A [`WorldError`] for anything else: truncated or altered bytes, bytes of another program, and keys for which the caller returns None.
    /// It never panics, unless the caller's functions do, and takes no more memory than the default limits allow.
    pub fn from_bytes(
        bytes: &[u8],
        shapes: impl FnMut(u64) -> Option<ColliderShape>,
        tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
    ) -> Result<World, WorldError> {
        World::from_bytes_with(bytes, &WorldLimits::default(), shapes, tests)
    }

    /// As [`World::from_bytes`], with your own limits.
    ///
    /// # Errors
    /// As [`World::from_bytes`].
    pub fn from_bytes_with(
        bytes: &[u8],
        limits: &WorldLimits,
        shapes: impl FnMut(u64) -> Option<ColliderShape>,
        tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
    ) -> Result<World, WorldError> {
        let body = FRAME.check(bytes)?;
        let reader = ByteReader { bytes: body, at: HEAD };
        StateReader { reader, limit: limits.memory, left: limits.memory, shapes, tests }.world()
    }
}

/// Whether bytes are in the frame of a world: signature, version, length, checksum.
#[cfg(feature = "serde")]
pub(crate) fn check_frame(bytes: &[u8]) -> Result<(), WorldError> {
    FRAME.check(bytes)?;
    Ok(())
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

/// Reads a state. Each method mirrors one of `state.rs`.
struct StateReader<'a, S, T> {
    reader: ByteReader<'a>,
    limit: usize,
    /// The memory that is left.
    left: usize,
    shapes: S,
    tests: T,
}

impl<S, T> StateReader<'_, S, T>
where
    S: FnMut(u64) -> Option<ColliderShape>,
    T: FnMut(u64) -> Option<Arc<dyn CustomTest>>,
{
    /// A number that `f` accepts.
    fn part<R>(&mut self, part: &'static str, f: impl FnOnce(u64) -> Option<R>) -> Result<R, WorldError> {
        let offset = self.reader.at;
        f(self.reader.exact_number()?).ok_or(WorldError::BadValue { part, offset })
    }

    fn number(&mut self) -> Result<u64, WorldError> {
        self.part("number", Some)
    }

    fn small<N: TryFrom<u64>>(&mut self, part: &'static str) -> Result<N, WorldError> {
        self.part(part, |n| N::try_from(n).ok())
    }

    fn signed<N: TryFrom<i64>>(&mut self, part: &'static str) -> Result<N, WorldError> {
        self.part(part, |n| N::try_from((n >> 1) as i64 ^ -((n & 1) as i64)).ok())
    }

    fn flag(&mut self, part: &'static str) -> Result<bool, WorldError> {
        self.part(part, |n| (n < 2).then_some(n == 1))
    }

    fn float(&mut self) -> Result<f64, WorldError> {
        Ok(f64::from_bits(self.number()?.swap_bytes()))
    }

    fn floats(&mut self) -> Result<[f64; 2], WorldError> {
        Ok([self.float()?, self.float()?])
    }

    fn count_limit(&mut self, part: &'static str) -> Result<usize, WorldError> {
        self.part(part, |n| match n.checked_sub(1) {
            None => Some(usize::MAX),
            Some(n) => usize::try_from(n).ok().filter(|&n| n < usize::MAX),
        })
    }

    /// How many things follow. Each takes at least so many bytes of the rest, and so much memory.
    fn count(&mut self, bytes_each: usize, memory_each: usize) -> Result<usize, WorldError> {
        let offset = self.reader.at;
        let count: usize = self.small("count")?;
        if count > (self.reader.bytes.len() - self.reader.at) / bytes_each {
            return Err(WorldError::BadValue { part: "count", offset });
        }
        self.take(count.saturating_mul(memory_each), offset)?;
        Ok(count)
    }

    /// Takes memory from what is left.
    fn take(&mut self, memory: usize, offset: usize) -> Result<(), WorldError> {
        let limit = self.limit;
        self.left = self.left.checked_sub(memory).ok_or(WorldError::TooMuchMemory { offset, limit })?;
        Ok(())
    }

    fn handle(&mut self) -> Result<Handle, WorldError> {
        Ok(Handle { index: self.small("handle")?, generation: self.small("handle")? })
    }

    fn world(mut self) -> Result<World, WorldError> {
        let mut world = World::with_options(self.options()?);
        // No world has made so many steps; and the next one must have a number.
        world.scratch.history.steps = self.part("number of steps", |n| (n < 1 << 63).then_some(n))?;
        let slots = self.count(1, size_of::<Slot>() + size_of::<Quick>())?;
        for index in 0..slots {
            self.slot(&mut world, index as u32)?;
        }
        self.free(&mut world)?;
        self.contacts(&mut world)?;
        if self.reader.at != self.reader.bytes.len() {
            return Err(WorldError::BadValue { part: "end", offset: self.reader.at });
        }
        Ok(world)
    }

    fn options(&mut self) -> Result<WorldOptions, WorldError> {
        let kind = |n: u64| BroadPhaseKind::ALL.get(usize::try_from(n).ok()?).copied();
        let broad_phase = self.part("broad phase", kind)?;
        let max_pairs = self.count_limit("limit of pairs")?;
        let mut detail = || self.flag("detail");
        let [stay, area, bounds] = [detail()?, detail()?, detail()?];
        let [normal, separation] = [detail()?, detail()?];
        let detail = EventDetail { stay, area, bounds, normal, separation };
        let parallel_from = self.count_limit("limit of parallel steps")?;
        let drawing_bytes = self.count_limit("limit of drawings")?;
        let timing = self.flag("timing")?;
        let mut wrap = None;
        if self.flag("mark of a wrapped world")? {
            let mut side = || self.part("size of a wrapped world", Wrap::side);
            wrap = Some((side()?, side()?));
        }
        Ok(WorldOptions { broad_phase, max_pairs, detail, parallel_from, drawing_bytes, wrap, timing })
    }

    fn slot(&mut self, world: &mut World, index: u32) -> Result<(), WorldError> {
        let offset = self.reader.at;
        let head: u64 = self.part("generation", |n| (n >> 33 == 0).then_some(n))?;
        let handle = Handle { index, generation: (head >> 1) as u32 };
        let mut slot = Slot { generation: handle.generation, version: world.versions.next(), live: None };
        world.quick.push(Quick::default());
        world.turned.resize(world.quick.len());
        if head & 1 == 1 {
            // Its row in its space, and a little more for the lists of the space.
            self.take(size_of::<Live>() + 128, offset)?;
            let offset = self.reader.at;
            let mut live = Box::new(Live::new(self.collider(handle)?));
            let position = live.collider.transform.position();
            if world.reduced(position) != position {
                return Err(WorldError::BadValue { part: "position in a wrapped world", offset });
            }
            if self.flag("start of a way")? {
                let (position, mut matrix) = (self.position()?, [0; 4]);
                for entry in &mut matrix {
                    *entry = self.signed("matrix")?;
                }
                live.start = WayStart::from_parts(world.scratch.history.steps, Some((position, matrix)));
            }
            world.enter(index, &mut live);
            slot.live = Some(live);
        }
        world.slots.push(slot);
        Ok(())
    }

    fn collider(&mut self, handle: Handle) -> Result<Collider, WorldError> {
        Ok(Collider {
            shape: self.shape(handle)?,
            transform: self.transform()?,
            whole_pixels: self.flag("mark of whole pixels")?,
            layers: Layers {
                belongs_to: self.small("layers")?,
                collides_with: self.small::<u32>("layers")?.wrapping_sub(1),
            },
            space: self.small("space")?,
            kind: self.part("kind", |n| {
                Some(match n {
                    0 => ColliderKind::Body,
                    1 => ColliderKind::Character,
                    2 => ColliderKind::OneWay,
                    3 => ColliderKind::Sensor,
                    _ => return None,
                })
            })?,
            group: self.small("group")?,
            order: self.signed("order")?,
            swept: self.flag("mark of swept colliders")?,
            enabled: self.flag("mark of enabled colliders")?,
            data: self.number()?,
            custom: self.test(handle)?,
        })
    }

    fn shape(&mut self, handle: Handle) -> Result<ColliderShape, WorldError> {
        match self.part("kind of shape", |n| (n <= CIRCLE).then_some(n))? {
            RECT => {
                let [x, y] = [self.signed("rectangle")?, self.signed("rectangle")?];
                Ok(Rect { x, y, w: self.small("rectangle")?, h: self.small("rectangle")? }.into())
            }
            CIRCLE => {
                let [x, y] = [self.signed("circle")?, self.signed("circle")?];
                let offset = self.reader.at;
                let radius = self.signed("circle")?;
                let circle = Circle::new(PointQ16::new(x, y), radius);
                Ok(circle.map_err(|_| WorldError::BadValue { part: "circle", offset })?.into())
            }
            kind => {
                let key = self.number()?;
                let mut shape = (self.shapes)(key).ok_or(WorldError::UnknownShape { key, handle })?;
                if kind == KEY_AND_FRAME {
                    let frame = self.small("frame")?;
                    match &mut shape {
                        ColliderShape::Frames(frames) if frame < frames.all().len() => frames.show(frame),
                        _ => return Err(WorldError::NoSuchFrame { frame, handle }),
                    }
                }
                Ok(shape)
            }
        }
    }

    fn test(&mut self, handle: Handle) -> Result<Option<Arc<dyn CustomTest>>, WorldError> {
        if !self.flag("mark of custom tests")? {
            return Ok(None);
        }
        let key = self.number()?;
        (self.tests)(key).map(Some).ok_or(WorldError::UnknownTest { key, handle })
    }

    fn position(&mut self) -> Result<PointQ16, WorldError> {
        let offset = self.reader.at;
        let position = PointQ16::new(self.signed("position")?, self.signed("position")?);
        let exists = [position.x, position.y].iter().all(|q| q.unsigned_abs() <= PointQ16::LIMIT as u64);
        if exists { Ok(position) } else { Err(WorldError::BadValue { part: "position", offset }) }
    }

    fn transform(&mut self) -> Result<Transform, WorldError> {
        let offset = self.reader.at;
        let bad = |_| WorldError::BadValue { part: "transform", offset };
        let position = self.position()?;
        let pivot = self.floats()?;
        let parts = PoseParts { pivot, ..PoseParts::default() };
        if Transform::new(&parts).is_err() {
            return Err(WorldError::BadValue { part: "pivot", offset });
        }
        let mut transform = match self.part("kind of transform", |n| (n < 3).then_some(n))? {
            0 => {
                let rotation = match self.part("kind of angle", |n| (n < 3).then_some(n))? {
                    0 => Angle::Degrees(self.float()?),
                    1 => Angle::Radians(self.float()?),
                    _ => Angle::Steps { step: self.signed("angle")?, of: self.small("angle")? },
                };
                let scale = self.floats()?;
                let flip = [self.flag("flip")?, self.flag("flip")?];
                Transform::new(&PoseParts { rotation, scale, flip, shear: self.floats()?, ..parts })
                    .map_err(bad)?
            }
            1 => {
                let mut matrix = [0; 6];
                for entry in &mut matrix[..4] {
                    *entry = self.signed("matrix")?;
                }
                let transform = Transform::from(Pose::from_q16(matrix).map_err(bad)?);
                // A plain matrix is written as its parts.
                if transform.parts().is_some() {
                    return Err(WorldError::BadValue { part: "matrix", offset });
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
    fn free(&mut self, world: &mut World) -> Result<(), WorldError> {
        let offset = self.reader.at;
        let count = self.count(1, size_of::<u32>() + 1)?;
        let mut is_free = vec![false; world.slots.len()];
        for _ in 0..count {
            let index = self.part("free slot", |n| {
                let index = usize::try_from(n).ok()?;
                let is_new = world.slots.get(index)?.live.is_none() && !is_free[index];
                is_new.then_some(index)
            })?;
            is_free[index] = true;
            world.free.push(index as u32);
        }
        let is_lost =
            |(slot, is_free): (&Slot, bool)| slot.live.is_none() && slot.generation != u32::MAX && !is_free;
        match world.slots.iter().zip(is_free).any(is_lost) {
            true => Err(WorldError::BadValue { part: "list of free slots", offset }),
            false => Ok(()),
        }
    }

    /// The contacts, and the data of those colliders that were removed since.
    fn contacts(&mut self, world: &mut World) -> Result<(), WorldError> {
        let offset = self.reader.at;
        // Both handles, the step of the begin, and an entry of a list.
        for _ in 0..self.count(5, size_of::<[Handle; 2]>() + size_of::<u64>() + size_of::<u32>())? {
            let offset = self.reader.at;
            let pair = [self.handle()?, self.handle()?];
            let is_next = world.scratch.contacts.last().is_none_or(|last| *last < pair);
            if !is_next || pair[0] >= pair[1] {
                return Err(WorldError::BadValue { part: "contact", offset });
            }
            world.scratch.contacts.push(pair);
            let since = self.part("step of a contact", |since| {
                (1..=world.scratch.history.steps).contains(&since).then_some(since)
            })?;
            world.scratch.history.since.push(since);
        }
        for _ in 0..self.count(3, size_of::<(Handle, u64)>())? {
            let offset = self.reader.at;
            let removed = self.handle()?;
            let is_next = world.scratch.buried.last().is_none_or(|&(last, _)| last < removed);
            if !is_next || world.contains(removed) || removed.index as usize >= world.slots.len() {
                return Err(WorldError::BadValue { part: "removed collider", offset });
            }
            world.scratch.buried.push((removed, self.number()?));
        }
        let buried = &world.scratch.buried;
        let is_known = |&handle: &Handle| {
            world.contains(handle) || buried.binary_search_by_key(&handle, |&(handle, _)| handle).is_ok()
        };
        if !world.scratch.contacts.as_flattened().iter().all(is_known) {
            return Err(WorldError::BadValue { part: "list of contacts", offset });
        }
        world.scratch.history.index(&world.scratch.contacts, world.slots.len());
        Ok(())
    }
}
