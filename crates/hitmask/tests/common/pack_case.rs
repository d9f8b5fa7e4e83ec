//! Packs that tests change on purpose: checksums that fit again after a change, and reading everything that there is.

use hitmask::{
    AlphaMask, DecodeError, DecodeErrorKind, DecodeLimits, Mask, NewSprite, Pack, PackBuilder, PackEntry,
    PackSprite, Rect, SliceArea, TileMap,
};
use hitmask_oracle::{crc64, pack_alphas};

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Where the data begins, according to the counts in the header. None if that is beyond the bytes.
pub(crate) fn data_at(bytes: &[u8]) -> Option<usize> {
    if bytes.len() < 64 {
        return None;
    }
    let sizes = [80_u64, 48, 24, 48, 4, 1];
    let tables: u64 = sizes.iter().zip(4..).map(|(size, i)| size * u64::from(u32_at(bytes, 4 * i))).sum();
    usize::try_from((64 + tables).next_multiple_of(64)).ok().filter(|&at| at <= bytes.len())
}

/// Makes all checksums fit, and the length, so that readers come to the contents.
pub(crate) fn repair(bytes: &mut [u8]) {
    let Some(data_at) = data_at(bytes) else { return };
    let length = bytes.len() as u64;
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    for entry in 0..u32_at(bytes, 16) as usize {
        let at = 64 + 80 * entry;
        let begin = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let count = u64::from(u32_at(bytes, at + 8)) + u64::from(u32_at(bytes, at + 12));
        let end = begin.checked_add(count.next_multiple_of(8)).filter(|&end| end <= length);
        if let Some(end) = end {
            let crc = crc64(&bytes[begin as usize..end as usize]);
            bytes[at + 16..at + 24].copy_from_slice(&crc.to_le_bytes());
        }
    }
    let crc = crc64(&[&bytes[..56], &bytes[64..data_at]].concat());
    bytes[56..64].copy_from_slice(&crc.to_le_bytes());
}

/// The memory that [`read_all`] allows.
const LIMITS: DecodeLimits = DecodeLimits { memory: 1 << 22, work: 1 << 32 };
/// Larger trims are not compared pixel by pixel.
const FEW_PIXELS: u64 = 1 << 16;

/// Reads everything in a pack, in every way, with little memory. Pixels are compared with the oracle's. The first error ends it.
pub(crate) fn read_all(bytes: &[u8]) -> Result<(), DecodeError> {
    let pack = Pack::open_with(bytes, LIMITS)?;
    let mut first = Ok(());
    for (number, entry) in pack.entries().enumerate() {
        assert_eq!(pack.entry(entry.name()).map(|found| found.index()), Some(number));
        assert_eq!(pack.select(entry.name()).map(|found| found.index()), Some(number));
        assert_eq!(entry.sprite().frame(entry.frame_number()).unwrap().index(), number);
        let _ = (entry.tags().count(), entry.pivot(), entry.duration(), entry.frame_name());
        for (name, area) in entry.slices() {
            assert!(!name.is_empty() && area.frame as usize <= entry.frame_number());
        }
        first = first.and(read_pixels(entry));
    }
    for (number, sprite) in pack.sprites().enumerate() {
        assert_eq!(pack.sprite(sprite.name()).map(|found| found.index()), Some(number));
        assert!(sprite.frames().len() > 0 && pack.select(sprite.name()).is_some());
        select(&pack, sprite);
        for tag in sprite.tags() {
            let number = |&frame: &u32| sprite.frame(frame as usize).unwrap().frame_number() as u32;
            assert!(tag.frames.iter().map(number).eq(tag.frames.iter().copied()), "{tag:?}");
        }
        for slice in sprite.slices() {
            let areas = &slice.areas;
            assert!(!areas.is_empty(), "{slice:?}");
            // The area of a frame is the last one of those that begin latest, but not after the frame.
            for frame in
                areas.iter().flat_map(|area| [area.frame, area.frame + 1, area.frame.saturating_sub(1)])
            {
                let mut expected: Option<SliceArea> = None;
                for &area in areas.iter().filter(|area| area.frame <= frame) {
                    if expected.is_none_or(|before| before.frame <= area.frame) {
                        expected = Some(area);
                    }
                }
                assert_eq!(slice.at_frame(frame), expected, "{slice:?}, frame {frame}");
            }
        }
    }
    first
}

