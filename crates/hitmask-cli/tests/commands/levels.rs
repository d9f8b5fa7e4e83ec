//! Layers of levels as sprites.

use std::fs;
use std::path::{Path, PathBuf};

use hitmask::{Pack, Rect, TileKind};
use hitmask_assets::{LevelOptions, LevelRule, load_levels};
use serde_json::json;

use crate::common::{Picture, assets, code, json_lines, run, sentence, stderr, stdout};

/// The maps of the reader's own tests.
fn maps() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../hitmask-assets/tests/data/levels")
}

/// A folder with the maps, which tests may write into.
fn folder() -> tempfile::TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let to = to.join(path.file_name().unwrap());
            if path.is_dir() {
                copy(&path, &to);
            } else {
                fs::copy(&path, &to).unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&maps(), folder.path());
    folder
}

#[test]
fn a_layer_is_a_sprite() {
    let folder = folder();
    let check = |a: &str, b: &str| {
        let output = run(folder.path(), &["check", a, b, "--at", "3,4", "--json"]);
        assert_eq!(code(&output), 0, "{a} {b}");
        let line = json_lines(&output).remove(0);
        (line["area"].clone(), line["first"].clone())
    };
    let expected = check("cave_csv.tmx#ground", "cave_csv.tmx#things");
    assert!(expected.0.as_u64().unwrap() > 100);
    for name in ["cave_zstd.tmx", "cave_zlib.tmj", "cave_tiles.tmx"] {
        assert_eq!(check(&format!("{name}#ground"), "cave_csv.tmx#things"), expected, "{name}");
    }
    // The picture of a layer is a sprite with the same pixels.
    let baked = run(folder.path(), &["bake", "cave_csv.tmx#ground", "-o", "ground.png"]);
    assert_eq!(code(&baked), 0, "{}", sentence(&baked));
    assert!(Picture::read(&folder.path().join("ground.png")).get(3, 3).is_some());
    let of = |name: &str| {
        let output = run(folder.path(), &["inspect", "--json", name]);
        json_lines(&output).remove(0)["frames"][0]["solid"].clone()
    };
    assert_eq!(of("ground.png"), of("cave_csv.tmx#ground"));
}

#[test]
fn a_wrong_name_names_similar_ones() {
    let folder = folder();
    let said = |name: &str| {
        let output = run(folder.path(), &["check", name, "tiles.png"]);
        assert_eq!(code(&output), 2, "{name}");
        sentence(&output)
    };
    assert!(
        said("cave_csv.tmx#grund").contains("no layer \"grund\": there are 4 layers, such as \"ground\"")
    );
    assert!(
        said("cave_csv.tmx").contains("is a level: name one of its layers after a #, such as \"ground\"")
    );
    assert!(said("cave.ldtk#First/Atuo").contains("\"First/Auto\""));
    // A tile set is no level.
    assert!(said("sets/tiles.tsx").contains("is a tile set of Tiled: name a map that uses it"));
}

/// An existing file whose name contains `#` wins.
#[test]
fn a_file_with_a_hash_wins() {
    let folder = folder();
    fs::copy(folder.path().join("tiles.png"), folder.path().join("cave_csv.tmx#ground")).unwrap();
    let output = run(folder.path(), &["inspect", "--json", "cave_csv.tmx#ground"]);
    assert_eq!(json_lines(&output).remove(0)["format"], json!("PNG"));
}

