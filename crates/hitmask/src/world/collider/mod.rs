//! Colliders: a shape, its transform, and which colliders it may meet; how a world lends one; and custom tests.
//!
//! This file is long because of the contracts of its fields and of the methods that set them.

pub(crate) mod aligned_mask;
pub(crate) mod drawing;
pub(crate) mod event;
pub(crate) mod form;
pub(crate) mod frames;
pub(crate) mod handle;
pub(crate) mod options;
pub(crate) mod part_link;
pub(crate) mod previous_position;
pub(crate) mod shape;
pub(crate) mod stored_collider;

use alloc::sync::Arc;
use core::any::Any;
use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::geom::{Angle, Direction, PointQ16, Pose, Rect, Transform, TransformRef};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::world::collider::event::Touch;
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::ColliderShape;

/// An object of a [`World`](crate::World): a shape, where it lies, and what it may meet. Chain the methods, or set the fields:
///
/// ```
/// use std::sync::Arc;
/// use hitmask::{Collider, Layers, Mask, World};
/// const PLAYERS: u32 = 1 << 0;
/// const ROCKS: u32 = 1 << 1;
/// let picture = Arc::new(Mask::filled(16, 16));
/// let mut world = World::new();
/// let ship = world.insert(Collider::new(&picture).at((100, 40)).on(Layers::new(PLAYERS, ROCKS)).with_data(7));
/// assert_eq!(world.get(ship).unwrap().data, 7);
/// ```
#[doc(alias = "hitbox")]
#[doc(alias = "hurtbox")]
#[doc(alias = "body")]
#[derive(Clone, Debug)]
pub struct Collider {
    /// The solid pixels. An `Arc` shares them: a thousand rocks hold one mask.
    pub shape: ColliderShape,
    /// Where and how the shape lies in the world. By default a mask's upper left corner lies on the world's pixel (0, 0).
    pub transform: Transform,
    /// How it takes part. The fields of its properties read and write as if they were its own: `collider.kind`.
    pub props: ColliderProps,
    /// Yours: an index into your own arrays, or an entity's bits. Events carry it. It is a plain number and not a type parameter. So there
    /// is one type of world, events are plain values, and bindings to other languages can hold them.
    #[doc(alias = "user_data")]
    #[doc(alias = "tag")]
    pub data: u64,
    /// A test of its own, which is asked before the pixels.
    pub custom: Option<Arc<dyn CustomTest>>,
}

