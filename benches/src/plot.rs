//! The pictures of records, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::record::{FIGURES, Line, Record, query};

type Error = Box<dyn std::error::Error>;
type Draw = fn(&Record) -> Result<String, Error>;

const WIDTH: u32 = 900;
/// The width for the names of the works.
const NAMES: i32 = 240;
const ROW: i32 = 18;
/// The space above the rows, and below them for the scale.
const TOP: i32 = 72;
const BOTTOM: i32 = 40;

const GREEN: RGBColor = RGBColor(0x1b, 0x7f, 0x3b);
const RED: RGBColor = RGBColor(0xc6, 0x28, 0x28);
const ORANGE: RGBColor = RGBColor(0xe6, 0x8a, 0x00);
const GREY: RGBColor = RGBColor(0x77, 0x77, 0x77);

/// The contenders in a fixed order, so that their colours stay.
const COLOURS: [(&str, RGBColor); 22] = [
    ("ours", GREEN),
    ("bits", RGBColor(0x8b, 0xc3, 0x4a)),
    ("stripe", RGBColor(0x1f, 0x5f, 0xbf)),
    ("stripe vectors", RGBColor(0x6f, 0xa8, 0xff)),
    ("naive", RED),
    ("binary_raster", RGBColor(0x9c, 0x5f, 0x00)),
    ("parry2d", RGBColor(0x8e, 0x3f, 0xb0)),
    ("ours cached", RGBColor(0x66, 0xd9, 0x8a)),
    ("naive divided", RGBColor(0xff, 0x8a, 0x80)),
    ("clipped DDA", RGBColor(0x3f, 0x51, 0xb5)),
    ("parry2d rectangles", RGBColor(0xb3, 0x7f, 0xd0)),
    ("parry2d pieces", RGBColor(0x6a, 0x1b, 0x9a)),
    ("parry2d hull", RGBColor(0xce, 0x93, 0xd8)),
    ("broccoli", RGBColor(0x00, 0x79, 0x6b)),
    ("rstar", RGBColor(0x79, 0x55, 0x48)),
    ("x-sweep", RGBColor(0x9e, 0x9d, 0x24)),
    ("roaring", RGBColor(0xd8, 0x1b, 0x9a)),
    ("pygame-ce", RGBColor(0x00, 0x8b, 0x8b)),
    ("pycocotools", ORANGE),
    ("walk", RGBColor(0x60, 0x7d, 0x8b)),
    ("parry2d + stripe", RGBColor(0x53, 0x4b, 0xae)),
    ("png", BLACK),
];

/// The picture of docs/benchmarks.md: the times of the rows that it shows.
///
/// # Panics
/// Never: drawing into a string can't fail.
#[must_use]
pub fn figures(record: &Record) -> String {
    let rows = FIGURES.map(|(_, work, outcome, ..)| (work, outcome));
    points(record, &rows).expect("drawing into a string can't fail")
}

/// The names of the files beside a record, and their contents.
///
/// # Panics
/// Never: drawing into a string can't fail.
#[must_use]
pub fn all(record: &Record) -> Vec<(&'static str, String)> {
    let mut pictures: Vec<(&str, Draw)> = vec![("times.svg", times), ("ratios.svg", ratios)];
    if has_frames(record) {
        pictures.push(("broad_phase.svg", frames));
    }
    let draw = |(name, draw): (_, Draw)| (name, draw(record).expect("drawing into a string can't fail"));
    pictures.into_iter().map(draw).collect()
}

/// Whether the record has lines about the broad phase.
pub(crate) fn has_frames(record: &Record) -> bool {
    record.lines.iter().any(|line| frame_count(line).is_some())
}

/// The number of boxes, if the line is about boxes that are evenly spread: its work is then `broad phase uniform 100k`.
fn frame_count(line: &Line) -> Option<f64> {
    let number = line.work.strip_prefix("broad phase uniform ").filter(|_| line.outcome == "frames")?;
    let (digits, unit) = [("k", 1e3), ("M", 1e6)]
        .into_iter()
        .find_map(|(end, unit)| Some((number.strip_suffix(end)?, unit)))
        .unwrap_or((number, 1.0));
    Some(digits.parse::<f64>().ok()? * unit)
}

