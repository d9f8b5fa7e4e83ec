//! Jumps over the parts of a tile map in which no tile was ever put. A map may have 2³⁰ pixels a side, and a grown mask reaches only 2⁶.

use crate::geom::{Extent, Offset};
use crate::mask::Mask;
use crate::placed::ShapeRef;
use crate::tile_map::TileView;

/// The shortest and the longest jump, as powers of two. A page of a map has 2¹⁰ pixels a side.
const POWERS: [u32; 2] = [10, 32];
/// After a failed try, so many calls pass before the next one.
const WAIT: u32 = 64;

/// The jumps of a mask's offset against a tile map.
pub(super) struct Gaps<'a> {
    view: TileView<'a>,
    speeds: [i64; 2],
    jumps: Jumps,
}

impl<'a> Gaps<'a> {
    /// The jumps of B's offset against A. Only tile maps have some.
    pub(super) fn new(a: ShapeRef<'a>, b: &Mask, speeds: [i64; 2]) -> Option<Gaps<'a>> {
        let ShapeRef::Tiles(view) = a else { return None };
        Some(Gaps { view, speeds, jumps: Jumps::new(b.extent()) })
    }

    /// How far the offset can go from these lines through free space, as in [`DilationPyramid::jump`](super::dilation_pyramid::DilationPyramid::jump).
    pub(super) fn jump(&mut self, lines: [i64; 2], signs: [i64; 2]) -> Option<[i64; 2]> {
        let from = Offset::new(lines[0] * signs[0], lines[1] * signs[1]);
        let Extent { x0, y0, x1, y1 } = self.free(from, Offset::new(signs[0], signs[1]))?;
        Some([x1 - x0 - 1, y1 - y0 - 1])
    }

    /// A box of free offsets from this one on, in the direction of these signs. It contains the offset.
    pub(super) fn free(&mut self, from: Offset, signs: Offset) -> Option<Extent> {
        let view = self.view;
        self.jumps.free(from, signs, self.speeds, |covered| view.has_no_page(covered))
    }
}

/// Which jumps to try, and when.
pub(crate) struct Jumps {
    moving: Extent,
    power: u32,
    wait: u32,
}

impl Jumps {
    /// The jumps of what covers this box at offset (0, 0).
    pub(crate) fn new(moving: Extent) -> Jumps {
        Jumps { moving, power: POWERS[0], wait: 0 }
    }

    /// A box of free offsets from this one on, in the direction of these signs. It contains the offset. `is_free` says whether a box of
    /// pixels is known to be free.
    pub(crate) fn free(
        &mut self,
        from: Offset,
        signs: Offset,
        speeds: [i64; 2],
        is_free: impl Fn(Extent) -> bool,
    ) -> Option<Extent> {
        if self.wait > 0 {
            self.wait -= 1;
            return None;
        }
        loop {
            let free = self.ahead(from, signs, speeds);
            let e = self.moving;
            let covered = Extent {
                x0: free.x0 + e.x0,
                y0: free.y0 + e.y0,
                x1: free.x1 - 1 + e.x1,
                y1: free.y1 - 1 + e.y1,
            };
            if is_free(covered) {
                self.power = (self.power + 1).min(POWERS[1]);
                return Some(free);
            }
            if self.power == POWERS[0] {
                self.wait = WAIT;
                return None;
            }
            self.power -= 1;
        }
    }

    /// The offsets of a jump: as wide and as high as the motion is there, and at least one more in both directions.
    fn ahead(&self, from: Offset, signs: Offset, speeds: [i64; 2]) -> Extent {
        let fastest = speeds[0].max(speeds[1]).max(1);
        let reach = |speed: i64| (i128::from(speed) << self.power).div_euclid(fastest.into()) as i64 + 1;
        let along = |from: i64, sign: i64, speed: i64| {
            if sign < 0 { (from - reach(speed), from + 1) } else { (from, from + reach(speed) + 1) }
        };
        let (x0, x1) = along(from.x, signs.x, speeds[0]);
        let (y0, y1) = along(from.y, signs.y, speeds[1]);
        Extent { x0, y0, x1, y1 }
    }
}
