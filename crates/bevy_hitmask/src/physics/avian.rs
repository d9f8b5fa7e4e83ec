//! Colliders and contact hooks for avian2d.

use avian2d::parry::math::Pose;
use avian2d::parry::shape::{Compound, CompoundFlags, SharedShape};
use avian2d::prelude::*;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_ecs::system::SystemParam;

use super::pieces::Piece;
use super::{Engine, HitmaskCollider, PixelContacts, may_touch, renew_colliders};
use crate::sync::sync_hitmasks;
use crate::world::HitmaskWorld;

/// Makes colliders of avian2d for entities with a [`HitmaskCollider`]. Add it beside [`HitmaskPlugin`](crate::HitmaskPlugin) and avian2d's `PhysicsPlugins`:
///
/// ```
/// use avian2d::prelude::*;
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// use bevy_hitmask::{HitmaskAvianContacts, HitmaskAvianPlugin, HitmaskCollider, prelude::*};
/// # use bevy_sprite::Sprite;
///
/// fn game(app: &mut App) {
///     // The hooks are only for entities with `PixelContacts`.
///     let physics = PhysicsPlugins::default().with_collision_hooks::<HitmaskAvianContacts>();
///     app.add_plugins((physics, HitmaskPlugin::default(), HitmaskAvianPlugin::default()));
/// }
///
/// fn spawn(mut commands: Commands) {
///     // With an asset server: Sprite::from_image(assets.load("ring.png")).
///     let ring = Sprite::sized((16.0, 16.0).into());
///     commands.spawn((ring, RigidBody::Static, HitmaskCollider::default()));
/// }
/// ```
///
/// It works in [`FixedPostUpdate`], before the step of the engine. There it brings [`HitmaskWorld`] up to date, too, because the hooks ask it.
///
/// All colliders that are added from then on have `ActiveCollisionHooks::MODIFY_CONTACTS`, unless they have other hooks. An entity with other hooks and
/// [`PixelContacts`] needs both.
pub struct HitmaskAvianPlugin {
    schedule: InternedScheduleLabel,
}

impl Default for HitmaskAvianPlugin {
    fn default() -> HitmaskAvianPlugin {
        HitmaskAvianPlugin { schedule: FixedPostUpdate.intern() }
    }
}

impl HitmaskAvianPlugin {
    /// The same in another schedule: the one that avian2d's plugins were given.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> HitmaskAvianPlugin {
        self.schedule = schedule.intern();
        self
    }
}

impl Plugin for HitmaskAvianPlugin {
    fn build(&self, app: &mut App) {
        let systems = (sync_hitmasks, renew_colliders::<Avian>).chain().before(PhysicsSystems::First);
        app.register_type::<HitmaskCollider>()
            .register_type::<PixelContacts>()
            // For all colliders, since avian2d takes notice of this flag only when a collider is added, not when `PixelContacts` comes later.
            .register_required_components_with::<Collider, ActiveCollisionHooks>(|| {
                ActiveCollisionHooks::MODIFY_CONTACTS
            })
            .add_systems(self.schedule, systems);
    }
}

struct Avian;

impl Engine for Avian {
    type Collider = Collider;

    fn collider(pieces: Vec<Piece>) -> Option<Collider> {
        let shapes: Vec<(Pose, SharedShape)> = pieces
            .into_iter()
            .filter_map(|piece| {
                Some(match piece {
                    Piece::Polygon(corners) => (Pose::IDENTITY, SharedShape::convex_polyline(corners)?),
                    Piece::Circle { centre, radius } => {
                        (Pose::from_translation(centre), SharedShape::ball(radius))
                    }
                })
            })
            .collect();
        // Bodies don't catch on the edges between two pieces.
        let flags = CompoundFlags::FIX_INTERNAL_EDGES;
        (!shapes.is_empty()).then(|| SharedShape::new(Compound::with_flags(shapes, flags, None)).into())
    }
}

/// Hooks for avian2d: entities with [`PixelContacts`] touch only where their pixels do. An app has one set of hooks. If you have hooks of your own, call
/// [`touches`](HitmaskAvianContacts::touches) in them.
///
/// A contact that avian2d sees coming, because two bodies move towards each other, counts if the pixels are as far apart as the shapes: fast bodies don't
/// pass through others.
#[derive(SystemParam)]
pub struct HitmaskAvianContacts<'w, 's> {
    hitmasks: Res<'w, HitmaskWorld>,
    skins: Query<'w, 's, &'static PixelContacts>,
}

impl HitmaskAvianContacts<'_, '_> {
    /// Whether the two of a pair may touch: true if none of them has [`PixelContacts`].
    #[must_use]
    pub fn touches(&self, pair: &ContactPair) -> bool {
        let gap = pair.find_deepest_contact().map_or(0.0, |contact| -contact.penetration);
        may_touch(&self.hitmasks, &self.skins, [pair.collider1, pair.collider2], gap)
    }
}

impl CollisionHooks for HitmaskAvianContacts<'_, '_> {
    fn modify_contacts(&self, contacts: &mut ContactPair, _: &mut Commands) -> bool {
        self.touches(contacts)
    }
}
