//! The stored form of a collider. A world has many, so fields that few colliders need are in a separate allocation.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::{Deref, DerefMut};

use crate::bits::prefetch;
use crate::broad_phase::Aabb;
use crate::geom::{
    Direction, Extent, LinearTransform, LinearTransformRef, PointQ16, Pose, Transform, TransformRef,
};
use crate::mask::Mask;
use crate::world::collider::drawing::Drawing;
use crate::world::collider::form::{Formed, pose_in_tile_0};
use crate::world::collider::handle::Handle;
use crate::world::collider::part_link::{LinkedPart, PartLink, RootState};
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::{Collider, ColliderKind, ColliderProps, ColliderRef, CustomTest};
use crate::world::plane::Plane;

/// The effective state of a collider. The values that the caller has set are [`StoredCollider::own`].
#[derive(Clone, Debug)]
pub(crate) struct StoredCollider {
    pub(crate) shape: ColliderShape,
    pub(crate) position: PointQ16,
    pub(crate) data: u64,
    extra: Option<Box<StoredExtra>>,
    pub(crate) props: ColliderProps,
    /// Its linear transform is upright with this pivot, unless it is [`NOT_UPRIGHT`].
    pivot: [i16; 2],
}

/// Stands for a pivot where a collider has a linear transform of its own. An upright shape with this pivot has one, too.
const NOT_UPRIGHT: [i16; 2] = [i16::MIN; 2];

impl Deref for StoredCollider {
    type Target = ColliderProps;

    #[inline]
    fn deref(&self) -> &ColliderProps {
        &self.props
    }
}

impl DerefMut for StoredCollider {
    #[inline]
    fn deref_mut(&mut self) -> &mut ColliderProps {
        &mut self.props
    }
}

/// Every slot has the room for one.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Option<StoredCollider>>() == 88);

/// The fields that few colliders need. The allocation is kept once it exists, so that a frame allocates nothing.
#[derive(Clone, Debug, Default)]
struct StoredExtra {
    linear_transform: LinearTransform,
    custom: Option<Arc<dyn CustomTest>>,
    /// If it has parts, or is one.
    part_link: Option<Box<PartLink>>,
    /// Its picture, if one was drawn. Shared with colliders that look the same, and with clones of the world.
    drawn: Option<Arc<Drawing>>,
    /// What it covers as a mover, if it is no mask: see `mover/body.rs`.
    body: Option<Box<Drawing>>,
    /// Its matrix where its way starts. None is that of an upright shape: see `previous_position.rs`.
    start_matrix: Option<[i32; 4]>,
    /// What carries it, as it was decided last: see `mover/support.rs`.
    support: Option<Handle>,
}

impl StoredCollider {
    /// What it allocates for its part link, if it gets one, in bytes.
    pub(crate) fn bytes_of_bond(&self) -> usize {
        size_of::<PartLink>() + if self.extra.is_none() { size_of::<StoredExtra>() } else { 0 }
    }

    pub(crate) fn new(collider: Collider) -> StoredCollider {
        let Collider { shape, transform, props, data, custom } = collider;
        let position = transform.position();
        let mut stored = StoredCollider { shape, position, data, extra: None, props, pivot: [0; 2] };
        stored.set_transform(&transform);
        stored.set_custom(custom.as_ref());
        stored
    }

