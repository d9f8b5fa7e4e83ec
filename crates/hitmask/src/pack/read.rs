//! Opens a pack and finds entries in it.

use core::fmt;
use core::ops::Range;

use super::entry::{EntryRecord, PackEntry};
use super::layout::{ENTRY, HEADER, Header, KEY, Layout, NUMBER, Record, SIGNATURE, SPRITE, TAG};
use super::sprite::{PackSprite, is_legal, point};
use super::{PackError, layout};

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
/// # Ok::<(), hitmask::PackError>(())
/// ```
///
/// # Names
/// An entry is one frame of a sprite. If the sprite has a single frame, the entry has the name of the sprite. Otherwise it has the name of
/// the sprite, `#`, and the name of the frame. Names are UTF-8; folders are separated by `/`.
///
/// # Guarantees
/// - Any altered bit gives a [`PackError`] when the part with it is read: an altered header or index when the pack is opened, altered data
///   when the entry is read.
/// - Any other bytes give an error, too. Nothing panics, and no entry takes more memory than the [`PackLimits`] allow.
/// - Equal sprites, added in any order, give equal packs.
///
/// `B` may be anything that lends bytes, such as `&[u8]`, `Vec<u8>`, `Arc<[u8]>` or a memory map. It must lend the same bytes each time.
#[doc(alias = "archive")]
#[doc(alias = "bundle")]
#[derive(Clone)]
pub struct Pack<B> {
    bytes: B,
    layout: Layout,
    limits: PackLimits,
}

/// How much memory reading one entry may take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackLimits {
    /// The largest number of bytes that the mask, the alphas or the outline of one entry may take. 1 GiB by default.
    pub memory: u64,
}

impl Default for PackLimits {
    fn default() -> PackLimits {
        PackLimits { memory: 1 << 30 }
    }
}

/// The bytes of an open pack, and where things lie in them.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) layout: Layout,
    pub(super) limits: PackLimits,
}

impl<'a> View<'a> {
    fn record(self, table: usize, size: usize, number: usize) -> Record<'a> {
        Record(&self.bytes[table + number * size..][..size])
    }

    pub(super) fn entry(self, number: usize) -> EntryRecord<'a> {
        EntryRecord(self.record(HEADER, ENTRY, number))
    }

    pub(super) fn sprite(self, number: usize) -> Record<'a> {
        self.record(self.layout.sprites_at, SPRITE, number)
    }

    pub(super) fn tag(self, number: usize) -> Record<'a> {
        self.record(self.layout.tags_at, TAG, number)
    }

    pub(super) fn key(self, number: usize) -> Record<'a> {
        self.record(self.layout.keys_at, KEY, number)
    }

    pub(super) fn number(self, at: usize) -> u32 {
        self.record(self.layout.numbers_at, NUMBER, at).u32(0)
    }

    /// The name whose place stands in a record.
    pub(super) fn name(self, record: Record<'_>, at: usize) -> &'a str {
        let names = &self.bytes[self.layout.names_at..][..self.layout.header.names as usize];
        let name = core::str::from_utf8(&names[record.range(at)]);
        name.unwrap_or_else(|_| unreachable!("names were checked when the pack was opened"))
    }
}

impl Pack<&[u8]> {
    /// Whether bytes begin like a pack. The first four are enough.
    #[must_use]
    pub fn is_pack(bytes: &[u8]) -> bool {
        bytes.starts_with(&SIGNATURE)
    }
}

impl<B: AsRef<[u8]>> Pack<B> {
    /// Opens a pack with the default limits.
    ///
    /// # Errors
    /// A [`PackError`] if the bytes are no pack, or if the header or the index is damaged.
    ///
    /// # Complexity
    /// Linear in the index, about 150 bytes for each entry. The data is not read.
    pub fn open(bytes: B) -> Result<Pack<B>, PackError> {
        Pack::open_with(bytes, PackLimits::default())
    }

    /// As [`Pack::open`], with your own limits.
    ///
    /// # Errors
    /// As [`Pack::open`].
    pub fn open_with(bytes: B, limits: PackLimits) -> Result<Pack<B>, PackError> {
        let layout = Header::read(bytes.as_ref())?;
        check(View { bytes: bytes.as_ref(), layout, limits })?;
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
        let number = find(self.len(), name, |number| view.name(view.entry(number).0, layout::ENTRY_NAME))?;
        Some(PackEntry { view, number })
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
        let number = find(sprites, name, |number| view.name(view.sprite(number), layout::SPRITE_NAME))?;
        Some(PackSprite { view, number })
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
                |name: &str, place: usize| sprite.frame(sprite.tag(name)?.frames().nth(place)? as usize);
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
    /// [`PackError::WrongEntryChecksum`] of the first entry that is damaged.
    pub fn verify(&self) -> Result<(), PackError> {
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
fn find<'a>(count: usize, name: &str, name_of: impl Fn(usize) -> &'a str) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        match name_of(middle).cmp(name) {
            core::cmp::Ordering::Less => low = middle + 1,
            core::cmp::Ordering::Greater => high = middle,
            core::cmp::Ordering::Equal => return Some(middle),
        }
    }
    None
}

