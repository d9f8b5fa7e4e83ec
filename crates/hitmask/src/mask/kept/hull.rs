//! A convex hull that tells quickly which of its corners lies farthest along an axis.

use crate::geom::Mapped;
use alloc::vec::Vec;

/// How many sectors the directions are divided into.
const SECTORS: usize = 32;

/// The first direction of each sector in a quarter turn. Each is steeper than the one before.
const QUARTER: [[i64; 2]; SECTORS / 4] = [[1, 0], [4, 1], [2, 1], [4, 3], [1, 1], [3, 4], [1, 2], [1, 4]];

/// The corners of a convex hull, in the order in which a turn from +x to +y meets them, no three on a line.
///
/// Which corner lies farthest along an axis changes in the same order as the axis turns. So for all axes of a sector, only the corners
/// between two known ones come into question: one to three for the outline of a sprite, instead of all.
pub(crate) struct Hull {
    /// The first corner is repeated at the end.
    corners: Vec<[i32; 2]>,
    /// For the first direction of each sector: the number of the corner that lies farthest along it. At the end the number of the
    /// repeated corner.
    farthest: [u32; SECTORS + 1],
}

impl Hull {
    pub(crate) fn new(mut corners: Vec<[i32; 2]>) -> Hull {
        let along = |[x, y]: [i64; 2], [u, v]: [i32; 2]| x * i64::from(u) + y * i64::from(v);
        let first = (0..corners.len()).max_by_key(|&i| along(QUARTER[0], corners[i]));
        corners.rotate_left(first.unwrap_or(0));
        corners.extend(corners.first().copied());
        let mut farthest = [0; SECTORS + 1];
        let mut at = 0;
        for sector in 1..SECTORS {
            let axis = turned(QUARTER[sector % QUARTER.len()], sector / QUARTER.len());
            while at + 1 < corners.len() && along(axis, corners[at + 1]) > along(axis, corners[at]) {
                at += 1;
            }
            farthest[sector] = at as u32;
        }
        farthest[SECTORS] = corners.len().saturating_sub(1) as u32;
        corners.shrink_to_fit();
        Hull { corners, farthest }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// The corners, each once.
    pub(crate) fn corners(&self) -> &[[i32; 2]] {
        &self.corners[..self.corners.len().saturating_sub(1)]
    }

    /// Twice the area.
    pub(crate) fn twice_area(&self) -> u64 {
        let cross = |[from, to]: [[i32; 2]; 2]| {
            let [[x0, y0], [x1, y1]] = [from, to].mapped(|corner| corner.mapped(i64::from));
            x0 * y1 - x1 * y0
        };
        self.corners.windows(2).map(|side| cross([side[0], side[1]])).sum::<i64>().unsigned_abs()
    }

    /// The corner that lies farthest along an axis, and how far: the product of both.
    ///
    /// # Panics
    /// If the hull is empty.
    #[inline]
    pub(crate) fn farthest(&self, axis: [i64; 2]) -> (i64, [i32; 2]) {
        let along = |&[u, v]: &[i32; 2]| axis[0] * i64::from(u) + axis[1] * i64::from(v);
        let sector = sector(axis);
        let [from, to] = [self.farthest[sector], self.farthest[sector + 1]].mapped(|i| i as usize);
        let first = self.corners[from];
        self.corners[from + 1..=to].iter().fold((along(&first), first), |best, corner| {
            let far = along(corner);
            if far > best.0 { (far, *corner) } else { best }
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.corners.capacity() * size_of::<[i32; 2]>()
    }
}

/// The number of the sector in which a direction lies. No magnitude is above 2^60.
#[inline]
fn sector([x, y]: [i64; 2]) -> usize {
    // Turned back into the first half turn, then into its first quarter. Selections, not branches: directions are not predictable.
    let second_half = y < 0 || y == 0 && x < 0;
    let [x, y] = if second_half { [-x, -y] } else { [x, y] };
    let second_quarter = x <= 0;
    let [x, y] = if second_quarter { [y, -x] } else { [x, y] };
    let quarter = 2 * usize::from(second_half) + usize::from(second_quarter);
    let is_past = |&[from_x, from_y]: &[i64; 2]| usize::from(y * from_x >= x * from_y);
    quarter * QUARTER.len() + QUARTER[1..].iter().map(is_past).sum::<usize>()
}

/// A direction, turned by so many quarters from +x to +y.
fn turned([x, y]: [i64; 2], quarters: usize) -> [i64; 2] {
    match quarters {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with a look at all corners, along every direction of a small grid, along the limits of sectors, and right beside them.
    #[test]
    fn the_farthest_corner_is_farthest() {
        let circle = |radius: i32, of: usize| -> Vec<[i32; 2]> {
            // Corners of a polygon on a circle, without those that rounding put on a line.
            let point = |i: usize| {
                let turn = i as f64 / of as f64 * core::f64::consts::TAU;
                [turn.cos(), turn.sin()].map(|c| (c * f64::from(radius)).round() as i32 + radius)
            };
            let mut corners: Vec<[i32; 2]> = Vec::new();
            let side = |a: [i32; 2], b: [i32; 2], c: [i32; 2]| {
                (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            };
            for next in (0..=of).map(point) {
                while let [.., a, b] = corners[..]
                    && side(a, b, next) <= 0
                {
                    corners.pop();
                }
                corners.push(next);
            }
            corners.pop();
            corners
        };
        let rectangle = |w: i32, h: i32| alloc::vec![[0, 0], [w, 0], [w, h], [0, h]];
        let far = 1 << 22;
        let hulls = [
            rectangle(1, 1),
            rectangle(40, 3),
            rectangle(1, far),
            alloc::vec![[7, 0], [10, 5], [0, 4]],
            alloc::vec![[0, 0], [4, -1], [8, 1], [7, 5]],
            circle(9, 12),
            circle(40, 64),
            circle(3000, 500),
        ];
        let grid = (-17..=17).flat_map(|y| (-17..=17).map(move |x| [x, y]));
        let limits = (0..4).flat_map(|quarter| QUARTER.map(|first| turned(first, quarter)));
        let beside = limits.flat_map(|[x, y]| {
            let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy]));
            near.flat_map(move |[dx, dy]| [1 << 6, 1 << 30].map(|n| [x * n + dx, y * n + dy]))
        });
        let axes: Vec<[i64; 2]> = grid.chain(beside).filter(|&axis| axis != [0, 0]).collect();
        for corners in hulls {
            for turn in 0..corners.len() {
                let mut corners = corners.clone();
                corners.rotate_left(turn);
                let hull = Hull::new(corners.clone());
                assert_eq!(hull.corners().len(), corners.len());
                for &[x, y] in &axes {
                    let along = |corner: &[i32; 2]| x * i64::from(corner[0]) + y * i64::from(corner[1]);
                    let (far, corner) = hull.farthest([x, y]);
                    assert_eq!(Some(far), corners.iter().map(along).max(), "{corners:?} along {x}, {y}");
                    assert_eq!(far, along(&corner), "{corners:?} along {x}, {y}");
                }
            }
        }
        assert!(Hull::new(Vec::new()).is_empty() && Hull::new(Vec::new()).corners().is_empty());
    }

    #[test]
    fn sectors_follow_each_other() {
        let first = |sector: usize| turned(QUARTER[sector % QUARTER.len()], sector / QUARTER.len());
        for at in 0..SECTORS {
            let ([x, y], [next_x, next_y]) = (first(at), first((at + 1) % SECTORS));
            assert_eq!(sector([x, y]), at);
            assert_eq!(sector([x + next_x, y + next_y]), at);
            assert_eq!(sector([x * 1000 + next_x, y * 1000 + next_y]), at);
            assert_eq!(sector([x + next_x * 1000, y + next_y * 1000]), at);
        }
    }
}
