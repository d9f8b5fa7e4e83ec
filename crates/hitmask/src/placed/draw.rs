//! Drawing a shape as its pose shows it.
//!
//! A pixel's centre is covered if a horizontal line from the left to it crosses the image's boundary an odd number of times. So each
//! boundary piece that a scanline crosses turns the pixels right of the crossing, solid to clear and clear to solid. The pieces have only
//! two directions. The crossings of neighbouring scanlines therefore differ by the same fraction for all pieces of a direction, and one
//! division a piece is enough.

use super::ShapeRef;
use crate::bits::{Lane, with_lanes};
use crate::geom::{Extent, Mapped, Offset, Pose, nearest_pixel};
use crate::invalid_argument::InvalidArgument;
use crate::mask::kept::Crack;
use crate::mask::{Mask, turned_from};

/// The pixels that the image of a box of texels may cover, cut to those that exist.
pub(crate) fn image(pose: &Pose, texels: Extent) -> Extent {
    whole_image(pose, texels).intersection(Extent::WORLD)
}

/// The pixels that the image of a box of texels may cover, including pixels that don't exist.
fn whole_image(pose: &Pose, texels: Extent) -> Extent {
    if texels.is_empty() {
        return Extent::EMPTY;
    }
    let ((x0, x1), (y0, y1)) = reach(pose, texels);
    Extent { x0: nearest_pixel(x0), y0: nearest_pixel(y0), x1: nearest_pixel(x1), y1: nearest_pixel(y1) }
}

/// The range of the image of a box of texels along x and along y, in Q16.
#[inline(always)]
pub(crate) fn reach(pose: &Pose, texels: Extent) -> ((i64, i64), (i64, i64)) {
    let Extent { x0, y0, x1, y1 } = texels;
    let [a, b, c, d] = pose.matrix;
    let along = |by_u: i32, by_v: i32, from: i64| {
        let (by_u, by_v) = (i64::from(by_u), i64::from(by_v));
        let (u0, u1, v0, v1) = (by_u * x0, by_u * x1, by_v * y0, by_v * y1);
        (from + u0.min(u1) + v0.min(v1), from + u0.max(u1) + v0.max(v1))
    };
    (along(a, b, pose.translation[0]), along(c, d, pose.translation[1]))
}

/// The pixels that the posed mask covers inside a window, as a mask of the window's size.
///
/// # Complexity
/// O(boundary + scanlines that it crosses + words of the window).
pub(crate) fn bake(mask: &Mask, pose: &Pose, window: Extent) -> Result<Mask, InvalidArgument> {
    let side = |pixels: i64| u32::try_from(pixels.max(0)).unwrap_or(u32::MAX);
    let mut baked = Mask::try_new(side(window.x1 - window.x0), side(window.y1 - window.y0))
        .map_err(|refused| refused.of("image"))?;
    draw_mask(mask, pose, window.corner(), &mut baked);
    Ok(baked)
}

/// A box around the pixels that a posed shape covers. Of a circle or a polygon, only those that exist.
#[inline]
pub(super) fn extent(shape: ShapeRef<'_>, pose: &Pose) -> Extent {
    let whole = whole_extent(shape, pose);
    if shape.is_convex() { whole.existing() } else { whole }
}

/// As [`extent`], but of every shape also the pixels that don't exist.
#[inline]
pub(super) fn whole_extent(shape: ShapeRef<'_>, pose: &Pose) -> Extent {
    match shape {
        ShapeRef::Circle(circle) => circle.image(Some(pose)).whole_extent(),
        ShapeRef::Polygon(polygon) => polygon.image(Some(pose)).whole_extent(),
        ShapeRef::Rect(_) if pose.is_wide() => wide_image(pose, shape.extent()),
        _ => whole_image(pose, shape.extent()),
    }
}

/// [`whole_image`] of a box that may be as large as the world, under any pose.
#[cold]
pub(crate) fn wide_image(pose: &Pose, texels: Extent) -> Extent {
    if texels.is_empty() {
        return Extent::EMPTY;
    }
    let Extent { x0, y0, x1, y1 } = texels;
    let [a, b, c, d] = pose.matrix.mapped(i128::from);
    let along = |by_u: i128, by_v: i128, from: i64| {
        let at = |side_u: i64, side_v: i64| {
            let q16 = i128::from(from) + by_u * i128::from(side_u) + by_v * i128::from(side_v);
            // ⌈x - ½⌉, as `nearest_pixel`.
            ((q16 + (1 << 15) - 1) >> 16) as i64
        };
        let all = [at(x0, y0), at(x1, y0), at(x0, y1), at(x1, y1)];
        all.into_iter().fold((i64::MAX, i64::MIN), |(low, high), pixel| (low.min(pixel), high.max(pixel)))
    };
    let ((x0, x1), (y0, y1)) = (along(a, b, pose.translation[0]), along(c, d, pose.translation[1]));
    Extent { x0, y0, x1, y1 }
}

/// Draws what a posed shape covers into a clear mask. The mask's upper left pixel is the world pixel `corner`.
pub(super) fn draw(shape: ShapeRef<'_>, pose: &Pose, corner: Offset, onto: &mut Mask) {
    if let ShapeRef::Mask(mask) = shape {
        return draw_mask(mask, pose, corner, onto);
    }
    // Pixels outside i32 don't exist, so a window with pixels has its corner inside.
    let Some(pixel) = corner.to_point() else { return };
    if shape.with_convex_image(pose, |image| image.draw(onto, pixel)).is_none() {
        draw_texels(shape, pose, corner, onto);
    }
}

