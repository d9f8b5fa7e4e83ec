//! Labels from files: slices, layers, colours, polygons.

use hitmask::{LabelMask, Mask, Rect};
use hitmask_assets::{
    ErrorKind, Image, LabelOptions, LabelSource, Limits, Options, Sprite, decode, decode_atlas,
    decode_labels, decode_polygons, encode_png, load, load_labels, polygon_mask,
};

use crate::common::ase::{Ase, GROUP, HIDDEN, LAYER, Layer, RGBA, cel};

fn shipped(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name)
}

fn from(source: LabelSource) -> LabelOptions {
    LabelOptions { source, ..LabelOptions::default() }
}

fn names(mask: &LabelMask) -> Vec<(u8, &str)> {
    mask.names().iter().map(|(label, name, _)| (label, name)).collect()
}

/// A real sprite: a figure with a helmet and sunglasses, each on a layer of its own.
#[test]
fn layers_of_a_shipped_sprite() {
    let path = shipped("player.aseprite");
    let how = LabelOptions { threshold: 1, ..from(LabelSource::Layers(Vec::new())) };
    let labels = load_labels(&path, &Options::default(), &how).unwrap();
    let sprite = load(&path, &Options::default()).unwrap();
    assert_eq!(labels.len(), sprite.frames.len());
    for (labels, frame) in labels.iter().zip(&sprite.frames) {
        assert_eq!(names(labels), [(1, "base"), (2, "helmet"), (3, "Sunglasses")]);
        // All layers together are the picture, since none is translucent.
        assert_eq!(*labels.mask(), frame.mask(1));
    }
    let ([base, helmet, glasses], first) =
        ([1, 2, 3].map(|label| labels[0].only(label).to_mask()), &labels[0]);
    assert!(!base.is_empty() && !helmet.is_empty() && !glasses.is_empty());
    assert!(helmet.bounds().unwrap().y < base.bounds().unwrap().y, "{first:?}");
    // Only what is asked for, in that order.
    let how =
        LabelOptions { threshold: 1, ..from(LabelSource::Layers(vec!["helmet".into(), "base".into()])) };
    let two = &load_labels(&path, &Options::default(), &how).unwrap()[0];
    assert_eq!(names(two), [(1, "helmet"), (2, "base")]);
    assert_eq!(two.only(1).to_mask(), {
        // Where the glasses hid it, the helmet shows now.
        let mut shown = two.only(1).to_mask();
        shown.union_with(&helmet, (0, 0));
        shown
    });
    let with_rest = LabelOptions { rest: Some("rest".into()), ..how };
    let all = &load_labels(&path, &Options::default(), &with_rest).unwrap()[0];
    assert_eq!((*all.mask() == sprite.frames[0].mask(1), all.names().find("rest")), (true, Some(3)));
}

/// Two frames: a group "boxes", hidden, with two layers; and a visible layer below.
fn layered() -> Ase {
    let mut ase = Ase::new((3, 2), RGBA);
    let rgba = |pixels: &[[u8; 4]]| pixels.concat();
    let (red, blue, faint, none) = ([255, 0, 0, 255], [0, 0, 255, 255], [9, 9, 9, 60], [0; 4]);
    ase.named_layer(LAYER, "body").named_layer(Layer { flags: HIDDEN, ..GROUP }, "boxes");
    ase.named_layer(Layer { level: 1, opacity: 80, ..LAYER }, "low")
        .named_layer(Layer { level: 1, ..LAYER }, "high");
    ase.pixels(cel(0), (3, 2), &rgba(&[red, red, red, red, faint, none]));
    ase.pixels(cel(2), (3, 1), &rgba(&[red, blue, none]));
    ase.pixels(cel(3), (1, 1), &rgba(&[blue]));
    ase.next_frame();
    ase.pixels(cel(0), (1, 1), &rgba(&[blue]));
    ase
}