#[test]
fn inspect_tells_of_layers_and_sets() {
    let folder = folder();
    let output = run(folder.path(), &["inspect", "--json", "cave_csv.tmx"]);
    let report = json_lines(&output).remove(0);
    let level = &report["levels"][0];
    assert_eq!((&level["orientation"], &level["size"]), (&json!("orthogonal"), &json!([12, 9])));
    let names: Vec<_> =
        level["layers"].as_array().unwrap().iter().map(|layer| layer["name"].clone()).collect();
    assert_eq!(names, ["ground", "deep/decor", "deep/hidden/moon", "things"]);
    let decor = &level["layers"][1];
    assert_eq!((&decor["kind"], &decor["holds"]), (&json!("sensor"), &json!("cells")));
    // Counted in the file by hand. Tile 3 is a ledge and tile 4 a sensor; so is the group of the second layer.
    let map = |corner: [i32; 2], filled: u32, tiles: u32, [solid, one_way, sensor]: [u32; 3]| {
        json!({
            "size": [12, 9], "cell": [8, 8], "corner": corner, "filled": filled, "tiles": tiles,
            "solid": solid, "one_way": one_way, "sensor": sensor, "none": 0
        })
    };
    let (ground, sensors) = (map([0, 0], 67, 6, [43, 12, 12]), map([3, -1], 60, 3, [0, 0, 60]));
    assert_eq!((&level["layers"][0]["tile_map"], &decor["tile_map"]), (&ground, &sensors));
    assert_eq!(level["layers"][3]["tile_map"], json!(null));
    assert_eq!(report["sets"][0]["one_way"], json!(1));
    // The pixels of a layer that hangs out count here, and not in its picture.
    assert!(decor["solid"].as_u64().unwrap() > 4000);

    let text = stdout(&run(folder.path(), &["inspect", "cave_csv.tmx"]));
    let rows: Vec<_> = text.lines().skip_while(|line| !line.starts_with("  tile map ")).take(3).collect();
    let words = |row: &str| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
    let rows: Vec<_> = rows.into_iter().map(words).collect();
    assert_eq!(
        rows,
        [
            "tile map cells corner filled tiles solid one-way sensor",
            "ground 12x9 of 8x8 (0, 0) 67 6 43 12 12",
            "deep/decor 12x9 of 8x8 (3, -1) 60 3 60"
        ]
    );
    // A pack of it holds the same maps.
    assert_eq!(code(&run(folder.path(), &["pack", "cave_csv.tmx", "-o", "cave.hitmask"])), 0);
    let packed = json_lines(&run(folder.path(), &["inspect", "--json", "cave.hitmask"])).remove(0);
    let maps = packed["entries"].as_array().unwrap().iter();
    let maps: Vec<_> = maps.map(|entry| (&entry["name"], &entry["tile_map"])).collect();
    let none = json!(null);
    let named = |name: &str| json!(format!("cave_csv.tmx#{name}"));
    assert_eq!(
        maps,
        [
            (&named("deep/decor"), &sensors),
            (&named("deep/hidden/moon"), &none),
            (&named("ground"), &ground),
            (&named("things"), &none)
        ]
    );
    let text = stdout(&run(folder.path(), &["inspect", "cave.hitmask"]));
    assert!(text.contains("\n  tile map "), "{text}");
    assert!(!stdout(&run(&assets(), &["inspect", "packs/small.hitmask"])).contains("tile map"));

    let text = stdout(&run(folder.path(), &["inspect", "cave.ldtk"]));
    assert!(text.starts_with("cave.ldtk: LDtk project, 2 levels\n  level \"First\": orthogonal, 12x9 cells of 8x8, 96x72 at (0, 0)\n"));
}

#[test]
fn packs_hold_layers() {
    let folder = folder();
    fs::create_dir(folder.path().join("in")).unwrap();
    let output = run(folder.path(), &["pack", "cave_csv.tmx", "cave.ldtk", "-o", "levels.hitmask", "--json"]);
    assert_eq!(code(&output), 0, "{}", sentence(&output));
    let report = json_lines(&output).remove(0);
    assert_eq!((&report["sprites"], &report["entries"]), (&json!(2), &json!(14)));
    let solid = |name: &str| {
        let output = run(folder.path(), &["inspect", "--json", name]);
        json_lines(&output).remove(0)["frames"][0]["solid"].clone()
    };
    for layer in ["cave_csv.tmx#deep/decor", "cave.ldtk#Second/Auto"] {
        assert_eq!(solid(&format!("levels.hitmask#{layer}")), solid(layer), "{layer}");
    }
    // Nothing has changed, so nothing is decoded again; a picture of a set that changes is noticed.
    let again = |what: &str| {
        let output =
            run(folder.path(), &["pack", "cave_csv.tmx", "cave.ldtk", "-o", "levels.hitmask", "--json"]);
        json_lines(&output).remove(0)[what].clone()
    };
    assert_eq!(again("decoded"), json!(0));
    fs::copy(folder.path().join("half.png"), folder.path().join("keyed.png")).unwrap();
    assert_eq!(again("decoded"), json!(1));
}

