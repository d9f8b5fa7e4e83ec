use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::method::{BroadPhase, TooManyPairs, sealed::Sealed};
use super::{Aabb, BruteForce, Grid, SortX};

/// The methods of finding pairs. All find the same pairs; the repository's docs/choosing.md says which one suits when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum BroadPhaseKind {
    /// Brute force for up to 48 boxes, a grid for more.
    #[default]
    Auto,
    /// [`BruteForce`]: compares all boxes.
    BruteForce,
    /// [`SortX`]: sorts the boxes by their left edges (sweep and prune).
    SortX,
    /// [`Grid`]: sorts the boxes into cells.
    Grid,
}

impl BroadPhaseKind {
    /// All kinds.
    pub const ALL: [BroadPhaseKind; 4] =
        [BroadPhaseKind::Auto, BroadPhaseKind::BruteForce, BroadPhaseKind::SortX, BroadPhaseKind::Grid];
}

/// Up to this many boxes, `Auto` uses brute force.
const FEW: usize = 48;

/// A [`BroadPhase`] whose method is chosen at run time.
#[derive(Clone, Debug)]
pub struct AnyBroadPhase {
    kind: BroadPhaseKind,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    BruteForce(BruteForce),
    SortX(SortX),
    Grid(Grid),
    Auto { grid: Grid, is_few: bool },
}

/// Evaluates the same expression for the method in use.
macro_rules! each_way {
    ($way:expr, $broad:ident => $what:expr) => {
        match $way {
            Way::BruteForce($broad) => $what,
            Way::SortX($broad) => $what,
            Way::Grid($broad) | Way::Auto { grid: $broad, is_few: false } => $what,
            Way::Auto { is_few: true, .. } => {
                #[allow(unused_mut, reason = "some methods change what they are called on")]
                let mut $broad = BruteForce;
                $what
            }
        }
    };
}

impl AnyBroadPhase {
    /// A broad phase of this kind. With the feature `parallel` it uses threads if there are at least `parallel_from` boxes: those of
    /// rayon's current pool, so `ThreadPool::install` selects them.
    #[must_use]
    pub fn new(kind: BroadPhaseKind, parallel_from: usize) -> AnyBroadPhase {
        let way = match kind {
            BroadPhaseKind::Auto => Way::Auto { grid: Grid::new(parallel_from), is_few: true },
            BroadPhaseKind::BruteForce => Way::BruteForce(BruteForce),
            BroadPhaseKind::SortX => Way::SortX(SortX::new(parallel_from)),
            BroadPhaseKind::Grid => Way::Grid(Grid::new(parallel_from)),
        };
        AnyBroadPhase { kind, way }
    }

    /// The kind that was passed to `new`.
    #[must_use]
    pub fn kind(&self) -> BroadPhaseKind {
        self.kind
    }
}

impl Sealed for AnyBroadPhase {}

impl BroadPhase for AnyBroadPhase {
    fn update(&mut self, boxes: &[Aabb]) {
        if let Way::Auto { is_few, .. } = &mut self.way {
            *is_few = boxes.len() <= FEW;
        }
        each_way!(&mut self.way, broad => broad.update(boxes));
    }

    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs> {
        // The grid has a copy for each function. The other methods share one: they compare few boxes, or are chosen by hand. On WebAssembly,
        // where a module's size counts, the grid does so, too.
        #[cfg(not(target_family = "wasm"))]
        if let Way::Grid(grid) | Way::Auto { grid, is_few: false } = &mut self.way {
            return grid.pairs(boxes, keep, limit, out);
        }
        let keep: &&(dyn Fn(u32, u32) -> bool + Sync) = &(keep as _);
        each_way!(&mut self.way, broad => broad.pairs(boxes, keep, limit, out))
    }

    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        each_way!(&self.way, broad => broad.query(boxes, area, f))
    }

    fn memory_bytes(&self) -> usize {
        match &self.way {
            Way::BruteForce(broad) => broad.memory_bytes(),
            Way::SortX(broad) => broad.memory_bytes(),
            Way::Grid(grid) | Way::Auto { grid, .. } => grid.memory_bytes(),
        }
    }

    fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        each_way!(&self.way, broad => broad.validate(boxes))
    }
}
