//! Where cells and objects lie on the screen, for each orientation, as Tiled draws them.

use hitmask::{Angle, InvalidArgument, PointQ16, Pose, PoseParts};

use super::cell::LevelOrientation;
use super::model::{Level, LevelLayer};
use super::object::{LevelObject, LevelObjectShape};

/// An affine map: a, b, c, d, tx, ty. x becomes a x + b y + tx, and y becomes c x + d y + ty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine(pub(super) [f64; 6]);

impl Affine {
    pub(super) const IDENTITY: Affine = Affine([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub(super) fn shift([x, y]: [f64; 2]) -> Affine {
        Affine([1.0, 0.0, 0.0, 1.0, x, y])
    }

    pub(super) fn scale([x, y]: [f64; 2]) -> Affine {
        Affine([x, 0.0, 0.0, y, 0.0, 0.0])
    }

    /// A turn, clockwise. The library's sine and cosine are the same on every machine.
    pub(super) fn turn(degrees: f64) -> Result<Affine, InvalidArgument> {
        let rotation = Angle::Degrees(degrees);
        let numbers = Pose::new(&PoseParts { rotation, ..PoseParts::default() })?.to_q16();
        Ok(Affine(numbers.map(|number| number as f64 / PointQ16::ONE as f64)))
    }

    /// This map after another one.
    pub(super) fn after(self, Affine([a, b, c, d, x, y]): Affine) -> Affine {
        let Affine(o) = self;
        let [tx, ty] = self.point([x, y]);
        Affine([o[0] * a + o[1] * c, o[0] * b + o[1] * d, o[2] * a + o[3] * c, o[2] * b + o[3] * d, tx, ty])
    }

    pub(super) fn point(self, [x, y]: [f64; 2]) -> [f64; 2] {
        let Affine([a, b, c, d, tx, ty]) = self;
        [a * x + b * y + tx, c * x + d * y + ty]
    }

    /// This map without its shift.
    fn linear(self) -> Affine {
        let Affine([a, b, c, d, ..]) = self;
        Affine([a, b, c, d, 0.0, 0.0])
    }

    /// The most columns and rows of pixels that a rectangle of this size covers.
    pub(super) fn box_of(self, [w, h]: [f64; 2]) -> [u64; 2] {
        let Affine([a, b, c, d, ..]) = self;
        // A cast saturates, and no number becomes 0: the library refuses it.
        [a.abs() * w + b.abs() * h, c.abs() * w + d.abs() * h].map(|side| side.ceil() as u64 + 1)
    }

    pub(super) fn pose(self) -> Result<Pose, InvalidArgument> {
        Pose::from_matrix(self.0)
    }
}

impl Level {
    /// The lower left corner of the place of a cell, in half pixels.
    pub(super) fn cell_place(&self, cell: [u32; 2], [x, y]: [i32; 2]) -> [i64; 2] {
        let [x, y] = [x, y].map(i64::from);
        let [w, h] = cell.map(i64::from);
        let shifted = |at: i64, even: bool| (at & 1 != 0) != even;
        match self.orientation {
            LevelOrientation::Orthogonal => [2 * x * w, 2 * (y + 1) * h],
            LevelOrientation::Isometric => [(x - y + i64::from(self.size[1]) - 1) * w, (x + y) * h + 2 * h],
            LevelOrientation::Staggered { columns, even } => {
                stagger(columns, 0, [w, h], [x, y], |at| shifted(at, even))
            }
            LevelOrientation::Hexagonal { columns, even, side } => {
                stagger(columns, side.into(), [w, h], [x, y], |at| shifted(at, even))
            }
            LevelOrientation::Oblique { x: right, y: down } => {
                [2 * (x * w + (y + 1) * i64::from(right)), 2 * ((y + 1) * h + x * i64::from(down))]
            }
        }
    }

    /// How the pixels in which objects are placed lie on the screen.
    pub(super) fn projection(&self) -> Affine {
        let [w, h] = self.cell.map(f64::from);
        match self.orientation {
            LevelOrientation::Isometric => {
                let half = w / h / 2.0;
                Affine([half, -half, 0.5, 0.5, f64::from(self.size[1]) * w / 2.0, 0.0])
            }
            LevelOrientation::Oblique { x, y } => {
                Affine([1.0, f64::from(x) / h, f64::from(y) / w, 1.0, 0.0, 0.0])
            }
            _ => Affine::IDENTITY,
        }
    }

    /// Where the position of an object lies on the screen.
    pub(super) fn object_position(&self, layer: &LevelLayer, object: &LevelObject) -> [f64; 2] {
        let [x, y] = self.projection().point(object.position);
        [layer.offset[0] + x, layer.offset[1] + y]
    }

    /// How an object's own pixels, from its position on, lie on the screen: slanted as the level is, and then turned about the position. A
    /// tile stands upright, so it is only turned.
    pub(super) fn object_place(
        &self,
        layer: &LevelLayer,
        object: &LevelObject,
    ) -> Result<Affine, InvalidArgument> {
        let turned = Affine::shift(self.object_position(layer, object)).after(Affine::turn(object.rotation)?);
        Ok(match object.shape {
            LevelObjectShape::Tile(_) => turned,
            _ => turned.after(self.projection().linear()),
        })
    }

    /// The size of a level that is not infinite, on the screen. Tiled ignores the shifts of oblique maps here.
    pub(super) fn screen_size(&self) -> [u64; 2] {
        let [w, h] = self.cell.map(u64::from);
        let [columns, rows] = self.size.map(u64::from);
        let staggered = |by_columns: bool, side: u64| {
            let (w, h) = (w & !1, h & !1);
            let (side_x, side_y) = if by_columns { (side, 0) } else { (0, side) };
            let (off_x, off_y) = ((w.saturating_sub(side_x)) / 2, (h.saturating_sub(side_y)) / 2);
            let (column, row) = (off_x + side_x, off_y + side_y);
            if by_columns {
                [columns * column + off_x, rows * (h + side_y) + if columns > 1 { row } else { 0 }]
            } else {
                [columns * (w + side_x) + if rows > 1 { column } else { 0 }, rows * row + off_y]
            }
        };
        match self.orientation {
            LevelOrientation::Orthogonal => [columns * w, rows * h],
            LevelOrientation::Isometric => [(columns + rows) * w / 2, (columns + rows) * h / 2],
            LevelOrientation::Staggered { columns, .. } => staggered(columns, 0),
            LevelOrientation::Hexagonal { columns, side, .. } => staggered(columns, side.into()),
            LevelOrientation::Oblique { x, y } => {
                let [x, y] = [x, y].map(|shift| u64::from(shift.unsigned_abs()));
                [columns * w + rows * x, rows * h + columns * y]
            }
        }
    }
}

/// The lower left corner of a cell of a staggered or hexagonal map, in half pixels.
fn stagger(
    columns: bool,
    side: i64,
    [w, h]: [i64; 2],
    [x, y]: [i64; 2],
    shifted: impl Fn(i64) -> bool,
) -> [i64; 2] {
    // Odd cells count as one pixel smaller.
    let (w, h) = (w & !1, h & !1);
    let (side_x, side_y) = if columns { (side, 0) } else { (0, side) };
    let column = (w - side_x) / 2 + side_x;
    let row = (h - side_y) / 2 + side_y;
    let shift = |at: i64, by: i64| if shifted(at) { by } else { 0 };
    let (left, top) = if columns {
        (x * column, y * (h + side_y) + shift(x, row))
    } else {
        (x * (w + side_x) + shift(y, column), y * row)
    };
    [2 * left, 2 * (top + h)]
}
