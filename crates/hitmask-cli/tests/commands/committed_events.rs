//! The committed events of two scenes. C programs and the plugin for Bevy must have the same ones.
//!
//! After a change that is meant: `hitmask scene FILE --steps N --events KEPT`, with the files below.

use crate::common::{code, run, stderr};

#[test]
fn the_program_has_the_committed_events() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    for (scene, steps, kept) in [
        ("crates/bevy_hitmask/tests/scenes/turning.toml", "120", "turning.jsonl"),
        ("scenes/race.toml", "240", "race.jsonl"),
    ] {
        let found = folder.path().join(kept);
        let output = run(&root, &["scene", scene, "--steps", steps, "--events", &found.to_string_lossy()]);
        assert!(code(&output) < 2, "{}", stderr(&output));
        let kept = root.join("crates/bevy_hitmask/tests/scenes").join(kept);
        let [found, kept] = [found, kept].map(|path| std::fs::read_to_string(path).unwrap());
        assert!(found == kept, "hitmask scene {scene} has other events than the committed ones");
    }
}
