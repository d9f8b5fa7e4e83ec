//! The polygons by which TexturePacker packed frames.

use hitmask::{Mask, PointQ16};

use crate::error::{ErrorKind, Result, quoted};
use crate::level::draw_polygon;
use crate::limits::{Budget, Work, area};

/// A polygon in pixels of the whole frame.
pub(super) struct Polygon {
    pub(super) corners: Vec<PointQ16>,
    /// Three corners each, which fill it.
    pub(super) triangles: Option<Vec<[usize; 3]>>,
}

impl Polygon {
    /// Its pixels in a frame of this size.
    pub(super) fn mask(&self, name: &str, size: [i64; 2], budget: &Budget) -> Result<Mask> {
        let [w, h] = size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        budget.check_size(w, h)?;
        let bytes = area(w.next_multiple_of(64), h) / 8;
        budget.keep(bytes)?;
        // What is drawn, before it is added, and its corners once more.
        let _held = budget.hold(bytes + 16 * self.corners.len() as u64)?;
        let mut mask = Mask::try_new(w, h)?;
        let mut draw = |corners: &[PointQ16]| -> Result<()> {
            budget.work(area(w, h) / 32 + u64::from(h) * (1 + corners.len() as u64), Work::Draw)?;
            Ok(draw_polygon(&mut mask, corners)?)
        };
        match &self.triangles {
            None => draw(&self.corners)?,
            Some(triangles) => {
                for triangle in triangles {
                    let [Some(&a), Some(&b), Some(&c)] = triangle.map(|corner| self.corners.get(corner))
                    else {
                        return Err(wrong("a triangle names a vertex that is not there,", name).into());
                    };
                    draw(&[a, b, c])?;
                }
            }
        }
        Ok(mask)
    }
}

pub(super) const NO_POINTS: &str = "the vertices are no list of points";
pub(super) const NO_TRIANGLES: &str = "the triangles are no list of three numbers";

/// What is wrong with the polygon of a frame.
pub(super) fn wrong(what: &str, name: &str) -> ErrorKind {
    ErrorKind::NotAnAtlas { reason: format!("{what} of frame {}", quoted(name)) }
}
