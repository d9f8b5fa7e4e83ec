//! The resource that holds the colliders: questions between steps, in Bevy's terms.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use hitmask::{
    Blocker, Cast, EventDetail, Handle, PointQ16, Probe, QueryFilter, Slope, World as PixelWorld,
    WorldOptions,
};

use crate::geometry::PixelGrid;
use crate::record::Record;

/// The colliders of all entities, and the questions about them.
///
/// It shows the entities as [`HitmaskSystems::Sync`](crate::HitmaskSystems::Sync) last saw them. A system that moves entities and asks at once puts
/// [`sync_hitmasks`](crate::sync_hitmasks) between:
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// use bevy_hitmask::{prelude::*, sync_hitmasks};
/// # fn steer() {}
/// fn aim(hitmasks: Res<HitmaskWorld>) {
///     for entity in hitmasks.at_point((100.0, 50.0), &QueryFilter::default()) { /* under the crosshair */ }
/// }
/// # let mut app = App::new();
/// app.add_systems(Update, (steer, sync_hitmasks, aim).chain());
/// ```
///
/// All answers are about pixels, as the player sees them. By default one unit of Bevy's world is one pixel:
/// see [`HitmaskPlugin::pixels_per_unit`](crate::HitmaskPlugin::pixels_per_unit).
#[derive(Resource)]
pub struct HitmaskWorld {
    pub(crate) pixels: PixelWorld,
    pub(crate) grid: PixelGrid,
    pub(crate) records: EntityHashMap<Record>,
    /// The number of the sync.
    pub(crate) round: u64,
    /// What stopped the last character that moved.
    pub(crate) blockers: Vec<Blocker>,
}

/// What a ray hits first.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct RayTouch {
    /// The entity.
    pub entity: Entity,
    /// When the ray hits: 0 at its start, 1 at its end. 0 if it starts inside.
    pub time: f32,
    /// The middle of the pixel that is hit.
    pub point: Vec2,
    /// The side that is hit: a unit vector that points away from the entity. Zero if the ray starts inside.
    pub normal: Vec2,
}

impl HitmaskWorld {
    pub(crate) fn new(pixels_per_unit: f64, options: WorldOptions) -> HitmaskWorld {
        HitmaskWorld {
            pixels: PixelWorld::with_options(options),
            grid: PixelGrid { per_unit: pixels_per_unit },
            records: EntityHashMap::default(),
            round: 0,
            blockers: Vec::new(),
        }
    }

    /// The world of hitmask behind it, for everything that has no method here. Its y points down, and its unit is the pixel:
    /// [`to_pixels`](HitmaskWorld::to_pixels). A collider's data is the entity: [`entity_of`](HitmaskWorld::entity_of).
    #[must_use]
    pub fn pixels(&self) -> &PixelWorld {
        &self.pixels
    }

    /// The collider of an entity. None if it has none: because its image is still loading, or for a reason that a
    /// [`HitmaskProblem`](crate::HitmaskProblem) has told.
    #[must_use]
    pub fn collider_of(&self, entity: Entity) -> Option<Handle> {
        self.records.get(&entity)?.handle
    }

    /// The entity of a collider. None if the collider was removed.
    #[must_use]
    pub fn entity_of(&self, collider: Handle) -> Option<Entity> {
        self.pixels.get(collider).map(|collider| Entity::from_bits(collider.data))
    }

