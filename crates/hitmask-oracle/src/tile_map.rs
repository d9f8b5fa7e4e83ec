//! Tile maps, pixel by pixel.

use std::collections::BTreeMap;

use crate::Grid;
use crate::overlap::Solid;

/// A tile: its picture, a number for its kind, and how far the picture is moved in its cell.
#[derive(Clone, Debug)]
pub struct FlatTile {
    /// The picture.
    pub picture: Grid,
    /// The number of its kind.
    pub kind: u8,
    /// How far the picture is moved.
    pub offset: (i64, i64),
}

/// A cell: the id of a tile, and the flips along x, along y and along the diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatCell {
    /// The tile's id.
    pub tile: u32,
    /// Along x, along y, along the diagonal.
    pub flips: [bool; 3],
}

/// A map of tiles.
#[derive(Clone, Debug)]
pub struct FlatMap {
    /// The tiles by their ids.
    pub tiles: BTreeMap<u32, FlatTile>,
    /// By column and row.
    pub cells: BTreeMap<(i64, i64), FlatCell>,
    /// Width and height of a cell.
    pub cell: (i64, i64),
}

impl FlatMap {
    /// The solid pixels of the picture in a cell, in pixels of the map.
    #[must_use]
    pub fn pixels_of(&self, x: i64, y: i64) -> Vec<(i64, i64)> {
        let Some(FlatCell { tile, flips: [flip_x, flip_y, diagonal] }) = self.cells.get(&(x, y)) else {
            return Vec::new();
        };
        let FlatTile { picture, offset, .. } = &self.tiles[tile];
        let mut pixels = Vec::new();
        for (u, v) in picture.points() {
            let (mut w, mut h) = (picture.w as i64, picture.h as i64);
            let (mut u, mut v) = (u, v);
            if *diagonal {
                (u, v) = (v, u);
                (w, h) = (h, w);
            }
            if *flip_x {
                u = w - 1 - u;
            }
            if *flip_y {
                v = h - 1 - v;
            }
            // The lower left corner of the picture lies on that of the cell.
            let (left, bottom) = (x * self.cell.0, (y + 1) * self.cell.1);
            pixels.push((left + u + offset.0, bottom - h + v + offset.1));
        }
        pixels.sort_by_key(|&(x, y)| (y, x));
        pixels
    }

    /// The kind of the tile in a cell.
    #[must_use]
    pub fn kind_of(&self, x: i64, y: i64) -> Option<u8> {
        Some(self.tiles[&self.cells.get(&(x, y))?.tile].kind)
    }

    /// The pixels of all tiles of some kinds.
    pub fn flat(&self, is_seen: impl Fn(u8) -> bool) -> Patch {
        let seen = self.cells.keys().filter(|&&(x, y)| self.kind_of(x, y).is_some_and(&is_seen));
        let pixels: Vec<(i64, i64)> = seen.flat_map(|&(x, y)| self.pixels_of(x, y)).collect();
        let ends = |axis: fn(&(i64, i64)) -> i64| {
            let all = || pixels.iter().map(axis);
            (all().min().unwrap_or(0), all().max().unwrap_or(-1) + 1)
        };
        let ((x0, x1), (y0, y1)) = (ends(|p| p.0), ends(|p| p.1));
        let mut grid = Grid::new((x1 - x0) as usize, (y1 - y0) as usize);
        pixels.iter().for_each(|&(x, y)| grid.set((x - x0) as usize, (y - y0) as usize, true));
        Patch { x: x0, y: y0, grid }
    }
}

/// A grid whose upper left pixel is not (0, 0).
#[derive(Clone, PartialEq, Debug)]
pub struct Patch {
    /// The x of its first column.
    pub x: i64,
    /// The y of its first row.
    pub y: i64,
    /// The pixels.
    pub grid: Grid,
}

impl Solid for Patch {
    fn window(&self) -> (i64, i64, i64, i64) {
        let Patch { x, y, grid } = self;
        (*x, *y, x + grid.w as i64, y + grid.h as i64)
    }
    fn solid(&self, x: i64, y: i64) -> bool {
        self.grid.get(x - self.x, y - self.y)
    }
}
