//! docs/benchmarks.md. It is written from a record, except for the part that is kept by hand.

use std::fmt::Write as _;
use std::path::Path;

use crate::plot;
use crate::record::{Line, Record, query, root};
use crate::report::{MEMORY, amount};

/// The numbers and subjects of the goals.
const GOALS: [(u32, &str); 26] = [
    (1, "small pairs, 16 x 16 and 32 x 32"),
    (2, "64 x 64"),
    (3, "256 x 256"),
    (4, "1024 x 1024"),
    (5, "4096 x 4096"),
    (6, "every other scene: never much slower than the simple loop"),
    (7, "area, first pixel, overlap mask"),
    (8, "all offsets at once"),
    (9, "overlap area of runs"),
    (10, "cold: pairs out of 60 MB of masks in random order"),
    (11, "posed pairs, 64 x 64: turned, scaled by 1/2 to 2"),
    (12, "posed pairs, 256 x 256"),
    (13, "broad phase"),
    (14, "broad phase with two threads"),
    (15, "a whole world step"),
    (16, "allocations in a steady world step"),
    (
        17,
        "shapes: never slower than the best rival, growing by a disc ten times as fast as a thresholded distance transform",
    ),
    (18, "casts: free flight, never slower sliding"),
    (19, "separations: deep, never slower shallow"),
    (
        20,
        "terrain of 16384 x 16384 against a flat mask: carving, asking at the surface and in the air, snapshots",
    ),
    (21, "a crowd of 100 000 that all move and turn by any angle in every step, with two threads"),
    (22, "the same with 64 angles"),
    (23, "the same unturned"),
    (24, "the collision buffer, 4000 sprites of 32 x 32: microseconds a sprite"),
    (25, "a snapshot of a world of 10 000 turned sprites"),
    (28, "packs: masks of the shipped pictures against decoding their PNGs"),
];

const BY_HAND: [&str; 2] = ["<!-- kept by hand: begin -->", "<!-- kept by hand: end -->"];

/// The name of the fact that says why a run is no record.
pub const NO_RECORD: &str = "no record";

/// Writes the page and its pictures.
///
/// # Errors
/// A sentence that names the file that can't be written.
pub fn write(record_path: &Path, record: &Record) -> Result<(), String> {
    let page = root().join("docs/benchmarks.md");
    let old = std::fs::read_to_string(&page).unwrap_or_default();
    let folder = root().join("docs/benchmarks");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (name, picture) in plot::all(record) {
        let path = folder.join(name);
        std::fs::write(&path, picture).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    std::fs::write(&page, text(&link(record_path), record, &old))
        .map_err(|e| format!("{}: {e}", page.display()))
}

/// The path of a record inside the repository.
#[must_use]
pub fn link(record_path: &Path) -> String {
    record_path.strip_prefix(root()).unwrap_or(record_path).display().to_string().replace('\\', "/")
}

/// The page. The part that was kept by hand in the old page stays.
#[must_use]
pub fn text(record_path: &str, record: &Record, old: &str) -> String {
    let goals: Vec<&Line> = record.lines.iter().filter(|line| line.goal.is_some()).collect();
    let met = goals.iter().filter(|line| line.is_met() == Some(true)).count();
    let mut page = format!(
        "# Benchmarks\n\n\
         Written by `cargo xtask bench-record` from [the record](../{record_path}), but for the part at the end that is kept by hand.\n\n\
         **{met} of {all} goals are met** ({missed}).\n\n",
        all = goals.len(),
        missed = if met == goals.len() {
            "none missed".to_owned()
        } else {
            format!("{} missed, see [below](#missed)", goals.len() - met)
        },
    );
    if !record.fact(NO_RECORD).is_empty() {
        let _ = writeln!(page, "**These times are no record**: {}.\n", record.fact(NO_RECORD));
    }
    page += METHOD;
    page += "\n## The machine\n| | |\n|---|---|\n";
    for (name, value) in &record.facts {
        let _ = writeln!(page, "| {name} | {value} |");
    }
    page += "\n## Goals\nA ratio says how many times as long the rival took. ";
    page += "\"hits\" are pairs that touch, \"misses\" pairs whose tight bounds overlap and whose pixels don't.\n";
    page += "Goal 16 is no time: a test counts the allocations of a step. Goals 26 and 27 are about Python and npm, which have sections of their own below.\n";
    for (row, title) in GOALS {
        let lines: Vec<&&Line> =
            goals.iter().filter(|line| line.goal.is_some_and(|(goal, _)| goal == row)).collect();
        if lines.is_empty() {
            continue;
        }
        let _ = writeln!(page, "\n### {row}. {title}\n{GOAL_HEAD}");
        for line in lines {
            goal_row(&mut page, record, line);
        }
    }
    page += "\n## Pictures\n![Nanoseconds a pair, by scene and rival](benchmarks/times.svg)\n\n";
    page += "![Ratio against the stripe loop, with the goals](benchmarks/ratios.svg)\n";
    if plot::has_frames(record) {
        page += "\n![Nanoseconds a box and frame, over the number of boxes](benchmarks/broad_phase.svg)\n";
    }
    all_times(&mut page, record);
    page += "\n## Missed\n";
    let missed: Vec<&&Line> = goals.iter().filter(|line| line.is_met() == Some(false)).collect();
    if missed.is_empty() {
        page += "Nothing.\n";
    } else {
        page += "The part that is kept by hand says why.\n\n";
        let _ = writeln!(page, "{GOAL_HEAD}");
        for line in missed {
            goal_row(&mut page, record, line);
        }
    }
    let [begin, end] = BY_HAND;
    let kept = old.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).map(|(kept, _)| kept);
    let _ = writeln!(page, "\n{begin}{}{end}", kept.unwrap_or("\n## What was tried\n"));
    page
}

