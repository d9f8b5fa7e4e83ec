//! Connected components: groups of solid pixels that are connected to each other.
//!
//! The algorithm is union-find over runs, not pixels (the two passes are Rosenfeld and Pfaltz's, 1966). A run joins the runs of the row
//! above that it touches. The parent of a run always comes before the run. So one pass assigns the labels, numbered in the order of the
//! components' first pixels.

use alloc::vec::Vec;

use crate::geom::{Extent, Point, Rect};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::{Mask, Run, RunMask};

/// Which pixels count as neighbours.
#[doc(alias = "neighborhood")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Connectivity {
    /// The four neighbours left, right, above and below. Pixels that only share a corner are not connected.
    Four,
    /// The eight surrounding pixels. Pixels that share a corner are connected.
    Eight,
}

/// A connected part: of a mask ([`Mask::components`]), or of a terrain, of which [`Terrain::islands`](crate::Terrain::islands) gives those that
/// nothing holds.
#[doc(alias = "blob")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Component {
    /// The number of its pixels.
    pub area: u64,
    /// The smallest rectangle that contains its pixels.
    pub bounds: Rect,
    /// Its first pixel in row-major order.
    pub first: Point,
    /// Which of its pixels count as neighbours.
    pub connectivity: Connectivity,
}

/// The connected components of a mask. They are numbered from 0 in the order of their first pixels, row by row from the top, left to right.
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
#[doc(alias = "connected components")]
#[doc(alias = "blobs")]
#[doc(alias = "labels")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    runs: RunMask,
    /// For each run, the number of its component.
    labels: Vec<u32>,
    parts: Vec<Component>,
}

impl Mask {
    /// The connected components of the solid pixels.
    ///
    /// # Complexity
    /// O(words + runs), almost: union-find adds a factor that is never above 4 for any mask. Each run takes 8 bytes, each component 32.
    /// The worst case is a pattern of single pixels: a chessboard of 8192 × 8192 pixels has 33 million components, and takes about a second
    /// and 1.3 GB.
    #[doc(alias = "connected_components")]
    #[doc(alias = "label")]
    #[doc(alias = "connected components")]
    #[doc(alias = "blobs")]
    #[doc(alias = "labels")]
    #[must_use]
    pub fn components(&self, connectivity: Connectivity) -> Components {
        Components::of(RunMask::from_mask(self), connectivity)
    }
}

impl RunMask {
    /// The same as [`Mask::components`].
    #[must_use]
    pub fn components(&self, connectivity: Connectivity) -> Components {
        Components::of(self.clone(), connectivity)
    }
}

impl Components {
    fn of(runs: RunMask, connectivity: Connectivity) -> Components {
        let mut labels = join(runs.all_runs(), runs.row_offsets(), connectivity);
        // There may be millions, so the list gets the right size at once.
        let roots = labels.iter().zip(0..).filter(|&(&label, index)| label == index);
        let mut parts = Vec::with_capacity(roots.count());
        let mut index = 0;
        for y in 0..runs.height() {
            for &Run { start, end } in runs.runs(y) {
                let label = match labels[index] as usize {
                    root if root == index => {
                        let first = Point::new(start.into(), y as i32);
                        parts.push(Component { area: 0, bounds: Rect::default(), first, connectivity });
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

    /// The number of components.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Whether the mask has no solid pixel.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The component with this number. None if there is no such component.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Component> {
        self.parts.get(index)
    }

    /// All components, in the order of their numbers.
    pub fn iter(&self) -> core::slice::Iter<'_, Component> {
        self.parts.iter()
    }

    /// The number of the component with the most pixels; if there are several, the first of them. None if there are no components.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        // `max_by_key` returns the last of several equal elements.
        (0..self.len()).rev().max_by_key(|&i| self.parts[i].area)
    }

    /// The number of the component that contains the pixel. None for clear pixels and outside the mask. Takes one binary search among the
    /// runs of the row.
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

    /// The pixels of a component, as a mask of the size of the original mask.
    ///
    /// # Panics
    /// If there is no component with this number: [`InvalidArgument::index`] finds out.
    #[must_use]
    pub fn mask(&self, index: usize) -> Mask {
        self.cut(index, |_| Extent::of_size(self.runs.width(), self.runs.height()))
    }

    /// The pixels of a component, as a mask of the size of its bounds. The origin of that mask lies at (`bounds.x`, `bounds.y`) of the
    /// original.
    ///
    /// # Panics
    /// If there is no component with this number: [`InvalidArgument::index`] finds out.
    #[must_use]
    pub fn cut_out(&self, index: usize) -> Mask {
        self.cut(index, |bounds| bounds)
    }

    /// A label image: for each pixel, row by row, 0 if it is clear, otherwise its component's number plus one.
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

    /// The pixels of a component inside a frame that contains all of them.
    fn cut(&self, index: usize, frame: impl FnOnce(Extent) -> Extent) -> Mask {
        let index = InvalidArgument::index("component", index, self.len()).or_panic();
        let bounds = self.parts[index].bounds.extent();
        let frame = frame(bounds);
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
        // The bounds are known, so no rebuild is necessary.
        let solid = bounds.shifted(Point::new(-frame.x0 as i32, -frame.y0 as i32));
        mask.include(solid);
        mask.pixels_changed(solid);
        mask
    }
}

impl core::ops::Index<usize> for Components {
    type Output = Component;

    /// # Panics
    /// If there is no component with this number: [`InvalidArgument::index`] finds out.
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

/// For each run, an earlier run of the same component, or the run itself if it is the component's first. `offsets` holds the index of each
/// row's first run, and the number of runs at the end.
pub(crate) fn join(all: &[Run], offsets: &[u32], connectivity: Connectivity) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..all.len() as u32).collect();
    // With eight neighbours, runs also touch at a corner: then one ends where the other starts.
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
                    // It may also touch the next run of this row.
                    break;
                }
                above.next();
            }
        }
    }
    parents
}

/// The first run of the set that contains a run, as known so far. Halves the path for the next call.
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
