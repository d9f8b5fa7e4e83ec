//! Files that were made to hold a reader up: circles of files, and much of what costs little.

use std::collections::HashMap;
use std::fmt::Write as _;

use hitmask_assets::{Error, ErrorKind, LevelContent, LevelFile, Limits, decode_levels};

use crate::common::data;

/// Reads a level with these files beside it, and the shipped picture of tiles.
fn decode(text: &str, files: &[(&str, &str)]) -> Result<LevelFile, Error> {
    let files: HashMap<&str, &str> = files.iter().copied().collect();
    let read = |name: &str| match files.get(name) {
        Some(text) => Ok(text.as_bytes().to_vec()),
        None => std::fs::read(data("levels").join(name))
            .map_err(|_| Error::from(ErrorKind::Io(std::io::ErrorKind::NotFound.into()))),
    };
    decode_levels(text.as_bytes(), read, &Limits::default())
}

const SET: &str = r#"<tileset name="s" tilewidth="8" tileheight="8"><image source="tiles.png" width="29" height="20"/>
 <tile id="0"><objectgroup><object id="1" template="t.tx" x="0" y="0"/></objectgroup></tile></tileset>"#;

/// A set whose tile has a shape of a template, which shows a tile of that set.
#[test]
fn circles_of_files_are_refused() {
    let map = r#"<map width="1" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1" source="s.tsx"/></map>"#;
    let by_set = r#"<template><tileset firstgid="1" source="s.tsx"/><object gid="2" width="8" height="8"/></template>"#;
    let error = decode(map, &[("s.tsx", SET), ("t.tx", by_set)]).expect_err("a circle");
    assert!(error.to_string().contains("names itself"), "{error}");
    // The set is in the template.
    let inner = SET.replacen("<tileset", "<tileset firstgid=\"1\"", 1);
    let inside = format!(r#"<template>{inner}<object gid="2" width="8" height="8"/></template>"#);
    let error = decode(map, &[("s.tsx", SET), ("t.tx", &inside)]).expect_err("a circle");
    assert!(error.to_string().contains("names itself"), "{error}");
    // In JSON.
    let json = r#"{"tileset": {"firstgid": 1, "source": "s.tsx"}, "object": {"id": 1, "gid": 2, "width": 8, "height": 8, "x": 0, "y": 0}}"#;
    decode(map, &[("s.tsx", SET), ("t.tx", json)]).expect_err("a circle");
    // No circle: two tiles have the shape of one template.
    let plain = r#"<template><object width="8" height="8"/></template>"#;
    let twice = SET.replace("</tileset>", r#"<tile id="1"><objectgroup><object id="2" template="t.tx" x="1" y="0"/></objectgroup></tile></tileset>"#);
    decode(map, &[("s.tsx", &twice), ("t.tx", plain)]).expect("no circle");
}

/// Finding the line of each object anew took 42 seconds here. Only an error's line is counted: a lint in `clippy.toml` refuses any other
/// place that counts lines.
#[test]
fn the_line_of_an_error_among_many_objects() {
    let mut map = String::from(
        "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">\n<objectgroup name=\"o\">\n",
    );
    for id in 0..100_000 {
        writeln!(map, "<object id=\"{id}\" x=\"1\" y=\"2\"/>").expect("text");
    }
    map.push_str("</objectgroup></map>");
    decode(&map, &[]).expect("objects");
    let wrong = map.replace("<object id=\"99998\" x=\"1\"", "<object id=\"99998\" x=\"nan\"");
    let error = decode(&wrong, &[]).expect_err("no place").to_string();
    assert!(error.starts_with("line 100001, layer \"o\": object 99998: a place"), "{error}");
    let wrong = map.replace("<object id=\"99998\" x=\"1\"", "<object id=\"99998\" x=\"left\"");
    let error = decode(&wrong, &[]).expect_err("no number").to_string();
    assert!(error.starts_with("line 100001: x of <object>"), "{error}");
}

#[test]
fn deep_files_are_refused() {
    let nest = |open: &str, close: &str, depth| open.repeat(depth) + &close.repeat(depth);
    for depth in [90, 5000, 300_000] {
        let _ = decode(
            &format!("<map tilewidth=\"8\" tileheight=\"8\">{}</map>", nest("<a>", "</a>", depth)),
            &[],
        );
        let lists = nest("[", "]", depth);
        let objects = nest("{\"a\":", "}", depth).replace(":}", ":1}");
        for deep in [&lists, &objects] {
            for (kind, text) in [
                (
                    "unknown",
                    format!(
                        r#"{{"orientation":"orthogonal","layers":[],"tilesets":[],"tilewidth":8,"tileheight":8,"width":1,"height":1,"q":{deep}}}"#
                    ),
                ),
                (
                    "properties",
                    format!(
                        r#"{{"orientation":"orthogonal","layers":[],"tilesets":[],"tilewidth":8,"tileheight":8,"width":1,"height":1,"properties":[{{"name":"a","type":"class","value":{deep}}}]}}"#
                    ),
                ),
                (
                    "data",
                    format!(
                        r#"{{"orientation":"orthogonal","layers":[{{"type":"tilelayer","name":"a","width":1,"height":1,"data":{deep}}}],"tilesets":[],"tilewidth":8,"tileheight":8,"width":1,"height":1}}"#
                    ),
                ),
                (
                    "field",
                    format!(
                        r#"{{"jsonVersion":"1","defs":{{}},"levels":[{{"identifier":"a","pxWid":8,"pxHei":8,"externalRelPath":null,"layerInstances":[],"fieldInstances":[{{"__identifier":"a","__type":"b","__value":{deep}}}]}}]}}"#
                    ),
                ),
            ] {
                let read = decode(&text, &[]);
                if depth > 90 && kind != "unknown" {
                    read.expect_err(kind);
                }
            }
        }
        let layers = nest(r#"{"type":"group","name":"g","layers":["#, "]}", depth);
        let _ = decode(
            &format!(
                r#"{{"orientation":"orthogonal","layers":[{layers}],"tilesets":[],"tilewidth":8,"tileheight":8,"width":1,"height":1}}"#
            ),
            &[],
        );
        let classes =
            nest(r#"<property name="a" type="class"><properties>"#, "</properties></property>", depth);
        let _ = decode(
            &format!(
                "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><properties>{classes}</properties></map>"
            ),
            &[],
        );
    }
}

/// Chunks far from each other, without cells, and over each other.
#[test]
fn strange_chunks() {
    for chunks in [
        r#"<chunk x="-16777216" y="-16777216" width="1" height="1">1</chunk><chunk x="16777216" y="16777216" width="1" height="1">1</chunk>"#,
        r#"<chunk x="5" y="5" width="0" height="7"></chunk><chunk x="0" y="0" width="1" height="1">1</chunk>"#,
        r#"<chunk x="0" y="0" width="1" height="1">1</chunk><chunk x="0" y="0" width="1" height="1">2</chunk>"#,
        r#"<chunk x="9" y="9" width="0" height="0"></chunk>"#,
        r#"<chunk x="0" y="0" width="16777216" height="0"></chunk><chunk x="0" y="0" width="0" height="16777216"></chunk>"#,
    ] {
        for side in [1, 8, 65_535] {
            let map = format!("<map infinite=\"1\" width=\"1\" height=\"1\" tilewidth=\"{side}\" tileheight=\"{side}\">
                <tileset firstgid=\"1\" name=\"s\" tilewidth=\"8\" tileheight=\"8\"><image source=\"tiles.png\"/></tileset>
                <layer name=\"g\" width=\"1\" height=\"1\"><data encoding=\"csv\">{chunks}</data></layer></map>");
            let Ok(file) = decode(&map, &[]) else { continue };
            let (level, rule) = (&file.levels[0], &Default::default());
            for layer in &level.layers {
                let _ = (
                    level.area(),
                    level.pixels(layer, rule),
                    level.tile_map(layer, rule),
                    level.frame(layer, rule),
                );
            }
        }
    }
}

/// Numbers that are none.
#[test]
fn strange_numbers() {
    for number in ["NaN", "inf", "-inf", "1e308", "-1e308", "1e-320", "4294967296", "-0"] {
        for (name, first) in [
            ("x", ""),
            ("y", ""),
            ("width", ""),
            ("height", ""),
            ("rotation", ""),
            ("gid", ""),
            ("offsetx", "o"),
            ("opacity", "o"),
            ("id", ""),
        ] {
            for shape in [
                "",
                "<ellipse/>",
                "<capsule/>",
                "<polygon points=\"0,0 NaN,4 1e308,3\"/>",
                "<polygon points=\"0,0 8,0 3,inf\"/>",
                "<polyline points=\"NaN,1\"/>",
            ] {
                let (own, of) = if first == "o" {
                    (String::new(), format!("{name}=\"{number}\""))
                } else {
                    (format!("{name}=\"{number}\""), String::new())
                };
                let rest: String = [("x", 1), ("y", 2), ("width", 3), ("height", 4)]
                    .iter()
                    .filter(|(other, _)| first == "o" || *other != name)
                    .map(|(name, number)| format!(" {name}=\"{number}\""))
                    .collect();
                let map = format!(
                    "<map width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><objectgroup name=\"o\" {of}><object {own}{rest}>{shape}</object></objectgroup></map>"
                );
                let Ok(file) = decode(&map, &[]) else { continue };
                let (level, rule) = (&file.levels[0], &Default::default());
                for layer in &level.layers {
                    let _ =
                        (level.pixels(layer, rule), level.tile_map(layer, rule), level.frame(layer, rule));
                    let LevelContent::Objects(objects) = &layer.content else { continue };
                    for object in objects {
                        let _ = level.shape(layer, object, rule);
                    }
                }
            }
        }
    }
}
