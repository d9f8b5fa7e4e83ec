//! `hitmask pack`: the masks of many sprites in one file.

use std::fs;

use hitmask::{Pack, PackEntry};
use hitmask_assets::{ErrorKind, Packed, Packer, printable, printable_path};
use serde::Serialize;

use crate::args::PackArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::output::{self, FAILED, TOUCH};
use crate::output_file::PackFile;
use crate::pack_config::{PackChoice, PackConfig};
use crate::progress::Progress;
use crate::store;
use crate::words::counted;

pub(crate) fn run(args: &PackArgs) -> Result<u8, Error> {
    let PackFile(output) = &args.output;
    let config = match &args.config {
        Some(path) => PackConfig::read(path)?,
        None => PackConfig::default(),
    };
    let config = config.with(PackChoice {
        threshold: args.threshold.map(|threshold| threshold.0),
        rule: args.rule,
        key: args.key,
        grid: args.grid,
        fill_holes: args.fill_holes.then_some(true),
        outline: args.outline,
        in_place: args.in_place.then_some(true),
        no_shapes: args.limits.no_shapes.then_some(true),
        ..PackChoice::default()
    });
    let mut packer = Packer::with_limits((&args.limits).into());
    if let Some(folder) = store::folder(&args.limits)? {
        packer.within(folder);
    }
    if args.keep_going {
        packer.keep_going();
    }
    let mut failed = Vec::new();
    for path in &args.files {
        if let Err(error) = packer.add(path) {
            match error.kind() {
                ErrorKind::Several(errors) => failed.extend(errors.iter().map(ToString::to_string)),
                _ => failed.push(Error::in_file(path, error).to_string()),
            }
        }
    }
    failed.iter().for_each(output::complain);
    let mut guard = FileGuard::default();
    args.config.iter().for_each(|path| guard.reads(path));
    for source in packer.sources() {
        guard.reads(&source.path);
        source.pictures.iter().for_each(|(_, path)| guard.reads(path));
    }
    guard.writes(output)?;
    let before = if output.is_file() { fs::read(output).ok() } else { None };
    if let Some(bytes) = before.clone().filter(|_| !args.fresh) {
        packer.previous(bytes);
    }

    let mut progress = Progress::new(Some(packer.sources().len() as u64));
    let packed = packer.pack(
        |name| config.settings(name),
        |step| progress.advance(step.done as u64, || printable(&step.source.name).to_string()),
    );
    progress.finish();
    let packed = match packed {
        Ok(packed) => packed,
        Err(error) => {
            // A line for each file.
            match error.kind() {
                ErrorKind::Several(errors) => errors.iter().for_each(output::complain),
                _ => output::complain(&error),
            }
            return Ok(FAILED);
        }
    };
    for error in &packed.failed {
        // A layer that needs an SVG is no failure of the rest.
        if matches!(error.kind(), ErrorKind::NotDrawn { .. }) {
            output::remark(error);
        } else {
            output::complain(error);
            failed.push(error.to_string());
        }
    }
    // The files that could be read were decoded, too, so that all bad ones are named at once.
    if !failed.is_empty() && !args.keep_going {
        return Ok(FAILED);
    }
    if packed.entries == 0 {
        let files: Vec<_> = args.files.iter().map(|path| printable_path(path).to_string()).collect();
        return Err(Error::Question(format!("{}: there is no sprite to pack", files.join(", "))));
    }
    // A file that would not change keeps its time, so that build tools see that nothing is new.
    if before.as_ref() != Some(&packed.bytes) {
        output::write_file(output, &packed.bytes)?;
    }
    config.unused().for_each(|sentence| output::remark(&sentence));
    let status = if failed.is_empty() { TOUCH } else { FAILED };
    let report = PackReport::new(args, &packed, failed);
    if let Some(sentence) = report.empty_sentence() {
        output::remark(&sentence);
    }
    output::print(&if args.json { output::json_line(&report) } else { report.text() })?;
    Ok(status)
}

/// What was packed: the JSON object.
#[derive(Serialize)]
struct PackReport {
    file: String,
    /// The file as it is printed.
    #[serde(skip)]
    shown: String,
    bytes: usize,
    sprites: usize,
    entries: usize,
    /// Sprites that were read, and sprites that had not changed since the last time.
    decoded: usize,
    unchanged: usize,
    skipped: Vec<String>,
    /// The entries without a solid or visible pixel.
    empty: Vec<String>,
    /// What is wrong with the files that were left out because they cannot be packed.
    failed: Vec<String>,
}

impl PackReport {
    fn new(args: &PackArgs, packed: &Packed, failed: Vec<String>) -> Self {
        let pack =
            Pack::open(&packed.bytes[..]).unwrap_or_else(|error| unreachable!("it was just made: {error}"));
        let is_empty = |entry: &PackEntry<'_>| entry.trim().w == 0;
        PackReport {
            file: args.output.0.display().to_string(),
            shown: printable_path(&args.output.0).to_string(),
            bytes: packed.bytes.len(),
            sprites: pack.sprites().len(),
            entries: packed.entries,
            decoded: packed.decoded,
            unchanged: packed.unchanged,
            skipped: packed.skipped.iter().map(|path| path.display().to_string()).collect(),
            empty: pack.entries().filter(is_empty).map(|entry| entry.name().to_owned()).collect(),
            failed,
        }
    }

    fn empty_sentence(&self) -> Option<String> {
        let first = self.empty.first()?;
        let count = counted(self.empty.len() as u64, "entry has", "entries have");
        Some(format!(
            "{count} no solid pixel, such as {first}: nothing can touch it, unless its picture is empty on purpose; try a lower threshold"
        ))
    }

    fn text(&self) -> String {
        let count = |n: usize, one: &str, many: &str| counted(n as u64, one, many);
        let skipped = match self.skipped.len() {
            0 => String::new(),
            n => format!(", {} left out", count(n, "file", "files")),
        };
        format!(
            "{}: {} of {} in {}; {} read, {} unchanged{skipped}\n",
            self.shown,
            count(self.entries, "entry", "entries"),
            count(self.sprites, "sprite", "sprites"),
            count(self.bytes, "byte", "bytes"),
            self.decoded,
            self.unchanged,
        )
    }
}
