//! Levels that need more memory than their size suggests.

use std::collections::HashMap;
use std::fmt::Write as _;

use hitmask_assets::{Error, ErrorKind, Image, LevelFile, Limits, Result, decode_levels, encode_png};

/// A level, with the files that it names.
pub(crate) struct Bomb {
    pub(crate) name: &'static str,
    text: String,
    files: HashMap<&'static str, Vec<u8>>,
}

impl Bomb {
    pub(crate) fn read(&self, limits: &Limits) -> Result<LevelFile> {
        let missing = || Error::from(ErrorKind::Io(std::io::ErrorKind::NotFound.into()));
        let read = |name: &str| self.files.get(name).cloned().ok_or_else(missing);
        decode_levels(self.text.as_bytes(), read, limits)
    }

    fn new(name: &'static str, text: String) -> Bomb {
        Bomb { name, text, files: HashMap::new() }
    }

    fn file(mut self, name: &'static str, bytes: Vec<u8>) -> Bomb {
        self.files.insert(name, bytes);
        self
    }
}

/// A picture of which every third pixel is clear.
pub(crate) fn picture(w: u32, h: u32) -> Vec<u8> {
    let rgba = (0..w * h).flat_map(|i| [1, 2, 3, if i % 3 == 0 { 0 } else { 255 }]).collect();
    encode_png(&Image::from_rgba8(w, h, rgba).expect("four bytes for each pixel"))
}

/// A map of Tiled with square cells.
pub(crate) fn map(orientation: &str, [w, h]: [u32; 2], cell: u32, content: &str) -> String {
    format!(
        r#"<map orientation="{orientation}" width="{w}" height="{h}" tilewidth="{cell}" tileheight="{cell}">{content}</map>"#
    )
}

/// A set that is a picture `a.png` cut into square tiles.
pub(crate) fn sheet(tile: u32) -> String {
    format!(
        r#"<tileset firstgid="1" name="s" tilewidth="{tile}" tileheight="{tile}"><image source="a.png"/></tileset>"#
    )
}

