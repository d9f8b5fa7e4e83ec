//! Islands: the pieces of a terrain that nothing holds.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::BitOr;

use crate::analysis::components::{Component, Connectivity};
use crate::geom::{Point, Rect};
use crate::mask::Mask;
use crate::tiles::Terrain;
use crate::tiles::page::{self, Page, PageRegion};
use crate::tiles::region::{Child, Part, stitch};
use crate::tiles::tile::SIDE;

/// A set of the four edges of a terrain.
///
/// ```
/// use hitmask::TerrainEdges;
/// let walls = TerrainEdges::LEFT | TerrainEdges::RIGHT;
/// assert!(walls.contains(TerrainEdges::LEFT) && !walls.contains(TerrainEdges::LEFT | TerrainEdges::TOP));
/// assert!(TerrainEdges::ALL.contains(walls) && walls.contains(TerrainEdges::NONE));
/// ```
#[doc(alias = "border anchors")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TerrainEdges(u8);

impl TerrainEdges {
    /// No edge.
    pub const NONE: TerrainEdges = TerrainEdges(0);
    /// The left edge.
    pub const LEFT: TerrainEdges = TerrainEdges(1);
    /// The right edge.
    pub const RIGHT: TerrainEdges = TerrainEdges(2);
    /// The upper edge.
    pub const TOP: TerrainEdges = TerrainEdges(4);
    /// The lower edge.
    pub const BOTTOM: TerrainEdges = TerrainEdges(8);
    /// All four edges.
    pub const ALL: TerrainEdges = TerrainEdges(15);

    /// Whether all of `others` are in this set.
    #[must_use]
    pub const fn contains(self, others: TerrainEdges) -> bool {
        self.0 & others.0 == others.0
    }

    /// The set as a number: the sum of 1 (left), 2 (right), 4 (top) and 8 (bottom).
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set from such a number. None if it is above 15.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<TerrainEdges> {
        if bits <= TerrainEdges::ALL.0 { Some(TerrainEdges(bits)) } else { None }
    }
}

impl BitOr for TerrainEdges {
    type Output = TerrainEdges;
    fn bitor(self, other: TerrainEdges) -> TerrainEdges {
        TerrainEdges(self.0 | other.0)
    }
}

/// What holds a terrain, and which pixels hold each other. A piece is held if one of the anchors holds it.
///
/// ```
/// use hitmask::{TerrainEdges, IslandOptions, Point};
/// // An asteroid field: nothing at the edges holds, but the station's anchor does, and so does every rock of 1000 pixels or more. Less
/// // than 8 pixels are dust, which is not told.
/// let space = IslandOptions {
///     anchors: TerrainEdges::NONE,
///     anchor_points: vec![Point::new(500, 300)],
///     anchor_area: Some(1000),
///     min_area: 8,
///     ..IslandOptions::default()
/// };
/// # let _ = space;
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct IslandOptions {
    /// A piece that has a pixel in the outermost row or column at one of these edges is held. [`TerrainEdges::BOTTOM`] by default.
    pub anchors: TerrainEdges,
    /// A piece is held if one of these pixels belongs to it: a nail, a pillar's foot. A point that is clear or outside the terrain holds
    /// nothing. None by default.
    pub anchor_points: Vec<Point>,
    /// Whether the piece with the most pixels is held; of several such pieces, the one whose first pixel comes first in row-major order. It
    /// is the largest of all pieces, no matter what else is held. Not by default.
    pub anchor_largest: bool,
    /// A piece with at least this many pixels is held, as the islands are that float in the sky of some games. With None, the default, no
    /// piece is large enough.
    pub anchor_area: Option<u64>,
    /// Pieces with fewer pixels are left out of the answer. They stay in the terrain. 0 by default: every piece is told.
    pub min_area: u64,
    /// Which pixels hold each other. [`Connectivity::Four`] by default: pieces that meet only at a corner break apart.
    pub connectivity: Connectivity,
}