/// How a collider takes part: what is set of it besides its shape, its place and the caller's own data. A [`Collider`] lends its fields as if
/// they were its own, and so does a [`ColliderRef`].
///
/// ```
/// use hitmask::{Collider, ColliderKind, ColliderProps, Mask};
/// let props = ColliderProps { kind: ColliderKind::Sensor, space: 3, ..ColliderProps::default() };
/// let mut door = Collider { props, ..Collider::new(Mask::filled(8, 16)) };
/// door.space = 4;
/// assert_eq!(door.props, ColliderProps { space: 4, ..props });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ColliderProps {
    /// Whether it stands on whole pixels and keeps the rest of its position as a remainder: so it covers the same pixels wherever it
    /// stands. Characters and crates always do. [`World::move_solid`](crate::World::move_solid),
    /// [`World::move_and_slide`](crate::World::move_and_slide) and the verbs that change a collider only if it fits
    /// ([`World::fit_frame`](crate::World::fit_frame)) set it.
    pub whole_pixels: bool,
    /// Which colliders it may meet.
    #[doc(alias = "collision_layer")]
    #[doc(alias = "collision_mask")]
    pub layers: Layers,
    /// The number of its space: a map, a room, a sector. Colliders of different spaces never meet, and cost each other no time.
    pub space: u32,
    /// Body, character, crate, one-way platform, or sensor.
    pub kind: ColliderKind,
    /// Where up is for it, if it is moved as a character or a crate: all that the rules of movers say of floors, ceilings, walls, ledges,
    /// slopes and riders is meant by it. [`Direction::Up`] by default. None is for a game that is seen from above: there is no floor, no
    /// ledge and no rider, and whatever stops it is a wall.
    #[doc(alias = "gravity")]
    #[doc(alias = "up_direction")]
    pub up: Option<Direction>,
    /// The side on which one stands if it is a [one-way](ColliderKind::OneWay) obstacle: it refuses steps against that side only. It is a
    /// direction of the world, which does not turn with the picture. [`Direction::Up`] by default.
    pub open_side: Direction,
    /// The number of its group. Colliders of one group never meet: a hero, the sword in the hand, the shield on the arm. 0, the default,
    /// is no group.
    pub group: u32,
    /// Its place in the drawing order: what is drawn later, on top, has a higher number. Picking uses it; steps don't. 0 by default.
    #[doc(alias = "z_order")]
    #[doc(alias = "z_index")]
    pub order: i32,
    /// Whether steps look at its whole path since the last step, too, however fast it is.
    ///
    /// A step then judges all pairs of this collider as if a step were made at every moment between the last step (time 0) and this one
    /// (time 1), while both move straight and are rounded to pixels, each for itself. A pair that begins to touch has a
    /// [`Begin`](crate::EventKind::Begin) with its exact [time](crate::Event::time). A pair that touches on the way but not at the end has a
    /// [`Pass`](crate::EventKind::Pass). A pair that was a contact after the last step has a [`Stay`](crate::EventKind::Stay) or an
    /// [`End`](crate::EventKind::End) by where it lies at the end.
    ///
    /// The path is the straight one from the position after the last successful step to the position now, however often it was set between.
    /// What was inserted, enabled, [teleported](crate::World::teleport), moved to another space or given a pose after it had none rests
    /// where it is now, until it is moved again: its path starts there. Layers, group, space, shape and frame are those at the step. A step's
    /// filter and custom tests are asked once about each pair whose swept boxes (the boxes around their paths) meet; custom tests answer for
    /// the end alone. For a path that is not straight, because something bounced on it, see [`World::step_along`](crate::World::step_along).
    ///
    /// This is exact for shapes of pixels and rectangles that keep their matrix during the step. Upright, mirrored or turned by right angles,
    /// or on [whole pixels](ColliderProps::whole_pixels), they move by whole pixels. Under any other matrix they cover at every moment what
    /// [`PixelRule::Raster`](crate::PixelRule::Raster) says about the exact pose of that moment: a pixel comes or goes when its centre
    /// crosses a side of a texel, and the state at that time comes before the one just after it. Circles, polygons, images of
    /// more than 2²⁴ pixels or moved by 2²⁰ pixels or more keep the pixels that they cover at the end, and these move by whole pixels; what
    /// turns or changes its size on the way is treated in the same way. Both say so in the event: see
    /// [`Event::approximate`](crate::Event::approximate).
    ///
    /// Long paths have many neighbours. A step costs a look at each pair whose swept boxes meet, and a walk along each path that comes near;
    /// that walk is several times as long for what is turned or scaled and not on whole pixels.
    pub swept: bool,
    /// Whether only its first hit in a step counts: a shot that stops at what it meets first.
    ///
    /// The new touches of a step ([`Begin`](crate::EventKind::Begin) and [`Pass`](crate::EventKind::Pass)) are gone through in the order of
    /// their [times](crate::Event::time), those without a time as at time 1, and at equal times in the order of their handles (a, b). A touch
    /// counts unless a first-only collider of the pair had one before it that counts. One that does not count is no event and no contact. So
    /// a first-only collider has at most one new touch in a step. If its earliest touch does not count, because the other side had one
    /// already, a later one may. A touch that did not count and still holds in the next step is a new one there. What goes on and what
    /// ends ([`Stay`](crate::EventKind::Stay), [`End`](crate::EventKind::End)) is not concerned.
    ///
    /// The order is that of time only for [swept](field@ColliderProps::swept) ones. A step in which no collider is first-only pays nothing for it;
    /// otherwise its new touches with first-only colliders are sorted.
    pub first_only: bool,
    /// A collider that is disabled meets nothing, and no query finds it. Its contacts end at the next step.
    #[doc(alias = "disabled")]
    #[doc(alias = "active")]
    pub enabled: bool,
}

