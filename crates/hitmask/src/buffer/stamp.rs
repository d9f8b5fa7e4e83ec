use crate::bits::{Lane, low_bits, with_lanes};
use crate::geom::{Extent, ONE, Point, Pose, Rect};
use crate::mask::{AlphaLevel, Mask, RunMask};
use crate::placed::ShapeRef;
use crate::placed::bake::{draw, draw_texels, image};
use crate::shape::{Circle, ConvexPolygon, Placed, corners_of};
use crate::tiles::Terrain;

/// A shape and where it lies: what a [`CollisionBuffer`](crate::CollisionBuffer) draws and tests.
///
/// Made from a reference to a [`Mask`], a [`RunMask`], a [`Terrain`] or a [`ConvexPolygon`], from an [`AlphaLevel`], a [`Circle`] or a [`Rect`]. A
/// stamp lies where its coordinates say, a mask with its corner on pixel (0, 0); [`Stamp::at`] and [`Stamp::posed`] put it
/// elsewhere. By the raster rule in any case: only pixels whose coordinates fit `i32` exist.
///
/// ```
/// use hitmask::{BufferMode, CollisionBuffer, Mask, Pose, Rect, Stamp};
/// let mut buffer = CollisionBuffer::new(BufferMode::Owners, Rect::new(0, 0, 64, 64))?;
/// let bar = Mask::filled(8, 2);
/// buffer.draw(&bar, 1);                                        // at (0, 0)
/// buffer.draw(Stamp::from(&bar).at((20, 10)), 2);
/// let turned = Pose::from_matrix([0.0, -1.0, 1.0, 0.0, 42.0, 8.0])?;     // (40, 8), 2 wide and 8 high
/// buffer.draw(Stamp::from(&bar).posed(&turned), 3);
/// let ids: Vec<u32> = buffer.test(Rect::new(0, 0, 64, 12)).iter().map(|met| met.id).collect();
/// assert_eq!(ids, [1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stamp<'a> {
    what: What<'a>,
    place: Place,
}

#[derive(Clone, Copy)]
enum What<'a> {
    Shape(ShapeRef<'a>),
    Circle(Circle),
    Polygon(&'a ConvexPolygon),
}

impl core::fmt::Debug for What<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            What::Shape(ShapeRef::Bits(mask)) => mask.fmt(f),
            What::Shape(ShapeRef::Runs(runs)) => runs.fmt(f),
            What::Shape(ShapeRef::Level(level)) => level.fmt(f),
            What::Shape(ShapeRef::Rect(rect)) => rect.fmt(f),
            What::Shape(ShapeRef::Terrain(terrain)) => terrain.fmt(f),
            What::Circle(circle) => circle.fmt(f),
            What::Polygon(polygon) => polygon.fmt(f),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Place {
    At(Point),
    Posed(Pose),
}

impl<'a> Stamp<'a> {
    /// The same shape, its origin on a pixel of the world. Takes the place of an earlier place or pose.
    #[must_use]
    pub fn at(self, pixel: impl Into<Point>) -> Stamp<'a> {
        Stamp { place: Place::At(pixel.into()), ..self }
    }

    /// The same shape under a pose, whose texel plane is the shape's. Takes the place of an earlier place or pose.
    #[must_use]
    pub fn posed(self, pose: &Pose) -> Stamp<'a> {
        Stamp { place: Place::Posed(*pose), ..self }
    }

    /// What it covers of a region, if anything; drawn onto `scratch` where it is not a plain shape at a whole pixel.
    pub(super) fn inside<'s>(&self, region: Extent, scratch: &'s mut Mask) -> Option<Inside<'s>>
    where
        'a: 's,
    {
        let posed = match self.place {
            Place::At(at) => match self.what {
                What::Shape(shape) => return Inside::plain(shape, [at.x, at.y].map(i64::from), region),
                _ => Pose::at(at.x, at.y),
            },
            Place::Posed(pose) => match (self.what, pose.matrix) {
                // Between pixels it covers what it would cover at the nearest.
                (What::Shape(shape), [ONE, 0, 0, ONE]) => {
                    let at = pose.translation.map(|t| (t + i64::from(ONE) / 2 - 1) >> 16);
                    return Inside::plain(shape, at, region);
                }
                _ => pose,
            },
        };
        self.drawn(&posed, region, scratch)
    }

    /// Draws what it covers of a region onto a mask.
    fn drawn<'s>(&self, pose: &Pose, region: Extent, scratch: &'s mut Mask) -> Option<Inside<'s>> {
        let corners;
        let (extent, placed) = match self.what {
            What::Shape(ShapeRef::Rect(rect)) => {
                corners = corners_of(rect);
                let placed = Placed::of_corners(&corners, pose);
                (if rect.is_empty() { Extent::EMPTY } else { placed.extent() }, Some(placed))
            }
            What::Shape(shape) => (image(pose, shape.extent()), None),
            What::Circle(circle) => {
                let placed = circle.placed(Some(pose));
                (placed.extent(), Some(placed))
            }
            What::Polygon(polygon) => {
                let placed = polygon.placed(Some(pose));
                (placed.extent(), Some(placed))
            }
        };
        let window = extent.intersection(region).to_rect()?;
        let corner = Point::new(window.x, window.y);
        scratch.reset(window.w, window.h);
        match (self.what, placed) {
            (_, Some(placed)) => placed.draw(scratch, corner),
            (What::Shape(ShapeRef::Bits(mask)), _) => {
                draw(mask, pose, [window.x.into(), window.y.into()], scratch);
            }
            (What::Shape(shape), _) => draw_texels(shape, pose, [window.x.into(), window.y.into()], scratch),
            (What::Circle(_) | What::Polygon(_), None) => {}
        }
        Inside::plain(ShapeRef::Bits(scratch), [window.x.into(), window.y.into()], region)
    }
}

