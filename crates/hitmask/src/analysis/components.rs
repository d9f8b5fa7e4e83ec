//! Which solid pixels hang together.
//!
//! Union-find over runs, not pixels (the two passes are Rosenfeld and Pfaltz's, 1966): a run joins those runs of the row
//! above that it touches. A run's parent always comes before it, so labels follow in one sweep and are numbered by the first
//! pixel.

use alloc::vec::Vec;

use crate::geom::{Extent, Point, Rect};
use crate::mask::{Mask, Run, RunMask};

/// Which pixels count as neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Connectivity {
    /// Left, right, above and below: what meets at a corner only is apart.
    Four,
    /// The eight around: what meets at a corner hangs together.
    Eight,
}

/// One connected component of a mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Component {
    /// How many pixels it has.
    pub area: u64,
    /// The smallest rectangle around them.
    pub bounds: Rect,
    /// The first of them in row-major order.
    pub first: Point,
}

/// The connected components of a mask, numbered from 0 in the order in which their first pixels come, row by row from
/// the top, left to right.
///
/// ```
/// use hitmask::{Connectivity, Mask, Point};
/// // Two dots that meet at a corner, and a bar.
/// let mask = Mask::from_fn(6, 2, |x, y| (x, y) == (0, 0) || (x, y) == (1, 1) || x > 3);
/// let apart = mask.components(Connectivity::Four);
/// assert_eq!(apart.len(), 3);
/// let parts = mask.components(Connectivity::Eight);
/// assert_eq!(parts.len(), 2);
/// assert_eq!(parts.component_at((1, 1)), parts.component_at((0, 0)));
/// assert_eq!(parts.largest(), parts.component_at((5, 0)));
/// assert_eq!(parts[1].first, Point::new(4, 0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    runs: RunMask,
    /// For each run the component it belongs to.
    labels: Vec<u32>,
    parts: Vec<Component>,
}

impl Mask {
    /// The connected components of the solid pixels.
    ///
    /// # Complexity
    /// O(words + runs), nearly: union-find adds a factor that no mask can make larger than 4.
    #[must_use]
    pub fn components(&self, connectivity: Connectivity) -> Components {
        Components::of(RunMask::from_mask(self), connectivity)
    }
}

impl RunMask {
    /// As [`Mask::components`].
    #[must_use]
    pub fn components(&self, connectivity: Connectivity) -> Components {
        Components::of(self.clone(), connectivity)
    }
}

impl Components {
    fn of(runs: RunMask, connectivity: Connectivity) -> Components {
        let mut labels = join(runs.all_runs(), runs.row_offsets(), connectivity);
        let mut parts = Vec::new();
        let mut index = 0;
        for y in 0..runs.height() {
            for &Run { start, end } in runs.runs(y) {
                let label = match labels[index] as usize {
                    root if root == index => {
                        let first = Point::new(start.into(), y as i32);
                        parts.push(Component { area: 0, bounds: Rect::default(), first });
                        parts.len() - 1
                    }
                    before => labels[before] as usize,
                };
                labels[index] = label as u32;
                index += 1;
                let part: &mut Component = &mut parts[label];
                part.area += u64::from(end - start);
                let row = Rect::new(start.into(), y as i32, (end - start).into(), 1);
                let bounds = part.bounds.extent().around(row.extent());
                part.bounds = bounds.to_rect().unwrap_or_default();
            }
        }
        Components { runs, labels, parts }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the mask has no solid pixel.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The component of this number.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Component> {
        self.parts.get(index)
    }

    /// All of them in their order.
    pub fn iter(&self) -> core::slice::Iter<'_, Component> {
        self.parts.iter()
    }