/// Checks every record of the index, so that what reads them later can rely on them.
fn check(view: View<'_>) -> Result<(), PackError> {
    let Layout { header, sprites_at, tags_at, keys_at, names_at, data_at, .. } = view.layout;
    let names = &view.bytes[names_at..][..header.names as usize];
    let names = core::str::from_utf8(names)
        .map_err(|error| bad(names_at + error.valid_up_to(), "names are not UTF-8"))?;
    let named = |record: Record<'_>, at: usize| names.get(record.range(at)).filter(|name| !name.is_empty());

    let mut before = "";
    for number in 0..header.entries as usize {
        let entry = view.entry(number);
        let fault = |what| bad(HEADER + number * ENTRY, what);
        let name = named(entry.0, layout::ENTRY_NAME)
            .ok_or_else(|| fault("the name is not in the list of names"))?;
        if name <= before {
            return Err(fault("entries are not sorted by name"));
        }
        before = name;
        entry.check(data_at, view.bytes.len()).map_err(fault)?;
        if entry.0.u32(layout::ENTRY_SPRITE) >= header.sprites {
            return Err(fault("there is no such sprite"));
        }
    }
    // Frames, tags and slices follow each other without gaps, sprite by sprite. So nothing is read twice here.
    let (mut numbers, mut tags_before, mut keys_before) = (0, 0, 0);
    let mut listed = 0;
    let mut before = "";
    for number in 0..header.sprites as usize {
        let sprite = view.sprite(number);
        let fault = |what| bad(sprites_at + number * SPRITE, what);
        let name = named(sprite, layout::SPRITE_NAME)
            .ok_or_else(|| fault("the name is not in the list of names"))?;
        if name <= before {
            return Err(fault("sprites are not sorted by name"));
        }
        before = name;
        let [frames, tags, keys] =
            [layout::SPRITE_FRAMES, layout::SPRITE_TAGS, layout::SPRITE_KEYS].map(|at| sprite.range(at));
        if frames.is_empty() || !follows(&frames, &mut numbers, header.numbers) {
            return Err(fault("its frames do not follow in the table of numbers"));
        }
        listed += frames.len();
        for (frame, at) in frames.clone().enumerate() {
            let entry = view.number(at);
            let is_it = entry < header.entries && {
                let entry = view.entry(entry as usize).0;
                entry.u32(layout::ENTRY_SPRITE) as usize == number
                    && entry.u32(layout::ENTRY_FRAME) as usize == frame
            };
            if !is_it {
                return Err(fault("a frame is not an entry that belongs to it"));
            }
        }
        if !follows(&tags, &mut tags_before, header.tags) || !follows(&keys, &mut keys_before, header.keys) {
            return Err(fault("its tags or slices do not follow in their tables"));
        }
        for tag in tags {
            let record = view.tag(tag);
            let shown = record.range(layout::TAG_FRAMES);
            let is_legal = named(record, layout::TAG_NAME).is_some()
                && !shown.is_empty()
                && follows(&shown, &mut numbers, header.numbers)
                && shown.clone().all(|at| (view.number(at) as usize) < frames.len())
                && record.u32(layout::TAG_DIRECTION) <= 3;
            if !is_legal {
                return Err(bad(
                    tags_at + tag * TAG,
                    "a tag has no name, no frame, or a wrong frame or direction",
                ));
            }
        }
        for (place, key) in keys.enumerate() {
            let record = view.key(key);
            let flags = record.u32(layout::KEY_FLAGS);
            let goes_on = flags & layout::KEY_GOES_ON != 0;
            let is_legal = named(record, layout::KEY_NAME).is_some()
                && (record.u32(layout::KEY_FRAME) as usize) < frames.len()
                && flags <= (layout::KEY_GOES_ON | layout::KEY_HAS_PIVOT)
                && !(goes_on && place == 0)
                && is_legal(point(record, layout::KEY_PIVOT));
            if !is_legal {
                return Err(bad(keys_at + key * KEY, "a slice has no name, or a wrong frame, flag or pivot"));
            }
        }
    }
    // A frame that is listed says so itself, so none is listed twice. All are listed if as many are.
    let all = (header.entries, header.numbers, header.tags, header.keys);
    if (listed, numbers, tags_before, keys_before)
        != (all.0 as usize, all.1 as usize, all.2 as usize, all.3 as usize)
    {
        return Err(bad(sprites_at, "some entry, number, tag or slice belongs to no sprite"));
    }
    Ok(())
}

/// Whether a range begins where the ones before it ended, and ends within the table.
fn follows(range: &Range<usize>, before: &mut usize, count: u32) -> bool {
    let is_next = range.start == *before && range.end <= count as usize;
    *before = range.end;
    is_next
}

fn bad(offset: usize, what: &'static str) -> PackError {
    PackError::BadIndex { offset, what }
}
