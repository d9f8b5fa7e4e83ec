//! Damaged, malicious and strange files.

use std::fs;

use hitmask_assets::{Error, ErrorKind, LevelOptions, Limit, Limits, decode_levels, load, load_levels};

use crate::common::{Random, data};

/// A map with one layer of two cells. `%` stands for its data.
const MAP: &str = r#"<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
 <tileset firstgid="1" name="s" tilewidth="8" tileheight="8"><image source="tiles.png" width="29" height="20"/></tileset>
 <layer id="1" name="ground" width="2" height="1">%</layer></map>"#;

fn decode(text: &str) -> Result<hitmask_assets::LevelFile, Error> {
    decode_within(text, &Limits::default())
}

fn decode_within(text: &str, limits: &Limits) -> Result<hitmask_assets::LevelFile, Error> {
    let read = |name: &str| {
        fs::read(data("levels").join(name))
            .map_err(|_| Error::from(ErrorKind::Io(std::io::ErrorKind::NotFound.into())))
    };
    decode_levels(text.as_bytes(), read, limits)
}

fn said(text: &str) -> String {
    decode(text).expect_err("it is wrong").to_string()
}

#[test]
fn errors_name_layer_and_cell() {
    let data = |data: &str| said(&MAP.replace('%', data));
    for (text, sentence) in [
        (
            r#"<data encoding="csv">1,77</data>"#,
            "line 3, layer \"ground\", cell (1, 0): tile 77 would be tile 76 of set \"s\", whose tiles end before 6: is its picture the right one?",
        ),
        (
            r#"<data encoding="csv">1,x7</data>"#,
            "line 3, layer \"ground\", cell (1, 0): the number of a tile is expected, not \"x7\"",
        ),
        (
            r#"<data encoding="csv">1,2,3</data>"#,
            "line 3, layer \"ground\": its data hold 3 or more cells, its width and height ask for 2",
        ),
        (
            r#"<data encoding="csv">1</data>"#,
            "line 3, layer \"ground\": its data hold 1 cells, its width and height ask for 2",
        ),
        (
            r#"<data encoding="base64">AQAAAAIAAA==</data>"#,
            "line 3, layer \"ground\": its data take 7 bytes, which is no whole number of cells of 4 bytes",
        ),
        (
            r#"<data encoding="rot13">abc</data>"#,
            "line 3, layer \"ground\": its encoding is \"rot13\": csv, base64 and none are read; save the map again with one of them",
        ),
        (
            r#"<data encoding="base64" compression="lzma">AQAA</data>"#,
            "line 3, layer \"ground\": its compression is \"lzma\": zlib, gzip, zstd and none are read; save the map again with one of them",
        ),
        (r#"<data><tile gid="q"/></data>"#, "line 3: gid of <tile> is \"q\", not a number"),
    ] {
        assert_eq!(data(text), sentence);
    }
    let wide = MAP
        .replace('%', "")
        .replace("tilewidth=\"8\" tileheight=\"8\">\n", "tilewidth=\"0.5\" tileheight=\"8\">\n");
    assert_eq!(said(&wide), "the width of a cell is 0.5, not a whole number from 1 to 65535");
    assert_eq!(
        said(&MAP.replace("tiles.png", "none.png")),
        "its file \"none.png\": cannot be read: entity not found"
    );
    assert!(said("<tilesets/>").starts_with("is neither a map of Tiled nor a project of LDtk"));
    assert!(said("<tileset/>").starts_with("is a tile set of Tiled: name a map that uses it"));
    assert!(said("<map><a></map>").starts_with("damaged Tiled map: "));
    assert!(said(r#"{"jsonVersion": "1.5.3", "defs": 7}"#).starts_with("the JSON is no LDtk file: "));
}

#[test]
fn a_level_is_no_sprite() {
    for name in ["cave_csv.tmx", "cave_csv.tmj", "cave.ldtk"] {
        let error = load(data("levels").join(name), &Default::default()).expect_err("a level");
        assert!(matches!(error.kind(), ErrorKind::IsLevel), "{name}: {error}");
    }
}

/// A short text that unpacks to much more than the layer has cells for.
#[test]
fn bombs_are_not_unpacked() {
    let zeros = vec![0_u8; 64 << 20];
    let zlib = crate::common::zlib(&zeros);
    assert!(zlib.len() < 100_000);
    let text = base64(&zlib);
    let map = MAP.replace('%', &format!("<data encoding=\"base64\" compression=\"zlib\">{text}</data>"));
    let limits = Limits { max_memory: 8 << 20, ..Limits::default() };
    let error = decode_within(&map, &limits).expect_err("too many cells");
    assert!(error.to_string().contains("which is no whole number of cells"), "{error}");
    // A window of 128 MiB, as a frame of zstd may ask for.
    let frame = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 17 << 3, 0x01, 0x00, 0x00];
    let map = MAP
        .replace('%', &format!("<data encoding=\"base64\" compression=\"zstd\">{}</data>", base64(&frame)));
    let error = decode_within(&map, &limits).expect_err("too much memory");
    assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: Limit::Memory, .. }), "{error}");
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let number = group.iter().fold(0_u32, |number, &byte| number << 8 | u32::from(byte))
            << (8 * (3 - group.len()));
        for digit in 0..4 {
            let digit_of = || DIGITS[(number >> (18 - 6 * digit)) as usize & 63] as char;
            text.push(if digit <= group.len() { digit_of() } else { '=' });
        }
    }
    text
}