    /// The number of the component with most pixels; of several, the first. None when there are none.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        // `max_by_key` gives the last of equals.
        (0..self.len()).rev().max_by_key(|&i| self.parts[i].area)
    }

    /// The number of the component that the pixel belongs to; None for clear pixels and outside. A binary search among the
    /// runs of its row.
    #[must_use]
    pub fn component_at(&self, point: impl Into<Point>) -> Option<usize> {
        let p = point.into();
        let row = u32::try_from(p.y).ok().filter(|&y| y < self.runs.height())?;
        let x = u16::try_from(p.x).ok()?;
        let runs = self.runs.runs(row);
        let i = runs.partition_point(|run| run.end <= x);
        let found = runs.get(i).is_some_and(|run| run.start <= x);
        found.then(|| self.labels[self.runs.row_offsets()[row as usize] as usize + i] as usize)
    }

    /// The component's pixels, in a mask of the size of the whole.
    ///
    /// # Panics
    /// When there is no component of this number.
    #[must_use]
    pub fn mask(&self, index: usize) -> Mask {
        self.cut(index, Extent::of_size(self.runs.width(), self.runs.height()))
    }

    /// The component's pixels, in a mask of the size of its bounds, whose origin lies at `bounds.x`, `bounds.y` of the whole.
    ///
    /// # Panics
    /// When there is no component of this number.
    #[must_use]
    pub fn cut_out(&self, index: usize) -> Mask {
        self.cut(index, self.parts[index].bounds.extent())
    }

    /// For each pixel, row by row, 0 where it is clear, else one more than the number of its component: a label image.
    #[must_use]
    pub fn labels(&self) -> Vec<u32> {
        let w = self.runs.width() as usize;
        let mut image = alloc::vec![0; w * self.runs.height() as usize];
        let mut labels = self.labels.iter();
        for (y, row) in (0..).zip(image.chunks_mut(w.max(1))) {
            for (run, &label) in self.runs.runs(y).iter().zip(&mut labels) {
                row[usize::from(run.start)..usize::from(run.end)].fill(label + 1);
            }
        }
        image
    }

    /// The component's pixels inside a frame that holds all of them.
    fn cut(&self, index: usize, frame: Extent) -> Mask {
        let bounds = self.parts[index].bounds.extent();
        let (w, h) = ((frame.x1 - frame.x0) as u32, (frame.y1 - frame.y0) as u32);
        let mut mask = Mask::new(w, h);
        for y in bounds.y0..bounds.y1 {
            let from = self.runs.row_offsets()[y as usize] as usize;
            for (run, &label) in self.runs.runs(y as u32).iter().zip(&self.labels[from..]) {
                if label as usize == index {
                    let (start, end) = (i64::from(run.start) - frame.x0, i64::from(run.end) - frame.x0);
                    mask.fill_run((y - frame.y0) as u32, start as u32, end as u32);
                }
            }
        }
        // What a rebuild would find out is known.
        let solid = bounds.shifted(Point::new(-frame.x0 as i32, -frame.y0 as i32));
        mask.include(solid);
        mask.pixels_changed(solid);
        mask
    }
}

impl core::ops::Index<usize> for Components {
    type Output = Component;

    /// # Panics
    /// When there is no component of this number.
    fn index(&self, index: usize) -> &Component {
        &self.parts[index]
    }
}

impl<'a> IntoIterator for &'a Components {
    type Item = &'a Component;
    type IntoIter = core::slice::Iter<'a, Component>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// For each run one that comes before it and belongs to the same component, itself for the component's first. The rows' runs begin at the
/// offsets; one more is the end.
pub(crate) fn join(all: &[Run], offsets: &[u32], connectivity: Connectivity) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..all.len() as u32).collect();
    // Runs that touch at a corner: one ends where the other starts.
    let reach = u32::from(connectivity == Connectivity::Eight);
    for rows in offsets.windows(3) {
        let [above, from, end] = [rows[0] as usize, rows[1] as usize, rows[2] as usize];
        let mut above = (above..from).peekable();
        for i in from..end {
            let run = all[i];
            while let Some(&a) = above.peek() {
                if u32::from(all[a].end) + reach <= u32::from(run.start) {
                    above.next();
                    continue;
                }
                if u32::from(all[a].start) >= u32::from(run.end) + reach {
                    break;
                }
                let (root, other) = (find(&mut parents, a as u32), find(&mut parents, i as u32));
                parents[root.max(other) as usize] = root.min(other);
                if all[a].end > run.end {
                    // It may touch the next run too.
                    break;
                }
                above.next();
            }
        }
    }
    parents
}

/// The first run of the set that a run is in, found so far. Halves the way for the next time.
pub(crate) fn find(parents: &mut [u32], mut i: u32) -> u32 {
    loop {
        let parent = parents[i as usize];
        if parent == i {
            return i;
        }
        let next = parents[parent as usize];
        parents[i as usize] = next;
        i = next;
    }
}
