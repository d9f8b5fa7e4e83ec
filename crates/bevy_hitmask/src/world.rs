//! The resource that holds the colliders: questions between steps, in Bevy's terms.

use bevy_ecs::entity::{EntityHashMap, EntityHashSet};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use hitmask::{
    Blocker, Cast, EventDetail, Handle, LabelOverlap, PointQ16, Probe, QueryFilter, Slope,
    World as PixelWorld, WorldOptions,
};

use crate::geometry::PixelGrid;
use crate::record::Record;
use crate::tiles::TouchTile;

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
    /// The tile that is hit, if the entity is a [`HitmaskTileMap`](crate::HitmaskTileMap).
    pub tile: Option<TouchTile>,
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

    /// All colliders of an entity. A tile map has up to three: its ground, its ledges and its sensors.
    pub fn colliders_of(&self, entity: Entity) -> impl Iterator<Item = Handle> + use<> {
        self.records.get(&entity).map(Record::handles).into_iter().flatten()
    }

    /// The entities of colliders, each one once.
    fn each_once(&self, found: impl IntoIterator<Item = Handle>) -> Vec<Entity> {
        let mut seen = EntityHashSet::default();
        found
            .into_iter()
            .filter_map(|handle| self.entity_of(handle))
            .filter(|&entity| seen.insert(entity))
            .collect()
    }

    /// The root of a [`HitmaskPart`](crate::HitmaskPart). None if the entity is no part, or has no collider.
    #[doc(alias = "parent")]
    #[must_use]
    pub fn root_of(&self, part: Entity) -> Option<Entity> {
        self.entity_of(self.pixels.root_of(self.collider_of(part)?)?)
    }

    /// The parts of an entity: see [`HitmaskPart`](crate::HitmaskPart).
    #[must_use]
    pub fn parts_of(&self, root: Entity) -> Vec<Entity> {
        let parts = self.collider_of(root).and_then(|root| self.pixels.parts_of(root));
        let entities = parts.into_iter().flatten().filter_map(|part| self.entity_of(part));
        // The colliders of a tile map are parts, too, but of the same entity.
        entities.filter(|&part| part != root).collect()
    }

    /// The tile of a [`HitmaskTileMap`](crate::HitmaskTileMap) that covers the pixel at a point. Of several it is the one that is drawn last.
    /// None if the entity is no tile map, or no tile is solid there.
    #[must_use]
    pub fn tile_at(&self, map: Entity, point: impl Into<Vec2>) -> Option<TouchTile> {
        let pixel = self.pixel_at(point.into())?;
        self.colliders_of(map).find_map(|handle| self.tile_of(handle, pixel))
    }

    /// The tile of a collider at a pixel of the world.
    pub(crate) fn tile_of(&self, handle: Handle, pixel: hitmask::Point) -> Option<TouchTile> {
        self.pixels.tile_at(handle, pixel).map(|met| TouchTile::new(&met))
    }

    /// The tiles of a [`HitmaskTileMap`](crate::HitmaskTileMap) that an entity covers where it is now, sorted by row, then by column: the
    /// coins that it stands in, the ice under it. Where pictures of one kind lie over each other, the one that is drawn last counts. Layers
    /// and spaces don't matter. Empty if one of them has no collider.
    ///
    /// # Complexity
    /// Looks at each pixel of the box around the entity, once for each kind of tiles.
    #[must_use]
    pub fn overlap_tiles(&self, entity: Entity, map: Entity) -> Vec<TouchTile> {
        let mut met = Vec::new();
        for handle in self.colliders_of(entity) {
            let Some(own) = self.pixels.bounds(handle) else { continue };
            for tiles in self.colliders_of(map) {
                let shared = self.pixels.bounds(tiles).and_then(|bounds| own.intersection(&bounds));
                let Some(shared) = shared else { continue };
                let row = |y: i32| (0..shared.w as i32).map(move |x| hitmask::Point::new(shared.x + x, y));
                let pixels = (0..shared.h as i32).flat_map(|y| row(shared.y + y));
                let covered = pixels.filter(|&pixel| self.pixels.label_at(handle, pixel).is_some());
                met.extend(covered.filter_map(|pixel| self.tile_of(tiles, pixel)));
            }
        }
        met.sort_unstable_by_key(|tile| (tile.cell.y, tile.cell.x));
        met.dedup();
        met
    }

    /// Which [labels](crate::HitmaskShape::Labels) of two entities meet where they are now: see [`hitmask::World::overlap_labels`]. Pixels are
    /// those of [`pixels`](HitmaskWorld::pixels). None if one of them has no collider. Of a tile map, the ground counts.
    #[must_use]
    pub fn overlap_labels(&self, a: Entity, b: Entity) -> Option<Vec<LabelOverlap>> {
        self.pixels.overlap_labels(self.collider_of(a)?, self.collider_of(b)?)
    }

    /// The label of an entity at a point: which part a click or a ray has found. 0 if it has no [labels](crate::HitmaskShape::Labels). None
    /// if it does not cover the pixel there.
    #[must_use]
    pub fn label_at(&self, entity: Entity, point: impl Into<Vec2>) -> Option<u8> {
        let pixel = self.pixel_at(point.into())?;
        self.colliders_of(entity).find_map(|handle| self.pixels.label_at(handle, pixel))
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
        self.each_once(self.pixels.pick_all(pixel, filter))
    }

    /// All entities that touch a probe, the topmost first. The probe is in pixels, y down: see [`pixels`](HitmaskWorld::pixels).
    #[must_use]
    pub fn query(&self, probe: &Probe, filter: &QueryFilter<'_>) -> Vec<Entity> {
        self.each_once(self.pixels.query(probe, filter).all_by_order())
    }

    /// All entities that an entity touches where it is now.
    #[must_use]
    pub fn touching_now(&self, entity: Entity) -> Vec<Entity> {
        let contacts = self.colliders_of(entity).filter_map(|handle| self.pixels.collide_one(handle));
        self.each_once(contacts.flatten().map(|contact| contact.handle))
    }

    /// All entities that an entity touched in the last step.
    pub fn touched(&self, entity: Entity) -> impl Iterator<Item = Entity> + '_ {
        let contacts = self.colliders_of(entity).filter_map(|handle| self.pixels.contacts_of(handle));
        self.each_once(contacts.flatten()).into_iter()
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
            Cast::Hit { time, normal, point } => {
                let time = time.to_f64() as f32;
                let normal = Vec2::new(normal.x as f32, -normal.y as f32).normalize_or_zero();
                let tile = self.tile_of(hit.handle, point);
                RayTouch { entity, time, point: from + motion * time, normal, tile }
            }
            _ => {
                let tile = self.pixel_at(from).and_then(|pixel| self.tile_of(hit.handle, pixel));
                RayTouch { entity, time: 0.0, point: from, normal: Vec2::ZERO, tile }
            }
        })
    }

    /// How far the pixels of two entities are apart, in units. 0 if they overlap or touch, even if only at a corner. None if one of them has no collider or
    /// covers nothing.
    #[must_use]
    pub fn distance(&self, a: Entity, b: Entity) -> Option<f32> {
        let pairs = self.colliders_of(a).flat_map(|a| self.colliders_of(b).map(move |b| (a, b)));
        let squared = pairs.filter_map(|(a, b)| Some(self.pixels.closest(a, b)?.squared())).min()?;
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
