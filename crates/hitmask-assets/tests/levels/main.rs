//! Levels of Tiled and LDtk. `tests/data/levels/make.py` has made the files; it shares no code with the readers.

#[path = "../common/mod.rs"]
mod common;

mod bad;
mod cost;
mod encodings;
mod hostile;
mod ldtk;
mod model;
mod objects;
mod pictures;
mod pixels;

use hitmask_assets::{Level, LevelFile, LevelLayer, LevelOptions, load_levels};

/// A file of the tests.
fn file(name: &str) -> LevelFile {
    let path = common::data("levels").join(name);
    load_levels(path, &LevelOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The only level of a file.
fn level(name: &str) -> Level {
    let mut levels = file(name).levels;
    assert_eq!(levels.len(), 1, "{name}");
    levels.remove(0)
}

fn layer<'a>(level: &'a Level, name: &str) -> &'a LevelLayer {
    level.layer(name).unwrap_or_else(|| panic!("no layer {name}"))
}
