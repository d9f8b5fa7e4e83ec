//! The cells of a level: how they lie on the screen, and what one shows.

/// How the cells of a level lie on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LevelOrientation {
    /// Rows and columns of rectangles.
    Orthogonal,
    /// Diamonds: x goes right and down, y goes left and down.
    Isometric,
    /// Rows (or columns) of diamonds; every second is shifted by half a cell.
    Staggered {
        /// Whether columns are shifted, not rows.
        columns: bool,
        /// Whether those with even numbers are shifted, not those with odd ones.
        even: bool,
    },
    /// Rows (or columns) of hexagons; every second is shifted by half a cell.
    Hexagonal {
        /// Whether columns are shifted, not rows.
        columns: bool,
        /// Whether those with even numbers are shifted, not those with odd ones.
        even: bool,
        /// The length of the hexagon's sides that are parallel to the rows' (or columns') shift, in pixels.
        side: u32,
    },
    /// Parallelograms: each row lies this many pixels further to the right than the one above it, each column this many further down than
    /// the one to the left.
    Oblique {
        /// The shift of a row.
        x: i32,
        /// The shift of a column.
        y: i32,
    },
}

/// The tile in a cell, and how it is turned. It is the number that Tiled writes: the greatest four bits are flags.
///
/// A diagonal flip exchanges x and y, and is done first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LevelCell(pub(super) u32);

impl LevelCell {
    const FLIP_X: u32 = 1 << 31;
    const FLIP_Y: u32 = 1 << 30;
    const DIAGONAL: u32 = 1 << 29;
    pub(super) const HEX_120: u32 = 1 << 28;
    pub(super) const FLAGS: u32 = 0xF000_0000;

    /// A tile that is mirrored.
    pub(super) fn new(tile: u32, [flip_x, flip_y]: [bool; 2]) -> LevelCell {
        let flag = |is: bool, bit: u32| if is { bit } else { 0 };
        LevelCell(
            tile & !LevelCell::FLAGS | flag(flip_x, LevelCell::FLIP_X) | flag(flip_y, LevelCell::FLIP_Y),
        )
    }

    /// The number of the tile in its level; see [`Level::tile`](super::Level::tile). None if the cell is empty.
    #[must_use]
    pub fn tile(self) -> Option<u32> {
        Some(self.0 & !LevelCell::FLAGS).filter(|&tile| tile != 0)
    }

    /// Whether left and right are exchanged.
    #[must_use]
    pub fn flip_x(self) -> bool {
        self.0 & LevelCell::FLIP_X != 0
    }

    /// Whether top and bottom are exchanged.
    #[must_use]
    pub fn flip_y(self) -> bool {
        self.0 & LevelCell::FLIP_Y != 0
    }

    /// Whether x and y are exchanged, before the other flips. In a hexagonal map this flag is one of [`LevelCell::hex_turns`].
    #[must_use]
    pub fn diagonal(self) -> bool {
        self.0 & LevelCell::DIAGONAL != 0
    }

    /// How many times the tile is turned by 60 degrees clockwise after it is mirrored, in a hexagonal map. 0 in all others.
    #[must_use]
    pub fn hex_turns(self, orientation: LevelOrientation) -> u8 {
        match orientation {
            LevelOrientation::Hexagonal { .. } => {
                u8::from(self.diagonal()) + 2 * u8::from(self.0 & LevelCell::HEX_120 != 0)
            }
            _ => 0,
        }
    }

    /// The number as Tiled writes it.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for LevelCell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0 & !LevelCell::FLAGS)?;
        for (bit, letter) in [
            (LevelCell::FLIP_X, 'x'),
            (LevelCell::FLIP_Y, 'y'),
            (LevelCell::DIAGONAL, 'd'),
            (LevelCell::HEX_120, 'h'),
        ] {
            if self.0 & bit != 0 {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}
