//! The collision buffer: shapes are drawn into it with an id, and others are tested against what it holds.

mod cells;
mod image;
mod inside;
mod owners;
mod plane;
mod pool;

use alloc::vec::Vec;
use core::fmt;

pub use self::image::BufferImage;
use self::inside::Inside;
use self::owners::Owners;
use self::plane::IdPlane;
use crate::geom::{Extent, Point, Rect};
use crate::mask::Mask;
use crate::placed::Placed;

/// What a [`CollisionBuffer`] remembers of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum BufferMode {
    /// Every id that was drawn there.
    Owners,
    /// The id that was drawn there last, as on a screen.
    Painter,
    /// Every id that was drawn there, and which ids have touched any other since that was last read: the collision register of the
    /// sprite chips of the 1980s.
    Latch,
}

/// Why a region cannot be a buffer's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BufferError {
    /// A side longer than [`CollisionBuffer::MAX_SIDE`] or more than [`CollisionBuffer::MAX_PIXELS`] in all.
    TooLarge {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
    },
}

impl fmt::Display for BufferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BufferError::TooLarge { width, height } = self;
        write!(
            f,
            "a collision buffer of {width} x {height} pixels is too large: a side may have {} pixels, the whole {}",
            CollisionBuffer::MAX_SIDE,
            CollisionBuffer::MAX_PIXELS
        )
    }
}

impl core::error::Error for BufferError {}

/// An id that a shape was found on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Met {
    /// What was drawn there, as its caller named it.
    pub id: u32,
    /// How many of the shape's pixels hold it. A pixel counts once however often the id was drawn there.
    pub area: u64,
    /// The first of them: lowest y, then lowest x, in the world.
    pub first: Point,
}

/// A region of the world into which shapes are drawn with an id, and in which others are tested: which ids, how many pixels of each,
/// and where first. The id may be an object's number or a colour that says what kind of thing it is, as when deadly things were
/// painted red and those to collect green.
///
/// # Guarantees
/// - A hit is a pixel that the shape covers and that holds an id other than 0. Ids are compared, never masked: 1 and 2 are as
///   different as any two, and clear pixels of the shape never hit.
/// - Everything lies in the world's pixels, and is cut to the region: what is outside neither draws nor hits. Every place and every pose
///   is legal.
/// - **Id 0 is empty.** Drawing it erases what the shape covers, in every mode; it is never found.
/// - The three modes answer alike where no pixel is drawn twice.
/// - Nothing is kept of a shape but its pixels: it may go or change after it was drawn.
/// - Once warm nothing is allocated: as soon as as much has been drawn, of each size, as ever will be. Two exceptions: answers as a new
///   `Vec`, for which there are the `_into` variants; and what posed masks keep with themselves the first time.
///
/// # Which mode
/// [`BufferMode::Painter`] costs the pixels, drawn and tested, and four bytes for each pixel of the region. The others keep a small mask
/// for each shape and compare masks, which is faster for most scenes; they find what is hidden under other things. On top of that,
/// [`BufferMode::Latch`] compares everything that is drawn with what is there already.
///
/// ```
/// use hitmask::{BufferMode, CollisionBuffer, Mask, Met, Point, Placed, Rect};
/// const DEADLY: u32 = 1;
/// const COIN: u32 = 2;
/// let (hero, saw) = (Mask::filled(16, 16), Mask::from_fn(9, 9, |x, y| x.abs_diff(4) + y.abs_diff(4) < 5));
///
/// // Around the hero is enough.
/// let mut buffer = CollisionBuffer::new(BufferMode::Painter, Rect::new(100, 50, 16, 16))?;
/// buffer.draw(Placed::from(&saw).at((112, 48)), DEADLY);
/// buffer.draw(Rect::new(110, 60, 30, 2), COIN);
/// let met = buffer.test(Placed::from(&hero).at((100, 50)));
/// let told = |met: &Met| (met.id, met.area, met.first);
/// assert_eq!(told(&met[0]), (DEADLY, 15, Point::new(114, 50)));
/// assert_eq!(told(&met[1]), (COIN, 12, Point::new(110, 60)));         // cut at the region's edge
/// # Ok::<(), hitmask::BufferError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CollisionBuffer {
    mode: BufferMode,
    region: Rect,
    plane: IdPlane,
    owners: Owners,
    /// Ids that have touched others, ascending.
    latched: Vec<u32>,
    /// What the shape in hand covers, where that has to be drawn first.
    scratch: Mask,
}

