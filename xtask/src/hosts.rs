//! The adapters of `hosts`, for engines in other languages. Their declarations are made from hitmask.h.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::csharp;
use crate::engines::{self, examples, pictures};
use crate::header::{Field, Function, Item, Kind, parse};
use crate::steps::Steps;
use crate::tools::{built, cargo_line, has, printed_by, python_tools, read, write};

const HEADER: &str = "crates/hitmask-capi/include/hitmask.h";
const LUA: &str = "hosts/love/hitmask.lua";
const CSHARP: &str = "hosts/csharp/Hitmask/Native.cs";
/// The lines between which the declarations for Lua stand.
const MARKS: [&str; 2] = ["ffi.cdef [[\n", "]]\n"];

/// The files that hold declarations, with what they must be.
fn made() -> Result<Vec<(PathBuf, String)>, String> {
    let file = |path: &str| crate::root().join(path);
    let items = parse(&read(&file(HEADER))?)?;
    let lua = read(&file(LUA))?;
    let (before, rest) = lua.split_once(MARKS[0]).ok_or("hitmask.lua has no place for declarations")?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or("the declarations of hitmask.lua do not end")?;
    let lua = [before, MARKS[0], &declarations(&items), MARKS[1], after].concat();
    Ok(vec![(file(LUA), lua), (file(CSHARP), csharp::text(&items))])
}

/// Every day: the adapter for LÖVE without LÖVE, which takes a second, with the C library in this folder.
pub(crate) fn test(steps: &mut Steps, folder: &Path) {
    const NAME: &str = "the adapter for LÖVE";
    if steps.can(NAME, has("luajit", "-v", "luajit")) {
        let mut test = Command::new("luajit");
        steps.run(NAME, prepared(test.arg("hosts/love/test.lua"), folder));
    }
}

/// All tests of the adapters. Their engines come from the system.
pub(crate) fn add_full(steps: &mut Steps) {
    if !steps.run("building the C library", &mut cargo_line("build --profile test --package hitmask-capi")) {
        return;
    }
    test(steps, &built());
    let window = || has("xvfb-run", "--help", "xvfb");
    const LOVE: &str = "LÖVE draws what collides";
    if steps.can(LOVE, has("love", "--version", "love").and_then(|()| window())) {
        let mut game = Command::new("xvfb-run");
        game.args(["-a", "love", "hosts/love/game", "--check"]).arg(pictures().join("love.png"));
        steps.run(LOVE, prepared(&mut game, &built()));
    }
    csharp(steps);
    engines::add(steps);
}

/// Builds the package and its tests by Mono's compiler, and runs them.
fn csharp(steps: &mut Steps) {
    const NAME: &str = "the C# package";
    let compilers = has("mcs", "--version", "mono-mcs").and_then(|()| has("gcc", "--version", "gcc"));
    if !steps.can(NAME, compilers.and_then(|()| has("mono", "--version", "mono-runtime"))) {
        return;
    }
    let folder = pictures();
    let placed = steps.check("the places of fields in C", || {
        let items = parse(&read(&crate::root().join(HEADER))?)?;
        let (source, program) = (folder.join("layout.c"), folder.join("layout"));
        write(&source, &csharp::layout_program(&items))?;
        let include = crate::root().join("crates/hitmask-capi/include");
        printed_by(Command::new("gcc").arg("-I").arg(include).arg(source).arg("-o").arg(&program))?;
        write(&folder.join("layout.txt"), &printed_by(&mut Command::new(program))?)?;
        // The package knows the library by the name that it is installed with.
        let library = folder.join(format!("{DLL_PREFIX}hitmask{DLL_SUFFIX}"));
        std::fs::copy(built().join(format!("{DLL_PREFIX}hitmask_capi{DLL_SUFFIX}")), library)
            .map_err(|error| error.to_string())
    });
    if placed.is_some() {
        let mono = Runtime { name: "Mono", folder: &folder, options: Vec::new() };
        let run = |program| {
            let mut mono = Command::new("mono");
            mono.arg(program);
            mono
        };
        if mono.run(steps, run) {
            steps.check("the examples of docs/hosts/csharp.md", || page(&folder));
        }
        coreclr(steps, &folder);
    }
}

