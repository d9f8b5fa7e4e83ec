//! pygame's outline: the pixels of the first component's border, clockwise, from pixel to one of its eight neighbours. A pixel may be
//! visited several times.

use crate::pixels::{Grid, WORD};

/// Right, then clockwise (y points down).
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Every `step`th pixel of the outline, which begins and ends at the first pixel of the mask.
pub(super) fn outline(grid: &Grid, first: (i32, i32), step: usize) -> Vec<(i32, i32)> {
    let moved = |(x, y): (i32, i32), d: u32| (x + AROUND[d as usize].0, y + AROUND[d as usize].1);
    let mut points = vec![first];
    let around = neighbours(grid, first);
    if around == 0 {
        return points;
    }
    let begin = next(around, 0);
    let second = moved(first, begin);
    let (mut at, mut direction, mut index) = (second, begin, 1);
    loop {
        if index % step == 0 {
            points.push(at);
        }
        index += 1;
        // Search from just after the way back, clockwise. The pixel that it came from is solid, so there is one.
        direction = next(neighbours(grid, at), direction + 6);
        let then = moved(at, direction);
        if at == first && then == second {
            return points;
        }
        at = then;
    }
}

/// The first direction with a solid neighbour, from a direction on, clockwise.
#[inline]
fn next(neighbours: u8, from: u32) -> u32 {
    (neighbours.rotate_right(from % 8).trailing_zeros() + from) % 8
}

/// The solid neighbours of a pixel, one bit for each direction.
#[inline]
fn neighbours(grid: &Grid, (x, y): (i32, i32)) -> u8 {
    let [up, here, down] = [y - 1, y, y + 1].map(|y| three(grid, x, y));
    (here >> 2 & 1)
        | (down >> 2 & 1) << 1
        | (down >> 1 & 1) << 2
        | (down & 1) << 3
        | (here & 1) << 4
        | (up & 1) << 5
        | (up >> 1 & 1) << 6
        | (up >> 2 & 1) << 7
}

/// The pixels x - 1, x and x + 1 of a row, from the lowest bit. Pixel x lies inside the mask; the row may lie outside.
#[inline]
fn three(grid: &Grid, x: i32, y: i32) -> u8 {
    if !(0..grid.h as i32).contains(&y) {
        return 0;
    }
    let (x, y) = (x as u32, y as usize);
    let (column, bit) = (x / WORD, x % WORD);
    let word = grid.column(column)[y];
    if bit == 0 {
        let left = if column == 0 { 0 } else { grid.column(column - 1)[y] >> (WORD - 1) };
        return (word << 1 & 6 | left) as u8;
    }
    if bit == WORD - 1 {
        let right = if x + 1 < grid.w { grid.column(column + 1)[y] & 1 } else { 0 };
        return (word >> (WORD - 2) | right << 2) as u8;
    }
    (word >> (bit - 1) & 7) as u8
}
