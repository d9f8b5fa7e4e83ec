//! The playground: `cargo xtask web --serve` builds the package and shows the site; `cargo xtask full` plays it in a real browser.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{cargo, has_packages, printed_by};
use crate::web;

/// Drives the browser. Pinned, because its interface to browsers changes.
const PLAYWRIGHT: &str = "playwright-core@1.64.1";
const BROWSER: &str = "chromium";

/// The site, as it is published.
fn site() -> PathBuf {
    crate::root().join("target/playground")
}

/// The scripts of the site beside the package's, from which the published script is made. The server and the test stay here.
fn sources() -> PathBuf {
    crate::root().join("target/web/playground")
}

/// Builds the package and the site, and shows the site until it is interrupted.
pub(crate) fn serve() -> ExitCode {
    let mut steps = Steps::default();
    web::add_full(&mut steps);
    let is_there = steps.check("the site", assemble).is_some();
    if steps.finish() != ExitCode::SUCCESS || !is_there {
        return ExitCode::FAILURE;
    }
    let shown = Command::new("node").arg(sources().join("serve.mjs")).arg(site()).status();
    ExitCode::from(u8::from(!shown.is_ok_and(|status| status.success())))
}

/// Plays every demo in a browser. The package must have been built.
pub(crate) fn add(steps: &mut Steps) {
    const NAME: &str = "the playground in a browser";
    if steps.check("the site", assemble).is_none() {
        return;
    }
    if let Err(why) = has_packages(&[BROWSER], &["chromium"]) {
        return steps.skip(NAME, &why);
    }
    let tools = sources().join("test");
    let mut install = Command::new("npm");
    install.args(["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", PLAYWRIGHT]);
    if !steps.run("playwright-core from npm", install.current_dir(&tools)) {
        return;
    }
    if !steps.run("the program, to compare with", &mut cargo(&["build", "--quiet", "--bin", "hitmask"])) {
        return;
    }
    let mut play = Command::new("node");
    play.arg(tools.join("playground.mjs")).arg(site()).arg(crate::root().join("target/debug/hitmask"));
    play.arg(crate::root().join("target/playground-pictures"));
    steps.run(NAME, &mut play);
}

/// Puts everything that the site needs into one folder, which can be put on any server for files. What a browser loads is one script, one
/// style sheet and one page, made smaller; a map leads developer tools back to the sources.
fn assemble() -> Result<(), String> {
    let (root, site, sources) = (crate::root(), site(), sources());
    for folder in [&site, &sources] {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
    }
    copy(&root.join("web"), &sources, |_| true)?;
    copy(&web::package(), &sources.join("hitmask"), |name| name.ends_with(".js"))?;
    let mut pack = Command::new(web::tools_folder().join("node_modules/.bin/esbuild"));
    pack.args([
        "main.js",
        "style.css",
        "--bundle",
        "--minify",
        "--sourcemap",
        "--format=esm",
        "--target=es2022",
    ]);
    pack.args(["--log-level=warning", &format!("--outdir={}", site.display())]).current_dir(&sources);
    printed_by(&mut pack)?;
    let page = "index.html";
    std::fs::copy(sources.join(page), site.join(page)).map_err(|error| format!("{page}: {error}"))?;
    // The package's scripts expect the module beside them.
    copy(&web::package(), &site, |name| name.ends_with(".wasm"))?;
    copy(&root.join("assets"), &site.join("assets"), |name| name.ends_with(".png") || name == "LICENSES.md")
}

/// Copies the files of a folder whose names are wanted, and those of the folders in it.
fn copy(from: &Path, to: &Path, wanted: fn(&str) -> bool) -> Result<(), String> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    std::fs::create_dir_all(to).map_err(failed(to))?;
    for entry in std::fs::read_dir(from).map_err(failed(from))? {
        let entry = entry.map_err(failed(from))?;
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            copy(&path, &to.join(name), wanted)?;
        } else if name.to_str().is_some_and(wanted) {
            std::fs::copy(&path, to.join(name)).map_err(failed(&path))?;
        }
    }
    Ok(())
}