/// Nanoseconds for each box and frame over the number of boxes, with a line for each contender.
fn frames(record: &Record) -> Result<String, Error> {
    const HEIGHT: i32 = 420;
    let lines: Vec<(f64, &Line)> =
        record.lines.iter().filter_map(|line| Some((frame_count(line)?, line))).collect();
    let across = decades(lines.iter().map(|&(count, _)| count));
    let up = decades(lines.iter().map(|(_, line)| line.ns));
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        let (left, right, bottom) = (70, WIDTH as i32 - 130, HEIGHT - BOTTOM);
        let part = |value: f64, (low, high): (i32, i32)| {
            (value.max(1e-9).log10() - f64::from(low)) / f64::from(high - low)
        };
        let at = |count: f64, ns: f64| {
            let x = left + (f64::from(right - left) * part(count, across)) as i32;
            (x, bottom - (f64::from(bottom - TOP) * part(ns, up)) as i32)
        };
        let small = || ("sans-serif", 12).into_font().color(&GREY);
        let title = "Broad phase: nanoseconds a box and frame, over the number of boxes (both logarithmic)";
        area.draw(&Text::new(title.to_owned(), (10, 10), ("sans-serif", 16).into_font()))?;
        for power in across.0..=across.1 {
            let x = at(10_f64.powi(power), 1.0).0;
            area.draw(&PathElement::new([(x, TOP), (x, bottom)], GREY.mix(0.4)))?;
            area.draw(&Text::new(thousands(power), (x - 8, bottom + 8), small()))?;
        }
        for power in up.0..=up.1 {
            for digit in [1.0, 2.0, 5.0] {
                let ns = digit * 10_f64.powi(power);
                if digit > 1.0 && power == up.1 {
                    break;
                }
                let y = at(1.0, ns).1;
                area.draw(&PathElement::new([(left, y), (right, y)], GREY.mix(0.4)))?;
                area.draw(&Text::new(format!("{ns}"), (left - 40, y - 6), small()))?;
            }
        }
        let mut names = Vec::new();
        for (name, colour) in COLOURS {
            let points: Vec<(i32, i32)> = lines
                .iter()
                .filter(|(_, line)| line.contender == name)
                .map(|&(count, line)| at(count, line.ns))
                .collect();
            let Some(&last) = points.last() else { continue };
            let label = if name == "ours" { "hitmask" } else { name };
            area.draw(&PathElement::new(points.clone(), colour.stroke_width(2)))?;
            for &point in &points {
                area.draw(&Circle::new(point, 4, colour.filled()))?;
            }
            // If lines end close together, their names are written one below the other.
            let mut name_at = (last.0 + 10, last.1 - 6);
            while names.iter().any(|&(x, y): &(i32, i32)| x == name_at.0 && (y - name_at.1).abs() < 13) {
                name_at.1 += 13;
            }
            names.push(name_at);
            area.draw(&Text::new(label.to_owned(), name_at, ("sans-serif", 13).into_font().color(&colour)))?;
        }
        area.present()?;
    }
    Ok(svg)
}

/// Nanoseconds for each pair of every contender, for the scenes that have goals, except goal 6 and frames.
fn times(record: &Record) -> Result<String, Error> {
    let mut rows: Vec<(&str, &str)> = Vec::new();
    for line in &record.lines {
        let row = (&*line.work, &*line.outcome);
        if line.goal.is_some_and(|(goal, _)| ![6, 13, 14].contains(&goal)) && !rows.contains(&row) {
            rows.push(row);
        }
    }
    points(record, &rows)
}

/// Nanoseconds for each pair of every contender, for some works and outcomes.
fn points(record: &Record, rows: &[(&str, &str)]) -> Result<String, Error> {
    let lines: Vec<(usize, &Line)> = record
        .lines
        .iter()
        .filter_map(|line| Some((rows.iter().position(|row| *row == (&line.work, &line.outcome))?, line)))
        .collect();
    let names: Vec<String> = rows.iter().map(|(work, outcome)| format!("{work}, {outcome}")).collect();
    let range = decades(lines.iter().map(|(_, line)| line.ns));
    let seen: Vec<(&str, RGBColor)> = COLOURS
        .into_iter()
        .filter(|(name, _)| lines.iter().any(|(_, line)| line.contender == *name))
        .collect();
    picture("Nanoseconds a pair (logarithmic; left is better)", &names, range, |area, x| {
        for (i, (name, colour)) in seen.iter().enumerate() {
            let at = (NAMES + 120 * (i as i32 % 5), 42 + 16 * (i as i32 / 5));
            area.draw(&Circle::new(at, 4, colour.filled()))?;
            let name = if *name == "ours" { "hitmask" } else { name };
            area.draw(&Text::new(
                name.to_owned(),
                (at.0 + 8, at.1 - 6),
                ("sans-serif", 12).into_font().color(&GREY),
            ))?;
        }
        for &(row, line) in &lines {
            let Some((_, colour)) = seen.iter().find(|(name, _)| line.contender == *name) else { continue };
            let size = if line.contender == "ours" { 5 } else { 4 };
            area.draw(&Circle::new((x(line.ns), middle(row)), size, colour.mix(0.85).filled()))?;
        }
        Ok(())
    })
}

