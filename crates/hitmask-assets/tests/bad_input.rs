//! Truncated, damaged and malicious files: each gives a typed error and never a panic.

mod common;

use std::fs;
use std::io;

use common::{Png, Random, asset, assets, data, zlib};
use hitmask_assets::{
    Error, ErrorKind, Format, Limit, Limits, Options, decode, decode_atlas, encode_png, load,
};

fn error(bytes: &[u8]) -> Error {
    decode(bytes, &Options::default()).expect_err("the file is wrong")
}

/// Small files of every format that `decode` reads.
fn samples() -> Vec<(String, Vec<u8>)> {
    let shipped = [
        "pixel_tree.png",
        "boonga.png",
        "boonga.ase",
        "smiley.aseprite",
        "aseprite_file-tests-props.aseprite",
    ];
    let own = [
        "lossless.webp",
        "lossy.webp",
        "lossy_alpha.webp",
        "animation.webp",
        "animation_lossy.webp",
        "animation.gif",
        "interlaced.gif",
    ];
    let shipped = shipped.iter().map(|name| (name.to_string(), asset(name)));
    let own = own.iter().map(|name| (name.to_string(), fs::read(data(name)).expect("a file of the tests")));
    let interlaced = Png::new(9, 7, 8, 6, true).finish(&vec![0; 4 * 63 + 40]);
    shipped.chain(own).chain([("interlaced.png".to_owned(), interlaced)]).collect()
}

#[test]
fn truncated_at_every_byte() {
    for (name, bytes) in samples() {
        decode(&bytes, &Options::default()).unwrap_or_else(|error| panic!("{name} is whole: {error}"));
        for len in 0..bytes.len() {
            let error = error_of(&name, len, &bytes[..len]);
            let fits = match error.kind() {
                ErrorKind::Empty => len == 0,
                ErrorKind::UnknownFormat { start } => len < 12 && start[..] == bytes[..len.min(8)],
                ErrorKind::Corrupt { format, .. } => Format::sniff(&bytes) == Some(*format),
                _ => false,
            };
            assert!(fits, "{name}, {len} bytes: {error:?}");
        }
    }
}

fn error_of(name: &str, len: usize, bytes: &[u8]) -> Error {
    match decode(bytes, &Options::default()) {
        Err(error) => error,
        Ok(_) => panic!("{name} cut to {len} bytes was read"),
    }
}

#[test]
fn truncated_atlases() {
    let json = asset("smiley.json");
    let whole = json.trim_ascii_end().len();
    for len in 0..whole {
        let error = decode_atlas(&json[..len], |_| panic!("no picture is needed"), &Options::default());
        let error = error.expect_err("it is cut off");
        assert!(
            matches!(error.kind(), ErrorKind::Corrupt { format: Format::Atlas, .. }),
            "{len} bytes: {error:?}"
        );
    }
}

/// A change may be unnoticed where no checksum covers the bytes, but nothing may panic.
#[test]
fn damaged_bytes() {
    let limits = Limits { max_pixels: 1 << 16, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut refused = 0;
    for (name, bytes) in samples() {
        for seed in 0..600 {
            let mut random = Random(seed);
            let mut damaged = bytes.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(damaged.len() as u64) as usize;
                damaged[at] = random.next() as u8;
            }
            let result = std::panic::catch_unwind(|| decode(&damaged, &options).is_err());
            refused += u32::from(result.unwrap_or_else(|_| panic!("{name}, seed {seed} panicked")));
        }
    }
    assert!(refused > 1000, "only {refused} were refused");
}

#[test]
fn headers_beyond_the_limits() {
    let huge = |width, height| error(&Png::new(width, height, 8, 6, false).finish(&[]));
    let kind = |error: &Error| match *error.kind() {
        ErrorKind::TooLarge { limit, claimed, allowed } => (limit, claimed, allowed),
        _ => panic!("{error:?}"),
    };
    assert_eq!(kind(&huge(65_535, 65_535)), (Limit::Pixels, 4_294_836_225, 1 << 26));
    assert_eq!(kind(&huge(65_536, 1)), (Limit::Width, 65_536, 65_535));
    assert_eq!(kind(&huge(1, 0x7FFF_FFFF)), (Limit::Height, 0x7FFF_FFFF, 65_535));
    assert_eq!(
        huge(65_535, 65_535).to_string(),
        "claims to be 4294836225 pixels in all, the limit max_pixels is 67108864"
    );

    let small = |limits| decode(&asset("smiley.aseprite"), &Options { limits, ..Options::default() });
    let all = 4 * 32 * 32;
    let least =
        Limits { max_side: 32, max_pixels: all, max_frames: 4, max_file_bytes: 776, ..Limits::default() };
    small(least).expect("just enough");
    for (limits, limit) in [
        (Limits { max_side: 31, ..Limits::default() }, Limit::Width),
        (Limits { max_pixels: all - 1, ..Limits::default() }, Limit::Pixels),
        (Limits { max_frames: 3, ..Limits::default() }, Limit::Frames),
        (Limits { max_file_bytes: 775, ..Limits::default() }, Limit::FileBytes),
        (Limits { max_memory: 4 * all - 1, ..Limits::default() }, Limit::Memory),
        (Limits { max_work: all - 1, ..Limits::default() }, Limit::Work),
    ] {
        assert_eq!(kind(&small(limits).expect_err("too much")).0, limit);
    }
    let gif = fs::read(data("animation.gif")).expect("a file");
    let limits = Limits { max_frames: 3, ..Limits::default() };
    let error = decode(&gif, &Options { limits, ..Options::default() }).expect_err("too many frames");
    assert_eq!(kind(&error).0, Limit::Frames);
    let options = Options { limits, grid: Some((16, 16)), ..Options::default() };
    let error = load(assets().join("coin.png"), &options).expect_err("too many cells");
    assert_eq!(kind(&error), (Limit::Frames, 5, 3));
}