/// Compiles and runs what the page shows.
fn page(folder: &Path) -> Result<(), String> {
    let page = folder.join("Page.cs");
    write(&page, &PAGE.replace("EXAMPLES", &examples("csharp", "csharp")?))?;
    let program = folder.join("Page.exe");
    let mut mcs = Command::new("mcs");
    // What a game would use of an answer is not there.
    mcs.args(["-langversion:latest", "-warnaserror", "-nowarn:0219"]).arg(page);
    mcs.arg(format!("-reference:{}", folder.join("Hitmask.dll").display()));
    printed_by(mcs.arg(format!("-out:{}", program.display())))?;
    let said = printed_by(Command::new("mono").arg(program).env("LD_LIBRARY_PATH", folder))?;
    if said.contains("boom at") && said.contains("7 hit 8") {
        Ok(())
    } else {
        Err(format!("they say {said:?}"))
    }
}

/// The same on the virtual machine of .NET itself, which a package for Python carries.
fn coreclr(steps: &mut Steps, folder: &Path) {
    const NAME: &str = "the C# package on CoreCLR";
    let runtime = python_tools("python3", "dotnet-venv", "dotnetcore2==3.1.23").and_then(|programs| {
        let ask = "import dotnetcore2, os; print(os.path.dirname(dotnetcore2.__file__))";
        let place = printed_by(Command::new(programs.join("python")).args(["-c", ask]))?;
        let bin = Path::new(place.trim()).join("bin");
        let versions = bin.join("shared/Microsoft.NETCore.App");
        let mut versions = std::fs::read_dir(&versions).map_err(|error| error.to_string())?.flatten();
        let libraries = versions.next().ok_or("the package of .NET holds no runtime")?.path();
        Ok((bin.join("dotnet"), libraries))
    });
    let Some((dotnet, libraries)) = steps.has(NAME, runtime) else { return };
    let folder = folder.join("coreclr");
    let version = libraries.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let described = steps.check("a description of the runtime", || {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let runtime = format!(r#"{{"name": "Microsoft.NETCore.App", "version": "{version}"}}"#);
        // Without the tables of languages, which the package does not bring.
        let options = r#"{"System.Globalization.Invariant": true}"#;
        let text =
            format!(r#"{{"runtimeOptions": {{"framework": {runtime}, "configProperties": {options}}}}}"#);
        write(&folder.join("Tests.runtimeconfig.json"), &text)
    });
    if described.is_some() {
        let mut options = vec!["-nostdlib".to_owned(), "-noconfig".to_owned()];
        let parts = [
            "Private.CoreLib",
            "Runtime",
            "Runtime.Extensions",
            "Runtime.InteropServices",
            "Collections",
            "Console",
            "IO.FileSystem",
            "Memory",
        ];
        options
            .extend(parts.map(|part| {
                format!("-reference:{}", libraries.join(format!("System.{part}.dll")).display())
            }));
        let runtime = Runtime { name: "CoreCLR", folder: &folder, options };
        runtime.run(steps, |program| {
            let mut run = Command::new(&dotnet);
            run.arg(program);
            run
        });
    }
}

/// A virtual machine for which the package and its tests are compiled.
struct Runtime<'a> {
    name: &'a str,
    folder: &'a Path,
    options: Vec<String>,
}

impl Runtime<'_> {
    fn run(&self, steps: &mut Steps, program: impl FnOnce(PathBuf) -> Command) -> bool {
        let dll = format!("-reference:{}", self.folder.join("Hitmask.dll").display());
        let compiled = |what: &str| format!("compiling {what} for {}", self.name);
        if steps.run(
            &compiled("the C# package"),
            &mut self.compile("Hitmask.dll", &["-target:library"], "Hitmask"),
        ) && steps
            .run(&compiled("the tests of the C# package"), &mut self.compile("Tests.exe", &[&dll], "Tests"))
        {
            let mut tests = program(self.folder.join("Tests.exe"));
            tests.arg(pictures().join("layout.txt")).env("LD_LIBRARY_PATH", pictures());
            steps.run(&format!("the C# package on {}", self.name), &mut tests)
        } else {
            false
        }
    }

    fn compile(&self, output: &str, words: &[&str], place: &str) -> Command {
        let mut mcs = Command::new("mcs");
        // Fields of structs that only the library writes look unused.
        mcs.args(["-langversion:latest", "-warnaserror", "-nowarn:0649", "-unsafe"]).args(&self.options);
        mcs.args(words).arg(crate::root().join(format!("hosts/csharp/{place}/*.cs")));
        mcs.arg(format!("-out:{}", self.folder.join(output).display()));
        mcs
    }
}

