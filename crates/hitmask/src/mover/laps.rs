//! Ways around a torus.

use crate::geom::{Extent, Offset};
use crate::mask::kept::RUNGS;

/// How a walk goes around a torus. On an axis with a side here, it is seen from tile 0: so it needs only the obstacles near there, however
/// often it goes around.
#[derive(Clone, Copy, Default)]
pub(crate) struct Laps(pub(super) [Option<i64>; 2]);

impl Laps {
    /// Of a torus of a size. Short ways are seen as they are.
    pub(crate) fn of(size: Option<Offset>, mover: Extent, way: Extent) -> Laps {
        let Some(size) = size else { return Laps::default() };
        let side = |side: i64, (low, high): (i64, i64), way: i64| {
            (way > high - low + side + 2 * Laps::most_of(side) + 2).then_some(side)
        };
        Laps([
            side(size.x, (mover.x0, mover.x1), way.x1 - way.x0),
            side(size.y, (mover.y0, mover.y1), way.y1 - way.y0),
        ])
    }

    /// A box around all pixels that a walk of a mask may look at, if they lie in a box.
    pub(crate) fn near(self, mover: Extent, way: Extent) -> Extent {
        let axis = |side: Option<i64>, mover: (i64, i64), way: (i64, i64)| match side {
            None => way,
            Some(side) => {
                let most = Laps::most_of(side) + 1;
                (mover.0 - most, mover.1 + side + most)
            }
        };
        let (x0, x1) = axis(self.0[0], (mover.x0, mover.x1), (way.x0, way.x1));
        let (y0, y1) = axis(self.0[1], (mover.y0, mover.y1), (way.y0, way.y1));
        Extent { x0, y0, x1, y1 }
    }

    /// The most steps of one jump on each axis.
    pub(super) fn most(self) -> [i64; 2] {
        self.0.map(|side| side.map_or(i64::MAX, Laps::most_of))
    }

    fn most_of(side: i64) -> i64 {
        side.max(1 << RUNGS)
    }

    /// Where a place is seen.
    #[inline]
    pub(super) fn home(self, at: Offset) -> Offset {
        let axis = |side: Option<i64>, at: i64| side.map_or(at, |side| at.rem_euclid(side));
        Offset::new(axis(self.0[0], at.x), axis(self.0[1], at.y))
    }
}
