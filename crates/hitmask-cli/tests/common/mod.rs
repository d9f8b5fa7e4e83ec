//! Runs the program, and decodes pictures without any of the project's code.
#![allow(dead_code, reason = "every test file takes what it needs")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) use hitmask_oracle::Rng;
use hitmask_oracle::{AlphaGrid, Grid, Overlap};
use serde_json::Value;

/// The program, to be run in `folder`. The settings for colours in the environment are removed.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hitmask"));
    command.current_dir(folder).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn run<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Output {
    command(folder).args(args).output().expect("the program starts")
}

/// Runs with text on standard input.
pub(crate) fn run_with_input(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = command(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A thread writes the questions, because the program answers at the same time.
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal ended it")
}

/// The sentence of a failed run. Checks that it is the only one.
pub(crate) fn sentence(output: &Output) -> String {
    let said = stderr(output);
    assert_eq!(code(output), 2, "{said}");
    assert!(output.stdout.is_empty(), "{}", stdout(output));
    assert_eq!(said.lines().count(), 1, "{said}");
    said.trim_end().strip_prefix("hitmask: ").unwrap_or_else(|| panic!("{said}")).to_owned()
}

/// Standard output as one JSON value a line.
pub(crate) fn json_lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A decoded picture: four bytes a pixel.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) rgba: Vec<[u8; 4]>,
}

impl Picture {
    pub(crate) fn read(path: &Path) -> Picture {
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        bytes.truncate(info.buffer_size());
        let rgba = match info.color_type {
            png::ColorType::Rgba => bytes.chunks(4).map(|p| [p[0], p[1], p[2], p[3]]).collect(),
            png::ColorType::Rgb => bytes.chunks(3).map(|p| [p[0], p[1], p[2], 255]).collect(),
            png::ColorType::GrayscaleAlpha => bytes.chunks(2).map(|p| [p[0], p[0], p[0], p[1]]).collect(),
            png::ColorType::Grayscale => bytes.iter().map(|&p| [p, p, p, 255]).collect(),
            png::ColorType::Indexed => unreachable!("palettes are expanded"),
        };
        Picture { width: info.width, height: info.height, rgba }
    }

    pub(crate) fn get(&self, x: i64, y: i64) -> Option<[u8; 4]> {
        let inside = (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        inside.then(|| self.rgba[(y * i64::from(self.width) + x) as usize])
    }

    /// The pixels that are solid at a level.
    pub(crate) fn grid(&self, level: u8) -> Grid {
        self.alphas().at_level(level)
    }

    pub(crate) fn alphas(&self) -> AlphaGrid {
        let alpha = self.rgba.iter().map(|pixel| pixel[3]).collect();
        AlphaGrid { w: self.width as usize, h: self.height as usize, alpha }
    }

    /// A part of it.
    pub(crate) fn crop(&self, x: u32, y: u32, width: u32, height: u32) -> Picture {
        let pixel = |dx, dy| self.get(i64::from(x + dx), i64::from(y + dy)).unwrap();
        let rgba = (0..height).flat_map(|dy| (0..width).map(move |dx| pixel(dx, dy))).collect();
        Picture { width, height, rgba }
    }

    pub(crate) fn write(&self, path: &Path) {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header().unwrap().write_image_data(self.rgba.as_flattened()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// A number that changes with any pixel (FNV-1a), the same on every machine.
    pub(crate) fn hash(&self) -> u64 {
        let start = (0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3_u64);
        let sizes = [self.width.to_le_bytes(), self.height.to_le_bytes()];
        let bytes = sizes.iter().chain(&self.rgba).flatten();
        bytes.fold(start.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(start.1))
    }
}

/// When a pair of pixels touches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    Threshold(u8),
    Key([u8; 3]),
    AlphaSum,
    AlphaSumKey([u8; 3]),
    Rect,
}

/// Whether two pixels that meet touch.
pub(crate) fn meets(rule: Rule, p: [u8; 4], q: [u8; 4]) -> bool {
    match rule {
        Rule::Threshold(level) => p[3] >= level && q[3] >= level,
        Rule::Key(key) | Rule::AlphaSumKey(key) => p[..3] != key && q[..3] != key,
        Rule::AlphaSum => p[3] > 0 && q[3] > 0 && u16::from(p[3]) + u16::from(q[3]) >= 255,
        Rule::Rect => true,
    }
}

/// The answer, found pixel by pixel.
pub(crate) fn brute_force(a: &Picture, b: &Picture, (dx, dy): (i64, i64), rule: Rule) -> Value {
    let pixels = (0..i64::from(a.height)).flat_map(|y| (0..i64::from(a.width)).map(move |x| (x, y)));
    let touching = |&(x, y): &(i64, i64)| match (a.get(x, y), b.get(x - dx, y - dy)) {
        (Some(p), Some(q)) => meets(rule, p, q),
        _ => false,
    };
    told(&Overlap { points: pixels.filter(touching).collect() })
}

/// What `check` says about the pixels that two sprites share.
pub(crate) fn told(overlap: &Overlap) -> Value {
    serde_json::json!({
        "overlaps": overlap.overlaps(),
        "area": overlap.area(),
        "first": overlap.first().map(|(x, y)| [x, y]),
        "bounds": overlap.bounds().map(|(x, y, w, h)| [x, y, w, h]),
    })
}
