//! Selecting frames by number, name, slice and tag; grids; masks that replace the alpha.

use crate::common::{Random, assets};
use hitmask_assets::{
    AlphaKind, Direction, ErrorKind, Image, Options, Sprite, TagFrames, decode, encode_png, load,
};

fn image(width: u32, height: u32, seed: u64) -> Image {
    let bytes = Random(seed).bytes((4 * width * height) as usize);
    Image::from_rgba8(width, height, bytes).expect("a picture")
}

fn read(image: &Image, grid: Option<(u32, u32)>) -> hitmask_assets::Result<Sprite> {
    decode(&encode_png(image), &Options { grid, ..Options::default() })
}

#[test]
fn selectors() {
    let sprite = load(assets().join("smiley.json"), &Options::default()).expect("an atlas");
    assert_eq!(sprite.select("2").expect("a number"), sprite.frames[2]);
    assert_eq!(sprite.select("Sprite-0001_3.").expect("a name"), sprite.frames[3]);
    let error = sprite.select("sprite_0001_3").expect_err("no such name");
    let ErrorKind::NoSuchFrame { wanted, frames: 4, similar } = error.kind() else { panic!("{error:?}") };
    assert_eq!((&wanted[..], &similar[0][..], similar.len()), ("sprite_0001_3", "Sprite-0001_3.", 5));
    for wrong in ["4", "-1", "", "18446744073709551616", "Sprite-0001_3"] {
        assert!(sprite.select(wrong).is_err(), "{wrong:?}");
    }

    let props =
        load(assets().join("aseprite_file-tests-props.aseprite"), &Options::default()).expect("a file");
    let slice = props.select("Slice 1").expect("a slice");
    assert_eq!((slice.image.width(), slice.image.height()), (16, 16));
    for (x, y) in [(0, 0), (3, 7), (15, 15)] {
        assert_eq!(slice.image.pixel(x, y), props.frames[0].image.pixel(32 + x, 32 + y));
    }
}

/// A tag means its first frame, and `TAG:N` its frame N, counted from 0. Numbers and the names of frames and slices come first.
#[test]
fn tags_are_found_by_name() {
    let player = load(assets().join("player.aseprite"), &Options::default()).expect("a file");
    let tag = player.tags.iter().find(|tag| tag.name == "walk-down").expect("the tag");
    assert_eq!(tag.frames, TagFrames::Range(2..=5));
    for (selector, frame) in [("walk-down", 2), ("walk-down:0", 2), ("walk-down:1", 3), ("walk-down:3", 5)] {
        assert_eq!(player.select(selector).expect(selector), player.frames[frame], "{selector}");
    }
    for wrong in
        ["walk-down:4", "walk-down:-1", "walk-down:", "walk-down:x", "walk-dow", ":1", "walk-down:0:0"]
    {
        let error = player.select(wrong).expect_err(wrong);
        assert!(matches!(error.kind(), ErrorKind::NoSuchFrame { .. }), "{wrong}: {error}");
        assert_eq!(error.to_string().contains("\"walk-down\""), wrong != ":1", "{wrong}: {error}");
    }
    let error = player.select("walk-down:4").expect_err("there are four");
    assert!(
        error.to_string().starts_with("no frame, slice or tag \"walk-down:4\": there are 14 frames"),
        "{error}"
    );

    // A frame whose name equals that of a tag is found, not the tag.
    let mut sprite = player.clone();
    for (name, first) in [("3", 7), ("jump", 8), ("jump:1", 9), ("twice", 4), ("twice", 5), ("far", 40)] {
        let mut tag = player.tags[0].clone();
        tag.frames = TagFrames::Range(first..=first + 1);
        (tag.name, tag.direction) = (name.into(), Direction::Reverse);
        sprite.tags.push(tag);
    }
    sprite.frames[6].name = "jump".into();
    let frame = |selector: &str| sprite.select(selector).expect(selector);
    assert_eq!(frame("3"), sprite.frames[3], "a number is a frame");
    assert_eq!(frame("3:1"), sprite.frames[8], "a number with a colon is none");
    assert_eq!(frame("jump"), sprite.frames[6], "the name of a frame goes before that of a tag");
    assert_eq!(frame("jump:1"), sprite.frames[9], "the whole text is a name before a part of it is");
    assert_eq!(
        frame("twice"),
        sprite.frames[4],
        "the first of two, and the file's order for every direction"
    );
    assert!(sprite.select("far").is_err(), "a tag of frames that are not there");
}

