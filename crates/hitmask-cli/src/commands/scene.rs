//! `hitmask scene`: sprites that move, and who touches whom.

use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use hitmask::{EventDetail, EventKind, Rect, WorldStats};
use hitmask_assets::{WorldPicture, encode_png, printable_path};
use serde::Serialize;

use crate::args::SceneArgs;
use crate::error::Error;
use crate::files::FileGuard;
use crate::output::{self, Pending, Stdout, TOUCH};
use crate::output_file::{FilmFile, PngFile};
use crate::picture::film::TouchMark;
use crate::picture::reel::{Animation, Reel, Strip};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::scene::kinds;
use crate::scene::play::{Play, SceneEvent};
use crate::table::{TableCell, table};
use crate::words::counted;

pub(crate) fn run(args: &SceneArgs) -> Result<u8, Error> {
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads.into());
    }
    let pool =
        pool.build().map_err(|error| Error::Question(format!("the threads cannot be started: {error}")))?;
    let scene = kinds::load(&args.file, &args.limits)?;
    let mut files =
        FileGuard::reading(scene.kinds.iter().map(|kind| &kind.appearance.spec), &(&args.limits).into())?;
    files.reads(&args.file);
    let picture = args.picture.as_ref().map(|(FilmFile::Png(path) | FilmFile::Gif(path))| path);
    let events = args.events.as_ref().filter(|path| *path != Path::new("-"));
    let debug = args.debug_picture.as_ref().map(|PngFile(path)| path);
    events.into_iter().chain(picture).chain(debug).try_for_each(|path| files.writes(path))?;
    scene.remarks.iter().for_each(output::remark);
    pool.install(|| play(args, &scene))
}

fn play(args: &SceneArgs, scene: &Scene) -> Result<u8, Error> {
    let detail = EventDetail {
        stay: args.stay || args.picture.is_some(),
        area: args.events.is_some(),
        bounds: args.picture.is_some(),
        ..EventDetail::default()
    };
    let mut play = Play::new(scene, detail);
    let mut sink = args.events.as_deref().map(EventSink::open).transpose()?;
    let mut reel: Option<(Pending, Box<dyn Reel>)> = match &args.picture {
        None => None,
        Some(FilmFile::Png(path)) => Some((Pending::new(path)?, Box::new(Strip::new(scene, args.steps)))),
        Some(FilmFile::Gif(path)) => Some((Pending::new(path)?, Box::new(Animation::new(scene, args.steps)))),
    };
    let debug = args.debug_picture.as_ref().map(|file| (file, world_picture(args, scene)));
    if let Some((PngFile(path), picture)) = &debug {
        picture.size().map_err(|error| Error::Question(format!("{}: {error}", printable_path(path))))?;
    }
    let mut totals = Totals::default();
    let mut progress = Progress::new(Some(args.steps.into()));
    for _ in 0..args.steps {
        play.step()?;
        totals.add(&play);
        if let Some(sink) = &mut sink {
            for event in play.events().iter().filter(|event| args.stay || event.kind != EventKind::Stay) {
                sink.add(scene, play.step_number(), event);
            }
            if sink.flush(&progress)? == Stdout::Closed {
                // Nobody reads the events any more. The picture is still wanted.
                if reel.is_none() && debug.is_none() {
                    return Ok(TOUCH);
                }
                *sink = EventSink::Nobody;
            }
        }
        if let Some((_, reel)) = &mut reel {
            reel.step(play.step_number(), &play, &touch_marks(play.events()));
        }
        let step = play.step_number();
        progress.advance(step.into(), || format!("step {step}"));
    }
    progress.finish();
    let is_stdout = args.events.as_deref() == Some(Path::new("-"));
    if let Some((mut file, reel)) = reel {
        file.add(&reel.finish());
        file.finish()?;
    }
    if let Some((PngFile(path), picture)) = &debug {
        let drawn = picture.draw(play.world()).map_err(|error| Error::Question(error.to_string()))?;
        output::write_file(path, &encode_png(&drawn))?;
    }
    if let Some(sink) = sink {
        sink.finish()?;
    }
    let mut summary = totals.sentence(scene);
    if args.stats {
        summary += &totals.table();
    }
    if is_stdout {
        // Standard output is for the events.
        if args.stats {
            let _ = anstream::stderr().write_all(summary.as_bytes());
        }
        return Ok(TOUCH);
    }
    output::print(&summary)?;
    Ok(TOUCH)
}

/// What the debug picture shows.
fn world_picture(args: &SceneArgs, scene: &Scene) -> WorldPicture {
    let [w, h] = scene.bounds.size;
    let region = args.debug_region.map_or(Rect::new(0, 0, w, h), |region| region.0);
    let scale = args.debug_scale.unwrap_or_else(|| WorldPicture::fitting_scale(region));
    WorldPicture { scale, ..WorldPicture::new(region) }
}

/// The touches that a picture marks.
pub(super) fn touch_marks(events: &[SceneEvent]) -> Vec<TouchMark> {
    let mark = |event: &SceneEvent| {
        let bounds = event.touch?.bounds?;
        Some(TouchMark {
            pair: event.pair,
            bounds,
            is_new: matches!(event.kind, EventKind::Begin | EventKind::Pass),
        })
    };
    events.iter().filter_map(mark).collect()
}

/// An event as a line of JSON.
#[derive(Serialize)]
struct EventLine<'a> {
    step: u32,
    event: &'static str,
    a: &'a str,
    b: &'a str,
    /// In world pixels; missing if the touch ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<u64>,
    /// Numerator and denominator, in lowest terms; only where a swept sprite met another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    approximate: bool,
}

/// Where events go.
enum EventSink {
    Stdout(Vec<u8>),
    File(Pending),
    /// Standard output is closed.
    Nobody,
}

