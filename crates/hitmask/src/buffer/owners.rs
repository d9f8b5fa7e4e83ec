//! Every id at a pixel: a list of the drawn shapes, each with a mask of its own.

use alloc::vec::Vec;

use super::cells::CellIndex;
use super::inside::Inside;
use super::latched::{Latched, NEVER};
use super::overlap::BufferOverlap;
use super::pool::Pool;
use crate::bits::column::Edit;
use crate::geom::{CompactSort, Extent, Offset, Point};
use crate::heap::heap_bytes;
use crate::mask::Mask;
use crate::overlap;
use crate::placed::ShapeRef;

/// What was drawn, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Owners {
    drawn: Vec<OwnedMask>,
    cells: CellIndex,
    pool: Pool,
    /// The drawn masks that meet the current shape: id, number, and how many pixels they share.
    near: Vec<(u32, u32, u64)>,
    /// The union of the masks of one id.
    together: Mask,
}

/// A mask in the pool, and where it lies.
#[derive(Clone, Copy, Debug)]
struct OwnedMask {
    id: u32,
    mask: u32,
    /// The world pixel of the mask's corner.
    corner: Point,
    /// The box around the mask's pixels, in the world.
    extent: Extent,
    /// The period in which the id was latched because this mask touched another id.
    latched_in: u64,
}

impl OwnedMask {
    /// The offset from a shape's origin to the mask's corner. It fits, since the two share a box.
    fn offset_from(&self, at: Offset) -> Point {
        (Offset::from(self.corner) - at).as_pixel()
    }

    /// The number of pixels that a shape shares with it. Their boxes share one.
    fn area(&self, inside: &Inside<'_>, pool: &Pool) -> u64 {
        self.area_of(pool.get(self.mask), inside)
    }

    fn area_of(&self, mask: &Mask, inside: &Inside<'_>) -> u64 {
        overlap::area(inside.plain.shape, ShapeRef::Mask(mask), self.offset_from(inside.plain.corner))
    }

    /// Whether a shape shares a pixel with it. Their boxes share one.
    fn meets(&self, inside: &Inside<'_>, pool: &Pool) -> bool {
        let mask = ShapeRef::Mask(pool.get(self.mask));
        overlap::overlaps(inside.plain.shape, mask, self.offset_from(inside.plain.corner))
    }
}

impl Owners {
    /// Erases everything and changes the region.
    pub(super) fn reset(&mut self, region: Extent) {
        self.clear();
        self.cells.reset(region);
    }