impl Default for IslandOptions {
    fn default() -> IslandOptions {
        IslandOptions {
            anchors: TerrainEdges::BOTTOM,
            anchor_points: Vec::new(),
            anchor_largest: false,
            anchor_area: None,
            min_area: 0,
            connectivity: Connectivity::Four,
        }
    }
}

impl Terrain {
    /// Finds the pieces that no [anchor](IslandOptions) holds. They are sorted by their first pixels: row by row from the top, left to right.
    ///
    /// The results are kept with the tiles. The next call looks only at tiles that changed since, and so does a call on a clone or on a
    /// restored snapshot. `self` is mutable only to keep these results; no pixel changes.
    ///
    /// ```
    /// use hitmask::{IslandOptions, Point, Rect, Terrain};
    /// let mut bridge = Terrain::new(300, 100);
    /// let _ = bridge.draw(&Rect::new(0, 40, 300, 10), (0, 0));         // a deck
    /// let _ = bridge.draw(&Rect::new(20, 50, 10, 50), (0, 0));         // on two piers
    /// let _ = bridge.draw(&Rect::new(270, 50, 10, 50), (0, 0));
    /// assert!(bridge.islands(&IslandOptions::default()).is_empty());
    ///
    /// let _ = bridge.carve(&Rect::new(100, 0, 20, 100), (0, 0));       // a gap: each half still has its pier
    /// let _ = bridge.carve(&Rect::new(0, 70, 50, 5), (0, 0));          // the left pier is cut
    /// let islands = bridge.islands(&IslandOptions::default());
    /// assert_eq!((islands.len(), islands[0].bounds), (1, Rect::new(0, 40, 100, 30)));
    ///
    /// let (piece, at) = bridge.take_island(&islands[0]).unwrap();      // a mask that may fall
    /// assert_eq!((piece.count(), at), (islands[0].area, Point::new(0, 40)));
    /// assert!(!bridge.overlaps(&piece, at));
    /// ```
    ///
    /// # Complexity
    /// The tiles that changed since the last call with the same connectivity, the tiles of their pages, and all pages of the terrain. The
    /// first call with each connectivity looks at all tiles.
    ///
    /// The worst case is a pattern of single pixels: each is an island, and takes about 140 bytes until the call returns, 70 of which stay
    /// with the tiles. A chessboard of 8192 × 8192 pixels has 33 million islands, and takes about 10 seconds and 5 GB.
    #[doc(alias = "connected components")]
    #[doc(alias = "floating pieces")]
    #[must_use]
    pub fn islands(&self, options: &IslandOptions) -> Vec<Component> {
        let IslandOptions { anchors, ref anchor_points, anchor_largest, anchor_area, min_area, connectivity } =
            *options;
        let pages = || (0..).map(|i| (i % self.columns, i / self.columns)).zip(&self.pages);
        let regions: Vec<Option<Cow<'_, PageRegion>>> = pages()
            .map(|((px, py), page)| match page {
                Page::Tiles(tiles) => Some(tiles.region(px, py, connectivity)),
                Page::Empty | Page::Full => None,
            })
            .collect();
        let children: Vec<Child<'_>> = pages()
            .zip(&regions)
            .map(|(((px, py), page), region)| match (region, page) {
                (Some(region), _) => Child::Region(&region.page.region),
                (None, Page::Full) => Child::full(page::extent(px, py)),
                (None, _) => Child::Empty,
            })
            .collect();
        let stitched = stitch(&children, self.columns as usize, connectivity);
        let pieces = &stitched.region.parts;
        let mut is_held: Vec<bool> = pieces
            .iter()
            .map(|part| {
                anchors.contains(TerrainEdges::LEFT) && part.x0 == 0
                    || anchors.contains(TerrainEdges::RIGHT) && part.x1 == self.w
                    || anchors.contains(TerrainEdges::TOP) && part.y0 == 0
                    || anchors.contains(TerrainEdges::BOTTOM) && part.y1 == self.h
                    || anchor_area.is_some_and(|area| part.area >= area)
            })
            .collect();
        for &point in anchor_points {
            if !Rect::new(0, 0, self.w, self.h).contains(point) {
                continue;
            }
            let (x, y) = (point.x as u32, point.y as u32);
            let page = self.page_of(x / SIDE, y / SIDE);
            let part = match (&self.pages[page], &regions[page]) {
                (Page::Full, _) => Some(0),
                (Page::Tiles(tiles), Some(region)) => tiles.part_at(region, (x, y), connectivity),
                _ => None,
            };
            if let Some(part) = part {
                is_held[stitched.part_of(page, part) as usize] = true;
            }
        }
        // `max_by_key` returns the last of equal ones. So the pieces are visited from the last to the first.
        let largest = (0..pieces.len()).rev().max_by_key(|&i| pieces[i].area);
        if let Some(largest) = largest.filter(|_| anchor_largest) {
            is_held[largest] = true;
        }
        let island = |part: &Part| Component {
            area: part.area,
            bounds: Rect::new(part.x0 as i32, part.y0 as i32, part.x1 - part.x0, part.y1 - part.y0),
            first: Point::new(part.first_x as i32, part.y0 as i32),
            connectivity,
        };
        let told =
            || pieces.iter().zip(&is_held).filter(|(part, is_held)| !**is_held && part.area >= min_area);
        // There may be millions, so the list gets the right size at once.
        let mut islands = Vec::with_capacity(told().count());
        islands.extend(told().map(|(part, _)| island(part)));
        islands
    }

