//! Grids of every kind that could reveal a fault in a loop over words.

use hitmask_oracle::{AlphaGrid, Grid, LabelGrid, Rng};

/// Sides at or near the end of a lane, a word, a column or a block.
const EDGES: [usize; 20] = [0, 1, 2, 7, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 127, 128, 129, 192];

/// The size of the grids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// 0 to 18 pixels per side: for fuzz targets, which run many thousands of cases.
    Dot,
    /// 0 to 40 pixels per side: many cases in little time.
    Icon,
    /// 0 to 200 pixels per side, as sprites have.
    Sprite,
    /// 300 to 1500 pixels per side: hitmask tests cells of many pixels first.
    Stage,
}

/// A width or a height.
pub fn side(rng: &mut Rng, scale: Scale) -> usize {
    if scale == Scale::Dot {
        return rng.below(19) as usize;
    }
    match rng.below(4) {
        0 if scale == Scale::Icon => rng.pick(&[0, 1, 15, 16, 17, 31, 32, 33]),
        _ if scale == Scale::Icon => rng.below(41) as usize,
        _ if scale == Scale::Stage => rng.pick(&[300, 320, 361, 363, 448, 512, 513, 640, 1024, 1500]),
        0 | 1 => rng.pick(&EDGES),
        2 => rng.below(24) as usize,
        _ => rng.below(201) as usize,
    }
}

/// A grid of any size and shape.
pub fn grid(rng: &mut Rng, scale: Scale) -> Grid {
    let (w, h) = (side(rng, scale), side(rng, scale));
    grid_of_size(rng, w, h)
}

/// A grid of any shape.
pub fn grid_of_size(rng: &mut Rng, w: usize, h: usize) -> Grid {
    match rng.below(12) {
        0 => Grid::new(w, h),
        1 => Grid::from_fn(w, h, |_, _| true),
        2 => dots(rng, w, h, 1),
        3 => dots(rng, w, h, 5),
        4 => noise(rng, w, h),
        5 => blob(rng, w, h),
        6 => ring(rng, w, h),
        7 => line(rng, w, h),
        8 => board(rng, w, h),
        9 => rim(rng, w, h),
        10 => patch(rng, w, h),
        // The most common shape of a sprite, a second time.
        _ => blob(rng, w, h),
    }
}

/// A few pixels.
fn dots(rng: &mut Rng, w: usize, h: usize, n: usize) -> Grid {
    let mut grid = Grid::new(w, h);
    for _ in 0..if w * h > 0 { n } else { 0 } {
        grid.set(rng.below(w as u64) as usize, rng.below(h as u64) as usize, true);
    }
    grid
}

/// Every pixel is chosen by itself.
pub fn noise(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let of_64 = rng.pick(&[1, 4, 16, 32, 48, 60, 63]);
    Grid::from_fn(w, h, |_, _| rng.below(64) < of_64)
}

/// Whether (x, y) lies in the ellipse that fills w x h, enlarged by `scale` / 16.
fn in_ellipse(x: usize, y: usize, w: usize, h: usize, scale: i64) -> bool {
    let (w, h) = (w as i64, h as i64);
    let (dx, dy) = (2 * x as i64 + 1 - w, 2 * y as i64 + 1 - h);
    (dx * dx * h * h + dy * dy * w * w) * 256 <= w * w * h * h * scale * scale
}

/// An ellipse with a rough rim.
fn blob(rng: &mut Rng, w: usize, h: usize) -> Grid {
    Grid::from_fn(w, h, |x, y| in_ellipse(x, y, w, h, 12) || in_ellipse(x, y, w, h, 16) && rng.one_in(2))
}

/// An ellipse with a hole.
fn ring(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let hole = rng.between(4, 15);
    Grid::from_fn(w, h, |x, y| in_ellipse(x, y, w, h, 16) && !in_ellipse(x, y, w, h, hole))
}

/// A line one pixel thick: horizontal, vertical or slanting.
fn line(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let kind = rng.below(4);
    let at_x = rng.below(w.max(1) as u64) as usize;
    let at_y = rng.below(h.max(1) as u64) as usize;
    Grid::from_fn(w, h, |x, y| match kind {
        0 => y == at_y,
        1 => x == at_x,
        2 => x * h.max(1) / w.max(1) == y,
        _ => (w - 1 - x) * h.max(1) / w.max(1) == y,
    })
}

/// A checkerboard or stripes. Some of their sizes do not divide a word.
fn board(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let (sx, sy) = (rng.pick(&[1, 1, 2, 3, 16, 64, 999]), rng.pick(&[1, 1, 2, 3, 16, 64, 999]));
    let odd = rng.below(2) as usize;
    Grid::from_fn(w, h, |x, y| (x / sx + y / sy) % 2 == odd)
}

/// Only the outermost pixels.
fn rim(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let sides = rng.between(1, 15);
    Grid::from_fn(w, h, |x, y| {
        sides & 1 != 0 && x == 0
            || sides & 2 != 0 && y == 0
            || sides & 4 != 0 && x == w - 1
            || sides & 8 != 0 && y == h - 1
    })
}

/// Another shape somewhere in a clear grid, as in a sprite with wide margins.
fn patch(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let (pw, ph) = (rng.below(w as u64 + 1) as usize, rng.below(h as u64 + 1) as usize);
    let (x0, y0) = (rng.below((w - pw) as u64 + 1) as usize, rng.below((h - ph) as u64 + 1) as usize);
    let inner = if rng.one_in(2) { blob(rng, pw, ph) } else { noise(rng, pw, ph) };
    Grid::from_fn(w, h, |x, y| inner.get(x as i64 - x0 as i64, y as i64 - y0 as i64))
}

/// Labels from 1 on where the grid is solid: few or many, in stripes, in blocks, or anyhow.
pub fn labels(rng: &mut Rng, grid: &Grid) -> LabelGrid {
    let most = rng.pick(&[1, 2, 3, 7, 255]);
    let (way, period, shift) = (rng.below(4), rng.pick(&[1, 2, 3, 16, 31, 32, 63, 64, 65]), rng.below(64));
    let labels = grid.cells.iter().enumerate().map(|(i, &solid)| {
        let (x, y) = ((i % grid.w) as u64 + shift, (i / grid.w) as u64);
        let number = match way {
            0 => x / period,
            1 => y / period,
            2 => x / period + 3 * (y / period),
            _ => rng.below(most),
        };
        if solid { 1 + (number % most) as u8 } else { 0 }
    });
    let labels = labels.collect();
    LabelGrid { w: grid.w, h: grid.h, labels }
}

/// Alphas at and above `level` where the grid is solid, and below it elsewhere. If the level is 0, no alpha is below it.
pub fn alphas(rng: &mut Rng, grid: &Grid, level: u8) -> AlphaGrid {
    let opaque_in_8 = rng.below(9);
    let clear_in_8 = rng.below(9);
    let alpha = grid.cells.iter().map(|&solid| {
        if solid && rng.below(8) < opaque_in_8 {
            255
        } else if solid {
            let any = rng.between(level.into(), 255) as u8;
            rng.pick(&[level, level.saturating_add(1), any])
        } else if rng.below(8) < clear_in_8 {
            0
        } else {
            let most = level.saturating_sub(1);
            let any = rng.between(0, most.into()) as u8;
            rng.pick(&[most, most.saturating_sub(1), any, 0])
        }
    });
    let alpha = alpha.collect();
    AlphaGrid { w: grid.w, h: grid.h, alpha }
}
