//! The connected parts of a square of the terrain, and where they touch the sides of the square. A neighbouring square needs no other
//! information.
//!
//! The region of a tile is found by union-find over its runs. The regions of a page's tiles are stitched together along their sides to the
//! region of the page; the regions of the pages are stitched to that of the terrain by the same function.

use alloc::vec;
use alloc::vec::Vec;

use super::tile::SIDE;
use crate::analysis::components::{Connectivity, find, join};
use crate::bits::{TileRows, each_stretch};
use crate::geom::{CompactSort, Extent, Mapped};
use crate::mask::Run;

/// A connected part of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) area: u64,
    pub(crate) x0: u32,
    pub(crate) y0: u32,
    pub(crate) x1: u32,
    pub(crate) y1: u32,
    /// The x coordinate of its first pixel, in its first row.
    pub(crate) first_x: u32,
    /// Its number while [`stitch`] sorts, otherwise 0. It takes no room of its own, because without it the rest would be padded.
    number: u32,
}

impl Part {
    /// The sort key: parts are ordered by their first pixels in row-major order.
    fn order(&self) -> (u32, u32) {
        (self.y0, self.first_x)
    }

    fn add(&mut self, other: &Part) {
        if other.order() < self.order() {
            self.first_x = other.first_x;
        }
        self.area += other.area;
        self.x0 = self.x0.min(other.x0);
        self.y0 = self.y0.min(other.y0);
        self.x1 = self.x1.max(other.x1);
        self.y1 = self.y1.max(other.y1);
    }
}

/// A range of pixels along a side, in the coordinates of the terrain, and the part that they belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideSpan {
    start: u32,
    end: u32,
    part: u32,
}

/// The sides of a square, in the order in which [`Region`] stores them.
#[derive(Clone, Copy)]
enum SquareSide {
    Left,
    Right,
    Top,
    Bottom,
}

/// The parts of a square, ordered by their first pixels in row-major order, and where they touch its sides.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Region {
    pub(crate) parts: Vec<Part>,
    /// The spans of all four sides, one side after the other.
    spans: Vec<SideSpan>,
    ends: [u32; 4],
}

impl Region {
    fn new(parts: Vec<Part>, sides: [Vec<SideSpan>; 4]) -> Region {
        let mut region = Region { parts, ..Region::default() };
        for (spans, end) in sides.iter().zip(&mut region.ends) {
            region.spans.extend(spans);
            *end = region.spans.len() as u32;
        }
        region.parts.shrink_to_fit();
        region.spans.shrink_to_fit();
        region
    }

    fn side(&self, side: SquareSide) -> &[SideSpan] {
        let i = side as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.spans[start as usize..self.ends[i] as usize]
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Region>() + size_of_val(self.parts.as_slice()) + size_of_val(self.spans.as_slice())
    }

    /// The region of a tile.
    pub(super) fn of_tile(rows: &TileRows, tx: u32, ty: u32, connectivity: Connectivity) -> Region {
        let (left, top) = (tx * SIDE, ty * SIDE);
        let (runs, offsets) = runs_of(rows);
        let mut labels = join(&runs, &offsets, connectivity);
        let mut parts: Vec<Part> = Vec::new();
        let mut sides: [Vec<SideSpan>; 4] = Default::default();
        for (row, y) in offsets.windows(2).zip(top..) {
            for index in row[0] as usize..row[1] as usize {
                let (start, end) = (left + u32::from(runs[index].start), left + u32::from(runs[index].end));
                let run = Part {
                    area: (end - start).into(),
                    x0: start,
                    y0: y,
                    x1: end,
                    y1: y + 1,
                    first_x: start,
                    number: 0,
                };
                let label = match labels[index] as usize {
                    root if root == index => {
                        parts.push(run);
                        parts.len() - 1
                    }
                    before => {
                        let label = labels[before] as usize;
                        parts[label].add(&run);
                        label
                    }
                };
                labels[index] = label as u32;
                let part = label as u32;
                let mut touch = |side: SquareSide, start, end| {
                    push(&mut sides[side as usize], SideSpan { start, end, part });
                };
                if start == left {
                    touch(SquareSide::Left, y, y + 1);
                }
                if end == left + SIDE {
                    touch(SquareSide::Right, y, y + 1);
                }
                if y == top {
                    touch(SquareSide::Top, start, end);
                }
                if y + 1 == top + SIDE {
                    touch(SquareSide::Bottom, start, end);
                }
            }
        }
        Region::new(parts, sides)
    }
}

