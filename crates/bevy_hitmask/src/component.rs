//! The components that users write: what of an entity is solid, and whom it may meet.

use std::sync::Arc;

use bevy_asset::Handle;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
#[cfg(feature = "serde")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use hitmask::{ColliderKind, Direction, LabelMask, Layers, Mask};

/// Makes an entity collide, pixel for pixel, as it is seen.
///
/// Add it to an entity with a [`Sprite`](bevy_sprite::Sprite): the solid pixels of its image then collide, turned, scaled, flipped and anchored as
/// Bevy draws them. With a [`HitmaskShape`] the entity needs no sprite.
///
/// ```
/// use bevy_hitmask::prelude::*;
/// const SHOTS: u32 = 1 << 0;
/// const ROCKS: u32 = 1 << 1;
/// let shot = Hitmask::default().on(SHOTS, ROCKS).swept();
/// let water = Hitmask::default().with_level(1).sensor();
/// # assert!(shot.swept && water.kind == HitmaskKind::Sensor);
/// ```
///
/// # What counts as solid
/// A pixel of the image with an alpha of at least [`level`](Hitmask::level). The colour and the alpha mode of the sprite don't count: a sprite that
/// fades out stays solid until you disable it. An entity that is hidden collides, too, because walls are often invisible.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields),
    reflect(Serialize, Deserialize)
)]
#[require(Transform)]
pub struct Hitmask {
    /// The least alpha that is solid, from 0 to 255. 128 by default. 0 makes the whole rectangle solid.
    #[doc(alias = "threshold")]
    pub level: u8,
    /// When a pixel counts.
    pub rule: HitmaskRule,
    /// Body, character, one-way platform, sensor, or crate.
    pub kind: HitmaskKind,
    /// The layers that it is on, one bit each. The first one by default.
    #[doc(alias = "membership")]
    pub belongs_to: u32,
    /// The layers that it meets, one bit each. All by default. Two entities may meet only if each is on a layer that the other one meets.
    #[doc(alias = "filter")]
    pub collides_with: u32,
    /// The number of its space: a map, a room. Entities of different spaces never meet.
    pub space: u32,
    /// The number of its group. Entities of one group never meet: a hero and the sword in the hand. 0, the default, is no group.
    pub group: u32,
    /// Whether steps look at its whole path since the last step, however fast it is. See [`hitmask::Collider::swept`].
    #[doc(alias = "continuous collision detection")]
    #[doc(alias = "ccd")]
    pub swept: bool,
    /// Whether only the first of its new touches in a step counts: a shot that stops at what it meets first. See
    /// [`hitmask::Collider::first_only`].
    #[doc(alias = "first hit")]
    pub first_only: bool,
    /// Whether it takes part. What is disabled touches nothing, and its touches end with the next step.
    pub enabled: bool,
    /// Where up is for a character or a crate, on the screen. None if it is seen from above: then it has no floor, and every blocker is a wall.
    #[doc(alias = "gravity")]
    pub up: Option<HitmaskDirection>,
    /// The side from which one comes onto it, if it is one-way.
    pub open_side: HitmaskDirection,
}

impl Default for Hitmask {
    fn default() -> Hitmask {
        let Layers { belongs_to, collides_with } = Layers::default();
        Hitmask {
            level: 128,
            rule: HitmaskRule::default(),
            kind: HitmaskKind::default(),
            belongs_to,
            collides_with,
            space: 0,
            group: 0,
            swept: false,
            first_only: false,
            enabled: true,
            up: Some(HitmaskDirection::Up),
            open_side: HitmaskDirection::Up,
        }
    }
}

impl Hitmask {
    /// The same with another [`level`](Hitmask::level).
    #[must_use]
    pub const fn with_level(mut self, level: u8) -> Hitmask {
        self.level = level;
        self
    }

    /// The same by [`HitmaskRule::AlphaSum`].
    #[must_use]
    pub const fn by_alpha_sum(mut self) -> Hitmask {
        self.rule = HitmaskRule::AlphaSum;
        self
    }

    /// The same on these layers.
    #[must_use]
    pub const fn on(mut self, belongs_to: u32, collides_with: u32) -> Hitmask {
        self.belongs_to = belongs_to;
        self.collides_with = collides_with;
        self
    }

    /// The same in a space.
    #[must_use]
    pub const fn in_space(mut self, space: u32) -> Hitmask {
        self.space = space;
        self
    }

