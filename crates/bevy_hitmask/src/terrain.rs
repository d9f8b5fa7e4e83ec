//! Ground that is carved, and its picture.

use std::sync::Arc;

use bevy_asset::Assets;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::{Affine3A, URect, Vec2};
use bevy_reflect::prelude::*;
use bevy_sprite::{Anchor, Sprite};
use hitmask::{Change, Mask, Placed, Point, Rect, Terrain};

use crate::alpha;
use crate::component::Hitmask;
use crate::geometry::sprite_geometry;

/// Ground of up to 65 536 × 65 536 pixels that is carved while the game runs. It lies where the entity's sprite lies, texel by texel; without a sprite, its
/// middle lies on the entity's origin, y up, and each pixel is one unit wide.
///
/// If the entity has a sprite with an image of the same size, the image follows: what is carved becomes clear, and what is drawn becomes opaque, in the
/// colour that the image has there. So give each terrain an image of its own, which is not shared with other sprites. It must be in the main
/// world and have 8 bits a channel. Each edited image is sent to the graphics card again, whole; cut large maps into several terrains.
///
/// ```
/// use bevy_hitmask::{HitmaskTerrain, hitmask::{Circle, PointQ16, Terrain}};
/// let mut ground = HitmaskTerrain::new(Terrain::filled(400, 100));
/// let hole = Circle::new((200, 0), 20 * PointQ16::ONE).unwrap();
/// assert!(ground.carve(&hole, (0, 0)).pixels > 600);
/// assert!(!ground.terrain().get((200, 10)));
/// ```
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Clone, Debug)]
#[require(Hitmask)]
pub struct HitmaskTerrain {
    terrain: Arc<Terrain>,
    /// What changed since the image was painted.
    changed: Option<Rect>,
}

impl HitmaskTerrain {
    /// Ground that is as this terrain.
    #[must_use]
    pub fn new(terrain: Terrain) -> HitmaskTerrain {
        HitmaskTerrain { terrain: Arc::new(terrain), changed: None }
    }

    /// Ground that is solid where an image has at least this alpha. None if the pixels of the image cannot be read, or if a side is longer than 65 535.
    #[must_use]
    pub fn from_image(image: &Image, level: u8) -> Option<HitmaskTerrain> {
        let size = image.size();
        let alphas = alpha::alphas(image, URect::from_corners(bevy_math::UVec2::ZERO, size))?;
        let mask = Mask::from_alpha(size.x, size.y, &alphas, level).ok()?;
        Some(HitmaskTerrain::new(Terrain::from_mask(&mask)))
    }

    /// The ground as it is now.
    #[must_use]
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Makes the pixels of a brush clear: see [`Terrain::carve`]. The brush lies in texels of the terrain, y down: see
    /// [`texel_at`](HitmaskTerrain::texel_at).
    pub fn carve<'b>(&mut self, brush: impl Into<Placed<'b>>, offset: impl Into<Point>) -> Change {
        let change = Arc::make_mut(&mut self.terrain).carve(brush, offset);
        self.note(change)
    }

    /// Makes the pixels of a brush solid: see [`Terrain::draw`].
    pub fn draw<'b>(&mut self, brush: impl Into<Placed<'b>>, offset: impl Into<Point>) -> Change {
        let change = Arc::make_mut(&mut self.terrain).draw(brush, offset);
        self.note(change)
    }

    /// Any other edit: restoring a snapshot, taking an island. The whole image is painted anew.
    pub fn edit<R>(&mut self, edit: impl FnOnce(&mut Terrain) -> R) -> R {
        let (w, h) = self.terrain.size();
        self.changed = Some(Rect::new(0, 0, w, h));
        edit(Arc::make_mut(&mut self.terrain))
    }

    /// The texel of the terrain that lies on a point of the world. The transform is the entity's `GlobalTransform::affine`. None if the sprite is flat
    /// or cannot be placed.
    #[must_use]
    pub fn texel_at(
        &self,
        sprite: Option<(&Sprite, Anchor)>,
        transform: &Affine3A,
        point: Vec2,
    ) -> Option<Point> {
        let (w, h) = self.terrain.size();
        let plain = Sprite::default();
        let (sprite, anchor) = sprite.unwrap_or((&plain, Anchor::CENTER));
        let plane = sprite_geometry(sprite, anchor, (w, h).into(), None).ok()?.plane;
        let local = transform.inverse().transform_point3(point.extend(transform.translation.z)).as_dvec3();
        let [u, v] = [local.x / plane.matrix[0] + plane.pivot[0], local.y / plane.matrix[3] + plane.pivot[1]];
        (u.is_finite() && v.is_finite()).then(|| Point::new(u.floor() as i32, v.floor() as i32))
    }

    fn note(&mut self, change: Change) -> Change {
        if let Some(bounds) = change.bounds {
            self.changed = Some(self.changed.map_or(bounds, |old| around(old, bounds)));
        }
        change
    }

    /// The terrain as colliders share it.
    pub(crate) fn shared(&self) -> &Arc<Terrain> {
        &self.terrain
    }
}

/// The smallest rectangle around two.
fn around(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    let right = (a.x + a.w as i32).max(b.x + b.w as i32);
    let low = (a.y + a.h as i32).max(b.y + b.h as i32);
    Rect::new(x, y, (right - x) as u32, (low - y) as u32)
}

/// Paints what was carved and drawn into the images of sprites.
pub(crate) fn paint_terrains(
    mut terrains: Query<(&mut HitmaskTerrain, &Sprite)>,
    images: Option<ResMut<Assets<Image>>>,
) {
    let Some(mut images) = images else { return };
    for (mut ground, sprite) in &mut terrains {
        let Some(changed) = ground.changed else { continue };
        let (w, h) = ground.terrain.size();
        let ground = ground.bypass_change_detection();
        let Some(image) = images.get(&sprite.image) else { continue };
        ground.changed = None;
        let size = image.size();
        if (size.x, size.y) != (w, h) || !alpha::is_bytes(image.texture_descriptor.format) {
            continue;
        }
        let Some(mut image) = images.get_mut(&sprite.image) else { continue };
        let Some(data) = image.data.as_mut() else { continue };
        for y in changed.y..changed.y + changed.h as i32 {
            for x in changed.x..changed.x + changed.w as i32 {
                let at = (y as usize * w as usize + x as usize) * 4 + 3;
                let is_solid = ground.terrain.get((x, y));
                match (&mut data[at], is_solid) {
                    (alpha, false) => *alpha = 0,
                    (alpha @ 0, true) => *alpha = 255,
                    // A soft edge stays soft.
                    _ => {}
                }
            }
        }
    }
}
