//! The collision buffer: shapes are drawn into it with ids, and other shapes are tested against the ids.

mod cells;
mod image;
mod inside;
mod latched;
mod overlap;
mod owners;
mod plane;
mod pool;

use alloc::vec::Vec;

use self::inside::Inside;
use self::latched::{Latched, NEVER};
pub use self::overlap::BufferOverlap;
use self::owners::Owners;
use self::plane::IdPlane;
use crate::geom::{CompactSort, Point, Rect};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::placed::Placed;

/// What a [`CollisionBuffer`] stores of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum BufferMode {
    /// Every id that was drawn there.
    Owners,
    /// The id that was drawn there last, as on a screen.
    Painter,
    /// Every id that was drawn there, and which ids have touched any other id since the last [`CollisionBuffer::take_latched`]: like the
    /// collision register of the sprite chips of the 1980s.
    Latch,
}

/// A region of the world into which shapes are drawn with ids. Testing another shape against it gives the ids that the shape meets, how
/// many pixels of each, and the first pixel of each. An id is the number of an object, or a colour that says what kind of thing it is: in
/// old games deadly things were painted red and things to collect green.
///
/// # Guarantees
/// - A hit is a pixel that the shape covers and that holds an id other than 0. Ids are compared as whole numbers, never bit by bit: 1 and
///   3 are simply different. Clear pixels of the shape never hit.
/// - All coordinates are world pixels. Everything is cut to the region: what lies outside neither draws nor hits. Every position and every
///   pose is legal.
/// - **Id 0 is empty.** Drawing it erases what the shape covers, in every mode. It is never found.
/// - The three modes give the same answers as long as no pixel is drawn twice.
/// - The buffer copies the pixels of a shape. The shape may change or go away after it was drawn.
/// - A warm buffer allocates nothing: warm means that as many shapes of each size have been drawn before. There are two exceptions:
///   answers that are a new `Vec` (use the `_into` variants), and what posed masks keep with themselves when first used.
///
/// # Which mode
/// [`BufferMode::Painter`] costs time for each pixel that is drawn or tested, and four bytes for each pixel of the region. The other modes
/// keep a small mask for each shape and compare masks. That is faster for most scenes, and it finds what is hidden under other things.
/// [`BufferMode::Latch`] also compares each shape that is drawn with what is there already.
///
/// ```
/// use hitmask::{BufferMode, CollisionBuffer, Mask, BufferOverlap, Point, Placed, Rect};
/// const DEADLY: u32 = 1;
/// const COIN: u32 = 2;
/// let (hero, saw) = (Mask::filled(16, 16), Mask::from_fn(9, 9, |x, y| x.abs_diff(4) + y.abs_diff(4) < 5));
///
/// // A region as large as the hero is enough.
/// let mut buffer = CollisionBuffer::new(BufferMode::Painter, Rect::new(100, 50, 16, 16))?;
/// buffer.draw(Placed::from(&saw).at((112, 48)), DEADLY);
/// buffer.draw(Rect::new(110, 60, 30, 2), COIN);
/// let met = buffer.test(Placed::from(&hero).at((100, 50)));
/// let told = |met: &BufferOverlap| (met.id, met.area, met.first);
/// assert_eq!(told(&met[0]), (DEADLY, 15, Point::new(114, 50)));
/// assert_eq!(told(&met[1]), (COIN, 12, Point::new(110, 60)));         // cut at the region's border
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "id buffer")]
#[doc(alias = "color picking")]
#[doc(alias = "colour picking")]
#[derive(Clone, Debug)]
pub struct CollisionBuffer {
    mode: BufferMode,
    region: Rect,
    plane: IdPlane,
    owners: Owners,
    latched: Latched,
    /// Room for drawing the current shape, if it must be drawn first.
    scratch: Mask,
}

impl CollisionBuffer {
    /// The longest side that a region may have, in pixels.
    pub const MAX_SIDE: u32 = Mask::MAX_SIDE;
    /// The largest number of pixels that a region may have.
    pub const MAX_PIXELS: u64 = 1 << 28;