/// A layer of cells.
pub(crate) fn layer([w, h]: [u32; 2], gid: impl Fn(u32, u32) -> u32) -> String {
    let mut csv = String::new();
    (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).for_each(|(x, y)| {
        let _ = write!(csv, "{},", gid(x, y));
    });
    format!(r#"<layer name="g" width="{w}" height="{h}"><data encoding="csv">{csv}</data></layer>"#)
}

/// A set of `count` tiles, each of which names the picture `a.png` with `more`.
pub(crate) fn collection(count: u32, more: &str) -> String {
    let tiles: String =
        (0..count).map(|id| format!(r#"<tile id="{id}"><image source="a.png"/>{more}</tile>"#)).collect();
    format!(r#"<tileset firstgid="1" name="c" tilewidth="8" tileheight="8">{tiles}</tileset>"#)
}

fn objects(objects: &str) -> String {
    format!(r#"<objectgroup name="o">{objects}</objectgroup>"#)
}

fn corners(count: u32) -> String {
    (0..count).map(|i| format!("{},{} ", i * 7 % 501, i * 3 % 401)).collect()
}

pub(crate) fn bombs() -> Vec<Bomb> {
    let grid = |side: u32| [side, side];
    let square = |side, gid: &dyn Fn(u32, u32) -> u32| layer(grid(side), gid);
    let group = |content: &str| format!(r#"<group name="g">{content}</group>"#);
    let text = "t".repeat(100_000);
    let property = format!(r#"<properties><property name="p" value="{text}"/></properties>"#);
    let polygon = format!(r#"<polygon points="{}"/>"#, corners(20_000));
    let named = r#"<object id="1" template="t.tx" x="1" y="2"/>"#;
    let huge = |shape: &str, w: u32, h: u32| {
        objects(&format!(r#"<object id="1" x="1" y="2" width="{w}" height="{h}">{shape}</object>"#).repeat(3))
    };
    let tsx = {
        let shape = r#"<objectgroup><object id="1" x="1" y="2" width="5" height="4"/></objectgroup>"#;
        let of = r#"<properties><property name="p" value="some text"/></properties>"#;
        let tiles: String =
            (0..1000).map(|id| format!(r#"<tile id="{id}" class="c">{of}{shape}</tile>"#)).collect();
        format!(r#"<tileset name="t" tilewidth="8" tileheight="8"><image source="a.png"/>{tiles}</tileset>"#)
    };
    let references: String =
        (0..50).map(|i| format!(r#"<tileset firstgid="{}" source="t.tsx"/>"#, 1 + 2000 * i)).collect();
    let names: String =
        format!(r#"<group name="{}">"#, "n".repeat(20_000)).repeat(90) + &"</group>".repeat(90);
    let ldtk = |sets: &str, layers: &str, entities: &str, levels: &str| {
        format!(
            r#"{{"jsonVersion":"1","defaultGridSize":8,"defs":{{"tilesets":[{sets}],"layers":[{layers}],"entities":[{entities}]}},"levels":[{levels}]}}"#
        )
    };
    let custom = {
        let tags = vec!["0"; 500].join(",");
        let data = vec![r#"{"tileId":0,"data":"x"}"#; 500].join(",");
        format!(
            r#"{{"uid":1,"identifier":"s","relPath":"a.png","pxWid":64,"pxHei":64,"tileGridSize":8,"enumTags":[{{"enumValueId":"e","tileIds":[{tags}]}}],"customData":[{data}]}}"#
        )
    };
    let level = |layers: &str| {
        format!(
            r#"{{"identifier":"l","pxWid":800,"pxHei":800,"externalRelPath":null,"layerInstances":[{layers}],"fieldInstances":[]}}"#
        )
    };
    let values = {
        let csv: Vec<String> = (0..250_000).map(|i| (i % 3).to_string()).collect();
        let csv = csv.join(",");
        level(&format!(
            r#"{{"__identifier":"v","__type":"IntGrid","__cWid":500,"__cHei":500,"__gridSize":8,"__tilesetDefUid":null,"layerDefUid":2,"visible":true,"intGridCsv":[{csv}]}}"#
        ))
    };
    let value_set = r#"{"uid":2,"identifier":"v","gridSize":8,"intGridValues":[{"value":1,"identifier":"a"},{"value":2,"identifier":null}]}"#;
    let shapes = format!(
        "<objectgroup>{}</objectgroup>",
        r#"<object id="1" x="1" y="2" width="9000" height="9000"/>"#.repeat(5)
    );
    vec![
        Bomb::new(
            "many cells",
            map("orthogonal", grid(400), 8, &(sheet(8) + &square(400, &|x, _| 1 + x % 60))),
        )
        .file("a.png", picture(64, 64)),
        Bomb::new(
            "tiles that name one picture",
            map("orthogonal", grid(12), 8, &(collection(144, "") + &square(12, &|x, y| 1 + 12 * y + x))),
        )
        .file("a.png", picture(100, 100)),
        Bomb::new(
            "tiles of one pixel",
            map("orthogonal", grid(100), 1, &(sheet(1) + &square(100, &|x, y| 1 + 100 * y + x))),
        )
        .file("a.png", picture(100, 100)),
        Bomb::new(
            "cells far from each other",
            map(
                "orthogonal",
                grid(600),
                70,
                &(sheet(8) + &square(600, &|x, y| u32::from(x % 97 + y % 89 == 0))),
            ),
        )
        .file("a.png", picture(64, 64)),
        Bomb::new(
            "tiles that are turned by less than a quarter",
            map(
                "hexagonal",
                grid(60),
                40,
                &(sheet(40) + &square(60, &|x, y| (1 + (x + y) % 4) | ((x % 8) << 28))),
            )
            .replace("<map ", "<map hexsidelength=\"8\" staggeraxis=\"y\" "),
        )
        .file("a.png", picture(160, 160)),
        Bomb::new("a long property in a group", {
            let layer = r#"<layer name="l" width="1" height="1"/>"#.repeat(300);
            map("orthogonal", grid(1), 8, &group(&(property.clone() + &layer)))
        }),
        Bomb::new("long names of groups", map("orthogonal", grid(1), 8, &names)),
        Bomb::new("a polygon of a template", map("orthogonal", grid(1), 8, &objects(&named.repeat(200))))
            .file("t.tx", format!(r#"<template><object id="1">{polygon}</object></template>"#).into_bytes()),
        Bomb::new("a property of a template", map("orthogonal", grid(1), 8, &objects(&named.repeat(200))))
            .file("t.tx", format!(r#"<template><object id="1">{property}</object></template>"#).into_bytes()),
        Bomb::new("a set that is named many times", map("orthogonal", grid(1), 8, &references))
            .file("t.tsx", tsx.into_bytes())
            .file("a.png", picture(64, 64)),
        Bomb::new("large rectangles", map("orthogonal", grid(1), 8, &huge("", 9000, 9000))),
        Bomb::new("large ellipses", map("orthogonal", grid(1), 8, &huge("<ellipse/>", 5000, 9000))),
        Bomb::new("large capsules", map("orthogonal", grid(1), 8, &huge("<capsule/>", 9000, 5000))),
        Bomb::new(
            "many corners",
            map(
                "orthogonal",
                grid(1),
                8,
                &objects(&format!(r#"<object id="1">{polygon}</object>"#).repeat(9)),
            ),
        ),
        Bomb::new(
            "large collision shapes",
            map("orthogonal", grid(3), 8, &(collection(9, &shapes) + &square(3, &|x, y| 1 + 3 * y + x))),
        )
        .file("a.png", picture(600, 600)),
        Bomb::new(
            "a picture",
            map("orthogonal", grid(1), 8, r#"<imagelayer name="i"><image source="a.png"/></imagelayer>"#),
        )
        .file("a.png", picture(1500, 1500)),
        Bomb::new(
            "objects that show a tile",
            map(
                "orthogonal",
                grid(1),
                8,
                &(sheet(300)
                    + &objects(
                        &r#"<object id="1" gid="1" width="600" height="500" rotation="9"/>"#.repeat(20),
                    )),
            ),
        )
        .file("a.png", picture(300, 300)),
        Bomb::new("custom data of one tile", ldtk(&custom, "", "", &level("")))
            .file("a.png", picture(64, 64)),
        Bomb::new("values of a grid", ldtk("", value_set, "", &values)),
    ]
}
