//! pygame's outline: the pixels of the first component's border, clockwise, from pixel to one of its eight neighbours. A pixel may be
//! visited several times.

use hitmask::Mask;

/// Right, then clockwise (y points down).
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The pixels of the outline, from the first pixel of the mask, which is also the last one.
pub(super) fn outline(mask: &Mask) -> Vec<(i32, i32)> {
    let Some(first) = first_pixel(mask) else { return Vec::new() };
    let solid = |(x, y): (i32, i32)| mask.get((x, y));
    // The first solid neighbour from a direction on, clockwise.
    let next = |(x, y): (i32, i32), from: usize| {
        (from..from + 8).map(|d| d % 8).find(|&d| solid((x + AROUND[d].0, y + AROUND[d].1)))
    };
    let step = |(x, y): (i32, i32), d: usize| (x + AROUND[d].0, y + AROUND[d].1);
    let mut points = vec![first];
    let Some(begin) = next(first, 0) else { return points };
    let second = step(first, begin);
    let (mut at, mut direction) = (second, begin);
    loop {
        points.push(at);
        // Search from just after the way back, clockwise.
        direction = next(at, direction + 6).expect("the pixel that it came from is solid");
        let then = step(at, direction);
        if at == first && then == second {
            return points;
        }
        at = then;
    }
}

fn first_pixel(mask: &Mask) -> Option<(i32, i32)> {
    mask.first_overlap(&mask.bounds()?, (0, 0)).map(|point| (point.x, point.y))
}
