//! `bevy_rapier2d`.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_hitmask::{HitmaskRapierContacts, HitmaskRapierPlugin};
use bevy_math::{Rect, Vec2};
use bevy_rapier2d::prelude::*;

use crate::worlds::Engine;

struct Rapier;

impl Engine for Rapier {
    const FAST_SKIN: f32 = 15.0;

    fn add_plugins(app: &mut App) {
        app.add_plugins(RapierPhysicsPlugin::<HitmaskRapierContacts>::pixels_per_meter(32.0))
            .add_plugins(HitmaskRapierPlugin::default())
            .add_systems(Update, |mut configurations: Query<&mut RapierConfiguration>| {
                for mut configuration in &mut configurations {
                    configuration.gravity = Vec2::new(0.0, -500.0);
                }
            });
    }

    fn make_dynamic(entity: &mut EntityWorldMut) {
        entity.insert((RigidBody::Dynamic, Ccd::enabled()));
    }

    fn make_fixed(entity: &mut EntityWorldMut) {
        entity.insert(RigidBody::Fixed);
    }

    fn add_box(entity: &mut EntityWorldMut, size: Vec2) {
        entity.insert(Collider::cuboid(size.x / 2.0, size.y / 2.0));
    }

    fn set_velocity(entity: &mut EntityWorldMut, velocity: Vec2) {
        entity.insert(Velocity::linear(velocity));
    }

    fn collider(app: &App, entity: Entity) -> Option<(Rect, usize)> {
        let shape = &app.world().get::<Collider>(entity)?.raw;
        let bounds = shape.compute_local_aabb();
        Some((Rect { min: bounds.mins, max: bounds.maxs }, shape.as_compound()?.shapes().len()))
    }
}

crate::all_tests_of!(Rapier);
