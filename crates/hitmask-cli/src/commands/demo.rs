//! `hitmask demo`: who touches whom in a scene that is built in.

use std::cmp::Reverse;

use anstyle::{AnsiColor, Style};
use hitmask::{EventDetail, Rect};
use hitmask_assets::printable_path;

use super::scene::{Totals, touch_marks};
use crate::answer::CheckAnswer;
use crate::args::DemoArgs;
use crate::error::Error;
use crate::exhibit::{self, DemoPair, DemoSprite};
use crate::files::FileGuard;
use crate::output::{self, TOUCH};
use crate::picture;
use crate::picture::reel::{Animation, Reel as _};
use crate::scene::play::Play;
use crate::scene::shipped;
use crate::table::{TableCell, table};
use crate::values::Threshold;

const FILE: &str = "hitmask-demo.png";
const FILM: &str = "hitmask-demo.gif";
/// The number of steps of the shooter.
const STEPS: u32 = 60;

pub(crate) fn run(args: &DemoArgs) -> Result<u8, Error> {
    let [picture, film] = [FILE, FILM].map(|name| args.out.join(name));
    output::print(&format!(
        "The demo writes two files, {} and {}; --out DIR puts them into another folder.\n\n",
        printable_path(&picture),
        printable_path(&film)
    ))?;
    let mut files = FileGuard::default();
    [&picture, &film].into_iter().try_for_each(|path| files.writes(path))?;
    let sprites = exhibit::sprites();
    let pairs = exhibit::pairs(&sprites);
    output::print(&report(&sprites, &pairs))?;
    output::write_file(&picture, &picture::exhibit::draw(&sprites, &pairs).into_png())?;
    output::print(&format!("\nThe picture: {}\n", printable_path(&picture)))?;
    let (summary, animation) = shooter()?;
    output::write_file(&film, &animation)?;
    output::print(&format!("\nA shooter in motion: {summary}The animation: {}\n", printable_path(&film)))?;
    Ok(TOUCH)
}

/// Plays the shooter. Returns a summary and the animation.
fn shooter() -> Result<(String, Vec<u8>), Error> {
    let scene = shipped::shooter()?;
    let detail = EventDetail { stay: true, bounds: true, ..EventDetail::default() };
    let mut play = Play::new(&scene, detail);
    let mut totals = Totals::default();
    let mut film = Box::new(Animation::new(&scene, STEPS));
    for step in 1..=STEPS {
        play.step()?;
        totals.add(&play);
        film.step(step, &play, &touch_marks(play.events()));
    }
    Ok((totals.sentence(&scene), film.finish()))
}

/// The pairs whose rectangles overlap: first those that touch, by falling number of pixels, then the others.
fn report(sprites: &[DemoSprite], pairs: &[DemoPair]) -> String {
    let mut pairs: Vec<&DemoPair> = pairs.iter().collect();
    pairs.sort_by_key(|pair| (!pair.answer.overlaps, Reverse(pair.answer.area)));
    let touching = pairs.iter().filter(|pair| pair.answer.overlaps).count();
    let rows: Vec<Vec<TableCell>> = pairs.iter().map(|pair| row(sprites, pair)).collect();
    format!(
        "{} sprites. The rectangles of {} pairs overlap; pixel for pixel, {touching} of them touch.\n\n{}\n\
         Positions are in A's pixels; a pixel is solid from alpha {} on.\n",
        sprites.len(),
        pairs.len(),
        table(&["A", "B", "touch", "pixels", "first", "bounds"], &rows, ""),
        Threshold::default(),
    )
}

fn row(sprites: &[DemoSprite], pair: &DemoPair) -> Vec<TableCell> {
    let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
    let CheckAnswer { area, first, bounds, .. } = pair.answer;
    let area = area.unwrap_or_default();
    let (touch, first, bounds) = match (first, bounds) {
        (Some([x, y]), Some(Rect { x: left, y: top, w, h })) => (
            TableCell::text("yes").styled(color(AnsiColor::BrightMagenta)),
            format!("({x}, {y})"),
            format!("{w}x{h} at ({left}, {top})"),
        ),
        _ => (
            TableCell::text("no").styled(color(AnsiColor::Green)),
            "-".to_owned(),
            format!("their rectangles share {} pixels", pair.shared.area()),
        ),
    };
    let name = |sprite: usize| TableCell::text(sprites[sprite].name);
    vec![
        name(pair.a),
        name(pair.b),
        touch,
        TableCell::number(area),
        TableCell::text(first),
        TableCell::text(bounds),
    ]
}
