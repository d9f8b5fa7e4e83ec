//! `hitmask inspect`: what a file holds and what of it is solid.

use std::io::{self, IsTerminal as _};

use anstream::{AutoStream, ColorChoice};
use hitmask::{Rect, RunMask};
use hitmask_assets::{AlphaKind, Frame, Slice, Sprite};
use serde::Serialize;

use crate::args::Inspect;
use crate::error::Error;
use crate::library;
use crate::note::{Invisible, greatest_alpha};
use crate::output::{self, FAILED, Reader, TOUCH};
use crate::preview::{Ink, Room, preview};
use crate::table::{Cell, table};
use crate::values::{SpriteName, Threshold};

pub(crate) fn run(args: &Inspect) -> Result<u8, Error> {
    let mut status = TOUCH;
    for (number, name) in args.files.iter().enumerate() {
        let sprite = match open(name, args) {
            Ok(sprite) => sprite,
            // The other files are looked at all the same.
            Err(error) => {
                output::complain(&error);
                status = FAILED;
                continue;
            }
        };
        let report = Report::new(name, &sprite, args.threshold);
        let remarks = remarks(name, &sprite, args.threshold);
        let text = if args.json {
            remarks.iter().for_each(output::remark);
            output::json_line(&report)
        } else {
            let space = if number == 0 { "" } else { "\n" };
            let remarks: String = remarks.iter().map(|remark| format!("  note: {remark}\n")).collect();
            format!("{space}{}{remarks}{}", report.text(), picture(&sprite, args.threshold))
        };
        if output::print(&text)? == Reader::Gone {
            break;
        }
    }
    Ok(status)
}

/// The file, or the one frame of it that is asked for.
fn open(name: &SpriteName, args: &Inspect) -> Result<Sprite, Error> {
    let (path, frame) = name.resolve();
    let mut sprite = library::read(&path, args.grid)?;
    if let Some(frame) = frame {
        sprite.frames = vec![sprite.select(frame).map_err(|error| Error::in_file(&path, error))?];
        sprite.slices.clear();
        sprite.tags.clear();
    }
    Ok(sprite)
}

/// A sentence for each frame that can be seen but not touched.
fn remarks(name: &SpriteName, sprite: &Sprite, threshold: Threshold) -> Vec<String> {
    let sentence = |frame: &Frame, invisible: Invisible| match sprite.frames.len() {
        1 => invisible.sentence(name),
        _ => invisible.sentence(format_args!("frame \"{}\" of {name}", frame.name)),
    };
    let frames = sprite.frames.iter();
    frames.filter_map(|frame| Some(sentence(frame, Invisible::find(&frame.image, threshold)?))).collect()
}

/// What is known about a file. The fields are those of the JSON object.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    format: String,
    /// Over all frames: "opaque", "binary" (only 0 and 255) or "soft".
    alpha: &'static str,
    threshold: u8,
    frames: Vec<FrameReport>,
    slices: Vec<SliceReport>,
    tags: Vec<TagReport>,
}

#[derive(Debug, Serialize)]
struct FrameReport {
    name: String,
    size: [u32; 2],
    greatest_alpha: u8,
    /// Pixels at the threshold.
    solid: u64,
    /// The tight rectangle around them: x, y, width, height.
    bounds: Option<List>,
    /// What a mask of them takes in memory.
    bytes_as_bits: usize,
    bytes_as_runs: usize,
    duration_ms: Option<u64>,
    pivot: Option<[f64; 2]>,
    /// Where the stored pixels lie, if clear edges were cut off.
    trim: Option<List>,
}

#[derive(Debug, Serialize)]
struct SliceReport {
    name: String,
    /// Where it lies, from which frame on.
    keys: Vec<KeyReport>,
}

#[derive(Debug, Serialize)]
struct KeyReport {
    frame: u32,
    rect: List,
    pivot: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
struct TagReport {
    name: String,
    first: u32,
    last: u32,
}

/// A rectangle as x, y, width, height.
#[derive(Clone, Copy, Debug, Serialize)]
struct List(i32, i32, u32, u32);

impl From<Rect> for List {
    fn from(Rect { x, y, w, h }: Rect) -> Self {
        List(x, y, w, h)
    }
}

impl std::fmt::Display for List {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let List(x, y, w, h) = self;
        write!(f, "{w}x{h} at ({x}, {y})")
    }
}

