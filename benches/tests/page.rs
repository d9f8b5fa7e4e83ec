//! docs/benchmarks.md, the tables and the pictures are made from the newest record, and no number was edited by hand.

use hitmask_benches::{page, record};

#[test]
fn the_pages_are_the_newest_record() {
    let Some((path, record)) = record::newest().expect("every record can be read") else { return };
    for (file, text) in page::files(&path, &record) {
        let found = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(found == text, "{}: run the benchmark program with --page", file.display());
    }
}
