//! Integer points, sub-pixel points, half-open rectangles, angles and poses.
//!
//! The y axis points down. Pixel (x, y) is the half-open unit square [x, x+1) × [y, y+1).

mod angle;
mod direction;
mod extent;
pub(crate) mod inverse;
mod line;
mod linear_transform;
mod mapped;
#[cfg(feature = "mint")]
mod mint;
mod moment;
mod offset;
mod pixel_crossings;
mod point;
mod pose;
mod rect;
mod sort;
mod subpixel;
mod transform;
mod turn;
pub(crate) mod wide;

pub use angle::Angle;
pub use direction::Direction;
pub(crate) use extent::Extent;
pub(crate) use line::{PixelLine, Supercover};
pub(crate) use mapped::Mapped;
pub(crate) use moment::Moment;
pub(crate) use offset::Offset;
pub(crate) use pixel_crossings::PixelCrossings;
pub use point::Point;
pub(crate) use pose::ONE;
pub use pose::{Pose, PoseParts};
pub use rect::Rect;
pub(crate) use sort::{CompactSort, sort_as_numbers};
pub use subpixel::PointQ16;
pub(crate) use subpixel::nearest_pixel;

pub(crate) use linear_transform::{LinearTransform, LinearTransformRef, TransformRef};
pub use transform::Transform;
pub(crate) use turn::Turn;
