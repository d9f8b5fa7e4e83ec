//! `hitmask inspect`: what a file holds and what of it is solid.

use std::io::{self, IsTerminal as _};
use std::rc::Rc;

use anstream::{AutoStream, ColorChoice};
use hitmask::{Mask, Rect, RunMask};
use hitmask_assets::{AlphaKind, Frame, Sprite, printable_path, select_packed};
use serde::Serialize;

use super::inspect_level::LevelInspection;
use super::inspect_pack::PackInspection;
use super::inspect_parts::{LayerReport, RectReport, SliceReport, TagReport};
use crate::args::InspectArgs;
use crate::error::Error;
use crate::note::{Invisible, greatest_alpha};
use crate::output::{self, FAILED, Stdout, TOUCH};
use crate::preview::{Ink, PreviewSize, preview};
use crate::question::SpriteSpec;
use crate::sprite_name::SpriteName;
use crate::store::{LoadedShape, SpriteStore};
use crate::table::{TableCell, table};
use crate::words::counted;

pub(crate) fn run(args: &InspectArgs) -> Result<u8, Error> {
    let mut status = TOUCH;
    // A file that is written to is read by programs or later, without colours and with another width.
    let has_preview = args.preview || io::stdout().is_terminal();
    for (number, name) in args.files.iter().enumerate() {
        let space = if number == 0 || args.json { "" } else { "\n" };
        let file = match open(name, args) {
            Ok(Opened::Pack(pack)) => {
                let text = if args.json { output::json_line(&pack) } else { pack.text() };
                if output::print(&format!("{space}{text}"))? == Stdout::Closed {
                    break;
                }
                continue;
            }
            Ok(Opened::Level(level)) => {
                let text = if args.json {
                    level.notes().for_each(|note| output::remark(&note));
                    output::json_line(&level)
                } else {
                    level.text()
                };
                if output::print(&format!("{space}{text}"))? == Stdout::Closed {
                    break;
                }
                continue;
            }
            Ok(Opened::Sprite(file)) => file,
            Err(error) => {
                // The other files are inspected all the same.
                output::complain(&error);
                status = FAILED;
                if args.json {
                    let failed = FailedReport { file: name.text(), error: error.to_string() };
                    if output::print(&output::json_line(&failed))? == Stdout::Closed {
                        break;
                    }
                }
                continue;
            }
        };
        let note = file.note();
        let text = if args.json {
            note.iter().for_each(output::remark);
            output::json_line(&file.report())
        } else {
            let note = note.map_or_else(String::new, |note| format!("  note: {note}\n"));
            let preview = if has_preview { file.preview() } else { String::new() };
            format!("{space}{}{note}{preview}", file.report().text())
        };
        if output::print(&text)? == Stdout::Closed {
            break;
        }
    }
    Ok(status)
}

/// What a file holds.
enum Opened<'a> {
    Sprite(File<'a>),
    Pack(PackInspection),
    Level(LevelInspection),
}

fn open<'a>(name: &'a SpriteName, args: &InspectArgs) -> Result<Opened<'a>, Error> {
    let (path, entry) = name.resolve();
    let mut store = SpriteStore::new(&args.options.limits)?;
    if let Some(levels) = store.levels(&path)? {
        let spec = args.options.spec(name);
        let Some(layer) = entry else {
            return LevelInspection::new(name, &levels, &store.level_rule(&spec)).map(Opened::Level);
        };
        let sprite = store.layer(&levels, &path, layer, &spec)?;
        return Ok(Opened::Sprite(File::of(name, spec, sprite)));
    }
    let Some(pack) = store.pack(&path)? else {
        return File::open(name, args, &mut store).map(Opened::Sprite);
    };
    let Some(entry) = entry else { return PackInspection::new(name, &pack).map(Opened::Pack) };
    let sprite = match pack.sprite(entry) {
        Some(sprite) => Sprite::from_pack(sprite, &store.limits()),
        None => select_packed(&pack, entry, &store.limits()).map(Sprite::from),
    };
    let sprite = sprite.map_err(|error| Error::in_file(&path, error))?;
    Ok(Opened::Sprite(File::of(name, args.options.spec(name), sprite)))
}

/// A file that is inspected, or one frame of it.
struct File<'a> {
    name: &'a SpriteName,
    spec: SpriteSpec,
    sprite: Sprite,
    /// The solid pixels of each frame.
    shapes: Vec<LoadedShape>,
}

impl<'a> File<'a> {
    fn open(name: &'a SpriteName, args: &InspectArgs, store: &mut SpriteStore) -> Result<Self, Error> {
        let spec = args.options.spec(name);
        let (path, frame) = name.resolve();
        let sprite = store.sprite(&path, spec.mask.as_deref(), spec.grid)?;
        let mut sprite = Rc::unwrap_or_clone(sprite);
        if let Some(frame) = frame {
            if let Some(note) = sprite.selection_note(frame) {
                output::remark(&format!("{}: {note}", printable_path(&path)));
            }
            sprite.frames = vec![sprite.select(frame).map_err(|error| Error::in_file(&path, error))?];
            sprite.slices.clear();
            sprite.tags.clear();
            sprite.layers.clear();
        }
        Ok(File::of(name, spec, sprite))
    }

    fn of(name: &'a SpriteName, spec: SpriteSpec, sprite: Sprite) -> Self {
        let shapes = sprite.frames.iter().map(|frame| LoadedShape::new(frame, &spec)).collect();
        File { name, spec, sprite, shapes }
    }

    /// One sentence about the frames that can be seen but not touched.
    fn note(&self) -> Option<String> {
        let invisible: Vec<Invisible> = self.shapes.iter().filter_map(|shape| shape.invisible).collect();
        Invisible::sentence_on_frames(&invisible, self.shapes.len(), self.name)
    }