const GOAL_HEAD: &str =
    "| work | | clock | hitmask | rival | its time | ratio | goal | |\n|---|---|---|--:|---|--:|--:|--:|---|";

fn goal_row(page: &mut String, record: &Record, line: &Line) {
    let ours = time(record, &line.work, &line.outcome, "ours");
    let (_, at_least) = line.goal.unwrap_or_default();
    // Two digits behind the point at most.
    let shown = (100.0 * at_least).round() / 100.0;
    let verdict = if line.is_met() == Some(true) {
        "met".to_owned()
    } else {
        format!("**missed by {:.0}%**", 100.0 * (1.0 - line.ratio / at_least))
    };
    let _ = writeln!(
        page,
        "| {} | {} | {} | {ours} | {} | {} | {:.2} | {shown} | {verdict} |",
        line.work,
        line.outcome,
        clock(line),
        line.contender,
        amount(&line.outcome, line.ns),
        line.ratio
    );
}

/// Which clock a row says.
fn clock(line: &Line) -> &str {
    match (&*line.outcome, &*line.clock) {
        (MEMORY, _) => "",
        (_, "") => "not noted",
        (_, clock) => clock,
    }
}

fn time(record: &Record, work: &str, outcome: &str, contender: &str) -> String {
    let line =
        record.lines.iter().find(|l| (&*l.work, &*l.outcome, &*l.contender) == (work, outcome, contender));
    line.map_or(String::new(), |line| {
        let differ = if line.differing > 0 { format!(" ({} differ)", line.differing) } else { String::new() };
        amount(outcome, line.ns) + &differ
    })
}

/// A table for each query: one row for each scene, one column for each contender.
fn all_times(page: &mut String, record: &Record) {
    page.push_str("\n## All times\nA pair (a box and frame for the broad phase), the median over the rounds. \"differ\": how many of its answers are not ours.\n");
    let mut queries: Vec<&str> = record.lines.iter().map(|line| query(&line.work)).collect();
    queries.dedup();
    for name in queries {
        let lines = || record.lines.iter().filter(|line| query(&line.work) == name);
        let mut contenders: Vec<&str> = Vec::new();
        let mut rows: Vec<(&str, &str, &str)> = Vec::new();
        for line in lines() {
            if !contenders.contains(&&*line.contender) {
                contenders.push(&line.contender);
            }
            let row = (&*line.work, &*line.outcome, clock(line));
            if rows.last() != Some(&row) {
                rows.push(row);
            }
        }
        let _ = writeln!(
            page,
            "\n### {name}\n| | | clock | {} |",
            contenders.join(" | ").replacen("ours", "hitmask", 1)
        );
        let _ = writeln!(page, "|---|---|---|{}", "--:|".repeat(contenders.len()));
        for (work, outcome, clock) in rows {
            let times: Vec<String> = contenders.iter().map(|c| time(record, work, outcome, c)).collect();
            let _ = writeln!(
                page,
                "| {} | {outcome} | {clock} | {} |",
                work.strip_prefix(name).unwrap_or(work).trim(),
                times.join(" | ")
            );
        }
    }
}

const METHOD: &str = "\
## How it is measured
- All contenders take turns, round by round, on the same pairs, which get a new random order each round. What counts is
  the median over the rounds of each one's time. The number of rounds is always the same.
- Each row says its clock. \"thread\" is the clock of the thread that asks, without other programs: only for work that is all done by that
  thread; hitmask is kept to one thread there. \"wall: 2 threads\" is the time that passed, with a pool of two threads.
