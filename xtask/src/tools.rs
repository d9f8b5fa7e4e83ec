//! Toolchains, and what is installed beside them.

use std::process::{Command, Stdio};

/// `cargo` of the toolchain that runs xtask, in the workspace's folder.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(crate::root());
    command
}

/// `cargo` of another toolchain.
pub(crate) fn cargo_of(toolchain: &str, args: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo"]).args(args).current_dir(crate::root());
    // Which cargo and rustc run us says nothing about the other toolchain.
    command.env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// Whether the command succeeds; its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Whether the command succeeds; what it says is shown.
fn shown(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Sees to it that a toolchain is there, installing it where that is possible.
pub(crate) fn has_toolchain(toolchain: &str) -> Result<(), String> {
    let there = succeeds(Command::new("rustup").args(["run", toolchain, "rustc", "--version"]));
    let install = ["toolchain", "install", toolchain, "--profile", "minimal", "--no-self-update"];
    if there || shown(Command::new("rustup").args(install)) {
        Ok(())
    } else {
        Err(format!("the toolchain {toolchain} is not there and could not be installed"))
    }
}

/// Sees to it that a toolchain has a component.
pub(crate) fn has_component(toolchain: &str, component: &str) -> Result<(), String> {
    has_toolchain(toolchain)?;
    if shown(Command::new("rustup").args(["component", "add", component, "--toolchain", toolchain])) {
        Ok(())
    } else {
        Err(format!("the component {component} of {toolchain} could not be installed"))
    }
}

/// Sees to it that the standard library of a target is there for the toolchain that runs xtask.
pub(crate) fn has_target(target: &str) -> Result<(), String> {
    if shown(Command::new("rustup").args(["target", "add", target])) {
        Ok(())
    } else {
        Err(format!("the target {target} could not be installed"))
    }
}

/// Sees to it that a published cargo subcommand is there.
pub(crate) fn has_subcommand(name: &str) -> Result<(), String> {
    let there = succeeds(&mut cargo(&[name, "--version"]));
    let mut install = cargo(&["install", "--locked", &format!("cargo-{name}")]);
    // It works for seconds, and is fast enough with few optimisations. With all of them the installation takes minutes.
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_LTO", "off");
    if there || shown(&mut install) {
        Ok(())
    } else {
        Err(format!("cargo-{name} is not there and could not be installed"))
    }
}

/// Sees to it that programs are there, installing Debian's packages where that is possible.
pub(crate) fn has_packages(programs: &[&str], packages: &[&str]) -> Result<(), String> {
    let missing = || programs.iter().find(|program| !succeeds(Command::new(program).arg("--version")));
    let Some(program) = missing() else { return Ok(()) };
    println!("installing {}, for {program}", packages.join(" "));
    let install = |words: &[&str]| {
        // As root, or as somebody who may become root without being asked.
        let apt = |words: &[&str]| {
            shown(Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
        };
        apt(words) || apt(&[&["sudo", "-n"], words].concat())
    };
    let quiet = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"];
    let there = install(&["apt-get", "update", "-qq"]) && install(&[&quiet, packages].concat());
    match missing() {
        None => Ok(()),
        Some(program) if there => Err(format!("{program} is in none of the packages {}", packages.join(" "))),
        Some(program) => {
            Err(format!("{program} is not there, and {} could not be installed", packages.join(" ")))
        }
    }
}