#[test]
fn huge_sizes_are_refused() {
    let huge = MAP.replace('%', r#"<data encoding="csv">1,1</data>"#).replace(
        r#"name="ground" width="2" height="1""#,
        r#"name="ground" width="16000000" height="16000000""#,
    );
    let error = decode(&huge).expect_err("too large");
    assert!(matches!(error.kind(), ErrorKind::TooLarge { .. }), "{error}");
    let deep = format!(
        "<map tilewidth=\"8\" tileheight=\"8\">{}</map>",
        "<group>".repeat(5000) + &"</group>".repeat(5000)
    );
    assert!(said(&deep).contains("groups lie in each other"));
}

#[test]
fn files_outside_a_folder_can_be_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("game");
    fs::create_dir(&inside).expect("a folder");
    fs::copy(data("levels/tiles.png"), folder.path().join("tiles.png")).expect("a copy");
    let path = inside.join("map.tmx");
    let text = MAP.replace('%', r#"<data encoding="csv">1,2</data>"#);
    fs::write(&path, text.replace("tiles.png", "../tiles.png")).expect("a file");
    let open = LevelOptions::default();
    let closed = LevelOptions { within: Some(inside.clone()), ..LevelOptions::default() };
    load_levels(&path, &open).expect("any folder is allowed");
    let error = load_levels(&path, &closed).expect_err("outside");
    let ErrorKind::LevelPart { error: inner, .. } = error.kind() else { panic!("{error}") };
    assert!(matches!(inner.kind(), ErrorKind::OutsideFolder { .. }), "{error}");
    // A link is followed before it is judged.
    fs::write(&path, &text).expect("a file");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("tiles.png"), inside.join("tiles.png"))
            .expect("a link");
        load_levels(&path, &closed).expect_err("the link leads outside");
        fs::remove_file(inside.join("tiles.png")).expect("it is there");
    }
    fs::copy(folder.path().join("tiles.png"), inside.join("tiles.png")).expect("a copy");
    load_levels(&path, &closed).expect("inside");
}

#[test]
fn damaged_bytes_never_panic() {
    let limits = Limits { max_pixels: 1 << 16, max_work: 1 << 24, ..Limits::default() };
    let mut refused = 0;
    for name in [
        "cave_csv.tmx",
        "cave_zstd.tmx",
        "cave_gzip.tmj",
        "cave_infinite_zlib.tmx",
        "hex_turned.tmx",
        "cave_external.ldtk",
        "cave.ldtk",
    ] {
        let bytes = fs::read(data("levels").join(name)).expect("a file");
        for seed in 0..120 {
            let mut random = Random(seed);
            let mut damaged = bytes.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(damaged.len() as u64) as usize;
                if random.below(3) == 0 {
                    damaged.remove(at);
                } else {
                    damaged[at] = random.next() as u8;
                }
            }
            let read = |name: &str| Ok(fs::read(data("levels").join(name)).unwrap_or_default());
            let result = std::panic::catch_unwind(|| {
                let file = decode_levels(&damaged, read, &limits)?;
                let rule = hitmask_assets::LevelRule { limits, ..Default::default() };
                for level in &file.levels {
                    for layer in &level.layers {
                        let _ = level.pixels(layer, &rule);
                        let _ = level.tile_map(layer, &rule);
                    }
                }
                Ok::<(), Error>(())
            });
            refused += u32::from(result.unwrap_or_else(|_| panic!("{name}, seed {seed} panicked")).is_err());
        }
    }
    assert!(refused > 200, "only {refused} were refused");
}