    /// Erases everything.
    pub(super) fn clear(&mut self) {
        for drawn in self.drawn.drain(..) {
            self.pool.give(drawn.mask);
        }
        self.cells.clear();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.drawn, self.near)
            + self.cells.memory_bytes()
            + self.pool.memory_bytes()
            + self.together.memory_bytes()
    }

    /// Draws a shape. Id 0 erases.
    pub(super) fn draw(&mut self, inside: &Inside<'_>, id: u32, latched_in: u64) {
        if id == 0 {
            self.erase(inside);
            return;
        }
        let (mask, corner) = self.copy(inside);
        self.push(id, mask, corner, latched_in);
    }

    /// Draws a shape, and latches its id and all other ids that it touches.
    pub(super) fn draw_and_latch(&mut self, inside: &Inside<'_>, id: u32, latched: &mut Latched) {
        let now = latched.period();
        let mut is_latched = false;
        if id != 0 {
            let Owners { drawn, cells, pool, .. } = self;
            cells.each_near(inside.extent, |name| {
                let other = &mut drawn[name as usize];
                // Two that are both latched already need no comparison.
                let is_known = is_latched && other.latched_in == now;
                if other.id != id && !is_known && other.meets(inside, pool) {
                    if other.latched_in != now {
                        other.latched_in = now;
                        latched.add(other.id);
                    }
                    is_latched = true;
                }
                true
            });
            if is_latched {
                latched.add(id);
            }
        }
        self.draw(inside, id, if is_latched { now } else { NEVER });
    }

    /// A new mask of what the shape covers inside its extent.
    fn copy(&mut self, inside: &Inside<'_>) -> (u32, Point) {
        let (e, plain) = (inside.extent, inside.plain);
        // Most sprites are small and lie inside the region.
        if let ShapeRef::Mask(mask) = plain.shape
            && mask.has_one_column()
            && mask.height() <= 64
            && mask.extent().shifted(plain.corner) == e
            && let Some(corner) = plain.corner.to_point()
        {
            return (self.pool.take_copy(mask), corner);
        }
        let mask = self.pool.take((e.x1 - e.x0) as u32, (e.y1 - e.y0) as u32);
        let corner = e.corner().as_pixel();
        let offset = inside.offset_from(corner);
        self.pool.get_mut(mask).edit(inside.plain.shape, offset, Edit::Union);
        (mask, corner)
    }

    fn push(&mut self, id: u32, mask: u32, corner: Point, latched_in: u64) {
        let extent = self.pool.get(mask).extent();
        if extent.is_empty() {
            self.pool.give(mask);
            return;
        }
        let extent = extent.shifted(corner);
        self.cells.add(self.drawn.len() as u32, extent);
        self.drawn.push(OwnedMask { id, mask, corner, extent, latched_in });
    }

    fn erase(&mut self, inside: &Inside<'_>) {
        let Owners { drawn, cells, pool, .. } = self;
        cells.each_near(inside.extent, |name| {
            let drawn = &drawn[name as usize];
            let offset = inside.offset_from(drawn.corner);
            pool.get_mut(drawn.mask).edit(inside.plain.shape, offset, Edit::Subtract);
            true
        });
    }

    /// Fills `near` with the masks that meet the shape, sorted by id.
    fn find(&mut self, inside: &Inside<'_>) {
        let Owners { drawn, cells, pool, near, .. } = self;
        near.clear();
        cells.each_near(inside.extent, |name| {
            let drawn = &drawn[name as usize];
            let area = drawn.area(inside, pool);
            if area > 0 {
                near.push((drawn.id, name, area));
            }
            true
        });
        near.sort_compact();
    }

    /// Whether any id lies under the shape.
    pub(super) fn touches(&self, inside: &Inside<'_>) -> bool {
        let mut touches = false;
        self.cells.each_near(inside.extent, |name| {
            touches = self.drawn[name as usize].meets(inside, &self.pool);
            !touches
        });
        touches
    }

    /// Adds the ids under the shape to `found`, sorted by id.
    pub(super) fn test(&mut self, inside: &Inside<'_>, found: &mut Vec<BufferOverlap>) {
        self.find(inside);
        let Owners { drawn, pool, near, together, .. } = self;
        for same in near.chunk_by(|a, b| a.0 == b.0) {
            let first = |mask: &Mask, offset: Point| {
                let first = overlap::first(inside.plain.shape, ShapeRef::Mask(mask), offset)?;
                let Offset { x, y } = Offset::from(first) + inside.plain.corner;
                Some(Point::new(x as i32, y as i32))
            };
            let (id, name, area) = same[0];
            let one = &drawn[name as usize];
            let (area, first) = if same.len() == 1 {
                (area, first(pool.get(one.mask), one.offset_from(inside.plain.corner)))
            } else {
                // A pixel that several masks of one id cover counts once.
                let e =
                    same.iter().fold(Extent::EMPTY, |e, &(_, name, _)| e.around(drawn[name as usize].extent));
                let e = e.intersection(inside.extent);
                let corner = e.corner().as_pixel();
                together.reset((e.x1 - e.x0) as u32, (e.y1 - e.y0) as u32);
                for &(_, name, _) in same {
                    let part = drawn[name as usize];
                    let offset = part.offset_from(e.corner());
                    together.edit(ShapeRef::Mask(pool.get(part.mask)), offset, Edit::Union);
                }
                let all = OwnedMask { corner, ..*one };
                (all.area_of(together, inside), first(together, all.offset_from(inside.plain.corner)))
            };
            // They come sorted by id.
            found.extend(first.map(|first| BufferOverlap { id, area, first }));
        }
    }

    /// Draws the part of the shape where nothing lies. [`Owners::test`] must have found what meets it just before.
    pub(super) fn stamp(&mut self, inside: &Inside<'_>, id: u32) {
        let (mask, corner) = self.copy(inside);
        for i in 0..self.near.len() {
            let OwnedMask { mask: other, corner: there, .. } = self.drawn[self.near[i].1 as usize];
            // Both masks are in the pool. The one that is written to is taken out in the meantime.
            let mut own = core::mem::take(self.pool.get_mut(mask));
            let offset = Point::new(there.x - corner.x, there.y - corner.y);
            own.edit(ShapeRef::Mask(self.pool.get(other)), offset, Edit::Subtract);
            *self.pool.get_mut(mask) = own;
        }
        self.push(id, mask, corner, NEVER);
    }

    /// Calls `f` with the id of each mask that covers a pixel, and with the mask's number in the order of drawing.
    pub(super) fn each_at(&self, x: i64, y: i64, mut f: impl FnMut(u32, u32)) {
        let pixel = Extent::of_pixel(x, y);
        self.cells.each_near(pixel, |name| {
            let drawn = &self.drawn[name as usize];
            let at = (x - i64::from(drawn.corner.x), y - i64::from(drawn.corner.y));
            if self.pool.get(drawn.mask).has_texel(at) {
                f(drawn.id, name);
            }
            true
        });
    }

    /// Calls `f` with (id, y, x0, x1) for the stretches of pixels of each drawn mask, in the order of drawing.
    pub(super) fn each_stretch(&self, mut f: impl FnMut(u32, i64, i64, i64)) {
        for drawn in &self.drawn {
            let (x, y) = (i64::from(drawn.corner.x), i64::from(drawn.corner.y));
            let mask = self.pool.get(drawn.mask);
            for row in 0..mask.height() {
                mask.each_stretch(row, 0, |x0, x1| {
                    f(drawn.id, y + i64::from(row), x + i64::from(x0), x + i64::from(x1));
                });
            }
        }
    }
}
