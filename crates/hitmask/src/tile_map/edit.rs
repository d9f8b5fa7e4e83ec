//! Changing cells, and updating their cached drawings.

use alloc::vec;
use core::mem;

use super::cell::{PackedCell, TileCell};
use super::chunk::{Chunk, SIDE};
use super::drawing::TileDrawing;
use super::page::PageSlot;
use super::set::TileKinds;
use super::{BLOCK, TILES, TileMap};
use crate::geom::{Extent, Offset, Point};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};

impl TileMap {
    /// Changes what a cell shows; None empties it. Returns what it showed before.
    ///
    /// # Panics
    /// If the cell lies outside the map, or the set has no tile of this id. [`TileMap::try_set`] returns an error instead.
    ///
    /// # Complexity
    /// Constant, and the pixels of the two pictures where they were drawn before. If the set has pictures that reach over other cells, those cells
    /// are looked at, too. After a clone or a snapshot, the first change near a place copies a chunk.
    #[doc(alias = "put_tile")]
    pub fn set(&mut self, cell: impl Into<Point>, to: impl Into<Option<TileCell>>) -> Option<TileCell> {
        self.try_set(cell, to).or_panic()
    }

    /// The checked form of [`TileMap::set`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if the cell lies outside the map, or the set has no tile of this id.
    pub fn try_set(
        &mut self,
        cell: impl Into<Point>,
        to: impl Into<Option<TileCell>>,
    ) -> Result<Option<TileCell>, InvalidArgument> {
        let at = cell.into();
        let (x, y) = self.inside(at).ok_or_else(|| self.no_such_cell(at.into()))?;
        let packed = self.packed(to.into())?;
        Ok(self.put(x, y, packed).get())
    }

    /// Sets a rectangle of cells, row by row from its upper left cell. Each row has `columns` cells. The cells may end anywhere. For one cell,
    /// [`TileMap::set`] is simpler.
    ///
    /// # Panics
    /// If a cell lies outside the map, or the set has no tile of its id. [`TileMap::try_fill`] returns an error instead.
    pub fn fill(
        &mut self,
        corner: impl Into<Point>,
        columns: u32,
        cells: impl IntoIterator<Item = Option<TileCell>>,
    ) {
        self.try_fill(corner, columns, cells).or_panic();
    }

    /// The checked form of [`TileMap::fill`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if a cell lies outside the map, or the set has no tile of its id. The cells before it are set.
    pub fn try_fill(
        &mut self,
        corner: impl Into<Point>,
        columns: u32,
        cells: impl IntoIterator<Item = Option<TileCell>>,
    ) -> Result<(), InvalidArgument> {
        let corner = Offset::from(corner.into());
        let (mut x, mut y) = (0, 0);
        for cell in cells {
            let at = corner + Offset::new(x, y);
            let inside =
                x < i64::from(columns) && Extent::of_size(self.size.0, self.size.1).contains(at.x, at.y);
            if !inside {
                return Err(self.no_such_cell(at));
            }
            let packed = self.packed(cell)?;
            self.put(at.x as u32, at.y as u32, packed);
            x += 1;
            if x == i64::from(columns) {
                (x, y) = (0, y + 1);
            }
        }
        Ok(())
    }

    /// Fills an empty map, sixteen rows at a time.
    pub(super) fn build(
        &mut self,
        cells: impl IntoIterator<Item = Option<TileCell>>,
    ) -> Result<(), InvalidArgument> {
        let mut band = vec![Chunk::new(); self.chunk_size().0 as usize];
        let (mut x, mut y) = (0, 0);
        for cell in cells {
            if x >= self.size.0 || y >= self.size.1 {
                return Err(self.no_such_cell(Offset::new(x.into(), y.into())));
            }
            let packed = self.packed(cell)?;
            if packed != PackedCell::EMPTY {
                band[(x / SIDE) as usize].fill(x, y, packed);
            }
            x += 1;
            if x == self.size.0 {
                (x, y) = (0, y + 1);
                if y % SIDE == 0 {
                    self.put_band(&mut band, y / SIDE - 1);
                }
            }
        }
        self.put_band(&mut band, y / SIDE);
        Ok(())
    }

    /// Puts a row of new chunks into the map.
    fn put_band(&mut self, band: &mut [Chunk], cy: u32) {
        for (cx, chunk) in (0..).zip(band) {
            if chunk.filled() > 0 {
                let _ = self.put_chunk([cx, cy], mem::replace(chunk, Chunk::new()), usize::MAX);
            }
        }
    }

    /// Puts a chunk that is not empty where none is. None as soon as the map takes more bytes than the limit; it is not complete then.
    pub(crate) fn put_chunk(&mut self, [cx, cy]: [u32; 2], chunk: Chunk, limit: usize) -> Option<()> {
        if !self.reaches_far() {
            self.add_pages(self.reach_of_chunk(cx, cy), limit)?;
        }
        for (index, &cell) in (0..).zip(chunk.all()).filter(|(_, cell)| **cell != PackedCell::EMPTY) {
            let (x, y) = (cx * SIDE + index % SIDE, cy * SIDE + index / SIDE);
            self.use_cell(x, y);
            if self.reaches_far()
                && let Some(placed) = self.drawing(TileKinds::ALL).placed(x, y, cell)
            {
                let pixels = placed.extent();
                self.add_pages(pixels, limit)?;
            }
        }
        self.filled += u64::from(chunk.filled());
        self.cells.entry(cx, cy, || chunk);
        (self.counted_bytes() <= limit).then_some(())
    }