impl Report {
    fn new(name: &SpriteName, sprite: &Sprite, threshold: Threshold) -> Self {
        Report {
            file: name.to_string(),
            format: sprite.format.to_string(),
            alpha: match sprite.alpha_kind() {
                AlphaKind::Opaque => "opaque",
                AlphaKind::Binary => "binary",
                AlphaKind::Soft => "soft",
            },
            threshold: threshold.0,
            frames: sprite.frames.iter().map(|frame| FrameReport::new(frame, threshold)).collect(),
            slices: sprite.slices.iter().map(SliceReport::new).collect(),
            tags: sprite
                .tags
                .iter()
                .map(|tag| TagReport { name: tag.name.clone(), first: tag.first, last: tag.last })
                .collect(),
        }
    }

    fn text(&self) -> String {
        let frames = match self.frames.len() {
            1 => "1 frame".to_owned(),
            frames => format!("{frames} frames"),
        };
        let mut text = format!("{}: {}, {frames}, {} alpha\n", self.file, self.format, self.alpha);
        let solid = format!("solid at {}", self.threshold);
        let header = [
            "frame",
            "size",
            "greatest alpha",
            &solid,
            "bounds",
            "as bits",
            "as runs",
            "time",
            "pivot",
            "trimmed to",
        ];
        let rows: Vec<Vec<Cell>> = self.frames.iter().map(FrameReport::row).collect();
        text += &table(&header, &rows, "  ");
        for slice in &self.slices {
            for key in &slice.keys {
                let pivot = key.pivot.map_or_else(String::new, |[x, y]| format!(", pivot ({x}, {y})"));
                text +=
                    &format!("  slice \"{}\" from frame {}: {}{pivot}\n", slice.name, key.frame, key.rect);
            }
        }
        for TagReport { name, first, last } in &self.tags {
            text += &format!("  tag \"{name}\": frames {first} to {last}\n");
        }
        text
    }
}

impl FrameReport {
    fn new(frame: &Frame, threshold: Threshold) -> Self {
        let mask = frame.mask(threshold.0);
        let (w, h) = mask.size();
        FrameReport {
            name: frame.name.clone(),
            size: [w, h],
            greatest_alpha: greatest_alpha(&frame.image),
            solid: mask.count(),
            bounds: mask.bounds().map(List::from),
            bytes_as_bits: mask.memory_bytes(),
            bytes_as_runs: RunMask::from_mask(&mask).memory_bytes(),
            duration_ms: frame.duration.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            pivot: frame.pivot,
            trim: Some(frame.trim).filter(|&trim| trim != Rect::new(0, 0, w, h)).map(List::from),
        }
    }

    fn row(&self) -> Vec<Cell> {
        let [w, h] = self.size;
        let pixels = u64::from(w) * u64::from(h);
        let share = if pixels == 0 { 0.0 } else { self.solid as f64 * 100.0 / pixels as f64 };
        let list =
            |list: Option<List>, none: &str| list.map_or_else(|| none.to_owned(), |list| list.to_string());
        vec![
            Cell::text(&self.name),
            Cell::text(format!("{w}x{h}")),
            Cell::number(self.greatest_alpha),
            Cell::number(format!("{} ({share:.1}%)", self.solid)),
            Cell::text(list(self.bounds, "none")),
            Cell::number(format!("{} B", self.bytes_as_bits)),
            Cell::number(format!("{} B", self.bytes_as_runs)),
            Cell::number(self.duration_ms.map_or_else(String::new, |time| format!("{time} ms"))),
            Cell::text(self.pivot.map_or_else(String::new, |[x, y]| format!("({x}, {y})"))),
            Cell::text(list(self.trim, "")),
        ]
    }
}

impl SliceReport {
    fn new(slice: &Slice) -> Self {
        let keys = slice.keys.iter().map(|key| KeyReport {
            frame: key.frame,
            rect: key.rect.into(),
            pivot: key.pivot,
        });
        SliceReport { name: slice.name.clone(), keys: keys.collect() }
    }
}

/// The first frame, as large as the terminal has room for.
fn picture(sprite: &Sprite, threshold: Threshold) -> String {
    let Some(frame) = sprite.frames.first() else { return String::new() };
    let stdout = io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
    let (columns, rows) = size.map_or((80, 24), |(w, h)| (u32::from(w.0), u32::from(h.0)));
    let room =
        Room { columns: columns.saturating_sub(3).clamp(8, 120), rows: rows.saturating_sub(6).clamp(6, 30) };
    let ink = match AutoStream::choice(&stdout) {
        ColorChoice::Never => Ink::Dots,
        _ => {
            let rgb = std::env::var("COLORTERM").is_ok_and(|said| said == "truecolor" || said == "24bit");
            Ink::Colors { rgb }
        }
    };
    let mask = frame.mask(threshold.0);
    if ink == Ink::Dots && mask.is_empty() {
        String::new()
    } else {
        preview(&frame.image, &mask, room, ink, "  ")
    }
}
