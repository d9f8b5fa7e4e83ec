//! Sprites from any bytes: an error, or a sprite that is valid and within the limits.

use std::sync::OnceLock;
use std::time::Duration;

use hitmask_assets::{
    CollisionOptions, Format, Image, Limits, Options, Result, Sprite, decode, decode_atlas, encode_png,
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

fn atlas(bytes: &[u8]) {
    static PICTURE: OnceLock<Vec<u8>> = OnceLock::new();
    let picture = PICTURE.get_or_init(|| {
        let (width, height) = SHEET;
        let image = Image::from_rgba8(width, height, (0..=255).cycle().take(1024).collect());
        encode_png(&image.expect("four bytes for each pixel"))
    });
    let sprite = check(within_memory(|| decode_atlas(bytes, |_| Ok(picture.clone()), &OPTIONS)));
    let Some(sprite) = sprite else { return };
    for flip_h in [false, true] {
        let options = CollisionOptions { flip_h, ..CollisionOptions::default() };
        if let Ok(shape) = sprite.collision_frames(&options) {
            for (frame, shape) in sprite.frames.iter().zip(shape.frames.all()) {
                assert_eq!(shape.mask.count(), frame.mask(options.threshold).count());
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
