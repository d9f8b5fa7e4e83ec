//! Carving and drawing.

use super::brush::Stroke;
use crate::bits::TileRows;
use crate::bits::block::Block;
use crate::bits::column::BLOCK;
use crate::bits::low_bits;
use crate::bits::{self, Isa, Kernel};
use crate::geom::{Extent, Point, Rect};
use crate::placed::Placed;
use crate::tiles::page::{Page, TILES};
use crate::tiles::tile::{self, CLEAR, SIDE, Tile};
use crate::tiles::{Terrain, page};

/// What an edit changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct Change {
    /// How many pixels changed.
    pub pixels: u64,
    /// The smallest rectangle around the changed pixels. None if no pixel changed.
    pub bounds: Option<Rect>,
}

/// What an edit makes of the pixels under a brush.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Paint {
    Clear,
    Solid,
}

/// The changes so far.
struct Changes {
    pixels: u64,
    extent: Extent,
}

impl Changes {
    fn add(&mut self, pixels: u64, extent: Extent) {
        self.pixels += pixels;
        self.extent = self.extent.around(extent);
    }
}

impl Terrain {
    /// Clears every pixel under a brush. The brush's origin is at the [offset](crate::mask#the-offset), in the terrain's pixels; a
    /// [`Placed`](crate::Placed) brush is moved by it. The part of the brush outside the terrain has no effect.
    ///
    /// ```
    /// use hitmask::{Rect, Terrain};
    /// let mut wall = Terrain::filled(100, 100);
    /// let hole = Rect::new(0, 0, 10, 10);
    /// assert_eq!(wall.carve(&hole, (95, 20)).pixels, 5 * 10);
    /// let again = wall.carve(&hole, (94, 20));                  // only one column was still solid
    /// assert_eq!((again.pixels, again.bounds), (10, Some(Rect::new(94, 20, 1, 10))));
    /// assert_eq!(wall.carve(&hole, (500, 20)).bounds, None);    // outside the terrain
    /// ```
    ///
    /// # Complexity
    /// A few passes over the 64 words of each tile of 64 × 64 pixels that the brush's bounds meet and that is not empty already. A tile
    /// that is shared with a clone or a snapshot is copied first, and once for each page the 4 KiB of its index.
    #[doc(alias = "dig")]
    #[doc(alias = "destroy")]
    #[doc(alias = "erase")]
    #[doc(alias = "destructible terrain")]
    pub fn carve<'b>(&mut self, brush: impl Into<Placed<'b>>, offset: impl Into<Point>) -> Change {
        self.edit(brush.into().moved(offset.into()), Paint::Clear)
    }

    /// Makes every pixel under a brush solid. The brush's origin is at the [offset](crate::mask#the-offset), in the terrain's pixels; a
    /// [`Placed`](crate::Placed) brush is moved by it. The part of the brush outside the terrain has no effect. Costs what
    /// [`Terrain::carve`] costs.
    #[doc(alias = "paint")]
    #[doc(alias = "fill")]
    pub fn draw<'b>(&mut self, brush: impl Into<Placed<'b>>, offset: impl Into<Point>) -> Change {
        self.edit(brush.into().moved(offset.into()), Paint::Solid)
    }

    fn edit(&mut self, brush: Placed<'_>, paint: Paint) -> Change {
        let mut stroke = Stroke::new(brush);
        let touched = self.whole().intersection(stroke.extent());
        let mut changes = Changes { pixels: 0, extent: Extent::EMPTY };
        if !touched.is_empty() {
            let side = i64::from(SIDE * TILES);
            for py in touched.y0 / side..=(touched.y1 - 1) / side {
                for px in touched.x0 / side..=(touched.x1 - 1) / side {
                    self.edit_page(px as u32, py as u32, &mut stroke, touched, paint, &mut changes);
                }
            }
        }
        let Changes { pixels, extent } = changes;
        if pixels > 0 {
            match paint {
                Paint::Solid => {
                    self.count += pixels;
                    self.bounds = self.bounds.around(extent);
                }
                Paint::Clear => {
                    self.count -= pixels;
                    self.tighten(extent);
                }
            }
        }
        Change { pixels, bounds: extent.to_rect() }
    }

    fn edit_page(
        &mut self,
        px: u32,
        py: u32,
        stroke: &mut Stroke<'_>,
        touched: Extent,
        paint: Paint,
        changes: &mut Changes,
    ) {
        let whole = self.whole();
        let page = &mut self.pages[(py * self.columns + px) as usize];
        let all = page::extent(px, py);
        let touched = touched.intersection(all);
        let (before, after, after_count) = match paint {
            Paint::Clear => (Page::Full, Page::Empty, 0),
            Paint::Solid => (Page::Empty, Page::Full, tile::PIXELS),
        };
        if page.same_value(&after) {
            return;
        }
        let tiles = |from: i64, to: i64| from as u32 / SIDE..(to as u32).div_ceil(SIDE);
        let (columns, rows) = (tiles(touched.x0, touched.x1), tiles(touched.y0, touched.y1));
        if page.same_value(&before) && touched == all && stroke.fills(all) {
            *page = after;
            for ty in rows {
                columns.clone().for_each(|tx| self.occupied.set(tx, ty, paint == Paint::Solid));
            }
            changes.add(page::PIXELS.into(), all);
            return;
        }
        let tiles = page.tiles_mut();
        let carver = if paint == Paint::Clear { stroke.mask() } else { None };
        // Most edits carve with masks, and don't need these.
        let mut drawings = None;
        for ty in rows {
            stroke.begin(Extent { y0: (ty * SIDE).into(), y1: ((ty + 1) * SIDE).into(), ..touched });
            for tx in columns.clone() {
                let tile = tiles.tile(tx, ty);
                let square = tile::extent(tx, ty);
                let inside = square.intersection(whole);
                let old = tile.count();
                if old == after_count {
                    continue;
                }
                if let Some((mask, at)) = carver {
                    if let Some((pixels, extent)) = tiles.carve(tx, ty, mask, at - square.corner()) {
                        changes.add(pixels.into(), extent.shifted(square.corner()));
                        if pixels == old {
                            self.occupied.set(tx, ty, false);
                        }
                    }
                    continue;
                }
                let new = match (paint, old) {
                    (Paint::Clear, tile::PIXELS) if stroke.fills_tile(square) => {
                        tiles.put(tx, ty, Tile::EMPTY);
                        changes.add(tile::PIXELS.into(), square);
                        0
                    }
                    (Paint::Solid, 0) if inside == square && stroke.fills_tile(square) => {
                        tiles.put(tx, ty, Tile::FULL);
                        changes.add(tile::PIXELS.into(), square);
                        tile::PIXELS
                    }
                    _ => {
                        let (under, changed) = drawings.get_or_insert((CLEAR, CLEAR));
                        let rows = stroke.draw(square, under);
                        if inside != square {
                            cut(under, inside, square);
                        }
                        // The rows rounded outwards to whole blocks.
                        let blocks = rows.start / BLOCK..rows.end.div_ceil(BLOCK);
                        let a = &tile.rows().unwrap_or(&CLEAR).as_chunks().0[blocks.clone()];
                        let b = &under.as_chunks().0[blocks.clone()];
                        let out = &mut changed.as_chunks_mut().0[blocks.clone()];
                        let difference = match paint {
                            Paint::Clear => bits::run::<Differ<false>, _, _, _>(a, b, out),
                            Paint::Solid => bits::run::<Differ<true>, _, _, _>(a, b, out),
                        };
                        under[rows].fill(0);
                        let Some((pixels, extent)) = difference else { continue };
                        let count = if paint == Paint::Solid { old + pixels } else { old - pixels };
                        let top = blocks.start * BLOCK;
                        let (first, last) = (top + extent.y0 as usize, top + extent.y1 as usize);
                        tiles.toggle(tx, ty, &changed[first..last], first, count);
                        let corner = Point::new(square.x0 as i32, square.y0 as i32 + top as i32);
                        changes.add(pixels.into(), extent.shifted(corner));
                        count
                    }
                };
                if (old == 0) != (new == 0) {
                    self.occupied.set(tx, ty, new > 0);
                }
            }
        }
        page.simplify();
    }
}

