//! The collision buffer: for each pixel the list of ids that were drawn there.

use std::collections::BTreeSet;

/// What a buffer stores of a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BufferMode {
    /// Every id.
    Owners,
    /// The last one.
    Painter,
    /// Every id, and which ids have touched another since they were last read.
    Latch,
}

/// A rectangle of the world.
#[derive(Debug, Clone)]
pub struct Buffer {
    mode: BufferMode,
    /// x, y, w, h.
    region: (i64, i64, i64, i64),
    /// The ids at each pixel, row by row, in the order in which they were drawn.
    pixels: Vec<Vec<u32>>,
    latched: BTreeSet<u32>,
}

impl Buffer {
    /// An empty buffer.
    #[must_use]
    pub fn new(mode: BufferMode, region: (i64, i64, i64, i64)) -> Buffer {
        let mut buffer = Buffer { mode, region, pixels: Vec::new(), latched: BTreeSet::new() };
        buffer.set_region(region);
        buffer
    }

    /// Erases everything and changes the region. The latched ids stay.
    pub fn set_region(&mut self, region: (i64, i64, i64, i64)) {
        self.region = region;
        self.pixels = vec![Vec::new(); (region.2 * region.3) as usize];
    }

    /// The pixels of the region, row by row.
    #[must_use]
    pub fn pixels(&self) -> Vec<(i64, i64)> {
        let (x0, y0, w, h) = self.region;
        (y0..y0 + h).flat_map(|y| (x0..x0 + w).map(move |x| (x, y))).collect()
    }

    fn place(&self, (x, y): (i64, i64)) -> Option<usize> {
        let (x0, y0, w, h) = self.region;
        let inside = x0 <= x && x < x0 + w && y0 <= y && y < y0 + h;
        inside.then(|| ((y - y0) * w + x - x0) as usize)
    }

    /// Draws pixels with an id. Id 0 erases.
    pub fn draw(&mut self, points: &[(i64, i64)], id: u32) {
        for &point in points {
            let Some(place) = self.place(point) else { continue };
            let here = &mut self.pixels[place];
            if id == 0 {
                here.clear();
                continue;
            }
            if self.mode == BufferMode::Latch && here.iter().any(|&other| other != id) {
                self.latched.extend(here.iter().copied());
                self.latched.insert(id);
            }
            if self.mode == BufferMode::Painter {
                here.clear();
            }
            here.push(id);
        }
    }

    /// For each id at the pixels: (id, number of pixels, first pixel), sorted by id.
    #[must_use]
    pub fn test(&self, points: &[(i64, i64)]) -> Vec<(u32, u64, (i64, i64))> {
        let ids: BTreeSet<u32> = points.iter().flat_map(|&point| self.ids_at(point)).collect();
        ids.into_iter()
            .map(|id| {
                let mut here: Vec<(i64, i64)> =
                    points.iter().copied().filter(|&point| self.ids_at(point).contains(&id)).collect();
                here.sort_by_key(|&(x, y)| (y, x));
                (id, here.len() as u64, here[0])
            })
            .collect()
    }

    /// As `test`; then the pixels that were empty get the id.
    pub fn test_and_draw(&mut self, points: &[(i64, i64)], id: u32) -> Vec<(u32, u64, (i64, i64))> {
        let met = self.test(points);
        let (empty, full): (Vec<_>, Vec<_>) =
            points.iter().copied().partition(|&point| self.ids_at(point).is_empty());
        if id != 0 {
            self.draw(&empty, id);
            if self.mode == BufferMode::Latch {
                for point in full {
                    let others: Vec<u32> =
                        self.ids_at(point).into_iter().filter(|&other| other != id).collect();
                    if !others.is_empty() {
                        self.latched.extend(others);
                        self.latched.insert(id);
                    }
                }
            }
        }
        met
    }

    /// The ids at a pixel, ascending, each once.
    #[must_use]
    pub fn ids_at(&self, point: (i64, i64)) -> Vec<u32> {
        let here = self.place(point).map_or(&[][..], |place| &self.pixels[place]);
        here.iter().copied().collect::<BTreeSet<u32>>().into_iter().collect()
    }

    /// The id that was drawn last at a pixel.
    #[must_use]
    pub fn top_at(&self, point: (i64, i64)) -> Option<u32> {
        self.pixels[self.place(point)?].last().copied()
    }

    /// The ids that have touched, ascending. They are cleared.
    pub fn take_latched(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.latched).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_modes() {
        let region = (0, 0, 3, 1);
        for mode in [BufferMode::Owners, BufferMode::Painter, BufferMode::Latch] {
            let mut buffer = Buffer::new(mode, region);
            buffer.draw(&[(0, 0), (1, 0), (9, 0)], 1);
            buffer.draw(&[(1, 0), (2, 0)], 2);
            let both = if mode == BufferMode::Painter { vec![2] } else { vec![1, 2] };
            assert_eq!(buffer.ids_at((1, 0)), both);
            assert_eq!(buffer.top_at((1, 0)), Some(2));
            let latched = if mode == BufferMode::Latch { vec![1, 2] } else { vec![] };
            assert_eq!(buffer.take_latched(), latched);
            assert_eq!(buffer.take_latched(), []);
            buffer.draw(&[(1, 0)], 0);
            assert_eq!(buffer.test(&[(0, 0), (1, 0), (2, 0)]), [(1, 1, (0, 0)), (2, 1, (2, 0))]);
            assert_eq!(buffer.test_and_draw(&[(0, 0), (1, 0)], 7), [(1, 1, (0, 0))]);
            assert_eq!((buffer.ids_at((0, 0)), buffer.ids_at((1, 0))), (vec![1], vec![7]));
        }
    }
}
