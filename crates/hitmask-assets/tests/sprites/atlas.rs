//! JSON atlases: their forms, and frames that are restored to what they were before they were packed.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::common::Random;
use hitmask::Rect;
use hitmask_assets::{
    Direction, ErrorKind, Image, Options, Result, Sprite, TagFrames, decode_atlas, encode_png, load,
};
use serde_json::{Value, json};

/// A sheet whose pixels all differ.
fn sheet(width: u32, height: u32) -> Image {
    Image::from_rgba8(width, height, Random(3).bytes((4 * width * height) as usize)).expect("a sheet")
}

fn read(json: &Value, sheet: &Image) -> Result<Sprite> {
    decode_atlas(json.to_string().as_bytes(), |_| Ok(encode_png(sheet)), &Options::default())
}

fn rect(x: i64, y: i64, w: i64, h: i64) -> Value {
    json!({"x": x, "y": y, "w": w, "h": h})
}

#[test]
fn hash_and_array_hold_the_same() {
    let sheet = sheet(9, 7);
    let frame = |x| json!({"frame": rect(x, 1, 3, 2), "duration": 50, "unknown": [1, {"a": null}]});
    let named = |name: &str, x| {
        let mut frame = frame(x);
        frame["filename"] = json!(name);
        frame
    };
    let meta = json!({"image": "sheet.png", "scale": "1"});
    // The order of the file counts, not that of the names.
    let hash = format!(r#"{{"frames": {{"b": {}, "a": {}}}, "meta": {meta}}}"#, frame(5), frame(0));
    let hash =
        decode_atlas(hash.as_bytes(), |_| Ok(encode_png(&sheet)), &Options::default()).expect("a hash");
    let array = json!({"frames": [named("b", 5), named("a", 0)], "meta": meta});
    let array = read(&array, &sheet).expect("an array");
    assert_eq!(hash.frames, array.frames);
    assert_eq!(array.frames.iter().map(|frame| &frame.name[..]).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(array.frames[0].duration, Some(Duration::from_millis(50)));
    assert_eq!(array.frames[1].image.pixel(2, 1), sheet.pixel(2, 2));
}

/// Packs a picture as a packer does, trimmed and turned, and reads it back.
#[test]
fn trimmed_and_rotated_frames_are_put_back() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut number = |end| random.below(end) as u32;
        let (w, h) = (1 + number(9), 1 + number(9));
        let (trim_x, trim_y) = (number(4), number(4));
        let (source_w, source_h) = (trim_x + w + number(4), trim_y + h + number(4));
        let (x, y) = (number(5), number(5));
        let rotated = number(2) == 1;
        let (packed_w, packed_h) = if rotated { (h, w) } else { (w, h) };
        let (sheet_w, sheet_h) = (x + packed_w + number(3), y + packed_h + number(3));

        let whole = |from: &dyn Fn(u32, u32) -> [u8; 4], width, height| {
            let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            Image::from_rgba8(width, height, pixels.flat_map(|(x, y)| from(x, y)).collect())
                .expect("a picture")
        };
        let color = |x: u32, y: u32| [x as u8 + 1, y as u8 + 1, 7, 200];
        let inside = |at: u32, from: u32, len: u32| (from..from + len).contains(&at);
        let original = whole(
            &|px, py| {
                let part = inside(px, trim_x, w) && inside(py, trim_y, h);
                if part { color(px - trim_x, py - trim_y) } else { [0; 4] }
            },
            source_w,
            source_h,
        );
        let packed = whole(
            &|px, py| {
                if !(inside(px, x, packed_w) && inside(py, y, packed_h)) {
                    return [9; 4];
                }
                let (px, py) = (px - x, py - y);
                // Turned clockwise, the first column reads from below to above in the first row.
                if rotated { color(py, h - 1 - px) } else { color(px, py) }
            },
            sheet_w,
            sheet_h,
        );
        let json = json!({
            "frames": {"it": {
                "frame": rect(x.into(), y.into(), w.into(), h.into()),
                "rotated": rotated,
                "trimmed": true,
                "spriteSourceSize": rect(trim_x.into(), trim_y.into(), w.into(), h.into()),
                "sourceSize": {"w": source_w, "h": source_h},
                "pivot": {"x": 0.5, "y": 1.0},
            }},
            "meta": {"image": "sheet.png"},
        });
        let frame =
            read(&json, &packed).unwrap_or_else(|error| panic!("seed {seed}: {error}")).frames.remove(0);
        assert_eq!(frame.image, original, "seed {seed}");
        assert_eq!(frame.trim, Rect::new(trim_x as i32, trim_y as i32, w, h), "seed {seed}");
        assert_eq!(frame.pivot, Some([0.5 * f64::from(source_w), f64::from(source_h)]), "seed {seed}");
    }
}

