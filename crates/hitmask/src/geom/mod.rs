//! Integer points and half-open rectangles. y points down; pixel (x, y) is the unit square [x, x+1) × [y, y+1).

mod extent;
mod point;
mod rect;

pub(crate) use extent::Extent;
pub use point::Point;
pub use rect::Rect;
