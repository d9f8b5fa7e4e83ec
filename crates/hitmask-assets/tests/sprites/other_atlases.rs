//! Atlases of Starling (Sparrow), TexturePacker's generic XML, cocos2d and Kivy.

use hitmask::Rect;
use hitmask_assets::{
    ErrorKind, Format, Image, Limit, Limits, Options, Sprite, decode_atlas, encode_png, load,
};

use crate::common::Random;

fn sheet() -> Image {
    Image::from_rgba8(16, 12, Random(3).bytes(4 * 16 * 12)).expect("a sheet")
}

fn read(text: &str) -> hitmask_assets::Result<Sprite> {
    let read = |name: &str| {
        assert_eq!(name, "sheet.png");
        Ok(encode_png(&sheet()))
    };
    decode_atlas(text.as_bytes(), read, &Options::default())
}

/// Checks that a frame of this size has the pixels of the sheet from `at` on in the rectangle `trim`, turned back if `turned`.
fn check(sprite: &Sprite, name: &str, size: [u32; 2], trim: Rect, at: [u32; 2], turned: bool) {
    let frame = sprite.frames.iter().find(|frame| frame.name == name).unwrap_or_else(|| panic!("no {name}"));
    assert_eq!([frame.image.width(), frame.image.height()], size, "{name}");
    assert_eq!(frame.trim, trim, "{name}");
    let sheet = sheet();
    for (x, y) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y))) {
        let inside = trim.contains((x as i32, y as i32));
        let (u, v) = (x.wrapping_sub(trim.x as u32), y.wrapping_sub(trim.y as u32));
        let place = || if turned { (trim.h - 1 - v, u) } else { (u, v) };
        let expected = if inside { sheet.pixel(at[0] + place().0, at[1] + place().1) } else { Some([0; 4]) };
        assert_eq!(frame.image.pixel(x, y), expected, "{name} at ({x}, {y})");
    }
}

#[test]
fn starling() {
    let sprite = read(
        r#"<?xml version="1.0" encoding="UTF-8"?>
        <!-- Created with a packer -->
        <TextureAtlas imagePath="sheet.png">
            <SubTexture name="plain" x="2" y="1" width="4" height="3"/>
            <SubTexture name="trimmed" x="6" y="2" width="3" height="4" frameX="-1" frameY="-2" frameWidth="7" frameHeight="9" pivotX="3.5" pivotY="9"/>
            <SubTexture name="turned" x="1" y="4" width="3" height="5" rotated="true" frameX="-2" frameY="0" frameWidth="8" frameHeight="4"/>
            <SubTexture name="turned whole" x="1" y="4" width="3" height="5" rotated="true"/>
            <SubTexture name="out" x="4" y="5" width="5" height="4" frameX="1" frameY="-2" frameWidth="3" frameHeight="5"/>
        </TextureAtlas>"#,
    )
    .expect("an atlas");
    assert_eq!((sprite.format, sprite.frames.len()), (Format::XmlAtlas, 5));
    check(&sprite, "plain", [4, 3], Rect::new(0, 0, 4, 3), [2, 1], false);
    check(&sprite, "trimmed", [7, 9], Rect::new(1, 2, 3, 4), [6, 2], false);
    check(&sprite, "turned", [8, 4], Rect::new(2, 0, 5, 3), [1, 4], true);
    check(&sprite, "turned whole", [5, 3], Rect::new(0, 0, 5, 3), [1, 4], true);
    // What reaches out of the frame is cut off: a column on the left, a column on the right, and a row below.
    check(&sprite, "out", [3, 5], Rect::new(0, 2, 3, 3), [5, 5], false);
    assert_eq!(sprite.frames[1].pivot, Some([3.5, 9.0]));
}

