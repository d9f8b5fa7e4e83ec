//! The C library as its users get it: installed by cargo-c into a folder of its own, found by pkg-config and by `CMake`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::capi::{STRICT, folder, out, read};
use crate::steps::Steps;
use crate::tools::{has_library, has_packages, pinned, printed_by};

/// The version of cargo-c. Each needs the Rust of its time; this one needs 1.93.
const CARGO_C: &str = "0.10.22+cargo-0.96.0";
/// What the example prints.
const PRINTED: &str = "the rectangles overlap, the pixels don't\nboom at (10, 10)\n";

/// Installs the library and builds an example with what was installed: by pkg-config with the shared and with the static library, and by
/// `CMake`.
pub(crate) fn add(steps: &mut Steps) {
    const INSTALL: &str = "cargo cinstall";
    // cargo-c is built with Debian's OpenSSL.
    let tool = has_packages(&["pkg-config", "readelf"], &["pkg-config", "binutils"])
        .and_then(|()| has_library("openssl", "libssl-dev"))
        .and_then(|()| pinned("cargo-c", "cargo-cinstall", CARGO_C));
    let tool = match tool {
        Ok(tool) => tool,
        Err(why) => return steps.skip(INSTALL, &why),
    };
    let prefix = out().join("installed");
    // What an older run has installed must not be found. The folder may be missing.
    let _ = std::fs::remove_dir_all(&prefix);
    let mut install = Command::new(tool);
    install.args(["cinstall", "--release", "--locked", "--package", "hitmask-capi", "--prefix"]).arg(&prefix);
    install.current_dir(crate::root()).env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    if !steps.run(INSTALL, &mut install) {
        return;
    }
    let found = steps.check("what was installed", || Installed::find(&prefix));
    let Some(installed) = found else { return };
    for (name, link) in [("shared", false), ("static", true)] {
        steps.check(&format!("a C program by pkg-config, with the {name} library"), || {
            installed.by_pkg_config(link)
        });
    }
    match has_packages(&["cmake"], &["cmake", "make"]) {
        Ok(()) => {
            steps.check("a C program by find_package of CMake", || installed.by_cmake());
        }
        Err(why) => steps.skip("find_package in CMake", &why),
    }
}

/// Where the parts of the library are.
struct Installed {
    prefix: PathBuf,
    /// `lib`, or on Debian a folder in it that is named by the machine.
    libraries: PathBuf,
}

impl Installed {
    /// Looks for everything that must be there.
    fn find(prefix: &Path) -> Result<Installed, String> {
        let version = version()?;
        let minor = version.rsplit_once('.').map_or("", |(minor, _)| minor);
        let lib = prefix.join("lib");
        let folders = std::fs::read_dir(&lib).map_err(|error| format!("{}: {error}", lib.display()))?;
        let folders = folders.flatten().map(|entry| entry.path()).chain([lib.clone()]);
        let libraries = folders
            .into_iter()
            .find(|folder| folder.join("libhitmask.a").exists())
            .ok_or_else(|| format!("there is no libhitmask.a in {}", lib.display()))?;
        let whole = libraries.join(format!("libhitmask.so.{version}"));
        let names = ["libhitmask.so".to_owned(), format!("libhitmask.so.{minor}")];
        for file in names.iter().map(|name| libraries.join(name)).chain([
            whole.clone(),
            libraries.join("pkgconfig/hitmask.pc"),
            prefix.join("share/hitmask/cmake/hitmask-config.cmake"),
            prefix.join("share/hitmask/cmake/hitmask-config-version.cmake"),
        ]) {
            if !file.exists() {
                return Err(format!("{} was not installed", file.display()));
            }
        }
        for header in ["hitmask.h", "hitmask.hpp"] {
            let there = prefix.join("include/hitmask").join(header);
            if read(&there)? != read(&folder().join("include").join(header))? {
                return Err(format!("{} is not the committed header", there.display()));
            }
        }
        let soname = format!("Library soname: [libhitmask.so.{minor}]");
        if !printed_by(Command::new("readelf").arg("-d").arg(&whole))?.contains(&soname) {
            return Err(format!("{} does not say `{soname}`", whole.display()));
        }
        let installed = Installed { prefix: prefix.to_owned(), libraries };
        let told = installed.pkg_config(&["--modversion"])?;
        if told.trim() != version {
            return Err(format!("hitmask.pc says version {}, and not {version}", told.trim()));
        }
        Ok(installed)
    }