    /// Says that a cell is or was filled.
    #[inline]
    fn use_cell(&mut self, x: u32, y: u32) {
        let (x, y) = (i64::from(x), i64::from(y));
        self.used = self.used.around(Extent::of_pixel(x, y));
    }

    #[cold]
    fn no_such_cell(&self, at: Offset) -> InvalidArgument {
        let cut = |n: i64| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let (x, y, (columns, rows)) = (cut(at.x), cut(at.y), self.size);
        InvalidArgument::new("cell", InvalidReason::NoSuchCell { x, y, columns, rows })
    }

    /// A cell as it is stored, if the set has its tile.
    #[inline]
    pub(crate) fn packed(&self, cell: Option<TileCell>) -> Result<PackedCell, InvalidArgument> {
        match cell {
            Some(TileCell { tile, .. }) if self.set.get(tile).is_none() => {
                Err(InvalidArgument::new("tile", InvalidReason::NoSuchTile { tile }))
            }
            _ => Ok(PackedCell::new(cell)),
        }
    }

    /// Changes a cell that lies inside. Returns what it was.
    #[inline]
    fn put(&mut self, x: u32, y: u32, cell: PackedCell) -> PackedCell {
        let (cx, cy) = (x / SIDE, y / SIDE);
        let old = match self.cells.get(cx, cy) {
            None if cell == PackedCell::EMPTY => return cell,
            None => {
                if !self.reaches_far() {
                    let _ = self.add_pages(self.reach_of_chunk(cx, cy), usize::MAX);
                }
                PackedCell::EMPTY
            }
            Some(chunk) => chunk.get(x, y),
        };
        if old == cell {
            return old;
        }
        let chunk = self.cells.entry(cx, cy, Chunk::new);
        chunk.set(x, y, cell);
        if chunk.filled() == 0 {
            self.cells.remove(cx, cy);
        }
        self.filled -= u64::from(old != PackedCell::EMPTY);
        self.filled += u64::from(cell != PackedCell::EMPTY);
        self.use_cell(x, y);
        for changed in [old, cell] {
            let Some(placed) = self.drawing(TileKinds::ALL).placed(x, y, changed) else { continue };
            let (kinds, pixels) = (placed.tile.kind.into(), placed.extent());
            self.redraw(kinds, pixels);
        }
        old
    }

    /// The pages that a box of pixels meets.
    fn pages_of(&self, e: Extent) -> impl Iterator<Item = (u32, u32)> + use<> {
        let page = i64::from(BLOCK * TILES);
        let e = e.shifted(-self.origin);
        let range =
            move |from: i64, to: i64| from.div_euclid(page) as u32..(to + page - 1).div_euclid(page) as u32;
        let (xs, ys) = if e.is_empty() { (0..0, 0..0) } else { (range(e.x0, e.x1), range(e.y0, e.y1)) };
        ys.flat_map(move |y| xs.clone().map(move |x| (x, y)))
    }

    /// Whether a chunk may reach over so many pages that a slot for each would be a waste: its cells are large, or a picture is.
    #[inline]
    fn reaches_far(&self) -> bool {
        let Extent { x0, y0, x1, y1 } = self.set.reach(TileKinds::ALL);
        self.cell.0.max(self.cell.1) >= BLOCK || (x1 - x0).max(y1 - y0) > i64::from(BLOCK * TILES)
    }

    /// A box around the pixels that tiles of a chunk may have.
    fn reach_of_chunk(&self, cx: u32, cy: u32) -> Extent {
        let reach = self.set.reach(TileKinds::ALL);
        if reach.is_empty() {
            return Extent::EMPTY;
        }
        let along = |chunk: u32, count: u32, side: u32, reach: (i64, i64), from: i64| {
            let side = i64::from(side);
            let (first, last) = (chunk * SIDE, ((chunk + 1) * SIDE).min(count) - 1);
            ((i64::from(first) + from) * side + reach.0, (i64::from(last) + from) * side + reach.1)
        };
        let (x0, x1) = along(cx, self.size.0, self.cell.0, (reach.x0, reach.x1), 0);
        let (y0, y1) = along(cy, self.size.1, self.cell.1, (reach.y0, reach.y1), 1);
        Extent { x0, y0, x1, y1 }
    }

    /// Makes slots wherever a box has pixels. None if the map takes more bytes than the limit before one is made.
    fn add_pages(&mut self, e: Extent, limit: usize) -> Option<()> {
        for (px, py) in self.pages_of(e) {
            if self.pages.get(px, py).is_none() {
                if self.counted_bytes() > limit {
                    return None;
                }
                self.pages.entry(px, py, PageSlot::default);
            }
        }
        Some(())
    }

    /// Draws again what was drawn in a box, where tiles of these kinds were added or removed.
    #[inline]
    fn redraw(&mut self, kinds: TileKinds, changed: Extent) {
        for (px, py) in self.pages_of(changed) {
            let corner = self.page_corner(px, py);
            let TileMap { set, cells, size, cell, pages, .. } = self;
            let drawing = TileDrawing { set, cells, size: *size, cell: *cell, kinds };
            // Even if nothing was drawn yet: a clone must not share what is drawn there from now on.
            pages.entry(px, py, PageSlot::default).redraw(&drawing, kinds, corner, changed);
        }
    }
}
