//! Pictures of other kinds in levels: Aseprite files as tile sets, JPEG and SVG as backgrounds.

use std::fs;

use hitmask_assets::{
    Error, ErrorKind, Format, Image, LevelContent, LevelFile, LevelRule, Limits, PackSettings, Packer,
    Result, TileShapes, decode_levels, encode_png,
};

use crate::common::{
    ase::{Ase, LAYER, RGBA, cel},
    data,
};

/// A tile of 8 x 8 pixels, solid on the left half in the first frame and everywhere in the second.
fn ase() -> Vec<u8> {
    let mut ase = Ase::new((16, 8), RGBA);
    let pixels = |w: usize| [255_u8; 4].repeat(w * 8);
    ase.layer(LAYER);
    ase.pixels(cel(0), (4, 8), &pixels(4));
    ase.next_frame().pixels(cel(0), (16, 8), &pixels(16));
    ase.bytes()
}

const SVG: &str =
    r#"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="8"><rect width="9" height="9"/></svg>"#;

fn read(name: &str) -> Result<Vec<u8>> {
    match name {
        "t.aseprite" => Ok(ase()),
        "t.svg" => Ok(SVG.as_bytes().to_vec()),
        "t.jpg" => Ok(fs::read(data("baseline.jpg")).expect("a file")),
        "t.png" => Ok(encode_png(&Image::from_rgba8(16, 8, vec![255; 512]).expect("a picture"))),
        _ => Err(Error::from(ErrorKind::Io(std::io::ErrorKind::NotFound.into()))),
    }
}

fn decode(text: &str) -> LevelFile {
    decode_levels(text.as_bytes(), read, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// A map with two tiles in a row, cut out of a picture.
fn map_of(picture: &str, more: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
        <tileset firstgid="1" name="s" tilewidth="8" tileheight="8"><image source="{picture}"/>
        <tile id="1"><objectgroup><object x="0" y="0" width="2" height="3"/></objectgroup></tile></tileset>
        <layer name="g" width="2" height="1"><data encoding="csv">1,2</data></layer>
        <layer name="shaped" width="2" height="1"><data encoding="csv">0,2</data></layer>{more}</map>"#
    )
}

#[test]
fn aseprite_files_are_tile_sets() {
    let file = decode(&map_of("t.aseprite", ""));
    let level = &file.levels[0];
    let rule = LevelRule { shapes: TileShapes::Ignore, ..LevelRule::default() };
    let pixels = level.pixels(&level.layers[0], &rule).expect("a mask");
    // Only the first frame is shown: the left half of the first tile.
    assert_eq!(pixels.mask.count(), 4 * 8);
    let project = format!(
        r#"{{"jsonVersion": "1.5.3", "defaultGridSize": 8, "defs": {{"layers": [], "entities": [], "tilesets": [{{
            "uid": 1, "identifier": "T", "relPath": "t.aseprite", "pxWid": 16, "pxHei": 8, "tileGridSize": 8,
            "spacing": 0, "padding": 0, "enumTags": [], "customData": []}}]}},
        "levels": [{{"identifier": "L", "pxWid": 16, "pxHei": 8, "worldX": 0, "worldY": 0, "fieldInstances": [],
            "externalRelPath": null, "layerInstances": [{}]}}]}}"#,
        r#"{"__identifier": "Tiles", "__type": "Tiles", "__cWid": 2, "__cHei": 1, "__gridSize": 8, "__tilesetDefUid": 1,
            "layerDefUid": 5, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__opacity": 1, "visible": true, "intGridCsv": [],
            "autoLayerTiles": [], "entityInstances": [],
            "gridTiles": [{"px": [8, 0], "src": [0, 0], "f": 0, "t": 0, "a": 1}]}"#
    );
    let file = decode(&project);
    let level = &file.levels[0];
    assert_eq!(level.pixels(&level.layers[0], &rule).expect("a mask").mask.count(), 4 * 8);
}

