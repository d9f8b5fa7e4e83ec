//! Parts: colliders that go where another one goes.

use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::world::World;
use crate::world::types::handle::Handle;

impl World {
    /// Makes a collider a part of another one, its root: a sword in a hand, a weak point of a boss, a second shape of a lift. Whatever moves the
    /// root moves its parts. None if a handle is stale.
    ///
    /// A part may have parts of its own: a gun in the hand of an arm of a player. It is their *parent*, and goes with what it belongs to; the
    /// collider at the root of all is the root of them all. A collider that has parts is attached with them. So parts make trees, at most 64
    /// deep.
    ///
    /// A part is a collider of its own, with a handle, a shape, layers, a kind and data of its own. So events and queries name the part;
    /// [`World::root_of`] names its root, [`World::parent_of`] what it was attached to. What changes for it:
    ///
    /// - **Where it is.** Its transform counts in the plane of its parent's shape: its position is the texel of the parent's picture on which its
    ///   pivot lies. It turns, grows and flips with its parent. [`World::transform`], [`World::position`] and [`World::get`] give back what was
    ///   set, [`World::pose`] and [`World::bounds`] say where it lies in the world.
    /// - **Who it is.** It is in its root's space and group, and follows when these change. The root and its parts never meet each other,
    ///   and a question about one of them leaves out all of them. [`QueryFilter::except`](crate::QueryFilter::except) of a collider leaves out
    ///   its parts, and theirs.
    /// - **When it counts.** While its parent is disabled, so is the part. It keeps its own switch, [`Collider::enabled`](field@crate::Collider::enabled).
    ///   [`World::set_part_frames`] lets it count in some frames of its parent only.
    /// - **How it moves.** A [swept](field@crate::Collider::swept) part has a way of its own, straight from where it was to where it is; the
    ///   root's flag does not count for it. Of a character only its own shape is stopped: its parts go with it, through walls.
    ///   [`World::move_solid`] moves the parts as solids, too: a lift of several shapes. The verbs that move a collider among others
    ///   ([`World::move_and_slide`], [`World::move_solid`], [`World::unstick`], [`World::fit_at`], [`World::fit_frame`] and its relatives)
    ///   refuse a part: move its root. A part of kind [`Character`](crate::ColliderKind::Character) is neither pushed nor carried.
    ///
    /// The part appears at its new place: a swept part has no way to it. A part of another collider becomes a part of this one. Removing a
    /// collider removes its parts. Filters and [custom tests](crate::CustomTest) are given a part as it counts, with its transform in the world.
    ///
    /// # Where exactly
    /// The matrix of a part is the product of its parent's and its own. Its pivot lies where the parent's [pose](World::pose) takes its position.
    /// Its shape's origin lies beside it by −matrix · pivot. Each number of these three is rounded once to 65 536ths of a pixel, to nearest,
    /// ties away from zero. So a part that was not turned against its root lies exactly where it is meant to, and the same for all machines.
    /// A part covers nothing where its parent has no pose, or where this makes none: if it is flattened, stretched to more than
    /// [`Pose::MAX_STRETCH`](crate::Pose::MAX_STRETCH) times its size, or too far away.
    ///
    /// # Panics
    /// If the root is the part itself or one of its parts; if parts would lie more than 64 deep.
    ///
    /// # Complexity
    /// Moving a root costs as much as moving it and each of its parts. Allocates nothing but a little memory for each part.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, Rect, World};
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(Mask::filled(16, 32)).at((100, 50)));
    /// let sword = world.insert(Collider::new(Mask::filled(20, 3)).with_pivot((0.0, 1.5)).at((12.0, 15.5)).sensor());
    /// world.attach(hero, sword).unwrap();                                 // None would mean that a handle is stale
    /// let slime = world.insert(Collider::new(Rect::new(0, 0, 10, 10)).at((125, 60)));
    /// let event = world.step()?[0];
    /// assert_eq!((event.a, event.b, world.root_of(sword)), (sword, slime, Some(hero)));
    ///
    /// world.edit(hero, |hero| hero.transform.set_flip([true, false])).unwrap();   // about his pivot, with the sword
    /// assert_eq!(world.bounds(sword), Some(Rect::new(68, 64, 20, 3)));
    /// assert_eq!(world.position(sword), Some((12.0, 15.5).into()));
    ///
    /// let gem = world.insert(Collider::new(Rect::new(0, 0, 3, 3)).at((10, 0)));
    /// world.attach(sword, gem).unwrap();                                  // the hero is its root, too
    /// assert_eq!((world.root_of(gem), world.parent_of(gem)), (Some(hero), Some(sword)));
    /// assert_eq!(world.bounds(gem), Some(Rect::new(75, 64, 3, 3)));
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "parent")]
    #[doc(alias = "compound")]
    #[doc(alias = "hurtbox")]
    #[must_use = "None says that a handle is stale and that nothing was changed"]
    pub fn attach(&mut self, root: Handle, part: Handle) -> Option<()> {
        self.try_attach(root, part).or_panic()
    }

    /// The checked form of [`World::attach`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::attach`] panics.
    pub fn try_attach(&mut self, root: Handle, part: Handle) -> Result<Option<()>, InvalidArgument> {
        self.store.attach(root, part)
    }

    /// Makes a part a collider like any other again: a sword that is dropped. It stays where it lies, in its root's space and group. Its
    /// transform is then that in the world: a matrix without parts, and its own pivot. None if the handle is stale or no part.
    ///
    /// Where a number of its pose lies exactly between two 65 536ths left of or above the world's origin, it may become 1/65536 less.
    #[must_use = "None says that the handle is stale or no part, and that nothing was changed"]
    pub fn detach(&mut self, part: Handle) -> Option<()> {
        self.store.detach(part)
    }

    /// The root of a part: of a part of a part, the one collider above them all that is no part. None if the handle is stale or no part.
    ///
    /// For an event, `world.root_of(event.a).unwrap_or(event.a)` is who was hit, whether by a part or not.
    #[must_use]
    pub fn root_of(&self, part: Handle) -> Option<Handle> {
        Some(self.store.handle_at(self.store.stored(part)?.part()?.root))
    }

    /// What a part was attached to: its root, or a part of it. None if the handle is stale or no part.
    #[must_use]
    pub fn parent_of(&self, part: Handle) -> Option<Handle> {
        Some(self.store.handle_at(self.store.stored(part)?.part()?.parent))
    }

    /// The parts that were attached to a collider, sorted by handle; not the parts of these. None if the handle is stale.
    #[doc(alias = "children")]
    #[must_use]
    pub fn parts_of(&self, root: Handle) -> Option<impl ExactSizeIterator<Item = Handle> + '_> {
        Some(self.store.stored(root)?.parts().iter().map(|&part| self.store.handle_at(part)))
    }

    /// Lets a part count only while its parent shows one of these frames, numbered from 0; with None in all frames, as at first. What is no
    /// animation shows frame 0. None if the handle is stale or no part.
    ///
    /// ```
    /// use hitmask::{Collider, Frames, Mask, Rect, World};
    /// let swing: Frames = (0..4).map(|_| Mask::filled(16, 32)).collect();
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(swing));
    /// let blade = world.insert(Collider::new(Rect::new(0, 0, 20, 3)).at((16, 12)));
    /// world.attach(hero, blade).unwrap();
    /// world.set_part_frames(blade, Some(&[2])).unwrap();
    /// let slime = world.insert(Collider::new(Rect::new(0, 0, 10, 10)).at((30, 10)));
    /// let mut hits = Vec::new();
    /// for frame in 0..4 {
    ///     world.set_frame(hero, frame).unwrap();
    ///     hits.push(!world.step()?.is_empty());
    /// }
    /// assert_eq!(hits, [false, false, true, true]);                       // a Begin, then an End
    /// # let _ = slime;
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "active frames")]
    #[must_use = "None says that the handle is stale or no part, and that nothing was changed"]
    pub fn set_part_frames(&mut self, part: Handle, frames: Option<&[usize]>) -> Option<()> {
        self.store.set_part_frames(part, frames)
    }

    /// The frames of its parent in which a part counts, sorted. Some(None) if it counts in all of them; None if the handle is stale or no part.
    #[must_use]
    pub fn part_frames(&self, part: Handle) -> Option<Option<&[usize]>> {
        Some(self.store.stored(part)?.part()?.frames.as_deref())
    }
}
