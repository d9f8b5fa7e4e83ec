//! Which boxes a long path of a space's member may meet.

use crate::geom::Mapped;
use alloc::vec::Vec;

use crate::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, TooManyPairs, pair_key};
use crate::heap::heap_bytes;
use crate::world::broad_phase::box_motion::{BoxMotion, MovingBox};
use crate::world::broad_phase::filter::Filter;
use crate::world::broad_phase::way_cells::WayCells;
use crate::world::collider::Layers;
use crate::world::grow::Peaks;

/// The members with long ways. In the broad phase of their space they have the boxes at the end of the step.
#[derive(Clone, Debug)]
pub(super) struct FarWays {
    /// Their rows, and the boxes around their paths. Behind them, those of other long boxes.
    rows: Vec<u32>,
    ways: Vec<Aabb>,
    /// How many of these have long ways.
    count: usize,
    /// The short boxes of the others.
    cells: WayCells,
    /// Finds which long boxes meet.
    broad_phase: AnyBroadPhase,
}

/// How the boxes of a space move in a step. Each space with swept members uses it in turn.
#[derive(Debug, Default)]
pub(crate) struct BoxMotions {
    /// How the box of each row moves.
    pub(super) motions: Vec<BoxMotion>,
    /// The long ways, once there was one.
    pub(super) far: Option<FarWays>,
}

impl BoxMotions {
    /// Gives back its memory if no step had a swept collider.
    pub(crate) fn trim(&mut self, peaks: &Peaks) {
        if peaks.swept_paths == 0 {
            *self = BoxMotions::default();
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.motions) + self.far.as_ref().map_or(0, FarWays::memory_bytes)
    }
}

/// The layers of several filters together. If these don't agree with others, none of the filters does.
fn all_layers(filters: impl Iterator<Item = Filter>) -> Layers {
    filters.fold(Layers::new(0, 0), |all, filter| both_layers(all, filter.layers))
}

fn both_layers(one: Layers, other: Layers) -> Layers {
    Layers::new(one.belongs_to | other.belongs_to, one.collides_with | other.collides_with)
}

/// What a space knows of its rows.
pub(super) struct SpaceRows<'a> {
    pub(super) members: &'a [u32],
    pub(super) filters: &'a [Filter],
    pub(super) ways: &'a [Aabb],
    pub(super) box_motions: &'a [BoxMotion],
}

impl FarWays {
    pub(super) fn new(broad_phase: AnyBroadPhase) -> FarWays {
        FarWays { rows: Vec::new(), ways: Vec::new(), count: 0, cells: WayCells::default(), broad_phase }
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.ways.clear();
        self.count = 0;
    }

    /// Adds a long way. What covers nothing meets nothing.
    pub(super) fn push(&mut self, row: u32, way: Aabb) {
        if !way.is_empty() {
            self.rows.push(row);
            self.ways.push(way);
            self.count += 1;
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.rows, self.ways) + self.cells.memory_bytes() + self.broad_phase.memory_bytes()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Sorts the short boxes that long ways may meet. Returns whether members other than those with swept long ways may meet each other: false
    /// only if no layers of theirs agree.
    pub(super) fn sort(&mut self, of: &SpaceRows<'_>) -> bool {
        let SpaceRows { filters, ways, box_motions, .. } = *of;
        let layers = all_layers(self.rows.iter().map(|&row| filters[row as usize]));
        let is_long = |b: &Aabb| {
            (b.x1.wrapping_sub(b.x0) as u32).max(b.y1.wrapping_sub(b.y0) as u32) >= WayCells::LONGEST
        };
        let FarWays { rows, ways: boxes, cells, .. } = self;
        cells.clear(ways.len() - rows.len());
        let mut others = Layers::new(0, 0);
        for (((&b, filter), box_motion), row) in ways.iter().zip(filters).zip(box_motions).zip(0..) {
            if box_motion.is_far() && filter.is_swept || b.is_empty() {
                continue;
            }
            others = both_layers(others, filter.layers);
            if box_motion.is_far() || !filter.layers.agree(layers) {
                continue;
            }
            if is_long(&b) || box_motion.is_asked() {
                rows.push(row);
                boxes.push(b);
            } else {
                cells.push(&b, box_motion, row);
            }
        }
        cells.sort();
        others.agree(others)
    }

    /// The swept pairs with a long way, once [`FarWays::sort`] has sorted the short ones.
    pub(super) fn pairs(
        &mut self,
        of: &SpaceRows<'_>,
        limit: usize,
        pairs: &mut Vec<[u32; 2]>,
        swept: &mut Vec<u64>,
    ) -> Result<(), TooManyPairs> {
        let SpaceRows { members, filters, box_motions, .. } = *of;
        let filter = |row: u32| filters[row as usize];
        let FarWays { rows, ways: boxes, count, cells, broad_phase } = self;
        let agree = |one: Filter, other: Filter| one.agree(other) && (one.is_swept || other.is_swept);
        let most = swept.len() + limit;
        for (&row, way) in rows[..*count].iter().zip(&*boxes) {
            let (own, slot) = (filter(row), members[row as usize]);
            for &other in cells.along(&box_motions[row as usize], way) {
                if agree(own, filter(other)) {
                    swept.push(pair_key(in_order([slot, members[other as usize]])));
                }
            }
            if swept.len() > most {
                return Err(TooManyPairs { limit });
            }
        }
        let layers = |rows: &[u32]| all_layers(rows.iter().map(|&row| filter(row)));
        if layers(rows).agree(layers(&rows[..*count])) {
            let moving_box =
                |i: u32| MovingBox::new(&boxes[i as usize], &box_motions[rows[i as usize] as usize]);
            let keep = |i: u32, j: u32| {
                (i as usize) < *count
                    && agree(filter(rows[i as usize]), filter(rows[j as usize]))
                    && moving_box(i).may_meet(&moving_box(j))
            };
            broad_phase.update(boxes);
            broad_phase.pairs(boxes, &keep, most - swept.len(), pairs)?;
            let slots = |pair: &[u32; 2]| slots_of(members, pair.mapped(|at| rows[at as usize]));
            swept.extend(pairs.iter().map(|pair| pair_key(slots(pair))));
        }
        Ok(())
    }
}

/// The slots of two rows, the lower slot first.
#[inline]
pub(super) fn slots_of(members: &[u32], rows: [u32; 2]) -> [u32; 2] {
    in_order(rows.mapped(|row| members[row as usize]))
}

#[inline]
fn in_order([i, j]: [u32; 2]) -> [u32; 2] {
    if i < j { [i, j] } else { [j, i] }
}