#[test]
fn a_jpeg_is_a_solid_background() {
    let file = decode(&map_of("t.png", r#"<imagelayer name="sky"><image source="t.jpg"/></imagelayer>"#));
    let level = &file.levels[0];
    let sky = level.layer("sky").expect("a layer");
    let pixels = level.pixels(sky, &LevelRule::default()).expect("a mask");
    assert_eq!(pixels.mask.count(), 24 * 20);
}

/// Only what needs the pixels of an SVG is refused.
#[test]
fn an_svg_has_a_size_and_no_pixels() {
    let sky = r#"<imagelayer name="sky" offsetx="3"><image source="t.svg" trans="ff00ff"/></imagelayer>"#;
    let file = decode(&map_of("t.png", sky));
    let level = &file.levels[0];
    let rule = LevelRule::default();
    let LevelContent::Picture(picture) = &level.layers[2].content else { panic!("a picture") };
    assert_eq!((picture.undrawn, picture.image.width()), (Some([16, 8]), 0));
    let error = level.pixels(&level.layers[2], &rule).expect_err("no pixels");
    assert!(matches!(error.kind(), ErrorKind::NotDrawn { format: Format::Svg, .. }));
    assert_eq!(
        error.to_string(),
        "layer \"sky\" needs an SVG, whose pixels are not read: export it as a PNG"
    );
    assert!(level.frame(&level.layers[2], &rule).is_err());
    let all = file.pixels(&rule).expect("the others");
    assert_eq!(all.iter().map(|layer| layer.is_ok()).collect::<Vec<_>>(), [true, true, false]);
    let sprite = file.sprite(&rule).expect("the others");
    assert_eq!(sprite.frames.iter().map(|frame| &frame.name[..]).collect::<Vec<_>>(), ["g", "shaped"]);

    // Tiles with shapes need no picture.
    let file = decode(&map_of("t.svg", ""));
    let level = &file.levels[0];
    assert_eq!(level.sets[0].size(1), Some([8, 8]));
    assert!(level.sets[0].image(1).is_err() && level.pixels(&level.layers[0], &rule).is_err());
    assert!(level.tile_map(&level.layers[0], &rule).is_err());
    assert_eq!(level.pixels(&level.layers[1], &rule).expect("shapes").mask.count(), 6);
    assert_eq!(level.frame(&level.layers[1], &rule).expect("shapes").mask(128).count(), 6);
    assert_eq!(level.tile_map(&level.layers[1], &rule).expect("shapes").map.count(), 6);
}

#[test]
fn layers_of_one_name_are_counted() {
    let layer = r#"<layer name="g" width="2" height="1"><data encoding="csv">1,1</data></layer>"#;
    let group = r#"<group name="deep"><layer name="g" width="2" height="1"><data encoding="csv">2,0</data></layer></group>"#;
    let file = decode(&map_of("t.png", &format!("{layer}{group}")));
    let at = |selector: &str| {
        let (_, layer) = file.select(selector).unwrap_or_else(|error| panic!("{error}"));
        file.levels[0].layers.iter().position(|other| std::ptr::eq(other, layer)).expect("one of them")
    };
    assert_eq!(["g", "1:g", "2:g", "3:g", "deep/g", "1:deep/g"].map(at), [0, 0, 2, 3, 3, 3]);
    assert!(file.select("4:g").is_err() && file.select("0:g").is_err());
    assert_eq!(
        file.selection_note("g").as_deref(),
        Some("the first of 3 layers named \"g\" is taken: the second is #2:g")
    );
    assert_eq!(file.selection_note("deep/g"), None);
    assert_eq!(file.selection_note("shaped"), None);
}

/// The limits hold for each layer by itself: a map of many layers is packed if each of them can be.
#[test]
fn packed_layers_are_charged_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let layers: String = (0..12)
        .map(|n| {
            format!(r#"<layer name="l{n}" width="2" height="1"><data encoding="csv">1,2</data></layer>"#)
        })
        .collect();
    let sky = r#"<imagelayer name="sky"><image source="t.svg"/></imagelayer>"#;
    for (name, bytes) in [
        ("a.tmx", map_of("t.png", &(layers + sky)).into_bytes()),
        ("t.png", read("t.png").expect("a picture")),
        ("t.svg", SVG.as_bytes().to_vec()),
    ] {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    // A layer has 128 pixels, and the sheet 128.
    let pack = |pixels: u64| {
        let limits = Limits { max_pixels: pixels, ..Limits::default() };
        let mut packer = Packer::with_limits(limits);
        packer.add(folder.path().join("a.tmx")).expect("a map");
        packer.pack(|_| Some(PackSettings::default()), |_| {})
    };
    let packed = pack(300).expect("each is small enough");
    assert_eq!((packed.entries, packed.failed.len()), (14, 1));
    assert!(matches!(packed.failed[0].kind(), ErrorKind::NotDrawn { .. }), "{}", packed.failed[0]);
    let limits = Limits { max_pixels: 300, ..Limits::default() };
    let level =
        decode_levels(&fs::read(folder.path().join("a.tmx")).expect("a file"), read, &Limits::default());
    assert!(
        level.expect("a map").sprite(&LevelRule { limits, ..LevelRule::default() }).is_err(),
        "all at once"
    );
}
