//! `cargo xtask capi`: the C interface. Its header equals the committed one, compiles as C and C++, and the tests in C pass.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::{built, cargo, has_library, has_packages, pinned, succeeds};
use crate::{capi_bench, capi_install, sanitizers};

/// The version that wrote the committed header. Another one may order or break lines in its own way.
const CBINDGEN: &str = "0.29.4";
/// The options with which the header must compile.
pub(crate) const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let mut steps = Steps::default();
    match options {
        [] => add(&mut steps),
        ["--bless"] => bless(&mut steps),
        ["--full"] => add_full(&mut steps),
        ["--bench"] => capi_bench::add(&mut steps),
        _ => {
            eprintln!(
                "cargo xtask capi takes one of --bless, which rewrites hitmask.h and the list of symbols, --full and --bench"
            );
            return ExitCode::from(2);
        }
    }
    steps.finish()
}

pub(crate) fn folder() -> PathBuf {
    crate::root().join("crates/hitmask-capi")
}

fn header() -> PathBuf {
    folder().join("include/hitmask.h")
}

fn symbols() -> PathBuf {
    folder().join("symbols.txt")
}

/// Adds the steps of CI.
pub(crate) fn add(steps: &mut Steps) {
    check_header(steps);
    if !build(steps) {
        return;
    }
    steps.check("the exported symbols", || compare(&symbols(), &exported()?));
    for (compiler, options) in
        [("gcc", "-std=c99"), ("clang", "-std=c99"), ("g++", "-std=c++17"), ("clang++", "-std=c++17")]
    {
        let name = format!("hitmask.h by {compiler} {options}");
        if compiler_is_there(compiler) {
            steps.run(&name, &mut syntax(compiler, options));
        } else {
            steps.skip(&name, &format!("there is no {compiler}"));
        }
    }
    for source in sources("tests/c").into_iter().chain(sources("examples")) {
        let Some(program) = compile(steps, &source, &Link::Shared) else { continue };
        if let Some(mut command) = ready_to_run(steps, &program) {
            steps.run(&format!("running {}", shown(&source)), &mut command);
        }
    }
    capi_bench::check(steps);
}

/// Adds what CI has no time for: memory checkers, the static library, the library as cargo-c installs it, SDL and raylib.
pub(crate) fn add_full(steps: &mut Steps) {
    if !build(steps) {
        return;
    }
    let valgrind = has_packages(&["valgrind"], &["valgrind"]);
    let sanitized = Link::Sanitized(sanitizers::c_library(steps));
    for source in sources("tests/c") {
        let name = |what: &str| format!("{} under {what}", shown(&source));
        if let Some(program) = compile(steps, &source, &sanitized)
            && let Some(mut command) = ready_to_run(steps, &program)
        {
            steps.run(&name("AddressSanitizer and UBSan"), &mut command);
        }
        let Some(program) = compile(steps, &source, &Link::Static) else { continue };
        match (&valgrind, ready_to_run(steps, &program)) {
            (Ok(()), Some(command)) => {
                let mut checked = Command::new("valgrind");
                checked
                    .args(["--quiet", "--leak-check=full", "--error-exitcode=9"])
                    .current_dir(crate::root());
                checked.arg(command.get_program()).args(command.get_args());
                steps.run(&name("valgrind, linked statically"), &mut checked);
            }
            (Err(why), _) => steps.skip(&name("valgrind"), why),
            (_, None) => {}
        }
    }
    capi_install::add(steps);
    // CI builds these examples only where the libraries are installed already. Not every distribution has all of them.
    for (library, package) in [("sdl2", "libsdl2-dev"), ("sdl3", "libsdl3-dev"), ("raylib", "libraylib-dev")]
    {
        if let Err(why) = has_library(library, package) {
            steps.skip(&format!("the example of {library}"), &why);
            continue;
        }
        let program = compile(steps, &folder().join(format!("examples/{library}.c")), &Link::Shared);
        if let Some(mut command) = program.and_then(|program| ready_to_run(steps, &program)) {
            steps.run(&format!("running the example of {library}"), &mut command);
        }
    }
}

/// Compares the committed header with the one that the crate makes now.
fn check_header(steps: &mut Steps) {
    const NAME: &str = "hitmask.h is what the crate says";
    match pinned("cbindgen", "cbindgen", CBINDGEN) {
        Ok(tool) => {
            steps.check(NAME, || compare(&header(), &generate(&tool)?));
        }
        Err(why) => steps.skip(NAME, &why),
    }
}