/// Cutting a turned frame is cutting it before it was turned.
#[test]
fn turned_frames_that_reach_out_are_cut() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let (w, h) = (1 + random.below(5), 1 + random.below(5));
        let (x, y) = (random.below(8), random.below(5));
        let (left, top) = (random.below(5) as i64 - 2, random.below(5) as i64 - 2);
        let (whole_w, whole_h) = (1 + random.below(6), 1 + random.below(6));
        let text = format!(
            "<TextureAtlas imagePath='sheet.png'><SubTexture name='a' x='{x}' y='{y}' width='{h}' height='{w}' rotated='true'
             frameX='{}' frameY='{}' frameWidth='{whole_w}' frameHeight='{whole_h}'/></TextureAtlas>",
            -left, -top
        );
        let frame = read(&text).unwrap_or_else(|error| panic!("{seed}: {error}")).frames.remove(0);
        for (px, py) in (0..whole_h).flat_map(|py| (0..whole_w).map(move |px| (px as i64, py as i64))) {
            let (u, v) = (px - left, py - top);
            let inside = (0..w as i64).contains(&u) && (0..h as i64).contains(&v);
            let place = || (x as i64 + h as i64 - 1 - v, y as i64 + u);
            let expected =
                if inside { sheet().pixel(place().0 as u32, place().1 as u32) } else { Some([0; 4]) };
            assert_eq!(frame.image.pixel(px as u32, py as u32), expected, "seed {seed} at ({px}, {py})");
        }
    }
}

#[test]
fn generic_xml() {
    let sprite = read(
        r#"<TextureAtlas imagePath="sheet.png" width="16" height="12">
            <sprite n="plain" x="2" y="1" w="4" h="3" pX="0.5" pY="1"/>
            <sprite n="turned" x="1" y="4" w="3" h="5" oX="2" oY="1" oW="8" oH="6" r="y"/>
        </TextureAtlas>"#,
    )
    .expect("an atlas");
    check(&sprite, "plain", [4, 3], Rect::new(0, 0, 4, 3), [2, 1], false);
    check(&sprite, "turned", [8, 6], Rect::new(2, 1, 5, 3), [1, 4], true);
    assert_eq!(sprite.frames[0].pivot, Some([2.0, 3.0]));
}

fn plist(frames: &str, metadata: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>frames</key><dict>{frames}</dict>
<key>metadata</key><dict>{metadata}</dict></dict></plist>"#
    )
}

#[test]
fn cocos2d() {
    let picture = "<key>textureFileName</key><string>sheet.png</string>";
    let frames = r#"
        <key>two</key><dict><key>frame</key><string>{{6,2},{3,4}}</string><key>offset</key><string>{-1,1}</string>
            <key>rotated</key><false/><key>sourceSize</key><string>{7,10}</string></dict>
        <key>odd</key><dict><key>frame</key><string>{{6,2},{3,4}}</string><key>offset</key><string>{0,0}</string>
            <key>rotated</key><false/><key>sourceColorRect</key><string>{{3,1},{3,4}}</string>
            <key>sourceSize</key><string>{8,7}</string></dict>
        <key>three</key><dict><key>spriteOffset</key><string>{1,-0.5}</string><key>spriteSize</key><string>{5,3}</string>
            <key>spriteSourceSize</key><string>{9,4}</string><key>textureRect</key><string>{{1,4},{5,3}}</string>
            <key>textureRotated</key><true/><key>anchor</key><string>{0.5,0}</string></dict>
        <key>zero</key><dict><key>x</key><integer>2</integer><key>y</key><integer>1</integer><key>width</key><integer>4</integer>
            <key>height</key><integer>3</integer><key>offsetX</key><real>0</real><key>offsetY</key><real>-1</real>
            <key>originalWidth</key><integer>6</integer><key>originalHeight</key><integer>-5</integer></dict>"#;
    let sprite = read(&plist(frames, picture)).expect("an atlas");
    assert_eq!((sprite.format, sprite.frames.len()), (Format::Plist, 4));
    check(&sprite, "two", [7, 10], Rect::new(1, 2, 3, 4), [6, 2], false);
    check(&sprite, "odd", [8, 7], Rect::new(3, 1, 3, 4), [6, 2], false);
    check(&sprite, "three", [9, 4], Rect::new(3, 1, 5, 3), [1, 4], true);
    check(&sprite, "zero", [6, 5], Rect::new(1, 2, 4, 3), [2, 1], false);
    assert_eq!(sprite.frames[2].pivot, Some([4.5, 4.0]));
}