    /// The collider as it counts.
    #[inline]
    pub(crate) fn lend(&self) -> ColliderRef<'_> {
        let StoredCollider { ref shape, position: _, data, extra: _, props, pivot: _ } = *self;
        ColliderRef { shape, transform: self.transform_ref(), props, data, custom: self.custom() }
    }

    /// The collider as it was set.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn own(&self) -> ColliderRef<'_> {
        let mut own = self.lend();
        if let Some(part) = self.part() {
            (own.transform, own.props.enabled) = (part.transform.lend(), part.enabled);
        }
        own
    }

    /// Copies the fields of a collider. Shared data is left alone: changing its reference count up and down would take most of the time.
    pub(crate) fn take_on(&mut self, like: ColliderRef<'_>) {
        let ColliderRef { shape, transform, props, data, custom } = like;
        if !self.shape.is_same(shape) {
            self.shape = shape.clone();
            self.forget_picture();
        }
        self.set_transform_ref(transform);
        self.set_custom(custom);
        (self.props, self.data) = (props, data);
    }

    /// Becomes a copy of another one, but for its picture, in the memory that it has.
    pub(crate) fn copy(&mut self, from: &StoredCollider) {
        self.take_on(from.lend());
        if from.extra.is_some() {
            self.extra_mut();
        }
        self.set_start_matrix(from.start_matrix());
        self.set_support(from.support());
        match (self.part_link_mut(), from.part_link()) {
            (Some(onto), Some(from)) => onto.copy(from),
            (None, None) => {}
            (_, from) => self.set_part_link(from.cloned()),
        }
    }

    /// A copy without its picture.
    pub(crate) fn undrawn(&self) -> StoredCollider {
        let mut copy = self.clone();
        if let Some(extra) = &mut copy.extra {
            (extra.drawn, extra.body) = (None, None);
        }
        copy
    }

    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    fn extra_mut(&mut self) -> &mut StoredExtra {
        // Making one is seldom, and takes many instructions.
        #[cold]
        fn new() -> Box<StoredExtra> {
            Box::default()
        }
        self.extra.get_or_insert_with(new)
    }

    /// Where and how its shape lies.
    #[inline]
    pub(crate) fn transform_ref(&self) -> TransformRef<'_> {
        let linear_transform = match &self.extra {
            Some(extra) if self.pivot == NOT_UPRIGHT => LinearTransformRef::Other(&extra.linear_transform),
            _ => LinearTransformRef::Upright(self.pivot),
        };
        TransformRef { position: self.position, linear_transform }
    }

    /// The same as a value of its own.
    #[inline]
    pub(crate) fn transform(&self) -> Transform {
        self.transform_ref().to_transform()
    }

    /// Where its shape's origin would lie with this position: see [`TransformRef::upright_origin`].
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn origin_at(&self, position: PointQ16) -> Option<PointQ16> {
        TransformRef { position, ..self.transform_ref() }.upright_origin()
    }

    #[inline]
    pub(crate) fn set_transform(&mut self, transform: &Transform) {
        self.set_transform_ref(transform.lend());
    }

    #[inline]
    fn set_transform_ref(&mut self, TransformRef { position, linear_transform }: TransformRef<'_>) {
        self.position = position;
        let (upright, other) = match linear_transform {
            LinearTransformRef::Upright(pivot) => (Some(pivot), None),
            LinearTransformRef::Other(linear_transform) => {
                let upright = linear_transform.upright().filter(|&pivot| pivot != NOT_UPRIGHT);
                (upright, Some(linear_transform))
            }
        };
        self.pivot = upright.unwrap_or(NOT_UPRIGHT);
        if let (None, Some(linear_transform)) = (upright, other) {
            self.extra_mut().linear_transform = *linear_transform;
        }
    }

    /// Its test of its own.
    #[inline]
    pub(crate) fn custom(&self) -> Option<&Arc<dyn CustomTest>> {
        self.extra.as_ref()?.custom.as_ref()
    }

    #[inline]
    pub(crate) fn custom_mut(&mut self) -> Option<&mut Arc<dyn CustomTest>> {
        self.extra.as_mut()?.custom.as_mut()
    }

    fn set_custom(&mut self, custom: Option<&Arc<dyn CustomTest>>) {
        let is_same = match (self.custom(), custom) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            self.extra_mut().custom = custom.cloned();
        }
    }

    /// Its matrix where its way starts.
    #[inline]
    pub(crate) fn start_matrix(&self) -> [i32; 4] {
        self.extra.as_ref().and_then(|extra| extra.start_matrix).unwrap_or(Pose::IDENTITY.matrix)
    }

    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn set_start_matrix(&mut self, matrix: [i32; 4]) {
        if self.extra.is_some() || matrix != Pose::IDENTITY.matrix {
            self.extra_mut().start_matrix = Some(matrix);
        }
    }

    /// What carries it, as it was decided last.
    #[inline]
    pub(crate) fn support(&self) -> Option<Handle> {
        self.extra.as_ref()?.support
    }

    #[inline]
    pub(crate) fn set_support(&mut self, support: Option<Handle>) {
        if self.extra.is_some() || support.is_some() {
            self.extra_mut().support = support;
        }
    }

    /// Whether movers make its state: only then does a saved world tell of it.
    pub(crate) fn has_mover_state(&self) -> bool {
        self.kind == ColliderKind::Crate
            || self.up != Some(Direction::Up)
            || self.open_side != Direction::Up
            || self.support().is_some()
    }

    /// Whether it stops movers.
    #[inline]
    pub(crate) fn is_obstacle(&self) -> bool {
        matches!(self.kind, ColliderKind::Body | ColliderKind::OneWay | ColliderKind::Crate)
    }

    /// Its open side, if it is one-way.
    #[inline]
    pub(crate) fn one_way_to(&self) -> Option<Direction> {
        (self.kind == ColliderKind::OneWay).then_some(self.open_side)
    }

    /// The pose of its shape, not seen around a torus. None if it covers nothing.
    #[inline]
    pub(crate) fn plain_pose(&self) -> Option<Pose> {
        self.transform_ref().pose(self.on_whole_pixels())
    }

    /// Its pose. On a torus, that of the image whose box begins in tile 0.
    pub(crate) fn pose(&self, plane: Plane) -> Option<Pose> {
        Some(pose_in_tile_0(&self.shape, self.plain_pose()?, plane))
    }

    /// None if it covers nothing.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn formed(&self, plane: Plane) -> Option<Formed<'_>> {
        Some(Formed::of(&self.shape, self.plain_pose()?, plane))
    }

    /// The box in which it may meet others, if its pixels have this extent. A custom test is asked for its reach.
    #[inline]
    pub(crate) fn area(&self, extent: Extent) -> Aabb {
        match self.custom() {
            None if self.enabled => extent.into(),
            None => Aabb::EMPTY,
            Some(custom) => self.reach(&**custom, extent),
        }
    }

    /// A function of its own, so that colliders without a custom test do not pay for its code.
    #[inline(never)]
    fn reach(&self, custom: &dyn CustomTest, extent: Extent) -> Aabb {
        if !self.enabled {
            return Aabb::EMPTY;
        }
        let own = extent.intersection(Extent::WORLD).to_rect();
        custom.reach(self.lend(), own).map_or(Aabb::EMPTY, Aabb::from)
    }

    /// A box around its pixels, pixels that don't exist included.
    pub(crate) fn extent(&self, plane: Plane) -> Extent {
        self.formed(plane).map_or(Extent::EMPTY, |formed| formed.footprint.extent)
    }

    /// Its mask, if no test and no other kind of shape decides what it touches.
    #[inline]
    pub(crate) fn lone_mask(&self) -> Option<&Arc<Mask>> {
        match &self.shape {
            _ if self.custom().is_some() => None,
            ColliderShape::Mask(mask) => Some(mask),
            ColliderShape::Labels(labels) => Some(labels.solid()),
            ColliderShape::Frames(frames) => Some(&frames.shown().0),
            _ => None,
        }
    }
}