    /// Lifts an island out of the terrain. Returns its pixels as a mask of the size of its bounds, and where the mask's origin lies in the
    /// terrain. These pixels are then clear in the terrain.
    ///
    /// None if the terrain no longer has this piece, because it was taken, carved or drawn to, or if its bounds are larger than a mask may
    /// be. Nothing changes then.
    ///
    /// # Complexity
    /// The words in the island's bounds, and one [`Terrain::carve`].
    pub fn take_island(&mut self, island: &Component) -> Option<(Mask, Point)> {
        // The fields are public, so any number may stand in them.
        let Component { area, bounds, first, connectivity } = *island;
        let inside = bounds.extent().intersection(self.whole()) == bounds.extent();
        if !inside || !bounds.contains(first) {
            return None;
        }
        Mask::check_size(bounds.w, bounds.h).ok()?;
        let pieces = self.crop(bounds).components(connectivity);
        let first = Point::new(first.x - bounds.x, first.y - bounds.y);
        let index = pieces.component_at(first)?;
        let piece = pieces[index];
        if piece.area != area || piece.bounds != Rect::new(0, 0, bounds.w, bounds.h) || piece.first != first {
            return None;
        }
        let (mask, at) = (pieces.cut_out(index), Point::new(bounds.x, bounds.y));
        if !self.stands_alone(&mask, at, connectivity) {
            return None;
        }
        let change = self.carve(&mask, at);
        debug_assert_eq!(change.pixels, area, "all of it was there");
        Some((mask, at))
    }

    /// Whether no solid pixel beside those of a piece holds it. The piece lies in the terrain, and its pixels are solid there.
    fn stands_alone(&self, piece: &Mask, at: Point, connectivity: Connectivity) -> bool {
        const STEPS: [(i32, i32); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
        let steps = match connectivity {
            Connectivity::Four => &STEPS[..4],
            Connectivity::Eight => &STEPS,
        };
        // Moved by a step, the piece lies on its own pixels and those beside it.
        steps.iter().all(|&(dx, dy)| {
            self.overlap_area(piece, (at.x + dx, at.y + dy)) == piece.overlap_area(piece, (dx, dy))
        })
    }
}
