//! The C interface from C and C++: the header compiles, the library exports what is listed, and programs replay answers, misuse the
//! interface, play a scene, and measure nothing but compare. Where there is no compiler, the tests do nothing.
//!
//! `HITMASK_C_FLAGS` has more flags for the compiler and links statically; `HITMASK_C_RUNNER` runs the programs, valgrind for example;
//! `HITMASK_C_CALLS` is the number of random calls from callbacks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The options with which everything must compile.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn root() -> PathBuf {
    folder().join("../..").canonicalize().expect("the crate lies in the repository")
}

/// Where cargo has put the libraries: beside this program.
fn libraries() -> PathBuf {
    let program = std::env::current_exe().expect("this program has a path");
    program.parent().expect("it lies in a folder").to_owned()
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn words(variable: &str) -> Vec<String> {
    std::env::var(variable).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

#[track_caller]
fn succeed(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}

/// Compiles a program and links it with the library. None if there is no compiler, or if pkg-config does not find what it needs; and none on
/// Windows, where gcc does not link what Microsoft's tools have made: `cargo xtask windows` runs the programs there.
fn compile(source: &Path, package: Option<&str>) -> Option<PathBuf> {
    let plus = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = if plus { ("g++", "-std=c++17") } else { ("gcc", "-std=c99") };
    if cfg!(windows) || !is_there(compiler) {
        return None;
    }
    let mut others = String::new();
    if let Some(package) = package {
        let found = Command::new("pkg-config").args(["--cflags", "--libs", package]).output().ok()?;
        others = String::from_utf8(found.stdout).ok().filter(|_| found.status.success())?;
    }
    let name = source.file_stem().expect("a source has a name");
    // Tests that run at the same time may compile the same source.
    static PROGRAMS: AtomicUsize = AtomicUsize::new(0);
    let number = PROGRAMS.fetch_add(1, Ordering::Relaxed).to_string();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension(number);
    let mut command = Command::new(compiler);
    command.arg(standard).args(STRICT).args(["-O1", "-g", "-I"]).arg(folder().join("include")).arg(source);
    let flags = words("HITMASK_C_FLAGS");
    let beside = [libraries(), libraries().with_file_name("examples")];
    for folder in &beside {
        command.arg("-L").arg(folder).arg(format!("-Wl,-rpath,{}", folder.display()));
    }
    if name == "from_c" {
        command.args(["-lhitmask_capi", "-lrust_calls"]);
    } else if flags.is_empty() {
        command.arg("-lhitmask_capi");
    } else {
        command.args(flags).args(["-l:libhitmask_capi.a", "-lpthread", "-ldl", "-lgcc_s"]);
    }
    succeed(command.args(others.split_whitespace()).arg("-lm").arg("-o").arg(&program));
    Some(program)
}

/// Compiles a program, to be run at the root of the repository.
fn compiled(source: &str, package: Option<&str>, arguments: &[&str]) -> Option<Command> {
    let program = compile(&folder().join(source), package)?;
    let runner = words("HITMASK_C_RUNNER");
    let mut command = match &runner[..] {
        [] => Command::new(&program),
        [first, rest @ ..] => {
            let mut command = Command::new(first);
            command.args(rest).arg(&program);
            command
        }
    };
    // cargo names its own libraries in this variable, and the loader prefers them.
    command.env_remove("LD_LIBRARY_PATH").env("SDL_VIDEODRIVER", "dummy");
    command.args(arguments).current_dir(root());
    Some(command)
}

/// Compiles a program and runs it.
fn run(source: &str, package: Option<&str>, arguments: &[&str]) {
    if let Some(mut command) = compiled(source, package, arguments) {
        succeed(&mut command);
    }
}

#[test]
fn the_header_compiles() {
    for (compiler, standard) in
        [("gcc", "-std=c99"), ("clang", "-std=c99"), ("g++", "-std=c++17"), ("clang++", "-std=c++17")]
    {
        if is_there(compiler) {
            let language = if standard.contains("++") { "c++" } else { "c" };
            // It includes hitmask.h. Those for raylib and SDL need them: `cargo xtask hosts`.
            let mut command = Command::new(compiler);
            command.arg(standard).args(STRICT).args(["-fsyntax-only", "-x", language, "-I"]);
            succeed(command.arg(folder().join("include")).arg(folder().join("include/hitmask_box.h")));
        }
    }
}

/// `cargo xtask capi --bless` renews the list. It is the same everywhere; nm has other options, and names another beginning, on macOS.
#[test]
#[cfg(target_os = "linux")]
fn the_exported_symbols_are_listed() {
    let library = libraries().join("libhitmask_capi.so");
    let list = ["--dynamic", "--defined-only", "--format=just-symbols"];
    let Ok(output) = Command::new("nm").args(list).arg(&library).output() else { return };
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    let found: BTreeSet<&str> = found.lines().collect();
    let committed = std::fs::read_to_string(folder().join("symbols.txt")).expect("the list is there");
    let committed: BTreeSet<&str> = committed.lines().collect();
    let differ: Vec<_> = found.symmetric_difference(&committed).collect();
    assert!(differ.is_empty(), "symbols.txt is not what {} exports: {differ:?}", library.display());
}

#[test]
fn the_lines_of_the_readme() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("it can be read");
    let lines = readme.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    let program = format!(
        "#include <hitmask.h>\nint main(void) {{\n{}hitmask_mask_free(ship);\nhitmask_mask_free(rock);\nreturn !touch;\n}}\n",
        lines.expect("it has C")
    );
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    std::fs::write(&source, program).expect("it can be written");
    run(&source.display().to_string(), None, &[]);
}

/// The lines of docs/sprite-to-world.md. The picture is ours, and what they print is counted.
#[test]
fn the_lines_from_a_sprite_to_a_world() {
    let page = std::fs::read_to_string(root().join("docs/sprite-to-world.md")).expect("it can be read");
    let lines = page.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    let program = format!(
        "#include <hitmask.h>\n#include <stdio.h>\n#include <string.h>\nstatic int booms;\n\
         static uint8_t *stbi_load(const char *file, int *w, int *h, int *channels, int wanted) {{\n\
         static uint8_t picture[4 * 40 * 40];\nmemset(picture, 255, sizeof picture);\n*w = *h = 40;\n\
         *channels = wanted;\nreturn *file ? picture : NULL;\n}}\n#define printf(...) (booms++)\n\
         int main(void) {{\n{}hitmask_world_free(world);\nhitmask_mask_free(mask);\n\
         return ship == rock || booms != 1;\n}}\n",
        lines.expect("it has C")
    );
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sprite_to_world.c");
    std::fs::write(&source, program).expect("it can be written");
    run(&source.display().to_string(), None, &[]);
}

/// The line of docs/c.md that links a program makes a small one. The library of the tests, which is hardly optimised, is
/// larger than a released one: it makes 3.8 MB, and 14 MB or more without one of the two options.
#[test]
fn the_lines_of_the_guide_link_a_small_program() {
    let guide = std::fs::read_to_string(root().join("docs/c.md")).expect("it can be read");
    let line = guide.lines().find_map(|line| line.strip_prefix("$ cc game.c ")).expect("it links a program");
    if !is_there("cc") || !cfg!(target_os = "linux") {
        return;
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small");
    let released = "target/release/libhitmask_capi.a";
    assert!(line.contains(released), "{line}");
    let library = libraries().join("libhitmask_capi.a").display().to_string();
    let mut command = Command::new("cc");
    command.arg(folder().join("examples/first_contact.c")).arg("-o").arg(&program);
    command.args(line.split(' ').map(|word| if word == released { &library } else { word }));
    succeed(command.current_dir(root()));
    succeed(&mut Command::new(&program));
    let bytes = std::fs::metadata(&program).expect("it was made").len();
    assert!(bytes < 5_000_000, "it has {bytes} bytes");
}

#[test]
fn the_committed_answers() {
    run("tests/c/replay.c", None, &[]);
}

#[test]
fn misuse_gives_a_status() {
    run("tests/c/misuse.c", None, &[]);
}

#[test]
fn calls_from_callbacks() {
    run("tests/c/reentry.c", None, &[]);
}

#[test]
fn random_calls_from_callbacks() {
    let calls = std::env::var("HITMASK_C_CALLS").unwrap_or("20000".to_owned());
    run("tests/c/reentry.c", None, &[&calls, "1"]);
}

/// Each function that may call the caller, that takes a world, or that changes or frees an object.
#[test]
fn no_function_is_missing_in_the_table_of_calls_from_callbacks() {
    let read = |path: &str| std::fs::read_to_string(folder().join(path)).expect("it is there");
    let (header, symbols, table) = (read("include/hitmask.h"), read("symbols.txt"), read("tests/c/verbs.h"));
    let objects: BTreeSet<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("typedef struct ")?.split_once(';')?.0.split_once(' '))
        .map(|(object, _)| object)
        .collect();
    let is_function = |name: &str| header.contains(&format!("(*{name})("));
    // Such as `const hitmask_world *world`.
    let counts = |parameter: &str| {
        let words: Vec<&str> = parameter.split_whitespace().collect();
        match words[..] {
            ["const", object, name] => {
                object.starts_with("hitmask_world") && objects.contains(object) && is_one(name)
            }
            [object, name] => is_function(object) || objects.contains(object) && is_one(name),
            _ => false,
        }
    };
    let listed: BTreeSet<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("VERB(").or(line.strip_prefix("FREE("))?.split(',').next())
        .collect();
    let needed = |name: &&str| {
        let (_, rest) = header.split_once(&format!("{name}(")).expect("the header has all symbols");
        rest.split(");").next().is_some_and(|parameters| parameters.split(',').any(counts))
    };
    let needed: BTreeSet<&str> = symbols.lines().filter(needed).collect();
    assert!(objects.len() > 20 && needed.len() > 150, "they are not found: {objects:?}, {needed:?}");
    let missing: Vec<_> = needed.difference(&listed).collect();
    assert!(missing.is_empty(), "they are not in tests/c/verbs.h: {missing:?}");
}

