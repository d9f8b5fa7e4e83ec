//! The frames of an animation.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::geom::Point;
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};
use crate::mask::{LabelMask, Mask};

/// The frames of an animation, shared, and which of them is shown. Collect it from masks; [`Frames::new`] takes masks that were trimmed.
///
/// ```
/// use hitmask::{Collider, Frames, Mask, World};
/// let walk: Frames = [Mask::filled(8, 16), Mask::filled(9, 16)].into_iter().collect();
/// let mut world = World::new();
/// let hero = world.insert(Collider::new(walk));
/// world.set_frame(hero, 1).unwrap();                          // None would mean that the handle is stale
/// assert_eq!(world.bounds(hero).unwrap().w, 9);
/// ```
#[doc(alias = "SpriteSheet")]
#[doc(alias = "animation")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frames {
    /// Behind one pointer: what a shape takes, every collider takes, whatever its shape is.
    set: Arc<FrameSet>,
    current: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct FrameSet {
    /// The solid pixels of each frame, and where the upper left corner of the mask lies in the whole picture.
    frames: Arc<[(Arc<Mask>, Point)]>,
    /// The label mask of each frame, if they have labels. The masks of the frames are its solid pixels.
    labels: Option<Arc<[Arc<LabelMask>]>>,
}

impl Frames {
    /// An animation that shows its first frame: masks, each with the pixel at which its upper left corner lies in the whole picture, (0, 0)
    /// if it was not trimmed.
    ///
    /// # Panics
    /// If there are no frames.
    #[must_use]
    pub fn new<M: Into<Arc<Mask>>>(frames: impl IntoIterator<Item = (M, Point)>) -> Frames {
        Frames::try_new(frames).or_panic()
    }

    /// The checked form of [`Frames::new`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if there are no frames.
    pub fn try_new<M: Into<Arc<Mask>>>(
        frames: impl IntoIterator<Item = (M, Point)>,
    ) -> Result<Frames, InvalidArgument> {
        Frames::of(frames.into_iter().map(|(mask, offset)| (mask.into(), offset)).collect(), None)
    }

    fn of(
        frames: Arc<[(Arc<Mask>, Point)]>,
        labels: Option<Arc<[Arc<LabelMask>]>>,
    ) -> Result<Frames, InvalidArgument> {
        if frames.is_empty() {
            return Err(InvalidArgument::new("frames", InvalidReason::Empty));
        }
        Ok(Frames { set: Arc::new(FrameSet { frames, labels }), current: 0 })
    }

    /// An animation of label masks that shows its first frame: each with the pixel at which its upper left corner lies in the whole picture,
    /// (0, 0) if it was not trimmed. What touches a frame meets the labels of that frame.
    ///
    /// ```
    /// use hitmask::{Frames, LabelMask, Point};
    /// let walk = [LabelMask::from_fn(8, 16, |_, y| if y < 5 { 1 } else { 2 }), LabelMask::new(9, 16)];
    /// let frames = Frames::with_labels(walk.into_iter().map(|frame| (frame, Point::ZERO)));
    /// assert_eq!(frames.labels().unwrap().label((0, 0)), 1);
    /// ```
    ///
    /// # Panics
    /// If there are no frames.
    #[must_use]
    pub fn with_labels<L: Into<Arc<LabelMask>>>(frames: impl IntoIterator<Item = (L, Point)>) -> Frames {
        Frames::try_with_labels(frames).or_panic()
    }

    /// The checked form of [`Frames::with_labels`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if there are no frames.
    pub fn try_with_labels<L: Into<Arc<LabelMask>>>(
        frames: impl IntoIterator<Item = (L, Point)>,
    ) -> Result<Frames, InvalidArgument> {
        let (labels, offsets): (Vec<Arc<LabelMask>>, Vec<Point>) =
            frames.into_iter().map(|(labels, offset)| (labels.into(), offset)).unzip();
        let frame = |(labels, &offset): (&Arc<LabelMask>, _)| (Arc::clone(labels.solid()), offset);
        let masks = labels.iter().zip(&offsets).map(frame).collect();
        Frames::of(masks, Some(labels.into()))
    }

    /// The label mask of the frame that is shown. None if the frames have no labels.
    #[must_use]
    pub fn labels(&self) -> Option<&Arc<LabelMask>> {
        self.set.labels.as_ref().map(|labels| &labels[self.current])
    }

    /// The label masks of all frames. Empty if they have no labels.
    #[must_use]
    pub fn all_labels(&self) -> &[Arc<LabelMask>] {
        self.set.labels.as_deref().unwrap_or_default()
    }

    /// The mask of each frame, and where its upper left corner lies in the whole picture.
    #[must_use]
    pub fn all(&self) -> &[(Arc<Mask>, Point)] {
        &self.set.frames
    }

    /// The number of the frame that is shown, from 0.
    #[must_use]
    pub fn current(&self) -> usize {
        self.current
    }

    /// Shows another frame, counted from 0.
    ///
    /// # Panics
    /// If the number is not below the number of frames: [`InvalidArgument::index`] finds out.
    pub fn show(&mut self, frame: usize) {
        self.check(frame).or_panic();
        self.current = frame;
    }

    /// Refuses a number that no frame has.
    pub(crate) fn check(&self, frame: usize) -> Result<(), InvalidArgument> {
        InvalidArgument::index("frame", frame, self.set.frames.len()).map(drop)
    }

    /// Whether both are the same animation in memory and show the same frame.
    pub(crate) fn is_same(&self, other: &Frames) -> bool {
        Arc::ptr_eq(&self.set.frames, &other.set.frames) && self.current == other.current
    }

    /// The mask of the frame that is shown, and where its upper left corner lies in the whole picture.
    #[must_use]
    #[inline]
    pub fn shown(&self) -> &(Arc<Mask>, Point) {
        &self.set.frames[self.current]
    }
}

/// An animation of masks that were not trimmed, which shows its first frame.
///
/// # Panics
/// If there are no frames.
impl<M: Into<Arc<Mask>>> FromIterator<M> for Frames {
    fn from_iter<I: IntoIterator<Item = M>>(frames: I) -> Frames {
        Frames::new(frames.into_iter().map(|mask| (mask, Point::ZERO)))
    }
}
