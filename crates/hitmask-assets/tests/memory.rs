//! How much memory reading a file holds, counted by the allocator: never more than the limit allows, no matter what the file says. There is
//! only one test, because the allocator counts for the whole process.

mod common;

use common::allocations::{Counting, peak};
use common::ase::{Ase, GROUP, LAYER, Layer, RGBA, cel};
use common::level_bombs::bombs;
use common::webp::{many_codes, riff};
use common::{Png, asset};
use hitmask_assets::{
    Error, ErrorKind, Format, Image, LevelContent, LevelFile, LevelRule, Limits, Options, Result, Sprite,
    decode, decode_atlas, decode_polygons, encode_png,
};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most memory that reading may take with the default limits.
const MOST: usize = 512_000_000;

/// Memory that is not counted in advance: the state of decoders, errors, and what allocators round up.
const SLACK: usize = 1 << 20;

#[test]
fn memory_stays_within_the_limit() {
    for (name, file, grid) in dear_files() {
        let (result, held) = peak(|| read(&file, &Options { grid, ..Options::default() }));
        let said = said(&result);
        println!("{name}: {} MB, {said}", held / 1_000_000);
        assert!(held <= MOST, "{name} took {held} bytes: {said}");
    }
    for (name, file) in small_files() {
        within_limits(name, |limits| read(&file, &Options { limits, ..Options::default() }).map(drop));
    }
    for (name, file) in polygons() {
        within_limits(name, |limits| decode_polygons(&file, &limits).map(drop));
    }
    levels_stay_within_the_limit();
    what_is_charged_is_taken();
    selections_share_their_pixels();
}

/// The limits go from one that allows everything down to one that allows nothing.
fn within_limits<T>(name: &str, read: impl Fn(Limits) -> Result<T>) {
    within_limits_of(&[26, 24, 22, 20, 18, 16, 14, 12, 10], name, read);
}

fn within_limits_of<T>(all_bits: &[u32], name: &str, read: impl Fn(Limits) -> Result<T>) {
    for &bits in all_bits {
        let (result, held) = peak(|| read(Limits { max_memory: 1 << bits, ..Limits::default() }));
        assert!(held <= (1 << bits) + SLACK, "{name}, 2^{bits}: took {held} bytes");
        if let Err(error) = result {
            assert!(is_of_limit(&error), "{name}, 2^{bits}: {error}");
        }
    }
}

/// Whether a file is beyond a limit, or no mask can be as large as it asks for.
fn is_of_limit(error: &Error) -> bool {
    match error.kind() {
        // The files that it names say whose they are.
        ErrorKind::AtlasPicture { error, .. } | ErrorKind::LevelPart { error, .. } => is_of_limit(error),
        ErrorKind::TooLarge { .. } | ErrorKind::LevelTile { .. } => true,
        ErrorKind::NoTileMap { .. } => true,
        ErrorKind::Level { reason, .. } => reason.contains("is too large"),
        _ => false,
    }
}

