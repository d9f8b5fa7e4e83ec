//! What the model says of a level: layers, sets, properties, kinds.

use hitmask::TileKind;
use hitmask_assets::{ErrorKind, LevelRule};
use hitmask_assets::{LevelContent, LevelOrientation, LevelProperties, LevelValue, TileShapes};

use crate::{file, layer, level};

fn text(text: &str) -> LevelValue {
    LevelValue::Text(text.to_owned())
}

#[test]
fn layers_and_groups() {
    let level = level("cave_csv.tmx");
    assert_eq!((level.size, level.cell, level.extent), ([12, 9], [8, 8], [96, 72]));
    assert_eq!((level.orientation, level.class.as_str()), (LevelOrientation::Orthogonal, "Cave"));
    assert_eq!(level.properties.get("music"), Some(&text("drip & drop")));
    let told: Vec<_> = level
        .layers
        .iter()
        .map(|layer| (layer.name.as_str(), layer.visible, layer.opacity, layer.offset))
        .collect();
    assert_eq!(
        told,
        [
            ("ground", true, 1.0, [0.0, 0.0]),
            ("deep/decor", true, 0.5, [3.5, -1.0]),
            ("deep/hidden/moon", false, 0.5, [9.0, 4.0]),
            ("things", true, 1.0, [1.0, 2.0]),
        ]
    );
    let LevelContent::Picture(picture) = &level.layers[2].content else { panic!("a picture") };
    assert_eq!((picture.image.width(), picture.repeats), (9, [true, false]));
}

#[test]
fn sets_and_tiles() {
    let level = level("cave_csv.tmx");
    let [tiles, decor] = &level.sets[..] else { panic!("two sets") };
    assert_eq!((tiles.first, decor.first), (1, 7));
    assert_eq!(tiles.ids().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(decor.ids().collect::<Vec<_>>(), [0, 2, 5]);
    assert_eq!([0, 2, 5].map(|id| decor.size(id)), [Some([11, 19]), Some([6, 5]), Some([7, 4])]);
    assert_eq!((decor.offset, decor.size(1)), ([2, -1], None));
    // Nothing between the tiles of the sheet is seen.
    for id in 0..6 {
        let image = tiles.image(id).expect("a picture").expect("a tile");
        assert!(image.pixels().all(|pixel| pixel != [255, 0, 0, 255]), "{id}");
    }
    // The key colour is clear.
    let keyed = decor.image(2).expect("a picture").expect("a tile");
    assert_eq!(keyed.pixels().filter(|pixel| pixel[3] == 0).count(), 6);
}

#[test]
fn properties_of_all_types() {
    let level = level("cave_csv.tmx");
    let tile = level.sets[0].tile(3).expect("it has properties");
    let told: Vec<(&str, LevelValue)> =
        tile.properties.iter().map(|(name, value)| (name, value.clone())).collect();
    let loot: LevelProperties = [("gold".to_owned(), LevelValue::Int(7))].into_iter().collect();
    assert_eq!(
        told,
        [
            ("number", LevelValue::Int(42)),
            ("hurts", LevelValue::Bool(true)),
            ("color", LevelValue::Color("#ff336699".to_owned())),
            ("factor", LevelValue::Float(1.5)),
            ("text", text("several\nlines")),
            ("owner", LevelValue::Object(3)),
            ("sound", LevelValue::File("../ouch.wav".to_owned())),
            (
                "parts",
                LevelValue::List(vec![
                    LevelValue::Int(4),
                    text("five"),
                    LevelValue::List(vec![LevelValue::Bool(true)])
                ])
            ),
            ("loot", LevelValue::Class { class: "Loot".to_owned(), members: loot }),
        ]
    );
    assert_eq!(tile.properties.get("parts").expect("a list").to_string(), "[4, five, [true]]");
}

#[test]
fn kinds_come_from_tile_set_and_layer() {
    let level = level("cave_csv.tmx");
    let [ground, decor] = ["ground", "decor"].map(|name| layer(&level, name));
    // The set says solid, tile 2 one-way; the class of tile 3 says sensor.
    let kinds = [1, 2, 3, 4, 5, 6].map(|tile| level.kind(ground, tile));
    use TileKind::{Body, OneWay, Sensor};
    assert_eq!(kinds, [Body, Body, OneWay, Sensor, Body, Body]);
    // Nothing is said of the second set, so the group of the layer decides.
    assert_eq!([7, 9].map(|tile| level.kind(decor, tile)), [Sensor, Sensor]);
    let map = level.tile_map(ground, &LevelRule::default()).expect("a map").map;
    let tile = map.tile_set().get(4).expect("tile 3 of the first set");
    assert_eq!((tile.kind, tile.number), (Sensor, 42));
    assert_eq!(map.tile_set().get(3).map(|tile| tile.kind), Some(OneWay));
}

#[test]
fn layers_are_selected_by_name() {
    let cave = file("cave_csv.tmx");
    for (selector, name) in
        [("deep/decor", "deep/decor"), ("decor", "deep/decor"), ("0", "ground"), ("3", "things")]
    {
        assert_eq!(cave.select(selector).expect("a layer").1.name, name, "{selector}");
    }
    let error = cave.select("deep/dekor").expect_err("no such layer");
    assert_eq!(
        error.to_string(),
        "no layer \"deep/dekor\": there are 4 layers, such as \"deep/decor\", \"deep/hidden/moon\", \"ground\", \"things\""
    );
    assert!(matches!(error.kind(), ErrorKind::NoSuchLayer { layers: 4, .. }));

    let worlds = file("cave_worlds.ldtk");
    assert_eq!(worlds.select("Moon/Second/Auto").expect("a layer").0.name, "Moon/Second");
    assert_eq!(worlds.select("Auto").expect("a layer").0.name, "Earth/First");
}

#[test]
fn collision_shapes_of_a_tile() {
    let level = level("cave_csv.tmx");
    let set = &level.sets[0];
    let tile = set.tile(4).expect("it has shapes");
    assert_eq!((tile.shapes[0].position, tile.shapes[0].size), ([2.0, 3.0], [4.0, 5.0]));
    let mask = set.mask(4, &LevelRule::default()).expect("a mask").expect("a tile");
    let expected =
        "Mask(8 x 8)\n........\n........\n........\n..####..\n..####..\n..####..\n#.####..\n######..";
    // Centres on the slanted side of the triangle belong to what lies to its right.
    assert_eq!(format!("{mask:?}").replace(' ', ""), expected.replace(' ', ""));
    let rule = LevelRule { shapes: TileShapes::Ignore, ..LevelRule::default() };
    assert_ne!(set.mask(4, &rule).expect("a mask").expect("a tile"), mask);
}

/// The fourth flag means a turn in a hexagonal map and nothing in others.
#[test]
fn the_fourth_flag_is_cleared_in_orthogonal_maps() {
    let cells = |name: &str| {
        let level = level(name);
        let LevelContent::Cells(chunks) = &layer(&level, "ground").content else { panic!("cells") };
        chunks[0].clone()
    };
    assert_eq!(cells("cave_csv.tmx").cell(5, 0).expect("a cell").bits(), 2);
    let turned = cells("hex_turned.tmx");
    assert!(turned.filled().any(|(_, cell)| cell.bits() & 1 << 28 != 0));
}
