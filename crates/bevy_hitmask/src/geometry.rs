//! Where the texels of a sprite lie: the arithmetic from Bevy's sprite to hitmask's pose. Nothing here knows an entity.
//!
//! Bevy's y points up, hitmask's down. The world pixel (x, y) of hitmask is the square from (x, -y - 1) to (x + 1, -y) of Bevy's world, if a unit is
//! a pixel.

use bevy_math::{Affine3A, Rect, URect, UVec2, Vec2};
use bevy_sprite::{Anchor, Sprite, SpriteImageMode};
use hitmask::{PointQ16, Pose, Transform};

/// A map of the plane: (u, v) goes to (a·u + b·v + x, c·u + d·v + y).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plane {
    /// a, b, c, d.
    pub(crate) matrix: [f64; 4],
    /// What lies on the entity's origin, in (u, v).
    pub(crate) pivot: [f64; 2],
}

/// Which part of an image a sprite shows, and where.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SpriteGeometry {
    /// The texels of the image.
    pub(crate) texels: URect,
    /// From texels, seen from the upper left corner of `texels`, to the sprite's own coordinates: Bevy's units, y up.
    pub(crate) plane: Plane,
}

/// The sprite is cut in slices, tiled, or fitted to another ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unsupported;

/// Where the image of a sprite lies. A rectangle that cuts texels is rounded to whole texels; those lie where they are drawn.
pub(crate) fn sprite_geometry(
    sprite: &Sprite,
    anchor: Anchor,
    image: UVec2,
    atlas: Option<URect>,
) -> Result<SpriteGeometry, Unsupported> {
    match sprite.image_mode {
        SpriteImageMode::Auto => {}
        // Without a custom size there is nothing to scale.
        SpriteImageMode::Scale(_) if sprite.custom_size.is_none() => {}
        _ => return Err(Unsupported),
    }
    let shown = shown_rect(sprite, image, atlas);
    let texels = URect::from_corners(
        shown.min.round().max(Vec2::ZERO).as_uvec2().min(image),
        shown.max.round().max(Vec2::ZERO).as_uvec2().min(image),
    );
    let [tw, th] = shown.size().as_dvec2().to_array();
    let [sw, sh] = sprite.custom_size.unwrap_or(shown.size()).as_dvec2().to_array();
    let across = if sprite.flip_x { -1.0 } else { 1.0 };
    let down = if sprite.flip_y { 1.0 } else { -1.0 };
    let centre = shown.center().as_dvec2() - texels.min.as_dvec2();
    let anchor = anchor.as_vec().as_dvec2();
    Ok(SpriteGeometry {
        texels,
        plane: Plane {
            matrix: [across * sw / tw, 0.0, 0.0, down * sh / th],
            pivot: [centre.x + across * anchor.x * tw, centre.y + down * anchor.y * th],
        },
    })
}

/// The part of the image that is shown, in texels: as [`Sprite::compute_pixel_space_point`] computes it.
fn shown_rect(sprite: &Sprite, image: UVec2, atlas: Option<URect>) -> Rect {
    match (atlas.map(|rect| rect.as_rect()), sprite.rect) {
        (None, None) => Rect::from_corners(Vec2::ZERO, image.as_vec2()),
        (None, Some(rect)) => rect,
        (Some(atlas), None) => atlas,
        (Some(atlas), Some(rect)) => Rect { min: rect.min + atlas.min, max: rect.max + atlas.min },
    }
}

/// Bevy's world beside the pixels of hitmask's world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PixelGrid {
    /// How many pixels a unit of Bevy's world has.
    pub(crate) per_unit: f64,
}

impl PixelGrid {
    /// A point or a motion of Bevy's world in hitmask's pixels. None if it lies beyond 2³¹ pixels or is not a number.
    pub(crate) fn to_pixels(self, point: Vec2) -> Option<PointQ16> {
        let [x, y] = point.as_dvec2().to_array();
        PointQ16::from_f64(x * self.per_unit, -y * self.per_unit)
    }

    /// The other way.
    pub(crate) fn to_units(self, point: PointQ16) -> Vec2 {
        let [x, y] = point.to_f64();
        Vec2::new((x / self.per_unit) as f32, (-y / self.per_unit) as f32)
    }

    /// The middle of a pixel, in Bevy's units.
    pub(crate) fn middle(self, pixel: hitmask::Point) -> Vec2 {
        let half = |x: i32| (f64::from(x) + 0.5) / self.per_unit;
        Vec2::new(half(pixel.x) as f32, -half(pixel.y) as f32)
    }

    /// The map from an entity's shape to its own coordinates, and from there to hitmask's pixels. None if the entity lies beyond 2³¹ pixels, or if its
    /// transform is not finite.
    pub(crate) fn place(self, plane: &Plane, entity: &Affine3A) -> Option<Placement> {
        let (x, y) = (entity.matrix3.x_axis.as_dvec3(), entity.matrix3.y_axis.as_dvec3());
        let [a, b, c, d] = plane.matrix;
        let s = self.per_unit;
        let matrix = [
            s * (x.x * a + y.x * c),
            s * (x.x * b + y.x * d),
            -s * (x.y * a + y.y * c),
            -s * (x.y * b + y.y * d),
        ];
        let at = entity.translation.as_dvec3();
        let position = PointQ16::from_f64(at.x * s, -at.y * s)?;
        matrix.iter().all(|x| x.is_finite()).then_some(Placement { matrix, position, plane: *plane })
    }
}