/// How many times as fast as the stripe loop hitmask is, as bars, with a tick at the goal.
fn ratios(record: &Record) -> Result<String, Error> {
    let lines: Vec<&Line> =
        record.lines.iter().filter(|line| line.goal.is_some() && line.contender == "stripe").collect();
    let names: Vec<String> = lines.iter().map(|line| format!("{}, {}", line.work, line.outcome)).collect();
    let values = lines.iter().flat_map(|line| [line.ratio, line.goal.map_or(1.0, |(_, at_least)| at_least)]);
    let range = decades(values.chain([0.9]));
    picture(
        "Times as fast as the stripe loop (logarithmic; the tick is the goal, orange misses it)",
        &names,
        range,
        |area, x| {
            for (row, line) in lines.iter().enumerate() {
                let colour = if line.is_met() == Some(true) { GREEN } else { ORANGE };
                let (y, end) = (middle(row), x(line.ratio));
                area.draw(&Rectangle::new(
                    [(x(1.0).min(end), y - 5), (x(1.0).max(end), y + 5)],
                    colour.mix(0.75).filled(),
                ))?;
                let goal = x(line.goal.map_or(1.0, |(_, at_least)| at_least));
                area.draw(&PathElement::new([(goal, y - 8), (goal, y + 8)], BLACK.stroke_width(2)))?;
                let label = format!("{:.2}", line.ratio);
                let right = end.max(x(1.0)).max(goal) + 5;
                area.draw(&Text::new(label, (right, y - 6), ("sans-serif", 11).into_font().color(&GREY)))?;
            }
            Ok(())
        },
    )
}

/// The powers of ten that enclose all values.
fn decades(values: impl Iterator<Item = f64>) -> (i32, i32) {
    let (low, high) = values.fold((f64::MAX, 1.0_f64), |(low, high), v| (low.min(v.max(0.1)), high.max(v)));
    let low = low.log10().floor() as i32;
    (low, (high.log10().ceil() as i32).max(low + 1))
}

fn middle(row: usize) -> i32 {
    TOP + ROW * row as i32 + ROW / 2
}

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Names at the left side and a logarithmic scale. `draw` adds the marks.
fn picture(
    title: &str,
    names: &[String],
    (low, high): (i32, i32),
    draw: impl Fn(&Canvas, &dyn Fn(f64) -> i32) -> Result<(), Error>,
) -> Result<String, Error> {
    let mut svg = String::new();
    {
        let bottom = TOP + ROW * names.len() as i32;
        let area = SVGBackend::with_string(&mut svg, (WIDTH, (bottom + BOTTOM) as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        let right = WIDTH as i32 - 50;
        let x = |value: f64| {
            let part = (value.max(1e-9).log10() - f64::from(low)) / f64::from(high - low);
            NAMES + (f64::from(right - NAMES) * part.clamp(0.0, 1.0)) as i32
        };
        area.draw(&Text::new(title.to_owned(), (10, 10), ("sans-serif", 16).into_font()))?;
        for power in low..=high {
            let at = x(10_f64.powi(power));
            area.draw(&PathElement::new([(at, TOP), (at, bottom)], GREY.mix(0.4)))?;
            let label = if power < 0 { format!("{:.1}", 10_f64.powi(power)) } else { thousands(power) };
            area.draw(&Text::new(label, (at - 8, bottom + 8), ("sans-serif", 12).into_font().color(&GREY)))?;
        }
        let mut last = "";
        for (row, name) in names.iter().enumerate() {
            if query(name) != last && row > 0 {
                let y = TOP + ROW * row as i32;
                area.draw(&PathElement::new([(10, y), (right, y)], GREY.mix(0.4)))?;
            }
            last = query(name);
            area.draw(&Text::new(name.clone(), (10, middle(row) - 6), ("sans-serif", 12).into_font()))?;
        }
        draw(&area, &x)?;
        area.present()?;
    }
    Ok(svg)
}

/// A power of ten: 1, 10, 100, 1k, ...
fn thousands(power: i32) -> String {
    let unit = ["", "k", "M", "G"][(power / 3).clamp(0, 3) as usize];
    format!("{}{unit}", ["1", "10", "100"][(power % 3) as usize])
}
