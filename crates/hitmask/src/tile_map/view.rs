//! The pixels of the tiles of some kinds.

use core::fmt;
use core::ops::Range;

use super::drawing::TileDrawing;
use super::page::DrawnPage;
use super::set::TileKinds;
use super::{BLOCK, TILES, TileMap};
use crate::bits::{KEEPS, TileRows};
use crate::geom::{Extent, Offset, Point, Rect};
use crate::invalid_argument::OrPanic;
use crate::mask::Mask;
use crate::tiles::tile;

/// A [`TileMap`] with the tiles of some kinds only: see [`TileMap::only`]. It is a [`Shape`](crate::Shape).
#[derive(Clone, Copy)]
pub struct TileView<'a> {
    map: &'a TileMap,
    /// Only kinds that have pixels in the set, so that equal pixels are drawn once.
    kinds: TileKinds,
}

impl<'a> TileView<'a> {
    #[inline]
    pub(super) fn new(map: &'a TileMap, kinds: TileKinds) -> TileView<'a> {
        TileView { map, kinds: kinds.intersection(map.set.kinds()) }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &'a TileMap {
        self.map
    }

    /// The kinds of tiles that count, without those of which the set has no pixels.
    #[must_use]
    pub fn kinds(&self) -> TileKinds {
        self.kinds
    }

    /// Whether the pixel is solid. False where there is no tile.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        let Point { x, y } = point.into();
        self.window(x.into(), y.into()) & 1 != 0
    }

    /// The pixels inside a rectangle, as a mask of the rectangle's size.
    ///
    /// # Panics
    /// If the rectangle exceeds the size limits of a mask. [`Rect::checked`] finds out.
    ///
    /// # Complexity
    /// Reads the tiles. Keeps nothing.
    #[must_use]
    pub fn crop(&self, rect: Rect) -> Mask {
        let rect = rect.checked("rect").or_panic();
        let mut mask = Mask::new(rect.w, rect.h);
        let whole = rect.extent();
        let drawing = self.drawing();
        for part in whole.intersection(self.extent()).parts(BLOCK.into()) {
            // A part begins at a column of the mask only if the mask does.
            let mut rows = [0; BLOCK as usize];
            drawing.draw(part, part.corner(), &mut rows);
            let at = part.shifted(-whole.corner());
            for (y, &row) in (at.y0..at.y1).zip(&rows) {
                mask.or_window(at.x0 as u32, y as u32, row);
            }
        }
        mask.rebuild();
        mask
    }

    /// The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes.
    #[must_use]
    pub fn count(&self) -> u64 {
        let mut count = 0;
        self.each_drawn(|_, rows| count += rows.iter().map(|row| u64::from(row.count_ones())).sum::<u64>());
        count
    }

