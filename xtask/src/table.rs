//! docs/table.txt: what crosses the border to the other languages, in one table, and docs/verbs.txt: the verbs of the same form. `cargo xtask table
//! --bless` writes files of each binding from them; a test of this crate compares them, and the table with the library.

mod c;
mod docs;
mod parse;
mod python;
mod rust_wasm;
mod typescript;
mod verbs;
mod verbs_c;
mod verbs_js;
mod verbs_python;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::Steps;
use crate::tools::{read, write};

use parse::Table;

pub(crate) use docs::tables;
pub(crate) use python::{keywords, rules, stub_words};

/// The files that are made of the table, with what they must be.
fn made() -> Result<Vec<(PathBuf, String)>, String> {
    let file = |path: &str| crate::root().join("crates").join(path);
    let (table, classes, sentences) = (&Table::read()?, verbs::classes()?, verbs::Sentences::read()?);
    let mut made = vec![
        (file("hitmask-capi/src/table.rs"), c::text(table)),
        (file("hitmask-wasm/src/table.rs"), rust_wasm::text(table)),
        (file("hitmask-wasm/js/src/table.ts"), typescript::text(table)),
        (file("hitmask-wasm/js/src/words.ts"), typescript::words(table)),
        (file("hitmask-python/src/table.rs"), python::text(table)),
        (file("hitmask-python/src/words.rs"), python::words(table)),
        (file("hitmask-python/src/world/properties.rs"), python::getters(table)),
        (file("hitmask-capi/src/verbs.rs"), verbs_c::text(table, &classes, &sentences)?),
        (file("hitmask-python/src/verbs.rs"), verbs_python::text(table, &classes, &sentences)?),
    ];
    for name in ["alpha", "buffer", "cache", "labels", "mask", "runs", "terrain", "tiles", "world"] {
        let path = file(&format!("hitmask-wasm/js/src/{name}.ts"));
        let text = verbs_js::text(&read(&path)?, table, &classes, &sentences)?;
        made.push((path, text));
    }
    Ok(made)
}

/// As `cargo fmt` would leave it.
fn formatted(path: &Path, text: &str) -> Result<String, String> {
    if path.extension().is_none_or(|end| end != "rs") {
        return Ok(text.to_owned());
    }
    let mut command = Command::new("rustfmt");
    command
        .args(["--edition", "2024"])
        .current_dir(crate::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("rustfmt: {error}"))?;
    let mut input = child.stdin.take().ok_or("rustfmt reads nothing")?;
    input.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() {
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    } else {
        Err(format!("rustfmt cannot read what is made for {}", path.display()))
    }
}

pub(crate) fn bless(steps: &mut Steps) {
    steps.check("writing what is made of docs/table.txt", || {
        made()?.iter().try_for_each(|(path, text)| write(path, &formatted(path, text)?))
    });
}

pub(crate) fn check(steps: &mut Steps) {
    steps.check("what is made of docs/table.txt", stale);
}

fn stale() -> Result<(), String> {
    for (path, text) in made()? {
        if read(&path)?.replace("\r\n", "\n") != formatted(&path, &text)? {
            let name = path.display();
            return Err(format!("{name} is not what docs/table.txt says: run `cargo xtask table --bless`"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::parse::{block, camel, snake, upper};
    use super::*;

    #[test]
    fn the_files_are_what_the_table_says() {
        assert_eq!(stale(), Ok(()));
    }

    /// A field of the library is in the table, or named here with the reason.
    #[test]
    fn the_table_has_what_the_library_has() {
        const ELSEWHERE: [&str; 10] = [
            "WorldStats::broad_phase_time",
            "WorldStats::drawing_time",
            "WorldStats::narrow_phase_time",
            "WorldStats::events_time",
            // Other languages have it in a class of their own.
            "Component::connectivity",
            // For programs in Rust.
            "WorldOptions::parallel_from",
            "WorldOptions::timing",
            // What a filter borrows is given in a way of its own.
            "QueryFilter::accept",
            "QueryFilter::except",
            "QueryFilter::except_all",
        ];
        let listing = read(&crate::root().join("docs/api/hitmask.txt")).unwrap();
        for block in &Table::read().unwrap().0 {
            let rust = if block.what == parse::What::Properties { "ColliderProps" } else { &*block.name };
            let own = format!("pub hitmask::{rust}::");
            let fields = listing
                .lines()
                .filter_map(|line| line.strip_prefix(&own))
                .map(|rest| rest.split(':').next().unwrap());
            let missing: Vec<&str> = fields
                .filter(|field| !field.contains('('))
                .filter(|field| !block.lines.iter().any(|line| line.name == *field))
                .filter(|field| !block.variants.iter().any(|variant| variant.name == *field))
                .filter(|field| !ELSEWHERE.contains(&format!("{}::{field}", block.name).as_str()))
                .collect();
            assert!(missing.is_empty(), "docs/table.txt lacks {missing:?} of {}", block.name);
        }
    }

    #[test]
    fn names_and_blocks_are_read() {
        assert_eq!(
            (snake("LabelHit"), camel("first_only"), upper("LabelHit")),
            ("label_hit".into(), "firstOnly".into(), "LABEL_HIT".into())
        );
        let block =
            block("answer Two @js\n| Doc\n| more.\n  a u32? @js=b -- One.\n  c Point -- Two.").unwrap();
        assert_eq!(
            (block.name.as_str(), block.doc.as_str(), block.is_for("js"), block.is_for("c")),
            ("Two", "Doc more.", true, false)
        );
        let first = &block.lines[0];
        assert_eq!((first.of.as_str(), first.may_be_missing, first.mark("js")), ("u32", true, Some("b")));
        assert_eq!(Table(Vec::new()).places(&block).iter().map(|it| it.1).collect::<Vec<_>>(), [0, 2]);
    }
}