#[test]
fn grids_cut_whole_cells() {
    let sheet = image(10, 7, 1);
    let sprite = read(&sheet, Some((3, 2))).expect("a sheet");
    assert_eq!(sprite.frames.len(), 9, "three columns, three rows, the rest is left over");
    for (number, frame) in sprite.frames.iter().enumerate() {
        assert_eq!(frame.name, number.to_string());
        let (left, top) = (number as u32 % 3 * 3, number as u32 / 3 * 2);
        for (x, y) in [(0, 0), (2, 0), (0, 1), (2, 1)] {
            assert_eq!(frame.image.pixel(x, y), sheet.pixel(left + x, top + y), "cell {number} ({x}, {y})");
        }
    }
    for cell in [(0, 2), (3, 0), (11, 2), (3, 8), (u32::MAX, u32::MAX)] {
        let error = read(&sheet, Some(cell)).expect_err("no cell");
        assert!(matches!(error.kind(), ErrorKind::BadGrid { picture: [10, 7], .. }), "{cell:?}: {error:?}");
    }
    // Files with frames of their own are not cut.
    let options = Options { grid: Some((16, 16)), ..Options::default() };
    assert_eq!(load(assets().join("smiley.aseprite"), &options).expect("a file").frames.len(), 4);
}

#[test]
fn a_mask_picture_replaces_the_alpha() {
    let (picture, mask) = (image(6, 4, 1), image(6, 4, 2));
    let mut sprite = read(&picture, None).expect("a picture");
    sprite.override_alpha(&read(&mask, None).expect("a mask")).expect("they fit");
    let merged: Vec<_> =
        picture.pixels().zip(mask.pixels()).map(|([r, g, b, _], [.., a])| [r, g, b, a]).collect();
    assert_eq!(sprite.frames[0].image.pixels().collect::<Vec<_>>(), merged);

    // One mask for every cell, or one mask cell for each cell.
    let mut sheet = read(&image(6, 4, 1), Some((3, 2))).expect("a sheet");
    sheet.override_alpha(&read(&image(3, 2, 3), None).expect("a mask")).expect("they fit");
    assert!(sheet.frames.iter().all(|frame| frame.alpha() == sheet.frames[0].alpha()));
    sheet.override_alpha(&read(&mask, Some((3, 2))).expect("a mask")).expect("they fit");
    assert_eq!(sheet.frames[3].alpha().alpha((2, 1)), mask.pixel(5, 3).expect("inside")[3]);

    let before = sheet.frames.clone();
    let error = sheet.override_alpha(&read(&mask, None).expect("a mask")).expect_err("another size");
    assert_eq!(error.to_string(), "the mask picture has 1 frame(s) of 6x4, the sprite 4 of 3x2");
    let error = sheet.override_alpha(&read(&image(6, 2, 2), Some((3, 2))).expect("a mask"));
    assert!(matches!(error.expect_err("two for four").kind(), ErrorKind::MaskMismatch { .. }));
    assert_eq!(sheet.frames, before);
}

#[test]
fn masks_of_a_frame() {
    let pixels = [[1, 2, 3, 0], [1, 2, 3, 127], [9, 2, 3, 128], [1, 2, 4, 255]];
    let frame = read(&Image::from_rgba8(4, 1, pixels.concat()).expect("a picture"), None).expect("a picture");
    let frame = &frame.frames[0];
    let solid = |mask: hitmask::Mask| (0..4).map(|x| mask.get((x, 0))).collect::<Vec<_>>();
    assert_eq!(solid(frame.mask(128)), [false, false, true, true]);
    assert_eq!(solid(frame.mask(0)), [true; 4]);
    assert_eq!(solid(frame.mask(255)), [false, false, false, true]);
    assert_eq!(solid(frame.mask_by_key([1, 2, 3])), [false, false, true, true]);
    assert_eq!(frame.alpha().as_bytes(), [0, 127, 128, 255]);
}

#[test]
fn alpha_kinds() {
    let kind = |alphas: &[u8]| {
        let rgba = alphas.iter().flat_map(|&alpha| [0, 0, 0, alpha]).collect();
        let image = Image::from_rgba8(alphas.len() as u32, 1, rgba).expect("a picture");
        read(&image, None).expect("a picture").alpha_kind()
    };
    assert_eq!(kind(&[255, 255]), AlphaKind::Opaque);
    assert_eq!(kind(&[255, 0, 255]), AlphaKind::Binary);
    assert_eq!(kind(&[0, 0]), AlphaKind::Binary);
    assert_eq!(kind(&[0, 255, 254]), AlphaKind::Soft);
    assert_eq!(kind(&[1]), AlphaKind::Soft);
}

/// The mask of a sprite of one frame needs no frame to be named; of several it does.
#[test]
fn the_mask_of_one_frame() {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let ship = hitmask_assets::load_mask(assets.join("playerShip1_orange.png")).unwrap();
    let sprite = load(assets.join("playerShip1_orange.png"), &Default::default()).unwrap();
    assert_eq!((&ship, &ship), (&sprite.frames[0].mask(128), &sprite.mask(128).unwrap()));
    let error = hitmask_assets::load_mask(assets.join("player.aseprite")).unwrap_err().to_string();
    assert!(error.contains("player.aseprite: has 14 frames: select one of them"), "{error}");
}