#[test]
fn a_picture_that_stops_early() {
    // A correct header and checksums, but the rows end in the middle.
    let file = Png::new(64, 64, 8, 6, false).finish(&[0; 300]);
    assert!(matches!(error(&file).kind(), ErrorKind::Corrupt { format: Format::Png, .. }));
    let file = Png::new(64, 64, 8, 6, true).finish(&[0; 300]);
    assert!(matches!(error(&file).kind(), ErrorKind::Corrupt { format: Format::Png, .. }));
}

#[test]
fn a_wrong_checksum() {
    let mut file = asset("pixel_tree.png");
    file[20] ^= 1;
    assert!(matches!(error(&file).kind(), ErrorKind::Corrupt { format: Format::Png, .. }));
}

#[test]
fn files_of_other_kinds() {
    assert!(matches!(error(&[]).kind(), ErrorKind::Empty));
    let text = error(b"BM6\0\0\0\0\0\0\0").to_string();
    assert!(text.ends_with("it starts with the bytes 42 4D 36 00 00 00 00 00"), "{text}");
    assert!(matches!(error(b"{}").kind(), ErrorKind::AtlasWithoutFolder));
    let none = load(assets().join("LICENSES.md"), &Options::default()).expect_err("it is text");
    assert!(matches!(none.kind(), ErrorKind::UnknownFormat { .. }), "{none:?}");
}

#[test]
fn paths_that_cannot_be_read() {
    let folder = load(assets(), &Options::default()).expect_err("it is a folder");
    assert!(matches!(folder.kind(), ErrorKind::IsFolder), "{folder:?}");
    assert!(folder.to_string().ends_with("assets: is a folder, not a file"), "{folder}");
    let none = load("no/such/file.png", &Options::default()).expect_err("there is none");
    assert!(
        matches!(none.kind(), ErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound),
        "{none:?}"
    );
    assert!(none.to_string().starts_with("no/such/file.png: cannot be read: "), "{none}");
    assert!(std::error::Error::source(&none).is_some());
}