/// A shape at a whole pixel, and the part of a region that it may cover.
#[derive(Clone, Copy)]
pub(super) struct Inside<'a> {
    pub(super) shape: ShapeRef<'a>,
    /// The world pixel of its origin, which may lie outside i32.
    pub(super) at: [i64; 2],
    /// Of the world; not empty.
    pub(super) extent: Extent,
}

impl<'a> Inside<'a> {
    fn plain(shape: ShapeRef<'a>, at: [i64; 2], region: Extent) -> Option<Inside<'a>> {
        let e = shape.extent();
        if e.is_empty() {
            return None;
        }
        let whole = Extent { x0: e.x0 + at[0], y0: e.y0 + at[1], x1: e.x1 + at[0], y1: e.y1 + at[1] };
        let extent = whole.intersection(region);
        let rect = extent.to_rect()?;
        Some(match shape {
            // A rectangle may begin far away: what is left of it is as good, and offsets to it are small.
            ShapeRef::Rect(_) => Inside {
                shape: ShapeRef::Rect(Rect::new(0, 0, rect.w, rect.h)),
                at: [extent.x0, extent.y0],
                extent,
            },
            _ => Inside { shape, at, extent },
        })
    }

    /// From another shape's world pixel to this one's origin: they share a box, so it fits.
    pub(super) fn offset_from(&self, corner: Point) -> Point {
        let [x, y] = self.at;
        Point::new((x - i64::from(corner.x)) as i32, (y - i64::from(corner.y)) as i32)
    }

    /// Calls with (y, x0, x1) for stretches of pixels that it covers inside the extent, row by row, left to right. Stretches may
    /// touch. Stops when `f` returns false.
    #[inline]
    pub(super) fn each_stretch(&self, mut f: impl FnMut(i64, i64, i64) -> bool) {
        let Extent { x0, y0, x1, y1 } = self.extent;
        let (shape, [dx, dy]) = (self.shape, self.at);
        match shape {
            ShapeRef::Rect(_) => {
                (y0..y1).all(|y| f(y, x0, x1));
            }
            // As the words are stored, and at once where one holds a row.
            ShapeRef::Bits(mask) => with_lanes!(mask.columns(), lanes => {
                let (left, right) = (((x0 - dx) / 64) as u32, (x1 - dx - 1) as u32 / 64);
                (y0..y1).all(|y| {
                    (left..=right).all(|column| {
                        let x = dx + i64::from(column) * 64;
                        let word = word_of(lanes.as_slice(), mask.index(column, (y - dy) as u32));
                        let inside = low_bits((x1 - x).min(64) as u32) & !low_bits((x0 - x).max(0) as u32);
                        stretches(word & inside, |start, end| f(y, x + start, x + end))
                    })
                });
            }),
            _ => {
                (y0..y1).all(|y| {
                    (x0..x1).step_by(64).all(|x| {
                        let word = shape.window(x - dx, y - dy) & low_bits((x1 - x).min(64) as u32);
                        stretches(word, |start, end| f(y, x + start, x + end))
                    })
                });
            }
        }
    }
}

#[inline(always)]
fn word_of<L: Lane>(lanes: &[L], index: usize) -> u64 {
    lanes[index].into()
}

/// Calls with the first and the one after the last bit of each stretch of set bits, from the lowest; false as soon as `f` says so.
#[inline(always)]
fn stretches(mut word: u64, mut f: impl FnMut(i64, i64) -> bool) -> bool {
    while word != 0 {
        let start = word.trailing_zeros();
        let end = start + (word >> start).trailing_ones();
        if !f(start.into(), end.into()) {
            return false;
        }
        word &= !low_bits(end);
    }
    true
}

impl<'a> From<&'a Mask> for Stamp<'a> {
    fn from(mask: &'a Mask) -> Stamp<'a> {
        Stamp { what: What::Shape(ShapeRef::Bits(mask)), place: Place::At(Point::ZERO) }
    }
}

impl<'a> From<&'a RunMask> for Stamp<'a> {
    fn from(runs: &'a RunMask) -> Stamp<'a> {
        Stamp { what: What::Shape(ShapeRef::Runs(runs)), place: Place::At(Point::ZERO) }
    }
}

impl<'a> From<AlphaLevel<'a>> for Stamp<'a> {
    fn from(level: AlphaLevel<'a>) -> Stamp<'a> {
        Stamp { what: What::Shape(ShapeRef::Level(level)), place: Place::At(Point::ZERO) }
    }
}

impl<'a> From<&'a Terrain> for Stamp<'a> {
    fn from(terrain: &'a Terrain) -> Stamp<'a> {
        Stamp { what: What::Shape(ShapeRef::Terrain(terrain)), place: Place::At(Point::ZERO) }
    }
}

impl From<Rect> for Stamp<'_> {
    fn from(rect: Rect) -> Self {
        Stamp { what: What::Shape(ShapeRef::Rect(rect)), place: Place::At(Point::ZERO) }
    }
}

impl From<Circle> for Stamp<'_> {
    fn from(circle: Circle) -> Self {
        Stamp { what: What::Circle(circle), place: Place::At(Point::ZERO) }
    }
}

impl<'a> From<&'a ConvexPolygon> for Stamp<'a> {
    fn from(polygon: &'a ConvexPolygon) -> Stamp<'a> {
        Stamp { what: What::Polygon(polygon), place: Place::At(Point::ZERO) }
    }
}