    /// An empty buffer for a region of the world.
    ///
    /// # Errors
    /// [`InvalidArgument`] if a side is longer than [`CollisionBuffer::MAX_SIDE`] or the region has more than
    /// [`CollisionBuffer::MAX_PIXELS`] pixels. An empty region is legal.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Rect, InvalidArgument};
    /// let nothing = CollisionBuffer::new(BufferMode::Owners, Rect::new(5, 5, 0, 9))?;       // legal, and always empty
    /// assert_eq!(nothing.region(), Rect::new(5, 5, 0, 9));
    /// let error = CollisionBuffer::new(BufferMode::Owners, Rect::new(0, 0, 65_536, 1)).unwrap_err();
    /// assert_eq!(error.argument, "region");
    /// # Ok::<(), InvalidArgument>(())
    /// ```
    pub fn new(mode: BufferMode, region: Rect) -> Result<CollisionBuffer, InvalidArgument> {
        let mut buffer = CollisionBuffer {
            mode,
            region: Rect::default(),
            plane: IdPlane::default(),
            owners: Owners::default(),
            latched: Latched::default(),
            scratch: Mask::default(),
        };
        buffer.set_region(region)?;
        Ok(buffer)
    }

    /// What the buffer stores of a pixel.
    #[must_use]
    pub fn mode(&self) -> BufferMode {
        self.mode
    }

    /// The region of the world that the buffer holds.
    #[must_use]
    pub fn region(&self) -> Rect {
        self.region
    }

    /// Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going back to an
    /// earlier region needs no new memory.
    ///
    /// # Errors
    /// [`InvalidArgument`], as for [`CollisionBuffer::new`]. The buffer then stays as it was.
    pub fn set_region(&mut self, region: Rect) -> Result<(), InvalidArgument> {
        if region.w.max(region.h) > Self::MAX_SIDE
            || u64::from(region.w) * u64::from(region.h) > Self::MAX_PIXELS
        {
            return Err(InvalidArgument::too_large(
                "region",
                (region.w, region.h),
                Self::MAX_SIDE,
                Self::MAX_PIXELS,
            ));
        }
        self.region = region;
        match self.mode {
            BufferMode::Painter => self.plane.reset(region.extent()),
            BufferMode::Owners | BufferMode::Latch => self.owners.reset(region.extent()),
        }
        Ok(())
    }

    /// As [`CollisionBuffer::set_region`] with the same size: for a region that follows something. Erases what was drawn.
    pub fn move_to(&mut self, corner: impl Into<Point>) {
        let Point { x, y } = corner.into();
        let moved = Rect { x, y, ..self.region };
        self.set_region(moved).expect("a region of the same size is legal, too");
    }

    /// Erases what was drawn, at the start of a frame. The latched ids stay.
    pub fn clear(&mut self) {
        self.plane.clear(self.region.extent());
        self.owners.clear();
    }

