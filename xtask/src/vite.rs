//! Bundlers: a small application with the npm package, built by Vite and run in a browser.

use std::path::Path;
use std::process::Command;

use crate::steps::Steps;
use crate::tools::has_packages;
use crate::web;

/// The files of the application, and of what runs it.
const TESTS: &str = "crates/hitmask-wasm/js/test";

/// The package must have been built, with both builds.
pub(crate) fn add(steps: &mut Steps) {
    const NAME: &str = "an application built by Vite, in a browser";
    if let Err(why) = has_packages(&["chromium"], &["chromium"]) {
        return steps.skip(NAME, &why);
    }
    let work = crate::root().join("target/web/vite");
    if steps.check("the files of an application", || copy(&work)).is_none() {
        return;
    }
    // Installed as from the registry: a copy, not a link into this repository.
    let mut install = Command::new("npm");
    install.args(["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error"]);
    install.args(["--install-links", "--no-save"]).arg(web::package());
    if !steps.run("Vite and the package", install.current_dir(&work)) {
        return;
    }
    let mut build = Command::new("node");
    build.arg("node_modules/vite/bin/vite.js").args(["build", "--logLevel", "warn"]);
    if !steps.run("the application, built by Vite", build.current_dir(&work)) {
        return;
    }
    let mut run = Command::new("node");
    run.arg(crate::root().join(TESTS).join("vite.mjs")).arg(web::tools_folder()).arg(&work);
    steps.run(NAME, &mut run);
}

fn copy(to: &Path) -> Result<(), String> {
    // What an earlier run has built must not pass for this one's.
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for file in crate::examples::entries(&crate::root().join(TESTS).join("vite")) {
        let name = file.file_name().ok_or("a file without a name")?;
        std::fs::copy(&file, to.join(name)).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}