/// [`draw`] for a mask: along its boundary, which is kept with it.
fn draw_mask(mask: &Mask, pose: &Pose, corner: Offset, onto: &mut Mask) {
    let window = Extent::of_size(onto.width(), onto.height()).shifted(corner);
    if window.is_empty() || mask.extent().is_empty() {
        return;
    }
    let ([a, b, c, d], is_wide) = (pose.entries(), pose.is_wide());
    mask.with_cracks(|cracks| {
        let stride = onto.stride();
        let columns = onto.columns_mut();
        let mut scan = |cracks: &[Crack], direction, corners: fn(&Crack) -> [(u16, u16); 2]| {
            let Some(edges) = BoundaryScan::new(direction, window, stride, is_wide) else { return };
            for crack in cracks {
                let [from, to] = corners(crack).mapped(|(u, v)| pose.corner(u.into(), v.into()));
                with_lanes!(&mut *columns, lanes => edges.turn(from, to, lanes.as_mut_slice()));
            }
        };
        scan(&cracks.vertical, (b, d), |crack| [(crack.at, crack.from), (crack.at, crack.to)]);
        scan(&cracks.horizontal, (a, c), |crack| [(crack.from, crack.at), (crack.to, crack.at)]);
    });
    onto.finish_turns();
}

/// [`draw`] for a shape without a kept boundary: texel by texel.
fn draw_texels(shape: ShapeRef<'_>, pose: &Pose, corner: Offset, onto: &mut Mask) {
    let (w, h) = onto.size();
    let window = Extent::of_size(w, h).shifted(corner);
    let Some(window) = window.to_rect() else { return };
    let mut texels = pose.texels(window);
    onto.redraw_by(w, h, |_, _| texels.next().is_some_and(|[u, v]| shape.has(u, v)));
}

/// Boundary pieces of one direction, as the scanlines of a window cross them.
struct BoundaryScan {
    window: Extent,
    stride: usize,
    /// The direction, pointing down: x for each y, both in Q16.
    run: i64,
    rise: i64,
    /// How far the crossing moves from one scanline to the next: whole pixels, and a fraction over the rise.
    step: i64,
    rest: i64,
    /// Whether the pose is wide, so that products of the direction and a distance in the image may take more than 64 bits.
    is_wide: bool,
}

impl BoundaryScan {
    /// None for horizontal pieces, which no scanline crosses.
    fn new((x, y): (i64, i64), window: Extent, stride: usize, is_wide: bool) -> Option<BoundaryScan> {
        let (run, rise) = (x * y.signum(), y.abs());
        (rise > 0).then(|| BoundaryScan {
            window,
            stride,
            run,
            rise,
            step: run.div_euclid(rise),
            rest: run.rem_euclid(rise),
            is_wide,
        })
    }

    /// Turns the pixels right of each crossing of the piece between two points, in Q16. [`Mask::finish_turns`] must follow.
    #[inline(always)]
    fn turn<L: Lane>(&self, from: [i64; 2], to: [i64; 2], lanes: &mut [L]) {
        let (upper, lower) = if from[1] <= to[1] { (from, to) } else { (to, from) };
        // Distances are from the centre of the window's first pixel.
        let middle = |pixel: i64| (pixel << 16) + (1 << 15);
        let (x, y) = (upper[0] - middle(self.window.x0), upper[1] - middle(self.window.y0));
        // A scanline through the upper end crosses the piece; one through the lower end does not, because ε² is positive.
        let ceil = |q16: i64| (q16 + 0xFFFF) >> 16;
        let first = ceil(y).max(0);
        let last = ceil(lower[1] - middle(self.window.y0)).min(self.window.y1 - self.window.y0);
        if first >= last {
            return;
        }
        // The crossing at a scanline is x + (scanline - y) · run / rise, rounded up to a pixel. All terms are below 2^62 if it is not wide.
        let unit = self.rise << 16;
        let (mut pixel, mut over) = if self.is_wide {
            self.wide_crossing(x, (first << 16) - y)
        } else {
            let crossing = x * self.rise + ((first << 16) - y) * self.run + unit - 1;
            (crossing.div_euclid(unit), crossing.rem_euclid(unit))
        };
        let (width, rest) = (self.window.x1 - self.window.x0, self.rest << 16);
        for row in first..last {
            if pixel < width {
                // A crossing left of the window turns the whole row.
                let at = pixel.max(0) as usize;
                let lane = &mut lanes[at / 64 * self.stride + row as usize];
                *lane = L::from_word((*lane).into() ^ turned_from(at as u32));
            }
            pixel += self.step;
            over += rest;
            if over >= unit {
                over -= unit;
                pixel += 1;
            }
        }
    }

    /// The first pixel right of the crossing of a scanline, and what is left over, as [`BoundaryScan::turn`] computes them.
    #[cold]
    fn wide_crossing(&self, x: i64, down: i64) -> (i64, i64) {
        let unit = i128::from(self.rise) << 16;
        let crossing =
            i128::from(x) * i128::from(self.rise) + i128::from(down) * i128::from(self.run) + unit - 1;
        (crossing.div_euclid(unit) as i64, crossing.rem_euclid(unit) as i64)
    }
}