#[test]
fn multipack() {
    let json = json!({"textures": [
        {"image": "0.png", "frames": [{"filename": "a", "frame": rect(0, 0, 2, 2)}]},
        {"image": "1.png", "frames": [{"filename": "b", "frame": rect(1, 1, 2, 2)}]},
        {"image": "0.png", "frames": [{"filename": "c", "frame": rect(1, 0, 1, 1)}]},
    ]});
    let (zero, one) = (sheet(2, 2), sheet(3, 3));
    let mut read = Vec::new();
    let picture = |name: &str| {
        read.push(name.to_owned());
        Ok(encode_png(if name == "0.png" { &zero } else { &one }))
    };
    let sprite =
        decode_atlas(json.to_string().as_bytes(), picture, &Options::default()).expect("a multipack");
    assert_eq!(sprite.frames[0].image, zero);
    assert_eq!(sprite.select("b").expect("b").image.pixel(0, 0), one.pixel(1, 1));
    assert_eq!(sprite.select("c").expect("c").image.pixel(0, 0), zero.pixel(1, 0));
    assert_eq!(read, ["0.png", "1.png"], "each picture is read once");
}

#[test]
fn slices_and_tags() {
    let frame = |x: i64| json!({"filename": x.to_string(), "frame": rect(x, 0, 4, 4)});
    let json = json!({"frames": [frame(0), frame(4)], "animations": {"all": ["4", "0"]}, "meta": {
        "image": "sheet.png",
        "frameTags": [
            {"name": "walk", "from": 0, "to": 1, "direction": "pingpong", "color": "#000000ff", "repeat": "3"},
            {"name": "long", "from": 1, "to": 9, "direction": "forward"},
            {"name": "gone", "from": 2, "to": 9, "direction": "forward"},
        ],
        "slices": [
            {"name": "hit", "color": "#0000ffff", "keys": [
                {"frame": 1, "bounds": rect(-1, 2, 3, 9), "pivot": {"x": 1, "y": 0}},
                {"frame": 0, "bounds": rect(1, 1, 2, 3)},
            ]},
            {"name": "beside", "keys": [{"frame": 0, "bounds": rect(7, 7, 2, 2)}]},
            {"name": "gone", "keys": [{"frame": 5, "bounds": rect(0, 0, 2, 2)}]},
        ],
    }});
    let sheet = sheet(8, 4);
    let sprite = read(&json, &sheet).expect("an atlas");
    let tags: Vec<_> =
        sprite.tags.iter().map(|tag| (&tag.name[..], tag.frames.clone(), tag.direction)).collect();
    let range = |range| TagFrames::Range(range);
    assert_eq!(
        tags,
        [
            ("walk", range(0..=1), Direction::PingPong),
            ("long", range(1..=1), Direction::Forward),
            // Animations come after tags.
            ("all", TagFrames::List(vec![1, 0]), Direction::Forward)
        ]
    );
    assert_eq!([0, 1].map(|tag| sprite.tags[tag].repeat.map(u32::from)), [Some(3), None]);
    let keys = &sprite.slices[0].keys;
    assert_eq!((keys[0].frame, keys[0].rect), (0, Rect::new(1, 1, 2, 3)));
    assert_eq!((keys[1].frame, keys[1].rect), (1, Rect::new(0, 2, 2, 2)));
    assert_eq!(keys[1].pivot, Some([0.0, 0.0]), "the pivot counts from the corner that is left");
    let hit = sprite.select("hit").expect("a slice");
    assert_eq!((hit.image.width(), hit.image.height(), hit.image.pixel(0, 0)), (2, 3, sheet.pixel(1, 1)));
    let beside = sprite.select("beside").expect("a slice");
    assert_eq!((beside.image.width(), beside.image.height()), (0, 0));
    assert!(beside.mask(0).is_empty());
    assert_eq!(sprite.slices.len(), 2);
}

