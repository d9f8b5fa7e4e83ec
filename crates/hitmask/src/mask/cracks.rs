//! Finds the boundary between the solid and the clear pixels of a mask.

use alloc::vec::Vec;

use super::kept::{Crack, Cracks};
use super::storage::Mask;
use crate::bits::bits_of;

impl Cracks {
    /// Takes O(words + boundary).
    #[expect(clippy::cast_possible_truncation, reason = "coordinates of a mask's grid fit u16")]
    pub(crate) fn of(mask: &Mask) -> Cracks {
        let bounds = mask.extent();
        let (mut vertical, mut horizontal) = (Vec::new(), Vec::new());
        if !bounds.is_empty() {
            // One column and one row more than the bounds: the last grid line of the boundary lies just after them.
            let columns = bounds.x0 / 64..=bounds.x1 / 64;
            // The starts of the open segments, by x within a column.
            let mut began = [0u16; 64];
            for column in columns {
                let x = column * 64;
                let mut going_on = 0u64;
                for y in bounds.y0..=bounds.y1 {
                    let edges = mask.window(x, y) ^ mask.window(x - 1, y);
                    let changed = edges ^ going_on;
                    for bit in bits_of(changed) {
                        if edges >> bit & 1 != 0 {
                            began[bit as usize] = y as u16;
                        } else {
                            let from = began[bit as usize];
                            vertical.push(Crack { at: (x + i64::from(bit)) as u16, from, to: y as u16 });
                        }
                    }
                    going_on = edges;
                }
            }
            for y in bounds.y0..=bounds.y1 {
                let mut from = None;
                for x in (bounds.x0 / 64 * 64..=bounds.x1).step_by(64) {
                    let edges = |x| mask.window(x, y) ^ mask.window(x, y - 1);
                    for bit in bits_of(edges(x) ^ edges(x - 1)) {
                        let x = (x + i64::from(bit)) as u16;
                        match from.take() {
                            None => from = Some(x),
                            Some(from) => horizontal.push(Crack { at: y as u16, from, to: x }),
                        }
                    }
                }
            }
        }
        Cracks { vertical, horizontal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_go_straight_on() {
        let mask = Mask::filled(70, 3);
        let cracks = Cracks::of(&mask);
        assert_eq!(cracks.vertical, [Crack { at: 0, from: 0, to: 3 }, Crack { at: 70, from: 0, to: 3 }]);
        assert_eq!(cracks.horizontal, [Crack { at: 0, from: 0, to: 70 }, Crack { at: 3, from: 0, to: 70 }]);
    }

    #[test]
    fn every_edge_once() {
        for (w, h) in [(1, 1), (63, 5), (64, 5), (65, 7), (128, 2), (130, 9)] {
            let mask = Mask::from_fn(w, h, |x, y| (x * 7 + y * 13) % 5 < 2);
            let cracks = Cracks::of(&mask);
            let solid = |x: i64, y: i64| mask.get((x as i32, y as i32));
            let (w, h) = (i64::from(w), i64::from(h));
            for y in 0..=h {
                for x in 0..=w {
                    let on = |cracks: &[Crack], at: i64, along: i64| {
                        let here = |c: &&Crack| {
                            i64::from(c.at) == at && i64::from(c.from) <= along && along < i64::from(c.to)
                        };
                        cracks.iter().filter(here).count()
                    };
                    assert_eq!(on(&cracks.vertical, x, y), usize::from(solid(x, y) != solid(x - 1, y)));
                    assert_eq!(on(&cracks.horizontal, y, x), usize::from(solid(x, y) != solid(x, y - 1)));
                }
            }
        }
    }
}
