//! The plugin, and when its systems run.

use bevy_app::prelude::*;
use bevy_asset::{AssetEvent, AssetEventSystems};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_image::Image;
use bevy_transform::TransformSystems;
use hitmask::WorldOptions;

use crate::component::{Hitmask, HitmaskShape};
use crate::masks::HitmaskMasks;
use crate::part::HitmaskPart;
use crate::problem::HitmaskProblem;
use crate::sync::sync_hitmasks;
use crate::terrain::{HitmaskTerrain, paint_terrains};
use crate::tiles::HitmaskTileMap;
use crate::touch::{self, PendingTouches, TouchBegan, TouchEnded, TouchPassed};
use crate::world::{self, HitmaskWorld};

/// Pixel-exact collision for all entities with a [`Hitmask`].
///
/// By default it steps once a frame in [`PostUpdate`], before transforms are propagated: it sees what systems in [`Update`] did, and what observers change
/// is drawn in the same frame. For a game with a fixed time step:
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_hitmask::prelude::*;
/// # let mut app = App::new();
/// app.add_plugins(HitmaskPlugin::default().in_schedule(FixedPostUpdate));
/// ```
///
/// It computes where entities lie from their transforms and those of their parents, so its answers are never a frame old.
pub struct HitmaskPlugin {
    schedule: InternedScheduleLabel,
    pixels_per_unit: f64,
    options: WorldOptions,
    masks_at_once: u64,
}

impl Default for HitmaskPlugin {
    fn default() -> HitmaskPlugin {
        HitmaskPlugin {
            schedule: PostUpdate.intern(),
            pixels_per_unit: 1.0,
            options: world::default_options(),
            masks_at_once: 256 * 256,
        }
    }
}

impl HitmaskPlugin {
    /// The same in another schedule.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> HitmaskPlugin {
        self.schedule = schedule.intern();
        self
    }

    /// The same with another number of pixels for each unit of Bevy's world, 1 by default. Two entities touch if they cover the same pixel of this grid, as on
    /// a screen. Raise it if your sprites are only a few units large.
    ///
    /// # Panics
    /// If the number is not positive and finite.
    #[must_use]
    pub fn pixels_per_unit(mut self, pixels: f32) -> HitmaskPlugin {
        assert!(
            pixels.is_finite() && pixels > 0.0,
            "{pixels} pixels per unit: the number must be positive and finite"
        );
        self.pixels_per_unit = pixels.into();
        self
    }

    /// The same with other options: what touches say, the broad phase, a world that wraps around. By default touches have area and normal.
    #[must_use]
    pub fn with_options(mut self, options: WorldOptions) -> HitmaskPlugin {
        self.options = options;
        self
    }

    /// The same with another limit for masks that are made at once, in the frame in which they are first needed: 256 × 256 texels by default. Larger
    /// ones are made by tasks on other threads, and come some frames later; in how many, nobody can say. So a game whose runs must not differ, as in
    /// netcode and in tests, takes `u64::MAX`, and waits for all of them.
    #[must_use]
    pub fn masks_at_once(mut self, texels: u64) -> HitmaskPlugin {
        self.masks_at_once = texels;
        self
    }
}

/// When the plugin works, in this order.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub enum HitmaskSystems {
    /// Colliders follow their entities.
    Sync,
    /// Touches are found, and messages are sent.
    Step,
    /// Observers run.
    Notify,
}

impl Plugin for HitmaskPlugin {
    fn build(&self, app: &mut App) {
        #[cfg(feature = "ecs_tilemap")]
        app.register_type::<crate::HitmaskEcsTilemap>().add_systems(
            self.schedule,
            crate::ecs_tilemap::follow_tilemaps.in_set(HitmaskSystems::Sync).before(sync_hitmasks),
        );
        app.insert_resource(HitmaskWorld::new(self.pixels_per_unit, self.options))
            .insert_resource(HitmaskMasks::new(self.masks_at_once))
            .init_resource::<PendingTouches>()
            .add_message::<TouchBegan>()
            .add_message::<TouchEnded>()
            .add_message::<TouchPassed>()
            .add_message::<HitmaskProblem>()
            // The asset plugin does so, too. Without it there are no images.
            .add_message::<AssetEvent<Image>>()
            .register_type::<Hitmask>()
            .register_type::<HitmaskShape>()
            .register_type::<HitmaskTerrain>()
            .register_type::<HitmaskTileMap>()
            .register_type::<HitmaskPart>()
            .register_type::<TouchBegan>()
            .register_type::<TouchEnded>()
            .register_type::<TouchPassed>()
            .configure_sets(
                self.schedule,
                (HitmaskSystems::Sync, HitmaskSystems::Step, HitmaskSystems::Notify)
                    .chain()
                    .after(AssetEventSystems)
                    .before(TransformSystems::Propagate),
            )
            .add_systems(
                self.schedule,
                (
                    (paint_terrains, sync_hitmasks).chain().in_set(HitmaskSystems::Sync),
                    touch::step.in_set(HitmaskSystems::Step),
                    touch::notify.in_set(HitmaskSystems::Notify),
                ),
            );
    }
}