/// Pixi's animations are lists of names, in any order and with repetitions.
#[test]
fn pixi_animations() {
    let frame = |x: i64| json!({"frame": rect(x, 0, 2, 2), "anchor": {"x": 0.25, "y": 1}});
    let with = |animations: Value| {
        let frames = json!({"walk_1.png": frame(0), "walk_2.png": frame(2), "jump.png": frame(4)});
        let json = json!({"frames": frames, "animations": animations, "meta": {"image": "sheet.png"}});
        read(&json, &sheet(6, 2)).expect("an atlas")
    };
    // `json!` sorts its keys, so the order of the file is written by hand.
    let text = r#"{"animations": {
        "walk": ["walk_1.png", "walk_2.png", "walk_1.png", "jump.png"],
        "jump": ["jump.png"],
        "elsewhere": ["of another file.png", "jump.png"],
        "gone": ["of another file.png"],
        "empty": [],
        "odd": {"frames": ["jump.png"], "speed": 0.5},
        "quoted": ["walk\u005f2.png"]
    }, "frames": {
        "walk_1.png": {"frame": {"x": 0, "y": 0, "w": 2, "h": 2}, "anchor": {"x": 0.25, "y": 1}},
        "jump.png": {"frame": {"x": 4, "y": 0, "w": 2, "h": 2}, "pivot": {"x": 1, "y": 0}, "anchor": {"x": 0.25, "y": 1}},
        "walk_2.png": {"frame": {"x": 2, "y": 0, "w": 2, "h": 2}}
    }, "meta": {"image": "sheet.png"}}"#;
    let sheet_png = encode_png(&sheet(6, 2));
    let sprite =
        decode_atlas(text.as_bytes(), |_| Ok(sheet_png.clone()), &Options::default()).expect("an atlas");
    let tags: Vec<_> = sprite.tags.iter().map(|tag| (&tag.name[..], tag.frames.clone())).collect();
    let list = |frames: &[u32]| TagFrames::List(frames.to_vec());
    assert_eq!(
        tags,
        [
            ("walk", list(&[0, 2, 0, 1])),
            ("jump", list(&[1])),
            ("elsewhere", list(&[1])),
            ("quoted", list(&[2]))
        ]
    );
    assert_eq!(sprite.select("walk:1").expect("a frame").name, "walk_2.png");
    let pivots: Vec<_> = sprite.frames.iter().map(|frame| frame.pivot).collect();
    assert_eq!(pivots, [Some([0.5, 2.0]), Some([2.0, 0.0]), None], "an anchor is a pivot");
    // Of several frames with one name the first is meant, as by `select`.
    let named = |name: &str, x: i64| json!({"filename": name, "frame": rect(x, 0, 2, 2)});
    let twice = json!({
        "frames": [named("a", 0), named("b", 2), named("b", 4)],
        "animations": {"all": ["b", "a"]},
        "meta": {"image": "sheet.png"}
    });
    assert_eq!(read(&twice, &sheet(6, 2)).expect("an atlas").tags[0].frames, list(&[1, 0]));
    for odd in [json!(null), json!([]), json!("x"), json!(3), json!([["a"]]), json!({"a": [1, 2]})] {
        assert!(with(odd.clone()).tags.is_empty(), "{odd}");
    }
}