/// Reads the pixels of an entry in every way.
fn read_pixels(entry: PackEntry<'_>) -> Result<(), DecodeError> {
    let (stored, (trim, (w, h))) = (entry.stored_pixels()?, (entry.trim(), entry.size()));
    let code = match entry.coding_name() {
        "bits" => 1,
        "edges" => 2,
        "bytes" => 3,
        _ => 4,
    };
    // What does not fit is refused, and is not tried here.
    let pixels = u64::from(w) * u64::from(h);
    let is_small = pixels / 8 <= LIMITS.memory as u64;
    if u64::from(trim.w) * u64::from(trim.h) <= FEW_PIXELS && is_small {
        let alphas = pack_alphas(code, trim.w as usize, trim.h as usize, stored);
        match (entry.trimmed_mask(), &alphas) {
            (Ok(mask), Some(alphas)) => {
                let level = if code <= 2 { 255 } else { entry.level() };
                assert_eq!(mask, Mask::from_alpha(trim.w, trim.h, alphas, level).unwrap());
            }
            (Err(error), None) if error.kind == DecodeErrorKind::BadValue => {}
            (Err(error), _) if matches!(error.kind, DecodeErrorKind::TooMuchMemory { .. }) => {}
            (ours, theirs) => panic!("{ours:?} instead of {theirs:?}: {entry:?}, {trim:?}, {stored:?}"),
        }
        if let (Ok(alpha), Some(alphas)) = (entry.alpha(), &alphas) {
            assert_eq!(alpha, whole(alphas, trim, (w, h)));
        }
    }
    let (mask, trimmed) = (entry.mask()?, entry.trimmed_mask()?);
    assert!(is_small, "{w} x {h} pixels are more than the limit");
    assert_eq!((mask.size(), mask.crop(trim)), ((w, h), trimmed.clone()));
    // At level 0 every pixel is solid.
    assert!(mask.count() == trimmed.count() || code > 2 && entry.level() == 0);
    assert_eq!(entry.runs()?.to_mask(), mask);
    let alpha = entry.alpha()?;
    assert!(2 * pixels <= LIMITS.memory as u64);
    assert_eq!(alpha.to_mask(if code <= 2 { 255 } else { entry.level() }), mask);
    if let Some((map, _)) = entry.tile_map()? {
        assert!(entry.has_tile_map() && TileMap::from_bytes(&map.to_bytes()).as_ref() == Ok(&map));
    }
    if let Some(outline) = entry.outline()? {
        assert_eq!(outline.size(), entry.size());
    }
    Ok(())
}

/// The alphas of a trim in their frame.
fn whole(alphas: &[u8], trim: Rect, (w, h): (u32, u32)) -> AlphaMask {
    let inside = |at: u32, from: i32, side: u32| {
        i64::from(at).checked_sub(from.into()).filter(|&at| (0..side.into()).contains(&at))
    };
    AlphaMask::from_fn(w, h, |x, y| match (inside(x, trim.x, trim.w), inside(y, trim.y, trim.h)) {
        (Some(x), Some(y)) => alphas[(y * i64::from(trim.w) + x) as usize],
        _ => 0,
    })
}

/// Selects a few frames of a sprite by their numbers and tags.
fn select(pack: &Pack<&[u8]>, sprite: PackSprite<'_>) {
    let is = |selector: String, frame: usize| {
        // What is named so itself comes first.
        let named = pack.entry(&selector).or_else(|| pack.sprite(&selector)?.frame(0));
        let expected = named.or_else(|| sprite.frame(frame)).map(PackEntry::index);
        assert_eq!(pack.select(&selector).map(PackEntry::index), expected, "{selector}");
    };
    let name = sprite.name();
    for frame in [0, sprite.frames().len() - 1] {
        is(format!("{name}#{frame}"), frame);
    }
    for tag in sprite.tags().take(4) {
        let text = &*tag.name;
        // A number is that of a frame, and of tags with the same name the first counts.
        let is_first = sprite.tag(text).is_some_and(|first| first.frames == tag.frames);
        if text.contains(['#', ':']) || text.parse::<usize>().is_ok() || !is_first {
            continue;
        }
        let frames = &tag.frames;
        is(format!("{name}#{text}"), frames[0] as usize);
        is(format!("{name}#{text}:{}", frames.len() - 1), frames[frames.len() - 1] as usize);
    }
}

/// Copies all sprites of a pack into a new one, and compares them. What cannot be copied is left out.
pub(crate) fn copy(bytes: &[u8]) {
    let Ok(pack) = Pack::open_with(bytes, LIMITS) else { return };
    let mut builder = PackBuilder::new();
    let mut copied = Vec::new();
    for sprite in pack.sprites() {
        if let Ok(new) = NewSprite::from_sprite(sprite)
            && builder.add(new).is_ok()
        {
            copied.push(sprite);
        }
    }
    let again = builder.finish();
    let copy = Pack::open_with(&again[..], LIMITS).expect("it was just written");
    assert_eq!((copy.len(), copy.sprites().len()), (builder.len(), copied.len()));
    copy.verify().expect("it was just written");
    for sprite in copied {
        let other = copy.sprite(sprite.name()).expect("it was copied");
        let (a, b) = (sprite, other);
        assert_eq!((a.source_hash(), a.settings_hash()), (b.source_hash(), b.settings_hash()));
        assert!(a.tags().eq(b.tags()), "{a:?}");
        assert!(a.slices().eq(b.slices()), "{a:?}");
        assert_eq!(a.frames().len(), b.frames().len());
        for (a, b) in a.frames().zip(b.frames()) {
            let fields =
                |e: PackEntry<'_>| (e.size(), e.trim(), e.coding_name(), e.level(), e.pivot(), e.duration());
            assert_eq!(fields(a), fields(b), "{a:?}");
            assert_eq!(a.stored_pixels().unwrap(), b.stored_pixels().unwrap(), "{a:?}");
            assert_eq!((a.has_outline(), a.outline().ok()), (b.has_outline(), b.outline().ok()), "{a:?}");
            assert_eq!((a.has_tile_map(), a.tile_map().ok()), (b.has_tile_map(), b.tile_map().ok()), "{a:?}");
            if let Some(name) = a.frame_name().filter(|name| !name.is_empty())
                && sprite.frames().len() > 1
            {
                assert_eq!(b.frame_name(), Some(name));
            }
        }
    }
}