/// A body on the default layers, which meets everything, in space 0.
impl Default for ColliderProps {
    fn default() -> ColliderProps {
        ColliderProps {
            whole_pixels: false,
            layers: Layers::default(),
            space: 0,
            kind: ColliderKind::Body,
            up: Some(Direction::Up),
            open_side: Direction::Up,
            group: 0,
            order: 0,
            swept: false,
            first_only: false,
            enabled: true,
        }
    }
}

impl ColliderProps {
    /// Whether a collider with them lies on whole pixels: a character, a crate, or with [`ColliderProps::whole_pixels`].
    #[inline]
    pub(crate) fn on_whole_pixels(&self) -> bool {
        self.whole_pixels || matches!(self.kind, ColliderKind::Character | ColliderKind::Crate)
    }
}

impl Deref for Collider {
    type Target = ColliderProps;

    #[inline]
    fn deref(&self) -> &ColliderProps {
        &self.props
    }
}

impl DerefMut for Collider {
    #[inline]
    fn deref_mut(&mut self) -> &mut ColliderProps {
        &mut self.props
    }
}

impl Collider {
    /// Shows another frame of its animation.
    ///
    /// # Errors
    /// [`InvalidArgument`] if its shape is no animation, or if there is no such frame.
    pub fn try_set_frame(&mut self, frame: usize) -> Result<(), InvalidArgument> {
        let ColliderShape::Frames(frames) = &mut self.shape else {
            return Err(InvalidArgument::new("frame", InvalidReason::WrongShape));
        };
        frames.check(frame)?;
        frames.show(frame);
        Ok(())
    }

    /// A body on the default layers, which meets everything, at (0, 0) in space 0.
    #[must_use]
    pub fn new(shape: impl Into<ColliderShape>) -> Collider {
        Collider {
            shape: shape.into(),
            transform: Transform::default(),
            props: ColliderProps::default(),
            data: 0,
            custom: None,
        }
    }

    /// The same collider at a position: a [`Point`](crate::Point), a pair of whole pixels, or parts of a pixel. Its pivot lies there; without a pivot, its
    /// shape's origin (for most shapes the upper left corner). The other parts of its transform stay as they are.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`].
    #[must_use]
    #[track_caller]
    pub fn at(mut self, position: impl Into<PointQ16>) -> Collider {
        self.transform.set_position(position);
        self
    }

    /// The same collider with a pivot: the point of the shape that lies on the position, and about which it turns, in texels. It may be
    /// fractional: the middle of a sprite that is 5 texels wide is 2.5.
    ///
    /// # Panics
    /// As [`Transform::set_pivot`].
    #[doc(alias = "origin")]
    #[doc(alias = "anchor")]
    #[must_use]
    #[track_caller]
    pub fn with_pivot(mut self, pivot: impl Into<[f64; 2]>) -> Collider {
        self.transform.set_pivot(pivot);
        self
    }

    /// The same collider, turned about its pivot to an angle.
    ///
    /// # Panics
    /// If the angle is not finite.
    #[must_use]
    #[track_caller]
    pub fn rotated(mut self, rotation: Angle) -> Collider {
        self.transform.set_rotation(rotation);
        self
    }

    /// The same collider, scaled about its pivot.
    ///
    /// # Panics
    /// As [`Transform::set_scale`].
    #[must_use]
    #[track_caller]
    pub fn scaled(mut self, scale: impl Into<[f64; 2]>) -> Collider {
        self.transform.set_scale(scale);
        self
    }
}