/// Its picture.
impl StoredCollider {
    #[inline]
    pub(crate) fn drawn(&self) -> Option<&Drawing> {
        self.extra.as_ref()?.drawn.as_deref()
    }

    #[inline]
    pub(crate) fn drawn_mut(&mut self) -> &mut Option<Arc<Drawing>> {
        &mut self.extra_mut().drawn
    }

    /// What it covers as a mover, if it is no mask and has moved as one.
    pub(crate) fn body(&self) -> Option<&Drawing> {
        self.extra.as_ref()?.body.as_deref()
    }

    pub(crate) fn body_mut(&mut self) -> &mut Drawing {
        self.extra_mut().body.get_or_insert_default()
    }

    pub(crate) fn needs_drawing(&self, plane: Plane) -> bool {
        self.formed(plane).is_some_and(|formed| formed.needs_drawing(self.drawn()))
    }

    /// Drops the picture and keeps its memory, if nobody else shows it. For a shape that has changed.
    pub(crate) fn forget_picture(&mut self) {
        let Some(extra) = &mut self.extra else { return };
        match self.shape {
            // A mask has no drawing of its own.
            ColliderShape::Mask(_) => extra.body = None,
            _ => extra.body.iter_mut().for_each(|body| body.forget()),
        }
        match extra.drawn.as_mut().map(Arc::get_mut) {
            Some(Some(drawn)) => drawn.forget(),
            Some(None) => extra.drawn = None,
            None => {}
        }
    }

