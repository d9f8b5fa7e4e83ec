//! The raster rule: world pixel (X, Y) shows the texel that holds the inverse image of (X + 1/2 + e, Y + 1/2 + e^2) for an
//! infinitesimal e > 0. Only pixels with 32-bit coordinates exist.

use super::affine::{Affine, ONE, corners, determinant};
use crate::{AlphaGrid, Grid, Overlap};

/// The texel that holds the inverse image of the world pixel's centre, moved by (e, e^2). It may lie outside any picture.
///
/// # Panics
/// When the map is singular.
#[must_use]
pub fn texel_at(pose: Affine, x: i64, y: i64) -> (i64, i64) {
    let [a, b, c, d, tx, ty] = pose.map(i128::from);
    let det = determinant(pose);
    assert!(det != 0, "{pose:?} is singular");
    // The centre less the translation, in 1/65536. The inverse matrix is [[d, -b], [-c, a]] / det.
    let half = i128::from(ONE) / 2;
    let dx = i128::from(x) * i128::from(ONE) + half - tx;
    let dy = i128::from(y) * i128::from(ONE) + half - ty;
    (floor_moved(d * dx - b * dy, (d, -b), det), floor_moved(a * dy - c * dx, (-c, a), det))
}

/// The floor of (`numerator` + `step.0` e + `step.1` e^2) / `det`, for an infinitesimal e > 0.
fn floor_moved(numerator: i128, step: (i128, i128), det: i128) -> i64 {
    let sign = det.signum();
    let (numerator, det) = (numerator * sign, det * sign);
    let moved = if step.0 != 0 { step.0 * sign } else { step.1 * sign };
    // Most numbers are small enough for a quick division.
    let whole = match (i64::try_from(numerator), i64::try_from(det)) {
        (Ok(numerator), Ok(det)) => numerator.div_euclid(det).into(),
        _ => numerator.div_euclid(det),
    };
    // Only a whole number can fall below its floor by an infinitesimal.
    let floor = if whole * det == numerator && moved < 0 { whole - 1 } else { whole };
    i64::try_from(floor).expect("the map is within its budget")
}

/// (left, top, right, bottom), right and bottom outside: every pixel that shows a texel of a w x h picture lies within.
fn window(pose: Affine, w: usize, h: usize) -> (i64, i64, i64, i64) {
    let at = corners(pose, (0, 0), (w as i64, h as i64));
    let (xs, ys) = (at.map(|p| p.0), at.map(|p| p.1));
    // Every pixel whose centre lies on or between the extremes, and one more on either side to be safe.
    let low = |all: [i64; 4]| all.into_iter().min().expect("four corners").div_euclid(ONE) - 1;
    let high = |all: [i64; 4]| all.into_iter().max().expect("four corners").div_euclid(ONE) + 2;
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    (low(xs).max(least), low(ys).max(least), high(xs).min(most + 1), high(ys).min(most + 1))
}

/// Calls for every pixel of a window, row by row. An empty window has no pixels.
fn pixels(
    (x0, y0, x1, y1): (i64, i64, i64, i64),
    mut wanted: impl FnMut(i64, i64) -> bool,
) -> Vec<(i64, i64)> {
    let mut points = Vec::new();
    if x0 >= x1 {
        return points;
    }
    for y in y0..y1 {
        for x in x0..x1 {
            if wanted(x, y) {
                points.push((x, y));
            }
        }
    }
    points
}

fn shared(a: (i64, i64, i64, i64), b: (i64, i64, i64, i64)) -> (i64, i64, i64, i64) {
    (a.0.max(b.0), a.1.max(b.1), a.2.min(b.2), a.3.min(b.3))
}

/// The world pixels that the grid covers, row by row.
#[must_use]
pub fn coverage(grid: &Grid, pose: Affine) -> Vec<(i64, i64)> {
    pixels(window(pose, grid.w, grid.h), |x, y| {
        let (u, v) = texel_at(pose, x, y);
        grid.get(u, v)
    })
}

