//! What the entries of one source have in common: tags, slices, and the order of the frames.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use super::layout::{self, Record};
use super::view::View;
use crate::geom::{PointQ16, Rect};

/// A sprite of a [`Pack`](crate::Pack): the frames of one picture, atlas or document, in their order, with tags and slices.
#[derive(Clone, Copy)]
pub struct PackSprite<'a> {
    pub(super) view: View<'a>,
    pub(super) number: usize,
}

impl<'a> PackSprite<'a> {
    pub(super) fn record(self) -> Record<'a> {
        self.view.sprite(self.number)
    }

    /// The name: the path of the source.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.view.name(self.record(), layout::SPRITE_NAME)
    }

    /// The number of the sprite in the pack, in the order of names.
    #[must_use]
    pub fn index(self) -> usize {
        self.number
    }

    /// The tags (named animations) in the order of the source.
    #[must_use]
    pub fn tags(self) -> impl ExactSizeIterator<Item = PackTag<'a>> + DoubleEndedIterator {
        self.record().range(layout::SPRITE_TAGS).map(move |number| PackTag::read(self.view, number))
    }

    /// The tag with this name. If there are several, the first of them.
    #[must_use]
    pub fn tag(self, name: &str) -> Option<PackTag<'a>> {
        self.tags().find(|tag| tag.name == name)
    }

    /// The slices (named rectangles) in the order of the source.
    pub fn slices(self) -> impl Iterator<Item = PackSlice<'a>> {
        let keys = self.record().range(layout::SPRITE_KEYS);
        let goes_on = move |key: usize| self.view.key(key).u32(layout::KEY_FLAGS) & layout::KEY_GOES_ON != 0;
        keys.clone().filter(move |&key| !goes_on(key)).map(move |first| {
            let end = (first + 1..keys.end).find(|&key| !goes_on(key)).unwrap_or(keys.end);
            let name = self.view.name(self.view.key(first), layout::KEY_NAME);
            PackSlice::new(name, (first..end).map(|key| SliceArea::read(self.view.key(key))))
        })
    }

    /// The hash of the source that the writer gave. `hitmask pack` uses it to find out whether a picture has changed.
    #[must_use]
    pub fn source_hash(self) -> u64 {
        self.record().u64(layout::SPRITE_SOURCE)
    }

    /// The hash of the settings that the writer gave, for the same purpose.
    #[must_use]
    pub fn settings_hash(self) -> u64 {
        self.record().u64(layout::SPRITE_SETTINGS)
    }
}

impl fmt::Debug for PackSprite<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackSprite")
            .field("name", &self.name())
            .field("frames", &self.frames().len())
            .finish_non_exhaustive()
    }
}

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

    fn read(view: View<'a>, number: usize) -> PackTag<'a> {
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
    fn read(key: Record<'_>) -> SliceArea {
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