    /// The same in a group.
    #[must_use]
    pub const fn in_group(mut self, group: u32) -> Hitmask {
        self.group = group;
        self
    }

    /// The same as a sensor: it has touches, but stops nobody.
    #[doc(alias = "trigger")]
    #[must_use]
    pub const fn sensor(mut self) -> Hitmask {
        self.kind = HitmaskKind::Sensor;
        self
    }

    /// The same as a character: see [`HitmaskKind::Character`].
    #[must_use]
    pub const fn character(mut self) -> Hitmask {
        self.kind = HitmaskKind::Character;
        self
    }

    /// The same as a platform that characters can jump through from below and land on.
    #[must_use]
    pub const fn one_way(mut self) -> Hitmask {
        self.kind = HitmaskKind::OneWay;
        self
    }

    /// The same as a platform or a door that refuses only steps against this side.
    #[must_use]
    pub const fn one_way_to(mut self, open_side: HitmaskDirection) -> Hitmask {
        self.kind = HitmaskKind::OneWay;
        self.open_side = open_side;
        self
    }

    /// The same as a crate: see [`HitmaskKind::Crate`].
    #[must_use]
    pub const fn pushable(mut self) -> Hitmask {
        self.kind = HitmaskKind::Crate;
        self
    }

    /// The same with its [`up`](Hitmask::up) there.
    #[must_use]
    pub const fn with_up(mut self, up: HitmaskDirection) -> Hitmask {
        self.up = Some(up);
        self
    }

    /// The same in a game that is seen from above: without an [`up`](Hitmask::up).
    #[must_use]
    pub const fn seen_from_above(mut self) -> Hitmask {
        self.up = None;
        self
    }

    /// The same, swept: see [`Hitmask::swept`](field@Hitmask::swept).
    #[must_use]
    pub const fn swept(mut self) -> Hitmask {
        self.swept = true;
        self
    }

    /// The same, of whose new touches in a step only the first one counts: see [`Hitmask::first_only`](field@Hitmask::first_only).
    #[must_use]
    pub const fn first_only(mut self) -> Hitmask {
        self.first_only = true;
        self
    }

    /// The same, which touches nothing, but can be picked by the mouse.
    #[must_use]
    pub const fn only_picked(self) -> Hitmask {
        self.on(0, 0)
    }

    /// The layers as the library names them.
    #[must_use]
    pub const fn layers(&self) -> Layers {
        Layers::new(self.belongs_to, self.collides_with)
    }
}

/// When a pixel of an image counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HitmaskRule {
    /// If its alpha is at least the level.
    #[default]
    Solid,
    /// If its alpha and the alpha of the other entity's pixel add up to 255 or more, and both are above 0. The level does not count. An entity of the
    /// pair that has not this rule, or no image, counts as 255 where it is solid.
    AlphaSum,
}

/// How an entity takes part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HitmaskKind {
    /// A solid thing.
    #[default]
    Body,
    /// A thing that [`CharacterMover`](crate::CharacterMover) moves. It stands on whole pixels, and characters never block each other.
    Character,
    /// A platform that characters can jump through from below and land on.
    OneWay,
    /// A place that notices who is in it. It stops nobody, and two sensors never meet.
    Sensor,
    /// A thing that is moved like a character, and on which characters stand: it can be pushed, and carries what stands on it.
    Crate,
}

/// A direction on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HitmaskDirection {
    /// Up.
    #[default]
    Up,
    /// To the right.
    Right,
    /// Down.
    Down,
    /// To the left.
    Left,
}

/// The grid of pixels has its y axis turned, so the words mean the same in both.
impl From<HitmaskDirection> for Direction {
    fn from(direction: HitmaskDirection) -> Direction {
        match direction {
            HitmaskDirection::Up => Direction::Up,
            HitmaskDirection::Right => Direction::Right,
            HitmaskDirection::Down => Direction::Down,
            HitmaskDirection::Left => Direction::Left,
        }
    }
}

impl From<HitmaskKind> for ColliderKind {
    fn from(kind: HitmaskKind) -> ColliderKind {
        match kind {
            HitmaskKind::Body => ColliderKind::Body,
            HitmaskKind::Character => ColliderKind::Character,
            HitmaskKind::OneWay => ColliderKind::OneWay,
            HitmaskKind::Sensor => ColliderKind::Sensor,
            HitmaskKind::Crate => ColliderKind::Crate,
        }
    }
}