/// A folder that is removed when the value is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("hitmask-atlas-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("pictures")).expect("a folder");
        Folder(path)
    }

    fn atlas(&self, image: &str) -> Result<Sprite> {
        let json = json!({"frames": {"all": {"frame": rect(0, 0, 2, 2)}}, "meta": {"image": image}});
        fs::write(self.0.join("atlas.json"), json.to_string()).expect("a file");
        load(self.0.join("atlas.json"), &Options::default())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If the folder cannot be removed, the test is still valid.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn pictures_are_found_beside_the_atlas() {
    let folder = Folder::new("beside");
    let picture = encode_png(&sheet(2, 2));
    fs::write(folder.0.join("sheet.png"), &picture).expect("a file");
    fs::write(folder.0.join("pictures/inner.png"), &picture).expect("a file");
    for image in ["sheet.png", "pictures/inner.png", "/of/another/machine/sheet.png", "C:\\art\\sheet.png"] {
        folder.atlas(image).unwrap_or_else(|error| panic!("{image}: {error}"));
    }
}

/// Of an absolute path only the bare name counts, and `..` is followed.
#[test]
fn pictures_elsewhere() {
    let folder = Folder::new("elsewhere");
    let picture = encode_png(&sheet(2, 2));
    fs::write(folder.0.join("pictures/inner.png"), &picture).expect("a file");
    let absolute = fs::canonicalize(folder.0.join("pictures/inner.png")).expect("a file that is there");
    let error = folder.atlas(&absolute.to_string_lossy()).expect_err("an absolute path is not followed");
    assert!(error.to_string().contains("cannot be read"), "{error}");
    assert!(!error.to_string().contains("pictures/inner.png: cannot"), "{error}");

    let name = folder.0.file_name().expect("a name").to_string_lossy().into_owned();
    folder.atlas(&format!("../{name}/pictures/inner.png")).expect("a path by way of the folder above");
}

#[test]
fn far_pivots_are_refused() {
    let frame = |pivot: Value| json!({"frame": rect(0, 0, 2, 2), "pivot": pivot});
    let atlas = |entry: Value, key: Value| {
        let slices = json!([{"name": "s", "keys": [{"frame": 0, "bounds": rect(1, 1, 1, 1), "pivot": key}]}]);
        json!({"frames": {"a": entry}, "meta": {"image": "sheet.png", "slices": slices}})
    };
    let near = json!({"x": -3.5, "y": 1e9});
    let sprite = read(&atlas(frame(near.clone()), near), &sheet(2, 2)).expect("pivots may lie outside");
    assert_eq!(sprite.frames[0].pivot, Some([-7.0, 2e9]));
    for far in [json!({"x": 1e308, "y": 0}), json!({"x": 0, "y": -1e308}), json!({"x": 3e9, "y": 0})] {
        for json in [atlas(frame(far.clone()), Value::Null), atlas(frame(Value::Null), far.clone())] {
            let error = read(&json, &sheet(2, 2)).expect_err("it is far away");
            assert!(matches!(error.kind(), ErrorKind::NotAnAtlas { .. }), "{far}: {error:?}");
            assert!(error.to_string().contains("farther than 2147483648 pixels away"), "{error}");
        }
    }
}

/// Errors are printed to terminals, which may take control characters for commands.
#[test]
fn names_in_errors_are_printable() {
    let evil = "\x1b]0;owned\x07\u{202e}\n";
    let sheet = sheet(2, 2);
    let outside = json!({"frames": {evil: {"frame": rect(5, 5, 1, 1)}}, "meta": {"image": evil}});
    let trim = json!({"frame": rect(0, 0, 1, 1), "sourceSize": {"w": 1, "h": 1}, "spriteSourceSize": rect(9, 9, 1, 1)});
    let trim = json!({"frames": {evil: trim}, "meta": {"image": evil}});
    let good = json!({"frames": {evil: {"frame": rect(0, 0, 1, 1)}}, "meta": {"image": evil}});
    let far = json!({"frames": {evil: {"frame": rect(0, 0, 1, 1), "pivot": {"x": 1e300, "y": 0}}}, "meta": {"image": ""}});
    let missing = Folder::new("printable").atlas(evil).expect_err("there is no such picture");
    for error in [
        read(&outside, &sheet).expect_err("outside"),
        read(&trim, &sheet).expect_err("outside"),
        read(&far, &sheet).expect_err("far away"),
        read(&good, &sheet).expect("an atlas").select(&format!("{evil}x")).expect_err("no such frame"),
        missing,
    ] {
        let said = error.to_string();
        assert!(said.contains(r"\u{1b}]0;owned\u{7}\u{202e}\n"), "{said}");
        assert!(!said.chars().any(|c| c.is_control() || c == '\u{202e}'), "{said:?}");
    }
}

#[test]
fn a_missing_picture_is_named() {
    let folder = Folder::new("missing");
    let error = folder.atlas("none.png").expect_err("there is no picture");
    assert!(
        matches!(error.kind(), ErrorKind::AtlasPicture { picture, .. } if picture == "none.png"),
        "{error:?}"
    );
    let text = error.to_string();
    assert!(
        text.contains("atlas.json") && text.contains("none.png") && text.contains("cannot be read"),
        "{text}"
    );

    fs::write(folder.0.join("none.png"), "text").expect("a file");
    let text = folder.atlas("none.png").expect_err("the picture is none").to_string();
    assert!(text.contains("starts with the bytes 74 65 78 74"), "{text}");
    let text = folder.atlas("pictures").expect_err("the picture is a folder").to_string();
    assert!(text.contains("is a folder"), "{text}");
}

#[test]
fn frames_outside() {
    let sheet = sheet(8, 8);
    let with = |entry: Value| json!({"frames": {"it": entry}, "meta": {"image": "sheet.png"}});
    let outside =
        [rect(5, 0, 4, 4), rect(0, 7, 1, 2), rect(-1, 0, 2, 2), rect(0, 0, -1, 1), rect(i64::MAX, 0, 1, 1)];
    for frame in outside {
        let error = read(&with(json!({"frame": frame})), &sheet).expect_err("it is outside");
        assert!(
            matches!(error.kind(), ErrorKind::FrameOutside { picture: [8, 8], .. }),
            "{frame}: {error:?}"
        );
    }
    // Turned, it takes 2 x 6 pixels and reaches beyond the lower edge.
    let turned = json!({"frame": rect(4, 4, 6, 2), "rotated": true});
    let text = read(&with(turned), &sheet).expect_err("it is outside").to_string();
    assert_eq!(text, "frame \"it\" takes 2x6 at (4, 4), outside its picture of 8x8");

    let trim = |at: Value, w, h| json!({"frame": rect(0, 0, 4, 4), "spriteSourceSize": at, "sourceSize": {"w": w, "h": h}});
    for (at, w, h) in [(rect(1, 0, 4, 4), 4, 4), (rect(-1, 0, 4, 4), 9, 9), (rect(0, 0, 4, 4), 4, 3)] {
        let error = read(&with(trim(at, w, h)), &sheet).expect_err("it is outside");
        assert!(matches!(error.kind(), ErrorKind::TrimOutside { .. }), "{error:?}");
    }
    for (w, h) in [(-4_i64, 4_i64), (65_536, 4), (1 << 40, 1 << 40), (65_535, 65_535)] {
        let error = read(&with(trim(rect(0, 0, 4, 4), w, h)), &sheet).expect_err("it is huge");
        assert!(matches!(error.kind(), ErrorKind::TooLarge { .. }), "{error:?}");
    }
}

/// Aseprite's inner padding and extrusion are parts of `frame`, not of `spriteSourceSize`.
#[test]
fn padding_and_extruded_edges_are_cut_off() {
    let sheet = sheet(12, 10);
    let with = |entry: Value| json!({"frames": {"it": entry}, "meta": {"image": "sheet.png"}});
    for (border, trimmed, at, rotated) in [
        (1_u32, [4_u32, 4_u32], [2_u32, 3_u32], false),
        (2, [3, 5], [0, 0], false),
        (1, [5, 2], [3, 6], true),
    ] {
        let ([w, h], [x, y]) = (trimmed, at);
        let (packed_w, packed_h) = (w + 2 * border, h + 2 * border);
        let entry = json!({
            "frame": rect(1, 0, packed_w.into(), packed_h.into()),
            "rotated": rotated,
            "trimmed": true,
            "spriteSourceSize": rect(x.into(), y.into(), w.into(), h.into()),
            "sourceSize": {"w": 8, "h": 8},
        });
        let frame = read(&with(entry), &sheet).expect("an atlas").frames.remove(0);
        assert_eq!(frame.trim, Rect::new(x as i32, y as i32, w, h));
        for (px, py) in (0..8).flat_map(|py| (0..8).map(move |px| (px, py))) {
            let inside = (x..x + w).contains(&px) && (y..y + h).contains(&py);
            let (u, v) = (px.wrapping_sub(x), py.wrapping_sub(y));
            let place = || if rotated { (border + h - 1 - v, border + u) } else { (border + u, border + v) };
            let expected = if inside { sheet.pixel(1 + place().0, place().1) } else { Some([0; 4]) };
            assert_eq!(frame.image.pixel(px, py), expected, "border {border} at ({px}, {py})");
        }
    }
    // What is not as wide on all sides is no border.
    let entry = json!({"frame": rect(0, 0, 6, 5), "spriteSourceSize": rect(1, 1, 4, 4), "sourceSize": {"w": 8, "h": 8}});
    let frame = read(&with(entry), &sheet).expect("an atlas").frames.remove(0);
    assert_eq!(frame.trim, Rect::new(1, 1, 6, 5));
}

#[test]
fn json_that_is_no_atlas() {
    for (json, hint) in [
        ("{}", "neither \"frames\" nor \"textures\""),
        ("[]", "a list, not an object"),
        (" [1, 2, 3]", "a list, not an object"),
        (r#"{"hello": "world"}"#, "neither"),
        (r#"{"frames": 3}"#, "a list of frames or an object of frames by name"),
        (r#"{"frames": []}"#, "meta.image"),
        (r#"{"frames": [], "meta": {"image": "a.png"}}"#, "no frame"),
        (r#"{"frames": [{"x": 1}], "meta": {"image": "a.png"}}"#, "missing field `frame`"),
        (r#"{"frames": {"a": {"frame": {"x": 0.5, "y": 0, "w": 1, "h": 1}}}}"#, "a whole number"),
        (r#"{"tilewidth": 128, "tileheight": 128, "columns": 13}"#, "Tiled"),
        (r#"{"layers": [], "textures": {}}"#, "expected a sequence"),
    ] {
        let error = decode_atlas(json.as_bytes(), |_| panic!("no picture is needed"), &Options::default());
        let error = error.expect_err(json);
        assert!(matches!(error.kind(), ErrorKind::NotAnAtlas { .. }), "{json}: {error:?}");
        assert!(error.to_string().contains(hint), "{json}: {error}");
    }
    for json in ["{", "{\"frames\"", "[[[[", "{]", "{\"a\": 1e999}", &"[".repeat(100_000)] {
        let error = decode_atlas(json.as_bytes(), |_| panic!("no picture is needed"), &Options::default());
        let error = error.expect_err("it is broken");
        let broken = matches!(error.kind(), ErrorKind::Corrupt { .. } | ErrorKind::NotAnAtlas { .. });
        assert!(broken, "{json:.20}: {error:?}");
    }
}

#[test]
fn numbers_with_a_point_and_a_byte_order_mark() {
    let json = "\u{FEFF} {\"frames\": {\"a\": {\"frame\": {\"x\": 1.0, \"y\": 0, \"w\": 2.0, \"h\": 1}}}, \
                \"meta\": {\"image\": \"s\"}}";
    let sheet = sheet(3, 1);
    let sprite =
        decode_atlas(json.as_bytes(), |_| Ok(encode_png(&sheet)), &Options::default()).expect("an atlas");
    assert_eq!(sprite.frames[0].image.pixel(0, 0), sheet.pixel(1, 0));
}
