//! avian2d.

use avian2d::prelude::*;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_hitmask::{HitmaskAvianContacts, HitmaskAvianPlugin};
use bevy_math::{Rect, Vec2};

use crate::worlds::Engine;

struct Avian;

impl Engine for Avian {
    // It sees contacts ahead of time.
    const FAST_SKIN: f32 = 2.0;

    fn add_plugins(app: &mut App) {
        let physics = PhysicsPlugins::default().with_length_unit(32.0);
        app.add_plugins(physics.with_collision_hooks::<HitmaskAvianContacts>())
            .add_plugins(HitmaskAvianPlugin::default())
            .insert_resource(Gravity(Vec2::new(0.0, -500.0)));
    }

    fn make_dynamic(entity: &mut EntityWorldMut) {
        entity.insert((RigidBody::Dynamic, SpeculativeCcd::default()));
    }

    fn make_fixed(entity: &mut EntityWorldMut) {
        entity.insert(RigidBody::Static);
    }

    fn add_box(entity: &mut EntityWorldMut, size: Vec2) {
        entity.insert(Collider::rectangle(size.x, size.y));
    }

    fn set_velocity(entity: &mut EntityWorldMut, velocity: Vec2) {
        entity.insert(LinearVelocity(velocity));
    }

    fn collider(app: &App, entity: Entity) -> Option<(Rect, usize)> {
        let shape = app.world().get::<Collider>(entity)?.shape_scaled();
        let bounds = shape.compute_local_aabb();
        Some((Rect { min: bounds.mins, max: bounds.maxs }, shape.as_compound()?.shapes().len()))
    }
}

crate::all_tests_of!(Avian);
