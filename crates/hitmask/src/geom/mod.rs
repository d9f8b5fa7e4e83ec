//! Integer points, sub-pixel points, half-open rectangles, angles and poses.
//!
//! The y axis points down. Pixel (x, y) is the half-open unit square [x, x+1) × [y, y+1).

mod angle;
mod extent;
pub(crate) mod inverse;
mod line;
mod marks;
#[cfg(feature = "mint")]
mod mint;
mod moment;
mod offset;
mod point;
mod pose;
mod rect;
mod sort;
mod stance;
mod subpixel;
mod transform;
mod turn;
pub(crate) mod wide;

pub use angle::Angle;
pub(crate) use extent::Extent;
pub(crate) use line::PixelLine;
pub(crate) use marks::Marks;
pub(crate) use moment::Moment;
pub(crate) use offset::Offset;
pub use point::Point;
pub(crate) use pose::ONE;
pub use pose::{Pose, PoseParts};
pub use rect::Rect;
pub(crate) use sort::CompactSort;
pub use subpixel::PointQ16;
pub(crate) use subpixel::nearest_pixel;

pub(crate) use stance::{Stance, StanceRef, TransformRef};
pub use transform::Transform;
pub(crate) use turn::Turn;
