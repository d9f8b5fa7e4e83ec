//! GIF and WebP: whole frames, compared with the output of other decoders and with small cases worked out by hand.

use std::borrow::Cow;
use std::time::Duration;

use crate::common::data;
use gif::{DisposalMethod, Encoder};
use hitmask_assets::{Format, Options, Sprite, decode, load};

/// Compares the frames of a file in the test folder with the strip that another decoder made from it. `tolerance` is for the colours of
/// lossy pictures, which decoders may round differently. Alpha must be equal.
pub(crate) fn check(name: &str, format: Format, frames: usize, tolerance: u8) -> Sprite {
    let read = |name: &str, grid| {
        load(data(name), &Options { grid, ..Options::default() }).unwrap_or_else(|error| panic!("{error}"))
    };
    let sprite = read(name, None);
    assert_eq!((sprite.format, sprite.frames.len()), (format, frames), "{name}");
    let strip = read(&format!("{}.png", name.replace('.', "_")), Some((24, 20)));
    assert_eq!(strip.frames.len(), frames, "{name}");
    for (number, (frame, shown)) in sprite.frames.iter().zip(&strip.frames).enumerate() {
        assert_eq!((frame.image.width(), frame.image.height()), (24, 20), "{name}");
        for (at, (own, other)) in frame.image.pixels().zip(shown.image.pixels()).enumerate() {
            let near = own.iter().zip(other).all(|(own, other)| own.abs_diff(other) <= tolerance);
            assert_eq!(own[3], other[3], "{name}, frame {number}, pixel {at}");
            assert!(near || own[3] == 0, "{name}, frame {number}, pixel {at}: {own:?}, not {other:?}");
        }
    }
    sprite
}

#[test]
fn still_pictures() {
    check("lossless.webp", Format::WebP, 1, 0);
    check("lossy_alpha.webp", Format::WebP, 1, 3);
    let opaque = check("lossy.webp", Format::WebP, 1, 3);
    assert_eq!(opaque.frames[0].mask(255).count(), 24 * 20, "without alpha every pixel is solid");
    check("interlaced.gif", Format::Gif, 1, 0);
}

#[test]
fn animations() {
    let gif = check("animation.gif", Format::Gif, 4, 0);
    let webp = check("animation.webp", Format::WebP, 4, 0);
    check("animation_mixed.webp", Format::WebP, 4, 0);
    check("animation_lossy.webp", Format::WebP, 4, 3);
    let times = |sprite: &Sprite| sprite.frames.iter().map(|frame| frame.duration).collect::<Vec<_>>();
    assert_eq!(times(&gif), [100, 200, 300, 400].map(|ms| Some(Duration::from_millis(ms))));
    assert_eq!(times(&webp), [40, 50, 60, 70].map(|ms| Some(Duration::from_millis(ms))));
}

/// Translucent frames drawn over each other. Decoders may round colours differently, and alpha by one.
#[test]
fn frames_drawn_over_others() {
    let sprite = load(data("animation_over.webp"), &Options::default()).expect("an animation");
    let options = Options { grid: Some((24, 20)), ..Options::default() };
    let strip = load(data("animation_over_webp.png"), &options).expect("a strip");
    let mut most = 0;
    for (frame, shown) in sprite.frames.iter().zip(&strip.frames) {
        for (own, other) in frame.image.pixels().zip(shown.image.pixels()) {
            assert!(own[3].abs_diff(other[3]) <= 1, "{own:?} {other:?}");
            most = most.max(own[3]);
        }
    }
    assert_eq!((sprite.frames.len(), strip.frames.len(), most), (4, 4, 255));
}

/// A frame of one colour. `clear` makes that colour the transparent index.
struct Patch {
    at: (u16, u16),
    size: (u16, u16),
    clear: bool,
    dispose: DisposalMethod,
}

fn gif_of(screen: (u16, u16), patches: &[Patch]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder =
        Encoder::new(&mut bytes, screen.0, screen.1, &[0, 0, 0, 255, 255, 255]).expect("a head");
    for patch in patches {
        let pixels = usize::from(patch.size.0) * usize::from(patch.size.1);
        let frame = gif::Frame {
            delay: 7,
            dispose: patch.dispose,
            transparent: Some(0),
            left: patch.at.0,
            top: patch.at.1,
            width: patch.size.0,
            height: patch.size.1,
            buffer: Cow::Owned(vec![u8::from(!patch.clear); pixels]),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).expect("a frame");
    }
    drop(encoder);
    bytes
}

/// Solid pixels of each frame as rows of text.
fn shown(bytes: &[u8]) -> Vec<Vec<String>> {
    let sprite = decode(bytes, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let rows = |frame: &hitmask_assets::Frame| {
        let mask = frame.mask(128);
        let row = |y| (0..mask.width() as i32).map(|x| if mask.get((x, y)) { '#' } else { '.' }).collect();
        (0..mask.height() as i32).map(row).collect()
    };
    sprite.frames.iter().map(rows).collect()
}

#[test]
fn gif_disposals() {
    use DisposalMethod::{Background, Keep, Previous};
    let patch = |at, size, dispose| Patch { at, size, clear: false, dispose };
    let bytes = gif_of(
        (4, 2),
        &[
            patch((0, 0), (2, 1), Keep),
            patch((2, 0), (2, 2), Background),
            // The right half is clear again.
            patch((0, 1), (1, 1), Previous),
            // (0, 1) has its earlier content again: nothing.
            Patch { clear: true, ..patch((0, 0), (4, 2), Keep) },
            // Clear pixels change nothing, and a frame that reaches beyond the canvas is cut.
            patch((3, 1), (9, 9), Keep),
        ],
    );
    assert_eq!(
        shown(&bytes),
        [["##..", "...."], ["####", "..##"], ["##..", "#..."], ["##..", "...."], ["##..", "...#"]]
    );
}

#[test]
fn a_gif_frame_beside_the_screen_shows_nothing() {
    let patch = Patch { at: (9, 9), size: (2, 2), clear: false, dispose: DisposalMethod::Previous };
    assert_eq!(shown(&gif_of((2, 1), &[patch])), [[".."]]);
}

/// Editors put blocks of their own into GIFs. Whoever does not know them skips them.
#[test]
fn unknown_extensions_of_a_gif_are_skipped() {
    let file = std::fs::read(data("animation.gif")).expect("a file");
    // Behind the header and the palette.
    let palette = if file[10] & 0x80 == 0 { 0 } else { 3 << (1 + (file[10] & 7)) };
    let at = 13 + palette;
    let block = [0x21, 0x42, 3, 1, 2, 3, 2, 9, 9, 0];
    let with_block = [&file[..at], &block, &file[at..]].concat();
    let frames = |bytes: &[u8]| decode(bytes, &Options::default()).expect("an animation").frames;
    assert_eq!(frames(&with_block), frames(&file));
}