    fn report(&self) -> InspectReport {
        let Sprite { format, frames, slices, tags, layers, .. } = &self.sprite;
        let frames = frames.iter().zip(&self.shapes);
        InspectReport {
            file: self.name.text(),
            shown: self.name.to_string(),
            format: format.to_string(),
            alpha: match self.sprite.alpha_kind() {
                AlphaKind::Opaque => "opaque",
                AlphaKind::Binary => "binary",
                AlphaKind::Soft => "soft",
            },
            threshold: self.spec.threshold.0,
            frames: frames.map(|(frame, loaded)| FrameReport::new(frame, &loaded.shape.mask())).collect(),
            slices: slices.iter().map(SliceReport::new).collect(),
            tags: tags.iter().map(TagReport::new).collect(),
            layers: layers.iter().map(LayerReport::new).collect(),
        }
    }

    /// The first frame, as large as the terminal has room for.
    fn preview(&self) -> String {
        let (Some(frame), Some(loaded)) = (self.sprite.frames.first(), self.shapes.first()) else {
            return String::new();
        };
        let stdout = io::stdout();
        let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
        let (columns, rows) = size.map_or((80, 24), |(w, h)| (u32::from(w.0), u32::from(h.0)));
        let size = PreviewSize {
            columns: columns.saturating_sub(3).clamp(8, 120),
            rows: rows.saturating_sub(6).clamp(6, 30),
        };
        let ink = match AutoStream::choice(&stdout) {
            ColorChoice::Never => Ink::Dots,
            _ => {
                let rgb = std::env::var("COLORTERM").is_ok_and(|said| said == "truecolor" || said == "24bit");
                Ink::Colors { rgb }
            }
        };
        let mask = loaded.shape.mask();
        if ink == Ink::Dots && mask.is_empty() {
            String::new()
        } else {
            preview(&frame.image, &mask, size, ink, "  ")
        }
    }
}

/// The JSON object of a file that cannot be inspected.
#[derive(Debug, Serialize)]
struct FailedReport {
    file: String,
    error: String,
}

/// What is known about a file: the JSON object.
#[derive(Debug, Serialize)]
struct InspectReport {
    file: String,
    /// The file as it is printed.
    #[serde(skip)]
    shown: String,
    format: String,
    /// Over all frames together: "opaque", "binary" (only 0 and 255) or "soft".
    alpha: &'static str,
    threshold: u8,
    frames: Vec<FrameReport>,
    slices: Vec<SliceReport>,
    tags: Vec<TagReport>,
    /// Those of an Aseprite file, from back to front.
    layers: Vec<LayerReport>,
}

#[derive(Debug, Serialize)]
struct FrameReport {
    name: String,
    size: [u32; 2],
    greatest_alpha: u8,
    /// The number of solid pixels.
    solid: u64,
    /// The tight rectangle around the solid pixels: x, y, width, height.
    bounds: Option<RectReport>,
    /// The memory of a mask of the solid pixels.
    bytes_as_bits: usize,
    bytes_as_runs: usize,
    duration_ms: Option<u64>,
    pivot: Option<[f64; 2]>,
    /// Where the stored pixels lie, if an atlas cut clear edges off.
    trim: Option<RectReport>,
}

impl InspectReport {
    fn text(&self) -> String {
        let frames = counted(self.frames.len() as u64, "frame", "frames");
        let mut text = format!("{}: {}, {frames}, {} alpha\n", self.shown, self.format, self.alpha);
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
        let rows: Vec<Vec<TableCell>> = self.frames.iter().map(FrameReport::row).collect();
        text += &table(&header, &rows, "  ");
        self.slices.iter().for_each(|slice| text += &slice.text("  "));
        self.tags.iter().for_each(|tag| text += &tag.line("  "));
        text += &LayerReport::lines(&self.layers, "  ");
        text
    }
}

impl FrameReport {
    fn new(frame: &Frame, mask: &Mask) -> Self {
        let (w, h) = mask.size();
        FrameReport {
            name: frame.name.clone(),
            size: [w, h],
            greatest_alpha: greatest_alpha(&frame.image),
            solid: mask.count(),
            bounds: mask.bounds().map(RectReport::from),
            bytes_as_bits: mask.memory_bytes(),
            bytes_as_runs: RunMask::from_mask(mask).memory_bytes(),
            duration_ms: frame.duration.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            pivot: frame.pivot,
            trim: Some(frame.trim).filter(|&trim| trim != Rect::new(0, 0, w, h)).map(RectReport::from),
        }
    }

    fn row(&self) -> Vec<TableCell> {
        let [w, h] = self.size;
        let pixels = u64::from(w) * u64::from(h);
        let share = if pixels == 0 { 0.0 } else { self.solid as f64 * 100.0 / pixels as f64 };
        let rect = |rect: Option<RectReport>, none: &str| {
            rect.map_or_else(|| none.to_owned(), |rect| rect.to_string())
        };
        vec![
            TableCell::text(&self.name),
            TableCell::text(format!("{w}x{h}")),
            TableCell::number(self.greatest_alpha),
            TableCell::number(format!("{} ({share:.1}%)", self.solid)),
            TableCell::text(rect(self.bounds, "none")),
            TableCell::number(format!("{} B", self.bytes_as_bits)),
            TableCell::number(format!("{} B", self.bytes_as_runs)),
            TableCell::number(self.duration_ms.map_or_else(String::new, |time| format!("{time} ms"))),
            TableCell::text(self.pivot.map_or_else(String::new, |[x, y]| format!("({x}, {y})"))),
            TableCell::text(rect(self.trim, "")),
        ]
    }
}
