//! The page about the games: docs/benchmarks/games.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The load of the last minute, before anything is played.
pub fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_owned()
}

/// The table of the shooter in Python, with a module that is built for release. `cargo xtask python` makes the environment with the rival.
///
/// # Panics
/// If it cannot run, or the answers differ.
pub fn in_python(frames: usize) -> String {
    let python = root().join("target/python-venv/bin/python");
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--package", "hitmask-python"]).current_dir(root());
    assert!(build.status().is_ok_and(|status| status.success()), "the module cannot be built");
    let package = root().join("target/games-python/hitmask");
    fs::create_dir_all(&package).expect("a folder can be made");
    let sources = fs::read_dir(root().join("crates/hitmask-python/python/hitmask")).expect("the package");
    for source in sources.flatten().filter(|source| source.path().is_file()) {
        fs::copy(source.path(), package.join(source.file_name())).expect("a file can be copied");
    }
    fs::copy(root().join("target/release/lib_hitmask.so"), package.join("_hitmask.abi3.so"))
        .expect("the module");
    let mut game = Command::new(&python);
    game.env("PYTHONPATH", root().join("target/games-python"));
    game.arg(root().join("benches/python/shooter.py")).args(["--frames", &frames.to_string()]);
    let output = game.output().unwrap_or_else(|error| panic!("{}: {error}", python.display()));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// Writes the page.
///
/// # Panics
/// If the file cannot be written.
pub fn write(tables: &[String], load: &str) {
    let said = |program: &str, words: &[&str]| {
        let output = Command::new(program).args(words).current_dir(root()).output();
        output.map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        )
    };
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let fact = |name: &str| {
        let line = processor.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split(':').nth(1).unwrap_or("unknown").trim().to_owned()
    };
    let avx512 = if fact("flags").contains("avx512bw") { "with" } else { "without" };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let page = format!(
        "# What a frame of a game costs\n\
        Four whole games, and one of them in Python, each played by hitmask and by what one would pick instead. All play the same frame, \
        one after the other, before anyone plays the next. A time is the median of all frames.\n\n\
        Whoever works on pixels must give the same answer in every frame, and does. Physics engines work on polygons that were traced from \
        the same masks: the last column says how far their answers differ. The loops over pixels are written for one game each, and know \
        what a world must find out: that only the ground can stop a stone, or that no sprite is larger than a cell.\n\n{}\n\
        Measured on {} ({cores} cores, {avx512} AVX-512) on {}, commit {}. The load before was {load}. A second core helps where a step has \
        much to do: in the crowd, not among 5000 bullets.\n\n\
        ## Repeat it\n```console\n$ cargo xtask python   # only for the game in Python\n\
        $ cargo run --release --manifest-path benches/games/Cargo.toml -- --record\n```\n\
        Every game is one file in [benches/games](../../benches/games/src), its rivals included.\n",
        tables.join("\n"),
        fact("model name"),
        said("date", &["-u", "+%Y-%m-%d"]),
        said("git", &["rev-parse", "--short=8", "HEAD"]),
    );
    let path = root().join("docs/benchmarks/games.md");
    fs::write(&path, page).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    println!("{} is written", path.display());
}
