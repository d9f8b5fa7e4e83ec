//! The tags and slices of a sprite.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::layout::{self, Record};
use super::view::View;
use crate::geom::{PointQ16, Rect};

/// The order in which the frames of a tag are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum TagDirection {
    /// From first to last, then from first again.
    #[default]
    Forward,
    /// From last to first, then from last again.
    Reverse,
    /// From first to last and back. The first and the last frame are not shown twice in a row.
    PingPong,
    /// From last to first and back. The first and the last frame are not shown twice in a row.
    PingPongReverse,
}

impl TagDirection {
    const ALL: [TagDirection; 4] =
        [TagDirection::Forward, TagDirection::Reverse, TagDirection::PingPong, TagDirection::PingPongReverse];
}

/// A named animation of a [`PackSprite`], or for a [`NewSprite`](super::NewSprite).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackTag<'a> {
    /// The name. Several tags may have the same name. That of a pack is borrowed from its bytes.
    pub name: Cow<'a, str>,
    /// The numbers of its frames in the sprite, in the order of the source. There must be at least one, and a frame may occur several times.
    pub frames: Vec<u32>,
    /// The order in which they are played. Forward by default.
    pub direction: TagDirection,
    /// How many times they are played; None, the default, means without end.
    pub repeat: Option<NonZeroU32>,
}

impl<'a> PackTag<'a> {
    /// A tag that plays forward without end.
    #[must_use]
    pub fn new(name: impl Into<Cow<'a, str>>, frames: impl IntoIterator<Item = u32>) -> PackTag<'a> {
        let frames = frames.into_iter().collect();
        PackTag { name: name.into(), frames, direction: TagDirection::Forward, repeat: None }
    }

    pub(super) fn read(view: View<'a>, number: usize) -> PackTag<'a> {
        let record = view.tag(number);
        let direction = TagDirection::ALL.get(record.u32(layout::TAG_DIRECTION) as usize).copied();
        PackTag {
            name: Cow::Borrowed(view.name(record, layout::TAG_NAME)),
            frames: record.range(layout::TAG_FRAMES).map(|at| view.number(at)).collect(),
            direction: direction
                .unwrap_or_else(|| unreachable!("directions were checked when the pack was opened")),
            repeat: NonZeroU32::new(record.u32(layout::TAG_REPEAT)),
        }
    }

    pub(super) fn into_owned(self) -> PackTag<'static> {
        PackTag { name: Cow::Owned(self.name.into_owned()), ..self }
    }
}

/// A named rectangle of a [`PackSprite`], or for a [`NewSprite`](super::NewSprite). It may lie elsewhere from some frame on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackSlice<'a> {
    /// The name. Several slices may have the same name. That of a pack is borrowed from its bytes.
    pub name: Cow<'a, str>,
    /// Where it lies from which frame on, in the order of the source. There must be at least one.
    pub areas: Vec<SliceArea>,
}

/// Where a slice lies from a certain frame on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SliceArea {
    /// The first frame to which it applies, counted from 0.
    pub frame: u32,
    /// The rectangle in the frame.
    pub rect: Rect,
    /// The pivot of the slice, measured from the upper left corner of the rectangle.
    pub pivot: Option<PointQ16>,
}

impl SliceArea {
    pub(super) fn read(key: Record<'_>) -> SliceArea {
        let field = |i: usize| layout::KEY_RECT + 4 * i;
        let has_pivot = key.u32(layout::KEY_FLAGS) & layout::KEY_HAS_PIVOT != 0;
        SliceArea {
            frame: key.u32(layout::KEY_FRAME),
            rect: Rect::new(key.i32(field(0)), key.i32(field(1)), key.u32(field(2)), key.u32(field(3))),
            pivot: has_pivot.then(|| key.point(layout::KEY_PIVOT)),
        }
    }
}

impl<'a> PackSlice<'a> {
    /// A slice with these areas.
    #[must_use]
    pub fn new(name: impl Into<Cow<'a, str>>, areas: impl IntoIterator<Item = SliceArea>) -> PackSlice<'a> {
        PackSlice { name: name.into(), areas: areas.into_iter().collect() }
    }

    /// Where it lies in a frame: the last area that begins with this frame or an earlier one. None before the first.
    #[must_use]
    pub fn at_frame(&self, frame: u32) -> Option<SliceArea> {
        self.areas.iter().copied().filter(|area| area.frame <= frame).max_by_key(|area| area.frame)
    }

    pub(super) fn into_owned(self) -> PackSlice<'static> {
        PackSlice { name: Cow::Owned(self.name.into_owned()), ..self }
    }
}