    /// The smallest rectangle that contains all solid pixels. None if no pixel is solid. Reads all tiles, and keeps nothing.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let mut bounds = Extent::EMPTY;
        self.each_drawn(|square, rows| {
            for (y, &row) in (square.y0..).zip(rows) {
                let (from, to) = crate::bits::ends_of(row);
                if row != 0 {
                    bounds =
                        bounds.around(Extent { x0: square.x0 + from, y0: y, x1: square.x0 + to, y1: y + 1 });
                }
            }
        });
        bounds.to_rect()
    }

    /// Draws the pixels in a rectangle now, so that the first questions there allocate nothing. Does nothing where nothing can be kept.
    ///
    /// # Complexity
    /// The tiles in the rectangle, and up to 656 bytes of memory for each 64 × 64 pixels.
    pub fn draw_ahead(&self, rect: Rect) {
        let inside = rect.extent().intersection(self.extent());
        if KEEPS && !inside.is_empty() {
            self.blocks_within(inside).for_each(drop);
        }
    }

    /// Calls `f` with each block that may have pixels, drawn anew.
    fn each_drawn(&self, mut f: impl FnMut(Extent, &[u64])) {
        let drawing = self.drawing();
        for (px, py, _) in self.map.pages.within(0..self.map.page_count.0, 0..self.map.page_count.1) {
            let corner = self.map.page_corner(px, py);
            for (bx, by) in DrawnPage::new(&drawing, corner).occupied() {
                let square = tile::extent(bx, by).shifted(corner);
                let mut rows = [0; BLOCK as usize];
                drawing.draw(square, square.corner(), &mut rows);
                f(square, &rows);
            }
        }
    }

    #[inline]
    pub(crate) fn drawing(&self) -> TileDrawing<'a> {
        self.map.drawing(self.kinds)
    }

    /// A box that holds every solid pixel.
    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        let (reach, used, (w, h)) = (self.map.set.reach(self.kinds), self.map.used, self.map.cell);
        if reach.is_empty() || used.is_empty() {
            return Extent::EMPTY;
        }
        let (w, h) = (i64::from(w), i64::from(h));
        Extent {
            x0: used.x0 * w + reach.x0,
            y0: (used.y0 + 1) * h + reach.y0,
            x1: (used.x1 - 1) * w + reach.x1,
            y1: used.y1 * h + reach.y1,
        }
    }

    /// The 64 pixels of a row from x on.
    #[inline]
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        if !KEEPS {
            return self.drawn_window(x, y);
        }
        let Offset { x: left, y: top } = self.map.origin;
        let (x, y) = (x - left, y - top);
        let (column, shift) = (x.div_euclid(64), x.rem_euclid(64) as u32);
        let (row, line) = (y.div_euclid(64), y.rem_euclid(64) as usize);
        let word = |column: i64| self.block(column, row).map_or(0, |rows| rows[line]);
        let low = word(column) >> shift;
        if shift == 0 { low } else { low | word(column + 1) << (64 - shift) }
    }

    /// The same from the tiles alone.
    fn drawn_window(&self, x: i64, y: i64) -> u64 {
        let mut row = [0];
        let within = Extent { x0: x, y0: y, x1: x + 64, y1: y + 1 };
        self.drawing().draw(within, within.corner(), &mut row);
        row[0]
    }

    /// Adds the 64 columns of pixels from (x, y) on to rows.
    pub(crate) fn add_rows(&self, x: i64, y: i64, rows: &mut [u64]) {
        let window = Extent { x0: x, y0: y, x1: x + 64, y1: y + rows.len() as i64 };
        let inside = window.intersection(self.extent());
        if inside.is_empty() {
            return;
        }
        if !KEEPS {
            return self.drawing().draw(inside, window.corner(), rows);
        }
        for (square, block) in self.blocks_within(inside) {
            let shift = square.x0 - x;
            let (right, left) = ((-shift).max(0) as u32, shift.max(0) as u32);
            let seen = square.intersection(window);
            let from = &block[(seen.y0 - square.y0) as usize..(seen.y1 - square.y0) as usize];
            let onto = &mut rows[(seen.y0 - y) as usize..(seen.y1 - y) as usize];
            onto.iter_mut().zip(from).for_each(|(row, &word)| *row |= word >> right << left);
        }
    }

    /// The rows of the block at a column and a row of blocks. None if it is clear, or does not exist.
    fn block(&self, bx: i64, by: i64) -> Option<&'a TileRows> {
        let (bx, by) = (u32::try_from(bx).ok()?, u32::try_from(by).ok()?);
        let (columns, rows) = self.map.page_count;
        if bx / TILES >= columns || by / TILES >= rows {
            return None;
        }
        let page = self.page(bx / TILES, by / TILES).ok()??;
        page.block((bx, by), || (self.drawing(), self.block_corner(bx, by)))
    }

    #[inline]
    pub(super) fn block_corner(&self, bx: u32, by: u32) -> Offset {
        self.map.origin + Offset::new(i64::from(bx) * i64::from(BLOCK), i64::from(by) * i64::from(BLOCK))
    }

    /// The drawn page at a column and a row of pages. None where nothing can be kept. If there is no page, the side of the empty square in
    /// which it would lie.
    #[inline]
    pub(super) fn page(&self, px: u32, py: u32) -> Result<Option<&'a DrawnPage>, u32> {
        let slot = self.map.pages.find(px, py)?;
        if let Some(page) = slot.made(self.kinds) {
            return Ok(Some(page));
        }
        Ok(slot.page(&self.drawing(), self.map.page_corner(px, py)))
    }

    /// The columns and rows of blocks that a box meets. It must lie in the extent and must not be empty.
    #[inline(always)]
    fn blocks_of(&self, e: Extent) -> (Range<u32>, Range<u32>) {
        let e = e.shifted(-self.map.origin);
        let range = |from: i64, to: i64| from as u32 / BLOCK..(to as u32).div_ceil(BLOCK);
        (range(e.x0, e.x1), range(e.y0, e.y1))
    }

    /// Whether no page has a pixel in common with an extent. Then no tile of any kind was ever put there.
    pub(crate) fn has_no_page(&self, e: Extent) -> bool {
        let inside = e.intersection(self.extent());
        if inside.is_empty() {
            return true;
        }
        let (columns, rows) = self.blocks_of(inside);
        let pages = |blocks: Range<u32>| blocks.start / TILES..blocks.end.div_ceil(TILES);
        self.map.pages.within(pages(columns), pages(rows)).next().is_none()
    }

    /// Whether every block that meets a box is known to be clear. The box must lie in the extent and must not be empty. False where nothing
    /// is kept.
    #[inline]
    pub(crate) fn is_clear(&self, e: Extent) -> bool {
        KEEPS && self.blocks_within(e).step().is_none()
    }

    /// The blocks that have solid pixels and meet a box, row by row, with their boxes. The box must lie in the extent and must not be empty.
    /// There are none where nothing is kept.
    #[inline(always)]
    pub(crate) fn blocks_within(&self, e: Extent) -> BlocksWithin<'a> {
        let (columns, rows) = self.blocks_of(e);
        let x = columns.start;
        BlocksWithin { view: *self, columns, rows, x, page: None, at: (0, 0), skip: u32::MAX }
    }

    /// The empty square of pixels around a pixel, as far as it is known at once. The pixel must lie in the extent.
    #[inline]
    pub(crate) fn clear_around(&self, x: i64, y: i64) -> Option<Extent> {
        if !KEEPS || !self.extent().contains(x, y) {
            return None;
        }
        let Offset { x: left, y: top } = self.map.origin;
        let (bx, by) = ((x - left) as u32 / BLOCK, (y - top) as u32 / BLOCK);
        let square = |bx: u32, by: u32, side: u32| {
            let side = i64::from(side) * i64::from(BLOCK);
            let Offset { x, y } = self.block_corner(bx, by);
            Extent { x0: x, y0: y, x1: x + side, y1: y + side }
        };
        match self.page(bx / TILES, by / TILES) {
            Err(side) => {
                let low = |n: u32| (n / TILES) & !(side - 1);
                Some(square(low(bx) * TILES, low(by) * TILES, side.saturating_mul(TILES)))
            }
            Ok(page) => (page?.row(by) >> (bx % TILES) & 1 == 0).then(|| square(bx, by, 1)),
        }
    }
}