    fn pkg_config(&self, options: &[&str]) -> Result<String, String> {
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", self.libraries.join("pkgconfig")).args(options).arg("hitmask");
        printed_by(&mut command)
    }

    /// Compiles the example as its first comment says, and runs it.
    fn by_pkg_config(&self, linked_statically: bool) -> Result<(), String> {
        let program = out().join("by_pkg_config");
        let options: &[&str] =
            if linked_statically { &["--cflags", "--libs", "--static"] } else { &["--cflags", "--libs"] };
        let mut flags = self.pkg_config(options)?;
        if linked_statically {
            // Without this the linker prefers the shared one. The rest of the line says what else it needs.
            flags = flags.replacen("-lhitmask", "-l:libhitmask.a", 1);
        }
        let mut compile = Command::new("cc");
        compile.arg("-std=c99").args(STRICT).arg(folder().join("examples/first_contact.c"));
        compile.args(flags.split_whitespace()).arg("-o").arg(&program);
        printed_by(&mut compile)?;
        let needed = printed_by(Command::new("readelf").arg("-d").arg(&program))?;
        if needed.contains("libhitmask.so.") == linked_statically {
            return Err(format!("it was linked with the wrong library:\n{needed}"));
        }
        self.run(&program)
    }

    /// Builds the small project in `cmake`, and runs its program. A version of the future must be refused.
    fn by_cmake(&self) -> Result<(), String> {
        let version = version()?;
        let configure = |wanted: &str, folder_name: &str| {
            let build = out().join(folder_name);
            let _ = std::fs::remove_dir_all(&build);
            let mut command = Command::new("cmake");
            command.arg("-S").arg(folder().join("cmake")).arg("-B").arg(&build);
            command.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display()));
            command.arg(format!("-DWANTED={wanted}"));
            printed_by(&mut command).map(|_| build)
        };
        for wanted in ["0.0.9", "0.99", "7"] {
            match configure(wanted, "cmake-refused") {
                Ok(_) => return Err(format!("find_package(hitmask {wanted}) has found {version}")),
                Err(why) if why.contains("version: ") => {}
                Err(why) => {
                    return Err(format!("find_package(hitmask {wanted}) should name the version: {why}"));
                }
            }
        }
        let build = configure(&version, "cmake")?;
        printed_by(Command::new("cmake").arg("--build").arg(&build))?;
        let cache = read(&build.join("CMakeCache.txt"))?;
        if !cache.contains(&format!("HITMASK_LIBRARY:FILEPATH={}", self.libraries.display())) {
            return Err(format!("CMake has found another library: see {}", build.display()));
        }
        self.run(&build.join("first_contact"))
    }

    fn run(&self, program: &Path) -> Result<(), String> {
        let printed = printed_by(Command::new(program).env("LD_LIBRARY_PATH", &self.libraries))?;
        if printed == PRINTED {
            Ok(())
        } else {
            Err(format!("{} printed {printed:?}, and not {PRINTED:?}", program.display()))
        }
    }
}

/// The version of the package, as its header says it.
fn version() -> Result<String, String> {
    let header = read(&folder().join("include/hitmask.h"))?;
    let part = |name: &str| {
        let line = format!("#define HITMASK_VERSION_{name} ");
        header.lines().find_map(|text| text.strip_prefix(&line)).unwrap_or("?").to_owned()
    };
    Ok(["MAJOR", "MINOR", "PATCH"].map(part).join("."))
}