/// The world pixels that both cover.
#[must_use]
pub fn posed_overlap(a: &Grid, pose_a: Affine, b: &Grid, pose_b: Affine) -> Overlap {
    let both = shared(window(pose_a, a.w, a.h), window(pose_b, b.w, b.h));
    let points = pixels(both, |x, y| {
        let (u, v) = texel_at(pose_a, x, y);
        a.get(u, v) && {
            let (u, v) = texel_at(pose_b, x, y);
            b.get(u, v)
        }
    });
    Overlap { points }
}

/// The world pixels at which both show an alpha above 0 and the two add up to 255 or more.
#[must_use]
pub fn posed_sum_overlap(a: &AlphaGrid, pose_a: Affine, b: &AlphaGrid, pose_b: Affine) -> Overlap {
    let both = shared(window(pose_a, a.w, a.h), window(pose_b, b.w, b.h));
    let points = pixels(both, |x, y| {
        let (u, v) = texel_at(pose_a, x, y);
        let own = u16::from(a.get(u, v));
        let (u, v) = texel_at(pose_b, x, y);
        let there = u16::from(b.get(u, v));
        own > 0 && there > 0 && own + there >= 255
    });
    Overlap { points }
}

/// (x, y, w, h) of the pixels whose centres, moved by (e, e^2), lie within the least and the greatest x and y of the whole
/// picture's image. None when there is no such pixel, or no picture.
fn picture_window(pose: Affine, w: usize, h: usize) -> Option<(i64, i64, i64, i64)> {
    if w == 0 || h == 0 {
        return None;
    }
    let at = corners(pose, (0, 0), (w as i64, h as i64));
    let (x0, y0, x1, y1) = window(pose, w, h);
    let within = |coordinates: [i64; 4], pixel: i64| {
        let centre = pixel * ONE + ONE / 2;
        // A centre on the lower end moves above it, and a centre on the upper end is no longer below it.
        coordinates.into_iter().any(|end| end <= centre) && coordinates.into_iter().any(|end| centre < end)
    };
    let columns: Vec<i64> = (x0..x1).filter(|&x| within(at.map(|p| p.0), x)).collect();
    let rows: Vec<i64> = (y0..y1).filter(|&y| within(at.map(|p| p.1), y)).collect();
    Some((*columns.first()?, *rows.first()?, columns.len() as i64, rows.len() as i64))
}

/// The grid as it is seen in the world, and the world pixel of its corner. It is as large as the upright rectangle around the image of the
/// whole picture, with clear margins. None if no pixel's centre lies in that rectangle.
#[must_use]
pub fn bake(grid: &Grid, pose: Affine) -> Option<(Grid, (i64, i64))> {
    let (x0, y0, w, h) = picture_window(pose, grid.w, grid.h)?;
    let baked = Grid::from_fn(w as usize, h as usize, |x, y| {
        let (u, v) = texel_at(pose, x0 + x as i64, y0 + y as i64);
        grid.get(u, v)
    });
    Some((baked, (x0, y0)))
}