- A run is no record if the machine's load is above 0.5 when it begins, or if other programs use more than half a processor while it runs.
- Before that every contender answers every pair. A differing answer ends the run, except for rivals that decide in floats
  or answer something else by design: theirs are counted.
- Masks stay in the caches (but for \"cold\"), and there are too many random offsets for a branch predictor to learn.
- `stripe` is pygame's layout and loop (columns of 64 pixels, one word at a time, left at the first that meets), written
  for this comparison and compiled for the same instruction sets as hitmask. `naive` is a loop over the alphas of two RGBA
  pictures. `pygame-ce` and `pycocotools` are called from Python, less the time of an empty call; `pycocotools` has no
  offsets, so its masks were placed in a common frame before, and the boxes that it computes first are subtracted too.
- Posed pairs: every mask has one pose, and is moved by whole pixels from pair to pair; \"ours cached\" is a `PoseCache` that has met
  all of them, ours alone bakes nothing. `naive` maps each pixel of the shared rectangle back into two RGBA pictures, in f64; `naive
  divided` does so with whole numbers and is never wrong; `clipped DDA` cuts the rows to both pictures and steps in fixed
  point. parry2d gets the solid pixels as exact rectangles, its own convex decomposition of the outline, and the convex hull.
- Broad phase: boxes that move a few pixels a frame; each contender goes through the same three frames in a row, and finds all pairs in each. parry2d
  updates the leaves of its BVH, refits it and traverses it against itself; broccoli and rstar build a tree a frame; `x-sweep` is our own sorted
  order. Only ours are sorted. Bytes are what is held between frames, boxes and pairs not counted.
- Crowds: each of the sprites of 16 to 64 pixels moves a few pixels and turns, in every frame; the time includes finding the poses. The
  program shows the same kinds of crowds: `hitmask scene scenes/crowd_100k.toml --stats`, `crowd_100k_turning.toml`, `crowd_100k_64_angles.toml`.
- Snapshots are taken into an older one (\"warm\"); the frame before them is not measured.
- Swept shots: in each frame 10 000 shots fly 500 pixels out or back, among 20 000 sprites that move a little or rest. Ours is one swept
  step. `eight steps` makes eight steps, each with an eighth of all ways. The pairs are those that touched during the frame. Those of
  `eight steps` must be among ours; it misses the ones that differ.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let text = format!(
            "# date: 2026-01-02\n# processor: some\n{}\n\
             overlaps blob 64,hits,9,ours,10.00,9.00,11.00,1.000,,,,0,thread\n\
             overlaps blob 64,hits,9,stripe,27.00,26.00,28.00,2.700,2,2.5,met,0,thread\n\
             overlaps blob 64,hits,9,naive,400.00,390.00,410.00,40.000,2,50,missed,0,thread\n\
             overlaps blob 64,hits,9,parry2d,900.00,890.00,910.00,90.000,,,,7,thread\n",
            crate::report::CSV_HEADER
        );
        Record::parse(&text).expect("it is a record")
    }

    #[test]
    fn the_page_shows_goals_and_keeps_what_was_written_by_hand() {
        let new = text("benches/record/x/y.csv", &record(), "");
        assert!(new.contains("**1 of 2 goals are met** (1 missed"), "{new}");
        assert!(
            new.contains(
                "| overlaps blob 64 | hits | thread | 10.0 ns | stripe | 27.0 ns | 2.70 | 2.5 | met |"
            ),
            "{new}"
        );
        assert!(new.contains("| 40.00 | 50 | **missed by 20%** |"), "{new}");
        assert!(new.contains("900 ns (7 differ)"), "{new}");
        assert!(!new.contains("no record**"), "{new}");
        let edited = new.replace("## What was tried\n", "## What was tried\nA pyramid.\n");
        assert_eq!(text("benches/record/x/y.csv", &record(), &edited), edited);
    }

    #[test]
    fn the_page_says_that_a_run_is_no_record() {
        let mut busy = record();
        busy.facts.push((NO_RECORD.into(), "the load was 3".into()));
        let page = text("x.csv", &busy, "");
        assert!(page.contains("**These times are no record**: the load was 3."), "{page}");
    }

    #[test]
    fn rows_say_their_clock() {
        let mut old = record();
        old.lines.iter_mut().for_each(|line| line.clock.clear());
        old.lines[1].outcome = MEMORY.into();
        old.lines[2].clock = "wall: 2 threads".into();
        let page = text("x.csv", &old, "");
        assert!(page.contains("| blob 64 | hits | not noted |"), "{page}");
        assert!(page.contains("| overlaps blob 64 | memory |  |"), "{page}");
        assert!(page.contains("| overlaps blob 64 | hits | wall: 2 threads |"), "{page}");
    }
}
