//! Polygons, a pixel at a time.

use crate::Grid;

/// A closed polygon; corner (x, y) is the upper left corner of pixel (x, y), or of pixel (x / unit, y / unit).
pub type Polygon = Vec<(i64, i64)>;

/// How often the polygons wind around the centre of pixel (x, y), clockwise on a screen, and how many of their edges a ray from there to
/// the right crosses. A centre on an edge counts as slightly to the right of it, and much less below it. Corners are in units, of which a
/// pixel has so many along each side.
#[must_use]
pub fn windings(polygons: &[Polygon], unit: i64, x: i64, y: i64) -> (i64, u64) {
    let (mut winding, mut crossings) = (0, 0);
    for polygon in polygons {
        for i in 0..polygon.len() {
            let (from, to) = (polygon[i], polygon[(i + 1) % polygon.len()]);
            // The centre is (x + 1/2, y + 1/2), so in halves of units it is:
            let [cx, cy] = [x, y].map(|at| (2 * i128::from(at) + 1) * i128::from(unit));
            let [x0, y0, x1, y1] = [from.0, from.1, to.0, to.1].map(|c| 2 * i128::from(c));
            if (y0 <= cy) == (y1 <= cy) {
                continue;
            }
            // Twice the area of the triangle from, to, centre: its sign is the side on which the centre lies.
            let side = (x1 - x0) * (cy - y0) - (y1 - y0) * (cx - x0);
            let goes_down = y1 > y0;
            // The edge lies right of the centre.
            let right = if goes_down { side > 0 } else { side < 0 };
            if right {
                crossings += 1;
                winding += if goes_down { 1 } else { -1 };
            }
        }
    }
    (winding, crossings)
}

impl Grid {
    /// The pixels whose centres lie inside the polygons: those with a winding number other than 0 (`non_zero`), or those from which a ray
    /// crosses an odd number of edges.
    #[must_use]
    pub fn from_polygons(w: usize, h: usize, polygons: &[Polygon], non_zero: bool) -> Grid {
        Grid::from_polygons_in(1, w, h, polygons, non_zero)
    }

    /// The same with corners in units, of which a pixel has so many along each side.
    #[must_use]
    pub fn from_polygons_in(unit: i64, w: usize, h: usize, polygons: &[Polygon], non_zero: bool) -> Grid {
        Grid::from_fn(w, h, |x, y| {
            let (winding, crossings) = windings(polygons, unit, x as i64, y as i64);
            if non_zero { winding != 0 } else { crossings % 2 == 1 }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_triangles_by_hand() {
        let square = vec![(1, 1), (3, 1), (3, 3), (1, 3)];
        assert_eq!(Grid::from_polygons(4, 4, &[square], true), Grid::draw("....\n.##.\n.##.\n...."));
        // The long side goes through the centres of one diagonal, which is left of it in one and right in the other.
        let upper = vec![(0, 0), (3, 0), (0, 3)];
        let lower = vec![(3, 0), (3, 3), (0, 3)];
        assert_eq!(Grid::from_polygons(3, 3, &[upper], true), Grid::draw("##.\n#..\n..."));
        assert_eq!(Grid::from_polygons(3, 3, &[lower], false), Grid::draw("..#\n.##\n###"));
    }

    #[test]
    fn centres_on_edges_belong_to_what_lies_right_and_below() {
        let square = vec![(1, 1), (5, 1), (5, 5), (1, 5)];
        assert_eq!(Grid::from_polygons_in(2, 3, 3, &[square], true), Grid::draw("##.\n##.\n..."));
    }

    #[test]
    fn overlaps_differ_by_rule() {
        let a = vec![(0, 0), (3, 0), (3, 1), (0, 1)];
        let b = vec![(1, 0), (2, 0), (2, 1), (1, 1)];
        assert_eq!(Grid::from_polygons(3, 1, &[a.clone(), b.clone()], true), Grid::draw("###"));
        assert_eq!(Grid::from_polygons(3, 1, &[a, b], false), Grid::draw("#.#"));
        assert_eq!(windings(&[vec![(0, 0), (9, 0), (9, 9), (0, 9)]], 1, 4, 4), (1, 1));
    }
}
