//! How a tile map is stored: cells in chunks of 16 × 16, and their cached drawings. Not to be confused with [`crate::tiles`], the tiles of
//! a terrain. The questions that need other shapes are in `tile_verbs`.

mod cell;
mod chunk;
mod content;
mod drawing;
mod edit;
mod one_page;
mod page;
mod set;
mod sparse;
mod view;

use core::fmt;

pub(crate) use cell::PackedCell;
pub use cell::TileCell;
pub(crate) use chunk::{CELLS as CHUNK_CELLS, Chunk, SIDE};
pub(crate) use drawing::PlacedTile;
use drawing::TileDrawing;
pub(crate) use one_page::OnePage;
use page::PageSlot;
pub use set::{TileDef, TileKind, TileKinds, TileSet};
use sparse::Sparse;
pub use view::TileView;

use crate::geom::{Extent, Offset, Point};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::tiles::page::TILES;
use crate::tiles::tile::SIDE as BLOCK;

/// A level made of tiles: up to 65 536 × 65 536 cells, each empty or with a tile of a [`TileSet`], flipped in any of eight ways. Its solid
/// pixels are those of all its tiles together, and it is a [`Shape`](crate::Shape) like any other.
///
/// The upper left corner of cell (0, 0) is pixel (0, 0). A picture that is larger than a cell stands on the cell's lower left corner and reaches
/// over the cells above and to the right, as Tiled draws it. Where pictures lie over each other, a pixel is solid if any of them is solid there.
/// Tiles of the kind [`TileKind::Nothing`] have no solid pixels. [`TileMap::only`] is the map with tiles of some kinds only.
///
/// No seam exists: every question gives the answer of one flat mask with the same pixels.
///
/// # Guarantees
/// - Every answer is exact, and does not depend on what was asked before.
/// - A clone shares everything until one of the two is changed, and costs nothing.
/// - Two maps are equal if their sizes, cells and sets are equal.
/// - `TileMap` is `Send` and `Sync`.
///
/// # Memory
/// Four bytes a cell, in chunks of 16 × 16 cells; empty chunks take none. Where a question comes near, 64 × 64 pixels are drawn and kept, in up
/// to 656 bytes; [`TileMap::draw_ahead`] does this before the first frame. [`TileMap::memory_bytes`] counts all of it. Without the feature
/// `std` pixels are kept on WebAssembly only; elsewhere each question reads the tiles.
///
/// ```
/// use hitmask::{Mask, Point, TileCell, TileDef, TileKind, TileMap, TileSet};
/// let (block, slope) = (Mask::filled(16, 16), Mask::from_fn(16, 16, |x, y| x + y >= 15));
/// let spikes = TileDef::new(Mask::filled(16, 4)).with_kind(TileKind::Sensor).with_number(10);
/// let set = TileSet::new([block.into(), slope.into(), spikes]);
/// let mut map = TileMap::new(set, (100, 20), (16, 16));
/// for x in 0..100 {
///     map.set((x, 19), TileCell::new(0));
/// }
/// map.set((10, 18), TileCell::new(1));                                           // a slope up to the right
/// map.set((12, 18), TileCell { flip_x: true, ..TileCell::new(1) });              // and one down
/// map.set((50, 18), TileCell::new(2));
///
/// let hero = Mask::filled(10, 20);
/// assert!(!map.overlaps(&hero, (100, 284)));                                     // it stands on the ground
/// assert_eq!(map.first_overlap(&hero, (160, 284)), Some(Point::new(169, 294)));  // in the slope
/// assert!(map.overlaps(&hero, (800, 284)));                                      // in the spikes
/// assert!(!map.only(TileKind::Body).overlaps(&hero, (800, 284)));
/// ```
#[doc(alias = "tilemap")]
#[doc(alias = "level")]
#[doc(alias = "layer")]
#[derive(Clone)]
pub struct TileMap {
    set: TileSet,
    /// Columns and rows of cells.
    size: (u32, u32),
    /// Width and height of a cell, in pixels.
    cell: (u32, u32),
    cells: Sparse<Chunk>,
    /// The number of cells that are not empty.
    filled: u64,
    /// A box around the cells that are or were filled, in cells.
    used: Extent,
    /// What was drawn. There is a slot wherever tiles may have pixels.
    pages: Sparse<PageSlot>,
    /// Columns and rows of pages.
    page_count: (u32, u32),
    /// The pixel of the upper left corner of the first page.
    origin: Offset,
}

impl TileMap {
    /// The largest number of columns or rows of cells.
    pub const MAX_SIDE: u32 = 65_536;