impl CollisionBuffer {
    /// The longest side of a region, in pixels.
    pub const MAX_SIDE: u32 = Mask::MAX_SIDE;
    /// The most pixels that a region may have.
    pub const MAX_PIXELS: u64 = 1 << 28;

    /// An empty buffer for a region of the world.
    ///
    /// # Errors
    /// [`BufferError::TooLarge`].
    ///
    /// ```
    /// use hitmask::{BufferError, BufferMode, CollisionBuffer, Rect};
    /// let nothing = CollisionBuffer::new(BufferMode::Owners, Rect::new(5, 5, 0, 9))?;       // legal, and always empty
    /// assert_eq!(nothing.region(), Rect::new(5, 5, 0, 9));
    /// let error = CollisionBuffer::new(BufferMode::Owners, Rect::new(0, 0, 65_536, 1)).unwrap_err();
    /// assert_eq!(error, BufferError::TooLarge { width: 65_536, height: 1 });
    /// # Ok::<(), BufferError>(())
    /// ```
    pub fn new(mode: BufferMode, region: Rect) -> Result<CollisionBuffer, BufferError> {
        let mut buffer = CollisionBuffer {
            mode,
            region: Rect::default(),
            plane: IdPlane::default(),
            owners: Owners::default(),
            latched: Vec::new(),
            scratch: Mask::default(),
        };
        buffer.set_region(region)?;
        Ok(buffer)
    }

    /// What it remembers of a pixel.
    #[must_use]
    pub fn mode(&self) -> BufferMode {
        self.mode
    }

    /// The part of the world that it holds.
    #[must_use]
    pub fn region(&self) -> Rect {
        self.region
    }

    /// Looks at another part of the world, which may have another size, and forgets what was drawn. What is latched stays. A
    /// region that was left and entered again needs no new memory.
    ///
    /// # Errors
    /// [`BufferError::TooLarge`]; then everything is as before.
    pub fn set_region(&mut self, region: Rect) -> Result<(), BufferError> {
        if region.w.max(region.h) > Self::MAX_SIDE
            || u64::from(region.w) * u64::from(region.h) > Self::MAX_PIXELS
        {
            return Err(BufferError::TooLarge { width: region.w, height: region.h });
        }
        self.region = region;
        match self.mode {
            BufferMode::Painter => self.plane.reset(region.extent()),
            BufferMode::Owners | BufferMode::Latch => self.owners.reset(region.extent()),
        }
        Ok(())
    }

    /// As [`CollisionBuffer::set_region`], with the same size: the region's corner follows something.
    pub fn move_to(&mut self, corner: impl Into<Point>) {
        let Point { x, y } = corner.into();
        let moved = Rect { x, y, ..self.region };
        self.set_region(moved).expect("a region of the same size is as legal");
    }

    /// Forgets what was drawn: the start of a frame. What is latched stays.
    pub fn clear(&mut self) {
        self.plane.clear(self.region.extent());
        self.owners.clear();
    }

