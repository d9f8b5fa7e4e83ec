//! Runs every benchmark once with small masks: the rivals give the same answers as hitmask, and no benchmark stops working.

use hitmask::backend;
use hitmask_benches::goal::Size;
use hitmask_benches::measure::Effort;
use hitmask_benches::report::CSV_HEADER;
use hitmask_benches::rivals::stripe;
use hitmask_benches::work;
use std::time::Duration;

/// Rivals that take part only if Python has them.
const PYTHON: [&str; 3] = ["pycocotools", "pygame-ce", "scipy"];

#[test]
fn every_work_runs() {
    let effort = Effort { rounds: 1, slice: Duration::from_micros(100), warm: true, ours: false };
    for &backend in backend::available() {
        backend::force(Some(backend));
        stripe::set_backend(backend);
        for side in [20, 70, 140] {
            for work in work::all() {
                let rows = work.run(Size { side, pairs: 40 }, effort);
                assert!(!rows.is_empty(), "{} has neither hits nor misses", work.name);
                for row in rows {
                    assert_eq!(row.timings[0].name, "ours", "{}", row.line());
                    assert!(
                        row.goals.iter().all(|goal| {
                            side < 70 || PYTHON.contains(&goal.rival) || row.ratio(goal.rival).is_some()
                        }),
                        "{}",
                        row.line()
                    );
                    for line in row.csv().lines() {
                        assert_eq!(line.matches(',').count(), CSV_HEADER.matches(',').count(), "{line}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_frame_work_runs() {
    let effort = Effort { rounds: 1, slice: Duration::from_micros(100), warm: true, ours: false };
    for work in work::frames() {
        for row in work.run(Size { side: 70, pairs: 40 }, effort) {
            assert_eq!(row.timings[0].name, "ours", "{}", row.line());
            assert!(row.goals.iter().all(|goal| row.ratio(goal.rival).is_some()), "{}", row.line());
        }
    }
}

#[test]
fn names_are_single() {
    let frames = work::frames().into_iter().map(|w| w.name);
    let names: Vec<String> = work::all().into_iter().map(|w| w.name).chain(frames).collect();
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name}");
        assert!(!name.contains(','), "{name} would break the CSV");
    }
}