fn bless(steps: &mut Steps) {
    steps.check("writing hitmask.h", || {
        write(&header(), &generate(&pinned("cbindgen", "cbindgen", CBINDGEN)?)?)
    });
    if build(steps) {
        steps.check("writing the list of symbols", || write(&symbols(), &exported()?));
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The first line in which a committed file differs.
fn compare(path: &Path, made: &str) -> Result<(), String> {
    let committed = read(path)?.replace("\r\n", "\n");
    if committed == made {
        return Ok(());
    }
    let pairs = committed.lines().map(Some).chain([None]).zip(made.lines().map(Some).chain([None]));
    let first = pairs.enumerate().find(|(_, (old, new))| old != new);
    let place = first.map_or(String::new(), |(i, (old, new))| {
        format!(
            ":{}\n  committed: {}\n  made now:  {}",
            i + 1,
            old.unwrap_or("(the end)"),
            new.unwrap_or("(the end)")
        )
    });
    Err(format!(
        "{}{place}\nIf the change is meant, run `cargo xtask capi --bless` and commit the files.",
        shown(path)
    ))
}

/// The header: the page of overview, then one part from each module, in the order in which the crate's root names them.
fn generate(tool: &Path) -> Result<String, String> {
    let overview = read(&folder().join("header/overview.h"))?;
    let root = read(&folder().join("src/lib.rs"))?;
    let mut text = overview.clone();
    let listed =
        root.split_once("// In the order of the header.").ok_or("src/lib.rs does not list the modules")?.1;
    for module in listed.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
        let source = folder().join(format!("src/{module}.rs"));
        let rust = read(&source)?;
        text.push_str(&section(&rust));
        text.push_str(&comments_in_c(&bind(tool, &source, &rust, &overview)?));
    }
    text.push_str("\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* HITMASK_H */\n");
    Ok(text)
}

/// The heading of a module's part: its documentation.
fn section(rust: &str) -> String {
    let lines: Vec<&str> = rust.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let (title, rest) = lines.split_first().map_or(("", &[][..]), |(title, rest)| (*title, rest));
    let line = "-".repeat(113);
    let mut text = format!("\n/* {line}\n   {title}\n");
    for part in rest {
        text.push_str(if part.is_empty() { "" } else { "   " });
        text.push_str(part);
        text.push('\n');
    }
    text.push_str(&format!("   {line} */\n\n"));
    text
}

/// What cbindgen makes of one module.
fn bind(tool: &Path, source: &Path, rust: &str, overview: &str) -> Result<String, String> {
    // Types that no function of the same module takes would be left out, and objects are declared in the overview.
    let quoted =
        |names: &[String]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let named = |prefix: &str, text: &str| -> Vec<String> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let words = text.lines().filter_map(|line| line.strip_prefix(prefix));
        words.map(|rest| rest.split(|c| !is_word(c)).next().unwrap_or_default().to_owned()).collect()
    };
    let mut objects = named("typedef struct ", overview);
    objects.push("hitmask_flag".to_owned());
    let mut types: Vec<String> =
        ["pub struct ", "pub enum ", "pub type "].iter().flat_map(|prefix| named(prefix, rust)).collect();
    types.retain(|name| !objects.contains(name));
    let lists = format!("\n[export]\ninclude = [{}]\nexclude = [{}]\n", quoted(&types), quoted(&objects),);
    let options = read(&folder().join("cbindgen.toml"))?.replace("\n[fn]\n", &format!("{lists}\n[fn]\n"));
    let config = crate::root().join("target/tools/cbindgen.toml");
    write(&config, &options)?;
    let output = Command::new(tool).arg("--quiet").arg("--config").arg(&config).arg(source).output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("{}: {}", shown(source), String::from_utf8_lossy(&output.stderr)))
    }
}

/// Puts the first and the last line of a comment on the lines of its marks.
fn comments_in_c(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.trim_matches('\n').lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim() != "/*" {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let indent = &line[..line.len() - 2];
        let comment: Vec<&str> = lines.by_ref().map(str::trim).take_while(|line| *line != "*/").collect();
        out.push_str(&format!("{indent}/* {} */\n", comment.join(&format!("\n{indent}   "))));
    }
    out
}

/// Builds the shared and the static library, with the profile of the tests.
fn build(steps: &mut Steps) -> bool {
    steps.run(
        "building the C libraries",
        &mut cargo(&["build", "--package", "hitmask-capi", "--profile", "test"]),
    )
}

