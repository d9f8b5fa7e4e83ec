//! Toolchains and other tools: finds them. rustup and cargo may fetch what is theirs; anything else is named, and its step is skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// This program. Its path is asked for at the start: once it has been built anew, Linux no longer tells it.
pub(crate) static ITSELF: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::current_exe().unwrap_or_else(|_| "xtask".into()));

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask lies in the workspace's folder").to_owned()
}

/// `cargo` of the toolchain that runs xtask, in the workspace's folder.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// The same with the words of a line.
pub(crate) fn cargo_line(line: &str) -> Command {
    cargo(&line.split(' ').collect::<Vec<_>>())
}

/// `cargo` of another toolchain.
pub(crate) fn cargo_of(toolchain: &str, line: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo"]).args(line.split(' ')).current_dir(root());
    // These variables name the toolchain that runs xtask. The other toolchain must not see them.
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// What undoes the levels that profiles give to single packages, so that tests share the build of programs that are not optimised.
pub(crate) fn unoptimised() -> impl Iterator<Item = String> {
    let packages = [
        "dev.package.hitmask-oracle",
        "test.package.hitmask",
        "test.package.hitmask-assets",
        "test.package.hitmask-cli",
    ];
    packages.into_iter().map(|package| format!("--config=profile.{package}.opt-level=0"))
}

/// The folder of what is built for tests.
pub(crate) fn built() -> PathBuf {
    built_for("")
}

/// The same for a target with a name.
pub(crate) fn built_for(target: &str) -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    folder.join(target).join("debug")
}

/// Whether the command succeeds. Its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Looks for a program or a driver. Where the system is Debian's and allows it, its package is installed.
pub(crate) fn found(what: &str, package: &str, is_there: impl Fn() -> bool) -> Result<(), String> {
    let line = format!("apt-get install --yes --no-install-recommends {package}");
    let install = |program: &str, word: &str| succeeds(Command::new(program).arg(word).args(line.split(' ')));
    if is_there() || (install("env", "DEBIAN_FRONTEND=noninteractive") || install("sudo", "-n")) && is_there()
    {
        Ok(())
    } else {
        Err(format!("{what} is missing: install it (Debian: {package})"))
    }
}

/// Asks rustup for a part: `target add NAME`, for example.
pub(crate) fn rustup(line: &str) -> Result<(), String> {
    let mut command = Command::new("rustup");
    let shown = command.args(line.split(' ')).stdin(Stdio::null()).status();
    if shown.is_ok_and(|status| status.success()) { Ok(()) } else { Err(format!("rustup {line} has failed")) }
}

/// Fetches a toolchain if it is missing, and components of it.
pub(crate) fn has_toolchain(toolchain: &str, components: &[&str]) -> Result<(), String> {
    if !succeeds(Command::new("rustup").args(["run", toolchain, "rustc", "--version"])) {
        rustup(&format!("toolchain install {toolchain} --profile minimal --no-self-update"))?;
    }
    components.iter().try_for_each(|name| rustup(&format!("component add {name} --toolchain {toolchain}")))
}

/// Builds a published cargo subcommand if it is missing.
pub(crate) fn has_subcommand(name: &str) -> Result<(), String> {
    let mut install = cargo(&["install", "--locked", &format!("cargo-{name}")]);
    // Few optimisations make the installation much faster, and the tools are fast enough.
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    if succeeds(&mut cargo(&[name, "--version"])) || install.status().is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err(format!("cargo-{name} is missing and could not be built"))
    }
}

/// Whether a program is there. If not, the error says how to get it.
pub(crate) fn has_program(program: &str, how: &str) -> Result<(), String> {
    if succeeds(Command::new(program).arg("--version")) {
        Ok(())
    } else {
        Err(format!("{program} is missing: {how}"))
    }
}

/// The same for a program of the system: a question that it answers, and Debian's package.
pub(crate) fn has(program: &str, question: &str, package: &str) -> Result<(), String> {
    let there = succeeds(Command::new(program).arg(question));
    if there { Ok(()) } else { Err(format!("{program} is missing: install it (Debian: {package})")) }
}

/// The path of a published program in this version, in a folder of its own. It is built if it is missing.
pub(crate) fn tool(name: &str, version: &str, options: &[&str]) -> Result<PathBuf, String> {
    tool_of(name, name, version, options)
}

/// The same where the crate has another name than its program.
pub(crate) fn tool_of(name: &str, program: &str, version: &str, options: &[&str]) -> Result<PathBuf, String> {
    let root = root().join("target/tools");
    let program = root.join("bin").join(program);
    if printed_by(Command::new(&program).arg("--version")).is_ok_and(|text| text.trim().ends_with(version)) {
        return Ok(program);
    }
    let mut install = cargo_line(&format!("install --quiet --locked --force {name}@{version} --root"));
    install.arg(&root).args(options);
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    printed_by(install.env("CARGO_TARGET_DIR", root.join("build"))).map(|_| program)
}

/// What a command prints if it succeeds, or else all that it has said.
pub(crate) fn printed_by(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    if output.status.success() { Ok(text.into_owned()) } else { Err(format!("{command:?}\n{text}{errors}")) }
}

/// The folder of the programs of a virtual environment `target/NAME`, with these packages in it. It is made by this Python.
pub(crate) fn python_tools(python: &str, name: &str, packages: &str) -> Result<PathBuf, String> {
    let venv = root().join("target").join(name);
    let programs = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let inside = programs.join("python");
    let made = succeeds(Command::new(&inside).arg("--version"))
        || succeeds(Command::new(python).args(["-m", "venv", "--clear"]).arg(&venv));
    let pip = "-m pip install --quiet --disable-pip-version-check";
    let fetched = made
        && succeeds(Command::new(inside).args(pip.split(' ')).args(packages.split(' ')).current_dir(root()));
    if fetched {
        Ok(programs)
    } else {
        Err(format!("{python} needs venv and pip, and pip must reach {packages}"))
    }
}

/// Puts a folder of programs before the others that a command finds.
pub(crate) fn with_programs<'c>(command: &'c mut Command, folder: &Path) -> &'c mut Command {
    let old = std::env::var_os("PATH").unwrap_or_default();
    match std::env::join_paths([folder.to_owned()].into_iter().chain(std::env::split_paths(&old))) {
        Ok(path) => command.env("PATH", path),
        Err(_) => command,
    }
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// A comment in lines of at most 140 letters, each behind a margin.
pub(crate) fn folded(text: &str, margin: &str) -> String {
    let (mut lines, mut length) = (margin.to_owned(), margin.len());
    for word in text.split(' ') {
        if length + word.len() + 1 > 140 {
            lines += &format!("\n{margin}");
            length = margin.len();
        }
        lines += &format!(" {word}");
        length += word.len() + 1;
    }
    lines + "\n"
}

/// The parts between separators outside of brackets and strings, without empty ones.
pub(crate) fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth, mut quoted) = (vec![String::new()], 0, None);
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '"' | '\'' if quoted == Some(c) => quoted = None,
            '"' | '\'' if quoted.is_none() => quoted = Some(c),
            _ if quoted.is_some() => {}
            // A shift.
            '<' if before == '<' => depth -= 1,
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = c;
        if c == separator && depth == 0 && quoted.is_none() {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}
