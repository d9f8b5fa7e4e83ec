//! The tiles that a map is made of.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use core::ops::BitOr;

use crate::bytes::Hasher64;
use crate::geom::{CompactSort, Direction, Extent, Mapped, Offset, Point, Turn};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::mask::{Derived, Mask};

/// What a tile is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TileKind {
    /// Solid ground.
    #[default]
    Body,
    /// A platform through which one jumps from below: one-way, open upwards.
    OneWay,
    /// What is only noticed: spikes, water, a checkpoint.
    Sensor,
    /// A picture only. Its pixels never count.
    Nothing,
    /// As [`TileKind::OneWay`], but [open](crate::ColliderProps::open_side) to the right: it stops who comes from there.
    OneWayRight,
    /// As [`TileKind::OneWay`], but open downwards: a ledge for who walks on the ceiling.
    OneWayDown,
    /// As [`TileKind::OneWay`], but open to the left.
    OneWayLeft,
}

impl TileKind {
    pub(crate) const ALL: [TileKind; 7] = [
        TileKind::Body,
        TileKind::OneWay,
        TileKind::Sensor,
        TileKind::Nothing,
        TileKind::OneWayRight,
        TileKind::OneWayDown,
        TileKind::OneWayLeft,
    ];

    /// The kind of one-way tiles with an [open side](crate::ColliderProps::open_side).
    #[must_use]
    pub const fn one_way_to(open_side: Direction) -> TileKind {
        match open_side {
            Direction::Up => TileKind::OneWay,
            Direction::Right => TileKind::OneWayRight,
            Direction::Down => TileKind::OneWayDown,
            Direction::Left => TileKind::OneWayLeft,
        }
    }

    /// The open side of a kind of one-way tiles. None of other kinds.
    #[must_use]
    pub fn open_side(self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&side| TileKind::one_way_to(side) == self)
    }

    /// Its place in [`TileKind::ALL`].
    pub(crate) fn number(self) -> u8 {
        self as u8
    }
}

/// Some [kinds](TileKind) of tiles.
///
/// ```
/// use hitmask::{TileKind, TileKinds};
/// let ground = TileKinds::from(TileKind::Body) | TileKind::OneWay;
/// assert!(ground.contains(TileKind::OneWay) && !ground.contains(TileKind::Sensor));
/// assert!(TileKinds::ALL.contains(TileKind::Sensor) && !TileKinds::ALL.contains(TileKind::Nothing));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileKinds(u8);

impl TileKinds {
    /// Every kind that has pixels: body, one-way to all four sides, and sensor.
    pub const ALL: TileKinds = TileKinds(63);

    /// So many sets there are.
    pub(super) const SETS: usize = 64;

    /// Whether a kind is among them. [`TileKind::Nothing`] never is.
    #[must_use]
    pub const fn contains(self, kind: TileKind) -> bool {
        self.0 & TileKinds::only(kind).0 != 0
    }

    const fn only(kind: TileKind) -> TileKinds {
        TileKinds(match kind {
            TileKind::Body => 1,
            TileKind::OneWay => 2,
            TileKind::Sensor => 4,
            TileKind::Nothing => 0,
            TileKind::OneWayRight => 8,
            TileKind::OneWayDown => 16,
            TileKind::OneWayLeft => 32,
        })
    }

    pub(crate) fn intersection(self, other: TileKinds) -> TileKinds {
        TileKinds(self.0 & other.0)
    }

    /// A number below 64. 0 if there is none.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The sets of kinds that contain at least one of these, by their numbers.
    pub(crate) fn supersets(self) -> impl Iterator<Item = usize> {
        (1..TileKinds::SETS).filter(move |index| index & self.index() != 0)
    }

    /// The kinds with a number below 64.
    pub(crate) fn of_index(index: usize) -> TileKinds {
        TileKinds(index as u8 & 63)
    }
}

impl From<TileKind> for TileKinds {
    fn from(kind: TileKind) -> TileKinds {
        TileKinds::only(kind)
    }
}

impl<const N: usize> From<[TileKind; N]> for TileKinds {
    fn from(kinds: [TileKind; N]) -> TileKinds {
        kinds.into_iter().fold(TileKinds(0), |all, kind| all | kind)
    }
}

impl<K: Into<TileKinds>> BitOr<K> for TileKinds {
    type Output = TileKinds;
    fn bitor(self, other: K) -> TileKinds {
        TileKinds(self.0 | other.into().0)
    }
}

impl fmt::Debug for TileKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(TileKind::ALL.iter().filter(|&&kind| self.contains(kind))).finish()
    }
}

/// A tile of a [`TileSet`]: its pixels, what it is for, and a number of yours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileDef {
    /// The solid pixels. The picture may be larger or smaller than a cell. Its lower left corner lies on that of the cell.
    pub mask: Arc<Mask>,
    /// What it is for. [`TileKind::Body`] by default.
    pub kind: TileKind,
    /// A number of yours: an index into your own table, or some flags. 0 by default.
    pub number: u64,
    /// Moves the picture in its cell, in pixels. Flips don't change it. (0, 0) by default.
    pub offset: Point,
}

