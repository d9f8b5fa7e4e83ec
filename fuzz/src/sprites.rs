//! Sprites from any bytes: an error, or a sprite that is valid and within the limits.

use std::sync::OnceLock;
use std::time::Duration;

use hitmask_assets::{
    CollisionOptions, Format, Image, Limits, Options, Result, Sprite, decode, decode_atlas, decode_polygons,
    encode_png,
};

use crate::allocations::peak;
use crate::layers;

/// Small limits, so that the time is spent in the decoders, but large enough for groups within groups.
const OPTIONS: Options = Options {
    limits: Limits {
        max_side: 4096,
        max_pixels: 1 << 18,
        max_frames: 64,
        max_file_bytes: 1 << 20,
        max_memory: 1 << 24,
        max_work: 1 << 22,
    },
    grid: None,
    within: None,
};

/// Memory that is not counted in advance: the state of decoders, errors, and what allocators round up.
const SLACK: usize = 1 << 20;

/// The picture that every atlas gets.
const SHEET: (u32, u32) = (16, 16);

/// PNG. A picture that was read must survive being written and read again.
pub(crate) fn png(bytes: &[u8]) {
    if let Some(sprite) = read(Format::Png, bytes) {
        let image = &sprite.frames[0].image;
        let again = decode(&encode_png(image), &OPTIONS).expect("a picture that was written is read");
        assert_eq!(again.frames[0].image, *image);
    }
}

/// GIF, with every frame.
pub(crate) fn gif(bytes: &[u8]) {
    read(Format::Gif, bytes);
}

/// WebP, with every frame.
pub(crate) fn webp(bytes: &[u8]) {
    read(Format::WebP, bytes);
}

/// Aseprite files. Bytes that are not an Aseprite file describe one for [`crate::layers`].
pub(crate) fn aseprite(bytes: &[u8]) {
    if Format::sniff(bytes) == Some(Format::Aseprite) {
        read(Format::Aseprite, bytes);
    } else {
        within_memory(|| layers::merge(bytes, &OPTIONS));
    }
}

/// JSON atlases with a valid picture.
pub(crate) fn atlas_json(bytes: &[u8]) {
    atlas(bytes);
}

/// libGDX atlases with a valid picture.
pub(crate) fn atlas_libgdx(bytes: &[u8]) {
    if Format::sniff(bytes) == Some(Format::LibGdx) {
        atlas(bytes);
    }
}

/// Atlases in XML: of Starling and TexturePacker, and property lists of cocos2d.
pub(crate) fn atlas_xml(bytes: &[u8]) {
    if matches!(Format::sniff(bytes), Some(Format::XmlAtlas | Format::Plist)) {
        atlas(bytes);
    }
}

/// JPEG.
pub(crate) fn jpeg(bytes: &[u8]) {
    read(Format::Jpeg, bytes);
}

/// BMP, TGA and QOI.
pub(crate) fn bitmaps(bytes: &[u8]) {
    for format in [Format::Bmp, Format::Tga, Format::Qoi] {
        read(format, bytes);
    }
}

