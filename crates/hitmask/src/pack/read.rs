//! Opens a pack and finds entries in it.

use core::fmt;

use super::entry::PackEntry;
use super::layout::{Header, Layout};
use super::sprite::PackSprite;
use super::view::View;
use super::{check, layout};
use crate::bytes::{DecodeError, DecodeLimits};

/// Many masks with their names, read from bytes: of a file, of a memory map, or of the program itself (`include_bytes!`).
///
/// Opening checks the header and the index. The masks are decoded one by one, when they are asked for.
///
/// ```
/// use hitmask::{Mask, NewFrame, NewSprite, Pack, PackBuilder};
///
/// let rock = Mask::from_fn(12, 12, |x, y| x.abs_diff(6) + y.abs_diff(6) <= 5);
/// let mut builder = PackBuilder::new();
/// builder.add(NewSprite::single("rocks/small.png", NewFrame::from_mask(&rock)))?;
/// builder.add(NewSprite::new("hero.png", [NewFrame::from_mask(&rock), NewFrame::from_mask(&Mask::filled(9, 9))]))?;
/// let bytes = builder.finish();                                 // save them in a file
///
/// let pack = Pack::open(bytes)?;
/// assert_eq!(pack.entry("rocks/small.png").unwrap().mask()?, rock);
/// assert_eq!(pack.entry("hero.png#1").unwrap().size(), (9, 9));
/// assert_eq!(pack.sprite("hero.png").unwrap().frames().count(), 2);
/// assert!(pack.entry("Hero.png#1").is_none());                  // names are compared byte by byte
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Names
/// An entry is one frame of a sprite. If the sprite has a single frame, the entry has the name of the sprite. Otherwise it has the name of
/// the sprite, `#`, and the name of the frame. Names are UTF-8; folders are separated by `/`.
///
/// # Guarantees
/// - Any altered bit gives a [`DecodeError`] when the part with it is read: an altered header or index when the pack is opened, altered data
///   when the entry is read.
/// - Any other bytes give an error, too. Nothing panics, and no entry takes more memory than the [`DecodeLimits`] allow.
/// - Equal sprites, added in any order, give equal packs.
///
/// `B` may be anything that lends bytes, such as `&[u8]`, `Vec<u8>`, `Arc<[u8]>` or a memory map. It must lend the same bytes each time.
#[doc(alias = "archive")]
#[doc(alias = "bundle")]
#[derive(Clone)]
pub struct Pack<B> {
    bytes: B,
    layout: Layout,
    limits: DecodeLimits,
}

impl Pack<&[u8]> {
    /// Whether bytes begin like a pack. The first four are enough.
    #[must_use]
    pub fn is_pack(bytes: &[u8]) -> bool {
        layout::FORMAT.is_at_start(bytes)
    }
}

impl<B: AsRef<[u8]>> Pack<B> {
    /// Opens a pack with the default limits.
    ///
    /// # Errors
    /// A [`DecodeError`] if the bytes are no pack, or if the header or the index is damaged.
    ///
    /// # Complexity
    /// Linear in the index, about 150 bytes for each entry. The data is not read.
    pub fn open(bytes: B) -> Result<Pack<B>, DecodeError> {
        Pack::open_with(bytes, DecodeLimits::default())
    }

    /// As [`Pack::open`], with your own limits.
    ///
    /// # Errors
    /// As [`Pack::open`].
    pub fn open_with(bytes: B, limits: DecodeLimits) -> Result<Pack<B>, DecodeError> {
        let layout = Header::read(bytes.as_ref())?;
        check::index(View { bytes: bytes.as_ref(), layout, limits })?;
        Ok(Pack { bytes, layout, limits })
    }