/// The runs of a tile, in the tile's own coordinates, and where those of each row begin.
fn runs_of(rows: &TileRows) -> (Vec<Run>, Vec<u32>) {
    let (mut runs, mut offsets) = (Vec::with_capacity(128), Vec::with_capacity(SIDE as usize + 1));
    for &row in &rows[..SIDE as usize] {
        offsets.push(runs.len() as u32);
        each_stretch(row, |start, end| {
            runs.push(Run::new(start as u16, end as u16));
            true
        });
    }
    offsets.push(runs.len() as u32);
    (runs, offsets)
}

/// The part of a tile that a pixel belongs to, by its number in [`Region::of_tile`]. The pixel is in the tile's own coordinates. None if it
/// is clear.
pub(super) fn part_in_tile(rows: &TileRows, x: u32, y: u32, connectivity: Connectivity) -> Option<u32> {
    let (runs, offsets) = runs_of(rows);
    let row = offsets[y as usize] as usize..offsets[y as usize + 1] as usize;
    let holds = |run: &Run| (u32::from(run.start)..u32::from(run.end)).contains(&x);
    let run = row.start + runs[row].iter().position(holds)?;
    let mut parents = join(&runs, &offsets, connectivity);
    let root = find(&mut parents, run as u32);
    // A part has the number of its root among all roots.
    Some((0..root).filter(|&i| parents[i as usize] == i).count() as u32)
}

/// Appends a span to a side. If it continues the last span, the two are merged.
fn push(side: &mut Vec<SideSpan>, span: SideSpan) {
    match side.last_mut() {
        Some(last) if last.end == span.start && last.part == span.part => last.end = span.end,
        _ => side.push(span),
    }
}

/// One of the squares that are stitched together.
pub(crate) enum Child<'a> {
    Empty,
    Full(Full),
    Region(&'a Region),
}

/// A square whose pixels are all solid.
pub(crate) struct Full {
    part: Part,
    across: SideSpan,
    down: SideSpan,
}

impl<'a> Child<'a> {
    pub(crate) fn full(square: Extent) -> Child<'a> {
        let [x0, y0, x1, y1] = [square.x0, square.y0, square.x1, square.y1].mapped(|at| at as u32);
        Child::Full(Full {
            part: Part { area: square.area(), x0, y0, x1, y1, first_x: x0, number: 0 },
            across: SideSpan { start: x0, end: x1, part: 0 },
            down: SideSpan { start: y0, end: y1, part: 0 },
        })
    }

    fn parts(&self) -> &[Part] {
        match self {
            Child::Empty => &[],
            Child::Full(full) => core::slice::from_ref(&full.part),
            Child::Region(region) => &region.parts,
        }
    }

    fn side(&self, side: SquareSide) -> &[SideSpan] {
        match (self, side) {
            (Child::Empty, _) => &[],
            (Child::Full(full), SquareSide::Left | SquareSide::Right) => core::slice::from_ref(&full.down),
            (Child::Full(full), SquareSide::Top | SquareSide::Bottom) => core::slice::from_ref(&full.across),
            (Child::Region(region), side) => region.side(side),
        }
    }
}

/// The region of several squares.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stitched {
    pub(crate) region: Region,
    /// The part of the region that each part of each square belongs to.
    numbers: Vec<u32>,
    /// Where the numbers of each square begin.
    bases: Vec<u32>,
}

impl Stitched {
    /// The part of the region that a part of a square belongs to.
    pub(crate) fn part_of(&self, square: usize, part: u32) -> u32 {
        self.numbers[(self.bases[square] + part) as usize]
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.region.memory_bytes() + size_of_val(self.numbers.as_slice()) + size_of_val(self.bases.as_slice())
    }
}