/// The polygons of an atlas, in JSON or in XML.
pub(crate) fn atlas_polygons(bytes: &[u8]) {
    match within_memory(|| decode_polygons(bytes, &OPTIONS.limits)) {
        Ok(frames) => {
            assert!(frames.len() <= OPTIONS.limits.max_frames as usize);
            for mask in frames.iter().filter_map(|(_, mask)| mask.as_ref()) {
                let (w, h) = mask.size();
                assert!(w.max(h) <= OPTIONS.limits.max_side);
                assert!(u64::from(w) * u64::from(h) <= OPTIONS.limits.max_pixels);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The name of a frame, in a sprite whose names are also numbers, tags and slices.
pub(crate) fn selector(bytes: &[u8]) {
    const ATLAS: &[u8] = br#"{"frames": {
        "a": {"frame": {"x": 0, "y": 0, "w": 3, "h": 2}}, "1": {"frame": {"x": 5, "y": 5, "w": 4, "h": 4}},
        "walk:1": {"frame": {"x": 1, "y": 0, "w": 3, "h": 2}}, "walk": {"frame": {"x": 2, "y": 0, "w": 3, "h": 2}},
        "9": {"frame": {"x": 3, "y": 0, "w": 3, "h": 2}}, "\u00e9": {"frame": {"x": 4, "y": 0, "w": 3, "h": 2}}},
        "meta": {"image": "sheet.png",
        "frameTags": [{"name": "walk", "from": 1, "to": 3, "direction": "pingpong"}, {"name": "run:2", "from": 4, "to": 4},
            {"name": "a", "from": 2, "to": 2}, {"name": "s", "from": 2, "to": 5}],
        "slices": [{"name": "s", "keys": [{"frame": 1, "bounds": {"x": 1, "y": 1, "w": 9, "h": 9}}]},
            {"name": "hit", "keys": [{"frame": 0, "bounds": {"x": 0, "y": 1, "w": 2, "h": 1}}]}]}}"#;
    static SPRITE: OnceLock<Sprite> = OnceLock::new();
    let sprite = SPRITE.get_or_init(|| decode_atlas(ATLAS, |_| Ok(sheet()), &OPTIONS).expect("an atlas"));
    let Ok(text) = str::from_utf8(bytes) else { return };
    // The order that the documentation gives.
    let tag_frame = |tag: &str, number: usize| {
        let tag = sprite.tags.iter().find(|other| other.name == tag)?;
        Some(sprite.frames[tag.frames.get(number)? as usize].image.clone())
    };
    let by_number = text.parse::<usize>().ok().and_then(|number| sprite.frames.get(number));
    let by_name = || sprite.frames.iter().find(|frame| frame.name == text);
    let by_slice = || {
        let key = sprite.slices.iter().find(|slice| slice.name == text)?.keys.first()?;
        let picture = &sprite.frames[key.frame as usize].image;
        let (x, y, w, h) = (key.rect.x as u32, key.rect.y as u32, key.rect.w, key.rect.h);
        let pixels =
            (0..h).flat_map(|j| (0..w).flat_map(move |i| picture.pixel(x + i, y + j).expect("a pixel")));
        Image::from_rgba8(w, h, pixels.collect()).ok()
    };
    let by_place = || text.rsplit_once(':').and_then(|(tag, number)| tag_frame(tag, number.parse().ok()?));
    let expected = by_number.or_else(by_name).map(|frame| frame.image.clone());
    let expected = expected.or_else(by_slice).or_else(|| tag_frame(text, 0)).or_else(by_place);
    // All names are different, so only the first of a name can be asked for.
    let counted = || {
        let (number, name) = text.split_once(':')?;
        (number.parse::<usize>() == Ok(1)).then(|| {
            let frame = sprite.frames.iter().find(|frame| frame.name == name);
            frame
                .map(|frame| frame.image.clone())
                .or_else(|| {
                    sprite
                        .slices
                        .iter()
                        .any(|slice| slice.name == name)
                        .then(|| sprite.select(name).expect("a slice").image)
                })
                .or_else(|| tag_frame(name, 0))
        })?
    };
    let expected = expected.or_else(counted);
    if let Some(note) = sprite.selection_note(text) {
        assert!(note.contains("is taken"), "{note}");
    }
    match sprite.select(text) {
        Ok(frame) => assert_eq!(Some(frame.image), expected),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(expected.is_none(), "{text:?} names a frame");
        }
    }
}

/// The picture of all atlases.
fn sheet() -> Vec<u8> {
    static PICTURE: OnceLock<Vec<u8>> = OnceLock::new();
    let picture = PICTURE.get_or_init(|| {
        let (width, height) = SHEET;
        let image = Image::from_rgba8(width, height, (0..=255).cycle().take(1024).collect());
        encode_png(&image.expect("four bytes for each pixel"))
    });
    picture.clone()
}

fn atlas(bytes: &[u8]) {
    let sprite = check(within_memory(|| decode_atlas(bytes, |_| Ok(sheet()), &OPTIONS)));
    let Some(sprite) = sprite else { return };
    for flip_h in [false, true] {
        let options = CollisionOptions { flip_h, ..CollisionOptions::default() };
        if let Ok(shape) = sprite.collision_frames(&options) {
            for (frame, shape) in sprite.frames.iter().zip(shape.frames.all()) {
                assert_eq!(shape.0.count(), frame.mask(options.threshold).count());
            }
        }
    }
}

fn read(format: Format, bytes: &[u8]) -> Option<Sprite> {
    if Format::sniff(bytes) != Some(format) {
        return None;
    }
    let sprite = check(within_memory(|| decode(bytes, &OPTIONS)))?;
    assert_eq!(sprite.format, format);
    Some(sprite)
}

/// Runs `f` and checks that its result holds no more memory than the limit allows.
fn within_memory<T>(f: impl FnOnce() -> T) -> T {
    let (result, held) = peak(f);
    assert!(held <= OPTIONS.limits.max_memory as usize + SLACK, "{held} bytes were held at a time");
    result
}

/// Checks that errors are sentences, that frames are within the limits, and that slices and tags are within the frames.
fn check(result: Result<Sprite>) -> Option<Sprite> {
    let sprite = match result {
        Ok(sprite) => sprite,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    let Limits { max_side, max_pixels, max_frames, .. } = OPTIONS.limits;
    assert!((1..=max_frames as usize).contains(&sprite.frames.len()));
    let mut pixels = 0;
    for (number, frame) in sprite.frames.iter().enumerate() {
        let (width, height) = (frame.image.width(), frame.image.height());
        assert!(width <= max_side && height <= max_side);
        let area = u64::from(width) * u64::from(height);
        pixels += area;
        assert_eq!(frame.image.as_rgba8().len() as u64, 4 * area);
        let mask = frame.mask(128);
        assert_eq!(mask.size(), (width, height));
        assert_eq!(mask, frame.alpha().to_mask(128));
        assert_eq!(frame.mask(0).count(), area);
        assert!(frame.trim.x >= 0 && frame.trim.right() <= i64::from(width));
        assert!(frame.trim.y >= 0 && frame.trim.bottom() <= i64::from(height));
        assert_eq!(sprite.select(&number.to_string()).expect("a frame by number").image, frame.image);
    }
    assert!(pixels <= max_pixels);
    for slice in &sprite.slices {
        assert!(!slice.keys.is_empty() && slice.keys.is_sorted_by_key(|key| key.frame));
        for key in &slice.keys {
            let image = &sprite.frames[key.frame as usize].image;
            assert!(key.rect.x >= 0 && key.rect.right() <= i64::from(image.width()));
            assert!(key.rect.y >= 0 && key.rect.bottom() <= i64::from(image.height()));
        }
        sprite.select(&slice.name).expect("a slice by name");
    }
    for tag in &sprite.tags {
        assert!(!tag.frames.is_empty());
        assert!(tag.frames.iter().all(|frame| (frame as usize) < sprite.frames.len()));
        let shown = tag.frame_at(&sprite, Duration::from_millis(12_345)) as u32;
        assert!(tag.frames.iter().any(|frame| frame == shown));
    }
    Some(sprite)
}
