//! Parts: entities that belong to the entity above them.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;

use crate::component::Hitmask;

/// Makes a child a part of the entity above it: a sword in a hand, a weak point of a boss, the second shape of a lift.
///
/// The root is the nearest entity above that has a [`Hitmask`] and is no part itself. A part has a [`Hitmask`] and a shape of its own, and
/// touches name it; [`HitmaskWorld::root_of`](crate::HitmaskWorld::root_of) names its root. Every child follows its parents. A part, on top:
///
/// - never meets its root and the other parts of it, and is left out where the root asks: a mover does not stop at its own sword;
/// - is in the space and the group of its root, and is disabled with it;
/// - goes at once where [`CharacterMover`](crate::CharacterMover) puts its root, by the same whole pixels; parts of a lift carry and push;
/// - counts in some frames of the root's texture atlas only, if [`in_frames`](HitmaskPart::in_frames) says so.
///
/// Only the root is moved by a [`CharacterMover`](crate::CharacterMover), which refuses parts. [`hitmask::World::attach`] has the rules.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_hitmask::{HitmaskPart, prelude::*};
/// use bevy_math::Vec2;
/// use bevy_sprite::Sprite;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Sprite::sized(Vec2::new(16.0, 32.0)), Hitmask::default().character())).with_children(|hero| {
///         let blade = HitmaskShape::Rect { centre: Vec2::new(18.0, 2.0), size: Vec2::new(20.0, 3.0) };
///         hero.spawn((blade, Hitmask::default().sensor(), HitmaskPart::in_frames([2, 3])));
///     });
/// }
/// # let mut world = World::new();
/// # world.run_system_cached(spawn).unwrap();
/// ```
#[doc(alias = "hitbox")]
#[doc(alias = "compound")]
#[derive(Component, Clone, PartialEq, Eq, Default, Debug, Reflect)]
#[reflect(Component, Clone, PartialEq, Debug, Default)]
#[require(Hitmask)]
pub struct HitmaskPart {
    /// The indices in the root's texture atlas at which the part counts; None, the default, for all. A root without an atlas shows frame 0.
    #[doc(alias = "active frames")]
    pub frames: Option<Vec<usize>>,
}

impl HitmaskPart {
    /// A part that counts in some frames only.
    #[must_use]
    pub fn in_frames(frames: impl IntoIterator<Item = usize>) -> HitmaskPart {
        HitmaskPart { frames: Some(frames.into_iter().collect()) }
    }

    /// Whether it counts in a frame.
    pub(crate) fn is_on(&self, frame: usize) -> bool {
        self.frames.as_ref().is_none_or(|frames| frames.contains(&frame))
    }
}