    /// The longest side that a map may have, in pixels.
    pub const MAX_PIXELS: u32 = 1 << 30;

    /// A map of empty cells: columns and rows of cells, and the width and the height of a cell in pixels.
    ///
    /// # Panics
    /// If a side is longer than [`TileMap::MAX_SIDE`] cells or [`TileMap::MAX_PIXELS`] pixels, or a cell has no pixels.
    /// [`TileMap::try_new`] returns an error instead.
    #[must_use]
    pub fn new(set: TileSet, size: (u32, u32), cell: (u32, u32)) -> TileMap {
        TileMap::try_new(set, size, cell).or_panic()
    }

    /// The checked form of [`TileMap::new`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if a side is longer than [`TileMap::MAX_SIDE`] cells or [`TileMap::MAX_PIXELS`] pixels, or a cell has no pixels.
    pub fn try_new(set: TileSet, size: (u32, u32), cell: (u32, u32)) -> Result<TileMap, InvalidArgument> {
        let range = |what, least: i64, most: u32| {
            InvalidArgument::new(what, InvalidReason::OutOfRange { least, most: most.into() })
        };
        if size.0.max(size.1) > TileMap::MAX_SIDE {
            return Err(range("size in cells", 0, TileMap::MAX_SIDE));
        }
        let too_long =
            |count: u32, side: u32| u64::from(count.max(1)) * u64::from(side) > TileMap::MAX_PIXELS.into();
        if cell.0.min(cell.1) == 0 || too_long(size.0, cell.0) || too_long(size.1, cell.1) {
            let most = TileMap::MAX_PIXELS / size.0.max(size.1).max(1);
            return Err(range("size of a cell", 1, most));
        }
        let reach = set.reach(TileKinds::ALL);
        let page = i64::from(BLOCK * TILES);
        let block = i64::from(BLOCK);
        // Blocks begin at multiples of 64 pixels.
        let origin = Offset::new(
            reach.x0.min(0).div_euclid(block) * block,
            (reach.y0 + i64::from(cell.1)).min(0).div_euclid(block) * block,
        );
        let pages = |from: i64, cells: u32, side: u32, beyond: i64| {
            let end = i64::from(cells) * i64::from(side) + beyond.max(0);
            (end - from).div_euclid(page) as u32 + 1
        };
        let page_count @ (columns, rows) =
            (pages(origin.x, size.0, cell.0, reach.x1), pages(origin.y, size.1, cell.1, reach.y1));
        Ok(TileMap {
            set,
            size,
            cell,
            cells: Sparse::new(size.0.div_ceil(SIDE), size.1.div_ceil(SIDE)),
            filled: 0,
            used: Extent::EMPTY,
            pages: Sparse::new(columns, rows),
            page_count,
            origin,
        })
    }

    /// A map with these cells, row by row from the top, left to right. Cells after the last one are empty.
    ///
    /// ```
    /// use hitmask::{Mask, TileCell, TileMap, TileSet};
    /// let set = TileSet::with_ids([(1, Mask::filled(8, 8))]);
    /// let gids = [0, 1, 1, 0, 0, 1];                                             // a layer of Tiled
    /// let map = TileMap::from_cells(set, (3, 2), (8, 8), gids.map(TileCell::from_gid));
    /// assert_eq!((map.filled(), map.get((2, 1))), (3, Some(TileCell::new(1))));
    /// ```
    ///
    /// # Panics
    /// As [`TileMap::new`]; if there are more cells than the size says; or if the set has no tile of an id. [`TileMap::try_from_cells`]
    /// returns an error instead.
    #[must_use]
    pub fn from_cells(
        set: TileSet,
        size: (u32, u32),
        cell: (u32, u32),
        cells: impl IntoIterator<Item = Option<TileCell>>,
    ) -> TileMap {
        TileMap::try_from_cells(set, size, cell, cells).or_panic()
    }

    /// The checked form of [`TileMap::from_cells`].
    ///
    /// # Errors
    /// [`InvalidArgument`], as for [`TileMap::try_new`]; if there are more cells than the size says; or if the set has no tile of an id.
    ///
    /// # Complexity
    /// Some nanoseconds a cell. No pixel is drawn.
    pub fn try_from_cells(
        set: TileSet,
        size: (u32, u32),
        cell: (u32, u32),
        cells: impl IntoIterator<Item = Option<TileCell>>,
    ) -> Result<TileMap, InvalidArgument> {
        let mut map = TileMap::try_new(set, size, cell)?;
        map.build(cells)?;
        Ok(map)
    }

