//! What hangs in the air.

use alloc::vec::Vec;
use core::ops::BitOr;

use crate::analysis::components::Connectivity;
use crate::geom::{Point, Rect};
use crate::mask::Mask;
use crate::tiles::Terrain;
use crate::tiles::page::Page;
use crate::tiles::region::{Child, Part, stitch};
use crate::tiles::tile;

/// Some of the four edges of a terrain.
///
/// ```
/// use hitmask::Edges;
/// let walls = Edges::LEFT | Edges::RIGHT;
/// assert!(walls.contains(Edges::LEFT) && !walls.contains(Edges::LEFT | Edges::TOP));
/// assert!(Edges::ALL.contains(walls) && walls.contains(Edges::NONE));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edges(u8);

impl Edges {
    /// None of them.
    pub const NONE: Edges = Edges(0);
    /// The left one.
    pub const LEFT: Edges = Edges(1);
    /// The right one.
    pub const RIGHT: Edges = Edges(2);
    /// The upper one.
    pub const TOP: Edges = Edges(4);
    /// The lower one.
    pub const BOTTOM: Edges = Edges(8);
    /// All four.
    pub const ALL: Edges = Edges(15);

    /// Whether all of the others are among these.
    #[must_use]
    pub const fn contains(self, others: Edges) -> bool {
        self.0 & others.0 == others.0
    }

    /// As a number: 1 for the left one, 2 for the right one, 4 for the upper one, 8 for the lower one, added up.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// From such a number; None above 15.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Edges> {
        if bits <= Edges::ALL.0 { Some(Edges(bits)) } else { None }
    }
}

impl BitOr for Edges {
    type Output = Edges;
    fn bitor(self, other: Edges) -> Edges {
        Edges(self.0 | other.0)
    }
}

/// What holds the pieces of a terrain, and what holds them together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct IslandOptions {
    /// The edges that hold whatever has a pixel in their outermost row or column. [`Edges::BOTTOM`] by default.
    pub anchors: Edges,
    /// Which pixels hold each other. [`Connectivity::Four`] by default: what meets at a corner only breaks apart.
    pub connectivity: Connectivity,
}

impl Default for IslandOptions {
    fn default() -> IslandOptions {
        IslandOptions { anchors: Edges::BOTTOM, connectivity: Connectivity::Four }
    }
}

/// A piece of a terrain that nothing holds: see [`Terrain::islands`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Island {
    /// How many pixels it has.
    pub area: u64,
    /// The smallest rectangle around them.
    pub bounds: Rect,
    /// The first of them in row-major order.
    pub first: Point,
    /// Which pixels hold each other.
    pub connectivity: Connectivity,
}

impl Terrain {
    /// The pieces that no anchored edge holds any more, in the order of their first pixels, row by row from the top, left to right.
    ///
    /// What was found out is kept with the tiles: the next call looks only at those that changed since, and so does one on a clone or on a
    /// restored snapshot. (That is why `self` is mutable; no pixel changes.)
    ///
    /// ```
    /// use hitmask::{IslandOptions, Point, Rect, Terrain};
    /// let mut bridge = Terrain::new(300, 100);
    /// let _ = bridge.draw(&Rect::new(0, 40, 300, 10), (0, 0));         // a deck
    /// let _ = bridge.draw(&Rect::new(20, 50, 10, 50), (0, 0));         // on two piers
    /// let _ = bridge.draw(&Rect::new(270, 50, 10, 50), (0, 0));
    /// assert!(bridge.islands(&IslandOptions::default()).is_empty());
    ///
    /// let _ = bridge.carve(&Rect::new(100, 0, 20, 100), (0, 0));       // either half has a pier
    /// let _ = bridge.carve(&Rect::new(0, 70, 50, 5), (0, 0));          // had
    /// let islands = bridge.islands(&IslandOptions::default());
    /// assert_eq!((islands.len(), islands[0].bounds), (1, Rect::new(0, 40, 100, 30)));
    ///
    /// let (piece, at) = bridge.take_island(&islands[0]).unwrap();      // it falls from here on
    /// assert_eq!((piece.count(), at), (islands[0].area, Point::new(0, 40)));
    /// assert!(!bridge.overlaps(&piece, at));
    /// ```
    ///
    /// # Complexity
    /// The tiles that changed since the last call with the same connectivity, the tiles of their pages, and the pages of the terrain: tens
    /// of microseconds after a crater. The first call looks at all tiles.
    #[must_use]
    pub fn islands(&mut self, options: &IslandOptions) -> Vec<Island> {
        let IslandOptions { anchors, connectivity } = *options;
        let columns = self.columns;
        for (i, page) in (0..).zip(&mut self.pages) {
            if matches!(page, Page::Tiles(tiles) if !tiles.knows_region(connectivity)) {
                page.tiles_mut().find_region(i % columns, i / columns, connectivity);
            }
        }
        let children: Vec<Child<'_>> = (0..)
            .zip(&self.pages)
            .map(|(i, page)| match page {
                Page::Empty => Child::Empty,
                Page::Full => Child::full(tile::page_extent(i % columns, i / columns)),
                Page::Tiles(tiles) => {
                    tiles.region.as_ref().map_or(Child::Empty, |known| Child::Region(&known.region))
                }
            })
            .collect();
        let pieces = stitch(&children, columns as usize, connectivity).parts;
        let held = |part: &Part| {
            anchors.contains(Edges::LEFT) && part.x0 == 0
                || anchors.contains(Edges::RIGHT) && part.x1 == self.w
                || anchors.contains(Edges::TOP) && part.y0 == 0
                || anchors.contains(Edges::BOTTOM) && part.y1 == self.h
        };
        let island = |part: &Part| Island {
            area: part.area,
            bounds: Rect::new(part.x0 as i32, part.y0 as i32, part.x1 - part.x0, part.y1 - part.y0),
            first: Point::new(part.first_x as i32, part.y0 as i32),
            connectivity,
        };
        pieces.iter().filter(|part| !held(part)).map(island).collect()
    }

    /// Lifts an island out: its pixels as a mask of the size of its bounds, and where that mask's origin lies in the terrain, where they are
    /// clear from now on. None, and nothing changes, when the terrain no longer has such a piece (it was taken before, carved, or drawn to),
    /// or when its bounds are larger than a mask may be.
    ///
    /// # Complexity
    /// The words in the island's bounds, and [`Terrain::carve`].
    pub fn take_island(&mut self, island: &Island) -> Option<(Mask, Point)> {
        let Island { area, bounds, first, connectivity } = *island;
        // A pixel more on every side shows what it hangs together with by now.
        let around = Rect::new(bounds.x - 1, bounds.y - 1, bounds.w + 2, bounds.h + 2);
        Mask::try_new(around.w, around.h).ok()?;
        let pieces = self.crop(around).components(connectivity);
        let index = pieces.component_at((first.x - around.x, first.y - around.y))?;
        let piece = pieces[index];
        let inner = Rect::new(1, 1, bounds.w, bounds.h);
        let same_first = piece.first == Point::new(first.x - around.x, first.y - around.y);
        if piece.area != area || piece.bounds != inner || !same_first {
            return None;
        }
        let (mask, at) = (pieces.cut_out(index), Point::new(bounds.x, bounds.y));
        let change = self.carve(&mask, at);
        debug_assert_eq!(change.pixels, area, "all of it was there");
        Some((mask, at))
    }
}
