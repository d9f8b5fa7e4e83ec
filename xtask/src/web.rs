//! The npm package: `cargo xtask web` builds it into `target/npm/hitmask`, ready for `npm pack`, and tests it in Node.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::playground;
use crate::steps::Steps;
use crate::tools::{cargo, has_packages, has_target, succeeds};
use crate::web_bench;
use crate::web_exports::interface;

const TARGET: &str = "wasm32-unknown-unknown";

/// What the compiler uses of WebAssembly, as binaryen names it. Without these names it refuses the module; with all that it knows, it
/// writes types that no engine has.
const FEATURES: [&str; 8] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// A build of the module.
struct Build {
    /// Its name in `init({ build })`.
    name: &'static str,
    file: &'static str,
    flags: &'static str,
    profile: &'static str,
    optimise: &'static str,
    /// The most bytes that it may have, packed by gzip: what was reached, and a little more. CI builds the plain one without binaryen.
    limit: u64,
}

const PLAIN: Build = Build {
    name: "plain",
    file: "hitmask.wasm",
    flags: "",
    profile: "release",
    optimise: "-Oz",
    limit: 315_000,
};
const SIMD: Build = Build {
    name: "simd",
    file: "hitmask-simd.wasm",
    flags: "-C target-feature=+simd128",
    profile: "fast",
    optimise: "-O3",
    limit: 365_000,
};

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let mut steps = Steps::default();
    match options {
        [] => add_full(&mut steps),
        ["--plain"] => add_short(&mut steps),
        ["--serve"] => return playground::serve(),
        ["--bench"] => {
            add_full(&mut steps);
            let built = steps.finish();
            return if built == ExitCode::SUCCESS { web_bench::run() } else { built };
        }
        _ => {
            eprintln!("cargo xtask web takes no option but --plain, --serve and --bench");
            return ExitCode::from(2);
        }
    }
    steps.finish()
}

/// What CI has time for: the plain build and its tests, without the optimiser of binaryen.
pub(crate) fn add_short(steps: &mut Steps) {
    add(steps, &[PLAIN]);
}

/// Both builds, made smaller, and all checks of the package.
pub(crate) fn add_full(steps: &mut Steps) {
    add(steps, &[PLAIN, SIMD]);
}

fn crate_folder() -> PathBuf {
    crate::root().join("crates/hitmask-wasm")
}

/// Where the tools from npm are installed.
pub(crate) fn tools_folder() -> PathBuf {
    work().join("tools")
}

/// Where everything is built.
fn work() -> PathBuf {
    crate::root().join("target/web")
}

/// The package.
pub(crate) fn package() -> PathBuf {
    crate::root().join("target/npm/hitmask")
}