/// As [`bake`], with alphas.
#[must_use]
pub fn bake_alpha(grid: &AlphaGrid, pose: Affine) -> Option<(AlphaGrid, (i64, i64))> {
    let (x0, y0, w, h) = picture_window(pose, grid.w, grid.h)?;
    let mut alpha = Vec::new();
    for y in y0..y0 + h {
        for x in x0..x0 + w {
            let (u, v) = texel_at(pose, x, y);
            alpha.push(grid.get(u, v));
        }
    }
    Some((AlphaGrid { w: w as usize, h: h as usize, alpha }, (x0, y0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: i64 = ONE / 2;

    fn at(tx: i64, ty: i64) -> Affine {
        [ONE, 0, 0, ONE, tx, ty]
    }

    /// The least world x that a texel at this position covers: ceil(x - 1/2).
    #[test]
    fn an_unturned_texel_lies_at_the_position_less_a_half_rounded_up() {
        let dot = Grid::draw("#");
        for tx in -3 * ONE..3 * ONE {
            if tx % 4096 > 1 && tx % 4096 < 4095 {
                continue;
            }
            let x = (tx - HALF + ONE - 1).div_euclid(ONE);
            assert_eq!(coverage(&dot, at(tx, 0)), [(x, 0)], "{tx}");
            assert_eq!(coverage(&dot, at(0, tx)), [(0, x)], "{tx}");
        }
        // A centre on the left edge is inside, one on the right edge is not: exactly one of the two.
        assert_eq!(coverage(&dot, at(HALF, HALF)), [(0, 0)]);
        assert_eq!(coverage(&dot, at(-HALF, -HALF)), [(-1, -1)]);
    }

    /// Half size: the centre of pixel 0 lies on the edge between texels 0 and 1, and goes to the right of it.
    #[test]
    fn a_centre_on_an_edge_belongs_to_the_side_that_the_infinitesimal_points_to() {
        let stripes = Grid::draw("#.#.");
        assert_eq!(coverage(&stripes, [HALF, 0, 0, ONE, 0, 0]), []);
        assert_eq!(coverage(&Grid::draw(".#.#"), [HALF, 0, 0, ONE, 0, 0]), [(0, 0), (1, 0)]);
        // Mirrored about x = 0 the texels lie right to left: texel 0 from -1/2 to 0. The centre at -1/2 moves right, into it.
        assert_eq!(coverage(&stripes, [-HALF, 0, 0, ONE, 0, 0]), [(-2, 0), (-1, 0)]);
        // The same upright: e^2 points down.
        let stripes = Grid::draw("#\n.\n#\n.");
        assert_eq!(coverage(&stripes, [ONE, 0, 0, HALF, 0, 0]), []);
        assert_eq!(coverage(&stripes, [ONE, 0, 0, -HALF, 0, 0]), [(0, -2), (0, -1)]);
    }

    /// A quarter turn clockwise: u goes down, v to the left. At whole positions no centre lies on an edge.
    #[test]
    fn a_quarter_turn() {
        let grid = Grid::draw(
            "#..
             ##.",
        );
        // Pivot at the origin: the picture lies from x = -2 to 0.
        let turned = [0, -ONE, ONE, 0, 0, 0];
        assert_eq!(
            bake(&grid, turned),
            Some((
                Grid::draw(
                    "##
                     #.
                     .."
                ),
                (-2, 0)
            ))
        );
        // By half a pixel every centre lies on a corner of texels; (e, e^2) decides: right and down of it.
        let [a, b, c, d, ..] = turned;
        let (_, corner) = bake(&grid, [a, b, c, d, HALF, HALF]).unwrap();
        assert_eq!(corner, (-2, 0));
    }

    /// At an eighth of a turn with scale sqrt 2, the lines between texels run through the centres' diagonals.
    #[test]
    fn a_slanting_edge_through_centres() {
        // (u, v) -> (u - v, u + v) is a turn by 45 degrees and a scale of sqrt 2; one texel has area 2.
        let pose = [ONE, -ONE, ONE, ONE, 0, 0];
        // The diamond with corners (0,0), (1,1), (0,2), (-1,1): centres (±1/2, 1/2), (±1/2, 3/2) are on its four edges.
        // Moved right by e, the left two enter and the right two leave. The e^2 is too small to matter.
        assert_eq!(coverage(&Grid::draw("#"), pose), [(-1, 0), (-1, 1)]);
        // Two diamonds side by side share no centre and leave none out: four pixels for an area of four.
        let two = coverage(&Grid::draw("##"), pose);
        assert_eq!(two, [(-1, 0), (-1, 1), (0, 1), (0, 2)]);
    }

    #[test]
    fn every_pixel_shows_one_texel_under_every_map() {
        for pose in [[3, 2, -1, 4], [-3, 1, 5, 2], [0, 2, 2, 0], [1, 1, -1, 1], [2, 1, 4, 3]] {
            for quarters in 0..16 {
                let (tx, ty) = (quarters * ONE / 4, (quarters * 7 % 16) * ONE / 4);
                let [a, b, c, d] = pose.map(|n| n * HALF);
                let pose = [a, b, c, d, tx, ty];
                // Four texels cover the same pixels alone as together, and no pixel is covered by two of them.
                let mut alone: Vec<(i64, i64)> = ["#.\n..", ".#\n..", "..\n#.", "..\n.#"]
                    .into_iter()
                    .flat_map(|one| coverage(&Grid::draw(one), pose))
                    .collect();
                alone.sort_by_key(|&(x, y)| (y, x));
                assert_eq!(alone, coverage(&Grid::draw("##\n##"), pose), "{pose:?}");
            }
        }
    }

    #[test]
    fn nothing_lies_beyond_32_bits() {
        let end = i64::from(i32::MAX) * ONE;
        let row = Grid::draw("###");
        assert_eq!(coverage(&row, at(end, 0)), [(i64::from(i32::MAX), 0)]);
        let start = i64::from(i32::MIN);
        assert_eq!(coverage(&row, at((start - 2) * ONE, 0)), [(start, 0)]);
        assert_eq!(coverage(&row, at((start - 3) * ONE, 0)), []);
        assert_eq!(bake(&row, at(end, end + ONE)), None);
    }

    /// The window is upright: a corner of the picture may reach beyond it between the centres, and the window's corners may be clear.
    #[test]
    fn the_window_of_a_bake() {
        let diamond = [2 * ONE, -2 * ONE, 2 * ONE, 2 * ONE, 0, 0];
        let (baked, corner) = bake(&Grid::draw("#"), diamond).unwrap();
        // From -2 to 2 and from 0 to 4. On the edges themselves, right and left are decided as everywhere.
        assert_eq!((corner, baked), ((-2, 0), Grid::draw(".#..\n###.\n###.\n.#..")));
        assert_eq!(bake(&Grid::draw("#"), [ONE / 4, 0, 0, ONE, 0, 0]), None);
        assert_eq!(bake(&Grid::new(0, 3), diamond), None);
        assert_eq!(bake(&Grid::new(3, 1), at(0, 0)), Some((Grid::new(3, 1), (0, 0))));
    }

    #[test]
    fn overlaps_are_in_world_pixels() {
        let (a, b) = (Grid::draw("##\n##"), Grid::draw("#"));
        // b four times as large as a's pixels, from (10, 20) on.
        let big = [4 * ONE, 0, 0, 4 * ONE, 10 * ONE, 20 * ONE];
        let met = posed_overlap(&a, at(13 * ONE, 23 * ONE), &b, big);
        assert_eq!((met.area(), met.first(), met.bounds()), (1, Some((13, 23)), Some((13, 23, 1, 1))));
        assert!(!posed_overlap(&a, at(14 * ONE, 23 * ONE), &b, big).overlaps());
        // Half a pixel to the right is where the texel's left edge lies on the centre of 13, which then is inside.
        assert!(posed_overlap(&a, at(13 * ONE + HALF, 23 * ONE), &b, big).overlaps());
        assert!(!posed_overlap(&a, at(13 * ONE + HALF + 1, 23 * ONE), &b, big).overlaps());
    }

    #[test]
    fn alphas_add_up_where_they_lie() {
        let a = AlphaGrid { w: 2, h: 1, alpha: vec![100, 155] };
        let b = AlphaGrid { w: 1, h: 1, alpha: vec![100] };
        let wide = [2 * ONE, 0, 0, ONE, 0, 0];
        assert_eq!(posed_sum_overlap(&a, wide, &b, at(ONE, 0)).points, []);
        assert_eq!(posed_sum_overlap(&a, wide, &b, at(2 * ONE, 0)).points, [(2, 0)]);
        let (baked, corner) = bake_alpha(&a, wide).unwrap();
        assert_eq!((baked.alpha, corner), (vec![100, 100, 155, 155], (0, 0)));
    }
}
