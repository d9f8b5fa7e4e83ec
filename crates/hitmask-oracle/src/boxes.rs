//! Boxes of pixels: first column, first row, last column, last row.

/// Whether two boxes share a pixel: on each axis, both begin before the other one ends.
#[must_use]
pub fn boxes_meet(a: [i64; 4], b: [i64; 4]) -> bool {
    let x = (a[0].max(b[0]), a[2].min(b[2]));
    let y = (a[1].max(b[1]), a[3].min(b[3]));
    x.0 <= x.1 && y.0 <= y.1
}

/// All pairs of boxes that share a pixel, by their indices in the list, ascending.
#[must_use]
pub fn box_pairs(boxes: &[[i64; 4]]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for i in 0..boxes.len() {
        for j in i + 1..boxes.len() {
            if boxes_meet(boxes[i], boxes[j]) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}