impl TileDef {
    /// A body with these pixels.
    #[must_use]
    pub fn new(mask: impl Into<Arc<Mask>>) -> TileDef {
        TileDef { mask: mask.into(), kind: TileKind::Body, number: 0, offset: Point::ZERO }
    }

    /// The same tile of another kind.
    #[must_use]
    pub fn with_kind(self, kind: TileKind) -> TileDef {
        TileDef { kind, ..self }
    }

    /// The same tile with another number.
    #[must_use]
    pub fn with_number(self, number: u64) -> TileDef {
        TileDef { number, ..self }
    }

    /// The same tile with its picture elsewhere.
    #[must_use]
    pub fn with_offset(self, offset: impl Into<Point>) -> TileDef {
        TileDef { offset: offset.into(), ..self }
    }

    /// The upper left pixel of the turned picture, from the lower left corner of its cell.
    #[inline]
    pub(super) fn corner(&self, turn: Turn) -> Offset {
        let (w, h) = self.mask.size();
        let height = if turn.swap { w } else { h };
        Offset::from(self.offset) - Offset::new(0, height.into())
    }

    /// A box around the solid pixels of the turned picture, from the lower left corner of its cell.
    #[inline]
    pub(super) fn extent(&self, turn: Turn) -> Extent {
        let (w, h) = self.mask.size();
        let Extent { x0, y0, x1, y1 } = self.mask.extent();
        let along = |low: i64, high: i64, side: u32, flip: bool| {
            if flip { (i64::from(side) - high, i64::from(side) - low) } else { (low, high) }
        };
        let ((x0, x1), (y0, y1)) = if turn.swap {
            (along(y0, y1, h, turn.flip_x), along(x0, x1, w, turn.flip_y))
        } else {
            (along(x0, x1, w, turn.flip_x), along(y0, y1, h, turn.flip_y))
        };
        Extent { x0, y0, x1, y1 }.shifted(self.corner(turn))
    }
}

impl<M: Into<Arc<Mask>>> From<M> for TileDef {
    fn from(mask: M) -> TileDef {
        TileDef::new(mask)
    }
}

/// The tiles of a [`TileMap`](crate::TileMap), by their ids. It never changes, and a clone costs nothing.
///
/// ```
/// use hitmask::{Mask, TileDef, TileKind, TileSet};
/// let slope = Mask::from_fn(16, 16, |x, y| x + y >= 15);
/// let spikes = TileDef::new(Mask::from_fn(16, 16, |x, y| y > 7 && x % 4 < 2)).with_kind(TileKind::Sensor).with_number(3);
/// let set = TileSet::new([TileDef::from(Mask::filled(16, 16)), slope.into(), spikes]);       // ids 0, 1, 2
/// assert_eq!(set.get(2).unwrap().number, 3);
/// assert!(set.get(3).is_none());
/// ```
#[doc(alias = "tileset")]
#[derive(Clone)]
pub struct TileSet(Arc<Tiles>);

struct Tiles {
    /// For each id the place of its tile in `tiles`, or [`NONE`].
    places: Vec<u32>,
    /// In the order of their ids.
    tiles: Vec<(u32, TileDef)>,
    /// For each [number of kinds](TileKinds::index) a box around the solid pixels of all of their tiles, however turned, from the lower left
    /// corner of a cell.
    reach: [Extent; TileKinds::SETS],
    kinds: TileKinds,
    hash: u64,
}

const NONE: u32 = u32::MAX;

impl TileSet {
    /// All ids are below this number.
    pub const MAX_TILES: u32 = 1 << 20;

    /// The largest magnitude of a coordinate of a tile's [offset](TileDef::offset).
    pub const MAX_OFFSET: u32 = 4095;

    /// A set of tiles with the ids 0, 1, 2 and so on.
    ///
    /// # Panics
    /// If there are more than [`TileSet::MAX_TILES`], or an offset is larger than [`TileSet::MAX_OFFSET`]. [`TileSet::try_with_ids`]
    /// returns an error instead.
    #[must_use]
    pub fn new<T: Into<TileDef>>(tiles: impl IntoIterator<Item = T>) -> TileSet {
        TileSet::with_ids((0..=TileSet::MAX_TILES).zip(tiles))
    }

    /// A set of tiles with ids of your choice. If an id appears twice, the last tile counts.
    ///
    /// # Panics
    /// As [`TileSet::new`].
    #[must_use]
    pub fn with_ids<T: Into<TileDef>>(tiles: impl IntoIterator<Item = (u32, T)>) -> TileSet {
        TileSet::try_with_ids(tiles).or_panic()
    }

