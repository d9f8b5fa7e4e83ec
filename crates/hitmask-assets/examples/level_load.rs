//! How long a map takes to load, in some encodings: `cargo run --release -p hitmask-assets --example level_load -- 1000` for one of
//! 1000 x 1000 cells. It prints the best of several runs, in milliseconds: reading the file, and making a tile map of its layer.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use hitmask_assets::{Image, LevelOptions, LevelRule, encode_png, load_levels};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

const RUNS: u32 = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let side: u32 = std::env::args().nth(1).map_or(Ok(100), |side| side.parse())?;
    let folder = std::env::temp_dir().join("hitmask-level-load");
    std::fs::create_dir_all(&folder)?;
    let pixels = (0..128 * 128_u32).flat_map(|i| [90, 160, 70, if i * 7 % 11 < 8 { 255 } else { 0 }]);
    std::fs::write(folder.join("tiles.png"), encode_png(&Image::from_rgba8(128, 128, pixels.collect())?))?;
    // Ground with caves and some decoration: about half of the cells are filled.
    let cell = |i: u32| {
        let (x, y) = (i % side, i / side);
        let cave = (x * 5 + y * 3) / 17 % 4 < 2;
        if cave { 0 } else { 1 + (x * 31 + y * 17) % 64 + if x % 13 == 0 { 1 << 31 } else { 0 } }
    };
    let cells: Vec<u32> = (0..side * side).map(cell).collect();
    let mut csv = String::new();
    for (i, cell) in cells.iter().enumerate() {
        write!(
            csv,
            "{}{cell}",
            if i == 0 {
                ""
            } else if i % side as usize == 0 {
                ",\n"
            } else {
                ","
            }
        )?;
    }
    let raw: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&raw)?;
    let zlib = STANDARD.encode(zlib.finish()?);
    let zstd = STANDARD.encode(compress_to_vec(&raw[..], CompressionLevel::Fastest));
    let xml = |attributes: &str, data: &str| {
        format!(
            "<map orientation=\"orthogonal\" width=\"{side}\" height=\"{side}\" tilewidth=\"16\" tileheight=\"16\">\
             <tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\"><image source=\"tiles.png\"/></tileset>\
             <layer name=\"ground\" width=\"{side}\" height=\"{side}\"><data {attributes}>{data}</data></layer></map>"
        )
    };
    let json = format!(
        "{{\"orientation\":\"orthogonal\",\"width\":{side},\"height\":{side},\"tilewidth\":16,\"tileheight\":16,\
         \"tilesets\":[{{\"firstgid\":1,\"name\":\"t\",\"tilewidth\":16,\"tileheight\":16,\"image\":\"tiles.png\"}}],\
         \"layers\":[{{\"type\":\"tilelayer\",\"name\":\"ground\",\"width\":{side},\"height\":{side},\"data\":[{csv}]}}]}}"
    );
    for (name, text) in [
        ("csv.tmx", xml("encoding=\"csv\"", &csv)),
        ("csv.tmj", json),
        ("zlib.tmx", xml("encoding=\"base64\" compression=\"zlib\"", &zlib)),
        ("zstd.tmx", xml("encoding=\"base64\" compression=\"zstd\"", &zstd)),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, &text)?;
        let (mut reading, mut making) = (f64::MAX, f64::MAX);
        let mut filled = 0;
        for _ in 0..RUNS {
            let start = Instant::now();
            let file = load_levels(&path, &LevelOptions::default())?;
            let read = start.elapsed().as_secs_f64() * 1000.0;
            let level = &file.levels[0];
            filled = level.tile_map(&level.layers[0], &LevelRule::default())?.map.filled();
            let made = start.elapsed().as_secs_f64() * 1000.0 - read;
            (reading, making) = (reading.min(read), making.min(made));
        }
        println!(
            "{name}: {:.1} MB, {filled} cells filled, read in {reading:.1} ms, map in {making:.1} ms, {:.1} ms in all",
            text.len() as f64 / 1e6,
            reading + making
        );
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
