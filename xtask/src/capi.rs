//! The header of the C interface, which is written from the crate, and the list of exported symbols. Programs in C are tests of the crate.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::hosts;
use crate::steps::Steps;
use crate::tools::{
    built, cargo_line, cargo_of, has_program, has_toolchain, printed_by, read, succeeds, tool, write,
};

/// The version that wrote the committed header. Another one may order or break lines in its own way.
const CBINDGEN: &str = "0.29.4";

fn folder() -> PathBuf {
    crate::root().join("crates/hitmask-capi")
}

fn header() -> PathBuf {
    folder().join("include/hitmask.h")
}

/// Compares the committed header with the one that the crate makes now.
pub(crate) fn check(steps: &mut Steps) {
    steps.check("hitmask.h is what the crate says", || {
        compare(&header(), &generate(&tool("cbindgen", CBINDGEN, &[])?)?)
    });
}

pub(crate) fn bless(steps: &mut Steps) {
    steps.check("writing hitmask.h", || write(&header(), &generate(&tool("cbindgen", CBINDGEN, &[])?)?));
    hosts::bless(steps);
    if steps.run("building the C library", &mut cargo_line("build --profile test --package hitmask-capi")) {
        steps.check("writing the list of symbols", || {
            let list = ["--dynamic", "--defined-only", "--format=just-symbols"];
            let text = printed_by(Command::new("nm").args(list).arg(built().join("libhitmask_capi.so")))?;
            let mut names: Vec<&str> = text.lines().collect();
            names.sort_unstable();
            write(&folder().join("symbols.txt"), &(names.join("\n") + "\n"))
        });
    }
}

/// What CI has no time for: the programs under valgrind, linked statically, Miri, and the library as cargo-c installs it.
pub(crate) fn add_full(steps: &mut Steps) {
    const CHECKED: &str = "programs in C under valgrind";
    if steps.can(CHECKED, has_program("valgrind", "install it (Debian: valgrind)")) {
        let mut test = cargo_line("test --package hitmask-capi --test c");
        test.env("HITMASK_C_FLAGS", "-g");
        test.env("HITMASK_C_RUNNER", "valgrind --quiet --leak-check=full --error-exitcode=9");
        steps.run(CHECKED, &mut test);
    }
    const FREED: &str = "Miri on a world that is freed while it is used";
    if steps.can(FREED, has_toolchain("nightly", &["miri", "rust-src"])) {
        steps.run(FREED, &mut cargo_of("nightly", "miri test --package hitmask-capi --lib in_use"));
    }
    let installer = succeeds(&mut cargo_line("cinstall --version"));
    let how =
        "cargo-c, pkg-config or CMake is missing: cargo install cargo-c, and install cmake and pkg-config";
    let ready = if installer { has_program("cmake", how) } else { Err(how.to_owned()) };
    if steps.can("the installed C library", ready) {
        let mut install = Command::new(folder().join("tests/install.sh"));
        steps.run("the installed C library", &mut install);
    }
    let packer = succeeds(&mut cargo_line("deb --version"));
    let ready = if packer { Ok(()) } else { Err("cargo-deb is missing: cargo install cargo-deb".to_owned()) };
    if steps.can("the Debian packages", ready) {
        steps.run("the Debian packages", &mut Command::new(folder().join("tests/debian.sh")));
    }
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
        path.display()
    ))
}

/// The header: the page of overview, then one part from each module, in the order in which the crate's root names them.
fn generate(tool: &Path) -> Result<String, String> {
    let overview = read(&folder().join("header/overview.h"))?;
    let root = read(&folder().join("src/lib.rs"))?;
    let verbs = read(&folder().join("src/verbs.rs"))?;
    let mut text = overview.clone();
    let listed =
        root.split_once("// In the order of the header.").ok_or("src/lib.rs does not list the modules")?.1;
    for module in listed.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
        let source = folder().join(format!("src/{}.rs", module.trim_start_matches("r#")));
        let mut rust = read(&source)?;
        rust += &same(&verbs, module.trim_start_matches("r#"));
        text.push_str(&section(&rust));
        text.push_str(&comments_in_c(&bind(tool, &source, &rust, &overview)?));
    }
    text.push_str("\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* HITMASK_H */\n");
    Ok(text)
}

/// The generated verbs of a module, which stand behind its own.
fn same(verbs: &str, module: &str) -> String {
    let parts = verbs.split("\n// in ").filter_map(|part| part.split_once('\n'));
    parts.filter(|part| part.0 == module).map(|part| format!("{}\n", part.1)).collect()
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

/// A module with the functions of `verbs! { }`, which cbindgen does not expand, as that macro exports them.
fn exported(rust: &str) -> String {
    let (mut text, mut inside, mut signature, mut is_value) = (String::new(), false, false, false);
    for line in rust.lines() {
        match line {
            "verbs! {" => inside = true,
            "}" if inside => inside = false,
            _ if !inside => text += line,
            _ => {
                let line = line.strip_prefix("    ").unwrap_or(line);
                let export = "#[unsafe(no_mangle)] pub unsafe extern \"C\" fn ";
                if let Some(freed) = line.strip_prefix("free fn ").and_then(|rest| rest.strip_suffix(';')) {
                    text += &format!("{export}{freed} {{}}");
                } else if let Some((head, _)) =
                    line.strip_prefix("fn ").and_then(|rest| rest.split_once(" ="))
                {
                    text += &format!("{}{head} {{}}", export.replace("unsafe extern", "extern"));
                    is_value = !line.ends_with(';');
                } else if is_value {
                    is_value = false;
                } else {
                    let name = line.strip_prefix("fn ");
                    signature |= name.is_some();
                    text += &name.map_or(line.to_owned(), |name| format!("{export}{name}"));
                    if signature && text.ends_with(") {") {
                        text.truncate(text.len() - 1);
                        text += "-> i32 {";
                        signature = false;
                    }
                }
            }
        }
        text.push('\n');
    }
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
    let read_by_tool = crate::root().join("target/tools/module.rs");
    write(&read_by_tool, &exported(rust))?;
    let output = Command::new(tool).arg("--quiet").arg("--config").arg(&config).arg(&read_by_tool).output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("{}: {}", source.display(), String::from_utf8_lossy(&output.stderr)))
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
