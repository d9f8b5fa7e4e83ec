//! The drawings of docs/pixels.md are made from the library's current answers, and were not edited by hand.

use std::path::Path;

#[expect(dead_code, reason = "an example's `main`, of which only the drawings are wanted")]
#[path = "../../examples/two_rules.rs"]
mod two_rules;

#[test]
fn the_drawings_are_what_the_library_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pixels");
    let wanted = two_rules::drawings().expect("the poses are sound");
    for (name, svg) in &wanted {
        let committed = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(committed == *svg, "{name}: run `cargo run -p hitmask --example two_rules docs/pixels`");
    }
    let files = std::fs::read_dir(&folder).expect("there is a folder of drawings").count();
    assert_eq!(files, wanted.len(), "docs/pixels holds a drawing that nothing draws");
}