    /// Empties all cells.
    pub fn clear(&mut self) {
        *self = TileMap::new(self.set.clone(), self.size, self.cell);
    }

    /// The tiles.
    #[must_use]
    pub fn tile_set(&self) -> &TileSet {
        &self.set
    }

    /// The number of columns and of rows of cells.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// The width and the height of a cell, in pixels.
    #[must_use]
    pub fn cell_size(&self) -> (u32, u32) {
        self.cell
    }

    /// The number of cells that are not empty. Takes constant time.
    #[must_use]
    pub fn filled(&self) -> u64 {
        self.filled
    }

    /// What a cell shows. None if it is empty, or outside the map. Takes constant time.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: impl Into<Point>) -> Option<TileCell> {
        let (x, y) = self.inside(cell.into())?;
        self.cells.get(x / SIDE, y / SIDE)?.get(x, y).get()
    }

    /// The filled cells with their columns and rows, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Point, TileCell)> + '_ {
        let (columns, rows) = self.chunk_size();
        let bands = self.cells.within(0..columns, 0..rows);
        let mut last = u32::MAX;
        let bands =
            bands.map(|(_, band, _)| band).filter(move |&band| core::mem::replace(&mut last, band) != band);
        bands.flat_map(|band| (band * SIDE..(band + 1) * SIDE).map(move |y| (band, y))).flat_map(
            move |(band, y)| {
                self.cells.within(0..columns, band..band + 1).flat_map(move |(column, _, chunk)| {
                    (column * SIDE..(column + 1) * SIDE)
                        .filter_map(move |x| Some((Point::new(x as i32, y as i32), chunk.get(x, y).get()?)))
                })
            },
        )
    }

    /// The memory that the map uses, in bytes: its cells, and what was drawn of them. Its set is not counted. Clones share it, and each clone
    /// counts it.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let (columns, rows) = self.page_count;
        let drawn = self.pages.within(0..columns, 0..rows).map(|(_, _, slot)| slot.memory_bytes());
        self.counted_bytes() + drawn.sum::<usize>()
    }

    /// The chunks that are not empty: their places, row by row, and their cells.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = (u64, &[PackedCell])> {
        let (columns, rows) = self.chunk_size();
        let chunks = self.cells.within(0..columns, 0..rows);
        chunks.map(move |(x, y, chunk)| (u64::from(y) * u64::from(columns) + u64::from(x), chunk.all()))
    }

    /// Columns and rows of chunks.
    pub(crate) fn chunk_size(&self) -> (u32, u32) {
        (self.size.0.div_ceil(SIDE), self.size.1.div_ceil(SIDE))
    }

    /// The memory of the cells and of the places for drawn pixels, in bytes. Takes constant time.
    pub(crate) fn counted_bytes(&self) -> usize {
        const COUNTERS: usize = 2 * size_of::<usize>();
        let chunks = self.cells.memory_bytes(size_of::<Chunk>() + COUNTERS);
        size_of::<TileMap>() + chunks + self.pages.memory_bytes(size_of::<PageSlot>() + COUNTERS)
    }

    /// The pixel of a page's upper left corner.
    #[inline]
    fn page_corner(&self, px: u32, py: u32) -> Offset {
        let page = i64::from(BLOCK * TILES);
        self.origin + Offset::new(i64::from(px) * page, i64::from(py) * page)
    }

    /// What computes the pixels of some kinds.
    #[inline]
    pub(crate) fn drawing(&self, kinds: TileKinds) -> TileDrawing<'_> {
        let TileMap { set, cells, size, cell, .. } = self;
        TileDrawing { set, cells, size: *size, cell: *cell, kinds }
    }

    #[inline]
    fn inside(&self, cell: Point) -> Option<(u32, u32)> {
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        (x < self.size.0 && y < self.size.1).then_some((x, y))
    }
}

impl PartialEq for TileMap {
    fn eq(&self, other: &TileMap) -> bool {
        let same = (self.size, self.cell, self.filled) == (other.size, other.cell, other.filled);
        same && self.set == other.set && (self.cells.is_same(&other.cells) || self.cells().eq(other.cells()))
    }
}

impl Eq for TileMap {}

/// Names the sizes. Cells are too many to print.
impl fmt::Debug for TileMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((columns, rows), (w, h)) = (self.size, self.cell);
        write!(f, "TileMap({columns} x {rows} cells of {w} x {h} pixels, {} filled)", self.filled)
    }
}
