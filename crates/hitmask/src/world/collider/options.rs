//! The options of a world, and its statistics.

use core::time::Duration;

use crate::broad_phase::BroadPhaseKind;
use crate::world::collider::event::EventDetail;

/// How a [`World`](crate::World) works. The default suits nearly every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct WorldOptions {
    /// How pairs of boxes are found: the repository's docs/choosing.md compares the kinds. All give the same answers.
    pub broad_phase: BroadPhaseKind,
    /// The largest number of pairs of boxes that a step tests. With more it stops with an error: a million sprites in one spot are
    /// 5 · 10¹¹ pairs. 2²⁴ by default. Lower it where memory is short, since each pair that touches takes a contact and an event.
    ///
    /// Pairs whose layers don't agree still cost a look each, so they count a sixteenth. If ten thousands of shots crowd together and never
    /// meet each other, don't insert them: ask about each with [`World::query`](crate::World::query).
    pub max_pairs: usize,
    /// What events say.
    pub detail: EventDetail,
    /// With the feature `parallel`: the number of colliders in a space, and the number of pairs, from which on the work is spread over the
    /// threads of the current rayon pool. 20 000 by default: below that, waking the threads costs more than they save.
    pub parallel_from: usize,
    /// The width and the height of a wrapped world, in pixels, each from 1 to 2³⁰. None, the default, is a world without ends.
    ///
    /// A wrapped world is a torus: what leaves on one side comes in on the opposite side. Think of the plane as paved with copies of the
    /// world, in which every collider has an image in each copy.
    /// - Positions are kept modulo the size, exactly, parts of a pixel included: [`World::position`](crate::World::position) lies in
    ///   [0, size). You may set any position; a position beyond the size is the same as that position minus the size.
    /// - Steps, queries, casts and movers see across the seams. Pixels in answers lie in [0, size), and "first" or "lowest" is meant
    ///   among those pixels. [`Touch::bounds`](crate::Touch::bounds) is the smallest rectangle around them, so it is as long as the world
    ///   where a touch lies on both sides of a seam. An area counts each pixel of the torus once. Distances are those of the shortest way
    ///   around.
    /// - A probe, a ray or a line may lie anywhere and may be longer than the world: it goes on at the other side.
    /// - A collider's pose and bounds are those of its image whose bounding box begins in [0, size). If the bounds reach beyond the size,
    ///   draw the sprite there, too: moved by minus the width, by minus the height, or by both.
    /// - A collider should not be larger than the world. A larger one lies over itself: it covers a pixel if any of its images does, and
    ///   where alphas lie on each other, the largest counts. That is exact but slow: all of the world is drawn for each touch, and every image
    ///   that lies over the world is looked at. A polygon whose box is a thousand times as wide and as high as the world has a million.
    ///   Rectangles that are not turned are the exception: they may have any size. Each image of a one-way platform that is larger
    ///   than the world stops a fall by itself, also inside another one.
    /// - A [swept](field@crate::ColliderProps::swept) collider goes straight across the seams. Its path to a position is the path to the position as
    ///   it was given: from (95, 0) in a world that is 100 wide, a path to (105, 0) is 10 pixels long and ends at (5, 0); a path to (5, 0) is
    ///   90 pixels long. So add a motion to [`World::position`](crate::World::position), and don't reduce the sum. The cost grows with the
    ///   number of laps. A path that is longer than 2³⁰ pixels may be taken for a rest at its end.
    /// - A pair that meets on several sides of a seam counts up to four times against [`max_pairs`](WorldOptions::max_pairs).
    ///
    /// ```
    /// use hitmask::{Collider, Mask, World, WorldOptions};
    /// let mut world = World::with_options(WorldOptions { wrap: Some((320, 200)), ..WorldOptions::default() });
    /// let ship = world.insert(Collider::new(Mask::filled(16, 16)).at((310, 50)));      // it also covers columns 0 to 5
    /// let rock = world.insert(Collider::new(Mask::filled(16, 16)).at((-317, 60)));
    /// assert_eq!(world.position(rock), Some((3, 60).into()));
    /// let event = world.step()?[0];
    /// assert_eq!((event.a, event.b, event.touch.unwrap().first), (ship, rock, (3, 60).into()));
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "torus")]
    #[doc(alias = "toroidal")]
    #[doc(alias = "wrap around")]
    #[doc(alias = "periodic boundary")]
    pub wrap: Option<(u32, u32)>,
    /// The most bytes of pictures that are kept to be shared. Colliders with equal pixels, matrix and part of a pixel show one picture,
    /// which is drawn once. Pictures that were not used for long go first; those that a collider shows stay with it. 64 MiB by
    /// default: about 60 000 pictures of 40 x 40 pixels. Answers never depend on it.
    pub drawing_bytes: usize,
    /// Whether to measure the parts of a step. Needs a clock, so it does nothing without `std`. Off by default.
    pub timing: bool,
}

impl Default for WorldOptions {
    fn default() -> WorldOptions {
        WorldOptions {
            broad_phase: BroadPhaseKind::Auto,
            max_pairs: 1 << 24,
            detail: EventDetail::default(),
            parallel_from: 20_000,
            wrap: None,
            drawing_bytes: 1 << 26,
            timing: false,
        }
    }
}

/// What the last step did: counts of colliders and pairs, and times.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct WorldStats {
    /// Colliders in the world.
    pub colliders: usize,
    /// Pairs of one space whose layers, groups and kinds agree and whose boxes share a pixel; of those with a swept collider, pairs whose paths may
    /// meet.
    pub candidates: usize,
    /// Candidates that `keep` of [`World::step_with`](crate::World::step_with) refused.
    pub refused: usize,
    /// Candidates that a custom test decided.
    pub custom: usize,
    /// Candidates that were decided without testing pixels.
    pub early_outs: usize,
    /// Candidates whose pixels were compared.
    pub tests: usize,
    /// Pairs that touch.
    pub touching: usize,
    /// Pictures that were drawn.
    pub drawn: usize,
    /// Colliders that took a picture which another collider shows, or which was kept, instead of drawing it.
    pub shared: usize,
    /// Candidates with a turned mask that were decided without its picture: `early_outs` by discs and hulls, `tests` by a search.
    pub undrawn: usize,
    /// How long it took to find the pairs whose boxes share a pixel. All times are zero unless [`WorldOptions::timing`] is set.
    pub broad_phase_time: Duration,
    /// How long it took to draw the pictures of colliders that are turned or scaled.
    pub drawing_time: Duration,
    /// How long it took to test the pixels of the candidates, with custom tests.
    pub narrow_phase_time: Duration,
    /// How long it took to compare with the step before, and to find where pairs touch.
    pub events_time: Duration,
}