/// Clears the part of a tile's rows that lies outside the terrain.
fn cut(rows: &mut TileRows, inside: Extent, square: Extent) {
    let (w, h) = ((inside.x1 - square.x0) as u32, (inside.y1 - square.y0) as usize);
    rows[..h].iter_mut().for_each(|row| *row &= low_bits(w));
    rows[h..].fill(0);
}

/// Finds the pixels of some rows of a tile that an edit changes. When carving, these are solid in the brush and solid in the tile; when
/// drawing (`DRAWN`), solid in the brush and clear in the tile. Returns their number and a box around them, or None if there are none.
struct Differ<const DRAWN: bool>;

type Blocks = [[u64; BLOCK]];

impl<const DRAWN: bool> Kernel<&Blocks, &Blocks, &mut Blocks> for Differ<DRAWN> {
    type Output = Option<(u32, Extent)>;
    #[inline(always)]
    fn run<I: Isa>(isa: I, rows: &Blocks, under: &Blocks, changed: &mut Blocks) -> Self::Output {
        let mut sum = I::B64::no_sum(isa);
        let mut any = I::B64::zero(isa);
        for ((rows, under), out) in rows.iter().zip(under).zip(changed.iter_mut()) {
            let (rows, under) = (I::B64::load(isa, rows), I::B64::load(isa, under));
            let block = if DRAWN { under.without(rows) } else { under.and(rows) };
            sum = block.count(sum);
            any = any.or(block);
            *out = block.to_rows();
        }
        let bits: u64 = any.or_rows();
        if bits == 0 {
            return None;
        }
        let changed = changed.as_flattened();
        let top = changed.iter().position(|&row| row != 0)?;
        let bottom = changed.iter().rposition(|&row| row != 0)?;
        let extent = Extent {
            x0: bits.trailing_zeros().into(),
            y0: top as i64,
            x1: 64 - i64::from(bits.leading_zeros()),
            y1: bottom as i64 + 1,
        };
        Some((I::B64::total(isa, sum) as u32, extent))
    }
}