/// Methods that set a field and return the collider.
macro_rules! setters {
    ($($(#[$about:meta])* $name:ident($($value:ident: $type:ty)?) sets $field:ident to $new:expr;)*) => {
        impl Collider {
            $(
                $(#[$about])*
                #[must_use]
                pub fn $name(mut self $(, $value: $type)?) -> Collider {
                    self.$field = $new;
                    self
                }
            )*
        }
    };
}

setters! {
    /// The same collider with a transform.
    with_transform(transform: impl Into<Transform>) sets transform to transform.into();

    /// The same collider with a pose, or with None: then it covers nothing. `Pose::new(&parts).ok()` fits here.
    posed(pose: impl Into<Option<Pose>>) sets transform to pose.into().into();

    /// The same collider on these layers.
    on(layers: Layers) sets layers to layers;

    /// The same collider in a space.
    in_space(space: u32) sets space to space;

    /// The same collider as a sensor (a trigger).
    #[doc(alias = "trigger")]
    sensor() sets kind to ColliderKind::Sensor;

    /// The same collider as a character: see [`ColliderKind::Character`].
    #[doc(alias = "player")]
    #[doc(alias = "kinematic body")]
    character() sets kind to ColliderKind::Character;

    /// The same collider as a crate: see [`ColliderKind::Crate`].
    #[doc(alias = "crate")]
    #[doc(alias = "box")]
    pushable() sets kind to ColliderKind::Crate;

    /// The same collider with another up: see [`ColliderProps::up`].
    with_up(up: impl Into<Option<Direction>>) sets up to up.into();

    /// The same collider in a group: see [`ColliderProps::group`].
    in_group(group: u32) sets group to group;

    /// The same collider at a place in the drawing order: see [`ColliderProps::order`].
    #[doc(alias = "z-index")]
    #[doc(alias = "z-order")]
    with_order(order: i32) sets order to order;

    /// The same collider, swept: see [`Collider::swept`](field@ColliderProps::swept).
    #[doc(alias = "continuous")]
    #[doc(alias = "continuous collision detection")]
    #[doc(alias = "ccd")]
    #[doc(alias = "bullet")]
    swept() sets swept to true;

    /// The same collider, of whose new touches in a step only the first one counts: see [`Collider::first_only`](field@ColliderProps::first_only).
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Rect, World};
    /// let mut world = World::new();
    /// let [far, near] = [60, 30].map(|x| world.insert(Collider::new(Rect::new(x, 0, 4, 20))));
    /// let shot = world.insert(Collider::new(Mask::filled(2, 2)).at((0, 9)).swept().first_only());
    /// world.step()?;
    /// world.set_position(shot, (100, 9)).unwrap();
    /// let events = world.step()?;
    /// assert_eq!((events.len(), events[0].other(shot).unwrap().0), (1, near));    // not the far one, though its handle is lower
    /// # assert!(far < near);
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "first hit")]
    #[doc(alias = "closest hit")]
    first_only() sets first_only to true;

    /// The same collider, disabled: it meets nothing, and no query finds it. [`World::edit`](crate::World::edit) enables it.
    disabled() sets enabled to false;

    /// The same collider with your data.
    with_data(data: u64) sets data to data;

    /// The same collider with a test of its own.
    with_test(test: Arc<dyn CustomTest>) sets custom to Some(test);
}

impl Collider {
    /// The pose under which steps and queries see it. None if it covers nothing.
    #[must_use]
    #[inline]
    pub fn pose(&self) -> Option<Pose> {
        ColliderRef::from(self).pose()
    }

    /// The same collider in a game that is seen from above: without an [up](ColliderProps::up).
    #[doc(alias = "top-down")]
    #[doc(alias = "floating")]
    #[must_use]
    pub fn seen_from_above(self) -> Collider {
        self.with_up(None)
    }

    /// The same collider as a one-way platform, which movers can jump through from below and land on.
    #[doc(alias = "one_way_platform")]
    #[doc(alias = "jump-through")]
    #[doc(alias = "platform")]
    #[must_use]
    pub fn one_way(self) -> Collider {
        self.one_way_to(Direction::Up)
    }