    fn view(&self) -> View<'_> {
        View { bytes: self.bytes.as_ref(), layout: self.layout, limits: self.limits }
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layout.header.entries as usize
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries, sorted by name (by bytes).
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = PackEntry<'_>> + DoubleEndedIterator {
        let view = self.view();
        (0..self.len()).map(move |number| PackEntry { view, number })
    }

    /// The entry with this name. Takes a binary search.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<PackEntry<'_>> {
        let view = self.view();
        let number =
            find(self.len(), name, |number| view.name_bytes(view.entry(number).0, layout::ENTRY_NAME))?;
        Some(PackEntry { view, number })
    }

    /// The entry with this number in the order of names: see [`PackEntry::index`].
    #[must_use]
    pub fn entry_at(&self, number: usize) -> Option<PackEntry<'_>> {
        (number < self.len()).then(|| PackEntry { view: self.view(), number })
    }

    /// All sprites, sorted by name (by bytes).
    #[must_use]
    pub fn sprites(&self) -> impl ExactSizeIterator<Item = PackSprite<'_>> + DoubleEndedIterator {
        let view = self.view();
        (0..self.layout.header.sprites as usize).map(move |number| PackSprite { view, number })
    }

    /// The sprite with this name. Takes a binary search.
    #[must_use]
    pub fn sprite(&self, name: &str) -> Option<PackSprite<'_>> {
        let view = self.view();
        let sprites = self.layout.header.sprites as usize;
        let number = find(sprites, name, |number| view.name_bytes(view.sprite(number), layout::SPRITE_NAME))?;
        Some(PackSprite { view, number })
    }

    /// The sprite with this number in the order of names: see [`PackSprite::index`].
    #[must_use]
    pub fn sprite_at(&self, number: usize) -> Option<PackSprite<'_>> {
        (number < self.layout.header.sprites as usize).then(|| PackSprite { view: self.view(), number })
    }

    /// The entry that is meant by a name as people write it. These are tried in this order:
    /// 1. the name of an entry;
    /// 2. the name of a sprite, which means its first frame;
    /// 3. `SPRITE#N`, the frame with this number, counted from 0;
    /// 4. `SPRITE#TAG`, the first frame of a tag;
    /// 5. `SPRITE#TAG:N`, frame `N` of a tag, counted from 0 in the order of the tag's list.
    #[must_use]
    pub fn select(&self, selector: &str) -> Option<PackEntry<'_>> {
        if let Some(entry) = self.entry(selector) {
            return Some(entry);
        }
        if let Some(sprite) = self.sprite(selector) {
            return sprite.frame(0);
        }
        // A name may contain a `#`, too.
        selector.rmatch_indices('#').find_map(|(at, _)| {
            let (sprite, frame) = (self.sprite(&selector[..at])?, &selector[at + 1..]);
            if let Some(entry) = frame.parse().ok().and_then(|number| sprite.frame(number)) {
                return Some(entry);
            }
            let of_tag =
                |name: &str, place: usize| sprite.frame(*sprite.tag(name)?.frames.get(place)? as usize);
            of_tag(frame, 0).or_else(|| {
                let (tag, place) = frame.rsplit_once(':')?;
                of_tag(tag, place.parse().ok()?)
            })
        })
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Checks the checksums of all entries. The index was checked when the pack was opened.
    ///
    /// # Errors
    /// A [`DecodeError`] of the first entry that is damaged.
    pub fn verify(&self) -> Result<(), DecodeError> {
        self.entries().try_for_each(PackEntry::verify)
    }
}

impl<B: AsRef<[u8]>> fmt::Debug for Pack<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sprites = self.layout.header.sprites;
        f.debug_struct("Pack")
            .field("entries", &self.len())
            .field("sprites", &sprites)
            .finish_non_exhaustive()
    }
}

/// The number of a name among sorted names.
fn find<'a>(count: usize, name: &str, name_of: impl Fn(usize) -> &'a [u8]) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        match name_of(middle).cmp(name.as_bytes()) {
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Greater => high = middle,
            core::cmp::Ordering::Equal => return Some(middle),
        }
    }
    None
}