/// The iterator of [`TileView::blocks_within`].
pub(crate) struct BlocksWithin<'a> {
    view: TileView<'a>,
    columns: Range<u32>,
    /// The rows that are left, the current one included.
    rows: Range<u32>,
    x: u32,
    /// The page that was looked at last, and where it lies.
    page: Option<&'a DrawnPage>,
    at: (u32, u32),
    /// The row up to which there are no pages, as far as the current row was looked at. 0 if it has one.
    skip: u32,
}

impl<'a> BlocksWithin<'a> {
    /// Goes to the next block that may have pixels. Returns its place.
    #[inline(always)]
    fn step(&mut self) -> Option<(u32, u32)> {
        loop {
            if self.x >= self.columns.end {
                self.rows.start = (self.rows.start + 1).max(self.skip);
                self.x = self.columns.start;
                self.skip = u32::MAX;
                if self.rows.start >= self.rows.end {
                    return None;
                }
            } else if self.rows.start >= self.rows.end {
                return None;
            }
            let (x, y) = (self.x, self.rows.start);
            let at = (x / TILES, y / TILES);
            if self.page.is_none() || self.at != at {
                match self.view.page(at.0, at.1) {
                    Ok(page) => (self.page, self.at) = (Some(page?), at),
                    Err(side) => {
                        let end = |n: u32| (n | (side - 1)).saturating_add(1).saturating_mul(TILES);
                        self.x = end(at.0);
                        self.skip = self.skip.min(end(at.1));
                        continue;
                    }
                }
            }
            self.skip = 0;
            let page = self.page?;
            let left = page.row(y) >> (x % TILES);
            if left == 0 {
                self.x = (at.0 + 1) * TILES;
                continue;
            }
            self.x = x + left.trailing_zeros();
            if self.x < self.columns.end {
                self.x += 1;
                return Some((self.x - 1, y));
            }
        }
    }
}

