//! `hitmask demo`: who touches whom.

use std::cmp::Reverse;

use anstyle::{AnsiColor, Style};
use hitmask::Rect;

use crate::answer::Answer;
use crate::args::Demo;
use crate::error::Error;
use crate::output::{self, TOUCH};
use crate::picture;
use crate::scene::{self, Actor, Pair};
use crate::table::{Cell, table};
use crate::values::Threshold;

const FILE: &str = "hitmask-demo.png";

pub(crate) fn run(args: &Demo) -> Result<u8, Error> {
    let actors = scene::actors();
    let pairs = scene::pairs(&actors);
    output::print(&report(&actors, &pairs))?;
    let path = args.out.join(FILE);
    output::write_file(&path, &picture::scene::draw(&actors, &pairs).into_png())?;
    output::print(&format!("\nThe picture: {}\n", path.display()))?;
    Ok(TOUCH)
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
