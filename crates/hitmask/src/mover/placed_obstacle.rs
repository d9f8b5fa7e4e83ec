//! An obstacle of a move or of a ray, as callers give it.

use crate::geom::{Direction, Extent, Offset, PointQ16, nearest_pixel};
use crate::mask::Mask;
use crate::placed::{Form, Placed, Plain, ShapeRef};
use crate::sweep::cast::Cast;
use crate::sweep::path::Path;
use crate::sweep::ray::{ray_cast, ray_cast_past};

/// Something in a mover's way: any [`Shape`](crate::Shape), under any pose, at a position.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    placed: Placed<'a>,
    /// Where it lies in the world: this is added to what the [`Placed`] says. A shape without a pose has its origin here.
    pub position: PointQ16,
    /// None if it stops all motions. Otherwise it is one-way, and this is the side from which one comes onto it: a direction of the world,
    /// which does not turn with the shape.
    ///
    /// A one-way obstacle refuses only steps against its open side, which are steps down if it is open above; and only by a pixel whose
    /// neighbour towards that side in the same obstacle is clear, which the mover covers after the step and did not cover before. A mover
    /// that comes from below or from a side passes through. A mover inside falls until it is out, or until it lands on another such pixel.
    pub open_side: Option<Direction>,
}

impl<'a> Obstacle<'a> {
    /// An obstacle that stops every motion into it: a reference to any shape, or a [`Placed`] with its pose.
    #[must_use]
    pub fn solid(shape: impl Into<Placed<'a>>, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle { placed: shape.into(), position: position.into(), open_side: None }
    }

    /// A platform that can be jumped through from below: it is [open](Obstacle::open_side) above.
    #[doc(alias = "jump-through")]
    #[doc(alias = "one-way platform")]
    #[must_use]
    pub fn one_way(shape: impl Into<Placed<'a>>, position: impl Into<PointQ16>) -> Obstacle<'a> {
        Obstacle::solid(shape, position).one_way_to(Direction::Up)
    }

    /// The same obstacle, one-way and open to a side: a door that one leaves to the left only, or a ledge for who walks on the ceiling.
    #[must_use]
    pub fn one_way_to(self, open_side: Direction) -> Obstacle<'a> {
        Obstacle { open_side: Some(open_side), ..self }
    }

    /// The shape where it lies in the world.
    pub(super) fn in_the_world(&self) -> Placed<'a> {
        self.placed.moved_by_parts(self.position)
    }

    /// Whether it certainly covers nothing in a box. Most obstacles are upright and far away, and cost no more than this look.
    #[inline]
    pub(super) fn is_beside(&self, way: &Extent) -> bool {
        let shape = self.placed.shape();
        if !self.placed.pose().is_translation() || shape.is_convex() {
            return false;
        }
        let [x, y] = self.placed.pose().translation;
        // All corners are rounded to pixels alike.
        let Extent { x0, y0, x1, y1 } = shape.extent();
        let (x, y) = (nearest_pixel(x + self.position.x), nearest_pixel(y + self.position.y));
        x + x1 <= way.x0 || way.x1 <= x + x0 || y + y1 <= way.y0 || way.y1 <= y + y0
    }

    /// As [`Mask::ray_cast`](crate::Mask::ray_cast), from a position of the world. None if the obstacle lies too far away.
    pub(super) fn ray_cast(&self, position: PointQ16, motion: PointQ16) -> Option<Cast> {
        let placed = self.in_the_world();
        if !placed.pose().is_translation() {
            return Some(ray_cast_covered(&placed, &Path::new(position, motion)));
        }
        let [x, y] = placed.pose().translation;
        let local = PointQ16::new(position.x - x, position.y - y);
        if local.x.abs().max(local.y.abs()) > PointQ16::LIMIT {
            return None;
        }
        Some(match placed.shape() {
            ShapeRef::Mask(mask) => mask.ray_cast(local, motion),
            ShapeRef::Terrain(terrain) => terrain.ray_cast(local, motion),
            ShapeRef::Tiles(tiles) => tiles.ray_cast(local, motion),
            shape => {
                let pixels = Plain { shape, corner: Offset::ZERO }.into();
                ray_cast_past(&pixels, shape.extent(), &|x, y| shape.has(x, y), &Path::new(local, motion))
            }
        })
    }
}

/// A ray against the pixels that a placed shape covers, as pixels of the world.
fn ray_cast_covered(placed: &Placed<'_>, path: &Path) -> Cast {
    let footprint = placed.footprint();
    let extent = footprint.extent.intersection(Extent::WORLD);
    if let Some(plain) = footprint.plain(placed.shape()) {
        return ray_cast(extent, |x, y| plain.window(x, y) & 1 != 0, path);
    }
    let drawn = |part: Extent| {
        let mut drawn = Mask::try_new(part.to_rect()?.w, part.to_rect()?.h).ok()?;
        placed.draw(part.corner(), &mut drawn);
        Some(drawn)
    };
    // A picture that is larger than a mask may be is read pixel by pixel.
    if footprint.form == Form::Drawn
        && let Some(whole) = drawn(extent)
    {
        return ray_cast(extent, |x, y| whole.window(x - extent.x0, y - extent.y0) & 1 != 0, path);
    }
    let covers = |x: i64, y: i64| drawn(Extent::of_pixel(x, y)).is_some_and(|pixel| pixel.get((0, 0)));
    ray_cast_past(&(*placed).into(), extent, &covers, path)
}