/// The text of `assets/packs/README.md` about the maps of a level, made of the level's own layers.
fn maps_of(file: &Path, name: &str) -> String {
    let file = load_levels(file, &LevelOptions::default()).unwrap();
    let (level, rule) = (&file.levels[0], LevelRule::default());
    let mut text = String::new();
    let mut line = |line: String| text.push_str(&(line + "\n"));
    let area = level.area();
    let mut layers: Vec<_> = level.layers.iter().collect();
    layers.sort_by_key(|layer| &layer.name);
    for layer in layers {
        let Ok(found) = level.tile_map(layer, &rule) else { continue };
        let (map, [x, y]) = (&found.map, [found.corner.x - area.x, found.corner.y - area.y]);
        let ((columns, rows), (w, h)) = (map.size(), map.cell_size());
        line(format!("map {name}#{} {x} {y} {columns} {rows} {w} {h}", layer.name));
        for (id, tile) in map.tile_set().iter() {
            let kind = match tile.kind {
                TileKind::Body => "body",
                TileKind::OneWay => "one-way",
                TileKind::Sensor => "sensor",
                _ => "nothing",
            };
            let (number, at, count) = (tile.number, tile.offset, tile.mask.count());
            line(format!("tile {id} {kind} {number} {} {} {count}", at.x, at.y));
        }
        for (cell, shown) in map.cells() {
            let flips = [shown.flip_x, shown.flip_y, shown.diagonal].map(u8::from);
            let [x, y, diagonal] = flips;
            line(format!("cell {} {} {} {x} {y} {diagonal}", cell.x, cell.y, shown.tile));
        }
        // The pixels are not the map's: the layer is drawn into a flat mask.
        let pixels = level.pixels(layer, &rule).unwrap();
        let Rect { x, y, w, h } = pixels.mask.bounds().unwrap();
        let corner = pixels.corner - found.corner;
        line(format!("pixels {} {} {w} {h}", x + corner.x, y + corner.y));
        for row in y..y + h as i32 {
            let solid = |column| if pixels.mask.contains((column, row)) { '#' } else { '.' };
            line((x..x + w as i32).map(solid).collect());
        }
    }
    text
}

/// The pack that the program makes of a level is the committed one, and the committed text, which the tests of each language write of the
/// pack, is that of the level.
#[test]
fn every_language_reads_the_cells_of_a_packed_level() {
    let (folder, packs) = (folder(), assets().join("packs"));
    let output = run(folder.path(), &["pack", "cave_csv.tmx", "-o", "cave.hitmask"]);
    assert_eq!(code(&output), 0, "{}", sentence(&output));
    let packed = fs::read(folder.path().join("cave.hitmask")).unwrap();
    let listed = maps_of(&maps().join("cave_csv.tmx"), "cave_csv.tmx");
    if std::env::var_os("HITMASK_BLESS").is_some() {
        fs::write(packs.join("cave.hitmask"), &packed).unwrap();
        fs::write(packs.join("cave.txt"), &listed).unwrap();
    }
    assert!(
        fs::read(packs.join("cave.hitmask")).unwrap() == packed,
        "cave.hitmask is not what the program makes"
    );
    assert_eq!(fs::read_to_string(packs.join("cave.txt")).unwrap(), listed);
    let maps = Pack::open(packed).unwrap().entries().filter(|entry| entry.has_tile_map()).count();
    assert_eq!(listed.lines().filter(|line| line.starts_with("map ")).count(), maps);
}

/// A command never writes over a picture that a level reads.
#[test]
fn files_of_a_level_are_inputs() {
    let folder = folder();
    let before = fs::read(folder.path().join("tiles.png")).unwrap();
    let output = run(folder.path(), &["bake", "cave_csv.tmx#ground", "-o", "tiles.png"]);
    assert_eq!(code(&output), 2);
    assert!(sentence(&output).contains("which would be lost"), "{}", sentence(&output));
    assert_eq!(fs::read(folder.path().join("tiles.png")).unwrap(), before);
}