#[test]
fn kivy() {
    let sprite = read(r#"{"sheet.png": {"b": [2, 8, 4, 3], "a": [0, 0, 16, 12]}}"#).expect("an atlas");
    assert_eq!(sprite.format, Format::Kivy);
    assert_eq!(sprite.frames.iter().map(|frame| &frame.name[..]).collect::<Vec<_>>(), ["b", "a"]);
    check(&sprite, "b", [4, 3], Rect::new(0, 0, 4, 3), [2, 1], false);
    check(&sprite, "a", [16, 12], Rect::new(0, 0, 16, 12), [0, 0], false);
}

#[test]
fn atlases_with_faults() {
    let metadata = "<key>textureFileName</key><string>sheet.png</string>";
    for (text, sentence) in [
        ("<TextureAtlas/>".to_owned(), "it lists no frame"),
        ("<TextureAtlas><SubTexture name='a' width='1' height='1'/></TextureAtlas>".to_owned(), "imagePath names no picture"),
        ("<TextureAtlas imagePath='sheet.png'><SubTexture name='a' width='1'/></TextureAtlas>".to_owned(), "frame \"a\" has no height"),
        ("<TextureAtlas imagePath='sheet.png'><SubTexture name='a' width='1' height='x'/></TextureAtlas>".to_owned(), "height is \"x\", not a whole number, of frame \"a\""),
        ("<TextureAtlas imagePath='sheet.png'><SubTexture name='a' x='15' width='2' height='1'/></TextureAtlas>".to_owned(), "outside its picture of 16x12"),
        (plist("", metadata), "it lists no frame"),
        (plist("<key>a</key><dict><key>frame</key><string>{{1,2},{3}}</string></dict>", metadata), "the place of frame \"a\""),
        (plist("<key>a</key><dict><key>x</key><integer>1</integer></dict>", metadata), "y of frame \"a\""),
        (plist("<key>a</key><dict/>", ""), "its metadata name no picture"),
        (r#"{"sheet.png": {"a": [0, 0, 17, 1]}}"#.to_owned(), "outside its picture of 16x12"),
        (r#"{"sheet.png": {"a": [0, 0, 1]}}"#.to_owned(), "neither \"frames\" nor \"textures\""),
    ] {
        let error = read(&text).expect_err(&text);
        assert!(error.to_string().contains(sentence), "{text}: {error}");
    }
    let many = "<SubTexture name='a' width='1' height='1'/>".repeat(9);
    let text = format!("<TextureAtlas imagePath='sheet.png'>{many}</TextureAtlas>");
    let limits = Limits { max_frames: 8, ..Limits::default() };
    let error =
        decode_atlas(text.as_bytes(), |_| panic!("no picture"), &Options { limits, ..Options::default() });
    let error = error.expect_err("too many");
    assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Frames, .. }), "{error}");
}

/// The picture is found beside the atlas, and packing finds it, too.
#[test]
fn from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("sheet.png"), encode_png(&sheet())).expect("a file");
    let xml = "<TextureAtlas imagePath='sheet.png'><SubTexture name='a' x='2' y='1' width='4' height='3'/></TextureAtlas>";
    let list = plist(
        "<key>a</key><dict><key>frame</key><string>{{2,1},{4,3}}</string></dict>",
        "<key>realTextureFileName</key><string>sheet.png</string>",
    );
    for (name, text) in
        [("a.xml", xml), ("b.plist", &list), ("c.atlas", r#"{"sheet.png": {"a": [2, 8, 4, 3]}}"#)]
    {
        std::fs::write(path(name), text).expect("a file");
        let sprite = load(path(name), &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        check(&sprite, "a", [4, 3], Rect::new(0, 0, 4, 3), [2, 1], false);
    }
    std::fs::write(path("Info.plist"), plist("", "")).expect("a file");
    std::fs::write(path("other.xml"), "<other/>").expect("a file");
    let mut packer = hitmask_assets::Packer::new();
    packer.add(folder.path()).expect("a folder");
    let packed: Vec<String> = packer.sources().into_iter().map(|source| source.name).collect();
    assert_eq!(packed, ["a.xml", "b.plist", "c.atlas"]);
}
