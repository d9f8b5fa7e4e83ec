//! `cargo xtask capi`: the C interface. Its header equals the committed one, compiles as C and C++, and the tests in C pass.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::{cargo, succeeds};

/// The version that wrote the committed header. Another one may order or break lines in its own way.
const CBINDGEN: &str = "0.29.4";
/// The options with which the header must compile.
const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let mut steps = Steps::default();
    match options {
        [] => add(&mut steps),
        ["--bless"] => bless(&mut steps),
        _ => {
            eprintln!(
                "cargo xtask capi takes no option but --bless, which rewrites hitmask.h and the list of symbols"
            );
            return ExitCode::from(2);
        }
    }
    steps.finish()
}

fn folder() -> PathBuf {
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
    let Some(cc) = compiler() else {
        return steps.skip("the tests in C", "there is no C compiler");
    };
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
    for source in sources("tests/c", "c") {
        if let Some(program) = compile(steps, &cc, &["-std=c99"], &source) {
            run_program(steps, &program, &source);
        }
    }
    for source in sources("tests/c", "cpp") {
        if !compiler_is_there("g++") {
            steps.skip(&shown(&source), "there is no g++");
        } else if let Some(program) = compile(steps, "g++", &["-std=c++17"], &source) {
            run_program(steps, &program, &source);
        }
    }
}

/// Compares the committed header with the one that the crate makes now.
fn check_header(steps: &mut Steps) {
    const NAME: &str = "hitmask.h is what the crate says";
    match cbindgen() {
        Ok(tool) => {
            steps.check(NAME, || compare(&header(), &generate(&tool)?));
        }
        Err(why) => steps.skip(NAME, &why),
    }
}

fn bless(steps: &mut Steps) {
    steps.check("writing hitmask.h", || write(&header(), &generate(&cbindgen()?)?));
    if build(steps) {
        steps.check("writing the list of symbols", || write(&symbols(), &exported()?));
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
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

/// cbindgen in a folder of its own, installed if it is missing.
fn cbindgen() -> Result<PathBuf, String> {
    let root = crate::root().join("target/tools");
    let tool = root.join("bin/cbindgen");
    let right = |tool: &Path| {
        let output = Command::new(tool).arg("--version").output();
        output.is_ok_and(|output| {
            String::from_utf8_lossy(&output.stdout).trim() == format!("cbindgen {CBINDGEN}")
        })
    };
    if right(&tool) {
        return Ok(tool);
    }
    let mut install =
        cargo(&["install", "--quiet", "--locked", "--force", &format!("cbindgen@{CBINDGEN}"), "--root"]);
    install.arg(&root).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    install.env("CARGO_TARGET_DIR", crate::root().join("target/tools/build"));
    if install.stdin(Stdio::null()).status().is_ok_and(|status| status.success()) && right(&tool) {
        Ok(tool)
    } else {
        Err(format!("cbindgen {CBINDGEN} is missing and could not be installed"))
    }
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

/// The folder of the libraries.
fn built() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| crate::root().join("target"), PathBuf::from)
        .join("debug")
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

/// A C compiler.
fn compiler() -> Option<String> {
    let named = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    compiler_is_there(&named).then_some(named)
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

fn sources(folder_name: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = entries(&folder().join(folder_name));
    found.retain(|path| path.extension().is_some_and(|found| found == extension));
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(crate::root()).unwrap_or(path).display().to_string()
}

/// Compiles a program and links it with the shared library.
fn compile(steps: &mut Steps, compiler: &str, options: &[&str], source: &Path) -> Option<PathBuf> {
    let out = crate::root().join("target/capi");
    std::fs::create_dir_all(&out).ok()?;
    let program = out.join(source.file_stem()?);
    let mut command = Command::new(compiler);
    command
        .args(options)
        .args(STRICT)
        .arg("-O1")
        .arg("-g")
        .arg("-I")
        .arg(folder().join("include"))
        .arg(source);
    command.arg("-L").arg(built()).arg("-lhitmask_capi").arg(format!("-Wl,-rpath,{}", built().display()));
    command.arg("-lm").arg("-o").arg(&program);
    steps.run(&format!("compiling {}", shown(source)), &mut command).then_some(program)
}

fn run_program(steps: &mut Steps, program: &Path, source: &Path) {
    steps.run(&format!("running {}", shown(source)), Command::new(program).current_dir(crate::root()));
}
