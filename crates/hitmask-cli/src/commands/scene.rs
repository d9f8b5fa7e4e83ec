//! `hitmask scene`: sprites that move, and who touches whom.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::time::Duration;

use hitmask::{EventDetail, EventKind, WorldStats};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::args::Scene as Args;
use crate::error::Error;
use crate::output::{self, Pending, Reader, TOUCH};
use crate::picture::film::Contact;
use crate::picture::reel::{Animation, Reel, Strip};
use crate::scene::Scene;
use crate::scene::kinds;
use crate::scene::play::{Happening, Play};
use crate::table::{Cell, table};
use crate::values::FilmFile;

pub(crate) fn run(args: &Args) -> Result<u8, Error> {
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads.into());
    }
    let pool =
        pool.build().map_err(|error| Error::Question(format!("the threads cannot be started: {error}")))?;
    let scene = kinds::load(&args.file)?;
    scene.remarks.iter().for_each(output::remark);
    pool.install(|| play(args, &scene))
}

fn play(args: &Args, scene: &Scene) -> Result<u8, Error> {
    let detail = EventDetail {
        stay: args.stay || args.picture.is_some(),
        area: args.events.is_some(),
        bounds: args.picture.is_some(),
    };
    let mut play = Play::new(scene, detail);
    let mut lines = args.events.as_deref().map(Lines::open).transpose()?;
    let mut reel: Option<(Pending, Box<dyn Reel>)> = match &args.picture {
        None => None,
        Some(FilmFile::Png(path)) => Some((Pending::new(path)?, Box::new(Strip::new(scene, args.steps)))),
        Some(FilmFile::Gif(path)) => Some((Pending::new(path)?, Box::new(Animation::new(scene, args.steps)))),
    };
    let mut totals = Totals::default();
    let mut progress = Progress::new(args.steps);
    for _ in 0..args.steps {
        play.step()?;
        let happenings = play.happenings();
        totals.add(&play);
        if let Some(lines) = &mut lines {
            for happening in
                happenings.iter().filter(|happening| args.stay || happening.kind != EventKind::Stay)
            {
                lines.add(scene, play.step_number(), happening);
            }
            if lines.hand_on(&progress)? == Reader::Gone {
                return Ok(TOUCH);
            }
        }
        if let Some((_, reel)) = &mut reel {
            reel.step(play.step_number(), &play, &contacts(happenings));
        }
        progress.advance();
    }
    progress.finish();
    let is_stdout = args.events.as_deref() == Some(Path::new("-"));
    if let Some((mut file, reel)) = reel {
        file.add(&reel.finish());
        file.finish()?;
    }
    if let Some(lines) = lines {
        lines.finish()?;
    }
    let mut said = totals.sentence(scene);
    if args.stats {
        said += &totals.table();
    }
    if is_stdout {
        // There it would stand among the events.
        if args.stats {
            let _ = anstream::stderr().write_all(said.as_bytes());
        }
        return Ok(TOUCH);
    }
    output::print(&said)?;
    Ok(TOUCH)
}

/// Who touches, for a picture.
pub(super) fn contacts(happenings: &[Happening]) -> Vec<Contact> {
    let contact = |happening: &Happening| {
        let bounds = happening.touch?.bounds?;
        Some(Contact { pair: happening.pair, bounds, is_new: happening.kind == EventKind::Begin })
    };
    happenings.iter().filter_map(contact).collect()
}

/// An event as a line.
#[derive(Serialize)]
struct Line<'a> {
    step: u32,
    event: &'static str,
    a: &'a str,
    b: &'a str,
    /// In world pixels; left out when the contact ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<u64>,
}

/// Where events go.
enum Lines {
    Stdout(Vec<u8>),
    File(Pending),
}

impl Lines {
    fn open(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            Ok(Lines::Stdout(Vec::new()))
        } else {
            Pending::new(path).map(Lines::File)
        }
    }

    fn add(&mut self, scene: &Scene, step: u32, happening: &Happening) {
        let [a, b] = happening.pair.map(|sprite| scene.sprites[sprite].name.as_str());
        let event = match happening.kind {
            EventKind::Begin => "begin",
            EventKind::Stay => "stay",
            EventKind::End => "end",
            other => unreachable!("a step tells of no {other:?}"),
        };
        let first = happening.touch.map(|touch| touch.first.into());
        let area = happening.touch.map(|touch| touch.area);
        let line = output::json_line(&Line { step, event, a, b, first, area });
        match self {
            Lines::Stdout(bytes) => bytes.extend_from_slice(line.as_bytes()),
            Lines::File(file) => file.add(line.as_bytes()),
        }
    }

    /// Whoever reads standard output gets the events of a step at once.
    fn hand_on(&mut self, progress: &Progress) -> Result<Reader, Error> {
        match self {
            Lines::File(_) => Ok(Reader::There),
            Lines::Stdout(bytes) if bytes.is_empty() => Ok(Reader::There),
            Lines::Stdout(bytes) => {
                let reader = progress.suspend(|| output::print_bytes(&mut io::stdout().lock(), bytes));
                bytes.clear();
                reader
            }
        }
    }

    fn finish(self) -> Result<(), Error> {
        match self {
            Lines::Stdout(_) => Ok(()),
            Lines::File(file) => file.finish(),
        }
    }
}

