//! LDtk: one file, levels in files of their own, several worlds.

use hitmask::TileKind;
use hitmask_assets::{LevelContent, LevelObjectShape, LevelRule, LevelValue};

use crate::{file, layer, level};

#[test]
fn all_forms_of_a_project_give_the_same_levels() {
    let project = file("cave.ldtk");
    assert_eq!(file("cave_external.ldtk"), project);
    let mut worlds = file("cave_worlds.ldtk");
    let names: Vec<_> = worlds.levels.iter().map(|level| level.name.clone()).collect();
    assert_eq!(names, ["Earth/First", "Moon/Second"]);
    for (level, name) in worlds.levels.iter_mut().zip(["First", "Second"]) {
        level.name = name.to_owned();
    }
    assert_eq!(worlds, project);
    let [first, second] = &project.levels[..] else { panic!("two levels") };
    assert_eq!((first.position, second.position, first.extent), ([0, -16], [96, -16], [96, 72]));
    assert_eq!(first.properties.get("music"), Some(&LevelValue::Text("drip".to_owned())));
    // The first layer of LDtk is the topmost; a layer with values and tiles is two.
    let names: Vec<_> = first.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(names, ["Values", "Values.tiles", "Auto", "Stacked", "Entities"]);
}

/// The tiles are those of Tiled's map, without the diagonal flips.
#[test]
fn tiles_are_those_of_the_same_map() {
    let project = file("cave.ldtk");
    let first = &project.levels[0];
    let LevelContent::Cells(auto) = &layer(first, "Auto").content else { panic!("cells") };
    let cave = level("cave_csv.tmx");
    let LevelContent::Cells(ground) = &layer(&cave, "ground").content else { panic!("cells") };
    let told = |cells: &hitmask_assets::LevelCells| {
        cells.filled().map(|(at, cell)| (at, cell.tile(), cell.flip_x(), cell.flip_y())).collect::<Vec<_>>()
    };
    assert_eq!(told(&auto[0]), told(&ground[0]));
    assert_eq!(layer(first, "Auto").offset, [4.0, 0.0]);
    assert!(matches!(&layer(first, "Stacked").content, LevelContent::Tiles(tiles) if tiles.len() > 10));
}

#[test]
fn values_are_full_tiles_with_numbers() {
    let project = file("cave.ldtk");
    let first = &project.levels[0];
    let values = layer(first, "Values");
    let map = first.tile_map(values, &LevelRule::default()).expect("a map").map;
    let mut seen = Vec::new();
    for (_, cell) in map.cells() {
        let tile = map.tile_set().get(cell.tile).expect("a tile");
        assert_eq!(tile.mask.count(), 64);
        seen.push((tile.number, tile.kind));
    }
    seen.sort_by_key(|&(number, _)| number);
    seen.dedup();
    assert_eq!(seen, [(1, TileKind::Body), (2, TileKind::Nothing), (3, TileKind::OneWay)]);
}

#[test]
fn tiles_say_what_they_are_for() {
    let project = file("cave.ldtk");
    let tiles = &project.levels[0].sets[0];
    assert_eq!((tiles.kind(2), tiles.number(2)), (Some(TileKind::OneWay), 6));
    assert_eq!((tiles.kind(3), tiles.kind(0)), (Some(TileKind::Sensor), None));
    let data = tiles.tile(1).and_then(|tile| tile.properties.get("data"));
    assert_eq!(data, Some(&LevelValue::Text("a slope".to_owned())));
}

#[test]
fn entities_are_objects() {
    let project = file("cave.ldtk");
    let LevelContent::Objects(objects) = &layer(&project.levels[0], "Entities").content else {
        panic!("objects")
    };
    let [player, ball] = &objects[..] else { panic!("two entities") };
    // The pivot is in the middle of the lower side.
    assert_eq!((player.position, player.size), ([16.0, 24.0], [8.0, 16.0]));
    assert_eq!(
        (player.shape.clone(), ball.shape.clone()),
        (LevelObjectShape::Rectangle, LevelObjectShape::Ellipse)
    );
    let get = |name: &str| player.properties.get(name).cloned();
    assert_eq!(get("hp"), Some(LevelValue::Int(5)));
    assert_eq!(get("speed"), Some(LevelValue::Float(2.0)));
    assert_eq!(get("tint"), Some(LevelValue::Color("#ff0000".to_owned())));
    assert_eq!(get("none"), Some(LevelValue::Nothing));
    assert_eq!(get("path").expect("a list").to_string(), "[Point{cx: 1, cy: 2}]");
}