/// Files whose headers claim much more than there is.
fn liars() -> Vec<(&'static str, Vec<u8>)> {
    let mut gif = b"GIF89a\xFF\xFF\xFF\xFF\x80\0\0".to_vec();
    gif.extend_from_slice(b"\0\0\0\0\0\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x4C\x01\0\x3B");
    let mut gif_frame = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0".to_vec();
    gif_frame.extend_from_slice(b"\x2C\0\0\0\0\xFF\xFF\xFF\xFF\0\x02\x02\x4C\x01\0\x3B");

    let riff =
        |chunks: &[u8]| [b"RIFF", &(chunks.len() as u32 + 4).to_le_bytes()[..], b"WEBP", chunks].concat();
    let chunk = |id: &[u8; 4], data: &[u8]| {
        [id, &(data.len() as u32).to_le_bytes()[..], data, &[0][..data.len() % 2]].concat()
    };
    let extended = |flags| chunk(b"VP8X", &[flags, 0, 0, 0, 0xFE, 0xFF, 0, 0xFE, 0xFF, 0]);
    // 16384 x 16384, the largest size that the bitstreams can express.
    let lossless = chunk(b"VP8L", &[0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0]);
    let lossy = chunk(b"VP8 ", &[0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F, 0, 0, 0, 0]);
    let frame_head = |side: u8| {
        [0, 0, 0, 0, 0, 0, side, 0x3F * u8::from(side > 9), 0, side, 0x3F * u8::from(side > 9), 0, 9, 0, 0, 0]
    };
    let animation = |canvas: &[u8], side, bitstream: &[u8]| {
        let frame = chunk(b"ANMF", &[&frame_head(side)[..], bitstream].concat());
        riff(&[canvas, &chunk(b"ANIM", &[0; 6]), &frame].concat())
    };
    let small = chunk(b"VP8X", &[0x12, 0, 0, 0, 8, 0, 0, 8, 0, 0]);

    let mut ase = asset("smiley.aseprite");
    ase[8..12].fill(0xFF);
    // The first cel claims 65535 x 65535.
    let mut ase_cel = asset("smiley.aseprite");
    let cel = ase_cel.windows(2).position(|id| id == [0x05, 0x20]).expect("a cel") + 2;
    ase_cel[cel + 16..cel + 20].fill(0xFF);
    let mut ase_frames = asset("smiley.aseprite");
    ase_frames[6..8].fill(0xFF);
    let mut ase_chunk = asset("smiley.aseprite");
    ase_chunk[144..148].fill(0xFF);

    vec![
        ("huge.png", Png::new(65_535, 65_535, 8, 6, false).finish(&[])),
        ("huge_interlaced.png", Png::new(65_535, 65_535, 16, 6, true).finish(&[])),
        ("huge_gray.png", Png::new(0x7FFF_FFFF, 0x7FFF_FFFF, 1, 0, false).finish(&[])),
        // The size is within the limits, so only the memory for what is really there may be taken.
        ("large.png", Png::new(8192, 8192, 8, 6, false).finish(&[0; 99])),
        ("large_interlaced.png", Png::new(8192, 8192, 16, 6, true).finish(&[0; 99])),
        (
            "text.png",
            Png::new(1, 1, 8, 6, false)
                .chunk(b"zTXt", &[b"a\0\0", &zlib(&vec![0; 1 << 26])[..]].concat())
                .finish(&[0; 4]),
        ),
        ("huge.gif", gif),
        ("huge_frame.gif", gif_frame),
        ("huge_lossless.webp", riff(&lossless)),
        ("huge_lossy.webp", riff(&lossy)),
        ("large_lossless.webp", riff(&chunk(b"VP8L", &[0x2F, 0xFF, 0xDF, 0xFF, 0x07, 0, 0, 0, 0, 0]))),
        (
            "large_lossy.webp",
            riff(&chunk(b"VP8 ", &[0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x1F, 0xFF, 0x1F, 0, 0, 0, 0])),
        ),
        ("huge_extended.webp", riff(&[&extended(0)[..], &lossless].concat())),
        ("huge_canvas.webp", animation(&extended(2), 8, &lossless)),
        ("huge_frame.webp", animation(&small, 0xFF, &lossless)),
        ("lying_frame.webp", animation(&small, 8, &lossy)),
        ("lying_alpha.webp", animation(&small, 8, &[chunk(b"ALPH", &[0; 9]), lossy.clone()].concat())),
        ("long_chunk.webp", riff(b"VP8L\xFF\xFF\xFF\xFF\x2F")),
        ("huge.aseprite", ase),
        ("huge_cel.aseprite", ase_cel),
        ("many_frames.aseprite", ase_frames),
        ("long_chunk.aseprite", ase_chunk),
    ]
}

#[test]
fn lying_headers() {
    for (name, bytes) in liars() {
        let error = error(&bytes);
        let typed = matches!(
            error.kind(),
            ErrorKind::TooLarge { .. } | ErrorKind::Corrupt { .. } | ErrorKind::OutOfMemory { .. }
        );
        assert!(typed, "{name}: {error:?}");
        println!("{name}: {error}");
    }
}

/// The same tests in a process that may have only 256 MB of address space, including code and stacks. If memory were allocated because of a
/// header alone, the process would end.
#[cfg(target_os = "linux")]
#[test]
fn lying_headers_with_little_memory() {
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 262144 && exec \"$0\" --exact lying_headers --nocapture --test-threads=1"])
        .arg(std::env::current_exe().expect("a path"))
        .output()
        .expect("a shell starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{said}{}", output.status, String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.matches("1 passed").count(), 1, "{said}");
}

#[test]
fn lying_atlases() {
    for size in ["4294967295", "1e300", "-1", "9223372036854775807", "65535"] {
        let json = format!(
            "{{\"frames\": {{\"a\": {{\"frame\": {{\"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1}}, \
             \"sourceSize\": {{\"w\": {size}, \"h\": {size}}}}}}}, \"meta\": {{\"image\": \"a.png\"}}}}"
        );
        let picture = hitmask_assets::Image::from_rgba8(1, 1, vec![0; 4]).expect("a picture");
        let error = decode_atlas(json.as_bytes(), |_| Ok(encode_png(&picture)), &Options::default());
        let error = error.expect_err("it is huge");
        assert!(matches!(error.kind(), ErrorKind::TooLarge { .. }), "{size}: {error:?}");
    }
}