    /// The bytes that it allocated. A picture that others show is not counted: the store of pictures counts it.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.extra.as_ref().map_or(0, |extra| {
            let drawn = extra.drawn.as_ref().filter(|drawn| Arc::strong_count(drawn) == 1);
            let pictures = drawn.map(|own| &**own).into_iter().chain(extra.body.as_deref());
            size_of::<StoredExtra>() + pictures.map(Drawing::memory_bytes).sum::<usize>()
        })
    }

    /// Where what is apart lies, for prefetching.
    #[inline]
    pub(crate) fn prefetch_extra(&self) {
        if let Some(extra) = &self.extra {
            prefetch::value(&**extra);
        }
    }
}

/// Its family.
impl StoredCollider {
    #[inline]
    pub(crate) fn part_link(&self) -> Option<&PartLink> {
        self.extra.as_ref()?.part_link.as_deref()
    }

    #[inline]
    pub(crate) fn part_link_mut(&mut self) -> Option<&mut PartLink> {
        self.extra.as_mut()?.part_link.as_deref_mut()
    }

    pub(crate) fn set_part_link(&mut self, part_link: Option<PartLink>) {
        self.extra_mut().part_link = part_link.map(Box::new);
    }

    /// Its links, made if there are none.
    pub(crate) fn bond(&mut self) -> &mut PartLink {
        self.extra_mut().part_link.get_or_insert_default()
    }

    /// What its parts take from it. `came` is by how many laps its place was brought back into a wrapped world.
    pub(crate) fn root_state(&self, came: PointQ16) -> RootState {
        let frame = match &self.shape {
            ColliderShape::Frames(frames) => frames.current(),
            _ => 0,
        };
        let ColliderProps { enabled, space, group, .. } = self.props;
        RootState { pose: self.plain_pose(), enabled, frame, space, group, came }
    }

    /// If it is a part.
    #[inline]
    pub(crate) fn part(&self) -> Option<&LinkedPart> {
        self.part_link()?.part.as_ref()
    }

    /// If it is a part.
    #[inline]
    pub(crate) fn part_mut(&mut self) -> Option<&mut LinkedPart> {
        self.part_link_mut()?.part.as_mut()
    }

    /// The slots of its own parts, sorted.
    pub(crate) fn parts(&self) -> &[u32] {
        self.part_link().map_or(&[], |link| &link.parts)
    }

    /// The slot of the root: of a part that of its root, of a root its own. None if it is neither.
    #[inline]
    pub(crate) fn family(&self, index: u32) -> Option<u32> {
        Some(self.part_link()?.part.as_ref().map_or(index, |part| part.root))
    }
}