/// Adds the steps. With both builds the package is complete, and all its checks are made.
fn add(steps: &mut Steps, builds: &[Build]) {
    const NAME: &str = "the npm package";
    if !succeeds(
        Command::new("node").args(["-e", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"]),
    ) {
        return steps.skip(NAME, "it needs Node 20 or later");
    }
    if let Err(why) = has_target(TARGET) {
        return steps.skip(NAME, &why);
    }
    lint(steps);
    let complete = builds.len() > 1;
    let Some(tools) = steps.check("tools from npm", || tools(complete)) else {
        return steps.skip(NAME, "npm could not install what crates/hitmask-wasm/js/package.json names");
    };
    if steps.check("an empty package with what is copied", copy).is_none() {
        return;
    }
    for build in builds {
        if !steps.run(&format!("the {} build of the module", build.name), &mut compile(build)) {
            return;
        }
        if steps
            .check(&format!("the {} build in the package", build.name), || place(build, complete, &tools))
            .is_none()
        {
            return;
        }
    }
    let types = steps.check("types of the exports", || {
        let text = interface(&crate_folder().join("src"))?;
        write(&crate_folder().join("js/src/exports.ts"), &text)
    });
    if types.is_none() {
        return;
    }
    let mut tsc = node(&tools, "typescript/bin/tsc");
    tsc.arg("--project").arg(crate_folder().join("js")).arg("--outDir").arg(package());
    tsc.arg("--typeRoots").arg(tools.join("node_modules/@types"));
    if !steps.run("the JavaScript and its types", &mut tsc) {
        return;
    }
    for build in builds {
        let mut test = Command::new("node");
        // A relative path, since Node takes an absolute one for the name of a package.
        test.args(["--test", "--test-reporter=./crates/hitmask-wasm/js/test/reporter.mjs"]).args(tests());
        test.env("HITMASK_BUILD", build.name).current_dir(crate::root());
        steps.run(&format!("tests of the npm package, {} build", build.name), &mut test);
    }
    if complete {
        check_package(steps, &tools);
    }
}

/// What the package looks like to others: its manifest, its types for every way to import it, a strict program, real canvas libraries.
fn check_package(steps: &mut Steps, tools: &Path) {
    steps.run("publint", node(tools, "publint/src/cli.js").arg("--strict").arg(package()));
    let mut types = node(tools, "@arethetypeswrong/cli/dist/index.js");
    types.args(["--profile", "esm-only", "--pack"]).arg(package()).args([
        "--exclude-entrypoints",
        "hitmask.wasm",
        "hitmask-simd.wasm",
    ]);
    steps.run("are the types wrong?", &mut types);
    let mut strict = node(tools, "typescript/bin/tsc");
    strict.arg("--project").arg(crate_folder().join("js/test/strict"));
    steps.run("a strict TypeScript program", &mut strict);
    match has_packages(&["chromium"], &["chromium"]) {
        Ok(()) => {
            let mut adapters = Command::new("node");
            adapters.arg(crate_folder().join("js/test/adapters.mjs")).arg(tools);
            steps.run("the adapters beside the real libraries", &mut adapters);
        }
        Err(why) => steps.skip("the adapters beside the real libraries", &why),
    }
}

/// Formatting and lints of the crate, which is a workspace of its own.
fn lint(steps: &mut Steps) {
    let manifest = crate_folder().join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    steps.run("formatting of hitmask-wasm", &mut cargo(&["fmt", "--check", "--manifest-path", &manifest]));
    // The module is nothing on other machines; the benchmark's native program is a target of its own.
    for target in [&["--lib", "--target", TARGET][..], &["--examples"]] {
        let mut lints = cargo(&["clippy", "--manifest-path", &manifest]);
        lints.args(target).args(["--", "-D", "warnings"]).env("CARGO_TARGET_DIR", work());
        steps.run(&format!("lints of hitmask-wasm: {}", target[0]), &mut lints);
    }
}

/// Installs the tools, and returns their folder. What only a complete package needs is a development dependency.
fn tools(complete: bool) -> Result<PathBuf, String> {
    let folder = tools_folder();
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let from = crate_folder().join("js/package.json");
    std::fs::copy(&from, folder.join("package.json"))
        .map_err(|error| format!("{}: {error}", from.display()))?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error"]);
    if !complete {
        npm.args(["--omit", "dev"]);
    }
    if npm.current_dir(&folder).status().is_ok_and(|status| status.success()) {
        Ok(folder)
    } else {
        Err("npm install failed".to_owned())
    }
}

/// A program of a tool, run by Node.
fn node(tools: &Path, program: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(tools.join("node_modules").join(program));
    command
}

fn compile(build: &Build) -> Command {
    let manifest = crate_folder().join("Cargo.toml");
    let mut command =
        cargo(&["build", "--profile", build.profile, "--locked", "--target", TARGET, "--manifest-path"]);
    command.arg(manifest).env("CARGO_TARGET_DIR", work().join(build.name)).env("RUSTFLAGS", build.flags);
    command
}

/// Empties the package's folder and copies the files that are not built.
fn copy() -> Result<(), String> {
    let (from, to) = (crate_folder(), package());
    if to.exists() {
        std::fs::remove_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    std::fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    for (file, name) in [
        ("js/npm.json", "package.json"),
        ("README.md", "README.md"),
        ("LICENSE-MIT", "LICENSE-MIT"),
        ("LICENSE-APACHE", "LICENSE-APACHE"),
    ] {
        std::fs::copy(from.join(file), to.join(name)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

/// Puts a build into the package, made smaller if the package is to be complete, and says how large it is.
fn place(build: &Build, complete: bool, tools: &Path) -> Result<(), String> {
    let built = work().join(build.name).join(TARGET).join(build.profile).join("hitmask_wasm.wasm");
    let to = package().join(build.file);
    if complete {
        let mut optimise = Command::new(tools.join("node_modules/binaryen/bin/wasm-opt"));
        // The first kilobyte of memory is the end of the stack, so nothing lies there.
        optimise.arg(&built).args([
            build.optimise,
            "--low-memory-unused",
            "--strip-debug",
            "--strip-producers",
        ]);
        optimise.args(FEATURES);
        if build.name == SIMD.name {
            optimise.arg("--enable-simd");
        }
        optimise.arg("-o").arg(&to);
        if !optimise.status().is_ok_and(|status| status.success()) {
            return Err("wasm-opt failed".to_owned());
        }
    } else {
        std::fs::copy(&built, &to).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    let pack = "process.stdout.write(String(require('zlib').gzipSync(require('fs').readFileSync(process.argv[1]), { level: 9 }).length))";
    let packed =
        Command::new("node").args(["-e", pack]).arg(&to).output().map_err(|error| error.to_string())?;
    let packed = String::from_utf8_lossy(&packed.stdout).parse::<u64>().map_err(|error| error.to_string())?;
    let bytes = std::fs::metadata(&to).map_err(|error| error.to_string())?.len();
    println!("    {}: {bytes} bytes, {packed} packed by gzip", build.file);
    if packed > build.limit {
        return Err(format!("the {} build may have at most {} bytes, packed", build.name, build.limit));
    }
    Ok(())
}

/// The test files, in the order of their names.
fn tests() -> Vec<PathBuf> {
    let is_test = |path: &PathBuf| path.to_string_lossy().ends_with(".test.mjs");
    crate::examples::entries(&crate_folder().join("js/test")).into_iter().filter(is_test).collect()
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