#[test]
fn groups_hidden_layers_and_frames_without_pixels() {
    let bytes = layered().bytes();
    let read = |source| decode_labels(&bytes, &Options::default(), &from(source)).unwrap();
    let all = |source| read(source).iter().map(|mask| mask.as_bytes().to_vec()).collect::<Vec<_>>();
    let layers = |names: &[&str]| LabelSource::Layers(names.iter().map(|&name| name.into()).collect());
    // Only what is visible, unless it is named.
    assert_eq!(all(layers(&[])), [[1, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 0]]);
    assert_eq!(all(layers(&["low", "high"])), [[2, 1, 0, 0, 0, 0], [0; 6]]);
    assert_eq!(all(layers(&["boxes"])), [[1, 1, 0, 0, 0, 0], [0; 6]]);
    // The innermost name counts.
    assert_eq!(all(layers(&["boxes", "high", "body"])), [[2, 1, 3, 3, 0, 0], [3, 0, 0, 0, 0, 0]]);
    let parts = vec![("hot".to_owned(), [255, 0, 0]), ("cold".to_owned(), [0, 0, 255])];
    let colors = |layer: &str, parts: &[(String, [u8; 3])]| LabelSource::LayerColors {
        layer: layer.into(),
        parts: parts.to_vec(),
    };
    assert_eq!(all(colors("low", &parts)), [[1, 2, 0, 0, 0, 0], [0; 6]]);
    assert_eq!(names(&read(colors("low", &parts))[1]), [(1, "hot"), (2, "cold")]);
    let error = |source| decode_labels(&bytes, &Options::default(), &from(source)).unwrap_err();
    assert!(matches!(
        error(colors("low", &parts[..1])).kind(),
        ErrorKind::UnknownColor { frame: 0, at: [1, 0], color: [0, 0, 255] }
    ));
    let error_of_name = error(layers(&["lows"]));
    let ErrorKind::NoSuchLayer { wanted, similar, .. } = error_of_name.kind() else { panic!() };
    assert_eq!((wanted.as_str(), similar[0].as_str()), ("lows", "low"));
    assert!(matches!(error(LabelSource::Slices).kind(), ErrorKind::NoSlices));
}

#[test]
fn slices_from_their_frames_on() {
    let mut ase = Ase::new((4, 2), RGBA);
    ase.named_layer(LAYER, "all").pixels(cel(0), (4, 2), &[200; 32]);
    let slice = |name: &str, keys: &[[i32; 5]]| {
        let mut data: Vec<u8> = [keys.len() as u32, 0, 0].iter().flat_map(|n| n.to_le_bytes()).collect();
        data.extend((name.len() as u16).to_le_bytes());
        data.extend(name.bytes());
        data.extend(keys.iter().flatten().flat_map(|n| n.to_le_bytes()));
        data
    };
    ase.chunk(0x2022, &slice("body", &[[0, 0, 0, 3, 2]]));
    ase.chunk(0x2022, &slice("head", &[[0, 0, 0, 2, 1], [1, 1, 0, 1, 1]]));
    ase.next_frame().pixels(cel(0), (4, 1), &[200; 16]);
    let bytes = ase.bytes();
    let sprite: Sprite = decode(&bytes, &Options::default()).unwrap();
    let labels = sprite.labels(&LabelOptions::default()).unwrap();
    assert_eq!(labels[0].as_bytes(), [2, 2, 1, 0, 1, 1, 1, 0]);
    assert_eq!(labels[1].as_bytes(), [1, 2, 1, 0, 0, 0, 0, 0]);
    assert_eq!(names(&labels[0]), [(1, "body"), (2, "head")]);
    let with_rest = LabelOptions { rest: Some("rest".into()), ..LabelOptions::default() };
    assert_eq!(sprite.labels(&with_rest).unwrap()[1].as_bytes(), [1, 2, 1, 3, 0, 0, 0, 0]);
    assert!(matches!(
        sprite.labels(&from(LabelSource::Layers(Vec::new()))).unwrap_err().kind(),
        ErrorKind::NoLayers { .. }
    ));
}

#[test]
fn colors_of_a_picture() {
    let (red, blue, clear) = ([255, 0, 0, 255], [0, 0, 255, 200], [0, 255, 0, 10]);
    let png = encode_png(&Image::from_rgba8(4, 1, [blue, clear, red, blue].concat()).unwrap());
    let labels = decode_labels(&png, &Options::default(), &from(LabelSource::Colors)).unwrap();
    assert_eq!(
        (labels[0].as_bytes(), names(&labels[0])),
        (&[1, 0, 2, 1][..], vec![(1, "#0000ff"), (2, "#ff0000")])
    );
    let many: Vec<u8> = (0..256_u32).flat_map(|i| [i as u8, 0, 0, 255]).collect();
    let png = encode_png(&Image::from_rgba8(16, 16, many).unwrap());
    let error = decode_labels(&png, &Options::default(), &from(LabelSource::Colors)).unwrap_err();
    assert_eq!(error.to_string(), "has at least 256 labels, and 255 is the most");
}