    /// Draws a shape with an id. Id 0 erases what the shape covers.
    ///
    /// With [`BufferMode::Latch`], this id and every other id at one of its pixels are latched as having touched. Drawing the same id twice
    /// is not a touch, and neither is erasing.
    ///
    /// # Complexity
    /// The pixels that it covers, in runs of 64. A posed shape costs a bake as well. With [`BufferMode::Latch`], a comparison with each
    /// shape nearby, too.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Rect};
    /// let mut buffer = CollisionBuffer::new(BufferMode::Owners, Rect::new(0, 0, 9, 9))?;
    /// buffer.draw(Rect::new(0, 0, 4, 4), 1);
    /// buffer.draw(Rect::new(2, 2, 4, 4), 2);
    /// assert_eq!(buffer.ids_at((3, 3)), [1, 2]);
    /// buffer.draw(Rect::new(3, 3, 1, 1), 0);
    /// assert_eq!(buffer.ids_at((3, 3)), []);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn draw<'a>(&mut self, shape: impl Into<Placed<'a>>, id: u32) {
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return };
        match self.mode {
            BufferMode::Painter => self.plane.draw(region, &inside, id),
            BufferMode::Owners => self.owners.draw(&inside, id, NEVER),
            BufferMode::Latch => self.owners.draw_and_latch(&inside, id, &mut self.latched),
        }
    }

    /// The ids under a shape, ascending, each with the number of its pixels and the first of them. Draws nothing.
    ///
    /// # Complexity
    /// With [`BufferMode::Painter`], the pixels that the shape covers. With the other modes, a comparison of masks with each shape nearby.
    #[doc(alias = "hit test")]
    #[doc(alias = "overlap test")]
    #[must_use]
    pub fn test<'a>(&mut self, shape: impl Into<Placed<'a>>) -> Vec<BufferOverlap> {
        let mut found = Vec::new();
        self.test_into(shape, &mut found);
        found
    }

    /// As [`CollisionBuffer::test`], but writes into your vector. The vector's old contents are dropped.
    pub fn test_into<'a>(&mut self, shape: impl Into<Placed<'a>>, found: &mut Vec<BufferOverlap>) {
        found.clear();
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return };
        match self.mode {
            BufferMode::Painter => self.plane.test(region, &inside, 0, found),
            BufferMode::Owners | BufferMode::Latch => self.owners.test(&inside, found),
        }
    }

    /// Whether any id lies under a shape. Stops at the first one found.
    #[must_use]
    pub fn touches<'a>(&mut self, shape: impl Into<Placed<'a>>) -> bool {
        let region = self.region.extent();
        let Some(inside) = Inside::of(shape.into(), region, &mut self.scratch) else { return false };
        match self.mode {
            BufferMode::Painter => self.plane.touches(region, &inside),
            BufferMode::Owners | BufferMode::Latch => self.owners.touches(&inside),
        }
    }

    /// Tests a shape as [`CollisionBuffer::test`] does, and then draws it with an id on those of its pixels that were empty. Called for one
    /// shape after the other, it finds all pairs in one pass with one buffer.
    ///
    /// With id 0 nothing is drawn. With [`BufferMode::Latch`] the id and all ids that it meets are latched as having touched.
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
    /// assert_eq!(buffer.ids_at((7, 0)), [1]);             // shape 2 found 1 there, and did not draw over it
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn test_and_draw<'a>(&mut self, shape: impl Into<Placed<'a>>, id: u32) -> Vec<BufferOverlap> {
        let mut found = Vec::new();
        self.test_and_draw_into(shape, id, &mut found);
        found
    }

    /// As [`CollisionBuffer::test_and_draw`], but writes into your vector. The vector's old contents are dropped.
    pub fn test_and_draw_into<'a>(
        &mut self,
        shape: impl Into<Placed<'a>>,
        id: u32,
        found: &mut Vec<BufferOverlap>,
    ) {
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
            if self.mode == BufferMode::Latch && found.iter().any(|met| met.id != id) {
                self.latched.add(id);
                found
                    .iter()
                    .map(|met| met.id)
                    .filter(|&other| other != id)
                    .for_each(|other| self.latched.add(other));
            }
        }
    }

    /// The ids that have touched another id since the last call, ascending. The call clears them. Only [`BufferMode::Latch`] keeps any.
    ///
    /// A touch happens when the second of two shapes is drawn. Two shapes that still overlap after the call have not touched again.
    ///
    /// ```
    /// use hitmask::{BufferMode, CollisionBuffer, Rect};
    /// let mut buffer = CollisionBuffer::new(BufferMode::Latch, Rect::new(0, 0, 64, 64))?;
    /// for (id, x) in [(5, 0), (3, 9), (4, 20)] {
    ///     buffer.draw(Rect::new(x, 0, 10, 10), id);
    /// }
    /// buffer.clear();                                      // the next frame starts before the ids are read
    /// assert_eq!(buffer.take_latched(), [3, 5]);
    /// assert_eq!(buffer.take_latched(), []);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use = "the call clears the ids that it returns"]
    pub fn take_latched(&mut self) -> Vec<u32> {
        let mut ids = Vec::new();
        self.take_latched_into(&mut ids);
        ids
    }

    /// As [`CollisionBuffer::take_latched`], but writes into your vector, whose old contents are dropped. Allocates nothing if the vector
    /// has room.
    pub fn take_latched_into(&mut self, ids: &mut Vec<u32>) {
        ids.clear();
        self.latched.take_into(ids);
    }

    /// The ids at a pixel, ascending, each once. Empty outside the region.
    #[must_use]
    pub fn ids_at(&self, pixel: impl Into<Point>) -> Vec<u32> {
        let mut ids = Vec::new();
        self.each_id_at(pixel.into(), |id, _| ids.push(id));
        ids.sort_fast();
        ids.dedup();
        ids
    }

    /// Of the ids at a pixel, the one that was drawn last. None if there is no id, and outside the region.
    #[must_use]
    pub fn top_at(&self, pixel: impl Into<Point>) -> Option<u32> {
        let mut top: Option<(u32, u32)> = None;
        self.each_id_at(pixel.into(), |id, order| top = top.max(Some((order, id))));
        top.map(|(_, id)| id)
    }

    /// The bytes that the buffer takes, its own fields included.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<CollisionBuffer>()
            + self.plane.memory_bytes()
            + self.owners.memory_bytes()
            + self.latched.memory_bytes()
            + self.scratch.memory_bytes()
    }

    /// Calls `f` with each id at a pixel, and with a number that orders them by when they were drawn.
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
}
