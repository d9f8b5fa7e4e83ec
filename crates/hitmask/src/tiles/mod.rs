//! How a terrain is stored: tiles of 64 x 64 pixels on pages of 16 x 16 tiles. The operations on it are in [`crate::terrain`].

mod bounds;
mod content;
mod occupied;
pub(crate) mod page;
mod page_regions;
pub(crate) mod region;
mod scan;
pub(crate) mod tile;
mod validate;

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use occupied::Occupied;
use page::{Page, TILES};
use tile::{SIDE, Tile};

use crate::geom::{Extent, Rect};
use crate::invalid_argument::{InvalidArgument, OrPanic};

/// A mask of up to 65 536 × 65 536 pixels that is made to be changed: ground to dig in, walls to shoot holes into, islands that break
/// apart.
///
/// It is stored in tiles of 64 × 64 pixels. An empty or a full tile takes no memory except its place in the index; the same holds for a
/// whole page of 16 × 16 such tiles. All other tiles and pages are shared between clones and [snapshots](Terrain::snapshot), and copied
/// when one of these is changed.
///
/// # Guarantees
/// - Everything is exact: what [`Terrain::carve`] and [`Terrain::draw`] report as changed, [`Terrain::count`] and [`Terrain::bounds`].
///   Every query gives the answer of a [`Mask`](crate::Mask) with the same pixels.
/// - A clone copies only the list of pages: one entry for each 1024 × 1024 pixels.
/// - Two terrains are equal if their sizes and pixels are equal. How they were made does not matter.
/// - `Terrain` is `Send` and `Sync`. No query allocates.
///
/// ```
/// use hitmask::{Mask, Point, Rect, Terrain};
/// let mut ground = Terrain::new(4000, 1000);
/// let drawn = ground.draw(&Rect::new(0, 600, 4000, 400), (0, 0));
/// assert_eq!(drawn.pixels, 4000 * 400);
///
/// let crater = Mask::from_fn(33, 33, |x, y| (x as i32 - 16).pow(2) + (y as i32 - 16).pow(2) <= 16 * 16);
/// let carved = ground.carve(&crater, (1000, 584));                 // its centre lies on the surface
/// assert_eq!(carved.bounds, Some(Rect::new(1000, 600, 33, 17)));
/// assert_eq!(ground.count(), 4000 * 400 - carved.pixels);
///
/// let tank = Mask::filled(20, 10);
/// assert!(!ground.overlaps(&tank, (1006, 595)));                   // in the crater
/// assert_eq!(ground.first_overlap(&tank, (1006, 610)), Some(Point::new(1006, 613)));
/// ```
#[doc(alias = "destructible terrain")]
#[doc(alias = "tilemap")]
#[derive(Clone)]
pub struct Terrain {
    pub(crate) w: u32,
    pub(crate) h: u32,
    /// Pages per row.
    pub(crate) columns: u32,
    pub(crate) pages: Vec<Page>,
    pub(crate) occupied: Occupied,
    /// The number of solid pixels.
    pub(crate) count: u64,
    /// The smallest box that contains all of them.
    pub(crate) bounds: Extent,
}

impl Terrain {
    /// The longest side that a terrain may have, in pixels.
    pub const MAX_SIDE: u32 = 65_536;

    /// An empty terrain of w × h pixels. A width or height of 0 is legal; such a terrain overlaps nothing.
    ///
    /// # Panics
    /// If a side is longer than [`Terrain::MAX_SIDE`]. If the size comes from untrusted input, use [`Terrain::try_new`].
    #[must_use]
    pub fn new(w: u32, h: u32) -> Terrain {
        Terrain::try_new(w, h).or_panic()
    }

    /// An empty terrain of w × h pixels.
    ///
    /// # Errors
    /// [`InvalidArgument`], if a side is longer than [`Terrain::MAX_SIDE`].
    pub fn try_new(w: u32, h: u32) -> Result<Terrain, InvalidArgument> {
        if w.max(h) > Terrain::MAX_SIDE {
            let (side, pixels) = (Terrain::MAX_SIDE, u64::from(Terrain::MAX_SIDE).pow(2));
            return Err(InvalidArgument::too_large("size", (w, h), side, pixels));
        }
        let pages = |side: u32| side.div_ceil(SIDE * TILES);
        Ok(Terrain {
            w,
            h,
            columns: pages(w),
            pages: vec![Page::Empty; (pages(w) * pages(h)) as usize],
            occupied: Occupied::new(w.div_ceil(SIDE), h.div_ceil(SIDE)),
            count: 0,
            bounds: Extent::EMPTY,
        })
    }

    /// The memory of a new terrain of this size, in bytes.
    pub(crate) fn bytes_of_size(w: u32, h: u32) -> usize {
        let pages = |side: u32| side.div_ceil(SIDE * TILES) as usize;
        let words = w.div_ceil(SIDE).div_ceil(64) as usize * h.div_ceil(SIDE) as usize;
        size_of::<Terrain>()
            + pages(w).saturating_mul(pages(h) * size_of::<Page>())
            + words * size_of::<u64>()
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.w
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.h
    }

    /// The width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.w, self.h)
    }

    /// The number of solid pixels. Takes constant time.
    #[doc(alias = "area")]
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The smallest rectangle that contains all solid pixels. None if no pixel is solid. Takes constant time.
    #[doc(alias = "aabb")]
    #[doc(alias = "bounding box")]
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.bounds.to_rect()
    }

    /// Whether no pixel is solid. Takes constant time.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The memory that the terrain uses, in bytes: its fields, its tiles, and the data that [`Terrain::islands`] keeps with it. Clones and
    /// snapshots share most of it, and each of them counts it all.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let pages = self.pages.iter().map(|page| match page {
            Page::Empty | Page::Full => 0,
            Page::Tiles(tiles) => tiles.memory_bytes(),
        });
        size_of::<Terrain>()
            + size_of_val(self.pages.as_slice())
            + self.occupied.memory_bytes()
            + pages.sum::<usize>()
    }

    /// The whole terrain as a box.
    pub(crate) fn whole(&self) -> Extent {
        Extent::of_size(self.w, self.h)
    }

    /// The smallest box that contains all solid pixels.
    #[inline(always)]
    pub(crate) fn extent(&self) -> Extent {
        self.bounds
    }

    /// The index of the page that contains a tile.
    #[inline(always)]
    pub(crate) fn page_of(&self, tx: u32, ty: u32) -> usize {
        (ty / TILES * self.columns + tx / TILES) as usize
    }

    /// A tile, by its column and row.
    #[inline(always)]
    pub(crate) fn tile(&self, tx: u32, ty: u32) -> &Tile {
        self.pages[self.page_of(tx, ty)].tile(tx, ty)
    }

    /// The numbers of tile columns and tile rows.
    pub(crate) fn tiles(&self) -> (u32, u32) {
        (self.w.div_ceil(SIDE), self.h.div_ceil(SIDE))
    }
}

impl PartialEq for Terrain {
    fn eq(&self, other: &Terrain) -> bool {
        self.size() == other.size()
            && self.count == other.count
            && self.occupied == other.occupied
            && self.pages.iter().zip(&other.pages).all(|(a, b)| a.same_pixels(b))
    }
}

impl Eq for Terrain {}

impl Default for Terrain {
    /// A terrain of 0 × 0 pixels.
    fn default() -> Terrain {
        Terrain::new(0, 0)
    }
}

/// Shows the size and the number of solid pixels.
impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terrain({} x {}, {} solid)", self.w, self.h, self.count)
    }
}
