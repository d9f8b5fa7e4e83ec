//! The types of the WebAssembly module's exports, written from its source. So TypeScript checks every call into the module.

use std::fmt::Write as _;
use std::path::Path;

use crate::examples::entries;

/// Writes the interface of all exports that the files of a folder declare.
pub(crate) fn interface(source: &Path) -> Result<String, String> {
    let mut text = String::from(
        "// Written by `cargo xtask web` from the module's source. Do not edit.\n\nexport interface Exports {\n  readonly memory: WebAssembly.Memory;\n",
    );
    for file in files(source) {
        let rust = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for Export { name, arguments, returns } in exports(&rust) {
            let arguments: Vec<String> = arguments.iter().map(|name| format!("{name}: number")).collect();
            let returns = if returns { "number" } else { "void" };
            writeln!(text, "  readonly {name}: ({}) => {returns};", arguments.join(", "))
                .map_err(|error| error.to_string())?;
        }
    }
    text.push_str("}\n");
    Ok(text)
}

/// The Rust files of a folder and of the folders in it, in the order of their names.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut all = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
    all.sort();
    all
}

#[derive(Debug, PartialEq, Eq)]
struct Export<'a> {
    name: &'a str,
    arguments: Vec<&'a str>,
    returns: bool,
}

/// The functions in the `export!` blocks of a file. They are those that are indented by four spaces.
fn exports(rust: &str) -> Vec<Export<'_>> {
    let mut all = Vec::new();
    for block in rust.split("\nexport! {\n").skip(1) {
        let block = block.split("\n}\n").next().unwrap_or_default();
        for function in block.split("\n    fn ").skip(usize::from(!block.starts_with("    fn "))) {
            let function = function.strip_prefix("    fn ").unwrap_or(function);
            let Some((name, rest)) = function.split_once('(') else { continue };
            let Some((arguments, rest)) = rest.split_once(')') else { continue };
            let arguments = arguments.split(',').filter_map(|argument| argument.split_once(':'));
            all.push(Export {
                name,
                arguments: arguments.map(|(name, _)| name.trim()).collect(),
                returns: rest.trim_start().starts_with("->"),
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exports_are_found_with_their_arguments() {
        let rust = "fn no(a: u32) {}\n\nexport! {\n    fn one(a: usize,\n        b: i32,\n    ) -> i32 {\n        fn inner() {}\n    }\n\n    /// Text.\n    fn two() {\n    }\n}\n\nfn nor_this() {\n    fn that() {}\n}\n";
        let export = |name, arguments: &[&'static str], returns| Export {
            name,
            arguments: arguments.to_vec(),
            returns,
        };
        assert_eq!(exports(rust), [export("one", &["a", "b"], true), export("two", &[], false)]);
    }
}