/// The shape of an entity, if it is not that of its sprite's image. Lengths are in Bevy's units, seen from the entity's origin, y up. The entity's
/// transform moves, turns and scales the shape; anchor, flips and custom size of a sprite don't, except for [`HitmaskShape::Image`] and
/// [`HitmaskShape::Labels`].
#[derive(Component, Clone, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum HitmaskShape {
    /// The alpha of another image takes the place of the sprite's: a hit area that an artist has painted. It is laid where the sprite's image
    /// lies, with the same part of it (rectangle, atlas), so it must have the same size. Or it has the size of that part, and is used whole.
    Image(Handle<Image>),
    /// A rectangle.
    Rect {
        /// Its middle.
        centre: Vec2,
        /// Its width and height.
        size: Vec2,
    },
    /// A circle.
    Circle {
        /// Its middle.
        centre: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A convex polygon: its corners, in either direction.
    Polygon(Vec<Vec2>),
    /// A mask that you made. Its middle lies on the entity's origin, and each of its pixels is one unit wide.
    Mask(MaskRef),
    /// Labels that say of each pixel which part it is: head, body, shield. They take the place of the sprite's pixels, as
    /// [`HitmaskShape::Image`] does, and must have the size of the part that the sprite shows. Without a sprite the middle lies on the entity's
    /// origin, and each pixel is one unit wide. Touches tell which labels met: [`TouchPixels::labels`](crate::TouchPixels::labels).
    #[doc(alias = "hurtbox")]
    Labels(LabelsRef),
}

/// Label masks that are shared: one, or one for each frame of a texture atlas. For reflection they are opaque.
#[derive(Clone, Debug, Reflect)]
#[reflect(opaque, Clone, PartialEq, Debug)]
pub struct LabelsRef(Arc<[Arc<LabelMask>]>);

impl LabelsRef {
    /// The labels of each frame, by the indices of the sprite's texture atlas. A frame beyond the last one shows the last one, so one is
    /// enough if all frames share it.
    pub fn new<L: Into<Arc<LabelMask>>>(frames: impl IntoIterator<Item = L>) -> LabelsRef {
        LabelsRef(frames.into_iter().map(Into::into).collect())
    }

    /// The labels of a frame. None if there are no frames at all.
    #[must_use]
    pub fn frame(&self, index: usize) -> Option<&Arc<LabelMask>> {
        self.0.get(index).or(self.0.last())
    }
}

/// Two are equal if they share the same masks in memory.
impl PartialEq for LabelsRef {
    fn eq(&self, other: &LabelsRef) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl From<LabelsRef> for HitmaskShape {
    fn from(labels: LabelsRef) -> HitmaskShape {
        HitmaskShape::Labels(labels)
    }
}

impl From<LabelMask> for HitmaskShape {
    fn from(labels: LabelMask) -> HitmaskShape {
        LabelsRef::new([labels]).into()
    }
}

/// A mask that is shared. For reflection it is opaque.
#[derive(Clone, Debug, Reflect)]
#[reflect(opaque, Clone, PartialEq, Debug)]
pub struct MaskRef(pub Arc<Mask>);

/// Two are equal if they share the same mask in memory.
impl PartialEq for MaskRef {
    fn eq(&self, other: &MaskRef) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl From<Mask> for HitmaskShape {
    fn from(mask: Mask) -> HitmaskShape {
        HitmaskShape::Mask(MaskRef(Arc::new(mask)))
    }
}

impl From<Arc<Mask>> for HitmaskShape {
    fn from(mask: Arc<Mask>) -> HitmaskShape {
        HitmaskShape::Mask(MaskRef(mask))
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn a_saved_hitmask_is_the_same_and_what_is_left_out_is_the_default() {
        let hitmask = Hitmask::default().with_level(3).one_way().on(2, 4);
        let saved = serde_json::to_string(&hitmask).unwrap();
        assert_eq!(serde_json::from_str::<Hitmask>(&saved).unwrap(), hitmask);
        assert_eq!(
            serde_json::from_str::<Hitmask>(r#"{"level":3}"#).unwrap(),
            Hitmask::default().with_level(3)
        );
        assert!(serde_json::from_str::<Hitmask>(r#"{"levle":3}"#).is_err());
    }
}