impl Plane {
    /// The map from a part's shape to its own coordinates, and from there to the texels of its root, whose plane this is and whose texels are
    /// divided. None if the part lies too far away, or if the root is flat. `part` maps the part's own coordinates to the root's.
    pub(crate) fn place_part(&self, division: [u32; 2], plane: &Plane, part: &Affine3A) -> Option<Placement> {
        let [m, n] = division.map(f64::from);
        let [a, b, c, d] = self.matrix;
        let determinant = a * d - b * c;
        // From the root's own coordinates to its texels.
        let back = [m * d, -m * b, -n * c, n * a].map(|x| x / determinant);
        let times = |x: f64, y: f64| [back[0] * x + back[1] * y, back[2] * x + back[3] * y];
        let (x, y) = (part.matrix3.x_axis.as_dvec3(), part.matrix3.y_axis.as_dvec3());
        let [pa, pb, pc, pd] = plane.matrix;
        let [ma, mc] = times(x.x * pa + y.x * pc, x.y * pa + y.y * pc);
        let [mb, md] = times(x.x * pb + y.x * pd, x.y * pb + y.y * pd);
        let at = part.translation.as_dvec3();
        let [px, py] = times(at.x, at.y);
        let position = PointQ16::from_f64(px + self.pivot[0] * m, py + self.pivot[1] * n)?;
        let matrix = [ma, mb, mc, md];
        matrix.iter().all(|x| x.is_finite()).then_some(Placement { matrix, position, plane: *plane })
    }
}

/// Where a shape lies in hitmask's world, or a part's in the texels of its root, before its matrix is rounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Placement {
    matrix: [f64; 4],
    pub(crate) position: PointQ16,
    /// The plane of the shape, of which `matrix` is the image.
    pub(crate) plane: Plane,
}

impl Placement {
    /// By how much the texels of an image must be divided along each axis, so that hitmask can show them: powers of two, nearly always 1. A matrix of
    /// hitmask stretches a texel to at most 64 pixels.
    pub(crate) fn division(&self) -> [u32; 2] {
        let [a, b, c, d] = self.matrix.map(f64::abs);
        [a.max(c), b.max(d)].map(|stretch| {
            let limit = f64::from(Pose::MAX_STRETCH);
            let mut parts = 1;
            while stretch / f64::from(parts) > limit && parts < 1 << 16 {
                parts *= 2;
            }
            parts
        })
    }

    /// The transform for a shape whose texels were divided. None if it covers nothing, because it is flat or far too large.
    pub(crate) fn transform(&self, division: [u32; 2]) -> Option<Transform> {
        let [m, n] = division.map(f64::from);
        let [a, b, c, d] = self.matrix;
        let pose = Pose::from_matrix([a / m, b / n, c / m, d / n, 0.0, 0.0]).ok()?;
        let pivot = [self.plane.pivot[0] * m, self.plane.pivot[1] * n];
        if pivot.iter().any(|x| x.is_nan() || x.abs() > FARTHEST_PIVOT) {
            return None;
        }
        let mut transform = Transform::from(pose);
        transform.set_pivot(pivot);
        transform.set_position(self.position);
        Some(transform)
    }
}

/// A pivot beyond this is of no use: its sprite would lie beyond the end of the world.
const FARTHEST_PIVOT: f64 = (1_u64 << 31) as f64;

/// A place in the drawing order from a z: the higher, the nearer to the viewer. It keeps the order of all floats.
pub(crate) fn order_of(z: f32) -> i32 {
    // -0 and 0 are the same place.
    let bits = (z + 0.0).to_bits() as i32;
    if bits < 0 { bits ^ i32::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_floats() {
        let z = [f32::NEG_INFINITY, -1e9, -2.0, -1.0, -1e-40, 0.0, 1e-40, 0.5, 1.0, 3e9, f32::INFINITY];
        assert!(z.is_sorted_by(|a, b| order_of(*a) < order_of(*b)));
        assert_eq!(order_of(-0.0), order_of(0.0));
    }

    #[test]
    fn texels_are_divided_where_a_pose_cannot_stretch_them() {
        let grid = PixelGrid { per_unit: 1.0 };
        let plane = Plane { matrix: [240_000.0, 0.0, 0.0, -32_767.0], pivot: [0.5, 0.5] };
        let placement = grid.place(&plane, &Affine3A::IDENTITY).unwrap();
        assert_eq!(placement.division(), [8, 1]);
        let pose = placement.transform([8, 1]).unwrap().pose().unwrap();
        assert_eq!(pose.point_at([0.0, 0.0]), [-120_000.0, -16_383.5]);
        assert_eq!(pose.point_at([8.0, 1.0]), [120_000.0, 16_383.5]);
    }
}