    /// A filter that asks for an entity: with its space, layers and group, and without the entity itself. For points, probes and rays; questions about an
    /// entity use them anyway. None if it has no collider.
    #[must_use]
    pub fn filter_of(&self, entity: Entity) -> Option<QueryFilter<'static>> {
        self.pixels.filter_of(self.collider_of(entity)?)
    }

    /// The slope of the ground under an entity's feet: `rise` over `run`. None if there is none within `reach` pixels, if the entity overlaps a solid one, or if
    /// it has no collider. See [`hitmask::World::ground_slope`].
    #[must_use]
    pub fn ground_slope(&self, entity: Entity, reach: u32, filter: &QueryFilter<'_>) -> Option<Slope> {
        self.pixels.ground_slope(self.collider_of(entity)?, reach, filter)
    }

    /// A point or a motion of Bevy's world in the pixels of hitmask's world.
    ///
    /// # Panics
    /// If it lies beyond 2³¹ pixels or is not a number.
    #[must_use]
    pub fn to_pixels(&self, point: impl Into<Vec2>) -> PointQ16 {
        let point = point.into();
        self.grid
            .to_pixels(point)
            .unwrap_or_else(|| panic!("{point} lies beyond 2^31 pixels or is not a number"))
    }

    /// The middle of a pixel of hitmask's world, in Bevy's units.
    #[must_use]
    pub fn to_units(&self, pixel: impl Into<hitmask::Point>) -> Vec2 {
        self.grid.middle(pixel.into())
    }

    /// The pixel that holds a point.
    pub(crate) fn pixel_at(&self, point: Vec2) -> Option<hitmask::Point> {
        let at = self.grid.to_pixels(point)?;
        Some(hitmask::Point::new(i32::try_from(at.x >> 16).ok()?, i32::try_from(at.y >> 16).ok()?))
    }

    /// All entities that cover the pixel at a point, the topmost first: by the z of their transforms.
    #[doc(alias = "pick")]
    #[must_use]
    pub fn at_point(&self, point: impl Into<Vec2>, filter: &QueryFilter<'_>) -> Vec<Entity> {
        let Some(pixel) = self.pixel_at(point.into()) else { return Vec::new() };
        self.pixels.pick_all(pixel, filter).into_iter().filter_map(|handle| self.entity_of(handle)).collect()
    }

    /// All entities that touch a probe, the topmost first. The probe is in pixels, y down: see [`pixels`](HitmaskWorld::pixels).
    #[must_use]
    pub fn query(&self, probe: &Probe, filter: &QueryFilter<'_>) -> Vec<Entity> {
        let found = self.pixels.query(probe, filter).all_by_order();
        found.into_iter().filter_map(|handle| self.entity_of(handle)).collect()
    }

    /// All entities that an entity touches where it is now.
    #[must_use]
    pub fn touching_now(&self, entity: Entity) -> Vec<Entity> {
        let contacts = self.collider_of(entity).and_then(|handle| self.pixels.collide_one(handle));
        contacts.unwrap_or_default().into_iter().map(|contact| Entity::from_bits(contact.data)).collect()
    }

    /// All entities that an entity touched in the last step.
    pub fn touched(&self, entity: Entity) -> impl Iterator<Item = Entity> + '_ {
        let contacts = self.collider_of(entity).and_then(|handle| self.pixels.contacts_of(handle));
        contacts.into_iter().flatten().filter_map(|handle| self.entity_of(handle))
    }

    /// The first entity that a ray hits.
    #[doc(alias = "raycast")]
    #[must_use]
    pub fn ray_cast(
        &self,
        from: impl Into<Vec2>,
        motion: impl Into<Vec2>,
        filter: &QueryFilter<'_>,
    ) -> Option<RayTouch> {
        let (from, motion) = (from.into(), motion.into());
        let hit = self.pixels.ray_cast(self.grid.to_pixels(from)?, self.grid.to_pixels(motion)?, filter)?;
        let entity = Entity::from_bits(hit.data);
        Some(match hit.cast {
            Cast::Hit { time, normal, .. } => {
                let time = time.to_f64() as f32;
                let normal = Vec2::new(normal.x as f32, -normal.y as f32).normalize_or_zero();
                RayTouch { entity, time, point: from + motion * time, normal }
            }
            _ => RayTouch { entity, time: 0.0, point: from, normal: Vec2::ZERO },
        })
    }

    /// How far the pixels of two entities are apart, in units. 0 if they overlap or touch, even if only at a corner. None if one of them has no collider or
    /// covers nothing.
    #[must_use]
    pub fn distance(&self, a: Entity, b: Entity) -> Option<f32> {
        let squared = self.pixels.closest(self.collider_of(a)?, self.collider_of(b)?)?.squared();
        Some(((squared as f64).sqrt() / self.grid.per_unit) as f32)
    }

    /// The entity that covers the pixel nearest to a point, at most `within` units away, and the middle of that pixel.
    #[must_use]
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        within: f32,
        filter: &QueryFilter<'_>,
    ) -> Option<(Entity, Vec2)> {
        let within = (f64::from(within) * self.grid.per_unit).clamp(0.0, f64::from(u32::MAX)) as u32;
        let nearest = self.pixels.nearest(self.pixel_at(point.into())?, within, filter)?;
        Some((Entity::from_bits(nearest.data), self.grid.middle(nearest.pixel)))
    }
}

/// What touches say by default: area and normal beside the first pixel.
pub(crate) fn default_options() -> WorldOptions {
    WorldOptions {
        detail: EventDetail { area: true, normal: true, ..EventDetail::default() },
        ..WorldOptions::default()
    }
}