/// Whether a parameter is a pointer to one object, and not to a place for a pointer.
fn is_one(name: &str) -> bool {
    name.starts_with('*') && !name.starts_with("**")
}

#[test]
fn threads() {
    run("tests/c/threads.c", None, &[]);
}

#[test]
fn an_exception_that_leaves_a_callback_ends_the_program() {
    let Some(mut command) = compiled("tests/c/throws.cpp", None, &[]) else { return };
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("foreign exception"), "{}: {said}", output.status);
}

#[test]
fn the_committed_pack() {
    run("tests/c/packs.c", None, &[]);
}

#[test]
fn label_masks() {
    run("tests/c/labels.c", None, &[]);
}

#[test]
fn boxes_without_a_size() {
    run("tests/c/boxes.c", None, &[]);
}

#[test]
fn movers() {
    run("tests/c/movers.c", None, &[]);
}

#[test]
fn tile_maps() {
    run("tests/c/tiles.c", None, &[]);
}

#[test]
fn wrappers_in_cpp() {
    run("tests/c/wrappers.cpp", None, &[]);
}

/// The committed events are those of the program: a test of `hitmask-cli` compares them.
#[test]
fn a_scene_has_the_events_of_the_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for path in ["scenes/track", "assets/car_blue", "assets/cone_straight", "assets/barrier_red"] {
        let path = root().join(path).with_extension("png");
        let sprite =
            hitmask_assets::load(&path, &hitmask_assets::Options::default()).expect("it is a picture");
        let image = &sprite.frames[0].image;
        let mut pgm = format!("P5 {} {} 255\n", image.width(), image.height()).into_bytes();
        pgm.extend(image.pixels().map(|[.., alpha]| alpha));
        std::fs::write(folder.join(path.file_name().expect("a file")), pgm).expect("it can be written");
    }
    let events = "crates/bevy_hitmask/tests/scenes/race.jsonl";
    run("tests/c/scene.c", None, &["240", events, &folder.to_string_lossy()]);
}

#[test]
fn calls_from_c_and_from_rust_give_the_same_answers() {
    if words("HITMASK_C_FLAGS").is_empty() {
        run("benches/from_c/from_c.c", None, &["--check"]);
    }
}

#[test]
fn examples() {
    run("examples/first_contact.c", None, &[]);
    run("examples/shooter.cpp", None, &[]);
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sdl2.bmp");
    run("examples/sdl2.c", Some("sdl2"), &[&picture.to_string_lossy()]);
    // These need a display, so they are only built.
    for name in ["raylib", "sdl3"] {
        compile(&folder().join(format!("examples/{name}.c")), Some(name));
    }
}
