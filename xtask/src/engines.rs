//! raylib and SDL 3, built from the sources that crates bring along: what they draw is compared with what collides. And the extension for Godot.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{built, cargo_line, has, printed_by, read, write};

const RAYLIB: (&str, &str) = ("raylib-sys", "6.0.0");
/// The interface of Godot, which runs nowhere here.
const GODOT: (&str, &str) = ("gdextension-api", "0.5.1");
const SDL: (&str, &str) = ("sdl3-src", "3.4.18");
/// What raylib needs of X11, by a header of the last part.
const X11: (&str, &str) = (
    "/usr/include/X11/extensions/Xrandr.h",
    "the headers of X11 are missing: install them (Debian: libx11-dev libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev libgl-dev)",
);

pub(crate) fn add(steps: &mut Steps) {
    godot(steps);
    let gcc = || has("gcc", "--version", "gcc");
    const DRAWN: &str = "raylib draws what collides";
    let x11 = if Path::new(X11.0).exists() { Ok(()) } else { Err(X11.1.to_owned()) };
    let ready = gcc().and(x11).and_then(|()| has("xvfb-run", "--help", "xvfb"));
    if steps.can(DRAWN, ready) {
        let parts = steps.check("building raylib", raylib);
        if let Some(program) = parts.and_then(|parts| compiled(steps, "raylib", &parts)) {
            let mut drawn = Command::new("xvfb-run");
            drawn.arg("-a").arg(program).arg(pictures().join("raylib.png"));
            steps.run(DRAWN, drawn.current_dir(crate::root()));
            page(steps, "raylib");
        }
    }
    const RENDERED: &str = "SDL 3 renders what collides";
    if steps.can(RENDERED, gcc().and_then(|()| has("cmake", "--version", "cmake"))) {
        let parts = steps.check("building SDL 3", sdl);
        if let Some(program) = parts.and_then(|parts| compiled(steps, "sdl3", &parts)) {
            steps.run(
                RENDERED,
                Command::new(program).arg(pictures().join("sdl3.bmp")).current_dir(crate::root()),
            );
            page(steps, "sdl3");
        }
    }
}

/// The extension for Godot, which a program calls as the engine does.
fn godot(steps: &mut Steps) {
    const NAME: &str = "the extension for Godot";
    if !steps.can(NAME, has("gcc", "--version", "gcc").and_then(|()| has("python3", "--version", "python3")))
    {
        return;
    }
    let (folder, out) = (crate::root().join("hosts/godot"), pictures());
    let (extension, test) = (out.join("libhitmask_godot.so"), out.join("godot-test"));
    let compiled = steps.check("compiling the extension for Godot", || {
        let interface = source(GODOT)?.join("src/gdextension_interface.json");
        let header = printed_by(Command::new("python3").arg(folder.join("header.py")).arg(interface))?;
        write(&out.join("gdextension_interface.h"), &header)?;
        let gcc = |words: &str, from: &str, to: &Path| {
            let mut gcc = Command::new("gcc");
            gcc.args("-Wall -Wextra -Werror -g".split(' ')).args(words.split(' ')).arg("-I").arg(&out);
            gcc.arg("-I")
                .arg(crate::root().join("crates/hitmask-capi/include"))
                .arg(folder.join(from))
                .arg("-L")
                .arg(built());
            printed_by(
                gcc.arg(format!("-Wl,-rpath,{}", built().display()))
                    .args(["-lhitmask_capi", "-ldl", "-lm", "-o"])
                    .arg(to),
            )
        };
        gcc("-std=c99 -fPIC -shared -fvisibility=hidden", "hitmask_godot.c", &extension)?;
        gcc("-std=gnu99", "test.c", &test)
    });
    if compiled.is_some() {
        steps.run(NAME, Command::new(test).arg(extension));
    }
}

/// The words with which a program is compiled and linked.
fn raylib() -> Result<Vec<String>, String> {
    let source = source(RAYLIB)?.join("raylib/src");
    let out = pictures().join("raylib");
    std::fs::create_dir_all(&out).map_err(|error| error.to_string())?;
    let mut words = vec!["-isystem".to_owned(), source.display().to_string()];
    for part in ["rcore", "rshapes", "rtextures", "rtext", "rglfw"] {
        let object = out.join(part).with_extension("o");
        let mut gcc = Command::new("gcc");
        gcc.args(
            "-c -O1 -std=gnu99 -w -D_GNU_SOURCE -DPLATFORM_DESKTOP_GLFW -DGRAPHICS_API_OPENGL_33 -D_GLFW_X11"
                .split(' '),
        );
        gcc.arg("-I").arg(source.join("external/glfw/include")).arg(source.join(part).with_extension("c"));
        printed_by(gcc.arg("-o").arg(&object))?;
        words.push(object.display().to_string());
    }
    words.push("-lX11".to_owned());
    Ok(words)
}

