//! What is written from a record: docs/benchmarks.md, and the tables and pictures beside the record.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::plot;
use crate::record::{FIGURES, Line, Record, query, root};
use crate::report::{MEMORY, amount};

/// The numbers and subjects of the goals.
const GOALS: [(u32, &str); 27] = [
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
    (34, "tile maps against a terrain and a flat mask of the same pixels"),
];

/// The name of the fact that says why a run is no record.
pub const NO_RECORD: &str = "no record";

/// Writes docs/benchmarks.md, and the tables and pictures beside the record.
///
/// # Errors
/// A sentence that names the file that can't be written.
pub fn write(record_path: &Path, record: &Record) -> Result<(), String> {
    for (path, text) in files(record_path, record) {
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// The files that are made from a record, with their contents.
#[must_use]
pub fn files(record_path: &Path, record: &Record) -> Vec<(PathBuf, String)> {
    let folder = record_path.parent().unwrap_or(Path::new("")).to_owned();
    let machine = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let csv = record_path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let docs = root().join("docs");
    let mut files = vec![
        (docs.join("benchmarks.md"), page(&machine, record)),
        (folder.join("README.md"), tables(&csv, record)),
    ];
    files.push((docs.join("benchmarks/figures.svg"), plot::figures(record)));
    files.extend(plot::all(record).into_iter().map(|(name, picture)| (folder.join(name), picture)));
    files
}

/// docs/benchmarks.md: the figures that decide a choice.
#[must_use]
pub fn page(machine: &str, record: &Record) -> String {
    let mut page = String::from(
        "# Benchmarks\n\n\
         Ten figures that help to choose. All contenders gave the same answers first, unless the row says otherwise.\n",
    );
    no_record(&mut page, record);
    page += "\n| question | hitmask | another way | its time | ratio |\n|---|--:|---|--:|--:|\n";
    for (question, work, outcome, rival, words) in FIGURES {
        let is_it = |line: &&Line| (&*line.work, &*line.outcome, &*line.contender) == (work, outcome, rival);
        let Some(line) = record.lines.iter().find(is_it) else { continue };
        let ours = time(record, work, outcome, "ours");
        let theirs = amount(outcome, line.ns);
        let _ = writeln!(page, "| {question} | {ours} | {words} | {theirs} | {:.1} |", line.ratio);
    }
    let fact = |name: &str| record.fact(name);
    let _ = write!(
        page,
        "\n![The same figures, and all other contenders of these rows](benchmarks/figures.svg)\n\n\
         Measured on {}, {} cores, {}, {}, on a quiet machine. Each time is the median of {} rounds, in which all contenders take turns.\n\n\
         A ratio below 1 says that the other way is faster. hitmask is also slower than the simple loop on large masks that touch nearly everywhere, \
         and than a flat mask where a terrain is carved. {}.\n\n\
         - [What a frame of a whole game costs](benchmarks/games.md): four games beside physics engines, pygame and loops over pixels.\n\
         - [All tables of this machine](../benches/record/{machine}/README.md): how each row is measured, every goal, every rival.\n\
         - [All records](../benches/record): a folder for each machine.\n\
         - [Notes](../benches/NOTES.md): what was tried and what it gained; Python, npm, C and Bevy; how long the library takes to build.\n\
         - [Counters](../benches/COUNTERS.md): instructions, cache lines and wrong branches of rows that miss their goals, and what bounds them.\n\n\
         ## Repeat it\n\
         ```console\n\
         $ cargo run --release -p hitmask-benches -- --filter 'blob 64'   # some rows, in a minute\n\
         $ cargo xtask bench-record                                      # all of them, in seven minutes; rewrites this page; refuses on a busy machine\n\
         $ cargo xtask bench-compare OLD NEW                             # what changed since a commit by more than the noise\n\
         ```\n",
        fact("processor"),
        fact("cores"),
        fact("system"),
        fact("compiler").split(" (").next().unwrap_or_default(),
        fact("rounds"),
        goals_met(record),
    );
    page
}

fn goals(record: &Record) -> Vec<&Line> {
    record.lines.iter().filter(|line| line.goal.is_some()).collect()
}

fn goals_met(record: &Record) -> String {
    let goals = goals(record);
    let met = goals.iter().filter(|line| line.is_met() == Some(true)).count();
    format!("{met} of {} goals are met", goals.len())
}

fn no_record(page: &mut String, record: &Record) {
    if !record.fact(NO_RECORD).is_empty() {
        let _ = writeln!(page, "\n**These times are no record**: {}.\n", record.fact(NO_RECORD));
    }
}

/// All tables of a record.
#[must_use]
pub fn tables(csv: &str, record: &Record) -> String {
    let goals = goals(record);
    let mut page = format!(
        "# All times\n\nWritten by `cargo xtask bench-record` from [{csv}]({csv}).\n\n**{}.**\n",
        goals_met(record)
    );
    no_record(&mut page, record);
    page.push('\n');
    page += METHOD;
    page += "\n## The machine\n| | |\n|---|---|\n";
    for (name, value) in &record.facts {
        let _ = writeln!(page, "| {name} | {value} |");
    }
    page += "\n## Goals\nA ratio says how many times as long the rival took. ";
    page += "\"hits\" are pairs that touch, \"misses\" pairs whose tight bounds overlap and whose pixels don't.\n";
    page += "Goal 16 is no time: a test counts the allocations of a step. Goals 26 and 27 are about Python and npm: see the [notes](../../NOTES.md). What bounds rows that miss their goals is in the [counters](../../COUNTERS.md) and the notes.\n";
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
    page += "\n## Pictures\n![Nanoseconds a pair, by scene and rival](times.svg)\n\n";
    page += "![Ratio against the stripe loop, with the goals](ratios.svg)\n";
    if plot::has_frames(record) {
        page += "\n![Nanoseconds a box and frame, over the number of boxes](broad_phase.svg)\n";
    }
    all_times(&mut page, record);
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
    fn the_tables_have_every_goal() {
        for work in crate::work::all() {
            for goal in work.hits.iter().chain(&work.misses) {
                assert!(GOALS.iter().any(|(row, _)| *row == goal.row), "{}: goal {}", work.name, goal.row);
            }
        }
    }

    #[test]
    fn the_tables_show_goals() {
        let new = tables("y.csv", &record());
        assert!(new.contains("**1 of 2 goals are met.**"), "{new}");
        assert!(
            new.contains(
                "| overlaps blob 64 | hits | thread | 10.0 ns | stripe | 27.0 ns | 2.70 | 2.5 | met |"
            ),
            "{new}"
        );
        assert!(new.contains("| 40.00 | 50 | **missed by 20%** |"), "{new}");
        assert!(new.contains("900 ns (7 differ)"), "{new}");
        assert!(!new.contains("no record**"), "{new}");
    }

    #[test]
    fn the_page_has_the_figures_that_the_record_has() {
        let mut record = record();
        assert!(!page("x", &record).contains("pygame's loop"));
        record.lines.iter_mut().for_each(|line| line.outcome = "misses".into());
        let page = page("x", &record);
        assert!(
            page.contains("| two of 64 x 64 that don't | 10.0 ns | pygame's loop | 27.0 ns | 2.7 |"),
            "{page}"
        );
        assert!(page.contains("benches/record/x/README.md"), "{page}");
    }

    #[test]
    fn both_say_that_a_run_is_no_record() {
        let mut busy = record();
        busy.facts.push((NO_RECORD.into(), "the load was 3".into()));
        for page in [page("x", &busy), tables("x.csv", &busy)] {
            assert!(page.contains("**These times are no record**: the load was 3."), "{page}");
        }
    }

    #[test]
    fn rows_say_their_clock() {
        let mut old = record();
        old.lines.iter_mut().for_each(|line| line.clock.clear());
        old.lines[1].outcome = MEMORY.into();
        old.lines[2].clock = "wall: 2 threads".into();
        let page = tables("x.csv", &old);
        assert!(page.contains("| blob 64 | hits | not noted |"), "{page}");
        assert!(page.contains("| overlaps blob 64 | memory |  |"), "{page}");
        assert!(page.contains("| overlaps blob 64 | hits | wall: 2 threads |"), "{page}");
    }
}
