//! Toolchains and other tools: finds them, and installs what is missing.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// `cargo` of the toolchain that runs xtask, in the workspace's folder.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(crate::root());
    command
}

/// The folder of what is built with the profile of the tests.
pub(crate) fn built() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from);
    target.join("debug")
}

/// `cargo` of another toolchain.
pub(crate) fn cargo_of(toolchain: &str, args: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo"]).args(args).current_dir(crate::root());
    // These variables name the toolchain that runs xtask. The other toolchain must not see them.
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// Whether the command succeeds. Its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Whether the command succeeds. Its output is shown.
fn shown(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Installs a toolchain if it is missing.
pub(crate) fn has_toolchain(toolchain: &str) -> Result<(), String> {
    let there = succeeds(Command::new("rustup").args(["run", toolchain, "rustc", "--version"]));
    let install = ["toolchain", "install", toolchain, "--profile", "minimal", "--no-self-update"];
    if there || shown(Command::new("rustup").args(install)) {
        Ok(())
    } else {
        Err(format!("the toolchain {toolchain} is missing and could not be installed"))
    }
}

/// Installs a component of a toolchain if it is missing.
pub(crate) fn has_component(toolchain: &str, component: &str) -> Result<(), String> {
    has_toolchain(toolchain)?;
    if shown(Command::new("rustup").args(["component", "add", component, "--toolchain", toolchain])) {
        Ok(())
    } else {
        Err(format!("the component {component} of {toolchain} could not be installed"))
    }
}

/// Installs the standard library of a target for the toolchain that runs xtask, if it is missing.
pub(crate) fn has_target(target: &str) -> Result<(), String> {
    if shown(Command::new("rustup").args(["target", "add", target])) {
        Ok(())
    } else {
        Err(format!("the target {target} could not be installed"))
    }
}

/// What a command prints if it succeeds, or else all that it has said.
pub(crate) fn printed_by(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    if output.status.success() { Ok(text.into_owned()) } else { Err(format!("{command:?}\n{text}{errors}")) }
}

/// Installs a published cargo subcommand if it is missing.
pub(crate) fn has_subcommand(name: &str) -> Result<(), String> {
    let there = succeeds(&mut cargo(&[name, "--version"]));
    let mut install = cargo(&["install", "--locked", &format!("cargo-{name}")]);
    // Few optimisations make the installation much faster, and the tools are fast enough.
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_LTO", "off");
    if there || shown(&mut install) {
        Ok(())
    } else {
        Err(format!("cargo-{name} is missing and could not be installed"))
    }
}

/// The program of a published crate in exactly this version, in a folder of its own. Installed if it is missing.
pub(crate) fn pinned(name: &str, program: &str, version: &str) -> Result<PathBuf, String> {
    let root = crate::root().join("target/tools");
    let tool = root.join("bin").join(program);
    let right = |tool: &PathBuf| {
        let output = Command::new(tool).arg("--version").output();
        output
            .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == format!("{name} {version}"))
    };
    if right(&tool) {
        return Ok(tool);
    }
    let mut install =
        cargo(&["install", "--quiet", "--locked", "--force", &format!("{name}@{version}"), "--root"]);
    install.arg(&root).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
    install.env("CARGO_TARGET_DIR", root.join("build"));
    if shown(&mut install) && right(&tool) {
        Ok(tool)
    } else {
        Err(format!("{name} {version} is missing and could not be installed"))
    }
}

/// Installs Debian's packages if one of the programs is missing.
pub(crate) fn has_packages(programs: &[&str], packages: &[&str]) -> Result<(), String> {
    let missing = || programs.iter().find(|program| !succeeds(Command::new(program).arg("--version")));
    let Some(program) = missing() else { return Ok(()) };
    println!("installing {}, for {program}", packages.join(" "));
    let there = apt_install(packages);
    match missing() {
        None => Ok(()),
        Some(program) if there => {
            Err(format!("{program} is not in any of the packages {}", packages.join(" ")))
        }
        Some(program) => {
            Err(format!("{program} is missing, and {} could not be installed", packages.join(" ")))
        }
    }
}

/// Installs Debian's package of a library if pkg-config does not find the library.
pub(crate) fn has_library(name: &str, package: &str) -> Result<(), String> {
    has_packages(&["pkg-config"], &["pkg-config"])?;
    let found = || succeeds(Command::new("pkg-config").args(["--exists", name]));
    if found() || (apt_install(&[package]) && found()) {
        Ok(())
    } else {
        Err(format!("{name} is missing, and {package} could not be installed"))
    }
}

/// Installs packages of Debian: as root, or with sudo if it asks no password.
fn apt_install(packages: &[&str]) -> bool {
    let apt = |words: &[&str]| {
        shown(Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = |words: &[&str]| apt(words) || apt(&[&["sudo", "-n"], words].concat());
    let quiet = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"];
    install(&["apt-get", "update", "-qq"]) && install(&[&quiet, packages].concat())
}