/// With the software renderer, and without nearly everything else.
fn sdl() -> Result<Vec<String>, String> {
    let out = pictures().join("sdl3");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(source(SDL)?.join("SDL")).arg("-B").arg(&out);
    configure.args([
        "-DCMAKE_BUILD_TYPE=Debug",
        "-DSDL_SHARED=OFF",
        "-DSDL_STATIC=ON",
        "-DSDL_UNIX_CONSOLE_BUILD=ON",
    ]);
    for part in "AUDIO CAMERA DIALOG GPU HAPTIC HIDAPI INSTALL JOYSTICK OPENGL OPENGLES POWER SENSOR TESTS TEST_LIBRARY TRAY VULKAN WAYLAND X11".split(' ') {
        configure.arg(format!("-DSDL_{part}=OFF"));
    }
    printed_by(&mut configure)?;
    printed_by(Command::new("cmake").arg("--build").arg(&out).args(["--parallel", "2"]))?;
    let shown = |path: PathBuf| path.display().to_string();
    let headers = ["-isystem".to_owned(), shown(source(SDL)?.join("SDL/include"))];
    Ok([&headers[..], &[shown(out.join("libSDL3.a"))]].concat())
}

/// Runs the program that the page of an engine shows.
fn page(steps: &mut Steps, name: &str) {
    steps.check(&format!("the example of docs/hosts/{name}.md"), || {
        let mut example = Command::new(pictures().join(format!("{name}-page")));
        let said = printed_by(example.current_dir(crate::root()))?;
        if said.contains("boom at") { Ok(()) } else { Err(format!("it says {said:?}")) }
    });
}

/// Compiles the example, the test and the page's example that use `hitmask_NAME.h`. Returns the test.
fn compiled(steps: &mut Steps, name: &str, parts: &[String]) -> Option<PathBuf> {
    let capi = crate::root().join("crates/hitmask-capi");
    let compile = |source: &Path, program: &Path| {
        let mut gcc = Command::new("gcc");
        gcc.args("-std=c99 -Wall -Wextra -pedantic -Werror".split(' ')).arg("-I").arg(capi.join("include"));
        gcc.arg(source).args(parts);
        gcc.arg("-L").arg(built()).arg(format!("-Wl,-rpath,{}", built().display()));
        gcc.args("-lhitmask_capi -lm -lpthread -ldl -lrt -o".split(' ')).arg(program);
        printed_by(&mut gcc)
    };
    let [example, test, page] =
        ["example", "drawn", "page"].map(|what| pictures().join(format!("{name}-{what}")));
    steps.check(&format!("compiling with hitmask_{name}.h"), || {
        compile(&capi.join(format!("examples/{name}.c")), &example)?;
        compile(&capi.join(format!("tests/c/hosts/{name}.c")), &test)?;
        let source = page.with_extension("c");
        write(&source, &examples(name, "c")?)?;
        compile(&source, &page)
    })?;
    Some(test)
}

/// The examples of a page about an engine, in a language: one after the other, as they stand.
pub(crate) fn examples(page: &str, language: &str) -> Result<String, String> {
    let text = read(&crate::root().join(format!("docs/hosts/{page}.md")))?;
    let start = format!("```{language}\n");
    let blocks = text.split(&start).skip(1).filter_map(|rest| rest.split("```").next());
    let all: String = blocks.collect();
    if all.is_empty() { Err(format!("{page}.md has no example")) } else { Ok(all) }
}

/// The folder into which engines write what they have drawn.
pub(crate) fn pictures() -> PathBuf {
    let folder = crate::root().join("target/hosts");
    // If it cannot be made, the engine says so.
    let _ = std::fs::create_dir_all(&folder);
    folder
}

/// The folder of a published crate's sources, which cargo fetches.
fn source((name, version): (&str, &str)) -> Result<PathBuf, String> {
    let folder = pictures().join("sources");
    std::fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
    let all = [RAYLIB, SDL, GODOT].map(|(name, version)| format!("{name} = \"={version}\"\n")).concat();
    let manifest =
        format!("[package]\nname = \"sources\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n{all}");
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/lib.rs"), "")?;
    let mut metadata = cargo_line("metadata --format-version 1 --manifest-path");
    let found = printed_by(metadata.arg(folder.join("Cargo.toml")))?;
    let end = format!("{name}-{version}/Cargo.toml\"");
    let path = found.split('"').find(|word| word.ends_with(end.trim_end_matches('"')));
    path.and_then(|path| Some(Path::new(path).parent()?.to_owned()))
        .ok_or_else(|| format!("cargo has not found {name}"))
}