/// What all steps did together.
#[derive(Default)]
pub(super) struct Totals {
    steps: u32,
    began: u64,
    ended: u64,
    /// Those that touch after the last step.
    touching: usize,
    sprites: u64,
    candidates: u64,
    early_outs: u64,
    tests: u64,
    hits: u64,
    drawn: u64,
    /// Moving, boxes, drawing, pixels, events.
    times: [Duration; 5],
}

impl Totals {
    pub(super) fn add(&mut self, play: &Play<'_>) {
        let WorldStats { colliders, candidates, early_outs, tests, touching, drawn, times, .. } =
            *play.stats();
        let count = |kind| play.happenings().iter().filter(|happening| happening.kind == kind).count() as u64;
        self.steps += 1;
        self.began += count(EventKind::Begin);
        self.ended += count(EventKind::End);
        self.touching = touching;
        self.sprites += colliders as u64;
        self.candidates += candidates as u64;
        self.early_outs += early_outs as u64;
        self.tests += tests as u64;
        self.hits += touching as u64;
        self.drawn += drawn as u64;
        let phases = [play.moving(), times.broad_phase, times.drawing, times.narrow_phase, times.events];
        for (sum, phase) in self.times.iter_mut().zip(phases) {
            *sum += phase;
        }
    }

    pub(super) fn sentence(&self, scene: &Scene) -> String {
        let plural =
            |count: u64, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
        format!(
            "{}, {}: {} began, {} ended, {} {} still on.\n",
            plural(scene.sprites.len() as u64, "sprite", "sprites"),
            plural(self.steps.into(), "step", "steps"),
            plural(self.began, "touch", "touches"),
            self.ended,
            self.touching,
            if self.touching == 1 { "is" } else { "are" },
        )
    }

    /// The mean of all steps.
    fn table(&self) -> String {
        let steps = u64::from(self.steps.max(1));
        let mean = |sum: u64| {
            let tenths = (10 * sum + steps / 2) / steps;
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        let count = |what: &str, sum: u64, meaning: &str| {
            vec![Cell::text(what), Cell::number(mean(sum)), Cell::text(meaning)]
        };
        let counts = [
            count("sprites", self.sprites, "in the world"),
            count("candidates", self.candidates, "pairs whose boxes share a pixel"),
            count("early outs", self.early_outs, "of these, decided without a look at pixels"),
            count("tests", self.tests, "of these, decided by pixels"),
            count("hits", self.hits, "pairs that touch"),
            count("drawn", self.drawn, "pictures drawn for a new pose"),
        ];
        let total: Duration = self.times.iter().sum();
        let time = |what: &str, sum: Duration| {
            let share = if total.is_zero() { 0.0 } else { 100.0 * sum.as_secs_f64() / total.as_secs_f64() };
            let mean = 1000.0 * sum.as_secs_f64() / steps as f64;
            vec![Cell::text(what), Cell::number(format!("{mean:.3}")), Cell::number(format!("{share:.0}%"))]
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

/// A bar on standard error, where somebody is there to see it.
struct Progress(Option<ProgressBar>);

impl Progress {
    fn new(steps: u32) -> Self {
        if !io::stderr().is_terminal() {
            return Progress(None);
        }
        let style = ProgressStyle::with_template("{wide_bar} step {pos} of {len}, {eta} left");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        // It is drawn a few times a second at most, however many steps there are.
        Progress(Some(
            ProgressBar::with_draw_target(Some(steps.into()), ProgressDrawTarget::stderr()).with_style(style),
        ))
    }

    fn advance(&mut self) {
        self.0.iter().for_each(|bar| bar.inc(1));
    }

    /// Prints without the bar in the way, if both go to the same terminal.
    fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) if io::stdout().is_terminal() => bar.suspend(print),
            _ => print(),
        }
    }

    fn finish(&self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}
