//! Colliders and contact hooks for `bevy_rapier2d`.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_rapier2d::geometry::{ActiveHooks, Collider, CompoundFlags, SolverFlags};
use bevy_rapier2d::pipeline::{BevyPhysicsHooks, PairFilterContextView};
use bevy_rapier2d::plugin::PhysicsSet;

use super::pieces::Piece;
use super::{Engine, HitmaskCollider, PixelContacts, may_touch, renew_colliders};
use crate::sync::sync_hitmasks;
use crate::world::HitmaskWorld;

/// Makes colliders of `bevy_rapier2d` for entities with a [`HitmaskCollider`]. Add it beside [`HitmaskPlugin`](crate::HitmaskPlugin) and `RapierPhysicsPlugin`:
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// use bevy_hitmask::{HitmaskCollider, HitmaskRapierContacts, HitmaskRapierPlugin, prelude::*};
/// use bevy_rapier2d::prelude::*;
/// # use bevy_sprite::Sprite;
///
/// fn game(app: &mut App) {
///     // The hooks are only for entities with `PixelContacts`. Without them: RapierPhysicsPlugin::<NoUserData>.
///     let physics = RapierPhysicsPlugin::<HitmaskRapierContacts>::pixels_per_meter(100.0);
///     app.add_plugins((physics, HitmaskPlugin::default(), HitmaskRapierPlugin::default()));
/// }
///
/// fn spawn(mut commands: Commands) {
///     // With an asset server: Sprite::from_image(assets.load("ring.png")).
///     let ring = Sprite::sized((16.0, 16.0).into());
///     commands.spawn((ring, RigidBody::Fixed, HitmaskCollider::default()));
/// }
/// ```
///
/// It works in [`PostUpdate`], before the step of the engine. There it brings [`HitmaskWorld`] up to date, too, because the hooks ask it.
pub struct HitmaskRapierPlugin {
    schedule: InternedScheduleLabel,
}

impl Default for HitmaskRapierPlugin {
    fn default() -> HitmaskRapierPlugin {
        HitmaskRapierPlugin { schedule: PostUpdate.intern() }
    }
}

impl HitmaskRapierPlugin {
    /// The same in another schedule: the one that `RapierPhysicsPlugin` was given.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> HitmaskRapierPlugin {
        self.schedule = schedule.intern();
        self
    }
}

impl Plugin for HitmaskRapierPlugin {
    fn build(&self, app: &mut App) {
        let systems = (sync_hitmasks, renew_colliders::<Rapier>).chain().before(PhysicsSet::SyncBackend);
        app.register_type::<HitmaskCollider>()
            .register_type::<PixelContacts>()
            .register_required_components_with::<PixelContacts, ActiveHooks>(|| {
                ActiveHooks::FILTER_CONTACT_PAIRS | ActiveHooks::FILTER_INTERSECTION_PAIR
            })
            .add_systems(self.schedule, systems);
    }
}

struct Rapier;

impl Engine for Rapier {
    type Collider = Collider;

    fn collider(pieces: Vec<Piece>) -> Option<Collider> {
        let shapes: Vec<(Vec2, f32, Collider)> = pieces
            .into_iter()
            .filter_map(|piece| {
                Some(match piece {
                    Piece::Polygon(corners) => (Vec2::ZERO, 0.0, Collider::convex_polyline(corners)?),
                    Piece::Circle { centre, radius } => (centre, 0.0, Collider::ball(radius)),
                })
            })
            .collect();
        // Bodies don't catch on the edges between two pieces.
        let flags = CompoundFlags::FIX_INTERNAL_EDGES;
        (!shapes.is_empty()).then(|| Collider::compound_with_flags(shapes, flags, None))
    }
}

/// Hooks for `bevy_rapier2d`: entities with [`PixelContacts`] touch only where their pixels do. An app has one set of hooks. If you have hooks of your own,
/// call [`touches`](HitmaskRapierContacts::touches) in them.
///
/// A body that flies farther than the skin in one step touches when it overlaps already, and its `Ccd` stops nothing before. Give fast ones a skin as large
/// as what they fly in a step.
#[derive(SystemParam)]
pub struct HitmaskRapierContacts<'w, 's> {
    hitmasks: Res<'w, HitmaskWorld>,
    skins: Query<'w, 's, &'static PixelContacts>,
}

impl HitmaskRapierContacts<'_, '_> {
    /// Whether two entities may touch: true if none of them has [`PixelContacts`].
    #[must_use]
    pub fn touches(&self, a: Entity, b: Entity) -> bool {
        may_touch(&self.hitmasks, &self.skins, [a, b], 0.0)
    }
}

impl BevyPhysicsHooks for HitmaskRapierContacts<'_, '_> {
    fn filter_contact_pair(&self, context: PairFilterContextView) -> Option<SolverFlags> {
        self.touches(context.collider1(), context.collider2()).then_some(SolverFlags::COMPUTE_RIGID_IMPULSES)
    }

    fn filter_intersection_pair(&self, context: PairFilterContextView) -> bool {
        self.touches(context.collider1(), context.collider2())
    }
}