/// What is made of a level: its name, and how.
type Drawing = (&'static str, fn(&LevelFile, &LevelRule) -> Result<()>);

const DRAWINGS: [Drawing; 4] = [
    ("pixels", |file, rule| file.pixels(rule).map(drop)),
    ("tile maps", |file, rule| file.tile_maps(rule)?.into_iter().collect::<Result<Vec<_>>>().map(drop)),
    ("pictures", |file, rule| file.sprite(rule).map(drop)),
    ("shapes", |file, rule| {
        let level = &file.levels[0];
        for layer in &level.layers {
            let LevelContent::Objects(objects) = &layer.content else { continue };
            objects.iter().try_for_each(|object| level.shape(layer, object, rule).map(drop))?;
        }
        Ok(())
    }),
];

/// Reading a level, and then whatever is made of it.
fn levels_stay_within_the_limit() {
    for bomb in bombs() {
        within_limits(bomb.name, |limits| bomb.read(&limits).map(drop));
        let file = bomb.read(&Limits::default()).unwrap_or_else(|error| panic!("{}: {error}", bomb.name));
        for (what, draw) in DRAWINGS {
            within_limits_of(&[25, 21, 17], &format!("{}, {what}", bomb.name), |most| {
                draw(&file, &LevelRule { limits: most, ..LevelRule::default() })
            });
        }
    }
}

/// The peak of each reader is at most what it charged, and a quarter of it: with less than that as the limit nothing is read.
fn what_is_charged_is_taken() {
    // The state of decoders is not counted one by one.
    const STATE: usize = 96 << 10;
    let compare = |name: String, read: &dyn Fn(Limits) -> Result<()>| {
        let (result, held) = peak(|| read(Limits::default()));
        let too_little = held.saturating_sub(STATE) / 5 * 4;
        if result.is_ok() && too_little > 0 {
            let error = read(Limits { max_memory: too_little as u64, ..Limits::default() })
                .expect_err(&format!("{name}: {held} bytes were taken, at most {too_little} were charged"));
            assert!(is_of_limit(&error), "{name}: {error}");
        }
    };
    for (name, file) in small_files() {
        compare(name.to_owned(), &|limits| read(&file, &Options { limits, ..Options::default() }).map(drop));
    }
    for bomb in bombs() {
        compare(bomb.name.to_owned(), &|limits| bomb.read(&limits).map(drop));
        let file = bomb.read(&Limits::default()).expect("it was read");
        for (what, draw) in DRAWINGS {
            compare(format!("{}, {what}", bomb.name), &|limits| {
                draw(&file, &LevelRule { limits, ..LevelRule::default() })
            });
        }
    }
}

/// Atlases with polygons: many frames, and a frame of many corners and triangles.
fn polygons() -> Vec<(&'static str, Vec<u8>)> {
    let xml = |sprites: &str| format!("<TextureAtlas>{sprites}</TextureAtlas>").into_bytes();
    let frame = |polygon: &str| format!("<sprite w='9' h='9'>{polygon}</sprite>");
    let many = frame("<vertices>0 0</vertices>").repeat(9000);
    let [corners, triangles] = ["1 2 ".repeat(90_000), "0 1 2 ".repeat(9000)];
    let long = frame(&format!("<vertices>{corners}</vertices><triangles>{triangles}</triangles>"));
    let list = |list: &str, count| format!("[{}{list}]", format!("{list},").repeat(count));
    let json = format!(
        r#"{{"meta": {{"image": "x"}}, "frames": [{{"frame": {{"x": 0, "y": 0, "w": 9, "h": 9}}, "vertices": {}, "triangles": {}}}]}}"#,
        list("[1,2]", 90_000),
        list("[0,1,2]", 9000)
    );
    vec![
        ("polygons of many frames in XML", xml(&many)),
        ("a long polygon in XML", xml(&long)),
        ("a long polygon in JSON", json.into_bytes()),
    ]
}

fn selections_share_their_pixels() {
    let picture = Image::from_rgba8(1024, 1024, vec![7; 4 << 20]).expect("a picture");
    let sprite = decode(&encode_png(&picture), &Options::default()).expect("a picture");
    let (frame, held) = peak(|| sprite.select("0").expect("a frame"));
    assert_eq!(frame.image, picture);
    assert!(held < 1000, "a selected frame took {held} bytes");
}

/// Reads a file of any format. Atlases get a picture of one pixel.
fn read(file: &[u8], options: &Options) -> Result<Sprite> {
    if !matches!(Format::sniff(file), Some(Format::Atlas | Format::LibGdx)) {
        return decode(file, options);
    }
    let pixel = Image::from_rgba8(1, 1, vec![0; 4]).expect("a picture");
    decode_atlas(file, |_| Ok(encode_png(&pixel)), options)
}

fn said(result: &Result<Sprite>) -> String {
    match result {
        Ok(sprite) => format!("{} frames", sprite.frames.len()),
        Err(error) => error.to_string(),
    }
}

/// Its name, its bytes, and the cells that it is cut into.
type DearFile = (&'static str, Vec<u8>, Option<(u32, u32)>);

/// Files that need more memory than their size suggests.
fn dear_files() -> Vec<DearFile> {
    let large = |interlaced, color_type, samples: usize| {
        // Each row begins with an extra byte, and the passes of an interlaced picture have more rows.
        let raw = vec![0_u8; 8192 * (8192 * samples + 2) + (1 << 16)];
        Png::new(8192, 8192, 8, color_type, interlaced).finish(&raw)
    };
    vec![
        ("groups in groups", nested_groups(16, false), None),
        ("groups in groups, each over a cel", nested_groups(16, true), None),
        ("a large tile set for many cels", large_tile_set(4096, 20), None),
        ("an atlas of minimal frames", minimal_frames(2_000_000), None),
        ("an atlas of many animations", animations(&vec!["\"a\":[]"; 3_000_000].join(",")), None),
        (
            "an atlas of a long animation",
            animations(&format!("\"a\":[{}]", "\"f\",".repeat(3_000_000) + "\"f\"")),
            None,
        ),
        ("a libGDX atlas of minimal regions", regions("r\n", 3_000_000), None),
        ("a libGDX atlas of minimal pages", regions("\np\n", 3_000_000), None),
        ("an interlaced picture", large(true, 2, 3), None),
        ("a picture cut into cells", large(false, 2, 3), Some((64, 64))),
        ("an animation of two frames", gif(8192, 2), None),
        ("a picture of one frame", gif(8192, 1), None),
        ("a lossless picture of many codes", many_codes(1024), None),
        (
            "a lossless picture that claims 8192 x 8192 pixels",
            riff(b"VP8L", &[0x2F, 0xFF, 0xDF, 0xFF, 0x07, 0, 0, 0, 0, 0]),
            None,
        ),
        (
            "a lossy picture that claims 8192 x 8192 pixels",
            riff(b"VP8 ", &[0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x1F, 0xFF, 0x1F, 0, 0, 0, 0]),
            None,
        ),
    ]
}

/// Files of every format that are read with at most 64 MiB.
fn small_files() -> Vec<(&'static str, Vec<u8>)> {
    let data = |name: &str| std::fs::read(common::data(name)).expect("a file of the tests");
    let empty_chunks = [&b"JUNK\0\0\0\0"[..]; 1 << 16].concat();
    let lossless = data("lossless.webp");
    let mut many_chunks = [&lossless[..], &empty_chunks].concat();
    let size = many_chunks.len() as u32 - 8;
    many_chunks[4..8].copy_from_slice(&size.to_le_bytes());
    let mut many_cels = Ase::new((1, 1), RGBA);
    many_cels.layer(LAYER).pixels(cel(0), (1, 1), &[9; 4]);
    for _ in 0..5000 {
        many_cels.next_frame().cel(cel(0), 1, &[0, 0]);
    }
    let mut many_palettes = Ase::new((1, 1), RGBA);
    many_palettes.layer(LAYER).palette(0, &[[1; 4]]);
    for _ in 0..3000 {
        many_palettes.next_frame().palette(0, &[[2; 4]]);
    }
    vec![
        ("a PNG", asset("boonga.png")),
        ("an interlaced PNG", Png::new(999, 700, 8, 2, true).finish(&vec![0; 3 * 999 * 700 + 9000])),
        ("a GIF", data("animation.gif")),
        ("a GIF of ten frames", gif(500, 10)),
        ("a lossless WebP", lossless),
        ("a lossless WebP of many codes", many_codes(64)),
        ("a lossy WebP", data("lossy.webp")),
        ("a lossy WebP with alpha", data("lossy_alpha.webp")),
        ("an animated WebP", data("animation_mixed.webp")),
        ("a WebP of many chunks", many_chunks),
        ("an Aseprite file", asset("boonga.ase")),
        ("an Aseprite file of tiles", large_tile_set(512, 9)),
        ("an Aseprite file of groups", nested_groups_of(512, 9, true)),
        ("an Aseprite file of many cels", many_cels.bytes()),
        ("an Aseprite file of many palettes", many_palettes.bytes()),
        ("an atlas", minimal_frames(9000)),
        ("an atlas of animations", animations(&vec![r#""a":["f","f"]"#; 9000].join(","))),
        ("a libGDX atlas", regions("r\nbounds:0,0,0,0\nindex:1\n", 9000)),
        ("a libGDX atlas of pages", regions("r\nbounds:0,0,1,1\npma:true\n\np\nsize:1,1\n", 9000)),
    ]
}

/// Translucent groups within groups, around one pixel. If `with_cels` is set, each group has pixels at two corners below the next group, so
/// that it cannot be merged in place.
fn nested_groups(levels: u16, with_cels: bool) -> Vec<u8> {
    nested_groups_of(8192, levels, with_cels)
}

fn nested_groups_of(side: u16, levels: u16, with_cels: bool) -> Vec<u8> {
    let mut ase = Ase::new((side, side), RGBA);
    ase.flags = 3;
    let mut layer = 0;
    for level in 0..levels {
        ase.layer(Layer { level, opacity: 108, ..GROUP });
        layer += 1;
        if with_cels {
            let at = i16::try_from(side - 1).expect("a small picture");
            for corner in [(0, 0), (at, at)] {
                ase.layer(Layer { level: level + 1, ..LAYER });
                ase.pixels(common::ase::Cel { at: corner, ..cel(layer) }, (1, 1), &[200; 4]);
                layer += 1;
            }
        }
    }
    ase.layer(Layer { level: levels, ..LAYER }).pixels(cel(layer), (1, 1), &[200; 4]);
    ase.bytes()
}

/// A picture of one pixel, and cels that all use a set of `side` by `side` pixels in one tile.
fn large_tile_set(side: u16, cels: u16) -> Vec<u8> {
    let mut ase = Ase::new((1, 1), RGBA);
    let pixels = usize::from(side) * usize::from(side);
    ase.tile_set((side, side), 1, &vec![9; 4 * pixels]);
    for number in 0..cels {
        ase.layer(Layer { kind: 2, ..LAYER }).tile_map(cel(number), (1, 1), &[0]);
    }
    ase.bytes()
}

/// An atlas of one frame, with these animations.
fn animations(animations: &str) -> Vec<u8> {
    let frames = r#"{"f":{"frame":{"x":0,"y":0,"w":1,"h":1}}}"#;
    format!(r#"{{"meta":{{"image":"a"}},"animations":{{{animations}}},"frames":{frames}}}"#).into_bytes()
}

/// A libGDX atlas that ends with a region.
fn regions(text: &str, count: usize) -> Vec<u8> {
    format!("p\nsize:1,1\n{}r\nbounds:0,0,1,1\n", text.repeat(count)).into_bytes()
}

fn minimal_frames(count: usize) -> Vec<u8> {
    let frames = vec![r#"{"frame":{"x":0,"y":0,"w":0,"h":0}}"#; count].join(",");
    format!(r#"{{"meta":{{"image":"a"}},"frames":[{frames}]}}"#).into_bytes()
}

/// An animation whose frames fill the picture, and after each frame the picture is restored.
fn gif(side: u16, frames: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, side, side, &[1, 2, 3, 4, 5, 6]).expect("a head");
    let indices = vec![1; usize::from(side) * usize::from(side)];
    let mut frame = gif::Frame::from_indexed_pixels(side, side, indices, None);
    frame.dispose = gif::DisposalMethod::Previous;
    frame.make_lzw_pre_encoded();
    for _ in 0..frames {
        encoder.write_lzw_pre_encoded_frame(&frame).expect("a frame");
    }
    drop(encoder);
    file
}