    /// Draws a shape with an id; with id 0 erases what it covers.
    ///
    /// Under [`BufferMode::Latch`], this id and every other that lies at one of its pixels have touched from then on. Drawing the same
    /// id twice is no touch, and neither is erasing.
    ///
    /// # Complexity
    /// The pixels that it covers, by runs of 64; posed, what a bake costs. Under [`BufferMode::Latch`], a comparison with each shape
    /// near it too.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Rect};
    /// let mut buffer = CollisionBuffer::new(BufferMode::Owners, Rect::new(0, 0, 9, 9))?;
    /// buffer.draw(Rect::new(0, 0, 4, 4), 1);
    /// buffer.draw(Rect::new(2, 2, 4, 4), 2);
    /// assert_eq!(buffer.ids_at((3, 3)), [1, 2]);
    /// buffer.draw(Rect::new(3, 3, 1, 1), 0);
    /// assert_eq!(buffer.ids_at((3, 3)), []);
    /// # Ok::<(), hitmask::BufferError>(())
    /// ```
    pub fn draw<'a>(&mut self, shape: impl Into<Placed<'a>>, id: u32) {
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return };
        match self.mode {
            BufferMode::Painter => self.plane.draw(region, &inside, id),
            BufferMode::Owners => self.owners.draw(&inside, id),
            BufferMode::Latch => {
                if id != 0 {
                    let latched = &mut self.latched;
                    // Two that are latched both need no look.
                    let known = latched.binary_search(&id).is_ok();
                    let wanted = |other| other != id && !(known && latched.binary_search(&other).is_ok());
                    let touched = self.owners.ids(&inside, wanted);
                    latch(latched, id, touched);
                }
                self.owners.draw(&inside, id);
            }
        }
    }

    /// Which ids lie under a shape, ascending, with how many of its pixels and the first of them. Draws nothing.
    ///
    /// # Complexity
    /// Under [`BufferMode::Painter`] the pixels that it covers; else a comparison of masks with each shape near it.
    #[must_use]
    pub fn test<'a>(&mut self, shape: impl Into<Placed<'a>>) -> Vec<Met> {
        let mut found = Vec::new();
        self.test_into(shape, &mut found);
        found
    }

    /// As [`CollisionBuffer::test`], into a `Vec` of the caller's: what it held is gone.
    pub fn test_into<'a>(&mut self, shape: impl Into<Placed<'a>>, found: &mut Vec<Met>) {
        found.clear();
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return };
        match self.mode {
            BufferMode::Painter => self.plane.test(region, &inside, 0, found),
            BufferMode::Owners | BufferMode::Latch => self.owners.test(&inside, found),
        }
    }

    /// Whether any id lies under a shape. Stops as early as it can.
    #[must_use]
    pub fn touches<'a>(&mut self, shape: impl Into<Placed<'a>>) -> bool {
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return false };
        match self.mode {
            BufferMode::Painter => self.plane.touches(region, &inside),
            BufferMode::Owners | BufferMode::Latch => self.owners.touches(&inside),
        }
    }

    /// As [`CollisionBuffer::test`]; then draws the shape with an id wherever it lies on nothing, so that later ones meet it. One
    /// after the other in a loop, that finds all pairs with one buffer and one pass.
    ///
    /// With id 0 nothing is drawn. Under [`BufferMode::Latch`] the id and all that it meets have touched.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Mask, Placed, Rect};
    /// let mut buffer = CollisionBuffer::new(BufferMode::Painter, Rect::new(0, 0, 64, 64))?;
    /// let ball = Mask::filled(8, 8);
    /// let mut pairs = Vec::new();
    /// for (id, x) in [(1, 0), (2, 6), (3, 12), (4, 30)] {
    ///     let met = buffer.test_and_draw(Placed::from(&ball).at((x, 0)), id);
    ///     pairs.extend(met.iter().map(|met| (met.id, id)));
    /// }
    /// assert_eq!(pairs, [(1, 2), (2, 3)]);
    /// assert_eq!(buffer.ids_at((7, 0)), [1]);             // 2 found 1 there, and left it
    /// # Ok::<(), hitmask::BufferError>(())
    /// ```
    pub fn test_and_draw<'a>(&mut self, shape: impl Into<Placed<'a>>, id: u32) -> Vec<Met> {
        let mut found = Vec::new();
        self.test_and_draw_into(shape, id, &mut found);
        found
    }

    /// As [`CollisionBuffer::test_and_draw`], into a `Vec` of the caller's: what it held is gone.
    pub fn test_and_draw_into<'a>(&mut self, shape: impl Into<Placed<'a>>, id: u32, found: &mut Vec<Met>) {
        found.clear();
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return };
        if self.mode == BufferMode::Painter {
            self.plane.test(region, &inside, id, found);
            return;
        }
        self.owners.test(&inside, found);
        if id != 0 {
            self.owners.stamp(&inside, id);
            if self.mode == BufferMode::Latch {
                latch(&mut self.latched, id, found.iter().map(|met| met.id).filter(|&other| other != id));
            }
        }
    }

    /// The ids that have touched another since this was last asked, ascending; afterwards none have. Only
    /// [`BufferMode::Latch`] keeps any.
    ///
    /// A touch happens when the later of two is drawn. Two that still lie on each other after this was read have not touched anew.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Rect};
    /// let mut buffer = CollisionBuffer::new(BufferMode::Latch, Rect::new(0, 0, 64, 64))?;
    /// for (id, x) in [(5, 0), (3, 9), (4, 20)] {
    ///     buffer.draw(Rect::new(x, 0, 10, 10), id);
    /// }
    /// buffer.clear();                                      // the next frame comes before anyone reads
    /// assert_eq!(buffer.take_latched(), [3, 5]);
    /// assert_eq!(buffer.take_latched(), []);
    /// # Ok::<(), hitmask::BufferError>(())
    /// ```
    #[must_use = "reading clears"]
    pub fn take_latched(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.latched)
    }

    /// As [`CollisionBuffer::take_latched`], into a `Vec` of the caller's: what it held is gone. Allocates nothing when that has
    /// room.
    pub fn take_latched_into(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        ids.append(&mut self.latched);
    }

    /// The ids at a pixel, ascending, each once; none outside the region.
    #[must_use]
    pub fn ids_at(&self, pixel: impl Into<Point>) -> Vec<u32> {
        let mut ids = Vec::new();
        self.each_id_at(pixel.into(), |id, _| ids.push(id));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The id that was drawn last at a pixel, of those that are there; None where there is none, and outside the region.
    #[must_use]
    pub fn top_at(&self, pixel: impl Into<Point>) -> Option<u32> {
        let mut top: Option<(u32, u32)> = None;
        self.each_id_at(pixel.into(), |id, order| top = top.max(Some((order, id))));
        top.map(|(_, id)| id)
    }

    /// The bytes that it takes, its own fields included.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<CollisionBuffer>()
            + self.plane.memory_bytes()
            + self.owners.memory_bytes()
            + self.latched.capacity() * size_of::<u32>()
            + self.scratch.memory_bytes()
    }

    /// Calls with each id at a pixel, and when it was drawn compared with the others.
    fn each_id_at(&self, pixel: Point, mut f: impl FnMut(u32, u32)) {
        let (region, x, y) = (self.region.extent(), i64::from(pixel.x), i64::from(pixel.y));
        if !region.contains(x, y) {
            return;
        }
        match self.mode {
            BufferMode::Painter => match self.plane.get(region, x, y) {
                0 => {}
                id => f(id, 0),
            },
            BufferMode::Owners | BufferMode::Latch => self.owners.each_at(x, y, f),
        }
    }

    /// The region's pixels that exist.
    fn extent(&self) -> Extent {
        self.region.extent()
    }
}

/// Adds an id and those that it touched to the sorted ids; nothing when it touched none.
fn latch(latched: &mut Vec<u32>, id: u32, touched: impl Iterator<Item = u32>) {
    let mut insert = |id| {
        if let Err(place) = latched.binary_search(&id) {
            latched.insert(place, id);
        }
    };
    let mut any = false;
    touched.for_each(|other| {
        insert(other);
        any = true;
    });
    if any {
        insert(id);
    }
}

/// Adds pixels of an id to what was found, sorted by id. They come row by row, left to right.
fn note(found: &mut Vec<Met>, id: u32, area: u64, first: Point) {
    match found.binary_search_by_key(&id, |met| met.id) {
        Ok(place) => found[place].area += area,
        Err(place) => found.insert(place, Met { id, area, first }),
    }
}