/// Against a plain count of crossings for each pixel's centre, on random polygons with corners on halves.
#[test]
fn polygons() {
    let mut seed = 1_u64;
    let mut next = |most: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as i64 % most
    };
    for _ in 0..300 {
        let count = 3 + next(4);
        // In quarters of a pixel.
        let corners: Vec<[i64; 2]> = (0..count).map(|_| [next(60) - 6, next(60) - 6]).collect();
        let scaled: Vec<[f64; 2]> = corners.iter().map(|&[x, y]| [x as f64 / 4.0, y as f64 / 4.0]).collect();
        let inside = |x: u32, y: u32| {
            let (cx, cy) = (4 * i64::from(x) + 2, 4 * i64::from(y) + 2);
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let left = sides.filter(|&(&[ax, ay], &[bx, by])| {
                // The side is crossed by the row, and lies left of the centre or through it.
                (ay <= cy) != (by <= cy) && {
                    let (num, den) = ((bx - ax) * (cy - ay), by - ay);
                    let lies = (cx - ax) * den - num;
                    if den > 0 { lies >= 0 } else { lies <= 0 }
                }
            });
            left.count() % 2 == 1
        };
        assert_eq!(polygon_mask(14, 14, &scaled), Mask::from_fn(14, 14, inside), "{corners:?}");
    }
    // Neighbours share no pixel and leave no gap.
    let (left, right) =
        ([[0.0, 0.0], [5.5, 0.0], [2.5, 9.0], [0.0, 9.0]], [[5.5, 0.0], [9.0, 0.0], [9.0, 9.0], [2.5, 9.0]]);
    let [left, right] = [left, right].map(|corners| polygon_mask(9, 9, &corners));
    assert_eq!((left.overlap_area(&right, (0, 0)), left.count() + right.count()), (0, 81));
    assert!(
        polygon_mask(9, 9, &[]).is_empty() && polygon_mask(9, 9, &[[f64::NAN, f64::INFINITY]; 2]).is_empty()
    );
    assert_eq!(
        polygon_mask(9, 9, &[[-1e300, -1e300], [1e300, -1e300], [1e300, 1e300], [-1e300, 1e300]]).count(),
        81
    );
    assert_eq!(Rect::new(0, 0, 9, 9).overlap_area(&left, (0, 0)), left.count());
}

