//! The adapters of `hosts`, for engines in other languages. Their declarations are made from hitmask.h.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;
use std::process::Command;

use crate::header::{Field, Function, Item, Kind, parse};
use crate::steps::Steps;
use crate::tools::{built, cargo_line, read, succeeds, write};

const HEADER: &str = "crates/hitmask-capi/include/hitmask.h";
const LUA: &str = "hosts/love/hitmask.lua";
/// The lines between which the declarations for LuaJIT stand.
const MARKS: [&str; 2] = ["ffi.cdef [[\n", "]]\n"];

/// The files that hold declarations, with what they must be.
fn made() -> Result<Vec<(PathBuf, String)>, String> {
    let file = |path: &str| crate::root().join(path);
    let items = parse(&read(&file(HEADER))?)?;
    let lua = read(&file(LUA))?;
    let (before, rest) = lua.split_once(MARKS[0]).ok_or("hitmask.lua has no place for declarations")?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or("the declarations of hitmask.lua do not end")?;
    let lua = [before, MARKS[0], &declarations(&items), MARKS[1], after].concat();
    Ok(vec![(file(LUA), lua)])
}

/// Every day: the adapter for LÖVE by LuaJIT alone, which takes a second.
pub(crate) fn test(steps: &mut Steps) {
    const NAME: &str = "the adapter for LÖVE";
    if steps.can(NAME, has("luajit", "-v", "luajit")) {
        let mut test = Command::new("luajit");
        steps.run(NAME, prepared(test.arg("hosts/love/test.lua")));
    }
}

/// All tests of the adapters. Their engines come from the system.
pub(crate) fn add_full(steps: &mut Steps) {
    if !steps.run("building the C library", &mut cargo_line("build --package hitmask-capi")) {
        return;
    }
    test(steps);
    let window = || has("xvfb-run", "--help", "xvfb");
    const LOVE: &str = "LÖVE draws what collides";
    if steps.can(LOVE, has("love", "--version", "love").and_then(|()| window())) {
        let mut game = Command::new("xvfb-run");
        game.args(["-a", "love", "hosts/love/game", "--check"]).arg(picture("love.png"));
        steps.run(LOVE, prepared(&mut game));
    }
}

fn has(program: &str, question: &str, package: &str) -> Result<(), String> {
    let there = succeeds(Command::new(program).arg(question));
    if there { Ok(()) } else { Err(format!("{program} is missing: install it (Debian: {package})")) }
}

/// A command at the root of the repository, which finds the C library.
fn prepared(command: &mut Command) -> &mut Command {
    let library = built().join(format!("{DLL_PREFIX}hitmask_capi{DLL_SUFFIX}"));
    command.env("HITMASK_LIBRARY", library).current_dir(crate::root())
}

/// Where an engine writes what it has drawn.
fn picture(name: &str) -> PathBuf {
    let folder = crate::root().join("target/hosts");
    // If it cannot be made, the engine says so.
    let _ = std::fs::create_dir_all(&folder);
    folder.join(name)
}

pub(crate) fn bless() -> Result<(), String> {
    made()?.iter().try_for_each(|(path, text)| write(path, text))
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