    /// The same collider as a one-way obstacle with an [open side](ColliderProps::open_side): a door that one leaves to the left only, or a ledge
    /// for who walks on the ceiling.
    #[must_use]
    pub fn one_way_to(mut self, open_side: Direction) -> Collider {
        (self.kind, self.open_side) = (ColliderKind::OneWay, open_side);
        self
    }
}

/// A collider that a [`World`](crate::World) lends, to be read: its fields are those of a [`Collider`]. [`World::get`](crate::World::get) gives it, and every
/// [`Member`](crate::Member) has one. [`World::edit`](crate::World::edit) changes a collider.
///
/// A world keeps colliders in a smaller form than [`Collider`]. So the transform, which is large, is a method here and not a field.
///
/// ```
/// use hitmask::{Collider, Mask, World};
/// let mut world = World::new();
/// let ship = world.insert(Collider::new(Mask::filled(16, 16)).with_pivot((8.0, 8.0)).at((100, 40)).with_data(7));
/// let lent = world.get(ship).unwrap();
/// assert_eq!((lent.data, lent.position(), lent.transform().pivot()), (7, (100, 40).into(), [8.0, 8.0]));
/// let twin = world.insert(lent.to_collider().at((200, 40)));          // a copy that shares the mask
/// assert_eq!(world.get(twin).unwrap().data, 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColliderRef<'a> {
    /// See [`Collider::shape`].
    pub shape: &'a ColliderShape,
    /// See [`Collider::transform`].
    pub(crate) transform: TransformRef<'a>,
    /// See [`Collider::props`].
    pub props: ColliderProps,
    /// See [`Collider::data`].
    pub data: u64,
    /// See [`Collider::custom`].
    pub custom: Option<&'a Arc<dyn CustomTest>>,
}

impl Deref for ColliderRef<'_> {
    type Target = ColliderProps;

    #[inline]
    fn deref(&self) -> &ColliderProps {
        &self.props
    }
}

impl ColliderRef<'_> {
    /// Where its pivot lies; without a pivot, its shape's origin.
    #[must_use]
    #[inline]
    pub fn position(&self) -> PointQ16 {
        self.transform.position
    }

    /// Where and how its shape lies: see [`Collider::transform`].
    #[must_use]
    #[inline]
    pub fn transform(&self) -> Transform {
        self.transform.to_transform()
    }

    /// The pose under which steps and queries see it: see [`Collider::pose`].
    #[must_use]
    #[inline]
    pub fn pose(&self) -> Option<Pose> {
        self.transform.pose(self.on_whole_pixels())
    }

    /// A copy that is no part of the world. It shares the pixels.
    #[must_use]
    pub fn to_collider(&self) -> Collider {
        let ColliderRef { shape, transform, props, data, custom } = *self;
        Collider {
            shape: shape.clone(),
            transform: transform.to_transform(),
            props,
            data,
            custom: custom.cloned(),
        }
    }
}

/// Lends a collider that no world has.
impl<'a> From<&'a Collider> for ColliderRef<'a> {
    #[inline]
    fn from(collider: &'a Collider) -> ColliderRef<'a> {
        let Collider { shape, transform, props, data, custom } = collider;
        let (transform, custom) = (transform.lend(), custom.as_ref());
        ColliderRef { shape, transform, props: *props, data: *data, custom }
    }
}

