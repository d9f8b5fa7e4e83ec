//! Runs every committed input through its target.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hitmask_fuzz::{TARGETS, run};

#[test]
fn every_input_passes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut inputs = 0;
    for (name, target) in TARGETS {
        let folder = fs::read_dir(root.join(name)).unwrap_or_else(|error| panic!("corpus/{name}: {error}"));
        for file in folder {
            let path = file.expect("an entry").path();
            println!("{}", path.display());
            run(*target, &fs::read(&path).expect("a readable file"));
            inputs += 1;
        }
    }
    assert!(inputs > 50, "only {inputs} inputs");
}

#[test]
fn every_folder_has_a_target() {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")).expect("the corpus");
    let folders: BTreeSet<_> = folders
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    let names: BTreeSet<_> = TARGETS.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(folders, names);
}
