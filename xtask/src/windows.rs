//! `cargo xtask windows`: programs for Windows, linked by mingw and run by Wine.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::smoke;
use crate::steps::Steps;
use crate::tools::{built, built_for, cargo_line, found, printed_by, read, rustup, succeeds, unoptimised};

const TARGET: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";
/// Debian's package puts the program there, and not where a shell finds it.
const WINE: &str = "/usr/lib/wine/wine64";

/// Programs in C, with what they are given.
const C_PROGRAMS: [(&str, &[&str]); 10] = [
    ("tests/c/replay.c", &[]),
    ("tests/c/misuse.c", &[]),
    ("tests/c/reentry.c", &["20000", "1"]),
    ("tests/c/threads.c", &[]),
    ("tests/c/labels.c", &[]),
    ("tests/c/tiles.c", &[]),
    ("tests/c/packs.c", &[]),
    ("tests/c/boxes.c", &[]),
    ("tests/c/movers.c", &[]),
    ("examples/first_contact.c", &[]),
];

/// The tests of everything that runs there.
pub(crate) fn add(steps: &mut Steps) {
    let Some(wine) = Wine::found(steps) else { return };
    for (name, line) in [
        ("the committed answers", "--package hitmask-answers --test replay -- --skip the_oracle_gives"),
        ("the library", "--package hitmask --tests -- --skip allocates_nothing"),
        ("files", "--package hitmask-assets --no-fail-fast"),
        ("the program", "--package hitmask-cli --no-fail-fast"),
    ] {
        let line = format!("test --target {TARGET} {line}");
        steps.run(&format!("Windows: {name}"), wine.lend(&mut cargo_line(&line)));
    }
    wine.colours(steps);
    wine.c_programs(steps);
}

/// The shortest check: the committed answers, and one question to the program. Not optimised, because most of the time is compilation.
pub(crate) fn add_short(steps: &mut Steps) {
    let Some(wine) = Wine::found(steps) else { return };
    // One set of crates, so that the library is compiled once.
    let parts = "--package hitmask-answers --package hitmask-cli --test replay";
    let short = |line: &str| {
        let mut cargo = cargo_line(&format!("{line} --target {TARGET}"));
        cargo.args(unoptimised());
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        cargo
    };
    let mut build = short(&format!("build {parts} --bin hitmask"));
    if !steps.run("Windows: the answers and the program, built", wine.lend(&mut build)) {
        return;
    }
    let mut answers = short(&format!("test {parts}"));
    wine.lend(answers.args(["--", "--skip", "the_oracle_gives"]));
    steps.run("Windows: the committed answers", &mut answers);
    let program = built_for(TARGET).join("hitmask.exe");
    steps.check("Windows: the program answers", || smoke::ask(wine.lend(Command::new(WINE).arg(program))));
}

/// Wine, with a folder of settings of its own.
struct Wine {
    folder: PathBuf,
}

impl Wine {
    fn found(steps: &mut Steps) -> Option<Wine> {
        const NAME: &str = "programs for Windows";
        let is_there = |program| succeeds(Command::new(program).arg("--version"));
        let ready = found("a compiler for Windows", "gcc-mingw-w64-x86-64", || is_there(COMPILER))
            .and_then(|()| found("Wine", "wine64", || is_there(WINE)))
            .and_then(|()| rustup(&format!("target add {TARGET}")));
        if !steps.can(NAME, ready) {
            return None;
        }
        let wine = Wine { folder: crate::root().join("target/wine") };
        steps.check("Windows: what Wine lacks", || wine.make_library()).map(|()| wine)
    }

    /// The library that Wine lacks, in a folder where Wine looks for libraries.
    fn make_library(&self) -> Result<(), String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        let mut compile = Command::new(COMPILER);
        compile.args(["-O1", "-shared", "-o"]).arg(self.folder.join("bcryptprimitives.dll"));
        compile.arg(crate::root().join("xtask/windows/process_prng.c")).arg("-ladvapi32");
        printed_by(&mut compile).map(drop)
    }

    /// Lets a command link programs for Windows, and run them.
    fn lend<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        let variable = |end: &str| format!("CARGO_TARGET_{}_{end}", TARGET.to_uppercase().replace('-', "_"));
        command.env(variable("LINKER"), COMPILER).env(variable("RUNNER"), WINE);
        // Without its windows and its advice to install more.
        command.env("WINEDEBUG", "-all").env("WINEDLLOVERRIDES", "mscoree,mshtml=");
        command.env("WINEPREFIX", self.folder.join("prefix"));
        command.env("WINEPATH", [self.seen(), seen(&built_for(TARGET))].join(";"))
    }

    fn seen(&self) -> String {
        seen(&self.folder)
    }

    /// Wine keeps a console for whoever calls it in a terminal, and lets the commands for colours through.
    fn colours(&self, steps: &mut Steps) {
        steps.check("Windows: colours in a console", || {
            let said = self.folder.join("console");
            let program = built_for(TARGET).join("hitmask.exe");
            let line = format!("{WINE} '{}' inspect assets/bee.png", program.display());
            let mut terminal = Command::new("script");
            terminal.args(["--quiet", "--return", "--command", &line]).arg(&said).current_dir(crate::root());
            printed_by(self.lend(&mut terminal))?;
            let text = read(&said)?;
            if text.contains("\u{1b}[1mframe\u{1b}[0m") { Ok(()) } else { Err(text) }
        });
    }

    /// Programs in C with the library as a DLL.
    fn c_programs(&self, steps: &mut Steps) {
        let build = format!("build --target {TARGET} --package hitmask-capi");
        if !steps.run("Windows: the C library", self.lend(&mut cargo_line(&build))) {
            return;
        }
        // The pictures that scene.c reads are written by its test on this machine.
        let pictures = built().with_file_name("tmp");
        let write = "test --package hitmask-capi --test c a_scene_has";
        let there = pictures.join("track.png").exists()
            || steps.run("the pictures for scene.c", &mut cargo_line(write));
        let scene = ["240", "crates/bevy_hitmask/tests/scenes/race.jsonl", &seen(&pictures)];
        let folder = crate::root().join("crates/hitmask-capi");
        for (source, arguments) in
            C_PROGRAMS.into_iter().chain(there.then_some(("tests/c/scene.c", &scene[..])))
        {
            let name = Path::new(source).file_stem().unwrap_or_default();
            let program = self.folder.join(name).with_extension("exe");
            let mut compile = Command::new(COMPILER);
            compile.args(["-std=gnu99", "-O1", "-I"]).arg(folder.join("include")).arg(folder.join(source));
            compile.arg("-L").arg(built_for(TARGET)).arg("-lhitmask_capi").arg("-o").arg(&program);
            // Threads as those of Linux: the library for them goes into the program.
            compile.args(["-Wl,-Bstatic", "-lpthread"]);
            if steps.run(&format!("Windows: {source}, compiled"), &mut compile) {
                let mut run = Command::new(WINE);
                self.lend(run.arg(program).args(arguments).current_dir(crate::root()));
                steps.run(&format!("Windows: {source}"), &mut run);
            }
        }
    }
}

/// A path as Wine names it.
fn seen(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}