/// Joins squares that lie side by side, given row by row with `columns` squares per row.
pub(crate) fn stitch(children: &[Child<'_>], columns: usize, connectivity: Connectivity) -> Stitched {
    if children.is_empty() {
        return Stitched::default();
    }
    let mut bases = Vec::with_capacity(children.len());
    let mut count = 0u32;
    for child in children {
        bases.push(count);
        count += child.parts().len() as u32;
    }
    let mut parents: Vec<u32> = (0..count).collect();
    let mut unite = |(i, a): (usize, &SideSpan), (j, b): (usize, &SideSpan)| {
        let a = find(&mut parents, bases[i] + a.part);
        let b = find(&mut parents, bases[j] + b.part);
        parents[a.max(b) as usize] = a.min(b);
    };
    let reach = u32::from(connectivity == Connectivity::Eight);
    for (i, child) in children.iter().enumerate() {
        let x = i % columns;
        let below = i + columns;
        let mut meet = |side: SquareSide, j: usize, other: SquareSide| {
            meet(child.side(side), children[j].side(other), reach, |a, b| unite((i, a), (j, b)));
        };
        if x + 1 < columns {
            meet(SquareSide::Right, i + 1, SquareSide::Left);
        }
        if below < children.len() {
            meet(SquareSide::Bottom, below, SquareSide::Top);
        }
        if connectivity == Connectivity::Eight && below < children.len() {
            // Parts that only touch at the corner where four squares meet: there one span ends where the other starts.
            if x + 1 < columns
                && let (Some(a), Some(b)) =
                    (child.side(SquareSide::Bottom).last(), children[below + 1].side(SquareSide::Top).first())
                && a.end == b.start
            {
                unite((i, a), (below + 1, b));
            }
            if x > 0
                && let (Some(a), Some(b)) =
                    (child.side(SquareSide::Bottom).first(), children[below - 1].side(SquareSide::Top).last())
                && a.start == b.end
            {
                unite((i, a), (below - 1, b));
            }
        }
    }
    // The root of a set comes before its other members.
    let mut numbers = vec![0u32; count as usize];
    let mut parts =
        Vec::with_capacity(parents.iter().zip(0..).filter(|&(&parent, node)| parent == node).count());
    for (node, part) in (0..).zip(children.iter().flat_map(Child::parts)) {
        let root = find(&mut parents, node);
        if root == node {
            let number = parts.len() as u32;
            numbers[node as usize] = number;
            parts.push(Part { number, ..*part });
        } else {
            numbers[node as usize] = numbers[root as usize];
            parts[numbers[root as usize] as usize].add(part);
        }
    }
    drop(parents);
    // A terrain may have millions of parts. So they are sorted in place, and each carries its number along.
    parts.sort_compact_by_key(Part::order);
    let mut places = vec![0u32; parts.len()];
    for (part, place) in parts.iter_mut().zip(0..) {
        places[core::mem::take(&mut part.number) as usize] = place;
    }
    numbers.iter_mut().for_each(|number| *number = places[*number as usize]);
    let sides = [SquareSide::Left, SquareSide::Right, SquareSide::Top, SquareSide::Bottom].mapped(|side| {
        let mut spans = Vec::new();
        let along: &mut dyn Iterator<Item = usize> = match side {
            SquareSide::Left => &mut (0..children.len()).step_by(columns),
            SquareSide::Right => &mut (columns - 1..children.len()).step_by(columns),
            SquareSide::Top => &mut (0..columns),
            SquareSide::Bottom => &mut (children.len() - columns..children.len()),
        };
        for i in along {
            for span in children[i].side(side) {
                let part = numbers[(bases[i] + span.part) as usize];
                push(&mut spans, SideSpan { part, ..*span });
            }
        }
        spans
    });
    let region = Region::new(parts, sides);
    Stitched { region, numbers, bases }
}

/// Calls `f` with each two spans, one from either side of a common line, that are adjacent. With `reach` 1, spans that touch diagonally
/// count too.
fn meet(a: &[SideSpan], b: &[SideSpan], reach: u32, mut f: impl FnMut(&SideSpan, &SideSpan)) {
    let (mut i, mut j) = (0, 0);
    while let (Some(one), Some(other)) = (a.get(i), b.get(j)) {
        if one.start.max(other.start) < one.end.min(other.end) + reach {
            f(one, other);
        }
        if one.end < other.end { i += 1 } else { j += 1 }
    }
}