#[test]
fn polygons_of_an_atlas() {
    let decode = |json: &str| decode_polygons(json.as_bytes(), &Limits::default());
    let frame = |more: &str| {
        let size = r#""frame": {"x": 0, "y": 0, "w": 5, "h": 6}, "sourceSize": {"w": 9, "h": 8}"#;
        format!(r#"{{"meta": {{"image": "x.png"}}, "frames": [{{"filename": "a", {size} {more}}}]}}"#)
    };
    let square = r#", "vertices": [[1, 1], [7, 1], [7, 6], [1, 6]], "verticesUV": [[0, 0]]"#;
    let rows =
        |from: u32, to: u32| Mask::from_fn(9, 8, move |x, y| (from..to).contains(&x) && (1..6).contains(&y));
    let whole = vec![("a".to_owned(), Some(rows(1, 7)))];
    assert_eq!(decode(&frame(square)).unwrap(), whole);
    // Two triangles leave no gap; of one, half is left: the centres on its lower left or right of its side.
    assert_eq!(decode(&frame(&format!(r#"{square}, "triangles": [[0, 1, 2], [2, 3, 0]]"#))).unwrap(), whole);
    let half = decode(&frame(&format!(r#"{square}, "triangles": [[3, 0, 1]]"#))).unwrap();
    let below = |x: u32, y: u32| 10 * (x as i32 - 1) + 5 + 12 * (y as i32 - 1) + 6 < 60;
    assert_eq!(half[0].1, Some(Mask::from_fn(9, 8, |x, y| x >= 1 && y >= 1 && below(x, y))));
    assert_eq!(decode(&frame("")).unwrap(), [("a".to_owned(), None)]);
    for (wrong, why) in [
        (r#", "vertices": "none""#, "the vertices are no list of points of frame \"a\""),
        (r#", "vertices": [[1, 2, 3]]"#, "no list of points"),
        (r#", "vertices": [[0, 0]], "triangles": [[0, 0, 1]]"#, "a vertex that is not there"),
        (r#", "vertices": [[0, 0]], "triangles": [[0, -1, 0]]"#, "no list of three numbers"),
    ] {
        let error = decode(&frame(wrong)).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        // Who asks for pictures only is not bothered.
        let read = |_: &str| Image::from_rgba8(5, 6, vec![255; 120]).map(|image| encode_png(&image));
        assert!(decode_atlas(frame(wrong).as_bytes(), read, &Options::default()).is_ok(), "{wrong}");
    }
    let large = frame(square).replace(r#""w": 9"#, r#""w": 4000000000"#);
    assert!(matches!(decode(&large).unwrap_err().kind(), ErrorKind::TooLarge { .. }), "{large}");
}

/// The generic XML of TexturePacker gives what its JSON gives.
#[test]
fn polygons_of_an_atlas_in_xml() {
    let decode = |xml: &str| decode_polygons(xml.as_bytes(), &Limits::default());
    let atlas = |sprites: &str| {
        // The comment is TexturePacker's.
        format!(
            "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--Format:\nn  => name of the sprite\n-->\n\
             <TextureAtlas imagePath=\"x.png\" width=\"64\" height=\"64\">\n{sprites}\n</TextureAtlas>\n"
        )
    };
    let frame = |more: &str| {
        atlas(&format!(
            r#"<sprite n="a" x="0" y="0" w="5" h="6" oX="1" oY="1" oW="9" oH="8">{more}</sprite>"#
        ))
    };
    let square = "<vertices>1 1 7 1 7 6 1 6</vertices><verticesUV>0 0</verticesUV>";
    let json = |triangles: &str| {
        let size = r#""frame": {"x": 0, "y": 0, "w": 5, "h": 6}, "sourceSize": {"w": 9, "h": 8}"#;
        let json = format!(
            r#"{{"meta": {{"image": "x.png"}}, "frames": {{"a": {{{size}, "vertices": [[1, 1], [7, 1], [7, 6], [1, 6]] {triangles}}}}}}}"#
        );
        decode_polygons(json.as_bytes(), &Limits::default()).unwrap()
    };
    assert_eq!(json("")[0].1.as_ref().map(Mask::count), Some(30));
    assert_eq!(decode(&frame(square)).unwrap(), json(""));
    for (xml, list) in [("0 1 2 2 3 0", "[0, 1, 2], [2, 3, 0]"), ("3,0,1", "[3, 0, 1]"), ("", "")] {
        let triangles = format!("{square}<triangles>\n {xml} </triangles>");
        let list = format!(r#", "triangles": [{list}]"#);
        assert_eq!(decode(&frame(&triangles)).unwrap(), json(&list), "{xml}");
    }
    // A comment within the numbers, and halves of pixels.
    let halves = decode(&frame("<vertices>1.0,1 7.25 1 <!-- --> 7.25 6\t1 6</vertices>")).unwrap();
    assert_eq!(halves, json(""));
    // Frames keep their order; one without a name has its number, one without a polygon has no mask.
    let [small, turned] = [r#"w="3" h="2""#, r#"w="3" h="2" r="y""#]
        .map(|size| format!("<sprite x='0' y='0' {size}><vertices>0 0 9 0 9 9 0 9</vertices></sprite>"));
    let frames = decode(&atlas(&format!("<sprite n='&lt;b&gt;'/>{small}{turned}"))).unwrap();
    let filled = |w, h| Some(Mask::filled(w, h));
    assert_eq!(
        frames,
        [("<b>".to_owned(), None), ("1".to_owned(), filled(3, 2)), ("2".to_owned(), filled(2, 3))]
    );
    let of = |w: &str, more: &str| {
        atlas(&format!("<sprite n='a' {w} h='6'><vertices>0 0</vertices>{more}</sprite>"))
    };
    for (wrong, why) in [
        (frame("<vertices>none</vertices>"), "the vertices are no list of points of frame \"a\""),
        (frame("<vertices>1 2 3</vertices>"), "no list of points"),
        (of("w='5'", "<triangles>0 0 1</triangles>"), "a vertex that is not there"),
        (of("w='5'", "<triangles>0 0</triangles>"), "no list of three numbers"),
        (of("w='5'", "<triangles>0 -1 0</triangles>"), "no list of three numbers"),
        (of("", ""), "there is no w of frame \"a\""),
        (of("w='5.5'", ""), "w is \"5.5\", not a whole number, of frame \"a\""),
        (atlas("<SubTexture/>"), "it lists no <sprite>"),
        ("<map></map>".to_owned(), "the file holds a <map>, not a <TextureAtlas>"),
    ] {
        let error = decode(&wrong).unwrap_err();
        assert!(
            matches!(error.kind(), ErrorKind::NotAnAtlas { .. }) && error.to_string().contains(why),
            "{error}"
        );
    }
    for broken in [&b"<TextureAtlas>"[..], b"<a>\xFF</a>"] {
        let error = decode_polygons(broken, &Limits::default()).unwrap_err();
        assert!(error.to_string().starts_with("damaged XML atlas: "), "{error}");
    }
    let large = frame(square).replace(r#"oW="9""#, r#"oW="4000000000""#);
    assert!(matches!(decode(&large).unwrap_err().kind(), ErrorKind::TooLarge { .. }), "{large}");
    let few = Limits { max_frames: 2, ..Limits::default() };
    let three = atlas(&"<sprite n='a' w='1' h='1'/>".repeat(3));
    assert!(matches!(
        decode_polygons(three.as_bytes(), &few).unwrap_err().kind(),
        ErrorKind::TooLarge { .. }
    ));
}