impl<'a> Iterator for BlocksWithin<'a> {
    type Item = (Extent, &'a TileRows);

    #[inline(always)]
    fn next(&mut self) -> Option<(Extent, &'a TileRows)> {
        loop {
            let (bx, by) = self.step()?;
            let corner = self.view.block_corner(bx, by);
            if let Some(rows) = self.page?.block((bx, by), || (self.view.drawing(), corner)) {
                return Some((Extent::of_size(BLOCK, BLOCK).shifted(corner), rows));
            }
        }
    }
}

/// Names the kinds and the map.
impl fmt::Debug for TileView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.kinds, self.map)
    }
}

/// Views, and the same for all kinds.
impl TileMap {
    /// The map with the tiles of some kinds only: a [`Shape`](crate::Shape) that looks at this map. Costs nothing.
    ///
    /// ```
    /// use hitmask::{Mask, TileCell, TileDef, TileKind, TileMap, TileSet};
    /// let plank = TileDef::new(Mask::filled(8, 3)).with_kind(TileKind::OneWay);
    /// let mut map = TileMap::new(TileSet::new([Mask::filled(8, 8).into(), plank]), (4, 4), (8, 8));
    /// map.set((1, 2), TileCell::new(1));
    /// let ledges = map.only(TileKind::OneWay);
    /// assert!(ledges.contains((8, 21)) && map.contains((8, 21)));
    /// assert!(!map.only([TileKind::Body, TileKind::Sensor]).contains((8, 21)));
    /// ```
    #[doc(alias = "filter")]
    #[must_use]
    #[inline]
    pub fn only(&self, kinds: impl Into<TileKinds>) -> TileView<'_> {
        TileView::new(self, kinds.into())
    }

    /// Whether the pixel is solid, in a tile of any kind.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.all().contains(point)
    }

    /// As [`TileView::crop`], of all kinds.
    ///
    /// # Panics
    /// If the rectangle exceeds the size limits of a mask. [`Rect::checked`] finds out.
    #[must_use]
    pub fn crop(&self, rect: Rect) -> Mask {
        self.all().crop(rect)
    }

    /// As [`TileView::count`], of all kinds.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.all().count()
    }

    /// As [`TileView::bounds`], of all kinds.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.all().bounds()
    }

    /// As [`TileView::draw_ahead`], of all kinds. In a world, the kinds that are used there must be drawn, each for itself.
    pub fn draw_ahead(&self, rect: Rect) {
        self.all().draw_ahead(rect);
    }

    /// The map with all kinds.
    #[inline]
    pub(crate) fn all(&self) -> TileView<'_> {
        self.only(TileKinds::ALL)
    }
}