/// A map with two layers of one name, a point on a tile, a shape on another, and an SVG in the background.
fn odd_map(folder: &Path) {
    fs::copy(maps().join("tiles.png"), folder.join("tiles.png")).unwrap();
    fs::write(folder.join("sky.svg"), "<svg width='40' height='30'/>").unwrap();
    let layer = |cells: &str| {
        format!("<layer name='g' width='2' height='1'><data encoding='csv'>{cells}</data></layer>")
    };
    let map = format!(
        "<map orientation='orthogonal' width='2' height='1' tilewidth='8' tileheight='8'>
        <tileset firstgid='1' name='s' tilewidth='8' tileheight='8'><image source='tiles.png'/>
        <tile id='0'><objectgroup><object x='3' y='3'><point/></object></objectgroup></tile>
        <tile id='1'><objectgroup><object x='0' y='0' width='2' height='1'/></objectgroup></tile></tileset>
        {}{}<imagelayer name='sky'><image source='sky.svg'/></imagelayer></map>",
        layer("1,2"),
        layer("0,2")
    );
    fs::write(folder.join("odd.tmx"), map).unwrap();
}

#[test]
fn what_is_odd_about_a_level_is_said() {
    let folder = tempfile::tempdir().unwrap();
    odd_map(folder.path());
    let output = run(folder.path(), &["inspect", "odd.tmx"]);
    let said = stdout(&output);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        said.contains("note: layer \"sky\" needs an SVG, whose pixels are not read: export it as a PNG"),
        "{said}"
    );
    assert!(
        said.contains("note: the collision shapes of 1 tile of set \"s\", such as tile 0, cover nothing"),
        "{said}"
    );
    let line = json_lines(&run(folder.path(), &["inspect", "--json", "odd.tmx"])).remove(0);
    let solid = |layer: usize| line["levels"][0]["layers"][layer]["solid"].clone();
    assert_eq!((solid(1), solid(2)), (json!(2), json!(null)));
    assert_eq!((&line["sets"][0]["with_shapes"], &line["sets"][0]["empty_shapes"]), (&json!(1), &json!([0])));
    let output = run(folder.path(), &["inspect", "odd.tmx#sky"]);
    assert!(
        sentence(&output)
            .ends_with("layer \"sky\" needs an SVG, whose pixels are not read: export it as a PNG")
    );
}

#[test]
fn layers_of_one_name_can_all_be_named() {
    let folder = tempfile::tempdir().unwrap();
    odd_map(folder.path());
    let solid = |args: &[&str]| {
        let output = run(folder.path(), &[&["inspect", "--json"], args].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        (json_lines(&output).remove(0)["frames"][0]["solid"].as_u64().unwrap(), stderr(&output))
    };
    let (first, said) = solid(&["odd.tmx#g"]);
    assert_eq!(
        said,
        "hitmask: note: odd.tmx: the first of 2 layers named \"g\" is taken: the second is #2:g\n"
    );
    assert_eq!(solid(&["odd.tmx#1:g"]), (first, String::new()));
    assert_eq!(solid(&["odd.tmx#2:g"]), (2, String::new()));
    // Without the shapes of tiles their pictures count.
    assert!(solid(&["odd.tmx#2:g", "--no-shapes"]).0 > 2);
    let pack = |args: &[&str]| {
        let output = run(folder.path(), &[&["pack", "odd.tmx", "-o", "odd.hitmask"], args].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stderr(&output).contains("odd.tmx: layer \"sky\" needs an SVG"), "{}", stderr(&output));
        solid(&["odd.hitmask#odd.tmx#1"]).0
    };
    assert_eq!(pack(&[]), 2);
    assert!(pack(&["--no-shapes"]) > 2);
}

/// Levels count with the pictures that they show, so a batch over many of them stays within the memory of the cache.
#[test]
fn failed_levels_are_remembered_in_a_batch() {
    let folder = tempfile::tempdir().unwrap();
    odd_map(folder.path());
    fs::write(folder.path().join("bad.tmx"), "<map orientation='isometrick'/>").unwrap();
    let line = |a: &str| format!("{{\"a\": \"{a}\", \"b\": \"odd.tmx#2:g\", \"at\": [0, 0]}}\n");
    let input = [line("bad.tmx#g"), line("odd.tmx#1:g"), line("bad.tmx#g")].concat();
    let output = crate::common::run_with_input(folder.path(), &["batch", "-"], input.as_bytes());
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], lines[2]);
    assert!(lines[0]["error"].as_str().unwrap().starts_with("bad.tmx: "), "{}", lines[0]);
    assert_eq!(lines[1]["overlaps"], json!(true));
}