impl EventSink {
    fn open(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            Ok(EventSink::Stdout(Vec::new()))
        } else {
            Pending::new(path).map(EventSink::File)
        }
    }

    fn add(&mut self, scene: &Scene, step: u32, event: &SceneEvent) {
        let [a, b] = event.pair.map(|sprite| scene.sprites[sprite].name.as_str());
        let kind = match event.kind {
            EventKind::Begin => "begin",
            EventKind::Stay => "stay",
            EventKind::End => "end",
            EventKind::Pass => "pass",
            other => unreachable!("a step tells of no {other:?}"),
        };
        let first = event.touch.map(|touch| touch.first.into());
        let area = event.touch.map(|touch| touch.area);
        let time = event.time.map(|time| [time.numerator(), time.denominator()]);
        let approximate = event.approximate;
        let line = output::json_line(&EventLine { step, event: kind, a, b, first, area, time, approximate });
        match self {
            EventSink::Stdout(bytes) => bytes.extend_from_slice(line.as_bytes()),
            EventSink::File(file) => file.add(line.as_bytes()),
            EventSink::Nobody => {}
        }
    }

    /// Writes the events of a step to standard output at once.
    fn flush(&mut self, progress: &Progress) -> Result<Stdout, Error> {
        match self {
            EventSink::File(_) | EventSink::Nobody => Ok(Stdout::Open),
            EventSink::Stdout(bytes) if bytes.is_empty() => Ok(Stdout::Open),
            EventSink::Stdout(bytes) => {
                let stdout = progress.suspend(|| output::print_bytes(&mut io::stdout().lock(), bytes));
                bytes.clear();
                stdout
            }
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self {
            EventSink::Stdout(_) | EventSink::Nobody => Ok(()),
            EventSink::File(file) => file.finish(),
        }
    }
}

/// Sums over all steps.
#[derive(Default)]
pub(super) struct Totals {
    steps: u32,
    began: u64,
    ended: u64,
    passed: u64,
    /// The number of pairs that touch after the last step.
    touching: usize,
    sprites: u64,
    candidates: u64,
    early_outs: u64,
    tests: u64,
    hits: u64,
    drawn: u64,
    /// The times of moving, boxes, drawing, pixels and events.
    times: [Duration; 5],
}

impl Totals {
    pub(super) fn add(&mut self, play: &Play<'_>) {
        let WorldStats { colliders, candidates, early_outs, tests, touching, drawn, .. } = *play.stats();
        let count = |kind| play.events().iter().filter(|event| event.kind == kind).count() as u64;
        self.steps += 1;
        self.began += count(EventKind::Begin);
        self.ended += count(EventKind::End);
        self.passed += count(EventKind::Pass);
        self.touching = touching;
        self.sprites += colliders as u64;
        self.candidates += candidates as u64;
        self.early_outs += early_outs as u64;
        self.tests += tests as u64;
        self.hits += touching as u64;
        self.drawn += drawn as u64;
        let WorldStats { broad_phase_time, drawing_time, narrow_phase_time, events_time, .. } = *play.stats();
        let phases = [play.moving(), broad_phase_time, drawing_time, narrow_phase_time, events_time];
        for (sum, phase) in self.times.iter_mut().zip(phases) {
            *sum += phase;
        }
    }

    pub(super) fn sentence(&self, scene: &Scene) -> String {
        let passed =
            if self.passed == 0 { String::new() } else { format!("{} only on the way, ", self.passed) };
        format!(
            "{}, {}: {} began, {} ended, {passed}{} {} still on.\n",
            counted(scene.sprites.len() as u64, "sprite", "sprites"),
            counted(self.steps.into(), "step", "steps"),
            counted(self.began, "touch", "touches"),
            self.ended,
            self.touching,
            if self.touching == 1 { "is" } else { "are" },
        )
    }

    /// The means over all steps.
    fn table(&self) -> String {
        let steps = u64::from(self.steps.max(1));
        let mean = |sum: u64| {
            let tenths = (10 * sum + steps / 2) / steps;
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        let count = |what: &str, sum: u64, meaning: &str| {
            vec![TableCell::text(what), TableCell::number(mean(sum)), TableCell::text(meaning)]
        };
        let counts = [
            count("sprites", self.sprites, "in the world"),
            count("candidates", self.candidates, "pairs whose boxes share a pixel"),
            count("early outs", self.early_outs, "of these, those decided without pixels"),
            count("tests", self.tests, "of these, those decided by pixels"),
            count("hits", self.hits, "pairs that touch"),
            count("drawn", self.drawn, "sprites drawn for a new pose"),
        ];
        let total: Duration = self.times.iter().sum();
        let time = |what: &str, sum: Duration| {
            let share = if total.is_zero() { 0.0 } else { 100.0 * sum.as_secs_f64() / total.as_secs_f64() };
            let mean = 1000.0 * sum.as_secs_f64() / steps as f64;
            vec![
                TableCell::text(what),
                TableCell::number(format!("{mean:.3}")),
                TableCell::number(format!("{share:.0}%")),
            ]
        };
        let [moving, boxes, drawing, pixels, events] = self.times;
        let times = [
            time("move", moving),
            time("boxes", boxes),
            time("draw", drawing),
            time("pixels", pixels),
            time("events", events),
            time("all", total),
        ];
        let rate = if total.is_zero() { 0.0 } else { steps as f64 / total.as_secs_f64() };
        format!(
            "\n{}\n{}\n{rate:.0} steps a second; pictures and files not counted.\n",
            table(&["a step", "mean", ""], &counts, ""),
            table(&["phase", "ms a step", "share"], &times, ""),
        )
    }
}