/// What the examples of the page take from their game: a texture of `MonoGame`, a rock, and numbers.
const PAGE: &str = "\
using System;
using Hitmask;

struct Color
{
    public byte R, G, B, A;
}

class Texture2D
{
    public int Width = 64, Height = 32;
    public void GetData(Color[] pixels)
    {
        for (int i = 0; i < pixels.Length; i++) pixels[i].A = 255;
    }
}

static class Page
{
    static void Main()
    {
        var texture = new Texture2D();
        Mask rock = Mask.Filled(40, 40);
        double x = 300, y = 200, rotation = 0.5, originX = 16, originY = 16, scaleX = 2, scaleY = 1, vx = 60, vy = 90, dt = 1.0 / 60;
        bool flipX = true, flipY = false;
EXAMPLES
    }
}
";

/// A command at the root of the repository, which finds the C library in this folder.
fn prepared<'c>(command: &'c mut Command, folder: &Path) -> &'c mut Command {
    let library = folder.join(format!("{DLL_PREFIX}hitmask_capi{DLL_SUFFIX}"));
    command.env("HITMASK_LIBRARY", library).current_dir(crate::root())
}

pub(crate) fn bless(steps: &mut Steps) {
    steps.check("writing the declarations for other languages", || {
        made()?.iter().try_for_each(|(path, text)| write(path, text))
    });
}

/// The header without comments, a line each.
fn declarations(items: &[Item]) -> String {
    items.iter().map(|item| declaration(&item.kind) + ";\n").collect()
}

fn declaration(kind: &Kind) -> String {
    let joined = |parts: Vec<String>, between: &str| parts.join(between);
    let list = |fields: &[Field]| fields.iter().map(in_c).collect::<Vec<_>>();
    let call = |f: &Function| {
        if f.parameters.is_empty() { "void".to_owned() } else { joined(list(&f.parameters), ", ") }
    };
    match kind {
        Kind::Object(name) => format!("typedef struct {name} {name}"),
        Kind::Enum(name, constants) => {
            let all = constants.iter().map(|constant| format!("{} = {}", constant.name, constant.value));
            format!("typedef enum {{ {} }} {name}", joined(all.collect(), ", "))
        }
        Kind::Struct(name, fields) => format!("typedef struct {{ {}; }} {name}", joined(list(fields), "; ")),
        Kind::Alias(new, old) => format!("typedef {old} {new}"),
        Kind::Callback(f) => format!("typedef {} (*{})({})", f.result, f.name, call(f)),
        Kind::Function(f) => format!("{} {}({})", f.result, f.name, call(f)),
    }
}

fn in_c(field: &Field) -> String {
    let count = field.count.map_or(String::new(), |count| format!("[{count}]"));
    format!("{} {}{count}", field.of, field.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo xtask capi --bless` renews them.
    #[test]
    fn the_declarations_for_other_languages_are_those_of_the_header() {
        for (path, text) in made().expect("they can be made") {
            let committed = read(&path).unwrap_or_default().replace("\r\n", "\n");
            let first = committed.lines().zip(text.lines()).position(|(old, new)| old != new);
            assert!(
                committed == text,
                "{}:{} is not what hitmask.h says",
                path.display(),
                first.unwrap_or(0) + 1
            );
        }
    }
}