/// How a collider takes part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ColliderKind {
    /// A solid thing.
    #[default]
    Body,
    /// A thing that is moved with [`World::move_and_slide`](crate::World::move_and_slide): it stands on whole pixels and keeps the rest of
    /// its motion. Characters never block each other. In steps and queries it is a body.
    Character,
    /// A platform that movers can jump through from below and land on: see [`World::move_and_slide`](crate::World::move_and_slide). It may be
    /// open to [another side](ColliderProps::open_side). In steps and queries it is a body.
    #[doc(alias = "jump-through")]
    #[doc(alias = "one-way platform")]
    OneWay,
    /// A place that notices who is in it: a trigger, a pick-up's reach. It has events with all other kinds; two sensors never meet. Queries
    /// skip it unless [`QueryFilter::sensors`](crate::QueryFilter::sensors) is set.
    #[doc(alias = "trigger")]
    Sensor,
    /// A thing that is moved like a character, and that characters stand on and push: a crate, a barrel, a rock. It stands on whole pixels.
    /// Bodies, one-way platforms and other crates stop it, and it stops characters. However it moves, what stands on it goes along. What is
    /// in its way goes along too, if it can; else the crate stops: it never crushes. In steps and queries it is a body.
    #[doc(alias = "box")]
    #[doc(alias = "pushable")]
    Crate,
}

/// Which of 32 layers a collider is on, and which layers it meets. Two colliders may meet only if each is on a layer that the other
/// one meets.
///
/// ```
/// # use hitmask::Layers;
/// let (shots, ships) = (Layers::new(0b01, 0b10), Layers::new(0b10, 0b11));
/// assert!(shots.agree(ships) && ships.agree(ships) && !shots.agree(shots));
/// ```
#[doc(alias = "collision group")]
#[doc(alias = "collision layer")]
#[doc(alias = "collision filter")]
#[doc(alias = "category bits")]
#[doc(alias = "interaction groups")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Layers {
    /// The layers that the collider is on, one bit each.
    pub belongs_to: u32,
    /// The layers that the collider meets, one bit each.
    pub collides_with: u32,
}

impl Layers {
    /// Layers from the two sets of bits.
    #[must_use]
    pub const fn new(belongs_to: u32, collides_with: u32) -> Layers {
        Layers { belongs_to, collides_with }
    }

    /// Whether two colliders may meet. Both sides must agree.
    #[must_use]
    #[inline]
    pub const fn agree(self, other: Layers) -> bool {
        self.belongs_to & other.collides_with != 0 && other.belongs_to & self.collides_with != 0
    }
}

/// On the first layer (bit 0); meets all 32 layers.
impl Default for Layers {
    fn default() -> Layers {
        Layers { belongs_to: 1, collides_with: u32::MAX }
    }
}

/// A collider's own test, which is asked before the pixels: a ship whose flames reach beyond its picture, a shield that only shots meet,
/// a door that is sometimes open.
///
/// It is asked once a step about each pair of its collider whose space, layers, groups and kinds agree and whose boxes share a pixel, or, if
/// one of them is swept, the boxes around their paths. If both colliders of a pair have a test, the one with the lower handle is asked first.
/// If it returns None, the other one is asked; if that returns None, too, the pixels decide. Tests run on the thread that calls the step.
/// Their order is the same on every machine and with every broad phase.
///
/// As it is [`Any`], who has it in an `Arc<dyn CustomTest>` can ask for the type behind it.
pub trait CustomTest: Any + Send + Sync {
    /// Whether the collider `me`, which carries this test, touches `other`, and where. None leaves the answer to the other collider's test,
    /// or to the pixels.
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict>;

    /// The box of world pixels in which the test is asked. `own` is the box around the collider's pixels, or None if it covers none; the
    /// default returns it. A test that reaches beyond the picture must return a larger box, or it is not asked about colliders out there.
    /// Called when the collider is inserted, moved or changed.
    fn reach(&self, me: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        let _ = me;
        own
    }
}

/// The answer of a [`CustomTest`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// They don't touch.
    Apart,
    /// They touch. The event carries this touch.
    Touching(Touch),
}

/// A collider of a world, with its handle.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Member<'a> {
    /// Its handle.
    pub handle: Handle,
    /// The collider itself.
    pub collider: ColliderRef<'a>,
}

impl fmt::Debug for dyn CustomTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomTest")
    }
}
