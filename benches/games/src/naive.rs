//! What is pasted today: a grid of cells over the screen, and a loop over the pixels that two sprites share.

use hitmask::Mask;

/// A picture as games keep it: one byte a pixel.
pub struct Picture {
    pub w: i32,
    pub h: i32,
    solid: Vec<bool>,
}

impl Picture {
    pub fn new(mask: &Mask) -> Picture {
        let (w, h) = (mask.width() as i32, mask.height() as i32);
        let solid = (0..w * h).map(|i| mask.contains((i % w, i / w))).collect();
        Picture { w, h, solid }
    }

    /// Whether a pixel is solid. Beyond the picture it is not.
    pub fn at(&self, x: i32, y: i32) -> bool {
        (0..self.w).contains(&x) && (0..self.h).contains(&y) && self.solid[(y * self.w + x) as usize]
    }

    pub fn set(&mut self, x: i32, y: i32, solid: bool) {
        if (0..self.w).contains(&x) && (0..self.h).contains(&y) {
            self.solid[(y * self.w + x) as usize] = solid;
        }
    }

    /// Whether two upright pictures share a solid pixel.
    pub fn touches(&self, [ax, ay]: [i32; 2], other: &Picture, [bx, by]: [i32; 2]) -> bool {
        let (x0, x1) = (ax.max(bx), (ax + self.w).min(bx + other.w));
        let (y0, y1) = (ay.max(by), (ay + self.h).min(by + other.h));
        (y0..y1).any(|y| {
            (x0..x1).any(|x| {
                self.solid[((y - ay) * self.w + x - ax) as usize]
                    && other.solid[((y - by) * other.w + x - bx) as usize]
            })
        })
    }
}

/// Square cells with the numbers of those whose box meets them.
pub struct Grid {
    side: i32,
    columns: i32,
    rows: i32,
    cells: Vec<Vec<u32>>,
}

impl Grid {
    pub fn new(side: i32, width: i32, height: i32) -> Grid {
        let (columns, rows) = (width / side + 1, height / side + 1);
        Grid { side, columns, rows, cells: vec![Vec::new(); (columns * rows) as usize] }
    }

    pub fn clear(&mut self) {
        self.cells.iter_mut().for_each(Vec::clear);
    }

    fn cells_of(&self, [x0, y0, x1, y1]: [i32; 4]) -> impl Iterator<Item = usize> + use<> {
        let column = |x: i32| x.div_euclid(self.side).clamp(0, self.columns - 1);
        let row = |y: i32| y.div_euclid(self.side).clamp(0, self.rows - 1);
        let (c0, c1, r0, r1) = (column(x0), column(x1 - 1), row(y0), row(y1 - 1));
        let columns = self.columns;
        (r0..=r1).flat_map(move |r| (c0..=c1).map(move |c| (r * columns + c) as usize))
    }

    /// Enters a box: left, top, right, bottom.
    pub fn enter(&mut self, number: u32, area: [i32; 4]) {
        for cell in self.cells_of(area) {
            self.cells[cell].push(number);
        }
    }

    /// The numbers in all cells that a box meets, each once.
    pub fn near(&self, area: [i32; 4], found: &mut Vec<u32>) {
        found.clear();
        for cell in self.cells_of(area) {
            found.extend_from_slice(&self.cells[cell]);
        }
        found.sort_unstable();
        found.dedup();
    }
}
