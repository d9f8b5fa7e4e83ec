//! `hitmask demo`: who touches whom.

use std::cmp::Reverse;

use anstyle::{AnsiColor, Style};
use hitmask::{EventDetail, Rect};

use super::scene::{Totals, contacts};
use crate::answer::Answer;
use crate::args::Demo;
use crate::error::Error;
use crate::exhibit::{self, Actor, Pair};
use crate::output::{self, TOUCH};
use crate::picture;
use crate::picture::reel::{Animation, Reel as _};
use crate::scene::play::Play;
use crate::scene::shipped;
use crate::table::{Cell, table};
use crate::values::Threshold;

const FILE: &str = "hitmask-demo.png";
const FILM: &str = "hitmask-demo.gif";
/// How long the shooter is played.
const STEPS: u32 = 60;

pub(crate) fn run(args: &Demo) -> Result<u8, Error> {
    let actors = exhibit::actors();
    let pairs = exhibit::pairs(&actors);
    output::print(&report(&actors, &pairs))?;
    let path = args.out.join(FILE);
    output::write_file(&path, &picture::exhibit::draw(&actors, &pairs).into_png())?;
    output::print(&format!("\nThe picture: {}\n", path.display()))?;
    let path = args.out.join(FILM);
    let (said, film) = shooter()?;
    output::write_file(&path, &film)?;
    output::print(&format!("\nA shooter in motion: {said}The animation: {}\n", path.display()))?;
    Ok(TOUCH)
}

/// Plays the shooter; what happened, and the animation.
fn shooter() -> Result<(String, Vec<u8>), Error> {
    let scene = shipped::shooter()?;
    let detail = EventDetail { stay: true, bounds: true, ..EventDetail::default() };
    let mut play = Play::new(&scene, detail);
    let mut totals = Totals::default();
    let mut film = Box::new(Animation::new(&scene, STEPS));
    for step in 1..=STEPS {
        play.step()?;
        totals.add(&play);
        film.step(step, &play, &contacts(play.happenings()));
    }
    Ok((totals.sentence(&scene), film.finish()))
}

/// The pairs whose rectangles overlap: first those that touch, most pixels first, then those that don't.
fn report(actors: &[Actor], pairs: &[Pair]) -> String {
    let mut pairs: Vec<&Pair> = pairs.iter().collect();
    pairs.sort_by_key(|pair| (!pair.answer.overlaps, Reverse(pair.answer.area)));
    let touching = pairs.iter().filter(|pair| pair.answer.overlaps).count();
    let rows: Vec<Vec<Cell>> = pairs.iter().map(|pair| row(actors, pair)).collect();
    format!(
        "{} sprites. The rectangles of {} pairs overlap; pixel for pixel, {touching} of them touch.\n\n{}\n\
         Positions are in A's pixels; a pixel is solid from alpha {} on.\n",
        actors.len(),
        pairs.len(),
        table(&["A", "B", "touch", "pixels", "first", "bounds"], &rows, ""),
        Threshold::default(),
    )
}

fn row(actors: &[Actor], pair: &Pair) -> Vec<Cell> {
    let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    let Answer { area, first, bounds, .. } = pair.answer;
    let area = area.unwrap_or_default();
    let (touch, first, bounds) = match (first, bounds) {
        (Some([x, y]), Some(Rect { x: left, y: top, w, h })) => (
            Cell::text("yes").styled(color(AnsiColor::BrightMagenta)),
            format!("({x}, {y})"),
            format!("{w}x{h} at ({left}, {top})"),
        ),
        _ => (
            Cell::text("no").styled(color(AnsiColor::Green)),
            "-".to_owned(),
            format!("their rectangles share {} pixels", pair.shared.area()),
        ),
    };
    let name = |actor: usize| Cell::text(actors[actor].name);
    vec![name(pair.a), name(pair.b), touch, Cell::number(area), Cell::text(first), Cell::text(bounds)]
}