    /// The checked form of [`TileSet::with_ids`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if an id is [`TileSet::MAX_TILES`] or more, or an offset is larger than [`TileSet::MAX_OFFSET`].
    ///
    /// # Complexity
    /// Linear in the number of tiles and in the largest id.
    pub fn try_with_ids<T: Into<TileDef>>(
        tiles: impl IntoIterator<Item = (u32, T)>,
    ) -> Result<TileSet, InvalidArgument> {
        let mut all: Vec<(u32, Reverse<usize>, TileDef)> = Vec::new();
        for (id, tile) in tiles {
            let tile = tile.into();
            let range = |what, most: u32, least: i64| {
                InvalidArgument::new(what, InvalidReason::OutOfRange { least, most: most.into() })
            };
            if id >= TileSet::MAX_TILES {
                return Err(range("tile", TileSet::MAX_TILES - 1, 0));
            }
            if tile.offset.x.unsigned_abs().max(tile.offset.y.unsigned_abs()) > TileSet::MAX_OFFSET {
                return Err(range("offset", TileSet::MAX_OFFSET, -i64::from(TileSet::MAX_OFFSET)));
            }
            all.push((id, Reverse(all.len()), tile));
        }
        // Of equal ids the last one is kept.
        all.sort_compact_by_key(|&(id, at, _)| (id, at));
        all.dedup_by_key(|&mut (id, ..)| id);
        Ok(TileSet::of_sorted(all.into_iter().map(|(id, _, tile)| (id, tile)).collect()))
    }

    /// A set of tiles in the order of their ids, each once. Ids and offsets must be legal.
    pub(crate) fn of_sorted(tiles: Vec<(u32, TileDef)>) -> TileSet {
        TileSet(Arc::new(Tiles::new(tiles)))
    }

    /// What the mask of a tile allocates, its hash included, in bytes.
    pub(crate) fn bytes_of_tile(w: u32, h: u32) -> usize {
        2 * size_of::<usize>() + Mask::bytes_of_size(w, h) + Derived::BYTES_WITH_HASH
    }

    /// What a set allocates for ids below a number, beside its list of tiles.
    pub(crate) fn bytes_of_ids(end: u32) -> usize {
        2 * size_of::<usize>() + size_of::<Tiles>() + end as usize * size_of::<u32>()
    }

    /// A tile. None if the set has no tile of this id.
    #[must_use]
    #[inline]
    pub fn get(&self, id: u32) -> Option<&TileDef> {
        let &place = self.0.places.get(id as usize)?;
        Some(&self.0.tiles.get(place as usize)?.1)
    }

    /// All tiles with their ids, the least id first.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &TileDef)> {
        self.0.tiles.iter().map(|(id, tile)| (*id, tile))
    }

    /// The number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.tiles.len()
    }

    /// Whether there is no tile.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.tiles.is_empty()
    }

    /// Whether both are the same set in memory.
    pub(crate) fn is_same(&self, other: &TileSet) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The hash of all tiles.
    pub(super) fn content_hash(&self) -> u64 {
        self.0.hash
    }

    /// The kinds that have solid pixels.
    pub(crate) fn kinds(&self) -> TileKinds {
        self.0.kinds
    }

    /// A box around the solid pixels of all tiles of these kinds, however turned, from the lower left corner of a cell.
    #[inline]
    pub(crate) fn reach(&self, kinds: TileKinds) -> Extent {
        self.0.reach[kinds.index()]
    }
}

impl Tiles {
    fn new(tiles: Vec<(u32, TileDef)>) -> Tiles {
        let mut places = vec![NONE; tiles.last().map_or(0, |(id, _)| *id as usize + 1)];
        let (mut reach, mut used) = ([Extent::EMPTY; TileKinds::SETS], TileKinds(0));
        for (place, (id, tile)) in tiles.iter().enumerate() {
            places[*id as usize] = place as u32;
            let kinds = TileKinds::from(tile.kind);
            for index in 0..8 {
                let turn = Turn { swap: index & 4 != 0, flip_x: index & 2 != 0, flip_y: index & 1 != 0 };
                let extent = tile.extent(turn);
                if !extent.is_empty() {
                    used = used | kinds;
                    kinds.supersets().for_each(|kinds| reach[kinds] = reach[kinds].around(extent));
                }
            }
        }
        let hash = hash_of(&tiles);
        Tiles { places, tiles, reach, kinds: used, hash }
    }
}

fn hash_of(tiles: &[(u32, TileDef)]) -> u64 {
    let mut hash = Hasher64::default();
    for (id, TileDef { mask, kind, number, offset }) in tiles {
        let [x, y] = [offset.x, offset.y].mapped(|n| i64::from(n) as u64);
        hash.words([u64::from(*id), mask.content_hash(), u64::from(kind.number()), *number, x, y]);
    }
    hash.finish()
}

impl PartialEq for TileSet {
    fn eq(&self, other: &TileSet) -> bool {
        self.is_same(other) || self.0.hash == other.0.hash && self.0.tiles == other.0.tiles
    }
}

impl Eq for TileSet {}

impl<T: Into<TileDef>> FromIterator<(u32, T)> for TileSet {
    /// As [`TileSet::with_ids`].
    fn from_iter<I: IntoIterator<Item = (u32, T)>>(tiles: I) -> TileSet {
        TileSet::with_ids(tiles)
    }
}

/// Names the number of tiles.
impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TileSet({} tiles)", self.len())
    }
}
