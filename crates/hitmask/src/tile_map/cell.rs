//! One cell of a tile map.

use crate::geom::Turn;

/// What a cell of a [`TileMap`](crate::TileMap) shows: a tile, and how it is flipped.
///
/// The diagonal flip comes first: it exchanges x and y. Then the picture is mirrored along each axis. Together these are the eight rotations
/// and reflections of a square: a quarter turn clockwise is diagonal and x.
///
/// ```
/// use hitmask::TileCell;
/// let turned = TileCell { diagonal: true, flip_x: true, ..TileCell::new(7) };
/// assert_eq!(TileCell::from_gid(0xA000_0008), Some(TileCell { tile: 8, ..turned }));    // as Tiled writes it
/// assert_eq!(TileCell::from_gid(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TileCell {
    /// The id of the tile in its [`TileSet`](crate::TileSet).
    pub tile: u32,
    /// Whether left and right are exchanged.
    pub flip_x: bool,
    /// Whether top and bottom are exchanged.
    pub flip_y: bool,
    /// Whether x and y are exchanged, before the other flips.
    pub diagonal: bool,
}

const FLIP_X: u32 = 1 << 31;
const FLIP_Y: u32 = 1 << 30;
const DIAGONAL: u32 = 1 << 29;
const PRESENT: u32 = 1 << 28;

impl TileCell {
    /// A tile as it is.
    #[must_use]
    pub const fn new(tile: u32) -> TileCell {
        TileCell { tile, flip_x: false, flip_y: false, diagonal: false }
    }

    /// The cell that a number of Tiled means: a global id with three flags in its highest bits. The fourth flag, which only hexagonal maps
    /// use, is ignored. None for 0, which is an empty cell.
    #[must_use]
    pub const fn from_gid(gid: u32) -> Option<TileCell> {
        let tile = gid & (PRESENT - 1);
        if tile == 0 {
            return None;
        }
        let (flip_x, flip_y, diagonal) = (gid & FLIP_X != 0, gid & FLIP_Y != 0, gid & DIAGONAL != 0);
        Some(TileCell { tile, flip_x, flip_y, diagonal })
    }

    #[inline]
    pub(crate) fn turn(self) -> Turn {
        Turn { swap: self.diagonal, flip_x: self.flip_x, flip_y: self.flip_y }
    }
}

/// A cell as it is stored, in four bytes. 0 is an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PackedCell(pub(crate) u32);

impl PackedCell {
    pub(crate) const EMPTY: PackedCell = PackedCell(0);

    /// The tile's id must be below 2²⁸.
    #[inline]
    pub(crate) fn new(cell: Option<TileCell>) -> PackedCell {
        let Some(TileCell { tile, flip_x, flip_y, diagonal }) = cell else { return PackedCell::EMPTY };
        let flag = |set: bool, flag: u32| if set { flag } else { 0 };
        PackedCell(tile | PRESENT | flag(flip_x, FLIP_X) | flag(flip_y, FLIP_Y) | flag(diagonal, DIAGONAL))
    }

    #[inline]
    pub(crate) fn get(self) -> Option<TileCell> {
        (self != PackedCell::EMPTY).then_some(TileCell {
            tile: self.0 & (PRESENT - 1),
            flip_x: self.0 & FLIP_X != 0,
            flip_y: self.0 & FLIP_Y != 0,
            diagonal: self.0 & DIAGONAL != 0,
        })
    }
}
