//! docs/benchmarks.md and its pictures are made from the newest record, and no number was edited by hand.

use hitmask_benches::{page, plot, record};

#[test]
fn the_page_is_the_newest_record() {
    let Some((path, record)) = record::newest().expect("every record can be read") else { return };
    let docs = record::root().join("docs");
    let read = |name: &str| std::fs::read_to_string(docs.join(name)).unwrap_or_default();
    let page = read("benchmarks.md");
    assert!(page == page::text(&page::link(&path), &record, &page), "run the benchmark program with --page");
    for (name, picture) in plot::all(&record) {
        assert!(
            read(&format!("benchmarks/{name}")) == picture,
            "{name}: run the benchmark program with --page"
        );
    }
}