/// The symbols that the shared library exports, one a line.
fn exported() -> Result<String, String> {
    let library = built().join("libhitmask_capi.so");
    let output = Command::new("nm")
        .args(["--dynamic", "--defined-only", "--format=just-symbols"])
        .arg(&library)
        .output();
    let output = output.map_err(|error| format!("nm: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let names: BTreeSet<&str> = text.lines().collect();
    Ok(names.iter().flat_map(|name| [name, "\n"]).collect())
}

fn compiler_is_there(name: &str) -> bool {
    succeeds(Command::new(name).arg("--version"))
}

/// Compiles the header alone.
fn syntax(compiler: &str, standard: &str) -> Command {
    let mut command = Command::new(compiler);
    let language = if standard.contains("++") { "c++" } else { "c" };
    command.arg(standard).args(STRICT).args(["-fsyntax-only", "-x", language]).arg(header());
    command
}

/// The programs in C and C++ of a folder.
fn sources(name: &str) -> Vec<PathBuf> {
    let mut found = entries(&folder().join(name));
    found.retain(|path| path.extension().is_some_and(|found| found == "c" || found == "cpp"));
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(crate::root()).unwrap_or(path).display().to_string()
}

/// The folder of what the steps make.
pub(crate) fn out() -> PathBuf {
    crate::root().join("target/capi")
}

/// How a program is linked.
enum Link {
    Shared,
    Static,
    /// With `AddressSanitizer` and `UBSan`, and the static library that is instrumented, too. If there is none, with the shared one.
    Sanitized(Option<PathBuf>),
}

/// What an example needs beside hitmask, by its name for pkg-config.
fn needs(source: &Path) -> Option<&'static str> {
    match source.file_stem()?.to_str()? {
        "raylib" => Some("raylib"),
        "sdl2" => Some("sdl2"),
        "sdl3" => Some("sdl3"),
        _ => None,
    }
}

/// Compiles a program and links it with the library. None if it could not be built; that was told.
fn compile(steps: &mut Steps, source: &Path, link: &Link) -> Option<PathBuf> {
    let plus = source.extension().is_some_and(|extension| extension == "cpp");
    let (compiler, standard) = if plus { ("g++", "-std=c++17") } else { ("gcc", "-std=c99") };
    let name = format!("compiling {}", shown(source));
    if !compiler_is_there(compiler) {
        steps.skip(&name, &format!("there is no {compiler}"));
        return None;
    }
    let mut others = Vec::new();
    if let Some(package) = needs(source) {
        let output = Command::new("pkg-config").args(["--cflags", "--libs", package]).output().ok();
        let Some(output) = output.filter(|output| output.status.success()) else {
            steps.skip(&name, &format!("pkg-config does not find {package}"));
            return None;
        };
        others = String::from_utf8_lossy(&output.stdout).split_whitespace().map(str::to_owned).collect();
    }
    std::fs::create_dir_all(out()).ok()?;
    let program = out().join(source.file_stem()?);
    let mut command = Command::new(compiler);
    command.arg(standard).args(STRICT).args(["-O1", "-g", "-I"]).arg(folder().join("include")).arg(source);
    match link {
        Link::Static => {
            command.arg(built().join("libhitmask_capi.a")).args(["-lpthread", "-ldl", "-lgcc_s"]);
        }
        Link::Sanitized(Some(library)) => {
            command.arg(library).args(["-lpthread", "-ldl", "-lgcc_s"]);
        }
        Link::Shared | Link::Sanitized(None) => {
            command.arg("-L").arg(built()).arg("-lhitmask_capi");
            command.arg(format!("-Wl,-rpath,{}", built().display()));
        }
    }
    if matches!(link, Link::Sanitized(_)) {
        command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    command.args(others).arg("-lm").arg("-o").arg(&program);
    steps.run(&name, &mut command).then_some(program)
}

/// The command that runs a program, with its arguments. None if they could not be made; that was told.
fn ready_to_run(steps: &mut Steps, program: &Path) -> Option<Command> {
    let mut command = Command::new(program);
    command.current_dir(crate::root());
    match program.file_stem()?.to_str()? {
        "scene" => {
            let events = out().join("race.jsonl");
            // A build with the features of the workspace's tests, which have built this already. With the features of its own package the
            // program would be built once more, with all that it depends on.
            let words = ["test", "--quiet", "--workspace", "--test", "commands", "--no-run"];
            let mut play = Command::new(built().join("hitmask"));
            play.args(["scene", "scenes/race.toml", "--steps", "240", "--events"]).arg(&events);
            if !steps.run("building hitmask scene", &mut cargo(&words))
                || !steps.run("the events of hitmask scene", play.current_dir(crate::root()))
            {
                return None;
            }
            command.arg("240").arg(&events);
        }
        "sdl2" => {
            command.env("SDL_VIDEODRIVER", "dummy").arg(out().join("sdl2.bmp"));
        }
        "raylib" | "sdl3" => {
            steps.skip(&format!("running {}", shown(program)), "it needs a display; it was only built");
            return None;
        }
        _ => {}
    }
    Some(command)
}
